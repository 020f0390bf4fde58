"""37.14 to 37.23. Ratings, command arrangements and the orders at the start."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.mop.arrangements import better
from napwidgets.systems.mop.turn import arrivals, rest
from napwidgets.systems.tactical.command.chits import PrepareChits, commanders, wing_alone
from napwidgets.systems.tactical.command.compliance import shift_for
from napwidgets.systems.tactical.command.initiative import InitiativeStage, own_rating
from napwidgets.systems.tactical.command.limits import may_fight
from napwidgets.systems.tactical.command.orders import OrdersStage, senders
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.moves import Attack, Charge, Pass, Send, TryInitiative
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from tests.systems.mop.table import SCENARIOS, Table, arrange, at_start, battle

#: 37.14, the three tables; Grouchy's second rating and who is not in the tables stand below.
RATINGS = {
    "blucher": 3, "yorck": 3, "kleist": 3, "gyulai": 2, "frimont": 2, "wrede": 3, "kronprinz": 2,
    "barclay": 1, "sacken": 2, "olsufief": 2, "pahlen": 3, "kaptsevich": 2, "lieven": 2, "scherbatov": 2,
    "vasilchikov": 2, "rajewski": 2, "yermalov": 3, "galitzin": 2,
    "napoleon": 3, "grouchy": 1, "nansouty": 3, "mortier": 2, "ney": 4, "victor": 2, "marmont": 3, "macdonald": 3,
    "gerard": 2, "doumerc": 3, "exelmans": 3, "milhaud": 3,
}  # fmt: skip
#: Leaders of divisions and detachments, whom the tables do not know: as a division without a leader (NLC 20.13).
UNRATED = {"stockmayer", "ricard", "leval", "udom"}


# 37.14


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_14_ratings_are_those_of_the_tables(scenario: str) -> None:
    for leader in battle(scenario).setting.leaders:
        assert leader.id in RATINGS or leader.id in UNRATED, leader.id
        assert leader.rating == RATINGS.get(leader.id, 1), leader.id


def test_37_14_grouchy_counts_three_for_what_goes_forward_and_one_for_the_rest() -> None:
    t = arrange(battle(), {"pire": "1309"}, leaders={"grouchy": "1309", "milhaud": "1310", "napoleon": None})
    grouchy, milhaud = t.i("grouchy"), t.i("milhaud")
    wanted = {"attack": 3, "probe": 3, "march": 3, "defend": 1, "delay": 1, "fall_back": 1, "reserve": 1}
    for kind, rating in wanted.items():
        assert own_rating(t.x, t.state, grouchy, kind) == rating, "on his own initiative"
        assert own_rating(t.x, t.state, milhaud, kind) == 3
        plain = {"attack": -2, "probe": -2}.get(kind, 0)
        sent = Send(grouchy, t.c("VC"), ((kind, t.hex("1004")),))
        assert shift_for(t.x, t.state, sent) - plain == 1 + (rating - 1), "and the point of a cavalry corps"
        told = Send(t.i("napoleon"), t.c("grouchy"), ((kind, t.hex("1004")),))
        assert shift_for(t.x, t.state, told) - plain == rating - 1, "also when he is the one who must obey"
    t.state = t.state.leader(grouchy, replaced=True)
    assert better(t.x, t.state, grouchy, "attack") == 0, "his replacement is none of him"


# 37.15.1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_15_every_corps_has_its_own_leader_and_stands_under_the_commander_of_its_side(scenario: str) -> None:
    setting = battle(scenario).setting
    corps = [info for info in setting.commands if info.chit]
    assert len({info.leader for info in corps}) == len(corps)
    assert {setting.leaders[info.leader].role for info in corps} == {"formation"}
    assert all(setting.leaders[info.overall].role == "overall" for info in corps)


def rollers(scenario: str, **leaders: Any) -> set[str]:
    t = arrange(battle(scenario), {}, leaders=leaders)
    found = [i for side in (0, 1) for i in commanders(t.x, t.state, side)]
    return {t.engine.setting.leaders[i].id for i in found}


def test_37_15_1_an_army_without_its_commander_on_the_map_rolls_with_nothing() -> None:
    assert rollers("champaubert", napoleon=None, blucher=None, grouchy="1122E") == set()
    assert rollers("champaubert", napoleon="0121E", blucher=None, grouchy="1122E") == {"napoleon", "grouchy"}
    assert rollers("champaubert", napoleon="1122E", grouchy="1122E") == {"napoleon"}, "in his sight"
    assert rollers("montmirail", napoleon="1335W", blucher=None, sacken="1127W") == {"napoleon"}


def test_37_15_1_the_initial_action_is_then_a_bare_die() -> None:
    t = arrange(battle("champaubert"), {"ricard-1": "0922E", "udom-1": "1820E"}, leaders={"marmont": "0822E"})
    t.push(PrepareChits()).run(6, 3)
    assert t.said("initial")[0].text.startswith("Initial action: 6 against 3")
    assert not t.said("coordinated")


# 37.16 to 37.21: who is under whom


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_17_grouchy_has_cavalry_corps_only(scenario: str) -> None:
    setting = battle(scenario).setting
    for info in setting.commands:
        if info.chit and info.wing >= 0 and setting.leaders[info.wing].id == "grouchy":
            assert all(setting.units[u].walk == HORSE for u in info.units), info.id


WINGS = {
    "brienne": {"grouchy": {"VC"}, "sacken": {"VIR", "XI"}},
    "la-rothiere": {"grouchy": {"VC"}, "sacken": {"VIR", "XI"}, "barclay": {"III", "V"}},
    "champaubert": {"grouchy": {"IC"}},
    "montmirail": {"sacken": {"VIR", "XI", "C"}},
    "vauchamps": {"grouchy": {"IC", "IIC"}},
}


def wings_are(scenario: str) -> None:
    setting = battle(scenario).setting
    found: dict[str, set[str]] = {}
    for info in setting.commands:
        if info.chit and info.wing >= 0:
            found.setdefault(setting.leaders[info.wing].id, set()).add(info.id)
    assert found == WINGS[scenario]
    french = {info.overall for info in setting.commands if info.side == 0}
    allied = {info.overall for info in setting.commands if info.side == 1}
    assert [{setting.leaders[i].id for i in side} for side in (french, allied)] == [{"napoleon"}, {"blucher"}]
    ney = next((f for f in setting.scenario.formations if f.leader == "ney"), None)
    assert ney is not None
    assert (ney.id, setting.leaders[setting.leader_index["ney"]].role) == ("YG", "formation")


def tethered_is(scenario: str) -> None:
    """Ney decides for himself, but only about places within eight hexes of Napoleon."""
    t = arrange(battle(scenario), {}, leaders={})
    ney, napoleon, c = t.i("ney"), t.i("napoleon"), t.c("YG")
    here = t.engine.setting.named[0]
    t.state = t.state.leader(napoleon, hex=here)
    row = t.engine.setting.board.distances[here]
    for away, allowed in ((0, True), (8, True), (9, False)):
        target = next(h for h in range(t.engine.setting.board.size) if row[h] == away)
        why = t.x.rules.arranged(t.x, t.state, ney, c, "attack", target)
        assert (not why) is allowed, away
        assert not t.x.rules.arranged(t.x, t.state, napoleon, c, "attack", target), "Napoleon sends him anywhere"
    t.state = t.state.leader(napoleon, hex=-1)
    assert t.x.rules.arranged(t.x, t.state, ney, c, "attack", here), "nowhere while Napoleon is away"


def told(table: Table, name: str) -> list[tuple[str, str]]:
    """The orders of a command, those that follow among them."""
    command, label = table.command(name), table.engine.setting.board.label
    return [(o.kind, label(o.target) if o.target >= 0 else "") for o in (command.order, *command.queue)]


_FORWARD = [
    ("march", "1421E"), ("march", "2014E"), ("probe", "2014E"), ("march", "2415E"), ("probe", "2415E"),
    ("march", "2520E"), ("probe", "2520E"),
]  # fmt: skip
_ROAD = [("march", "2202E"), ("attack", "2202E"), ("march", "2410E"), ("attack", "2410E")]
ORDERS: dict[str, dict[str, list[tuple[str, str]]]] = {
    "brienne": {
        "grouchy": [("march", "2003"), ("probe", "1604"), ("probe", "0913")],
        "VC": [("march", "2003"), ("probe", "1604"), ("probe", "0913")],
        "GC": [("march", "2003"), ("march", "1004"), ("attack", "1004")],
        "II": [("march", "2003"), ("march", "1911"), ("march", "1815"), ("attack", "0913")],
        "YG": [("march", "2003"), ("attack", "0913")],
        "RES": [("march", "0403"), ("reserve", "")],
        "IX": [("defend", "0913")],
        "AG": [("delay", "1008"), ("fall_back", "1316")],
        "sacken": [("march", "1832")],
        "XI": [("reserve", "")],
        "VIR": [("march", "1832")],
        "C/2H": [("march", "1920")],
        "IV": [("march", "2325"), ("defend", "2325")],
    },
    "la-rothiere": {
        "RES": [("defend", "0921")],
        "IC/picquet": [("defend", "0921")],
        "II": [("defend", "1323")],
        "II/2nd": [("defend", "1920")],
        "GC": [("defend", "1621")],
        "grouchy": [("defend", "1920")],
        "VC": [("defend", "1920")],
        "YG": [("reserve", "")],
        "VI": [("defend", "2317")],
        "IC": [("defend", "2314")],
        "III": [("attack", "0921")],
        "sacken": [("attack", "1323"), ("attack", "1920")],
        "XI": [("attack", "1323")],
        "VIR": [("attack", "1521")],
        "IX": [("march", "1825"), ("reserve", "")],
        "C": [("probe", "1823")],
        "IV": [("march", "2124"), ("attack", "1920")],
        "V": [("attack", "2315")],
        "BAV": [("attack", "1920")],
        "barclay": [("attack", "1323")],
    },
    "champaubert": {
        "VI": [("march", "1421E"), ("march", "1820E"), ("attack", "1820E")],
        "YG": [("march", "1421E"), ("reserve", "")],
        "GC": [("march", "1421E"), ("reserve", "")],
        "IX": [("defend", "2117E")],
        "IX/9th": [("defend", "1820E")],
    }
    | {"grouchy": _FORWARD, "IC": _FORWARD},
    "montmirail": {
        "VI": [("defend", "1133W")],
        "YG": [("defend", "1332W")],
        "YG/1volt": [("march", "1335W")],
        "GC": [("defend", "1533W")],
        "sacken": [("march", "1031W"), ("attack", "1031W"), ("march", "1039W"), ("attack", "1039W")],
        "VIR": [("attack", "1031W")],
        "XI": [("attack", "1330W")],
        "C": [("defend", "1729W")],
        "I": [("reserve", "")],
    },
    "vauchamps": {
        "VI": [("attack", "1751W")],
        "grouchy": [("attack", "1751W"), *_ROAD],
        "IC": [("attack", "1751W")],
        "IIC": [("march", "1751W"), ("attack", "1751W")],
        "GC": [("march", "1148W"), ("march", "1150W"), ("attack", "1751W"), ("march", "2105E"), ("attack", "2105E")],
        "YG": [("march", "1242W")],
        "VII": [("march", "0441W"), ("march", "1242W")],
        "X/8th": [("defend", "1751W")],
        "II/ziethen": [("defend", "1751W")],
        "II/hacke": [("defend", "1751W")],
        "X": [("march", "1751W")],
        "II": [("march", "1751W")],
        "IX": [("march", "2309E")],
    },
}
#: Where headquarters march to at the start.
HQS = {"brienne": "2003", "champaubert": "1421E"}
#: Places that the text names, and the hexes that the maps have for them.
PLACES = {
    "brienne": {"0913": "Brienne", "2003": "Maizi", "1004": "Perthes", "1832": "Trannes", "1815": "Crespy"},
    "la-rothiere": {"0921": "Dienville", "1323": "La Rothi", "1823": "Petit", "2124": "Gib", "2315": "Morvilliers"},
    "champaubert": {"1820E": "Baye", "2014E": "Bannay", "2520E": "Champaubert"},
    "montmirail": {"1031W": "Marchais", "1133W": "Tremblay", "1039W": "Montmirail"},
    "vauchamps": {"1751W": "Vauchamps", "2202E": "J", "2410E": "Froment"},
}


def starts_as_told(scenario: str) -> None:
    t = at_start(scenario)
    for name, orders in ORDERS[scenario].items():
        command = t.command(name)
        assert told(t, name) == orders, name
        assert command.active, name
    hqs = {h.id: hq for h, hq in zip(t.engine.setting.hqs, t.state.hqs, strict=True)}
    wanted = HQS.get(scenario)
    sent = next(h.order for h in t.engine.setting.scenario.hqs if h.id == "french-hq")  # type: ignore[attr-defined]
    assert (sent.target if sent else None) == wanted
    assert hqs["coalition-hq"].order == ""


def test_37_16_arrivals_bring_their_first_order_and_those_that_follow() -> None:
    t = at_start("champaubert")


    t.change(turn=4)
    t.state = t.state.command(t.c("YG"), order=replace(t.command("YG").order, kind="defend"), queue=())
    t.state = arrivals(t.x, t.state, _NoDice(), [])  # type: ignore[arg-type,assignment]
    assert told(t, "YG") == [("march", "1421E"), ("reserve", "")]


class _NoDice:
    """Nobody throws."""


def test_37_17_brienne() -> None:
    wings_are("brienne")
    tethered_is("brienne")
    starts_as_told("brienne")
    ricard = [u for u in battle("brienne").setting.units if u.id.startswith("ricard")]
    assert len(ricard) == 3
    assert {u.data.formation for u in ricard} == {"RES"}, "three brigades of VI Corps with the Reserve"


def test_37_18_la_rothiere() -> None:
    wings_are("la-rothiere")
    tethered_is("la-rothiere")
    starts_as_told("la-rothiere")
    t = at_start("la-rothiere")
    assert t.command("IC/picquet").attached == t.c("RES"), "Picquet's brigade"


def test_37_19_champaubert() -> None:
    wings_are("champaubert")
    tethered_is("champaubert")
    starts_as_told("champaubert")
    friant = [u for u in battle("champaubert").setting.units if u.id.startswith("friant")]
    assert {u.data.formation for u in friant} == {"YG"}, "1st Old Guard Division with the Young Guard"


def test_37_20_montmirail() -> None:
    wings_are("montmirail")
    tethered_is("montmirail")
    starts_as_told("montmirail")
    assert {u.data.formation for u in battle("montmirail").setting.units if u.id.startswith("friant")} == {"YG"}


def test_37_21_vauchamps() -> None:
    wings_are("vauchamps")
    tethered_is("vauchamps")
    starts_as_told("vauchamps")
    assert {u.data.formation for u in battle("vauchamps").setting.units if u.id.startswith("friant")} == {"YG"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_16_the_maps_have_the_places_that_the_text_names(scenario: str) -> None:
    places = battle(scenario).setting.board.places
    for h, name in PLACES[scenario].items():
        found = places.get(battle(scenario).setting.board.number(h))
        assert name in str(found), (h, found)


# 37.19: until Napoleon is there; Olsufief


def alone(**leaders: Any) -> Table:
    where = {"grouchy": "1122E", "doumerc": "1221E", "marmont": "0822E", "napoleon": None, **leaders}
    told = {"grouchy": ("march", "2014E")}
    t = arrange(battle("champaubert"), {"merlin": "1221E", "ricard-1": "0922E"}, leaders=where, orders=told)
    return t.push(OrdersStage(0)).run()


def test_37_19_before_napoleon_is_there_nobody_sends_orders_and_all_may_decide_for_themselves() -> None:
    t = alone()
    assert wing_alone(t.x, t.state, t.i("grouchy"))
    move = Send(t.i("grouchy"), t.c("IC"), (("march", t.hex("2014E")),))
    if t.kind == "orders":
        assert t.refused(move) == "arranged"
    t = alone(napoleon="0121E")
    t.engine.check(t.state, "french", move)
    t = alone()
    t.state = replace(t.state, agenda=())
    t.push(InitiativeStage(0)).run()
    for who, command in (("marmont", "VI"), ("doumerc", "IC"), ("grouchy", "grouchy")):
        tries = [TryInitiative(t.c(command), "attack", h, t.i(who)) for h in sorted(t.engine.setting.targets)]
        assert any(_legal(t, move) for move in tries), who
    assert not any(_legal(t, TryInitiative(t.c("IC"), "attack", h, t.i("grouchy"))) for h in t.engine.setting.targets)


def test_37_19_before_napoleon_is_there_nobody_is_offered_an_order() -> None:
    t = alone()
    assert t.kind == "orders"
    assert t.engine.subjects(t.state) == []
    assert "Orders left: none." in t.engine.decision(t.state).prompt
    t = alone(napoleon="0121E")
    assert [s.id for s in t.engine.subjects(t.state)] != []
    assert "Napoleon" in t.engine.decision(t.state).prompt


def _legal(t: Table, move: Any) -> bool:
    assert t.seat is not None
    try:
        t.engine.check(t.state, t.seat, move)
    except IllegalMove:
        return False
    return True


def olsufief(**more: Any) -> Table:
    units = {"udom-1": "1820E", "kornilov-1": "2117E", "ricard-1": "1819E"}
    where = {"olsufief": "2117E", "marmont": "1719E", "blucher": None}
    return arrange(battle("champaubert"), units, leaders=where, **more)


def silent(t: Table) -> bool:
    return bool(t.x.rules.arranged(t.x, t.state, t.i("olsufief"), t.c("IX"), "march", t.hex("2520E")))


def test_37_19_olsufief_waits_until_he_is_attacked() -> None:
    t = olsufief()
    assert silent(t)
    t.state = t.state.leader(t.i("blucher"), hex=t.hex("3034E"))
    why = t.x.rules.arranged(t.x, t.state, t.i("blucher"), t.c("IX"), "march", t.hex("2520E"))
    assert not why, "Blücher may send him orders"
    t.state = t.state.command(t.c("IX"), struck=1)
    assert not silent(t)
    t = olsufief()
    t.state = t.state.command(t.c("IX/9th"), active=True, struck=1)
    assert not silent(t), "an attack on the division at Baye is one on his corps"
    t = olsufief()
    t.state = t.state.command(t.c("VI"), struck=1)
    assert silent(t), "not one on the French"


def test_37_19_an_assault_is_what_counts() -> None:
    t = olsufief(active=("VI",)).push(CombatSegment(0)).run()


    t.play(Attack(t.hex("1819E"), t.hex("1820E")))
    t.play(Pass(), *([(1, 1)] * 2))
    assert not silent(t)


def misjudges(t: Table, command: str = "IX", leader: str = "olsufief", dice: tuple[int, ...] = (1, 1)) -> Table:
    t.state = replace(t.state, agenda=())
    t.push(InitiativeStage(1)).run()
    tries = [TryInitiative(t.c(command), "march", h, t.i(leader)) for h in t.engine.setting.named]
    return t.play(next(move for move in tries if _legal(t, move)), tuple(dice))


def test_37_19_his_first_bad_move_means_to_defend_champaubert_and_the_next_is_the_enemys() -> None:
    t = olsufief()
    t.state = t.state.command(t.c("IX"), struck=1)
    misjudges(t)
    assert told(t, "IX") == [("defend", "2520E")]
    assert t.kind != "bad-move"
    misjudges(t)
    assert (t.kind, t.seat) == ("bad-move", "french")


def test_37_19_the_first_of_the_corps_not_of_each_division() -> None:
    t = olsufief()
    t.state = t.state.command(t.c("IX"), struck=1)
    misjudges(t)
    misjudges(t, "IX/9th")
    assert t.kind == "bad-move"


# 37.20


@pytest.mark.parametrize(("at", "allowed"), [("1133W", True), ("1131W", True), ("1130W", False)])
def test_37_20_the_8th_division_may_strike_out_within_two_hexes(at: str, allowed: bool) -> None:
    t = at_start("montmirail")
    ground = t.command("VI").ground
    assert bool(ground[t.hex(at)]) is (allowed or t.state.control[t.hex(at)] == 1)
    distance = t.engine.setting.board.distance(t.hex("1133W"), t.hex(at))
    assert (distance <= 2) is allowed
    u = t.u("ricard-1") if "ricard-1" in t.engine.setting.unit_index else t.engine.setting.commands[t.c("VI")].units[0]
    t.state = t.state.unit(u, hex=t.hex(at)).leader(t.i("ricard"), hex=t.hex("1133W"))
    assert (may_fight(t.x, t.state, u) is None) is bool(ground[t.hex(at)])


def struck_out(units: dict[str, str]) -> Table:
    """Montmirail at the start, with the men of Le Tremblay and Russians where a test has them."""
    t = at_start("montmirail")
    state = t.state.many({u: replace(unit, hex=-3) for u, unit in enumerate(t.state.units)})
    places = {t.u(name): t.hex(h) for name, h in units.items()}
    state = state.many({u: replace(state.units[u], hex=h, start=h) for u, h in places.items()})
    for name in ("ricard", "nansouty"):
        state = state.leader(t.i(name), hex=next(iter(places.values())))
    t.state = replace(state, agenda=(), hidden=(), active=(t.c("VI"), t.c("GC")))
    return t


def around(name: str, center: str, distance: int) -> tuple[str, str, str]:
    """Ground to strike out from, so far from a place, with hexes beside it nearer than three and three away."""
    t = at_start("montmirail")
    x, ground, row = t.x, t.command(name).ground, t.x.board.distances[t.hex(center)]
    for h in range(x.board.size):
        beside = [n for n in x.setting.near[h] if x.board.terrain[n] == "clear" and not x.setting.across(h, n)]
        if row[h] == distance and ground[h] == 2 and x.board.terrain[h] == "clear":
            inside, outside = ([n for n in beside if (row[n] <= 2) is near] for near in (True, False))
            apart = [(a, b) for a in inside for b in outside if row[b] == 3 and x.board.distances[a][b] > 1]
            if apart:
                a, b = apart[0]
                return x.board.label(h), x.board.label(a), x.board.label(b)
    raise AssertionError("no such ground")


def test_37_20_they_strike_at_hexes_within_two_and_not_at_the_third() -> None:
    here, near, far = around("VI", "1133W", 2)
    t = struck_out({"ricard-1": here, "sass-1": near, "sass-2": far}).push(CombatSegment(0)).run()
    assert t.options(f"s:{t.hex(here)}") == [Attack(t.hex(here), t.hex(near))]
    assert t.refused(Attack(t.hex(here), t.hex(far))) == "confined"
    assert struck_out({"ricard-1": here, "sass-2": far}).push(CombatSegment(0)).run().kind is None
    alone = struck_out({"ricard-1": here, "sass-2": far}).push(CombatSegment(0))
    with pytest.raises(IllegalMove) as refusal:
        alone.state.agenda[-1].check(alone.x, alone.state, Attack(alone.hex(here), alone.hex(far)))
    assert refusal.value.code == "confined"
    t.play(Pass())


def test_37_20_from_ground_held_at_the_start_they_strike_wherever_defenders_may() -> None:
    here, near, far = around("VI", "1133W", 2)
    t = struck_out({"ricard-1": here, "sass-1": near, "sass-2": far})
    held = bytearray(t.command("VI").ground)
    held[t.hex(here)] = 1
    t.state = t.state.command(t.c("VI"), ground=bytes(held))
    t.push(CombatSegment(0)).run()
    assert Attack(t.hex(here), t.hex(far)) in t.options(f"s:{t.hex(here)}")


def test_37_20_another_order_lets_them_go_anywhere() -> None:
    here, near, far = around("VI", "1133W", 2)
    t = struck_out({"ricard-1": here, "sass-1": near, "sass-2": far})
    order = replace(t.command("VI").order, kind="attack")
    t.state = t.state.command(t.c("VI"), order=order)
    t.push(CombatSegment(0)).run()
    assert Attack(t.hex(here), t.hex(far)) in t.options(f"s:{t.hex(here)}")


def test_37_20_horse_charges_no_farther_either() -> None:
    here, near, far = around("GC", "1533W", 2)
    horse = next(info.id for info in at_start("montmirail").x.infos if info.mounted and info.data.formation == "GC")
    for foe, able in ((near, True), (far, False)):
        t = struck_out({horse: here, "sass-1": foe}).push(ChargeSegment(0)).run()
        assert (t.kind == "charge") is able, foe
        t = struck_out({horse: here, "sass-1": near, "sass-2": far}).push(ChargeSegment(0)).run()
        charged = {move.path[-1] for move in t.options(f"u:{t.u(horse)}")}
        assert charged == {t.hex(near)}
        assert t.refused(Charge(t.us(horse), (t.hex(far),))) == "confined"


@pytest.mark.parametrize(("corps", "center"), [("VI", "1133W"), ("YG", "1332W"), ("GC", "1533W")])
def test_37_20_so_may_ney_and_nansouty(corps: str, center: str) -> None:
    t = at_start("montmirail")
    row, ground = t.engine.setting.board.distances[t.hex(center)], t.command(corps).ground
    assert all(ground[h] for h in range(len(row)) if row[h] <= 2)
    assert any(not ground[h] for h in range(len(row)) if row[h] == 3)


def test_37_20_yorck_is_exhausted_until_he_has_rested_three_hours_on_end() -> None:
    t = at_start("montmirail")
    c = t.c("I")
    assert t.x.demoralized(t.state, c)
    assert all(t.x.demoralized(t.state, d) for d in t.engine.setting.divisions if t.engine.setting.home[d] == c)
    assert not t.x.demoralized(t.state, t.c("XI"))
    for hours, left in ((1, 2), (2, 1)):
        t.state = rest(t.x, t.state, [])  # type: ignore[assignment]
        assert t.state.weary == ((c, left),), hours
    t.state = t.state.command(c, order=replace(t.command("I").order, kind="march"))
    t.state = rest(t.x, t.state, [])  # type: ignore[assignment]
    assert t.state.weary == ((c, 3),), "any other order, and the count begins anew"
    t.state = t.state.command(c, order=replace(t.command("I").order, kind="reserve"))
    for _ in range(3):
        assert t.x.demoralized(t.state, c)
        t.state = rest(t.x, t.state, [])  # type: ignore[assignment]
    assert not t.x.demoralized(t.state, c)


# 37.22


def test_37_22_barclay_alone_orders_his_corps_and_keeps_his_own_order() -> None:
    t = arrange(battle("la-rothiere"), {"crenneville": "1528", "sass-1": "1728"}, leaders={
        "blucher": "1831", "barclay": "2033", "gyulai": "1528", "lieven": "1728", "sacken": "1729",
    })  # fmt: skip

    def why(leader: str, command: str) -> tuple[str, ...]:
        return t.x.rules.arranged(t.x, t.state, t.i(leader), t.c(command), "march", t.hex("1323"))

    assert why("blucher", "III")
    assert why("blucher", "V")
    assert why("blucher", "barclay"), "nor does Blücher change his own"
    assert why("barclay", "barclay"), "nor he himself"
    free = (("barclay", "III"), ("barclay", "V"), ("gyulai", "III"), ("blucher", "XI"), ("blucher", "BAV"))
    for leader, command in free:
        assert not why(leader, command), (leader, command)


def test_37_22_he_need_not_order_an_attack_though_his_own_order_is_one() -> None:
    t = arrange(
        battle("la-rothiere"), {"crenneville": "1528"},
        leaders={"blucher": None, "barclay": "2033", "gyulai": "1528"}, orders={"barclay": ("attack", "1323")},
    )  # fmt: skip
    t.push(OrdersStage(1)).run()
    t.engine.check(t.state, "coalition", Send(t.i("barclay"), t.c("III"), (("march", t.hex("1323")),)))
    assert t.command("III").order.kind == "defend", "nothing makes him give his corps other orders"


# 37.23


def test_37_23_sacken_orders_his_three_corps_and_neither_olsufief_nor_yorck() -> None:
    t = arrange(battle("montmirail"), {"sass-1": "1228W"})
    for corps, his in (("VIR", True), ("XI", True), ("C", True), ("I", False)):
        t.state = t.state.leader(t.i("sacken"), hex=t.hex("1127W")).leader(t.i("blucher"), hex=-1)
        assert (senders(t.x, t.state, t.c(corps)) == [t.i("sacken")]) is his


def test_37_15_1_blucher_may_come_to_champaubert_from_the_seventh_hour_on_by_a_die() -> None:
    for turn, roll, comes in ((6, 1, False), (7, 1, True), (7, 2, False), (8, 1, True)):
        t = at_start("champaubert")
        t.state = replace(t.state, turn=turn)
        rolls = ScriptedDice(((roll,),) if turn >= 7 else ())
        t.state = arrivals(t.x, t.state, rolls, [])
        assert (t.state.leaders[t.i("blucher")].hex >= 0) is comes, (turn, roll)
        if comes:
            again = arrivals(t.x, replace(t.state, turn=turn + 1), ScriptedDice(()), [])
            assert again.leaders == t.state.leaders, "nobody rolls for him again"
