"""Cards in a picture: faces, backs, piles, and the sites of a board of cards with the pieces on them; and dice.

A card is a rounded rectangle with its value and its suit, or its name, or pips as a double tile; an unseen one shows only its
back. Each is a group of shapes (`data-piece`). Dice are squares with pips.
"""

import re
from collections.abc import Collection, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.cards import Cards, Face, Told, is_card
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.fields import dice, two_sided
from interpreter.play.scene.looks import UNSEEN
from interpreter.play.scene.names import Piece, meaning, told_fields, words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.icons import icon_of, icons
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import (
    BACK,
    SIGNS,
    Block,
    Element,
    Point,
    box,
    disc,
    element,
    group,
    is_outlined,
    line,
    text,
    width_of,
    wrapped,
)

_SIDE, _GAP = 34.0, 10.0
_PAPER, _RIM, _INK = "#fffdf5", "#4a4034", "#2d2a26"
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    0: (), 7: ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}  # fmt: skip


def dice_block(scene: Scene, spent: Collection[int] = ()) -> Block:
    """The dice of a game side by side, as they lie, and other throws as figures behind what came to them; empty where none
    was thrown. Those that are `spent` are pale and struck out."""
    block, pipped, sides = Block(), dice(scene.game), two_sided(scene.game)
    thrown = [(name, words(name), value) for name, value in scene.thrown.items()]
    several = [
        (n, f"{words(n)} {each}:", v) for n, row in scene.thrown_rows.items() for each, v in row.items()
    ]
    for name, named, value in [*thrown, *several]:
        is_die = name in pipped or name in scene.thrown_rows
        if is_die and value not in _PIPS:
            continue
        x = block.width + (_GAP if block.elements else 0)
        made: list[Element] = []
        for i in range(sides.get(name, 0)):  # the marked ones first: which of them were is not known
            made += _die(int(i < value), (x + _SIDE / 2, _SIDE / 2))
            x += _SIDE + _GAP
        at = (x + _SIDE / 2, _SIDE / 2)
        made += _die(value, at) if is_die else _figure(value, at)
        said = f"{named} {value}"
        if value in spent:
            away = 0.44 * _SIDE
            stroke = line((at[0] - away, at[1] + away), (at[0] + away, at[1] - away), _INK, 2.5)
            made, said = [element("g", made, opacity=0.35), stroke], f"{said}, spent"
        block.add(group(made, said, die=str(value)))
        block.width, block.height = x + _SIDE, _SIDE
    return block


def pipped(pips: Sequence[int], at: Point, wide: float, high: float) -> list[Element]:
    """A die, or a double tile with one number above the other, in a space of this size."""
    side = min(wide, high / len(pips)) * (0.88 if len(pips) == 1 else 0.97)
    tall = side * len(pips)
    corner = side * (0.2 if len(pips) == 1 else 0.14)
    made: list[Element] = [
        box(at[0] - side / 2, at[1] - tall / 2, side, tall, _PAPER, _RIM, line=1.4, corner=corner)
    ]
    if len(pips) > 1:
        made.append(line((at[0] - 0.36 * side, at[1]), (at[0] + 0.36 * side, at[1]), _RIM, 1.2))
    for i, value in enumerate(pips):
        y = at[1] + (i - (len(pips) - 1) / 2) * side
        made += _pips(value, (at[0], y), side)
    return made


def _die(value: int, at: Point) -> list[Element]:
    body = box(at[0] - _SIDE / 2, at[1] - _SIDE / 2, _SIDE, _SIDE, _PAPER, _RIM, line=1.6, corner=7)
    return [body, *_pips(value, at, _SIDE)]


def _figure(value: int, at: Point) -> list[Element]:
    """What several things came to that were thrown together, or what has no six sides."""
    size = 20.0 if abs(value) < 10 else 15.0
    return [disc(at, _SIDE / 2, _INK), text(at, str(value), size, _PAPER, bold=True)]


def _pips(value: int, at: Point, side: float) -> list[Element]:
    away, radius = side * 9 / _SIDE, side * 3.4 / _SIDE
    return [disc((at[0] + away * x, at[1] + away * y), radius, _INK) for x, y in _PIPS[value]]


_EDGE = "#8f8470"
_BACK = "#4b6584"
_NAMED, _READ, LARGE = 40.0, 56.0, 90.0  # the least widths of a card with a word, with facts, and with text
_WRITING, _MOST_ROWS = 8.0, 7  # the size of the text, and its rows
# of the width: facts that would cover the name, or leave the card, are written so small
_SMALLER = (0.11, 0.1, 0.09)
_LEAST_ICON = 0.15  # of the width: an icon that is smaller than that is none
_UNDER = 3  # cards of a pile that are seen below the topmost


_Part = tuple[str, str]  # a word or a number, and the colour of the disc in which it stands, or ""


def _parts(fact: Told) -> list[_Part]:
    """A number of each colour in a disc, as a price in gems is printed; all else in words."""
    named = [COLOURS.get(word.rpartition(" ")[2]) for word, _ in fact.held]
    if not named or None in named:
        return [(word, "") for word in fact.text.split(" ")]
    discs = [(number, c.rgb) for c, (_, number) in zip(named, fact.held, strict=True) if c is not None]
    return [(fact.name, ""), *discs]


def _width(part: _Part, size: float) -> float:
    """The width of a part, with what is between it and the next one: discs stand close to each other."""
    return 1.3 * size if part[1] else width_of(part[0], size) + 0.28 * size


def _row(row: Sequence[_Part], at: Point, size: float, ink: str) -> list[Element]:
    """Words and discs side by side, in the middle of a card."""
    if not any(rgb for _, rgb in row):
        return [text(at, " ".join(said for said, _ in row), size, ink)]
    x, made = at[0] - sum(_width(part, size) for part in row) / 2, list[Element]()
    for said, rgb in row:
        disc_at = (x + 0.58 * size, at[1])
        made += (
            badge(said, disc_at, 0.9 * size, rgb)
            if rgb
            else [text((x, at[1]), said, size, ink, anchor="start")]
        )
        x += _width((said, rgb), size)
    return made


def _is_numbered(face: Face) -> bool:
    """Whether a card is called by its number, behind a letter or a word."""
    return face.number != "" and re.sub(r"^.* |^[a-z]", "", face.value) == face.number


class CardPicture:
    """Draws the cards of a scene; `pieces` draws the other pieces."""

    def __init__(self, scene: Scene, cards: Cards, pieces: PiecePicture, shrunk: float = 1.0) -> None:
        """`shrunk`: how many times smaller the board is on its page than in the picture."""
        self.scene, self.cards, self.pieces, self.shrunk = scene, cards, pieces, shrunk
        self.are_dice = bool(cards.pips) and not cards.are_doubles

    def name(self, piece: Piece) -> str:
        """A card in words."""
        if self.cards.face(piece.kind) is None:
            return UNSEEN
        return words(piece.kind) + told_fields(piece.fields)

    def card(
        self,
        piece: Piece,
        at: Point,
        wide: float,
        high: float,
        is_bare: bool = True,
        is_covered: bool = False,
        is_read: bool = True,
    ) -> Element:
        """One card. `is_bare`: no piece is on it, so that its middle may be used, too; `is_covered`: only its left edge is
        seen, as in a row of many of which the next says the same of their fields; `is_read`: it is large enough for
        what is said of it."""
        face = self.cards.face(piece.kind)
        if face is None:
            return group(self.back(at, wide, high), piece=UNSEEN)
        pips = self.cards.pips.get(piece.kind)
        if pips is not None:
            return group(pipped(pips, at, wide, high), piece=self.name(piece), kind=piece.kind)
        made: list[Element] = [self._sheet(at, wide, high, _PAPER)]
        made += (
            self._strip(face, at, wide, high) if is_covered else self._index(face, at, wide, high, is_bare)
        )
        told = meaning(self.scene.game, piece.kind)
        if is_bare and not is_covered:
            icon = icons(self.scene.game).get(piece.kind, "")
            made += self._middle(face, at, wide, high, icon, told if is_read else "")
            made += self._others(face, at, wide, high)
        if (values := self.told(piece)) and not is_covered:
            made += badge(" ".join(values), (at[0], at[1] + 0.4 * high), max(8.0, 0.13 * wide))
        made += self.pieces.dots(piece, (at[0], at[1] + 0.1 * high), 0.5 * wide)
        printed = "; ".join(face.printed)
        known = f"{told} ({printed})" if told and printed else told or printed
        name = f"{words(face.family)} {face.value}" if face.family else words(piece.kind)
        title = f"{name}: {known}" if known else name if face.family else ""
        return group(made, title, piece=self.name(piece), kind=piece.kind)

    def told(self, piece: Piece) -> list[str]:
        """What is written on a card of its fields."""
        return [v for f, v in piece.fields if self._is_shown(f)]

    def back(self, at: Point, wide: float, high: float) -> list[Element]:
        """The back of a card; of a die, one without pips."""
        if self.are_dice:
            return [*pipped((0,), at, wide, high), text(at, "?", 0.5 * wide, _EDGE, bold=True)]
        inset = 0.08 * wide
        left, top = at[0] - wide / 2 + inset, at[1] - high / 2 + inset
        inner = box(
            left, top, wide - 2 * inset, high - 2 * inset, f"url(#{BACK})", _BACK, line=1, corner=0.05 * wide
        )
        return [self._sheet(at, wide, high, _PAPER), inner]

    def pile(self, at: Point, wide: float, high: float, count: int) -> list[Element]:
        """Unseen cards, one on the other."""
        made: list[Element] = []
        for i in range(min(count, _UNDER)):
            made += self.back((at[0] + 2.5 * i, at[1] - 2.5 * i), wide, high)
        return made

    # ---- a site

    def site(self, stack: Sequence[Piece], at: Point, unit: float, name: str) -> Element:
        """The cards of a site, and the pieces on them side by side."""
        laid = [p for p in stack if is_card(self.scene.game, p)]
        others = [p for p in stack if not is_card(self.scene.game, p)]
        wide, high = 0.84 * unit, 0.9 * unit
        is_read = wide / self.shrunk >= LARGE
        made: list[Element] = []
        shown = laid[-_UNDER:]
        for i, card in enumerate(shown):
            away = 0.035 * unit * (len(shown) - 1 - i)
            place = (at[0] + away, at[1] - away)
            made.append(self.card(card, place, wide, high, is_bare=not others, is_read=is_read))
        if len(laid) > 1:
            made += badge(f"×{len(laid)}", (at[0] + 0.36 * unit, at[1] - 0.4 * unit), max(9.0, 0.11 * unit))
        made += self._pieces(others, (at[0], at[1] + (0.1 * unit if laid else 0)), unit)
        names = [self.pieces.name(p) for p in others] + [self.name(p) for p in reversed(laid)]
        return group(made, f"{name}: " + ", ".join(names), on=name)

    def _pieces(self, others: Sequence[Piece], at: Point, unit: float) -> list[Element]:
        """Pieces in a row, or in two rows when they are many, without touching each other."""
        if not others:
            return []
        columns = len(others) if len(others) <= 2 else (len(others) + 1) // 2
        rows = [others[i : i + columns] for i in range(0, len(others), columns)]
        slot = unit * min(0.5, 0.82 / columns, 0.7 / len(rows))
        made = []
        for r, row in enumerate(rows):
            y = at[1] + (r - (len(rows) - 1) / 2) * slot
            for i, piece in enumerate(row):
                x = at[0] + (i - (len(row) - 1) / 2) * slot
                made.append(self.pieces.piece(piece, (x, y), 0.4 * slot, square=0.94 * slot))
        return made

    # ---- what is on a card

    def _is_shown(self, field: str) -> bool:
        declared = self.scene.declared(field)
        return declared is not None and declared.type.base != "bool"

    @staticmethod
    def _sheet(at: Point, wide: float, high: float, fill: str) -> Element:
        corner = 0.09 * min(wide, high)
        return box(at[0] - wide / 2, at[1] - high / 2, wide, high, fill, _EDGE, line=1.2, corner=corner)

    @staticmethod
    def ink(face: Face) -> str:
        named = COLOURS.get(face.colour.lower())
        return colours.ink_of(named.rgb) if named else colours.INK

    def _index(self, face: Face, at: Point, wide: float, high: float, is_bare: bool) -> list[Element]:
        """The value and the suit in the upper left corner; a name along the upper edge."""
        ink = self.ink(face)
        left, top = at[0] - 0.44 * wide, at[1] - 0.5 * high
        # as where nothing lies over it, and no word stands beside it, as on a card that is as wide as high
        is_free = len(face.sign) == 1 or (not face.family and high > 1.2 * wide)
        is_large = wide < 60 or (is_bare and is_free)
        size = (0.24 if is_large else 0.17) * wide
        said = (face.glyph or face.value) if face.family else face.number
        if not face.family and not said:
            return []
        made: list[Element] = []
        value_size = min(size, 0.8 * wide / max(1.0, width_of(said, 1.0, bold=True)))
        y = top + 0.72 * size
        if is_outlined(said):
            made.append(text((left + 0.6 * size, y), said, 1.2 * size, ink))
        else:
            made.append(text((left, y), said, value_size, ink, anchor="start", bold=True))
        if len(face.sign) == 1:
            made.append(text((left, y + 1.05 * size), face.sign, size, ink, anchor="start", font=SIGNS))
        elif face.sign:
            small = min(0.75 * size, 0.86 * wide / max(1.0, width_of(face.sign, 1.0)))
            made.append(text((left, y + 0.9 * size), face.sign, small, ink, anchor="start"))
        if not face.family and not is_bare and wide >= 60:  # the name stays readable under pieces
            room = 0.86 * wide - width_of(said, size, bold=True) - 4
            small = min(0.8 * size, room / max(1.0, width_of(face.value, 1.0)))
            made.append(text((at[0] + 0.44 * wide, y), face.value, small, ink, anchor="end"))
        return made

    def _strip(self, face: Face, at: Point, wide: float, high: float) -> list[Element]:
        """A card under others: its left edge, with long words written along it."""
        ink = self.ink(face)
        size = 0.24 * wide
        x, y = at[0] - 0.5 * wide + 0.65 * size, at[1] - 0.5 * high + 0.72 * size
        made: list[Element] = []
        short, long = [face.number] if face.number else [], [] if _is_numbered(face) else [face.value]
        if face.family:
            short, long = [], [face.glyph or face.value, face.sign]
        short += [t for t in long if len(t) <= 2]
        for said in short:
            font = None if said.isascii() else SIGNS
            made.append(text((x, y), said, size, ink, bold=True, font=font))
            y += 1.05 * size
        along = " ".join(t for t in long if len(t) > 2)
        if along:
            room = at[1] + 0.46 * high - y + 0.4 * size
            small = min(0.85 * size, room / max(1.0, width_of(along, 1.0)))
            written = text((0, 0), along, small, ink, anchor="start")
            turn = f"translate({x} {y - 0.5 * size}) rotate(90)"
            made.append(element("g", [written], transform=turn))
        return made

    def _middle(self, face: Face, at: Point, wide: float, high: float, icon: str, told: str) -> list[Element]:
        """The suit large, or the name with the icon that it has, and on a large card what is said of it."""
        ink = self.ink(face)
        if face.family:
            sign = face.glyph or (face.sign if len(face.sign) == 1 else icon_of(face.sign))
            size = 0.5 * min(wide, high)
            if len(self.cards.families) == 1:  # which says nothing
                return [text((at[0], at[1] + 0.12 * high), face.value, size, ink, bold=True)]
            place = (at[0] + (0.08 * wide if wide < 60 else 0), at[1] + 0.12 * high)
            named = COLOURS.get(face.family.lower())
            if not sign and named is not None:
                return [disc(place, 0.34 * size, named.rgb, colours.edge(named.rgb), 1)]
            return [text(place, sign, size, colours.tint(ink, _PAPER, 0.12), font=SIGNS)] if sign else []
        is_numbered = _is_numbered(face)
        parts = [face.number] if is_numbered else face.value.split(" ")
        widest = max(width_of(p, 1.0, bold=True) for p in parts)
        size = min((0.5 if is_numbered else 0.22) * wide, 0.88 * wide / max(1.0, widest))
        first = at[1] + 0.06 * high - (len(parts) - 1) / 2 * 1.15 * size
        made: list[Element] = []
        lines = 1.15 * min(size, 0.15 * wide) * len(parts)
        # the icon, and the number in the corner
        above, is_beside = (0.26 if icon else 0.2 if face.number else 0.06) * wide, False
        for share in (0.125, *_SMALLER) if icon else (0.15, 0.125, *_SMALLER):
            rows, small = self._rows(face, told, wide, share)
            if 1.25 * small * (len(rows) + 0.3) + lines + above <= 0.95 * high:
                break
        else:
            # the name, as there is no room for it below the number
            is_beside = bool(rows and face.number)  # and no icon
        if rows:
            top = at[1] + 0.45 * high - 1.25 * small * (len(rows) - 0.5)
            for i, row in enumerate(rows):
                made += _row(row, (at[0], top + 1.25 * small * i), small, ink)
            if is_beside:
                size = 0.17 * wide
                room = 0.84 * wide - width_of(face.number, size, bold=True)
                fit = min(size, room / width_of(face.value, 1.0, bold=True))
                place = (at[0] + 0.44 * wide, at[1] - 0.5 * high + 0.72 * size)
                return [*made, text(place, face.value, fit, ink, anchor="end", bold=True)]
            size = min(size, 0.15 * wide)
            first = top - 0.7 * small - 0.75 * size - 1.15 * size * (len(parts) - 1)
        if icon and wide >= _NAMED:
            room = first - size - (at[1] - 0.5 * high)
            first += 0 if rows else 0.16 * high
            drawn = min(0.42 * wide, 0.9 * room) if rows else 0.42 * wide
            if drawn > _LEAST_ICON * wide:
                made.append(text((at[0], first - 0.65 * size - 0.55 * drawn), icon, drawn, ink))
        return made + [
            text((at[0], first + i * 1.15 * size), part, size, ink, bold=True) for i, part in enumerate(parts)
        ]

    @staticmethod
    def _rows(face: Face, told: str, wide: float, share: float) -> tuple[list[list[_Part]], float]:
        """What is written at the lower edge, with its size: what the play asks about, and on a large card what is said of it.
        `share`: the size as a part of the width, where it is large."""
        said = wrapped(told.split(), " ", 0.9 * wide, _WRITING) if wide >= LARGE else []
        said = said if len(said) <= _MOST_ROWS else []
        size = _WRITING if said else max(_WRITING, share * wide)
        found: list[list[_Part]] = []
        for fact in face.facts:
            parts = _parts(fact)
            is_colour = [said for said, rgb in parts if rgb] == [""]  # alone: it is seen on the smallest card
            is_word = len(fact.held) < 2 and not any(number for _, number in fact.held)
            if wide < _READ and not (is_colour or (is_word and wide >= _NAMED)):
                continue
            for i, part in enumerate(parts):
                if i and sum(_width(p, size) for p in [*found[-1], part]) <= 0.95 * wide:
                    found[-1].append(part)
                else:
                    found.append([part])
        return found + [[(row, "")] for row in said], size

    def _others(self, face: Face, at: Point, wide: float, high: float) -> list[Element]:
        """The numbers of a card beside the first one, below each other in the upper right corner, or at the lower edge where a suit in
        words stands there: each in a disc of the colour that its name ends with, else with its name."""
        size = min(0.15 * wide, 10.0)
        right, y = at[0] + 0.45 * wide, at[1] - 0.5 * high + 0.75 * size
        corner = face.value if face.family else face.number
        room = 0.86 * wide - width_of(corner, 0.24 * wide, bold=True)
        made: list[Element] = []
        for name, value in face.others:
            named = COLOURS.get(name.rpartition(" ")[2])
            if named is not None:
                made += badge(value, (right - 0.6 * size, y + 0.2 * size), 1.1 * size, named.rgb)
                y += 1.45 * size
            else:
                said = f"{name} {value}"
                is_low = len(face.sign) > 1 and len(made) > 0
                small = min(size, (0.86 * wide if is_low else room) / width_of(said, 1.0))
                low = at[1] + 0.5 * high - (len(face.others) - len(made) - 0.4) * 1.2 * size
                made.append(text((right, low if is_low else y), said, small, self.ink(face), anchor="end"))
                y += 1.2 * size
        return made
