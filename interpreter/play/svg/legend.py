"""The legend of a picture: small samples with their names, for all that is not known by itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.play.scene import colours
from interpreter.play.scene.cards import is_card
from interpreter.play.scene.looks import HOLLOW, Looks
from interpreter.play.scene.names import Piece, numeral, words
from interpreter.play.scene.relations import Relation
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import edge_columns, explained
from interpreter.play.svg import lattice
from interpreter.play.svg.arrows import arrow
from interpreter.play.svg.captions import SMALL
from interpreter.play.svg.elements import Element
from interpreter.play.svg.grounds import HATCHED, TINT, TINTED, Grounds
from interpreter.play.svg.marks import ring, sign_mark
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.shapes import Block, box, disc, line, moved, text, width_of
from interpreter.play.svg.terrain import motif
from interpreter.play.svg.tiles import edge_marks

_ROW = 26.0
_SWATCH = 22.0  # the width of most samples


@dataclass(frozen=True, slots=True)
class Sample:
    """A small drawing around 0, 0, its width, and what it is."""

    elements: list[Element]
    width: float
    name: str


def legend(
    scene: Scene,
    looks: Looks,
    grounds: Grounds,
    pieces: PiecePicture,
    relation: Relation | None,
    width: float,
) -> Block:
    """Rows of samples: kinds that are letters, grounds, marks, signs, relations."""
    samples = [
        *_kinds(scene, looks, pieces),
        *_grounds(looks, grounds),
        *_edges(scene, looks),
        *_signs(scene),
        *_stakes(scene),
        *(_relation(relation) if relation is not None else ()),
    ]
    if not samples:
        return Block()
    block = Block(width)
    x, y = 0.0, 12.0
    for sample in samples:
        long = sample.width + 7 + width_of(sample.name, SMALL)
        if x and x + long > width:
            x, y = 0.0, y + _ROW
        block.add(moved(sample.elements, x + sample.width / 2, y))
        block.add(text((x + sample.width + 7, y), sample.name, SMALL, colours.INK, anchor="start"))
        x += long + 18
    block.height = y + 12
    return block


def _stakes(scene: Scene) -> Iterator[Sample]:
    """What the small discs on sites say."""
    for name in dict.fromkeys(stake.field for stake in scene.stakes):
        yield Sample([disc((0, 0), 6, colours.FAINT)], 14.0, words(name))


def _kinds(scene: Scene, looks: Looks, pieces: PiecePicture) -> Iterator[Sample]:
    """The kinds in play whose pieces do not show what they are."""
    if looks.is_one_sort:
        return
    seen = {(p.owner, p.kind) for p in scene.every_piece if not is_card(scene.game, p)}
    borders = {scene.board.sites[s].name for s in scene.board.borders}
    strokes = {p.kind: p for site, stack in scene.stacks.items() if site in borders for p in stack}
    for kind in looks.kinds:
        owners = [o for o in [*scene.players, ""] if (o, kind) in seen]
        if kind in strokes:
            yield Sample(lattice.sample(pieces.colour(strokes[kind])), _SWATCH, words(kind))
        elif owners and pieces.is_card(Piece("", kind, ())):
            continue  # which has its name on it
        elif owners and not _is_clear(pieces, Piece(owners[0], kind, ())):
            yield Sample([pieces.sample(kind, owners, (0, 0), 10.5)], _SWATCH, words(kind))


def _is_clear(pieces: PiecePicture, piece: Piece) -> bool:
    """Whether a sign or the full name shows what a piece is."""
    letters = pieces.letters(piece)
    if letters and letters == numeral(piece.kind):
        return True
    return letters in HOLLOW or letters in HOLLOW.values() or letters.lower() == piece.kind.lower()


def _grounds(looks: Looks, grounds: Grounds) -> Iterator[Sample]:
    for name, ground in grounds.used_in_order():
        rim = colours.tint(ground.rgb, colours.INK, 0.35)
        swatch: list[Element] = [box(-11, -9, 22, 18, ground.rgb, rim, line=1, corner=3)]
        swatch += motif(ground.motif, (0, 0), 12, colours.tint(ground.rgb, colours.INK, 0.3))
        yield Sample(swatch, _SWATCH, words(name))
    for name in sorted(grounds.tinted):
        yield Sample(_tints(looks), _SWATCH, words(name))
    for name in sorted(grounds.dotted):
        yield Sample([disc((0, 0), 4, grounds.dots[name])], 10, words(name))
    if grounds.has_hidden:
        yield Sample([box(-11, -9, 22, 18, HATCHED, "#a39989", line=1, corner=3)], _SWATCH, "hidden")


def _tints(looks: Looks) -> list[Element]:
    """A square in the players' tints, side by side."""
    rgbs = [colours.tint(TINTED, looks.player_colours[p].rgb, TINT) for p in looks.players]
    wide = 22 / len(rgbs)
    bars: list[Element] = [box(-11 + i * wide, -9, wide, 18, rgb) for i, rgb in enumerate(rgbs)]
    return [*bars, box(-11, -9, 22, 18, "none", "#8a7a62", line=1, corner=1)]


def _edges(scene: Scene, looks: Looks) -> Iterator[Sample]:
    """The marks on the edges of tiles."""
    if edge_columns(scene.game):
        for mark, name in explained(scene.game, looks):
            yield Sample(edge_marks([mark], (0, 0), 13), 16, words(name))


def _signs(scene: Scene) -> Iterator[Sample]:
    """Relations that are drawn as bars or lines, and signs of sites."""
    for drawn in dict.fromkeys(joint for _, _, joint in scene.joints if joint.glyph != "ruled"):
        named = colours.COLOURS.get(drawn.colour)
        stroke = line((-9, 0), (9, 0), named.rgb if named else colours.FAINT, 4)
        yield Sample([stroke], _SWATCH, words(drawn.definition))
    for shown in dict.fromkeys(scene.signs.values()):
        yield Sample([sign_mark(scene.game, shown, (0, 0), 14)], 16, words(shown).removeprefix("is "))


def _relation(relation: Relation) -> Iterator[Sample]:
    """The arrows of a relation, and the rings about what can be captured."""
    yield Sample(arrow((-26, 2), (26, 2), 10, 10, 2.2, colours.FAINT), 36, words(relation.name))
    if relation.prey:
        yield Sample([ring((0, 0), 9)], _SWATCH, "can be captured")
