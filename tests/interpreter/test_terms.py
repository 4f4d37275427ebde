"""Terms of an evaluation that are derived from what ends ask for, and from how many actions players have."""

from functools import cache

import pytest

import gdl
from gdl.loader import examine_source
from gdl.source import Source
from interpreter import engine
from interpreter.search.alphabeta import Measured, look_record, measured
from interpreter.search.terms import terms_of
from interpreter.search.weights import Weights

ROW = """\
game "Row"
players A, B
board square 5 x 4
kinds stone
let row(n: number, p: player) = some line orthogonal length n: p+
action play
  choose s in sites where s is empty
  do place stone of mover on s
move step
  line orthogonal length 1: empty
turn: step if turn > 4 else play
end mover wins when some p in players: row(3, p)
"""


@cache
def row() -> Measured:
    game, diagnostics = examine_source(Source("row.gdl", ROW))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    return found


def numbers(found: Measured, position: dict[str, object]) -> dict[str, int]:
    """What each term says of a position, the same in both engines."""
    native = found.engine.state(position)
    view = engine(found.engine.game, kind="reference").from_bytes(bytes(native)).rules().view  # type: ignore[attr-defined]
    view.names.extend([None] * found.terms.slots)
    said = [int(view.value(t.number)) for t in found.terms.terms]
    record = look_record(found, Weights(tuple({} for _ in found.game.players), 0.0, 0), 10)
    assert found.bench.put(native, record["values"] + record["measures"])
    record["longest"] = 1
    found.bench.run("looking.play", record, record["values"] + record["measures"])
    first = record["rows"] - record["values"]
    assert record.arrays["memory of states"][first:][: record["measures"]].tolist() == said
    return {t.text: n for t, n in zip(found.terms.terms, said, strict=True)}


def test_sites_count_that_complete_a_line_or_leave_one_site_of_it() -> None:
    said = numbers(row(), {"to_move": "A", "pieces": {"b2": "A stone", "c2": "A stone", "e4": "B stone"}})
    line = "`some line orthogonal length n: p+`"
    assert said[f"sites that complete {line}, for A"] == 2
    assert said[f"sites that complete {line}, for B"] == 0
    assert said[f"sites that leave one site of {line}, for A"] == 8  # b1, b3, b4, c1, c3, c4, d2, e2
    assert said[f"sites that leave one site of {line}, for B"] == 4  # c4, d4, e2, e3


def test_actions_are_counted_as_if_it_were_the_players_turn() -> None:
    said = numbers(row(), {"to_move": "A", "pieces": {"b2": "A stone", "a1": "B stone"}})
    assert said["actions of A"] == said["actions of B"] == 18


@pytest.mark.parametrize("name", ["reversi", "gomoku", "pentago"])
def test_ends_that_ask_for_lines_are_found_once(name: str) -> None:
    lines = [t for t in terms_of(gdl.load(name)).terms if t.text.startswith("sites that")]
    assert len(lines) == {"reversi": 0, "gomoku": 4, "pentago": 4}[name]


@pytest.mark.parametrize("name", ["chess", "english_draughts"])
def test_actions_that_must_be_tried_are_no_term(name: str) -> None:
    assert not any(t.is_dear for t in terms_of(gdl.load(name)).terms)


def weighed(value: float, error: float) -> int:
    """How many terms count where the weight of one player's actions has been learnt."""
    return Weights(({"actions of A": value}, {}), 0.0, 0, 100, ({"actions of A": error}, {})).counted(
        row().terms
    )


def test_actions_count_only_where_their_worth_is_sure() -> None:
    terms = row().terms
    dear = [t for t in terms.terms if t.is_dear]
    assert terms.terms[-2:] == tuple(dear)
    assert weighed(0.1, 0.04) == len(terms.terms) - 2
    assert weighed(0.1, 0.03) == len(terms.terms)
    assert weighed(-0.1, 0.03) == len(terms.terms)


def test_a_search_leaves_out_what_does_not_count() -> None:
    found = row()
    record = look_record(found, Weights(({}, {}), 0.0, 0), 10)
    assert record["weighed"] == record["measures"] - 2
    record.arrays["weights"][:] = 0
    record.arrays["weights"][-2:] = 1 << 20
    start = found.engine.initial_state()
    assert found.bench.put(start, record["values"] + record["measures"])
    record["longest"] = 4_000
    record["opening"] = 0
    found.bench.run("looking.gauge", record, record["values"] + record["measures"])
    first = record["rows"] - record["values"]
    assert record["count"]
    assert not record.arrays["memory of states"][first:][: record["count"]].any()
