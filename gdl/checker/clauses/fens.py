"""`fen` below `notation`: positions of the game may be written as FEN, with these fields behind the pieces and the player."""

from collections.abc import Sequence

from gdl.checker.context import Context
from gdl.core import model
from gdl.diagnostics.values import near
from gdl.source import Span
from gdl.tree import syntax

WRITABLE = "a truth of pieces or sites, or a number, a truth or a site of the game"


def check_fens(
    clause: syntax.Style, letters: model.Style, context: Context
) -> tuple[model.FenField, ...] | None:
    """What FEN says of fields, in the order of the lines; None where a game does not speak of it."""
    if not clause.fens:
        return None
    _report_unfit(clause.fens[0].span, letters, context)
    found: list[model.FenField] = []
    for fen in clause.fens:
        field = _field(fen, [f.name for f in found], context)
        if field is not None:
            found.append(model.FenField(field.name, _letters(fen, field, context)))
    return tuple(found)


def _report_unfit(span: Span, style: model.Style, context: Context) -> None:
    """Reports a game of which FEN cannot say where what stands."""
    board, players = context.names.board, context.names.players
    if board is not None and (
        not board.tiling.is_rectangular or board.is_stacking or board.is_growing or board.borders
    ):
        _report(
            span, "FEN writes ranks of squares with one piece at most", "does not fit this board", context
        )
    elif players and len(players) != 2:
        _report(span, "FEN tells two players apart, by capital and small letters", "does not fit", context)
    seen: dict[str, str] = {}
    for number, kind in enumerate(context.names.kinds.values()):
        letter = style.fen_letter(number, kind)
        if len(letter) != 1 or not letter.isalpha():
            _report(
                span,
                f'FEN writes a kind as one letter, and `{kind.name}` is "{letter}"',
                "no letter",
                context,
            )
        elif letter in seen:
            text = f'FEN writes `{seen[letter]}` and `{kind.name}` both as "{letter}"'
            _report(
                span,
                text,
                "cannot be told apart",
                context,
                f'give one of them a letter: `notation san: {kind.name} "X"`',
            )
        seen[letter] = kind.name


def _field(fen: syntax.Fen, before: Sequence[str], context: Context) -> model.Field | None:
    """The field of a line; None without one, or after an error."""
    if fen.field is None:
        return None
    name, fields = fen.field.name, context.names.fields
    field = fields.get(name)
    if field is None:
        _report(
            fen.field.span, f"there is no field `{name}`", "not a field", context, near(name, list(fields))
        )
    elif name in before:
        _report(fen.field.span, f"`{name}` is written twice", "a second time", context)
    elif not _is_writable(field):
        _report(
            fen.field.span, f"FEN cannot write `{name}`: it writes {WRITABLE}", "cannot be written", context
        )
    else:
        return field
    return None


def _is_writable(field: model.Field) -> bool:
    if field.holder in ("piece", "site"):
        return field.type.base == "bool" and not field.type.is_optional
    return field.holder == "game" and field.type.base in ("number", "bool", "site")


def _letters(fen: syntax.Fen, field: model.Field, context: Context) -> dict[int, str]:
    """The letters of sites, each of which stands for one."""
    found: dict[int, str] = {}
    board = context.names.board
    if fen.letters and field.holder not in ("piece", "site"):
        _report(
            fen.letters[0].span,
            f"`{field.name}` has no sites, so it needs no letters",
            "not written",
            context,
        )
        return found
    for letter in fen.letters:
        site = board.site(letter.kind.name) if board is not None else None
        if site is None:
            _report(letter.kind.span, f"there is no site `{letter.kind.name}`", "not a site", context)
        elif len(letter.text) != 1 or not letter.text.isalpha():
            _report(letter.span, "FEN writes a truth of a site as one letter", "no letter", context)
        elif letter.text in found.values():
            _report(letter.span, f'two sites are written "{letter.text}"', "cannot be told apart", context)
        else:
            found[site] = letter.text
    return found


def _report(span: Span, message: str, label: str, context: Context, help: str = "") -> None:
    context.reporter.report("bad-notation", span, message, label, help=help)
