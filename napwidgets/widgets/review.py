"""`Review`: who was winning when, where it turned, and who had the luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import ceil
from typing import Any

import ipywidgets

from napwidgets.kernel.game import Game
from napwidgets.lab.luck import SAMPLES, Fight, Ledger
from napwidgets.lab.review import Point, Turning
from napwidgets.lab.review import Review as Found
from napwidgets.language import pages
from napwidgets.table.seats import the
from napwidgets.table.table import Table
from napwidgets.widgets.charts import kit
from napwidgets.widgets.panels import hour_words
from napwidgets.widgets.report_plots import BLUE, INK, SOFT, _Chart
from napwidgets.widgets.reviewer import Reviewer, reviewer_of
from napwidgets.widgets.sheet import TablePanel, button, do, number_of, seated, undressed
from napwidgets.widgets.still import Still

RED = "#9c3035"
COLOURS = (BLUE, RED, "#4b8058", "#7d6420", "#6d4f7c", "#3b4a57")
#: How many strokes of luck are listed.
STROKES = 6


class _Head(TablePanel):
    """What a review is, how far it is, and the buttons that work it out."""

    def __init__(self, table: Table, work: Reviewer, drawn: Callable[[], None]) -> None:
        self._work, self._drawn = work, drawn
        super().__init__(table, "nw-review")

    def refresh(self) -> None:
        """Draw again, and the charts, which have nobody else to wake them."""
        super().refresh()
        self._drawn()

    def body(self) -> str:
        table = self.at
        if table.curtain is not None:
            return self.veil()
        found = self._work.review(table)
        if not found.whole:
            return f"<h2>Review</h2>{_meanwhile(table, self._work)}"
        return (
            "<h2>Review: who was winning, and who had the luck</h2>"
            f"<p>From the start of each turn the computer plays the game to its end {found.games} times, with new "
            "dice. The more of these games a side wins, the better it stood.</p>"
            f"{self._progress(found)}"
        )

    def _progress(self, found: Found) -> str:
        done = found.share_done
        if self._work.busy:
            return (
                f'<p class="nw-row"><progress max="100" value="{100 * done:.0f}" aria-label="How far it is"></progress>'
                f"<span>{100 * done:.0f} %</span>{button('Stop', 'stop', title='What is finished is kept')}</p>"
            )
        if found.todo():
            go = button("Go on" if done > 0 else "Work it out", "start", kind="main")
            said = f"<small>{100 * done:.0f} % is done.</small>" if done > 0 else ""
            return f'<p class="nw-row">{go}{said}</p>'
        return f'<p class="nw-row">{button("Play more games", "more", title="The more games, the surer it is")}</p>'

    def do_start(self, _: str) -> None:
        self._work.start(self.at)
        self.refresh()

    def do_stop(self, _: str) -> None:
        self._work.stop()

    def do_more(self, _: str) -> None:
        self._work.games = min(64, 2 * self._work.games)
        self.do_start("")


def _meanwhile(table: Table, work: Reviewer) -> str:
    """What can be told while something is hidden."""
    engine = table.game.engine
    dice = work.dice(table)
    rows = ""
    for seat in engine.seats:
        mine = [t for t in dice if t.seat == seat]
        count = sum(len(t.faces) for t in mine)
        if count:
            over = sum((t.deviation for t in mine), Fraction(0))
            mean, came = sum(float(t.mean) for t in mine) / count, sum(t.pips for t in mine) / count
            rows += (
                f"<tr><th>{escape(engine.seat_name(seat))}</th><td>{count}</td><td>{came:.2f}</td><td>{mean:.2f}</td>"
                f"<td>{_signed(over)}</td></tr>"
            )
    table_html = (
        '<div class="nw-scrolls"><table class="nw-luck nw-sums"><tr><th>In the moves of</th><th>dice</th>'
        f"<th>average</th><th>expected</th><th>pips over</th></tr>{rows}</table></div>"
        if rows
        else "<p>No open die has been thrown so far.</p>"
    )
    return (
        "<p>Who is winning, and who had the luck in fights, is told when the game is over: now it would give away what "
        f"is hidden. These are the dice that you have seen:</p>{table_html}"
        "<p><small>Pips are the spots on a die. High is not always good: some throws want low dice.</small></p>"
    )


class _Points(TablePanel):
    """Turning points, and strokes of luck; each leads to its moment."""

    def __init__(self, table: Table, work: Reviewer) -> None:
        self._work = work
        super().__init__(table, "nw-review")

    def body(self) -> str:
        if self.at.curtain is not None:
            return ""
        found = self._work.review(self.at)
        if not found.whole:
            return ""
        return self._turnings(found) + self._luck(found.ledger)

    def _turnings(self, found: Found) -> str:
        if self._work.busy:
            return ""
        turnings = found.turnings()
        if not turnings:
            if found.todo():
                return ""
            return "<h2>Turning points</h2><p>There was none: no turn changed much who was winning.</p>"
        return f'<h2>Turning points</h2><ol class="nw-turns">{"".join(map(self._turning, turnings))}</ol>'

    def _turning(self, t: Turning) -> str:
        engine = self.at.game.engine
        team = _name(self.at, t.side)
        instead = ""
        if t.instead:
            why = f" {escape(t.why)}" if t.why else ""
            who = escape(the(engine, t.seat))
            chosen = f"<b>{escape(t.instead.rstrip('.'))}</b>"
            would = f"In the place of {who} the computer would have chosen: {chosen}.{why}"
            if t.same:
                would = f"In the place of {who} the computer would have done the same.{why}"
            instead = f"<p><small>{would}</small></p>"
        return (
            f"<li>{self._jump(t.move, t.hour)} <b>{escape(team)} {100 * t.rise:+.0f} points</b> of a hundred: "
            f"{escape(t.words)}{instead}</li>"
        )

    def _jump(self, move: int, hour: str) -> str:
        return (
            f'<button type="button" class="nw-b quiet" {do("goto", move)} title="Look at this moment on the map">'
            f"{escape(hour)}, move {move}</button>"
        )

    def _luck(self, ledger: Ledger) -> str:
        if not ledger.fights:
            return ""
        teams = self.at.game.engine.teams
        strokes = sorted(ledger.fights, key=lambda f: -max(abs(f.luck(team.id)) for team in teams))[:STROKES]
        sums = "; ".join(
            f"<b>{escape(team.name)} {_signed(ledger.luck(team.id))}</b>{_doubt(ledger.doubt(team.id))}"
            for team in teams
        )
        rows = "".join(map(self._stroke, strokes))
        return (
            f"<h2>Luck of the dice</h2><p>In the whole game, in strength points: {sums}. A side has luck when the dice "
            "cost the enemy more, or itself less, than was to be expected.</p>"
            '<div class="nw-scrolls"><table class="nw-luck"><tr><th>When</th><th>What</th><th>Luck (SP)</th></tr>'
            f"{rows}</table></div>"
            "<p><small>“Cost 1, expected 2.3”: the dice cost this side one strength point, and over all that they "
            "could have shown the mean is 2.3. What a retreat spares afterwards is a choice, no luck, and is left out."
            f" “About” marks the mean of {SAMPLES} tries, where dice can fall in too many ways to count.</small></p>"
        )

    def _stroke(self, f: Fight) -> str:
        lucky = max(f.lost, key=f.luck)
        about = "" if f.exact else "about "
        lost = "; ".join(
            f"{escape(_name(self.at, side))}: cost {n}, expected {about}{float(f.mean[side]):.1f}"
            for side, n in f.lost.items()
            if n or f.mean[side]
        )
        return (
            f"<tr><td>{self._jump(f.move, f.hour)}</td><td>{escape(f.words)}<br><small>{lost}</small></td>"
            f"<td><b>{escape(_name(self.at, lucky))} {_signed(f.luck(lucky))}</b></td></tr>"
        )

    def do_goto(self, arg: str) -> None:
        self.at.goto(number_of(arg, 0, self.at.game.number))
        self.leave()

    def leave(self) -> None:
        """A moment is on the map now. Replaced by what shows the review over it, which makes way."""


def _name(table: Table, side: str) -> str:
    return next((team.name for team in table.game.engine.teams if team.id == side), side)


def _signed(luck: Fraction) -> str:
    """Luck for people: a sign that is no hyphen, and no -0.0.

    >>> _signed(Fraction(-9, 5)), _signed(Fraction(-1, 100))
    ('−1.8', '0.0')
    """
    return "0.0" if abs(luck) < Fraction(1, 20) else f"{float(luck):+.1f}".replace("-", "−")


def _doubt(error: float) -> str:
    return f" (± {error:.1f})" if error >= 0.05 else ""


class CurveChart(_Chart):
    """The share of games that each side wins, turn by turn, with the 95 % interval of the first side."""

    def __init__(self) -> None:
        bqplot = kit()
        self._x, self._y = bqplot.LinearScale(min=0.0, max=1.0), bqplot.LinearScale(min=0.0, max=100.0)
        scales = {"x": self._x, "y": self._y}
        flat = {"x": [0.0, 1.0], "y": [[0.0, 0.0], [0.0, 0.0]], "scales": scales}
        self._band = bqplot.Lines(**flat, colors=[SOFT], stroke_width=0.0,
                                  fill="between", fill_colors=[BLUE], fill_opacities=[0.15, 0.15])  # fmt: skip
        self._lines = bqplot.Lines(**flat, colors=list(COLOURS), stroke_width=2.5,
                                   marker="circle", marker_size=28)  # fmt: skip
        self._across = bqplot.Axis(scale=self._x, color=INK, grid_lines="none", tick_style={"font-size": "11px"})
        self._up = bqplot.Axis(scale=self._y, orientation="vertical", color=INK, tick_values=[0, 25, 50, 75, 100],
                               tick_format=".0f", tick_style={"font-size": "11px"}, grid_color="#d8c99d")  # fmt: skip
        super().__init__([self._band, self._lines], [self._across, self._up], "230px", 34)

    def show(
        self, points: Sequence[Point], teams: Sequence[tuple[str, str]], names: Mapping[int, str], whose: str
    ) -> None:
        """Draw the points that are known; ``teams`` are ids and names, ``whose`` is the first one in a sentence."""
        known = [(n, p) for n, p in enumerate(points) if p.games]
        # bqplot takes a line of one point for a number.
        known = known * 2 if len(known) == 1 else known
        x = [float(n) for n, _ in known]
        shares = [[100 * (p.share(side) or 0.0) for _, p in known] for side, _ in teams]
        first = teams[0][0]
        self._x.max = max(1.0, float(len(points) - 1))
        with self._lines.hold_sync():
            self._lines.x, self._lines.y = x, shares
        with self._band.hold_sync():
            self._band.x = x
            self._band.y = [[100 * p.interval(first)[limit] for _, p in known] for limit in (0, 1)]
        ticks(self._across, points, names)
        key = " · ".join(
            f'<span style="color:{colour}">●</span> {escape(name)}'
            for (_, name), colour in zip(teams, COLOURS, strict=False)
        )
        said = "; ".join(
            f"{p.hour}: " + ", ".join(f"{name} {100 * (p.share(side) or 0):.0f} %" for side, name in teams)
            for _, p in known
        )
        sure = (
            f'<p class="nw-spread"><small>The line of {escape(whose)} lies within the pale band with a certainty of '
            "95 %. What is missing to a hundred is drawn games.</small></p>"
        )
        self._head("Games won of a hundred", key, "", said, sure)


class LuckChart(_Chart):
    """The luck of the first side turn by turn as bars, in strength points."""

    def __init__(self) -> None:
        bqplot = kit()
        self._x, self._y = bqplot.LinearScale(min=0.0, max=1.0), bqplot.LinearScale(min=-1.0, max=1.0)
        self._bars = bqplot.Bars(x=[0.5], y=[0.0], scales={"x": self._x, "y": self._y}, colors=[BLUE], padding=0.3)
        self._across = bqplot.Axis(scale=self._x, color=INK, grid_lines="none", tick_style={"font-size": "11px"})
        self._up = bqplot.Axis(scale=self._y, orientation="vertical", color=INK, tick_format="+.0f",
                               tick_style={"font-size": "11px"}, grid_color="#d8c99d")  # fmt: skip
        super().__init__([self._bars], [self._across, self._up], "150px", 34)

    def show(
        self, points: Sequence[Point], ledger: Ledger, teams: Sequence[tuple[str, str]], names: Mapping[int, str]
    ) -> None:
        """Draw the luck between each two points."""
        side, name = teams[0]
        luck = [
            float(sum(f.luck(side) for f in ledger.fights if before.move < f.move <= after.move))
            for before, after in pairwise(points)
        ]
        far = ceil(max([1.0, *map(abs, luck)]))
        self._x.max, self._y.min, self._y.max = max(1.0, float(len(points) - 1)), -float(far), float(far)
        step = ceil(far / 2)
        marks = [n for n in range(-2 * step, 2 * step + 1, step) if abs(n) <= far]
        told = {n: f"{n:+d}".replace("-", "−") if n else "0" for n in marks}
        self._up.tick_values = marks
        self._up.tick_labels = {str(form(n)): words for n, words in told.items() for form in (int, float)}
        with self._bars.hold_sync():
            self._bars.x = [n + 0.5 for n in range(len(luck))]
            self._bars.y = luck
            self._bars.colors = [BLUE if x >= 0 else COLOURS[1] for x in luck] or [BLUE]
        ticks(self._across, points, names)
        said = "; ".join(f"{p.hour}: {x:+.1f}" for p, x in zip(points, luck, strict=False))
        other = f"below: luck of {teams[1][1]}" if len(teams) == 2 else "below: bad luck"
        self._head("Luck of the dice, in strength points", escape(f"above: luck of {name}, {other}"), "", said)


def ticks(axis: Any, points: Sequence[Point], names: Mapping[int, str]) -> None:
    """Name as many moments under a chart as there is room for on a telephone; ``names`` are short ones of turns."""
    longest = max((len(names.get(p.turn, p.hour)) for p in points), default=1)
    every = max(1, -(-len(points) * (longest + 2) // 42))
    some = [(n, p) for n, p in enumerate(points[:-1]) if n % every == 0 and (n == 0 or n + every / 2 < len(points))]
    named = {n: names.get(p.turn, p.hour) for n, p in some}
    if points and points[-1].sure:
        named[len(points) - 1] = pages.say("end")
    axis.tick_values = [float(n) for n in named]
    axis.tick_labels = {str(float(n)): hour for n, hour in named.items()} | {str(n): h for n, h in named.items()}


class Review(Still, ipywidgets.VBox):
    """The review of a table's game: the curve of who was winning, the luck of each turn, the turning points. While
    something is hidden it shows the dice that have been seen.
    """

    def __init__(self, table: Table | Game) -> None:
        self.table = table = seated(table)
        self.work = reviewer_of(table)
        self._drawn: object = None
        self._curve, self._luck = CurveChart(), LuckChart()
        self._charts = ipywidgets.VBox([])
        self._head = _Head(table, self.work, self._draw)
        with undressed():
            self._points = _Points(table, self.work)
        super().__init__([self._head, self._charts, self._points])
        self.add_class("nw-reviewbox")
        self.work.observers.append(self.refresh)

    def close(self) -> None:
        """Let go of the table, too."""
        if self.refresh in self.work.observers:
            self.work.observers.remove(self.refresh)
        super().close()

    def lies_over(self, leave: Callable[[], None]) -> None:
        """The review lies over the map: ``leave`` puts it away when somebody goes to a moment."""
        self._points.leave = leave  # type: ignore[method-assign]

    @property
    def found(self) -> Found:
        """The review as far as it is known: its curve, its ledger, its data frame."""
        return self.work.review(self.table)

    def refresh(self) -> None:
        """Draw everything again."""
        self._drawn = None
        self._head.refresh()
        self._points.refresh()

    def _draw(self) -> None:
        found = self.found if self.table.curtain is None else None
        if found is None or not found.whole:
            self._charts.children, self._drawn = (), None
            return
        if self._drawn is found:
            return
        self._drawn = found
        points, ledger = found.curve(), found.ledger
        teams = [(team.id, team.name) for team in self.table.game.engine.teams]
        names = {hour.number: pages.say(hour_words(hour)) for hour in self.table.presenter.track(self.table.view())}
        shown: list[Any] = []
        if any(p.games for p in points if not p.sure):
            self._curve.show(points, teams, names, the(self.table.game.engine, teams[0][1]))
            shown.append(self._curve)
        if ledger.fights and len(points) > 1:
            whose = [(side, the(self.table.game.engine, name)) for side, name in teams]
            self._luck.show(points, ledger, whose, names)
            shown.append(self._luck)
        # A chart that is there and not seen has no size, and draws nonsense.
        self._charts.children = shown
