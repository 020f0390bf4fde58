"""What a screen shows of a campaign or of a combat by itself; no rule imports it."""
