"""Demands: which choices `then` asks for. By their names, by a choice among choices, or by a word that names one.

What a word names is a table of cases: the word is looked at once, and each choice is demanded in a branch of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, type_named
from gdl.diagnostics import near
from gdl.types import ANY

Binds = tuple[tuple[int, model.Expr], ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """That a word in play is a certain one. `local` holds the word; `binds` are done first, the last of them for it."""

    local: model.Local
    index: int
    binds: Binds


@dataclass(frozen=True, slots=True)
class _Way:
    """How a choice comes to be demanded: what is bound before, which words must be the right ones, by which choices."""

    binds: Binds = ()
    words: tuple[_Word, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What may be demanded, if all these words are the right ones."""

    choice: model.Demanded
    words: tuple[_Word, ...] = ()

    def is_told_apart(self, other: "_Wanted") -> bool:
        """Whether both can never be demanded at once, or are different actions."""
        return self.choice.action != other.choice.action or any(
            a.local == b.local and a.index != b.index for a in self.words for b in other.words
        )


def check_then(node: syntax.Then, context: Context) -> tuple[model.Effect, ...]:
    """A demand of one of several choices, as effects."""
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
    return _cases(node, wanted)


def check_alternatives(clause: syntax.Action, context: Context) -> None:
    """Checks the alternatives of a choice among choices, where it is declared."""
    for demanded in clause.either:
        _check_demanded(demanded, context, _Way(choices=(clause.name.name,)))


def _cases(node: syntax.Then, wanted: Sequence[_Wanted]) -> tuple[model.Effect, ...]:
    """The demand, with a branch for each word that has a part in it."""
    word = next((w.words[0] for w in wanted if w.words), None)
    if word is None:
        return (model.Demand(node.span, node.word, tuple(w.choice for w in wanted)),) if wanted else ()
    chain = _cases(node, list(_without(word, None, wanted)))
    indices = dict.fromkeys(v.index for w in wanted for v in w.words if v.local == word.local)
    for index in reversed(indices):
        value = model.Const(node.span, word.local.type.required, index)
        body = _cases(node, list(_without(word, index, wanted)))
        chain = (model.Branch(node.span, forms.equal(node.span, word.local, value), body, chain),)
    return (*(model.Bind(node.span, slot, value) for slot, value in word.binds), *chain)


def _without(word: _Word, index: int | None, wanted: Iterable[_Wanted]) -> Iterable[_Wanted]:
    """What may be demanded when a word has this value, or none that counts; the word is not looked at again."""
    for w in wanted:
        if all(v.index == index for v in w.words if v.local == word.local):
            yield _Wanted(w.choice, tuple(v for v in w.words if v.local != word.local))


def _check_demanded(node: syntax.Demanded, context: Context, way: _Way) -> list[_Wanted]:
    """What a demanded name means: an action, the alternatives of a choice among choices, or those that a word names."""
    name = node.choice.name
    action = context.names.demandable.get(name)
    if action is None:
        return _check_named_by_word(node, context, way)
    context.usage.used.add(name)
    if len(action.parameters) != len(node.arguments) or node.given:
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{name}` is a choice, and takes its arguments in one pair of brackets"
            if node.given
            else f"`{name}` takes {len(action.parameters)} arguments, not {len(node.arguments)}",
            "",
            others=[(action.name.span, "declared here")],
        )
        return []
    arguments = tuple(
        expect(argument, context, type_named(parameter.type, context))
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
    """The alternatives of a choice among choices, which see its parameters alone."""
    binds = way.binds
    for parameter, argument in zip(action.parameters, arguments, strict=True):
        kind = type_named(parameter.type, inner)
        local = inner.local(parameter.name.name, kind, parameter.span)
        binds = (*binds, (local.slot, argument))
    return [d for e in action.either for d in _check_demanded(e, inner, replace(way, binds=binds))]


def _check_named_by_word(node: syntax.Demanded, context: Context, way: _Way) -> list[_Wanted]:
    """A demand of the choice whose name is a value in play: of a column, a field or a definition."""
    ident, demandable = node.choice, context.names.demandable
    if context.names.is_excused(ident.name):
        return []
    if ident.name not in context.everything():
        context.reporter.report(
            "unknown-action",
            ident.span,
            f"no action or choice is named `{ident.name}`",
            "not known",
            help=near(ident.name, demandable),
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


def _is_value_alone(name: str, context: Context) -> bool:
    """Whether a name is a value by itself, so that brackets behind it belong to the choice that it names."""
    names = context.names
    definition = names.definitions.get(name)
    if context.find(name) is not None or name in names.options or names.field_of_game(name) is not None:
        return True
    return definition is not None and not definition.parameters


def _words_of(value: model.Expr, context: Context) -> list[tuple[int, str]]:
    """The words that an expression may have for its value: those that are written in its column, or all of its type."""
    found = list(enumerate(value.type.symbols))
    if not isinstance(value, model.Attribute):
        return found
    cells = {k.attributes.get(value.name) for k in context.names.kinds.values()}
    flat = {v for c in cells for v in (c if isinstance(c, tuple) else (c,))}
    return [(i, w) for i, w in found if i in flat]
