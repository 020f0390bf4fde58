"""What English transports carry for the computer player of War and Peace: loans, and troops for friends who fight."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Engine
from napwidgets.players.wap_land import Temper, distances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.sea.cargo import same_colour, transports_for
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, PRUSSIA, RUSSIA, SPAIN
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, Fleet, State
from napwidgets.systems.wap.states.diplomacy import court_odds

#: What a major is worth to whoever wins it over, beside its chance.
WORTH = {AUSTRIA: 1.1, PRUSSIA: 1.0, RUSSIA: 1.3, SPAIN: 1.0}
#: What it is worth to make a friend of the enemy neutral, beside making a neutral a friend of ours.
HALFWAY = 0.5
#: London keeps this many strength points at home before troops are shipped abroad.
HOME_GUARD = 3
#: Troops go where enemies are within so many movement points, and not where they are this near and more.
THEATRE, BEACH = 25, 4
#: How fast troops count less there for each movement point, and how much more our own draw than the enemy.
FADING, COMPANY = 0.9, 3.0


def convoy(engine: Engine, x: Context, s: State, subject: str, fleet: Fleet, mood: Temper) -> m.Sail | None:
    """Where transports go: a loan that turns a state, else troops, else back for the next ones."""
    sails = [move for move in engine.options(s, subject) if isinstance(move, m.Sail)]
    if loans := [move for move in sails if move.cargo.points]:
        worth = {move: _loan(x, s, move, mood) for move in loans}
        best = max(loans, key=lambda move: (worth[move], -move.to))
        if worth[best] > 0:
            return _lightly(engine, s, best) if mood.purse else best
        if not mood.purse:
            return None
    if (troops := _troops(engine, x, s, fleet, sails, mood)) is not None:
        return troops
    return _home(x, s, fleet, sails) if fleet.nation == ENGLAND and mood.purse else None


def _english_at(x: Context, s: State, hex: int) -> int:
    """English strength points in a hex."""
    return sum(sum(army.count) for army in x.armies_at(s, hex) if army.nation == ENGLAND)


def _loan(x: Context, s: State, move: m.Sail, mood: Temper) -> float:
    """What points landed on a coast add to the chance to win that state over."""
    state = x.setting.owner[move.to]
    if not 2 <= state < 6 or s.status[state] == ENGLISH or state in x.setting.seat_of_major or s.conquered[state]:
        return 0.0
    if not mood.purse:
        return 0.1 + court_odds(x, s, ENGLISH, state)
    odds = court_odds(x, s, ENGLISH, state, move.cargo.points)
    # A loan that leaves the die as it was buys nothing.
    return WORTH[state] * step(s, state) * odds if odds > court_odds(x, s, ENGLISH, state) else 0.0


def step(s: State, major: int) -> float:
    """What the next step of a major is worth: the one that brings it to our side more than one that only takes it
    from the enemy, for he may take it back.
    """
    return 1.0 if s.status[major] == NEUTRAL else HALFWAY


def _lightly(engine: Engine, s: State, loan: m.Sail) -> m.Sail:
    """A loan with no more transports than it takes: the others carry the next one while these come back."""
    return _if_legal(engine, s, structs.replace(loan, transports=transports_for(0, 0, loan.cargo.points))) or loan


def _troops(engine: Engine, x: Context, s: State, fleet: Fleet, sails: Sequence[m.Sail], mood: Temper) -> m.Sail | None:
    """Troops that London can spare to where others of ours are; a steady player's to where a friend fights."""
    abroad = [
        move
        for move in sails
        if sum(move.cargo.count) and move.inside and x.setting.owner[move.to] not in (-1, ENGLAND)
    ]
    spare = _english_at(x, s, fleet.place) - HOME_GUARD
    if not mood.purse:
        return max(abroad, key=lambda move: (_armies(x, s, move.to), -move.to)) if abroad and spare > 2 else None
    need = {move: _need(x, s, move) for move in abroad} if spare > 0 else {}
    best = max(need, key=lambda move: (need[move], sum(move.cargo.count), -move.to), default=None)
    if best is None or need[best] <= 0:
        return None
    # Infantry embarks only where a leader is: the last one stays for those who come after (F.3.b).
    ours = [i for i in x.leaders_at(s, fleet.place) if same_colour(x, s, x.setting.leader_nation[i], fleet.nation)]
    if len([i for i in ours if i != x.setting.nelson]) > 1:
        return best
    return _if_legal(engine, s, structs.replace(best, cargo=structs.replace(best.cargo, leaders=()))) or best


def _armies(x: Context, s: State, hex: int) -> int:
    return sum(army.nation == ENGLAND for army in x.armies_at(s, hex))


def _need(x: Context, s: State, move: m.Sail) -> float:
    """How much the troops of a voyage are wanted: for the enemies about the port and our own that are there; not
    where they would be thrown back into the sea.
    """
    now, away = layout(x, s), distances(x.setting, move.to)

    def about(faction: int, most: int) -> float:
        return sum(n * FADING ** away[h] for h, n in now.field[faction].items() if away[h] <= most)

    if about(FRENCH, BEACH) > about(ENGLISH, BEACH) + sum(move.cargo.count):
        return 0.0
    foes = about(FRENCH, THEATRE)
    ours = sum(sum(a.count) * FADING ** away[a.hex] for a in s.armies if a.nation == ENGLAND and away[a.hex] <= THEATRE)
    return foes + COMPANY * ours if foes else 0.0


def _home(x: Context, s: State, fleet: Fleet, sails: Sequence[m.Sail]) -> m.Sail | None:
    """An empty transport goes back to where most troops wait; loans are loaded there as well."""
    ports = [x.setting.city_hex[city] for city in x.setting.production[ENGLAND]]
    port = max(ports, key=lambda hex: (_english_at(x, s, hex), -hex))
    if fleet.place == port and fleet.inside:
        return None
    back = [move for move in sails if move.to == port and move.inside and not any(move.cargo.count)]
    return min(back, key=lambda move: (move.squadrons, len(move.route), move.to), default=None)


def _if_legal(engine: Engine, s: State, move: m.Sail) -> m.Sail | None:
    try:
        engine.check(s, engine.seats[s.agenda[-1].seat], move)
    except IllegalMove:
        return None
    return move
