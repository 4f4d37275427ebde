"""Checking is linear in the text: a text of twice the length takes about twice the work, whatever is long in it.

Work is counted as calls of functions of the language, which is the same on every machine. The texts are those of
`benchmarks/checking.py`, which measures the time.
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

import gdl
from gdl.limits import MAX_SETTINGS
from gdl.loader import examine_source, option_settings
from gdl.parsing import parser
from gdl.source import Source

pytestmark = pytest.mark.thorough

ROOT = Path(gdl.__file__).resolve().parent
MOST = 2.6  # times the work for twice the text; quadratic work would be four times


def _benchmark() -> ModuleType:
    path = ROOT.parent / "benchmarks" / "checking.py"
    spec = importlib.util.spec_from_file_location("checking_benchmark", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKING = _benchmark()


def _calls(work: Callable[[], object]) -> int:
    """How many functions of the language are called."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_filename.startswith(str(ROOT))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", CHECKING.SHAPES)
def test_a_text_of_twice_the_length_takes_twice_the_work(shape: str) -> None:
    CHECKING.check(CHECKING.game())
    small, large = (_calls(lambda n=n: CHECKING.check(CHECKING.SHAPES[shape](n))) for n in (40, 80))
    assert small < large * 1.1 + 500
    assert large < MOST * small


def test_a_sum_of_many_terms_is_no_problem() -> None:
    assert CHECKING.check(CHECKING.SHAPES["sum"](150)) == ()


def test_however_many_options_there_are_few_settings_are_gone_through() -> None:
    game, _ = examine_source(Source("drawn.gdl", CHECKING.SHAPES["options"](150)))
    assert game is not None
    settings = list(option_settings(game))
    assert len(settings) == MAX_SETTINGS + 1
    for option in game.options:
        assert {s.get(option.name) for s in settings} == {None, 9}, option.name


def test_a_text_is_read_once_for_all_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    text = CHECKING.SHAPES["options"](60)
    first = CHECKING.check(text)
    monkeypatch.delattr(parser, "_Reading")
    assert CHECKING.check(text) == first
