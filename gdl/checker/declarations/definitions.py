"""Definitions and relations: each is checked after those that it uses, and none uses itself."""

from collections.abc import Mapping, Sequence

from gdl.checker.context import Context
from gdl.checker.expressions.conversions import check_parameters
from gdl.checker.expressions.texts import note
from gdl.checker.names import walked
from gdl.checker.tree import mentioned
from gdl.core import model
from gdl.core.types import ANY, BOOL, fits
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic
from gdl.files.modules import Demand
from gdl.limits import MAX_WRITTEN_OUT
from gdl.tree import syntax


def check_definitions(clauses: Sequence[syntax.Let], context: Context) -> None:
    """Declares definitions."""
    by_name: dict[str, syntax.Let] = {}
    for clause in clauses:
        if context.declare(clause.name.name, clause.name.span):
            by_name[clause.name.name] = clause
    done: set[str] = set()
    for clause in by_name.values():
        _check_in_order(clause, (), by_name, done, context)


def check_wanted(demands: Sequence[Demand], context: Context) -> None:
    """Reports definitions that are not what a module asks for."""
    for demand in demands:
        clause = demand.clause
        found = context.names.definitions.get(clause.name.name)
        if found is None or (
            found.span.source == clause.span.source and found.span.start == clause.span.start
        ):
            continue
        wanted = context.names.type_named(clause.type.name) or ANY
        parameters = [kind for _, _, kind in check_parameters(clause.parameters, context.outer())]
        given = [kind for _, _, kind in found.parameters]
        is_like = len(given) == len(parameters) and all(map(fits, parameters, given))
        if is_like and fits(found.body.type.required, wanted):
            continue
        form = clause.span.text.removeprefix("let ")
        context.reporter.report(
            "bad-module",
            found.span,
            f"`{clause.name.name}` is not what the module asks for: {form}",
            f"this is a {found.body.type}" if is_like else "other parameters",
            others=[(clause.span, "asked for here"), (demand.use, "by the module that is used here")],
            help=f"write `let {form.rpartition(':')[0].strip()} = ...` with a {clause.type.name} behind it",
        )
        _drop_what_follows(found, not is_like, context)
        context.names.failed.add(clause.name.name)
        del context.names.definitions[clause.name.name]


def _drop_what_follows(found: model.Definition, is_other: bool, context: Context) -> None:
    """Takes back what was said of a definition's uses, which fit what was asked for, and, where it has other parameters
    than these, of names in it: some may be among the right ones."""

    def is_kept(d: Diagnostic) -> bool:
        is_inside = found.span.contains(d.span)
        is_use = d.code == "wrong-arguments" and found.name in d.subjects
        return not is_use and not (is_other and d.code == "unknown-name" and is_inside)

    context.reporter.keep(is_kept)


def _check_in_order(
    clause: syntax.Let,
    users: tuple[str, ...],
    by_name: Mapping[str, syntax.Let],
    done: set[str],
    context: Context,
) -> None:
    """Checks a definition after those that it uses. `users`: the chain of definitions that led here, each using the next."""
    name = clause.name.name
    if name in done:
        return
    if name in users:
        context.reporter.report(
            "recursive-definition",
            clause.name.span,
            "this definition uses itself: " + " -> ".join([*users[users.index(name) :], name]),
            "goes round in a circle",
        )
        done.add(name)
        context.names.failed.add(name)
        return
    parameters = {p.name.name for p in clause.parameters}
    for used in sorted(
        mentioned((clause.value, clause.means)) - {name} if clause.means else mentioned(clause.value)
    ):
        for definition in (used, walked(used)):
            if definition in by_name and used not in parameters:
                _check_in_order(by_name[definition], (*users, name), by_name, done, context)
    if name not in done:
        done.add(name)
        _check_definition(clause, context.outer())


def _check_definition(clause: syntax.Let, context: Context) -> None:
    name, names = clause.name.name, context.names
    parameters = check_parameters(clause.parameters, context)
    body = context.expression(clause.value)
    if body.type == ANY:
        names.failed.add(name)
        return
    wrong = [kind for _, _, kind in parameters if kind.base not in ("piece", "site", "any")]
    if clause.is_relation and (len(parameters) != 2 or body.type != BOOL or wrong):
        has = f"{len(parameters)} parameter{'s' * (len(parameters) != 1)}"
        of = f"this is about a {wrong[0]}" if wrong else f"this is a {body.type}"
        context.reporter.report(
            "type-mismatch",
            clause.name.span,
            "a relation is a condition on two pieces or sites",
            f"this has {has}" if len(parameters) != 2 else of,
            help="with another form, use `let`",
        )
        names.failed.add(name)
        return
    if _is_too_long(name, body, clause, context):
        names.failed.add(name)
        return
    note(clause.means, "definition", name, clause, context)
    names.definitions[name] = model.Definition(name, clause.span, parameters, body, clause.is_relation)


def _is_too_long(name: str, body: model.Expr, clause: syntax.Let, context: Context) -> bool:
    """Reports a definition that is too long with those that it uses written out, as engines do. Notes its length.

    One is reported: others are too long because they use it.
    """
    lengths = context.names.lengths
    used = sum(lengths[node.definition] if isinstance(node, model.Apply) else 1 for node in nodes(body))
    is_first = max(lengths.values(), default=0) <= MAX_WRITTEN_OUT
    lengths[name] = used
    if used <= MAX_WRITTEN_OUT:
        return False
    if not is_first:
        return True
    context.reporter.report(
        "too-deep",
        clause.name.span,
        f"with all definitions written out, this one has more than {MAX_WRITTEN_OUT} parts",
        "too long",
        help="let fewer definitions use others several times",
    )
    return True
