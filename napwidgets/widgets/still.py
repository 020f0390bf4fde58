"""What a widget leaves in a saved notebook: HTML that needs no kernel, no script and no other place on the net."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from html.parser import HTMLParser
from typing import Any

#: Dresses what stands alone; a page with its own style sheet overrules it.
_DRESS = "font-family:'Source Sans 3','Segoe UI',Verdana,sans-serif;color:#2b2a26;max-width:62em;line-height:1.4"
#: Elements whose contents mean nothing without a script.
_DEAD = frozenset({"script", "style", "datalist", "form"})
_VOID = frozenset({"input", "br", "hr", "img"})
#: Attributes that only a live page needs.
_LIVE = ("data-", "aria-", "on", "list", "name", "id", "role")


class _Plain(HTMLParser):
    """Takes what can be pressed or filled in out of HTML: a button leaves its words, a field its value, a form what it
    asks in paragraphs.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self._dead, self._option = 0, False
        self._in_select = False
        self._forms, self._asked = 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        if tag == "p" and self._forms:
            self._asked, self._dead = self._dead or self._asked, 0
        self._forms += tag == "form"
        if tag in _DEAD:
            self._dead += 1
        elif tag == "select":
            self._in_select = True
        elif tag == "option":
            self._option = "selected" in have
        elif tag == "input":
            if have.get("type") not in ("checkbox", "radio", "file", "range", "hidden") and not self._dead:
                self.out.append(f"<b>{escape(have.get('value') or '')}</b>")
        elif not self._dead:
            name = {"button": "span", "summary": "p", "details": "div", "label": "span"}.get(tag, tag)
            kept = "".join(f' {k}="{escape(v or "")}"' for k, v in attrs if not k.startswith(_LIVE) and k != "type")
            self.out.append(f"<{name}{kept}>{' ' if tag == 'label' else ''}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _DEAD:
            self._dead = max(0, self._dead - 1)
        elif tag == "select":
            self._in_select = False
        elif tag not in ("option", *_VOID) and not self._dead:
            name = {"button": "span", "summary": "p", "details": "div", "label": "span"}.get(tag, tag)
            self.out.append(f"</{name}>{' ' if tag in ('button', 'label') else ''}")
        if tag == "p" and self._asked:
            self._dead, self._asked = self._asked, 0
        self._forms -= tag == "form"

    def handle_data(self, data: str) -> None:
        if not self._dead and (self._option or not self._in_select):
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def plain(html: str) -> str:
    """HTML without its controls.

    >>> plain('<p>Go <button data-do="x">on</button></p><select><option>a<option selected>b</select>')
    '<p>Go <span>on</span> </p>b'
    >>> plain('<form><p>How many?</p><label>Your answer <input name="n"></label></form><p>Three.</p>')
    '<p>How many?</p><p>Three.</p>'
    """
    parser = _Plain()
    parser.feed(html)
    parser.close()
    return "".join(parser.out)


def still_html(widget: Any) -> str:
    """A widget and all within it as HTML that stands still."""
    inner = "".join(_parts(widget))
    return f'<div class="nw-still" style="{_DRESS}">{inner}</div>'


def _parts(widget: Any) -> Iterable[str]:
    if hasattr(widget, "_repr_svg_"):
        yield f"<div>{widget._repr_svg_()}</div>"
    elif isinstance(html := getattr(widget, "html", None), str):
        yield plain(html)
    elif hasattr(widget, "marks"):
        yield chart_html(widget)
    elif isinstance(value := getattr(widget, "value", None), str):
        yield value
    if getattr(getattr(widget, "layout", None), "display", None) != "none":
        for child in getattr(widget, "children", ()):
            yield from _parts(child)


class Still:
    """A widget made of others: in a saved notebook all of them stand still."""

    def _repr_html_(self) -> str:
        return still_html(self)


# Charts

_WIDE, _HIGH = 560, 220
_INKS = ("#2f4d7e", "#8c2f35", "#8fa487", "#c9a24a")


def chart_html(figure: Any) -> str:
    """A chart of bars, lines and dots as SVG, with its title, the ends of its axes and its legend."""
    marks = [m for m in figure.marks if len(_across(m))]
    title = f"<p><b>{escape(str(getattr(figure, 'title', '') or ''))}</b></p>"
    if not marks:
        return title
    across = [x for m in marks for x in _across(m)]
    named = sorted({str(x) for x in across}) if any(isinstance(x, str) for x in across) else []
    order = list(dict.fromkeys(str(x) for x in across)) if named else []
    low, high = (0.0, len(order) - 1.0) if named else (float(min(across)), float(max(across)))
    top = max((float(y) for m in marks for line in _lines(m) for y in line), default=1.0) or 1.0

    def at(x: Any, y: float) -> tuple[float, float]:
        n = order.index(str(x)) if named else float(x)
        part = 0.5 if high == low else (n - low) / (high - low)
        return 30 + part * (_WIDE - 60), _HIGH - 24 - max(0.0, float(y)) / top * (_HIGH - 44)

    drawn = "".join(_mark(m, at, max(1, len(set(map(str, across))))) for m in marks)
    ends = (str(order[0]), str(order[-1])) if named else (f"{low:g}", f"{high:g}")
    words = (
        f'<text x="30" y="{_HIGH - 6}">{escape(ends[0])}</text>'
        f'<text x="{_WIDE - 30}" y="{_HIGH - 6}" text-anchor="end">{escape(ends[1])}</text>'
        f'<text x="4" y="14">{top:.3g}</text>'
    )
    legend = " · ".join(escape(str(name)) for m in marks for name in (getattr(m, "labels", None) or ()))
    return (
        f'{title}<svg viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" font-size="13" role="img">'
        f'<path d="M30 14V{_HIGH - 24}H{_WIDE - 30}" fill="none" stroke="#6d634b"/>{drawn}{words}</svg><p>{legend}</p>'
    )


def _across(mark: Any) -> Sequence[Any]:
    return list(mark.x) if getattr(mark, "x", None) is not None else []


def _lines(mark: Any) -> list[list[float]]:
    y = list(mark.y) if getattr(mark, "y", None) is not None else []
    return [list(line) for line in y] if y and hasattr(y[0], "__len__") else [y]


def _mark(mark: Any, at: Any, count: int) -> str:
    colours = list(getattr(mark, "colors", None) or _INKS)
    out, kind = [], type(mark).__name__
    for n, line in enumerate(_lines(mark)):
        ink = escape(str(colours[n % len(colours)]))
        spots = [at(x, y) for x, y in zip(_across(mark), line, strict=False)]
        if kind == "Bars":
            wide, foot = 0.7 * (_WIDE - 60) / count, _HIGH - 24
            size = [(x - wide / 2, y, foot - y) for x, y in spots]
            out += [
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{ink}"/>'
                for x, y, high in size
            ]
        elif kind == "Scatter":
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>' for x, y in spots]
        else:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            out.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
    return "".join(out)
