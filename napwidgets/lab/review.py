"""The review of a game: who was winning at the start of each turn, when that turned, and what luck had to do with it.

Who was winning is found by letting computer players go on from each of these positions, several times with dice of
their own; the share of games that a side wins has its 95 % interval. All of it takes time, so it is cut into `Task`s:
each is worked out once, in any order, on one core or many, and what is known can be kept in a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Event, Move, State, winners
from napwidgets.lab.compare import wilson
from napwidgets.lab.kept import Job
from napwidgets.lab.known import Found, Known, Task, digest, player_for
from napwidgets.lab.luck import (
    Fight,
    Ledger,
    Thrown,
    all_thrown,
    fought,
    hopes,
    revealed,
    risky,
    side_of,
    strengths,
    told,
)
from napwidgets.lab.runner import gather
from napwidgets.players.registry import make_player, make_players, usual
from napwidgets.scenarios import load
from napwidgets.systems.registry import aftermath_of

if TYPE_CHECKING:
    import pandas as pd

#: How many games are played on from a position, from how many turns at the most, and how many decisions one may take.
GAMES, MOST, LIMIT = 8, 24, 20_000
#: A bend of the curve by less than this share is none; how many are looked at, and how many moves in each.
LEAST, BENDS, MOVES = 0.2, 3, 2
#: How many things that came of a fight are told with it.
CAME = 2


class _Asked(Job, frozen=True):
    """A task for a process that has no engine yet."""

    task: Task | None = None


class Point(Struct, frozen=True):
    """Who was winning after ``move`` moves, at the start of a turn or at the end: the games won by each side, by its
    id, of how many ``games``. At the end of the game (``sure``) that is known without playing.
    """

    move: int
    turn: int
    hour: str
    games: int
    won: dict[str, int]
    sure: bool = False

    def share(self, side: str) -> float | None:
        """The share of games that a side won, 0 to 1; None while none was played."""
        return self.won.get(side, 0) / self.games if self.games else None

    def interval(self, side: str) -> tuple[float, float]:
        """The limits of the 95 % interval of that share."""
        share = self.share(side)
        if self.sure and share is not None:
            return share, share
        return wilson(self.won.get(side, 0), self.games)


class Turning(Struct, frozen=True):
    """A move after which the curve bent: what happened, by how much the share of ``side`` rose (0 to 1), whose move it
    was, what the computer would have done in its place (``same`` if it was just that), and what it is after.
    """

    move: int
    turn: int
    hour: str
    seat: str
    words: str
    side: str
    rise: float
    instead: str
    why: str
    same: bool = False


class Review:
    """The review of ``game`` as ``seat`` may know it (None: whoever looks on), or of all of it (``everything``).

    While something is hidden there are neither tasks nor a curve; the open dice are told at once.
    """

    def __init__(
        self,
        game: Game,
        seat: str | None = None,
        everything: bool = False,
        games: int = GAMES,
        known: Known | None = None,
    ) -> None:
        self.game, self.seat, self.games = game, seat, games
        self.whole = everything or revealed(game, seat)
        self.known = known or Known(game.engine)
        # What is asked for at every look is worked out once, for the past does not change.
        self._keys: dict[int, str] = {}
        self._fights: dict[int, Fight] = {}
        self._turned: dict[int, Turning] = {}

    @cached_property
    def _turns(self) -> list[Game]:
        return starts(self.game)

    @cached_property
    def _lucks(self) -> list[tuple[Game, Task]]:
        return [(game, _luck_of(game)) for game in risky(self.game)] if self.whole else []

    @cached_property
    def _thrown(self) -> tuple[Thrown, ...]:
        return all_thrown(self.game, self.seat, self.whole)

    def _key(self, game: Game) -> str:
        if game.number not in self._keys:
            self._keys[game.number] = place_of(game)
        return self._keys[game.number]

    # What is to be done

    def todo(self) -> list[Task]:
        """What is left to work out now; when it is done there may be more (`turnings` need a whole curve)."""
        if not self.whole:
            return []
        left = [task for task in (*(task for _, task in self._lucks), *self._games()) if not self.known.has(task)]
        return left or [task for task in self._bent() if not self.known.has(task)]

    @property
    def share_done(self) -> float:
        """How much of it is done, 0 to 1, as far as it is known what there is."""
        every = [*(task for _, task in self._lucks), *self._games(), *self._bent()] if self.whole else []
        return sum(map(self.known.has, every)) / len(every) if every else 1.0

    def _games(self) -> Iterator[Task]:
        """Games from the starts of turns: one from each, then a second one, so that a stop leaves a whole curve."""
        for number in range(self.games):
            for game in self._turns:
                if game.outcome is None:
                    yield Task(self._key(game), number, game.state)

    def _bent(self) -> Iterator[Task]:
        for before, after in self._bends():
            for game in self._moves(before, after):
                assert game.parent is not None
                for g in (game.parent, game):
                    if g.outcome is None:
                        yield from (Task(self._key(g), number, g.state) for number in range(self.games))

    def curve_todo(self) -> list[Task]:
        """What is left to work out of the curve alone."""
        return [task for task in self._games() if not self.known.has(task)] if self.whole else []

    def asked(self, task: Task) -> Job:
        """A task as `elsewhere` takes it: for a process of its own."""
        engine = self.game.engine
        return _Asked(engine.scenario_id, "", {}, dict(engine.chosen), dict(engine.replaced), task)

    def do(self, task: Task, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Work a task out here; False if it was stopped half way."""
        found = done(self.game.engine, task, stopped)
        if found is not None:
            self.known.add(found)
        return found is not None

    def work(self, workers: int | None = 1, progress: bool = False, cluster: Any = None) -> Review:
        """Work everything out, as `gather` does; interrupting leaves what is finished."""
        engine = self.game.engine
        while todo := self.todo():
            asked = [self.asked(task) for task in todo]
            what = partial(_here, engine) if workers == 1 and cluster is None else elsewhere
            found = gather(what, asked, f"{engine.title}: review", workers, progress, cluster=cluster)
            for result in found:
                self.known.add(result)
            self.known.keep()
            if len(found) < len(todo):
                break
        return self

    # What is known

    @property
    def ledger(self) -> Ledger:
        """The luck so far as it has been worked out."""
        fights = []
        for game, task in self._lucks:
            expected = self.known.hopes.get(task.key)
            if expected is not None:
                if game.number not in self._fights:
                    self._fights[game.number] = fought(game, expected)
                fights.append(self._fights[game.number])
        return Ledger(self._thrown, tuple(fights), self.whole)

    def curve(self) -> list[Point]:
        """Who was winning turn by turn; empty while something is hidden."""
        return [self._point(game) for game in self._turns] if self.whole else []

    def _point(self, game: Game) -> Point:
        engine = game.engine
        turn, hour = engine.clock(game.state)
        outcome = game.outcome
        if outcome is not None:
            won = {team.id: int(outcome.winner in team.seats) for team in engine.teams}
            return Point(game.number, turn, hour, 1, won, True)
        known = [side for n, side in self.known.games.get(self._key(game), {}).items() if n < self.games]
        return Point(game.number, turn, hour, len(known), {team.id: known.count(team.id) for team in engine.teams})

    def _bends(self) -> list[tuple[Game, Game]]:
        """The turns in which the curve bent most, the greatest bend first."""
        side = self.game.engine.teams[0].id
        found = []
        for before, after in pairwise(self._turns):
            shares = self._point(before).share(side), self._point(after).share(side)
            if shares[0] is not None and shares[1] is not None and abs(shares[1] - shares[0]) >= LEAST:
                found.append((abs(shares[1] - shares[0]), before, after))
        return [(before, after) for _, before, after in sorted(found, key=lambda f: -f[0])[:BENDS]]

    def _moves(self, before: Game, after: Game) -> list[Game]:
        """The moments after the moves of a turn that changed most in strength, or after its last one."""
        line = [g for g in after.line() if g.number > before.number]
        return sorted(line, key=lambda g: -_change(g))[:MOVES]

    def turnings(self) -> list[Turning]:
        """The moves after which the curve bent most, as far as they are known."""
        found = []
        for before, after in self._bends():
            rises = [(self._rise(game), game) for game in self._moves(before, after)]
            known = [(rise, game) for rise, game in rises if rise is not None]
            rise, game = max(known, key=lambda pair: abs(pair[0]), default=(0.0, after))
            # Where neither move made half a bend of it, it came little by little, and no move is to be named.
            if abs(rise) >= LEAST / 2:
                known_before = self._turned.get(game.number)
                if known_before is None or abs(known_before.rise) != abs(rise):
                    self._turned[game.number] = self._turning(game, rise)
                found.append(self._turned[game.number])
        return sorted(found, key=lambda turning: turning.move)

    def _rise(self, game: Game) -> float | None:
        assert game.parent is not None
        side = self.game.engine.teams[0].id
        before, after = self._point(game.parent).share(side), self._point(game).share(side)
        return None if before is None or after is None else after - before

    def _turning(self, game: Game, rise: float) -> Turning:
        assert game.parent is not None
        engine, last = game.engine, game.last
        turn, hour = engine.clock(game.parent.state)
        view = game.parent.view(last.seat)
        player = make_player(usual(engine.system), engine, last.seat, "review")
        same = False
        try:
            choice = player.choose(engine, view, last.seat)
            instead, same = engine.label(view, choice).text, choice == last.move
            why = player.why(engine, view, last.seat)
        except NapwidgetsError:
            instead, why = "", ""
        first, *others = (team.id for team in engine.teams)
        side = first if rise >= 0 or len(others) != 1 else others[0]
        words = told(last.events, CAME, aftermath_of(engine.system)) or engine.label(view, last.move).text
        rise = rise if side == first else -rise
        return Turning(last.number, turn, hour, last.seat, words, side, rise, instead, why, same)

    def frame(self) -> pd.DataFrame:
        """A row a turn, and one for the present moment: for each side its share of wins in per cent with the limits of
        the interval, its luck in strength points, and the pips above the mean in each seat's moves; then the greatest
        event. What may not be known yet is NaN.
        """
        import pandas as pd

        ledger = self.ledger
        points = self.curve() or [_bare(game) for game in self._turns]
        rows = []
        for point, after in zip(points, [*points[1:], None], strict=True):
            row: dict[str, Any] = {"turn": point.turn, "hour": point.hour, "move": point.move, "games": point.games}
            for team in self.game.engine.teams:
                share = point.share(team.id)
                low, high = point.interval(team.id) if share is not None else (None, None)
                per_cent = [nan if x is None else 100 * x for x in (share, low, high)]
                row |= dict(zip((f"{team.id} wins", f"{team.id} low", f"{team.id} high"), per_cent, strict=True))
            row |= self._luck_between(ledger, point.move, after.move if after is not None else None)
            rows.append(row)
        return pd.DataFrame(rows)

    def _luck_between(self, ledger: Ledger, first: int, last: int | None) -> dict[str, Any]:
        engine = self.game.engine
        until = self.game.number + 1 if last is None else last
        fights = [f for f in ledger.fights if first < f.move <= until]
        row: dict[str, Any] = {}
        for team in engine.teams:
            row[f"{team.id} luck"] = float(sum(f.luck(team.id) for f in fights)) if self.whole else nan
        for seat in engine.seats:
            pips = (t.deviation for t in ledger.throws if t.seat == seat and first < t.move <= until)
            row[f"{seat} pips"] = float(sum(pips))
        best = max(fights, key=lambda f: max(abs(x) for x in f.lost.values()), default=None)
        return row | {"biggest": best.words if best is not None else ""}


def _bare(game: Game) -> Point:
    turn, hour = game.engine.clock(game.state)
    return Point(game.number, turn, hour, 0, {})


def starts(game: Game) -> list[Game]:
    """The moments at which turns began, at most `MOST` of them, and the present one."""
    found: list[Game] = []
    for g in [*game.line()][::-1]:
        if not found or game.engine.clock(g.state)[0] != game.engine.clock(found[-1].state)[0]:
            found.append(g)
    if len(found) > MOST:
        found = [found[i * len(found) // MOST] for i in range(MOST)]
    return found if found[-1] is game else [*found, game]


def _change(game: Game) -> int:
    """By how many strength points a move changed what the sides have."""
    assert game.parent is not None
    before, after = strengths(game.engine, game.parent.state), strengths(game.engine, game.state)
    return sum(abs(after[side] - before[side]) for side in after)


def place_of(game: Game) -> str:
    """What a position is known by in `Known`."""
    return digest(game.engine.encode(game.state))


def _luck_of(game: Game) -> Task:
    assert game.parent is not None
    last, engine = game.last, game.engine
    dice = msgspec.json.encode(last.throws)
    key = digest(engine.encode(game.parent.state), last.seat, engine.encode(last.move), dice)
    return Task(key, -1, game.parent.state, last.seat, last.move, last.throws)


# Working it out


def _here(engine: Engine, job: Job) -> Found:
    assert isinstance(job, _Asked)
    assert job.task is not None
    found = done(engine, job.task)
    assert found is not None
    return found


def elsewhere(job: Job) -> Found:
    """What comes of a task (`Review.asked`) in a process that has no engine yet."""
    return _here(load(job.scenario, job.options, job.tables), job)


def done(engine: Engine, task: Task, stopped: Callable[[], bool] = lambda: False) -> Found | None:
    """What comes of a task; None if it was stopped."""
    if task.number < 0:
        return task.key, -1, hopes(engine, task.state, task.seat, task.move, task.throws)
    won = play_on(engine, task.state, f"review/{task.number}", stopped)
    return None if won is None else (task.key, task.number, won)


def play_on(engine: Engine, state: State, seed: str, stopped: Callable[[], bool] = lambda: False) -> str | None:
    """Which side wins if computer players go on from a position: its id, empty for a draw and where they came to no
    end. None if it was ``stopped``. The dice are those of ``seed``, never those that the game itself will throw.
    """
    players = make_players(engine, seed, {}, default=player_for(engine))
    dice, log = SeededDice(seed), list[Event]()
    for _ in range(LIMIT):
        if stopped():
            return None
        decision = engine.decision(state)
        if decision is None:
            break
        try:
            move: Move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
            state = engine.apply(state, decision.seat, move, dice, log)
        except NapwidgetsError:
            return ""
        dice.throws.clear()
        log.clear()
    outcome = engine.outcome(state)
    won: Iterable[str] = winners(engine, outcome) if outcome is not None else ()
    return next((side for seat in won if (side := side_of(engine, seat)) is not None), "")


def review(
    game: Game,
    games: int = GAMES,
    seat: str | None = None,
    everything: bool = False,
    workers: int | None = None,
    progress: bool = False,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """The review of a game as a data frame, one row a turn (`Review.frame`).

    ``games`` are played on from the start of each turn, on as many ``workers`` or the ``cluster`` as in `gather`; the
    result does not depend on them. What is hidden from ``seat`` while the game goes on is not looked at unless
    ``everything`` is asked for: there are no shares and no luck then (NaN), only the dice that it sees. ``keep`` names
    a file that remembers what was worked out.
    """
    known = Known(game.engine, keep)
    return Review(game, seat, everything, games, known).work(workers, progress, cluster).frame()
