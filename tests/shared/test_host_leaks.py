"""What a host sends to a seat's page holds nothing that only others were told."""

from __future__ import annotations

import asyncio
import json

import comm
import pytest

from napwidgets.host.page import Page, settle
from napwidgets.language.visit import Visit
from napwidgets.shared import keys
from napwidgets.shared.pages.door import Door
from napwidgets.shared.store import Store
from tests.apart import run_loop
from tests.host.test_page import Browser
from tests.shared.people import pair, play

CELLS = [["code", "from napwidgets.shared.pages.door import Door\n\nDoor()"]]


def test_what_one_seat_is_told_is_never_sent_to_another(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setattr(Door, "store", lambda _: store)
    anna, ben = pair(store, "jdg/germany-1813-4")
    seats = anna.game.engine.seats
    tokens = {seat: keys.give(store, anna.who.game, keys.SEAT, (seat,)) for seat in seats}
    sent: dict[str, str] = {}

    async def played() -> None:
        settle(asyncio.get_running_loop())
        pages = {seat: Page(Visit(f"key={tokens[seat]}", hosted=True), lambda _: None) for seat in seats}
        browsers = {seat: Browser(page) for seat, page in pages.items()}
        for page in pages.values():
            page.show(CELLS)
        for step in range(8):
            play((anna, ben), 10, seed=f"told{step}")
            # Pages follow by themselves.
            await asyncio.sleep(0.5)
            for browser in browsers.values():
                await browser.look()
        for seat, browser in browsers.items():
            sent[seat] = json.dumps(browser.messages)
            pages[seat].close()

    run_loop(played())
    anna.keep_up()
    events = [event for game in anna.game.line() for event in game.last.events]
    secret = {seat: [e.text for e in events if e.to and seat not in e.to] for seat in seats}
    known = {seat: " ".join(e.text for e in events if not e.to or seat in e.to) for seat in seats}
    own = {seat: [e.text for e in events if e.to and seat in e.to] for seat in seats}

    def quoted(text: str) -> str:
        # A message is JSON within the JSON of its line, within this list.
        return json.dumps(json.dumps(json.dumps(text)[1:-1])[1:-1])[1:-1]

    for seat in seats:
        leaks = [text for text in secret[seat] if text not in known[seat] and quoted(text) in sent[seat]]
        assert leaks == []
        assert len(secret[seat]) > 3
        assert any(quoted(text) in sent[seat] for text in own[seat]), "the page shows what its own seat was told"
