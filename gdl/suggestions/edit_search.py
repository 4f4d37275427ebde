"""The cheapest edit of a line after which the grammar accepts it: a word inserted, deleted, replaced, exchanged with the next
one, joined with it or split.

The edits are tried from the LALR automaton's states before each word up to the one that does not fit (as in Corchuelo et al.,
"Repairing syntax errors in LR parsers", 2002; Diekmann and Tratt, "Don't Panic! Better, Fewer, Syntax Errors for LR Parsers",
2020), one at a time and to the end of the line; what is cheapest is then tried with the parser on the whole clause. A name,
a number or a text that is missing is an edit as well, but no fix, since nobody knows which: where it is as cheap as any
other edit, or two edits are equally cheap, nothing is suggested.
"""

from collections.abc import Iterator
from itertools import groupby

from gdl.core.builtins import BY_NAME
from gdl.core.types import BOOL
from gdl.diagnostics.similar_names import is_slip
from gdl.limits import MAX_STEPS
from gdl.platform.dataclass import dataclass
from gdl.suggestions.automaton import Automaton, Stack, TooMuchWorkError, Work, literal_in
from gdl.suggestions.lines import Broken, Change, Word
from gdl.text import grammar
from gdl.text.keywords import CLAUSE_WORDS, EFFECT_WORDS, NEVER_NAMES, PART_WORDS
from gdl.tree.words import HEADINGS

_BACK = 8  # words before the one that does not fit at which an edit may be
_TRIED = 8  # edits of the same cost that are tried with the parser
_HIGHEST = 3  # cost of a fix
_VALUES = {"NAME": "x", "INT": "1", "STRING": '"x"'}
_RARE = frozenset(
    ("finally", "implies", "div", "mod", "+", "-", "*", "/")
)  # words that are hardly ever forgotten
_HEADS = frozenset(("board", "let", "field", "pool", "turn", "option", "players", "teams", "hide", "limit"))
_CONFUSED = frozenset(
    map(frozenset, (("=", ":="), (":", ":="), ("=", ":"), (";", ","), (".", ","), (".", ".."), ("-", ".."),
                    ("(", "{"), (")", "}"), ("(", "["), (")", "]"), ("[", "{"), ("]", "}")))
)  # fmt: skip
"""Signs that are written for one another."""
_NEVER_MEANT = (
    ("do", "let"),
    ("is", "["),
)  # what the grammar accepts before a word, and hardly anybody means
_NO_BLANK_BEFORE = frozenset((",", ":", ";", ")", "]", "}"))
_NO_BLANK_BEHIND = frozenset(("(", "[", "{"))
_BRACKETS = frozenset("()[]{}")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An edit of a line. `is_sure`: nothing else can be meant; `help`: what it does, in a sentence."""

    cost: int
    changes: tuple[Change, ...]
    help: str
    is_sure: bool = False
    is_fix: bool = True  # whether it says all that is to be written


def suggestion(broken: Broken, work: Work) -> Suggestion | None:
    """The one cheapest edit after which the line can be read; None where there is none, or more than one."""
    most = max(0, min(MAX_STEPS, work.left))
    automaton = Automaton(Work(most))
    found: list[Suggestion] = []
    try:
        found.extend(_edits(broken, automaton))
    except TooMuchWorkError:
        return None
    finally:
        work.left -= most - automaton.work.left
    for cost, several in groupby(sorted(found, key=lambda s: s.cost), key=lambda s: s.cost):
        made: dict[str, Suggestion] = {}  # by what it makes
        for edit in several:
            made.setdefault(broken.changed(edit.changes).replace(" ", ""), edit)
        if len(made) > _TRIED or cost > _HIGHEST:
            return None
        right = [s for s in made.values() if broken.is_mended_by(s.changes)]
        if right:
            is_clear = len(right) == 1 and right[0].is_fix
            is_likely = cost == 1 or not broken.is_doubtful(right[0].changes)
            return right[0] if is_clear and is_likely else None
    return None


def _edits(broken: Broken, automaton: Automaton) -> Iterator[Suggestion]:
    """All edits after which the automaton reads the line."""
    first = max(0, broken.at - _BACK)
    for i in range(first, min(broken.at, len(broken.words)) + 1):
        stack = broken.stacks[i]
        if not stack:
            continue
        tail = broken.words[i:]
        yield from _insertions(broken, i, stack, tail, automaton)
        if tail:
            yield from _deletions(broken, i, stack, tail, automaton)
            yield from _replacements(broken, i, stack, tail, automaton)
            yield from _shifts(broken, i, stack, tail, automaton)
            yield from _breaks(broken, i, stack, tail, automaton)


def _reads(
    broken: Broken, stack: Stack | None, words: tuple[Word, ...], automaton: Automaton, skip: int
) -> bool:
    """Whether the line is read from a stack on, without its first words."""
    for word in words[skip:]:
        if stack is None or (word.text in NEVER_NAMES and not literal_in(stack, word.text)):
            return False
        stack = automaton.read(stack, word.text)
    return stack is not None and broken.ends_well(stack, automaton)


def _insertions(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    literals = grammar.literals()
    for terminal in automaton.accepted(stack):
        text = literals.get(terminal) or _VALUES.get(terminal) or grammar.SEVERAL_WORDS.get(terminal)
        if text is None or not _reads(broken, automaton.feed(stack, terminal), tail, automaton, 0):
            continue
        change = _inserted(broken, i, text)
        is_misread = i == broken.at and broken.is_misread
        cost = 2 + (i < broken.at) + (text in _RARE) + is_misread
        if terminal in _VALUES:
            is_between = i > 0 and broken.word(i) == broken.word(i - 1)  # of a word that stands there twice
            yield Suggestion(1 if is_between else cost, (change,), "", is_fix=False)
        elif i != broken.head or (_may_be_head(text, tail) and tail[0].text not in CLAUSE_WORDS):
            is_fix = text != ";" or not any(broken.word(n) in ("for", "if") for n in range(i))
            is_fix = is_fix and (text, tail[0].text if tail else "") not in _NEVER_MEANT
            is_fix = is_fix and not (text in ("where", "when", "if") and _is_no_condition(tail))
            where = f"before `{tail[0].text}`" if tail else "at the end of the line"
            yield Suggestion(cost, (change,), f"`{text}` is missing {where}", is_fix=is_fix)
    if i == broken.at:
        yield from _insertions_of_two(broken, i, stack, tail, automaton)


def _is_no_condition(tail: tuple[Word, ...]) -> bool:
    """Whether words are one name, which hardly is a condition."""
    return len(tail) == 1 and all(row.result != BOOL for row in BY_NAME.get(tail[0].text, ()))


def _may_be_head(text: str, tail: tuple[Word, ...]) -> bool:
    """Whether a word may be missing at the beginning of a clause: one after which not just any words can be read."""
    return text in _HEADS and len(tail) > 2 and (text != "let" or any(word.text == "=" for word in tail))


def _insertions_of_two(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    """A word and a value that are missing together, which is no fix."""
    literals = grammar.literals()
    for terminal in automaton.accepted(stack):
        behind = automaton.feed(stack, terminal)
        one = literals.get(terminal) or _VALUES.get(terminal)
        if behind is None or one is None:
            continue
        for second in automaton.accepted(behind):
            two = _VALUES.get(second) or (terminal in _VALUES and literals.get(second))
            if two and _reads(broken, automaton.feed(behind, second), tail, automaton, 0):
                yield Suggestion(3, (_inserted(broken, i, f"{one} {two}"),), "", is_fix=False)


def _inserted(broken: Broken, i: int, text: str) -> Change:
    """Where a word is written, and the blanks around it."""
    before = broken.words[i - 1] if i > 0 else None
    behind = broken.words[i] if i < len(broken.words) else None
    if text == ".." and before is not None and behind is not None:
        return before.end, behind.start, text
    if text in _NO_BLANK_BEFORE and before is not None:
        return before.end, before.end, text
    if behind is None:
        at = before.end if before is not None else len(broken.text)
        return at, at, f" {text}"
    return broken.apart(behind.start, behind.start, text if text in _NO_BLANK_BEHIND else f"{text} ")


def _deletions(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    word, late = tail[0], i < broken.at - 1
    if not _reads(broken, stack, tail, automaton, 1):
        return
    behind = broken.word(i + 1)
    is_doubled = word.text in (behind, behind.split(" ")[0], broken.word(i - 1)) and word.text not in "()"
    if is_doubled:
        yield Suggestion(1, (_deleted(broken, i),), f"`{word.text}` stands there twice", is_sure=word.is_name)
    elif word.is_sign:
        yield Suggestion(2 + late, (_deleted(broken, i),), f"leave `{word.text}` out")
    else:
        means_something = not word.is_name or broken.is_known(word.text)
        yield Suggestion(
            (4 if means_something else 3) + late,
            (_deleted(broken, i),),
            f"leave `{word.text}` out",
            is_fix=not means_something,
        )


def _deleted(broken: Broken, i: int) -> Change:
    """Where a word is taken out, with the blanks that are left over."""
    word = broken.words[i]
    before = broken.words[i - 1] if i > 0 else None
    behind = broken.words[i + 1] if i + 1 < len(broken.words) else None
    is_before_sign = behind is not None and behind.start == word.end and behind.text in _NO_BLANK_BEFORE
    if before is not None and (behind is None or is_before_sign):
        return before.end, word.end, ""
    if behind is None:
        return word.start, word.end, ""
    follows = before is not None and before.end == word.start and before.text not in (*_NO_BLANK_BEHIND, "..")
    return broken.apart(word.start, word.end if follows and behind.start > word.end else behind.start, "")


def _replacements(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    word, literals, late = tail[0], grammar.literals(), i < broken.at - 1
    if not (word.is_name or word.is_sign):
        return
    if word.is_sign and i == broken.at:
        for terminal, text in _VALUES.items():
            if _reads(broken, automaton.feed(stack, terminal), tail, automaton, 1):
                yield Suggestion(2, ((word.start, word.end, text),), "", is_fix=False)
    for terminal in automaton.accepted(stack):
        text = literals.get(terminal) or {"SAID": word.text}.get(terminal, "")
        if not text or text == word.text or (text[0].isalpha() and word.is_sign):
            continue
        if not _reads(broken, automaton.feed(stack, terminal), tail, automaton, 1):
            continue
        change = (word.start, word.end, text)
        if not word.is_name:
            cost = 2 + late + (text in _RARE)
            is_fix = frozenset((text, word.text)) in _CONFUSED
            help = f"write `{text}` in place of `{word.text}`"
            yield Suggestion(cost, (change,), help, is_fix=is_fix)
        elif text[0].isalpha() and is_slip(word.text.lower(), text):
            is_known = broken.is_known(word.text)
            is_sure = not is_known and i == broken.head  # elsewhere two names may have become one word
            yield Suggestion(3 if is_known else 1, (change,), f"did you mean `{text}`?", is_sure=is_sure)
        elif text[0].isalpha() and i != broken.head:
            is_fix = word.text in grammar.keywords() or not broken.is_known(word.text)
            help = f"write `{text}` in place of `{word.text}`"
            yield Suggestion((3 if is_fix else 4) + late, (change,), help, is_fix=is_fix)


def _shifts(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    """Two words exchanged or joined, or one split."""
    one = tail[0]
    if len(tail) > 1:
        two = tail[1]
        exchanged = automaton.read_all(stack, (two.text, one.text))
        is_call = broken.word(i + 2) == "(" and two.is_name
        if (
            one.text != two.text
            and not is_call
            and _BRACKETS.isdisjoint((one.text, two.text))
            and i != broken.head
            and _reads(broken, exchanged, tail, automaton, 2)
        ):
            between = broken.text[one.end : two.start]
            yield Suggestion(
                2,
                ((one.start, two.end, f"{two.text}{between or ' '}{one.text}"),),
                f"`{one.text}` and `{two.text}` have changed places",
            )
        joined = one.text + two.text
        is_word = (
            joined in grammar.keywords() or joined in BY_NAME or (one.is_name and broken.counts[joined] > 0)
        )
        is_sign = one.is_sign and joined in grammar.literals().values() and one.end < two.start
        if (is_word or is_sign) and _reads(broken, automaton.read(stack, joined), tail, automaton, 2):
            yield Suggestion(1, ((one.start, two.end, joined),), f"`{joined}` is one word", is_sure=is_word)
    if one.is_name and not broken.is_known(one.text):
        for k in range(1, len(one.text)):
            parts = one.text[:k], one.text[k:]
            if not all(_is_part(broken, part) for part in parts):
                continue
            if _reads(broken, automaton.read_all(stack, parts), tail, automaton, 1):
                yield Suggestion(
                    1,
                    (broken.apart(one.start, one.end, " ".join(parts)),),
                    f"these are two words: `{' '.join(parts)}`",
                )


def _breaks(
    broken: Broken, i: int, stack: Stack, tail: tuple[Word, ...], automaton: Automaton
) -> Iterator[Suggestion]:
    """Two lines that have become one."""
    word = tail[0]
    if i == 0 or word.text not in (*PART_WORDS, *EFFECT_WORDS, *HEADINGS):
        return
    line = automaton.feed(stack, "_NL")
    block = None if line is None else automaton.feed(line, "_INDENT")
    outside = None if line is None else automaton.feed(line, "_DEDENT")
    for opened, column in ((line, broken.column), (block, broken.column + 2), (outside, 0)):
        if _reads(broken, opened, tail, automaton, 0):
            change = (broken.words[i - 1].end, word.start, "\n" + " " * column)
            help = f"`{word.text}` begins a line of its own"
            yield Suggestion(2, (change,), help, is_fix=opened is not outside)


def _is_part(broken: Broken, part: str) -> bool:
    return part.isdigit() or part in grammar.keywords() or (len(part) > 1 and broken.counts[part] > 0)
