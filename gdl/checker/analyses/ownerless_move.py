"""Moves of pieces that never have an owner: a `move` needs a piece of the mover's.

action put
  do place chip on s                     -- nobody's
move shift                               -- so nobody has one to shift
  line orthogonal: empty+
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model


def find(facts: GameFacts) -> Iterator[Finding]:
    made = [e for e in facts.effects if isinstance(e, model.Place | model.Stock)]
    given = {e.field for e in facts.effects if isinstance(e, model.SetField)}
    is_on_board = any(isinstance(e, model.Place) for e in made)
    if not is_on_board or "owner" in given or facts.resolved.unchosen:
        return
    owned = _kinds_with_owners(made, "kind" in given)
    for action in facts.game.actions:
        if action.form != "move" or owned is None:
            continue
        if not owned:
            first, who = made[0], "no piece ever has an owner"
        elif action.kinds and owned.isdisjoint(action.kinds):
            who = f"no {facts.game.kinds[action.kinds[0]].name} ever has an owner"
            first = next((e for e in made if _kind(e) == action.kinds[0]), made[0])
        else:
            continue
        yield Finding(
            action.span,
            f"`{action.name}` can never be legal: {who}, and a `move` is of a piece of the mover's",
            "never possible",
            others=((first.span, "a piece without an owner"),),
            help=f"say whose pieces they are, such as `place {_name(first, facts)} of mover on s`; or let an `action` choose among all pieces, "
            "`choose p in pieces`",
        )


def _name(made: model.Place | model.Stock, facts: GameFacts) -> str:
    kind = _kind(made)
    return facts.game.kinds[0 if kind is None else kind].name


def _kind(made: model.Place | model.Stock) -> int | None:
    value = made.kind.value if isinstance(made.kind, model.Const) else None
    return value if isinstance(value, int) else None


def _kinds_with_owners(made: "list[model.Place | model.Stock]", is_changed: bool) -> frozenset[int] | None:
    """The kinds of which pieces with an owner are made; None where it may be any."""
    owned = [_kind(e) for e in made if e.owner is not None]
    kinds = frozenset(kind for kind in owned if kind is not None)
    return None if owned and (is_changed or len(kinds) < len(set(owned))) else kinds
