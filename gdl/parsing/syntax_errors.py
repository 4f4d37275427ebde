"""What is wrong with a text that cannot be read, and the change with which it can be, as values.

`problem` looks for what stops the reader before the grammar does (quotation marks and brackets that nothing closes), then at
columns, characters and words.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from gdl.core.builtins import BY_NAME
from gdl.diagnostics.characters import written_instead
from gdl.limits import LARGEST, MAX_DIGITS, MAX_NESTING, MAX_STEPS
from gdl.platform.dataclass import dataclass
from gdl.suggestions import idioms
from gdl.suggestions.automaton import LAYOUT, Automaton, Trace, Work, literal_in, trace
from gdl.suggestions.edit_search import Suggestion, suggestion
from gdl.suggestions.expectations import phrase
from gdl.suggestions.indentation import joined, moved
from gdl.suggestions.lines import Broken, Change, broken_line, changed, counts_of, reads_beyond
from gdl.text import grammar
from gdl.text.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS
from gdl.text.layout import LayoutError, depth
from gdl.tree.words import HEADINGS

CLOSING = {"(": ")", "[": "]", "{": "}"}
_CELL = re.compile(
    r"\s*\w+\s*[(\[]\s*\w+(?:\s*,\s*\w+)?\s*[)\]]\s*=(?!=)"
)  # of a table, as it was changed in language 2
_BRACKET = re.compile(r'"[^"\n]*"|[()\[\]{}]')


@dataclass(frozen=True, slots=True)
class Text:
    """A clause's text without comments, or that of an expression (`start`), and the column in which its clauses begin."""

    text: str
    start: str
    first_column: int
    whole: str  # the text of the file


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at a place of a text. `changes` make the text readable, if what is meant is known."""

    code: str
    start: int
    end: int
    message: str
    label: str = ""
    help: str = ""
    other: tuple[int, str] | None = None  # where else to look, and what is there
    changes: tuple[Change, ...] = ()
    is_sure: bool = False
    teaches: bool = False  # whether the help is true by itself
    is_end: bool = False  # whether something is missing behind a line
    goes_on: bool = False  # whether the line was read as a part of the one above

    def with_way_out(self, found: Suggestion | None) -> "Problem":
        """The problem with a suggestion as its way out."""
        if found is None:
            return self
        return replace(self, help=found.help, changes=found.changes, is_sure=found.is_sure)


def problem(given: Text, work: Work) -> Problem | None:
    """The first thing that is wrong with a text; None if it can be read, or is nested too deeply for the parser."""
    if (found := _unclosed(given, work) or _too_deep(given.text)) is not None:
        return found
    try:
        grammar.read(given.text, given.start, given.first_column)
        return None
    except LayoutError as error:
        return _of_layout(given, error.offset, work)
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        if not _is_sign(given.text[at]):
            return bad_character(given, at)
    except UnexpectedInput:
        pass
    traced = trace(given.text, given.start, given.first_column)
    return None if traced is None else _of_words(given, traced, work)


def bad_character(given: Text, at: int) -> Problem:
    """A character that the language does not use."""
    changes = written_instead(given.text, at)
    made = changed(given.text, changes)
    is_right = bool(changes) and reads_beyond(
        made, given.start, given.first_column, given.text.count("\n", 0, at)
    )
    return Problem("bad-character", at, at + 1, "", changes=changes if is_right else (), is_sure=is_right)


def too_large(text: str) -> Iterator[tuple[int, int]]:
    """Where numbers stand that no engine can hold, or whose fractions are too fine for it."""
    for match in re.finditer(r'"[^"\n]*"|(?<![\w.])\d+(?:\.\d+)?', text):
        if match[0][0] != '"' and max(Fraction(match[0][:MAX_DIGITS]).as_integer_ratio()) > LARGEST:
            yield match.span()


def _is_sign(character: str) -> bool:
    """Whether a character is one of the language, or one that other languages have and that idioms know."""
    return character.isascii() and character.isprintable() and character not in "@#$%^~`'\\"


# ---- brackets and quotation marks


def _unclosed(given: Text, work: Work) -> Problem | None:
    """The last bracket or quotation mark that nothing closes."""
    for match in re.finditer(r'"[^"\n]*("|\n|\Z)', given.text):
        if match[1] != '"':
            return _never_closed(given, match.start(), '"', work)
    opened: list[int] = []
    for match in _BRACKET.finditer(given.text):
        if match[0] in CLOSING:
            opened.append(match.start())
        elif match[0] in CLOSING.values():
            if not opened:
                return None  # it closes nothing, which the parser reports
            opened.pop()
    return _never_closed(given, opened[-1], given.text[opened[-1]], work) if opened else None


def _never_closed(given: Text, at: int, sign: str, work: Work) -> Problem:
    closing = CLOSING.get(sign, sign)
    found = Problem("unclosed", at, at + 1, f"this `{sign}` is never closed", "opened here")
    end = given.text.find("\n", at)
    end = end if end >= 0 else len(given.text)
    line = given.text[at:end].rstrip()
    places = [at + m.end() for m in re.finditer(r'"[^"\n]*"|\w+|[^\s\w]', line)] if sign != '"' else []
    places = [*places[1:], at + len(line)] if places else [at + len(line)]
    right: list[Change] = []
    for place in dict.fromkeys(places):
        change = (place, place, closing)
        made = given.text[:place] + closing + given.text[place:]
        if not work.may_read(made):
            return found
        if _is_read(made, given, place):
            right.append(change)
    without = given.text[:at] + given.text[at + 1 :]
    if sign != '"' and right and _is_read(without, given, at):
        is_doubled = sign in (given.text[at + 1 :].lstrip()[:1], given.text[:at].rstrip()[-1:])
        change = (at, at + 1, "")
        return replace(found, help="take it out", changes=(change,)) if is_doubled else found
    words = re.findall(r"[A-Za-z_]\w*", line)
    counts = counts_of(given.whole)
    is_known = all(counts[w] > 1 or w in grammar.keywords() or w in BY_NAME for w in words)
    help = f"write `{closing}` at the end of what it holds"
    return replace(found, help=help, changes=(right[0],)) if len(right) == 1 and is_known else found


def _is_read(text: str, given: Text, place: int) -> bool:
    """Whether the parser reads a text, or comes to a later line than a place."""
    try:
        grammar.read(text, given.start, given.first_column)
    except LayoutError as error:
        return error.offset > text.find("\n", place) >= 0
    except UnexpectedInput as error:
        at = error.pos_in_stream
        return at is not None and at > text.find("\n", place) >= 0 and bool(text[at:].strip())
    return True


def _too_deep(text: str) -> Problem | None:
    opened = 0
    for match in _BRACKET.finditer(text):
        opened += (match[0] in CLOSING) - (match[0] in CLOSING.values())
        if opened > MAX_NESTING:
            at, message = match.start(), f"more than {MAX_NESTING} brackets are open here"
            help = "give the inner part a name of its own with `let`"
            return Problem("too-deep", at, at + 1, message, "too deep", help)
    return None


# ---- columns


def _of_layout(given: Text, offset: int, work: Work) -> Problem:
    """A line that fits no block, or the first one that begins with a tab."""
    tab = re.compile(r"^[ ]*\t\s*(?=\S)", re.M).search(given.text)
    at = tab.end() if tab else offset
    end = given.text.find("\n", at)
    end = end if end >= 0 else len(given.text)
    if tab:
        message = "this line is indented with a tab, which counts as four blanks"
        help = "indent with blanks only: here tabs and blanks are mixed"
        return Problem("bad-indentation", at, end, message, "begins with a tab", help)
    message, help = "this line is indented to no line before it", "the lines of a block begin in one column"
    found = Problem("bad-indentation", at, end, message, "fits no block above", help)
    number = given.text.count("\n", 0, at)
    return found.with_way_out(moved(given.text, given.start, given.first_column, number, work))


# ---- words


def _of_words(given: Text, traced: Trace, work: Work) -> Problem:
    """What does not fit into the grammar."""
    broken = broken_line(given.text, given.start, given.first_column, traced, given.whole)
    expected = set(Automaton(Work(MAX_STEPS)).accepted(traced.stack))
    if traced.found in LAYOUT:
        return _of_end(given, broken, traced, expected, work)
    word = broken.words[broken.at] if broken.at < len(broken.words) else None
    start, text = (word.start, word.text) if word is not None else (traced.offset, given.text[traced.offset])
    if text in CLOSING.values() and (found := _of_bracket(given, broken, start, text, expected)) is not None:
        return found
    message = f"`{text}` does not fit here: expected {phrase(expected)}"
    goes_on = broken.number > 0 and not _begins_anew(traced, broken)
    found = Problem("syntax", start, start + len(text), message, "not expected here", goes_on=goes_on)
    if goes_on and (alone := _of_word_alone(given, traced, broken, work)) is not None:
        return alone
    if help := _of_clause(given, broken, text):
        return replace(found, help=help)
    if (way := _else_in_line(broken, work)) is not None:
        return found.with_way_out(way)
    if (known := _by_idiom(found, broken, work)) is not None:
        return known
    opening, is_rest = (
        broken.words[0].text if broken.words else "",
        depth_of(given.text, broken.number - 1) < broken.column,
    )
    if broken.number > 0 and is_rest and opening in CLAUSE_WORDS and opening not in EFFECT_WORDS:
        return found.with_way_out(moved(given.text, given.start, given.first_column, broken.number, work))
    begins_line = not given.text[given.text.rfind("\n", 0, start) + 1 : start].strip()
    if begins_line and broken.number > 0:
        return found.with_way_out(_of_first_word(given, broken, text, work))
    if (edit := suggestion(broken, work)) is not None:
        return found.with_way_out(edit)
    first = broken.words[0]
    if first.text in PART_WORDS and depth_of(given.text, broken.number - 1) < broken.column:
        return found.with_way_out(moved(given.text, given.start, given.first_column, broken.number, work))
    return found


def _of_clause(given: Text, broken: Broken, word: str) -> str:
    """What is said of a line of a clause by what stands in such lines; "" where its head does not tell."""
    head = given.text.split(None, 1)[0]
    if head in ("let", "relation") and broken.word(0) in ("place", "move", "remove", "capture"):
        return "a definition is a value; effects get a name with `effect NAME(PARAMETERS)`, and stand in lines below it"
    if head == "kinds" and broken.number > 0 and broken.at == 1 and word == ",":
        return "the cells of a row have blanks between them, and no commas"
    if head == "looks" and broken.at == 1 and broken.words[1].is_name:
        return 'behind a name stands its sign, and then perhaps a colour: `king "♚" red`'
    return ""


def _else_in_line(broken: Broken, work: Work) -> Suggestion | None:
    """`if C do X else Y` in one line: each `else` begins a line of its own, under the `if`."""
    at = broken.at - (broken.word(broken.at - 1) == "else")  # behind a `;` it was read as a name
    if broken.word(at) != "else":
        return None
    words = broken.words
    begins = [i for i in range(at) if words[i].text == "if" and broken.word(i - 1) in ("", "do", "else", ";")]
    if not begins:
        return None
    line = broken.text.rfind("\n", 0, words[0].start) + 1
    under = "\n" + " " * (words[begins[0]].start - line)
    places = [i for i in range(at, len(words)) if words[i].text == "else"]
    ends = {i: words[i - 2 if broken.word(i - 1) == ";" else i - 1].end for i in places}
    every = tuple((ends[i], words[i].start, under) for i in places)
    help = "`else` begins a line of its own, under its `if`"
    right = (changes for changes in (every[:1], every) if work.may_read(broken.text))
    mended = next((changes for changes in right if broken.is_mended_by(changes)), None)
    return Suggestion(1, mended, help) if mended is not None else None


def _of_word_alone(given: Text, traced: Trace, broken: Broken, work: Work) -> Problem | None:
    """A word alone on its line among effects, which was meant to open the block below, and was read as one line with it."""
    if broken.at != 0 or not broken.words[0].is_name:
        return None
    end = len(given.text[: broken.words[0].start].rstrip())
    above = given.text[given.text.rfind("\n", 0, end) + 1 : end]
    word, start = above.strip(), end - len(above.strip())
    last = next((s for s in traced.steps if s.token.start_pos == start), None)
    if last is None or last.token.type != "NAME" or not literal_in(last.stack, "remove"):
        return None
    message = f"`{word}` opens no block, and the line below was read as a part of its line"
    found = Problem("syntax", start, end, message, "not expected here")
    steps = tuple(s for s in traced.steps if (s.token.start_pos or 0) < start)
    at_word = replace(traced, offset=start, stack=last.stack, found="NAME", steps=steps)
    alone = broken_line(given.text, given.start, given.first_column, at_word, given.whole)
    return _by_idiom(found, alone, work) or found


def _begins_anew(traced: Trace, broken: Broken) -> bool:
    """Whether the line is one of its own to the parser."""
    inner = [s for s in traced.steps if (s.token.start_pos or 0) < broken.words[0].start]
    return not inner or inner[-1].token.type in LAYOUT


def _by_idiom(found: Problem, broken: Broken, work: Work) -> Problem | None:
    """The problem as an idiom of another language, if one stands there."""
    matches = list(idioms.matches(broken))
    for others in (0, idioms.TOGETHER):
        for match in matches:
            changes = idioms.everywhere(broken, match)
            if changes and idioms.leads_on(broken, changes, work, others):
                told = replace(
                    found, help=match.idiom.sentence, changes=changes, teaches=not match.idiom.mends
                )
                return replace(told, is_sure=idioms.is_certain(broken, match, changes, work))
    said = [match.idiom.sentence for match in matches if not match.idiom.mends]
    return replace(found, help=said[0]) if said else None


def _of_first_word(given: Text, broken: Broken, word: str, work: Work) -> Suggestion | None:
    """The way out of a line of which the first word does not fit: another column, or an edit, if only one of them helps."""
    is_rest = (
        depth_of(given.text, broken.number - 1) < broken.column
    )  # it was read as a part of the line above
    column = moved(given.text, given.start, given.first_column, broken.number, work)
    edit = suggestion(broken, work)
    if edit is not None and edit.cost == 1:
        return edit
    if is_rest:
        return column if word in (*PART_WORDS, *EFFECT_WORDS, *CLAUSE_WORDS) else None
    return edit if column is None else column if edit is None else None


def depth_of(text: str, number: int) -> int:
    """The column of the line with a number, from 0, or of the nearest one above it that has words."""
    lines = text.split("\n")
    while number > 0 and not lines[number].strip():
        number -= 1
    return depth(lines[number]) if number >= 0 else 0


def _of_bracket(given: Text, broken: Broken, start: int, found: str, expected: set[str]) -> Problem | None:
    """A closing bracket of another sort than the open one, or one that closes nothing."""
    opened: list[int] = []
    for match in _BRACKET.finditer(given.text, 0, start):
        if match[0] in CLOSING:
            opened.append(match.start())
        elif match[0] in CLOSING.values() and opened:
            opened.pop()
    if not opened:
        message = f"this `{found}` closes nothing"
        change = (start, start + 1, "")
        is_right = _is_read(given.text[:start] + given.text[start + 1 :], given, start)
        is_right = is_right and not _opens_before(given, broken, start)
        found_there = Problem("syntax", start, start + 1, message, "no bracket is open here")
        return replace(found_there, help="take it out", changes=(change,)) if is_right else found_there
    closing = CLOSING[given.text[opened[-1]]]
    if closing == found or closing not in {grammar.literals().get(t) for t in expected}:
        return None
    message = f"this `{found}` does not close the `{given.text[opened[-1]]}`"
    change = (start, start + 1, closing)
    is_right = _is_read(given.text[:start] + closing + given.text[start + 1 :], given, start)
    return Problem(
        "syntax",
        start,
        start + 1,
        message,
        "another bracket is open",
        f"write `{closing}`" if is_right else "",
        (opened[-1], "opened here"),
        (change,) if is_right else (),
    )


def _opens_before(given: Text, broken: Broken, start: int) -> bool:
    """Whether the line can be read with an opening bracket before one of its words, too."""
    opening = {closing: sign for sign, closing in CLOSING.items()}[given.text[start]]
    places = (word.start for word in broken.words[1 : broken.at])
    return any(_is_read(f"{given.text[:p]}{opening}{given.text[p:]}", given, start) for p in places)


def _of_end(given: Text, broken: Broken, traced: Trace, expected: set[str], work: Work) -> Problem:
    """A line that ends where more is expected, or one under it that opens no block."""
    last = broken.words[-1] if broken.words else None
    start, end = (last.start, last.end) if last is not None else (0, 1)
    if traced.found == "_INDENT" or expected == {"MEANS"}:
        found = Problem("syntax", start, end, "this line opens no block", "the next line is indented too far")
        if (known := _by_idiom(found, broken, work)) is not None and known.changes:
            return known
        below = _below(given.text, broken.number)
        column = moved(given.text, given.start, given.first_column, below, work) if below else None
        return found.with_way_out(column)
    message = f"the line ends too early: expected {phrase(expected)}"
    found = Problem("syntax", start, end, message, "after this", is_end=True)
    if last is not None and (
        own := re.search(rf"^effect +{re.escape(last.text)}\b *(\(?)", given.whole, re.M)
    ):
        help = f"`{last.text}` is an effect of your own, which is done with parentheses"
        asked = "" if own[1] else "()"
        changes = ((end, end, asked),) if asked and broken.is_mended_by(((end, end, asked),)) else ()
        return replace(found, help=help if asked else f"{help}: `{last.text}(...)`", changes=changes)
    if (known := _by_idiom(found, broken, work)) is not None:
        return known
    if "_INDENT" in expected:
        below = _below(given.text, broken.number)
        column = moved(given.text, given.start, given.first_column, below, work) if below else None
        edit = suggestion(broken, work)
        return found.with_way_out(column if edit is None else edit if column is None else None)
    edit = suggestion(broken, work)
    rest = joined(given.text, given.start, given.first_column, broken.number, work)
    return found.with_way_out(edit if rest is None else rest if edit is None else None)


def _below(text: str, number: int) -> int | None:
    """The number of the next line with words."""
    lines = text.split("\n")
    return next((n for n in range(number + 1, len(lines)) if lines[n].strip()), None)


# ---- the first word of a clause


def head_problem(given: Text, head: str, work: Work) -> Problem:
    """A clause that begins with a word or a sign with which none begins."""
    start = len(given.text) - len(given.text.lstrip())
    end = start + len(head)
    if head in PART_WORDS or head in EFFECT_WORDS:
        where = "an action" if head in PART_WORDS else "`do`, `setup` or `settle`"
        message = f"`{head}` begins no clause: it belongs to {where}"
        return Problem("syntax", start, end, message, "begins no clause")
    message = f"a clause cannot begin with `{head}`"
    found = Problem("syntax", start, end, message, "not a word that begins a clause")
    if _CELL.match(given.text):
        help = f"another cell of a table is written in a row below `kinds +  {head}`"
        return replace(found, help=help)
    traced = trace(given.text, given.start, given.first_column)
    if traced is not None:
        stack = traced.steps[0].stack if traced.steps else traced.stack
        at_head = replace(traced, offset=start, stack=stack, found="NAME", steps=())
        broken = broken_line(given.text, given.start, given.first_column, at_head, given.whole)
        if (known := _by_idiom(found, broken, work)) is not None:
            return known
        meant = idioms.HEADS.get(head.lower())
        if meant is not None and broken.is_mended_by(((start, end, meant),)):
            help = f"such a clause begins with `{meant}`"
            return replace(found, help=help, changes=((start, end, meant),))
        if head.lower() not in idioms.RULES and (edit := suggestion(broken, work)) is not None:
            return found.with_way_out(edit)
    if head in HEADINGS:
        return replace(found, help=f"`{head}` stands below `game`, indented")
    listed = "clauses begin with one of: " + ", ".join(CLAUSE_WORDS)
    return replace(found, help=idioms.RULES.get(head.lower(), listed))


def column_problem(given: Text, head: str, found: Suggestion) -> Problem:
    """A line that stands as far to the left as clauses do, and goes on with the one above."""
    start = len(given.text) - len(given.text.lstrip())
    where = "in the first column" if given.first_column == 0 else "too far left"
    message = "this line belongs to the clause above, and is not indented"
    return Problem(
        "bad-indentation",
        start,
        start + len(head),
        message,
        f"stands {where}",
        found.help,
        changes=found.changes,
    )
