"""Both engines on rule files by people who had only the docs: they put constructs together as no bundled game does."""

from pathlib import Path
from random import Random

import pytest
from lockstep import play, random_picks

import gdl
from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

FILES = sorted((Path(__file__).parents[2] / "strangers").glob("*.gdl"))
SLOW = {"blokus_duo": 1, "nightrider": 5}  # plies: the reference engine takes long


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_both_engines_play_the_game_of_a_stranger(path: Path) -> None:
    native = NativeEngine(gdl.load(path), effort=0)
    assert native.compiled.is_lowered
    made, _ = play(native, random_picks(Random(1)), 1, plies=SLOW.get(path.stem, 16), again=7)
    assert made > 0
