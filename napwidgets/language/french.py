"""French words that lean on the next one: what fills a sentence in is joined to it as one writes, and marks stay with
their words.
"""

from __future__ import annotations

import re

#: What a vowel is elided before; H is left alone (de Hanau), and a corps has a number (Ier, IVe).
_VOWEL = re.compile(r"[AEOUÉÈÊÂÔÛÖÎaeouéèêâôûîi]|I(?!er\b)[a-zé]")
_CORPS = re.compile(r"(?:Ier|[IVX]+e) corps|Corps ")
#: A word at the end of what comes before, and what it becomes before an article or a corps.
_WITH_ARTICLE = {"de": ("du", "des"), "à": ("au", "aux")}
#: The space before a mark of two parts, and within the marks of a quotation.
_SPACE = re.compile(r"(?<=\S) (?=[:;?!»](?:\W|$))|(?<=«) ")
_LAST = re.compile(r"(.*\b|)(de|à|que) ", re.DOTALL | re.IGNORECASE)


def joined(before: str, word: str) -> str:
    """A beginning with the next word after it.

    >>> joined("près de ", "Augsbourg"), joined("Près de ", "Vienne"), joined("Train de ", "Ier corps")
    ('près d’Augsbourg', 'Près de Vienne', 'Train du Ier corps')
    >>> joined("pion de ", "Corps de réserve")
    'pion du corps de réserve'
    >>> joined("Ordre à ", "le prince Eugène"), joined("plus que ", "Italie"), joined("prise de ", "les Essarts")
    ('Ordre au prince Eugène', 'plus qu’Italie', 'prise des Essarts')
    """
    found = _LAST.fullmatch(before)
    if found is None:
        return before + word
    head, last = found[1], found[2]
    if last.lower() in _WITH_ARTICLE:
        one, several = _WITH_ARTICLE[last.lower()]
        if _CORPS.match(word):
            return f"{head}{one} {word.replace('Corps', 'corps', 1)}"
        for article, short in (("le ", one), ("les ", several)):
            if word.startswith(article):
                return f"{head}{short} {word.removeprefix(article)}"
    if last.lower() in ("de", "que") and _VOWEL.match(word):
        return f"{head}{last[:-1]}’{word}"
    return before + word


def bound(said: str) -> str:
    """A text in which no line ends before a mark of two parts, or after the mark that begins a quotation.

    >>> bound("Qui vive ? « Vienne » : 3 · a :b").replace("\u00a0", "~")
    'Qui vive~? «~Vienne~»~: 3 · a :b'
    """
    return _SPACE.sub("\u00a0", said)
