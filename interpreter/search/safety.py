"""What must not be captured: kinds of which an end says that whoever has none left has lost, or of which a `require` says that none may
be attacked. How safe they are is a matter of which pieces are near.
"""

from collections.abc import Iterator

from gdl.core import model
from gdl.core.visit import reads
from interpreter.search.lines import written_out


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
