"""From text to tree: `parse(source)` gives the tree and every syntax error as a diagnostic.

Each top-level clause is parsed by itself. After an error inside a clause the offending line (with what is indented
under it) is left out and the rest of the clause is read again, so that every mistake is reported, once.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from platformdirs import user_cache_dir

from gdl import syntax
from gdl.builder import Builder
from gdl.diagnostics import InternalError, Reporter, near
from gdl.habits import form_of, meant
from gdl.layout import CONTINUING_WORDS, Chunk, Layout, LayoutError, blank_comments, chunks, depth
from gdl.limits import LARGEST, MAX_DIGITS, MAX_ERRORS, MAX_NESTING
from gdl.source import Source, Span
from gdl.types import too_large

CLAUSE_WORDS = [
    "game",
    "option",
    "variant",
    "players",
    "teams",
    "board",
    "kinds",
    "field",
    "pool",
    "hide",
    "known",
    "position",
    "let",
    "relation",
    "setup",
    "effect",
    "action",
    "choice",
    "move",
    "turn",
    "phase",
    "skip",
    "settle",
    "require",
    "prefer",
    "end",
    "limit",
    "claim",
    "looks",
    "when",
    "without",
    "use",
]
EFFECT_WORDS = [
    "place",
    "move",
    "remove",
    "capture",
    "swap",
    "let",
    "then",
    "end",
    "for",
    "if",
    "match",
    "random",
    "simultaneously",
]
PART_WORDS = ["choose", "line", "walk", "leap", "along", "where", "do", "finally", "notation", "again"]
FOREIGN_WORDS = {
    "def": "let", "define": "let", "function": "let", "const": "let", "var": "field", "state": "field",
    "piece": "kinds", "pieces": "kinds", "rule": "action", "player": "players", "win": "end", "import": "use", "include": "use",
    "turns": "turn", "start": "setup", "if": "when",
}  # fmt: skip
_CELL_CHANGE = re.compile(r"\s*\w+\s*\(\s*\w+\s*(?:,\s*\w+\s*)?\)\s*=(?!=)")
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


@dataclass(frozen=True)
class Parsed:
    """A tree, and the words of clauses that could not be read: nothing is said about those later."""

    tree: syntax.Tree
    broken: frozenset[str]


def grammar_text() -> str:
    """The Lark grammar of the language."""
    return resources.files("gdl").joinpath("grammar.lark").read_text("utf-8")


@lru_cache(maxsize=1)
def _lark() -> tuple[Lark, Layout]:
    layout = Layout()
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "start": ["clause", "expr"],
        "postlex": layout,
        "propagate_positions": True,
        "maybe_placeholders": True,
    }
    text = grammar_text()
    try:
        folder = Path(user_cache_dir("gdl", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        return Lark(text, cache=str(folder / "grammar.cache"), **options), layout
    except OSError:
        return Lark(text, **options), layout


def parse(source: Source, reporter: Reporter) -> Parsed:
    """The tree of a source. Errors go to the reporter; a clause that cannot be read is left out."""
    broken: set[str] = set()
    text = _without_foreign_comments(source, blank_comments(source.text), reporter)
    clauses = _clauses(source, 0, text, 0, broken, reporter)
    _drop_continued(clauses, reporter)
    return Parsed(syntax.Tree(Span(source, 0, len(source.text)), tuple(clauses)), frozenset(broken))


def _without_foreign_comments(source: Source, text: str, reporter: Reporter) -> str:
    """The text without what stands behind `#`, which is reported once, and is a comment to whoever wrote it."""

    def blank(found: re.Match[str]) -> str:
        if found[0][0] == '"':
            return found[0]
        _bad_character(Span(source, found.start(), found.start() + 1), "#", reporter)
        return " " * len(found[0])

    return re.sub(r'"[^"\n]*"|#[^\n]*', blank, text)


def _drop_continued(clauses: Iterable[syntax.Clause], reporter: Reporter) -> None:
    """Drops what is said of lines that begin with a field's name and so continue others: its declaration is refused."""
    refused = {c.name.name for c in clauses if isinstance(c, syntax.Field)} & CONTINUING_WORDS
    reporter.found = [d for d in reporter.found if not (d.code == "syntax" and d.span.text in refused)]


def _clauses(
    source: Source, offset: int, text: str, base: int, broken: set[str], reporter: Reporter
) -> list[syntax.Clause]:
    """The clauses of a text that begin in the column `base`; the text begins at `offset` of the source."""
    clauses: list[syntax.Clause] = []
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
        if len(reporter.found) > errors:
            words = re.findall(r"[A-Za-z_]\w*", unread.translate(_LATIN))
            broken.update(words)
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
    lines = [e for e in ends if not hangs.search(text[:e]) and not goes_on.match(text, e)]
    end = lines[0] if lines else len(text)
    word = Span(source, chunk.start + starts - len("when"), chunk.start + starts)
    condition = None
    if text[starts:end].strip():
        condition = _attempt(source, chunk.start + starts, text[starts:end], "expr", reporter)
    else:
        reporter.report("syntax", word, "the line ends too early: expected a condition", "after this")
    inner = text[end + 1 :]
    if not inner.strip():
        reporter.report("syntax", word, "this `when` block is empty", "expected an indented block")
        return None
    first = next(line for line in inner.split("\n") if line.strip())
    clauses = _clauses(source, chunk.start + end + 1, inner, depth(first), broken, reporter)
    if condition is None:
        broken.update(re.findall(r"[A-Za-z_]\w*", inner))
        return None
    return syntax.When(Span(source, word.start, chunk.start + len(text.rstrip())), condition, tuple(clauses))


def parse_expression(source: Source, start: int, end: int, reporter: Reporter) -> syntax.Expr | None:
    """The expression that a piece of a source spells, or None after an error."""
    text = source.text[start:end]
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
        )
        return None, chunk.text
    if head not in CLAUSE_WORDS and not _CELL_CHANGE.match(chunk.text):
        _report_head(source, chunk, head, reporter)
        return None, chunk.text
    text = chunk.text
    for _ in range(MAX_ERRORS):
        before = len(reporter.found)
        removed = text is not chunk.text
        made = _attempt(source, chunk.start, text, "clause", reporter, base)
        if made is not None:
            return made, "".join(a for a, b in zip(chunk.text, text, strict=True) if a != b or a.isspace())
        if len(reporter.found) == before:
            return None, chunk.text
        if removed and reporter.found[-1].message.endswith(_PHRASES["_INDENT"]):
            reporter.found.pop()  # the block is empty only because its wrong lines were left out
            return None, chunk.text
        shorter = _without_line(text, reporter.found[-1].span.start - chunk.start)
        if shorter is None:
            return None, chunk.text
        text = shorter
    return None, chunk.text


def _report_head(source: Source, chunk: Chunk, head: str | None, reporter: Reporter) -> None:
    if head is None:
        character = chunk.text[0]
        span = Span(source, chunk.start, chunk.start + 1)
        if character in '()[]{}:;,.=<>!+-*/|?"' or character.isdigit():
            reporter.report(
                "syntax",
                span,
                f"a clause cannot begin with `{character}`",
                "expected a word such as `move` or `let`",
            )
        else:
            _bad_character(span, character, reporter)
        return
    span = Span(source, chunk.start, chunk.start + len(head))
    if head in PART_WORDS or head in EFFECT_WORDS:
        _report_not_indented(span, head, reporter)
        return
    help = near(FOREIGN_WORDS.get(head.lower(), head), CLAUSE_WORDS)
    if not help:
        help = "clauses begin with one of: " + ", ".join(CLAUSE_WORDS)
    reporter.report(
        "syntax", span, f"a clause cannot begin with `{head}`", "not a word that begins a clause", help=help
    )


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
        if last.message.endswith(_PHRASES["_INDENT"]) and not any(map(str.strip, between)):
            reporter.found.pop()
    where = "an action" if head in PART_WORDS else "`do`, `setup` or `settle`"
    reporter.report(
        "syntax",
        span,
        f"`{head}` begins no clause: it belongs to {where}{_NOT_INDENTED}",
        "stands in the first column",
        help="indent this line, and the lines that go with it, by two blanks",
    )


_NOT_INDENTED = ", and is not indented"


def _bad_character(span: Span, character: str, reporter: Reporter) -> None:
    shown = f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
    if not character.isascii() and character.isprintable() and character not in _CHARACTERS:
        shown += f" (U+{ord(character):04X}, {unicodedata.name(character, 'without a name').capitalize()})"
    latin = _LOOK_ALIKES.get(character)
    reporter.report(
        "bad-character",
        span,
        f"the character {shown} is not used in the language",
        f"looks like the letter `{latin}`" if latin else "only inside quotation marks and comments",
        help=f"type the letter `{latin}`"
        if latin
        else _CHARACTERS.get(character, "write names with the letters a-z, digits and _"),
    )


def _without_line(text: str, offset: int) -> str | None:
    """The text without the line at `offset` and what is indented under it, blanked; None on its first line."""
    lines = text.split("\n")
    number = text.count("\n", 0, offset)
    while number > 0 and not lines[number].strip():
        number -= 1
    if number == 0:
        return None
    deep = depth(lines[number])
    last = number + 1
    while last < len(lines) and (not lines[last].strip() or depth(lines[last]) > deep):
        last += 1
    blanked = [" " * len(line) if number <= i < last else line for i, line in enumerate(lines)]
    result = "\n".join(blanked)
    return result if result != text else None


def _attempt(
    source: Source, base: int, text: str, start: str, reporter: Reporter, first_column: int = 0
) -> Any:
    lark, layout = _lark()
    layout.text = text
    layout.base = first_column
    layout.is_clause = start == "clause"
    unclosed = _unclosed(text)
    if unclosed is not None:
        offset, what = unclosed
        span = Span(source, base + offset, base + offset + 1)
        reporter.report("unclosed", span, f"this `{what}` is never closed", "opened here")
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
        return Builder(source, base).transform(lark.parse(text, start=start))
    except LayoutError as error:
        newline = text.find("\n", error.offset)
        end = newline if newline >= 0 else len(text)
        reporter.report(
            "bad-indentation",
            Span(source, base + error.offset, base + end),
            "this line is indented to no line before it",
            "fits no block above",
            help="indent with blanks only: here tabs and blanks are mixed"
            if re.search(r"^[ ]*\t", text, re.M)
            else "indent it like the line that it goes with",
        )
    except UnexpectedCharacters as error:
        _report_character(source, base, text, error.pos_in_stream or 0, reporter)
    except UnexpectedToken as error:
        _report_token(source, base, text, error, first_column, reporter)
    except (VisitError, RecursionError) as error:
        if isinstance(error, VisitError) and not isinstance(error.orig_exc, RecursionError):
            raise InternalError(f"the tree of this clause cannot be built: {error.orig_exc}") from error
        reporter.report(
            "too-deep",
            Span(source, base, base + 1),
            "this clause is too long or too deeply nested",
            help="split it into definitions with `let`",
        )
    return None


def _unclosed(text: str) -> tuple[int, str] | None:
    """The last bracket or quotation mark that nothing closes."""
    for match in re.finditer(r'"[^"\n]*("|\n|\Z)', text):
        if match[1] != '"':
            return match.start(), '"'
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', text):
        if match[0] in "([{":
            opened.append(match.start())
        elif match[0] in ")]}" and opened:
            opened.pop()
    return (opened[-1], text[opened[-1]]) if opened else None


def _too_deep(text: str) -> int | None:
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', text):
        if match[0] in "([{":
            depth += 1
            if depth > MAX_NESTING:
                return match.start()
        elif match[0] in ")]}":
            depth -= 1
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
        _bad_character(span, character, reporter)
        return
    word = re.match(r"\w+|.", text[offset:])
    found = word[0] if word else character
    reporter.report(
        "syntax",
        Span(source, span.start, span.start + len(found)),
        f"`{found}` does not fit here",
        "not expected here",
        help=meant(found, text[:offset], "", set()),
    )


_PHRASES = {
    "STRING": "a text in quotation marks",
    "INT": "a number",
    "NAME": "a name",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "_COMMA": "`,`",
    "EQUAL": "`=`",
    "RBRACE": "`}`",
    "RSQB": "`]`",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
}


_SIGNS = {
    "LBRACE": "`{`",
    "LSQB": "`[`",
    "MINUS": "`-`",
    "MORETHAN": "`>`",
}  # named if nothing else is expected


def _report_token(
    source: Source, base: int, text: str, error: UnexpectedToken, first_column: int, reporter: Reporter
) -> None:
    token: Token = error.token
    expected = set(error.accepts or error.expected or ())
    offset = min(token.start_pos if token.start_pos is not None else len(text), len(text))
    phrase = _expected(expected)
    if token.type in ("_NL", "_INDENT", "_DEDENT", "$END"):
        if token.type == "$END":
            offset = len(text)
        while offset > 0 and text[offset - 1 : offset].isspace():
            offset -= 1
        word = re.search(r"\w+\Z|.\Z", text[:offset])
        span = Span(source, base + (word.start() if word else 0), base + max(1, offset))
        if token.type == "_INDENT":
            message, label = "this line opens no block", "the next line is indented too far"
            help = ""
        elif re.search(r"=[ \t]*no\Z", text[:offset]):
            message, label = (
                "`no` is no value: it asks whether a set is empty",
                "a set is expected after this",
            )
            help = "what is not so is `false`"
        else:
            message, label = f"the line ends too early: expected {phrase}", "after this"
            help = form_of("", text[:offset])
        reporter.report("syntax", span, message, label, help=help)
        return
    found = str(token)
    span = Span(source, base + offset, base + offset + max(1, len(found)))
    message = f"`{found}` does not fit here: expected {phrase}"
    for written, first, sentence, advice in _FOREIGN_SIGNS:
        if text[offset - first : offset - first + len(written)] == written:
            span = Span(source, base + offset - first, base + offset - first + len(written))
            advice = advice or form_of(written, text[:offset])
            reporter.report("syntax", span, sentence, "not expected here", help=advice)
            return
    if found == "," and (opened_at := _bracket_of_no_call(text[:offset])) is not None:
        place = Span(source, base + opened_at, base + opened_at + 1)
        message = "parentheses hold one value: a set of several is written in braces"
        inside = re.match(r"[^()\n]*", text[opened_at + 1 :])
        help = f"write `{{{inside[0].strip() if inside else ''}}}`"
        reporter.report(
            "syntax", place, message, "opens no set", others=[(span, "a second value")], help=help
        )
        return
    if found in ("then", ":") and "DO" in expected and (opened := _opened_effects(text[:offset])):
        message = f"the effects of {opened} stand after `do`, not after `{found}`"
        reporter.report("syntax", span, message, "`do` stands here", help=f"write `do` for `{found}`")
        return
    if found in (")", "]", "}") and _balance(text[:offset]) <= 0:
        reporter.report(
            "syntax", span, f"this `{found}` closes nothing", "no bracket is open here", help="take it out"
        )
        return
    help = _indented_clause(found, text[:offset], expected, first_column)
    rest = text[offset + len(found) :].split("\n", 1)[0]
    wanted = expected | set(error.expected or ())
    help = help or meant(found, text[:offset], rest, wanted) or _advice(found, text[:offset], wanted, rest)
    reporter.report("syntax", span, message, "not expected here", help=help)


_FOREIGN_SIGNS = (
    ("==", 1, "`==` is not an operator", "equality is written `=`"),
    ("<>", 1, "`<>` is not an operator", "what is not equal is written `!=`"),
    ("+=", 0, "`+=` is not an operator", "write the whole value: `x := x + 1`"),
    ("-=", 0, "`-=` is not an operator", "write the whole value: `x := x - 1`"),
    ("->", 1, "`->` is not an operator", ""),
    ("//", 0, "`//` begins no comment", "comments begin with two dashes: `--`"),
    ("||", 1, "`||` is not an operator", "write `or`; between the tests of a path, one `|`"),
    ("||", 0, "`||` is not an operator", "write `or`; between the tests of a path, one `|`"),
)


def _balance(text: str) -> int:
    bare = re.sub(r'"[^"\n]*"', "", text)
    return sum(c in "([{" for c in bare) - sum(c in ")]}" for c in bare)


def _advice(found: str, before: str, expected: set[str], rest: str = "") -> str:
    """The way out of a word that does not fit, as far as one can be guessed."""
    is_word = re.fullmatch(r"[A-Za-z_]\w*", found) is not None
    keywords = [w for w in (_keyword(t) for t in expected) if w]
    if found == "=" and "__ANON_1" in expected:
        return "a value is given with `:=`"
    if found == ":=":
        return "here equality is written `=`; `:=` gives a value, in effects"
    if found == ";":
        return "`;` only stands between two effects; no line ends with it"
    if "CHOOSE" in expected and "FINALLY" in expected:
        help = near(found, PART_WORDS)
        if help:
            return help
        if found == "if":
            return "a condition begins with `where`, and effects stand after `do`"
        if found in EFFECT_WORDS:
            return "effects stand after `do`"
        if found in CLAUSE_WORDS:
            return f"`{found}` begins a clause of its own, in the first column"
        return ""
    if re.fullmatch(r"x[0-9]\w*", found) and "X" in expected:
        return f"put blanks around the `x`: `x {found[1:]}`"
    if is_word and "STRING" in expected and expected <= {"STRING", "_NL", "INT", "OF"}:
        return f'a text stands in quotation marks: `"{" ".join((found + rest).split())}"`'
    if {"COLON", "FROM", "LENGTH"} <= expected and re.search(r"\b(?:line|walk)\b[^:\n]*$", before):
        if is_word and "COMMA" in expected and found not in ("empty", "own", "enemy", "ally", "none"):
            return "directions are separated by commas, and a colon stands before the steps of a path"
        return "a colon stands before the steps of a path: `line any: empty`"
    if found == "at" and re.search(r",\s*stopping\s*\Z", before):
        return "no comma stands before `stopping at`"
    if is_word and re.search(r"\b(may|must)\s*\Z", before) and "__ANON_1" in expected:
        return f"what follows is demanded by `then`: `then {before.split()[-1]} {found}`"
    if found in ("and", "or") and "AS" in expected and (path := _path_before(before)):
        return f"a path reaches as far as it can, so put it into parentheses: `({path}) {found} ...`"
    if found == "if" and "WHEN" in expected:
        return "the condition of an end begins with `when`"
    if "COLON" in expected <= {"COLON", "_NL", "PLUS", "MINUS"} and (
        word := re.search(r"(?:\A|\n)[ \t]*((?:turn|phase\s+\w+))\s*\Z", before)
    ):
        return f"a colon stands before what is offered: `{word[1]}: {found}`"
    if found == "and" and "AS" in expected:
        return "in a path a condition stands in square brackets: `[it is enemy and ...]`"
    if "AS" in expected:
        return "the steps of a path are separated by commas"
    if re.search(r"^\s*end\s+(wins|loses)\s*\Z", before, re.MULTILINE):
        return "say who: `mover wins`"
    form = form_of(found, before)
    if form and not re.match(r"\s*(?:board\s+(?!graph)|hide|known|skip|pool|position)\b", before):
        return form
    misspelt = re.search(r"([A-Za-z_]\w*)[ \t]+\Z", before)
    if is_word and misspelt and misspelt[1] not in _PREFIXES and (meant := near(misspelt[1], _PREFIXES)):
        return f"{meant[:-1]} in place of `{misspelt[1]}`?"
    help = (
        near(found, keywords) if is_word and found not in (*CLAUSE_WORDS, *EFFECT_WORDS, *PART_WORDS) else ""
    )
    if not help and form:
        return form
    previous = re.search(r"([A-Za-z_]\w*)[ \t]*\Z", before)
    if help or previous is None:
        return help
    start = before[: previous.start()].rstrip(" \t")
    begins_effect = (
        start.endswith((";", "\n")) or re.search(r"\b(?:do|finally|setup|settle)\Z", start) is not None
    )
    if begins_effect and previous[1] not in EFFECT_WORDS:
        return near(previous[1], EFFECT_WORDS)
    return ""


def _bracket_of_no_call(before: str) -> int | None:
    """Where the innermost open bracket stands, if it is a parenthesis that gives no arguments and holds no path."""
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', before):
        if match[0] in "([{":
            opened.append(match.start())
        elif match[0] in ")]}" and opened:
            opened.pop()
    if (
        not opened
        or before[opened[-1]] != "("
        or re.match(r"\s*(?:line|walk|leap)\b", before[opened[-1] + 1 :])
    ):
        return None
    name = re.search(r"([A-Za-z_]\w*)\s*\Z", before[: opened[-1]])
    return opened[-1] if name is None or name[1] in _BEFORE_SETS else None


_BEFORE_SETS = frozenset(
    [
        "in",
        "on",
        "where",
        "and",
        "or",
        "not",
        "from",
        "to",
        "of",
        "is",
        "some",
        "no",
        "if",
        "else",
        "implies",
        "capture",
        "remove",
        "place",
        "move",
        "for",
        "when",
        "div",
        "mod",
        "by",
    ]
)


_PREFIXES = (
    "own",
    "enemy",
    "some",
    "all",
    "not",
    "where",
    "implies",
    "reached",
)  # words that a name may follow


def _opened_effects(before: str) -> str:
    """What a line of effects opens, if it begins with the condition of an `if` or what a `for` goes through."""
    word = re.search(r"(?:^|\bdo\b|\belse\b)[ \t]*(if|for)\b[^;\n]*\Z", before, re.MULTILINE)
    return {"if": "an `if`", "for": "a `for`"}[word[1]] if word else ""


def _indented_clause(found: str, before: str, expected: set[str], first_column: int) -> str:
    """What is said of a word that begins a clause, and stands first in a line that is indented."""
    line = before[before.rfind("\n") + 1 :]
    if found not in CLAUSE_WORDS or line.strip() or not line or not before.strip():
        return ""
    if found in EFFECT_WORDS and expected & {"CHOOSE", "PLACE"}:
        return ""
    where = "in the first column" if first_column == 0 else "in the column of the clauses above it"
    return f"`{found}` begins a clause of its own, {where}"


def _path_before(before: str) -> str:
    """The quantified path that ends a text, outside of all brackets."""
    paths = list(re.finditer(r"\b(?:some|no)\s+(?:line|walk|leap)\b", before))
    path = " ".join(before[paths[-1].start() :].split()) if paths else ""
    return path if _balance(path) == 0 else ""


def _keyword(terminal: str) -> str:
    """The word that a keyword's terminal stands for, or nothing."""
    if terminal in _PHRASES or terminal.startswith("_") or terminal in ("DECIMAL", "COMPARE"):
        return ""
    for definition in _lark()[0].terminals:
        if definition.name == terminal and re.fullmatch(r"\w+", str(definition.pattern.value)):
            return str(definition.pattern.value)
    return ""


def _expected(terminals: set[str]) -> str:
    if {"NAME", "INT"} <= terminals:
        return "a value or a condition" if terminals & {"NOT", "SOME"} else "a value"
    if {"CHOOSE", "FINALLY"} <= terminals:
        return "a part of the action: `choose`, a path, `where`, `do`, `finally` or `notation`"
    if {"PLACE", "REMOVE"} <= terminals:
        return "an effect"
    if {"WINS", "LOSES"} <= terminals:
        return "`wins` or `loses`"
    words = sorted(
        _PHRASES.get(t) or (f"`{_keyword(t)}`" if _keyword(t) else "") for t in terminals if t != "_DEDENT"
    )
    words = [w for w in words if w]
    if not words:
        words = sorted(_SIGNS[t] for t in terminals if t in _SIGNS) or ["something else"]
    if len(words) > 8:
        kept = [w for w in words if w in ("a name", "the end of the line", "`:`", "`,`")]
        words = ["an operator", *kept]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _near_words(words: list[str], known: list[str]) -> set[str]:
    """The known words that some misspelt ones probably stand for."""
    helps = (near(FOREIGN_WORDS.get(w.lower(), w), known) for w in words)
    return {h.split("`")[1] for h in helps if h}
