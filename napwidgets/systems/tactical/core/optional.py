"""The optional rules of section 25, chosen at the start of a game."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, structs

from napwidgets.kernel.rulings import ScenarioError


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Which optional rules hold. All are off unless chosen (25.1 to 25.14).

    >>> Options(artillery_support=True).artillery_support
    True
    """

    advanced_disruption: bool = False
    artillery_support: bool = False
    remote_support: bool = False
    road_column: bool = False
    hidden_movement: bool = False
    artillery_detail: bool = False
    order_markers: bool = False
    advanced_targets: bool = False
    interception: bool = False
    order_force: bool = False
    tiny_units: bool = False
    huge_units: bool = False
    six_to_hit: bool = False
    igo_yougo: bool = False
    command_confusion: bool = False
    overruns: bool = False

    #: Options that are younger than some saves.
    later: ClassVar[tuple[str, ...]] = ()

    @property
    def by_marker(self) -> bool:
        """Whether orders go by markers: only March has a target (25.7.2), unless 25.7.7 is chosen too."""
        return self.order_markers and not self.advanced_targets

    def told(self) -> dict[str, bool]:
        """The options as a fingerprint tells them: those of ``later`` only where they are on."""
        return {name: on for name, on in structs.asdict(self).items() if on or name not in self.later}

    def __post_init__(self) -> None:
        if self.hidden_movement and self.order_markers:
            raise ScenarioError("Choose hidden movement or order markers, not both: markers do without it (25.7.6).")
        if (self.advanced_targets or self.interception) and not self.order_markers:
            raise ScenarioError("Advanced targets and interception go with order markers (25.7.7, 25.7.8).")


#: Each option with its paragraph and a line for the lobby.
OPTIONS: dict[str, tuple[str, str, str]] = {
    "advanced_disruption": (
        "25.1",
        "Advanced disruption",
        "Retreats can disrupt; markers go only with a morale check.",
    ),
    "artillery_support": (
        "25.2",
        "Artillery support",
        "Guns that make the difference disrupt the enemy and halve his hits.",
    ),
    "remote_support": ("25.3", "Remote support", "Guns beside an attacked stack may help it."),
    "road_column": ("25.4", "Road column", "Road rates only through empty hexes."),
    "hidden_movement": ("25.5", "Hidden movement", "March unseen along a plotted route until you are found."),
    "artillery_detail": ("25.6", "Artillery detail", "Massed targets, stronger defence, long shots at three hexes."),
    "order_markers": ("25.7", "Orders by markers", "Aides carry orders over the map; dummies deceive."),
    "advanced_targets": ("25.7.7", "Target markers", "With order markers: every order names its target."),
    "interception": ("25.7.8", "Interception", "With order markers: a caught aide tells what he carried."),
    "order_force": ("25.8", "Forceful orders", "Press a leader harder, at the risk of a huff."),
    "tiny_units": ("25.9", "Tiny units", "Very small infantry takes half a hit."),
    "huge_units": ("25.10", "Huge units", "Units of eight and more have a third step."),
    "six_to_hit": ("25.11", "Roll six to hit", "A die for each strength point in place of the fire table."),
    "igo_yougo": ("25.12", "Turn about", "One side moves and fights, then the other, without chits."),
    "command_confusion": ("25.13", "Command confusion", "Going over a wing commander's head confuses him."),
    "overruns": ("25.14", "Overruns", "An overwhelming attack takes half the hits."),
}
