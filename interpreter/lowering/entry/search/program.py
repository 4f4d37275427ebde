"""The program for searches: the rules' answers, and the loops that ask for them. Each loop is called from outside.

    prove(context, proof, at)     whether a player can reach a payoff, by proof numbers
    solve(context, solver, at)    the value of a state by alpha-beta search
    explore(context, graph)       all positions that can be reached
"""

from collections.abc import Callable

from interpreter import ir
from interpreter.ir.python import layout_of, translated
from interpreter.lowering.entry.search import deciding, exploring, proving
from interpreter.lowering.entry.search.answers import layouts as layouts_of_rules
from interpreter.lowering.entry.search.answers import write_answers
from interpreter.lowering.entry.search.asked import Rules
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.function import Function

RECORDS: tuple[type, ...] = (proving.Proof, deciding.Solver, exploring.Graph)
PUBLIC: tuple[Callable[..., object], ...] = (proving.prove, deciding.solve, exploring.explore)
INNER: tuple[Callable[..., object], ...] = (
    deciding.decide,
    deciding.is_on_way,
    deciding.lay_out,
    deciding.choose,
    deciding.learn,
    deciding.recall,
    deciding.keep_value,
    proving.prove_at,
    proving.found,
    proving.keep,
    proving.settle,
    exploring.place_of,
)


def layouts(facts: Facts) -> dict[str, ir.Layout]:
    return layouts_of_rules(facts) | {record.__name__: layout_of(record) for record in RECORDS}


def write_all(f: Function) -> None:
    """The functions of `Rules`, and all loops."""
    write_answers(f)
    for function in (*INNER, *PUBLIC):
        f.program.finish(translated(function, {Rules: "context"}, function in PUBLIC))
