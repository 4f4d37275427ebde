"""The line that is told beside a help is the author's own, without the mistake: `slips/lines.yaml` has some."""

from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from gdl.loader import examine

FOLDER = Path(__file__).with_name("slips")


class Row(NamedTuple):
    """`before` stands in the game of this name, and `after` is written for it; `line` is told."""

    game: str
    before: str
    after: str
    line: str


ROWS = [
    Row(row["in"], row["for"], row["write"], row["line"])
    for row in yaml.safe_load((FOLDER / "lines.yaml").read_text("utf-8"))
]


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r.game}: {r.after.strip()[:40]}")
def test_the_line_to_write_is_told(row: Row, tmp_path: Path) -> None:
    text = (FOLDER / f"{row.game}.gdl").read_text("utf-8")
    assert row.before in text
    (tmp_path / "slip.gdl").write_text(text.replace(row.before, row.after, 1), "utf-8")
    _, (said,) = examine(tmp_path / "slip.gdl")
    assert said.write == row.line


@pytest.mark.parametrize(
    ("row", "says"),
    [
        # what means something else in its place is not told
        (Row("skirmish", "on home_rank(p) where file(it) = 3", "on throne", ""), "its sites are a1 to f6"),
        (Row("tricks", "move c to hand(p)", "move c to hnad(p)", ""), "did you mean `hand`?"),
        (Row("ring", "land(s) != lake", "land(s) != marsh", ""), "the words are plain, forest, lake"),
        (Row("skirmish", "last := to", "last := 3", ""), "of this type here: `from`, `to`"),
    ],
)
def test_what_leaves_a_choice_is_listed(row: Row, says: str, tmp_path: Path) -> None:
    text = (FOLDER / f"{row.game}.gdl").read_text("utf-8")
    assert row.before in text
    (tmp_path / "slip.gdl").write_text(text.replace(row.before, row.after, 1), "utf-8")
    _, found = examine(tmp_path / "slip.gdl")
    assert says in found[0].help and not found[0].write
