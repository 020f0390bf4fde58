"""What the bench of pages says of its times, and of a machine that has no browser."""

from __future__ import annotations

import shutil

import pytest

from napwidgets import page_bench


def test_a_figure_is_a_median_or_the_worst_and_keeps_its_times() -> None:
    times = [30.0, 10.0, 90.04]
    usual = page_bench._figure("a", "a click", times, 50)
    worst = page_bench._figure("b", "the slowest", times, 100, worst=True)
    assert (usual.value, usual.limit, usual.unit) == (30.0, 50, "ms")
    assert worst.value == 90.0
    assert worst.runs == (30.0, 10.0, 90.0)


def test_without_a_browser_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(page_bench.CantMeasure, match="please install one"):
        page_bench.measure()


def test_tables_are_opened_where_something_can_be_clicked() -> None:
    for scenario, kind, seat in page_bench.TABLES[:2]:
        game = page_bench._at(scenario, kind, seat)
        assert game.decision is not None
        assert (game.decision.kind, game.decision.seat) == (kind, seat)
        assert len(game.subjects()) > 3
