"""37.22 and 37.23. A battle within a campaign: it starts from what the battles before have left, and hands on what is
left of it.

The page docs/rules/mop-campaigns.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.mop.campaign_file import CampaignData, Carried, Fate, FoughtData, UnitFate
from napwidgets.systems.mop.composing import fates
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.front import NAPOLEON
from napwidgets.systems.mop.night import Night
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.state import State, Train
from napwidgets.systems.mop.trains import side_of
from napwidgets.systems.mop.victory import corps_broken
from napwidgets.systems.tactical.command.leaders import nearest_friend
from napwidgets.systems.tactical.core import state as shared
from napwidgets.systems.tactical.core.state import DEAD, EXITED, LOST, OFF
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.recovering.reorganization import room_near

#: The name under which a game carries the battles before it, among the tables that are its own.
CARRIED = "carried"


class Link(Struct, frozen=True):
    """A battle's place in its campaign: which one it is (from 0), and the battles before it with how they ended."""

    campaign: CampaignData
    stage: int
    fought: tuple[FoughtData, ...]


def link(campaign: CampaignData, carried: Any) -> Link:
    """The place of the next battle after those that are carried along; raises `ScenarioError` for what is no record of
    this campaign's battles.
    """
    try:
        before = msgspec.convert(carried or {}, Carried).battles
    except msgspec.ValidationError as error:
        raise ScenarioError(f"The battles before this one can't be read: {error}") from None
    named = [battle.scenario for battle in campaign.battles]
    if [battle.scenario for battle in before] != named[: len(before)] or len(before) >= len(named):
        raise ScenarioError(f"The battles before this one are not those of {campaign.title}.")
    if any(battle.over for battle in before):
        raise ScenarioError(f"{campaign.title} has ended; no battle follows.")
    return Link(campaign, len(before), (*campaign.fought, *before))


class LinkedBattle(Battle):
    """A battle of a campaign; ``link`` is its place there."""

    linked: ClassVar[bool] = True
    link: Link
    #: The files of the campaign's battles, by their names.
    battles: Mapping[str, ScenarioData]

    def joined(self, place: Link, battles: Mapping[str, ScenarioData]) -> None:
        """Take its place in a campaign; raises `ScenarioError` where the battles before tell of hexes that aren't."""
        self.link, self.battles = place, battles
        board, last = self.setting.board, self._last
        if last is None:
            return
        try:
            for hex in (*(unit.hex for unit in last.units.values()), *last.trains.values(), *last.works):
                if hex:
                    board.number(hex)
            apart = [span for span in last.spans if board.distance(*map(board.number, span)) != 1]
        except ValueError as error:
            raise ScenarioError(f"The battles before this one can't be read: {error}") from None
        if apart:
            raise ScenarioError(f"The battles before this one can't be read: no span joins {' and '.join(apart[0])}.")

    @property
    def _last(self) -> FoughtData | None:
        """The battle before, where that was on the same map."""
        last = self.link.fought[-1] if self.link.fought else None
        return last if last is not None and last.map == self._data.map else None

    def set_up(self, state: shared.State) -> State:
        """As in a battle alone; then the night before says who of the fallen is back (37.8)."""
        s = super().set_up(state)
        setting, place = self.setting, self.link
        known = fates(place.fought)
        gone = {name for battle in place.fought for name in battle.leaders}
        lost = {name for battle in place.fought for name, hex in battle.trains.items() if not hex}
        s = replace(
            s,
            leaders=tuple(
                replace(leader, replaced=info.id in gone)
                for leader, info in zip(s.leaders, setting.leaders, strict=True)
            ),
            trains=tuple(
                Train(DEAD) if data.id in lost else train
                for train, data in zip(s.trains, self._data.trains, strict=True)
            ),
        )
        s = self._ground(self._settled(s))
        met = ((u, known[info.id]) for u, info in enumerate(setting.units) if info.id in known)
        told = tuple((u, fate.steps, fate.fate) for u, fate in met)
        return s.push(Night(told)) if place.fought else s

    @property
    def _data(self) -> ScenarioData:
        data = self.setting.scenario
        assert isinstance(data, ScenarioData)
        return data

    def _ground(self, s: State) -> State:
        """On the same map bridges stay down and works stay up."""
        board, last = self.setting.board, self._last
        if last is None:
            return s
        spans = tuple((board.number(a), board.number(b)) for a, b in last.spans)
        return replace(s, spans=spans, works=tuple(map(board.number, last.works)))

    def _own(self) -> set[str]:
        """The units that the battle's own file places, or whose places it gives to others: whoever else is there has
        come out of the battle before.
        """
        told = self.link.campaign.battles[self.link.stage]
        heirs = {name for names in told.heirs.values() for name in names}
        return {unit.id for unit in self.battles[told.scenario].units} | heirs

    def _settled(self, s: State) -> State:
        """Who joins from the battle before makes room where others stand or the enemy is near; leaders and baggage
        keep out of the enemy's way.
        """
        x, own = self.context, self._own()
        come = [(u, s.units[u].hex) for u, info in enumerate(x.infos) if info.id not in own and s.units[u].hex >= 0]
        s = s.many({u: replace(s.units[u], hex=OFF) for u, _ in come})
        for u, h in come:
            to = room_near(x, s, h, u)
            s = s.unit(u, hex=to, start=to)
        layout = x.ground.layout(s)
        for i, leader in enumerate(s.leaders):
            side = self.setting.leader_side[i]
            if leader.hex >= 0 and layout.side[leader.hex] == 1 - side:
                s = s.leader(i, hex=nearest_friend(x, s, leader.hex, side))
        return self._parked(s)

    def _parked(self, s: State) -> State:
        """Baggage that joins stands by a road, in a hex of its own and clear of the enemy (37.2, 37.10)."""
        x, trains = self.context, list(s.trains)
        layout = x.ground.layout(s)
        told = self.link.campaign.battles[self.link.stage]
        own = {train.id for train in self.battles[told.scenario].trains}
        come = [t for t, data in enumerate(self._data.trains) if data.id not in own and trains[t].hex >= 0]
        taken = {train.hex for t, train in enumerate(trains) if t not in come}
        for t in come:
            foe, row = 1 - side_of(x, t), x.board.distances[trains[t].hex]
            clear = (h for h in range(x.board.size) if layout.side[h] == NOBODY and not layout.zoc[foe][h])
            to = min((h for h in clear if x.setting.ways[h] and h not in taken), key=lambda h: (row[h], h))
            taken.add(to)
            trains[t] = replace(trains[t], hex=to)
        return replace(s, trains=tuple(trains))

    # What is handed on

    def sequel(self, state: shared.State) -> Mapping[str, Any] | None:
        """What the next battle of the campaign starts from; None after the last one, or while this one goes on."""
        assert isinstance(state, State)
        campaign, count = self.link.campaign, len(self.link.campaign.fought)
        told = self.told(state)
        if state.ended is None or told.over or self.link.stage + 1 >= len(campaign.battles):
            return None
        carried = Carried(battles=(*self.link.fought[count:], told))
        return {CARRIED: msgspec.to_builtins(carried)}

    def told(self, s: State) -> FoughtData:
        """This battle for those that follow."""
        x, setting, name = self.context, self.setting, self.setting.board.label
        ended = s.ended
        trains = zip(self._data.trains, s.trains, strict=True)
        leaders = zip(setting.leaders, s.leaders, strict=True)
        taken = {setting.leaders[i].id for i in s.prisoners}
        return FoughtData(
            scenario=self.link.campaign.battles[self.link.stage].scenario,
            map=self._data.map,
            title=self.verdict(ended)[0] if ended else "",
            winner=ended.winner if ended else None,
            points=dict(ended.points) if ended else {},
            units={info.id: self._fate(s, u) for u, info in enumerate(setting.units)},
            leaders=tuple(info.id for info, leader in leaders if leader.replaced or info.id in taken),
            trains={d.id: name(t.hex) if t.hex >= 0 else "" for d, t in trains if t.hex >= 0 or t.hex == DEAD},
            broken=tuple(setting.commands[f].name for side in (0, 1) for f in corps_broken(x, s, side)),
            spans=tuple((name(a), name(b)) for a, b in s.spans),
            works=tuple(map(name, s.works)),
            over=NAPOLEON in taken,
        )

    def _fate(self, s: State, u: int) -> UnitFate:
        unit = s.units[u]
        if unit.hex >= 0:
            return UnitFate(fate="stands", steps=_steps(unit.steps), hex=self.setting.board.label(unit.hex))
        fate = _FATES.get(unit.hex, "away")
        return UnitFate(fate=fate, steps=_steps(unit.steps))


#: Units out as vedettes are with their regiment again in the morning, wherever that is.
_FATES: Mapping[int, Fate] = {DEAD: "fallen", LOST: "gone", EXITED: "left"}


def _steps(steps: int) -> Any:
    return max(0, min(2, steps))
