"""Mutants of rules: small changes of a game's text, and whether the tests beside the game notice them.

A mutant that no test notices is a rule that no test proves (DeMillo, Lipton and Sayward, "Hints on Test Data Selection", 1978).
"""

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gdl.core import model
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from gdl.files.library import bundled_directory
from gdl.loader import examine
from gdl.source import Span
from interpreter.analysis.cases import run_file
from interpreter.caching.fingerprint import fingerprint
from interpreter.engines.errors import PositionError

SECONDS = 5.0  # for a case; what takes longer with the rules as they are says nothing about mutants

NOTICED, SURVIVED, SAME, WRONG = "noticed", "survived", "same", "wrong"
_COMPARISONS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_QUANTIFIERS = {"all": "some", "some": "all", "no": "some"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text in place of another, from `start` to `end` of the file; what is replaced by nothing is left out."""

    start: int
    end: int
    before: str
    after: str
    line: int


def mutants(game: Game, text: str) -> list[Mutant]:
    """The mutants of a game's own file, in the order of its text."""
    found = {m for part in _parts(game) for m in _of(part, text)}
    return sorted(found, key=lambda m: (m.start, m.end, m.after))


def _parts(game: Game) -> Iterator[object]:
    """Everything that decides what is played, and stands in the game's own file."""
    yield from (a for a in game.actions if a.form not in ("pass", "done"))
    yield from game.definitions.values()
    yield from (game.setup, game.ends, game.settles, game.requires, game.prefers, game.skips, game.hides)
    yield tuple(game.turns.values())


def _of(part: object, text: str) -> Iterator[Mutant]:
    for node in nodes(part):
        span = getattr(node, "span", None)
        if not isinstance(span, Span) or text[span.start : span.end] != span.text:
            continue  # it stands in another file
        yield from _of_node(node, span)


def _of_node(node: object, span: Span) -> Iterator[Mutant]:
    match node:
        case model.Compare(left=left, right=right):
            yield from _between(left, right, _COMPARISONS, span)
        case model.And(left=left, right=right):
            yield from _between(left, right, {"and": "or"}, span)
        case model.Or(left=left, right=right):
            yield from _between(left, right, {"or": "and"}, span)
        case model.Quantified():
            word = re.match(r"[a-z]+", span.text)
            if word and word[0] in _QUANTIFIERS:
                yield _made(span, 0, word.end(), _QUANTIFIERS[word[0]])
        case model.Not() if span.text.startswith("not "):
            yield _made(span, 0, 4, "")
        case model.Const() if span.text.isdigit():
            yield _made(span, 0, len(span.text), str(int(span.text) + 1))
        case model.Require():
            yield _made(span, 0, len(span.text), "")


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
    return Mutant(at, span.start + end, span.text[start:end], after, line)


@dataclass(frozen=True)
class MutantRuns:
    """Work for an executor: each key is a mutant, and its row says whether the tests beside the game notice it."""

    path: Path
    found: tuple[Mutant, ...]
    failing: frozenset[str]  # cases that fail with the rules as they are, or take too long

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [{"key": key, **self._judged(self.found[key])} for key in keys]

    def _judged(self, mutant: Mutant) -> dict[str, Any]:
        text = self.path.read_text("utf-8-sig")
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / self.path.name
            _copy_around(self.path, Path(folder))
            changed.write_text(text[: mutant.start] + mutant.after + text[mutant.end :], "utf-8")
            shutil.copy(self.path.with_suffix(".yaml"), folder)
            status, by = _outcome(self.path, changed, self.failing)
        return {
            "line": mutant.line, "before": mutant.before, "after": mutant.after, "status": status, "by": by,
        }  # fmt: skip


def _copy_around(path: Path, folder: Path) -> None:
    """The files that a game may extend or use stand beside it, unless they are bundled."""
    if path.parent.resolve() != bundled_directory().resolve():
        for file in path.parent.glob("*.gdl"):
            shutil.copy(file, folder)


def _outcome(path: Path, changed: Path, failing: frozenset[str]) -> tuple[str, str]:
    """What becomes of a mutant, and which case has noticed it."""
    old, new = examine(path)[0], examine(changed)[0]
    if new is None:
        return WRONG, ""  # the checker has noticed it
    if old is not None and fingerprint(old) == fingerprint(new):
        return SAME, ""
    return next(((NOTICED, name) for name in failures(changed) if name not in failing), (SURVIVED, ""))


def failures(path: Path) -> Iterator[str]:
    """The names of the cases beside a game that fail or take too long."""
    try:
        for case in run_file(path, "reference", seconds=SECONDS):
            if not case.passed:
                yield case.name
    except (PositionError, GameError) as error:
        yield f"all cases: {error}"
