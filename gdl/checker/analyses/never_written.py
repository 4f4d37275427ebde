"""What rules ask, and nothing ever gives: fields without a value of their own, and pools into which nothing comes.

What another file or a module declares is not judged: it may be there for others.
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model, static
from gdl.core.rules import judging, with_effects
from gdl.core.visit import nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    yield from _fields(facts)
    yield from _fields_given_their_default(facts)
    yield from _pools(facts)


def _fields(facts: GameFacts) -> Iterator[Finding]:
    """Fields that are read and never given a value."""
    usage = facts.usage
    for name, field in {f.declared: f for f in facts.game.fields.values()}.items():
        is_judged = name not in facts.elsewhere and facts.is_own(field.span)
        if is_judged and name in usage.read and name not in usage.written:
            yield Finding(
                field.span,
                f"`{name}` is read but never given a value",
                "always its default",
                help=f"give it one in an effect: `{_of_something(field, facts)} := ...`",
            )


def _of_something(field: model.Field, facts: GameFacts) -> str:
    """How a value of a field is named in an effect."""
    held = ("", " of x", "(x, y)")[len(facts.names.holders_of(field))]
    return field.declared + {"player": "(mover)", "site": "(s)"}.get(field.holder, held)


def only_default(facts: GameFacts) -> dict[str, model.SetField]:
    """The fields that effects only ever give the value with which they begin, each with the first of these effects."""
    given: dict[str, list[model.SetField]] = {}
    for e in facts.effects:
        if isinstance(e, model.SetField) and e.field in facts.game.fields:
            given.setdefault(e.field, []).append(e)
    placed = {name for e in facts.effects for name, _ in getattr(e, "settings", ())}
    found = {}
    for name, writes in given.items():
        field = facts.game.fields[name]
        values = [static.known(e.value, facts.game.board) for e in writes]
        is_idle = all(v is not None and not v[1] and v[0] == field.default for v in values)
        if is_idle and name not in placed and not field.part_of and not field.rotation:
            found[name] = writes[0]
    return found


def _fields_given_their_default(facts: GameFacts) -> Iterator[Finding]:
    for name, write in facts.once(only_default).items():
        field = facts.game.fields[name]
        if facts.is_own(field.span) and facts.is_own(write.span) and field.declared not in facts.elsewhere:
            yield Finding(
                write.span,
                f"`{field.declared}` is only ever given `{write.value.span.in_one_line}`, which it holds from the beginning",
                "changes nothing",
                others=((field.span, "declared here"),),
                help="give it another value somewhere, or take the field out",
            )


def _pools(facts: GameFacts) -> Iterator[Finding]:
    """Pools that rules ask, and into which no effect puts a piece. Where some kind is never placed, that is the fault."""
    made = facts.kinds_made
    if made is not None and len(made) < len(facts.game.kinds):
        return
    for pool in facts.game.pools.values():
        if pool.name in facts.filled or not facts.is_own(pool.span):
            continue
        asked = next(_asked(pool.name, facts.game), None)
        if asked is not None:
            yield Finding(
                pool.span,
                f"nothing ever puts a piece into `{pool.name}`, so it is always empty",
                "nothing comes into it",
                others=((asked.span, "asked for here"),),
                help="let an effect put pieces there, or take the pool out",
            )


def _asked(name: str, game: model.Game) -> Iterator[model.PoolOf]:
    """Where rules ask for a pool, or take something from it: the ends first."""
    for part in (game.ends, judging(game), with_effects(game), tuple(game.definitions.values())):
        yield from (n for n in nodes(part) if isinstance(n, model.PoolOf) and n.name == name)
