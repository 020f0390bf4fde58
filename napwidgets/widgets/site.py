"""The server of the lobby and of the lessons: every notebook that is a page has an address of its own."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import RedirectHandler
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler

from napwidgets.language.speech import LANGUAGES
from napwidgets.widgets.lesson_shelf import LESSONS, SERVED

#: The notebook that lists the lessons.
CONTENTS = "lessons"
#: The cookie in which a page keeps the language that was chosen (``static/sheet.js``).
CHOSEN = "nw-language"


class Page(TornadoVoilaHandler):
    """A page that begins in the language that was chosen here last, and where none was in what the browser prefers."""

    def prepare(self) -> Any:
        """What was chosen comes before all that the browser asks for: a page's kernel is told nothing else."""
        self.request.headers["Accept-Language"] = preferred(
            self.get_cookie(CHOSEN, ""), self.request.headers.get("Accept-Language", "")
        )
        return super().prepare()


def preferred(chosen: str | None, asked: str) -> str:
    """Languages as a browser asks for them, with the one that was chosen before them.

    >>> preferred("fr", "de-DE,de;q=0.9"), preferred("", "de-DE"), preferred("x;y", "de-DE"), preferred("fr", "")
    ('fr,de-DE,de;q=0.9', 'de-DE', 'de-DE', 'fr')
    """
    return ",".join(filter(None, (chosen if chosen in LANGUAGES else "", asked)))


class Site(Voila):
    """Voila with the lobby at its root and the lessons below ``/lessons/``."""

    def init_handlers(self) -> list[Any]:
        """The pages of the lessons before the lobby, which takes every other address."""
        handlers: list[Any] = super().init_handlers()
        pages = {f"/{CONTENTS}/{e.id}": f"{e.id}.ipynb" for e in LESSONS} | {f"/{CONTENTS}/": f"{CONTENTS}.ipynb"}
        there = {at: name for at, name in pages.items() if (Path(self.root_dir) / name).is_file()}
        own: list[Any] = [self._page(at, name) for at, name in there.items()]
        # Links on that page begin below it.
        bare = url_path_join(self.server_url, f"/{CONTENTS}")
        # A lesson that is mistyped leads there, too.
        own += [(at, RedirectHandler, {"url": f"{bare}/", "permanent": False}) for at in (bare, f"{bare}/[^/]+")]
        every = handlers[:-1] + own + handlers[-1:]
        return [(at, Page if kind is TornadoVoilaHandler else kind, *more) for at, kind, *more in every]

    def _page(self, at: str, notebook: str) -> tuple[str, type[Page], dict[str, Any]]:
        return (
            url_path_join(self.server_url, at),
            Page,
            {
                "notebook_path": notebook,
                "template_paths": self.template_paths,
                "config": self.config,
                "voila_configuration": self.voila_configuration,
            },
        )


def _matters(record: logging.LogRecord) -> bool:
    """Jupyter waits longer for a page's answer than Tornado lets it, which Tornado mends and tells of: nobody here can
    do anything about it.
    """
    return not record.getMessage().startswith("The websocket_ping_timeout")


def launch(notebook: str, config: Any) -> None:
    """Serve until Ctrl-C; kernels know that there are pages for the lessons."""
    os.environ[SERVED] = "1"
    logging.getLogger("tornado.general").addFilter(_matters)
    Site.launch_instance(argv=[notebook], config=config)
