"""The host over HTTP and WebSockets: what it answers, to whom, and how much of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import comm
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from napwidgets.host import app as module
from napwidgets.host.app import Host
from napwidgets.host.gate import COOKIE, Bucket, Gate
from napwidgets.widgets.lesson_shelf import ONE_ADDRESS, SERVED

HERE = {"origin": "http://testserver"}
Open = Callable[..., TestClient]


@pytest.fixture
def open_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Open]:
    """Opens a host; all are shut at the end."""
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.setenv(SERVED, ONE_ADDRESS)
    clients: list[TestClient] = []

    def opened(gate: Gate | None = None, **more: Any) -> TestClient:
        host = Host(gate or Gate(), **more)
        client = TestClient(host.app(), follow_redirects=False)
        client.__enter__()
        client.host = host  # type: ignore[attr-defined]
        clients.append(client)
        return client

    yield opened
    for client in clients:
        client.__exit__()


def hello(line: Any, **more: object) -> dict[str, Any]:
    """Open a page on a line; gives the first answer."""
    line.send_text(json.dumps({"query": "", "had": 0, "page": ""} | more))
    return line.receive_json()  # type: ignore[no-any-return]


def until_shown(line: Any) -> list[dict[str, Any]]:
    """All messages of a page up to where everything is there."""
    found = []
    while True:
        found.append(line.receive_json())
        if json.loads(found[-1]["message"]) == {"kind": "shown"}:
            return found


def test_every_answer_has_the_headers_of_caution_and_nothing_comes_from_elsewhere(open_host: Open) -> None:
    client = open_host()
    for address in ("/", "/desk.js", "/nothing", "/page.css", "/vendor/widgets.js"):
        answer = client.get(address)
        assert answer.status_code == (404 if address == "/nothing" else 200)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "server" not in answer.headers
    assert "://" not in client.get("/").text
    assert client.get("/health").text == "well"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "static/index.html", "vendor/", "line.html"])
def test_only_the_files_of_pages_are_given_out(name: str, open_host: Open) -> None:
    assert open_host().get(f"/{name}").status_code == 404


@pytest.mark.parametrize("name", ["desk.js", "page.css"])
def test_what_a_browser_has_is_not_sent_again(name: str, open_host: Open) -> None:
    client = open_host()
    tag = client.get(f"/{name}").headers["etag"]
    assert client.get(f"/{name}", headers={"if-none-match": tag}).status_code == 304
    assert client.get(f"/{name}", headers={"if-none-match": '"old"'}).status_code == 200


def test_another_name_is_not_answered_to(open_host: Open) -> None:
    client = open_host(Gate(["testserver"]))
    assert client.get("/").status_code == 200
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    foreign = {"host": "evil.example", "origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/line", headers=foreign):
        pass


@pytest.mark.parametrize("origin", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_a_page_from_elsewhere_gets_no_line(origin: dict[str, str], open_host: Open) -> None:
    client = open_host()
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/line", headers=origin):
        pass


def test_a_page_comes_and_comes_back(open_host: Open) -> None:
    client = open_host()
    with client.websocket_connect("/line", headers=HERE) as line:
        here = hello(line)
        assert here["kind"] == "here"
        messages = until_shown(line)
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line, page=here["page"], had=len(messages) - 2) == here
        again = [line.receive_json() for _ in range(2)]
    assert again == messages[-2:]
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line, page="unknown")["kind"] == "gone"


@pytest.mark.parametrize(
    ("prefers", "chosen", "code"),
    [("de-AT,de;q=0.9", "", "de"), ("de", "fr", "fr"), ("pt", "", "en"), ("fr", "?", "en")],
)
def test_a_page_begins_in_what_was_chosen_or_what_the_browser_prefers(
    prefers: str, chosen: str, code: str, open_host: Open
) -> None:
    client = open_host()
    with client.websocket_connect("/line", headers={**HERE, "accept-language": prefers}) as line:
        hello(line, language=chosen)
        opened = [json.loads(m["message"]) for m in until_shown(line)]
    states = [m["content"]["data"].get("state", {}) for m in opened if m["kind"] == "comm"]
    assert {state["language"] for state in states if "language" in state} == {code}


def test_a_browser_gets_a_mark_of_its_own_that_no_script_sees(open_host: Open) -> None:
    client = open_host()
    given = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in given
    assert "samesite=lax" in given.lower()
    assert "set-cookie" not in client.get("/").headers, "it has one"
    for _ in range(2):
        with client.websocket_connect("/line", headers=HERE) as line:
            hello(line)
    client.cookies.clear()
    for _ in range(2):
        with client.websocket_connect("/line", headers=HERE) as line:
            hello(line)
    one, same, other, another = (page.visit.browser for page in client.host.pages.values())  # type: ignore[attr-defined]
    assert one == same
    assert len({one, other, another}) == 3


def test_a_page_that_was_shut_is_put_away_at_once(open_host: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PARTING", 0.05)
    client = open_host()
    pages = client.host.pages  # type: ignore[attr-defined]
    for code, there in ((1001, 0), (1006, 1)):
        with client.websocket_connect("/line", headers=HERE) as line:
            hello(line)
            until_shown(line)
            line.close(code)
        time.sleep(0.4)
        assert len(pages) == there, f"a line that ends with {code}"


def test_a_page_whose_browser_stays_away_is_put_away(open_host: Open) -> None:
    client = open_host(patience=0.0)
    with client.websocket_connect("/line", headers=HERE) as line:
        page = hello(line)["page"]
        until_shown(line)
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line, page=page)["kind"] == "gone"


def test_pages_are_limited_in_all_and_by_the_minute(open_host: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    client = open_host(most=1)
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line)["kind"] == "here"
        with client.websocket_connect("/line", headers=HERE) as second:
            answer = hello(second)
            assert (answer["kind"], answer["text"][:12]) == ("failed", "All 1 pages ")
    other = open_host()
    monkeypatch.setattr(other.host, "_opened", Bucket(1, 0.01))  # type: ignore[attr-defined]
    with other.websocket_connect("/line", headers=HERE) as line:
        assert hello(line)["kind"] == "here"
    with other.websocket_connect("/line", headers=HERE) as line:
        answer = hello(line)
        assert (answer["kind"], answer["text"][:14]) == ("failed", "Too many pages")


@pytest.mark.parametrize("text", ["", "no JSON", "[1]", '{"page": {}}', '{"query": 5, "had": "x"}'])
def test_nonsense_on_a_line_breaks_nothing(text: str, open_host: Open) -> None:
    client = open_host()
    with client.websocket_connect("/line", headers=HERE) as line:
        line.send_text(text)
    assert client.get("/health").text == "well"
    with client.websocket_connect("/line", headers=HERE) as line:
        page = hello(line)
        line.send_text(text)
        assert page["kind"] == "here"


def test_too_long_a_message_is_passed_over(open_host: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SENT", 1000)
    client = open_host()
    with client.websocket_connect("/line", headers=HERE) as line:
        hello(line)
        until_shown(line)
        line.send_text(json.dumps({"n": 1, "message": "x" * 1000}))
        line.send_text(json.dumps({"n": 1, "id": "short", "message": "x"}))
        assert line.receive_json()["id"] == "short"


def test_a_password_is_asked_for_once_and_guarded(open_host: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    client = open_host(Gate(password="quatre bras"))
    assert "Password" in client.get("/").text
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line)["kind"] == "gone"
    wrong = client.post("/enter", data={"password": "<b>ligny"})
    assert wrong.status_code == 401
    assert "not the password" in wrong.text
    assert "<b>" not in wrong.text
    assert client.post("/enter", content=b"x" * 10_000).status_code == 413
    right = client.post("/enter", data={"password": "quatre bras"})
    assert right.status_code == 303
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert COOKIE in client.cookies
    assert "Password" not in client.get("/").text
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line)["kind"] == "here"
    monkeypatch.setattr(client.host, "_tried", Bucket(1, 0.001))  # type: ignore[attr-defined]
    assert client.post("/enter", data={"password": "a"}).status_code == 401
    assert client.post("/enter", data={"password": "quatre bras"}).status_code == 429


def test_over_tls_the_cookie_keeps_to_it(open_host: Open) -> None:
    client = open_host(Gate(password="quatre bras"))
    client.base_url = "https://testserver"  # type: ignore[assignment]
    assert "secure" in client.post("/enter", data={"password": "quatre bras"}).headers["set-cookie"].lower()


def test_a_host_of_links_opens_nothing_else(open_host: Open) -> None:
    client = open_host(Gate(links_only=True, opens=lambda token: token == "right"))
    assert "by their links only" in client.get("/").text
    assert "by their links only" in client.get("/?key=wrong").text
    assert "by their links only" not in client.get("/?key=right").text
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line, query="?key=wrong")["kind"] == "gone"
    with client.websocket_connect("/line", headers=HERE) as line:
        assert hello(line, query="?key=right")["kind"] == "here"


def test_a_page_that_cannot_be_made_says_so_and_leaves_nothing(open_host: Open) -> None:
    client = open_host()
    client.host._cells = {"lobby": [["code", "1 / 0"]]}  # type: ignore[attr-defined]
    with client.websocket_connect("/line", headers=HERE) as line:
        hello(line)
        answer = line.receive_json()
        assert (answer["kind"], answer["text"][:20]) == ("failed", "Something went wrong")
    assert client.host.pages == {}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de", "Passwort dieses Gastgebers"),
        ("en;q=0.5, fr-CA", "fr", "Mot de passe de cet hôte"),
        ("fr;q=x, en", "en", "Password of this host"),
        ("pt-BR", "en", "Password of this host"),
    ],
)
def test_pages_without_a_game_are_in_the_language_that_the_browser_prefers(
    asked: str, code: str, words: str, open_host: Open
) -> None:
    client = open_host(Gate(["testserver"], password="Austerlitz"))
    answer = client.get("/", headers={"accept-language": asked})
    assert words in answer.text
    assert f'<html lang="{code}">' in answer.text


def test_refusals_and_the_front_page_are_in_the_language_that_the_browser_prefers(open_host: Open) -> None:
    client, german = open_host(Gate(["testserver"])), {"accept-language": "de"}
    front = client.get("/", headers=german)
    assert "Der Tisch wird gedeckt" in front.text
    assert "accept-language" in front.headers["vary"]
    assert client.get("/nothing", headers=german).text == "Hier ist nichts."
    assert client.get("/", headers={"host": "evil.example", **german}).text.startswith("Dieser Gastgeber")
