"""7.7 to 7.10. Charges, pursuit, reaction charges."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.tactical.core.moves import Charge, Go, LetPass, Pass, Pursue, React, Return, Stand, Withdraw
from napwidgets.systems.tactical.core.state import CHARGED, DEAD
from napwidgets.systems.tactical.face.battles import battle as shown
from napwidgets.systems.tactical.fighting.charges import AfterCharge, ChargeSegment
from napwidgets.systems.tactical.fighting.clash import charge_won
from napwidgets.systems.tactical.fighting.forces import charge_advantages, charge_clash
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, retreat_price
from napwidgets.systems.tactical.moving.movement import MovementSegment
from tests.systems.nlc.table import Table, arrange, battle

LEADERS = {"reille": "0417", "picton": "0409", "perponcher": "0409", "brunswick": "0209", "lefebvre": "0417"}


def charging(units: dict[str, Any], **more: Any) -> Table:
    """The charge segment of the II Corps and the Guard cavalry."""
    more.setdefault("leaders", LEADERS)
    t = arrange(more.pop("engine", battle()), units, active=more.pop("active", ("II", "G")), **more)
    return t.push(ChargeSegment(0)).run()


def charge(units: dict[str, Any], path: tuple[str, ...], *faces: Any, who: str = "pire", **more: Any) -> Table:
    t = charging(units, **more)
    t.play(Charge(t.us(who), t.path(*path)))
    return t.play(Pass(), *faces)


def test_7_7_cavalry_charges_within_two_hexes_through_an_empty_one() -> None:
    t = charging({"pire": "0415", "kempt": "0413", "foy": "0315"})
    paths = {move.path for move in t.options(f"u:{t.u('pire')}")}
    assert paths == {t.path("0414", "0413")}
    t = charging({"pire": "0415", "kempt": "0413", "foy": "0414"})
    assert t.kind is None, "the hex between is not empty"
    t = charging({"pire": "0416", "kempt": "0413"})
    assert t.kind is None, "three hexes away"
    t = charging({"foy": "0414", "kempt": "0413"})
    assert t.kind is None, "not cavalry"


def test_7_7_only_clear_ground_is_crossed_but_the_target_may_stand_in_a_town_or_wood() -> None:
    t = charging({"pire": "0712", "kempt": "0710"}, leaders={"reille": "0713"})
    assert t.kind is None, "a wood lies between"
    t = charging({"pire": "0908", "kempt": "0909"}, leaders={"reille": "0907"})
    assert t.options(f"u:{t.u('pire')}") == [Charge(t.us("pire"), t.path("0909"))]
    clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("0908")),), t.hex("0909"), t.us("kempt"), (), ())
    assert clash.forces[0].fighters[0].factors == (("town", 50),)


def test_7_7_infantry_and_guns_fire_at_half_strength_and_cavalry_in_full() -> None:
    units = {"pire": "0414", "kempt": ("0413", {"disrupted": True}), "brunswick-cav": "0413"}
    t = arrange(battle(), units)
    clash = charge_clash(
        t.x, t.state, ((t.u("pire"), t.hex("0414")),), t.hex("0413"), t.us("kempt", "brunswick-cav"), (), ()
    )
    assert [f.factors for f in clash.forces[1].fighters] == [(("charged", 50),), ()]
    assert clash.forces[1].strength == 3, "one and a half rounds to two, and one; disruption does not count"


def test_7_7_the_side_that_loses_more_steps_loses_and_ties_go_to_the_defender() -> None:
    t = charge({"pire": "0414", "kempt": "0413"}, ("0413",), 4, (6, 6), (6, 4))
    assert t.said("charge")[0].data["hits"] == [2, 1]
    assert t.unit("kempt").hex == DEAD
    assert not t.said("charge-lost")
    t = charge({"pire": "0414", "kempt": "0413"}, ("0413",), 4, (1, 1), (1, 1))
    assert t.said("charge-lost"), "nobody lost a step: the defender wins"
    assert t.where("pire") == "0414", "back in the starting hex"
    assert t.unit("pire").marks & CHARGED


@pytest.mark.parametrize(
    ("chargers_left", "defenders_left", "won"), [(1, 0, True), (1, 1, False), (0, 0, False), (0, 1, False)]
)
def test_7_7_a_tie_is_won_only_where_no_defender_is_left(chargers_left: int, defenders_left: int, won: bool) -> None:
    t = arrange(battle(), {"pire": "0414", "kempt": "0413"})
    clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("0414")),), t.hex("0413"), t.us("kempt"), (), ())
    for side, left in enumerate((chargers_left, defenders_left)):
        (one,) = clash.forces[side].fighters
        clash = clash.force(side, taken=1, fighters=(replace(one, steps=left),))
    assert charge_won(clash) is won, "reading 37"


def test_7_7_the_loser_retreats_and_the_winner_stays_returns_or_pursues() -> None:
    units = {"pire": "0414", "kempt": "0413", "best": "0413"}
    t = charge(units, ("0413",), 5, (5, 4), (1, 1))
    assert t.said("charge")[0].data["hits"] == [1, 0], "a strength of two, not three: kempt was ready"
    assert t.kind in ("take-hit", "withdraw")
    while t.kind == "take-hit":
        t.play(t.options()[0])
    t.play(Withdraw(t.hex("0412")))
    assert t.where("best") == "0412"
    assert t.kind == "after-charge"
    assert set(t.options()) == {Return(), Stand(), Pursue(t.hex("0412"))}
    t.play(Stand(), 1)
    assert t.where("pire") == "0413"
    assert t.said("occupied")[0].text == "Piré stays in 0413."


def test_7_7_units_that_cannot_retreat_lose_a_step_more_and_are_pursued_in_the_hex() -> None:
    ring = {"foy": "0412", "bachelu": "0514", "soye": "0513", "bauduin": "0313", "lheritier": "0314"}
    t = charge({"pire": "0414", "kempt": "0413", "best": "0413", **ring}, ("0413",), 5, (5, 4), (1, 1))
    while t.kind == "take-hit":
        t.play(t.options()[0])
    assert t.said("trapped")
    assert sum(t.unit(name).steps for name in ("kempt", "best")) == 2
    assert Pursue(t.hex("0413")) in t.options()


def test_7_7_a_unit_charges_once_a_turn_and_then_neither_moves_nor_attacks() -> None:
    t = charging({"pire": ("0414", {"marks": CHARGED}), "kempt": "0413"})
    assert t.kind is None
    t.push(MovementSegment(0)).run()
    assert f"u:{t.u('pire')}" not in t.subjects()


def test_7_7_all_charges_of_a_segment_ride_before_any_strikes() -> None:
    t = charging({"pire": "0414", "chasseurs": "0314", "kempt": "0413"})
    t.play(Charge(t.us("pire"), t.path("0413"))).play(Charge(t.us("chasseurs"), t.path("0413")))
    t.play(Pass(), 4, (1, 1), (1, 1))
    assert len(t.said("charge")) == 1, "both strike the same target together"
    assert t.said("charge")[0].data["strengths"][0] == 4


def test_7_7_a_stream_may_be_crossed_and_reduces_the_charge() -> None:
    t = charging({"pire": "1112", "kempt": "1110"}, leaders={"reille": "1113"})
    assert t.options(f"u:{t.u('pire')}") == [Charge(t.us("pire"), t.path("1111", "1110"))]
    clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("1111")),), t.hex("1110"), t.us("kempt"), (), ())
    assert clash.forces[0].fighters[0].factors == (("stream", 75),)


def test_7_7_where_chargers_started_there_is_no_zone_when_the_beaten_fall_back() -> None:
    t = arrange(battle(), {"pire": "0414", "best": "0413"}, leaders=LEADERS)
    step = RetreatStack(t.us("best"), t.hex("0413"), "charge", t.us("pire"))
    assert retreat_price(t.x, t.state, t.us("best"), t.hex("0314")) == 1, "in the zone of the hex they came from"
    t.push(step).run().play(Withdraw(t.hex("0314")))
    assert t.unit("best").steps == 2
    t = arrange(battle(), {"pire": "0414", "foy": "0414", "best": "0413"}, leaders=LEADERS)
    t.push(step).run().play(Withdraw(t.hex("0314")))
    assert t.unit("best").steps == 1, "who stays there has his zone"
    t = charge({"pire": "0414", "best": "0413"}, ("0413",), 1, (5, 4), (1, 1))
    assert t.state.agenda[-1].chargers == t.us("pire")


def test_7_7_chargers_who_have_still_to_strike_have_no_zone_either() -> None:
    t = charging({"pire": "0414", "chasseurs": "0314", "best": "0413", "kempt": "0213"})
    t.play(Charge(t.us("pire"), t.path("0413"))).play(Charge(t.us("chasseurs"), t.path("0213")))
    t.play(Pass(), 1, (5, 4), (1, 1))
    assert set(t.state.agenda[-1].chargers) == set(t.us("pire", "chasseurs"))


# 7.8


def _won(beaten_at: str = "0412", **more: Any) -> Table:
    units = {"pire": "0414", "kempt": ("0412", {"steps": 1}), **more}
    t = arrange(battle(), units, leaders=LEADERS, active=("II",))
    t.push(AfterCharge(t.us("pire"), t.hex("0413"), t.us("kempt"), False)).run()
    assert t.where("kempt") == beaten_at
    return t


def test_7_8_pursuit_strikes_those_who_just_retreated_and_they_do_not_fire() -> None:
    t = _won().play(Pursue(_won().hex("0412")), 6, (1, 1))
    told = t.said("charge")[0]
    assert "pursue" in told.text
    assert told.data["strengths"] == [4, 0], "not ready: doubled, and no fire in return"


def test_7_8_a_fresh_enemy_beside_is_charged_as_usual() -> None:
    t = _won(best="0512")
    assert Pursue(t.hex("0512")) not in t.options(), "two hexes away"
    t = _won(best="0513")
    t.play(Pursue(t.hex("0513")), 3, (1, 1), (1, 1))
    assert t.said("charge")[0].data["strengths"] == [2, 2], "half of three, rounded up"


@pytest.mark.parametrize(("roll", "rides"), [(4, False), (5, True)])
def test_7_8_cavalry_that_is_held_back_tests_its_pursuit_value(roll: int, rides: bool) -> None:
    t = _won()
    faces = (roll, 4, (1, 1)) if rides else (roll,)
    t.play(Stand(), *faces)
    assert bool(t.said("pursuit")) is rides
    if rides:
        assert "Kempt" in t.said("charge")[0].text, "it goes for those it has beaten"
    else:
        assert t.where("pire") == "0413"


def test_7_8_after_one_round_of_pursuit_there_is_no_second() -> None:
    t = arrange(battle(), {"pire": "0414", "kempt": "0411"}, leaders=LEADERS, active=("II",))
    t.push(AfterCharge(t.us("pire"), t.hex("0412"), t.us("kempt"), True)).run()
    assert set(t.options()) == {Return(), Stand()}
    t.play(Return())
    assert t.where("pire") == "0414"


# 7.9


def marching(units: dict[str, Any], **more: Any) -> Table:
    more.setdefault("leaders", LEADERS)
    return arrange(battle(), units, active=("II",), **more).push(MovementSegment(0)).run()


def test_7_9_cavalry_within_two_hexes_of_a_move_may_strike_if_it_passes() -> None:
    t = marching({"foy": "0416", "brunswick-cav": "0412"})
    t.play(Go(t.us("foy"), t.path("0415", "0414")))
    assert (t.kind, t.seat) == ("reaction", "allied")
    assert t.where("foy") == "0414"
    assert React(t.u("brunswick-cav"), t.path("0413", "0414")) in t.options()
    t.play(React(t.u("brunswick-cav"), t.path("0413", "0414")), 5)
    assert "stays" in t.said("reaction")[0].text
    assert t.kind == "movement"
    assert t.where("foy") == "0414"


def test_7_9_cavalry_in_the_corner_of_the_map_may_strike_and_three_hexes_away_it_may_not() -> None:
    t = marching({"foy": "0203", "brunswick-cav": "0101"}, leaders={"reille": "0203"})
    t.play(Go(t.us("foy"), t.path("0202")))
    assert t.kind == "reaction"
    t = marching({"foy": "0204", "brunswick-cav": "0101"}, leaders={"reille": "0204"})
    t.play(Go(t.us("foy"), t.path("0203")))
    assert t.kind == "movement"


def test_7_9_a_leader_adds_one_to_the_morale() -> None:
    t = marching({"foy": "0416", "brunswick-cav": "0412"}, leaders={**LEADERS, "brunswick": "0412"})
    t.play(Go(t.us("foy"), t.path("0415", "0414")))
    t.play(React(t.u("brunswick-cav"), t.path("0413", "0414")), 5, 4, (1, 1), (1, 1))
    assert "countercharges" in t.said("reaction")[0].text
    assert t.said("charge-lost")


def test_7_9_a_beaten_mover_stops_and_one_that_wins_goes_on() -> None:
    t = marching({"foy": "0416", "lancers": "0310", "brunswick-cav": "0413"})
    t.play(Go(t.us("foy"), t.path("0415", "0315")))
    t.play(React(t.u("brunswick-cav"), t.path("0414", "0415")), 1, 4, (1, 1), (1, 1))
    assert t.said("charge-lost")
    assert t.where("foy") == "0315", "it goes on"
    t = marching({"foy": "0416", "brunswick-cav": "0413"})
    t.play(Go(t.us("foy"), t.path("0415", "0315")))
    t.play(React(t.u("brunswick-cav"), t.path("0414", "0415")), 1, 6, (6, 4), (1, 1))
    assert t.unit("foy").steps == 1
    assert t.kind == "withdraw"
    t.play(Withdraw(t.hex("0416")))
    while t.kind == "after-charge":
        t.play(Return(), 1)
    assert t.where("foy") == "0416"
    assert f"u:{t.u('foy')}" not in t.subjects()


def test_7_9_one_check_for_each_mover_and_none_for_those_let_pass() -> None:
    t = marching({"foy": "0417", "brunswick-cav": "0413"})
    t.play(Go(t.us("foy"), t.path("0416", "0415", "0315")))
    t.play(React(t.u("brunswick-cav"), t.path("0414", "0415")), 6)
    assert t.kind == "movement", "not asked again at the next hex"
    t = marching({"foy": "0417", "brunswick-cav": "0413"})
    t.play(Go(t.us("foy"), t.path("0416", "0415", "0315")))
    t.play(Pass())
    assert t.kind == "reaction", "asked again at the next hex"
    t.play(LetPass())
    assert t.kind == "movement"


def test_7_9_several_reactors_strike_together() -> None:
    t = marching({"foy": "0416", "brunswick-cav": "0412", "merlen": "0514"})
    t.play(Go(t.us("foy"), t.path("0415")))
    assert t.kind == "reaction"
    t.play(React(t.u("merlen"), next(p.path for p in t.options() if isinstance(p, React))), 1, 4, (1, 1), (1, 1))
    assert len(t.said("charge")) == 1
    t = marching({"foy": "0416", "brunswick-cav": "0413", "merlen": "0514"})
    t.play(Go(t.us("foy"), t.path("0415")))
    paths = {p.unit: p.path for p in t.options() if isinstance(p, React)}
    assert set(paths) == set(t.us("brunswick-cav", "merlen"))
    t.play(React(t.u("merlen"), paths[t.u("merlen")]), 1)
    t.play(React(t.u("brunswick-cav"), paths[t.u("brunswick-cav")]), 1, 4, (1, 1), (1, 1))
    assert len(t.said("charge")) == 1
    assert t.said("charge")[0].data["strengths"][0] == 2


def test_7_9_a_charge_can_be_countercharged_and_the_countercharge_too() -> None:
    units = {"pire": "0415", "chasseurs": "0315", "kempt": "0413", "brunswick-cav": "0412"}
    t = charging(units)
    t.play(Charge(t.us("pire"), t.path("0414", "0413"))).play(Pass())
    assert (t.kind, t.seat) == ("reaction", "allied")
    moves = [p for p in t.options() if isinstance(p, React)]
    assert moves
    t.play(moves[0], 1)
    seats = [t.seat]
    assert t.kind == "reaction", "the French cavalry nearby may strike the countercharge"
    assert seats == ["french"]


def test_7_9_reactions_ignore_orders_that_forbid_attacks() -> None:
    t = marching({"foy": "0416", "brunswick-cav": "0412"}, orders={"B": ("delay", "0409")})
    t.play(Go(t.us("foy"), t.path("0415", "0414")))
    assert t.kind == "reaction"


def test_7_9_retreating_units_are_struck_too() -> None:
    from napwidgets.systems.tactical.fighting.retreat import RetreatStack

    t = arrange(battle(), {"foy": "0415", "brunswick-cav": "0413"}, leaders=LEADERS)
    t.push(RetreatStack(t.us("foy"), t.hex("0415"), "voluntary")).run()
    t.play(Withdraw(t.hex("0315")))
    assert (t.kind, t.seat) == ("reaction", "allied")


# 7.10


def advantages(t: Table, rider: str, origin: str, target: str, *defenders: str, backhand: bool = False) -> list[str]:
    return charge_advantages(t.x, t.state, ((t.u(rider), t.hex(origin)),), t.hex(target), t.us(*defenders), backhand)


def test_7_10_a_flank_charge_comes_from_a_hex_away_from_the_friends_who_pin_the_defender() -> None:
    t = arrange(battle(), {"pire": "0412", "foy": "0414", "kempt": "0413"})
    assert advantages(t, "pire", "0412", "0413", "kempt") == ["flank charge"]
    assert advantages(t, "pire", "0314", "0413", "kempt") == [], "next to the friends"
    t = arrange(battle(), {"pire": "0412", "kempt": "0413"})
    assert advantages(t, "pire", "0412", "0413", "kempt") == [], "nobody pins him"


def test_7_10_infantry_and_guns_do_not_fire_at_a_flank_charge() -> None:
    t = arrange(battle(), {"pire": "0412", "foy": "0414", "kempt": "0413", "merlen": "0413"})
    clash = charge_clash(
        t.x, t.state, ((t.u("pire"), t.hex("0412")),), t.hex("0413"), t.us("kempt", "merlen"), ("flank charge",), ()
    )
    assert clash.forces[1].strength == 1, "the cavalry alone"
    assert clash.forces[0].strength == 4


def test_7_10_disrupted_units_are_not_ready_and_infantry_may_fail_to_be() -> None:
    t = charge({"pire": "0414", "kempt": ("0413", {"disrupted": True})}, ("0413",), (1, 1), (1, 1))
    assert "not ready" in t.said("charge")[0].text
    assert t.said("charge")[0].data["strengths"] == [4, 2]
    t = charge({"pire": "0414", "kempt": "0413"}, ("0413",), 6, (1, 1), (1, 1))
    assert t.said("charge")[0].data["strengths"] == [4, 2]
    t = charge({"pire": "0414", "kempt": "0413"}, ("0413",), 5, (1, 1), (1, 1))
    assert t.said("charge")[0].data["strengths"] == [2, 2], "British infantry holds on a five"
    t = charge({"pire": "0414", "brunswick-cav": "0413"}, ("0413",), (1, 1), (1, 1))
    assert t.said("charge")[0].data["strengths"] == [2, 1], "cavalry needs no check"


def test_7_10_one_advantage_doubles_two_or_three_triple() -> None:
    t = arrange(battle(), {"pire": "0412", "foy": "0414", "kempt": "0413"})
    for count, times in ((0, 1), (1, 2), (2, 3), (3, 3)):
        found = ("not ready", "backhand", "flank charge")[:count]
        clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("0412")),), t.hex("0413"), t.us("kempt"), found, ())
        assert clash.forces[0].strength == 2 * times


@pytest.mark.parametrize(
    ("path", "blow"), [(("0415",), False), (("0416", "0415"), False), (("0417", "0416", "0415"), True)]
)
def test_7_10_a_backhand_blow_falls_on_infantry_that_uses_more_than_half_its_points(
    path: tuple[str, ...], blow: bool
) -> None:
    start = {1: "0416", 2: "0417", 3: "0418"}[len(path)]
    t = marching({"foy": start, "brunswick-cav": "0413"}, leaders={"reille": "0418", "brunswick": "0209"})
    t.play(Go(t.us("foy"), t.path(*path)))
    t.play(React(t.u("brunswick-cav"), t.path("0414", "0415")), 1, 4, (1, 1), (1, 1))
    assert t.said("charge")[0].data["strengths"][0] == (2 if blow else 1)


def test_7_10_cavalry_that_just_moves_gets_no_backhand_blow_but_the_guns_with_it_do() -> None:
    for units, strength in ((("pire",), 1), (("pire", "ii-foot-art"), 2)):
        t = marching(dict.fromkeys(units, "0418") | {"brunswick-cav": "0413"}, leaders={"reille": "0418"})
        t.play(Go(t.us(*units), t.path("0417", "0416", "0415")))
        t.play(React(t.u("brunswick-cav"), t.path("0414", "0415")), 1)
        assert t.seat == "french", "the cavalry that is struck may ride to meet it"
        t.play(LetPass(), (1, 1), (1, 1))
        assert t.said("charge")[0].data["strengths"][0] == strength


def test_7_7_the_odds_of_a_charge_count_all_who_charge_the_same_hex() -> None:
    t = charging({"pire": "0414", "chasseurs": "0314", "kempt": "0413"})

    def strength(who: str = "chasseurs") -> str:
        battle = shown(t.engine, t.state, "french", f"u:{t.u(who)}", t.hex("0413"))
        assert battle is not None
        return battle.parties[0].strength

    alone = strength()
    t.play(Charge(t.us("pire"), t.path("0413")))
    assert (alone, strength()) == ("fires with 2", "fires with 4"), "both strike together"
    # Somebody else's target changes nothing.
    t = charging({"pire": "0414", "chasseurs": "0314", "kempt": "0413", "best": "0213"})
    t.play(Charge(t.us("chasseurs"), t.path("0213")))
    assert strength("pire") == "fires with 2"
