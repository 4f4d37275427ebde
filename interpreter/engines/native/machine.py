"""From LLVM assembly to running machine code: `compile(assembly, key) -> Machine`.

The text is parsed and optimised once, and the object code kept on disk; later it is loaded as it is. Calls go through
ctypes, which lets other threads run meanwhile.

A program has two tiers. Most programs run for less time than good code takes to make. So each begins with code that is hardly optimised,
and the better code is made when the quick code has run for about as long as that takes. Whatever comes then, no more than twice
the time is spent that somebody who knew the future would have spent (the rule for renting or buying skis). Both give the
same results.
"""

import ctypes
import itertools
import json
import math
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache as remembered
from functools import cached_property
from time import perf_counter
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from gdl.diagnostics.values import InternalError
from interpreter.caching import cache
from interpreter.llvm.assembly import ENTANGLED, PREFIX, VIOLATION, WORK, Assembly, Signature
from interpreter.shared import stopping

# of 0 to 3: few passes and the fastest translation, a fifth of the time; what LLVM calls 2
QUICK, EFFORT = (1, 2)
LONG = 6_000  # lines: in a longer program, functions that seldom run are hardly optimised
PASSES = (  # of quick code; combining instructions would take as long as all of these, for nothing that is measured
    "always_inliner",
    "sroa",
    "simplify_cfg",
    "loop_simplify",
    "lcssa",
    "loop_rotate",
    "simplify_cfg",
)

# Bytes that LLVM may take for the smallest program, and more for each letter: about twice what it takes for bundled
# games. Without memory it ends the process.
LEAST_MEMORY, MEMORY = 8 << 20, 14
_TRANSLATION = (0, 0, 2, 2)  # how much LLVM works on the translation, by effort

_lock = threading.RLock()  # LLVM's own state is shared by all threads
_numbers = itertools.count()


class Machine:
    """Loaded machine code. It stays loaded as long as this object exists. `size` in bytes; `effort`: it was made with."""

    def __init__(
        self,
        signatures: Mapping[str, Signature],
        code: bytes,
        symbols: Mapping[str, int] | None = None,
        effort: int = EFFORT,
    ) -> None:
        """`symbols`: the addresses of what the code calls outside."""
        stopping.need_memory(LEAST_MEMORY + len(code))
        self.size, self.effort = len(code), effort
        builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        for name, address in (symbols or {}).items():
            builder.import_symbol(name, address)
        for name in signatures:
            builder.export_symbol(name)
        with _lock:
            self._library = builder.link(_jit(), f"program{next(_numbers)}")
        self._signatures = signatures
        self._functions = {
            name.removeprefix(PREFIX): _function(self._library[name], signature)
            for name, signature in signatures.items()
            if name.startswith(PREFIX)
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The public functions."""
        return tuple(self._functions)

    def function(self, name: str) -> Callable[..., Any]:
        """A public function, for many calls: takes ints, and for blocks addresses or ctypes arrays."""
        try:
            return self._functions[name]
        except KeyError:
            raise InternalError(f"the machine code has no public function `{name}`") from None

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a public function; an int, or None if it gives nothing."""
        return self.function(name)(*arguments)

    def address(self, name: str) -> int:
        """Where a public function is in memory."""
        self.function(name)
        return int(self._library[PREFIX + name])

    def symbol(self, name: str) -> int:
        """Where anything that is called from outside is in memory."""
        return int(self._library[name])

    @property
    def work(self) -> int:
        """How much the code has done since it was loaded (`interpreter.ir.work`); 0 where it does not count that."""
        return ctypes.c_int64.from_address(self._library[WORK]).value if WORK in self._signatures else 0

    def take_violation(self) -> int:
        """The number of the first violation since the last call, 0 if there was none. Always 0 in an unchecked build."""
        if VIOLATION not in self._signatures:
            return 0
        cell = ctypes.c_int64.from_address(self._library[VIOLATION])
        found, cell.value = cell.value, 0
        return found


def compile(
    written: Assembly,
    key: str,
    effort: int = EFFORT,
    keep: bool = True,
    symbols: Mapping[str, int] | None = None,
) -> Machine:
    """The machine code of a program in LLVM assembly; with `keep` it is kept on disk under this key."""
    code = object_code(written.text, effort)
    if keep:
        cache.write(_name(key, effort), json.dumps(dict(written.signatures)).encode() + b"\n" + code)
    return Machine(written.signatures, code, symbols, effort)


def kept(key: str, effort: int = EFFORT, symbols: Mapping[str, int] | None = None) -> Machine | None:
    """The machine code that was kept on disk under a key."""
    found = cache.read(_name(key, effort))
    if found is None:
        return None
    with suppress(ValueError, AttributeError, RuntimeError, KeyError):  # what is wrong inside counts as none
        head, _, code = found.partition(b"\n")
        return Machine({n: (p, r) for n, (p, r) in json.loads(head).items()}, code, symbols, effort)
    return None


def _name(key: str, effort: int) -> str:
    return cache.key(key, _tool(), host_name(), host_features(), str(effort))


def object_code(text: str, effort: int = EFFORT) -> bytes:
    """Parses, optimises and translates."""
    with _lock:
        return bytes(_target(effort).emit_object(_optimised(text, effort)))


def assembly(text: str, effort: int = EFFORT) -> str:
    """The processor's instructions as text, to be read."""
    with _lock:
        return str(_target(effort).emit_assembly(_optimised(text, effort)))


@remembered
def host_name() -> str:
    return str(llvm.get_host_cpu_name())


@remembered
def host_features() -> str:
    """The processor's features as LLVM writes them, such as "+avx2,+bmi2"."""
    return str(llvm.get_host_cpu_features().flatten())


def _tool() -> str:
    return f"llvmlite {llvmlite.__version__} LLVM {'.'.join(map(str, llvm.llvm_version_info))}"


def _optimised(text: str, effort: int) -> llvm.ModuleRef:
    stopping.need_memory(LEAST_MEMORY + MEMORY * len(text))
    target = _target(effort)
    try:
        module = llvm.parse_assembly(text)
    except RuntimeError as error:
        raise InternalError(f"LLVM cannot read the generated program: {error}") from error
    if effort == QUICK:
        _run_quick_passes(module, target)
    elif effort:
        if text.count("\n") > LONG:
            _spare(module, b"cold")
        if f'"{ENTANGLED}"' in text:
            _run_quick_passes(module, target)  # it stays as they leave it
            _spare(module, f'"{ENTANGLED}"'.encode())
        options = llvm.create_pipeline_tuning_options(speed_level=effort)
        options.loop_vectorization = False
        options.slp_vectorization = False
        options.loop_unrolling = effort > EFFORT
        options.loop_interleaving = False
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
    return module


def _run_quick_passes(module: llvm.ModuleRef, target: llvm.TargetMachine) -> None:
    passes = llvm.create_new_module_pass_manager()
    for name in PASSES:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options()))


def _spare(module: llvm.ModuleRef, attribute: bytes) -> None:
    """Takes functions with an attribute out of what is optimised."""
    for function in module.functions:
        if not function.is_declaration and any(attribute in a.split() for a in function.attributes):
            function.add_function_attribute("noinline")
            function.add_function_attribute("optnone")


def _function(address: int, signature: Signature) -> Callable[..., Any]:
    found: Callable[..., Any] = _function_type(signature)(address)
    return found


@remembered
def _function_type(signature: Signature) -> Any:
    parameters, result = signature
    given = [ctypes.c_void_p if letter == "p" else ctypes.c_int64 for letter in parameters]
    return ctypes.CFUNCTYPE(None if result == "v" else ctypes.c_int64, *given)


@remembered
def _target(effort: int) -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=host_name(), features=host_features(), opt=_TRANSLATION[effort], reloc="pic", codemodel="small"
    )


@remembered
def _jit() -> llvm.LLJIT:
    return llvm.create_lljit_compiler(_target(EFFORT))


# what better code takes, for each byte of quick code; measured: 4 to 13 microseconds
SECONDS_FOR_A_BYTE = 8e-6


class Tiered:
    """`call` calls a function of the machine code, and replaces the code when that pays.

    `write`: the program in LLVM assembly for an effort; raises NotLowered where there is none. `effort`: that of the only tier; None
    for both. `keep`: whether the code is kept on disk under the key. `is_beside`: better code is made in a thread of its own, and
    nobody waits for it.
    """

    def __init__(
        self,
        write: Callable[[int], Assembly],
        key: str,
        effort: int | None,
        keep: bool,
        is_beside: bool = False,
    ) -> None:
        self.write, self.key, self.keep, self.is_beside = write, key, keep, is_beside
        self.efforts = (QUICK, EFFORT) if effort is None else (effort,)
        self.seconds = 0.0  # for which quick code has run
        self._lock = threading.Lock()
        self._replaced: list[Machine] = []  # stays loaded, as somebody may be in it

    @cached_property
    def machine(self) -> Machine:
        """The code of now, compiled or taken from the disk: better code is preferred if it is there. Raises NotLowered."""
        return self.kept or self._made(self.efforts[0])

    @cached_property
    def kept(self) -> Machine | None:
        """The code that an earlier start left on disk."""
        return next(filter(None, map(self._kept, reversed(self.efforts))), None)

    @property
    def is_at_hand(self) -> bool:
        """Whether the code need not be compiled; a single question is not worth compiling for."""
        return "machine" in self.__dict__ or self.kept is not None

    @property
    def is_best(self) -> bool:
        """Whether no better code will come."""
        return self.machine.effort == self.efforts[-1]

    @cached_property
    def call(self) -> Callable[..., Any]:
        """Calls a public function by its name; an int, or None if it gives nothing."""
        return self.machine.call if self.is_best else self._timed

    def _timed(self, name: str, *arguments: Any) -> Any:
        start = perf_counter()
        found = self.machine.call(name, *arguments)
        self.spend(perf_counter() - start)
        return found

    def spend(self, seconds: float) -> None:
        """Counts time for which the code has run, and makes better code if that pays by now."""
        self.seconds += seconds
        if self.seconds <= self.machine.size * SECONDS_FOR_A_BYTE:
            return
        if self.is_beside:
            self.seconds = -math.inf  # once
            threading.Thread(target=self.improve, name=stopping.BUSY, daemon=True).start()
        else:
            self.improve()

    def improve(self) -> None:
        """Goes on with the better code. Other threads that want it wait."""
        with self._lock:
            if self.is_best:
                return
            self._replaced.append(self.machine)
            best = self.efforts[-1]
            better = self._kept(best) or self._made(best)
            self.__dict__.update(machine=better, call=better.call)

    def _kept(self, effort: int) -> Machine | None:
        return kept(self.key, effort) if self.keep else None

    def _made(self, effort: int) -> Machine:
        return compile(self.write(effort), self.key, effort, self.keep)
