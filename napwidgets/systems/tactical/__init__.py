"""Grand-tactical battles: brigades on hexes, formations by chit, orders that arrive late, fire instead of odds.

What battles of this kind share, by the paragraphs of Napoleon's Later Campaigns; a *title* is a `Ruleset` and what only
it has. The rooms, in the rulebook's order:

* ``core``        what a battle consists of: scenario, state, moves, tables, optional rules (25)
* ``ground``      the map at a moment: who stands where, zones of control, reach, sight (5.4, 8.3, 20.14)
* ``sequence``    the turn and the formation action (4)
* ``moving``      movement, reinforcements, riding leaders (5, 6, 9)
* ``fighting``    fire, charges, bombardment, losses, retreats (7, 8, 10)
* ``command``     leaders, chits, orders, compliance, initiative, hidden marches (3, 19, 20, 25.5, 25.7)
* ``recovering``  confidence, reorganization, supply, demoralization, victory (11, 13, 20.10, 21 to 24)
* ``face``        what a screen shows

Imports run core, ground, command, fighting, moving, recovering, sequence, labels, engine, loading, face.
"""
