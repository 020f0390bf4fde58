"""What a screen shows of a battle: counters, cards, the order pad, odds, the debrief."""
