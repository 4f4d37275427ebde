"""`X := E`: a field, an owner or a kind of a piece, a variable or the phase gets a value."""

from fractions import Fraction

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.attributes import check_holders, write_field
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.lookup import report_unknown
from gdl.checker.suggestions import names as suggestions
from gdl.checker.suggestions.names import is_sound
from gdl.core import model, static
from gdl.core.builtins import BY_NAME
from gdl.core.types import BOOL, KIND, PIECE, PLAYER, Type
from gdl.diagnostics.similar_names import possible
from gdl.diagnostics.values import NO_SUGGESTION, Suggestion
from gdl.tree import syntax


def check_assign(node: syntax.Assign, context: Context) -> model.Effect | None:
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
        case syntax.Call() as target:
            name = target.function.name
            field = context.names.field_of_things(name)
            if field is not None:
                return _check_field(node, field, target, context)
            if name in ("owner", "kind") and len(target.arguments) == 1:
                return _check_nature(node, name, target.arguments[0], context)
        case _:
            name = ""
    _report_not_assignable(node, name, context)
    return None


def _report_not_assignable(node: syntax.Assign, name: str, context: Context) -> None:
    """Reports a value that is given to something that cannot have it."""
    if isinstance(node.target, syntax.Call) and _is_of_the_game(name, node, context):
        return
    if name and name not in context.everything() | set(BY_NAME) and context.find(name) is None:
        _report_undeclared(node.target, name, node.value, context)
    elif name in context.names.columns:
        context.reporter.report(
            "not-assignable",
            node.target.span,
            f"`{name}` is a column of the table of kinds, which never changes",
            "cannot be changed",
            help=f"for what changes, declare a field: `field {name}_now of piece: 0..99`",
        )
    elif name in context.names.defined and not context.names.is_excused(name):
        _report_definition(node, name, context)
    elif not name or not context.names.is_excused(name):
        context.reporter.report(
            "not-assignable",
            node.target.span,
            "only fields, owners, kinds and the phase can be given a value",
            "cannot be changed",
            help="a field gets a value, `field(x) := VALUE`, and a piece another `kind(p)` or `owner(p)`",
        )


def _is_of_the_game(name: str, node: syntax.Assign, context: Context) -> bool:
    """Reports a field that is declared as the game's, and given a value for something; whether it is one."""
    field = context.names.field_of_game(name)
    if field is None:
        return False
    if not context.reporter.has_said("unknown-name", name):
        context.reporter.report(
            "not-assignable",
            node.target.span,
            f"`{name}` is the game's, and stands without brackets",
            "of nobody",
            others=[(field.span, "declared here")],
            help=f"the game's one value is `{name}`; one for each player is declared `of player`",
        )
    return True


def _report_definition(node: syntax.Assign, name: str, context: Context) -> None:
    """Reports a definition that is given a value: what keeps one is a field."""
    holders = _holders(node.target, context)
    held = _holding(context.expression(node.value).type.required)
    context.reporter.report(
        "not-assignable",
        node.target.span,
        f"`{name}` is a definition: its value follows from the position, and nothing gives it another one",
        "cannot be changed",
        others=[(context.names.defined[name], "defined here")],
        help=f"what changes is a field: write `field {name} of {', '.join(map(_holder, holders)) or 'game'}: {held}` in place of the `let`",
    )


def _holders(target: syntax.Expr, context: Context) -> list[Type]:
    """The types of the things in parentheses to which a value is given."""
    given = target.arguments if isinstance(target, syntax.Call) else ()
    return [Type(context.expression(a).type.base) for a in given]


def _holder(kind: Type) -> str:
    """What may hold a field that is given a value with such a thing in parentheses."""
    return kind.base if kind.base in ("player", "site", "piece", "kind", "direction") else "piece"


def _report_undeclared(target: syntax.Expr, name: str, value: syntax.Expr, context: Context) -> None:
    """Reports a field that is given a value and nowhere declared. Its other uses are the same mistake."""
    if context.names.is_excused(name):
        return
    holder = ", ".join(map(_holder, _holders(target, context)))
    context.names.failed.add(name)  # it may stand in its own value, too
    said = len(context.reporter.found)
    kind = context.expression(value).type.required
    if len(context.reporter.found) > said:
        return  # what is wrong with the value may be all that is wrong
    way = _meant(name, target, value, context)
    context.reporter.report(
        "unknown-name",
        target.span,
        f"nothing is named `{name}`",
        "is given a value, and is no field",
        others=way.places,
        help=way.help
        or f"declare it, with what it may hold: `field {name} of {holder or 'game'}: {_holding(kind)}`"
        + ("" if holder else f"; or say `let {name} = ...` here, if only these effects need it"),
        fixes=way.fixes,
    )


def _meant(name: str, target: syntax.Expr, value: syntax.Expr, context: Context) -> Suggestion:
    """The field that is meant by a name that is none: one that is spelt alike, and takes the value of such a thing."""
    if not context.seeks_ways_out:
        return NO_SUGGESTION
    span = target.function.span if isinstance(target, syntax.Call) else target.span
    given = (
        f"({', '.join(a.span.in_one_line for a in target.arguments)})"
        if isinstance(target, syntax.Call)
        else ""
    )

    def fits(text: str) -> bool:
        return is_sound(f"{text}{given} = {value.span.in_one_line}", BOOL, context)

    fields = {f.declared for f in context.names.fields.values()}
    return suggestions.meant(suggestions.Unknown(name, span, fields, fits, context))


def _holding(kind: Type) -> str:
    """What a field may hold that is given such values."""
    match kind.base:
        case "number" | "any" | "none" | "set" | "text":
            return "0..99"
        case "symbol":
            return ", ".join(kind.symbols)
        case "bool":
            return "bool"
        case base:
            return f"{base} or none"


def _check_phase(node: syntax.Assign, context: Context) -> model.SetPhase | None:
    phases = context.names.phases
    if isinstance(node.value, syntax.Name) and context.names.is_excused(node.value.name):
        return None
    if not isinstance(node.value, syntax.Name) or node.value.name not in phases:
        context.reporter.report(
            "unknown-name",
            node.value.span,
            "no phase has this name"
            if isinstance(node.value, syntax.Name)
            else "a phase is given by its name",
            "not a phase",
            help=possible(node.value.span.in_one_line, phases),
        )
        return None
    return model.SetPhase(node.span, node.value.name)


def _check_game_field(node: syntax.Assign, target: syntax.Name, context: Context) -> model.SetField | None:
    field = context.names.field_of_game(target.name)
    if field is None:
        report_unknown(target, context)
        return None
    context.usage.written.add(field.name)
    value = _value_for(node, field, context)
    if isinstance(value, model.Const) and not value.varies:
        report_unfit(field.name, value, context)
    return model.SetField(node.span, field.name, None, value)


def _value_for(node: syntax.Assign, field: model.Field, context: Context) -> model.Expr:
    """The value that a field is given; `none` for one that always has a value is told at its declaration."""
    is_never_none = (
        not field.type.is_optional
        and "none" not in field.type.symbols
        and field.type.base not in ("any", "set")
    )
    if not isinstance(node.value, syntax.Nothing) or not is_never_none:
        return expect(node.value, context, field.type)
    context.reporter.report(
        "type-mismatch",
        node.value.span,
        f"`{field.declared}` always has a value, and is given `none`",
        "no value",
        others=[(field.span, "`none` is not allowed")],
        help=f"its type may allow it: `{field.type} or none`"
        if field.bounds is None
        else "its type may allow it, with `or none`",
    )
    return forms.wrong(node.value.span)


def _check_field(
    node: syntax.Assign, field: model.Field, target: syntax.Call, context: Context
) -> model.Effect | None:
    """A field of players, sites, pieces or pairs."""
    holders = check_holders(target.span, field, target.arguments, context)
    value = _value_for(node, field, context)
    if holders is None:
        context.usage.written.add(field.declared)
        return None
    if isinstance(value, model.Const) and not value.varies:
        report_unfit(field.name, value, context)
    return write_field(node.span, field, holders, value, context)


def report_unfit(name: str, value: model.Expr, context: Context) -> None:
    """Reports a value that a field can never hold."""
    field = context.names.fields.get(name)
    found = static.known(value, context.names.board)
    if field is None or field.bounds is None or found is None or not isinstance(found[0], int | Fraction):
        return
    low, high = field.bounds
    if not low <= found[0] <= high or found[0] != int(found[0]):
        context.reporter.report(
            "bad-range",
            value.span,
            f"`{name}` holds {low}..{high}, and never {found[0]}",
            "out of range",
            others=[(field.span, "its range is declared here")],
            help="widen the range, or give it another value",
        )


def _check_nature(node: syntax.Assign, name: str, holder: syntax.Expr, context: Context) -> model.SetField:
    """The owner or kind of a piece."""
    of = expect(holder, context, PIECE.or_none, "a piece")
    return model.SetField(
        node.span, name, of, expect(node.value, context, KIND if name == "kind" else PLAYER.or_none)
    )
