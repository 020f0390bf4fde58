"""What a screen shows of a campaign: what stands aside, what is lit, how turns, weather and guesses are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.face import pieces
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.present import HOPELESS, ConPresenter
from napwidgets.systems.con.rallying import MoraleChecks
from napwidgets.systems.con.state import FRENCH, OTHER, Report, State
from napwidgets.table.table import Table
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.sky import PICTURES
from tests.systems.con.country import field, game, h, leader, run, unit


@pytest.fixture(scope="module")
def ended() -> Game:
    """A campaign of Belgium between computers, to its end."""
    played = napwidgets.new_game("con/belgium-1815", seed="1")
    players = make_players(played.engine, "1", dict.fromkeys(played.engine.seats, "steady"))
    while (decision := played.decision) is not None:
        view = played.view(decision.seat)
        played = played.play(players[decision.seat].choose(played.engine, view, decision.seat))
    return played


def aside(s: State, move: Any) -> str:
    """The heading behind which a move stands."""
    return ConPresenter(game()).aside(s, move)


def moving(*stacks: str, **more: Any) -> State:
    return field(game(), *stacks, step=MovementPhase(FRENCH), **more)


def test_who_cannot_act_on_his_own_stands_behind_a_heading() -> None:
    s = moving("girard 0605: f1", "ney 0503: f2", weather="rain")
    alone = m.Activate(leader("girard"), "initiative")
    assert alone in game().options(s, f"h:{h('0605')}")
    assert aside(s, alone) == HOPELESS
    assert aside(replace(s, weather="fair"), alone) == ""
    assert aside(s, m.Activate(leader("ney"), "initiative")) == ""
    assert aside(s, m.Activate(leader("girard"))) == ""


def test_leaders_who_leave_troops_behind_stand_behind_a_heading() -> None:
    s = moving("ney 0605: f1", "reille 0605 < ney:", "napoleon 0503:")
    found = {name: aside(s, m.Activate(leader(name), "initiative", True)) for name in ("ney", "reille", "napoleon")}
    assert found == {"ney": "Leaders alone", "reille": "Leaders alone", "napoleon": ""}


def test_garrisons_and_new_places_of_a_centre_stand_behind_a_heading() -> None:
    s = field(game(), "ney 0605: f1", step=Organization(FRENCH))
    assert aside(s, m.Assign(unit("f1"), -1)) == "Garrisons"
    assert aside(s, m.Assign(unit("f1"), leader("ney"))) == ""
    assert {aside(s, move) for move in game().options(s)} == {"", "Centre of operations"}


def test_no_hex_is_lit_to_which_no_die_leads() -> None:
    face = ConPresenter(game())
    s = field(game(), "girard 0605: f1", step=ForcedMarches(FRENCH), weather="rain")
    about = f"h:{h('0605')}"
    assert game().options(s, about)
    assert face.targets(s, about) == []
    lit = face.targets(replace(s, weather="fair"), about)
    assert {target.note for target in lit} == {"17 %"}


def test_base_bridges_no_hex_is_lit_for_work_at_a_bridge_that_would_take_the_march() -> None:
    s = field(game(), "ney 0405: f1", step=MovementPhase(FRENCH))
    about = f"h:{h('0405')}"
    work = m.Span(leader("ney"), h("0505"))
    assert work in game().options(s, about)
    assert ConPresenter(game()).targets(s, about) == []


@pytest.mark.parametrize("weather", ["fair", "rain", "mud", "heat", "snow", "frost"])
def test_every_weather_lies_over_the_map_and_has_its_picture(weather: str) -> None:
    s = moving("ney 0605: f1", weather=weather)
    face = ConPresenter(game())
    assert face.scene(s, "french").sky == weather
    sky = face.sky(s)
    assert sky is not None
    assert set(sky.kinds) <= set(PICTURES)


def test_the_track_names_a_month_once_where_turns_are_few() -> None:
    def labels(scenario: str) -> list[str]:
        played = napwidgets.new_game(scenario, seed="1")
        return [hour.label for hour in ConPresenter(played.engine).track(played.view("french"))]  # type: ignore[arg-type]

    assert labels("con/belgium-1815") == ["15 Jun", "16", "17", "18", "19", "20", "21", "22"]
    assert all(" " in label for label in labels("con/france-1814"))


def test_morale_checks_say_who_does_what() -> None:
    s = field(game(), "reille 0605: f1", step=MoraleChecks(FRENCH)).unit(unit("f1"), shaken=True)
    words = [game().label(s, move).text for move in game().options(s)]
    assert words[0] == "Reille rallies his men for 1 point"
    assert words[-1] == "No more morale checks"


def test_every_table_of_the_debrief_has_its_heading(ended: Game) -> None:
    tables = Debrief(Table(ended)).html.split("<table")
    assert len(tables) == 3
    assert all(re.search(r"<h2>[^<]+</h2>$", before) for before in tables[:-1])


def test_the_debrief_tells_guesses_beside_what_stood_there(ended: Game) -> None:
    told = ConPresenter(ended.engine).debrief(ended).contrasts  # type: ignore[arg-type]
    assert told
    sizes = [(c.believed.split()[1], c.true.split()[1]) for c in told]
    assert not [believed for believed, true in sizes if believed == true], "whoever guessed right was not deceived"
    for contrast in told:
        assert contrast.true.split(" of ")[0] in ("a division", "a corps", "an army")


@pytest.mark.parametrize(("strength", "words", "counter"), [(1, "5 SP at the most", "≤5"), (10, "about 10 SP", "~10")])
def test_a_report_of_one_point_stands_for_any_that_are_as_few(strength: int, words: str, counter: str) -> None:
    x = game().context
    report = Report(2, FRENCH, h("0705"), leader("hill"), "division", strength)
    assert pieces.told(x, report, 2) == f"Hill, division of {words}"
    assert pieces.reported(x, report, 2) == counter
    assert pieces.told(x, report, 3) == f"Hill, division of {words}, a turn ago", "another may stand there now"
    assert pieces.reported(x, report, 3) == f"{counter}?"


def test_5_a_report_of_the_turn_before_says_so_on_the_map_and_is_gone_after_that() -> None:
    e = game(Options())
    s = field(e, "ney 0605: f1", "hill 0705: a1", step=Organization(FRENCH))
    s = replace(s, reports=(Report(s.turn, FRENCH, h("0705"), leader("hill"), "corps", 20),))
    shown = []
    for turn in (s.turn, s.turn + 1, s.turn + 2):
        face, view = ConPresenter(e), e.view(replace(s, turn=turn), "french")
        counter = next(c for c in face.scene(view, "french").counters if c.symbol == "unknown")
        card = next(card for card in face.inspect(view, "french", h("0705")) if card.title == "A stack face down")
        shown.append((counter.values, "a turn ago" in counter.title, "a turn ago" in card.facts[0].value))
    assert shown == [("~20", False, False), ("~20?", True, True), ("?", False, False)]


def test_9_2_a_lit_hex_says_that_the_chance_of_a_march_to_the_guns_is_the_best_there_is() -> None:
    for e, sign in ((game(Options()), "at best "), (game(Options(open_play=True)), "")):
        s = run(e, field(e, "ney 0605: f1", "erlon 0504: f2/5", "hill 0705: a1", step=Prepare(),
                         contacts=((OTHER, h("0705")),)))  # fmt: skip
        s = replace(s, agenda=(ForcedMarches(FRENCH),))
        lit = {t.move: t.note for t in ConPresenter(e).targets(s, f"h:{h('0504')}") if t.move is not None}
        guns = [note for move, note in lit.items() if isinstance(move, m.ToGuns)]
        plain = [note for move, note in lit.items() if isinstance(move, m.Force)]
        assert guns
        assert all(note.startswith(sign) and note.endswith(" %") for note in guns)
        assert not any("at best" in note for note in plain)


def test_the_card_of_a_hex_in_the_woods_does_not_call_it_open() -> None:
    played = napwidgets.new_game("con/belgium-1815", seed="1")
    face = ConPresenter(played.engine)  # type: ignore[arg-type]
    for ground, told in (("woods", "Woods"), ("clear", "Open country")):
        at = next(n for n, kind in enumerate(face.board.terrain) if kind == ground and n not in face.board.places)
        assert face.inspect(played.view("french"), "french", at)[0].subtitle == told


def test_the_desk_says_that_an_army_is_in_supply_beside_the_way_to_its_source() -> None:
    game = napwidgets.new_game("con/learning")
    line = ConPresenter(game.engine).desk(game.view("french"), "french")[0]
    assert line.detail.endswith("12 hexes to its source")
    assert (line.tag, line.tone) == ("in supply", "good")
