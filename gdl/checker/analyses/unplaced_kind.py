"""Kinds of which no piece ever comes into play: nothing places them on the board or in a pool, or makes them of another kind."""

from collections.abc import Iterator, Sequence

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.visit import nodes
from gdl.diagnostics.values import MAX_PLACES
from gdl.tree import syntax

_NAMED = 3  # kinds that a message names


def find(facts: GameFacts) -> Iterator[Finding]:
    """All kinds that no effect makes: mostly one thing is lacking."""
    game, made = facts.game, facts.kinds_made
    if not all(facts.is_own(k.span) for k in game.kinds):
        yield from _replaced_setup(facts)
        return  # an extending file may leave out what made a kind
    if made is None:
        return
    lacking = [kind for index, kind in enumerate(game.kinds) if index not in made]
    if not lacking:
        return
    names = [kind.name for kind in lacking]
    where = "be on the board" if game.board.sites and not game.pools else "come into play"
    places = dict.fromkeys(kind.span for kind in lacking)
    first, *others = places
    yield Finding(
        first,
        f"a `{names[0]}` can never {where}" if len(names) == 1 else f"no {_named(names)} can ever {where}",
        "never placed",
        others=tuple((span, "nor this one") for span in others[:MAX_PLACES]),
        help=f"place {'it' if len(names) == 1 else 'them'} in the `setup` or by an action{_example(names, game)}",
    )


def _example(kinds: Sequence[str], game: model.Game) -> str:
    if len(kinds) > 1 or not game.board.sites:
        return ""
    return f": `place {kinds[0]} of mover on s`"


def _named(kinds: Sequence[str]) -> str:
    shown = [f"`{kind}`" for kind in kinds[:_NAMED]]
    return ", ".join(shown) + (", ..." if len(kinds) > _NAMED else "")


def _replaced_setup(facts: GameFacts) -> Iterator[Finding]:
    """A set-up that takes the place of that of the extended file, and places none of that file's kinds."""
    own = next((c for c in facts.resolved.own if isinstance(c, syntax.Setup) and not c.is_added), None)
    placed = [n.kind for n in nodes(facts.game.setup) if isinstance(n, model.Place | model.Stock)]
    inherited = [i for i, k in enumerate(facts.game.kinds) if not facts.is_own(k.span)]
    if own is None or not all(isinstance(k, model.Const) and k.value not in inherited for k in placed):
        return
    names = [facts.game.kinds[i].name for i in inherited]
    yield Finding(
        own.span,
        f"this set-up takes the place of that of the extended file, and places no {_named(names)}",
        "all that there is at the beginning",
        help="to add to it, write `setup +`",
    )
