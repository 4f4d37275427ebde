"""The way out where a field never came to be as large as a condition asks: no effect raises it, or one gives it the same each time.

field flips of player: 0..1                    -- `= 1` was meant
where flips(mover) > 0
do flips(mover) := flips(mover) - 1

do basket(mover) := 3                          -- `basket(mover) + 3` was meant
end mover wins when basket(mover) > 12
"""

import re
from collections.abc import Iterator

from gdl import model
from gdl.rules import with_effects
from gdl.visit import followed, nodes

_SIMPLE = re.compile(r"\w+|\w+\([^()]*\)")  # a value that needs no parentheses before a sign


def way_out(e: model.Compare, game: model.Game) -> str:
    """The help for a comparison that never held, if a field that it asks is never raised; else ""."""
    for side, bound in _larger(e):
        for read in nodes(side):
            if not isinstance(read, model.GetField) or read.field not in game.fields:
                continue
            field = game.fields[read.field]
            if field.bounds is None or field.part_of:
                continue
            writes = [
                w
                for w in nodes(with_effects(game))
                if isinstance(w, model.SetField) and w.field == read.field
            ]
            if side is read and writes and all(map(_lowers, writes)) and _is_below(bound, field, e):
                return (
                    f"`{field.declared}` begins at {field.default} and gets less, but never is just "
                    f"{bound.span.in_one_line}: see what is taken away, or ask with `<=` for what it comes to"
                )
            if not writes or all(_lowers(w) for w in writes):
                return _to_begin_with(field, bound if side is read else None, e, bool(writes))
            if not any(_is_built_upon(w, game) for w in writes):
                return _to_be_added(writes, game)
    return ""


def _larger(e: model.Compare) -> Iterator[tuple[model.Expr, model.Expr]]:
    """The sides of a comparison that would have to be larger, each with the other side."""
    if e.operator in ("<", "<="):
        yield e.right, e.left
    elif e.operator == "=":
        yield e.left, e.right
        yield e.right, e.left


def _is_below(bound: model.Expr, field: model.Field, e: model.Compare) -> bool:
    """Whether a field is asked to be a number below that with which it begins."""
    return (
        e.operator == "="
        and isinstance(bound, model.Const)
        and isinstance(bound.value, int)
        and isinstance(field.default, int)
        and bound.value < field.default
    )


def _lowers(write: model.SetField) -> bool:
    """Whether an effect only ever makes a field smaller, or gives it 0."""
    match write.value:
        case model.Arithmetic(operator="-", left=model.GetField(field=field)) if field == write.field:
            return True
        case model.Const(value=value):
            return value == 0
    return False


def _is_built_upon(write: model.SetField, game: model.Game) -> bool:
    """Whether an effect gives a field something that depends on a field, or on what was drawn or chosen."""
    return any(
        isinstance(n, model.GetField | model.Local) and not _is_holder(n, write)
        for n in followed(write.value, game.definitions)
    )


def _is_holder(n: model.Expr, write: model.SetField) -> bool:
    return (
        isinstance(n, model.Local) and isinstance(write.holder, model.Local) and n.slot == write.holder.slot
    )


def _to_begin_with(field: model.Field, bound: model.Expr | None, e: model.Compare, is_lowered: bool) -> str:
    """The way out of a field that begins where it stays."""
    declared = field.span.in_one_line
    assert field.bounds is not None
    least = bound.value if isinstance(bound, model.Const) and isinstance(bound.value, int) else 0
    first = max(least + (e.operator == "<"), 1)
    head = re.sub(r"\s=\s.*$", "", declared)
    said = f"nothing raises `{field.declared}`, which begins at {field.default}"
    if first > field.bounds[1] or not head.startswith("field"):
        return f"{said}: raise it by an effect"
    begins = f"let it begin higher: `{head} = {first}`"
    return f"{said}: {begins}" + (
        ", or raise it by an effect" if is_lowered else ", or give it a value in an effect"
    )


def _to_be_added(writes: list[model.SetField], game: model.Game) -> str:
    """The way out of a field that is given the same number each time."""
    of_setup = {id(n) for n in nodes(game.setup)}
    for write in writes:
        text = write.span.in_one_line
        target, sign, value = text.partition(" := ")
        if id(write) in of_setup or not sign or value == "0":
            continue
        value = value if _SIMPLE.fullmatch(value) else f"({value})"
        return (
            f"`{text}` in line {write.span.line} does not add to what was there: if it is to add up, write "
            f"`{target} := {target} + {value}`"
        )
    return ""
