"""Three Couriers with a face: the kernel's small game shown on a real map, to test table and widgets with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from napwidgets.board.display import Battle, Card, Debrief, Dispatch, Draft, Fact, Field, Hour, Line, Target
from napwidgets.board.hexmap import HexMap
from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.table.table import Table
from tests.kernel.toy import SEATS, Bid, March, ToyEngine, ToyState

MAP = Path(__file__).parents[2] / "scenarios" / "nlc" / "maps" / "first-steps.map.json"
NATIONS = ("french", "british", "prussian")


class ToyFace:
    """Couriers on the rows of a map, milestones as columns (a `Presenter`)."""

    def __init__(self, engine: ToyEngine) -> None:
        self.engine = engine
        self.board: HexMap | None = HexMap.load(MAP)

    def hex(self, seat: int, courier: int, mile: int) -> int:
        assert self.board is not None
        return mile * self.board.rows + seat * 2 + courier

    def scene(self, view: ToyState, seat: str | None) -> Scene:
        return Scene(
            tuple(
                Counter(
                    f"{s}{k}",
                    self.hex(s, k, mile),
                    f"<b>{SEATS[s]} {k}",
                    "cavalry",
                    "1-3",
                    NATIONS[s],
                    SEATS[s],
                )
                for s, couriers in enumerate(view.couriers)
                for k, mile in enumerate(couriers)
            )
        )

    def overlay(self, view: ToyState, seat: str | None, kind: str, hex: int) -> Overlay:
        return Overlay(kind, kind, (0, 1))

    def targets(self, view: ToyState, subject: str) -> Sequence[Target]:
        step = view.agenda[-1]
        moves = [m for m in self.engine.options(view, subject) if isinstance(m, March)]
        start = view.couriers[step.seat]
        return [
            Target(self.hex(step.seat, m.courier, start[m.courier] + m.miles), m, str(m.miles)) for m in moves
        ]

    def attempts(self, view: ToyState, subject: str, hex: int) -> Sequence[March]:
        board = self.board
        return [March(int(subject), hex // board.rows)] if subject and board is not None else []

    def subject_at(self, view: ToyState, hex: int) -> Sequence[str]:
        if not view.agenda:
            return []
        places = view.couriers[view.agenda[-1].seat]
        return [
            s.id
            for s in self.engine.subjects(view)
            if self.hex(view.agenda[-1].seat, int(s.id), places[int(s.id)]) == hex
        ]

    def members(self, view: ToyState, subject: str) -> Sequence[str]:
        return [f"{view.agenda[-1].seat}{subject}"]

    def inspect(self, view: ToyState, seat: str | None, hex: int) -> Sequence[Card]:
        return [Card("h", "<script>", "ground", "", (Fact("a<b", "1", "TOY 1", "x"),))]

    def roster(self, view: ToyState, seat: str | None) -> Sequence[Line]:
        coins = [c if seat == SEATS[i] else "?" for i, c in enumerate(view.coins)]
        return [Line(f"f{i}", name, f"{coins[i]} coins", NATIONS[i]) for i, name in enumerate(SEATS)]

    def track(self, view: ToyState) -> Sequence[Hour]:
        return [
            Hour(n, str(n), "night" if n > 10 else "day", ("mail",) if n == 3 else ()) for n in range(1, 13)
        ]

    def standing(self, view: ToyState) -> Sequence[Fact]:
        return [Fact("Bank", str(view.bank))]

    def heading(self, view: ToyState, move: object) -> tuple[str, int]:
        return "", -1

    def advice(self, view: ToyState, seat: str) -> str:
        """Nothing: `first-steps` teaches."""
        return ""

    def owes(self, view: ToyState, seat: str) -> IllegalMove | None:
        return None

    def draft(self, view: ToyState, seat: str, values: Mapping[str, str]) -> Draft | None:
        if not view.agenda or self.engine.decision(view).kind != "bid":  # type: ignore[union-attr]
            return None
        coins = values.get("coins", "0")
        field = Field("coins", "Coins", tuple((str(n), str(n)) for n in range(9)), coins)
        return Draft(
            (field,), "at once", move=Bid(int(coins)) if int(coins) <= view.coins[SEATS.index(seat)] else None
        )

    def dispatches(self, view: ToyState, seat: str | None) -> Sequence[Dispatch]:
        return []

    def battle(self, view: ToyState, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        return None

    def debrief(self, game: Game) -> Debrief:
        return Debrief("It was a race.", (), (), ("Lost", "Month by month"))


def toy_table(seats: dict[str, str] | None = None, seed: str | None = "1", **more: object) -> Table:
    """A table of Three Couriers; all seats are persons unless said otherwise."""
    engine = ToyEngine()
    game = Game.new(engine, seed, ((0,),) if seed is None else ())
    return Table(game, seats, presenter=ToyFace(engine), **more)  # type: ignore[arg-type]


def until(table: Table, kind: str) -> None:
    """Play first options until a decision of this kind comes."""
    while table.game.decision is not None and table.game.decision.kind != kind:
        if table.curtain is not None:
            table.pass_to(table.curtain)
        table.play(table.game.moves()[0])
    if table.curtain is not None:
        table.pass_to(table.curtain)
