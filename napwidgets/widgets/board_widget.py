"""What every board on a screen does: shows the counters of a table, lights what can be reached, takes what was picked.

A subclass says what the page is made of (`board`, ``_esm``, ``_css``) and which overlays it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

import anywidget
import traitlets
from msgspec.structs import replace

from napwidgets.board.scene import Counter, Overlay
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move, Subject
from napwidgets.language import pages
from napwidgets.table.aftermath import known
from napwidgets.table.presenter import Board, Target, places
from napwidgets.table.table import Table
from napwidgets.table.whynot import has_choices, may_act, why_not
from napwidgets.widgets.computers import attend
from napwidgets.widgets.difference import Rows
from napwidgets.widgets.sheet import BadMessage, Letters, number_of, say, shown, text_of

#: How many ways of the others are drawn at once.
MOST_TRAILS = 14


def row(c: Counter) -> list[Any]:
    """A counter as the page takes it: a list in fixed order, to stay small; last, what is read of it in the language of
    the page, where that is another one.
    """
    marks, said = [[sign, pages.say(words)] for sign, words in c.marks], pages.say(c.title)
    return [
        c.id, c.hex, pages.say(c.name), c.symbol, c.values, c.nation, c.seat, c.title, c.lost, marks,
        c.active, c.spent, c.order, c.berth, said if said != c.title else "",
    ]  # fmt: skip


class BoardWidget(anywidget.AnyWidget):
    """The board of a table: counters, lights and overlays out, picks and drops in."""

    board = traitlets.Dict().tag(sync=True)
    units: Any = traitlets.List().tag(sync=True)
    delta = traitlets.Dict().tag(sync=True)
    light = traitlets.Dict().tag(sync=True)
    overlays: Any = traitlets.List().tag(sync=True)

    #: The overlays that a player may switch on.
    OVERLAYS: ClassVar[tuple[str, ...]] = ()
    #: Those that start from a hex, which must be chosen first, with what to say if it isn't.
    FROM_HEX: ClassVar[dict[str, str]] = {}

    _stop: Callable[[], None] | None = None

    def __init__(self, table: Table, land: Board, data: dict[str, Any], **more: Any) -> None:
        self._land, self._told, self._letters = land, False, Letters()
        super().__init__(board=data, **more)
        self.table = table
        self._on: dict[str, int] = {}
        self._rows: dict[str, list[Any]] = {}
        self._page = Rows()
        self._targets: dict[int, Target] = {}
        self._aimed: tuple[Game, str, Target] | None = None
        self._stop = table.observe(lambda _: self.refresh())
        self.on_msg(self._receive)
        self.refresh()
        pages.listen(self)
        attend(table)

    def _should_send_property(self, key: str, value: Any) -> bool:
        # The whole is for pages that open later; a page that is open gets the delta.
        return not (key in ("units", "overlays", "light") and self._told) and super()._should_send_property(key, value)

    # From the table to the page

    def refresh(self) -> None:
        """Show the table as it is now; what goes wrong stands where the map explains itself."""
        try:
            self._draw()
        except Exception as trouble:
            self.light = {"hex": -1, "units": [], "targets": [], "able": [], "hint": say(None, trouble)}

    def _draw(self) -> None:
        table = self.table
        view = table.view()
        scene = table.scene()
        free = [s for s in table.subjects() if has_choices(table, s)]
        # Gold is who can do something, not who might.
        acting = {id for s in free for id in table.presenter.members(view, s.id)} if table.subjects() else None
        over = {c.id for c in scene.counters if c.active} - acting if acting is not None else ()
        counters = (replace(c, active=False) if c.id in over else c for c in scene.counters)
        first, self._rows = not self._rows, {c.id: row(c) for c in counters}
        news = self._page.change(self._rows) or {}
        chosen = [self._overlay(kind, hex) for kind, hex in self._on.items()]
        titles = [o.title for o in chosen]
        chosen += [more for o in chosen for more in o.more]
        laid = [_overlay_data(o) for o in (*scene.overlays, *chosen)]
        light = self._light(view, titles, free)
        if scene.sky:
            light["sky"] = scene.sky
        if laid != self.overlays:
            news["over"] = [self.overlays.index(o) if o in self.overlays else o for o in laid]
        if changed := {key: value for key, value in light.items() if self.light.get(key) != value}:
            news["light"] = changed
        with self.hold_sync():
            self._told = not first
            self.units, self.overlays, self.light = list(self._page.rows), laid, light
            self._told = False
            if news and not first:
                self.delta = {"n": self.delta.get("n", 0) + 1, **news}

    def _light(self, view: Any, overlays: Sequence[str], choosers: Sequence[Subject]) -> dict[str, Any]:
        table, focus = self.table, self.table.focus
        able = sorted({place for s in choosers if (place := self._place(s)) >= 0})
        targets: list[Target] = []
        about = self._about()
        if about is not None:
            targets = list(table.targets(about))
        self._targets = {t.hex: t for t in targets}
        units = table.presenter.members(view, focus.subject) if focus.subject is not None else ()
        name = next((s.label for s in table.subjects() if s.id == focus.subject), "")
        # What an overlay shows is told where nothing else is.
        free = ". ".join(filter(None, (self.free_hint(targets), *overlays)))
        return {
            "hex": focus.hex,
            "units": list(units),
            "targets": [[t.hex, pages.say(t.note), *filter(None, (t.tone,))] for t in targets],
            "before": _before(targets),
            "able": [] if focus.subject is not None else able,
            "hint": pages.say(self._weighed() or (self.hint(name, targets) if about else free)),
            "aim": self._aimed[2].hex if self._aimed is not None else -1,
            "trails": trails(table),
            "sketch": list(table.sketch),
            "eyes": table.eyes,
            "notice": pages.say(table.notice.text) if table.notice.tone in ("refusal", "why") else "",
        }

    def _place(self, subject: Subject) -> int:
        """Where a subject is: its hex, or the place of its first counter."""
        if subject.hex >= 0:
            return subject.hex
        members = self.table.presenter.members(self.table.view(), subject.id)
        return next((int(self._rows[id][1]) for id in members if id in self._rows), -1)

    def hint(self, name: str, targets: Sequence[Target]) -> str:
        """What the lights mean for the chosen subject."""
        return name

    def free_hint(self, targets: Sequence[Target]) -> str:
        """What the lights mean where nothing is chosen."""
        return "Lit hexes: click the one you choose" if targets else ""

    def place_title(self, hex: int) -> str:
        """A place in words."""
        return self._land.title(hex) if 0 <= hex < self._land.size else "nowhere"

    def _about(self) -> str | None:
        """What a click on a lit hex is about: the chosen subject, or nothing in particular where a decision has no
        subjects (a retreat); None where nothing is lit.
        """
        table = self.table
        if not table.mine:
            return None
        return table.focus.subject if table.focus.subject is not None or table.subjects() else ""

    def _overlay(self, kind: str, hex: int) -> Overlay:
        table = self.table
        return table.presenter.overlay(table.view(), table.eyes, kind, hex)

    # From the page to the table

    def trouble(self, text: str) -> None:
        """The sentence stands on the table's status line; nothing more to do."""

    @shown
    def _receive(self, _: object, message: object, buffers: object) -> None:
        if self._letters.again(message):
            return
        kind = text_of(message, "kind", 20)
        handler = {
            "pick": self._pick,
            "unit": self._unit,
            "drop": self._drop,
            "let_go": self._let_go,
            "overlay": self._toggle,
            "whole": self._whole,
        }.get(kind)
        if handler is None or not isinstance(message, dict):
            raise BadMessage("The page asked for something that the map can't do; please reload it.")
        handler(message)

    def _whole(self, _: dict[str, Any]) -> None:
        """A page has missed a change: it gets everything."""
        everything = {"all": list(self._page.rows), "over": list(self.overlays), "light": dict(self.light)}
        self.delta = {"n": self.delta.get("n", 0) + 1, **everything}

    def _hex(self, message: dict[str, Any], low: int = 0) -> int:
        return number_of(message.get("hex"), low, max(0, places(self._land) - 1))

    def _pick(self, message: dict[str, Any]) -> None:
        """A hex was chosen: go there if the chosen piece can, else choose what stands there, one after the
        other.
        """
        hex, table = self._hex(message), self.table
        target, about = self._targets.get(hex), self._about()
        if target is not None and about is not None:
            self._aim(target, about)
            return
        here = list(table.presenter.subject_at(table.view(), hex)) if table.mine else []
        at = here.index(table.focus.subject) + 1 if table.focus.subject in here else 0
        with table.batch():
            why = None if here else why_not(table, hex, about)
            # Whoever is told why something can't be done, or can do it by a form, keeps what he wants to do it with.
            kept = table.focus.subject if why or may_act(table, hex, about) else None
            table.pick(hex, here[at % len(here)] if here else kept)
            self._explain(why)

    def _aim(self, target: Target, about: str) -> None:
        """A click on a lit hex: the move is made, except that a fight first says what it comes to and waits for a
        second click.
        """
        table = self.table
        aimed = table.game, about, target
        if target.move is None:
            table.pick(target.hex, table.focus.subject)
        elif target.weighty and self._aimed != aimed:
            self._aimed = aimed
            if not table.aimed:
                # The battle panel shows the odds of what is pointed at.
                table.pick(target.hex, table.focus.subject)
            self.refresh()
        else:
            self._play(target.move)

    def _weighed(self) -> str:
        """What the move that waits for a second click comes to."""
        if self._aimed is None or self._aimed[:2] != (self.table.game, self._about()):
            self._aimed = None
            return ""
        label = self.table.game.engine.label(self.table.view(), self._aimed[2].move)
        what = " · ".join(filter(None, (label.text, label.detail.rstrip("."))))
        return f"{what} · click again to do it"

    def _explain(self, why: IllegalMove | None) -> None:
        """Why a click did nothing; it goes with the next one."""
        if why is not None:
            self.table.say(why.why, why.cites, "why")
        elif self.table.notice.tone == "why":
            self.table.say("")

    def _unit(self, message: dict[str, Any]) -> None:
        """A counter of a stack that is fanned out was chosen."""
        table, id = self.table, text_of(message, "unit", 40)
        if id not in self._rows:
            raise BadMessage("That piece is no longer on the map.")
        table.pick(self._rows[id][1], self._subject_of(id))

    def _subject_of(self, unit: str) -> str | None:
        """The subject that holds a counter; the one with the fewest counters, if several do."""
        table = self.table
        if not table.mine:
            return None
        view = table.view()
        holders = [
            (len(members), s)
            for s in table.presenter.subject_at(view, self._rows[unit][1])
            if unit in (members := tuple(table.presenter.members(view, s)))
        ]
        return min(holders)[1] if holders else None

    def _drop(self, message: dict[str, Any]) -> None:
        """A counter was dragged to a hex: the same as choosing it and then the hex."""
        hex, id, table = self._hex(message), text_of(message, "unit", 40), self.table
        if id not in self._rows:
            raise BadMessage("That piece is no longer on the map.")
        here = self._rows[id][1]
        if hex == here:
            return
        for subject in filter(None, (self._kept(id, here), self._subject_of(id))):
            chosen = subject == table.focus.subject
            found = {t.hex: t for t in (table.targets(subject) if chosen else table.reach(subject))}
            if hex in found:
                if not chosen:
                    table.pick(here, subject)
                self._aim(found[hex], subject)
                return
        held = self._subject_of(id)
        with table.batch():
            why = why_not(table, hex, held) if held else why_not(table, here, None)
            table.pick(hex if may_act(table, hex, held) else here, held)
            self._explain(why)

    def _kept(self, id: str, here: int) -> str | None:
        focus = self.table.focus
        return focus.subject if focus.hex == here and id in self.light.get("units", ()) else None

    def _play(self, move: Move) -> None:
        self.table.play(move)

    def _let_go(self, _: dict[str, Any]) -> None:
        self.table.pick()

    def _toggle(self, message: dict[str, Any]) -> None:
        name = text_of(message, "name", 20)
        if name not in self.known():
            raise BadMessage("There is no such overlay.")
        self.toggle(name, self._hex(message, -1))

    def known(self) -> Sequence[str]:
        """The overlays that there are on this board."""
        return self.OVERLAYS

    def toggle(self, name: str, hex: int = -1) -> None:
        """Switch one of the overlays on or off; some start from a hex."""
        if self._on.pop(name, None) is None:
            if name in self.FROM_HEX and hex < 0:
                self.table.say(self.FROM_HEX[name])
                return
            self._on[name] = hex
        self.refresh()

    def close(self) -> None:
        """Let go of the table, too."""
        if self._stop is not None:
            self._stop()
        super().close()


def trails(table: Table) -> list[list[Any]]:
    """What the others did since the seat that looks moved last: ways over the map and whether they meant a
    fight.
    """
    found: list[list[Any]] = []
    if not table.scrubbing:
        # Who was thrown back, by one's own fights, too.
        ways = (e.hexes for r in table.results() for e in r.came if len(set(e.hexes)) > 1)
        found = [[list(way), False] for way in ways]
    for game in table.shown.line():
        mine = game.last.seat in (table.eyes, "") and (game.parent is None or table.answer(game.parent) is None)
        if mine or len(found) >= MOST_TRAILS:
            break
        for event in reversed(game.last.events):
            if len(set(event.hexes)) > 1 and known(event, table.eyes):
                fight = any(word in event.kind for word in ("attack", "combat", "charge", "bombard"))
                found.append([list(event.hexes), fight])
    return found[:MOST_TRAILS]


def _before(targets: Sequence[Target]) -> list[int]:
    """For the hexes of all ways the hex before each, in pairs: shorter than the ways.

    >>> _before([Target(3, None, way=(1, 2, 3)), Target(2, None, way=(1, 2))])
    [2, 1, 3, 2]
    """
    before = {b: a for t in targets for a, b in pairwise(t.way)}
    return [n for pair in sorted(before.items()) for n in pair]


def _overlay_data(o: Overlay) -> dict[str, Any]:
    notes = [[hex, *(pages.say(str(words)) for words in more)] for hex, *more in o.notes]
    found = {"kind": o.kind, "title": pages.say(o.title), "hexes": list(o.hexes), "notes": notes, "nation": o.nation}
    return {**found, "ways": [list(way) for way in o.ways]} if o.ways else found
