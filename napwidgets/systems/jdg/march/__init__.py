"""5, 6. The Movement Phase and what meets a march.

`groups` (4.5, 5.4), `movement` and `marching` (5), `works` (6.1, 6.2), `scouting` (6.3), `bridges` (6.4), `reaction`
(6.5.1), `reports` (how a march is told).
"""
