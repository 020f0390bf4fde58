"""What the odds shown before a decision promise is what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.board.display import Battle
from napwidgets.kernel.dice import Dice, ScriptedDice, SeededDice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, receipt_odds, shift_for
from napwidgets.systems.tactical.core.moves import GiveWay, Pass, Pursue, Return, Send, Stand
from napwidgets.systems.tactical.core.state import OFF, Order, Pending, State
from napwidgets.systems.tactical.face.battles import battle as shown
from napwidgets.systems.tactical.face.battles import brief
from napwidgets.systems.tactical.face.pad import _chances
from napwidgets.systems.tactical.face.presenter import BattlePresenter as Face
from napwidgets.systems.tactical.fighting.attacks import CombatSegment, EvadeOffer, RemoteSupport
from napwidgets.systems.tactical.fighting.charges import AfterCharge, ChargeSegment, Onset
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND
from napwidgets.systems.tactical.fighting.combat import NormalCombat, RetreatChoice
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.fighting.odds import normal_odds
from napwidgets.systems.tactical.fighting.retreat import RetreatStack
from napwidgets.systems.tactical.fighting.way_back import WayBack
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck, confidence_odds
from napwidgets.systems.tactical.recovering.disruption import recover, recovery_odds
from tests.systems.nlc.table import Table, arrange, battle


def side_by_side() -> Table:
    """Ney and Reille in one hex, where orders may be sent with force."""
    return arrange(
        battle("quatre-bras", "order_force"),
        {"foy": "0915"},
        leaders={"ney": "0916", "reille": "0916"},
        hqs={"french-hq": "0916"},
    )


@pytest.mark.parametrize(("force", "before"), [(0, 0), (1, 0), (2, 0), (2, 4)])
def test_25_8_the_chances_of_a_forceful_order_count_the_huff_that_it_may_bring(force: int, before: int) -> None:
    t = side_by_side()
    t.state = here = t.state.command(t.c("II"), forces=before)
    move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=force)
    order = Pending((Order("march", t.hex("0909")),), t.i("ney"), 1, 1, shift_for(t.x, t.state, move), force=force)
    t.state = t.state.command(t.c("II"), pending=(order,))
    sent = t.push(ComplianceCheck()).state

    def received(dice: Dice) -> str:
        command = t.engine.advance(sent, dice, []).commands[t.c("II")]
        if command.order.kind == "march":
            return "C"
        left = command.pending[0] if command.pending else None
        return "I" if left is None else "1T" if left.stage == "late" else "R4"

    promised = receipt_odds(t.x, here, move).map(lambda end: end[0])
    assert dict(promised) == dict(distribution(received))


@pytest.mark.parametrize(("force", "words"), [(0, "column 6 (Ney 3"), (1, "column 5 or 7 (Ney 3")])
def test_25_8_the_pad_names_every_column_in_which_an_order_may_be_looked_at(force: int, words: str) -> None:
    t = side_by_side()
    move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=force)
    assert words in _chances(t.x, t.state, move).title


#: Hexes all around 0413 but for 0414, from where it is attacked.
AROUND = ("0412", "0513", "0514", "0314", "0313")


def surrounded(*more: str, ring: int) -> Table:
    """Foy attacks Kempt, around whom so many hexes more are French."""
    french = ("bachelu", "soye", "bauduin", "pire", "quiot")
    units = {"foy": "0414", "kempt": "0413", **dict.fromkeys(more, "0413")}
    leaders = {"reille": "0417", "picton": "0409"}
    t = arrange(battle(), {**units, **dict(zip(french[:ring], AROUND, strict=False))}, leaders=leaders, active=("II",))
    return t.push(CombatSegment(0)).run()


def panel(t: Table) -> Battle:
    found = shown(t.engine, t.state, "french", f"s:{t.hex('0414')}", t.hex("0413"))
    assert found is not None
    return found


def fought(t: Table) -> Distribution[tuple[bool, int]]:
    """Whether nobody is left of the defenders, and the steps they have lost, where both stand as long as they can."""
    start = t.state.pop(NormalCombat(((t.hex("0414"), t.us("foy")),), t.hex("0413")))
    here = t.x.ground.layout(start).at[t.hex("0413")]
    whole = sum(start.units[u].steps for u in here)

    def once(dice: Dice) -> tuple[bool, int]:
        s = t.engine.advance(start, dice, [])
        while (asked := t.engine.decision(s)) is not None:
            moves = list(t.engine.options(s))
            move = Stand() if Stand() in moves else Pass() if Pass() in moves else moves[0]
            s = t.engine.apply(s, asked.seat, move, dice, [])
        left = [s.units[u].steps for u in here if s.units[u].hex >= 0]
        return not left, whole - sum(left)

    return distribution(once)


def test_7_4_the_panel_names_a_bad_way_back_and_guns_that_would_be_overrun() -> None:
    t = surrounded("picton-art", ring=4)
    assert {line.name: line.value for line in panel(t).parties[1].lines if line.name in ("Way back", "Foot guns")} == {
        "Way back": "costs 1 more step",
        "Foot guns": "overrun if their side fails its morale check",
    }


@pytest.mark.parametrize("ring", [0, 4, 5], ids=["free", "a bad way", "shut in"])
@pytest.mark.parametrize("guns", [(), ("picton-art",)], ids=["foot", "foot and guns"])
def test_7_4_the_panel_of_a_fight_counts_the_way_back_and_the_guns_that_are_left(
    guns: tuple[str, ...], ring: int
) -> None:
    t = surrounded(*guns, ring=ring)
    told, found = panel(t), fought(t)
    by_name = {line.label: Fraction(line.exact) for line in told.chances}
    assert by_name["Defender is destroyed"] == found.chance(lambda end: end[0])
    steps = next(spread for spread in told.spreads if spread.title.startswith("Steps the defender loses"))
    assert {share.label: Fraction(share.exact) for share in steps.shares} == {
        str(n): p for n, p in found.map(lambda end: end[1])
    }
    lines = {line.name: line.value for line in told.parties[1].lines}
    ways = {0: None, 4: "costs 1 more step", 5: "none: who gives way is eliminated"}
    assert lines.get("Way back") == ways[ring]


def test_7_4_a_retreat_of_ones_own_will_takes_the_guns_along() -> None:
    t = surrounded("picton-art", ring=0)
    lines = {line.label: line.shares for line in panel(t).what_if}
    stands, goes = lines["Both stand"], lines["Defender retreats when hit"]
    clash = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("foy")),), t.hex("0413"))
    plain = normal_odds(t.x.tables, t.x.options, clash, (False, True))
    assert goes == brief(plain), "nobody is left behind"
    assert stands[1].chance > goes[1].chance


#: Who shuts the hexes around two stacks, and dice that nobody throws.
ALLIES = ("bijlandt", "nassau-2", "orange-nassau", "pack", "best", "halkett", "kielmansegge", "maitland")
NO_DICE = ScriptedDice(())


def cheapest(t: Table, s: State) -> int:
    """The steps that those lose who go back, where their owner finds the cheapest of all ways for all of them."""
    asked = t.engine.decision(s)
    if asked is None or not isinstance(s.agenda[-1], RetreatStack):
        return -sum(unit.steps for unit in s.units if unit.hex >= 0)
    return min(cheapest(t, t.engine.apply(s, asked.seat, move, NO_DICE, [])) for move in t.engine.options(s))


@pytest.mark.parametrize(
    ("riders", "beside", "costs"),
    [
        (("pire",), (), [0, 0]),
        (("pire",), ("foy",), [0, 1]),
        (("pire", "jacquinot"), (), [0, 1]),
        (("pire",), ("foy", "bachelu"), [1, 1]),
    ],
    ids=["room for both", "room for one", "a stack that fills the hex", "room for nobody"],
)
def test_7_4_stacks_that_go_back_to_one_hex_are_counted_one_after_the_other(
    riders: tuple[str, ...], beside: tuple[str, ...], costs: list[int]
) -> None:
    """The hex between two stacks of cavalry is their only way; the one in the later hex goes first."""
    center, first, second, between = "0413", "0314", "0514", "0414"
    t = arrange(battle(), {"kempt": center}, leaders={"reille": "0420", "picton": "0409"}, active=("II",))
    near = [[t.x.board.label(n) for n in t.x.board.neighbours[t.hex(h)]] for h in (first, second)]
    shut = sorted({*near[0], *near[1]} - {center, between, first, second})
    french = {"lheritier": first, **dict.fromkeys(riders, second), **dict.fromkeys(beside, between)}
    allied = dict(zip(ALLIES, shut, strict=False))
    t = arrange(
        battle(), {"kempt": center, **french, **allied}, leaders={"reille": "0420", "picton": "0409"}, active=("II",)
    )
    t.push(CombatSegment(0))
    stacks = ((t.hex(first), t.us("lheritier")), (t.hex(second), t.us(*riders)))
    clash = normal_clash(t.x, t.state, stacks, t.hex(center)).force(ATTACK, gives="involuntary")
    back = WayBack(t.x, t.state)
    assert [cost for _, _, cost in reversed(back.stacks(clash, ATTACK))] == costs
    whole = sum(f.steps for f in clash.forces[ATTACK].fighters)
    lost = whole - sum(f.steps for f in back(clash, ATTACK).fighters)
    s = t.state
    for h, units in stacks:
        s = s.push(RetreatStack(units, h, "recoil"))
    everybody = sum(unit.steps for unit in t.state.units if unit.hex >= 0)
    assert lost == sum(costs) == everybody + cheapest(t, s)


@pytest.mark.parametrize(("ring", "foy"), [(0, "0417"), (5, "0417"), (5, "0314")], ids=["free", "a bad way", "shut in"])
def test_7_7_the_panel_of_a_charge_tells_what_the_way_back_costs_the_beaten(ring: int, foy: str) -> None:
    t = surrounded(ring=ring)
    t.state = t.state.pop(ChargeSegment(0)).many({t.u("pire"): replace(t.unit("pire"), hex=t.hex("0414"))})
    t.state = t.state.many({t.u("foy"): replace(t.unit("foy"), hex=t.hex(foy))})
    found = shown(t.engine, t.state, "french", f"u:{t.u('pire')}", t.hex("0413"))
    assert found is not None
    back = next((line.value for line in found.parties[1].lines if line.name == "Way back"), "")
    assert back == ("costs 1 more step" if ring else "")
    riders, kempt = ((t.u("pire"), t.hex("0414")),), t.u("kempt")
    start = t.state.pop(Onset(riders, t.hex("0413"), (), False, "charge"))
    whole = start.units[kempt].steps

    def lost(dice: Dice) -> int:
        s = t.engine.advance(start, dice, [])
        # What comes of a pursuit is another fight.
        while (asked := t.engine.decision(s)) is not None and asked.kind == "withdraw":
            s = t.engine.apply(s, asked.seat, t.engine.options(s)[0], dice, [])
        return whole - s.units[kempt].steps if s.units[kempt].hex >= 0 else whole

    steps = next(spread for spread in found.spreads if spread.title == "Steps the charged side loses")
    assert {share.label: Fraction(share.exact) for share in steps.shares} == {str(n): p for n, p in distribution(lost)}


def test_7_11_who_may_ride_off_sees_what_standing_may_cost() -> None:
    t = arrange(
        battle(),
        {"foy": "0414", "brunswick-cav": "0413"},
        leaders={"reille": "0417", "picton": "0409"},
        active=("II",),
    )
    stacks = ((t.hex("0414"), t.us("foy")),)
    t.push(NormalCombat(stacks, t.hex("0413")), EvadeOffer(stacks, t.hex("0413"))).run()
    assert t.kind == "evade"
    found = shown(t.engine, t.engine.view(t.state, "allied"), "allied", None, -1)
    assert found is not None
    whole, horse = t.unit("brunswick-cav").steps, t.u("brunswick-cav")

    def lost(dice: Dice) -> int:
        s = t.state
        while (asked := t.engine.decision(s)) is not None:
            moves = list(t.engine.options(s))
            s = t.engine.apply(s, asked.seat, Stand() if Stand() in moves else moves[0], dice, [])
        return whole - (s.units[horse].steps if s.units[horse].hex >= 0 else 0)

    steps = next(spread for spread in found.spreads if spread.title.startswith("Steps the defender loses"))
    assert {share.label: Fraction(share.exact) for share in steps.shares} == {str(n): p for n, p in distribution(lost)}


@pytest.mark.parametrize("beaten", [("kempt",), ()], ids=["who was beaten does not fire", "others fire"])
@pytest.mark.parametrize("before", ["french", "allied"])
def test_7_8_the_panel_of_a_pursuit_tells_what_it_may_bring_to_who_decides_on_it(
    beaten: tuple[str, ...], before: str
) -> None:
    """Piré has won at 0413; Kempt stands behind it."""
    leaders = {"reille": "0417", "picton": "0401"}
    t = arrange(battle(), {"pire": "0414", "kempt": "0412", "foy": "0417"}, leaders=leaders, active=("II",))
    t.push(AfterCharge(t.us("pire"), t.hex("0413"), t.us(*beaten), False)).run()
    assert t.kind == "after-charge"
    found = shown(t.engine, t.state, before, None, -1)
    assert (found is not None) is (before == "french")
    if found is None:
        return
    assert found.title == "Pursuit into 0412"
    pire, kempt = t.u("pire"), t.u("kempt")
    start = t.state
    whole = [start.units[u].steps for u in (kempt, pire)]

    def lost(dice: Dice) -> tuple[int, int]:
        s = t.engine.apply(start, "french", Pursue(t.hex("0412")), dice, [])
        while (asked := t.engine.decision(s)) is not None:
            moves = list(t.engine.options(s))
            move = Pass() if Pass() in moves else moves[0]
            s = t.engine.apply(s, asked.seat, move, dice, [])
        left = [s.units[u].steps if s.units[u].hex >= 0 else 0 for u in (kempt, pire)]
        return whole[0] - left[0], whole[1] - left[1]

    assert [line.label for line in found.chances if "not ready" in line.label]
    real = distribution(lost)
    for spread, k in zip(found.spreads, (0, 1), strict=True):
        assert {share.label: Fraction(share.exact) for share in spread.shares} == {
            str(n): p
            for n, p in real.map(lambda end, k=k: end[k])  # type: ignore[misc]
        }


def pursuing(*beaten: str, best: str = "0513", **more: str) -> Table:
    """Piré has won at 0413 and may pursue Kempt at 0412 or Best."""
    units = {"pire": "0414", "kempt": "0412", "best": best, "foy": "0417", **more}
    t = arrange(battle(), units, leaders={"reille": "0417", "picton": "0401"}, active=("II",))
    return t.push(AfterCharge(t.us("pire"), t.hex("0413"), t.us(*beaten), False)).run()


@pytest.mark.parametrize("beaten", ["kempt", "best"])
def test_7_8_the_panel_of_a_pursuit_looks_where_one_points_and_else_where_cavalry_goes_unasked(beaten: str) -> None:
    t = pursuing(beaten)
    hexes = {name: t.unit(name).hex for name in ("kempt", "best")}
    titles = {name: f"Pursuit into {t.x.board.title(h)}" for name, h in hexes.items()}
    for hex, name in ((-1, beaten), (t.hex("0417"), beaten), *((h, name) for name, h in hexes.items())):
        found = shown(t.engine, t.state, "french", None, hex)
        assert found is not None
        assert found.title == titles[name]
    step = t.state.agenda[-1]
    assert isinstance(step, AfterCharge)
    s = step.play(t.x, t.state, Return(), ScriptedDice([(6,)]), [])
    assert [onset.target for onset in s.agenda if isinstance(onset, Onset)] == [hexes[beaten]]


def test_7_8_the_panel_of_a_pursuit_tells_of_a_bad_way_back() -> None:
    x = battle().context
    for ring in (0, 5):
        near = [x.board.label(n) for n in x.board.neighbours[x.board.number("0412")] if x.board.label(n) != "0413"]
        beside = dict(zip(("bachelu", "soye", "bauduin", "quiot", "lheritier")[:ring], near, strict=False))
        t = pursuing("kempt", best="0401", **beside)
        found = shown(t.engine, t.state, "french", None, -1)
        assert found is not None
        told = [line.value for line in found.parties[1].lines if line.name == "Way back"]
        assert bool(told) is (ring == 5)


def test_25_3_whose_guns_may_support_sees_the_fight_without_them_and_with_those_that_do_already() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413", "picton-art": "0513"}, active=("II",))
    stacks, target = ((t.hex("0414"), t.us("foy")),), t.hex("0413")
    strengths = []
    for remote in ((), t.us("picton-art")):
        s = t.state.push(NormalCombat(stacks, target, remote), RemoteSupport(1, stacks, target))
        found = shown(t.engine, s, "allied", None, -1)
        assert found is not None
        assert found.title == "0413 attacked"
        odds = normal_odds(t.x.tables, t.x.options, normal_clash(t.x, s, stacks, target, remote), back=WayBack(t.x, s))
        by_name = {line.label: line.exact for line in found.chances}
        assert by_name["Defender is destroyed"] == str(odds.destroyed(DEFEND))
        strengths.append(found.parties[1].title)
    assert strengths[0] != strengths[1]


def test_25_3_nobody_is_told_odds_of_a_fight_with_those_whom_he_does_not_see() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413", "picton-art": "0513"}, active=("II",))
    stacks, target = ((t.hex("0414"), t.us("foy")),), t.hex("0413")
    for unseen in ("foy", "kempt", "picton-art"):
        s = t.state.push(NormalCombat(stacks, target, t.us("picton-art")), RemoteSupport(1, stacks, target))
        s = s.many({t.u(unseen): replace(t.unit(unseen), hex=OFF)})
        assert shown(t.engine, s, "allied", None, -1) is None


@pytest.mark.parametrize(
    ("ring", "words"),
    [(0, ""), (4, "; the way back costs a step more"), (5, "; no way back: lost")],
    ids=["free", "a bad way", "shut in"],
)
def test_7_4_who_is_asked_for_a_retreat_is_told_what_the_way_costs(ring: int, words: str) -> None:
    t = surrounded(ring=ring)
    start = t.state.pop(NormalCombat(((t.hex("0414"), t.us("foy")),), t.hex("0413")))
    for seed in range(40):
        s = t.engine.advance(start, SeededDice(str(seed)), [])
        if isinstance(s.agenda[-1], RetreatChoice) and s.agenda[-1].which == DEFEND:
            break
    label = t.engine.label(s, GiveWay())
    assert label is not None
    assert label.detail.endswith(f"on the attacker{words}")
    fight = shown(t.engine, s, "anglo", None, t.hex("0413"))
    assert fight is not None
    assert ("Way back" in {line.name for line in fight.parties[1].lines}) is bool(words)


# The end of a turn: confidence (20.10, 20.2) and disruption (4, 25.1)


def formation(t: Table, seat: str = "french") -> str:
    """What the roster says of II Corps."""
    face = Face(t.engine)
    return next(line.detail for line in face.roster(t.state, seat) if line.id == f"f:{t.c('II')}")


@pytest.mark.parametrize(("order", "hurt", "told"), [
    (("attack", "0410"), True, True), (("defend", "0410"), True, False), (("attack", "0410"), False, False),
])  # fmt: skip
def test_20_10_the_roster_tells_how_likely_a_formation_keeps_its_confidence(
    order: tuple[str, str], hurt: bool, told: bool
) -> None:
    def at(die: int | None = None) -> Table:
        t = arrange(battle(), {"foy": "0414", "kempt": "0410"}, turn=2, leaders={"reille": "0415"},
                    orders={"II": (*order, {"hurt": hurt})})  # fmt: skip
        return t if die is None else t.push(ConfidenceCheck()).run(die)

    kept = (
        Fraction(sum(at(die).command("II").order.kind == order[0] for die in range(1, 7)), 6) if told else Fraction(1)
    )
    assert confidence_odds(at().x, at().state, at().c("II")) == kept
    assert (f"keeps its confidence with {percent(kept)}" in formation(at())) is told
    assert "confidence" not in formation(at(), "allied"), "of the enemy nobody is told"


@pytest.mark.parametrize("driven", [True, False])
def test_20_2_a_reserve_driven_from_its_place_will_fall_back(driven: bool) -> None:
    t = arrange(battle(), {"foy": "0414"}, leaders={"reille": "0415"},
                orders={"II": ("reserve", "", {"hurt": True, "retreating": driven})})  # fmt: skip
    assert formation(t).endswith(" · will fall back") is driven
    assert (t.push(ConfidenceCheck()).run().command("II").order.kind == "fall_back") is driven


@pytest.mark.parametrize("options", [(), ("advanced_disruption",)])
def test_25_1_a_card_tells_how_likely_a_disrupted_unit_recovers(options: tuple[str, ...]) -> None:
    t = arrange(battle("quatre-bras", *options), {"foy": ("0414", {"disrupted": True})}, leaders={"reille": "0918"})
    fine = [not recover(t.x, t.state, ScriptedDice([(die,)]), []).units[t.u("foy")].disrupted for die in range(1, 7)]
    facts = {
        fact.name: fact for card in Face(t.engine).inspect(t.state, "french", t.hex("0414")) for fact in card.facts
    }
    told = facts["Recovers at the end of the turn"]
    assert (told.value, told.cite) == (percent(Fraction(sum(fine), 6)), "25.1" if options else "4")
    assert recovery_odds(t.x, t.state, t.u("foy")) == Fraction(sum(fine), 6)
