"""The program for searches: the rules' answers, and the loops that ask for them.

Each function of a module of loops becomes a function of the program, `module.function(context, record, ...)`; those in `PUBLIC`
are called from outside.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType

from interpreter.ir.python import translated
from interpreter.lowering.entry.search import (
    alphabeta,
    claiming,
    determinization,
    expectimax,
    forced_wins,
    ismcts,
    mcts,
    mcts_tree,
    proof_numbers,
    reachable,
    recalling,
    retrograde,
    rules,
    solver,
)
from interpreter.lowering.entry.search.answers import write_answers
from interpreter.lowering.entry.search.records import layouts as layouts
from interpreter.lowering.entry.search.rules import Rules
from interpreter.lowering.function import Function

PUBLIC: tuple[Callable[..., object], ...] = (
    solver.solve,
    proof_numbers.prove,
    forced_wins.force,
    mcts.plant,
    mcts.grow,
    mcts.rest,
    mcts.look_for_answer,
    reachable.follow,
    reachable.begin,
    reachable.explore,
    retrograde.begin,
    retrograde.wander,
    retrograde.reindex,
    retrograde.explore,
    retrograde.spread,
    retrograde.weigh,
    retrograde.check,
    claiming.check,
    claiming.wander,
    alphabeta.look,
    expectimax.expect,
    alphabeta.play,
    alphabeta.gauge,
    forced_wins.find_wins,
    forced_wins.find_answer,
    determinization.begin,
    determinization.deal,
    recalling.name_of,
    recalling.look_back,
    ismcts.clear,
    ismcts.dream,
    ismcts.gather,
)
_MODULES: tuple[ModuleType, ...] = (
    rules,
    solver,
    proof_numbers,
    forced_wins,
    mcts_tree,
    mcts,
    reachable,
    retrograde,
    claiming,
    alphabeta,
    expectimax,
    determinization,
    recalling,
    ismcts,
)


def write_all(f: Function) -> None:
    """The functions of `Rules`, and all loops."""
    write_answers(f)
    for module in _MODULES:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                f.program.finish(translated(function, {Rules: "context"}, function in PUBLIC))
