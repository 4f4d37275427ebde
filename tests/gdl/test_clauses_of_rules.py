"""The one list of a game's clauses: nothing that holds rules is missing, and warnings look at all of it."""

from dataclasses import fields

import pytest

from gdl.core import model
from gdl.core.rules import played, showing, stated, with_effects
from gdl.core.visit import nodes
from gdl.loader import examine_source
from gdl.source import Source
from tests.checking import small

NO_RULES = {
    "players", "options", "variants", "kinds", "columns", "fields", "pools", "board",  # declared: no expressions to judge
    "knowns", "claims",  # what is claimed may be meant never to hold
    "looks", "signs", "surface", "shape",  # for the eye
}  # fmt: skip


def held(value: object) -> bool:
    """Whether a part of a game is a node, or holds some."""
    parts = tuple(value.values()) if isinstance(value, dict) else value
    return any(True for _ in nodes(parts))


def test_every_part_of_a_game_that_holds_nodes_is_among_its_rules_or_is_none_for_a_reason() -> None:
    source = """game "Everything"
players Black, White
board square 3 x 3
kinds stone
pool hand of player seen by owner
position same: pieces
hide p in pieces from viewer where owner(p) != viewer
let crowded(s: site) = some t in neighbours(s): t is piece
setup place stone of Black in hand(Black) times 2
action put
  choose s in sites where s is empty and not crowded(s)
  do place stone of mover on s
turn: put else draw
skip p when no pieces of p
settle for p in pieces where distance(site(p), a1) > 9 do capture p
require count(pieces) < 9
prefer most count(pieces)
end mover wins when full
claim "it ends": never count(pieces) > 9
"""
    game, found = examine_source(Source("everything.gdl", source))
    assert game is not None, [d.message for d in found]
    listed = {id(n) for n in nodes(stated(game))}
    for field in fields(model.Game):
        value = getattr(game, field.name)
        if field.name in NO_RULES or field.name == "names" or not held(value):
            continue
        parts = tuple(value.values()) if isinstance(value, dict) else value
        assert all(id(n) in listed for n in nodes(parts)), field.name


def test_effects_stand_only_in_clauses_with_effects() -> None:
    game = small()
    found = [n for n in nodes(stated(game)) if isinstance(n, model.Effect)]
    assert found
    inside = {id(n) for n in nodes(with_effects(game))}
    assert all(id(n) in inside for n in found)


def test_what_only_shows_is_not_played() -> None:
    game = small()
    assert not {id(n) for n in nodes(played(game))} & {id(n) for n in nodes(showing(game))}


@pytest.mark.parametrize(
    "clause",
    [
        "skip p when count(pieces of p) / 0 > 2",
        "turn: put else draw if 1 / 0 = 1",
        "position same: pieces, {s for s in sites where 1 / 0 = 2}",
        "hide p in pieces from viewer where 3 / 0 = 2 and owner(p) = viewer",
        "limit 30 moves: {p in players where 3 / 0 = 2} wins",
        "prefer most 1 / 0",
    ],
)
def test_warnings_look_at_every_clause(clause: str) -> None:
    source = f"""game "Doubt"
players Black, White
board square 3 x 3
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
{"" if clause.startswith("turn") else "turn: put"}
{clause}
end mover wins when full
"""
    _, found = examine_source(Source("doubt.gdl", source))
    assert "division-by-zero" in {d.code for d in found}, [d.message for d in found]
