"""The shipped NLC scenarios: sound, placeable, fair to the terrain, and with an origin for every value."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from napwidgets.board.compile import compile_map, target, to_json
from napwidgets.board.hexmap import BRIDGE, FORD, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.scenarios import check_file
from napwidgets.systems.nlc.scenario import ScenarioData, UnitData
from napwidgets.systems.tactical.core.scenario import HqData, LeaderData

FOLDER = Path(__file__).parents[2] / "scenarios" / "nlc"
FILES = sorted(FOLDER.glob("*.yaml"))
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SHIPPED = {"first-steps", "quatre-bras", "ligny", "wavre", "la-belle-alliance"}
#: What 1 hex costs infantry (NLC 5.2 and the terrain table), roads and trails apart.
COST = {"clear": 1.0, "town": 1.0, "chateau": 2.0, "woods": 2.0, "marsh": 2.0}
MP = {"infantry": 4, "cavalry": 7, "foot_artillery": 5, "horse_artillery": 6}


class Battle:
    """A scenario with its map and its file's plain tree."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
        self.data = msgspec.convert(self.tree, ScenarioData)
        self.board = HexMap.load(FOLDER / "maps" / f"{self.data.map}.map.json")
        self.side = {f.id: f.side for f in self.data.formations}

    def standing(self) -> list[tuple[UnitData, int]]:
        """The units on the map at the start, with their hexes."""
        return [(u, self.board.number(u.hex)) for u in self.data.units if u.hex is not None]


@pytest.fixture(scope="module", params=FILES, ids=lambda p: p.stem)
def battle(request: pytest.FixtureRequest) -> Battle:
    """Each shipped scenario in turn."""
    return Battle(request.param)


def reach(board: HexMap, start: int, limit: float) -> dict[int, float]:
    """The hexes within a number of MP at infantry rates, by road where there is one."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        for d, there in enumerate(board.neighbours[here]):
            bits = board.sides[here][d] if there >= 0 else RIVER
            crossed = bool(bits & (BRIDGE | FORD))
            if there < 0 or (bits & RIVER and not crossed) or board.terrain[there] == "water":
                continue
            cost = 0.5 if bits & ROAD else 1.0 if bits & TRAIL else COST[board.terrain[there]]
            total = spent + cost + (2 if bits & STREAM and not crossed else 0)
            if total <= limit and total < best.get(there, 999):
                best[there] = total
                heapq.heappush(queue, (total, there))
    return best


def test_the_battles_of_1815_are_all_there() -> None:
    assert {path.stem for path in FILES} >= SHIPPED


def test_file_and_id_agree(battle: Battle) -> None:
    assert battle.data.id == battle.path.stem
    assert battle.data.map == battle.board.id
    assert all(name.isascii() and name == name.lower() for name in unit_ids(battle))


def unit_ids(battle: Battle) -> list[str]:
    """Ids of everything that has a counter."""
    data = battle.data
    return [piece.id for group in (data.units, data.leaders, data.hqs) for piece in group]


def test_ids_are_unique_and_resolve(battle: Battle) -> None:
    data = battle.data
    ids = unit_ids(battle)
    assert len(ids) == len(set(ids))
    sides, armies = {s.id for s in data.sides}, {a.id: a.side for a in data.armies}
    leaders = {leader.id: leader for leader in data.leaders}
    for formation in data.formations:
        assert armies[formation.army] == formation.side in sides
        assert leaders[formation.leader].role == "formation"
        assert leaders[formation.overall].role == "overall"
        assert formation.wing is None or leaders[formation.wing].role == "wing"
        named = {leaders[name].side for name in (formation.leader, formation.overall, formation.wing) if name}
        assert named == {formation.side}
    assert {u.formation for u in data.units} == set(battle.side)
    for hq in data.hqs:
        assert leaders[hq.overall].side == armies[hq.army] == hq.side


def test_every_leader_commands_something(battle: Battle) -> None:
    busy = {name for f in battle.data.formations for name in (f.leader, f.overall, f.wing)}
    assert {leader.id for leader in battle.data.leaders} == busy - {None}


def test_all_hexes_are_on_the_map_and_dry(battle: Battle) -> None:
    named = [(path, text) for path, text in leaves(battle.tree) if is_hex(path)]
    assert len(named) > 20
    for path, text in named:
        assert battle.board.terrain[battle.board.number(text)] != "water", path


def is_hex(path: tuple[str, ...]) -> bool:
    """Whether a value is a hex, by the key it stands under."""
    return path[-1] in {"hex", "target", "entry"} or "hexes" in path or path[0] == "occupied"


def test_no_hex_is_overstacked(battle: Battle) -> None:
    assert max(Counter(h for _, h in battle.standing()).values()) <= 2


def test_the_sides_start_apart(battle: Battle) -> None:
    for unit, h in battle.standing():
        for other, there in battle.standing():
            if battle.side[unit.formation] != battle.side[other.formation]:
                assert battle.board.distance(h, there) > 1, f"{unit.id} and {other.id} touch"


def test_units_start_in_command(battle: Battle) -> None:
    leader_of = {f.id: f.leader for f in battle.data.formations}
    place = {leader.id: leader.hex for leader in battle.data.leaders}
    for unit, h in battle.standing():
        where = place[leader_of[unit.formation]]
        assert where is not None, f"{unit.id} has no leader on the map"
        assert h in reach(battle.board, battle.board.number(where), 4), f"{unit.id} is out of command (20.1)"


def test_a_chateau_holds_one_unit_at_the_start(battle: Battle) -> None:
    count = Counter(h for _, h in battle.standing())
    assert all(count[h] == 1 for h in count if battle.board.terrain[h] == "chateau")


def test_guns_on_foot_do_not_stand_alone_before_the_enemy(battle: Battle) -> None:
    foot = {h for unit, h in battle.standing() if unit.kind == "infantry"}
    for unit, h in battle.standing():
        if unit.kind == "foot_artillery" and h not in foot:
            near = min(
                battle.board.distance(h, there)
                for other, there in battle.standing()
                if battle.side[other.formation] != battle.side[unit.formation]
            )
            assert near > 2, unit.id


def test_figures_follow_their_rules(battle: Battle) -> None:
    for unit in battle.data.units:
        assert unit.reduced == (unit.strength + 1) // 2, unit.id
        assert unit.mp == MP[unit.kind], unit.id
        assert 1 <= unit.strength <= 8, unit.id
    strength: Counter[str] = Counter()
    for unit in battle.data.units:
        strength[unit.formation] += unit.strength
    as_one = {a.id for a in battle.data.armies if a.as_one}
    for formation in battle.data.formations:
        if formation.army in as_one:
            assert formation.limit is None
        else:
            # 35 % of the formation's strength, rounded up, in whole numbers.
            expected = -(-35 * strength[formation.id] // 100)
            assert formation.limit == expected, formation.id


def test_everyone_is_on_the_map_or_arrives_once(battle: Battle) -> None:
    data = battle.data
    due = Counter(name for group in data.reinforcements for name in group.who)
    pieces: list[UnitData | LeaderData | HqData] = [*data.units, *data.leaders, *data.hqs]
    for piece in pieces:
        assert due[piece.id] == (piece.hex is None), piece.id
    assert set(due) <= {piece.id for piece in pieces}
    assert all(2 <= group.turn <= data.turns.count for group in data.reinforcements)


def test_reinforcements_come_by_a_road_that_leaves_the_map(battle: Battle) -> None:
    board = battle.board
    for group in battle.data.reinforcements:
        h = board.number(group.entry)
        out = [d for d in range(6) if board.neighbours[h][d] < 0 and board.sides[h][d] & (ROAD | TRAIL)]
        assert out, f"{group.label}: no road leaves the map at {group.entry}"
        assert group.label


def test_reinforcements_can_get_where_they_are_sent(battle: Battle) -> None:
    board = battle.board
    for group in battle.data.reinforcements:
        assert group.order.target is not None
        assert board.number(group.order.target) in reach(board, board.number(group.entry), 60)


def test_the_teacher_has_a_text_for_every_turn(battle: Battle) -> None:
    data = battle.data
    assert [item.turn for item in data.history] == list(range(1, data.turns.count + 1))
    assert all(len(item.text.split()) >= 15 for item in data.history)
    assert len(data.debrief.split()) >= 40


def test_the_game_always_ends(battle: Battle) -> None:
    assert [condition.kind for condition in battle.data.endings[-1].when] == ["last_turn"]
    sides = {side.id for side in battle.data.sides}
    winners = {ending.winner for ending in battle.data.endings}
    assert winners <= sides | {"draw", "points"}
    scoring = {points.side for points in battle.data.points if points.points > 0}
    possible = winners | (scoring if "points" in winners else set())
    assert sides <= possible, "each side must be able to win"


def test_demoralization_is_within_reach(battle: Battle) -> None:
    strength: Counter[str] = Counter()
    army = {f.id: f.army for f in battle.data.formations}
    for unit in battle.data.units:
        strength[army[unit.formation]] += unit.strength
    for item in battle.data.armies:
        assert 0.2 < item.demoralization / strength[item.id] < 0.7, item.id
        assert item.disintegration is None or item.disintegration > item.demoralization


def leaves(tree: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    """Every value of a file with its path; members of lists go by their id, else by their number."""
    if isinstance(tree, dict):
        return [leaf for key, value in tree.items() for leaf in leaves(value, (*path, str(key)))]
    if isinstance(tree, list):
        named = [
            (str(v["id"]) if isinstance(v, dict) and "id" in v else str(i), v) for i, v in enumerate(tree)
        ]
        return [leaf for key, value in named for leaf in leaves(value, (*path, key))]
    return [(path, tree)]


def covers(pattern: str, path: tuple[str, ...]) -> bool:
    """Whether a provenance entry speaks of a value: by its own path or by one above it."""
    steps = pattern.split(".")
    return len(steps) <= len(path) and all(p in ("*", s) for p, s in zip(steps, path, strict=False))


def test_every_value_has_a_provenance_and_every_provenance_a_value(battle: Battle) -> None:
    paths = [path for path, _ in leaves(battle.tree) if path[0] != "provenance"]
    patterns = [entry.of for entry in battle.data.provenance]
    assert "*" not in patterns
    bare = [".".join(path) for path in paths if not any(covers(p, path) for p in patterns)]
    assert not bare
    assert not [p for p in patterns if not any(covers(p, path) for path in paths)]
    assert all(entry.note for entry in battle.data.provenance)
    assert len(patterns) == len(set(patterns))


def test_strengths_are_not_passed_off_as_found(battle: Battle) -> None:
    kinds = {entry.of: entry.kind for entry in battle.data.provenance}
    last = [p for p in kinds if covers(p, ("units", battle.data.units[0].id, "strength"))][-1]
    assert kinds[last] == "reconstruction"


def test_a_slip_in_a_key_is_an_error(battle: Battle) -> None:
    wrong = {**battle.tree, "unitz": []}
    with pytest.raises(msgspec.ValidationError, match="unitz"):
        msgspec.convert(wrong, ScenarioData)


def test_ligny_counts_its_seven_village_hexes() -> None:
    ligny = Battle(FOLDER / "ligny.yaml")
    (level,) = ligny.data.levels
    assert (level.amount, len(level.hexes), level.held_by) == (-3, 7, "french")
    for name in level.hexes:
        assert ligny.board.terrain[ligny.board.number(name)] == "town"


def test_at_wavre_the_dyle_is_crossed_only_by_its_bridges() -> None:
    board = Battle(FOLDER / "wavre.yaml").board
    rivers = {(h, d) for h in range(board.size) for d in range(6) if board.sides[h][d] & RIVER}
    assert len([1 for h, d in rivers if board.sides[h][d] & BRIDGE]) == 2 * 4  # four, seen from both banks
    assert board.number("1508") in reach(board, board.number("1307"), 4)
    stack, seen = [board.number("0101")], {board.number("0101")}
    while stack:
        here = stack.pop()
        for d, there in enumerate(board.neighbours[here]):
            if there >= 0 and there not in seen and not board.sides[here][d] & RIVER:
                seen.add(there)
                stack.append(there)
    assert board.number("1307") in seen
    assert board.number("1508") not in seen, "the river has a gap"


def test_the_page_about_adding_a_scenario_works_as_written(tmp_path: Path) -> None:
    page = (FOLDER.parents[1] / "docs" / "adding-a-scenario.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(json|yaml)\n(.*?)```", page, re.DOTALL))
    maps = tmp_path / "nlc" / "maps"
    maps.mkdir(parents=True)
    sketch, file = maps / "mill.features.geojson", maps.parent / "mill.yaml"
    sketch.write_text(blocks["json"], encoding="utf-8")
    file.write_text(blocks["yaml"], encoding="utf-8")
    target(sketch).write_text(to_json(compile_map(sketch)), encoding="utf-8")
    assert [str(problem) for problem in [*check_file(file), *check_file(target(sketch))]] == []
    mill = HexMap.load(target(sketch))
    assert mill.title(mill.number("0604")) == "Mill (0604)"


@pytest.mark.parametrize(
    "path", [*FILES, *sorted((FOLDER / "maps").glob("*.map.json"))], ids=lambda p: p.name
)
def test_the_checker_finds_nothing(path: Path) -> None:
    assert [str(problem) for problem in check_file(path)] == []
