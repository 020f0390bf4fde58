"""What is wrong in the writing of a file, in words of whoever writes one."""

from __future__ import annotations

import re

#: What the kinds of msgspec are called in a file.
_KINDS = {
    "object": "keys and values",
    "array": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
_SHAPE = re.compile(r"Expected `([^`]+)`(?: of (?:(at least )?length )(>= |<= )?(\d+))?(?:, got (?:`(\w+)`|(\d+)))?$")

#: What is said of JSON, and what to do.
_JSON = (
    ("Input data was truncated", "it breaks off: a bracket or a quotation mark is not shut, or the end is missing"),
    ("trailing comma", "there is a comma behind the last part: take it away"),
    ("object keys must be strings", "a key must stand in double quotes"),
    ("trailing characters", "something stands behind the end: a bracket is shut too early, or there is too much"),
    ("expected ':'", "there must be a colon between a key and its value"),
    ("expected ','", "there must be a comma between two parts, or a bracket to shut them"),
    ("invalid escape", "a backslash in a text must be written twice"),
    ("invalid number", "this is no number: none begins with a nought or a point"),
    ("invalid character", "there is a sign that can't stand here: texts stand in double quotes, notes have no place"),
    ("codec can't decode", "this is no text file in UTF-8"),
)

#: What is said of YAML, and what to do.
_YAML = (
    (
        "mapping values are not allowed",
        "there is a colon too many, or the line stands too far to the right; a text with a colon stands in quotes",
    ),
    (
        "cannot start any token|tab character",
        "a text that begins with such a sign stands in quotes, and lines are moved to the right with blanks, not tabs",
    ),
    ("expected ':'", "there is a key without a colon, or a line stands at the wrong place"),
    (
        "<block end>|expected key|'-' indicator",
        "this line doesn't stand right below its neighbours: put them at the same place",
    ),
    ("undefined alias", "a star stands for a part that isn't there; a text that begins with one stands in quotes"),
    ("unexpected end of stream", "a quotation mark is not shut"),
    ("node content|expected ',' or", "a bracket is not shut, or a comma is missing in it"),
    ("unknown escape", "a backslash in double quotes must be written twice; single quotes take it as it is"),
    ("document start", "a file holds one document: nothing stands behind three points"),
)


def of_shape(what: str) -> str:
    """What msgspec says of a value that does not fit, in plain words; anything else stays as it is.

    >>> of_shape("Expected `object`, got `str`"), of_shape("Expected `array` of length 2, got 3")
    ('keys and values are expected, but there is a text', 'a list of 2 is expected, but there are 3')
    >>> of_shape("Expected `int | null`, got `bool`")
    'a whole number or nothing is expected, but there is true or false'
    """
    found = _SHAPE.match(what)
    names = found[1].split(" | ") if found else [""]
    if found is None or not all(name in _KINDS for name in names):
        return what[0].lower() + what[1:]
    said = " or ".join(_KINDS[name] for name in names)
    if found[4]:
        least = "at least " if found[2] or found[3] == ">= " else "at most " if found[3] else ""
        said += f" of {least}{found[4]}{' letters' if names == ['str'] else ''}"
    verb = "are" if names == ["object"] else "is"
    got = _KINDS.get(found[5] or "", found[5])
    is_ = "are" if found[5] == "object" else "is"
    there = f", but there {is_} {got}" if got else f", but there are {found[6]}" if found[6] else ""
    return f"{said} {verb} expected{there}"


def of_json(what: str) -> str:
    """What msgspec says of a text that is no JSON, and what to do about it.

    >>> of_json("JSON is malformed: trailing comma in array (byte 3)")
    'there is a comma behind the last part: take it away'
    """
    what = what.removeprefix("JSON is malformed: ")
    return next((said for sign, said in _JSON if sign in what), what)


def of_yaml(what: str, opened: int = 0) -> str:
    """What PyYAML says of a text that is no YAML, and what to do about it; ``opened`` is the line in which the part
    begins that it could not read, 0 where none is known.

    >>> of_yaml("did not find expected ',' or ']'", 2)
    'a bracket is not shut, or a comma is missing in it (it begins in line 2)'
    """
    said = next((said for sign, said in _YAML if re.search(sign, what)), what)
    return f"{said} (it begins in line {opened})" if opened and "shut" in said else said
