"""The Campaigns of Napoleon in a real browser: a vedette rides out, scouts report, a guess is sealed, a combat is
fought and the beaten are pursued.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.systems.con.moves import Guess, Pursue, Screen
from napwidgets.systems.tactical.face.overlays import flags as targets
from tests.browser.conftest import Watched
from tests.browser.test_campaign import go_on
from tests.browser.test_table import moves, press

pytestmark = pytest.mark.browser


def until(kind: str, found: Callable[[Game], bool] = lambda game: True) -> Game:
    """A game of Belgium between computers up to a decision of the French."""
    for seed in map(str, range(9)):
        game = napwidgets.new_game("con/belgium-1815", seed=seed)
        players = make_players(game.engine, seed, dict.fromkeys(game.engine.seats, "steady"))
        while (decision := game.decision) is not None:
            if (decision.kind, decision.seat) == (kind, "french") and found(game):
                return game
            game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise AssertionError("no game came to it")


def offers(kind: type) -> Callable[[Game], bool]:
    """Whether a decision offers a move of a kind."""
    return lambda game: any(isinstance(option.move, kind) for option in game.options())


def test_a_vedette_is_sent_out_and_the_command_desk_tells_what_orders_cost(watched: Watched) -> None:
    game = until("organization")
    rides = ((s.id, o) for s in game.subjects() for o in game.options(s.id) if isinstance(o.move, Screen))
    subject, option = next(rides)
    page = go_on(watched, game)
    number = moves(page)
    page.get_by_role("button", name="Command", exact=True).first.click()
    watched.quiet()
    assert "administrative points" in page.locator(".nw-command").inner_text()
    page.keyboard.press("Escape")
    page.locator(f"[data-key='about-{subject}']").click()
    watched.quiet()
    press(watched, f".nw-option:has-text(\"{option.label.text}\")")
    assert moves(page) == number + 1
    watched.clean()


def test_a_guess_is_chosen_by_what_it_is_worth_and_stays_sealed(watched: Watched) -> None:
    game = until("guess", lambda game: bool(game.view("french").reports))
    page = go_on(watched, game)
    number = moves(page)
    panel = page.locator(".nw-at-right").inner_text()
    assert "What your chit is worth" in panel
    assert "the right chit" in panel
    assert "Scouts report" in page.locator(".nw-lines").inner_text()
    chit = next(o for o in game.options() if isinstance(o.move, Guess) and o.move.chit == "corps")
    press(watched, f".nw-option:has-text(\"{chit.label.text}\")")
    assert moves(page) > number
    hidden = [fight.guesses[1] for fight in game.view("french").fights]
    assert set(hidden) <= {"", "?"}
    watched.clean()


def test_on_a_telephone_the_worth_of_a_guess_is_seen_at_once(watched: Watched) -> None:
    page = go_on(watched, until("guess", lambda game: bool(game.view("french").reports)))
    page.set_viewport_size({"width": 390, "height": 844})
    watched.quiet()
    box = page.locator(".nw-game").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert box["x"] + box["width"] <= 390
    page.set_viewport_size({"width": 1280, "height": 720})
    watched.clean()


def test_the_head_of_the_table_shows_its_paragraph_whole(watched: Watched) -> None:
    page = go_on(watched, until("stakes"))
    # The longest words that stand beside it.
    page.locator(".nw-who b").evaluate("b => { b.textContent = 'Coalition'; }")
    cite, head = page.locator(".nw-sky .nw-cite"), page.locator(".nw-sky")
    assert cite.inner_text() == "CON base: weather"
    inner, outer = cite.bounding_box(), head.bounding_box()
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    watched.clean()


def test_a_combat_is_studied_before_the_stakes_and_fought(watched: Watched) -> None:
    page = go_on(watched, until("stakes"))
    number = moves(page)
    # A paragraph tells how it is read where it is unclear, within the window however much that is.
    page.locator(".nw-at-foot .nw-cite").first.evaluate("mark => mark.click()")
    told = page.locator(".nw-paragraph:popover-open")
    told.locator("summary").first.click()
    told.locator("details p").first.wait_for()
    page.wait_for_function("""() => {
        const paper = document.querySelector(".nw-paragraph:popover-open").getBoundingClientRect();
        return paper.top >= 0 && paper.bottom <= innerHeight;
    }""")
    page.keyboard.press("Escape")
    assert "The French win" in page.locator(".nw-at-right").inner_text()
    press(watched, ".nw-option:has-text(\"Stake nothing\")")
    assert moves(page) > number
    assert "CON 10.5" in page.locator(".nw-at-foot").inner_text()
    watched.clean()


def test_the_beaten_are_pursued(watched: Watched) -> None:
    game = until("follow", offers(Pursue))
    page = go_on(watched, game)
    number = moves(page)
    words = next(o.label.text for o in game.options() if isinstance(o.move, Pursue))
    press(watched, f".nw-option:has-text(\"{words}\")")
    assert moves(page) > number
    assert "The pursuit goes" in page.locator(".nw-at-foot").inner_text()
    watched.clean()


#: Of the flags on a map how far the cloth of each is hidden by its counter, and whether it lies on a name.
FLAGS = """() => {
  const boxes = (q, root = document) => [...root.querySelectorAll(q)].map((e) => e.getBoundingClientRect());
  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const plates = boxes('.nw-l-units rect:not(.nw-shadow)');
  const names = boxes('.nw-l-names text')
    .map((b) => ({ left: b.left + 2, right: b.right - 2, top: b.top + 4, bottom: b.bottom - 5 }));
  return boxes('.nw-flag path:last-child').map((cloth) =>
    [plates.some((b) => over(b, cloth) > 0.1 * cloth.width * cloth.height), names.some((b) => over(b, cloth) > 0)]);
}"""


def test_flags_look_out_over_counters_and_lie_on_no_name_and_figures_stay_with_their_signs(watched: Watched) -> None:
    page = watched.open(napwidgets.new_game("con/learning", seed="1"))
    flags = page.evaluate(FLAGS)
    assert len(flags) >= 4
    assert flags == [[False, False]] * len(flags)
    page.click(".nw-tools button:text-is('+')")
    watched.quiet()
    assert page.evaluate(FLAGS) == flags
    told = page.locator(".nw-at-right").text_content()
    assert "50\u00a0%" in told
    assert " %" not in told
    watched.clean()


def test_flags_of_targets_look_out_over_counters_of_a_battle_too(watched: Watched) -> None:
    game = napwidgets.new_game("nlc/quatre-bras", {"order_markers": True, "advanced_targets": True}, seed="1812")
    players = make_players(game.engine, "1812", {}, default="steady")
    while (decision := game.decision) is not None:
        view = game.view("french")
        flags = {h for side in (0, 1) for h, _ in targets(game.engine.context, view, side)}
        if decision.seat == "french" and len(flags & {unit.hex for unit in view.units}) > 2:
            break
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    page = watched.open(game)
    hidden = [covered for covered, _ in page.evaluate(FLAGS)]
    assert len(hidden) > 2
    assert not any(hidden)
    watched.clean()
