"""How a fight came out and what the others did: told once, to those who may know, until the next click."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import Throw
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.language import pages
from napwidgets.language.pages import spoken
from napwidgets.players.registry import make_players
from napwidgets.systems.tactical.core.moves import TryInitiative
from napwidgets.table.aftermath import Deed, Result, aftermath_of, deeds, results
from napwidgets.table.table import Table
from napwidgets.widgets.aftermath_card import LONG, AftermathCard
from napwidgets.widgets.dice import dice_html
from napwidgets.widgets.panels import StatusLine
from napwidgets.widgets.replay import replay_of
from tests.apart import run_loop


def to_a_fight(scenario: str, seed: str = "a", seat: str | None = None) -> Game:
    """A game just after the first fight that was decided by dice (and by ``seat``)."""
    game = napwidgets.new_game(scenario, seed=seed)
    players = make_players(game.engine, seed, {}, default="recruit")
    while game.decision is not None:
        mover = game.decision.seat
        game = game.play(players[mover].choose(game.engine, game.view(mover), mover), mover)
        fights = aftermath_of(game.engine.system).fights
        if (seat in (None, mover)) and game.last.throws and any(e.kind in fights for e in game.last.events):
            return game
    raise AssertionError("nobody fought")


def told(scenario: str, seed: str = "a") -> Result:
    game = to_a_fight(scenario, seed)
    found = results([game], game.last.seat)
    assert found
    return found[0]


@pytest.mark.parametrize(
    "scenario", ["nlc/quatre-bras", "mop/champaubert", "jdg/germany-1813-2", "con/learning", "wap/trafalgar"]
)
def test_every_system_says_which_events_are_fights_and_the_card_shows_their_dice(scenario: str) -> None:
    game = to_a_fight(scenario)
    seat = game.last.seat
    before = game.parent
    assert before is not None
    table = Table(before, {other: "recruit" for other in game.engine.seats if other != seat})
    card = AftermathCard(table)
    assert card.html == ""
    table.play(game.last.move, seat)
    seen = table.results()[-1]
    assert escape(seen.fight.text) in card.html
    # The map keeps the card away from where it was.
    assert f'data-at="{" ".join(map(str, seen.fight.hexes))}"' in card.html
    assert card.html.count("nw-die") == sum(len(t.faces) for t in seen.throws) > 0


@pytest.mark.parametrize("scenario", ["nlc/quatre-bras", "mop/champaubert"])
def test_a_fight_of_a_battle_says_who_fired_with_what(scenario: str) -> None:
    fight = told(scenario).fight
    assert len(fight.data["parts"]) == len(fight.units)
    fires = sum(float(str(value).removesuffix(" SP")) for _, value, _ in fight.data["parts"])
    assert fires >= sum(fight.data["strengths"]) > 0


def test_the_card_names_the_sides_of_a_fight_that_says_whose_its_strengths_are() -> None:
    game = to_a_fight("con/learning")
    assert game.parent is not None
    table = Table(game.parent, {seat: "recruit" for seat in game.engine.seats if seat != game.last.seat})
    card = AftermathCard(table)
    table.play(game.last.move, game.last.seat)
    fight = table.results()[-1].fight
    for role, side, strength in zip(
        ("Attacker", "Defender"), fight.data["sides"], fight.data["strengths"], strict=True
    ):
        assert f"<small>{role}</small><small>{side}</small><b>{strength}</b>" in card.html


def against(scenario: str, person: str, seed: str = "a") -> Table:
    game = napwidgets.new_game(scenario, seed=seed)
    return Table(game, {seat: "recruit" for seat in game.engine.seats if seat != person})


def play_on(table: Table, enough: Callable[[Table], bool]) -> None:
    """The person plays as a recruit would until ``enough(table)``."""
    player = make_players(table.game.engine, "b", {}, default="recruit")[table.people[0]]
    while not enough(table):
        assert table.game.decision is not None, "the game ended before"
        while table.computer_moves:
            table.step()
        if enough(table) or table.game.decision is None:
            return
        table.play(player.choose(table.game.engine, table.view(), table.people[0]))


def test_what_the_others_did_stands_there_until_the_next_click_and_leads_to_its_moment() -> None:
    table = against("jdg/germany-1813-1", "french")
    card = AftermathCard(table)
    play_on(table, lambda t: "What the Allies did" in card.html and t.deeds()[0].number < t.game.number)
    done = table.deeds()
    assert all(deed.seat == "allied" for deed in done)
    card.do_look(str(done[0].number))
    assert table.shown.number == done[0].number
    assert card.html == ""
    table.goto(None)
    assert "What the Allies did" in card.html
    table.pick(3)
    assert card.html == ""
    assert table.deeds() == ()


def test_a_seat_that_moves_for_several_states_is_not_said_to_have_done_what_the_others_did() -> None:
    card = AftermathCard(against("wap/coalitions", "french"))
    own, theirs = (
        Deed(n, "english", (Event("marched", f"{state} marches.", hexes=(1,)),))
        for n, state in enumerate(("England", "Austria"))
    )
    assert card._whose([own]) == "What England did"
    assert card._whose([own, theirs]) == "What the others did"


def test_what_every_state_does_every_month_is_left_to_the_chronicle_and_what_presses_comes_first() -> None:
    game = napwidgets.new_game("wap/coalitions", seed="5")
    said = {"leader": "Mack arrives.", "purchase": "Austria raises 4 infantry.", "contact": "The enemy is there."}
    said |= {f"marched-{n}": f"Army {n} marches." for n in range(6)}

    def then(number: int, kind: str, text: str) -> Game:
        last = replace(game.last, events=(Event(kind.split("-")[0], text, hexes=(1,)),), seat="english", number=number)
        return Game(game.engine, game.state, game.seed, game.position, game.parent, last)

    found = deeds([then(n, kind, text) for n, (kind, text) in enumerate(said.items())], "french", ["french"])
    assert [d.events[0].text for d in found] == list(said.values())[2:]
    card = AftermathCard(Table(game, {"english": "recruit"}))
    open_first = card._deeds(found[1:] + found[:1]).partition("more")[0]
    assert said["contact"] in open_first
    assert said["marched-5"] not in open_first


def test_a_long_deed_is_put_over_before_it_is_cut() -> None:
    table = Table(napwidgets.new_game("wap/coalitions", seed="5"), {"english": "recruit"})
    long = " ".join(["England's ships are now in London (2217)."] * 4)
    try:
        pages.choose("de")
        told = spoken(AftermathCard(table)._deeds([Deed(1, "english", (Event("arrive", long, hexes=(1,)),))]))
    finally:
        pages.choose("en")
    assert "…" in told
    assert "ships" not in told


def test_a_long_deed_is_told_by_whole_sentences() -> None:
    card = AftermathCard(Table(napwidgets.new_game("con/learning", seed="5"), {"coalition": "steady"}))
    lines = [f"A force goes from Nivelles to Quatre Bras with {n} riders before it." for n in range(3)]
    told = card._deeds([Deed(1, "coalition", tuple(Event("marched", line, hexes=(1,)) for line in lines))])
    assert f">{lines[0]} …</button>" in told
    for more, whole in ((0, True), (1, False)):
        pair = [lines[0], "x" * (LONG - len(lines[0]) - 1 + more)]
        told = card._deeds([Deed(1, "coalition", tuple(Event("marched", line, hexes=(1,)) for line in pair))])
        assert (f">{' '.join(pair)}</button>" in told) is whole
        assert (f">{lines[0]} …</button>" in told) is not whole


def test_who_does_not_want_to_be_told_is_not_and_may_change_his_mind() -> None:
    table = against("jdg/germany-1813-1", "french")
    card = AftermathCard(table)
    play_on(table, lambda t: t.mine and len(t.deeds()) > 2)
    card.do_silence("")
    assert card.html == ""
    table.heard = 0
    table.say("Something else")
    assert card.html == ""
    table.telling = True
    table.say("Something else again")
    assert card.html
    table.tell_results(True)
    assert card.html == "", "what came before has been read"


def test_nothing_that_only_the_others_know_is_told() -> None:
    game = napwidgets.new_game("jdg/germany-1813-1", seed="a")
    players = make_players(game.engine, "a", {}, default="recruit")
    moves = []
    for _ in range(120):
        assert game.decision is not None
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
        moves.append(game)
    secret = {e.text for g in moves for e in g.last.events if e.to and "french" not in e.to}
    assert secret
    shown = {e.text for d in deeds(moves, "french", ["french"]) for e in d.events}
    shown |= {e.text for r in results(moves, "french") for e in (r.fight, *r.came)}
    assert shown
    assert not shown & secret


def test_what_is_told_after_a_march_does_not_belong_to_the_fight_before_it() -> None:
    game = to_a_fight("nlc/quatre-bras")
    kinds = aftermath_of("nlc")
    fight, loss = Event(min(kinds.fights), "They fight."), Event(min(kinds.came), "He falls back.")
    march = Event("moved", "He marches.")

    def then(*events: Event) -> Game:
        last = replace(game.last, events=events)
        return Game(game.engine, game.state, game.seed, game.position, game.parent, last)

    assert [len(r.came) for r in results([then(fight, loss), then(loss)], "french")] == [2]
    assert [len(r.came) for r in results([then(fight), then(march), then(loss)], "french")] == [0]
    assert [len(r.came) for r in results([then(fight, march), then(loss)], "french")] == [0]


def test_dice_are_drawn_and_read_out_as_figures() -> None:
    assert dice_html(Throw("fire", "roll", 9, (3, 6)), "big").count("nw-big") == 2
    assert ">12<" in dice_html(Throw("a die of twenty", "roll", 12, (12,)))


def test_moves_can_be_seen_once_more_and_stopped() -> None:
    table = against("jdg/germany-1813-1", "french")
    play_on(table, lambda t: t.mine and len(t.deeds()) > 2)
    start = table.heard
    seen: list[int] = []
    table.observe(lambda t: seen.append(t.shown.number))

    async def watch() -> None:
        replay = replay_of(table)
        replay.pace = "quick"
        replay.start(table, start)
        assert replay.running
        while table.scrubbing:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0)
        assert not replay.running
        replay.start(table, start)
        await asyncio.sleep(0.02)
        replay.stop()
        await asyncio.sleep(0.5)
        assert table.shown.number == start

    run_loop(watch())
    assert seen[: table.game.number - start + 1] == list(range(start, table.game.number + 1))


def after(enough: Callable[[Game], bool], scenario: str = "nlc/quatre-bras") -> Table:
    """A table with persons only, just after a move of a game between recruits for which ``enough(game)``."""
    game = napwidgets.new_game(scenario, seed="a")
    players = make_players(game.engine, "a", {}, default="recruit")
    while game.parent is None or not enough(game):
        assert game.decision is not None, "the game ended before"
        mover = game.decision.seat
        game = game.play(players[mover].choose(game.engine, game.view(mover), mover), mover)
    return Table(game)


def goes_on(game: Game) -> bool:
    """Whether the same seat goes on with the same decision."""
    assert game.parent is not None
    assert game.parent.decision is not None
    now, before = game.decision, game.parent.decision
    return now is not None and (now.kind, now.seat) == (before.kind, before.seat)


def test_20_11_what_a_leaders_own_attempt_came_to_is_told_where_the_next_thing_is_asked() -> None:
    table = after(lambda g: isinstance(g.last.move, TryInitiative) and goes_on(g))
    assert [e.kind for e in table.answered][:1] == ["initiative"]
    html = StatusLine(table).html
    assert f"<b>{escape(table.answered[0].text)}</b>" in html
    assert table.game.decision is not None
    assert escape(table.game.decision.prompt) in html


def test_a_move_without_dice_or_another_decision_or_a_fight_is_not_told_there() -> None:
    plain = after(lambda g: goes_on(g) and not g.last.throws and bool(g.last.events))
    other = after(lambda g: not goes_on(g) and bool(g.last.throws) and bool(g.last.events))
    fights = aftermath_of("nlc").fights
    fight = after(lambda g: goes_on(g) and any(e.kind in fights for e in g.last.events))
    for table in (plain, other, fight):
        assert table.answered == ()
        assert "<b>" not in StatusLine(table).html


def test_what_another_seats_eyes_may_not_know_is_not_told_there() -> None:
    table = after(lambda g: isinstance(g.last.move, TryInitiative) and goes_on(g))
    assert table.answered
    seat = table.game.last.seat
    table.seats = {other: "person" if other != seat else "recruit" for other in table.seats}
    assert table.eyes != seat
    assert table.answered == ()
