"""`Door`: the front page with shared games: a lobby from which one invites, and the table that a link opens."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine
from napwidgets.shared.pages.keyring import Keyring
from napwidgets.table.seats import PERSON, NotNow
from napwidgets.widgets.front import Front
from napwidgets.widgets.lobby import Lobby
from napwidgets.widgets.pictures import picture
from napwidgets.widgets.sheet import button, say
from napwidgets.widgets.shelf import _ago as ago

if TYPE_CHECKING:
    # What a database needs is loaded when there is a shared game: most lobbies never see one.
    from napwidgets.shared.keys import Holder
    from napwidgets.shared.pages.app import Following
    from napwidgets.shared.store import Head, Store
    from napwidgets.shared.table import SharedTable

#: So many games stand in the list, those in which it is one's turn first.
LISTED = 12


class SharedLobby(Lobby):
    """The lobby with invitations, and with the shared games that this browser has links for."""

    door: Door | None = None
    _games: Sequence[tuple[str, Holder, Head]] = ()

    def ways(self) -> str:
        """Inviting others stands beside playing here."""
        return button("Invite somebody", "invite", title="Each on a screen of his own, by a secret link")

    def shelf_html(self) -> str:
        """The games with others, and below them those that are kept here."""
        rows = "".join(self._row(*game) for game in self._games[:LISTED])
        shared = f'<section class="nw-shelf"><h2>Games with others</h2><ul>{rows}</ul></section>' if rows else ""
        return shared + super().shelf_html()

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
        query = os.environ.get("QUERY_STRING", "") if query is None else query
        self._base = _address() if base is None else base
        self.following: Following | None = None
        token = parse_qs(query.lstrip("?")).get("key", [""])[0]
        super().__init__("" if token else query)
        if token:
            self.enter(token)

    def store(self) -> Store:
        """The database of shared games."""
        from napwidgets.shared.store import store_at

        return store_at()

    def enter(self, token: str) -> None:
        """Open the table that a link leads to; in the lobby it is said why that is not possible."""
        from napwidgets.shared.pages.app import SharedApp
        from napwidgets.shared.table import SharedTable

        try:
            table = SharedTable(self.store(), token)
        except Exception as trouble:
            self._lobby(None, say(None, trouble))
            return
        self.leave()
        self.table = table
        app = SharedApp(table)
        app.menu.address = f"?key={token}"
        app.company.base = self._base
        app.company.study = lambda: self._open(table.study(), dict.fromkeys(table.game.engine.seats, PERSON))
        app.company.rematch = lambda: self._again(table, token)
        self.children = [app, Keyring(key=token)]
        self.following = self.follow(table)

    def follow(self, table: SharedTable) -> Following:
        """Keep the page up with its game."""
        from napwidgets.shared.pages.app import Following

        following = Following(table)
        following.start()
        return following

    def leave(self) -> None:
        """The page leaves the shared game that it shows."""
        if self.following is not None:
            self.following.stop()
            self.following = None

    def invite(self, engine: Engine, kinds: dict[str, str], seed: str | None) -> None:
        """Show what a game with others is asked before it begins."""
        from napwidgets.shared.pages.invite import Invitation

        page = Invitation(self.store, engine, kinds, seed, self._base, self.enter, lambda: self._lobby(None))
        self.children = [page]

    def _again(self, table: SharedTable, token: str) -> None:
        from napwidgets.shared.pages.invite import again

        if not table.goes_on:
            again(table)
        self.enter(token)

    def _open(self, game: Game, seats: dict[str, str]) -> None:
        self.leave()
        super()._open(game, seats)

    def _lobby(self, scenario: str | None, notice: str = "") -> None:
        self.leave()
        super()._lobby(scenario, notice)
        lobby = self.children[0]
        lobby.door = self
        self.children = [lobby, Keyring(lambda kept: self._list(lobby, ring, kept))]
        ring = self.children[1]

    def _list(self, lobby: SharedLobby, ring: Keyring, kept: Sequence[str]) -> None:
        """Show the games that the browser has links for; links that open nothing are forgotten."""
        if not kept:
            return
        from napwidgets.shared import keys

        try:
            store = self.store()
            known = {token: keys.known(store, keys.hashed(token)) for token in kept}
            games = [(token, who, store.head(who.game)) for token, who in known.items() if who is not None]
        except NapwidgetsError as trouble:
            lobby.trouble(say(None, trouble))
            return
        ring.gone = [token for token, who in known.items() if who is None]
        if games:
            lobby.show_games(games)


def _mine(who: Holder, head: Head) -> bool:
    """Whether whoever holds a link must decide now."""
    return who.role == "seat" and head.turn in who.seats and head.status == "open"


def _address() -> str:
    """The address of the page as Voila knows it."""
    name, port = os.environ.get("SERVER_NAME", ""), os.environ.get("SERVER_PORT", "")
    return f"http://{name}:{port}/" if name and port else ""
