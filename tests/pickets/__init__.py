"""Pickets: a small title of grand-tactical battles that only the tests have."""
