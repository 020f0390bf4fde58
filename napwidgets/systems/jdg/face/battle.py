"""Battles before the dice: both forces, every modifier with its paragraph, exact chances, and the tactics as a game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from napwidgets.board.display import Battle as Shown
from napwidgets.board.display import Fact, Grid, Party, Share, Spread, WhatIf
from napwidgets.board.display import share as share
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, LONGEST, Battle, End, Part, battle_odds, parts
from napwidgets.systems.jdg.combat.muster import Clash, attackers, battle_of, defenders, ground
from napwidgets.systems.jdg.combat.phase import Begin, CombatPhase, Tactics
from napwidgets.systems.jdg.combat.retreat import MayOverrun
from napwidgets.systems.jdg.combat.sieges import ShelterChoice, SiegeChoice, Sortie, stormers
from napwidgets.systems.jdg.combat.tactics import Contest, contest
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.words import counted, side_colour, signed
from napwidgets.systems.jdg.forces import Force, Leader, Unit, allowed, average_cohesion
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State
from napwidgets.systems.jdg.step import subject_number
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.telling import sentence

_WHO = ("Attacker", "Defender")
#: Strengths of an enemy whose counters lie face down, for a table of what ifs.
_GUESSES = (3, 6, 10, 15, 21, 30)
_TONES = {True: "good", False: "bad"}


def battle(x: Context, s: State, subject: str | None, hex: int) -> Shown | None:
    """The battle at hand: the one whose tactics are chosen, the one that is decided about, or the one in the chosen
    box.
    """
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, (Tactics, MayOverrun)):
        return shown(x, s, step.clash, step.part if isinstance(step, Tactics) else ATTACK)
    if isinstance(step, ShelterChoice):
        begun = next((later.clash for later in reversed(s.agenda) if isinstance(later, Begin)), None)
        return shown(x, s, begun, ATTACK if begun.who == step.who else DEFEND) if begun is not None else None
    if isinstance(step, SiegeChoice):
        storms = stormers(x, s, step.box, step.who)
        return shown(x, s, Clash(step.box, step.who, assault=True), ATTACK) if storms else None
    if isinstance(step, Sortie):
        return shown(x, s, Clash(step.box, step.who, sortie=True), ATTACK)
    if isinstance(step, CombatPhase):
        box = subject_number(subject or "", "b") if subject else hex
        field = x.layout(s).field
        if box >= 0 and box in field[0] and box in field[1]:
            return shown(x, s, Clash(box, step.who), ATTACK)
    return None


def shown(x: Context, s: State, clash: Clash, part: int) -> Shown | None:
    """A battle as a seat can study it: exactly if it sees both sides, else against enemies of some strengths."""
    title = f"{'Assault on' if clash.assault else 'Battle at'} {x.box(clash.box)}"
    hidden = sum(n for box, side, n in s.unseen if box == clash.box)
    if hidden:
        return _guessed(x, s, clash, part, title, hidden)
    try:
        # Whoever is on the way to the guns comes in whatever battle lasts long enough (6.5.2).
        fought = battle_of(x, s, clash, LONGEST)
    except ValueError:
        return None
    sides = tuple(_named(x, s, clash, n, fought) for n in (ATTACK, DEFEND))
    chosen = clash.tactics if part == ATTACK else ("", "")
    return in_full(x.tables, fought, title, (sides[0], sides[1]), chosen)


def _named(x: Context, s: State, clash: Clash, part: int, fought: Battle) -> Party:
    pieces = attackers(x, s, clash) if part == ATTACK else defenders(x, s, clash)
    side = clash.who if part == ATTACK else other(clash.who)
    lines = [Fact(x.name(i), counted(s.counters[i].strength, "SP"), "JDG 8.3") for i in x.units(pieces)]
    lines += [Fact(f"★ {x.name(i)}", "leads", "JDG 8.5") for i in x.leaders(pieces)[:1]]
    plain = party(x.tables, fought, part)
    title = f"{_WHO[part]}: {x.setting.side_names[side]}"
    return replace(plain, title=title, nation=side_colour(x, side), lines=(*lines, *plain.lines))


def party(tables: Tables, fought: Battle, part: int) -> Party:
    """One side: cohesion, guns, cavalry, and what modifies its fire in the first round, each with its rule."""
    force = fought.forces[part]
    lines = [Fact("Average cohesion", str(average_cohesion(tables, force.units)), "JDG 1.2.2")]
    if force.artillery:
        lines.append(Fact("Artillery bonus", str(force.artillery), "JDG 8.4"))
    if force.cavalry:
        lines.append(Fact("Cavalry bonus", str(force.cavalry), "JDG 8.4"))
    lines += [Fact(sentence(p.name), _value(p), p.cite) for p in parts(tables, fought, part, 1)]
    return Party(_WHO[part], "", tuple(lines), f"{force.strength} SP")


def _value(p: Part) -> str:
    if p.what == "strength":
        return f"counts {Fraction(p.value, 4)}"
    return f"{signed(p.value)} {'column' if p.what == 'column' else 'on the die'}"


@lru_cache(maxsize=32)
def studied(tables: Tables, fought: Battle) -> Contest:
    """All pairs of tactics with exact odds; remembered, for a screen asks often."""
    return contest(tables, fought)


def in_full(
    tables: Tables, fought: Battle, title: str, sides: tuple[Party, Party], pick: tuple[str, str] = ("", "")
) -> Shown:
    """A battle with all pairs of tactics; the distributions are those of ``pick``, or of the safest pair."""
    found = studied(tables, fought)
    pair = pick if pick in found.pairs else (found.safest(ATTACK)[0], found.safest(DEFEND)[0])
    odds = found.pairs[pair].odds
    named = f"{pair[0]} against {pair[1]}"
    lost = tuple(
        Spread(
            f"{_WHO[k]} loses, {named}",
            tuple(share(str(n), p) for n, p in sorted(odds.map(_lost(k)))),
            "exact",
            "JDG 8.4",
        )
        for k in (DEFEND, ATTACK)
    )
    return Shown(title, sides, lost, outcome(odds), what_ifs(found), grid(found))


def _lost(part: int) -> Callable[[End], int]:
    return lambda end: end.lost[part]


def outcome(odds: Distribution[End]) -> tuple[Share, ...]:
    """Who wins."""
    won, lost = (odds.chance(lambda end, k=k: end.winner == k) for k in (ATTACK, DEFEND))  # type: ignore[misc]
    return (
        share("Attacker wins", won, "main"),
        share("Defender wins", lost, "main"),
        share("Indecisive: the attacker goes back", 1 - won - lost),
    )


def what_ifs(found: Contest) -> tuple[WhatIf, ...]:
    """Every pair of tactics: who wins how often."""
    lines = []
    for (a, d), pair in found.pairs.items():
        label = f"{a} against {d}: {counted(pair.rounds, 'round')}"
        lines.append(WhatIf(label, outcome(pair.odds), (("tactic:a", a), ("tactic:d", d))))
    return tuple(lines)


def grid(found: Contest) -> Grid:
    """The tactics as a game: what each pair is worth to the attacker in victory points, best replies marked."""
    best, mine = found.replies(DEFEND), found.replies(ATTACK)
    cells = tuple(
        tuple(_cell(found.pairs[a, d].worth, mine[d] == a, best[a] == d) for d in found.defender)
        for a in found.attacker
    )
    safe = found.safest(ATTACK)[0], found.safest(DEFEND)[0]
    note = f"Safest: {safe[0]} for the attacker, {safe[1]} for the defender."
    if found.settled():
        pairs = "; ".join(f"{a} against {d}" for a, d in found.settled())
        note += f" Neither would change: {pairs}."
    return Grid("Worth to the attacker, in victory points", found.attacker, found.defender, cells, note, "JDG 8.2")


def _cell(worth: Fraction, attack: bool, defend: bool) -> tuple[str, str]:
    """A cell with its signs: ▲ the attacker's best reply to its column, ▼ the defender's to its row."""
    signs = ("▲" if attack else "") + ("▼" if defend else "")
    return f"{float(worth):+.2f}{' ' + signs if signs else ''}", "best" if attack and defend else ""


# Enemies face down


def _guessed(x: Context, s: State, clash: Clash, part: int, title: str, hidden: int) -> Shown | None:
    """One's own force against enemies of several strengths, each of the same plain quality (reading 70), on the ground
    and in the weather that everybody sees.
    """
    pieces = attackers(x, s, clash) if part == ATTACK else defenders(x, s, clash)
    mine = x.force(s, [i for i in pieces if s.counters[i].at >= 0])
    if mine.strength < 1:
        return None
    empty = Battle((Force((Unit(1, 3),)), Force((Unit(1, 3),))), ground(x, s, clash))
    lines = []
    for strength in _GUESSES:
        foe = Force((Unit(strength, 3),), (Leader(2, 0, 2),))
        both = (mine, foe) if part == ATTACK else (foe, mine)
        fought = replace(empty, forces=both)
        for name in allowed(x.tables, mine)[-1:]:
            open_to = allowed(x.tables, foe)
            answer = "screen" if "screen" in open_to else next(iter(open_to), "skirmish")
            pair = (name, answer) if part == ATTACK else (answer, name)
            label = f"{strength} SP, cohesion 3: {pair[0]} against {pair[1]}"
            lines.append(WhatIf(label, outcome(battle_odds(x.tables, fought, pair))))
    side = clash.who if part == ATTACK else other(clash.who)
    plain = party(x.tables, replace(empty, forces=(mine, mine)), part)
    title_of_own = f"{_WHO[part]}: {x.setting.side_names[side]}"
    own = replace(plain, title=title_of_own, nation=side_colour(x, side))
    foe_side = Party(
        f"{_WHO[1 - part]}: face down",
        side_colour(x, other(side)),
        (Fact("Counters", str(hidden), "JDG 7.1", "units, leaders or dummies"),),
        "?",
    )
    sides = (own, foe_side) if part == ATTACK else (foe_side, own)
    return Shown(title, sides, (), (), tuple(lines))
