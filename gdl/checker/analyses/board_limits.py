"""What is asked of a board that it does not have: rows that are longer than any line, ranks and files beyond its own."""

from collections.abc import Iterator

from gdl.boards.board import Board
from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.tree import mentioned, of_sort
from gdl.core import model, static
from gdl.tree import syntax

_MOST_SITES = 1024  # of a board whose lines are measured


def find(facts: GameFacts) -> Iterator[Finding]:
    yield from _long_rows(facts)
    if all(o.value == o.default for o in facts.resolved.options):
        yield from _lines_off_board(facts)


def _long_rows(facts: GameFacts) -> Iterator[Finding]:
    """Conditions on rows that no line of the board has room for, unless an option says how large the board is."""
    board, resolved = facts.game.board, facts.resolved
    options = {o.name for o in resolved.options}
    depends = any(mentioned(clause) & options for clause in of_sort(resolved.clauses, syntax.Board))
    is_default = all(o.value == o.default for o in resolved.options)
    if (depends and not is_default) or not board.sites or board.is_growing or len(board.sites) > _MOST_SITES:
        return
    longest = _longest_line(board)
    for e in facts.parts:
        if not (isinstance(e, model.SomePath) and isinstance(e.path, model.Line)):
            continue
        room = longest + (e.path.start is None)
        needed = _least(e.path.steps)
        if needed > room:
            yield Finding(
                e.span,
                f"this never holds: it needs {needed} sites in a row, and no line of the board has more than {room}"
                + (" by default" if depends else ""),
                "too long for the board",
            )


def _longest_line(board: Board) -> int:
    """How many sites follow each other in one direction at most, without the first."""
    lines = (board.line(s, d) for d in range(len(board.directions)) for s in range(len(board.sites)))
    return max(map(len, lines), default=0)


def _least(steps: tuple[model.Step, ...]) -> int:
    """How many sites a pattern meets at least."""
    return sum(s.least * (1 if s.group is None else _least(s.group)) for s in steps)


def _lines_off_board(facts: GameFacts) -> Iterator[Finding]:
    """Ranks and files with a number that the board does not have."""
    board = facts.game.board
    for e in facts.parts:
        match e:
            case model.Builtin(name="rank_of" | "file_of", arguments=(number,)):
                name = e.name.removesuffix("_of")
            case _:
                continue
        numbers = {s.rank if name == "rank" else s.file for s in board.cells}
        wrong = [v for v in _possible(number, board) if v not in numbers]
        if not wrong or board.is_growing or static.varies(number):
            continue
        is_choice = isinstance(number, model.If)
        yield Finding(
            e.span,
            f"the board has no {name} {wrong[0]}, so this holds no site" + (" then" if is_choice else ""),
            "may be empty" if is_choice else "always empty",
            help=f"the {name}s are {min(numbers, default=0)} to {max(numbers, default=0)}",
        )


def _possible(number: model.Expr, board: Board) -> Iterator[object]:
    """The values that a number may have, as far as they are known before the game: of `A if C else B` both."""
    if isinstance(number, model.If):
        yield from _possible(number.then, board)
        yield from _possible(number.otherwise, board)
    elif (found := static.known(number, board)) is not None:
        yield found[0]
