"""II. The Movement Phase: commands, initiative, vedettes, bridges; who has not moved counts who falls out (base).

Readings 31, 42 to 45 and 55 to 57 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import spans, supply, vedettes
from napwidgets.systems.con.combat import Part
from napwidgets.systems.con.context import Context, Force, Log, counted, names, refuse, say
from napwidgets.systems.con.ground import route
from napwidgets.systems.con.marching import Marching, force_of, seen_going, worn
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice, Step, subject_number
from napwidgets.systems.telling import with_added

#: How a force sets out, as its own side is told.
_HOW = {
    "command": " by a command",
    "extended": " by an extended march",
    "initiative": " on his own initiative",
    "provisional": " under a provisional command",
}

HOW: tuple[m.How, ...] = ("command", "extended", "initiative", "provisional")


def hex_of(subject: str) -> int:
    """The hex that a subject names, -1 for none.

    >>> hex_of("h:12"), hex_of("x")
    (12, -1)
    """
    return subject_number(subject, "h")


def stacks(x: Context, s: State, side: int) -> Mapping[int, Subject]:
    """The hexes with pieces of a side in order, by those who stand there: the highest leaders, or the units."""
    stand = x.layout(s).sides[side]
    found = stand.subjects
    if found is None:
        leaders, units = stand.leaders, stand.units
        known, changed = stand.former
        found = {}
        for h in sorted({*leaders, *units, *stand.vedettes}):
            kept = known.get(h) if h not in changed else None
            found[h] = kept if kept is not None else _stack(x, h, leaders.get(h, ()), units.get(h, ()))
        stand.subjects, stand.former = found, ({}, frozenset())
    return found


def _stack(x: Context, h: int, leaders: tuple[int, ...], units: tuple[int, ...]) -> Subject:
    """A stack in words; these stay while the same pieces stand there."""
    key = (h, leaders, units)
    found = x.named.get(key)
    if found is None:
        infos = x.setting.leaders
        who = sorted(leaders, key=lambda i: -infos[i].values.span)
        told = [infos[i].name for i in who] or [x.setting.units[u].name for u in units] or ["Vedettes"]
        words = f"{told[0]}, {told[1]} and others" if len(told) > 2 else names(told)
        if len(x.named) > 4000:
            x.named.clear()
        found = x.named[key] = Subject(f"h:{h}", f"{words} · {x.place(h)}", h)
    return found


def parts(x: Context, s: State, force: Force, provisional: bool = False) -> tuple[Part, ...]:
    """What is added to the die of a leader who acts on his own (reading 55)."""
    info, figures = x.setting.leaders[force.leader], x.tables.command
    found = []
    if provisional:
        found.append(Part("provisional command", figures["provisional, on the die"], "CON base: initiative"))
    if info.cavalry and any(x.setting.units[u].kind.arm == "infantry" for u in force.units):
        value = figures["cavalry leader with infantry, on the die"]
        found.append(Part("cavalry leader with infantry", value, "CON base: initiative"))
    if s.weather in ("rain", "mud", "heat"):
        found.append(Part(s.weather, figures["bad weather, on the die"], "CON base: initiative"))
    if s.spirit[info.side]:
        found.append(Part("morale of the army", s.spirit[info.side], "CON base: army morale"))
    return tuple(found)


def acts(initiative: int, added: int, dice: Dice) -> bool:
    """Whether a leader acts on his own: a die of at most his initiative."""
    return dice.roll("a leader's initiative") + added <= initiative


def act_odds(initiative: int, added: int = 0) -> Distribution[bool]:
    """The exact chance that a leader acts on his own.

    >>> act_odds(4)[True], act_odds(3, 1)[True]
    (Fraction(2, 3), Fraction(1, 3))
    """
    return distribution(lambda dice: acts(initiative, added, dice))


class MovementPhase(SideChoice, frozen=True, tag="movement"):
    """A side sets out its forces one after another."""

    hint: ClassVar[str] = (
        "Click one of your stacks, say in the list who marches and how, then click a lit hex. A command costs an "
        "administrative point; on his own initiative a leader marches at no cost, if his die is good enough."
    )

    def question(self, x: Context, s: State) -> Question:
        left = names(
            f"{s.points[n]} of the {army.name}"
            for n, army in enumerate(x.setting.armies)
            if army.side == self.who and s.points[n] >= 0
        )
        return Question(
            "movement",
            "Movement",
            f"Set out forces one by one. Administrative points: {left or 'none'}.",
            ("CON 1 II", "CON base: movement commands"),
        )

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        # Whether there is a way for whoever has not moved yet shows when he is asked.
        leaders, riders = s.leaders, x.layout(s).sides[self.who].vedettes
        rested = {leaders[i].at for i in x.heads[self.who] if not leaders[i].moved}
        fresh = {v.unit for v in s.vedettes if not v.moved}
        rested.update([h for h, mine in riders.items() if not fresh.isdisjoint(mine)])
        return [stack for h, stack in stacks(x, s, self.who).items() if h in rested]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return [m.Done()]
        h = hex_of(subject)
        return self._about(x, s, h) if 0 <= h < x.board.size else ()

    def _about(self, x: Context, s: State, h: int) -> list[Any]:
        zone, found = bool(x.foes(s, h, self.who)), list[Any]()
        for i in x.leaders_at(s, h, self.who):
            if s.leaders[i].moved:
                continue
            force = force_of(x, s, i)
            if force.units:
                found += [m.Activate(i, how) for how in HOW if self._may(x, s, force, how)]
            if not (zone and not force.units):
                found.append(m.Activate(i, "initiative", True))
            found += [m.Span(i, to, what) for to, what in spans.offered(x, s, force)]  # type: ignore[arg-type]
        for v in x.vedettes_at(s, h, self.who):
            rider = s.vedette(v)
            if rider is not None and not rider.moved:
                found += [m.Ride(v, to) for to in self._rides(x, s, rider.at) if to != h]
        return found

    def _may(self, x: Context, s: State, force: Force, how: str) -> bool:
        return not self._hindrance(x, s, force, how)

    def _hindrance(self, x: Context, s: State, force: Force, how: str) -> str:
        """What keeps a force from setting out in a way, by the code of the refusal; empty for nothing."""
        if x.strength(s, force.units) > x.tables.command["most strength in a force"]:
            return "large"
        army = x.setting.leaders[force.leader].army
        if how == "initiative":
            return ""
        if not supply.commands(x, s, army):
            return "line"
        if how == "provisional" and supply.near(x, s, army, s.leaders[force.leader].at):
            return "near"
        return "points" if self.price(x, s, force, how) > s.points[army] else ""

    def _check_how(self, x: Context, s: State, force: Force, how: str) -> None:
        hindrance, army = self._hindrance(x, s, force, how), x.setting.leaders[force.leader].army
        if hindrance == "large":
            most = counted(x.tables.command["most strength in a force"], "strength point")
            raise refuse("large", f"A force has at most {most}: leave some behind.", "base: forces")
        if hindrance == "line":
            raise refuse(
                "line",
                f"The {x.setting.armies[army].name} has no line of communication and gives no commands. "
                "A leader may still act on his own initiative.",
                "base: administrative points",
            )
        if hindrance == "near":
            raise refuse(
                "near", "A provisional command is for those beyond the dispatch distance.", "base: movement commands"
            )
        if hindrance == "points":
            price = counted(self.price(x, s, force, how), "administrative point")
            raise refuse("points", f"That costs {price}, and {s.points[army]} are left.", "base: movement commands")

    def price(self, x: Context, s: State, force: Force, how: str) -> int:
        """What a way of setting out costs, in administrative points."""
        if how == "initiative":
            return 0
        if how == "provisional":
            return x.tables.command["provisional"]
        return supply.price(x, s, force, how == "extended")

    def _rides(self, x: Context, s: State, at: int) -> list[int]:
        most = 2 * x.tables.vedettes["moves, movement points"]
        return sorted(x.reach(s, self.who, at, most, True, True))

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Done):
            return
        if isinstance(move, m.Activate):
            self._check_activate(x, s, move)
        elif isinstance(move, m.Span):
            force = self._force(x, s, move.leader)
            if (move.to, move.what) not in spans.offered(x, s, force):
                raise refuse(
                    "span", "A force with infantry that has not moved can work at a bridge beside it.", "base: bridges"
                )
        elif isinstance(move, m.Ride):
            rider = s.vedette(move.unit)
            mine = rider is not None and x.unit_side[move.unit] == self.who
            if rider is None or not mine or rider.moved or move.to not in self._rides(x, s, rider.at):
                raise refuse(
                    "vedette", "A vedette rides nine movement points once in a phase, and stops beside enemies.", "4"
                )
        else:
            raise self.not_offered(x, s, move)

    def _force(self, x: Context, s: State, leader: int) -> Force:
        mine = 0 <= leader < len(s.leaders) and x.leader_side[leader] == self.who and s.leaders[leader].at >= 0
        if not mine:
            raise refuse("not-yours", "That is no leader of yours on the map.", "base: forces")
        if s.leaders[leader].moved:
            raise refuse("moved", f"{x.setting.leaders[leader].name} has moved already.", "1 II")
        return force_of(x, s, leader)

    def _check_activate(self, x: Context, s: State, move: m.Activate) -> None:
        force = self._force(x, s, move.leader)
        if move.alone:
            if move.how != "initiative" or (x.foes(s, s.leaders[move.leader].at, self.who) and not force.units):
                raise refuse(
                    "alone",
                    "A leader alone rides where he likes, unless he stands alone before the enemy.",
                    "base: leaders",
                )
            return
        if not force.units:
            raise refuse("units", "He leads no units here; let him ride alone.", "base: leaders")
        self._check_how(x, s, force, move.how)

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        if isinstance(move, m.Ride):
            return self._ride(x, s, move, log)
        if isinstance(move, m.Span):
            return spans.work(x, s, self.who, force_of(x, s, move.leader), move.to, move.what, dice, log)
        return self._activate(x, s, move, dice, log)

    def _activate(self, x: Context, s: State, move: m.Activate, dice: Dice, log: Log) -> State:
        force, info = force_of(x, s, move.leader, move.alone), x.setting.leaders[move.leader]
        price = 0 if move.alone else self.price(x, s, force, move.how)
        s = s.paid(info.army, price)
        to = x.owners(self.who)
        if not move.alone and move.how in ("initiative", "provisional"):
            added = sum(part.value for part in parts(x, s, force, move.how == "provisional"))
            if not acts(info.values.initiative, added, dice):
                die = with_added(dice.throws[-1].value, added)
                told = f"{info.name} stays where he is: {die} against {info.values.initiative}."
                say(log, "initiative", told, "base: initiative", to=to)
                for i in force.leaders:
                    s = s.lead(i, moved=True)
                return worn(x, s, force, self.who, 0, dice, log)
        at = s.leaders[move.leader].at
        how = _HOW[move.how]
        alone = " alone" if move.alone else how
        cost = f", for {counted(price, 'administrative point')}" if price else ""
        out, foe = f"sets out from {x.place(at)}", x.own(other(self.who))
        told = f"{info.name} {out}{alone}{cost}."
        say(log, "set-out", told, "1 II", "base: movement commands", to=x.own(self.who), hexes=[at])
        who = "A force" if x.options.hidden else info.name
        say(log, "set-out", f"{who} {out}.", "1 II", to=foe, hexes=[at], again=True, seen=True)
        if force.units:
            # Vedettes beside whom a march begins disperse at once, and hinder it no more (4).
            s, _ = vedettes.contact(x, s, self.who, s.leaders[move.leader].at, force, log)
        return s.push(Marching(self.who, move.leader, x.allowance(s, force, move.how == "extended"), 0, move.alone))

    def _ride(self, x: Context, s: State, move: m.Ride, log: Log) -> State:
        rider = s.vedette(move.unit)
        assert rider is not None, "checked"
        start, name = rider.at, x.setting.units[move.unit].name
        ways = x.reach(s, self.who, start, 2 * x.tables.vedettes["moves, movement points"], True, True)
        s = vedettes.with_vedette(s, move.unit, at=move.to, moved=True)
        seen_going(x, s, self.who, f"A vedette of {name}", (start, *route(ways, move.to)), log, "base: movement")
        if not x.foes(s, move.to, self.who) or x.units_at(s, move.to, self.who):
            # Among troops nobody tells them from these (4: a stack of vedettes alone).
            return s
        say(log, "vedettes", f"The riders at {x.place(move.to)} are vedettes of {name}.", "4", hexes=[move.to])
        watched = [h for h in x.foes(s, move.to, self.who) if not x.units_at(s, h, other(self.who))]
        s = vedettes.with_vedette(s, move.unit, up=True)
        before = s
        s, _ = vedettes.contact(x, s, self.who, move.to, None, log)
        met = any(x.vedettes_at(before, h, other(self.who)) for h in watched)
        return vedettes.disperse(x, s, [move.unit], log) if met else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("End movement", "Whoever has not moved rests.", ("CON 1 II",))
        if isinstance(move, m.Activate):
            return self._told(x, s, move)
        if isinstance(move, m.Span):
            return spans.label(x, s, move)
        if isinstance(move, m.Ride):
            name = x.setting.units[move.unit].name
            return Label(f"Vedettes of {name} to {x.place(move.to)}", "", ("CON 4",))
        return None

    def _told(self, x: Context, s: State, move: m.Activate) -> Label:
        info = x.setting.leaders[move.leader]
        force = force_of(x, s, move.leader, move.alone)
        points = x.allowance(s, force, move.how == "extended") // 2
        if move.alone:
            return Label(
                f"{info.name} rides alone", f"{points} movement points; his units stay.", ("CON base: leaders",)
            )
        price = self.price(x, s, force, move.how)
        costs = (
            f"{counted(points, 'movement point')}, costs {counted(price, 'point')}."
            if price
            else f"{counted(points, 'movement point')}, at no cost."
        )
        words = {
            "command": "by command",
            "extended": "by an extended march",
            "initiative": "on his own initiative",
            "provisional": "by a provisional command",
        }[move.how]
        if move.how in ("initiative", "provisional"):
            added = sum(part.value for part in parts(x, s, force, move.how == "provisional"))
            chance = act_odds(info.values.initiative, added)[True]
            unsure = f"He acts with a chance of {percent(chance)}; else he stays."
            costs += " " + ("He acts for sure." if chance == 1 else unsure)
        return Label(f"{info.name} {words}", costs, ("CON base: movement commands",))


class EndMovement(Step, frozen=True, tag="end-movement"):
    """Forces that have not moved count who falls out (base: attrition of the unmoved)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for h in stacks(x, s, self.who):
            for force in x.tops(s, h, self.who):
                if force.units and (force.leader < 0 or not s.leaders[force.leader].moved):
                    s = worn(x, s, force, self.who, 0, dice, log)
        leaders = tuple(
            replace(lead, moved=False) if x.leader_side[i] == self.who and lead.moved else lead
            for i, lead in enumerate(s.leaders)
        )
        riders = tuple(
            replace(v, moved=False) if x.unit_side[v.unit] == self.who and v.moved else v for v in s.vedettes
        )
        return replace(s, leaders=leaders, vedettes=riders)
