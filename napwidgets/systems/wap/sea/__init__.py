"""F, H.4, K.6, K.7. Fleets: voyages and cargo, meetings, blockades, prizes, what becomes of the beaten.

`seaways` (F.2, F.6), `fleets`, `voyage` and `calls` (F.2, F.9), `cargo` and `landing` (F.3), `naval` and `encounters`
(F.4 to F.8), `blockade` and `relief` (F.6), `fates` (F.7, F.8, K.7), `opening` (H.4), `prizes` and `jettison` (K.6).
"""
