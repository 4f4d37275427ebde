"""Machine code is loaded from the cache where it can be, and made anew where it cannot."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from drawn_ir import op

from gdl.diagnostics.values import InternalError
from interpreter.caching import cache
from interpreter.engines.native import machine
from interpreter.ir import nodes as ir
from interpreter.ir.visit import is_entangled
from interpreter.llvm import module

N, K = ir.Var("n", ir.INT), ir.Var("k", ir.INT)


def plus(k: int) -> module.Assembly:
    body = (ir.Return(op("add", ir.Get(N), ir.Const(k))),)
    return module.generate(
        ir.Program("plus", {}, {}, {"plus": ir.Function("plus", (N,), ir.INT, body, True)})
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "native")
    return tmp_path / "native"


def never() -> module.Assembly:
    raise AssertionError("the program is written although its machine code is kept")


def kept_or_made(
    make: Callable[[], module.Assembly], key: str, effort: int = machine.EFFORT
) -> machine.Machine:
    """Machine code from the cache, or else from a program that is written now."""
    return machine.kept(key, effort) or machine.compile(make(), key, effort)


def test_what_is_kept_is_not_compiled_again(folder: Path) -> None:
    assert kept_or_made(lambda: plus(3), key="three").call("plus", 4) == 7
    again = kept_or_made(never, key="three")
    assert again.call("plus", 4) == 7
    assert again.names == ("plus",)
    with pytest.raises(AssertionError):
        kept_or_made(never, key="four")
    with pytest.raises(AssertionError):
        kept_or_made(never, key="three", effort=1)


def test_programs_are_told_apart_by_their_keys(folder: Path) -> None:
    assert [kept_or_made(lambda k=k: plus(k), key=f"plus {k}").call("plus", 1) for k in (1, 2, 1)] == [
        2,
        3,
        2,
    ]
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"short", None])
def test_a_damaged_file_is_written_anew(folder: Path, damage: bytes | None) -> None:
    kept_or_made(lambda: plus(3), key="three")
    (path,) = folder.iterdir()
    good = path.read_bytes()
    path.write_bytes(good[:-1] + bytes([good[-1] ^ 1]) if damage is None else damage)
    assert kept_or_made(lambda: plus(3), key="three").call("plus", 4) == 7
    assert cache.read(path.stem) == good[32:]


def test_without_a_directory_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setattr(cache, "folder", lambda: blocked / "native")
    assert kept_or_made(lambda: plus(3), key="three").call("plus", 4) == 7


def test_what_was_not_used_for_longest_goes(folder: Path) -> None:
    for k in range(5):
        cache.write(f"0{k}", bytes(100), limit=10_000)
        os.utime(folder / f"0{k}.native", (k, k))
    assert cache.read("00") == bytes(100)  # used just now
    cache.write("0new", bytes(100), limit=3 * 132)
    assert {path.stem for path in folder.iterdir()} == {"00", "04", "0new"}


def test_processes_write_the_same_at_once(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from interpreter.caching import cache\n"
        f"cache.folder = lambda: Path({str(folder)!r})\n"
        "for k in range(200):\n"
        "    cache.write('same', b'x' * 50_000)\n"
        "    assert cache.read('same') == b'x' * 50_000\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert [path.name for path in folder.iterdir()] == ["same.native"]


def test_threads_run_at_once() -> None:
    body = (
        ir.Assign(K, ir.Const(0)),
        ir.Loop(
            (
                ir.Assign(K, op("add", ir.Get(K), ir.Const(1))),
                ir.If(op("le", ir.Get(N), ir.Get(K)), (ir.Break(),)),
            )
        ),
        ir.Return(ir.Get(K)),
    )
    program = ir.Program("count", {}, {}, {"count": ir.Function("count", (N,), ir.INT, body, True)})
    found: list[int | None] = []

    def work() -> None:
        found.append(machine.compile(module.generate(program), "count", keep=False).call("count", 1000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1000] * 4


def test_an_unknown_function_and_a_wrong_call_are_said() -> None:
    made = machine.compile(plus(3), "three", keep=False)
    with pytest.raises(InternalError, match="no public function `minus`"):
        made.call("minus", 1)
    with pytest.raises(TypeError):
        made.call("plus")
    assert made.address("plus") != 0
    assert made.take_violation() == 0


def test_what_is_no_program_is_an_internal_error() -> None:
    with pytest.raises(InternalError, match="LLVM cannot read"):
        machine.compile(module.Assembly("define what", {}), "what", keep=False)


def test_the_command_line_starts_without_llvm() -> None:
    program = "import sys, interpreter.cli; print('llvmlite' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_code_with_very_many_loops_within_loops_is_made_soon_and_is_right() -> None:
    """LLVM's passes over loops would not end within minutes."""
    body: ir.Block = (ir.Assign(N, op("add", ir.Get(N), ir.Const(1))),)
    for depth in range(4):
        loop = ir.ForRange(ir.Var(f"k{depth}", ir.INT), ir.Const(0), ir.Const(2), body)
        body = (loop, loop, loop)
    assert is_entangled(ir.Function("many", (N,), ir.INT, body))
    many = ir.Function("many", (N,), ir.INT, (*body, ir.Return(ir.Get(N))))
    called = ir.Function("called", (N,), ir.INT, (ir.Return(ir.Call("many", (ir.Get(N),), ir.INT)),), True)
    program = ir.Program("loops", {}, {}, {"many": many, "called": called})
    made = machine.compile(module.generate(program), "loops", keep=False)
    assert made.call("called", 5) == 5 + (2 * 3) ** 4
