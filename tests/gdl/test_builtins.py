"""The rows of builtins: what they say of order, names and types is true of the functions."""

from itertools import permutations

import pytest

from gdl import boards
from gdl.boards.graphs import Track, graph
from gdl.boards.lattice import with_places
from gdl.core.builtins import BY_NAME, FACTS, INNER_ROWS, PURE, ROWS, Facts, Row, facts
from gdl.core.types import Type
from gdl.tree.words import ORDERS, SOURCES

BOARDS = {
    "square": boards.square(5, 4),
    "hex": boards.hexagon(3),
    "lattice": with_places(boards.square(2, 2), ("border", "node")),
    "ring": graph([Track("abcdefa"), Track("adb")]),
}
VALUES: dict[str, tuple[object, ...]] = {
    "site": (0, 1, 4),
    "direction": (0, 1, 2),
    "number": (1, 2),
    "point": ("centre",),
    "bool": (True,),
    **dict.fromkeys(("piece", "player", "kind"), (0, 1, 2)),
}


def signatures() -> list[Row]:
    """The rows of pure builtins whose arguments this test can give."""
    known = (r for r in (*ROWS, *INNER_ROWS) if r.core in PURE)
    return [r for r in known if all(values_of(p) for p in r.parameters)]


def values_of(kind: Type) -> tuple[object, ...]:
    if kind.base == "set":
        inner = values_of(kind.element) if kind.element is not None else VALUES["site"]
        return (inner, inner[::-1]) if len(inner) > 1 else (inner,)
    return VALUES["site"] if kind.base == "any" else VALUES.get(kind.base, ())


def calls(row: Row, board: boards.Board) -> list[tuple[tuple[object, ...], object]]:
    """The arguments of a builtin and what it gives for them."""
    choices: list[tuple[object, ...]] = [()]
    for parameter in row.parameters:
        choices = [(*chosen, value) for chosen in choices for value in values_of(parameter)]
    return [(arguments, PURE[row.core](board, *arguments)) for arguments in choices]


def test_every_signature_of_a_name_in_the_core_has_the_same_facts() -> None:
    for row in (*ROWS, *INNER_ROWS):
        assert not row.core or row.facts == facts(row.core), row.name


def test_a_word_that_is_two_functions_has_two_names_in_the_core() -> None:
    assert {r.core for r in BY_NAME["file"]} == {"file", "file_of"}
    assert {r.core for r in BY_NAME["rank"]} == {"rank", "rank_of"}
    assert {r.core for r in BY_NAME["kinds"]} == {""}
    assert {r.core for r in BY_NAME["borders"]} == {"", "borders", "borders_of"}
    assert {r.core for r in BY_NAME["nodes"]} == {"nodes", "nodes_of"}


def test_what_reads_nothing_is_pure_and_nothing_else_is() -> None:
    without_state = {name for name, f in FACTS.items() if f.reads <= {"extent"}}
    assert set(PURE) == without_state


def test_all_sources_and_orders_are_used_by_rows_or_nodes() -> None:
    assert {o for f in FACTS.values() for o in [f.order]} == set(ORDERS)
    read = {source for f in FACTS.values() for source in f.reads}
    assert set(SOURCES) - read == {"mover", "pools", "fields"}  # which nodes of their own read


@pytest.mark.parametrize("row", signatures(), ids=lambda r: f"{r.core}-{len(r.parameters)}")
def test_sets_come_in_the_order_that_the_row_says(row: Row) -> None:
    results = [r for b in BOARDS.values() for _, r in calls(row, b) if isinstance(r, tuple)]
    assert bool(results) == (row.result.base == "set")
    is_sorted = all(list(r) == sorted(r) for r in results)
    match facts(row.core).order:
        case "numbers":
            assert is_sorted
        case "own":
            assert not is_sorted
        case "arguments":
            for b in BOARDS.values():
                for arguments, result in calls(row, b):
                    given = [x for a in arguments for x in (a if isinstance(a, tuple) else (a,))]
                    assert list(result) == [x for x in dict.fromkeys(given) if x in result]


@pytest.mark.parametrize("row", signatures(), ids=lambda r: f"{r.core}-{len(r.parameters)}")
def test_only_what_tells_orders_apart_depends_on_the_order_of_a_set(row: Row) -> None:
    if facts(row.core).order == "arguments" or not any(p.base == "set" for p in row.parameters):
        assert not facts(row.core).tells_order
        return
    board = BOARDS["square"]
    answers = set()
    for arguments, _ in calls(row, board):
        at = next(i for i, p in enumerate(row.parameters) if p.base == "set")
        given = arguments[at]
        assert isinstance(given, tuple)
        found = {
            PURE[row.core](board, *arguments[:at], other, *arguments[at + 1 :])
            for other in permutations(given)
        }
        answers.add(len(found))
    assert (answers != {1}) == facts(row.core).tells_order


def test_what_passes_on_with_the_turn_follows_from_what_is_read() -> None:
    assert facts("turn").passes
    assert facts("can_move").passes
    assert not facts("empty").passes
    assert not facts("distance").passes
    assert Facts(frozenset(("pieces", "history"))).passes
