"""A game as machine code: its memory layout, its programs, and the loaded code, each made when it is first needed.

Where machine code is kept on disk, nothing is lowered, so what lowers is imported only when it must.
"""

import pickle
from collections.abc import Callable, Mapping
from functools import cached_property

from gdl.core.model import Game
from gdl.diagnostics.values import InternalError
from gdl.platform.dataclass import dataclass
from gdl.platform.gc_pause import none_sought
from interpreter import lowering
from interpreter.caching import cache
from interpreter.caching.fingerprint import fingerprint
from interpreter.caching.stamps import VERSION
from interpreter.engines import native
from interpreter.engines.native.machine import EFFORT, Machine, Tiered, host_features
from interpreter.llvm.assembly import Assembly
from interpreter.shared.machine_interface import Layout

SEARCH_EFFORT: int | None = None  # of code for searches; None for quick code at first


@dataclass(frozen=True, slots=True)
class Outline:
    """The memory of states and of a search's context. `blank` is a state in which nothing has happened.

    `row_words`: of an action in a list.
    """

    state: Layout
    context: Layout
    blank: bytes
    row_words: int


def outline(make: Callable[[], Outline], key: str, keep: bool = True) -> Outline:
    """An outline, made only if the cache has none under this key. Without `keep` the cache is not used."""
    name = cache.key("outline", key)
    kept = cache.unpickled(name) if keep else None
    if isinstance(kept, Outline):
        return kept
    made = make()
    if keep:
        cache.write(name, pickle.dumps(made))
    return made


class Compiled:
    """The machine code of one game. `count_pieces`: how many a state must have room for at the start.

    `checked` builds verify the program and report violations at run time; `keep` says whether machine code is kept on
    disk, `effort` how much it is optimised; None for quick code at first, and better code for what runs long. `counts_work`:
    whether the code counts what it does (`interpreter.ir.work`).
    """

    def __init__(
        self,
        game: Game,
        count_pieces: Callable[[], int],
        checked: bool = False,
        keep: bool = True,
        effort: int | None = None,
        counts_work: bool = False,
    ) -> None:
        self.game = game
        self.count_pieces = count_pieces
        self.checked = checked
        self.keep = keep
        self.counts_work = counts_work
        self.effort = EFFORT if checked and effort is None else effort  # which counts violations in one place
        build = "checked" if checked else "counted" if counts_work else ""
        self.key = cache.key(build, fingerprint(game), VERSION)
        self.outline = outline(self._make_outline, self.key, keep)
        self.layout, self.context = self.outline.state, self.outline.context

    def _make_outline(self) -> Outline:
        from interpreter.lowering.memory import blank

        facts = self.facts
        return Outline(facts.state, facts.context, blank(facts), facts.row)

    # ---- what lowers

    @cached_property
    def prepared(self) -> "lowering.Prepared":
        from interpreter.lowering.prepared import prepare

        with none_sought():
            return prepare(self.game, self.count_pieces())

    @property
    def facts(self) -> "lowering.Facts":
        return self.prepared.facts

    @cached_property
    def converter(self) -> "native.Converter":
        return native.Converter(self.prepared, self.outline.blank)

    @cached_property
    def lowered(self) -> "lowering.Lowered":
        """The program in the intermediate representation. Raises NotLowered."""
        from interpreter.lowering.lower import lower

        with none_sought():
            return lower(self.prepared)

    @cached_property
    def assembly(self) -> Assembly:
        """The program in LLVM assembly."""
        return self._assembly_of(self.lowered)

    def _assembly_for(self, effort: int) -> Assembly:
        """The program for quick code, or for code that runs long."""
        from interpreter.lowering.lower import lower_for_long

        if effort < EFFORT:
            return self.assembly
        lowered = lower_for_long(self.prepared, self.lowered)
        return self.assembly if lowered is self.lowered else self._assembly_of(lowered)

    def _assembly_for_many(self, _: int) -> Assembly:
        from interpreter.lowering.lower import lower_for_many

        return self._assembly_of(lower_for_many(self.prepared))

    def _assembly_for_search(self, _: int) -> Assembly:
        from interpreter.lowering.lower import lower_for_search

        return self._assembly_of(lower_for_search(self.prepared))

    def _assembly_of(self, lowered: "lowering.Lowered") -> Assembly:
        """A program in LLVM assembly. A checked build verifies it first."""
        from interpreter.ir.verify import problems
        from interpreter.llvm.module import generate

        found = problems(lowered.program) if self.checked else []
        if found:
            raise InternalError(f"the lowered program is not well-formed: {found[0]}")
        with none_sought():
            return generate(lowered.program, self.checked, host_features(), self.counts_work)

    # ---- machine code

    @cached_property
    def code(self) -> Tiered:
        """The machine code for one state at a time."""
        return Tiered(self._assembly_for, self.key, self.effort, self.keep)

    @property
    def machine(self) -> Machine:
        """What is loaded of it now, compiled or taken from the cache. Raises NotLowered."""
        return self.code.machine

    @property
    def is_at_hand(self) -> bool:
        """Whether the machine code need not be compiled; a single question is not worth compiling for."""
        return self.code.is_at_hand

    @cached_property
    def is_lowered(self) -> bool:
        """Whether there is machine code for the game; makes it to find out."""
        from interpreter.lowering.refusals import NotLowered

        try:
            return self.machine is not None
        except NotLowered:
            return False

    @cached_property
    def is_lowered_for_many(self) -> bool:
        """The same for many states at once, without making the code for one state."""
        from interpreter.lowering.refusals import NotLowered

        try:
            return self.code_for_many.machine is not None
        except NotLowered:
            return False

    @cached_property
    def layouts_for_many(self) -> Mapping[str, Layout]:
        """The memory blocks of the program for many states at once."""
        from interpreter.lowering.entry import many

        return many.layouts(self.facts)

    @cached_property
    def code_for_many(self) -> Tiered:
        """The machine code for many states at once."""
        return Tiered(self._assembly_for_many, cache.key("many", self.key), self.effort, self.keep)

    @cached_property
    def code_for_search(self) -> Tiered:
        """The machine code for searches. Whoever looks for a hint waits for quick code only; better code is made beside it."""
        effort = SEARCH_EFFORT if self.effort is None else self.effort
        key = cache.key("search", self.key)
        return Tiered(self._assembly_for_search, key, effort, self.keep, is_beside=True)
