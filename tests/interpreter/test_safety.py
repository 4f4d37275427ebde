"""What must not be captured, read from the rules, and the terms for how safe it is."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import gdl
import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.search.alphabeta import Measured, alphabeta_record, measured
from interpreter.search.evaluation_terms import terms_of
from interpreter.search.rule_features import precious_kinds
from interpreter.search.running import Budget
from interpreter.search.training import train_by_games
from interpreter.search.training_games import TrainingGame, TrainingGames, is_better
from interpreter.search.weights import Weights

pytestmark = pytest.mark.thorough

GUARD = """\
game "Guard"
players A, B
board square 5 x 5
kinds chief, man
setup
  place chief of A on a1
  place chief of B on e5
  place man of A on {b1, b2}
  place man of B on {d5, d4}
move step
  line any up to 1: (empty | enemy)
turn: step
end mover wins when no enemy chief
limit 40 moves: draw
"""


@cache
def guard() -> Measured:
    game, diagnostics = examine_source(Source("guard.gdl", GUARD))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("chess", ["king"]),  # a `require` that no king is attacked
        ("xiangqi", ["general"]),
        ("shogi", ["king"]),
        ("relay_chess", ["king"]),
        ("dobutsu_shogi", ["lion"]),  # an end when there is none
        ("onitama", ["master"]),
        ("brandubh", ["king"]),  # which one player alone has
        ("cyvasse", ["King"]),  # an end when one was captured
        ("breakthrough", []),
        ("english_draughts", []),
        ("antichess", []),
    ],
)
def test_what_must_not_be_captured_is_read_from_the_rules(name: str, kinds: list[str]) -> None:
    game = gdl.load(name)
    assert [game.kinds[k].name for k in precious_kinds(game)] == kinds
    assert any(t.is_doubtful for t in terms_of(game).terms) == bool(kinds)


def test_own_pieces_beside_it_and_rivals_nearby_are_counted_in_both_engines() -> None:
    found = guard()
    pieces = {"c3": "A chief", "b2": "A man", "d3": "A man", "a1": "A man", "e5": "B man", "c4": "B man"}
    native = found.engine.state({"to_move": "A", "pieces": pieces | {"e2": "B chief"}})
    record = alphabeta_record(found, Weights(({}, {}), 0.0, 0), 10)
    assert found.bench.put(native, record["values"] + record["measures"])
    record["longest"] = 1
    found.bench.run("alphabeta.play", record, record["values"] + record["measures"])
    first = record["rows"] - record["values"]
    row = record.arrays["memory of states"][first:][: record["measures"]].tolist()
    view = interpreter.engine(found.engine.game, "reference").from_bytes(bytes(native)).rules().view  # type: ignore[attr-defined]
    view.names.extend([None] * found.terms.slots)
    assert row == [int(view.value(t.number)) for t in found.terms.terms]
    said = {t.text: n for t, n in zip(found.terms.terms, row, strict=True) if t.is_doubtful}
    assert said == {
        "own pieces beside chief of A": 1,  # d3: steps are along ranks and files
        "own pieces beside chief of B": 0,
        "rivals within 2 of chief of A": 1,  # c4
        "rivals within 2 of chief of B": 1,  # d3
    }


def test_searches_ask_for_doubtful_terms_only_where_one_is_sure_to_matter() -> None:
    terms = terms_of(guard().game)
    doubtful = [i for i, t in enumerate(terms.terms) if t.is_doubtful]
    dear = [i for i, t in enumerate(terms.terms) if t.is_dear]
    assert terms.breaks == {doubtful[0], dear[0]}
    assert doubtful + dear == list(range(doubtful[0], len(terms.terms)))

    def counted(**weights: float) -> int:
        near = {f"rivals within 2 of chief of {p}": w for p, w in weights.items()}
        return Weights((near, {}), 0.0, 0, 9, (dict.fromkeys(near, 0.1), {})).counted(terms)

    assert counted() == counted(A=0.2) == doubtful[0]
    assert counted(A=0.2, B=-0.4) == dear[0]


def test_what_is_not_sure_to_matter_leaves_the_other_weights_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit in which no doubtful term is sure is that of the game without such terms."""
    found = guard()
    kept = tuple(t for t in found.terms.terms if not t.is_doubtful)

    def games(spars: TrainingGames, n: int) -> Iterator[TrainingGame]:
        return map(TrainingGame.of, spars(range(n)))

    def fewer(spars: TrainingGames, n: int) -> Iterator[TrainingGame]:
        wanted = [i for i, t in enumerate(found.terms.terms) if not t.is_doubtful]
        wanted += [len(found.terms.terms), len(found.terms.terms) + 1]
        return (replace(s, positions=s.positions[:, wanted]) for s in games(spars, n))

    def worth() -> set[str]:
        learnt = train_by_games(found, 60, games, 1)
        return {t.text for t in found.terms.terms if t.is_doubtful and learnt.values[0].get(t.text)}

    monkeypatch.setattr("interpreter.search.weights.SURE", 0.0)
    monkeypatch.setattr("interpreter.search.training.SURE", 0.0)
    monkeypatch.setattr("interpreter.search.training.is_better", lambda *args: False)
    assert worth() == set()
    monkeypatch.setattr("interpreter.search.training.is_better", lambda *args: True)
    assert len(worth()) == 4
    monkeypatch.setattr("interpreter.search.training.SURE", 1e9)
    assert worth() == set()
    without = replace(found, terms=replace(found.terms, terms=kept))
    learnt, plain = train_by_games(found, 60, games, 1), train_by_games(without, 60, fewer, 1)
    assert learnt.decided == plain.decided
    for mine, theirs in zip(learnt.values, plain.values, strict=True):
        assert mine == pytest.approx(theirs)


def test_weights_are_tried_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who knows what pieces are worth wins against who takes them for a burden, and not the other way round."""
    monkeypatch.setattr("interpreter.search.training_games.GAMES", 4)
    monkeypatch.setattr("interpreter.search.training_games._BUDGET", Budget(100))
    found = measured(gdl.load("breakthrough"), effort=0)
    assert found is not None
    pieces = [t for t in found.terms.terms if t.is_material]
    wise, foolish = (
        Weights(tuple({t.text: w if t.player == p else -w for t in pieces} for p in (0, 1)), 0.0, 0)
        for w in (0.5, -0.5)
    )
    assert is_better(found, wise, foolish)
    assert not is_better(found, foolish, wise)
