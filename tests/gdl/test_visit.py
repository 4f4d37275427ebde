"""The one visitor: what is inside a part of a game, found, followed and changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import bundled
import pytest

from gdl.checker import condition
from gdl.core import model, visit
from gdl.core import nodes as core
from gdl.core.types import NUMBER, PLAYER, SITE
from gdl.diagnostics.values import Reporter
from gdl.loader import find
from gdl.parsing.parser import parse
from gdl.source import NOWHERE, Source
from gdl.tree import syntax

GAMES = (  # together they have every sort of clause
    *(
        "arimaa",
        "backgammon",
        "black_path",
        "chess",
        "cyvasse",
        "go",
        "hearts",
        "hive",
        "liars_dice",
        "oware",
    ),
    *("pentago", "stone_towers", "stratego", "zarathustra", "zarcana"),
)
MODULES = (
    "gdl.core.nodes",
    "gdl.core.declared",
    "gdl.core.model",
    "gdl.tree.phrases",
    "gdl.tree.statements",
    "gdl.tree.declarations",
    "gdl.tree.syntax",
)
RULES = """game "Rules"
players White, Black
board square 4 x 4
kinds man, king
field hits of game: 0..9
field age of piece: 0..9
pool hand of player
let near(s: site) = some t in neighbours(s): t is own
let far(s: site) = not near(s) and near(s)
setup
  place man of White on a1 with age = 1
action step
  choose s in sites where s is own
  choose t in neighbours(s) where t is empty and near(t)
  do if far(t) do
       hits := 1
       for p in own man do remove p
     else
       simultaneously
         hits := 2
action turn
  choose s in sites
  do for line any from s: (empty{1..2} as gap, enemy)*, own do hits := count(gap)
turn: step or turn
end mover wins when far(a1)
"""


@pytest.fixture(scope="module")
def game() -> model.Game:
    from gdl.loader import examine_source

    made, found = examine_source(Source("rules.gdl", RULES))
    assert made is not None, [d.message for d in found]
    return made


def said(game: model.Game, text: str) -> model.Expr:
    return condition(game, text)[0]


def naively(value: object) -> Iterator[object]:
    """All nodes, by looking into every field of every class."""
    if isinstance(value, tuple):
        for item in value:
            yield from naively(item)
    elif is_dataclass(value) and type(value).__module__ in MODULES:
        yield value
        for f in fields(value):
            if not isinstance(value, model.Game) or f.name != "names":
                yield from naively(getattr(value, f.name))


@pytest.mark.parametrize("name", GAMES)
def test_no_field_that_holds_nodes_is_overlooked(name: str) -> None:
    game = bundled.load(name)
    whole = (game, *game.definitions.values(), *game.turns.values(), *game.histories.values())
    assert [id(n) for n in visit.nodes(whole)] == [id(n) for n in naively(whole)]


@pytest.mark.parametrize("name", ["chess", "cyvasse", "zarathustra"])
def test_the_tree_is_visited_like_the_game(name: str) -> None:
    path = find(name)
    tree = parse(Source(path.name, path.read_text("utf-8")), Reporter()).tree
    found = [type(n) for n in visit.nodes(tree)]
    assert found == [type(n) for n in naively(tree)]
    assert Counter(found)[syntax.Name] > 20


def test_a_node_comes_before_what_is_inside_it_and_in_the_order_of_the_text(game: model.Game) -> None:
    e = said(game, "hits = 1 and (2 < hits or not 3 = 4)")
    values = [n.value for n in visit.nodes(e) if isinstance(n, core.Const)]
    assert values == [1, 2, 3, 4]
    assert [type(n) for n in visit.nodes(e)][:3] == [core.And, core.Compare, core.GetField]


def test_children_are_what_is_directly_inside_a_node_or_a_tuple(game: model.Game) -> None:
    e = said(game, "hits = 1 and 2 = 3")
    assert isinstance(e, core.And)
    assert [*visit.children(e)] == [e.left, e.right]
    assert [*visit.children((e.left, (e.right, "text", 5)))] == [e.left, e.right]
    (place,) = game.setup
    assert isinstance(place, core.Place)
    assert [*visit.children(place)] == [place.kind, place.owner, place.sites, place.settings[0][1]]
    assert [*visit.children("text")] == []


def test_what_is_followed_goes_through_each_definition_once(game: model.Game) -> None:
    asked = [n for n in visit.followed(game.ends, game.definitions) if isinstance(n, core.Apply)]
    assert [n.definition for n in asked] == ["far", "near", "near"]
    reached = [n for n in visit.followed(game.ends, game.definitions) if isinstance(n, core.Quantified)]
    assert len(reached) == 1


def test_scores_of_results_are_followed() -> None:
    go = bundled.load("go")
    result = go.ends[0].result
    assert result.form == "highest"
    body = go.definitions[result.score].body
    assert any(n is body for n in visit.followed(result, go.definitions))


def test_what_is_not_changed_stays_the_same_object(game: model.Game) -> None:
    for part in (*game.actions, *game.setup, *game.ends, game.actions):
        assert visit.rewritten(part, lambda n: n) is part
        assert visit.substituted(part, {}) is part


def test_a_change_reaches_nodes_inside_pairs_and_leaves_the_others(game: model.Game) -> None:
    (place,) = game.setup
    assert isinstance(place, core.Place)
    two = core.Const(NOWHERE, NUMBER, 2)
    made = visit.rewritten(place, lambda n: two if isinstance(n, core.Const) and n.type == NUMBER else n)
    assert made.settings == (("age", two),)
    assert made.sites is place.sites
    assert place.settings[0][1] != two


def test_names_are_replaced_however_deep_they_stand(game: model.Game) -> None:
    step = game.action("step")
    first, second = (c.slot for c in step.choices)
    corner = core.Const(NOWHERE, SITE, 0)
    made = visit.substituted((step.parts, step.effects), {first: corner})
    assert visit.reads((step.parts, step.effects), {first})
    assert not visit.reads(made, {first})
    assert visit.reads(made, {second})
    local = core.Local(NOWHERE, SITE, first, "s")
    assert visit.substituted(local, {first: corner}) is corner


@pytest.mark.parametrize(
    "text",
    [
        "some s in sites: all t in sites: s = t or some line any from s: empty, [it = t]",
        "count({s for s in sites where s is own}) > sum(rank(t) for t in reached from a1 while empty)",
    ],
)
def test_two_parts_are_alike_whatever_slots_their_own_names_have(game: model.Game, text: str) -> None:
    both = said(game, f"({text}) and ({text})")
    other = said(game, f"({text}) and ({text.replace('s = t', 's = s').replace('rank(t)', 'file(t)')})")
    assert isinstance(both, core.And)
    assert isinstance(other, core.And)
    assert not visit.same(both.left, both.right)  # each has slots of its own
    assert visit.alike(both.left, both.right)
    assert visit.alike((both.left, both.right), (both.right, both.left))
    assert not visit.alike(other.left, other.right)


def test_two_parts_are_the_same_wherever_they_are_written(game: model.Game) -> None:
    a, b = said(game, "hits + 1 = 2"), said(game, "true and  hits + 1 = 2")
    assert isinstance(b, core.And)
    assert a != b.right  # their spans differ
    assert visit.same(a, b.right)
    assert visit.same((a, b), (b.right, b))
    assert not visit.same(a, said(game, "hits + 1 < 2"))
    assert not visit.same(a, said(game, "hits + 2 = 2"))
    assert not visit.same((a,), (a, a))
    assert not visit.same(a, None)


def test_steps_inside_groups_are_found(game: model.Game) -> None:
    (loop,) = game.action("turn").effects
    assert isinstance(loop, core.ForPath)
    assert [s.name or s.group is not None for s in visit.steps(loop.path.steps)] == [
        True,
        "gap",
        False,
        False,
    ]


def test_free_names_are_those_that_something_outside_gives(game: model.Game) -> None:
    step = game.action("step")
    first, second = (c.slot for c in step.choices)
    assert visit.free_names(step.parts[1]) == {first: SITE}
    near = game.definitions["near"]
    assert visit.free_names(near.body) == {near.parameters[0][1]: SITE}
    assert visit.free_names(said(game, "some p in players: p = mover")) == {}
    assert PLAYER in visit.names_read(said(game, "some p in players: p = mover")).values()
    (loop,) = game.action("turn").effects
    assert isinstance(loop, core.ForPath)
    assert set(visit.free_names(loop)) == {game.action("turn").choices[0].slot}
    assert second not in visit.names_read(step.parts[0])
