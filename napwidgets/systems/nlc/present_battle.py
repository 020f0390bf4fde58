"""Battles for the screen: both sides with every modifier and its rule, and the exact odds from the resolving
code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from napwidgets.board.display import Battle, Fact, Field, Party, Share, Spread
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.clash import (
    ATTACK,
    DEFEND,
    FIRE_WORDS,
    MORALE_WORDS,
    Clash,
    Fighter,
    Force,
    fire,
    force,
    holds,
    morale,
    morale_parts,
)
from napwidgets.systems.nlc.combat import CombatSegment, fighters_in
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.fight import RetreatChoice
from napwidgets.systems.nlc.muster import (
    bombard_clash,
    charge_advantages,
    charge_clash,
    fighter,
    normal_clash,
    readiness,
)
from napwidgets.systems.nlc.odds import Odds, Result, charge_odds, normal_odds
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.present_words import signed
from napwidgets.systems.nlc.state import State
from napwidgets.systems.nlc.tables import Tables

if TYPE_CHECKING:
    from napwidgets.systems.nlc.engine import Battle as Engine

_WHO = ("Attacker", "Defender")
_KINDS = {"i": "infantry", "c": "cavalry", "f": "foot artillery", "h": "horse artillery"}


def morale_of(x: Context, view: State, u: int) -> tuple[int, str]:
    """A unit's morale when it is attacked, and in words what makes it up beyond the base (2.2)."""
    alone = force((fighter(x, view, u, True),))
    parts = morale_parts(x.tables, alone)
    words = ", ".join(f"{MORALE_WORDS[key][0]} {signed(value)}" for key, value in parts[1:] if key in MORALE_WORDS)
    return morale(x.tables, alone), words


def battle(engine: Engine, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
    """The battle being fought, or the one that the chosen stack would fight."""
    x: Context = engine.context
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, RetreatChoice):
        return _fought(x, step)
    if isinstance(step, CombatSegment) and subject is None:
        return _declared(x, view, step, hex)
    if subject is None or seat is None:
        return None
    found = [move for move in engine.options(view, subject) if isinstance(move, m.Attack | m.Bombard | m.Charge)]
    if not found:
        return None
    return _planned(x, view, next((f for f in found if _target(f) == hex), found[0]), step)


def _target(move: m.Attack | m.Bombard | m.Charge) -> int:
    return move.path[-1] if isinstance(move, m.Charge) else move.target


def _declared(x: Context, view: State, step: CombatSegment, hex: int) -> Battle | None:
    """The attacks declared so far against a hex."""
    targets = [t for _, t in step.plan]
    target = hex if hex in targets else targets[0] if targets else -1
    stacks = _stacks(x, view, step, target)
    if not stacks or not x.ground.layout(view).at.get(target):
        return None
    return _normal(x, normal_clash(x, view, stacks, target), f"{x.place(target)} attacked")


def _stacks(x: Context, view: State, step: object, target: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not isinstance(step, CombatSegment):
        return ()
    return tuple((h, units) for h, t in step.plan if t == target and (units := fighters_in(x, view, h)))


def _planned(x: Context, view: State, move: m.Attack | m.Bombard | m.Charge, step: object) -> Battle | None:
    target = _target(move)
    here = tuple(x.ground.layout(view).at.get(target, ()))
    if not here:
        return None
    where = x.board.title(target)
    if isinstance(move, m.Bombard):
        return _bombardment(x, bombard_clash(x, view, move.units, target), f"{where} bombarded")
    if isinstance(move, m.Charge):
        origin = move.path[-2] if len(move.path) > 1 else view.units[move.units[0]].hex
        return _charge(x, view, tuple((u, origin) for u in move.units), target, here)
    stacks = (*_stacks(x, view, step, target), (move.stack, fighters_in(x, view, move.stack)))
    return _normal(x, normal_clash(x, view, stacks, target), f"{where} attacked")


# Explanations


def _names(x: Context | None, f: Fighter, label: str = "") -> str:
    return x.infos[f.unit].name if x is not None else label or _KINDS[f.kind].capitalize()


def party(tables: Tables, side: Force, title: str, nation: str, x: Context | None = None, fires: bool = True) -> Party:
    """One side: each fighter with what reduces its fire, then its morale part by part."""
    lines = []
    for f in side.fighters:
        if not f.steps:
            continue
        words = [f"{FIRE_WORDS[key][0]} {percent} %" for key, percent in f.factors if key in FIRE_WORDS]
        cite = ", ".join(dict.fromkeys(FIRE_WORDS[key][1] for key, _ in f.factors if key in FIRE_WORDS))
        lines.append(Fact(f"{_names(x, f)}{': ' + ', '.join(words) if words else ''}", f"{f.sp} SP", cite))
    for key, value in morale_parts(tables, side):
        if key == "base":
            lines.append(Fact("Morale, base", str(value), "NLC 2.2"))
        elif key in MORALE_WORDS:
            text, cite = MORALE_WORDS[key]
            lines.append(Fact(text.capitalize(), signed(value), cite))
    lines.append(Fact("Stands on a die of", f"{morale(tables, side)} or less", "NLC 2.3"))
    return Party(title, nation, tuple(lines), f"fires with {side.strength}" if fires else "does not fire")


def _parties(x: Context, clash: Clash, quiet: bool = False) -> tuple[Party, Party]:
    found = []
    for which, side in enumerate(clash.forces):
        nation = x.infos[side.fighters[0].unit].nation
        names = ", ".join(x.infos[f.unit].name for f in side.fighters)
        found.append(party(x.tables, side, f"{_WHO[which]}: {names}", nation, x, not (quiet and which == DEFEND)))
    return found[0], found[1]


def _shares(chances: Distribution[int]) -> tuple[Share, ...]:
    return tuple(Share(str(k), str(p), float(p)) for k, p in sorted(chances))


def _share(label: str, p: Fraction, tone: str = "") -> Share:
    return Share(label, str(p), float(p), tone)


def normal_spreads(odds: Odds) -> tuple[Spread, ...]:
    """What a normal combat costs, if both sides stand."""
    return (
        Spread("Steps the defender loses, if both stand", _shares(odds.steps(DEFEND)), "exact", "NLC 7.1"),
        Spread("Steps the attacker loses, if both stand", _shares(odds.steps(ATTACK)), "exact", "NLC 7.1"),
    )


def normal_chances(tables: Tables, options: Options, clash: Clash, odds: Odds) -> tuple[Share, ...]:
    """Single chances of a normal combat, each under the name of what it is."""
    early = normal_odds(tables, options, clash, (False, True))
    return (
        _share("Defender fails morale and gives way", odds.gives_way(DEFEND), "main"),
        _share("Attacker fails morale and gives way", odds.gives_way(ATTACK)),
        _share("Defender is destroyed", odds.destroyed(DEFEND)),
        _share("Attacker loses a step or more", 1 - odds.steps(ATTACK)[0], "main"),
        _share("The same, if the defender retreats when hit", 1 - early.steps(ATTACK)[0]),
    )


def _normal(x: Context, clash: Clash, title: str) -> Battle:
    odds = normal_odds(x.tables, x.options, clash)
    chances = normal_chances(x.tables, x.options, clash, odds)
    return Battle(title, _parties(x, clash), normal_spreads(odds), chances)


def _bombardment(x: Context, clash: Clash, title: str) -> Battle:
    return Battle(title, _parties(x, clash, quiet=True), *bombard_odds(x.tables, x.options, clash))


def bombard_odds(tables: Tables, options: Options, clash: Clash) -> tuple[tuple[Spread, ...], tuple[Share, ...]]:
    """Hits of a bombardment; the first one disrupts, further ones cost steps (8.1)."""

    def step(now: Clash, dice: Dice) -> Clash:
        return fire(tables, options, now, dice)

    unit = 2 if options.tiny_units else 1
    hits = Distribution.sure(clash).then(step).map(lambda end: end.forces[DEFEND].hits // unit)
    spread = Spread("Hits on the target; the first one only disrupts", _shares(hits), "exact", "NLC 8.1")
    return (spread,), (
        _share("The target is disrupted", hits.chance(lambda n: n >= 1), "main"),
        _share("It loses a step as well", hits.chance(lambda n: n >= 2)),
    )


def _charge(
    x: Context, view: State, chargers: tuple[tuple[int, int], ...], target: int, here: tuple[int, ...]
) -> Battle:
    """A charge; the morale check of infantry that may not be ready is part of the odds (7.10)."""
    sure = charge_advantages(x, view, chargers, target, here, False)
    ready = readiness(x, view, here) if "not ready" not in sure else None
    clash = charge_clash(x, view, chargers, target, here, tuple(sure), ())
    odds = charge_odds(x.tables, x.options, clash)
    chances: list[Share] = []
    if ready is not None:
        shaken = charge_clash(x, view, chargers, target, here, (*sure, "not ready"), ())
        p = 1 - stands(x.tables, ready)
        odds = mixed(odds, charge_odds(x.tables, x.options, shaken), p)
        chances.append(_share("Infantry is not ready to receive (counted in)", p))
    return Battle(f"{x.board.title(target)} charged", _parties(x, clash), *charge_words(odds, chances))


def stands(tables: Tables, side: Force) -> Fraction:
    """The chance of passing a morale check."""
    return Distribution.sure(0).then(lambda _, dice: holds(tables, side, "morale", dice))[True]


def mixed(first: Odds, second: Odds, p: Fraction) -> Odds:
    """The odds of ``first``, but of ``second`` with probability ``p``."""
    found: dict[Result, Fraction] = {}
    for odds, share in ((first, 1 - p), (second, p)):
        for result, q in odds.results:
            if share:
                found[result] = found.get(result, Fraction(0)) + share * q
    return Odds(Distribution(found))


def charge_words(odds: Odds, chances: Sequence[Share] = ()) -> tuple[tuple[Spread, ...], tuple[Share, ...]]:
    """What a charge brings (7.7)."""
    spreads = (
        Spread("Steps the charged side loses", _shares(odds.steps(DEFEND)), "exact", "NLC 7.7"),
        Spread("Steps the cavalry loses", _shares(odds.steps(ATTACK)), "exact", "NLC 7.7"),
    )
    lost = odds.results.chance(lambda r: r.attacker_gives != "" or r.attacker_gone)
    won = _share("The cavalry wins", 1 - lost, "main")
    gone = _share("The charged side is destroyed by fire alone", odds.destroyed(DEFEND))
    return spreads, (
        won,
        gone,
        _share("The cavalry loses a step or more", 1 - odds.steps(ATTACK)[0]),
        *chances,
    )


def _fought(x: Context, step: RetreatChoice) -> Battle:
    """After the fire: hits are known, retreats are not."""
    unit = 2 if x.options.tiny_units else 1
    hits = [f.hits / unit for f in step.clash.forces]
    title = (
        f"Combat at {x.board.title(step.target)}: {hits[DEFEND]:g} hits on the defender, "
        f"{hits[ATTACK]:g} on the attacker"
    )
    chances = tuple(
        _share(
            f"{_WHO[which]} passes morale as he is now",
            stands(x.tables, side),
            "main" if which == step.which else "",
        )
        for which, side in enumerate(step.clash.forces)
    )
    return Battle(title, _parties(x, step.clash), (), chances)


# The sandbox

_YES = (("0", "no"), ("1", "yes"))
_NATIONS = tuple((n, n.capitalize() if n != "kgl" else "King's German Legion") for n in (
    "french", "british", "kgl", "hanoverian", "dutch", "nassau", "brunswick", "prussian"
))  # fmt: skip
_ARMS = (("i", "Infantry"), ("c", "Cavalry"), ("f", "Artillery"))
_GROUND = (
    ("clear", "open ground"),
    ("woods", "woods"),
    ("town", "a town"),
    ("chateau", "a chateau"),
    ("marsh", "a marsh"),
)
_ACROSS = (
    ("none", "nothing"),
    ("stream", "a stream"),
    ("ford", "a ford"),
    ("crest", "a crest, uphill"),
    ("bridge", "a bridge"),
)
_KIND = (
    ("normal", "Normal combat (7.3)"),
    ("charge", "Cavalry charge (7.7)"),
    ("bombardment", "Bombardment (8.1)"),
)
_START = {"a:i": 5, "a:c": 0, "a:f": 2, "d:i": 3, "d:c": 0, "d:f": 0}


class Bench:
    """A battle put together by hand (a `Sandbox`): strengths by arm, ground, morale; odds from the resolving
    code.
    """

    title = "Battle, put together by hand"

    def __init__(self, tables: Tables | None = None, options: Options | None = None) -> None:
        self.tables, self.options = tables or Tables(), options or Options()

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form: how they fight and where, then both sides."""
        found = [
            Field("kind", "They fight by", _KIND, values.get("kind", "normal"), group="The battle"),
            Field("ground", "The defender stands in", _GROUND, values.get("ground", "clear"), group="The battle"),
            Field("across", "Fire goes across", _ACROSS, values.get("across", "none"), group="The battle"),
            Field(
                "flanked",
                "Defender surrounded (flank charge)",
                _YES,
                values.get("flanked", "0"),
                group="The battle",
            ),
            Field("retreat", "Defender retreats when hit", _YES, values.get("retreat", "0"), group="The battle"),
        ]
        for side, group in (("a", "Attacker"), ("d", "Defender")):
            nation = "french" if side == "a" else "british"
            found.append(Field(f"{side}:nation", "Nation", _NATIONS, values.get(f"{side}:nation", nation), group=group))
            found += [
                Field(
                    f"{side}:{arm}",
                    f"{words} (SP)",
                    (),
                    values.get(f"{side}:{arm}", str(_START[f"{side}:{arm}"])),
                    0,
                    30,
                    group,
                )
                for arm, words in _ARMS
            ]
            for id, words in (
                ("lost", "Has lost a step"),
                ("disrupted", "Disrupted"),
                ("demoralized", "Demoralized"),
                ("reserve", "In reserve"),
            ):
                found.append(Field(f"{side}:{id}", words, _YES, values.get(f"{side}:{id}", "0"), group=group))
        return found

    def battle(self, values: Mapping[str, str]) -> Battle:
        """The battle with its exact odds."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        kind = v["kind"]
        attack, defend = self._force(v, "a", kind), self._force(v, "d", kind)
        self._possible(kind, attack, defend)
        clash = Clash(kind, (attack, defend))
        titles = ("Attacker", "Defender")
        parties = tuple(
            party(
                self.tables,
                f,
                titles[i],
                v[f"{'ad'[i]}:nation"],
                fires=not (kind == "bombardment" and i == DEFEND),
            )
            for i, f in enumerate(clash.forces)
        )
        title = dict(_KIND)[kind]
        if kind == "bombardment":
            return Battle(title, parties, *bombard_odds(self.tables, self.options, clash))
        if kind == "charge":
            return Battle(title, parties, *charge_words(charge_odds(self.tables, self.options, clash)))
        odds = normal_odds(self.tables, self.options, clash, (False, v["retreat"] == "1"))
        if v["retreat"] == "1":
            return Battle(
                title,
                parties,
                _retreating(odds),
                (_share("Attacker loses a step or more", 1 - odds.steps(ATTACK)[0]),),
            )
        return Battle(title, parties, normal_spreads(odds), normal_chances(self.tables, self.options, clash, odds))

    @staticmethod
    def _possible(kind: str, attack: Force, defend: Force) -> None:
        if not attack.fighters or not defend.fighters:
            raise NapwidgetsError("Give both sides at least one strength point.")
        if kind == "charge" and any(f.kind != "c" for f in attack.fighters):
            raise NapwidgetsError("Only cavalry charges (NLC 7.7): take the attacker's infantry and guns away.")
        if kind == "bombardment" and any(not f.gun for f in attack.fighters):
            raise NapwidgetsError("Only artillery bombards (NLC 8.1): take the attacker's infantry and cavalry away.")

    def _force(self, v: Mapping[str, str], side: str, kind: str) -> Force:
        arms = [(arm, int(v[f"{side}:{arm}"])) for arm, _ in _ARMS]
        fighters = tuple(self._fighter(v, side, kind, arm, sp, n) for n, (arm, sp) in enumerate(arms) if sp > 0)
        times = 2 if kind == "charge" and side == "a" and v["flanked"] == "1" else 1
        return force(fighters, tuple(self._mods(v, side, kind)), times)

    def _fighter(self, v: Mapping[str, str], side: str, kind: str, arm: str, sp: int, n: int) -> Fighter:
        factors = [(key, p) for key, p in self._factors(v, side, kind, arm) if p != 100]
        lost = v[f"{side}:lost"] == "1"
        ladder = (0, sp, 2 * sp) if lost else (0, (sp + 1) // 2, sp)
        nation = v[f"{side}:nation"]
        return Fighter(
            unit=n,
            kind=arm,
            ladder=ladder,
            steps=1 if lost else 2,
            base=self._base(nation, arm, side),
            hardy=nation in ("british", "kgl"),
            disrupted=v[f"{side}:disrupted"] == "1",
            factors=tuple(factors),
            stays=side == "d" and v["ground"] == "chateau" and arm == "i",
        )

    def _base(self, nation: str, arm: str, side: str) -> int:
        table = self.tables.morale
        if nation == "british" and arm == "c":
            return table["british cavalry"]
        if nation == "british" and arm == "i" and side == "d":
            return table["british infantry defending"]
        return table[nation] if nation in ("nassau", "dutch") else table["all"]

    def _factors(self, v: Mapping[str, str], side: str, kind: str, arm: str) -> Iterable[tuple[str, int]]:
        column = {"normal": 0, "bombardment": 1, "charge": 2}[kind]
        ground, across = v["ground"], v["across"]
        if side == "a":
            for key in (ground, across):
                if key in self.tables.cover and self.tables.cover[key][column]:
                    yield key, 100 - (self.tables.cover[key][column] or 0)
        elif ground == "woods" and kind == "normal":
            yield "woods", 100 - (self.tables.cover["woods"][0] or 0)
        if arm == "c" and kind == "normal":
            yield "cavalry", 50
        if v[f"{side}:disrupted"] == "1" and not (kind == "charge" and side == "d"):
            yield "disrupted", 50
        if side == "d" and kind == "charge" and arm != "c":
            yield ("flank charge", 0) if v["flanked"] == "1" else ("charged", 50)
        if side == "d" and arm == "f" and kind == "normal" and int(v["d:i"]) + int(v["d:c"]) == 0:
            yield "alone", 50

    def _mods(self, v: Mapping[str, str], side: str, kind: str) -> Iterable[tuple[str, int]]:
        table, foe = self.tables.modifiers, "d" if side == "a" else "a"
        for id in ("demoralized", "reserve"):
            if v[f"{side}:{id}"] == "1":
                yield id, table[id]
        if kind == "normal" and int(v[f"{foe}:f"]) > 0:
            yield "artillery fire", table["artillery fire"]
        if kind == "normal" and side == "d" and v["flanked"] == "1" and v["ground"] not in ("town", "chateau"):
            yield "flanked", table["flanked"]


def _retreating(odds: Odds) -> tuple[Spread, ...]:
    return (
        Spread(
            "Steps the defender loses, if he retreats when hit",
            _shares(odds.steps(DEFEND)),
            "exact",
            "NLC 7.4",
        ),
        Spread(
            "Steps the attacker loses, if the defender retreats when hit",
            _shares(odds.steps(ATTACK)),
            "exact",
            "NLC 7.4",
        ),
    )
