"""`notation STYLE`: the style in which people write the moves of a game, the letters of its kinds, and what FEN says of fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.expressions.pieces import check_kind
from gdl.core import model
from gdl.diagnostics.similar_names import near
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


WRITABLE = "a truth of pieces or sites, a number, a truth or a site of the game, a number of players, or a pool of players"


def check_fens(
    clause: syntax.Style, letters: model.Style, context: Context
) -> tuple[model.FenField, ...] | None:
    """What FEN says of fields, in the order of the lines; None where a game does not speak of it."""
    if not clause.fens:
        return None
    _report_unfit_for_fen(clause.fens[0].span, letters, context)
    found: list[model.FenField] = []
    for fen in clause.fens:
        before = [f.name for f in found]
        field = _fen_field(fen, before, context)
        if isinstance(field, model.Pool):
            found.append(model.FenField(field.name, {}))
            _report_pool(fen, before, context)
        elif field is not None:
            sign = _sign(fen, field, context)
            shared = "".join(text for f in found for text in f.letters.values())
            found.append(model.FenField(field.name, _letters_of_sites(fen, field, shared, context), sign))
    return tuple(found)


def _report_pool(fen: syntax.Fen, before: Sequence[str], context: Context) -> None:
    """Reports a second pool, and letters that a pool has no use for."""
    assert fen.field is not None
    other = next((n for n in before if n in context.names.pools), None)
    if other is not None:
        _report_fen(
            fen.field.span, f"FEN writes one pool, and `{other}` is written already", "a second one", context
        )
    for extra in (*filter(None, [fen.sign]), *fen.letters):
        _report_fen(extra.span, "a pool is written in brackets, without signs", "not written", context)


def _sign(fen: syntax.Fen, field: model.Field, context: Context) -> str:
    """What stands behind letters of pieces where a truth of their sites holds."""
    if fen.sign is None:
        return ""
    text = fen.sign.value
    if field.holder != "site" or fen.letters:
        _report_fen(
            fen.sign.span, "a sign behind pieces tells a truth of their sites", "does not fit", context
        )
    elif len(text) != 1 or text.isalnum() or text in "/[] ":
        _report_fen(
            fen.sign.span, "what stands behind a piece in FEN is one sign, such as `~`", "no sign", context
        )
    return text


def _report_unfit_for_fen(span: Span, style: model.Style, context: Context) -> None:
    """Reports a game of which FEN cannot say where what stands."""
    board, players = context.names.board, context.names.players
    if board is not None and (
        not board.tiling.is_rectangular or board.is_stacking or board.is_growing or board.borders
    ):
        _report_fen(
            span, "FEN writes ranks of squares with one piece at most", "does not fit this board", context
        )
    elif players and len(players) != 2:
        _report_fen(
            span, "FEN tells two players apart, by capital and small letters", "does not fit", context
        )
    seen: dict[str, str] = {}
    for number, kind in enumerate(context.names.kinds.values()):
        letter = style.fen_letter(number, kind)
        if len(letter.removeprefix("+")) != 1 or not letter[-1].isalpha():
            _report_fen(
                span,
                f'FEN writes a kind as one letter, with a `+` before it at most, and `{kind.name}` is "{letter}"',
                "no letter",
                context,
            )
        elif letter in seen:
            text = f'FEN writes `{seen[letter]}` and `{kind.name}` both as "{letter}"'
            _report_fen(
                span,
                text,
                "cannot be told apart",
                context,
                f'give one of them a letter: `notation san: {kind.name} "X"`',
            )
        seen[letter] = kind.name


def _fen_field(fen: syntax.Fen, before: Sequence[str], context: Context) -> model.Field | model.Pool | None:
    """The field or the pool of a line; None without one, or after an error."""
    if fen.field is None:
        return None
    name, fields = fen.field.name, context.names.fields
    pool = context.names.pools.get(name)
    field = fields.get(name) if pool is None or pool.holder != "player" else pool
    if field is None:
        _report_fen(
            fen.field.span,
            f"there is no field `{name}`",
            "not a field",
            context,
            near(name, [*fields, *context.names.pools]),
        )
    elif name in before:
        _report_fen(fen.field.span, f"`{name}` is written twice", "a second time", context)
    elif isinstance(field, model.Field) and not _is_writable(field):
        _report_fen(
            fen.field.span, f"FEN cannot write `{name}`: it writes {WRITABLE}", "cannot be written", context
        )
    else:
        return field
    return None


def _is_writable(field: model.Field) -> bool:
    if field.holder in ("piece", "site"):
        return field.type.base == "bool" and not field.type.is_optional
    if field.holder == "player":
        return field.type.base == "number" and field.bounds is not None
    return field.holder == "game" and field.type.base in ("number", "bool", "site")


def _letters_of_sites(fen: syntax.Fen, field: model.Field, shared: str, context: Context) -> dict[int, str]:
    """The letters of sites, of which the last one stands for one site; those before it are `shared` with a field before."""
    found: dict[int, str] = {}
    board = context.names.board
    if fen.letters and field.holder not in ("piece", "site"):
        _report_fen(
            fen.letters[0].span,
            f"`{field.name}` has no sites, so it needs no letters",
            "not written",
            context,
        )
        return found
    for letter in fen.letters:
        site = board.site(letter.kind.name) if board is not None else None
        if site is None:
            _report_fen(letter.kind.span, f"there is no site `{letter.kind.name}`", "not a site", context)
        elif not letter.text.isalpha() or not {*letter.text[:-1]} <= {*shared}:
            text = (
                "FEN writes a truth of a site as one letter, behind those that it shares with a field before"
            )
            _report_fen(letter.span, text, "no letter", context)
        elif letter.text[-1] in {text[-1] for text in found.values()}:
            _report_fen(
                letter.span, f'two sites are written "{letter.text[-1]}"', "cannot be told apart", context
            )
        else:
            found[site] = letter.text
    return found


def _report_fen(span: Span, message: str, label: str, context: Context, help: str = "") -> None:
    context.reporter.report("bad-notation", span, message, label, help=help)
