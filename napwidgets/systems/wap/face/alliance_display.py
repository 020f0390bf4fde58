"""G.1. The Alliance Display as plain values: markers, modifiers, chances, what if, and how it came so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.report import History, Span
from napwidgets.kernel.game import Game
from napwidgets.kernel.provenance import Provenance
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.markers import GROUPS, MAJORS, STEPS, Politics, Status
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, State
from napwidgets.systems.wap.states.alliances import Faction, Weight, opening, turning_odds, weights, why_not_court
from napwidgets.systems.wap.states.diplomacy import CourtChoice
from napwidgets.systems.wap.states.politics import HEADS, set_master
from napwidgets.systems.wap.tables import Tables

#: The columns of the display with the words above them, in the order in which France's die moves a marker.
COLUMNS: tuple[tuple[Status, str], ...] = (
    ("anti-French", "Anti-French"),
    ("neutral", "Neutral"),
    ("pro-French", "Pro-French"),
)
#: The majors that the die can move (G.1.d, G.1.e).
COURTED = tuple(name for name in MAJORS if name not in ("France", "England"))
FACTIONS: tuple[Faction, ...] = ("french", "english")
_SIDE = {"french": FRENCH, "english": ENGLISH}
_STATUS: dict[int, Status] = {NEUTRAL: "neutral", FRENCH: "pro-French", ENGLISH: "anti-French"}


class Display(Struct, frozen=True):
    """Where everything stands: the markers with their points, points lent to states, who can't be courted and why.

    ``barred`` holds faction, state, reason and paragraph; ``notes`` a word on a marker.
    """

    politics: Politics
    lent: tuple[tuple[str, int], ...] = ()
    barred: tuple[tuple[Faction, str, str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class Prospect(Struct, frozen=True):
    """What a faction's envoys can hope for at a state: the exact chance that it moves a step, and to where.

    Without a chance ``why`` and ``cite`` say what is against it.
    """

    state: str
    faction: Faction
    lent: int
    chance: Fraction | None
    to: Status
    why: str = ""
    cite: str = ""


# Where everything stands


def at_the_start() -> Display:
    """The display of September 1805, for a sandbox.

    >>> at_the_start().politics.status("Prussia")
    'neutral'
    """
    return Display(opening())


def display(x: Context, s: State) -> Display:
    """The Alliance Display of a position."""
    barred: list[tuple[Faction, str, str, str]] = []
    for faction in FACTIONS:
        now = replace(s, segment=_SIDE[faction])
        for name in COURTED:
            if problem := CourtChoice(0).why_not(x, now, NATIONS.index(name)):
                barred.append((faction, name, problem[0], f"WAP {problem[1]}"))
    lent = tuple((NATIONS[n], points // 2) for n, points in enumerate(s.lent) if points)
    return Display(x.politics(s), lent, tuple(barred), tuple(_notes(x, s)))


def _notes(x: Context, s: State) -> Iterable[tuple[str, str]]:
    for n, name in enumerate(MAJORS):
        lost = [x.setting.cities[c].name for c in x.cities_of(s, n) if x.foreign(s, c, n)]
        if s.conquered[n]:
            yield name, "conquered"
        elif lost:
            yield name, f"lost: {', '.join(lost)}"
        elif n in x.setting.seat_of_major and n not in HEADS.values():
            yield name, "has a player"
    for name, members in GROUPS.items():
        yield name, group_words(x, s, members)


def group_words(x: Context, s: State, members: Iterable[str]) -> str:
    """The members of a group by their side: why the group stands where it stands (G.1.f)."""
    sides: dict[str, list[str]] = {"pro-French": [], "anti-French": [], "neutral": [], "not formed": []}
    for member in members:
        n = NATIONS.index(member)
        sides["not formed" if s.masters[n] < 0 else _STATUS[x.faction(s, n)]].append(member)
    return "; ".join(f"{side}: {', '.join(names)}" for side, names in sides.items() if names)


def reach(tables: Tables) -> tuple[int, ...]:
    """How many points England may lend one state, from none on (J.5.c)."""
    return tuple(range(tables.production["english points lent to one"] + 1))


# What weighs on the die, and whom it turns


def modifiers(tables: Tables, shown: Display, lent: int = 0) -> tuple[tuple[Weight, ...], int]:
    """Everything that modifies the die, and the sum (G.1.g to G.1.k)."""
    parts = weights(tables, shown.politics, lent)
    return parts, sum(part.value for part in parts)


def prospect(tables: Tables, shown: Display, faction: Faction, state: str, lent: int | None = None) -> Prospect:
    """The chance of a faction at a state; by default with the points that England has lent it."""
    paid = dict(shown.lent).get(state, 0) if lent is None else lent
    paid = paid if faction == "english" else 0
    here = STEPS.index(shown.politics.status(state))
    to = STEPS[min(2, here + 1) if faction == "french" else max(0, here - 1)]
    for side, name, why, cite in shown.barred:
        if (side, name) == (faction, state):
            return Prospect(state, faction, paid, None, to, why, cite)
    if problem := why_not_court(shown.politics, faction, state):
        return Prospect(state, faction, paid, None, to, problem.why, problem.cites[0])
    return Prospect(state, faction, paid, turning_odds(tables, shown.politics, faction, state, paid), to)


def prospects(tables: Tables, shown: Display) -> tuple[Prospect, ...]:
    """Every state that the die can move: France's chance, and England's for each number of points it may lend."""
    found = []
    for state in COURTED:
        found.append(prospect(tables, shown, "french", state))
        found += [prospect(tables, shown, "english", state, lent) for lent in reach(tables)]
    return tuple(found)


def thresholds(tables: Tables) -> tuple[int, int, Provenance]:
    """The modified die that turns a state for France (or less) and for England (or more), and where that is from."""
    origin = tables.all["alliance"].origin("french success up to", "value")
    return tables.alliance["french success up to"], tables.alliance["english success from"], origin


# What if


class Wish(Struct, frozen=True):
    """What one would like to see changed: majors (in a sandbox any marker) with another status, cities that changed
    hands by number and side, more city points of either side, whether Napoleon withdrew.
    """

    placed: tuple[tuple[str, Status], ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    french: int = 0
    english: int = 0
    withdrew: bool | None = None

    def place(self, name: str, status: Status) -> Wish:
        """The wish with one more marker moved."""
        return replace(self, placed=tuple({**dict(self.placed), name: status}.items()))

    def take(self, city: int, side: int) -> Wish:
        """The wish with one more city in the hands of a faction."""
        return replace(self, taken=tuple({**dict(self.taken), city: side}.items()))

    def besides(self, other: Wish) -> Wish:
        """Both wishes together; where they differ the other one holds."""
        return Wish(
            tuple({**dict(self.placed), **dict(other.placed)}.items()),
            tuple({**dict(self.taken), **dict(other.taken)}.items()),
            self.french + other.french,
            self.english + other.english,
            self.withdrew if other.withdrew is None else other.withdrew,
        )


class Line(Struct, frozen=True):
    """One thing changed: what it is, the chances of France and of England at a state, the wish that makes it so."""

    label: str
    french: Fraction | None
    english: Fraction | None
    wish: Wish | None = None


def wished(shown: Display, wish: Wish) -> Display:
    """A display with a wish come true, where there is no game: markers go where they are put."""
    politics = shown.politics
    for name, status in wish.placed:
        politics = politics.placed(name, status)
    return replace(shown, politics=_points(politics, wish))


def _points(politics: Politics, wish: Wish) -> Politics:
    return replace(
        politics,
        french_cities=max(0, politics.french_cities + wish.french),
        english_cities=max(0, politics.english_cities + wish.english),
        napoleon_withdrew=politics.napoleon_withdrew if wish.withdrew is None else wish.withdrew,
    )


def wished_in(x: Context, s: State, wish: Wish) -> Display:
    """The display of a position with a wish come true: groups and city points follow as the rules have it."""
    for name, stands in wish.placed:
        if name in MAJORS:
            side = next(side for side, word in _STATUS.items() if word == stands)
            n = NATIONS.index(name)
            s = replace(s, status=(*s.status[:n], side, *s.status[n + 1 :]))
    for city, side in wish.taken:
        s = taken(x, s, city, side)
    found = display(x, s)
    return replace(found, politics=_points(found.politics, wish))


def taken(x: Context, s: State, city: int, side: int) -> State:
    """A position with a city in the hands of a faction: of its own state, if that is on this side, else of its head.

    A minor follows its city (G.1.f).
    """
    head = HEADS[side]
    for minor in x.setting.ruled_from.get(city, ()):
        if s.masters[minor] >= 0:
            return set_master(s, minor, head)
    home = x.setting.home[city]
    return x.take(s, city, home if s.masters[home] >= 0 and x.faction(s, home) == side else head)


def cities_to_take(x: Context, s: State) -> tuple[tuple[int, int, str], ...]:
    """Production cities of majors and minors that could change hands: number, side that would take it, words."""
    found = []
    for nation in range(len(NATIONS)):
        if s.masters[nation] < 0:
            continue
        for city in x.cities_of(s, nation):
            for side in (FRENCH, ENGLISH):
                if x.city_faction(s, city) != side and (nation >= 6 or x.faction(s, nation) != NEUTRAL):
                    who = NATIONS[FRANCE if side == FRENCH else ENGLAND]
                    found.append((city, side, f"{x.setting.cities[city].name} ({NATIONS[nation]}) to {who}'s side"))
    return tuple(found)


def lines(tables: Tables, shown: Display, state: str, change: Callable[[Wish], Display]) -> tuple[Line, ...]:
    """The chances at a state as things are, and with one thing changed; ``change`` makes a wish come true."""
    found = [line("as it stands", tables, shown, state)]
    for points in reach(tables)[1:]:
        lent = tuple({**dict(shown.lent), state: points}.items())
        words = f"England lends {points} point{'s' * (points > 1)}"
        found.append(line(words, tables, replace(shown, lent=lent), state))
    for words, wish in _changes(shown.politics, state):
        other = change(wish)
        if other.politics != shown.politics:
            found.append(line(words, tables, replace(other, lent=shown.lent), state, wish))
    return tuple(found)


def _changes(politics: Politics, state: str) -> Iterable[tuple[str, Wish]]:
    yield "one more city in French hands", Wish(french=1)
    yield "one more city in anti-French hands", Wish(english=1)
    for name, status in politics.markers:
        if name in (state, "France", "England"):
            continue
        at = STEPS.index(status)
        for step in (-1, 1):
            if 0 <= at + step < 3:
                yield f"{name} {STEPS[at + step]}", Wish().place(name, STEPS[at + step])


def line(words: str, tables: Tables, shown: Display, state: str, wish: Wish | None = None) -> Line:
    """One line of the what-if: the chances of both sides at a state."""
    french = prospect(tables, shown, "french", state).chance
    return Line(words, french, prospect(tables, shown, "english", state).chance, wish)


# How it came so


def histories(s: State) -> tuple[History, ...]:
    """The status of each major from the first month on, from the state's own record."""
    found = []
    for n, name in enumerate(MAJORS):
        changes = {turn: side for turn, nation, side in s.history if nation == n}
        found.append(History(name, spans({max(1, turn): _STATUS[side] for turn, side in changes.items()}, s.turn)))
    return tuple(found)


def spans(changes: Mapping[int, Status], last: int) -> tuple[Span, ...]:
    """Changes of status by turn as spans without gaps, up to a last turn.

    >>> spans({1: "neutral", 4: "anti-French"}, 6)
    (Span(first=1, last=3, status='neutral'), Span(first=4, last=6, status='anti-French'))
    """
    found: list[Span] = []
    for turn, status in sorted(changes.items()):
        if found and found[-1].status == status:
            continue
        if found:
            found[-1] = replace(found[-1], last=turn - 1)
        found.append(Span(turn, last, status))
    return tuple(span for span in found if span.first <= span.last)


class GroupHistory:
    """How the four minor groups stood month by month: read from a game's positions, each of them once."""

    def __init__(self, x: Context) -> None:
        self._x = x
        self._seen: Game | None = None
        self._sides: dict[int, tuple[int, ...]] = {}

    def of(self, game: Game) -> tuple[History, ...]:
        """The groups' histories up to a game's position: how they stood at the end of each month."""
        fresh: dict[int, tuple[int, ...]] = {}
        for earlier in game.line():
            if earlier is self._seen:
                break
            turn = earlier.state.turn
            if turn not in fresh:
                fresh[turn] = tuple(self._x.group_faction(earlier.state, g) for g in range(len(GROUPS)))
        else:
            self._sides = {}
        self._sides |= fresh
        self._seen = game
        return tuple(
            History(name, spans({turn: _STATUS[sides[g]] for turn, sides in self._sides.items()}, game.state.turn))
            for g, name in enumerate(GROUPS)
        )
