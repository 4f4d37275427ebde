"""How much the tests notice: small changes of the source, one at a time, each against the tests beside it.

    python benchmarks/mutants.py --log mutants.jsonl                    # 300 mutants of all parts, drawn with seed 1
    python benchmarks/mutants.py --log mutants.jsonl --seed 2 -n 50 gdl/checker
    python benchmarks/mutants.py --log mutants.jsonl --report           # what the log says, without running anything

A mutant is a copy of the sources in which one comparison, one `and`, one sign, one constant, one condition or one
statement is changed. It is killed when a test of its part fails, or takes far longer than without it; else it survives,
and either a test is missing or the mutant means the same as the original. Those that mean the same are listed in
`mutants_equivalent.txt`, with the reason, and are left out of the share.

Parts and their tests are the table `PARTS`, by the beginnings of paths, so that modules may move inside a part. The log
has a line for each mutant; a run that was stopped goes on where it was. Not changed are texts for people, annotations,
docstrings and `__repr__`: they have golden files or no meaning.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from queue import Queue

from interpreter.analysis.intervals import Share

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
COPIED = ("gdl", "interpreter", "games", "examples", "tests", "docs", "pyproject.toml", "README.md")
WORKERS = 2
LEAST_SECONDS = 60.0  # a mutant may take so long in any case
TIMES_SLOWER = 5.0  # than the tests without a mutant


@dataclass(frozen=True, slots=True)
class Part:
    """Modules whose paths begin so, and the arguments of pytest for the tests beside them, the most telling first."""

    prefix: str
    tests: tuple[str, ...]


LANGUAGE = ("tests/language", "-k", "not native")  # the machine code is another part
PARTS = (
    Part("gdl/checker/", ("tests/gdl", "tests/test_docs.py", *LANGUAGE)),
    Part(
        "interpreter/engines/reference/",
        (
            "tests/interpreter/test_rules.py",
            "tests/interpreter/test_demands.py",
            "tests/interpreter/test_chance.py",
            "tests/interpreter/test_hidden.py",
            "tests/interpreter/test_cards.py",
            "tests/interpreter/test_stacks.py",
            "tests/interpreter/test_tiles.py",
            "tests/interpreter/test_repetition.py",
            "tests/interpreter/test_typed.py",
            "tests/interpreter/test_again.py",
            *LANGUAGE,
        ),
    ),
    Part("interpreter/ir/", ("tests/interpreter/ir", "tests/interpreter/llvm")),
)


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
        if isinstance(node, ast.expr):
            text = f"({text})"
        self.found.append(Mutant(self.file, node.lineno, start, end, self.data[start:end].decode(), text))

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(name=name) if name in NOT_RUN:
                return
            case ast.FunctionDef() | ast.ClassDef() | ast.Module():
                for statement in node.body:
                    if not is_text(statement):
                        self.visit(statement)
                return
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
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
                self.add(node, "pass")
            case ast.AugAssign() | ast.Continue() | ast.Break() | ast.Delete() | ast.Raise():
                self.add(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                self.add(node, "pass")
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
    return next(p for p in PARTS if file.startswith(p.prefix))


class Copy:
    """A copy of the tree in which mutants are tried, with caches of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, root / name)
        self.environment = {
            **os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(root / "cache"), "HYPOTHESIS_STORAGE_DIRECTORY": str(root / "h"),
        }  # fmt: skip

    def run(self, part: Part, seconds: float | None) -> tuple[int | None, float]:
        """What the tests of a part come to: the exit code, None if they took too long, and the time."""
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "0",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            *part.tests,
        ]
        start = time.monotonic()
        try:
            done = subprocess.run(
                command,
                cwd=self.root,
                env=self.environment,
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - start
        return done.returncode, time.monotonic() - start

    def try_out(self, mutant: Mutant, seconds: float) -> tuple[str, float]:
        """`killed`, `slow` or `survived`, and the time."""
        path = self.root / mutant.file
        kept = Path(cache_from_source(str(path)))
        before = path.read_bytes()
        try:
            path.write_bytes(before[: mutant.start] + mutant.new.encode() + before[mutant.end :])
            kept.unlink(missing_ok=True)
            code, time_taken = self.run(part_of(mutant.file), seconds)
        finally:
            path.write_bytes(before)
            kept.unlink(missing_ok=True)
        return "slow" if code is None else "survived" if code == 0 else "killed", time_taken


def baseline(copy: Copy, parts: Iterable[Part]) -> dict[str, float]:
    """How long each part may take. Raises SystemExit where its tests fail without any mutant."""
    found = {}
    for part in parts:
        copy.run(part, None)  # fills the caches
        code, seconds = copy.run(part, None)
        if code:
            raise SystemExit(f"the tests of {part.prefix} fail as they are: pytest {' '.join(part.tests)}")
        found[part.prefix] = max(LEAST_SECONDS, TIMES_SLOWER * seconds)
        print(f"{part.prefix}: {seconds:.0f} s without a mutant", flush=True)
    return found


def run(chosen: list[Mutant], log: Path, workers: int) -> None:
    """Tries the mutants that the log does not know."""
    digests = {m.file: hashlib.sha256((ROOT / m.file).read_bytes()).hexdigest()[:12] for m in chosen}
    known = {entry["key"] for entry in entries(log)}
    waiting = [m for m in chosen if m.key(digests[m.file]) not in known]
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Copy] = Queue()
        for i in range(workers):
            copies.put(Copy(Path(folder) / str(i)))
        first = copies.get()
        limits = baseline(first, {part_of(m.file).prefix: part_of(m.file) for m in waiting}.values())
        copies.put(first)

        def attempt(mutant: Mutant) -> dict[str, object]:
            copy = copies.get()
            try:
                result, seconds = copy.try_out(mutant, limits[part_of(mutant.file).prefix])
            finally:
                copies.put(copy)
            return {
                "key": mutant.key(digests[mutant.file]),
                "mutant": mutant.name,
                "result": result,
                "seconds": round(seconds, 1),
            }

        with ThreadPoolExecutor(workers) as pool, log.open("a", encoding="utf-8") as file:
            for entry in pool.map(attempt, waiting):
                file.write(json.dumps(entry) + "\n")
                file.flush()
                print(f"{entry['result']:9} {entry['seconds']:6} s  {entry['mutant']}", flush=True)


# ---- what came of it


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


def report(found: Iterable[dict[str, object]]) -> None:
    """The share that is killed, with its interval, for each part and in all; then the survivors."""
    same = equivalents()
    real = [e for e in found if unplaced(str(e["mutant"])) not in same]
    left_out = sum(1 for e in found) - len(real)
    for prefix in (*(p.prefix for p in PARTS), ""):
        mine = [e for e in real if str(e["mutant"]).startswith(prefix)]
        share = Share(sum(e["result"] != "survived" for e in mine), len(mine)).estimate()
        if share is not None and share.low is not None and share.high is not None:
            print(
                f"{prefix or 'all':34} {len(mine):4} mutants, {share.value:6.1%} killed ({share.low:.1%} to {share.high:.1%})"
            )
    print(f"{left_out} that mean the same are left out")
    for entry in real:
        if entry["result"] == "survived":
            print(f"survived  {entry['mutant']}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("prefixes", nargs="*", help="only modules whose paths begin so")
    parser.add_argument("-n", type=int, default=300, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument(
        "--list", action="store_true", help="the mutants that would be tried, and nothing more"
    )
    parser.add_argument("--report", action="store_true", help="what the log says of the drawn mutants")
    given = parser.parse_args()
    every = list(mutants(given.prefixes or [p.prefix for p in PARTS]))
    chosen = random.Random(given.seed).sample(every, min(given.n, len(every)))
    print(f"{len(chosen)} of {len(every)} mutants", flush=True)
    if given.list:
        for mutant in chosen:
            print(mutant.name)
        return
    if not given.report:
        run(chosen, given.log, given.workers)
    digests = {m.file: hashlib.sha256((ROOT / m.file).read_bytes()).hexdigest()[:12] for m in chosen}
    keys = {m.key(digests[m.file]) for m in chosen}
    report([e for e in entries(given.log) if e["key"] in keys])


if __name__ == "__main__":
    main()
