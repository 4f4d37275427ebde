"""The legend below a drawn board: which piece each glyph is; letters, grounds, signs, relations and marks of tiles, each with its
meaning.
"""

from collections.abc import Iterable, Iterator, Sequence

from interpreter.play.scene.boards import round_text
from interpreter.play.scene.cards import Cards, has_cards, is_card
from interpreter.play.scene.looks import HOLLOW, UNOWNED_MARK, Looks
from interpreter.play.scene.names import capital, words
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import explained
from interpreter.play.text.cells import Cells
from interpreter.play.text.grid import stroke_legend
from interpreter.play.text.styled import Parts

Sort = tuple[str, str]  # owner and kind; the owner is "" for nobody's

_MOST = 12  # sorts that are all explained, whether they are on the board or not


def glyph_legend(looks: Looks, seen: Iterable[Sort]) -> list[Parts]:
    """The lines that explain the glyphs; `seen` are the sorts of pieces in the position."""
    found = set(seen)
    if looks.is_one_sort or any(r.kind is None for r in looks.rows):
        sorts = _sorts(looks, found)
        return [_side_by_side(looks, sorts)] if sorts else []
    if looks.colour or any(r.player is not None for r in looks.rows):
        return _by_player(looks, sorted(found, key=lambda s: _order(looks, s)))
    return _by_letters(looks, found)


def _sorts(looks: Looks, found: set[Sort]) -> list[Sort]:
    """The sorts of every player, and those of nobody that are in the position; of many only those in the position."""
    kinds = looks.kinds[:1] if looks.is_one_sort else looks.kinds
    sorts = [(o, k) for k in kinds for o in [*looks.players, ""] if o or (o, k) in found]
    return sorts if len(sorts) <= _MOST else [s for s in sorts if s in found]


def _side_by_side(looks: Looks, sorts: Sequence[Sort]) -> Parts:
    """Each sort with its glyph, on one line."""
    made: Parts = []
    for owner, kind in sorts:
        name = owner if owner and looks.is_one_sort else f"{owner} {kind}".strip()
        glyph = looks.glyph(owner, kind)
        made += [
            ("   " if made else "", ""),
            (glyph, looks.style(owner, kind)),
            (f" {name}" if name != glyph else "", ""),
        ]
    return made


def _by_player(looks: Looks, sorts: Sequence[Sort]) -> list[Parts]:
    """A line for each player with their glyphs; one line for all where players share glyphs, with the players in their
    colours before it."""
    own: dict[str, dict[str, None]] = {}  # nobody's come last
    for owner, kind in sorts:
        own.setdefault(owner, {})[looks.glyph(owner, kind)] = None
    glyphs = [glyph for mine in own.values() for glyph in mine]
    if len(set(glyphs)) == len(glyphs) and sum(owner != "" for owner in own) > 1:
        return [line for owner in own if (line := _of_player(looks, sorts, owner))]
    return [*([_players(looks)] if looks.colour else []), *_shared(looks, sorts)]


def _players(looks: Looks) -> Parts:
    """The players in their colours."""
    styles = [(name, "bold " + looks.player_colours[name].terminal) for name in looks.players]
    return [part for named in styles for part in (named, ("  ", ""))][:-1]


def _shared(looks: Looks, sorts: Sequence[Sort]) -> list[Parts]:
    """The glyphs with their kinds, each once; with their owners where colours do not show these."""
    shown: dict[str, str] = {}
    for owner, kind in sorts:
        name = kind if looks.colour else f"{owner} {kind}".strip()
        shown[f"{looks.glyph(owner, kind)} {name}"] = name
    parts = [text for text, name in shown.items() if text != f"{name} {name}"]
    return [[("  ".join(parts), "")]] if parts else []


def _of_player(looks: Looks, sorts: Sequence[Sort], owner: str) -> Parts:
    named = [(looks.glyph(o, k), k) for o, k in sorts if o == owner]
    parts = [f"{glyph} {name}" for glyph, name in named if glyph != name]
    if not parts:
        return []
    style = "bold " + looks.player_colours[owner].terminal if looks.colour and owner else ""
    return [*([(owner, style), (": ", "")] if owner else []), ("  ".join(parts), "")]


def _by_letters(looks: Looks, found: set[Sort]) -> list[Parts]:
    """Kinds by their letters, then how letters show owners."""
    kinds = sorted({k for _, k in found if k in looks.kinds}, key=looks.kinds.index)
    parts = [f"{_letter(looks, k)} {k}" for k in kinds if _letter(looks, k).lower() != k.lower()]
    if any(o for o, _ in found):
        if len(looks.players) == 2:
            parts += _of_two(looks, {looks.glyph(o, k) for o, k in found if o})
        elif len(looks.players) > 2:
            letters = ", ".join(f"{short.lower()} {name}" for name, short in looks.short_players.items())
            parts.append(f"(then {letters})")
    if looks.has_unowned:
        hides_owners = any("owner" in h.aspects for h in looks.game.hides)
        unknown = f", or unknown: {UNOWNED_MARK}?" if hides_owners else ""
        parts.append(f"({UNOWNED_MARK} nobody's{unknown})")
    return [[("  ".join(parts), "")]] if parts else []


def _of_two(looks: Looks, glyphs: set[str]) -> list[str]:
    """How two players' glyphs differ: shapes are filled or hollow, letters large or small."""
    first, second = looks.players
    shapes = {*HOLLOW, *HOLLOW.values()}
    filled, hollow = (second, first) if looks.is_hollow(first) else (first, second)
    parts = [f"(filled {filled}, hollow {hollow})"] if glyphs & shapes else []
    return [f"(CAPITALS {first}, small {second})", *parts] if glyphs - shapes else parts


def _letter(looks: Looks, kind: str) -> str:
    look = looks.look("", kind)
    name = look.glyph if look and look.glyph else looks.short_kinds[kind]
    return capital(name)


def _order(looks: Looks, sort: Sort) -> tuple[int, int]:
    """By player, nobody's last, then by kind, unknown ones last."""
    owner, kind = sort
    player = looks.players.index(owner) if owner in looks.players else len(looks.players)
    return player, looks.kinds.index(kind) if kind in looks.kinds else len(looks.kinds)


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
    strokes = stroke_legend(cells)
    on_borders = {scene.board.sites[s].name for s in scene.board.borders}
    apart = [p for name, stack in scene.stacks.items() if name not in on_borders for p in stack]
    pieces = [*apart, *(p for pool in scene.pools for p in pool.pieces)]
    seen = {(p.owner, p.kind) for p in pieces if not is_card(scene.game, p)}
    if not seen and scene.board.borders:
        return strokes
    return [*glyph_legend(cells.looks, seen), *strokes]


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
