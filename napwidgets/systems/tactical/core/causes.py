"""What changes fire and morale, and what makes a side retreat, in words.

Titles add their own, of the ground (`Ruleset.terrain`) and of their own rules (`Ruleset.words`).
"""

from __future__ import annotations

from typing import TypeAlias

#: Words for what changes something, and the paragraph.
Words: TypeAlias = tuple[str, str]
#: What applies to fire, by key with a percentage, and to morale, by key with a value.
Factors: TypeAlias = tuple[tuple[str, int], ...]
Mods: TypeAlias = tuple[tuple[str, int], ...]

#: Keys of a force's modifiers that are not of its morale begin so: points on its throw for fire, and how often a throw
#: that hits nothing is made anew.
ON_THROW, ANEW = "throw: ", "anew: "

#: What changes fire: words and paragraph by key. The percentage stands with the fighter.
FIRE_WORDS: dict[str, Words] = {
    "cavalry": ("cavalry in normal combat", "NLC 7.3"),
    "disrupted": ("disrupted", "NLC 7.6"),
    "alone": ("guns alone", "NLC 8.5"),
    "charged": ("charged by cavalry", "NLC 7.7"),
    "flank charge": ("charged in the flank", "NLC 7.10"),
    "not ready": ("not ready to receive", "NLC 7.10"),
    "backhand": ("caught by a backhand blow", "NLC 7.10"),
    "charge factor": ("advantages of the charge", "NLC 7.10"),
    "facing": ("guns face another enemy", "NLC 8.4"),
    "silent": ("may not fire back", "NLC 7.8"),
    "detail": ("guns defending", "NLC 25.6"),
    "massed": ("massed target", "NLC 25.6"),
    "long range": ("three hexes away", "NLC 25.6"),
}

#: What changes morale: words and paragraph by key. The value comes from the table of modifiers.
MORALE_WORDS: dict[str, Words] = {
    "step loss": ("lost a step", "NLC 2.2"),
    "demoralized": ("demoralized", "NLC 22"),
    "artillery fire": ("fired at by guns", "NLC 2.2"),
    "flanked": ("surrounded", "NLC 7.6"),
    "reserve": ("in reserve", "NLC 20.2"),
    "reaction with leader": ("with a leader", "NLC 7.9"),
    "cover": ("in cover", "NLC 25.1"),
    "with leader": ("with a leader", "NLC 25.1"),
    "adjacent enemy": ("undisrupted enemy adjacent", "NLC 25.1"),
}

#: What makes a side retreat when it is attacked, whatever its owner likes: words and paragraph by key.
BOUND_WORDS: dict[str, Words] = {
    "cavalry alone": ("cavalry attacked alone gives way", "NLC 7.3"),
    "falls back": ("falls back when attacked", "NLC 20.2"),
}
