"""Whole pages at shared games: what they never hold, what people do with each other, and what roles allow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import ipywidgets
import pytest

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared import keys, talk
from napwidgets.shared.course import REST
from napwidgets.shared.keys import ONLOOKER, RIGHTS, SEAT, UMPIRE, NotYours, give
from napwidgets.shared.pages import door as front
from napwidgets.shared.pages.app import SharedApp
from napwidgets.shared.pages.company import Company
from napwidgets.shared.pages.door import Door, SharedLobby
from napwidgets.shared.pages.invite import Invitation
from napwidgets.shared.store import Store
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import NotNow
from napwidgets.widgets.actions import ActionPanel
from tests.conformance.cases import disguise_of
from tests.shared.people import game, pair, play, seated, some_move


def widgets(root: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """A widget and all that it shows."""
    yield root
    for child in getattr(root, "children", ()):
        yield from widgets(child)


def press(lobby: ipywidgets.Widget, do: str, arg: str = "") -> None:
    """What a page sends."""
    lobby._receive(lobby, {"do": do, "arg": arg, "serial": lobby.serial}, [])


def held(root: ipywidgets.Widget) -> str:
    """Everything that a browser is sent of a page."""
    skipped = {"children", "layout", "_esm", "_css", "serial", "patch", "_anywidget_id", "map_id"}
    out = []
    for widget in widgets(root):
        state = {k: v for k, v in widget.get_state().items() if k not in skipped}
        out.append(json.dumps(state, sort_keys=True, default=lambda v: repr(v) if isinstance(v, bytes) else ""))
    return re.sub(r"IPY_MODEL_\w+|[0-9a-f]{32}", "", "\n".join(out))


def page(table: SharedTable) -> str:
    """What a page opened now holds."""
    app = SharedApp(table)
    try:
        return held(app)
    finally:
        for widget in widgets(app):
            widget.close()


def looking(store: Store, table: SharedTable) -> list[SharedTable]:
    """The pages of both seats and of an onlooker."""
    id = table.who.game
    tables = [seated(store, store.head(id), seat) for seat in table.game.engine.seats]
    return [*tables, SharedTable(store, give(store, id, ONLOOKER))]


@pytest.mark.parametrize(
    ("scenario", "moves", "which"),
    [("jdg/germany-1813-1", 44, 0), ("mop/champaubert", 21, -1), ("con/belgium-1815", 30, -1)],
)
def test_pages_hold_nothing_of_what_their_seat_may_not_know(
    store: Store, scenario: str, moves: int, which: int
) -> None:
    anna, ben = pair(store, scenario)
    play((anna, ben), moves, seed="leaks")
    anna.keep_up()
    engine = anna.game.engine
    compared = 0
    for table in looking(store, anna):
        real = table.game
        for other in disguise_of(engine)(engine, real.state, table.eyes)[which:][:1]:
            table.game = Game(engine, real.state, None, 0, real.parent, real.last)
            before = page(table)
            table.game = Game(engine, other, None, 0, real.parent, real.last)
            assert page(table) == before, f"{table.eyes or 'an onlooker'} sees what is hidden"
            compared += 1
    assert compared


def test_what_was_told_to_one_seat_is_on_no_other_page(store: Store) -> None:
    anna, ben = pair(store, "jdg/germany-1813-4")
    secrets = 0
    for step in range(2):
        play((anna, ben), 40, seed=f"told{step}")
        anna.keep_up()
        assert anna.game.outcome is None, "a game that is over hides nothing from anybody"
        events = [e for g in anna.game.line() for e in g.last.events]
        for table in looking(store, anna):
            shown = page(table)
            told = " ".join(e.text for e in events if not e.to or table.eyes in e.to)
            for event in events:
                if event.to and table.eyes not in event.to and event.text not in told:
                    secrets += 1
                    assert json.dumps(event.text)[1:-1] not in shown
    assert secrets


def company(table: SharedTable) -> Company:
    """The people's panel of a page."""
    return Company(table)


def test_who_has_moved_is_somebody_when_he_has_left(store: Store) -> None:
    anna, ben = pair(store)
    keys.call(store, anna.who, "")
    seat = anna.game.engine.seat_name(anna.who.seats[0])
    assert f"{seat}: nobody yet" in company(ben).html
    anna.beat()
    anna.play(some_move(anna, Random(3)))
    ben.keep_up()
    assert f"{seat}: somebody" in company(ben).html
    anna.leave()
    assert f"{seat}: somebody" in (html := company(ben).html)
    assert "away" in html


def test_taking_back_is_asked_for_and_answered(store: Store) -> None:
    anna, ben = pair(store)
    before = anna.game.state
    anna.play(some_move(anna, Random(3)))
    anna.say("")
    mine, his = company(anna), company(ben)
    mine.do_ask("back")
    ben.keep_up()
    assert ben.game.number == 1
    asked = SharedApp(ben).children
    texts = [getattr(w, "html", "") for box in asked for w in widgets(box)]
    assert any("ask to take their last move back" in text for text in texts)
    with pytest.raises(NotNow):
        front_answer(his, "draw", True)
    front_answer(his, "back", False)
    assert anna.live.catch_up().game.number == 1, "a no ends it"
    mine.do_ask("back")
    front_answer(his, "back", True)
    anna.keep_up()
    assert anna.game.state == before
    assert "taken back" in anna.notice.text


def front_answer(panel: Company, kind: str, yes: bool) -> None:
    """Answer what is asked for."""
    from napwidgets.shared.wishes import agree

    panel.shared.keep_up()
    agree(panel.shared.live, panel.shared.who, panel.shared.course, kind, yes)


def test_what_was_asked_for_counts_no_more_once_the_game_has_gone_on(store: Store) -> None:
    anna, ben = pair(store)
    anna.play(some_move(anna, Random(3)))
    company(anna).do_ask("draw")
    play((anna, ben), 1)
    with pytest.raises(NotNow, match="gone on"):
        front_answer(company(ben), "draw", True)


def test_giving_up_ends_it_for_everybody_and_then_the_whole_game_may_be_had(store: Store) -> None:
    anna, ben = pair(store)
    play((anna, ben), 5)
    ben.keep_up()
    panel = company(ben)
    panel.do_sure("resign")
    assert "Give this game up?" in panel.html
    panel.do_really("resign")
    anna.keep_up()
    assert "have given up" in anna.waiting
    assert not anna.mine
    panel = company(anna)
    panel.do_save_all("")
    assert scenarios.load_game(panel.download["text"].encode()).number == anna.game.number
    with pytest.raises(NapwidgetsError):
        ben.play(None)


def test_chat_is_escaped_limited_and_closed_by_the_umpire(store: Store) -> None:
    anna, ben = pair(store)
    umpire = SharedTable(store, give(store, anna.who.game, UMPIRE))
    panel = company(anna)
    panel.do_chat(json.dumps({"text": "<script>alert(1)</script>\n\x07 good day"}))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; good day" in company(ben).html
    assert "<script>" not in company(ben).html
    with pytest.raises(NotNow, match="too long"):
        talk.say(store, anna.who, "x" * (talk.LINE + 1))
    for _ in range(talk.MOST - 1):
        talk.say(store, anna.who, "again")
    with pytest.raises(NotNow, match="wait"):
        talk.say(store, anna.who, "again")
    company(umpire).do_close("1")
    with pytest.raises(NotNow, match="closed"):
        talk.say(store, ben.who, "hello?")
    talk.say(store, umpire.who, "I may")
    assert talk.said(store, anna.who.game)[-1].text == "I may"


def test_notes_are_read_by_nobody_else(store: Store) -> None:
    anna, ben = pair(store)
    panel = company(anna)
    panel.do_note(json.dumps({"text": "Ney comes at four"}))
    panel.do_fold("notes")
    assert "Ney comes at four" in panel.html
    umpire = SharedTable(store, give(store, anna.who.game, UMPIRE))
    for table in (ben, umpire):
        other = company(table)
        other.do_fold("notes")
        assert "Ney" not in other.html


#: What each action is at a table, as whoever has the link would do it.
ACTIONS: dict[str, Callable[[SharedTable, Company], Any]] = {
    "move": lambda table, _: table.play(some_move(table, Random(1)) if table.mine else None),
    "ask": lambda _, panel: panel.do_ask("draw"),
    "chat": lambda _, panel: panel.do_chat('{"text": "hello"}'),
    "note": lambda _, panel: panel.do_note('{"text": "hello"}'),
    "rest": lambda _, panel: panel.do_rest(""),
    "undo": lambda table, panel: panel.do_umpire_back(table.game.engine.seats[0]),
    "close chat": lambda _, panel: panel.do_close("1"),
    "see all": lambda table, _: ActionPanel(table).do_look(table.game.engine.seats[1]),
    "save": lambda _, panel: panel.do_save_all(""),
    "sit": lambda table, _: table.sit(table.game.engine.seats[0], "random"),
    "hand over": lambda table, _: keys.hand_over(table.store, table.who, table.game.engine.seats[0]),
    "rematch": lambda _, panel: panel.do_rematch(""),
    "end": lambda _, panel: (panel.do_sure("resign"), panel.do_really("resign")),
    "name": lambda _, panel: panel.do_name('{"text": "Anna"}'),
}


def test_every_action_is_known() -> None:
    assert set(ACTIONS) == set(RIGHTS)


@pytest.mark.parametrize("role", [SEAT, ONLOOKER, UMPIRE])
@pytest.mark.parametrize("action", sorted(RIGHTS))
def test_nobody_does_what_his_link_does_not_allow(store: Store, action: str, role: str) -> None:
    if role in RIGHTS[action]:
        return
    head = game(store)
    table = SharedTable(store, give(store, head.id, role, (head.turn,) if role == SEAT else ()))
    with pytest.raises((NotYours, NotNow)):
        ACTIONS[action](table, company(table))
    assert store.entries(head.id) == []


def test_an_umpire_sees_with_anybodys_eyes_lets_rest_and_takes_back(store: Store) -> None:
    anna, ben = pair(store, "jdg/germany-1813-1")
    play((anna, ben), 20)
    umpire = SharedTable(store, give(store, anna.who.game, UMPIRE))
    panel, eyes = company(umpire), ActionPanel(umpire)
    for table in (anna, ben):
        table.keep_up()
        eyes.do_look(table.who.seats[0])
        assert umpire.view() == table.game.view(table.who.seats[0])
    mover = umpire.game.last.seat
    number = umpire.game.number
    panel.do_umpire_back(mover)
    assert umpire.game.number == number - 1
    umpire.do(REST, "", "")
    anna.keep_up()
    assert "rests" in anna.waiting


def test_a_table_is_made_in_the_lobby_and_played_from_its_links(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "store", lambda _: store)
    host = Door("", "http://here/")
    lobby = host.children[0]
    assert isinstance(lobby, SharedLobby)
    lobby.do_scenario("nlc/first-steps")
    lobby.do_invite("")
    asked = host.children[0]
    assert isinstance(asked, Invitation)
    asked.do_clock("1h")
    asked.do_make("")
    own, other, onlooker = (link.partition("?key=")[2] for link in asked.links.values())
    asked.do_sit("")
    guest = Door(f"?key={other}", "http://here/")
    assert host.table is not None
    assert guest.table is not None
    assert (host.table.mine, guest.table.mine) == (True, False)
    host.table.play(some_move(host.table, Random(1)))  # type: ignore[arg-type]
    guest.table.keep_up()
    assert guest.table.game.number == 1
    assert Door(f"?key={onlooker}", "").table.people == ()  # type: ignore[union-attr]
    strayed = Door("?key=nonsense", "")
    wrong = strayed.children[0]
    assert "opens no game" in wrong.html
    press(wrong, "fonts")
    press(wrong, "language", "?en")
    strayed._list(wrong, [own])
    assert "Games with others" in wrong.html
    assert "opens no game" in wrong.html, "what comes by itself takes no notice away"
    press(wrong, "scenario", "nlc/ligny")
    assert "opens no game" not in wrong.html
    lobby = Door("", "http://here/").children[0]
    later = Door("", "http://here/")
    later._list(later.children[0], [own, "gone"])
    assert later.children[1].gone == ["gone"]
    assert "Games with others" in later.children[0].html
    assert front.LISTED >= 1


def test_a_rematch_changes_sides_and_every_link_leads_to_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "store", lambda _: store)
    head = game(store)
    first, second = scenarios.load(head.scenario).seats
    one, two = give(store, head.id, SEAT, (first,)), give(store, head.id, SEAT, (second,))
    anna, ben = Door(f"?key={one}", ""), Door(f"?key={two}", "")
    old = ben.table
    company(anna.table).do_sure("resign")  # type: ignore[arg-type]
    panel = anna.children[0].company
    panel.do_sure("resign")
    panel.do_really("resign")
    panel.do_rematch("")
    assert anna.table.who.seats == (second,)  # type: ignore[union-attr]
    old.keep_up(), old.news_of_people()  # type: ignore[union-attr]
    assert old.goes_on  # type: ignore[union-attr]
    ben.children[0].company.do_next("")
    assert ben.table.who.seats == (first,)  # type: ignore[union-attr]
    assert ben.table.who.game == anna.table.who.game != head.id  # type: ignore[union-attr]
