"""Inputs that once failed stay mended, a few more are drawn, and the harness itself notices what must not be."""

import time
from pathlib import Path

import fuzzing
import pytest

DRAWN = 12  # of each target; `benchmarks/fuzz.py` goes on
KEPT = list(fuzzing.kept())


@pytest.mark.parametrize(("target", "path"), KEPT, ids=[f"{t}-{p.name}" for t, p in KEPT])
def test_an_input_that_once_failed_is_answered(target: str, path: Path) -> None:
    fuzzing.run(target, path.read_bytes().decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_drawn_inputs_are_answered(target: str) -> None:
    if target == "message":
        pytest.importorskip("starlette")
    for seed in range(DRAWN):
        fuzzing.run(target, fuzzing.drawn(target, seed))


@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_inputs_are_drawn_again_from_their_number_and_differ(target: str) -> None:
    drawn = [fuzzing.drawn(target, seed) for seed in range(40)]
    assert drawn == [fuzzing.drawn(target, seed) for seed in range(40)]
    assert len(set(drawn)) > 20


def test_what_must_not_be_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(text: str) -> None:
        begun = time.process_time()
        while time.process_time() - begun < 0.02:
            pass

    def wrong(text: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(fuzzing, "SECONDS", 0.01)
    for target, what in ((slow, "took"), (wrong, "ZeroDivisionError")):
        monkeypatch.setattr(fuzzing, "TARGETS", {"text": target})
        with pytest.raises(fuzzing.Failure, match=what):
            fuzzing.run("text", "")
