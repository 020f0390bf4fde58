"""37.12, Appendices I and III: cards that change throws or let them be made anew (7, 14, 24 and 30)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, ScriptedDice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.card_choices import Indicate
from napwidgets.systems.mop.card_restores import Restore, able
from napwidgets.systems.mop.card_throws import AGAINST, FOR_COMPLIANCE, FOR_FIRE, FOR_OWN
from napwidgets.systems.mop.state import Play
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, receipt_odds
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import GUNS
from napwidgets.systems.tactical.core.causes import ANEW, ON_THROW
from napwidgets.systems.tactical.core.state import DEAD, LOST, Order, Pending
from napwidgets.systems.tactical.face.battles import throw_lines
from napwidgets.systems.tactical.fighting.charges import Onset
from napwidgets.systems.tactical.fighting.clash import Clash, Fighter, Force, fire, morale, on_throw, seconds, volley
from napwidgets.systems.tactical.fighting.combat import NormalCombat
from napwidgets.systems.tactical.fighting.forces import bombard_clash, charge_clash, normal_clash
from napwidgets.systems.tactical.fighting.odds import charge_odds, fired, normal_odds
from tests.systems.mop.table import Table, arrange, battle
from tests.systems.mop.test_37_12_effects import now, play

FRENCH, COALITION = 0, 1
UNITS = {"lagrange-1": "1721E", "meunier-1": "1921E", "udom-1": "1820E", "bordesoulle": "0722E"}
LEADERS = {"marmont": "0722E", "ney": "1921E", "olsufief": "2117E", "blucher": "2520E", "napoleon": "0722E"}


def field(*played: Play, options: str = "restricted_cards", more: tuple[str, ...] = (), **changes: Any) -> Table:
    """Lagrange of Marmont's corps and Meunier of Ney's beside Udom."""
    fresh = {"decks": (), "hands": (), "plays": played, "coming": (), "leaders": LEADERS}
    return arrange(battle("champaubert", options, *more), changes.pop("units", UNITS), **{**fresh, **changes})


def assault(t: Table, attacker: str, defender: str) -> Clash:
    h = t.state.units[t.u(attacker)].hex
    return normal_clash(t.x, t.state, ((h, t.us(attacker)),), t.state.units[t.u(defender)].hex)


def anew(card: int, use: int, left: int) -> Play:
    return now(card, COALITION, use, left)


def keys(clash: Clash, which: int) -> dict[str, int]:
    return {k: v for k, v in clash.forces[which].mods if k.startswith((ON_THROW, ANEW))}


# 14: Marshal Ney


@pytest.mark.parametrize(("use", "mine", "theirs"), [(FOR_OWN, 1, 0), (AGAINST, 0, -1)])
def test_14_ney_gives_his_men_a_point_or_takes_one_from_who_faces_them(use: int, mine: int, theirs: int) -> None:
    t = play(field(), cards.NEY, FRENCH)
    assert (t.kind, t.seat) == ("card", "french")
    t.play(Indicate(cards.NEY, use))
    assert cards.points(t.state, FRENCH) == -1
    attack, defend = assault(t, "meunier-1", "udom-1"), assault(t, "udom-1", "meunier-1")
    assert [on_throw(force) for force in attack.forces] == [mine, theirs]
    assert [on_throw(force) for force in defend.forces] == [theirs, mine]
    udom = t.us("udom-1")
    charge = charge_clash(t.x, t.state, ((t.u("meunier-1"), t.hex("1921E")),), t.hex("1820E"), udom, (), ())
    assert [on_throw(force) for force in charge.forces] == [mine, theirs]


def test_14_other_corps_other_turns_bombardments_and_no_ney_have_nothing_of_it() -> None:
    t = field(now(cards.NEY, FRENCH, FOR_OWN))
    assert on_throw(assault(t, "lagrange-1", "udom-1").forces[0]) == 0
    assert on_throw(bombard_clash(t.x, t.state, t.us("meunier-1"), t.hex("1820E")).forces[0]) == 0
    t.change(turn=2)
    assert on_throw(assault(t, "meunier-1", "udom-1").forces[0]) == 0
    assert play(field(leaders={**LEADERS, "ney": None}), cards.NEY, FRENCH).state.plays == ()
    let_go = play(field(), cards.NEY, FRENCH).play(m.Pass())
    assert cards.points(let_go.state, FRENCH) == 0
    assert on_throw(assault(let_go, "meunier-1", "udom-1").forces[0]) == 0


def test_14_a_point_on_the_throw_never_leads_beyond_the_table() -> None:
    for use, faces, same in ((FOR_OWN, 11, 12), (FOR_OWN, 12, 12), (AGAINST, 3, 2), (AGAINST, 2, 2)):
        t = field(now(cards.NEY, FRENCH, use))
        which = 0 if use == FOR_OWN else 1
        with_card = assault(t, "meunier-1", "udom-1")
        plain = assault(field(), "meunier-1", "udom-1")
        assert with_card.forces[which].strength == plain.forces[which].strength
        left = fire(t.x.tables, t.x.options, with_card, _Shows(faces)).forces[1 - which].hits
        right = fire(t.x.tables, t.x.options, plain, _Shows(same)).forces[1 - which].hits
        assert left == right


def test_14_where_each_strength_point_throws_a_die_a_point_is_two_dice() -> None:
    for use, dice in ((FOR_OWN, 2), (AGAINST, -2)):
        t = field(now(cards.NEY, FRENCH, use), more=("six_to_hit",))
        clash = assault(t, "meunier-1", "udom-1")
        which = 0 if use == FOR_OWN else 1
        assert on_throw(clash.forces[which]) == dice
        counted = _Shows(2)
        fire(t.x.tables, t.x.options, clash, counted)
        assert counted.dice[which] == max(1, clash.forces[which].strength + dice)


def gunners(strength: int, *mods: tuple[str, int]) -> Force:
    return Force((Fighter(0, GUNS, (0, 2), 1, 4),), strength, 0, mods)


@pytest.mark.parametrize(("points", "dice"), [(2, 6), (-2, 2), (-4, 1)])
def test_14_guns_by_themselves_throw_more_or_fewer_dice_and_one_at_the_least(points: int, dice: int) -> None:
    x, counted = battle("champaubert", "six_to_hit").context, _Shows(2)
    volley(x.tables, x.options, gunners(4, (f"{ON_THROW}ney", points)), "guns", counted)
    assert counted.dice == [dice]


def test_7_whoever_may_not_fire_throws_nothing_anew() -> None:
    x = battle("champaubert").context
    silent = gunners(0, (f"{ANEW}card", 3))
    clash = Clash("charge", (silent, gunners(0)))
    assert fire(x.tables, x.options, clash, ScriptedDice(())).forces[0] == silent
    assert len(fired(x.tables, x.options, clash)) == 1
    assert seconds(fire(x.tables, x.options, clash, ScriptedDice(())).forces[0]) == 3


class _Shows:
    """Dice that show one total, and note how many dice for hits they were asked for."""

    def __init__(self, total: int) -> None:
        self.total, self.dice = total, list[int]()

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        return self.total

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        self.dice.append(count)
        return 0


# 24: The Last Push


def test_24_the_last_push_gives_the_assaults_of_a_formation_two_points() -> None:
    orders = {"IX": ("attack", "1721E"), "XI": "reserve"}
    t = play(field(orders=orders), cards.POPULACE, COALITION, 0)
    clash = assault(t, "udom-1", "lagrange-1")
    assert keys(clash, 0) == {f"{ON_THROW}last push": 2}
    assert not keys(clash, 1)
    assert not keys(assault(t, "lagrange-1", "udom-1"), 1), "in its own assaults alone"
    charge = charge_clash(t.x, t.state, ((t.u("udom-1"), t.hex("1820E")),), t.hex("1721E"), t.us("lagrange-1"), (), ())
    assert not keys(charge, 0), "no charge"
    assert cards.points(t.state, COALITION) == -1
    assert not keys(assault(t.change(turn=2), "udom-1", "lagrange-1"), 0), "this turn"


def test_24_it_needs_an_order_to_attack_as_it_is_played_and_as_it_is_fought() -> None:
    t = play(field(orders={"IX": "defend"}), cards.POPULACE, COALITION)
    assert t.state.plays == ()
    t = play(field(orders={"IX": ("attack", "1721E")}), cards.POPULACE, COALITION, 0)
    t.state = t.state.command(t.c("IX"), order=Order("probe", t.hex("1721E")))
    assert not keys(assault(t, "udom-1", "lagrange-1"), 0)


def test_24_nobody_but_the_formation_that_was_picked_makes_the_last_push() -> None:
    t = field(now(cards.POPULACE, COALITION, 0), orders={"IX": ("attack", "1721E")})
    assert t.c("IX") != 0
    assert not keys(assault(t, "udom-1", "lagrange-1"), 0)


def test_24_in_full_card_play_the_player_names_who_makes_the_last_push() -> None:
    t = play(field(options="full_cards", orders={"IX": ("attack", "1721E")}), cards.POPULACE, COALITION)
    assert t.options() == [m.Pass(), Indicate(cards.POPULACE, t.c("IX"))]
    t.play(Indicate(cards.POPULACE, t.c("IX")))
    assert on_throw(assault(t, "udom-1", "lagrange-1").forces[0]) == 2


# 7, 14 and 30: throws made anew

CHANCES = [(cards.EMPEROR, 3), (cards.NEY, 1), (cards.MARMONT, 3)]


@pytest.mark.parametrize(("card", "times"), CHANCES)
def test_7_14_and_30_let_throws_be_made_anew_for_what_the_player_says(card: int, times: int) -> None:
    for use in (FOR_FIRE, FOR_COMPLIANCE):
        t = play(field(), card, COALITION)
        assert (t.kind, t.seat) == ("card", "coalition")
        t.play(Indicate(card, use))
        assert seconds(assault(t, "udom-1", "lagrange-1").forces[0]) == (times if use == FOR_FIRE else 0)
        assert seconds(assault(t, "lagrange-1", "udom-1").forces[1]) == (times if use == FOR_FIRE else 0)
        assert t.x.rules.anew(t.x, t.state, t.c("IX")) == (times if use == FOR_COMPLIANCE else 0)
        assert t.x.rules.anew(t.x, t.state, t.c("VI")) == 0
        assert seconds(assault(t, "udom-1", "lagrange-1").forces[1]) == 0
        t.change(turn=2)
        assert seconds(assault(t, "udom-1", "lagrange-1").forces[0]) == 0
        assert t.x.rules.anew(t.x, t.state, t.c("IX")) == 0


@pytest.mark.parametrize("card", [cards.EMPEROR, cards.MARMONT])
def test_7_and_30_without_blucher_on_the_map_they_come_to_nothing(card: int) -> None:
    assert play(field(leaders={**LEADERS, "blucher": None}), card, COALITION).state.plays == ()


@pytest.mark.parametrize(("first", "thrown"), [((1, 1), 1), ((6, 6), 0)])
def test_7_fire_that_hits_nothing_is_thrown_for_anew(first: tuple[int, int], thrown: int) -> None:
    t = field(anew(cards.EMPEROR, FOR_FIRE, 3))
    fight = NormalCombat(((t.hex("1721E"), t.us("lagrange-1")),), t.hex("1820E"))
    more = [(6, 6)] * thrown
    t.push(fight).run((1, 1), first, *more)
    (kept,) = t.state.plays
    assert kept.about == (FOR_FIRE, 3 - thrown)
    assert kept.seen == thrown, "the enemy sees it then"
    assert len(t.said("card")) == thrown
    assert t.engine.view(t.state, "french").plays == ((kept,) if thrown else ())


def test_7_no_more_throws_than_are_left_and_the_last_one_counts() -> None:
    t = field(anew(cards.EMPEROR, FOR_FIRE, 2))
    t.push(NormalCombat(((t.hex("1721E"), t.us("lagrange-1")),), t.hex("1820E"))).run((1, 1), (1, 1), (1, 1), (1, 1))
    assert t.state.plays[0].about == (FOR_FIRE, 0)
    after = assault(t, "lagrange-1", "udom-1")
    assert seconds(after.forces[1]) == 0


def test_7_a_charge_uses_them_too() -> None:
    units = {"bordesoulle": "1721E", "udom-1": "1820E"}
    t = field(anew(cards.EMPEROR, FOR_FIRE, 3), units=units)
    onset = Onset(((t.u("bordesoulle"), t.hex("1721E")),), t.hex("1820E"), (), False, "charge")
    t.push(onset).run(1, (1, 1), (1, 1), (6, 6))
    assert t.state.plays[0].about == (FOR_FIRE, 2)


@pytest.mark.parametrize("options", [(), ("six_to_hit",), ("artillery_support",)])
@pytest.mark.parametrize("left", [1, 3])
def test_7_the_exact_odds_count_every_throw_made_anew(options: tuple[str, ...], left: int) -> None:
    t = field(anew(cards.EMPEROR, FOR_FIRE, left), more=options)
    clash, plain = assault(t, "udom-1", "lagrange-1"), assault(field(more=options), "udom-1", "lagrange-1")
    x = t.x
    once = fired(x.tables, x.options, plain)
    miss = once.chance(lambda c: c.forces[1].hits == 0)
    with_card = fired(x.tables, x.options, clash)
    assert with_card.chance(lambda c: c.forces[1].hits == 0) == miss ** (left + 1)
    unused = with_card.chance(lambda c: seconds(c.forces[0]) == left)
    assert unused == 1 - miss
    odds, before = (normal_odds(x.tables, x.options, c) for c in (clash, plain))
    assert odds.gives_way(1) > before.gives_way(1)


def test_7_odds_and_resolution_are_one() -> None:
    t = field(anew(cards.EMPEROR, FOR_FIRE, 1))
    clash = assault(t, "udom-1", "lagrange-1")

    def resolved(dice: Dice) -> Clash:
        return fire(t.x.tables, t.x.options, clash, dice)

    assert dict(distribution(resolved)) == dict(fired(t.x.tables, t.x.options, clash))
    charge = charge_clash(t.x, t.state, ((t.u("udom-1"), t.hex("1820E")),), t.hex("1721E"), t.us("lagrange-1"), (), ())
    assert sum(p for _, p in charge_odds(t.x.tables, t.x.options, charge).results) == 1


def test_7_what_changes_a_throw_is_no_morale_and_is_told() -> None:
    t = field(anew(cards.NEY, FOR_FIRE, 1), now(cards.NEY, FRENCH, AGAINST))
    clash, plain = assault(t, "udom-1", "meunier-1"), assault(field(), "udom-1", "meunier-1")
    for either in (f"{ANEW}card", f"{ON_THROW}faces ney"):
        one = replace(clash.forces[0], mods=tuple(mod for mod in clash.forces[0].mods if mod[0] != either))
        assert len(one.mods) < len(clash.forces[0].mods)
        assert morale(t.x.tables, one) == morale(t.x.tables, plain.forces[0])
    told = [(fact.name, fact.value) for fact in throw_lines(t.x, clash.forces[0])]
    assert told == [("Faces Ney", "−1 on the throw"), ("Another chance", "thrown anew without a hit, 1 time")]


def order(t: Table, face: int = 0) -> m.Send:
    return m.Send(t.i("blucher"), t.c("IX"), (("attack", t.hex("1721E")),))


@pytest.mark.parametrize("left", [1, 3])
def test_14_an_order_that_would_be_ignored_is_thrown_for_anew(left: int) -> None:
    t = field(anew(cards.NEY, FOR_COMPLIANCE, left), turn=2)
    t.change(plays=(replace(t.state.plays[0], turn=2),))
    told = Pending((Order("attack", t.hex("1721E")),), t.i("blucher"), 1, 2, -4)
    t.state = t.state.command(t.c("IX"), pending=(told,))
    t.push(ComplianceCheck()).run(*[(1, 1)] * left, (6, 6))
    (kept,) = t.state.plays
    assert kept.about == (FOR_COMPLIANCE, 0)
    assert kept.seen == 0, "only its own side knows"
    assert all(event.to == ("coalition",) for event in t.said("card"))
    assert len(t.said("card")) == 1


def test_14_a_late_or_ready_answer_is_left_alone_and_odds_say_so() -> None:
    t = field(anew(cards.NEY, FOR_COMPLIANCE, 1))
    with_card, plain = (
        receipt_odds(t.x, s, order(t)).map(lambda end: end[0]) for s in (t.state, replace(t.state, plays=()))
    )
    ignored = plain["I"]
    assert 0 < ignored < 1
    assert with_card["I"] == ignored**2
    assert with_card["C"] == plain["C"] * (1 + ignored)
    theirs = m.Send(t.i("napoleon"), t.c("VI"), (("attack", t.hex("1820E")),))
    same = receipt_odds(t.x, t.state, theirs), receipt_odds(t.x, replace(t.state, plays=()), theirs)
    assert dict(same[0]) == dict(same[1])
    assert sum(p for _, p in with_card) == Fraction(1)


# 7: Blücher


def test_7_bluchers_men_never_give_way_but_by_choice_this_turn() -> None:
    t = play(field(), cards.EMPEROR, COALITION).play(Indicate(cards.EMPEROR, FOR_COMPLIANCE))
    assert cards.points(t.state, COALITION) == -2
    for attacker, defender, mine in (("udom-1", "lagrange-1", 0), ("lagrange-1", "udom-1", 1)):
        clash = assault(t, attacker, defender)
        assert ("blucher holds", 12) in clash.forces[mine].mods
        assert ("blucher holds", 12) not in clash.forces[1 - mine].mods
        assert normal_odds(t.x.tables, t.x.options, clash).gives_way(mine) == 0
    t.change(turn=2)
    assert ("blucher holds", 12) not in assault(t, "udom-1", "lagrange-1").forces[0].mods


def test_7_blucher_let_go_holds_nobody_and_has_no_emperors_actions() -> None:
    t = play(field(), cards.EMPEROR, COALITION).play(m.Pass())
    assert cards.points(t.state, COALITION) == 0
    assert ("blucher holds", 12) not in assault(t, "udom-1", "lagrange-1").forces[0].mods
    played = field(now(cards.EMPEROR, COALITION, FOR_FIRE, 3))
    assert played.x.rules.claims(played.x, played.state) == (-1, ())
    assert not played.x.rules.coordinates(played.x, played.state, COALITION)
    assert ("blucher holds", 12) in assault(played, "udom-1", "lagrange-1").forces[0].mods


# 30: Gneisenau


def gone(*dead: str, lost: str = "", seen: bool = False, **changes: Any) -> Table:
    units = {"lagrange-1": "0722E"} | ({"meunier-1": "2016E"} if seen else {})
    t = field(units=units, **changes)
    rows = {t.u(name): replace(t.unit(name), hex=DEAD, steps=0, since=1) for name in dead}
    rows |= {t.u(lost): replace(t.unit(lost), hex=LOST, steps=0)} if lost else {}
    t.state = t.state.many(rows)
    return t


def test_30_the_eliminated_units_of_a_formation_come_back_without_a_die() -> None:
    t = play(gone("udom-1", "kornilov-1", lost="udom-2"), cards.MARMONT, COALITION)
    t.play(Indicate(cards.MARMONT, FOR_FIRE))
    assert t.options() == [m.Pass(), Restore(t.c("IX"))]
    t.play(Restore(t.c("IX")))
    assert [t.where(name) for name in ("udom-1", "kornilov-1")] == ["2117E", "2117E"]
    assert t.unit("udom-1").steps == t.x.infos[t.u("udom-1")].steps - 1
    assert t.unit("udom-2").hex == LOST
    assert cards.points(t.state, COALITION) == -1, "the card costs once"
    assert t.kind is None


def test_30_whoever_finds_no_room_comes_back_beside_the_leader() -> None:
    t = gone("udom-1", trains={"ix-train": "2117E"})
    play(t, cards.MARMONT, COALITION).play(m.Pass()).play(Restore(t.c("IX")))
    assert t.x.board.distances[t.hex("2117E")][t.unit("udom-1").hex] == 1, "baggage fills the hex"
    assert cards.points(t.state, COALITION) == -1
    engine = battle("montmirail", "restricted_cards")
    names = [engine.setting.units[u].id for u in engine.setting.commands[engine.setting.formation_index["I"]].units]
    apart = list({engine.setting.units[engine.setting.unit_index[n]].data.division: n for n in names}.values())[:3]
    fresh: dict[str, Any] = {"decks": (), "hands": (), "plays": (), "coming": ()}
    t = arrange(engine, {"friant-1": "1332W"}, leaders={"yorck": "2026W", "blucher": "2026W"}, **fresh)
    t.state = t.state.many({t.u(n): replace(t.unit(n), hex=DEAD, steps=0, since=1) for n in apart})
    play(t, cards.MARMONT, COALITION).play(m.Pass()).play(Restore(t.c("I")))
    row = t.x.board.distances[t.hex("2026W")]
    assert sorted(row[t.unit(n).hex] for n in apart) == [0, 0, 1], "two units of two divisions, no third"


def test_30_nobody_comes_back_under_the_enemys_eyes_or_without_a_leader() -> None:
    for t in (gone("udom-1", seen=True), gone("udom-1", leaders={**LEADERS, "olsufief": None}), gone()):
        play(t, cards.MARMONT, COALITION).play(Indicate(cards.MARMONT, FOR_FIRE))
        assert t.kind is None


def test_30_only_formations_of_bluchers_come_back() -> None:
    t = gone("lagrange-1", "udom-1")
    assert able(t.x, t.state, COALITION) == [t.c("IX")]
    assert able(t.x, t.state, FRENCH) == []
    assert t.c("VI") not in able(t.x, t.state, FRENCH)


def test_30_neither_use_costs_nothing() -> None:
    t = play(gone("udom-1"), cards.MARMONT, COALITION).play(m.Pass()).play(m.Pass())
    assert cards.points(t.state, COALITION) == 0
