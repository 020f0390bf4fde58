"""J.3.d. The King's German Legion: its losses, its new men, and the player who may object."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.forms import draft
from napwidgets.systems.wap.forces import NONE, I, parse
from napwidgets.systems.wap.land.losses import imprison, lose
from napwidgets.systems.wap.money.legion import Consent
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.cargo import cargoes
from napwidgets.systems.wap.sea.fates import lose_ships
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, HANOVER
from napwidgets.systems.wap.state import ATTACKING, Captives, State
from napwidgets.systems.wap.states.politics import free_prisoners
from tests.systems.wap.campaign import at, campaign, context, place, play, thrown
from tests.systems.wap.navy import fleet, sail, sea

X = context()
LONDON = X.setting.city_number["London"]
#: A city of Hanover, so that a purchase of its own troops differs from one of the Legion.
HOME = X.setting.capital[HANOVER]


def england(x: Context = X, *, points: int = 4, lost: str = "", pool: str = "", **more: Any) -> State:
    """England buys, with so many half points."""
    s = campaign(x, segment="anti-French", agenda=(Purchase(1, ENGLAND, points),), legion=parse(lost), **more)
    return s.pool(HANOVER, parse(pool))


def raised(number: int) -> m.Buy:
    return m.Buy(HANOVER, I, number, LONDON)


def refusal(x: Context, s: State, move: m.Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as problem:
        s.agenda[-1].check(x, s, move)
    return problem.value


def test_j_3_d_what_the_legion_loses_waits_apart_from_hanovers_force_pool() -> None:
    s = campaign(X, [("London", "Hanover under England", "2I"), ("Hanover", "Hanover", "2I")])
    s = lose(X, s, {0: parse("1I"), 1: parse("1I")})
    assert s.legion == parse("1I")
    assert s.pools[HANOVER] == parse("1I")


def test_j_3_d_prisoners_of_the_legion_come_back_to_it() -> None:
    s = campaign(X, [("London", "Hanover under England", "2I")])
    s = imprison(X, s, [0], FRANCE)
    assert s.captives == (Captives(FRANCE, HANOVER, parse("2I"), under=ENGLAND),)
    assert s.captives[0].serves == ENGLAND
    s = free_prisoners(X, s, (FRANCE,), [])
    assert s.legion == parse("2I")
    assert s.pools[HANOVER] == NONE


def test_j_3_d_england_replaces_losses_while_hanover_is_french() -> None:
    s = england(lost="2I", pool="3I")
    assert raised(2) in s.agenda[-1].options(X, s, None)
    after = play(X, s, raised(1))
    assert at(X, after, "London", "Hanover") == parse("1I")
    assert [army.under for army in after.armies] == [ENGLAND]
    assert after.legion == parse("1I")
    assert after.pools[HANOVER] == parse("3I")
    assert (after.agenda[-1].red, after.agenda[-1].land) == (2, 2)


def test_j_3_d_new_men_rise_only_while_the_anti_french_side_holds_hanover() -> None:
    s = england(lost="1I", pool="3I")
    problem = refusal(X, s, raised(2))
    assert problem.cites == ("WAP J.3.d",)
    assert "1 infantry" in problem.why
    freed = england(lost="1I", pool="3I", masters={"Hanover": "England"})
    after = play(X, freed, raised(2))
    assert after.legion == NONE
    assert after.pools[HANOVER] == parse("2I")
    assert [(army.nation, army.under) for army in after.armies] == [(HANOVER, ENGLAND)]


def abroad() -> tuple[State, m.Sail]:
    """A transport takes the Legion from Plymouth to Lisbon."""
    troops = [("Plymouth", "Hanover under England", "2I"), ("Plymouth", "England", "1I")]
    s = sea(X, fleet(X, "Plymouth", ENGLAND, 1, 1), armies=troops, leaders={"Moore": "Plymouth"})
    cargo = m.Cargo(HANOVER, parse("2I"), under=ENGLAND)
    return s, sail(X, s, "Plymouth", ENGLAND, "Lisbon", 1, 1, inside=True, cargo=cargo)


def test_f_3_a_the_legion_sails_on_english_ships_and_stays_in_english_service() -> None:
    s, move = abroad()
    assert any(c.troops == (HANOVER, ENGLAND) for c in cargoes(X, s, s.fleets[0]))
    s = play(X, s, move)
    lisbon = place(X, "Lisbon")
    assert [(a.nation, a.under, a.count) for a in s.armies if a.hex == lisbon] == [(HANOVER, ENGLAND, parse("2I"))]
    assert all(f.troops == (-1, -1) for f in s.fleets)


def test_f_3_a_nobody_sails_in_a_service_that_is_not_his() -> None:
    s, move = abroad()
    wrong = replace(move, cargo=replace(move.cargo, under=-1))
    assert refusal(X, s, wrong).cites == ("WAP F.3.a",)
    assert refusal(X, s, replace(move, cargo=m.Cargo(ENGLAND, parse("1I"), under=FRANCE))).cites == ("WAP F.3.a",)


@pytest.mark.parametrize(("captor", "lost", "held"), [(-1, "2I", ()), (ATTACKING, "", ((FRANCE, HANOVER, ENGLAND),))])
def test_f_3_h_the_legion_on_board_drowns_or_is_taken_as_the_legion(captor: int, lost: str, held: object) -> None:
    at_sea = replace(fleet(X, "Atlantic Ocean", ENGLAND, 0, 1), troops_of=HANOVER, under=ENGLAND, aboard=parse("2I"))
    foe = replace(fleet(X, "Atlantic Ocean", FRANCE, 1), moved=ATTACKING)
    s = campaign(X, fleets=[at_sea, foe])
    mine = next(i for i, f in enumerate(s.fleets) if f.nation == ENGLAND)
    s = lose_ships(X, s, mine, (0, 1), captor, [])
    assert s.legion == parse(lost)
    assert tuple((c.captor, c.nation, c.under) for c in s.captives if any(c.count)) == held


def test_j_5_d_the_legion_counts_as_english_land_units_and_rises_in_england() -> None:
    s = england(points=20, lost="5I")
    assert refusal(X, s, raised(3)).cites == ("WAP J.5.d",)
    assert refusal(X, s, m.Buy(HANOVER, I, 1, HOME)).cites == ("WAP J.2.a",)
    other = s.pop(Purchase(0, FRANCE, 10))
    assert refusal(X, other, raised(1)).code == "not-yours"


def players() -> tuple[Context, State]:
    """A game with a Prussian player, who holds Hanover."""
    x = context(options=Options(prussian_seat=True))
    return x, england(x, lost="1I", pool="3I", masters={"Hanover": "Prussia"}, status={"Prussia": "anti-French"})


def test_j_3_d_the_player_who_controls_hanover_may_object_to_new_men() -> None:
    x, s = players()
    asked = play(x, s, raised(2))
    assert isinstance(asked.agenda[-1], Consent)
    assert x.setting.seats[asked.agenda[-1].side(x, asked)] == "prussian"
    agreed = play(x, asked, m.Accept())
    assert at(x, agreed, "London", "Hanover") == parse("2I")
    barred = play(x, asked, m.Done())
    assert not barred.armies
    assert "objects" in refusal(x, barred, raised(2)).why
    assert raised(1) in barred.agenda[-1].options(x, barred, None)


def test_j_3_d_nobody_is_asked_about_losses_and_with_two_players_nobody_at_all() -> None:
    x, s = players()
    assert at(x, play(x, s, raised(1)), "London", "Hanover") == parse("1I")
    s = england(pool="3I", masters={"Hanover": "Prussia"}, status={"Prussia": "anti-French"})
    assert at(X, play(X, s, raised(2)), "London", "Hanover") == parse("2I")


def test_the_pad_offers_the_legion_beside_england() -> None:
    engine = load("wap/grand-campaign")
    begun = engine.start(thrown(), [])
    s = replace(begun, legion=parse("1I"), segment=2, agenda=(Purchase(1, ENGLAND, 4),))
    s = s.pool(ENGLAND, parse("1I"))
    form = draft(engine, s, "english", {"nation": f"n{HANOVER}", "number": "1", "city": str(LONDON)})
    assert form is not None
    assert (f"n{HANOVER}", "the King's German Legion") in form.fields[0].choices
    assert form.move == raised(1)
    assert engine.label(s, raised(1)).detail == "The King's German Legion"
    steady = make_player("steady", engine, "english", "kgl")
    assert steady.choose(engine, s, "english") in s.agenda[-1].options(engine.context, s, None)


def test_j_3_b_hanovers_own_troops_still_rise_at_home() -> None:
    s = campaign(X, segment="anti-French", masters={"Hanover": "England"}, agenda=(MinorPurchase(1, 2),))
    s = s.pool(HANOVER, parse("2I"))
    after = play(X, s, m.Buy(HANOVER, I, 1, HOME))
    assert [army.under for army in after.armies] == [-1]
