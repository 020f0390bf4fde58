"""`napwidgets odds` for battles of every system: the figures of the widgets, and refusals with their paragraphs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from napwidgets import cli
from napwidgets.board.display import Battle
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.describing import Told
from napwidgets.systems.inquiry import describe
from napwidgets.systems.jdg.combat.battle import Battle as JdgBattle
from napwidgets.systems.jdg.combat.battle import Ground
from napwidgets.systems.jdg.combat.battle import battle_odds as battle_odds_of
from napwidgets.systems.jdg.described import Army, General, Troops, _force
from napwidgets.systems.jdg.present import sandbox as jdg_bench
from napwidgets.systems.jdg.tables import Tables as JdgTables
from napwidgets.systems.wap.face import alliance_display, lloyds_tracker
from napwidgets.systems.wap.face.naval_display import sandbox as sea_bench
from napwidgets.systems.wap.land.field import DEFEND, Engagement, battle_odds, force
from napwidgets.systems.wap.states.alliances import opening, turning_odds
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import Raid, rate_odds

LAND = {
    "system": "wap", "kind": "land",
    "attackers": {"armies": {"France": "12I 3C"}, "leader": "Napoleon"},
    "defenders": {"armies": {"Austria": "10I 1C"}},
}  # fmt: skip
NAVAL = {
    "system": "wap", "kind": "naval",
    "attackers": {"squadrons": 3, "english": True, "nelson": True}, "defenders": {"squadrons": 4},
}  # fmt: skip
ALLIANCE = {"system": "wap", "kind": "alliance", "faction": "english", "state": "Prussia", "lent": 2}
LLOYDS = {"system": "wap", "kind": "lloyds", "rate": 5, "raids": [{"zone": "caribbean", "french": 3}]}
JDG = {
    "system": "jdg",
    "attackers": {
        "units": [
            {"strength": 16, "cohesion": 3, "artillery": 4},
            {"kind": "cavalry", "strength": 2, "cohesion": 4, "cavalry": 3},
        ],
        "leaders": [{"rank": 4, "tactical": 3}],
    },
    "defenders": {
        "units": [
            {"strength": 13, "cohesion": 4, "artillery": 4},
            {"kind": "cavalry", "strength": 2, "cohesion": 4, "cavalry": 3},
        ],
        "leaders": [{"rank": 3, "tactical": 1}],
    },
}
FOOT = {"kind": "infantry", "strength": 4, "reduced": 2}
HORSE = {"kind": "cavalry", "strength": 4, "reduced": 2}
NLC = {"attackers": [FOOT], "defenders": [FOOT]}
CHARGE = {"kind": "charge", "attackers": [HORSE], "defenders": [FOOT]}
MOP = {**NLC, "system": "mop", "hexside": "slope", "sky": "snowstorm"}


def odds(told: dict[str, Any]) -> Battle:
    found = describe(json.dumps(told).encode(), "battle.json")
    assert isinstance(found, Told)
    return found.battle


def test_land_odds_are_those_of_the_resolving_code() -> None:
    tables = Tables()
    now = Engagement((force(12, 3, morale=2, rating=3), force(10, 1, morale=tables.morale_on_land("Austria", 1805))))
    ends = battle_odds(tables, now)
    assert odds(LAND).chances[0].exact == str(ends.chance(lambda end: end.gave == DEFEND))


def test_a_force_at_sea_may_have_no_port_to_go_to() -> None:
    """F.7.d: who is beaten without one is lost."""
    plain, shut = odds(NAVAL), odds(NAVAL | {"defenders": {"squadrons": 4, "port": False}})
    assert shut.chances[3].label == "Defender is wiped out"
    assert shut.chances[3].exact == plain.chances[0].exact != plain.chances[3].exact


def test_ground_and_walls_count_as_in_a_campaign() -> None:
    land = LAND | {"defenders": {"armies": {"Austria": "30I 1C"}}}
    plain, forest, river = odds(land), odds({**land, "terrain": "forest"}), odds({**land, "river": True})
    walls = odds({**land, "city": "fortress", "assault": True})
    assert plain.chances[0].chance > forest.chances[0].chance == river.chances[0].chance
    assert "Behind walls" in [fact.name for fact in walls.parties[1].lines]


def test_naval_odds_are_those_of_the_sandbox() -> None:
    values = {"a:squadrons": "3", "a:english": "1", "a:nelson": "1", "d:squadrons": "4"}
    shown, found = sea_bench().battle(values), odds(NAVAL)
    assert (found.chances, found.spreads, found.parties) == (shown.chances, shown.spreads, shown.parties)


def test_alliance_odds_are_those_of_the_display() -> None:
    assert odds(ALLIANCE).chances[0].exact == str(turning_odds(Tables(), opening(), "english", "Prussia", 2))
    helped = alliance_display.wished(alliance_display.Display(opening()), alliance_display.Wish(english=3))
    chance = alliance_display.prospect(Tables(), helped, "french", "Prussia").chance
    french = odds({**ALLIANCE, "faction": "french", "lent": 0, "english_cities": 3})
    assert french.chances[0].exact == str(chance)


def test_lloyds_odds_are_those_of_the_tracker() -> None:
    tables = Tables()
    spread = rate_odds(tables, 10, [Raid("caribbean", 3)], {})
    found = odds(LLOYDS)
    assert found.spreads == (lloyds_tracker.bars(tables, spread),)
    assert found.chances[0].exact == str(spread.chance(lambda rate: rate >= 20))


def test_jdg_odds_are_those_of_the_sandbox() -> None:
    shown, found = jdg_bench().battle({}), odds(JDG)
    assert (found.chances, found.spreads, found.grid) == (shown.chances, shown.spreads, shown.grid)
    picked = odds({**JDG, "tactics": ["decisive", "screen"]})
    assert picked.spreads == jdg_bench().battle({"tactic:a": "decisive", "tactic:d": "screen"}).spreads


OUT = {"strength": 5, "cohesion": 3, "inside": True}


@pytest.mark.parametrize("friends", [0, 16], ids=["sortie", "relief"])
def test_8_8_a_garrison_that_comes_out_fights_as_on_the_map(friends: int) -> None:
    outside = [{"strength": friends, "cohesion": 3, "artillery": 4}] if friends else []
    units = [*outside, OUT]
    told = {**JDG, "attackers": {**JDG["attackers"], "units": units}, "tactics": ["screen", "screen"]}
    fields = {"a:foot": friends, "a:horse": 0, "a:guns": 4, "inside": 5, "tactic:a": "screen", "tactic:d": "screen"}
    found = odds({**told, "flank": True})
    shown = jdg_bench().battle({**{id: str(n) for id, n in fields.items()}, "flank": "1"})
    assert (found.chances, found.spreads, found.grid) == (shown.chances, shown.spreads, shown.grid)
    # As on the map: `sallied` is what `ground` has of it there.
    forces = (_force(Army(units=convert(units, tuple[Troops, ...]), leaders=(General(rank=4, tactical=3),))),
              _force(convert(JDG["defenders"], Army)))  # fmt: skip
    ground = Ground("defensive", safe=(not friends, False))
    ends = battle_odds_of(JdgTables(), JdgBattle(forces, ground), ("screen", "screen"))
    lost = {share.label: share.exact for share in found.spreads[1].shares}
    assert lost == {str(n): str(p) for n, p in ends.map(lambda end: end.lost[0])}
    plain = [{key: value for key, value in unit.items() if key != "inside"} for unit in units]
    assert odds({**told, "attackers": {**JDG["attackers"], "units": plain}}).spreads != found.spreads


def test_8_7_who_has_no_way_back_is_lost_when_he_is_beaten() -> None:
    for part, field in enumerate(("shut:a", "shut:d")):
        told = {**JDG, "shut": [not part, bool(part)], "tactics": ["decisive", "decisive"]}
        found = odds(told)
        assert found.spreads == jdg_bench().battle(
            {field: "1", "tactic:a": "decisive", "tactic:d": "decisive"}
        ).spreads  # fmt: skip
        whole = "18" if not part else "15"
        gone = {share.label: share.chance for share in found.spreads[1 - part].shares}
        wins, loses, draw = (share.chance for share in found.chances)
        beaten = wins if part else loses + draw
        assert gone[whole] == pytest.approx(beaten)


def test_q_a_side_without_a_way_out_is_lost_when_it_must_go_back() -> None:
    even = {**LAND, "attackers": {"armies": {"France": "8I"}}, "defenders": {"armies": {"Austria": "9I"}}}
    plain = odds(even)
    won, lost, stands = (share.chance for share in plain.chances)
    for part, gone in enumerate((lost + stands, won)):
        found = odds({**even, "shut": [not part, bool(part)]})
        assert found.chances == plain.chances
        assert found.spreads[part] == plain.spreads[part], "the other side loses what it loses in the fight"
        whole = {share.label: share.chance for share in found.spreads[1 - part].shares}["89"[part]]
        assert whole == pytest.approx(gone)
        told = [[line.name for line in party.lines].count("Way out") for party in found.parties]
        assert told == [int(not part), part]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({**LAND, "city": "city", "assault": True, "shut": [True, False]}, "nobody goes back after an assault"),
        ({**JDG, "city": True, "attackers": {"units": [OUT]}}, "does not attack it (JDG 8.8)"),
        ({**JDG, "defenders": {"units": [OUT]}}, "defends the city itself: say so with city (JDG 8.8)"),
        ({**NLC, "terrain": "water"}, "nobody stands in water, so nobody is attacked there (NLC 5.2)"),
        ({**NLC, "hexside": "river"}, "nobody attacks across a river without a bridge (NLC 7.3)"),
        ({**NLC, "orders": ["march", "defend"]}, "may not attack under March orders (NLC 20.2)"),
        ({**NLC, "orders": ["dance", "defend"]}, "there is no order 'dance'"),
        ({**NLC, "attackers": [FOOT] * 3}, "3 attackers stand in one hex; 2 may (NLC 5.3)"),
        ({**NLC, "attackers": [{**FOOT, "strength": 10**12}]}, "is no number up to"),
        ({**NLC, "attackers": [{**FOOT, "strength": 21}]}, "attackers[0].strength: the most here is 20"),
        ({**CHARGE, "hexside": "bridge"}, "a charge does not go over a bridge (NLC 7.7)"),
        ({**CHARGE, "terrain": "marsh"}, "units in a marsh can't be charged (NLC 7.7, NLC 10)"),
        ({**MOP, "attackers": [FOOT] * 3}, "3 attackers stand in one hex; 2 units or one division of 12"),
        ({**MOP, "kind": "charge", "attackers": [HORSE], "sky": "mud"}, "in this weather (MoP 37.4)"),
        ({**LAND, "terrain": "sea"}, "no battle on land is fought in 'sea'"),
        ({**LAND, "assault": True}, "only a city or a fortress is assaulted (WAP base rules S)"),
        ({**LAND, "attackers": {"armies": {"France": "2X"}}}, "'2X' is no strength"),
        ({**LAND, "attackers": {"armies": {"Utopia": "2I"}}}, "there is no state 'Utopia'"),
        ({**LAND, "attackers": {"armies": {}}}, "the attackers need from 1 to"),
        ({**LAND, "defenders": {"armies": {"Austria": "2I"}, "leader": "Ney"}}, "Ney leads troops of France"),
        ({**LAND, "defenders": {"armies": {"Denmark": "2I"}, "leader": "Swedish leader"}},
         "leads troops of Sweden alone"),
        ({**NAVAL, "defenders": {"squadrons": 4, "nelson": True}}, "Nelson sails with English ships alone (WAP F.8)"),
        ({**NAVAL, "defenders": {"squadrons": 0}}, "Both forces need a squadron"),
        ({**ALLIANCE, "state": "Italian minors"}, "never by the die (WAP G.1.f)"),
        ({**ALLIANCE, "state": "Utopia"}, "there is no major state 'Utopia'; there are France"),
        ({**ALLIANCE, "state": "Austria"}, "on that side already (WAP G.1.d)"),
        ({**ALLIANCE, "lent": 9}, "England alone lends points, at most 5 to one state (WAP J.5.c)"),
        ({**LLOYDS, "raids": [{"zone": "Elbe", "french": 1}]}, "there is no sea 'Elbe'"),
        ({**LLOYDS, "raids": [{"zone": "cape", "french": 1}] * 7}, "a sea has more raids than players"),
        ({**LLOYDS, "rate": 4}, "the rate is never below 5 (WAP K.8.d)"),
        ({"system": "wap", "kind": ["land"]}, "there is no kind"),
        ({"system": "chess"}, "no system 'chess'; there are nlc, mop, wap, jdg"),
        ({**JDG, "tactics": ["decisive"]}, "both sides choose a tactic"),
        ({**JDG, "attackers": {"units": [{"strength": 6, "cohesion": 3}]}, "tactics": ["decisive", "screen"]},
         "can't choose decisive with this force, only skirmish, screen (JDG 8.2)"),
        ({**JDG, "attackers": {"units": []}}, "the attacker needs from 1 to"),
        ({**JDG, "attackers": {"units": [{"strength": 6, "cohesion": 10}]}}, "cohesion: the most here is 9"),
        ({**JDG, "weather": "Hail"}, "there is no weather 'Hail'; there are Clear, Rain, Mud, Snow (JDG 3.1)"),
        ({**JDG, "city": True, "entrenched": True}, "entrenches himself in a fortified city (JDG 6.2)"),
    ],
)  # fmt: skip
def test_battles_that_the_rules_do_not_allow_are_refused(told: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        describe(json.dumps(told).encode(), "battle.json")
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")


def test_d_5_a_leader_has_his_own_troops_and_a_majors_those_of_minors() -> None:
    for armies, leader in (({"Sweden": "2I"}, "Swedish leader"), ({"Saxony": "2I"}, "Napoleon")):
        assert odds({**LAND, "attackers": {"armies": armies, "leader": leader}}).chances
    both = {"armies": {"Sweden": "2I", "Denmark": "2I"}, "leader": "Swedish leader"}
    assert odds({**LAND, "attackers": both}).chances


def test_k_8_a_two_players_raids_in_one_sea_are_thrown_for_each() -> None:
    """Reading 122."""
    found = odds({**LLOYDS, "raids": [{"zone": "caribbean", "french": 3}, {"zone": "caribbean", "allied": 4}]})
    apart = rate_odds(Tables(), 10, [Raid("caribbean", 3), Raid("caribbean", 0, 4)], {})
    assert found.spreads == (lloyds_tracker.bars(Tables(), apart),)
    assert apart != rate_odds(Tables(), 10, [Raid("caribbean", 3, 4)], {})


def test_a_river_with_a_bridge_and_counterattacks_are_allowed() -> None:
    for allowed in ({**NLC, "hexside": "bridge"}, {**NLC, "orders": ["defend", "attack"]}, CHARGE):
        assert describe(json.dumps(allowed).encode()).sheets()


@pytest.mark.parametrize("told", [LAND, NAVAL, ALLIANCE, LLOYDS, JDG, NLC, MOP])
def test_the_command_prints_tables_and_json(
    told: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    for more in ([], ["--json"]):
        monkeypatch.setattr("sys.argv", ["napwidgets", "odds", str(file), *more])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        out = capsys.readouterr().out
        assert not stop.value.code
        assert json.loads(out)["exact"] is True if more else "exact" in out
