"""`Debrief`: the verdict, losses by the hour, history beside what happened, what was believed against what
was true.
"""

from __future__ import annotations

from html import escape

from napwidgets.kernel.game import Game
from napwidgets.table.presenter import Campaigner, Chapter, Contrast
from napwidgets.table.table import Table
from napwidgets.widgets.campaign_page import CampaignPage
from napwidgets.widgets.panels import facts_html
from napwidgets.widgets.report import drawn
from napwidgets.widgets.sheet import TablePanel, button, printer

#: What stands in place of the course of a battle that another begins with.
_LATER = "How it went, hour by hour, is told when the campaign is over: the next battle begins with what is hidden."


class Debrief(TablePanel):
    """Shown when the game has ended; everything that was hidden is open then, or when the campaign has ended."""

    #: Whether it lies over a table, where it has the keyboard as soon as it opens.
    over = False

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-debrief")

    def body(self) -> str:
        table = self.at
        game = table.game
        outcome = game.outcome
        if outcome is None:
            return "<p>The debrief opens when the game has ended.</p>"
        won = f"<b>{escape(table.won)}</b> " if table.won else ""
        seat = table.eyes if table.private else None
        standing = facts_html(table.presenter.standing(game.state if table.lies_open else game.view(seat)))
        course = _course(table) if table.lies_open else f"<p>{_LATER}</p>"
        return (
            f'<div class="nw-shutbar" data-over="{0 if self.over else -1}">'
            f"{button('Close', 'shut', kind='nw-shut', shuts=True)}</div>"
            f"<h1>{escape(outcome.title)}</h1>"
            f"<p>{won}{escape(outcome.text)} {printer('book', 'Print, or save as PDF')}</p>"
            f"{self._campaign()}<h2>How it stood</h2>{standing}"
            f"{course}"
        )

    def _campaign(self) -> str:
        """Where the battle is one of a campaign: what it means there, and the way on."""
        face = self.at.presenter
        if not isinstance(face, Campaigner):
            return ""
        return f"{CampaignPage.onward(self.at)}{drawn(face.campaign(self.at.game.state), self.fold)}"

    def do_follow(self, _: str) -> None:
        """The next battle of the campaign begins."""
        self.at.follow()

    def do_shut(self, _: str) -> None:
        self.shut()

    def shut(self) -> None:
        """Replaced by the table's widget, which can put the debrief away."""
        self.at.say("The debrief stays where it is in a notebook.")


def _course(table: Table) -> str:
    """How the game went and what history tells, with all that was hidden."""
    debrief = table.presenter.debrief(table.game)
    hours = "".join(_hour(c) for c in debrief.chapters if c.happened or c.history)
    return (
        f"<h2>{escape(debrief.heads[0])}</h2>{losses_svg(debrief.chapters, debrief.heads[0])}"
        f'<h2>{escape(debrief.heads[1])}</h2><div class="nw-hours">{hours}</div>{_contrasts(debrief.contrasts)}'
        f'<p class="nw-hist">{escape(debrief.text)}</p>'
    )


def _hour(chapter: Chapter) -> str:
    told = "".join(f"<li>{escape(t)}</li>" for t in chapter.happened)
    past = "".join(f'<p class="nw-hist">{escape(chapter.past)}: {escape(t)}</p>' for t in chapter.history)
    return f"<article><h3>{escape(chapter.label)}</h3><ul>{told}</ul>{past}</article>"


def _contrasts(contrasts: tuple[Contrast, ...]) -> str:
    if not contrasts:
        return ""
    rows = "".join(
        f"<tr><td>{escape(c.when)}</td><td>{escape(c.who)}</td><td>{escape(c.believed)}</td><td>"
        f"{escape(c.true)}</td></tr>"
        for c in contrasts
    )
    return (
        '<h2>Believed and true</h2><table class="nw-believed">'
        "<tr><th>When</th><th>Who</th><th>Believed</th><th>True</th></tr>"
        f"{rows}</table>"
    )


COLOURS = ("#2f4d7e", "#9c3035", "#3b4a57")


#: The drawing of losses: its height, the left end of the axis, a letter's width, a line of names.
_HIGH, _LEFT, _LETTER, _LINE = 170, 52, 6.4, 18
#: How wide its lines are on a page, with their names at their ends; and on a telephone, with their names below: there
#: all of it must be seen at once, with letters as large. And the room to their right.
_LINES = {"nw-wide": 620, "nw-narrow": 280}
_ROOM = {"nw-wide": 240, "nw-narrow": 24}


def losses_svg(chapters: tuple[Chapter, ...], title: str) -> str:
    """What each side has lost, by the hour or the turn, as lines with their names; the sheet shows what fits.

    ``title`` and the sums are what a screen reader says of it.
    """
    names = list(dict.fromkeys(name for c in chapters for name, _ in c.losses))
    top = max((n for c in chapters for _, n in c.losses), default=0)
    if not names or top == 0 or len(chapters) < 2:
        return "<p>No side has lost anything that counts.</p>"
    told = f"{title}: " + ", ".join(f"{name} {dict(chapters[-1].losses).get(name, 0)}" for name in names)
    return f'<div class="nw-plot">{"".join(_plot(chapters, names, top, look, told) for look in _LINES)}</div>'


def _plot(chapters: tuple[Chapter, ...], names: list[str], top: int, look: str, told: str) -> str:
    wide, narrow = _LINES[look], look == "nw-narrow"
    step, floor = wide / (len(chapters) - 1), _HIGH - 30
    high = _HIGH + _LINE * len(names) * narrow

    def height(chapter: Chapter, name: str) -> float:
        return floor - (floor - 20) * dict(chapter.losses).get(name, 0) / top

    lines = []
    for i, (name, end) in enumerate(zip(names, _apart([height(chapters[-1], n) for n in names], 15), strict=True)):
        points = " ".join(f"{_LEFT + step * k:.0f},{height(c, name):.0f}" for k, c in enumerate(chapters))
        ink = f'stroke="{COLOURS[i % 3]}" stroke-width="2.5"' + (' stroke-dasharray="7 3"' if i % 2 else "")
        x, y = (_LEFT, _HIGH + 8 + _LINE * i) if narrow else (_LEFT + wide + 8, end + 4)
        key = f'<path d="M{x - 34} {y - 4}h28" {ink}/>' if narrow else ""
        lines.append(
            f'<polyline points="{points}" fill="none" {ink}/>{key}'
            f'<text x="{x}" y="{y:.0f}" font-size="13" fill="{COLOURS[i % 3]}">'
            f"{escape(name)} {dict(chapters[-1].losses).get(name, 0)}</text>"
        )
    hidden = ' display="none"' if narrow else ""
    return (
        f'<svg class="{look}"{hidden} viewBox="0 0 {_LEFT + wide + _ROOM[look]} {high}" '
        f'role="img" aria-label="{escape(told)}">'
        f'<path d="M{_LEFT} 10V{floor}H{_LEFT + wide}" stroke="#8a7a52" fill="none"/>'
        f'<text x="{_LEFT - 6}" y="24" font-size="12" text-anchor="end">{top}</text>{"".join(lines)}'
        f"{_axis([c.label for c in chapters], step, wide + _ROOM[look])}</svg>"
    )


def _apart(heights: list[float], gap: float) -> list[float]:
    """The same heights, moved up just so far that names beside them do not lie on each other.

    >>> _apart([100.0, 98.0, 20.0], 15)
    [100.0, 85.0, 20.0]
    """
    found, last = dict[int, float](), float("inf")
    for i in sorted(range(len(heights)), key=lambda i: -heights[i]):
        found[i] = last = min(heights[i], last - gap)
    return [found[i] for i in range(len(heights))]


def _axis(labels: list[str], step: float, room: int) -> str:
    """The hours or months under the lines, as many as there is room for."""
    every = max(1, -int(-(max(map(len, labels)) + 2) * _LETTER // step))
    return "".join(
        f'<text x="{_LEFT + step * k:.0f}" y="{_HIGH - 10}" font-size="12" text-anchor="middle">{escape(label)}</text>'
        for k, label in enumerate(labels)
        if k % every == 0 and step * k + len(label) * _LETTER / 2 <= room
    )
