"""The shipped JDG scenarios and rosters: sound, as the rules text has them, and played to their ends."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from napwidgets.documents import Document
from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import make_players
from napwidgets.scenarios import check_file
from napwidgets.systems.jdg.checks import check_roster
from napwidgets.systems.jdg.command.administration import supply
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.files import check, engine
from napwidgets.systems.jdg.germany.armistice import reached
from napwidgets.systems.jdg.scenario import RosterData, ScenarioData, SetData
from napwidgets.systems.jdg.state import GONE, SPARE, WAITING, State

FOLDER = Path(__file__).parents[2] / "scenarios" / "jdg"
SCENARIOS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ROSTERS = sorted(path.stem for path in (FOLDER / "rosters").glob("*.yaml"))
GERMANY = [f"germany-1813-{n}" for n in range(1, 6)]
#: Formations of the spring that have no heir in the autumn, and why.
LEAVE = {
    "eugene": "sent to Italy",
    "bessieres": "killed on 1 May",
    "soult-spring": "sent to Spain; option O2 keeps him",
    "kleist-corps": "its regiments went to the Prussian corps",
}


@cache
def data(name: str) -> ScenarioData:
    """A shipped scenario."""
    return Document(FOLDER / f"{name}.yaml").convert(ScenarioData)


@cache
def roster(name: str) -> RosterData:
    """A shipped roster."""
    return Document(FOLDER / "rosters" / f"{name}.yaml").convert(RosterData)


def campaign(name: str, **options: bool) -> Campaign:
    """The rules bound to a scenario."""
    return engine(data(name), FOLDER, options, {})


def begun(game: Campaign) -> State:
    """A game at its first decision."""
    return game.start(SeededDice("1813"), [])


def placed(name: str, id: str) -> SetData:
    """Where a scenario puts a leader or unit."""
    (found,) = [entry for entry in data(name).set_up if entry.id == id]
    return found


def ids(lists: RosterData) -> set[str]:
    """The ids of everything with a counter in a roster."""
    return {
        *(leader.id for leader in lists.leaders),
        *(unit.id for unit in lists.units),
        *(detachment.id for detachment in lists.detachments),
    }


def strength(name: str, id: str) -> int:
    """The strength points of a unit in a roster."""
    (found,) = [unit.strength for unit in roster(name).units if unit.id == id]
    return found


# Sound files ---------------------------------------------------------------------------------------


def test_the_campaigns_are_all_there() -> None:
    assert {*SCENARIOS} >= {*GERMANY, "danube-1805", "danube-1809", "poland-1807", "france-1814"}
    assert {data(name).roster for name in SCENARIOS} <= {*ROSTERS}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_check_clean(name: str) -> None:
    assert data(name).id == name
    assert [f"{f.at}: {f.what}" for f in check(data(name), FOLDER)] == []


@pytest.mark.parametrize("name", ROSTERS)
def test_rosters_check_clean(name: str) -> None:
    assert [f"{f.at}: {f.what}" for f in check_roster(roster(name))] == []
    assert [str(problem) for problem in check_file(FOLDER / "rosters" / f"{name}.yaml")] == []


def test_a_slip_in_a_roster_is_found(tmp_path: Path) -> None:
    text = (FOLDER / "rosters" / "germany-1813-spring.yaml").read_text(encoding="utf-8")
    file = tmp_path / "germany-1813-spring.yaml"
    file.write_text(text.replace("chief: napoleon, deputies: [eugene]", "chief: nelson, deputies: [blucher]"), "utf-8")
    assert [problem.what for problem in check_file(file)] == [
        "armies[0].chief: 'nelson' is no leader of the army french-army",
        "armies[0].deputies[0]: 'blucher' is no leader of the army french-army",
    ]
    file = tmp_path / "spring.yaml"
    file.write_text(text, "utf-8")
    assert [problem.what for problem in check_file(file)] == ["id: the id must be 'spring', as the file is called"]


def test_point_to_point_maps_are_checked_with_their_rivers(tmp_path: Path) -> None:
    maps = FOLDER / "maps"
    for path in maps.glob("*.network.json"):
        assert check_file(path) == []
        assert check_file(path.with_name(path.name.replace("network", "rivers"))) == []
    lost = tmp_path / "danube.network.json"
    lost.write_text((maps / "danube.network.json").read_text("utf-8").replace('"a":"aalen"', '"a":"alen"', 1), "utf-8")
    assert "there is no place 'alen'" in check_file(lost)[0].what


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_turn_has_its_history(name: str) -> None:
    assert [note.turn for note in data(name).history] == list(range(1, data(name).turns.count + 1))
    assert data(name).debrief


# Counters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_chief_is_placed_and_every_unit_has_a_place(name: str) -> None:
    scenario, lists = data(name), roster(data(name).roster)
    here = {entry.id for entry in scenario.set_up}
    assert {army.chief for army in lists.armies} <= here
    spare = {"davout", "soult", "garrison-spandau"} if lists.id == "germany-1813-autumn" else set()
    if name in ("germany-1813-1", "germany-1813-3", "germany-1813-5"):
        spare = {"garrison-magdebourg"}
    if name == "germany-1813-1":
        spare |= {"i-corps", "vandamme", "iii-cavalry", "arrighi", "langeron-corps", "barclay"}
    if name == "germany-1813-2":
        spare = {"garrison-spandau"}
    assert ids(lists) - {detachment.id for detachment in lists.detachments} - here == spare


@pytest.mark.parametrize("name", ROSTERS)
def test_detachments_are_no_better_than_the_troops_they_come_from(name: str) -> None:
    lists = roster(name)
    sides = {army.id: army.side for army in lists.armies}
    for detachment in lists.detachments:
        best = max(unit.cohesion for unit in lists.units if sides[unit.army] == detachment.side and not unit.guard)
        assert 2 <= detachment.cohesion <= min(3, best)
        assert bool(detachment.cavalry) == (detachment.kind == "cavalry")
    for side in sides.values():
        kinds = [d.kind for d in lists.detachments if d.side == side]
        assert (kinds.count("infantry") >= 6, kinds.count("cavalry") >= 3) == (True, True)


@pytest.mark.parametrize("name", SCENARIOS)
def test_armies_begin_in_supply_and_their_leaders_lead_somebody(name: str) -> None:
    game = campaign(name)
    x, s = game.context, begun(game)
    for side in (0, 1):
        armies = x.live_armies(s, side)
        assert armies
        assert {supply(x, s, n)[0] for n in armies} == {"supplied"}
        for n in armies:
            box = s.counters[x.chief(s, n)].at
            near = x.lines_from(s, box, side)
            assert any(x.is_unit(i) and x.army_of(s, i) == n and c.at in near for i, c in enumerate(s.counters))


# Facts of the rules text -----------------------------------------------------------------------------


def test_turn_13_of_1813_is_the_second_half_of_september() -> None:
    game = campaign("germany-1813-5")
    assert game.setting.turn_name(1) == "second half of March 1813"
    assert game.setting.turn_name(6) == "first half of June 1813"
    assert game.setting.turn_name(13) == "second half of September 1813"
    assert game.setting.turn_name(data("germany-1813-5").turns.count) == "second half of October 1813"
    assert campaign("germany-1813-4").setting.turn_name(3) == "second half of September 1813"


@pytest.mark.parametrize(("name", "end", "turn"), [("germany-1813-4", "", 3), ("germany-1813-5", "+", 13)])
def test_troops_from_hamburg_come_only_with_their_option(name: str, end: str, turn: int) -> None:
    assert (strength("germany-1813-autumn", "xiii-corps"), strength("germany-1813-autumn", "walmoden")) == (9, 10)
    for id, at in (("xiii-corps", "osterburg"), ("davout-hamburg", "osterburg"), ("walmoden", "havelberg")):
        found = placed(name, f"{id}{end}")
        assert (found.turn, found.at) == (turn, at)
    late = {f"{id}{end}" for id in ("davout-hamburg", "xiii-corps", "walmoden-leader", "walmoden")}
    assert not late & {entry.id for entry in campaign(name).setting.set_up()}
    assert late <= {entry.id for entry in campaign(name, hamburg=True).setting.set_up()}


def test_options_keep_davout_and_soult_out_of_the_autumn_until_they_are_asked_for() -> None:
    lists = roster("germany-1813-autumn")
    assert {"davout", "soult"} <= {leader.id for leader in lists.leaders}
    for name in ("germany-1813-4", "germany-1813-5"):
        assert not {"davout", "soult", "davout+", "soult+"} & {entry.id for entry in data(name).set_up}
    assert "soult" not in {leader.id for leader in roster("germany-1813-spring").leaders}


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("germany-1813-spring", {"french-army": "weimar", "russo-prussian-army": "berlin breslau"}),
        (
            "germany-1813-autumn",
            {
                "french-army": "weimar",
                "army-of-silesia": "breslau",
                "army-of-bohemia": "thieresienstadt",
                "army-of-the-north": "berlin",
                "army-of-poland": "breslau",
            },
        ),
        (
            "danube-1805",
            {"grande-armee": "strasbourg", "austrian-army": "vienne prague olmutz", "russian-army": "troppau"},
        ),
        (
            "danube-1809",
            {
                "army-of-germany": "strasbourg",
                "army-of-italy": "marbourg strasbourg",
                "austrian-germany": "vienne prague olmutz",
                "austrian-italy": "raab vienne prague olmutz",
            },
        ),
        ("poland-1807", {"french-army": "varsovie", "russian-army": "stalluponen"}),
        ("france-1814", {"french-army": "paris", "army-of-bohemia": "langres", "army-of-silesia": "nancy"}),
    ],
)
def test_supply_sources_are_those_of_the_text(name: str, sources: dict[str, str]) -> None:
    assert {army.id: " ".join(army.sources) for army in roster(name).armies} == sources


def test_the_russians_are_supplied_from_the_defensive_box_beside_entry_3() -> None:
    network = campaign("poland-1807").setting.network
    (entry,) = [entry for entry in network.entries if entry.label == "(3)"]
    place = network.places[entry.place]
    assert (place.id, place.terrain) == ("stalluponen", "defensive")


def test_allied_armies_of_the_autumn_share_their_points_two_by_two() -> None:
    budgets = {army.id: army.budget for army in roster("germany-1813-autumn").armies}
    assert budgets["army-of-bohemia"] == budgets["army-of-poland"] != ""
    assert budgets["army-of-silesia"] == budgets["army-of-the-north"] != ""
    assert budgets["army-of-bohemia"] != budgets["army-of-silesia"]
    assert len(campaign("germany-1813-4").setting.budgets) == 3


def test_cards_sieges_and_recruits_are_those_of_each_campaign() -> None:
    for name in SCENARIOS:
        scenario, most = data(name), {"germany-1813-3": 14, "germany-1813-5": 16}.get(name, 10)
        germany = name in GERMANY
        assert list(scenario.cards) == (list(range(1, most + 1)) if germany else [])
        assert scenario.siege == ("siege-weeks" if scenario.turns.span == "week" else "siege")
        assert (scenario.recruits_most, scenario.besieged_counts) == (
            ("Germany 1813", True) if germany else ("series", False)
        )
        assert scenario.frontier_closed == (germany and name != "germany-1813-4")
    assert {name for name in SCENARIOS if data(name).turns.span == "week"} == {"poland-1807", "france-1814"}


def test_places_of_1813_are_worth_what_was_proposed() -> None:
    worth = "berlin 5 dresde 5 leipzig 4 breslau 4 prague 4 magdebourg 3 weimar 3 torgau 2 wittenberg 2 glogau 2"
    worth += " bautzen 1 gorlitz 1 chemnitz 1 frankfurt 1 kustrin 1"
    proposed = dict(re.findall(r"(\S+) (\d)", worth))
    for name in GERMANY:
        found = {goal.at: str(goal.points) for goal in data(name).goals}
        assert found.items() <= proposed.items()
        assert {goal.side for goal in data(name).goals if goal.at == "weimar"} == {"allied"}
    assert {goal.at for goal in data("germany-1813-5").goals} == set(proposed)


# Errata ----------------------------------------------------------------------------------------------


def test_errata_of_1805() -> None:
    lists = roster("danube-1805")
    assert "lannes" not in {leader.id for leader in lists.leaders}
    assert strength("danube-1805", "jellacic-corps") == 3 + 1
    assert {d.id: d.turn for d in lists.detachments}["mortier"] == 4
    assert campaign("danube-1805").setting.turn_name(4) == "first half of November 1805"
    john, troops = placed("danube-1805", "john"), placed("danube-1805", "john-detachment")
    assert (john.turn, john.at, troops.turn, troops.at) == (3, "brixen", 3, "brixen")
    assert strength("danube-1805", "john-detachment") == 2
    liechtenstein = placed("danube-1805", "liechtenstein")
    assert (liechtenstein.turn, liechtenstein.at, liechtenstein.instead) == (4, "vienne", ("brunn", "olmutz"))
    assert data("danube-1805").control["vienne"] == "allied"


def test_mortier_is_at_hand_from_november() -> None:
    game = campaign("danube-1805")
    s, mortier = begun(game), game.setting.number["mortier"]
    assert mortier not in game.context.spares(s, 0)
    assert mortier in game.context.spares(_at(s, 4), 0)


def test_liechtenstein_comes_elsewhere_if_the_enemy_is_in_vienna() -> None:
    from napwidgets.systems.jdg.boxes import place_of

    game = campaign("danube-1805")
    x, s = game.context, begun(game)
    due = placed("danube-1805", "liechtenstein")
    assert x.box(place_of(x, s, due)) == "Vienna"
    s = s.counter(x.setting.number["iv-corps"], at=x.network.index("vienne"))
    assert x.box(place_of(x, s, due)) == "Brünn"
    s = s.counter(x.setting.number["guard"], at=x.network.index("brunn"))
    assert x.box(place_of(x, s, due)) == "Olmütz"


def test_karlsruhe_is_the_box_north_of_baden() -> None:
    network = campaign("danube-1805").setting.network
    baden, karlsruhe = network.index("baden"), network.index("karlsruhe")
    assert network.link_between(baden, karlsruhe) is not None
    assert network.places[karlsruhe].lat > network.places[baden].lat


def test_errata_of_1809() -> None:
    letters = [d.id for d in roster("danube-1809").detachments if d.kind == "cavalry"]
    assert not {"french-c", "austrian-a", "austrian-b"} & set(letters)
    assert {"french-e", "austrian-d"} <= set(letters)


def test_errata_of_1807() -> None:
    assert strength("poland-1807", "galitzine-corps") == 3
    assert strength("poland-1807", "lestocq-corps") == 5
    assert data("poland-1807").control["dantzig"] == "french"
    assert data("poland-1807").sieges == {"graudenz": "french"}
    game = campaign("poland-1807")
    assert begun(game).sieges[0].box == game.setting.network.index("graudenz")


def test_errata_of_1814() -> None:
    for id in ("raievski", "grenadiers"):
        found = placed("france-1814", id)
        assert (found.turn, found.at) == (2, "nancy")
    assert campaign("france-1814").setting.turn_name(2) == "1st week of February 1814"


# Command and armistice -------------------------------------------------------------------------------


def test_deputies_command_until_the_chief_comes() -> None:
    game = campaign("germany-1813-1")
    x, s = game.context, begun(game)
    assert x.name(x.chief(s, 0)) == "Eugène"
    s = s.counter(x.setting.number["napoleon"], at=x.network.index("weimar"))
    assert x.name(x.chief(s, 0)) == "Napoleon"
    game = campaign("danube-1809")
    assert game.context.name(game.context.chief(begun(game), 0)) == "Berthier"


def test_the_french_choose_who_plays_first_in_the_whole_campaign_from_the_start() -> None:
    game = campaign("germany-1813-5")
    for seed in ("1", "2", "3"):
        decision = game.decision(_dummies_kept(game, seed))
        assert decision is not None
        assert (decision.kind, decision.seat) == ("first-player", "french")


def _dummies_kept(game: Campaign, seed: str) -> State:
    """A game in which both sides have kept their dummies."""
    from napwidgets.systems.jdg import moves as m

    dice = SeededDice(seed)
    s = game.start(dice, [])
    while (decision := game.decision(s)) is not None and decision.kind == "dummies":
        s = game.apply(s, decision.seat, m.Done(), dice, [])
    return s


def _at(s: State, turn: int) -> State:
    from msgspec.structs import replace

    return replace(s, turn=turn)


def _armistice() -> tuple[Campaign, State, State]:
    """The whole campaign when the armistice is declared with nobody lost: before and after."""
    game = campaign("germany-1813-5")
    x, s = game.context, _at(begun(game), 6)
    return game, s, reached(x, s, [])


def test_the_armistice_leaves_nobody_without_an_heir_but_those_listed() -> None:
    spring, autumn = roster("germany-1813-spring"), roster("germany-1813-autumn")
    before, after = ids(spring), ids(autumn)
    assert before - after == set(LEAVE)
    game, _, s = _armistice()
    x = game.context
    for i, piece in enumerate(x.pieces):
        if not piece.later and not piece.dummy:
            assert s.counters[i].at == GONE
            heir = x.setting.number.get(f"{piece.id}+")
            if heir is not None and piece.id in {entry.id for entry in data("germany-1813-5").set_up}:
                assert s.counters[heir].at >= 0 or piece.id in ("i-corps", "vandamme"), piece.id
        elif piece.later and piece.spare:
            assert s.counters[i].at == SPARE


def test_everybody_of_the_autumn_comes_once() -> None:
    scenario, autumn = data("germany-1813-5"), roster("germany-1813-autumn")
    assert scenario.armistice is not None
    heirs = {entry.id for entry in scenario.set_up if entry.turn <= 6 and not entry.id.endswith("+")}
    late = {entry.id.removesuffix("+") for entry in scenario.set_up if entry.id.endswith("+")}
    comes = [entry.id for entry in scenario.armistice.arrive]
    assert len(comes) == len(set(comes))
    assert not set(comes) & (heirs | late)
    known = ids(autumn) - {detachment.id for detachment in autumn.detachments}
    assert known - heirs - late - set(comes) == {"davout", "soult"}


def test_the_armistice_lasts_from_june_to_the_second_half_of_august() -> None:
    game, _, s = _armistice()
    assert game.setting.turn_name(s.truce) == "first half of June 1813"
    assert game.setting.turn_name(s.resume) == "second half of August 1813"


def test_troops_come_in_during_the_armistice() -> None:
    from napwidgets.systems.jdg.command.arrivals import Arrivals

    game, _, s = _armistice()
    x, number = game.context, game.setting.number
    assert s.counters[number["schwarzenberg+"]].at == WAITING
    s = Arrivals().run(x, _at(s.push(Arrivals()), 8), SeededDice("1"), [])
    assert x.box(s.counters[number["schwarzenberg+"]].at) == "Laun"
    assert s.counters[number["nansouty+"]].at == s.counters[number["napoleon+"]].at >= 0
    assert s.counters[number["austrian-reserve+"]].at == WAITING


# Games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_random_players_come_to_an_end(name: str) -> None:
    game = campaign(name)
    for seed in ("1", "2"):
        played = play_out(game, make_players(game, seed, {}), seed)
        assert played.ending in {"points", "draw", "napoleon"}
        assert played.turns <= data(name).turns.count
