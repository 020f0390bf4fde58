"""A click that does nothing says why, in the words of the check that refuses the move, with what it would cost."""

from __future__ import annotations

import random
from collections.abc import Callable
from html import unescape

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Subject
from napwidgets.players.registry import make_players
from napwidgets.table.presenter import places
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.table.whynot import why_not, why_nothing
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.board_widget import BoardWidget
from napwidgets.widgets.hexmap import HexMap


def at(game: Game) -> Table:
    """A table at which a person must decide now."""
    assert game.decision is not None
    return Table(game, {s: PERSON if s == game.decision.seat else "recruit" for s in game.engine.seats})


def played(scenario: str, until: Callable[[Game], bool]) -> Table:
    """A table at the first moment of a game, of a few, that is as asked."""
    for seed in ("w", "x", "y"):
        game = napwidgets.new_game(scenario, seed=seed)
        players = make_players(game.engine, seed, {}, default="recruit")
        while not (found := until(game)) and game.decision is not None:
            seat = game.decision.seat
            game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
        if found:
            return at(game)
    raise AssertionError(f"nothing like that happens in {scenario}")


def moving(scenario: str, kind: str = "movement") -> Table:
    return played(scenario, lambda g: g.decision is not None and g.decision.kind == kind and bool(at(g).subjects()))


def choose(table: Table, name: str) -> str:
    """Choose the subject that is called so."""
    subject = next(s for s in table.subjects() if name in s.label)
    table.pick(table.place_of(subject), subject.id)
    return subject.id


MOMENTS = [
    ("nlc/quatre-bras", "movement"),
    ("mop/champaubert", "movement"),
    ("jdg/germany-1813-1", "movement"),
    ("con/learning", "march"),
    ("wap/grand-campaign", "movement"),
    ("wap/trafalgar", "naval"),
]


@pytest.mark.parametrize(("scenario", "kind"), MOMENTS)
def test_what_is_lit_needs_no_reason_and_what_is_not_has_one_with_its_paragraph(scenario: str, kind: str) -> None:
    table = moving(scenario, kind) if kind != "march" else played(scenario, is_marching)
    rng = random.Random(1)
    subjects = [s.id for s in table.subjects()][:4] or [""]
    for id in subjects:
        if id:
            table.pick(next(table.place_of(s) for s in table.subjects() if s.id == id), id)
        lit = {t.hex for t in table.targets(id)}
        for hex in rng.sample(range(places(table.presenter.board)), 12):
            if hex in lit or hex == table.focus.hex:
                continue
            why = why_not(table, hex, id)
            assert why is not None
            assert why.cites
            assert why.why.endswith((".", "!", "?"))


def is_marching(game: Game) -> bool:
    return game.decision is not None and game.decision.kind == "march"


def test_a_reason_is_that_of_the_check_and_says_what_it_would_cost() -> None:
    table = moving("nlc/quatre-bras")
    board = table.presenter.board
    assert board is not None
    seat = table.game.decision.seat  # type: ignore[union-attr]
    for subject in table.subjects():
        table.pick(subject.hex, subject.id)
        for hex in range(0, board.size, 7):
            why = why_not(table, hex, subject.id)
            if why is None or why.code != "no-mp":
                continue
            [move] = table.presenter.attempts(table.view(), subject.id, hex)
            with pytest.raises(IllegalMove) as caught:
                table.game.engine.check(table.view(), seat, move)
            assert caught.value.why == why.why
            assert "movement points, and they have" in why.why
            return
    raise AssertionError("everything is near")


def test_it_says_how_far_a_town_is_and_what_is_left() -> None:
    table = moving("jdg/germany-1813-1")
    id = next(s.id for s in table.subjects() if table.targets(s.id))
    table.pick(next(s.hex for s in table.subjects() if s.id == id), id)
    told = {why.why for hex in range(200) if (why := why_not(table, hex, id)) and why.code == "too-far"}
    assert any("movement points away, and the force has" in text for text in told)


def test_it_says_how_far_a_march_over_europe_would_be() -> None:
    table = moving("wap/grand-campaign")
    id = choose(table, "Napoleon")
    told = {why.code: why for hex in range(0, 3000, 11) if (why := why_not(table, hex, id))}
    assert "movement points, and this force has" in told["too-far"].why
    assert "ships cross the sea" in told["no-land"].why


def test_foreign_troops_and_those_that_wait_say_so() -> None:
    table = moving("nlc/quatre-bras")
    mine = table.game.decision.seat  # type: ignore[union-attr]
    foreign = next(c.hex for c in table.scene().counters if c.seat not in (mine, ""))
    why = why_not(table, foreign, None)
    assert why is not None
    assert why.code == "not-yours"
    acting = {s.hex for s in table.subjects()}
    idle = next(c.hex for c in table.scene().counters if c.seat == mine and c.hex not in acting and c.id[0] == "u")
    reason = why_not(table, idle, None)
    assert reason is not None
    assert reason.code in ("not-acting", "idle")


def test_an_empty_place_and_somebody_elses_turn_need_no_words() -> None:
    table = moving("nlc/quatre-bras")
    taken = {c.hex for c in table.scene().counters}
    empty = next(h for h in range(200) if h not in taken)
    assert why_not(table, empty, None) is None
    seat = next(s for s in table.game.engine.seats if s != table.game.decision.seat)  # type: ignore[union-attr]
    other = Table(table.game, dict.fromkeys(table.game.engine.seats, "recruit") | {seat: PERSON})
    assert all(why_not(other, h, None) is None for h in taken)


def send(board: BoardWidget, **message: object) -> None:
    board._handle_custom_msg(message, [])


def test_the_map_says_it_and_forgets_it_with_the_next_click() -> None:
    table = moving("nlc/quatre-bras")
    board = HexMap(table)
    subject = next(s for s in table.subjects() if table.targets(s.id))
    send(board, kind="pick", hex=subject.hex)
    lit = {t[0] for t in board.light["targets"]}
    taken = {c.hex for c in table.scene().counters}
    far = next(h for h in range(300, 0, -1) if h not in lit | taken)
    send(board, kind="pick", hex=far)
    assert table.notice.tone == "why"
    assert table.notice.text in board.light["notice"]
    send(board, kind="pick", hex=subject.hex)
    assert table.notice.text == ""


def test_a_counter_dragged_too_far_says_it_too() -> None:
    table = moving("nlc/quatre-bras")
    board = HexMap(table)
    subject = next(s for s in table.subjects() if s.id.startswith("u:") and table.targets(s.id))
    lit = {t.hex for t in table.targets(subject.id)}
    far = next(h for h in range(300, 0, -1) if h not in lit)
    send(board, kind="drop", unit=subject.id, hex=far)
    assert table.notice.tone == "why"
    assert table.notice.cites
    assert table.focus.subject == subject.id


def test_a_fight_is_shown_before_it_is_declared() -> None:
    table = moving("nlc/quatre-bras", "attack")
    board = HexMap(table)
    subject = table.subjects()[0]
    send(board, kind="pick", hex=subject.hex)
    [hex, *_] = next(t for t in board.light["targets"] if t[2:] == ["attack"])
    number = table.game.number
    send(board, kind="pick", hex=hex)
    assert table.game.number == number
    assert "click again" in board.light["hint"]
    assert board.light["aim"] == hex
    assert table.presenter.battle(table.view(), table.eyes, table.focus.subject, table.focus.hex) is not None
    send(board, kind="pick", hex=hex)
    assert table.game.number == number + 1
    assert board.light["aim"] == -1


def test_what_was_pointed_at_is_forgotten_when_something_else_is_chosen() -> None:
    table = moving("nlc/quatre-bras", "attack")
    board = HexMap(table)
    first = table.subjects()[0]
    send(board, kind="pick", hex=first.hex)
    [hex, *_] = next(t for t in board.light["targets"] if t[2:] == ["attack"])
    send(board, kind="pick", hex=hex)
    send(board, kind="let_go")
    assert board.light["aim"] == -1
    number = table.game.number
    send(board, kind="pick", hex=first.hex)
    send(board, kind="pick", hex=hex)
    assert table.game.number == number


def stuck(table: Table) -> list[Subject]:
    """The subjects of the present decision that have no move."""
    return [s for s in table.subjects() if not table.options(s.id)]


@pytest.mark.parametrize(
    ("scenario", "kind", "why", "cites"),
    [
        ("nlc/quatre-bras", "orders", "after one order he can only speak face to face", "NLC 20.12"),
        ("mop/brienne", "orders", "away from his headquarters", "NLC 20.12"),
        ("mop/champaubert", "initiative", "waits for orders until he is attacked", "MoP 37.19"),
        ("mop/brienne", "movement", "movement point", "NLC 5.2"),
        ("jdg/poland-1807", "movement", "command points", "JDG 4.5"),
        ("con/belgium-1815", "forced", "has no administrative points left to force a march with", "CON 9.1"),
    ],
)
def test_whoever_can_do_nothing_at_all_says_why(scenario: str, kind: str, why: str, cites: str) -> None:
    def about(game: Game) -> bool:
        return game.decision is not None and game.decision.kind == kind and bool(found(at(game)))

    def found(table: Table) -> list[Subject]:
        told = [(s, why_nothing(table, s)) for s in stuck(table)]
        return [s for s, said in told if said is not None and why in said.why]

    table = played(scenario, about)
    subject = found(table)[0]
    said = why_nothing(table, subject)
    assert said is not None
    assert cites in said.cites
    choose(table, subject.label)
    page = ActionPanel(table).body()
    assert why in unescape(page)
    # Whoever has a move looks different from whoever has none.
    idle, able = ([s for s in table.subjects() if bool(table.options(s.id)) is able] for able in (False, True))
    assert (page.count("nw-idle"), page.count("no choices</small>")) == (len(idle), len(idle))
    assert page.count('class="nw-subject"') == len(able)
    assert "There is nothing it could do" not in page


def test_who_looks_on_is_told_nothing() -> None:
    table = moving("nlc/quatre-bras")
    subject = table.subjects()[0]
    table.seats = dict.fromkeys(table.seats, "recruit")
    assert why_nothing(table, subject) is None


def test_a_place_that_the_sea_does_not_have_is_no_error() -> None:
    table = moving("wap/trafalgar", "naval")
    board = table.presenter.board
    assert board is not None
    subject = table.subjects()[0]
    table.pick(table.place_of(subject), subject.id)
    # Zones are numbered from 1 behind the last hex.
    assert [bool(table.presenter.attempts(table.view(), subject.id, board.size + zone)) for zone in (0, 1)] == [
        False,
        True,
    ]
