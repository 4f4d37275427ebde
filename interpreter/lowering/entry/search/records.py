"""The memory of searches: their records, and the memory that rules work in. It says nothing of how rules are lowered."""

from interpreter.ir.python import layout_of, layouts_of_elements
from interpreter.lowering.entry.search.alphabeta import Look
from interpreter.lowering.entry.search.claiming import Claims
from interpreter.lowering.entry.search.determinization import Deals
from interpreter.lowering.entry.search.forced_wins import Forced, Glance
from interpreter.lowering.entry.search.ismcts import Imagined
from interpreter.lowering.entry.search.mcts_tree import Tree
from interpreter.lowering.entry.search.reachable import Graph
from interpreter.lowering.entry.search.recalling import Past
from interpreter.lowering.entry.search.retrograde import Gathered
from interpreter.lowering.entry.search.rules import Rules
from interpreter.lowering.entry.search.solver import Solver
from interpreter.shared.machine_interface import Cell, Layout

RECORDS: tuple[type, ...] = (
    Solver,
    Forced,
    Tree,
    Graph,
    Gathered,
    Claims,
    Look,
    Glance,
    Imagined,
    Deals,
    Past,
)
CAST_WORD = "cast.word"  # a word of memory that is also something else
_SLACK = 8  # words behind a state, as machine code reads whole words


def layouts(context: Layout) -> dict[str, Layout]:
    """The memory blocks of the program for searches. `context`: that of the other programs, which searches add to."""
    cells, size = dict(context.cells), context.size
    for name, cell in layout_of(Rules).cells.items():
        if name not in cells:
            cells[name] = Cell(name, cell.count, cell.width, offset=size)
            size += 8
    word = Cell("value", 1, 64)
    return {
        "context": Layout("context", cells, size),
        **layouts_of_elements(),
        CAST_WORD: Layout(CAST_WORD, {"value": word}, 8),
        **{record.__name__: layout_of(record) for record in RECORDS},
    }


def state_words(state: Layout) -> int:
    """The room of one state, in words."""
    return state.size // 8 + _SLACK
