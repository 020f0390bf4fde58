"""`Speech`: English texts of the project in another language, by its catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter

from babel.dates import get_month_names
from msgspec import json

from napwidgets.language import french
from napwidgets.language.recognise import Recogniser

FOLDER = Path(__file__).parent / "locale"
#: The languages by their codes, as each calls itself.
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
#: How deep sentences stand in sentences, and how many readings of a text are tried.
_DEEP, _TRIED = 7, 5
#: Where a text is made of several, in the order in which they are taken apart; then what joins the parts.
_SENTENCES = r"(?<=[.!?]) +(?=[A-Z0-9'\"])"
_SEAMS = ((_SENTENCES, " "), (" · ", " · "), ("; ", "; "), (": ", ": "), (", ", ", "), (" and ", " and "))
_SILENT = re.compile(
    r"[^A-Za-z]*|(?:(?:NLC|M[Oo]P|JDG|CON|WAP)\b[^,;]*(?:, \d[\w.]*)*[,;]? ?)+"
    r"|(?:§ )?[A-Z]?\d[\d.]*[a-z]?|[A-Z]{1,4}|[IVX]+"
)
_MONTHS = list(get_month_names(locale="en").values())
_DAY = re.compile(rf"(?:(\d{{1,2}}) )?({'|'.join(_MONTHS)})( \d{{4}})?")
_HOUR = re.compile(r"(\d{1,2}) (AM|PM)")
_ENDS = re.compile(r"(.*[^.!?…:,·])([.!?…:,]|\.{3}| ·| …| [−+]?\d[\d.]*(?: %)?| \[\d+\])", re.DOTALL)
_BEGINS = re.compile(r"([·★▲▼+(§–−] ?)(.+)", re.DOTALL)
#: A figure and its sign stay on one line.
_PER_CENT = re.compile(r"(?<=\d) (?=%)")
#: A decimal fraction that is a figure by itself, and where one that fills a sentence is a paragraph.
_DECIMAL = re.compile(r"([−+±–]? ?\d+)\.(\d{1,2}(?:[ \u00a0]%)?)")
_CITES = re.compile(r"(?:[(§/]|\b(?:NLC|MoP|JDG|CON|WAP|reference|readings?|paragraphs?|rules?)) ?$")
#: What makes words a name of somebody or something, where no catalogue knows better.
_NAME = re.compile(r"(?:[A-Z0-9ÉÖÜÄ][\w.'’-]*|de|du|des|von|van|der|den|la|le|zu|et|d'[A-Z]\w+|[ /'’-])+")


def fitting(wanted: Sequence[str]) -> str:
    """The first of some codes that is spoken here, English if none is.

    >>> fitting(["pt-BR", "de-AT", "en"]), fitting(["pt"])
    ('de', 'en')
    """
    return next((code for tag in wanted if (code := tag[:2].lower()) in LANGUAGES), "en")


def decimal(text: str) -> str:
    """A fraction by itself with a comma, as French and German write it; any other text as it is.

    >>> decimal("10.4"), decimal("+2.5 %"), decimal("NLC 10.4"), decimal("10.4.1")
    ('10,4', '+2,5 %', 'NLC 10.4', '10.4.1')
    """
    found = _DECIMAL.fullmatch(text)
    return text if found is None else f"{found[1]},{found[2]}"


def unmarked(markdown: str) -> str:
    """A line of Markdown as a page shows it.

    >>> unmarked("*War and Peace* moves **one step** ([rules](rules.md), `G.1`)")
    'War and Peace moves one step (rules, G.1)'
    """
    return re.sub(r"[*`]", "", re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", markdown))


class Speech:
    """The catalogue of one language and what finds texts in it."""

    def __init__(self, language: str, catalogue: dict[str, str]) -> None:
        self.language, self._words = language, catalogue
        self._patterns = Recogniser(k for k in catalogue if "{" in k)
        self.say = lru_cache(maxsize=20_000)(self._say)

    def _say(self, text: str) -> str:
        """A text in this language; what the catalogue does not know stays English."""
        bare = " ".join(text.split())
        found = self._bound(self._read(bare, 0)[0])
        head = text[: len(text) - len(text.lstrip())]
        return text if found == bare else head + found + text[len(text.rstrip()) :]

    def plain(self, longest: int) -> dict[str, str]:
        """The entries of the catalogue without holes, up to a length."""
        short = {k: v for k, v in self._words.items() if "{" not in k and len(k) <= longest and k != v}
        return {k: self._bound(v) for k, v in short.items()}

    def prose(self, text: str) -> str:
        """A paragraph of a notebook, its signs of emphasis left out, as the catalogue has it with them; empty if it
        hasn't.
        """
        return self._bound(self._marked.get(" ".join(text.split()), ""))

    def rule(self, text: str) -> str:
        """The title or the text of a paragraph of the rules; as it is where the catalogue does not have it."""
        return self._bound(self._rules.get(text, text))

    @cached_property
    def _rules(self) -> dict[str, str]:
        return catalogue(self.language, "paragraphs")

    def _bound(self, said: str) -> str:
        """What stays on one line is bound together: a figure and its sign, in French a word and a mark of two parts."""
        said = _PER_CENT.sub("\u00a0", said)
        return french.bound(said) if self.language == "fr" else said

    @cached_property
    def _marked(self) -> dict[str, str]:
        return {unmarked(english): said for english, said in self._words.items()}

    def missing(self, text: str) -> list[str]:
        """The parts of a text that the catalogue does not know, names among them."""
        return [part for part, known in self._leaves(" ".join(text.split()), 0) if not known]

    def _leaves(self, text: str, deep: int) -> Iterator[tuple[str, bool]]:
        whole, known = self._read(text, deep)
        if known and not _NAME.fullmatch(text):
            yield text, True
        elif known:
            yield text, whole != text or text in self._words or _SILENT.fullmatch(text) is not None
        else:
            parts = re.split(_SENTENCES, text)
            yield from ((p, self._read(p, deep)[1]) for p in parts)

    def _read(self, text: str, deep: int) -> tuple[str, bool]:
        """A text in this language, and whether all of it was known."""
        if _SILENT.fullmatch(text):
            return decimal(text) if deep else text, True
        if (word := self._word(text)) is not None:
            return word, True
        if deep >= _DEEP:
            return text, False
        for way in (self._dated, self._signed, self._filled, self._trimmed):
            if (found := way(text, deep)) is not None:
                return found, True
        if (parted := self._parted(text, deep)) is not None:
            return parted
        return text, _NAME.fullmatch(text) is not None

    def _word(self, text: str) -> str | None:
        """An entry of the catalogue, with a capital or without, with a full stop or without."""
        if (word := self._words.get(text)) is not None:
            return word
        if text.endswith(".") and (word := self._word(text[:-1])) is not None:
            return f"{word}."
        other = text[:1].swapcase() + text[1:]
        if (word := self._words.get(other)) is None:
            return None
        return word[:1].upper() + word[1:] if text[:1].isupper() else word

    def _filled(self, text: str, deep: int) -> str | None:
        """A text as a sentence of the catalogue with all that fills it in; what the translation leaves out is read by
        nobody.
        """
        for template, holes in self._patterns.find(text)[:_TRIED]:
            sentence = self._words[template]
            asked = {n: hole for n, hole in holes.items() if f"{{{n}}}" in sentence}
            filled = {n: self._hole(template, n, hole, deep + 1) for n, hole in asked.items()}
            if all(known for _, known in filled.values()):
                said = self._put_in(sentence, {n: words for n, (words, _) in filled.items()})
                # A sentence begins with a capital, whatever fills its first hole.
                return said[:1].upper() + said[1:] if text.endswith(".") and text[:1].isupper() else said
        return None

    def _hole(self, template: str, n: int, text: str, deep: int) -> tuple[str, bool]:
        """What fills a hole of a sentence; what cites a paragraph there stays as it is."""
        before = template.partition(f"{{{n}}}")[0]
        return (text, True) if _DECIMAL.fullmatch(text) and _CITES.search(before) else self._read(text, deep)

    def _put_in(self, sentence: str, holes: dict[int, str]) -> str:
        said = ""
        for literal, hole, _, _ in Formatter().parse(sentence):
            said += literal
            if hole:
                word = holes.get(int(hole), "")
                said = french.joined(said, word) if self.language == "fr" else said + word
        return said

    def _dated(self, text: str, deep: int) -> str | None:
        """A day or an hour in the way of the language."""
        if (hour := _HOUR.fullmatch(text)) is not None:
            number = int(hour[1]) % 12 + 12 * (hour[2] == "PM")
            return f"{number} h" if self.language == "fr" else f"{number} Uhr"
        day = _DAY.fullmatch(text)
        if day is None or not (day[1] or day[3]):
            return None
        month = get_month_names(locale=self.language)[_MONTHS.index(day[2]) + 1]
        return f"{day[1] or ''}{'.' * (self.language == 'de' and bool(day[1]))} {month}{day[3] or ''}".strip()

    def _signed(self, text: str, deep: int) -> str | None:
        """A text with a sign before it."""
        sign = _BEGINS.fullmatch(text)
        if sign is None or (sign[1] == "(" and ")" not in sign[2]):
            return None
        found, known = self._read(sign[2], deep + 1)
        return sign[1] + found if known else None

    def _trimmed(self, text: str, deep: int) -> str | None:
        """A text without what follows it."""
        if text.endswith(")") and " (" in text:
            head, _, tail = text[:-1].rpartition(" (")
            parts = self._read(head, deep + 1), self._hole("(", 0, tail, deep + 1)
            return f"{parts[0][0]} ({parts[1][0]})" if parts[0][1] and parts[1][1] else None
        # A name that ends with a full stop of its own, behind other words, keeps it.
        named = re.split(r": |; |, | and ", text)[-1] in self._words
        if not named and (ends := _ENDS.fullmatch(text)) is not None:
            found, known = self._read(ends[1], deep + 1)
            return found + self._joint(decimal(ends[2])) if known else None
        return None

    def _parted(self, text: str, deep: int) -> tuple[str, bool] | None:
        """A text of several. Sentences may stay English one by one; anything less is put over as a whole."""
        for joint in (": ", "; "):
            head, colon, tail = text.partition(joint)
            if colon and (first := self._read(head, deep + 1))[1] and (rest := self._read(tail, deep + 1))[1]:
                return first[0] + self._joint(colon) + rest[0], True
        for n, (seam, joint) in enumerate(_SEAMS):
            parts = [p for p in re.split(seam, text) if p]
            if len(parts) < 2:
                continue
            said = self._sentences(parts, deep) if n == 0 else [self._read(p, deep + 1) for p in parts]
            if n == 0 or all(known for _, known in said):
                return self._joint(joint).join(words for words, _ in said), all(known for _, known in said)
        return None

    def _sentences(self, parts: list[str], deep: int) -> list[tuple[str, bool]]:
        """Sentences, as many at once as the catalogue has in one entry."""
        said = []
        while parts:
            runs = ((n, " ".join(parts[:n])) for n in self._long(parts[0]) if n <= len(parts))
            known = ((n, self._word(run) or self._filled(run, deep + 1)) for n, run in runs)
            n, words = next(((n, words) for n, words in known if words is not None), (1, None))
            said.append((words, True) if words is not None else self._read(parts[0], deep + 1))
            parts = parts[n:]
        return said

    def _long(self, first: str) -> list[int]:
        """How many sentences those entries have that begin with one, the longest first."""
        begins, templates = self._begun
        found = {n for template, _ in templates.find(first) for n in begins[template]}
        return sorted(found | begins.get(first, set()), reverse=True)

    @cached_property
    def _begun(self) -> tuple[dict[str, set[int]], Recogniser]:
        """Of the entries of several sentences the first one, with how many there are."""
        begins: dict[str, set[int]] = {}
        for parts in (re.split(_SENTENCES, entry) for entry in self._words):
            if len(parts) > 1:
                begins.setdefault(parts[0], set()).add(len(parts))
        return begins, Recogniser(first for first in begins if "{" in first)

    def _joint(self, joint: str) -> str:
        if joint == " and ":
            return {"fr": " et ", "de": " und "}[self.language]
        return f" {joint}" if joint[0] in ":;!?" and self.language == "fr" else joint


def catalogue(language: str, domain: str = "napwidgets") -> dict[str, str]:
    """The English texts that a language has, each with what it says: a page waits for them, so they lie ready to read.
    What the rules say (the domain ``paragraphs``) is read when somebody asks for it.

    >>> catalogue("de")["Your turn"]
    'Sie sind am Zug'
    """
    return json.decode((FOLDER / language / "LC_MESSAGES" / f"{domain}.json").read_bytes(), type=dict[str, str])


@lru_cache(maxsize=4)
def speech(language: str) -> Speech:
    """What speaks a language; its catalogue is read once."""
    return Speech(language, catalogue(language))


def said(text: str, language: str) -> str:
    """A text in a language; in one that there is no catalogue of, as it is.

    >>> said("Your turn", "de"), said("Your turn", "en")
    ('Sie sind am Zug', 'Your turn')
    """
    return speech(language).say(text) if text and language in LANGUAGES and language != "en" else text
