"""Effects, as listed by `do`, `setup` and `settle`: one case for each form. A block has a scope of its own."""

from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.effects.assignments import check_assign
from gdl.checker.effects.at_once import judged_before
from gdl.checker.effects.demands import check_then
from gdl.checker.effects.pieces import check_move_to, check_place
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import (
    check_parameters,
    expect,
    expect_condition,
    expect_elements,
    filtered,
    type_of_parameter,
    warn_of_one_number,
)
from gdl.checker.expressions.operators import check_equal
from gdl.checker.expressions.paths import check_path
from gdl.checker.expressions.texts import note
from gdl.checker.forms import element_type
from gdl.core import model
from gdl.core.types import ANY, PIECE, PLAYER, set_of
from gdl.core.visit import nodes
from gdl.diagnostics.similar_names import possible
from gdl.diagnostics.values import Reporter
from gdl.limits import MAX_WRITTEN_OUT
from gdl.source import Span
from gdl.tree import syntax

Effects = tuple[model.Effect, ...]


def check_effects(nodes: tuple[syntax.Effect, ...], context: Context) -> Effects:
    """Effects in sequence; a name that one of them declares is visible to the next ones."""
    inner = context.inner()
    return tuple(effect for node in nodes for effect in _check_effect(node, inner))


def _check_effect(node: syntax.Effect, context: Context) -> Effects:
    """The core form of an effect: usually one, several for a demand, none after an error."""
    match node:
        case syntax.Place():
            return _some(check_place(node, context))
        case syntax.MoveTo():
            return (check_move_to(node, context),)
        case syntax.Remove():
            pieces = expect(node.what, context, set_of(PIECE), "pieces")
            return (model.Remove(node.span, pieces, node.is_capture),)
        case syntax.Assign():
            return _some(check_assign(node, context))
        case syntax.Bind():
            return (_check_bind(node, context),)
        case syntax.Random():
            return (_check_random(node, context),)
        case syntax.Then():
            return check_then(node, context)
        case syntax.ThenTurn():
            return (model.NextTurn(node.span, expect(node.player, context, PLAYER.or_none, "a player")),)
        case syntax.Finish():
            return (model.Finish(node.span, check_result(node.result, context)),)
        case syntax.ForEach():
            return (_check_for_each(node, context),)
        case syntax.ForPath():
            inner = context.inner()
            path = check_path(node.path, inner)
            return (model.ForPath(node.span, path, check_effects(node.body, inner)),)
        case syntax.If():
            condition = expect_condition(node.condition, context)
            body, otherwise = check_effects(node.body, context), check_effects(node.otherwise, context)
            return (model.Branch(node.span, condition, body, otherwise),)
        case syntax.Match():
            return _check_match(node, context)
        case syntax.Perform():
            return _check_perform(node, context)
        case syntax.Simultaneously():
            body = judged_before(check_effects(node.body, context), context)
            return (model.Simultaneously(node.span, body),)


def _some(effect: model.Effect | None) -> Effects:
    return (effect,) if effect is not None else ()


def _check_bind(node: syntax.Bind, context: Context) -> model.Bind:
    """`let x = E`: a name that later effects may give another value."""
    value = context.expression(node.value)
    outer = context.find(node.name.name)
    is_own = any(isinstance(n, syntax.Name) and n.name == node.name.name for n in nodes(node.value))
    if outer is not None and outer.slot in context.slots.variables and is_own:
        context.reporter.report(
            "hidden-name",
            node.span,
            f"this is another `{node.name.name}`, which lasts up to the end of the block",
            "a name of its own",
            others=[(outer.span, "and keeps its value here")],
            help=f"to change the one above, write `{node.name.name} := {node.value.span.text}`",
        )
    local = context.local(node.name.name, value.type, node.name.span)
    context.slots.variables.add(local.slot)
    return model.Bind(node.span, local.slot, value)


def _check_random(node: syntax.Random, context: Context) -> model.Chance:
    source = expect_elements(node.source, context)
    warn_of_one_number(source, node.span, context)
    local = context.local(node.name.name, element_type(source).or_none, node.name.span)
    return model.Chance(node.span, local.slot, filtered(source, local, node.condition, context))


def _check_for_each(node: syntax.ForEach, context: Context) -> model.ForEach:
    inner = context.inner()
    generators = []
    for generator in node.generators:
        source = expect_elements(generator.source, inner)
        local = inner.local(generator.name.name, element_type(source), generator.span)
        generators.append((local.slot, source))
    condition = expect_condition(node.condition, inner) if node.condition is not None else None
    body = check_effects(node.body, inner)
    for _, source in generators:
        warn_of_one_number(source, node.span, context)
    return model.ForEach(node.span, tuple(generators), condition, body)


def check_routines(context: Context) -> None:
    """Checks each declared effect by itself, whether or not it is used."""
    _report_too_long(context)
    for name, clause in context.names.routines.items():
        if name not in context.names.failed:
            check_routine(clause, context)


def _report_too_long(context: Context) -> None:
    """Reports the first effect that is too long with those that it performs written out, as the checker and engines do; of those
    that are too long because they perform it nothing is said."""
    names, lengths = context.names, dict[str, int]()

    def length(name: str) -> int:
        if name not in lengths:
            lengths[name] = 0  # of one that performs itself, which is said elsewhere
            for node in nodes(names.routines[name].body):
                performed = node.name.name if isinstance(node, syntax.Perform) else ""
                lengths[name] += length(performed) if performed in names.routines else 1
                if lengths[name] > MAX_WRITTEN_OUT:
                    names.failed.add(name)
                    too_long.append(name)
                    break
        return lengths[name]

    too_long: list[str] = []
    for name in names.routines:
        length(name)
    if too_long:
        context.reporter.report(
            "too-deep",
            names.routines[too_long[0]].name.span,
            f"with all effects that it performs written out, this one has more than {MAX_WRITTEN_OUT} parts",
            "too long",
            help="repeat with `for`, or let fewer effects perform others several times",
        )


def check_routine(clause: syntax.Routine, context: Context) -> None:
    """Checks a declared effect by itself."""
    inner = replace(context.outer(), performing=(clause.name.name,))
    parameters = check_parameters(clause.parameters, inner)
    effects = check_effects(clause.body, inner)
    context.names.effects.append(model.Routine(clause.name.name, parameters, effects))
    note(clause.means, "effect", clause.name.name, clause, inner)


def _check_perform(node: syntax.Perform, context: Context) -> Effects:
    """The effects of a declared effect, in place of its name: arguments are evaluated first, and once."""
    name, reporter = node.name.name, context.reporter
    routine = context.names.routines.get(name)
    if context.names.is_excused(name):
        return ()
    if routine is None:
        _report_no_effect(node.name, context)
        return ()
    context.usage.used.add(name)
    if name in context.performing:
        circle = context.performing[context.performing.index(name) :]
        context.names.failed.update(circle)
        round_ = " -> ".join([*circle, name])
        reporter.report(
            "recursive-definition",
            node.name.span,
            f"this effect uses itself: {round_}",
            "goes round in a circle",
            help="repeat with `for`, or demand a choice again with `then`",
        )
        return ()
    arguments = check_arguments(node, routine, context)
    if arguments is None:
        return ()
    inner = replace(context.outer(), performing=(*context.performing, name))
    binds: list[model.Effect] = []
    kinds = [type_of_parameter(p.type, context) for p in routine.parameters]
    for parameter, value, kind in zip(routine.parameters, arguments, kinds, strict=True):
        if isinstance(value, model.Local) and value.slot not in context.slots.variables:
            inner.scope.names[parameter.name.name] = value  # it never changes, so it needs no copy
            continue
        local = inner.local(parameter.name.name, kind, parameter.span)
        binds.append(model.Bind(node.span, local.slot, value))
    effects = (*binds, *check_effects(routine.body, inner))
    if effects:
        context.names.performances.append(model.Performance(node.span, name, tuple(arguments), effects))
    return effects


def check_arguments(
    node: syntax.Perform | syntax.ChooseShared, given_to: syntax.Routine | syntax.Action, context: Context
) -> list[model.Expr] | None:
    """What is given to a declared effect, or to a choice, where its name stands; None after an error."""
    name, reporter = node.name.name, context.reporter
    kinds = [type_of_parameter(p.type, context) for p in given_to.parameters]
    others = [(given_to.name.span, "declared here")]
    if len(node.arguments) != len(kinds):
        help = forms.takes(name, [(p.name.name, k) for p, k in zip(given_to.parameters, kinds, strict=True)])
        message = f"`{name}` takes {len(kinds)} argument{'s' * (len(kinds) != 1)}, not {len(node.arguments)}"
        reporter.report("wrong-arguments", node.span, message, "", others=others, help=help)
        return None
    return [expect(a, context, k) for a, k in zip(node.arguments, kinds, strict=True)]


def _report_no_effect(name: syntax.Ident, context: Context) -> None:
    """What is written like a declared effect and is none."""
    names = context.names
    if name.name in names.demandable:
        help = f"a choice is demanded: `then {name.name}(...)`"
    elif name.name in names.declared:
        help = "what has a value changes nothing: give it to a field with `:=`, or declare an `effect`"
    else:
        help = possible(name.name, names.routines)
    context.reporter.report(
        "unknown-name", name.span, f"no effect is named `{name.name}`", "not an effect", help=help
    )


def _check_match(node: syntax.Match, context: Context) -> Effects:
    """A table of cases becomes a chain of branches: the first row that matches is executed."""
    warn_of_covered(node, context.reporter)
    chain: Effects = ()
    for case in reversed(node.cases):
        condition = _check_case(node, case, context)
        body = check_effects(case.body, context)
        if condition is not None:
            chain = (model.Branch(case.span, condition, body, chain),)
    return chain


def _check_case(node: syntax.Match, case: syntax.Case, context: Context) -> model.Expr | None:
    """The condition that a row matches; None after an error."""
    given, asked = len(case.values), len(node.asked)
    if given != asked:
        context.reporter.report(
            "bad-table",
            case.values[0].span.to(case.values[-1].span),
            f"this row has {given} value{'s' * (given != 1)}, and {asked} {'is' if asked == 1 else 'are'} asked for",
            f"{abs(asked - given)} too {'few' if given < asked else 'many'}",
            others=[(node.asked[0].span.to(node.asked[-1].span), "asked for here")],
            help="`any` fits every value"
            if given < asked
            else "each value has a row of its own"
            if asked == 1
            else "",
        )
        return None
    tests = []
    for wanted, value in zip(node.asked, case.values, strict=True):
        if isinstance(value, syntax.Name) and value.name == "any":
            continue
        test = check_equal(value.span, wanted, value, context)
        if test.type == ANY:
            return None
        tests.append(test)
    return forms.conjunction(case.span, tests)


def warn_of_covered(table: syntax.Match, reporter: Reporter) -> None:
    """Reports the first row that fits whatever a later one does. The same row twice is told as a condition that never holds."""
    for number, above in enumerate(table.cases):
        later = [
            c for c in table.cases[number + 1 :] if "any" in _written_in_row(above) and _fits_all_of(above, c)
        ]
        if not later:
            continue
        below = (
            f"{len(later)} rows below it do, so they are"
            if len(later) > 1
            else "a row below it does, so that row is"
        )
        reporter.report(
            "unreachable-clause",
            _values_of_row(above),
            f"this row fits whatever {below} never done",
            "fits first",
            others=[(_values_of_row(later[0]), "never done")],
            help=f"put the row `{', '.join(_written_in_row(above))}` last",
        )
        return


def _fits_all_of(above: syntax.Case, row: syntax.Case) -> bool:
    """Whether a row fits whatever another one does: its values are the same, or `any`."""
    pairs = list(zip(_written_in_row(above), _written_in_row(row), strict=False))
    return len(above.values) == len(row.values) and all(a in ("any", b) for a, b in pairs)


def _values_of_row(row: syntax.Case) -> Span:
    return row.values[0].span.to(row.values[-1].span)


def _written_in_row(row: syntax.Case) -> tuple[str, ...]:
    return tuple(v.span.in_one_line for v in row.values)
