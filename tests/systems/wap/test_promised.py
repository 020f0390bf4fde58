"""What the pads of War and Peace promise is what the dice then decide by."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import absorb, distribution, percent
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.described import describe
from napwidgets.systems.wap.engine import Campaign
from napwidgets.systems.wap.face.battle import afloat, battle, ends_of, on_land
from napwidgets.systems.wap.face.naval_display import Bench
from napwidgets.systems.wap.face.sail import sail
from napwidgets.systems.wap.land.combat import Battle
from napwidgets.systems.wap.land.field import Engagement, Side, battle_odds
from napwidgets.systems.wap.land.muster import engage
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.blockade import AttackOffer, PounceOffer
from napwidgets.systems.wap.sea.encounters import InterceptOffer, PursueOffer, SeaFight, interception_parts
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.naval import Parts, meeting_odds
from napwidgets.systems.wap.sea.seaways import reset
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, RUSSIA
from napwidgets.systems.wap.state import (
    ATTACKING,
    DAMAGED,
    ENGLISH,
    FRENCH,
    PRIZE,
    SAILING,
    Fleet,
    State,
    at_sea,
    fleet_index,
)
from napwidgets.systems.wap.step import subject_number
from napwidgets.systems.wap.tables import Tables
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, campaign, context, place, play, run, thrown
from tests.systems.wap.navy import ATLANTIC, sea
from tests.systems.wap.navy import fleet as ships_at
from tests.systems.wap.navy import sail as leaves


@pytest.fixture(scope="module")
def engine() -> Campaign:
    found = load("wap/coalitions", {}, {})
    assert isinstance(found, Campaign)
    return found


def phases(engine: Campaign, number: int) -> Iterator[tuple[State, str]]:
    """Naval Phases of a game that is played at random."""
    players, dice = make_players(engine, "1", {}), SeededDice("1")
    s = engine.start(dice, [])
    while number and (decision := engine.decision(s)) is not None:
        if isinstance(s.agenda[-1], NavalPhase):
            number -= 1
            yield s, decision.seat
        s = engine.apply(s, decision.seat, players[decision.seat].choose(engine, s, decision.seat), dice, [])


def cast_off(engine: Campaign, s: State, seat: str, move: m.Sail) -> State | None:
    """The position after a move once the ships are out of their port; None if no die lets them out."""
    for seed in range(30):
        after: State = engine.apply(s, seat, move, SeededDice(str(seed)), [])
        if not isinstance(after.agenda[-1], AttackOffer | PounceOffer):
            return after
    return None


def met(engine: Campaign, s: State) -> tuple[Fraction, list[Parts]]:
    """The chance that somebody meets the ships under way if all who are asked try, and what modifies their dice."""
    missed, found, x = Fraction(1), list[Parts](), engine.context
    while s.agenda and isinstance(step := s.agenda[-1], InterceptOffer):
        for subject in engine.subjects(s):
            fleet = s.fleets[fleet_index(s, subject_number(subject.id, "f"))]
            found.append(interception_parts(x, s, fleet, step.zone))
            missed *= 1 - meeting_odds(x.tables, found[-1])[True]
        s = engine.apply(s, engine.decision(s).seat, m.Done(), SeededDice("on"), [])  # type: ignore[union-attr]
    return 1 - missed, found


def test_f_4_the_risk_of_a_voyage_is_that_of_the_dice_on_the_way(engine: Campaign) -> None:
    seen = set[str]()
    for s, seat in phases(engine, 60):
        step = s.agenda[-1]
        for i, fleet in enumerate(s.fleets):
            form = sail(engine, s, seat, step, i, {}) if engine.context.mine(s, fleet.nation, step.seat) else None
            targets = [t for t in form.targets or () if isinstance(t.move, m.Sail)] if form else []
            seas, ports = ([t for t in targets if (t.move.to >= 0) is port][:2] for port in (False, True))
            for target in (*seas, *ports):
                after = cast_off(engine, s, seat, target.move)
                if after is None:
                    continue
                chance, parts = met(engine, after)
                assert target.note.partition(" · ")[2] == (percent(chance) if chance else "")
                seen |= {label for found in parts for label, _, _ in found}
                seen |= {"into a port"} if chance and target.move.to >= 0 else set()
                seen |= {"off a port"} if chance and fleet.place >= 0 and not fleet.inside else set()
    assert {"already at sea", "second turn in the zone", "off a port", "into a port"} <= seen


def test_f_6_c_the_round_off_a_port_is_shown_as_it_is_fought_without_a_prize_that_lies_there() -> None:
    x = context()
    s = sea(x, ships_at(x, "Brest", FRANCE, 2), ships_at(x, "Brest", ENGLAND, 2, inside=False), seat=FRENCH_SEAT)
    s = play(x, reset(x, s), leaves(x, s, "Brest", FRANCE, "West Africa", 2), thrown(1))
    assert isinstance(s.agenda[-1], PounceOffer)
    watch = next(f for f in s.fleets if f.nation == ENGLAND)
    towed = x.with_fleets(s, [*s.fleets, replace(watch, squadrons=1, condition=PRIZE, taken=FRANCE)])
    assert battle(x, s, None, -1) is not None
    assert battle(x, towed, None, -1) == battle(x, s, None, -1)
    assert len({play(x, now, m.Accept(), thrown(3)).losses for now in (s, towed)}) == 1


KUTUZOV = [("Graz", "France", "8I"), ("Graz", "Russia", "1I"), ("Graz", "Austria", "1I 6C")]
BLUCHER = [("Graz", "France", "9I"), ("Graz", "Prussia", "5I")]
#: Before the gates, with the garrison to come; with Moore's own three points, which are lost before the Austrian horse.
RELIEF = [*KUTUZOV, ("inside Graz", "Austria", "2C")]
MOORE = [("Graz", "Austria", "2C"), ("Graz", "England", "1I"), ("Graz", "France", "6I 1C")]


@pytest.mark.parametrize(
    ("armies", "leader", "rating"),
    [(KUTUZOV, "Kutuzov", 2), (RELIEF, "Kutuzov", 2), (BLUCHER, "Blucher", 0), (MOORE, "Moore", 2)],
    ids=["Kutuzov", "a relief", "young Blücher", "a defender"],
)
def test_o_a_leader_counts_as_long_as_troops_of_his_are_left(
    armies: list[tuple[str, str, str]], leader: str, rating: int
) -> None:
    x = context(options=Options(blucher=True))
    attack, seat = (FRENCH, FRENCH_SEAT) if leader == "Moore" else (ENGLISH, ENGLISH_SEAT)
    segment = "pro-French" if leader == "Moore" else "anti-French"
    s = campaign(x, armies, {leader: "Graz"}, segment=segment, status={"Prussia": "anti-French"})
    graz = place(x, "Graz")
    now = engage(x, s, graz, attack)
    assert rating in [side.rating for side in now.sides]
    assert dict(ends_of(x, s, graz, now).map(outcome)) == dict(distribution(lambda d: fought(x, s, graz, seat, d)))


def test_o_a_leader_of_a_battle_put_together_by_hand_counts_as_long_as_troops_of_his_are_left() -> None:
    told = b"""{"system": "wap", "kind": "land", "attackers": {"armies": {"Russia": "1I", "Austria": "1I 6C"},
    "leader": "Kutuzov"}, "defenders": {"armies": {"Austria": "8I"}}}"""
    shown = describe(told).battle
    rows = (((1, 0, 2), (1, 1, 6)), ((1, 0, 8),))
    # The Austrian infantry goes first, as the last of equals; then that which he leads.
    led = Side(rows[0], 2, heirs=((6, 0),))
    ends = battle_odds(Tables(), Engagement((led, Side(rows[1]))))
    assert {line.label: line.exact for line in shown.spreads[0].shares} == {
        str(n): str(chance) for n, chance in ends.map(lambda end: end.sides[1].lost)
    }


def outcome(end: Engagement) -> tuple[int, int, int]:
    return end.sides[0].lost, end.sides[1].lost, end.gave


def fought(x: Context, s: State, hex: int, seat: int, dice: Dice) -> tuple[int, int, int]:
    """What a battle costs both sides that nobody breaks off, and who gives way, on the map."""
    log: list[Event] = []
    now = run(x, s.push(Battle(seat, hex)), dice, log)
    while now.agenda and isinstance(now.agenda[-1], Battle):
        now = play(x, now, m.FightOn(), dice, log)
    rounds = [event.data for event in log if event.kind == "battle-round"]
    lost, gave = [sum(told["lost"][k] for told in rounds) for k in (0, 1)], rounds[-1]["gave"]
    for event in log:
        if event.kind == "pursued":
            lost[gave] += event.data["lost"]
    return lost[0], lost[1], gave


@pytest.mark.parametrize("inside", ["", "4I", "2I 3C"])
@pytest.mark.parametrize("horse", ["", " 2C"])
def test_s_a_battle_before_a_besieged_city_is_shown_with_the_garrison_that_comes_out(inside: str, horse: str) -> None:
    x = context()
    garrison = [("inside Graz", "Austria", inside)] if inside else []
    s = campaign(x, [("Graz", "France", f"8I{horse}"), *garrison, ("Graz", "Russia", "7I 1C")], segment="anti-French")
    graz = place(x, "Graz")

    shown = ends_of(x, s, graz, engage(x, s, graz, ENGLISH))
    promised = shown.map(outcome)
    assert dict(promised) == dict(distribution(lambda dice: fought(x, s, graz, ENGLISH_SEAT, dice)))
    spread = on_land(x, s, graz)
    assert spread is not None
    assert {int(share.label): share.exact for share in spread.spreads[0].shares} == {
        n: str(chance) for n, chance in sorted(promised.map(lambda end: end[1]))
    }


@pytest.mark.parametrize(("horse", "inside"), [("", "6C"), (" 6C", "6C"), (" 6C", "6I"), ("", "6I")])
def test_s_the_odds_of_an_assault_know_no_pursuit(horse: str, inside: str) -> None:
    x = context()
    s = campaign(x, [("Graz", "France", f"8I{horse}"), ("inside Graz", "Austria", inside)])
    graz = place(x, "Graz")

    def once(dice: Dice) -> tuple[int, int]:
        log: list[Event] = []
        now = run(x, s.push(Battle(FRENCH_SEAT, graz, assault=True)), dice, log)
        while now.agenda and isinstance(now.agenda[-1], Battle):
            now = play(x, now, m.FightOn(), dice, log)
        rounds = [event.data["lost"] for event in log if event.kind == "battle-round"]
        assert not any(event.kind == "pursued" for event in log)
        return sum(lost[0] for lost in rounds), sum(lost[1] for lost in rounds)

    found, shown = distribution(once), on_land(x, s, graz, assault=True)
    assert shown is not None
    for spread, k in zip(shown.spreads, (1, 0), strict=True):
        assert {int(share.label): share.exact for share in spread.shares} == {
            n: str(chance)
            for n, chance in found.map(lambda lost, k=k: lost[k])  # type: ignore[misc]
        }


#: A hex of Bavaria without a city, and a capital.
FIELD, MUNICH = "3525", "Munich"
#: A sea without ports.
WEST_AFRICA = 11


def around(hex: str, nation: str, free: int) -> list[tuple[str, str, str]]:
    """A strength point of a state in all but so many hexes beside one."""
    x = context()
    there = [n for n, _ in x.setting.steps[place(x, hex)]]
    return [(x.board.label(n), nation, "1I") for n in there[free:]]


@pytest.mark.parametrize(
    ("hex", "french", "austrian", "told"),
    [
        (FIELD, ("8I", "Austria", 1), ("6I", "France", 1), ((), ())),
        (FIELD, ("8I", "Austria", 1), ("6I", "France", 0), ((), ("none: who goes back is lost or taken",))),
        (FIELD, ("6I", "Austria", 0), ("8I", "France", 1), (("none: who goes back is lost or taken",), ())),
        (FIELD, ("8I", "Austria", 1), ("5I 3L", "France", 1), ((), ("up to 3 strength points disperse",))),
        (MUNICH, ("16I", "Austria", 1), ("16I", "France", 0),
         ((), ("none but into the city: who goes back is lost or taken otherwise",))),
    ],
    ids=["free", "the defender shut in", "the attacker shut in", "militia", "a city behind"],
)  # fmt: skip
def test_q_the_panel_of_a_battle_counts_what_going_back_costs(
    hex: str, french: tuple[str, str, int], austrian: tuple[str, str, int], told: tuple[tuple[str, ...], ...]
) -> None:
    x = context()
    shut = french[1:] if french[2] == 0 else austrian[1:] if austrian[2] == 0 else ("", 1)
    ring = around(hex, *shut) if shut[0] else []
    control = {"Munich": "Austria"} if hex == MUNICH else {}
    s = campaign(x, [(hex, "France", french[0]), (hex, "Austria", austrian[0]), *ring], control=control)
    h = place(x, hex)
    armies = {"France": nation(x, s, FRANCE), "Austria": nation(x, s, AUSTRIA)}

    def once(dice: Dice) -> tuple[int, int]:
        now = run(x, s.push(Battle(FRENCH_SEAT, h)), dice)
        while now.agenda and isinstance(now.agenda[-1], Battle):
            now = play(x, now, m.FightOn(), dice)
        return armies["France"] - nation(x, now, FRANCE), armies["Austria"] - nation(x, now, AUSTRIA)

    found, shown = distribution(once), on_land(x, s, h)
    assert shown is not None
    for spread, k in zip(shown.spreads, (1, 0), strict=True):
        assert {int(share.label): share.exact for share in spread.shares} == {
            n: str(chance)
            for n, chance in found.map(lambda lost, k=k: lost[k])  # type: ignore[misc]
        }
    ways = [
        tuple(line.value for line in party.lines if line.name in ("Way out", "Going back")) for party in shown.parties
    ]
    assert tuple(ways) == told


@pytest.mark.parametrize("free", [0, 1], ids=["shut in", "one way out"])
@pytest.mark.parametrize("inside", ["", "4I", "2I 1C"])
def test_q_relief_that_has_no_way_out_is_counted_with_the_besieged_who_go_back_inside(inside: str, free: int) -> None:
    x = context()
    garrison = [("inside Graz", "Austria", inside)] if inside else []
    ring = around("Graz", "France", free)
    armies = [("Graz", "France", "9I"), *garrison, ("Graz", "Russia", "4I"), ("Graz", "Austria", "3I"), *ring]
    s = campaign(x, armies, segment="anti-French")
    graz = place(x, "Graz")

    def once(dice: Dice) -> tuple[int, int]:
        now = run(x, s.push(Battle(ENGLISH_SEAT, graz)), dice)
        while now.agenda and isinstance(now.agenda[-1], Battle):
            now = play(x, now, m.FightOn(), dice)
        left = [sum(nation(x, now, number) for number in side) for side in ((AUSTRIA, RUSSIA), (FRANCE,))]
        return whole[0] - left[0], whole[1] - left[1]

    whole = [sum(nation(x, s, number) for number in side) for side in ((AUSTRIA, RUSSIA), (FRANCE,))]
    found, shown = distribution(once), on_land(x, s, graz)
    assert shown is not None
    for spread, k in zip(shown.spreads, (1, 0), strict=True):
        assert {int(share.label): share.exact for share in spread.shares} == {
            n: str(chance)
            for n, chance in found.map(lambda lost, k=k: lost[k])  # type: ignore[misc]
        }
    told = [line.value for line in shown.parties[0].lines if line.name == "Way out"]
    assert told == ([] if free else ["none: who goes back is lost or taken"])


def nation(x: Context, s: State, number: int) -> int:
    """The strength points that a state has on the map."""
    return sum(sum(army.count) for army in s.armies if army.nation == number)


#: The steps of a sea fight that may have another round.
GOES_ON = (SeaFight, PursueOffer)


def face_to_face(zone: int, squadrons: tuple[int, int]) -> tuple[Context, State]:
    """English squadrons that have found French ones in a sea zone."""
    x = context()
    fleets = zip((ENGLAND, FRANCE), squadrons, (ATTACKING, SAILING), strict=True)
    return x, sea(x, *(Fleet(at_sea(zone), n, many, moved=flag) for n, many, flag in fleets))


@pytest.mark.parametrize(("zone", "shut"), [(ATLANTIC, False), (WEST_AFRICA, True)], ids=["a port", "none"])
@pytest.mark.parametrize("squadrons", [(3, 2), (2, 3)])
def test_f_7_d_the_panel_of_a_sea_fight_counts_those_who_have_no_port_to_go_to(
    zone: int, shut: bool, squadrons: tuple[int, int]
) -> None:
    x, s = face_to_face(zone, squadrons)
    fight = SeaFight(ATTACKING, SAILING, once=True)

    def once(dice: Dice) -> tuple[int, int]:
        now = run(x, replace(s, agenda=(fight,)), dice)
        while now.agenda:
            step = now.agenda[-1]
            now = play(x, now, step.options(x, now, None)[0], dice)
        left = [sum(f.squadrons for f in now.fleets if f.nation == n) for n in (ENGLAND, FRANCE)]
        return squadrons[0] - left[0], squadrons[1] - left[1]

    found, shown = distribution(once), afloat(x, s, fight, one=True)
    assert shown is not None
    for spread, k in zip(shown.spreads, (1, 0), strict=True):
        assert {int(share.label): share.exact for share in spread.shares} == {
            n: str(chance)
            for n, chance in found.map(lambda lost, k=k: lost[k])  # type: ignore[misc]
        }
    told = [[line.name for line in party.lines].count("Port to flee to") for party in shown.parties]
    assert told == [int(shut)] * 2


@pytest.mark.parametrize(
    "allies",
    [
        [Fleet(0, ENGLAND, 2), Fleet(0, RUSSIA, 2)],
        [Fleet(0, ENGLAND, 1), Fleet(0, RUSSIA, 1)],
        [Fleet(0, ENGLAND, 1), Fleet(0, ENGLAND, 2, condition=DAMAGED)],
        [Fleet(0, ENGLAND, 2), Fleet(0, RUSSIA, 1)],
    ],
    ids=["England's half", "both alone", "under repair", "England's greater part"],
)
@pytest.mark.parametrize("nelson", [False, True])
def test_f_7_f_a_mixed_force_is_in_each_round_what_is_left_of_it(allies: list[Fleet], nelson: bool) -> None:
    x, there = context(), at_sea(ATLANTIC)
    fleets = [*(replace(f, place=there, moved=ATTACKING) for f in allies), Fleet(there, FRANCE, 8, moved=SAILING)]
    s, fight = sea(x, *fleets), SeaFight(ATTACKING, SAILING)
    s = s.leader(x.setting.nelson, place=there) if nelson else s

    def go_on(now: State, dice: Dice) -> State:
        return play(x, now, m.Accept(), dice) if isinstance(now.agenda[-1], PursueOffer) else run(x, now, dice)

    ends = absorb(
        replace(s, agenda=(fight,)), go_on, lambda now: not (now.agenda and isinstance(now.agenda[-1], GOES_ON))
    )

    def lost(now: State, *nations: int) -> int:
        before, after = (sum(f.squadrons for f in of if f.nation in nations) for of in (s.fleets, now.fleets))
        return before - after

    shown = afloat(x, s, fight)
    assert shown is not None
    for spread, nations in zip(shown.spreads, ((FRANCE,), (ENGLAND, RUSSIA)), strict=True):
        found = ends.map(lambda now, nations=nations: lost(now, *nations))  # type: ignore[misc]
        assert {int(share.label): share.exact for share in spread.shares} == {n: str(p) for n, p in found}


@pytest.mark.parametrize("safe", [0, 1])
def test_f_7_d_one_side_alone_may_have_a_port_behind_it(safe: int) -> None:
    """Who came out of a blockaded port goes back there (F.6.c)."""
    x = context()
    flags = (ATTACKING, SAILING)
    fleets = [Fleet(at_sea(WEST_AFRICA), n, 3, moved=flag) for n, flag in zip((ENGLAND, FRANCE), flags, strict=True)]
    s = sea(x, *(replace(f, inside=f.moved == flags[safe]) for f in fleets))
    shown = afloat(x, s, SeaFight(ATTACKING, SAILING))
    assert shown is not None
    told = [[line.name for line in party.lines].count("Port to flee to") for party in shown.parties]
    assert told == [safe, 1 - safe]
    for k in (0, 1):
        # What is said of the defender stands first.
        beaten, spread = Fraction(shown.chances[1 - k].exact), shown.spreads[1 - k]
        lost = Fraction(next((line.exact for line in spread.shares if line.label == "3"), "0"))
        assert (lost == beaten) is (k != safe)


@pytest.mark.parametrize(("zone", "port"), [(ATLANTIC, "1"), (WEST_AFRICA, "0")], ids=["a port", "none"])
@pytest.mark.parametrize("squadrons", [(3, 2), (2, 3)])
def test_f_7_d_a_fight_at_sea_put_together_by_hand_may_have_no_port_to_go_to(
    zone: int, port: str, squadrons: tuple[int, int]
) -> None:
    x, s = face_to_face(zone, squadrons)
    on_the_map = afloat(x, s, SeaFight(ATTACKING, SAILING))
    form = {"a:squadrons": str(squadrons[0]), "d:squadrons": str(squadrons[1]), "a:nelson": "0"}
    by_hand = Bench(x.tables).battle({**form, "a:port": port, "d:port": port})
    assert on_the_map is not None
    for mine, theirs in zip(by_hand.spreads, on_the_map.spreads, strict=False):
        assert {s.label: s.exact for s in mine.shares} == {s.label: s.exact for s in theirs.shares}
    assert by_hand.chances[0].exact == on_the_map.chances[0].exact
    told = ["none: who is beaten is lost" in [line.value for line in party.lines] for party in by_hand.parties]
    assert told == [port == "0"] * 2


@pytest.mark.parametrize("side", [0, 1])
def test_f_7_d_one_side_alone_may_have_no_port(side: int) -> None:
    form = {f"{'ad'[side]}:port": "0"}
    plain, shut = Bench().battle({}), Bench().battle(form)
    # Defender's losses first.
    assert [a == b for a, b in zip(plain.spreads, shut.spreads, strict=True)] == [side == 0, side == 1, True]
    wiped = shut.chances[4 - side].exact
    beaten = plain.chances[0].exact
    told = ["none: who is beaten is lost" in [line.value for line in party.lines] for party in shut.parties]
    assert told == [side == 0, side == 1]
    assert Fraction(wiped) == (Fraction(beaten) if side else 1 - Fraction(beaten))
