"""Pools as text: what is off the board, a line for each pool, wrapped so that nothing runs over the edge.

In go a scene and its looks; out come lines of texts with styles. Cards are written family by family, as a hand is
held; what is not seen is so many card backs; pools of one name that are short share a line.
"""

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from interpreter.engines.base import HIDDEN as SECRET
from interpreter.play.cards import BACK, Cards, is_card
from interpreter.play.colours import COLOURS
from interpreter.play.looks import Looks, Piece
from interpreter.play.scene import Pool, Scene, counted_text

Parts = list[tuple[str, str]]  # texts with their styles
Token = tuple[str, Parts]  # what stands before it on a line, and what cannot be parted
_SHORT = 12  # columns: pools of one name that are no longer share a line


def lines(
    scene: Scene, looks: Looks, cards: Cards, width: int, letters: Mapping[str, str] | None = None
) -> list[Parts]:
    """All pools, in the order in which the game declares them. `letters` stand for kinds that are no cards."""
    entries = [(pool, list(_tokens(scene, looks, cards, pool, letters or {}))) for pool in scene.pools]
    made: list[Parts] = []
    before = ""
    for pool, tokens in entries:
        label = _label(looks, pool)
        room = width - (_length(made[-1]) if made else 0)
        is_short = _width(tokens) <= _SHORT and before == pool.name and pool.owner
        if is_short and _width(tokens) + cell_len(f"   of {pool.owner}: ") <= room:
            made[-1] += [("   ", ""), *label[1:], *_joined(tokens)]
        else:
            made += wrapped(label, tokens, width)
        before = pool.name if pool.owner and _width(tokens) <= _SHORT else ""
    return made


def wrapped(label: Parts, tokens: Sequence[Token], width: int) -> list[Parts]:
    """Tokens behind a label, in lines of at most this width; the others are indented."""
    indent = min(_length(label), 18)
    made: list[Parts] = [list(label)]
    at = _length(label)
    for i, (gap, parts) in enumerate(tokens):
        if i and at + cell_len(gap) + _length(parts) > width:
            made.append([(" " * indent, "")])
            at, gap = indent, ""
        made[-1] += [(gap, ""), *parts]
        at += cell_len(gap) + _length(parts)
    return made


def wrapped_text(text: str, width: int, style: str = "", indent: int = 0, between: str = " ") -> list[Parts]:
    """A text in lines of at most this width, broken where `between` stands; lines but the first are indented."""
    tokens: list[Token] = []
    words = text.split(between)
    for i, word in enumerate(words):
        last = between.rstrip() if i < len(words) - 1 else ""
        tokens.append(((between[len(between.rstrip()) :] if i else ""), [(word + last, style)]))
    made = wrapped([("", "")], tokens, width)
    for line in made[1:]:
        line[0] = (" " * indent, "")
    return made


def _label(looks: Looks, pool: Pool) -> Parts:
    if not pool.owner:
        return [(f"{pool.name}: ", "")]
    colour = looks.player_colours.get(pool.owner)
    return [(f"{pool.name} ", ""), ("of ", ""), (pool.owner, colour.terminal if colour else ""), (": ", "")]


def _tokens(
    scene: Scene, looks: Looks, cards: Cards, pool: Pool, letters: Mapping[str, str]
) -> Iterator[Token]:
    """The pieces of a pool: cards family by family, others with their names, unseen ones as a count."""
    held = [p for p in pool.pieces if is_card(scene.game, p)]
    gap = ""
    for face, group in cards.grouped(held):
        yield from _family(face.sign, face.colour, cards, group, gap)
        gap = "   "
    backs = sum(p.kind not in looks.kinds for p in held)
    if backs:
        yield gap, [(BACK, "dim"), (f" × {backs}", "")]
    others = [letters.get(_named(p), _named(p)) for p in pool.pieces if p not in held]
    if others and set(others) <= set(letters.values()):
        for name in dict.fromkeys(others):
            yield gap, [(f"{name}×{others.count(name)}", "")]
            gap = " "
    elif others:
        parts = counted_text(others).split(", ")
        for i, part in enumerate(parts):
            yield (" " if i else gap), [(part + ("," if i < len(parts) - 1 else ""), "")]


def _family(
    sign: str, colour: str, cards: Cards, group: Sequence[tuple[Piece, int]], gap: str
) -> Iterator[Token]:
    """The cards of one family: its sign, then what tells them apart. Cards that are named by words have commas."""
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
    kind = SECRET if SECRET in piece.kind else piece.kind
    return kind + "".join(f" {f}={v}" for f, v in piece.fields)


def _joined(tokens: Sequence[Token]) -> Parts:
    return [part for gap, parts in tokens for part in [(gap, ""), *parts]]


def _length(parts: Parts) -> int:
    return sum(cell_len(text) for text, _ in parts)


def _width(tokens: Sequence[Token]) -> int:
    return _length(_joined(tokens))
