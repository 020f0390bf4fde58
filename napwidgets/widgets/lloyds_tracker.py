"""`LloydsTracker`: the rate, what it compels, the raids planned and what they will do to it, attacks on bases."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import ipywidgets
from msgspec.structs import replace

from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap import show_lloyds as show
from napwidgets.systems.wap.lloyds import Answer, Level, bases_odds
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, button, do, number_of, undressed
from napwidgets.widgets.wap_charts import gauge
from napwidgets.widgets.wap_panels import (
    WapPanel,
    exactly,
    frame_of,
    grid,
    origins_of,
    paragraph,
    percent,
    signed,
    stepper,
)
from napwidgets.widgets.wap_plots import OddsChart, RateChart

if TYPE_CHECKING:
    import pandas as pd

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


class _Plan:
    """What both panels of a tracker share: what really is, what is changed for a what-if, and who draws it."""

    def __init__(self) -> None:
        self.changes: dict[str, tuple[int, int, int]] = {}
        self.rate: int | None = None
        self.answer: Answer | None = None
        self.attack = Answer(3, 0, 0, 0)
        self.draw: Callable[[], None] = lambda: None


class _RatePanel(WapPanel):
    """The scale, and what England must do now."""

    def __init__(self, source: Table | Game | None, plan: _Plan, seat: str | None = None) -> None:
        self.plan = plan
        super().__init__(source, "nw-rate", seat)

    def real(self) -> show.Position:
        """Lloyd's as it stands, without any what-if."""
        seen = self.seen()
        return show.example(self.tables) if seen is None else show.position(*seen)

    def position(self) -> show.Position:
        """Lloyd's with what is tried."""
        found, plan = self.real(), self.plan
        bases = dict(found.bases)
        for zone, (french, allied, broken) in plan.changes.items():
            found = replace(found, raids=show.with_raid(found.raids, zone, french, allied))
            bases[zone] = broken
        rate = found.rate if plan.rate is None else plan.rate
        answer = found.answer if plan.answer is None else plan.answer
        return replace(found, bases=tuple((z, n) for z, n in bases.items() if n), rate=rate, answer=answer)

    @property
    def tried(self) -> bool:
        """Whether anything is changed for a what-if."""
        return bool(self.plan.changes) or self.plan.rate is not None or self.plan.answer is not None

    def spread(self) -> Distribution[int]:
        """The exact distribution of the coming rate in half per cents."""
        return show.coming(self.tables, self.position())

    def content(self) -> str:
        seen = self.seen()
        if seen is not None and not seen[0].options.lloyds:
            return "<h2>Lloyd's of London</h2><p>This game is played without raids on trade (option K.8).</p>"
        where, tables = self.position(), self.tables
        low, high = show.likely(self.spread())
        thresholds = [step.rate for step in show.steps(tables, 0)]
        said = f"Lloyd's rate is {where.rate / 2:g} per cent; next month it is likely {low:g} to {high:g} per cent."
        band = (low, high) if low < high else None
        scale = gauge(where.rate / 2, thresholds, tables.lloyds["least rate"], band, said)
        return (
            f"<h2>Lloyd's of London {self.month()}</h2>{self._if()}"
            f'<div class="nw-scroll">{scale}</div>{self._must(where)}'
        )

    def _if(self) -> str:
        if not self.tried:
            return ""
        if self.game is None:
            words, back = "Your own raids.", button("Start again", "back", kind="main")
        else:
            words = "What if: this is not what is planned now."
            back = button("As it really stands", "back", kind="main")
        return f'<div class="nw-if" role="status"><p>{words}</p>{back}</div>'

    def _must(self, where: show.Position) -> str:
        duties = show.must(self.tables, where)
        if not duties:
            least = show.steps(self.tables, 0)[0].rate
            return f'<p class="nw-must">The rate compels nothing below {least} %.{paragraph("WAP K.8.e")}</p>'
        items = "".join(
            f'<li class="nw-{"met" if d.met else "unmet"}"><b>{"met" if d.met else "not met yet"}</b> '
            f"<span>{escape(d.text)}{paragraph(d.cite)}</span></li>"
            for d in duties
        )
        return f'<div class="nw-must" role="status"><p><b>England must now</b></p><ul>{items}</ul></div>'

    def do_back(self, _: str) -> None:
        """Forget what was tried."""
        self.plan.changes, self.plan.rate, self.plan.answer = {}, None, None
        self.plan.draw()


class _RaidPanel(_RatePanel):
    """Raiders zone by zone, the thresholds, and attacks on bases."""

    def content(self) -> str:
        seen = self.seen()
        if seen is not None and not seen[0].options.lloyds:
            return ""
        where = self.position()
        left = f"{self._reaching()}{self._thresholds(where)}"
        right = f"{self._sandbox(where)}{self._bases()}"
        tables = self.tables.all
        sources = origins_of([(tables["lloyds"], "Lloyd's of London"), (tables["zones"], "sea zones")])
        return f'{self._raids(where)}<div class="nw-halves"><div>{left}</div><div>{right}</div></div>{sources}'

    def _raids(self, where: show.Position) -> str:
        rows = [self._zone(y) for y in show.yields(self.tables, where)]
        heads = ("Sea zone", "Traffic", "French", "Allied, half each", "Bases destroyed", "Added to two dice",
                 "Raises the rate by", "Nothing at all")  # fmt: skip
        table = grid(heads, rows, "Raiders by sea zone", look="nw-raids")
        when = "next month, if the ships stay" if where.next else "this month"
        base = "The raids planned" if self.game is None else f"The raids that can be made {when}"
        hidden = self._hidden()
        return (
            f"<section><h3>{base} · what if</h3>{table}"
            f'<p class="nw-small">Two dice and what is added, never less than nothing: so much a raid raises the rate. '
            f"All raids count together; then the rate falls, faster in a month without any."
            f"{paragraph('WAP K.8.b')}{paragraph('WAP K.8.d')}{hidden}</p></section>"
        )

    def _hidden(self) -> str:
        seen = self.seen()
        hide = seen is not None and seen[0].options.hidden_fleets
        return f" Fleets that are hidden from this seat are not counted.{paragraph('WAP K.9')}" if hide else ""

    def _zone(self, y: show.Yield) -> tuple[str, ...]:
        name = f"{escape(y.name)}"
        raided = y.french or y.allied
        parts = "; ".join(f"{p.name} {signed(p.halves / 2)} ({p.cite.removeprefix('WAP ')})" for p in y.parts)
        extra = sum(p.halves for p in y.parts) / 2
        added = f'<span title="{escape(parts)}" tabindex="0" class="nw-why">{signed(extra)}</span>' if raided else "–"
        return (
            f"<b>{name}</b>" if raided else name,
            str(y.traffic),
            _slider(f"{y.zone}:french", y.french, _SHIPS, f"French squadrons in {y.name}"),
            _slider(f"{y.zone}:allied", y.allied, _SHIPS, f"Allied squadrons in {y.name}"),
            stepper("raid", f"{y.zone}:bases", y.bases, 0, max(_BASES, y.bases), f"Bases destroyed in {y.name}"),
            added,
            f"{float(y.mean):.1f} % on average" if raided else "–",
            percent(y.nothing) if raided else "–",
        )

    def _reaching(self) -> str:
        rows = [
            (f"{step.rate} % or more", exactly(chance, "gold"), escape(_NAMES[step.level]))
            for step, chance in show.reaching(self.tables, self.spread())
        ]
        heads = ("Next month the rate is", "Chance", "Then")
        table = grid(heads, rows, "The chance to reach each threshold", look="nw-reach")
        return f"<section><h3>Chance to reach a threshold · exact</h3>{table}</section>"

    def _thresholds(self, where: show.Position) -> str:
        rows = []
        for step in show.steps(self.tables, where.rate):
            words = "; ".join(f"{escape(d.text)}{paragraph(d.cite)}" for d in step.duties)
            now = ' <em class="nw-tag nw-wait">reached</em>' if step.reached else ""
            rows.append((f"{step.rate} %{now}", words))
        table = grid(("From", "England must"), rows, "What each threshold compels", look="nw-words nw-steps")
        return f'<details data-key="steps" open><summary><b>What each threshold compels</b></summary>{table}</details>'

    def _sandbox(self, where: show.Position) -> str:
        """The rate and England's answer, set by hand."""
        least = self.tables.lloyds["least rate"]
        rows = [("Lloyd's rate now, per cent", _slider("rate", where.rate // 2, _RATE, "Lloyd's rate now", least))]
        a = where.answer
        rows += [
            (words, stepper("answer", id, value, 0, max(_FORCE, value), words))
            for id, words, value in (
                ("squadrons", "English squadrons in the Global zones", a.squadrons),
                ("infantry", "English infantry there, with a transport", a.infantry),
                ("points", "Points spent against the raiders", a.points),
            )
        ]
        table = grid(("What if", ""), rows, "What England does about it", look="nw-answer")
        return f"<section><h3>England's answer · what if</h3>{table}</section>"

    def _bases(self) -> str:
        a = self.plan.attack
        chance = bases_odds(self.tables, a.squadrons, a.infantry, a.points)
        rows = [
            (words, stepper("attack", id, value, 0, _FORCE, words))
            for id, words, value in (
                ("squadrons", "Squadrons in the zone", a.squadrons),
                ("infantry", "Infantry in the zone", a.infantry),
                ("points", "Points spent on it", a.points),
            )
        ]
        rows.append(("<b>Bases destroyed</b>", exactly(chance, "british")))
        table = grid(("An attack with", ""), rows, "Action Against Bases", look="nw-answer")
        base = self.tables.lloyds["bases base"]
        words = (
            f"Two dice {signed(base)}, one more for each of these: above nought the bases are gone, and raids there "
        )
        words += "count one less."
        return (
            f"<section><h3>Action Against Bases · exact</h3>{table}"
            f'<p class="nw-small" aria-live="polite">{words}{paragraph("WAP K.8.m")}</p>{self._strikes()}</section>'
        )

    def _strikes(self) -> str:
        seen = self.seen()
        found = show.strikes(*seen) if seen is not None else ()
        if not found:
            return ""
        rows = [(escape(k.zone), str(k.squadrons), str(k.infantry), str(k.points), exactly(k.chance)) for k in found]
        return grid(("England there now", "Squadrons", "Infantry", "Points", "Chance"), rows, "Attacks possible now")

    # What is pressed

    def do_raid(self, arg: str) -> None:
        """Change the raiders or the bases of a zone: ``caribbean:french=3``."""
        place, _, value = arg.partition("=")
        if place == "rate":
            self.plan.rate = 2 * number_of(value, self.tables.lloyds["least rate"], _RATE)
            return self.plan.draw()
        zone, _, what = place.partition(":")
        if zone not in self.tables.zones or what not in ("french", "allied", "bases"):
            raise BadMessage("There is no such sea zone; please reload the page.")
        number = number_of(value, 0, _MOST)
        where = self.position()
        french, allied = show.raiders(where.raids, zone)
        now = {"french": french, "allied": allied, "bases": dict(where.bases).get(zone, 0), what: number}
        self.plan.changes[zone] = (now["french"], now["allied"], now["bases"])
        self.plan.draw()
        return None

    def do_answer(self, arg: str) -> None:
        """Change what England does."""
        self.plan.answer = _with(self.position().answer, arg)
        self.plan.draw()

    def do_attack(self, arg: str) -> None:
        """Change the force that attacks bases."""
        self.plan.attack = _with(self.plan.attack, arg)
        self.plan.draw()


def _with(answer: Answer, arg: str) -> Answer:
    """An answer with one figure changed; infantry brings its transport."""
    id, _, value = arg.partition("=")
    if id not in ("squadrons", "infantry", "points"):
        raise BadMessage("There is nothing of that kind to send; please reload the page.")
    number = number_of(value, 0, _MOST)
    more = {"transports": min(1, number)} if id == "infantry" else {}
    return replace(answer, **{id: number}, **more)


def _slider(id: str, value: int, high: int, label: str, low: int = 0) -> str:
    """A slider with its number beside it."""
    return (
        f'<span class="nw-sliding"><input type="range" min="{low}" max="{max(high, value)}" value="{value}" '
        f'aria-label="{escape(label)}" data-echo="{id}" {do("raid", id)}><b data-echoes="{id}">{value}</b></span>'
    )


class LloydsTracker(ipywidgets.VBox):
    """The war on trade: ``LloydsTracker(table)``, ``LloydsTracker(game)``, or alone as a sandbox; odds are exact."""

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        plan = _Plan()
        self.rate = _RatePanel(source, plan, seat)
        with undressed():
            self.raids = _RaidPanel(source, plan, seat)
        self._odds, self._past = OddsChart(), None if source is None else self._history()
        charts = [chart for chart in (self._past, self._odds) if chart is not None]
        self._charts = ipywidgets.Box(charts)
        self._charts.add_class("nw-wapcharts")
        super().__init__([self.rate, self._charts, self.raids])
        self.add_class("nw-wapbox")
        plan.draw = self.refresh
        self.rate.observe(lambda _: self._draw(), "serial")
        self._draw()

    def _history(self) -> RateChart:
        steps = show.steps(self.rate.tables, 0)
        return RateChart([(step.rate, f"{step.rate} % {_NAMES[step.level]}") for step in steps])

    def refresh(self) -> None:
        """Draw everything again."""
        self.rate.refresh()
        self.raids.refresh()
        self._draw()

    def _draw(self) -> None:
        if self.rate.veiled or not self.raids.html:
            self._charts.layout.display = "none"
            return
        self._charts.layout.display = ""
        self._odds.show(show.bars(self.rate.tables, self.rate.spread()))
        seen = self.rate.seen()
        if self._past is not None and seen is not None:
            rates = [rate / 2 for rate in seen[1].rates]
            self._past.layout.display = "" if rates else "none"
            if rates:
                self._past.show(rates, [seen[0].setting.month_name(i + 1) for i in range(len(rates))])

    # Data

    @property
    def position(self) -> show.Position:
        """Lloyd's as it is shown, with what is tried."""
        return self.rate.position()

    @property
    def spread(self) -> Distribution[int]:
        """The exact distribution of the coming rate, in half per cents."""
        return self.rate.spread()

    def set(self, zone: str, french: int = 0, allied: int = 0, bases: int = 0) -> None:
        """Plan raiders in a zone, by its id in the table of zones."""
        for what, number in (("french", french), ("allied", allied), ("bases", bases)):
            self.raids.do_raid(f"{zone}:{what}={number}")

    def frame(self, what: str = "next") -> pd.DataFrame:
        """What is shown as a data frame: ``next`` (rate), ``raids``, ``history``, ``duties`` or ``thresholds``."""
        tables, where = self.rate.tables, self.position
        if what == "next":
            rows = [{"rate": r / 2, "exact": str(c), "chance": float(c)} for r, c in sorted(self.spread)]
            return frame_of(rows, ("rate", "exact", "chance"))
        if what == "raids":
            return frame_of(
                ({"zone": y.name, "traffic": y.traffic, "french": y.french, "allied": y.allied, "bases": y.bases,
                  "mean": float(y.mean), "nothing": float(y.nothing)} for y in show.yields(tables, where)),
                ("zone", "traffic", "french", "allied", "bases", "mean", "nothing"),
            )  # fmt: skip
        if what == "history":
            rows = [{"turn": i + 1, "rate": rate / 2} for i, rate in enumerate(where.rates)]
            return frame_of(rows, ("turn", "rate"))
        if what == "duties":
            rows = [{"duty": d.text, "rule": d.cite, "met": d.met} for d in show.must(tables, where)]
            return frame_of(rows, ("duty", "rule", "met"))
        if what == "thresholds":
            odds = show.reaching(tables, self.spread)
            rows = [{"from": s.rate, "compels": s.level, "exact": str(c), "chance": float(c)} for s, c in odds]
            return frame_of(rows, ("from", "compels", "exact", "chance"))
        raise BadMessage("frame() gives next, raids, history, duties or thresholds.")
