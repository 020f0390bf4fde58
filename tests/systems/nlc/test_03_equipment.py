"""3. Chits, headquarters and markers."""

from __future__ import annotations

from napwidgets.systems.tactical.command.chits import PrepareChits, RollChits
from napwidgets.systems.tactical.recovering.disruption import recover
from tests.systems.nlc.table import ScriptedDice, arrange, battle


def test_3_2_each_formation_has_one_chit_and_each_side_one_for_coordinated_action() -> None:
    t = arrange(battle(), {"foy": "0414", "chasseurs": "0417", "kempt": "0403", "bijlandt": "0503"})
    t.state = t.state.command(t.c("G"), order=t.command("G").order)
    t.push(PrepareChits()).run(6, 6)
    assert set(t.state.cup) <= {t.c("II"), t.c("R"), t.c("NL")}, "the Guard cavalry is held back by the scenario"
    assert len(t.state.cup) == len(set(t.state.cup))


def test_3_3_each_army_has_its_headquarters() -> None:
    for name, armies in (("ligny", 2), ("la-belle-alliance", 3), ("quatre-bras", 2)):
        hqs = battle(name).setting.hqs
        assert len({hq.army for hq in hqs}) == len(hqs) == armies, name


def test_3_4_a_disrupted_marker_lies_on_a_unit_until_the_turn_ends() -> None:
    t = arrange(battle(), {"foy": ("0414", {"disrupted": True}), "pire": "0415"})
    assert [u for u, unit in enumerate(t.state.units) if unit.disrupted] == [t.u("foy")]
    t.state = recover(t.x, t.state, ScriptedDice([]), t.events)
    assert not t.unit("foy").disrupted
    assert "Foy" in t.said("recovered")[0].text


def test_3_2_no_coordinated_chit_without_a_commander() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0403"}, cup=())
    t.push(RollChits()).run(3, 3)
    assert not t.said("coordinated")
