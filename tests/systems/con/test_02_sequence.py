"""The sequence of a turn: initiative, arrivals, replacements, the end (1, 2, the scenario; readings 69 to 72)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.con import victory
from napwidgets.systems.con.fighting import dispirited
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import DrawData, ForceData, GoalData, MoraleData, TurnsData, VictoryData
from napwidgets.systems.con.sequence import BeginTurn, EndTurn, Initiative, arrivals, drafts, initiative
from napwidgets.systems.con.state import FRENCH, GONE, OTHER, Center, Fight, State, Vedette
from napwidgets.systems.con.tables import Tables
from tests.systems.con.country import (
    SET_UP,
    at,
    decided,
    dice,
    field,
    game,
    h,
    leader,
    run,
    strength,
    texts,
    unit,
)

TABLES = Tables()


def first(points: tuple[int, int], leaders: tuple[int, int], last: int, *faces: int, **more: Any) -> int:
    return initiative(TABLES, points, leaders, more.get("spirit", (0, 0)), last, dice(*faces))


def test_2_a_die_a_point_for_five_and_the_senior_leaders_initiative() -> None:
    assert first((0, 0), (4, 4), OTHER, 4, 3) == FRENCH
    assert first((0, 0), (4, 4), FRENCH, 3, 4) == OTHER
    assert first((5, 0), (4, 4), OTHER, 3, 3) == FRENCH
    assert first((4, 0), (4, 4), OTHER, 3, 3) == OTHER
    assert first((9, 5), (4, 4), OTHER, 3, 3) == OTHER
    assert first((10, 9), (4, 4), OTHER, 3, 3) == FRENCH
    assert first((0, 0), (5, 4), OTHER, 3, 3) == FRENCH
    assert first((0, 0), (4, 5), FRENCH, 3, 3) == OTHER


def test_2_in_a_draw_the_first_player_stays_first() -> None:
    assert first((0, 0), (4, 4), FRENCH, 3, 3) == FRENCH
    assert first((0, 0), (4, 4), OTHER, 3, 3) == OTHER


def test_2_the_morale_number_is_taken_off() -> None:
    assert first((0, 0), (4, 4), FRENCH, 3, 3, spirit=(1, 0)) == OTHER
    assert first((0, 0), (4, 4), OTHER, 3, 3, spirit=(0, 1)) == FRENCH
    assert first((0, 0), (4, 4), FRENCH, 3, 3, spirit=(0, -1)) == OTHER


def test_2_the_points_of_all_armies_and_the_largest_span_on_the_map_count() -> None:
    # Uxbridge's initiative is 2, Wellington's 4, though Hill's span is no smaller than Uxbridge's.
    s = field(game(), "ney 0205: f1", "uxbridge 1205: a1", "wellington 1305", step=Initiative(), points=(0, 4, 1))
    won = run(game(), replace(s, first=FRENCH), 3, 3)
    assert (won.first, decided(game(), won)) == (OTHER, "allied: movement")
    few = run(game(), replace(s, first=FRENCH, points=(0, 4, 0)), 3, 3)
    assert few.first == FRENCH
    gone = s.lead(leader("wellington"), at=-1)
    assert run(game(), replace(gone, first=OTHER), 4, 4).first == FRENCH


def test_2_the_scenario_says_who_begins() -> None:
    s = replace(field(game(), "ney 0205: f1", "hill 1205: a1", step=Initiative()), turn=1)
    assert run(game(), replace(s, first=OTHER)).first == OTHER
    assert run(game(), replace(s, first=FRENCH)).first == FRENCH
    for side in ("french", "allied"):
        begun = game(first=side).start(dice(2), [])
        assert decided(game(), begun) == "french: organization"
        assert begun.first == ("french", "allied").index(side)


def test_1_the_phases_of_a_turn_in_their_order() -> None:
    names = [
        "EndTurn", "Combats", "ForcedMarches", "ForcedMarches", "MoraleChecks", "MoraleChecks", "Prepare",
        "EndMovement", "MovementPhase", "EndMovement", "MovementPhase",
    ]  # fmt: skip
    for options in (Options(), Options(no_morale=True)):
        e = game(options)
        s = field(e, "ney 0205: f1", "hill 1205: a1", step=Initiative())
        s = run(e, replace(s, first=OTHER), 1, 6)
        assert s.first == OTHER
        wanted = [name for name in names if options.morale or name != "MoraleChecks"]
        assert [type(step).__name__ for step in s.agenda] == wanted
        sides = [step.who for step in s.agenda if type(step).__name__ == "MovementPhase"]
        assert sides == [FRENCH, OTHER]
        assert [step.who for step in s.agenda if type(step).__name__ == "ForcedMarches"] == [FRENCH, OTHER]


def test_1_a_turn_begins_with_weather_points_and_both_sides_organization() -> None:
    log: list[Event] = []
    s = replace(field(game(), "ney 0605: f1", "hill 0705: a1", step=BeginTurn()), failed=((0, h("0605")),))
    s = replace(s, contacts=((FRENCH, h("0605")), (FRENCH, h("0606")), (OTHER, h("0505"))), crossed=((1, 2),))
    s = replace(s, fights=(Fight(((h("0605"),), (h("0705"),)), 0),))
    s = replace(s, centers=(Center(h("0205"), 0, True), *s.centers[1:]))
    s = run(game(), s, 1, 1, 1, 1, log=log)
    assert decided(game(), s) == "french: organization"
    assert [type(step).__name__ for step in s.agenda] == ["Initiative", "Organization", "Organization"]
    assert s.weather == "rain"
    assert s.points == (25, 25, 25)
    assert "Turn 2: 17-18 June 1815. The weather: rain" in texts(log)
    assert (s.failed, s.crossed, s.fights) == ((), (), ())
    # Only who is still before the enemy has come there last.
    assert s.contacts == ((FRENCH, h("0605")),)
    assert not s.centers[0].moved


def test_1_no_points_come_in_the_first_turn() -> None:
    s = game().start(dice(3), [])
    assert s.points == (9, 9, 9)


def test_1_the_end_of_a_turn_frees_everybody_for_the_next() -> None:
    s = field(game(), "ney 0605: f1", "hill 0905: a1", riders={"hussars": "0606"}, step=EndTurn())
    s = s.lead(leader("ney"), forced=True, column=True)
    s = replace(s, vedettes=(Vedette(h("0606"), unit("hussars"), moved=True),))
    s = run(game(), s, 2, 1, 1, 1)
    assert s.turn == 3
    assert not s.leaders[leader("ney")].forced
    assert not s.leaders[leader("ney")].column
    assert not s.vedettes[0].moved


LATE: tuple[ForceData, ...] = (
    *SET_UP[:3],
    *SET_UP[3:5],
    ForceData(leader="blucher", at="zell", units=("p1",), turn=3),
    ForceData(leader="ziethen", under="blucher", units=("p2", "uhlans"), turn=3),
    ForceData(at="0101", units=("f9",), turn=4),
)


def late(*stacks: str, turn: int, **more: Any) -> tuple[State, list[Event]]:
    log: list[Event] = []
    e = game(set_up=LATE)
    return arrivals(e.context, replace(field(e, *stacks, **more), turn=turn), log), log


def test_base_arrivals_come_on_their_day_with_those_under_them() -> None:
    assert at(late(turn=2)[0], "blucher") == ""
    s, log = late(turn=3)
    assert {at(s, name) for name in ("blucher", "p1", "ziethen", "p2", "uhlans")} == {"1405"}
    assert s.leaders[leader("ziethen")].boss == leader("blucher")
    assert s.units[unit("p2")].boss == leader("ziethen")
    tallied = sum(event.data.get("tally", {}).get("strength of allied", 0) for event in log)
    assert tallied == 6 + 6 + 3
    assert "Blucher" in texts(log, "allied")
    assert "Blucher" not in texts(log, "french")
    assert at(s, "f9") == ""
    assert at(late(turn=4)[0], "f9") == "0101"


def test_base_arrivals_wait_while_the_enemy_bars_the_place() -> None:
    for foe in ("ney 1405: f1", "ney 1305: f1"):
        s, log = late(foe, turn=3)
        assert (at(s, "blucher"), at(s, "p2")) == ("", "")
        assert "waits off the map" in texts(log, "allied")
        assert "waits" not in texts(log, "french")
    s, _ = late("ney 1205: f1", turn=3)
    assert at(s, "blucher") == "1405"
    s, _ = late(turn=5)
    assert at(s, "blucher") == "1405"


def test_base_arrivals_come_at_the_beginning_of_their_turn() -> None:
    e = game(set_up=LATE)
    s = replace(field(e, "ney 0205: f1", step=BeginTurn()), turn=3)
    assert at(run(e, s, 2, 1, 1, 1), "blucher") == "1405"
    s = replace(s, turn=2)
    assert at(run(e, s, 2, 1, 1, 1), "blucher") == ""


def test_base_arrivals_come_once() -> None:
    s, _ = late(turn=3)
    gone = s.moved([leader("blucher")], [unit("p1")], h("1305"))
    log: list[Event] = []
    e = game(set_up=LATE)
    again = arrivals(e.context, replace(gone, turn=4), log)
    assert at(again, "blucher") == "1305"
    assert "Zell" not in texts(log, "allied")
    dead = s.lead(leader("blucher"), at=GONE)
    assert at(arrivals(e.context, replace(dead, turn=4), []), "blucher") == ""


def drafted(turn: int, *stacks: str, **more: Any) -> tuple[State, list[Event]]:
    log: list[Event] = []
    e = game(replacements=(DrawData(turn=3, army="grande", infantry=3, cavalry=1),))
    return drafts(e.context, replace(field(e, *stacks, **more), turn=turn), log), log


def test_base_replacements_fill_those_who_have_lost_most() -> None:
    stacks = ("ney 0605: f1/3 f2/5 dragoons/1 hussars/3", "reille 0705: f3/4")
    s, log = drafted(3, *stacks)
    assert [strength(s, u) for u in ("f1", "f2", "f3", "dragoons", "hussars")] == [5, 5, 5, 2, 3]
    assert log[0].data["tally"] == {"strength of french": 4}
    assert "4 strength points of replacements" in texts(log, "french")
    assert texts(log, "allied") == ""
    assert drafted(2, *stacks)[1] == []


def test_base_replacements_never_fill_above_the_full_strength_nor_without_a_line() -> None:
    s, log = drafted(3, "ney 0605: f1/5 f2/6")
    assert (strength(s, "f1"), strength(s, "f2")) == (6, 6)
    assert log[0].data["tally"] == {"strength of french": 1}
    assert "1 strength point of replacements comes to the" in texts(log, "french")
    s, log = drafted(3, "ney 0605: f1/3", "hill 0105: a1")
    assert (strength(s, "f1"), log) == (3, [])
    assert strength(drafted(3, "hill 0605: a1/3")[0], "a1") == 3


def ended(s: State, e: Any = None) -> Any:
    used = e or game()
    return run(used, replace(s, agenda=(EndTurn(),))).ended


BOTH = ("ney 0205: f1", "hill 1205: a1")


def test_base_victory_points_for_goals_and_for_losses() -> None:
    x = game().context
    s = field(game(), *BOTH)
    assert victory.score(x, s) == (0, 0)
    assert victory.from_goals(x, replace(s, holds=(1, 1, 2))) == (3, 0)
    assert victory.from_goals(x, replace(s, holds=(2, 2, 1))) == (5, 8)
    # Bern counts for the allies alone, Eger for the French alone.
    assert victory.from_goals(x, replace(s, holds=(0, 1, 1))) == (5, 0)
    assert victory.from_losses(x, replace(s, lost=(3, 6))) == (0, 0)
    assert victory.from_losses(x, replace(s, lost=(3, 7))) == (1, 0)
    assert victory.from_losses(x, replace(s, lost=(12, 1))) == (0, 2)
    assert victory.score(x, replace(s, holds=(1, 1, 2), lost=(0, 4))) == (4, 0)


@pytest.mark.parametrize(
    ("lost", "holds", "ending"),
    [
        ((0, 12), (0, 1, 2), "french-points"),
        ((0, 11), (0, 1, 2), "draw"),
        ((8, 0), (0, 1, 2), "allied-points"),
        ((7, 0), (0, 1, 2), "draw"),
        ((0, 0), (1, 1, 2), "french-points"),
        ((4, 0), (1, 1, 2), "draw"),
        ((0, 0), (0, 1, 2), "draw"),
    ],
)
def test_base_victory_the_lead_that_each_side_needs(
    lost: tuple[int, int], holds: tuple[int, ...], ending: str
) -> None:
    s = replace(field(game(), *BOTH), turn=8, lost=lost, holds=holds)
    found = ended(s)
    assert found.ending == ending
    assert found.winner == {"french-points": "french", "allied-points": "allied", "draw": None}[ending]
    french, others = victory.score(game().context, s)
    assert f" have {french} point{'s' * (french != 1)}, the " in victory.told(game().context, found)[1]
    assert dict(found.points) == {"french": french, "allied": others}


def test_base_victory_is_counted_after_the_last_turn() -> None:
    s = replace(field(game(), *BOTH), turn=7, lost=(0, 40))
    after = run(game(), replace(s, agenda=(EndTurn(),)), 2, 1, 1, 1)
    assert after.ended is None
    assert ended(replace(s, turn=8)) is not None


SUDDEN: dict[str, Any] = {"victory": VictoryData(french=3, other=2, per=4, sudden=("bern", "celle"))}


def test_base_victory_a_place_may_end_it_at_once() -> None:
    e = game(**SUDDEN)
    s = field(e, *BOTH)
    assert ended(replace(s, holds=(0, 2, 2)), e).ending == "allied-fallen"
    assert ended(replace(s, holds=(0, 2, 2)), e).winner == "allied"
    assert victory.told(e.context, ended(replace(s, holds=(0, 2, 2)), e))[1] == "Bern has fallen."
    for holds in ((0, 1, 2), (2, 1, 2), (1, 1, 1)):
        # Celle has no holder who could lose it; Eger is not one of them.
        after = run(e, replace(s, holds=holds, agenda=(EndTurn(),)), 2, 1, 1, 1)
        assert after.ended is None
    assert run(game(), replace(s, holds=(0, 2, 2), agenda=(EndTurn(),)), 2, 1, 1, 1).ended is None


def test_base_victory_whoever_has_no_troops_left_has_lost() -> None:
    s = field(game(), "ney 0205: f1", "hill 1205: a1")
    none = s
    for name in [*(f"a{n}" for n in range(1, 10)), "scots", "riders", "blues", "battery", "uhlans"]:
        none = none.unit(unit(name), at=GONE, strength=0)
    some = none
    for n in range(1, 5):
        none = none.unit(unit(f"p{n}"), at=GONE, strength=0)
    assert victory.destroyed(game().context, some) is None
    found = ended(none)
    assert (found.ending, found.winner) == ("french-destroyed", "french")
    assert victory.told(game().context, found)[1] == "The Allies have no troops left."


TRACKS: dict[str, Any] = {
    "morale": {"french": MoraleData(start=0, best=-1, worst=1), "allied": MoraleData(start=-1, worst=0)}
}


def test_base_spirit_sinks_as_far_as_its_track() -> None:
    e = game(**TRACKS)
    assert e.start(dice(3), []).spirit == (0, -1)
    x, log = e.context, list[Event]()
    s = field(e, *BOTH)
    s = dispirited(x, s, FRENCH, log)
    assert s.spirit == (1, 0)
    assert "spirit of the French sinks" in texts(log)
    assert dispirited(x, s, FRENCH, []).spirit == (1, 0)
    assert dispirited(x, replace(s, spirit=(0, -1)), OTHER, []).spirit == (0, 0)
    assert dispirited(x, replace(s, spirit=(0, 0)), OTHER, []).spirit == (0, 0)


def test_base_spirit_sinks_once_for_each_place_that_shakes_it() -> None:
    s = field(game(), *BOTH, step=EndTurn())
    fell = run(game(), replace(s, holds=(0, 2, 2)), 2, 1, 1, 1)
    assert fell.spirit == (1, 0)
    assert fell.fallen == (1,)
    again = run(game(), replace(fell, agenda=(EndTurn(),)), 2, 1, 1, 1)
    assert again.spirit == (1, 0)
    # Eger shakes nobody, Bern only when it is lost.
    assert run(game(), replace(s, holds=(2, 1, 1)), 2, 1, 1, 1).spirit == (0, 0)


def test_base_goals_without_a_holder_shake_nobody() -> None:
    e = game(goals=(GoalData(at="celle", points=3, morale=True),))
    s = replace(field(e, *BOTH, step=EndTurn()), holds=(2,))
    assert run(e, s, 2, 1, 1, 1).spirit == (0, 0)


def test_1_turns_have_their_days() -> None:
    assert game().setting.turn_name(1) == "15-16 June 1815"
    assert game().setting.turn_name(8) == "29-30 June 1815"
    assert game(turns=TurnsData(start="1815-06-30", count=4, days=1)).setting.turn_name(2) == "1 July 1815"
    assert game(turns=TurnsData(start="1815-06-30", count=4, days=2)).setting.turn_name(1) == "30 June-1 July 1815"
    seasons = game(weather={"1815-01-01": "winter", "1815-06-16": "summer"}).setting
    assert seasons.season(1) == "winter"
    assert seasons.season(2) == "summer"
