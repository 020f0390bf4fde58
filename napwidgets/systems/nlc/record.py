"""Napoleon's Later Campaigns: its record."""

from napwidgets.systems.record import System

SYSTEM = System(
    id="nlc",
    article="the ",
    word="battle",
    players={"steady": "napwidgets.players.nlc:SteadyPlayer"},
)
