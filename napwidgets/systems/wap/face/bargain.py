"""The pad for prisoners that are left in January: who is to go free, kind by kind, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Engine
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.words import points
from napwidgets.systems.wap.forces import KINDS
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import Captives, State
from napwidgets.systems.wap.states.bargains import BargainChoice, Group, worth

#: What a prisoner can be, in the order of a row of `Captives`: strength points by kind, then ships.
_WHAT = (*KINDS.values(), "squadrons", "transports")


def bargain(engine: Engine, x: Context, s: State, seat: str, step: BargainChoice, values: Mapping[str, str]) -> Draft:
    """An offer to another player: how many of each kind go free on either side."""
    others = step.open_to(x, s)
    chosen = {f"s{to}": to for to in others}
    to = chosen.get(values.get("to", ""), others[0])
    give, want = step.sides(x, s, to)
    fields = []
    if len(others) > 1:
        named = tuple((id, x.setting.seat_names[seat]) for id, seat in chosen.items())
        fields.append(Field("to", "Offer to", named, f"s{to}"))
    fields += [*_fields("give", "You release", give, values), *_fields("want", "They release", want, values)]
    move = m.Bargain(to, _chosen("give", give, values), _chosen("want", want, values))
    verb = "Release them" if to == step.seat else "Make the offer"
    here, there = (points(worth(x, group)) for group in (move.give, move.want))
    left = f"You give what {here} points would raise, and get what {there} would." if move.give or move.want else ""
    form = Draft(tuple(fields), title="A bargain over prisoners", verb=verb, left=left)
    try:
        engine.check(s, seat, move)
    except IllegalMove as refusal:
        return replace(form, why=refusal.why, why_cites=refusal.cites)
    return replace(form, move=move)


def _rows(group: Group) -> Iterator[tuple[int, Captives, int, int]]:
    """Each kind of prisoner: the place of its row in the group, the row, the kind's place, how many there are."""
    for i, c in enumerate(group):
        for kind, there in enumerate((*c.count, c.squadrons, c.transports)):
            if there:
                yield i, c, kind, there


def _number(values: Mapping[str, str], id: str, most: int) -> int:
    text = values.get(id, "")
    return min(int(text), most) if text.isdecimal() and len(text) < 4 else 0


def _fields(side: str, title: str, group: Group, values: Mapping[str, str]) -> Iterator[Field]:
    for i, c, kind, there in _rows(group):
        id = f"{side}{i}.{kind}"
        label = f"{title}: {_WHAT[kind]} of {NATIONS[c.nation]}"
        yield Field(id, label, value=str(_number(values, id, there)), low=0, high=there)


def _chosen(side: str, group: Group, values: Mapping[str, str]) -> Group:
    """The prisoners that the form names."""
    found: dict[int, list[int]] = {}
    for i, _, kind, there in _rows(group):
        found.setdefault(i, [0] * len(_WHAT))[kind] = _number(values, f"{side}{i}.{kind}", there)
    return tuple(
        replace(group[i], count=tuple(row[:-2]), squadrons=row[-2], transports=row[-1])
        for i, row in found.items()
        if any(row)
    )
