"""Questions about the tree: the clauses of one sort, the names in a part, and what introduces them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TypeVar

from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

_Clause = TypeVar("_Clause", bound=syntax.Clause)
Binder = (
    syntax.Choose
    | syntax.ChooseSet
    | syntax.Bind
    | syntax.Random
    | syntax.Generator
    | syntax.Parameter
    | syntax.Quantifier
    | syntax.Mapped
    | syntax.Filter
    | syntax.Ordered
    | syntax.Step
    | syntax.Hide
    | syntax.Skip
)


@dataclass(frozen=True, slots=True)
class ClauseNames:
    """The names of one clause: those that it introduces, each with what introduces it, and how often each stands in it."""

    introduced: tuple[tuple[syntax.Ident, Binder], ...] = ()
    counts: Mapping[str, int] = field(default_factory=Counter)


@dataclass(frozen=True)
class Rules:
    """The clauses of a game as they are written. What is asked of them is found once."""

    clauses: tuple[syntax.Clause, ...] = ()
    _names: dict[int, ClauseNames] = field(default_factory=dict)  # by the identity of clauses

    def names_at(self, span: Span) -> ClauseNames:
        """The names of the clause in which a place is."""
        clause = self.clause_at(span)
        if clause is None:
            return ClauseNames()
        if id(clause) not in self._names:
            self._names[id(clause)] = ClauseNames(tuple(introduced(clause)), Counter(_names(clause)))
        return self._names[id(clause)]

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each name stands in the rules, its declaration included."""
        return Counter(_names(self.clauses))

    def clause_at(self, span: Span) -> syntax.Clause | None:
        """The clause in which a place is."""
        return next((c for c in self.clauses if c.span.contains(span)), None)


def of_sort(clauses: Sequence[syntax.Clause], sort: type[_Clause]) -> list[_Clause]:
    """The clauses of one sort, in the order of the text."""
    return [c for c in clauses if isinstance(c, sort)]


def mentioned(node: object) -> set[str]:
    """All names that occur in a part of the tree, also in its texts."""
    return set(_names(node))


def introduced(node: object) -> Iterator[tuple[syntax.Ident, Binder]]:
    """The names that a part of the tree introduces for some of what is inside it, each with what introduces it."""
    for item in nodes(node):
        match item:
            case (
                syntax.Choose(name=ident)
                | syntax.ChooseSet(name=ident)
                | syntax.Bind(name=ident)
                | syntax.Random(name=ident)
                | syntax.Generator(name=ident)
                | syntax.Parameter(name=ident)
                | syntax.Quantifier(variable=ident)
                | syntax.Mapped(variable=ident)
                | syntax.Step(bound=syntax.Ident() as ident)
                | syntax.Hide(name=syntax.Ident() as ident)
                | syntax.Skip(name=ident)
            ):
                yield ident, item
            case syntax.Filter(source=syntax.Binary(operator="in", left=syntax.Name() as name)):
                yield syntax.Ident(name.span, name.name), item
            case syntax.Ordered(variable=syntax.Name() as name):
                yield syntax.Ident(name.span, name.name), item


def _names(node: object) -> Iterator[str]:
    for item in nodes(node):
        match item:
            case syntax.Name() | syntax.Ident():
                yield item.name
            case syntax.Text():
                yield from _names_in_text(item.value)


def _names_in_text(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"\{([^}]*)\}", text)))
