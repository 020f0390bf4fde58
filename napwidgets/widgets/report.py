"""Reports as HTML (`napwidgets.board.report`): words, tables, forms; drawings are in `report_drawings` and
`report_world`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import singledispatch
from html import escape

from napwidgets.board import report as r
from napwidgets.kernel import odds
from napwidgets.kernel.provenance import ORIGINS, Provenance
from napwidgets.widgets import report_drawings, report_world
from napwidgets.widgets.sheet import Fold, cites, do, select

# Figures


def percent(chance: Fraction | float | None) -> str:
    """A chance for people: never 0 % or 100 % for what may still happen or fail.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(None)
    ('33 %', '< 1 %', '–')
    """
    return "–" if chance is None else odds.percent(chance).replace("under", "<").replace("over", ">")


def bar(chance: Fraction | None, tone: str, sixths: bool = False) -> str:
    """A chance as a small bar, for the eye alone: the figure stands beside it."""
    width = 100 * float(chance or 0)
    kind = " nw-sixths" if sixths else ""
    return f'<span class="nw-wbar{kind}" aria-hidden="true"><i class="nw-{tone}" style="width:{width:.2f}%"></i></span>'


def exactly(chance: Fraction | None, tone: str = "ink", sixths: bool = False) -> str:
    """A chance as a cell's content: bar, per cent and the exact fraction."""
    if chance is None:
        return "–"
    words = f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10_000 else ""
    exact = f' <small class="nw-exact">{words}</small>' if words and 0 < chance < 1 else ""
    return f"{bar(chance, tone, sixths)}<b>{percent(chance)}</b>{exact}"


def origin(where: Provenance, figure: str = "") -> str:
    """Where a figure comes from, if the rules do not state it: in words beside it, the whole note on pointing."""
    if where.kind == "rules":
        return ""
    words = f"{figure} {ORIGINS[where.kind]}".strip()
    return f' <small class="nw-origin" title="{escape(where.note)}" tabindex="0">{escape(words)}</small>'


def stepper(name: str, id: str, value: int, low: int, high: int, label: str) -> str:
    """A number with a button below and above it."""
    less = f'<button type="button" class="nw-b" {do(name, f"{id}={value - 1}", f"{name}-{id}-less")}'
    more = f'<button type="button" class="nw-b" {do(name, f"{id}={value + 1}", f"{name}-{id}-more")}'
    return (
        f'<span class="nw-step" role="group" aria-label="{escape(label)}">'
        f'{less} aria-label="{escape(label)}: one less"{" disabled" if value <= low else ""}>−</button>'
        f"<output>{value}</output>"
        f'{more} aria-label="{escape(label)}: one more"{" disabled" if value >= high else ""}>+</button></span>'
    )


# Words


def line(words: r.Words) -> str:
    """What stands in a line, as HTML."""
    return escape(words) if isinstance(words, str) else "".join(word(part) for part in words)


@singledispatch
def word(part: r.Word) -> str:
    """One word of a line as HTML."""
    raise TypeError(f"{type(part).__name__} stands in no line")


@word.register
def _(part: str) -> str:
    return escape(part)


@word.register
def _(part: r.Bold) -> str:
    return f"<b>{line(part.words)}</b>"


@word.register
def _(part: r.Small) -> str:
    return f"<small>{line(part.words)}</small>"


@word.register
def _(part: r.Cites) -> str:
    return cites(part.cites)


@word.register
def _(part: r.Origin) -> str:
    return origin(part.where, part.figure)


@word.register
def _(part: r.Percent) -> str:
    return percent(part.chance)


@word.register
def _(part: r.Odds) -> str:
    return exactly(part.chance, part.tone, part.sixths)


@word.register
def _(part: r.Bar) -> str:
    return bar(part.share, part.tone)


@word.register
def _(part: r.Why) -> str:
    return f'<span class="nw-why" title="{escape(part.why)}" tabindex="0">{escape(part.words)}</span>'


@word.register
def _(part: r.Barred) -> str:
    word, why = escape(part.word), escape(part.why)
    return f'<span class="nw-no" title="{why}" tabindex="0">{word}<span class="nw-sr">: {why}</span></span>'


@word.register
def _(part: r.Chip) -> str:
    return f'<i class="nw-colour nw-c-{part.tone}" title="{escape(part.meaning)}">{escape(part.letter)}</i>'


@word.register
def _(part: r.Dot) -> str:
    return f'<i class="nw-dot nw-p-{part.side}" aria-hidden="true"></i>'


@word.register
def _(part: r.Pill) -> str:
    side = f" nw-p-{part.side}" if part.side else ""
    return f'<b class="nw-pill{side}{" nw-" + part.look if part.look else ""}">{escape(part.words)}</b>'


@word.register
def _(part: r.Tag) -> str:
    return f'<em class="nw-tag nw-wait">{escape(part.word)}</em>'


@word.register
def _(part: r.Press) -> str:
    kind = f" {part.kind}" if part.kind else ""
    on = "" if part.on is None else f' aria-pressed="{str(part.on).lower()}"'
    label = f' aria-label="{escape(part.label)}"' if part.label else ""
    title = f' title="{escape(part.title)}"' if part.title else ""
    does = do(part.name, part.arg, part.key)
    return f'<button type="button" class="nw-b{kind}"{on} {does}{label}{title}>{line(part.words)}</button>'


@word.register
def _(part: r.Step) -> str:
    return stepper(part.name, part.id, part.value, part.low, part.high, part.label)


@word.register
def _(part: r.Slide) -> str:
    return (
        f'<span class="nw-sliding"><input type="range" min="{part.low}" max="{part.high}" value="{part.value}" '
        f'aria-label="{escape(part.label)}" data-echo="{part.id}" {do(part.name, part.id)}>'
        f'<b data-echoes="{part.id}">{part.value}</b></span>'
    )


@word.register
def _(part: r.Pick) -> str:
    return select(part.name, list(part.choices), "", part.label, part.arg)


@word.register
def _(part: r.Tick) -> str:
    box = f'<input type="checkbox"{" checked" if part.on else ""} {do(part.name)}>'
    return f'<label class="nw-f nw-tick">{box}<span>{line(part.words)}</span></label>'


@word.register
def _(part: r.Owes) -> str:
    return f'<p class="nw-owes">{escape(part.words)}</p>'


@word.register
def _(part: r.Labelled) -> str:
    return f'<label class="nw-f"><span>{line(part.words)}</span>{word(part.field)}</label>'


# Blocks


def heading(words: r.Words) -> str:
    """Words of a heading; quotation marks need no escape there."""
    parts = (words,) if isinstance(words, str) else words
    return "".join(escape(part, quote=False) if isinstance(part, str) else word(part) for part in parts)


def drawn(blocks: tuple[r.Block, ...], fold: Fold) -> str:
    """Blocks as HTML; ``fold`` draws what can be shut."""
    return "".join(block(part, fold) for part in blocks)


@singledispatch
def block(part: r.Block, fold: Fold) -> str:
    """One block as HTML."""
    raise TypeError(f"{type(part).__name__} is no block")


@block.register
def _(part: r.Title, fold: Fold) -> str:
    when = "" if part.when is None else f" <small>{escape(part.when)}</small>"
    return f"<h2>{escape(part.words, quote=False)}{when}</h2>"


@block.register
def _(part: r.Text, fold: Fold) -> str:
    look = f' class="{" ".join(_looks(part.look))}"' if part.look else ""
    return f"<p{look}{_live(part.live)}>{line(part.words)}</p>"


def _looks(names: str) -> list[str]:
    """What the style sheet calls some looks."""
    return [f"nw-{name}" for name in names.split()]


def _live(live: bool) -> str:
    return ' aria-live="polite"' if live else ""


@block.register
def _(part: r.Table, fold: Fold) -> str:
    wide = max(map(len, (part.heads, *part.rows)))
    sides = [' class="nw-left"' if i and _wordy(part, i) else "" for i in range(wide)]
    top = "".join(f'<th scope="col"{side}>{heading(head)}</th>' for head, side in zip(part.heads, sides, strict=False))
    body = "".join(
        f'<tr><th scope="row">{line(cells[0])}</th>'
        f"{''.join(f'<td{side}>{line(cell)}</td>' for cell, side in zip(cells[1:], sides[1:], strict=False))}</tr>"
        for cells in part.rows
    )
    return (
        f'<table class="nw-grid {" ".join(_looks(part.look))}"><caption class="nw-sr">{escape(part.caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


#: What begins as a figure does.
_FIGURE = re.compile(r"[−+±–-]?\W{0,2}\d|[–-]$")


def _wordy(part: r.Table, column: int) -> bool:
    """Whether a column says words: they begin on the left, where figures end on the right."""
    cells = [cells[column] for cells in part.rows if len(cells) > column]
    words = [cell for cell in cells if isinstance(cell, str) and cell]
    return len(words) == len(cells) > 0 and not any(_FIGURE.match(cell) for cell in words)


@block.register
def _(part: r.Row, fold: Fold) -> str:
    look = f" nw-{part.look}" if part.look else ""
    return f'<div class="nw-row{look}">{line(part.words)}</div>'


@block.register
def _(part: r.Field, fold: Fold) -> str:
    return word(part.word)


@block.register
def _(part: r.Tabs, fold: Fold) -> str:
    look = " ".join(["nw-row", "nw-tabs", *_looks(part.look)])
    return f'<div class="{look}" role="group" aria-label="{escape(part.label)}">{line(part.presses)}</div>'


@block.register
def _(part: r.Bullets, fold: Fold) -> str:
    return f'<ul class="nw-notes">{"".join(f"<li>{line(item)}</li>" for item in part.items)}</ul>'


@block.register
def _(part: r.Checklist, fold: Fold) -> str:
    looks = {True: ("met", "met"), False: ("unmet", "not met yet")}
    items = "".join(
        f'<li class="nw-{looks[met][0]}"><b>{looks[met][1]}</b> <span>{line(words)}</span></li>'
        for met, words in part.items
    )
    return f'<div class="nw-must" role="status"><p><b>{escape(part.title)}</b></p><ul>{items}</ul></div>'


@block.register
def _(part: r.Notice, fold: Fold) -> str:
    return f'<div class="nw-if" role="status"><p>{escape(part.words)}</p>{word(part.back)}</div>'


@block.register
def _(part: r.Section, fold: Fold) -> str:
    look = f' class="nw-{part.look}"' if part.look else ""
    head = f"<h3>{heading(part.title)}</h3>" if part.title else ""
    return f"<section{look}{_live(part.live)}>{head}{drawn(part.blocks, fold)}</section>"


@block.register
def _(part: r.Halves, fold: Fold) -> str:
    left, right = drawn(part.left, fold), drawn(part.right, fold)
    return f'<div class="nw-halves"><div>{left}</div><div>{right}</div></div>'


@block.register
def _(part: r.Fold, fold: Fold) -> str:
    return fold(part.key, heading(part.head), lambda: drawn(part.blocks, fold))


@block.register
def _(part: r.Details, fold: Fold) -> str:
    head = f"<summary>{heading(part.head)}</summary>"
    return f'<details data-key="{part.key}" open>{head}{drawn(part.blocks, fold)}</details>'


@block.register
def _(part: r.Origins, fold: Fold) -> str:
    if not part.groups:
        return ""
    items = "".join(
        f"<li><b>{escape('; '.join(names))}</b> {escape(f'{ORIGINS[where.kind]}: {where.note}')}.</li>"
        for where, names in part.groups
    )
    return (
        '<details class="nw-origins" data-key="origins"><summary>Where the figures come from</summary>'
        f"<p>These are not in the rules text; all others are.</p><ul>{items}</ul></details>"
    )


@block.register
def _(part: r.Die, fold: Fold) -> str:
    faces = "".join(
        f'<li class="nw-face-{f.tone}"><b>{f.number}</b><small>{escape(f.words)}</small></li>' for f in part.faces
    )
    return f'<ol class="nw-faces" aria-label="{escape(part.label)}">{faces}</ol>'


@block.register
def _(part: r.Columns, fold: Fold) -> str:
    columns = "".join(
        f'<section class="nw-column nw-s-{column.tone}" aria-label="{escape(column.title)}"><h3>{escape(column.title)}'
        f"</h3><ul>{''.join(_marker(marker, column.tone) for marker in column.markers)}</ul></section>"
        for column in part.columns
    )
    return f'<div class="nw-columns">{columns}</div>'


def _marker(marker: r.Marker, tone: str) -> str:
    small = f'<small title="{escape(marker.note)}">{escape(marker.brief)}</small>' if marker.note else ""
    letter = f'<i class="nw-s-{tone}" aria-hidden="true">{marker.name[0]}</i>'
    words = f'<span class="nw-name">{escape(marker.name)}{small}</span>'
    presses = f'<span class="nw-arrows">{line(marker.presses)}</span>' if marker.presses else ""
    kind = f"{' nw-group' if marker.group else ''}{' nw-moved' if marker.moved else ''}"
    return f'<li class="nw-marker{kind}">{letter}{words}{presses}</li>'


@block.register
def _(part: r.Timeline, fold: Fold) -> str:
    return report_drawings.timeline(part)


@block.register
def _(part: r.Key, fold: Fold) -> str:
    return report_drawings.key(part)


@block.register
def _(part: r.Gauge, fold: Fold) -> str:
    return report_drawings.gauge(part)


@block.register
def _(part: r.Chart, fold: Fold) -> str:
    return report_world.chart(part)
