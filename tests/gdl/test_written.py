"""The line that is told beside a help is the author's own, without the mistake: `slips/lines.yaml` has some."""

from pathlib import Path

import pytest
from slipping import Slip, slips

from gdl.loader import examine

ROWS = slips("lines.yaml", "line")


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r.game}: {r.after.strip()[:40]}")
def test_the_line_to_write_is_told(row: Slip, tmp_path: Path) -> None:
    _, (said,) = examine(row.written(tmp_path))
    assert said.write == row.told


@pytest.mark.parametrize(
    ("row", "says"),
    [
        # what means something else in its place is not told
        (Slip("skirmish", "on home_rank(p) where file(it) = 3", "on throne", ""), "its sites are a1 to f6"),
        (Slip("tricks", "move c to hand(p)", "move c to hnad(p)", ""), "did you mean `hand`?"),
        (Slip("ring", "land(s) != lake", "land(s) != marsh", ""), "the words are plain, forest, lake"),
        (Slip("skirmish", "last := to", "last := 3", ""), "of this type here: `from`, `to`"),
    ],
)
def test_what_leaves_a_choice_is_listed(row: Slip, says: str, tmp_path: Path) -> None:
    _, found = examine(row.written(tmp_path))
    assert says in found[0].help and not found[0].write
