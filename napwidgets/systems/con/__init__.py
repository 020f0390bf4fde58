"""The variant for the Campaigns of Napoleon: its combats, from the guesses to the retreat. Campaigns are not there yet.

Paragraphs are cited as ``CON 10.5.7``; readings by number stand in docs/rules/con.md.
"""
