"""The game that takes the place of one that has ended: a rematch, or the next battle of a campaign."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest

from napwidgets import scenarios
from napwidgets.lab.luck import revealed
from napwidgets.players.registry import make_players
from napwidgets.shared import keys, room_archive, rooms
from napwidgets.shared.course import END, RESIGNED
from napwidgets.shared.keys import ONLOOKER, SEAT, UMPIRE, NotYours, give
from napwidgets.shared.pages.company import Company
from napwidgets.shared.pages.door import Door
from napwidgets.shared.store import Store
from napwidgets.shared.succession import again, first_of, onward
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import NotNow
from napwidgets.widgets import Chronicle, Debrief
from napwidgets.widgets.actions import ActionPanel
from tests.shared.people import SMALL, game, seated
from tests.shared.test_rooms import teacher

CAMPAIGN = "mop/brienne-la-rothiere"
COALITION, FRENCH = "coalition", "french"


def fight(*tables: SharedTable) -> None:
    """Let people play a game out as the simplest computer would."""
    first = tables[0]
    players = make_players(first.game.engine, "4", dict.fromkeys(first.game.engine.seats, "random"))
    while (decision := first.game.decision) is not None:
        at = next(t for t in tables if decision.seat in t.who.seats)
        at.keep_up()
        at.play(players[decision.seat].choose(at.game.engine, at.game.view(decision.seat), decision.seat))
        first.keep_up()
    for table in tables:
        table.keep_up()


@pytest.fixture
def fought(store: Store) -> tuple[SharedTable, SharedTable, SharedTable]:
    """Two people and an onlooker after the first battle of a campaign."""
    # Of a few battles one ends the campaign at once: with dice of its own the test would hang on chance.
    head = game(store, CAMPAIGN, seed="4")
    anna, ben = seated(store, head, COALITION, name="Anna"), seated(store, head, FRENCH, name="Ben")
    late = SharedTable(store, give(store, head.id, ONLOOKER))
    fight(anna, ben)
    late.keep_up()
    return anna, ben, late


def test_what_the_next_battle_begins_with_is_not_told_between_the_battles(fought: tuple[SharedTable, ...]) -> None:
    for table in fought:
        assert (table.over, table.lies_open, table.may_save, table.may_study) == (True, False, False, False)
        buttons = "".join(Company(table)._after())
        assert "save_all" not in buttons
        assert "study" not in buttons
        for refused in (table.whole, table.study):
            with pytest.raises(NotNow):
                refused()
        assert not revealed(table.game, table.eyes)
    anna, ben, _ = fought
    events = [e for g in anna.game.line() if g.number for e in g.last.events]
    secret = {e.text for e in events if e.to == (FRENCH,)} - {e.text for e in events if e.to != (FRENCH,)}
    assert secret
    told = {table: unescape(" ".join(Chronicle(table).rows(10_000))) for table in (anna, ben)}
    # What is told of the IV Corps ends as what would be told of the V.
    whole = {text: re.compile(rf"(?<!\w){re.escape(text)}") for text in secret}
    assert not [text for text in secret if whole[text].search(told[anna])]
    assert [text for text in secret if whole[text].search(told[ben])]


def test_the_debrief_tells_its_course_when_the_campaign_is_over(fought: tuple[SharedTable, ...], store: Store) -> None:
    umpire = SharedTable(store, give(store, fought[0].who.game, UMPIRE))
    true = umpire.presenter.debrief(umpire.game)
    told = {escape(words) for row in true.contrasts for words in (row.believed, row.true)}
    told |= {escape(words) for chapter in true.chapters for words in chapter.happened}
    assert all(words in Debrief(umpire).body() for words in told)
    for table in fought:
        body = Debrief(table).body()
        assert not [words for words in told if words in body]
        assert "when the campaign is over" in body
        assert escape(true.text) not in body


def test_everybody_goes_on_to_the_next_battle_in_his_own_seat(fought: tuple[SharedTable, ...], store: Store) -> None:
    anna, ben, late = fought
    assert "follow" not in ActionPanel(late).html
    assert 'data-do="follow"' in ActionPanel(anna).html
    with pytest.raises(NotYours):
        onward(late)
    old, sequel = anna.live.head, scenarios.sequel(anna.game)
    assert sequel is not None
    head = store.head(onward(anna))
    assert (head.follows, head.title) == (old.id, sequel.title)
    assert onward(ben) == again(anna) == head.id, "whoever presses it as well comes to the same game"
    assert len(store.heads()) == 2
    for table in fought:
        table.news_of_people()
        assert table.goes_on
    for table in fought:
        holder = keys.known(store, table.who.hash)
        assert holder is not None
        assert (holder.game, holder.seats, holder.role) == (head.id, table.who.seats, table.who.role)
    with pytest.raises(NotNow, match="No battle"):
        onward(SharedTable(store, keys.give(store, head.id, UMPIRE)))


def test_a_rematch_at_a_room_s_table_stays_in_the_room(store: Store) -> None:
    room = rooms.open_room(store, "Class 10b", [scenarios.load(SMALL)], ("Anna", "Ben"))
    who = teacher(store, room)
    first, second = scenarios.load(SMALL).seats
    anna, old = SharedTable(store, room.tokens[1]), rooms.tables(store, who)[0]
    for turn, (seat, other) in enumerate([(first, second), (second, first)], 1):
        anna = SharedTable(store, room.tokens[1])
        assert anna.who.seats == (seat,)
        anna.do(END, seat, RESIGNED)
        again(anna)
        heads = rooms.tables(store, who)
        assert len(heads) == turn + 1
        assert {h.title for h in heads} == {old.title}
        assert [(m.name, m.game, m.seat) for m in rooms.members(store, who)] == [
            ("Anna", heads[-1].id, other), ("Ben", heads[-1].id, seat),
        ]  # fmt: skip
        umpire = keys.holder(store, rooms.umpire_token(who, room.teacher, first_of(heads[-1])))
        assert (umpire.role, umpire.game) == (UMPIRE, heads[-1].id)
    played = room_archive.frame(store, who, "tables")
    assert list(zip(played["seat"], played["name"], strict=True)) == [
        (first, "Anna"), (second, "Ben"), (first, "Ben"), (second, "Anna"), (first, "Anna"), (second, "Ben"),
    ]  # fmt: skip


def test_the_page_shows_the_next_battle(
    fought: tuple[SharedTable, ...], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Door, "store", lambda _: store)
    monkeypatch.setattr(Door, "follow", lambda *_: None)
    token = give(store, fought[0].who.game, SEAT, (COALITION,), "Cleo")
    page = Door("", "http://here/")
    page.enter(token)
    before = page.table
    assert isinstance(before, SharedTable)
    ActionPanel(before).do_follow("")
    assert isinstance(page.table, SharedTable)
    assert page.table.live.head.follows == before.who.game
    assert (page.table.who.seats, page.table.over) == ((COALITION,), False)
