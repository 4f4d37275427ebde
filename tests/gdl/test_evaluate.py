"""The one evaluator: what expressions mean, and what of a world they ask."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest

from gdl import boards
from gdl.boards.board import Board
from gdl.boards.building import growing
from gdl.boards.squares import Squares
from gdl.checker import condition
from gdl.core import evaluate, model, static
from gdl.core import nodes as core
from gdl.core.builtins import FACTS, INNER_ROWS, PURE, ROWS, Row
from gdl.core.evaluate import ASKING, value
from gdl.core.types import ANY, NUMBER, SITE, Type
from gdl.core.world import NotStatic, World
from gdl.diagnostics.values import Reporter
from gdl.files import options
from gdl.loader import examine_source
from gdl.parsing.parser import parse_expression
from gdl.source import NOWHERE, Source
from gdl.tree.words import SOURCES
from interpreter.engines.reference import ReferenceEngine
from interpreter.engines.reference.view import View

# The questions of a world, by what their answers depend on. The others are about what is declared.
QUESTIONS: dict[str, tuple[str, ...]] = {
    "players": ("player_count", "team", "facing"),
    "mover": ("mover", "viewpoint"),
    "extent": ("occupied",),
    "pieces": ("cells", "occupied", "is_there", "site", "owner", "kind"),
    "pools": ("pool",),
    "fields": ("field", "default"),
    "counters": ("counter",),
    "action": ("steps", "captured"),
    "history": ("repeated", "cycle"),
    "legal": ("can_move", "choices", "can_make", "is_over"),
}
DECLARED = ("names", "board", "definition", "answers", "cell", "index")
WAYS = ("has_way", "ends", "text")  # what these read, the paths and values say that are asked about
RULES = """game "Rules"
players White facing north, Black facing south
board square growing within 8
kinds man, king
pool hand of player
position same: pieces, mover
setup
  place man of White on {0,0}
  place king of Black on {0,1}
action step
  choose s in sites where s is empty
  do place man of mover on s
turn: step
end mover wins when repeated(same) > 2
"""
VALUES: dict[str, tuple[Any, ...]] = {
    "site": (0, 27, None),
    "direction": (0, 1),
    "number": (1, 2, None),
    "player": (0, 1, None),
    "piece": (0, None),
    "kind": (0, 1),
    "point": ("centre",),
    "position": ("same",),
    "text": ("forward", "sideways"),
    "entry": (0, 2, None),
    "any": (0, None),
}


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """Something is asked that may not be asked."""


class Limited:
    """A world that answers only questions of some sources."""

    def __init__(self, world: World, sources: frozenset[str]) -> None:
        self.world = world
        self.allowed = {*DECLARED, *(q for source in sources for q in QUESTIONS[source])}

    def __getattr__(self, name: str) -> Any:
        if name not in self.allowed:
            raise Refused(name)
        return getattr(self.world, name)


@pytest.fixture(scope="module")
def game() -> model.Game:
    text = RULES.replace("{0,0}", "c3").replace("{0,1}", "c4").replace("growing within 8", "8 x 8 stacking")
    made, found = examine_source(Source("rules.gdl", text))
    assert made is not None, [(d.message, d.span.text) for d in found]
    return made


@pytest.fixture(scope="module")
def view(game: model.Game) -> View:
    return ReferenceEngine(game).initial_state().rules().view


def rows() -> list[Row]:
    return [row for row in (*ROWS, *INNER_ROWS) if row.core]


def calls(row: Row) -> Iterator[core.Builtin]:
    """A builtin with all arguments that the tests know."""
    for arguments in product(*(possible(kind) for kind in row.parameters)):
        made = tuple(core.Const(NOWHERE, k, a) for k, a in zip(row.parameters, arguments, strict=True))
        yield core.Builtin(NOWHERE, row.result, row.core, made)


def possible(kind: Type) -> tuple[Any, ...]:
    if kind.base == "set":
        inner = tuple(v for v in VALUES[kind.element.base if kind.element else "site"] if v is not None)
        return (inner, ())
    return VALUES[kind.base]


def test_each_question_of_a_world_belongs_to_one_source_or_is_about_what_is_declared() -> None:
    asked = {name for name in vars(World) if not name.startswith("_")}
    known = [*DECLARED, *WAYS, *(q for source in SOURCES if source != "extent" for q in QUESTIONS[source])]
    assert set(known) == asked
    assert len(known) == len(set(known))


def test_every_node_of_the_core_and_every_builtin_has_a_meaning() -> None:
    assert set(evaluate._MEANINGS) == set(get_args(core.Expr))
    assert ASKING.keys() | PURE.keys() == FACTS.keys()
    assert ASKING.keys() & PURE.keys() == {"sites"}


@pytest.mark.parametrize("row", rows(), ids=lambda r: f"{r.core}-{len(r.parameters)}")
def test_a_builtin_asks_a_world_for_nothing_but_what_its_row_says_that_it_reads(row: Row, view: View) -> None:
    limited = Limited(view, row.facts.reads)
    for call in calls(row):
        assert value(call, limited) == value(call, view)


@pytest.mark.parametrize(
    "row", [r for r in rows() if r.facts.reads], ids=lambda r: f"{r.core}-{len(r.parameters)}"
)
def test_what_a_row_says_that_is_read_is_read(row: Row, view: View) -> None:
    reads = row.facts.reads
    for source in reads:
        with pytest.raises(Refused):
            world = Growing(view) if source == "extent" else view
            for call in calls(row):
                value(call, Limited(world, reads - {source}))


class Growing:
    """The same world on a board that grows."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.board: Board = growing(Squares(), 8)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world, name)


def test_the_sites_of_a_growing_board_are_those_near_pieces(view: View) -> None:
    sites = core.Builtin(NOWHERE, SITE, "sites", ())
    world = Growing(view)
    held = view.occupied()
    found = value(sites, world)
    assert set(held) < set(found) == {*held, *(t for s in held for t in world.board.around[s])}
    assert value(sites, view) == tuple(range(64))


def said(game: model.Game, text: str) -> core.Expr:
    return condition(game, text)[0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 2 * 3 = 7", True),
        ("7 div 2 = 3 and 7 mod 2 = 1 and -7 div 2 = -4", True),
        ("3 / 0 = 0", True),
        ("1 / 3 + 1 / 6 = 0.5", True),
        ("{1, 2} = {2, 1, 2}", True),
        ("sum({1, 2, 3}) = 6", True),
        ("sum(1 for n in 1..3) = 3", True),
        ("count({n mod 2 for n in 1..9}) = 2", True),
        ("some n in 1..3: n = 3", True),
        ("all n in {}: n = 3", True),
        ("count(reached from a1 while [file(it) = 1]) = 8", True),
        ("c3 is man or 1 / 0 = 1", None),
        ("mover = White", None),
        ("rival(White) = Black", None),
        ("turn = 1", None),
        ("some line any: [it = a1]", None),
        ("true or c3 is man", True),
        ("false and c3 is man", False),
    ],
)
def test_what_asks_for_no_state_is_known_before_the_game(
    game: model.Game, text: str, wanted: bool | None
) -> None:
    found = static.known(said(game, text), game.board)
    assert (found[0] if found is not None else None) is wanted


def test_a_static_answer_is_the_answer_in_play(game: model.Game, view: View) -> None:
    for text in ("count({s for s in sites where distance(s, a1) < 3}) = 6", "sum({1, 2.5}) = 3.5"):
        e = said(game, text)
        view.names.extend([None] * 20)
        assert static.value(e, game.board) == view.value(e) is True


def test_a_name_that_definitions_written_out_use_twice_keeps_its_value() -> None:
    n = core.Local(NOWHERE, NUMBER, 0, "n")
    numbers = core.Const(NOWHERE, ANY, (1, 2, 3))
    first_of_two = core.Comprehension(NOWHERE, ANY, 0, core.Const(NOWHERE, ANY, (7, 8)), None, None)
    after = core.Compare(NOWHERE, ANY, "<", core.Builtin(NOWHERE, NUMBER, "count", (first_of_two,)), n)
    chosen = core.Comprehension(NOWHERE, ANY, 0, numbers, after, None)
    assert static.value(chosen, boards.square(2, 2)) == (3,)


def test_a_name_without_a_value_says_which_it_is() -> None:
    name = core.Local(NOWHERE, NUMBER, 5, "n")
    assert static.value(name, None, {5: Fraction(1, 2)}) == Fraction(1, 2)
    with pytest.raises(NotStatic) as missing:
        static.value(name, None)
    assert missing.value.slot == 5


# ---- options


def of_options(text: str, **given: Any) -> Any:
    source = Source("options", text)
    parsed = parse_expression(source, 0, len(text), Reporter())
    assert parsed is not None
    return options.evaluate(parsed, given, frozenset(("long", "short")))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2 * size + 1", 9),
        ("size / 3", Fraction(4, 3)),
        ("-size", -4),
        ("size > 3 and not (size >= 5)", True),
        ("size != 4 implies false", True),
        ("size in {1, 4}", True),
        ("size in 1..3", False),
        ("size not in 1..3", True),
        ("form = long", True),
        ("form is long or short", True),
        ("form is short", False),
        ("1 if form = short else 2", 2),
        ("none", None),
        ("form", "long"),
        ("nothing = none", True),
    ],
)
def test_options_are_computed_like_everything_else(text: str, wanted: Any) -> None:
    found = of_options(text, size=4, form="long", nothing=None)
    assert found == wanted
    assert type(found) is type(wanted)


def test_what_is_not_known_matters_only_where_it_is_asked_for() -> None:
    assert of_options("true or depth > 3") is True
    assert of_options("1 if size = 4 else depth", size=4) == 1
    with pytest.raises(options.Unknown) as unknown:
        of_options("size = 4 and depth > 3", size=4)
    assert unknown.value.name == "depth"
    assert unknown.value.node.span.text == "depth"
    with pytest.raises(options.Unknown) as unknown:
        of_options("count({1, 2})")
    assert unknown.value.name == ""
