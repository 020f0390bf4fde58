"""Napoleon's Later Campaigns: its record."""

from napwidgets.systems.record import System

SYSTEM = System(
    id="nlc",
    article="the ",
    word="battle",
    players={
        "marshal": "napwidgets.players.nlc_mind:marshal",
        "steady": "napwidgets.players.nlc:SteadyPlayer",
        "recruit": "napwidgets.players.nlc:RecruitPlayer",
    },
)
