"""7, 8, 10. Fire, hits, morale, charges, bombardment, retreats."""
