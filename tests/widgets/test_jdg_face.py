"""The face of Jours de Gloire without a browser: the map of roads, the march pad, tactics as a game, desk and cards."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.board.display import Field
from napwidgets.board.network import Network, plane
from napwidgets.board.realm_layers import to_latlng
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.state import LED
from napwidgets.table.table import Table
from napwidgets.widgets import BattleResolver, CampaignMap, Chronicle, OrderPad
from napwidgets.widgets.battle_resolver import checked
from napwidgets.widgets.boards import small, still
from napwidgets.widgets.command_desk import CommandDesk
from napwidgets.widgets.event_hand import EventHand
from napwidgets.widgets.network_map import network_chart
from napwidgets.widgets.sheet import BadMessage

#: What one move may send to the page for the map.
MOST = 5_000
SCENARIO = "jdg/germany-1813-2"


def until(kind: str, seat: str = "french", **options: bool) -> Game:
    """A game between computers up to a decision."""
    game = napwidgets.new_game(SCENARIO, options, seed="1813")
    players = make_players(game.engine, "1813", {}, default="steady")
    while game.decision is not None and (game.decision.kind, game.decision.seat) != (kind, seat):
        seat_now = game.decision.seat
        game = game.play(players[seat_now].choose(game.engine, game.view(seat_now), seat_now))
    assert game.decision is not None
    return game


@pytest.fixture
def table() -> Table:
    """The French before their first march."""
    return Table(until("movement"), {"allied": "steady"})


@pytest.fixture
def board(table: Table) -> CampaignMap:
    return CampaignMap(table)


def network(table: Table) -> Network:
    found = table.presenter.board
    assert isinstance(found, Network)
    return found


def click(board: CampaignMap, x: float, y: float) -> None:
    """A click as ipyleaflet tells it, at a point of the plane."""
    board.map._handle_custom_msg({"event": "interaction", "type": "click", "coordinates": list(to_latlng((x, y)))}, [])


def test_the_map_is_light_and_goes_out_once(board: CampaignMap) -> None:
    state = board.layer.get_state()
    assert len(state.pop("picture")) < 120_000
    assert sum(len(json.dumps(v, default=str)) for v in state.values()) < 110_000


def test_cards_are_offered_in_the_hand_before_the_enemy_marches() -> None:
    game = until("cards")
    held = replace(game.state, hands=((5, 7), game.state.hands[1]))
    table = Table(Game(game.engine, held, game.seed, game.position, None, game.last), {"allied": "steady"})
    hand = EventHand(table)
    assert hand.body().count("Not now.") == 1  # surprise is for a battle
    hand.do_card("0")
    assert table.game.state.hands[0] == (5,)


def test_a_click_near_a_place_means_it(board: CampaignMap, table: Table) -> None:
    subject = table.subjects()[0]
    x, y = plane(network(table))[subject.hex]
    click(board, x + 8, y - 6)
    assert table.focus.hex == subject.hex
    assert table.focus.subject == subject.id
    assert board.light["targets"]


def test_a_click_between_places_says_so(board: CampaignMap, table: Table) -> None:
    click(board, -300, -300)
    assert "No place is near" in table.notice.text


@pytest.mark.parametrize("message", [{"kind": "pick", "hex": 999}, {"kind": "pick"}, {"kind": "unit", "unit": "x"}, {}])
def test_messages_that_no_page_sends_change_nothing(board: CampaignMap, table: Table, message: dict[str, Any]) -> None:
    before = table.game
    board.layer._handle_custom_msg(message, [])
    assert table.game is before
    assert table.notice.text


def test_a_click_on_a_lit_place_marches_there_and_little_is_sent(board: CampaignMap, table: Table) -> None:
    subject = next(s for s in table.subjects() if any(not t.tone for t in table.presenter.targets(table.view(), s.id)))
    table.pick(subject.hex, subject.id)
    target = next(t for t in board.light["targets"] if not t[2:])
    sent: list[int] = []
    for name in ("delta", "light", "overlays"):
        board.layer.observe(lambda change: sent.append(len(json.dumps(change["new"], default=str))), name)
    number = table.game.number
    click(board, *plane(network(table))[target[0]])
    assert table.game.number > number
    assert isinstance(table.game.last.move, m.Activate)
    assert table.game.last.move.route[-1] == target[0]
    assert sum(sent) < MOST


def test_overlays_go_on_and_off(board: CampaignMap, table: Table) -> None:
    board.toggle("reach")
    assert "place with troops first" in table.notice.text
    for name in ("supply", "command"):
        board.toggle(name)
        assert any(o["kind"] == name for o in board.layer.overlays)
        board.toggle(name)
        assert not any(o["kind"] == name for o in board.layer.overlays)
    board.toggle("reach", table.subjects()[0].hex)
    assert next(o for o in board.layer.overlays if o["kind"] == "reach")["notes"]


def test_enemies_lie_face_down_on_the_map(board: CampaignMap, table: Table) -> None:
    rows = board.layer.units
    theirs = [row for row in rows if row[6] == "allied"]
    assert theirs
    assert all(row[2] == "face down" and row[3] == "unknown" for row in theirs)
    x = table.game.engine.context
    there = sum(c.at >= 0 for i, c in enumerate(table.game.state.counters) if x.sides[i] == 1)
    assert len(theirs) == there


def test_both_sides_in_a_box_stand_side_by_side() -> None:
    table = Table(until("tactics"))
    rows = CampaignMap(table).layer.units
    box = table.game.state.agenda[-1].clash.box
    berths = {row[6]: row[13] for row in rows if row[1] == box}
    assert berths == {"french": "west", "allied": "east"}


def test_the_pad_says_who_goes_what_it_costs_and_who_falls_out(table: Table) -> None:
    face = table.presenter
    subject = next(s for s in table.subjects() if len(face.members(table.view(), s.id)) > 3)
    draft = face.draft(table.view(), "french", {"focus": subject.id})
    assert draft is not None
    assert "command point" in draft.left
    assert "movement point" in draft.left
    members = [f.id for f in draft.fields if f.id.startswith("go:")]
    assert len(members) > 2
    somewhere = next(f for f in draft.fields if f.id == "where").choices[1][0]
    forced = face.draft(table.view(), "french", {"focus": subject.id, "forced": "1", "where": somewhere})
    assert forced is not None
    if forced.why:
        assert forced.why_cites
    else:
        assert forced.chances is not None
        assert abs(sum(s.chance for s in forced.chances.shares) - 1) < 1e-9
    none = face.draft(table.view(), "french", {"focus": subject.id, **dict.fromkeys(members, "0")})
    assert none is not None
    assert none.move is None
    assert none.why


def test_a_battle_of_seen_forces_is_exact_and_a_game() -> None:
    game = until("tactics", open_play=True)
    shown = Table(game).presenter.battle(game.view("french"), "french", None, -1)
    assert shown is not None
    assert shown.grid is not None
    assert len(shown.grid.rows) == len(shown.grid.cells)
    assert abs(sum(s.chance for s in shown.chances) - 1) < 1e-9
    html = BattleResolver(Table(game, {"allied": "steady"})).plan.html
    assert "best reply" in html
    assert "JDG 8.2" in html


def test_a_battle_against_counters_face_down_guesses_openly() -> None:
    game = until("tactics")
    shown = Table(game).presenter.battle(game.view("french"), "french", None, -1)
    assert shown is not None
    assert shown.grid is None
    assert any("cohesion 3" in line.label for line in shown.what_if)
    assert {p.strength for p in shown.parties} >= {"?"}


def test_the_card_of_a_unit_tells_how_strong_it_can_be_again() -> None:
    game = napwidgets.new_game("jdg/poland-1807", seed="1807")
    x, face = game.engine.context, Table(game).presenter
    cards = face.inspect(game.view("french"), "french", x.network.index("guttstadt"))
    told = {card.title: {f.name: f.value for f in card.facts} for card in cards}
    # It has room for 9 on its roster, and begins with 8 (1.2.2).
    assert told["VI Corps"]["Strength points"] == "8 of 8"


def test_the_sandbox_weighs_every_pair_of_tactics() -> None:
    sandbox = BattleResolver.sandbox("jdg")
    html = "".join(getattr(child, "html", "") for child in sandbox.children)
    assert "Worth to the attacker" in html
    assert "Average cohesion" in html


def test_the_desk_says_who_is_in_command_and_why_not(table: Table) -> None:
    body = CommandDesk(table).body()
    assert "command point" in body
    assert "supplied" in body or "cut off" in body
    assert "to set out" in body


def test_a_place_tells_the_rules_spelling_and_todays_name_where_they_are_others() -> None:
    game = napwidgets.new_game("jdg/danube-1805", seed="1805")
    x, face = game.engine.context, Table(game).presenter

    def facts(name: str) -> dict[str, str]:
        cards = face.inspect(game.view("french"), "french", x.network.index(name))
        return {f.name: f.value for card in cards for f in card.facts}

    def told(name: str) -> dict[str, str]:
        return {name: value for name, value in facts(name).items() if name in ("In the rules", "Today")}

    assert told("Pressburg") == {"In the rules": "Presbourg", "Today": "Bratislava"}
    assert told("Vienna") == {"In the rules": "Vienne"}
    assert told("Linz") == {}
    assert facts("Linz")["Where it lies"] == "found in a public gazetteer"


def test_the_roster_says_when_and_how_strong_ones_own_come_and_of_the_enemy_only_what_is_seen() -> None:
    def told(scenario: str = "jdg/danube-1809", seat: str = "french") -> dict[str, str]:
        game = napwidgets.new_game(scenario, seed="1809")
        return {line.title: line.detail for line in Table(game).presenter.roster(game.view(seat), seat)}

    french, austrian = told(), told(seat="austrian")
    assert french["Guard"] == "due early May, Augsburg · 4 SP"
    assert french["★ Napoleon"] == "due late Apr, Donauwörth · command 4"
    assert french["French Army of Italy"] == "to come"
    assert french["Gyulai's corps"] == "to come"
    assert austrian["Guard"] == "to come"
    assert austrian["French Army of Germany"] == "0 SP in sight"
    autumn = told("jdg/germany-1813-4")
    assert "★ Augereau" in autumn
    assert "★ Soult" not in autumn, "he comes by an optional rule alone"


def test_general_unit_and_desk_tell_one_story_of_a_stack() -> None:
    """Davout has no line to Napoleon; his corps, with one to Ney, is in command, and costs a point (4.3, 4.5)."""
    game = napwidgets.new_game("jdg/danube-1805", seed="1805")
    players = make_players(game.engine, "1805", {}, default="steady")
    while game.decision is not None and (game.decision.kind, game.decision.seat) != ("movement", "french"):
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
    x, face, view = game.engine.context, Table(game).presenter, game.view("french")
    davout = next(i for i, piece in enumerate(x.pieces) if piece.name == "Davout")
    box = view.counters[davout].at

    def told(view: Any) -> tuple[list[str], str]:
        cards = face.inspect(view, "french", box)
        facts = [fact.value for card in cards for fact in card.facts if fact.name == "Command"]
        return facts, next(line.detail for line in face.desk(view, "french") if line.hex == box)

    assert told(view) == (
        ["no line to the commander-in-chief", "in command"],
        "units in command; Davout: no line to the commander-in-chief · 1 point to set out",
    )
    assert told(replace(view, points=(0,) * len(view.points))) == told(view)
    led = told(view.counter(davout, contact=LED))
    assert led == (["in command", "in command"], "general in command · 0 points to set out")
    here = [i for i, counter in enumerate(view.counters) if counter.at == box]
    assert told(view.each(here, moved=True))[1].endswith("line to the commander-in-chief · done for this turn")


def test_only_the_holder_sees_cards() -> None:
    table = Table(until("movement"), {"allied": "steady"})
    held = table.game.state.hands[0]
    body = EventHand(table).body()
    assert all(f"card {n}" in body for n in held)
    shared = Table(until("movement"))
    other = EventHand(shared)
    assert all(f"card {n}<" not in other.body() for n in shared.game.state.hands[1] if n not in held)


def test_a_campaign_without_cards_promises_none() -> None:
    assert "This game has no event cards." in EventHand(napwidgets.new_game("jdg/danube-1805")).body()
    assert "<h2>Event cards" in EventHand(napwidgets.new_game(SCENARIO)).body()


def test_the_map_stands_as_a_picture_too(table: Table) -> None:
    scene = table.presenter.scene(table.view(None), None)
    board = network(table)
    for picture in (still(board, scene), small(board, scene)):
        assert picture.startswith("<svg")
    assert "Leipzig" in network_chart(board, {"leipzig": 3.0, "Berlin": 1.0})


def test_a_note_is_written_on_the_pad_and_stands_plain_in_the_chronicle() -> None:
    game = napwidgets.new_game("jdg/germany-1813-4", {"army_seats": True}, seed="1813")
    players = make_players(game.engine, "1813", {}, default="steady")
    while game.decision is not None and game.decision.kind != "note":
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
    assert game.decision is not None
    writer = game.decision.seat
    others = {seat: "steady" for seat in game.engine.seats if seat != writer}
    table = Table(game, others)
    pad = OrderPad(table)
    assert "Your note" in pad.html
    pad.set(f"note:{table.game.state.agenda[-1].seat}", "<b>Hold</b> Dresden.")
    pad.do_send("")
    assert isinstance(table.game.last.move, m.Note)
    assert "&lt;b&gt;Hold&lt;/b&gt; Dresden." in Chronicle(Table(table.game, others)).html
    assert "<b>Hold" not in Chronicle(Table(table.game, others)).html


def test_a_note_that_is_too_long_is_refused_where_it_is_typed() -> None:
    field = Field("note:1", "Your note", longest=200)
    assert checked(field, "Hold.") == "Hold."
    with pytest.raises(BadMessage, match="at most 200"):
        checked(field, "x" * 201)


def test_no_name_of_a_chart_is_written_over_another() -> None:
    """Krostitz and Eilenburg lie beside each other; the heavier one is named, and a landmark before both."""
    network: Any = load("jdg/germany-1813-4").context.network
    for weights, landmarks, named in (
        ({"Krostitz": 3, "Eilenburg": 2, "Berlin": 1}, (), ["Berlin", "Krostitz"]),
        ({"Krostitz": 2, "Eilenburg": 3, "Berlin": 1}, (), ["Berlin", "Eilenburg"]),
        ({"Krostitz": 2, "Eilenburg": 3, "Berlin": 1}, ("Krostitz",), ["Berlin", "Krostitz"]),
    ):
        chart = network_chart(network, weights, landmarks=landmarks)
        assert sorted(re.findall(r"<text [^>]*>(.*?)</text>", chart)) == named
