"""The writing of a picture: title, players, result and demands above the board, fields and score below it."""

from collections.abc import Mapping, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.observer import Score
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Block, Point, disc, text, width_of

TITLE = 21  # the size of the title
SMALL = 12.5  # the size of the writing below the board
_SIZE = 14.0
_LARGE = 26.0  # figures of a scoreboard


def header(scene: Scene, looks: Looks, result: str, width: float) -> Block:
    """The title; the players, with who is to move; the result, if there is one; demanded choices."""
    block = Block(width)
    block.add(text((0, 11), scene.game.title, TITLE, bold=True, anchor="start"))
    x, y = 0.0, 40.0
    for player in scene.players:
        is_mover = player == scene.mover and not result
        said = player + (" to move" if is_mover else "")
        long = 2 * 7 + 7 + width_of(said, _SIZE, is_mover)
        if x and x + long > width:
            x, y = 0.0, y + 24
        block.add(*_chip(looks, player, (x + 7, y)))
        ink = colours.INK if is_mover else colours.FAINT
        block.add(text((x + 21, y), said, _SIZE, ink, anchor="start", bold=is_mover))
        x += long + 16
    for sentence in [*([result] if result else []), *scene.pending]:
        for row in _wrapped(sentence.split(" "), " ", width, _SIZE, bold=True):
            y += 22
            block.add(text((0, y), row, _SIZE, anchor="start", bold=True))
    block.height = y + 10
    return block


def _chip(looks: Looks, player: str, at: Point) -> list[Element]:
    """A small disc in a player's colour, or their mark where pieces are marks."""
    rgb = looks.player_colours[player].rgb
    if looks.is_one_sort and len(player) == 1:
        return [text(at, player, 17, rgb, bold=True)]
    return [disc(at, 7, rgb, colours.edge(rgb), 1)]


def fields(scene: Scene, score: Score | None, width: float, has_scoreboard: bool = False) -> Block:
    """The fields of the game and of players, and the score, in small writing."""
    block = Block(width)
    y = 6.0
    thrown = tuple(f"{words(name)} " for name in scene.thrown)  # these are drawn
    thrown += tuple({f"{words(stake.field)}: " for stake in scene.stakes})
    listed = tuple(f"{words(name)} (" for name in _numbered(scene)) if has_scoreboard else ()  # and these
    known = [text for text in scene.known if not text.startswith((*thrown, *listed))]
    if score is not None and not _is_a_field(scene, score):
        values = ", ".join(f"{n} {v}" for n, v in score.values.items())
        known.append(f"{words(score.name)}: {values}")
    for row in _wrapped(known, "  ·  ", width, SMALL):
        block.add(text((0, y), row, SMALL, colours.FAINT, anchor="start"))
        y += 18
    block.height = y - 12
    return block


def scoreboard(scene: Scene, looks: Looks, width: float) -> Block:
    """What each player has, in large figures, for games of which nothing lies on the table; empty where players have no numbers."""
    numbered, block = _numbered(scene), Block(width)
    if not numbered:
        return block
    y = _LARGE
    for player in scene.players:
        block.add(*_chip(looks, player, (9, y)))
        block.add(text((24, y), player, _SIZE, colours.INK, anchor="start"))
        x = width
        for name in reversed(numbered):
            held = scene.fields.get(name)
            default = scene.game.fields[name].default
            value = held.get(player, default) if isinstance(held, Mapping) else default
            block.add(text((x, y), str(value or 0), _LARGE, anchor="end", bold=True))
            x -= width_of(str(value or 0), _LARGE, bold=True) + 8
            block.add(text((x, y), words(name), SMALL, colours.FAINT, anchor="end"))
            x -= width_of(words(name), SMALL) + 18
        y += 1.5 * _LARGE
    block.height = y - _LARGE
    return block


def _numbered(scene: Scene) -> list[str]:
    """The fields that give each player a number."""
    return [f.name for f in scene.game.fields.values() if f.holder == "player" and f.type.base == "number"]


def _is_a_field(scene: Scene, score: Score) -> bool:
    """Whether the score is a number that each player has, and is shown as that."""
    held = [scene.fields.get(name) for name in _numbered(scene)]
    shown = {p: v for p, v in score.values.items() if v != "0"}
    return any(isinstance(h, Mapping) and {p: str(v) for p, v in h.items()} == shown for h in held)


def _wrapped(parts: Sequence[str], between: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Parts in rows that fit a width."""
    rows: list[str] = []
    for part in parts:
        longer = f"{rows[-1]}{between}{part}" if rows else part
        if rows and width_of(longer, size, bold) <= width:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows
