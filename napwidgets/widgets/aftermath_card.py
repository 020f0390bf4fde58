"""`AftermathCard`: how a fight came out, and what the others did, over the map until the next click."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from textwrap import shorten

from napwidgets.kernel.system import Event
from napwidgets.language import pages
from napwidgets.systems.registry import aftermath_of
from napwidgets.table.aftermath import Deed, Result
from napwidgets.table.seats import the
from napwidgets.table.table import Table
from napwidgets.widgets.chronicle import GREAT, SMALL
from napwidgets.widgets.dice import dice_html
from napwidgets.widgets.replay import replay_of
from napwidgets.widgets.sheet import TablePanel, button, cites, do, number_of

#: So many fights are shown whole, the latest; of earlier ones the line that tells them.
WHOLE = 1
#: So many deeds stand open, the great and pressing ones first; the rest opens on demand.
DEEDS = 4
#: A single march is drawn on the map, which says enough.
FEW = 2
#: A deed is told in so many characters at the most; its moment has all of it.
LONG = 130
_SIDES = ("Attacker", "Defender")


class AftermathCard(TablePanel):
    """The fights and the deeds of others since the last click of the person who looks."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, "nw-aftermath")

    def body(self) -> str:
        table = self.at
        if not table.telling or table.scrubbing or table.curtain is not None:
            return ""
        fights = table.results()
        done = [deed for deed in table.deeds() if telling(deed)] if table.mine or table.decision is None else []
        if len(done) < FEW and not any(e.kind in GREAT for deed in done for e in deed.events):
            done = []
        if not fights and not done:
            return ""
        earlier = "".join(f"<li>{_line(r.fight)}</li>" for r in fights[:-WHOLE])
        told = f'<ul class="nw-earlier">{earlier}</ul>' if earlier else ""
        told += "".join(self._fight(n, r) for n, r in enumerate(fights[-WHOLE:]))
        heard = f' data-sound="drum {fights[-1].number}"' if fights else ""
        return f"<div{heard}>{told}{self._deeds(done) if done else ''}{self._ways(bool(done))}</div>"

    def _ways(self, again: bool) -> str:
        watch = button("Watch it again", "watch", title="Move by move, on the map") if again else ""
        off = button("Don't show this", "silence", kind="quiet", title="The button at the right below brings it back")
        return f'<div class="nw-row">{button("Go on", "hear", kind="main", shuts=True)}{watch}{off}</div>'

    def _fight(self, n: int, result: Result) -> str:
        """One fight: who against whom, the dice, what counted, what came of it."""
        fight = result.fight
        thrown = "".join(
            f"<li><span>{escape(t.purpose)}</span><b>{dice_html(t, 'big')}</b><output>{t.value}</output></li>"
            for t in result.throws
        )
        came = "".join(f"<li>{_line(e)}</li>" for e in result.came)
        parts = [p for e in (fight, *result.came) for p in e.data.get("parts", ())]
        at = " ".join(map(str, fight.hexes))
        why = self.fold(f"parts-{n}", "What counted", partial(_parts, parts)) if parts else ""
        return (
            f'<article data-at="{at}"><h2>{escape(fight.text)}{cites(fight.cites)}</h2>{_duel(fight)}'
            f'<ul class="nw-cast">{thrown}</ul><ul class="nw-came">{came}</ul>{why}</article>'
        )

    def _deeds(self, done: Sequence[Deed]) -> str:
        """What the others did, the great things first and what presses next, each with the way to its moment."""
        pressing = aftermath_of(self.at.game.engine.system).pressing
        ranked = sorted(done, key=lambda d: -max(2 * (e.kind in GREAT) + (e.kind in pressing) for e in d.events))
        first = sorted(ranked[:DEEDS], key=lambda d: d.number)
        rest = [d for d in done if d not in first]
        more = self.fold("deeds", f"{len(rest)} more", lambda: _list(rest)) if rest else ""
        return f"<section><h2>{escape(self._whose(done))}</h2>{_list(first)}{more}</section>"

    def _whose(self, done: Sequence[Deed]) -> str:
        """A heading that names who did it: where a seat moves for several states, only if all of it is its own."""
        engine = self.at.game.engine
        who = {the(engine, d.seat) for d in done if d.seat}
        others = aftermath_of(engine.system).several and any(
            not _foremost(d)[0].text.startswith(engine.seat_name(d.seat)) for d in done if d.seat
        )
        return f"What {who.pop()} did" if len(who) == 1 and not others else "What the others did"

    def do_hear(self, _: str) -> None:
        """It has been read."""
        self.at.hear()

    def do_silence(self, _: str) -> None:
        """No such cards any more, till they are asked for."""
        self.at.tell_results(False)

    def do_watch(self, _: str) -> None:
        """All of it once more, move by move."""
        replay_of(self.at).start(self.at, min(self.at.heard, self.at.game.number))

    def do_look(self, arg: str) -> None:
        """The moment of a deed."""
        self.at.goto(number_of(arg, 0, self.at.game.number))


def telling(deed: Deed) -> bool:
    """Whether a deed is worth a line: somebody went somewhere, or something great came about."""
    return bool(_foremost(deed))


def _foremost(deed: Deed) -> list[Event]:
    """What a line tells of a deed: what makes it worth one."""
    great = [e for e in deed.events if e.kind in GREAT]
    return great or [e for e in deed.events if e.hexes and e.kind not in SMALL]


def _list(done: Sequence[Deed]) -> str:
    lines = "".join(
        f'<li><button type="button" {do("look", d.number)} title="Look at this moment">'
        f"{escape(_short([pages.say(e.text) for e in _foremost(d)]))}</button></li>"
        for d in done
    )
    return f'<ol class="nw-deeds">{lines}</ol>'


def _short(told: Sequence[str]) -> str:
    """As much of what is told as has room, sentence by sentence; a single long one is cut between words.

    >>> _short(["A force goes to Ligny.", "x" * 120 + "."])
    'A force goes to Ligny. …'
    """
    whole = [line for n, line in enumerate(told) if len(" ".join(told[: n + 1])) <= LONG]
    return " ".join(whole + ["…"] * (len(whole) < len(told))) if whole else shorten(told[0], LONG, placeholder=" …")


def _line(event: Event) -> str:
    return f"{escape(event.text)}{cites(event.cites)}"


def _duel(fight: Event) -> str:
    """The strengths of both sides, where the fight has them."""
    strengths = fight.data.get("strengths", ())
    # Whose turn it is need not be who attacks; where the fight says whose the strengths are, they are named.
    names = [f"<small>{escape(str(name))}</small>" for name in fight.data.get("sides", ())] or ["", ""]
    sides = "".join(
        f"<span><small>{role}</small>{name}<b>{value:g}</b></span>"
        for role, name, value in zip(_SIDES, names, strengths, strict=False)
        if len(strengths) == len(_SIDES)
    )
    return f'<div class="nw-duel">{sides}</div>' if sides else ""


def _parts(parts: Sequence[Sequence[object]]) -> str:
    """What made up the strengths and the throws, line by line."""
    lines = "".join(
        f"<tr><th>{escape(str(label))}{cites((str(cite),) if cite else ())}</th><td>{escape(str(value))}</td></tr>"
        for label, value, cite in parts
    )
    return f'<table class="nw-facts">{lines}</table>'
