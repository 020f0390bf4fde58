"""What nobody may miss: a major falls, gets the peace it asked for, or changes sides (G.1, I.1, I.2.g)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import News
from napwidgets.kernel.system import Move
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, State
from napwidgets.systems.wap.states.diplomacy import PeaceAnswer

_SIDES = {FRENCH: "the French side", ENGLISH: "the anti-French side"}
_JOINS = {FRENCH: "now fights beside France", ENGLISH: "now fights against France"}


def news(x: Context, before: State, after: State, move: Move, seats: Sequence[str]) -> Iterator[News]:
    """What became of each major by one move, in words for the seats that look."""
    mine = {x.setting.seats.index(seat) for seat in seats}
    suit = next((step.major for step in before.agenda[-1:] if isinstance(step, PeaceAnswer)), -1)
    for major in range(6):
        own = x.commander(before, major) in mine
        if after.conquered[major] and not before.conquered[major]:
            peace = major == suit and isinstance(move, m.Accept)
            yield _peace(major, own) if peace else _conquest(major, after.conquered[major], own)
        elif after.status[major] != before.status[major]:
            yield _turn(major, after.status[major], x.commander(after, major) in mine)


def _conquest(major: int, side: int, own: bool) -> News:
    name = NATIONS[major]
    title = f"You have lost {name}" if own else f"{name} is conquered"
    return News(title, f"All that it lives on is held by {_SIDES[side]}. {_after(name)}", ("WAP I.1", "WAP I.2"))


def _peace(major: int, own: bool) -> News:
    name = NATIONS[major]
    title = f"Your {name} has its peace" if own else f"Peace with {name}"
    return News(title, f"The suit for peace is granted: {name} counts as conquered. {_after(name)}", ("WAP I.2.g",))


def _after(name: str) -> str:
    return (
        f"{name} is neutral now and its troops abroad are gone. Once its whole army is raised again, it may choose "
        "a side."
    )


def _turn(major: int, status: int, own: bool) -> News:
    name = NATIONS[major]
    if status == NEUTRAL:
        title, text = f"{name} leaves the war", "It is neutral now, and its troops abroad go home."
    else:
        title, text = f"{name} {_JOINS[status]}", f"It has joined {_SIDES[status]}."
    return News(title, f"{text} You command it." if own else text, ("WAP G.1",))
