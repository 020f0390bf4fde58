"""Attrition, lines of communication, administrative points, centres of operations (base rules; readings 30 to 37)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Event
from napwidgets.systems.con import supply
from napwidgets.systems.con.attrition import Toil, loss, odds, parts, shared, wears
from napwidgets.systems.con.face import inspector
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.marching import toil, worn
from napwidgets.systems.con.scenario import ArmyData, TurnsData
from napwidgets.systems.con.state import FRENCH, OTHER, Center, State
from napwidgets.systems.con.supply import receipt_odds, receives
from napwidgets.systems.con.tables import Tables
from tests.systems.con.country import HARD, board, dice, field, game, h, leader, ruled, strength, texts, unit

TABLES = HARD
PLAIN = Toil(5)


def total(given: Toil) -> int:
    return sum(part.value for part in parts(TABLES, given))


@pytest.mark.parametrize(
    ("strength", "value"),
    [(1, 0), (5, 0), (6, 1), (10, 1), (11, 2), (20, 2), (21, 3), (35, 3), (36, 4), (50, 4), (51, 5), (68, 5)],
)
def test_base_attrition_each_row_of_size(strength: int, value: int) -> None:
    assert total(replace(PLAIN, strength=strength)) == value


@pytest.mark.parametrize(
    ("marched", "value"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (14, 4)]
)
def test_base_attrition_each_row_of_marches(marched: int, value: int) -> None:
    assert total(replace(PLAIN, marched=marched)) == value


@pytest.mark.parametrize(("points", "value"), [(-1, 4), (0, 4), (1, 2), (4, 2), (5, 1), (9, 1), (10, 0), (40, 0)])
def test_base_attrition_each_row_of_points(points: int, value: int) -> None:
    assert total(replace(PLAIN, points=points)) == value


def test_base_attrition_what_else_counts() -> None:
    assert total(PLAIN) == 0
    assert total(replace(PLAIN, forced=True)) == 2
    for sky, value in (("rain", 1), ("mud", 1), ("heat", 1), ("snow", 2), ("fair", 0), ("frost", 0)):
        assert total(replace(PLAIN, weather=sky)) == value
    assert total(replace(PLAIN, guard=True)) == -1
    assert total(replace(PLAIN, bonus=True)) == -1


def test_base_attrition_half_of_what_is_left_above_the_die() -> None:
    hard = Toil(51, 10, points=3)
    assert total(hard) == 11
    assert [loss(TABLES, hard, die) for die in (1, 2, 5, 6)] == [5, 4, 3, 2]
    assert loss(TABLES, replace(hard, short=True), 1) == 2
    assert loss(TABLES, replace(hard, short=True), 6) == 1
    assert loss(TABLES, PLAIN, 6) == 0
    assert odds(TABLES, hard)[5] == Fraction(1, 6)


def test_base_attrition_as_shipped_a_third_in_a_day_a_fifth() -> None:
    hard = Toil(51, 10, points=3)
    assert [loss(Tables(), hard, die) for die in (1, 2, 3, 5, 6)] == [3, 3, 2, 2, 1]
    assert [loss(Tables(), replace(hard, short=True), die) for die in (1, 2, 6)] == [2, 1, 1]


def test_base_attrition_never_takes_the_last_point() -> None:
    starving = Toil(1, 10, True, -1, "snow")
    assert loss(TABLES, starving, 1) == 0
    assert loss(TABLES, replace(starving, strength=2), 1) == 1
    assert loss(TABLES, replace(starving, strength=4), 1) == 3


def test_base_attrition_no_die_where_nothing_can_be_lost() -> None:
    none = dice()
    assert wears(TABLES, PLAIN, none) == 0
    assert wears(TABLES, Toil(5, 1, points=5), none) == 0
    assert wears(TABLES, Toil(5, 4, points=5), dice(1)) == 1


def test_base_attrition_the_strongest_unit_bears_it_point_by_point() -> None:
    assert shared([5, 5], 1) == [1, 0]
    assert shared([5, 6], 2) == [1, 1]
    assert shared([2, 9], 3) == [0, 3]
    assert shared([1, 1], 9) == [1, 1]


def test_base_attrition_what_a_force_tells_of_itself() -> None:
    x = game().context
    s = field(game(), "napoleon 0605: guard f1", "ney 0705: guard chasseurs", points=(7, 9, 9), weather="snow")
    force = x.force(s, leader("napoleon"))
    assert toil(x, s, force, 7) == Toil(6, 4, False, 7, "snow", False, True, False)
    guard = x.force(s, leader("ney"))
    assert toil(x, s, guard, 8, True) == Toil(11, 4, True, 7, "snow", True, False, False)
    cut = field(game(), "ney 0605: f1", "hill 0105: a1", points=(7, 9, 9))
    assert toil(x, cut, x.force(cut, leader("ney")), 0).points == -1
    days = game(turns=TurnsData(start="1815-06-15", count=4, days=1)).context
    assert toil(days, s, force, 7).short


def test_base_attrition_is_counted_and_hidden() -> None:
    x, log = game().context, list[Event]()
    s = field(game(), "ney 0605: f1/5 f2/6", points=(3, 9, 9))
    after = worn(x, s, x.force(s, leader("ney")), FRENCH, 14, dice(1), log)
    # Two for eleven points, three for seven movement points, two for few points, less the die.
    assert (strength(after, "f1"), strength(after, "f2")) == (4, 4)
    assert after.wasted == (3, 0)
    assert texts(log, "allied") == ""
    assert log[0].data["tally"] == {"strength of french": -3}
    side = field(game(), "hill 0605: a1/40", points=(3, 3, 9))
    assert worn(x, side, x.force(side, leader("hill")), OTHER, 0, dice(6), []).wasted == (0, 0)
    assert worn(x, side, x.force(side, leader("hill")), OTHER, 0, dice(2), []).wasted == (0, 2)


def far(*stacks: str, army: int = 0, **more: object) -> int:
    return supply.length(game().context, field(game(), *stacks, **more), army)  # type: ignore[arg-type]


def test_base_line_runs_over_primary_roads_from_the_centre_to_a_source() -> None:
    assert far() == 1
    assert far(army=1) == 2
    assert far(army=2) == 0
    assert far(centers=("1005", "1205", "1405")) == 9
    assert far(centers=("0206", "1205", "1405")) == -1
    assert far(centers=("", "1205", "1405")) == -1


def test_base_line_is_cut_by_a_stack_on_it_or_beside_it() -> None:
    east = ("0605", "1205", "1405")
    assert far(centers=east) == 5
    assert far("hill 0405: a1", centers=east) == -1
    assert far("hill 0304: a1", centers=east) == -1
    assert far("hill 0303: a1", centers=east) == 5
    assert far("hill 0405", centers=east) == -1
    assert far(riders={"riders": "0304"}, centers=east) == -1
    assert far("ney 0405: f1", centers=east) == 5


def test_base_line_is_held_open_where_a_friend_stands() -> None:
    east = ("0605", "1205", "1405")
    # 0304 touches 0305 and 0405... of the road: 0205, 0305 and, from the even column, nothing more.
    near = [n for n in game().context.touching(field(game()), h("0304")) if board().label(n).endswith("05")]
    friends = [f"- {board().label(n)}: f{k + 1}" for k, n in enumerate(near)]
    assert far("hill 0304: a1", *friends, centers=east) == 5
    assert far("hill 0304: a1", *friends[1:], centers=east) == -1
    assert far("hill 0405: a1", "- 0305: f1", "- 0505: f2", centers=east) == -1


def test_base_line_needs_the_bridges_of_great_rivers() -> None:
    over = ("1105", "1205", "1405")
    rhein, ohm = span(h("1005"), h("1105")), span(h("0405"), h("0505"))
    assert far(centers=over) == 10
    assert far(centers=over, cut=(rhein,)) == -1
    assert far(centers=over, cut=(rhein,), pontoons=(rhein,)) == 10
    assert far(centers=over, cut=(ohm,)) == 10


def test_base_line_may_be_as_long_as_the_table_goes() -> None:
    x = game().context
    cells = x.tables.all["distance"]
    assert cells.cell("usual", "80") == "B"
    assert cells.cell("north", "80") is None
    assert supply.line(x, field(game(), centers=("1305", "1205", "1405")), 0)[0] == h("1305")
    north = game(
        armies=tuple(
            ArmyData(id=id, name=id, side=side, center=center, points=9, sources=(source,), receipt="north")
            for id, side, center, source in (
                ("grande", "french", "bern", "ahlen"),
                ("anglo", "allied", "eger", "zell"),
                ("silesia", "allied", "zell", "zell"),
            )
        )
    ).context
    assert supply.length(north, field(game(), centers=("1305", "1205", "1405")), 0) == 12


@pytest.mark.parametrize(
    ("receipt", "hexes", "points"),
    [("usual", 20, 5), ("usual", 21, 4), ("usual", 40, 4), ("usual", 41, 2), ("usual", 60, 2), ("usual", 61, 2),
     ("usual", 80, 2), ("usual", 81, 0), ("autumn", 20, 5), ("autumn", 61, 2), ("north", 20, 2), ("north", 60, 1),
     ("north", 61, 0)],
)  # fmt: skip
def test_base_points_received_by_the_length_of_the_line(receipt: str, hexes: int, points: int) -> None:
    assert TABLES.receives(receipt, hexes, 1) == points


def test_base_points_the_morale_number_changes_the_die_within_one_and_six() -> None:
    assert receives(TABLES, "usual", 5, 0, dice(3)) == 3
    assert receives(TABLES, "usual", 5, 1, dice(3)) == 2
    assert receives(TABLES, "usual", 5, -1, dice(3)) == 4
    assert receives(TABLES, "usual", 5, -1, dice(1)) == 5
    assert receives(TABLES, "usual", 5, 2, dice(6)) == 0
    assert receives(TABLES, "usual", -1, 0, dice()) == 0
    assert receipt_odds(TABLES, "usual", 15)[5] == Fraction(1, 6)
    assert receipt_odds(TABLES, "usual", 15).mean(int) == Fraction(5 + 4 + 3 + 2 + 1 + 0, 6)
    assert receipt_odds(TABLES, "usual", 15, 1).mean(int) == Fraction(4 + 3 + 2 + 1, 6)


def test_base_points_come_to_each_army_and_nobody_else_learns_how_many() -> None:
    x, log = game().context, list[Event]()
    thrown = dice(1, 6, 2)
    s = supply.supplied(x, field(game(), points=(1, 2, 3)), thrown, log)
    assert thrown.spent
    assert s.points == (6, 2, 7)
    assert "Grande Armee receives 5" in texts(log, "french")
    assert "Grande" not in texts(log, "allied")
    assert "Prussian Army receives 4" in texts(log, "allied")


def test_base_points_a_single_one_is_told_as_one() -> None:
    log: list[Event] = []
    supply.supplied(game().context, field(game(), points=(1, 2, 3)), dice(5, 6, 2), log)
    assert "receives 1 administrative point and has 2." in texts(log, "french")


def test_base_points_none_without_a_line() -> None:
    x = game().context
    s = field(game(), "hill 0105: a1", points=(1, 2, 3))
    assert supply.supplied(x, s, dice(6, 6), []).points == (1, 2, 3)
    assert supply.forages(x, s, 0)
    assert not supply.commands(x, s, 0)
    assert not supply.forages(x, s, 1)
    assert supply.commands(x, s, 1)


def overrun(*stacks: str, **more: object) -> tuple[State, str]:
    log: list[Event] = []
    s = supply.overrun_centers(game().context, field(game(), *stacks, **more), log)  # type: ignore[arg-type]
    return s, texts(log)


def test_base_centres_fall_to_an_enemy_in_their_hex() -> None:
    s, told = overrun("hill 0205: a1")
    assert s.centers[0] == Center(-1, 2 + 7)
    assert "Bern is taken" in told
    assert s.centers[1:] == (Center(h("1205")), Center(h("1405")))
    s, told = overrun("hill 0206: a1", "ney 0205: f1")
    assert (s.centers[0], told) == (Center(h("0205")), "")


def test_base_centres_do_not_fall_to_riders_or_a_leader_alone() -> None:
    assert overrun("hill 0205")[0].centers[0] == Center(h("0205"))
    assert overrun(riders={"riders": "0205"})[0].centers[0] == Center(h("0205"))


def test_base_centres_come_back_at_a_free_source_seven_turns_later() -> None:
    x = game().context
    s, _ = overrun("hill 0205: a1")
    gone = s.unit(unit("a1"), at=-1).lead(leader("hill"), at=-1)
    assert supply.supplied(x, replace(gone, turn=8), dice(6, 6), []).centers[0].at == -1
    back = supply.supplied(x, replace(gone, turn=9), dice(6, 6), [])
    assert back.centers[0] == Center(h("0105"))
    held = replace(gone, turn=9).unit(unit("a1"), at=h("0105"))
    assert supply.supplied(x, held, dice(6, 6), []).centers[0].at == -1


def test_base_dispatch_enemies_bar_the_way_of_orders() -> None:
    x = game().context
    s = field(game(), "ney 1105: f1")
    assert supply.near(x, s, 0, h("1105"))
    assert not supply.near(x, field(game(), "hill 1005: a1"), 0, h("1105"))
    assert not supply.near(x, field(game(), centers=("", "1205", "1405")), 0, h("0205"))


def test_base_dispatch_the_way_is_open_again_once_the_enemy_has_gone() -> None:
    x = ruled().context
    gap = next(n for n in x.board.neighbours[h("0205")] if n >= 0)
    taken = field(game(), f"hill {x.board.label(gap)}: a1")
    shut = x.dispatched(taken, h("0205"), 0)
    assert gap not in shut
    assert gap in x.dispatched(field(game()), h("0205"), 0)
    assert x.dispatched(taken, h("0205"), 0) == shut


def test_base_points_the_card_of_a_centre_tells_what_comes_next_turn() -> None:
    x = game().context
    s = field(game(), points=(1, 2, 3), turn=2)

    def told(s: State) -> str:
        cards = inspector.inspect(x, s, "french", s.centers[0].at)
        return next((fact.value for card in cards for fact in card.facts if fact.name == "Points next turn"), "")

    came = [supply.supplied(x, s, dice(die, 1, 1), []).points[0] - 1 for die in range(1, 7)]
    words = ", ".join(f"{n} ({percent(Fraction(came.count(n), 6))})" for n in sorted(set(came)))
    assert told(s) == words
    assert len(set(came)) > 1
    assert not told(replace(s, turn=x.setting.scenario.turns.count)), "there is no next turn"
    cut = field(game(), "hill 0105: a1", points=(1, 2, 3), turn=2)
    assert told(cut) == "0", "no line, no points"
