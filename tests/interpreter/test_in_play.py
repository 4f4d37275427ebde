"""What goes wrong only while a game is played, and what its author reads then.

Every `gdl/in_play/NAME.gdl` is a game without mistakes in its text; `NAME.txt` has what random games of it come to.
With GDL_RECORD=1 it is written anew: look at it as its reader would.
"""

import os
from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parent.parent / "gdl" / "in_play"
PLAYOUTS = 20


REFERENCE_ALONE = (
    "choices_beyond_counting"  # machine code counts no candidates, and would go through all of them
)


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.gdl")))
def test_what_goes_wrong_in_play_is_said_at_its_clause(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == REFERENCE_ALONE and kind != "reference":
        pytest.skip("only the reference engine counts what it tries")
    monkeypatch.chdir(FOLDER)
    engine = interpreter.engine(gdl.load(f"{name}.gdl"), kind, effort=0)
    with pytest.raises(GameError) as caught:
        for seed in range(PLAYOUTS):
            engine.playout(engine.initial_state(seed), seed)
    golden, text = FOLDER / f"{name}.txt", render(caught.value.diagnostics)
    if os.environ.get("GDL_RECORD") == "1":
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text
