"""The style in which rules are told: each row of `docs/words.md` is a claim."""

import re
from pathlib import Path

import pytest

import gdl
from gdl.checker import condition
from gdl.loader import examine_source as examine
from gdl.source import Source
from interpreter.play.sheet.english import English

PAGE = (Path(__file__).parents[3] / "docs/words.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|]+?) \| [^|]+ \| `([^`]+)` \| ([^|]+?) \|$", PAGE, re.M)


@pytest.fixture(scope="module")
def game() -> gdl.Game:
    text = re.search(r"```gdl part\n(.*?)```", PAGE, re.S)
    assert text is not None
    found, problems = examine(Source("style.gdl", text[1]), {})
    assert found is not None, problems
    return found


def test_the_page_of_style_has_its_rows() -> None:
    assert len(ROWS) > 15


@pytest.mark.parametrize(("rule", "text", "told"), ROWS, ids=[rule for rule, _, _ in ROWS])
def test_rules_are_told_in_the_style_of_the_page(rule: str, text: str, told: str, game: gdl.Game) -> None:
    english = English(game)
    assert english.finished(english.say(condition(game, text)[0])) == told, rule
