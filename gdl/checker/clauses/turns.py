"""Turns and phases: the actions on offer, what happens when none is legal, and which players are skipped."""

import re
from collections.abc import Mapping, Sequence

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import expect_condition
from gdl.checker.expressions.texts import note
from gdl.checker.names import RESERVED
from gdl.diagnostics import near, possible
from gdl.layout import blank_comments
from gdl.source import NOWHERE, Span
from gdl.types import PLAYER
from gdl.words import FALLBACKS, word_of


def check_turns(
    clauses: Sequence[syntax.Turn], actions: Sequence[model.Action], context: Context
) -> dict[str, model.Turn]:
    """The turn of each phase; `main` is the one without a phase, or else the first."""
    turns: dict[str, model.Turn] = {}
    known = {a.name: a for a in actions if a.form != "choice"}
    for clause in clauses:
        phase = clause.phase.name if clause.phase else "main"
        if phase in turns:
            context.reporter.report(
                "duplicate-clause",
                clause.span,
                "this turn is described twice",
                "described again",
                others=[(turns[phase].span, "the first time")],
                help=_joined(turns[phase].span.text, clause.span.text),
            )
            continue
        turns[phase] = _check_turn(clause, known, context)
    if "main" not in turns and turns:
        turns["main"] = next(iter(turns.values()))
    return turns


def _offered(text: str) -> frozenset[str]:
    """What a text joins by `or`."""
    return frozenset(" ".join(part.split()) for part in re.split(r"\s+or\s+", text.strip()))


def _joined(first: str, second: str) -> str:
    """The help for two descriptions of a turn: both as one."""
    one, other = " ".join(first.split()), " ".join(second.partition(":")[2].split())
    if one.endswith(f": {other}"):
        return "both say the same: leave one of them out"
    offered, again = (_offered(text) for text in (one.partition(":")[2], other.partition(" else ")[0]))
    if offered <= again:
        return f"one line says all that is on offer, and `{' '.join(second.split())}` does: leave the one above it out"
    conditional = re.search(r"\s(?:if|else)\s", one) is not None
    if (
        conditional and " else " not in one and " if " not in other
    ):  # the second line holds where the condition does not
        return f"one line says all that is on offer: `{one} else {other}`"
    if offered & again:
        kept = [part for part in re.split(r"\s+or\s+", other) if part not in offered]
        other = " or ".join(kept) if not again <= offered else ""
        one = (
            f"{one} else {second.partition(' else ')[2]}" if again <= offered and " else " in second else one
        )
        return f"one line says all that is on offer: `{f'{one} or {other}' if other else one}`"
    if not other or re.search(r"\belse\b", first):
        return (
            "one line says all that is on offer: `turn: A or B` together, `turn: A else B` where nothing of A is legal; "
            "`phase NAME: ACTION` is a turn of its own"
        )
    return (
        f"one line says all that is on offer: `{one} or {other}` together, or `{one} else {other}` if that is on offer only "
        "where nothing before it is legal; `phase NAME: ACTION` is a turn of its own"
    )


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
                    help=_in_order(clause.offers[number - 1].span.in_one_line, offer.span.in_one_line),
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
    if offer.result is None and word is None:
        return None
    condition = expect_condition(offer.condition, context) if offer.condition is not None else None
    result = check_result(offer.result, context) if offer.result is not None else None
    return model.Fallback(word or "", result, condition)


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


_MEANT = {
    **dict.fromkeys(("checkmate", "mate", "loss", "defeat"), "who cannot act loses by `else lose`"),
    **dict.fromkeys(("stalemate", "tie", "remis"), "the game is drawn by `else draw`"),
    **dict.fromkeys(("skip", "nothing", "wait"), "who cannot act passes by `else pass`"),
}  # what people call what happens when nothing is legal


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
    elif not context.names.is_excused(name):
        help = (
            _MEANT.get(name.lower())
            or near(name, FALLBACKS)
            or possible(name, (n for n, a in known.items() if a.form not in ("pass", "done", "choice")))
        )
        if help.startswith("there are"):
            help += f"; a new one begins with `action {name}` or `move {name} by KIND`{_above(ident.span)}"
        if name in context.names.demandable:
            help = "a `choice` is only demanded by `then`; what a turn offers is an `action` or a `move`"
        elif name in FALLBACKS:
            help = f"`{name}` stands last, after `else`"
        context.reporter.report(
            "unknown-action", ident.span, f"no action is named `{name}`", "not an action", help=help
        )
    return False


def _above(span: Span) -> str:
    """Above which line the head of an action may be missing: one that begins a part, behind an empty line."""
    parts = re.findall(
        r"\n[ \t]*\n([ \t]+(?:choose|line|walk|leap|where|do)\b.*)", blank_comments(span.source.text)
    )
    return f", which may be missing above `{' '.join(parts[0].split())}`" if len(parts) == 1 else ""


def phases_in_order(clauses: Sequence[syntax.Turn], context: Context) -> tuple[str, ...]:
    """The phases in order, the one in which the game begins first."""
    declared = context.names.phases[1:]
    has_main = any(c.phase is None for c in clauses)
    return (*declared, "main") if has_main or not declared else declared


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


def _in_order(first: str, second: str) -> str:
    """The help for what follows a fallback without a condition: with one of its own it stands first."""
    first, second = first.removeprefix("else ").strip(), second.removeprefix("else ").strip()
    if " if " in second:
        return f"what has a condition stands first: `else {second} else {first}`"
    return "give the first one a condition, or take this out"
