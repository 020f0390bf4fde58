"""What a battle consists of: the scenario, the state, moves, steps, tables, optional rules."""
