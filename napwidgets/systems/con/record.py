"""The variant for the Campaigns of Napoleon: its record."""

from napwidgets.systems.record import System

SYSTEM = System(id="con", article="the ", word="campaign", players={})
