"""The two guides beside the reference, what surprises and games of cards: what their games and cases say is so."""

import json
import re
from pathlib import Path

import pytest

from interpreter.analysis.cases import run_file
from interpreter.positions.documents import Document

LANGUAGE = Path(__file__).parent.parent / "docs" / "language"


@pytest.mark.parametrize("page", ["surprises", "cards"])
def test_the_cases_of_a_guide_hold_in_its_game(page: str, kind: str, tmp_path: Path) -> None:
    text = (LANGUAGE / f"{page}.md").read_text("utf-8")
    (game,) = re.findall(r"^```gdl\n(.*?)^```$", text, re.M | re.S)
    blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)
    cases = [case for block in blocks for case in Document(block, page).value]
    (tmp_path / "game.gdl").write_text(game, "utf-8")
    (tmp_path / "game.yaml").write_text(json.dumps(cases), "utf-8")
    results = list(run_file(tmp_path / "game.gdl", kind))
    assert len(results) == len(cases) > 1
    assert [m for r in results for m in r.messages] == []
