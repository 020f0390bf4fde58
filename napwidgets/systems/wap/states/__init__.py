"""C, G, H, I. The states: who stands with whom, minors made and lost, conquest, prisoners, how a campaign ends.

`victory` and `agreement` (C), `alliances` and `diplomacy` (G.1), `politics` (G.1, G.3, H), `bargains` (G.3.b),
`conquest` (I), `exile` (C.3, K.5), `expedition` (K.4).
"""
