"""`Chronicle`: what happened, with a scrubber to any earlier moment and branches from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from operator import itemgetter

from napwidgets.kernel.dice import Throw
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.system import Event
from napwidgets.table.aftermath import known
from napwidgets.table.table import Table
from napwidgets.widgets.dice import dice_html
from napwidgets.widgets.replay import PACES, replay_of
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, cites, do, number_of

#: How far the moments with a label are from each other on the scrubber, and how wide a character of a label is where
#: there is little room, in its lengths; and how much of its length is left beside the buttons of an earlier moment.
APART, CHARACTER, LEFT = 0.16, 0.023, 0.6
#: How a list of what happened is read out.
THROUGH = "What happened, newest first; up and down go through it"
#: Lines shown; earlier ones are reached with the scrubber.
LINES = 60
#: Events and dice of one move told at once; where there are more, the rest opens on demand.
MANY = 6
#: What happens every month and changes nothing at once: such moves in a row share a line.
SMALL = frozenset({"forfeit", "decoy"})

#: What a side was told in person: once all lies open somebody else reads it, too.
_PERSONAL = re.compile(r"\bYour?\b", re.IGNORECASE)

#: What nobody should overlook: whole states change sides or fall, somebody is killed or writes, the game ends.
GREAT = frozenset({"status", "invaded", "peace", "suit", "killed", "minor-made", "minor-ends", "war", "abdication",
                   "return", "shot", "end", "pressburg", "note"})  # fmt: skip


class Lines(TablePanel):
    """What happened, line by line, newest first: what the chronicle and its book have in common."""

    def wanted(self, game: Game, events: list[Event]) -> list[Event]:
        """Those of a move's events that are shown."""
        return events

    def rows(self, most: int) -> list[str]:
        """The newest lines up to the moment on screen, as HTML."""
        table = self.at
        seat = table.eyes if table.private else None
        over = table.game.lies_open
        rows: list[str] = []
        small: list[Event] = []
        for game, part, hour, events in self._parts(seat, over):
            # The dice of a move stand where it begins.
            throws = () if part else game.last.throws if over else game.dice_for(seat)
            joined, little = small, all(e.kind in SMALL for e in events)
            small = [*events, *small] if little else []
            if little and joined:
                rows[-1] = self._entry(game.last, part, small, hour, throws, len(rows) == 1)
            elif len(rows) == most:
                break
            else:
                rows.append(self._entry(game.last, part, events, hour, throws, not rows))
        return rows

    def _parts(self, seat: str | None, over: bool) -> Iterator[tuple[Game, int, str, list[Event]]]:
        """What is shown of each move, newest first; a move that ends a turn has a part in each of the two."""
        for game in self.at.shown.line():
            hours = dict(zip(map(id, game.last.events), game.hours(), strict=True))
            events = self.wanted(game, [e for e in game.last.events if known(e, seat, over)])
            dated = groupby(((hours[id(e)], e) for e in events), itemgetter(0))
            parts = [(hour, [e for _, e in told]) for (_, hour), told in dated]
            for part in reversed(range(len(parts))):
                yield game, part, *parts[part]

    def _told(self, event: Event, hour: str) -> str:
        """An event in its words, without the hour that stands beside them; what others were told in person stands under
        their names.
        """
        seat, engine = self.at.eyes if self.at.private else None, self.at.game.engine
        others = event.to if _PERSONAL.search(event.text) and seat not in event.to else ()
        whom = ", ".join(f"<b>{escape(engine.seat_name(other))}</b>" for other in others)
        great = ' class="nw-great"' if event.kind in GREAT else ""
        words = event.text.removeprefix(f"{hour}: ")
        said = escape(words[:1].upper() + words[1:])
        return f"{whom and f'{whom}: '}<span{great}>{said}{cites(event.cites)}</span>"

    def _entry(
        self, played: Played, part: int, events: list[Event], hour: str, throws: Sequence[Throw], newest: bool
    ) -> str:
        """What happened in a move; of very much only the great things and the first ones, the rest opens on demand."""
        dice = [_die(t) for t in throws if dice_html(t)]
        first = events if len(events) <= MANY else _foremost(events)
        more = "" if len(dice) <= MANY else " …"
        faces = f'&#160;<span class="nw-dice">{" ".join(dice[:MANY])}{more}</span>' if dice else ""
        # Tab stops at the newest; from there arrows go on, for nobody wants to press sixty times to get past.
        stop = "" if newest else ' tabindex="-1"'
        look = f'{do("goto", played.number)} title="Look at this moment"'
        jump = f'<button type="button" {look}{stop}>{escape(hour)}</button>'
        rest = ""
        if more or len(first) < len(events):
            rest = self.fold(f"e-{played.number}-{part}", "All of it", partial(self._whole, events, dice, hour))
        told = " ".join(self._told(e, hour) for e in first)
        return f"<li>{jump}<div><p>{told}{faces}</p>{rest}</div></li>"

    def _whole(self, events: list[Event], dice: list[str], hour: str) -> str:
        """All that happened in a move."""
        lines = "".join(f"<li>{self._told(e, hour)}</li>" for e in events)
        return f'<ul>{lines}</ul><p class="nw-dice">{" ".join(dice)}</p>'

    def do_goto(self, arg: str) -> None:
        self.at.goto(number_of(arg, 0, self.at.game.number))


class Chronicle(Lines):
    """The events of the game, newest first, and the way to any earlier moment."""

    exact = frozenset({"take_up"})

    def __init__(self, table: Table | Game) -> None:
        self._hours: list[tuple[int, str]] = []
        self._seen: Game | None = None
        super().__init__(table, "nw-chronicle")

    def body(self) -> str:
        if self.at.curtain is not None:
            return self.veil()
        lines = "".join(self.rows(LINES))
        whole = button("All of it", "book", kind="quiet nw-whole", title="The whole chronicle, to search in")
        return (
            f'{self._scrubber()}<div class="nw-newest"><ol class="nw-lines" data-scroll '
            f'aria-label="{THROUGH}">{lines}</ol>{whole}</div>'
        )

    def do_book(self, _: str) -> None:
        self.open_book()

    def open_book(self) -> None:
        """Replaced by the table's widget, which knows where the whole chronicle opens."""
        self.at.say("The whole chronicle is shown by the widget ChronicleBook(table).")

    def _scrubber(self) -> str:
        table = self.at
        last, at = table.game.number, table.shown.number
        marks = "".join(
            f'<option value="{n}" label="{escape(hour)}">' for n, hour in self._turns() if last and n <= last
        )
        ticks = "".join(
            f'<i style="--at:{100 * n / max(1, last):.1f}%" title="{escape(hour)}">{escape(hour)}</i>'
            for n, hour in _spaced(self._turns(), last, LEFT if table.scrubbing else 1.0)
        )
        return (
            f'<div class="nw-scrub"><div class="nw-row">'
            f"{button('◀', 'goto', max(0, at - 1), title='One move back', off=at == 0)}"
            f"{button('▶', 'goto', min(last, at + 1), title='One move on', off=at == last)}{self._replay()}"
            f'<label class="nw-slide"><span class="nw-sr">Moment</span><input type="range" min="0" '
            f'max="{last}" value="{at}" '
            f'list="nw-hours" data-echo="m" {do("goto", key="slide")}><datalist id="nw-hours">{marks}'
            f"</datalist>"
            f'<span class="nw-ticks" aria-hidden="true">{ticks}</span></label>'
            f'<span class="nw-move">move <b data-echoes="m">{at}</b> of {last}</span>{self._branch()}'
            f"</div>{self._kept()}</div>"
        )

    def _replay(self) -> str:
        """Playing on from an earlier moment to the present, on the map."""
        table, replay = self.at, replay_of(self.at)
        if not table.scrubbing:
            return ""
        press = button("Pause", "pause") if replay.running else button("Play", "replay", title="Move by move")
        paces = "".join(
            f'<option value="{p}"{" selected" if p == replay.pace else ""}>{p} speed</option>' for p in PACES
        )
        return f'{press}<select aria-label="Speed" {do("pace", key="pace")}>{paces}</select>'

    def _kept(self) -> str:
        """The lines of play that were left, each with the way back to it."""
        table = self.at
        engine = table.game.engine
        ways = "".join(
            button(
                f"{engine.clock(game.state)[1]}, move {game.number}",
                "take_up",
                i,
                kind="quiet",
                title="Go back to this line; the present one is kept",
                onward=True,
            )
            for i, game in enumerate(table.others)
        )
        return f'<p class="nw-kept"><small>Lines of play left at</small>{ways}</p>' if ways else ""

    def _branch(self) -> str:
        if not self.at.scrubbing:
            return ""
        here = ""
        if self.at.branches:
            here = button("Play on from here", "branch", title="The present line of play is kept", onward=True)
        present = button("Present", "goto", self.at.game.number, kind="main", onward=True)
        return f'<span class="nw-lone">{here}{present}</span>'

    def _turns(self) -> list[tuple[int, str]]:
        """The first move of each turn; kept, for the past does not change."""
        game = self.at.game
        if self._seen is game:
            return self._hours
        fresh: list[tuple[int, str]] = []
        for g in game.line():
            if g is self._seen:
                fresh += reversed(self._hours)
                break
            fresh.append((g.number, self.at.game.engine.clock(g.state)[1]))
        found: list[tuple[int, str]] = []
        for number, hour in reversed(fresh):
            if not found or found[-1][1] != hour:
                found.append((number, hour))
        self._hours, self._seen = found, game
        return found

    def do_replay(self, _: str) -> None:
        """Show the moves from here to the present."""
        replay_of(self.at).start(self.at, self.at.shown.number)
        self.refresh()

    def do_pause(self, _: str) -> None:
        replay_of(self.at).stop()
        self.refresh()

    def do_pace(self, arg: str) -> None:
        if arg not in PACES:
            raise BadMessage("There is no such speed.")
        replay_of(self.at).pace = arg

    def do_take_up(self, arg: str) -> None:
        if not self.at.others:
            raise BadMessage("There is no other line of play.")
        self.at.take_up(number_of(arg, 0, len(self.at.others) - 1))

    def do_branch(self, _: str) -> None:
        self.at.branch()


def _spaced(turns: list[tuple[int, str]], last: int, length: float = 1.0) -> list[tuple[int, str]]:
    """Hours whose labels do not run into each other on a scrubber of some length.

    >>> _spaced([(0, "first half of March"), (8, "second half of March"), (10, "April")], 10)
    [(0, 'first half of March'), (10, 'April')]
    >>> hours = [(0, "2 PM"), (4, "3 PM"), (6, "4 PM")]
    >>> len(_spaced(hours, 10)), len(_spaced(hours, 10, 0.5))
    (3, 2)
    """
    out: list[tuple[int, str]] = []
    free = apart = -1.0
    for number, hour in turns if last else ():
        at, width = number / last, CHARACTER / length * len(hour)
        # A label stands to the right of its moment at the beginning, to the left of it at the end.
        start = at * (1 - width)
        if start > free and at > apart:
            out.append((number, hour))
            free, apart = start + width + CHARACTER / length, at + APART / length
    return out


def _foremost(events: list[Event]) -> list[Event]:
    """As many events as are told at once: the great ones, then the first."""
    great = sum(e.kind in GREAT for e in events)
    room, out = max(0, MANY - great), list[Event]()
    for event in events:
        if event.kind in GREAT or room > 0:
            out.append(event)
            room -= event.kind not in GREAT
    return out


def _die(throw: Throw) -> str:
    return f'<b title="{escape(throw.purpose)}">{dice_html(throw)}</b>'
