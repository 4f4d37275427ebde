"""A plugin of pytest: the cases of `NAME.yaml` beside `NAME.gdl` are collected as tests, each with its name and its line.

It is there wherever this program is installed (the entry point `pytest11`), and loads nothing of it until such a file is met.
`-p no:gdl` turns it off. Cases marked slow are skipped without `--gdl-slow`.
"""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gdl", "tests of games")
    group.addoption(
        "--gdl-slow", action="store_true", help="Run the cases of games that are marked slow, too."
    )
    group.addoption(
        "--gdl-engine",
        choices=("native", "reference"),
        default="native",
        help="What runs the cases of games.",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".yaml" and file_path.with_suffix(".gdl").exists():
        from interpreter.collected_cases import GameTests

        return GameTests.from_parent(parent, path=file_path)
    return None
