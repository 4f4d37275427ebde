"""The limits of the language stand in one module, each with its reason."""

import ast
import re
from pathlib import Path

import pytest
from putting import putting

from gdl import limits
from gdl.loader import examine_source
from gdl.source import Source

ROOT = Path(limits.__file__).resolve().parent.parent
MESSAGES = {
    "gdl/diagnostics/values.py",
    "gdl/diagnostics/render.py",
}  # how much of a message is shown is no limit of the language


def test_each_limit_has_a_reason() -> None:
    body = ast.parse(Path(limits.__file__).read_text("utf-8")).body[1:]
    for limit, reason in zip(body[::2], body[1::2], strict=True):
        assert isinstance(limit, ast.Assign), ast.unparse(limit)
        assert isinstance(reason, ast.Expr) and isinstance(reason.value, ast.Constant)
        assert len(str(reason.value.value).split()) > 4, ast.unparse(limit)


def test_no_other_module_of_the_language_or_of_the_engines_sets_a_limit() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for folder in ("gdl", "interpreter/engines")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in {*MESSAGES, "gdl/limits.py"}
        for line in re.findall(r"^_?(?:MAX|DEFAULT|LARGEST)\w* *=.*\d.*$", path.read_text("utf-8"), re.M)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("last", "is_refused"), [(limits.MAX_OPTION_VALUES, False), (limits.MAX_OPTION_VALUES + 1, True)]
)
def test_an_option_may_have_as_many_values_as_the_limit_says(last: int, is_refused: bool) -> None:
    text = putting("draw when moves = n or full").replace("kinds", f"option n = 1 from 1..{last}\nkinds")
    game, found = examine_source(Source("row.gdl", text))
    assert (game is None) == is_refused
    assert [d.code for d in found] == ["bad-range"] * is_refused
