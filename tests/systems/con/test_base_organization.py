"""Organization, centres of operations, bridges (1 I b, base: organization, bridges; readings 58, 59, 66 to 68)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import spans
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.state import FRENCH, OTHER, Center, State
from napwidgets.systems.con.tables import Tables
from tests.systems.con.country import (
    allowed,
    at,
    board,
    decided,
    dice,
    everything,
    field,
    game,
    h,
    leader,
    play,
    refused,
    texts,
    unit,
)

TABLES = Tables()


def arranging(*stacks: str, side: int = FRENCH, **more: Any) -> State:
    return field(game(), *stacks, step=Organization(side), **more)


def attached(s: State, who: str, boss: str) -> bool:
    return allowed(game(), s, m.Attach(leader(who), leader(boss)))


def assigned(s: State, who: str, boss: str) -> bool:
    return allowed(game(), s, m.Assign(unit(who), leader(boss) if boss else -1))


def test_base_organization_a_leader_comes_under_a_greater_one_in_his_hex() -> None:
    s = arranging("ney 0605: f1", "reille 0605: f2", "erlon 0606: f3")
    assert attached(s, "reille", "ney")
    assert not attached(s, "ney", "reille")
    assert not attached(s, "erlon", "ney")
    assert not attached(s, "reille", "reille")
    done = play(game(), s, m.Attach(leader("reille"), leader("ney")))
    assert done.leaders[leader("reille")].boss == leader("ney")
    assert refused(game(), done, m.Attach(leader("reille"), leader("ney"))) == "organization"


def test_base_organization_the_span_must_have_room() -> None:
    # Ney's span is six, Reille is worth two.
    assert attached(arranging("ney 0605: f1 f2 f3 f4", "reille 0605"), "reille", "ney")
    assert not attached(arranging("ney 0605: f1 f2 f3 f4 hussars", "reille 0605"), "reille", "ney")
    assert attached(arranging("ney 0605: f1 f2 f3 hussars lancers", "reille 0605"), "reille", "ney")
    # Units elsewhere take no room.
    away = arranging("ney 0605: f1 f2 f3 f4", "reille 0605").unit(unit("f5"), at=h("0606"), boss=leader("ney"))
    assert attached(away, "reille", "ney")
    with_erlon = arranging("ney 0605: f1 f2 f3", "reille 0605", "erlon 0605 < ney")
    assert not attached(with_erlon, "reille", "ney")


def test_base_organization_only_within_an_army_and_a_larger_span() -> None:
    s = arranging("wellington 0605: a1", "hill 0605: a2", "uxbridge 0605: a3", "ziethen 0605: p1", side=OTHER)
    assert attached(s, "hill", "wellington")
    assert not attached(s, "hill", "uxbridge")
    assert not attached(s, "ziethen", "wellington")
    assert not attached(arranging("ney 0605", "reille 0605", side=OTHER), "reille", "ney")


def test_base_organization_nobody_comes_under_who_is_under_him() -> None:
    s = arranging("ney 0605", "reille 0605 < ney", "napoleon 0605 < reille")
    assert not attached(s, "ney", "napoleon")
    assert not attached(s, "reille", "ney")
    free = arranging("ney 0605", "reille 0605 < ney", "napoleon 0605")
    assert attached(free, "ney", "napoleon")
    assert attached(free, "reille", "napoleon")


def test_base_organization_units_come_under_a_leader_or_stay_as_a_garrison() -> None:
    s = arranging("ney 0605: f1", "reille 0605: f2", "- 0605: f3", "erlon 0606: f4")
    assert assigned(s, "f1", "reille")
    assert assigned(s, "f1", "")
    assert assigned(s, "f3", "ney")
    assert not assigned(s, "f3", "")
    assert not assigned(s, "f1", "ney")
    assert not assigned(s, "f4", "ney")
    done = play(game(), s, m.Assign(unit("f1"), -1))
    assert done.units[unit("f1")].boss == -1
    assert refused(game(), done, m.Assign(unit("f1"), leader("ney"))) == "organization"
    assert assigned(done, "f2", "ney")


def test_base_organization_a_unit_needs_room_and_its_own_army() -> None:
    assert assigned(arranging("girard 0605: f1 f2", "- 0605: f3"), "f3", "girard")
    assert not assigned(arranging("girard 0605: f1 f2 f4", "- 0605: f3"), "f3", "girard")
    assert not assigned(arranging("girard 0605: f1 f2 hussars", "- 0605: f3"), "f3", "girard")
    assert assigned(arranging("girard 0605: f1 f2 hussars", "- 0605: lancers"), "lancers", "girard")
    assert not assigned(arranging("hill 0605: a1", "- 0605: p1", side=OTHER), "p1", "hill")
    # Who is under a leader elsewhere is led by nobody here.
    lost = arranging("ney 0605: f1", "reille 0606").unit(unit("f1"), boss=leader("reille"))
    assert assigned(lost, "f1", "ney")
    assert not assigned(lost, "f1", "")


def test_base_organization_the_next_turn_all_may_change_again() -> None:
    s = arranging("ney 0605: f1", "reille 0605: f2")
    s = play(game(), s, m.Assign(unit("f1"), leader("reille")))
    again = replace(s, agenda=(Organization(FRENCH),))
    assert assigned(again, "f1", "ney")
    assert decided(game(), play(game(), s, m.Done())) == ""


# Centres


def shifts(*stacks: str, **more: Any) -> set[str]:
    s = arranging(*stacks, **more)
    found = {board().label(o.to) for o in everything(game(), s) if isinstance(o, m.Shift)}
    assert all(allowed(game(), s, m.Shift(0, h(name))) for name in found)
    return found


def test_base_centres_move_along_primary_roads_to_a_place_for_a_point() -> None:
    assert shifts("ney 0609: f1") == {"0105", "0605", "0905", "1205"}
    s = arranging("ney 0609: f1")
    log: list[Event] = []
    s = play(game(), s, m.Shift(0, h("0605")), log=log)
    assert s.centers[0] == Center(h("0605"), 0, True)
    assert s.points == (19, 20, 20)
    assert "moves to Celle" in texts(log, "allied")
    assert refused(game(), s, m.Shift(0, h("0205"))) == "organization"


def test_base_centres_go_ten_hexes_at_most() -> None:
    assert "1205" in shifts("ney 0609: f1")
    assert "1205" not in shifts("ney 0609: f1", centers=("0105", "1205", "1405"))
    assert "1405" not in shifts("ney 0609: f1")
    assert "1405" in shifts("ney 0609: f1", centers=("0405", "1205", "1405"))


def test_base_centres_keep_away_from_the_enemy_and_from_broken_bridges() -> None:
    assert shifts("hill 0705: a1") == {"0105"}
    assert shifts("hill 0706: a1") == {"0105"}
    assert shifts("hill 0804: a1") == {"0105", "0605"}
    rhein = span(h("1005"), h("1105"))
    assert shifts("ney 0609: f1", cut=(rhein,)) == {"0105", "0605", "0905"}
    assert shifts("ney 0609: f1", points=(0, 9, 9)) == set()
    assert "0605" in shifts("ney 0609: f1", points=(1, 9, 9))
    assert shifts("ney 0609: f1", centers=("", "1205", "1405")) == set()


def test_base_centres_are_moved_by_their_own_side() -> None:
    s = arranging("ney 0609: f1", side=OTHER)
    assert refused(game(), s, m.Shift(0, h("0605"))) == "organization"
    assert {o.army for o in everything(game(), s) if isinstance(o, m.Shift)} == {1, 2}


# Bridges

RHEIN, OHM = ("1005", "1105"), ("0405", "0505")


def working(*stacks: str, **more: Any) -> State:
    return field(game(), *stacks, step=MovementPhase(FRENCH), **more)


def works(s: State, who: str = "ney") -> set[tuple[str, str]]:
    return {
        (board().label(o.to), o.what)
        for o in everything(game(), s)
        if isinstance(o, m.Span) and o.leader == leader(who)
    }


def test_base_bridges_infantry_breaks_mends_and_lays_them() -> None:
    assert works(working("ney 1005: f1")) == {("1105", "break"), ("1106", "lay")}
    assert works(working("ney 1005: f1", cut=(span(*map(h, RHEIN)),))) == {("1105", "mend"), ("1106", "lay")}
    assert works(working("ney 0405: f1")) == {("0505", "break")}
    assert works(working("ney 1005: hussars")) == set()
    assert works(working("ney 1005: guns")) == set()
    assert works(working("ney 1005: f1", trains=(0, 1))) == {("1105", "break")}
    assert works(working("ney 1005: f1", "hill 1106: a1")) == {("1105", "break")}
    assert works(working("ney 0605: f1")) == set()


def test_base_bridges_it_is_the_whole_march_of_a_force() -> None:
    s = working("ney 0405: f1/5", "reille 0405 < ney: f2/5")
    s = play(game(), s, m.Span(leader("ney"), h("0505")), 5)
    assert s.cut == (span(*map(h, OHM)),)
    assert refused(game(), s, m.Activate(leader("ney"))) == "moved"
    assert refused(game(), s, m.Span(leader("reille"), h("0505"), "mend")) == "moved"
    gone = working("ney 0405: f1/5").lead(leader("ney"), moved=True)
    assert refused(game(), gone, m.Span(leader("ney"), h("0505"))) == "moved"
    assert refused(game(), working("ney 0405: f1"), m.Span(leader("ney"), h("0504"))) == "span"
    assert refused(game(), working("ney 0405: f1"), m.Span(leader("ney"), h("0505"), "mend")) == "span"


def test_base_bridges_the_die_of_each_nation() -> None:
    breaks = {"france": 5, "austria": 4, "russia": 3, "prussia": 2, "sweden": 4, "britain": 3}
    mends = {"france": 6, "austria": 5, "russia": 4, "prussia": 4, "sweden": 4, "britain": 4}
    for nation, most in breaks.items():
        assert spans.works(TABLES, nation, "break", False, dice(most))
        assert not spans.works(TABLES, nation, "break", False, dice(most + 1))
        assert not spans.works(TABLES, nation, "break", True, dice(most))
        assert spans.odds(TABLES, nation, "break")[True] == Fraction(most, 6)
    for nation, most in mends.items():
        assert spans.works(TABLES, nation, "mend", False, dice(most))
        assert spans.odds(TABLES, nation, "mend")[True] == Fraction(most, 6)
        assert spans.odds(TABLES, nation, "mend", True)[True] == Fraction(most - 1, 6)


def test_base_bridges_the_button_says_the_chance_or_that_there_is_no_die() -> None:
    def told(s: State, at: str, what: str) -> str:
        return game().label(s, m.Span(leader("ney"), h(at), what)).detail

    assert told(working("ney 0405: f1"), "0505", "break").endswith("a chance of 83 %")
    assert told(working("ney 0405: f1", "hill 0505: a1"), "0505", "break").endswith("a chance of 67 %")
    assert told(working("ney 1006: f1"), "1106", "lay").endswith("without a die")
    boats = span(h("1006"), h("1106"))
    assert told(working("ney 1006: f1", pontoons=(boats,), trains=(0, 1)), "1106", "break").endswith("without a die")


@pytest.mark.parametrize(("die", "cut"), [(4, True), (5, False)])
def test_base_bridges_enemies_at_the_other_end_make_it_harder(die: int, cut: bool) -> None:
    s = play(game(), working("ney 0405: f1/5", "hill 0505: a1"), m.Span(leader("ney"), h("0505")), die)
    assert bool(s.cut) == cut


def test_base_bridges_a_failure_leaves_it_as_it_was() -> None:
    log: list[Event] = []
    s = play(game(), working("ney 0405: f1/5"), m.Span(leader("ney"), h("0505")), 6, log=log)
    assert s.cut == ()
    assert "comes to nothing" in texts(log, "allied")
    both = (span(*map(h, OHM)), span(*map(h, RHEIN)))
    s = play(game(), working("ney 0405: f1/5", cut=both), m.Span(leader("ney"), h("0505"), "mend"), 6)
    assert s.cut == (span(*map(h, RHEIN)),)


def test_base_bridges_a_train_lays_one_without_a_die_and_takes_it_up_again() -> None:
    boats = span(h("1006"), h("1106"))
    s = play(game(), working("ney 1006: f1/5"), m.Span(leader("ney"), h("1106"), "lay"))
    assert (s.pontoons, s.trains) == ((boats,), (0, 1))
    assert h("1106") in list(game().context.touching(s, h("1006")))
    later = working("ney 1006: f1/5", pontoons=(boats,), trains=(0, 1))
    assert works(later) == {("1106", "break")}
    s = play(game(), later, m.Span(leader("ney"), h("1106")))
    assert (s.pontoons, s.trains) == ((), (1, 1))


def test_base_bridges_a_broken_one_is_told_to_all() -> None:
    log: list[Event] = []
    s = play(game(), working("ney 1005: f1/5"), m.Span(leader("ney"), h("1105")), 1, log=log)
    at_neys, beyond = game().context.place(h("1005")), game().context.place(h("1105"))
    assert f"The bridge between {at_neys} and {beyond} is down." in texts(log, "allied")
    assert "Ney" not in texts(log, "allied")
    assert h("1105") not in list(game().context.touching(s, h("1005")))
    assert at(s, "ney") == "1005"
