"""List the paragraphs of a system's rules that no test is named after: ``python scripts/paragraphs.py
[SYSTEM]``.

``tests/<system>_paragraphs.txt`` holds numbers and titles. A test belongs to paragraph 7.4 when its name
begins with ``test_7_4_`` (after the words ``test_`` nothing but digits and underscores up to the first word), and to
F.6.c when it begins with ``test_f_6_c_``; ``test_f_6_`` is about F.6 as a whole and stands for none of its parts.
Exit code 1 if any paragraph has none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"


def paragraphs(system: str) -> dict[str, str]:
    """Numbers and titles of a system's paragraphs, in the rulebook's order."""
    lines = (TESTS / f"{system}_paragraphs.txt").read_text(encoding="utf-8").splitlines()
    return {number: title for number, _, title in (line.partition(" ") for line in lines if line.strip())}


def named(system: str) -> set[str]:
    """The paragraphs that tests in ``tests/systems/<system>/`` and ``tests/<system>/`` are named after."""
    found, known = set(), paragraphs(system)
    folders = (TESTS / "systems" / system, TESTS / system)
    for path in sorted(path for folder in folders for path in folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^\s*def test_((?:\d+_)+)", text, re.MULTILINE):
            found.add(name.rstrip("_").replace("_", "."))
        for letter, number, part in re.findall(r"^\s*def test_([a-z])_(\d+)_(?:([a-z])_)?", text, re.MULTILINE):
            whole = f"{letter.upper()}.{number}"
            # Where no part of it is listed, ``a`` after the number is an article.
            parted = part and any(n.startswith(f"{whole}.") for n in known)
            found.add(f"{whole}.{part}" if parted else whole)
    return found


def _around(number: str, listed: str) -> bool:
    """Whether a test may be named after a whole section, or in a rulebook without letters after a part of a paragraph;
    F.3.i in a list that ends with F.3.h is a slip.
    """
    return listed.startswith(number) or (number[0].isdigit() and number.startswith(listed))


def main() -> int:
    """Print what is missing."""
    system = sys.argv[1] if len(sys.argv) > 1 else "nlc"
    known, tested = paragraphs(system), named(system)
    missing = [f"{number} {title}" for number, title in known.items() if number not in tested]
    unknown = sorted(n for n in tested if n not in known and not any(_around(n, k) for k in known))
    for line in missing:
        print(line)
    for number in unknown:
        print(f"{number}: tests are named after it, but the list of paragraphs does not have it")
    print(f"{len(known) - len(missing)} of {len(known)} paragraphs have a test named after them.")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
