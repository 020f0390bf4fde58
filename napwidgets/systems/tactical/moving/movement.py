"""5 and 6. The Formation Movement Segment (4.4 III), and leaving the map.

Readings 8 and 13 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Question, Subject
from napwidgets.systems.tactical.command.leaders import ride_cost
from napwidgets.systems.tactical.command.limits import march_over
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import (
    EXITED,
    LOST,
    OFF,
    State,
)
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log, names, refuse, say
from napwidgets.systems.tactical.ground.levels import note_corps
from napwidgets.systems.tactical.ground.views import covered
from napwidgets.systems.tactical.moving.groups import (
    ends_of,
    group_of,
    movers,
    reach_of,
    stuck,
)
from napwidgets.systems.tactical.moving.leaving import edges_for_exit
from napwidgets.systems.tactical.moving.march import check_go, go
from napwidgets.systems.tactical.moving.obligations import why_not_over
from napwidgets.systems.tactical.moving.reinforcements import entry_of
from napwidgets.systems.tactical.moving.riding import bound, hq_reach, leader_reach, ride, rides_among, why_not_ridden


@lru_cache(maxsize=4096)
def _subject(kind: str, number: int, label: str, h: int) -> Subject:
    """The same again and again: most stand where they stood at the decision before."""
    return Subject(f"{kind}:{number}", label, h)


@lru_cache(maxsize=4096)
def _stack(together: tuple[str, ...], h: int) -> Subject:
    return Subject(f"s:{h}", names(together), h)


class MovementSegment(OwnChoice, frozen=True, tag="movement"):
    """Units, leaders and, in the reserve stage, HQs of the acting formations move (4.4 III).

    Orders are secret: who has an HQ on the map is asked in that stage whether it has orders or not (19.5, 20.4). So is
    what stands out of sight: as long as some of the acting are there, it does not show who can't go on (5.3).
    """

    reserve: bool = False

    def automatic(self, x: Context, s: State) -> bool:
        if movers(x, s) or self._leaders(x, s) or self._parks(x, s):
            return False
        return covered(x, s, self.who).isdisjoint(u for u in x.acting(s) if s.units[u].hex >= 0)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return march_over(x, s.pop(), log)

    def question(self, x: Context, s: State) -> Question:
        who = names([x.setting.commands[c].name for c in s.active])
        title = "Reserves move" if self.reserve else "Movement"
        prompt = f"Move {who or 'the headquarters'}: pick a stack or a leader, then a hex. In the end choose Done."
        able = [u for u in movers(x, s) if s.units[u].hex == OFF]
        if able:
            waiting = [u for u in x.setting.arrival_units if u in able]
            prompt += f" {names(x.infos[u].name for u in waiting)} may enter at {x.place(entry_of(x, s, waiting[0]))}."
        return Question("movement", title, prompt, ("NLC 4.4", "NLC 5"), formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        found: list[Subject] = []
        stacks: dict[int, list[int]] = {}
        waiting: list[int] = []
        for u in movers(x, s):
            h = s.units[u].hex
            if h >= 0:
                stacks.setdefault(h, []).append(u)
            else:
                waiting.append(u)
        for h, units in stacks.items():
            if len(units) > 1:
                found.append(_stack(tuple([x.infos[u].name for u in units]), h))
            found += [_subject("u", u, x.infos[u].name, h) for u in units]
        found += [_subject("u", u, f"{x.infos[u].name} (arriving)", entry_of(x, s, u)) for u in waiting]
        found += [_subject("l", i, x.setting.leaders[i].name, s.leaders[i].hex) for i in self._leaders(x, s)]
        found += [_subject("q", q, x.setting.hqs[q].name, s.hqs[q].hex) for q in self._hqs(x, s)]
        return found

    def _leaders(self, x: Context, s: State) -> list[int]:
        """Leaders who may ride now: those of the acting formations, wing commanders and OCs once a turn (4.3)."""
        notes = x.notes(s, self.who)
        known: list[int] | None = notes.get(("riders",))
        if known is None:
            known = notes[("riders",)] = self._able_to_ride(x, s) if s.active else []
        return known

    def _able_to_ride(self, x: Context, s: State) -> list[int]:
        mine = {i for c in s.active for i in (x.setting.commands[c].leader, x.leader_of(s, c))}
        found = []
        for i in x.setting.leaders_of[self.who]:
            leader = s.leaders[i]
            if leader.hex < 0 or leader.busy:
                continue
            free = not leader.moved if x.setting.leaders[i].role in ("overall", "wing") else i in mine
            if free and ride_cost(x, leader, i) > 1 and not self._rests(x, s, i):
                found.append(i)
        return found

    def _rests(self, x: Context, s: State, i: int) -> bool:
        """A leader whose formation is in Reserve or marches unseen stays where he is (20.2, 25.5.1), and with order
        markers one who defends once the turn is over in which he took up the order (25.7.2).
        """
        return any(x.unseen(s, c) or (c in s.active and bound(x, s, c)) for c in x.setting.led_by[i])

    def _parks(self, x: Context, s: State) -> list[int]:
        """The headquarters that may have orders to move for all that the enemy can know (20.4)."""
        if not self.reserve:
            return []
        return [q for q, hq in enumerate(s.hqs) if x.setting.hq_side[q] == self.who and hq.hex >= 0 and not hq.moved]

    def _hqs(self, x: Context, s: State) -> list[int]:
        """The headquarters that can move now."""
        return [q for q in self._parks(x, s) if s.hqs[q].order and s.hqs[q].hex != s.hqs[q].target]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()] if self._why_not_done(x, s, brief=True) is None else []
        kind, _, _ = subject.partition(":")
        number = subject_number(subject, kind)
        if number < 0:
            return []
        if kind == "l":
            return self._rides(x, s, number) if number in self._leaders(x, s) else []
        if kind == "q":
            return self._hq_moves(x, s, number) if number in self._hqs(x, s) else []
        return self._goes(x, s, kind, number)

    def _goes(self, x: Context, s: State, kind: str, number: int) -> Sequence[m.Move]:
        if kind == "s":
            acting = set(x.acting(s))
            at = x.ground.layout(s).at.get(number, ())
            units: Sequence[int] = [u for u in at if u in acting and not stuck(x, s, u)]
        else:
            units = [number]
        try:
            g = group_of(x, s, units)
        except IllegalMove:
            return []
        reach = reach_of(x, s, g)
        lead = (g.start,) if g.waiting else ()
        cost, path = reach.cost, reach.path
        ends = [h for h in ends_of(x, s, g).among(sorted(cost)) if cost[h] <= g.budget]
        exits = () if g.waiting else edges_for_exit(x, s, g.units, g.start)
        return Offers(ends, lambda h: m.Go(g.units, lead + path(h)), [m.Leave(g.units, edge) for edge in exits])

    def _rides(self, x: Context, s: State, i: int) -> Sequence[m.Move]:
        return Offers(self._ridden(x, s, i), lambda h: m.GoLeader(i, h))

    def _ridden(self, x: Context, s: State, i: int) -> list[int]:
        """Where a leader may ride."""
        here = s.leaders[i].hex
        return [h for h in rides_among(x, s, i, sorted(leader_reach(x, s, i).cost)) if h != here]

    def _hq_moves(self, x: Context, s: State, q: int) -> list[m.Move]:
        hq = s.hqs[q]
        field = x.ground.toward(hq.target, hq.hex)
        found = hq_reach(x, s, q).cost
        return [m.GoHq(q, h) for h in sorted(found) if field[h] < field[hq.hex]]

    def _why_not_done(self, x: Context, s: State, brief: bool = False) -> IllegalMove | None:
        if self.reserve:
            return None
        return why_not_over(x, s, self._leaders(x, s), brief)

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Go):
            check_go(x, s, move)
        elif isinstance(move, m.Pass):
            problem = self._why_not_done(x, s)
            if problem:
                raise problem
        elif isinstance(move, m.GoLeader):
            self._check_ride(x, s, move)
        elif isinstance(move, m.GoHq):
            if move.hq not in self._hqs(x, s) or move not in self._hq_moves(x, s, move.hq):
                raise refuse("hq", "A headquarters moves towards its target, by March or Fall Back only.", "19.5")
        elif isinstance(move, m.Leave):
            g = group_of(x, s, move.units)
            if move.edge not in edges_for_exit(x, s, g.units, g.start):
                raise refuse("exit", "These units can't leave the map here.", "6")
        else:
            raise self.not_offered(x, s, move)

    def _check_ride(self, x: Context, s: State, move: m.GoLeader) -> None:
        if move.leader not in self._leaders(x, s):
            raise refuse("leader", "That leader can't ride now.", "4.3", "19.1", "20.2")
        if not 0 <= move.to < x.board.size:
            raise refuse("path", "Give a hex on the map.", "19.1")
        if problem := why_not_ridden(x, s, move.leader, move.to):
            raise problem
        if move.to == s.leaders[move.leader].hex:
            raise refuse("no-move", "That is where he is.", "19.1")
        if not rides_among(x, s, move.leader, [move.to]):
            raise refuse("defend", "Under Defend orders the leader keeps within 4 MP of the place to hold.", "20.2")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Go):
            return go(x, s, move)
        if isinstance(move, m.GoLeader):
            return ride(x, s, move)
        if isinstance(move, m.GoHq):
            name = x.setting.hqs[move.hq].name
            say(log, "hq-moved", f"{name} moves to {x.place(move.to)}.", "19.5", hexes=(s.hqs[move.hq].hex, move.to))
            s = s.hq(move.hq, hex=move.to, moved=True)
            return s.hq(move.hq, order="", target=OFF) if move.to == s.hqs[move.hq].target else s
        if isinstance(move, m.Leave):
            return _leave(x, s, move, log)
        return march_over(x, s.pop(), log)


def _leave(x: Context, s: State, move: m.Leave, log: Log) -> State:
    strays = tuple(x.rules.strays(x, s, move.units))
    changes = {u: replace(s.units[u], hex=LOST if u in strays else EXITED) for u in move.units}
    out = tuple((u, move.edge, s.turn) for u in move.units if u not in strays)
    say(log, "exited", f"{x.they(move.units, 'leave')} the map in the {move.edge}.", "6", units=move.units)
    if strays:
        say(log, "strays", f"{x.they(strays, 'count')} as lost.", "6", units=strays)
    return note_corps(x, s, replace(s.many(changes), out=s.out + out), move.units, log)
