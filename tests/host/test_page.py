"""Pages of a host: each for itself, by a line that may break, until its browser stays away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import comm
import pytest
from ipywidgets.widgets.widget import _instances

from napwidgets.host import page as module
from napwidgets.host.page import Page, settle
from napwidgets.language import pages as language
from napwidgets.language.visit import Visit, visit
from tests.apart import run_loop

#: A notebook of one cell: a panel that says what was pressed, and in which language.
CELL = [["code", """
import ipywidgets, asyncio
from napwidgets.language import pages
from napwidgets.language.visit import visit

class Told(ipywidgets.HTML):
    left = 0
    def __init__(self):
        super().__init__(visit().query)
        self.on_msg(lambda _, content, buffers: self.say(content))
    def say(self, content):
        if content.get("speak"): pages.choose(content["speak"])
        self.value += f" {content['word']}/{pages.language()}"
    def leave(self):
        Told.left += 1

Told()
"""]]


class Browser:
    """What a browser has had of a page."""

    def __init__(self, page: Page) -> None:
        self.page, self.had, self.messages, self.n = page, 0, list[dict[str, Any]](), 0

    async def look(self) -> None:
        """Take what waits."""
        async def send(text: str) -> None:
            message = json.loads(text)
            assert message["n"] == self.had + 1
            self.had = message["n"]
            self.messages.append(message)

        speaking = asyncio.ensure_future(self.page.speak(send, self.had))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        speaking.cancel()

    @property
    def comms(self) -> list[dict[str, Any]]:
        found = [json.loads(m["message"]) for m in self.messages if m["kind"] == "python"]
        return [m for m in found if m["kind"] == "comm"]

    @property
    def told(self) -> str:
        """The id of the panel."""
        return next(m["content"]["comm_id"] for m in self.comms if "HTMLModel" in json.dumps(m["content"]["data"]))

    @property
    def text(self) -> str:
        return str(_instances[self.told].value)  # type: ignore[attr-defined]

    def press(self, word: str, to: str = "", n: int | None = None, **more: str) -> None:
        self.n += 1
        data = {"method": "custom", "content": {"word": word, **more}}
        content = {"comm_id": to or self.told, "data": data}
        message = json.dumps({"type": "comm_msg", "id": "1", "content": content})
        self.page.hear({"n": self.n if n is None else n, "id": str(self.n), "message": message, "had": self.had})


def hosted(work: Coroutine[Any, Any, None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)

    async def run() -> None:
        settle(asyncio.get_running_loop())
        await work

    run_loop(run())


def opened(query: str, gone: list[Page] | None = None) -> tuple[Page, Browser]:
    page = Page(Visit(query, hosted=True), (gone if gone is not None else []).append)
    page.show(CELL)
    return page, Browser(page)


def test_pages_hear_their_own_widgets_only_and_speak_their_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        (_, anna), (_, ben) = opened("anna"), opened("ben")
        await anna.look()
        await ben.look()
        assert (anna.text, ben.text) == ("anna", "ben")
        anna.press("one", speak="de")
        ben.press("two")
        assert (anna.text, ben.text) == ("anna one/de", "ben two/en")
        anna.press("stolen", to=ben.told)
        assert ben.text == "ben two/en"
        assert language.language() == "en"
        assert not visit().hosted
        await anna.look()
        assert [m["kind"] for m in anna.messages][-1] == "idle", "what was refused is answered, too"

    hosted(work(), monkeypatch)


def test_what_was_sent_twice_counts_once_and_what_was_not_had_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        page, anna = opened("anna")
        await anna.look()
        anna.press("one")
        anna.press("one", n=anna.n)
        assert anna.text == "anna one/en"
        # The line broke before the answer came: a new one brings all that is missing, in order.
        before = anna.had
        await anna.look()
        assert anna.had > before
        again = Browser(page)
        again.had = before
        await again.look()
        assert [m["n"] for m in again.messages] == list(range(before + 1, anna.had + 1))
        page.acknowledge(anna.had)
        late = Browser(page)
        late.had = anna.had
        await late.look()
        assert late.messages == []

    hosted(work(), monkeypatch)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"n": "1", "message": "{}"},
        {"n": 1},
        {"n": 1, "message": "no JSON"},
        {"n": 1, "message": "[]"},
        {"n": 1, "message": '{"content": 5}'},
        {"n": 1, "message": '{"content": {"comm_id": {}}}'},
        {"n": 1, "message": '{"content": {"comm_id": "unknown"}}', "buffers": 7},
    ],
)
def test_nonsense_breaks_nothing(message: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        page, anna = opened("anna")
        await anna.look()
        page.hear(message)
        anna.n = 1
        anna.press("on")
        assert anna.text == "anna on/en"

    hosted(work(), monkeypatch)


def test_a_page_that_is_put_away_takes_all_of_its_own_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        gone: list[Page] = []
        before = len(_instances)
        page, anna = opened("anna", gone)
        await anna.look()
        kind = type(_instances[anna.told])
        task = page._context.run(asyncio.get_running_loop().create_task, asyncio.sleep(60))
        assert len(_instances) > before
        page.close()
        page.close()
        await asyncio.sleep(0)
        assert len(_instances) == before
        assert task.cancelled()
        assert (gone, kind.left) == ([page], 1)  # type: ignore[attr-defined]
        page.post("nobody hears it")

    hosted(work(), monkeypatch)


def test_a_page_whose_browser_takes_nothing_any_more_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 50_000)

    async def work() -> None:
        gone: list[Page] = []
        page, anna = opened("anna", gone)
        await anna.look()
        page.acknowledge(anna.had)
        page.post("x" * 40_000)
        await asyncio.sleep(0)
        assert gone == []
        page.post("x" * 20_000)
        await asyncio.sleep(0)
        assert gone == [page]

    hosted(work(), monkeypatch)
