"""What small games become: the intermediate representation, as it was read and found good.

With GDL_RECORD=1 the files are written anew: look at what has changed in them.
"""

import os
from pathlib import Path

import bundled
import pytest

from interpreter.ir.text import write
from interpreter.lowering.lower import lower, lower_for_many

GOLDEN = Path(__file__).parent / "golden"
RECORD = os.environ.get("GDL_RECORD") == "1"
GAMES = ("tic_tac_toe", "connect_four", "hex", "pig")


@pytest.mark.parametrize(("name", "is_for_many"), [*((n, False) for n in GAMES), ("tic_tac_toe", True)])
def test_a_small_game_is_lowered_as_recorded(name: str, is_for_many: bool) -> None:
    prepared = bundled.native(name).compiled.prepared
    text = write((lower_for_many if is_for_many else lower)(prepared).program)
    path = GOLDEN / f"{name}{'.many' if is_for_many else ''}.ir"
    if RECORD:
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, "look at the difference; GDL_RECORD=1 records it"
