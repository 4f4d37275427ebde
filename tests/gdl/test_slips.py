"""Slips of a newcomer: each is one error, in the line that was changed, with a way out.

`slips/` has whole games, and `slips.yaml` what is written wrong in them. The goldens of `broken/` have the full messages of smaller
files.
"""

from pathlib import Path

import pytest
from slipping import FOLDER, Slip, slips

from gdl.diagnostics import Diagnostic
from gdl.loader import examine

SLIPS = slips("slips.yaml", "says")


def findings(slip: Slip, folder: Path) -> tuple[int, tuple[Diagnostic, ...]]:
    """The first line that the slip changes, and what is said of the changed game."""
    (folder / "skirmish.gdl").write_text((FOLDER / "skirmish.gdl").read_text("utf-8"), "utf-8")
    line = slip.text[: slip.text.index(slip.before)].count("\n") + 1
    return line, examine(slip.written(folder))[1]


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
    assert said.help == slip.told
