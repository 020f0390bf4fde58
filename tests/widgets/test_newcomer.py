"""What a newcomer at the table stumbled over: texts and controls that must say and do what they seem to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.system import End
from napwidgets.language.speech import speech
from napwidgets.table.table import Table
from napwidgets.widgets import ActionPanel, OrderPad, Roster
from napwidgets.widgets.computers import play_computers
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.panels import Header, StatusLine

GOLDEN = Path(__file__).parents[1] / "golden"


def at(kind: str) -> Table:
    """Quatre Bras at the first French decision of a kind."""
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed="1815"), {"allied": "steady"})
    for _ in range(20):
        play_computers(table)
        if table.decision is not None and table.decision.kind == kind:
            return table
        table.play(table.options()[0].move)
    raise AssertionError(f"no {kind} came")


def addressee(pad: OrderPad) -> str:
    assert pad._draft is not None
    return next(f.value for f in pad._draft.fields if f.id == "to")


def test_the_addressee_can_be_changed_while_a_formation_is_picked_on_the_map() -> None:
    table = at("orders")
    pad = OrderPad(table)
    first, second = [s for s in table.subjects() if s.id.startswith("c:")][:2]
    table.pick(first.hex, first.id)
    assert addressee(pad) == first.id[2:]
    pad.set("to", second.id[2:])
    pad.set("kind", "march")
    assert addressee(pad) == second.id[2:]
    table.pick(second.hex, second.id)
    table.pick(first.hex, first.id)
    assert addressee(pad) == first.id[2:]


def test_done_says_what_one_is_done_with() -> None:
    for kind, words in (("initiative", "no leader tries"), ("orders", "no more orders")):
        assert words in ActionPanel(at(kind)).html


def test_a_folded_list_says_whose_moves_it_holds() -> None:
    assert re.search(r"<summary [^>]*>French HQ: \d+ choices</summary>", ActionPanel(at("orders")).html)


def test_the_roster_says_what_decides_the_battle_until_it_is_decided() -> None:
    table = at("initiative")
    html = Roster(table).html
    for words in ("French victory", "after 8 PM: Quatre Bras (0909) French", "Anglo-Allied Army loses 16 SP", "A draw"):
        assert words in html
    over = replace(table.game.state, ended=End("draw", None))
    assert not any("victory" in fact.name for fact in table.presenter.standing(over))


def test_the_level_of_an_army_is_that_of_now() -> None:
    table = at("initiative")
    state = table.game.state
    fallen = replace(state, hqs=tuple(replace(hq, lost=True) for hq in state.hqs))
    before, after = (table.presenter.standing(s)[0] for s in (state, fallen))
    assert (before.name, before.value) == ("Army of the North (left wing): demoralized at 15 SP", "0 SP eliminated")
    level = after.name.split()[-2]
    assert int(level) < 15
    assert f"loses {level} SP" in " ".join(f.value for f in table.presenter.standing(fallen))


def test_where_points_decide_the_panel_says_what_each_place_brings_and_how_they_stand() -> None:
    game = napwidgets.new_game("nlc/wavre", seed="points")
    state: Any = game.state
    context: Any = game.engine.context
    face, town = Table(game, {}).presenter, context.board.number("1307")
    fallen = replace(state, control=tuple(1 if h == town else side for h, side in enumerate(state.control)))
    for s, points, held in ((state, ("0", "29"), "Prussian, 9 points"), (fallen, ("3", "20"), "French, 3 points")):
        facts = {fact.name: fact for fact in face.standing(s)}
        assert (facts["French: points"].value, facts["Prussian: points"].value) == points
        assert facts["Wavre (1307)"].value == held
        assert "French 3, Prussian 9" in facts["Wavre (1307)"].note
        assert "Wavre and La Bawette (1207)" in facts, "a hex without a name goes by what brings the points"
        assert facts["More points win"].value == "after 9 PM: none of the others"
    table = at("initiative")
    facts = {fact.name: fact for fact in table.presenter.standing(table.game.state)}
    assert facts["Quatre Bras (0909)"].value == "Anglo-Allied", "who holds it decides, not points"
    assert not any("points" in name for name in facts)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("quatre-bras.french-broken", "Anglo-Allied victory."),
        ("wavre.nightfall", "Prussian victory, 10 points to 7."),
        ("champaubert.nightfall", "Decisive French victory, 8 points to 0."),
        ("germany-1813-1.draw", ""),
    ],
)
def test_the_end_says_who_has_won_where_its_title_does_not(name: str, told: str) -> None:
    table = Table(napwidgets.load_game(GOLDEN / f"{name}.nap.json"), {})
    assert table.won == told
    assert told in StatusLine(table).html
    debrief = Debrief(table)
    assert told in debrief.html
    for code in ("fr", "de"):
        assert not speech(code).missing(told)


def test_a_paragraph_beside_a_value_does_not_look_like_one() -> None:
    html = Roster(at("initiative")).html
    assert "§ 11</small>" in html
    assert not re.search(r'nw-cite">[\d.]+<', html)


def test_before_the_first_move_the_choices_stand_beside_what_decides_the_battle() -> None:
    table = at("initiative")
    assert table.game.number == 0
    panel = ActionPanel(table)
    assert "What decides the battle" in panel.html
    table.play(table.options()[0].move)
    assert "What decides the battle" not in panel.html


def test_an_earlier_moment_says_how_to_leave_it() -> None:
    table = at("orders")
    table.goto(0)
    assert "earlier moment" in ActionPanel(table).html
    assert "Initiative" in Header(table).html
    table.goto(None)
    assert "Orders" in Header(table).html
