"""What a map writes itself is put into the page's language, and so is what is only read out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import napwidgets
from tests.browser.conftest import Watched

pytestmark = pytest.mark.browser

TONGUE = Path(napwidgets.__file__).with_name("widgets") / "static" / "tongue.js"
BOARD = """<svg aria-label="Map board. Enter picks; Escape lets go."><g class="nw-l-names"><text>Hill</text></g>
<g aria-label="Ney, leader; can be reached: 3 points, trade −2, +1 points"><text>Hill</text></g></svg>
<div class="nw-sheet" aria-label="Hill"></div>"""
WORDS = {"Map board": "Spielplan", "Enter picks": "Enter wählt aus", "Escape lets go": "Escape lässt los",
         "leader": "Führer", "Hill": "Höhe", "can be reached": "erreichbar",
         "points": "Punkte", "trade": "Handel"}  # fmt: skip
SEEN = """(words) => {
    speak(words);
    const texts = [...document.querySelectorAll("text")].map((t) => t.textContent);
    return [...document.querySelectorAll("[aria-label]")].map((n) => n.getAttribute("aria-label")).concat(texts);
}"""


def test_what_is_read_out_of_a_board_is_put_over_and_names_on_counters_stay(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(BOARD)
    page.add_script_tag(path=TONGUE)
    board, counter, panel, name, sign = page.evaluate(SEEN, WORDS)
    page.close()
    assert board == "Spielplan. Enter wählt aus; Escape lässt los."
    assert counter == "Ney, Führer; erreichbar: 3 Punkte, Handel −2, +1 Punkte"
    assert name == "Höhe"
    # Panels and names on counters come as they should be.
    assert sign == panel == "Hill"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("points 50 %", "Punkte 50 %"),
        ("trade: points 50\u00a0%", "Handel: Punkte 50\u00a0%"),
        ("points 3", "Punkte 3"),
        ("Map board, Hill (H)", "Spielplan mit Höhe (H)"),
        ("Hill (+)", "Höhe (+)"),
        ("Hill (Ney)", "Hill (Ney)"),
    ],
)
def test_shares_and_keys_behind_words_are_kept(browser: Any, text: str, said: str) -> None:
    page = browser.new_page()
    page.set_content(f'<button aria-label="{text}"></button>')
    page.add_script_tag(path=TONGUE)
    assert page.evaluate(SEEN, WORDS | {"Map board, Hill": "Spielplan mit Höhe"}) == [said]
    page.close()


def test_the_margin_of_a_battlefield_is_in_the_language_of_the_page(watched: Watched) -> None:
    page = watched.play("nlc/quatre-bras")
    margin = page.locator(".nw-l-land > text, .nw-l-land > g > text")
    assert "1 km · one hex is 480 m" in margin.all_text_contents()
    page.evaluate("localStorage.setItem('nw-language', 'de')")
    page.reload()
    margin.get_by_text("ein Feld misst 480 m").wait_for(state="attached")
    assert any(words.startswith("Orte: GeoNames") for words in margin.all_text_contents())
    page.evaluate("localStorage.removeItem('nw-language')")
    watched.clean()


#: What the lobby's head has said since the page began.
TOLD = """window.told = new Set(); new MutationObserver(() => {
  for (const h of document.querySelectorAll('.nw-lobby h1')) window.told.add(h.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""


def test_a_page_speaks_the_language_of_its_browser_from_its_first_word_on(browser: Any, server: str) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.add_init_script(TOLD)
    page.goto(server)
    page.wait_for_function("window.nwWords || document.documentElement.lang === 'de'")
    page.wait_for_selector(".nw-lobby .nw-go")
    told = page.evaluate("[...window.told]")
    assert told == ["Napoleonische Schlachten und Feldzüge"]
    # What is chosen holds for the pages that come, from their first word on, too.
    page.select_option(".nw-lobby [data-do=language]", "fr")
    french = "Batailles et campagnes napoléoniennes"
    page.wait_for_selector(f".nw-lobby h1:has-text('{french}')")
    page.reload()
    page.wait_for_selector(".nw-lobby .nw-go")
    told = page.evaluate("[...window.told]")
    context.close()
    assert told == [french]
