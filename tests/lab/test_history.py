"""What happened and how often computer games come near it: brackets are sound, fall as they should, are counted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from napwidgets.kernel.dice import SeededDice
from napwidgets.lab import history as lab
from napwidgets.lab.history import Bracket, Course, History, fits, has, histories, history
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import Playout
from napwidgets.scenarios import load

END = Playout("s", "1", {}, "allied", ("allied",), "ridge-held", "", 9, 1, 0.0, 0.0, "")


def bracket(**more: Any) -> Bracket:
    return Bracket("It happens", 40, 60, "because", **more)


@pytest.mark.parametrize("id", histories())
def test_every_history_speaks_of_its_scenario(id: str) -> None:
    engine, known = load(id), histories()[id]
    rows = engine.rows(engine.start(SeededDice("h"), []))
    assert known.happened.endswith(".")
    for b in known.brackets:
        assert 0 <= b.least < b.most <= 100
        assert b.why.endswith(".")
        assert b.winner in ("", "draw", *engine.seats)
        assert b.winner or b.ending or b.turns or b.seen or b.told
        assert set(b.seen) <= set(rows[0])


@pytest.mark.parametrize(
    ("wanted", "inside"),
    [
        ({"winner": "allied"}, True),
        ({"winner": "french"}, False),
        ({"winner": "draw"}, False),
        ({"ending": "ridge-held"}, True),
        ({"ending": "ridge-taken"}, False),
        ({"turns": (9, 11)}, True),
        ({"turns": (10, 11)}, False),
        ({"turns": (7, 8)}, False),
        ({"winner": "allied", "turns": (1, 8)}, False),
    ],
)
def test_a_game_falls_into_a_bracket_by_all_that_it_names(wanted: dict[str, Any], inside: bool) -> None:
    assert fits(bracket(**wanted), END) is inside


def test_a_game_that_nobody_wins_is_a_draw() -> None:
    drawn = structs.replace(END, winner=None, winners=())
    assert fits(bracket(winner="draw"), drawn)
    assert not fits(bracket(winner="allied"), drawn)


def test_a_unit_is_seen_where_all_it_says_is_true_of_one_row() -> None:
    engine = load("nlc/la-belle-alliance")
    state = engine.start(SeededDice("h"), [])
    quiot = {"name": ["Quiot"], "hex": ["1012"]}
    assert has(engine, state, quiot)
    assert has(engine, state, {**quiot, "side": ["allied", "french"]})
    assert not has(engine, state, {**quiot, "side": ["allied"]})


def test_a_game_falls_into_a_bracket_by_what_is_told_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job("nlc/first-steps", "told", bots={"french": "random", "allied": "random"})
    for told, inside in ((("combat", "Gemioncourt"), True), (("combat", "Leipzig"), False), (("siege", "Gemi"), False)):
        known = History("It was.", (bracket(told=told),))
        monkeypatch.setattr(lab, "histories", lambda known=known: {"nlc/first-steps": known})
        assert bool(lab.followed(job).within) is inside, told


@pytest.mark.parametrize(
    ("came", "near"), [(range(10), "yes"), (range(7), "perhaps"), (range(1), "no"), (range(20), "no")]
)
def test_a_share_is_held_against_its_bracket(monkeypatch: pytest.MonkeyPatch, came: range, near: str) -> None:
    def played(what: Any, jobs: Any, *_: Any) -> list[Course]:
        return [Course(job.scenario, job.seed, (0,) if n in came else ()) for n, job in enumerate(jobs)]

    monkeypatch.setattr(lab, "gather", played)
    monkeypatch.setattr(lab, "histories", lambda: {"nlc/first-steps": lab.History("It did.", (bracket(),))})
    row = history(["first-steps"], 20).iloc[0]
    assert (row["share"], row["near"]) == (100 * len(came) / 20, near)
    assert row["low"] <= row["share"] <= row["high"]


def test_the_same_games_come_out_again() -> None:
    assert history(["con/learning"], 2, workers=1).equals(history(["con/learning"], 2, workers=1))
