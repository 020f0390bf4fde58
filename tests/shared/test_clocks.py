"""Clocks follow from the log, and what they bring happens once."""

from __future__ import annotations

from random import Random

import pytest

from napwidgets.shared import clocks
from napwidgets.shared.clocks import CLOCKS, Clock
from napwidgets.shared.course import GO, REST, advance, noted
from napwidgets.shared.store import Store
from napwidgets.table.seats import PERSON
from tests.shared.people import pair, some_move


def test_time_runs_for_who_must_decide_and_not_while_the_game_rests(store: Store) -> None:
    anna, ben = pair(store)
    course = anna.course
    seat, other = anna.who.seats[0], ben.who.seats[0]
    begun = course.since
    total, turn = Clock("total", 100), Clock("turn", 100)
    assert total.left(course, seat, begun + 40) == pytest.approx(60)
    assert total.left(course, other, begun + 40) == 100
    assert turn.left(course, other, begun + 40) is None
    course = advance(course, noted(course, REST, "", "", begun + 40))
    assert total.left(course, seat, begun + 4000) == pytest.approx(60)
    course = advance(course, noted(course, GO, "", "", begun + 5000))
    assert turn.left(course, seat, begun + 5010) == pytest.approx(50)


@pytest.mark.parametrize(("name", "brings"), [("1h", "over"), ("30m", "computer"), ("1d-turn", "nothing")])
def test_when_the_time_is_over_what_was_agreed_happens_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str, brings: str
) -> None:
    anna, ben = pair(store, settings={"clock": name})
    anna.play(some_move(anna, Random(1)))
    ben.keep_up()
    late = ben.course.since + CLOCKS[name][1].seconds + 1
    monkeypatch.setattr(clocks, "now", lambda: late)
    seat = ben.course.turn
    done = [clocks.mind(table.live, table.course) for table in (anna, ben)]
    course = ben.live.catch_up()
    assert sum(done) == (brings != "nothing")
    assert course.over == (brings == "over")
    assert (course.kinds[seat] != PERSON) == (brings == "computer")
    assert len(store.entries(anna.who.game)) == 1 + (brings != "nothing")
