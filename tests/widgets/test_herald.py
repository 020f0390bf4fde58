"""What nobody may miss: a state falls, gets its peace or changes sides; a card says so until the next click."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load_game
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import FACTION_OF
from napwidgets.systems.wap.face.news import news
from napwidgets.systems.wap.setting import AUSTRIA, NATIONS, PRUSSIA
from napwidgets.systems.wap.states.conquest import conquer
from napwidgets.systems.wap.states.diplomacy import SuitForPeace
from napwidgets.table.table import Table
from napwidgets.widgets import TableApp
from napwidgets.widgets.herald import HeraldCard
from tests.systems.wap.campaign import EVERY_AUSTRIAN_CITY, campaign, context, play

CONQUEST = Path(__file__).parents[1] / "golden" / "grand-campaign.conquest.nap.json"
SEATS = {"french", "english"}


def fallen() -> Game:
    """The saved game at the move that first put a major out of the war."""
    game = load_game(CONQUEST)
    return min((g for g in game.line() if any(g.state.conquered)), key=lambda g: g.number)


def card(app: TableApp) -> HeraldCard:
    found = [w for box in app.children for w in getattr(box, "children", ()) if isinstance(w, HeraldCard)]
    return found[0]


def test_the_fall_of_ones_own_state_stands_over_the_map_until_the_next_click() -> None:
    after = fallen()
    before = after.parent
    assert before is not None
    loser = next(n for n, side in enumerate(after.state.conquered) if side)
    x = after.engine.context  # type: ignore[attr-defined]
    own = x.setting.seats[x.commander(before.state, loser)]
    table = Table(before, dict.fromkeys(SEATS - {own}, "steady"))
    app = TableApp(table)
    assert card(app).html == ""
    table.play(after.last.move, after.last.seat)
    assert any(NATIONS[loser] in n.title for n in table.news)
    assert any(word in table.news[0].title for word in ("You have lost", "Your"))
    assert table.news[0].title in card(app).html
    assert table.news[0].text.split(".")[0] in card(app).html
    card(app)._handle_custom_msg({"do": "hear", "arg": "", "serial": 0}, [])
    assert card(app).html == ""
    table.news = tuple(news(x, before.state, after.state, after.last.move, [own]))
    table.pick(3)
    assert card(app).html == ""


def test_a_conquest_says_who_holds_the_cities_and_how_one_comes_back() -> None:
    x = context()
    s = campaign(x, control=EVERY_AUSTRIAN_CITY)
    (told,) = news(x, s, conquer(x, s, AUSTRIA, []), m.Done(), ["english"])
    assert told.title == "You have lost Austria"
    assert "held by the French side" in told.text
    assert "may choose a side" in told.text
    (other,) = news(x, s, conquer(x, s, AUSTRIA, []), m.Done(), ["french"])
    assert other.title == "Austria is conquered"


def test_a_peace_that_is_granted_is_told_to_both_sides_and_a_refusal_is_not() -> None:
    x = context()
    s = campaign(x, segment="anti-French", control={"Vienna": "France"}, agenda=(SuitForPeace(AUSTRIA),))
    asked = play(x, s, m.SueForPeace(AUSTRIA))
    granted = play(x, asked, m.Accept())
    assert [n.title for n in news(x, asked, granted, m.Accept(), ["english"])] == ["Your Austria has its peace"]
    assert [n.title for n in news(x, asked, granted, m.Accept(), ["french"])] == ["Peace with Austria"]
    assert not list(news(x, asked, play(x, asked, m.Done()), m.Done(), ["english"]))
    assert not list(news(x, s, asked, m.SueForPeace(AUSTRIA), ["english"]))


@pytest.mark.parametrize(
    ("status", "now", "commands"),
    [
        ("neutral", "pro-French", "french"),
        ("neutral", "anti-French", "english"),
        ("pro-French", "neutral", ""),
        ("anti-French", "neutral", ""),
        ("pro-French", "anti-French", "english"),
    ],
)
def test_d_3_a_state_without_a_player_is_commanded_by_the_side_that_it_has_joined(
    status: str, now: str, commands: str
) -> None:
    x = context()
    before, after = (
        replace(s, status=(*s.status[:PRUSSIA], FACTION_OF[which], *s.status[PRUSSIA + 1 :]))
        for s, which in ((campaign(x), status), (campaign(x), now))
    )
    for seat in ("french", "english"):
        (told,) = news(x, before, after, m.Done(), [seat])
        assert told.text.endswith("You command it.") is (seat == commands)


def test_a_major_that_changes_sides_is_told_to_everybody_and_not_kept_over_ones_own_moves() -> None:
    game = napwidgets.new_game("wap/grand-campaign", seed="1806")
    players = make_players(game.engine, "1806", {}, default="steady")
    table, told = Table(game, {"english": "steady"}), list[str]()
    while not table.news:
        decision = table.game.decision
        assert decision is not None
        choice = players[decision.seat].choose(game.engine, table.game.view(decision.seat), decision.seat)
        table.play(choice, decision.seat)
    told += [n.title for n in table.news]
    after = table.game
    assert after.parent is not None
    sides = zip(NATIONS, after.parent.state.status, after.state.status, strict=False)  # type: ignore[attr-defined]
    turned = [(name, now) for name, before, now in sides if before != now]
    ends = ("leaves the war", "now fights beside France", "now fights against France")
    assert told == [f"{name} {ends[now]}" for name, now in turned]
    assert len(told) == 1
    while table.computer_moves:
        table.step()
    assert [n.title for n in table.news][:1] == told, "what the computers do next does not wipe it off"
    table.play(table.game.moves()[0])
    assert not table.news
