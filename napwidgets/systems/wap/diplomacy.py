"""E.1.d, G.1, G.2, I.2.g. The Alliance Phase: players' own states, courting, suits for peace, foreign wars.

Readings 7, 8 and 68 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Label
from napwidgets.systems.wap import alliances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.conquest import conquer, recover
from napwidgets.systems.wap.context import FACTION_OF, Context, Log, refuse, say
from napwidgets.systems.wap.forces import NONE, Count, minus, plus
from napwidgets.systems.wap.politics import turn_state
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS, RUSSIA
from napwidgets.systems.wap.state import ENGLISH, FIT, FRENCH, NEUTRAL, Fleet, State, War
from napwidgets.systems.wap.step import Choice, Step, YesNo

#: The seats that throw for their faction.
_COURTS = {FRENCH: "french", ENGLISH: "english"}
_FACTION: dict[int, alliances.Faction] = {FRENCH: "french", ENGLISH: "english"}


class AlliancePhase(Step, frozen=True, tag="alliance"):
    """G.1.c to G.1.e: suits for peace, what players' states do, one roll for a major; each January foreign wars."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = recover(x, s.pop(), log)
        steps: list[Step] = []
        if s.segment != NEUTRAL:
            steps.append(CourtChoice(x.setting.seats.index(_COURTS[s.segment])))
        if s.segment == FRENCH and x.setting.month(s.turn)[1] == 1:
            steps.append(ForeignWars())
        steps += [StandChoice(major) for major in _played(x, s)]
        steps += [SuitForPeace(major) for major in range(6) if capital_lost(x, s, major)]
        return s.push(*steps)


def _played(x: Context, s: State) -> list[int]:
    """Majors with a seat of their own that may change sides in this segment; France and England never do."""
    own = [major for major in x.setting.seat_of_major if major not in (FRANCE, ENGLAND)]
    return [major for major in own if s.status[major] == s.segment and not s.conquered[major]]


class StandChoice(Choice, frozen=True, tag="stand"):
    """A player says where his state stands from now on (G.1.c, G.1.d, G.1.e)."""

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.setting.seat_of_major[self.major]

    def automatic(self, x: Context, s: State) -> bool:
        return s.status[self.major] != s.segment

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def decision(self, x: Context, s: State) -> Decision:
        prompt = f"Where does {NATIONS[self.major]} stand from now on?"
        cite = ("WAP G.1.d", "WAP G.1.c", "WAP G.1.e")[(s.segment + 1) % 3]
        return Decision(x.setting.seats[self.side(x, s)], "stand", "Alliance Phase", prompt, (cite,))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        if s.segment == NEUTRAL:
            return (m.Stand(NEUTRAL), m.Stand(FRENCH), m.Stand(ENGLISH))
        return (m.Stand(s.segment), m.Stand(NEUTRAL))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Stand)
        return turn_state(x, s.pop(), self.major, move.status, log, "G.1")


class CourtChoice(Choice, frozen=True, tag="court"):
    """The head of a faction may try to turn one major that no player has (G.1.d, G.1.e)."""

    seat: int

    def side(self, x: Context, s: State) -> int:
        return self.seat

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.options(x, s, None)) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def decision(self, x: Context, s: State) -> Decision:
        prompt = "Name one major state to win over, or none. One roll, one step."
        return Decision(x.setting.seats[self.seat], "court", "Alliance Phase", prompt, ("WAP G.1.d", "WAP G.1.e"))

    def why_not(self, x: Context, s: State, major: int) -> tuple[str, str] | None:
        """Why a major can't be courted now."""
        if not 0 <= major < 6:
            return "Only major states are courted.", "G.1.d"
        problem = alliances.why_not_court(x.politics(s), _FACTION[s.segment], NATIONS[major])
        if problem:
            return problem.why, problem.cites[0].removeprefix("WAP ")
        if major in x.setting.seat_of_major:
            return f"{NATIONS[major]} has a player, who alone decides.", "D.3"
        if s.conquered[major]:
            return f"{NATIONS[major]} stays neutral until its force pool is empty.", "I.2.a"
        return None

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        return [*(m.Court(n) for n in range(6) if self.why_not(x, s, n) is None), m.Done()]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Court):
            if problem := self.why_not(x, s, move.state):
                raise refuse("court", *problem)
        elif not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Court):
            return None
        lent = s.lent[move.state] // 2
        odds = alliances.turning_odds(x.tables, x.politics(s), _FACTION[s.segment], NATIONS[move.state], lent)
        cites = ("WAP G.1.d", "WAP G.1.e")
        chance = f"{float(odds):.0%} ({odds})" if odds else "no chance as things stand"
        return Label(f"Win over {NATIONS[move.state]}", chance, cites)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Court):
            return s
        name, lent = NATIONS[move.state], s.lent[move.state] // 2
        before, faction = x.politics(s), _FACTION[s.segment]
        after = alliances.turned(x.tables, before, faction, name, dice, lent)
        weights = alliances.weights(x.tables, before, lent if faction == "english" else 0)
        parts = [(w.name, w.value, w.cite) for w in weights]
        status = FACTION_OF[after.status(name)]
        if status == s.status[move.state]:
            say(log, "court", f"{name} hears the envoys and does nothing.", "G.1.d", "G.1.e", parts=parts)
            return s
        say(log, "court", f"{name} is won over.", "G.1.d", "G.1.e", parts=parts)
        return turn_state(x, s, move.state, status, log, "G.1")


def court_odds(x: Context, s: State, faction: int, major: int) -> float:
    """The chance that a major is turned by a faction now, as a number for bots and charts.

    The exact fraction is `alliances.turning_odds` of ``x.politics(s)``.
    """
    return float(alliances.turning_odds(x.tables, x.politics(s), _FACTION[faction], NATIONS[major], s.lent[major] // 2))


# Suing for peace (I.2.g)


def capital_lost(x: Context, s: State, major: int) -> bool:
    """Whether a state's capital is in enemy hands while it is at war in this segment (I.2.g)."""
    capital = x.setting.capital[major]
    at_war = s.status[major] == s.segment != NEUTRAL
    return at_war and x.city_faction(s, capital) == x.enemies(s.segment)


class SuitForPeace(Choice, frozen=True, tag="suit"):
    """A state whose capital is lost may sue for peace (I.2.g)."""

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, self.major)

    def decision(self, x: Context, s: State) -> Decision:
        prompt = f"{NATIONS[self.major]}'s capital is lost. Sue for peace, or fight on?"
        return Decision(x.setting.seats[self.side(x, s)], "suit", "A suit for peace", prompt, ("WAP I.2.g",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.SueForPeace(self.major), m.Done()) if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.SueForPeace):
            return s
        say(log, "suit", f"{NATIONS[self.major]} sues for peace.", "I.2.g")
        return s.push(PeaceAnswer(self.major))


class PeaceAnswer(YesNo, frozen=True, tag="peace-answer"):
    """Who holds the capital takes or refuses the peace (I.2.g)."""

    major: int

    def side(self, x: Context, s: State) -> int:
        return x.commander(s, x.holder(s, x.setting.capital[self.major]))

    def decision(self, x: Context, s: State) -> Decision:
        prompt = (
            f"{NATIONS[self.major]} asks for peace. Accept, and it counts as conquered; refuse, and the war goes on."
        )
        return Decision(x.setting.seats[self.side(x, s)], "peace", "A suit for peace", prompt, ("WAP I.2.g",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if isinstance(move, m.Accept):
            return conquer(x, s, self.major, log)
        say(log, "suit", "The peace is refused.", "I.2.g")
        return s


# Foreign wars (G.2)


class ForeignWars(Step, frozen=True, tag="foreign-wars"):
    """Each January the French player throws for a war of England with America and of Russia with Turkey (G.2.a)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for at, (nation, enemy) in enumerate(((ENGLAND, "America"), (RUSSIA, "Turkey"))):
            row = x.tables.wars[at]
            limit = row.begins_raided if at == 0 and s.raided_america else row.begins
            # One war with America in the whole campaign (G.2.f); with Turkey one after the other (G.2.g).
            if (at == 0 and s.fought_america) or any(war.nation == nation for war in s.wars):
                continue
            if dice.roll(f"war of {NATIONS[nation]} with {enemy}") <= limit:
                say(log, "war", f"{NATIONS[nation]} is at war with {enemy}.", "G.2.b" if at == 0 else "G.2.c")
                war = War(nation, s.turn, NONE, owed=row.count, owed_ships=(row.squadrons, row.transports))
                s = replace(s, wars=(*s.wars, war), fought_america=s.fought_america or nation == ENGLAND)
        return send_to_wars(x, replace(s, raided_america=False), log)


def send_to_wars(x: Context, s: State, log: Log) -> State:
    """Troops owed to foreign wars go there, from the map or the force pool (G.2.e)."""
    for at, war in enumerate(s.wars):
        if not any(war.owed) and not any(war.owed_ships):
            continue
        s, found = _levy(x, s, war)
        ships = _ships(s, war)
        if not any(found) and not any(ships):
            continue
        s = _take_ships(x, s, war.nation, ships)
        now = replace(
            war,
            count=plus(war.count, found),
            squadrons=war.squadrons + ships[0],
            transports=war.transports + ships[1],
            owed=minus(war.owed, found),
            owed_ships=(war.owed_ships[0] - ships[0], war.owed_ships[1] - ships[1]),
        )
        s = replace(s, wars=(*s.wars[:at], now, *s.wars[at + 1 :]))
        say(log, "war", f"{NATIONS[war.nation]} sends troops to its foreign war.", "G.2.e")
    return s


def _levy(x: Context, s: State, war: War) -> tuple[State, tuple[int, ...]]:
    """What a state can send: from armies that are not besieged, those at home and the biggest first, then from its
    force pool (G.2.e, reading 68).
    """
    found, armies = NONE, list(s.armies)
    free = [i for i, a in enumerate(armies) if a.nation == war.nation and not a.inside and a.under < 0]
    for i in sorted(free, key=lambda i: (x.setting.owner[armies[i].hex] != war.nation, -sum(armies[i].count), i)):
        part = _least(armies[i].count, minus(war.owed, found))
        found = plus(found, part)
        armies[i] = replace(armies[i], count=minus(armies[i].count, part))
    pool = _least(s.pools[war.nation], minus(war.owed, found))
    s = s.pool(war.nation, minus(s.pools[war.nation], pool))
    return x.with_armies(s, armies), plus(found, pool)


def _least(a: Count, b: Count) -> Count:
    return tuple(min(m, n) for m, n in zip(a, b, strict=True))


def _sendable(f: Fleet, nation: int) -> bool:
    """Whether ships can be sent to a foreign war: fit ones in port, with nobody on board."""
    return f.nation == nation and f.inside and f.condition == FIT and not any(f.aboard)


def _ships(s: State, war: War) -> tuple[int, int]:
    squadrons, transports = s.docks[war.nation]
    afloat = [f for f in s.fleets if _sendable(f, war.nation)]
    return (
        min(war.owed_ships[0], squadrons + sum(f.squadrons for f in afloat)),
        min(war.owed_ships[1], transports + sum(f.transports for f in afloat)),
    )


def _take_ships(x: Context, s: State, nation: int, ships: tuple[int, int]) -> State:
    left, fleets = list(ships), []
    for f in s.fleets:
        if _sendable(f, nation) and any(left):
            a, b = min(left[0], f.squadrons), min(left[1], f.transports)
            left = [left[0] - a, left[1] - b]
            f = replace(f, squadrons=f.squadrons - a, transports=f.transports - b)
        fleets.append(f)
    squadrons, transports = s.docks[nation]
    return x.with_fleets(s.dock(nation, squadrons - left[0], transports - left[1]), fleets)


def end_wars(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Each turn a die may end a foreign war; its troops go to the force pool (G.2.d)."""
    for war in s.wars:
        at = 0 if war.nation == ENGLAND else 1
        row, enemy = x.tables.wars[at], ("America", "Turkey")[at]
        limit = row.ends_later if s.turn - war.since >= 12 else row.ends
        if dice.roll(f"peace between {NATIONS[war.nation]} and {enemy}") >= limit:
            say(log, "peace", f"{NATIONS[war.nation]} makes peace with {enemy}.", "G.2.d")
            squadrons, transports = s.docks[war.nation]
            s = s.pool(war.nation, plus(s.pools[war.nation], war.count))
            s = s.dock(war.nation, squadrons + war.squadrons, transports + war.transports)
            s = replace(s, wars=tuple(other for other in s.wars if other is not war))
    return s
