"""Positions of decisions that random play seldom meets."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.system import Engine, State
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_stage import HandChoice
from napwidgets.systems.mop.front import ToTheFront
from napwidgets.systems.mop.outposts import Reorganization
from napwidgets.systems.tactical.core.moves import Attack, Pass, Stand
from napwidgets.systems.tactical.core.state import DEAD, Unit
from napwidgets.systems.tactical.fighting.artillery import Disrupt
from napwidgets.systems.tactical.fighting.attacks import CombatSegment, EvadeOffer
from napwidgets.systems.tactical.fighting.charges import AfterCharge
from napwidgets.systems.tactical.recovering.confidence import Flight
from napwidgets.systems.tactical.sequence import PickSide
from tests.systems.mop.table import Table, arrange, battle
from tests.systems.mop.test_37_05_troops import at_the_front
from tests.systems.mop.test_37_07_outposts import facing_each_other, ridden_down
from tests.systems.mop.test_37_09_supply import moving
from tests.systems.mop.test_37_10_pontoons import ACROSS, BANK, ROAD, stage, train
from tests.systems.mop.test_37_12_effects import COALITION, FRENCH, field, loud, play
from tests.systems.mop.test_37_12_throws import gone

#: Decisions of optional rules that these battles do without: aides on the map, hidden marches (25.5, 25.7);
#: and the plain orders, movement and reorganization, which these ask in their own way (37.7, 37.11, 37.12).
NEVER = frozenset({"AideRide", "Deploy", "MovementSegment", "OrdersStage", "ReorganizationStage"})
#: French infantry and horse beside Russians of two brigades.
LINES = {"dufour-1": "1309", "pire": "1310", "sass-1": "1308", "sass-2": "1308"}
LEADERS = {"gerard": "1310", "milhaud": "1310", "lieven": "1307"}


def positions() -> Iterator[tuple[Engine, State]]:
    """Leaders at the front, baggage, charges and their hits, supporting guns, flight, reorganization, and cards."""
    yield from ((table.engine, table.state) for table in (*_tables(), *_cards()))


def _cards() -> Iterator[Table]:
    """What cards ask (37.12)."""
    for card in (cards.FORCED_MARCH, cards.GENERAL_ADVANCE, cards.OTHER_ROUTE):
        yield play(field(), card, FRENCH)
    yield play(field(options="full_cards"), cards.AREA_DEFENSE, FRENCH)
    yield play(loud(field()), cards.SOUND_OF_GUNS, FRENCH)
    for card, side in ((cards.FIRE, FRENCH), (cards.NEY, COALITION), (cards.EMPEROR, COALITION)):
        yield play(field(), card, side)
    # First what the throws are for, then who comes back.
    yield play(gone("udom-1"), cards.MARMONT, COALITION)
    yield play(gone("udom-1"), cards.MARMONT, COALITION).play(Pass())
    yield field(options="full_cards").change(hands=((cards.FORCED_MARCH,), ())).push(HandChoice(FRENCH)).run()


def _tables() -> Iterator[Table]:
    yield at_the_front().push(ToTheFront(0)).run()
    yield moving()
    t = arrange(battle(), LINES, leaders=LEADERS)
    for step in (
        Disrupt(t.us("sass-1", "sass-2")),
        AfterCharge(t.us("pire"), t.hex("1308"), (), False),
        Flight(t.c("RES"), 3),
        PickSide(0),
        EvadeOffer(((t.hex("1308"), t.us("sass-1", "sass-2")),), t.hex("1310")),
    ):
        yield arrange(battle(), LINES, leaders=LEADERS).push(step).run()
    yield _fight().play(Pass(), (6, 5), (1, 1)).play(Stand())
    supported = {**LINES, "xi-foot": "1408"}
    yield _fight("remote_support", units=supported).play(Pass())
    t = arrange(battle(), {"dufour-1": "0404"}, leaders={"gerard": "0404"}, orders={"RES": "reserve"}, turn=4)
    t.state = t.state.many({t.u("ricard-1"): Unit(DEAD, 0, since=1)})
    yield t.push(Reorganization(0)).run()
    yield ridden_down(3).run()
    yield facing_each_other().run()
    for pontoons in (train(ROAD, target=BANK), train(), train(over=ACROSS)):
        yield stage(pontoons)


def _fight(*options: str, units: dict[str, str] = LINES) -> Table:
    """Gérard attacks Lieven."""
    t = arrange(battle("brienne", *options), units, leaders=LEADERS, active=("RES",)).push(CombatSegment(0)).run()
    t.play(Attack(t.hex("1309"), t.hex("1308")))
    return t
