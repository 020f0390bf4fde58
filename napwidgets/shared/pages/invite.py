"""`Invitation`: a game for several people is made here, and its links are shown, once."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from napwidgets.kernel.system import Engine
from napwidgets.language.visit import visit
from napwidgets.shared import keys
from napwidgets.shared.clocks import CLOCKS, clock_named
from napwidgets.shared.keys import ONLOOKER, SEAT, UMPIRE
from napwidgets.shared.live import begin
from napwidgets.shared.pages.reach import link, reach
from napwidgets.shared.store import Head, Store
from napwidgets.table.seats import PERSON, NotNow, the
from napwidgets.widgets.sheet import BadMessage, Sheet, button, select

#: How far behind onlookers are kept, in seconds, with words.
DELAYS: Final = {0: "see what happens at once", 300: "are five minutes behind", 3600: "are an hour behind"}
_STYLE: Final = (
    "<style>.nw-invite{max-width:760px;margin:24px auto;padding:0 16px}.nw-invite code{user-select:all;display:block;"
    "margin:4px 0;padding:8px;border:1px solid #8a7b5c;overflow-wrap:anywhere;background:#fffaf0}"
    ".nw-invite li{margin:10px 0}.nw-invite ul{list-style:none;padding:0}"
    ".nw-invite .nw-f{display:flex;gap:8px;margin:8px 0}</style>"
)


class Invitation(Sheet):
    """First what the game shall be like, then the links. ``seated(token)`` opens the table, ``back()`` the lobby."""

    def __init__(
        self,
        store: Callable[[], Store],
        engine: Engine,
        kinds: dict[str, str],
        seed: str | None,
        base: str,
        seated: Callable[[str], None],
        back: Callable[[], None],
    ) -> None:
        self._store, self._engine, self._kinds, self._seed, self._base = store, engine, kinds, seed, base
        self._seated, self._back = seated, back
        self._people = [seat for seat, kind in kinds.items() if kind == PERSON]
        self.own, self.clock, self.delay, self.public = self._people[0], "none", 0, False
        self.links: dict[str, str] = {}
        self._told = ""
        super().__init__(None, "nw-invite")

    def body(self) -> str:
        told, self._told = self._told, ""
        wrong = f'<p class="nw-refusal" role="status">{escape(told)}</p>' if told else ""
        head = f'<h1 tabindex="-1" data-begin>Invite somebody: {escape(self._engine.title)}</h1>'
        return f"{_STYLE}{head}{wrong}{self._links() if self.links else self._ask()}"

    def _ask(self) -> str:
        seats = [(seat, self._engine.seat_name(seat)) for seat in self._people]
        own = select("own", [*seats, ("", "no seat: I am the umpire, who sees both sides")], self.own, "You play")
        clock = select("clock", [(name, words) for name, (words, _) in CLOCKS.items()], self.clock, "Time")
        late = select("delay", [(str(s), words) for s, words in DELAYS.items()], str(self.delay), "Onlookers")
        who = [("", "whoever has a link"), ("1", "anybody: the game is listed in the lobby")]
        # Only a host has a lobby that others look into.
        open_to = select("public", who, "1" if self.public else "", "Who may come") if visit().hosted else ""
        dice = (
            "Dice are thrown by the computer, anew for each move."
            if self._seed is None
            else (f"Dice follow from the declared seed {escape(self._seed)}: who knows it can tell them beforehand.")
        )
        return (
            f"<p>Everybody gets a link of his own, on his own screen. {dice}</p>{reach(self._base)}"
            f"{own}{open_to}{clock}{late}"
            f'<div class="nw-row">{button("Make the links", "make", kind="main")}'
            f"{button('Back', 'back', kind='quiet')}</div>"
        )

    def _links(self) -> str:
        rows = "".join(f"<li><b>{escape(who)}</b>{link(address)}</li>" for who, address in self.links.items())
        own = f"Take your seat with {the(self._engine, self.own)}" if self.own else "Open the table as umpire"
        if self.public:
            told = "The lobby lists this game for everybody; whoever comes first gets a free seat. Keep your own link."
        else:
            told = "Send each link to the one it is for. They are secret: who has one plays that seat."
        return (
            f"<p>{told} Links are shown this once; whoever holds a seat can make a new link for it at the table.</p>"
            f'<ul>{rows}</ul><div class="nw-row">{button(own, "sit", kind="main")}</div>'
        )

    def trouble(self, text: str) -> None:
        self._told = text
        self.refresh()

    def do_own(self, seat: str) -> None:
        if seat not in {*self._people, ""}:
            raise BadMessage("There is no such seat.")
        self.own = seat
        self.refresh()

    def do_clock(self, name: str) -> None:
        clock_named(name)
        self.clock = name
        self.refresh()

    def do_delay(self, arg: str) -> None:
        if arg not in map(str, DELAYS):
            raise BadMessage("There is no such delay.")
        self.delay = int(arg)
        self.refresh()

    def do_public(self, arg: str) -> None:
        if not visit().hosted:
            raise BadMessage("A game can be open to everybody where many people come: at a host.")
        self.public = arg == "1"
        self.refresh()

    def do_make(self, _: str) -> None:
        if self.links:
            raise NotNow("The links are made already.")
        store = self._store()
        settings = {"clock": self.clock, "delay": self.delay}
        head = begin(store, self._engine, self._kinds, seed=self._seed, settings=settings, public=self.public)
        seats = self._people if not self.public else [self.own] if self.own else []
        tokens = tokens_for(store, head, seats, umpire=not self.own)
        self._token = tokens[self.own or UMPIRE]
        names = {seat: self._engine.seat_name(seat) for seat in self._people} | {
            ONLOOKER: "Whoever looks on (any number of people)",
            UMPIRE: "You, the umpire",
        }
        yours = " (you; keep it to come back)"
        words = {who: names[who] + (yours if who == self.own else "") for who in tokens}
        self.links = {words[who]: f"{self._base}?key={token}" for who, token in tokens.items()}
        self.refresh()

    def do_sit(self, _: str) -> None:
        if not self.links:
            raise NotNow("The links are not made yet.")
        self._seated(self._token)

    def do_back(self, _: str) -> None:
        self._back()


def tokens_for(store: Store, head: Head, people: list[str], umpire: bool = False) -> dict[str, str]:
    """A token for each seat of a person, one for onlookers, and one for an umpire if there is to be one."""
    tokens = {seat: keys.give(store, head.id, SEAT, (seat,)) for seat in people}
    tokens[ONLOOKER] = keys.give(store, head.id, ONLOOKER)
    if umpire:
        tokens[UMPIRE] = keys.give(store, head.id, UMPIRE, (), "Umpire")
    return tokens
