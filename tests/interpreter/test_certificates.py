"""Certificates: a table of moves proves what it says on the reference engine, or is refused with the way on which it fails."""

import json
from dataclasses import replace
from pathlib import Path

import bundled
import pytest
from putting import putting

import interpreter
from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter import cli
from interpreter.engines.base import State
from interpreter.search.certificates import Certificate, NoProof, Strategy, check, key_of
from interpreter.search.certifying import strategies
from interpreter.search.solving import Limits, solve

HEAP = """
game "Heap"
players First, Second
field left of game: 0..5 = 5
action take
  choose n in 1..2 where n <= left
  do left := left - n
turn: take else "nothing left" lose
"""  # who leaves a multiple of three wins


def game_of(text: str) -> model.Game:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return game


def beginning(text: str) -> State:
    return interpreter.engine(game_of(text), "reference").initial_state()


def of_heap() -> Strategy:
    """The strategy of First, made here by what is known of the game."""
    moves, left = dict[str, str](), [beginning(HEAP)]
    while left:
        state = left.pop()
        if state.is_terminal:
            continue
        legal = state.legal_actions()
        if state.current_player == 0:
            rest = state.position()["fields"].get("left", 5)
            legal = [a for a in legal if state.action_to_string(a) == str(rest % 3)]
            moves[key_of(state)] = state.action_to_string(legal[0])
        left += [state.apply(a) for a in legal]
    return Strategy("First", 1.0, moves)


def test_a_strategy_that_wins_is_a_proof() -> None:
    assert check(of_heap(), beginning(HEAP)) == 5


def test_what_is_no_proof_is_refused_with_the_way_there() -> None:
    made, start = of_heap(), beginning(HEAP)
    last = [*made.moves][-1]
    cases = [
        (replace(made, player="Second"), "after 1 the table says nothing"),
        (replace(made, player="Third"), "no player Third"),
        (replace(made, moves={k: m for k, m in made.moves.items() if k != last}), "says nothing of what First does"),
        (replace(made, least=2.0), "First gets 1, not 2"),
        (replace(made, moves=dict.fromkeys(made.moves, "3")), "at the beginning `3` is not legal"),
    ]  # fmt: skip
    for wrong, why in cases:
        with pytest.raises(NoProof, match=why):
            check(wrong, start)


def test_a_certificate_is_read_as_it_was_written() -> None:
    made = Certificate("heap", {"size": "3"}, None, [of_heap()])
    assert Certificate.of_json(json.loads(json.dumps(made.to_json()))) == made
    for wrong in (
        [],
        {},
        {"certificate": 2},
        {**made.to_json(), "strategies": [{}]},
        {**made.to_json(), "strategies": []},
    ):
        with pytest.raises(NoProof):
            Certificate.of_json(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tic_tac_toe", "hex", "row", "heap"])
def test_what_is_solved_is_proved_by_its_strategies(name: str) -> None:
    if name in ("row", "heap"):
        text = HEAP if name == "heap" else putting("mover wins when full", players="Solver")
        engine = interpreter.engine(game_of(text), effort=0)
    else:
        engine = bundled.engine(name, options={"size": 3} if name == "hex" else {})
    state, limits = engine.initial_state(), Limits(megabytes=16)
    found = solve(state, limits)
    made = strategies(state, found, limits)
    assert [s.least for s in made] == [1.0] if 1.0 in found.returns else [0.0, 0.0]
    start = interpreter.engine(engine.game, "reference").from_bytes(bytes(state))
    for strategy in made:
        assert check(strategy, start) > len(strategy.moves)


@pytest.mark.thorough
def test_the_commands_write_and_check_a_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            cli.main([*arguments])
        return int(str(done.value.code)), *capsys.readouterr()

    file, game = tmp_path / "heap.json", tmp_path / "heap.gdl"
    game.write_text(HEAP)
    assert run("solve", str(game), "--memory", "16", "--certificate", str(file))[0] == 0
    assert run("verify", str(file))[:2] == (
        0,
        "First gets 1 at least, whatever happens: 3 moves, 5 positions\n",
    )
    game.write_text(HEAP.replace("= 5\n", "= 4\n"))
    code, _, err = run("verify", str(file))
    assert code == 1 and "NOT PROVED: after 2 2 First gets -1, not 1" in err
    file.write_text("no")
    assert run("verify", str(file))[0] == 1
    assert run("verify", str(tmp_path / "none.json"))[0] == 2
