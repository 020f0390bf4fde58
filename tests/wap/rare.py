"""Positions of decisions that random play seldom meets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from napwidgets.kernel.system import Engine, State
from napwidgets.scenarios import load
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I, parse
from napwidgets.systems.wap.land.combat import Battle, CombatPhase, Shelter, Slip
from napwidgets.systems.wap.land.field import ATTACK
from napwidgets.systems.wap.money.legion import Consent
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.sea.jettison import JettisonOffer, RetrieveOffer
from napwidgets.systems.wap.sea.relief import Engaged, SecondFight, SortieOffer
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, nation_number
from napwidgets.systems.wap.state import ATTACKED, ATTACKING, PRIZE, SAILING, Captives, Fleet
from napwidgets.systems.wap.states.agreement import EndAnswer
from napwidgets.systems.wap.states.bargains import BargainAnswer, BargainChoice
from napwidgets.systems.wap.states.diplomacy import PeaceAnswer, SuitForPeace
from napwidgets.systems.wap.states.exile import ExileChoice, Landfall
from napwidgets.systems.wap.states.politics import EntrustChoice
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, campaign, city, place

SEATS = {"austrian_seat": True, "abdication": True, "prizes": True}


def positions() -> Iterator[tuple[Engine, State]]:
    """Peace and exile, bargains and the end of the campaign, battles that are declined, fights between two fleets."""
    engine = load("wap/grand-campaign", SEATS)
    x: Context = engine.context  # type: ignore[attr-defined]
    for state in (*_politics(x), *_land(x), *_sea(x)):
        yield engine, state


def _politics(x: Context) -> Iterator[State]:
    vienna: dict[str, Any] = {"segment": "anti-French", "control": {"Vienna": "France"}}
    yield campaign(x, agenda=(SuitForPeace(AUSTRIA),), **vienna)
    yield campaign(x, agenda=(PeaceAnswer(AUSTRIA),), **vienna)
    yield campaign(x, control={"Paris": "Austria"}, leaders={"Napoleon": "Lyon"}, agenda=(ExileChoice(),))
    yield campaign(x, agenda=(Landfall(),))
    naples = {"masters": {"Naples": "England"}, "segment": "pro-French"}
    yield campaign(x, agenda=(EntrustChoice(nation_number("Naples"), 2),), **naples)  # type: ignore[arg-type]
    held = (Captives(FRANCE, AUSTRIA, parse("2I")), Captives(AUSTRIA, FRANCE, parse("2I")))
    yield campaign(x, captives=held, agenda=(BargainChoice(FRENCH_SEAT),))
    yield campaign(x, captives=held, agenda=(BargainAnswer(FRENCH_SEAT, ENGLISH_SEAT + 1, held[:1], held[1:]),))
    yield campaign(x, proposed=(FRENCH_SEAT,), agenda=(EndAnswer((ENGLISH_SEAT, ENGLISH_SEAT + 1)),))
    hanover: dict[str, Any] = {"masters": {"Hanover": "Austria"}, "control": {"Hanover": "Austria"}}
    order = Consent(I, 1, city(x, "London"))
    yield campaign(x, segment="anti-French", agenda=(Purchase(ENGLISH_SEAT, ENGLAND, 8), order), **hanover)


def _land(x: Context) -> Iterator[State]:
    vilna = place(x, "Vilna")
    armies = [("Vilna", "France", "8I 1C"), ("Vilna", "Russia", "4I 3CC")]
    yield campaign(x, armies, agenda=(Slip(vilna),))
    graz = place(x, "Graz")
    defended = [("Graz", "France", "9I"), ("Graz", "Austria", "4I")]
    yield campaign(x, defended, agenda=(CombatPhase(FRENCH_SEAT),))
    yield campaign(x, defended, agenda=(Shelter(graz),))
    yield campaign(x, [("Vilna", "France", "8I 4C"), ("Vilna", "Russia", "4I")],
                   agenda=(Battle(FRENCH_SEAT, vilna, rounds=1, chooser=ATTACK),))  # fmt: skip


def _sea(x: Context) -> Iterator[State]:
    brest = place(x, "Brest")
    french, english = Fleet(brest, FRANCE, 2, moved=SAILING), Fleet(brest, ENGLAND, 3, moved=ATTACKED)
    shut = Fleet(brest, FRANCE, 3, inside=True)
    for step in (SortieOffer(FRENCH_SEAT, brest), Engaged(ENGLISH_SEAT, brest)):
        yield campaign(x, fleets=[french, english, shut], agenda=(step,))
    out = Fleet(brest, FRANCE, 3, inside=True, moved=ATTACKING)
    step = SecondFight(ENGLISH_SEAT, brest, ATTACKING)
    yield campaign(x, fleets=[Fleet(brest, ENGLAND, 3), out], agenda=(step,))
    atlantic = place(x, "Atlantic Ocean")
    tow = Fleet(atlantic, ENGLAND, 1, condition=PRIZE, taken=FRANCE, moved=SAILING)
    fleets = [Fleet(atlantic, ENGLAND, 1, moved=SAILING), tow, Fleet(atlantic, FRANCE, 2, moved=ATTACKING)]
    yield campaign(x, fleets=fleets, agenda=(JettisonOffer(SAILING, ATTACKING, True),))
    yield campaign(x, fleets=fleets, agenda=(RetrieveOffer(ATTACKING, SAILING),))
