"""The cases of a file as pytest has them: one test for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter import PositionError
from interpreter.analysis.cases import CaseFile


class GameTests(pytest.File):
    """The cases of a file."""

    def collect(self) -> Iterator["GameCase"]:
        engine, is_slow = self.config.getoption("--gdl-engine"), self.config.getoption("--gdl-slow")
        try:
            cases = CaseFile(self.path, engine, is_slow, effort=0)
        except PositionError as error:
            raise self.CollectError(str(error)) from error
        for index, case in enumerate(cases.cases):
            made = GameCase.from_parent(self, name=cases.name_of(index), cases=cases, index=index)
            if isinstance(case, dict) and case.get("slow") and not is_slow:
                made.add_marker(pytest.mark.skip(reason="slow: run it with --gdl-slow"))
            yield made


class UnexpectedError(Exception):
    """A case that failed; the text says what was expected and what came."""


class GameCase(pytest.Item):
    """One case. `funcargs`: of a test that takes no fixtures; plugins that were made for functions look there."""

    def __init__(self, name: str, parent: pytest.File, cases: CaseFile, index: int) -> None:
        super().__init__(name, parent)
        self.cases, self.index = cases, index
        self.funcargs: dict[str, object] = {}

    def runtest(self) -> None:
        found = self.cases.run(self.index)
        if not found.passed:
            raise UnexpectedError("\n".join(found.messages))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The messages of a case, or of a game with errors, without a traceback of this program."""
        error = excinfo.value
        if isinstance(error, GameError):
            return render(error.diagnostics, False)
        if isinstance(error, UnexpectedError | PositionError):
            return str(error)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        line = self.cases.document.place((self.index,)).rsplit(":", 2)[1]
        return self.path, int(line) - 1, f"{self.path.stem}: {self.name}"
