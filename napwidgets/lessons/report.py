"""The report of a lesson as one HTML file: nothing in it comes from elsewhere, and it prints well."""

from __future__ import annotations

import time
from collections.abc import Callable
from html import escape

from napwidgets.language import pages
from napwidgets.lessons import plots
from napwidgets.lessons.desk import Desk
from napwidgets.lessons.sheets import part_html
from napwidgets.lessons.task import Item, Task
from napwidgets.systems.telling import MONTHS
from napwidgets.widgets.panels import facts_html

_CSS = plots.CSS + """
body { font: 16px/1.5 Georgia, serif; color: #2b2a26; max-width: 760px; margin: 24px auto; padding: 0 18px; }
h1 { border-bottom: 4px double #8a774a; padding-bottom: 8px; } h2 { font-size: 19px; margin: 26px 0 6px; }
.who { font-size: 18px; } .right { color: #2c5233; font-weight: 700; } .open { color: #86262b; font-weight: 700; }
table { border-collapse: collapse; margin: 8px 0; font-size: 15px; } caption { text-align: left; font-weight: 700; }
td, th { padding: 3px 9px; border-bottom: 1px solid #c9bb93; text-align: right; }
th:first-child, .nw-left { text-align: left; }
section, figure { break-inside: avoid; } svg { max-width: 100%; } .nw-sr { display: none; }
@media print { body { margin: 0; } * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
"""


def report_html(desk: Desk) -> str:
    """The whole report in the language of the page; what somebody typed is escaped, and stays as it is."""
    progress, now = desk.progress, time.localtime()
    done = sum(progress.mark(task.id).done for task in desk.tasks)
    title = pages.spoken(escape(desk.title))
    name = escape(progress.name) or pages.spoken("(no name was given)")
    when = pages.spoken(f"{now.tm_mday} {MONTHS[now.tm_mon - 1]} {now.tm_year}")
    told = pages.spoken(f"{done} of {len(desk.tasks)} tasks done")
    items = "".join(_item(desk, item) for item in desk.items)
    games = "".join(_game(desk, key) for key in desk.tables)
    return (
        f'<!DOCTYPE html><html lang="{pages.language()}"><head><meta charset="utf-8"><title>{title}: {name}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_CSS}</style></head><body>'
        f'<h1>{title}</h1><p class="who">{name} · {when} · {told}</p>'
        f"{pages.spoken(items + games)}</body></html>"
    )


def _item(desk: Desk, item: Item) -> str:
    mark = desk.progress.mark(item.id)
    trial, shown = item.trial, ""
    if trial is not None:
        now = trial.settings(mark.settings)
        words = {f.id: dict(f.choices).get(now[f.id], now[f.id]) for f in trial.fields}
        set_to = "; ".join(f"{f.label}: {words[f.id]}" for f in trial.fields)
        shown = f"<p><i>{escape(set_to)}</i></p>" if set_to else ""
        shown += "".join(part_html(part, _unfolded) for part in trial.show(now))
    answer = _answer(desk, item) if isinstance(item, Task) else ""
    return f"<section><h2>{escape(item.title)}</h2>{shown}{answer}</section>"


def _unfolded(key: str, head: str, inner: Callable[[], str], look: str = "") -> str:
    """On paper nothing is folded away."""
    return f"<h3>{head}</h3>{inner()}"


def _answer(desk: Desk, task: Task) -> str:
    mark = desk.progress.mark(task.id)
    given = escape(task.words(mark.given)) if mark.tries else "no answer yet"
    verdict = '<span class="right">right</span>' if mark.done else '<span class="open">open</span>'
    tries = f", {mark.tries} {'try' if mark.tries == 1 else 'tries'}" if mark.tries else ""
    because = f"<p>{escape(task.because())}</p>" if mark.done else ""
    return f"<p><b>{escape(task.ask)}</b></p><p>{given}: {verdict}{tries}.</p>{because}"


def _game(desk: Desk, key: str) -> str:
    table = desk.tables[key]
    game = table.game
    people = table.people
    view = game.view(people[0] if len(people) == 1 else None)
    facts = facts_html(table.presenter.standing(view))
    told = game.outcome.text if game.outcome is not None else ""
    return (
        f"<section><h2>{escape(desk.games[key].about)}</h2><p>{escape(desk.told(key))}. {escape(told)} "
        f"<i>Seed {escape(str(game.seed))}.</i></p>{facts}</section>"
    )
