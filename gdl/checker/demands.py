"""Demands: which choices `then` asks for. By their names, by a choice among choices, or by a word that names one.

What a word names is a table of cases: the word is looked at once, and each choice is demanded in a branch of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gdl import model, syntax
from gdl.checker.names import Scope
from gdl.checker.paths import Paths
from gdl.diagnostics import near
from gdl.types import ANY, BOOL, NAMED, Type

Binds = tuple[tuple[int, model.Expr], ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """That a word in play is a certain one. `local` holds the word; `binds` are done first, the last of them for it."""

    local: model.Local
    index: int
    binds: Binds


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


class Demands(Paths):
    """Types and lowers demands. `demandable` holds the actions and choices by their names."""

    demandable: Mapping[str, syntax.Action] = {}

    def then(self, node: syntax.Then, scope: Scope) -> tuple[model.Effect, ...]:
        wanted = [w for d in node.choices for w in self.demanded(d, scope, (), (), ())]
        twice = next(
            (w.choice.action for i, w in enumerate(wanted) for v in wanted[:i] if not w.is_told_apart(v)),
            None,
        )
        if twice is not None:
            self.report(
                "duplicate-name",
                node.span,
                f"`{twice}` is demanded twice by one `then`",
                "nothing would tell the two apart",
                help="demand one after the other, or give the second a name of its own",
            )
        return self.cases(node, wanted)

    def cases(self, node: syntax.Then, wanted: Sequence[_Wanted]) -> tuple[model.Effect, ...]:
        """The demand, with a branch for each word that has a part in it."""
        word = next((w.words[0] for w in wanted if w.words), None)
        if word is None:
            return (model.Demand(node.span, node.word, tuple(w.choice for w in wanted)),) if wanted else ()
        chain = self.cases(node, list(_without(word, None, wanted)))
        indices = dict.fromkeys(v.index for w in wanted for v in w.words if v.local == word.local)
        for index in reversed(indices):
            value = model.Const(node.span, word.local.type.required, index)
            is_it = model.Compare(node.span, BOOL, "=", word.local, value)
            body = self.cases(node, list(_without(word, index, wanted)))
            chain = (model.Branch(node.span, is_it, body, chain),)
        return (*(model.Bind(node.span, slot, value) for slot, value in word.binds), *chain)

    def demanded(
        self,
        node: syntax.Demanded,
        scope: Scope,
        binds: Binds,
        words: tuple[_Word, ...],
        path: tuple[str, ...],
    ) -> list[_Wanted]:
        """The actions that a demanded name stands for: itself, the alternatives of a choice among choices, or those
        that a word names."""
        name = node.choice.name
        action = self.demandable.get(name)
        if action is None:
            return self.named_by_word(node, scope, binds, words, path)
        self.names.used.add(name)
        if len(action.parameters) != len(node.arguments) or node.given:
            self.report(
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
            self.wanted(argument, scope, self.type_named(parameter.type))
            for parameter, argument in zip(action.parameters, node.arguments, strict=True)
        )
        if not action.either:
            return [_Wanted(model.Demanded(name, arguments, binds), words)]
        if name in path:
            self.report(
                "recursive-definition",
                action.name.span,
                "this choice is one of itself: " + " -> ".join([*path[path.index(name) :], name]),
                "goes round in a circle",
            )
            return []
        inner = Scope()
        for parameter, argument in zip(action.parameters, arguments, strict=True):
            kind = self.type_named(parameter.type)
            local = self.names.local(inner, parameter.name.name, kind, parameter.span)
            binds = (*binds, (local.slot, argument))
        return [
            d
            for alternative in action.either
            for d in self.demanded(alternative, inner, binds, words, (*path, name))
        ]

    def named_by_word(
        self,
        node: syntax.Demanded,
        scope: Scope,
        binds: Binds,
        words: tuple[_Word, ...],
        path: tuple[str, ...],
    ) -> list[_Wanted]:
        """A demand of the choice whose name is a value in play: of a column, a field or a definition."""
        ident = node.choice
        if ident.name in self.names.broken | self.names.failed:
            return []
        if ident.name not in self.names.everything(scope):
            self.report(
                "unknown-action",
                ident.span,
                f"no action or choice is named `{ident.name}`",
                "not known",
                help=near(ident.name, self.demandable),
            )
            return []
        asked: syntax.Expr = syntax.Name(ident.span, ident.name)
        given = node.given
        if self.stands_alone(ident.name, scope):
            given = given or node.arguments
        elif node.arguments:
            asked = syntax.Call(node.span, ident, node.arguments)
        value = self.expr(asked, scope)
        if value.type == ANY:
            return []
        choices = [(i, w) for i, w in self.values_of(value) if w in self.demandable]
        if not choices:
            self.report(
                "unknown-action",
                ident.span,
                f"`{ident.name}` is no choice, and none of its values is the name of one",
                f"a {value.type}",
                help="a word of a column, field or definition demands the choice that has its name",
            )
        local = self.names.local(Scope(), "it", value.type, node.span)
        asks = (*binds, (local.slot, value))
        return [
            d
            for index, word in choices
            for d in self.demanded(
                syntax.Demanded(node.span, syntax.Ident(ident.span, word), given),
                scope,
                binds,
                (*words, _Word(local, index, asks)),
                path,
            )
        ]

    def stands_alone(self, name: str, scope: Scope) -> bool:
        """Whether a name is a value by itself, so that brackets behind it belong to the choice that it names."""
        field, definition = self.names.fields.get(name), self.names.definitions.get(name)
        if scope.find(name) is not None or name in self.names.options:
            return True
        return (field is not None and field.holder == "game") or (
            definition is not None and not definition.parameters
        )

    def values_of(self, value: model.Expr) -> list[tuple[int, str]]:
        """The words that an expression may have for its value: those that stand in its column, or all of its type."""
        found = list(enumerate(value.type.symbols))
        if not isinstance(value, model.Attribute):
            return found
        cells = {k.attributes.get(value.name) for k in self.names.kinds.values()}
        flat = {v for c in cells for v in (c if isinstance(c, tuple) else (c,))}
        return [(i, w) for i, w in found if i in flat]

    def type_named(self, ident: syntax.Ident) -> Type:
        if ident.name in NAMED:
            return NAMED[ident.name]
        self.report(
            "unknown-type",
            ident.span,
            f"no type is named `{ident.name}`",
            "not a type",
            help="write `turns of orthogonal`"
            if ident.name == "turns"
            else near(ident.name, NAMED) or "the types are " + ", ".join(NAMED),
        )
        return ANY


def _without(word: _Word, index: int | None, wanted: Iterable[_Wanted]) -> Iterable[_Wanted]:
    """What may be demanded when a word has this value, or none that counts; the word is not looked at again."""
    for w in wanted:
        if all(v.index == index for v in w.words if v.local == word.local):
            yield _Wanted(w.choice, tuple(v for v in w.words if v.local != word.local))
