"""K.6, K.7 and K.9: prizes, battle damage and hidden fleets."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.face.inspector import roster
from napwidgets.systems.wap.money.shipyards import repaired
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import (
    ATTACKED,
    ATTACKING,
    DAMAGED,
    READY,
    UNSEEN,
    Leader,
    fleet_index,
)
from napwidgets.systems.wap.views import redact
from tests.systems.wap.campaign import (
    ENGLISH_SEAT,
    FRENCH_SEAT,
    context,
    place,
    play,
    thrown,
)
from tests.systems.wap.navy import fleet, number, sail, sea

# K.6, K.7


def test_k_6_a_prize_stays_with_the_captor_and_belongs_to_it_when_repaired() -> None:
    x = context(options=Options(prizes=True))
    s = sea(x, fleet(x, "Brest", FRANCE, 1), fleet(x, "Atlantic Ocean", ENGLAND, 3), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 1))
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), 3), thrown(6, 6))
    prize = next(f for f in s.fleets if f.taken == FRANCE)
    assert (prize.nation, prize.squadrons, prize.place) == (ENGLAND, 1, place(x, "Atlantic Ocean"))
    assert not s.captives


def test_k_7_a_squadrons_that_retreat_are_damaged_and_lie_still() -> None:
    x = context(options=Options(battle_damage=True))
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, "Atlantic Ocean", ENGLAND, 2), seat=FRENCH_SEAT)
    s = play(x, s, sail(x, s, "Brest", FRANCE, "Atlantic Ocean", 2))
    s = play(x, s, m.Intercept(number(x, s, "Atlantic Ocean", ENGLAND), 2), thrown(6, 4))
    s = play(x, s, m.Done())
    s = play(x, s, m.ToPort(place(x, "Brest")))
    hurt = s.fleets[fleet_index(s, number(x, s, "Brest", FRANCE))]
    assert hurt.condition == 1
    rested = x.with_fleets(
        s, [*s.fleets[:0], hurt.__class__(hurt.place, FRANCE, 2, inside=True, condition=1, moved=READY)]
    )
    assert NavalPhase(FRENCH_SEAT).subjects(x, rested) == []


# K.9


def test_k_9_hidden_fleets_are_seen_by_their_owner_and_when_they_fight() -> None:
    x = context(options=Options(hidden_fleets=True))
    s = sea(
        x, fleet(x, "Caribbean", FRANCE, 2), fleet(x, "Atlantic Ocean", FRANCE, 1), fleet(x, "Caribbean", ENGLAND, 1)
    )
    assert redact(x, s, FRENCH_SEAT).fleets == tuple(f for f in s.fleets if f.nation == FRANCE)
    seen = redact(x, s, ENGLISH_SEAT).fleets
    assert [(f.nation, f.place) for f in seen] == [
        (ENGLAND, place(x, "Caribbean")),
        (FRANCE, place(x, "Atlantic Ocean")),
    ]
    assert [f.nation for f in redact(x, s, None).fleets] == [FRANCE]
    fighting = x.with_fleets(s, [replace(f, moved=ATTACKING) if f.nation == FRANCE else f for f in s.fleets])
    assert len(redact(x, fighting, ENGLISH_SEAT).fleets) == 3


def test_k_9_nelson_is_hidden_with_his_ships_and_seen_with_them() -> None:
    x = context(options=Options(hidden_fleets=True))
    home = fleet(x, "Plymouth", ENGLAND, 1)
    s = sea(x, fleet(x, "Caribbean", ENGLAND, 1), fleet(x, "Caribbean", FRANCE, 1), home)
    nelson, far = x.setting.nelson, place(x, "Caribbean")
    s = s.leader(nelson, place=far, moved=True)
    assert [redact(x, s, seat).leaders[nelson] for seat in (FRENCH_SEAT, None)] == [Leader(UNSEEN)] * 2
    assert redact(x, s, ENGLISH_SEAT).leaders[nelson].place == far
    fighting = x.with_fleets(s, [replace(f, moved=ATTACKED) if f.nation == ENGLAND else f for f in s.fleets])
    assert redact(x, fighting, FRENCH_SEAT).leaders[nelson].place == far
    near = place(x, "Atlantic Ocean")
    assert redact(x, s.leader(nelson, place=near), FRENCH_SEAT).leaders[nelson].place == near
    away = [line for line in roster(x, redact(x, s, FRENCH_SEAT), "french") if "Nelson" in line.title]
    assert [(line.detail, line.hex) for line in away] == [("at sea", -1)]


def heard_of_repairs(where: str, options: Options) -> list[tuple[str, ...]]:
    """Who is told, ship by ship, that an English one in a place is repaired."""
    x = context(options=options)
    hurt = replace(fleet(x, where, ENGLAND, 1), condition=DAMAGED, due=4)
    log: list[Event] = []
    repaired(x, sea(x, hurt, turn=4), log)
    return [event.to for event in log if event.kind == "repaired"]


def test_k_9_of_a_hidden_ship_its_owner_alone_hears_that_it_is_repaired() -> None:
    both = Options(battle_damage=True, hidden_fleets=True)
    assert heard_of_repairs("Caribbean", both) == [("english",)]
    assert heard_of_repairs("Atlantic Ocean", both) == [()]
    assert heard_of_repairs("Plymouth", both) == [()]
    assert heard_of_repairs("Caribbean", Options(battle_damage=True)) == [()]
