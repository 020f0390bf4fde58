"""WAP on screen: random games of every scenario through the presenter and through every panel of a table."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

import napwidgets
from napwidgets import scenarios
from napwidgets.board.display import Battle, Draft
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.face.words import spot
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.columns import Column, several, worded
from napwidgets.systems.wap.present import WapPresenter, present
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import at_sea
from napwidgets.table.presenter import places
from napwidgets.table.table import Table
from napwidgets.widgets import CampaignMap, Chronicle, Lobby, TableApp
from napwidgets.widgets.order_pad import OrderPad
from napwidgets.widgets.panels import Inspector

IDS = [s.id for s in scenarios.scenarios() if s.system == "wap"]
#: Moves of a game that are looked at from every side, and that go through all panels.
MOVES, SHOWN = 160, 60


def random_game(id: str, seed: str, many: int, options: dict[str, Any] | None = None) -> Iterator[Game]:
    """The positions of a random game, the first one and those after each move."""
    game, rng = napwidgets.new_game(id, options, seed), Random(seed)
    while game.decision is not None and game.number < many:
        yield game
        subjects = list(game.subjects())
        moves = list(game.moves(rng.choice(subjects).id)) if subjects and rng.random() < 0.7 else []
        moves = moves or list(game.moves()) or [move for s in subjects for move in game.moves(s.id)]
        game = game.play(rng.choice(moves))
    yield game


def sums_to_one(battle: Battle | None, draft: Draft | None = None) -> None:
    """Distributions are distributions."""
    spreads = list(battle.spreads) if battle is not None else []
    spreads += [draft.chances] if draft is not None and draft.chances is not None else []
    for spread in spreads:
        assert sum(Fraction(s.exact) for s in spread.shares) == 1
        assert spread.method == "exact"


def filled(draft: Draft, focus: str, rng: Random) -> dict[str, str]:
    """The form filled in by somebody who thinks of nothing."""
    values = {"focus": focus}
    for field in draft.fields:
        chosen = rng.choice(field.choices)[0] if field.choices else str(rng.randint(field.low, field.high))
        values[field.id] = chosen
    return values


def test_nelson_lies_with_his_fleet_at_sea_in_port_and_before_one() -> None:
    """Apart from it his name alone would look out from under whatever lies on top there."""
    game = napwidgets.new_game("wap/grand-campaign")
    x, face = game.engine.context, present(game.engine)
    own = next(f for f in game.state.fleets if f.nation == ENGLAND)
    for place, inside in ((at_sea(1), False), (own.place, True), (own.place, False)):
        here = msgspec.structs.replace(own, place=place, inside=inside)
        state = game.state.leader(x.setting.nelson, place=place, inside=inside)
        counters = face.scene(msgspec.structs.replace(state, fleets=(here,)), None).counters
        lie = {(c.hex, c.berth) for c in counters if c.name == "Nelson" or c.symbol == "ship"}
        assert len(lie) == 1, lie


@pytest.mark.parametrize("id", IDS)
def test_every_position_of_a_game_can_be_shown(id: str) -> None:
    rng = Random(id)
    for game in random_game(id, id, MOVES):
        decision, face = game.decision, present(game.engine)
        if decision is None:
            break
        view, seat = game.view(decision.seat), decision.seat
        scene = face.scene(view, seat)
        ids = [c.id for c in scene.counters]
        assert len(set(ids)) == len(ids)
        assert all(-1 <= c.hex < places(face.board) for c in scene.counters)
        assert face.track(view)
        assert face.standing(view)
        assert face.roster(view, seat)
        for hex in (rng.choice(scene.counters).hex, rng.randrange(places(face.board))):
            assert face.inspect(view, seat, hex)
            assert {s.id for s in game.subjects()} >= set(face.subject_at(view, hex))
            for kind in ("supply", "enemy", "reach"):
                face.overlay(view, seat, kind, hex)
        check_choices(game, face, view, seat, rng, set(ids))
    assert face.debrief(game).chapters


def check_choices(game: Game, face: WapPresenter, view: Any, seat: str, rng: Random, ids: set[str]) -> None:
    """What a seat can choose now: every target and every form that is complete is a legal move."""
    subjects = list(game.subjects())
    subject = rng.choice(subjects).id if subjects else ""
    if subject:
        assert set(face.members(view, subject)) <= ids
    for target in face.targets(view, subject):
        assert 0 <= target.hex < places(face.board)
        if target.move is not None:
            game.engine.check(game.state, seat, target.move)
    draft = face.draft(view, seat, {"focus": subject})
    if draft is not None:
        draft = face.draft(view, seat, filled(draft, subject, rng))
        assert draft is not None
        assert (draft.move is None) == bool(draft.why)
        if draft.move is not None:
            game.engine.check(game.state, seat, draft.move)
        for target in draft.targets or ():
            game.engine.check(game.state, seat, target.move)
    sums_to_one(face.battle(view, seat, subject or None, -1), draft)
    face.owes(view, seat)


@pytest.mark.parametrize("id", IDS)
def test_a_game_goes_through_every_panel(id: str) -> None:
    table, rng = Table(napwidgets.new_game(id)), Random(id)
    app = TableApp(table)
    assert isinstance(app.map, CampaignMap)
    for _ in range(SHOWN):
        if table.decision is None:
            break
        subjects = list(table.subjects())
        moves: list[Any] = []
        if subjects and rng.random() < 0.7:
            subject = rng.choice(subjects)
            table.pick(table.place_of(subject), subject.id)
            moves = [o.move for o in table.options(subject.id)]
        moves = moves or [o.move for o in table.options()]
        if moves:
            table.play(rng.choice(moves))
        assert "went wrong" not in table.notice.text
        assert "went wrong" not in str(app.map.light["hint"])
        shown = [panel.html for panel in every(app) if hasattr(panel, "html")]
        assert not [html for html in shown if "went wrong" in html]


def every(box: Any) -> Iterator[Any]:
    """A box and all that is in it, however deep."""
    yield box
    for child in getattr(box, "children", ()):
        yield from every(child)


# Forms


def naval_phase() -> tuple[Table, str, int]:
    """Trafalgar's first Naval Phase with Toulon's fleet chosen; its subject and number."""
    table = Table(napwidgets.new_game("wap/trafalgar"))
    subject = next(s for s in table.subjects() if "Toulon" in s.label)
    table.pick(table.place_of(subject), subject.id)
    return table, subject.id, int(subject.id.partition(":")[2])


def test_a_part_of_a_fleet_sails_where_the_map_is_clicked() -> None:
    table, _, fleet = naval_phase()
    pad = OrderPad(table)
    pad.set("squadrons", "1")
    board = CampaignMap(table)
    hex = next(t[0] for t in board.light["targets"] if t[0] >= board.table.presenter.board.size)
    board.layer._handle_custom_msg({"kind": "pick", "hex": hex}, [])
    move = table.game.last.move
    assert isinstance(move, m.Sail)
    assert (move.fleet, move.squadrons, move.transports) == (fleet, 1, 1)


def test_no_ship_at_all_is_refused_with_its_paragraph() -> None:
    table, subject, _ = naval_phase()
    draft = table.presenter.draft(table.view(), "french", {"focus": subject, "squadrons": "0", "transports": "0"})
    assert draft is not None
    assert draft.move is None
    assert "ship" in draft.why
    assert draft.why_cites == ("WAP F.2.b",)
    assert draft.targets == ()


def test_the_risk_on_the_way_is_exact() -> None:
    table, subject, _ = naval_phase()
    draft = table.presenter.draft(table.view(), "french", {"focus": subject})
    assert draft is not None
    assert draft.targets is not None
    notes = {t.hex - table.presenter.board.size: t.note for t in draft.targets}  # type: ignore[union-attr]
    assert notes[3] == "" or "%" in notes.get(1, "%")
    assert draft.chances is None, "Toulon is not blockaded"


def test_a_blockaded_port_shows_its_chances() -> None:
    table = Table(napwidgets.new_game("wap/trafalgar"))
    brest = next(s for s in table.subjects() if "Brest" in s.label)
    draft = table.presenter.draft(table.view(), "french", {"focus": brest.id})
    assert draft is not None
    assert draft.chances is not None
    assert sum(Fraction(s.exact) for s in draft.chances.shares) == 1
    assert draft.chances.cite == "WAP F.6.c"


def movement() -> Table:
    """The grand campaign at the first Movement of France."""
    game = napwidgets.new_game("wap/grand-campaign")
    while game.decision is not None and (game.decision.kind, game.decision.seat) != ("movement", "french"):
        game = game.play(game.moves()[-1])
    return Table(game)


def test_a_march_takes_what_the_form_says() -> None:
    table = movement()
    napoleon = next(s for s in table.subjects() if s.label == "Napoleon")
    values = {"focus": napoleon.id}
    whole = table.presenter.draft(table.view(), "french", values)
    assert whole is not None
    foot = next(f for f in whole.fields if "infantry of" in f.label and "Guard" not in f.label)
    part = table.presenter.draft(table.view(), "french", values | {foot.id: "1"})
    assert part is not None
    assert part.targets
    for target in part.targets:
        assert isinstance(target.move, m.March)
        assert sum(count[0] for _, count in target.move.take) == 1
        table.game.engine.check(table.game.state, "french", target.move)


def test_infantry_without_a_leader_is_refused_with_its_paragraph() -> None:
    table = movement()
    napoleon = next(s for s in table.subjects() if s.label == "Napoleon")
    values = {"focus": napoleon.id}
    draft = table.presenter.draft(table.view(), "french", values)
    assert draft is not None
    values |= {f.id: "0" for f in draft.fields if f.id.startswith("lead:")}
    draft = table.presenter.draft(table.view(), "french", values)
    assert draft is not None
    assert draft.move is None
    assert draft.targets == ()
    assert "leader" in draft.why
    assert draft.why_cites


def purchase() -> Table:
    """The grand campaign where Prussia buys."""
    game = napwidgets.new_game("wap/grand-campaign")
    table = Table(game.play(game.moves()[0]))
    assert table.decision is not None
    assert table.decision.kind == "purchase"
    return table


def test_troops_are_raised_where_the_map_is_clicked_and_the_kind_stays() -> None:
    table = purchase()
    pad, board = OrderPad(table), CampaignMap(table)
    pad.set("kind", "k1")
    board.layer._handle_custom_msg({"kind": "pick", "hex": board.light["targets"][0][0]}, [])
    assert isinstance(table.game.last.move, m.Buy)
    assert table.game.last.move.kind == 1
    assert table.game.can_undo()
    table.undo()
    assert pad.values["kind"] == "k1"


def test_too_many_troops_are_refused_with_the_reason() -> None:
    for game in random_game("wap/grand-campaign", "too many", 200):
        face, decision = present(game.engine), game.decision
        if decision is None or decision.kind != "purchase":
            continue
        form = face.draft(game.view(decision.seat), decision.seat, {})
        if form is None:
            continue
        fields = {f.id: f for f in form.fields}
        values = {"number": str(fields["number"].high), "city": fields["city"].choices[1][0]}
        form = face.draft(game.view(decision.seat), decision.seat, values)
        if form is not None and form.move is None:
            assert "left" in form.why or "force pool" in form.why or "at most" in form.why.lower()
            assert form.why_cites
            return
    raise AssertionError("everything could be paid")


def test_where_several_things_can_be_done_in_a_city_a_click_only_points_there() -> None:
    for game in random_game("wap/grand-campaign", "several", 400):
        face = present(game.engine)
        if game.decision is None or game.decision.kind != "purchase":
            continue
        view = game.view(game.decision.seat)
        if face.draft(view, game.decision.seat, {}) is None:
            several = [t for t in face.targets(view, "") if t.move is None]
            if several:
                table = Table(game)
                board = CampaignMap(table)
                board.layer._handle_custom_msg({"kind": "pick", "hex": several[0].hex}, [])
                assert table.game is game
                assert table.focus.hex == several[0].hex
                return


def test_courting_a_state_shows_its_chance_on_its_capital() -> None:
    for game in random_game("wap/coalitions", "court", 300):
        if game.decision is not None and game.decision.kind == "court":
            face = present(game.engine)
            targets = face.targets(game.view(game.decision.seat), "")
            assert targets
            assert all(t.note.endswith("%") for t in targets)
            assert all(isinstance(t.move, m.Court) for t in targets)
            return
    raise AssertionError("nobody was courted")


# Secrets


def test_a_decision_about_a_place_marks_it_and_its_buttons_say_what_they_do() -> None:
    marked: set[str] = set()
    for id in ("wap/grand-campaign", "wap/trafalgar"):
        for game in random_game(id, "stake 2", 500):
            decision = game.decision
            if decision is None:
                break
            face, view = present(game.engine), game.view(decision.seat)
            here = [o.hexes for o in face.scene(view, decision.seat).overlays if o.kind == "here"]
            if decision.kind in ("shelter", "battle", "attack-at-sea", "pounce", "intercept", "pursue", "sea-retreat"):
                assert len(here) == 1
                assert len(here[0]) == 1
                assert 0 <= here[0][0] < places(face.board)
                marked.add(decision.kind)
            if decision.kind in ("attack-at-sea", "pounce", "pursue", "intercept", "naval", "movement", "court"):
                assert not {"Yes", "Done"} & {option.label.text for option in game.options()}
            if decision.kind in ("shelter", "attack-at-sea", "pounce", "pursue"):
                sums_to_one(face.battle(view, decision.seat, None, -1))
    assert {"shelter", "intercept", "attack-at-sea"} <= marked


def test_an_interception_has_its_chance_on_the_button() -> None:
    found = 0
    for game in random_game("wap/trafalgar", "met", 300):
        if game.decision is None or game.decision.kind != "intercept":
            continue
        for subject in game.subjects():
            for option in game.options(subject.id):
                assert option.label.detail.startswith("they are met: ")
                assert "%" in option.label.detail
                found += 1
    assert found


def test_courting_has_its_chance_on_the_button() -> None:
    game = napwidgets.new_game("wap/coalitions", seed="envoys")
    while game.decision is not None and game.decision.kind != "court":
        game = game.play(game.moves()[-1])
    details = [o.label.detail for o in game.options() if isinstance(o.move, m.Court)]
    assert details
    assert all("%" in words or words == "no chance as things stand" for words in details)


def test_hints_are_for_the_first_month() -> None:
    table = movement()
    assert "nw-advice" in TableApp(table).actions.html
    game = table.game
    while game.decision is not None and game.engine.clock(game.state)[0] == 1:
        game = game.play(game.moves()[-1])
    assert "nw-advice" not in TableApp(Table(game)).actions.html


def test_a_click_sends_the_cards_of_a_place_and_not_the_roster_again() -> None:
    table = movement()
    parts = list(every(TableApp(table)))
    roster = next(p for p in parts if getattr(p, "look", "") == "nw-roster")
    cards = next(p for p in parts if getattr(p, "look", "") == "nw-roster nw-inspector")
    before = roster.serial
    table.pick(table.subjects()[0].hex, table.subjects()[0].id)
    assert roster.serial == before
    assert "nw-card" in cards.html


def test_points_that_lapse_one_after_the_other_share_a_line() -> None:
    game = napwidgets.new_game("wap/grand-campaign", seed="1805")
    for _ in range(120):
        game = game.play(game.moves()[-1])
    lines = Chronicle(Table(game)).html.split("<li>")[1:]
    small = ["let" in line and "lapse" in line and line.count("<span>") == line.count("lapse") for line in lines]
    assert any(line.count("lapse") > 1 for line in lines)
    assert not any(a and b for a, b in itertools.pairwise(small))


def test_hidden_fleets_stay_hidden_on_screen() -> None:
    for game in random_game("wap/lloyds", "hidden", 120, {"hidden_fleets": True}):
        face = present(game.engine)
        for seat in game.engine.seats:
            view = game.view(seat)
            ships = [c for c in face.scene(view, seat).counters if c.symbol == "ship"]
            assert len(ships) <= len(view.fleets)
            cards = [face.inspect(view, seat, face.board.size + zone) for zone in face.board.zones]
            fleets = sum(card.title.startswith("Fleet") for found in cards for card in found)
            assert fleets == sum(1 for f in view.fleets if f.place < -10)


def test_a_table_without_secrets_shows_every_side_its_own_states_first() -> None:
    table = purchase()
    app = TableApp(table)
    roster = next(p for p in every(app) if getattr(p, "look", "") == "nw-roster")
    assert "show their papers" not in roster.html
    assert roster.html.index("The English side") < roster.html.index("The French side")


def test_the_debrief_of_a_whole_game_has_a_chapter_a_month() -> None:
    last = list(random_game("wap/trafalgar", "end", 2000))[-1]
    assert last.outcome is not None
    debrief = present(last.engine).debrief(last)
    assert [c.label for c in debrief.chapters][:2] == ["September 1805", "October 1805"]
    assert all(c.history for c in debrief.chapters[:4])
    app = TableApp(Table(last))
    assert "went wrong" not in app.debrief.html


# The lobby


def lobby(scenario: str) -> tuple[Lobby, list[tuple[Game, dict[str, str]]]]:
    opened: list[tuple[Game, dict[str, str]]] = []
    return Lobby(lambda game, seats: opened.append((game, seats)), scenario), opened


def test_the_lobby_shows_every_campaign_with_a_picture() -> None:
    found, _ = lobby("wap/grand-campaign")
    for id in IDS:
        assert f'data-arg="{id}"' in found.html
    assert found.html.count('<use href="#nw-europe"/>') == len(IDS)
    assert found.html.count('<symbol id="nw-europe"') == 1
    assert "K.8" in found.html


def test_a_scenario_comes_with_its_own_options_and_they_can_be_taken_away() -> None:
    found, opened = lobby("wap/lloyds")
    assert found.options == {"lloyds"}
    found.do_start("")
    found.do_option("lloyds=0")
    found.do_start("")
    assert [game.engine.chosen.get("lloyds", False) for game, _ in opened] == [True, False]


def test_a_seat_that_an_option_adds_can_be_taken() -> None:
    found, opened = lobby("wap/grand-campaign")
    assert "Russia" not in found._seats_html()
    found.do_option("russian_seat=1")
    assert "Russia" in found._seats_html()
    found.do_seat("russian=person")
    found.do_start("")
    game, seats = opened[0]
    assert "russian" in game.engine.seats
    assert seats["russian"] == "person"
    assert set(seats) == set(game.engine.seats)


def test_the_inspector_follows_the_place_of_a_decision() -> None:
    table = Table(napwidgets.new_game("wap/grand-campaign", seed="1805"))
    x: Any = table.game.engine.context  # type: ignore[attr-defined]
    players = make_players(table.game.engine, "1805", {}, default="steady")
    table.pick(x.board.hex_of("Lisbon"))
    while (decision := table.game.decision) is not None and decision.kind != "shelter":
        table.play(players[decision.seat].choose(table.game.engine, table.game.view(decision.seat), decision.seat))
    state: Any = table.game.state
    assert table.focus.hex == spot(x, state.agenda[-1].about(x, state)) >= 0
    assert decision is not None
    here, away = (
        table.presenter.inspect(table.view(), decision.seat, hex)[0].title
        for hex in (table.focus.hex, x.board.hex_of("Lisbon"))
    )
    html = Inspector(table).html
    assert here in html
    assert away not in html


@pytest.mark.parametrize(
    ("leaders", "take", "words", "many"),
    [
        (("Massena",), ((0, "2I 1C"),), "Masséna with 3 of France", False),
        (("Massena", "Ney"), ((0, "4I"),), "Masséna and Ney with 4 infantry of France", True),
        ((), ((0, "1C"),), "1 cavalry of France", False),
        ((), ((0, "2C"),), "2 cavalry of France", True),
    ],
)
def test_a_force_is_spoken_of_as_one_or_many(
    leaders: tuple[str, ...], take: tuple[tuple[int, str], ...], words: str, many: bool
) -> None:
    x: Any = napwidgets.new_game("wap/grand-campaign").engine.context  # type: ignore[attr-defined]
    who = tuple(x.setting.leader_number[name] for name in leaders)
    column = Column(0, who, tuple((nation, parse(force)) for nation, force in take), 3, None, 0)
    assert worded(x, column) == words
    assert several(column) is many


def test_a_bare_hex_is_named_by_the_city_nearest_to_it() -> None:
    x: Any = napwidgets.new_game("wap/grand-campaign").engine.context  # type: ignore[attr-defined]
    vienna = x.board.hex_of("Vienna")
    bare = next(h for h in x.board.neighbours[vienna] if h not in x.setting.city_at)
    assert x.setting.spot(vienna) == x.board.title(vienna)
    assert x.setting.spot(bare).startswith(f"{x.board.title(bare)} near ")


def test_what_nobody_should_overlook_stands_out_in_the_chronicle() -> None:
    chronicle = Chronicle(napwidgets.new_game("wap/trafalgar"))  # type: ignore[attr-defined]
    quiet, great = Event("marched", "Ney marches."), Event("status", "France is now neutral.")
    assert "nw-great" not in chronicle._told(quiet, "September 1805")
    assert 'class="nw-great"' in chronicle._told(great, "September 1805")


def test_forces_are_told_in_words_and_not_as_set_ups_write_them() -> None:
    game = random_game("wap/grand-campaign", "pools", 400)
    short = re.compile(r"\b\d+(?:I|C|CC|GI|GC|L|M|P)\b")
    words: list[str] = []
    for g in game:
        if g.decision is None:
            break
        words += [event.text for event in g.last.events]
        words += [option.label.detail for option in itertools.islice(g.options(), 5)]
    view, face = g.state, present(g.engine)
    roster = [line.detail for line in face.roster(view, g.engine.seats[0])]
    assert [text for text in (*words, *roster) if short.search(text)] == []
    assert any(re.search(r"in the force pool: \d+ infantry", detail) for detail in roster)
