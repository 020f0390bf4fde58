"""The pad of a march: who sets out, by a forced march or not; where the force can go with that, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field, Spread, Target
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.battle import share
from napwidgets.systems.jdg.face.words import counted
from napwidgets.systems.jdg.forces import Unit
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching, dice_for_stragglers, route_to
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of
from napwidgets.systems.jdg.march.scouting import seen_odds
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State
from napwidgets.systems.jdg.throws import Parts, march_parts, stragglers

if TYPE_CHECKING:
    from napwidgets.systems.jdg.engine import Campaign as Engine

_YES = (("0", "no"), ("1", "yes"))


def draft(engine: Engine, s: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The form of a march for the box that is chosen; None where nobody is to march."""
    decision = engine.decision(s)
    step = s.agenda[-1] if s.agenda else None
    if decision is None or decision.seat != seat or not isinstance(step, MovementPhase):
        return None
    x: Context = engine.context
    at = place_of(values.get("focus", ""))
    here = groups.movable(x, s, at, step.who) if at is not None else []
    if not here:
        return None
    going = tuple(i for i in here if _ticked(values, f"go:{i}", i in usual_force(x, s, here)))
    forced = values.get("forced") == "1"
    form = Draft((), title=f"March from {x.box(at or 0)}", verb="Set out", targets=())
    move = m.Activate(going, forced)
    fields = _fields(x, s, here, going, forced)
    try:
        step.check(x, s, move)
    except IllegalMove as refusal:
        return replace(form, fields=tuple(fields), why=refusal.why, why_cites=refusal.cites)
    return _whereto(x, s, step, move, form, fields, values)


def usual_force(x: Context, s: State, here: Sequence[int]) -> tuple[int, ...]:
    """Who is ticked at first: the highest leader with the strongest stack of his army, else the strongest stack."""
    heads = x.leaders(here)
    army = x.army_of(s, heads[0]) if heads else groups.army_for(x, s, here)
    units = [i for i in here if x.pieces[i].leader is None and x.army_of(s, i) in (army, -1)]
    return (*heads[:1], *groups.strongest(x, s, units))


def _ticked(values: Mapping[str, str], id: str, default: bool) -> bool:
    return values[id] == "1" if id in values else default


def _fields(x: Context, s: State, here: Sequence[int], going: Sequence[int], forced: bool) -> list[Field]:
    order = [*x.leaders(here), *(i for i in here if x.pieces[i].leader is None)]
    found = [Field(f"go:{i}", _called(x, s, i), _YES, "1" if i in going else "0") for i in order]
    if going and groups.may_force(x, s, list(going)):
        found.append(Field("forced", "Forced march", _YES, "1" if forced else "0"))
    return found


def _scouting(x: Context, force: Marching, values: Mapping[str, str]) -> list[Field]:
    """Whether cavalry looks at an enemy rather than attacking him (6.3)."""
    if not force.rides(x):
        return []
    return [Field("scout", "Reconnoitre where enemies stand", _YES, values.get("scout", "0"))]


def _called(x: Context, s: State, i: int) -> str:
    piece, counter = x.pieces[i], s.counters[i]
    if piece.leader is not None:
        return f"★ {piece.name}"
    if piece.values is None:
        return f"{piece.name}"
    return f"{piece.name}, {counter.strength} SP" if piece.kind != "artillery" else piece.name


def _whereto(
    x: Context, s: State, step: MovementPhase, move: m.Activate, form: Draft, fields: list[Field],
    values: Mapping[str, str],
) -> Draft:  # fmt: skip
    price = groups.cost(x, s, move.pieces)
    points = f"{counted(price, 'command point')} of {s.points[groups.budget_for(x, s, move.pieces, step.who)]}"
    chances = _stragglers(x, s, move)
    if x.options.solitaire:
        left = f"{points}; how far they come is thrown for"
        return replace(form, fields=tuple(fields), left=left, move=move, chances=chances)
    force = step.force(x, s, move)
    fields += _scouting(x, force, values)
    targets = tuple(aims(x, s, force, move, force.rides(x) and values.get("scout") == "1"))
    where = values.get("where", "")
    fields.insert(0, Field("where", "Where to", _places(x, targets), where if where.isdecimal() else ""))
    left = f"{points}, {counted(force.left, 'movement point')}"
    form = replace(form, fields=tuple(fields), targets=targets, left=left, chances=chances, move=move)
    target = next((t for t in targets if str(t.hex) == where), None)
    if target is None:
        return replace(form, why="Click a lit box, or set out and choose as you go.")
    if chances is None and target.tone == "reconnaissance":
        form = replace(form, chances=_seen(x, s, force, target.hex))
    return replace(form, move=target.move, verb="March", arrival=f"{target.note} movement points")


def aims(x: Context, s: State, force: Marching, move: m.Activate, scout: bool = False) -> list[Target]:
    """Where a force can march, what it costs, and where it meets enemies, or looks at them."""
    foes = x.layout(s).count[other(force.who)]
    ways, found = force.ways(x, s), []
    for box, (far, _) in sorted(ways.items()):
        if box != force.at:
            looks = scout and box in foes
            there = replace(move, route=route_to(ways, box, force.at), scout=looks)
            tone = "reconnaissance" if looks else "attack" if box in foes else ""
            found.append(Target(box, there, str(far), tone, (force.at, *there.route) if force.at >= 0 else there.route))
    return found


def _places(x: Context, targets: Sequence[Target]) -> tuple[tuple[str, str], ...]:
    named = sorted(targets, key=lambda t: x.box(t.hex))
    words = [(str(t.hex), f"{x.box(t.hex)}, {t.note} MP{f', {t.tone}' if t.tone else ''}") for t in named]
    return (("", "choose, or click"), *words)


def _seen(x: Context, s: State, force: Marching, box: int) -> Spread:
    """How many units of the enemy a reconnaissance shows (6.3)."""
    odds, best = seen_odds(x, s, force.pieces, box, other(force.who))
    shares = tuple(share(str(n), p, "good" if n else "bad") for n, p in sorted(odds))
    return Spread("Units that show themselves" + (", at best" if best else ""), shares, "exact", "JDG 6.3")


def _stragglers(x: Context, s: State, move: m.Activate) -> Spread | None:
    """How many strength points fall out on a forced march or in a concentration, exactly (5.5.3)."""
    massed, units = not groups.fits(x, move.pieces), x.units(move.pieces)
    times = dice_for_stragglers(s, x.sides[units[0]], move.forced, massed) if units else 0
    if not times:
        return None
    heads = [v for i in x.leaders(move.pieces) if (v := x.pieces[i].leader) is not None]
    total: Distribution[int] = Distribution.sure(0)
    for i in units:
        unit = x.unit(s, i)
        parts = march_parts(x.tables, unit, heads, s.weather.name)
        total = total.then(partial(_fallen_out, x, unit, parts, times))
    shares = tuple(share(counted(n, "point"), p, "bad" if n else "good") for n, p in sorted(total))
    return Spread("Stragglers of the whole force", shares, "exact", "JDG 5.5.3")


def _fallen_out(x: Context, unit: Unit, parts: Parts, times: int, before: int, dice: Dice) -> int:
    return before + stragglers(x.tables, unit, parts, dice, times)
