"""From a prepared game to a program: plans for its rules, functions, passes over these.

`lower` makes the program for one state; those for long series, for many states and for searches are made apart, as nobody
else waits for them.
"""

from collections.abc import Callable
from dataclasses import replace

from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import VOID, op
from interpreter.ir.builder import Builder
from interpreter.ir.passes import optimise
from interpreter.ir.passes.inlining import written_out
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.entry import games, many, one
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.prepared import Prepared
from interpreter.lowering.program import KERNELS, Decision, ProgramBuilder


@dataclass(frozen=True)
class Lowered:
    """A program. `errors`: the clauses that may go wrong in play, by number from 1. `decisions`: the plans it was made by."""

    program: ir.Program
    errors: tuple[tuple[str, Span | None], ...]
    decisions: tuple[Decision, ...]


def lower(prepared: Prepared) -> Lowered:
    """The program for one state. Raises NotLowered for what has no machine code."""
    return _lowered(prepared, one.write_all, {})


def lower_for_long(prepared: Prepared, lowered: Lowered) -> Lowered:
    """The program for one state that plays long series: where a plan says so, with all written into one loop."""
    if not games.is_whole(lowered.decisions):
        return lowered
    plain = _lowered(prepared, one.write_all_for_long, {})
    whole = written_out(plain.program, games.SERIES, games.apart(plain.program), games.SETUP)
    return replace(plain, program=optimise(whole))


def lower_for_many(prepared: Prepared) -> Lowered:
    """The program for many states. Raises NotLowered for what has no machine code."""
    return _lowered(prepared, many.write_all, many.layouts(prepared.facts), names_ends=True)


def lower_for_search(prepared: Prepared) -> Lowered:
    """The program for searches, random games written into one loop where that can be. Raises NotLowered for what has no machine code."""
    # slow to import, and most programs never search
    from interpreter.lowering.entry.search import program as search
    from interpreter.lowering.entry.search.answers import PLAY_OUT

    plain = _lowered(prepared, search.write_all, search.layouts(prepared.facts.context))
    whole = written_out(plain.program, PLAY_OUT, games.apart(plain.program) | {"playout"})
    is_same = whole.functions.keys() == plain.program.functions.keys()
    return plain if is_same else replace(plain, program=optimise(whole))


def _lowered(
    prepared: Prepared,
    write: Callable[[Function], None],
    layouts: dict[str, ir.Layout],
    names_ends: bool = False,
) -> Lowered:
    facts, game = prepared.facts, prepared.facts.game
    program = ProgramBuilder(functions=dict(KERNELS), names_ends=names_ends)
    program.layouts |= {"state": facts.state, "context": facts.context} | layouts
    scope = Scope(facts, GameForms())
    program.attach(plan_rules(scope))
    nowhere = Builder("", (), VOID)
    write(Function(program, scope, prepared.pieces, nowhere, op.NONE, op.NONE, op.NONE))
    functions = {name: replace(f, is_cold=_is_cold(name, game)) for name, f in program.functions.items()}
    made = ir.Program(game.name, program.layouts, program.tables, functions)
    return Lowered(optimise(made), tuple(program.errors), tuple(program.decisions))


def _is_cold(name: str, game: model.Game) -> bool:
    """Whether a function is seldom run: for a game's beginning and its end, and for choices that must be demanded first."""
    if name in ("setup", "nothing", "hashed", "identity."):
        return True
    _, _, action = name.partition(".")
    return any(a.name == action and a.form == "choice" for a in game.actions)
