"""Lock step at scale: what it plays comes in turns, its log adds up over runs, and a difference is found and kept."""

from pathlib import Path

import pytest

from gdl.loader import bundled_games
from interpreter.engines.reference.engine import ReferenceState
from interpreter.executors.run import executor
from tests import lockstep
from tests.lockstep import DRAWN, FIRST, LEAST, Plan, Played, Task, play, read_log, report, run

pytestmark = pytest.mark.thorough

FEW = ("tic_tac_toe", "kuhn_poker")


@pytest.mark.parametrize("where", ["processes:1", "processes:2"])
def test_a_run_that_is_stopped_goes_on_and_its_log_adds_up(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep, "ROUND", 60)
    log = tmp_path / "log.jsonl"
    for _ in range(2):
        with executor(where) as pool:
            run(Plan(FEW, read_log(log)), 100, pool, log)
        log.write_text(log.read_text() + '{"task": {"game": "cut')  # a line that was cut off
        log.write_text(log.read_text() + "\n")
    played = list(read_log(log))
    assert {p.task.game for p in played} == set(FEW)
    assert len({(p.task.game, p.task.seed) for p in played}) == len(played)  # nothing is played twice
    assert sum(p.plies for p in played) >= 200
    assert report(played) == 0
    assert f"{sum(p.plies for p in played)} plies" in capsys.readouterr().out


def test_every_game_gets_its_least_plies_before_quick_ones_get_more() -> None:
    quick, slow, drawn = "tic_tac_toe", "quoridor", Played(Task(DRAWN, 0), 9, LEAST, 1.0)

    def following(*played: tuple[str, int, float]) -> str:
        """What comes when so many plies of games were played in so many seconds."""
        done = [Played(Task(game, 0), 1, plies, seconds) for game, plies, seconds in played]
        return Plan((quick, slow, DRAWN), [drawn, *done]).next().game

    assert following((quick, FIRST, 1.0), (slow, FIRST - 1, 900.0)) == slow
    assert following((quick, FIRST, 1.0), (slow, FIRST, 900.0)) == quick
    assert following((quick, LEAST, 1.0), (slow, FIRST, 900.0)) == slow
    assert following((quick, LEAST, 1.0), (slow, LEAST, 900.0)) == DRAWN
    assert following((quick, LEAST, 1.0), (slow, LEAST, 5.0)) == quick


def test_all_games_have_settings_that_come_by_turns() -> None:
    plan = Plan(("hex",), [])
    tasks = [plan.next() for _ in plan.settings("hex")]
    assert len({str((t.options, t.variant)) for t in tasks}) == len(tasks) > 2
    assert "hex" in bundled_games()


def test_a_difference_ends_its_round_and_stands_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ReferenceState.legal_actions
    monkeypatch.setattr(ReferenceState, "legal_actions", lambda state: right(state)[1:])
    found = play(Task("tic_tac_toe", 0))
    assert "AssertionError" in found.difference and "found too much" in found.difference
    assert report([found]) == 1
