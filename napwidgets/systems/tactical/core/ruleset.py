"""What a title says of itself: everything in which grand-tactical battles differ, as one frozen value.

Functions take ``x``, the battle's `Context`, and ``s``, its state, which may be of the title's own type, as steps do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.tactical.core.arms import Kind, Quality
from napwidgets.systems.tactical.core.causes import FIRE_WORDS, MORALE_WORDS, Factors, Mods, Words
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.scenario import ScenarioData
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.core.terrain import Hexside, Terrain
from napwidgets.systems.tactical.core.weather import Weather
from napwidgets.systems.telling import Log

#: A question about a position.
Asks: TypeAlias = Callable[[Any, Any], bool]
#: Hexes of each side of which the enemy sees no more than that somebody may be there.
Covers: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Arrangement(NamedTuple):
    """Why orders can't be given, each reason as words and paragraphs: those of some ``kinds``, any (``always``), or one
    with a target by what ``aim`` says of it; nothing if it can.

    >>> few = Arrangement({"reserve": ("No rest.", "1")}, aim=lambda target: ("Too far.", "2") if target > 9 else ())
    >>> few.why("march", 10), few.among([("march", 8), ("march", 10), ("reserve", -1)])
    (('Too far.', '2'), [('march', 8)])
    """

    kinds: Mapping[str, tuple[str, ...]] = {}
    always: tuple[str, ...] = ()
    aim: Callable[[int], tuple[str, ...]] | None = None

    def why(self, kind: str, target: int) -> tuple[str, ...]:
        """Why one order can't be given."""
        return self.kinds.get(kind) or self.always or (self.aim(target) if self.aim else ())

    def among(self, orders: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of some orders, kind and target, that can be given."""
        if self.always:
            return []
        kinds, aim = self.kinds, self.aim
        if kinds:
            orders = [order for order in orders if order[0] not in kinds]
        return [order for order in orders if not aim(order[1])] if aim else orders


#: No arrangements but the rules that hold for all.
_USUAL = Arrangement()


def always(x: Any, s: State) -> bool:
    """Whatever the position."""
    return True


def never(x: Any, s: Any, n: int) -> bool:
    """Whatever the unit or formation."""
    return False


def anybody(x: Any, s: State, leader: int) -> bool:
    """Whoever he is."""
    return True


def unbarred(x: Any, s: Any, u: int) -> tuple[str, ...]:
    """Nothing but the rules that hold for all keeps a unit from fighting."""
    return ()


def goes_on(x: Any, s: Any, units: Sequence[int], log: Log) -> Any:
    """No position: nobody keeps cavalry from pursuing."""
    return None


def anywhere(x: Any, s: Any, u: int, h: int) -> tuple[str, ...]:
    """Units attack wherever their orders let them."""
    return ()


def as_printed(x: Any, s: Any, leader: int) -> int:
    """A leader's rating follows from what is printed."""
    return -1


def by_dice(x: Any, s: Any, u: int, what: str) -> bool:
    """Every check asks for a die."""
    return False


def on_merit(x: Any, s: Any) -> tuple[int, tuple[int, ...]]:
    """The dice alone say who has the Initial Action (4.2)."""
    return -1, ()


def as_rolled(x: Any, s: Any, side: int) -> bool:
    """The dice alone say whether there is a Coordinated Action (4.1)."""
    return False


def as_listed(x: Any, s: Any, group: int) -> tuple[int, int, int]:
    """Turn, entry hex and first target of a group of reinforcements, as the scenario has them (9)."""
    listed: tuple[int, int, int] = x.setting.arrivals[group]
    return listed


def on_time(x: Any, s: Any, group: int) -> None:
    """No die says when a group of reinforcements comes (9)."""


def nobody(x: Any, s: State, units: Sequence[int]) -> Sequence[int]:
    """None of the units."""
    return ()


def only_by_edges(x: Any, s: State, units: Sequence[int], h: int) -> bool:
    """Nobody leaves the map but by the edges that count (6)."""
    return False


def nothing(x: Any, s: Any, c: int, log: Log) -> Any:
    """No position: the rules that hold for all go on."""
    return None


def as_all(x: Any, s: Any, leader: int, c: int) -> Arrangement:
    """No arrangements but the rules that hold for all."""
    return _USUAL


def so_many(tables: Tables, units: Sequence[Any]) -> bool:
    """As many units as the tables say stand in a hex (5.3)."""
    return len(units) <= tables.limits["stacking"]


def openly(s: Any) -> tuple[object, ...]:
    """Nobody is under cover."""
    return ()


def wholly(s: Any) -> tuple[object, ...]:
    """Anything in the position may have to do with it."""
    return (s,)


def uncovered(setting: Any, s: Any) -> Covers:
    """No covers."""
    return (), ()


def as_before(x: Any, s: Any, units: Sequence[int], log: Log) -> Any:
    """The position as it was."""
    return s


def once(x: Any, s: Any, c: int) -> int:
    """No throw is made anew."""
    return 0


def unmoved(x: Any, s: Any, side: int, what: str, times: int, log: Log) -> Any:
    """The position as it was, whatever was thrown anew."""
    return s


def bound(x: Any, s: Any, units: Sequence[int]) -> bool:
    """Whoever has to attack does."""
    return False


def nowhere(x: Any, s: Any, side: int) -> frozenset[int]:
    """No hex at all."""
    return frozenset()


def most_points(x: Any, s: Any, score: Sequence[tuple[str, int]]) -> str | None:
    """The side with more points, nobody if both have the same (13)."""
    best = sorted(score, key=lambda p: -p[1])
    return best[0][0] if len(best) < 2 or best[0][1] > best[1][1] else None


class Phase(Struct, frozen=True):
    """A part of the turn (4): its steps in the order of play, and when it takes place."""

    name: str
    steps: tuple[Step, ...]
    when: Asks = always


class Segment(Struct, frozen=True):
    """A part of a formation action (4.4): the step of the side that acts, and when it takes place."""

    step: Callable[[int], Step]
    when: Asks = always


class Ruleset(Struct, frozen=True, kw_only=True):
    """A title of grand-tactical battles: first what every title says, then what is added to the shared rules.

    * ``system``, ``version``: its id, and that of its rules; ``tables`` gives its tables as shipped.
    * ``turn``, ``action``: the phases of a turn and the segments of a formation action, in the order of play (4, 4.4).
    * ``kinds``: the kinds of units by name; ``qualities``: what each unit of a battle is worth (2.2); ``colours``:
      those of a side where no troops show others; ``nations``: their names.
    * ``terrain``, ``hexsides``: the ground, by the names of the terrain table (5.2, 7.6).
    * ``weather``: what the sky of a position allows (5.5, 20.14, 23).
    * ``stacking``: for units that come, a test of whether they find room beside those who stand in a hex (5.3);
      ``fits`` asks the same of units as a scenario sets them up;
      ``no_room``: what they are told who find none, with ``{place}`` for where, ``{units}`` and ``{points}`` for the
      most that may stand there (`full`); ``room_cite``: the paragraph of it.
    * ``filled``: hexes in which a side's units end no move, whoever stands there (5.3).
    * ``hides``: what of a position says who is under cover; ``covers``: the hexes of each side of which the enemy sees
      no more than that somebody may be there; ``shown``: what becomes of units that fire or charge (5.3).
    * ``draw``: the next chit (4).
    * ``arrivals``: what arrives as a turn begins (9); ``supply``: who goes without as it ends (24).
    * ``points``: victory points of each side (13), ``leads``: who has won by them.
    * ``rallies``: whether a unit that comes back must throw a die for it (21).
    * ``beyond``: whether units that are eliminated are lost for good (21).
    * ``sleeps_late``: whether the commanders of a side must be released after a night (23).

    * ``form``: the form of its scenario files; ``options``: the type of its optional rules.
    * ``state``: the type of its positions, its own fields after the shared.
    * ``words``: what its own factors and modifiers are called.
    * ``factors``: percentages of a unit's fire, by kind of clash, whether it defends, and whom it fires at (7.6).
    * ``allowances``: what becomes of the half MPs that a unit has for an action (5).
      ``paced``: what of a position that follows from, besides the turn and the losses.
    * ``unit_mods``, ``foe_mods``: modifiers of a unit's morale, and of that of a force by whom it faces (7.4);
      ``line_mods``: of that of a force in normal combat by who is in it.
    * ``throws``: of the force of some units in normal combat (``normal``) or a ``charge``, attacking or not, against
      others: points on its throw for fire, and how often one that hits nothing is made anew (`causes.ON_THROW`,
      `causes.ANEW`); ``anew``: how often the same goes for an order that a command would ignore (20.7); ``thrown``:
      what happens once a side has thrown anew for ``fire`` or for an ``order``, so many times.
    * ``arrangements``: why a leader can't give a command an order of a kind with a target, by the command arrangements
      of the title: words and paragraphs; ``sends``: columns of the compliance table for an order as it is sent.
    * ``misleads``: what a Bad Move comes to where the enemy has no say in it (20.11); nothing where he has.
    * ``stands_in``: whether a wing commander on his own rolls for his side (4.1, 20.15); ``bids``: what is added to a
      leader's rating when he tries an order on his own initiative (20.11); ``deaf``: whether a command looks at no
      order this turn (20.7).
    * ``faint``: whether a command obeys and keeps heart like a demoralized one, whatever it has lost (20.7, 20.10).
    * ``worn``: whether a formation counts as demoralized whatever it has lost (22).
    * ``shifts``: columns of the compliance table for an order (20.7).
    * ``riders``: the hexes from which the title's own counters of a side see leaders (21);
    * ``entered``: what happens where a side has entered a hex (19.1), and ``met`` the hexes in which that can be
      anything at all, nothing where that may be all of them; ``retreated``: where units have retreated (7.4).
    * ``caught``: what follows when a leader is lost who was ridden down alone (19.2).
    * ``exits``: whether units may leave the map where they stand, besides by the edges that count; ``strays``: who of
      those that leave it counts as lost (6).
    * ``alert_mods``, ``square_mods``: modifiers of a check for a countercharge, and of one of infantry that is charged,
      by who charges (7.9, 7.10); ``heart``: what is added to a leader's rating when his confidence is checked (20.10).
    * ``watched``: what is noted before the end is looked for; ``level_changes``: what is added to a level (11).
    * ``schedule``: turn, entry hex and first target of a group of reinforcements (9).
    * ``dated``: the exact chances of the turns in which a group may come, where a die will still say it (9).
    * ``certain``: whether a doubtful group comes without a die once it is due (9).
    * ``rated``: what a leader's rating is now whatever is printed, -1 for that (19.2); ``capacities``: how many orders
      more he gives (20.12).
    * ``claims``: the side that has the Initial Action whatever the dice say (-1: neither), and the sides that can't
      have it (4.2); ``coordinates``: whether a side has a Coordinated Action without a die (4.1).
    * ``sent``: what happens once an order is sent (20.4); ``struck``: once a hex was attacked or bombarded (7.3, 8.1).
    * ``barred``: why a unit may not charge, and ``resting`` why it may not fight at all, if so: words and paragraphs.
    * ``excused``: whether a stack that has to attack need not (7.3).
    * ``confines``: why a unit may not attack or charge a hex that others in its place might: words and paragraphs.
    * ``sure``: whether a unit passes a check without a die: ``reaction`` (7.9) or ``pursuit`` (7.8).
    * ``slips``: whether a unit may leave a ZOC by moving whatever its order, for the price of leaving one (5.4).
    * ``foils``: the position in which cavalry is kept from pursuing, nothing where it pursues (7.8).
    * ``spares``: whether retreating units lose nothing for an enemy ZOC (7.4).
    * ``astray``: whether a unit is out of command range wherever it stands (20.1); ``carries``: whether command range
      of a side goes through enemy ZOC (20.1).
    * ``telling``: kinds of its own events that a debrief tells once more.
    """

    system: str
    version: str
    tables: Callable[[], Tables]
    turn: tuple[Phase, ...]
    action: tuple[Segment, ...]
    kinds: Mapping[str, Kind]
    qualities: Callable[[Tables, Sequence[Any]], Sequence[Quality]]
    colours: tuple[str, str]
    nations: Mapping[str, str]
    terrain: Mapping[str, Terrain]
    hexsides: tuple[Hexside, ...]
    weather: Callable[[Any, Any], Weather]
    stacking: Callable[[Any, Any, Sequence[int]], Callable[[Sequence[int]], bool]]
    no_room: str
    draw: Callable[[Any, Any, Dice], int]
    arrivals: Callable[[Any, Any, Dice, Log], State]
    supply: Callable[[Any, Any, Log], State]
    points: Callable[[Any, Any], tuple[tuple[str, int], ...]]
    sleeps_late: Callable[[Any, int], bool]

    fits: Callable[[Tables, Sequence[Any]], bool] = so_many
    hides: Callable[[Any], tuple[object, ...]] = openly
    covers: Callable[[Any, Any], Covers] = uncovered
    shown: Callable[[Any, Any, Sequence[int], Log], Any] = as_before
    filled: Callable[[Any, Any, int], frozenset[int]] = nowhere
    leads: Callable[[Any, Any, Sequence[tuple[str, int]]], str | None] = most_points
    rallies: Callable[[Any, Any, int], bool]
    beyond: Callable[[Any, Any, int], bool] = never

    form: type[ScenarioData] = ScenarioData
    options: type[Options] = Options
    state: type[State] = State
    words: Mapping[str, Words] = {}
    factors: tuple[Callable[[Any, Any, int, str, bool, Sequence[int]], Factors], ...] = ()
    paced: Callable[[Any], tuple[object, ...]] = wholly
    allowances: tuple[Callable[[Any, Any, int, int], int], ...] = ()
    unit_mods: tuple[Callable[[Any, Any, int], Mods], ...] = ()
    foe_mods: tuple[Callable[[Any, Any, Sequence[int]], Mods], ...] = ()
    line_mods: tuple[Callable[[Any, Any, Sequence[int]], Mods], ...] = ()
    throws: tuple[Callable[[Any, Any, str, bool, Sequence[int], Sequence[int]], Mods], ...] = ()
    anew: Callable[[Any, Any, int], int] = once
    thrown: Callable[[Any, Any, int, str, int, Log], Any] = unmoved
    arrangements: Callable[[Any, Any, int, int], Arrangement] = as_all
    misleads: Callable[[Any, Any, int, Log], Any] = nothing
    stands_in: Callable[[Any, Any, int], bool] = anybody
    bids: tuple[Callable[[Any, Any, int, str], int], ...] = ()
    deaf: Callable[[Any, Any, int], bool] = never
    faint: Callable[[Any, Any, int], bool] = never
    worn: Callable[[Any, Any, int], bool] = never
    sends: tuple[Callable[[Any, Any, Any], int], ...] = ()
    shifts: tuple[Callable[[Any, Any, int, int], int], ...] = ()
    entered: tuple[Callable[[Any, Any, int, int, Log], State], ...] = ()
    met: Callable[[Any, Any], Sequence[int]] | None = None
    riders: Callable[[Any, Any, int], frozenset[int]] = nowhere
    retreated: tuple[Callable[[Any, Any, Sequence[int], str, Log], State], ...] = ()
    caught: tuple[Callable[[Any, Any, int, Log], State], ...] = ()
    exits: Callable[[Any, Any, Sequence[int], int], bool] = only_by_edges
    strays: Callable[[Any, Any, Sequence[int]], Sequence[int]] = nobody
    alert_mods: tuple[Callable[[Any, Any, int], Mods], ...] = ()
    square_mods: tuple[Callable[[Any, Any, Sequence[int]], Mods], ...] = ()
    heart: tuple[Callable[[Any, Any, int], int], ...] = ()
    watched: tuple[Callable[[Any, Any, Log], State], ...] = ()
    room_cite: str = "NLC 5.3"
    level_changes: tuple[Callable[[Any, Any, int], int], ...] = ()
    schedule: Callable[[Any, Any, int], tuple[int, int, int]] = as_listed
    dated: Callable[[Any, Any, int], Distribution[int] | None] = on_time
    certain: Callable[[Any, Any, int], bool] = never
    rated: Callable[[Any, Any, int], int] = as_printed
    capacities: tuple[Callable[[Any, Any, int], int], ...] = ()
    claims: Callable[[Any, Any], tuple[int, tuple[int, ...]]] = on_merit
    coordinates: Callable[[Any, Any, int], bool] = as_rolled
    sent: tuple[Callable[[Any, Any, Any, Log], State], ...] = ()
    struck: tuple[Callable[[Any, Any, int], State], ...] = ()
    barred: Callable[[Any, Any, int], tuple[str, ...]] = unbarred
    resting: Callable[[Any, Any, int], tuple[str, ...]] = unbarred
    excused: Callable[[Any, Any, Sequence[int]], bool] = bound
    confines: Callable[[Any, Any, int, int], tuple[str, ...]] = anywhere
    sure: Callable[[Any, Any, int, str], bool] = by_dice
    slips: Callable[[Any, Any, int], bool] = never
    foils: Callable[[Any, Any, Sequence[int], Log], Any] = goes_on
    spares: Callable[[Any, Any, int], bool] = never
    astray: Callable[[Any, Any, int], bool] = never
    carries: Callable[[Any, Any, int], bool] = never
    telling: tuple[str, ...] = ()

    def arranged(self, x: Any, s: Any, leader: int, c: int, kind: str, target: int) -> tuple[str, ...]:
        """Why a leader can't give a command one order, by the command arrangements; nothing if he can."""
        return self.arrangements(x, s, leader, c).why(kind, target)

    def fire_words(self) -> dict[str, Words]:
        """Words and paragraph for all that changes fire, the ground included."""
        ground = {row: kind.into for row, kind in self.terrain.items() if kind.into is not None}
        return {**FIRE_WORDS, **ground, **{side.row: side.across for side in self.hexsides}, **self.words}

    def morale_words(self) -> dict[str, Words]:
        """Words and paragraph for all that changes morale."""
        return {**MORALE_WORDS, **self.words}


def full(rules: Ruleset, tables: Tables, place: str) -> str:
    """What they are told who find no room in a place, with the figures of the table (5.3)."""
    limits = tables.limits
    return rules.no_room.format(place=place, units=limits["stacking"], points=limits.get("stacking points", 0))
