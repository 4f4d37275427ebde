"""What is printed on kinds: marks on their edges, drawn turned as the pieces lie; words for the ground of several sites; and patterns of
where they lead.

The trait of a tile: a column of the table of kinds has a value for each direction. `edges` gives the marks that a piece
shows in each direction, once its field with a rotation has turned them. Where the values are directions themselves, and
each names another side that names it in return, the sides are joined by ways instead (`joins`).
The trait of a tile of several sites: a column is indexed by numbers, and its words are those of a field of sites that paints the
ground. So a tile of four sites has four words for each of its faces (`faces`).
The trait of a card with a pattern: a kind has a value in a column of paths, all of it leaps; it is never placed on the board, and
no look is given to it. It lies in pools, and there its pattern is drawn.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.visit import nodes
from interpreter.play.memo import by_game
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.fields import lying_down
from interpreter.play.scene.looks import ARROWS, Looks
from interpreter.play.scene.names import Piece


def faces(game: model.Game, kind: str) -> tuple[tuple[str, ...], ...]:
    """The words of each face of a kind, in the order of their numbers; empty for a kind that prints nothing."""
    known = next((k for k in game.kinds if k.name == kind), None)
    painted = {f.type.symbols for f in game.fields.values() if f.holder == "site" and f.type.base == "symbol"}
    found = []
    for column in game.columns.values() if known is not None else ():
        values = known.attributes.get(column.name) if known is not None else None
        symbols = column.type.symbols
        if column.by != "number" or symbols not in painted or not isinstance(values, tuple):
            continue
        words = tuple(symbols[v] for v in values if isinstance(v, int))
        if words and len(words) == len(values):
            found.append(words)
    return tuple(found)


def grounds(game: model.Game, words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """All words of the field that a face is about, and its default."""
    for field in game.fields.values():
        if field.holder == "site" and {*words} <= {*field.type.symbols}:
            default = field.type.symbols[field.default] if isinstance(field.default, int) else ""
            return field.type.symbols, default
    return (), ""


_WAYS = {
    "road", "path", "track", "rail", "river", "stream", "canal", "trail", "street", "pipe", "wire", "way",
}  # fmt: skip
_NOTHING = {"none", "blank", "empty", "plain", "nothing"}  # values of enumerations that are drawn as nothing


@dataclass(frozen=True, slots=True)
class Mark:
    """What an edge shows: a few characters, and the word of a colour or "". `is_way`: it leads to the middle, as a road does."""

    text: str
    colour: str = ""
    is_way: bool = False


def edge_columns(game: model.Game) -> list[model.Column]:
    """The columns indexed by directions."""
    return [c for c in game.columns.values() if c.by == "direction" and c.index]


def edges(game: model.Game, looks: Looks, piece: Piece) -> dict[int, list[Mark]]:
    """The marks of a piece by direction, as it lies, of the face that lies up. Empty for a kind without edges or one that is not seen."""
    kind = next((k for k in game.kinds if k.name == piece.kind), None)
    if kind is None:
        return {}
    cycle, turned = _rotation(game, piece)
    found: dict[int, list[Mark]] = {}
    down = lying_down(game, piece.fields)
    for column in edge_columns(game):
        values = kind.attributes.get(column.name)
        if not isinstance(values, tuple) or column.name in down or _joined(column, kind):
            continue
        printed = dict(zip(column.index, values, strict=False))
        for direction in column.index:
            source = _turned(direction, cycle, -turned)
            mark = _mark(game, looks, column, printed.get(source), cycle, turned)
            if mark is not None:
                found.setdefault(direction, []).append(mark)
    return found


def joins(game: model.Game, piece: Piece) -> list[tuple[int, int]]:
    """The sides of a tile that are joined, as it lies: of a column in which each side names another, and that one it."""
    kind = next((k for k in game.kinds if k.name == piece.kind), None)
    cycle, turned = _rotation(game, piece)
    found: set[tuple[int, int]] = set()
    down = lying_down(game, piece.fields)
    for column in edge_columns(game) if kind is not None else ():
        printed = _joined(column, kind) if column.name not in down else {}
        for a, b in printed.items():
            ends = [_turned(d, cycle, turned) for d in (a, b)]
            found.add((min(ends), max(ends)))
    return sorted(found)


def _joined(column: model.Column, kind: model.Kind | None) -> dict[int, int]:
    """Which side is joined to which, if a kind's values in a column say so."""
    values = kind.attributes.get(column.name) if kind is not None else None
    if column.type.base != "direction" or not isinstance(values, tuple):
        return {}
    printed = {d: v for d, v in zip(column.index, values, strict=False) if isinstance(v, int)}
    is_mutual = all(v != d and printed.get(v) == d for d, v in printed.items())
    return printed if is_mutual else {}


def strands(marked: Mapping[int, list[Mark]]) -> list[tuple[int, int, str]]:
    """The sides that carry the same coloured mark, two by two, with its colour; none unless all sides go in pairs."""
    if not all_coloured(marked):
        return []
    pairs: dict[str, list[int]] = {}
    for direction, marks in marked.items():
        pairs.setdefault(marks[0].colour, []).append(direction)
    if len(pairs) < 2 or any(len(sides) != 2 for sides in pairs.values()):
        return []
    return [(sides[0], sides[1], colour) for colour, sides in pairs.items()]


@by_game
def has_strands(game: model.Game) -> bool:
    """Whether on all tiles of a game the sides go in pairs, so that they are drawn as tracks."""
    looks = Looks(game, colour=True)
    tiles = [m for k in game.kinds if (m := edges(game, looks, Piece("", k.name, ())))]
    return bool(tiles) and all(strands(marked) for marked in tiles)


def all_coloured(marked: Mapping[int, list[Mark]]) -> bool:
    """Whether each of several sides has one mark, and each mark a colour."""
    is_single = all(len(marks) == 1 and marks[0].colour.lower() in COLOURS for marks in marked.values())
    return is_single and len(marked) > 2


@by_game
def has_ways(game: model.Game) -> bool:
    """Whether ways are printed on tiles, such as roads, which go on from one tile to the next."""
    return any({*_symbols(column)} & _WAYS for column in edge_columns(game))


@by_game
def meadow(game: model.Game) -> str:
    """The colour of what is most often at the edges of tiles, of all that is no way: on it the rest is drawn."""
    looks = Looks(game, colour=True)
    printed = (edges(game, looks, Piece("", k.name, ())).values() for k in game.kinds)
    found = Counter(mark.colour for sides in printed for marks in sides for mark in marks if not mark.is_way)
    return max(found, key=lambda colour: found[colour], default="")


def is_tile(game: model.Game, piece: Piece) -> bool:
    """Whether a piece is drawn as a tile: what is written of its kind has edges."""
    names = {column.name for column in edge_columns(game)}
    return any(k.name == piece.kind and not names.isdisjoint(k.written) for k in game.kinds)


def explained(game: model.Game, looks: Looks) -> list[tuple[Mark, str]]:
    """The marks that stand for values of enumerations, each with its name, for a legend."""
    found: dict[str, Mark] = {}
    for column in edge_columns(game):
        for name in _symbols(column):
            mark = _word(looks, name, _symbols(column))
            if mark is not None and mark.text != name:
                found[name] = mark
    return [(mark, name) for name, mark in found.items()]


def is_painted(game: model.Game) -> bool:
    """Whether tiles show the words of their sides as grounds and ways in colours, and not as marks."""
    words = {word for column in edge_columns(game) for word in _symbols(column)}
    named = {row.symbol for row in game.looks if row.symbol and row.colour}
    has_colours = bool(words) and all(word in named or word.lower() in COLOURS for word in words)
    return has_colours and (game.board.tiling.is_rectangular or has_strands(game))


def _symbols(column: model.Column) -> tuple[str, ...]:
    """The words of a column's enumeration, if it has one."""
    return column.type.symbols or (column.type.element.symbols if column.type.element else ())


def _rotation(game: model.Game, piece: Piece) -> tuple[tuple[int, ...], int]:
    """The cycle of directions in which a piece turns, and by how many steps it is turned. () when it cannot turn."""
    for field in game.fields.values():
        if field.holder != "piece" or not field.rotation:
            continue
        text = dict(piece.fields).get(field.name)
        value: Any = field.default if text is None else text
        if isinstance(value, str) and value.lstrip("-").isdigit():
            value = int(value)
        elif isinstance(value, str):
            direction = game.board.direction(value)
            value = field.rotation.index(direction) if direction in field.rotation else 0
        return field.rotation, value % len(field.rotation) if isinstance(value, int) else 0
    return (), 0


def _mark(
    game: model.Game, looks: Looks, column: model.Column, value: Any, cycle: tuple[int, ...], turned: int
) -> Mark | None:
    """A printed value as a mark, or None where nothing is printed."""
    if isinstance(value, tuple):
        marks = [_mark(game, looks, column, v, cycle, turned) for v in value]
        texts = [m.text for m in marks if m is not None]
        return Mark("".join(texts)) if texts else None
    if value is None or value is False or value == "":
        return None
    if value is True:
        return Mark("•")
    kind = column.type.element or column.type
    match kind.base:
        case "symbol":
            return _word(looks, kind.symbols[value], kind.symbols)
        case "direction":
            name = game.board.directions[_turned(value, cycle, turned)].name
            return Mark(ARROWS.get(name, name[:1]))
        case "player":
            return Mark(looks.short_players[looks.players[value]])
        case _:
            return Mark(str(value))


def _word(looks: Looks, name: str, among: Sequence[str]) -> Mark | None:
    """A word of an enumeration as a mark; None for one that means nothing and has no sign of its own."""
    look = looks.symbol(name)
    if look is None and name.lower() in _NOTHING:
        return None
    own = name if name.lower() in COLOURS else ""
    return Mark(looks.symbol_glyph(name, among), look.colour if look else own, name.lower() in _WAYS)


def _turned(direction: int, cycle: tuple[int, ...], steps: int) -> int:
    """Where a direction points after a rotation by so many steps; others than those of the cycle stay."""
    if direction not in cycle:
        return direction
    return cycle[(cycle.index(direction) + steps) % len(cycle)]


Offsets = tuple[tuple[int, int], ...]


def shape(game: model.Game, kind: str) -> Offsets:
    """The squares that a kind covers, in files and ranks from its first one; empty for any other kind."""
    return _shapes(game).get(kind, ())


@by_game
def _shapes(game: model.Game) -> dict[str, Offsets]:
    """The trait of a polyomino: two columns of numbers by the numbers of one range, whose pairs are as many as a third column says of
    each kind, with the first square or without it."""
    numbers = [c for c in game.columns.values() if c.type.base == "number"]
    for first, second in pairwise(c for c in numbers if c.by == "number"):
        pairs = [_pairs(k, first, second) for k in game.kinds] if first.index == second.index else []
        for column in (c for c in numbers if not c.by):
            counts = [k.attributes.get(column.name) for k in game.kinds] if pairs else []
            for start in (set(), {(0, 0)}):
                covered = [
                    squares | start if count else set() for squares, count in zip(pairs, counts, strict=True)
                ]
                if any(covered) and [len(squares) for squares in covered] == counts:
                    return {k.name: tuple(sorted(s)) for k, s in zip(game.kinds, covered, strict=True)}
    return {}


def _pairs(kind: model.Kind, first: model.Column, second: model.Column) -> set[tuple[int, int]]:
    across, up = (kind.attributes.get(c.name) for c in (first, second))
    if not isinstance(across, tuple) or not isinstance(up, tuple):
        return set()
    return {(x, y) for x, y in zip(across, up, strict=True) if isinstance(x, int) and isinstance(y, int)}


def laid_together(game: model.Game, stacks: Mapping[str, Sequence[Piece]]) -> list[list[str]]:
    """The squares that a tile of several covers, by their names: those of one kind and one player that touch each other at sides, where
    they are as many as the tile has."""
    places = {(s.file, s.rank): s.name for s in game.board.sites if s.name in stacks} if _shapes(game) else {}
    found: list[list[str]] = []
    seen = set[tuple[int, int]]()
    for start, name in places.items():
        run, top = [start], stacks[name][-1]
        for x, y in run if start not in seen else ():
            seen.add((x, y))
            near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            run += [n for n in near if n in places and n not in run and stacks[places[n]][-1] == top]
        if 1 < len(run) == len(shape(game, top.kind)):
            found.append([places[at] for at in run])
    return found


def pattern(game: model.Game, kind: str, player: int) -> Offsets:
    """Where a kind leads for a player, in files and ranks of the board; empty for a kind that says nothing."""
    found = _patterns(game).get(kind, ())
    return tuple(dict.fromkeys(o for leap in found for o in leap.offsets_for(player)))


@by_game
def _patterns(game: model.Game) -> dict[str, tuple[core.Leap, ...]]:
    if not game.board.tiling.is_rectangular:
        return {}
    placed = _placed(game)
    looks = {row.kind for row in game.looks if row.kind is not None}
    found: dict[str, tuple[core.Leap, ...]] = {}
    for index, branch in _branches(game):
        leaps = tuple(n for n in nodes(branch) if isinstance(n, core.Line | core.Walk | core.Leap))
        if index in placed or index in looks or not all(isinstance(leap, core.Leap) for leap in leaps):
            continue
        only = tuple(leap for leap in leaps if isinstance(leap, core.Leap))
        if only:
            found.setdefault(game.kinds[index].name, only)
    return found


def by_kind(game: model.Game, definition: str, kind: int) -> core.Expr | None:
    """What a column of paths says of a kind, by its index; None where a definition is no such column."""
    return dict(reversed(_cases(game.definitions[definition]))).get(kind)


def _placed(game: model.Game) -> set[int]:
    """The kinds that are placed on the board; all of them where the rules compute which."""
    found: set[int] = set()
    for node in nodes((game.setup, game.actions, game.settles)):
        if isinstance(node, core.Place):
            if not isinstance(node.kind, core.Const) or not isinstance(node.kind.value, int):
                return {*range(len(game.kinds))}
            found.add(node.kind.value)
    return found


def _branches(game: model.Game) -> list[tuple[int, core.Expr]]:
    """The values of columns of paths: the kind, and what it says. Such a column is a definition with a case for each kind."""
    return [case for definition in game.definitions.values() for case in _cases(definition)]


def _cases(definition: model.Definition) -> list[tuple[int, core.Expr]]:
    """The cases of a definition that asks for the kind of a piece, each with the index of the kind."""
    found: list[tuple[int, core.Expr]] = []
    part: core.Expr = definition.body
    while isinstance(part, core.If):
        test = part.condition
        if (
            isinstance(test, core.Compare)
            and isinstance(test.left, core.Builtin)
            and test.left.name == "kind"
            and isinstance(test.right, core.Const)
            and isinstance(test.right.value, int)
        ):
            found.append((test.right.value, part.then))
        part = part.otherwise
    return found
