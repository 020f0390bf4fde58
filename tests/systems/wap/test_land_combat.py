"""N to S on the map: who must fight, who slips away or goes inside, what follows a battle, sieges and assaults."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.land.aftermath import Aftermath
from napwidgets.systems.wap.land.combat import Battle, CombatPhase, Shelter, Slip
from napwidgets.systems.wap.land.field import ATTACK, DEFEND
from napwidgets.systems.wap.land.muster import engage, morale_of
from napwidgets.systems.wap.land.sieges import SiegePhase, capacity
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.setting import AUSTRIA, FRANCE, NATIONS, RUSSIA, nation_number
from napwidgets.systems.wap.state import DEAD, ENGLISH, FRENCH, WOUNDED, State
from tests.systems.wap.campaign import FRENCH_SEAT, at, campaign, context, place, play, run, thrown, where

SAFE = (1, 1)
FIELD = "3524"  # clear ground in Bavaria, without a city


def fighting(
    x: Context, *armies: tuple[str, str, str], came: tuple[tuple[str, str], ...] = (), **more: object
) -> State:
    """A combat phase of the French; ``came`` says from where they entered hexes."""
    entries = tuple((place(x, to), place(x, origin)) for to, origin in came)
    return campaign(x, armies, agenda=(CombatPhase(0),), came=entries, **more)  # type: ignore[arg-type]


def fight(x: Context, s: State, name: str, *throws: int | tuple[int, ...], log: list[Event] | None = None) -> State:
    return play(x, s, m.Fight(place(x, name)), thrown(*throws), log)


# Who must fight (N)


def test_n_what_was_met_in_the_open_must_be_fought() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "9I"), (FIELD, "Austria", "9I"))
    with pytest.raises(IllegalMove) as caught:
        s.agenda[-1].check(x, s, m.Done())
    assert caught.value.code == "must-fight"
    assert not s.agenda[-1].options(x, s, None)
    assert [subject.id for subject in s.agenda[-1].subjects(x, s)] == [f"h:{place(x, FIELD)}"]
    with pytest.raises(IllegalMove):
        s.agenda[-1].check(x, s, m.Fight(place(x, "Paris")))


def test_e_2_f_nobody_fights_where_he_has_no_troops() -> None:
    x = context()
    s = fighting(x, ("Linz", "Austria", "9I"), (FIELD, "France", "9I"))
    assert s.agenda[-1].automatic(x, s)


# A battle and what follows it (O to Q)


def test_o_the_battle_is_built_from_what_stands_there() -> None:
    x = context()
    s = fighting(
        x,
        (FIELD, "France", "10I 3C 2GI"),
        (FIELD, "Austria", "12I 2C"),
        (FIELD, "Russia", "2CC"),
        leaders={"Napoleon": FIELD, "Ney": FIELD, "Mack": FIELD, "Kutuzov": FIELD},
        came=((FIELD, "Ulm"),),
    )
    found = engage(x, s, place(x, FIELD), FRENCH)
    attack, defend = found.sides
    assert (attack.points, attack.cavalry, attack.rating, attack.morale) == (15, 3, 3, 2)
    assert (defend.points, defend.cavalry, defend.rating, defend.morale) == (16, 4, 2, 1)
    assert attack.supplied
    assert defend.supplied
    far = fighting(x, ("6509", "France", "9I"), ("6509", "Russia", "9I"))
    assert [side.supplied for side in engage(x, far, place(x, "6509"), FRENCH).sides] == [False, True]
    assert found.ground == (("river", 1, "WAP base rules O"),)


def test_reference_1_10_a_leader_counts_only_where_he_leads_somebody() -> None:
    x = context()
    s = fighting(x, (FIELD, "Bavaria", "4I"), (FIELD, "Austria", "4I"), leaders={"Ney": FIELD, "Kutuzov": FIELD})
    found = engage(x, s, place(x, FIELD), FRENCH)
    assert [side.rating for side in found.sides] == [1, 0]


def test_reference_1_9_morale_by_kind_state_and_year() -> None:
    x = context()
    s, h = campaign(x), place(x, FIELD)
    assert [morale_of(x, s, FRANCE, kind, h) for kind in (0, 1, 3, 5)] == [2, 2, 3, 0]
    assert morale_of(x, s, nation_number("Portugal"), 0, h) == 0
    assert morale_of(x, replace(s, turn=53), nation_number("Portugal"), 0, h) == 1
    assert morale_of(x, s, nation_number("Bavaria"), 0, h) == 1
    assert [morale_of(x, replace(s, turn=82), RUSSIA, 0, place(x, at)) for at in (FIELD, "Moscow")] == [1, 2]


def test_q_beaten_defenders_fall_back_towards_supply_with_their_leaders() -> None:
    x = context()
    s = fighting(
        x,
        ("3725", "France", "12I"),
        ("3725", "Austria", "8I"),
        leaders={"Ney": "3725", "Mack": "3725"},
        came=(("3725", "Munich"),),
    )
    # Odds 3-2, leader and morale +1 each, river -1: a die of 6 makes 8. Then two leaders under fire.
    after = fight(x, s, "3725", 6, SAFE, SAFE)
    assert not any(at(x, after, "3725", "Austria"))
    assert at(x, after, "3725", "France") == parse("12I")
    assert after.pools[AUSTRIA] == parse("2I")
    retreat = where(x, after, "Mack")
    assert x.setting.owner[retreat] == AUSTRIA
    assert at(x, after, x.board.label(retreat), "Austria") == parse("6I")


def test_q_attackers_who_give_way_go_back_to_where_they_came_from() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "8I"), (FIELD, "Austria", "8I"), leaders={"Ney": FIELD}, came=((FIELD, "Ulm"),))
    # Morale +1, leader +1, river -1: a die of 1 makes 2, the larger force (the attacker) gives way.
    after = fight(x, s, FIELD, 1, SAFE)
    assert at(x, after, "Ulm", "France") == parse("7I")
    assert where(x, after, "Ney") == place(x, "Ulm")
    assert at(x, after, FIELD, "Austria") == parse("7I")


def test_g_1_j_napoleon_beaten_is_forced_to_withdraw() -> None:
    x = context()
    armies = ((FIELD, "France", "8I"), (FIELD, "Austria", "16I"))
    s = fighting(x, *armies, leaders={"Napoleon": FIELD, "Charles": FIELD}, came=((FIELD, "Ulm"),))
    # Odds 2-1 for Austria, leaders and morale -1 each, river +1: a die of 4 makes 5.
    log: list[Event] = []
    after = fight(x, s, FIELD, 4, SAFE, SAFE, log=log)
    assert after.withdrew
    assert "napoleon-withdrew" in [event.kind for event in log]
    without = fighting(x, *armies, leaders={"Davout": FIELD, "Charles": FIELD}, came=((FIELD, "Ulm"),))
    assert not fight(x, without, FIELD, 4, SAFE, SAFE).withdrew


@pytest.mark.parametrize(
    ("assault", "gave", "broke", "forced"),
    [
        (False, ATTACK, False, True),
        (False, ATTACK, True, False),
        (True, ATTACK, False, False),
        (False, DEFEND, False, False),
        (False, -1, False, False),
    ],
)
def test_g_1_j_napoleon_who_breaks_off_storms_a_city_or_wins_is_not(
    assault: bool, gave: int, broke: bool, forced: bool
) -> None:
    x = context()
    s = fighting(
        x, ("Graz", "France", "8I"), ("inside Graz" if assault else "Graz", "Austria", "8I"),
        leaders={"Napoleon": "Graz"}, came=(("Graz", "Laibach"),),
    )  # fmt: skip
    over = Aftermath(place(x, "Graz"), assault, 1, gave, broke)
    assert run(x, replace(s, agenda=(over,)), thrown(SAFE)).withdrew is forced


def test_q_an_undecided_battle_sends_the_attackers_back() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "8I"), (FIELD, "Austria", "8I"), came=((FIELD, "3624"),))
    # Morale +1: dice of 2 and 3 make 3 and 4.
    after = fight(x, s, FIELD, 2, 2, 3)
    assert at(x, after, "Munich", "France") == parse("5I")
    assert at(x, after, FIELD, "Austria") == parse("5I")


def test_q_a_force_without_a_way_out_is_half_lost_and_half_taken() -> None:
    x = context()
    ring = [(x.board.label(n), "France", "1I") for n, _ in x.setting.steps[place(x, FIELD)]]
    s = fighting(x, *ring, (FIELD, "France", "15I"), (FIELD, "Austria", "9I"), leaders={"Mack": FIELD})
    after = fight(x, s, FIELD, 6, SAFE)
    held = [(c.captor, c.nation, c.count) for c in after.captives]
    assert held == [(FRANCE, AUSTRIA, parse("3I"))]
    assert after.pools[AUSTRIA] == parse("6I")
    assert where(x, after, "Mack") >= 0
    assert x.setting.owner[where(x, after, "Mack")] == AUSTRIA


def test_reference_1_8_the_stronger_cavalry_breaks_off_without_loss() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "8I"), (FIELD, "Austria", "6I 3C"), came=((FIELD, "3624"),))
    # The larger force is Austria's, whose morale is lower: a die of 4 makes 3.
    s = fight(x, s, FIELD, 4)
    assert isinstance(s.agenda[-1], Battle)
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "english"
    assert s.agenda[-1].options(x, s, None) == [m.FightOn(), m.BreakOff()]
    after = play(x, s, m.BreakOff(), thrown())
    assert after.pools[AUSTRIA] == parse("1I")
    assert at(x, after, FIELD, "France") == parse("7I")
    on = play(x, s, m.FightOn(), thrown(4))
    assert on.agenda[-1].rounds == 2


@pytest.mark.parametrize(
    ("hex", "force", "shut", "told"),
    [
        (FIELD, "6I 3C", 1, "without further loss"),
        (FIELD, "6I 3C", 0, "no way out: all are lost or taken"),
        (FIELD, "3I 3L 3C", 1, "some disperse rather than leave their country"),
        ("Munich", "13I 3C", 0, "no way out but into the city: the others are lost or taken"),
    ],
)
def test_q_breaking_off_is_told_with_what_it_costs(hex: str, force: str, shut: int, told: str) -> None:
    x = context()
    ring = [(x.board.label(n), "France", "1I") for n, _ in x.setting.steps[place(x, hex)]][shut:]
    control = {"Munich": "Austria"} if hex == "Munich" else {}
    s = fighting(x, (hex, "France", "16I"), (hex, "Austria", force), *ring, control=control)
    step = Battle(FRENCH_SEAT, place(x, hex), rounds=1, chooser=DEFEND)
    label = step.label(x, s, m.BreakOff())
    assert label is not None
    assert label.detail == told
    log: list[Event] = []
    after = play(x, replace(s, agenda=(step,)), m.BreakOff(), thrown(), log)
    lost = sum(sum(a.count) for a in s.armies) - sum(sum(a.count) for a in after.armies)
    assert (lost == 0) is (told == "without further loss")


@pytest.mark.parametrize(("free", "told"), [(0, "no way out: all are lost or taken"), (1, "without further loss")])
def test_q_the_attacker_who_breaks_off_is_told_of_his_own_way_out_and_before_walls_needs_none(
    free: int, told: str
) -> None:
    x = context()
    ring = [(x.board.label(n), "Austria", "1I") for n, _ in x.setting.steps[place(x, FIELD)]][free:]
    s = fighting(x, (FIELD, "France", "6I 3C"), (FIELD, "Austria", "6I"), *ring)
    for assault, words in ((False, told), (True, "without further loss")):
        step = Battle(FRENCH_SEAT, place(x, FIELD), assault=assault, rounds=1, chooser=ATTACK)
        label = step.label(x, s, m.BreakOff())
        assert label is not None
        assert label.detail == words


def test_q_surplus_cavalry_pursues_on_the_map() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "6I 6C"), (FIELD, "Austria", "12I"), came=((FIELD, "3624"),))
    # Twelve against twelve, morale +1: a die of 5 makes 6; the defenders lose 2, then 2 more on a pursuit die of 5.
    after = fight(x, s, FIELD, 5, 5)
    assert after.pools[AUSTRIA] == parse("4I")


def test_r_leaders_are_hit_on_a_twelve() -> None:
    x = context()
    s = fighting(
        x,
        (FIELD, "France", "15I"),
        (FIELD, "Austria", "8I"),
        leaders={"Napoleon": FIELD, "Ney": FIELD, "French leader A": FIELD},
        turn=5,
    )
    after = fight(x, s, FIELD, 6, (6, 6), 2, (6, 6), 5)
    assert where(x, after, "Napoleon") == DEAD
    assert after.napoleon == 5
    ney = after.leaders[x.setting.leader_number["Ney"]]
    assert (ney.place, ney.back) == (WOUNDED, 10)


def test_o_the_odds_shown_are_those_of_the_fight() -> None:
    x = context()
    s = fighting(x, (FIELD, "France", "8I 2C"), (FIELD, "Bavaria", "3I"), (FIELD, "Austria", "7I"))
    before = engage(x, s, place(x, FIELD), FRENCH)
    log: list[Event] = []
    after = fight(x, s, FIELD, 1, log=log)
    told = next(event for event in log if event.kind == "battle-round")
    assert told.data["points"] == [side.points for side in before.sides] == [13, 7]
    assert isinstance(after.agenda[-1], Battle)
    assert [side.points for side in engage(x, after, place(x, FIELD), FRENCH, 1).sides] == [12, 6]


# Slipping away (1.13)


def test_d_4_cossacks_ride_off_unless_the_enemy_has_as_much_cavalry() -> None:
    x = context()
    s = fighting(x, ("6509", "France", "9I 1C"), ("6509", "Russia", "2CC"))
    s = fight(x, s, "6509")
    assert isinstance(s.agenda[-1], Slip)
    assert x.setting.seats[s.agenda[-1].side(x, s)] == "english"
    after = play(x, s, m.Accept())
    assert not any(at(x, after, "6509", "Russia"))
    assert sum(sum(army.count) for army in after.armies if army.nation == RUSSIA) == 2
    caught = fight(x, fighting(x, ("6509", "France", "9I 2C"), ("6509", "Russia", "2CC")), "6509", 5)
    assert caught.pools[RUSSIA] == parse("2CC")


@pytest.mark.parametrize("home", [True, False])
def test_d_4_partisans_whose_only_way_leads_abroad_are_promised_nothing(home: bool) -> None:
    """A hex of Russia at the frontier of Austria, its ally: one way out is left, at home or abroad."""
    x, owner = context(), context().setting.owner
    ways = {h: [n for n, _ in x.setting.steps[h]] for h in range(x.board.size) if owner[h] == RUSSIA}
    here, to = next(
        (h, n)
        for h, near in ways.items()
        if any(owner[k] == AUSTRIA for k in near)
        for n in near
        if owner[n] == (RUSSIA if home else AUSTRIA) and h not in x.setting.city_at and n not in x.setting.city_at
    )
    ring = [(x.board.label(n), "France", "1I") for n in ways[here] if n != to]
    name = x.board.label(here)
    s = fight(x, fighting(x, (name, "France", "9I"), (name, "Russia", "2CC 2P"), *ring), name)
    slip = s.agenda[-1]
    assert isinstance(slip, Slip)
    label = slip.label(x, s, m.Accept())
    assert label is not None
    together = "partisans get away with 50 %, Cossacks for certain"
    assert label.detail == (together if home else "Cossacks alone: the partisans would have to leave their country")
    after = slip.play(x, s, m.Accept(), thrown(6), [])
    assert at(x, after, x.board.label(to), "Russia") == parse("2CC 2P" if home else "2CC")


@pytest.mark.parametrize(("die", "away"), [(3, False), (4, True)])
def test_d_4_partisans_vanish_on_a_four(die: int, away: bool) -> None:
    x = context()
    open_field = "1333"
    s = fighting(
        x,
        (open_field, "France", "9I"),
        (open_field, "Spain", "1P"),
        status={"Spain": "anti-French"},
    )
    s = fight(x, s, open_field)
    dice = (die,) if away else (die, 5)
    after = play(x, s, m.Accept(), thrown(*dice))
    assert (after.pools[nation_number("Spain")] == parse("1P")) is not away


# Sieges (S)


def test_s_a_city_takes_in_what_it_has_room_for() -> None:
    x = context()
    number = x.setting.city_number
    assert [capacity(x, number[name]) for name in ("Augsburg", "Ulm", "Vienna")] == [2, 5, 10]
    s = fighting(x, ("Graz", "France", "12I"), ("Graz", "Austria", "6I 2C"), leaders={"John": "Graz"})
    s = fight(x, s, "Graz")
    assert isinstance(s.agenda[-1], Shelter)
    after = play(x, s, m.GoInside(), thrown(6, SAFE))
    assert at(x, after, "Graz", "Austria", inside=True) == parse("5I")
    # One infantry and two cavalry fought on outside and were beaten.
    assert where(x, after, "John") != place(x, "Graz")


def test_s_who_finds_room_for_all_is_besieged_with_his_leader() -> None:
    x = context()
    s = fighting(x, ("Graz", "France", "12I"), ("Graz", "Austria", "4I"), leaders={"John": "Graz"})
    s = play(x, fight(x, s, "Graz"), m.GoInside())
    assert at(x, s, "Graz", "Austria", inside=True) == parse("4I")
    assert s.leaders[x.setting.leader_number["John"]].inside
    # The siege may go on, or the walls be stormed at once.
    assert s.agenda[-1].options(x, s, None) == [m.Done()]
    assert s.agenda[-1].options(x, s, f"h:{place(x, 'Graz')}") == [m.Fight(place(x, "Graz"))]


def test_s_an_assault_meets_walls_and_never_drives_the_garrison_out() -> None:
    x = context()
    s = fighting(x, ("Graz", "France", "12I"), ("inside Graz", "Austria", "4I"))
    before = engage(x, s, place(x, "Graz"), FRENCH, assault=True)
    assert sum(value for _, value, _ in before.ground) == 4
    assert before.sides[1].walls
    # Odds 3-1, morale +1, walls -4: dice of 5, 5 and 5 make 5, 5 (3-1) and 6 (5-1).
    after = fight(x, s, "Graz", 5, 5, 5)
    assert at(x, after, "Graz", "Austria", inside=True) == parse("")
    assert after.control[x.setting.city_number["Graz"]] == FRANCE


def test_k_8_k_englishmen_abroad_attack_nobody_with_lloyds_at_its_worst() -> None:
    x = context(options=Options(lloyds=True))
    burgos = place(x, "Burgos")
    armies = [("Burgos", "England", "9I"), ("inside Burgos", "Spain", "2I")]
    for rate, may in ((78, True), (80, False)):
        s = campaign(x, armies, agenda=(CombatPhase(1),), segment="anti-French", rate=rate)
        assert bool(s.agenda[-1].options(x, s, f"h:{burgos}")) is may
    both = [*armies, ("Burgos", "Portugal", "3I")]
    s = campaign(x, both, agenda=(CombatPhase(1),), segment="anti-French", rate=80)
    assert s.agenda[-1].options(x, s, f"h:{burgos}")


def test_k_8_k_the_german_legion_attacks_nobody_and_the_troops_of_hanover_do() -> None:
    x = context(options=Options(lloyds=True))
    burgos = place(x, "Burgos")
    for whose, rate, may in (
        ("Hanover under England", 78, True),
        ("Hanover under England", 80, False),
        ("Hanover", 80, True),
    ):
        armies = [("Burgos", whose, "9I"), ("inside Burgos", "Spain", "2I")]
        ours = {"Hanover": "England"}
        s = campaign(x, armies, agenda=(CombatPhase(1),), segment="anti-French", rate=rate, masters=ours)
        assert bool(s.agenda[-1].options(x, s, f"h:{burgos}")) is may


def test_s_months_are_counted_and_a_siege_that_is_raised_is_forgotten() -> None:
    x = context()
    graz = place(x, "Graz")
    s = campaign(x, [("Graz", "France", "6I"), ("inside Graz", "Austria", "4I")], agenda=(SiegePhase(),))
    once = SiegePhase().run(x, s, thrown(), [])
    assert once.sieges == ((graz, 1),)
    twice = SiegePhase().run(x, replace(once, agenda=(SiegePhase(),)), thrown(), [])
    assert twice.sieges == ((graz, 2),)
    gone = replace(twice, agenda=(SiegePhase(),), armies=tuple(a for a in twice.armies if a.inside))
    free = SiegePhase().run(x, gone, thrown(), [])
    assert free.sieges == ()
    assert not any(army.inside for army in free.armies)
    other = SiegePhase().run(x, replace(s, segment=ENGLISH), thrown(), [])
    assert other.sieges == ()


def test_s_the_besieged_join_a_relief_in_the_second_round() -> None:
    x = context()
    s = campaign(
        x,
        [("Graz", "France", "8I"), ("inside Graz", "Austria", "4I"), ("Graz", "Russia", "7I")],
        segment="anti-French",
    )
    graz = place(x, "Graz")
    assert [side.points for side in engage(x, s, graz, ENGLISH).sides] == [7, 8]
    assert [side.points for side in engage(x, s, graz, ENGLISH, 1).sides] == [11, 8]


def test_n_nothing_vanishes_in_a_battle() -> None:
    x = context()
    s = fighting(
        x, (FIELD, "France", "8I 2C"), (FIELD, "Bavaria", "3I"), (FIELD, "Austria", "7I 1C"), (FIELD, "Russia", "3I")
    )
    after = fight(x, s, FIELD, 6)
    for nation in range(len(NATIONS)):
        before = sum(sum(army.count) for army in s.armies if army.nation == nation)
        left = sum(sum(army.count) for army in after.armies if army.nation == nation)
        assert (
            left + sum(after.pools[nation]) + sum(sum(c.count) for c in after.captives if c.nation == nation) == before
        )


@pytest.mark.parametrize(
    ("defenders", "told"), [("1I", "4 against 1 strength point"), ("2I", "4 against 2 strength points")]
)
def test_n_the_strengths_of_a_battle_are_told_in_good_words(defenders: str, told: str) -> None:
    x = context()
    s = fighting(x, ("Graz", "France", "4I"), ("Graz", "Austria", defenders))
    label = s.agenda[-1].label(x, s, m.Fight(place(x, "Graz")))
    assert label.detail == told
