"""A session at a table: one game, its seats, its observers."""

from napwidgets.table.table import Table

__all__ = ["Table"]
