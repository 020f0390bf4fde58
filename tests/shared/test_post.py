"""Play by mail: who is told that it is his turn, once, and by whom not."""

from __future__ import annotations

import json
import re
import socketserver
import threading
from collections.abc import Iterator
from email import message_from_string, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from typing import ClassVar

import pytest

from napwidgets.shared import keys, post, talk
from napwidgets.shared.keys import ONLOOKER, UMPIRE, NotYours
from napwidgets.shared.pages.company import Company
from napwidgets.shared.post import CantSend, Letters, ask, asked, letters, send_due
from napwidgets.shared.store import Store
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import NotNow
from tests.shared.people import pair, some_move


class Mailman(socketserver.StreamRequestHandler):
    """A mail server that keeps what it gets."""

    had: ClassVar[list[str]] = []

    def handle(self) -> None:
        def answer(text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        answer("220 here")
        body: list[str] | None = None
        for raw in self.rfile:
            line = raw.decode().rstrip()
            if body is not None:
                if line == ".":
                    Mailman.had.append("\n".join(body))
                    body = None
                    answer("250 kept")
                else:
                    body.append(line)
            elif line.upper() == "DATA":
                body = []
                answer("354 go on")
            elif line.upper() == "QUIT":
                answer("221 bye")
                return
            else:
                answer("250 well")


class MailServer(socketserver.ThreadingTCPServer):
    """Ends whoever is still on the line: a port may have been somebody else's before, who is looked for there."""

    daemon_threads = True


class Hook(BaseHTTPRequestHandler):
    """A webhook that keeps what it gets."""

    had: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        Hook.had.append(json.loads(body)["text"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def out() -> Iterator[Letters]:
    """Servers of the test's own."""
    Mailman.had, Hook.had = [], []
    with MailServer(("127.0.0.1", 0), Mailman) as mail, HTTPServer(("127.0.0.1", 0), Hook) as hook:
        for server in (mail, hook):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        at = [f"127.0.0.1:{server.server_address[1]}" for server in (mail, hook)]
        yield Letters(f"smtp://{at[0]}", "table@club.example", f"http://{at[1]}/", "https://club.example/")
        mail.shutdown()
        hook.shutdown()


def away(*tables: SharedTable) -> None:
    for table in tables:
        table.leave()


def test_whoever_is_away_is_told_once_a_turn(both: Store, out: Letters) -> None:
    anna, ben = pair(both)
    mover, other = (anna, ben) if anna.mine else (ben, anna)
    ask(both, other.who, "ben@club.example")
    ask(both, mover.who, "anna@club.example")
    away(anna, ben)
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    assert send_due(both, out) == 0, "he may just be reading"
    turn = both.head(anna.who.game).turn
    told = {mover.who.seats[0]: "anna", other.who.seats[0]: "ben"}[turn]
    assert send_due(both, out, after=0.0) == 1
    (letter,) = Mailman.had
    assert f"To: {told}@club.example" in letter
    assert "Your turn" in letter
    assert "https://club.example/" in letter
    assert "key=" not in letter
    assert Hook.had == [], "nobody but him is told of a game between friends"
    assert send_due(both, out, after=0.0) == 0


def test_a_letter_is_in_the_language_in_which_it_was_asked_for(both: Store, out: Letters) -> None:
    anna, ben = pair(both)
    mover, other = (anna, ben) if anna.mine else (ben, anna)
    for table in (mover, other):
        ask(both, table.who, f"{table.who.seats[0]}@club.example", "de")
    away(anna, ben)
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    assert send_due(both, out, after=0.0) == 1
    letter = message_from_string(Mailman.had[0], policy=policy.default)
    assert letter["Subject"].startswith("Sie sind am Zug: ")
    assert letter.get_content().startswith("Sie sind am Zug (")


def test_the_webhook_is_told_of_games_that_are_open_to_everybody(store: Store, out: Letters) -> None:
    anna, ben = pair(store, public=True)
    mover = anna if anna.mine else ben
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    away(anna, ben)
    alone = Letters(webhook=out.webhook, base="https://club.example/")
    assert send_due(store, alone, after=0.0) == 1
    (told,) = Hook.had
    assert "to move in" in told
    assert "https://club.example/" in told
    assert "key=" not in told
    assert send_due(store, alone, after=0.0) == 0
    gone = Letters(webhook="http://127.0.0.1:1/")
    pair(store, public=True)
    assert send_due(store, gone, after=-1.0) == 0


def test_whoever_is_there_needs_no_letter(store: Store, out: Letters) -> None:
    anna, ben = pair(store)
    mover = anna if anna.mine else ben
    ask(store, mover.who, "anna@club.example")
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    for table in (anna, ben):
        talk.here(store, table.who, table.page)
    assert send_due(store, out, after=0.0) == 0
    assert Mailman.had == []


def test_letters_end_when_they_are_not_wanted(store: Store, out: Letters) -> None:
    anna, ben = pair(store)
    for table in (anna, ben):
        ask(store, table.who, "x@club.example")
        assert asked(store, table.who) == "x@club.example"
        ask(store, table.who, " ")
        assert asked(store, table.who) == ""
    mover = anna if anna.mine else ben
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    away(anna, ben)
    assert send_due(store, out, after=0.0) == 0


@pytest.mark.parametrize("mail", ["x", "@x.de", "a@b", "a b@c.de", "a@c.de\nBcc: d@e.fr", "a" * 300 + "@c.de"])
def test_what_is_no_address_is_refused(mail: str, store: Store) -> None:
    anna, _ = pair(store)
    with pytest.raises(NotNow):
        ask(store, anna.who, mail)


@pytest.mark.parametrize("role", [ONLOOKER, UMPIRE])
def test_only_seats_are_told(role: str, store: Store) -> None:
    anna, _ = pair(store)
    with pytest.raises(NotYours):
        ask(store, keys.holder(store, keys.give(store, anna.who.game, role)), "a@b.de")


def test_a_server_that_is_away_breaks_nothing(store: Store, out: Letters) -> None:
    anna, ben = pair(store)
    for table in (anna, ben):
        ask(store, table.who, "x@club.example")
    mover = anna if anna.mine else ben
    mover.play(some_move(mover, Random(1)))  # type: ignore[arg-type]
    away(anna, ben)
    nowhere = Letters("smtp://127.0.0.1:1", out.sender)
    assert send_due(store, nowhere, after=0.0) == 0


def test_settings_that_cannot_be_meant_are_refused() -> None:
    assert not letters({}).mails
    for wrong in ({"NAPWIDGETS_SMTP": "mail.example"}, {"NAPWIDGETS_SMTP": "smtp://x"}, {"NAPWIDGETS_WEBHOOK": "file:///x"}):
        with pytest.raises(CantSend):
            letters(wrong)
    assert post.AFTER > 0


def test_what_is_no_address_is_refused_in_our_words_beside_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SMTP", "smtp://localhost:25")
    monkeypatch.setenv("NAPWIDGETS_MAIL_FROM", "table@club.example")
    anna, _ = pair(store)
    panel = Company(anna)
    panel._receive(None, {"do": "fold", "arg": "mail", "id": "a.1"}, [])
    form = re.search(r"<form [^>]*data-do=\"mail\".*?</form>", panel.html, re.DOTALL)
    assert form is not None
    assert "novalidate" in form[0], "a browser would refuse it in its own language"
    for n, (mail, told) in enumerate({"anna": 1, "": 0, "anna@": 1, "anna@club.example": 0}.items()):
        panel._receive(None, {"do": "mail", "arg": json.dumps({"text": mail}), "id": f"b.{n}"}, [])
        assert panel.html.count('role="alert">That is no mail address; please look at it again.') == told
    assert asked(store, anna.who) == "anna@club.example"
