"""37.12, card 30 of the coalition. Gneisenau's staff brings the eliminated units of a formation back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.cards import live, title, used
from napwidgets.systems.mop.front import BLUCHER
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD
from napwidgets.systems.tactical.core.step import OwnChoice
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.levels import note_corps
from napwidgets.systems.tactical.recovering.reorganization import room_near, why_not_reorganizing

_PAPERS = "MoP App. III"


class Restore(m._Move, tag="restore", frozen=True):
    """The eliminated units of a formation come back (30)."""

    formation: int


def eliminated(x: Context, s: State, c: int) -> list[int]:
    """The units of a formation that are eliminated and not lost for good."""
    return [u for u in x.setting.commands[c].units if s.units[u].hex == DEAD]


def able(x: Context, s: State, side: int) -> list[int]:
    """Blücher's formations that have units to bring back, and a leader on the map whom no enemy sees (NLC 21)."""
    i = x.setting.leader_index.get(BLUCHER, -1)
    mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == side]
    led = [c for c in mine if x.setting.commands[c].overall == i and eliminated(x, s, c)]
    return [c for c in led if why_not_reorganizing(x, s, c, resting=False) is None]


def restored(x: Context, s: State, c: int, log: Log) -> State:
    """All eliminated units of a formation come back to its leader at reduced strength, or as near as there is room."""
    h, side = s.leaders[x.setting.commands[c].leader].hex, x.setting.commands[c].side
    for u in eliminated(x, s, c):
        # What room it takes depends on the strength with which it comes back.
        back = s.unit(u, steps=max(1, x.infos[u].steps - 1))
        fits = x.room_for(back, (u,))(x.ground.layout(s).at.get(h, ())) and h not in x.rules.filled(x, s, side)
        to = h if fits else room_near(x, back, h, u, 1)
        if to < 0:
            continue
        text = f"{x.infos[u].name} comes back at reduced strength."
        say(log, "reorganized", text, "21", hexes=(to,), units=(u,))
        s = note_corps(x, s, back.many({u: replace(back.units[u], hex=to, since=0, start=to)}), (u,), log)
    return s


class RestoreChoice(OwnChoice, frozen=True, tag="restore-choice"):
    """Card 30 of the coalition: which formation's eliminated units come back."""

    def automatic(self, x: Context, s: State) -> bool:
        return not able(x, s, self.who)

    def question(self, x: Context, s: State) -> Question:
        name = title(x, cards.MARMONT, self.who)
        prompt = f"{name}: choose the formation whose eliminated units come back to its leader, or none."
        return Question("card", name, prompt, (_PAPERS,), secret=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        return [] if subject is not None else [m.Pass(), *(Restore(c) for c in able(x, s, self.who))]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = live(s, self.who, cards.MARMONT)
        if not isinstance(move, Restore) or play is None:
            return s
        return restored(x, used(x, s, play), move.formation, log)

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if not isinstance(move, Restore):
            return Label("None", "", (_PAPERS,))
        who = x.unit_names(eliminated(x, s, move.formation))
        return Label(x.setting.commands[move.formation].name, f"brings back {who}", (_PAPERS,))
