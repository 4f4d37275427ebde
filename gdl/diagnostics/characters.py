"""Characters that command a terminal or turn text round, texts without them, and the report of characters that are wrong.

Games, saved games and the names of players come from strangers. What they hold is shown, and never obeyed.
"""

import re
import unicodedata
from collections.abc import Iterable
from unicodedata import category

from gdl.diagnostics.values import Fix, Reporter
from gdl.source import Source, Span

_COMMANDS = frozenset(("Cc", "Cs", "Cf", "Zl", "Zp"))  # of Unicode: controls, halves, formats, ends of lines
_JOINERS = "\u200c\u200d"  # formats that only join letters or signs
_LONGEST = 100  # letters of a name that are looked at
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
    "%": "write `mod`", "^": "write the product out: `n * n`", "→": "a piece goes `to` a place, and a field gets a value with `:=`",
    "←": "a field gets a value with `:=`", "⇐": "a field gets a value with `:=`", "∧": "write `and`", "∨": "write `or`",
    "¬": "write `not`", "∈": "write `in`", "÷": "write `div`", "·": "write `*`", "−": "write `-`", "…": "a range has two dots: `1..6`",
    "‘": "quotation marks are straight and double: `\"`", "’": "quotation marks are straight and double: `\"`",
    "„": "quotation marks are straight: `\"`", "«": "quotation marks are straight: `\"`", "»": "quotation marks are straight: `\"`",
    "`": "quotation marks are double: `\"`",
}  # fmt: skip


_WRITTEN = {
    "#": "--", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": '"', "’": '"', "–": "-", "—": "-", "−": "-", "≤": "<=",
    "≥": ">=", "≠": "!=", "%": "mod", "←": ":=", "⇐": ":=", "∧": "and", "∨": "or", "¬": "not", "∈": "in", "÷": "div",
    "·": "*", "…": "..",
}  # fmt: skip
"""What is written in place of a character, where that is one thing."""


def written_instead(text: str, offset: int) -> tuple[tuple[int, int, str], ...]:
    """The changes of a line with which one of its characters, and those like it, are what the language uses; none if that is
    not known."""

    def of(character: str) -> str:
        plain = unicodedata.normalize("NFKC", character)
        is_wide = len(plain) == 1 and plain != character and plain.isascii() and plain.isprintable()
        return _LOOK_ALIKES.get(character) or _WRITTEN.get(character) or (plain if is_wide else "")

    meant = of(text[offset])
    first = text.rfind("\n", 0, offset) + 1
    last = text.find("\n", offset)
    places = range(first, last if last >= 0 else len(text))
    is_same = [
        p for p in places if text[p] == text[offset] or (of(text[p]) == meant and not text[p].isascii())
    ]
    return tuple((p, p + 1, _apart(text, p, meant)) for p in is_same) if meant else ()


def _apart(text: str, offset: int, meant: str) -> str:
    """What is written in place of a sign: a word stands apart from what is on both sides of it."""
    if not meant.isalpha() or text[offset].isalpha():
        return meant
    before, behind = text[offset - 1 : offset], text[offset + 1 : offset + 2]
    return f"{'' if before.isspace() else ' '}{meant}{'' if behind.isspace() else ' '}"


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


def report_character(span: Span, character: str, reporter: Reporter, fixes: Iterable[Fix] = ()) -> None:
    """Reports a character that the language does not use."""
    shown = f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
    if not character.isascii() and character.isprintable() and character not in _CHARACTERS:
        shown += f" (U+{ord(character):04X}, {unicodedata.name(character, 'without a name').capitalize()})"
    latin = _LOOK_ALIKES.get(character)
    named = _plain_name(span)
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
        else f"write names with the letters a-z, digits and _: `{named}`"
        if named
        else _CHARACTERS.get(character) or _instead_of(character),
        fixes=fixes,
    )


def _plain_name(span: Span) -> str:
    """The name in which a letter with a mark stands, without such marks; "" where it stands in none."""
    near_by = slice(max(0, span.start - _LONGEST), span.end + _LONGEST)
    before = re.search(r"\w*\Z", span.source.text[near_by.start : span.start])
    behind = re.match(r"\w*", span.source.text[span.start : near_by.stop])
    name = (before[0] if before else "") + (behind[0] if behind and behind[0] else " ")
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", plain) else ""


def _instead_of(character: str) -> str:
    """What is written in place of a character that has no meaning here."""
    plain = unicodedata.normalize("NFKC", character)
    if plain == " ":
        return "it looks like a blank and is none: type a blank in its place"
    if not character.isprintable():
        return "it cannot be seen: take it out"
    if len(plain) == 1 and plain.isascii() and plain != character:
        return f"it is wider than the character of the language: type `{plain}`"
    if character.isascii():
        return "leave it out: names have the letters a-z, digits and _"
    return "write names with the letters a-z, digits and _"


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
