"""A game as machine code: its memory layout, its programs, and the loaded code, each made when it is first needed."""

from collections.abc import Mapping
from functools import cached_property

from gdl.diagnostics import InternalError
from gdl.model import Game
from interpreter import cache, ir
from interpreter.engines.native.convert import Converter
from interpreter.engines.native.machine import EFFORT, Machine, host_features
from interpreter.engines.native.machine import compile as compile_text
from interpreter.fingerprint import VERSION, fingerprint
from interpreter.ir.verify import problems
from interpreter.llvm.module import Assembly, generate
from interpreter.lowering.entry import many
from interpreter.lowering.entry.search import program as search
from interpreter.lowering.lower import Lowered, lower, lower_for_many, lower_for_search, prepare
from interpreter.lowering.terms import NotLowered


class Compiled:
    """The machine code of one game. `pieces`: how many a state must have room for at the start.

    `checked` builds verify the program and report violations at run time; `keep` says whether machine code is kept on
    disk, `effort` how much it is optimised.
    """

    def __init__(
        self, game: Game, pieces: int, checked: bool = False, keep: bool = True, effort: int = EFFORT
    ) -> None:
        self.game = game
        self.checked = checked
        self.keep = keep
        self.effort = effort
        self.prepared = prepare(game, pieces)
        self.facts = self.prepared.facts
        self.layout, self.context = self.facts.state, self.facts.context
        self.converter = Converter(self.prepared)

    @cached_property
    def lowered(self) -> Lowered:
        """The program in the intermediate representation. Raises NotLowered."""
        return lower(self.prepared)

    @cached_property
    def assembly(self) -> Assembly:
        """The program in LLVM assembly."""
        return self._assembly_of(self.lowered)

    def _assembly_of(self, lowered: Lowered) -> Assembly:
        """A program in LLVM assembly. A checked build verifies it first."""
        found = problems(lowered.program) if self.checked else []
        if found:
            raise InternalError(f"the lowered program is not well-formed: {found[0]}")
        return generate(lowered.program, self.checked, host_features())

    @cached_property
    def machine(self) -> Machine:
        """The machine code for one state at a time, compiled or taken from the cache. Raises NotLowered."""
        key = cache.key("" if not self.checked else "checked", fingerprint(self.game), VERSION)
        return compile_text(lambda: self.assembly, key, self.effort, self.keep)

    @property
    def is_loaded(self) -> bool:
        """Whether the machine code is there already; a single question is not worth compiling for."""
        return "machine" in self.__dict__

    @cached_property
    def is_lowered(self) -> bool:
        """Whether there is machine code for the game; makes it to find out."""
        try:
            return self.machine is not None
        except NotLowered:
            return False

    @cached_property
    def layouts_for_many(self) -> Mapping[str, ir.Layout]:
        """The memory blocks of the program for many states at once."""
        return many.layouts(self.facts)

    @cached_property
    def machine_for_many(self) -> Machine:
        """The machine code for many states at once."""
        key = cache.key("many", "" if not self.checked else "checked", fingerprint(self.game), VERSION)
        return compile_text(
            lambda: self._assembly_of(lower_for_many(self.prepared)), key, self.effort, self.keep
        )

    @cached_property
    def layouts_for_search(self) -> Mapping[str, ir.Layout]:
        """The memory blocks of the program for searches."""
        return search.layouts(self.facts)

    @cached_property
    def machine_for_search(self) -> Machine:
        """The machine code for searches. Raises NotLowered."""
        key = cache.key("search", "" if not self.checked else "checked", fingerprint(self.game), VERSION)
        return compile_text(
            lambda: self._assembly_of(lower_for_search(self.prepared)), key, self.effort, self.keep
        )
