"""Rivals: the rules with a small change, ready to be played, and where in the rules each of them differs."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from gdl.core.model import Definition, Game
from gdl.core.nodes import And, Const, Local, Node, Or
from gdl.core.rules import judging, stated, with_effects
from gdl.core.settled import settled
from gdl.core.visit import followed, nodes, same
from gdl.diagnostics.values import GameError, Reporter
from gdl.loader import read_source
from gdl.source import Span
from interpreter.analysis.mutating import Mutant, load_changed, mutants
from interpreter.analysis.review.readings import readings
from interpreter.engines.reference.engine import ReferenceEngine

MOST = 240  # mutants of a game, drawn from all
Key: TypeAlias = tuple[str, int, int]  # a place in the rules: a file, its characters


@dataclass(frozen=True, slots=True)
class Rival:
    """Rules that differ from the game's in one place.

    `touched`: the expressions of the game of which some is evaluated wherever the rules make a difference; empty where nobody
    knows. `is_alike`: positions of the game are positions of the rival.
    """

    number: int
    mutant: Mutant
    engine: ReferenceEngine
    touched: frozenset[Key]
    is_alike: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that are reviewed: a file and how its options are set."""

    path: Path
    game: Game
    options: Mapping[str, Any]
    variant: str | None = None


def small_changes(rules: Rules) -> list[Mutant]:
    """The mutants and readings of a game in an order drawn once and for all, so that the first ones are a fair sample.

    Those of what players see are left out, as no question shows it.
    """
    own = read_source(rules.path, Reporter())
    found = mutants(rules.game)
    if own is not None:
        found += [m for m in readings(rules.game, own) if m not in set(found)]
    found = [m for m in found if not any(_is_in(m, h.span) for h in rules.game.hides)]
    return Random(0).sample(found, min(MOST, len(found)))


def rivals(rules: Rules, changes: Sequence[Mutant], first: int = 0) -> Iterator[Rival]:
    """The rivals that these changes make, numbered from `first`. What the checker refuses, and what is played alike, is none."""
    places = _Places(rules.game)
    for number, mutant in enumerate(changes, first):
        try:
            game = load_changed(mutant, rules.path, rules.options, rules.variant)
        except GameError:
            continue
        if not _is_played_alike(rules.game, game):
            yield Rival(
                number, mutant, ReferenceEngine(game), places.touched(mutant), _is_alike(rules.game, game)
            )


def _is_played_alike(a: Game, b: Game) -> bool:
    """Whether two games have the same rules, but for what is settled before play, as where an option is off."""
    one, two = (
        (tuple(s.name for s in g.board.sites), g.phases, g.limit, _in_use(settled(g))) for g in (a, b)
    )
    return same(one, two)


def _in_use(game: Game) -> tuple[object, ...]:
    """The clauses of a game, and the definitions that these use."""
    clauses = (*with_effects(game), *judging(game))
    return *clauses, *(n for n in followed(clauses, game.definitions) if isinstance(n, Definition))


def _is_in(mutant: Mutant, span: Span) -> bool:
    return mutant.file == span.source.name and span.start <= mutant.start and mutant.end <= span.end


def key_of(span: Span) -> Key:
    return (span.source.name, span.start, span.end)


def _is_alike(a: Game, b: Game) -> bool:
    """Whether a position of one game is one of the other."""
    one, two = (
        (
            [s.name for s in g.board.sites], [k.name for k in g.kinds], [(f.name, f.holder) for f in g.fields.values()],
            list(g.pools), [a.name for a in g.actions], sorted(g.phases), list(g.histories), [p.name for p in g.players],
        )
        for g in (a, b)
    )  # fmt: skip
    return one == two


def _is_known(node: Node) -> bool:
    """Whether an expression may be known before play, so that nobody evaluates it, as where an option is off."""
    return isinstance(node, Const | Local) or (
        isinstance(node, And | Or) and (isinstance(node.left, Const) or isinstance(node.right, Const))
    )


class _Places:
    """Where the expressions of a game stand."""

    def __init__(self, game: Game) -> None:
        found: dict[str, set[tuple[int, int]]] = {}
        for node in nodes(stated(game)):
            if isinstance(node, Node) and node.span.source.name and not _is_known(node):
                found.setdefault(node.span.source.name, set()).add((node.span.start, node.span.end))
        self._spans = {name: sorted(spans) for name, spans in found.items()}

    def touched(self, mutant: Mutant) -> frozenset[Key]:
        """The expressions inside a change, and the smallest one around it."""
        spans = self._spans.get(mutant.file, [])
        first = bisect_left(spans, (mutant.start, -1))
        inside = [s for s in spans[first:] if s[1] <= mutant.end]
        around = [s for s in spans if s[0] <= mutant.start and mutant.end <= s[1]]
        if around:
            inside.append(min(around, key=lambda s: s[1] - s[0]))
        return frozenset((mutant.file, *s) for s in inside)
