"""The table: seats, curtain, typed dice, scrubber, branches, computer players, autosave."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import WrongDice
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.rulings import IllegalMove, UndoRefused
from napwidgets.players.registry import make_players
from napwidgets.scenarios import new_game
from napwidgets.systems.con.moves import Activate, Go
from napwidgets.systems.jdg.germany.cards import CardPlay
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.moves import Lead
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.sequence import WhoFirst
from napwidgets.systems.jdg.state import FRENCH, OTHER
from napwidgets.systems.moves import Done
from napwidgets.table import autosave
from napwidgets.table.seats import NotNow
from napwidgets.table.table import Table
from napwidgets.widgets.panels import Header, StatusLine
from tests.kernel.toy import Bid, March
from tests.systems.jdg.field import field
from tests.systems.jdg.field import game as campaign
from tests.table.face import toy_table, until


def test_observers_hear_of_a_change_once_and_after_it() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    seen: list[int] = []
    stop = table.observe(lambda t: seen.append(t.game.number))
    table.play(Bid(1))
    assert seen == [1]
    stop()
    table.play(Bid(0))
    assert seen == [1]


def test_several_things_in_a_batch_are_told_once() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    seen: list[str] = []
    table.observe(lambda t: seen.append(t.notice.text))
    with table.batch():
        table.say("one")
        table.say("two")
    assert seen == ["two"]


def test_a_refusal_is_raised_and_stands_on_the_status_line() -> None:
    table = toy_table()
    table.pass_to("red")
    with pytest.raises(IllegalMove):
        table.play(Bid(99))
    assert table.notice.tone == "refusal"
    assert table.notice.cites == ("TOY 2",)
    assert table.game.number == 0


def test_a_secret_decision_draws_the_curtain_until_the_screen_is_handed_over() -> None:
    table = toy_table()
    assert table.curtain == "red"
    assert table.decision is None
    assert table.options() == []
    table.pass_to("red")
    assert table.curtain is None
    assert table.private
    table.play(Bid(1))
    assert table.curtain == "green"
    assert not table.private


def test_nobody_but_persons_is_handed_the_screen() -> None:
    table = toy_table({"blue": "random"})
    with pytest.raises(NotNow):
        table.pass_to("blue")


def test_one_person_alone_needs_no_curtain_and_keeps_his_view() -> None:
    table = toy_table({"red": "random", "blue": "random"})
    assert table.eyes == "green"
    assert table.curtain is None
    assert not table.mine
    assert table.step()
    assert table.mine


def test_typed_dice_are_asked_for_one_by_one_and_kept() -> None:
    table = toy_table({"green": "random", "blue": "random"}, seed=None)
    for _ in range(3):
        table.play(Bid(2))
    assert table.ask is not None
    assert table.ask.kind == "draw"
    assert table.game.number == 2
    with pytest.raises(WrongDice):
        table.type_dice((7,))
    with pytest.raises(NotNow):
        table.play(Bid(1))
    table.type_dice((1,))
    assert table.ask is None
    assert table.game.number == 3


def test_a_move_that_waits_for_its_first_die_can_be_taken_back() -> None:
    table = toy_table({"green": "random", "blue": "random"}, seed=None)
    for _ in range(3):
        table.play(Bid(2))
    table.say("Type 1 number from 1 to 6.", tone="refusal")
    table.drop_dice()
    assert table.ask is None
    assert table.notice.text == ""
    with pytest.raises(NotNow):
        table.drop_dice()
    with pytest.raises(NotNow):
        table.type_dice((1,))


def test_the_throw_that_was_typed_last_can_be_corrected_and_the_move_stays() -> None:
    table = toy_table({"green": "random", "blue": "random"}, seed=None)
    with pytest.raises(NotNow):
        table.retype()
    for _ in range(3):
        table.play(Bid(2))
    assert not table.retypable
    table.type_dice((1,))
    before = table.game
    assert table.retypable
    table.retype()
    assert (table.game.number, table.game) == (2, before.parent)
    assert table.ask is not None
    assert (table.ask.move, table.ask.seat, table.ask.typed) == (before.last.move, before.last.seat, ())
    # Whoever has seen a die keeps to his move.
    with pytest.raises(NotNow, match="A die has fallen"):
        table.drop_dice()
    table.type_dice((1,))
    assert (table.game.number, table.game.state) == (3, before.state)
    table.retype()
    table.type_dice((0,))
    assert table.game.state != before.state


def test_of_several_throws_for_a_move_the_last_one_is_asked_again() -> None:
    table = Table(new_game("nlc/first-steps", seed=None))
    players = make_players(table.game.engine, "1815", {}, default="recruit")
    while table.ask is None or not table.ask.typed:
        if table.ask is not None:
            table.type_dice([0] if table.ask.kind == "draw" else [3] * table.ask.count)
        elif (decision := table.game.decision) is not None:
            seat = decision.seat
            table.play(players[seat].choose(table.game.engine, table.game.view(seat), seat))
    now = table.ask
    table.retype()
    assert table.ask is not None
    assert (table.ask.move, table.ask.typed, table.ask.fallen) == (now.move, now.typed[:-1], True)
    table.type_dice(now.typed[-1])
    assert table.ask == now
    while table.ask is not None:
        last = [0] if table.ask.kind == "draw" else [3] * table.ask.count
        table.type_dice(last)
    after = table.game
    table.retype()
    if (hidden := table.curtain) is not None:
        # The screen goes back to whoever made the move, if that was secret.
        with pytest.raises(NotNow, match="must first be handed"):
            table.type_dice(last)
        table.pass_to(hidden)
    table.type_dice(last)
    assert table.game.state == after.state


@pytest.mark.parametrize("seed", ["1815", "x"])
def test_dice_that_the_computer_throws_are_not_corrected(seed: str) -> None:
    table = toy_table({"green": "random", "blue": "random"}, seed=seed)
    until(table, "march")
    assert any(game.last.throws for game in table.game.line())
    with pytest.raises(NotNow, match="no dice that could be typed in again"):
        table.retype()


def test_looking_back_keeps_the_line_and_forbids_playing() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    until(table, "march")
    number = table.game.number
    table.goto(1)
    assert table.scrubbing
    assert table.shown.number == 1
    with pytest.raises(NotNow):
        table.play(Bid(0))
    table.goto(None)
    assert table.shown.number == number
    with pytest.raises(NotNow):
        table.goto(number + 1)


def test_a_branch_keeps_the_line_that_is_left() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    until(table, "march")
    tip = table.game
    table.goto(1)
    table.branch()
    assert table.game.number == 1
    assert not table.scrubbing
    assert table.others == [tip]
    with pytest.raises(NotNow):
        table.branch(77)


def test_a_line_that_was_left_is_taken_up_again_and_the_other_one_kept() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    until(table, "march")
    tip = table.game
    table.branch(1)
    stump = table.game
    table.play(next(move for move in stump.moves() if stump.play(move).state != tip.at(2).state))
    other = table.game
    table.take_up(0)
    assert (table.game, table.others) == (tip, [other])
    table.take_up(0)
    assert (table.game, table.others) == (other, [tip])
    table.branch(1)
    assert table.game.number == stump.number
    table.take_up(0)
    assert table.others == [other], "a mere beginning of the line taken up is not worth keeping"
    with pytest.raises(NotNow):
        table.take_up(7)


def test_undo_is_refused_where_another_seat_has_seen_the_move() -> None:
    table = toy_table()
    table.pass_to("red")
    table.play(Bid(1))
    with pytest.raises(UndoRefused):
        table.undo()


def test_computer_players_play_the_whole_game() -> None:
    table = toy_table(dict.fromkeys(("red", "green", "blue"), "random"))
    while table.step():
        pass
    assert table.game.outcome is not None
    assert table.eyes is None


class Broken:
    kind = "broken"

    def choose(self, engine: object, view: object, seat: str) -> object:
        raise RuntimeError("no idea")


def test_a_computer_player_that_fails_hands_its_seat_to_the_people() -> None:
    table = toy_table({"red": "broken"}, players={"red": Broken()})
    assert table.step()
    assert table.seats["red"] == "person"
    assert "no idea" in table.notice.text
    assert table.game.number == 0


def test_an_answer_for_a_position_that_is_gone_is_not_played() -> None:
    table = toy_table({"red": "random"})
    old = table.game
    table.step()
    table.computed(old, "red", Bid(0))
    assert table.game.number == 1


def test_seats_are_taken_by_known_kinds_only() -> None:
    table = toy_table()
    table.sit("red", "random")
    assert table.computer_moves
    table.sit("red", "person")
    with pytest.raises(ValueError, match="no computer player"):
        table.sit("red", "napoleon")
    with pytest.raises(NotNow):
        table.sit("white", "random")


def test_every_move_is_on_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games" / "abcdefgh.json"
    table = toy_table({"green": "random", "blue": "random"}, path=path)
    table.play(Bid(1))
    first = path.read_bytes()
    assert b'"bid"' in first
    assert autosave.read_seats(path)["green"] == "random"
    table.play(Bid(0))
    assert path.read_bytes() != first
    assert [p.name for p in path.parent.iterdir() if p.name.startswith(".")] == []


def test_a_game_that_can_not_be_saved_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    table = toy_table({"green": "random", "blue": "random"}, path=blocked / "abcdefgh.json")
    table.play(Bid(1))
    assert table.game.number == 1
    assert "could not be saved" in table.notice.text


@pytest.mark.parametrize("id", ["", "../../x", "ABCDEFGH", "short", "a" * 33, "abcdefgh\n", "abcd efgh"])
def test_only_game_ids_become_paths(id: str) -> None:
    with pytest.raises(NotNow):
        autosave.game_path(id)


def test_the_focus_goes_when_its_subject_is_gone() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    until(table, "march")
    if table.mine:
        table.pick(0, "0")
        table.play(March(0, 1))
        assert table.focus.subject is None


def test_who_is_asked_for_form_s_sake_only_is_answered_for_and_the_answer_is_taken_back_with_the_move() -> None:
    engine = campaign(Options(open_play=True))
    first = field(engine, {"napoleon": "ilm"}, hands=((5,), ()), step=MovementPhase(FRENCH))
    asked = first.push(CardPlay(FRENCH, "enemy movement"), WhoFirst(FRENCH))
    table = Table(Game(engine, asked, "1813", 0, None, Played(0, "", None, (), ())), {"allied": "steady"})
    assert not table.computer_moves
    table.play(Lead(FRENCH))
    assert table.computer_moves  # card 5 does not fit, and there is nothing else to say
    assert table.step()
    assert (table.game.number, table.computer_moves) == (2, False)
    table.undo()
    assert (table.game.number, table.game.decision.kind) == (0, "first-player")  # type: ignore[union-attr]
    table.game = Game(engine, replace(asked, hands=((7,), ())), "1813", 0, None, table.game.last)
    table.play(Lead(FRENCH))
    assert not table.computer_moves


def test_with_two_persons_everybody_is_asked_alike_whether_he_has_a_choice_or_not() -> None:
    engine = campaign()
    places = {"napoleon": "ilm", "i": "ilm", "blucher": "jena", "corps": "gau"}
    first = field(engine, places, step=MovementPhase(FRENCH))
    seen = []
    for hand in ((5,), (10,)):
        asked = replace(first.push(CardPlay(OTHER, "enemy movement"), WhoFirst(FRENCH)), hands=((), hand))
        table = Table(Game(engine, asked, "1813", 0, None, Played(0, "", None, (), ())))
        table.pass_to("french")
        table.play(Lead(FRENCH))
        assert (table.formality is None, table.computer_moves) == (True, False)
        line = StatusLine(table)
        seen.append((table.curtain, table.decision, table.game.number, Header(table).body(), line.body()))
        with pytest.raises(UndoRefused):
            table.undo()
    assert seen[0] == seen[1]
    assert seen[0][:3] == ("allied", None, 1)


def test_what_is_done_quietly_is_told_later() -> None:
    table: Table = toy_table({"green": "random", "blue": "random"})
    seen: list[int] = []
    table.observe(lambda t: seen.append(t.game.number))
    with table.quiet():
        table.play(Bid(1))
    assert seen == []
    table.tell()
    assert seen == [1]


def test_an_observer_that_speaks_or_fails_does_not_go_round_for_ever() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    heard: list[int] = []

    def chatty(t: Table) -> None:
        heard.append(1)
        t.say(f"again {len(heard)}")

    def broken(t: Table) -> None:
        raise RuntimeError("an observer's own trouble")

    table.observe(broken)
    table.observe(chatty)
    table.play(Bid(1))
    assert len(heard) == 2
    assert table.game.number == 1


def test_the_eyes_go_with_what_marches_and_stay_where_one_looked_elsewhere() -> None:
    """What stands in the chosen place was else what had stayed behind."""
    game = new_game("con/learning", seed="1")
    table = Table(game, {game.engine.seats[1]: "steady"})
    while table.game.decision is None or table.game.decision.title != "Movement":
        table.play(Done())
    march = next(m for s in table.subjects() for m in table.game.moves(s.id) if isinstance(m, Activate))
    home = table.view().leaders[march.leader].at
    table.pick(home)
    table.play(march)
    assert table.focus.hex == home
    first = next(m for m in table.game.moves() if isinstance(m, Go))
    table.play(first)
    assert table.focus.hex == first.to != home
    if table.game.decision is not None and table.game.decision.title == "On the march":
        table.play(Done())
    assert table.focus.hex == first.to
    table.undo()
    table.pick(home)
    table.play(Done())
    assert table.focus.hex == home
