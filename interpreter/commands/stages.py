"""The stages of compilation as text: the tree, the checked game, the plans by which it is lowered, the intermediate
representation, LLVM assembly."""

from gdl.diagnostics import GameError, Reporter
from gdl.loader import read_source
from gdl.parser import parse
from interpreter.commands.dump import dump
from interpreter.commands.games import find, load
from interpreter.commands.options import Setup
from interpreter.commands.plans import plans
from interpreter.engines.native.engine import NativeEngine
from interpreter.ir import text


def stage_text(name: str, setup: Setup, stage: str) -> str:
    """One stage of a game: `tree`, `game`, `plan`, `ir` or `llvm`. Raises CannotWork, GameError."""
    match stage:
        case "tree":
            return _tree(name)
        case "game":
            return dump(load(name, setup))
        case "plan":
            compiled = NativeEngine(load(name, setup)).compiled
            return plans(compiled.prepared, compiled.lowered)
        case "ir":
            return text.write(NativeEngine(load(name, setup)).compiled.lowered.program)
        case _:
            return NativeEngine(load(name, setup)).compiled.assembly.text


def _tree(name: str) -> str:
    reporter = Reporter()
    source = read_source(find(name), reporter)
    parsed = parse(source, reporter) if source is not None else None
    if reporter.has_errors or parsed is None:
        raise GameError(reporter.sorted())
    return dump(parsed.tree)
