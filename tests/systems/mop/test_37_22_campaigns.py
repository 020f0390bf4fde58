"""37.22 and 37.23. Campaigns: what one battle hands on to the next."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from napwidgets import scenarios
from napwidgets.board.report import Bullets, Section, Small
from napwidgets.kernel import saves
from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.system import End, Event
from napwidgets.players.registry import make_players
from napwidgets.scenarios import find
from napwidgets.systems.mop import files
from napwidgets.systems.mop.face.campaign import report
from napwidgets.systems.mop.linked import CARRIED, LinkedBattle
from napwidgets.systems.mop.night import Night
from napwidgets.systems.mop.state import State, Train
from napwidgets.systems.mop.victory import accounts, level, strength_lost
from napwidgets.systems.tactical.core.state import AFAR, DEAD, EXITED, LOST, OFF

FOLDER = find("mop/six-days").parent


def fought(scenario: str, map: str = "montmirail", **more: Any) -> dict[str, Any]:
    """A battle that has ended level, with nobody lost unless ``more`` says so."""
    return {"scenario": scenario, "map": map, "title": scenario, "points": {"french": 3, "coalition": 3}, **more}


def after(campaign: str, *battles: dict[str, Any]) -> LinkedBattle:
    """The battle of a campaign that follows others."""
    engine = scenarios.load(f"mop/{campaign}", tables={CARRIED: {"battles": list(battles)}} if battles else None)
    assert isinstance(engine, LinkedBattle)
    return engine


def morning(engine: LinkedBattle, *rolls: int) -> tuple[State, list[str]]:
    """A battle as the night leaves it, with the rolls of those that may rally; and what is told of it."""
    log: list[Event] = []
    s = replace(engine.start(SeededDice("x"), []), agenda=())
    bare = engine.set_up(_bare(engine, s))
    night = bare.agenda[-1]
    assert isinstance(night, Night)
    found = night.run(engine.context, bare, ScriptedDice(tuple((roll,) for roll in rolls)), log)
    return found, [event.text for event in log]


def _bare(engine: LinkedBattle, s: Any) -> Any:
    """The set-up of the battle's file, before anything is done with it."""
    board = engine.setting.board
    units = tuple(
        replace(unit, hex=board.number(info.data.hex) if info.data.hex else OFF, steps=info.steps)
        for unit, info in zip(s.units, engine.setting.units, strict=True)
    )
    leaders = tuple(replace(leader, replaced=False) for leader in s.leaders)
    return replace(s, units=units, leaders=leaders, spans=(), works=())


def unit(engine: LinkedBattle, s: Any, name: str) -> Any:
    return s.units[engine.setting.unit_index[name]]


def place(engine: LinkedBattle, s: Any, name: str) -> str:
    return engine.setting.board.label(unit(engine, s, name).hex)


LAST = {"lagrange-1": {"fate": "stands", "steps": 1, "hex": "2730E"}}


# What it is made of


def test_37_22_the_campaigns_are_sound_and_each_battle_of_them_can_be_played() -> None:
    for name in ("brienne-la-rothiere", "six-days", "montmirail-vauchamps", "campaign-of-1814"):
        assert scenarios.check_file(FOLDER / f"{name}.yaml") == []
        assert scenarios.info(f"mop/{name}").turns > 16


def test_37_20_only_in_the_campaign_marmont_grouchy_and_olsufief_are_on_the_field_of_montmirail() -> None:
    alone, whole = scenarios.load("mop/montmirail"), after("six-days", fought("champaubert"))
    x, y = alone.context.setting, whole.setting
    assert {f.data.id for f in y.commands[: y.formations]} - {f.data.id for f in x.commands[: x.formations]} == {
        "VIM",
        "IC",
        "IX",
        "VII",
    }
    orders = {f.id: (f.order.kind, f.order.target) for f in y.scenario.formations}
    assert (orders["VIM"], orders["IC"], orders["IX"]) == (("defend", "2931E"), ("march", "2931E"), ("reserve", None))
    grouchy = y.leader_index["grouchy"]
    assert y.scenario.leaders[grouchy].order.kind == "march"
    assert "rated_for" in {rule.kind for rule in y.scenario.special if rule.leader == "grouchy"}


def test_37_20_they_stand_where_the_evening_left_them() -> None:
    engine = after("six-days", fought("champaubert", units=LAST))
    s, _ = morning(engine)
    assert (place(engine, s, "lagrange-1"), unit(engine, s, "lagrange-1").steps) == ("2730E", 1)


def test_37_20_and_make_room_where_another_stands() -> None:
    sass = next(u.hex for u in scenarios.load("mop/montmirail").context.setting.scenario.units if u.id == "sass-1")
    there = {"lagrange-1": {"fate": "stands", "steps": 2, "hex": sass}}
    engine = after("six-days", fought("champaubert", units=there))
    s, _ = morning(engine)
    h = unit(engine, s, "lagrange-1").hex
    assert h != engine.setting.board.number(sass)
    layout = engine.context.ground.layout(s)
    assert layout.side[h] == 0
    assert not layout.zoc[1][h]


def test_37_20_leaders_and_baggage_that_join_keep_out_of_the_enemys_way() -> None:
    sass = next(u.hex for u in scenarios.load("mop/montmirail").context.setting.scenario.units if u.id == "sass-1")
    there = {"lagrange-1": {"fate": "stands", "steps": 2, "hex": sass}}
    engine = after("six-days", fought("champaubert", units=there, trains={"vi-train": sass, "ic-train": sass}))
    s, _ = morning(engine)
    layout, x = engine.context.ground.layout(s), engine.context
    marmont = s.leaders[engine.setting.leader_index["marmont"]].hex
    assert layout.side[marmont] == 0
    joined = [t for t, data in enumerate(engine.setting.scenario.trains) if data.id in ("vim-train", "ic-train")]
    places = [s.trains[t].hex for t in joined]
    assert len(set(places)) == 2
    for h in places:
        assert x.setting.ways[h]
        assert h not in layout.at
        assert not layout.zoc[1][h]


def test_37_22_a_corps_of_which_nobody_is_left_does_not_join() -> None:
    names = ("udom-1", "udom-2", "kornilov-1", "kornilov-2", "ix-foot-1", "ix-foot-2")
    gone = {name: {"fate": "gone"} for name in names}
    here = [f.id for f in after("six-days", fought("champaubert", units=gone)).setting.scenario.formations]
    assert "IX" not in here
    one = {**gone, "udom-1": {"fate": "stands", "steps": 1, "hex": "3033E"}}
    here = [f.id for f in after("six-days", fought("champaubert", units=one)).setting.scenario.formations]
    assert "IX" in here


def test_37_22_in_place_of_the_remnants_of_history_those_stand_there_who_fought() -> None:
    engine = after("six-days", fought("champaubert"), fought("montmirail"))
    known = engine.setting.unit_index
    assert {"udom-1", "kornilov-2", "ricard-1", "ricard-2"} <= set(known)
    assert not {"ix-rest-1", "ix-rest-2", "ricard"} & set(known)


def test_37_22_a_unit_is_what_it_was_when_the_campaign_began_or_what_drafts_have_made_of_it() -> None:
    engine = after("brienne-la-rothiere", fought("brienne", "brienne"))
    printed = {u.id: u.strength for u in engine.setting.scenario.units}
    alone = {u.id: u.strength for u in scenarios.load("mop/la-rothiere").context.setting.scenario.units}
    assert (printed["meunier-1"], alone["meunier-1"]) == (4, 3), "its losses at Brienne are for the dice to say"
    assert (printed["talyzin-1"], alone["talyzin-1"]) == (3, 3), "2 at Brienne"


@pytest.mark.parametrize(("corps", "percent"), [("IX", 35), ("VI", 35)])
def test_nlc_22_a_corps_that_is_larger_than_in_the_battles_file_breaks_at_a_share_of_its_strength(
    corps: str, percent: int
) -> None:
    engine = after("six-days", fought("champaubert"), fought("montmirail"))
    told = next(f for f in engine.setting.scenario.formations if f.id == corps)
    strength = sum(u.strength for u in engine.setting.scenario.units if u.formation == corps)
    assert told.limit == -(-strength * percent // 100)
    same = next(f for f in engine.setting.scenario.formations if f.id == "X")
    assert same.limit == 6, "as the file has it"


def test_37_23_2_an_alternate_may_come_early_and_brings_what_is_left_of_it_into_the_next_battle() -> None:
    engine = after("six-days", fought("champaubert"))
    group = next(g for g in engine.setting.scenario.reinforcements if "leval-1" in g.who)
    assert (group.chance, group.turn, group.entry) == (1, 7, "0145W")
    assert unit(engine, engine.start(SeededDice("x"), []), "leval-1").hex == AFAR
    worn = {"leval-1": {"fate": "stands", "steps": 1, "hex": "1039W"}}
    last = after("six-days", fought("champaubert"), fought("montmirail", units=worn))
    s, _ = morning(last)
    assert (unit(last, s, "leval-1").hex, unit(last, s, "leval-1").steps) == (OFF, 1), "he comes as the file says"


# The nights


@pytest.mark.parametrize(("roll", "back"), [(1, True), (4, True), (5, False), (6, False)])
def test_37_8_a_unit_that_fell_is_rallied_on_a_four_or_is_gone(roll: int, back: bool) -> None:
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", units={"duhesme-1": {"fate": "fallen"}}))
    s, told = morning(engine, roll)
    found = unit(engine, s, "duhesme-1")
    assert (found.hex >= 0, found.hex == LOST, found.steps) == (back, not back, int(back))
    assert any("rallied" in text for text in told) == back


def test_37_8_whoever_is_in_the_peu_box_rolls_no_more() -> None:
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", units={"duhesme-1": {"fate": "gone"}}))
    s, _ = morning(engine)
    assert unit(engine, s, "duhesme-1").hex == LOST


def test_37_22_steps_that_were_lost_stay_lost() -> None:
    units = {"duhesme-1": {"fate": "stands", "steps": 1, "hex": "0913"}, "duhesme-2": {"fate": "stands", "steps": 2}}
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", units=units))
    s, _ = morning(engine)
    assert (unit(engine, s, "duhesme-1").steps, unit(engine, s, "duhesme-2").steps) == (1, 2)
    assert place(engine, s, "duhesme-1") == next(u.hex for u in engine.setting.scenario.units if u.id == "duhesme-1"), (
        "armies are put in order"
    )


def test_37_13_what_was_lost_before_counts_no_second_time() -> None:
    names = ("duhesme-1", "duhesme-2", "chataux-1")
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", units={key: {"fate": "gone"} for key in names}))
    s, _ = morning(engine)
    x, corps = engine.context, engine.setting.formation_index["II"]
    assert x.demoralized(s, corps), "10 of 7: what is gone is gone"
    assert strength_lost(x, s, 0) == 0
    assert not [a for a in accounts(x, s) if "demoralized" in a.what]
    u = engine.setting.unit_index["dufour-1"]
    s = s.unit(u, hex=DEAD, steps=0)
    assert strength_lost(x, s, 0) == 5
    s = s.unit(engine.setting.unit_index["ricard-1"], hex=DEAD, steps=0)
    assert [a.points for a in accounts(x, s) if "Reserve Corps" in a.what] == [4], "this one broke today"


def test_nlc_19_2_a_lost_leader_has_a_replacement_and_lost_baggage_is_not_there() -> None:
    trains = {"ii-train": "", "gc-train": "2503"}
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", leaders=["victor"], trains=trains))
    s, _ = morning(engine)
    known = {i.id: s.leaders[n].replaced for n, i in enumerate(engine.setting.leaders)}
    assert (known["victor"], known["ney"]) == (True, False)
    listed = engine.setting.scenario.trains
    left = {data.id: train for data, train in zip(listed, s.trains, strict=True)}
    assert left["ii-train"] == Train(DEAD)
    assert left["gc-train"].hex >= 0


def test_37_11_spans_stay_down_and_works_stay_up_on_the_same_map_only() -> None:
    down = {"spans": [["1604", "1603"]], "works": ["1323"]}
    engine = after("brienne-la-rothiere", fought("brienne", "brienne", **down))
    s, _ = morning(engine)
    number = engine.setting.board.number
    assert (s.spans, s.works) == (((number("1604"), number("1603")),), (number("1323"),))
    other = after("campaign-of-1814", fought("brienne", "brienne"), fought("la-rothiere", "brienne", **down))
    s, _ = morning(other)
    assert (s.spans, s.works) == ((), ())


# From battle to battle


@pytest.mark.parametrize("campaign", ["brienne-la-rothiere", "campaign-of-1814"])
def test_37_10_the_pontoons_of_la_rothiere_are_there_in_a_campaign_and_go_on_to_no_other_battle(campaign: str) -> None:
    assert morning_of(after(campaign)).pontoons == ()
    alone, there = scenarios.load("mop/la-rothiere"), after(campaign, fought("brienne", "brienne"))
    train = morning_of(alone).pontoons
    assert train == morning_of(there).pontoons
    assert [pontoon.side for pontoon in train] == [1]
    if campaign == "campaign-of-1814":
        later = after(campaign, fought("brienne", "brienne"), fought("la-rothiere", "brienne"))
        assert morning_of(later).pontoons == ()


def morning_of(engine: Any) -> State:
    """A battle at its start."""
    s = engine.start(SeededDice("x"), [])
    assert isinstance(s, State)
    return s


def play(game: Game, seed: str) -> Game:
    players = make_players(game.engine, seed, dict.fromkeys(game.engine.seats, "random"))
    while (decision := game.decision) is not None:
        chosen = players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat)
        game = game.play(chosen, decision.seat)
    return game


def test_37_23_battle_follows_battle_each_with_a_save_of_its_own() -> None:
    game: Game | None = scenarios.new_game("mop/montmirail-vauchamps", seed="7")
    titles = []
    while game is not None:
        ended = play(game, "7")
        assert scenarios.load_game(saves.dump(ended)).state == ended.state
        titles.append(ended.engine.title)
        game = scenarios.go_on(ended, "7")
        if game is not None:
            engine: Any = game.engine
            before = ended.state.units
            index = ended.engine.context.setting.unit_index
            for n, info in enumerate(engine.setting.units):
                if info.id in index and before[index[info.id]].hex >= 0:
                    assert game.state.units[n].steps == before[index[info.id]].steps, info.id
    assert titles == ["The Six Days from 11 February: Montmirail", "The Six Days from 11 February: Vauchamps"]


def test_37_22_nothing_follows_while_a_battle_goes_on_after_the_last_one_or_when_napoleon_is_taken() -> None:
    engine = after("brienne-la-rothiere")
    s: Any = engine.start(SeededDice("x"), [])
    assert engine.sequel(s) is None
    ended = replace(s, ended=End("nightfall", None))
    assert engine.sequel(ended) is not None
    napoleon = engine.setting.leader_index["napoleon"]
    assert engine.sequel(replace(ended, prisoners=(napoleon,))) is None
    blucher = engine.setting.leader_index["blucher"]
    assert engine.sequel(replace(ended, prisoners=(blucher,))) is not None
    last = after("brienne-la-rothiere", fought("brienne", "brienne"))
    s = last.start(SeededDice("x"), [])
    assert last.sequel(replace(s, ended=End("nightfall", None))) is None
    assert scenarios.load("mop/brienne").sequel(s) is None


def test_37_13_baggage_that_got_home_is_there_again_and_what_was_taken_is_not() -> None:
    engine = after("brienne-la-rothiere")
    s: Any = engine.start(SeededDice("x"), [])
    t = next(n for n, data in enumerate(engine.setting.scenario.trains) if data.id == "gc-train")
    kept = engine.told(s).trains
    assert kept["gc-train"] == "2503"
    assert "ii-train" not in kept, "it has not come yet"
    for hex, told in ((EXITED, None), (DEAD, "")):
        trains = (*s.trains[:t], replace(s.trains[t], hex=hex), *s.trains[t + 1 :])
        assert engine.told(replace(s, trains=trains)).trains.get("gc-train") == told


def test_37_22_what_became_of_everybody_is_handed_on() -> None:
    engine = after("brienne-la-rothiere")
    s: Any = engine.start(SeededDice("x"), [])
    u, v, w = (engine.setting.unit_index[name] for name in ("briche", "lheritier", "pire"))
    s = s.unit(u, hex=DEAD, steps=0).unit(v, hex=LOST, steps=0).unit(w, steps=1)
    told = engine.told(s)
    names = ("briche", "lheritier", "pire", "dufour-1")
    fates = {name: (told.units[name].fate, told.units[name].steps) for name in names}
    assert fates == {"briche": ("fallen", 0), "lheritier": ("gone", 0), "pire": ("stands", 1), "dufour-1": ("away", 2)}
    assert told.units["pire"].hex == engine.setting.board.label(s.units[w].hex)


@pytest.mark.parametrize(
    ("carried", "why"),
    [
        ({"battles": [fought("montmirail")]}, "not those of"),
        ({"battles": [fought("champaubert")] * 2}, "not those of"),
        ({"battles": [fought("champaubert"), fought("montmirail"), fought("vauchamps")]}, "not those of"),
        ({"battles": [fought("champaubert", over=True)]}, "has ended"),
        ({"battles": [fought("champaubert", units={"udom-1": {"fate": "asleep"}})]}, "can't be read"),
        ({"battles": [fought("champaubert", units={"udom-1": {"fate": "stands", "hex": "9999E"}})]}, "9999E"),
        ({"battles": [fought("champaubert", works=["0000W"])]}, "0000W"),
        ({"battles": [fought("champaubert", spans=[["1031W", "1751W"]])]}, "no span joins 1031W and 1751W"),
        ({"battles": 3}, "can't be read"),
        ([1], "can't be read"),
    ],
)
def test_what_is_no_record_of_the_campaign_is_refused_in_words(carried: Any, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        scenarios.load("mop/six-days", tables={CARRIED: carried})


def test_a_battle_alone_carries_nothing() -> None:
    with pytest.raises(ScenarioError, match="belongs to no campaign"):
        scenarios.load("mop/brienne", tables={CARRIED: {"battles": []}})


def test_another_past_is_another_game() -> None:
    plain = after("six-days", fought("champaubert"))
    other = after("six-days", fought("champaubert", units=LAST))
    assert plain.fingerprint != other.fingerprint
    assert plain.scenario_id == other.scenario_id == "mop/six-days"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"battles": ()}, "a campaign has battles"),
        ({"scenario": "waterloo"}, "no battle 'waterloo'"),
        ({"heirs": {"ix-rest-1": ["nobody"]}}, "no unit 'nobody'"),
        ({"heirs": {"nobody": ["udom-1"]}}, "no unit 'nobody'"),
        ({"hexes": {"ricard-2": "9999W"}}, "9999W"),
    ],
)
def test_slips_in_a_campaign_are_named(change: dict[str, Any], why: str) -> None:
    plain = msgspec.to_builtins(files.kept(FOLDER / "six-days.yaml", lambda d: d.convert(files.form(d.data))))
    if "battles" in change:
        plain.update(change)
    else:
        plain["battles"][2].update(change)
    data = msgspec.convert(plain, files.form(plain))
    assert why in " ".join(finding.what for finding in files.check(data, FOLDER))


# 37.13. Levels


@pytest.mark.parametrize(
    ("score", "wanted"),
    [
        ((10, 9), ""),
        ((100, 89), "marginal"),
        ((100, 67), "marginal"),
        ((100, 66), "substantial"),
        ((10, 5), "substantial"),
        ((100, 49), "decisive"),
        ((3, 0), "decisive"),
        ((0, 0), ""),
        ((4, -3), "decisive"),
    ],
)
def test_37_13_levels_of_victory(score: tuple[int, int], wanted: str) -> None:
    tables = scenarios.load("mop/brienne").context.tables
    for pair in (score, score[::-1]):
        assert level(tables, tuple(zip(("french", "coalition"), pair, strict=True))) == wanted


# The page


def section(engine: LinkedBattle, s: Any, title: str) -> Section:
    """A part of the page of a campaign, by its title."""
    parts = [block for block in report(engine, s) if isinstance(block, Section)]
    return next(part for part in parts if title in str(part.title))


@pytest.mark.parametrize(
    ("over", "points", "says"),
    [
        (True, {"french": 9, "coalition": 2}, "Coalition victory"),
        (True, {"french": 3, "coalition": 3}, "Coalition victory"),
        (False, {"french": 9, "coalition": 2}, "French side leads"),
    ],
    ids=["behind by points", "level by points", "Napoleon is free"],
)
def test_37_13_whoever_has_taken_napoleon_has_won_the_campaign(over: bool, points: dict[str, int], says: str) -> None:
    engine = after("six-days")
    begun = engine.start(SeededDice("x"), [])
    outcome = End("captured" if over else "nightfall", "coalition", tuple(points.items()))
    taken = tuple(i for i, info in enumerate(engine.setting.leaders) if info.id == "napoleon") if over else ()
    s = replace(begun, ended=outcome, agenda=(), prisoners=taken)
    assert engine.told(s).over is over
    assert says in str(section(engine, s, "All battles together"))


def test_37_8_a_battle_is_told_to_have_cost_only_what_was_still_there() -> None:
    """Leaders, baggage and spans that an earlier battle has cost are handed on by the later ones, too."""
    before = {"leaders": ["marmont"], "trains": {"ic-train": "", "vi-train": "0521E"}}
    later = {
        "leaders": ["marmont", "grouchy"],
        "trains": {"ic-train": "", "vi-train": ""},
        "spans": [["1021W", "1022W"]],
    }
    engine = after("six-days", fought("champaubert", "champaubert", **before), fought("montmirail", **later))
    cost = section(engine, engine.start(SeededDice("x"), []), "What it has cost")
    lost = next(block for block in cost.blocks if isinstance(block, Bullets))
    assert [str(line) for line in lost.items] == [
        str((Small("Champaubert: Marmont lost; 1 baggage train lost."),)),
        str((Small("Montmirail: Grouchy lost; 1 baggage train lost; 1 span down."),)),
    ]
