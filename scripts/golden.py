"""Write the golden playthroughs: one finished game for each ending of each scenario, as a save and as a readable text,
in ``tests/golden/``.

``python scripts/golden.py`` plays the games of `GAMES` again and rewrites the files whose play has changed, with
``--only wap/`` those of one system; ``--retell`` plays nothing and tells the kept games in the words of now;
``--search SECONDS`` looks for games with endings that the list does not have and prints lines for it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine, Move, Outcome, State
from napwidgets.players.base import Player, seeded
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load, load_game, scenario_files, sequel
from napwidgets.systems.con.engine import Campaign as Corps
from napwidgets.systems.con.moves import Done as Enough
from napwidgets.systems.con.victory import score as standing
from napwidgets.systems.jdg.engine import Campaign as March
from napwidgets.systems.jdg.moves import Done, Shelter
from napwidgets.systems.jdg.victory import account
from napwidgets.systems.tactical.core.moves import Attack, Charge, GiveWay, Go, Pass, Stand
from napwidgets.systems.tactical.engine import Battle
from napwidgets.systems.wap.engine import Campaign
from napwidgets.systems.wap.markers import MAJORS
from napwidgets.systems.wap.moves import Done as Declined
from napwidgets.systems.wap.moves import ProposeEnd
from napwidgets.systems.wap.state import ENGLISH, FACTIONS, FRENCH

FOLDER = Path(__file__).parent.parent / "tests" / "golden"

#: Scenario, ending, seed, the kind of player of each side in the scenario's order, and optional rules.
GAMES: list[tuple[str, str, str, tuple[str, str], tuple[str, ...]]] = [
    ("nlc/first-steps", "farm-held", "1815", ("steady", "steady"), ()),
    ("nlc/first-steps", "farm-taken", "1815", ("random", "random"), ()),
    ("nlc/first-steps", "french-broken", "1821", ("headlong", "steady"), ()),
    ("nlc/first-steps", "anglo-broken", "1834", ("steady", "recruit"), ()),
    ("nlc/la-belle-alliance", "allies-gone", "1817", ("steady", "idle"), ()),
    ("nlc/la-belle-alliance", "ridge-held", "1816", ("idle", "steady"), ()),
    ("nlc/la-belle-alliance", "french-broken", "1815", ("steady", "recruit"), ()),
    ("nlc/la-belle-alliance", "ridge-taken", "1817", ("recruit", "recruit"), ()),
    ("nlc/la-belle-alliance", "stalemate", "1817", ("random", "random"), ()),
    ("nlc/ligny", "prussians-broken", "1836", ("recruit", "steady"), ()),
    ("nlc/ligny", "prussians-gone", "1816", ("steady", "recruit"), ()),
    ("nlc/ligny", "prussians-hold", "1815", ("idle", "steady"), ()),
    ("nlc/ligny", "french-spent", "1816", ("steady", "steady"), ()),
    ("nlc/quatre-bras", "crossroads-held", "1816", ("recruit", "steady"), ()),
    ("nlc/quatre-bras", "crossroads-taken", "1815", ("steady", "idle"), ()),
    ("nlc/quatre-bras", "stalemate", "1837", ("steady", "reckless"), ()),
    ("nlc/quatre-bras", "anglo-broken", "1817", ("steady", "reckless"), ()),
    ("nlc/quatre-bras", "french-broken", "1817", ("reckless", "steady"), ("six_to_hit", "artillery_detail")),
    ("nlc/wavre", "prussians-broken", "1841", ("steady", "steady"), ()),
    ("nlc/wavre", "nightfall", "1815", ("steady", "steady"), ()),
    ("nlc/wavre", "french-broken", "1852", ("headlong", "recruit"), ()),
    ("mop/brienne", "nightfall", "1814", ("steady", "steady"), ()),
    ("mop/la-rothiere", "nightfall", "1814", ("steady", "steady"), ("historical_weather",)),
    ("mop/champaubert", "nightfall", "1816", ("steady", "steady"), ()),
    ("mop/champaubert", "all-broken", "1814", ("steady", "random"), ()),
    ("mop/montmirail", "nightfall", "1814", ("steady", "steady"), ("restricted_cards",)),
    ("mop/vauchamps", "nightfall", "1814", ("steady", "steady"), ()),
    ("mop/brienne-la-rothiere", "campaign", "1814", ("steady", "steady"), ()),
    ("mop/six-days", "campaign", "1814", ("steady", "random"), ("restricted_cards",)),
    ("mop/montmirail-vauchamps", "campaign", "1814", ("random", "steady"), ()),
    ("mop/campaign-of-1814", "campaign", "1814", ("steady", "steady"), ()),
    ("wap/grand-campaign", "paris", "1815", ("idle", "idle"), ()),
    ("wap/grand-campaign", "conquest", "1817", ("steady", "steady"), ()),
    ("wap/grand-campaign", "cities", "1823", ("stubborn", "steady"), ()),
    ("wap/grand-campaign", "napoleon", "1817", ("stubborn", "steady"), ()),
    ("wap/grand-campaign", "agreement", "1815", ("weary", "steady"), ()),
    ("wap/coalitions", "coalition", "1815", ("steady", "steady"), ()),
    ("wap/lloyds", "rate", "1815", ("steady", "steady"), ()),
    ("wap/trafalgar", "junction", "1815", ("steady", "steady"), ()),
    ("jdg/germany-1813-1", "points-french", "1815", ("steady", "idle"), ()),
    ("jdg/germany-1813-1", "points-allied", "1815", ("idle", "steady"), ()),
    ("jdg/germany-1813-1", "draw", "1815", ("steady", "steady"), ()),
    ("jdg/germany-1813-3", "points-allied", "1815", ("idle", "steady"), ()),
    ("jdg/germany-1813-3", "points-french", "1815", ("steady", "idle"), ()),
    ("jdg/danube-1805", "napoleon", "1806", ("shut-in", "recruit"), ()),
    ("con/learning", "french-points", "1815", ("steady", "idle"), ()),
    ("con/learning", "allied-points", "1815", ("idle", "steady"), ()),
    ("con/learning", "draw", "1818", ("steady", "steady"), ()),
    ("con/belgium-1815", "draw", "1817", ("steady", "steady"), ()),
    ("con/france-1814", "allied-fallen", "1816", ("idle", "steady"), ()),
]


class Idle:
    """A player who does nothing whenever he may, and anything legal when he must."""

    kind = "idle"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Pass if that is allowed."""
        free = list(engine.options(view))
        if Pass() in free:
            return Pass()
        for done in (Done(), Enough()):
            if done in free:
                return done
        if free:
            return self.rng.choice(free)
        subjects = list(engine.subjects(view))
        self.rng.shuffle(subjects)
        return next(self.rng.choice(list(moves)) for s in subjects if (moves := engine.options(view, s.id)))


class ShutIn:
    """A player who does nothing but go into a fortified city when he is attacked there."""

    kind = "shut-in"

    def __init__(self, idle: Idle) -> None:
        self.idle = idle

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Shut the gates if there are any."""
        gates = [move for move in engine.options(view) if isinstance(move, Shelter)]
        return max(gates, key=lambda move: len(move.pieces)) if gates else self.idle.choose(engine, view, seat)


class Stubborn:
    """A player who does nothing and never agrees to end a campaign (C.3.b)."""

    kind = "stubborn"

    def __init__(self, idle: Idle) -> None:
        self.idle = idle

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Decline whatever is proposed."""
        decision = engine.decision(view)
        if decision is not None and decision.kind == "agreement":
            return Declined()
        return self.idle.choose(engine, view, seat)


class Weary:
    """A steady player who proposes each month to end the campaign (C.3.b)."""

    kind = "weary"

    def __init__(self, steady: Player) -> None:
        self.steady = steady

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Propose it before the first march of the month."""
        decision = engine.decision(view)
        if decision is not None and decision.kind == "movement" and engine.seats.index(seat) not in view.proposed:
            return ProposeEnd()
        return self.steady.choose(engine, view, seat)


class Reckless:
    """A steady player who charges and attacks wherever he can and never gives way."""

    kind = "reckless"

    def __init__(self, steady: Player) -> None:
        self.steady = steady

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Go for the enemy."""
        free = list(engine.options(view))
        if Stand() in free and GiveWay() in free:
            return Stand()
        decision = engine.decision(view)
        if decision is not None and decision.kind in ("charge", "attack"):
            for subject in engine.subjects(view):
                for move in engine.options(view, subject.id):
                    if isinstance(move, (Attack, Charge)):
                        return move
        return self.steady.choose(engine, view, seat)


class Headlong(Reckless):
    """A reckless player whose troops go next to the enemy whenever they can."""

    kind = "headlong"

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """Close with the enemy, then as a reckless player does."""
        decision = engine.decision(view)
        if isinstance(engine, Battle) and decision is not None and decision.kind == "movement":
            ground, side = engine.context.ground, engine.seats.index(seat)
            for subject in engine.subjects(view):
                for move in engine.options(view, subject.id):
                    if isinstance(move, Go) and ground.enemies_beside(view, move.path[-1], side):
                        return move
        return super().choose(engine, view, seat)


def player(kind: str, engine: Engine, seat: str, seed: str) -> Player:
    """A player of a kind for a seat."""
    if kind == "idle":
        return Idle(seeded(seed, seat))
    if kind == "stubborn":
        return Stubborn(Idle(seeded(seed, seat)))
    if kind == "shut-in":
        return ShutIn(Idle(seeded(seed, seat)))
    if kind in ("reckless", "headlong"):
        bold = Headlong if kind == "headlong" else Reckless
        return bold(make_player("steady", engine, seat, seed))
    if kind == "weary":
        return Weary(make_player("steady", engine, seat, seed))
    return make_player(kind, engine, seat, seed)


def play(
    scenario: str, seed: str, kinds: tuple[str, str], options: tuple[str, ...] = (), limit: int = 6000
) -> Game | None:
    """A game to its end, of a campaign the last battle; None if one takes too many moves."""
    game = _played(load(scenario, dict.fromkeys(options, True)), seed, kinds, limit)
    while game is not None and (engine := sequel(game)) is not None:
        game = _played(engine, seed, kinds, limit)
    return game


def _played(engine: Engine, seed: str, kinds: tuple[str, str], limit: int) -> Game | None:
    players = {seat: player(kind, engine, seat, seed) for seat, kind in zip(engine.seats, kinds, strict=True)}
    game = Game.new(engine, seed)
    while (decision := game.decision) is not None:
        if game.number >= limit:
            return None
        game = game.play(players[decision.seat].choose(engine, game.view(decision.seat), decision.seat))
    return game


def text_of(game: Game) -> str:
    """A finished game turn by turn: what happened, how things stand at the end of a turn, and how it ended."""
    return "\n".join(_lines(game)) + "\n"


#: Events that are too many for a story of ten years.
QUIET = {
    "marched",
    "sail",
    "arrive",
    "purchase",
    "points",
    "production",
    "forfeit",
    "segment",
    "forced-march",
    "contact",
}


def _lines(game: Game) -> Iterator[str]:
    engine = game.engine
    yield f"{engine.title}, seed {game.seed}, {game.number} moves"
    before = None
    marked = {game.number * k // MOMENTS for k in range(MOMENTS)}
    for step in reversed(list(game.line())):
        for event in step.last.events:
            if event.kind == "turn":
                if before is not None:
                    yield from summary(engine, before)
                yield f"\n{event.text}"
                continue
            if engine.system == "wap" and event.kind in QUIET:
                continue
            cites = ", ".join(c.partition(" ")[2] for c in event.cites)
            secret = f" [{', '.join(event.to)} only]" if event.to else ""
            yield f"  {event.text} ({cites}){secret}"
        before = step.state
        if step.number in marked:
            yield from moment(step)
    yield from summary(engine, game.state)
    outcome = game.outcome
    assert outcome is not None
    yield f"\n{outcome.ending}: {outcome.title}. Winner: {outcome.winner or 'nobody'}."
    for seat, score in outcome.points:
        yield f"  {seat}: {score} points"


#: At how many moments of a game its text shows what can be done and what each seat knows.
MOMENTS = 4
#: How many moves of a list are written out; the others are counted.
WRITTEN = 6


def moment(game: Game) -> Iterator[str]:
    """What can be done now, and what each seat knows that onlookers do not: a lost option or a leak shows here."""
    decision = game.decision
    assert decision is not None
    yield f"  > move {game.number}: {game.engine.seat_name(decision.seat)} decide on {decision.title!r}"
    yield from _moves("", game)
    for subject in game.subjects():
        yield from _moves(subject.id, game, f"{subject.label}: ")
    common = {_told(row) for row in game.engine.rows(game.view(None))}
    for seat in game.engine.seats:
        own = [row for row in map(_told, game.engine.rows(game.view(seat))) if row not in common]
        yield f"  > {game.engine.seat_name(seat)} alone see: {'; '.join(own) or 'nothing'}"


def _moves(subject: str, game: Game, about: str = "") -> Iterator[str]:
    words = [option.label.text for option in game.options(subject or None)]
    if words:
        more = f" | and {len(words) - WRITTEN} more" if len(words) > WRITTEN else ""
        yield f"  >   {about}{' | '.join(words[:WRITTEN])}{more}"


def _told(row: Mapping[str, Any]) -> str:
    """A row of the data frame, without what is empty."""
    return " ".join(str(value) for value in row.values() if value not in (None, "", 0, False))


def summary(engine: Engine, state: State) -> Iterator[str]:
    """How things stand when a turn ends."""
    if isinstance(engine, Battle):
        yield from _orders(engine, state)
    elif isinstance(engine, March):
        yield from _armies(engine, state)
    elif isinstance(engine, Corps):
        yield from _corps(engine, state)
    elif isinstance(engine, Campaign):
        yield from _sides(engine, state)


def _orders(engine: Battle, state: State) -> Iterator[str]:
    """Orders in force and strength lost."""
    x = engine.context
    for c, info in enumerate(engine.setting.commands):
        command = state.commands[c]
        if not command.active or x.leader_hex(state, c) < 0:
            continue
        target = f" {x.place(command.order.target)}" if command.order.target >= 0 else ""
        yield f"  = {info.name}: {command.order.kind.replace('_', ' ')}{target}"
    lost = x.losses(state)[1]
    yield "  = lost: " + ", ".join(f"{a.name} {n}" for a, n in zip(engine.setting.armies, lost, strict=True))


def _sides(engine: Campaign, state: State) -> Iterator[str]:
    """Who stands with whom, the cities each side holds, the strength on the map, Lloyd's rate."""
    x = engine.context
    for faction in (FRENCH, ENGLISH):
        states = ", ".join(name for name, status in zip(MAJORS, state.status, strict=True) if status == faction)
        strength = sum(sum(a.count) for a in state.armies if x.army_faction(state, a) == faction)
        cities = x.production_cities(state, faction)
        yield f"  = {FACTIONS[faction]}: {states}; {cities} production cities, {strength} strength points"
    if x.options.lloyds:
        yield f"  = Lloyd's asks {state.rate / 2:g} %"


def _armies(engine: March, state: State) -> Iterator[str]:
    """Strength on the map, losses and victory points of both sides."""
    x = engine.context
    for side in (0, 1):
        here = sum(c.strength for i, c in enumerate(state.counters) if x.sides[i] == side and c.at >= 0)
        points = account(x, state, side)
        name = x.setting.seat_names[side]
        yield f"  = {name}: {here} strength points, {state.lost[side]} lost, {points.total} victory points"


def _corps(engine: Corps, state: State) -> Iterator[str]:
    """Strength on the map, losses and victory points of both sides."""
    x, points = engine.context, standing(engine.context, state)
    for side in (0, 1):
        here = sum(t.strength for u, t in enumerate(state.units) if x.unit_side[u] == side and t.at >= 0)
        name = x.setting.side_names[side]
        yield f"  = {name}: {here} strength points, {state.lost[side]} lost in combats, {points[side]} victory points"


def ending_of(outcome: Outcome, engine: Engine) -> str:
    """How a game ended; in a campaign of jdg that points decide, whose they were too."""
    if engine.linked:
        return "campaign"
    by_points = isinstance(engine, March) and outcome.ending == "points"
    return f"points-{outcome.winner}" if by_points else outcome.ending


#: All scenarios of jdg end alike; each way is shown where it is reached soon: by points at the last turn or with the
#: armistice, level, or by the capture of Napoleon.
JDG_ENDINGS = {
    "jdg/germany-1813-1": {"points-french", "points-allied", "draw"},
    "jdg/danube-1805": {"napoleon"},
    "jdg/germany-1813-3": {"points-french", "points-allied"},
}


#: All scenarios of con end alike, too: by points at the last turn, level, by the fall of a place.
CON_ENDINGS = {
    "con/learning": {"french-points", "allied-points", "draw"},
    "con/belgium-1815": {"draw"},
    "con/france-1814": {"allied-fallen"},
}


#: Battles of 1814 end by the scenario, and like all of them when no corps of a side can fight on.
MOP_ENDINGS = {"mop/champaubert": {"all-broken"}}


def endings(engine: Engine) -> set[str]:
    """The ways in which a scenario can end."""
    if engine.linked:
        return {"campaign"}
    if isinstance(engine, Battle):
        own = {ending.id for ending in engine.setting.scenario.endings}
        return own | MOP_ENDINGS.get(engine.scenario_id, set())
    if isinstance(engine, Corps):
        return CON_ENDINGS.get(engine.scenario_id, set())
    if isinstance(engine, March):
        return JDG_ENDINGS.get(engine.scenario_id, set())
    assert isinstance(engine, Campaign)
    goal = engine.setting.scenario.goal.kind
    return {"conquest", "paris", "napoleon", "cities", "agreement"} if goal == "cities" else {goal}


def files(scenario: str, ending: str) -> tuple[Path, Path]:
    """Where the text and the save of a game stand."""
    stem = f"{scenario.partition('/')[2]}.{ending}"
    return FOLDER / f"{stem}.txt", FOLDER / f"{stem}.nap.json"


def write(only: str = "") -> int:
    """Play the listed games of scenarios with ``only`` in their ids and write them; the number of those that no longer
    end as they should.
    """
    wrong = 0
    FOLDER.mkdir(exist_ok=True)
    for scenario, ending, seed, kinds, options in GAMES:
        if only not in scenario:
            continue
        game = play(scenario, seed, kinds, options)
        if game is None or game.outcome is None or ending_of(game.outcome, game.engine) != ending:
            print(f"{scenario} {ending}: seed {seed} now ends otherwise; search for another")
            wrong += 1
            continue
        text, save = files(scenario, ending)
        text.write_text(text_of(game), encoding="utf-8")
        save.write_bytes(saves.dump(game))
        print(f"{text.name}: {game.number} moves")
    return wrong


def retell(only: str = "") -> None:
    """Tell the kept games of scenarios with ``only`` in their ids anew."""
    for scenario, ending, *_ in GAMES:
        if only in scenario:
            text, save = files(scenario, ending)
            game = load_game(save)
            text.write_text(text_of(game), encoding="utf-8")
            save.write_bytes(saves.dump(game))


#: Who plays whom in a search, in turn.
PAIRS = [
    ("steady", "steady"),
    ("steady", "idle"),
    ("idle", "steady"),
    ("random", "steady"),
    ("steady", "random"),
    ("reckless", "steady"),
    ("steady", "reckless"),
    ("reckless", "reckless"),
    ("reckless", "idle"),
    ("shut-in", "steady"),
]


def search(seconds: float, only: str = "", options: tuple[str, ...] = ()) -> None:
    """Look for endings that no listed game has, and print lines for `GAMES`."""
    known = {(scenario, ending) for scenario, ending, *_ in GAMES}
    for scenario in scenario_files():
        if only not in scenario:
            continue
        missing = endings(load(scenario)) - {e for s, e in known if s == scenario}
        until, n = time.monotonic() + seconds, 0
        while missing and time.monotonic() < until:
            kinds, seed = PAIRS[n % len(PAIRS)], str(1815 + n // len(PAIRS))
            n += 1
            game = play(scenario, seed, kinds, options)
            if game is None or game.outcome is None:
                continue
            ending = ending_of(game.outcome, game.engine)
            if ending in missing:
                missing.discard(ending)
                print(f"    {(scenario, ending, seed, kinds, options)},", flush=True)
        if missing:
            print(f"# {scenario}: not found after {n} games: {', '.join(sorted(missing))}", flush=True)


def main() -> int:
    """Write or search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--search", type=float, default=0.0, metavar="SECONDS", help="for each scenario")
    parser.add_argument("--only", default="", help="what is in the ids of the scenarios, as wap/")
    parser.add_argument("--retell", action="store_true", help="only words have changed")
    parser.add_argument("--options", default="", help="optional rules for the search, with commas")
    chosen = parser.parse_args()
    if chosen.search:
        search(chosen.search, chosen.only, tuple(name for name in chosen.options.split(",") if name))
        return 0
    if chosen.retell:
        retell(chosen.only)
        return 0
    return 1 if write(chosen.only) else 0


if __name__ == "__main__":
    sys.exit(main())
