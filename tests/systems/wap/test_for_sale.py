"""J.2.d where a scenario says what can be bought: refusals, offers, what the production desk tells."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face import production_desk
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.money.reinforcement import nothing_to_buy
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, PRUSSIA
from napwidgets.systems.wap.state import ENGLISH
from tests.systems.wap.campaign import campaign, context


def test_j_2_d_a_scenario_says_what_can_be_bought() -> None:
    game = napwidgets.new_game("wap/lloyds", seed="1805")
    x: Any = game.engine.context  # type: ignore[attr-defined]
    s: Any = replace(game.state, segment=ENGLISH)
    assert s.pools[PRUSSIA][0]
    berlin, london = (x.setting.city_number[name] for name in ("Berlin", "London"))
    prussia, england = Purchase(0, PRUSSIA, 20), Purchase(1, ENGLAND, 20)
    assert prussia.automatic(x, s), "nothing is left to buy"
    with pytest.raises(IllegalMove, match=r"No infantry for Prussia here: .* only squadrons and transports") as refused:
        prussia.check(x, s, m.Buy(PRUSSIA, 0, 1, berlin))
    assert refused.value.cites == ("WAP J.2.d",)
    england.check(x, s, m.Buy(ENGLAND, 0, 1, london))
    offered = {type(move) for move in england.options(x, s, None)}
    assert {m.Buy, m.Place} <= offered
    assert {move.kind for move in england.options(x, s, None) if isinstance(move, m.Buy)} == {0}


def test_j_6_b_ships_that_a_scenario_does_not_sell_are_refused() -> None:
    x = context()
    setting = copy(x.setting)
    setting.scenario = replace(x.setting.scenario, buys={"France": ("infantry",)})
    only = Context(setting)
    s = campaign(only).dock(FRANCE, 1, 1)
    p = Purchase(0, FRANCE, 20)
    brest = x.setting.city_number["Brest"]
    with pytest.raises(IllegalMove, match="No squadrons for France here: in this scenario it can buy only infantry"):
        p.check(only, s, m.BuyShip(FRANCE, 2, False, -1, brest))
    assert not [move for move in p.options(only, s, None) if isinstance(move, m.BuyShip | m.Place)]
    assert [move for move in p.options(x, s, None) if isinstance(move, m.BuyShip)]


def test_the_production_desk_says_what_a_scenario_sells() -> None:
    game = napwidgets.new_game("wap/lloyds")
    x: Any = game.engine.context  # type: ignore[attr-defined]
    notes = dict(production_desk.books(x, game.state, PRUSSIA).notes)  # type: ignore[arg-type]
    assert notes["In this scenario it can buy only squadrons and transports."] == "WAP J.2.d"


def test_who_has_nothing_to_buy_is_not_heard_of() -> None:
    game = napwidgets.new_game("wap/lloyds", seed="1805")
    x: Any = game.engine.context  # type: ignore[attr-defined]
    s: Any = game.state
    assert nothing_to_buy(x, s, PRUSSIA)
    assert not nothing_to_buy(x, s, ENGLAND)
    assert not nothing_to_buy(x, s.dock(FRANCE, 1, 0), FRANCE)
    assert not nothing_to_buy(context(), campaign(context()), PRUSSIA)
    assert not [event.text for event in game.last.events if "Prussia has" in event.text]
