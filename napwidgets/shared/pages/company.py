"""`Company`: who is at a shared game, what they say and ask for, and what can be done beside moving."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Final

from napwidgets.language import pages
from napwidgets.players.registry import usual
from napwidgets.shared import clocks, keys, post, talk
from napwidgets.shared.course import BACK, END, GO, RESIGNED, REST
from napwidgets.shared.keys import ONLOOKER, SEAT, UMPIRE
from napwidgets.shared.pages.reach import link
from napwidgets.shared.rooms import room_of
from napwidgets.shared.store import StoreError, now
from napwidgets.shared.table import SharedTable
from napwidgets.shared.wishes import Wish, agree, ask, own_move, wishes
from napwidgets.systems.telling import sentence
from napwidgets.table.seats import PERSON, NotNow, the
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, do

STYLE: Final = (
    "<style>.nw-company ul{list-style:none;margin:0 0 6px;padding:0}"
    ".nw-company li{display:flex;gap:6px;align-items:baseline;padding:3px 0;flex-wrap:wrap}"
    ".nw-company li small{margin-left:auto;text-align:right}"
    ".nw-company .nw-said{max-height:180px;overflow:auto;overflow-wrap:anywhere}"
    ".nw-company .nw-said li{display:block}"
    ".nw-company textarea{width:100%;min-height:90px;box-sizing:border-box;font:inherit}"
    ".nw-company form{display:flex;gap:6px;flex-wrap:wrap;margin:6px 0}"
    ".nw-company form input{flex:1;min-width:8em;font:inherit;padding:6px}"
    ".nw-company code{user-select:all;overflow-wrap:anywhere}"
    ".nw-company .nw-here{color:#2f6b3a}.nw-company .nw-gone{opacity:.65}</style>"
)
#: What is asked for, in words: the button, and the question to the others.
_ASKED: Final = {
    BACK: ("Ask to take back", "ask to take their last move back"),
    "draw": ("Offer a draw", "offer a draw"),
    "abandon": ("Break off", "ask to break the game off"),
}


class Company(TablePanel):
    """The people at a shared table."""

    unfolded = frozenset({"talk"})
    #: The address that links begin with, as the page that shows this knows it.
    base = ""

    def __init__(self, table: SharedTable) -> None:
        self.shared, self._sent, self._sure, self._link = table, 0, "", ""
        #: What is wrong with the address that was typed last.
        self._wrong = ""
        #: Opens the next game of the same people, and begins it if there is none.
        self.rematch: Callable[[], None] | None = None
        self.study: Callable[[], None] | None = None
        super().__init__(table, "nw-company")
        table.hearken(self.refresh)

    def body(self) -> str:
        table = self.shared
        parts = [STYLE, "<section><h2>At this game</h2>", self._people(), self._asked(), self._ways(), "</section>"]
        if table.who.role != ONLOOKER:
            parts.append(self.fold("talk", "Talk", self._talk))
            parts.append(self.fold("notes", "My notes", self._notes))
        parts.append(self.fold("name", f"My name: {escape(table.who.name or 'none yet')}", self._name_form))
        if table.who.role == SEAT and not table.course.over and post.letters().mails:
            parts.append(self.fold("mail", "Tell me by mail when it is my turn", self._mail_form))
        return "".join(parts)

    # Who is there

    def _people(self) -> str:
        table, at = self.shared, now()
        there = talk.present(table.store, table.who.game)
        named = {s: h.name for h in keys.holders(table.store, table.who.game) if h.role == SEAT for s in h.seats}
        here = {seat for page in there for seat in page.seats if page.role == SEAT}
        rows = "".join(self._seat(seat, named.get(seat, ""), seat in here, at) for seat in table.game.engine.seats)
        looking = sum(page.role == ONLOOKER for page in there)
        judges = [page.name or "an umpire" for page in there if page.role == UMPIRE]
        more = [f"{looking} looking on"] if looking else []
        more += [f"{escape(name)} (umpire)" for name in dict.fromkeys(judges)]
        return f'<ul aria-label="Seats">{rows}</ul>' + (f"<p><small>{', '.join(more)}</small></p>" if more else "")

    def _seat(self, seat: str, name: str, here: bool, at: float) -> str:
        table = self.shared
        course, engine = table.course, table.game.engine
        kind = course.kinds[seat]
        own = seat in table.who.seats and table.who.role == SEAT
        who = "the computer" if kind != PERSON else name or ("you" if own else self._nameless(seat, here))
        you = " (you)" if own and who != "you" else ""
        sign = "●" if here or kind != PERSON else "○"
        state = "" if kind != PERSON else (" · here" if here else " · away")
        turn = " · <b>to move</b>" if course.turn == seat else ""
        left = clocks.clock_of(table.live.head.settings).left(course, seat, at)
        clock = f" · {clocks.words(left)} left" if left is not None and not course.over else ""
        look = "nw-here" if here else "nw-gone"
        return (
            f'<li><span class="{look}" aria-hidden="true">{sign}</span><span>{escape(engine.seat_name(seat))}: '
            f"{escape(who)}{you}</span><small>{turn.removeprefix(' · ')}{state if turn else state.removeprefix(' · ')}"
            f"{clock}</small></li>"
        )

    def _nameless(self, seat: str, here: bool) -> str:
        """Who holds a seat without a name; whoever has moved is somebody, also when he is away."""
        moved = here or any(game.number and game.last.seat == seat for game in self.shared.game.line())
        return "somebody" if moved else "nobody yet"

    # What is asked for

    def _asked(self) -> str:
        table = self.shared
        if table.course.over or not table.who.may("ask"):
            return ""
        return "".join(map(self._wish, wishes(table.live, table.course)))

    def _wish(self, wish: Wish) -> str:
        table = self.shared
        name = the(table.game.engine, wish.seat)
        if wish.seat not in table.who.seats and not set(table.who.seats) <= set(wish.agreed):
            return f"<p>{escape(sentence(name))} {_ASKED[wish.kind][1]}: answer over the map.</p>"
        waits = " and ".join(the(table.game.engine, seat) for seat in wish.missing(table.course))
        return f'<p class="nw-good" role="status">This is asked; it is for {escape(waits)} to answer.</p>'

    # What can be done

    def _ways(self) -> str:
        if self._sure:
            return self._really()
        table = self.shared
        parts = self._umpires() if table.who.role == UMPIRE else []
        if table.who.role == SEAT and not table.course.over:
            parts += [button(words, "ask", kind, kind="quiet") for kind, (words, _) in self._askable().items()]
            parts.append(button("Give up", "sure", "resign", kind="quiet"))
            parts += [self._sitting(seat) for seat in table.who.seats]
            parts += [button("A new link", "sure", "link", kind="quiet", title="For another person, or if it was lost")]
        if table.course.over:
            parts += self._after()
        fresh = f"<p>The new link: {link(self._link)} The old one opens nothing now.</p>" if self._link else ""
        return f'<div class="nw-row">{"".join(parts)}</div>{fresh}' if parts else ""

    def _askable(self) -> dict[str, tuple[str, str]]:
        """What one may ask for now."""
        table = self.shared
        moved = any(g.number and g.last.seat in table.who.seats for g in table.game.line())
        alone = all(kind != PERSON or seat in table.who.seats for seat, kind in table.course.kinds.items())
        useless = {kind for kind, why in ((BACK, not moved), ("draw", alone)) if why}
        return {kind: words for kind, words in _ASKED.items() if kind not in useless}

    def _sitting(self, seat: str) -> str:
        table = self.shared
        name = f" ({table.game.engine.seat_name(seat)})" if len(table.who.seats) > 1 else ""
        if table.course.kinds[seat] == PERSON:
            return button(f"Let the computer play for me{name}", "sure", f"away-{seat}", kind="quiet")
        return button(f"Play again myself{name}", "back", seat, kind="main")

    def _really(self) -> str:
        """A question before something that can't be undone."""
        words = {
            "resign": "Give this game up? The others win.",
            "link": "Make a new link for your seat? The present one stops at once, on this page too.",
        }
        told = words.get(self._sure, "Let the computer play for you? You can play again yourself at any time.")
        return (
            f'<div class="nw-advice" role="alertdialog" aria-label="{escape(told)}"><p>{told}</p><div class="nw-row">'
            f"{button('Yes', 'really', self._sure, kind='main')}{button('No', 'sure', '')}</div></div>"
        )

    def _umpires(self) -> list[str]:
        table, seats = self.shared, self.shared.game.engine.seats
        if table.course.over:
            return []
        rests = button("Go on", "go", kind="main") if table.course.rests else button("Pause", "rest")
        closed = not talk.chat_open(table.settings)
        shut = button("Open the chat" if closed else "Close the chat", "close", "0" if closed else "1", kind="quiet")
        back = [
            button(f"Take back for {table.game.engine.seat_name(s)}", "umpire_back", s, kind="quiet")
            for s in seats
            if any(g.number and g.last.seat == s for g in table.game.line())
        ]
        return [rests, *back, shut]

    def _after(self) -> list[str]:
        """What one can do once it is over."""
        ways = [button("Save to a file", "save_all")] if self.shared.may_save else []
        if self.shared.goes_on:
            ways.append(button("To the next game", "next", kind="main"))
        elif self.rematch is not None and self.shared.who.may("rematch"):
            ways.append(button("Play again, sides changed", "rematch", kind="main" if self.shared.lies_open else ""))
        if self.study is not None and self.shared.may_study:
            ways.append(button("Play on alone from here", "study"))
        return ways

    # What people say

    def _talk(self) -> str:
        table = self.shared
        lines = talk.said(table.store, table.who.game)
        rows = "".join(
            f"<li><b>{pages.typed(line.name) if line.name else escape(self._seats(line.seat))}</b> "
            f"<small>{_hour(line.at)}</small><br>{pages.typed(line.text)}</li>"
            for line in lines
        )
        said = f'<ul class="nw-said" data-scroll role="log" aria-live="polite">{rows}</ul>' if rows else ""
        if table.who.role != UMPIRE and not talk.chat_open(table.settings):
            return f'{said}<p class="nw-small">The umpire has closed the chat.</p>'
        return (
            f'{said}<form {do("chat", key="chat")}><input name="text" maxlength="{talk.LINE}" '
            f'data-keep="say-{self._sent}" autocomplete="off" aria-label="Say something to everybody at this game" '
            'placeholder="Say something">'
            '<button class="nw-b">Say</button></form>'
        )

    def _seats(self, seats: str) -> str:
        known = self.shared.game.engine
        return ", ".join(known.seat_name(s) for s in seats.split(",") if s in known.seats) or "Umpire"

    def _notes(self) -> str:
        text = escape(talk.noted(self.shared.store, self.shared.who))
        return (
            f'<p class="nw-small">Nobody else reads them.</p><form {do("note", key="note")}><textarea name="text" '
            f'maxlength="{talk.NOTE}" data-keep="note" aria-label="My notes">{text}</textarea>'
            '<button class="nw-b">Keep</button></form>'
        )

    def _name_form(self) -> str:
        name = escape(self.shared.who.name)
        return (
            f'<form {do("name", key="name")}><input name="text" maxlength="{keys.LONGEST}" value="{name}" '
            'data-keep="me" aria-label="The name that others see"><button class="nw-b">That is my name</button></form>'
        )

    def _mail_form(self) -> str:
        mail = escape(post.asked(self.shared.store, self.shared.who))
        wrong = f'<p class="nw-refusal" role="alert">{escape(self._wrong)}</p>' if self._wrong else ""
        return (
            '<p class="nw-small">Nobody at the table sees it; it goes when the game is deleted. Empty ends it.</p>'
            # What is wrong with it we say ourselves: a browser would in its own language.
            f'<form novalidate {do("mail", key="mail")}><input name="text" type="email" maxlength="200" value="{mail}" '
            f'data-keep="mail" aria-label="My mail address"><button class="nw-b">Tell me there</button></form>{wrong}'
        )

    # Messages from the page

    def trouble(self, text: str) -> None:
        self.refresh()

    def do_mail(self, arg: str) -> None:
        mail, self._wrong = text_in(arg), ""
        try:
            post.ask(self.shared.store, self.shared.who, mail, pages.language())
        except NotNow as no:
            self._wrong = str(no)
            raise
        self.shared.say("You are told by mail." if mail.strip() else "No mail is sent to you.", (), "good")

    def do_chat(self, arg: str) -> None:
        talk.say(self.shared.store, self.shared.who, text_in(arg))
        self._sent += 1
        self.refresh()

    def do_note(self, arg: str) -> None:
        talk.note(self.shared.store, self.shared.who, text_in(arg))
        self.shared.say("Your notes are kept.", (), "good")

    def do_name(self, arg: str) -> None:
        keys.call(self.shared.store, self.shared.who, text_in(arg))
        self.shared.news_of_people()
        talk.here(self.shared.store, self.shared.who, self.shared.page)
        self.shut_folds("talk")
        self.refresh()

    def do_ask(self, kind: str) -> None:
        ask(self.shared.live, self.shared.who, self.shared.course, kind)
        self._settled()

    def do_sure(self, what: str) -> None:
        """Something that can't be undone is asked for again."""
        self._sure = what
        self.refresh()

    def do_really(self, what: str) -> None:
        """It was meant."""
        if not what or what != self._sure:
            raise BadMessage("That is not asked any more.")
        self._sure, table = "", self.shared
        if what == "resign":
            table.who.demand("end")
            table.do(END, table.who.seats[0], RESIGNED)
        elif what == "link":
            self._link = f"{self.base}?key={keys.hand_over(table.store, table.who, table.who.seats[0])}"
        else:
            table.sit(what.removeprefix("away-"), usual(table.game.engine.system))
        self._settled()

    def do_back(self, seat: str) -> None:
        """The person plays again."""
        self.shared.sit(seat, PERSON)

    def do_rest(self, _: str) -> None:
        self.shared.who.demand("rest")
        self.shared.do(REST, "", "")

    def do_go(self, _: str) -> None:
        self.shared.who.demand("rest")
        self.shared.do(GO, "", "")

    def do_close(self, arg: str) -> None:
        talk.close_chat(self.shared.store, self.shared.who, arg == "1")
        self._settled()

    def do_umpire_back(self, seat: str) -> None:
        """The umpire takes the last move of a seat back."""
        self.shared.who.demand("undo")
        if seat not in self.shared.game.engine.seats:
            raise BadMessage("This game has no such seat.")
        self.shared.do(BACK, seat, str(own_move(self.shared.course, (seat,))))

    def do_save_all(self, _: str) -> None:
        text, name = self.shared.whole(), self.shared.game.engine.scenario_id.replace("/", "-")
        self.download = {"n": time.time_ns() % 10**9, "name": f"{name}.json", "text": text}

    def do_study(self, _: str) -> None:
        if self.study is not None:
            self.study()

    def do_next(self, _: str) -> None:
        if self.rematch is not None and self.shared.goes_on:
            self.rematch()

    def do_rematch(self, _: str) -> None:
        self.shared.who.demand("rematch")
        if self.rematch is not None:
            self.rematch()

    def _settled(self) -> None:
        self.shared.keep_up()
        self.refresh()


class Asked(TablePanel):
    """What others ask for, and what is said to all in a room, stands over the map until it is answered."""

    _read = ""

    def __init__(self, table: SharedTable) -> None:
        self.shared = table
        super().__init__(table, "nw-news nw-asked")
        table.hearken(self.refresh)

    def body(self) -> str:
        return self._message() + self._wishes()

    def _message(self) -> str:
        """What a teacher says to all in the room, until one has read it."""
        said = said_to_all(self.shared)
        if not said or said == self._read:
            return ""
        read = button("I have read it", "read", kind="main")
        return f'<div><h2>{escape(said)}</h2><div class="nw-row">{read}</div></div>'

    def do_read(self, _: str) -> None:
        self._read = said_to_all(self.shared)
        self.refresh()

    def _wishes(self) -> str:
        table = self.shared
        if table.course.over or not table.who.may("ask"):
            return ""
        return "".join(self._wish(wish) for wish in wishes(table.live, table.course) if self._mine(wish))

    def _mine(self, wish: Wish) -> bool:
        return not set(self.shared.who.seats) <= {wish.seat, *wish.agreed}

    def _wish(self, wish: Wish) -> str:
        name = the(self.shared.game.engine, wish.seat)
        return (
            f"<div><h2>{escape(sentence(name))} {_ASKED[wish.kind][1]}</h2><p>Do you agree?</p>"
            f'<div class="nw-row">{button("Agree", "agree", wish.kind, kind="main")}{button("No", "refuse", wish.kind)}'
            "</div></div>"
        )

    def do_agree(self, kind: str) -> None:
        self._answer(kind, True)

    def do_refuse(self, kind: str) -> None:
        self._answer(kind, False)

    def _answer(self, kind: str, yes: bool) -> None:
        table = self.shared
        agree(table.live, table.who, table.course, kind, yes)
        table.keep_up()
        table.news_of_people()


def said_to_all(table: SharedTable) -> str:
    """What the teacher of the room that a game is in says to all; nothing where there is no room."""
    room = table.live.head.room
    if room is None:
        return ""
    with suppress(StoreError):
        return room_of(table.store, room).said
    return ""


def _hour(at: float) -> str:
    return time.strftime("%H:%M", time.localtime(at))


def text_in(arg: str) -> str:
    """The text of a form."""
    try:
        text = json.loads(arg)["text"]
    except (ValueError, KeyError, TypeError) as wrong:
        raise BadMessage("The page sent something that this table does not understand; please reload it.") from wrong
    if not isinstance(text, str):
        raise BadMessage("The page sent something that this table does not understand; please reload it.")
    return text
