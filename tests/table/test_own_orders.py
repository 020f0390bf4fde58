"""Orders about places without a name: by a click on the map and the pad, for commanders (20.2) and for leaders who act
on their own (20.11).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Subject
from napwidgets.systems.tactical.command.compliance import column, shift_for
from napwidgets.systems.tactical.command.initiative import initiative_odds, own_rating
from napwidgets.systems.tactical.command.targets import in_reach, may_name
from napwidgets.systems.tactical.core.moves import Send, TryInitiative
from napwidgets.systems.tactical.core.state import RESERVE
from napwidgets.systems.telling import signed
from napwidgets.table.table import Table
from napwidgets.widgets import ActionPanel, HexMap, OrderPad
from napwidgets.widgets.order_pad import FEW
from tests.table.test_whynot import at, played


def asked(scenario: str, kind: str) -> Table:
    return played(scenario, lambda g: g.decision is not None and g.decision.kind == kind and bool(at(g).subjects()))


def context(table: Table) -> Any:
    return table.game.engine.context_at(table.view())  # type: ignore[attr-defined]


def blind(table: Table) -> Subject:
    """Somebody who sees no place with a name, but others."""
    return next(s for s in table.subjects() if table.presenter.unnamed(table.view(), s.id))  # type: ignore[attr-defined]


def click(board: HexMap, hex: int) -> None:
    board._handle_custom_msg({"kind": "pick", "hex": hex}, [])


def filled(pad: OrderPad, id: str) -> str:
    assert pad._draft is not None
    return next(f.value for f in pad._draft.fields if f.id == id)


def test_20_11_a_leader_tries_an_order_about_a_place_without_a_name() -> None:
    table = asked("mop/champaubert", "initiative")
    x, subject = context(table), blind(table)
    pad, board = OrderPad(table), HexMap(table)
    table.pick(subject.hex, subject.id)
    seen = [h for h in sorted(in_reach(x, subject.hex)) if x.sees(table.view(), subject.hex, h) and h != subject.hex]
    free = next(h for h in seen if not table.presenter.subject_at(table.view(), h))
    click(board, free)
    assert table.notice.text == ""
    assert (filled(pad, "to"), filled(pad, "target")) == (subject.id[2:], str(free))
    pad.set("kind", "march")
    draft = pad._draft
    assert draft is not None
    move = draft.move
    assert isinstance(move, TryInitiative)
    assert (move.kind, move.target) == ("march", free)
    odds = initiative_odds(x, own_rating(x, table.view(), move.by, "march"))
    assert draft.chances is not None
    told = {words: Fraction(s.exact) for s in draft.chances.shares for words in [s.label]}
    assert told == {
        "he acts": odds["acts"],
        "nothing comes of it": odds["nothing"],
        "the enemy chooses his order": odds["bad"],
    }
    pad.do_send("")
    assert move.by in table.game.state.agenda[-1].tried or table.decision.kind == "bad-move"  # type: ignore[union-attr]


def test_20_11_what_he_does_not_see_or_orders_do_not_reach_is_refused_by_name() -> None:
    table = asked("mop/champaubert", "initiative")
    x, subject = context(table), blind(table)
    pad, board = OrderPad(table), HexMap(table)
    empty = [h for h in range(x.board.size) if not table.presenter.subject_at(table.view(), h)]
    hidden = next(h for h in empty if h in in_reach(x, subject.hex) and not x.sees(table.view(), subject.hex, h))
    far = next(h for h in empty if x.setting.passable[h] and not may_name(x, subject.hex, h))
    for hex, why, cites in ((hidden, "can't see", "NLC 20.11"), (far, "within 10 MP", "NLC 20.2")):
        table.pick(subject.hex, subject.id)
        click(board, hex)
        assert why in table.notice.text
        assert cites in table.notice.cites
        assert table.focus.subject == subject.id
        assert filled(pad, "target") == ""
        assert pad._draft is not None
        assert pad._draft.move is None


def test_20_11_the_list_says_who_has_an_order_on_the_pad_only() -> None:
    words = "He sees no place with a name."
    table = asked("mop/champaubert", "initiative")
    subject = next(s for s in table.subjects() if table.presenter.unnamed(table.view(), s.id) and s.id == "c:5")  # type: ignore[attr-defined]
    table.pick(subject.hex, subject.id)
    page = ActionPanel(table).body()
    assert page.index("Marmont: Reserve") < page.index(words)
    assert "on the pad</small>" not in page
    # A division that is told to rest already has nothing left in the list.
    game, state = table.game, table.game.state.command(5, active=True, order=RESERVE)  # type: ignore[attr-defined]
    rests = at(Game(game.engine, state, game.seed, game.position, None, game.last))
    rests.pick(subject.hex, subject.id)
    page = ActionPanel(rests).body()
    assert words in page
    assert page.count("on the pad</small>") == 1
    # Who sees a place with a name is told nothing of the kind.
    sees = next(s for s in table.subjects() if any(o.move.target >= 0 for o in table.options(s.id)))  # type: ignore[attr-defined]
    table.pick(sees.hex, sees.id)
    assert words not in ActionPanel(table).body()


def test_20_11_who_has_tried_is_not_asked_again_but_another_is() -> None:
    table = asked("mop/champaubert", "initiative")
    step: Any = table.game.state.agenda[-1]  # type: ignore[attr-defined]
    x, view = context(table), table.view()
    c, both = next((c, by) for c in range(len(x.setting.commands)) if len(by := step.left(x, view, c)) == 2)
    assert replace(step, tried=tuple(both[:1])).left(x, view, c) == both[1:]
    tried = replace(step, tried=tuple(both))
    assert tried.left(x, view, c) == []
    assert not tried.unnamed(x, view, c)


def test_20_11_who_sees_nothing_that_has_a_road_has_no_choice() -> None:
    def lost(table: Table) -> list[Subject]:
        x, view = context(table), table.view()
        step: Any = table.game.state.agenda[-1]  # type: ignore[attr-defined]
        eyes = {s.id: [view.leaders[i].hex for i in step.left(x, view, int(s.id[2:]))] for s in table.subjects()}
        blind = [s for s in table.subjects() if all(o.move.target < 0 for o in table.options(s.id))]  # type: ignore[attr-defined]
        return [s for s in blind if not any(x.sees(view, e, h) for e in eyes[s.id] for h in in_reach(x, s.hex))]

    table = played(
        "mop/la-rothiere", lambda g: g.decision is not None and g.decision.kind == "initiative" and bool(lost(at(g)))
    )
    subject = lost(table)[0]
    assert in_reach(context(table), subject.hex)
    assert table.presenter.unnamed(table.view(), subject.id) == ""  # type: ignore[attr-defined]


def test_20_2_a_click_on_a_road_without_a_name_fills_in_the_pad_and_says_nothing() -> None:
    table = asked("nlc/quatre-bras", "orders")
    x = context(table)
    pad, board = OrderPad(table), HexMap(table)
    subject = next(s for s in table.subjects() if table.options(s.id))
    table.pick(subject.hex, subject.id)
    named = set(x.setting.named)
    road = next(
        h
        for h in sorted(in_reach(x, subject.hex))
        if h not in named and not table.presenter.subject_at(table.view(), h)
    )
    click(board, road)
    assert table.notice.text == ""
    assert table.focus.subject == subject.id
    assert filled(pad, "target") == str(road)
    assert pad._draft is not None
    assert isinstance(pad._draft.move, Send)
    # A counter that is dragged there means the same.
    table.pick()
    counter = next(c for c in table.scene().counters if c.hex == subject.hex and board._subject_of(c.id) == subject.id)
    board._handle_custom_msg({"kind": "drop", "unit": counter.id, "hex": road}, [])
    assert table.notice.text == ""
    assert (filled(pad, "to"), filled(pad, "target")) == (subject.id[2:], str(road))


@pytest.mark.parametrize("markers", [False, True])
def test_20_2_what_orders_may_name(markers: bool) -> None:
    game = napwidgets.new_game("nlc/quatre-bras", seed="o", options={"order_markers": markers})
    x: Any = game.engine.context_at(game.state)  # type: ignore[attr-defined]
    here = x.leader_hex(game.state, 0)
    reach = in_reach(x, here)
    allowed = {h for h in range(-1, x.board.size + 1) if may_name(x, here, h)}
    assert allowed == ({h for h in range(x.board.size) if x.setting.passable[h]} if markers else set(reach))


def test_the_engine_refuses_what_the_pad_does_not_offer() -> None:
    table = asked("mop/champaubert", "initiative")
    x, subject = context(table), blind(table)
    c = int(subject.id[2:])
    by = table.game.state.agenda[-1].left(x, table.view(), c)[0]  # type: ignore[attr-defined]
    hidden = next(h for h in sorted(in_reach(x, subject.hex)) if not x.sees(table.view(), subject.hex, h))
    seat = table.game.decision.seat  # type: ignore[union-attr]
    with pytest.raises(IllegalMove, match="can't see"):
        table.game.engine.check(table.view(), seat, TryInitiative(c, "march", hidden, by))


@pytest.mark.parametrize(("sent", "folded"), [(FEW, False), (FEW + 1, True)])
def test_many_orders_on_their_way_open_on_demand(sent: int, folded: bool) -> None:
    table = asked("mop/champaubert", "initiative")
    pad = OrderPad(table)
    known = list(table.presenter.dispatches(table.view(), table.eyes))
    assert len(known) > sent
    html = pad._sent(known[:sent])
    assert (f"On their way: {sent}" in html, html.count("<li>")) == (folded, 0 if folded else sent)
    if folded:
        pad.do_fold("sent")
        assert pad._sent(known[:sent]).count("<li>") == sent


def test_20_7_the_pad_says_where_the_column_of_an_order_comes_from() -> None:
    table = asked("nlc/quatre-bras", "orders")
    x, view, shifts = context(table), table.view(), set[int]()
    for subject in table.subjects():
        table.pick(subject.hex, subject.id)
        pad = OrderPad(table)
        assert pad._draft is not None
        places = next(field.choices for field in pad._draft.fields if field.id == "target")
        pad.set("target", places[1][0])
        for kind in ("defend", "attack"):
            pad.set("kind", kind)
            draft = pad._draft
            if draft is None or draft.chances is None:
                continue
            move = draft.move
            number = column(x, view, move.sender, move.to, shift_for(x, view, move))
            gives, takes = x.rating(view, move.sender), x.recipient_rating(view, move.to)
            shift = number - gives - takes
            told = f": column {number} ({x.setting.leaders[move.sender].name} {gives}, "
            told += f"{x.setting.commands[move.to].name} {takes}{f', shifted by {signed(shift)}' if shift else ''})"
            assert draft.chances.title.endswith(told)
            shifts.add(shift)
    assert len(shifts) > 1
    assert 0 in shifts
