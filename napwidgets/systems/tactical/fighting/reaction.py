"""7.9. Reaction charges: cavalry near a move, a charge or a retreat may strike it.

Readings 40 and 41 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import Mods
from napwidgets.systems.tactical.core.state import CHARGED, STRIKES, State
from napwidgets.systems.tactical.core.step import OwnChoice
from napwidgets.systems.tactical.fighting.chances import stands
from napwidgets.systems.tactical.fighting.charges import Onset, Ride, charge_paths, entry_of
from napwidgets.systems.tactical.fighting.clash import Force, force, morale
from napwidgets.systems.tactical.fighting.forces import fighter
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.views import buried


def horse_at_hand(x: Context, s: State, side: int, checked: tuple[int, ...]) -> list[int]:
    """Cavalry of a side that may still charge somebody this turn, wherever he is."""
    if x.no_charges(s):
        return []
    units = s.units
    able = [u for u in x.mounted_of[side] if units[u].hex >= 0 and not units[u].marks & CHARGED]
    return [u for u in able if u not in checked]


def reactors(x: Context, s: State, h: int, side: int, checked: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Cavalry hostile to ``side`` that may charge into ``h``, with the ways it can take."""
    row, units = x.board.distances[h], s.units
    able = [u for u in horse_at_hand(x, s, 1 - side, checked) if 0 < row[units[u].hex] <= STRIKES]
    if not able:
        return []
    # Who stands where is worked out only here: most steps of a move lead past nobody.
    covered = x.ground.layout(s).covered
    able = [u for u in able if units[u].hex not in covered and not (s.marches and x.unseen(s, x.command_of(s, u)))]
    free = [u for u in able if not x.rules.barred(x, s, u)]
    return [(u, path) for u in free for path in charge_paths(x, s, units[u].hex, h)]


def may_react(x: Context, s: State, h: int, side: int, checked: tuple[int, ...]) -> bool:
    """Whether cavalry hostile to ``side`` may charge into ``h`` for all that this side can know: it is asked whether it
    can or not, for the silence would tell that there is none (5.3).
    """
    if reactors(x, s, h, side, checked):
        return True
    if x.no_charges(s) or set(x.mounted_of[1 - side]) <= set(checked):
        return False
    row = x.board.distances[h]
    return any(0 < row[s.units[u].hex] <= STRIKES for u in buried(x, s, 1 - side))


def alert(x: Context, s: State, u: int) -> Force:
    """Cavalry that is about to check whether it countercharges (7.9)."""
    led = x.leaders_at(s, s.units[u].hex, x.infos[u].side)
    mods: Mods = (("reaction with leader", x.tables.modifiers["reaction with leader"]),) if led else ()
    own = tuple(mod for rule in x.rules.alert_mods for mod in rule(x, s, u))
    return force((fighter(x, s, u, False),), (*mods, *own))


def striking(x: Context, s: State, u: int) -> Fraction:
    """The chance that cavalry countercharges when it is told to (7.9)."""
    return Fraction(1) if x.rules.sure(x, s, u, "reaction") else stands(x.tables, alert(x, s, u))


class ReactionOffer(OwnChoice, frozen=True, tag="reaction"):
    """The other side may countercharge ``units`` in ``hex`` (7.9).

    ``event`` is what they do: ``move``, ``charge`` or ``retreat``; ``joined`` are the cavalry units that passed their
    check.
    """

    units: tuple[int, ...]
    hex: int
    event: str
    backhand: bool
    checked: tuple[int, ...]
    joined: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def _open(self, x: Context, s: State) -> list[tuple[int, tuple[int, ...]]]:
        # Steps, not hexes: a mover may be out of sight, and the horse charges at the sound of it all the same.
        if not any(s.units[u].steps for u in self.units):
            return []
        return reactors(x, s, self.hex, 1 - self.who, self.checked)

    def automatic(self, x: Context, s: State) -> bool:
        gone = not any(s.units[u].steps for u in self.units)
        return gone or not may_react(x, s, self.hex, 1 - self.who, self.checked)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._strike(x, s)

    def question(self, x: Context, s: State) -> Question:
        who = x.they(self.units, {"move": "move", "charge": "charge", "retreat": "retreat"}[self.event])
        return Question(
            "reaction",
            "Countercharge?",
            f"{who} through {x.place(self.hex)}. Your cavalry nearby may strike if it passes a morale check.",
            ("NLC 7.9",),
            formal=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        able = [m.React(u, path) for u, path in self._open(x, s)]
        return [m.Pass(), m.LetPass(), *able] if able else [m.Pass()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.React):
            return self._try(x, s, move, dice, log)
        step = self
        if isinstance(move, m.LetPass):
            step = replace(self, checked=tuple(sorted({*self.checked, *x.mounted_of[self.who]})))
        return step._strike(x, s)

    def _try(self, x: Context, s: State, move: m.React, dice: Dice, log: Log) -> State:
        u = move.unit
        if x.rules.sure(x, s, u, "reaction"):
            passed, text = True, f"{x.infos[u].name} countercharges without a check."
        else:
            needed = morale(x.tables, alert(x, s, u))
            roll = dice.roll(f"{x.infos[u].name} countercharges")
            passed = roll <= needed
            text = f"{x.infos[u].name} {'countercharges' if passed else 'stays'}: {roll} against {needed}."
        joined = (*self.joined, (u, move.path)) if passed else self.joined
        say(log, "reaction", text, "7.9", hexes=(self.hex,), units=(u,))
        return s.pop(replace(self, checked=(*self.checked, u), joined=joined))

    def _strike(self, x: Context, s: State) -> State:
        """Tell the interrupted step who was checked, then let those who joined ride and strike together."""
        s = s.pop()
        below = s.agenda[-1] if s.agenda else None
        if below is not None and self.event != "retreat" and hasattr(below, "checked"):
            s = replace(s, agenda=(*s.agenda[:-1], replace(below, checked=self.checked)))
        if not self.joined:
            return s
        riders = []
        rides = []
        for u, path in self.joined:
            riders.append((u, entry_of(s, (u,), path)))
            rides.append(Ride((u,), path, 0, (), False))
        s = s.many({u: replace(s.units[u], marks=s.units[u].marks | CHARGED) for u, _ in self.joined})
        onset = Onset(tuple(riders), self.hex, self.units, self.backhand, "reaction", self.event)
        return s.push(onset, *reversed(rides))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.React):
            via = f" by {x.place(move.path[0])}" if len(move.path) > 1 else ""
            check = "" if x.rules.sure(x, s, move.unit, "reaction") else "if it passes its morale check"
            return Label(f"{x.infos[move.unit].name} countercharges{via}", check, ("NLC 7.9",))
        if isinstance(move, m.LetPass):
            return Label("Let them go on without asking again", "", ("NLC 7.9",))
        if isinstance(move, m.Pass):
            return Label("Strike now" if self.joined else "Let them pass here", "", ("NLC 7.9",))
        return None
