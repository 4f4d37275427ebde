"""Why a move is not legal: its clauses judged one by one, until one rejects it.

A move is read from its name with a word for each choice, or from its notation: the sites in it fill the choices of sites in
order, other words the other choices.
Where an action has a notation of its own, the choices are sought that would be written so. Of several actions that
could be meant the one speaks that comes furthest.
"""

import re
from collections.abc import Iterator

from gdl.core import model
from interpreter.engines import typed
from interpreter.engines.answers import Reason
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.why.clauses import ALL, Against, judge, judge_first
from interpreter.engines.reference.why.readings import (
    UNSAID,
    Question,
    by_notation,
    filled,
    game_words,
    sites_of,
    spelt,
    twofold,
    unknown_words,
)
from interpreter.engines.reference.why.steps import judge_hops, judge_steps
from interpreter.shared.numbering import Values


def explain(rules: Rules, question: Question) -> list[Reason]:
    """The reasons against a move, of the action that comes furthest; empty when nothing can be said against it."""
    game, pending = rules.game, rules.data.pending
    words = re.findall(r"[A-Za-z_]+\d*|\d+", question.text)
    sites = sites_of(game, question.text)
    turn = game.turn_of(rules.data.phase)
    names = [w.action for w in pending[0].choices] if pending else list(turn.names)
    lower = [w.lower() for w in words]
    named = [n for n in names if n.lower() in lower] or [n for n in names if _begins(question.text, n)]
    speaks = bool(sites) or not {*lower}.isdisjoint(n.lower() for n in game_words(game))
    reasons: list[Against] = []
    for name in named or names:
        action = game.action(name)
        given = _given(rules, name)
        if action.again is not None and action.form != "move" and not pending:
            against = judge_steps(rules, action, question)
            reasons.extend([against] if speaks or against[0] else [])
            continue
        in_order = spelt(game, action, question.text)
        known = in_order or filled(game, action, sites, words)
        if known is not None and (sites or in_order or name in named):
            found = _judged(rules.fresh(), action, given, known, sites, question)
            if found is None and UNSAID not in known and not twofold(game, action, words):
                return []  # such an action is legal: what else is said is what cannot be read
            reasons.extend([found] if found is not None else [])
        if action.notation is not None or name in named:
            reasons.extend(_by_notation(rules, action, given, question))
    if not reasons:
        reasons.extend(_no_such_words(game, named, words))
    if not reasons:
        firsts = (
            judge_first(rules, game.action(n), _given(rules, n), sites, question)
            for n in named or names
            if sites
        )
        reasons.extend(found for found in firsts if found is not None)
    if not reasons:
        reasons.extend(_no_sites(game, lower, turn))
    if not reasons and speaks:
        reasons.extend(_not_offered(rules, names, words))
    best = max((depth for depth, _ in reasons), default=0)
    found_texts: dict[str, Reason] = {}
    for depth, reason in reasons:
        if depth == best:
            found_texts.setdefault(reason.text, reason)
    return list(found_texts.values())


def _given(rules: Rules, name: str) -> Values:
    """The arguments that a demand gives to an action."""
    pending = rules.data.pending
    return pending[0].arguments(name) if pending else ()


def _judged(
    rules: Rules, action: model.Action, given: Values, known: Values, sites: list[int], question: Question
) -> Against | None:
    """What stands against the choices of an action, and of a move that continues against its further steps."""
    found = judge(rules, action, given, known, question)
    if found is not None or action.again is None or UNSAID in known:
        return found
    left = sites[sum(typed.is_place(c) for c in action.choices) :]
    if left:
        return judge_hops(rules, action, left, question)
    hops = [m.hops for m in question.legal() if m.action.name == action.name and m.values == known]
    if () in hops:
        return None
    return ALL, Reason(action.again.span, "it must continue, and can", subject=f"`{action.name}`:")


def _by_notation(rules: Rules, action: model.Action, given: Values, question: Question) -> Iterator[Against]:
    """What stands against the choices that would be written so, or, where only the action's name is said, against all."""
    if action.again is not None or rules.board.is_growing:
        return
    for values in by_notation(rules, action, given, question.text):
        found = judge(rules.fresh(), action, given, values, question)
        if found is not None:
            yield found


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with the parts of a name, `drop out` for `drop_out`."""
    parts = name.lower().split("_")
    return text.lower().split()[: len(parts)] == parts


def _no_such_words(game: model.Game, named: list[str], words: list[str]) -> list[Against]:
    """Words beside an action's name that name neither a site nor anything that it asks for."""
    if game.board.is_growing:
        return []
    return [
        (0, Reason(game.action(name).span, f"`{name}` asks for nothing that is called {word}"))
        for name in named
        for word in unknown_words(game, game.action(name), words)
    ]


def _no_sites(game: model.Game, words: list[str], turn: model.Turn) -> list[Against]:
    """Words that have the form of sites, and are none."""
    known, form = typed.site_names(game), re.compile(r"[a-z]{1,2}\d+")
    if game.board.is_growing or not known or not all(form.fullmatch(name) for name in known):
        return []
    others = {name.lower() for name in game_words(game)}
    missing = [w for w in words if form.fullmatch(w) and w not in known and w not in others]
    return [(0, Reason(turn.span, f"there is no site {word}")) for word in missing]


def _not_offered(rules: Rules, offered: list[str], words: list[str]) -> list[Against]:
    """Actions that are named, but not on offer now, or what must be decided first."""
    game = rules.game
    if rules.data.pending:
        wanted = [w.action for w in rules.data.pending[0].choices]
        first = game.action(wanted[0])
        return [(0, Reason(first.span, "now " + " or ".join(f"`{n}`" for n in wanted) + " is to be chosen"))]
    turn = game.turn_of(rules.data.phase)
    named = [a.name for a in game.actions if a.name in words and a.name not in offered]
    where = f" in the phase `{rules.data.phase}`" if len(game.phases) > 1 else ""
    return [(0, Reason(turn.span, f"`{name}` is not on offer{where}")) for name in named]
