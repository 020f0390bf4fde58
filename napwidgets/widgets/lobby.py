"""`Lobby`: choose a battle, who sits where, the dice and the optional rules; or load a saved game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from html import escape
from urllib.parse import parse_qs

from napwidgets import scenarios
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.pages import picker
from napwidgets.players.levels import words_for
from napwidgets.players.registry import kinds, usual
from napwidgets.scenarios import ScenarioInfo
from napwidgets.systems.registry import system_of
from napwidgets.systems.telling import sentence
from napwidgets.table.autosave import game_path, read_seats
from napwidgets.table.hold import Hold
from napwidgets.table.seats import PERSON
from napwidgets.table.table import Table
from napwidgets.widgets.cartography import definitions
from napwidgets.widgets.dice import typed_faces
from napwidgets.widgets.first_dice import Beginning
from napwidgets.widgets.lesson_shelf import shelf_html as lessons_html
from napwidgets.widgets.pictures import backdrop, picture
from napwidgets.widgets.sheet import BadMessage, button, do, number_of, skip
from napwidgets.widgets.shelf import Shelf

_TITLE = "Napoleonic battles and campaigns"


@lru_cache(maxsize=32)
def defaults_of(id: str) -> frozenset[str]:
    """The optional rules that a scenario itself asks for."""
    engine = scenarios.load(id)
    known = system_of(engine.system).options.OPTIONS
    return frozenset(name for name, on in engine.chosen.items() if on is True and name in known)


class Lobby(Shelf):
    """The first page. ``opened(game, seats)`` is called when a game is to begin, ``goes_on(id)`` when a kept one is to
    go on; without it there is no shelf of kept games.
    """

    def __init__(
        self,
        opened: Callable[[Game, dict[str, str]], None],
        scenario: str | None = None,
        goes_on: Callable[[str], None] | None = None,
    ) -> None:
        self._opened, self.goes_on = opened, goes_on
        self.infos: list[ScenarioInfo] = scenarios.scenarios()
        self._unreadable = scenarios.unreadable()
        self.chosen = self._first(scenario)
        #: What the page was opened for.
        self._wanted = self.chosen if scenario is not None else ""
        self.seats: dict[str, str] = {}
        self.dice, self.seed = "computer", "1815"
        self.options: set[str] = set(defaults_of(self.chosen)) if self.chosen else set()
        self._notice, self._unread = "", ""
        self._beginning: Beginning | None = None
        super().__init__(None, "nw-lobby")

    def _first(self, scenario: str | None) -> str:
        if scenario is not None:
            return scenarios.info(scenario).id
        return self.infos[0].id if self.infos else ""

    @property
    def info(self) -> ScenarioInfo:
        """The scenario that is chosen."""
        return next(i for i in self.infos if i.id == self.chosen)

    @property
    def sides(self) -> dict[str, str]:
        """The seats with their names, those with it that an option adds."""
        engine = scenarios.load(self.chosen, self._options())
        return {seat: self.info.sides.get(seat, engine.seat_name(seat)) for seat in engine.seats}

    def _options(self) -> dict[str, bool]:
        """The options for the game: those chosen, and those of the scenario that were taken away."""
        return {id: id in self.options for id in sorted(self.options | defaults_of(self.chosen))}

    def body(self) -> str:
        asked = self._beginning.html() if self._beginning is not None else ""
        return asked or self._page()

    def _page(self) -> str:
        told = [self._notice] if self._notice else []
        wrong = "".join(f'<p class="nw-refusal">{escape(words)}</p>' for words in (*told, *self._unreadable))
        if not self.infos:
            return f"<h1>{_TITLE}</h1>{wrong}<p>No scenarios were found.</p>"
        groups = "".join(map(self._group, dict.fromkeys(info.system for info in self.infos)))
        drawn = "".join({backdrop(i.id): None for i in self.infos})
        return (
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{definitions()}{drawn}</svg>'
            f'{skip(f"To Play {self.info.title}", ".nw-go")}{picker()}<h1 data-page="{_TITLE}">{_TITLE}</h1>'
            '<p class="nw-lead">Command an army of Napoleon or against him. You write the orders; whether, when and '
            "how they are carried out is another matter.</p>"
            f'<div role="status" aria-live="polite">{wrong}</div>'
            f"{self.shelf_html()}{lessons_html()}{groups}{self._brief()}"
            f'<div class="nw-setup">{self._dice_html()}{self._options_html()}'
            f"{self._load_html()}</div>"
        )

    def _repr_html_(self) -> str:
        return f"<p>{_TITLE}: run this notebook to choose one and play it.</p>"

    def _group(self, system: str) -> str:
        heading, line = system_of(system).options.ABOUT
        cards = "".join(self._card(info) for info in self.infos if info.system == system)
        return f'<h2>{escape(heading)} <small>{escape(line)}</small></h2><div class="nw-cards">{cards}</div>'

    def _card(self, info: ScenarioInfo) -> str:
        sides = " against ".join(info.sides.values())
        pressed = str(info.id == self.chosen).lower()
        arrive = " data-arrive" if info.id == self.chosen == self._wanted else ""
        battles = f"{info.battles} battles · " if info.battles > 1 else ""
        return (
            f'<button type="button" class="nw-pick" aria-pressed="{pressed}"{arrive} {do("scenario", info.id)}>'
            f'<span class="nw-pic">{picture(info.id)}</span><b>{escape(info.title)}</b><small>{escape(sides)}'
            f"</small>"
            f"<small>{battles}{info.turns} turns · about {_time(info.minutes)} · {escape(info.difficulty)}</small>"
            f"</button>"
        )

    def _brief(self) -> str:
        info = self.info
        return (
            f'<div class="nw-brief"><div><p>{escape(info.summary)}</p><p><b>You learn:</b> '
            f"{escape(info.teaches)} "
            f"<small>{info.units} units · {escape(info.map_size)}</small></p></div>{self._seats_html()}"
            f"{button(f'Play {info.title}', 'start', kind='main nw-go')}{self.ways()}</div>"
        )

    def ways(self) -> str:
        """Other ways to begin than alone at this screen; a lobby that has some says so here."""
        return ""

    def _seats_html(self) -> str:
        info = self.info
        rows = []
        for seat, name in self.sides.items():
            known = {PERSON: ("a person", ""), **{k: words_for(k) for k in kinds(info.system)}}
            chosen = self._kind(seat)
            items = "".join(
                f'<option value="{escape(k)}"{" selected" if chosen == k else ""}>{escape(words)}</option>'
                for k, (words, _) in known.items()
            )
            line = known.get(chosen, ("", ""))[1]
            select = f'<select {do("seat", seat)} title="{escape(line)}">{items}</select>'
            rows.append(f'<label class="nw-f"><span>{escape(name)}</span>{select}</label>')
        told = "Several persons share this screen: it asks to be handed over." if self._shared() else ""
        note = f'<small class="nw-small">{told or escape(self._levels())}</small>'
        return f'<div class="nw-seats" role="group" aria-label="Who sits where">{"".join(rows)}{note}</div>'

    def _shared(self) -> bool:
        """Whether more than one person sits at the table."""
        return sum(self._kind(seat) == PERSON for seat in self.sides) > 1

    def _levels(self) -> str:
        """How the computer players that are chosen play."""
        chosen = dict.fromkeys(kind for seat in self.sides if (kind := self._kind(seat)) != PERSON)
        return " ".join(f"{sentence(words_for(kind)[0])}: {words_for(kind)[1]}" for kind in chosen)

    def _kind(self, seat: str) -> str:
        """Who sits on a seat: at first a person on the first one, the usual computer player on the others."""
        first = next(iter(self.info.sides))
        return self.seats.get(seat, PERSON if seat == first else usual(self.info.system))

    def _dice_html(self) -> str:
        ways = {
            "computer": "The computer throws",
            "seed": "From a declared seed",
            "typed": "We throw and type them in",
        }
        rows = "".join(
            f'<label class="nw-f nw-tick"><input type="radio" name="dice" value="{way}" '
            f"{'checked' if way == self.dice else ''} "
            f"{do('way', key=f'dice-{way}')}><span>{words}</span></label>"
            for way, words in ways.items()
        )
        seed = (
            f'<label class="nw-f"><span>Seed: the same seed and moves give the same game</span><input '
            f'type="text" maxlength="40" '
            f'value="{escape(self.seed)}" {do("seed", key="seed")}></label>'
            if self.dice == "seed"
            else ""
        )
        return f"<section><h2>Dice</h2>{rows}{seed}</section>"

    def _options_html(self) -> str:
        rows = "".join(
            f'<label class="nw-f nw-tick"><input type="checkbox" {"checked" if id in self.options else ""} '
            f"{do('option', id)}>"
            f'<span>{escape(name)} <small class="nw-cite">§ {escape(cite)}</small></span></label><p '
            f'class="nw-small">{escape(text)}</p>'
            for id, (cite, name, text) in system_of(self.info.system).options.OPTIONS.items()
        )
        count = f" ({len(self.options)} chosen)" if self.options else ""
        if not rows:
            return ""
        return (
            f'<section><h2>Optional rules</h2><details data-key="opts"><summary>Show them{count}'
            f"</summary>{rows}</details></section>"
        )

    def _load_html(self) -> str:
        told, self._unread = self._unread, ""
        wrong = f'<p class="nw-refusal" role="status">{escape(told)}</p>' if told else ""
        return (
            '<section><h2>Go on with a saved game</h2><label class="nw-f"><span>A file made with "Save to a '
            'file"</span>'
            f'<input type="file" accept=".json" {do("load", key="load")}></label>{wrong}</section>'
        )

    def trouble(self, text: str) -> None:
        self._notice = text
        self.refresh()

    def pressed(self) -> None:
        # What was said stays until then: a page that has just come still asks for its type and tells what it keeps.
        self._notice = ""

    def do_scenario(self, id: str) -> None:
        if id not in {i.id for i in self.infos}:
            raise BadMessage("There is no such battle.")
        if id != self.chosen:
            self.chosen, self.seats, self.options = id, {}, set(defaults_of(id))
        self.refresh()

    def do_seat(self, arg: str) -> None:
        seat, _, kind = arg.partition("=")
        if seat not in self.sides or kind not in (PERSON, *kinds(self.info.system)):
            raise BadMessage("There is no such seat or player.")
        self.seats[seat] = kind
        self.refresh()

    def do_way(self, way: str) -> None:
        if way not in {"computer", "seed", "typed"}:
            raise BadMessage("There are no such dice.")
        self.dice = way
        self.refresh()

    def do_seed(self, seed: str) -> None:
        if not 0 < len(seed.strip()) <= 40:
            raise BadMessage("A seed is a word or a number of 1 to 40 characters.")
        self.seed = seed.strip()
        self.refresh()

    def do_option(self, arg: str) -> None:
        id, _, on = arg.partition("=")
        if id not in system_of(self.info.system).options.OPTIONS:
            raise BadMessage("There is no such optional rule.")
        wanted = self.options | {id} if on == "1" else self.options - {id}
        scenarios.load(self.chosen, {k: k in wanted for k in wanted | defaults_of(self.chosen)})
        self.options = wanted
        self.refresh()

    def do_start(self, _: str) -> None:
        seed = {"computer": secrets.token_hex(6), "seed": self.seed, "typed": None}[self.dice]
        engine = scenarios.load(self.chosen, self._options())
        seats = {s: self._kind(s) for s in engine.seats}
        if seed is not None:
            return self._opened(Game.new(engine, seed), seats)
        self._beginning = Beginning(engine, lambda game: self._opened(game, seats))
        return self.refresh()

    def do_dice(self, arg: str) -> None:
        self._fell(typed_faces(arg))

    def do_draw(self, arg: str) -> None:
        self._fell((number_of(arg, 0, 99),))

    def _fell(self, faces: tuple[int, ...]) -> None:
        if self._beginning is None:
            raise BadMessage("No dice are wanted now.")
        self._beginning.type(faces)
        self.refresh()

    def do_again(self, _: str) -> None:
        if self._beginning is not None:
            self._beginning.again()
        self.refresh()

    def do_later(self, _: str) -> None:
        self._beginning = None
        self.refresh()

    def do_load(self, text: str) -> None:
        if text == "too large":
            return self._refuse("That file is too large to be a saved game.")
        try:
            game = scenarios.load_game(text.encode())
        except NapwidgetsError as trouble:
            # Beside the field, where one looks.
            return self._refuse(str(trouble))
        first = game.engine.seats[0]
        best = usual(game.engine.system)
        return self._opened(game, {s: PERSON if s == first else best for s in game.engine.seats})

    def _refuse(self, why: str) -> None:
        """Say beside the field why a file can't be taken."""
        self._unread = why
        self.refresh()


def _time(minutes: int) -> str:
    return f"{minutes} minutes" if minutes < 90 else f"{minutes / 60:.0f} hours"


def new_id() -> str:
    """A fresh game id for the address bar."""
    return secrets.token_hex(8)


def resume(game_id: str) -> Table:
    """The table of a game that was saved under its id; raises a sentence if there is none."""
    path = game_path(game_id)
    try:
        raw = path.read_bytes()
    except FileNotFoundError as missing:
        raise NapwidgetsError("No game is kept under this address; begin a new one, or load a saved file.") from missing
    game = saves.load(raw, scenarios.load)
    table = Table(game, read_seats(path), path=path, hold=Hold(path))
    table.others = table.autosave.read_lines(game)
    table.open_page()
    return table


def parse_query(query: str) -> str | None:
    """The game id in a page's query string, or None.

    >>> parse_query("game=0123abcd0123abcd&x=1")
    '0123abcd0123abcd'
    """
    found = parse_qs(query.lstrip("?")).get("game")
    return found[0] if found else None
