"""B4 and 8. The Combat Phase: battles in the order chosen, tactics in secret, overruns, rounds.

Readings 10 to 12 and 56 to 59 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import remove_dummies
from napwidgets.systems.jdg.combat import sieges
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, Battle, Field, Part, rounds
from napwidgets.systems.jdg.combat.battle import Fight as Rounds
from napwidgets.systems.jdg.combat.guns import arriving
from napwidgets.systems.jdg.combat.muster import Clash, OfClash, attackers, battle_of, defenders
from napwidgets.systems.jdg.combat.retreat import Beaten, MayOverrun, settle
from napwidgets.systems.jdg.context import Context, Log, refuse, say
from napwidgets.systems.jdg.forces import allowed
from napwidgets.systems.jdg.germany.cards import effect, fitting, spend, words
from napwidgets.systems.jdg.leaders import marched_off
from napwidgets.systems.jdg.losses import bleed
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State
from napwidgets.systems.jdg.step import SideChoice, Step
from napwidgets.systems.jdg.tables import TACTICS
from napwidgets.systems.jdg.throws import may_overrun
from napwidgets.systems.telling import counted, sentence

#: What stands for a tactic that the other side may not know yet.
SECRET = "?"


class CombatPhase(SideChoice, frozen=True, tag="combat"):
    """The side whose turn it is fights its battles and keeps up its sieges in the order it likes (8)."""

    def _boxes(self, x: Context, s: State) -> list[int]:
        """Boxes with something left to do: both sides there, or one of them inside (8, 8.8)."""
        return [box for box in x.contested(s) if box not in s.fought]

    def automatic(self, x: Context, s: State) -> bool:
        return len(self._boxes(x, s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        boxes = self._boxes(x, s)
        return self._begin(x, s, boxes[0]) if boxes else s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "combat",
            "Which battle first?",
            "Choose the box whose combat comes next.",
            ("JDG 8",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Fight(box) for box in self._boxes(x, s)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        return self._begin(x, s, move.box)

    def _begin(self, x: Context, s: State, box: int) -> State:
        field = x.layout(s).field
        s = replace(s, fought=tuple(sorted((*s.fought, box))))
        mine, theirs = field[self.who].get(box), field[other(self.who)].get(box)
        if mine and theirs:
            met = box in s.met
            return s.push(Begin(Clash(box, self.who)), *sieges.shelter(x, s, box, self.who if met else other(self.who)))
        if mine:
            return s.push(sieges.SiegeChoice(self.who, box))
        return s.push(sieges.Sortie(self.who, box)) if theirs else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"Combat at {x.box(move.box)}", "", ("JDG 8",)) if isinstance(move, m.Fight) else None


class Begin(Step, frozen=True, tag="begin-battle"):
    """A battle begins: whoever has no strength is driven off, the others choose their tactics (8.1 P1, reading 56)."""

    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, clash = s.pop(), self.clash
        mine = attackers(x, s, clash)
        if not mine:
            return s
        if not clash.sortie and all(s.counters[i].inside for i in mine):
            return s.push(sieges.SiegeChoice(other(clash.who), clash.box))
        if not defenders(x, s, clash):
            return sieges.sheltered(x, s, clash)
        if not x.strength(s, mine) or not x.strength(s, defenders(x, s, clash)):
            loser = DEFEND if x.strength(s, mine) else ATTACK
            s = revealed(x, s, clash, log)
            return s.push(Beaten(clash, loser, TACTICS[0], 0))
        what = "assault on the city" if clash.assault else "sortie" if clash.sortie else "battle"
        say(log, "battle", f"The {what} of {x.box(clash.box)} begins.", "8.1", hexes=[clash.box])
        return s.push(Tactics(clash, DEFEND), Tactics(clash, ATTACK))


class Tactics(OfClash, frozen=True, tag="tactics"):
    """A side chooses its tactic in secret (8.2)."""

    hint: ClassVar[str] = (
        "Both tactics together give the rounds: bold ones make long battles that score, mild ones short ones."
    )

    part: int

    def seen_by(self, x: Context, s: State, side: int | None) -> Tactics:
        if side == self._whose(ATTACK) or not self.clash.tactics[ATTACK]:
            return self
        clash = self.clash
        return replace(self, clash=replace(clash, tactics=(SECRET, clash.tactics[DEFEND])))

    def _whose(self, part: int) -> int:
        return self.clash.who if part == ATTACK else other(self.clash.who)

    def side(self, x: Context, s: State) -> int:
        return self._whose(self.part)

    def question(self, x: Context, s: State) -> Question:
        part = "attack" if self.part == ATTACK else "are attacked"
        return Question(
            "tactics",
            f"Tactics at {x.box(self.clash.box)}",
            f"You {part}. Choose a tactic in secret: both together say how many rounds the battle lasts.",
            ("JDG 8.2",),
            secret=True,
        )

    def _pieces(self, x: Context, s: State) -> list[int]:
        return attackers(x, s, self.clash) if self.part == ATTACK else defenders(x, s, self.clash)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is not None:
            return ()
        names = allowed(x.tables, x.force(s, self._pieces(x, s)))
        hand = [0, *fitting(x, s, self._whose(self.part), "battle")]
        return [m.Tactic(name, card) for name in names for card in hand]

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Tactic) and move.name in TACTICS:
            check_tactic(x, s, self.clash, self.part, move.name)
        super().check(x, s, move)

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        side, clash = self._whose(self.part), self.clash
        say(log, "tactics", f"You chose {move.name}.", "8.2", to=x.setting.table(side))
        say(log, "tactics", f"{x.side_name(side)} have chosen.", "8.2")
        pick = (move.name, clash.tactics[1]) if self.part == ATTACK else (clash.tactics[0], move.name)
        sudden = bool(move.card) and effect(x, move.card) == "surprise"
        bolt = (sudden, clash.surprise[1]) if self.part == ATTACK else (clash.surprise[0], sudden)
        clash = replace(clash, tactics=pick, surprise=bolt)
        s = s.pop()
        if move.card:
            s = spend(x, s, side, move.card, log)
            if not sudden:
                s = replace(s, played=(*s.played, (side, effect(x, move.card))))
        if self.part == ATTACK:
            top = s.agenda[-1]
            return s.pop(replace(top, clash=clash))
        return s.push(Reveal(clash))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Tactic) or move.name not in x.tables.tactics:
            return None
        row = x.tables.tactics[move.name]
        card = f", with card {move.card}" if move.card else ""
        detail = f"Value {row.value}." + (f" {sentence(words(x, move.card))}." if move.card in _numbers(x) else "")
        return Label(f"{sentence(move.name)}{card}", detail, ("JDG 8.2",))


def _numbers(x: Context) -> set[int]:
    return {int(row) for row in x.tables.all["events"].rows}


def revealed(x: Context, s: State, clash: Clash, log: Log) -> State:
    """Everybody in the box is turned up; dummies go (7.1, 8.1)."""
    for side in (clash.who, other(clash.who)):
        s = remove_dummies(x, s, clash.box, side, log)
    return s.each([*attackers(x, s, clash), *defenders(x, s, clash)], up=True)


class Reveal(Step, frozen=True, tag="reveal"):
    """Tactics and units are turned up; six to one may overrun (8.1 P1, P3, 8.4)."""

    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        clash = self.clash
        s = revealed(x, s.pop(), clash, log)
        mine, theirs = (x.strength(s, pieces) for pieces in (attackers(x, s, clash), defenders(x, s, clash)))
        a, d = clash.tactics
        foe = x.setting.side_names[other(clash.who)]
        ours = counted(mine, "strength point")
        told = f"{x.side_name(clash.who)} have {ours} and chose {a}, the {foe} {theirs} and {d}."
        say(log, "reveal", told, "8.1", hexes=[clash.box], strengths=[mine, theirs])
        works = (clash.box, other(clash.who)) in s.works
        if may_overrun(x.tables, mine, theirs) and not clash.assault and not works:
            return s.push(MayOverrun(clash, FightOut(clash)))
        return s.push(FightOut(clash))


class FightOut(Step, frozen=True, tag="fight-out"):
    """The rounds of a battle, one after another, with their losses (8.1 P3 to P5)."""

    clash: Clash

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        clash, s = self.clash, s.pop()
        plain = battle_of(x, s, clash)
        length, kind = rounds(x.tables, plain, clash.tactics)
        battle = battle_of(x, s, clash, length)
        what = f"{'An' if kind[0] == 'o' else 'A'} {kind} battle of {length} {'round' if length == 1 else 'rounds'}"
        say(log, "rounds", f"{what} at most.", "8.2", hexes=[clash.box])
        field, fight, turn = Field(x.tables, battle), Rounds(), 0
        while turn < length and not fight.over:
            turn += 1
            fight = self._round(x, field, battle, fight, turn, dice, log)
        s = self._came(x, s, length, turn, log)
        return self._losses(x, s, field, fight, turn, kind, log)

    def _round(
        self, x: Context, field: Field, battle: Battle, before: Rounds, turn: int, dice: Dice, log: Log
    ) -> Rounds:
        fight = before
        for step in field.steps(turn):
            fight = step(fight, dice)
        mine, theirs = (fight.lost[n] - before.lost[n] for n in (ATTACK, DEFEND))
        foe = x.setting.side_names[other(self.clash.who)]
        told = f"Round {turn}: {x.side_name(self.clash.who)} lose {mine}, the {foe} {theirs}."
        for part in (ATTACK, DEFEND):
            if fight.fled[part]:
                told += f" {x.side_name(self._side(part))} break."
        shown = [
            [f"{x.setting.side_names[self._side(n)]}: {p.name}", _value(p), p.cite]
            for n in (0, 1)
            for p in field.sides[turn][n].parts
        ]
        say(log, "round", told, "8.4", hexes=[self.clash.box], parts=shown)
        return fight

    def _side(self, part: int) -> int:
        return self.clash.who if part == ATTACK else other(self.clash.who)

    def _came(self, x: Context, s: State, length: int, turn: int, log: Log) -> State:
        """Whoever came to the guns in time is in the box now (6.5.2); nobody helps a garrison so (8.8)."""
        if self.clash.assault:
            return s
        for march, after in arriving(x, s, self.clash.box, length):
            if after < turn:
                say(
                    log,
                    "guns",
                    f"{x.called(s, march.pieces)} came to the guns after round {after}.",
                    "6.5.2",
                    hexes=[march.box, march.to],
                )
                s = s.each(march.pieces, at=self.clash.box, up=True)
                s = marched_off(x, s, march.box, x.sides[march.pieces[0]], log)
        return s

    def _losses(self, x: Context, s: State, field: Field, fight: Rounds, turn: int, kind: str, log: Log) -> State:
        clash = self.clash
        groups = (attackers(x, s, clash), defenders(x, s, clash))
        for part in (ATTACK, DEFEND):
            s = bleed(x, s, groups[part], fight.lost[part], f"at {x.box(clash.box)}", "8.4", log)
        loser = field.loser(fight, turn)
        if loser is not None:
            return s.push(Beaten(clash, loser, kind, turn))
        return settle(x, s, clash, log)


def _value(part: Part) -> int | str:
    return f"x {part.value}/4" if part.what == "strength" else part.value


def check_tactic(x: Context, s: State, clash: Clash, part: int, name: str) -> None:
    """Raise `IllegalMove` unless a side may choose a tactic (8.2)."""
    pieces = attackers(x, s, clash) if part == ATTACK else defenders(x, s, clash)
    if name not in allowed(x.tables, x.force(s, pieces)):
        raise refuse("tactic", f"{sentence(name)} asks for more or fewer strength points, or a leader.", "8.2")
