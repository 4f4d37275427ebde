"""The head of a clause that is missing above its lines: `action NAME` above choices, `setup` above effects, `looks`, `kinds`.

The lines then stand under the clause above, which ends before them. Both are tried with the parser: the clause without these lines,
and the lines under the head that they need.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS
from gdl.layout import blank_comments, depth
from gdl.misplaced import RESULT_LINE
from gdl.repairs import Broken

_LONGEST = 10_000  # characters of a clause that is read again
_PATHS = ("line", "walk", "leap", "along")
_EFFECT_LINE = rf"[ \t]*(?:{'|'.join(w for w in EFFECT_WORDS if w != 'end')})\b"
_EFFECT = rf"{_EFFECT_LINE}|[ \t]*\w+(?:\([^\n]*\))?[ \t]*:="
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
    if (opened := _without_do(text, offset, first_column)) is not None:
        return opened
    start = text.rfind("\n", 0, offset) + 1
    while re.match(_EFFECT_LINE, text[start:]) and (earlier := _line_above(text, start)) is not None:
        start = earlier  # an effect may have been read as a row of a table, or as a name
    if start == 0 or len(text) > _LONGEST:
        return None
    above, below = text[:start], text[start:]
    if "\t" in below[: len(below) - len(below.lstrip())]:
        return None  # a tab is the likelier mistake
    if depth(below) <= first_column:
        return None
    line, clause = below.split("\n", 1)[0], re.match(r"\s*(\w+)", above)
    indent = " " * first_column
    for what, head, stand_in, names in _heads(line, below, clause[1] if clause else "", above, whole):
        body = f"{indent}{stand_in}\n{below}".rstrip()
        if Broken(above.rstrip(), 0, "", "clause", first_column).reads(above.rstrip()) and Broken(
            body, 0, "", "clause", first_column
        ).reads(body):
            return Missing(start + len(below) - len(below.lstrip()), what, head, names)
    return None


def _without_do(text: str, offset: int, first_column: int) -> Missing | None:
    """Effects below a part of an action that can be read once `do` stands above them, or once that part stands above the `do` of the
    effects before it."""
    if re.match(r"\s*(?:action|move|choice)\b", text) is None or len(text) > _LONGEST:
        return None
    start = text.rfind("\n", 0, offset) + 1
    while re.match(_EFFECT, text[start:]):
        earlier = text.rfind("\n", 0, max(0, start - 1)) + 1
        if not 0 < earlier < start or depth(text[earlier:]) != depth(text[start:]):
            break
        start = earlier
    above, below = text[:start], text[start:]
    part = next((line for line in reversed(above.split("\n")) if line.strip()), "")
    if not re.match(_EFFECT, below) or depth(below) <= depth(part) or depth(part) <= first_column:
        return None
    place, column = start + len(below) - len(below.lstrip()), depth(part)
    effects = re.search(rf"(?m)^[ ]{{{column}}}do\b", above)
    is_step = re.search(r"\n\s+again\b", above) is not None
    if effects is None or re.match(r"\s*again\b", part):
        word = "do" if effects is None else "finally"
        opened = f"{above.rstrip()}\n{' ' * column}{word}\n{below}"
        head = "do` or `finally" if is_step and word == "do" else word
        is_read = Broken(opened, 0, "", "clause", first_column).reads(opened)
        return Missing(place, "an effect", head) if is_read else None
    if not re.match(r"\s*(?:where|choose)\b", part):
        return None
    upper, lower = above[: effects.start()], above[effects.start() :].rstrip()
    moved = f"{upper}{part}\n{lower.removesuffix(part)}{below}"
    is_so = lower.endswith(part) and Broken(moved, 0, "", "clause", first_column).reads(moved)
    return Missing(place, "an effect behind a part", part.strip()) if is_so else None


def _line_above(text: str, start: int) -> int | None:
    """Where the line above begins, if it stands in the same column and begins with the word of an effect."""
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    is_like = 0 < above < start and re.match(_EFFECT_LINE, text[above:]) is not None
    return above if is_like and depth(text[above:start]) == depth(text[start:]) else None


def _heads(
    line: str, below: str, clause: str, above: str, whole: str
) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """What lines are that begin with this one, with the head that they need, one with which they can be read, and its names."""
    word = re.match(r"\s*(\w*)", line)
    first = word[1] if word else ""
    if RESULT_LINE.fullmatch(line.strip()) or (first in CLAUSE_WORDS and first not in EFFECT_WORDS):
        return
    is_apart = clause not in ("action", "move", "choice") or re.search(r"\n[ \t]*\n\Z", above) is not None
    if is_apart and first in ("choose", "where", "do", *_PATHS):
        sort = "move" if first in _PATHS else "action"
        name = next(iter(_undeclared(whole)), "")
        by = " by KIND" if sort == "move" else ""
        yield (
            f"a part of {'a move' if by else 'an action'}",
            f"{sort} {name or 'NAME'}{by}",
            f"{sort} x{by}",
            (name,),
        )
    is_whole = clause in ("action", "move", "choice") and is_apart and re.search(r"(?m)^\s+do\b", above)
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
