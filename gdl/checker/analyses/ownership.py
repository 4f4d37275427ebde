"""`own` and `enemy` where no piece, or none of that kind, ever has an owner."""

from collections.abc import Iterator, Sequence

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.visit import nodes
from gdl.source import Span
from gdl.tree import syntax

Made = Sequence[model.Place | model.Stock]


def find(facts: GameFacts) -> Iterator[Finding]:
    made = [e for e in facts.effects if isinstance(e, model.Place | model.Stock)]
    given = {e.field for e in facts.effects if isinstance(e, model.SetField)}
    if not made or "owner" in given:
        return
    if all(e.owner is None for e in made):
        yield from _no_owners(made, facts)
    elif "kind" not in given:
        yield from _unowned_kinds(made, facts)


def _no_owners(made: Made, facts: GameFacts) -> Iterator[Finding]:
    """The first place that asks whose a piece is, in a game in which no piece ever has an owner."""
    for node in nodes(facts.resolved.clauses):
        match node:
            case syntax.Test(form="own" | "enemy" as side) | syntax.Holding(side="own" | "enemy" as side):
                yield Finding(
                    node.span,
                    f"no piece ever has an owner, so nothing is {'own' if side == 'own' else 'an enemy'}",
                    "never holds",
                    others=((made[0].span, "a piece without an owner"),),
                    help="say whose pieces they are, such as `place man of mover on s`",
                )
                return


def _unowned_kinds(made: Made, facts: GameFacts) -> Iterator[Finding]:
    """`own K` and `enemy K` of a kind of which no piece ever has an owner."""
    if any(e.owner is not None and not isinstance(e.kind, model.Const) for e in made):
        return  # any kind may be placed there
    unowned: dict[str, Span] = {}
    owned: set[str] = set()
    for effect in made:
        if isinstance(effect.kind, model.Const) and isinstance(effect.kind.value, int):
            name = facts.game.kinds[effect.kind.value].name
            if effect.owner is None:
                unowned.setdefault(name, effect.span)
            else:
                owned.add(name)
    for node in nodes(facts.resolved.clauses):
        if isinstance(node, syntax.Holding) and node.noun.name in unowned.keys() - owned:
            name = node.noun.name
            yield Finding(
                node.span,
                f"no {name} ever has an owner, so this holds nothing",
                "always empty",
                others=((unowned[name], "placed without an owner"),),
                help=f"say whose it is, `place {name} of mover on s`, or ask for all of them: `pieces where it is {name}`",
            )
            return
