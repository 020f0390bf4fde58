"""N, O, S, 1.13. The Combat Phase: battles in the field, defenders who slip away or shut themselves up, assaults.

Readings 43, 50, 51, 59, 60, 61, 103 and 109 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import SIDES, Context, Log, counted, names, refuse, say
from napwidgets.systems.wap.forces import CC, Count, P, riders
from napwidgets.systems.wap.ground import enemies_at, layout, strength, troops
from napwidgets.systems.wap.land.aftermath import Aftermath, goes_back
from napwidgets.systems.wap.land.columns import may_attack
from napwidgets.systems.wap.land.field import ATTACK, DEFEND, Engagement, fight_round, may_break_off, parts, ratio
from napwidgets.systems.wap.land.losses import listed, lose, shares
from napwidgets.systems.wap.land.muster import engage, fighters, seat_of
from napwidgets.systems.wap.land.retreat import way_out
from napwidgets.systems.wap.land.sieges import go_inside, room
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import NEUTRAL, Army, State
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.states.politics import invaded
from napwidgets.systems.wap.step import Choice, SeatChoice, subject_number


def contested(x: Context, s: State) -> list[int]:
    """The hexes where the active faction has met enemies in the open and has not fought them yet (N)."""
    now = layout(x, s)
    foes = now.war[s.segment]
    return sorted(h for h in now.field[s.segment] if h in foes and h not in s.fought)


def beside_neutrals(x: Context, s: State) -> dict[int, list[int]]:
    """The hexes where the active faction stands beside troops of neutral states that it may attack but need not
    (G.1.m), with those states; conquered neutrals are left in peace (I.2.d).
    """
    now, found = layout(x, s), {}
    for h in sorted(now.field[s.segment]):
        if h in now.field[NEUTRAL] and h not in s.fought and h not in now.war[s.segment]:
            states = [s.armies[i].serves for i in troops(s, now, h, NEUTRAL) if not now.idle(i)]
            if states:
                found[h] = sorted(set(states))
    return found


def roused(x: Context, s: State, hex: int, log: Log) -> State:
    """The neutrals in a hex are attacked and join the other side before the battle (G.1.f, G.1.m)."""
    for nation in beside_neutrals(x, s).get(hex, ()):
        s = invaded(x, s, nation, s.segment, log)
    return s


def besieged(x: Context, s: State) -> list[int]:
    """The hexes where the active faction stands before a city with enemies inside and has not fought yet (S)."""
    now = layout(x, s)
    found = [h for h, side in now.besieged.items() if side == x.enemies(s.segment) and h in now.field[s.segment]]
    return sorted(h for h in found if h not in s.fought and h not in now.war[s.segment])


class CombatPhase(SeatChoice, frozen=True, tag="combat"):
    """The active forces of a seat fight: every battle that they marched into, and assaults if they like (E.2.f, N)."""

    hint: ClassVar[str] = "Pick a battle: its exact chances stand below before anything is thrown."

    def _mine(self, x: Context, s: State, hexes: list[int]) -> list[int]:
        return [h for h in hexes if self._leads(x, s, h)]

    def _leads(self, x: Context, s: State, h: int) -> bool:
        """Whether the seat has troops in a hex, and somebody there may attack (K.8.k)."""
        there = [s.armies[i] for i in troops(s, layout(x, s), h, s.segment)]
        mine = any(x.army_seat(s, army) == self.seat for army in there)
        return mine and any(may_attack(x, s, h, [(army.nation, army.count)]) for army in there)

    def automatic(self, x: Context, s: State) -> bool:
        return not any(self._mine(x, s, hexes) for hexes in (contested(x, s), besieged(x, s), [*beside_neutrals(x, s)]))

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        prompt = "Fight where your troops met the enemy; besieged cities may be assaulted."
        return Question("combat", "Combat", prompt, ("WAP E.2.f", "WAP base rules N"))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        field = [Subject(f"h:{h}", f"Battle at {x.board.title(h)}", h) for h in self._mine(x, s, contested(x, s))]
        walls = [Subject(f"h:{h}", f"Siege of {x.board.title(h)}", h) for h in self._mine(x, s, besieged(x, s))]
        peace = [h for h in self._mine(x, s, [*beside_neutrals(x, s)]) if h not in besieged(x, s)]
        neutral = [Subject(f"h:{h}", f"Neutrals at {x.board.title(h)}", h) for h in peace]
        return [*field, *walls, *neutral]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [] if self._why_not_done(x, s) else [m.Done()]
        h = subject_number(subject, "h")
        return [m.Fight(h)] if self._why_not(x, s, h) is None else []

    def _why_not_done(self, x: Context, s: State) -> IllegalMove | None:
        left = self._mine(x, s, contested(x, s))
        if not left:
            return None
        where = names(x.board.title(h) for h in left)
        return refuse("must-fight", f"Your troops met the enemy at {where}: fight there first.", "base rules N")

    def _why_not(self, x: Context, s: State, h: int) -> IllegalMove | None:
        near = [*contested(x, s), *besieged(x, s), *beside_neutrals(x, s)]
        if h in self._mine(x, s, near):
            return None
        if h in near and any(x.army_seat(s, a) == self.seat for a in x.armies_at(s, h)):
            return refuse("lloyds", "With Lloyd's at its worst the English abroad may not attack.", "K.8.k")
        if h in s.fought:
            return refuse("fought", "There was a combat in that hex in this phase already.", "base rules N")
        why = "None of your active troops faces an enemy there; choose a hex where both sides stand."
        return refuse("no-enemy", why, "E.2.f", "base rules N")

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Fight):
            problem = self._why_not(x, s, move.hex)
        elif isinstance(move, m.Done):
            problem = self._why_not_done(x, s)
        else:
            raise self.not_offered(x, s, move)
        if problem:
            raise problem

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Fight):
            return s.pop()
        h = move.hex
        if h not in besieged(x, s):
            return roused(x, s.push(Battle(self.seat, h), Shelter(h), Slip(h)), h, log)
        say(log, "assault", f"{x.board.title(h)} is assaulted.", "base rules S", hexes=(h,))
        return s.push(Battle(self.seat, h, True))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more combats", "", ("WAP E.2.f",))
        if not isinstance(move, m.Fight):
            return None
        peace = beside_neutrals(x, s).get(move.hex, ()) if move.hex not in besieged(x, s) else ()
        s = roused(x, s, move.hex, []) if peace else s
        assault = move.hex not in contested(x, s)
        attack, defend = fighters(x, s, move.hex, s.segment, 0, assault)
        word = "Assault" if assault else "Fight at"
        detail = f"{strength(s, attack)} against {counted(strength(s, defend), 'strength point')}"
        if peace:
            detail += f"; attacks neutral {names(NATIONS[nation] for nation in peace)}"
        return Label(
            f"{word} {x.board.title(move.hex)}", detail, ("WAP base rules S" if assault else "WAP base rules N",)
        )


class Slip(Choice, frozen=True, tag="slip"):
    """Cossacks and partisans may slip away before a battle (D.4, reference 1.13, reading 60)."""

    hex: int

    def _able(self, x: Context, s: State) -> tuple[list[int], list[int]]:
        """The armies whose Cossacks can ride off, and those whose partisans may try to vanish."""
        attack, defend = fighters(x, s, self.hex, s.segment)
        if not attack:
            return [], []
        horse = sum(riders(s.armies[i].count) for i in attack)
        cossacks = [i for i in defend if s.armies[i].count[CC]]
        if horse >= sum(s.armies[i].count[CC] for i in cossacks):
            cossacks = []
        return cossacks, [i for i in defend if s.armies[i].count[P]]

    def _way(self, x: Context, s: State, i: int, kind: int) -> int:
        """Where an army's Cossacks or partisans go, -1 for nowhere; partisans stay at home."""
        came = [origin for hex, origin in s.came if hex == self.hex]
        to = way_out(x, s, self.hex, layout(x, s).side[i], came)
        return -1 if kind == P and to >= 0 and x.setting.owner[to] != s.armies[i].nation else to

    def _who(self, x: Context, s: State) -> list[int]:
        cossacks, partisans = self._able(x, s)
        return [*cossacks, *partisans]

    def automatic(self, x: Context, s: State) -> bool:
        cossacks, partisans = self._able(x, s)
        ways = [self._way(x, s, i, CC) for i in cossacks] + [self._way(x, s, i, P) for i in partisans]
        return max(ways, default=-1) < 0 or self.side(x, s) < 0

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def side(self, x: Context, s: State) -> int:
        return seat_of(x, s, self._who(x, s))

    def about(self, x: Context, s: State) -> int:
        return self.hex

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Cossacks and partisans at {x.board.title(self.hex)} may slip away before the battle."
        return Question("slip", "Slip away", prompt, ("WAP D.4",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Accept(), m.Done()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        cossacks, partisans = self._able(x, s)
        gone = [(i, CC, self._way(x, s, i, CC)) for i in cossacks]
        if partisans:
            if _get_away(x, dice):
                gone += [(i, P, self._way(x, s, i, P)) for i in partisans]
            else:
                text = f"The partisans at {x.board.title(self.hex)} are caught."
                say(log, "caught", text, "D.4", hexes=(self.hex,))
        return _detached(x, s, self.hex, gone, log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Accept):
            return Label("Stay and fight", "", ("WAP D.4",))
        cossacks, partisans = self._able(x, s)
        # Partisans who would have to leave their country go nowhere, whatever the die says.
        free = [i for i in partisans if self._way(x, s, i, P) >= 0]
        chance = f"partisans get away with {percent(slip_odds(x))}" if free else ""
        sure = "Cossacks for certain" if cossacks and free else ""
        if partisans and not free:
            sure = "Cossacks alone: the partisans would have to leave their country"
        return Label("Slip away", ", ".join(filter(None, (chance, sure))), ("WAP D.4",))


def _get_away(x: Context, dice: Dice) -> bool:
    return dice.roll("partisans slip away") >= x.tables.ground["partisans slip away from"]


def slip_odds(x: Context) -> Fraction:
    """The exact chance that partisans slip away before a battle (D.4)."""
    return distribution(lambda dice: _get_away(x, dice))[True]


def _detached(x: Context, s: State, hex: int, gone: list[tuple[int, int, int]], log: Log) -> State:
    """Parts of armies leave a hex: number of the army, kind, where to."""
    armies: list[Army] = list(s.armies)
    for i, kind, to in gone:
        if to < 0:
            continue
        army = armies[i]
        part: Count = tuple(n if k == kind else 0 for k, n in enumerate(army.count))
        rest: Count = tuple(0 if k == kind else n for k, n in enumerate(army.count))
        armies[i] = replace(army, count=rest)
        armies.append(replace(army, hex=to, count=part))
        text = f"{part[kind]} {'Cossacks' if kind == CC else 'partisans'} slip away to {x.board.title(to)}."
        say(log, "slipped", text, "D.4", hexes=(hex, to))
    return x.with_armies(s, armies)


class Shelter(Choice, frozen=True, tag="shelter"):
    """Defenders in a city of their own shut themselves up, as many as it takes in, or stand in the open (S)."""

    hex: int

    def _defenders(self, x: Context, s: State) -> list[int]:
        attack, defend = fighters(x, s, self.hex, s.segment)
        return defend if attack else []

    def automatic(self, x: Context, s: State) -> bool:
        defend = self._defenders(x, s)
        if not defend or seat_of(x, s, defend) < 0:
            return True
        return not room(x, s, self.hex, layout(x, s).side[defend[0]])

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def side(self, x: Context, s: State) -> int:
        return seat_of(x, s, self._defenders(x, s))

    def about(self, x: Context, s: State) -> int:
        return self.hex

    def question(self, x: Context, s: State) -> Question:
        places = room(x, s, self.hex, x.enemies(s.segment))
        prompt = f"{x.board.title(self.hex)} takes in {places} strength points: shut the gates, or fight in the open?"
        return Question("shelter", "Before the walls", prompt, ("WAP base rules S",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.GoInside(), m.StandFast()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        return go_inside(x, s, self.hex, self._defenders(x, s), log) if isinstance(move, m.GoInside) else s

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.GoInside):
            return Label("Shut the gates", "as many as find room go inside", ("WAP base rules S",))
        return Label("Fight in the open", "", ("WAP base rules N",))


class Battle(Choice, frozen=True, tag="battle"):
    """Round after round (O): between two rounds the side with more cavalry may break off. ``chooser`` is the side
    that has that choice now, -1 while a round is to be fought.
    """

    seat: int
    hex: int
    assault: bool = False
    rounds: int = 0
    chooser: int = -1

    def automatic(self, x: Context, s: State) -> bool:
        return self.chooser < 0

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        attack, defend = fighters(x, s, self.hex, s.segment, self.rounds, self.assault)
        if attack and defend:
            return self._round(x, s.pop(), attack, defend, dice, log)
        s = s.pop()
        if not defend and enemies_at(s, layout(x, s), self.hex, s.segment, True):
            return s
        return settle(x, replace(s, came=tuple(entry for entry in s.came if entry[0] != self.hex)), log)

    def _round(self, x: Context, s: State, attack: list[int], defend: list[int], dice: Dice, log: Log) -> State:
        before = engage(x, s, self.hex, s.segment, self.rounds, self.assault)
        after = fight_round(x.tables, before, dice)
        mine, theirs = (shares(s, chosen, after.sides[k].lost) for k, chosen in enumerate((attack, defend)))
        _tell(x, s, self.hex, before, after, (listed(s, mine), listed(s, theirs)), log)
        s = lose(x, s, mine | theirs)
        if after.over:
            return s.push(Aftermath(self.hex, self.assault, after.rounds, after.gave))
        chooser = may_break_off(after)
        if chooser == DEFEND and seat_of(x, s, self._defenders(x, s, after.rounds)) < 0:
            chooser = -1
        return s.push(replace(self, rounds=after.rounds, chooser=chooser))

    def _defenders(self, x: Context, s: State, rounds: int) -> list[int]:
        return fighters(x, s, self.hex, s.segment, rounds, self.assault)[1]

    def side(self, x: Context, s: State) -> int:
        return self.seat if self.chooser == ATTACK else seat_of(x, s, self._defenders(x, s, self.rounds))

    def about(self, x: Context, s: State) -> int:
        return self.hex

    def question(self, x: Context, s: State) -> Question:
        who = SIDES[s.segment if self.chooser == ATTACK else x.enemies(s.segment)]
        prompt = f"The {who} cavalry is the stronger one at {x.board.title(self.hex)}: break off, or fight on?"
        return Question("battle", "Battle", prompt, ("WAP base rules Q",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.FightOn(), m.BreakOff()]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.FightOn):
            return replace(self, chooser=-1).run(x, s, dice, log)
        who = SIDES[s.segment if self.chooser == ATTACK else x.enemies(s.segment)]
        text = f"The {who} side breaks off the battle at {x.board.title(self.hex)}."
        say(log, "broke-off", text, "base rules Q", hexes=(self.hex,))
        return s.pop(Aftermath(self.hex, self.assault, self.rounds, self.chooser, True))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.BreakOff):
            return Label("Break off", self._price(x, s), ("WAP base rules Q",))
        return Label("Fight on", f"round {self.rounds + 1}", ("WAP base rules O",))

    def _price(self, x: Context, s: State) -> str:
        """What breaking off costs: nothing more, unless there is no way out, or some would have to leave their country
        (Q, D.4). From before walls nobody has to go back.
        """
        log: Log = []
        if not self.assault:
            goes_back(x, s, self.hex, self.chooser, log)
        kinds = {event.kind for event in log}
        if {"surrender", "inside"} <= kinds:
            return "no way out but into the city: the others are lost or taken"
        if "surrender" in kinds:
            return "no way out: all are lost or taken"
        return "some disperse rather than leave their country" if "dispersed" in kinds else "without further loss"


def _tell(
    x: Context, s: State, hex: int, before: Engagement, after: Engagement, lost: tuple[str, str], log: Log
) -> None:
    """A round in words, with what made it."""
    points = [side.points for side in before.sides]
    odds, _ = ratio(x.tables, max(points), min(points))
    ours, theirs = (words or "nothing" for words in lost)
    end = {ATTACK: " The attackers give way.", DEFEND: " The defenders give way."}.get(after.gave, "")
    text = f"Round {after.rounds} at {x.board.title(hex)}, {points[0]} against {points[1]}:"
    say(
        log,
        "battle-round",
        f"{text} the attackers lose {ours}, the defenders {theirs}.{end}",
        "base rules O",
        hexes=(hex,),
        round=after.rounds,
        odds=odds,
        points=points,
        strengths=points,
        parts=[list(part) for part in parts(x.tables, before)],
        lost=[side.lost for side in after.sides],
        gave=after.gave,
    )
