"""Paths over empty sites: where they end is an intersection of what stands on the board with tables of it.

A table holds for each site where a path ends on an empty board, another one the sites along each direction. What stands in
the way is then found by set algebra; nothing is followed site by site.
"""

from dataclasses import dataclass

from gdl.core import model
from interpreter.ir import Expr, op
from interpreter.lowering.facts.board import bits_of, directions_for, is_rising, known_number
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.sets.board import between


@dataclass(frozen=True, slots=True)
class Sweep:
    """A path that is judged by tables.

    `is_swept`: it leads over empty sites to its end; else it is a single step or leap. `last` is what is asked of the
    site where it ends.
    """

    path: model.Line | model.Leap
    is_swept: bool
    last: model.Expr | None

    @property
    def it(self) -> int:
        """The name of the site where the path ends, in `last`."""
        return self.path.steps[-1].it


def sweep_of(path: model.Path, scope: Scope) -> Sweep | Refused:
    """A path over empty sites, or a single step."""
    *before, last = path.steps
    if isinstance(path, model.Walk):
        return _refused(path, "a walk may turn")
    if last.group is not None or any(s.slot is not None for s in path.steps):
        return _refused(path, "it ends with a group of steps, or names what it meets")
    is_once = last.least == last.most == 1
    if isinstance(path, model.Leap):
        if before or not is_once:
            return _refused(path, "a leap that is repeated is followed")
        return Sweep(path, False, _asked(last))
    if path.least is not None or (path.most is not None and known_number(path.most) is None):
        return _refused(
            path, "its length is limited from below, or by a number that is not known before the game"
        )
    if any(directions_for(path, p, scope.game) is None for p in range(scope.facts.players)):
        return _refused(path, "its directions are not known before the game")
    if not before and is_once:
        return Sweep(path, False, _asked(last))
    if not before and last.least == 1 and last.most is None and is_open(last):
        return Sweep(path, True, _asked(last))
    if (
        len(before) == 1
        and is_once
        and before[0].least == 0
        and before[0].most is None
        and is_open(before[0])
    ):
        return Sweep(path, True, _asked(last))
    return _refused(path, "it is neither a single step nor a way over empty sites to one further site")


def _refused(path: model.Path, why: str) -> Refused:
    return Refused("tables of the board", why, path.span)


def _asked(step: model.Step) -> model.Expr | None:
    """What is asked of the site that a step meets; None of any site."""
    match step.condition:
        case None | model.Const(value=True):
            return None
    return step.condition


def is_open(step: model.Step) -> bool:
    """Whether a step meets empty sites."""
    return isinstance(step.condition, model.Builtin) and step.condition.name == "empty" and step.group is None


# ---- tables of the empty board


def ends_alone(path: model.Line | model.Leap, player: int, game: model.Game) -> list[list[int]]:
    """From each site the sites where a path ends on an empty board, for a player if directions depend on whose it is."""
    board = game.board
    sites = range(len(board.sites))
    most = known_number(path.most) if isinstance(path, model.Line) else None
    least = sum(step.least for step in path.steps if step.group is None)
    if all(step.group is None and step.least == step.most for step in path.steps):
        most = least if most is None else min(most, least)
    if isinstance(path, model.Leap):
        return [
            [t for ride in board.rides(s, path.offsets_for(player)) for t in ride[max(least, 1) - 1 : most]]
            for s in sites
        ]
    directions = directions_for(path, player, game)
    if directions is None:  # they depend on where the piece stands
        directions = tuple(range(len(board.directions)))
    return [[t for d in directions for t in board.line(s, d)[max(least, 1) - 1 : most]] for s in sites]


def is_turned(path: model.Line | model.Leap, game: model.Game) -> bool:
    """Whether a path leads another way for each player."""
    if isinstance(path, model.Leap):
        return path.viewer is not None
    first, *others = (directions_for(path, p, game) for p in range(len(game.players)))
    return first is not None and any(o != first for o in others)


def ways_table(f: Function, path: model.Line | model.Leap, player: int, is_back: bool) -> str:
    """From each site the ends of a path on an empty board; backwards, to each site its starts."""
    n = f.facts.sites
    sets = [0] * n
    for s, ends in enumerate(ends_alone(path, player, f.game)):
        for t in ends:
            if is_back:
                sets[t] |= 1 << s
            else:
                sets[s] |= 1 << t
    return f.program.constant("back" if is_back else "ends", tuple(sets), n)


def rays_table(f: Function) -> str:
    """The sites on a line from each site, by direction: that of direction d from site s has the number d * sites + s."""
    board, n = f.board, f.facts.sites

    def values() -> list[int]:
        every = [(s, d) for d in range(len(board.directions)) for s in range(n)]
        return [bits_of(board.line(s, d)) for s, d in every]

    return f.program.table("rays", values, n)


# ---- on the board as it is


def blockers(f: Function, start: Expr, target: Expr) -> Expr:
    """What stands between two sites of a line."""
    return op.intersection(between(f, start, target), f.occupied())


def swept(f: Function, start: Expr, d: int) -> Expr:
    """The sites along a direction, up to the first that holds something."""
    b, n, table = f.b, f.facts.sites, rays_table(f)
    ray = b.materialize(f.lookup(table, op.add(op.number(d * n), start)))
    held = op.intersection(ray, f.occupied())
    reached = op.up_to_lowest(held) if is_rising(f.board, d) else op.down_to_highest(held)
    return op.intersection(ray, reached)
