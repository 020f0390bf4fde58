"""Reports of any system as HTML: every kind of word and block, escapes, folds that are shut, what is pressed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest

from napwidgets import new_game
from napwidgets.board import report as r
from napwidgets.board.panels import BadMessage, Fill, Glance, Play
from napwidgets.kernel.provenance import Provenance
from napwidgets.lessons import report as handed_in
from napwidgets.table.table import Table
from napwidgets.widgets.report import block, drawn, line, word
from napwidgets.widgets.report_panel import Book, ReportPanel, pressed

LESSON = Path(handed_in.__file__).with_name("lesson.css")
NASTY = '<script>"'
GUESS = Provenance("reconstruction", "our best value")


def fold(key: str, head: str, inner: Any, look: str = "") -> str:
    """A fold that stands open."""
    return f"<details><summary>{head}</summary>{inner()}</details>"


WORDS: tuple[r.Word, ...] = (
    NASTY,
    r.Bold(NASTY),
    r.Small((NASTY,)),
    r.Cites((NASTY,)),
    r.Origin(Provenance("source", NASTY), NASTY),
    r.Percent(Fraction(1, 3)),
    r.Odds(Fraction(1, 3)),
    r.Bar(Fraction(1, 2), "gold"),
    r.Why(NASTY, NASTY),
    r.Barred("no", NASTY),
    r.Chip("R", "red", "any unit"),
    r.Dot("french"),
    r.Pill(NASTY, "french"),
    r.Tag(NASTY),
    r.Press(NASTY, "try", NASTY, label=NASTY, title=NASTY),
    r.Step("try", NASTY, 1, 0, 2, NASTY),
    r.Slide("try", "x", 1, 0, 2, NASTY),
    r.Pick("try", ((NASTY, NASTY),), NASTY, NASTY),
    r.Tick("try", True, NASTY),
    r.Owes(NASTY),
    r.Labelled(NASTY, r.Step("try", "x", 1, 0, 2, NASTY)),
)
SPANS = (r.Span(1, 3, "neutral"), r.Span(4, 12, "anti-French"))
MONTHS = tuple(f"{name} 1805" for name in ("January", "February", "March") * 4)
BLOCKS: tuple[r.Block, ...] = (
    r.Title(NASTY, NASTY),
    r.Text(NASTY, "small must", live=True),
    r.Table((NASTY,), ((NASTY, NASTY),), NASTY, "sum"),
    r.Row((NASTY,), "wide"),
    r.Field(r.Tick("try", False, NASTY)),
    r.Tabs(NASTY, (r.Press(NASTY, "try", on=True),), "states"),
    r.Bullets((NASTY,)),
    r.Checklist(NASTY, ((True, NASTY), (False, NASTY))),
    r.Notice(NASTY, r.Press(NASTY, "back")),
    r.Section((r.Text(NASTY),), NASTY, "buy", live=True),
    r.Halves((r.Text(NASTY),), (r.Text(NASTY),)),
    r.Fold("x", NASTY, (r.Text(NASTY),)),
    r.Details("x", NASTY, (r.Text(NASTY),)),
    r.Origins(((GUESS, (NASTY,)),)),
    r.Die((r.Face(1, NASTY, "none"),), NASTY),
    r.Columns((r.Column(NASTY, "neu", (r.Marker("Spain", NASTY, NASTY),)),)),
    r.Timeline((r.History(NASTY, SPANS),), 12, MONTHS),
    r.Key(("neutral",)),
    r.Gauge(11.5, (10, 20), 5, (10.0, 14.0), NASTY),
    r.Chart((r.Pin("north-sea", NASTY, 40, 10, ("baltic",)), r.Pin("baltic", NASTY, 50, 8, ())), "baltic"),
)


def test_every_kind_of_word_and_block_is_drawn_and_escaped() -> None:
    assert {type(part) for part in WORDS} == set(get_args(r.Word))
    assert {type(part) for part in BLOCKS} == set(get_args(r.Block))
    for html in (*map(word, WORDS), *(block(part, fold) for part in BLOCKS)):
        assert "<script" not in html


def test_what_is_no_word_or_block_is_refused() -> None:
    with pytest.raises(TypeError, match="no line"):
        word(r.Title("x"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no block"):
        block(r.Bold("x"), fold)  # type: ignore[arg-type]


def test_a_figure_of_the_rules_text_needs_no_origin() -> None:
    assert word(r.Origin(Provenance("rules", "J.1"))) == ""
    assert "limit reconstructed" in word(r.Origin(GUESS, "limit"))
    assert block(r.Origins(()), fold) == ""


def test_a_line_is_what_stands_in_it_one_after_the_other() -> None:
    assert line(("a ", r.Bold("b"), " & c")) == "a <b>b</b> &amp; c"
    assert drawn((r.Text("a"), r.Text("b", "small")), fold) == '<p>a</p><p class="nw-small">b</p>'


class Counting:
    """A panel of no system: it counts, plays and fills in."""

    system, title = "nlc", "Counting"

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def start(self) -> int:
        return 0

    def report(self, at: Glance, asked: int, part: str = "") -> r.Report:
        inner = (r.Text("open"),) if "more" in at.opened else ()
        told = r.Text(f"{asked} of {len(at.options)}")
        return (r.Title("Counting", part or None), told, r.Fold("more", "More", inner))

    def press(self, at: Glance, asked: int, name: str, arg: str) -> int | Play | Fill:
        if name == "fill":
            return Fill({"x": arg})
        if name == "play":
            return Play(at.options[int(arg)].move)
        if arg != "one":
            raise BadMessage("It counts one by one.")
        return asked + 1

    def rows(self, at: Glance, asked: int, what: str) -> tuple[Sequence[str], Sequence[Mapping[str, Any]]]:
        return ("what", "count"), [{"what": what, "count": asked}] if asked else []


class CountPanel(ReportPanel):
    """The widget of that panel."""

    do_count, do_play, do_fill = pressed("count"), pressed("play"), pressed("fill")


def counting(source: Any = None, *kinds: str) -> CountPanel:
    book = Book(Counting(*kinds))
    panel = CountPanel(source, "nw-count", book, part="twice")
    book.redraw = panel.refresh
    return panel


def send(panel: CountPanel, do: str, arg: str) -> None:
    panel._handle_custom_msg({"do": do, "arg": arg, "serial": panel.serial}, [])


def test_a_panel_keeps_what_is_asked_and_says_what_is_wrong() -> None:
    panel = counting()
    assert "<h2>Counting <small>twice</small></h2><p>0 of 0</p>" in panel.html
    assert panel.frame_of("x").columns.tolist() == ["what", "count"]
    send(panel, "count", "one")
    assert "<p>1 of 0</p>" in panel.html
    send(panel, "count", "two")
    assert "one by one" in panel.html
    assert panel.frame_of("x").iloc[0].tolist() == ["x", 1]
    found: list[Mapping[str, str]] = []
    panel.book.fill = found.append
    send(panel, "fill", "7")
    assert found == [{"x": "7"}]


def test_what_a_fold_holds_is_asked_for_only_while_it_is_open() -> None:
    panel = counting()
    assert "<p>open</p>" not in panel.html
    send(panel, "fold", "more")
    assert "<p>open</p>" in panel.html


def test_a_panel_at_a_table_makes_moves_and_alone_it_makes_none() -> None:
    table = Table(new_game("nlc/first-steps", seed="1"))
    assert table.decision is not None
    panel = counting(table, table.decision.kind)
    assert f"<p>0 of {len(table.options())}</p>" in panel.html
    send(panel, "play", "0")
    assert table.game.number == 1
    assert counting(table).glance().options == ()
    assert counting(table.game, "every kind").glance().options == ()


def test_words_of_a_table_stand_on_the_left_and_figures_on_the_right() -> None:
    chance = (r.Percent(Fraction(1, 3)),)
    rows = (("Ney", "2", "Lille", "+1 (half)", chance), ("Reille", "there", "Avesnes", "–", "no"))
    html = block(r.Table(("leader", "days", "sleeps at", "adds", "chance"), rows, "Days"), fold)
    assert re.findall(r'<t[hd][^>]* class="nw-left">([^<]*)<', html) == ["sleeps at", "Lille", "Avesnes"]
    assert all(".nw-left { text-align: left; }" in sheet for sheet in (LESSON.read_text(), handed_in._CSS))


def test_where_there_is_nothing_but_dashes_there_are_no_words() -> None:
    rows = (("Ney", "Lille", "–"), ("Reille", "Avesnes", "-"))
    html = block(r.Table(("leader", "sleeps at", "adds"), rows, "Days"), fold)
    assert re.findall(r'<th[^>]* class="nw-left">([^<]*)<', html) == ["sleeps at"]
