"""Games that are open to everybody."""

from __future__ import annotations

import threading

import pytest

from napwidgets.language.visit import VISIT, Visit
from napwidgets.shared import keys, public
from napwidgets.shared.pages.door import Door, SharedLobby
from napwidgets.shared.pages.invite import Invitation
from napwidgets.shared.store import Store
from napwidgets.shared.table import SharedTable
from napwidgets.table.seats import NotNow
from napwidgets.widgets.sheet import BadMessage
from tests.shared.people import game


def test_seats_go_to_whoever_comes_first_and_private_games_are_not_listed(both: Store) -> None:
    closed = game(both)
    head = game(both, public=True)
    first, second = head.settings["kinds"]
    listed = {offer.head.id: offer.free for offer in public.offers(both)}
    assert listed[head.id] == (first, second)
    assert closed.id not in listed
    table = SharedTable(both, public.take(both, head.id, second))
    assert table.who.seats == (second,)
    with pytest.raises(NotNow, match="Somebody else"):
        public.take(both, head.id, second)
    assert [offer.free for offer in public.offers(both)] == [(first,)]


def test_of_two_at_once_one_gets_the_seat(both: Store) -> None:
    head = game(both, public=True)
    seat, gate = next(iter(head.settings["kinds"])), threading.Barrier(4)
    got: list[str] = []
    late: list[str] = []

    def come() -> None:
        gate.wait(30)
        try:
            got.append(public.take(both, head.id, seat))
        except NotNow as words:
            late.append(str(words))

    threads = [threading.Thread(target=come) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(got), len(late)) == (1, 3)


@pytest.mark.parametrize("what", ["private", "none", "computer"])
def test_nothing_else_is_given_away(store: Store, what: str) -> None:
    head = game(store, public=what != "private")
    first = next(iter(head.settings["kinds"]))
    id, seat = (head.id if what != "none" else "nonsense"), (first if what != "computer" else "nobody")
    with pytest.raises(NotNow):
        public.take(store, id, seat)
    if what != "computer":
        with pytest.raises(NotNow, match="not open"):
            public.look_on(store, id)


def test_a_game_is_offered_and_taken_in_the_lobby(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "store", lambda _: store)
    kept = VISIT.set(Visit(hosted=True))
    host = Door("", "http://here/")
    lobby = host.children[0]
    assert isinstance(lobby, SharedLobby)
    lobby.do_scenario("nlc/first-steps")
    lobby.do_invite("")
    asked = host.children[0]
    assert isinstance(asked, Invitation)
    asked.do_public("1")
    asked.do_make("")
    assert len(asked.links) == 2, "one's own seat, and onlookers"
    guest = Door("", "http://here/")
    guest._list(guest.children[0], [])
    assert "Open to everybody" in guest.children[0].html
    (offer,) = public.offers(store)
    guest.children[0].do_take(f"{offer.head.id} {offer.free[0]}")
    assert guest.table is not None
    assert guest.table.people == offer.free
    third = Door("", "http://here/")
    third._list(third.children[0], [])
    assert "all seats are taken" in third.children[0].html
    third.children[0].do_watch(offer.head.id)
    assert third.table is not None
    assert third.table.who.role == keys.ONLOOKER  # type: ignore[attr-defined]
    VISIT.reset(kept)


def test_nothing_is_open_to_everybody_where_nobody_else_comes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "store", lambda _: store)
    page = Door("", "http://here/")
    page.children[0].do_invite("")
    asked = page.children[0]
    assert isinstance(asked, Invitation)
    assert "Who may come" not in asked.html
    with pytest.raises(BadMessage, match="at a host"):
        asked.do_public("1")
    kept = VISIT.set(Visit(hosted=True))
    asked.refresh()
    assert "Who may come" in asked.html
    VISIT.reset(kept)
