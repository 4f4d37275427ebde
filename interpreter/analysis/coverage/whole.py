"""The coverage of a game as a whole: who uses what, what nobody uses, and what a search says about that."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gdl.core.arithmetic import plain_value
from gdl.core.model import Game
from interpreter.analysis.coverage.looking import TESTS, Usage
from interpreter.analysis.coverage.reaching import Reached
from interpreter.analysis.coverage.unused import (
    Clause,
    IdleValue,
    OneSided,
    actions_never,
    cells_never,
    clauses,
    ends_never,
    kinds_never,
    kinds_still,
    one_sided,
    sentences_never,
    untested_values,
)

_SHOWN_NAMES = 8


@dataclass(frozen=True)
class Coverage:
    """What those with a name have used of a game in a file. `reached`: what a search for the rest has found; `shown`: what is used
    on the way there; `idle`: options."""

    game: Game
    path: Path
    seen: Mapping[str, Usage]
    reached: Sequence[Reached] = ()
    idle: Sequence[IdleValue] = ()
    shown: Usage = field(default_factory=Usage)

    @cached_property
    def clauses(self) -> list[Clause]:
        return clauses(self.game, self.seen)

    @cached_property
    def sides(self) -> list[OneSided]:
        return one_sided(self.game, self.seen)

    @property
    def untested(self) -> dict[str, list[str]]:
        """For each option the values that no test chooses."""
        found = untested_values(self.game, self.path.with_suffix(".yaml"))
        return {name: [plain_value(v) for v in values] for name, values in found.items()}

    def missing(self) -> Iterator[str]:
        """What was never used, in sentences."""
        game, seen = self.game, self.seen
        for clause in self.clauses:
            if not any(clause.times.values()):
                yield f"never used: {clause.what} ({clause.span})"
        if game.ends and len(ends_never(game, seen)) == len(game.ends):
            yield f"no end ever came about: games go on to their limit of {game.limit} moves, or until nobody can act"
        for name in actions_never(game, seen):
            yield f"never done in games: {name}"
        for name in kinds_never(game, seen):
            yield f"never in play in games: {name}"
        for name in kinds_still(game, seen):
            yield f"in play, but never moved in games: {name}"
        for column, kinds in cells_never(game, seen).items():
            yield f"never read: {column} of {_few(kinds)}"
        for meaning in sentences_never(game, seen):
            yield f'never said: "{meaning.written}" ({meaning.span})'
        found = {r.asked for r in self.reached if r.moves is not None}
        for side in self.sides:
            place = (side.span.source.name, side.span.start, side.span.end)
            if side.span not in found and (not side.value) not in self.shown.truths.get(place, ()):
                yield f"{_always(side)}: {side.span.in_one_line} ({side.span})"
        for name, values in self.untested.items():
            yield f"no test chooses {name} = {', '.join(values)}"
        yield from (idle.text for idle in self.idle)
        if TESTS not in seen:
            yield f"there are no tests: {self.path.with_suffix('.yaml').name} is missing"
        sides = {side.span: side for side in self.sides}
        for reached in self.reached:
            missed = sides.get(reached.asked) if reached.moves is not None else None
            yield f"search: {reached.text}" + (f"; in play {_always(missed)}" if missed is not None else "")

    def to_json(self) -> dict[str, Any]:
        """The mapping that `gdl coverage --json` prints."""
        game, seen = self.game, self.seen
        return {
            "clauses": [_clause(c) for c in self.clauses],
            "never": [_clause(c) for c in self.clauses if not any(c.times.values())],
            "conditions": [
                {"file": c.span.source.name, "line": c.span.line, "text": c.span.text, "always": c.value, "times": c.times}
                for c in self.sides
            ],
            "kinds_never": kinds_never(game, seen),
            "kinds_still": kinds_still(game, seen),
            "actions_never": actions_never(game, seen),
            "ends_never": [{"line": e.span.line, "text": e.span.text} for e in ends_never(game, seen)],
            "cells_never": cells_never(game, seen),
            "sentences_never": [m.written for m in sentences_never(game, seen)],
            "values_untested": self.untested,
            "values_idle": [
                {"option": i.option, "value": i.value, "default": i.default, "positions": i.positions} for i in self.idle
            ],
            "reached": [
                {"what": r.what, "line": r.span.line, "moves": r.moves, "seed": r.seed, "position": r.position}
                for r in self.reached
            ],
        }  # fmt: skip


def _always(side: OneSided) -> str:
    return f"{'always' if side.value else 'never'} true, {side.times} times"


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "file": clause.span.source.name, "line": clause.span.line, "what": clause.what,
        "text": clause.span.text.split("\n")[0], "times": sum(clause.times.values()), "by": clause.times,
    }  # fmt: skip


def _few(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = len(names) - _SHOWN_NAMES
    return ", ".join(names[:_SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")
