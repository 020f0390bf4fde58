"""37.2, 37.3.1, 37.4 and 37.10. Pontoons. Of our battles only La Rothière has a train of them; Brienne is given one."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.players.mop import SteadyPlayer
from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.pontoons import (
    GoPontoon,
    Lay,
    PontoonStage,
    Receipt,
    SendPontoon,
    TakeUp,
    dear,
    laid,
    pontoon_reach,
    spanned,
)
from napwidgets.systems.mop.present import present
from napwidgets.systems.mop.scenario import PontoonData
from napwidgets.systems.mop.spans import span
from napwidgets.systems.mop.state import Pontoon
from napwidgets.systems.mop.supply import within
from napwidgets.systems.mop.trains import train_reach
from napwidgets.systems.mop.turn import Orders
from napwidgets.systems.tactical.command.orders import in_view
from napwidgets.systems.tactical.core.moves import Go, Pass, Send
from napwidgets.systems.tactical.core.state import DEAD
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.setting import Setting
from tests.systems.mop.table import SCENARIOS, Table, altered, arrange, at_start, battle

#: The bank of the Aube by Dienville, the hex across, and the bridge there.
BANK, ACROSS, BRIDGE = "0920", "0820", ("0921", "0821")
ROAD = "0918"


@cache
def bridged() -> Battle:
    """Brienne with a French pontoon train."""
    train = PontoonData(id="bridge-train", name="Pontoon train", side="french", hex=ROAD, target=BANK)
    return altered(pontoons=(train,))


def train(at: str = BANK, units: Any = None, over: str | None = None, **more: Any) -> Table:
    """The train somewhere, with its bridge laid or not, and nobody else but ``units``."""
    changes = {key: more.pop(key) for key in ("target", "next", "due", "spent") if key in more}
    t = arrange(bridged(), units or {"duhesme-1": "2003"}, **more)
    number = t.hex
    for key in ("target", "next"):
        if isinstance(changes.get(key), str):
            changes[key] = number(changes[key])
    known = Pontoon(number(at), 0, over=number(over) if over else -1)
    return t.change(pontoons=(replace(known, **changes),))  # type: ignore[return-value]


def stage(t: Table) -> Table:
    return t.push(PontoonStage(0)).run()  # type: ignore[return-value]


def test_37_10_a_scenario_may_have_pontoons_and_of_our_battles_one_has() -> None:
    t = arrange(bridged(), {})
    assert t.state.pontoons == (Pontoon(t.hex(ROAD), 0, target=t.hex(BANK)),)
    assert {name: len(arrange(battle(name), {}).state.pontoons) for name in SCENARIOS} == {
        **dict.fromkeys(SCENARIOS, 0),
        "la-rothiere": 1,
    }
    phases = [phase for phase in t.engine.rules.turn if "ontoons" in phase.name]
    assert [phase.when(t.x, t.state) for phase in phases] == [True, True]
    assert not any(phase.when(t.x, replace(t.state, pontoons=())) for phase in phases)


# 37.2


@pytest.mark.parametrize(("over", "full"), [(None, True), (ACROSS, False)])
def test_37_2_a_train_fills_its_hex_and_a_bridge_that_is_laid_does_not(over: str | None, full: bool) -> None:
    t = train(over=over)
    assert (t.hex(BANK) in t.x.rules.filled(t.x, t.state, 0)) is full
    assert t.hex(BANK) not in t.x.rules.filled(t.x, t.state, 1)


# 37.3.1


def costs(t: Table, a: str, b: str) -> tuple[int, int]:
    """Half MPs for foot from hex to hex, off the road and by it."""
    x = t.engine.context_at(t.state)
    h, d = t.hex(a), x.board.direction(t.hex(a), t.hex(b))
    return x.setting.off_road[0][h][d], x.setting.on_road[0][h][d]


def test_37_3_1_a_pontoon_bridge_costs_two_points_more() -> None:
    t = train(over=ACROSS)
    plain = t.x.tables.entry["clear"][0]
    assert costs(t, BANK, ACROSS) == costs(t, ACROSS, BANK) == (plain + 4, plain + 4)
    assert costs(train(), BANK, ACROSS) == (NEVER, NEVER), "none, no way"
    assert costs(train(), *BRIDGE)[0] == plain + 2, "a bridge of stone"
    other = ("0919", "0819")
    assert costs(t, *other) == (NEVER, NEVER), "there alone"


def test_37_3_1_where_a_road_leads_over_it_the_road_holds() -> None:
    t = train(BRIDGE[0], over=BRIDGE[1]).change(spans=(span(train().hex(BRIDGE[0]), train().hex(BRIDGE[1])),))
    plain = t.x.tables.entry["clear"][0]
    whole = train()
    road = costs(whole, *BRIDGE)[1]  # type: ignore[arg-type]
    assert road < plain
    assert costs(t, *BRIDGE) == (plain + 4, road)  # type: ignore[arg-type]
    # A bridge that stands makes it needless.
    beside = train(BRIDGE[0], over=BRIDGE[1])
    assert costs(beside, *BRIDGE) == costs(whole, *BRIDGE)
    assert dear(beside.engine.context, (), laid(beside.state)) == {}


def test_37_3_1_baggage_and_supply_go_over_it_and_over_no_damaged_bridge() -> None:
    for over, way in ((ACROSS, True), (None, False)):
        t = train(over=over, spans=(span(train().hex(BRIDGE[0]), train().hex(BRIDGE[1])),))
        baggage = (replace(t.state.trains[0], hex=t.hex(BANK)), *(replace(k, hex=-1) for k in t.state.trains[1:]))
        t.change(trains=baggage)
        x = t.engine.context_at(t.state)
        assert (t.hex(ACROSS) in train_reach(x, t.state, 0)) is way
        assert (t.hex(ACROSS) in within(x, t.state, [t.hex(BANK)], 0)) is way


def test_37_10_the_ground_redrawn_is_the_ground_drawn_anew() -> None:
    t = train(over=ACROSS)
    known = bridged().setting
    quick = t.engine.context_at(t.state).setting
    slow = Setting(known.rules, known.scenario, spanned(known.board, (), laid(t.state)), known.options, known.tables)
    for name in ("shut", "zoc_from", "linked", "river"):
        assert getattr(quick, name) == getattr(slow, name), name
    assert quick.shut != known.shut
    assert quick.zoc_from != known.zoc_from, "one attacks over it"
    assert t.engine.context_at(replace(t.state, turn=2)) is t.engine.context_at(t.state), "drawn once"


# 37.4


@pytest.mark.parametrize(
    ("sky", "able"),
    [("fair", True), ("cloudy", True), ("mud", True), ("rain", True), ("fog", True),
     ("frost", False), ("snow", False), ("snowstorm", False)],
)  # fmt: skip
def test_37_4_frost_snow_and_snowstorm_prevent_that_one_is_laid(sky: str, able: bool) -> None:
    t = stage(train(sky=sky))
    move = Lay(0, t.hex(ACROSS))
    assert (move in t.options("o:0")) is able
    if not able:
        assert t.refused(move) == "weather"
    dusk = next(turn for turn in t.engine.setting.scenario.turns.evening)  # type: ignore[attr-defined]
    assert (move in stage(train(sky=sky, turn=dusk)).options("o:0")) is able, "whatever the hour"


# 37.10: laid and taken up


def test_37_10_a_bridge_is_laid_in_place_of_marching_over_a_river_without_one() -> None:
    t = stage(train())
    assert t.refused(Lay(0, t.hex("0919"))) == "pontoon", "no river"
    assert t.refused(Lay(0, t.hex("0917"))) == "pontoon", "far away"
    assert stage(train(BRIDGE[0])).refused(Lay(0, t.hex(BRIDGE[1]))) == "pontoon", "a bridge stands there"
    t.play(Lay(0, t.hex(ACROSS)))
    assert laid(t.state) == (span(t.hex(BANK), t.hex(ACROSS)),)
    assert t.said("bridge-laid")
    assert t.options("o:0") == [], "once a turn"
    assert t.refused(TakeUp(0)) == "pontoon"


@pytest.mark.parametrize(("foe", "able"), [(ACROSS, False), ("0818", True), ("0919", False)])
def test_37_10_not_with_the_enemy_across_or_beside_it(foe: str, able: bool) -> None:
    t = stage(train(units={"udom-1": foe}))
    assert (Lay(0, t.hex(ACROSS)) in t.options("o:0")) is able


def test_37_10_it_is_taken_up_next_turn_where_nobody_stands_nor_threatens() -> None:
    t = stage(train(over=ACROSS))
    assert t.options("o:0") == [TakeUp(0)], "and does not march meanwhile"
    t.play(TakeUp(0))
    assert laid(t.state) == ()
    assert stage(train(over=ACROSS, units={"dufour-1": BANK})).refused(TakeUp(0)) == "stacking"
    assert stage(train(over=ACROSS, units={"udom-1": "0919"})).refused(TakeUp(0)) == "pontoon"


# 37.10: orders


def test_37_10_a_train_marches_only_where_it_was_sent_and_nearer() -> None:
    assert not [k for k in stage(train(ROAD)).options("o:0") if isinstance(k, GoPontoon)], "without an order"
    t = stage(train(ROAD, target=BANK))
    ends = [k.to for k in t.options("o:0") if isinstance(k, GoPontoon)]
    assert t.hex(BANK) in ends
    assert t.hex("0917") not in ends
    assert t.refused(GoPontoon(0, t.hex("0917"))) == "pontoon"
    t.play(GoPontoon(0, t.hex("0919")))
    assert (t.state.pontoons[0].hex, t.state.pontoons[0].target) == (t.hex("0919"), t.hex(BANK))
    assert t.refused(GoPontoon(0, t.hex(BANK))) == "pontoon", "once a turn"
    done = stage(train("0919", target=BANK)).play(GoPontoon(0, t.hex(BANK)))
    assert done.state.pontoons[0].target == -1, "there"


def test_37_10_it_pays_as_baggage_does_and_keeps_out_of_zones_and_of_others() -> None:
    t = train(ROAD, target=BANK)
    assert max(pontoon_reach(t.x, t.state, 0).values()) <= 8
    assert max(pontoon_reach(t.x, replace(t.state, sky="mud"), 0).values()) <= 4, "doubled"
    near = train(ROAD, target=BANK, units={"udom-1": BANK})
    assert near.hex("0919") not in pontoon_reach(near.x, near.state, 0)
    crowded = stage(train(ROAD, target=BANK, units={"dufour-1": BANK}))
    assert crowded.hex(BANK) not in [k.to for k in crowded.options("o:0") if isinstance(k, GoPontoon)]


def ordering(at: str = "0917", **more: Any) -> Table:
    t = train(ROAD, leaders={"napoleon": at, "ney": at}, units={"dufour-1": "0913"}, **more)
    return t.push(Orders(0)).run()  # type: ignore[return-value]


def test_37_10_a_march_order_comes_from_the_overall_commander_and_counts() -> None:
    t = ordering()
    assert "o:0" in t.subjects()
    move = SendPontoon(t.i("napoleon"), 0, t.hex(BANK))
    assert move in t.options("o:0")
    assert t.refused(replace(move, sender=t.i("ney"))) == "sender"
    assert t.refused(replace(move, target=t.hex(ROAD))) == "pontoon"
    assert t.refused(replace(move, pontoon=1)) == "pontoon"
    t.play(move)
    assert t.leader("napoleon").gave == 1
    t.state = t.state.leader(t.i("napoleon"), gave=t.x.capacity(t.state, t.i("napoleon")))
    assert t.refused(move) == "sender", "no order left"
    assert "o:0" not in t.subjects()
    assert not any(event.to != ("french",) for event in t.said("order-sent"))


@pytest.mark.parametrize(("at", "now"), [("0917", True), ("2403", False)])
def test_37_10_it_is_followed_as_soon_as_it_is_there_without_a_die(at: str, now: bool) -> None:
    t = ordering(at)
    t.play(SendPontoon(t.i("napoleon"), 0, t.hex(BANK)))
    due = t.state.pontoons[0].due
    assert (due == t.state.turn) is now
    t.state = replace(t.state, agenda=())
    t.push(Receipt()).run()
    assert (t.state.pontoons[0].target == t.hex(BANK)) is now
    t.change(turn=due, agenda=()).push(Receipt()).run()
    assert t.state.pontoons[0].target == t.hex(BANK)
    assert t.state.pontoons[0].next == -1


@pytest.mark.parametrize(("gave", "at", "able"), [(0, "0917", True), (1, "0917", False), (1, ROAD, True)])
def test_37_10_away_from_his_headquarters_a_second_order_is_face_to_face(gave: int, at: str, able: bool) -> None:
    t = ordering(at, hqs={"french-hq": "2003"})
    t.state = t.state.leader(t.i("napoleon"), gave=gave)
    move = SendPontoon(t.i("napoleon"), 0, t.hex(BANK))
    assert ("o:0" in t.subjects()) is able
    assert (move in t.options("o:0")) is able
    if not able:
        assert t.refused(move) == "away"


def test_37_10_and_about_what_he_sees_or_a_road_that_begins_there() -> None:
    t = ordering(ROAD, hqs={"french-hq": "2003"})
    t.state = t.state.leader(t.i("napoleon"), gave=1)
    near = {k.target for k in t.options("o:0") if isinstance(k, SendPontoon)}
    t.state = t.state.leader(t.i("napoleon"), gave=0)
    everywhere = {k.target for k in t.options("o:0") if isinstance(k, SendPontoon)}
    assert near < everywhere
    assert near == {h for h in everywhere if in_view(t.x, t.state, t.i("napoleon"), h)}


@pytest.mark.parametrize(("led", "able"), [(1, False), (2, True)])
def test_37_16_who_led_in_person_last_turn_sends_no_pontoons_either(led: int, able: bool) -> None:
    t = ordering(turn=3)
    t.change(front=((t.i("napoleon"), t.state.turn - led),))
    move = SendPontoon(t.i("napoleon"), 0, t.hex(BANK))
    assert (move in t.options("o:0")) is able
    if not able:
        assert t.refused(move) == "sender"


def test_37_10_other_orders_go_out_as_ever() -> None:
    t = ordering()
    assert any(isinstance(k, Send) for k in t.options(f"c:{t.c('RES')}"))
    t.play(Pass())


def test_37_10_its_orders_are_secret_and_its_place_is_not() -> None:
    t = train(ROAD, target=BANK, next="0913", due=3)
    for seat, known in (("french", True), ("coalition", False), (None, False)):
        seen = t.engine.view(t.state, seat).pontoons[0]
        assert seen.hex == t.hex(ROAD)
        assert (seen == t.state.pontoons[0]) is known
        assert known or (seen.target, seen.next, seen.due) == (-1, -1, 0)


# 37.10: taken


@pytest.mark.parametrize("over", [None, ACROSS])
@pytest.mark.parametrize(("roll", "taken"), [(1, True), (3, True), (4, False), (6, False)])
def test_37_10_the_enemy_who_enters_captures_it_on_a_three_or_destroys_it(
    roll: int, taken: bool, over: str | None
) -> None:
    t = train(over=over, units={"udom-1": "1018"}, leaders={"olsufief": "1018"}, active=("IX",),
              orders={"IX": ("attack", BANK)}, target="0917")  # fmt: skip
    t.push(Movement(1)).run()
    t.play(Go(t.us("udom-1"), t.path("1019", BANK)), roll)
    p = t.state.pontoons[0]
    assert (p.side == 1, p.hex) == ((True, t.hex(BANK)) if taken else (False, DEAD))
    assert p.target == -1
    assert bool(laid(t.state)) is (taken and over is not None), "a bridge that is taken lies on"
    assert t.said("pontoon-lost")
    assert t.engine.tally(t.state)["pontoons"] == int(taken)


def test_37_10_beside_it_he_does_nothing_to_it() -> None:
    t = train(units={"udom-1": "1018"}, leaders={"olsufief": "1018"}, active=("IX",), orders={"IX": ("attack", BANK)})
    t.push(Movement(1)).run().play(Go(t.us("udom-1"), t.path("1019")))
    assert t.state.pontoons[0].hex == t.hex(BANK)


# On screen


def test_37_10_a_counter_a_card_and_words_say_what_it_is() -> None:
    for over, words in ((None, "pontoon train"), (ACROSS, "pontoon bridge")):
        t = stage(train(over=over, target="0917"))
        face = present(t.engine)
        view = t.engine.view(t.state, "french")
        (counter,) = [k for k in face.scene(view, "french").counters if k.id == "o:0"]
        assert counter.title.startswith(words)
        cards = [card for card in face.inspect(view, "french", t.hex(BANK)) if card.id == "o:0"]
        assert len(cards) == 1
        told = {fact.name: fact.value for fact in cards[0].facts}
        assert "0917" in told["Orders"]
        assert told["If the enemy comes"].startswith("captured on 1 to 3")
        foe = t.engine.view(t.state, "coalition")
        theirs = [card for card in face.inspect(foe, "coalition", t.hex(BANK)) if card.id == "o:0"]
        assert "Orders" not in {fact.name for fact in theirs[0].facts}
        for move in t.options("o:0"):
            assert t.engine.label(t.state, move).text.startswith("Pontoon train")
            assert face.place_of(move) == getattr(move, "to", -1)


def test_37_10_a_bridge_that_lies_is_drawn_on_its_way_also_in_place_of_one_that_is_down() -> None:
    down = (span(train().hex(BRIDGE[0]), train().hex(BRIDGE[1])),)
    for t, kinds in (
        (train(), []),
        (train(over=ACROSS), ["pontoon"]),
        (train(BRIDGE[0], spans=down), ["broken"]),
        (train(BRIDGE[0], over=BRIDGE[1], spans=down), ["pontoon"]),
    ):
        for seat in ("french", "coalition", None):
            overlays = present(t.engine).scene(t.engine.view(t.state, seat), seat).overlays
            drawn = [o for o in overlays if o.kind in ("pontoon", "broken")]
            assert [o.kind for o in drawn] == kinds
            assert all(o.ways == (laid(t.state) or t.state.spans) for o in drawn)


def test_37_10_the_computer_sends_it_on_and_lays_it() -> None:
    t = stage(train(ROAD, target=BANK))
    player = SteadyPlayer(Random("pontoons"))
    assert player.choose(t.engine, t.engine.view(t.state, "french"), "french") == GoPontoon(0, t.hex(BANK))
    t = stage(train())
    assert isinstance(player.choose(t.engine, t.engine.view(t.state, "french"), "french"), Lay)
    t.play(Lay(0, t.hex(ACROSS)))
    assert player.choose(t.engine, t.engine.view(t.state, "french"), "french") == Pass()


# La Rothière


def boats(**more: Any) -> Table:
    """La Rothière with the Austrian train where it is to go, and nobody else but ``units``."""
    t = arrange(battle("la-rothiere"), more.pop("units", {"dufour-1": "0921"}), **more)
    return t.change(pontoons=(Pontoon(t.hex("1429"), 1),)).push(PontoonStage(1)).run()  # type: ignore[return-value]


def test_37_10_at_la_rothiere_the_austrians_have_boats_at_jessains_and_take_them_to_the_aube() -> None:
    t = at_start("la-rothiere")
    assert t.state.pontoons == (Pontoon(t.hex("1735"), 1, target=t.hex("1429")),)
    for turn in (1, 2):
        t.change(agenda=(), turn=turn, sky="cloudy").push(Receipt()).run()
        t.change(agenda=()).push(PontoonStage(1)).run()
        ways = [move for move in t.options("o:0") if isinstance(move, GoPontoon)]
        t.play(min(ways, key=lambda move: t.x.board.distances[move.to][t.hex("1429")]))
    assert t.state.pontoons[0].hex == t.hex("1429"), "two turns on firm ground"


def test_37_10_at_la_rothiere_the_train_bridges_the_aube_and_gyulai_goes_over() -> None:
    for laying in (False, True):
        t = boats(units={"fresnel-1": "1429", "dufour-1": "0921"}, leaders={"gyulai": "1429"}, active=("III",),
                  orders={"III": ("march", "1027")})  # fmt: skip
        if laying:
            t.play(Lay(0, t.hex("1330")))
            assert laid(t.state) == (span(t.hex("1429"), t.hex("1330")),)
        t.change(agenda=()).push(Movement(1)).run()
        ends = [move.path[-1] for move in t.options(f"u:{t.u('fresnel-1')}") if isinstance(move, Go)]
        assert (t.hex("1330") in ends) is laying


def test_37_4_at_la_rothiere_no_bridge_lies_in_the_snow_of_the_day() -> None:
    skies: Any = battle("la-rothiere").setting.scenario.turns
    for sky in skies.skies:
        assert boats(sky=sky).refused(Lay(0, boats().hex("1330"))) == "weather"


def test_37_10_at_la_rothiere_the_computer_brings_it_up_and_lays_it() -> None:
    player = SteadyPlayer(Random("pontoons"))
    t = boats()
    move = player.choose(t.engine, t.engine.view(t.state, "coalition"), "coalition")
    assert isinstance(move, Lay)
    near = boats(units={"dufour-1": "1328"})
    assert player.choose(near.engine, near.engine.view(near.state, "coalition"), "coalition") == Pass()
