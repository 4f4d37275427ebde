"""A line that cannot be read: its words, how far the parser came, and what stands around it."""

import re
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache

from lark.exceptions import UnexpectedInput, UnexpectedToken

from gdl.core.builtins import BY_NAME
from gdl.platform.dataclass import dataclass
from gdl.suggestions.automaton import LAYOUT, Automaton, Stack, Trace
from gdl.text import grammar
from gdl.text.layout import LayoutError, blank_comments, depth
from gdl.tree.words import HEADINGS

_SEVERAL = "|".join(words.replace(" ", r"[ \t]+") for words in grammar.SEVERAL_WORDS.values())
_FOREIGN = r"==|&&|\|\||<>|=>|=<|=!|\+=|-=|\+\+|->|<-|//|/\*|\.\.\.+|::"  # signs of other languages
_SIGNS = r":=|\.\.|!=|<=|>="
_WORD = rf'"[^"\n]*"|(?:{_SEVERAL})\b|[A-Za-z_]\w*|\d+\.\d+|\d+(?!\w)|\d+|{_SIGNS}|[^\s\w]'
_WITH_FOREIGN = re.compile(rf"{_FOREIGN}|{_WORD}")
_PLAIN = re.compile(_WORD)
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a number, a text or a sign, and where it stands in the text of its clause."""

    text: str
    start: int
    end: int

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha() or self.text[0] == "_"

    @property
    def is_sign(self) -> bool:
        return not self.is_name and not self.text[0].isdigit() and self.text[0] != '"'


Change = tuple[int, int, str]  # what stands between two offsets of a text, and what is written instead


@dataclass(frozen=True, slots=True)
class Broken:
    """A line of a clause that cannot be read.

    `at` is the number of the word that does not fit, that of all words where the line ends too early. `stacks` are those of the
    words up to it. `counts`: how often each word stands in the whole file.
    """

    text: str
    start: str  # what is read: `clause` or `expr`
    first_column: int
    words: tuple[Word, ...]
    stacks: tuple[Stack, ...]
    at: int
    counts: Counter[str]

    def is_known(self, word: str) -> bool:
        """Whether a word has a meaning elsewhere: in the language, or in the same file."""
        return word in grammar.keywords() or word in BY_NAME or word in HEADINGS or self.counts[word] > 1

    @property
    def head(self) -> int:
        """The number of the word with which the clause begins; -1 if that stands in another line."""
        is_first = (
            self.start == "clause" and not self.text[: self.words[0].start].strip() if self.words else False
        )
        return 0 if is_first else -1

    @property
    def column(self) -> int:
        """The column in which the line begins."""
        return column_of(self.text, self.words[0].start) if self.words else 0

    @property
    def number(self) -> int:
        """The number of the line in the text, from 0."""
        return self.text[: self.words[0].start if self.words else 0].count("\n")

    def word(self, number: int) -> str:
        """A word of the line; "" where there is none."""
        return self.words[number].text if 0 <= number < len(self.words) else ""

    def ends_well(self, stack: Stack, automaton: Automaton) -> bool:
        """Whether the line may end behind a stack, or the next one goes on with it."""
        if automaton.feed(stack, "_NL" if self.start == "clause" else "$END") is not None:
            return True
        behind = self.text[self.words[-1].end :].lstrip("\n \t").split("\n")[0] if self.words else ""
        goes_on = [m[0] for m in _PLAIN.finditer(behind)][:2]
        return bool(goes_on) and automaton.read_all(stack, goes_on) is not None

    def apart(self, start: int, end: int, new: str) -> Change:
        """A change, with blanks where it would join a word with the one before it or behind it."""
        before, behind = self.text[:start][-1:], self.text[end:][:1]
        if _is_of_word(before) and _is_of_word((new or behind)[:1]):
            new = f" {new}"
        return start, end, f"{new} " if _is_of_word(new[-1:]) and _is_of_word(behind) else new

    def changed(self, changes: tuple[Change, ...]) -> str:
        """The text of the clause with changes made."""
        return changed(self.text, changes)

    def is_mended_by(self, changes: tuple[Change, ...]) -> bool:
        """Whether the parser reads the changed text to the end of the line and further."""
        text, last = self.changed(changes), self.number + sum(new.count("\n") for *_, new in changes)
        return reads_beyond(text, self.start, self.first_column, last)


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a clause with changes made so that it can be read, and where each of its characters stood before."""

    text: str
    origins: tuple[int, ...]  # one more than there are characters

    @classmethod
    def of(cls, text: str) -> "Draft":
        return cls(text, tuple(range(len(text) + 1)))

    def changed(self, changes: tuple[Change, ...]) -> "Draft":
        text, origins = self.text, list(self.origins)
        for start, end, new in sorted(narrowed(self.text, changes), reverse=True):
            text = text[:start] + new + text[end:]
            origins[start:end] = [origins[start]] * len(new)
        return Draft(text, tuple(origins))


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def changed(text: str, changes: tuple[Change, ...]) -> str:
    """A text with changes made."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def narrowed(text: str, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Changes without what they leave as it is."""
    made: list[Change] = []
    for start, end, new in changes:
        old_parts, new_parts = (re.findall(r"\w+|\s+|.", part) for part in (text[start:end], new))
        at = [start]
        for part in old_parts:
            at.append(at[-1] + len(part))
        for tag, a, b, c, d in SequenceMatcher(None, old_parts, new_parts, autojunk=False).get_opcodes():
            if tag != "equal":
                made.append((at[a], at[b], "".join(new_parts[c:d])))
    return tuple(made)


def reads_beyond(text: str, start: str, first_column: int, line: int) -> bool:
    """Whether the parser reads a text to the end of one of its lines, and into what follows it."""
    failed = failure(text, start, first_column)
    if failed is None:
        return True
    below = next((n for n, t in enumerate(text.split("\n")) if n > line and t.strip()), None)
    number = text.count("\n", 0, failed)
    if below is None or number < below:
        return False
    return number > below or bool(text[text.rfind("\n", 0, failed) + 1 : failed].strip())


def failure(text: str, start: str, first_column: int) -> int | None:
    """Where the parser cannot read on; None if it reads all of a text."""
    try:
        grammar.read(text, start, first_column)
    except LayoutError as error:
        return error.offset
    except UnexpectedToken as error:
        is_end = error.token.type == "$END" or error.token.start_pos is None
        return len(text.rstrip()) if is_end else error.token.start_pos
    except UnexpectedInput as error:
        return error.pos_in_stream or 0
    except RecursionError:
        return 0
    return None


def broken_line(text: str, start: str, first_column: int, traced: Trace, whole: str) -> Broken:
    """The line of a text in which reading ended. `whole`: the text of the file."""
    offset = traced.offset
    if traced.found in LAYOUT or offset >= len(text):
        offset = len(text[:offset].rstrip())
    first = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[first : end if end >= 0 else len(text)]
    at_foreign = {
        m.start() + first
        for m in _WITH_FOREIGN.finditer(line)
        if m.start() + first <= offset <= m.end() + first
    }
    words = []
    position = first
    while position < first + len(line):
        form = _WITH_FOREIGN if position in at_foreign else _PLAIN
        found = form.search(text, position, first + len(line))
        if found is None:
            break
        if found.start() in at_foreign and form is _PLAIN:
            found = _WITH_FOREIGN.match(text, found.start(), first + len(line)) or found
        words.append(Word(found[0], found.start(), found.end()))
        position = found.end()
    at = next((i for i, w in enumerate(words) if w.end > offset), len(words))
    stacks = {s.token.start_pos: s.stack for s in traced.steps if s.token.type not in LAYOUT}
    stack = traced.stack
    if at < len(words):
        stack = stacks.get(words[at].start, stack)  # a sign of which the lexer took only a part
    before = [stacks.get(w.start) for w in words[:at]]
    begin = len(before) - next((k for k, s in enumerate(reversed(before)) if s is None), len(before))
    kept = tuple(s for s in before[begin:] if s is not None)
    return Broken(
        text,
        start,
        first_column,
        tuple(words),
        (*((),) * begin, *kept, stack),
        at,
        counts_of(whole),
    )


@lru_cache(maxsize=4)
def counts_of(text: str) -> Counter[str]:
    """How often each word stands in a text, outside of quotation marks and comments."""
    return Counter(m[0] for m in _PLAIN.finditer(blank_comments(text)) if m[0][0] != '"')


def column_of(text: str, offset: int) -> int:
    """The column in which the line of an offset begins."""
    return depth(text[text.rfind("\n", 0, offset) + 1 :].split("\n")[0])
