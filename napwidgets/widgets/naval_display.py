"""`NavalDisplay`: the sixteen seas with fleets and blockades, exact chances to intercept and slip out, a fight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import TYPE_CHECKING

import ipywidgets

from napwidgets.kernel.game import Game
from napwidgets.scenarios import load
from napwidgets.systems.wap import show_sea as show
from napwidgets.table.table import Table
from napwidgets.widgets.battle_resolver import SandboxResolver
from napwidgets.widgets.sheet import BadMessage, button, do, number_of, undressed
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
)
from napwidgets.widgets.wap_world import chart

if TYPE_CHECKING:
    import pandas as pd

#: A scenario whose board the sandbox borrows for the chart.
_ANY = "wap/trafalgar"
_FLEET = ("nation", "side", "squadrons", "transports", "nelson", "port", "inside", "zones", "words")


@cache
def _places() -> dict[str, tuple[float, float]]:
    """Where the zones stand on the chart, by the ids of their table."""
    setting = load(_ANY).setting  # type: ignore[attr-defined]
    return {zone.id: setting.board.zones[n].chart for n, zone in setting.zones.items()}


class _SeaPanel(WapPanel):
    """The chart and what is known of the zone that is chosen."""

    def __init__(self, source: Table | Game | None, seat: str | None = None) -> None:
        self.zone, self.nelson = "atlantic", False
        self.fight: SandboxResolver | None = None
        super().__init__(source, "nw-naval", seat)

    def fleets(self) -> tuple[show.Afloat, ...]:
        """All fleets that this view holds."""
        seen = self.seen()
        return show.afloat(*seen) if seen is not None else ()

    def ports(self) -> tuple[show.Port, ...]:
        """Ports with ships in or before them."""
        seen = self.seen()
        return show.ports(*seen) if seen is not None else ()

    def content(self) -> str:
        fleets = self.fleets()
        world = chart(show.seas(self.tables, fleets), _places(), self.zone)
        key = (
            '<p class="nw-small nw-seakey"><b class="nw-pill nw-p-french">F 3</b> squadrons of the French side at sea '
            '<b class="nw-pill nw-p-english">E 3</b> of their enemies <b class="nw-pill nw-p-french nw-inport">F 3</b> '
            'in port <b class="nw-pill nw-nelson">★</b> Nelson. Press a sea to read about it.</p>'
            if fleets
            else '<p class="nw-small">Press a sea to read about it.</p>'
        )
        tables = self.tables.all
        sources = origins_of(
            [(tables["zones"], "sea zones"), (tables["pursuit"], "interception and pursuit"),
             (tables["blockade"], "running a blockade"), (tables["transport"], "transports attacked"),
             (tables["naval-combat"], "naval combat")]
        )  # fmt: skip
        return (
            f'<h2>The seas {self.month()}</h2>{world}{key}<div class="nw-halves"><div>{self._zone(fleets)}</div>'
            f"<div>{self._meeting()}{self._blockade()}</div></div>{sources}"
        )

    def _zone(self, fleets: tuple[show.Afloat, ...]) -> str:
        zone = self.tables.zones[self.zone]
        joins = ", ".join(self.tables.zones[id].name for id in zone.joins)
        figures = self.tables.all["zones"]
        rows = [
            (f"{words}{paragraph(cite)}", f"{value}{origin(figures.origin(zone.id, column))}")
            for words, value, column, cite in (
                ("Movement points to enter", str(zone.cost), "movement cost", "WAP F.2.f"),
                ("Added to interceptions", signed(zone.interception), "interception modifier", "WAP F.4.c"),
                ("Maritime traffic", str(zone.traffic), "maritime traffic", "WAP K.8.b"),
            )
        ]
        rows.append((f"Joins{paragraph('WAP F.2.d')}", f"{escape(joins)}{origin(zone.drawn)}"))
        table = grid(("", ""), rows, f"{zone.name}: figures", look="nw-bare")
        return f'<section aria-live="polite"><h3>{escape(zone.name)}</h3>{table}{self._there(fleets)}</section>'

    def _there(self, fleets: tuple[show.Afloat, ...]) -> str:
        """The fleets in the zone, each of which can be put into the fight below."""
        if self.game is None:
            return ""
        rows = []
        for f in fleets:
            if self.zone in f.zones:
                buttons = button("attacks", "attack", f.number, kind="quiet") + button(
                    "defends", "defend", f.number, kind="quiet"
                )
                star = " ★ Nelson" if f.nelson else ""
                rows.append((f"{escape(f.words)}{star}", buttons if f.squadrons and f.side != "neutral" else ""))
        if not rows:
            return f'<p class="nw-small">Nobody is there{self._hidden()}.</p>'
        return grid(("Ships", "In the fight below, it"), rows, "Fleets in this sea and its ports", look="nw-ships")

    def _hidden(self) -> str:
        seen = self.seen()
        return ", as far as all can see" if seen is not None and seen[0].options.hidden_fleets else ""

    def _meeting(self) -> str:
        zone = self.tables.zones[self.zone]
        rows = []
        for c in show.interceptions(self.tables, zone, self.nelson):
            why = "; ".join(f"{name} {signed(value)} ({cite.removeprefix('WAP ')})" for name, value, cite in c.parts)
            words = f'<span class="nw-why" title="{escape(why)}" tabindex="0">{escape(_sentence(c.words))}</span>'
            rows.append((words, exactly(c.chance, "ink", sixths=True)))
        where = self.tables.all["pursuit"].origin("die", "intercepts from")
        table = grid(("Ships that try are", "They intercept"), rows, f"Interception in {zone.name}", look="nw-reach2")
        on = " checked" if self.nelson else ""
        tick = (
            f'<label class="nw-f nw-tick"><input type="checkbox"{on} {do("nelson")}><span>with Nelson'
            f"{paragraph('WAP F.8.b')}</span></label>"
        )
        return (
            f"<section><h3>Intercepting in {_the(zone.name)} · exact</h3>{table}{tick}"
            f'<p class="nw-small">A modified {self.tables.intercepts_from} or more.'
            f"{origin(where, 'threshold')}</p></section>"
        )

    def _blockade(self) -> str:
        where = self.tables.all["blockade"].provenance
        slips = "; ".join(f"{words} <b>{percent(chance)}</b>" for words, chance in show.running(self.tables))
        alone = "; ".join(f"{words} <b>{percent(chance)}</b>" for words, chance in show.unescorted(self.tables))
        lines = (
            f"<p>Who leaves a blockaded port {slips}.{paragraph('WAP F.6.c')}{origin(where, 'table')}</p>"
            f"<p>A transport caught alone is {alone}.{paragraph('WAP F.7.e')}"
            f"{origin(self.tables.all['transport'].provenance, 'table')}</p>"
        )
        return f"<section><h3>Blockades · exact</h3>{lines}{self._ports()}</section>"

    def _ports(self) -> str:
        found = [p for p in self.ports() if p.outside or (p.inside and p.side != "neutral")]
        rows = [
            (
                f'<i class="nw-dot nw-p-{p.side}" aria-hidden="true"></i>{escape(p.name)}',
                str(p.inside),
                str(p.outside) if p.outside else "–",
                "<b>blockaded</b>" if p.shut else "open",
            )
            for p in found
        ]
        if not rows:
            return ""
        heads = ("Port", "Squadrons inside", "Before it", "It is")
        note = f'<p class="nw-small">As many before it as inside, and one at least.{paragraph("WAP F.6.a")}</p>'
        return grid(heads, rows, "Ports with ships in or before them", look="nw-ports") + note

    def do_zone(self, arg: str) -> None:
        """Choose a sea."""
        if arg not in self.tables.zones:
            raise BadMessage("There is no such sea zone; please reload the page.")
        self.zone = arg
        self.refresh()

    def do_nelson(self, arg: str) -> None:
        """Whether Nelson is with those who intercept."""
        self.nelson = bool(number_of(arg, 0, 1))
        self.refresh()

    def do_attack(self, arg: str) -> None:
        """Put a fleet into the fight as the attacker."""
        self._take(arg, "a")

    def do_defend(self, arg: str) -> None:
        """Put a fleet into the fight as the defender."""
        self._take(arg, "d")

    def _take(self, arg: str, side: str) -> None:
        fleets = self.fleets()
        force = show.as_force(fleets[number_of(arg, 0, len(fleets) - 1)])
        if self.fight is None or not force.squadrons:
            raise BadMessage("These ships can't fight now.")
        values = {"squadrons": force.squadrons, "english": int(force.english), "nelson": int(force.nelson)}
        self.fight.form.values.update({f"{side}:{id}": str(value) for id, value in values.items()})
        self.fight.form.refresh()


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _the(name: str) -> str:
    """A sea's name within a sentence."""
    return name if name in ("North America", "South America", "West Africa") else f"the {name}"


class NavalDisplay(ipywidgets.VBox):
    """The war at sea: ``NavalDisplay(table)``, ``NavalDisplay(game)``, or alone as a sandbox. All odds are exact."""

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        self.sea = _SeaPanel(source, seat)
        with undressed():
            self.fight = SandboxResolver(show.Bench(self.sea.tables))
        self.sea.fight = self.fight
        super().__init__([self.sea, self.fight])
        self.add_class("nw-wapbox")
        self.sea.observe(lambda _: self._veil(), "html")
        self._veil()

    def _veil(self) -> None:
        self.fight.layout.display = "none" if self.sea.veiled else ""

    def frame(self, what: str = "fleets") -> pd.DataFrame:
        """What is shown as a data frame: ``fleets``, ``ports``, ``zones``, ``intercept`` or ``fight``."""
        panel, tables = self.sea, self.sea.tables
        plain: dict[str, tuple[tuple[str, ...], Iterable[object]]] = {
            "fleets": (_FLEET, panel.fleets()),
            "ports": (("name", "side", "inside", "outside", "shut"), panel.ports()),
            "zones": (("id", "name", "on_map", "cost", "interception", "traffic", "joins"), tables.zones.values()),
        }
        if what in plain:
            columns, things = plain[what]
            return frame_of(({c: getattr(thing, c) for c in columns} for thing in things), columns)
        if what == "intercept":
            rows = [
                {"zone": z.name, "nelson": nelson, "ships": c.words, "exact": str(c.chance), "chance": float(c.chance)}
                for z in tables.zones.values() for nelson in (False, True)
                for c in show.interceptions(tables, z, nelson)
            ]  # fmt: skip
            return frame_of(rows, ("zone", "nelson", "ships", "exact", "chance"))
        if what == "fight":
            battle = self.fight.battle
            rows = [{"what": c.label, "exact": c.exact, "chance": c.chance} for c in battle.chances] if battle else []
            return frame_of(rows, ("what", "exact", "chance"))
        raise BadMessage("frame() gives fleets, ports, zones, intercept or fight.")
