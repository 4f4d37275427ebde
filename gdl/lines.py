"""Lines that have become one, and lines that stand too far left: what the parser takes once that is mended.

Each way is tried with the parser, so what is advised works as it is written.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from gdl.diagnostics import is_slip
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS
from gdl.layout import depth
from gdl.repairs import TOKEN, Broken

_LONGEST = 10_000  # characters of clauses that are read again
_BACK, _FAR_BACK = 3, 12  # tokens before the one that does not fit, at which a line may begin, and a clause
_ALWAYS_CLAUSES = frozenset(CLAUSE_WORDS) - {
    *EFFECT_WORDS,
    "game",
    "known",
    "use",
    "when",
    "without",
    "notation",
    "board",
    "pieces",
    "phase",
    "position",
    "players",
}
_KEYWORDS = frozenset((*CLAUSE_WORDS, *EFFECT_WORDS, *PART_WORDS, "draw", "else"))
_NEVER_FIRST = frozenset((
    "line", "walk", "leap", "when", "if", "where", "for", "means", "else", "notation", "some", "no", "all", "not", "none", "without",
))  # fmt: skip
# words that often stand within a line, so that they tell nothing of where one begins


def run_together(broken: Broken, by_keyword: bool) -> str:
    """That a line begins within this one, as advice; "" if the parser takes it nowhere.

    `by_keyword`: only where a word stands with which lines begin.
    """
    if len(broken.line) > _LONGEST:
        return ""
    start = broken.line.rfind("\n", 0, broken.offset) + 1
    tokens = [m for m in TOKEN.finditer(broken.line, start) if m.start() <= broken.offset]
    pairs = list(pairwise(tokens))[-1 - _FAR_BACK :]
    for back, (previous, found) in enumerate(reversed(pairs)):
        word = found[0]
        is_part = (word in ("if", "for") and previous[0] == "do") or (word == "where" and back == 0)
        is_far = back > _BACK and word not in _ALWAYS_CLAUSES
        if not word[0].isalpha() or (word in _NEVER_FIRST and not is_part) or is_far:
            continue
        if by_keyword and word not in _KEYWORDS:
            continue
        where = _where_it_begins(broken, start, found)
        if where is not None:
            return f"two lines have become one: `{word}` begins a line of its own{where}"
    return ""


def _where_it_begins(broken: Broken, start: int, found: re.Match[str]) -> str | None:
    """Where a line may begin with a word within a line, as words; None if it cannot."""
    before, rest = broken.line[: found.start()].rstrip(), broken.line[found.start() :]
    is_clause = broken.start == "clause"
    if is_clause and found[0] in CLAUSE_WORDS and found[0] not in EFFECT_WORDS:
        own = Broken(rest, 0, "", "clause", broken.first_column)
        if broken.reads(before) and own.reads(" " * broken.first_column + rest):
            return ", in the first column" if broken.first_column == 0 else ""
    if len(TOKEN.findall(rest)) < 2 and found[0] not in _KEYWORDS:
        return None
    here = depth(before[start:] or " ")
    for column in _columns(before, start):
        if broken.reads(f"{before}\n{' ' * column}{rest}"):
            if broken.reads(f"{before}; {rest}"):
                return ", or stands behind `;`"
            return ", deeper than this one" if column > here else ""
    if is_clause and found[0] in CLAUSE_WORDS:
        own = Broken(rest, 0, "", "clause", broken.first_column)
        if broken.reads(before) and own.reads(" " * broken.first_column + rest):
            return ", in the first column" if broken.first_column == 0 else ""
    return None


def _columns(before: str, start: int) -> Iterator[int]:
    """The columns in which a further line of a clause may begin: that of the present line, of those above, and a deeper one."""
    here = depth(before[start:] or " ")
    above = sorted({depth(line) for line in before[:start].split("\n") if line.strip()}, reverse=True)
    yield from dict.fromkeys(column for column in (here, *above, here + 2) if column > 0)


def fitting_column(text: str, offset: int, first_column: int) -> str:
    """In which column a line can be read that fits no block above, as advice: that of a line above, or of effects behind `do`."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    above, line = text[:start], text[start : end if end >= 0 else len(text)]
    columns = dict[int, str]()
    for one in above.split("\n"):
        columns[depth(one)] = one.split()[0] if one.strip() else ""
        if behind := re.match(r"(\s*do\s+)(\w+)", one):
            columns[len(behind[1].expandtabs(4))] = behind[2]
    last = depth(next((one for one in reversed(above.split("\n")) if one.strip()), ""))
    for column in sorted(columns, key=lambda c: (abs(c - depth(line)), c != last)):
        moved = f"{above}{' ' * column}{line.lstrip()}"
        if (
            column > first_column
            and columns[column]
            and Broken(moved, 0, "", "clause", first_column).reads(moved)
        ):
            return f"begin this one in the column of `{columns[column]}`, with {column} blanks"
    return "move this line, or the one above"


def opened_too_early(text: str, offset: int, first_column: int) -> str:
    """That the first line of a block stands behind the word that opens it, while the next ones are indented; "" if it does not.

    `offset`: within the line of that word.
    """
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    head = TOKEN.match(text, start + depth(text[start:end]))
    below = re.compile(r"\n(?=[ \t]*\S)").search(text, offset)
    if head is None or end < 0 or below is None or len(text) > _LONGEST:
        return ""
    following = text[below.end() :].split("\n", 1)[0]
    rest = text[head.end() : end].strip()
    column = " " * depth(following)
    split = Broken(f"{text[: head.end()]}\n{column}{rest}\n{following}", 0, "", "clause", first_column)
    first = TOKEN.match(rest)
    if first is None or not split.reads(split.text):
        return ""
    return f"`{first[0]}` begins a line of its own below `{head[0]}`, as the next line does"


def misspelt_end(text: str, words: Iterable[str], first_column: int) -> str:
    """The word in place of the last one of a clause, with which the parser takes it, as advice; "" if there is none."""
    last = re.search(r"([A-Za-z_]\w*)\s*\Z", text)
    if last is None or len(text) > _LONGEST:
        return ""
    clause = Broken(text, 0, "", "clause", first_column)
    meant = (w for w in words if is_slip(last[1], w) and clause.reads(text[: last.start()] + w))
    return next((f"did you mean `{word}`?" for word in meant), "")


_DECLARED = (
    (r"effect\s+{0}\s*(?:--.*)?$", "an effect of your own has brackets: `{0}()`"),
    (r"effect\s+{0}\s*(\(.*\))", "an effect of your own has what it is given in brackets: `{0}{1}`"),
    (r"action\s+{0}\b", "an action is demanded by `then`: `then {0}`"),
    (r"choice\s+{0}\s*(\(.*\))?", "a choice is demanded by `then`: `then {0}{1}`"),
)


def effect_named(line: str, text: str) -> str:
    """How an effect is written of which the line has the name alone, as `text` declares it; "" if it does not."""
    named = re.fullmatch(r"(?:.*\b(?:do|else)\s+|\s+|.*;\s*)(\w+)\s*", line)
    for form, way_out in _DECLARED if named else ():
        found = named and re.search(r"^\s*" + form.format(named[1]), text, re.MULTILINE)
        if named and found:
            given = re.sub(r"\s*:\s*\w+", "", (found[1] or "") if found.re.groups else "")
            return way_out.format(named[1], given)
    return ""


def belongs_above(above: str, text: str, first_column: int) -> bool:
    """Whether a clause that cannot be read goes on with the one above, once its first line, or all of it, is indented."""
    lines = [line for line in above.split("\n") if line.strip()]
    if len(above) + len(text) > _LONGEST:
        return False
    if lines[0].split()[0] == "kinds" and (len(lines) < 3 or _cells(lines[-1]) != _cells(text)):
        return False  # almost anything can be read as a row of a table
    deepest = depth(lines[-1]) if len(lines) > 1 else 0
    first, _, rest = text.rstrip().partition("\n")
    clause = Broken(above, 0, "", "clause", first_column)
    for column in dict.fromkeys((deepest, first_column + 2)):
        further = column - first_column
        for behind in (rest, "\n".join(" " * further + line for line in rest.split("\n"))):
            if further > 0 and clause.reads(f"{above.rstrip()}\n{' ' * further}{first}\n{behind}".rstrip()):
                return True
    return False


def _cells(row: str) -> int:
    """How many cells a row of a table has; a path in parentheses is one."""
    return len(TOKEN.findall(re.sub(r"\([^()\n]*\)", "path", row)))


def is_misspelt_head(head: str, meant: str, text: str, first_column: int) -> bool:
    """Whether a clause can be read, at least its first line, with another word at its head."""
    line = text.lstrip().partition("\n")[0]
    whole = Broken(text, 0, "", "clause", first_column)
    return any(whole.reads(" " * first_column + meant + part[len(head) :]) for part in (text.strip(), line))
