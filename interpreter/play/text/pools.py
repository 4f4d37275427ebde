"""Pools as text: the pieces off the board, a line for each pool, wrapped so that nothing runs over the edge.

Cards are written family by family, as a hand is held, or in the order of an ordered pool; unseen ones as a number of backs.
Short pools of one name share a
line.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from interpreter.engines.answers import HIDDEN
from interpreter.play.scene.cards import BACK, Cards, is_card
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.scene import Pool, Scene
from interpreter.play.scene.sentences import counted_text
from interpreter.play.text.styled import Parts, Token, joined, width_of, wrapped

_SHORT = 12  # columns: pools of one name that are no longer share a line


def lines(scene: Scene, looks: Looks, cards: Cards, width: int, letters: Mapping[str, str]) -> list[Parts]:
    """All pools, in the order in which the game declares them. `letters` are short forms of kinds that are no cards."""
    entries = [(pool, list(_tokens(scene, looks, cards, pool, letters))) for pool in scene.pools]
    made: list[Parts] = []
    before = ""
    for pool, tokens in entries:
        label = _label(looks, pool)
        line = joined(tokens)
        room = width - (width_of(made[-1]) if made else 0)
        is_short = width_of(line) <= _SHORT and bool(pool.owner)
        if is_short and before == pool.name and width_of(line) + cell_len(f"   of {pool.owner}: ") <= room:
            made[-1] += [("   ", ""), *label[1:], *line]
        else:
            made += wrapped(label, tokens, width)
        before = pool.name if is_short else ""
    return made


def _label(looks: Looks, pool: Pool) -> Parts:
    if not pool.owner:
        return [(f"{pool.name}: ", "")]
    colour = looks.player_colours.get(pool.owner)
    return [(f"{pool.name} ", ""), ("of ", ""), (pool.owner, colour.terminal if colour else ""), (": ", "")]


def _tokens(
    scene: Scene, looks: Looks, cards: Cards, pool: Pool, letters: Mapping[str, str]
) -> Iterator[Token]:
    """The pieces of a pool: cards family by family, others with their names, unseen ones as a count.

    Those of an ordered pool come one after the other, the lowest first, as `nth` counts them.
    """
    if pool.is_ordered:
        yield from _in_order(scene, cards, pool)
        return
    held = [p for p in pool.pieces if is_card(scene.game, p)]
    gap = ""
    for face, group in cards.grouped(held):
        yield from _family(face.sign, face.colour, cards, group, gap)
        gap = "   "
    for fields, count in Counter(p.fields for p in held if p.kind not in looks.kinds).items():
        shown = "".join(f" {name}={value}" for name, value in fields)  # what is seen of an unseen card
        yield gap, [(BACK, "dim"), (f"{shown} × {count}", "")]
        gap = "   "
    others = [letters.get(_named(p), _named(p)) for p in pool.pieces if p not in held]
    if others and set(others) <= set(letters.values()):
        for name in dict.fromkeys(others):
            yield gap, [(f"{name}×{others.count(name)}", "")]
            gap = " "
    elif others:
        parts = counted_text(others).split(", ")
        for i, part in enumerate(parts):
            yield (" " if i else gap), [(part + ("," if i < len(parts) - 1 else ""), "")]


def _in_order(scene: Scene, cards: Cards, pool: Pool) -> Iterator[Token]:
    """The pieces of an ordered pool from the lowest to the topmost, equal ones that follow each other together."""
    runs = pool.in_order
    for i, (piece, count) in enumerate(runs):
        face = cards.face(piece.kind) if is_card(scene.game, piece) else None
        many = f" × {count}" if count > 1 else ""
        comma = "," if i < len(runs) - 1 else ""
        if face is None:
            shown = BACK if HIDDEN in piece.kind and not piece.fields else _named(piece)
            yield (" " if i else ""), [(shown + many + comma, "dim" if shown == BACK else "")]
            continue
        fields = "".join(f" {f}={v}" for f, v in piece.fields)
        named = COLOURS.get(face.colour.lower())
        sign = face.sign + ("" if len(face.sign) == 1 else " ") if face.sign else ""
        yield (
            (" " if i else ""),
            [(sign + face.value + fields + many + comma, named.terminal if named else "")],
        )


def _family(
    sign: str, colour: str, cards: Cards, group: Sequence[tuple[Piece, int]], gap: str
) -> Iterator[Token]:
    """The cards of one family: its sign, then their values. Cards with names in words have commas between them."""
    named = COLOURS.get(colour.lower())
    style = named.terminal if named else ""
    for i, (piece, count) in enumerate(group):
        face = cards.face(piece.kind)
        assert face is not None
        fields = "".join(f" {f}={v}" for f, v in piece.fields)
        value = face.value + fields + (f" ×{count}" if count > 1 else "")
        comma = "," if not sign and i < len(group) - 1 else ""
        parts: Parts = [(value + comma, style)]
        if i == 0 and sign:
            parts.insert(0, (sign + ("" if len(sign) == 1 and len(group) == 1 else " "), style))
        yield (gap if i == 0 else " "), parts


def _named(piece: Piece) -> str:
    kind = HIDDEN if HIDDEN in piece.kind else piece.kind
    return kind + "".join(f" {f}={v}" for f, v in piece.fields)
