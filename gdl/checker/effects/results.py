"""Results: who wins or loses, by what score, or that nobody does."""

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.suggestions import names as suggestions
from gdl.core import model
from gdl.core.types import PLAYER, set_of
from gdl.diagnostics.similar_names import near
from gdl.tree import syntax


def check_result(node: syntax.Result, context: Context) -> model.Result:
    """How a game ends."""
    who = _check_players(node.who, context) if node.who is not None else None
    if node.score is not None:
        _check_score(node.score, context)
    score = node.score.name if node.score is not None else ""
    ties = check_result(node.ties, context) if node.ties is not None else None
    return model.Result(node.span, node.form, who, score, end_name(node.name, context), ties)


def end_name(node: syntax.Text | None, context: Context) -> str:
    """What people call an end; "" where it has no name."""
    if node is None:
        return ""
    name = " ".join(node.value.split())
    if not name or "{" in name:
        context.reporter.report(
            "syntax",
            node.span,
            'the name of an end is the same words each time, such as `"checkmate"`',
            "values in braces" if name else "no words",
            help='say what differs in its sentence, `means "..."`, where braces hold values'
            if name
            else "take it out, or say what people call this end",
        )
    return name


def _check_score(ident: syntax.Ident, context: Context) -> None:
    """A score is a definition that gives each player a number, or a field that is one."""
    names, name = context.names, ident.name
    definition = names.definitions.get(name) or _of_field(ident, context)
    context.usage.used.add(name)
    if definition is None:
        field = names.fields.get(name)
        if not names.is_excused(name) and (field is None or field.type.base != "any"):
            way = suggestions.meant(suggestions.of_words(name, ident.span, _scores(context), context))
            context.reporter.report(
                "unknown-name",
                ident.span,
                f"no definition is named `{name}`",
                "not known",
                others=way.places,
                help=way.help
                or "a score is a number of each player: write `let total(p: player) = ...`, and name `total` here",
                fixes=way.fixes,
            )
        return
    if [p[2].base for p in definition.parameters] == ["any"]:
        return  # the type that is written is no type, which has been reported
    if not _is_score(definition):
        context.reporter.report(
            "type-mismatch",
            ident.span,
            "a score is a definition or a field that gives each player a number",
            "not a score",
            others=[(definition.span, "declared here")],
            help=f"write `let {name}(p: player) = ...`",
        )


def _is_score(definition: model.Definition) -> bool:
    """Whether a definition gives each player a number."""
    parameters = [p[2].base for p in definition.parameters]
    return parameters == ["player"] and definition.body.type.base in ("number", "any")


def _scores(context: Context) -> set[str]:
    """The names of what gives each player a number."""
    names = context.names
    fields = {f.name for f in names.fields.values() if f.holder == "player" and f.type.base == "number"}
    return fields | {d.name for d in names.definitions.values() if _is_score(d)}


def _of_field(ident: syntax.Ident, context: Context) -> model.Definition | None:
    """What a player's field gives them, as a definition of its name; None where there is no such field of numbers."""
    names, name = context.names, ident.name
    field = names.fields.get(name)
    if field is None or field.holder != "player" or field.type.base != "number":
        return None
    context.usage.read.add(name)
    if name not in names.scores:
        slot, span = context.slots.new(), field.span
        body = model.GetField(span, field.type, name, model.Local(span, PLAYER, slot, "p"))
        names.scores[name] = model.Definition(name, span, (("p", slot, PLAYER),), body, False)
    return names.scores[name]


def _check_players(node: syntax.Expr, context: Context) -> model.Expr:
    """Who wins or loses: a player or a set of players. An unknown name with a capital is taken for a player's."""
    names = context.names
    if isinstance(node, syntax.Name) and node.name[:1].isupper():
        others = {p.name for p in names.all_players}  # who takes part only if there are more is told so
        known = context.everything() | names.broken | names.failed | others
        if node.name not in known:
            players = [p.name for p in names.players]
            context.reporter.report(
                "unknown-player",
                node.span,
                f"no player is named `{node.name}`",
                "not a player",
                others=[
                    (names.declared[p], "a player is declared here")
                    for p in players[:1]
                    if p in names.declared
                ],
                help=near(node.name, players) or "the players are " + ", ".join(players),
            )
            return forms.wrong(node.span)
    definition = names.definitions.get(node.name) if isinstance(node, syntax.Name) else None
    if definition is not None and [p[2] for p in definition.parameters] == [PLAYER]:
        context.usage.used.add(definition.name)
        context.reporter.report(
            "wrong-arguments",
            node.span,
            f"`{definition.name}` is said of each player, and is no player",
            "who?",
            others=[(definition.span, "declared here")],
            help=f"whoever has most wins so: `highest {definition.name} wins`; with the least, `lowest {definition.name} wins`",
        )
        return forms.wrong(node.span)
    return expect(node, context, set_of(PLAYER), "a player")
