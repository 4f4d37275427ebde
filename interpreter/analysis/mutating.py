"""Mutants of rules: small changes of a game's text, and whether the tests beside the game notice them.

A mutant that no test notices is a rule that no test proves (DeMillo, Lipton and Sayward, "Hints on Test Data Selection", 1978).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gdl.core import model
from gdl.core.model import Game
from gdl.core.rules import stated
from gdl.core.visit import nodes, same
from gdl.diagnostics.values import GameError, Reporter
from gdl.loader import examine_source, read_named, read_source
from gdl.source import Source, Span
from interpreter.analysis.cases import LoadGame, run_file
from interpreter.caching import game_cache
from interpreter.engines.errors import PositionError

SECONDS = 5.0  # for a case; what takes longer with the rules as they are says nothing about mutants

NOTICED, SURVIVED, SAME, WRONG = "noticed", "survived", "same", "wrong"
_COMPARISONS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_QUANTIFIERS = {"all": ["some"], "some": ["all"], "no": ["some"]}
_SIDES = {
    "own": ["enemy"], "enemy": ["own"], "forward": ["backward"], "backward": ["forward"],
    "any": ["orthogonal", "diagonal"], "orthogonal": ["any"], "diagonal": ["any"],
}  # fmt: skip
_RESULTS = {"wins": "loses", "loses": "wins", "highest": "lowest", "lowest": "highest", "draw": "mover wins"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text in place of another, from `start` to `end` of a file of the game; what is replaced by nothing is left out."""

    file: str
    start: int
    end: int
    before: str
    after: str
    line: int


def mutants(game: Game) -> list[Mutant]:
    """The mutants of a game's files, those that it extends and uses included, in the order of their texts."""
    found = {m for part in _parts(game) for m in _of(part)}
    return sorted(found, key=lambda m: (m.file, m.start, m.end, m.after))


def _parts(game: Game) -> Iterator[object]:
    """Everything that decides what is played."""
    yield from (a for a in game.actions if a.form not in ("pass", "done"))
    yield from game.definitions.values()
    yield from (game.setup, game.ends, game.settles, game.requires, game.prefers, game.skips, game.hides)
    yield tuple(game.turns.values())


def _of(part: object) -> Iterator[Mutant]:
    for node in nodes(part):
        span = getattr(node, "span", None)
        if isinstance(span, Span) and span.source.name:
            yield from _of_node(node, span)


def _of_node(node: object, span: Span) -> Iterator[Mutant]:
    match node:
        case model.Compare(left=left, right=right):
            yield from _between(left, right, _COMPARISONS, span)
        case model.And(left=left, right=right):
            yield from _between(left, right, {"and": "or"}, span)
            yield from _without_a_side(left, right, "and", span)
        case model.Or(left=left, right=right):
            yield from _between(left, right, {"or": "and"}, span)
            yield from _without_a_side(left, right, "or", span)
        case model.Quantified():
            yield from _other_word(span, _QUANTIFIERS)
        case model.Comprehension(condition=condition, source=source) if condition is not None:
            yield from _without_where(source, condition, span)
        case model.Not() if span.text.startswith("not "):
            yield _made(span, 0, 4, "")
        case model.Const() if span.text.isdigit():
            yield _made(span, 0, len(span.text), str(int(span.text) + 1))
            if int(span.text) > 0:
                yield _made(span, 0, len(span.text), str(int(span.text) - 1))
        case model.Role() | model.Const():
            yield from _other_word(span, _SIDES)
        case model.Ending(condition=condition) if (
            span.start <= condition.span.start < condition.span.end <= span.end
        ):
            yield _made(span, condition.span.start - span.start, condition.span.end - span.start, "false")
        case model.Result():
            for word in re.finditer(r"[a-z]+", span.text):
                if word[0] in _RESULTS:
                    yield _made(span, word.start(), word.end(), _RESULTS[word[0]])
        case model.Require() | model.Place() | model.MoveTo() | model.Remove() | model.SetField():
            yield _made(span, 0, len(span.text), "")


def _other_word(span: Span, words: Mapping[str, Sequence[str]]) -> Iterator[Mutant]:
    """Others in place of the word that a text begins with."""
    word = re.match(r"[a-z]+", span.text)
    for other in words.get(word[0], ()) if word else ():
        yield _made(span, 0, len(word[0] if word else ""), other)


def _without_where(source: model.Expr, condition: model.Expr, span: Span) -> Iterator[Mutant]:
    """The set without its condition."""
    start, end = source.span.end, condition.span.end
    if span.start <= start <= condition.span.start and end <= span.end:
        gap = span.source.text[start : condition.span.start]
        if gap.strip() == "where":
            yield _made(span, start - span.start, end - span.start, "")


def _without_a_side(left: model.Expr, right: model.Expr, word: str, span: Span) -> Iterator[Mutant]:
    """One of two conditions alone."""
    if any(_between(left, right, {word: ""}, span)):
        yield _made(span, left.span.start - span.start, right.span.start - span.start, "")
        yield _made(span, left.span.end - span.start, right.span.end - span.start, "")


def _between(left: model.Expr, right: model.Expr, words: dict[str, str], span: Span) -> Iterator[Mutant]:
    """The operator between two operands, if it is written there."""
    start, end = left.span.end, right.span.start
    if not (span.start <= start <= end <= span.end):
        return
    gap = span.source.text[start:end]
    word = gap.strip()
    if word in words:
        at = start + gap.index(word) - span.start
        yield _made(span, at, at + len(word), words[word])


def _made(span: Span, start: int, end: int, after: str) -> Mutant:
    at = span.start + start
    line = span.source.position(at)[0]
    return Mutant(span.source.name, at, span.start + end, span.text[start:end], after, line)


def load_changed(mutant: Mutant, path: Path, options: Mapping[str, Any], variant: str | None = None) -> Game:
    """The game of a file with a mutant in place of its text. Raises GameError where the checker refuses it."""

    def read(name: str, by: Source, is_module: bool) -> Source:
        return _changed(read_named(name, by, is_module), mutant)

    reporter = Reporter()
    source = read_source(path, reporter)
    if source is None:
        raise GameError(reporter.sorted())
    game, found = examine_source(_changed(source, mutant), options, variant, read, warns=False)
    if game is None:
        raise GameError(d for d in found if d.is_error)
    return game


def _changed(source: Source, mutant: Mutant) -> Source:
    if source.name != mutant.file:
        return source
    return Source(source.name, source.text[: mutant.start] + mutant.after + source.text[mutant.end :])


def is_same(a: Game, b: Game) -> bool:
    """Whether two games have the same rules, wherever these are written."""
    return [s.name for s in a.board.sites] == [s.name for s in b.board.sites] and same(
        (a.phases, a.limit, stated(a)), (b.phases, b.limit, stated(b))
    )


@dataclass(frozen=True)
class MutantRuns:
    """Work for an executor: each key is a mutant, and its row says whether the tests beside the game notice it."""

    path: Path
    found: tuple[Mutant, ...]
    failing: frozenset[str]  # cases that fail with the rules as they are, or take too long
    options: Mapping[str, str] = field(default_factory=dict)  # under which a mutant must differ from the game
    variant: str | None = None

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [{"key": key, **self._judged(self.found[key])} for key in keys]

    def _judged(self, mutant: Mutant) -> dict[str, Any]:
        status, by = self._outcome(mutant)
        return {
            "file": mutant.file, "line": mutant.line, "before": mutant.before, "after": mutant.after, "status": status, "by": by,
        }  # fmt: skip

    def _outcome(self, mutant: Mutant) -> tuple[str, str]:
        """What becomes of a mutant, and which case has noticed it."""
        load = partial(load_changed, mutant)
        try:
            as_it_is = game_cache.load(self.path, self.options, self.variant)
            if is_same(as_it_is, load(self.path, self.options, self.variant)):
                return SAME, ""
        except GameError:
            return WRONG, ""  # the checker has noticed it
        failing = failures(self.path, load)
        return next(((NOTICED, name) for name in failing if name not in self.failing), (SURVIVED, ""))


def failures(path: Path, load: LoadGame = game_cache.load) -> Iterator[str]:
    """The names of the cases beside a game that fail or take too long."""
    try:
        for case in run_file(path, "reference", seconds=SECONDS, load=load):
            if not case.passed:
                yield case.name
    except (PositionError, GameError) as error:
        yield f"all cases: {error}"
