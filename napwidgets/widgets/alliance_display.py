"""`AllianceDisplay`: the ten markers, what weighs on the die, whom it turns and how likely, and what if."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from napwidgets.kernel.game import Game
from napwidgets.systems.wap import show_alliances as show
from napwidgets.systems.wap.alliances import GROUPS, MAJORS, STEPS
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, button, do, number_of, select
from napwidgets.widgets.wap_charts import STATUS, timeline
from napwidgets.widgets.wap_panels import (
    WapPanel,
    exactly,
    frame_of,
    grid,
    origin,
    origins_of,
    paragraph,
    percent,
    signed,
    stepper,
)

if TYPE_CHECKING:
    import pandas as pd

_TONE = {"french": "french", "english": "british"}
#: The most city points that a sandbox counts on a side.
_MOST_CITIES = 12


class AllianceDisplay(WapPanel):
    """Who stands where, and what the next roll for a state may change; every chance is exact.

    ``AllianceDisplay(table)`` follows a table, ``AllianceDisplay(game)`` shows a game as it stands, and
    ``AllianceDisplay()`` is a sandbox that begins in September 1805.
    """

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        self.wish = show.Wish()
        self.state = "Prussia"
        self._cities: tuple[tuple[int, int, str], ...] = ()
        self._lines: tuple[show.Line, ...] = ()
        self._groups: show.GroupHistory | None = None
        self.unfolded = frozenset() if isinstance(source, Table) else frozenset({"months", "what-if"})
        super().__init__(source, "nw-alliances", seat)

    # What is shown

    def display(self, wish: show.Wish | None = None) -> show.Display:
        """Where everything stands, with what is wished for; an empty wish gives it as it is."""
        wish, seen = self.wish if wish is None else wish, self.seen()
        return show.wished(show.at_the_start(), wish) if seen is None else show.wished_in(*seen, wish)

    def histories(self) -> tuple[show.History, ...]:
        """How majors and groups stood month by month; in a sandbox none."""
        seen, game = self.seen(), self.game
        if seen is None or game is None:
            return ()
        if self._groups is None:
            self._groups = show.GroupHistory(seen[0])
        return (*show.histories(seen[1]), *self._groups.of(game))

    def frame(self, what: str = "chances") -> pd.DataFrame:
        """What is shown as a data frame: ``chances``, ``modifiers``, ``markers``, ``what if`` or ``history``."""
        tables, shown = self.tables, self.display()
        if what == "chances":
            return frame_of(
                (
                    {
                        "state": p.state,
                        "faction": p.faction,
                        "lent": p.lent,
                        "exact": "" if p.chance is None else str(p.chance),
                        "chance": None if p.chance is None else float(p.chance),
                        "to": p.to,
                        "why not": p.why,
                        "rule": p.cite,
                    }
                    for p in show.prospects(tables, shown)
                ),
                ("state", "faction", "lent", "exact", "chance", "to", "why not", "rule"),
            )
        if what == "modifiers":
            rows = [{"what": w.name, "die": w.value, "rule": w.cite} for w in show.modifiers(tables, shown)[0]]
            return frame_of(rows, ("what", "die", "rule"))
        if what == "markers":
            notes = dict(shown.notes)
            rows = [{"marker": n, "status": s, "note": notes.get(n, "")} for n, s in shown.politics.markers]
            return frame_of(rows, ("marker", "status", "note"))
        if what == "what if":
            found = show.lines(tables, shown, self.state, self._with)
            return frame_of(
                ({"state": self.state, "if": e.label, "french": _number(e.french), "english": _number(e.english)}
                 for e in found),
                ("state", "if", "french", "english"),
            )  # fmt: skip
        if what == "history":
            return self._history_frame()
        raise BadMessage("frame() gives chances, modifiers, markers, what if or history.")

    def _history_frame(self) -> pd.DataFrame:
        seen = self.seen()
        rows = [
            {"state": h.name, "from": seen[0].setting.month_name(span.first),
             "to": seen[0].setting.month_name(span.last), "first turn": span.first, "last turn": span.last,
             "status": span.status}
            for h in self.histories() for span in h.spans if seen is not None
        ]  # fmt: skip
        return frame_of(rows, ("state", "from", "to", "first turn", "last turn", "status"))

    def _with(self, more: show.Wish) -> show.Display:
        return self.display(self.wish.besides(more))

    def content(self) -> str:
        shown, now = self.display(), self.display(show.Wish())
        changed = "" if self.wish == show.Wish() else self._changed()
        return (
            f'<h2>Alliances {self.month()}</h2>{changed}{self._columns(shown, now)}<div class="nw-halves">'
            f"<div>{self._weights(shown)}{self._chances(shown)}</div><div>{self._what_if(shown)}</div></div>"
            f"{self._timeline()}{origins_of([(self.tables.all['alliance'], 'the die that turns a state')])}"
        )

    def _changed(self) -> str:
        back = button("As it really stands" if self.game is not None else "Back to September 1805", "back", kind="main")
        words = "What if: this is not how it stands now." if self.game is not None else "You have moved something."
        return f'<div class="nw-if" role="status"><p>{words}</p>{back}</div>'

    def _columns(self, shown: show.Display, now: show.Display) -> str:
        columns = "".join(
            f'<section class="nw-column nw-s-{status[:3]}" aria-label="{words}"><h3>{words}</h3><ul>'
            + "".join(self._marker(name, shown, now) for name, s in shown.politics.markers if s == status)
            + "</ul></section>"
            for status, words in show.COLUMNS
        )
        return f'<div class="nw-columns">{columns}</div>'

    def _marker(self, name: str, shown: show.Display, now: show.Display) -> str:
        status, note = shown.politics.status(name), dict(shown.notes).get(name, "")
        moved = " nw-moved" if now.politics.status(name) != status else ""
        small = f'<small title="{escape(note)}">{escape(_brief(note))}</small>' if note else ""
        letter = f'<i class="nw-s-{status[:3]}" aria-hidden="true">{name[0]}</i>'
        group = " nw-group" if name in GROUPS else ""
        words = f'<span class="nw-name">{escape(name)}{small}</span>'
        return f'<li class="nw-marker{group}{moved}">{letter}{words}{self._arrows(name, status)}</li>'

    def _arrows(self, name: str, status: str) -> str:
        """Buttons that move a marker: groups follow their cities where there is a game."""
        if name in ("France", "England") or (name in GROUPS and self.game is not None):
            return ""
        at = [s for s, _ in show.COLUMNS].index(status)  # type: ignore[arg-type]
        found = []
        for step, sign in ((-1, "‹"), (1, "›")):
            if 0 <= at + step < len(show.COLUMNS):
                to = show.COLUMNS[at + step][0]
                found.append(
                    f'<button type="button" class="nw-b quiet" {do("place", f"{name}={to}")} '
                    f'aria-label="What if {escape(name)} were {to}?" title="What if it were {to}?">{sign}</button>'
                )
        return f'<span class="nw-arrows">{"".join(found)}</span>'

    def _weights(self, shown: show.Display) -> str:
        parts, total = show.modifiers(self.tables, shown)
        rows = [(f"{escape(_sentence(p.name))}{paragraph(p.cite)}", signed(p.value)) for p in parts]
        helps = "in balance" if not total else "helps England" if total > 0 else "helps France"
        rows.append((f"<b>Together, {helps}</b>", f"<b>{signed(total)}</b>"))
        table = grid(("What", "Die"), rows, "What modifies the die for every state", look="nw-sum")
        return f"<section><h3>What weighs on the die</h3>{table}{self._faces(total)}</section>"

    def _faces(self, total: int) -> str:
        """The six faces of the die, and whom each would turn."""
        low, high, where = show.thresholds(self.tables)
        faces = "".join(
            f'<li class="nw-face-{"french" if f + total <= low else "british" if f + total >= high else "none"}">'
            f"<b>{f}</b><small>{_letter(f + total, low, high)}</small></li>"
            for f in range(1, 7)
        )
        return (
            f'<ol class="nw-faces" aria-label="What each face of the die does">{faces}</ol>'
            f'<p class="nw-small">The die with this sum: {low} or less moves a state one step to France (F), {high} or '
            f"more one step to England (E), if that side courts it.{origin(where, 'threshold')}</p>"
        )

    def _chances(self, shown: show.Display) -> str:
        points = show.reach(self.tables)
        heads = ["State", "France courts", *(f"England, {n} lent" if n else "England courts" for n in points)]
        rows = []
        for state in show.COURTED:
            french = show.prospect(self.tables, shown, "french", state)
            cells = [_cell(french)]
            cells += [_cell(show.prospect(self.tables, shown, "english", state, n), whole=not n) for n in points]
            rows.append((self._name(state), *cells))
        table = grid(heads, rows, "The chance that a state moves one step", look="nw-chances")
        lent = ", ".join(f"{name} {n}" for name, n in shown.lent)
        told = f'<p class="nw-small">Lent now: {escape(lent)}.{paragraph("WAP G.1.k")}</p>' if lent else ""
        return (
            f"<section><h3>The chance that a state moves a step · exact</h3>{table}{told}"
            f'<p class="nw-small">Each side may roll for one state a month, and points lent count for that month alone.'
            f"{paragraph('WAP G.1.d')}{paragraph('WAP G.1.k')}</p></section>"
        )

    def _name(self, state: str) -> str:
        on = str(state == self.state).lower()
        return (
            f'<button type="button" class="nw-b quiet" aria-pressed="{on}" {do("about", state)} '
            f'title="What would change its mind?">{escape(state)}</button>'
        )

    def _what_if(self, shown: show.Display) -> str:
        self._lines = show.lines(self.tables, shown, self.state, self._with)
        first, rows = self._lines[0], []
        for i, entry in enumerate(self._lines):
            name = escape(_sentence(entry.label))
            if entry.wish is not None:
                name = f'<button type="button" class="nw-b quiet" {do("try", i)} title="Try it">{name}</button>'
            rows.append((name, _beside(entry.french, first.french), _beside(entry.english, first.english)))
        heads = ("If", "France turns it", "England turns it")
        table = grid(heads, rows, f"What would change the chances at {self.state}", look="nw-whatifs")
        note = "Press the name of a state to ask about that one, and a line to see it on the display."
        inner = f'{table}{self._form(shown)}<p class="nw-small">{note}</p>'
        head = f"<b>What if? {escape(self.state)} · exact</b>"
        return f"<section>{self.fold('what-if', head, lambda: inner)}</section>"

    def _form(self, shown: show.Display) -> str:
        seen = self.seen()
        if seen is not None:
            self._cities = show.cities_to_take(*seen)
            choices = [("", "choose …"), *((str(i), words) for i, (_, _, words) in enumerate(self._cities))]
            return f'<div class="nw-row">{select("take", choices, "", "A city falls")}</div>'
        politics = shown.politics
        fields = "".join(
            f'<label class="nw-f"><span>{words}{paragraph(cite)}</span>'
            f"{stepper('cities', id, value, 0, _MOST_CITIES, words)}</label>"
            for id, words, value, cite in (
                ("french", "Cities in French hands", politics.french_cities, "WAP G.1.h"),
                ("english", "Cities in anti-French hands", politics.english_cities, "WAP G.1.i"),
            )
        )
        on = " checked" if politics.napoleon_withdrew else ""
        tick = (
            f'<label class="nw-f nw-tick"><input type="checkbox"{on} {do("withdrew")}><span>Napoleon was forced to '
            f"withdraw{paragraph('WAP G.1.j')}</span></label>"
        )
        return f'<div class="nw-row nw-wide">{fields}{tick}</div>'

    def _timeline(self) -> str:
        histories, seen = self.histories(), self.seen()
        if seen is None or not histories:
            return ""
        month = seen[0].setting.month_name
        key = "".join(
            f'<li><i style="background:{fill};color:{ink}">{letter}</i>{name}</li>'
            for name, (fill, ink, letter) in STATUS.items()
        )
        drawn = f'{timeline(histories, seen[1].turn, month)}<ul class="nw-key">{key}</ul>'
        changes = [(f"{month(span.first)}", escape(h.name), span.status) for h in histories for span in h.spans[1:]]
        order = {month(turn): turn for turn in range(1, seen[1].turn + 1)}
        changes.sort(key=lambda row: order[row[0]])
        table = grid(("Month", "State", "becomes"), changes, "Changes of status") if changes else "<p>None so far.</p>"
        rows = self.fold("changes", f"Every change ({len(changes)})", lambda: table)
        return f"<section>{self.fold('months', '<b>Status by month</b>', lambda: drawn)}{rows}</section>"

    # What is pressed

    def do_place(self, arg: str) -> None:
        """Move a marker, to see what would follow."""
        name, _, status = arg.partition("=")
        if status not in STEPS or (name not in MAJORS and (name not in GROUPS or self.game is not None)):
            raise BadMessage("There is no such marker, or it follows its cities.")
        if name in ("France", "England"):
            raise BadMessage(f"{name} never changes sides.")
        self.wish = self.wish.place(name, status)
        self.refresh()

    def do_about(self, arg: str) -> None:
        """Ask what would change a state's mind."""
        if arg not in show.COURTED:
            raise BadMessage("The die moves only Austria, Prussia, Russia and Spain.")
        self.state = arg
        self.refresh()

    def do_try(self, arg: str) -> None:
        """Make a line of the what-if come true."""
        wish = self._lines[number_of(arg, 0, len(self._lines) - 1)].wish
        if wish is None:
            raise BadMessage("That line is not a change of the display.")
        self.wish = self.wish.besides(wish)
        self.refresh()

    def do_take(self, arg: str) -> None:
        """A city changes hands, to see what would follow."""
        if arg:
            city, side, _ = self._cities[number_of(arg, 0, len(self._cities) - 1)]
            self.wish = self.wish.take(city, side)
            self.refresh()

    def do_cities(self, arg: str) -> None:
        """City points of a side, in the sandbox."""
        id, _, value = arg.partition("=")
        number, now = number_of(value, 0, _MOST_CITIES), self.display().politics
        if self.game is not None or id not in ("french", "english"):
            raise BadMessage("City points are set by hand in the sandbox alone.")
        if id == "french":
            self.wish = self.wish.besides(show.Wish(french=number - now.french_cities))
        else:
            self.wish = self.wish.besides(show.Wish(english=number - now.english_cities))
        self.refresh()

    def do_withdrew(self, arg: str) -> None:
        """Whether Napoleon was forced to withdraw."""
        self.wish = self.wish.besides(show.Wish(withdrew=bool(number_of(arg, 0, 1))))
        self.refresh()

    def do_back(self, _: str) -> None:
        """Forget what was wished for."""
        self.wish = show.Wish()
        self.refresh()


def _number(chance: object) -> float | None:
    return None if chance is None else float(chance)  # type: ignore[arg-type]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _brief(note: str) -> str:
    """A note that fits under a marker's name: of a group the sides of its members, counted."""
    if ": " not in note or note.startswith("lost"):
        return note
    counted = (part.partition(": ") for part in note.split("; "))
    short = {"pro-French": "pro", "anti-French": "anti", "neutral": "neutral", "not formed": "unformed"}
    return ", ".join(f"{len(names.split(', '))} {short[side]}" for side, _, names in counted if side in short)


def _letter(total: int, low: int, high: int) -> str:
    return f"{total} F" if total <= low else f"{total} E" if total >= high else str(total)


def _cell(found: show.Prospect, whole: bool = True) -> str:
    """A chance in the table; where there is none, the reason on pointing and for screen readers."""
    if found.chance is None:
        if not whole:
            return ""
        why = escape(f"{found.why} {found.cite}")
        short = "already" if "already" in found.why else "no"
        return f'<span class="nw-no" title="{why}" tabindex="0">{short}<span class="nw-sr">: {why}</span></span>'
    return exactly(found.chance, _TONE[found.faction], sixths=True)


def _beside(chance: object, first: object) -> str:
    """A chance in the what-if, marked where it differs from what stands now."""
    text = percent(chance)  # type: ignore[arg-type]
    if chance is None or first is None or chance == first:
        return text
    sign = "▲" if chance > first else "▼"  # type: ignore[operator]
    return f"<b>{text}</b> <small>{sign}</small>"
