"""The table of what effects do and of what expressions depend on: what is seen in play is what it says."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from gdl.checker import condition
from gdl.core import model
from gdl.core import nodes as core
from gdl.core.traits import dependencies, has, musts, sources, traits, written
from gdl.core.visit import nodes
from gdl.loader import examine_source
from gdl.source import Source
from gdl.tree.words import Trait
from interpreter.engines.reference import ReferenceEngine
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.effects import Effects
from interpreter.shared.hashing import Random

RULES = """game "All effects"
players White facing north, Black facing south
board square 4 x 4
kinds man, king
field hits of game: 0..99
field age of piece: 0..9
field friend of piece: piece or none
pool box of game
let crowded(s: site) = some t in neighbours(s): t is piece
setup
  place man of White on {a1, b1, c1}
  place king of Black on {a4, b4, c4}
action first
  choose s in sites where s is own
  choose t in sites where t is empty
  do let p = piece(s)
     move p to t with age = 1
     place king of mover on s with age = 2
     place man of mover in box times 2 with age = 3
     random k in {man, king}
     kind(p) := k
     owner(p) := rival(mover)
     for q in enemy pieces where crowded(q) do hits := min(hits + 1, 99)
     for line orthogonal from t: enemy as victim do capture victim
     if hits > 90 do end draw
     else
       simultaneously
         age(p) := 4
         hits := min(hits + 2, 99)
     phase := main
     then may second
action other
  choose s in sites where s is own
  do remove s
     then must third
     phase := late
     then turn of mover
choice second
  do for q in box do remove q
choice third
  choose s in sites where s is empty
  do place king of mover on s
phase late: first
turn: other
end draw when no own pieces
"""
TOGETHER = """game "Effects of choices together"
players White, Black
board square 2 x 2
kinds man
field shown of player: 0..2
action show
  choose n in 1..2
  do shown(mover) := n
turn together: show
end draw when turn > 9
"""
DOING = (
    *("makes", "moves", "removes", "captures", "changes", "writes"),
    *("draws", "demands", "directs", "ends"),
)


@pytest.fixture(scope="module")
def game() -> model.Game:
    return checked(RULES)


@pytest.fixture(scope="module")
def together() -> model.Game:
    return checked(TOGETHER)


def checked(rules: str) -> model.Game:
    made, found = examine_source(Source("effects.gdl", rules))
    assert made is not None, [(d.message, d.span.text) for d in found]
    return made


def effects(game: model.Game) -> list[core.Effect]:
    return [n for n in nodes((game.setup, game.actions, game.settles)) if isinstance(n, core.Effect)]


def seen(before: Data, after: Data) -> Iterator[Trait]:
    """What has happened between two positions."""
    stayed = before.place.keys() & after.place.keys()
    if after.place.keys() - before.place.keys():
        yield "makes"
    if before.place.keys() - after.place.keys():
        yield "removes"
    if any(before.place[p] != after.place[p] for p in stayed):
        yield "moves"
    if any((before.kind[p], before.owner[p]) != (after.kind[p], after.owner[p]) for p in stayed):
        yield "changes"
    if fields(before, after) != fields(after, after):
        yield "writes"
    if len(after.captured) > len(before.captured):
        yield "captures"
    if after.seed != before.seed:
        yield "draws"
    if len(after.pending) > len(before.pending):
        yield "demands"
    if (after.phase, after.next_player) != (before.phase, before.next_player):
        yield "directs"
    if after.outcome != before.outcome:
        yield "ends"


def fields(data: Data, after: Data) -> tuple[Any, ...]:
    """All fields, those of pieces that are no more left out."""
    held = {n: {p: v for p, v in f.items() if p in after.place} for n, f in data.piece_fields.items()}
    return data.game_fields, data.player_fields, data.site_fields, held


def watched(game: model.Game) -> dict[core.Effect, set[Trait]]:
    """What each effect was seen to do in some random games. Fails where the table does not say it."""
    found: dict[core.Effect, set[Trait]] = {}
    plain = Effects.effect

    def effect(self: Effects, e: core.Effect) -> None:
        before = self.data.copy()
        plain(self, e)
        observed = set(seen(before, self.data))
        assert observed <= traits_of(e), (e.span.text, observed, traits_of(e))
        found.setdefault(e, set()).update(observed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effects, "effect", effect)
        for seed in range(6):
            state = ReferenceEngine(game).initial_state(seed=seed)
            random = Random(seed)
            while not state.is_terminal and state.data.moves < 60:
                state = state.apply(random.pick(state.legal_actions()))
    return found


def traits_of(part: object) -> frozenset[Trait]:
    """What the effects anywhere inside a part of the rules do."""
    return frozenset(t for node in nodes(part) if isinstance(node, model.Effect) for t in traits(node))


def test_what_an_effect_is_seen_to_do_is_what_its_traits_say(game: model.Game, together: model.Game) -> None:
    found = {**watched(game), **watched(together)}
    for e, observed in found.items():
        assert observed == traits_of(e) & set(DOING), e.span.text
    assert {type(e) for e in found} == set(get_args(core.Effect)), "add an action with the others to `RULES`"
    assert {t for e in found for t in traits(e)} == {*DOING, "fails"}


def test_the_games_of_these_tests_have_every_effect(game: model.Game, together: model.Game) -> None:
    there = {type(e) for e in (*effects(game), *effects(together))}
    assert set(get_args(core.Effect)) - there == set(), "add an action with them to `RULES`"


def test_an_owner_or_a_kind_is_no_field(game: model.Game) -> None:
    given = {e.field: e for e in effects(game) if isinstance(e, core.SetField)}
    assert [name for e in given.values() for name in written(e)] == ["hits", "age"]
    assert traits(given["owner"]) == {"changes"}
    assert traits(given["kind"]) == {"changes", "fails"}
    assert traits(given["age"]) == {"writes", "fails"}


def test_fields_given_where_a_piece_is_put_are_written(game: model.Game) -> None:
    put = [e for e in effects(game) if isinstance(e, core.Place | core.Stock | core.MoveTo)]
    for e in put:
        assert written(e) == tuple(name for name, _ in e.settings)
        assert ("writes" in traits(e)) == bool(e.settings)
    assert {type(e) for e in put if e.settings} == {core.Place, core.Stock, core.MoveTo}
    assert any(not e.settings for e in put)


def test_effects_and_musts_are_found_inside_others(game: model.Game) -> None:
    first, other = game.action("first"), game.action("other")
    assert has(first.effects, "captures")
    assert not has(other.effects, "captures")
    assert has(other.effects, "captures", "removes")
    assert [*musts(first.effects)] == []
    assert [c.action for d in musts(game.actions) for c in d.choices] == ["third"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 1 = 2", ()),
        ("rank(a1) = rank(b1)", ()),
        ("mover = White", ("mover",)),
        ("a1 is empty", ("pieces",)),
        ("hits = 1", ("fields",)),
        ("some p in box: p is king", ("pieces", "pools")),
        ("some p in pieces: p is own", ("mover", "pieces")),
        ("some p in pieces: friend(p) is none", ("fields", "pieces")),
        ("turn = 1", ("counters",)),
        ("captures = 1", ("action",)),
        ("can_move(White)", ("legal",)),
        ("can_move(White, other)", ("legal",)),
        ("some s in sites: file(s) = 1", ("extent",)),
        ("some line orthogonal: [it = a1]", ("extent",)),
        ("some line orthogonal from a1: [it = a2]", ()),
        ("some line orthogonal from piece(a1): [it = a2]", ("pieces",)),
        ("last_rank(White) = rank(4)", ("players",)),
        ("crowded(a1)", ("pieces",)),
    ],
)
def test_an_expression_depends_on_what_its_nodes_read(
    game: model.Game, text: str, wanted: tuple[str, ...]
) -> None:
    assert dependencies(condition(game, text)[0], game.definitions) == set(wanted)


def test_a_definition_that_is_used_is_no_part_of_the_expression_itself(game: model.Game) -> None:
    asked = condition(game, "crowded(a1)")[0]
    assert isinstance(asked, core.Apply)
    assert sources(asked) == frozenset()
