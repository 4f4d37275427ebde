"""`X := E`: a field, an owner or a kind of a piece, a variable or the phase gets a value."""

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.words import unknown
from gdl.diagnostics import near
from gdl.types import KIND, PIECE, PLAYER


def check_assign(
    node: syntax.Assign, context: Context
) -> model.Bind | model.SetField | model.SetPhase | None:
    """An assignment; None after an error."""
    match node.target:
        case syntax.Name() as target:
            local = context.find(target.name)
            if local is not None and local.slot in context.slots.variables:
                return model.Bind(node.span, local.slot, expect(node.value, context, local.type))
            if target.name == "phase":
                return _check_phase(node, context)
            if target.name in context.names.fields and local is None:
                return _check_game_field(node, target, context)
            name = target.name
        case syntax.Call(arguments=(holder,)) as target:
            name = target.function.name
            if context.names.field_of_things(name) is not None or name in ("owner", "kind"):
                return _check_field(node, name, holder, context)
        case syntax.Call() as target:
            name = target.function.name
        case _:
            name = ""
    if not name or not context.names.is_excused(name):
        context.reporter.report(
            "not-assignable",
            node.target.span,
            "only fields, owners, kinds and the phase can be given a value",
            "cannot be changed",
            help=near(name, context.names.fields) if name else "",
        )
    return None


def _check_phase(node: syntax.Assign, context: Context) -> model.SetPhase | None:
    phases = context.names.phases
    if not isinstance(node.value, syntax.Name) or node.value.name not in phases:
        context.reporter.report(
            "unknown-name",
            node.value.span,
            "no phase has this name",
            "not a phase",
            help="the phases are " + ", ".join(phases),
        )
        return None
    return model.SetPhase(node.span, node.value.name)


def _check_game_field(node: syntax.Assign, target: syntax.Name, context: Context) -> model.SetField | None:
    field = context.names.field_of_game(target.name)
    if field is None:
        unknown(target.span, target.name, context)
        return None
    context.usage.written.add(field.name)
    return model.SetField(node.span, field.name, None, expect(node.value, context, field.type))


def _check_field(node: syntax.Assign, name: str, holder: syntax.Expr, context: Context) -> model.SetField:
    """A field of a player, site or piece, or the owner or kind of a piece."""
    field = context.names.field_of_things(name)
    if field is not None:
        of = expect(holder, context, field.holder_type.or_none, f"a {field.holder}")
        context.usage.written.add(name)
        return model.SetField(node.span, name, of, expect(node.value, context, field.type))
    of = expect(holder, context, PIECE.or_none, "a piece")
    if name == "kind":
        context.usage.written.add("place *")
    return model.SetField(
        node.span, name, of, expect(node.value, context, KIND if name == "kind" else PLAYER.or_none)
    )
