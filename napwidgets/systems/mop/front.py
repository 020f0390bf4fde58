"""37.16. What single leaders do for their men: Napoleon and Ney at the head of them, Blücher behind the horse.

Readings 30, 31 and 38 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.command.limits import FORWARDS
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.causes import Factors, Mods, Words
from napwidgets.systems.tactical.core.step import OwnChoice
from napwidgets.systems.tactical.ground.context import Context, Log

#: Who leads in person, by id: he who is then short of time for orders, and he who is deaf to them (37.16).
NAPOLEON, NEY, BLUCHER = "napoleon", "ney", "blucher"
WORDS: dict[str, Words] = {
    "led in person": ("led in person", "MoP 37.16"),
    "blucher": ("Blücher is near", "MoP 37.16"),
}


class Lead(m._Move, tag="lead-in-person", frozen=True):
    """A leader puts himself at the head of the troops he stands with, for this turn."""

    leader: int


class ToTheFront(OwnChoice, frozen=True, tag="to-the-front"):
    """Napoleon and Ney may lead in person the men they stand with, at the price of orders next turn (37.16)."""

    def _able(self, x: Context, s: State) -> list[int]:
        known = (x.setting.leader_index.get(name, -1) for name in (NAPOLEON, NEY))
        mine = [i for i in known if i >= 0 and x.setting.leader_side[i] == self.who]
        return [i for i in mine if (i, s.turn) not in s.front and self._profits(x, s, i)]

    def _profits(self, x: Context, s: State, i: int) -> bool:
        """Whether men whom he can lead stand with him, and an enemy so near that it may come to a fight."""
        h = s.leaders[i].hex
        if h < 0 or s.leaders[i].busy or s.leaders[i].replaced:
            return False
        men = any(led_by(x, i, u) for u in x.ground.layout(s).at.get(h, ()))
        return men and x.ground.enemy_distance(s, h, self.who) <= x.tables.limits["visibility day"]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def question(self, x: Context, s: State) -> Question:
        names = " and ".join(x.setting.leaders[i].name for i in self._able(x, s))
        fire = x.tables.factors["led in person"]
        prompt = f"{names}: at the head of the men this turn, for {fire} % of their strength? Orders wait for it."
        return Question("front", "Leaders at the front", prompt, ("MoP 37.16",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        return [] if subject else [m.Pass(), *(Lead(i) for i in self._able(x, s))]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, Lead):
            return s.pop()
        name, h = x.setting.leaders[move.leader].name, s.leaders[move.leader].hex
        say(log, "front", f"{name} puts himself at the head of his men.", "37.16", hexes=(h,))
        kept = tuple(entry for entry in s.front if entry[1] >= s.turn - 1)
        return replace(s, front=(*kept, (move.leader, s.turn)))

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, Lead):
            price = "gives no orders" if x.setting.leaders[move.leader].id == NAPOLEON else "looks at no order"
            return Label(f"{x.setting.leaders[move.leader].name} leads in person", f"{price} next turn", ("MoP 37.16",))
        return None


def led_by(x: Context, i: int, u: int) -> bool:
    """Whether a leader can lead a unit in person: Napoleon infantry, Ney whoever attacks (37.16)."""
    return x.infos[u].line or x.setting.leaders[i].id == NEY


def leads_in_person(x: Context, s: State, u: int, kind: str, defending: bool, foes: Sequence[int]) -> Factors:
    """A quarter more for infantry with Napoleon in attack and defence, for whoever attacks with Ney (37.16)."""
    if kind == "bombardment":
        return ()
    for i, turn in s.front:
        here = s.leaders[i].hex == s.units[u].hex and x.setting.leader_side[i] == x.infos[u].side
        attacks = not defending or x.setting.leaders[i].id == NAPOLEON
        if turn == s.turn and here and attacks and led_by(x, i, u):
            return (("led in person", x.tables.factors["led in person"]),)
    return ()


def worn_out(x: Context, s: State, leader: int) -> tuple[str, ...]:
    """Why a leader who led in person last turn gives no orders in this one (37.16); nothing if he does."""
    if (leader, s.turn - 1) not in s.front or x.setting.leaders[leader].id != NAPOLEON:
        return ()
    return f"{x.setting.leaders[leader].name} led in person last turn and gives no orders now.", "MoP 37.16"


def deaf(x: Context, s: State, c: int) -> bool:
    """Whether the leader of a command led in person last turn and looks at no order in this one (37.16)."""
    leader = x.leader_of(s, c)
    return leader >= 0 and x.setting.leaders[leader].id == NEY and (leader, s.turn - 1) in s.front


# Blücher


def _near_blucher(x: Context, s: State, side: int, h: int) -> bool:
    i = x.setting.leader_index.get(BLUCHER, -1)
    if i < 0 or x.setting.leader_side[i] != side or h < 0 or s.leaders[i].replaced or s.leaders[i].hex < 0:
        return False
    return bool(x.ground.command_range(s, s.leaders[i].hex, side)[h])


def blucher_alert(x: Context, s: State, u: int) -> Mods:
    """Cavalry near Blücher countercharges more readily (37.16)."""
    near = _near_blucher(x, s, x.infos[u].side, s.units[u].hex)
    return (("blucher", x.tables.modifiers["blucher reaction"]),) if near else ()


def blucher_charges(x: Context, s: State, riders: Sequence[int]) -> Mods:
    """Infantry that cavalry near Blücher charges forms square less readily (37.16)."""
    near = any(_near_blucher(x, s, x.infos[u].side, s.units[u].hex) for u in riders)
    return (("blucher", x.tables.modifiers["blucher square"]),) if near else ()


def blucher_cheers(x: Context, s: State, c: int) -> int:
    """The leader of an attack near Blücher counts a point more when his confidence is checked (37.16)."""
    if s.commands[c].order.kind not in FORWARDS:
        return 0
    near = _near_blucher(x, s, x.setting.commands[c].side, x.leader_hex(s, c))
    return x.tables.modifiers["blucher confidence"] if near else 0


def blucher_side(x: Context) -> int:
    """Blücher's side, -1 where he is in no battle."""
    i = x.setting.leader_index.get(BLUCHER, -1)
    return x.setting.leader_side[i] if i >= 0 else -1


def heads(x: Context, s: State, i: int) -> list[int]:
    """Where the leaders under an overall commander are whose orders are to attack."""
    found = []
    for c, info in enumerate(x.setting.commands):
        command, leader = s.commands[c], x.leader_of(s, c)
        if info.overall == i and leader not in (i, -1) and command.active and command.order.kind == "attack":
            found.append(s.leaders[leader].hex)
    return [h for h in dict.fromkeys(found) if h >= 0]


def tied(x: Context, s: State) -> bool:
    """Whether Blücher keeps with the attack: once he is in range of a leader who attacks, while any does (37.16)."""
    i = x.setting.leader_index.get(BLUCHER, -1)
    if i < 0 or s.leaders[i].hex < 0 or s.leaders[i].replaced:
        return False
    attacking = heads(x, s, i)
    return bool(attacking) and (s.tied or _with(x, s, i, attacking, s.leaders[i].hex))


def _with(x: Context, s: State, i: int, attacking: Sequence[int], h: int) -> bool:
    """Whether a leader in a hex would have one of those who attack in his command range."""
    row, most = x.board.distances[h], x.tables.limits["command range"]
    # A hex takes half a MP at the least.
    near = [n for n in attacking if row[n] <= most]
    if not near:
        return False
    reach = x.ground.command_range(s, h, x.setting.leader_side[i])
    return any(reach[n] for n in near)


def held(x: Context, s: State, i: int) -> bool:
    """Whether a leader is Blücher himself, who keeps with the attack now (37.16)."""
    return s.tied and x.setting.leaders[i].id == BLUCHER and not s.leaders[i].replaced


def follows(x: Context, s: State, i: int) -> bool:
    """Whether Blücher is where he keeps with those who attack, if any do (37.16)."""
    attacking = heads(x, s, i)
    return not attacking or _with(x, s, i, attacking, s.leaders[i].hex)


def leash(x: Context, s: State, i: int, reach: Sequence[int]) -> Callable[[int], bool] | None:
    """Where Blücher may ride of all that he can reach while he keeps with the attack, None where he is free: in range
    of one who attacks, or if that is too far, nearer to one (37.16).
    """
    if not held(x, s, i):
        return None
    attacking, here = heads(x, s, i), s.leaders[i].hex
    if not attacking:
        return None
    if _with(x, s, i, attacking, here) or any(_with(x, s, i, attacking, h) for h in reach):
        return lambda to: _with(x, s, i, attacking, to)
    fields = [x.ground.field(h) for h in attacking]
    return lambda to: any(field[to] < field[here] for field in fields)
