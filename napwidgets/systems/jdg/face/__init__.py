"""The face of Jours de Gloire Campagne: what a screen shows of a view, as plain values. No rule imports it.

The presenter itself is `napwidgets.systems.jdg.present`; here are its parts.
"""
