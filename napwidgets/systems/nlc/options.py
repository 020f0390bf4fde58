"""What the lobby says of NLC and of its optional rules."""

from napwidgets.systems.tactical.core.optional import OPTIONS as OPTIONS
from napwidgets.systems.tactical.core.optional import Options as Options

#: What kind of game it is, for the lobby: a heading and a line.
ABOUT = (
    "Battles",
    "Four days of June 1815 on hexes, by Napoleon's Later Campaigns. Orders arrive late, or are misread.",
)
