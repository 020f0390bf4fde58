"""What pages without a notebook are made of: the style, the widgets' scripts, and the notebooks as cells."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from markdown_it import MarkdownIt

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.speech import LANGUAGES, said
from napwidgets.widgets.serve import notebooks

PACKAGE = Path(__file__).parent.parent
PAGE = Path(__file__).parent / "page"
#: The widgets' scripts that come with their Python packages, by the names that a page knows them by.
_SCRIPTS = {
    "widgets.js": "jupyter-js-widgets/extension.js",
    "anywidget.js": "anywidget/index.js",
    "jupyter-leaflet.js": "jupyter-leaflet/index.js",
}


#: What the site's first page says by itself, before Python is there.
_SAID = re.compile(r'(?<!warn\()"([A-Z][^"\n]* [^"\n]*)"|(?<!noscript>)<(?:title|h1|p)[^>]*>([^<]+)<')


class CantBuild(NapwidgetsError):
    """A page can't be built; the sentence says what to do."""


def scripts(more: dict[str, str] | None = None) -> dict[str, Path]:
    """The widgets' scripts of this environment. ``more`` names others: how a page knows them, and where they lie."""
    folder = Path(sys.prefix, "share", "jupyter", "nbextensions")
    return {name: folder / inside for name, inside in (_SCRIPTS | (more or {})).items()}


def style() -> str:
    """The style of pages, as Voila's template has it. Raises `CantBuild`."""
    for root in (PACKAGE.parent, Path(sys.prefix)):
        template = root / "share" / "jupyter" / "voila" / "templates" / "napwidgets" / "index.html.j2"
        if template.is_file() and (found := re.search(r"<style>(.*?)</style>", template.read_text(), re.DOTALL)):
            return found[1] + (PAGE / "page.css").read_text()
    raise CantBuild("The pages' template is missing from this installation; please install napwidgets again.")


def first_words() -> tuple[str, ...]:
    """What the site's first page says by itself, in English."""
    files = ("index.html", "page.js", "worker.js")
    found = (a or b for name in files for a, b in _SAID.findall((PAGE / name).read_text()))
    return tuple(dict.fromkeys(found))


def words() -> str:
    """The same in every language, as a script that the first page imports."""
    known = {code: {text: said(text, code) for text in first_words()} for code in LANGUAGES}
    return f"export const WORDS = {json.dumps(known, ensure_ascii=False)};\n"


def pages() -> dict[str, list[list[str]]]:
    """The notebooks as cells: prose as HTML, code as it is."""
    drawn = MarkdownIt("commonmark").enable("table").render
    return {
        file.stem: [
            [cell["cell_type"], drawn(text) if cell["cell_type"] == "markdown" else text]
            for cell in json.loads(file.read_text())["cells"]
            if (text := "".join(cell["source"])) and cell["cell_type"] in ("markdown", "code")
        ]
        for file in sorted(notebooks().glob("*.ipynb"))
    }
