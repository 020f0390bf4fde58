"""A lesson by keyboard: from the lobby to a task, a wrong answer, a right one, and both found again."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_a_lesson_by_keyboard(context: Any, server: str) -> None:
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(server)
    page.focus(".nw-lessons a[href='lessons/combat-lab']")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.nl-ask")
    assert page.title() == "The Combat Lab"
    slider = page.locator(".nl-controls input[type=range]").first
    assert slider.evaluate("e => getComputedStyle(e).accentColor") == "rgb(47, 77, 126)", "the blue of all sliders"
    field = page.locator("form.nl-ask input[name=given]").first
    field.focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not yet: 3 strength points")
    assert page.evaluate("document.activeElement.name") == "given"
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Right: 9 strength points")
    page.reload()
    page.wait_for_selector("text=Right: 9 strength points")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert troubles == []
    page.close()


def test_a_lesson_that_is_mistyped_leads_to_their_list(context: Any, server: str) -> None:
    page = context.new_page()
    page.goto(f"{server}lessons/combat")
    page.wait_for_selector("a:has-text('The Combat Lab')")
    assert page.url == f"{server}lessons/"
    page.close()


def test_a_lesson_in_german(context: Any, server: str) -> None:
    page = context.new_page()
    page.goto(f"{server}lessons/why-leipzig")
    page.wait_for_selector(".nl-ways")
    prose = page.locator(".jp-RenderedMarkdown p")
    assert "armistice ended" in prose.first.inner_text()
    page.evaluate("localStorage.setItem('nw-language', 'de')")
    page.reload()
    page.wait_for_selector("h1:has-text('Warum Leipzig?')")
    assert "Waffenstillstand" in prose.first.inner_text()
    assert prose.nth(1).locator("em").inner_text() == "Jours de Gloire"
    assert page.locator("h1 a.anchor-link").get_attribute("href") == "#Why-Leipzig?"
    page.evaluate("localStorage.removeItem('nw-language')")
    page.close()


def test_words_of_a_title_are_not_explained(context: Any, server: str) -> None:
    page = context.new_page()
    page.goto(f"{server}lessons/first-steps")
    line = page.locator("li", has_text="First Steps, as Ney")
    line.wait_for()
    page.wait_for_selector(".nl .nw-term:text-is('step')")
    assert line.locator(".nw-term").count() == 0
    page.close()


def test_on_a_telephone_the_coach_leads_to_the_place_to_press(context: Any, server: str) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}lessons/first-steps")
    show = page.locator(".nl-small-screen [data-skip]")
    show.wait_for()
    page.wait_for_selector(".nl-coached .nw-actions")
    where = page.locator(str(show.get_attribute("data-skip"))).first
    where.wait_for(state="attached")
    inside = "n => { const r = n.getBoundingClientRect(); return r.top < innerHeight && r.bottom > 0 && r.height > 0; }"
    page.evaluate("scrollTo(0, 0)")
    show.scroll_into_view_if_needed()
    assert not where.evaluate(inside)
    show.click()
    there = "document.querySelector(document.querySelector('.nl-coach [data-skip]').dataset.skip)"
    page.wait_for_function(f"({inside})({there})")
    page.close()
