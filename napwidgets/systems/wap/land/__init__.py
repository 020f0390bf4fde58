"""D.5, E.1.c and the base rules E to S. Armies: marching, supply, attrition, battles, sieges.

`columns` and `marching` (J, K, L), `supply` (M), `attrition` (G), `muster`, `field`, `combat` and `aftermath` (N to R),
`retreat` (Q), `losses` (G, O, R), `sieges` (S).
"""
