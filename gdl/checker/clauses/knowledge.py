"""What players do not see (`hide`) and know nevertheless (`known`), and which positions a game remembers (`position`)."""

from collections.abc import Sequence

from gdl.checker.clauses.turns import player_variable
from gdl.checker.context import Context
from gdl.checker.declarations.viewers import hiding, report_hidden_piece, the_game
from gdl.checker.expressions.conversions import expect, expect_condition, expect_elements
from gdl.checker.expressions.texts import note
from gdl.checker.forms import convert, element_type
from gdl.checker.tree import mentioned
from gdl.core import model, static
from gdl.core.types import ANY, NUMBER, SITE, Type, set_of
from gdl.diagnostics.similar_names import possible
from gdl.limits import DEFAULT_REMEMBERED, MAX_REMEMBERED
from gdl.tree import syntax

OF_PIECES = ("kind", "owner", "site")  # what can be hidden of pieces beside columns and fields
OF_SITES = ("piece",)  # what can be hidden of sites beside fields


def check_hides(clauses: Sequence[syntax.Hide], context: Context) -> tuple[model.Hide, ...]:
    """All that is hidden, by clauses and by the declarations of fields."""
    declared = (hiding(f, context) for f in context.names.fields.values() if f.viewers != "all")
    return (*(_check_hide(clause, context) for clause in clauses), *declared)


def _check_hide(clause: syntax.Hide, context: Context) -> model.Hide:
    """`hide ASPECTS of X in SET from VIEWER where C`, and `hide ASPECTS from VIEWER where C` of the game."""
    inner = context.outer()
    viewer = player_variable(clause.viewer, "from", "from viewer where viewer = {} and ...", inner)
    if clause.source is None or clause.name is None:
        holder, source = "game", the_game(clause.span)
        item = inner.local("the game", NUMBER, clause.span)
    else:
        source = expect_elements(clause.source, inner)
        element = _check_element(clause, source, context)
        holder, item = element.base, inner.local(clause.name.name, element, clause.name.span)
    condition = expect_condition(clause.condition, inner)
    aspects = _check_aspects(clause, holder, context)
    note(clause.means, "hide", "", clause, inner)
    return model.Hide(clause.span, item.slot, source, viewer.slot, condition, aspects)


def _check_element(clause: syntax.Hide, source: model.Expr, context: Context) -> Type:
    """What the elements are that a clause hides, or of which it hides something; ANY after an error."""
    assert clause.source is not None
    element = element_type(source)
    if element.base in ("site", "piece", "any") or (element.base == "player" and clause.aspects):
        return element
    context.reporter.report(
        "type-mismatch",
        clause.source.span,
        f"sites, pieces and fields of players can be hidden, and this is a {source.type}",
        "cannot be hidden",
        help="write `hide s in sites from ...`, `hide p in pieces from ...` or `hide FIELD of p in players from ...`",
    )
    return ANY


def check_known(clause: syntax.Known, context: Context) -> model.Known:
    """`known to VIEWER: VALUE`."""
    inner = context.outer()
    viewer = player_variable(clause.viewer, "to", "known to viewer: ... if viewer = {} else none", inner)
    value = inner.expression(clause.value)
    note(clause.means, "known", "", clause, inner)
    element = value.type.element or value.type
    if element.base in ("piece", "text", "position"):
        context.reporter.report(
            "type-mismatch",
            clause.value.span,
            f"it is known what a value is, and this is a {value.type}",
            "says nothing by itself",
            help="name what is known of it, such as its kind: `known to viewer: kind(...)`",
        )
    return model.Known(clause.span, viewer.slot, value)


def _check_aspects(clause: syntax.Hide, holder: str, context: Context) -> tuple[str, ...]:
    """What is hidden of each element; nothing named means all of it."""
    names = context.names
    fields = {f.name: f for f in names.fields.values() if f.holder == holder}
    known = [*fields]
    if holder == "piece":
        known += [*OF_PIECES, *names.columns]
    if holder == "site":
        known += OF_SITES
    for aspect in clause.aspects:
        if holder in ("player", "game") and aspect.name in fields:
            if fields[aspect.name].type.base == "piece":
                report_hidden_piece(aspect.name, aspect.span, fields[aspect.name].span, context)
        elif holder != "any" and aspect.name not in known and not names.is_excused(aspect.name):
            of_each = _of_each(aspect.name, context) if holder == "game" else ""
            context.reporter.report(
                "unknown-name",
                aspect.span,
                f"`{aspect.name}` is nothing that can be hidden of {_OF[holder]}",
                _NEITHER[holder],
                help=of_each or possible(aspect.name, sorted(known)),
                subjects=mentioned(clause.condition) if of_each else (),
            )
    return tuple(dict.fromkeys(a.name for a in clause.aspects))


def _of_each(name: str, context: Context) -> str:
    """The help where a set is named in place of what is hidden of the game: its elements are meant."""
    if (field := context.names.field_of_things(name)) is not None:
        if field.holder == "table":
            return "what a field holds of pairs, numbers or words is seen by all: give the game or each player fields of their own"
        return f"say of which it is hidden: `hide {name} of x in {field.holder}s from viewer`"
    is_set = name in ("sites", "pieces", "players") or name in context.names.pools
    return f"the elements of a set get a name: `hide x in {name} from viewer`" if is_set else ""


_OF = {"site": "a site", "piece": "a piece", "player": "a player", "game": "the game"}
_NEITHER = {
    "site": "no field of sites, and not `piece`, which is what stands there",
    "piece": "no field of pieces, no column, and none of `kind`, `owner` and `site`",
    "player": "no field of players",
    "game": "no field of the game",
}


_SCALARS = ("bool", "number", "player", "site", "direction", "piece", "kind", "symbol", "any")
_MEMBERS = ("player", "site", "direction", "kind", "symbol", "any")


def check_positions(
    clauses: Sequence[syntax.Position], limit: int, context: Context
) -> dict[str, model.History]:
    """All `position` clauses. `limit`: the greatest number of actions in the game."""
    made = {}
    for clause in clauses:
        features = tuple(f for part in clause.parts for f in _check_features(part, context))
        most = _check_most(clause.most, limit, context)
        made[clause.name.name] = model.History(clause.span, clause.name.name, features, most)
    return made


def _check_most(node: syntax.Expr | None, limit: int, context: Context) -> int:
    """How many positions are remembered."""
    if node is None:
        return min(limit, DEFAULT_REMEMBERED)
    expr = expect(node, context, NUMBER)
    known = static.known(expr, context.names.board)
    most = known[0] if known is not None else None
    if isinstance(most, int) and 1 <= most <= MAX_REMEMBERED:
        return most
    if expr.type == NUMBER:
        context.reporter.report(
            "bad-range",
            node.span,
            f"how many positions are remembered is a whole number from 1 to {MAX_REMEMBERED}, known before the game begins",
            "",
        )
    return 1


def _check_features(part: syntax.Expr, context: Context) -> tuple[model.Feature, ...]:
    """What positions are compared by; a field or pool without brackets means all of its values."""
    names = context.names
    name = part.name if isinstance(part, syntax.Name) else ""
    if name == "pieces":
        return (model.Feature("pieces"),)
    if name in names.pools:
        return (model.Feature("pool", name),)
    fields = tuple(f for f in names.fields.values() if f.declared == name)
    if fields:
        context.usage.read.add(name)
        field = fields[0]
        if field.until in ("done", "turn"):
            context.reporter.report(
                "constant-condition",
                part.span,
                f"`{name}` is reset when the turn passes on, so it never tells two positions apart",
                "always its default",
                others=[(field.span, "declared here")],
            )
        return tuple(model.Feature("field", f.name) for f in fields)
    value = context.expression(part)
    if value.type.base == "set":
        element = value.type.element
        if element is not None and element.base == "piece":  # a piece is where it is
            value = convert(value, set_of(SITE), context) or value
            element = SITE
        if element is None or element.base not in _MEMBERS:
            _report_no_feature(part, value.type, context)
    elif value.type.base not in _SCALARS:
        _report_no_feature(part, value.type, context)
    return (model.Feature("value", "", value),)


def _report_no_feature(part: syntax.Expr, kind: Type, context: Context) -> None:
    context.reporter.report(
        "type-mismatch",
        part.span,
        f"positions are not told apart by a {kind}",
        f"a {kind}",
        help="name what must be the same: `pieces`, a pool, a field, `mover`, a number, a set of sites",
    )
