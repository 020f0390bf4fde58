"""Napoleon's Later Campaigns, June 1815: what this title is."""

from __future__ import annotations

from napwidgets.systems.nlc.june_1815 import level_change, sleeps_late, watch_flank
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.tables import standard
from napwidgets.systems.nlc.terrain import HEXSIDES, TERRAIN
from napwidgets.systems.nlc.troops import KINDS, NATIONS, qualities
from napwidgets.systems.tactical.command.aides import AidesRide
from napwidgets.systems.tactical.command.chits import PrepareChits, one_cup
from napwidgets.systems.tactical.command.compliance import ComplianceCheck
from napwidgets.systems.tactical.command.hidden import HiddenCheck, HiddenMarches
from napwidgets.systems.tactical.command.initiative import InitiativeStage
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.ruleset import Phase, Ruleset, Segment
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.la_garde import WORDS, faces_guard, guard_recoils, shaken
from napwidgets.systems.tactical.ground.context import by_the_clock, so_many_a_hex
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.moving.reinforcements import on_schedule
from napwidgets.systems.tactical.recovering.confidence import AchievementCheck, ConfidenceCheck
from napwidgets.systems.tactical.recovering.reorganization import ReorganizationStage, shaken_rally
from napwidgets.systems.tactical.recovering.supply import supply_at_nine
from napwidgets.systems.tactical.recovering.victory import scenario_points
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

#: 4, 20.3. The phases of a turn.
TURN = (
    Phase("Hidden marches (25.5)", (HiddenMarches(),)),
    Phase("Achievement (20.8)", (AchievementCheck(),)),
    Phase("Initiative (20.11)", (InitiativeStage(0), InitiativeStage(1))),
    Phase("Confidence (20.10)", (ConfidenceCheck(),)),
    Phase("Orders (20.4)", (OrdersStage(0), OrdersStage(1))),
    Phase("Discovery (25.5.2)", (HiddenCheck(),)),
    Phase("Compliance (20.7)", (ComplianceCheck(),)),
    Phase("Reorganization (21)", (ReorganizationStage(0), ReorganizationStage(1)), by_day),
    Phase("Chit preparation (4.1, 4.2)", (PrepareChits(),), by_chits),
    Phase("Initial action", (InitialAction(),), by_chits),
    Phase("Formation selection", (SelectFormation(),), by_chits),
    Phase("Turn about (25.12)", (TurnAbout(),), side_by_side),
    Phase("Reserves", (ReserveStage(),)),
    Phase("Aides (25.7.4)", (AidesRide(),)),
    Phase("Turn end", (EndTurn(),)),
)

#: 4.4. The segments of a formation action.
ACTION = (
    Segment(BombardmentSegment, by_day),
    Segment(ChargeSegment),
    Segment(MovementSegment),
    Segment(CombatSegment),
)

NLC = Ruleset(
    system="nlc",
    version="nlc-1.1.0/8",
    tables=standard,
    turn=TURN,
    action=ACTION,
    kinds=KINDS,
    qualities=qualities,
    colours=("french", "british"),
    nations=NATIONS,
    terrain=TERRAIN,
    hexsides=HEXSIDES,
    weather=by_the_clock,
    stacking=so_many_a_hex,
    no_room="{units} units are the most that {place} can hold.",
    draw=one_cup,
    arrivals=on_schedule,
    supply=supply_at_nine,
    points=scenario_points,
    rallies=shaken_rally,
    sleeps_late=sleeps_late,
    form=ScenarioData,
    words=WORDS,
    unit_mods=(shaken,),
    foe_mods=(faces_guard,),
    retreated=(guard_recoils,),
    watched=(watch_flank,),
    level_changes=(level_change,),
    telling=("guard-recoils",),
)
