"""What designers write with: a game to begin with, a watch over its file, and a trace of what its rules do."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gdl
import interpreter
from gdl.loader import examine
from interpreter.analysis.cases import run_file
from interpreter.analysis.tracing import trace
from interpreter.commands import new, watch
from interpreter.commands import trace as trace_command
from interpreter.commands.games import parted_moves


def run(command: object, *arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))  # type: ignore[arg-type]


# ---- gdl new


@pytest.mark.parametrize("family", new.STARTERS)
def test_a_new_game_checks_plays_to_its_end_and_passes_its_tests(family: str, tmp_path: Path) -> None:
    done = run(new.command, str(tmp_path / "my_game"), "--from", family, "--author", 'Ann "A" B')
    assert done.exit_code == 0, done.output
    path = tmp_path / "my_game.gdl"
    game, diagnostics = examine(path)
    assert game is not None
    assert diagnostics == ()
    assert (game.title, game.headings["author"]) == ("My game", "Ann 'A' B")
    cases = list(run_file(path, "reference"))
    assert len(cases) >= 3
    assert [c.messages for c in cases if not c.passed] == []
    tally = interpreter.engine(game, effort=0, keep=False).series(interpreter.shared.hashing.Random(1), 40)
    assert tally.cut_off == 0
    assert all(tally.wins)


def test_a_new_game_replaces_nothing_and_has_a_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("kept")
    done = run(new.command, str(tmp_path / "mine"))
    assert (done.exit_code, "is there already" in done.output) == (2, True)
    assert (tmp_path / "mine.yaml").read_text() == "kept"
    done = run(new.command, str(tmp_path / "My Game"))
    assert (done.exit_code, "is no name of a game" in done.output) == (2, True)


# ---- gdl watch


def test_a_watch_says_what_is_wrong_how_the_tests_went_and_where_a_game_breaks(tmp_path: Path) -> None:
    run(new.command, str(tmp_path / "mine"))
    path = tmp_path / "mine.gdl"
    done = run(watch.command, str(path), "--once", "--moves", "a1 b2 c3")
    assert done.exit_code == 0, done.output
    assert "4 tests passed\n" in done.output
    assert done.output.endswith("22 legal moves\n")
    path.write_text(path.read_text().replace("own{3}", "own{2}"))
    done = run(watch.command, str(path), "--once", "--moves", "a1; c3; a2; b1")
    assert "FAILED three in a row win\n" in done.output
    assert "move 4 is no longer legal: " in done.output
    assert "the game is over: Black wins: three in a row. " in done.output
    path.write_text(path.read_text().replace("stone of mover", "stoen of mover"))
    done = run(watch.command, str(path), "--once")
    assert "stoen" in done.output
    assert "legal moves" not in done.output


# ---- gdl trace


def test_a_trace_says_what_was_rejected_what_changed_and_which_ends_were_judged() -> None:
    engine = interpreter.engine(gdl.load("zola", options={"size": 4}), kind="reference")
    state = engine.initial_state()
    move = state.action_to_string(state.legal_actions()[0])
    first, after = trace(engine, state, [move])
    assert (first.number, first.player, first.move, after.player, after.move) == (1, "Red", move, "Blue", "")
    assert sum(o.legal for o in first.offered) == len(state.legal_actions())
    assert {o.name for o in first.offered} == {"retreat", "strike", "swap"}
    swap = next(o for o in first.offered if o.name == "swap")
    assert [(r.text, r.times, r.of) for r in swap.rejected] == [("where pie and turn = 2", 1, 1)]
    start, to = move.split("x")
    assert (start, "Red checker", "nothing") in first.changed
    assert (to, "Blue checker", "Red checker") in first.changed
    assert [(e.text, e.held) for e in first.ends] == [("no enemy pieces", False)]


def test_a_trace_counts_the_rounds_of_a_settling() -> None:
    """A tile that joins two others leads the path over all of them: a round for each, and one in which nothing changes."""
    engine = interpreter.engine(gdl.load("black_path", options={"size": 4}), kind="reference")
    state = engine.initial_state()
    moves = []
    for _ in range(3):
        moves.append(state.action_to_string(state.legal_actions()[0]))
        state = state.apply(state.legal_actions()[0])
    steps = list(trace(engine, engine.initial_state(), moves))
    assert all(step.settled[0].rounds >= 2 for step in steps if step.move)


def test_the_command_prints_text_and_data() -> None:
    done = run(trace_command.command, "tic_tac_toe", "--moves", "a1, b1, a2, b2, a3", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.output)
    assert [step["move"] for step in data] == ["a1", "b1", "a2", "b2", "a3"]
    assert data[-1]["result"]
    assert {"candidates", "settlings", "ends", "changed"} <= set(data[0])
    text = run(trace_command.command, "tic_tac_toe", "--moves", "a1", "--random", "2").output
    assert [line.split(".")[0] for line in text.splitlines() if line[:1].isdigit()] == ["1", "2", "3", "4"]
    done = run(trace_command.command, "tic_tac_toe", "--moves", "a1 a1")
    assert (done.exit_code, "move 2: " in done.output) == (2, True)


def test_moves_are_parted_by_what_parts_them() -> None:
    state = interpreter.engine(gdl.load("tic_tac_toe"), kind="reference").initial_state()
    for text in ("a1; b1", "a1, b1", "a1 b1", "a1\nb1\n"):
        assert parted_moves(state, text) == ["a1", "b1"]
    assert parted_moves(state, "a1") == ["a1"]
    assert parted_moves(state, "") == []
