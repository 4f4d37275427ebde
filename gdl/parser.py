"""From text to tree: `parse(source)` gives the tree and every syntax error as a diagnostic.

Each top-level clause is parsed by itself. After an error inside a clause the offending line (with what is indented
under it) is left out and the rest of the clause is read again, so that every mistake is reported, once.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from gdl import grammar, syntax
from gdl.advice import CLOSING, SHAPES
from gdl.builder import Builder
from gdl.characters import in_latin, report_character, report_commands
from gdl.diagnostics import Diagnostic, Reporter, near, together
from gdl.grammar import PHRASES
from gdl.habits import TOO_FAR_LEFT, WITHOUT_DO, meant
from gdl.heads import Missing, missing_head
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, FOREIGN_RULES, FOREIGN_WORDS, PART_WORDS
from gdl.layout import CONTINUING_WORDS, Chunk, LayoutError, blank_comments, chunks, depth
from gdl.limits import LARGEST, MAX_DIGITS, MAX_ERRORS, MAX_NESTING
from gdl.lines import belongs_above, fitting_column, is_misspelt_head
from gdl.misfits import Place, report_token
from gdl.misplaced import RESULT_LINE, WITHOUT_END
from gdl.omitted import clause_word
from gdl.source import Source, Span
from gdl.types import too_large
from gdl.words import HEADINGS

_CELL_CHANGE = re.compile(r"\s*\w+\s*\(\s*\w+\s*(?:,\s*\w+\s*)?\)\s*=(?!=)")
_NAMED = re.compile(r"\b(?:let|random|choose|choose openly|choose secretly)\s+(\w+)")
_KEPT = 16  # trees that are kept


@dataclass(frozen=True)
class Parsed:
    """A tree, and the words of clauses that could not be read: nothing is said about those later.

    `NAME=` among them is a name that such a clause declares, perhaps one that means something else by itself.
    """

    tree: syntax.Tree
    broken: frozenset[str]


def parse(source: Source, reporter: Reporter) -> Parsed:
    """The tree of a source. Errors go to the reporter; a clause that cannot be read is left out."""
    parsed, diagnostics = _parsed(source)
    reporter.take(diagnostics)
    return parsed


@lru_cache(maxsize=_KEPT)
def _parsed(source: Source) -> tuple[Parsed, tuple[Diagnostic, ...]]:
    """The tree of a source, and its errors. A text is read once for all settings of its options."""
    reporter = Reporter()
    broken: set[str] = set()
    text = _without_foreign_comments(source, blank_comments(source.text), reporter)
    report_commands(source, text, reporter)
    clauses = _clauses(source, 0, text, 0, broken, reporter)
    _drop_continued(clauses, reporter)
    made = Parsed(syntax.Tree(Span(source, 0, len(source.text)), tuple(clauses)), frozenset(broken))
    return made, tuple(together(reporter.found))


def _without_foreign_comments(source: Source, text: str, reporter: Reporter) -> str:
    """The text without what stands behind `#`, which is reported once, and is a comment to whoever wrote it."""

    def blank(found: re.Match[str]) -> str:
        if found[0][0] == '"':
            return found[0]
        report_character(Span(source, found.start(), found.start() + 1), "#", reporter)
        return " " * len(found[0])

    return re.sub(r'"[^"\n]*"|#[^\n]*', blank, text)


def _drop_continued(clauses: Iterable[syntax.Clause], reporter: Reporter) -> None:
    """Drops what is said of lines that begin with a field's name and so continue others: its declaration is refused."""
    refused = {c.name.name for c in clauses if isinstance(c, syntax.Field)} & CONTINUING_WORDS
    reporter.keep(lambda d: not (d.code == "syntax" and d.span.text in refused))


def _clauses(
    source: Source, offset: int, text: str, base: int, broken: set[str], reporter: Reporter
) -> list[syntax.Clause]:
    """The clauses of a text that begin in the column `base`; the text begins at `offset` of the source."""
    clauses: list[syntax.Clause] = []
    above = ""  # the clause before, with the lines that belong to it and are not indented
    for chunk in chunks(text, base):
        errors = len(reporter.found)
        placed = Chunk(offset + chunk.start, chunk.text)
        if re.match(r"[ \t]*when\b", chunk.text) and depth(chunk.text.split("\n", 1)[0]) <= base:
            block = _when(source, placed, base, broken, reporter)
            if block is not None:
                clauses.append(block)
            continue
        clause, unread = _clause(source, placed, base, reporter)
        if clause is not None:
            clauses.append(clause)
        is_rest = len(reporter.found) > errors and _is_unindented(
            source, placed, base, above, errors, reporter
        )
        above = f"{above.rstrip()}\n  {chunk.text}" if is_rest else chunk.text
        if (
            len(reporter.found) > errors or clause is None
        ):  # what is wrong with it may have been said of another one
            words = re.findall(r"[A-Za-z_]\w*", in_latin(unread))
            broken.update(words)
            broken.update(f"{name}=" for name in _NAMED.findall(unread))
            broken.update(_near_words(words[:1], CLAUSE_WORDS))
    return clauses


def _when(
    source: Source, chunk: Chunk, base: int, broken: set[str], reporter: Reporter
) -> syntax.When | None:
    """A `when` block: its condition, and the clauses that are indented under it."""
    text = chunk.text
    starts = text.index("when") + len("when")
    hangs = re.compile(r"(?:\b(?:and|or|not|in|is)|[-+*/=<>,(|])[ \t]*\Z")
    goes_on = re.compile(r"\n[ \t]*(?:and|or)\b")
    ends = (m.start() for m in re.finditer(r"\n(?=[ \t]*[^\s])", text))
    lines = [
        e
        for e in ends
        if not hangs.search(text, text.rfind("\n", 0, e) + 1, e) and not goes_on.match(text, e)
    ]
    end = lines[0] if lines else len(text)
    word = Span(source, chunk.start + starts - len("when"), chunk.start + starts)
    condition = None
    if text[starts:end].strip():
        condition = _attempt(source, chunk.start + starts, text[starts:end], "expr", reporter)
    else:
        reporter.report("syntax", word, "the line ends too early: expected a condition", "after this")
    inner = text[end + 1 :]
    if not inner.strip():
        reporter.report(
            "syntax",
            word,
            "this `when` block is empty",
            "expected an indented block",
            help="indent the clauses that it holds below it, or leave it out",
        )
        return None
    first = next(line for line in inner.split("\n") if line.strip())
    clauses = _clauses(source, chunk.start + end + 1, inner, depth(first), broken, reporter)
    if condition is None:
        broken.update(re.findall(r"[A-Za-z_]\w*", inner))
        return None
    return syntax.When(Span(source, word.start, chunk.start + len(text.rstrip())), condition, tuple(clauses))


def parse_expression(
    source: Source, start: int, end: int, reporter: Reporter, in_text: bool = False
) -> syntax.Expr | None:
    """The expression that a piece of a source spells, or None after an error. `in_text`: it stands in braces inside a text,
    where texts have single quotation marks."""
    text = source.text[start:end]
    if in_text:
        text = text.replace("'", '"')
    made = _attempt(source, start, text, "expr", reporter)
    return made if isinstance(made, syntax.Expr) else None


def _clause(source: Source, chunk: Chunk, base: int, reporter: Reporter) -> tuple[syntax.Clause | None, str]:
    """One clause, and the part of its text that could not be read."""
    word = re.match(r"\s*([A-Za-z_]\w*)?", chunk.text)
    head = word[1] if word else None
    begins = chunk.start + len(chunk.text) - len(chunk.text.lstrip())
    if depth(chunk.text.split("\n", 1)[0]) > base:
        reporter.report(
            "bad-indentation",
            Span(source, begins, begins + 1),
            "the first clause is indented",
            "belongs in the first column",
            help='the line above it is missing: write `game "NAME"`, in the first column'
            if head in HEADINGS
            else "",
        )
        return None, chunk.text
    if head not in CLAUSE_WORDS and not _CELL_CHANGE.match(chunk.text):
        _report_head(source, chunk, head, reporter)
        if head is not None and FOREIGN_WORDS.get(head.lower()) == "use":
            meant_text = "use".ljust(len(head)) + chunk.text[len(head) :]
            return _attempt(source, chunk.start, meant_text, "clause", Reporter(), base), ""
        return _with_its_word(source, chunk, base, reporter), chunk.text
    text = chunk.text
    for _ in range(MAX_ERRORS):
        before = len(reporter.found)
        removed = text is not chunk.text
        made = _attempt(source, chunk.start, text, "clause", reporter, base)
        if made is not None:
            return made, "".join(a for a, b in zip(chunk.text, text, strict=True) if a != b or a.isspace())
        if len(reporter.found) == before or reporter.found[-1].code == "bad-indentation":
            return None, chunk.text
        if removed and _ends_where_lines_were_left_out(chunk, text, reporter.found[-1]):
            reporter.take_back()
            return None, chunk.text
        offset = reporter.found[-1].span.start - chunk.start
        if not removed and (missing := missing_head(text, offset, base, source.text)) is not None:
            _report_missing_head(source, chunk, missing, reporter)
            above = text[: text.rfind("\n", 0, missing.start)]
            unread = f"{text[len(above) :]} {' '.join(missing.names)} {missing.head}"
            return _attempt(source, chunk.start, above, "clause", Reporter(), base), unread
        below = _of_the_same_mistake(text, offset, reporter)
        shorter = _without_line(text, offset)
        for line in below:
            shorter = _without_line(shorter, line) if shorter is not None else None
        if shorter is None:
            return None, chunk.text
        text = shorter
    return None, chunk.text


def _with_its_word(source: Source, chunk: Chunk, base: int, reporter: Reporter) -> syntax.Clause | None:
    """A clause of which only the first word was missing: it declares its names all the same."""
    missing = re.match(rf"`(\w+:?)` {_IS_MISSING}: `", reporter.found[-1].help) if reporter.found else None
    if missing is None:
        return None
    word = missing[1] if chunk.text.lstrip().startswith(":") else f"{missing[1]} "
    start = chunk.start - len(word)
    if start < 0:
        return None
    made = _attempt(source, start, word + chunk.text, "clause", Reporter(), base)
    return made if isinstance(made, syntax.Clause) else None


def _report_missing_head(source: Source, chunk: Chunk, missing: Missing, reporter: Reporter) -> None:
    """Reports lines without the head of their clause, in place of what was said of them last."""
    reporter.take_back()
    start = chunk.start + missing.start
    word = re.compile(r"\w+|.").match(source.text, start)
    first = word[0] if word else ""
    if missing.what == "an effect" and missing.head.startswith(("do", "finally")):
        line = " ".join(blank_comments(source.line(source.position(start)[0])).split())
        reporter.report(
            "syntax",
            Span(source, start, start + len(first)),
            f"`{first}` begins an effect, and the line with `{missing.head}` that opens the effects is missing",
            "what does it belong to?",
            help=f"{WITHOUT_DO}: write `{missing.head}` in a line of its own above, or begin this one with it: `{missing.head.split('`')[0]} {line}`",
        )
        return
    if missing.what == "an effect behind a part":
        above = chunk.text.rindex(missing.head, 0, missing.start)
        reporter.report(
            "syntax",
            Span(source, chunk.start + above, chunk.start + above + len(missing.head)),
            f"`{missing.head.split()[0]}` stands among the effects, and what is chosen and asked for stands above them",
            "between two effects",
            others=[(Span(source, start, start + len(first)), "an effect")],
            help=f"move `{missing.head}` up, above `do`",
        )
        return
    reporter.report(
        "syntax",
        Span(source, chunk.start + missing.start, chunk.start + missing.start + len(first)),
        f"`{first}` does not belong to the clause above: it begins {missing.what}, and the line that opens its block is missing",
        "what does it belong to?",
        help=f"write `{missing.head}` in a line of its own above, "
        + ("in the first column" if not depth(chunk.text) else "in the column of the clauses"),
    )


_EFFECT = re.compile(rf"[ \t]*(?:(?:{'|'.join(EFFECT_WORDS)})\b|\w+(?:\([^\n]*\))?\s*:=|else\b)")

_RESULT_BELOW = re.compile(rf"[ \t]*(?:{RESULT_LINE.pattern})")


def _of_the_same_mistake(text: str, offset: int, reporter: Reporter) -> list[int]:
    """Where the lines begin that follow an effect without its `do`, or a result without its `end`, and are like it."""
    help = reporter.found[-1].help
    if help.startswith(WITHOUT_DO):
        below = _like(_EFFECT, text, offset)
        if below:
            _tell_of_effects_below(reporter)
        return below
    if help.startswith(TOO_FAR_LEFT):
        return _like(_EFFECT, text, offset)
    return _like(_RESULT_BELOW, text, offset) if help.startswith(WITHOUT_END) else []


def _like(form: re.Pattern[str], text: str, offset: int) -> list[int]:
    """Where the lines of a form begin that follow a line in its column."""
    start = text.rfind("\n", 0, offset) + 1
    column, found = depth(text[start:]), list[int]()
    at = text.find("\n", offset) + 1
    while at > 0:
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if line.strip() and depth(line) <= column:
            if depth(line) < column or not form.match(line):
                break
            found.append(at + column)
        at = end + 1
    return found


def _tell_of_effects_below(reporter: Reporter) -> None:
    """Says of an effect without its `do` that those below it have the same `do`."""
    d = reporter.found[-1]
    source, first = d.span.source, d.span.text
    line = " ".join(blank_comments(source.line(d.span.line)).split())
    reporter.found[-1] = replace(
        d, help=f"{WITHOUT_DO}: write `do {line}`, and begin the effects below it in the column of `{first}`"
    )


def _ends_where_lines_were_left_out(chunk: Chunk, text: str, last: Diagnostic) -> bool:
    """Whether a line ends too early, or a block is empty, only because the wrong lines behind it were left out of a text."""
    if last.message.endswith(PHRASES["_INDENT"]):
        return True
    behind = last.span.end - chunk.start
    following = re.compile(r"\S").search(chunk.text, behind)
    return (
        last.message.startswith("the line ends too early")
        and following is not None
        and text[following.start()].isspace()
    )


def _report_head(source: Source, chunk: Chunk, head: str | None, reporter: Reporter) -> None:
    if _is_rest(source, chunk, reporter):
        return
    if head is None:
        _report_no_word(source, chunk, reporter)
        return
    span = Span(source, chunk.start, chunk.start + len(head))
    if head in PART_WORDS or head in EFFECT_WORDS:
        _report_not_indented(span, head, reporter)
        return
    if chunk.text[len(head) :].lstrip().startswith("["):
        row = re.match(r"\w+\s*\[\s*(\w+)\s*\]", chunk.text)
        reporter.report(
            "syntax",
            span,
            f"`{head}` begins no clause, and has no square brackets",
            "a cell that is changed?",
            help=f"a cell of a table is changed so: `{head}({row[1] if row else 'KIND'}) = CELL`",
        )
        return
    if re.match(r"\w+\s*(?:\([^()\n]*\))?\s*=", chunk.text):
        reporter.report(
            "syntax",
            span,
            f"a clause cannot begin with `{head}`",
            "not a word that begins a clause",
            help=f"a definition begins with `let`: `let {chunk.text.partition('=')[0].strip()} = ...`; of players, sites and "
            "pieces `field` keeps what changes",
        )
        return
    help = _help_with_head(chunk, head)
    if not help and (word := clause_word(chunk.text, depth(chunk.text), source.text)):
        help = f"`{word}` {_IS_MISSING}: `{word} {blank_comments(chunk.text).partition(chr(10))[0].strip()}`"
    message, label = f"a clause cannot begin with `{head}`", "not a word that begins a clause"
    help = help or "clauses begin with one of: " + ", ".join(CLAUSE_WORDS)
    reporter.report("syntax", span, message, label, help=help)


def _report_no_word(source: Source, chunk: Chunk, reporter: Reporter) -> None:
    """A clause that begins with a sign, a digit or a letter that no name has."""
    character = chunk.text[0]
    span = Span(source, chunk.start, chunk.start + 1)
    if character in '()[]{}:;,.=<>!+-*/|?"' or character.isdigit():
        reporter.report(
            "syntax",
            span,
            f"a clause cannot begin with `{character}`",
            "expected a word such as `move` or `let`",
            help=f"`turn` {_IS_MISSING}: `turn{chunk.text.rstrip()}`"
            if re.match(r":[ \t]*\w", chunk.text)
            else f"a title stands behind `game`: `game {chunk.text.strip().split(chr(10))[0]}`"
            if character == '"' and chunk.start == 0
            else "comments begin with two dashes, and go on to the end of the line: `--`"
            if chunk.text.startswith(("/*", "//"))
            else "",
        )
    else:
        report_character(span, character, reporter)


_IS_MISSING = "is missing before it"
_COMES_FIRST = "the word of a clause comes first"


def _help_with_head(chunk: Chunk, head: str) -> str:
    """The word that a clause should begin with, if it can be guessed."""
    words = chunk.text.partition("\n")[0].split(None, 3)
    if head == "else":
        return "each `when` has a condition of its own: `when not (CONDITION)`"
    if words[1:2] == ["when"] or words[1:2] == ["wins"] or words[1:2] == ["loses"]:
        return f"a result belongs to `end`: indent this line, or write `end {head} ...`"
    if head in ("highest", "lowest", "draw") and RESULT_LINE.match(chunk.text):
        return f"a result belongs to `end`: indent this line, or write `end {head} ...`"
    if head in SHAPES and words[1:2] != ["board"]:
        return f"`board` stands before it: `board {' '.join(chunk.text.partition(chr(10))[0].split())}`"
    if re.match(
        r"(?:place|random|swap|capture|remove)\b|\w+\([^()]*\)\s*(?::=|$)", chunk.text.partition(chr(10))[0]
    ):
        return "an effect stands on an indented line: of what happens before the first move under `setup`, of an action behind its `do`"
    if head == "after":
        line = re.sub(r"\s*\bsettle\b\s*|[\s:]+$", " ", chunk.text.partition(chr(10))[0]).strip()
        return f"what follows actions is a settling: `settle {line}`"
    if re.match(r"\w+(?:[ \t]+or[ \t]+\w+)*[ \t]+else[ \t]+\w+|\w+[ \t]+or[ \t]+\w+", chunk.text):
        return f"`turn:` {_IS_MISSING}: `turn: {chunk.text.strip()}`"
    if head.lower() in FOREIGN_RULES:
        return FOREIGN_RULES[head.lower()]
    if head == "ordered":
        return "`ordered` stands behind: `pool deck of game ordered`"
    if len(words) > 1 and words[1].rstrip(":") in CLAUSE_WORDS and len(head) > 1:
        return f"{_COMES_FIRST}: `{words[1].rstrip(':')} {head}`"
    if words[2:3] == ["by"]:
        return f"a move begins with `move`: `move {words[1]} by ...`"
    if FOREIGN_WORDS.get(head.lower()) == "let" and _HAS_EFFECTS.search(chunk.text):
        return "did you mean `effect`?"
    return near(FOREIGN_WORDS.get(head.lower(), head), CLAUSE_WORDS)


_HAS_EFFECTS = re.compile(rf"\n[ \t]+(?:(?:{'|'.join(EFFECT_WORDS)})\b|[^\n=]*:=)")


def _is_rest(source: Source, chunk: Chunk, reporter: Reporter) -> bool:
    """Reports a line in the first column that goes on with an unfinished one above; whether it is one."""
    last = reporter.found[-1] if reporter.found else None
    if last is None or last.span.source is not source:
        return False
    if last.help.startswith("a result belongs to `end`") and RESULT_LINE.match(chunk.text.split("\n")[0]):
        above = source.text[last.span.start : chunk.start].split("\n")
        if all(RESULT_LINE.match(line) or not line.strip() for line in above):
            help = "write `end` in a line of its own above, and indent these results by two blanks"
            reporter.found[-1] = replace(last, help=f"a result belongs to `end`: {help}")
            return True
    first = re.match(r"[A-Za-z_]\w*|\.\.|\S", chunk.text)
    opens_block = last.message.endswith(PHRASES["_INDENT"])
    is_unfinished = last.message.startswith("the line ends too early") or last.code == "unclosed"
    between = source.text[last.span.end : chunk.start].strip() if last.code != "unclosed" else ""
    is_effect = re.match(r"\w+\s*(?:\([^\n]*\)\s*(?::=|\n|\Z)|:=)", chunk.text) is not None
    if _RESULT.match(chunk.text) and _goes_on_with_results(last, chunk):
        return True
    if opens_block and last.span.text == "end" and _RESULT.match(chunk.text) and not between:
        reporter.take_back()
        _report_result(source, chunk, reporter)
        return True
    if is_effect and last.message.endswith(_NOT_INDENTED):
        return (
            not source.text[last.span.end : chunk.start].partition("\n")[2].strip()
        )  # the next one of these
    if first is None or not is_unfinished or between or opens_block != is_effect:
        return False
    reporter.take_back()
    reporter.report(
        "syntax",
        Span(source, chunk.start, chunk.start + len(first[0])),
        f"`{first[0]}` begins no clause: it goes on with the line above{_NOT_INDENTED}",
        "stands in the first column",
        help="indent this line, and the lines that go with it, by two blanks",
    )
    return True


_RESULT = re.compile(
    r"(?:[A-Za-z_{][^\n:]*?\b(?:wins|loses|win|lose)\b|draw\b|payoff\b)[^\n]*\bwhen\b|(?:draw|payoff)\b"
)


def _report_result(source: Source, chunk: Chunk, reporter: Reporter) -> None:
    """Reports a result in the first column, under an `end` that stands alone."""
    word = re.match(r"\w*|.", chunk.text)
    first = word[0] if word and word[0] else chunk.text[0]
    reporter.report(
        "syntax",
        Span(source, chunk.start, chunk.start + len(first)),
        f"`{first}` begins no clause: this line belongs to the `end` above{_NOT_INDENTED}",
        "stands in the first column",
        help="indent this line, and the lines that go with it, by two blanks",
    )


def _goes_on_with_results(last: Diagnostic, chunk: Chunk) -> bool:
    """Whether a result follows others in the first column, of which the first was reported."""
    if not last.message.endswith(f"belongs to the `end` above{_NOT_INDENTED}"):
        return False
    between = last.span.source.text[last.span.start : chunk.start].split("\n")
    return all(_RESULT.match(line) or not line.strip() or line[0] in " \t-" for line in between)


def _is_unindented(
    source: Source, chunk: Chunk, base: int, above: str, errors: int, reporter: Reporter
) -> bool:
    """Whether a clause that cannot be read goes on with the one above. Then that is said in place of its `errors`."""
    head = re.match(r"[A-Za-z_]\w*|\S", chunk.text.lstrip())
    said = reporter.found[errors:]
    if head is None or not above.strip() or any("indent this line" in d.help for d in said):
        return False
    meant_head = near(FOREIGN_WORDS.get(head[0].lower(), head[0]), CLAUSE_WORDS).split("`")[1:2]
    is_misspelt = meant_head and is_misspelt_head(head[0], meant_head[0], chunk.text, base)
    if head[0] in CLAUSE_WORDS and said[0].span.start > chunk.start + chunk.text.find("\n") > chunk.start:
        return False  # its first line can be read
    if (is_misspelt and head[0] not in CLAUSE_WORDS) or not belongs_above(above, chunk.text, base):
        return False
    for _ in said:
        reporter.take_back()
    last = reporter.found[-1] if reporter.found else None
    if (
        last is not None
        and last.message.endswith(PHRASES["_INDENT"])
        and not source.text[last.span.end : chunk.start].strip()
    ):
        reporter.take_back()
    start = chunk.start + len(chunk.text) - len(chunk.text.lstrip())
    reporter.report(
        "syntax",
        Span(source, start, start + len(head[0])),
        f"`{head[0]}` begins no clause here: it goes on with the lines above{_NOT_INDENTED}",
        "stands in the first column" if base == 0 else "stands too far left",
        help="indent this line, and the lines that go with it, by two blanks",
    )
    return True


def _report_not_indented(span: Span, head: str, reporter: Reporter) -> None:
    """Reports a line of a block in the first column: once for lines that follow each other, and in place of the block
    that is missing above."""
    last = reporter.found[-1] if reporter.found else None
    if last is not None and last.span.source is span.source:
        between = span.source.text[last.span.start : span.start].split("\n")[1:]
        clauses = [
            line for line in between if re.match(r"[A-Za-z_]\w*", line) and line.split()[0] in CLAUSE_WORDS
        ]
        if last.message.endswith(_NOT_INDENTED) and not clauses:
            return
        if last.message.endswith(PHRASES["_INDENT"]) and not any(map(str.strip, between)):
            reporter.take_back()
    where = "an action" if head in PART_WORDS else "`do`, `setup` or `settle`"
    reporter.report(
        "syntax",
        span,
        f"`{head}` begins no clause: it belongs to {where}{_NOT_INDENTED}",
        "stands in the first column",
        help=_where_it_belongs(span, head),
    )


def _where_it_belongs(span: Span, head: str) -> str:
    """The way out for a line of a block in the first column: the clause below, if the one above holds no such lines."""
    text = span.source.text
    above = re.findall(r"(?m)^(\w+)", text[: span.start])
    below = re.search(r"(?m)^(\w+).*", text[span.end :][text[span.end :].find("\n") + 1 :])
    holders = ("setup", "settle", "effect")
    if head in EFFECT_WORDS and above and above[-1] in _HOLDS_NO_EFFECTS and below and below[1] in holders:
        return f"put it below `{below[0].strip()}`, indented by two blanks"
    is_beginning = head in EFFECT_WORDS and above and above[-1] in _HOLDS_NO_EFFECTS
    if is_beginning and re.search(r"(?m)^setup\b", text) is None:
        return "write `setup` in a line of its own above, and indent this line by two blanks"
    return "indent this line, and the lines that go with it, by two blanks"


_HOLDS_NO_EFFECTS = (
    "game",
    "players",
    "teams",
    "board",
    "kinds",
    "pool",
    "field",
    "option",
    "hide",
    "use",
    "let",
)
_NOT_INDENTED = ", and is not indented"


def _without_line(text: str, offset: int) -> str | None:
    """The text without the line at `offset` and what is indented under it, blanked; None on its first line."""
    lines = text.split("\n")
    number = text.count("\n", 0, offset)
    while number > 0 and not lines[number].strip():
        number -= 1
    if number == 0:
        return None
    indentation = depth(lines[number])
    last = number + 1
    while last < len(lines) and (
        not lines[last].strip()
        or depth(lines[last]) > indentation
        or (lines[last].lstrip().startswith("else") and number + 1 < len(lines))
    ):
        last += 1
    blanked = [" " * len(line) if number <= i < last else line for i, line in enumerate(lines)]
    result = "\n".join(blanked)
    return result if result != text else None


def _attempt(
    source: Source, base: int, text: str, start: str, reporter: Reporter, first_column: int = 0
) -> Any:
    unclosed = _unclosed(text)
    if unclosed is not None:
        offset, what = unclosed
        span = Span(source, base + offset, base + offset + 1)
        closing = CLOSING.get(what, what)
        help = f"write `{closing}` at the end of what it holds"
        reporter.report("unclosed", span, f"this `{what}` is never closed", "opened here", help=help)
        return None
    deep = _too_deep(text)
    if deep is not None:
        span = Span(source, base + deep, base + deep + 1)
        reporter.report(
            "too-deep",
            span,
            f"more than {MAX_NESTING} brackets are open here",
            "too deep",
            help="give the inner part a name of its own with `let`",
        )
        return None
    for large in _too_large(text):
        span = Span(source, base + large.start(), base + large.end())
        reporter.report("bad-range", span, too_large("a number"), "too large")
    try:
        return Builder(source, base).transform(grammar.read(text, start, first_column))
    except LayoutError as error:
        _report_layout(source, base, text, error.offset, first_column, reporter)
    except UnexpectedCharacters as error:
        _report_character(source, base, text, error.pos_in_stream or 0, reporter)
    except UnexpectedToken as error:
        report_token(Place(source, base, text, first_column, start), error, reporter)
    except RecursionError:
        reporter.report(
            "too-deep",
            Span(source, base, base + 1),
            "this clause is too long or too deeply nested",
            help="split it into definitions with `let`",
        )
    return None


def _report_layout(
    source: Source, base: int, text: str, offset: int, first_column: int, reporter: Reporter
) -> None:
    """Reports a line that fits no block, or the first one that begins with a tab."""
    tab = re.compile(r"^[ ]*\t\s*(?=\S)", re.M).search(text)
    at = tab.end() if tab else offset
    newline = text.find("\n", at)
    end = newline if newline >= 0 else len(text)
    columns = "the lines of a block begin in one column: "
    columns += fitting_column(text, at, first_column) if not tab else ""
    reporter.report(
        "bad-indentation",
        Span(source, base + at, base + end),
        "this line is indented with a tab, which counts as four blanks"
        if tab
        else "this line is indented to no line before it",
        "begins with a tab" if tab else "fits no block above",
        help="indent with blanks only: here tabs and blanks are mixed" if tab else columns,
    )


def _unclosed(text: str) -> tuple[int, str] | None:
    """The last bracket or quotation mark that nothing closes."""
    for match in re.finditer(r'"[^"\n]*("|\n|\Z)', text):
        if match[1] != '"':
            return match.start(), '"'
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', text):
        if match[0] in "([{":
            opened.append(match.start())
        elif not opened:
            return None  # it closes nothing, which the parser reports
        else:
            opened.pop()
    return (opened[-1], text[opened[-1]]) if opened else None


def _too_deep(text: str) -> int | None:
    opened = 0
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', text):
        if match[0] in "([{":
            opened += 1
            if opened > MAX_NESTING:
                return match.start()
        elif match[0] in ")]}":
            opened -= 1
    return None


def _too_large(text: str) -> Iterator[re.Match[str]]:
    """The numbers that no engine can hold, or whose fractions are too fine for it."""
    for match in re.finditer(r'"[^"\n]*"|(?<![\w.])\d+(?:\.\d+)?', text):
        if match[0][0] != '"' and max(Fraction(match[0][:MAX_DIGITS]).as_integer_ratio()) > LARGEST:
            yield match


def _report_character(source: Source, base: int, text: str, offset: int, reporter: Reporter) -> None:
    character = text[offset]
    span = Span(source, base + offset, base + offset + 1)
    if not character.isascii() or character in "@#$%^&~`'\\" or not character.isprintable():
        report_character(span, character, reporter)
        return
    word = re.match(r"\w+|.", text[offset:])
    found = word[0] if word else character
    reporter.report(
        "syntax",
        Span(source, span.start, span.start + len(found)),
        f"`{found}` does not fit here",
        "not expected here",
        help=meant(found, text[:offset], text[offset + len(found) :].split("\n", 1)[0], frozenset()),
    )


def _near_words(words: list[str], known: list[str]) -> set[str]:
    """The known words that some misspelt ones probably stand for."""
    helps = (near(FOREIGN_WORDS.get(w.lower(), w), known) for w in words)
    return {h.split("`")[1] for h in helps if h}
