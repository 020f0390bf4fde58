"""`RoomDesk`: all tables of a room on one page, for its teacher; without names for the board that all may look at."""

from __future__ import annotations

import asyncio
import logging
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Final

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language import pages
from napwidgets.shared import rooms, talk
from napwidgets.shared.course import Course
from napwidgets.shared.live import Live, live
from napwidgets.shared.pages.company import text_in
from napwidgets.shared.pages.curve import Curves, curve_svg
from napwidgets.shared.room_archive import answers, archive
from napwidgets.shared.rooms import TEACHER, Member, Visitor
from napwidgets.shared.store import Head, Store, now
from napwidgets.shared.succession import first_of
from napwidgets.systems.telling import counted
from napwidgets.table.presenter import presenter_for
from napwidgets.table.seats import PERSON
from napwidgets.widgets.lesson_shelf import LESSONS
from napwidgets.widgets.sheet import BadMessage, Sheet, button, do, printer, select

LOG = logging.getLogger("napwidgets")
#: How often the page looks whether something has changed, in seconds.
EVERY: Final = 1.5
STYLE: Final = (
    "<style>.nw-room{max-width:1180px;margin:0 auto;padding:16px}.nw-room table{border-collapse:collapse;width:100%}"
    ".nw-room th,.nw-room td{text-align:left;padding:7px 10px 7px 0;vertical-align:top}"
    ".nw-room th,.nw-room td{border-bottom:1px dotted #8a7b5c}"
    ".nw-room .nw-tables{overflow-x:auto}.nw-room .nw-code{font-size:26px;letter-spacing:.14em;font-weight:600}"
    ".nw-room form{display:flex;gap:8px;flex-wrap:wrap;margin:8px 0}"
    ".nw-room form input:not([type=checkbox]){flex:1;min-width:12em;font:inherit;padding:6px}"
    ".nw-room .nw-slips{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:12px}"
    ".nw-room .nw-slips>div{border:1px dashed #8a7b5c;padding:10px 12px;break-inside:avoid;background:#fffaf0}"
    ".nw-room code{user-select:all;overflow-wrap:anywhere}.nw-room .nw-big td,.nw-room .nw-big th{font-size:19px}"
    ".nw-room.nw-invite{max-width:760px}.nw-room :is(textarea,select,input:not([type=checkbox]))"
    "{border:1px solid #a08b55;border-radius:4px;background:#fffdf4}"
    ".nw-room .nw-row a{align-self:center}.nw-room a.nw-b:not(.quiet){text-decoration:none}"
    ".nw-room .nw-also{columns:3 220px;margin:6px 0}"
    ".nw-room .nw-also label{display:block}.nw-room td small{white-space:nowrap}"
    "@media(max-width:700px){.nw-room .nw-tables :is(table,tbody,tr,td){display:block}.nw-room thead{display:none}"
    ".nw-room .nw-tables td{border:0;padding:3px 0}"
    ".nw-room .nw-tables tr{border-bottom:1px dotted #8a7b5c;padding:8px 0}"
    ".nw-room td:empty{display:none}.nw-room td[data-is]::before{content:attr(data-is)}}</style>"
)


class RoomDesk(Sheet):
    """A room's page. ``tokens`` are members' links that were just made; they are shown this once."""

    def __init__(
        self,
        store: Store,
        token: str,
        base: str = "",
        tokens: dict[int, str] | None = None,
        board: str = "",
        back: Callable[[], None] | None = None,
    ) -> None:
        self.store, self._token, self._base, self._back = store, token, base, back
        self.who: Visitor = rooms.visitor(store, token)
        self._fresh, self._board = dict(tokens or {}), board
        self._lives: dict[str, Live] = {}
        self._curves = Curves(self._going_on, self.refresh)
        self._told, self._sure, self._said = "", "", 0
        self._seen: object = None
        self._task: asyncio.Task[None] | None = None
        super().__init__(None, "nw-room")
        with suppress(RuntimeError):
            self._task = asyncio.get_running_loop().create_task(self._follow())

    @property
    def leads(self) -> bool:
        """Whether this is the teacher's page."""
        return self.who.role == TEACHER

    # What it shows

    def body(self) -> str:
        room = self.who.room
        told, self._told = self._told, ""
        note = f'<p class="nw-good" role="status">{escape(told)}</p>' if told else ""
        said = f'<p class="nw-advice"><b>{pages.typed(room.said)}</b></p>' if room.said else ""
        code = f"{room.code[:3]} {room.code[3:]}"
        door = "The door is shut." if room.settings.get("shut") else "Come in by <b>Room code</b> in the lobby."
        head = f'<h1 tabindex="-1" data-begin>{escape(room.title)}</h1>'
        head += f'<p><span class="nw-code">{code}</span> {door}</p>{said}{note}'
        ways = self._ways() if self.leads else ""
        return f"{STYLE}{head}{ways}{self._slips()}{self._tables()}{self._more() if self.leads else ''}"

    def _ways(self) -> str:
        if self._sure:
            question = "Delete this room, with all its games, names and talk? Nothing of it can be fetched back."
            return (
                f'<div class="nw-advice" role="alertdialog" aria-label="{question}"><p>{question}</p>'
                f'<div class="nw-row">{button("Delete it all", "delete", kind="main")}{button("No", "sure", "")}'
                "</div></div>"
            )
        shut = self.who.room.settings.get("shut")
        where = f'href="?room={escape(self._board)}" target="_blank"'
        board = f'<a class="nw-b quiet" {where}>Page for the board</a>' if self._board else ""
        return (
            f'<div class="nw-row">{button("Pause all", "rest_all", "1")}{button("All go on", "rest_all", "0")}'
            f"{button('Open the door' if shut else 'Shut the door', 'door', '0' if shut else '1')}"
            f"{button('Stop working it out' if self._curves.busy else 'Who is winning?', 'curves')}"
            f"{button('Take all away as a file', 'take')}{button('Delete the room', 'sure', 'delete', kind='quiet')}"
            f"{board}"
            f"{button('To the lobby', 'lobby', kind='quiet') if self._back else ''}</div>"
            f'<form {do("say", key="say")}><input name="text" maxlength="{rooms.SAID}" data-keep="say-{self._said}" '
            'aria-label="Say something to all in this room" placeholder="Say something to all in this room">'
            '<button class="nw-b">Show it to all</button></form>'
        )

    def _slips(self) -> str:
        """The links that were just made, to be printed and cut."""
        if not self._fresh or not self.leads:
            return ""
        own = {m.number: m for m in rooms.members(self.store, self.who)}
        cards = "".join(self._slip(own[n], token) for n, token in self._fresh.items() if n in own)
        return (
            f"<h2>Slips</h2><p>Each link plays its seat; they are shown this once. {printer('book', 'Print them')} "
            f'{button("Put them away", "slips_away", kind="quiet")}</p><div class="nw-slips">{cards}</div>'
        )

    def _slip(self, member: Member, token: str) -> str:
        engine = self._live(member.game).engine
        name = pages.typed(member.name) if member.name else f"Place {member.number}"
        return (
            f"<div><b>{name}</b><br><small>{self._title(member.game)}<br>{escape(engine.seat_name(member.seat))}"
            f"</small><br><code>{escape(f'{self._base}?key={token}')}</code></div>"
        )

    def _tables(self) -> str:
        heads = rooms.tables(self.store, self.who)
        names = {(m.game, m.seat): m for m in rooms.members(self.store, self.who)} if self.leads else {}
        rows = "".join(self._row(head, names) for head in heads)
        more = "<th></th>" if self.leads else ""
        look = "" if self.leads else ' class="nw-big"'
        return (
            f'<h2>Tables</h2><div class="nw-tables"><table{look}><thead><tr><th>Table</th><th>When</th><th>To move</th>'
            f"<th>Idle</th><th>How it stands</th>{more}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _row(self, head: Head, names: dict[tuple[str, str], Member]) -> str:
        course = self._live(head.id).catch_up()
        engine = course.game.engine
        turn = engine.seat_name(course.turn) if course.turn else "over" if course.over else "nobody"
        made = counted(course.game.number, "move")
        idle = "" if course.over else _ago(now() - course.since)
        state = "paused" if course.rests and not course.over else turn
        people = self._people(head, course, names) if self.leads else ""
        more = f"<td>{self._buttons(head, course)}</td>" if self.leads else ""
        return (
            f"<tr><td>{self._title(head.id)}{people}</td><td>{escape(engine.clock(course.game.state)[1])}<br>"
            f'<small>{made}</small></td><td data-is="To move: ">{escape(state)}</td><td data-is="Idle: ">{idle}</td>'
            f"<td>{self._standing(course)}{self._curve(head, course) if self.leads else ''}</td>{more}</tr>"
        )

    def _people(self, head: Head, course: Course, names: dict[tuple[str, str], Member]) -> str:
        here = {seat for page in talk.present(self.store, head.id) for seat in page.seats}
        found = []
        for seat in course.game.engine.seats:
            member = names.get((head.id, seat))
            if course.kinds[seat] != PERSON and member is None:
                continue
            name = "somebody"
            if member is not None:
                name = pages.typed(member.name) if member.name else f"place {member.number}, free"
            sign = "●" if seat in here else "○"
            found.append(f"{sign} {name} ({escape(course.game.engine.seat_name(seat))})")
        return f"<br><small>{'<br>'.join(found)}</small>"

    def _standing(self, course: Course) -> str:
        """What all may know of how it stands; when it is over, how it ended."""
        game = course.game
        if game.outcome is not None:
            return escape(game.outcome.title)
        return "given up" if course.ended is not None else ", ".join(self._facts(course))

    def _facts(self, course: Course) -> list[str]:
        facts = presenter_for(course.game).standing(course.game.view(None))
        chief = [fact for fact in facts if not fact.name.startswith("·")]
        # The name may be a sentence with a colon of its own.
        return [f"{escape(fact.name)}{' ·' if ':' in fact.name else ':'} {escape(fact.value)}" for fact in chief[:2]]

    def _curve(self, head: Head, course: Course) -> str:
        """Who was winning turn by turn, as far as it has been worked out."""
        sides = [(team.id, team.name) for team in course.game.engine.teams]
        return curve_svg(self._curves.points(head.id, course.game), sides)

    def _going_on(self) -> dict[str, Game]:
        courses = {head.id: self._live(head.id).catch_up() for head in rooms.tables(self.store, self.who)}
        return {id: course.game for id, course in courses.items()}

    def _buttons(self, head: Head, course: Course) -> str:
        token = rooms.umpire_token(self.who, self._token, first_of(head))
        link = f'<a class="nw-b" href="?key={escape(token)}" target="_blank">Open</a>'
        if course.over:
            return f'<div class="nw-row">{link}</div>'
        rests = button("Go on", "go", head.id) if course.rests else button("Pause", "rest", head.id)
        seats = dict.fromkeys(g.last.seat for g in course.game.line() if g.number)
        back = "".join(
            button(f"Take back for {course.game.engine.seat_name(seat)}", "undo", f"{head.id} {seat}", kind="quiet")
            for seat in course.game.engine.seats
            if seat in seats
        )
        return f'<div class="nw-row">{link}{rests}{back}</div>'

    def _more(self) -> str:
        people = self.fold("people", "People: names, places, new slips", self._places)
        return f"{people}{self.fold('answers', 'Answers in the lessons', self._answers)}"

    def _answers(self) -> str:
        """Who has done how much in which lesson; the answers themselves are in the file."""
        done: dict[tuple[str, str], list[tuple[bool, int]]] = {}
        for row in answers(self.store, self.who):
            name = pages.typed(row["name"]) if row["name"] else "free"
            done.setdefault((name, row["lesson"]), []).append((row["right"], row["tries"]))
        titles = {lesson.id: lesson.title for lesson in LESSONS}
        rows = "".join(
            f"<tr><td>{name}</td><td data-title>{escape(titles.get(lesson, lesson))}</td>"
            f"<td>{sum(right for right, _ in tasks)} done</td><td>{sum(tries for _, tries in tasks)} tries</td></tr>"
            for (name, lesson), tasks in done.items()
        )
        none = "<p>Nobody has answered anything yet. Lessons are in the lobby; what is answered there shows here.</p>"
        return f'<div class="nw-tables"><table><tbody>{rows}</tbody></table></div>' if rows else none

    def _places(self) -> str:
        found = rooms.members(self.store, self.who)
        numbers = [(str(m.number), f"{m.number} {m.name or 'free'}") for m in found]
        rows = "".join(
            f"<tr><td>{m.number}</td><td>{pages.typed(m.name) if m.name else 'free'}</td>"
            f"<td>{self._title(m.game)}</td><td>{escape(self._live(m.game).engine.seat_name(m.seat))}</td><td>"
            f"{self._swapping(m, numbers)}</td><td>{button('A new slip', 'slip', m.number, kind='quiet')}</td></tr>"
            for m in found
        )
        return f'<div class="nw-tables"><table><tbody>{rows}</tbody></table></div>'

    def _swapping(self, member: Member, numbers: list[tuple[str, str]]) -> str:
        own = str(member.number)
        others = [("", "with ..."), *(pair for pair in numbers if pair[0] != own)]
        return select("swap", others, "", "Change places", own)

    def _title(self, game: str) -> str:
        """A title is no sentence: none of its words is explained."""
        return f"<span data-title>{escape(self._live(game).head.title)}</span>"

    def _live(self, game: str) -> Live:
        if game not in self._lives:
            self._lives[game] = live(self.store, game)
        return self._lives[game]

    # Following

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                self.look_again()
            except NapwidgetsError as trouble:
                self._told = str(trouble)
                self.refresh()
                return
            except Exception as trouble:
                LOG.exception("following a room failed", exc_info=trouble)

    def look_again(self) -> None:
        """Draw again if anything in the room has changed, or a minute has gone by."""
        room = rooms.room_of(self.store, self.who.room.id)
        versions = self.store.versions([head.id for head in rooms.tables(self.store, self.who)])
        seen = (room, versions, int(now() // 60))
        if seen != self._seen:
            self._seen = seen
            self.who = Visitor(room, self.who.role)
            self.refresh()

    def leave(self) -> None:
        """The page has gone."""
        self._curves.stop()
        if self._task is not None:
            self._task.cancel()

    # What a teacher presses

    def trouble(self, text: str) -> None:
        self._told = text
        self.refresh()

    def _done(self, text: str = "") -> None:
        self._told = text
        self.who = Visitor(rooms.room_of(self.store, self.who.room.id), self.who.role)
        self.refresh()

    def do_rest_all(self, arg: str) -> None:
        changed = rooms.rest(self.store, self.who, arg == "1")
        self._done(f"{changed} {'table' if changed == 1 else 'tables'} {'paused' if arg == '1' else 'go on'}.")

    def do_rest(self, game: str) -> None:
        rooms.rest(self.store, self.who, True, game)
        self._done()

    def do_go(self, game: str) -> None:
        rooms.rest(self.store, self.who, False, game)
        self._done()

    def do_undo(self, arg: str) -> None:
        game, _, seat = arg.partition(" ")
        rooms.take_back(self.store, self.who, game, seat)
        self._done("The move is taken back.")

    def do_door(self, arg: str) -> None:
        rooms.shut_door(self.store, self.who, arg == "1")
        self._done()

    def do_say(self, arg: str) -> None:
        rooms.say(self.store, self.who, text_in(arg))
        self._said += 1
        self._done()

    def do_swap(self, arg: str) -> None:
        one, _, other = arg.partition("=")
        if other:
            rooms.swap(self.store, self.who, number_in(one), number_in(other))
            self._done("They have changed places; their links lead there.")

    def do_slip(self, arg: str) -> None:
        number = number_in(arg)
        self._fresh = {number: rooms.new_slip(self.store, self.who, number)}
        self._done("A new slip stands above; the old link opens nothing any more.")

    def do_slips_away(self, _: str) -> None:
        self._fresh = {}
        self.refresh()

    def do_curves(self, _: str) -> None:
        self.who.demand("umpire")
        if self._curves.busy:
            self._curves.stop()
            self._done("What is known stays; it is not worked out any further.")
        else:
            self._curves.start()
            self._done("Computers play on from each turn of every table; lines appear as they come to an end.")

    def do_take(self, _: str) -> None:
        data = b64encode(archive(self.store, self.who)).decode()
        name = f"room-{self.who.room.code}.zip"
        self.download = {"n": time.time_ns() % 10**9, "name": name, "base64": data}

    def do_sure(self, what: str) -> None:
        self.who.demand("delete")
        self._sure = what
        self.refresh()

    def do_delete(self, _: str) -> None:
        if self._sure != "delete":
            raise BadMessage("That is not asked any more.")
        rooms.delete_room(self.store, self.who)
        self.leave()
        if self._back is not None:
            self._back()

    def do_lobby(self, _: str) -> None:
        self.leave()
        if self._back is not None:
            self._back()


def number_in(text: str) -> int:
    """A number that a page sent; raises `BadMessage` for anything else."""
    if not text.isdecimal() or len(text) > 6:
        raise BadMessage("Please write a number.")
    return int(text)


def _ago(seconds: float) -> str:
    """How long nobody has moved, in words.

    >>> _ago(20), _ago(200), _ago(8000), _ago(400_000)
    ('', '3 min', '2 h', '4 days')
    """
    if seconds < 60:
        return ""
    if seconds < 3600:
        return f"{int(seconds // 60)} min"
    return f"{int(seconds // 3600)} h" if seconds < 2 * 86_400 else f"{int(seconds // 86_400)} days"
