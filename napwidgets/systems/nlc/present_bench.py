"""The sandbox of NLC: a battle put together by hand, its exact odds, and what if."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from napwidgets.board.display import Battle, Field, Share, WhatIf
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.nlc.clash import ATTACK, DEFEND, Clash, Fighter, Force, force
from napwidgets.systems.nlc.odds import Odds, charge_odds, normal_odds
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.present_battle import (
    bombard_odds,
    brief,
    charge_words,
    mixed,
    normal_chances,
    normal_spreads,
    party,
    share,
    stands,
)
from napwidgets.systems.nlc.tables import Tables

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
#: The column of the terrain table for a kind of clash.
_COLUMN = {"normal": 0, "bombardment": 1, "charge": 2}
_START = {"a:i": 5, "a:c": 0, "a:f": 2, "d:i": 3, "d:c": 0, "d:f": 0}


class Bench:
    """A battle put together by hand (a `Sandbox`): strengths by arm, ground, morale; odds from the resolving code."""

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
                "Defender surrounded or charged in the flank",
                _YES,
                values.get("flanked", "0"),
                group="The battle",
            ),
        ]
        if values.get("kind", "normal") == "normal":
            for id, words in (("retreat", "Defender retreats when hit"), ("a:retreat", "Attacker retreats when hit")):
                found.append(Field(id, words, _YES, values.get(id, "0"), group="The battle"))
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
        """The battle with its exact odds, and those with one thing changed."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        clash = self._clash(v)
        parties = tuple(
            party(
                self.tables,
                f,
                ("Attacker", "Defender")[i],
                v[f"{'ad'[i]}:nation"],
                fires=not (clash.kind == "bombardment" and i == DEFEND),
                kind=clash.kind,
            )
            for i, f in enumerate(clash.forces)
        )
        title, what_if = dict(_KIND)[clash.kind], tuple(self._what_if(v))
        if clash.kind == "bombardment":
            return Battle(title, parties, *bombard_odds(self.tables, self.options, clash), what_if)
        if clash.kind == "charge":
            odds, p = self._charge(v, clash)
            more = [share("Infantry is not ready to receive (counted in)", p)] if p is not None else []
            return Battle(title, parties, *charge_words(odds, more), what_if)
        odds = normal_odds(self.tables, self.options, clash, _plan(v))
        return Battle(title, parties, normal_spreads(odds, _condition(v)), normal_chances(odds), what_if)

    def _clash(self, v: Mapping[str, str], *, ready: bool = True) -> Clash:
        kind = v["kind"]
        attack, defend = self._force(v, "a", kind, ready), self._force(v, "d", kind)
        self._possible(v, attack, defend)
        return Clash(kind, (attack, defend))

    def _charge(self, v: Mapping[str, str], clash: Clash) -> tuple[Odds, Fraction | None]:
        """The odds of a charge; undisrupted infantry may not be ready to receive it (7.10)."""
        odds = charge_odds(self.tables, self.options, clash)
        foot = tuple(f for f in clash.forces[DEFEND].fighters if f.kind == "i" and not f.disrupted)
        if not foot:
            return odds, None
        p = 1 - stands(self.tables, force(foot, clash.forces[DEFEND].mods))
        return mixed(odds, charge_odds(self.tables, self.options, self._clash(v, ready=False)), p), p

    # What if

    def _what_if(self, v: Mapping[str, str]) -> Iterator[WhatIf]:
        """The battle as it is, then with one thing changed at a time; what can't be is left out."""
        yield WhatIf("As it is", self._brief(v))
        for label, changes in self._changes(v):
            if all(v[id] == value for id, value in changes.items()):
                continue
            try:
                yield WhatIf(label, self._brief({**v, **changes}), tuple(changes.items()))
            except NapwidgetsError:
                continue

    def _brief(self, v: Mapping[str, str]) -> tuple[Share, ...]:
        clash = self._clash(v)
        if clash.kind == "bombardment":
            return bombard_odds(self.tables, self.options, clash)[1]
        if clash.kind == "charge":
            odds, _ = self._charge(v, clash)
            won = odds.results.chance(lambda r: not r.attacker_gives and not r.attacker_gone)
            lost = ((who, 1 - odds.steps(side)[0]) for who, side in (("Defender", DEFEND), ("Cavalry", ATTACK)))
            return (share("Cavalry wins", won), *(share(f"{who} loses a step", p) for who, p in lost))
        return brief(normal_odds(self.tables, self.options, clash, _plan(v)))

    def _changes(self, v: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        arm = {"normal": "i", "charge": "c", "bombardment": "f"}[v["kind"]]
        for value, words in _GROUND:
            if value in ("clear", "woods", "town", "chateau"):
                yield f"Defender in {words}", {"ground": value}
        if v["across"] != "none":
            yield "Fire goes across nothing", {"across": "none"}
        yield "Attacker +1 SP", {f"a:{arm}": str(min(30, int(v[f"a:{arm}"]) + 1))}
        if v["kind"] == "normal":
            guns = "0" if int(v["a:f"]) else "2"
            yield ("Attacker without guns" if guns == "0" else "Attacker with 2 SP of guns"), {"a:f": guns}
        if v["kind"] != "bombardment":
            yield "Defender +1 SP", {"d:i": str(min(30, int(v["d:i"]) + 1))}
            if v["kind"] == "charge" or v["ground"] not in ("town", "chateau"):
                yield ("Defender surrounded" if v["kind"] == "normal" else "Charged in the flank"), {"flanked": "1"}
        if v["kind"] == "normal":
            plans = (("Both stand", "0", "0"), ("Defender retreats when hit", "0", "1"))
            for words, attacker, defender in (*plans, ("Attacker retreats when hit", "1", "0")):
                yield words, {"a:retreat": attacker, "retreat": defender}

    def _possible(self, v: Mapping[str, str], attack: Force, defend: Force) -> None:
        kind, ground = v["kind"], v["ground"]
        if not attack.fighters or not defend.fighters:
            raise NapwidgetsError("Give both sides at least one strength point.")
        if kind == "charge" and any(f.kind != "c" for f in attack.fighters):
            raise NapwidgetsError("Only cavalry charges (NLC 7.7): take the attacker's infantry and guns away.")
        if kind == "bombardment" and any(not f.gun for f in attack.fighters):
            raise NapwidgetsError("Only artillery bombards (NLC 8.1): take the attacker's infantry and cavalry away.")
        if ground == "chateau" and [f.kind for f in defend.fighters] != ["i"]:
            raise NapwidgetsError(
                "Only a single infantry unit holds a chateau; with others in it it is open ground (NLC 10)."
            )
        if ground == "chateau" and v.get("retreat") == "1" and kind == "normal":
            raise NapwidgetsError("The garrison of a chateau does not retreat (NLC 10).")
        if self.tables.cover[ground][_COLUMN[kind]] is None:
            verb = {"charge": "charged (NLC 7.7", "bombardment": "bombarded (NLC 8.1"}.get(kind, "attacked (NLC 7.3")
            raise NapwidgetsError(f"{dict(_GROUND)[ground].capitalize()} can't be {verb}, 10).")

    def _force(self, v: Mapping[str, str], side: str, kind: str, ready: bool = True) -> Force:
        arms = [(arm, int(v[f"{side}:{arm}"])) for arm, _ in _ARMS]
        fighters = tuple(self._fighter(v, side, kind, arm, sp, n) for n, (arm, sp) in enumerate(arms) if sp > 0)
        mods = tuple(self._mods(v, side, kind))
        if kind != "charge" or side == "d":
            return force(fighters, mods)
        # Each advantage adds the strength once more, or one to every die (7.10, 25.11).
        advantages = min(2, (v["flanked"] == "1") + (v["d:disrupted"] == "1" or not ready))
        if self.options.six_to_hit:
            return force(fighters, mods, bonus=advantages)
        return force(fighters, mods, 1 + advantages)

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
        column = _COLUMN[kind]
        ground, across = v["ground"], v["across"]
        if side == "a":
            for key in (ground, across):
                if key in self.tables.cover and self.tables.cover[key][column]:
                    yield key, 100 - (self.tables.cover[key][column] or 0)
        elif ground == "woods" and kind == "normal":
            yield "woods", 100 - (self.tables.cover["woods"][0] or 0)
        if arm == "c" and kind == "normal":
            yield "cavalry", 50
        if v[f"{side}:disrupted"] == "1" and kind != "charge":
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


def _plan(v: Mapping[str, str]) -> tuple[bool, bool]:
    return v.get("a:retreat") == "1", v.get("retreat") == "1"


def _condition(v: Mapping[str, str]) -> str:
    """The plan in words, for the name of a distribution."""
    attacker, defender = _plan(v)
    if attacker and defender:
        return "if either side retreats when hit"
    if attacker or defender:
        return f"if the {'attacker' if attacker else 'defender'} retreats when hit"
    return "if both stand"
