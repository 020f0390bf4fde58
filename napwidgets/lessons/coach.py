"""The coach of First Steps: it looks at the table, says the one thing to do next, and points at where to press."""

from __future__ import annotations

from html import escape
from typing import Final

import ipywidgets
from msgspec import Struct

from napwidgets.kernel.system import Decision
from napwidgets.lessons.sheets import CSS
from napwidgets.systems.tactical.core import moves as m
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import Sheet, TablePanel, undressed
from napwidgets.widgets.table_app import TableApp

#: Where to press, as the style sheet finds it.
DONE: Final = ".nw-actions .nw-alone > .nw-b"
CHOICES: Final = ".nw-actions .nw-alone"
PAD: Final = ".nw-orders select[data-arg=target]"
SEND: Final = '.nw-orders .nw-b.main[data-do="send"]'
MAP: Final = ".nw-at-map"
OWN: Final = ".nw-actions .nw-own .nw-option"
#: Whose order the lesson asks for.
RIDERS: Final = "Piré"


class Step(Struct, frozen=True):
    """One thing to do: what, why, and where it is."""

    do: str
    why: str
    where: tuple[str, ...] = ()


def about(id: str) -> str:
    """The button of a subject in the list of choices.

    >>> about("c:5")
    '.nw-actions [data-key="about-c:5"]'
    """
    return f'.nw-actions [data-key="about-{id}"]'


def made(table: Table, *kinds: type) -> bool:
    """Whether a person at this table has made a move of some kind."""
    line = (game.last for game in table.game.line())
    return any(last is not None and last.seat in table.people and isinstance(last.move, kinds) for last in line)


def step(table: Table) -> Step:
    """The next thing to do at a table."""
    if table.looking_on:
        where = (".nw-actions .nw-b",)
        return Step("This game is played on another page.", "Go on there, or press “Play here”.", where)
    if table.scrubbing:
        return Step("Go back to the present.", "You look at an earlier moment.", ('.nw-actions [data-do="present"]',))
    if table.game.outcome is not None:
        return Step(
            "The game is over: look back.",
            "The debrief puts your hours beside those of 1815. The tasks below use the same farm.",
            ('.nw-actions [data-do="debrief"]',),
        )
    decision = table.decision
    if decision is None or not table.mine:
        return Step("Wait a moment.", "The computer plays the other side.")
    return _STEPS.get(decision.kind, _any)(table, decision)


def _initiative(table: Table, _: Decision) -> Step:
    return Step(
        "Press Done in the panel Initiative.",
        "A leader may try to order himself about; a bad roll lets the enemy choose. You give orders the safe way next.",
        (DONE,),
    )


def _orders(table: Table, _: Decision) -> Step:
    if made(table, m.Send):
        return Step(
            "Your order is sent. Press Done in the panel Orders.",
            "Orders hold until others come. II Corps has one already: attack the farm.",
            (DONE,),
        )
    riders = next((s for s in table.subjects() if s.label.startswith(RIDERS)), None)
    if riders is not None and table.focus.subject != riders.id:
        return Step(
            f"An order is needed. Choose {riders.label} in the panel Orders.",
            "His horsemen belong to II Corps, whose order is to attack the farm: without one of their own they must "
            "ride at its walls with the rest (NLC 20.2).",
            (about(riders.id),),
        )
    return Step(
        "On the order pad choose where, for example Quatre Bras, then press the blue button to send.",
        "An attack on the crossroads leads the horsemen round the farm. The pad shows how likely it is that the order "
        "is obeyed, and when (NLC 20.7).",
        (f".nw-orders:has({SEND.removeprefix('.nw-orders ')}:disabled) {PAD.removeprefix('.nw-orders ')}",
         f"{SEND}:not(:disabled)"),
    )  # fmt: skip


def _movement(table: Table, decision: Decision) -> Step:
    refusal = table.presenter.owes(table.view(), decision.seat)
    if refusal is None:
        return Step(
            "Everybody who must has marched. Press Done in the panel on the right, or move others first.",
            "Leaders and guns may come along: commanders help where they stand.",
            (DONE,),
        )
    if table.focus.subject is not None and table.targets(table.focus.subject):
        return Step(
            "Choose a lit hex on the map that is nearer to the target of its order.",
            "The figures are what is left of the march. The brook costs 2 points more, but not at the bridge. Go "
            "beside the farm with two divisions together: one alone does little against walls (NLC 10).",
            (MAP,),
        )
    owing = next((s for s in table.subjects() if s.label.split(" and ")[0] in refusal.why), None)
    return Step(
        f"Choose {owing.label if owing else 'a stack'} in the panel Movement, or on the map.",
        f"{refusal.why}{_pending(table, decision.seat)}",
        (about(owing.id),) if owing else (".nw-actions .nw-subjects",),
    )


def _pending(table: Table, seat: str) -> str:
    """Why the horsemen may still follow the old order."""
    if not made(table, m.Send):
        return f" You have sent no order, so {RIDERS} rides at the walls, too; the next turn asks for one again."
    if any(RIDERS in sent.to for sent in table.presenter.dispatches(table.view(), seat)):
        return f" The order to {RIDERS} is still on its way: until it is obeyed, the old one holds."
    return ""


def _attack(table: Table, decision: Decision) -> Step:
    chosen, subjects = table.focus.subject, table.subjects()
    if chosen is not None and subjects:
        return Step(
            "Look at the odds in the panel Battle, then choose the attack.",
            "The walls halve your fire as long as one unit holds the farm. A second one would take the walls away: "
            "with two in it the farm counts as open ground (NLC 10).",
            (OWN,),
        )
    if subjects:
        return Step(
            f"Choose {subjects[0].label} in the panel Combat.",
            "Troops beside the enemy with the order to attack must do it (NLC 7.3).",
            (about(subjects[0].id),),
        )
    return Step("All attacks are declared. Press Done to fight.", "Both sides fire at the same time.", (DONE,))


def _retreat(table: Table, _: Decision) -> Step:
    return Step(
        "Choose: retreat or stand.",
        "Whoever retreats at once halves the hits but gives up the ground (NLC 7.4). The garrison of walls never "
        "retreats.",
        (CHOICES,),
    )


def _withdraw(table: Table, _: Decision) -> Step:
    return Step("Choose where your men fall back to.", "They come again: there are five turns.", (CHOICES,))


def _advance(table: Table, _: Decision) -> Step:
    return Step(
        "The farm is open. Let one division in, and one only.",
        "The walls hold a single unit. If a second one follows, the farm counts as open ground until one of them "
        "leaves (NLC 10): the walls that helped the enemy would not help you.",
        (CHOICES,),
    )


def _bombard(table: Table, _: Decision) -> Step:
    return Step(
        "Let the guns fire if they see somebody, or press Done.",
        "A garrison in walls can't be bombarded; guns that fire don't march (NLC 8.1, 10).",
        (CHOICES, ".nw-actions .nw-subjects"),
    )


def _any(table: Table, decision: Decision) -> Step:
    return Step(f"{decision.title}: choose in the panel on the right.", decision.prompt, (CHOICES,))


_STEPS = {
    "initiative": _initiative,
    "orders": _orders,
    "movement": _movement,
    "attack": _attack,
    "retreat": _retreat,
    "withdraw": _withdraw,
    "advance": _advance,
    "bombard": _bombard,
}
#: What a beginner has done once he has seen everything.
DEEDS: Final = (("an order", (m.Send,)), ("a march", (m.Go,)), ("a fight", (m.Attack,)))


def deeds(table: Table) -> str:
    """What the pupil has done and what not, for the report."""
    return ", ".join(f"{words}: {'done' if made(table, *kinds) else 'not yet'}" for words, kinds in DEEDS)


class Coach(TablePanel):
    """The panel that says the next one thing; what it speaks of is marked at the table."""

    _css = f"{Sheet._css}\n{CSS}"

    def __init__(self, table: Table) -> None:
        super().__init__(table, "nl nl-coach")

    def body(self) -> str:
        now = step(self.at)
        ticks = "".join(
            f'<li class="{"nl-met" if made(self.at, *kinds) else ""}">{"✓" if made(self.at, *kinds) else "○"} {words}'
            f'<span class="nw-sr">{": done" if made(self.at, *kinds) else ": not yet"}</span></li>'
            for words, kinds in DEEDS
        )
        return (
            f'<div role="status" aria-live="polite"><b>{escape(now.do)}</b><p>{escape(now.why)}</p></div>'
            '<p class="nl-small-screen">The place to press has an orange frame. '
            f'<button type="button" class="nw-b quiet" data-skip="{escape(_places(now))}">Show it</button></p>'
            f'<ul aria-label="What you have done">{ticks}</ul><style>{_pointing(now)}</style>'
        )


def _places(now: Step) -> str:
    """What a step speaks of, as a selector."""
    return ", ".join(f".nl-coached {where}" for where in now.where)


def _pointing(now: Step) -> str:
    """The style that marks what a step speaks of, and nothing else."""
    rules = []
    for where in now.where:
        inside = "-5px" if where == MAP else "-3px"
        rules.append(f".nl-coached {where}{{outline:4px solid #d98a12!important;outline-offset:{inside}}}")
        if where not in (MAP, CHOICES) and "select" not in where:
            rules.append(f".nl-coached {where}::before{{content:'➤';color:#d98a12;margin-right:7px}}")
    return "".join(rules)


class Coached(ipywidgets.VBox):
    """A table with its coach above it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.coach = Coach(table)
        with undressed():
            self.app = TableApp(table)
        super().__init__([self.coach, self.app])
        self.add_class("nl-coached")
