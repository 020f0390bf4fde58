"""Catalogues of the languages: merge translations in, compile them, and show what is missing.

python scripts/catalogues.py compile              .po files become .json files
python scripts/catalogues.py merge fr file.tsv    lines "English<TAB>translation" go into a catalogue; with the word
                                                  "paragraphs" behind it into that of what the rules say
python scripts/catalogues.py stale                what no source says as a whole: to be looked at, not all of it is gone
python scripts/catalogues.py drop file.txt        the lines of a file are taken out of all catalogues
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from msgspec import json

from napwidgets.language.sources import alive
from napwidgets.language.speech import FOLDER, LANGUAGES

CODES = [code for code in LANGUAGES if code != "en"]
#: What the pages say, and what the paragraphs of the rules say.
DOMAINS = MAIN, RULES = "napwidgets", "paragraphs"


def path(code: str, end: str, domain: str = MAIN) -> Path:
    """A file of a language's catalogue."""
    return FOLDER / code / "LC_MESSAGES" / f"{domain}.{end}"


def read(code: str, domain: str = MAIN) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    if not path(code, "po", domain).exists():
        return Catalog(locale=code, project="napwidgets", version="1", charset="utf-8")
    with path(code, "po", domain).open("rb") as file:
        return read_po(file, locale=code)


def write(code: str, catalogue: Catalog, domain: str) -> None:
    """Both files of a catalogue, with no date in them, so that the same words are the same bytes."""
    path(code, "po", domain).parent.mkdir(parents=True, exist_ok=True)
    with path(code, "po", domain).open("wb") as file:
        write_po(file, catalogue, width=118, sort_output=True, omit_header=False, ignore_obsolete=False)
    compile_one(code, domain)


def compile_one(code: str, domain: str) -> None:
    """The .json file out of the .po file: what is translated, in the order of the alphabet."""
    words = {str(m.id): str(m.string) for m in read(code, domain) if m.id and m.string}
    path(code, "json", domain).write_bytes(json.format(json.encode(words, order="sorted"), indent=1) + b"\n")


def merge(code: str, pairs: dict[str, str], domain: str) -> None:
    """Put translations into a catalogue; those that it has are replaced."""
    catalogue = read(code, domain)
    for english, words in pairs.items():
        catalogue.add(english, words, flags=["python-brace-format"] if "{" in english else [])
        catalogue[english].string = words
    write(code, catalogue, domain)


def stale() -> list[str]:
    """What no source says any more, or only put together of parts; which it is somebody has to see."""
    return [str(m.id) for m in read(CODES[0]) if m.id and not alive(str(m.id))]


def drop(code: str, gone: list[str], domain: str) -> None:
    """Take entries out of a catalogue; those that it doesn't have are passed over."""
    catalogue = read(code, domain)
    for english in gone:
        catalogue.delete(english)
    write(code, catalogue, domain)


def main(words: list[str]) -> None:
    """Do what was asked for."""
    if words[:1] == ["merge"]:
        lines = [line.split("\t") for line in Path(words[2]).read_text().splitlines() if "\t" in line]
        merge(words[1], dict(lines), words[3] if words[3:] else MAIN)
    elif words[:1] == ["stale"]:
        print(*stale(), sep="\n")
    for code, domain in product(CODES, DOMAINS):
        if words[:1] == ["drop"]:
            drop(code, Path(words[1]).read_text().splitlines(), domain)
        elif words[:1] == ["compile"]:
            compile_one(code, domain)


if __name__ == "__main__":
    main(sys.argv[1:])
