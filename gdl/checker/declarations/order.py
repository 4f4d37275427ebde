"""All declarations, each after those that it depends on."""

from collections.abc import Sequence
from typing import TypeVar

from gdl.checker.context import Context
from gdl.checker.declarations.boards import check_board
from gdl.checker.declarations.columns import complete_kinds
from gdl.checker.declarations.definitions import check_definitions
from gdl.checker.declarations.fields import check_field, check_type, enumeration
from gdl.checker.declarations.path_columns import as_definitions
from gdl.checker.declarations.players import check_players, check_teams
from gdl.checker.declarations.pools import check_pool
from gdl.checker.declarations.tables import check_kinds
from gdl.checker.tree import of_sort
from gdl.tree import syntax

_Clause = TypeVar("_Clause", syntax.Players, syntax.Teams, syntax.Board)


def declare_all(clauses: Sequence[syntax.Clause], context: Context) -> None:
    """Fills the symbol table from the clauses of a game."""
    names = context.names
    players, board = _only(clauses, syntax.Players, context), _only(clauses, syntax.Board, context)
    if players is not None:
        check_players(players, context)
        teams = _only(clauses, syntax.Teams, context)
        if teams is not None:
            check_teams(teams, players, context)
    if board is not None:
        check_board(board, context)
    for words in of_sort(clauses, syntax.WordType):
        check_type(words, context)
    fields = of_sort(clauses, syntax.Field)
    for field in fields:  # first, so that tables may use their words
        if len(field.type.names) > 1:
            names.add_symbols(enumeration(field))
    path_columns = check_kinds(of_sort(clauses, syntax.Kinds), context)
    for pool in of_sort(clauses, syntax.Pool):
        check_pool(pool, context)
    for turn in of_sort(clauses, syntax.Turn):
        _declare_phase(turn, context)
    for field in fields:
        check_field(field, context)
    for position in of_sort(clauses, syntax.Position):
        if context.declare(position.name.name, position.name.span):
            names.positions[position.name.name] = position.name.span
    complete_kinds(next((f.rotation for f in names.fields.values() if f.rotation), ()), context)
    check_definitions([*as_definitions(path_columns, clauses), *of_sort(clauses, syntax.Let)], context)


def _only(clauses: Sequence[syntax.Clause], sort: type[_Clause], context: Context) -> _Clause | None:
    """The one clause of its sort; further ones are reported."""
    found = [c for c in clauses if isinstance(c, sort)]
    for extra in found[1:]:
        context.reporter.report(
            "duplicate-clause",
            extra.span,
            f"a game has one `{sort.__name__.lower()}` clause",
            "a second one",
            others=[(found[0].span, "the first one")],
            help="take one of them out",
        )
    return found[0] if found else None


def _declare_phase(turn: syntax.Turn, context: Context) -> None:
    if turn.phase is None:
        return
    if turn.phase.name == "main":
        context.reporter.report(
            "reserved-name",
            turn.phase.span,
            "the phase `main` is described by `turn`",
            "",
            help="write `turn` in place of `phase main`",
        )
    context.names.phases = (*context.names.phases, turn.phase.name)
