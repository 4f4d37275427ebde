"""Warnings about pieces that are asked for what they were when an effect has taken them away."""

from collections.abc import Iterator

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.visit import nodes

_OF_A_PIECE = ("kind", "owner")


def warn(game: model.Game, reporter: Reporter) -> None:
    parts = tuple(nodes(with_effects(game)))
    # these are evaluated before the first of them happens
    at_once = {id(n) for part in parts if isinstance(part, model.Simultaneously) for n in nodes(part.body)}
    for part in parts:
        for effects in _blocks(part) if id(part) not in at_once else ():
            _warn_of_block(effects, game, reporter)


def _blocks(part: object) -> Iterator[tuple[model.Effect, ...]]:
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


def _warn_of_block(effects: tuple[model.Effect, ...], game: model.Game, reporter: Reporter) -> None:
    gone: dict[int, model.Remove] = {}
    for effect in effects:
        for read in nodes(effect):
            asked = _asked(read, game)
            if asked is not None and asked.slot in gone:
                removal = gone.pop(asked.slot)
                reporter.report(
                    "gone-piece",
                    read.span if isinstance(read, model.Expr) else effect.span,
                    f"by now the piece of `{asked.name}` is gone, so this asks nothing",
                    "always empty, 0 or false",
                    others=[(removal.span, "taken away here")],
                    help="ask before it goes: move this effect up, or give the value a name with `let` before",
                )
        if isinstance(effect, model.Place | model.MoveTo | model.Swap) or not _is_plain(effect):
            gone.clear()  # another piece may stand there
        if isinstance(effect, model.Remove) and (taken := only_one(effect.pieces)) is not None:
            gone[taken.slot] = effect


def _is_plain(effect: model.Effect) -> bool:
    return not any(isinstance(n, model.Place | model.MoveTo | model.Swap) for n in nodes(effect))


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
