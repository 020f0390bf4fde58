"""37.22 and 37.23. The scenario of a battle within its campaign: the battle's own file, with who stands or comes there
because of the battles before it.

The page docs/rules/mop-campaigns.md says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.mop.campaign_file import CampaignData, FoughtData, JoiningData, LimitsData, UnitFate
from napwidgets.systems.mop.scenario import (
    FormationData,
    LeaderData,
    ReinforcementData,
    ScenarioData,
    SpecialData,
    TrainData,
    UnitData,
)

#: The file of a battle by its name.
Read = Callable[[str], ScenarioData]
#: Special rules that go where their leader goes.
_PERSONAL = ("rated_for", "tethered")


def fates(fought: Sequence[FoughtData]) -> dict[str, UnitFate]:
    """What became of every unit in the last battle it was in."""
    found: dict[str, UnitFate] = {}
    for battle in fought:
        found.update(battle.units)
    return found


def composed(campaign: CampaignData, stage: int, fought: Sequence[FoughtData], read: Read) -> ScenarioData:
    """The scenario of battle ``stage`` (from 0) after the battles ``fought``; raises `ScenarioError` where the parts of
    the campaign don't fit together.
    """
    told = campaign.battles[stage]
    data = read(told.scenario)
    before = [read(name) for name in _earlier(campaign, stage)]
    data = _grown(data, before)
    for old, heirs in told.heirs.items():
        data = _inherited(data, before, old, heirs)
    data = replace(data, units=tuple(replace(u, hex=told.hexes.get(u.id, u.hex)) for u in data.units))
    for joining in told.joining:
        data = _joined(data, read(joining.of), joining, fought)
    there = {formation.id for formation in data.formations}
    special = (rule for rule in told.special if rule.formation is None or rule.formation in there)
    data = replace(data, special=(*data.special, *special))
    title = f"{campaign.title}: {data.title}"
    return replace(_levels(read(told.scenario), data, campaign.limits), id=campaign.id, title=title)


def _earlier(campaign: CampaignData, stage: int) -> list[str]:
    """The battles in which somebody of a stage may have fought before."""
    return [*(battle.scenario for battle in campaign.fought), *(b.scenario for b in campaign.battles[:stage])]


def _grown(data: ScenarioData, before: Sequence[ScenarioData]) -> ScenarioData:
    """Units with the strength they had when the campaign began, or more where drafts have come up since: what battles
    cost them, the dice have said.
    """

    def grown(unit: UnitData) -> UnitData:
        same = [u for d in before for u in d.units if u.id == unit.id]
        best = max([unit, *same], key=lambda u: u.strength)
        return replace(unit, strength=best.strength, reduced=best.reduced)

    return replace(data, units=tuple(map(grown, data.units)))


def _inherited(data: ScenarioData, before: Sequence[ScenarioData], old: str, heirs: Iterable[str]) -> ScenarioData:
    """The units of an earlier battle in place of one of the battle's own file."""
    place = next((u for u in data.units if u.id == old), None)
    known = {u.id: u for d in before for u in d.units}
    missing = [name for name in heirs if name not in known]
    if place is None or missing:
        what = old if place is None else missing[0]
        raise ScenarioError(f"there is no unit {what!r} to take over from, or to take over")
    fresh = [replace(known[n], formation=place.formation, division=place.division, hex=place.hex) for n in heirs]
    units = [v for u in data.units for v in (fresh if u.id == old else [u])]
    arrivals = [
        replace(group, who=tuple(n for name in group.who for n in (heirs if name == old else (name,))))
        for group in data.reinforcements
    ]
    return replace(data, units=tuple(units), reinforcements=tuple(arrivals))


def _joined(data: ScenarioData, of: ScenarioData, told: JoiningData, fought: Sequence[FoughtData]) -> ScenarioData:
    """A formation of another battle's file beside those of this one."""
    theirs = next((f for f in of.formations if f.id == told.formation), None)
    if theirs is None:
        raise ScenarioError(f"there is no formation {told.formation!r} in {of.id}")
    known, fate = {u.id for u in data.units}, fates(fought)
    last = fought[-1] if fought and fought[-1].map == data.map else None
    id = told.id or theirs.id

    def stands(name: str, own: str | None) -> str | None:
        """Where a unit stands in the morning: where it stood in the evening, or by the file."""
        if told.entry is not None:
            return None
        seen = last.units.get(name) if last is not None else None
        return seen.hex if seen is not None and seen.fate == "stands" else (own if last is None and own else told.hex)

    units = tuple(
        replace(u, formation=id, hex=stands(u.id, u.hex))
        for u in of.units
        if u.formation == theirs.id and u.id not in known and fate.get(u.id, UnitFate(fate="away")).fate != "gone"
    )
    if not units:
        # All of it was destroyed: there is nobody to join.
        return data
    wanted = {theirs.leader, *told.leaders} - {leader.id for leader in data.leaders}
    spot = next((u.hex for u in units if u.hex), None)
    leaders = tuple(_leader(i, told, spot) for i in of.leaders if i.id in wanted)
    wing = theirs.wing if theirs.wing in wanted | {leader.id for leader in data.leaders} else None
    corps = replace(theirs, id=id, name=told.name or theirs.name, order=told.order, then=told.then, wing=wing)
    names = (*(leader.id for leader in leaders), *(u.id for u in units))
    return replace(
        data,
        formations=(*data.formations, corps),
        units=(*data.units, *units),
        leaders=(*data.leaders, *leaders),
        divisions={**of.divisions, **data.divisions},
        trains=(*data.trains, *_trains(data, of, corps, told, last)),
        special=(*data.special, *_personal(of, wanted)),
        reinforcements=(*data.reinforcements, *_group(told, names)),
    )


def _leader(leader: LeaderData, told: JoiningData, spot: str | None) -> LeaderData:
    """A leader with the formation that joins; a wing commander has its orders."""
    hex = None if told.entry is not None else spot or told.hex
    if leader.role != "wing":
        return replace(leader, hex=hex)
    return replace(leader, hex=hex, order=told.order, then=told.then)


def _personal(of: ScenarioData, leaders: Iterable[str]) -> tuple[SpecialData, ...]:
    who = set(leaders)
    return tuple(rule for rule in of.special if rule.kind in _PERSONAL and rule.leader in who)


def _group(told: JoiningData, names: tuple[str, ...]) -> tuple[ReinforcementData, ...]:
    if told.entry is None:
        return ()
    return (
        ReinforcementData(
            turn=told.turn,
            entry=told.entry,
            who=names,
            order=told.order,
            then=told.then,
            label=told.label,
            chance=told.chance,
        ),
    )


def _trains(
    data: ScenarioData, of: ScenarioData, corps: FormationData, told: JoiningData, last: FoughtData | None
) -> tuple[TrainData, ...]:
    """The baggage of a formation that joins, where the evening has left it."""
    taken = {train.id for train in data.trains}
    found = []
    for train in of.trains:
        evening = last.trains.get(train.id, train.hex or told.hex) if last is not None else train.hex
        if train.formation != told.formation or evening == "":
            continue
        id = f"{corps.id.lower()}-train" if train.id in taken else train.id
        name = f"Baggage train of {corps.name}"
        hex = None if told.entry is not None else evening or told.hex
        found.append(replace(train, id=id, name=name, formation=corps.id, hex=hex, entry=told.entry))
    return tuple(found)


def _levels(alone: ScenarioData, data: ScenarioData, percent: LimitsData) -> ScenarioData:
    """Levels of demoralization of formations and armies that are not as in the battle's own file (NLC 11, 22): so many
    per cent of their strength, rounded up.
    """
    was, now = _strengths(alone), _strengths(data)
    formations = tuple(
        replace(f, limit=_share(now[f.id], percent.corps)) if f.limit is not None and now[f.id] != was.get(f.id) else f
        for f in data.formations
    )
    corps = {f.id: f.army for f in data.formations}

    def total(strengths: Mapping[str, int], army: str) -> int:
        return sum(n for f, n in strengths.items() if corps[f] == army)

    armies = tuple(
        replace(a, demoralization=_share(total(now, a.id), percent.army)) if total(now, a.id) != total(was, a.id) else a
        for a in data.armies
    )
    return replace(data, formations=formations, armies=armies)


def _strengths(data: ScenarioData) -> dict[str, int]:
    found = dict.fromkeys((f.id for f in data.formations), 0)
    for unit in data.units:
        found[unit.formation] = found.get(unit.formation, 0) + unit.strength
    return found


def _share(strength: int, percent: int) -> int:
    return max(1, -(-strength * percent // 100))
