"""Effects that change nothing wherever they happen: what they do is so already, or another one undoes it.

for s in sites where land(s) = none do land(s) := none     -- what it gives is there already
for p in stack(t) do move p to t                           -- these pieces are there already
move hop: line any: enemy, empty; do capture to            -- there stands the piece that moves
rests(mover) := rests(mover) + 1; rests(mover) := 0        -- the first comes to nothing
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gdl.checker import forms
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.pieces import blocks, only_one
from gdl.core import model
from gdl.core.settled import is_const
from gdl.core.visit import alike, followed, nodes, same, substituted
from gdl.source import Span

_DEEPEST = 4  # definitions inside each other that are looked into
_OFTEN = (model.Place, model.Stock, model.Demand, model.Chance)  # what may well be said twice
_ONE_OF_MANY = ("first", "last", "single", "nth")  # another one, once the first one has gone
_SETTLED = (model.Role, model.Local, model.Const)  # what names the same thing before and behind an effect

_Known = tuple[
    tuple[model.Expr, Span], ...
]  # what holds where an effect happens, with the place that says so


def find(facts: GameFacts) -> Iterator[Finding]:
    """What is so already, and then, of what is left, what another effect undoes."""
    told = set[Span]()
    for found in (*_so_already(facts), *_undone(facts), *_without_effects(facts)):
        if found.span not in told:
            told.add(found.span)
            yield found


# ---- actions without effects


def _without_effects(facts: GameFacts) -> Iterator[Finding]:
    """Actions that choose something and do nothing. What settles behind an action by its name may be all that it does."""
    settled = {name for s in facts.game.settles for name in s.after or ()}
    for action in facts.game.actions:
        chosen = [p for p in action.parts if isinstance(p, model.Choose | model.ChooseSet)]
        is_idle = not action.effects and not action.finals and action.form != "move"
        if not chosen or not is_idle or not facts.is_own(action.span) or action.name not in facts.used:
            continue
        if action.name in settled and action.form == "choice":
            continue
        names = " and ".join(f"`{p.name}`" for p in chosen)
        yield Finding(
            action.span,
            f"`{action.name}` does nothing: no `do` follows",
            f"only chooses {names}",
            help=f"say what is done with {names}: `do ...` below, in the column of `choose`",
        )


# ---- what is so already


def _so_already(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    for action in game.actions:
        if action.form == "move" and not game.board.is_stacking:
            yield from _captured_movers(action)
    clauses: tuple[model.Action | model.Settle, ...] = (*game.actions, *game.settles)
    for clause in clauses:
        parts = clause.parts if isinstance(clause, model.Action) else ()
        for effects in _bodies(clause):
            yield from _go_through(effects, tuple(_of_parts(parts, game)), game)


def _bodies(clause: model.Action | model.Settle) -> Iterator[tuple[model.Effect, ...]]:
    if isinstance(clause, model.Settle):
        yield clause.body
    elif clause.again is None:
        yield clause.effects
    else:
        yield from (clause.effects, clause.finals)


def _captured_movers(action: model.Action) -> Iterator[Finding]:
    """`capture to` in a move: by then the piece that moves stands there, and no effect captures it."""
    path = next((p for p in action.parts if isinstance(p, model.Along)), None)
    if path is None:
        return
    for effect in nodes((action.effects, action.finals)):
        if not isinstance(effect, model.Remove) or not effect.is_capture:
            continue
        taken = only_one(effect.pieces)
        if taken is not None and taken.slot == path.to and taken.type.base == "site":
            yield Finding(
                effect.span,
                f"on `{taken.name}` stands the piece that moves by now, and no move captures its own piece",
                "changes nothing",
                help="what stood there is captured when the piece arrives, so leave this out; what is leapt over needs a name: "
                "`enemy as prey` in the path, and `capture prey`",
            )


def _of_parts(parts: Sequence[model.Part], game: model.Game) -> Iterator[tuple[model.Expr, Span]]:
    """What holds of the choices of an action when its effects begin."""
    for part in parts:
        match part:
            case model.Condition():
                yield from _conjuncts(part.condition, game)
            case model.Choose():
                yield from _of_source(part.slot, part.source, game, part.name)


def _of_source(
    slot: int, source: model.Expr, game: model.Game, name: str = ""
) -> Iterator[tuple[model.Expr, Span]]:
    """What holds of an element of a set: the conditions of its filters, said of the element."""
    while isinstance(source, model.Comprehension) and source.value is None:
        if source.condition is not None:
            element = model.Local(source.span, source.type.element or source.type, slot, name)
            said = substituted(source.condition, {source.slot: element})
            held = _conjuncts(said if source.slot != slot else source.condition, game)
            yield from (h for h in held if source.slot == slot or _is_of_kind(h[0]))
        source = source.source


def _is_of_kind(condition: model.Expr) -> bool:
    """Whether a condition says which kind a piece is, or whose: what sets such as `own rook` say of their pieces."""
    return (
        isinstance(condition, model.Compare)
        and isinstance(condition.left, model.Builtin)
        and condition.left.name in ("kind", "owner")
    )


def _go_through(effects: tuple[model.Effect, ...], held: _Known, game: model.Game) -> Iterator[Finding]:
    """Effects in a row, with what holds before the first one; an effect that changes anything ends that."""
    for effect in effects:
        said = _said_already(effect, held)
        if said is not None:
            condition, text = said
            is_own = condition.start > effect.span.start
            yield Finding(
                effect.span,
                f"{text} here, so this changes nothing",
                "changes nothing",
                others=((condition, "the same" if is_own else "asks for it"),),
                help="leave this effect out, or give it what is meant",
            )
        match effect:
            case model.Branch():
                yield from _go_through(effect.body, (*held, *_conjuncts(effect.condition, game)), game)
                yield from _go_through(effect.otherwise, held, game)
            case model.ForEach():
                inner = [k for slot, source in effect.generators for k in _of_source(slot, source, game)]
                if effect.condition is not None:
                    inner += _conjuncts(effect.condition, game)
                yield from _go_through(effect.body, tuple(inner), game)
                yield from _staying(effect)
            case model.ForPath():
                yield from _go_through(effect.body, (), game)
        if not isinstance(effect, model.Bind):
            held = ()


def _conjuncts(
    condition: model.Expr, game: model.Game, depth: int = _DEEPEST
) -> list[tuple[model.Expr, Span]]:
    """The conditions that are joined by `and`, those of definitions with what these are about, at the place of the call."""
    found: list[tuple[model.Expr, Span]] = []
    for c in forms.conjuncts(condition):
        found.append((c, c.span))
        if isinstance(c, model.Apply) and depth > 0:
            definition = game.definitions[c.definition]
            slots = [slot for _, slot, _ in definition.parameters]
            body = substituted(definition.body, dict(zip(slots, c.arguments, strict=True)))
            found += [(inner, c.span) for inner, _ in _conjuncts(body, game, depth - 1)]
    return found


def _said_already(effect: model.Effect, held: _Known) -> tuple[Span, str] | None:
    """Where it is said that a field has the value already that an effect gives it, and that in words."""
    if not isinstance(effect, model.SetField):
        return None
    if effect.field in ("owner", "kind"):
        return _is_it_already(effect, held)
    if _is_field(effect.value, effect):
        return effect.value.span, f"`{effect.value.span.in_one_line}` is given its own value"
    for condition, span in held:
        match condition:
            case model.Compare(operator="=", left=left, right=right):
                for asked, value in ((left, right), (right, left)):
                    if _is_field(asked, effect) and same(value, effect.value):
                        return span, f"`{asked.span.in_one_line}` is `{effect.value.span.in_one_line}`"
            case model.GetField() if _is_field(condition, effect) and is_const(effect.value, True):
                return span, f"`{condition.span.in_one_line}` holds"
            case model.Not(operand=asked) if _is_field(asked, effect) and is_const(effect.value, False):
                return span, f"`{asked.span.in_one_line}` does not hold"
    return None


def _is_it_already(effect: model.SetField, held: _Known) -> tuple[Span, str] | None:
    """The same of a piece's kind or owner, which is given as the value that is there."""
    for condition, span in held:
        match condition:
            case model.Compare(
                operator="=", left=model.Builtin(name=name, arguments=(piece,)), right=model.Const() as value
            ):
                is_same = name == effect.field and same(value, effect.value)
                if is_same and any(same(p, effect.holder) for p in (piece, *_site_of(piece))):
                    target, _, given = effect.span.in_one_line.partition(" := ")
                    return span, f"`{target}` is `{given}`"
    return None


def _site_of(piece: model.Expr) -> tuple[model.Expr, ...]:
    """The site on which a piece stands that is asked for by its site."""
    match piece:
        case model.Builtin(name="piece", arguments=(site,)):
            return (site,)
    return ()


def _is_field(asked: model.Expr, effect: model.SetField) -> bool:
    return (
        isinstance(asked, model.GetField)
        and asked.field == effect.field
        and same(asked.holder or (), effect.holder or ())
    )


def _staying(loop: model.ForEach) -> Iterator[Finding]:
    """A loop over the pieces of a place that moves each of them to that place."""
    for slot, source in loop.generators:
        for effect in loop.body:
            if not isinstance(effect, model.MoveTo) or effect.is_under:
                continue
            is_element = isinstance(effect.piece, model.Local) and effect.piece.slot == slot
            if is_element and _is_there(source, effect.to):
                yield Finding(
                    effect.span,
                    "these pieces are there already, so this moves none of them",
                    "changes nothing",
                    others=((source.span, "the pieces that are there"),),
                    help=f"go through the pieces of another place, or write where they go in place of `{effect.to.span.in_one_line}`",
                )


def _is_there(source: model.Expr, to: model.Expr) -> bool:
    """Whether a set of pieces is that of a place."""
    match source:
        case model.Builtin(name="stack", arguments=(site,)):
            return same(site, to)
        case model.PoolOf():
            return same(source, to)
        case model.Comprehension(value=None):
            return _is_there(source.source, to)
    return False


# ---- what another effect undoes


def _undone(facts: GameFacts) -> Iterator[Finding]:
    at_once = {
        id(n) for part in facts.effects if isinstance(part, model.Simultaneously) for n in nodes(part.body)
    }
    rows = [row for part in facts.effects if id(part) not in at_once for row in blocks(part)]
    for effects in (facts.game.setup, *rows):
        yield from _said_twice(effects)
        yield from _given_anew(effects, facts.game)
    for part in facts.effects:
        if isinstance(part, model.Branch):
            yield from _taken_from_nothing(part)


def _said_twice(effects: tuple[model.Effect, ...]) -> Iterator[Finding]:
    """An effect that is said twice in succession, where that is not how something is made twice, or counted on."""
    for first, second in pairwise(effects):
        if isinstance(first, model.Bind) or any(_is_another_time(n) for n in nodes(first)):
            continue
        adds = isinstance(first, model.SetField) and any(_reads(n, first.field) for n in nodes(first.value))
        if not adds and first.span != second.span and alike(first, second):
            yield Finding(
                second.span,
                "this says the same as the effect before it",
                "said twice",
                others=((first.span, "the same"),),
                help="leave one of them out, or name what differs",
            )


def _is_another_time(node: object) -> bool:
    """Whether a part means something else when it is said again: a new piece, a new draw, the next one of several."""
    return isinstance(node, _OFTEN) or (isinstance(node, model.Builtin) and node.name in _ONE_OF_MANY)


def _given_anew(effects: tuple[model.Effect, ...], game: model.Game) -> Iterator[Finding]:
    """Values that nothing reads before another one takes their place."""
    for number, first in enumerate(effects):
        if not isinstance(first, model.SetField) or not _is_settled(first.holder):
            continue
        anew = _overwriting(first, effects[number + 1 :], game)
        if anew is not None and not alike(first, anew):
            name = " ".join(first.span.text.split(":=")[0].split())
            yield Finding(
                first.span,
                f"`{name}` is given another value below, and nothing asks for this one before",
                "comes to nothing",
                others=((anew.span, "takes its place"),),
                help="leave one of them out, put this one behind the other, or name another field",
            )


def _is_settled(holder: model.Expr | None) -> bool:
    return holder is None or all(isinstance(n, _SETTLED) for n in nodes(holder))


def _overwriting(
    first: model.SetField, later: tuple[model.Effect, ...], game: model.Game
) -> model.SetField | None:
    """The next effect that gives the same field a value, if none between them has to do with it."""
    for effect in later:
        if any(_reads(n, first.field) for n in followed(effect, game.definitions)):
            return None
        if isinstance(effect, model.SetField) and effect.field == first.field:
            return effect if alike(effect.holder or (), first.holder or ()) else None
        if not isinstance(effect, model.SetField | model.SetPhase):
            return None
    return None


def _reads(node: object, field: str) -> bool:
    match node:
        case model.GetField():
            return node.field == field
        case model.Builtin():
            return node.name == field  # kind and owner of a piece
        case model.CanMake():
            return True
    return False


def _taken_from_nothing(branch: model.Branch) -> Iterator[Finding]:
    """An effect that takes something from a set of which the condition says that it holds nothing."""
    for emptied, span in _empty(branch.condition):
        for effect in branch.body:
            taken = next((s for s in _taken_from(effect) if alike(s, emptied)), None)
            if taken is not None:
                text = taken.span.in_one_line
                yield Finding(
                    effect.span if not isinstance(effect, model.ForEach) else taken.span,
                    f"there is nothing in `{text}` here, so this comes to nothing",
                    "nothing is there",
                    others=((span, "says so"),),
                    help=f"write `some {text}`, if that is meant; else name what is to be taken from",
                )
                return
            if not isinstance(effect, model.SetField | model.Bind):
                break  # there may be something by then


def _empty(condition: model.Expr) -> Iterator[tuple[model.Expr, Span]]:
    """The sets of pieces of which a condition says that they hold nothing."""
    for part in forms.conjuncts(condition):
        match part:
            case model.Compare(
                operator="=",
                left=model.Builtin(name="count", arguments=(held,)),
                right=model.Const(value=0),
            ):
                yield held, part.span


def _taken_from(effect: model.Effect) -> Iterator[model.Expr]:
    match effect:
        case model.Chance(source=source):
            yield source
        case model.ForEach():
            yield from (source for _, source in effect.generators)
        case model.MoveTo(piece=model.Builtin(name="first" | "last" | "single", arguments=(source,))):
            yield source
