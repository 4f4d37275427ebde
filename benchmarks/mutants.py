"""How much the tests notice: small changes of the source, one at a time, each against the tests beside it.

    python benchmarks/mutants.py --log mutants.jsonl                    # 300 mutants of all parts, drawn with seed 1
    python benchmarks/mutants.py --log mutants.jsonl --seed 2 -n 50 gdl/checker
    python benchmarks/mutants.py --log mutants.jsonl --report           # what the log says, without running anything

A mutant is a copy of the sources in which one comparison, one `and`, one sign, one constant, one condition or one
statement is changed. Only tests that reach the changed line are run, the quickest first, in forks of a process that has
collected them (`mutants_server.py`). A mutant is killed when one fails, or when they take too long; else it survives, and
either a test is missing or the mutant means the same as the original. Those that mean the same are listed in
`mutants_equivalent.txt`, with the reason, and are left out of the share. What the types forbid is not tried where that is
known from the text: a function that promises a truth gives the opposite, and not None.

Parts and their tests are the table `PARTS`, by the beginnings of paths, so that modules may move inside a part. The log
has a line for each mutant; a run that was stopped goes on where it was. Not changed are texts for people, annotations,
docstrings and `__repr__`: they have golden files or no meaning.
"""

import argparse
import ast
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import NoReturn

from interpreter.analysis.intervals import Share

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
COPIED = ("gdl", "interpreter", "games", "examples", "tests", "docs", "pyproject.toml", "README.md")
SECONDS = 45.0  # that the tests of one mutant may take together without a change
SECONDS_OF_ALL = 900.0  # by the clock, where all tests of a part run


@dataclass(frozen=True, slots=True)
class Part:
    """Modules whose paths begin in one of these ways, and the arguments of pytest for the tests beside them."""

    name: str
    prefixes: tuple[str, ...]
    tests: tuple[str, ...]


def beside(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/test_{name}.py" for name in names)


LANGUAGE = ("tests/language", "-k", "not native")  # the machine code is another part
# Without the tests that play whole games, which take longer than all others together.
QUICK = ("tests/language", "-k", "not native and not every_bundled_game")
PARTS = (
    Part("checker", ("gdl/checker/",), ("tests/gdl", "tests/test_docs.py", *LANGUAGE)),
    Part(
        "meaning",
        ("gdl/core/evaluate.py", "gdl/core/static.py", "gdl/files/options.py", "gdl/core/builtins.py", "gdl/core/arithmetic.py", "gdl/files/resolver.py"),
        (*beside("tests/gdl", "evaluate", "builtins", "broken", "extensions", "differences"), *LANGUAGE),
    ),
    Part(
        "reference engine",
        ("interpreter/engines/reference/",),
        (
            *beside("tests/interpreter", "demands", "stacks", "tiles", "repetition", "aspects", "borders", "why"),
            *beside("tests/interpreter", "again", "rules", "typed", "hidden", "related", "in_play", "plain_batches", "refused_states"),
            *beside("tests/interpreter", "transcripts", "decided", "view", "path_columns", "relations", "private", "written_positions", "results"),
            *QUICK,
        ),
    ),
    Part("passes", ("interpreter/ir/",), ("tests/interpreter/ir", "tests/interpreter/llvm")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a file: what stands from `start` to `end` (in bytes) becomes `new`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}: {shown(self.old)} -> {shown(self.new)}"

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line of what is changed."""
        return self.line, self.line + self.old.count("\n")

    def applied(self, root: Path) -> str:
        """The text of the file with the change, which has as many lines as before."""
        before = (root / self.file).read_bytes()
        return (before[: self.start] + self.new.encode() + before[self.end :]).decode()

    def key(self, digest: str) -> str:
        """What the log knows it by; `digest` is that of the file's text."""
        return f"{digest}:{self.start}:{self.end}:{self.new}"


def shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:67] + "..."


# ---- what may be changed

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
SAYING = {
    "assert_never",
    "report",
    "trouble",
    "Diagnostic",
    "BoardError",
    "InternalError",
    "PositionError",
    "IllegalAction",
    "RecordError",
}
ALSO_SAYING = {
    "ValueError",
    "KeyError",
    "TypeError",
    "near",
    "possible",
}  # whose arguments are words for people
NOT_RUN = {"__repr__", "__str__"}


def name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return name_of(function)
    return ""


class Finder:
    """The mutants of one file. The source is changed in place of the node, so that the rest stays as it is written."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.data = text.encode()
        self.found: list[Mutant] = []
        self.promises_truth = (
            False  # the function at hand gives true or false, and mypy refuses anything else
        )
        self.lines = [0]
        for line in self.data.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.visit(ast.parse(text))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self.lines[node.lineno - 1] + node.col_offset
        return start, self.lines[node.end_lineno - 1] + node.end_col_offset

    def add(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> None:
        start, end = self.span(node)
        text = new if isinstance(new, str) else ast.unparse(new)
        old = self.data[start:end].decode()
        lines = "\n" * (old.count("\n") - text.count("\n"))
        text = f"({text}{lines})" if isinstance(node, ast.expr) else text + lines
        self.found.append(Mutant(self.file, node.lineno, start, end, old, text))

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(name=name) if name in NOT_RUN:
                return
            case ast.FunctionDef() | ast.ClassDef() | ast.Module():
                outside = self.promises_truth
                if isinstance(node, ast.FunctionDef):
                    self.promises_truth = node.returns is not None and name_of(node.returns) == "bool"
                for statement in node.body:
                    if not is_text(statement):
                        self.visit(statement)
                self.promises_truth = outside
                return
            case ast.keyword(arg="strict"):
                return  # a check of the program by itself, like `assert`
            case ast.AnnAssign():
                if node.value is not None:
                    self.visit(node.value)
                return
            case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.Assert():
                return
            case ast.Raise():
                self.statement(node)
                return
            case ast.Call() if name_of(node.func) in SAYING | ALSO_SAYING:
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return
        if isinstance(node, ast.expr):
            self.expression(node)
        elif isinstance(node, ast.stmt):
            self.statement(node)
        for child in ast.iter_child_nodes(node):
            self.visit(child)

    def expression(self, node: ast.expr) -> None:
        match node:
            case ast.Compare(ops=[op]):
                for other in COMPARISONS[type(op)]:
                    self.add(node, ast.Compare(node.left, [other()], node.comparators))
                self.words(node)
            case ast.BoolOp(op=op):
                self.add(node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values))
            case ast.BinOp(op=op) if type(op) in SIGNS and not self.is_text(node):
                self.add(node, ast.BinOp(node.left, SIGNS[type(op)](), node.right))
            case ast.UnaryOp(op=ast.Not()):
                self.add(node, node.operand)
            case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
                self.add(node, node.operand)
            case ast.IfExp():
                self.add(node, ast.IfExp(negated(node.test), node.body, node.orelse))
            case ast.comprehension():
                pass
            case ast.Constant(value=bool(value)):
                self.add(node, repr(not value))
            case ast.Constant(value=int(value)):
                self.add(node, repr(value + 1))
                self.add(node, repr(value - 1))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for generator in node.generators:
                    for condition in generator.ifs:
                        self.add(condition, negated(condition))

    def is_text(self, node: ast.BinOp) -> bool:
        """Whether an operation is on texts, such as those of messages, or on types."""
        parts = [n for n in ast.walk(node) if isinstance(n, ast.Constant | ast.JoinedStr)]
        return any(isinstance(n, ast.JoinedStr) or isinstance(n.value, str) for n in parts)

    def words(self, node: ast.Compare) -> None:
        """Words of the language that something is compared with."""
        for given in node.comparators:
            items = given.elts if isinstance(given, ast.Tuple | ast.Set | ast.List) else [given]
            for item in items:
                if isinstance(item, ast.Constant) and isinstance(item.value, str) and item.value:
                    self.add(item, repr(item.value + "?"))

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.If() | ast.While():
                self.add(node.test, negated(node.test))
            case ast.Expr(value=ast.Call() as call) if name_of(call.func) == "assert_never":
                return  # what the types say never runs
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
                self.add(node, "pass")
            case ast.AugAssign() | ast.Continue() | ast.Break() | ast.Delete() | ast.Raise():
                self.add(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                self.add(node, "pass")
            case ast.Return(value=value) if value is not None and self.promises_truth:
                self.add(node, ast.Return(negated(value)))
            case ast.Return(value=value) if value is not None and not is_nothing(value):
                self.add(node, "return None")


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def negated(node: ast.expr) -> ast.expr:
    return (
        node.operand
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        else ast.UnaryOp(ast.Not(), node)
    )


def mutants(prefixes: Iterable[str], root: Path = ROOT) -> Iterator[Mutant]:
    """All mutants of the files whose paths begin so, each once."""
    wanted = tuple(prefixes)
    for path in sorted(root.rglob("*.py")):
        file = path.relative_to(root).as_posix()
        if file.startswith(wanted):
            yield from dict.fromkeys(Finder(file, path.read_text("utf-8")).found)


# ---- running


def part_of(file: str) -> Part:
    return next(p for p in PARTS if file.startswith(p.prefixes))


def end_group(leader: subprocess.Popen[bytes]) -> None:
    """Ends a process that leads a group, and all processes of the group."""
    with contextlib.suppress(ProcessLookupError):  # the group has ended
        os.killpg(leader.pid, signal.SIGKILL)
    leader.wait()


def stopped(number: int, _frame: object) -> NoReturn:
    """What a signal to stop does: it unwinds, so that the processes that run tests end too, and the copy is removed."""
    raise SystemExit(128 + number)


class Copy:
    """A copy of the tree in which mutants are tried, with caches of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root / "tree"
        self.asked = root / "asked.json"
        for name in COPIED:
            source, goal = ROOT / name, self.root / name
            if source.is_dir():
                shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, goal)
        self.environment = {
            **os.environ, "PYTHONPATH": f"{self.root}{os.pathsep}{HERE}", "XDG_CACHE_HOME": str(root / "cache"), "MUTANTS": str(self.asked),
        }  # fmt: skip

    def pytest(self, part: Part, *more: str, seconds: float | None = None) -> int:
        """Runs the tests of a part in one process; the exit code. Raises subprocess.TimeoutExpired."""
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "0",
            "-q",
            "-p",
            "no:cacheprovider",
            "--assert=plain",  # what a failure looks like takes longer than most tests
            "--tb=native",
            *more,
            *part.tests,
        ]
        started = subprocess.Popen(
            command,
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return started.wait(seconds)
        finally:
            end_group(started)

    def serve(self, part: Part, chosen: list[Mutant], keys: list[str], log: Path, seconds: float) -> None:
        """Tries mutants of a part in forks of one process that has collected the tests."""
        rows = [
            {"key": key, "file": m.file, "lines": m.lines, "text": m.applied(self.root)}
            for m, key in zip(chosen, keys, strict=True)
        ]
        asked = {"mutants": rows, "root": str(self.root), "seconds": seconds, "log": str(log.absolute())}
        self.asked.write_text(json.dumps(asked), "utf-8")
        code = self.pytest(part, "-p", "mutants_server")
        if not set(keys) <= {str(entry["key"]) for entry in entries(log)}:
            raise SystemExit(
                f"the tests of the {part.name} ended early ({code}): pytest {' '.join(part.tests)}"
            )

    def import_anew(self, mutant: Mutant, seconds: float) -> str:
        """Tries a mutant of what runs when a module is loaded: `killed`, `slow` or `survived`."""
        path = self.root / mutant.file
        before = path.read_bytes()
        try:
            path.write_text(mutant.applied(self.root), "utf-8")
            Path(cache_from_source(str(path))).unlink(missing_ok=True)
            return "survived" if not self.pytest(part_of(mutant.file), "-x", seconds=seconds) else "killed"
        except subprocess.TimeoutExpired:
            return "slow"
        finally:
            path.write_bytes(before)
            Path(cache_from_source(str(path))).unlink(missing_ok=True)


def run(chosen: list[Mutant], log: Path, seconds: float) -> None:
    """Tries the mutants that the log does not know, part by part."""
    names = keys_of(chosen)
    known = {str(entry["key"]) for entry in entries(log)}
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for part in PARTS:
            waiting = [m for m in chosen if part_of(m.file) == part and names[m] not in known]
            if waiting:
                print(f"{part.name}: {len(waiting)} mutants", flush=True)
                copy.serve(part, waiting, [names[m] for m in waiting], log, seconds)
        found = {str(entry["key"]): entry["result"] for entry in entries(log)}
        again = [m for m in chosen if found.get(names[m]) == "import"]
        with log.open("a", encoding="utf-8") as file:
            for mutant in again:
                start = time.monotonic()
                result = copy.import_anew(mutant, SECONDS_OF_ALL)
                taken = round(time.monotonic() - start, 1)
                file.write(json.dumps({"key": names[mutant], "result": result, "seconds": taken}) + "\n")
                file.flush()


# ---- what came of it


def keys_of(chosen: Iterable[Mutant]) -> dict[Mutant, str]:
    """What the log knows each mutant by."""
    listed = list(chosen)
    digests = {
        file: hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:12] for file in {m.file for m in listed}
    }
    return {m: m.key(digests[m.file]) for m in listed}


def entries(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []


def equivalents() -> dict[str, str]:
    """Mutants that mean the same as the original, without the number of the line, each with the reason."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    rows = [line.split(" ## ") for line in lines if line.strip() and not line.startswith("# ")]
    return {change.strip(): reason.strip() for change, reason in rows}


def unplaced(name: str) -> str:
    """A mutant's name without the number of its line, which changes with the lines above."""
    file, _, change = name.split(":", 2)
    return f"{file}:{change}"


def report(chosen: list[Mutant], log: Path) -> None:
    """The share that is killed, with its interval, for each part and in all; then the survivors."""
    same, names = equivalents(), keys_of(chosen)
    results = {str(entry["key"]): str(entry["result"]) for entry in entries(log)}  # the last of each counts
    waiting = ("not tried", "import")
    tried = [(m, results[names[m]]) for m in chosen if results.get(names[m], "import") not in waiting]
    real = [(m, result) for m, result in tried if unplaced(m.name) not in same]
    for name, prefixes in (*((p.name, p.prefixes) for p in PARTS), ("all", ("",))):
        mine = [result for m, result in real if m.file.startswith(prefixes)]
        share = Share(sum(result != "survived" for result in mine), len(mine)).estimate()
        if share is not None and share.low is not None and share.high is not None:
            print(
                f"{name:20} {len(mine):4} mutants, {share.value:6.1%} killed ({share.low:.1%} to {share.high:.1%})"
            )
    print(f"{len(tried) - len(real)} that mean the same are left out")
    for mutant, result in real:
        if result == "survived":
            print(f"survived  {mutant.name}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("prefixes", nargs="*", help="only modules whose paths begin so")
    parser.add_argument("-n", type=int, default=300, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for the tests of one mutant")
    parser.add_argument(
        "--list", action="store_true", help="the mutants that would be tried, and nothing more"
    )
    parser.add_argument("--report", action="store_true", help="what the log says of the drawn mutants")
    given = parser.parse_args()
    every = list(mutants(given.prefixes or [prefix for p in PARTS for prefix in p.prefixes]))
    chosen = random.Random(given.seed).sample(every, min(given.n, len(every)))
    print(f"{len(chosen)} of {len(every)} mutants", flush=True)
    if given.list:
        for mutant in chosen:
            print(mutant.name)
        return
    if not given.report:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stopped)
        run(chosen, given.log, given.seconds)
    report(chosen, given.log)


if __name__ == "__main__":
    main()
