"""Forms of English words that sentences are made with."""

from __future__ import annotations

_IRREGULAR = {"are": "is", "have": "has", "go": "goes"}


def third(verb: str) -> str:
    """A verb as one does it.

    >>> [third(verb) for verb in ("fall", "carry", "lay", "push", "are")]
    ['falls', 'carries', 'lays', 'pushes', 'is']
    """
    if verb.endswith("y") and verb[-2:-1] not in "aeou":
        return f"{verb[:-1]}ies"
    return _IRREGULAR.get(verb) or f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"
