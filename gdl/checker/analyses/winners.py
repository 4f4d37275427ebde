"""Warnings about ends in which a player wins by what another one has done: one who never wins, or whoever has just acted."""

import re
from collections.abc import Iterator, Sequence

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.types import PLAYER
from gdl.visit import followed, nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports ends such as `Green wins when linked(Blue)`, where no end lets Blue win."""
    if len(game.teams) != len(game.players) or any(
        isinstance(n, model.Finish) for n in nodes(with_effects(game))
    ):
        return
    winners = [_named(end.result) for end in game.ends if end.result.form != "draw"]
    if None in winners:
        return  # somebody wins who is not named, or by a number
    for end in game.ends:
        winner, asked = _named(end.result), _players(end.condition)
        if winner is None or len(asked) != 1 or winner in asked:
            continue
        other = next(iter(asked))
        if other in winners or winners.count(winner) < 2:
            continue
        name = game.players[other].name
        reporter.report(
            "wrong-winner",
            end.result.span,
            f"{game.players[winner].name} wins here by what {name} has, and {name} never wins",
            "another player wins",
            others=[(end.condition.span, f"asks about {name}")],
            help=f"write `{name} wins`, if {name} is meant",
        )


def _named(result: model.Result) -> int | None:
    """The player who is named as the winner."""
    named = _players(result.who) if result.form == "wins" else set()
    return next(iter(named)) if len(named) == 1 else None


def _players(part: object) -> set[int]:
    """The players whom a part names."""
    constants = (n for n in nodes(part) if isinstance(n, model.Const) and n.type == PLAYER)
    return {n.value for n in constants if isinstance(n.value, int)}


def warn_of_movers(game: model.Game, reporter: Reporter) -> None:
    """Reports ends by which one named player wins or loses, and that look at `own` or `enemy` pieces, whoever has just acted: once
    for all of them."""
    if len(game.players) == 1:
        return
    found = [(end, role) for end in game.ends if (role := _role_of_anybody(end, game)) is not None]
    if not found:
        return
    (end, role), *rest = found
    named = next(iter(_players(end.result.who)))
    name, word = game.players[named].name, end.result.form
    other = game.players[1 - named].name if len(game.players) == 2 else "another player"
    condition = end.condition.span.in_one_line
    whole = f"({condition})" if " or " in condition or " implies " in condition else condition
    reporter.report(
        "wrong-winner",
        end.condition.span,
        f"this looks at whoever has just acted, so {name} {word} also by what {other} has done",
        f"not always of {name}",
        others=[
            *([(role.span, "of whoever has acted")] if role.span.line != end.condition.span.line else []),
            *((e.condition.span, "and here") for e, _ in rest),
        ],
        help=f"write `{name} {word} when mover = {name} and {whole}`, or one line for all players: `mover {word} when ...`",
    )


def warn_of_other_movers(game: model.Game, reporter: Reporter) -> None:
    """Reports `Blue wins when mover = Red and C`, where C asks of the mover's own, Red wins when Red has acted, and no end asks whether
    Blue has: then Blue never wins by what is theirs."""
    movers = [(end, acted) for end in game.ends if (acted := _acted(end.condition)) is not None]
    if len(game.players) == 2:
        _warn_of_denied_movers(game, movers, reporter)
    seats = {acted.value for _, acted in movers}
    if len(seats) != 1 or len(game.players) != 2 or len(movers) < 2:
        return
    if not any(_named(end.result) == acted.value for end, acted in movers):
        return
    for end, acted in movers:
        winner = _named(end.result)
        if winner is None or winner == acted.value or not _asks_own_alone(end.condition, game):
            continue
        name, other = game.players[winner].name, acted.span.text
        reporter.report(
            "wrong-winner",
            acted.span,
            f"{name} wins here by what {other} has when {other} has acted, and never by what is their own",
            f"`own` is of {other}",
            others=[(end.result.span, f"{name} wins")],
            help=f"write `mover = {name}`, if {name} wins by their own action",
        )


def warn_of_contraries(game: model.Game, reporter: Reporter) -> None:
    """Reports two ends by which the mover wins, one by what is theirs and one by the same of the other player: in one of them the mover
    loses."""
    ends = [
        e
        for e in game.ends
        if e.result.form in ("wins", "loses") and any(isinstance(n, model.Role) for n in nodes(e.result.who))
    ]
    for end in ends:
        text = end.condition.span.in_one_line
        if "own" not in _words(text) or len(game.players) != 2:
            continue
        other = next((e for e in ends if _exchanged(text) == e.condition.span.in_one_line), None)
        if other is None or other.result.form != end.result.form or other is end:
            continue
        word = "loses" if end.result.form == "wins" else "wins"
        later = max(end, other, key=lambda e: e.span.start)
        ways = [f"`mover {word} when {e.condition.span.in_one_line}`" for e in (end, other)]
        reporter.report(
            "wrong-winner",
            later.result.span,
            f"the mover {end.result.form} by this, and as well where it is so of the other player",
            f"{end.result.form} by both",
            others=[((end if later is other else other).condition.span, "the same of the other player")],
            help=f"in one of them the mover {word}: {' or '.join(ways)}",
        )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _exchanged(text: str) -> str:
    """A condition with the two players exchanged of whom it asks."""
    other = {"own": "enemy", "enemy": "own"}
    return re.sub(r"\b(?:own|enemy)\b", lambda found: other[found[0]], text)


def _warn_of_denied_movers(
    game: model.Game, movers: Sequence[tuple[model.Ending, model.Const]], reporter: Reporter
) -> None:
    """Reports `Blue wins when mover != Blue and C`, where C asks of the mover's own, and the other player wins when they have acted."""
    for end in game.ends:
        winner = _named(end.result)
        for part in forms.conjuncts(end.condition):
            match part:
                case model.Not(
                    operand=model.Compare(
                        operator="=", left=model.Role(name="mover"), right=model.Const() as denied
                    )
                ) if denied.value == winner:
                    pass
                case _:
                    continue
            is_told = any(acted.value != winner and _named(e.result) == acted.value for e, acted in movers)
            if winner is not None and is_told and _asks_own_alone(end.condition, game, part):
                name = game.players[winner].name
                reporter.report(
                    "wrong-winner",
                    part.span,
                    f"{name} wins here by what is of the other player when that one has acted, and never by what is their own",
                    f"`own` is not of {name}",
                    others=[(end.result.span, f"{name} wins")],
                    help=f"write `mover = {name}`, if {name} wins by their own action",
                )


def _acted(condition: model.Expr) -> model.Const | None:
    """The player who must have acted: of `mover = Red and ...`."""
    for part in forms.conjuncts(condition):
        match part:
            case model.Compare(operator="=", left=model.Role(name="mover"), right=model.Const() as player):
                return player
            case model.Compare(operator="=", left=model.Const() as player, right=model.Role(name="mover")):
                return player
    return None


def _asks_own_alone(condition: model.Expr, game: model.Game, apart: model.Expr | None = None) -> bool:
    """Whether a condition asks of what is the mover's beside whose turn it is, said in `apart`, and of nobody else."""
    rest = tuple(c for c in forms.conjuncts(condition) if _acted(c) is None and c is not apart)
    inside = tuple(followed(rest, game.definitions))
    if any(isinstance(n, model.Builtin) and n.name == "rival" for n in inside) or _players(inside):
        return False
    denied = tuple(n for n in inside if isinstance(n, model.Not))
    if any(isinstance(n, model.Role) for n in followed(denied, game.definitions)):
        return False
    return any(isinstance(n, model.Role) for n in inside)


def _role_of_anybody(end: model.Ending, game: model.Game) -> model.Role | None:
    """What asks of whoever has acted, in an end by which a named player wins or loses, and that does not say who has acted."""
    named = _players(end.result.who) if end.result.form in ("wins", "loses") else set()
    if len(named) != 1 or any(isinstance(n, model.Role) for n in nodes(end.result.who)):
        return None
    inside = tuple(followed(end.condition, game.definitions))
    if any(_tells_mover(n) for n in inside):
        return None
    return next(roles_of_the_mover(inside), None)


def roles_of_the_mover(inside: Sequence[object]) -> Iterator[model.Role]:
    """What is of the mover among all that is inside a part: `mover`, and `own` and the like but for those on a path from a piece."""
    of_pieces = {id(n) for part in inside if _starts_from_a_piece(part) for n in nodes(part)}
    return (n for n in inside if isinstance(n, model.Role) and id(n) not in of_pieces)


def _starts_from_a_piece(part: object) -> bool:
    """Whether a part is a path from a piece, whose owner `own` and `enemy` in it are of."""
    start = getattr(part, "start", None)
    return isinstance(start, model.Expr) and start.type.base == "piece"


def _tells_mover(node: object) -> bool:
    """Whether a condition says who has just acted, or asks of a player by name."""
    match node:
        case model.Compare():
            sides = (node.left, node.right)
        case model.In():
            sides = (node.element, node.set)
        case _:
            return False
    return any(isinstance(s, model.Role) and s.name == "mover" for s in sides)
