"""`BattleResolver`: both sides, every modifier with its rule, exact odds as a chart, then the dice one by
one.
"""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets

from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.registry import aftermath_of
from napwidgets.table.aftermath import known
from napwidgets.table.presenter import Battle, Field, Grid, Party, Sandbox, Share, Spread, WhatIf, sandbox_of
from napwidgets.table.table import Table
from napwidgets.widgets import plain_charts
from napwidgets.widgets.dice import dice_html
from napwidgets.widgets.panels import facts_html
from napwidgets.widgets.report import percent
from napwidgets.widgets.sheet import BadMessage, Caption, Fold, Sheet, TablePanel, cites, do, number_of, seated, select
from napwidgets.widgets.still import Still

INK, BLUE = "#2b2a26", "#2f4d7e"


class SpreadChart(ipywidgets.VBox):
    """A distribution as a bar chart, under the exact name of what it counts. It is drawn by our own few lines: bqplot
    brings 40 MB along, which every table would hold for a dozen bars.
    """

    def __init__(self) -> None:
        self._title = Caption()
        x, self._height = plain_charts.OrdinalScale(), plain_charts.LinearScale(min=0.0, max=1.0)
        self._bars = plain_charts.Bars(
            x=[""], y=[0.0], scales={"x": x, "y": self._height}, colors=[BLUE], stroke=INK, padding=0.25,
            label_display=True, label_display_format=".0%", label_display_vertical_offset=-13.0,
            label_font_style={"font-size": "11px", "fill": INK},
        )  # fmt: skip
        axis = plain_charts.Axis(scale=x, color=INK, grid_lines="none", tick_style={"font-size": "12px"})
        self._figure = plain_charts.Figure(
            marks=[self._bars], axes=[axis], animation_duration=0, background_style={"fill": "none"},
            fig_margin={"top": 20, "bottom": 24, "left": 8, "right": 8}, padding_y=0.05, size=(290.0, 145.0),
            layout={"width": "100%", "min_width": "200px", "max_width": "360px"},
        )  # fmt: skip
        super().__init__([self._title, self._figure])
        self.add_class("nw-chart")

    def show(self, spread: Spread) -> None:
        """Draw a distribution."""
        cite = cites((spread.cite,) if spread.cite else ())
        self._title.tell(f'<p class="nw-spread"><b>{escape(spread.title)}</b> · {escape(spread.method)}{cite}</p>')
        # Room for the figures above the tallest bar.
        self._height.max = 1.25 * max((s.chance for s in spread.shares), default=1.0)
        with self._bars.hold_sync():
            self._bars.x = [s.label for s in spread.shares]
            self._bars.y = [s.chance for s in spread.shares]


class _Plan(TablePanel):
    """The words of the resolver for a table: parties, chances, and the dice of the last fight."""

    def __init__(self, table: Table) -> None:
        self.battle: Battle | None = None
        self.which = 0
        super().__init__(table, "nw-battle")

    def body(self) -> str:
        table = self.at
        seen = table.eyes
        if table.curtain is not None:
            self.battle = None
            return self.veil()
        focus = table.focus
        self.battle = table.presenter.battle(table.view(), seen, focus.subject, focus.hex)
        self.which = min(self.which, len(self.battle.spreads) - 1) if self.battle and self.battle.spreads else 0
        if self.battle is not None:
            return battle_html(self.battle, self.fold, self.which, dice=self._dice())
        lone = "Nobody fights now. Choose a stack that can attack, bombard or charge, and its odds stand here."
        return f'<section class="nw-lone"><h2>Battle</h2><p>{lone}</p></section>{self._dice()}'

    def _dice(self) -> str:
        """The throws of the last move that was a fight everybody saw, one after the other."""
        table = self.at
        fights = aftermath_of(table.game.engine.system).fights
        for game in table.shown.line():
            played = game.last
            fight = any(e.kind in fights for e in played.events)
            if fight and played.throws and all(e.again or known(e, table.eyes) for e in played.events):
                return self.fold("dice", "The dice of the last fight", partial(_throws, played))
            if played.number < table.shown.number - 40:
                break
        return ""

    def do_spread(self, arg: str) -> None:
        self.which = number_of(arg, 0, 20)
        self.refresh()


def _throws(played: Played) -> str:
    """The dice of a fight, one by one, and what came of them."""
    rows = "".join(
        f'<li style="animation-delay:{i * 0.45:.2f}s"><b>{dice_html(t, "big")}</b> {escape(t.purpose)}: {t.value}</li>'
        for i, t in enumerate(played.throws)
    )
    told = " ".join(escape(e.text) for e in played.events[:4])
    return f'<ol class="nw-throws">{rows}</ol><p class="nw-small">{told}</p>'


class BattleResolver(Still, ipywidgets.VBox):
    """A battle before and after the dice. In a game it follows what is chosen; `sandbox` needs no game."""

    def __init__(self, table: Table | Game) -> None:
        self.plan = _Plan(seated(table))
        self.chart: SpreadChart | None = None
        super().__init__([self.plan])
        self.add_class("nw-resolver")
        self.plan.observe(lambda _: self._draw(), "serial")
        self._draw()

    def _draw(self) -> None:
        self.chart = show_chart(self, self.plan, self.chart, self.plan.battle, self.plan.which)

    @staticmethod
    def sandbox(system: str = "nlc") -> SandboxResolver:
        """A battle to put together by hand with a system's rules."""
        return SandboxResolver(sandbox_of(system))


class _Bench(Sheet):
    """The form of a sandbox."""

    unfolded = frozenset({"parties", "what-if"})

    def __init__(self, bench: Sandbox) -> None:
        self.bench = bench
        self.values: dict[str, str] = {f.id: f.value for f in bench.fields({})}
        self.battle: Battle | None = None
        self.which = 0
        self._wrong = ""
        super().__init__(None, "nw-battle nw-sandbox")

    def body(self) -> str:
        fields = self.bench.fields(self.values)
        groups: dict[str, str] = {}
        for f in fields:
            groups[f.group] = groups.get(f.group, "") + field_html(f, self.values.get(f.id, f.value))
        form = "".join(f"<fieldset><legend>{escape(name)}</legend>{inner}</fieldset>" for name, inner in groups.items())
        wrong = f'<p class="nw-refusal" role="status">{escape(self._wrong)}</p>' if self._wrong else ""
        self._wrong = ""
        try:
            self.battle = self.bench.battle(self.values)
        except NapwidgetsError as trouble:
            self.battle = None
            wrong = f'<p class="nw-refusal" role="status">{escape(str(trouble))}</p>'
        words = battle_html(self.battle, self.fold, self.which, True) if self.battle is not None else ""
        return f'<h2>{escape(self.bench.title)}</h2><div class="nw-form">{form}</div>{wrong}{words}'

    def trouble(self, text: str) -> None:
        self._wrong = text
        self.refresh()

    def set(self, id: str, value: str) -> None:
        """Fill in a field; raises `BadMessage` for a value that it does not have."""
        fields = {f.id: f for f in self.bench.fields(self.values)}
        if id not in fields:
            raise BadMessage(f"This battle has no field {id!r}; it has {', '.join(fields)}.")
        self.values[id] = checked(fields[id], value)
        self.which = 0
        self.refresh()

    def do_spread(self, arg: str) -> None:
        self.which = number_of(arg, 0, 20)
        self.refresh()

    def do_set(self, arg: str) -> None:
        id, _, value = arg.partition("=")
        self.set(id, value)

    def do_try(self, arg: str) -> None:
        """Put the battle together as a line of the what-if says."""
        lines = self.battle.what_if if self.battle is not None else ()
        if not lines:
            raise BadMessage("There is no what-if for this battle.")
        self.values.update(lines[number_of(arg, 0, len(lines) - 1)].fields)
        self.which = 0
        self.refresh()


class SandboxResolver(Still, ipywidgets.VBox):
    """A battle put together by hand, with exact odds."""

    def __init__(self, bench: Sandbox) -> None:
        self.form = _Bench(bench)
        self.chart: SpreadChart | None = None
        super().__init__([self.form])
        self.add_class("nw-resolver")
        self.form.observe(lambda _: self._draw(), "serial")
        self._draw()

    @property
    def battle(self) -> Battle | None:
        """The battle as it is put together now."""
        return self.form.battle

    def set(self, **values: object) -> None:
        """Fill in fields from Python."""
        for id, value in values.items():
            self.form.set(id, str(value))

    def _draw(self) -> None:
        self.chart = show_chart(self, self.form, self.chart, self.form.battle, self.form.which)


def show_chart(
    box: ipywidgets.VBox, words: Sheet, chart: SpreadChart | None, battle: Battle | None, which: int
) -> SpreadChart | None:
    """Put the chart under the words while there is something to draw; a hidden chart can't measure itself."""
    spreads = battle.spreads if battle is not None else ()
    if spreads:
        chart = chart or SpreadChart()
        chart.show(spreads[min(which, len(spreads) - 1)])
    wanted = (words, chart) if spreads else (words,)
    if tuple(box.children) != wanted:
        box.children = wanted
    return chart


def checked(field: Field, value: str) -> str:
    """A value for a field, or `BadMessage`."""
    if field.choices:
        if value not in {v for v, _ in field.choices}:
            raise BadMessage(f"{field.label}: choose one of {', '.join(words for _, words in field.choices)}.")
        return value
    if field.longest:
        if len(value) > field.longest:
            raise BadMessage(f"{field.label}: at most {field.longest} characters.")
        return value
    try:
        return str(number_of(value, field.low, field.high))
    except BadMessage:
        # It is typed by hand: a page that is loaded anew would help nobody.
        raise BadMessage(f"{field.label}: a whole number from {field.low} to {field.high}, please.") from None


def field_html(field: Field, value: str) -> str:
    """A field of a form: a list, a tick box for yes or no, a line of text, or a number."""
    if [v for v, _ in field.choices] == ["0", "1"]:
        on = " checked" if value == "1" else ""
        return (
            f'<label class="nw-f nw-tick"><input type="checkbox"{on} {do("set", field.id)}><span>'
            f"{escape(field.label)}</span>"
            "</label>"
        )
    if field.choices:
        return select("set", list(field.choices), value, field.label, field.id)
    if field.longest:
        return (
            f'<label class="nw-f"><span>{escape(field.label)}</span><input type="text" maxlength="{field.longest}" '
            f'autocomplete="off" value="{escape(value)}" {do("set", field.id)}></label>'
        )
    return (
        f'<label class="nw-f"><span>{escape(field.label)}</span><input type="number" min="{field.low}" '
        f'max="{field.high}" '
        f'value="{escape(value)}" {do("set", field.id)}></label>'
    )


def battle_html(battle: Battle, fold: Fold, which: int = 0, sandbox: bool = False, dice: str = "") -> str:
    """Single chances first, then both sides with everything that counts, what if, the dice of the last fight, and the
    choice of charts, which must stand last: the chart follows.
    """
    lines = "".join(
        f'<li><i class="nw-n-{escape(p.nation)}"></i><span>{escape(p.title)}</span><b>{escape(p.strength)}</b></li>'
        for p in battle.parties
    )
    chances = "".join(_chance(c) for c in battle.chances)

    def parties() -> str:
        return f'<div class="nw-parties">{"".join(_party(p) for p in battle.parties)}</div>'

    sides = fold("parties", "Strength and morale, part by part", parties)
    faces = fold("faces", "Die by die", lambda: facts_html(battle.faces)) if battle.faces else ""
    compare = ""
    if len(battle.what_if) > 1:
        compare = fold("what-if", "What if? · exact", lambda: _what_if(battle.what_if, sandbox))
    tabs = "".join(
        f'<button type="button" class="nw-b quiet" aria-pressed="{str(i == which).lower()}" {do("spread", i)}>'
        f"{escape(s.title)}</button>"
        for i, s in enumerate(battle.spreads)
        if len(battle.spreads) > 1
    )
    return (
        f'<section><h2>{escape(battle.title)}</h2><ul class="nw-sent">{lines}</ul>'
        f'<table class="nw-facts nw-odds">{chances}</table>'
        f"{_grid(battle.grid)}{sides}{faces}{compare}{dice}"
        f'<div class="nw-row nw-tabs">{tabs}</div></section>'
    )


def _grid(grid: Grid | None) -> str:
    """Both sides' choices as a game, the pair that is best for both marked."""
    if grid is None:
        return ""
    heads = "".join(f"<th>{escape(name)}</th>" for name in grid.columns)
    rows = "".join(
        f"<tr><th>{escape(name)}</th>"
        + "".join(f'<td class="nw-{escape(tone)}">{escape(text)}</td>' for text, tone in row)
        + "</tr>"
        for name, row in zip(grid.rows, grid.cells, strict=True)
    )
    return (
        f'<table class="nw-facts nw-whatif nw-game"><caption>{escape(grid.title)}'
        f"{cites((grid.cite,) if grid.cite else ())}</caption><thead><tr><th>{escape(grid.corner)}</th>{heads}</tr>"
        f'</thead><tbody>{rows}</tbody></table><p class="nw-small">{escape(grid.signs)}'
        f"{escape(grid.note)}</p>"
    )


def _what_if(lines: tuple[WhatIf, ...], sandbox: bool) -> str:
    """The battle with one thing changed, line by line; in a sandbox a line can be tried."""
    heads = "".join(f"<th>{escape(s.label)}</th>" for s in lines[0].shares)
    rows = []
    for i, line in enumerate(lines):
        name = escape(line.label)
        if sandbox and line.fields:
            name = f'<button type="button" class="nw-b quiet" {do("try", i)} title="Try it">{name}</button>'
        cells = "".join(_compared(s, first) for s, first in zip(line.shares, lines[0].shares, strict=True))
        rows.append(f"<tr{'' if i else ' class=nw-main'}><th>{name}</th>{cells}</tr>")
    return (
        f'<table class="nw-facts nw-whatif"><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _compared(share: Share, first: Share) -> str:
    """A chance beside that of the battle as it is: by how many points it differs."""
    points = round(100 * share.chance) - round(100 * first.chance)
    change = f" <small>{'+' if points > 0 else '−'}{abs(points)}</small>" if points else ""
    return f'<td title="{escape(share.exact)} exactly">{escape(percent(share.chance))}{change}</td>'


def _party(party: Party) -> str:
    return (
        f'<article class="nw-card nw-e-{escape(party.nation)}"><h3>{escape(party.title)}<b>'
        f"{escape(party.strength)}</b></h3>"
        f"{facts_html(party.lines)}</article>"
    )


def _chance(share: Share) -> str:
    return (
        f'<tr class="nw-{escape(share.tone)}"><th>{escape(share.label)}</th><td title="{escape(share.exact)} '
        f'exactly">'
        f"{escape(percent(share.chance))}</td></tr>"
    )


def share_bar(spread: Spread) -> str:
    """A distribution as one bar of coloured parts with words under it: for a glance."""
    parts = "".join(
        f'<i class="nw-t-{escape(s.tone)}" style="width:{100 * s.chance:.2f}%" title="{escape(s.label)}: '
        f'{escape(s.exact)}"></i>'
        for s in spread.shares
        if s.chance
    )
    words = " · ".join(f"{escape(s.label)} {escape(percent(s.chance))}" for s in spread.shares if s.chance)
    cite = cites((spread.cite,)) if spread.cite else ""
    return (
        f'<p class="nw-spread">{escape(spread.title)} · {escape(spread.method)}{cite}</p><div '
        f'class="nw-bar" aria-hidden="true">{parts}</div><p class="nw-small">{words}</p>'
    )
