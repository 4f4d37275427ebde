"""One way to lay a game out: `format_text` changes blanks, indentation and empty lines, and nothing else.

It works on tokens and comments, never on the tree, so that it cannot lose anything; and it checks itself:
were the tokens, the comments or the blocks of the result different, the text would come back unchanged. A
text with syntax errors comes back unchanged too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lark import Token

from gdl.diagnostics.values import Reporter
from gdl.parsing.parser import parse
from gdl.source import Source
from gdl.text.layout import Layout, LayoutError, blank_comments, chunks, column, comments

STEP = 2  # columns of a block's level
CONTINUATION = 4  # columns that a line which continues another one is indented

_TOKEN = re.compile(
    r'(?P<NL>\n)|(?P<COMMENT>--[^\n]*)|(?P<STRING>"[^"\n]*")|(?P<NAME>[A-Za-z_]\w*)'
    r"|(?P<NUMBER>[0-9]+(?:\.[0-9]+)?)|(?P<SIGN>\.\.|:=|!=|<=|>=|[^\s])"
)
_LAYOUT_NEWLINE = re.compile(r"(\r?\n[ \t]*)+")
_NONE_BEFORE = frozenset((",", ";", ":", ")", "]", "}"))
_NONE_AFTER = frozenset(("(", "[", "{"))
_AS_WRITTEN = frozenset(("*", "+", "?", "-"))
_SPACED = frozenset(
    re.findall(
        r"\w+",
        "and or not implies in is if else of where mod div some all no for do with when while then on"
        " always never require prefer capture remove place move line walk leap simultaneously settle"
        " setup end choose notation means",
    )
)
_CHANGING = frozenset(("kinds", "setup", "looks", "end", "notation", "turn", "let", "phase", "move"))
_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "by from to at most least until up length side rows must may turn after value limit again as x own"
        " enemy any reached none true false relation let action choice claim phase highest lowest payoff"
        " finally openly secretly known effect",
    )
)
_OPENERS = ("do", "finally", "simultaneously")
_ALIGNS = frozenset(
    ("=", ":=", "where")
)  # a line that continues another one may begin under what follows one of these


@dataclass(slots=True)
class _Item:
    """A token of a line: its text, where it stood, and (once the line is written) where it stands."""

    text: str
    start: int
    old: int
    is_adjacent: bool
    is_name: bool
    new: int = 0


@dataclass(slots=True)
class _Line:
    """One line of the text."""

    items: list[_Item]
    comment: str
    comment_column: int
    level: int = 0
    goes_on: bool = False
    is_sibling: bool = False  # it stands under the `if` or `for` behind a `do`
    head: int = -1  # the index of the line that begins the clause
    indent: int = 0
    code: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.items and not self.comment

    @property
    def column(self) -> int:
        return self.items[0].old if self.items else self.comment_column


def format_text(text: str) -> str:
    """The same game in the usual layout: the same tokens and comments. Unchanged if it has syntax errors."""
    plain = text.replace("\r\n", "\n")
    reporter = Reporter()
    parse(Source("", plain), reporter)
    if reporter.found:
        return text
    try:
        made = _formatted(plain)
        return made if _structure(made) == _structure(plain) else text
    except LayoutError:
        return text


def _formatted(text: str) -> str:
    lines = _lines(text)
    _place(lines, text)
    blocks = [0]  # the columns of the blocks that are open
    above = 0
    for index, line in enumerate(lines):
        if not line.items:
            continue
        if not line.goes_on:
            del blocks[line.level + 1 :]
            if line.is_sibling:
                blocks[line.level :] = [_beside(lines, index)]
            elif line.level >= len(blocks):
                blocks.append(_block(lines, above))
        line.indent = _continuation(lines, index, blocks[-1]) if line.goes_on else blocks[-1]
        if line.items[0].text == "else" and not line.goes_on and not line.is_sibling:
            line.indent = _under_its_if(lines, index, blocks[-1])
        _write(line, [i.text for i in lines[line.head].items[:2]] == ["board", "graph"])
        above = index
    _align_tables(lines)
    _indent_comments(lines)
    columns = _comment_columns(lines)
    made: list[str] = []
    for line, at in zip(lines, columns, strict=True):
        if line.is_blank and (not made or not made[-1]):
            continue
        made.append((line.code.ljust(at) + line.comment).rstrip() if line.comment else line.code)
    while made and not made[-1]:
        made.pop()
    return "\n".join(made) + "\n" if made else ""


# ---- reading


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    start = 0
    for row in text.split("\n"):
        items: list[_Item] = []
        comment, comment_column = "", 0
        end = 0
        for match in _TOKEN.finditer(row):
            at = column(row[: match.start()]) if "\t" in row else match.start()
            if match.lastgroup == "COMMENT":
                comment, comment_column = match[0].rstrip(), at
            else:
                is_adjacent = bool(items) and match.start() == end
                is_name = match.lastgroup == "NAME"
                items.append(_Item(match[0], start + match.start(), at, is_adjacent, is_name))
            end = match.end()
        lines.append(_Line(items, comment, comment_column))
        start += len(row) + 1
    return lines


def _tokens(text: str) -> Iterator[Token]:
    """The tokens of a clause without comments, newlines as the grammar sees them."""
    at = 0
    while at < len(text):
        newline = _LAYOUT_NEWLINE.match(text, at)
        match = newline or _TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        kind = "_NL" if newline else "SIGN"
        yield Token(kind, match[0], start_pos=at, end_pos=match.end())
        at = match.end()


def _laid_out(text: str) -> Iterator[Token]:
    """All tokens of a text, with _NL, _INDENT and _DEDENT. Positions are those of the whole text."""
    for chunk in chunks(blank_comments(text)):
        layout = Layout()
        layout.text = chunk.text
        for token in layout.process(_tokens(chunk.text)):
            at = chunk.start + (token.start_pos or 0)
            yield Token(token.type, str(token), start_pos=at, end_pos=at + len(token))


def _structure(text: str) -> tuple[list[str], list[str]]:
    """What formatting must not change: tokens and blocks, and comments."""
    tokens = [str(t) or t.type for t in _laid_out(text)]
    return tokens, [c.rstrip() for _, c in comments(text)]


def _place(lines: list[_Line], text: str) -> None:
    """Finds every line's level, and whether it continues the line above."""
    first = {line.items[0].start: i for i, line in enumerate(lines) if line.items}
    level, head, begins, is_sibling = 0, -1, True, False
    for token in _laid_out(text):
        match token.type:
            case "_NL":
                begins = True
            case "_INDENT":
                level += 1
            case "_DEDENT":
                level -= 1
            case "_SIBLING":
                level += 1
                is_sibling = True
            case _:
                index = first.get(token.start_pos or 0)
                if index is not None:
                    line = lines[index]
                    line.level, line.goes_on, line.is_sibling = level, not begins, is_sibling
                    if begins:
                        head = index
                    line.head = head
                begins = is_sibling = False


# ---- writing


def _beside(lines: list[_Line], index: int) -> int:
    """Where a line begins that stands under the `if` or `for` behind a `do`."""
    at = lines[index].column
    for line in reversed(lines[:index]):
        if not line.goes_on and [i.text for i in line.items[:1]] == ["do"] and line.items[1].old == at:
            return line.items[1].new
    return at


def _under_its_if(lines: list[_Line], index: int, block: int) -> int:
    """Where an `else` begins: under its `if` where that stands behind a `do` and the author had it there."""
    for line in reversed(lines[:index]):
        words = [i.text for i in line.items[:2]]
        if line.items and not line.goes_on and line.level <= lines[index].level and words[:1] != ["else"]:
            is_under = words == ["do", "if"] and line.items[1].old == lines[index].column
            return line.items[1].new if is_under else block
    return block


def _block(lines: list[_Line], opener: int) -> int:
    """Where a block begins: under the first effect if that stands beside its `do`, else a step deeper."""
    line = lines[opener]
    if (
        line.items[0].text == "else"
        and not line.goes_on
        and [i.text for i in line.items[1:2]] not in ([], ["if"])
    ):
        return line.items[1].new
    is_opened_at_the_end = line.items[-1].text in _OPENERS
    for i in range(len(line.items) - 2, -1, -1):
        if line.items[i].text in _OPENERS:
            return line.items[i + 1].new + STEP * is_opened_at_the_end
    begun = lines[line.head] if line.goes_on and not is_opened_at_the_end else line
    return begun.indent + STEP


def _continuation(lines: list[_Line], index: int, base: int) -> int:
    """Where a continued line begins: under the same token as before, or a fixed step deeper."""
    line = lines[index]
    wanted: list[_Item] = []
    opened: list[_Item | None] = []
    for above in lines[line.head : index]:
        if above.goes_on and above.items:
            wanted.append(above.items[0])
        for i, item in enumerate(above.items):
            following = above.items[i + 1] if i + 1 < len(above.items) else None
            if item.text in _NONE_AFTER:
                opened.append(following)
            elif item.text in (")", "]", "}") and opened:
                opened.pop()
            elif item.text in _ALIGNS and following is not None:
                wanted.append(following)
    for item in (*reversed(wanted), *(o for o in opened if o is not None)):
        if item.old == line.column:
            return item.new
    return base + CONTINUATION


def _write(line: _Line, is_graph: bool) -> None:
    code = " " * line.indent
    for i, item in enumerate(line.items):
        if i and _has_space(line.items, i) and not (is_graph and _is_in_track(line.items, i)):
            code += " "
        item.new = len(code)
        code += item.text
    line.code = code


def _is_in_track(items: list[_Item], i: int) -> bool:
    """Whether a token of a graph's clause continues the track before it, or is the number behind a sign."""
    if items[i].text in ("-", ">"):
        return items[i - 1].is_name and items[i - 1].text != "at"
    return items[i - 1].text in ("-", ">")


def _is_sign_of_change(items: list[_Item], i: int) -> bool:
    """Whether a token is the sign behind the word of a clause that changes another one: `looks +`."""
    if items[i].text not in ("+", "-"):
        return False
    head = items[0].text
    at = {"let": 2, "phase": 2, "move": 3}.get(head, 1)
    if head not in _CHANGING or i < at or items[at].text not in ("+", "-"):
        return False
    return i == at or head in ("turn", "phase", "move")  # where more signs may follow


def _has_space(items: list[_Item], i: int) -> bool:
    """Whether a blank stands before a token."""
    before, item = items[i - 1], items[i]
    a, b = before.text, item.text
    if a == "-" and b == "-":
        return True
    if a in _NONE_AFTER or b in _NONE_BEFORE or ".." in (a, b):
        return False
    if a in (",", ";", ":") or _is_sign_of_change(items, i) or _is_sign_of_change(items, i - 1):
        return True
    if b in _AS_WRITTEN or (a in _AS_WRITTEN and b != "|"):
        return not item.is_adjacent
    if b == "(":
        return _is_apart(before, item)
    if b == "{" and (a in (")", "]") or (before.is_name and a not in _SPACED)):
        return not item.is_adjacent
    return True


def _is_apart(before: _Item, bracket: _Item) -> bool:
    """Whether a blank stands before an opening bracket."""
    if before.text == ")":  # what is given to a choice that a word names
        return False
    if not before.is_name or before.text in _SPACED:
        return True
    return before.text in _KEYWORDS and not bracket.is_adjacent


def _align_tables(lines: list[_Line]) -> None:
    """Puts the columns of every table of kinds under each other."""
    code = [line for line in lines if line.items]
    for number, header in enumerate(code):
        if header.goes_on or header.items[0].text != "kinds" or "each" in [i.text for i in header.items[1:3]]:
            continue
        rows = [r for r in _inside(code, number) if not (r.goes_on and _is_sentence(r))]
        if rows and not any(r.goes_on for r in rows):
            _align(header, rows)


def _inside(lines: list[_Line], number: int) -> Iterator[_Line]:
    """The lines that belong to one."""
    for line in lines[number + 1 :]:
        if line.level <= lines[number].level and not line.goes_on:
            return
        yield line


def _is_sentence(line: _Line) -> bool:
    """Whether a line is a sentence for people."""
    return line.items[0].text == "means" or line.items[0].text.startswith('"')


def _align(header: _Line, rows: list[_Line]) -> None:
    """Lays one table out; a column with an index stands above all its cells."""
    heads, parted = _heads(header), [_parted(r) for r in rows]
    cells = [_cells(row) for row, _ in parted]
    spans = _spans(heads, max(map(len, cells)))
    widths = [max(len(c[i]) for c in cells if i < len(c)) for i in range(max(map(len, cells)))]
    widths += [0] * (sum(spans) - len(widths))
    at = 0
    for head, span in zip(heads, spans, strict=True):
        missing = len(head) - sum(widths[at : at + span]) - 2 * (span - 1)
        widths[at + span - 1] += max(0, missing)
        at += span
    for row, texts, (_, means) in zip(rows, cells, parted, strict=True):
        laid = [c.ljust(w) for c, w in zip(texts, widths, strict=False)]
        row.code = "  ".join([*laid, means]).rstrip()
    at, header.code = 0, ""
    for head, span in zip(heads, spans, strict=True):
        header.code += head.ljust(sum(widths[at : at + span]) + 2 * (span - 1)) + "  "
        at += span
    header.code = header.code.rstrip()


def _parted(row: _Line) -> tuple[_Line, str]:
    """A row without its sentence for people, and the sentence."""
    at = next((i for i, item in enumerate(row.items) if i and item.text == "means"), len(row.items))
    return replace(row, items=row.items[:at]), " ".join(item.text for item in row.items[at:])


def _heads(header: _Line) -> list[str]:
    """The word `kinds` and the columns of a table's first line, each with its index."""
    first = header.items[:2] if [i.text for i in header.items[1:2]] == ["+"] else header.items[:1]
    heads = [" " * header.indent + " ".join(i.text for i in first)]
    for i, item in enumerate(header.items[len(first) :], len(first)):
        before = header.items[i - 1].text
        if item.text in (",", "..") or before == "..":
            heads[-1] += item.text
        elif i > 1 and "by" in (item.text, before):
            heads[-1] += " " + item.text
        else:
            heads.append(item.text)
    return heads


def _spans(heads: list[str], cells: int) -> list[int]:
    """Over how many cells of a row each column stands. A group of directions takes what the others leave."""
    spans: list[int | str] = []
    for head in heads:
        index = re.fullmatch(r"\w+ by (?:(\d{1,4})\.\.(\d{1,4})|(\w+)),?", head)
        if index is None or index[0].startswith("by "):
            spans.append(1)
        elif index[3]:
            spans.append(index[3])
        else:
            spans.append(max(1, int(index[2]) - int(index[1]) + 1))
    groups = [s for s in spans if isinstance(s, str)]
    left = cells - sum(s for s in spans if isinstance(s, int))
    if len(set(groups)) > 1 or left < len(groups) or left % max(1, len(groups)) or (left and not groups):
        return [1] * len(heads)  # the rows do not fit: each name stands for itself
    return [left // len(groups) if isinstance(s, str) else s for s in spans]


def _cells(row: _Line) -> list[str]:
    """The cells of a table's line. A sign belongs to its number; a range is one cell, and so is what stands in brackets."""
    cells = [" " * row.indent + row.items[0].text]
    opened: list[_Item] = []
    for i, item in enumerate(row.items[1:], 1):
        before = row.items[i - 1].text
        if item.text in _NONE_AFTER:
            opened.append(item)
        if item.text in (")", "]", "}") and opened:
            first = opened.pop()
            if not opened and row.items[row.items.index(first) - 1].text == "+":
                cells[-1] += " " + row.code[first.new : item.new + 1]
            elif not opened:
                cells.append(row.code[first.new : item.new + 1])
        elif opened:
            continue
        elif item.text == "+":
            cells[-1] += " +"
        elif item.text == ".." or before == ".." or (before == "-" and i > 1):
            cells[-1] += item.text
        else:
            cells.append(item.text)
    return cells


def _indent_comments(lines: list[_Line]) -> None:
    """A line that only holds a comment goes with the nearer of the code below and the code above it."""
    above: _Line | None = None
    for index, line in enumerate(lines):
        if line.items:
            above = line
        elif line.comment:
            below = next((b for b in lines[index + 1 :] if b.items), None)
            places = [(below.column, below.indent) if below else (0, 0)]
            if above is not None:
                places.append((above.column, above.indent))
            line.indent = min(places, key=lambda p: abs(p[0] - line.comment_column))[1]


def _comment_columns(lines: list[_Line]) -> list[int]:
    """Each comment's column: two blanks after its code; those of neighbouring lines stay under each other."""
    columns = [line.indent for line in lines]
    index = 0
    while index < len(lines):
        if not (lines[index].items and lines[index].comment):
            index += 1
            continue
        end = index
        old = lines[index].comment_column
        while end < len(lines) and lines[end].comment and lines[end].comment_column == old:
            end += 1
        column = max(len(line.code) for line in lines[index:end]) + STEP
        columns[index:end] = [column] * (end - index)
        index = end
    return columns
