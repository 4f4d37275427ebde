"""Demands: the choices that `then` requires, by name, by a choice among choices, or by a word in play that is a name.

A demand by a word becomes a table of cases: the word is evaluated once, and each choice is demanded in its own branch.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, type_of_parameter
from gdl.checker.expressions.known import first_place
from gdl.core import model
from gdl.core.traits import musts
from gdl.core.types import ANY, PLAYER
from gdl.diagnostics.similar_names import near, possible
from gdl.platform.dataclass import dataclass
from gdl.tree import syntax

_FURTHER = "a further step of an action is a line of it: `again may` or `again must`, and its condition behind `where`"

Binds = tuple[tuple[int, model.Expr], ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """The condition that a word in play has a certain value. `local` holds the word; `binds` evaluate it, and what it needs."""

    local: model.Local
    index: int
    binds: Binds


@dataclass(frozen=True, slots=True)
class _Way:
    """How a choice comes to be demanded: names bound before, conditions on words, and the choices it is an alternative of."""

    binds: Binds = ()
    words: tuple[_Word, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is demanded if all these words have their values."""

    choice: model.Demanded
    words: tuple[_Word, ...] = ()

    def is_told_apart(self, other: "_Wanted") -> bool:
        """Whether the two are different actions, or are never demanded together."""
        return self.choice.action != other.choice.action or any(
            a.local == b.local and a.index != b.index for a in self.words for b in other.words
        )


def check_then(node: syntax.Then, context: Context) -> tuple[model.Effect, ...]:
    """A demand of one of several choices, as effects of the core."""
    wanted = [w for d in node.choices for w in _check_demanded(d, context, _Way())]
    twice = next(
        (w.choice.action for i, w in enumerate(wanted) for v in wanted[:i] if not w.is_told_apart(v)), None
    )
    if twice is not None:
        context.reporter.report(
            "duplicate-name",
            node.span,
            f"`{twice}` is demanded twice by one `then`",
            "nothing would tell the two apart",
            help="demand one after the other, or give the second a name of its own",
        )
    player = expect(node.player, context, PLAYER.or_none, "a player") if node.player is not None else None
    return _cases(node, wanted, player)


def report_late(effects: Sequence[model.Effect], context: Context) -> None:
    """Reports demands that must be met among effects that come when the action has been made: of `finally`, of a settling, of the set-up."""
    for demand in musts(effects):
        context.reporter.report(
            "late-demand",
            demand.span,
            "what `must` follow decides whether an action is legal, and here it has been made: this lapses where it is impossible",
            "too late",
            help="demand it in the `do` of the action, or write `then` without `must`",
        )


def check_alternatives(clause: syntax.Action, context: Context) -> None:
    """Checks the alternatives of a choice among choices, where it is declared."""
    for demanded in clause.either:
        _check_demanded(demanded, context, _Way(choices=(clause.name.name,)))


def _cases(
    node: syntax.Then, wanted: Sequence[_Wanted], player: model.Expr | None
) -> tuple[model.Effect, ...]:
    """The demand, with a branch for each value of each word on which it depends."""
    word = next((w.words[0] for w in wanted if w.words), None)
    if word is None:
        choices = tuple(w.choice for w in wanted)
        return (model.Demand(node.span, node.word, choices, player),) if wanted else ()
    chain = _cases(node, list(_without(word, None, wanted)), player)
    indices = dict.fromkeys(v.index for w in wanted for v in w.words if v.local == word.local)
    for index in reversed(indices):
        value = model.Const(node.span, word.local.type.required, index)
        body = _cases(node, list(_without(word, index, wanted)), player)
        chain = (model.Branch(node.span, forms.equal(node.span, word.local, value), body, chain),)
    return (*(model.Bind(node.span, slot, value) for slot, value in word.binds), *chain)


def _without(word: _Word, index: int | None, wanted: Iterable[_Wanted]) -> Iterable[_Wanted]:
    """What is demanded when a word has this value, or (None) no value that is a choice; its conditions are dropped."""
    for w in wanted:
        if all(v.index == index for v in w.words if v.local == word.local):
            yield _Wanted(w.choice, tuple(v for v in w.words if v.local != word.local))


def _check_demanded(node: syntax.Demanded, context: Context, way: _Way) -> list[_Wanted]:
    """The meaning of a demanded name: an action, the alternatives of a choice among choices, or what a word names."""
    name = node.choice.name
    action = context.names.demandable.get(name)
    if action is None:
        return _check_named_by_word(node, context, way)
    context.usage.used.add(name)
    count = len(action.parameters)
    if count != len(node.arguments) or node.given:
        parameters = [(p.name.name, type_of_parameter(p.type, context)) for p in action.parameters]
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{name}` is a choice, and takes its arguments in one pair of brackets"
            if node.given
            else f"`{name}` takes {count} argument{'s' * (count != 1)}, not {len(node.arguments)}",
            "",
            others=[(action.name.span, "declared here")],
            help=forms.takes(name, parameters),
        )
        return []
    arguments = tuple(
        expect(argument, context, type_of_parameter(parameter.type, context))
        for parameter, argument in zip(action.parameters, node.arguments, strict=True)
    )
    if not action.either:
        return [_Wanted(model.Demanded(name, arguments, way.binds), way.words)]
    if name in way.choices:
        circle = [*way.choices[way.choices.index(name) :], name]
        context.reporter.report(
            "recursive-definition",
            action.name.span,
            "this choice is one of itself: " + " -> ".join(circle),
            "goes round in a circle",
        )
        return []
    return _check_either(action, arguments, context.outer(), replace(way, choices=(*way.choices, name)))


def _check_either(
    action: syntax.Action, arguments: tuple[model.Expr, ...], inner: Context, way: _Way
) -> list[_Wanted]:
    """The alternatives of a choice among choices; they see only its parameters."""
    binds = way.binds
    for parameter, argument in zip(action.parameters, arguments, strict=True):
        kind = type_of_parameter(parameter.type, inner)
        local = inner.local(parameter.name.name, kind, parameter.span)
        binds = (*binds, (local.slot, argument))
    return [d for e in action.either for d in _check_demanded(e, inner, replace(way, binds=binds))]


def _check_named_by_word(node: syntax.Demanded, context: Context, way: _Way) -> list[_Wanted]:
    """A demand of the choice whose name is the value of a column, a field or a definition."""
    ident, demandable = node.choice, context.names.demandable
    if context.names.is_excused(ident.name):
        return []
    if ident.name not in context.everything():
        context.reporter.report(
            "unknown-action",
            ident.span,
            f"no action or choice is named `{ident.name}`",
            "not known",
            help=_FURTHER if ident.name == "again" else possible(ident.name, demandable),
        )
        return []
    asked: syntax.Expr = syntax.Name(ident.span, ident.name)
    given = node.given
    if _is_value_alone(ident.name, context):
        given = given or node.arguments
    elif node.arguments:
        asked = syntax.Call(node.span, ident, node.arguments)
    value = context.expression(asked)
    if value.type == ANY:
        return []
    choices = [(i, w) for i, w in _words_of(value, context) if w in demandable]
    if not choices:
        context.reporter.report(
            "unknown-action",
            ident.span,
            f"`{ident.name}` is no choice, and none of its values is the name of one",
            f"a {value.type}",
            help="a word of a column, field or definition demands the choice that has its name",
        )
    _report_nearly_choices(value, {w for _, w in choices}, context)
    local = context.unnamed(value.type, node.span)
    asks = (*way.binds, (local.slot, value))
    return [
        wanted
        for index, word in choices
        for wanted in _check_demanded(
            syntax.Demanded(node.span, syntax.Ident(ident.span, word), given),
            context,
            replace(way, words=(*way.words, _Word(local, index, asks))),
        )
    ]


def _report_nearly_choices(value: model.Expr, choices: set[str], context: Context) -> None:
    """Reports words among choices that name none, and that are nearly the name of one: at their first cell."""
    others = [name for name in context.names.demandable if name not in choices]
    for _, word in _words_of(value, context):
        if not choices or word in context.names.demandable:
            continue
        if help := near(word, others):
            span = first_place(word, context) or value.span
            context.reporter.report(
                "unknown-action",
                span,
                f"no choice is named `{word}`, so where `{word}` is demanded nothing happens",
                "not a choice",
                others=[(value.span, "choices are demanded by their names here")],
                help=help,
            )


def _is_value_alone(name: str, context: Context) -> bool:
    """Whether a name is a value without brackets, so that brackets after it belong to the choice that it names."""
    names = context.names
    definition = names.definitions.get(name)
    if context.find(name) is not None or name in names.options or names.field_of_game(name) is not None:
        return True
    return definition is not None and not definition.parameters


def _words_of(value: model.Expr, context: Context) -> list[tuple[int, str]]:
    """The words that may be the value of an expression: those in its column, or all of its type."""
    found = list(enumerate(value.type.symbols))
    if not isinstance(value, model.Attribute):
        return found
    cells = {k.attributes.get(value.name) for k in context.names.kinds.values()}
    flat = {v for c in cells for v in (c if isinstance(c, tuple) else (c,))}
    return [(i, w) for i, w in found if i in flat]
