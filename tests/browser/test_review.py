"""The review in a real browser: worked out on demand, its chart drawn, a stroke of luck a click away."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Watched
from tests.browser.test_campaign import go_on
from tests.lab.test_luck import play

pytestmark = pytest.mark.browser


def test_a_finished_battle_is_reviewed_and_its_moments_are_a_click_away(watched: Watched) -> None:
    page = go_on(watched, play("nlc/first-steps"))
    page.get_by_role("button", name="Review", exact=True).first.click()
    page.get_by_role("button", name="Work it out").first.click()
    page.get_by_role("button", name="Play more games").first.wait_for()
    page.locator(".nw-reviewbox svg path.line").first.wait_for(state="attached")
    box = page.locator(".nw-extra-box").first
    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
    page.locator(".nw-luck [data-do=goto]").first.click()
    page.get_by_text("You are looking at the game after move").first.wait_for()
    box.wait_for(state="hidden")
    watched.clean()
