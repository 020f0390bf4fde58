"""Jours de Gloire Campagne: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="jdg",
    article="the ",
    word="campaign",
    players={"steady": "napwidgets.players.jdg:SteadyPlayer"},
    panels=(
        Extra("Command", "napwidgets.widgets.command_desk:CommandDesk"),
        Extra("Cards", "napwidgets.widgets.event_hand:EventHand"),
    ),
)
