"""The sandbox: a battle put together by hand, its exact odds, and what if. It is staged on the board of `staged`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napwidgets.board.display import Battle, Field, Party, Share, WhatIf
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.tactical.core.arms import GUNS, LINE, MOUNTED
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.face.battles import (
    COLUMNS,
    bombard_odds,
    breaks,
    brief,
    charge_words,
    condition,
    normal_chances,
    normal_spreads,
    party,
    plans,
    share,
    with_ways,
)
from napwidgets.systems.tactical.face.staged import Staged, Troops, Way
from napwidgets.systems.tactical.face.ways import SAID
from napwidgets.systems.tactical.face.wording import doubt
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND, Clash
from napwidgets.systems.tactical.fighting.odds import normal_odds
from napwidgets.systems.tactical.fighting.way_back import AS_THEY_STAND, SHUT
from napwidgets.systems.tactical.ground.setting import ladder
from napwidgets.systems.telling import sentence

_YES = (("0", "no"), ("1", "yes"))
_ARMS = ((LINE, "Infantry"), (MOUNTED, "Cavalry"), (GUNS, "Artillery"))
_KIND = (
    ("normal", "Normal combat (7.3)"),
    ("charge", "Cavalry charge (7.7)"),
    ("bombardment", "Bombardment (8.1)"),
)
#: What troops may be; reserves don't attack (20.2).
_CONDITIONS = (
    ("lost", "Has lost a step"),
    ("disrupted", "Disrupted"),
    ("demoralized", "Demoralized"),
    ("reserve", "In reserve"),
)
_START = {"a:i": 5, "a:c": 0, "a:f": 2, "d:i": 3, "d:c": 0, "d:f": 0}
#: The most strength points of an arm.
_MOST = 30


class Bench:
    """A battle put together by hand (a `Sandbox`): strengths by arm, ground, morale; odds from the resolving code."""

    title = "Battle, put together by hand"
    #: The units of the title.
    troops: type[Troops] = Troops

    def __init__(self, rules: Ruleset, tables: Tables, options: Options) -> None:
        self.rules, self.tables, self.options = rules, tables, options

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form: how they fight and where, then both sides."""
        grounds = self._grounds()
        found = [
            Field("kind", "They fight by", _KIND, values.get("kind", "normal"), group="The battle"),
            Field("ground", "The defender stands in", grounds, values.get("ground", "clear"), group="The battle"),
            Field("across", "Fire goes across", self._hexsides(), values.get("across", "none"), group="The battle"),
            Field(
                "flanked",
                "Defender surrounded or charged in the flank",
                _YES,
                values.get("flanked", "0"),
                group="The battle",
            ),
        ]
        if values.get("kind", "normal") == "normal":
            for id, words in (
                ("retreat", "Defender retreats when hit"),
                ("a:retreat", "Attacker retreats when hit"),
                ("falls", "Defender has orders to fall back"),
            ):
                found.append(Field(id, words, _YES, values.get(id, "0"), group="The battle"))
        if values.get("kind", "normal") in ("normal", "charge"):
            found.append(
                Field("d:way", "Defender's way back", SAID, values.get("d:way", SAID[0][0]), group="The battle")
            )
        if values.get("kind", "normal") == "normal":
            found.append(
                Field("a:way", "Attacker's way back", SAID, values.get("a:way", SAID[0][0]), group="The battle")
            )
        found += self.circumstances(values, "The battle")
        for side, group in (("a", "Attacker"), ("d", "Defender")):
            nation = self.rules.colours[side == "d"]
            nations = tuple(self.rules.nations.items())
            found.append(Field(f"{side}:nation", "Nation", nations, values.get(f"{side}:nation", nation), group=group))
            found += [
                Field(
                    f"{side}:{arm}",
                    f"{words} (SP)",
                    (),
                    values.get(f"{side}:{arm}", str(_START[f"{side}:{arm}"])),
                    0,
                    _MOST,
                    group,
                )
                for arm, words in _ARMS
            ]
            for id, words in _CONDITIONS if side == "d" else _CONDITIONS[:-1]:
                found.append(Field(f"{side}:{id}", words, _YES, values.get(f"{side}:{id}", "0"), group=group))
            found += self.worth(values, side, group)
        return found

    # What a title adds

    def circumstances(self, values: Mapping[str, str], group: str) -> Sequence[Field]:
        """Fields of the battle that only this title has."""
        return ()

    def worth(self, values: Mapping[str, str], side: str, group: str) -> Sequence[Field]:
        """Fields of a side (``a`` or ``d``) that only this title has."""
        return ()

    def traits(self, v: Mapping[str, str], side: str, arm: str) -> Mapping[str, Any]:
        """What those fields make of a unit."""
        return {}

    def conditions(self, v: Mapping[str, str]) -> Mapping[str, Any]:
        """What those fields make of the battle: ``position`` and ``clock`` of `Staged`."""
        return {}

    def changes(self, v: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        """What if: words and fields beyond those of every title."""
        yield from ()

    def _grounds(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, kind.where) for name, kind in self.rules.terrain.items() if kind.passable)

    def _hexsides(self) -> tuple[tuple[str, str], ...]:
        return (("none", "nothing"), *((side.row, side.name) for side in self.rules.hexsides))

    def battle(self, values: Mapping[str, str]) -> Battle:
        """The battle with its exact odds, and those with one thing changed."""
        v = {f.id: values.get(f.id, f.value) for f in self.fields(values)}
        staged, kind, what_if = self._staged(v), v["kind"], tuple(self._what_if(v))
        title = dict(_KIND)[kind]
        if kind == "bombardment":
            clash = staged.bombardment()
            spreads, chances = bombard_odds(self.tables, self.options, clash)
            return Battle(title, self._parties(staged, clash, v), spreads, chances, what_if)
        if kind == "charge":
            odds, clash, p = staged.charge()
            more = [share("Infantry is not ready to receive (counted in)", p)] if p is not None else []
            parties = with_ways(self._parties(staged, clash, v), staged.back, clash)
            return Battle(title, parties, *charge_words(odds, more), what_if)
        clash = staged.normal()
        odds = normal_odds(self.tables, self.options, clash, _plan(v), staged.back)
        spreads = normal_spreads(odds, condition(clash, _plan(v)))
        parties = with_ways(self._parties(staged, clash, v), staged.back, clash)
        return Battle(title, parties, spreads, normal_chances(odds), what_if)

    def _parties(self, staged: Staged, clash: Clash, v: Mapping[str, str]) -> tuple[Party, Party]:
        attacker, defender = (
            party(
                staged.x,
                force,
                title,
                v[f"{side}:nation"],
                clash.kind,
                fires=fires,
                breaks=breaks(clash, "ad".index(side)),
            )
            for force, title, side, fires in zip(
                clash.forces, ("Attacker", "Defender"), "ad", (True, clash.kind != "bombardment"), strict=True
            )
        )
        return attacker, defender

    def _staged(self, v: Mapping[str, str]) -> Staged:
        """The battle on its board; a third unit on the far side closes the ring or comes into the flank (7.6, 7.10)."""
        attackers, defenders = self._troops(v, "a"), self._troops(v, "d")
        self._possible(v, attackers, defenders)
        ring = [self._unit(v, "a", LINE, 1, "N")] if v["flanked"] == "1" else []
        defend = "fall_back" if v.get("falls") == "1" else "reserve" if v["d:reserve"] == "1" else "defend"
        staged = Staged(
            self.rules,
            attackers,
            defenders,
            v["ground"],
            None if v["across"] == "none" else v["across"],
            ("attack", defend),
            options=self.options,
            tables=self.tables,
            bystanders=ring,
            demoralized=[n for n, side in enumerate("ad") if v[f"{side}:demoralized"] == "1"],
            ways=(v.get("a:way", AS_THEY_STAND), v.get("d:way", AS_THEY_STAND)),
            **self.conditions(v),
        )
        why = staged.why_not(v["kind"])
        if why is not None:
            raise NapwidgetsError(f"{sentence(why[0])} ({', '.join(why[1])}).")
        return staged

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
        staged = self._staged(v)
        if v["kind"] == "bombardment":
            return bombard_odds(self.tables, self.options, staged.bombardment())[1]
        if v["kind"] == "charge":
            odds, _, _ = staged.charge()
            won = odds.results.chance(lambda r: not r.attacker_gives and not r.attacker_gone)
            lost = ((who, 1 - odds.steps(side)[0]) for who, side in (("Defender", DEFEND), ("Cavalry", ATTACK)))
            return (share("Cavalry wins", won), *(share(f"{who} loses a step", p) for who, p in lost))
        return brief(normal_odds(self.tables, self.options, staged.normal(), _plan(v), staged.back))

    def _changes(self, v: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        arm = {"normal": LINE, "charge": MOUNTED, "bombardment": GUNS}[v["kind"]]
        for value, words in self._grounds():
            if "reconstructed" not in doubt(self.tables, "terrain", value, COLUMNS[v["kind"]])[0]:
                yield f"Defender in {words}", {"ground": value}
        if v["across"] != "none":
            yield "Fire goes across nothing", {"across": "none"}
        yield "Attacker +1 SP", {f"a:{arm}": str(min(_MOST, int(v[f"a:{arm}"]) + 1))}
        if v["kind"] == "normal":
            guns = "0" if int(v["a:f"]) else "2"
            yield ("Attacker without guns" if guns == "0" else "Attacker with 2 SP of guns"), {"a:f": guns}
        if v["kind"] != "bombardment":
            yield "Defender +1 SP", {"d:i": str(min(_MOST, int(v["d:i"]) + 1))}
            if v["kind"] == "charge" or not self.rules.terrain[v["ground"]].covers_flanks:
                yield ("Defender surrounded" if v["kind"] == "normal" else "Charged in the flank"), {"flanked": "1"}
            yield "Defender without a way back", {"d:way": SHUT}
        if v["kind"] == "normal":
            for words, (attacker, defender) in plans(self._staged(v).normal()):
                yield words, {"a:retreat": str(int(attacker)), "retreat": str(int(defender))}
        yield from self.changes(v)

    def _possible(self, v: Mapping[str, str], attackers: Sequence[Troops], defenders: Sequence[Troops]) -> None:
        if not attackers or not defenders:
            raise NapwidgetsError("Give both sides at least one strength point.")
        arms = [self.rules.kinds[unit.kind].arm for unit in attackers]
        if v["kind"] == "charge" and any(arm != MOUNTED for arm in arms):
            raise NapwidgetsError("Only cavalry charges (NLC 7.7): take the attacker's infantry and guns away.")
        if v["kind"] == "bombardment" and any(arm != GUNS for arm in arms):
            raise NapwidgetsError("Only artillery bombards (NLC 8.1): take the attacker's infantry and cavalry away.")
        ground = self.rules.terrain[v["ground"]]
        if ground.stronghold and [self.rules.kinds[unit.kind].arm for unit in defenders] != [LINE]:
            raise NapwidgetsError(
                f"Only a single infantry unit holds {ground.where}; with others in it it is open ground (NLC 10)."
            )
        if ground.stronghold and v.get("retreat") == "1" and v["kind"] == "normal":
            raise NapwidgetsError(f"The garrison of {ground.where} does not retreat (NLC 10).")

    def _troops(self, v: Mapping[str, str], side: str) -> list[Troops]:
        """The units of a side, of each arm one; the attackers' guns stand beside the others (5.3)."""
        return [
            self._unit(
                v,
                side,
                arm,
                sp,
                "SE" if arm == GUNS else "S",
                v[f"{side}:lost"] == "1",
                v[f"{side}:disrupted"] == "1",
            )
            for arm, _ in _ARMS
            if (sp := int(v[f"{side}:{arm}"])) > 0
        ]

    def _unit(
        self,
        v: Mapping[str, str],
        side: str,
        arm: str,
        sp: int,
        way: Way,
        lost: bool = False,
        disrupted: bool = False,
    ) -> Troops:
        """A unit with so many strength points now; one that has lost a step had twice as many."""
        kind = next(name for name, kind in self.rules.kinds.items() if kind.arm == arm)
        whole, reduced = (2 * sp, sp) if lost else (sp, (sp + 1) // 2)
        steps = len(ladder(whole, reduced, self.options)) - (2 if lost else 1)
        return self.troops(
            kind=kind,
            nation=v[f"{side}:nation"],
            strength=whole,
            reduced=reduced,
            steps=steps,
            disrupted=disrupted,
            from_=way,
            **self.traits(v, side, arm),
        )


def _plan(v: Mapping[str, str]) -> tuple[bool, bool]:
    return v.get("a:retreat") == "1", v.get("retreat") == "1"
