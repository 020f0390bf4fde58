"""What the panel of the chits says a guess is worth is what comes of it (10.5, 10.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.board.display import Grid
from napwidgets.kernel.odds import percent
from napwidgets.systems.con import groups
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.face.battle import HOPELESS, assumed, battle, sealed
from napwidgets.systems.con.face.combat import studied
from napwidgets.systems.con.guesses import kind_of
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.state import FRENCH, OTHER, Report, State
from tests.systems.con.country import decided, field, game, h, leader, play, run


def guessing(*stacks: str, **more: object) -> State:
    s = run(game(), field(game(), *stacks, step=Prepare(), contacts=((OTHER, h("0703")),), **more))
    assert decided(game(), s) == "french: guess"
    return s


def grid(s: State, e: Campaign | None = None) -> Grid:
    shown = battle((e or game()).context, s, None, -1)
    assert shown is not None
    assert shown.grid is not None
    return shown.grid


@pytest.mark.parametrize("place", ["0702", "0805"], ids=["in a wood", "in the open"])
def test_10_2_a_wood_helps_a_defender_in_small_combats_on_the_panel_too(place: str) -> None:
    x = game().context
    s = guessing(f"girard {place}: f1", f"hill {'0703' if place == '0702' else '0705'}: a1 a2")
    [fight] = s.fights
    one, two = (groups.side_group(x, s, fight, FRENCH, pitched=pitched)[0] for pitched in (False, True))
    assert (one != two) is (place == "0702")
    met = kind_of((one.size, "corps"), (True, False))
    assert met.kind == "raid"
    combat = Combat(met.kind, (one, assumed("corps", 20)), fight.attacker, met.right, groups.contact_of(x, s, fight))
    found = studied(x.tables, combat)
    ours, theirs = (float(found.mean(lambda end, k=k: end.lost[k].total)) for k in (0, 1))  # type: ignore[misc]
    panel = grid(s)
    row = panel.rows.index("corps of 20 SP, guesses wrong")
    assert panel.cells[row][0][0] == f"Raid {ours:.1f}\u00a0:\u00a0{theirs:.1f}"


def test_10_5_who_can_only_guess_wrong_is_told_so() -> None:
    s = guessing("ney 0702: f1 f2", "hill 0703: a1 a2")
    fair = grid(s)
    assert fair.note != HOPELESS
    assert any(row[0] != row[1] for row in fair.cells)
    pushed = s.fight(0, failed=(True, False))
    starved = replace(s, centers=(replace(s.centers[0], at=-1), *s.centers[1:]))
    for spoilt in (pushed, starved):
        found = grid(spoilt)
        assert found.note == HOPELESS
        assert [row[0][0] for row in found.cells] == [row[1][0] for row in fair.cells]
        assert [row[1][0] for row in found.cells] == [row[1][0] for row in fair.cells]
    theirs = grid(s.fight(0, failed=(False, True)))
    assert theirs.cells == fair.cells, "what the enemy can't do is his secret"


@pytest.mark.parametrize("side", [FRENCH, OTHER])
@pytest.mark.parametrize("corps", ["f1 f2 f3 guns/2", "f1 f2 f3 f4"], ids=["equal", "stronger"])
def test_10_5_7_of_equals_the_french_are_advantaged_whoever_asks(side: int, corps: str) -> None:
    x = game().context
    # As strong and as well led as the usual corps that one expects.
    stacks = (f"reille 0605: {corps}", f"hill 0705: {corps.replace('f', 'a').replace('guns', 'battery')}")
    s = guessing(*stacks)
    [fight] = s.fights
    mine, foe = groups.side_group(x, s, fight, side)[0], assumed("corps", 20)
    one, two = (mine, foe) if side == FRENCH else (foe, mine)
    combat = Combat("battle", (one, two), fight.attacker, None, groups.contact_of(x, s, fight))
    found = studied(x.tables, combat)
    lost = [float(found.mean(lambda end, k=k: end.lost[k].total)) for k in (side, 1 - side)]  # type: ignore[misc]
    panel = sealed(x, s, fight, side)
    assert panel is not None
    assert panel.grid is not None
    row = panel.grid.rows.index("corps of 20 SP, guesses right")
    assert panel.grid.cells[row][0][0] == f"Battle {lost[0]:.1f}\u00a0:\u00a0{lost[1]:.1f}"


@pytest.mark.parametrize("weather", ["fair", "snow"])
@pytest.mark.parametrize("side", [FRENCH, OTHER], ids=["storm", "sally"])
def test_10_5_who_may_begin_a_fight_for_a_town_sees_what_it_may_bring(side: int, weather: str) -> None:
    e = game(Options(open_play=True))
    s = run(e, field(e, "reille 0706: f1 f2", "hill 0707: a1 a2", step=Prepare(), weather=weather))
    s = s if side == FRENCH else play(e, s, m.Done())
    assert decided(e, s) == ("french: assault" if side == FRENCH else "allied: assault")
    panel = grid(s, e)
    fight = play(e, s, m.Accept()).fights[0]
    one, two = (groups.side_group(e.context, s, fight, k)[0] for k in (0, 1))
    assert fight.attacker == side
    contact = groups.contact_of(e.context, s, fight)
    found = studied(e.context.tables, Combat("battle", (one, two), side, None, contact, weather == "snow", OTHER))
    lost = [float(found.mean(lambda end, k=k: end.lost[k].total)) for k in (side, 1 - side)]  # type: ignore[misc]
    won = percent(found.chance(lambda end: end.winner == side))
    assert panel.cells == (((won, ""), (f"{lost[0]:.1f}\u00a0:\u00a0{lost[1]:.1f}", "")),)


@pytest.mark.parametrize("behind", [True, False])
def test_10_5_an_unseen_garrison_is_taken_for_typical_ones_behind_its_walls(behind: bool) -> None:
    e = game()
    s = run(e, field(e, "reille 0706: f1 f2", "hill 0707: a1 a2", step=Prepare()))
    panel = grid(s)
    assert panel.rows == ("division of 5 SP", "corps of 20 SP", "army of 50 SP")
    x, [fight] = e.context, s.fights
    own, foe = groups.side_group(x, s, fight, FRENCH)[0], replace(assumed("corps", 20), fortified=behind)
    combat = Combat("battle", (own, foe), FRENCH, None, groups.contact_of(x, s, fight), besieged=OTHER)
    won = percent(studied(x.tables, combat).chance(lambda end: end.winner == FRENCH))
    assert (panel.cells[1][0][0] == won) is behind


def test_10_5_of_a_very_small_one_the_panel_takes_the_most_that_scouts_have_told() -> None:
    e = game()
    s = run(e, field(e, "reille 0706: f1 f2", "hill 0707: a1 a2", step=Prepare()))
    told = Report(s.turn, FRENCH, s.fights[0].hexes[OTHER][0], leader("hill"), "division", 1)
    assert grid(replace(s, reports=(told,))).rows == ("division of 5 SP",)
    assert grid(replace(s, reports=(replace(told, strength=10),))).rows == ("division of 10 SP",)


def test_10_5_of_an_unseen_garrison_only_what_is_known_is_told_and_only_to_who_decides() -> None:
    e = game()
    s = run(e, field(e, "reille 0706: f1 f2", "hill 0707: a1 a2", step=Prepare()))
    shown = [battle(e.context, e.view(s, seat), None, -1) for seat in ("french", "allied", None)]
    assert [panel is not None for panel in shown] == [True, False, False]
    own, enemy = shown[0].parties  # type: ignore[union-attr]
    assert (own.title, own.strength, enemy.title, enemy.strength) == ("French", "12 SP", "Allies", "?")
    assert [line.value for line in enemy.lines] == ["not scouted: strengths are typical ones"]
