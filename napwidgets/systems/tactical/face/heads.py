"""Cards of leaders and of aides with the dice that wait for them, and hidden marches of their formations."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.board.display import Card, Fact
from napwidgets.kernel.odds import distribution, percent
from napwidgets.systems.tactical.command.aides import falls
from napwidgets.systems.tactical.command.chits import below, commanders, coordination_odds, initial_odds
from napwidgets.systems.tactical.command.compliance import release_odds
from napwidgets.systems.tactical.command.hidden import hidden_odds, march_of
from napwidgets.systems.tactical.command.leaders import danger_odds, ride_cost
from napwidgets.systems.tactical.core.state import OFF, State
from napwidgets.systems.tactical.face.wording import half, order_words
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.sequence import first_odds

#: What a leader is, in words.
ROLES = {
    "overall": "overall commander",
    "wing": "wing commander",
    "formation": "commander",
    "division": "division commander",
}


def cards(x: Context, view: State, seat: str | None, hex: int) -> list[Card]:
    """The leaders and aides in a hex."""
    found = [_leader(x, view, seat, i) for i, leader in enumerate(view.leaders) if leader.hex == hex]
    return [*found, *(_aide(x, view, n) for n, aide in enumerate(view.aides) if aide.hex == hex)]


def _leader(x: Context, view: State, seat: str | None, i: int) -> Card:
    data = x.setting.leaders[i]
    facts = [Fact("Rating", str(x.rating(view, i)), "19.1")]
    if x.setting.sides[x.setting.leader_side[i]] == seat:
        for c, info in enumerate(x.setting.commands):
            if info.leader == i and (info.chit or info.chief):
                name = "Orders of his own" if info.chief else info.name
                cite = "20.15" if info.chief else "20.2"
                facts.append(Fact(name, order_words(x, view.commands[c].order), cite))
        facts.append(Fact("Movement left", f"{half(ride_cost(x, view.leaders[i], i))} MP", "19.1"))
        facts += _next_turn(x, view, i)
    facts.append(Fact("Hit each time when troops with him are", percent(danger_odds(x, i)), "19.2"))
    return Card(f"l:{i}", data.name, ROLES[data.role], nation_of(x, i), tuple(facts))


def _next_turn(x: Context, view: State, i: int) -> Iterator[Fact]:
    """What dice may bring a commander who rolls for his side next turn, as things stand."""
    if (up := release_odds(x, view, i)) < 1:
        yield Fact("Up and acting next turn", percent(up), "23")
    side = x.setting.leader_side[i]
    if i not in commanders(x, view, side) or view.turn >= x.setting.scenario.turns.count:
        return
    if sum(info.chit and below(x, i, c) for c, info in enumerate(x.setting.commands)) > 1:
        yield Fact("Coordinated action next turn", percent(coordination_odds(x, view, i)), "4.1")
    foes = commanders(x, view, 1 - side)
    # Who rolls for the enemy is known where one man can, and no other may be under a cover.
    chiefs = [j for j in x.setting.leaders_of[1 - side] if x.setting.leaders[j].role in ("overall", "wing")]
    hidden = x.ground.layout(view).under(side) and any(view.leaders[j].hex == OFF for j in chiefs)
    if len(foes) != 1 or hidden:
        return
    rollers = (i, foes[0]) if side == 0 else (foes[0], i)
    if x.options.igo_yougo:
        yield Fact("Decides who goes first next turn", percent(first_odds(x, view, rollers)[side]), "25.12")
    elif not any(rule.turn == view.turn + 1 for rule in x.setting.special("initial_action")):
        odds = initial_odds(x, view, rollers)
        yield Fact("Initial action next turn", f"{percent(odds[side])}; the enemy {percent(odds[1 - side])}", "4.2")


def _aide(x: Context, view: State, n: int) -> Card:
    aide = view.aides[n]
    facts = (Fact("Killed when troops with him are hit", percent(distribution(falls)[True]), "25.7.4"),)
    sender = aide.carries.sender
    nation = nation_of(x, sender) if sender >= 0 else x.setting.sides[aide.side]
    return Card(f"a:{n}", "Aide", f"rides to {x.setting.commands[aide.command].name}", nation, facts)


def marching(x: Context, view: State, c: int) -> str:
    """What a formation's line in the roster tells of its hidden march."""
    march = march_of(view, c)
    odds = 1 if march is None else hidden_odds(x, march)
    return f" · stays hidden next turn with {percent(odds)}" if odds < 1 else ""


def nation_of(x: Context, i: int) -> str:
    """A leader wears the colours of most of his men, an OC those of the side if any of them does."""
    side = x.setting.leader_side[i]
    own = [c for c in x.setting.commands if c.side == side and i in (c.leader, c.overall, c.wing)]
    nations = [x.infos[u].nation for c in own for u in c.units]
    colours = x.rules.colours[side]
    if not nations or (x.setting.leaders[i].role == "overall" and colours in nations):
        return colours
    return max(sorted(set(nations)), key=nations.count)
