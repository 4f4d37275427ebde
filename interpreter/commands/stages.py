"""The stages of compilation as text: the tree, the checked game, the plans by which it is lowered, the intermediate
representation, LLVM assembly."""

from gdl.diagnostics import GameError, Reporter
from gdl.loader import read_source
from gdl.model import Game
from gdl.parser import parse
from interpreter.commands.dump import dump
from interpreter.commands.finding import find
from interpreter.commands.games import load
from interpreter.commands.options import CannotWork, Setup
from interpreter.commands.plans import plans
from interpreter.engines.native.engine import NativeEngine
from interpreter.ir import text
from interpreter.lowering.refusals import NotLowered


def stage_text(name: str, setup: Setup, stage: str) -> str:
    """One stage of a game: `tree`, `game`, `plan`, `ir` or `llvm`. Raises CannotWork, GameError."""
    match stage:
        case "tree":
            return _tree(name)
        case "game":
            return dump(load(name, setup))
        case _:
            return _of_machine_code(load(name, setup), stage)


def _of_machine_code(game: Game, stage: str) -> str:
    """`plan`, `ir` or `llvm`. Raises CannotWork for a game without machine code."""
    compiled = NativeEngine(game).compiled
    try:
        lowered = compiled.lowered
    except NotLowered as found:
        why = f"these rules have no machine code, because of {found}; the reference engine plays them"
        raise CannotWork(why) from found
    match stage:
        case "plan":
            return plans(compiled.prepared, lowered)
        case "ir":
            return text.write(lowered.program)
        case _:
            return compiled.assembly.text


def _tree(name: str) -> str:
    reporter = Reporter()
    source = read_source(find(name), reporter)
    parsed = parse(source, reporter) if source is not None else None
    if reporter.has_errors or parsed is None:
        raise GameError(reporter.sorted())
    return dump(parsed.tree)
