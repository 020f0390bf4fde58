"""J, K.6, K.7. Reinforcements and replacements: points, what they buy, ships being built and repaired.

`reinforcement` (J.1, J.2, J.7), `production` (J), `legion` (J.3.d), `shipyards` (J.5, J.6, K.6, K.7).
"""
