"""What each module of the checker says, word for word: one snapshot a module, in which each place that reports stands once.

A snapshot has texts, each with how it is judged in the line above it and with what is said of it below `---`. To add one, write it
there, run these tests with GDL_RECORD=1, and read what is said as an author would.
"""

import os
from pathlib import Path

import pytest
from checking import SAID, expression, findings, lines_of, with_effects

from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source

FOLDERS = ("clauses", "declarations", "effects", "expressions")
SNAPSHOTS = [
    *sorted(path for folder in FOLDERS for path in (SAID / folder).glob("*.txt")),
    SAID / "context.txt",
]
RECORD = os.environ.get("GDL_RECORD") == "1"


def judged(how: str, text: str) -> tuple[Diagnostic, ...]:
    """What is reported of a text."""
    match how:
        case "expression":
            return expression(text)[1]
        case "effects":
            return findings(with_effects(text))
        case "clauses":
            return findings(text)
        case "game":
            return examine_source(Source("some.gdl", f"{text}\n"))[1]
    raise ValueError(f"nothing is judged as `{how}`")


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: str(path.relative_to(SAID).with_suffix("")))
def test_a_module_says_what_its_snapshot_has(path: Path) -> None:
    whole = path.read_text("utf-8").removesuffix("\n")
    entries = []
    for entry in whole.split("\n===\n"):
        how, _, text = entry.partition("\n---\n")[0].partition("\n")
        entries.append(f"{how}\n{text}\n---\n{chr(10).join(lines_of(judged(how, text)))}")
    now = "\n===\n".join(entries)
    if RECORD:
        path.write_text(f"{now}\n", "utf-8")
    assert now == whole


def test_every_snapshot_is_of_a_module() -> None:
    modules = Path(__file__).parents[3] / "gdl" / "checker"
    assert [p for p in SNAPSHOTS if not (modules / p.relative_to(SAID)).with_suffix(".py").exists()] == []
