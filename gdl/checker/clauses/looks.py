"""Looks: how pieces, players, words, sites and the board are drawn. They have no part in the rules."""

from collections.abc import Sequence

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.checker.expressions.pieces import check_kind
from gdl.diagnostics import near
from gdl.types import BOOL


def check_looks(clauses: Sequence[syntax.Looks], context: Context) -> tuple[model.Look, ...]:
    """The signs and colours of kinds, players and words."""
    found = (_check_look(look, context) for clause in clauses for look in clause.looks)
    return tuple(look for look in found if look is not None)


def _check_look(look: syntax.Look, context: Context) -> model.Look | None:
    """A look of a kind, a player or a word; None after an error, and where it is about something else."""
    names, subject = context.names, look.subject.name
    players = [p.name for p in names.players]
    player = None
    if look.player is not None:
        if look.player.name in players:
            player = players.index(look.player.name)
        else:
            context.reporter.report(
                "unknown-player",
                look.player.span,
                f"no player is named `{look.player.name}`",
                "not a player",
                help=near(look.player.name, players),
            )
    if subject in players:
        return model.Look(None, players.index(subject), look.glyph, _colour(look))
    if _is_of_sites(look, context) or _is_of_board(look, context) or _is_of_pieces(look):
        return None
    if subject in names.symbols and subject not in names.kinds:
        return model.Look(None, None, look.glyph, _colour(look), subject)
    kind = check_kind(look.subject, context, tuple(names.symbols))
    if kind is None or not isinstance(kind.value, int):
        return None
    return model.Look(kind.value, player, look.glyph, _colour(look))


def _colour(look: syntax.Look) -> str:
    return look.colour.name if look.colour is not None else ""


def _is_of_board(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about the whole board: nothing of the game has that name."""
    names = context.names
    return look.subject.name == "board" and not any(
        "board" in known for known in (names.kinds, names.symbols, names.definitions)
    )


def _is_of_pieces(look: syntax.Look) -> bool:
    """Whether a look is about all pieces; no kind can have that name."""
    return look.subject.name == "pieces"


def _is_of_sites(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about the sites for which a definition holds."""
    return look.subject.name in context.names.definitions and look.player is None


def check_shape(clauses: Sequence[syntax.Looks], context: Context) -> str:
    """As what the pieces are drawn; "" where the first clause that says it does so wrongly, or none says it."""
    for clause in clauses:
        found = [_check_shape(look, context) for look in clause.looks if _is_of_pieces(look)]
        if any(found):
            return next(filter(None, found))
    return ""


def _check_shape(look: syntax.Look, context: Context) -> str:
    is_facing = all(p.facing is not None for p in context.names.players)
    is_known = look.glyph in model.SHAPES
    if is_known and (look.glyph != "wedges" or is_facing):
        return look.glyph
    context.reporter.report(
        "unknown-surface",
        look.subject.span,
        "wedges point where their owners face, and these players face nowhere"
        if is_known
        else f'pieces cannot be drawn as "{look.glyph}"',
        "not a way to draw them",
        help="say it with the players: `players White facing north, Black facing south`"
        if is_known
        else near(look.glyph, model.SHAPES) or "write one of: " + ", ".join(model.SHAPES),
    )
    return ""


def check_surface(clauses: Sequence[syntax.Looks], context: Context) -> str:
    """How the board is drawn; "" where no clause says it."""
    for clause in clauses:
        found = [_check_surface(look, context) for look in clause.looks if _is_of_board(look, context)]
        if any(found):
            return next(filter(None, found))
    return ""


def _check_surface(look: syntax.Look, context: Context) -> str:
    is_square = context.names.board is None or context.names.board.shape == "square"
    if look.glyph in model.SURFACES and is_square:
        return look.glyph
    context.reporter.report(
        "unknown-surface",
        look.subject.span,
        f'a board cannot be drawn as "{look.glyph}"'
        if is_square
        else "only a board of squares can be drawn in another way",
        "not a way to draw it",
        help=(near(look.glyph, model.SURFACES) or "write one of: " + ", ".join(model.SURFACES))
        if is_square
        else "leave this line out",
    )
    return ""


def check_signs(clauses: Sequence[syntax.Looks], context: Context) -> tuple[model.Sign, ...]:
    """What is drawn on sites, or between them, by a definition."""
    about = [look for clause in clauses for look in clause.looks if _is_of_sites(look, context)]
    found = (_check_sign(look, context.names.definitions[look.subject.name], context) for look in about)
    return tuple(sign for sign in found if sign is not None)


def _check_sign(look: syntax.Look, definition: model.Definition, context: Context) -> model.Sign | None:
    name = definition.name
    context.usage.used.add(name)
    if definition.is_relation:
        if look.glyph in model.JOINTS:
            return model.Sign(name, look.glyph, _colour(look), True)
        context.reporter.report(
            "unknown-surface",
            look.subject.span,
            f'a relation cannot be drawn as "{look.glyph}"',
            "not a way to draw it",
            help='write "bar" for what stands between two neighbours, "line" for what joins two sites, or "ruled" for a line of the board',
        )
        return None
    if [p[2].base for p in definition.parameters] == ["site"] and definition.body.type == BOOL:
        return model.Sign(name, look.glyph, _colour(look))
    context.reporter.report(
        "type-mismatch",
        look.subject.span,
        f"`{name}` is no condition on a site, so no site can show it",
        "not a condition on a site",
        others=[(definition.span, "declared here")],
        help=f"write `let {name}(s: site) = CONDITION`",
    )
    return None
