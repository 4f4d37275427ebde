"""Readings: what newcomers take the words of a rule for, as mutants, and clauses that are easily forgotten.

A comparison or a number that is wrong by one, and whose piece is `own`, are mutants of `gdl mutate` already. Here are the mistakes
of who has not got used to the language: who is `mover`, what `or` and `and` bind, in which phase a game begins, what `else` means
in a turn, whether a pattern wants one at least; and a condition, a branch or a demand that is left out.
"""

import re
from collections.abc import Iterator

from gdl.core import model, rules
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.source import Source, Span
from gdl.text.layout import blank_comments
from interpreter.analysis.mutating import Mutant

# A word, and what it may be taken for. Where the other word means nothing, the checker refuses the mutant.
_WORDS = (
    (r"\bmover\b", "rival(mover)"),
    (r"(?<=[\w)}\]])\*(?=\s*(?:[,)]|$))", "+"),
    (r"(?<=[\w)}\]])\+(?=\s*(?:[,)]|$))", "*"),
)
_IN_TURNS = (
    (r"\belse\b(?! (?:lose|win|draw|highest|lowest|payoff)\b)", "or"),
    (r"\bor\b", "else"),
)
_COUNT = re.compile(r"(?<=\{)\d+(?=\}|\.\.)")  # of a pattern


def readings(game: Game, own: Source) -> list[Mutant]:
    """The mutants of a game whose own file is `own`, in the order of its texts."""
    found = {*_of_words(game), *_of_groups(game), *_of_absent(game), *_of_first_phase(game, own)}
    return sorted(found, key=lambda m: (m.file, m.start, m.end, m.after))


def _of_words(game: Game) -> Iterator[Mutant]:
    turns = {t.span for t in game.turns.values()}
    for span in _clauses(game):
        text = _code(span)
        for pattern, word in (*_WORDS, *(_IN_TURNS if span in turns else ())):
            for m in re.finditer(pattern, text, re.MULTILINE):
                yield _made(span, m.start(), m.end(), word)
        for m in _COUNT.finditer(text):
            yield _made(span, m.start(), m.end(), str(int(m[0]) + 1))


def _clauses(game: Game) -> set[Span]:
    """Where the clauses stand that decide how a game goes."""
    parts = rules.played(game)
    flat = (item for part in parts for item in (part if isinstance(part, tuple) else (part,)))
    spans = {getattr(item, "span", None) for item in flat}
    return {s for s in spans if isinstance(s, Span) and s.source.name}


def _code(span: Span) -> str:
    """The text of a clause, with blanks in place of comments and of what stands in quotation marks."""
    text = blank_comments(span.text)
    return re.sub(r'"[^"]*"', lambda m: " " * len(m[0]), text)


def _of_groups(game: Game) -> Iterator[Mutant]:
    """`a or b and c` as `(a or b) and c`, where nothing says which is meant."""
    for node in _written(game):
        if isinstance(node, model.Or):
            left, right = node.left, node.right
            if isinstance(right, model.And) and _is_bare(left.span, right.span):
                yield _in_brackets(left.span, right.left.span)
            if isinstance(left, model.And) and _is_bare(left.span, right.span):
                yield _in_brackets(left.right.span, right.span)


def _is_bare(left: Span, right: Span) -> bool:
    """Whether nothing but a word stands between two operands."""
    return left.end <= right.start and left.source.text[left.end : right.start].strip() in ("or", "and")


def _in_brackets(first: Span, last: Span) -> Mutant:
    span = first.to(last)
    return _made(span, 0, len(span.text), f"({span.text})")


def _of_absent(game: Game) -> Iterator[Mutant]:
    """Conditions and effects that are left out."""
    for node in _written(game):
        match node:
            case (
                model.Condition() | model.SetPhase() | model.Demand() | model.NextTurn() | model.Finish()
                | model.Branch() | model.ForEach() | model.ForPath()
            ):  # fmt: skip
                yield _made(node.span, 0, len(node.span.text), "")


def _of_first_phase(game: Game, own: Source) -> Iterator[Mutant]:
    """The game as it would go if another phase were the first one."""
    for phase in game.phases[1:]:
        if phase in game.turns:
            line = own.position(len(own.text))[0]
            yield Mutant(own.name, len(own.text), len(own.text), "", f"\nsetup\n  phase := {phase}\n", line)


def _written(game: Game) -> Iterator[object]:
    """The nodes of what is played that stand in a file."""
    for node in nodes(rules.played(game)):
        span = getattr(node, "span", None)
        if isinstance(span, Span) and span.source.name:
            yield node


def _made(span: Span, start: int, end: int, after: str) -> Mutant:
    at = span.start + start
    return Mutant(
        span.source.name, at, span.start + end, span.text[start:end], after, span.source.position(at)[0]
    )
