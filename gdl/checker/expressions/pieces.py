"""Kinds of pieces, and sets of pieces by owner and kind: `own King`, `enemy pieces`, `rook of Black`."""

import re
from collections.abc import Sequence

from gdl import model, syntax
from gdl.builtins import BY_NAME
from gdl.checker import forms, implied
from gdl.checker.context import Context
from gdl.checker.expressions.below import is_bound_below
from gdl.checker.expressions.leads import leading_forms
from gdl.checker.expressions.meant import introduced
from gdl.checker.expressions.unchosen import unchosen
from gdl.checker.expressions.words import clause_of, is_repeated, just_before
from gdl.diagnostics import is_slip, near
from gdl.layout import blank_comments
from gdl.source import Span
from gdl.types import KIND, PIECE, set_of
from gdl.words import Side

_MOST_KINDS = 12  # that a message names
_SHORT = 2  # letters of a name that somebody chooses rather than of a kind


def check_kind(ident: syntax.Ident, context: Context, also: tuple[str, ...] = ()) -> model.Const | None:
    """The kind that a name means; None after an error. `also`: other names that the author may have meant."""
    names = context.names
    if ident.name in names.kinds:
        context.usage.used.add(ident.name)
        return forms.const(ident.span, KIND, names.kind_index(ident.name))
    if ident.name in names.failed:
        return None
    if not names.kinds and "kinds" not in names.broken and ident.name not in names.broken:
        context.reporter.report(
            "missing-clause",
            ident.span,
            f"`{ident.name}` is no piece: the game has no `kinds`",
            "a kind of piece is wanted",
            help=f"add a line such as `{implied.kinds(ident.span.source.text, ident.name)}`",
        )
        names.broken |= {"kinds"}
        return None
    if ident.name not in names.broken and names.kinds:
        if is_bound_below(ident, context) or is_no_kind(ident, context):
            return None
        missing = unchosen(ident.name, ident.span, KIND, context) if len(ident.name) <= _SHORT else ""
        if missing and not near(ident.name, names.kinds):
            message = f"nothing is named `{ident.name}`"
            context.reporter.report("unknown-name", ident.span, message, "not known here", help=missing)
            return None
        some = list(names.kinds)[:_MOST_KINDS]
        known = ", ".join(some) + (", ..." if len(some) < len(names.kinds) else "")
        context.reporter.report(
            "unknown-piece",
            ident.span,
            f"no piece is named `{ident.name}`",
            "not a kind of piece",
            others=[
                (names.declared[k], "the kinds are declared here") for k in some[:1] if k in names.declared
            ],
            help=_of_introduced(ident, context)
            or "a piece of any kind is asked for without a kind: `own`, `enemy`, `some own pieces`"
            if ident.name == "piece"
            else _of_introduced(ident, context)
            or _named_step(ident, context)
            or _of_kinds(ident)
            or _declared(ident, context)
            or near(ident.name, (*names.kinds, *also))
            or (
                f"the only kind is `{known}`"
                if len(names.kinds) == 1
                else f"the kinds are {known}"
                if known
                else ""
            ),
        )
    return None


def _declared(ident: syntax.Ident, context: Context) -> str:
    """The help for a kind that the file names in several places, and declares nowhere: what is said again and again is no slip."""
    names, source = context.names, ident.span.source
    is_short = len(ident.name) <= _SHORT  # rather chosen somewhere
    if (
        is_short
        or not is_repeated(ident.name, ident.span)
        or any(is_slip(ident.name, k) for k in names.kinds)
    ):
        return ""
    last = next((k for k in reversed(names.kinds) if k in names.declared), "")
    place = names.declared.get(last)
    if place is None or place.source is not source or len(names.kinds) > _MOST_KINDS:
        return ""
    context.names.failed.add(ident.name)
    line = blank_comments(source.line(place.line)).strip()
    if line.startswith("kinds"):
        return (
            f"name it with the kinds: `{line}, {ident.name}`" if re.fullmatch(r"kinds [\w, ]+", line) else ""
        )
    return f"give it a row of its own in the table of kinds: `{re.sub(rf'^{last}(?= )', ident.name, line)}`"


def _of_introduced(ident: syntax.Ident, context: Context) -> str:
    """The help for a word of the language in place of the name of a kind that is introduced here and that nothing reads."""
    return introduced(ident.name, ident.span, KIND, context)[0] if ident.name in ("kind", "card") else ""


def is_no_kind(ident: syntax.Ident, context: Context) -> bool:
    """Reports a name of something else where a kind is wanted; whether it is one."""
    local, names = context.find(ident.name), context.names
    found: tuple[str, Span] | None = None
    if local is not None and local.type.base == "kind":
        return _is_of_a_named_kind(ident, local, context)
    if local is not None and local.type.base not in ("any", "piece", "none"):
        found = str(local.type), local.span
    elif (field := names.field_of_game(ident.name)) is not None:
        found = f"field that holds a {field.type}", field.span
    elif (pool := names.pools.get(ident.name)) is not None:
        found = "pool", pool.span
    elif ident.name in names.defined and ident.name not in names.failed:
        found = "definition", names.defined[ident.name]
    if found is None:
        return False
    what, span = found
    place = names.declared.get(ident.name, span)
    context.reporter.report(
        "type-mismatch",
        ident.span,
        f"`{ident.name}` is a {what}, and a kind is wanted here",
        f"a {what}" if place.line != ident.span.line else "no kind",
        others=[(place, "named here" if local is not None else "declared here")]
        if place.line != ident.span.line
        else (),
        help=_one_kind(ident, local, context),
    )
    return True


def _is_of_a_named_kind(ident: syntax.Ident, local: model.Local, context: Context) -> bool:
    """Reports `own k` where k is a name for a kind; whether it is that."""
    before = re.search(r"\b(own|enemy|ally)\s+\Z", just_before(ident.span))
    if before is None:
        return False
    context.reporter.report(
        "type-mismatch",
        ident.span,
        f"behind `{before[1]}` stands the name of a kind, and `{ident.name}` is one that is named here",
        "no kind by name",
        others=[(local.span, "named here")] if local.span.line != ident.span.line else (),
        help=f"write `({before[1]} pieces where kind(it) = {ident.name})` for `{before[1]} {ident.name}`",
    )
    return True


def _one_kind(ident: syntax.Ident, local: model.Local | None, context: Context) -> str:
    """The help for a name of something else where a kind is wanted: how one kind is had of it."""
    kinds = list(context.names.kinds)
    listed = f"the kinds are {', '.join(kinds)}" if len(kinds) <= _MOST_KINDS else ""
    listed = f"the only kind is `{kinds[0]}`" if len(kinds) == 1 else listed
    if local is None:
        return listed
    text = clause_of(ident.span)
    given = re.search(
        rf"\blet\s+{re.escape(ident.name)}\s*=\s*kinds(?:\(([^()\n]*)\)|\s+of\s+(\w+))[ \t]*$", text, re.M
    )
    of = given and context.find((given[1] or given[2]).strip())
    if given and of is not None and of.type.base in ("piece", "site"):
        return f"`kinds` gives a set; the one kind of a {of.type.required} is `kind`: write `let {ident.name} = kind({of.name})`"
    if local.type == set_of(KIND):
        return f"go through them, `for k in {ident.name} do`, or take one, `let k = first({ident.name})`; then name `k` here"
    ways = leading_forms(local.type, KIND, ident.name, context) if local.type.base != "set" else []
    free = next(name for name in ("k", "sort", f"kind_of_{ident.name}") if context.find(name) is None)
    return (
        f"give its kind a name before: `let {free} = {ways[0]}`, and name `{free}` here" if ways else listed
    )


def _named_step(ident: syntax.Ident, context: Context) -> str:
    """The help for a step of a path behind which a name stands that the rules use later; its uses are excused."""
    text, above = ident.span.source.text, just_before(ident.span)
    before = re.search(r"\b(own|enemy|ally)\s+\Z", above)
    in_path = re.search(r"\b(?:line|walk|leap)\b[^\n]*:[^\n]*\Z", above)
    is_used = re.search(rf"\b{ident.name}\b", text[ident.span.end :])
    if before is None or in_path is None or is_used is None or near(ident.name, context.names.kinds):
        return ""
    context.names.failed.add(ident.name)
    return f"a name for what is met stands behind `as`: `{before[1]} as {ident.name}`"


def _of_kinds(ident: syntax.Ident) -> str:
    """The help for a set of kinds where one is placed."""
    if not any(row.result == set_of(KIND) and not row.parameters for row in BY_NAME.get(ident.name, ())):
        return ""
    return f"`{ident.name}` is a set of kinds: `for k in {ident.name} do place k ...`"


def check_holding(node: syntax.Holding, context: Context) -> model.Expr:
    """`own pieces`, `enemy King`: a set of pieces on the board."""
    span = node.span
    local = context.unnamed(PIECE, span)
    tests = [check_side(span, node.side, local, context)]
    if node.noun.name != "pieces":
        kind = check_kind(node.noun, context, ("pieces",))
        if kind is None:
            return forms.wrong(span)
        tests.append(forms.equal(span, forms.kind_of(span, local), kind))
    return _pieces(span, local, tests)


def check_side(span: Span, side: Side, piece: model.Expr, context: Context) -> model.Expr:
    """Whether a piece is `own`, `enemy` or `ally`."""
    teams = context.names.teams
    if side == "ally" and not teams:
        report_no_teams(span, "`ally` means a piece of another player of the team", context)
    if side == "enemy" and len(context.names.all_players) == 1:
        context.reporter.report(
            "constant-condition",
            span,
            "nobody is an enemy in a game for one player, so this never holds",
            "never",
            help="say which pieces are meant: `own`, a kind, or `occupied`",
        )
    return forms.owned(span, side, piece, any(len(team) > 1 for team in teams))


def report_no_teams(span: Span, message: str, context: Context) -> None:
    """Reports a word that means nothing in a game without teams, unless those could not be read."""
    if context.names.is_excused("teams"):
        return
    names = [p.name for p in context.names.players]
    some = (
        f"{{{', '.join(names[::2])}}}, {{{', '.join(names[1::2])}}}" if len(names) > 3 else "{A, B}, {C, D}"
    )
    context.reporter.report(
        "no-teams",
        span,
        f"{message}, and this game has no teams",
        "whose?",
        help=f"declare them: `teams {some}`",
    )


def pieces_of(span: Span, kind: model.Expr | None, player: model.Expr | None, context: Context) -> model.Expr:
    """The pieces on the board that a player has, those of one kind or all."""
    local = context.unnamed(PIECE, span)
    tests: list[model.Expr] = []
    if player is not None:
        tests.append(forms.equal(span, forms.owner_of(span, local), player))
    if kind is not None:
        tests.append(forms.equal(span, forms.kind_of(span, local), kind))
    return _pieces(span, local, tests)


def _pieces(span: Span, local: model.Local, tests: Sequence[model.Expr]) -> model.Expr:
    everything, condition = forms.all_pieces(span), forms.conjunction(span, tests)
    return model.Comprehension(span, set_of(PIECE), local.slot, everything, condition, None)
