"""K.8. Napoleon versus Lloyd's as a report: the rate and what it compels, raids planned, attacks on bases, what if."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.board.display import Spread
from napwidgets.board.panels import BadMessage, Glance, number_of
from napwidgets.board.report import Bold, Odds, Press, Section, Table, Text, Words
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap.face import lloyds_tracker as show
from napwidgets.systems.wap.face.figures import Reader, chosen, origins_of, paragraph, signed
from napwidgets.systems.wap.trade.lloyds import Answer, Level, bases_odds

#: What the form offers: squadrons in a zone, bases destroyed, the rate in per cent, a force; more if more is there.
_SHIPS, _BASES, _RATE, _FORCE = 9, 3, 45, 9
#: The most that is taken from the page.
_MOST = 99
_NAMES: dict[Level, str] = {
    "act": "England must act",
    "one point a city": "one point a city",
    "points compulsory": "points compulsory",
    "points ships and men": "points, ships and men",
    "catastrophe": "catastrophe",
}

Rows = tuple[Sequence[str], Sequence[Mapping[str, Any]]]


class Asked(Struct, frozen=True):
    """What is asked of Lloyd's: raiders and bases changed by zone (French, allied, bases), another rate, another answer
    of England's; and the force that attacks bases.
    """

    changes: tuple[tuple[str, tuple[int, int, int]], ...] = ()
    rate: int | None = None
    answer: Answer | None = None
    attack: Answer = Answer(3, 0, 0, 0)

    @property
    def tried(self) -> bool:
        """Whether anything is changed for a what-if."""
        return bool(self.changes) or self.rate is not None or self.answer is not None


class LloydsPanel(Reader):
    """The war on trade (a `Panel`), in two parts: the ``rate``, and the ``raids``. All odds are exact."""

    def start(self) -> Asked:
        return Asked()

    # Where it stands

    def position(self, at: Glance, asked: Asked) -> show.Position:
        """Lloyd's as it stands, with what is tried."""
        seen = self.seen(at)
        found = show.example(self.tables(at)) if seen is None else show.position(*seen)
        bases = dict(found.bases)
        for zone, (french, allied, broken) in asked.changes:
            found = replace(found, raids=show.with_raid(found.raids, zone, french, allied))
            bases[zone] = broken
        rate = found.rate if asked.rate is None else asked.rate
        answer = found.answer if asked.answer is None else asked.answer
        return replace(found, bases=tuple((z, n) for z, n in bases.items() if n), rate=rate, answer=answer)

    def odds(self, at: Glance, asked: Asked) -> Distribution[int]:
        """The exact distribution of the coming rate in half per cents."""
        return show.coming(self.tables(at), self.position(at, asked))

    def spread(self, at: Glance, asked: Asked) -> Spread:
        """The coming rate as bars."""
        return show.bars(self.tables(at), self.odds(at, asked))

    def curve(self, at: Glance, asked: Asked) -> r.Curve:
        """The rate after each month so far."""
        steps = tuple((step.rate, f"{step.rate} % {_NAMES[step.level]}") for step in show.steps(self.tables(at), 0))
        seen = self.seen(at)
        if seen is None:
            return r.Curve(steps, (), ())
        rates = tuple(rate / 2 for rate in seen[1].rates)
        return r.Curve(steps, rates, tuple(seen[0].setting.month_name(i + 1) for i in range(len(rates))))

    def report(self, at: Glance, asked: Asked, part: str = "") -> r.Report:
        seen = self.seen(at)
        if seen is None or seen[0].options.lloyds:
            return self._rate(at, asked) if part == "rate" else self._raiding(at, asked)
        told = Text("This game is played without raids on trade (option K.8).")
        return (r.Title("Lloyd's of London"), told) if part == "rate" else ()

    # The rate

    def _rate(self, at: Glance, asked: Asked) -> r.Report:
        tables, where = self.tables(at), self.position(at, asked)
        low, high = show.likely(self.odds(at, asked))
        thresholds = tuple(step.rate for step in show.steps(tables, 0))
        said = f"Lloyd's rate is {where.rate / 2:g} per cent; next month it is likely {low:g} to {high:g} per cent."
        band = (low, high) if low < high else None
        return (
            r.Title("Lloyd's of London", self.when(at)),
            *_tried(at, asked),
            r.Gauge(where.rate / 2, thresholds, tables.lloyds["least rate"], band, said),
            self._must(at, where),
        )

    def _must(self, at: Glance, where: show.Position) -> r.Block:
        duties = show.must(self.tables(at), where)
        if not duties:
            least = show.steps(self.tables(at), 0)[0].rate
            return Text((f"The rate compels nothing below {least} %.", paragraph("WAP K.8.e")), "must")
        return r.Checklist("England must now", tuple((d.met, (d.text, paragraph(d.cite))) for d in duties))

    # Raids

    def _raiding(self, at: Glance, asked: Asked) -> r.Report:
        where = self.position(at, asked)
        left = (self._reaching(at, asked), self._thresholds(at, where))
        right = (self._answer(at, where), self._bases(at, asked))
        sources = (("lloyds", "Lloyd's of London"), ("zones", "sea zones"))
        return (self._raids(at, where), r.Halves(left, right), origins_of(self.tables(at), sources))

    def _raids(self, at: Glance, where: show.Position) -> Section:
        heads = ("Sea zone", "Traffic", "French", "Allied, half each", "Bases destroyed", "Added to two dice",
                 "Raises the rate by", "Nothing at all")  # fmt: skip
        rows = tuple(_zone(y) for y in show.yields(self.tables(at), where))
        when = "next month, if the ships stay" if where.next else "this month"
        base = "The raids planned" if at.game is None else f"The raids that can be made {when}"
        note = (
            "Two dice and what is added, never less than nothing: so much a raid raises the rate. "
            "All raids count together; then the rate falls, faster in a month without any."
        )
        cites = (paragraph("WAP K.8.b"), paragraph("WAP K.8.d"))
        told = Text((note, *cites, *self._hidden(at)), "small")
        return Section((Table(heads, rows, "Raiders by sea zone", look="raids"), told), f"{base} · what if")

    def _hidden(self, at: Glance) -> tuple[r.Word, ...]:
        seen = self.seen(at)
        hide = seen is not None and seen[0].options.hidden_fleets
        return (" Fleets that are hidden from this seat are not counted.", paragraph("WAP K.9")) if hide else ()

    def _reaching(self, at: Glance, asked: Asked) -> Section:
        rows: list[tuple[Words, ...]] = [
            (f"{step.rate} % or more", (Odds(chance, "gold"),), _NAMES[step.level])
            for step, chance in show.reaching(self.tables(at), self.odds(at, asked))
        ]
        heads = ("Next month the rate is", "Chance", "Then")
        table = Table(heads, tuple(rows), "The chance to reach each threshold", look="reach")
        return Section((table,), "Chance to reach a threshold · exact")

    def _thresholds(self, at: Glance, where: show.Position) -> r.Details:
        rows = []
        for step in show.steps(self.tables(at), where.rate):
            words: list[r.Word] = []
            for duty in step.duties:
                words += ["· "] if words else []
                words += [duty.text, paragraph(duty.cite)]
            now = (" ", r.Tag("reached")) if step.reached else ()
            rows.append(((f"{step.rate} %", *now), tuple(words)))
        table = Table(("From", "England must"), tuple(rows), "What each threshold compels", look="words steps")
        return r.Details("steps", (Bold("What each threshold compels"),), (table,))

    def _answer(self, at: Glance, where: show.Position) -> Section:
        """The rate and England's answer, set by hand."""
        least, now, a = self.tables(at).lloyds["least rate"], where.rate // 2, where.answer
        slide = r.Slide("raid", "rate", now, least, max(_RATE, now), "Lloyd's rate now")
        fields = (
            ("squadrons", "English squadrons in the Global zones", a.squadrons),
            ("infantry", "English infantry there, with a transport", a.infantry),
            ("points", "Points spent against the raiders", a.points),
        )
        rows: list[tuple[Words, ...]] = [("Lloyd's rate now, per cent", (slide,))]
        rows += [(words, (r.Step("answer", id, n, 0, max(_FORCE, n), words),)) for id, words, n in fields]
        table = Table(("What if", ""), tuple(rows), "What England does about it", look="answer")
        return Section((table,), "England's answer · what if")

    def _bases(self, at: Glance, asked: Asked) -> Section:
        a, tables = asked.attack, self.tables(at)
        chance = bases_odds(tables, a.squadrons, a.infantry, a.points)
        fields = (
            ("squadrons", "Squadrons in the zone", a.squadrons),
            ("infantry", "Infantry in the zone", a.infantry),
            ("points", "Points spent on it", a.points),
        )
        rows: list[tuple[Words, ...]] = [
            (words, (r.Step("attack", id, n, 0, _FORCE, words),)) for id, words, n in fields
        ]
        rows.append(((Bold("Bases destroyed"),), (Odds(chance, "british"),)))
        table = Table(("An attack with", ""), tuple(rows), "Action Against Bases", look="answer")
        words = (
            f"Two dice {signed(tables.lloyds['bases base'])}, one more for each of these: above nought the bases are "
            "gone, and raids there count one less."
        )
        note = Text((words, paragraph("WAP K.8.m")), "small", live=True)
        return Section((table, note, *self._strikes(at)), "Action Against Bases · exact")

    def _strikes(self, at: Glance) -> r.Report:
        seen = self.seen(at)
        found = show.strikes(*seen) if seen is not None else ()
        if not found:
            return ()
        rows = tuple((k.zone, str(k.squadrons), str(k.infantry), str(k.points), (Odds(k.chance),)) for k in found)
        heads = ("England there now", "Squadrons", "Infantry", "Points", "Chance")
        return (Table(heads, rows, "Attacks possible now"),)

    # What is pressed

    def press(self, at: Glance, asked: Asked, name: str, arg: str) -> Asked:
        presses: dict[str, Callable[[Glance, Asked, str], Asked]] = {
            "raid": self._raid, "answer": self._answered, "attack": self._attack, "back": self._back,
        }  # fmt: skip
        return presses[name](at, asked, arg)

    def _raid(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """The raiders or the bases of a zone are changed: ``caribbean:french=3``."""
        place, _, value = arg.partition("=")
        tables = self.tables(at)
        if place == "rate":
            return replace(asked, rate=2 * number_of(value, tables.lloyds["least rate"], _RATE))
        zone, _, what = place.partition(":")
        if zone not in tables.zones or what not in ("french", "allied", "bases"):
            raise BadMessage("There is no such sea zone; please reload the page.")
        number = number_of(value, 0, _MOST)
        where = self.position(at, asked)
        french, allied = show.raiders(where.raids, zone)
        now = {"french": french, "allied": allied, "bases": dict(where.bases).get(zone, 0), what: number}
        changes = {**dict(asked.changes), zone: (now["french"], now["allied"], now["bases"])}
        return replace(asked, changes=tuple(changes.items()))

    def _answered(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """England does something else."""
        return replace(asked, answer=_with(self.position(at, asked).answer, arg))

    def _attack(self, at: Glance, asked: Asked, arg: str) -> Asked:
        """Another force attacks bases."""
        return replace(asked, attack=_with(asked.attack, arg))

    def _back(self, at: Glance, asked: Asked, _: str) -> Asked:
        """What was tried is forgotten."""
        return Asked(attack=asked.attack)

    # Data frames

    def rows(self, at: Glance, asked: Asked, what: str) -> Rows:
        frames: dict[str, Callable[[Glance, Asked], Rows]] = {
            "next": self._next_rows, "raids": self._raid_rows, "history": self._history_rows,
            "duties": self._duty_rows, "thresholds": self._threshold_rows,
        }  # fmt: skip
        return chosen(frames, what)(at, asked)

    def _next_rows(self, at: Glance, asked: Asked) -> Rows:
        odds = sorted(self.odds(at, asked))
        return ("rate", "exact", "chance"), [{"rate": n / 2, "exact": str(c), "chance": float(c)} for n, c in odds]

    def _raid_rows(self, at: Glance, asked: Asked) -> Rows:
        rows = [
            {"zone": y.name, "traffic": y.traffic, "french": y.french, "allied": y.allied, "bases": y.bases,
             "mean": float(y.mean), "nothing": float(y.nothing)}
            for y in show.yields(self.tables(at), self.position(at, asked))
        ]  # fmt: skip
        return ("zone", "traffic", "french", "allied", "bases", "mean", "nothing"), rows

    def _history_rows(self, at: Glance, asked: Asked) -> Rows:
        rates = self.position(at, asked).rates
        return ("turn", "rate"), [{"turn": i + 1, "rate": rate / 2} for i, rate in enumerate(rates)]

    def _duty_rows(self, at: Glance, asked: Asked) -> Rows:
        found = show.must(self.tables(at), self.position(at, asked))
        return ("duty", "rule", "met"), [{"duty": d.text, "rule": d.cite, "met": d.met} for d in found]

    def _threshold_rows(self, at: Glance, asked: Asked) -> Rows:
        odds = show.reaching(self.tables(at), self.odds(at, asked))
        rows = [{"from": s.rate, "compels": s.level, "exact": str(c), "chance": float(c)} for s, c in odds]
        return ("from", "compels", "exact", "chance"), rows


def _tried(at: Glance, asked: Asked) -> r.Report:
    """That this is a what-if, if it is one."""
    if not asked.tried:
        return ()
    if at.game is None:
        return (r.Notice("Your own raids.", Press("Start again", "back", kind="main")),)
    return (r.Notice("What if: this is not what is planned now.", Press("As it really stands", "back", kind="main")),)


def _zone(y: show.Yield) -> tuple[Words, ...]:
    """A sea with the raiders planned there, to be changed, and what they will do."""
    raided = y.french or y.allied
    added: list[r.Word] = []
    for parts in y.parts:
        why = "; ".join(f"{p.name} {signed(p.halves / 2)} ({p.cite.removeprefix('WAP ')})" for p in parts)
        added += [", "] if added else []
        added.append(r.Why(signed(sum(p.halves for p in parts) / 2), why))
    return (
        (Bold(y.name),) if raided else y.name,
        str(y.traffic),
        (_slide(f"{y.zone}:french", y.french, f"French squadrons in {y.name}"),),
        (_slide(f"{y.zone}:allied", y.allied, f"Allied squadrons in {y.name}"),),
        (r.Step("raid", f"{y.zone}:bases", y.bases, 0, max(_BASES, y.bases), f"Bases destroyed in {y.name}"),),
        tuple(added) if raided else "–",
        f"{float(y.mean):.1f} % on average" if raided else "–",
        (r.Percent(y.nothing),) if raided else "–",
    )


def _slide(id: str, value: int, label: str) -> r.Slide:
    return r.Slide("raid", id, value, 0, max(_SHIPS, value), label)


def _with(answer: Answer, arg: str) -> Answer:
    """An answer with one figure changed; infantry brings its transport."""
    id, _, value = arg.partition("=")
    if id not in ("squadrons", "infantry", "points"):
        raise BadMessage("There is nothing of that kind to send; please reload the page.")
    number = number_of(value, 0, _MOST)
    more = {"transports": min(1, number)} if id == "infantry" else {}
    return replace(answer, **{id: number}, **more)
