"""J. Production as a report: the purchases open now, and the books of each state; what is pressed there is bought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from napwidgets.board import report as r
from napwidgets.board.panels import BadMessage, Glance, Play, number_of
from napwidgets.board.report import Bold, Cites, Percent, Press, Section, Small, Table, Text, Words
from napwidgets.kernel.game import Option
from napwidgets.kernel.system import Decision
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face import production_desk as show
from napwidgets.systems.wap.face.figures import Reader, chosen, halves, origins_of, paragraph
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import State

#: Offers shown at once.
AT_ONCE = 4
_STATUS = {"pro-French": "french", "anti-French": "english"}

Rows = tuple[Sequence[str], Sequence[Mapping[str, Any]]]


class Asked(Struct, frozen=True):
    """Whose books are asked for: a major state's by its number; None: of the state that buys."""

    state: int | None = None


class ProductionPanel(Reader):
    """What a state can raise and what it has raised (a `Panel`); it needs a game."""

    kinds: tuple[str, ...] = ("purchase", "minor-purchase")

    def start(self) -> Asked:
        return Asked()

    def here(self, at: Glance) -> tuple[Context, State]:
        """The rules and the view; raises `BadMessage` in a sandbox."""
        seen = self.seen(at)
        if seen is None:
            raise BadMessage("There are books of a game alone.")
        return seen

    def _step(self, at: Glance) -> Purchase | MinorPurchase | None:
        """The purchase that must be decided now, by whomever."""
        agenda = self.here(at)[1].agenda
        top = agenda[-1] if agenda else None
        return top if isinstance(top, (Purchase, MinorPurchase)) else None

    def nation(self, at: Glance, asked: Asked) -> int:
        """The state whose books are open: the one asked for, else the one that buys, else France."""
        step = self._step(at)
        if asked.state is not None:
            return asked.state
        return step.nation if isinstance(step, Purchase) else 0

    def report(self, at: Glance, asked: Asked, part: str = "") -> r.Report:
        pages: r.Report = ()
        if "books" in at.opened:
            books = show.books(*self.here(at), self.nation(at, asked))
            left = (_towns(books), self._points(at, books))
            right = (self._pool(at, books), *_keels(books))
            pages = (_tabs(books), r.Halves(left, right))
        opened = (Bold("The books"), " · cities, points, force pool, ships being built")
        head = (Bold("Minor states"), " · one of each group buys in a phase", paragraph("WAP J.3.b"))
        sources = (("force-pools", "force pools"), ("production", "production"), ("costs", "costs"))
        return (
            r.Title("Production", self.when(at)),
            self._buy(at),
            r.Fold("books", opened, pages),
            r.Fold("minors", head, (self._minors(at),) if "minors" in at.opened else ()),
            self._prisoners(at),
            origins_of(self.tables(at), sources),
        )

    # Buying

    def _buy(self, at: Glance) -> r.Block:
        if self._step(at) is None or at.decision is None:
            told = "Nothing is bought now: each state buys in the Reinforcement Phase of its segment."
            return Text((told, paragraph("WAP E.1.b")), "must")
        if not at.options:
            return Text(f"{at.decision.title}: another seat decides.", "must")
        return self._open(at, at.decision)

    def _open(self, at: Glance, decision: Decision) -> Section:
        """The purchases that can be made now."""
        x = self.here(at)[0]
        moves = [option.move for option in at.options]
        prompt = Text((decision.prompt, Cites(decision.cites)))
        blocks = (prompt, *self._raise(at, x, moves), *_rest(x, moves, at.options), r.Row(_done(moves)))
        return Section(blocks, decision.title, "buy", live=True)

    def _raise(self, at: Glance, x: Context, moves: list[m.Move]) -> r.Report:
        """The troops that can be bought: many choices open on demand."""
        count = sum(isinstance(move, m.Buy) for move in moves)
        if count <= AT_ONCE:
            return _troops(x, moves)
        head = (Bold("Raise troops"), f" · {count} choices")
        return (r.Fold("troops", head, _troops(x, moves) if "troops" in at.opened else ()),)

    # The books

    def _points(self, at: Glance, books: show.Books) -> Section:
        production, figures = self.tables(at).production, self.tables(at).all["production"]
        rows = tuple((_purse(p), (Percent(p.chance),)) for p in books.purses)
        heads = ("Points the next phase gives", "Chance")
        table = Table(heads, rows, "Points by the production die", look="purse")
        die = f"One die for each seat: a modified {production['two points from']} gives two points a city, else one."
        notes: list[Words] = []
        if books.nation == "England":
            where = r.Origin(figures.origin("english points saved", "value"), "limit")
            notes.append(("Saved: ", Bold(halves(books.saved)), paragraph("WAP J.5.a"), where))
        if books.lent or (books.status == "anti-French" and books.nation != "England"):
            notes.append(("Lent by England and landed: ", Bold(halves(books.lent)), paragraph("WAP J.5.b")))
        notes += [(words, paragraph(cite)) for words, cite in books.notes]
        told = Text((die, paragraph("WAP J.2.b")), "small")
        return Section((table, told, r.Bullets(tuple(notes))), "Points · exact")

    def _pool(self, at: Glance, books: show.Books) -> Section:
        rows = tuple(
            (sentence(u.name), str(u.here), halves(u.price), f"+{u.more}" if u.more else "") for u in books.units
        )
        if not rows:
            return Section((Text(f"Empty, and January {books.year} adds nothing."),), "Force pool")
        where = r.Origin(self.tables(at).all["force-pools"].provenance)
        heads: tuple[Words, ...] = ("Waiting", "in the pool", "points each", (f"January {books.year}", where))
        table = Table(heads, rows, f"Force pool of {books.nation}", look="pool")
        return Section((table,), ("Force pool", paragraph("WAP J.1")))

    def _minors(self, at: Glance) -> Table:
        seen = self.here(at)
        rows = tuple(
            (n.name, n.master, n.status, f"{n.city}, {n.holder}", n.pool or "–", n.more or "–")
            for n in show.minors(*seen)
        )
        heads = ("Minor state", "under", "stands", "city, held by", "force pool", f"January {show.next_january(*seen)}")
        return Table(heads, rows, "Minor states", look="words")

    def _prisoners(self, at: Glance) -> r.Fold:
        rows = tuple((c.captor, c.nation, c.what) for c in show.prisoners(self.here(at)[1]))
        told = Table(("Held by", "of", "what"), rows, "Prisoners", look="words") if rows else Text("None.")
        head = (Bold("Prisoners"), f" ({len(rows)})", paragraph("WAP G.3"))
        return r.Fold("prisoners", head, (told,) if "prisoners" in at.opened else ())

    # What is pressed

    def press(self, at: Glance, asked: Asked, name: str, arg: str) -> Asked | Play:
        if name == "books":
            return Asked(number_of(arg, 0, 5))
        if name == "done":
            if not at.options:
                raise BadMessage("Nothing is being bought now.")
            return Play(m.Done())
        choice = arg.rpartition("=")[2] if name == "place" else arg
        if name == "place" and not choice:
            return asked
        if not at.options:
            raise BadMessage("Nothing can be bought now.")
        return Play(at.options[number_of(choice, 0, len(at.options) - 1)].move)

    # Data frames

    def rows(self, at: Glance, asked: Asked, what: str) -> Rows:
        x, s = self.here(at)
        minors = ("name", "master", "status", "city", "holder", "pool", "more")
        frames: dict[str, Callable[[], Rows]] = {
            "pools": lambda: _pool_rows(_every(x, s)),
            "cities": lambda: _city_rows(_every(x, s)),
            "points": lambda: _point_rows(_every(x, s)),
            "keels": lambda: _plain(("nation", "what", "paid", "price"), show.keels(x, s)),
            "minors": lambda: _plain(minors, show.minors(x, s)),
            "prisoners": lambda: _plain(("captor", "nation", "what"), show.prisoners(s)),
        }
        return chosen(frames, what)()


def _every(x: Context, s: State) -> list[show.Books]:
    """The books of all majors."""
    return [show.books(x, s, n) for n in range(6)]


def _pool_rows(every: list[show.Books]) -> Rows:
    rows = [
        {"state": b.nation, "unit": u.name, "waiting": u.here, "points": float(u.price), "january": u.more}
        for b in every for u in b.units
    ]  # fmt: skip
    return ("state", "unit", "waiting", "points", "january"), rows


def _city_rows(every: list[show.Books]) -> Rows:
    rows = [
        {"state": b.nation, "city": t.name, "colour": t.colour, "held by": t.holder, "side": t.side, "counts": t.gives}
        for b in every for t in b.towns
    ]  # fmt: skip
    return ("state", "city", "colour", "held by", "side", "counts"), rows


def _point_rows(every: list[show.Books]) -> Rows:
    rows = [
        {"state": b.nation, "any unit": float(p.red), "landwehr": float(p.black), "ships": float(p.white),
         "exact": str(p.chance), "chance": float(p.chance)}
        for b in every for p in b.purses
    ]  # fmt: skip
    return ("state", "any unit", "landwehr", "ships", "exact", "chance"), rows


def _plain(columns: tuple[str, ...], things: Iterable[object]) -> Rows:
    def cell(value: object) -> object:
        return float(value) if isinstance(value, Fraction) else value

    return columns, [{c: cell(getattr(thing, c)) for c in columns} for thing in things]


# Purchases


def _troops(x: Context, moves: list[m.Move]) -> r.Report:
    """A row a kind, a column a city, a button a number."""
    offers = show.offers(x, moves)
    if not offers:
        return ()
    cities = list(dict.fromkeys(o.city for o in offers))
    kinds = list(dict.fromkeys((o.nation, o.kind) for o in offers))
    several = len({nation for nation, _ in kinds}) > 1
    rows = []
    for nation, kind in kinds:
        mine = [o for o in offers if (o.nation, o.kind) == (nation, kind)]
        name = f"{nation}: {kind}" if several else sentence(kind)
        each = Small(f"{halves(mine[0].price / mine[0].number)} each")
        cells = [tuple(_offer(o) for o in mine if o.city == city) for city in cities]
        rows.append(((f"{name} ", each), *cells))
    return (Table(("Raise", *cities), tuple(rows), "Troops that can be bought", look="offers"),)


def _offer(o: show.Offer) -> Press:
    words = f"{o.number} {o.kind} of {o.nation} at {o.city}, {halves(o.price)} points"
    return Press(f"+{o.number}", "buy", str(o.at), label=words, key=words)


def _rest(x: Context, moves: list[m.Move], options: tuple[Option, ...]) -> r.Report:
    """Leaders who join at a city, ships, repairs, Lloyd's bill."""
    first = ("", "choose …")
    places = tuple(
        r.Pick("place", (first, *((str(i), city) for i, city in cities)), f"{name} joins at", name)
        for name, cities in show.leaders(x, moves).items()
    )
    others = []
    for i in show.others(moves):
        label = options[i].label
        others.append(Press((label.text, Cites(label.cites), Small(f" {label.detail}")), "buy", str(i)))
    return (*((r.Row(places, "places"),) if places else ()), *((r.Row(tuple(others)),) if others else ()))


def _done(moves: list[m.Move]) -> Words:
    if any(isinstance(move, m.Done) for move in moves):
        return (Press("Buy nothing more", "done", kind="main"),)
    return (r.Owes("Something must be paid first, as above."),)


# The books


def _tabs(books: show.Books) -> r.Tabs:
    presses = tuple(Press(name, "books", str(n), "quiet", name == books.nation) for n, name in enumerate(NATIONS[:6]))
    return r.Tabs("Whose books", presses, "states")


def _towns(books: show.Books) -> Section:
    rows = []
    for t in books.towns:
        letter, pays = show.COLOURS[t.colour]
        holder = (r.Dot(_STATUS.get(t.side, "neutral")), t.holder)
        rows.append(((r.Chip(letter, t.colour, pays), t.name), pays, holder, "counts" if t.gives else "no"))
    table = Table(("City", "pays for", "held by", "now"), tuple(rows), f"Cities of {books.nation}", look="towns")
    who = Small(f"{books.status}, bought for by {books.seat}")
    return Section((table,), (f"{books.nation}'s cities ", who))


def _keels(books: show.Books) -> r.Report:
    if not books.keels:
        return ()
    rows = tuple(
        (sentence(k.what), (r.Bar(k.paid / k.price, "gold"), Bold(halves(k.paid)), f" of {halves(k.price)}"))
        for k in books.keels
    )
    table = Table(("On the Production Track", "paid"), rows, "Ships being built", look="keels")
    return (Section((table,), ("Ships being built", paragraph("WAP J.6.c"))),)


def _purse(p: show.Purse) -> Words:
    words: list[r.Word] = [Bold(halves(p.red)), " for any unit"]
    words += [", ", Bold(halves(p.black)), " for landwehr"] if p.black else []
    words += [", ", Bold(halves(p.white)), " for ships"] if p.white else []
    return tuple(words)
