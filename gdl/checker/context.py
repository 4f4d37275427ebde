"""The context: a small record of what is known where a node is checked. Every function of the checker gets one.

Its tables belong to the whole game, its scope to one place. A part with local names of its own gets a child context with a
new scope. Expressions, paths and tests contain each other; the function that all of them call, `check_expression`, is
therefore part of the context, and `gdl.checker.check` puts it there.
"""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Protocol

from gdl.checker.names import RESERVED, Names, Usage
from gdl.checker.tree import Rules
from gdl.core import model
from gdl.core.types import Type
from gdl.diagnostics.values import Reporter
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax


@dataclass(slots=True)
class Hole:
    """A name that means nothing, which stands in a text where somebody asks what may stand there, and the answer.

    `names`: those without a mistake of their own in its place, None while nothing has looked for its meaning; `wanted`: the
    type of a value that the place wants, ANY for one of any type, None where no value stands.
    """

    name: str
    names: frozenset[str] | None = None
    wanted: Type | None = None


_HELPED = 100  # mistakes of one text for which ways out are sought


@dataclass(slots=True)
class Scope:
    """Local names; those of the parent are visible, too."""

    parent: "Scope | None" = None
    names: dict[str, model.Local] = field(default_factory=dict)

    def find(self, name: str) -> model.Local | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def depth(self, name: str) -> int:
        """Within how many scopes a local name is declared; 0 for one that is no local name."""
        if name in self.names:
            return self.nested()
        return self.parent.depth(name) if self.parent else 0

    def nested(self) -> int:
        """How many scopes there are up to this one."""
        return 1 + (self.parent.nested() if self.parent else 0)

    def visible(self) -> set[str]:
        return set(self.names) | (self.parent.visible() if self.parent else set())


@dataclass(slots=True)
class Slots:
    """Numbers the slots of local names. No definition is recursive, so every local name has a slot of its own."""

    count: int = 0
    variables: set[int] = field(default_factory=set)  # slots of names that effects may give another value

    def new(self) -> int:
        self.count += 1
        return self.count - 1


class CheckExpression(Protocol):
    """Returns the typed core form of an expression. A mistake is reported and makes a value of type `any`.

    `expected`: the type that the place wants; it decides what an ambiguous word means.
    """

    def __call__(self, node: syntax.Expr, context: "Context", expected: Type | None = None) -> model.Expr: ...


@dataclass(frozen=True, slots=True)
class Context:
    """What is known at one place of a game's text."""

    names: Names
    usage: Usage
    slots: Slots
    reporter: Reporter
    check_expression: CheckExpression
    rules: Rules = field(
        default_factory=Rules
    )  # as they are written; nothing of an expression about a checked game
    scope: Scope = field(default_factory=Scope)
    performing: tuple[
        str, ...
    ] = ()  # the declared effects within which this place is, each used by the one before
    hole: Hole | None = None

    def expression(self, node: syntax.Expr, expected: Type | None = None) -> model.Expr:
        """The typed core form of an expression at this place."""
        return self.check_expression(node, self, expected)

    @property
    def seeks_ways_out(self) -> bool:
        """Whether ways out are sought: where nobody hears of them, or of very many mistakes, the time is saved."""
        return self.reporter.is_heard and len(self.reporter.found) < _HELPED

    def with_scope(self, scope: Scope) -> "Context":
        return replace(self, scope=scope)

    def inner(self) -> "Context":
        """A context for a part with local names of its own, which also sees those of this context."""
        return self.with_scope(Scope(self.scope))

    def outer(self) -> "Context":
        """A context without local names."""
        return self.with_scope(Scope())

    def local(self, name: str, kind: Type, span: Span) -> model.Local:
        """Declares a local name at this place."""
        made = model.Local(span, kind, self.slots.new(), name)
        self.scope.names[name] = made
        return made

    def unnamed(self, kind: Type, span: Span) -> model.Local:
        """A new slot to which no word of the text refers; explanations show it as `it`."""
        return model.Local(span, kind, self.slots.new(), "it")

    def find(self, name: str) -> model.Local | None:
        return self.scope.find(name)

    def everything(self) -> set[str]:
        """All names that an expression may use at this place, for suggestions."""
        return self.scope.visible() | self.names.everything()

    def declare(self, name: str, span: Span) -> bool:
        """Takes a name for a declaration. Returns False, with a report, if it is taken or reserved."""
        if name in RESERVED:
            self.reporter.report(
                "reserved-name",
                span,
                f"`{name}` is a word of the language",
                "cannot be declared",
                help="names are separated by commas"
                if name in ("and", "or")
                else f"take another name, such as `{name}_`",
                subjects=[name],
            )
            return False
        if name in self.names.declared:
            self.names.failed.add(name)  # which of them a use means is not known
            first, again = self.names.declared[name], span
            if first.source is again.source:  # options are declared before all else
                first, again = sorted((first, again), key=lambda s: s.start)
            self.reporter.report(
                "duplicate-name",
                again,
                f"`{name}` is declared twice",
                "declared again here",
                others=[(first, "first declared here")],
                help="take one of them out, or give it another name",
            )
            return False
        self.names.declared[name] = span
        return True

    def has_repeated(self, idents: Sequence[syntax.Ident], what: str) -> bool:
        """Whether two names of a list are the same; reports the second. `what`: what the list names, several."""
        first: dict[str, Span] = {}
        for ident in idents:
            if ident.name in first:
                self.reporter.report(
                    "duplicate-name",
                    ident.span,
                    f"two {what} are named `{ident.name}`",
                    "named again here",
                    others=[(first[ident.name], "named here first")],
                    help="take one of them out, or give it another name",
                )
                return True
            first[ident.name] = ident.span
        return False
