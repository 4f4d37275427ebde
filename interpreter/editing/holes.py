"""What the grammar and the checker say of a place in a text: the text is read, and checked, with a hole there."""

import re

from gdl.checker.context import Hole
from gdl.files.sources import Reader
from gdl.loader import examine_source
from gdl.source import Source
from gdl.suggestions.automaton import Automaton, Work, literal_in, trace
from interpreter.editing.symbols import clause_start, words

_HOLE, _NO_WORD = "what_stands_here", "#"
_STEPS = 20_000  # steps of work of one place
# what may be missing behind a place of a line that is being written
_CONTINUED = (
    "",
    ": true",
    " on none",
    " to none",
    " := none",
    " do end draw",
    " wins when true",
    " while any",
    " moves: draw",
)


def words_at(before: str) -> tuple[tuple[str, ...], bool]:
    """The words of the language that the grammar takes behind a text, and whether it takes a name; all, where it cannot say."""
    clause = before[clause_start(before, len(before)) :]
    found = trace(f"{clause}{_HOLE} {_NO_WORD}", "clause", 1)
    if found is None or found.offset < len(clause):
        return words(), True
    step = next((s for s in found.steps if s.token == _HOLE), None)
    stack, automaton = step.stack if step is not None else found.stack, Automaton(Work(_STEPS))
    taken = tuple(w for w in words() if literal_in(stack, w) and automaton.read(stack, w) is not None)
    return taken, automaton.feed(stack, "NAME") is not None


def names_that_fit(source: Source, start: int, end: int, read: Reader) -> Hole:
    """What may stand in place of a word of a text, whose line may still lack its end. The rest of the text may have errors; where
    nothing can be said of the place, the hole has no names."""
    text, hole = source.text, Hole(_HOLE)
    ended = len(text) if (found := text.find("\n", end)) < 0 else found
    for more in _CONTINUED:
        line = text[:start] + _HOLE + text[end:ended] + more
        line += _closing(line[text.rfind("\n", 0, start) + 1 :])
        if _is_read(line + text[ended:], start):
            examine_source(Source(source.name, line + text[ended:]), read=read, warns=False, hole=hole)
            break
    return hole


def _is_read(text: str, offset: int) -> bool:
    """Whether the clause at an offset can be read."""
    begin = clause_start(text, offset)
    following = re.compile(r"^\S", re.MULTILINE).search(text, offset + 1)
    return trace(text[begin : following.start() if following else len(text)], "clause", 1) is None


def _closing(line: str) -> str:
    """The brackets that a line leaves open, closed."""
    opened: list[str] = []
    for bracket in re.findall(r"[][(){}]", re.sub(r'"[^"]*"|--.*', "", line)):
        if bracket in "([{":
            opened.append(")]}"["([{".index(bracket)])
        elif opened:
            opened.pop()
    return "".join(reversed(opened))
