"""The rules of Germany 1813 alone: the armistice and the event cards."""
