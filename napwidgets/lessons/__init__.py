"""Lessons: tasks for pupils on top of the widgets, checked by the engine, kept beside the games.

A notebook shows a lesson with three lines: ``desk = Desk("combat-lab")``, ``desk("walls")``, ``desk.report()``.
"""

from napwidgets.lessons.contents import Contents
from napwidgets.lessons.desk import Desk

__all__ = ["Contents", "Desk"]
