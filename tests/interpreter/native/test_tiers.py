"""Quick machine code comes first, better code when that has run for long; both give the same."""

from pathlib import Path

import pytest

from gdl.loader import load
from interpreter.caching import cache
from interpreter.engines.native.batch import NativeBatch
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.machine import EFFORT, QUICK, Tiered
from interpreter.lowering.lower import lower_for_long
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "native")
    return tmp_path / "native"


def made(keep: bool = False, effort: int | None = None) -> tuple[NativeEngine, Tiered]:
    engine = NativeEngine(load("connect_four"), keep=keep, effort=effort)
    return engine, engine.compiled.code


def test_code_that_runs_long_is_made_anew_and_gives_the_same() -> None:
    engine, code = made()
    assert code.machine.effort == QUICK and not code.is_best
    engine.series(Random(1), 1)
    assert not code.is_best
    first = engine.series(Random(5), 200)
    code.spend(3600.0)
    assert code.is_best and code.machine.effort == EFFORT and code.call == code.machine.call
    assert engine.series(Random(5), 200) == first


def test_a_long_series_gets_better_code_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.engines.native.machine.SECONDS_FOR_A_BYTE", 1e-9)
    engine, code = made()
    seeds, other = Random(3), Random(3)
    found = engine.series(seeds, 500)
    assert code.is_best
    assert found == NativeEngine(load("connect_four"), keep=False, effort=0).series(other, 500)
    assert seeds.state == other.state


def test_a_deep_count_gets_better_code_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.engines.native.machine.SECONDS_FOR_A_BYTE", 1e-9)
    engine, code = made()
    assert not code.is_best
    assert engine.perft(engine.initial_state(), 5) == 16807 and code.is_best


def test_a_given_effort_is_the_only_one() -> None:
    _, code = made(effort=0)
    assert code.is_best and code.machine.effort == 0
    code.spend(3600.0)
    assert code.machine.effort == 0


def test_better_code_that_was_kept_is_taken_at_once(folder: Path) -> None:
    _, code = made(keep=True)
    assert not code.is_at_hand and code.machine.effort == QUICK
    _, again = made(keep=True)
    assert again.is_at_hand and again.machine.effort == QUICK
    code.improve()
    _, third = made(keep=True)
    assert third.is_at_hand and third.machine.effort == EFFORT and third.is_best
    again.improve()  # finds what the first one kept
    assert again.is_best and len(list(folder.glob("*"))) >= 2


def test_many_states_at_once_come_in_tiers_too() -> None:
    engine, _ = made()
    batch = engine.batch(8, 1)
    assert isinstance(batch, NativeBatch) and batch.code.machine.effort == QUICK
    batch.step([0] * 8)
    batch.code.improve()
    assert batch.code.machine.effort == EFFORT and batch.current_player.tolist() == [1] * 8
    batch.step([0] * 8)
    assert batch.counts.tolist() == [7] * 8 and batch.current_player.tolist() == [0] * 8


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("breakthrough", {"width": 3, "height": 5}),  # a blocked player loses
        ("reversi", {}),  # who cannot act passes
        ("dots_and_boxes", {"width": 1, "height": 1, "players": 3}),  # a turn is given back
        ("rolit", {}),  # two offers, four players
    ],
)
def test_a_series_as_one_loop_plays_the_same_games(name: str, options: dict[str, object]) -> None:
    found = []
    for effort in (QUICK, EFFORT):  # what is written; neither is optimised here
        engine = NativeEngine(load(name, options=options), keep=False, effort=0)
        written = engine.compiled._assembly_for(effort)
        assert ("in.ply.1" in written.text) == (effort == EFFORT)
        engine.compiled.code.write = lambda _, written=written: written
        found.append([engine.series(Random(7), 40), engine.series(Random(8), 20, 9)])
    assert found[0] == found[1]


def test_where_actions_are_not_just_counted_a_series_is_no_loop() -> None:
    for name in ("pig", "chess"):
        compiled = NativeEngine(load(name), keep=False).compiled
        assert lower_for_long(compiled.prepared, compiled.lowered) is compiled.lowered
