"""Conditions as tables: by the sets of one name they are the same as by trying every pair."""

import pytest

from gdl.core import model, static
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.lowering.facts.tabulation import Relation, Tabulations
from interpreter.lowering.game.partial_evaluation import inlined, with_roles_as_names
from interpreter.lowering.prepared import prepare

RULES = """game "Pairs"

players White, Black
board square 4 x 3
kinds stone

let asked(a: site, b: site) = {condition}

action place
  choose s in sites where s is empty
  do
    place stone of mover on s
turn: place
end draw when full and some s in sites: asked(s, a1)
"""

BY_SETS = (
    "a = b",
    "not a = b and b in edge",
    "a in neighbours(b)",
    "a in neighbours(b, orthogonal)",
    "b in neighbours(a, north) or b in {a1, c3}",
    "a in {step(b, east)}",
    "a in (s in sites where distance(s, b) = 2)",
)
BY_TRYING = (
    "distance(a, b) = 2",
    "distance(a, b) in {1, 3}",
    "file(a) < file(b)",
    "a in edge and rank(a) = rank(b)",
)


def relation(condition: str) -> tuple[model.Game, model.Expr, Relation]:
    """A game with a condition on two sites, the condition with its definitions written out, and the names in it."""
    game, diagnostics = examine_source(Source("pairs.gdl", RULES.format(condition=condition)))
    assert game is not None, [d.message for d in diagnostics]
    definition = game.definitions["asked"]
    (_, mine, _), (_, other, _) = definition.parameters
    count = len(game.board.sites)
    e = with_roles_as_names(inlined(definition.body, game))
    return game, e, Relation(game, mine, other, count, count)


def tried(game: model.Game, e: model.Expr, names: Relation) -> tuple[int, ...]:
    """For each value of the other name the set of mine, asked one by one."""
    return tuple(
        sum(1 << a for a in range(names.size) if static.value(e, game.board, {names.mine: a, names.other: b}))
        for b in range(names.others)
    )


@pytest.mark.parametrize("condition", BY_SETS)
def test_a_condition_made_of_sets_of_one_name_is_known_without_trying_every_pair(condition: str) -> None:
    game, e, names = relation(condition)
    assert names.masks(e) == tried(game, e, names)


@pytest.mark.parametrize("condition", BY_TRYING)
def test_any_other_condition_is_left_to_trying(condition: str) -> None:
    _, e, names = relation(condition)
    assert names.masks(e) is None


@pytest.mark.parametrize("condition", BY_SETS + BY_TRYING)
def test_a_table_holds_what_the_condition_says_of_every_pair(condition: str) -> None:
    game, e, names = relation(condition)
    domains = prepare(game, 12).facts.domains
    found = Tabulations(game, domains).of_condition(e, frozenset({names.mine}))
    assert found is not None and found.masks == tried(game, e, names)
