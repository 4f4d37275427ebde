"""Clauses that play never comes to: phases, what stands behind `else` in a turn, and ends behind others."""

from collections.abc import Iterator
from itertools import pairwise

from gdl.checker import forms
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.core.rules import Course, course
from gdl.core.traits import has
from gdl.core.visit import alike, nodes
from gdl.source import Span


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    for turn in game.turns.values():
        yield from _behind_certain(turn, game)
        yield from _offered_again(turn)
    yield from _phases(facts)
    yield from _late_ends(game)


# ---- turns


def _behind_certain(turn: model.Turn, game: model.Game) -> Iterator[Finding]:
    """What stands behind `else`, where something before it is always possible."""
    for offer, later in pairwise(turn.offers):
        sure = next((n for n in offer.names if _is_certain(game.action(n), game)), None)
        if sure is None or offer.condition is not None:
            continue
        behind = later.names
        yield Finding(
            turn.span,
            f"`{sure}` is always possible, so {' and '.join(f'`{n}`' for n in behind)} behind `else` never is",
            f"`else {behind[0]}` is never reached",
            others=((game.action(sure).span, "asks for nothing"),) if sure != "pass" else (),
            help=f"to offer them together write `{' or '.join((*offer.names, *behind))}`; "
            f"or say when `{sure}` is on offer: `{sure} if CONDITION else {behind[0]}`",
        )
        return


def _is_certain(action: model.Action, game: model.Game) -> bool:
    """Whether an action is legal whatever the position is."""
    if action.form == "pass":
        return not game.requires
    if action.form != "action" or game.requires or game.prefers or action.again is not None:
        return False
    for part in action.parts:
        found = static.known(part.source, game.board) if isinstance(part, model.Choose) else None
        if found is None or found[1] or not found[0]:
            return False
    return not has((action.effects, action.finals), "demands")


def _offered_again(turn: model.Turn) -> Iterator[Finding]:
    """A group of which every action has been on offer before, without a condition: none of them was legal then."""
    before: set[str] = set()
    for offer in turn.offers:
        if before and before.issuperset(offer.names):
            name = offer.names[0]
            yield Finding(
                turn.span,
                f"`{name}` behind `else` is never possible: it was on offer before, and nothing there was legal",
                f"`else {name}` is never reached",
                help="what follows `else` is offered where nothing before it is legal: name another action, or `pass`, `lose`, `draw`",
            )
            return
        if offer.condition is None:
            before |= set(offer.names)


# ---- phases


def _phases(facts: GameFacts) -> Iterator[Finding]:
    """The first phase that play never comes to: the game does not begin with it, and no effect on the way enters it. Where only an
    action enters it that nothing offers, that is told of the action."""
    game = facts.game
    way = course(game)
    missing = [name for name in game.turns if name not in way.phases] if len(game.turns) > 1 else []
    entered = {e.phase for e in facts.effects if isinstance(e, model.SetPhase)}
    begun = next((n for n in game.phases if n in way.starts), game.phases[0])
    for name in sorted(missing, key=lambda n: n in entered):
        message, others = f"nothing enters the phase `{name}`", tuple[tuple[Span, str], ...]()
        if name in entered:
            only = next(_late_entries(name, way, facts), None)
            if only is None:
                continue
            effect, action = only
            message = f"only `{action.name}` enters the phase `{name}`, and it is never on offer before"
            others = ((effect.span, "the only way into it"),)
        elif begun in game.turns:
            others = ((game.turns[begun].span, "the first phase"),)
        yield Finding(
            game.turns[name].span,
            f"{message}: the game begins in the phase `{begun}`",
            "never reached",
            others=others,
            help=f"change the phase in an effect that comes about before: `phase := {name}`",
        )
        return


def _late_entries(name: str, way: Course, facts: GameFacts) -> Iterator[tuple[model.SetPhase, model.Action]]:
    """Effects that enter a phase, of actions that something offers, and that are never on offer."""
    for action in facts.game.actions:
        if action.name in way.actions or action.name not in facts.used:
            continue
        for e in nodes((action.effects, action.finals)):
            if isinstance(e, model.SetPhase) and e.phase == name:
                yield e, action


# ---- ends


def _late_ends(game: model.Game) -> Iterator[Finding]:
    """The first end behind one that always holds, or behind one that asks for no more than it does."""
    always: model.Ending | None = None
    earlier: dict[object, list[tuple[model.Ending, tuple[model.Expr, ...]]]] = {}  # by what they ask first
    for end in game.ends:
        if always is not None:
            yield Finding(
                end.span,
                "this end comes after one that always holds",
                "never reached",
                others=((always.span, "always holds"),),
                help="put it first, or give the other one a condition",
            )
            return
        asked = tuple(forms.conjuncts(end.condition))
        likely = (found for a in asked for found in earlier.get(_form(a), ()))
        for before, parts in likely:
            is_here = before.span.source == end.span.source
            if is_here and all(any(alike(c, a) for a in asked) for c in parts):
                yield Finding(
                    end.condition.span,
                    "whenever this holds, the end before it holds as well, and the game is over by that one",
                    "never reached",
                    others=((before.condition.span, "looked at first"),),
                    help="put this end first, or ask for something else",
                )
                return
        known = static.known(end.condition, game.board)
        if known is not None and known[0] and not known[1]:
            always = end
        if asked:
            earlier.setdefault(_form(asked[0]), []).append((end, asked))


def _form(e: model.Expr) -> object:
    """What is equal for all parts that are alike: the classes of the nodes, and the constants."""
    return tuple((type(n), n.value if isinstance(n, model.Const) else None) for n in nodes(e))
