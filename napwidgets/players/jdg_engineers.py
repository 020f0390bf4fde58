"""What the engineers of a side of jdg do: they make the crossings that its aims need, and break the bridges over which
the enemy would come for its places (6.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from napwidgets.kernel.rulings import legal
from napwidgets.players.jdg_orders import Campaign, Party
from napwidgets.players.jdg_situation import FAR
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march import bridges, groups
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of

#: What a strength point of one's own costs that is cut off within so many movement points.
OWN, TROOPS = 7, 0.05


class Work(NamedTuple):
    """Who sets out, and what he does at a link of his box."""

    out: m.Activate
    bridge: m.Bridge


def crossing(campaign: Campaign, step: MovementPhase, subjects: Sequence[str]) -> Work | None:
    """The crossing that the way of most troops to their aims lacks, and the fewest who can make it."""
    now = campaign.now
    found: dict[tuple[int, int], list[int]] = {}
    for box, party in _parties(campaign, subjects) if now.lie.works else ():
        if party.aim is None or party.aim.task.box == box:
            continue
        far = now.lie.far(party.aim.task.box)
        for there, link in now.x.setting.around[box]:
            price = now.lie.works.get(link, FAR) + now.x.tables.roads[now.x.network.links[link].road]
            if there not in now.enemies and far.get(box, FAR) == far.get(there, FAR) + price:
                found.setdefault((box, link), []).extend(party.pieces)
    for (_, link), pieces in sorted(found.items(), key=lambda one: -now.x.strength(now.s, one[1])):
        work = "repair" if link in now.s.cut else "build"
        if (out := _fewest(campaign, step, pieces, m.Bridge(link, work), True)) is not None:
            return Work(out, m.Bridge(link, work))
    return None


def demolition(campaign: Campaign, step: MovementPhase, subjects: Sequence[str]) -> Work | None:
    """The bridge that gains most when it is broken by those who stay beside it anyway."""
    found = sorted(_dangerous(campaign, subjects), key=lambda one: -one[0]) if campaign.now.mood.breaks else ()
    for _, pieces, work in found:
        if (out := _fewest(campaign, step, pieces, work, False)) is not None:
            return Work(out, work)
    return None


def _dangerous(campaign: Campaign, subjects: Sequence[str]) -> Iterator[tuple[float, tuple[int, ...], m.Bridge]]:
    """Bridges without which the enemy may win less of what one holds, by more than it costs oneself, with that and
    those who stay there.
    """
    now = campaign.now
    for box, party in _parties(campaign, subjects):
        stays = party.aim is None or party.aim.task.box == box
        if not stays or box not in now.lie.goals or not now.stake(box) or not now.comers(box):
            continue
        risk = campaign.at_risk(box, now.comers(box))
        for there, link in now.x.setting.around[box]:
            if not now.x.setting.bridge[link] or link in now.s.cut or there in now.own:
                continue
            far = now.lie.far(box, link)
            saved = risk - campaign.at_risk(box, now.comers_by(far)) - _harm(campaign, box, far)
            if saved > now.mood.breaks:
                yield saved, party.pieces, m.Bridge(link, "destroy")


def _parties(campaign: Campaign, subjects: Sequence[str]) -> Iterator[tuple[int, Party]]:
    """Those who can still set out, with their boxes."""
    now = campaign.now
    for at in map(place_of, subjects):
        if at is not None and at >= 0:
            for party in campaign.parties(groups.movable(now.x, now.s, at, now.side)):
                yield at, party


def _harm(campaign: Campaign, box: int, far: Mapping[int, int]) -> float:
    """What it costs, in points, that one's own ways are longer with a bridge gone: to aims, and to troops nearby; the
    shortest to supply stays open.
    """
    now = campaign.now
    before = now.lie.far(box)

    def longer(at: int) -> bool:
        return far.get(at, FAR) != before.get(at, FAR)

    sources = (at for army in now.x.setting.armies if army.side == now.side for at in army.sources)
    if longer(min(sources, key=lambda at: before.get(at, FAR), default=box)):
        return FAR
    aims = sum(aim.net for aim in campaign.aims if aim.task.kind != "hold" and longer(aim.task.box))
    troops = sum(n for at, n in now.own.items() if before.get(at, FAR) <= OWN and longer(at))
    return aims / 2 + TROOPS * troops


def _fewest(
    campaign: Campaign, step: MovementPhase, pieces: Sequence[int], work: m.Bridge, whole: bool
) -> m.Activate | None:
    """The smallest unit that can do a work, alone or led, if there are points for it; or the ``whole`` party."""
    now = campaign.now
    units = sorted(now.x.units(pieces), key=lambda i: (now.s.counters[i].strength, i))
    heads = now.x.leaders(pieces)
    parties = [(i,) for i in units] + [tuple(sorted((i, head))) for i in units for head in heads[-1:]]
    for who in (*parties, *([tuple(sorted(pieces))] if whole else [])):
        out = m.Activate(who)
        if not legal(step.check, now.x, now.s, out):
            continue
        if legal(bridges.check, now.x, now.s, step.force(now.x, now.s, out), work):
            return out
    return None
