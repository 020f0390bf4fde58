"""Jours de Gloire Campagne: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="jdg",
    article="the ",
    word="campaign",
    players={
        "marshal": "napwidgets.players.jdg_mind:marshal",
        "steady": "napwidgets.players.jdg:SteadyPlayer",
        "recruit": "napwidgets.players.jdg:RecruitPlayer",
    },
    panels=(
        Extra("Command", "napwidgets.widgets.command_desk:CommandDesk"),
        Extra("Cards", "napwidgets.widgets.event_hand:EventHand", needs="cards"),
    ),
)
