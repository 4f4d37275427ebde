"""Warnings about two players who begin alike but for one thing: a piece that one of them lacks, or a field that only one of them is given.

place guard of South on {c1, e1}
place guard of North on {c7}            -- `{c7, e7}` was meant

A set-up that takes a piece away again says for itself that somebody gives odds, and is not judged.
"""

from collections.abc import Callable, Iterator, Mapping

from gdl import model
from gdl.boards.board import Board
from gdl.checker.analyses.full_sites import Placed
from gdl.diagnostics import Reporter
from gdl.types import PLAYER
from gdl.visit import nodes

_LEAST = 6  # pieces in all, for each odd site: with fewer of them nothing shows that the players are to begin alike
_MOST = 2  # odd sites

Men = dict[int, model.Value]  # the kinds of a player's pieces, by their sites


def warn(game: model.Game, placed: Mapping[int, Placed], reporter: Reporter) -> None:
    if len(game.players) != 2:
        return
    odd = None
    if game.board.sites and game.board.tiling.has_lattice and not game.board.is_growing:
        odd = _odd_sites(game.board, placed)
    if odd:
        _warn_of_sites(odd, placed, game, reporter)
    elif not placed or odd is not None:
        _warn_of_fields(game, reporter)


# ---- pieces


def _odd_sites(board: Board, placed: Mapping[int, Placed]) -> list[tuple[int, int]] | None:
    """The sites of the first player, and those opposite, where not the same stands; empty where the players begin alike, None where
    they do not look alike at all."""
    men: tuple[Men, Men] = ({}, {})
    for site, piece in placed.items():
        if isinstance(piece.owner, int):
            men[piece.owner][site] = piece.kind
    found: list[list[tuple[int, int]]] = []
    for image in _images(board):
        pairs = {(s, image(s)) for s in men[0]} | {(image(s), s) for s in men[1]}
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        if len(known) == len(pairs):
            found.append(sorted((a, b) for a, b in known if men[0].get(a, -1) != men[1].get(b, -1)))
    best = min(found, key=len, default=None)
    if best is None or len(best) > _MOST or len(best) * _LEAST > len(placed):
        return None
    return best


def _images(board: Board) -> Iterator[Callable[[int], int | None]]:
    """The ways in which one side of the board lies opposite the other one."""
    yield board.half_turn
    for d in board.directions:
        yield lambda s, d=d.index: board.mirrored(s, d)  # type: ignore[misc]


def _warn_of_sites(
    odd: list[tuple[int, int]], placed: Mapping[int, Placed], game: model.Game, reporter: Reporter
) -> None:
    """Reports the first site that is not like the one opposite."""
    sides = [site for pair in odd for site in pair if site in placed]
    lacking = [pair for pair in odd if (pair[0] in placed) != (pair[1] in placed)]
    pair = (lacking or odd)[0]
    seat = 0 if pair[0] in placed and placed[pair[0]].owner == 0 else 1
    has, lacks = game.players[seat].name, game.players[1 - seat].name
    there, opposite = (game.board.sites[pair[s]].name for s in (seat, 1 - seat))
    piece = placed[pair[seat]]
    kind = game.kinds[piece.kind].name if isinstance(piece.kind, int) else "piece"
    other = placed.get(pair[1 - seat])
    if other is not None and other.owner == seat:
        reporter.report(
            "uneven-start",
            other.effect.span,
            f"the players begin as mirror images but for this: {has} has a {kind} on {there} and a {_kind(other, game)} on {opposite}, and {lacks} none there",
            f"of {has}, too",
            others=[(piece.effect.span, f"on {there}")] if piece.effect is not other.effect else (),
            help=f"write `of {lacks}`, if that on one of these sites is theirs",
        )
        return
    what = "nothing" if other is None or other.owner != 1 - seat else f"a {_kind(other, game)}"
    blamed = (
        other.effect if other is not None and other.owner == 1 - seat else _of_the_like(seat, piece, placed)
    )
    reporter.report(
        "uneven-start",
        (blamed or piece.effect).span,
        f"the players begin as mirror images but for {len(odd)} site{'s' * (len(odd) > 1)}: "
        f"{has} has a {kind} on {there}, and {lacks} has {what} on {opposite}",
        f"{what} on {opposite}" if blamed is not None else f"{lacks} has none",
        others=[(piece.effect.span, f"a {kind} on {there}")] if blamed is not None and len(sides) else (),
        help=f"place a {kind} of {lacks} on {opposite}, too; if {lacks} is to give odds, place it and take it away again: `remove {opposite}`",
    )


def _kind(piece: Placed, game: model.Game) -> str:
    return game.kinds[piece.kind].name if isinstance(piece.kind, int) else "piece"


def _of_the_like(seat: int, piece: Placed, placed: Mapping[int, Placed]) -> model.Place | None:
    """The effect that places the other player's pieces of the same kind."""
    return next((p.effect for p in placed.values() if p.owner == 1 - seat and p.kind == piece.kind), None)


# ---- fields


def _warn_of_fields(game: model.Game, reporter: Reporter) -> None:
    """Reports fields of players that the set-up gives a value for one of them by name, and never for the other one."""
    given: dict[str, list[model.SetField]] = {}
    for effect in nodes(game.setup):
        if isinstance(effect, model.SetField) and effect.field in game.fields:
            given.setdefault(effect.field, []).append(effect)
    for name, effects in given.items():
        field = game.fields[name]
        is_own = field.span.source.name == effects[0].span.source.name
        # whoever acts second is often given something for it
        if field.holder != "player" or not is_own or {_named(e.holder) for e in effects} != {0}:
            continue
        has, other = (p.name for p in game.players)
        value = effects[0].value.span.in_one_line
        reporter.report(
            "uneven-start",
            effects[0].span,
            f"only {has} is given `{field.declared}` here, and {other} begins with what the field begins with",
            f"nothing of {other}",
            others=[(field.span, "declared here")],
            help=f"give {other} as much, `{field.declared}({other}) := {value}`, or what is meant",
        )


def _named(holder: model.Expr | None) -> int | None:
    """The player who is named."""
    if isinstance(holder, model.Const) and holder.type == PLAYER and isinstance(holder.value, int):
        return holder.value
    return None
