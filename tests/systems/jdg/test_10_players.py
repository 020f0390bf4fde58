"""10, games with more than two players: a player for each army, his points, whose decision it is, notes, winning."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel import saves
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event, winners
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.guns import Guns
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.combat.phase import Tactics
from napwidgets.systems.jdg.combat.retreat import Retreats
from napwidgets.systems.jdg.command.administration import CommandPoints, Dummies
from napwidgets.systems.jdg.command.arrivals import MakeRoom
from napwidgets.systems.jdg.command.letters import LONGEST
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.germany import cards
from napwidgets.systems.jdg.germany.cards import Discards
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.march.reaction import Reaction
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.present import JdgPresenter, present
from napwidgets.systems.jdg.sequence import EndTurn
from napwidgets.systems.jdg.state import FRENCH, OTHER, State, TeamState
from napwidgets.systems.jdg.teams import first
from napwidgets.systems.jdg.victory import told, verdict
from napwidgets.table.table import Table
from napwidgets.widgets.chronicle import Chronicle
from napwidgets.widgets.lobby import Lobby
from tests.systems.jdg.field import (
    BERN,
    CALW,
    DORF,
    GAU,
    HAIN,
    TRUCE,
    decided,
    field,
    game,
    go,
    ids,
    number,
    play,
    refused,
    run,
    shipped,
    texts,
    where,
)

SILESIA, BOHEMIA = "allied-silesia", "allied-bohemia"
#: Both allied armies on the field, and an enemy far away.
ARMIES = {"blucher": "jena", "corps": "jena", "schwarzenberg": "gau", "austrians": "gau", "napoleon": "ilm", "i": "ilm"}


def teams(**options: bool) -> Campaign:
    """The field with a player for each army."""
    return game(Options(army_seats=True, **options))


def position(e: Campaign, places: dict[str, str], step: Any, **more: Any) -> State:
    """A position whose player is known."""
    return run(e, field(e, places, step=step, side=OTHER, **more))


@pytest.mark.parametrize(
    ("places", "seat"),
    [
        (ARMIES, SILESIA),
        ({"schwarzenberg": "gau", "napoleon": "ilm"}, BOHEMIA),
        ({"schwarzenberg": "before east", "napoleon": "ilm"}, BOHEMIA),
        ({"napoleon": "ilm"}, SILESIA),
    ],
    ids=["both in play", "the second alone", "the second alone, before the map", "nobody"],
)
def test_10_the_first_player_who_has_any_of_his_army_in_play_speaks_for_the_side(
    places: dict[str, str], seat: str
) -> None:
    e = teams()
    assert e.setting.seats[first(e.context, field(e, places, side=OTHER), OTHER)] == seat


def at_the_end(e: Campaign, turn: int = 2) -> State:
    """Both allied armies at the end of a turn."""
    return position(e, ARMIES, EndTurn(), turn=turn)


def test_10_a_player_for_each_army_of_a_side() -> None:
    e = teams()
    assert e.seats == ("french", SILESIA, BOHEMIA)
    assert [e.seat_name(seat) for seat in e.seats] == ["French", "Army of Silesia", "Army of Bohemia"]
    assert game().seats == ("french", "allied")


@pytest.mark.parametrize(("scenario", "seats"), [
    ("germany-1813-2", "french allied"),
    ("germany-1813-4", "french allied-army-of-bohemia allied-army-of-silesia"),
    ("germany-1813-5", "french allied-russo-prussian-army allied-army-of-bohemia allied-army-of-silesia"),
    ("danube-1805", "french allied-austrian-army allied-russian-army"),
    ("danube-1809", "french-army-of-germany french-army-of-italy austrian-germany austrian-italy"),
])  # fmt: skip
def test_10_armies_that_share_their_points_share_a_player(scenario: str, seats: str) -> None:
    assert shipped(scenario, army_seats=True).seats == tuple(seats.split())


def test_10_seats_of_the_same_name_are_told_apart() -> None:
    e = game(Options(army_seats=True), (*TRUCE, ("set_up", game().setting.scenario.set_up)))
    assert len(set(e.seats)) == len(e.seats) == 4
    assert e.seats[1:3] == (SILESIA, BOHEMIA)
    assert e.seat_name(e.seats[3]) == "East"


def test_10_the_lobby_shows_who_can_sit() -> None:
    lobby = Lobby(lambda game, seats: None, "jdg/france-1814")
    assert list(lobby.sides) == ["french", "allied"]
    lobby.options = {"army_seats"}
    assert lobby.sides == {
        "french": "French", "allied-army-of-bohemia": "Army of Bohemia", "allied-army-of-silesia": "Army of Silesia",
    }  # fmt: skip


def test_10_each_moves_his_own_army_one_after_another() -> None:
    e = teams()
    s = position(e, ARMIES, MovementPhase(OTHER))
    assert decided(e, s) == f"{SILESIA}: movement"
    assert [subject.label for subject in e.subjects(s)] == ["Jena"]
    assert refused(e, s, go(e, "schwarzenberg austrians", HAIN)).code == "not-able"
    s = play(e, s, m.Done())
    assert decided(e, s) == f"{BOHEMIA}: movement"
    assert refused(e, s, go(e, "blucher corps", DORF)).code == "not-able"
    s = play(e, s, go(e, "schwarzenberg austrians", HAIN))
    assert where(e, s, "schwarzenberg") == HAIN
    assert decided(e, play(e, s, m.Done())) == ""


def test_10_each_pays_from_his_own_budget() -> None:
    e = teams()
    places = {**ARMIES, "austrians": "jena", "blucher": "dorf", "landwehr": "jena"}
    s = position(e, places, MovementPhase(OTHER))
    silesia, bohemia = (e.setting.seat_budgets[e.seats.index(seat)][0] for seat in (SILESIA, BOHEMIA))
    s = play(e, s, go(e, "corps", GAU))
    assert (s.points[silesia], s.points[bohemia]) == (8, 9)
    s = play(e, s, m.Done())
    s = play(e, s, go(e, "austrians", GAU))
    assert (s.points[silesia], s.points[bohemia]) == (8, 8)
    poor = replace(s, points=tuple(0 if b == silesia else p for b, p in enumerate(s.points)))
    assert e.decision(poor) == e.decision(s), "another's points are not told"


def test_10_an_empty_budget_is_not_filled_from_another() -> None:
    e = teams()
    s = position(e, {**ARMIES, "blucher": "dorf"}, MovementPhase(OTHER))
    silesia = e.setting.seat_budgets[1][0]
    s = replace(s, points=tuple(0 if b == silesia else p for b, p in enumerate(s.points)))
    assert refused(e, s, go(e, "corps", GAU)).code == "points"


def test_10_who_has_nothing_in_play_is_passed_over() -> None:
    e = teams()
    s = position(e, {"schwarzenberg": "gau", "austrians": "gau", "i": "ilm"}, MovementPhase(OTHER))
    assert decided(e, s) == f"{BOHEMIA}: movement"
    assert decided(e, play(e, s, m.Done())) == ""


def test_10_dummies_and_cards_to_put_aside_are_for_the_first_who_has_an_army() -> None:
    e = teams()
    dummies = Dummies(OTHER, 1)
    assert decided(e, position(e, ARMIES, dummies)) == f"{SILESIA}: dummies"
    assert decided(e, position(e, {"schwarzenberg": "gau", "i": "ilm"}, dummies)) == f"{BOHEMIA}: dummies"
    assert decided(e, position(e, ARMIES, Discards(OTHER), hands=((), (1, 2, 3)))) == f"{SILESIA}: discard"
    s = position(e, {**ARMIES, "dummy-allied-infantry-1": "hain"}, MovementPhase(OTHER))
    assert "Hain" in [subject.label for subject in e.subjects(s)]
    assert "Hain" not in [subject.label for subject in e.subjects(play(e, s, m.Done()))]


def test_10_a_card_is_played_by_each_in_his_own_phase_for_his_own() -> None:
    e = game(Options(army_seats=True), (("cards", tuple(range(1, 17))),))
    card = next(n for n in range(1, 17) if e.context.tables.all["events"].cell(str(n), "effect") == "points")
    s = position(e, ARMIES, MovementPhase(OTHER), hands=((), (card,)))
    silesia, bohemia = e.setting.seat_budgets[1][0], e.setting.seat_budgets[2][0]
    assert [o for o in e.options(s) if isinstance(o, m.Card)] == [m.Card(card, silesia)]
    words = cards.words(e.context, card)
    assert [list(present(e).hand(s, seat)) for seat in e.seats] == [[], [(card, words, True)], [(card, words, False)]]
    s = play(e, s, m.Done())
    assert [o for o in e.options(s) if isinstance(o, m.Card)] == [m.Card(card, bohemia)]
    assert [list(present(e).hand(s, seat)) for seat in e.seats] == [[], [(card, words, False)], [(card, words, True)]]


@pytest.mark.parametrize(("places", "seat"), [
    ({"corps": "calw", "schwarzenberg": "calw", "austrians": "calw"}, BOHEMIA),
    ({"corps": "calw", "austrians": "calw"}, SILESIA),
    ({"austrians": "calw"}, BOHEMIA),
])  # fmt: skip
def test_10_the_highest_leader_in_a_box_decides_for_all(places: dict[str, str], seat: str) -> None:
    e = teams()
    s = position(e, {**places, "i": "calw"}, Tactics(Clash(CALW, FRENCH, tactics=("screen", "")), 1))
    assert decided(e, s) == f"{seat}: tactics"
    assert decided(e, position(e, {**places, "i": "aue"}, MakeRoom(OTHER, CALW))) == f"{seat}: make-room"
    retreats = Retreats(Clash(CALW, FRENCH), 1, "screen", 1)
    assert decided(e, position(e, {**places, "i": "calw"}, retreats)) == f"{seat}: retreat"
    with pytest.raises(IllegalMove, match="Army of"):
        e.check(s, BOHEMIA if seat == SILESIA else SILESIA, m.Tactic("screen"))


def test_10_each_intercepts_with_his_own_and_a_box_tries_once() -> None:
    e = teams()
    places = {"blucher": "dorf", "corps": "dorf", "austrians": "dorf", "schwarzenberg": "gau", "i": "calw"}
    s = position(e, places, Reaction(OTHER, CALW))
    assert decided(e, s) == f"{SILESIA}: reaction"
    both = ids(e, "austrians")
    assert refused(e, s, m.React(both)).code == "not-able"
    passed = play(e, s, m.Done())
    assert decided(e, passed) == f"{BOHEMIA}: reaction"
    assert m.React(both) in e.options(passed, f"b:{DORF}")
    tried = play(e, s, m.React(ids(e, "blucher", "corps")), 6)
    assert decided(e, tried) == "", "the other army stands in the same box, which has tried"
    assert tried.floor == s.floor


@pytest.mark.parametrize(("open_play", "after"), [(False, f"{BOHEMIA}: reaction"), (True, "")])
def test_10_who_is_asked_tells_nothing_of_whose_counters_lie_face_down(open_play: bool, after: str) -> None:
    e = teams(open_play=open_play)
    places = {"blucher": "dorf", "corps": "dorf", "schwarzenberg": "eich", "austrians": "eich", "i": "calw"}
    s = position(e, places, Reaction(OTHER, CALW))
    assert decided(e, s) == f"{SILESIA}: reaction"
    s = play(e, s, m.Done())
    assert decided(e, s) == after, "Bohemia has nobody beside the march"
    if after:
        assert not e.subjects(s)
        assert [*e.options(s)] == [m.Done()]
        assert decided(e, play(e, s, m.Done())) == ""
    empty = position(e, {**places, "blucher": "jena", "corps": "jena"}, Reaction(OTHER, CALW))
    assert decided(e, empty) == "", "nobody of the side lies there"


def test_10_each_marches_to_the_guns_with_his_own() -> None:
    e = teams()
    places = {"blucher": "dorf", "corps": "dorf", "schwarzenberg": "calw", "austrians": "calw", "i": "bern"}
    s = position(e, places, Guns(OTHER, BERN))
    assert decided(e, s) == f"{SILESIA}: guns"
    assert [subject.hex for subject in e.subjects(s)] == [DORF]
    s = play(e, s, m.Done())
    assert decided(e, s) == f"{BOHEMIA}: guns"
    assert [subject.hex for subject in e.subjects(s)] == [CALW]
    assert decided(e, play(e, s, m.Done())) == ""


def test_10_the_others_of_a_side_see_its_counters_and_not_its_points() -> None:
    e = teams()
    s = position(e, ARMIES, MovementPhase(OTHER))
    mine, friend = e.view(s, SILESIA), e.view(s, BOHEMIA)
    silesia, bohemia = e.setting.seat_budgets[1][0], e.setting.seat_budgets[2][0]
    assert mine.counters == friend.counters
    assert friend.counters[number(e, "corps")] == s.counters[number(e, "corps")]
    assert (mine.points[silesia], mine.points[bohemia]) == (9, -1)
    assert (friend.points[silesia], friend.points[bohemia]) == (-1, 9)
    assert {e.view(s, "french").points[b] for b in (silesia, bohemia)} == {-1}
    log: list[Event] = []
    play(e, s, go(e, "corps", DORF), log=log)
    assert "corps" in texts(log, BOHEMIA)
    assert "corps" not in texts(log, "french")


def test_10_the_page_shows_each_player_his_own_points_and_forces() -> None:
    g = napwidgets.new_game("jdg/france-1814", {"army_seats": True}, seed="1814")
    players = make_players(g.engine, "1814", {}, default="steady")
    seat = "allied-army-of-silesia"
    while g.decision is not None and (g.decision.kind, g.decision.seat) != ("movement", seat):
        g = g.play(players[g.decision.seat].choose(g.engine, g.view(g.decision.seat), g.decision.seat))
    table = Table(g)
    face, view = table.presenter, g.view(seat)
    assert isinstance(face, JdgPresenter)
    desk = {line.title: line.detail for line in face.desk(view, seat)}
    assert "command point" in desk["Army of Silesia"]
    assert desk["Army of Bohemia"] == "points unseen left"
    heads = {line.title: line.detail for line in face.roster(view, seat)}
    assert "command point" not in heads["Army of Bohemia"]
    e = g.engine
    lit = {int(id[1:]) for subject in e.subjects(view) for id in face.members(view, subject.id)}
    assert {e.context.army(army).id for i in lit if (army := e.context.army_of(view, i)) >= 0} == {"army-of-silesia"}
    assert face.sides()[seat] == ("Army of Silesia", face.sides()["allied"][1])
    assert {c.seat for c in face.scene(view, seat).counters if c.name == "face down"} == {"french"}
    assert {c.seat for c in face.scene(view, seat).counters} == {*e.seats}


def test_10_each_army_throws_for_its_own_points() -> None:
    e = teams()
    s = field(e, ARMIES, step=CommandPoints(OTHER), side=OTHER)
    s = run(e, s, 2, 5)
    silesia, bohemia = e.setting.seat_budgets[1][0], e.setting.seat_budgets[2][0]
    assert s.points[silesia] != s.points[bohemia]


# Notes


def test_10_a_note_is_read_at_the_end_of_the_next_turn_and_never_by_the_enemy() -> None:
    e, log = teams(), []  # type: ignore[var-annotated]
    s = at_the_end(e)
    assert decided(e, s) == f"{SILESIA}: note"
    s = play(e, s, m.Note("  I march on Leipzig. "), log=log)
    assert "Leipzig" in texts(log, SILESIA)
    assert "Leipzig" not in texts(log, BOHEMIA) + texts(log, "french") + texts(log)
    assert [len(e.view(s, seat).notes) for seat in (SILESIA, BOHEMIA, "french", None)] == [1, 0, 0, 0]
    assert decided(e, s) == f"{BOHEMIA}: note"
    s = replace(s, agenda=(EndTurn(),), turn=s.turn + 1)
    log.clear()
    s = run(e, s, log=log)
    assert "Army of Silesia: “I march on Leipzig.”" in texts(log, BOHEMIA)
    assert "Leipzig" not in texts(log, "french") + texts(log)
    assert decided(e, s) == f"{SILESIA}: note", "the answer is sent now"
    assert [len(e.view(s, seat).notes) for seat in (SILESIA, BOHEMIA, "french", None)] == [1, 1, 0, 0]
    log.clear()
    run(e, replace(s, agenda=(EndTurn(),), turn=s.turn + 1), log=log)
    assert "Leipzig" not in texts(log, BOHEMIA), "a note comes once"


def test_10_one_note_each_and_none_by_who_is_alone_or_out_of_play() -> None:
    e = teams()
    s = replace(at_the_end(e), agenda=at_the_end(e).agenda[1:])
    asked = []
    while decided(e, s).endswith(": note"):
        asked.append(decided(e, s))
        s = play(e, s, m.Note("Yes."))
    assert asked == [f"{SILESIA}: note", f"{BOHEMIA}: note"]
    gone = position(e, {"schwarzenberg": "gau", "i": "ilm"}, EndTurn())
    assert decided(e, gone) == f"{BOHEMIA}: note"


def test_10_nobody_writes_in_the_last_turn_and_what_is_under_way_comes() -> None:
    e, log = teams(), []  # type: ignore[var-annotated]
    last = e.setting.scenario.turns.count
    s = play(e, at_the_end(e, last - 1), m.Note("Hold on."))
    s = run(e, replace(s, agenda=(EndTurn(),), turn=last), log=log)
    assert "Hold on" in texts(log, BOHEMIA)
    assert e.outcome(s) is not None


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1), "two\nlines", "bell\a", "turned \u202e round"])
def test_10_a_note_is_one_short_line(text: str) -> None:
    e = teams()
    s = at_the_end(e)
    assert refused(e, s, m.Note(text)).cites == ("JDG 10",)
    assert refused(e, s, go(e, "corps", DORF)).code == "not-offered"
    e.check(s, SILESIA, m.Note("x" * LONGEST))


def test_10_a_note_is_refused_where_nobody_is_to_write() -> None:
    e = teams()
    assert refused(e, position(e, ARMIES, MovementPhase(OTHER)), m.Note("Hello.")).code == "not-offered"


def test_10_a_note_is_saved_and_shown_on_the_page_as_plain_text() -> None:
    g = napwidgets.new_game("jdg/france-1814", {"army_seats": True}, seed="1814")
    players = make_players(g.engine, "1814", {}, default="steady")
    writer, reader = "allied-army-of-bohemia", "allied-army-of-silesia"
    text, told = "<b>To Paris</b> & quickly", []
    while g.decision is not None and g.state.turn < 3:
        seat = g.decision.seat
        wanted = (g.decision.kind, seat) == ("note", writer) and not told
        g = g.play(m.Note(text) if wanted else players[seat].choose(g.engine, g.view(seat), seat))
        if any(event.kind == "note" for event in g.last.events):
            told.append(g)
    written, come = told
    assert (written.state.turn, come.state.turn) == (1, 2)
    assert saves.load(saves.dump(g), load).state == g.state
    for moment, told_to, others in ((written, writer, {reader, "french"}), (come, reader, {"french"})):
        for seat in (told_to, *others):
            page = Chronicle(Table(moment, {s: "steady" for s in g.engine.seats if s != seat})).body()
            assert "<b>To Paris" not in page
            assert (escape(text) in page) == (seat == told_to)


def test_10_the_players_of_a_side_win_together() -> None:
    e = teams()
    s = position(e, ARMIES, MovementPhase(OTHER), score=(0, 9))
    ended = verdict(e.context, s, []).ended
    assert ended is not None
    assert ended.winner == SILESIA
    assert told(e.context, ended)[0].startswith("The Allies win")
    assert dict(ended.points).keys() == {"french", "Allies"}
    allies = next(team for team in e.teams if SILESIA in team.seats)
    assert winners(e, ended) == allies.seats
    assert len(allies.seats) > 1
    assert not allies.shares, "each has command points of his own"
    assert winners(e, replace(ended, winner=None)) == ()


def test_10_without_the_option_nothing_of_it_is_there() -> None:
    plain, all_alone = shipped("germany-1813-4"), shipped("germany-1813-2", army_seats=True)
    for e in (plain, all_alone):
        assert not e.setting.teams
        assert e.seats == ("french", "allied")
    assert isinstance(field(teams(), ARMIES), TeamState)
    assert not isinstance(field(game(), ARMIES), TeamState)
    assert plain.fingerprint != shipped("germany-1813-4", army_seats=True).fingerprint
