"""The colours of the states on counters, tags and cards: one palette for pages, pictures and panels."""

from __future__ import annotations

#: A state's plate and the ink on it, by the name of its colours.
STATES = {
    "france": ("#2f4d7e", "#fbf6e6"), "england": ("#9c3035", "#fbf6e6"), "austria": ("#eae4d0", "#2b2a26"),
    "prussia": ("#36424f", "#fbf6e6"), "russia": ("#3f6b46", "#fbf6e6"), "spain": ("#dcae3c", "#2b2a26"),
    "holland": ("#c4622d", "#fbf6e6"), "portugal": ("#6a4a86", "#fbf6e6"), "north-italy": ("#2f7a66", "#fbf6e6"),
    "naples": ("#7d8a36", "#fbf6e6"), "dalmatia": ("#7a5a3c", "#fbf6e6"), "switzerland": ("#d98a7a", "#2b2a26"),
    "bavaria": ("#7fc0d8", "#2b2a26"), "brunswick": ("#2a2a2c", "#fbf6e6"), "hanover": ("#b0566a", "#fbf6e6"),
    "hesse": ("#8d6aa8", "#fbf6e6"), "rhine-confederation": ("#6f8f4a", "#fbf6e6"), "saxony": ("#3f8f55", "#fbf6e6"),
    "westphalia": ("#4a6f8f", "#fbf6e6"), "wurtemburg": ("#b08a50", "#2b2a26"), "denmark": ("#c2566e", "#fbf6e6"),
    "poland": ("#a83a7a", "#fbf6e6"), "sweden": ("#f0d060", "#1d4f8a"),
}  # fmt: skip


def css() -> str:
    """The palette as rules for the tags and cards of panels."""
    return "".join(
        f".nw-sheet .nw-n-{name}{{background:{plate}}}.nw-sheet .nw-e-{name}{{border-left-color:{plate}}}"
        for name, (plate, _) in STATES.items()
    )
