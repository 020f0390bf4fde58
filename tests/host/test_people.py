"""People without screens: at two hosts with one database, and in the bench."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from napwidgets import people_bench
from napwidgets.bench import Figure
from napwidgets.people_bench import Person, free_port, hosting, measure
from napwidgets.shared import keys
from napwidgets.shared.store import Store
from tests.apart import apart, run_loop
from tests.shared import postgres
from tests.shared.people import pair


def test_two_hosts_share_one_database(tmp_path: Path) -> None:
    with postgres.running() as club:
        store = Store(club)
        tables = pair(store)
        game, seats = tables[0].who.game, [table.who.seats for table in tables]
        anna, ben = (f"?key={keys.give(store, game, keys.SEAT, own)}" for own in seats)

        async def played(one: str, two: str) -> None:
            people = Person(one, anna), Person(two, ben)
            for person in people:
                await person.come()
                await person.until(lambda person=person: person.moves == 0)  # type: ignore[misc]
            mover, other = people if people[0].ways() else people[::-1]
            assert not other.ways()
            assert await people_bench.moved(mover, other, Random(1815)) is not None
            await mover.until(lambda: mover.moves == 1)
            for person in people:
                await person.go()

        with (
            hosting(tmp_path, free_port(), club) as (one, _),
            hosting(tmp_path, free_port(), club) as (two, _),
        ):
            run_loop(played(one, two))
        tables[0].keep_up()
        assert tables[0].game.number == 1
        store.close()


def test_the_bench_plays_and_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_bench, "EVERY", 0.1)
    said: list[str] = []
    found: list[Figure] = []
    apart(lambda: found.extend(measure(said.append, tables=2, rounds=2)))
    figures = {figure.id: figure.value for figure in found}
    assert len(said) == 2
    assert set(figures) == {"people-memory", "people-page", "people-open", "people-move", "people-worst"}
    assert all(value > 0 for value in figures.values())
