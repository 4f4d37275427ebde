"""Actions that can never be legal: of a condition, a choice or a path that is known before the game, of where a path never ends, or
of a pool that stays empty.

choice keep
  choose k in kinds of aside             -- and nothing but `keep` puts anything there
  do for d in cup where kind(d) = k do move d to aside
"""

from collections.abc import Iterator

from gdl.boards.board import Board
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.constant_condition import ENDS_ELSEWHERE, decided, never_met
from gdl.core import model, static
from gdl.core.piece_flows import filled


def find(facts: GameFacts) -> Iterator[Finding]:
    for action in facts.game.actions:
        for d in decided(action, facts.game.board):
            if not d.holds:
                why = "this never holds" if d.is_part else "this condition never holds"
                yield Finding(d.span, f"`{action.name}` can never be legal: {why}", "always false")
        for part in action.parts:
            yield from _of_part(part, action, facts.game.board)
        yield from _never_there(action, facts.game)
    yield from _waiting(facts)


def _of_part(part: model.Part, action: model.Action, board: Board) -> Iterator[Finding]:
    start = f"`{action.name}` can never be legal:"
    match part:
        case model.Choose() | model.ChooseSet():
            found = static.known(part.source, board)
            if found is not None and not found[1] and found[0] == ():
                yield Finding(part.span, f"{start} there is nothing to choose", "always empty")
        case model.Along(path=model.Line() | model.Walk() as path):
            found = static.known(path.directions, board)
            most = static.known(path.most, board) if path.most is not None else None
            least = sum(s.least for s in path.steps)
            if found is not None and found[0] == ():
                yield Finding(part.span, f"{start} its path has no direction", "goes nowhere")
            elif most is not None and isinstance(most[0], int) and not most[1] and most[0] < least:
                why = f"its path needs {least} steps and may have {most[0]}"
                yield Finding(part.span, f"{start} {why}", "too short")


# ---- where a path never ends


def _never_there(action: model.Action, game: model.Game) -> Iterator[Finding]:
    conditions = [(part.condition,) for part in action.parts if isinstance(part, model.Condition)]
    for never in never_met(action, conditions, game):
        yield Finding(
            never.span,
            f"`{action.name}` can never be legal: its path never ends on a site of which this is true{never.who}",
            "never holds where it ends",
            others=((never.path, ENDS_ELSEWHERE),),
            help=never.help,
        )
        return


# ---- pools that stay empty


def _waiting(facts: GameFacts) -> Iterator[Finding]:
    """The first action that can never choose, as each pool out of which it does is filled only by such actions."""
    game = facts.game
    wants = {a.name: _wanted(a) for a in game.actions}
    fills = {a.name: filled((a.effects, a.finals), game) for a in game.actions}
    begun = filled((game.setup, game.settles), game) | facts.elsewhere
    waiting, comes = set(wants), begun
    while True:
        comes = begun.union(*(fills[name] for name in wants.keys() - waiting))
        left = {name for name in waiting if not wants[name].keys() <= comes}
        if left == waiting:
            break
        waiting = left
    late = set[str]().union(*(fills[name] for name in waiting)) - comes
    for action in game.actions:
        for pool, source in wants[action.name].items() if action.name in waiting else ():
            if pool in late and facts.is_own(action.span):
                by = " and ".join(f"`{name}`" for name, pools in fills.items() if pool in pools)
                yield Finding(
                    source.span,
                    f"`{action.name}` can never be chosen: only {by} puts anything into `{pool}`, and waits for it, so it stays empty",
                    "always empty",
                    others=((game.pools[pool].span, "nothing else fills it"),),
                    help=f"let pieces come into `{pool}` before, in the `setup` or by another action",
                )
                return


def _wanted(action: model.Action) -> dict[str, model.Expr]:
    """The pools out of which an action chooses, and the sets that it makes of them."""
    found: dict[str, model.Expr] = {}
    for part in action.parts:
        source = part.source if isinstance(part, model.Choose) else None
        while isinstance(source, model.Comprehension) and isinstance(source.source, model.Comprehension):
            source = source.source
        inner = source.source if isinstance(source, model.Comprehension) else source
        if source is not None and isinstance(inner, model.PoolOf):
            found[inner.name] = source
    return found
