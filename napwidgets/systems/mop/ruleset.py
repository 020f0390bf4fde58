"""March on Paris, January and February 1814: what this title is."""

from __future__ import annotations

from napwidgets.systems.mop import card_effects, card_throws, front, supply, weather, works
from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.arrangements import arrangements, better, confines, misleads, rated_for, stands_in
from napwidgets.systems.mop.arrivals import certain, schedule, when_odds
from napwidgets.systems.mop.card_orders import bolder
from napwidgets.systems.mop.card_stage import SetUpCards, TurnCard, deals
from napwidgets.systems.mop.covers import Look, covers, hides, shown
from napwidgets.systems.mop.cups import own_cups
from napwidgets.systems.mop.dummies import DummyStage
from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.outposts import OutpostSegment, Reorganization, in_sight
from napwidgets.systems.mop.pontoons import PontoonStage, Receipt, any_pontoons, filled, meet_pontoons
from napwidgets.systems.mop.reports import News, by_riders
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.stacking import by_points, fits
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.tables import standard
from napwidgets.systems.mop.terrain import HEXSIDES, TERRAIN
from napwidgets.systems.mop.trains import TrainSegment, TrainStage, lose_trains
from napwidgets.systems.mop.troops import KINDS, NATIONS, qualities
from napwidgets.systems.mop.turn import BringUp, Orders, always_rallies, arrivals, cut_off, nobody_sleeps, rest, worn
from napwidgets.systems.mop.vedettes import VedetteSegment, VedetteStage, scatter
from napwidgets.systems.mop.victory import (
    all_broken,
    by_the_road,
    captured,
    come_through,
    leads,
    met,
    napoleon_taken,
    points,
    strays,
)
from napwidgets.systems.tactical.command.chits import PrepareChits
from napwidgets.systems.tactical.command.compliance import ComplianceCheck
from napwidgets.systems.tactical.command.initiative import InitiativeStage
from napwidgets.systems.tactical.core.ruleset import Phase, Ruleset, Segment
from napwidgets.systems.tactical.fighting import la_garde
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.recovering.confidence import AchievementCheck, ConfidenceCheck
from napwidgets.systems.tactical.sequence import (
    EndTurn,
    InitialAction,
    ReserveStage,
    SelectFormation,
    TurnAbout,
    by_chits,
    by_day,
    side_by_side,
)

#: 37.1, NLC 4. The phases of a turn.
TURN = (
    Phase("News of vedettes (37.7.2)", (News(),), by_riders),
    Phase("Lookout (37.6)", (Look(),)),
    Phase("Weather (37.4)", (weather.RollWeather(),)),
    Phase("Baggage comes up (37.10)", (BringUp(),)),
    Phase("Supply (37.9)", (supply.CheckSupply(),)),
    Phase("Cards (37.12)", (SetUpCards(), TurnCard(0), TurnCard(1)), deals),
    Phase("Achievement (20.8)", (AchievementCheck(),)),
    Phase("Initiative (20.11)", (InitiativeStage(0), InitiativeStage(1))),
    Phase("Confidence (20.10)", (ConfidenceCheck(),)),
    Phase("Orders (20.4)", (Orders(0), Orders(1))),
    Phase("Dummies (37.6)", (DummyStage(0), DummyStage(1))),
    Phase("Compliance (20.7)", (ComplianceCheck(),)),
    Phase("Orders of the pontoons (37.10)", (Receipt(),), any_pontoons),
    Phase("Reorganization (37.8)", (Reorganization(0), Reorganization(1)), by_day),
    Phase("Leaders at the front (37.16)", (front.ToTheFront(0), front.ToTheFront(1))),
    Phase("Chit preparation (4.1, 4.2)", (PrepareChits(),), by_chits),
    Phase("Initial action", (InitialAction(),), by_chits),
    Phase("Formation selection (37.1)", (SelectFormation(),), by_chits),
    Phase("Turn about (25.12)", (TurnAbout(),), side_by_side),
    Phase("Reserves", (ReserveStage(), VedetteStage(0), VedetteStage(1))),
    Phase("Baggage of the reserves (37.10)", (TrainStage(0), TrainStage(1))),
    Phase("Pontoons (37.10)", (PontoonStage(0), PontoonStage(1)), any_pontoons),
    Phase("Turn end", (EndTurn(),)),
)


def looking(side: int) -> Look:
    """Before each segment everybody looks out (37.6)."""
    return Look()


#: NLC 4.4, 37.6, 37.10. The segments of a formation action.
ACTION = (
    Segment(looking),
    Segment(BombardmentSegment, by_day),
    Segment(ChargeSegment),
    Segment(looking),
    Segment(Movement),
    Segment(VedetteSegment),
    Segment(TrainSegment),
    Segment(looking),
    Segment(OutpostSegment, by_day),
    Segment(CombatSegment),
)

MOP = Ruleset(
    system="mop",
    version="mop/6",
    tables=standard,
    turn=TURN,
    action=ACTION,
    kinds=KINDS,
    qualities=qualities,
    colours=("french", "russian"),
    nations=NATIONS,
    terrain=TERRAIN,
    hexsides=HEXSIDES,
    weather=weather.weather,
    stacking=by_points,
    fits=fits,
    no_room="{units} units or one division, {points} strength points at the most, find room in {place}; "
    "baggage fills it.",
    room_cite="MoP 37.2",
    filled=filled,
    hides=hides,
    covers=covers,
    shown=shown,
    draw=own_cups,
    arrivals=arrivals,
    supply=rest,
    points=points,
    leads=leads,
    rallies=always_rallies,
    beyond=cut_off,
    sleeps_late=nobody_sleeps,
    form=ScenarioData,
    options=Options,
    state=State,
    words=la_garde.WORDS
    | weather.WORDS
    | supply.WORDS
    | front.WORDS
    | card_effects.WORDS
    | card_throws.WORDS
    | works.WORDS,
    factors=(weather.in_weather, front.leads_in_person, works.behind_works),
    paced=supply.paced,
    allowances=(supply.weary, card_effects.quickened, weather.through_mud),
    unit_mods=(la_garde.shaken, supply.hungry, card_effects.steadied),
    foe_mods=(la_garde.faces_guard, card_effects.marmont_shakes),
    line_mods=(card_effects.marmont_holds, card_throws.blucher_holds),
    throws=(card_throws.on_throws,),
    anew=card_throws.anew,
    thrown=card_throws.thrown,
    arrangements=arrangements,
    misleads=misleads,
    worn=worn,
    faint=supply.starving,
    sends=(rated_for, card_effects.shifted),
    sent=(card_effects.sent,),
    met=met,
    riders=in_sight,
    entered=(lose_trains, scatter, meet_pontoons, come_through),
    bids=(better, bolder),
    rated=card_effects.rated,
    capacities=(card_effects.capacities,),
    carries=card_effects.carries,
    claims=card_effects.claims,
    coordinates=card_effects.coordinates,
    astray=card_effects.astray,
    schedule=schedule,
    dated=when_odds,
    certain=certain,
    stands_in=stands_in,
    deaf=front.deaf,
    alert_mods=(front.blucher_alert,),
    square_mods=(front.blucher_charges,),
    heart=(front.blucher_cheers,),
    caught=(captured,),
    exits=by_the_road,
    strays=strays,
    retreated=(la_garde.guard_recoils, card_effects.got_away),
    foils=card_effects.foils,
    spares=card_effects.spares,
    slips=card_effects.slips,
    barred=card_effects.barred,
    resting=works.resting,
    excused=card_effects.declines,
    confines=confines,
    sure=card_effects.sure,
    struck=(card_effects.heard,),
    watched=(napoleon_taken, all_broken),
    telling=("guard-recoils", "weather", "train-lost", "card"),
)
