"""Drawing a position as text: the board, its legend, who is to move, the fields and the pools.

Squares and hexes are rows of cells (`grid`), graphs are sites joined by lines (`graph`), and cards that lie on a board are
written with their names (`card_board`). Below it each pool has a line: cards are written family by family, as a hand is held, or
in the order of an ordered pool; unseen ones as a number of backs. Short pools of one name share a line.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rich.cells import cell_len

from gdl.core import model
from interpreter.engines.base import State
from interpreter.engines.position_parts import HIDDEN, Position
from interpreter.play.scene.cards import BACK, Cards, is_card
from interpreter.play.scene.colours import COLOURS
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece, counted_text, told_fields, words
from interpreter.play.scene.observer import Relation, Score, score, sentences, signs_of, targets, threats_to
from interpreter.play.scene.scene import Pool, Scene, Signs
from interpreter.play.text.card_board import CardBoard
from interpreter.play.text.cells import Cells
from interpreter.play.text.graph import graph_rows, lane_rows
from interpreter.play.text.grid import board_rows, lattice_rows
from interpreter.play.text.legend import legend, piece_legend, suits_of
from interpreter.play.text.styled import (
    Parts,
    Token,
    as_line,
    joined,
    width_of,
    wrapped,
    wrapped_parts,
    wrapped_text,
)

_SHORT = 12  # columns: pools of one name that are no longer share a line


def pool_lines(
    scene: Scene, looks: Looks, cards: Cards, width: int, letters: Mapping[str, str]
) -> list[Parts]:
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
        yield gap, [(BACK, "dim"), (f"{told_fields(fields)} × {count}", "")]
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
        named = COLOURS.get(face.colour.lower())
        sign = face.sign + ("" if len(face.sign) == 1 else " ") if face.sign else ""
        yield (
            (" " if i else ""),
            [(sign + face.value + told_fields(piece.fields) + many + comma, named.terminal if named else "")],
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
        value = face.value + told_fields(piece.fields) + (f" ×{count}" if count > 1 else "")
        comma = "," if not sign and i < len(group) - 1 else ""
        parts: Parts = [(value + comma, style)]
        if i == 0 and sign:
            parts.insert(0, (sign + ("" if len(sign) == 1 and len(group) == 1 else " "), style))
        yield (gap if i == 0 else " "), parts


def _named(piece: Piece) -> str:
    kind = HIDDEN if HIDDEN in piece.kind else piece.kind
    return kind + told_fields(piece.fields)


TARGET, PREY = "!", "x"  # marks of a relation's targets, and of what can be captured


@dataclass(frozen=True, slots=True)
class Layout:
    """How a position is drawn, and what is shown with it.

    `marks` gives sites one character each, drawn just left of the cell. The targets of `relation` are marked, and listed
    below the board. What is below the board is wrapped at `width` columns. `is_tight` leaves out rows that only make the
    drawing easier on the eye. `is_linked`: the styles of what stands on a site end in `link SITE`, so that it can be pointed at.
    `below`: columns of what is below a board, if the board itself is not wider; None for `width`. `threat`: what stands against the
    player to move, in words.
    """

    colour: bool
    marks: Mapping[str, str] = field(default_factory=dict)
    relation: Relation | None = None
    signs: Signs | None = None
    score: Score | None = None
    threat: str = ""
    width: int = 100
    below: int | None = None
    is_tight: bool = False
    is_linked: bool = False


def layout_of(state: State, shown: Position, layout: Layout) -> Layout:
    """A layout with what may be known of a state beside the pieces, by who sees `shown` of it: signs, the score, and what stands
    against the player to move."""
    engine = state.engine
    return replace(
        layout,
        signs=signs_of(engine, state, shown),
        score=score(engine, state, shown),
        threat=threats_to(engine, state, shown).said,
    )


def draw(game: model.Game, position: Mapping[str, Any], layout: Layout) -> str:
    """A position (`state.position()` or `state.observation(player)`) as text of several lines, without a newline at the
    end; with ANSI colours if the layout has colour."""
    return "\n".join(as_line(parts, layout.colour) for parts in rows_of(game, position, layout)).rstrip("\n")


def rows_of(game: model.Game, position: Mapping[str, Any], layout: Layout) -> list[Parts]:
    """The rows of a drawn position as texts with styles."""
    width, is_tight, is_linked = layout.width, layout.is_tight, layout.is_linked
    scene = Scene(game, position, layout.signs)
    looks = Looks(game, layout.colour, _is_mixed(scene))
    cards = Cards(game, looks)
    pieces = {looks.glyph(p.owner, p.kind) for p in scene.every_piece if not is_card(game, p)}
    cells = Cells(scene, looks, pieces, is_linked)
    marks = {**layout.marks, **_relation_marks(scene, layout.relation)}
    board = (
        CardBoard(scene, looks, cards, width, marks, is_tight, is_linked)
        if scene.has_cards_on_board
        else None
    )
    suits = suits_of(cards)
    drawn = board.rows() if board is not None else _board(cells, marks, width)
    if layout.below is not None and drawn:
        width = min(width, max(layout.below, *map(width_of, drawn)))
    return [
        *drawn,
        *_wrapped(
            legend(cells, board.legend() if board is not None else piece_legend(cells), suits, is_tight),
            width,
        ),
        *_state(scene, looks, layout.score, width, layout.threat),
        *pool_lines(scene, looks, cards, width, board.letters if board is not None else {}),
        *_wrapped(_relation(scene, layout.relation), width),
        *_wrapped([[(suits, "dim")]] if suits and not scene.board.sites else [], width),
    ]


def _is_mixed(scene: Scene) -> bool:
    """Whether pieces of players and of nobody are on the board."""
    owned = {bool(p.owner) for stack in scene.stacks.values() for p in stack}
    return len(owned) > 1


def _wrapped(lines: Sequence[Parts], width: int) -> list[Parts]:
    return [line for parts in lines for line in wrapped_parts(parts, width)]


def _board(cells: Cells, marks: Mapping[str, str], width: int) -> list[Parts]:
    """The rows of a board, and an empty line."""
    board = cells.scene.board
    if not board.sites:
        return []
    if board.places:
        return [*lattice_rows(cells, marks), []]
    if not board.tiling.has_outlines:
        return [*(lane_rows(cells, marks, width) or graph_rows(cells, marks, width)), []]
    return [*board_rows(cells, marks), []]


def _relation_marks(scene: Scene, relation: Relation | None) -> dict[str, str]:
    """The marks of a relation's targets, and of what can be captured."""
    if relation is None:
        return {}
    return dict.fromkeys(targets(scene, relation.pairs), TARGET) | dict.fromkeys(relation.prey, PREY)


def _relation(scene: Scene, relation: Relation | None) -> list[Parts]:
    """A relation in sentences."""
    if relation is None:
        return []
    return [[], *([(line, "")] for line in sentences(scene, relation))]


def _state(scene: Scene, looks: Looks, score: Score | None, width: int, threat: str) -> list[Parts]:
    """Who is to move, demanded choices, the fields that matter, and the score."""
    lines: list[Parts] = []
    if scene.mover:
        colour = looks.player_colours.get(scene.mover)
        lines.append(
            [
                (scene.mover, "bold " + (colour.terminal if colour else "")),
                (f" to move{', ' if threat else ''}{threat}", ""),
            ]
        )
    for sentence in scene.pending:
        lines += wrapped_text(sentence, width, "bold", 2)
    if said := [*scene.known(), *scene.edges_in_words]:
        lines += wrapped_text(", ".join(said), width, indent=2, between=", ")
    if score is not None:
        lines.append([(f"{words(score.name)}: ", ""), *_score(looks, score)])
    return lines


def _score(looks: Looks, score: Score) -> Parts:
    """Each player's score, in their colour."""
    parts: Parts = []
    for name, value in score.values.items():
        parts += [(", " if parts else "", ""), (name, looks.player_colours[name].terminal), (f" {value}", "")]
    return parts
