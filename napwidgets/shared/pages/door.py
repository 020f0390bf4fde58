"""`Door`: the front page with shared games: a lobby from which one invites, and the table that a link opens."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine
from napwidgets.language.visit import visit
from napwidgets.shared.pages.keyring import Keyring
from napwidgets.table.seats import PERSON, NotNow
from napwidgets.table.table import Table
from napwidgets.widgets.front import Front
from napwidgets.widgets.lobby import Lobby
from napwidgets.widgets.pictures import picture
from napwidgets.widgets.sheet import button, say
from napwidgets.widgets.shelf import _ago as ago

if TYPE_CHECKING:
    # What a database needs is loaded when there is a shared game: most lobbies never see one.
    from napwidgets.shared.keys import Holder
    from napwidgets.shared.pages.app import Following
    from napwidgets.shared.pages.room import RoomDesk
    from napwidgets.shared.public import Offer
    from napwidgets.shared.rooms import Opened
    from napwidgets.shared.store import Head, Store
    from napwidgets.shared.table import SharedTable

#: So many games stand in the list, those in which it is one's turn first.
LISTED = 12
#: What stands before the games that one plays alone, in a browser's list.
OWN = "game:"
#: And before the rooms that one leads.
ROOM = "room:"


class SharedLobby(Lobby):
    """The lobby with invitations, and with the shared games that this browser has links for."""

    door: Door | None = None
    ring: Keyring | None = None
    _games: Sequence[tuple[str, Holder, Head]] = ()
    _rooms: Sequence[tuple[str, str]] = ()
    _offers: Sequence[Offer] = ()

    def ways(self) -> str:
        """Inviting others stands beside playing here."""
        ways = (
            button("Invite somebody", "invite", title="Each on a screen of his own, by a secret link")
            + button("A room for a class", "room", kind="quiet", title="Many tables, a teacher who sees them all")
            + button("Room code", "join", kind="quiet", title="Come into a room by its code")
        )
        return f'<div class="nw-others">{ways}</div>'

    def do_room(self, _: str) -> None:
        """Open a room for a class, at tables of the chosen scenario."""
        if self.door is None:
            raise NotNow("No room can be opened from here.")
        self.door.open_room(self.chosen)

    def do_join(self, _: str) -> None:
        """Come into a room by its code."""
        if self.door is None:
            raise NotNow("No room can be entered from here.")
        self.door.join()

    def shelf_html(self) -> str:
        """The games with others, and below them those that are kept here."""
        rows = "".join(self._row(*game) for game in self._games[:LISTED])
        shared = f'<section class="nw-shelf"><h2>Games with others</h2><ul>{rows}</ul></section>' if rows else ""
        led = " ".join(button(title, "led", token) for token, title in self._rooms)
        room = f'<section class="nw-shelf"><h2>Your rooms</h2><p class="nw-row">{led}</p></section>' if led else ""
        offered = "".join(map(self._offer, self._offers))
        public = f'<section class="nw-shelf"><h2>Open to everybody</h2><ul>{offered}</ul></section>' if offered else ""
        return room + shared + public + super().shelf_html()

    def show_offers(self, found: Sequence[Offer]) -> None:
        """List the games that are open to everybody."""
        self._offers = found
        self.refresh()

    def _offer(self, offer: Offer) -> str:
        head, sides = offer.head, scenarios.info(offer.head.scenario).sides
        words = {0: "all seats are taken", 1: "a seat is free"}.get(len(offer.free), "seats are free")
        seats = "".join(
            button(f"Play {sides.get(seat, seat)}", "take", f"{head.id} {seat}", kind="main") for seat in offer.free
        )
        drawn = f'<span class="nw-pic" aria-hidden="true">{picture(head.scenario)}</span>'
        return (
            f"<li>{drawn}<div><b>{escape(head.title)}</b><small>{words} · {ago(time.time() - head.moved)}</small>"
            f'<div class="nw-row">{seats}{button("Look on", "watch", head.id, kind="quiet")}</div></div></li>'
        )

    def do_take(self, arg: str) -> None:
        """Take a free seat of a game that is open to everybody."""
        game, _, seat = arg.partition(" ")
        if self.door is not None:
            self.door.come_in(game, seat)

    def do_watch(self, game: str) -> None:
        """Look on at a game that is open to everybody."""
        if self.door is not None:
            self.door.come_in(game)

    def do_led(self, token: str) -> None:
        """Open one of the rooms in the list."""
        if self.door is not None and token in {t for t, _ in self._rooms}:
            self.door.enter_room(token)

    def show_rooms(self, found: Sequence[tuple[str, str]]) -> None:
        """List the rooms that this browser leads, each with its title."""
        self._rooms = found
        self.refresh()

    def _row(self, token: str, who: Holder, head: Head) -> str:
        sides = scenarios.info(head.scenario).sides
        mine = _mine(who, head)
        part = ", ".join(sides.get(seat, seat) for seat in who.seats)
        part = part or ("as umpire" if who.role == "umpire" else "looking on")
        turn = sides.get(head.turn, head.turn)
        state = {"over": "has ended", "paused": "rests"}.get(head.status, "your turn" if mine else f"{turn} to move")
        drawn = f'<span class="nw-pic" aria-hidden="true">{picture(head.scenario)}</span>'
        return (
            f"<li>{drawn}<div><b>{escape(head.title)}</b>"
            f"<small>{escape(part)} · {escape(state)} · {ago(time.time() - head.moved)}</small></div>"
            f"{button('Your turn' if mine else 'Open', 'shared', token, kind='main' if mine else '')}</li>"
        )

    def mine(self, id: str) -> None:
        """Where many people come, the browser remembers which games are its own."""
        super().mine(id)
        if visit().hosted and self.ring is not None:
            self.ring.key = OWN + id

    def show_games(self, games: Sequence[tuple[str, Holder, Head]]) -> None:
        """List shared games, each with its link."""
        self._games = sorted(games, key=lambda g: (not _mine(*g[1:]), g[2].status == "over", -g[2].moved))
        self.refresh()

    def do_shared(self, token: str) -> None:
        """Open one of the games in the list."""
        if self.door is not None and token in {t for t, _, _ in self._games}:
            self.door.enter(token)

    def do_invite(self, _: str) -> None:
        """Ask what the game shall be like; seats that nobody has chosen a player for are persons."""
        if self.door is None:
            raise NotNow("Nobody can be invited from here.")
        if self.dice == "typed":
            raise NotNow("Where everybody has his own screen the computer throws the dice; choose other dice below.")
        engine = scenarios.load(self.chosen, self._options())
        kinds = {seat: self._kind(seat) for seat in engine.seats}
        if sum(kind == PERSON for kind in kinds.values()) < 2:
            kinds |= {seat: PERSON for seat in engine.seats if seat not in self.seats}
        if sum(kind == PERSON for kind in kinds.values()) < 2:
            raise NotNow("Choose “a person” for the seat of whom you want to invite.")
        self.door.invite(engine, kinds, self.seed if self.dice == "seed" else None)


class Door(Front):
    """The front page; ``base`` is the address that links begin with."""

    lobby_kind = SharedLobby

    def __init__(self, query: str | None = None, base: str | None = None) -> None:
        query = visit().query if query is None else query
        self._base = visit().base if base is None else base
        self.following: Following | None = None
        self._desk: RoomDesk | None = None
        asked = parse_qs(query.lstrip("?"))
        token, room = asked.get("key", [""])[0], asked.get("room", [""])[0]
        super().__init__("" if token or room else query)
        if token:
            self.enter(token)
        elif room:
            self.enter_room(room)

    def store(self) -> Store:
        """The database of shared games."""
        from napwidgets.shared.store import store_at

        return store_at()

    def enter(self, token: str) -> None:
        """Open the table that a link leads to; in the lobby it is said why that is not possible."""
        from napwidgets.shared import rooms
        from napwidgets.shared.pages.app import SharedApp
        from napwidgets.shared.succession import again, onward
        from napwidgets.shared.table import SharedTable

        try:
            table = SharedTable(self.store(), token)
            if visit().browser:
                rooms.came(self.store(), token, visit().browser)
        except Exception as trouble:
            self._lobby(None, say(None, trouble))
            return
        self.leave()
        self.table = table
        app = SharedApp(table)
        app.menu.address = f"?key={token}"
        app.company.base = self._base
        app.company.study = lambda: self._open(table.study(), dict.fromkeys(table.game.engine.seats, PERSON))
        app.company.rematch = lambda: self._succeed(again, table, token)
        table.follow = lambda: self._succeed(onward, table, token)  # type: ignore[method-assign]
        self.children = [app, Keyring(key=token)]
        self.following = self.follow(table, token)

    def come_in(self, game: str, seat: str = "") -> None:
        """Take a seat of a game that is open to everybody, or look on."""
        from napwidgets.shared import public

        store = self.store()
        self.enter(public.take(store, game, seat) if seat else public.look_on(store, game))

    def open_room(self, scenario: str) -> None:
        """Show what a room is asked for before it opens."""
        from napwidgets.shared.pages.room_form import RoomForm

        self.children = [RoomForm(self.store, scenario, self._opened, lambda: self._lobby(None), self._base)]

    def _opened(self, made: Opened) -> None:
        self.enter_room(made.teacher, made.tokens, made.board)

    def enter_room(self, token: str, tokens: dict[int, str] | None = None, board: str = "") -> None:
        """Open the page of a room; in the lobby it is said why that is not possible."""
        from napwidgets.shared.pages.room import RoomDesk

        self.leave()
        try:
            desk = RoomDesk(self.store(), token, self._base, tokens, board, lambda: self._lobby(None))
        except Exception as trouble:
            self._lobby(None, say(None, trouble))
            return
        desk.address = f"?room={token}"
        self._desk = desk
        self.children = [desk, Keyring(key=ROOM + token)] if desk.leads else [desk]

    def join(self) -> None:
        """Ask for the code of a room."""
        from napwidgets.shared.pages.room_form import Joining

        self.children = [Joining(self.store, self.enter, lambda: self._lobby(None))]

    def follow(self, table: SharedTable, token: str) -> Following:
        """Keep the page up with its game, and with its seat."""
        from napwidgets.shared.pages.app import Following

        following = Following(table, lambda: self.enter(token))
        following.start()
        return following

    def leave(self) -> None:
        """The page leaves the shared game, or the room, that it shows."""
        if self._desk is not None:
            self._desk.leave()
            self._desk = None
        if self.following is not None:
            self.following.stop()
            self.following = None

    def invite(self, engine: Engine, kinds: dict[str, str], seed: str | None) -> None:
        """Show what a game with others is asked before it begins."""
        from napwidgets.shared.pages.invite import Invitation

        page = Invitation(self.store, engine, kinds, seed, self._base, self.enter, lambda: self._lobby(None))
        self.children = [page]

    def _succeed(self, begin: Callable[[SharedTable], str], table: SharedTable, token: str) -> None:
        begin(table)
        self.enter(token)

    def _open(self, game: Game, seats: dict[str, str]) -> None:
        self.leave()
        super()._open(game, seats)

    def _show(self, table: Table, id: str) -> None:
        super()._show(table, id)
        if visit().hosted:
            self.children = [*self.children, Keyring(key=OWN + id)]

    def _lobby(self, scenario: str | None, notice: str = "") -> None:
        self.leave()
        super()._lobby(scenario, notice)
        lobby = self.children[0]
        lobby.door = self
        self.children = [lobby, Keyring(lambda kept: self._list(lobby, kept))]
        lobby.ring = self.children[1]

    def _list(self, lobby: SharedLobby, kept: Sequence[str]) -> None:
        """Show the games that the browser has links for; links that open nothing are forgotten."""
        own = {key[len(OWN) :] for key in kept if key.startswith(OWN)}
        led = [key[len(ROOM) :] for key in kept if key.startswith(ROOM)]
        tokens = [key for key in kept if not key.startswith((OWN, ROOM))]
        if visit().hosted and own:
            visit().own.update(own)
            lobby.refresh()
        if not tokens and not led and not visit().hosted:
            return
        from napwidgets.shared import keys, public, rooms

        try:
            store = self.store()
            if visit().hosted and (offers := public.offers(store)):
                lobby.show_offers(offers)
            found = {token: rooms.known(store, token) for token in led}
            lobby.show_rooms([(token, who.room.title) for token, who in found.items() if who is not None])
            known = {token: keys.known(store, keys.hashed(token)) for token in tokens}
            games = [(token, who, store.head(who.game)) for token, who in known.items() if who is not None]
        except NapwidgetsError as trouble:
            lobby.trouble(say(None, trouble))
            return
        if lobby.ring is not None:
            lost = [ROOM + token for token, who in found.items() if who is None]
            lobby.ring.gone = [token for token, who in known.items() if who is None] + lost
        if games:
            lobby.show_games(games)


def _mine(who: Holder, head: Head) -> bool:
    """Whether whoever holds a link must decide now."""
    return who.role == "seat" and head.turn in who.seats and head.status == "open"
