"""The face of War and Peace: what a screen shows of a view, as plain values. No rule imports it.

The presenter itself is `napwidgets.systems.wap.present`; here are its parts, and what the four panels of wap alone
show: `alliance_display` (G.1), `lloyds_tracker` (K.8), `naval_display` (F), `production_desk` (J).
"""
