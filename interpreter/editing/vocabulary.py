"""The words and signs of the language, taken from the grammar that the parser runs."""

import re
from functools import cache

from gdl.grammar import parser

_CLASSES = ("NAME", "INT", "DECIMAL", "STRING", "_NL")  # tokens that are no words of the language
_WORD = re.compile(r"(?<!\\)[a-z]{2,}")


@cache
def words() -> tuple[str, ...]:
    """All keywords, sorted; without the `x` of `8 x 8`, which is a name elsewhere."""
    patterns = (str(t.pattern.value) for t in parser()[0].terminals if t.name not in _CLASSES)
    return tuple(sorted({word for pattern in patterns for word in _WORD.findall(pattern)}))


@cache
def signs() -> tuple[str, ...]:
    """All operators, the longest first; without brackets and what only separates."""
    texts = (str(t.pattern.value) for t in parser()[0].terminals if t.name not in _CLASSES)
    parts = {part for text in texts for part in text.removeprefix("(?:").removesuffix(")").split("|")}
    found = {part for part in parts if re.fullmatch(r"[^\w\s()\[\]{},;\\]+", part)}
    return tuple(sorted(found | {"|"}, key=lambda sign: (-len(sign), sign)))
