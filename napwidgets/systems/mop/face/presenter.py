"""The face of a battle of 1814: as of every battle, with the sky, baggage, covers, worth and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.board.display import Battle, Card, Fact, Line, Sky, Target
from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.kernel.system import End, Move
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.bound import scenario, tables
from napwidgets.systems.mop.face import baggage, bridges, screens, skies, skirmishes
from napwidgets.systems.mop.outposts import Skirmish
from napwidgets.systems.mop.scenario import UnitData
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.supply import wants
from napwidgets.systems.mop.trains import GoTrain
from napwidgets.systems.mop.victory import accounts, level
from napwidgets.systems.mop.weather import as_it_was, dusk, sky_odds, weather_turn
from napwidgets.systems.tactical.core.state import AWAY
from napwidgets.systems.tactical.face.presenter import BattlePresenter
from napwidgets.systems.tactical.face.wording import half
from napwidgets.systems.tactical.ground.context import Context, counted
from napwidgets.systems.telling import number, sentence, weighed

#: The kind of the overlay with a line around all that can be seen from a hex.
_HORIZON = "horizon"


def verdict(x: Context, winner: str | None, score: Sequence[tuple[str, int]]) -> str:
    """Who has won, and how clearly (37.13)."""
    if winner is None:
        return "a draw"
    best = max(score, key=lambda pair: pair[1])[0] if score else winner
    # A side that is broken has lost, whatever the points say.
    how = level(tables(x), score) if best == winner else ""
    name = x.setting.scenario.sides[x.setting.sides.index(winner)].name
    return f"{how} {name} victory".strip()


class Presenter(BattlePresenter):
    """Shows views of one battle of 1814."""

    fates: Mapping[int, str] = {**BattlePresenter.fates, AWAY: "out as vedettes"}

    # The map

    def scene(self, view: Any, seat: str | None) -> Scene:
        """As in every battle, with the supply sources and the sky."""
        found = super().scene(view, seat)
        kinds = " ".join(self.sky(view).kinds)
        plain = self.engine.context
        ways = *bridges.broken(plain, view), *bridges.spanned(view)
        changed = (*ways, *screens.dug(view), *screens.alight(plain, view))
        return Scene(found.counters, (*baggage.depots(self.x), *changed, *found.overlays), kinds)

    def more_counters(self, view: Any, seat: str | None) -> Iterable[Counter]:
        """Trains, and the covers of the enemy (37.10, 37.6)."""
        yield from baggage.counters(self.x, view, seat)
        yield from bridges.counters(self.x, view, baggage.seat_side(self.x, seat))
        yield from self._covers(view, seat)
        decision = self.engine.decision(view)
        acting = decision is not None and decision.kind in ("vedettes", "outposts")
        yield from screens.vedettes(self.x, view, baggage.seat_side(self.x, seat), acting)

    def _covers(self, view: State, seat: str | None) -> Iterator[Counter]:
        """Covers and dummies as the seat sees them: its own dummies, and all of the enemy's."""
        own = baggage.seat_side(self.x, seat)
        for side, hex in view.decoys:
            words = "a dummy" if side == own else "under cover: a force, or a dummy"
            left = next((k.left for k in view.reports if k.hex == hex), 0) if side != own else 0
            news = f"no vedette; more in {counted(left, 'turn')}"
            yield Counter(
                id=f"d:{hex}" if side == own else f"x:{hex}",
                hex=hex,
                name="Dummy" if side == own else "",
                symbol="unknown",
                values="",
                nation=self.x.rules.colours[side],
                seat=self.x.setting.sides[side],
                title=f"{words}; {news}" if left else words,
                marks=((str(left), news),) if left else (),
                berth="covered" if side == own else "",
            )

    def _units(self, view: Any, acting: set[int]) -> Iterator[Counter]:
        hidden = set(view.hidden)
        for counter in super()._units(view, acting):
            yield replace(counter, berth="covered") if int(counter.id[2:]) in hidden else counter

    def unit_words(self, view: Any, u: int) -> str:
        """What a unit is, and what it is worth (37.5)."""
        return f"{super().unit_words(view, u)} · initiative {self._printed(u).initiative}"

    def unit_marks(self, view: Any, u: int) -> Iterable[tuple[str, str]]:
        """Out of supply; of the enemy nobody knows (37.9)."""
        return ((baggage.CUT, "out of supply"),) if wants(self.x, view, u) else ()

    def unit_facts(self, view: Any, u: int) -> Iterable[Fact]:
        """Initiative, vedettes, cover and supply (37.5 to 37.9)."""
        data, own = self._printed(u), view.commands[self.x.command_of(view, u)].order.kind != "unknown"
        yield Fact("Initiative", str(data.initiative), "37.5")
        if data.vedettes:
            yield Fact("Screen", screens.sent_out(view, u), "37.7")
        if own:
            yield Fact("In supply", baggage.fed_words(self.x, view, u), "37.9")
            if u in view.hidden:
                yield Fact("Under cover", "the enemy does not see it", "37.6")

    def leader_marks(self, view: Any, i: int) -> Iterable[tuple[str, str]]:
        """Who leads in person this turn (37.16)."""
        return (("➤", "leads in person"),) if (i, view.turn) in view.front else ()

    def _printed(self, u: int) -> UnitData:
        """A unit as the scenario has it."""
        data = self.x.infos[u].data
        assert isinstance(data, UnitData)
        return data

    def rating_words(self, view: Any, i: int) -> str:
        """Overall and wing commanders have their rating in brackets, the others in parentheses (37.14)."""
        rating, role = str(self.x.rating(view, i)), self.x.setting.leaders[i].role
        if role not in ("overall", "wing"):
            return f"({rating})"
        other = self._sends(i)
        return f"[{other}/{rating}]" if other is not None and str(other) != rating else f"[{rating}]"

    def _sends(self, i: int) -> int | None:
        """What a leader counts when he sends his men forward, where that is another figure (37.17)."""
        rules = self.x.setting.special("rated_for")
        return next((rule.amount for rule in rules if rule.leader == self.x.setting.leaders[i].id), None)

    def ground_facts(self, view: Any, hex: int) -> Iterable[Fact]:
        """Whether supply comes from here."""
        for side in scenario(self.x).sides:
            if hex in map(self.x.board.number, side.sources):
                worth = self.x.tables.limits["source points"]
                words = f"{side.name}; {counted(worth, 'point')} to the enemy who holds it at the end"
                yield Fact("Supply source", words, "37.9, 37.13")

    def overlay(self, view: Any, seat: str | None, kind: str, hex: int) -> Overlay:
        """As in every battle, with the supply of one's side, and how far one can see at all from a hex."""
        self.stand(view)
        if kind == "supply":
            return baggage.supply(self.x, view, max(0, baggage.seat_side(self.x, seat)))
        found = super().overlay(view, seat, kind, hex)
        return self._horizon(view, hex, found) if kind == "sight" and hex >= 0 else found

    def _horizon(self, view: State, hex: int, found: Overlay) -> Overlay:
        sky = self.x.weather(view)
        far = max(sky.sight, sky.far) if self.x.setting.high[hex] else sky.sight
        row = self.x.board.distances[hex]
        around = tuple(h for h in range(self.x.board.size) if row[h] <= far)
        title = f"Sight from here: {counted(far, 'hex')} at the most"
        rows = sorted((h % self.x.board.rows, h) for h in around if row[h] == far) or [(0, hex)]
        words = f"sight {far}, {skies.title(self.x, view).lower()}"
        line = Overlay(_HORIZON, title, around, tuple((h, words) for h in sorted({rows[0][1], rows[-1][1]})))
        return Overlay(found.kind, found.title, found.hexes, found.notes, more=(line,))

    def surveys(self) -> Sequence[tuple[str, str, str, str]]:
        """The overlay of supply."""
        return (("supply", "Supply", "Where your side is in supply (37.9)", "s"),)

    # Choosing

    def place_of(self, move: Move) -> int:
        """As in every battle; where trains, vedettes and dummies go, and covers and spans lie."""
        if isinstance(move, GoTrain):
            return move.to
        own = max(screens.place_of(move), bridges.place_of(move))
        return own if own >= 0 else super().place_of(move)

    def targets(self, view: Any, subject: str) -> Sequence[Target]:
        """As in every battle; what is under a cover is unknown."""
        found = super().targets(view, subject)
        return [replace(t, note="?") if isinstance(t.move, Feel) else t for t in found]

    def heading(self, view: Any, move: Move) -> tuple[str, int]:
        """Work at bridges stands apart from marches."""
        return ("Bridges and trestles", -1) if isinstance(move, bridges.WORK) else super().heading(view, move)

    def battle(self, view: Any, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """As in every battle; also of vedettes against vedettes."""
        found = skirmishes.pending(self.engine.context_at(view), view, subject, hex) if seat is not None else None
        return found or super().battle(view, seat, subject, hex)

    def is_fight(self, move: Move) -> bool:
        """As in every battle; also of vedettes, and whoever goes into a cover may find the enemy."""
        return isinstance(move, Feel | Skirmish) or super().is_fight(move)

    def members(self, view: Any, subject: str) -> Sequence[str]:
        """As in every battle; a train, a vedette and a dummy are counters of their own."""
        return [subject] if subject.startswith(("b:", "v:", "d:", "o:")) else super().members(view, subject)

    def _costs(self, view: Any, subject: str) -> dict[int, str]:
        kind, _, tail = subject.partition(":")
        known = {"b": baggage.costs, "v": screens.costs, "o": bridges.costs}
        if kind not in known or not tail.isdecimal():
            return super()._costs(view, subject)
        costs, x = known[kind], self.engine.context_at(view)
        return {h: half(cost) for h, cost in costs(x, view, int(tail)).items()}

    # Words

    def inspect(self, view: Any, seat: str | None, hex: int) -> Sequence[Card]:
        """As in every battle, with trains and covers before the ground."""
        *cards, ground = super().inspect(view, seat, hex)
        trains = [baggage.card(self.x, view, seat, t) for t, train in enumerate(view.trains) if train.hex == hex]
        trains += bridges.cards(self.x, view, baggage.seat_side(self.x, seat), hex)
        return [*cards, *trains, *screens.cards(self.x, view, hex), *self._cover_cards(view, seat, hex), ground]

    def _cover_cards(self, view: State, seat: str | None, hex: int) -> Iterator[Card]:
        own = baggage.seat_side(self.x, seat)
        for side, h in view.decoys:
            if h == hex:
                name = self.x.setting.scenario.sides[side].name
                what = "yours: a dummy" if side == own else "a force, or a dummy: nobody of yours sees it"
                facts = [Fact("What it is", what, "37.6")]
                news = (counted(k.left, "turn") for k in view.reports if k.hex == hex and side != own)
                facts += [Fact("A vedette's report", f"no vedette; more in {left}", "37.7.2") for left in news]
                yield Card(f"x:{hex}", f"Cover, {name}", "hidden force", self.x.rules.colours[side], tuple(facts))

    def _formation(self, view: Any, c: int, foe: bool) -> list[Line]:
        found = super()._formation(view, c, foe)
        return [*found, *baggage.lines(self.x, view, c, foe)] if found else found

    def hour_kind(self, turn: int) -> str:
        """Night, and dusk (37.1)."""
        return "dusk" if dusk(self.x, turn) else super().hour_kind(turn)

    def sky(self, view: Any) -> Sky:
        """The sky now and what it does (37.4, 37.1)."""
        x, turn = self.x, view.turn
        dark = "night" if x.setting.night(turn) else "dusk" if dusk(x, turn) else ""
        kinds = (view.sky, dark) if dark else (view.sky,)
        return Sky(kinds, skies.title(x, view), skies.line(x, view), skies.cites(x, view))

    def verdict(self, outcome: End) -> str:
        """Who has won, and how clearly (37.13)."""
        return verdict(self.x, outcome.winner, outcome.points)

    def scores(self, view: Any) -> Sequence[Fact]:
        """Points by where they come from (37.13), and the sky."""
        x, sides = self.x, self.x.setting.scenario.sides
        later = [t for t in range(view.turn + 1, x.setting.scenario.turns.count + 1) if weather_turn(x, t)]
        until = f", until {x.setting.hour(later[0])}" if later else ""
        sky = Fact("The sky", f"{skies.title(x, view)}{until}", "37.4", skies.line(x, view))
        ended = view.ended
        facts = [] if ended is None else [Fact("Outcome", self.verdict(ended), "37.13")]
        found = accounts(x, view)
        for side, data in enumerate(sides):
            mine = [a for a in found if a.side == side]
            facts.append(Fact(f"{data.name}: points", number(sum(a.points for a in mine)), "37.13"))
            facts += [Fact(f"· {a.what}", number(a.points)) for a in mine]
        if ended is not None:
            return facts
        facts.append(sky)
        if later and not as_it_was(x):
            then = sky_odds(x, view, later[0]).map(lambda sky: skies.TITLES.get(sky, sentence(sky)))
            facts.append(Fact(f"The sky from {x.setting.hour(later[0])}", weighed(then), "37.4"))
        return facts
