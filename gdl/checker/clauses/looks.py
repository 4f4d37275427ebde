"""Looks: how pieces, players, words, sites and the board are drawn. They are no part of the rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.expressions.pieces import check_kind
from gdl.checker.suggestions.names import meant, of_words
from gdl.core import model
from gdl.core.types import BOOL, NUMBER
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Suggestion
from gdl.tree import syntax
from gdl.tree.words import COLOURS, JOINTS, SHAPES, SURFACES, Shape, Surface, Word, word_of


def in_force(clauses: Sequence[syntax.Looks], context: Context) -> list[syntax.Looks]:
    """The clauses without the lines in whose place a later clause has another, also one for the pieces of all players; in one clause,
    a second line about the same is an error."""
    kept: dict[tuple[str, str], tuple[syntax.Looks, syntax.Look]] = {}
    for clause in clauses:
        of_all = {look.subject.name for look in clause.looks if look.player is None}
        kept = {subject: line for subject, line in kept.items() if subject[0] not in of_all}
        for look in clause.looks:
            subject = look.subject.name, look.player.name if look.player else ""
            if subject in kept and kept[subject][0] is clause:
                what = " of ".join(filter(None, subject))
                context.reporter.report(
                    "duplicate-name", look.span, f"`{what}` has a look already", "drawn again here"
                )
            kept[subject] = clause, look
    last = {id(look) for _, look in kept.values()}
    return [replace(c, looks=tuple(look for look in c.looks if id(look) in last)) for c in clauses]


def check_looks(clauses: Sequence[syntax.Looks], context: Context) -> tuple[model.Look, ...]:
    """The signs and colours of kinds, players and words."""
    for clause in clauses:
        for look in clause.looks:
            _warn_of_colour(look, context)
    found = (_check_look(look, context) for clause in clauses for look in clause.looks)
    return tuple(look for look in found if look is not None)


def _check_look(look: syntax.Look, context: Context) -> model.Look | None:
    """The look of a kind, a player or a word; None after an error, and for looks of anything else."""
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
    if _is_of_sites(look, context) or _is_of_board(look, context) or _is_of_pieces(look, context):
        return None
    if subject in names.networks:
        return _check_network(look, context)
    if subject in names.symbols and subject not in names.kinds:
        return model.Look(None, None, look.glyph, _colour(look), subject)
    if names.kinds and subject not in names.kinds and not names.is_excused(subject):
        _report_not_drawn(look, players, context)
        return None
    kind = check_kind(look.subject, context)
    if kind is None or not isinstance(kind.value, int):
        return None
    return model.Look(kind.value, player, look.glyph, _colour(look))


def _report_not_drawn(look: syntax.Look, players: Sequence[str], context: Context) -> None:
    """Reports a name of which no line of `looks` tells the drawing."""
    names, subject = context.names, look.subject
    field = names.fields.get(subject.name)
    given = {"site": "s: site", "player": "p: player", "game": ""}.get(field.holder if field else "")
    if field is None:
        known = {"board", "pieces", *names.kinds, *names.symbols, *names.defined, *players}
        way = meant(of_words(subject.name, subject.span, known, context)) or Suggestion(
            "a line is about a kind, a player, a word, a definition or a relation"
        )
    elif given is not None and field.type == (BOOL if field.holder == "site" else NUMBER):
        head, asked = (f"({given})", f"{subject.name}({given[0]})") if given else ("", subject.name)
        way = Suggestion(
            f'a definition is drawn: `let shown{head} = {asked}`, and here `shown "{look.glyph}"`'
        )
    else:
        way = Suggestion("fields are drawn without such a line: take it out")
    what = f"nothing that can be drawn is named `{subject.name}`"
    if field is not None:
        what = f"`{subject.name}` is a field, and no line of `looks` draws one"
    context.reporter.report(
        "unknown-piece" if field is None else "type-mismatch",
        subject.span,
        what,
        "not known here" if field is None else "a field",
        others=[(field.span, "declared here")] if field is not None else (),
        suggestion=way,
    )


def _check_network(look: syntax.Look, context: Context) -> model.Look | None:
    """The look of a network of a graph."""
    if look.glyph == "line":
        return model.Look(None, None, "", _colour(look), look.subject.name)
    context.reporter.report(
        "unknown-surface",
        look.subject.span,
        f'a network cannot be drawn as "{look.glyph}"',
        "not a way to draw it",
        help=f'write `{look.subject.name} "line" COLOUR`',
    )
    return None


def _warn_of_colour(look: syntax.Look, context: Context) -> None:
    if look.colour is not None and look.colour.name.lower() not in COLOURS:
        context.reporter.report(
            "unknown-colour",
            look.colour.span,
            f"no colour is named `{look.colour.name}`",
            "gives no colour",
            help=near(look.colour.name, COLOURS) or "the colours are " + ", ".join(COLOURS),
        )


def _colour(look: syntax.Look) -> str:
    return look.colour.name if look.colour is not None else ""


def _is_of_board(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about the whole board, which it is unless something is named `board`."""
    names = context.names
    return look.subject.name == "board" and not any(
        "board" in known for known in (names.kinds, names.symbols, names.definitions)
    )


def _is_of_pieces(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about all pieces; no kind can have that name."""
    return look.subject.name == "pieces"


def _is_of_sites(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about the sites for which a definition holds."""
    return look.subject.name in context.names.definitions and look.player is None


def check_shape(clauses: Sequence[syntax.Looks], context: Context) -> Shape | None:
    """The shape of all pieces; None if no clause says it."""
    return _first(clauses, _is_of_pieces, _check_shape, context)


def check_surface(clauses: Sequence[syntax.Looks], context: Context) -> Surface | None:
    """The surface of the board; None if no clause says it."""
    return _first(clauses, _is_of_board, _check_surface, context)


def _first(
    clauses: Sequence[syntax.Looks],
    is_about: Callable[[syntax.Look, Context], bool],
    check: Callable[[syntax.Look, Context], Word | None],
    context: Context,
) -> Word | None:
    """The word of the first correct look. All looks of its clause, and of the clauses before, are checked."""
    for clause in clauses:
        found = [check(look, context) for look in clause.looks if is_about(look, context)]
        word = next((w for w in found if w is not None), None)
        if word is not None:
            return word
    return None


def _check_shape(look: syntax.Look, context: Context) -> Shape | None:
    is_facing = all(p.facing is not None for p in context.names.players)
    shape = word_of(look.glyph, SHAPES)
    if shape is not None and (shape != "wedges" or is_facing):
        return shape
    context.reporter.report(
        "unknown-surface",
        look.subject.span,
        "wedges point where their owners face, and these players face nowhere"
        if shape is not None
        else f'pieces cannot be drawn as "{look.glyph}"',
        "not a way to draw them",
        help="say it with the players: `players White facing north, Black facing south`"
        if shape is not None
        else near(look.glyph, SHAPES) or "write one of: " + ", ".join(SHAPES),
    )
    return None


def _check_surface(look: syntax.Look, context: Context) -> Surface | None:
    is_square = context.names.board is None or context.names.board.tiling.is_rectangular
    surface = word_of(look.glyph, SURFACES)
    if surface is not None and is_square:
        return surface
    context.reporter.report(
        "unknown-surface",
        look.subject.span,
        f'a board cannot be drawn as "{look.glyph}"'
        if is_square
        else "only a board of squares can be drawn in another way",
        "not a way to draw it",
        help=(near(look.glyph, SURFACES) or "write one of: " + ", ".join(SURFACES))
        if is_square
        else "leave this line out",
    )
    return None


def check_signs(clauses: Sequence[syntax.Looks], context: Context) -> tuple[model.Sign, ...]:
    """What is drawn on sites, or between them, by a definition."""
    found = (
        _check_sign(look, context.names.definitions[look.subject.name], context)
        for look in _defined(clauses, context)
        if not _is_of_number(look, context)
    )
    return tuple(sign for sign in found if sign is not None)


def check_captions(clauses: Sequence[syntax.Looks], context: Context) -> tuple[model.Caption, ...]:
    """The numbers that are written below the board."""
    found = [look for look in _defined(clauses, context) if _is_of_number(look, context)]
    context.usage.used.update(look.subject.name for look in found)
    return tuple(model.Caption(look.subject.name, look.glyph) for look in found)


def _defined(clauses: Sequence[syntax.Looks], context: Context) -> list[syntax.Look]:
    return [look for clause in clauses for look in clause.looks if _is_of_sites(look, context)]


def _is_of_number(look: syntax.Look, context: Context) -> bool:
    """Whether a look is about a number of the game, or of each player."""
    definition = context.names.definitions[look.subject.name]
    return definition.body.type == NUMBER and [p[2].base for p in definition.parameters] in ([], ["player"])


def _check_sign(look: syntax.Look, definition: model.Definition, context: Context) -> model.Sign | None:
    name = definition.name
    context.usage.used.add(name)
    if definition.is_relation:
        if look.glyph in JOINTS:
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
        f"`{name}` is no condition on a site and no number, so it cannot be shown",
        "neither a condition on a site nor a number",
        others=[(definition.span, "declared here")],
        help=f"write `let {name}(s: site) = CONDITION`, or `let {name} = NUMBER` for a number below the board",
    )
    return None
