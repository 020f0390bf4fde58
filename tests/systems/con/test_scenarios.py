"""The shipped CON scenarios: sound, as strong as history or the source has them, and where they stood."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from napwidgets.board.hexmap import ROAD
from napwidgets.documents import Document
from napwidgets.kernel.dice import SeededDice
from napwidgets.systems.con import supply
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.files import check, engine
from napwidgets.systems.con.scenario import ForceData, ScenarioData
from napwidgets.systems.con.state import State
from napwidgets.widgets.states import STATES

FOLDER = Path(__file__).parents[3] / "scenarios" / "con"
SCENARIOS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
FORCE = 68

#: Infantry, cavalry and guns of an army, reinforcements with it.
ARMIES = {
    ("belgium-1815", "army-of-the-north"): (89, 23, 11),
    ("belgium-1815", "anglo-dutch"): (70, 12, 8),
    ("belgium-1815", "lower-rhine"): (100, 11, 7),
    ("learning", "left-wing"): (34, 5, 4),
    ("learning", "anglo-dutch"): (27, 2, 2),
    ("saxony-1813-spring", "french-army"): (217, 17, 6),
    ("saxony-1813-spring", "allied-army"): (77, 34, 9),
    ("saxony-1813-autumn", "french-army"): (278, 62, 26),
    ("saxony-1813-autumn", "army-of-bohemia"): (220, 48, 18),
    ("saxony-1813-autumn", "army-of-silesia"): (64, 19, 7),
    ("saxony-1813-autumn", "army-of-the-north"): (92, 25, 9),
    ("france-1814", "french-army"): (113, 23, 7),
    ("france-1814", "army-of-bohemia"): (93, 25, 10),
    ("france-1814", "army-of-silesia"): (97, 25, 13),
}

#: Between what figures, in thousands of men, the histories have some armies.
MEN = {
    ("belgium-1815", "army-of-the-north"): (121, 125),
    ("belgium-1815", "anglo-dutch"): (88, 94),
    ("belgium-1815", "lower-rhine"): (115, 120),
    ("saxony-1813-autumn", "army-of-bohemia"): (220, 290),
}

#: Infantry, cavalry and guns directly under a leader in Struggle of Nations, spring 1813.
SPRING = {
    "ney": (40, 1, 0), "bertrand": (20, 1, 0), "oudinot": (18, 0, 0), "lauriston": (19, 2, 0), "sebastiani": (5, 3, 0),
    "bessieres": (0, 4, 0), "latour-maubourg": (0, 3, 0), "philippon": (6, 0, 0), "soult": (11, 0, 6),
    "eugene": (4, 0, 0), "marmont": (27, 0, 0), "sahr": (5, 2, 0), "raglovich": (8, 0, 0), "barrois": (5, 0, 0),
    "macdonald": (22, 1, 0), "reynier": (1, 0, 0), "victor": (8, 0, 0),
    "marchand": (7, 0, 0), "blucher": (16, 3, 6), "kleist": (2, 2, 0),
    "yorck": (10, 1, 0), "bulow": (8, 2, 0), "vorontsov": (7, 5, 0), "galitzin": (0, 6, 0), "raevski": (4, 0, 0),
    "eugen": (7, 0, 0), "gortchakov": (4, 3, 0), "miloradovich": (2, 2, 0), "korff": (0, 7, 0),
}  # fmt: skip

#: Whom the reference rates anew for 1815 (3.4).
ANEW = ("ney", "vandamme", "gerard", "grouchy")

#: Where somebody stood on the first day.
STOOD = {
    "learning": {
        "ney": "charleroi", "saxe-weimar": "quatre-bras", "orange": "nivelles", "wellington": "mont-saint-jean",
    },
    "belgium-1815": {
        "d-erlon": "solre-sur-sambre", "napoleon": "beaumont", "gerard": "philippeville", "grouchy": "walcourt",
        "zieten": "charleroi", "steinmetz-leader": "fontaine-l-eveque", "pirch": "namur", "thielmann": "ciney",
        "bulow": "liege", "saxe-weimar": "quatre-bras", "perponcher": "nivelles", "cooke": "enghien", "hill": "ath",
        "uxbridge": "ninove", "wellington": "brussels",
    },
    "saxony-1813-spring": {
        "ney": "naumburg", "napoleon": "weimar", "blucher": "altenburg", "constantine": "dresden", "kleist": "halle",
        "wittgenstein": "delitzsch", "miloradovich": "chemnitz", "bulow": "dessau",
    },
    "saxony-1813-autumn": {
        "napoleon": "gorlitz", "st-cyr": "pirna", "poniatowski": "gabel", "bernadotte": "potsdam",
        "tauentzien": "blankenfelde", "oudinot": "luckenwalde", "girard": "magdeburg", "klenau": "annaberg",
    },
    "france-1814": {
        "napoleon": "chalons", "victor": "vitry", "marmont": "bar-le-duc", "gyulai": "bar-sur-aube",
        "schwarzenberg": "chaumont", "barclay": "langres", "lanskoi": "saint-dizier", "olsufiev": "joinville",
    },
}  # fmt: skip


@cache
def data(name: str) -> ScenarioData:
    """A shipped scenario."""
    return Document(FOLDER / f"{name}.yaml").convert(ScenarioData)


@cache
def game(name: str) -> Campaign:
    """The rules bound to a scenario."""
    return engine(data(name), FOLDER, {}, {})


@cache
def begun(name: str) -> State:
    """A game at its first decision."""
    return game(name).start(SeededDice("1815"), [])


def strengths(name: str, units: set[str]) -> tuple[int, int, int]:
    """Infantry, cavalry and guns of some units."""
    found = Counter[str]()
    for unit in data(name).units:
        if unit.id in units:
            found[unit.kind] += unit.strength
    return found["infantry"], found["cavalry"], found["artillery"]


def placed(name: str, leader: str) -> ForceData:
    """Where a scenario puts a leader."""
    (found,) = [force for force in data(name).set_up if force.leader == leader]
    return found


# Sound files ---------------------------------------------------------------------------------------


def test_the_campaigns_are_all_there() -> None:
    assert {*SCENARIOS} >= {"learning", "belgium-1815", "saxony-1813-spring", "saxony-1813-autumn", "france-1814"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_check_clean(name: str) -> None:
    assert data(name).id == name
    assert check(data(name), FOLDER) == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_turn_has_its_history(name: str) -> None:
    assert [past.turn for past in data(name).history] == list(range(1, data(name).turns.count + 1))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_nation_has_its_colours(name: str) -> None:
    scenario = data(name)
    nations = {*(m.nation for m in (*scenario.leaders, *scenario.units)), *scenario.colours.values()}
    assert nations <= {*STATES}


@pytest.mark.parametrize("name", SCENARIOS)
def test_all_cavalry_is_light_or_heavy(name: str) -> None:
    cavalry = [unit for unit in data(name).units if unit.kind == "cavalry"]
    assert all(unit.light != unit.heavy for unit in cavalry)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_force_is_not_too_large(name: str) -> None:
    bosses = {force.leader: force.under for force in data(name).set_up if force.leader and not force.at}
    held = Counter[str]()
    for force in data(name).set_up:
        top = force.leader
        while bosses.get(top):
            top = bosses[top]
        held[top or force.at] += sum(strengths(name, {*force.units}))
    assert max(held.values()) <= FORCE


@pytest.mark.parametrize("name", SCENARIOS)
def test_leaders_of_the_same_name_are_the_same(name: str) -> None:
    """The same man keeps his initiative and bonus in all campaigns; Major Generals have their values by their post."""
    for leader in data(name).leaders:
        if leader.major:
            assert leader.subordination == 1
            assert (leader.initiative, leader.span) == ((4, 2) if leader.cavalry else (0, 3))
            continue
        for other in (m for s in SCENARIOS for m in data(s).leaders if m.id == leader.id and not m.major):
            if other.id not in ANEW:
                assert (leader.initiative, leader.bonus) == (other.initiative, other.bonus), leader.id


# Strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "army"), ARMIES)
def test_armies_are_as_strong_as_they_were(name: str, army: str) -> None:
    sums = strengths(name, {unit.id for unit in data(name).units if unit.army == army})
    assert sums == ARMIES[name, army]
    least, most = MEN.get((name, army), (0, 999))
    assert least <= sum(sums) <= most


def test_every_army_is_counted() -> None:
    assert {*ARMIES} == {(name, army.id) for name in SCENARIOS for army in data(name).armies}


@pytest.mark.parametrize("leader", SPRING)
def test_corps_of_spring_1813_are_those_of_the_source(leader: str) -> None:
    assert strengths("saxony-1813-spring", {*placed("saxony-1813-spring", leader).units}) == SPRING[leader]


def test_the_reserve_of_spring_1813_is_whole() -> None:
    """Constantine's span is too short for all the source puts under him; Yermolov has the odd two points."""
    name = "saxony-1813-spring"
    units = {*placed(name, "constantine").units, *placed(name, "yermolov").units}
    assert strengths(name, units) == (7, 0, 3)


def test_replacements_of_spring_1813_are_those_of_the_source() -> None:
    found = Counter[tuple[str, str]]()
    for draw in data("saxony-1813-spring").replacements:
        found[draw.army, "infantry"] += draw.infantry
        found[draw.army, "cavalry"] += draw.cavalry
    assert found == {
        ("french-army", "infantry"): 7, ("french-army", "cavalry"): 6,
        ("allied-army", "infantry"): 11, ("allied-army", "cavalry"): 6,
    }  # fmt: skip


def test_points_of_1813_are_those_of_the_source() -> None:
    assert [army.points for army in data("saxony-1813-spring").armies] == [21, 11]
    assert [army.points for army in data("saxony-1813-autumn").armies] == [45, 21, 45, 16]


def test_the_lesson_has_the_units_of_its_campaign() -> None:
    whole = {unit.id: unit for unit in data("belgium-1815").units}
    for unit in data("learning").units:
        if unit.id != "reserve-guns":
            assert (unit.kind, unit.strength, unit.light) == (
                whole[unit.id].kind, whole[unit.id].strength, whole[unit.id].light,
            )  # fmt: skip


# Places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STOOD)
def test_they_stand_where_they_stood(name: str) -> None:
    assert {leader: placed(name, leader).at for leader in STOOD[name]} == STOOD[name]


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_begins_beside_an_enemy(name: str) -> None:
    x, s = game(name).context, begun(name)
    french, others = (
        {t.at for u, t in enumerate(s.units) if t.at >= 0 and x.setting.units[u].side == side} for side in (0, 1)
    )
    near = {n for h in french for n in (h, *x.setting.board.neighbours[h])}
    assert not near & others


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_army_begins_in_supply(name: str) -> None:
    x, s = game(name).context, begun(name)
    assert all(supply.length(x, s, army) >= 0 for army in range(len(x.setting.armies)))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_source_is_an_end_of_a_great_road_or_a_town(name: str) -> None:
    setting = game(name).setting
    for army in setting.armies:
        for source in army.sources:
            assert any(side & ROAD for side in setting.board.sides[source])
            assert -1 in setting.board.neighbours[source] or source in setting.board.places


@pytest.mark.parametrize("name", SCENARIOS)
def test_whoever_comes_later_comes_in_time(name: str) -> None:
    assert all(force.turn <= data(name).turns.count for force in data(name).set_up)
    assert all(draw.turn <= data(name).turns.count for draw in data(name).replacements)
