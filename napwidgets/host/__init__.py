"""One process for many: lobby, tables and lessons for a class or a club, each page with a line of its own."""
