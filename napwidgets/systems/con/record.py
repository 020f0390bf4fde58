"""The variant for the Campaigns of Napoleon: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="con",
    article="the ",
    word="campaign",
    players={"steady": "napwidgets.players.con:SteadyPlayer"},
    panels=(Extra("Command", "napwidgets.widgets.command_desk:CommandDesk"),),
)
