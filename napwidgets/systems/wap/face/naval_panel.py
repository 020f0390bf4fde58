"""F. The sea as a report: the chart with fleets and blockades, a zone, chances to meet and to slip out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board import report as r
from napwidgets.board.panels import BadMessage, Fill, Glance, number_of
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.report import Bold, Odds, Percent, Pill, Press, Section, Table, Text, Words
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap.face import naval_display as show
from napwidgets.systems.wap.face.figures import Reader, chosen, origins_of, paragraph, signed

_FLEET = ("nation", "side", "squadrons", "transports", "nelson", "port", "inside", "zones", "words")
#: Where the name of a zone stands on the chart, seen from its mark: crowded ones step aside.
_ASIDE = {"north-sea": "left", "baltic": "right", "mediterranean": "right", "arctic": "right", "atlantic": "left",
          "north-atlantic": "left", "south-atlantic": "left"}  # fmt: skip
_LETTER = {"french": "F", "english": "E", "neutral": "N"}
_WORDS = {"french": "French side", "english": "anti-French", "neutral": "neutral"}
_KEY: Words = (
    Pill("F 3", "french"),
    " squadrons of the French side at sea ",
    Pill("E 3", "english"),
    " of their enemies ",
    Pill("N 3", "neutral"),
    " of neutral states ",
    Pill("F 3", "french", "inport"),
    " in port ",
    Pill("★", look="nelson"),
    " Nelson. Press a sea to read about it.",
)

Rows = tuple[Sequence[str], Sequence[Mapping[str, Any]]]


@cache
def _places() -> dict[str, tuple[float, float]]:
    """Where the zones stand on the chart, by the keys of their table."""
    return {zone.key: zone.chart for zone in EuropeBoard.load(EuropeBoard.HOME).zones.values()}


class Asked(Struct, frozen=True):
    """Which zone is asked about, and whether Nelson is with those who intercept."""

    zone: str = "atlantic"
    nelson: bool = False


class NavalPanel(Reader):
    """The war at sea (a `Panel`), with a fight as its sandbox. All odds are exact."""

    def start(self) -> Asked:
        return Asked()

    def sandbox(self, at: Glance) -> show.Bench:
        """A fight at sea put together by hand, with the tables in force."""
        return show.Bench(self.tables(at))

    def fleets(self, at: Glance) -> tuple[show.Afloat, ...]:
        """All fleets that a view holds."""
        seen = self.seen(at)
        return show.afloat(*seen) if seen is not None else ()

    def ports(self, at: Glance) -> tuple[show.Port, ...]:
        """Ports with ships in or before them."""
        seen = self.seen(at)
        return show.ports(*seen) if seen is not None else ()

    def report(self, at: Glance, asked: Asked, part: str = "") -> r.Report:
        fleets, tables = self.fleets(at), self.tables(at)
        key = Text(_KEY, "small seakey") if fleets else Text("Press a sea to read about it.", "small")
        sources = (
            ("zones", "sea zones"), ("pursuit", "interception and pursuit"), ("blockade", "running a blockade"),
            ("transport", "transports attacked"), ("naval-combat", "naval combat"),
        )  # fmt: skip
        return (
            r.Title("The seas", self.when(at)),
            r.Chart(tuple(_pin(sea) for sea in show.seas(tables, fleets)), asked.zone),
            key,
            r.Halves((self._zone(at, asked, fleets),), (self._meeting(at, asked), self._blockade(at))),
            origins_of(tables, sources),
        )

    def _zone(self, at: Glance, asked: Asked, fleets: tuple[show.Afloat, ...]) -> Section:
        zones, figures = self.tables(at).zones, self.tables(at).all["zones"]
        zone = zones[asked.zone]
        rows: list[tuple[Words, ...]] = [
            ((words, paragraph(cite)), (value, r.Origin(figures.origin(zone.id, column))))
            for words, value, column, cite in (
                ("Movement points to enter", str(zone.cost), "movement cost", "WAP F.2.f"),
                ("Added to interceptions", signed(zone.interception), "interception modifier", "WAP F.4.c"),
                ("Maritime traffic", str(zone.traffic), "maritime traffic", "WAP K.8.b"),
            )
        ]
        joins = ", ".join(zones[id].name for id in zone.joins)
        rows.append((("Joins", paragraph("WAP F.2.d")), (joins, r.Origin(zone.drawn))))
        table = Table(("", ""), tuple(rows), f"{zone.name}: figures", look="bare")
        return Section((table, *self._there(at, asked, fleets)), zone.name, live=True)

    def _there(self, at: Glance, asked: Asked, fleets: tuple[show.Afloat, ...]) -> r.Report:
        """The fleets in the zone, each of which can be put into the fight beside."""
        if at.game is None:
            return ()
        rows = []
        for f in fleets:
            if asked.zone in f.zones:
                number = str(f.number)
                both = (Press("attacks", "attack", number, "quiet"), Press("defends", "defend", number, "quiet"))
                star = " ★ Nelson" if f.nelson else ""
                rows.append((f"{f.words}{star}", both if f.squadrons and f.side != "neutral" else ""))
        if not rows:
            return (Text(f"Nobody is there{self._hidden(at)}.", "small"),)
        heads = ("Ships", "In the fight below, it")
        return (Table(heads, tuple(rows), "Fleets in this sea and its ports", look="ships"),)

    def _hidden(self, at: Glance) -> str:
        seen = self.seen(at)
        return ", as far as all can see" if seen is not None and seen[0].options.hidden_fleets else ""

    def _meeting(self, at: Glance, asked: Asked) -> Section:
        tables = self.tables(at)
        zone, rows = tables.zones[asked.zone], []
        for c in show.interceptions(tables, zone, asked.nelson):
            why = "; ".join(f"{name} {signed(value)} ({cite.removeprefix('WAP ')})" for name, value, cite in c.parts)
            rows.append(((r.Why(sentence(c.words), why),), (Odds(c.chance, "ink", sixths=True),)))
        heads = ("Ships that try are", "They intercept")
        table = Table(heads, tuple(rows), f"Interception in {zone.name}", look="reach2")
        where = r.Origin(tables.all["pursuit"].provenance, "threshold")
        tick = r.Tick("nelson", asked.nelson, ("with Nelson", paragraph("WAP F.8.b")))
        dice = Text((f"A modified {show.meeting_dice(tables)}.", where), "small")
        return Section((table, r.Field(tick), dice), f"Intercepting in {_the(zone.name)} · exact")

    def _blockade(self, at: Glance) -> Section:
        tables = self.tables(at)
        table = r.Origin(tables.all["blockade"].provenance, "table")
        slips = ("Who leaves a blockaded port ", *_chances(show.running(tables)), ".", paragraph("WAP F.6.c"), table)
        other = r.Origin(tables.all["transport"].provenance, "table")
        ends = _chances(show.unescorted(tables))
        caught = ("A transport caught alone is ", *ends, ".", paragraph("WAP F.7.e"), other)
        return Section((Text(slips), Text(caught), *self._ports(at)), "Blockades · exact")

    def _ports(self, at: Glance) -> r.Report:
        rows: list[tuple[Words, ...]] = [
            (
                (r.Dot(p.side), p.name),
                str(p.inside),
                str(p.outside) if p.outside else "–",
                (Bold("blockaded"),) if p.shut else "open",
            )
            for p in self.ports(at)
            if p.outside or (p.inside and p.side != "neutral")
        ]
        if not rows:
            return ()
        heads = ("Port", "Squadrons inside", "Before it", "It is")
        note = Text(("As many before it as inside, and one at least.", paragraph("WAP F.6.a")), "small")
        return (Table(heads, tuple(rows), "Ports with ships in or before them", look="ports"), note)

    # What is pressed

    def press(self, at: Glance, asked: Asked, name: str, arg: str) -> Asked | Fill:
        if name in ("attack", "defend"):
            return self._take(at, arg, name[0])
        if name == "nelson":
            return replace(asked, nelson=bool(number_of(arg, 0, 1)))
        if arg not in self.tables(at).zones:
            raise BadMessage("There is no such sea zone; please reload the page.")
        return replace(asked, zone=arg)

    def _take(self, at: Glance, arg: str, side: str) -> Fill:
        """A fleet goes into the fight, as the attacker or as the defender."""
        fleets = self.fleets(at)
        force = show.as_force(fleets[number_of(arg, 0, len(fleets) - 1)])
        if not force.squadrons:
            raise BadMessage("These ships can't fight now.")
        values = {
            "squadrons": force.squadrons,
            "english": int(force.english),
            "nelson": int(force.nelson),
            "repairing": int(force.repairing),
        }
        return Fill({f"{side}:{id}": str(value) for id, value in values.items()})

    # Data frames

    def rows(self, at: Glance, asked: Asked, what: str) -> Rows:
        frames: dict[str, Callable[[Glance], Rows]] = {
            "fleets": lambda at: _plain(_FLEET, self.fleets(at)),
            "ports": lambda at: _plain(("name", "side", "inside", "outside", "shut"), self.ports(at)),
            "zones": self._zone_rows,
            "intercept": self._meeting_rows,
            "fight": lambda at: (("what", "exact", "chance"), ()),
        }
        return chosen(frames, what)(at)

    def _zone_rows(self, at: Glance) -> Rows:
        columns = ("id", "name", "on_map", "cost", "interception", "traffic", "joins")
        return _plain(columns, tuple(self.tables(at).zones.values()))

    def _meeting_rows(self, at: Glance) -> Rows:
        tables = self.tables(at)
        rows = [
            {"zone": z.name, "nelson": nelson, "ships": c.words, "exact": str(c.chance), "chance": float(c.chance)}
            for z in tables.zones.values() for nelson in (False, True)
            for c in show.interceptions(tables, z, nelson)
        ]  # fmt: skip
        return ("zone", "nelson", "ships", "exact", "chance"), rows


def _plain(columns: tuple[str, ...], things: Sequence[object]) -> Rows:
    return columns, [{c: getattr(thing, c) for c in columns} for thing in things]


def _pin(sea: show.Sea) -> r.Pin:
    zone = sea.zone
    pills = tuple(
        (f"{_LETTER[who]} {n}", f"{_WORDS[who]}: {n} squadron{'s' * (n > 1)} {where}", who, where == "in port")
        for there, where in ((sea.at_sea, "at sea"), (sea.in_port, "in port"))
        for who, n in there
    )
    star = "Nelson" if sea.nelson else ""
    x, y = _places()[zone.id]
    return r.Pin(zone.id, zone.name, x, y, zone.joins, pills, star, _ASIDE.get(zone.id, "below"))


def _chances(found: tuple[tuple[str, Fraction], ...]) -> tuple[r.Word, ...]:
    """Outcomes with their chances, in a sentence."""
    words: list[r.Word] = []
    for what, chance in found:
        words += [f"{'; ' if words else ''}{what} ", Bold((Percent(chance),))]
    return tuple(words)


def _the(name: str) -> str:
    """A sea's name within a sentence."""
    return name if name in ("North America", "South America", "West Africa") else f"the {name}"
