"""How the tables of shared games came to be as they are, step by step; `store` brings a database up to the last one."""

#: The steps in their order; one that is published never changes.
STEPS = ("0001", "0002", "0003", "0004", "0005")
