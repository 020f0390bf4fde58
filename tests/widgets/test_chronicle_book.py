"""The whole chronicle: by side and kind, with a search, and nothing in it that the eyes at the table may not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.language import pages
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load_game
from napwidgets.table.aftermath import aftermath_of, known
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.widgets.chronicle import GREAT
from napwidgets.widgets.chronicle_book import PAGE, ChronicleBook
from napwidgets.widgets.sheet import BadMessage
from napwidgets.widgets.table_app import TableApp

GOLDEN = Path(__file__).parents[1] / "golden"


def played(scenario: str, moves: int) -> Game:
    game = napwidgets.new_game(scenario, seed="book")
    players = make_players(game.engine, "book", {}, default="recruit")
    for _ in range(moves):
        if game.decision is None:
            break
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played("nlc/quatre-bras", 400)


def lines(book: ChronicleBook) -> int:
    return book.html.count('data-do="goto"')


def press(book: ChronicleBook, do: str, arg: str) -> None:
    book._handle_custom_msg({"do": do, "arg": arg, "serial": book.serial}, [])


def test_it_holds_more_than_the_strip_and_opens_further(game: Game) -> None:
    book = ChronicleBook(Table(game, dict.fromkeys(game.engine.seats, "recruit")))
    assert lines(book) == PAGE
    press(book, "more", "")
    assert PAGE < lines(book) <= 2 * PAGE


def test_fights_alone_are_fights_with_what_came_of_them(game: Game) -> None:
    book = ChronicleBook(Table(game, dict.fromkeys(game.engine.seats, "recruit")))
    press(book, "kind", "fights")
    kinds = aftermath_of("nlc")
    with_fights = [g for g in game.line() if any(e.kind in kinds.fights | kinds.came for e in g.last.events)]
    assert 0 < lines(book) <= len(with_fights)
    press(book, "kind", "great")
    assert lines(book) == sum(any(e.kind in GREAT for e in g.last.events) for g in game.line())


def test_moves_of_one_side_and_words_that_are_looked_for(game: Game) -> None:
    book = ChronicleBook(Table(game, dict.fromkeys(game.engine.seats, "recruit")))
    press(book, "side", "french")
    numbers = {int(n) for n in re.findall(r'data-do="goto" data-arg="(\d+)"', book.html)}
    assert numbers
    assert {g.last.seat for g in game.line() if g.number in numbers} == {"french"}
    press(book, "side", "")
    press(book, "search", "KELLERMANN")
    assert 0 < lines(book) < PAGE
    assert "Kellermann" in book.html
    press(book, "search", "<script>")
    assert lines(book) == 0
    assert "Nothing like that" in book.html
    assert "<script>" not in book.html


def test_what_is_hidden_is_not_found_in_it() -> None:
    game = played("jdg/germany-1813-1", 60)
    mine = game.engine.seats[0]
    table = Table(game, dict.fromkeys(game.engine.seats, "recruit") | {mine: PERSON})
    book = ChronicleBook(table)
    book.most = 10_000
    events = [e for g in game.line() for e in g.last.events]
    known = {e.text for e in events if not e.to or mine in e.to}
    hidden = {e.text for e in events} - known
    assert hidden
    for text in hidden:
        press(book, "search", text[:60])
        assert text not in "".join(re.findall("<li>.*?</li>", book.html)).replace("&#x27;", "'")


def test_what_the_page_makes_up_is_refused(game: Game) -> None:
    book = ChronicleBook(Table(game, dict.fromkeys(game.engine.seats, "recruit")))
    with pytest.raises(BadMessage):
        book.do_kind("secrets")
    with pytest.raises(BadMessage):
        book.do_side("umpire")
    press(book, "search", "x" * 500)
    assert "x" * 61 not in book.html


def test_the_strip_opens_it_over_the_map(game: Game) -> None:
    app = TableApp(Table(game))
    foot = next(c for c in app.children if "nw-at-foot" in c._dom_classes).children[0]
    foot._handle_custom_msg({"do": "book", "arg": "", "serial": foot.serial}, [])
    box = next(c for c in app.children if "nw-extra-box" in c._dom_classes)
    assert any(isinstance(child, ChronicleBook) for child in box.children)


def test_when_all_is_known_a_march_is_told_once() -> None:
    game = load_game(GOLDEN / "germany-1813-1.draw.nap.json")
    marches = [e for past in game.line() for e in past.last.events if e.kind == "march"]
    seen = [e.text for e in marches if known(e, "french")]
    told = [e.text for e in marches if known(e, "french", over=True)]
    assert any(re.match(r"\d+ counters? march", text) for text in seen), "face down he is a number of counters"
    assert not any(re.match(r"\d+ counters? march", text) for text in told)
    assert len(told) == sum(not e.data["again"] for e in marches) > 50


def test_what_one_side_was_told_in_person_stands_under_its_name_when_all_lies_open() -> None:
    table = Table(load_game(GOLDEN / "germany-1813-1.draw.nap.json"))
    book = ChronicleBook(table)
    press(book, "search", "You chose")
    for eyes, named in ((None, ("French", "Allies")), ("french", ("Allies",)), ("allied", ("French",))):
        if eyes is not None:
            table.look_as(eyes)
        found = set(re.findall(r"<b>(\w+)</b>: <span>You chose", book.html))
        assert found == set(named)


def test_the_hour_stands_beside_a_line_and_not_in_it_again() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed="book"), {"allied": "idle"})
    seen = ChronicleBook(table).html
    assert ">2 PM</button>" in seen
    assert "<span>Turn 1 begins." in seen
    assert "2 PM: " not in seen
    try:
        pages.choose("de")
        assert "<span>Zug 1 beginnt." in ChronicleBook(table).html
    finally:
        pages.choose("en")
