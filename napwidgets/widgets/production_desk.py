"""`ProductionDesk`: what a state can raise and what it has raised; when it is your phase, you buy here."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from napwidgets.kernel.game import Game, Option
from napwidgets.scenarios import new_game
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap import show_production as show
from napwidgets.systems.wap.production import MinorPurchase, Purchase
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, button, cites, do, number_of, select
from napwidgets.widgets.wap_panels import (
    WapPanel,
    bar,
    checked,
    frame_of,
    grid,
    halves,
    origin,
    origins_of,
    paragraph,
    percent,
)

if TYPE_CHECKING:
    import pandas as pd

#: Offers shown at once.
AT_ONCE = 4
_BUYING = ("purchase", "minor-purchase")
_STATUS = {"pro-French": "french", "anti-French": "english"}


class ProductionDesk(WapPanel):
    """Force pools, cities, points, ships being built, loans and prisoners of each state; and the purchases open now.

    At a table it buys there. A game alone gets a table of its own (``desk.table``); without anything the books of
    September 1805 are opened.
    """

    exact = frozenset({"buy", "place", "done"})

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        found = checked(source)
        table = found if isinstance(found, Table) else Table(found or new_game("wap/grand-campaign"))
        self.state: int | None = None
        self._moves: list[Option] = []
        self._bought = ""
        # Over a map one comes to buy; alone it is there for its books.
        self.unfolded = frozenset() if isinstance(found, Table) else frozenset({"books", "troops"})
        super().__init__(table, "nw-desk", seat)

    @property
    def at(self) -> Table:
        """The table at which it buys."""
        assert self.table is not None
        return self.table

    def _step(self) -> Purchase | MinorPurchase | None:
        """The purchase that must be decided now, by whomever."""
        seen = self.seen()
        top = seen[1].agenda[-1] if seen is not None and seen[1].agenda else None
        return top if isinstance(top, (Purchase, MinorPurchase)) else None

    def nation(self) -> int:
        """The state whose books are open: the one chosen, else the one that buys, else France."""
        step = self._step()
        if self.state is not None:
            return self.state
        return step.nation if isinstance(step, Purchase) else 0

    def content(self) -> str:
        seen = self.seen()
        assert seen is not None
        books = show.books(*seen, self.nation())
        tables = self.tables.all
        sources = origins_of(
            [(tables["force-pools"], "force pools"), (tables["production"], "production"), (tables["costs"], "costs")]
        )
        head = f"<b>Minor states</b> · one of each group buys in a phase{paragraph('WAP J.3.b')}"
        minors = self.fold("minors", head, self._minors)

        def pages() -> str:
            left, right = self._towns(books) + self._points(books), self._pool(books) + self._keels(books)
            return f'{self._tabs(books)}<div class="nw-halves"><div>{left}</div><div>{right}</div></div>'

        opened = self.fold("books", "<b>The books</b> · cities, points, force pool, ships being built", pages)
        return f"<h2>Production {self.month()}</h2>{self._buy()}{opened}{minors}{self._prisoners()}{sources}"

    # Buying

    def _buy(self) -> str:
        table, step = self.at, self._step()
        decision = table.decision
        now = decision.title if decision is not None else ""
        if self._bought and self._bought != now:
            self.shut_folds("books")
        self._bought = now
        self._moves = table.options() if table.mine and decision and decision.kind in _BUYING else []
        if step is None or decision is None:
            return (
                '<p class="nw-must">Nothing is bought now: each state buys in the Reinforcement Phase of its segment.'
                f"{paragraph('WAP E.1.b')}</p>"
            )
        if not self._moves:
            return f'<p class="nw-must">{escape(decision.title)}: another seat decides.</p>'
        moves = [option.move for option in self._moves]
        return (
            f'<section class="nw-buy" aria-live="polite"><h3>{escape(decision.title)}</h3>'
            f"<p>{escape(decision.prompt)}{cites(decision.cites)}</p>{self._raise(moves)}{self._rest(moves)}"
            f'<div class="nw-row">{self._done(moves)}</div></section>'
        )

    def _troops(self, moves: list[m.Move]) -> str:
        """A row a kind, a column a city, a button a number."""
        seen = self.seen()
        offers = show.offers(seen[0], moves) if seen is not None else ()
        if not offers:
            return ""
        cities = list(dict.fromkeys(o.city for o in offers))
        kinds = list(dict.fromkeys((o.nation, o.kind) for o in offers))
        several = len({nation for nation, _ in kinds}) > 1
        rows = []
        for nation, kind in kinds:
            mine = [o for o in offers if (o.nation, o.kind) == (nation, kind)]
            name = f"{nation}: {kind}" if several else _capital(kind)
            each = mine[0].price / mine[0].number
            cells = ["".join(_offer(o) for o in mine if o.city == city) for city in cities]
            rows.append((f"{escape(name)} <small>{halves(float(each))} each</small>", *cells))
        return grid(("Raise", *map(escape, cities)), rows, "Troops that can be bought", look="nw-offers")

    def _raise(self, moves: list[m.Move]) -> str:
        """The troops that can be bought: many choices open on demand."""
        count = sum(isinstance(move, m.Buy) for move in moves)
        if count <= AT_ONCE:
            return self._troops(moves)
        return self.fold("troops", f"<b>Raise troops</b> · {count} choices", lambda: self._troops(moves))

    def _rest(self, moves: list[m.Move]) -> str:
        seen = self.seen()
        waiting = show.leaders(seen[0], moves) if seen is not None else {}
        places = "".join(
            select("place", [("", "choose …"), *((str(i), city) for i, city in cities)], "", f"{name} joins at", name)
            for name, cities in waiting.items()
        )
        extras = "".join(self._button(i) for i in show.others(moves))
        row = f'<div class="nw-row nw-places">{places}</div>' if places else ""
        return row + (f'<div class="nw-row">{extras}</div>' if extras else "")

    def _button(self, i: int) -> str:
        label = self._moves[i].label
        return (
            f'<button type="button" class="nw-b" {do("buy", i)}>{escape(label.text)}{cites(label.cites)}'
            f"<small> {escape(label.detail)}</small></button>"
        )

    def _done(self, moves: list[m.Move]) -> str:
        if any(isinstance(move, m.Done) for move in moves):
            return button("Done buying", "done", kind="main")
        return '<p class="nw-owes">Something must be paid first, as above.</p>'

    def do_buy(self, arg: str) -> None:
        """Make a purchase of the list."""
        if not self._moves:
            raise BadMessage("Nothing can be bought now.")
        self.at.play(self._moves[number_of(arg, 0, len(self._moves) - 1)].move)

    def do_place(self, arg: str) -> None:
        """A leader joins the army at a city."""
        if choice := arg.rpartition("=")[2]:
            self.do_buy(choice)

    def do_done(self, _: str) -> None:
        """Buy no more in this phase."""
        if not self._moves:
            raise BadMessage("Nothing is being bought now.")
        self.at.play(m.Done())

    # The books

    def _tabs(self, books: show.Books) -> str:
        tabs = "".join(
            f'<button type="button" class="nw-b quiet" aria-pressed="{str(name == books.nation).lower()}" '
            f"{do('books', n)}>{name}</button>"
            for n, name in enumerate(NATIONS[:6])
        )
        return f'<div class="nw-row nw-tabs nw-states" role="group" aria-label="Whose books">{tabs}</div>'

    def do_books(self, arg: str) -> None:
        """Open the books of another major state."""
        self.state = number_of(arg, 0, 5)
        self.refresh()

    def _towns(self, books: show.Books) -> str:
        rows = [
            (
                f"{_colour(t.colour)}{escape(t.name)}",
                show.COLOURS[t.colour][1],
                f'<i class="nw-dot nw-p-{_STATUS.get(t.side, "neutral")}" aria-hidden="true"></i>{escape(t.holder)}',
                "counts" if t.gives else "no",
            )
            for t in books.towns
        ]
        table = grid(("City", "pays for", "held by", "now"), rows, f"Cities of {books.nation}", look="nw-towns")
        who = f"<small>{escape(books.status)}, bought for by {escape(books.seat)}</small>"
        return f"<section><h3>{escape(books.nation)}'s cities {who}</h3>{table}</section>"

    def _points(self, books: show.Books) -> str:
        rows = [(_purse(p), percent(p.chance)) for p in books.purses]
        table = grid(("Points the next phase gives", "Chance"), rows, "Points by the production die", look="nw-purse")
        figures = self.tables.all["production"]
        saved = ""
        if books.nation == "England":
            where = figures.origin("english points saved", "value")
            points = halves(float(books.saved))
            saved = f"<li>Saved: <b>{points}</b>{paragraph('WAP J.5.a')}{origin(where, 'limit')}</li>"
        lent = f"<li>Lent by England and landed: <b>{halves(float(books.lent))}</b>{paragraph('WAP J.5.b')}</li>"
        borrows = books.lent or (books.status == "anti-French" and books.nation != "England")
        notes = "".join(f"<li>{escape(words)}{paragraph(cite)}</li>" for words, cite in books.notes)
        return (
            f'<section><h3>Points · exact</h3>{table}<p class="nw-small">One die for each seat: a modified '
            f"{self.tables.production['two points from']} gives two points a city, else one."
            f"{paragraph('WAP J.2.b')}</p>"
            f'<ul class="nw-notes">{saved}{lent if borrows else ""}{notes}</ul></section>'
        )

    def _pool(self, books: show.Books) -> str:
        rows = [
            (_capital(escape(u.name)), str(u.here), halves(float(u.price)), f"+{u.more}" if u.more else "")
            for u in books.units
        ]
        where = self.tables.all["force-pools"].provenance
        if not rows:
            return f"<section><h3>Force pool</h3><p>Empty, and January {books.year} adds nothing.</p></section>"
        heads = ("Waiting", "in the pool", "points each", f"January {books.year}{origin(where)}")
        table = grid(heads, rows, f"Force pool of {books.nation}", look="nw-pool")
        return f"<section><h3>Force pool{paragraph('WAP J.1')}</h3>{table}</section>"

    def _keels(self, books: show.Books) -> str:
        if not books.keels:
            return ""
        rows = [
            (
                _capital(k.what),
                f"{bar(k.paid / k.price, 'gold')}<b>{halves(float(k.paid))}</b> of {halves(float(k.price))}",
            )
            for k in books.keels
        ]
        table = grid(("On the Production Track", "paid"), rows, "Ships being built", look="nw-keels")
        return f"<section><h3>Ships being built{paragraph('WAP J.6.c')}</h3>{table}</section>"

    def _minors(self) -> str:
        seen = self.seen()
        assert seen is not None
        rows = [
            (escape(n.name), escape(n.master), n.status, escape(f"{n.city}, {n.holder}"), n.pool or "–", n.more or "–")
            for n in show.minors(*seen)
        ]
        heads = ("Minor state", "under", "stands", "city, held by", "force pool", f"January {show.next_january(*seen)}")
        return grid(heads, rows, "Minor states", look="nw-words")

    def _prisoners(self) -> str:
        seen = self.seen()
        found = show.prisoners(seen[1]) if seen is not None else ()
        rows = [(escape(c.captor), escape(c.nation), escape(c.what)) for c in found]
        inner = grid(("Held by", "of", "what"), rows, "Prisoners", look="nw-words") if rows else "<p>None.</p>"
        return self.fold("prisoners", f"<b>Prisoners</b> ({len(rows)}){paragraph('WAP G.3')}", lambda: inner)

    def frame(self, what: str = "pools") -> pd.DataFrame:
        """What is shown as a data frame: ``pools``, ``cities``, ``points``, ``keels``, ``minors`` or ``prisoners``."""
        seen = self.seen()
        assert seen is not None
        every = [show.books(*seen, n) for n in range(6)]
        if what == "pools":
            return frame_of(
                ({"state": b.nation, "unit": u.name, "waiting": u.here, "points": float(u.price), "january": u.more}
                 for b in every for u in b.units),
                ("state", "unit", "waiting", "points", "january"),
            )  # fmt: skip
        if what == "cities":
            return frame_of(
                ({"state": b.nation, "city": t.name, "colour": t.colour, "held by": t.holder, "side": t.side,
                  "counts": t.gives} for b in every for t in b.towns),
                ("state", "city", "colour", "held by", "side", "counts"),
            )  # fmt: skip
        if what == "points":
            return frame_of(
                ({"state": b.nation, "any unit": float(p.red), "landwehr": float(p.black), "ships": float(p.white),
                  "exact": str(p.chance), "chance": float(p.chance)} for b in every for p in b.purses),
                ("state", "any unit", "landwehr", "ships", "exact", "chance"),
            )  # fmt: skip
        plain: dict[str, tuple[tuple[str, ...], Iterable[object]]] = {
            "keels": (("nation", "what", "paid", "price"), show.keels(*seen)),
            "minors": (("name", "master", "status", "city", "holder", "pool", "more"), show.minors(*seen)),
            "prisoners": (("captor", "nation", "what"), show.prisoners(seen[1])),
        }
        if what in plain:
            columns, things = plain[what]
            return frame_of(({c: _plain(getattr(thing, c)) for c in columns} for thing in things), columns)
        raise BadMessage("frame() gives pools, cities, points, keels, minors or prisoners.")


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Fraction) else value


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _colour(colour: str) -> str:
    """A city's colour as a chip with its letter."""
    letter, pays = show.COLOURS[colour]
    return f'<i class="nw-colour nw-c-{colour}" title="{pays}">{letter}</i>'


def _purse(p: show.Purse) -> str:
    parts = [f"<b>{halves(float(p.red))}</b> for any unit"]
    parts += [f"<b>{halves(float(p.black))}</b> for landwehr"] if p.black else []
    parts += [f"<b>{halves(float(p.white))}</b> for ships"] if p.white else []
    return ", ".join(parts)


def _offer(o: show.Offer) -> str:
    words = f"{o.number} {o.kind} of {o.nation} at {o.city}, {halves(float(o.price))} points"
    return (
        f'<button type="button" class="nw-b" {do("buy", o.at, words)} aria-label="{escape(words)}">+{o.number}</button>'
    )
