"""37.22 and 37.23. The page of a campaign: its battles, what the last one has left, what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from napwidgets.board.report import Block, Bold, Bullets, Cites, Report, Section, Small, Table, Text, Title, Words
from napwidgets.systems.mop.campaign_file import FoughtData
from napwidgets.systems.mop.composing import fates
from napwidgets.systems.mop.face.hand import CardPresenter
from napwidgets.systems.mop.face.presenter import Presenter, verdict
from napwidgets.systems.mop.linked import LinkedBattle
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.victory import leads
from napwidgets.systems.tactical.ground.context import counted
from napwidgets.systems.telling import number

CITE = Cites(("MoP 37.22, 37.23",))


def report(engine: LinkedBattle, s: State) -> Report:
    """The page, while a battle goes on and once it has ended."""
    link = engine.link
    fought = (*link.fought, *((engine.told(s),) if s.ended is not None else ()))
    count, stages = len(link.campaign.battles), link.stage + (s.ended is not None)
    when = "the end" if stages == count or (fought and fought[-1].over) else f"battle {stages + 1} of {count}"
    blocks: list[Block] = [Title(link.campaign.title, when), _battles(engine, fought)]
    if fought:
        blocks.append(_score(engine, s, fought))
        blocks.append(_cost(engine, fought))
    if fought and fought[-1].over:
        blocks.append(Text("Napoleon is a prisoner: there is no campaign to go on with."))
    elif stages < count and stages != link.stage:
        blocks.append(_next(engine, stages))
    elif stages < count and link.campaign.battles[stages].text:
        blocks.append(Section((Text(link.campaign.battles[stages].text),), "Since the last battle"))
    elif stages == count and link.campaign.debrief:
        blocks.append(Section((Text(link.campaign.debrief),), "Looking back"))
    return tuple(blocks)


def _battles(engine: LinkedBattle, fought: Sequence[FoughtData]) -> Table:
    """Every battle with its day, and how it ended."""
    link, known = engine.link, {battle.scenario: battle for battle in fought}
    rows = [(_day(engine, b.scenario), b.title, _ended(engine, b)) for b in link.campaign.fought]
    for n, stage in enumerate(link.campaign.battles):
        told = known.get(stage.scenario)
        now = "being fought" if n == link.stage else "to come"
        name = engine.battles[stage.scenario].title
        rows.append((_day(engine, stage.scenario), name, _ended(engine, told) if told else now))
    return Table(("Day", "Battle", ""), tuple(rows), "The battles of the campaign")


def _day(engine: LinkedBattle, name: str) -> str:
    day = date.fromisoformat(engine.battles[name].turns.date)
    return f"{day.day} {day.strftime('%B')}"


def _ended(engine: LinkedBattle, battle: FoughtData) -> str:
    score = tuple((seat, battle.points[seat]) for seat in engine.seats if seat in battle.points)
    points = ", ".join(f"{engine.seat_name(seat)} {number(points)}" for seat, points in score)
    words = verdict(engine.context, battle.winner, score)
    return f"{words}: {points}" if points else words


def _score(engine: LinkedBattle, s: State, fought: Sequence[FoughtData]) -> Section:
    """The points of all battles together, and who leads by them; whoever takes Napoleon has won (37.13)."""
    total = tuple((seat, sum(b.points.get(seat, 0) for b in fought)) for seat in engine.seats)
    names = ", ".join(f"{engine.seat_name(seat)} {number(points)}" for seat, points in total)
    first = fought[-1].winner if fought[-1].over else leads(engine.context, s, total)
    if len(fought) < len(engine.link.campaign.fought) + len(engine.link.campaign.battles) and not fought[-1].over:
        words = "level so far" if first is None else f"the {engine.seat_name(first)} side leads"
    else:
        words = verdict(engine.context, first, total)
    return Section((Text((Bold(names), f": {words}.")),), ("All battles together", CITE))


def _cost(engine: LinkedBattle, fought: Sequence[FoughtData]) -> Section:
    """What is missing: units that are gone, those that a night may bring back, leaders and baggage."""
    known = fates(fought)
    # A number of a corps may be the French one's in a battle and the enemy's in another.
    sides: dict[str, str] = {}
    for data in engine.battles.values():
        corps = {f.id: f.side for f in data.formations}
        sides.update({u.id: corps[u.formation] for u in data.units})
    rows = []
    for seat in engine.seats:
        mine = [fate for id, fate in known.items() if sides.get(id) == seat]
        count = Counter(fate.fate for fate in mine)
        weak = sum(fate.fate not in ("gone", "fallen") and fate.steps == 1 for fate in mine)
        rows.append((engine.seat_name(seat), str(weak), str(count["fallen"]), str(count["gone"])))
    heads = ("", "down to one step", "scattered", "gone for good")
    lost: list[Words] = [(Small(line),) for line in _lost(engine, fought)]
    caption = "Units as their last battle left them: whoever was scattered may rally in a night after it"
    table = Table(heads, tuple(rows), caption)
    return Section((table, *((Bullets(tuple(lost)),) if lost else ())), ("What it has cost", Cites(("MoP 37.8",))))


def _lost(engine: LinkedBattle, fought: Sequence[FoughtData]) -> Iterator[str]:
    """Leaders, baggage and corps that a battle has cost, a line a battle."""
    # A later battle hands on what the earlier ones have lost as well.
    known: set[object] = set()
    # A corps of another battle may have joined, with its leader.
    leaders = {leader.id: leader.name for data in engine.battles.values() for leader in data.leaders}
    for battle in fought:
        data = engine.battles[battle.scenario]
        gone = {id for id, hex in battle.trains.items() if not hex} - known
        down = {(battle.map, *span) for span in battle.spans} - known
        names = [leaders[id] for id in battle.leaders if id in leaders and id not in known]
        known |= {*gone, *down, *battle.leaders}
        parts = [
            f"{', '.join(battle.broken)} demoralized" if battle.broken else "",
            f"{', '.join(names)} lost" if names else "",
            f"{counted(len(gone), 'baggage train')} lost" if gone else "",
            f"{counted(len(down), 'span')} down" if down else "",
        ]
        told = "; ".join(part for part in parts if part)
        if told:
            yield f"{data.title}: {told}."


def _next(engine: LinkedBattle, stage: int) -> Section:
    """What lies between this battle and the next one, and what that one asks."""
    told = engine.link.campaign.battles[stage]
    data = engine.battles[told.scenario]
    coming: list[Words] = [(Small(f"May come: {join.label}."),) for join in told.joining if join.chance is not None]
    blocks: list[Block] = [Text(told.text)] if told.text else []
    blocks.append(Text(data.summary, "small"))
    if coming:
        blocks.append(Bullets(tuple(coming)))
    return Section(tuple(blocks), f"{_day(engine, told.scenario)}: {data.title}")


def next_title(engine: LinkedBattle, s: State) -> str | None:
    """The battle that follows one that has ended; None where none does."""
    if engine.sequel(s) is None:
        return None
    return engine.battles[engine.link.campaign.battles[engine.link.stage + 1].scenario].title


class _Linked:
    """What the face of a battle within a campaign shows besides."""

    engine: Any

    def campaign(self, state: Any) -> Report:
        """The page of the campaign."""
        return report(self.engine, state)

    def follows(self, state: Any) -> str | None:
        """The battle that follows in the campaign once this one has ended."""
        return next_title(self.engine, state)


class LinkedPresenter(_Linked, Presenter):
    """Shows views of a battle of a campaign."""


class LinkedCardPresenter(_Linked, CardPresenter):
    """The same, with what a seat has of the cards."""
