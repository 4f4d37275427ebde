"""A plugin of pytest that tries mutants: it collects the tests once, and forks a process for each mutant.

    python -m pytest -n 0 -p mutants_server TESTS      with MUTANTS=FILE in the environment

FILE is JSON: `mutants`, each with `key`, `file`, `lines` (the first and the last) and `text`, the whole changed source;
`root`; `seconds`, how long the tests of one mutant may take without a change; `log`, a file that gets a line of JSON for
each mutant.

A first process runs all tests and notes which of them reach the changed lines, and how long each takes. For a mutant
only those are run, the quickest first, until one fails. Those that take too long together are left out, which can only
make a mutant survive. A mutant is slow when its tests take several times as long as they did without it. The change is
made in the functions that are loaded: their code is exchanged, and what functions remember is forgotten. A change outside
functions cannot be made so, nor one that no test reaches: it is logged as `import`, and is tried in a process of its own by
`mutants.py`. Each process ends with the one that made it, however that ends.
"""

import ctypes
import functools
import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import coverage
import hypothesis
import pytest

PR_SET_PDEATHSIG = 1  # of linux/prctl.h
TIMES_LONGER = 4.0  # than without the change, when a mutant is given up
SECONDS_MORE = 10.0  # for what has to be made anew in a fork
KEPT = {"_lark"}  # what remembers nothing of the project's own code, and takes long to make
SURVIVED, KILLED, IMPORTED, BROKEN = 0, 3, 4, 5
NAMES = {KILLED: "killed", SURVIVED: "survived", IMPORTED: "import", BROKEN: "not tried"}

hypothesis.settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
)
hypothesis.settings.load_profile("mutants")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Tries all mutants, in place of running the tests."""
    end_with_parent()
    gc.unfreeze()  # what is frozen is hidden from `Loaded`
    asked = json.loads(Path(os.environ["MUTANTS"]).read_text("utf-8"))
    reach, judge = reached(session, asked), Judge(session, asked)
    with Path(asked["log"]).open("a", encoding="utf-8") as log:
        for mutant in asked["mutants"]:
            start = time.monotonic()
            result = judge.result(mutant, reach[mutant["key"]])
            taken = time.monotonic() - start
            log.write(json.dumps({"key": mutant["key"], "result": result, "seconds": round(taken, 1)}) + "\n")
            log.flush()
    return True


# ---- which tests reach which lines


Reach = tuple[list[int], float]  # tests by their places, and the seconds that they take together


def reached(session: pytest.Session, asked: dict[str, Any]) -> dict[str, Reach]:
    """For each mutant the tests that reach its lines, the quickest first."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "reached.json"
        child = forked()
        if not child:
            quiet()
            found.write_text(json.dumps(measured(session, asked)), "utf-8")
            os._exit(0)
        os.waitpid(child, 0)
        made: dict[str, Reach] = json.loads(found.read_text("utf-8"))
        return made


def measured(session: pytest.Session, asked: dict[str, Any]) -> dict[str, Reach]:
    files = sorted({str(Path(asked["root"]) / m["file"]) for m in asked["mutants"]})
    cover = coverage.Coverage(data_file=None, include=files, config_file=False)
    times: dict[str, float] = {}
    failed: set[str] = set()
    cover.start()
    for place, item in enumerate(session.items):
        cover.switch_context(str(place))
        before, start = session.testsfailed, time.process_time()
        run(session, [item])
        times[str(place)] = time.process_time() - start
        if session.testsfailed > before:
            failed.add(str(place))
    cover.stop()
    data, made = cover.get_data(), {}
    for mutant in asked["mutants"]:
        contexts = data.contexts_by_lineno(str(Path(asked["root"]) / mutant["file"]))
        first, last = mutant["lines"]
        tests = {c for line in range(first, last + 1) for c in contexts.get(line, ()) if c} - failed
        made[mutant["key"]] = quickest({int(c): times[c] for c in tests}, asked["seconds"])
    return made


def quickest(times: dict[int, float], seconds: float) -> Reach:
    """The quickest tests that take no longer than `seconds` together, but one at least."""
    chosen: list[int] = []
    total = 0.0
    for place in sorted(times, key=lambda place: times[place]):
        if chosen and total + times[place] > seconds:
            break
        chosen.append(place)
        total += times[place]
    return chosen, total


def run(session: pytest.Session, items: list[pytest.Item]) -> int | None:
    """Runs tests until one fails; its place in the list."""
    before = session.testsfailed
    for place, item in enumerate(items):  # none where nothing reaches the line
        following = items[place + 1] if place + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed > before:
            return place
    return None


# ---- one mutant


class Judge:
    """Tries mutants in forks. A test counts as noticing one only if it passes in a fork without the change.

    `sound`: tests, by their places, that were seen to pass so. `unsound`: those that fail in any case, and are left out.
    """

    def __init__(self, session: pytest.Session, asked: dict[str, Any]) -> None:
        self.session = session
        self.asked = asked
        self.loaded = Loaded()
        gc.freeze()  # forks do not look through what is there before them
        self.sound: set[int] = set()
        self.unsound: set[int] = set()

    def result(self, mutant: dict[str, Any], reach: Reach) -> str:
        """`killed`, `survived`, `slow`, or `import` where the change is outside functions."""
        tests, seconds = reach
        while True:
            tests = [place for place in tests if place not in self.unsound]
            if not tests:  # what runs only when a module is loaded, if at all
                return NAMES[IMPORTED]
            found, failed = self._tried(mutant, tests, seconds)
            if found != "killed" or failed is None or tests[failed] in self.sound:
                return found
            without, _ = self._tried(None, tests[: failed + 1], seconds)
            (self.sound if without == "survived" else self.unsound).add(tests[failed])

    def _tried(
        self, mutant: dict[str, Any] | None, tests: list[int], seconds: float
    ) -> tuple[str, int | None]:
        """What became of one mutant, or of no change, and where in the list the test is that failed."""
        with tempfile.TemporaryDirectory() as folder:
            child = forked()
            if not child:
                self._attempt(mutant, tests, seconds, Path(folder))
            _, status = os.waitpid(child, 0)
            note = Path(folder) / "failed"
            failed = int(note.read_text("utf-8")) if note.exists() else None
        if os.WIFSIGNALED(status):
            return ("slow" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"), None
        return NAMES[os.WEXITSTATUS(status)], failed

    def _attempt(
        self, mutant: dict[str, Any] | None, tests: list[int], seconds: float, folder: Path
    ) -> NoReturn:
        """What the forked process does."""
        result = BROKEN  # the server's own fault, which counts as nothing
        try:
            quiet()
            limit = int(SECONDS_MORE + TIMES_LONGER * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            if mutant is not None:
                file = str(Path(self.asked["root"]) / mutant["file"])
                if not exchange(file, mutant["text"], self.loaded):
                    os._exit(IMPORTED)
            self.loaded.forget()
            os.environ["XDG_CACHE_HOME"] = str(
                folder / "cache"
            )  # what is kept on disk was made without the change
            failed = run(self.session, [self.session.items[place] for place in tests])
            if failed is not None:
                (folder / "failed").write_text(str(failed), "utf-8")
            result = SURVIVED if failed is None else KILLED
        finally:
            os._exit(result)


class Loaded:
    """The functions by their files, and the caches, that a process has before it forks.

    They are sought once: whoever looks at all objects in a fork copies the whole memory.
    """

    def __init__(self) -> None:
        self.functions: dict[str, list[FunctionType]] = {}
        self.caches: list[functools._lru_cache_wrapper[Any]] = []
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                self.functions.setdefault(found.__code__.co_filename, []).append(found)
            elif isinstance(found, functools._lru_cache_wrapper) and found.__name__ not in KEPT:
                self.caches.append(found)

    def forget(self) -> None:
        """Empties what functions have remembered before a change."""
        for cache in self.caches:
            cache.cache_clear()


def exchange(file: str, text: str, loaded: Loaded) -> int:
    """Gives the loaded functions of a file the code that they have in a changed text; says how many changed."""
    new: dict[tuple[str, int], CodeType] = {}
    waiting = [compile(text, file, "exec", dont_inherit=True)]
    while waiting:
        for code in waiting.pop().co_consts:
            if isinstance(code, CodeType):
                new[code.co_qualname, code.co_firstlineno] = code
                waiting.append(code)
    changed = 0
    for function in loaded.functions.get(file, ()):
        old = function.__code__
        made = new.get((old.co_qualname, old.co_firstlineno))
        if made is not None and made != old:
            if made.co_freevars != old.co_freevars:
                return 0
            function.__code__ = made
            changed += 1
    return changed


def end_with_parent() -> None:
    """Asks that this process be killed when its parent ends, however that ends. Linux only; see prctl(2)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def forked() -> int:
    """Forks like `os.fork`; the child ends with its parent."""
    parent = os.getpid()
    child = os.fork()
    if not child:
        end_with_parent()
        if os.getppid() != parent:  # it ended before it was asked
            os._exit(BROKEN)
    return child


def quiet() -> None:
    """Prints nothing from here on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno() if sys.stdout.fileno() > 0 else 1)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
