"""Turns and phases: the actions on offer, what happens when none is legal, and which players are skipped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.effects.results import check_result, end_name
from gdl.checker.expressions.conversions import expect_condition
from gdl.checker.expressions.texts import note
from gdl.checker.names import RESERVED
from gdl.checker.suggestions import foreign
from gdl.checker.suggestions import names as suggestions
from gdl.core import model
from gdl.core.types import PLAYER
from gdl.diagnostics.similar_names import possible
from gdl.diagnostics.values import Suggestion
from gdl.source import NOWHERE
from gdl.text.keywords import SOME_ACTION
from gdl.tree import syntax
from gdl.tree.words import FALLBACKS, word_of

MAIN = "main"  # the phase of `turn`


def check_turns(
    clauses: Sequence[syntax.Turn], actions: Sequence[model.Action], context: Context
) -> dict[str, model.Turn]:
    """The turn of each phase; `main` is the one without a phase, or else the first."""
    turns: dict[str, model.Turn] = {}
    known = {a.name: a for a in actions if a.form != "choice"}
    for clause in clauses:
        phase = clause.phase.name if clause.phase else MAIN
        if phase in turns:
            context.reporter.report(
                "duplicate-clause",
                clause.span,
                "this turn is described twice",
                "described again",
                others=[(turns[phase].span, "the first time")],
                help="one clause says all that is on offer: `turn: A or B` together, `turn: A else B` where nothing of A is legal; "
                "`phase NAME: ACTION` is a turn of its own",
                subjects=["phase"],
            )
            continue
        turns[phase] = _check_turn(clause, known, context)
    if MAIN not in turns and turns:
        turns[MAIN] = next(iter(turns.values()))
    return turns


def _check_turn(clause: syntax.Turn, known: Mapping[str, model.Action], context: Context) -> model.Turn:
    offers: list[model.Offer] = []
    fallbacks: list[model.Fallback] = []
    for number, offer in enumerate(clause.offers):
        fallback = _check_fallback(offer, number, context)
        if fallback is not None:
            if fallbacks and fallbacks[-1].condition is None:
                context.reporter.report(
                    "unreachable-clause",
                    offer.span,
                    "what stands before this holds whenever nothing is legal",
                    "never reached",
                    others=[(clause.offers[number - 1].span, "always holds")],
                    help="what has a condition stands first; give the first one a condition, or take this out",
                )
            fallbacks.append(fallback)
        elif fallbacks:
            _report_late_offer(offer, clause.offers[number - 1], context)
        else:
            condition = expect_condition(offer.condition, context) if offer.condition is not None else None
            names = tuple(n.name for n in offer.names if _is_offered(n, known, context))
            offers.append(model.Offer(names, condition))
    return model.Turn(clause.span, tuple(offers), tuple(fallbacks), clause.is_together)


def _check_fallback(offer: syntax.Offer, number: int, context: Context) -> model.Fallback | None:
    """What happens when nothing is legal, if a part of a turn says that."""
    word = word_of(offer.names[0].name, FALLBACKS) if number and len(offer.names) == 1 else None
    is_end = offer.result is not None or word not in (None, "pass")
    if offer.end_name is not None and not is_end:
        context.reporter.report(
            "syntax",
            offer.end_name.span,
            f"`{offer.names[0].name}` ends no game, and only an end has a name",
            "not the name of an end",
            help='write the name before `lose`, `win`, `draw` or a result behind `else`: `else "stalemate" draw`',
        )
    if offer.result is None and word is None:
        return None
    condition = expect_condition(offer.condition, context) if offer.condition is not None else None
    name = end_name(offer.end_name, context) if is_end else ""
    result = replace(check_result(offer.result, context), name=name) if offer.result is not None else None
    return model.Fallback(word or "", result, condition, name)


def _report_late_offer(offer: syntax.Offer, before: syntax.Offer, context: Context) -> None:
    """Reports an action that follows a fallback."""
    context.usage.used.update(n.name for n in offer.names)
    context.reporter.report(
        "syntax",
        offer.span,
        "no action is offered after what holds when nothing is legal",
        "comes too late",
        others=[(before.span, "this holds when nothing is legal")],
        help="write the actions first: `turn: a else b else lose`",
    )


def _is_offered(ident: syntax.Ident, known: Mapping[str, model.Action], context: Context) -> bool:
    """Whether a turn can offer an action of this name; reports it if not."""
    name = ident.name
    context.usage.used.add(name)
    if name == "done":
        context.reporter.report(
            "unknown-action",
            ident.span,
            "`done` declines what `then may` demands; no turn offers it",
            "not an action",
            help="who may do nothing is offered `pass`",
        )
        return False
    if name in known:
        if not known[name].parameters:
            return True
        context.reporter.report(
            "wrong-arguments",
            ident.span,
            f"`{name}` has parameters, and a turn gives none",
            "offered here",
            others=[(known[name].span, "declared here")],
            help="choose inside the action, or demand it with `then`",
        )
    elif not context.names.is_excused(name) and SOME_ACTION not in context.names.broken:
        way = _meant(ident, known, context)
        context.reporter.report(
            "unknown-action",
            ident.span,
            f"no action is named `{name}`",
            "not an action",
            suggestion=way,
        )
    return False


def _meant(ident: syntax.Ident, known: Mapping[str, model.Action], context: Context) -> Suggestion:
    """What is offered for a name in a turn that is no action's."""
    name = ident.name
    if name in context.names.demandable:
        return Suggestion(
            "a `choice` is only demanded by `then`; what a turn offers is an `action` or a `move`"
        )
    if name in FALLBACKS:
        return Suggestion(f"`{name}` stands last, behind `else`")
    offered = {n for n, a in known.items() if a.form not in ("pass", "done", "choice")}
    unknown = suggestions.of_value(name, ident.span, None, context)
    words = {*offered, *FALLBACKS}
    way = suggestions.meant(replace(unknown, known=words, fits=words.__contains__, words={}))
    said = next((row.help for row in foreign.OFFERS.get(name.lower(), ())), "")
    return way or Suggestion(said or possible(name, sorted(offered)))


def phases_in_order(clauses: Sequence[syntax.Turn], language: str) -> tuple[str, ...]:
    """The phases in order, the one in which the game begins first: that of the clause that is written first. In language 2 the
    `turn` came behind all others."""
    in_text = list(dict.fromkeys(c.phase.name if c.phase else MAIN for c in clauses)) or [MAIN]
    return tuple(sorted(in_text, key=lambda name: name == MAIN) if language == "2" else in_text)


def check_skip(clause: syntax.Skip, context: Context) -> model.Skip:
    """`skip P when C`: players over whom the turn passes."""
    inner = context.outer()
    player = player_variable(clause.name, "skip", "skip p when p = {} and ...", inner)
    note(clause.means, "skip", "", clause, inner)
    return model.Skip(clause.span, player.slot, expect_condition(clause.condition, inner))


def player_variable(ident: syntax.Ident, word: str, example: str, context: Context) -> model.Local:
    """Declares the name that ranges over the players in a clause. A player's own name is reported, with an example."""
    names = context.names
    if ident.name in RESERVED:
        context.reporter.report(
            "reserved-name",
            ident.span,
            f"`{ident.name}` is a word of the language, and after `{word}` stands a new name for each player",
            "not a new name",
            help=f"write `{word} p`, and `p` for `{ident.name}` in the condition",
        )
    if ident.name in [p.name for p in names.players]:
        context.reporter.report(
            "duplicate-name",
            ident.span,
            f"`{ident.name}` is a player, and after `{word}` stands a new name for each player",
            "not a new name",
            others=[(names.declared.get(ident.name, NOWHERE), "the player is declared here")],
            help=f"write `{example.format(ident.name)}`",
        )
    return context.local(ident.name, PLAYER, ident.span)
