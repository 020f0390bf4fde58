"""March on Paris on screen: the sky, baggage and supply, covers, vedettes, bridges, and where points come from."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.face.presenter import Presenter
from napwidgets.systems.mop.face.skies import TITLES, effects, line
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.tables import Tables
from napwidgets.systems.mop.vedettes import of_unit
from napwidgets.systems.mop.victory import accounts, points
from napwidgets.systems.tactical.core.state import AWAY, DEAD
from napwidgets.table.table import Table
from napwidgets.widgets import BattleResolver, HexMap, TableApp
from napwidgets.widgets.computers import play_computers
from napwidgets.widgets.hexmap import SkyMap
from napwidgets.widgets.panels import Header, track_html
from napwidgets.widgets.sky import PICTURES
from tests.conformance.cases import REPEATED
from tests.widgets.test_nlc_face import every, in_order, step

IDS = [s.id for s in scenarios.scenarios() if s.system == "mop" and s.id not in REPEATED]
#: Moves of a game that are played through all panels.
MOVES = 25


def table_of(id: str, seed: str = "1814", people: int = 1) -> Table:
    game = napwidgets.new_game(id, seed=seed)
    seats = {seat: "person" if i < people else "steady" for i, seat in enumerate(game.engine.seats)}
    return Table(game, seats)


@cache
def opening(id: str = "mop/champaubert") -> tuple[Battle, Presenter, State]:
    game = napwidgets.new_game(id, seed="1814")
    assert isinstance(game.engine, Battle)
    assert isinstance(game.state, State)
    return game.engine, Presenter(game.engine), game.state


def seen(state: State, engine: Battle, seat: str) -> State:
    view = engine.view(state, seat)
    assert isinstance(view, State)
    return view


@cache
def at(kind: str, id: str = "mop/champaubert") -> Game:
    """A game at its first decision of a kind."""
    table = table_of(id, seed="3", people=0)
    while table.game.decision is not None and table.game.decision.kind != kind:
        table.step()
    assert table.game.decision is not None
    return table.game


@pytest.mark.parametrize("id", IDS)
def test_a_game_goes_through_every_panel(id: str) -> None:
    table, rng = table_of(id), Random(id)
    app = TableApp(table)
    for _ in range(MOVES):
        with table.quiet():
            play_computers(table)
        table.tell()
        if not step(table, rng):
            break
        assert "went wrong" not in table.notice.text
        assert "went wrong" not in str(app.map.light["hint"])
        assert not [panel.html for panel in every(app) if "went wrong" in getattr(panel, "html", "")]
        in_order(table.presenter.battle(table.view(), table.eyes, table.focus.subject, table.focus.hex))
    assert table.game.number > 10


def test_what_a_board_sends_beside_its_land_is_small() -> None:
    state = HexMap(table_of("mop/la-rothiere")).get_state()
    beside = {key: value for key, value in state.items() if key not in ("board", "_esm", "_css")}
    assert len(json.dumps(beside, default=str)) < 16_000


def test_37_4_every_sky_has_a_picture_a_title_and_a_tint() -> None:
    css = SkyMap._css
    for kind in Tables().all["sky-effects"].rows:
        assert kind in PICTURES
        assert kind in ("fair", "dusk") or kind in TITLES
        assert kind == "fair" or f'[data-sky~="{kind}"]' in css


def test_37_4_the_sky_is_told_as_its_table_says() -> None:
    tables = Tables()
    assert effects(tables, tables.sky("fair")) == ()
    assert effects(tables, tables.sky("mud")) == (
        "no bombardment", "guns −50 % in assault", "no charges", "guns and trains pay double",
    )  # fmt: skip
    rain = ", ".join(effects(tables, tables.sky("rain")))
    assert "infantry −50 % except against infantry" in rain
    assert "cavalry +100 %" in rain
    assert effects(tables, tables.sky("frost")) == ("no digging",)
    assert "no digging" in effects(tables, tables.sky("snow"))
    assert "no digging" not in rain


def test_37_4_frost_is_told_to_stop_pontoons_where_there_are_any_and_the_dark_is_not() -> None:
    for scenario, sky, turn, told in (
        ("mop/la-rothiere", "frost", 1, True),
        ("mop/la-rothiere", "mud", 1, False),
        ("mop/la-rothiere", "fair", 7, False),
        ("mop/brienne", "frost", 1, False),
    ):
        engine, _, state = opening(scenario)
        found = line(engine.context, replace(state, sky=sky, turn=turn))
        assert ("no pontoon bridges" in found) is told, (scenario, sky)
        assert "no digging" in found or sky == "mud"


def test_the_header_shows_the_sky_and_the_board_is_tinted() -> None:
    table = table_of("mop/champaubert")
    sky = table.presenter.sky(table.view())  # type: ignore[attr-defined]
    header = Header(table).html
    assert sky.title in header
    assert "MoP 37.4" in header
    assert HexMap(table).light["sky"] == " ".join(sky.kinds)
    assert "sky" not in HexMap(Table(napwidgets.new_game("nlc/first-steps"), {})).light


def test_37_1_dusk_is_on_the_track_in_the_sky_and_over_the_board() -> None:
    engine, face, state = opening("mop/brienne")
    hours = face.track(state)
    assert [h.number for h in hours if h.kind == "dusk"] == [7, 8, 9]
    assert 'class="nw-dusk"' in track_html(hours, 1)
    dark = replace(state, turn=7)
    assert face.sky(dark).kinds == (state.sky, "dusk")
    assert "MoP 37.1" in face.sky(dark).cites
    assert face.scene(seen(dark, engine, "french"), "french").sky.endswith("dusk")


@pytest.mark.parametrize(("sky", "far"), [("fair", 8), ("fog", 1)])
def test_37_4_the_horizon_is_as_far_as_one_sees(sky: str, far: int) -> None:
    engine, face, state = opening()
    view = seen(replace(state, sky=sky), engine, "french")
    hex = next(h for h in range(face.x.board.size // 2, face.x.board.size) if not face.x.setting.high[h])
    overlay = face.overlay(view, "french", "sight", hex)
    (line,) = overlay.more
    assert line.kind == "horizon"
    assert max(face.x.board.distances[hex][h] for h in line.hexes) == far
    assert set(overlay.hexes) <= set(line.hexes)
    assert all(f"sight {far}" in words for _, words in line.notes)


def test_37_10_trains_are_counters_that_are_lit_and_move() -> None:
    game = at("trains")
    table = Table(game, dict.fromkeys(game.engine.seats, "person"))
    (subject, *_) = table.subjects()
    assert subject.id.startswith("b:")
    board = HexMap(table)
    assert any(row[0] == subject.id and row[3] == "train" for row in board.units)
    board._handle_custom_msg({"kind": "pick", "hex": subject.hex}, [])
    assert board.light["units"] == [subject.id]
    assert all(note for _, note, *_ in board.light["targets"])
    to = board.light["targets"][0][0]
    board._handle_custom_msg({"kind": "drop", "unit": subject.id, "hex": to}, [])
    moved = table.game.state
    assert isinstance(moved, State)
    assert moved.trains[int(subject.id[2:])].hex == to


def test_37_9_a_train_says_whether_it_feeds_its_corps_to_its_own_side() -> None:
    engine, face, state = opening()
    view = seen(state, engine, "french")
    hex = state.trains[0].hex
    facts = {f.name: f.value for card in face.inspect(view, "french", hex) for f in card.facts}
    assert facts["Feeds its corps"].startswith("yes: ")
    foe = {f.name for card in face.inspect(seen(state, engine, "coalition"), "coalition", hex) for f in card.facts}
    assert "Feeds its corps" not in foe
    lost = next(h for h in range(face.x.board.size) if not face.x.setting.linked[h])
    cut = replace(state, trains=(replace(state.trains[0], hex=lost), *state.trains[1:]))
    (counter,) = [c for c in face.scene(seen(cut, engine, "french"), "french").counters if c.id == "b:0"]
    assert [words for _, words in counter.marks] == ["cut off: feeds nobody"]


def test_37_9_the_overlay_of_supply_has_hexes_roads_and_who_goes_without() -> None:
    engine, face, state = opening()
    view = seen(state, engine, "french")
    fed = face.overlay(view, "french", "supply", -1)
    assert fed.ways
    assert not fed.more
    unit = next(u for u in face.x.setting.of_side[0] if state.units[u].hex >= 0)
    away = max(set(range(face.x.board.size)) - set(fed.hexes))
    lost = seen(state.unit(unit, hex=away), engine, "french")
    (hungry,) = face.overlay(lost, "french", "supply", -1).more
    assert hungry.hexes == (away,)
    board = HexMap(table_of("mop/champaubert"))
    board._handle_custom_msg({"kind": "overlay", "name": "supply", "hex": -1}, [])
    assert "supply" in [o["kind"] for o in board.overlays]


def test_37_9_who_goes_without_is_marked_for_his_own_side() -> None:
    engine, face, state = opening()
    unit = next(u for u in face.x.setting.of_side[0] if state.units[u].hex >= 0)
    starved = replace(state, starved=(unit,), hidden=())
    for seat, marked in (("french", True), ("coalition", False)):
        counters = face.scene(seen(starved, engine, seat), seat).counters
        (counter,) = [c for c in counters if c.id == f"u:{unit}"]
        assert ("out of supply" in [words for _, words in counter.marks]) == marked


def test_supply_sources_lie_on_the_map_in_the_colours_of_their_side() -> None:
    engine, face, state = opening()
    found = [o for o in face.scene(seen(state, engine, "french"), "french").overlays if o.kind == "source"]
    assert [o.nation for o in found] == ["french", "russian"]
    facts = [f.value for card in face.inspect(state, "french", found[0].hexes[0]) for f in card.facts]
    assert any("4 points to the enemy" in value for value in facts)


def test_37_5_and_37_14_counters_and_cards_say_what_men_and_leaders_are_worth() -> None:
    engine, face, state = opening()
    view = seen(state, engine, "french")
    counters = {c.name: c for c in face.scene(view, "french").counters}
    assert "initiative 3" in counters["Ricard 1"].title
    assert counters["Marmont"].values == "(3)"
    assert counters["Grouchy"].values == "[3/1]"
    merlin = next(u for u, info in enumerate(face.x.infos) if info.name == "Merlin")
    facts = {f.name: f for card in face.inspect(view, "french", state.units[merlin].hex) for f in card.facts}
    assert facts["Initiative"].value == "3"
    assert facts["Screen"].value == "2 vedettes"
    assert facts["In supply"].value == "yes"


def test_37_6_the_enemy_shows_covers_and_ones_own_know_that_they_are_covered() -> None:
    engine, face, state = opening()
    mine = face.scene(seen(state, engine, "french"), "french").counters
    theirs = [c for c in mine if c.seat == "coalition" and c.symbol == "unknown"]
    assert theirs
    assert all(not c.name and c.title.startswith("under cover") for c in theirs)
    assert all(c.berth == "covered" for c in mine if c.id.startswith("u:"))
    cards = face.inspect(seen(state, engine, "french"), "french", theirs[0].hex)
    assert "nobody of yours sees it" in cards[0].facts[0].value
    assert len({c.id for c in mine}) == len(mine)


def test_37_7_vedettes_are_counters_and_their_unit_is_out() -> None:
    engine, face, state = opening()
    merlin = next(u for u, info in enumerate(face.x.infos) if info.name == "Merlin")
    h, mine = state.units[merlin].hex, of_unit(state, merlin)
    out = tuple(replace(k, hex=h) if v in mine else k for v, k in enumerate(state.vedettes))
    view = seen(replace(state.unit(merlin, hex=AWAY), vedettes=out), engine, "french")
    scene = face.scene(view, "french").counters
    assert [c.id for c in scene if c.symbol == "vedette"] == [f"v:{v}" for v in mine]
    assert {c.title for c in face.inspect(view, "french", h)} >= {"Vedette of Merlin"}
    (line,) = [line for line in face.roster(view, "french") if line.title == "Merlin"]
    assert line.detail == "out as vedettes"
    assert face.members(view, "v:0") == ["v:0"]


def test_37_11_a_broken_bridge_is_crossed_out() -> None:
    engine, face, state = opening()
    board = face.x.board
    a = next(h for h in range(board.size) if any(side & 4 for side in board.sides[h]))
    b = next(n for n, side in zip(board.neighbours[a], board.sides[a], strict=True) if side & 4)
    broken = replace(state, spans=(tuple(sorted((a, b))),))  # type: ignore[arg-type]
    overlays = face.scene(seen(broken, engine, "french"), "french").overlays
    assert [o.ways for o in overlays if o.kind == "broken"] == [broken.spans]


def test_37_13_every_point_is_accounted_for() -> None:
    engine, face, state = opening()
    x = engine.context
    assert points(x, state) == tuple(
        (seat, sum(a.points for a in accounts(x, state) if a.side == side)) for side, seat in enumerate(engine.seats)
    )
    taken = replace(state, trains=(replace(state.trains[0], hex=DEAD, taken=1), *state.trains[1:]))
    what = {a.what: a.points for a in accounts(x, taken) if a.side == 1}
    assert what["baggage taken: 1 train"] == 2
    shown = {f.name: f.value for f in face.standing(taken)}
    assert shown["· baggage taken: 1 train"] == "2"
    assert shown["More points win"] == "after 4 PM", "there is no other end"
    assert shown["The sky"].startswith(face.sky(state).title)
    gone = taken
    for u in [u for u in x.setting.of_side[1] if x.infos[u].formation == x.setting.formation_index["IX"]]:
        gone = gone.unit(u, hex=DEAD, steps=0)
    french = {a.what: a.points for a in accounts(x, gone) if a.side == 0}
    assert french["demoralized: Russian IX Corps"] == 4
    assert any("SP fewer lost" in words for words in french)


def test_the_debrief_tells_where_points_came_from() -> None:
    table = table_of("mop/champaubert", people=0)
    play_computers(table)
    outcome = table.game.outcome
    assert outcome is not None
    facts = {f.name: f.value for f in table.presenter.standing(table.game.state)}
    for seat, n in outcome.points:
        assert facts[f"{table.game.engine.seat_name(seat)}: points"] == str(n)
    assert "The sky" not in facts
    debrief = table.presenter.debrief(table.game)
    assert debrief.heads[1].endswith("1814")
    assert {chapter.past for chapter in debrief.chapters} == {"1814"}


def test_the_sandbox_of_1814_has_a_sky() -> None:
    bench = BattleResolver.sandbox("mop")
    in_order(bench.battle)
    before = bench.battle
    bench.set(sky="snowstorm")
    assert bench.battle != before
    bench.set(**{"kind": "charge", "a:i": 0, "a:f": 0, "a:c": 4, "sky": "mud"})
    assert bench.battle is None
    assert "MoP 37.4" in bench.form.html


def test_every_nation_of_1814_has_its_colours() -> None:
    from napwidgets.systems.mop.troops import NATIONS
    from napwidgets.widgets import svg
    from napwidgets.widgets.sheet import STATIC

    pieces, theme = str(SkyMap._esm), (STATIC / "theme.css").read_text()
    for nation in NATIONS:
        assert nation in svg.NATIONS
        assert f"{nation}: [" in pieces
        assert f".nw-n-{nation} " in theme
        assert f".nw-e-{nation} " in theme


def test_messages_about_overlays_that_there_are_not_are_refused() -> None:
    for id, known in (("mop/champaubert", True), ("nlc/first-steps", False)):
        table = table_of(id)
        message: dict[str, Any] = {"kind": "overlay", "name": "supply", "hex": -1}
        HexMap(table)._handle_custom_msg(message, [])
        assert (table.notice.tone == "refusal") != known
