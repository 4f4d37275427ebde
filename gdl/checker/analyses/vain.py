"""Warnings about what can come to nothing on this board and with these pieces: rows that are longer than any line, owners where
nobody owns anything, kinds that are hidden although they are known, and division by 0.
"""

from collections.abc import Iterator, Sequence

from gdl import model, static, syntax
from gdl.boards.board import Board
from gdl.checker import forms
from gdl.checker.tree import mentioned, of_sort
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated, with_effects
from gdl.source import Span
from gdl.visit import nodes

_MOST_SITES = 1024  # of a board whose lines are measured


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    parts = stated(game)
    _warn_of_long_rows(parts, game, resolved, reporter)
    _warn_of_no_owners(game, resolved, reporter)
    _warn_of_known_kinds(game, reporter)
    if all(o.value == o.default for o in resolved.options):
        _warn_of_lines_off_board(parts, game.board, reporter)
    for part in parts:
        for divided in _divisions_by_nothing(part, game.board):
            reporter.report(
                "division-by-zero",
                divided.span,
                "this divides by 0, and what is divided by 0 is 0",
                "always 0",
                others=[(divided.right.span, "is 0")],
                help="divide by something else, or ask before: `... if N > 0 else ...`",
            )


def _warn_of_known_kinds(game: model.Game, reporter: Reporter) -> None:
    """Pieces on the board of which only one kind is hidden: whoever sees that something is hidden knows what it is."""
    if any(f.holder == "piece" for f in game.fields.values()):
        return  # these are hidden, too
    for hide in game.hides:
        is_on_board = isinstance(hide.source, model.Builtin) and hide.source.name == "pieces"
        kind = next(
            (
                k
                for k in (_kind_asked(c, hide.slot) for c in forms.conjuncts(hide.condition))
                if k is not None
            ),
            None,
        )
        if hide.aspects or not is_on_board or kind is None:
            continue
        name = game.kinds[kind].name
        reporter.report(
            "hidden-in-vain",
            hide.span,
            f"only a {name} is hidden here, so what is hidden is known to be one: where it stands, all see",
            "hides nothing",
            help=f"to hide where they stand, write `hide site of ... in pieces from ... where ... is {name}`",
        )


def _warn_of_lines_off_board(parts: object, board: Board, reporter: Reporter) -> None:
    """Ranks and files with a number that the board does not have."""
    for e in nodes(parts):
        match e:
            case model.Builtin(name="rank_of" | "file_of", arguments=(number,)):
                name = e.name.removesuffix("_of")
            case _:
                continue
        numbers = {s.rank if name == "rank" else s.file for s in board.cells}
        wrong = [v for v in _possible(number, board) if v not in numbers]
        if not wrong or board.is_growing or static.varies(number):
            continue
        reporter.report(
            "constant-condition",
            e.span,
            f"the board has no {name} {wrong[0]}, so this holds no site"
            + (" then" if isinstance(number, model.If) else ""),
            "always empty" if not isinstance(number, model.If) else "may be empty",
            help=f"the {name}s are {min(numbers, default=0)} to {max(numbers, default=0)}",
        )


def _possible(number: model.Expr, board: Board) -> Iterator[object]:
    """The values that a number may have, as far as they are known before the game: of `A if C else B` both."""
    if isinstance(number, model.If):
        yield from _possible(number.then, board)
        yield from _possible(number.otherwise, board)
    elif (found := static.known(number, board)) is not None:
        yield found[0]


def _kind_asked(condition: model.Expr, slot: int) -> int | None:
    """The kind that a condition asks an element to have."""
    match condition:
        case model.Compare(
            operator="=",
            left=model.Builtin(name="kind", arguments=(model.Local(slot=found),)),
            right=model.Const(value=int(kind)),
        ) if found == slot:
            return kind
        case _:
            return None


def _longest_line(board: Board) -> int:
    """How many sites follow each other in one direction at most, without the first."""
    lines = (board.line(s, d) for d in range(len(board.directions)) for s in range(len(board.sites)))
    return max(map(len, lines), default=0)


def _warn_of_long_rows(parts: object, game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Conditions on rows that no line of the board has room for, unless an option says how large the board is."""
    board = game.board
    options = {o.name for o in resolved.options}
    depends = any(mentioned(clause) & options for clause in of_sort(resolved.clauses, syntax.Board))
    is_default = all(o.value == o.default for o in resolved.options)
    if (depends and not is_default) or not board.sites or board.is_growing or len(board.sites) > _MOST_SITES:
        return
    longest = _longest_line(board)
    for e in nodes(parts):
        if not (isinstance(e, model.SomePath) and isinstance(e.path, model.Line)):
            continue
        room = longest + (e.path.start is None)
        needed = _least(e.path.steps)
        if needed > room:
            reporter.report(
                "constant-condition",
                e.span,
                f"this never holds: it needs {needed} sites in a row, and no line of the board has more than {room}"
                + (" by default" if depends else ""),
                "too long for the board",
            )


def _least(steps: tuple[model.Step, ...]) -> int:
    """How many sites a pattern meets at least."""
    return sum(s.least * (1 if s.group is None else _least(s.group)) for s in steps)


def _warn_of_no_owners(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """`own` and `enemy` in a game in which no piece ever has an owner."""
    effects = [*nodes(with_effects(game))]
    made = [e for e in effects if isinstance(e, model.Place | model.Stock)]
    given = [e for e in effects if isinstance(e, model.SetField)]
    if not made or any(e.field == "owner" for e in given):
        return
    if any(e.owner is not None for e in made):
        if not any(e.field == "kind" for e in given):
            _warn_of_unowned_kinds(made, game, resolved, reporter)
        return
    for node in nodes(tuple(resolved.clauses)):
        match node:
            case syntax.Test(form="own" | "enemy" as side) | syntax.Holding(side="own" | "enemy" as side):
                reporter.report(
                    "constant-condition",
                    node.span,
                    f"no piece ever has an owner, so nothing is {'own' if side == 'own' else 'an enemy'}",
                    "never holds",
                    others=[(made[0].span, "a piece without an owner")],
                    help="say whose pieces they are: `place man of mover on s`",
                )
                return


def _warn_of_unowned_kinds(
    made: Sequence[model.Place | model.Stock], game: model.Game, resolved: Resolved, reporter: Reporter
) -> None:
    """`own K` and `enemy K` of a kind of which no piece ever has an owner."""
    unowned: dict[str, Span] = {}
    for effect in made:
        if (
            isinstance(effect.kind, model.Const)
            and isinstance(effect.kind.value, int)
            and effect.owner is None
        ):
            unowned.setdefault(game.kinds[effect.kind.value].name, effect.span)
    if any(e.owner is not None and not isinstance(e.kind, model.Const) for e in made):
        return  # any kind may be placed there
    owned = {
        game.kinds[e.kind.value].name
        for e in made
        if e.owner is not None and isinstance(e.kind, model.Const) and isinstance(e.kind.value, int)
    }
    for node in nodes(tuple(resolved.clauses)):
        if not isinstance(node, syntax.Holding) or node.noun.name not in unowned.keys() - owned:
            continue
        name = node.noun.name
        reporter.report(
            "constant-condition",
            node.span,
            f"no {name} ever has an owner, so this holds nothing",
            "always empty",
            others=[(unowned[name], "placed without an owner")],
            help=f"say whose it is, `place {name} of mover on s`, or ask for all of them: `pieces where it is {name}`",
        )
        return


def _divisions_by_nothing(part: object, board: Board) -> Iterator[model.Arithmetic]:
    """Divisions by what is known to be 0, unless an option decides whether they come about."""
    for node in nodes(part):
        if not isinstance(node, model.Arithmetic) or node.operator not in ("/", "div", "mod"):
            continue
        found = static.known(node.right, board)
        is_zero = found is not None and found[0] == 0 and not isinstance(found[0], bool)
        if is_zero and not (static.varies(node.right) and _asks_options(part)):
            yield node


def _asks_options(part: object) -> bool:
    """Whether some condition in a part of the rules is decided by options."""
    conditions = [
        e.condition for e in nodes(part) if isinstance(e, model.If | model.Branch | model.Condition)
    ]
    conditions += [e.left for e in nodes(part) if isinstance(e, model.And | model.Or)]
    return any(static.varies(c) for c in conditions)
