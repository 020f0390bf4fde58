"""Several people at one game: a log in a database, secret links, tables that follow each other, rooms for classes."""
