"""The ledger of luck: what every throw of a game was expected to show and what it showed, and what the dice of a fight
were expected to cost each side and what they cost.

Two currencies. **Pips** are what lies on the table: the faces of a throw added up, against the mean of so many dice.
They say who threw high, not who was lucky, for some rules want low dice. **Strength** says what the dice did: the very
move is made again for all that its dice could have shown, and what each side has left is compared with the exact mean.
Where that would take more than `LIMIT` runs, a seeded sample of `SAMPLES` runs stands in, with its standard error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise, takewhile
from math import prod, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.board.display import Aftermath
from napwidgets.kernel.dice import Fork, ForkingDice, ScriptedDice, SeededDice, Throw, record
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine, Event, Move, State
from napwidgets.systems.registry import aftermath_of
from napwidgets.systems.tactical.fighting.clash import Clash, take_all_hits

if TYPE_CHECKING:
    import pandas as pd

#: A move whose dice can fall in more ways than `LIMIT` is sampled `SAMPLES` times.
LIMIT, SAMPLES = 1_000, 400
#: The kinds of events of a system whose fights nobody has named.
PLAIN = Aftermath()


class Thrown(Struct, frozen=True):
    """A throw of dice: the move in which it fell and whose move that was, what it was for, its faces, their sum
    (``pips``), and the exact ``mean`` and the standard deviation (``spread``) of that sum.
    """

    move: int
    turn: int
    hour: str
    seat: str
    purpose: str
    faces: tuple[int, ...]
    pips: int
    mean: Fraction
    spread: float

    @property
    def deviation(self) -> Fraction:
        """Pips above the mean; below it where negative."""
        return self.pips - self.mean

    @property
    def normal(self) -> float:
        """The deviation in standard deviations."""
        return float(self.deviation) / self.spread if self.spread else 0.0


class Hopes(Struct, frozen=True):
    """What a move was expected to leave each side, by the side's id: the mean of its strength, with the standard error
    of that mean (0 where it is exact) and how many runs gave it.

    ``dice`` is what each throw of the move in turn did to the balance of strength of the side that moved, exactly;
    empty where the mean is sampled.
    """

    mean: dict[str, Fraction]
    error: dict[str, float]
    runs: int
    exact: bool
    dice: tuple[Fraction, ...] = ()


class Fight(Struct, frozen=True):
    """A move whose dice could cost strength: what each side ``lost`` and what it had to expect (``mean``), in strength
    points, by the side's id. Strength won counts as a negative loss.
    """

    move: int
    turn: int
    hour: str
    seat: str
    words: str
    lost: dict[str, int]
    mean: dict[str, Fraction]
    error: dict[str, float]
    runs: int
    exact: bool
    dice: tuple[Fraction, ...] = ()

    def luck(self, side: str) -> Fraction:
        """Strength points that a side owes to the dice: what it lost less than expected, and the others more."""
        over = {name: self.lost[name] - self.mean[name] for name in self.lost}
        return sum((-x if name == side else x for name, x in over.items()), Fraction(0))

    def doubt(self, side: str) -> float:
        """The standard error of `luck`; 0 where it is exact."""
        return 0.0 if self.exact else sqrt(sum(error * error for error in self.error.values()))


class Ledger(Struct, frozen=True):
    """The luck of a game: every throw that may be known, and every fight with what was to be expected of it.

    ``whole`` says whether everything is in it; while something is hidden the fights are left out, for what was to be
    expected of them tells what stood there.
    """

    throws: tuple[Thrown, ...]
    fights: tuple[Fight, ...]
    whole: bool

    def luck(self, side: str, turn: int | None = None) -> Fraction:
        """Strength points that a side owes to the dice, in the whole game or in a turn."""
        return sum((fight.luck(side) for fight in self._of(turn)), Fraction(0))

    def doubt(self, side: str, turn: int | None = None) -> float:
        """The standard error of `luck`."""
        return sqrt(sum(fight.doubt(side) ** 2 for fight in self._of(turn)))

    def pips(self, seat: str, turn: int | None = None) -> Fraction:
        """Pips above the mean in a seat's moves, in the whole game or in a turn."""
        mine = (t.deviation for t in self.throws if t.seat == seat and turn in (None, t.turn))
        return sum(mine, Fraction(0))

    def _of(self, turn: int | None) -> Iterator[Fight]:
        return (fight for fight in self.fights if turn in (None, fight.turn))

    def thrown(self) -> pd.DataFrame:
        """A row a throw: when, in whose move, what for, the faces, their sum, its mean, the deviation in pips and in
        standard deviations.
        """
        import pandas as pd

        columns = ["move", "turn", "hour", "seat", "purpose", "faces", "pips", "mean", "deviation", "normal"]
        rows = [
            [t.move, t.turn, t.hour, t.seat, t.purpose, t.faces, t.pips, float(t.mean), float(t.deviation), t.normal]
            for t in self.throws
        ]
        return pd.DataFrame(rows, columns=columns)

    def fought(self) -> pd.DataFrame:
        """A row a fight: when, what, and for each side what it lost, what was to be expected, its luck; the means of
        fights that are not ``exact`` have a standard error.
        """
        import pandas as pd

        rows = []
        for f in self.fights:
            row: dict[str, Any] = {"move": f.move, "turn": f.turn, "hour": f.hour, "seat": f.seat, "what": f.words}
            for side in f.lost:
                row |= {f"{side} lost": f.lost[side], f"{side} expected": float(f.mean[side])}
                row |= {f"{side} error": f.error[side], f"{side} luck": float(f.luck(side))}
            rows.append(row | {"exact": f.exact, "runs": f.runs})
        return pd.DataFrame(rows)


# What a side has


def strengths(engine: Engine, state: State) -> dict[str, int]:
    """The strength of each side on the board, by its id: the strength points of its units; in War and Peace of all
    states that are with it, with their squadrons. Hits that must still be taken count as taken. Sides without rows of
    their own have 0.
    """
    found = {team.id: 0 for team in engine.teams}
    names = {name: team.id for team in engine.teams for name in (team.id, team.name.removeprefix("The "), *team.seats)}
    for row in engine.rows(state):
        amount = row.get("strength", row.get("number"))
        if not amount or row.get("kind") == "leader" or row.get("where") == "force pool":
            continue
        side = names.get(row["side"]) if "side" in row else _faction(engine, row.get("faction"))
        if side is not None:
            found[side] += amount
    for seat, points in _owed(engine, state):
        found[side_of(engine, seat) or seat] -= points
    return found


def _owed(engine: Engine, state: State) -> Iterator[tuple[str, int]]:
    """The strength points that units in a combat of the battles will lose by hits which have been scored and not yet
    been taken, the cheapest unit first; who retreats now may still halve them, by his decision and not by luck.
    """
    clash = next((step.clash for step in reversed(getattr(state, "agenda", ())) if hasattr(step, "clash")), None)
    if not isinstance(clash, Clash):
        return
    infos, options = engine.context.infos, engine.context.options
    for force in clash.forces:
        for fighter in take_all_hits(options, force).fighters:
            unit = state.units[fighter.unit]
            if unit.hex >= 0 and fighter.steps < unit.steps:
                yield engine.seats[infos[fighter.unit].side], fighter.ladder[unit.steps] - fighter.sp


def _faction(engine: Engine, faction: object) -> str | None:
    """The side to which states of a faction belong; None for the neutral ones."""
    with_french = {team.id: "french" in team.seats for team in engine.teams}
    if faction not in ("pro-French", "anti-French") or len(with_french) != 2:
        return None
    return next(side for side, french in with_french.items() if french == (faction == "pro-French"))


def side_of(engine: Engine, seat: str) -> str | None:
    """The id of the side that a seat plays for; None for nobody's moves."""
    return next((team.id for team in engine.teams if seat in team.seats), None)


# Throws


class Listening(ScriptedDice):
    """Recorded dice that note how many ways each throw could have fallen (``ways``), and its sides (0 for a draw)."""

    def __init__(self, script: Sequence[tuple[int, ...]]) -> None:
        super().__init__(script)
        self.ways: list[int] = []
        self.sides: list[int] = []

    def _noted(self, ways: int, sides: int) -> None:
        self.ways.append(ways)
        self.sides.append(sides)

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        self._noted(count * (sides - 1) + 1, sides)
        return super().roll(purpose, count, sides)

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        self._noted(count + 1, sides)
        return super().count(purpose, count, at_least, sides)

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        self._noted(len(items), 0)
        return super().draw(purpose, items)


def listen(game: Game) -> Listening:
    """The dice of a game's last move, made once more to hear how they were asked for."""
    dice = Listening(record(game.last.throws))
    if game.parent is None:
        game.engine.start(dice, [])
    else:
        game.engine.apply(game.parent.state, game.last.seat, game.last.move, dice, [])
    return dice


def thrown(game: Game, seen: Sequence[Throw]) -> Iterator[Thrown]:
    """The dice of a game's last move, of which somebody has ``seen`` some; what is drawn out of a cup has no pips."""
    if not any(throw.faces for throw in seen):
        return
    left = list(seen)
    turn, hour = game.engine.clock((game.parent or game).state)
    for throw, sides in zip(game.last.throws, listen(game).sides, strict=True):
        if not left or throw is not left[0]:
            continue
        left.pop(0)
        if throw.faces and sides:
            n = len(throw.faces)
            mean, spread = Fraction(n * (sides + 1), 2), sqrt(n * (sides * sides - 1) / 12)
            pips = sum(throw.faces)
            yield Thrown(game.number, turn, hour, game.last.seat, throw.purpose, throw.faces, pips, mean, spread)


# Fights


def hopes(
    engine: Engine,
    state: State,
    seat: str,
    move: Move,
    throws: Sequence[Throw],
    limit: int = LIMIT,
    samples: int = SAMPLES,
) -> Hopes | None:
    """What a move was expected to leave each side when ``throws`` fell; None where its dice could not change that.

    The mean is exact where the dice can fall in at most ``limit`` ways, else of ``samples`` seeded runs.
    """
    dice = Listening(record(throws))
    came = strengths(engine, engine.apply(state, seat, move, dice, []))
    # The way that was taken tells how many there are, more or less: what is hopeless is not begun.
    leaves = None if prod(dice.ways) > 8 * limit else _leaves(engine, state, seat, move, limit)
    if leaves is None:
        return _sampled(engine, state, seat, move, samples)
    if all(left == came for _, _, left in leaves):
        return None
    mean = {side: sum((weight * left[side] for _, weight, left in leaves), Fraction(0)) for side in came}
    mine = side_of(engine, seat)
    told = _by_die(leaves, [throw.value for throw in throws], mine)
    return Hopes(mean, dict.fromkeys(came, 0.0), len(leaves), True, told)


#: A run: the answers of its dice, how likely they are, what each side has left.
_Leaf = tuple[tuple[int, ...], Fraction, dict[str, int]]


def _leaves(engine: Engine, state: State, seat: str, move: Move, limit: int) -> list[_Leaf] | None:
    """Every run of a move; None where there are more than ``limit``."""
    done: list[_Leaf] = []
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        if len(done) + len(todo) > limit:
            return None
        given, weight = todo.pop()
        try:
            after = engine.apply(state, seat, move, ForkingDice(given), [])
        except Fork as fork:
            todo.extend(((*given, value), weight * chance) for value, chance in fork.outcomes)
        else:
            done.append((given, weight, strengths(engine, after)))
    return done


def _by_die(leaves: Sequence[_Leaf], came: Sequence[int], side: str | None) -> tuple[Fraction, ...]:
    """What each throw in turn did to the balance of a side: the mean of the runs that go on as the game went, after the
    throw and before it.
    """
    means = []
    for known in range(len(came) + 1):
        alike = [leaf for leaf in leaves if leaf[0][:known] == tuple(came[:known])]
        whole = sum((weight for _, weight, _ in alike), Fraction(0))
        means.append(sum((weight * _balance(left, side) for _, weight, left in alike), Fraction(0)) / whole)
    return tuple(after - before for before, after in pairwise(means))


def _balance(strength: Mapping[str, int], side: str | None) -> int:
    return sum(n if name == side else -n for name, n in strength.items())


def _sampled(engine: Engine, state: State, seat: str, move: Move, samples: int) -> Hopes | None:
    dice = SeededDice("luck")
    found: list[dict[str, int]] = []
    for _ in range(samples):
        dice.throws.clear()
        found.append(strengths(engine, engine.apply(state, seat, move, dice, [])))
    if all(left == found[0] for left in found):
        return None
    mean, error = dict[str, Fraction](), dict[str, float]()
    for side in found[0]:
        total, squares = sum(left[side] for left in found), sum(left[side] ** 2 for left in found)
        mean[side] = Fraction(total, samples)
        error[side] = sqrt(max(0.0, squares / samples - float(mean[side]) ** 2) / (samples - 1))
    return Hopes(mean, error, samples, False)


def fought(game: Game, expected: Hopes) -> Fight:
    """A game's last move beside what was to be expected of it."""
    assert game.parent is not None
    engine, last = game.engine, game.last
    turn, hour = engine.clock(game.parent.state)
    before, after = strengths(engine, game.parent.state), strengths(engine, game.state)
    lost = {side: before[side] - after[side] for side in before}
    mean = {side: before[side] - expected.mean[side] for side in before}
    return Fight(
        game.number,
        turn,
        hour,
        last.seat,
        told(last.events, kinds=aftermath_of(engine.system)) or engine.label(game.parent.state, last.move).text,
        lost,
        mean,
        dict(expected.error),
        expected.runs,
        expected.exact,
        expected.dice,
    )


def told(events: Sequence[Event], more: int = 0, kinds: Aftermath = PLAIN) -> str:
    """The words for a move: those of its fight, or of the event that concerns most units, the first of them; of a fight
    also those of up to ``more`` events that came of it. ``kinds`` are the fights of the system. What was told again
    with less in it, to those who may know less, is left out.

    >>> fight = Event("combat", "A attacks B.", units=(1, 2), hexes=(3,), data={"parts": []})
    >>> came = Event("step-lost", "B loses a step.", units=(2,))
    >>> told([Event("turn", "5 PM."), fight, came]), told([fight, came], 2)
    ('A attacks B.', 'A attacks B. B loses a step.')
    """
    events = [event for event in events if not event.again]
    best = max(
        events,
        key=lambda event: (event.kind in kinds.fights, bool(event.units), bool(event.hexes), bool(event.data)),
        default=None,
    )
    if best is None:
        return ""
    after = events[events.index(best) + 1 :] if best.data else ()
    came = islice(takewhile(lambda event: event.units or event.hexes or event.kind in kinds.came, after), more)
    return " ".join([best.text, *(event.text for event in came)])


# The ledger


def revealed(game: Game, seat: str | None = None) -> bool:
    """Whether nothing of a game is hidden from a seat (None: from whoever looks on): it lies open, or its rules hide
    nothing at any moment of it.
    """
    if game.lies_open:
        return True
    return all(
        g.view(seat) == g.state and all(not event.to or seat in event.to for event in g.last.events)
        for g in game.line()
    )


def risky(game: Game) -> list[Game]:
    """The moments right after each move that threw dice, oldest first."""
    return [g for g in game.line() if g.parent is not None and g.last.throws][::-1]


def ledger(
    game: Game,
    seat: str | None = None,
    everything: bool = False,
    limit: int = LIMIT,
    samples: int = SAMPLES,
) -> Ledger:
    """The luck of a game, of which ``seat`` (None: whoever looks on) may know all once it is over; ``everything`` shows
    all of it at once.

    While something is hidden only the throws that the seat may see are in it (`Game.dice_for`), and no fight.
    """
    whole = everything or revealed(game, seat)
    fights = []
    for g in risky(game) if whole else ():
        assert g.parent is not None
        expected = hopes(g.engine, g.parent.state, g.last.seat, g.last.move, g.last.throws, limit, samples)
        if expected is not None:
            fights.append(fought(g, expected))
    return Ledger(all_thrown(game, seat, whole), tuple(fights), whole)


def all_thrown(game: Game, seat: str | None, whole: bool) -> tuple[Thrown, ...]:
    """The throws of a game that a seat may know, oldest first; with ``whole`` all of them."""
    line = list(game.line())[::-1]
    return tuple(throw for g in line for throw in thrown(g, g.last.throws if whole else g.dice_for(seat)))
