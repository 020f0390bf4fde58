"""What a screen shows of 1814 beyond every battle: the sky, baggage and supply, worth and points."""
