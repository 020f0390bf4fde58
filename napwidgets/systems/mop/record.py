"""March on Paris: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="mop",
    article="the ",
    word="battle",
    players={
        "marshal": "napwidgets.players.mop_mind:marshal",
        "steady": "napwidgets.players.mop:SteadyPlayer",
        "recruit": "napwidgets.players.mop:RecruitPlayer",
    },
    panels=(
        Extra("Cards", "napwidgets.widgets.event_hand:EventHand", needs="cards"),
        Extra("Campaign", "napwidgets.widgets.campaign_page:CampaignPage", needs="linked"),
    ),
)
