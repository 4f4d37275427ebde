"""Slips of a newcomer: each is one error, in the line that was changed, with a way out.

`slips/` has whole games, and `slips.yaml` what is written wrong in them. The goldens of `broken/` have the full messages of smaller
files.
"""

from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from gdl.diagnostics import Diagnostic
from gdl.loader import examine

FOLDER = Path(__file__).with_name("slips")


class Slip(NamedTuple):
    """`before` stands in the game of this name, and `after` is written for it; `says` is the help of the message."""

    game: str
    before: str
    after: str
    says: str


SLIPS = [
    Slip(row["in"], row["for"], row["write"], row["says"])
    for row in yaml.safe_load((FOLDER / "slips.yaml").read_text("utf-8"))
]


def findings(slip: Slip, folder: Path) -> tuple[int, tuple[Diagnostic, ...]]:
    """The first line that the slip changes, and what is said of the changed game."""
    text = (FOLDER / f"{slip.game}.gdl").read_text("utf-8")
    assert slip.before in text
    (folder / "skirmish.gdl").write_text((FOLDER / "skirmish.gdl").read_text("utf-8"), "utf-8")
    (folder / "slip.gdl").write_text(text.replace(slip.before, slip.after, 1), "utf-8")
    return text[: text.index(slip.before)].count("\n") + 1, examine(folder / "slip.gdl")[1]


@pytest.mark.parametrize("name", sorted({slip.game for slip in SLIPS}))
def test_the_games_themselves_are_right(name: str) -> None:
    game, said = examine(FOLDER / f"{name}.gdl")
    assert game is not None and not said


@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: f"{s.game}: {s.after.strip()[:40]}")
def test_a_slip_is_one_error_with_a_way_out(slip: Slip, tmp_path: Path) -> None:
    changed, (said,) = findings(slip, tmp_path)
    line = said.span.source.text[: said.span.start].count("\n") + 1
    is_missing = said.code == "bad-module"  # what a module asks for is missing where it is used
    assert is_missing or changed <= line <= changed + slip.after.count("\n")
    assert said.severity == "error"
    assert said.help == slip.says
