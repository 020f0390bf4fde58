"""Jours de Gloire Campagne (jdg).

The values and the common ground of its rules stand here: `forces` (1), `seasons` (3.1, 8.8), `leaders` (4.2), `context`
(4, 5.2), `boxes` (6.2, 7.1, 9), `throws`, `losses` (8.4), `victory` (9), `teams` (10), `setting` and `state`; and what
binds them: the turn (2, `sequence`), what a seat sees (A, `views`), the `engine`. The wings hold the rules: `command`
(3.3, 4, 10), `march` (5, 6), `combat` (6.5.2, 8), `germany` (1813); `face` is what a screen shows.
"""
