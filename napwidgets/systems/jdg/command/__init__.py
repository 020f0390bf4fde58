"""3.3, 4, 10. What comes between the marches: reinforcements (`arrivals`), command and supply, notes of players."""
