"""The pad of a campaign: what a march or a voyage takes along, what is bought where; the map says where to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field, Target
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.bargain import bargain
from napwidgets.systems.wap.face.march import march
from napwidgets.systems.wap.face.sail import sail
from napwidgets.systems.wap.face.throws import groups_of, number, who_meets
from napwidgets.systems.wap.face.words import points
from napwidgets.systems.wap.forces import KINDS, SHORT, Count
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.money.production import MinorPurchase, Purchase
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.encounters import InterceptOffer, interception_parts
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import LEGION, NATIONS
from napwidgets.systems.wap.state import State, fleet_index, fleet_number
from napwidgets.systems.wap.states.bargains import BargainChoice
from napwidgets.systems.wap.step import subject_number

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine

_KINDS = tuple(KINDS.values())


def draft(engine: Engine, s: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The form for the present decision and what is chosen for it; None where there is nothing to fill in."""
    decision = engine.decision(s)
    if decision is None or decision.seat != seat:
        return None
    x: Context = engine.context
    step, subject = s.agenda[-1], values.get("focus", "")
    if isinstance(step, BargainChoice):
        return bargain(engine, x, s, seat, step, values)
    if isinstance(step, (Purchase, MinorPurchase)):
        return _purchase(engine, s, seat, step, values)
    if not any(known.id == subject for known in engine.subjects(s)):
        return None
    if isinstance(step, MovementPhase) and subject[:1] in "la":
        return march(engine, s, seat, step, subject, values)
    if isinstance(step, NavalPhase):
        return sail(engine, s, seat, step, fleet_index(s, subject_number(subject, "f")), values)
    if isinstance(step, InterceptOffer):
        return _intercept(x, s, engine, seat, step, fleet_index(s, subject_number(subject, "f")), values)
    return None


# Purchases (J.2, J.3)


def _purchase(
    engine: Engine, s: State, seat: str, step: Purchase | MinorPurchase, values: Mapping[str, str]
) -> Draft | None:
    """Troops of a kind, so many, in a city: the city by the list or on the map."""
    x: Context = engine.context
    offered = [move for move in engine.options(s) if isinstance(move, m.Buy)]
    if not offered:
        return None
    nation = _of(values, "nation", sorted({move.nation for move in offered}), "n")
    kinds = sorted({move.kind for move in offered if move.nation == nation})
    kind = _of(values, "kind", kinds, "k")
    cities = sorted({move.city for move in offered if move.nation == nation}, key=lambda c: x.setting.cities[c].name)
    waiting = step.waiting(x, s, nation)
    price, pool = x.tables.costs[SHORT[kind]], waiting[kind]
    most = max(move.number for move in offered if (move.nation, move.kind) == (nation, kind))
    many = number(values, "number", 1, max(1, pool), 1)
    city = int(values["city"]) if values.get("city") in {str(c) for c in cities} else -1
    fields = _purchase_fields(x, step, waiting, offered, nation, kind, many, city, cities, kinds)
    found = []
    for c in cities:
        move = m.Buy(nation, kind, many, c)
        if _refusal(engine, s, seat, move) is None:
            found.append(Target(x.setting.city_hex[c], move, f"{many}{SHORT[kind]}"))
    cost = f"{points(many * price)} {'point' if many * price <= 2 else 'points'}; at most {most} of this kind now"
    form = Draft(tuple(fields), targets=tuple(found), title="Raise troops", verb="Raise them", left=cost)
    if city < 0:
        return replace(form, why="Choose a city in the list, or click one that is lit on the map.")
    move = m.Buy(nation, kind, many, city)
    problem = _refusal(engine, s, seat, move)
    if problem is not None:
        return replace(form, why=problem.why, why_cites=problem.cites)
    return replace(form, move=move)


def _purchase_fields(
    x: Context, step: Purchase | MinorPurchase, waiting: Count, offered: list[m.Buy], nation: int, kind: int, many: int,
    city: int, cities: list[int], kinds: list[int],
) -> list[Field]:  # fmt: skip
    fields = []
    nations = sorted({move.nation for move in offered})
    if len(nations) > 1:
        buyer = step.nation if isinstance(step, Purchase) else -1
        named = ((n, LEGION if buyer not in (-1, n) else NATIONS[n]) for n in nations)
        fields.append(Field("nation", "For", tuple((f"n{n}", name) for n, name in named), f"n{nation}"))
    words = [(k, f"{_KINDS[k]}, {points(x.tables.costs[SHORT[k]])} each, {waiting[k]} left") for k in kinds]
    fields.append(Field("kind", "Troops", tuple((f"k{k}", text) for k, text in words), f"k{kind}"))
    fields.append(Field("number", "How many", value=str(many), low=1, high=max(1, waiting[kind])))
    places = [("", "choose, or click"), *((str(c), x.setting.cities[c].name) for c in cities)]
    fields.append(Field("city", "Where", tuple(places), str(city) if city >= 0 else ""))
    return fields


def _of(values: Mapping[str, str], id: str, known: list[int], letter: str) -> int:
    """A choice of the form; a letter before its number tells it from yes and no."""
    chosen = {f"{letter}{n}": n for n in known}
    return chosen.get(values.get(id, ""), known[0])


def _refusal(engine: Engine, s: State, seat: str, move: m.Move) -> IllegalMove | None:
    try:
        engine.check(s, seat, move)
    except IllegalMove as refusal:
        return refusal
    return None


# Interception (F.4)


def _intercept(
    x: Context, s: State, engine: Engine, seat: str, step: InterceptOffer, i: int, values: Mapping[str, str]
) -> Draft:
    """How many squadrons try to intercept, and which of them throw together (F.4.c)."""
    fleet = s.fleets[i]
    many = number(values, "squadrons", 1, fleet.squadrons, fleet.squadrons)
    groups, asked = groups_of(values, many)
    fields = (Field("squadrons", "Squadrons", value=str(many), low=1, high=fleet.squadrons), *asked)
    move = m.Intercept(fleet_number(s, i), many, groups)
    odds = naval.search_odds(x.tables, interception_parts(x, s, fleet, step.zone), move.throws)
    form = Draft(fields, chances=who_meets(odds, many), title="Interception", verb="Intercept")
    problem = _refusal(engine, s, seat, move)
    return replace(form, move=move) if problem is None else replace(form, why=problem.why, why_cites=problem.cites)
