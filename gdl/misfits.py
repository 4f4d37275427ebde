"""A token that does not fit into the grammar, as a diagnostic: what was found, what could stand there, and what to do."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from lark import Token
from lark.exceptions import UnexpectedToken

from gdl.advice import (
    CLOSING,
    Misfit,
    advice,
    balance,
    bracket_of_no_call,
    form_of,
    indented_clause,
    open_bracket,
    opened_effects,
)
from gdl.blocks import beside_its_head, to_follow
from gdl.diagnostics import Reporter
from gdl.grammar import PHRASES, phrase
from gdl.habits import ending_of, meant
from gdl.keywords import EFFECT_WORDS, FOREIGN_LINES, PART_WORDS
from gdl.layout import BLOCK_HEADS, blank_comments, depth
from gdl.lines import effect_named, misspelt_end, opened_too_early
from gdl.repairs import Broken, words
from gdl.source import Source, Span

_FOREIGN_SIGNS = (
    ("==", 1, "`==` is not an operator", "equality is written `=`"),
    ("<>", 1, "`<>` is not an operator", "what is not equal is written `!=`"),
    ("+=", 0, "`+=` is not an operator", "write the whole value: `x := x + 1`"),
    ("-=", 0, "`-=` is not an operator", "write the whole value: `x := x - 1`"),
    ("=!", 1, "`=!` is not an operator", "what is not equal is written `!=`"),
    ("=>", 1, "`=>` is not an operator", "what is at least as much is written `>=`"),
    ("=<", 1, "`=<` is not an operator", "what is at most as much is written `<=`"),
    ("->", 1, "`->` is not an operator", ""),
    ("<-", 0, "`<-` is not an operator", "a value is given with `:=`"),
    ("++", 0, "`++` is not an operator", "write the whole value: `x := x + 1`"),
    (
        "/*",
        None,
        "`/*` begins no comment",
        "comments begin with two dashes, and go on to the end of the line: `--`",
    ),
    ("//", None, "`//` begins no comment", "comments begin with two dashes: `--`"),
    ("||", None, "`||` is not an operator", "write `or`; between the tests of a path, one `|`"),
)  # with how many of its letters before the place that does not fit; None: none or one
_DIVIDES = re.compile(r"[\w)]\s*//\s*(?:\d+\b|\w+\s*(?:[-+*=<>,)]|\bdiv\b|$))")


@dataclass(frozen=True, slots=True)
class Place:
    """A text that is parsed: where in a source it begins, and in which column its clauses begin."""

    source: Source
    base: int
    text: str
    first_column: int
    start: str = "clause"  # what is read: a clause, or an expression by itself

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, self.base + start, self.base + end)


def report_token(place: Place, error: UnexpectedToken, reporter: Reporter) -> None:
    """Reports what the parser could not read."""
    token: Token = error.token
    expected = set(error.accepts or error.expected or ())
    offset = min(token.start_pos if token.start_pos is not None else len(place.text), len(place.text))
    opens_nothing = token.type == "_INDENT" or expected == {"MEANS"}  # under an end stands its sentence alone
    if opens_nothing or token.type in ("_NL", "_DEDENT", "_SIBLING", "$END"):
        _report_end(place, token, offset, set() if opens_nothing else expected, reporter)
        return
    if _report_doubled_head(place, reporter):
        return
    if token == "=" and _is_assigned(place, offset):
        offset, expected, found = offset - 1, {"EQUAL"}, ":="
    else:
        found = _whole(str(token), place.text, offset)
    before = place.text[:offset]
    if _report_foreign_sign(place, offset, reporter) or _report_bracket(
        place, found, offset, expected, reporter
    ):
        return
    if _report_foreign_word(place, found, offset, expected, reporter) or any(
        report(place, found, offset, reporter)
        for report in (_report_value_behind_if, _report_choice_as_an_effect, _report_repeat_as_an_effect)
    ):
        return
    if _report_deeper_line(place, offset, reporter):
        return
    rest = place.text[offset + len(found) :].split("\n", 1)[0]
    broken = Broken(place.text, offset, found, place.start, place.first_column)
    elsewhere = _repeated(place.source.text)
    misfit = Misfit(
        found,
        before,
        frozenset(expected | (set(error.expected or ()) if found != ":=" else set())),
        rest,
        broken,
        elsewhere,
        _actions(place.source.text),
    )
    help = indented_clause(broken, expected) or advice(misfit)[0]
    message = f"`{found}` does not fit here: expected {phrase(expected)}"
    span = place.span(offset, offset + max(1, len(found)))
    reporter.report("syntax", span, message, "not expected here", help=help)


def _report_doubled_head(place: Place, reporter: Reporter) -> bool:
    """Reports the word of a clause that stands there twice; whether the clause can be read without the second one."""
    twice = re.match(r"\s*([a-z]+)([ \t]+)(\1)\b", place.text)
    if twice is None:
        return False
    once = place.text[: twice.start(2)] + place.text[twice.end() :]
    if not Broken(once, 0, "", place.start, place.first_column).reads(once):
        return False
    help = f"`{twice[1]}` stands there twice: leave one of them out"
    span = place.span(twice.start(3), twice.end(3))
    reporter.report("syntax", span, f"`{twice[1]}` does not fit here", "not expected here", help=help)
    return True


def _report_foreign_word(
    place: Place, found: str, offset: int, expected: set[str], reporter: Reporter
) -> bool:
    """Reports a line that begins with a word of another language, at that word; whether there is one."""
    line = place.text[place.text.rfind("\n", 0, offset) + 1 : offset]
    first = re.fullmatch(r"\s*(?:do\s+)?(\w+)[ \t]+", line)
    word = first[1] if first else found if not line.strip() else ""
    if word not in FOREIGN_LINES or (not found[:1].isalnum() and found != "("):
        return False
    if _is_declared(word, place.source.text):
        return False
    start = offset - len(line) + first.start(1) if first else offset
    rest = place.text[offset + len(found) :].split("\n", 1)[0]
    help = meant(found, place.text[:offset], rest, frozenset(expected)) or FOREIGN_LINES[word]
    span = place.span(start, start + len(word))
    reporter.report("syntax", span, f"`{word}` is not a word of the language", "not known", help=help)
    return True


def _is_declared(word: str, text: str) -> bool:
    """Whether something is declared by that name."""
    declaring = "field|let|pool|option|action|choice|effect"
    return re.search(rf"(?m)^(?:{declaring})\s+{word}\b", text) is not None


_IF_BEFORE = re.compile(r"(?:[=(,+*<>]|\breturn\b)\s*(if)\b")
_IF_THEN = re.compile(r"\s*if\s+(.+?)\s+then\s+(.+?)\s+else\s+(.+)")


def _report_value_behind_if(place: Place, found: str, offset: int, reporter: Reporter) -> bool:
    """Reports `if C then A else B` where a value is wanted; whether it is one."""
    start = place.text.rfind("\n", 0, offset) + 1
    opened = _IF_BEFORE.search(place.text, start, offset + len(found))
    if opened is None or opened.start(1) >= offset + len(found):
        return False
    said = _value_first(_to_closing(place.text[opened.start(1) :].split("\n", 1)[0]))
    reporter.report(
        "syntax",
        place.span(opened.start(1), opened.end(1)),
        "a value does not begin with `if`: what it is stands before the condition",
        "stands before its value",
        help=f"write `{said}`"
        if said
        else "write `A if CONDITION else B`: the value, its condition, the other value",
    )
    return True


def _to_closing(text: str) -> str:
    """A text up to the bracket that closes one opened before it."""
    ends = (i for i, sign in enumerate(text) if sign in ")]}" and balance(text[: i + 1]) < 0)
    return text[: next(ends, len(text))]


def _value_first(text: str) -> str:
    """`if C then A else B` as it is written here; "" if it has not this form."""
    parts = _IF_THEN.fullmatch(text.rstrip())
    if parts is None:
        return ""
    condition, value, otherwise = parts.groups()
    inner = _value_first(otherwise) if otherwise.startswith("if ") else otherwise
    is_whole = balance(condition) == 0 and balance(value) == 0
    return f"{value} if {condition} else {inner}" if is_whole and inner else ""


def _report_choice_as_an_effect(place: Place, found: str, offset: int, reporter: Reporter) -> bool:
    """Reports `choose` where only effects stand: in a set-up, a settling or an effect of one's own; whether it is one."""
    before = place.text[:offset]
    clause = re.match(r"\s*(setup|settle|effect)\b", before)
    chosen = re.search(r"(?:\n[ \t]+|\bdo[ \t]+)(choose)[ \t]+(?:(?:openly|secretly)[ \t]+)?\Z", before)
    if clause is None or chosen is None or not found[:1].isalpha():
        return False
    rest = found + place.text[offset + len(found) :].split("\n", 1)[0]
    drawn = " ".join(f"random {re.sub(r'^(?:openly|secretly)[ ]+', '', rest)}".split())
    where = {"setup": "the set-up", "settle": "a settling", "effect": "an effect"}[clause[1]]
    reporter.report(
        "syntax",
        place.span(chosen.start(1), chosen.end(1)),
        f"nobody chooses in {where}: `choose` is a part of an action, a move or a choice",
        "no effect",
        help=f"by chance it is `{drawn}`; what a player decides is an action of its own, with this line before its `do`",
    )
    return True


def _report_repeat_as_an_effect(place: Place, found: str, offset: int, reporter: Reporter) -> bool:
    """Reports `again` among the effects of a move, an action or a choice; whether it is one."""
    before = place.text[:offset]
    clause = re.match(r"\s*(move|action|choice)\b", before)
    line = re.search(r"(?:\n[ \t]+|;[ \t]*|\bdo[ \t]+)(again)[ \t]+\Z", before)
    if clause is None or line is None or found not in ("may", "must"):
        return False
    does = re.search(r"(?m)^[ \t]+do\b", before)
    if does is None:
        return False
    rest = (found + place.text[offset + len(found) :].split("\n", 1)[0]).split(";")[0].rstrip()
    once_more = f"who may act once more is told by an effect, `then {found} NAME`, with the name of an action or a choice"
    reporter.report(
        "syntax",
        place.span(line.start(1), line.end(1)),
        "`again` is no effect: it is a part of a move, beside its `do`",
        "among the effects",
        help=f"begin it in the column of `do`, on a line of its own: `again {rest}`"
        if clause[1] == "move"
        else once_more,
    )
    return True


_BEGINS_A_LINE = frozenset((*PART_WORDS, *EFFECT_WORDS)) - {"where", "end", "if", "for", "do"}


def _report_deeper_line(place: Place, offset: int, reporter: Reporter) -> bool:
    """Reports a line that stands deeper than the one above, which opens no block, and whose first word was read as a part of that
    line; whether it is one."""
    *above, line = place.text[:offset].split("\n")
    first = re.fullmatch(r"[ \t]+(\w+)[ \t]+(?:(?:openly|secretly|any|orthogonal|diagonal)[ \t]+)?", line)
    owner = next((text for text in reversed(above) if text.strip()), "")
    if first is None or first[1] not in _BEGINS_A_LINE or not re.match(r"[ \t]", owner):
        return False
    if depth(line) <= depth(owner) or owner.split()[0] in BLOCK_HEADS:
        return False
    start = offset - len(line)
    reporter.report(
        "bad-indentation",
        place.span(start + first.start(1), start + first.end(1)),
        f"this line stands deeper than the one above, and so was read as a part of it: `{first[1]}` begins a line of its own",
        f"{depth(line) - depth(owner)} columns deeper",
        help=f"begin it in the column of `{owner.split()[0]}`, the line above",
    )
    return True


@lru_cache(maxsize=4)
def _actions(text: str) -> frozenset[str]:
    """The names of the actions and choices that a text declares."""
    return frozenset(re.findall(r"(?m)^(?:action|choice|move)\s+(\w+)", text))


@lru_cache(maxsize=4)
def _repeated(text: str) -> frozenset[str]:
    """The words that the rules of a text have more than once."""
    counted = Counter(re.findall(r'"[^"\n]*"|([A-Za-z_]\w*)', blank_comments(text)))
    return frozenset(word for word, times in counted.items() if times > 1)


def _is_assigned(place: Place, offset: int) -> bool:
    """Whether `:=` stands where `=` is wanted, and its colon was read by itself."""
    before = Broken(place.text, offset - 1, ":=", place.start, place.first_column)
    return place.text[offset - 1 : offset] == ":" and "EQUAL" in before.accepts(offset - 1)


def _whole(token: str, text: str, offset: int) -> str:
    """A token with the rest of its word: the lexer may have taken a word of the language at its beginning for all of it."""
    word = re.compile(r"[A-Za-z_]\w*").match(text, offset)
    return word[0] if word and word[0].startswith(token) else token


def _report_end(place: Place, token: Token, offset: int, expected: set[str], reporter: Reporter) -> None:
    """A line that ends where more is expected, or, where nothing is expected, one under it that opens no block."""
    wanted = phrase(expected) if expected else ""
    if token.type == "$END":
        offset = len(place.text)
    while offset > 0 and place.text[offset - 1 : offset].isspace():
        offset -= 1
    word = re.search(r"\w+\Z|.\Z", place.text[:offset])
    span = place.span(word.start() if word else 0, max(1, offset))
    if not wanted:
        where = "the next line is indented too far"
        help = (
            opened_too_early(place.text, offset, place.first_column) or "begin both lines in the same column"
        )
        reporter.report("syntax", span, "this line opens no block", where, help=help)
        return
    if re.search(r"(?:[=,]|\bfrom)[ \t]*no\Z", place.text[:offset]):
        message = "`no` is no value: it asks whether a set is empty"
        help = "what is not so is `false`"
        reporter.report("syntax", span, message, "a set is expected after this", help=help)
        return
    if wanted == PHRASES["_INDENT"]:
        if _report_left_of_its_block(place, offset, span, reporter):
            return
        line = place.text[place.text.rfind("\n", 0, offset) + 1 : offset]
        help = beside_its_head(line, place.text[offset:]) or to_follow(line, place.source.text)
        message = f"the line ends too early: expected {wanted}"
        by = re.search(r"(?:\A|\n)\s*move\s+(\w+)\s+by\s+([\w, ]+)\Z", place.text[:offset])
        if by and re.search(r'(?m)^game\b.*\bextends\s+"', place.source.text):
            message = f"`move {by[1]} by` without `+` is a new move, and its path is missing"
            help = f"to add to the kinds of a move of the extended file, write `move {by[1]} by + {by[2].strip()}`"
        reporter.report("syntax", span, message, "after this", help=help)
        return
    help = misspelt_end(place.text[:offset], words(), place.first_column)
    before = place.text[:offset]
    help = help or effect_named(before[before.rfind("\n") + 1 :], place.source.text) or ending_of(before)
    help = help or form_of("", place.text[:offset])
    message = f"the line ends too early: expected {wanted}"
    reporter.report("syntax", span, message, "after this", help=help)


def _report_left_of_its_block(place: Place, offset: int, opening: Span, reporter: Reporter) -> bool:
    """Reports a line that should be the block of the line above, and stands in a column in which none can; whether it is one."""
    below = re.compile(r"\s*\n([ \t]+)(\w+)[^\n]*").match(place.text, offset)
    if below is None or not re.search(r"\bdo\Z", place.text[:offset]):
        return False
    filled = f"{place.text[:offset]} end draw{below[0]}"
    if Broken(filled, 0, "", place.start, place.first_column).reads(filled):
        return False
    line = place.text[place.text.rfind("\n", 0, offset) + 1 : offset]
    reporter.report(
        "bad-indentation",
        place.span(below.start(2), below.end(2)),
        "this line stands too far left to belong to the line above, which opens a block",
        "fits no block above",
        others=[(opening, "opens a block")],
        help=f"indent it deeper than `{line.split()[0]}`, the line above: by {depth(line) + 2} blanks",
    )
    return True


def _report_foreign_sign(place: Place, offset: int, reporter: Reporter) -> bool:
    """Reports a sign of another language; whether there is one."""
    for written, first, sentence, help in _FOREIGN_SIGNS:
        for start in (offset - 1, offset) if first is None else (offset - first,):
            if place.text[start : start + len(written)] != written:
                continue
            span = place.span(start, start + len(written))
            if written == "//" and _divides(place.text, start):
                sentence, help = "`//` is not an operator", "a whole number of times is `div`: `a div b`"
            if written == "->" and re.match(r"\s*board\s+graph\b", place.text):
                help = f"a track that leads one way only has `>` alone: write `{_one_way(place.text, start)}`"
            help = help or form_of(written, place.text[:offset])
            reporter.report("syntax", span, sentence, "not expected here", help=help)
            return True
    return False


def _one_way(text: str, offset: int) -> str:
    """The tracks of a line of a graph with `>` in place of `->`: a track has one sort of sign, so others stand apart."""
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    return _TRACK.sub(_with_signs_apart, text[start : end if end >= 0 else len(text)].strip())


_TRACK = re.compile(r"[\w.]+(?:\s*(?:->|>|-)\s*[\w.]+)+")


def _with_signs_apart(track: re.Match[str]) -> str:
    sites, signs = re.split(r"[->\s]+", track[0]), re.findall(r"->|>|-", track[0])
    made = [sites[0]]
    for number, sign in enumerate(signs):
        if number and signs[number - 1][-1] != sign[-1]:
            made.append(sites[number])
        made.append(f"{made.pop()}{sign[-1]}{sites[number + 1]}")
    return ", ".join(made)


def _divides(text: str, offset: int) -> bool:
    """Whether `//` stands between two values, and begins no comment: behind a sign of a value, and without blanks as before a comment."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if not re.search(r"[=<>(]|\b(?:where|when|if|require)\b", line) or re.search(r"\s\s\Z", line):
        return False
    return _DIVIDES.match(text.rstrip(), len(text[:offset].rstrip()) - 1) is not None


def _signs(expected: set[str]) -> set[str]:
    return {PHRASES[t].strip("`") for t in expected if t in PHRASES}


def _report_bracket(place: Place, found: str, offset: int, expected: set[str], reporter: Reporter) -> bool:
    """Reports a bracket that holds too much or closes nothing, or effects without their `do`; whether it is one of these."""
    before = place.text[:offset]
    span = place.span(offset, offset + max(1, len(found)))
    if found == "," and (opened_at := bracket_of_no_call(before)) is not None:
        message = "parentheses hold one value: a set of several is written in braces"
        inside = re.match(r"[^()\n]*", place.text[opened_at + 1 :])
        help = f"write `{{{inside[0].strip() if inside else ''}}}`"
        column, _, row = (inside[0] if inside else "").partition(",")
        is_pair = all(re.fullmatch(r"[\w+*() -]+", part.strip()) for part in (column, row))
        has_sites = re.search(r"\b[a-z]{1,2}\d+\b", column + row) is not None
        is_place = re.search(r"(?:\b(?:on|to|at|from)\s*|[{,]\s*)\Z", before[:opened_at]) is not None
        if is_pair and is_place and not has_sites:
            help = f"a site by its column and its row is `site_at({column.strip()}, {row.strip()})`; {help}, if these are two numbers"
        opening = place.span(opened_at, opened_at + 1)
        others = [(span, "a second value")]
        reporter.report("syntax", opening, message, "opens no set", others=others, help=help)
        return True
    if found in ("then", ":") and "DO" in expected and (opened := opened_effects(before)):
        message = f"the effects of {opened} stand after `do`, not after `{found}`"
        reporter.report("syntax", span, message, "`do` stands here", help=f"write `do` for `{found}`")
        return True
    inner = open_bracket(before) if found in CLOSING.values() else None
    if inner is not None and CLOSING[before[inner]] != found and CLOSING[before[inner]] in _signs(expected):
        message = f"this `{found}` does not close the `{before[inner]}`"
        others = [(place.span(inner, inner + 1), "opened here")]
        help = f"write `{CLOSING[before[inner]]}`"
        reporter.report("syntax", span, message, "another bracket is open", others=others, help=help)
        return True
    if found in (")", "]", "}") and balance(before) <= 0:
        message = f"this `{found}` closes nothing"
        reporter.report("syntax", span, message, "no bracket is open here", help="take it out")
        return True
    return False
