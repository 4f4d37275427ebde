"""Characters that command a terminal or turn text round, texts without them, and the report of characters that are wrong.

Games, saved games and the names of players come from strangers. What they hold is shown, and never obeyed.
"""

import re
import unicodedata
from unicodedata import category

from gdl.diagnostics import Reporter
from gdl.source import Source, Span

_COMMANDS = frozenset(("Cc", "Cs", "Cf", "Zl", "Zp"))  # of Unicode: controls, halves, formats, ends of lines
_JOINERS = "\u200c\u200d"  # formats that only join letters or signs
INSTEAD = "\N{REPLACEMENT CHARACTER}"


def is_command(character: str) -> bool:
    """Whether a character is not shown but does something: moves the cursor, changes colours, turns the direction."""
    return category(character) in _COMMANDS and character not in _JOINERS


def visible(text: str, keep: str = "") -> str:
    """The text with `INSTEAD` in place of each command, except those to keep, such as the ends of lines."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(INSTEAD if is_command(c) and c not in keep else c for c in text)


# ---- in the text of a game

_CHARACTERS = {
    "#": "comments begin with two dashes: `--`", "&": "write `and`", "“": "quotation marks are straight: `\"`",
    "”": "quotation marks are straight: `\"`", "'": "quotation marks are double: `\"`", "–": "write `-`", "—": "write `-`",
    "≤": "write `<=`", "≥": "write `>=`", "≠": "write `!=`", "×": "write `x` between the sides of a board, else `*`",
    "%": "write `mod`", "^": "write the product out: `n * n`", "→": "write `to`",
}  # fmt: skip


# Letters of other alphabets that look like those of names.
_LOOK_ALIKES = dict(
    zip(
        "аеорсухіјѕԁԛԝһАВЕКМНОРСТХІЈЅοανρικυχτΑΒΕΖΗΙΚΜΝΟΡΤΥΧıℓ",
        "aeopcyxijsdqwhABEKMHOPCTXIJSoavpikuxtABEZHIKMNOPTYXil",
        strict=True,
    )
)
_LATIN = str.maketrans(_LOOK_ALIKES)


def in_latin(text: str) -> str:
    """The text with letters of names in place of those that look like them."""
    return text.translate(_LATIN)


def report_character(span: Span, character: str, reporter: Reporter) -> None:
    """Reports a character that the language does not use."""
    shown = f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
    if not character.isascii() and character.isprintable() and character not in _CHARACTERS:
        shown += f" (U+{ord(character):04X}, {unicodedata.name(character, 'without a name').capitalize()})"
    latin = _LOOK_ALIKES.get(character)
    is_short = re.search(
        r"n['’]t\b", span.source.text[max(0, span.start - 1) : span.start + 2]
    )  # isn't, don't
    reporter.report(
        "bad-character",
        span,
        f"the character {shown} is not used in the language",
        f"looks like the letter `{latin}`" if latin else "only inside quotation marks and comments",
        help=f"type the letter `{latin}`"
        if latin
        else "write `not`: `s is not empty`"
        if is_short
        else _CHARACTERS.get(character, "write names with the letters a-z, digits and _"),
    )


def report_commands(source: Source, text: str, reporter: Reporter) -> None:
    """Reports characters inside quotation marks that a terminal would obey: once for each text in them."""
    for quoted in re.finditer(r'"[^"\n]*"', text):
        at = next((i for i, c in enumerate(quoted[0]) if is_command(c)), None)
        if at is None:
            continue
        start = quoted.start() + at
        reporter.report(
            "bad-character",
            Span(source, start, start + 1),
            f"the character U+{ord(text[start]):04X} cannot be shown: it is a command to a terminal",
            "not a sign or letter",
            help="take it out",
        )
