"""Combats in a campaign: chits, kinds, order, stakes, retreats, pursuit, what it does to morale (10; readings 21, 48,
50 to 54, 64, 65, 72, 74).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.system import Event
from napwidgets.systems.con import groups, holding, modifiers, pursuing, retreating
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.battle import resolve
from napwidgets.systems.con.bearing import by_unit
from napwidgets.systems.con.combat import Combat, Loss
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.face.battle import battle
from napwidgets.systems.con.face.combat import SCOUTED
from napwidgets.systems.con.face.ways import WaysBack, coursed
from napwidgets.systems.con.fighting import Combats, Open, Resolve, Stakes, stakes
from napwidgets.systems.con.forces import Way
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.passing import passed
from napwidgets.systems.con.preparation import Chits, Prepare
from napwidgets.systems.con.pursuing import Following
from napwidgets.systems.con.retreating import Passed, Retreating
from napwidgets.systems.con.scenario import MoraleData
from napwidgets.systems.con.state import FRENCH, GONE, OTHER, Report, State
from napwidgets.systems.con.tables import Tables
from tests.systems.con.country import (
    at,
    board,
    decided,
    dice,
    field,
    game,
    h,
    hexes,
    leader,
    play,
    refused,
    run,
    strength,
    texts,
    unit,
)

TABLES = Tables()
CALM = Options(no_morale=True)
OPEN = Options(no_morale=True, open_play=True)
DIVISION, CORPS = ("girard 0605: f1 f2",), ("reille 0605: f1 f2",)
ARMY = ("ney 0605: f1", "reille 0605: f2", "erlon 0605: f3")
COLE, HILL = ("cole 0705: a1 a2",), ("hill 0705: a1 a2",)
ALLIES = ("wellington 0705: a1", "hill 0705: a2", "uxbridge 0705: a3")
EVEN = ("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3")


def engine() -> Campaign:
    return game(CALM)


def ready(*stacks: str, guesses: tuple[str, str] = ("corps", "corps"), e: Campaign | None = None, **more: Any) -> State:
    """Combats with their chits, before the first is fought."""
    used = e or engine()
    changes = more.pop("fight", {})
    s = run(used, field(used, *stacks, step=Prepare(), **more))
    while decided(used, s).endswith(("gather", "bridge", "assault")):
        s = play(used, s, m.Accept() if decided(used, s).endswith("assault") else m.Done())
    for n in range(len(s.fights)):
        s = s.fight(n, **{"guesses": guesses, **changes})
    return replace(s, agenda=(Combats(s.first),))


def opened(s: State) -> State:
    """The chits of the first combat are up."""
    return Open(0).run(engine().context, replace(s, agenda=(Combats(0), Open(0))), dice(), [])


@pytest.mark.parametrize(
    ("french", "allied", "guesses", "kind", "right"),
    [
        (DIVISION, HILL, ("corps", "division"), "skirmish", -1),
        (DIVISION, HILL, ("army", "army"), "skirmish", -1),
        (DIVISION, HILL, ("corps", "corps"), "raid", FRENCH),
        (DIVISION, HILL, ("army", "division"), "ambush", OTHER),
        (CORPS, COLE, ("corps", "corps"), "raid", OTHER),
        (CORPS, COLE, ("division", "army"), "ambush", FRENCH),
        (DIVISION, COLE, ("division", "army"), "raid", FRENCH),
        (DIVISION, COLE, ("army", "division"), "raid", OTHER),
        (CORPS, HILL, ("corps", "corps"), "battle", -1),
        (CORPS, HILL, ("army", "division"), "battle", -1),
        (CORPS, HILL, ("corps", "division"), "wrongfooted", FRENCH),
        (CORPS, HILL, ("army", "corps"), "wrongfooted", OTHER),
        (ARMY, ALLIES, ("army", "army"), "battle", -1),
        (ARMY, ALLIES, ("corps", "army"), "wrongfooted", OTHER),
        (ARMY, HILL, ("corps", "army"), "withdraw", -1),
        (ARMY, HILL, ("army", "corps"), "withdraw", -1),
        (ARMY, HILL, ("corps", "corps"), "wrongfooted", FRENCH),
        (ARMY, HILL, ("army", "army"), "wrongfooted", OTHER),
    ],
)
def test_10_5_two_chits_make_the_kind_of_a_combat(
    french: tuple[str, ...], allied: tuple[str, ...], guesses: tuple[str, str], kind: str, right: int
) -> None:
    fight = opened(ready(*french, *allied, guesses=guesses)).fights[0]
    assert (fight.kind, fight.right) == (kind, right)


def test_10_5_whoever_forages_has_guessed_wrong() -> None:
    assert opened(ready(*CORPS, *HILL)).fights[0].kind == "battle"
    hungry = opened(ready(*CORPS, *HILL, centers=("", "1205", "1405"))).fights[0]
    assert (hungry.kind, hungry.right) == ("wrongfooted", OTHER)
    # The senior leader's army decides, of a garrison its own.
    mixed = ("wellington 0705: a1", "blucher 0705: p1")
    assert opened(ready(*CORPS, *mixed, centers=("0205", "1205", ""))).fights[0].kind == "battle"
    assert opened(ready(*CORPS, *mixed, centers=("0205", "", "1405"))).fights[0].kind == "wrongfooted"
    assert opened(ready(*CORPS, "- 0705: a1 a2", centers=("0205", "", "1405"))).fights[0].kind == "wrongfooted"
    assert opened(ready(*CORPS, "- 0705: a1 a2")).fights[0].kind == "battle"


def void(s: State) -> str:
    """What is told of guesses that count for nothing as the chits are turned up."""
    log: list[Event] = []
    Open(0).run(engine().context, replace(s, agenda=(Combats(0), Open(0))), dice(), log)
    return texts([e for e in log if e.kind == "void"])


def test_10_5_it_is_told_why_a_right_guess_counts_as_wrong() -> None:
    assert void(ready(*CORPS, *HILL)) == ""
    hungry = {"centers": ("", "1205", "1405")}
    why = "The French count as having guessed wrong all the same: "
    assert void(ready(*CORPS, *HILL, **hungry)) == f"{why}they forage."
    assert void(ready(*CORPS, *HILL, guesses=("army", "corps"), **hungry)) == "", "it is wrong in any case"
    assert void(ready(*CORPS, *HILL, fight={"failed": (True, False)})) == f"{why}their repulse has failed."


def told(*stacks: str, faces: tuple[int, ...], **more: Any) -> list[tuple[str, str]]:
    """What is told of the dice of a combat and of what they come to, each with its kind."""
    log: list[Event] = []
    e = engine()
    s = replace(ready(*stacks, **more), agenda=(Combats(0), Open(0)))
    run(e, s, *faces, log=log)
    return [(event.kind, event.text) for event in log if event.kind in ("thrown", "gives-way", "losses")]


def test_10_5_7_both_dice_of_a_battle_are_told() -> None:
    (first, *_) = told(*EVEN, faces=(1, 1))
    assert first == ("thrown", "The French are at an advantage and throw 1; 1 is thrown for the Allies.")
    uneven = "reille 0605: f1/4 f2/3 f3/3", "hill 0705: a1/3 a2/3 a3/3"
    for rounding, throws in ((3, "2"), (4, "2 + 1")):
        (more, *_) = told(*uneven, faces=(2, 5, rounding))
        assert more[1].endswith(f"throw {throws}; 5 is thrown for the Allies."), "half of one, rounded by a die"


def test_10_3_a_corps_that_wins_a_withdrawal_is_told_why_it_goes_back() -> None:
    kinds = dict(told(*ARMY, *HILL, guesses=("army", "corps"), faces=(1, 6, 1)))
    assert kinds["gives-way"] == "The Allies go back all the same: a corps gives way to an army."
    beaten = dict(told(*ARMY, *HILL, guesses=("army", "corps"), faces=(6, 1, 1)))
    assert "gives-way" not in beaten


def test_10_5_1_the_losses_of_small_combats_rest_on_their_own_paragraphs() -> None:
    for guesses, paragraph in ((("corps", "division"), "10.5.3"), (("corps", "corps"), "10.5.1"),
                               (("army", "division"), "10.5.2")):  # fmt: skip
        log: list[Event] = []
        run(engine(), replace(ready(*DIVISION, *HILL, guesses=guesses), agenda=(Combats(0), Open(0))), 2, log=log)
        assert {e.cites for e in log if e.kind in ("thrown", "losses")} == {(f"CON {paragraph}",)}


def test_7_whose_repulse_has_failed_has_guessed_wrong() -> None:
    fight = opened(ready(*CORPS, *HILL, fight={"failed": (True, False)})).fights[0]
    assert (fight.kind, fight.right) == ("wrongfooted", OTHER)


def test_10_5_a_corps_that_alone_has_guessed_right_may_delay_an_army() -> None:
    s = run(engine(), ready(*ARMY, *HILL, guesses=("army", "army")).pop(Combats(0), Open(0)))
    assert decided(engine(), s) == "allied: delay"
    assert opened(ready(*ARMY, *HILL, guesses=("army", "army"))).fights[0].kind == "wrongfooted"
    delays = engine().apply(s, "allied", m.Accept(), dice(1, 6, 1), [])
    assert delays.fights[0].kind == "delay"
    for guesses in (("corps", "army"), ("corps", "corps"), ("army", "corps")):
        found = opened(ready(*ARMY, *HILL, guesses=guesses))
        assert "Delay" not in [type(step).__name__ for step in found.agenda]
    battle = opened(ready(*CORPS, *HILL, guesses=("corps", "army")))
    assert "Delay" not in [type(step).__name__ for step in battle.agenda]


def test_10_5_chits_are_chosen_in_secret_for_one_fight_after_another() -> None:
    e = engine()
    s = ready("reille 0605: f1 f2", "hill 0705: a1 a2", "erlon 1002: f3 f4", "uxbridge 1001: a3 a4", guesses=("", ""))
    s = replace(s, agenda=(Combats(0), Chits(OTHER), Chits(FRENCH)))
    assert list(e.options(s)) == [m.Guess(0, chit) for chit in ("division", "corps", "army")]
    log: list[Event] = []
    s = play(e, s, m.Guess(0, "army"), log=log)
    assert texts(log, "french") == f"You expect an army at {e.context.place(s.fights[0].hexes[OTHER][0])}."
    assert texts(log, "allied") == ""
    assert refused(e, s, m.Guess(0, "corps")) == "guess"
    assert refused(e, s, m.Done()) == "guess"
    s = play(e, s, m.Guess(1, "corps"))
    assert decided(e, s) == "allied: guess"
    assert [fight.guesses for fight in s.fights] == [("army", ""), ("corps", "")]
    view = e.view(s, "allied")
    assert [fight.guesses for fight in view.fights] == [("?", ""), ("?", "")]
    assert [fight.guesses for fight in e.view(s, "french").fights] == [("army", ""), ("corps", "")]


SIEGE = ("reille 0706: f1 f2", "hill 0707: a1 a2")


def sieging(*stacks: str) -> State:
    return run(engine(), field(engine(), *stacks, step=Prepare()))


def test_10_5_a_town_is_fought_for_only_if_somebody_wants_to() -> None:
    e = engine()
    s = sieging(*SIEGE)
    assert s.fights[0].besieged == OTHER
    assert decided(e, s) == "french: assault"
    assert s.agenda[-1].label(e.context, s, m.Accept()).detail.startswith("Walls double the defender")
    storm = play(e, s, m.Accept())
    assert (storm.fights[0].attacker, storm.fights[0].done) == (FRENCH, False)
    assert decided(e, storm) != "allied: assault"
    s = play(e, s, m.Done())
    assert decided(e, s) == "allied: assault"
    words = s.agenda[-1].label(e.context, s, m.Accept()).detail
    assert words == "Outside, your walls do not count, and the besiegers have +1 for the ground."
    sally = play(e, s, m.Accept())
    out = opened(replace(sally, agenda=(Combats(0),)))
    met = groups.seen(e.context, out, out.fights[0])
    assert met is not None
    assert [part.value for part in modifiers.parts(Tables(), met, FRENCH) if part.name == "terrain"] == [1]
    assert modifiers.worth(Tables(), met, OTHER) == met.groups[OTHER].strength
    assert (sally.fights[0].attacker, sally.fights[0].done) == (OTHER, False)
    quiet = play(e, s, m.Done())
    assert quiet.fights[0].done


def test_10_5_nobody_is_besieged_who_stands_outside_too() -> None:
    assert sieging("reille 0706: f1 f2", "hill 0707: a1", "uxbridge 0807: a2").fights[0].besieged == OTHER
    assert sieging("reille 0706: f1 f2", "hill 0707: a1", "uxbridge 0806: a2").fights[0].besieged == -1
    assert sieging("reille 0605: f1 f2", "hill 0705: a1").fights[0].besieged == -1
    assert sieging("reille 0707: f1", "hill 0706: a1 a2").fights[0].besieged == FRENCH


def test_10_5_a_siege_needs_no_chits_and_is_a_battle() -> None:
    e = engine()
    s = play(e, sieging(*SIEGE), m.Accept())
    assert not Chits(FRENCH)._open(s)
    fight = opened(replace(s, agenda=(Combats(0),))).fights[0]
    assert (fight.kind, fight.right) == ("battle", -1)
    combat = groups.seen(e.context, s, fight)
    assert combat is not None
    assert (combat.besieged, combat.groups[OTHER].fortified, combat.groups[FRENCH].fortified) == (OTHER, True, False)


def test_10_5_nobody_is_besieged_any_more_when_a_stack_from_outside_joins_the_fight() -> None:
    e = engine()
    s = play(e, sieging("reille 0706: f1 f2", "hill 0707: a1", "uxbridge 0807: a2"), m.Accept())
    assert decided(e, s) == "allied: gather"
    join = m.Join(0, h("0807"))
    label = s.agenda[-1].label(e.context, s, join)
    assert label.detail == "joins the combat beside it and ends the siege"
    apart = play(e, s, m.Done())
    assert apart.fights[0].besieged == OTHER
    log: list[Event] = []
    s = play(e, s, join, log=log)
    assert "With troops from outside the town in the fight nobody is besieged" in texts(log, "french")
    assert s.fights[0].besieged == -1
    assert decided(e, s) == "french: guess"
    s = play(e, play(e, s, m.Guess(0, "corps")), m.Guess(0, "division"))
    fight = opened(replace(s, agenda=(Combats(0),))).fights[0]
    assert (fight.kind, fight.right, fight.shown[OTHER].fortified) == ("wrongfooted", FRENCH, False)  # type: ignore[index]


def test_10_5_the_besieger_may_be_joined_and_goes_on_besieging() -> None:
    e = engine()
    s = play(e, sieging("reille 0706: f1 f2", "erlon 0605: f3", "hill 0707: a1"), m.Accept())
    label = s.agenda[-1].label(e.context, s, m.Join(0, h("0605")))
    assert label.detail == "joins the combat beside it"
    assert s.agenda[-1].label(e.context, s, m.Done()).detail == "They can still march to the guns."
    field_too = ("ney 1203: f4", "murat 1202: f5", "uxbridge 1204: a2")
    two = play(e, sieging("reille 0706: f1 f2", "erlon 0605: f3", "hill 0707: a1", *field_too), m.Accept())
    assert len({offer.fight for offer in two.agenda[-1].options(e.context, two, None)[:-1]}) == 2
    assert two.agenda[-1].label(e.context, two, m.Done()).detail == "They can still march to the guns."
    s = play(e, s, m.Join(0, h("0605")))
    assert (s.fights[0].besieged, s.fights[0].hexes[FRENCH]) == (OTHER, (h("0605"), h("0706")))


@pytest.mark.parametrize(
    ("attacker", "told", "strengths", "sides"),
    [
        (FRENCH, ", the French against the Allies: ", [12, 18], ["French", "Allies"]),
        (OTHER, ", the Allies against the French: ", [18, 12], ["Allies", "French"]),
    ],
)
def test_10_1_a_combat_is_told_from_its_attackers_side(
    attacker: int, told: str, strengths: list[int], sides: list[str]
) -> None:
    s = opened(ready("reille 0605: f1 f2", "hill 0705: a1 a2 a3", fight={"attacker": attacker}))
    log: list[Event] = []
    run(engine(), replace(s, agenda=(Resolve(0),)), 3, 3, log=log)
    fight = next(e for e in log if e.kind == "battle")
    assert told in fight.text
    assert fight.text.endswith(f": {strengths[0]} against {strengths[1]} strength points.")
    assert (fight.data["strengths"], fight.data["sides"]) == (strengths, sides)


TWO = ("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3", "erlon 1002: f4 f5 f6", "uxbridge 1001: a4 a5 a6")


def test_10_the_side_with_the_initiative_says_which_combat_comes_first() -> None:
    e = engine()
    for side, name in ((FRENCH, "french"), (OTHER, "allied")):
        s = ready(*TWO, first=side)
        assert decided(e, s) == f"{name}: combat"
        assert list(e.options(s)) == [m.Take(0), m.Take(1)]
        after = e.apply(s, name, m.Take(1), dice(1, 1), [])
        assert [fight.done for fight in after.fights] == [False, True]
    one = replace(s, fights=s.fights[:1])
    assert Combats(FRENCH).automatic(e.context, one)


def test_10_5_a_group_that_is_gone_fights_no_more() -> None:
    s = ready(*EVEN)
    for name in ("a1", "a2", "a3"):
        s = s.unit(unit(name), at=GONE)
    s = run(engine(), s)
    assert s.fights[0].done
    assert s.fights[0].kind == ""


def staking(*stacks: str, guesses: tuple[str, str] = ("corps", "corps")) -> list[tuple[str, ...]]:
    """What the French may stake."""
    s = run(engine(), ready(*stacks, guesses=guesses))
    if decided(engine(), s) != "french: stakes":
        return []
    return [o.what for o in engine().options(s) if isinstance(o, m.Stake)]


def test_10_5_7_1_a_stake_is_a_tenth_of_the_strength_at_least() -> None:
    assert staking("reille 0605: guard/2 f1/9 f2/9", *HILL) == [("guard",)]
    assert staking("reille 0605: cuirassiers/2 f1/9 f2/9", *HILL) == [("heavy",)]
    both = "reille 0605: guard/2 cuirassiers/2 f1/8 f2/8"
    assert staking(both, *HILL) == [("guard",), ("heavy",), ("guard", "heavy")]


def test_10_5_7_1_the_guards_heavy_cavalry_counts_as_guard_where_both_are_staked() -> None:
    force = "reille 0605: grenadiers cuirassiers/1 f1/8 f2/7"
    assert staking(force, *HILL) == [("guard",), ("heavy",)]
    assert ("guard", "heavy") in staking(force.replace("/1 f1/8", "/2 f1/7"), *HILL)


def test_10_5_7_1_a_stake_is_offered_for_what_it_is_worth() -> None:
    s = run(engine(), ready("reille 0605: guard/2 cuirassiers/2 f1/8 f2/8", *HILL))
    told = [engine().label(s, move).detail for move in engine().options(s) if isinstance(move, m.Stake)]
    assert told == [f"+{n} for you; half of what one side is ahead goes on its die" for n in (1, 1, 2)]


def test_10_5_7_1_less_than_a_tenth_is_not_staked() -> None:
    for stacks in ("reille 0605: guard/2 f1/9 f2/10", "reille 0605: cuirassiers/2 f1/9 f2/10"):
        s = opened(ready(stacks, *HILL))
        shown = s.fights[0].shown
        assert shown is not None
        assert stakes(engine().context, shown[FRENCH]) == []


def test_10_5_7_1_nothing_is_staked_in_small_combats() -> None:
    s = opened(ready("girard 0605: guard/6 f2", *HILL, guesses=("corps", "corps")))
    assert s.fights[0].kind == "raid"
    top = s.agenda[-1]
    assert type(top).__name__ == "Stakes"
    assert top._offered(engine().context, s) == []


def test_10_5_7_1_stakes_stay_secret_until_the_dice_have_fallen() -> None:
    e = engine()
    s = run(e, ready("reille 0605: guard f1", "hill 0705: a1 a2 scots"))
    assert decided(e, s) == "french: stakes"
    s = play(e, s, m.Stake(("guard",)))
    assert decided(e, s) == "allied: stakes"
    assert s.fights[0].stakes == (("guard",), ())
    assert e.view(s, "allied").fights[0].stakes == ((), ())
    assert e.view(s, "french").fights[0].stakes == (("guard",), ())


def test_5_a_combat_that_lies_open_tells_each_side_what_its_scouts_have_told_it() -> None:
    e = engine()
    s = run(e, ready("reille 0605: guard f1", "hill 0705: a1 a2 scots"))
    # Since then others have marched to the guns.
    was = Report(s.turn, FRENCH, h("0705"), leader("hill"), "division", 10)
    old = Report(s.turn - 1, FRENCH, h("0705"), leader("hill"), "corps", 20)

    def told(*reports: Report) -> list[list[str]]:
        shown = battle(e.context, replace(s, reports=reports), None, -1)
        assert shown is not None
        return [[line.value for line in side.lines if line.name == SCOUTED] for side in shown.parties]

    assert told(was) == [["Hill, division of about 10 SP"], []]
    assert told() == told(old) == [[], []]


def lose(*stacks: str, e: Campaign | None = None, faces: tuple[int, ...] = (1, 1), **more: Any) -> State:
    """After the dice of the first battle: with ones the French win, a hex back for the enemy."""
    used = e or engine()
    return run(used, ready(*stacks, e=used, **more), *faces)


def test_10_3_the_beaten_side_says_where_it_goes() -> None:
    s = lose(*EVEN)
    assert decided(engine(), s) == "allied: retreat"
    assert {board().label(o.to) for o in engine().options(s)} == {"0704", "0804", "0805"}
    assert refused(engine(), s, m.Go(h("0706"))) == "retreat"
    s = play(engine(), s, m.Go(h("0805")))
    assert {at(s, name) for name in ("hill", "a1", "a2", "a3")} == {"0805"}
    assert s.fights[0].paths[OTHER] == (h("0705"), h("0805"))
    assert decided(engine(), s) == "french: follow"


def ways(*stacks: str, length: int, side: int = OTHER, free: bool = False, **more: Any) -> dict[str, int]:
    """Where a group may end its retreat, with the hexes beside enemies on its way."""
    s = ready(*stacks, **more)
    found = retreating.ends(engine().context, s, 0, side, length, free)
    return {board().label(k): way.zones for k, way in found.items()}


def test_10_5_7_4_a_retreat_is_as_long_as_the_table_says() -> None:
    x = engine().context
    for length in (1, 2, 3, 4):
        s = ready("reille 0503: f1", "hill 0603: a1", centers=("0205", "0903", "1405"))
        found = retreating.ends(x, s, 0, OTHER, length, True)
        assert all(len(way.path) == length for way in found.values())
        start = h("0503")
        for way in found.values():
            far = [x.ground.distance(start, k) for k in (h("0603"), *way.path)]
            assert far == sorted(far)


def test_10_3_whoever_can_keep_out_of_zones_does() -> None:
    found = ways(*EVEN, length=1)
    assert set(found) == {"0704", "0804", "0805"}
    assert set(found.values()) == {0}
    free = ways(*EVEN, length=1, free=True)
    assert set(free) == {"0704", "0804", "0805", "0604", "0706"}
    assert free["0604"] == free["0706"] == 1


def test_10_3_and_goes_towards_his_centre_unless_he_is_free() -> None:
    near = ways(*EVEN, length=2, centers=("0205", "0905", "1405"))
    assert "0905" in near
    assert "0603" not in near
    assert "0703" not in near
    assert "0703" in ways(*EVEN, length=2, centers=("0205", "0702", "1405"))
    assert "0703" in ways(*EVEN, length=2, centers=("0205", "0905", "1405"), free=True)
    # Without a centre he goes towards his source.
    assert "0905" in ways(*EVEN, length=2, centers=("0205", "", "1405"))


def test_10_3_within_a_hex_of_the_best_way_home() -> None:
    found = ways(*EVEN, length=2, centers=("0205", "0905", "1405"))
    assert {"0905", "0904"} <= set(found)
    assert "0803" not in found
    assert "0803" in ways(*EVEN, length=2, centers=("0205", "0905", "1405"), free=True)


def test_10_3_the_french_go_back_as_well() -> None:
    s = ready(*EVEN)
    after = back(s, "0505", 1, FRENCH)
    assert after.fights[0].paths == ((h("0605"), h("0505")), ())
    assert {at(after, name) for name in ("reille", "f1", "f2", "f3")} == {"0505"}


def test_10_3_no_step_leads_through_enemies_or_over_a_great_river() -> None:
    # Hill with his back to the Rhein, off the bridge.
    found = ways("reille 0907: f1", "hill 1006: a1", length=2, free=True)
    assert found
    assert all(name < "11" or name == "1105" for name in found)
    assert "1105" not in ways("reille 0907: f1", "hill 1006: a1", length=1, free=True)
    assert "0805" not in ways(*EVEN, "erlon 0805: f9", length=1, free=True)


def test_4_vedettes_and_their_zones_bar_no_retreat_and_fall_back_beside_it() -> None:
    e, hussars = engine(), {"hussars": "0906"}
    x = e.context
    s = ready(*EVEN, riders=hussars)
    assert h("0805") not in retreating.ends(x, s, 0, OTHER, 1, False)
    s = lose(*EVEN, riders=hussars)
    step = s.agenda[-1]
    assert isinstance(step, Retreating)
    assert step.passed == Passed(idle=(h("0906"),))
    assert {board().label(o.to) for o in e.options(s)} == {"0704", "0804", "0805"}
    assert e.view(s, "allied").agenda[-1] == step
    assert e.view(s, "french").agenda[-1] == replace(step, passed=Passed())
    s = play(e, s, m.Go(h("0805")))
    assert at(s, "v:hussars") == "0605"
    assert s.fights[0].ways[OTHER].zones == ()
    # Troops there are another matter.
    assert passed(x, ready(*EVEN, "- 0906: f9"), 0, OTHER, 1, False) == Passed()
    # Nor is told what vedettes are that make no difference.
    assert passed(x, ready(*EVEN, riders={"hussars": "0909"}), 0, OTHER, 1, False) == Passed()


def test_4_a_retreat_may_end_where_vedettes_stood() -> None:
    e = engine()
    s = ready(*EVEN, riders={"hussars": "0905"}, centers=("0205", "0905", "1405"))
    idle = passed(e.context, s, 0, OTHER, 2, False)
    assert idle == Passed(idle=(h("0905"),))
    s = replace(s, agenda=(Combats(0), Retreating(OTHER, 0, seen(s), 2, False, idle))).fight(0, done=True)
    after = e.apply(s, "allied", m.Go(h("0905")), dice(), [])
    assert (at(after, "hill"), at(after, "v:hussars")) == ("0905", "0605")


CORNER = ("reille 0103: f1 f2 f3", "erlon 0202: f4", "hill 0102: a1/4 a2/4")


@pytest.mark.parametrize(("points", "end"), [(1, "0401"), (2, "0201")])
def test_10_3_a_retreat_leads_through_a_stack_that_the_group_could_repulse(points: int, end: str) -> None:
    x, s = engine().context, ready(*CORNER, f"- 0301: f9/{points}", "- 0302: f8")
    found = passed(x, s, 0, OTHER, 3, False)
    assert found == (Passed(weak=(h("0301"),)) if points == 1 else Passed())
    assert set(retreating.ends(x, s, 0, OTHER, 3, False, found)) == {h(end)}
    # Nobody ends there.
    assert set(retreating.ends(x, s, 0, OTHER, 2, False, Passed(weak=(h("0301"),)))) == {h("0201")}


def test_10_3_whoever_goes_through_enemies_has_them_beside_him() -> None:
    x, s = engine().context, ready(*CORNER, "- 0301: f9/1", "- 0302: f8")
    way = retreating.met(x, s, OTHER, [h(name) for name in ("0102", "0201", "0301", "0401")])
    # Erlon is beside the first hex alone, the other two beside or in all of them.
    assert way.zones == (6 + 6 + 1, 6 + 1, 6 + 1)


def test_10_3_a_fortress_or_a_larger_force_shelters_the_beaten() -> None:
    plain = ways("reille 0704: f1 f2", "hill 0705: a1 a2", length=4, free=True)
    assert "0707" in plain
    x = engine().context
    s = ready("reille 0704: f1 f2", "hill 0705: a1 a2")
    assert len(retreating.ends(x, s, 0, OTHER, 4, True)[h("0707")].path) == 2
    # A fortress held by the enemy is none.
    held = ready("reille 0704: f1 f2", "hill 0705: a1 a2", "- 0707: f3")
    assert h("0707") not in retreating.ends(x, held, 0, OTHER, 4, True)
    army = ("wellington 0706: a4", "uxbridge 0706: a5", "blucher 0706: p1")
    larger = ready("reille 0604: f1 f2", "hill 0704: a1 a2", *army)
    assert h("0706") not in larger.fights[0].hexes[OTHER]
    assert len(retreating.ends(x, larger, 0, OTHER, 3, True)[h("0706")].path) <= 2
    equal = ready("reille 0604: f1 f2", "hill 0704: a1 a2", "uxbridge 0706: a4 a5")
    found = retreating.ends(x, equal, 0, OTHER, 3, True)
    assert h("0706") not in found or len(found[h("0706")].path) == 3


def test_10_3_whoever_starts_in_a_fortress_must_go_on() -> None:
    found = ways("reille 0706: f1 f2", "hill 0707: a1", "uxbridge 0806: a2", length=2, free=True)
    assert "0707" not in found


def test_10_3_with_two_ways_the_owner_chooses_with_one_nobody_is_asked() -> None:
    s = ready("reille 0103: f1 f2 f3", "erlon 0202: f4", "hill 0102: a1/4 a2/4")
    x, combat = engine().context, seen(s)
    # Water in the north, the French south and south-east: 0201 alone is left.
    assert set(retreating.ends(x, s, 0, OTHER, 1, True)) == {h("0201")}
    gone = run(engine(), replace(s, agenda=(Retreating(OTHER, 0, combat, 1),)))
    assert at(gone, "a1") == "0201"
    two = ready("reille 0202: f1 f2 f3", "hill 0102: a1/4 a2/4")
    assert set(retreating.ends(x, two, 0, OTHER, 1, True)) == set(hexes("0103 0201"))
    assert decided(engine(), run(engine(), replace(two, agenda=(Retreating(OTHER, 0, combat, 1, True),)))) == (
        "allied: retreat"
    )


def test_10_3_no_way_back_is_the_end() -> None:
    s = ready("reille 0103: f1 f2 f3", "erlon 0202: f4", "ney 0201: f5", "hill 0102: a1/4 a2/4")
    assert retreating.ends(engine().context, s, 0, OTHER, 1, True) == {}
    log: list[Event] = []
    combat = seen(s)
    s = run(engine(), replace(s, agenda=(Retreating(OTHER, 0, combat, 1),)), log=log)
    assert "nowhere to go" in texts(log)
    assert (at(s, "a1"), s.leaders[leader("hill")].at) == ("", GONE)
    assert s.lost == (0, 8)


def seen(s: State) -> Combat:
    """The first combat as it is seen once its chits are up."""
    x = engine().context
    combat = groups.seen(x, s, groups.laid_open(x, s, s.fights[0]))
    assert combat is not None
    return combat


def back(s: State, to: str, length: int, side: int = OTHER, log: list[Event] | None = None) -> State:
    """After the retreat of a side to a hex."""
    s = replace(s, agenda=(Combats(0), Retreating(side, 0, seen(s), length, True)))
    # No other combat is left.
    s = s.fight(0, done=True)
    after: State = engine().apply(s, ("french", "allied")[side], m.Go(h(to)), dice(), [] if log is None else log)
    return after


def test_10_5_7_4_a_hex_beside_enemies_costs_a_fortieth_of_both() -> None:
    # Erlon with 22 beside 0804; Hill's 18 and he make 40: one point.
    stacks = ("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3")
    s = ready(*stacks, "erlon 0803: f4/11 f5/11")
    assert back(s, "0804", 1).lost == (0, 1)
    assert back(ready(*stacks, "erlon 0803: f4/1"), "0804", 1).lost == (0, 0)
    assert back(s, "0805", 1).lost == (0, 0)
    assert back(ready(*stacks, riders={"hussars": "0803"}), "0804", 1).lost == (0, 0)


@pytest.mark.parametrize(
    ("stacks", "told"),
    [
        (("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3", "erlon 0803: f4/11 f5/11"), "costs 0 to 1 SP more"),
        (("reille 0605: f1/3 f2/3 f3/3", "hill 0705: a1/3 a2/3 a3/3"), "costs nothing more"),
        (("reille 0103: f1 f2 f3", "erlon 0202: f4", "ney 0201: f5", "hill 0102: a1/4 a2/4"),
         "none: who must go back is lost"),
        (("reille 0905: f1/12 f2/10", "hill 1005: a1 a2 a3", "ney 1204: f3 f4", "erlon 0903: f5/12"), ""),
        # Those who were fought press the way, too, with what the combat has left of them.
        (("reille 0605: f1/2 f2/8 f3/4", "hill 0705: a1/5 a2/5 a3/4"), "costs 0 to 1 SP more"),
    ],
    ids=["a-zone", "calm", "shut", "river", "the-beaten-too"],
)  # fmt: skip
def test_10_5_7_4_what_the_way_back_costs_is_in_the_odds_before_it_is_chosen(
    stacks: tuple[str, ...], told: str
) -> None:
    e, s = game(OPEN), opened(ready(*stacks, e=game(OPEN)))
    s = replace(s, agenda=(Combats(0), Stakes(0, 0)))
    x, combat = e.context, groups.seen(e.context, s, s.fights[0])
    assert combat is not None
    ways, found = WaysBack(x, s, 0, combat, OTHER), coursed(x.tables, combat)
    line = ways.told(found)
    assert line is not None
    assert not told or line.value == told
    for pick in (0, 1):
        promised = found.map(lambda course, pick=pick: course.end.lost[OTHER].total + ways.cost(course)[pick])  # type: ignore[misc]
        assert dict(promised) == dict(_resolved(s, OTHER, pick))
    shown = battle(x, s, None, -1)
    assert shown is not None
    assert line in shown.parties[OTHER].lines
    titles = [spread.title for spread in shown.spreads]
    assert any("way back" in title for title in titles) is (line.value != "costs nothing more")


def _resolved(s: State, side: int, pick: int) -> Distribution[int]:
    """What a side loses in the first combat when it is fought out on the map and goes back by the best way (0) or the
    worst (1).
    """
    e, seat = game(OPEN), ("french", "allied")[side]

    def price(now: State, move: Any) -> int:
        return e.apply(now, seat, move, dice(), []).lost[side]

    def once(thrown: Dice) -> int:
        now = e.advance(replace(s, agenda=(Resolve(0),)), thrown, [])
        while (asked := e.decision(now)) is not None:
            moves = list(e.options(now))
            if asked.kind == "retreat":
                moves = sorted(moves, key=lambda move: price(now, move)) if asked.seat == seat else moves
            now = e.apply(now, asked.seat, m.Done() if m.Done() in moves else moves[-pick], thrown, [])
        return now.lost[side] - s.lost[side]

    return distribution(once)


@pytest.mark.parametrize("hidden", [False, True])
def test_10_5_7_4_the_words_of_a_way_tell_its_cost_to_whoever_sees_who_stands_beside_it(hidden: bool) -> None:
    e = game(CALM if hidden else OPEN)
    s = ready("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3", "erlon 0803: f4/11 f5/11", e=e)
    s = replace(s, agenda=(Combats(0), Retreating(OTHER, 0, seen(s), 1, True)))
    told = (
        "Enemies lie face down beside the way: they may cost men." if hidden else "The way costs 1 strength point more."
    )
    for state in (s, e.view(s, "allied")):
        assert e.label(state, m.Go(h("0804"))).detail == told
        assert e.label(state, m.Go(h("0805"))).detail == "The way costs nothing more."


def test_10_5_7_4_a_way_over_a_great_river_costs_at_least_a_part_of_those_who_go() -> None:
    e = engine()
    s = ready("reille 0905: f1/12 f2/10", "hill 1005: a1/12 a2/12 a3/12")
    s = replace(s, agenda=(Combats(0), Retreating(OTHER, 0, seen(s), 1, True)))
    assert e.label(s, m.Go(h("1105"))).detail == (
        "Enemies lie face down beside the way: they may cost men. It costs 1 strength point at least."
    )


def test_10_5_7_4_only_its_own_ways_are_told_to_a_side_where_stacks_lie_face_down() -> None:
    e, s = engine(), opened(ready(*EVEN))
    for who, seat in enumerate(("french", "allied")):
        asked = replace(s, agenda=(Combats(0), Stakes(who, 0)))
        shown = [battle(e.context, state, None, -1) for state in (asked, e.view(asked, seat))]
        assert shown[0] == shown[1]
        told = [[line.name for line in party.lines].count("Way back") for party in shown[0].parties]  # type: ignore[union-attr]
        assert told == [int(side == who) for side in (0, 1)]
    # Hill's way back of one hex lies beside those he has fought, and they lie face down.
    assert any(line.note.startswith("Enemies lie face down") for line in shown[0].parties[OTHER].lines)  # type: ignore[union-attr]


def test_10_5_7_4_a_bridge_over_a_great_river_costs_as_much() -> None:
    s = ready("reille 0905: f1/12 f2/10", "hill 1005: a1 a2 a3")
    after = back(s, "1105", 1)
    assert after.lost == (0, 1)
    assert after.fights[0].ways[OTHER] == Way((), (22,))


def test_3_1_nobody_presses_a_retreat_over_a_bridge_over_which_nobody_attacks() -> None:
    x, way = engine().context, hexes("0805 0905 1005")
    s = field(engine(), "ney 0805: f1", "hill 1105: a1 a2")
    assert retreating.met(x, s, FRENCH, way).zones == (12,)
    held = replace(s, crossed=((h("1005"), h("1105")),))
    assert retreating.met(x, held, FRENCH, way).zones == ()


def test_10_5_1_after_a_small_combat_each_such_hex_costs_a_point() -> None:
    s = ready("girard 0605: f1 f2", "hill 0705: a1 a2 a3", "erlon 0803: f4/1", guesses=("corps", "corps"))
    assert seen(s).kind == "raid"
    log: list[Event] = []
    assert back(s, "0804", 1, log=log).lost == (0, 1)
    assert {e.cites for e in log if e.kind in ("pressed", "losses")} == {("CON 10.5.1",)}


def test_2_who_retreats_into_a_place_that_counts_holds_it_and_who_goes_past_it_does_not() -> None:
    s = replace(ready("reille 1104: f1 f2 f3", "hill 1105: a1 a2 a3"), holds=(1, 1, 1))
    assert back(s, "1205", 1).holds == (1, 1, 2)
    assert back(s, "1106", 1).holds == (1, 1, 1)
    # On the way as well, and only if troops go it.
    assert back(s, "1306", 2).holds == (1, 1, 2)
    alone = replace(s, units=tuple(replace(t, at=-1) if t.at == h("1105") else t for t in s.units))
    assert holding.went(engine().context, alone, OTHER, [leader("hill")], [], [h("1205")]).holds == (1, 1, 1)


def test_10_5_7_4_all_of_a_group_goes_the_way_of_its_senior_leader_to_one_hex() -> None:
    s = ready("reille 0605: f1 f2", "hill 0705: a1 a2", "wellington 0606: a4 a5")
    s = s.fight(0, hexes=((h("0605"),), tuple(hexes("0705 0606"))))
    after = back(s, "0607", 1)
    assert {at(after, name) for name in ("hill", "wellington", "a1", "a2", "a4", "a5")} == {"0607"}
    assert after.fights[0].paths[OTHER][0] == h("0606")


def test_10_5_7_4_whoever_goes_back_stands_in_column_no_more() -> None:
    s = ready(*EVEN).lead(leader("hill"), column=True)
    assert not back(s, "0805", 1).leaders[leader("hill")].column


def test_10_5_7_4_in_a_draw_both_go_back_a_hex_the_disadvantaged_first_and_nobody_follows() -> None:
    s = lose(*EVEN, faces=(6, 6))
    assert decided(engine(), s) == "allied: retreat"
    s = play(engine(), s, m.Go(h("0805")))
    assert decided(engine(), s) == "french: retreat"
    s = engine().apply(s, "french", engine().options(s)[0], dice(), [])
    assert at(s, "reille") != "0605"
    assert all(len(path) == 2 for path in s.fights[0].paths)
    assert decided(engine(), s) == ""
    # Five percent of 36 on either side.
    assert s.lost == (2, 2)


def test_10_3_besieged_troops_stay() -> None:
    e = engine()
    s = play(e, sieging("reille 0706: f1 f2 f3 f4", "hill 0707: a1 a2"), m.Accept())
    s = replace(s, agenda=(Combats(0),)).fight(0, guesses=("", ""))
    fight = groups.laid_open(e.context, s, s.fights[0])
    combat = groups.seen(e.context, s, fight)
    assert combat is not None
    end = resolve(e.context.tables, replace(combat, morale=False), dice(6, 1, 1))
    assert end.winner == FRENCH
    assert end.hexes == (0, 0)


def test_10_3_one_force_may_enter_each_hex_that_was_left() -> None:
    e = engine()
    s = play(e, lose(*EVEN, "erlon 0605: f4", faces=(1, 1, 1)), m.Go(h("0805")))
    options = set(e.options(s))
    assert {m.Advance(leader("reille"), h("0705")), m.Advance(leader("erlon"), h("0705")), m.Done()} <= options
    assert m.Pursue(leader("reille"), h("0705")) in options
    assert refused(e, s, m.Advance(leader("reille"), h("0704"))) == "follow"
    s = e.apply(s, "french", m.Advance(leader("reille"), h("0705")), dice(), [])
    assert (at(s, "reille"), at(s, "f1"), at(s, "erlon")) == ("0705", "0705", "0605")
    # Who stands beside the enemy now has come there last.
    assert s.contacts[-1] == (FRENCH, h("0705"))
    assert decided(e, s) == ""


def test_10_3_two_hexes_left_may_be_entered_by_two_forces() -> None:
    e = engine()
    s = lose("reille 0605: f1 f2 f3", "erlon 0605: f4", "hill 0705: a1 a2", "uxbridge 0604: a3 a4", faces=(6, 1))
    assert decided(e, s) == "allied: retreat"
    s = play(e, s, e.options(s)[0])
    assert decided(e, s) == "french: follow"
    s = play(e, s, m.Advance(leader("reille"), h("0705")))
    assert refused(e, s, m.Advance(leader("erlon"), h("0705"))) == "follow"
    s = e.apply(s, "french", m.Advance(leader("erlon"), h("0604")), dice(), [])
    assert (at(s, "reille"), at(s, "erlon")) == ("0705", "0604")


def chase(
    *more: str, faces: int, length: int = 3, who: str = "reille", riders: Any = None, log: list[Event] | None = None
) -> State:
    """Reille pursues Hill, who has gone back along the road."""
    e = engine()
    s = ready("reille 0605: f1 f2 f3", "hill 0705: a1 a2 a3", *more, riders=riders)
    combat = seen(s)
    path = [h(name) for name in ("0705", "0805", "0905", "1005", "1105")][: length + 1]
    s = s.moved([leader("hill")], [unit(u) for u in ("a1", "a2", "a3")], path[-1])
    s = s.fight(0, done=True, paths=((), tuple(path)))
    s = replace(s, agenda=(Combats(0), Following(FRENCH, 0, combat)))
    told = [] if log is None else log
    after: State = e.apply(s, "french", m.Pursue(leader(who), h("0705")), dice(faces), told)
    return after


def test_10_3_a_pursuit_goes_on_the_beaten_leaders_heels_as_far_as_the_table_says() -> None:
    # Initiative 3 against a retreat of three hexes, one on the die for equal leaders.
    assert TABLES.pursues(3, 3, 2) == 2
    assert TABLES.pursues(3, 3, 4) == 1
    assert at(chase(faces=1), "f1") == "0805"
    assert at(chase(faces=3), "f1") == "0705"
    assert chase(faces=1).fights[0].pursued == (0, 2)
    assert chase(faces=6).fights[0].pursued == (0, 1)


def test_10_3_it_stops_beside_enemies_and_never_enters_their_hex() -> None:
    assert at(chase(faces=1, length=4), "f1") == "0905"
    assert at(chase("uxbridge 0804: a5", faces=1, length=4), "f1") == "0705"
    assert at(chase("uxbridge 0805: a5", faces=1, length=4), "f1") == "0705"


def test_10_3_it_is_told_how_far_a_pursuit_went_and_not_how_far_it_might_have_gone() -> None:
    log: list[Event] = []
    chase(faces=1, length=4, log=log)
    assert texts(log).endswith("The pursuit goes 3 hexes.")
    chase("uxbridge 0804: a5", faces=1, length=4, log=log)
    assert texts(log).endswith("The pursuit goes 1 hex of the 3 that it might.")


def test_4_those_who_pursue_scatter_vedettes_beside_their_way() -> None:
    s = chase(faces=1, riders={"riders": "0804"})
    assert at(s, "f1") == "0805"
    assert at(s, "v:riders") == "1005"


def test_10_3_odds_of_a_pursuit() -> None:
    assert pursuing.odds(TABLES, 4, 3)[3] == Fraction(1, 3)
    assert pursuing.odds(TABLES, 3, 3)[2] == Fraction(1, 3)
    plain, swift = pursuing.odds(TABLES, 3, 3), pursuing.odds(TABLES, 3, 3, 0, True)
    assert swift[3] == plain[2]
    assert swift[0] == plain[0]
    assert pursuing.odds(TABLES, 3, 3, 1)[2] == Fraction(1, 6)


def followed(*stacks: str, who: str, side: int = FRENCH, **more: Any) -> dict[str, int]:
    s = ready(*stacks, **more)
    return {part.name: part.value for part in pursuing.parts(engine().context, s, seen(s), side, leader(who))}


def test_10_3_what_changes_the_die_of_a_pursuit() -> None:
    assert followed(*EVEN, who="reille") == {"resistance": 1}
    assert followed("ney 0605: f1 f2", HILL[0], who="ney") == {}
    assert followed("erlon 0605: f1 f2", HILL[0], who="erlon") == {"resistance": 2}
    assert followed("ney 0605: f1 dragoons f2", HILL[0], who="ney") == {"cavalry": -3}
    assert followed("ney 0605: f1 f2", "hill 0705: a1 blues a2", who="ney") == {"cavalry": 2}
    assert followed("ney 0605: f1 f2", HILL[0], who="ney", spirit=(2, 1)) == {"morale of the army": 2}
    assert followed("ney 0902: f1 dragoons f2", "hill 0901: a1 a2", who="ney") == {}


def test_10_5_7_3_the_beaten_are_demoralized_and_nobody_else() -> None:
    e = game()
    # Uxbridge waits where Hill goes; he was not in the battle.
    stacks = (*EVEN, "uxbridge 0806: a5")
    s = lose(*stacks, e=e)
    assert decided(e, s) == "allied: retreat"
    assert h("0806") not in s.fights[0].hexes[OTHER]
    s = s.unit(unit("a5"), at=h("0805"))
    s = play(e, s, m.Go(h("0805")))
    # One hex: both check. The French hold with a 1, the allies fail with a 6.
    s = e.apply(s, "french", m.Advance(leader("reille"), h("0705")), dice(1, 6), [])
    assert [s.units[unit(u)].shaken for u in ("a1", "a2", "a3", "a5", "f1")] == [True, True, True, False, False]


def test_10_5_7_3_a_winner_checks_too_after_a_hex_and_is_shaken_where_he_has_gone() -> None:
    e = game()
    s = play(e, lose(*EVEN, e=e), m.Go(h("0805")))
    s = e.apply(s, "french", m.Advance(leader("reille"), h("0705")), dice(6, 1), [])
    assert [s.units[unit(u)].shaken for u in ("a1", "f1", "f2")] == [False, True, True]
    assert at(s, "f1") == "0705"


@pytest.mark.parametrize(
    ("advances", "faces", "shaken"),
    [(False, (4, 4), (False, False)), (True, (4, 3), (True, False)), (True, (3, 4), (False, True))],
)
def test_10_5_7_3_a_zone_counts_for_the_victor_too_and_for_the_beaten_when_all_have_gone_where_they_go(
    advances: bool, faces: tuple[int, int], shaken: tuple[bool, bool]
) -> None:
    e = game()
    s = play(e, lose(*EVEN, e=e), m.Go(h("0805")))
    # Both leaders have an initiative of 3, and a hex of retreat takes one off the die; an advance brings them together.
    move = m.Advance(leader("reille"), h("0705")) if advances else m.Done()
    log: list[Event] = []
    s = e.apply(s, "french", move, dice(*faces), log)
    assert (s.units[unit("f1")].shaken, s.units[unit("a1")].shaken) == shaken
    who = [name for name, broken in zip(("French", "Allies"), shaken, strict=True) if broken]
    told = [e.text for e in log if e.kind == "shaken"]
    assert told == [f"The {name} are demoralized: 4 against 3." for name in who]


def test_10_5_7_3_nobody_is_demoralized_without_the_optional_rule() -> None:
    s = play(engine(), lose(*EVEN), m.Go(h("0805")))
    s = engine().apply(s, "french", m.Done(), dice(), [])
    assert not any(troop.shaken for troop in s.units)


GREAT = ("ney 0605: f1 f2 f3", "hill 0705: a1 a2 a3")


def test_base_spirit_sinks_when_a_great_battle_is_lost() -> None:
    tracks = {"french": MoraleData(), "allied": MoraleData()}
    e = game(CALM, morale=tracks)
    # Ney's initiative makes the French advantaged by one; with a 1 against a 6 they lose all the same.
    lost = run(e, ready(*GREAT, e=e), 1, 6, 1)
    assert lost.spirit == (1, 0)
    assert run(e, ready(*EVEN, e=e), 1, 6).spirit == (0, 0)
    assert run(e, ready(*GREAT, e=e), 6, 1, 1).spirit == (0, 0)
    duke = run(e, ready("reille 0605: f1 f2 f3", "wellington 0705: a1 a2 a3", e=e), 1, 6, 1)
    assert duke.spirit == (0, 1)
    small = ready(*GREAT[:1], "cole 0705: a1 a2 a3", e=e, guesses=("corps", "army"))
    assert run(e, small, 1).spirit == (0, 0)


def test_10_5_7_2_the_losses_are_taken_off_the_map() -> None:
    s = lose(*EVEN, faces=(4, 1))
    # The cell R2 0/5: five percent of 36 for the allies, from their strongest units.
    assert s.lost == (0, 2)
    assert sum(strength(s, u) for u in ("a1", "a2", "a3")) == 16
    assert sum(strength(s, u) for u in ("f1", "f2", "f3")) == 18


def test_10_5_7_1_ground_between_the_groups() -> None:
    x = engine().context
    over = ready("reille 0406: f1 f2", "hill 0506: a1 a2")
    contact = groups.contact_of(x, over, over.fights[0])
    assert (contact.hexsides, contact.streams, contact.bridged, contact.clear) == (1, 1, 0, True)
    bridge = ready("reille 0405: f1 f2", "hill 0505: a1 a2")
    assert groups.contact_of(x, bridge, bridge.fights[0]).streams == 1
    two = ready("reille 0604: f1 f2", "erlon 0605: f3", "hill 0705: a1 a2")
    assert groups.contact_of(x, two, two.fights[0]).hexsides == 2
    rough = ready("reille 0902: f1 f2", "hill 0901: a1 a2")
    assert not groups.contact_of(x, rough, rough.fights[0]).clear
    great = run(engine(), field(engine(), "reille 1005: f1 f2", "hill 1105: a1 a2", step=Prepare()))
    great = play(engine(), great, m.Accept())
    contact = groups.contact_of(x, great, great.fights[0])
    assert (contact.hexsides, contact.streams, contact.bridged) == (1, 0, 1)


def test_10_2_contact_hexes_in_rough_ground() -> None:
    x = engine().context

    def cover(*stacks: str, side: int = OTHER, pitched: bool = True) -> tuple[int, int]:
        s = ready(*stacks)
        made, _ = groups.side_group(x, s, s.fights[0], side, pitched)
        return made.cover, made.hexes

    assert cover("reille 0903: f1", "hill 0902: a1") == (1, 1)
    assert cover("reille 0703: f1", "hill 0702: a1") == (0, 1)
    assert cover("reille 0703: f1", "hill 0702: a1", pitched=False) == (1, 1)
    assert cover("reille 0802: f1", "hill 0902: a1", "uxbridge 0803: a2") == (1, 2)
    assert cover("reille 0903: f1", "hill 0902: a1", side=FRENCH) == (0, 1)


def borne(lost: Loss, *stacks: str) -> dict[str, int]:
    """What each French unit bears of a loss."""
    x, s = engine().context, field(engine(), *stacks)
    units = [u for u, troop in enumerate(s.units) if troop.at >= 0]
    return {x.setting.units[u].id: n for u, n in by_unit(x, s, units, lost).items()}


def test_10_5_7_2_each_arm_bears_its_share_the_strongest_first_and_the_guard_last() -> None:
    force = "napoleon 0605: f1/6 f2/4 guard dragoons/3 chasseurs guns"
    assert borne(Loss(3, 0, 1), force) == {"f1": 3, "guns": 1}
    assert borne(Loss(4, 2, 0), force) == {"f1": 3, "f2": 1, "dragoons": 2}
    assert borne(Loss(12, 4, 0), force) == {"f1": 6, "f2": 4, "guard": 2, "dragoons": 3, "chasseurs": 1}
    assert borne(Loss(), force) == {}


def test_10_5_7_2_stakes_pay_first_the_guard_with_its_infantry_then_its_horse() -> None:
    force = "napoleon 0605: f1 guard/2 dragoons/3 grenadiers cuirassiers/3"
    assert borne(Loss(3, 0, 0, guard=2), force) == {"f1": 1, "guard": 2}
    assert borne(Loss(3, 1, 0, guard=3), force) == {"f1": 1, "guard": 2, "grenadiers": 1}
    assert borne(Loss(1, 3, 0, heavy=2), force) == {"f1": 1, "dragoons": 1, "grenadiers": 1, "cuirassiers": 1}
    assert borne(Loss(2, 2, 0, guard=2, heavy=1), force) == {"guard": 2, "grenadiers": 1, "cuirassiers": 1}
