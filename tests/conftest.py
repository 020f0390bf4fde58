"""What holds for all tests: none of them depends on how fast the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("any-machine", deadline=None)
settings.load_profile("any-machine")
