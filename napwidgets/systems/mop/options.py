"""The optional rules of March on Paris, and what the lobby says of them.

Beside those of every battle there are the weather of the day, news that riders bring, and ways to play the cards
(37.12). Without any of these reinforcements come as they did.
"""

from __future__ import annotations

from typing import ClassVar

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tactical.core import optional

#: What kind of game it is, for the lobby: a heading and a line.
ABOUT = (
    "Battles and campaigns of 1814",
    "January and February 1814 on hexes, by March on Paris. Conscripts, snow and mud, and an army divided.",
)


class Options(optional.Options, frozen=True, forbid_unknown_fields=True):
    """Which optional rules hold: those of every battle, the weather (37.4), the reports of vedettes (37.7.2), and how
    cards are played (37.12.1 to 37.12.3).

    >>> Options(restricted_cards=True).cards, Options(rolled_reinforcements=True).cards
    (True, False)
    """

    historical_weather: bool = False
    rolled_reinforcements: bool = False
    restricted_cards: bool = False
    random_events: bool = False
    one_deck: bool = False
    full_cards: bool = False
    vedette_reports: bool = False

    later: ClassVar[tuple[str, ...]] = ("vedette_reports",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum((self.rolled_reinforcements, self.restricted_cards, self.full_cards)) > 1:
            why = "Choose one way to play the cards: rolled reinforcements without any, restricted or full card play"
            raise ScenarioError(f"{why} (37.12).")
        if (self.random_events or self.one_deck) and not self.restricted_cards:
            raise ScenarioError("Random events and the single deck go with restricted card play (App. III g, j).")
        if self.random_events and self.one_deck:
            raise ScenarioError("Choose random events or the single deck: the tables take its place (App. III j).")

    @property
    def cards(self) -> bool:
        """Whether cards, or the events in their place, are played at all."""
        return self.restricted_cards or self.full_cards


_SKY = {
    "historical_weather": ("37.4", "The weather of the day", "No dice for the sky: it is as it was on the day."),
}
_SCOUTS = {
    "vedette_reports": (
        "37.7.2",
        "News by riders",
        "A vedette knows a vedette at once; of others a rider brings the news to its corps commander, turns later.",
    ),
}
#: The ways to play the cards, each with its paragraph and a line for the lobby.
_CARDS = {
    "rolled_reinforcements": (
        "37.12.2",
        "Rolled reinforcements",
        "Historical study without cards: a die says whether each group comes early, in time or late.",
    ),
    "restricted_cards": (
        "37.12.3",
        "Restricted card play",
        "Recommended: a card a turn, and a die says whether it is played. No hands to plan with.",
    ),
    "random_events": (
        "App. III j",
        "Random events",
        "With restricted card play: one event a turn from two tables, for either side.",
    ),
    "one_deck": (
        "App. III g",
        "A single deck",
        "With restricted card play, simplified or alone: one card a turn from one deck, for either side.",
    ),
    "full_cards": ("37.12.1", "Full card play", "Each side holds cards and plays them when it likes."),
}
#: The optional rules that go with these battles: units march under cover already, so that 25.5 and 25.7 are not needed.
OPTIONS = {
    name: line
    for name, line in {**optional.OPTIONS, **_SKY, **_SCOUTS, **_CARDS}.items()
    if name not in ("hidden_movement", "order_markers", "advanced_targets", "interception")
}
