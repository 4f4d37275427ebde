"""`X := E`: a field, an owner or a kind of a piece, a variable or the phase gets a value."""

import re
from fractions import Fraction

from gdl import model, static, syntax
from gdl.builtins import BY_NAME
from gdl.checker.context import Context
from gdl.checker.expressions.anew import tell_target_anew
from gdl.checker.expressions.calls import always_has_brackets, report_wrong_holder
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.fields import check_holders, write_field
from gdl.checker.expressions.lookup import report_unknown
from gdl.checker.expressions.words import clause_of
from gdl.diagnostics import near
from gdl.layout import blank_comments
from gdl.types import KIND, PIECE, PLAYER, Type


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
    if isinstance(node.target, syntax.Call) and _is_of_the_game(name, node, context):
        return None
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
            help=(near(name, {f.declared for f in context.names.fields.values()}) if name else "")
            or _field_of(name, node.value, context)
            or "a field gets a value, `field(x) := VALUE`, and a piece another `kind(p)` or `owner(p)`",
        )
    return None


def _is_of_the_game(name: str, node: syntax.Assign, context: Context) -> bool:
    """Reports a field that is declared as the game's, and given a value for players or the like everywhere; whether it is one."""
    if context.names.field_of_game(name) is None or not always_has_brackets(name, node.target.span):
        return False
    if not context.names.is_excused(name):
        context.names.failed.add(name)
        report_wrong_holder(name, node.target.span, context)
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


def _field_of(name: str, value: syntax.Expr, context: Context) -> str:
    """The help for a value that is given to a thing: the fields of such things that may have it."""
    local = context.find(name)
    if local is None:
        return ""
    given = value.name if isinstance(value, syntax.Name) else ""
    kind = None if given in context.names.symbols else context.expression(value).type.required
    ways = [
        f"`{field.declared}({name}) := {value.span.text}`"
        for field in context.names.fields.values()
        if field.holder_type == local.type.required
        and not field.part_of
        and (given in field.type.symbols if kind is None else field.type.required == kind)
    ]
    return f"a field of it gets the value: {' or '.join(ways)}" if ways else ""


def _report_undeclared(target: syntax.Expr, name: str, value: syntax.Expr, context: Context) -> None:
    """Reports a field that is given a value and nowhere declared. Its other uses are the same mistake."""
    if context.names.is_excused(name) or context.reporter.has_said("unknown-name", name):
        return
    holders = _holders(target, context)
    holder = ", ".join(map(_holder, holders))
    context.names.failed.add(name)  # it may stand in its own value, too
    kind = context.expression(value).type.required
    meant = _meant(name, holders, kind, context)
    local = "" if meant else _of_this_clause(name, target, value)
    context.reporter.report(
        "unknown-name",
        target.span.to(value.span) if local else target.span,
        f"nothing is named `{name}`",
        "is given a value, and is no field",
        help=meant
        or local
        or f"declare it, with what it may hold: `field {name} of {holder or 'game'}: {_holding(kind)}`",
    )


def _of_this_clause(name: str, target: syntax.Expr, value: syntax.Expr) -> str:
    """The help for a name that only the effects behind its first value read: it needs no field."""
    word = rf"\b{re.escape(name)}\b"
    here = len(re.findall(word, clause_of(target.span)))
    is_own = here > 1 and here == len(re.findall(word, blank_comments(target.span.source.text)))
    if not isinstance(target, syntax.Name) or not is_own or re.search(word, value.span.text):
        return ""
    return f"a value for the effects behind it gets a name with `let`: `let {name} = {value.span.text}`"


def _meant(name: str, holders: list[Type], kind: Type, context: Context) -> str:
    """The help for a name that is no field: one that is alike, or has a word of it and holds such a value of such a thing."""
    fields = {f.declared: f for f in context.names.fields.values()}
    if close := near(name, fields):
        return close
    words = set(name.lower().split("_"))
    alike = [
        n
        for n, f in fields.items()
        if words & set(n.lower().split("_"))
        and list(context.names.holders_of(f)) == holders
        and kind.base in (f.type.base, "any")
    ]
    return f"did you mean `{alike[0]}`?" if len(alike) == 1 else ""


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
            "no phase has this name",
            "not a phase",
            help=_of_phases(node.value, phases),
        )
        return None
    return model.SetPhase(node.span, node.value.name)


def _of_phases(asked: syntax.Expr, phases: tuple[str, ...]) -> str:
    """The help for a phase that is not there: which there are, and how another one is declared."""
    name = asked.name if isinstance(asked, syntax.Name) else "NAME"
    there = (
        "the only phase is `main`, that of `turn`"
        if len(phases) == 1
        else f"the phases are {', '.join(phases)}"
    )
    return near(name, phases) or f"{there}; another one is declared so: `phase {name}: ACTION or ACTION`"


def _check_game_field(node: syntax.Assign, target: syntax.Name, context: Context) -> model.SetField | None:
    field = context.names.field_of_game(target.name)
    if field is None:
        report_unknown(target, context)
        return None
    context.usage.written.add(field.name)
    value = expect(node.value, context, field.type)
    if isinstance(value, model.Const) and not value.varies:
        report_unfit(field.name, value, context)
    return model.SetField(node.span, field.name, None, value)


def _check_field(
    node: syntax.Assign, field: model.Field, target: syntax.Call, context: Context
) -> model.Effect | None:
    """A field of players, sites, pieces or pairs."""
    first = len(context.reporter.found)
    holders = check_holders(target.span, field, target.arguments, context)
    value = expect(node.value, context, field.type)
    if len(context.reporter.found) > first:
        tell_target_anew(node, field, target, first, context)
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
