"""Pieces that are not there as rules take them to be: gone, without an owner, or under others.

`gone-piece`      pieces that are asked for what they were, or are to move, when an effect has taken them away; effects on what a
                  path met at its end: by then the moving piece is there, and what was met has been captured
`ownerless-move`  moves of pieces that never have an owner: a `move` needs a piece of the mover's
`buried-piece`    choices among the pieces of a player that take buried ones, too, where sites hold several pieces
"""

from collections.abc import Iterator

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model
from gdl.core.types import PIECE
from gdl.core.visit import followed, nodes

_OF_A_PIECE = ("kind", "owner")


def find_gone(facts: GameFacts) -> Iterator[Finding]:
    # these are evaluated before the first of them happens
    at_once = {
        id(n) for part in facts.effects if isinstance(part, model.Simultaneously) for n in nodes(part.body)
    }
    for part in facts.effects:
        for effects in blocks(part) if id(part) not in at_once else ():
            yield from _in_a_row(effects, facts.game)


def blocks(part: object) -> Iterator[tuple[model.Effect, ...]]:
    """The effects that a part of the rules has in a row."""
    match part:
        case model.Action():
            yield part.effects
            yield part.finals
        case model.Settle():
            yield part.body
        case model.Branch():
            yield part.body
            yield part.otherwise
        case model.ForEach() | model.ForPath():
            yield part.body


def _in_a_row(effects: tuple[model.Effect, ...], game: model.Game) -> Iterator[Finding]:
    gone: dict[int, model.Remove | model.MoveTo] = {}
    # names that `let` gave to pieces, and those of the sites on which they stand
    standing: dict[int, int] = {}
    lost: set[int] = set()  # names of pieces that have been taken away: none of them comes back
    for effect in effects:
        if (again := _taken(effect)) is not None and again.slot in gone:
            yield _taken_again(effect, again, gone.pop(again.slot))
        for read in nodes(effect):
            asked = _asked(read, game)
            if asked is not None and asked.slot in gone:
                yield _asked_too_late(read, asked, effect, gone.pop(asked.slot))
        if isinstance(effect, model.Place | model.MoveTo) or not _is_plain(effect):
            gone = {slot: gone[slot] for slot in lost & gone.keys()}  # on a site another piece may stand
            standing.clear()
        if isinstance(effect, model.Bind) and (at := _site_of(effect.value)) is not None:
            standing[effect.slot] = at.slot
        left = _left(effect, game)
        if left is not None:
            taken, by = left
            gone[taken.slot] = by
            if isinstance(by, model.Remove):
                others = {name for name, site in standing.items() if site == taken.slot}
                gone |= dict.fromkeys(others, by)
                lost |= others


def _site_of(value: model.Expr) -> model.Local | None:
    """The name of the site whose piece a value is."""
    match value:
        case model.Builtin(name="piece", arguments=(model.Local() as site,)) if site.type.base == "site":
            return site
    return None


def _left(effect: model.Effect, game: model.Game) -> tuple[model.Local, model.Remove | model.MoveTo] | None:
    """The piece that an effect takes away, or the site that it leaves empty."""
    match effect:
        case model.Remove():
            taken = only_one(effect.pieces)
            return (taken, effect) if taken is not None else None
        case model.MoveTo() if not game.board.is_stacking:
            taken = only_one(effect.piece)
            if taken is not None and taken.type.base == "site" and not _is(effect.to, taken):
                return taken, effect
    return None


def _is(e: model.Expr, local: model.Local) -> bool:
    return isinstance(e, model.Local) and e.slot == local.slot


def _taken(effect: model.Effect) -> model.Local | None:
    """The one piece that an effect moves or takes away."""
    match effect:
        case model.MoveTo():
            return only_one(effect.piece)
        case model.Remove():
            return only_one(effect.pieces)
    return None


def _asked_too_late(
    read: object, asked: model.Local, effect: model.Effect, by: model.Remove | model.MoveTo
) -> Finding:
    has_moved = isinstance(by, model.MoveTo)
    return Finding(
        read.span if isinstance(read, model.Expr) else effect.span,
        f"by now the piece of `{asked.name}` {'stands elsewhere' if has_moved else 'is gone'}, so this asks nothing",
        "always empty, 0 or false",
        others=((by.span, "moved away here" if has_moved else "taken away here"),),
        help="ask before it goes: move this effect up, or give the value a name with `let` before",
    )


def _taken_again(effect: model.Effect, again: model.Local, by: model.Remove | model.MoveTo) -> Finding:
    """An effect that moves or takes away a piece which an effect before it has moved or taken away."""
    has_moved = isinstance(by, model.MoveTo)
    return Finding(
        effect.span,
        f"the piece of `{again.name}` {f'stands on `{by.to.span.in_one_line}`' if isinstance(by, model.MoveTo) else 'is gone'} "
        "by now, so this does nothing",
        "changes nothing",
        others=((by.span, "moved away here" if has_moved else "taken away here"),),
        help="put this effect first, or name another piece",
    )


def _is_plain(effect: model.Effect) -> bool:
    return not any(isinstance(n, model.Place | model.MoveTo) for n in nodes(effect))


def only_one(pieces: model.Expr) -> model.Local | None:
    """The name of the one site or piece that is taken away."""
    match pieces:
        case model.MakeSet(items=(item,)):
            return only_one(item)
        case model.Builtin(name="single" | "piece", arguments=(inner,)):
            return only_one(inner)
        case model.Local():
            return pieces if pieces.type.base in ("piece", "site") else None
    return None


def _asked(read: object, game: model.Game) -> model.Local | None:
    """The name of the piece that is asked for what it is."""
    match read:
        case model.GetField(field=name, holder=holder) if (
            game.fields[name].holder == "piece" and holder is not None
        ):
            return only_one(holder)
        case model.Builtin(name="kind" | "owner", arguments=(of,)):
            return only_one(of)
    return None


def find_captured(facts: GameFacts) -> Iterator[Finding]:
    for action in facts.game.actions:
        yield from _captured_in(action)


def _captured_in(action: model.Action) -> Iterator[Finding]:
    path = next((p.path for p in action.parts if isinstance(p, model.Along)), None)
    if path is None or any(s.name == "to" for s in path.steps):
        return
    for effect in nodes((action.effects, action.finals)):
        match effect:
            case model.MoveTo(piece=model.Builtin(name="piece", arguments=(model.Local() as met,))):
                pass
            case model.SetField(
                field="owner", holder=model.Builtin(name="piece", arguments=(model.Local() as met,))
            ):
                pass
            case _:
                continue
        if met.slot == path.steps[-1].slot:
            yield Finding(
                met.span,
                f"`{met.name}` is the destination, where the piece that moves stands by now",
                "not what was met there",
                others=((path.steps[-1].span, "met here, and captured when the piece arrives"),),
                help="the kinds of what was captured are `captured`: `for k in captured do place k in ...`",
            )


# ---- without an owner


def find_ownerless(facts: GameFacts) -> Iterator[Finding]:
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
            theirs = [e for e in made if _kind(e) in (None, *action.kinds)]
            if not theirs:
                continue  # there is no such piece at all
            first, who = theirs[0], f"no {_name(theirs[0], facts)} ever has an owner"
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


# ---- under others


def find_buried(facts: GameFacts) -> Iterator[Finding]:
    """A piece in a stack belongs to its player wherever it lies, so `own pieces` has buried ones. Nothing is said where a condition
    asks where the piece lies in its stack, nor of a choice in a stack or in a set with a name of its own."""
    """Each choice of an action among all pieces on a stacking board."""
    for action in facts.game.actions if facts.game.board.is_stacking else ():
        for part in action.parts:
            if not isinstance(part, model.Choose | model.ChooseSet) or not _is_of_a_player(part.source):
                continue
            if not _asks_where_it_lies(part, action, facts.game):
                name = part.name
                yield Finding(
                    part.span,
                    f"`{name}` may lie under other pieces: a piece belongs to its player wherever in the stack it is",
                    "buried pieces are among these",
                    help=f"take the sites instead, whose topmost piece is asked: `choose {name} in sites where {name} is own`; "
                    f"if it may be buried, choose `{name}` in `stack(s)`",
                )


def _is_of_a_player(source: model.Expr) -> bool:
    """Whether a set is made of all pieces on the board by asking whose they are."""
    owners = [
        other
        for node in nodes(source)
        if isinstance(node, model.Compare)
        for one, other in ((node.left, node.right), (node.right, node.left))
        if isinstance(one, model.Builtin) and one.name == "owner"
    ]
    while isinstance(source, model.Comprehension) and source.value is None:
        source = source.source
    is_of_all = isinstance(source, model.Builtin) and source.name == "pieces"
    return is_of_all and any(not isinstance(o, model.Const) or o.value is not None for o in owners)


def _asks_where_it_lies(part: model.Choose | model.ChooseSet, action: model.Action, game: model.Game) -> bool:
    """Whether a condition compares a piece with those of a stack."""
    conditions = (part.source, tuple(p for p in action.parts if isinstance(p, model.Condition)))
    for node in followed(conditions, game.definitions):
        match node:
            case model.Compare(left=one, right=other) | model.In(element=one, set=other):
                if _is_piece_and_stack(one, other) or _is_piece_and_stack(other, one):
                    return True
    return False


def _is_piece_and_stack(one: model.Expr, other: model.Expr) -> bool:
    return (
        isinstance(one, model.Local)
        and one.type.base == PIECE.base
        and any(isinstance(n, model.Builtin) and n.name in ("piece", "stack") for n in nodes(other))
    )
