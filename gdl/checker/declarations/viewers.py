"""`seen by`, behind a pool or a field: who sees what is in it. A field that not all see is hidden as a `hide` would hide it."""

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.core import model
from gdl.core.types import BOOL, NUMBER, PLAYER, Type, set_of
from gdl.diagnostics.similar_names import near
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import VIEWERS, Viewers, word_of


def check_viewers(
    clause: syntax.Pool | syntax.Field, is_games: bool, holder: Span, context: Context
) -> Viewers | None:
    """Who sees a pool or a field; None where nobody is there who could see it. An unknown word is taken for all."""
    seen, what = clause.viewers, "pool" if isinstance(clause, syntax.Pool) else "field"
    if seen is None:
        return "all"
    viewers = word_of(seen.name, VIEWERS)
    if viewers is None:
        context.reporter.report(
            "unknown-type",
            seen.span,
            f"a {what} is seen by its owner, by all or by nobody",
            "not one of them",
            help=near(seen.name, VIEWERS) or "write `seen by owner`, `seen by all` or `seen by nobody`",
        )
        return "all"
    if viewers == "owner" and is_games:
        context.reporter.report(
            "unknown-type",
            seen.span,
            f"a {what} of the game has no owner who could see it",
            "whose?",
            others=[(holder, f"all players share this {what}")],
            help="write `seen by nobody`, or `of player` if each has one",
        )
        return None
    return viewers


def check_hidden_field(clause: syntax.Field, holder: str, kind: Type, context: Context) -> bool:
    """Whether `seen by` may stand behind a field that not all see; reports why not."""
    assert clause.viewers is not None
    if len(clause.holders) > 1 or holder not in ("player", "game"):
        said = " and ".join(h.span.text for h in clause.holders)
        said = f"each {said}" if len(clause.holders) == 1 else f"pairs of {said}"
        is_of_one = len(clause.holders) == 1 and holder in ("site", "piece")
        context.reporter.report(
            "unknown-type",
            clause.viewers.span,
            f"`seen by` hides fields of players and of the game, and this is a field of {said}",
            "not here",
            help=f"write `hide {clause.name.name} of x in {holder}s from viewer where ...`"
            if is_of_one
            else "give the game or each player fields of their own, without pairs",
        )
        return False
    if kind.base == "piece":
        report_hidden_piece(clause.name.name, clause.viewers.span, clause.type.span, context)
        return False
    return True


def report_hidden_piece(name: str, place: Span, declared: Span, context: Context) -> None:
    """A field of players or of the game that names a piece, and is to be hidden."""
    context.reporter.report(
        "unknown-type",
        place,
        f"`{name}` holds a piece, and where pieces are is no secret of a field: it cannot be hidden",
        "not this field",
        others=[(declared, "holds a piece")],
        help="keep the site or the kind of the piece instead, or hide the piece",
    )


def the_game(span: Span) -> model.Expr:
    """The elements of a clause that hides something of the game: the one number 0."""
    return forms.const(span, set_of(NUMBER), (0,))


def hiding(field: model.Field, context: Context) -> model.Hide:
    """The clause that `seen by` stands for."""
    inner, span = context.outer(), field.span
    viewer = inner.local("viewer", PLAYER, span)
    if field.holder == "game":
        source, holder = the_game(span), inner.local("the game", NUMBER, span)
    else:
        source = forms.const(span, set_of(PLAYER), tuple(range(len(context.names.players))))
        holder = inner.local("holder", PLAYER, span)
    condition: model.Expr = model.Const(span, BOOL, True)
    if field.viewers == "owner":
        condition = model.Not(span, BOOL, model.Compare(span, BOOL, "=", holder, viewer))
    return model.Hide(span, holder.slot, source, viewer.slot, condition, (field.name,))
