"""The computer's advice: a legal move in words, with its aims; nothing is played, nothing hidden is looked at."""

from __future__ import annotations

import pytest

import napwidgets
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players import registry
from napwidgets.table import hints
from napwidgets.table.hints import advise, heed
from napwidgets.table.seats import Notice, NotNow
from napwidgets.table.table import Table
from napwidgets.widgets.panels import StatusLine


def table(scenario: str) -> Table:
    game = napwidgets.new_game(scenario, seed="1815")
    found = Table(game, dict.fromkeys(game.engine.seats[1:], "steady"))
    while found.step():
        pass
    return found


@pytest.mark.parametrize(
    ("scenario", "who", "aim"),
    [
        ("nlc/quatre-bras", "The computer would choose “Done”: it has nothing more to do here. ", "attack Quatre Bras"),
        ("mop/champaubert", "With VI Corps the computer would choose: Marmont: ", "attack Champaubert"),
        ("con/belgium-1815", "The computer would choose: ", "Its aims: Napoleon"),
        ("jdg/poland-1807", "The computer would choose: ", "take Königsberg"),
    ],
)
def test_it_says_what_the_computer_would_do_and_what_it_is_after(scenario: str, who: str, aim: str) -> None:
    at = table(scenario)
    before = at.game
    advise(at)
    assert at.game is before
    assert at.notice.text.startswith(who)
    assert aim in at.notice.text
    assert at.focus.subject is None or at.focus.subject in {subject.id for subject in at.subjects()}


def test_it_looks_at_no_more_than_the_person_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("con/belgium-1815")
    seat = at.game.engine.seats[0]
    looked: list[State] = []

    class Watcher:
        kind = "watcher"

        def choose(self, engine: Engine, view: State, seat: str) -> Move:
            looked.append(view)
            return engine.options(view)[0]

        def why(self, engine: Engine, view: State, seat: str) -> str:
            looked.append(view)
            return "Because."

    monkeypatch.setattr(hints, "informed", lambda *_: Watcher())
    advise(at)
    assert looked == [at.game.view(seat)] * 2
    assert at.notice.text.endswith("Because.")


def test_nobody_is_advised_while_the_computer_decides_or_an_earlier_moment_is_shown() -> None:
    game = napwidgets.new_game("nlc/first-steps", seed="1815")
    at = Table(game, dict.fromkeys(game.engine.seats, "steady"))
    advise(at)
    assert at.notice.text == ""


def test_the_button_is_there_for_a_person_who_must_decide() -> None:
    at = table("nlc/first-steps")
    line = StatusLine(at)
    assert "What would you do?" in line.body()
    line.do_advise("")
    assert "The computer would " in line.body()
    watched = Table(at.game, dict.fromkeys(at.game.engine.seats, "steady"))
    assert "What would you do?" not in StatusLine(watched).body()


def test_every_player_can_say_what_it_is_after() -> None:
    for scenario in ("nlc/first-steps", "wap/trafalgar"):
        at = table(scenario)
        for kind in registry.kinds(at.game.engine.system):
            seat = at.game.decision.seat  # type: ignore[union-attr]
            player = registry.make_player(kind, at.game.engine, seat)
            assert isinstance(player.why(at.game.engine, at.view(), seat), str)


@pytest.mark.parametrize(
    "scenario",
    [
        "nlc/quatre-bras",
        "mop/champaubert",
        "con/belgium-1815",
        "jdg/poland-1807",
        "wap/trafalgar",
        "wap/grand-campaign",
    ],
)
def test_a_turn_can_be_played_by_advice_alone(scenario: str) -> None:
    at = table(scenario)
    line = StatusLine(at)
    for _ in range(12):
        while at.step():
            pass
        if not at.mine:
            break
        before = at.game
        line.do_advise("")
        advised = at.notice.move
        line.do_heed("")
        assert at.game.parent is before
        assert at.game.last.move == advised
        assert at.notice.text == ""


def test_the_button_that_does_it_is_there_while_the_advice_is() -> None:
    at = table("nlc/first-steps")
    line = StatusLine(at)
    assert "Do it" not in line.body()
    with pytest.raises(NotNow, match="ask what the computer would do"):
        line.do_heed("")
    line.do_advise("")
    assert "Do it" in line.body()
    line.do_hush("")
    assert "Do it" not in line.body()
    # A refusal that comes after it advises nothing.
    line.do_advise("")
    at.say("That can't be.", (), "refusal")
    assert "Do it" not in line.body()


def test_advice_holds_for_the_position_that_it_was_given_for() -> None:
    at = table("nlc/quatre-bras")
    while not at.undoable:
        at.play(at.options()[0].move if not at.subjects() else at.options(at.subjects()[0].id)[0].move)
        while at.step():
            pass
    advise(at)
    assert at.notice.move is not None
    at.undo()
    assert at.notice.move is None
    advise(at)
    at.branch(0)
    assert at.notice.move is None
    advise(at)
    at.play(at.notice.move)
    assert at.notice.move is None


def test_an_earlier_moment_takes_no_advice() -> None:
    at = table("nlc/first-steps")
    at.play(at.options()[0].move)
    while at.step():
        pass
    advise(at)
    at.goto(0)
    assert "Do it" not in StatusLine(at).body()


def test_nobody_heeds_for_the_computer() -> None:
    game = napwidgets.new_game("nlc/first-steps", seed="1815")
    at = Table(game, dict.fromkeys(game.engine.seats, "steady"))
    at.notice = Notice("A hint", (), "good", game.engine.options(game.state)[0])
    with pytest.raises(NotNow):
        heed(at)
    assert at.game is game


@pytest.mark.parametrize(
    ("scenario", "kind", "says"),
    [
        # Who attacks, or is to attack, does not stand in the move; who marches does.
        ("nlc/quatre-bras", "attack", "With Bachelu and Foy the computer would choose: Attack "),
        ("nlc/quatre-bras", "orders", "With II Corps the computer would choose: Attack "),
        ("nlc/quatre-bras", "movement", "The computer would choose: Bachelu to "),
        ("nlc/quatre-bras", "initiative", "The computer would choose “Done”: it has nothing"),
        ("wap/grand-campaign", "movement", "With Napoleon the computer would choose: March to "),
        ("wap/grand-campaign", "combat", "The computer would choose: Fight at "),
    ],
)
def test_it_names_who_would_do_it_once(scenario: str, kind: str, says: str) -> None:
    at = table(scenario)
    told = []
    for _ in range(300):
        assert at.decision is not None
        asked = at.decision.kind == kind
        advise(at)
        if asked:
            told.append(at.notice.text)
            if at.notice.text.startswith(says):
                return
        heed(at)
        while at.step():
            pass
    raise AssertionError(told)
