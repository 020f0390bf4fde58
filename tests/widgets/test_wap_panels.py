"""The panels of War and Peace without a browser: exact values, what they send, what they refuse, what they hide."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets import Game, new_game
from napwidgets.board import report
from napwidgets.kernel.odds import Distribution
from napwidgets.lab.months import courted_months, raid_months, sampled_raids
from napwidgets.language.speech import speech
from napwidgets.players.registry import make_players
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.face import alliance_display, lloyds_tracker, naval_display, production_desk
from napwidgets.systems.wap.face.alliance_panel import AlliancePanel
from napwidgets.systems.wap.face.figure_names import figure_name
from napwidgets.systems.wap.face.lloyds_panel import _zone
from napwidgets.systems.wap.face.naval_panel import NavalPanel
from napwidgets.systems.wap.money.production import Purchase
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.seaways import together
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PRUSSIA, SPAIN
from napwidgets.systems.wap.state import DAMAGED, ENGLISH, FRENCH, MOVED, NEUTRAL, Fleet, Keel, at_sea
from napwidgets.systems.wap.states import alliances
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade import lloyds
from napwidgets.table.table import Table
from napwidgets.widgets import AllianceDisplay, LloydsTracker, NavalDisplay, ProductionDesk
from napwidgets.widgets.extras import ExtraTabs
from napwidgets.widgets.report import block, percent
from napwidgets.widgets.report_panel import WrongGame
from napwidgets.widgets.sheet import Sheet, undressed
from tests.systems.wap.navy import fleet, sea

TABLES = Tables()
RUBBISH: list[Any] = [
    None, [], {}, {"do": 7}, {"do": "place"}, {"do": "place", "arg": {}}, {"do": "place", "arg": "Prussia=<b>"},
    {"do": "place", "arg": "France=neutral"}, {"do": "place", "arg": "Mordor=neutral"},
    {"do": "about", "arg": "England"}, {"do": "try", "arg": "0"}, {"do": "try", "arg": "99"},
    {"do": "take", "arg": "-1"}, {"do": "cities", "arg": "french=1e9"}, {"do": "cities", "arg": "x=1"},
    {"do": "withdrew", "arg": "2"}, {"do": "raid", "arg": "caribbean:french=100"},
    {"do": "raid", "arg": "styx:french=1"}, {"do": "raid", "arg": "rate=-5"},
    {"do": "raid", "arg": "caribbean:pirates=1"}, {"do": "answer", "arg": "points=x"},
    {"do": "answer", "arg": "transports=1"}, {"do": "attack", "arg": "cannon=1"}, {"do": "zone", "arg": "<script>"},
    {"do": "nelson", "arg": "yes"}, {"do": "defend", "arg": "9999"}, {"do": "buy", "arg": "9999", "serial": 1},
    {"do": "place", "arg": "x=y=z", "serial": 1}, {"do": "books", "arg": "6"}, {"do": "done", "arg": "", "serial": -1},
    {"do": "frame", "arg": ""}, {"do": "__init__", "arg": ""},
]  # fmt: skip


@cache
def fresh(id: str = "wap/lloyds") -> Game:
    return new_game(id, seed="1805")


@cache
def played(id: str, moves: int) -> Game:
    game = fresh(id)
    players = make_players(game.engine, "1805", {})
    while (decision := game.decision) is not None and game.number < moves:
        move = players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat)
        game = game.play(move)
    return game


def changed(game: Game, **changes: Any) -> Game:
    """A game whose position is changed by hand."""
    return Game(game.engine, replace(game.state, **changes), game.seed, game.position, None, game.last)


def buying(id: str = "wap/coalitions") -> Table:
    """A table at which a purchase must be decided."""
    game = fresh(id)
    assert game.decision is not None
    assert game.decision.kind == "purchase"
    return Table(game)


def press(sheet: Sheet, do: str, arg: str = "", serial: int | None = None) -> None:
    sheet._handle_custom_msg({"do": do, "arg": arg, "serial": sheet.serial if serial is None else serial}, [])


def display_fold(key: str, head: str, inner: Any, look: str = "") -> str:
    """A fold that stands open."""
    return f"{head}{inner()}"


def shown(display: AllianceDisplay) -> alliance_display.Display:
    """The Alliance Display that a widget shows."""
    return AlliancePanel().display(display.glance(), display.book.asked.wish)


def sheets(source: Any = None) -> list[Sheet]:
    """All panels, alone or on a source."""
    tracker, sea = LloydsTracker(source), NavalDisplay(source)
    return [AllianceDisplay(source), tracker.rate, tracker.raids, sea.sea, ProductionDesk(source)]


# All of them


@pytest.mark.parametrize("message", RUBBISH, ids=str)
def test_rubbish_from_the_page_is_a_sentence_and_changes_nothing(message: Any) -> None:
    for sheet in sheets():
        before = sheet.html
        sheet._handle_custom_msg(message, [])
        assert "Traceback" not in sheet.html
        assert "<script" not in sheet.html
        if sheet.html != before:
            assert "nw-refusal" in sheet.html or message["do"] in ("try", "attack", "zone")
    table = buying()
    for sheet in sheets(table):
        sheet._handle_custom_msg(message, [])
    assert table.game.number == 0
    assert "Traceback" not in table.notice.text


@pytest.mark.parametrize("id", ["wap/coalitions", "wap/lloyds", "wap/trafalgar", "wap/grand-campaign"])
def test_every_scenario_is_shown_from_a_game_and_from_a_table(id: str) -> None:
    game = played(id, 60)
    for source in (game, Table(game)):
        for sheet in sheets(source):
            assert "went wrong" not in sheet.html
            headed = "<h2>" in sheet.html and "without raids" not in sheet.html
            assert not headed or game.engine.clock(game.state)[1] in sheet.html


def test_a_panel_takes_only_a_game_of_war_and_peace() -> None:
    with pytest.raises(WrongGame, match="other rules"):
        AllianceDisplay(new_game("nlc/first-steps"))
    with pytest.raises(WrongGame, match="a game or a table"):
        NavalDisplay("Trafalgar")  # type: ignore[arg-type]


def test_frames_are_there_for_everything_shown_and_a_wrong_one_is_named() -> None:
    game = played("wap/lloyds", 120)
    for widget, names in (
        (AllianceDisplay(game), ("chances", "modifiers", "markers", "what if", "history")),
        (LloydsTracker(game), ("next", "raids", "history", "duties", "thresholds")),
        (NavalDisplay(game), ("fleets", "ports", "zones", "intercept", "fight")),
        (ProductionDesk(game), ("pools", "cities", "points", "keels", "minors", "prisoners")),
    ):
        for name in names:
            assert len(widget.frame(name).columns) >= 2
        with pytest.raises(ValueError, match=names[0]):
            widget.frame("weather")


def test_words_from_a_scenario_are_escaped() -> None:
    game = fresh("wap/coalitions")
    table = Table(game)
    table.say("<img src=x onerror=alert(1)>", (), "refusal")
    for sheet in sheets(table):
        assert "<img" not in sheet.html
    marker = report.Marker("Austria", "<b>lost</b>", "<i>lost</i>")
    drawn = block(report.Columns((report.Column("Neutral", "neu", (marker,)),)), display_fold)
    assert "&lt;b&gt;lost" in drawn
    assert "<b>lost" not in drawn
    assert "<i>lost" not in drawn


def test_among_undressed_panels_a_panel_brings_its_own_style_alone() -> None:
    with undressed():
        panel = AllianceDisplay()
    assert ".nw-column" in panel._css
    assert ".nw-table{" not in panel._css
    assert ".nw-table{" in AllianceDisplay()._css


def test_what_stands_in_two_panels_of_a_table_follows_it() -> None:
    table = buying()
    desk, display = ProductionDesk(table), AllianceDisplay(table)
    before = display.html
    press(desk, "done")
    assert table.game.number == 1
    table.goto(0)
    assert display.html == before
    table.goto(None)


# Alliances


def test_g_1_the_chances_are_the_engines_own() -> None:
    display = AllianceDisplay()
    frame = display.frame().set_index(["state", "faction", "lent"])
    for lent in (0, 1, 2, 3):
        exact = alliances.turning_odds(TABLES, alliances.opening(), "english", "Prussia", lent)
        assert Fraction(frame.loc[("Prussia", "english", lent), "exact"]) == exact
    assert frame.loc[("Spain", "french", 0), "why not"]


def test_g_1_g_the_modifiers_stand_with_their_paragraph_and_sum() -> None:
    display = AllianceDisplay()
    assert display.frame("modifiers").die.sum() == 1
    assert "§ G.1.g" in display.html
    assert "<b>+1</b>" in display.html
    press(display, "cities", "french=2")
    assert display.frame("modifiers").die.sum() == -1
    assert "§ G.1.h" in display.html


def test_g_1_g_no_more_than_four_either_way() -> None:
    display = AllianceDisplay()
    press(display, "cities", "english=12")
    assert display.frame("modifiers").die.sum() == TABLES.alliance["most"]


def test_g_1_j_napoleon_withdrew() -> None:
    display = AllianceDisplay()
    press(display, "withdrew", "1")
    assert "WAP G.1.j" in set(display.frame("modifiers").rule)


def test_figures_below_nought_have_a_minus_sign_on_every_panel() -> None:
    display = AllianceDisplay()
    assert "−1 or less moves a state" in display.html
    press(display, "cities", "french=4")
    assert re.search(r"<small>−\d( F)?</small>", display.html)
    for html in (display.html, NavalDisplay().children[0].html, LloydsTracker().rate.html, LloydsTracker().raids.html):
        assert not re.search(r"[ >(]-\d", re.sub("<svg.*?</svg>", "", html, flags=re.DOTALL))


def test_a_marker_is_moved_and_put_back() -> None:
    display = AllianceDisplay()
    before = display.html
    press(display, "place", "Prussia=anti-French")
    assert shown(display).politics.status("Prussia") == "anti-French"
    assert "nw-moved" in display.html
    press(display, "back")
    assert display.html == before


def test_a_line_of_the_what_if_is_tried() -> None:
    display = AllianceDisplay()
    lines = AlliancePanel().lines(display.glance(), display.book.asked)
    at = next(i for i, line in enumerate(lines) if line.label == "Spain neutral")
    press(display, "try", str(at))
    assert shown(display).politics.status("Spain") == "neutral"
    assert alliance_display.prospect(TABLES, shown(display), "english", "Prussia").chance == lines[at].english


def test_in_a_game_groups_follow_their_cities_and_are_not_moved_by_hand() -> None:
    display = AllianceDisplay(fresh("wap/grand-campaign"))
    press(display, "place", "Baltic minors=pro-French")
    assert "follows its cities" in display.html
    assert display.book.asked.wish == alliance_display.Wish()


def test_g_1_h_a_city_of_an_enemy_that_falls_counts() -> None:
    game = fresh("wap/grand-campaign")
    display, setting = AllianceDisplay(game), game.engine.context.setting  # type: ignore[attr-defined]
    assert shown(display).politics.french_cities == 0
    vienna, cities = setting.city_number["Vienna"], AlliancePanel().cities(display.glance())
    at = next(i for i, (city, side, _) in enumerate(cities) if (city, side) == (vienna, FRENCH))
    press(display, "take", str(at))
    assert shown(display).politics.french_cities == 1
    assert ("Austria", "lost: Vienna") in shown(display).notes


def test_g_1_f_a_minors_city_takes_the_minor_along() -> None:
    game = fresh("wap/grand-campaign")
    x, s = game.engine.context, game.state  # type: ignore[attr-defined]
    lisbon = x.setting.city_number["Lisbon"]
    assert x.group_faction(s, 0) == NEUTRAL
    assert x.group_faction(alliance_display.taken(x, s, lisbon, FRENCH), 0) == FRENCH


def test_g_1_k_points_lent_are_those_of_the_position() -> None:
    game = fresh("wap/grand-campaign")
    lent = tuple(4 if n == PRUSSIA else 0 for n in range(len(game.state.lent)))
    now = alliance_display.display(game.engine.context, replace(game.state, lent=lent))  # type: ignore[attr-defined]
    assert now.lent == (("Prussia", 2),)
    found = alliance_display.prospect(TABLES, now, "english", "Prussia")
    assert found.chance == alliances.turning_odds(TABLES, now.politics, "english", "Prussia", 2)


def test_d_3_a_state_with_a_player_is_not_courted() -> None:
    game = new_game("wap/coalitions", options={"prussian_seat": True})
    now = alliance_display.display(game.engine.context, game.state)  # type: ignore[attr-defined]
    found = alliance_display.prospect(TABLES, now, "english", "Prussia")
    assert found.chance is None
    assert (found.cite, "alone decides" in found.why) == ("WAP D.3", True)


def test_the_timeline_tells_each_change_of_status() -> None:
    game = fresh("wap/grand-campaign")
    changes = ((4, AUSTRIA, NEUTRAL), (9, AUSTRIA, ENGLISH), (12, SPAIN, NEUTRAL), (12, SPAIN, ENGLISH))
    record = (*game.state.history, *changes)
    austria = alliance_display.histories(replace(game.state, history=record, turn=12))[AUSTRIA]
    assert [(s.first, s.last, s.status) for s in austria.spans] == [
        (1, 3, "anti-French"), (4, 8, "neutral"), (9, 12, "anti-French")
    ]  # fmt: skip
    display = AllianceDisplay(changed(game, history=record, turn=12))
    assert "neutral from December 1805" in display.html
    assert list(display.frame("history").query("state == 'Spain'").status) == ["pro-French", "anti-French"]


def test_the_groups_history_is_read_from_the_positions_and_forgets_a_line_that_was_left() -> None:
    game = played("wap/coalitions", 200)
    x = game.engine.context  # type: ignore[attr-defined]
    told = alliance_display.GroupHistory(x)
    once = told.of(game.at(80))
    assert told.of(game) == alliance_display.GroupHistory(x).of(game)
    assert told.of(game.at(80)) == once


# Lloyd's


def test_k_8_the_coming_rate_is_the_engines_own() -> None:
    tracker = LloydsTracker()
    tracker.set("bengal", french=2, allied=1, bases=1)
    raids = [lloyds.Raid("caribbean", 3), lloyds.Raid("bengal", 2, 1)]
    assert dict(tracker.spread) == dict(lloyds.rate_odds(TABLES, 10, raids, {"bengal": 1}))
    assert tracker.frame("next").chance.sum() == pytest.approx(1)


def test_k_8_b_adding_up_raids_is_the_same_as_throwing_them_one_by_one() -> None:
    raids = [lloyds.Raid("caribbean", 3), lloyds.Raid("atlantic", 1, 3), lloyds.Raid("arctic", 1)]
    spread = Distribution.sure(30)
    for raid in raids:
        spread = spread.then(lambda now, dice, r=raid: now + lloyds.raid_yield(TABLES, r, {"atlantic": 1}, dice))  # type: ignore[misc]
    assert dict(lloyds.rate_odds(TABLES, 30, raids, {"atlantic": 1})) == dict(spread.map(lambda now: max(10, now - 6)))


def test_k_8_e_the_duties_follow_the_rate_and_the_answer() -> None:
    tracker = LloydsTracker()
    assert "compels nothing below 10 %" in tracker.rate.html
    press(tracker.raids, "raid", "rate=22")
    assert tracker.rate.html.count("not met yet") == 2
    press(tracker.raids, "answer", "points=3")
    press(tracker.raids, "answer", "infantry=2")
    assert "not met yet" not in tracker.rate.html
    assert tracker.frame("duties").met.all()


def test_k_8_the_chances_to_reach_the_thresholds_are_exact() -> None:
    tracker = LloydsTracker()
    odds = tracker.frame("thresholds").set_index("from")
    assert Fraction(odds.loc[10, "exact"]) == tracker.spread.chance(lambda rate: rate >= 20)
    assert list(odds.index) == [10, 15, 20, 30, 40]


def test_k_8_m_an_action_against_bases() -> None:
    tracker = LloydsTracker()
    press(tracker.raids, "attack", "points=3")
    assert percent(lloyds.bases_odds(TABLES, 3, 0, 3)) in tracker.raids.html
    assert "5/6" in tracker.raids.html


def test_k_8_a_raiders_must_have_been_there_and_next_month_all_count() -> None:
    game = fresh()
    x = game.engine.context  # type: ignore[attr-defined]
    zone = x.board.zone_ids["Caribbean"]
    old, new = Fleet(at_sea(zone), FRANCE, 2, since=-1), Fleet(at_sea(zone), FRANCE, 1, since=game.state.turn)
    others = tuple(f for f in game.state.fleets if f.nation != FRANCE or f.place >= 0)
    s = replace(game.state, fleets=(*others, old, new), agenda=game.state.agenda)
    assert lloyds_tracker.still_to_come(s)
    assert lloyds_tracker.planned(x, s, now=True) == (lloyds.Raid("caribbean", 2),)
    assert lloyds_tracker.planned(x, s, now=False) == (lloyds.Raid("caribbean", 3),)
    tired = replace(s, fleets=(*others, replace(old, moved=MOVED), new))
    assert lloyds_tracker.planned(x, tired, now=True) == ()


def test_k_8_a_two_players_raids_in_one_sea_are_told_with_a_throw_for_each() -> None:
    """Reading 122: poor raids of two players both fail less often than one with all their ships succeeds."""
    apart = (lloyds.Raid("arctic", 3), lloyds.Raid("arctic", 0, 2), lloyds.Raid("caribbean", 1))
    told = {y.zone: y for y in lloyds_tracker.yields(TABLES, lloyds_tracker.Position(10, apart, (("arctic", 1),)))}
    sea = told["arctic"]
    assert (sea.french, sea.allied, sea.bases) == (3, 2, 1)
    both = lloyds.rate_odds(TABLES, 100, apart[:2], {"arctic": 1}).map(lambda rate: rate + 6 - 100)
    assert sea.mean == both.mean(lambda gained: gained) / 2
    assert sea.nothing == both.chance(lambda gained: gained == 0)
    assert sea.parts == tuple(lloyds.raid_parts(TABLES, raid, {"arctic": 1}) for raid in apart[:2])
    one = {
        y.zone: y for y in lloyds_tracker.yields(TABLES, lloyds_tracker.Position(10, (lloyds.Raid("arctic", 3, 2),)))
    }
    assert len(one["arctic"].parts) == 1
    assert one["arctic"].nothing != sea.nothing
    assert (told["cape"].mean, told["cape"].nothing, told["cape"].parts) == (0, 1, ())


@pytest.mark.parametrize(("raids", "told"), [((2, 2), ["−4", "−5"]), ((4, 0), ["−2"]), ((0, 0), [])])
def test_k_8_a_the_panel_adds_up_each_players_raid_by_itself(raids: tuple[int, int], told: list[str]) -> None:
    found = (lloyds.Raid("caribbean", raids[0]), lloyds.Raid("caribbean", 0, raids[1]))
    where = lloyds_tracker.Position(10, tuple(raid for raid in found if raid.french or raid.allied))
    row = next(_zone(y) for y in lloyds_tracker.yields(TABLES, where) if y.zone == "caribbean")
    assert [word.words for word in row[5] if isinstance(word, report.Why)] == told
    assert row[5] == "–" or told


def test_k_8_d_after_raids_were_made_the_rate_falls_slowly_whatever_is_still_planned() -> None:
    where = lloyds_tracker.Position(30, raided=True)
    assert dict(lloyds_tracker.coming(TABLES, where)) == {24: 1}
    assert dict(lloyds_tracker.coming(TABLES, lloyds_tracker.Position(30))) == {18: 1}


def test_boxes_of_the_chart_hold_everything_and_never_cross_a_threshold() -> None:
    raids = [lloyds.Raid(zone, 2, 1) for zone in ("caribbean", "bengal", "atlantic", "cape")]
    spread = lloyds.rate_odds(TABLES, 10, raids, {})
    bars = lloyds_tracker.bars(TABLES, spread)
    assert sum(Fraction(share.exact) for share in bars.shares) == 1
    act = sum(Fraction(share.exact) for share in bars.shares if share.tone != "quiet")
    assert act == spread.chance(lambda rate: rate >= 20)


def test_bases_that_were_destroyed_often_can_be_changed_one_by_one() -> None:
    game = fresh()
    zone = game.engine.context.board.zone_ids["Caribbean"]  # type: ignore[attr-defined]
    bases = tuple(6 if n == zone else 0 for n in range(17))
    tracker = LloydsTracker(changed(game, bases=bases))
    press(tracker.raids, "raid", "caribbean:bases=5")
    assert dict(tracker.position.bases) == {"caribbean": 5}


def test_k_8_without_the_option_the_tracker_says_so() -> None:
    tracker = LloydsTracker(new_game("wap/grand-campaign", options={"lloyds": False}))
    assert "without raids" in tracker.rate.html
    assert tracker.raids.html == ""


def test_k_9_hidden_raiders_are_not_counted_for_the_other_side() -> None:
    game = new_game("wap/lloyds", options={"hidden_fleets": True})
    zone = game.engine.context.board.zone_ids["Caribbean"]  # type: ignore[attr-defined]
    there = changed(game, fleets=(*game.state.fleets, Fleet(at_sea(zone), FRANCE, 2, since=-1)))
    assert lloyds_tracker.raiders(LloydsTracker(there, seat="french").position.raids, "caribbean") == (2, 0)
    for seat in ("english", None):
        assert LloydsTracker(there, seat=seat).position.raids == ()
        assert not any("caribbean" in zones for zones in NavalDisplay(there, seat=seat).frame("fleets").zones)
    assert "hidden from this seat" in LloydsTracker(there, seat="english").raids.html


def test_the_months_of_raiding_agree_with_dice() -> None:
    raids = [lloyds.Raid("caribbean", 4)]
    exact = raid_months(raids, 12)
    mean = (exact.rate * exact.chance).groupby(exact.month).sum()
    dice = sampled_raids(raids, 12, 300).groupby("month").rate
    # Three standard errors of the sampled mean.
    assert (abs(dice.mean() - mean) <= 3 * dice.std() / 300**0.5 + 1e-9).all()
    assert exact.groupby("month").chance.sum().round(9).eq(1).all()


def test_courting_for_two_years_sums_to_one_and_loans_help() -> None:
    plain, helped = courted_months(12), courted_months(12, lent=3)
    for frame in (plain, helped):
        assert frame.groupby("month").chance.sum().round(9).eq(1).all()
    mean = [(f.against * f.chance)[f.month == 6].sum() for f in (plain, helped)]
    assert mean[1] > mean[0]


# The sea


def test_f_4_the_chances_to_intercept_are_the_engines_own() -> None:
    frame = NavalDisplay().frame("intercept").set_index(["zone", "nelson", "ships"])
    zone = TABLES.zones["north-sea"]
    parts = naval.interception_parts(TABLES, zone, at_sea=True, second_turn=False, nelson=True)
    exact = naval.meeting_odds(TABLES, parts)[True]
    assert Fraction(frame.loc[("North Sea", True, "already at sea there"), "exact"]) == exact
    assert len(frame) == 96


def test_f_7_the_fight_is_the_engines_own() -> None:
    display = NavalDisplay()
    forces = (naval.Fleet(3, english=True, nelson=True), naval.Fleet(3))
    ends = naval.battle_odds(TABLES, naval.Battle(forces))
    frame = display.frame("fight").set_index("what")
    wins = ends.chance(lambda end: end.beaten == naval.DEFEND)
    assert Fraction(frame.loc["Attacker wins the last round", "exact"]) == wins
    assert display.fight.battle is not None
    for spread in display.fight.battle.spreads:
        assert sum(Fraction(share.exact) for share in spread.shares) == 1


def test_f_8_nelson_sails_with_the_english_alone() -> None:
    display = NavalDisplay()
    display.fight.set(**{"a:english": 0})
    assert display.fight.battle is None
    assert "Nelson sails with English ships" in display.fight.form.html


def test_every_letter_beside_a_sea_stands_in_the_key() -> None:
    html = NavalDisplay(fresh("wap/grand-campaign")).sea.html
    chart, key = html.split("seakey")
    letters = set(re.findall(r">([A-Z]) ?\d+<", chart))
    assert letters == {"E", "F", "N"}
    assert letters == set(re.findall(r">([A-Z]) 3<", key))


def test_f_7_fleets_of_a_game_go_into_the_fight() -> None:
    display = NavalDisplay(fresh("wap/trafalgar"))
    fleets = NavalPanel().fleets(display.sea.glance())
    nelson = next(f for f in fleets if f.nelson)
    press(display.sea, "attack", str(nelson.number))
    assert display.fight.form.values["a:nelson"] == "1"
    assert display.fight.form.values["a:squadrons"] == str(nelson.squadrons)


def test_f_6_a_ports_blockade_is_told_with_both_numbers() -> None:
    game = fresh("wap/trafalgar")
    ports = NavalDisplay(game).frame("ports").set_index("name")
    assert tuple(ports.loc["Brest", ["inside", "outside", "shut"]]) == (3, 3, True)
    assert not ports.loc["Toulon", "shut"]


def test_every_zone_can_be_chosen_by_a_button_with_a_name() -> None:
    display = NavalDisplay(fresh("wap/trafalgar"))
    for id, zone in TABLES.zones.items():
        press(display.sea, "zone", id)
        assert f"<h3>{zone.name}</h3>" in display.sea.html
    assert display.sea.html.count('data-do="zone"') == 16


def test_squadrons_in_port_and_at_sea_are_counted_apart() -> None:
    game = fresh("wap/trafalgar")
    fleets = naval_display.afloat(game.engine.context, game.state)  # type: ignore[attr-defined]
    [mediterranean] = [sea for sea in naval_display.seas(TABLES, fleets) if sea.zone.id == "mediterranean"]
    assert dict(mediterranean.in_port)["french"] >= 3
    assert dict(mediterranean.at_sea)["english"] >= 3
    assert mediterranean.nelson


@pytest.mark.parametrize(("nation", "fights"), [(ENGLAND, True), (FRANCE, False)])
def test_k_7_c_ships_that_repair_at_sea_fight_with_less_morale(nation: int, fights: bool) -> None:
    x: Any = fresh("wap/grand-campaign").engine.context
    ships = replace(fleet(x, "Caribbean", nation, 3), condition=DAMAGED)
    s = sea(x, ships)
    force = naval_display.as_force(naval_display.afloat(x, s)[0])
    assert force == (together(x, s, s.fleets) if fights else naval.Fleet(0))
    assert force.repairing is fights


# Production


def test_j_2_a_purchase_is_made_by_its_button() -> None:
    table = buying()
    desk = ProductionDesk(table)
    step = table.game.state.agenda[-1]
    assert isinstance(step, Purchase)
    offer = next(o for o in production_desk.offers(table.game.engine.context, [o.move for o in desk.glance().options]))  # type: ignore[attr-defined]
    press(desk, "buy", str(offer.at))
    assert isinstance(table.game.last.move, m.Buy)
    assert table.game.state.agenda[-1].red == step.red - 2 * offer.price


def test_a_button_of_an_older_desk_is_refused() -> None:
    table = buying()
    desk = ProductionDesk(table)
    old = desk.serial
    press(desk, "buy", "0")
    press(desk, "buy", "0", serial=old)
    assert "moved on" in table.notice.text
    assert table.game.number == 1


def test_a_leader_is_placed_from_the_list_and_the_phase_is_ended() -> None:
    table = buying()
    desk = ProductionDesk(table)
    at = next(i for i, option in enumerate(desk.glance().options) if isinstance(option.move, m.Place))
    press(desk, "place", f"Blucher={at}")
    assert isinstance(table.game.last.move, m.Place)
    press(desk, "done")
    assert isinstance(table.game.last.move, m.Done)


def test_nothing_is_bought_when_it_is_not_ones_turn() -> None:
    table = Table(fresh(), seats={"english": "random"})
    desk = ProductionDesk(table)
    press(desk, "buy", "0")
    press(desk, "done")
    assert table.game.number == 0
    assert "nw-offers" not in desk.html


def test_j_2_b_the_points_of_the_next_phase_are_exact() -> None:
    game = fresh("wap/grand-campaign")
    points = ProductionDesk(game).frame("points")
    for _, part in points.groupby("state"):
        assert sum(Fraction(text) for text in part.exact) == 1
    england = points.query("state == 'England'").set_index("any unit")
    assert Fraction(england.loc[2.0, "exact"]) == Fraction(5, 6)
    assert england.loc[4.0, "ships"] == 2.0


def test_j_2_c_napoleon_in_france_helps_its_production() -> None:
    game = fresh("wap/grand-campaign")
    x, s = game.engine.context, game.state  # type: ignore[attr-defined]
    paris = x.setting.city_hex[x.setting.capital[FRANCE]]
    here = s.leader(x.setting.napoleon, place=paris)
    away = s.leader(x.setting.napoleon, place=x.setting.city_hex[x.setting.city_number["Vienna"]])
    assert [production_desk.purses(x, t, FRANCE)[1].chance for t in (here, away)] == [Fraction(1, 3), Fraction(1, 6)]


def test_j_5_and_j_6_loans_savings_and_keels_stand_in_the_books() -> None:
    game = fresh("wap/grand-campaign")
    lent = tuple(3 if n == AUSTRIA else 0 for n in range(len(game.state.lent)))
    desk = ProductionDesk(changed(game, lent=lent, saved=7, keels=(Keel(ENGLAND, 6, False),)))
    press(desk, "books", str(ENGLAND))
    assert "<b>3½</b>" in desk.html
    assert "<b>2</b> of 5" in desk.html
    press(desk, "books", str(AUSTRIA))
    assert "<b>1½</b>" in desk.html
    assert desk.frame("keels").iloc[0].tolist() == ["England", "squadron", 2.0, 5.0]


def test_j_1_f_the_next_januarys_additions_are_shown_with_their_provenance() -> None:
    desk = ProductionDesk(fresh("wap/grand-campaign"))
    press(desk, "books", str(FRANCE))
    assert "January 1806" in desk.html
    assert "reconstructed" in desk.html
    pools = desk.frame("pools").query("state == 'France' and unit == 'infantry'")
    assert pools.january.item() == 8


SOURCES = (
    "alliance",
    "lloyds",
    "zones",
    "pursuit",
    "blockade",
    "transport",
    "naval-combat",
    "force-pools",
    "production",
    "costs",
)
#: Rows whose key is a name or says it in plain words.
PLAIN = {
    "naval unit", "naval unit of Spain or Portugal", "instalment of Spain or Portugal", "english points for land units",
    "english points for ships", "months to repair a damaged squadron", *NATIONS,
}  # fmt: skip


@pytest.mark.parametrize("id", SOURCES)
def test_where_a_figure_comes_from_is_told_by_a_name(id: str) -> None:
    """Whatever row a teacher's table says it of, nobody reads the key of a file."""
    table = TABLES.all[id]
    for row in table.rows:
        name = figure_name(TABLES, table, row, table.columns[0])
        assert name.partition(", ")[0] != row or row in PLAIN, name
        assert not re.search(r"[<>=]|[a-z]-[a-z]|\b\d-\d\b", name)
        for code in ("de", "fr"):
            assert speech(code).missing(name) == []


def test_a_panel_names_the_figures_that_the_rules_lack() -> None:
    seas = NavalDisplay().children[0].html
    assert "<b>sea zones</b> reconstructed: " in seas
    assert "<b>sea zones: Atlantic Ocean, movement cost; North Sea, movement cost</b>" in seas
    assert "Lloyd&#x27;s of London: base of a raid</b>" in LloydsTracker().raids.html
    assert "the die that turns a state: highest die for France" in AllianceDisplay().html
    assert "; landwehr in a turn</b>" in ProductionDesk().html


def test_without_a_game_the_books_of_1805_are_open() -> None:
    assert "September 1805" in ProductionDesk().html


def test_a_fight_of_many_squadrons_is_shown_without_what_if() -> None:
    bench = naval_display.Bench()
    few = bench.battle({"a:squadrons": "7", "d:squadrons": "7"})
    many = bench.battle({"a:squadrons": "8", "d:squadrons": "7"})
    assert few.what_if
    assert not many.what_if
    assert many.chances
    assert {f.high for f in bench.fields({}) if f.id.endswith("squadrons")} == {naval.MOST}


def test_the_debrief_sends_a_class_to_a_panel_that_there_is() -> None:
    """The chart of the rate is no part of the debrief."""
    table = Table(new_game("wap/lloyds"))
    assert "under Lloyd's" in table.game.engine.context.setting.scenario.debrief
    assert "Lloyd's" in [panel.title for panel in ExtraTabs(table).known]


@pytest.mark.parametrize(
    ("scenario", "raids"),
    [("wap/lloyds", True), ("wap/grand-campaign", True), ("wap/coalitions", False), ("wap/trafalgar", False)],
)
def test_a_game_without_raids_on_trade_has_no_button_for_lloyds(scenario: str, raids: bool) -> None:
    """The panel could say only that there are none; with the option, or without it, against what the scenario says."""

    def titles(**options: bool) -> list[str]:
        return [panel.title for panel in ExtraTabs(Table(new_game(scenario, options=options))).known]

    assert ("Lloyd's" in titles()) is raids
    assert "Lloyd's" in titles(lloyds=True)
    assert titles(lloyds=False) == ["Alliances", "Seas", "Production", "Review", "Chronicle"]


def test_no_name_on_the_chart_of_the_seas_runs_into_another() -> None:
    html = NavalDisplay(new_game("wap/lloyds", seed="1805")).children[0].html
    found = re.findall(r'nw-zone nw-(\w+)" style="left:([\d.]+)%;top:([\d.]+)%"[^>]*><span>([^<]+)</span>', html)
    assert len(found) == 16
    boxes = [
        (name, *_room(beside, 8.9 * float(x), 4.45 * float(y), 7.4 * len(name) + 6)) for beside, x, y, name in found
    ]
    for a, b in combinations(boxes, 2):
        apart = a[2] <= b[1] or b[2] <= a[1] or a[4] <= b[3] or b[4] <= a[3]
        assert apart, (a[0], b[0])


def _room(beside: str, x: float, y: float, wide: float) -> tuple[float, float, float, float]:
    """From where to where a name reaches beside its mark, across and down, on a chart of 890 points."""
    if beside in ("left", "right"):
        left = x + 10 if beside == "right" else x - 10 - wide
        return left, left + wide, y - 9, y + 9
    top = y + 9 if beside == "below" else y - 27
    return x - wide / 2, x + wide / 2, top, top + 18


def test_names_of_thresholds_stand_over_the_line_that_crosses_them() -> None:
    from napwidgets.widgets.report_plots import RateChart

    chart = RateChart(((10, "10 % England must act"),))
    kinds = [type(mark).__name__ for mark in chart.children[1].marks]
    assert kinds.index("Label") > max(i for i, kind in enumerate(kinds) if kind == "Lines")
