"""6.5.2, 8. Marches to the guns and the Combat Phase.

`guns` (6.5.2); `battle` and `tactics` are values that know no map (8), `muster` builds them from a box, `phase` fights
them (8.1 to 8.5), `retreat` ends them (8.6, 8.7), `sieges` (8.8).
"""
