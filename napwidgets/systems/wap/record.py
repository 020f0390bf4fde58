"""War and Peace: its record."""

from napwidgets.systems.record import Extra, System

SYSTEM = System(
    id="wap",
    article="",
    word="campaign",
    players={
        "marshal": "napwidgets.players.wap_mind:marshal",
        "steady": "napwidgets.players.wap:SteadyPlayer",
        "recruit": "napwidgets.players.wap:RecruitPlayer",
    },
    panels=(
        Extra("Alliances", "napwidgets.widgets.alliance_display:AllianceDisplay"),
        Extra("Lloyd's", "napwidgets.widgets.lloyds_tracker:LloydsTracker", option="lloyds"),
        Extra("Seas", "napwidgets.widgets.naval_display:NavalDisplay"),
        Extra("Production", "napwidgets.widgets.production_desk:ProductionDesk"),
    ),
)
