"""37.12, Appendices I and III: what each card comes to, inside its bounds and outside them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.card_choices import Indicate, Reroute
from napwidgets.systems.mop.card_effects import FOR_ORDERS, FOR_RANGE
from napwidgets.systems.mop.card_orders import Direct, Hear
from napwidgets.systems.mop.card_stage import EFFECTS, TakesEffect
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.state import Play
from napwidgets.systems.mop.victory import captured
from napwidgets.systems.tactical.command.chits import RollChits
from napwidgets.systems.tactical.command.compliance import column
from napwidgets.systems.tactical.command.hidden import plot
from napwidgets.systems.tactical.command.limits import limit_of, may_fight
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import CHARGED, EXITED, March
from napwidgets.systems.tactical.face.battles import battle as shown
from napwidgets.systems.tactical.fighting.attacks import EvadeOffer
from napwidgets.systems.tactical.fighting.charges import AfterCharge, ChargeSegment
from napwidgets.systems.tactical.fighting.clash import morale
from napwidgets.systems.tactical.fighting.forces import normal_clash, unit_mods
from napwidgets.systems.tactical.fighting.odds import normal_odds
from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, reactors, striking
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, retreat_price
from napwidgets.systems.tactical.moving.groups import group_of, reach_of
from tests.systems.mop.table import Table, arrange, battle

FRENCH, COALITION = 0, 1
UNITS = {"lagrange-1": "0722E", "bordesoulle": "1122E", "kornilov-1": "2117E", "udom-1": "1820E"}
LEADERS = {"napoleon": "0722E", "marmont": "0722E", "doumerc": "1122E", "olsufief": "2117E", "blucher": "2520E"}


def field(*played: Play, units: dict[str, Any] | None = None, options: str = "restricted_cards", **more: Any) -> Table:
    """Marmont and Olsufief on the field of Champaubert, with some cards played."""
    fresh = {"decks": (), "hands": (), "plays": played, "coming": (), "leaders": LEADERS}
    return arrange(battle("champaubert", options), units or UNITS, **{**fresh, **more})


def play(t: Table, card: int, side: int, *faces: int) -> Table:
    """A card of a side takes effect."""
    return t.push(TakesEffect(card, side)).run(*faces)


def now(card: int, side: int, *about: int, used: int = 1) -> Play:
    return Play(card, side, 1, used, about)


@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_37_12_a_card_that_can_do_nothing_stops_nobody(card: int) -> None:
    t = field(units={"lagrange-1": "0722E"}, leaders={}, turn=9)
    t.push(TakesEffect(card, COALITION))
    dice = type("Ones", (), {"roll": lambda *_: 1, "draw": lambda *_: 0, "throws": []})()
    t.state = t.engine.advance(t.state, dice, [])
    while t.kind:
        t.play(m.Pass())
    assert cards.points(t.state, COALITION) <= 0


# March cards


def test_8_approach_march_is_followed_at_once_by_whoever_is_clear_of_the_enemy() -> None:
    t = play(field(), cards.APPROACH_MARCH, FRENCH)
    assert (t.kind, t.seat) == ("card", "french")
    assert f"c:{t.c('VI')}" in t.subjects()
    order = next(k for k in t.options(f"c:{t.c('VI')}") if k.target == t.hex("1421E"))
    t.play(order)
    assert (t.command("VI").order.kind, t.command("VI").order.target) == ("march", t.hex("1421E"))
    assert cards.points(t.state, FRENCH) == -1


def test_8_nobody_in_a_zone_of_control_is_sent_off() -> None:
    near = {**UNITS, "lagrange-1": "1721E"}
    t = play(field(units=near, leaders={**LEADERS, "marmont": "1721E"}), cards.APPROACH_MARCH, FRENCH)
    assert f"c:{t.c('VI')}" not in t.subjects()


def test_12_one_formation_picked_by_a_die_may_probe_at_once() -> None:
    t = play(field(), cards.PROBE, FRENCH, 1)
    assert t.subjects() == [f"c:{t.c('IC')}"]
    order = t.options(t.subjects()[0])[0]
    assert t.refused(replace(order, to=t.c("VI"))) == "not-offered"
    t.play(order)
    assert t.command("IC").order.kind == "probe"
    full = play(field(options="full_cards"), cards.PROBE, FRENCH)
    assert len(full.subjects()) == 2


def test_28_an_extra_march_order_goes_out_with_two_columns_more() -> None:
    t = play(field(), cards.FORCED_MARCH, FRENCH)
    order = next(k for k in t.options(f"c:{t.c('IC')}") if isinstance(k, Direct) and k.sender == t.i("napoleon"))
    t.play(order)
    (waiting,) = t.command("IC").pending
    assert waiting.orders[0].kind == "march"
    plain = t.engine.context.tables.shifts["divisional order or cavalry corps"]
    assert waiting.shift == plain + 2
    assert t.leader("napoleon").gave == 0


def test_21_a_turning_movement_listens_two_columns_better_once() -> None:
    t = field(now(cards.TURNING_MOVEMENT, FRENCH, used=0)).push(OrdersStage(FRENCH))
    march, attack = ("march", t.hex("1421E")), ("attack", t.hex("1820E"))
    turning = m.Send(t.i("napoleon"), t.c("VI"), (march, attack))
    assert sum(rule(t.x, t.state, turning) for rule in t.x.rules.sends) == 2
    for plain in ((march,), (attack,)):
        assert sum(rule(t.x, t.state, replace(turning, orders=plain)) for rule in t.x.rules.sends) == 0
    t.play(turning)
    assert cards.points(t.state, FRENCH) == -1
    assert sum(rule(t.x, t.state, turning) for rule in t.x.rules.sends) == 0


def test_11_one_leader_tries_an_order_of_his_own_with_two_columns_more() -> None:
    t = play(field(turn=1), cards.GENERAL_ADVANCE, FRENCH)
    assert t.kind == "initiative"
    marmont = f"c:{t.c('VI')}"
    attempt = t.options(marmont)[0]
    plain = t.x.rating(t.state, t.i("marmont"))
    assert plain == 3
    # Rated 5 the best column holds; a roll that fails at 3 succeeds.
    _, nothing = t.x.tables.initiative[3]
    best = t.x.tables.initiative[4]
    assert best[1] < nothing
    t.play(attempt, (1, best[1]))
    assert (t.command("VI").order.kind, t.command("VI").order.target) == (attempt.kind, attempt.target)
    assert t.kind is None
    assert cards.points(t.state, FRENCH) == -1


def loud(t: Table, turn: int = 1) -> Table:
    return t.change(turn=2, plays=(), rumbles=((t.hex("1321E"), turn),))


def test_15_a_leader_marches_to_the_guns_of_last_turn() -> None:
    t = play(loud(field()), cards.SOUND_OF_GUNS, FRENCH)
    assert f"c:{t.c('VI')}" in t.subjects()
    t.play(Hear(t.c("VI"), t.hex("1321E")), (6, 6))
    command = t.command("VI")
    assert [order.kind for order in (command.order, *command.queue)] == ["march", "attack"]


@pytest.mark.parametrize(("dice", "goes"), [((6, 6), True), ((1, 1), False)])
def test_15_who_was_on_a_hidden_march_comes_out_of_it_to_the_guns(dice: tuple[int, int], goes: bool) -> None:
    engine = battle("champaubert", "restricted_cards", "hidden_movement")
    t = Table(engine, loud(field()).state)
    here, to = t.hex("0722E"), t.hex("1421E")
    marching = March(t.c("VI"), plot(t.x, here, to), start=here)
    t.change(marches=(marching,))
    play(t, cards.SOUND_OF_GUNS, FRENCH).play(Hear(t.c("VI"), t.hex("1321E")), dice)
    assert t.state.marches == (() if goes else (marching,))
    assert (t.command("VI").order.target == t.hex("1321E")) is goes


def test_15_a_bad_roll_is_no_bad_move_and_old_guns_are_not_heard() -> None:
    t = play(loud(field()), cards.SOUND_OF_GUNS, FRENCH)
    before = t.command("VI")
    t.play(Hear(t.c("VI"), t.hex("1321E")), (1, 1))
    assert t.command("VI") == before
    assert t.kind is None
    for deaf in (loud(field(), turn=2), loud(field(), turn=0)):
        assert play(deaf, cards.SOUND_OF_GUNS, FRENCH).kind is None
    far = field().change(turn=2, rumbles=((field().hex("2520E"), 1),))
    assert play(far, cards.SOUND_OF_GUNS, FRENCH).kind is None


def test_19_who_defends_leaves_a_zone_of_control_for_a_mp() -> None:
    units = {"lagrange-1": "1721E", "lagrange-2": "1721E", "udom-1": "1820E"}
    for card, leaves in ((cards.MOBILE_DEFENSE, True), (cards.PURSUIT, False)):
        t = field(now(card, FRENCH), units=units, leaders={"marmont": "1721E"}, active=("VI",))
        assert limit_of(t.x, t.state, t.u("lagrange-1")).leave_zoc is leaves
    t = field(now(cards.MOBILE_DEFENSE, FRENCH), units=units, leaders={"marmont": "1721E"}, active=("VI",))
    costs = reach_of(t.x, t.state, group_of(t.x, t.state, t.us("lagrange-1"))).cost
    back = t.hex("1621E")
    assert costs[back] == t.x.setting.off_road[0][t.hex("1721E")][t.x.board.direction(t.hex("1721E"), back)] + 2
    marching = field(
        now(cards.MOBILE_DEFENSE, FRENCH), units=units, leaders={}, orders={"VI": ("march", "1421E")}, active=("VI",)
    )
    assert not limit_of(marching.x, marching.state, marching.u("lagrange-1")).leave_zoc


def test_9_a_general_retreat_needs_its_card() -> None:
    t = field()
    ask = t.i("napoleon"), t.c("VI"), "general_retreat", -1
    assert "MoP 37.13.1" in t.x.rules.arranged(t.x, t.state, *ask)
    t = field(now(cards.GENERAL_RETREAT, FRENCH))
    assert not t.x.rules.arranged(t.x, t.state, *ask)
    theirs = t.i("blucher"), t.c("IX"), "general_retreat", -1
    assert t.x.rules.arranged(t.x, t.state, *theirs)


def test_9_units_led_home_count_no_more_than_the_enemys_losses() -> None:
    from napwidgets.systems.mop.victory import got_home, points

    t = field(now(cards.GENERAL_RETREAT, FRENCH))
    gone = t.state.many({u: replace(t.state.units[u], hex=EXITED) for u in t.x.setting.of_side[FRENCH]})
    assert got_home(t.x, gone, FRENCH) == len(t.x.setting.of_side[FRENCH]) // 5
    assert got_home(t.x, gone, COALITION) == 0
    assert dict(points(t.x, gone))["french"] == dict(points(t.x, replace(gone, plays=())))["french"]


# Leaders


def test_7_the_emperor_counts_five_and_has_both_actions() -> None:
    t = play(field(), cards.EMPEROR, FRENCH)
    napoleon, marmont = t.i("napoleon"), t.i("marmont")
    assert (t.x.rating(t.state, napoleon), t.x.rating(t.state, marmont)) == (5, 3)
    assert t.x.capacity(t.state, napoleon) == 5
    assert column(t.x, t.state, napoleon, t.c("VI"), 0) == column(t.x, replace(t.state, plays=()), napoleon, 0, 0) + 2
    assert t.x.rules.claims(t.x, t.state) == (FRENCH, ())
    assert t.x.rating(replace(t.state, turn=2), napoleon) == 3
    t.change(cup=(t.c("VI"), t.c("IC"), t.c("IX")), rollers=(napoleon, t.i("blucher"))).push(RollChits()).run()
    assert t.kind in ("initial", "pair")


def test_7_without_napoleon_on_the_map_it_comes_to_nothing() -> None:
    t = play(field(leaders={"marmont": "0722E"}), cards.EMPEROR, FRENCH)
    assert t.state.plays == ()


def test_31_an_aide_brings_an_order_more_or_command_through_the_enemy() -> None:
    t = play(field(), cards.AIDE, FRENCH)
    assert [k.about for k in t.options() if isinstance(k, Indicate)] == [FOR_ORDERS, FOR_RANGE]
    t.play(Indicate(cards.AIDE, FOR_ORDERS))
    assert t.x.capacity(t.state, t.i("napoleon")) == 4
    assert t.x.capacity(t.state, t.i("marmont")) == 3
    assert not t.x.rules.carries(t.x, t.state, FRENCH)
    screened = {"udom-1": "1818E", "udom-2": "1618E", "kornilov-1": "2018E", "kornilov-2": "2220E"}
    screened["lagrange-1"] = "1820E"
    for about, reaches in ((FOR_RANGE, True), (FOR_ORDERS, False)):
        t = field(now(cards.AIDE, FRENCH, about), units=screened, leaders={"marmont": "1820E"})
        wide = t.x.range_of(t.state, t.u("lagrange-1"))
        narrow = t.x.range_of(replace(t.state, plays=()), t.u("lagrange-1"))
        assert (sum(wide) > sum(narrow)) is reaches


def test_31_an_aide_that_was_kept_gets_a_commander_away() -> None:
    t = play(field(), cards.AIDE, COALITION).play(m.Pass())
    state = captured(t.x, t.state, t.i("blucher"), [])
    assert state.prisoners == ()
    assert cards.points(state, COALITION) == -1
    assert captured(t.x, state, t.i("blucher"), []).prisoners == (t.i("blucher"),)


@pytest.mark.parametrize(
    ("played", "claims"),
    [
        ((cards.EARLY_ARRIVAL, FRENCH), (FRENCH, ())),
        ((cards.LATE_START, COALITION), (-1, (COALITION,))),
        ((cards.COUNTER_CHARGE, FRENCH), (-1, ())),
    ],
)
def test_2_and_5_say_who_has_the_first_initial_action(played: tuple[int, int], claims: Any) -> None:
    t = field(now(*played))
    assert t.x.rules.claims(t.x, t.state) == claims
    assert t.x.rules.claims(t.x, replace(t.state, turn=2)) == (-1, ())


def test_2_and_5_cancel_out_for_a_side_and_two_claims_leave_it_to_the_dice() -> None:
    t = field(now(cards.EARLY_ARRIVAL, FRENCH), now(cards.LATE_START, FRENCH))
    assert t.x.rules.claims(t.x, t.state)[0] == -1
    t = field(now(cards.EARLY_ARRIVAL, FRENCH), now(cards.EARLY_ARRIVAL, COALITION))
    assert t.x.rules.claims(t.x, t.state) == (-1, ())


def test_2_a_late_start_loses_an_initial_action_that_the_dice_give() -> None:
    for played, kind, says in (
        ((), "initial", "so the French side has it"),
        ((now(cards.LATE_START, FRENCH),), None, "but the French side can't have it this turn"),
    ):
        t = field(*played).change(cup=(0, 4), rollers=(field().i("napoleon"), field().i("blucher")))
        t.push(RollChits()).run(6, 1)
        assert t.kind == kind
        assert t.said("initial")[0].text == f"Initial action: 9 against 4, {says}."


def test_1_a_road_column_goes_farther_and_attacks_nobody() -> None:
    t = field(now(cards.ROAD_COLUMN, FRENCH), active=("VI",))
    u = t.u("lagrange-1")
    on_road = bool(t.x.setting.ways[t.state.units[u].start])
    assert on_road
    assert t.x.allowance(t.state, u) == t.x.allowance(replace(t.state, turn=2), u) + 6
    assert may_fight(t.x, t.state, u).code == "resting"  # type: ignore[union-attr]
    off = next(h for h in range(t.x.board.size) if t.x.setting.passable[h] and not t.x.setting.ways[h])
    beside = t.state.unit(u, hex=off, start=off)
    assert t.x.allowance(beside, u) == t.x.allowance(replace(beside, turn=2), u)


@pytest.mark.parametrize(("unit", "slow"), [("vi-foot-1", 2), ("lagrange-1", 1)])
def test_1_mud_makes_the_way_of_guns_in_a_road_column_twice_as_long_too(unit: str, slow: int) -> None:
    dry = field(now(cards.ROAD_COLUMN, FRENCH), units={unit: "1421E"}, active=("VI",))
    u = dry.u(unit)
    assert dry.x.setting.ways[dry.state.units[u].start]
    whole = dry.x.allowance(dry.state, u)
    assert whole == dry.x.infos[u].mp + 6
    assert dry.x.allowance(replace(dry.state, sky="mud"), u) == whole // slow


def test_6_a_scattered_formation_is_out_of_command_for_a_turn() -> None:
    t = field()
    t.change(plays=(now(cards.SCATTERED, FRENCH, t.c("VI")),))
    assert not t.x.in_command(t.state, t.u("lagrange-1"))
    assert t.x.in_command(t.state, t.u("bordesoulle"))
    assert t.x.in_command(replace(t.state, turn=2), t.u("lagrange-1"))


# Fighting

HORSE = {"bordesoulle": "1421E", "merlin": "1320E", "udom-1": "1423E", "kornilov-1": "2117E"}


def test_18_cavalry_countercharges_without_a_check() -> None:
    for played, faces in (((now(cards.COUNTER_CHARGE, FRENCH),), ()), ((), (6,))):
        t = field(*played, units=HORSE, leaders={"doumerc": "1320E"})
        h = t.hex("1423E")
        ways = [path for u, path in reactors(t.x, t.state, h, COALITION, ()) if u == t.u("bordesoulle")]
        t.push(ReactionOffer(FRENCH, t.us("udom-1"), h, "move", False, ())).run()
        offer = t.state.agenda[-1]
        tried = offer.play(t.x, t.state, m.React(t.u("bordesoulle"), ways[0]), _Sixes(), [])
        assert bool(tried.agenda[-1].joined) is bool(played)
        assert faces is not None


@pytest.mark.parametrize(("played", "check"), [(True, ""), (False, "if it passes its morale check")])
def test_18_no_check_of_a_countercharge_is_shown_where_there_is_none(played: bool, check: str) -> None:
    card = (now(cards.COUNTER_CHARGE, FRENCH),) if played else ()
    t = field(*card, units=HORSE, leaders={"doumerc": "1320E"})
    t.push(ReactionOffer(FRENCH, t.us("udom-1"), t.hex("1423E"), "move", False, ())).run()
    offer, rides = t.state.agenda[-1], t.u("bordesoulle")
    label = next(
        label
        for move in t.options()
        if isinstance(move, m.React) and move.unit == rides and (label := offer.label(t.x, t.state, move))
    )
    assert label.detail == check
    assert (striking(t.x, t.state, rides) == 1) is played
    battle = shown(t.engine, t.state, "french", None, -1)
    assert battle is not None
    strikes = next(share for share in battle.chances if t.x.infos[rides].name in share.label)
    assert (strikes.exact == "1") is played


class _Sixes:
    """Dice that show nothing but sixes."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        return sides * count


def test_17_cavalry_is_held_back_without_a_check() -> None:
    units = {"bordesoulle": "1421E", "udom-1": "1423E"}
    for played, pursues in (((now(cards.PURSUIT, FRENCH),), False), ((), True)):
        t = field(*played, units=units, leaders={})
        step = AfterCharge(t.us("bordesoulle"), t.hex("1422E"), t.us("udom-1"), False)
        t.push(step)
        after = step.play(t.x, t.state, m.Return(), _Sixes(), [])
        assert bool(after.agenda) is pursues


def test_23_horse_that_is_pointed_at_does_not_charge_this_turn() -> None:
    t = field(units={"bordesoulle": "1421E", "merlin": "1320E", "udom-1": "1423E"}, leaders={"doumerc": "1320E"})
    play(t, cards.UNFIT_HORSE, COALITION)
    seen = sorted((t.hex("1320E"), t.hex("1421E")))
    assert t.options() == [m.Pass(), *(Indicate(cards.UNFIT_HORSE, h) for h in seen)]
    t.play(Indicate(cards.UNFIT_HORSE, t.hex("1421E")))
    assert not [u for u, _ in reactors(t.x, t.state, t.hex("1423E"), COALITION, ()) if u == t.u("bordesoulle")]
    assert [play.seen for play in t.state.plays] == [1]
    assert t.x.rules.barred(t.x, t.state, t.u("bordesoulle"))
    assert not t.x.rules.barred(t.x, t.state, t.u("merlin"))
    assert not t.x.rules.barred(t.x, replace(t.state, turn=2), t.u("bordesoulle"))
    assert isinstance(t.engine, Battle)


def test_23_the_french_point_at_cossacks_alone_and_at_nobody_under_cover() -> None:
    units = {"pahlen-hussars": "1309", "duhesme-1": "0404"}
    t = arrange(battle("brienne", "restricted_cards"), units, plays=(), decks=(), hands=(), coming=())
    assert play(t, cards.UNFIT_HORSE, FRENCH).kind is None
    cossacks = [info.id for info in t.x.infos if "cossack" in getattr(info.data, "traits", ())]
    assert cossacks
    shown = {"duhesme-1": "0404", cossacks[0]: "1309"}
    t = arrange(battle("brienne", "restricted_cards"), shown, plays=(), decks=(), hands=(), coming=())
    assert play(t, cards.UNFIT_HORSE, FRENCH).kind == "card"
    covered = arrange(battle("brienne", "restricted_cards"), shown, plays=(), decks=(), hands=(), coming=())
    covered.change(hidden=covered.us(cossacks[0]))
    assert play(covered, cards.UNFIT_HORSE, FRENCH).kind is None


def test_23_a_charge_says_why_it_is_refused() -> None:
    t = field(units={"bordesoulle": "1421E", "udom-1": "1423E"}, leaders={"doumerc": "1421E"}, active=("IC",))
    t.change(plays=(now(cards.UNFIT_HORSE, COALITION, t.u("bordesoulle")),)).push(ChargeSegment(FRENCH))
    assert t.engine.decision(t.state) is not None
    assert t.refused(m.Charge(t.us("bordesoulle"), t.path("1422E", "1423E"))) == "barred"


def test_22_one_stack_retreats_from_the_jaws_of_death_unhurt() -> None:
    units = {"lagrange-1": "1721E", "udom-1": "1820E", "udom-2": "1620E"}
    t = field(now(cards.JAWS_OF_DEATH, FRENCH, used=0), units=units, leaders={})
    u = t.us("lagrange-1")
    zoc = t.x.ground.layout(t.state).zoc[COALITION]
    trap = next(h for h in t.x.setting.near[t.hex("1721E")] if zoc[h] and t.x.ground.layout(t.state).side[h] == 255)
    assert retreat_price(t.x, t.state, u, trap) == 0
    assert retreat_price(t.x, replace(t.state, plays=()), u, trap) == 1
    t.push(RetreatStack(u, t.hex("1721E"), "involuntary")).run()
    t.play(m.Withdraw(trap))
    assert t.unit("lagrange-1").steps == 2
    assert cards.points(t.state, FRENCH) == -1
    assert retreat_price(t.x, t.state, u, trap) == 1


def test_22_a_free_way_out_does_not_use_it() -> None:
    units = {"lagrange-1": "1721E", "udom-1": "1820E"}
    t = field(now(cards.JAWS_OF_DEATH, FRENCH, used=0), units=units, leaders={})
    t.push(RetreatStack(t.us("lagrange-1"), t.hex("1721E"), "involuntary")).run().play(m.Withdraw(t.hex("1621E")))
    assert cards.ready(t.state, FRENCH, cards.JAWS_OF_DEATH)
    # Who rides about in a charge has no zone where his counter stands.
    riders = t.state.unit(t.u("udom-1"), marks=CHARGED)
    assert riders.plays == t.state.plays


@pytest.mark.parametrize(("there", "used"), [(("ricard-1",), True), (("ricard-1", "ricard-2"), False)])
def test_22_a_step_that_is_lost_for_want_of_room_does_not_use_it(there: tuple[str, ...], used: bool) -> None:
    units = {"lagrange-1": "1721E", "udom-1": "1820E", "udom-2": "1620E"}
    t = field(now(cards.JAWS_OF_DEATH, FRENCH, used=0), units=units, leaders={})
    layout = t.x.ground.layout(t.state)
    trap = next(h for h in t.x.setting.near[t.hex("1721E")] if layout.zoc[COALITION][h] and layout.side[h] == 255)
    t.state = t.state.many({t.u(name): replace(t.unit("lagrange-1"), hex=trap) for name in there})
    assert retreat_price(t.x, t.state, t.us("lagrange-1"), trap) == int(not used)
    t.push(RetreatStack(t.us("lagrange-1"), t.hex("1721E"), "involuntary")).run()
    t.play(m.Withdraw(trap))
    assert t.unit("lagrange-1").steps == (2 if used else 1)
    assert (cards.ready(t.state, FRENCH, cards.JAWS_OF_DEATH) is None) is used
    assert cards.points(t.state, FRENCH) == -int(used)


@pytest.mark.parametrize("watched", [True, False])
def test_22_guns_that_ride_off_before_an_attack_use_it_like_any_stack(watched: bool) -> None:
    units = {"ic-horse-art": "1721E", "udom-1": "1820E", "udom-2": "1620E"}
    t = field(now(cards.JAWS_OF_DEATH, FRENCH, used=0), units=units, leaders={}, active=("IX",))
    layout = t.x.ground.layout(t.state)
    near = [h for h in t.x.setting.near[t.hex("1721E")] if layout.side[h] == 255]
    to = next(h for h in near if bool(layout.zoc[COALITION][h]) is watched)
    t.push(EvadeOffer(((t.hex("1820E"), t.us("udom-1")),), t.hex("1721E"))).run()
    t.play(m.Evade(to))
    assert t.unit("ic-horse-art").hex == to
    assert t.unit("ic-horse-art").steps == 2
    assert (cards.ready(t.state, FRENCH, cards.JAWS_OF_DEATH) is None) is watched
    assert cards.points(t.state, FRENCH) == -int(watched)


def test_20_a_formation_that_defends_stands_firmer_for_a_turn() -> None:
    t = play(field(orders={"IC": "reserve"}), cards.AREA_DEFENSE, FRENCH, 0)
    assert ("area defense", 1) in unit_mods(t.x, t.state, t.u("lagrange-1"))
    assert ("area defense", 1) not in unit_mods(t.x, t.state, t.u("bordesoulle"))
    assert ("area defense", 1) not in unit_mods(t.x, replace(t.state, turn=2), t.u("lagrange-1"))
    full = play(field(options="full_cards"), cards.AREA_DEFENSE, FRENCH)
    assert {k.about for k in full.options() if isinstance(k, Indicate)} == {full.c("VI"), full.c("IC")}


# News and reinforcements


def test_10_spies_tell_the_enemys_orders_to_who_sent_them() -> None:
    t = play(field(orders={"IX": ("march", "2520E")}), cards.SPIES, FRENCH)
    (told,) = t.said("spies")
    assert told.to == ("french",)
    assert "March" in told.text


def test_25_the_next_reinforcements_come_sooner_but_not_at_once() -> None:
    # On turn 1 the cavalry of the Guard is due on turn 3; Napoleon, due next turn, can't be any earlier.
    for die in (1, 2, 3):
        t = play(field(), cards.EARLY, FRENCH, die)
        assert arrivals.schedule(t.x, t.state, 1)[0] == 2
        assert arrivals.schedule(t.x, t.state, 0)[0] == 2
    t = play(field(options="full_cards"), cards.EARLY, FRENCH).play(Indicate(cards.EARLY, 2), 2)
    assert arrivals.schedule(t.x, t.state, 2)[0] == 2
    assert t.x.due(replace(t.state, turn=2).unit(t.u("meunier-1"), hex=-1), t.u("meunier-1"))


def test_27_the_sides_own_next_reinforcements_come_later() -> None:
    t = play(field(), cards.DELAY, FRENCH, 3)
    assert arrivals.schedule(t.x, t.state, 0)[0] == 5
    assert cards.points(t.state, FRENCH) == 2
    assert play(field(turn=8), cards.DELAY, FRENCH).state.plays == ()


def test_26_a_group_comes_by_another_road_of_the_same_edge() -> None:
    t = play(field(), cards.OTHER_ROUTE, FRENCH)
    ways = [k for k in t.options() if isinstance(k, Reroute)]
    assert ways
    old = t.hex("0121E")
    assert all(k.entry != old and t.x.setting.ways[k.entry] for k in ways)
    assert all(t.x.board.on_edge(k.entry, "west") for k in ways)
    t.play(ways[0])
    turn, entry, target = arrivals.schedule(t.x, t.state, ways[0].group)
    assert (turn, entry) == (t.x.setting.arrivals[ways[0].group][0], ways[0].entry)
    least = arrivals.depth(t.x, t.x.setting.arrivals[ways[0].group][2], old)
    assert target == t.x.setting.arrivals[ways[0].group][2] or arrivals.depth(t.x, target, entry) >= least


@pytest.mark.parametrize(("options", "faces"), [("restricted_cards", (0,)), ("full_cards", ())])
def test_29_a_group_that_might_never_come_comes_for_certain(options: str, faces: tuple[int, ...]) -> None:
    t = play(doubtful(options), cards.ALTERNATES, COALITION, *faces)
    group = arrivals.alternates(doubtful(options).x, doubtful(options).state, COALITION)[0]
    if options == "full_cards":
        t.play(Indicate(cards.ALTERNATES, group))
    assert arrivals.certain(t.x, t.state, group)
    assert arrivals.alternates(t.x, t.state, COALITION) == [], "once"
    due = arrivals.schedule(t.x, t.state, group)[0]
    assert due == t.x.setting.arrivals[group][0]
    for turn, comes in ((due - 1, False), (due, True)):
        later = replace(t.state, turn=turn)
        after = t.x.rules.arrivals(t.x, later, ScriptedDice(()), [])
        assert (after.leaders[t.i("blucher")].hex >= 0) is comes, "without a die"
    assert all(event.to == ("coalition",) for event in t.said("expected"))


def doubtful(options: str = "restricted_cards", **more: Any) -> Table:
    """Champaubert, where Blücher himself may come or not."""
    return field(options=options, **{"leaders": {**LEADERS, "blucher": None}, "turn": 1, **more})


def test_29_next_turn_at_the_earliest_and_none_for_who_has_none() -> None:
    t = play(doubtful(turn=8), cards.ALTERNATES, COALITION, 0)
    group = next(g for g, k in enumerate(t.x.setting.scenario.reinforcements) if k.chance is not None)
    assert arrivals.schedule(t.x, t.state, group)[0] == 9
    assert play(doubtful(), cards.ALTERNATES, FRENCH).state.plays == ()
    assert play(field(), cards.ALTERNATES, COALITION).state.plays == (), "he is there already"


def test_29_it_is_in_the_decks_of_those_alone_who_have_alternates() -> None:
    x = field().x
    assert cards.ALTERNATES in cards.full_deck(x, COALITION)
    assert cards.ALTERNATES not in cards.full_deck(x, FRENCH)
    assert cards.ALTERNATES in cards.full_deck(x, None)
    brienne = battle("brienne", "restricted_cards").context
    assert all(cards.ALTERNATES not in cards.full_deck(brienne, side) for side in (FRENCH, COALITION, None))


@pytest.mark.parametrize(("strength", "points"), [(0, 0), (5, 1), (6, 2), (9, 2), (10, 3)])
def test_29_it_costs_a_quarter_of_the_strength_rounded_normally(strength: int, points: int) -> None:
    x = battle("champaubert", "restricted_cards").context
    group = next(g for g, k in enumerate(x.setting.scenario.reinforcements) if set(k.who) & set(x.setting.unit_index))
    mine = [x.setting.unit_index[n] for n in x.setting.scenario.reinforcements[group].who if n in x.setting.unit_index]
    before = {u: x.infos[u].strength for u in mine}
    try:
        for n, u in enumerate(mine):
            x.infos[u].strength = strength if n == 0 else 0
        assert cards.quarter(x, group) == points
        assert cards.price(x, now(cards.ALTERNATES, FRENCH, group)) == -points
    finally:
        for u, value in before.items():
            x.infos[u].strength = value


# Marshals and guns


def test_3_guns_keep_the_first_cavalry_that_would_pursue_back() -> None:
    units = {"bordesoulle": "1421E", "udom-1": "1423E"}
    for move in (m.Return(), m.Pursue(field().hex("1423E"))):
        for played, pursues in (((now(cards.COVER_FIRE, COALITION, used=0),), False), ((), True),
                                ((now(cards.COVER_FIRE, FRENCH, used=0),), True)):  # fmt: skip
            t = field(*played, units=units, leaders={})
            step = AfterCharge(t.us("bordesoulle"), t.hex("1422E"), t.us("udom-1"), False)
            t.push(step)
            after = step.play(t.x, t.state, move, _Sixes(), [])
            assert bool(after.agenda) is pursues
            assert cards.points(after, COALITION) == (0 if pursues else -1)
            assert cards.ready(after, COALITION, cards.COVER_FIRE) is None, "once"


def test_30_marmonts_corps_shakes_who_faces_it_and_stands() -> None:
    units = {"lagrange-1": "1721E", "udom-1": "1820E", "bordesoulle": "1921E"}
    here = {"marmont": "0722E"}
    for attacker, defender in (("lagrange-1", "udom-1"), ("udom-1", "lagrange-1")):
        t = play(field(units=units, leaders=here), cards.MARMONT, FRENCH)
        h = t.hex(units[attacker])
        clash = normal_clash(t.x, t.state, ((h, t.us(attacker)),), t.hex(units[defender]))
        plain = normal_clash(t.x, replace(t.state, plays=()), ((h, t.us(attacker)),), t.hex(units[defender]))
        mine = 0 if attacker == "lagrange-1" else 1
        assert ("marmont holds", 12) in clash.forces[mine].mods
        assert morale(t.x.tables, clash.forces[mine]) > 6
        assert morale(t.x.tables, clash.forces[1 - mine]) == max(1, morale(t.x.tables, plain.forces[1 - mine]) - 1)
        odds = normal_odds(t.x.tables, t.x.options, clash)
        assert odds.gives_way(mine) == 0, "never but by choice"
        assert normal_odds(t.x.tables, t.x.options, plain).gives_way(mine) > 0
    other = normal_clash(t.x, t.state, ((t.hex("1921E"), t.us("bordesoulle")),), t.hex("1820E"))
    assert not {key for force in other.forces for key, _ in force.mods} & {"marmont holds", "marmont shakes"}
    assert not t.x.rules.line_mods[0](t.x, replace(t.state, turn=2), t.us("lagrange-1")), "this turn"


def test_30_without_him_it_is_nothing() -> None:
    assert play(field(leaders={"napoleon": "0722E", "marmont": None}), cards.MARMONT, FRENCH).state.plays == ()
