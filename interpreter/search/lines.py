"""Lines that are nearly there: where an end asks for a line of so many sites of which a condition holds, how many empty sites would
complete one, and how many would leave one more to be filled.

Both are numbers of the language for each player, made of sets of sites that are shifted, so a position is asked in a few dozen operations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import cast

from gdl.boards.board import Board
from gdl.core import model
from gdl.core.types import BOOL, DIRECTION, NUMBER, PLAYER, SITE, set_of
from gdl.core.visit import names_bound, names_read, nodes, rewritten, same, substituted

_SHORTEST, _LONGEST = (
    3,
    6,
)  # sites of a line: of two, each site is one short; of many, there are too many ways to be two short


@dataclass(frozen=True)
class Row:
    """`length` sites in one of the directions, of which there is one for each axis: in the slot `it`, each of them meets the condition."""

    directions: tuple[int, ...]
    length: int
    it: int
    condition: model.Expr
    wanted: model.SomePath

    def short(self, board: Board, slot: int, missing: int) -> model.Expr:
        """How many empty sites, in `slot`, belong to a line of which so many sites are missing and empty, themselves included."""
        span = self.wanted.span
        site = model.Local(span, SITE, slot, "s")
        ways = [
            _all(
                [self._filled(_gone(site, steps, d, board)) for steps in full]
                + [_empty(_gone(site, steps, d, board)) for steps in bare]
            )
            for d in self.directions
            for full, bare in _windows(self.length, missing)
        ]
        there = model.And(span, BOOL, _empty(site), _any(ways))
        every = model.Builtin(span, set_of(SITE), "sites", ())
        return model.Builtin(
            span, NUMBER, "count", (model.Comprehension(span, set_of(SITE), slot, every, there, None),)
        )

    def is_like(self, other: "Row") -> bool:
        """Whether it asks for the same."""
        renamed = self._filled(model.Local(self.wanted.span, SITE, other.it, "it"))
        return (self.directions, self.length) == (other.directions, other.length) and same(
            renamed, other.condition
        )

    def _filled(self, site: model.Expr) -> model.Expr:
        return substituted(self.condition, {self.it: site})


def rows_of(game: model.Game) -> list[Row]:
    """The lines that ends ask for, each once."""
    found: list[Row] = []
    for ending in game.ends:
        if ending.result.form in ("wins", "loses"):
            for node in nodes(written_out(ending.condition, game)):
                row = _row(node, game.board) if isinstance(node, model.SomePath) else None
                if row is not None and not any(row.is_like(other) for other in found):
                    found.append(row)
    return found


def written_out(e: model.Expr, game: model.Game, open_: frozenset[str] = frozenset()) -> model.Expr:
    """An expression with what definitions say in place of them."""

    def change(part: object) -> object:
        if isinstance(part, model.Apply) and part.definition in game.definitions:
            definition = game.definitions[part.definition]
            slots = (slot for _, slot, _ in definition.parameters)
            given = dict(zip(slots, map(changed, part.arguments), strict=True))
            return changed(substituted(definition.body, given))
        return rewritten(part, change)

    def changed(part: model.Expr) -> model.Expr:
        return cast(model.Expr, change(part))

    return changed(e)


def _row(e: model.SomePath, board: Board) -> Row | None:
    match e.path:
        case model.Line(
            start=None,
            directions=model.Const(value=tuple(directions)),
            steps=(model.Step(group=None) as step,),
        ) if step.condition is not None:
            length = _length(e.path, step)
            names = names_read(step.condition)
            is_closed = not names_bound(step.condition) and all(
                slot == step.it or kind == PLAYER for slot, kind in names.items()
            )
            if length is None or not is_closed or not _SHORTEST <= length <= _LONGEST:
                return None
            axes = [
                d
                for d in directions
                if isinstance(d, int) and not (board.opposite[d] in directions and board.opposite[d] < d)
            ]
            whoever = {slot: model.Role(e.span, PLAYER, "mover") for slot in names if slot != step.it}
            return Row(tuple(axes), length, step.it, substituted(step.condition, whoever), e)
    return None


def _length(path: model.Line, step: model.Step) -> int | None:
    """How many sites a line has, if that is known."""
    match path.least, path.most:
        case None, None:
            return step.least if step.least == step.most else None
        case model.Const(value=int(least)), model.Const(value=int(most)) if (
            least == most and step.most is None
        ):
            return least if step.least <= least else None
    return None


def _windows(length: int, missing: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Where the other sites of a line are, in steps from one of its sites: those that are filled, and those that are empty."""
    for before in range(length):
        others = [k - before for k in range(length) if k != before]
        if missing == 1:
            yield tuple(others), ()
        else:
            for bare in others:
                yield tuple(k for k in others if k != bare), (bare,)


def _gone(site: model.Expr, steps: int, direction: int, board: Board) -> model.Expr:
    """The site so many steps on, or back."""
    span, way = site.span, direction if steps > 0 else board.opposite[direction]
    for _ in range(abs(steps)):
        site = model.Builtin(span, SITE.or_none, "step", (site, model.Const(span, DIRECTION, way)))
    return site


def _empty(site: model.Expr) -> model.Expr:
    return model.Builtin(site.span, BOOL, "empty", (site,))


def _all(conditions: list[model.Expr]) -> model.Expr:
    return reduce(lambda a, b: model.And(a.span, BOOL, a, b), conditions)


def _any(conditions: list[model.Expr]) -> model.Expr:
    return reduce(lambda a, b: model.Or(a.span, BOOL, a, b), conditions)
