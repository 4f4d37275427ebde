"""Every place that reports a diagnostic is reached by a golden file, by an explain page or by a text made here.

The places are found in the source: calls that are given one of the codes, and findings of analyses, whose codes the tables of
`gdl.checker.analyses.lints` say. While all golden files and pages are run, each diagnostic that is made marks the places in
the stack that made it, and so does each problem of a text that cannot be read, from which a diagnostic is made later. Texts made here are those that would be too long
for a file.
"""

import ast
import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

import pytest
from trying import tried

import gdl
import interpreter
from gdl.checker.analyses import lints
from gdl.checker.analyses.analysis import Finding
from gdl.diagnostics.codes import CODES
from gdl.diagnostics.pages import Example, examples
from gdl.diagnostics.values import Diagnostic, GameError, Reporter
from gdl.loader import examine, examine_source, load, read_source
from gdl.parsing.syntax_errors import Problem
from gdl.source import Source
from interpreter.analysis.trial import kept_positions

ROOT = Path(gdl.__file__).resolve().parent.parent
HERE = Path(__file__).parent
MAKERS = {"report", "trouble", "Diagnostic", "Problem"}  # what makes a diagnostic when it is called
FINDING = ""  # in place of a code: what an analysis finds has none itself
PLAYOUTS = 20


@dataclass(frozen=True, order=True, slots=True)
class Site:
    """A call that makes a diagnostic: its file, and the lines of its beginning and its end with the last column."""

    file: str
    line: int
    end: tuple[int, int]
    code: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} [{self.code}]"


Reached = tuple[str, tuple[int | None, int | None], str]  # a file, where a call in it ends, and a code


def sources() -> list[Path]:
    return sorted(p for folder in ("gdl", "interpreter") for p in (ROOT / folder).rglob("*.py"))


def maker(call: ast.Call) -> str:
    """The last part of the name of what is called."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def constants(expr: ast.expr, named: dict[str, list[str]]) -> list[str]:
    """The codes that an expression may be; `named` has those of variables."""
    match expr:
        case ast.Constant(value=str(value)):
            return [value] if value in CODES else []
        case ast.IfExp():
            return constants(expr.body, named) + constants(expr.orelse, named)
        case ast.Name():
            return named.get(expr.id, [])
    return []


@cache
def sites() -> tuple[Site, ...]:
    found = []
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        named: dict[str, list[str]] = {}
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    named.setdefault(name, []).extend(constants(value, {}))
        for call in (
            n for n in ast.walk(tree) if isinstance(n, ast.Call) and maker(n) in {*MAKERS, "Finding"}
        ):
            assert call.end_lineno is not None and call.end_col_offset is not None
            end = (call.end_lineno, call.end_col_offset)
            is_finding = maker(call) == "Finding"
            of_call = [FINDING] if is_finding else [c for a in call.args[:1] for c in constants(a, named)]
            found += [Site(str(path.relative_to(ROOT)), call.lineno, end, code) for code in of_call]
    return tuple(sorted(found))


@cache
def end_of(code: CodeType, instruction: int) -> tuple[int | None, int | None]:
    """Where the call ends that an instruction is part of: line and column."""
    _, end_line, _, end_column = next(islice(code.co_positions(), instruction // 2, None))
    return end_line, end_column


GAME = """players Red, Blue
board {board}
kinds man
{lets}
move go by man
  line any: empty
  where turn < {bound}
turn: go else lose
"""
LONG = {
    "a sum of many terms": (GAME.format(board="square 3 x 3", lets="", bound=" + ".join("1" * 5000)), "too-deep"),
    "a sum of fewer": (GAME.format(board="square 3 x 3", lets="", bound=" + ".join("1" * 2000)), "too-deep"),
    "definitions that use each other one after the other": (
        GAME.format(
            board="square 3 x 3",
            lets="\n".join(f"let d{i} = d{i + 1} + turn" for i in range(2000)) + "\nlet d2000 = 1",
            bound="d0",
        ),
        "too-deep",
    ),
    "a graph of many sites": (
        GAME.format(board="graph " + "-".join(f"s{i}" for i in range(5000)), lets="", bound="2"),
        "bad-board",
    ),
}  # fmt: skip


FEW = 300  # what is tried before it is reported as too much: sooner than in play
LIMITS = (("candidates", "MAX_CANDIDATES"), ("rules", "MAX_TRIES"), ("engine", "MAX_OUTCOMES"))


def unreadable(folder: Path) -> Path:
    """A file that is there and cannot be read; even the superuser cannot read the beginning of a process's memory."""
    path = folder / "unreadable.gdl"
    path.write_text(GAME)
    path.chmod(0)
    return Path("/proc/self/mem") if os.access(path, os.R_OK) else path


@contextlib.contextmanager
def sooner_too_much() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module, limit in LIMITS:
            patch.setattr(f"interpreter.engines.reference.{module}.{limit}", FEW)
        yield


def run_everything(folder: Path) -> None:
    """All golden files, all pages, and the texts that are made here."""
    for name in ("broken", "doubtful"):
        for path in sorted((HERE / name).glob("*.gdl")):
            first = path.read_text("utf-8", "replace").split("\n", 1)[0]
            words = first.removeprefix("-- set: ").split("=")
            examine(path, {words[0]: words[1]} if first.startswith("-- set: ") else None)
    for path in sorted((HERE / "in_play").glob("*.gdl")):
        run(Example(path.read_text("utf-8"), "play"), folder)
    for path in sorted((HERE / "trials").glob("*.gdl")):
        tried(path)
    for code in CODES:
        run(examples(code).bad, folder)
    for text, _ in LONG.values():
        examine_source(Source("long.gdl", text))
    read_source(unreadable(folder), Reporter())
    (folder / "module.gdl").write_text("let two = 2\n")
    with contextlib.suppress(GameError):
        load(folder / "module.gdl")


def run(example: Example, folder: Path) -> None:
    """Checks an example, and plays it if what it shows needs that."""
    path = folder / f"{example.name if example.manner == 'file' else 'example'}.gdl"
    path.write_text(example.text, encoding="utf-8")
    options = {example.name: example.value} if example.manner == "set" else None
    game, _ = examine(path, options, example.name if example.manner == "variant" else None)
    if game is not None and example.manner == "trial":
        tried(path)
    if game is None or example.manner not in ("play", "outcomes"):
        return
    engine = interpreter.engine(game, "reference")
    with contextlib.suppress(GameError), sooner_too_much():
        state = engine.initial_state()
        if example.manner == "outcomes":
            state.outcomes(state.legal_actions()[0])
        for seed in range(PLAYOUTS):
            engine.playout(engine.initial_state(seed), seed)


WITH_FINDING = (
    'game "T"\nplayers A, B\nboard square 3 x 3\nkinds k\nlet unused = 1\naction put\n'
    "  choose s in sites where s is empty\n  do place k of mover on s\nturn: put\nend draw when full\n"
)


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> set[Reached]:
    """The file and the end of each call that a diagnostic came from, with its code."""
    made: set[Reached] = set()
    for text in ("game\n", WITH_FINDING):  # each class writes its `__init__` when it is first called
        examine_source(Source("first.gdl", text))
    create, find, stop = Diagnostic.__init__, Finding.__init__, Problem.__init__

    def note(code: str, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_filename != __file__:
            made.add((frame.f_code.co_filename, end_of(frame.f_code, frame.f_lasti), code))
            frame = frame.f_back

    def noting(self: Diagnostic, code: str, *rest: object, **more: object) -> None:
        note(code, sys._getframe(1))
        create(self, code, *rest, **more)  # type: ignore[arg-type]

    def finding(self: Finding, *rest: object, **more: object) -> None:
        note(FINDING, sys._getframe(1))
        find(self, *rest, **more)  # type: ignore[arg-type]

    def stopping(self: Problem, code: str, *rest: object, **more: object) -> None:
        note(code, sys._getframe(1))
        stop(self, code, *rest, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Diagnostic, "__init__", noting)
        patch.setattr(Finding, "__init__", finding)
        patch.setattr(Problem, "__init__", stopping)
        run_everything(tmp_path_factory.mktemp("pages"))
    return made


@pytest.mark.thorough
def test_every_code_is_reported_at_some_place() -> None:
    tables = (*lints.OF_CLAUSES, *lints.OF_DEPTH, *lints.OF_GAMES, *lints.WARNINGS)
    assert {s.code for s in sites() if s.code != FINDING} | {row.code for row in tables} == set(CODES)
    assert len(sites()) > 200


@pytest.mark.thorough
def test_warnings_that_random_games_give_or_take_back_say_so() -> None:
    """Or `gdl.text.allow` would call an allowance of one idle where no game was played."""
    given = {s.code for s in sites() if s.file.startswith("interpreter/analysis/trial/")}
    shown = {code for code, row in CODES.items() if row.severity != "error" and row.evidence != "text"}
    assert (given | {kept_positions.DROPPED, kept_positions.COMPUTED}) - {FINDING} == shown


@pytest.mark.parametrize("name", LONG)
def test_what_is_too_long_is_one_error(name: str) -> None:
    text, code = LONG[name]
    game, found = examine_source(Source("long.gdl", text))
    assert game is None
    assert [d.code for d in found] == [code]


def test_a_file_that_cannot_be_read_is_one_error(tmp_path: Path) -> None:
    reporter = Reporter()
    assert read_source(unreadable(tmp_path), reporter) is None
    assert [d.code for d in reporter.found] == ["unreadable-file"]


@pytest.mark.thorough
def test_every_place_that_reports_is_reached(
    reached: set[Reached],
) -> None:
    missing = [str(s) for s in sites() if (str(ROOT / s.file), s.end, s.code) not in reached]
    assert missing == [], f"{len(missing)} of {len(sites())} places have no golden file and no page"
