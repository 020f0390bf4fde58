"""The variant for the Campaigns of Napoleon: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="con",
    article="the ",
    word="campaign",
    players={
        "marshal": "napwidgets.players.con_mind:marshal",
        "steady": "napwidgets.players.con:SteadyPlayer",
        "recruit": "napwidgets.players.con:RecruitPlayer",
    },
    panels=(Extra("Command", "napwidgets.widgets.command_desk:CommandDesk"),),
)
