"""The head of a clause that is missing above its lines: `action NAME` above choices, `setup` above effects, `looks`, `kinds`.

The lines then stand under the clause above, which ends before them. Both are tried with the parser: the clause without these lines,
and the lines under the head that they need.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.keywords import EFFECT_WORDS
from gdl.layout import blank_comments, depth
from gdl.misplaced import RESULT_LINE
from gdl.repairs import Broken

_LONGEST = 10_000  # characters of a clause that is read again
_PATHS = ("line", "walk", "leap", "along")
_LOOK = re.compile(r'[ \t]*\w+(?:[ \t]+of[ \t]+\w+)?[ \t]+"')
_ROW = re.compile(r"[ \t]*[a-z_]\w*(?:[ \t]+(?:\w+(?:\.\.\w+)?|\"[^\"\n]*\"))+[ \t]*$")


@dataclass(frozen=True, slots=True)
class Missing:
    """A head that is missing: where the lines begin that it needs, what they are, the head, and the names that it would declare."""

    start: int
    what: str
    head: str
    names: tuple[str, ...] = ()


def missing_head(text: str, offset: int, first_column: int, whole: str) -> Missing | None:
    """The head that is missing above the line of a place that does not fit, in the text of a clause. `whole`: the text of the file."""
    start = text.rfind("\n", 0, offset) + 1
    if start == 0 or len(text) > _LONGEST:
        return None
    above, below = text[:start].rstrip(), text[start:]
    if depth(below) <= first_column:
        return None
    line, clause = below.split("\n", 1)[0], re.match(r"\s*(\w+)", above)
    indent = " " * first_column
    for what, head, stand_in, names in _heads(line, below, clause[1] if clause else "", above, whole):
        body = f"{indent}{stand_in}\n{below}".rstrip()
        if Broken(above, 0, "", "clause", first_column).reads(above) and Broken(
            body, 0, "", "clause", first_column
        ).reads(body):
            return Missing(start + depth(below), what, head, names)
    return None


def _heads(
    line: str, below: str, clause: str, above: str, whole: str
) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """What lines are that begin with this one, with the head that they need, one with which they can be read, and its names."""
    word = re.match(r"\s*(\w*)", line)
    first = word[1] if word else ""
    if RESULT_LINE.fullmatch(line.strip()):
        return
    if first in ("choose", "where", "do", *_PATHS):
        sort = "move" if first in _PATHS else "action"
        name = next(iter(_undeclared(whole)), "")
        by = " by KIND" if sort == "move" else ""
        yield (
            f"a part of {'a move' if by else 'an action'}",
            f"{sort} {name or 'NAME'}{by}",
            f"{sort} x{by}",
            (name,),
        )
    is_whole = clause in ("action", "move", "choice") and re.search(r"(?m)^\s+do\b", above)
    holds_effects = clause in ("action", "move", "choice", "setup", "settle", "effect", "end", "match")
    if (first in EFFECT_WORDS or ":=" in line) and first != "end" and (is_whole or not holds_effects):
        has_setup = re.search(r"(?m)^setup\b", whole) is not None
        head = "settle after ACTION" if has_setup else "setup"
        yield "an effect", head, "setup", ()
    if _LOOK.match(line) and clause != "looks":
        yield "a look", "looks", "looks", ()
    if (
        _ROW.match(line)
        and clause not in ("kinds", "game", "looks", "end")
        and not re.search(r"(?m)^kinds\b", whole)
    ):
        rows = [row for row in below.split("\n") if row.strip()]
        values = len(rows[0].split()) - 1
        columns = tuple(_asked(whole))[:values] if values else ()
        named = " ".join(columns) if len(columns) == values else " ".join(["COLUMN"] * values)
        yield (
            "a row of a table",
            f"kinds {named}".strip(),
            f"kinds {' '.join(f'x{i}' for i in range(values))}",
            columns,
        )


def _undeclared(whole: str) -> Iterator[str]:
    """The actions that turns offer, or effects demand, and that a text does not declare."""
    rules = re.sub(r'"[^"\n]*"', "", blank_comments(whole))
    declared = set(re.findall(r"(?m)^(?:action|move|choice)\s+(\w+)", rules))
    for offered in re.findall(r"(?m)^(?:turn|phase\s+\w+)[^:\n]*:(.*)", rules):
        bare = re.sub(r"\bif\b.*?(?=\belse\b|$)", " ", offered)
        yield from (
            n
            for n in re.findall(r"\w+", bare)
            if n not in declared and n not in _OF_TURNS and not n.isdecimal()
        )


_OF_TURNS = ("or", "else", "pass", "lose", "win", "draw", "done", "highest", "lowest", "wins", "loses")


def _asked(whole: str) -> Iterator[str]:
    """The names that stand before a parenthesis and that a text does not declare."""
    rules = re.sub(r'"[^"\n]*"', "", blank_comments(whole))
    declared = set(re.findall(r"(?m)^(?:let|relation|field|pool|effect|choice|action|option)\s+(\w+)", rules))
    for name in dict.fromkeys(re.findall(r"\b([a-z_]\w*)\(", rules)):
        if name not in declared and name not in BY_NAME and name not in RELATIVE_WORDS:
            yield name
