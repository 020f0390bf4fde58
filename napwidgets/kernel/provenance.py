"""Where a figure comes from: the rules text, a named source, an inference or a reconstruction."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["rules", "source", "inferred", "reconstruction"]

#: What is said of a figure, or of a place, by where it comes from.
ORIGINS: dict[Kind, str] = {
    "rules": "in the rules",
    "source": "from a source",
    "inferred": "inferred",
    "reconstruction": "reconstructed",
}


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of one value or of a group of values.

    ``kind`` is ``rules`` (stated in the rules text; ``note`` names the paragraph), ``source`` (read in a public
    source; ``note`` names it), ``inferred`` (follows from the rules; ``note`` gives the reason) or ``reconstruction``
    (our best value; ``note`` says how it was made).

    >>> Provenance("rules", "NLC 7.1").kind
    'rules'
    """

    kind: Kind
    note: str = ""
