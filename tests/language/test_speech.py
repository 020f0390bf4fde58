"""Texts in other languages: whole, filled in, and of several parts; HTML; and how much of a game is spoken."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from napwidgets.language import pages
from napwidgets.language import speech as spoken
from napwidgets.language.sources import in_files
from napwidgets.language.speech import Speech, fitting, speech
from napwidgets.players.registry import make_players
from napwidgets.scenarios import new_game
from napwidgets.widgets.lobby import Lobby
from tests.language.plays import TELLING, shown, texts

SCENARIOS = {
    "nlc/first-steps": 120,
    "nlc/quatre-bras": 140,
    "mop/montmirail": 100,
    "jdg/germany-1813-1": 120,
    "con/learning": 120,
    "wap/lloyds": 90,
    "wap/grand-campaign": 120,
}
#: What is spoken at least, in per cent: of interface and prompts, and of what happened.
FLOORS = {"interface": 98, "events": 97}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins and ends in English."""
    page = pages._ONLY
    before = page.language, page.chosen
    page.language, page.chosen = "en", False
    yield
    page.language, page.chosen = before


@pytest.fixture(scope="module")
def seen() -> dict[str, set[str]]:
    """All texts of a few games, the interface's and what happened."""
    found: dict[str, set[str]] = {"interface": set(), "events": set()}
    for scenario, moves in SCENARIOS.items():
        for panel, said in shown(scenario, moves, "31").items():
            found["events" if panel in TELLING else "interface"] |= said
    return found


TOY = Speech(
    "fr",
    {
        "{0} marches to {1}.": "{0} marche vers {1}.",
        "{0} counters": "{0} pions",
        "Done": "Terminé",
        "rain": "pluie",
        "March": "Marche",
    },
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Done", "Terminé"),
        ("3 counters", "3 pions"),
        ("Ney marches to Ligny.", "Ney marche vers Ligny."),
        ("3 counters march off", "3 counters march off"),
        ("Ney marches to Ligny. Something unknown happens.", "Ney marche vers Ligny. Something unknown happens."),
        ("rain and 2 counters", "pluie et 2 pions"),
        ("rain; March", "pluie\u00a0; Marche"),
        ("rain: March", "pluie\u00a0: Marche"),
        ("rain and unknown things", "rain and unknown things"),
        ("16 June 1815", "16 juin 1815"),
        ("March 1813", "mars 1813"),
        ("2 PM", "14 h"),
        ("12 AM", "0 h"),
        ("NLC 7.4", "NLC 7.4"),
        ("  Done ", "  Terminé "),
    ],
)
def test_texts_are_said(text: str, said: str) -> None:
    assert TOY.say(text) == said


def test_what_the_browser_prefers_gives_way_to_what_was_chosen() -> None:
    assert fitting(["pt-BR", "fr-CH", "de"]) == "fr"
    pages.choose("de-AT,en", chosen=False)
    assert pages.language() == "de"
    pages.choose("fr")
    pages.choose("de", chosen=False)
    assert pages.language() == "fr"
    pages.choose("<script>")
    assert pages.language() == "en"


def test_html_keeps_its_marks_and_what_is_sent_back() -> None:
    html = '<button title="Done" data-arg="Done"><b>Done</b></button><p>Tom &amp; &lt;b&gt;</p><style>Done{}</style>'
    assert pages.spoken(html) == html
    pages.choose("de")
    assert pages.spoken(html) == html.replace('title="Done"', 'title="Fertig"').replace("<b>Done", "<b>Fertig")


def test_the_lobby_changes_its_language_at_once() -> None:
    lobby = Lobby(lambda game, seats: None)
    before = lobby.html
    lobby.do_language("?fr-FR,en")
    assert "Batailles et campagnes" in lobby.html
    assert lobby.language == "fr"
    lobby.do_language("en")
    assert re.sub("selected", "", lobby.html) == re.sub("selected", "", before)


@pytest.mark.parametrize("code", ["fr", "de"])
@pytest.mark.parametrize("kind", list(FLOORS))
def test_games_are_spoken(seen: dict[str, set[str]], kind: str, code: str) -> None:
    voice, names = speech(code), set(re.findall(r"[A-ZÀ-Ý][\w.'’-]*", " ".join(in_files())))

    def is_name(part: str) -> bool:
        words = re.findall(r"[\w.'’-]{3,}", part)
        return all(word in names or word.rstrip(".,") in names or word.isdigit() for word in words)

    spoken = [t for t in seen[kind] if all(map(is_name, voice.missing(t)))]
    unsaid = sorted(seen[kind] - set(spoken))
    assert len(seen[kind]) > 300
    assert 100 * len(spoken) >= FLOORS[kind] * len(seen[kind]), unsaid[:40]


def test_a_panel_drawn_again_costs_little() -> None:
    lobby = Lobby(lambda game, seats: None)
    english = lobby.body()
    assert sum(1 for _ in texts(english)) > 100
    pages.choose("de")
    pages.spoken(english)
    hits = pages._part.cache_info().misses
    begun = time.process_time()
    pages.spoken(english)
    took = time.process_time() - begun
    # What was said once is not looked for again, and that is what keeps it quick.
    assert pages._part.cache_info().misses == hits
    assert took < 5


def test_a_name_is_taken_as_a_whole_and_joined_as_one_writes() -> None:
    assert speech("fr").say("Horse artillery of I Cavalry Corps") == "Artillerie à cheval du Ier corps de cavalerie"
    assert speech("de").say("2nd Hussar Division (Lanskoi)") == "2. Husarendivision (Lanskoi)"
    assert speech("de").say("late Sep") == "Ende Sept."
    assert "d’Aalen" in speech("fr").say("Mack marches from Aalen to Ulm.")


def test_what_somebody_typed_is_never_put_over() -> None:
    pages.choose("de")
    assert pages.spoken(f"<p>Done</p>{pages.typed('Done')}") == "<p>Fertig</p><bdi>Done</bdi>"
    assert pages.spoken('<td data-is="Done"></td>') == '<td data-is="Fertig"></td>'


def test_the_levels_of_the_lobby_are_spoken() -> None:
    pages.choose("fr")
    html = Lobby(lambda game, seats: None).html
    assert "Ordinateur, " in html
    assert "Computer, " not in html


@pytest.mark.parametrize("scenario", ["nlc/quatre-bras", "mop/champaubert", "jdg/germany-1813-1", "con/learning"])
def test_what_the_computer_is_after_is_told_in_every_language(scenario: str) -> None:
    game = new_game(scenario, seed="1815")
    players = make_players(game.engine, "1815", {}, default="steady")
    told = set()
    for _ in range(30):
        assert game.decision is not None
        seat = game.decision.seat
        view = game.view(seat)
        move = players[seat].choose(game.engine, view, seat)
        told.add(players[seat].why(game.engine, view, seat))
        game = game.play(move, seat)
    told.discard("")
    assert told
    for words in told:
        for code in ("de", "fr"):
            assert "Its aims" not in spoken.said(words, code), words


def test_one_cossack_needs_no_case_in_german() -> None:
    """He stands in sentences that ask for any of the four."""
    assert speech("de").say("1 Cossack") == "1 Kosakentrupp"
    assert speech("de").say("2 Cossacks") == "2 Kosaken"
    assert speech("de").say("1 partisan") == "1 Partisanentrupp"


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("1.5 SP at rest, 2.4 SP from 1 MP on", "1,5 SP in Ruhe, 2,4 SP ab 1 BP"),
        ("12.5 % on average", "12,5\u00a0% im Mittel"),
        ("reference 1.10", "Übersicht 1.10"),
        ("NLC 4.1, 4.2", "NLC 4.1, 4.2"),
        ("§ 20.1", "§ 20.1"),
    ],
)
def test_fractions_have_commas_and_paragraphs_keep_their_points(english: str, german: str) -> None:
    assert spoken.said(english, "de") == german


def test_figures_of_a_table_have_commas_and_citations_beside_them_none() -> None:
    html = '<td>2.35</td><small class="nw-cite">19.1</small><td>10.4.1</td>'
    assert pages.spoken_as(html, "fr") == '<td>2,35</td><small class="nw-cite">19.1</small><td>10.4.1</td>'
    assert pages.spoken_as(html, "en") == html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rain falls. Nobody marches.", "Il pleut et nul ne marche."),
        ("Prologue. Rain falls. Nobody marches.", "Prologue. Il pleut et nul ne marche."),
        ("Prologue. Rain falls. Nobody marches. All sleep.", "Prologue. Il pleut, nul ne marche, tous dorment."),
        ("Prologue. Ney halts. It is late. More.", "Prologue. Ney fait halte, car il est tard. More."),
        ("Soult waits. Nobody marches.", "Soult attend. Nobody marches."),
    ],
)
def test_as_many_sentences_as_one_entry_has_are_put_over_at_once(text: str, said: str) -> None:
    toy = Speech(
        "fr",
        {
            "Rain falls. Nobody marches.": "Il pleut et nul ne marche.",
            "Rain falls. Nobody marches. All sleep.": "Il pleut, nul ne marche, tous dorment.",
            "Rain falls": "Il pleut",
            "{0} waits.": "{0} attend.",
            "{0} halts. It is late.": "{0} fait halte, car il est tard.",
        },
    )
    assert toy.say(text) == said


@pytest.mark.parametrize(
    ("header", "code"), [("de-AT,de;q=0.9,en;q=0.8", "de"), ("it, fr-CH;q=0.7", "fr"), ("*", "en"), ("", "en")]
)
def test_a_page_with_a_process_of_its_own_speaks_at_once_what_its_browser_prefers(
    monkeypatch: pytest.MonkeyPatch, header: str, code: str
) -> None:
    monkeypatch.setattr(pages._ONLY, "language", "")
    monkeypatch.setenv("HTTP_ACCEPT_LANGUAGE", header)
    assert pages.language() == code
    pages.choose("?fr,de".lstrip("?"), chosen=False)
    assert pages.language() == "fr"


@pytest.mark.parametrize(
    ("text", "german", "french"),
    [
        ("Attacker: V Cav H.", "Angreifer: Reit. Art. V. Kav.", "Attaquant\u00a0: Art. chev. Ve CC"),
        ("lost: Prague, Vienna", "verloren: Prag, Wien", "perdu\u00a0: Prague, Vienne"),
        (
            "Spain: 1 squadron in the Indian Ocean",
            "Spanien: 1 Geschwader im Indischen Ozean",
            "Espagne\u00a0: 1 escadre dans l’océan Indien",
        ),
        (
            "France: 1 squadron and 1 transport in the Cape of Good Hope",
            "Frankreich: 1 Geschwader und 1 Transporter am Kap der Guten Hoffnung",
            "France\u00a0: 1 escadre et 1 transport au cap de Bonne-Espérance",
        ),
        (
            "The anti-French states act.",
            "Die antifranzösischen Staaten handeln.",
            "Les États anti-français agissent.",
        ),
        (
            "Briche charges Udom 2 (flank charge): 2 hits scored, 0 taken.",
            "Briche attackiert Udom 2 (Flankenattacke): 2 Treffer erzielt, 0 erlitten.",
            "Briche charge Udom 2 (charge de flanc)\u00a0: 2 touches infligées, 0 subies.",
        ),
        (
            "Intercepting in the Atlantic Ocean · exact",
            "Abfangen: Atlantischer Ozean · exakt",
            "Interception\u00a0: l’océan Atlantique · exacte",
        ),
    ],
)
def test_what_players_read_is_said_as_one_says_it(text: str, german: str, french: str) -> None:
    assert speech("de").say(text) == german
    assert speech("fr").say(text) == french


def test_a_sentence_begins_with_a_capital_whatever_fills_its_first_hole() -> None:
    french = speech("fr")
    assert french.say("February 1806 begins.") == "Février 1806 commence."
    assert french.say("Turn 2: February 1806").endswith("février 1806")
