"""The list of what can be done, where it is long."""

from __future__ import annotations

import re

import napwidgets
from napwidgets.players.registry import make_players
from napwidgets.systems.con.marching import Marching
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel


def test_places_with_a_name_come_before_mere_hexes() -> None:
    game = napwidgets.new_game("con/belgium-1815")
    players = make_players(game.engine, "a", {}, default="recruit")
    while not (isinstance(game.state.agenda[-1], Marching) and len(game.moves()) > 40):
        assert game.decision is not None
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
    assert game.decision is not None
    others = [seat for seat in game.engine.seats if seat != game.decision.seat]
    panel = ActionPanel(Table(game, {game.decision.seat: PERSON, **dict.fromkeys(others, "recruit")}))
    panel.do_fold("g-Where to")
    told = re.findall(r"To ([^<]+)", panel.html)
    mere = [bool(re.match(r"\d{4}\b", name)) for name in told]
    assert mere == sorted(mere)
    assert len(set(mere)) == 2, "some have a name, some have none"
