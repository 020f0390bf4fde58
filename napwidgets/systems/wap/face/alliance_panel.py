"""G.1. The Alliance Display as a report: markers in columns, what weighs on the die, whom it turns, what if."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.board.panels import BadMessage, Glance, number_of
from napwidgets.board.report import Bold, Odds, Press, Section, Small, Table, Text, Tick, Words
from napwidgets.systems.telling import number, sentence
from napwidgets.systems.wap.face import alliance_display as show
from napwidgets.systems.wap.face.figures import Reader, chosen, origins_of, paragraph, signed
from napwidgets.systems.wap.markers import GROUPS, MAJORS, STEPS

_TONE = {"french": "french", "english": "british"}
#: The most city points that a sandbox counts on a side.
_MOST_CITIES = 12
#: A timeline has room for so many months at least.
_MONTHS = 12

Rows = tuple[Sequence[str], Sequence[Mapping[str, Any]]]


class Asked(Struct, frozen=True):
    """What is asked of the display: a wish, and the state that the what-if is about."""

    wish: show.Wish = show.Wish()
    state: str = "Prussia"


class AlliancePanel(Reader):
    """Who stands where, and what the next roll for a state may change (a `Panel`); every chance is exact."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: show.GroupHistory | None = None

    def start(self) -> Asked:
        return Asked()

    # What is shown

    def display(self, at: Glance, wish: show.Wish) -> show.Display:
        """Where everything stands, with what is wished for; an empty wish gives it as it is."""
        seen = self.seen(at)
        return show.wished(show.at_the_start(), wish) if seen is None else show.wished_in(*seen, wish)

    def histories(self, at: Glance) -> tuple[r.History, ...]:
        """How majors and groups stood month by month; in a sandbox none."""
        seen = self.seen(at)
        if seen is None or at.game is None:
            return ()
        if self._groups is None:
            self._groups = show.GroupHistory(seen[0])
        return (*show.histories(seen[1]), *self._groups.of(at.game))

    def lines(self, at: Glance, asked: Asked) -> tuple[show.Line, ...]:
        """The what-if about a state, line by line."""

        def with_more(more: show.Wish) -> show.Display:
            return self.display(at, asked.wish.besides(more))

        return show.lines(self.tables(at), self.display(at, asked.wish), asked.state, with_more)

    def cities(self, at: Glance) -> tuple[tuple[int, int, str], ...]:
        """The cities that may change hands: number, side, words; in a sandbox none."""
        seen = self.seen(at)
        return show.cities_to_take(*seen) if seen is not None else ()

    def report(self, at: Glance, asked: Asked, part: str = "") -> r.Report:
        shown, now = self.display(at, asked.wish), self.display(at, show.Wish())
        left = (self._weights(at, shown), self._chances(at, asked, shown))
        return (
            r.Title("Alliances", self.when(at)),
            *(() if asked.wish == show.Wish() else (_changed(at),)),
            _columns(at, shown, now),
            r.Halves(left, (self._what_if(at, asked, shown),)),
            *self._timeline(at),
            origins_of(self.tables(at), [("alliance", "the die that turns a state")]),
        )

    def _weights(self, at: Glance, shown: show.Display) -> Section:
        parts, total = show.modifiers(self.tables(at), shown)
        rows: list[tuple[Words, ...]] = [((sentence(p.name), paragraph(p.cite)), signed(p.value)) for p in parts]
        helps = "in balance" if not total else "helps England" if total > 0 else "helps France"
        rows.append(((Bold(f"Together, {helps}"),), (Bold(signed(total)),)))
        table = Table(("What", "Die"), tuple(rows), "What modifies the die for every state", look="sum")
        low, high, where = show.thresholds(self.tables(at))
        note: Words = (
            f"The die with this sum: {number(low)} or less moves a state one step to France (F), {number(high)} or "
            "more one step to England (E), if that side courts it.",
            r.Origin(where, "threshold"),
        )
        return Section((table, _faces(total, low, high), Text(note, "small")), "What weighs on the die")

    def _chances(self, at: Glance, asked: Asked, shown: show.Display) -> Section:
        tables = self.tables(at)
        points = show.reach(tables)
        heads = ("State", "France courts", *(f"lends {n}" if n else "England courts" for n in points))
        rows = []
        for state in show.COURTED:
            cells = [_cell(show.prospect(tables, shown, "french", state))]
            cells += [_cell(show.prospect(tables, shown, "english", state, n), whole=not n) for n in points]
            name = Press(state, "about", state, "quiet", state == asked.state, title="What would change its mind?")
            rows.append(((name,), *cells))
        table = Table(heads, tuple(rows), "The chance that a state moves one step", look="chances")
        lent = ", ".join(f"{name} {n}" for name, n in shown.lent)
        told = (Text((f"Lent now: {lent}.", paragraph("WAP G.1.k")), "small"),) if lent else ()
        note = "Each side may roll for one state a month, and points lent count for that month alone."
        cites = (paragraph("WAP G.1.d"), paragraph("WAP G.1.k"))
        return Section((table, *told, Text((note, *cites), "small")), "The chance that a state moves a step · exact")

    def _what_if(self, at: Glance, asked: Asked, shown: show.Display) -> Section:
        inner: r.Report = ()
        if "what-if" in at.opened:
            note = "Press the name of a state to ask about that one, and a line to see it on the display."
            inner = (self._lines(at, asked), self._form(at, shown), Text(note, "small"))
        return Section((r.Fold("what-if", (Bold(f"What if? {asked.state} · exact"),), inner),))

    def _lines(self, at: Glance, asked: Asked) -> Table:
        found = self.lines(at, asked)
        first, rows = found[0], []
        for i, entry in enumerate(found):
            words = sentence(entry.label)
            name: Words = words if entry.wish is None else (Press(words, "try", str(i), "quiet", title="Try it"),)
            rows.append((name, _beside(entry.french, first.french), _beside(entry.english, first.english)))
        heads = ("If", "France turns it", "England turns it")
        return Table(heads, tuple(rows), f"What would change the chances at {asked.state}", look="whatifs")

    def _form(self, at: Glance, shown: show.Display) -> r.Row:
        if at.game is not None:
            choices = [("", "choose …"), *((str(i), words) for i, (_, _, words) in enumerate(self.cities(at)))]
            return r.Row((r.Pick("take", tuple(choices), "A city falls"),))
        politics = shown.politics
        fields = tuple(
            r.Labelled((words, paragraph(cite)), r.Step("cities", id, value, 0, _MOST_CITIES, words))
            for id, words, value, cite in (
                ("french", "Cities in French hands", politics.french_cities, "WAP G.1.h"),
                ("english", "Cities in anti-French hands", politics.english_cities, "WAP G.1.i"),
            )
        )
        words = ("Napoleon was forced to withdraw", paragraph("WAP G.1.j"))
        return r.Row((*fields, Tick("withdrew", politics.napoleon_withdrew, words)), "wide")

    def _timeline(self, at: Glance) -> r.Report:
        histories, seen = self.histories(at), self.seen(at)
        if seen is None or not histories:
            return ()
        month, last = seen[0].setting.month_name, seen[1].turn
        months = tuple(month(turn) for turn in range(1, max(last, _MONTHS) + 1))
        drawn = (r.Timeline(histories, last, months), r.Key(STEPS))
        changes = sorted(
            ((span.first, h.name, span.status) for h in histories for span in h.spans[1:]), key=lambda row: row[0]
        )
        rows = tuple((months[turn - 1], name, status) for turn, name, status in changes)
        told = Table(("Month", "State", "becomes"), rows, "Changes of status") if rows else Text("None so far.")
        folds = (
            r.Fold("months", (Bold("Status by month"),), drawn if "months" in at.opened else ()),
            r.Fold("changes", f"Every change ({len(rows)})", (told,) if "changes" in at.opened else ()),
        )
        return (Section(folds),)

    # What is pressed

    def press(self, at: Glance, asked: Asked, name: str, arg: str) -> Asked:
        presses: dict[str, Callable[[Glance, Asked, str], Asked]] = {
            "place": self._place, "about": self._about, "try": self._try, "take": self._take, "cities": self._cities,
            "withdrew": self._withdrew, "back": self._back,
        }  # fmt: skip
        return presses[name](at, asked, arg)

    def _place(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """A marker is moved, to see what would follow."""
        name, _, status = arg.partition("=")
        if status not in STEPS or (name not in MAJORS and (name not in GROUPS or at.game is not None)):
            raise BadMessage("There is no such marker, or it follows its cities.")
        if name in ("France", "England"):
            raise BadMessage(f"{name} never changes sides.")
        return replace(asked, wish=asked.wish.place(name, status))

    def _about(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """What would change a state's mind?"""
        if arg not in show.COURTED:
            raise BadMessage("The die moves only Austria, Prussia, Russia and Spain.")
        return replace(asked, state=arg)

    def _try(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """A line of the what-if comes true."""
        lines = self.lines(at, asked)
        wish = lines[number_of(arg, 0, len(lines) - 1)].wish
        if wish is None:
            raise BadMessage("That line is not a change of the display.")
        return replace(asked, wish=asked.wish.besides(wish))

    def _take(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """A city changes hands, to see what would follow."""
        if not arg:
            return asked
        cities = self.cities(at)
        city, side, _ = cities[number_of(arg, 0, len(cities) - 1)]
        return replace(asked, wish=asked.wish.take(city, side))

    def _cities(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """City points of a side, in the sandbox."""
        id, _, value = arg.partition("=")
        number, now = number_of(value, 0, _MOST_CITIES), self.display(at, asked.wish).politics
        if at.game is not None or id not in ("french", "english"):
            raise BadMessage("City points are set by hand in the sandbox alone.")
        french, english = (number - now.french_cities, 0) if id == "french" else (0, number - now.english_cities)
        return replace(asked, wish=asked.wish.besides(show.Wish(french=french, english=english)))

    def _withdrew(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """Whether Napoleon was forced to withdraw."""
        return replace(asked, wish=asked.wish.besides(show.Wish(withdrew=bool(number_of(arg, 0, 1)))))

    def _back(self, at: Glance, asked: Asked, _: str) -> Asked:
        """What was wished for is forgotten."""
        return replace(asked, wish=show.Wish())

    # Data frames

    def rows(self, at: Glance, asked: Asked, what: str) -> Rows:
        frames: dict[str, Callable[[Glance, Asked], Rows]] = {
            "chances": self._chance_rows, "modifiers": self._modifier_rows, "markers": self._marker_rows,
            "what if": self._line_rows, "history": self._history_rows,
        }  # fmt: skip
        return chosen(frames, what)(at, asked)

    def _chance_rows(self, at: Glance, asked: Asked) -> Rows:
        columns = ("state", "faction", "lent", "exact", "chance", "to", "why not", "rule")
        found = show.prospects(self.tables(at), self.display(at, asked.wish))
        cells = ((p.state, p.faction, p.lent, _exact(p.chance), _number(p.chance), p.to, p.why, p.cite) for p in found)
        return columns, [dict(zip(columns, row, strict=True)) for row in cells]

    def _modifier_rows(self, at: Glance, asked: Asked) -> Rows:
        parts, _ = show.modifiers(self.tables(at), self.display(at, asked.wish))
        return ("what", "die", "rule"), [{"what": w.name, "die": w.value, "rule": w.cite} for w in parts]

    def _marker_rows(self, at: Glance, asked: Asked) -> Rows:
        shown = self.display(at, asked.wish)
        notes = dict(shown.notes)
        rows = [{"marker": n, "status": s, "note": notes.get(n, "")} for n, s in shown.politics.markers]
        return ("marker", "status", "note"), rows

    def _line_rows(self, at: Glance, asked: Asked) -> Rows:
        rows = [
            {"state": asked.state, "if": e.label, "french": _number(e.french), "english": _number(e.english)}
            for e in self.lines(at, asked)
        ]
        return ("state", "if", "french", "english"), rows

    def _history_rows(self, at: Glance, asked: Asked) -> Rows:
        seen = self.seen(at)
        rows = [
            {"state": h.name, "from": seen[0].setting.month_name(span.first),
             "to": seen[0].setting.month_name(span.last), "first turn": span.first, "last turn": span.last,
             "status": span.status}
            for h in self.histories(at) for span in h.spans if seen is not None
        ]  # fmt: skip
        return ("state", "from", "to", "first turn", "last turn", "status"), rows


def _changed(at: Glance) -> r.Notice:
    if at.game is not None:
        return r.Notice("What if: this is not how it stands now.", Press("As it really stands", "back", kind="main"))
    return r.Notice("You have moved something.", Press("Back to September 1805", "back", kind="main"))


def _columns(at: Glance, shown: show.Display, now: show.Display) -> r.Columns:
    columns = []
    for status, words in show.COLUMNS:
        names = (name for name, s in shown.politics.markers if s == status)
        columns.append(r.Column(words, status[:3], tuple(_marker(at, name, shown, now) for name in names)))
    return r.Columns(tuple(columns))


def _marker(at: Glance, name: str, shown: show.Display, now: show.Display) -> r.Marker:
    status, note = shown.politics.status(name), dict(shown.notes).get(name, "")
    moved = now.politics.status(name) != status
    return r.Marker(name, note, _brief(note), name in GROUPS, moved, _arrows(at, name, status))


def _arrows(at: Glance, name: str, status: str) -> tuple[Press, ...]:
    """Buttons that move a marker: groups follow their cities where there is a game."""
    if name in ("France", "England") or (name in GROUPS and at.game is not None):
        return ()
    here = [s for s, _ in show.COLUMNS].index(status)  # type: ignore[arg-type]
    found = []
    for step, sign in ((-1, "‹"), (1, "›")):
        if 0 <= here + step < len(show.COLUMNS):
            to = show.COLUMNS[here + step][0]
            label = f"What if {name} were {to}?"
            found.append(
                Press(sign, "place", f"{name}={to}", "quiet", label=label, title="What if it were " + to + "?")
            )
    return tuple(found)


def _faces(total: int, low: int, high: int) -> r.Die:
    """The six faces of the die, and whom each would turn."""
    faces = []
    for face in range(1, 7):
        sum = face + total
        tone = "french" if sum <= low else "british" if sum >= high else "none"
        words = f"{number(sum)} F" if sum <= low else f"{number(sum)} E" if sum >= high else number(sum)
        faces.append(r.Face(face, words, tone))
    return r.Die(tuple(faces), "What each face of the die does")


def _cell(found: show.Prospect, whole: bool = True) -> Words:
    """A chance in the table; where there is none, the reason on pointing and for screen readers."""
    if found.chance is not None:
        return (Odds(found.chance, _TONE[found.faction], sixths=True),)
    if not whole:
        return ""
    return (r.Barred("already" if "already" in found.why else "no", f"{found.why} {found.cite}"),)


def _beside(chance: Fraction | None, first: Fraction | None) -> Words:
    """A chance in the what-if, marked where it differs from what stands now."""
    if chance is None or first is None or chance == first:
        return (r.Percent(chance),)
    return (Bold((r.Percent(chance),)), " ", Small("▲" if chance > first else "▼"))


def _brief(note: str) -> str:
    """A note that fits under a marker's name: of a group the sides of its members, counted."""
    if ": " not in note or note.startswith("lost"):
        return note
    counted = (part.partition(": ") for part in note.split("; "))
    short = {"pro-French": "pro", "anti-French": "anti", "neutral": "neutral", "not formed": "unformed"}
    return ", ".join(f"{len(names.split(', '))} {short[side]}" for side, _, names in counted if side in short)


def _number(chance: Fraction | None) -> float | None:
    return None if chance is None else float(chance)


def _exact(chance: Fraction | None) -> str:
    return "" if chance is None else str(chance)
