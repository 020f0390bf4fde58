"""G.3.b. Bargains over the prisoners that are left when all equal exchanges are made.

Readings 90 and 91 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, names, refuse, say
from napwidgets.systems.wap.forces import NONE, SHORT, of, plus, spelled, within
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import Captives, State
from napwidgets.systems.wap.states.politics import EXCHANGE_ORDER, release
from napwidgets.systems.wap.step import SeatChoice, YesNo

Group = tuple[Captives, ...]


# What can be bargained for


def held(x: Context, s: State, captor: int, owner: int) -> Group:
    """The prisoners that one seat's states hold of another seat's states."""
    return tuple(c for c in s.captives if x.commander(s, c.captor) == captor and x.commander(s, c.serves) == owner)


def partners(x: Context, s: State, seat: int) -> list[int]:
    """The seats with which a seat has prisoners to bargain about; itself, if its states hold some of its own."""
    sides = ((x.commander(s, c.captor), x.commander(s, c.serves)) for c in s.captives)
    found = {a if b == seat else b for a, b in sides if seat in (a, b) and min(a, b) >= 0}
    return sorted(found)


def worth(x: Context, group: Iterable[Captives]) -> int:
    """What prisoners would cost to raise anew, in half points."""
    ship = x.tables.costs["naval unit"]
    return sum(
        sum(n * x.tables.costs[kind] for n, kind in zip(c.count, SHORT, strict=True))
        + (c.squadrons + c.transports) * ship
        for c in group
    )


def worth_at_most(x: Context, group: Group, limit: int) -> Group:
    """As many of some prisoners as are worth no more than so many half points, in the order of the exchange."""
    ship, found = x.tables.costs["naval unit"], []
    for c in group:
        count = NONE
        for kind in EXCHANGE_ORDER:
            price = x.tables.costs[SHORT[kind]]
            n = min(c.count[kind], limit // price)
            count = plus(count, of(kind, n))
            limit -= n * price
        squadrons = min(c.squadrons, limit // ship)
        transports = min(c.transports, limit // ship - squadrons)
        limit -= (squadrons + transports) * ship
        found.append(replace(c, count=count, squadrons=squadrons, transports=transports))
    return tuple(c for c in found if any(c.count) or c.squadrons + c.transports)


def even(x: Context, give: Group, want: Group) -> tuple[Group, Group]:
    """Both sides' prisoners, with no more of the dearer ones than the others are worth."""
    here, there = worth(x, give), worth(x, want)
    return (worth_at_most(x, give, there), want) if here > there else (give, worth_at_most(x, want, here))


def listed(group: Group) -> str:
    """Prisoners in words: ``2 infantry of Austria and 1 squadron of Russia``."""
    return names(f"{_spelled(c)} of {NATIONS[c.nation]}" for c in group)


def _spelled(c: Captives) -> str:
    ships = ((c.squadrons, "squadron"), (c.transports, "transport"))
    parts = [spelled(c.count)] if any(c.count) else []
    return names([*parts, *(f"{n} {word}{'s' * (n > 1)}" for n, word in ships if n)])


# The offer and its answer


class BargainChoice(SeatChoice, frozen=True, tag="bargain"):
    """A player may offer others to release prisoners; ``refused`` are the seats that took no offer of his (G.3.b)."""

    refused: tuple[int, ...] = ()

    def open_to(self, x: Context, s: State) -> list[int]:
        """The seats to which an offer can still be made."""
        return [seat for seat in partners(x, s, self.seat) if seat not in self.refused]

    def automatic(self, x: Context, s: State) -> bool:
        return not self.open_to(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        prompt = "Some prisoners are left after the exchange. Offer a bargain, or leave them where they are."
        return Question("bargain", "Prisoners", prompt, ("WAP G.3.b",))

    def sides(self, x: Context, s: State, to: int) -> tuple[Group, Group]:
        """What this seat could release to another one, and what it could ask for."""
        give = held(x, s, self.seat, to)
        return give, held(x, s, to, self.seat) if to != self.seat else ()

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        found: list[m.Move] = []
        for to in self.open_to(x, s):
            give, want = self.sides(x, s, to)
            pairs: list[tuple[Group, Group]] = [(give, want), (give, ()), ((), want)]
            if give and want:
                pairs.insert(0, even(x, give, want))
            found += [m.Bargain(to, *pair) for pair in dict.fromkeys(pairs) if any(pair)]
        return [*found, m.Done()]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Bargain):
            if problem := self.why_not(x, s, move):
                raise refuse("bargain", problem, "G.3.b")
        elif not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def why_not(self, x: Context, s: State, move: m.Bargain) -> str:
        """Why an offer can't be made; empty if it can."""
        if move.to in self.refused:
            return f"{x.setting.seat_names[move.to]} has refused an offer of yours this January."
        if move.to not in self.open_to(x, s):
            return "There is nobody there with prisoners of yours, or whose troops you hold."
        if not move.give and not move.want:
            return "Say who is to be released."
        give, want = self.sides(x, s, move.to)
        if not _among(move.give, give):
            return "You can release only prisoners that you hold, and that are of the player you make the offer to."
        if not _among(move.want, want):
            return "You can ask only for prisoners of your own that the other player holds."
        return ""

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Leave the prisoners where they are", "", ("WAP G.3.b",))
        if not isinstance(move, m.Bargain):
            return None
        text = f"Release {listed(move.give)}" if move.give else f"Ask for {listed(move.want)}"
        detail = f"for {listed(move.want)}" if move.give and move.want else "for nothing"
        return Label(text, f"{x.setting.seat_names[move.to]}: {detail}", ("WAP G.3.b",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Bargain):
            return s.pop()
        if move.to == self.seat:
            say(log, "release", f"{listed(move.give)} go free.", "G.3.b")
            return release(s, move.give)
        return s.push(BargainAnswer(self.seat, move.to, move.give, move.want))


def _among(part: Group, whole: Group) -> bool:
    """Whether some prisoners are a part of others, each kind named once."""
    there = {(c.captor, c.nation, c.under): c for c in whole}
    keys = [(c.captor, c.nation, c.under) for c in part]
    return len(set(keys)) == len(keys) and all(
        key in there and _within(c, there[key]) for key, c in zip(keys, part, strict=True)
    )


def _within(part: Captives, whole: Captives) -> bool:
    numbers = (*part.count, part.squadrons, part.transports)
    sound = len(part.count) == len(NONE) and min(numbers) >= 0 < max(numbers)
    ships = part.squadrons <= whole.squadrons and part.transports <= whole.transports
    return sound and ships and within(part.count, whole.count)


class BargainAnswer(YesNo, frozen=True, tag="bargain-answer"):
    """The other player takes an offer or refuses it; one that he refused he does not hear again (G.3.b)."""

    offerer: int
    to: int
    give: Group
    want: Group

    def side(self, x: Context, s: State) -> int:
        return self.to

    def question(self, x: Context, s: State) -> Question:
        who = x.setting.seat_names[self.offerer]
        terms = [f"releases {listed(self.give)}"] if self.give else []
        terms += [f"asks for {listed(self.want)}"] if self.want else []
        prompt = f"{who} {' and '.join(terms)}{'' if self.give and self.want else ', for nothing'}. Agreed?"
        return Question("bargain-answer", "Prisoners", prompt, ("WAP G.3.b",))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return Label("Agreed" if isinstance(move, m.Accept) else "Refuse", "", ("WAP G.3.b",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        who, other = x.setting.seat_names[self.offerer], x.setting.seat_names[self.to]
        if isinstance(move, m.Accept):
            text = f"{who} and {other} agree: {listed((*self.give, *self.want))} go free."
            say(log, "release", text, "G.3.b")
            return release(s, (*self.give, *self.want))
        say(log, "refused", f"{other} refuses {who}'s offer about prisoners.", "G.3.b")
        choice: BargainChoice = s.agenda[-1]
        return s.pop(replace(choice, refused=tuple(sorted({*choice.refused, self.to}))))
