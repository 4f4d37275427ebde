"""Warnings about where a move is asked to have come, and never comes: it leads away from there.

move jump by man
  line forward_diagonal: enemy as prey, empty
  do if to in last_rank(rival(mover)) do kind(piece) := king       -- `last_rank(mover)` was meant
"""

from collections.abc import Iterator

from gdl import evaluate, model
from gdl.boards.board import Board
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.static import NotStatic, Static, table_of
from gdl.visit import nodes

_MOST_SITES = 1024
_Sites = frozenset[object]


def warn(game: model.Game, reporter: Reporter) -> None:
    board = game.board
    if board.is_growing or len(board.sites) > _MOST_SITES or any(f == "owner" for f in _given(game)):
        return
    for action in game.actions:
        path = next((p.path for p in action.parts if isinstance(p, model.Along)), None)
        asked = list(_asked(action))
        if not isinstance(path, model.Line) or path.start is not None or not asked:
            continue
        try:
            ends = [_destinations(path, _world(seat, game), board) for seat in range(len(game.players))]
        except NotStatic:
            continue
        for condition in asked:
            _judge(condition, ends, len(asked) == 1, action, game, reporter)


def _given(game: model.Game) -> Iterator[str]:
    """What effects give values: where pieces change sides, they may stand anywhere."""
    return (n.field for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetField))


def _world(seat: int, game: model.Game) -> Static:
    return Static(game.board, {}, table_of(game), game, seat)


def _asked(action: model.Action) -> Iterator[model.In]:
    """The conditions, alone or joined by `and`, that ask whether a move has come to one of some sites."""
    conditions = [p.condition for p in action.parts if isinstance(p, model.Condition)]
    conditions += [n.condition for n in nodes((action.effects, action.finals)) if isinstance(n, model.Branch)]
    for condition in conditions:
        for part in forms.conjuncts(condition):
            if not isinstance(part, model.In) or not isinstance(part.element, model.Local):
                continue
            if part.element.slot == action.to:
                yield part


def _destinations(line: model.Line, world: Static, board: Board) -> _Sites:
    """Where a line may lead from any site, whatever stands there."""
    directions = evaluate.elements(line.directions, world)
    first = max(0, _least(line.steps) - 1)
    return frozenset(
        site
        for start in range(len(board.sites))
        for d in directions
        if isinstance(d, int)
        for site in board.line(start, d)[first:]
    )


def _least(steps: tuple[model.Step, ...]) -> int:
    return sum(s.least * (1 if s.group is None else _least(s.group)) for s in steps)


def _judge(
    condition: model.In,
    ends: list[_Sites],
    is_alone: bool,
    action: model.Action,
    game: model.Game,
    reporter: Reporter,
) -> None:
    try:
        seats = range(len(ends))
        wanted = [frozenset(evaluate.elements(condition.set, _world(s, game))) for s in seats]
    except NotStatic:
        return
    never = [s for s in seats if wanted[s] and not wanted[s] & ends[s]]
    text = condition.set.span.in_one_line
    is_relative = any(n in text for n in ("last_rank", "home_rank", "rival("))
    if len(never) == len(ends):
        who, label = f"no `{action.name}` ever comes there", "never true"
    elif never and is_alone and len(set(wanted)) == 1 and not is_relative and _is_for_all(action, condition):
        who = f"no `{action.name}` of {game.players[never[0]].name} ever comes there"
        label = f"never true of {game.players[never[0]].name}"
    else:
        return
    reporter.report(
        "constant-condition",
        condition.span,
        f"{who}: its path leads away from `{text}`",
        label,
        others=[(_path(action).span, "leads elsewhere")],
        help="the rank that is ahead of each player in the end is `last_rank(mover)`"
        if "last_rank(mover)" not in text
        else "ask for where it comes, or let the path lead there",
    )


def _path(action: model.Action) -> model.Line:
    path = next(p.path for p in action.parts if isinstance(p, model.Along))
    assert isinstance(path, model.Line)
    return path


def _is_for_all(action: model.Action, condition: model.In) -> bool:
    """Whether nothing around a condition asks who acts."""
    branches = [n for n in nodes((action.parts, action.effects, action.finals)) if not _is_path(n)]
    around = [n.condition for n in branches if isinstance(n, model.Branch | model.Condition)]
    asked = (c for e in around for c in nodes(e) if isinstance(c, model.Compare))
    return not any(isinstance(s, model.Role) for c in asked for s in (c.left, c.right))


def _is_path(node: object) -> bool:
    return isinstance(node, model.Along)
