"""The writing of a picture: title, players, result and demands above the board, fields and score below it; and the legend: small
samples with their names, for all that is not known by itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.engines.position_parts import HIDDEN
from interpreter.play.scene import colours
from interpreter.play.scene.cards import is_card
from interpreter.play.scene.colours import Ground
from interpreter.play.scene.fields import bookkeeping, counters, streaks
from interpreter.play.scene.looks import UNSEEN, Looks, has_edges
from interpreter.play.scene.names import Piece, words
from interpreter.play.scene.observer import Relation, Score
from interpreter.play.scene.scene import Note, Scene, counts_each
from interpreter.play.scene.tiles import edge_columns, explained, is_painted
from interpreter.play.svg.board import stroke_sample
from interpreter.play.svg.counters import FOOT, chips
from interpreter.play.svg.grounds import HATCHED, MARKED, TINT, TINTED, Grounds, motif
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.position import arrow, ring, sign_mark
from interpreter.play.svg.shapes import Block, Element, Point, box, disc, line, moved, text, width_of, wrapped
from interpreter.play.svg.tiles import edge_marks

TITLE = 21  # the size of the title
SMALL = 12.5  # the size of the writing below the board
_SIZE = 14.0
_LARGE, _SCORE = 26.0, 39.0  # figures of a scoreboard, and its rows
_NOTED = 17.0  # what is told below it


def header(scene: Scene, looks: Looks, result: str, score: Score | None, width: float) -> Block:
    """The title; the players, with who is to move and the numbers that they have; the result, if there is one; demanded choices."""
    block = Block(width)
    block.add(text((0, 11), scene.game.title, TITLE, bold=True, anchor="start"))
    x, y = 0.0, 40.0
    for player in scene.players:
        is_mover = player == scene.mover and not result
        said = player + (" to move" if is_mover else "")
        had = [(f" {words(n)} ", held[player]) for n, held in _numbers(scene, score).items()]
        long = 2 * 7 + 7 + width_of(said, _SIZE, is_mover)
        room = sum(width_of(n, SMALL) + width_of(v, _SIZE, bold=True) for n, v in had)
        if x and x + long + room > width:
            x, y = 0.0, y + 24
        block.add(*_chip(looks, player, (x + 7, y)))
        ink = colours.INK if is_mover else colours.FAINT
        block.add(text((x + 21, y), said, _SIZE, ink, anchor="start", bold=is_mover))
        x += long
        for name, value in had:
            block.add(text((x + 0.36 * SMALL, y), name.strip(), SMALL, colours.FAINT, anchor="start"))
            x += width_of(name, SMALL)
            block.add(text((x, y), value, _SIZE, anchor="start", bold=True))
            x += width_of(value, _SIZE, bold=True)
        x += 16
    for sentence in [*([result] if result else []), *scene.pending]:
        for row in _wrapped(sentence.split(" "), " ", width, _SIZE, bold=True):
            y += 22
            block.add(text((0, y), row, _SIZE, anchor="start", bold=True))
    block.height = y + 10
    return block


def _numbers(scene: Scene, score: Score | None) -> dict[str, dict[str, str]]:
    """The numbers that players have, by their names, but for those that a scoreboard has."""
    shown = [] if scene.is_scored else _numbered(scene)
    found = {n: {p: _number(scene, n, p) for p in scene.players} for n in shown}
    for name in streaks(scene.game).keys() & {*found}:  # what comes in a row is told once it has come
        if {*found[name].values()} <= {"0", str(streaks(scene.game)[name])}:
            del found[name]
    if score is not None and not _is_a_field(scene, score):
        found[score.name] = {p: score.values.get(p, "") for p in scene.players}
    return found


def _chip(looks: Looks, player: str, at: Point) -> list[Element]:
    """A small disc in a player's colour, or their mark where pieces are marks."""
    rgb = looks.player_colours[player].rgb
    if looks.is_one_sort and len(player) == 1:
        return [text(at, player, 17, rgb, bold=True)]
    return [disc(at, 7, rgb, colours.edge(rgb), 1)]


def fields(
    scene: Scene, score: Score | None, width: float, has_numbers: bool = True, are_above: bool = False
) -> Block:
    """The fields of the game and of players, and the score, in small writing; the turn and the numbers of players only where
    `has_numbers`, and no number of each player where these `are_above`, beside their names."""
    block = Block(width)
    y = 6.0
    drawn = {
        *scene.thrown,
        *scene.thrown_rows,
        *scene.called,
        *(n.name for n in [*scene.agreed, *scene.roles, *scene.noted]),
    }
    drawn |= {*(s.field for s in scene.stakes), *(h.name for h in scene.heaps)}
    if scene.is_scored or are_above or not has_numbers:
        drawn |= {*_numbered(scene)}
    if not has_numbers:
        drawn |= {"turn", *(f.name for f in scene.game.fields.values() if counts_each(f))}
    listed = () if has_numbers else tuple(c.words + end for c in scene.game.captions for end in ": ")
    known = [said for said in scene.known(drawn) if not said.startswith(listed)]
    if has_numbers and not are_above and score is not None and not _is_a_field(scene, score):
        values = ", ".join(f"{n} {v}" for n, v in score.values.items())
        known.append(f"{words(score.name)}: {values}")
    for row in _wrapped(known, "  ·  ", width, SMALL):
        block.add(text((0, y), row, SMALL, colours.FAINT, anchor="start"))
        y += 18
    block.height = y - 12
    return block


def scoreboard(scene: Scene, looks: Looks, width: float) -> Block:
    """What each player has, in large figures and heaps below their names, for games of which nothing lies on a board;
    empty where players have nothing."""
    numbered, whole = _numbered(scene), Block(width)
    heaps = [*dict.fromkeys(heap.name for heap in scene.heaps if heap.owner)]
    columns = [(name, _column(scene, looks, name, name in heaps)) for name in [*heaps, *numbered]]
    if not columns:
        return whole
    titles = {name: words(name).split(" ") for name, _ in columns}
    top = 1.3 * SMALL * max(map(len, titles.values()))
    rows = [top + (i + 0.5) * _SCORE for i in range(len(scene.players))]
    wide = 24 + max(width_of(player, _SIZE) for player in scene.players)
    widths = {
        n: max(*(b.width for b in held), *(width_of(t, SMALL) for t in titles[n])) + 18 for n, held in columns
    }
    block = Block(max(width, wide + sum(widths.values())), top + len(rows) * _SCORE)
    for player, y in zip(scene.players, rows, strict=True):
        block.add(*_chip(looks, player, (9, y)), text((24, y), player, _SIZE, colours.INK, anchor="start"))
    right = block.width
    for name, held in reversed(columns):
        for i, said in enumerate(reversed(titles[name])):
            block.add(text((right, top - (i + 0.5) * 1.3 * SMALL), said, SMALL, colours.FAINT, anchor="end"))
        for made, y in zip(held, rows, strict=True):
            block.add(
                moved(
                    made.elements,
                    right - made.width,
                    y - (made.height - FOOT if name in heaps else made.height / 2),
                )
            )
        right -= widths[name]
    x = block.width
    for note in scene.noted:
        wide = width_of(note.said, _NOTED, bold=True) + 20
        label, size = _called(note, block.width - wide)
        long = width_of(label, size) + 8
        if x + long + wide > block.width:
            x, block.height = 0.0, block.height + 0.75 * _SCORE
        y = block.height - 0.375 * _SCORE
        block.add(text((x, y), label, size, colours.FAINT, anchor="start"))
        block.add(text((x + long, y), words(note.said), _NOTED, anchor="start", bold=True))
        x += long + wide
    return block.grown(width / block.width)


def _called(note: Note, room: float) -> tuple[str, float]:
    """What is told as its author says it, where there is room for that, else its name; with the size of the writing."""
    size = min(_SIZE, room / width_of(note.meaning, 1.0)) if note.meaning else 0.0
    return (note.meaning, size) if size > 0.7 * _SIZE else (note.label, _SIZE)


def _column(scene: Scene, looks: Looks, name: str, is_heap: bool) -> list[Block]:
    """What each player has of one thing."""
    if is_heap:
        counts = {heap.owner: heap.count for heap in scene.heaps if heap.name == name}
        return [chips(counts[p], looks.player_colours[p].rgb) for p in scene.players]
    said = [_number(scene, name, player) for player in scene.players]
    wide = [width_of(figures, _LARGE, bold=True) for figures in said]
    return [
        Block(w, _LARGE, [text((w, _LARGE / 2), figures, _LARGE, anchor="end", bold=True)])
        for w, figures in zip(wide, said, strict=True)
    ]


def _number(scene: Scene, name: str, player: str) -> str:
    """What a player has of a number, in figures."""
    held = scene.fields.get(name)
    default = scene.game.fields[name].default
    value = held.get(player, default) if isinstance(held, Mapping) else default
    nothing = "–" if scene.game.fields[name].type.is_optional else "0"
    return UNSEEN if value == HIDDEN else str(value or nothing)


def _numbered(scene: Scene) -> list[str]:
    """The fields that give each player a number."""
    fields = (f for f in scene.game.fields.values() if f.holder == "player" and f.type.base == "number")
    return [f.name for f in fields if f.name not in (*bookkeeping(scene.game), *counters(scene.game))]


def _is_a_field(scene: Scene, score: Score) -> bool:
    """Whether the score is a number that each player has, and is shown as that."""
    held = [scene.fields.get(name, {} if scene.is_scored else None) for name in _numbered(scene)]
    shown = {p: v for p, v in score.values.items() if v != "0"}
    return any({p: str(v) for p, v in h.items()} == shown for h in held if isinstance(h, Mapping))


def _wrapped(parts: Sequence[str], between: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Parts in rows that fit a width; wide ones are broken inside, too."""
    wide = [p for p in parts if width_of(p, size, bold) > width and ", " in p]
    if wide:
        broken = [
            wrapped(re.split("(?<=,) ", p), " ", width, size, bold) if p in wide else [p] for p in parts
        ]
        return [row for part in broken for row in part]
    return wrapped(parts, between, width, size, bold)


_ROW, _LINE = 28.0, 15.0
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
        *_grounds(looks, grounds, pieces),
        *_badges(scene, pieces),
        *_edges(scene, looks),
        *_signs(scene, looks),
        *(Sample(stroke_sample(c.rgb, 4), _SWATCH, words(n)) for n, c in looks.network_colours().items()),
        *_stakes(scene),
        *_walls(scene),
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
        rows = (
            wrapped(sample.name.split(" "), " ", width - sample.width - 7, SMALL)
            if long > width
            else [sample.name]
        )
        for i, row in enumerate(rows):
            at = (x + sample.width + 7, y + i * _LINE)
            block.add(text(at, row, SMALL, colours.INK, anchor="start"))
        y += (len(rows) - 1) * _LINE
        x += long + 18
    block.height = y + 12
    return block


def _walls(scene: Scene) -> Iterator[Sample]:
    """What is true of sites in directions, and the directions that sites have."""
    for name in dict.fromkeys(name for name, _, _ in scene.edges):
        yield Sample([line((-9, 0), (9, 0), colours.INK, 5)], _SWATCH, words(name))
    facts = (f for s in scene.board.sites for f in scene.facts(s.name))
    for name in dict.fromkeys(f.name for f in facts if f.base == "direction" and not f.is_hidden):
        yield Sample(arrow((-9, 0), (9, 0), 10, 0, 3, colours.FAINT), _SWATCH, words(name))


def _stakes(scene: Scene) -> Iterator[Sample]:
    """What the small discs on sites say."""
    for name in dict.fromkeys(stake.field for stake in scene.stakes):
        yield Sample([disc((0, 0), 6, colours.FAINT)], 14.0, words(name))


def _kinds(scene: Scene, looks: Looks, pieces: PiecePicture) -> Iterator[Sample]:
    """The kinds in play whose pieces do not show what they are."""
    if looks.is_one_sort or scene.is_scored:
        return  # of a game without a board each piece has its name beside it
    seen = {(p.owner, p.kind) for p in scene.every_piece if not is_card(scene.game, p)}
    borders = {scene.board.sites[s].name for s in scene.board.borders if not has_edges(scene.game)}
    strokes = {p.kind: p for site, stack in scene.stacks.items() if site in borders for p in stack}
    for kind in looks.kinds:
        owners = [o for o in [*scene.players, ""] if (o, kind) in seen]
        if kind in strokes:
            yield Sample(stroke_sample(pieces.colour(strokes[kind])), _SWATCH, words(kind))
        elif owners and pieces.is_card(Piece("", kind, ())):
            continue  # which has its name on it
        elif owners and not pieces.is_clear(Piece(owners[0], kind, ())):
            yield Sample([pieces.sample(kind, owners, (0, 0), 12)], _SWATCH + 3, words(kind))


def _grounds(looks: Looks, grounds: Grounds, pieces: PiecePicture) -> Iterator[Sample]:
    for name, ground in grounds.used_in_order():
        yield Sample(_swatch(ground), _SWATCH, words(name))
    for name in sorted(grounds.tinted):
        yield Sample(_tints(looks), _SWATCH, words(name))
    for name in sorted(grounds.dotted):
        ground = Ground("", colours.tint("#ffffff", grounds.dots[name], MARKED))
        made = _swatch(ground) if name in grounds.marks else [disc((0, 0), 4, grounds.dots[name])]
        yield Sample(made, _SWATCH if name in grounds.marks else 10, _truth(name))
    for name in sorted(grounds.noted):
        yield Sample([text((0, 0), "1", _SIZE, colours.INK, bold=True)], 10, words(name))
    for name in sorted(pieces.dotted):
        yield Sample([disc((0, 0), 4, pieces.truths[name])], 10, _truth(name))
    if grounds.has_hidden:
        yield Sample([box(-11, -9, 22, 18, HATCHED, "#a39989", line=1, corner=3)], _SWATCH, "hidden")


def _badges(scene: Scene, pieces: PiecePicture) -> Iterator[Sample]:
    """What the letters in the badges of pieces stand for, of which fields the numbers are, and which faces are seen."""
    named: dict[tuple[str, str], None] = {}
    for (field, value), shown in sorted(pieces.badges.items()):
        declared = scene.game.fields.get(field)
        base = declared.type.base if declared is not None and value != HIDDEN else ""
        if base == "symbol" and shown != value:
            named[shown, words(value)] = None
        elif base in ("kind", "player"):
            named[shown, f"{words(field)}: {words(value)}"] = None
        elif base in ("number", "direction"):
            named["1" if base == "number" else shown, words(field)] = None
    for shown, meant in named:
        yield Sample(badge(shown, (0, 0), 11), _SWATCH, meant)
    for names in pieces.sided:
        if any(scene.game.columns[name].type.base != "number" for name in names):
            continue  # words speak for themselves
        faces = [*badge("2", (-7, 3), 8), *badge("1", (3, -1), 12)]
        yield Sample(faces, _SWATCH, f"{' and '.join(map(words, names))}: what lies up is large")


def _truth(name: str) -> str:
    """What is true, in words: `is_pit` is a pit."""
    return words(name).removeprefix("is ")


def _swatch(ground: Ground) -> list[Element]:
    """A square of a ground."""
    rim = colours.tint(ground.rgb, colours.INK, 0.35)
    sign = motif(ground.motif, (0, 0), 12, colours.tint(ground.rgb, colours.INK, 0.3))
    return [box(-11, -9, 22, 18, ground.rgb, rim, line=1, corner=3), *sign]


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
            if is_painted(scene.game):
                ground = Ground("", colours.COLOURS[mark.colour.lower()].rgb)
                yield Sample(_swatch(ground), _SWATCH, words(name))
            else:
                yield Sample(edge_marks([mark], (0, 0), 13), 16, words(name))


def _is_of_players_colour(shown: str, looks: Looks) -> bool:
    """Whether a sign has the colour of the player after whom it is called, as places of `red_way`: it says so itself."""
    colour = next((colours.COLOURS.get(s.colour) for s in looks.game.signs if s.definition == shown), None)
    owners = [p for p in looks.players if p.lower() in shown.lower().split("_")]
    return colour is not None and [looks.player_colours[p] for p in owners] == [colour]


def _signs(scene: Scene, looks: Looks) -> Iterator[Sample]:
    """Relations that are drawn as bars or lines, and signs of sites."""
    for drawn in dict.fromkeys(joint for _, _, joint in scene.joints if joint.glyph != "ruled"):
        named = colours.COLOURS.get(drawn.colour)
        stroke = line((-9, 0), (9, 0), named.rgb if named else colours.FAINT, 4)
        yield Sample([stroke], _SWATCH, words(drawn.definition))
    for shown in dict.fromkeys(scene.signs.values()):
        if _is_of_players_colour(shown, looks):
            continue
        ground = colours.terrain_of_sign(shown)
        mark = _swatch(ground) if ground is not None else [sign_mark(scene.game, shown, (0, 0), 14)]
        yield Sample(mark, _SWATCH if ground is not None else 16, _truth(shown))


def _relation(relation: Relation) -> Iterator[Sample]:
    """The arrows of a relation, and the rings about what can be captured."""
    yield Sample(arrow((-26, 2), (26, 2), 10, 10, 2.2, colours.FAINT), 36, words(relation.name))
    if relation.prey:
        yield Sample([ring((0, 0), 9)], _SWATCH, "can be captured")
