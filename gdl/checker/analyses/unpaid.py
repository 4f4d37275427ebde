"""Warnings about prices that are not paid: an action asks a player for some of a field, and gives it to them, or takes none of it; or it
asks what is in a pool, makes another such piece, and leaves the pool as it is.

action hire
  where gold(mover) >= 3
  do place guard of mover on s             -- and `gold(mover) := gold(mover) - 3`

An action that has a sentence for people (`means`) is not judged: it says what is meant. Nor is one whose price is taken later,
as at an auction: by a choice that it demands, by what settles, or by another rule as far as the action has noted how much.
"""

from collections.abc import Iterator

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.visit import followed, nodes, reads, same


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    own = resolved.source.name
    spent = set(_spent(game))
    for action in game.actions:
        if action.span.source.name != own or game.meaning_of("action", action.name) is not None:
            continue
        writes = [n for n in nodes((action.effects, action.finals)) if isinstance(n, model.SetField)]
        _warn_of_full_pools(action, game, reporter)
        for asked, price in _prices(action, game):
            added = next((w for w in writes if _adds(w, asked, price)), None)
            text = asked.span.in_one_line
            if added is not None:
                written = added.span.in_one_line
                reporter.report(
                    "unpaid",
                    added.span,
                    f"`{action.name}` asks whether there is enough `{game.fields[asked.field].declared}`, and adds to it",
                    "adds to what is asked for",
                    others=[(price.span, "asked for here")],
                    help=f"a price is taken: `{written.replace('+', '-', 1)}`",
                )
            elif (
                asked.field in spent
                and not any(w.field == asked.field for w in writes)
                and not _is_paid_later(action, asked.field, game)
            ):
                amount = price.span.in_one_line
                reporter.report(
                    "unpaid",
                    asked.span,
                    f"`{action.name}` asks for `{text}` and takes none of it",
                    "asked for, and not taken",
                    help=f'take it among the effects: `{text} := {text} - {amount}`; if it costs nothing, say so to people: `means "..."`',
                )


def _warn_of_full_pools(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Reports an action that asks what is in a pool of the mover, and places a piece like it, which nothing takes out."""
    effects = tuple(nodes((action.effects, action.finals)))
    made = [e for e in effects if isinstance(e, model.Place)]
    targets = {id(e.to) for e in effects if isinstance(e, model.MoveTo)}
    touched = {e.name for e in effects if isinstance(e, model.PoolOf) and id(e) not in targets}
    if not made or any(isinstance(e, model.Demand) for e in effects):
        return
    for part in action.parts:
        asked = _pool_asked(part)
        if asked is None or asked.name in touched:
            continue
        kinds = [e for e in made if not isinstance(part, model.Choose) or reads(e.kind, (part.slot,))]
        if kinds:
            pool, kind = (e.span.in_one_line for e in (asked, kinds[0].kind))
            place = kinds[0].sites.span.in_one_line
            reporter.report(
                "unpaid",
                kinds[0].span,
                f"`{action.name}` asks what is in `{pool}`, makes a new piece, and takes none from there",
                "a new piece",
                others=[(asked.span, "asked here, and left as it is")],
                help=f"write `move {kind} from {pool} to {place}`",
            )
            return


def _pool_asked(part: model.Part) -> model.PoolOf | None:
    """The pool of the mover of which something is chosen, or that must hold something."""
    match part:
        case model.Choose(
            source=model.Comprehension(source=model.PoolOf() as pool, value=model.Builtin(name="kind"))
        ):
            found = pool
        case model.Condition():
            pools = [
                n.arguments[0]
                for c in forms.conjuncts(part.condition)
                for n in ([c.right] if isinstance(c, model.Compare) and c.operator == "<" else [])
                if isinstance(n, model.Builtin) and n.name == "count"
            ]
            held = [p for p in pools if isinstance(p, model.PoolOf)]
            if not held:
                return None
            found = held[0]
        case _:
            return None
    return found if isinstance(found.holder, model.Role) else None


def _prices(action: model.Action, game: model.Game) -> Iterator[tuple[model.GetField, model.Expr]]:
    """What an action asks of the mover at least: a field, and how much of it."""
    for part in action.parts:
        condition = part.condition if isinstance(part, model.Condition) else None
        for c in forms.conjuncts(condition) if condition is not None else ():
            if (
                isinstance(c, model.Compare)
                and c.operator in ("<=", "<")
                and (
                    isinstance(c.right, model.GetField)
                    and _is_of_mover(c.right, game)
                    and (c.operator == "<" or not _is_zero(c.left))
                )
            ):
                yield c.right, c.left


def _is_of_mover(read: model.GetField, game: model.Game) -> bool:
    return (
        read.field in game.fields
        and game.fields[read.field].holder == "player"
        and isinstance(read.holder, model.Role)
    )


def _is_zero(e: model.Expr) -> bool:
    return isinstance(e, model.Const) and e.value == 0


def _adds(effect: model.SetField, asked: model.GetField, price: model.Expr) -> bool:
    """Whether an effect adds to what is asked for as much as is asked for."""
    value = effect.value
    return (
        effect.field == asked.field
        and same(effect.holder, asked.holder)
        and isinstance(value, model.Arithmetic)
        and value.operator == "+"
        and same(value.left, asked)
        and (same(value.right, price) or (_is_zero(price) and isinstance(value.right, model.Const)))
    )


def _is_paid_later(action: model.Action, field: str, game: model.Game) -> bool:
    """Whether a choice that an action demands, what settles, or another rule by what the action has written, takes some of a field."""
    written = {n.field for n in nodes((action.effects, action.finals)) if isinstance(n, model.SetField)}
    demanded, waiting = set[str](), [action]
    while waiting:
        later = waiting.pop()
        demands = (n for n in nodes((later.effects, later.finals)) if isinstance(n, model.Demand))
        new = {wanted.action for d in demands for wanted in d.choices} - demanded
        demanded |= new
        waiting += map(game.action, new)
    for part in (*game.settles, *(a for a in game.actions if a.name != action.name)):
        is_certain = not isinstance(part, model.Action) or part.name in demanded
        for effect in nodes(part):
            if isinstance(effect, model.SetField) and effect.field == field:
                read = {
                    n.field for n in followed(effect.value, game.definitions) if isinstance(n, model.GetField)
                }
                if is_certain or written & (read - {field}):
                    return True
    return False


def _spent(game: model.Game) -> Iterator[str]:
    """The fields of which rules take some: what only ever grows is no money, and may be asked for as a level is."""
    for effect in nodes((game.actions, game.settles)):
        if isinstance(effect, model.SetField):
            for n in nodes(effect.value):
                if (
                    isinstance(n, model.Arithmetic)
                    and n.operator == "-"
                    and isinstance(n.left, model.GetField)
                ) and n.left.field == effect.field:
                    yield effect.field
