"""What a whole table shows is worked out once a position, seat and focus, however many panels ask for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.agenda import AgendaEngine
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.widgets.table_app import TableApp


class Asked:
    """How often each position was redacted, drawn, and asked where its subjects can go."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table, self.found = table, Counter[tuple[Any, ...]]()
        # Whoever asks has the position in his hands: kept here, no other one can get its number.
        self._kept: list[Any] = []
        engine: AgendaEngine = table.game.engine  # type: ignore[assignment]
        self._count(monkeypatch, engine, "seen_from")
        self._count(monkeypatch, table.presenter, "targets")
        self._count(monkeypatch, table.presenter, "scene")

    def _count(self, monkeypatch: pytest.MonkeyPatch, thing: Any, name: str) -> None:
        real = getattr(thing, name)

        def counted(position: Any, *more: Any) -> Any:
            self._kept.append(position)
            self.found[name, id(position), *more] += 1
            return real(position, *more)

        monkeypatch.setattr(thing, name, counted)

    def again(self) -> list[tuple[Any, ...]]:
        """What was worked out more than once since the last look."""
        found = [key for key, times in self.found.items() if times > 1]
        self.found.clear()
        return found


@pytest.mark.parametrize("id", ["nlc/quatre-bras", "wap/grand-campaign", "jdg/germany-1813-4"])
def test_a_click_and_a_move_work_nothing_out_twice(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = napwidgets.new_game(id)
    while not game.subjects():
        game = game.play(game.moves()[-1])
    assert game.decision is not None
    table = Table(game, dict.fromkeys(game.engine.seats, "random") | {game.decision.seat: PERSON})
    app = TableApp(table)
    asked = Asked(table, monkeypatch)
    subject = next(s for s in table.subjects() if table.options(s.id))
    table.pick(table.place_of(subject), subject.id)
    assert not asked.again()
    table.play(table.options(subject.id)[0].move)
    assert len(asked.found) >= 2
    assert not asked.again()
    app.close()
