"""Actions, choices and moves: their choices, paths, conditions, effects, repetition (`again`) and notation."""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Literal

from gdl.checker.clauses.choices import check_choose, check_choose_set, domain, limit_candidates
from gdl.checker.context import Context
from gdl.checker.effects.demands import check_alternatives, report_late
from gdl.checker.effects.dispatch import check_arguments, check_effects
from gdl.checker.expressions.conversions import check_parameters, expect, expect_condition
from gdl.checker.expressions.paths import check_path, varying_names
from gdl.checker.expressions.pieces import check_kind
from gdl.checker.expressions.texts import note
from gdl.checker.tree import mentioned, of_sort
from gdl.core import model, static
from gdl.core.traits import has
from gdl.core.types import ANY, NUMBER, PIECE, SITE, TEXT, set_of
from gdl.core.visit import nodes, substituted
from gdl.diagnostics.similar_names import possible
from gdl.limits import DEFAULT_AGAIN, MAX_AGAIN
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span
from gdl.tree import syntax


@dataclass(slots=True)
class _Gathered:
    """What the lines of an action add up to."""

    choices: list[model.Choice] = field(default_factory=list)
    parts: list[model.Part] = field(default_factory=list)
    effects: list[model.Effect] = field(default_factory=list)
    finals: list[model.Effect] = field(default_factory=list)
    path: model.Along | model.Choose | None = None
    again: model.Again | None = None
    notation: model.Expr | None = None


def check_actions(clauses: Sequence[syntax.Action], context: Context) -> tuple[model.Action, ...]:
    """All actions, numbered in the order of the text; `pass` and `done` come last. A choice that others choose by its name, that nothing
    demands and that does nothing is no action."""
    made: list[model.Action] = []
    declared: dict[str, Span] = {}
    named = list(nodes(context.rules.clauses))
    shared = {n.name.name for n in named if isinstance(n, syntax.ChooseShared)}
    demanded = {n.choice.name for n in named if isinstance(n, syntax.Demanded)}
    for clause in clauses:
        name = clause.name.name
        if clause.either:
            _check_either(clause, context)
        elif name in declared:
            context.reporter.report(
                "duplicate-name",
                clause.name.span,
                f"`{name}` is declared twice",
                "declared again here",
                others=[(declared[name], "first declared here")],
                help="take one of them out, or give it another name",
            )
        elif name in ("lose", "win", "draw", "pass", "done"):
            context.reporter.report(
                "reserved-name",
                clause.name.span,
                f"`{name}` is a word of the language",
                "cannot be declared",
                help=f"take another name, such as `{name}_`",
                subjects=[name],
            )
            context.names.failed.add(name)
        else:
            declared[name] = clause.name.span
            action = _check_action(clause, len(made), replace(context.outer(), performing=(name,)))
            if not (name in shared and clause.form == "choice" and not (action.effects or name in demanded)):
                made.append(action)
    made.append(_fixed("pass", len(made)))
    made.append(_fixed("done", len(made)))
    return _with_names(made)


def _fixed(name: Literal["pass", "done"], index: int) -> model.Action:
    """One of the two actions that every game has: nothing is chosen, and nothing happens."""
    return model.Action(name, index, NOWHERE, name, (), None, (), (), (), (), None, None)


def _with_names(actions: Sequence[model.Action]) -> tuple[model.Action, ...]:
    """Decides which actions are written with their name: those whose choices alone could mean another action."""

    def shape(action: model.Action) -> tuple[str, ...]:
        return tuple(c.type.base for c in action.choices)

    shapes = [shape(a) for a in actions if a.form != "move"]
    return tuple(
        replace(a, is_named=a.form != "move" and (not a.choices or shapes.count(shape(a)) > 1))
        for a in actions
    )


def _check_either(clause: syntax.Action, context: Context) -> None:
    """A choice among choices is no action of its own: it is checked here and expanded where it is demanded."""
    if context.declare(clause.name.name, clause.name.span):
        inner = context.outer()
        check_parameters(clause.parameters, inner)
        check_alternatives(clause, inner)
        note(clause.means, "action", clause.name.name, clause, inner)


def _check_action(clause: syntax.Action, index: int, context: Context) -> model.Action:
    parameters = check_parameters(clause.parameters, context)
    gathered = _Gathered()
    piece = origin = -1
    kinds: tuple[int, ...] | None = None
    if clause.form == "move":
        piece, origin = _begin_move(clause, gathered, context)
        kinds = check_moving_kinds(clause, context)
    for part in clause.parts:
        _check_part(part, clause, gathered, context)
    path = gathered.path
    if clause.form == "move" and path is None and not _is_partly_unread(clause, context):
        context.reporter.report(
            "bad-path",
            clause.name.span,
            f"the move `{clause.name.name}` has no path",
            "goes nowhere",
            help=_path_for(clause, context),
        )
    _report_empty_choices(clause, gathered.choices, context)
    note(clause.means, "action", clause.name.name, clause, context)
    limit_candidates(clause, gathered.parts, context)
    return model.Action(
        name=clause.name.name,
        index=index,
        span=clause.span,
        form=clause.form,
        parameters=parameters,
        kinds=kinds,
        parts=tuple(gathered.parts),
        choices=tuple(gathered.choices),
        effects=tuple(gathered.effects),
        finals=tuple(gathered.finals),
        again=gathered.again,
        notation=gathered.notation,
        piece=piece,
        origin=origin,
        to=-1 if path is None else path.to if isinstance(path, model.Along) else path.slot,
        captures=has((*gathered.effects, *gathered.finals), "captures"),
    )


def _begin_move(clause: syntax.Action, gathered: _Gathered, context: Context) -> tuple[int, int]:
    """Declares `piece` and `from` of a move, whose first choice is the site of its piece; returns their slots."""
    piece = context.local("piece", PIECE, clause.name.span)
    origin = context.local("from", SITE, clause.name.span)
    if not any(isinstance(p, syntax.Along) for p in clause.parts):
        context.local("to", ANY, clause.name.span)  # the missing path is reported once, by `_check_action`
    gathered.choices.append(model.Choice("from", origin.slot, SITE, all_sites(context)))
    return piece.slot, origin.slot


def _check_part(part: syntax.Part, clause: syntax.Action, gathered: _Gathered, context: Context) -> None:
    match part:
        case syntax.Choose():
            chosen, choice = check_choose(part, gathered.choices, context)
            gathered.parts.append(chosen)
            gathered.choices.append(choice)
        case syntax.ChooseSet():
            several, choice = check_choose_set(part, gathered.choices, context)
            gathered.parts.append(several)
            gathered.choices.append(choice)
        case syntax.ChooseShared():
            if not _check_shared(part, gathered, context):
                context.names.failed |= mentioned(clause)  # what it would have chosen
        case syntax.Along():
            _check_path(part, clause, gathered, context)
        case syntax.Where():
            condition = expect_condition(part.condition, context)
            gathered.parts.append(model.Condition(part.span, condition))
        case syntax.Do():
            made = check_effects(part.body, context)
            (gathered.finals if part.is_final else gathered.effects).extend(made)
            if part.is_final:
                report_late(made, context)
        case syntax.Notation():
            gathered.notation = expect(part.value, context, TEXT, "a text")
        case syntax.Again():
            gathered.again = _check_again(part, clause, gathered, context)


def _check_shared(part: syntax.ChooseShared, gathered: _Gathered, context: Context) -> bool:
    """What a choice chooses and asks, in place of its name, with arguments in place of its parameters; False after an error."""
    name = part.name.name
    choice = context.names.demandable.get(name)
    if choice is None or choice.form != "choice" or choice.either:
        if not context.names.is_excused(name):
            choices = [n for n, c in context.names.demandable.items() if c.form == "choice" and not c.either]
            help = (
                possible(name, choices)
                if choice is None
                else "only a `choice` with lines of its own is shared"
            )
            context.reporter.report(
                "unknown-action", part.name.span, f"no choice is named `{name}`", "not a choice", help=help
            )
        return False
    context.usage.used.add(name)
    if name in context.performing:
        context.reporter.report(
            "recursive-definition",
            part.name.span,
            f"this choice uses itself: {' -> '.join([*context.performing, name])}",
            "goes round in a circle",
            help="demand it again with `then`",
        )
        return False
    arguments = check_arguments(part, choice, context)
    if arguments is None:
        return False
    inner = replace(context.outer(), performing=(*context.performing, name))
    parameters = check_parameters(choice.parameters, inner)
    found = _Gathered(choices=gathered.choices)
    for line in choice.parts:
        if isinstance(line, syntax.Choose | syntax.ChooseSet | syntax.ChooseShared | syntax.Where):
            _check_part(line, choice, found, inner)
    given = {slot: value for (_, slot, _), value in zip(parameters, arguments, strict=True)}
    gathered.parts.extend(substituted(tuple(found.parts), given))
    own = {p.name.name for p in choice.parameters}
    context.scope.names.update({n: local for n, local in inner.scope.names.items() if n not in own})
    return True


def _check_path(part: syntax.Along, clause: syntax.Action, gathered: _Gathered, context: Context) -> None:
    """The one path of a move."""
    if clause.form != "move":
        context.reporter.report(
            "bad-path",
            part.span,
            "an action has no piece whose path this could be",
            "no piece moves here",
            others=[(clause.name.span, "this is no move")],
            help="write `move ... by ...`",
        )
        return
    if gathered.path is not None:
        context.reporter.report(
            "duplicate-clause",
            part.span,
            "a move has one path",
            "a second path",
            others=[(gathered.path.span, "the first one")],
            help=_as_another_move(part, clause),
        )
        return
    gathered.path, choices = check_along(part, context)
    gathered.parts.append(gathered.path)
    gathered.choices.extend(choices)


def _as_another_move(part: syntax.Along, clause: syntax.Action) -> str:
    """The help for a second path: a move of its own, which the turn offers beside the first one."""
    name = clause.name.name
    return f"another path is another move, which the turn offers, too: `move {name}_2`, and `{name} or {name}_2` in the turn"


def _check_again(
    part: syntax.Again, clause: syntax.Action, gathered: _Gathered, context: Context
) -> model.Again | None:
    """How an action repeats; None after an error."""
    chosen = next((p for p in gathered.parts if isinstance(p, model.ChooseSet)), None)
    if chosen is not None:
        context.reporter.report(
            "bad-again",
            part.span,
            "an action that chooses a set does so once",
            "cannot continue",
            others=[(chosen.span, "chooses a set")],
            help="demand the next one with `then may`, or choose the elements one by one: `choose x in ...`",
        )
        return None
    if clause.form != "move" and not gathered.choices:
        context.reporter.report(
            "bad-again",
            part.span,
            f"`{clause.name.name}` has nothing to choose, so that going on could only repeat it",
            "nothing is chosen",
            help="give it a `choose`, or use a `for` in its effects",
        )
        return None
    if clause.form == "move" and part.is_any_order:
        context.reporter.report(
            "bad-again",
            part.span,
            "a move continues from where its piece has come to, so its steps have an order",
            "not in any order",
            help="take `in any order` out, or write an `action` that chooses a piece for each step",
        )
    board = context.names.board
    most = min(len(board.sites), DEFAULT_AGAIN) if board else 1
    if part.up_to is not None:
        given = expect(part.up_to, context, NUMBER)
        found = (most,) if given.type.base == "any" else static.known(given, board)
        if found is None or not isinstance(found[0], int) or not 1 <= found[0] <= MAX_AGAIN:
            context.reporter.report(
                "bad-range",
                part.up_to.span,
                f"how often an action repeats is a number from 1 to {MAX_AGAIN}",
                "",
            )
        else:
            most = found[0]
    condition = expect_condition(part.condition, context) if part.condition is not None else None
    return model.Again(part.span, part.must, most, condition, part.is_any_order, part.is_once)


def _is_partly_unread(clause: syntax.Action, context: Context) -> bool:
    """Whether a line of the clause was left out because of a mistake in it: no other clause begins between both."""
    begins = sorted(c.span.start for c in context.rules.clauses if c.span.source is clause.span.source)
    ends = next((start for start in begins if start > clause.span.start), len(clause.span.source.text))
    return any(
        d.span.source is clause.span.source and clause.span.start <= d.span.start < ends
        for d in context.reporter.found
    )


def _report_empty_choices(clause: syntax.Action, choices: Sequence[model.Choice], context: Context) -> None:
    """Reports choices without any value, unless the kinds or the board could not be read."""
    if any(clause.span.contains(d.span) for d in context.reporter.found):
        return  # what is wrong in the action may have left nothing
    if "kinds" in context.names.broken and "turns" in mentioned(clause):
        return  # which the kinds have
    unread = {"kinds": "kind", "board": "site"}
    for choice in choices:
        if not choice.values and choice.type.base not in (
            unread[w] for w in unread if w in context.names.broken
        ):
            context.reporter.report(
                "bad-range",
                clause.name.span,
                f"`{choice.name}` of `{clause.name.name}` has nothing to be chosen from",
                "",
            )


def _path_for(clause: syntax.Action, context: Context) -> str:
    """The help for a move without a path: the columns of paths that no line takes yet, or else a path."""
    columns = [c.name.name for k in of_sort(context.rules.clauses, syntax.Kinds) for c in k.columns]
    free = [c for c in columns if c in context.names.definitions and context.rules.counts[c] == 1]
    return f"add a line such as {' or '.join([*(f'`along {c}`' for c in free[:2]), '`line any: empty`'])}"


Choices = tuple[model.Choice, ...]


def check_moving_kinds(clause: syntax.Action, context: Context) -> tuple[int, ...] | None:
    """The kinds whose pieces make a move; None means all."""
    if not clause.kinds or (len(clause.kinds) == 1 and clause.kinds[0].name == "any"):
        context.usage.used.update(context.names.kinds)
        return None
    found = [check_kind(ident, context) for ident in clause.kinds]
    return tuple(kind.value for kind in found if kind is not None and isinstance(kind.value, int))


def all_sites(context: Context) -> tuple[int, ...]:
    board = context.names.board
    return tuple(range(len(board.sites))) if board is not None else ()


def all_cells(context: Context) -> tuple[int, ...]:
    """Where paths lead: from cells to cells."""
    board = context.names.board
    return tuple(range(len(board.cells))) if board is not None else ()


def check_along(part: syntax.Along, context: Context) -> tuple[model.Along | model.Choose, Choices]:
    """The path of a move, and the choices along it: the destination, and named sites at varying distances."""
    if isinstance(part.path, syntax.Ident):
        return _check_named_path(part.path, context)
    path = check_path(part.path, context, is_of_move=True)
    if part.path.start is not None:
        context.reporter.report(
            "bad-path",
            part.path.start.span,
            "the path of a move starts from its piece",
            "cannot start elsewhere",
            help="leave `from` out, or put the path into a condition: `where some line ... from ...`",
        )
    bound = context.scope.names.get("to") or context.local("to", SITE, part.span)
    choices = [model.Choice("to", bound.slot, SITE, all_cells(context))]
    for name, slot in varying_names(path.steps):
        if slot != bound.slot and not _is_destination(path, slot):
            choices.append(model.Choice(name, slot, SITE, all_cells(context)))
    return model.Along(part.span, path, bound.slot), tuple(choices)


def _check_named_path(name: syntax.Ident, context: Context) -> tuple[model.Choose, Choices]:
    """`along NAME`: the destination is one of the sites that a column of paths, or a definition, gives for the piece."""
    call = syntax.Call(name.span, name, (syntax.Name(name.span, "piece"),))
    source = expect(call, context, set_of(SITE), "the sites to which the piece may go")
    to = context.local("to", SITE, name.span).slot
    choice = model.Choice("to", to, SITE, domain(SITE, source, name.span, context))
    return model.Choose(name.span, "to", to, source), (choice,)


def _is_destination(path: model.Path, slot: int) -> bool:
    """Whether a slot is the last step's, which is the destination unless another step is named `to`."""
    last = path.steps[-1]
    has_other = any(s.name == "to" for s in path.steps)
    return last.slot == slot and (not has_other or last.name == "to")
