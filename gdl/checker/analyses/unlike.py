"""Warnings about clauses that belong together and do not fit each other: one of them hardly says what is meant.

end highest wealth wins when full                   -- and `limit 90 moves: lowest wealth wins`
Amber wins when linked(north_side, south_side)      -- and Blue by the very same
let row(p: player) = rank(1 if p = South else 1)    -- the same for both
"""

import itertools
from collections.abc import Iterator

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated
from gdl.types import PLAYER
from gdl.visit import alike, nodes


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    _warn_of_contrary_scores(game, reporter)
    _warn_of_like_ends(game, reporter)
    _warn_of_late_ends(game, reporter)
    _warn_of_rivals(game, reporter)
    own = resolved.source.name
    for part in nodes((stated(game), game.setup)):
        if isinstance(part, model.If) and part.span.source.name == own and not _is_made(part):
            _warn_of_like_values(part, reporter)
        elif isinstance(part, model.Compare) and part.span.source.name == own:
            _warn_of_itself(part, reporter)
        elif isinstance(part, model.Branch) and part.otherwise and alike(part.body, part.otherwise):
            reporter.report(
                "constant-condition",
                part.condition.span,
                "the same is done whether this holds or not",
                "decides nothing",
                others=[(part.otherwise[0].span, "the same")],
                help="say something else behind `else`, or leave the condition out",
            )


def _warn_of_contrary_scores(game: model.Game, reporter: Reporter) -> None:
    """Reports a score of which the most wins at one place, and the least at another."""
    first: dict[str, model.Result] = {}
    for result in nodes(
        (game.ends, game.limit_result, tuple(game.turns.values()), game.actions, game.settles)
    ):
        if not isinstance(result, model.Result) or result.form not in ("highest", "lowest"):
            continue
        before = first.setdefault(result.score, result)
        if before.form != result.form:
            reporter.report(
                "unlike-clauses",
                result.span,
                f"here the {result.form} `{result.score}` wins, and elsewhere the {before.form}",
                f"the {result.form}",
                others=[(before.span, f"the {before.form}")],
                help=f"write `{before.form} {result.score} wins`, or `{result.form} {result.score} wins` at both places",
            )
            return


def _warn_of_like_ends(game: model.Game, reporter: Reporter) -> None:
    """Reports two ends by which different players win who are named, for the very same reason."""
    seen: list[tuple[int, model.Ending]] = []
    for end in game.ends:
        winner = _named(end.result)
        if winner is None:
            continue
        for other, before in seen:
            if other != winner and _is_like(end, before):
                name = game.players[winner].name
                reporter.report(
                    "unlike-clauses",
                    end.condition.span,
                    f"{name} {end.result.form} by the same as {game.players[other].name}",
                    "the same for both",
                    others=[(before.condition.span, "as here")],
                    help="name what is another one, such as other sides of the board; or say it once for all: `mover wins when ...`",
                )
                return
        seen.append((winner, end))


def _warn_of_late_ends(game: model.Game, reporter: Reporter) -> None:
    """Reports an end that asks for all that an end before it asks for, and so is never looked at when it holds."""
    for number, end in enumerate(game.ends):
        asked = tuple(forms.conjuncts(end.condition))
        for before in game.ends[:number]:
            if before.span.source == end.span.source and all(
                any(alike(c, a) for a in asked) for c in forms.conjuncts(before.condition)
            ):
                reporter.report(
                    "unreachable-clause",
                    end.condition.span,
                    "whenever this holds, the end before it holds as well, and the game is over by that one",
                    "never reached",
                    others=[(before.condition.span, "looked at first")],
                    help="put this end first, or ask for something else",
                )
                return


def _warn_of_rivals(game: model.Game, reporter: Reporter) -> None:
    """Reports a requirement that asks of the rival what everything else asks of the mover."""
    required = [n for n in nodes(game.requires) if isinstance(n, model.Apply)]
    _warn_of_rivals_who_cannot_act(required, game, reporter)
    asked = {
        n.definition
        for turn in game.turns.values()
        for n in nodes(turn.fallbacks)
        if isinstance(n, model.Apply) and _is_of(n, "mover")
    }
    for n in required:
        if _is_of(n, "rival") and n.definition in asked and not any(_is_of(r, "mover") for r in required):
            text = n.span.in_one_line
            reporter.report(
                "unlike-clauses",
                n.span,
                f"this is required of the rival, and `{n.definition}` is asked of the mover where nothing is legal",
                "of the other player",
                help=f"write `{n.definition}(mover)`; if both are meant, require both: `{n.definition}(mover)` and `{text}`",
            )


def _warn_of_rivals_who_cannot_act(required: list[model.Apply], game: model.Game, reporter: Reporter) -> None:
    """Reports what is asked of the rival where the mover can do nothing, and is required of the mover after each action."""
    own = {n.definition for n in required if _is_of(n, "mover")} - {
        n.definition for n in required if _is_of(n, "rival")
    }
    for turn in game.turns.values():
        for n in nodes(turn.fallbacks):
            if isinstance(n, model.Apply) and n.definition in own and _is_of(n, "rival"):
                reporter.report(
                    "unlike-clauses",
                    n.span,
                    f"this is asked of the rival where the mover can do nothing, and `{n.definition}` is required of the mover",
                    "of the other player",
                    help=f"write `{n.definition}(mover)`: `mover` is who can do nothing here",
                )


def _is_of(asked: model.Apply, whom: str) -> bool:
    """Whether something is asked of one player alone: the mover, or their rival."""
    match asked.arguments:
        case (model.Role(),):
            return whom == "mover"
        case (model.Builtin(name="rival", arguments=(model.Role(),)),):
            return whom == "rival"
    return False


def _named(result: model.Result) -> int | None:
    """The player who wins or loses by name."""
    who = result.who
    if result.form not in ("wins", "loses") or who is None:
        return None
    named = [n.value for n in nodes(who) if isinstance(n, model.Const) and n.type == PLAYER]
    return named[0] if len(named) == 1 and isinstance(named[0], int) else None


def _is_like(end: model.Ending, before: model.Ending) -> bool:
    """Whether two ends have the same result and ask for the same, but for who has acted."""
    if end.result.form != before.result.form:
        return False
    left, right = ([c for c in forms.conjuncts(e.condition) if not _asks_who(c)] for e in (end, before))
    return bool(left) and alike(tuple(left), tuple(right))


def _asks_who(condition: model.Expr) -> bool:
    """Whether a condition only says whose action it was: `mover = Red`."""
    return isinstance(condition, model.Compare) and any(
        isinstance(side, model.Role) for side in (condition.left, condition.right)
    )


def _warn_of_like_values(choice: model.If, reporter: Reporter) -> None:
    values = tuple(_values(choice))
    for one, other in itertools.pairwise(values):
        if alike(one, other) and one.span != other.span:
            reporter.report(
                "constant-condition",
                choice.condition.span,
                "the value is the same whether this holds or not",
                "decides nothing",
                others=[(one.span, "this"), (other.span, "and the same")],
                help="write another value on one of the sides, or leave the condition out",
            )
            return


def _warn_of_itself(part: model.Compare, reporter: Reporter) -> None:
    """Reports a value that is compared with itself, in so many words."""
    left, right = part.left, part.right
    is_written = left.span != right.span and not (
        left.span.start < right.span.end and right.span.start < left.span.end
    )
    if (
        is_written
        and alike(left, right)
        and not isinstance(left, model.Const)
        and left.span.text == right.span.text
    ):
        holds = (part.operator in ("=", "<=")) != ("!=" in part.span.text)
        reporter.report(
            "constant-condition",
            part.span,
            f"this {'always' if holds else 'never'} holds: `{' '.join(left.span.text.split())}` is compared with itself",
            f"{'always' if holds else 'never'} true",
            help="ask for the other one on one of the sides",
        )


def _values(choice: model.If) -> Iterator[model.Expr]:
    yield choice.then
    if isinstance(choice.otherwise, model.If):
        yield from _values(choice.otherwise)
    else:
        yield choice.otherwise


def _is_made(choice: model.If) -> bool:
    """Whether nobody wrote this: it stands for another form."""
    return choice.then.span == choice.otherwise.span or " if " not in choice.span.text
