"""What nothing uses, reads, gives or places: names that rules declare and leave alone.

`unused-*`       actions that no turn offers, definitions, effects, pools and positions that nothing names, options that nothing asks for
`never-read`     what is given a value that nothing reads: fields, columns, parameters, choices, steps of moves and draws
`never-written`  what rules ask, and nothing ever gives: fields without a value of their own, pools into which nothing comes
`unplaced-kind`  kinds of which no piece ever comes into play

What another file or a module declares is mostly not judged: it may be there for others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.tree import mentioned
from gdl.core import model, static
from gdl.core.rules import judging, with_effects
from gdl.core.types import Type
from gdl.core.visit import nodes, reads, steps
from gdl.diagnostics.similar_names import is_slip, near
from gdl.diagnostics.values import MAX_PLACES
from gdl.source import Span
from gdl.tree import syntax

Parameters = tuple[tuple[str, int, Type], ...]  # name, slot, type


def find_actions(facts: GameFacts) -> Iterator[Finding]:
    modules = facts.resolved.used
    for source, use in modules.items():
        given = [a for a in facts.game.actions if a.span.source.name == source and a.form != "choice"]
        if given and not any(a.name in facts.used for a in given):
            yield Finding(
                use,
                f"no turn offers `{given[0].name}`, which this module gives",
                "its actions are never possible",
                help=f"name it in the `turn`: `turn: ... or {given[0].name}`",
            )
    for action in facts.game.actions:
        if action.span.source.name in modules or action.form in ("pass", "done"):
            continue
        if action.name not in facts.used:
            is_choice = action.form == "choice"
            given_to = f"({', '.join(name for name, _, _ in action.parameters)})" if action.parameters else ""
            yield Finding(
                action.span,
                f"no turn {'demands' if is_choice else 'offers'} `{action.name}`",
                "never possible",
                help=f"demand it in an effect, `then {action.name}{given_to}`, or take it out"
                if is_choice
                else "name it in a `turn`, or take it out",
            )


def find_definitions(facts: GameFacts) -> Iterator[Finding]:
    for definition in facts.game.definitions.values():
        is_asked = definition.name in facts.used or definition.is_relation
        if not is_asked and facts.is_own(definition.span):
            yield Finding(
                definition.span,
                f"nothing uses `{definition.name}`",
                "used nowhere",
                help="take it out, or use it",
            )
    for name, routine in facts.names.routines.items():
        if name not in facts.used and facts.is_own(routine.span):
            yield Finding(
                routine.name.span,
                f"nothing uses the effect `{name}`",
                "used nowhere",
                help=f"take it out, or let it happen where other effects do: `do {name}(...)`",
            )
    clauses = (*facts.resolved.clauses, *facts.resolved.unchosen, *facts.resolved.conditions)
    named = {n for c in clauses if not isinstance(c, syntax.Pool) for n in mentioned(c)}
    for pool in facts.game.pools.values():
        if pool.name not in named and facts.is_own(pool.span):
            yield Finding(
                pool.span,
                f"nothing uses the pool `{pool.name}`",
                "used nowhere",
                help="take it out, or let pieces come into it",
            )
    asked = {n for c in clauses if not isinstance(c, syntax.Position) for n in mentioned(c)}
    for clause in facts.resolved.clauses:
        if (
            isinstance(clause, syntax.Position)
            and clause.name.name not in asked
            and facts.is_own(clause.span)
        ):
            yield Finding(
                clause.span,
                f"nothing asks how often the position `{clause.name.name}` was there",
                "asked nowhere",
                help=f"ask for it, as in `end draw when repeated({clause.name.name}) = 3`, or take it out",
            )


def find_options(facts: GameFacts) -> Iterator[Finding]:
    for option in facts.game.options:
        if option.name not in facts.used and option.name != "players":
            yield Finding(
                option.span,
                f"the option `{option.name}` changes nothing",
                "used nowhere",
                help="use it in an expression or a `when` block, or take it out",
            )


# ---- never read


def find_never_read(facts: GameFacts) -> Iterator[Finding]:
    yield from _fields(facts)
    yield from _columns(facts)
    yield from _parameters(facts)
    yield from _stocks(facts)
    for action in facts.game.actions:
        if facts.is_own(action.span):
            yield from _steps(action)
            if action.form == "action":
                yield from _choices(action, facts)
    for clause in (facts.game.setup, *facts.game.actions, *facts.game.settles):
        yield from _draws(clause, facts)


def _fields(facts: GameFacts) -> Iterator[Finding]:
    usage = facts.usage
    for name, field in {f.declared: f for f in facts.game.fields.values()}.items():
        if name not in usage.read | facts.elsewhere and facts.is_own(field.span):
            what = "given values but never read" if name in usage.written else "never used"
            yield Finding(
                field.span,
                f"`{name}` is {what}",
                "read nowhere",
                help="take it out, or read it in a condition",
            )


def _stocks(facts: GameFacts) -> Iterator[Finding]:
    """Pools that only the set-up names, and only to fill them."""
    clauses = (*facts.resolved.clauses, *facts.resolved.unchosen, *facts.resolved.conditions)
    named = {n for c in clauses if not isinstance(c, syntax.Pool | syntax.Setup) for n in mentioned(c)}
    set_up = (*nodes(facts.game.setup),)
    filled = [n.pool for n in set_up if isinstance(n, model.Stock)]
    asked = Counter(n.name for n in set_up if isinstance(n, model.PoolOf)) - Counter(p.name for p in filled)
    for name in dict.fromkeys(p.name for p in filled):
        if name not in named and name not in asked and facts.is_own(facts.game.pools[name].span):
            yield Finding(
                facts.game.pools[name].span,
                f"the set-up fills `{name}`, and no rule asks for what is in it",
                "read nowhere",
                help=f"take something from there, such as `random c in {name}`, or leave it out",
            )


def _columns(facts: GameFacts) -> Iterator[Finding]:
    """Columns that no rule reads. Words with a sign of their own are there to be seen, and those of which kinds are made say how
    many kinds there are.

    One may be meant for a column that its own tables do not have.
    """
    declared = facts.names.declared
    signed = {look.symbol for look in facts.game.looks if look.symbol}
    making = {name for kind in facts.game.kinds for name, _ in kind.made_of}
    for name, column in facts.names.columns.items():
        if signed & set(column.type.symbols) or name in facts.usage.read | facts.elsewhere | making:
            continue
        if name in declared and facts.is_own(declared[name]):
            beside = set[str]().union(*(kind.written for kind in facts.game.kinds if name in kind.written))
            yield Finding(
                declared[name],
                f"the column `{name}` is never used",
                "read nowhere",
                help=near(name, [n for n in facts.names.columns if n not in beside and is_slip(name, n)])
                or f"take it out, or ask for it: `{name}(piece)`",
            )


def _parameters(facts: GameFacts) -> Iterator[Finding]:
    """Parameters that a definition never asks about. One that only a module asks for has them as the module wants."""
    asked = {
        n.definition if isinstance(n, model.Apply) else n.score
        for n in facts.parts
        if isinstance(n, model.Apply | model.Result) and facts.is_own(n.span)
    }
    # a payoff has its parameter by rule, also where players who play together get the same
    payoffs = {n.score for n in facts.parts if isinstance(n, model.Result) and n.form == "payoff"}
    for definition in facts.game.definitions.values():
        if not facts.is_own(definition.span) or definition.name not in asked - payoffs:
            continue
        unread = [(n, kind) for n, slot, kind in definition.parameters if not reads(definition.body, (slot,))]
        if unread:
            whats = " and ".join(f"its {kind.base} `{name}`" for name, kind in unread)
            names = _listed_names(unread)
            yield Finding(
                definition.span,
                f"`{definition.name}` is the same whatever {whats} {'is' if len(unread) == 1 else 'are'}",
                f"never asks about {names}",
                help=f"ask about {names} in it, or leave {names} out of its parentheses",
            )
    yield from _given_in_vain(facts)


def _given_in_vain(facts: GameFacts) -> Iterator[Finding]:
    """Parameters of choices and effects that neither they nor their sentences read. Choices among which one demand leaves the decision
    are given the same."""
    demands = [n.choices for n in facts.parts if isinstance(n, model.Demand)]
    alone = {a.action for some in demands for a in some if len(some) == 1}
    alone -= {a.action for some in demands for a in some if len(some) > 1}
    routines = facts.names.routines
    given: list[tuple[Span, str, Parameters, object]] = [
        (a.span, a.name, a.parameters, a) for a in facts.game.actions if a.name in alone
    ]
    given += [
        (routines[r.name].name.span, r.name, r.parameters, r)
        for r in facts.game.routines
        if r.name in routines and r.name in facts.used
    ]
    for span, name, parameters, part in given:
        said = tuple(m.text for m in facts.game.meanings if m.name == name)
        unread = [(n, kind) for n, slot, kind in parameters if not reads((part, said), (slot,))]
        if unread and facts.is_own(span):
            names = _listed_names(unread)
            yield Finding(
                span,
                f"`{name}` does the same whatever {names} {'is' if len(unread) == 1 else 'are'}",
                f"nothing reads {names}",
                help=f"use {names} in it, or leave {names} out of its parentheses, and of those where it is asked for",
            )


def _listed_names(unread: Sequence[tuple[str, Type]]) -> str:
    return " and ".join(f"`{name}`" for name, _ in unread)


def _choices(action: model.Action, facts: GameFacts) -> Iterator[Finding]:
    """A choice that nothing reads gives several actions that do the same. Of nothing there is no choice."""
    for part in action.parts:
        if not isinstance(part, model.Choose | model.ChooseSet):
            continue
        if static.known(part.source, facts.game.board) == ((), False):
            continue
        if not reads(action, (part.slot,)):
            yield Finding(
                part.span,
                f"each `{part.name}` that is chosen gives an action that does the same",
                f"nothing reads `{part.name}`",
                help=f"use `{part.name}` in what the action does, or leave this line out",
            )


def _steps(action: model.Action) -> Iterator[Finding]:
    """Names of what a move meets that nothing reads."""
    along = next((p for p in action.parts if isinstance(p, model.Along)), None)
    choices = {c.slot for c in action.choices}
    for step in steps(along.path.steps) if along is not None else ():
        is_named = step.slot is not None and step.name not in ("to", "") and step.slot not in choices
        if is_named and step.slot is not None and not reads(action, (step.slot,)):
            yield Finding(
                step.span,
                f"nothing is done with what `{step.name}` names",
                f"nothing reads `{step.name}`",
                help=f"use it in an effect or a condition, or leave `as {step.name}` out",
            )


def _draws(clause: object, facts: GameFacts) -> Iterator[Finding]:
    """What chance draws and nothing reads."""
    for n in nodes(clause):
        if isinstance(n, model.Chance) and not reads(clause, (n.slot,)) and facts.is_own(n.span):
            words = n.span.text.split()
            name = words[1] if len(words) > 1 else ""  # it stands in `random NAME in SET`
            yield Finding(
                n.span,
                f"nothing is done with the `{name}` that is drawn",
                f"nothing reads `{name}`",
                help="do something with it in an effect behind this, or leave this line out",
            )


# ---- never written


def find_never_written(facts: GameFacts) -> Iterator[Finding]:
    yield from _fields_without_value(facts)
    yield from _fields_given_their_default(facts)
    yield from _pools(facts)


def _fields_without_value(facts: GameFacts) -> Iterator[Finding]:
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


# ---- never placed


_NAMED_KINDS = 3  # kinds that a message names


def find_unplaced_kinds(facts: GameFacts) -> Iterator[Finding]:
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
    shown = [f"`{kind}`" for kind in kinds[:_NAMED_KINDS]]
    return ", ".join(shown) + (", ..." if len(kinds) > _NAMED_KINDS else "")


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
