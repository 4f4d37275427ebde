"""`notation STYLE`: the style in which people write the moves of a game, and the letters of its kinds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gdl.checker.clauses.fens import check_fens
from gdl.checker.context import Context
from gdl.checker.expressions.pieces import check_kind
from gdl.core import model
from gdl.diagnostics.values import near
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import STYLES, NotationStyle, word_of

PARTS = ("piece", "from", "x", "to")  # what stands in the braces of a text


def check_style(
    clauses: Sequence[syntax.Style], actions: Sequence[model.Action], context: Context
) -> model.Style | None:
    """The style of a game that says one."""
    for extra in clauses[1:]:
        context.reporter.report(
            "duplicate-clause",
            extra.span,
            "a game is written in one style",
            "a second one",
            others=[(clauses[0].span, "the first one")],
        )
    if not clauses:
        return None
    clause = clauses[0]
    name = _name(clause, context)
    if name is None:
        return None
    span = clause.text.span if clause.text is not None else clause.span
    _report_unfit(name, span, actions, context)
    letters = _letters(clause, name, context)
    style = model.Style(clause.span, name, letters, clause.text.value if clause.text is not None else "")
    return replace(style, fen=check_fens(clause, style, context))


def _name(clause: syntax.Style, context: Context) -> NotationStyle | None:
    """The name of a style; None after an error."""
    if clause.text is not None:
        _report_parts(clause.text, context)
        return "template"
    assert clause.name is not None
    found = word_of(clause.name.name, STYLES)
    if found is None:
        _report_unknown(clause.name, context)
    return found


def _report_unknown(ident: syntax.Ident, context: Context) -> None:
    context.reporter.report(
        "bad-notation",
        ident.span,
        f"there is no style of notation `{ident.name}`",
        "not a style",
        help=near(ident.name, STYLES)
        or "the styles are " + ", ".join(STYLES) + ", or a text in quotation marks",
    )


def _report_parts(text: syntax.Text, context: Context) -> None:
    """Reports what a text cannot show, and one that does not show where a piece goes."""
    shown = [part.split("}")[0] for part in text.value.split("{")[1:]]
    for part in dict.fromkeys(shown):
        if part.strip() not in PARTS:
            context.reporter.report(
                "bad-notation",
                text.span,
                f"the style of all moves knows nothing of `{part.strip()}`",
                "unknown here",
                help="write `{piece}`, `{from}`, `{x}` or `{to}`; the notation of one action stands indented in that action",
            )
    if "to" not in map(str.strip, shown):
        context.reporter.report(
            "bad-notation", text.span, "this style does not show where a piece goes", "lacks `{to}`"
        )


def _report_unfit(name: NotationStyle, span: Span, actions: Sequence[model.Action], context: Context) -> None:
    """Reports a style that none of the game's actions can be written in."""
    has_moves = any(a.form == "move" for a in actions)
    has_sites = any(c.type.base == "site" for a in actions for c in a.choices)
    if name == "sgf" and not (
        has_sites and context.names.board is not None and context.names.board.tiling.is_rectangular
    ):
        context.reporter.report(
            "bad-notation",
            span,
            "`sgf` writes sites of a board of squares, and no action here chooses one",
            "does not fit",
        )
    elif name in ("san", "coordinates", "template") and not has_moves and not has_sites:
        context.reporter.report(
            "bad-notation",
            span,
            "this style writes where pieces go, and no action here says that",
            "does not fit",
        )


def _letters(clause: syntax.Style, name: NotationStyle, context: Context) -> dict[int, str]:
    """The letters of kinds, each of which stands for one."""
    found: dict[int, str] = {}
    if clause.letters and name in ("coordinates", "sgf"):
        context.reporter.report(
            "bad-notation", clause.letters[0].span, f"`{name}` writes no letters for kinds", "not written"
        )
    for letter in clause.letters:
        kind = check_kind(letter.kind, context)
        if kind is None or not isinstance(kind.value, int):
            continue
        if letter.text in found.values():
            context.reporter.report(
                "bad-notation", letter.span, f'two kinds are written "{letter.text}"', "cannot be told apart"
            )
        if int(kind.value) in found:
            context.reporter.report(
                "bad-notation",
                letter.span,
                f"`{letter.kind.name}` has two letters",
                "a second one",
                help="take one of them out",
            )
        found[int(kind.value)] = letter.text
    if name in ("san", "template"):
        _report_first_letters(clause, found, context)
    return found


def _report_first_letters(clause: syntax.Style, given: Mapping[int, str], context: Context) -> None:
    """Reports a letter that another kind has already, whose letter is its first one."""
    kinds = list(context.names.kinds)
    for letter in (x for x in clause.letters if x.kind.name in kinds):
        for number, other in enumerate(kinds):
            if number not in given and letter.text and letter.text == other[:1].upper():
                context.reporter.report(
                    "bad-notation",
                    letter.span,
                    f'`{other}` is written "{letter.text}" as well, after its first letter',
                    "cannot be told apart",
                    help=f"take another letter, or give `{other}` one of its own",
                )
