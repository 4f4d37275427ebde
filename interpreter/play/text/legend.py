"""The legend below a drawn board: glyphs, letters, grounds, signs, relations and marks of tiles, each with its meaning."""

from collections.abc import Iterator

from interpreter.play.scene.boards import round_text
from interpreter.play.scene.cards import Cards, has_cards, is_card
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import explained
from interpreter.play.text import glyphs, lattice
from interpreter.play.text.cells import Cells
from interpreter.play.text.styled import Parts


def legend(cells: Cells, pieces: list[Parts], suits: str, is_tight: bool) -> list[Parts]:
    """All lines of the legend. `pieces`: the lines about glyphs of pieces, `suits`: those of cards.

    A tight legend saves a line where it can.
    """
    scene = cells.scene
    lines = list(pieces)
    if scene.board.sites and suits:
        if lines and is_tight:
            lines[-1] = [*lines[-1], ("   ", ""), (suits, "")]
        else:
            lines.append([(suits, "")])
    shown = set(scene.signs.values())
    signs = "  ".join(
        f"{s.glyph} {words(s.definition).removeprefix('is ')}"
        for s in scene.game.signs
        if s.definition in shown
    )
    marks = (
        [f"{mark.text} {name}" for mark, name in explained(scene.game, cells.looks)]
        if cells.has_tiles
        else []
    )
    grounds = _grounds(cells)
    return [
        *lines,
        *([[(signs, "")]] if signs else []),
        *([[(text, "")]] if (text := round_text(scene.board)) else []),
        *([(text, "")] for text in _joined(scene)),
        *([grounds] if grounds else []),
        *([[("edges: " + "  ".join(marks), "")]] if marks else []),
        *([(text, "")] for text in ([] if cells.colour else _covered(scene))),
    ]


def piece_legend(cells: Cells) -> list[Parts]:
    """The glyphs of the pieces on a board; cards are left out, as they are written with their names."""
    scene = cells.scene
    if not scene.board.sites:
        return []
    strokes = lattice.legend(cells)
    on_borders = {scene.board.sites[s].name for s in scene.board.borders}
    apart = [p for name, stack in scene.stacks.items() if name not in on_borders for p in stack]
    pieces = [*apart, *(p for pool in scene.pools for p in pool.pieces)]
    seen = {(p.owner, p.kind) for p in pieces if not is_card(scene.game, p)}
    if not seen and scene.board.borders:
        return strokes
    return [*glyphs.legend(cells.looks, seen), *strokes]


def suits_of(cards: Cards) -> str:
    """The signs of cards with their words, and the letters by which moves call kinds."""
    if not has_cards(cards.game):
        return ""
    return "  ".join(f"{s} {w}" + (f" ({a})" if a != w else "") for s, w, a in cards.signs())


def _grounds(cells: Cells) -> Parts:
    """The letters of fields, and the fields that are shown as coloured ground."""
    scene = cells.scene
    found: Parts = []
    if cells.letters:
        found.append(("  ".join(f"{k} {v}" for k, v in sorted(cells.letters.items())), ""))
    for name in scene.site_fields if cells.colour else ():
        declared = scene.declared(name)
        if declared and declared.type.base == "player":
            found.append((("  " if found else "") + f"ground: {name}", ""))
    return found


def _joined(scene: Scene) -> Iterator[str]:
    """The pairs of sites for which a relation holds that cannot be drawn between the cells."""
    names = [s.name for s in scene.board.sites]
    for sign in scene.game.signs:
        has_bars = scene.board.tiling.is_rectangular and not scene.board.places
        is_drawn = sign.glyph == "ruled" or (sign.glyph == "bar" and has_bars)
        pairs = [f"{names[a]}-{names[b]}" for a, b, other in scene.joints if other is sign]
        if pairs and not is_drawn:
            yield f"{words(sign.definition)}: " + ", ".join(pairs)


def _covered(scene: Scene) -> Iterator[str]:
    """Fields of sites that are hidden under pieces where there is no colour."""
    for name, values in scene.site_fields.items():
        declared = scene.declared(name)
        if declared is None or declared.type.base not in ("player", "symbol"):
            continue
        by_value: dict[str, list[str]] = {}
        for site, value in values.items():
            top = scene.stacks.get(site)
            if top and top[-1].owner != str(value):
                by_value.setdefault(str(value), []).append(site)
        if by_value:
            text = "; ".join(f"{value} {' '.join(sites)}" for value, sites in by_value.items())
            yield f"{name} under pieces: {text}"
