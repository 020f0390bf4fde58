"""F.3.b on the way: troops and leaders that come on board and go ashore at stops."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, nation_number
from napwidgets.systems.wap.state import (
    FRENCH,
    MOVED,
    SAILING,
    State,
    at_sea,
)
from napwidgets.systems.wap.states.politics import EntrustChoice
from tests.systems.wap.campaign import at, context, place, play, refusal, thrown, where
from tests.systems.wap.navy import (
    BALTIC,
    NORTH,
    call,
    fleet,
    home_port,
    number,
    sail,
    sea,
    west,
)

PORTUGAL = nation_number("Portugal")


# F.3.b Cargo on the way


def ferry(x: Context, **more: Any) -> State:
    """Ships in Plymouth with two transports; troops and leaders in Plymouth and Cork."""
    armies = more.pop("armies", [("Plymouth", "England", "2I"), ("Cork", "England", "3I 1C")])
    leaders = more.pop("leaders", {"English leader": "Plymouth", "Moore": "Cork"})
    return west(x, transports=2, armies=armies, leaders=leaders, **more)


def via_cork(x: Context, s: State, loads: str = "", lands: str = "", *, to: str = "Lisbon", **more: Any) -> m.Sail:
    """From Plymouth by Cork to a port."""
    cargo = more.pop("cargo", m.Cargo())
    stop = call(
        x, 1, "Cork", inside=True,
        loads=m.Cargo(ENGLAND, parse(loads)) if loads else m.Cargo(),
        lands=m.Cargo(ENGLAND, parse(lands)) if lands else m.Cargo(),
        **more,
    )  # fmt: skip
    move = home_port(x, s, stop, ships=(3, 2), cargo=cargo)
    end = place(x, to)
    return replace(move, to=end, inside=end >= 0)


def test_f_3_b_troops_come_on_board_on_the_way() -> None:
    x = context()
    s, log = ferry(x), Log()
    move = via_cork(x, s, "2I 1C")
    after = play(x, s, move, log=log)
    assert at(x, after, "Lisbon", "England") == parse("2I 1C")
    assert at(x, after, "Cork", "England") == parse("1I")
    assert [event.text for event in log if event.kind == "embark"] == [
        "2 infantry and 1 cavalry of England come on board at Cork (1214)."
    ]


def test_f_3_b_some_go_ashore_others_come_on_board_and_who_landed_marches_no_more() -> None:
    x = context()
    s = ferry(x)
    move = via_cork(x, s, "1C", "1I", cargo=m.Cargo(ENGLAND, parse("2I")))
    after = play(x, s, move)
    assert at(x, after, "Lisbon", "England") == parse("1I 1C")
    assert at(x, after, "Cork", "England") == parse("4I")
    assert [a.count for a in after.armies if a.hex == place(x, "Cork") and a.moved] == [parse("1I")]
    assert (place(x, "Cork"), ENGLAND, 1) in after.landed


@pytest.mark.parametrize(
    ("loads", "lands", "cite"),
    [("4I", "", "F.3.b"), ("3I 1C", "", "F.3.d"), ("", "1I", "F.3.b"), ("2C", "", "F.3.b"), ("3I", "", "")],
)
def test_f_3_what_can_not_be_taken_up_or_landed_on_the_way(loads: str, lands: str, cite: str) -> None:
    x = context()
    s = ferry(x)
    move = via_cork(x, s, loads, lands)
    if cite:
        assert refusal(x, s, move) == f"WAP {cite}"
    else:
        s.agenda[-1].check(x, s, move)


@pytest.mark.parametrize(
    ("landed", "cite"),
    [((ENGLAND, "2I"), ""), ((ENGLAND, "3I"), "F.3.b"), ((ENGLAND, "1I 1C"), "F.3.b"), ((PORTUGAL, "2I"), "F.3.b")],
)
def test_f_3_b_what_goes_ashore_was_on_board(landed: tuple[int, str], cite: str) -> None:
    x = context()
    s = ferry(x)
    move = via_cork(x, s, cargo=m.Cargo(ENGLAND, parse("2I")))
    nation, force = landed
    move = replace(move, calls=(replace(move.calls[0], lands=m.Cargo(nation, parse(force))),))
    if cite:
        assert refusal(x, s, move) == f"WAP {cite}"
    else:
        assert at(x, play(x, s, move), "Cork", "England") == parse("5I 1C")


def test_f_3_b_infantry_comes_on_board_where_a_leader_is_ashore_or_on_board() -> None:
    x = context()
    s = ferry(x, leaders={"English leader": "Plymouth"})
    assert refusal(x, s, via_cork(x, s, "2I")) == "WAP F.3.b"
    s.agenda[-1].check(x, s, via_cork(x, s, "1C"))
    leader = x.setting.leader_number["English leader"]
    after = play(x, s, via_cork(x, s, "2I", cargo=m.Cargo(leaders=(leader,))))
    assert at(x, after, "Lisbon", "England") == parse("2I")
    assert where(x, after, "English leader") == place(x, "Lisbon")


def test_f_3_b_a_leader_lands_on_the_way_or_comes_on_board() -> None:
    x = context()
    first, moore = (x.setting.leader_number[name] for name in ("English leader", "Moore"))
    s = ferry(x)
    move = via_cork(x, s, cargo=m.Cargo(leaders=(first,)))
    swap = replace(move.calls[0], lands=m.Cargo(leaders=(first,)), loads=m.Cargo(leaders=(moore,)))
    after = play(x, s, replace(move, calls=(swap,)))
    assert where(x, after, "English leader") == place(x, "Cork")
    assert where(x, after, "Moore") == place(x, "Lisbon")
    assert after.leaders[first].moved
    assert after.leaders[moore].moved
    assert refusal(x, s, replace(move, cargo=m.Cargo(), calls=(swap,))) == "WAP F.3.b"


def test_f_3_e_all_must_be_landed_at_the_end() -> None:
    x = context()
    s = ferry(x)
    assert refusal(x, s, via_cork(x, s, "2I", to="Atlantic Ocean")) == "WAP F.3.e"
    cargo = m.Cargo(ENGLAND, parse("2I"))
    s.agenda[-1].check(x, s, via_cork(x, s, lands="2I", cargo=cargo, to="Atlantic Ocean"))
    assert refusal(x, s, via_cork(x, s, lands="1I", cargo=cargo, to="Atlantic Ocean")) == "WAP F.3.e"


def test_f_3_e_infantry_from_the_global_zones_does_not_stay_at_sea_in_europe() -> None:
    x = context()
    far = replace(fleet(x, "North Atlantic", ENGLAND, 0, 1), troops_of=ENGLAND, aboard=parse("2I"))
    s = sea(x, far)
    assert refusal(x, s, sail(x, s, "North Atlantic", ENGLAND, "Atlantic Ocean", 0, 1)) == "WAP F.3.e"
    after = play(x, s, sail(x, s, "North Atlantic", ENGLAND, "Lisbon", 0, 1, inside=True))
    assert at(x, after, "Lisbon", "England") == parse("2I")


def test_f_3_d_supplies_and_points_are_loaded_where_the_voyage_begins() -> None:
    x = context()
    s = ferry(x, saved=20)
    for load in (m.Cargo(supply=2), m.Cargo(points=2)):
        move = via_cork(x, s)
        assert refusal(x, s, replace(move, calls=(replace(move.calls[0], loads=load),))) == "WAP F.3.d"


def test_f_3_g_points_are_lent_to_two_states_on_one_voyage() -> None:
    x = context()
    s = sea(x, fleet(x, "London", ENGLAND, 0, 1), saved=20)
    sweden = place(x, "Malmo")
    stop = m.Call(2, sweden, lands=m.Cargo(points=2))
    route, start = (NORTH, BALTIC, BALTIC), number(x, s, "London", ENGLAND)
    move = m.Sail(start, 0, 1, route, at_sea(BALTIC), cargo=m.Cargo(points=2), calls=(stop,))
    after = play(x, s, move)
    assert after.lent[x.setting.owner[sweden]] == 4
    assert after.saved == 16
    more = replace(move, cargo=m.Cargo(points=4), calls=(replace(stop, lands=m.Cargo(points=4)),))
    assert refusal(x, s, more) == "WAP J.5.b"
    assert refusal(x, s, replace(move, cargo=m.Cargo(points=3))) == "WAP F.3.e"


def test_g_1_f_who_lands_in_a_neutrals_country_on_the_way_attacks_it() -> None:
    x = context()
    danes = nation_number("Denmark")
    hex = next(x.setting.city_hex[c] for c in x.setting.zone_ports[NORTH] if x.setting.home[c] == danes)
    s = sea(
        x, fleet(x, "London", ENGLAND, 0, 1), armies=[("London", "England", "2I")],
        leaders={"English leader": "London"},
    )  # fmt: skip
    landing = m.Cargo(ENGLAND, parse("2I"))
    stop = m.Call(1, hex, lands=landing)
    move = m.Sail(number(x, s, "London", ENGLAND), 0, 1, (NORTH, NORTH), at_sea(NORTH), cargo=landing, calls=(stop,))
    assert x.faction(s, danes) == 0
    after = play(x, s, move)
    assert x.faction(after, danes) == FRENCH
    assert isinstance(after.agenda[-1], EntrustChoice)
    after = play(x, after, m.Entrust(FRANCE))
    assert [(f.place, f.moved) for f in after.fleets if f.nation == ENGLAND] == [(at_sea(NORTH), MOVED)]


def test_f_9_transports_that_stay_leave_room_for_what_is_on_board() -> None:
    x = context()
    s = ferry(x)
    cargo = m.Cargo(ENGLAND, parse("2I"))
    s.agenda[-1].check(x, s, via_cork(x, s, cargo=cargo, transports=1))
    full = ferry(x, armies=[("Plymouth", "England", "4I")])
    crowded = via_cork(x, full, cargo=m.Cargo(ENGLAND, parse("4I")), transports=1)
    assert refusal(x, full, crowded) == "WAP F.3.d"


def test_f_3_b_troops_of_one_state_at_a_time() -> None:
    x = context()
    s = ferry(x, armies=[("Plymouth", "England", "2I"), ("Cork", "Portugal", "2I")])
    move = via_cork(x, s, cargo=m.Cargo(ENGLAND, parse("2I")))
    mixed = replace(move.calls[0], loads=m.Cargo(PORTUGAL, parse("2I")))
    assert refusal(x, s, replace(move, calls=(mixed,))) == "WAP F.3.b"
    other = replace(mixed, lands=m.Cargo(ENGLAND, parse("2I")))
    after = play(x, s, replace(move, calls=(other,)))
    assert at(x, after, "Lisbon", "Portugal") == parse("2I")


def test_f_3_h_what_was_to_come_on_board_stays_ashore_if_the_transports_are_gone() -> None:
    x = context()
    s = ferry(x)
    s = s.agenda[-1].play(x, s, via_cork(x, s, "3I"), thrown(), [])
    few = [replace(f, transports=1) if f.moved == SAILING else f for f in s.fleets]
    s = x.with_fleets(s, few)
    while s.agenda and not hasattr(s.agenda[-1], "check"):
        s = s.agenda[-1].run(x, s, thrown(), [])
    assert at(x, s, "Cork", "England") == parse("3I 1C")
