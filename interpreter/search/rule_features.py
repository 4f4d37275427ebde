"""Features of positions that the rules speak of, found in ends and in `require`, as numbers of the language for each player.

* Lines that are nearly there: where an end asks for a line of so many sites of which a condition holds, how many empty sites would
  complete one, and how many would leave one more to be filled. They are made of sets of sites that are shifted, so a
  position is asked in a few dozen operations.
* Sides that are nearly joined: where an end asks for a way from some sites to others over sites of which a condition holds, how many
  empty sites are missing to it. Of one chain that must touch several sides it is what is missing between each two of them.
* What must not be captured: kinds of which an end says that whoever has none left has lost, or of which a `require` says that
  none may be attacked. How safe they are is a matter of which pieces are near.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import cast

from gdl.boards.board import Board
from gdl.core import builtins, model
from gdl.core.types import BOOL, DIRECTION, NUMBER, PLAYER, SITE, set_of
from gdl.core.visit import free_names, names_bound, names_read, nodes, reads, rewritten, same, substituted

# ---- lines


# sites of a line: of two, each site is one short; of many, there are too many ways to be two short
_SHORTEST, _LONGEST = (3, 6)


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
            return step.least if step.is_fixed else None
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


# ---- links


_KNOWN = {"players", "extent", "mover"}  # what sides may depend on beside the board


@dataclass(frozen=True)
class Side:
    """A flood, and the sites of which it must reach one."""

    flood: model.Reached
    goal: model.Expr


@dataclass(frozen=True)
class Link:
    """From some sites to others a way is asked for."""

    flood: model.Reached
    start: model.Expr
    goal: model.Expr

    def gap(self, slot: int) -> model.Expr:
        """How many empty sites are missing to it, as many as there are sites if there is no way."""
        flood, span = self.flood, self.flood.span
        site = model.Local(span, SITE, slot, "s")
        holds = _closed(flood, site)
        empty = model.Builtin(span, BOOL, "empty", (site,))
        every = model.Builtin(span, set_of(SITE), "sites", ())
        held, free = (
            model.Comprehension(span, set_of(SITE), slot, every, condition, None)
            for condition in (holds, empty)
        )
        return model.Builtin(span, NUMBER, "gap", (held, free, self.start, self.goal, flood.directions))


def links_of(condition: model.Expr, game: model.Game) -> list[Link]:
    """The ways that a condition asks for, each once."""
    found: list[Link] = []
    sides = [side for node in nodes(written_out(condition, game)) for side in _side(node)]
    for side in sides:
        if _is_known(side.flood.start):
            found.append(Link(side.flood, side.flood.start, side.goal))
    for a, b in combinations(sides, 2):
        if not _is_known(a.flood.start) and same(a.flood, b.flood):
            found.append(Link(a.flood, a.goal, b.goal))
    return found


def _side(node: object) -> Iterator[Side]:
    """`some s in FLOOD: s in SIDE`, or `some s in SIDE: s in FLOOD`, where the condition is about sites and players alone."""
    match node:
        case model.Quantified(
            is_all=False, slot=slot, source=source, body=model.In(element=model.Local() as s, set=of)
        ) if s.slot == slot:
            for flood, goal in ((source, of), (of, source)):
                if isinstance(flood, model.Reached) and _is_known(goal) and _is_plain(flood):
                    yield Side(flood, goal)


def _is_plain(flood: model.Reached) -> bool:
    names = names_read(flood.condition)
    is_closed = all(slot == flood.slot or kind == PLAYER for slot, kind in names.items())
    is_known = flood.steps is None and isinstance(flood.directions, model.Const)
    return is_known and is_closed and not names_bound(flood.condition)


def _is_known(sites: model.Expr) -> bool:
    """Whether sites follow from the board, and from whose they are."""
    parts = [n for n in nodes(sites) if isinstance(n, model.Node)]
    return not free_names(sites) and all(
        builtins.facts(n.name).reads <= _KNOWN
        if isinstance(n, model.Builtin)
        else not isinstance(
            n, model.GetField | model.PoolOf | model.SomePath | model.PathEnds | model.Reached | model.CanMake
        )
        for n in parts
    )


def _closed(flood: model.Reached, site: model.Expr) -> model.Expr:
    """The condition of a flood on another site, any player it names being the mover."""
    names = names_read(flood.condition)
    whoever = {slot: model.Role(flood.span, PLAYER, "mover") for slot in names if slot != flood.slot}
    return substituted(substituted(flood.condition, whoever), {flood.slot: site})


# ---- safety


def precious_kinds(game: model.Game) -> list[int]:
    """The kinds that must not be captured, by their numbers."""
    found = set[int]()
    for require in game.requires:
        for part in _parts(written_out(require.condition, game)):
            found.update(_unattacked(part))
    for ending in game.ends:
        if ending.result.form in ("wins", "loses"):
            for part in _parts(written_out(ending.condition, game)):
                found.update(_lost(part))
    return sorted(found)


def _parts(e: model.Expr) -> Iterator[model.Expr]:
    """What `and` and `or` connect."""
    if isinstance(e, model.And | model.Or):
        yield from _parts(e.left)
        yield from _parts(e.right)
    else:
        yield e


def _unattacked(e: model.Expr) -> Iterator[int]:
    """Of `no k in king of PLAYER: CONDITION` the kind, where the condition asks about k."""
    match e:
        case model.Not(operand=model.Quantified(is_all=False, slot=slot, source=source, body=body)) if reads(
            body, {slot}
        ):
            yield from _kinds_of(source)


def _lost(e: model.Expr) -> Iterator[int]:
    """Of `no king of PLAYER` or `king in captured` the kind."""
    match e:
        case model.Compare(
            operator="=",
            left=model.Builtin(name="count", arguments=(pieces,)),
            right=model.Const(value=0),
        ):
            yield from _kinds_of(pieces)
        case model.In(element=model.Const(value=int(kind)) as said, set=model.Builtin(name="captured")):
            if said.type.base == "kind":
                yield kind


def _kinds_of(pieces: model.Expr) -> Iterator[int]:
    """The kind of all pieces of a set, if it says one."""
    match pieces:
        case model.Comprehension(
            slot=slot, source=model.Builtin(name="pieces"), condition=condition, value=None
        ) if condition is not None:
            yield from _kinds_said(condition, slot)


def _kinds_said(e: model.Expr, slot: int) -> Iterator[int]:
    match e:
        case model.And(left=left, right=right):
            yield from _kinds_said(left, slot)
            yield from _kinds_said(right, slot)
        case model.Compare(
            operator="=",
            left=model.Builtin(name="kind", arguments=(model.Local(slot=asked),)),
            right=model.Const(value=int(kind)),
        ) if asked == slot:
            yield kind
