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
_NO_BLANK_BEFORE = frozenset((",", ":", ";", ")", "]", "}"))
_NO_BLANK_BEHIND = frozenset(("(", "[", "{"))
_BRACKETS = frozenset("()[]{}")
_FILLERS = frozenset(
    ("a", "an", "the", "this", "that", "its", "also", "is", "are")
)  # words of speech without a meaning of their own


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
        right = []
        for edit in made.values():
            if not work.may_read(broken.text):
                return None
            if broken.is_mended_by(edit.changes):
                right.append(edit)
        if right:
            is_clear = len(right) == 1 and right[0].is_fix
            return right[0] if is_clear else None
    return None


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in a broken line that an edit may change: before its i-th word, where the automaton has this stack."""

    broken: Broken
    i: int
    stack: Stack
    automaton: Automaton

    @property
    def tail(self) -> tuple[Word, ...]:
        """The words from here on."""
        return self.broken.words[self.i :]

    @property
    def is_head(self) -> bool:
        return self.i == self.broken.head

    def reads(self, stack: Stack | None, skip: int) -> bool:
        """Whether the line is read on from a stack, without some words from here on."""
        for word in self.tail[skip:]:
            if stack is None or (word.text in NEVER_NAMES and not literal_in(stack, word.text)):
                return False
            stack = self.automaton.read(stack, word.text)
        return stack is not None and self.broken.ends_well(stack, self.automaton)

    def reads_with(self, terminal: str, skip: int) -> bool:
        """The same, with a terminal of the grammar in place of these words."""
        return self.reads(self.automaton.feed(self.stack, terminal), skip)


def _edits(broken: Broken, automaton: Automaton) -> Iterator[Suggestion]:
    """All edits after which the automaton reads the line."""
    first = max(0, broken.at - _BACK)
    for i in range(first, min(broken.at, len(broken.words)) + 1):
        if broken.stacks[i]:
            place = _Place(broken, i, broken.stacks[i], automaton)
            yield from _insertions(place)
            if place.tail:
                for edits in (_deletions, _replacements, _exchanges, _joins, _splits, _breaks):
                    yield from edits(place)


def _insertions(place: _Place) -> Iterator[Suggestion]:
    broken, i, tail = place.broken, place.i, place.tail
    literals = grammar.literals()
    for terminal in place.automaton.accepted(place.stack):
        text = literals.get(terminal) or _VALUES.get(terminal) or grammar.SEVERAL_WORDS.get(terminal)
        if text is None or not place.reads_with(terminal, 0):
            continue
        change = _inserted(broken, i, text)
        cost = 2 + (i < broken.at) + (text in _RARE)
        if terminal in _VALUES:
            is_between = i > 0 and broken.word(i) == broken.word(i - 1)  # of a word that stands there twice
            yield Suggestion(1 if is_between else cost, (change,), "", is_fix=False)
        elif not place.is_head or (_may_be_head(text, tail) and tail[0].text not in CLAUSE_WORDS):
            where = f"before `{tail[0].text}`" if tail else "at the end of the line"
            is_whole = text != "do" or not tail or tail[0].text != "let"  # of which alone nothing comes
            yield Suggestion(cost, (change,), f"`{text}` is missing {where}", is_fix=is_whole)
    if i == broken.at:
        yield from _insertions_of_two(place)


def _may_be_head(text: str, tail: tuple[Word, ...]) -> bool:
    """Whether a word may be missing at the beginning of a clause: one after which not just any words can be read."""
    return text in _HEADS and len(tail) > 2 and (text != "let" or any(word.text == "=" for word in tail))


def _insertions_of_two(place: _Place) -> Iterator[Suggestion]:
    """A word and a value that are missing together, which is no fix."""
    automaton, literals = place.automaton, grammar.literals()
    for terminal in automaton.accepted(place.stack):
        behind = automaton.feed(place.stack, terminal)
        one = literals.get(terminal) or _VALUES.get(terminal)
        if behind is None or one is None:
            continue
        for second in automaton.accepted(behind):
            two = _VALUES.get(second) or (terminal in _VALUES and literals.get(second))
            if two and place.reads(automaton.feed(behind, second), 0):
                change = _inserted(place.broken, place.i, f"{one} {two}")
                yield Suggestion(3, (change,), "", is_fix=False)


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


def _deletions(place: _Place) -> Iterator[Suggestion]:
    if not place.reads(place.stack, 1):
        return
    broken, i, word = place.broken, place.i, place.tail[0]
    late = i < broken.at - 1
    behind = broken.word(i + 1)
    is_doubled = word.text in (behind, behind.split(" ")[0], broken.word(i - 1)) and word.text not in "()"
    if is_doubled:
        yield Suggestion(1, (_deleted(broken, i),), f"`{word.text}` stands there twice", is_sure=word.is_name)
    elif word.is_sign:
        yield Suggestion(2 + late, (_deleted(broken, i),), f"leave `{word.text}` out")
    else:
        is_filler = word.text in _FILLERS  # any other word says something, which would be lost without it
        yield Suggestion(
            (3 if is_filler else 4) + late,
            (_deleted(broken, i),),
            f"leave `{word.text}` out",
            is_fix=is_filler,
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


def _replacements(place: _Place) -> Iterator[Suggestion]:
    word, literals = place.tail[0], grammar.literals()
    if not (word.is_name or word.is_sign):
        return
    if word.is_sign and place.i == place.broken.at:
        for terminal, text in _VALUES.items():
            if place.reads_with(terminal, 1):
                yield Suggestion(2, ((word.start, word.end, text),), "", is_fix=False)
    for terminal in place.automaton.accepted(place.stack):
        text = literals.get(terminal) or {"SAID": word.text}.get(terminal, "")
        if text and text != word.text and not (text[0].isalpha() and word.is_sign):
            found = _replacement(place, word, text)
            if found is not None and place.reads_with(terminal, 1):
                yield found


def _replacement(place: _Place, word: Word, text: str) -> Suggestion | None:
    """A word of the grammar in place of a word; None where nobody means that."""
    broken, change, late = place.broken, (word.start, word.end, text), place.i < place.broken.at - 1
    help = f"write `{text}` in place of `{word.text}`"
    if not word.is_name:
        is_fix = frozenset((text, word.text)) in _CONFUSED
        return Suggestion(2 + late + (text in _RARE), (change,), help, is_fix=is_fix)
    if not text[0].isalpha() or text == "as":  # which gives a name: hardly what another word was meant for
        return None
    is_known = broken.is_known(word.text)
    if is_slip(word.text.lower(), text):
        is_sure = not is_known and place.is_head  # elsewhere two names may have become one word
        return Suggestion(3 if is_known else 1, (change,), f"did you mean `{text}`?", is_sure=is_sure)
    if place.is_head:
        return None
    is_fix = word.text in grammar.keywords()  # any other word says something else
    return Suggestion((3 if is_fix else 4) + late, (change,), help, is_fix=is_fix)


def _exchanges(place: _Place) -> Iterator[Suggestion]:
    """Two words that have changed places."""
    broken = place.broken
    if len(place.tail) < 2 or place.is_head:
        return
    one, two, *_ = place.tail
    is_call = broken.word(place.i + 2) == "(" and two.is_name
    if one.text == two.text or is_call or not _BRACKETS.isdisjoint((one.text, two.text)):
        return
    if place.reads(place.automaton.read_all(place.stack, (two.text, one.text)), 2):
        between = broken.text[one.end : two.start] or " "
        change = (one.start, two.end, f"{two.text}{between}{one.text}")
        yield Suggestion(2, (change,), f"`{one.text}` and `{two.text}` have changed places")


def _joins(place: _Place) -> Iterator[Suggestion]:
    """Two words, or two signs, that are one."""
    if len(place.tail) < 2:
        return
    one, two, *_ = place.tail
    joined = one.text + two.text
    is_name = one.is_name and place.broken.counts[joined] > 0
    is_word = joined in grammar.keywords() or joined in BY_NAME or is_name
    is_sign = one.is_sign and joined in grammar.literals().values() and one.end < two.start
    if (is_word or is_sign) and place.reads(place.automaton.read(place.stack, joined), 2):
        yield Suggestion(1, ((one.start, two.end, joined),), f"`{joined}` is one word", is_sure=is_word)


def _splits(place: _Place) -> Iterator[Suggestion]:
    """One word that is two."""
    broken, one = place.broken, place.tail[0]
    if not one.is_name or broken.is_known(one.text):
        return
    for k in range(1, len(one.text)):
        parts = one.text[:k], one.text[k:]
        if not all(_is_part(broken, part) for part in parts):
            continue
        if place.reads(place.automaton.read_all(place.stack, parts), 1):
            change = broken.apart(one.start, one.end, " ".join(parts))
            yield Suggestion(1, (change,), f"these are two words: `{' '.join(parts)}`")


def _breaks(place: _Place) -> Iterator[Suggestion]:
    """Two lines that have become one."""
    broken, i, word, automaton = place.broken, place.i, place.tail[0], place.automaton
    if i == 0 or word.text not in (*PART_WORDS, *EFFECT_WORDS, *HEADINGS):
        return
    line = automaton.feed(place.stack, "_NL")
    block = None if line is None else automaton.feed(line, "_INDENT")
    outside = None if line is None else automaton.feed(line, "_DEDENT")
    for opened, column in ((line, broken.column), (block, broken.column + 2), (outside, 0)):
        if place.reads(opened, 0):
            change = (broken.words[i - 1].end, word.start, "\n" + " " * column)
            help = f"`{word.text}` begins a line of its own"
            yield Suggestion(2, (change,), help, is_fix=opened is not outside)


def _is_part(broken: Broken, part: str) -> bool:
    return part.isdigit() or part in grammar.keywords() or (len(part) > 1 and broken.counts[part] > 0)
