"""Terms of an evaluation that are derived from what ends ask for, and from how many actions players have."""

from functools import cache

import pytest

import gdl
from gdl.loader import examine_source
from gdl.source import Source
from interpreter import engine
from interpreter.search.alphabeta import Measured, alphabeta_record, measured
from interpreter.search.evaluation_terms import terms_of
from interpreter.search.weights import Weights

pytestmark = pytest.mark.thorough

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

CHAIN = """\
game "Chain"
players A, B
board square 4 x 4
kinds stone, rock
field last of game: site or none until action
setup
  place rock on {c2, d2}
let group = reached from last while own
let touches(side: sites) = some s in group: s in side
action play
  choose s in sites where s is empty
  do place stone of mover on s
     last := s
turn: play
end
  A wins when mover = A and some s in reached from west_side while own: s in east_side
  mover wins when touches(rank(1)) and touches(rank(4)) and touches(file(1))
"""


@cache
def row() -> Measured:
    return measured_text(ROW)


@cache
def chain() -> Measured:
    return measured_text(CHAIN)


def measured_text(text: str) -> Measured:
    game, diagnostics = examine_source(Source("game.gdl", text))
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
    record = alphabeta_record(found, Weights(tuple({} for _ in found.game.players), 0.0, 0), 10)
    assert found.bench.put(native, record["values"] + record["measures"])
    record["longest"] = 1
    found.bench.run("alphabeta.play", record, record["values"] + record["measures"])
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


JOINED = (
    "sites until `A wins when mover = A and some s in reached from west_side while own: s in east_side`, for"
)
TOUCHING = "sites until `mover wins when touches(rank(1)) and touches(rank(4)) and touches(file(1))`, for"


def test_empty_sites_are_counted_that_are_missing_to_a_way() -> None:
    pieces = {"c2": "rock", "d2": "rock", "a2": "A stone", "b2": "A stone", "c3": "B stone", "b1": "B stone"}
    said = numbers(chain(), {"to_move": "A", "pieces": pieces})
    assert said[f"{JOINED} A"] == 4  # b3, b4, c4, d4
    assert f"{JOINED} B" not in said


def test_of_sides_that_a_chain_must_touch_what_is_missing_between_each_two_counts() -> None:
    said = numbers(chain(), {"to_move": "A", "pieces": {"a1": "A stone", "a2": "A stone", "d4": "B stone"}})
    assert said[f"{TOUCHING} A"] == 2 + 0 + 1  # a3 and a4; none; a4
    assert said[f"{TOUCHING} B"] == 3 + 4 + 1  # d1, d2, d3; b1, b2, b3, a3; a4


def test_what_cannot_be_joined_is_as_far_as_the_board_is_large() -> None:
    wall = {f"b{n}": "B stone" for n in range(1, 5)}
    said = numbers(chain(), {"to_move": "A", "pieces": {"c2": "rock", "d2": "rock", **wall}})
    assert said[f"{JOINED} A"] == 16


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


def test_what_does_not_count_is_not_reported() -> None:
    unsure = Weights(({"actions of A": 0.1}, {}), 0.0, 0, 100, ({"actions of A": 0.04}, {}))
    assert "actions of A" not in {t.text for t, _ in unsure.best(row().terms, 0)}
    sure = Weights(({"actions of A": 0.1}, {}), 0.0, 0, 100, ({"actions of A": 0.01}, {}))
    assert sure.best(row().terms, 0)[0][0].text == "actions of A"


def test_a_search_leaves_out_what_does_not_count() -> None:
    found = row()
    record = alphabeta_record(found, Weights(({}, {}), 0.0, 0), 10)
    assert record["weighed"] == record["measures"] - 2
    record.arrays["weights"][:] = 0
    record.arrays["weights"][-2:] = 1 << 20
    start = found.engine.initial_state()
    assert found.bench.put(start, record["values"] + record["measures"])
    record["longest"] = 4_000
    record["opening"] = 0
    found.bench.run("alphabeta.gauge", record, record["values"] + record["measures"])
    first = record["rows"] - record["values"]
    assert record["count"]
    assert not record.arrays["memory of states"][first:][: record["count"]].any()
