"""Where the keyboard is after what one does: never lost, never behind a question, never under something."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.players.registry import make_players
from napwidgets.scenarios import load_game, new_game
from napwidgets.table.seats import PERSON
from tests.browser.conftest import ROOT, Watched, ready
from tests.browser.test_table import tab_to, to_movement

pytestmark = pytest.mark.browser

#: What has the keyboard, and whether it is in sight.
AT = "() => document.activeElement.matches('{0}')"
#: How far what has the keyboard reaches below the top of the panel that stays at the foot of the lobby.
COVERED = """() => {
  const now = document.activeElement, brief = document.querySelector('.nw-brief');
  const after = brief.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
  return after || brief.contains(now) ? 0 : now.getBoundingClientRect().bottom - brief.getBoundingClientRect().top;
}"""


def at(page: Any, selector: str) -> None:
    """Waits until something that matches has the keyboard."""
    page.wait_for_function(AT.format(selector))


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_nothing_in_the_lobby_has_the_keyboard_under_what_is_chosen(watched: Watched, size: tuple[int, int]) -> None:
    page = watched.lobby()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for _ in range(45):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) <= 1, page.evaluate("document.activeElement.innerText")


def test_a_lesson_begins_at_its_top_and_an_answer_keeps_the_keyboard(context: Any, server: str) -> None:
    page = context.new_page()
    page.goto(f"{server}lessons/concentrate")
    page.wait_for_selector(".nw-actions .nw-subject")
    page.wait_for_timeout(500)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Lobby", "not in the game, far below"
    ring = page.evaluate("""() => {
      const now = document.activeElement, box = now.closest('.jp-OutputArea-output').getBoundingClientRect();
      return now.getBoundingClientRect().top - box.top;
    }""")
    assert ring >= 4, "the ring round the first line is not cut off"
    task = page.locator("article:has(form.nl-ask)").first
    task.locator("input[name=given]").fill("13")
    task.locator("button[type=submit]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not yet: 13 strength points")
    at(page, "form.nl-ask button")
    assert page.locator("text=Not yet: 13").bounding_box()["y"] < page.viewport_size["height"]
    task.locator("input[name=given]").fill("132")
    task.locator("button[type=submit]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Right: 132 strength points")
    at(page, ".nl-yes")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article').innerText").startswith("Task 2")
    page.set_viewport_size({"width": 390, "height": 844})
    cut = page.locator(".nl-over").evaluate_all("boxes => boxes.map(b => b.scrollWidth - b.clientWidth)")
    assert max(cut) <= 0, "a telephone is wide enough for the tables"
    page.close()


def test_a_question_about_dice_holds_the_keyboard_and_gives_it_to_the_first_choice(watched: Watched) -> None:
    page = watched.asked_for_dice()
    fields = page.locator(".nw-veil input").count()
    for back in (False, True):
        for _ in range(fields + 4):
            page.keyboard.press("Shift+Tab" if back else "Tab")
            assert page.evaluate("!!document.activeElement.closest('[role=dialog]')"), "behind it nothing can be had"
    for _ in range(12):
        watched.settle()
        if not page.locator(".nw-veil").count():
            break
        at(page, ".nw-veil :is(input, button)")
        if page.locator(".nw-veil input").count():
            at(page, ".nw-veil input")
            for _ in range(page.locator(".nw-veil input").count()):
                page.keyboard.type("3")
                page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    watched.settle()
    # Something else is decided now: Enter on what is called Done again would end it unseen.
    page.wait_for_function("() => document.activeElement.closest('.nw-actions')")
    first = page.locator(".nw-actions :is(.nw-subject, .nw-option, .nw-alone [data-do])").first
    assert first.evaluate("e => e === document.activeElement")
    watched.clean()


def test_who_comes_back_to_the_present_can_decide_at_once(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    page.locator(".nw-actions .nw-subject").first.focus()
    for back in ("present", "branch"):
        page.focus(".nw-scrub input[type=range]")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("text=You are looking at the game")
        watched.quiet()
        page.focus(f".nw-status [data-do={back}]")
        page.keyboard.press("Enter")
        at(page, ".nw-actions :is(.nw-subject, .nw-option, .nw-b)")
    watched.clean()


def test_who_comes_back_with_the_choices_folded_away_has_the_button_that_unfolds_them(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    page.click("[data-fold=nw-hide-right]")
    page.focus(".nw-scrub input[type=range]")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("text=You are looking at the game")
    watched.quiet()
    page.focus(".nw-status [data-do=present]")
    page.keyboard.press("Enter")
    at(page, "[data-fold=nw-hide-right]")
    watched.clean()


def test_the_board_shows_that_it_has_the_keyboard(watched: Watched) -> None:
    page = watched.play()
    assert tab_to(page, ".nw-board")
    border = "() => getComputedStyle(document.querySelector('.nw-map-frame'), '::after').borderTopWidth"
    assert page.evaluate(border) == "3px"
    page.keyboard.press("Tab")
    assert page.evaluate(border) != "3px"
    watched.clean()


def test_the_newest_is_in_sight_again_when_the_keyboard_has_gone_through_the_list(watched: Watched) -> None:
    game = load_game(ROOT / "tests" / "golden" / "first-steps.farm-held.nap.json").at(30)
    page = watched.open(game, **dict.fromkeys(game.engine.seats, PERSON))
    if page.locator(".nw-veil button").count():
        page.click(".nw-veil button")
        watched.settle()
    lines = page.locator(".nw-chronicle .nw-lines")
    assert lines.evaluate("e => e.scrollHeight > e.clientHeight + 20")
    jumps = lines.locator("li > button")
    assert jumps.count() > 8
    assert lines.locator("li > button:not([tabindex])").count() == 1, "Tab need not go through all of them"
    assert tab_to(page, ".nw-lines li > button")
    for step in (1, 2, 3, 4, 5, 6, 5):
        page.keyboard.press(
            "ArrowDown" if jumps.nth(step - 1).evaluate("e => e === document.activeElement") else "ArrowUp"
        )
        assert jumps.nth(step).evaluate("e => e === document.activeElement")
    assert lines.evaluate("e => e.scrollTop") > 0
    assert tab_to(page, ".nw-whole")
    page.wait_for_function("() => document.querySelector('.nw-chronicle .nw-lines').scrollTop === 0")
    watched.clean()


def test_the_debrief_has_the_keyboard_while_it_lies_over_the_table(watched: Watched) -> None:
    game = load_game(ROOT / "tests" / "golden" / "first-steps.farm-held.nap.json")
    page = watched.open(game, **dict.fromkeys(game.engine.seats, PERSON))
    for _ in range(2):
        page.focus(".nw-actions [data-do=debrief]")
        page.keyboard.press("Enter")
        at(page, ".nw-debrief-box .nw-shut")
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('.nw-debrief-box')")
        page.keyboard.press("Escape")
        at(page, ".nw-actions [data-do=debrief]")
    watched.clean()


def test_a_room_and_an_invitation_begin_with_their_heading(watched: Watched) -> None:
    page = watched.lobby()
    for name, heading in (
        ("room", "A room for a class: "),
        ("invite", "Invite somebody: "),
        ("join", "Come into a room"),
    ):
        page.focus(f"[data-do={name}]")
        page.keyboard.press("Enter")
        at(page, "h1[data-begin]")
        assert page.evaluate("document.activeElement.innerText").startswith(heading)
        assert page.locator("text=napwidgets host --public").count() == (name != "join")
        page.click("[data-do=back]")
        page.wait_for_selector(".nw-go")
    watched.clean()


def test_a_die_that_can_not_be_is_refused_in_our_words(watched: Watched) -> None:
    page = watched.asked_for_dice()
    page.evaluate("document.addEventListener('invalid', () => { document.body.dataset.bubble = 1; }, true)")
    wanted, refused = page.locator(".nw-veil h2").inner_text(), page.locator(".nw-veil [role=alert]")
    for wrong in ("9", "1.5", ""):
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        page.keyboard.type(wrong)
        page.keyboard.press("Enter")
        watched.quiet()
        assert refused.inner_text().endswith(f"from 1 to 6 for {wanted}.")
        assert page.locator(".nw-veil input").first.input_value() == wrong
        at(page, ".nw-veil input")
    assert not page.evaluate("document.body.dataset.bubble")
    for _ in range(page.locator(".nw-veil input").count()):
        page.keyboard.type("3")
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("w => document.querySelector('.nw-veil h2')?.textContent != w", arg=wanted)
    assert refused.count() == 0
    watched.clean()


def test_a_decision_begins_at_somebody_who_has_choices(watched: Watched) -> None:
    game = new_game("mop/vauchamps", seed="1")
    players = make_players(game.engine, "1", dict.fromkeys(game.engine.seats, "steady"))
    able = [True]
    while able[0] or not any(able):
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
        able = [bool(game.options(subject.id)) for subject in game.subjects()] or [True]
    page = watched.open(game, **{game.decision.seat: PERSON})
    watched.settle()
    assert page.locator(".nw-subject").first.evaluate("e => e.matches('.nw-idle')")
    at(page, ".nw-subject:not(.nw-idle)")
    watched.clean()


def test_the_dice_before_the_first_move_have_the_keyboard_and_give_it_back(watched: Watched) -> None:
    page = watched.lobby()
    watched.press(".nw-pick[data-arg='con/learning']")
    watched.press("[data-key='dice-typed']")
    page.locator(".nw-go").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".nw-veil")
    page.wait_for_function("document.activeElement.name === 'd0'")
    page.keyboard.press("Escape")
    page.wait_for_function("document.activeElement.matches('.nw-go')")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.name === 'd0'")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    ready(page)
    watched.clean()


@pytest.mark.parametrize("scenario", ["nlc/first-steps", "con/learning"])
def test_a_map_s_buttons_are_called_what_they_say_and_p_opens_the_paragraph(watched: Watched, scenario: str) -> None:
    page = watched.open(new_game(scenario))
    watched.settle()
    tools = page.locator(".nw-tools button")
    assert tools.count() > 5
    for tool in tools.all():
        said = tool.inner_text()
        named = page.get_by_role("button", name=said if said[0].isalpha() else tool.get_attribute("title"), exact=True)
        assert named.count() == 1, said
    page.locator("[role=application]").first.focus()
    page.keyboard.press("p")
    page.locator(".nw-paragraph:popover-open").wait_for()
    page.keyboard.press("Escape")
    page.locator(".nw-paragraph:popover-open").wait_for(state="hidden")
    at(page, "[role=application]")
    watched.clean()
