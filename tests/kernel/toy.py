"""Three Couriers: a small game that asks of the kernel what a large one would.

Three captains bid coins in secret (hidden information); the highest bidder moves one of two couriers along a
road of nine milestones. Whoever holds a milestone that the courier passes may ambush him (an interrupt); the
third captain may then step in (an interrupt inside the interrupt), dice decide, and the march goes on where
it was broken off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import GameOver, IllegalMove
from napwidgets.kernel.system import Decision, Event, Label, Outcome, Subject, Team

SEATS = ("red", "green", "blue")
GOAL = 9
ROUNDS = 12


class Bid(Struct, frozen=True, tag="bid", forbid_unknown_fields=True):
    """Put ``coins`` into the closed fist."""

    coins: int


class March(Struct, frozen=True, tag="march", forbid_unknown_fields=True):
    """Move courier ``courier`` (0 or 1) ``miles`` milestones."""

    courier: int
    miles: int


class Answer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Ambush (or step in): yes or no."""

    yes: bool


ToyMove = Bid | March | Answer


class Bidding(Struct, frozen=True, tag="bidding"):
    """Seat number ``seat`` bids in secret."""

    seat: int


class Marching(Struct, frozen=True, tag="marching"):
    """The winner of the bidding chooses a courier."""

    seat: int


class Moving(Struct, frozen=True, tag="moving"):
    """A courier has ``left`` milestones to go (automatic)."""

    seat: int
    courier: int
    left: int


class Ambush(Struct, frozen=True, tag="ambush"):
    """``seat`` may ambush ``courier`` of ``victim``."""

    seat: int
    victim: int
    courier: int


class Help(Struct, frozen=True, tag="help"):
    """``seat`` may help ``victim`` against the ambush of ``by``."""

    seat: int
    by: int
    victim: int
    courier: int


Step = Bidding | Marching | Moving | Ambush | Help


class ToyState(Struct, frozen=True):
    """Coins and couriers by seat, the bids (-1: none yet, -2: hidden), the coins spent, and the agenda."""

    coins: tuple[int, ...]
    couriers: tuple[tuple[int, int], ...]
    bids: tuple[int, ...]
    bank: int
    round: int
    agenda: tuple[Step, ...]


_MOVE = msgspec.json.Decoder(ToyMove)


class ToyEngine:
    """The rules of Three Couriers (an `Engine`)."""

    system: ClassVar[str] = "toy"
    rules_version: ClassVar[str] = "1"
    covert_dice: ClassVar[frozenset[str] | None] = None

    def __init__(self, purse: int = 8) -> None:
        self.scenario_id, self.title, self.fingerprint = "toy/couriers", "Three Couriers", "three-couriers-1"
        self.chosen: Mapping[str, Any] = {"purse": purse}
        self.seats: tuple[str, ...] = SEATS
        self.teams = tuple(Team(seat, seat.title(), (seat,)) for seat in SEATS)
        self.replaced: Mapping[str, Any] = {}
        self.context = None
        self.purse = purse

    def seat_name(self, seat: str) -> str:
        return seat.title()

    def start(self, dice: Dice, log: list[Event]) -> ToyState:
        ahead = dice.draw("who starts one milestone ahead", SEATS)
        couriers = tuple((int(i == ahead), 0) for i in range(3))
        log.append(Event("start", f"{SEATS[ahead].title()} starts one milestone ahead.", ("TOY 1",)))
        return ToyState((self.purse,) * 3, couriers, (-1,) * 3, 0, 1, (Bidding(0),))

    def decision(self, state: ToyState) -> Decision | None:
        if not state.agenda:
            return None
        step = state.agenda[-1]
        seat = SEATS[step.seat]
        if isinstance(step, Bidding):
            return Decision("bid", "Bid", "Take coins into your fist.", ("TOY 2",), secret=True, seat=seat)
        if isinstance(step, Marching):
            return Decision("march", "March", "Choose a courier and how far he goes.", ("TOY 3",), seat=seat)
        word = "Ambush" if isinstance(step, Ambush) else "Help"
        return Decision(word.lower(), word, f"{word} for one coin?", ("TOY 4",), seat=seat)

    def subjects(self, state: ToyState) -> Sequence[Subject]:
        if not state.agenda or not isinstance(step := state.agenda[-1], Marching):
            return ()
        places = state.couriers[step.seat]
        return [Subject(str(i), f"courier {i + 1} at milestone {places[i]}") for i in (0, 1) if places[i] < GOAL]

    def options(self, state: ToyState, subject: str | None = None) -> Sequence[ToyMove]:
        step = state.agenda[-1] if state.agenda else None
        if isinstance(step, Bidding) and subject is None:
            return [Bid(n) for n in range(state.coins[step.seat] + 1)]
        if isinstance(step, Marching) and subject in [known.id for known in self.subjects(state)]:
            courier = int(subject or 0)
            most = min(3, GOAL - state.couriers[step.seat][courier])
            return [March(courier, n) for n in range(1, most + 1)]
        if isinstance(step, Ambush | Help) and subject is None:
            return [Answer(False), *([Answer(True)] if state.coins[step.seat] else [])]
        return []

    def check(self, state: ToyState, seat: str, move: ToyMove) -> None:
        decision = self.decision(state)
        if decision is None:
            raise GameOver("all couriers rest")
        if seat != decision.seat:
            raise IllegalMove("wrong-seat", f"It is {decision.seat}'s turn to choose.", ["TOY 1"])
        about = str(move.courier) if isinstance(move, March) else None
        if move not in self.options(state, about):
            raise IllegalMove("not-offered", f"That can't be done: {decision.prompt}", decision.cites)

    def apply(self, state: ToyState, seat: str, move: ToyMove, dice: Dice, log: list[Event]) -> ToyState:
        self.check(state, seat, move)
        step, rest = state.agenda[-1], state.agenda[:-1]
        state = replace(state, agenda=rest)
        if isinstance(move, Bid):
            state = self._bid(state, step.seat, move.coins, dice, log)
        elif isinstance(move, March):
            state = replace(state, agenda=(*rest, Moving(step.seat, move.courier, move.miles)))
        elif isinstance(step, Ambush):
            state = self._ambush(state, step, move.yes, log)
        elif isinstance(step, Help):
            state = self._fight(state, step, move.yes, dice, log)
        return self._run(state, log)

    def _spend(self, state: ToyState, seat: int, coins: int, log: list[Event], why: str) -> ToyState:
        purse = tuple(c - coins * (i == seat) for i, c in enumerate(state.coins))
        data = {"tally": {f"coins {SEATS[seat]}": -coins, "bank": coins}}
        log.append(Event("spent", f"{SEATS[seat].title()} pays {coins} for {why}.", ("TOY 2",), data=data))
        return replace(state, coins=purse, bank=state.bank + coins)

    def _bid(self, state: ToyState, seat: int, coins: int, dice: Dice, log: list[Event]) -> ToyState:
        bids = tuple(coins if i == seat else b for i, b in enumerate(state.bids))
        log.append(Event("bid", f"You bid {coins}.", ("TOY 2",), to=(SEATS[seat],)))
        state = replace(state, bids=bids)
        if seat < 2:
            return replace(state, agenda=(Bidding(seat + 1),))
        best = [i for i in range(3) if bids[i] == max(bids)]
        winner = best[dice.draw("equal bids", [SEATS[i] for i in best])] if len(best) > 1 else best[0]
        state = self._spend(state, winner, bids[winner], log, "the march")
        return replace(state, bids=(-1,) * 3, agenda=(Marching(winner),))

    def _run(self, state: ToyState, log: list[Event]) -> ToyState:
        """Automatic steps: couriers walk until somebody must choose; an empty agenda ends the round."""
        while state.agenda and isinstance(step := state.agenda[-1], Moving):
            state = replace(state, agenda=state.agenda[:-1])
            if step.left:
                state = self._walk(state, step, log)
        if not state.agenda and not self._arrived(state) and state.round < ROUNDS:
            state = replace(state, round=state.round + 1, agenda=(Bidding(0),))
        return state

    def _walk(self, state: ToyState, step: Moving, log: list[Event]) -> ToyState:
        state = self._place(state, step.seat, step.courier, state.couriers[step.seat][step.courier] + 1)
        at = state.couriers[step.seat][step.courier]
        log.append(Event("walk", f"{SEATS[step.seat].title()} reaches milestone {at}.", ("TOY 3",)))
        agenda: list[Step] = [*state.agenda, Moving(step.seat, step.courier, step.left - 1)]
        foes = [i for i in range(3) if i != step.seat and at in state.couriers[i] and at < GOAL]
        agenda.extend(Ambush(foe, step.seat, step.courier) for foe in foes)
        return replace(state, agenda=tuple(agenda))

    def _place(self, state: ToyState, seat: int, courier: int, at: int) -> ToyState:
        pair = list(state.couriers[seat])
        pair[courier] = at
        couriers = tuple((pair[0], pair[1]) if i == seat else c for i, c in enumerate(state.couriers))
        return replace(state, couriers=couriers)

    def _ambush(self, state: ToyState, step: Ambush, yes: bool, log: list[Event]) -> ToyState:
        if not yes:
            return state
        state = self._spend(state, step.seat, 1, log, "an ambush")
        third = 3 - step.seat - step.victim
        return replace(state, agenda=(*state.agenda, Help(third, step.seat, step.victim, step.courier)))

    def _fight(self, state: ToyState, step: Help, yes: bool, dice: Dice, log: list[Event]) -> ToyState:
        if yes:
            state = self._spend(state, step.seat, 1, log, "help")
        held = dice.roll("ambush", 1) <= (1 if yes else 3)
        log.append(Event("fight", "The courier is thrown back." if held else "The courier breaks through.", ("TOY 5",)))
        if not held:
            return state
        back = max(0, state.couriers[step.victim][step.courier] - 2)
        state = self._place(state, step.victim, step.courier, back)
        agenda = tuple(s for s in state.agenda if not isinstance(s, Moving | Ambush))
        return replace(state, agenda=agenda)

    def _arrived(self, state: ToyState) -> list[int]:
        return [i for i in range(3) if GOAL in state.couriers[i]]

    def label(self, state: ToyState, move: ToyMove) -> Label:
        if isinstance(move, Bid):
            return Label(f"Bid {move.coins}", cites=("TOY 2",))
        if isinstance(move, March):
            return Label(f"Courier {move.courier + 1}: {move.miles} miles", cites=("TOY 3",))
        return Label("Yes, for one coin" if move.yes else "No", cites=("TOY 4",))

    def view(self, state: ToyState, seat: str | None) -> ToyState:
        hidden = tuple(b if b < 0 or SEATS[i] == seat else -2 for i, b in enumerate(state.bids))
        return replace(state, bids=hidden)

    def outcome(self, state: ToyState) -> Outcome | None:
        if state.agenda:
            return None
        arrived = self._arrived(state)
        if arrived:
            return Outcome(
                "arrival", SEATS[arrived[0]], title=f"{SEATS[arrived[0]].title()} wins", text="A courier is home."
            )
        return Outcome("nightfall", None, title="A draw", text="Night falls on the road.")

    def sequel(self, state: ToyState) -> Mapping[str, Any] | None:
        return None

    def clock(self, state: ToyState) -> tuple[int, str]:
        return state.round, f"round {state.round}"

    def encode(self, value: Any) -> bytes:
        return msgspec.json.encode(value, order="sorted")

    def decode_move(self, raw: bytes, rules: str = "") -> ToyMove:
        move: ToyMove = _MOVE.decode(raw)
        return move

    def rows(self, state: ToyState) -> Sequence[Mapping[str, Any]]:
        return [{"seat": seat, "coins": state.coins[i]} for i, seat in enumerate(SEATS)]

    def tally(self, state: ToyState) -> Mapping[str, int]:
        coins = {f"coins {seat}": state.coins[i] for i, seat in enumerate(SEATS)}
        return {**coins, "bank": state.bank, "couriers": sum(len(pair) for pair in state.couriers)}


#: When both have bid, what the winner pays is told (TOY 2).
REVEALS = frozenset({"spent"})


def disguise(engine: ToyEngine, state: ToyState, seat: str | None) -> list[ToyState]:
    """States that differ from ``state`` only in the bids that ``seat`` can't see."""
    found = []
    for i, bid in enumerate(state.bids):
        if bid >= 0 and SEATS[i] != seat:
            for other in range(state.coins[i] + 1):
                if other != bid:
                    found.append(replace(state, bids=tuple(other if j == i else b for j, b in enumerate(state.bids))))
    return found
