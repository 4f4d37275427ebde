"""The program for searches: the rules' answers, and the loops that ask for them. Each loop is called from outside.

solve(context, solver, at)    the value of a state by alpha-beta search
force(context, forced, at)    whether a player can win in so many moves
begin, explore(context, graph)       all positions that can be reached
"""

from collections.abc import Callable

from interpreter.ir.python import translated
from interpreter.lowering.entry.search import deciding, exploring, forcing
from interpreter.lowering.entry.search.answers import write_answers
from interpreter.lowering.entry.search.asked import Rules
from interpreter.lowering.entry.search.records import layouts as layouts
from interpreter.lowering.function import Function

PUBLIC: tuple[Callable[..., object], ...] = (
    deciding.solve,
    forcing.force,
    exploring.begin,
    exploring.follow,
    exploring.explore,
)
INNER: tuple[Callable[..., object], ...] = (
    deciding.decide,
    deciding.payoff,
    deciding.is_on_way,
    deciding.lay_out,
    deciding.choose,
    deciding.learn,
    deciding.recall,
    deciding.keep_value,
    deciding.grow,
    forcing.wins,
    exploring.place_of,
)


def write_all(f: Function) -> None:
    """The functions of `Rules`, and all loops."""
    write_answers(f)
    for function in (*INNER, *PUBLIC):
        f.program.finish(translated(function, {Rules: "context"}, function in PUBLIC))
