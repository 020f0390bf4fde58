"""War and Peace, the Grand Campaign (wap).

The values and the common ground of its rules stand here (`forces`, `state`, `setting`, `moves`, `step`, `context`,
`ground`), and what binds them: the turn (E, `sequence`), what a seat sees (K.9, `views`), the `engine`. The wings hold
the rules: `land` (D.5 and the base rules), `sea` (F), `states` (C, G, H, I), `money` (J), `trade` (K.8); `face` is what
a screen shows.
"""
