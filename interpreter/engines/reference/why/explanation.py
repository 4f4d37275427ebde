"""Why a move is not legal: its clauses judged one by one, until one rejects it.

A move is read from its name with a word for each choice, or from its notation: the sites in it fill the choices of sites in
order, other words the other choices.
Where an action has a notation of its own, the choices are sought that would be written so. Of several actions that
could be meant the one speaks that comes furthest.

Of an action that continues, the step is found that is not possible, and the line that says so.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

from gdl.core import model
from gdl.limits import MAX_COMPARED
from gdl.platform.dataclass import dataclass
from interpreter.engines import notation
from interpreter.engines.answers import Reason
from interpreter.engines.notation import steps
from interpreter.engines.reference.candidates import bind, candidates, further
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.settling import settle
from interpreter.engines.reference.view import written
from interpreter.engines.reference.why.action_clauses import (
    ALL,
    Against,
    comes_first,
    judge,
    judge_first,
    judge_parts,
    preferred,
)
from interpreter.engines.reference.why.failed_demands import against_result
from interpreter.engines.reference.why.readings import (
    UNSAID,
    Question,
    by_notation,
    domain,
    filled,
    game_words,
    mentioned,
    sites_of,
    spelt,
    twofold,
    unknown_words,
)
from interpreter.shared.numbering import Values


def judge_steps(root: Rules, action: model.Action, question: Question) -> Against:
    """An action that repeats, step by step as it is written, as far as it can be followed."""
    text = question.text
    words = [w for w in steps(text) if w != action.name] if _is_free(action) else text.lower().split()
    if not [w for w in words if w != action.name] and not any(
        m.action.name == action.name for m in question.legal()
    ):
        return _against_all(root, action, question)
    return _follow_steps(root, root.fresh(), action, words, 0, question)


def _against_all(rules: Rules, action: model.Action, question: Question) -> Against:
    """Why an action is not possible at all of which only the name is said: the clause against a first step that comes furthest."""
    best: Against | None = None
    for values in islice(product(*(domain(rules, c) for c in action.choices)), MAX_COMPARED):
        said = {c.slot: v for c, v in zip(action.choices, values, strict=True)}
        found = judge_parts(rules.fresh(), action, said, 0, question.depth)
        best = found if best is None or (found is not None and found[0] > best[0]) else best
    return best if best is not None else (0, Reason(action.span, f"`{action.name}` is not possible"))


def judge_hops(rules: Rules, action: model.Action, sites: list[int], question: Question) -> Against | None:
    """The steps behind the first of a move, whose names are bound, by the sites that are left; None if all are possible."""
    assert action.again is not None
    asked = [c for c in action.repeated if notation.is_place(c)]
    number = 1
    while asked and len(sites) >= len(asked):
        rules = rules.stepped(action, number == 1)
        number += 1
        step = f"`{action.name}`, step {number}:"
        if number > action.again.most or not rules.may_go_on(action, action.again):
            return 100 * number, Reason(action.again.span, "it does not continue", subject=step)
        said: dict[int, Any] = {c.slot: s for c, s in zip(asked, sites, strict=False)}
        sites = sites[len(asked) :]
        if len(said) < len(action.repeated):
            return None  # other choices than sites cannot be told apart
        found = judge_parts(rules, action, said, 100 * number, question.depth)
        if found is not None:
            return found[0], _in_step(found[1], action, step)
    return None


def _in_step(reason: Reason, action: model.Action, step: str) -> Reason:
    """A reason against one step: it begins with the number of the step."""
    return replace(reason, subject=reason.subject.replace(f"`{action.name}`:", step, 1))


def _is_free(action: model.Action) -> bool:
    return action.again is not None and action.again.is_any_order


def _follow_steps(
    root: Rules, rules: Rules, action: model.Action, left: list[str], number: int, question: Question
) -> Against:
    """The reason against the steps that are left, of the way that comes farthest: `number` are made."""
    again = action.again
    assert again is not None
    names = rules.view.names[:]
    goes_on = number == 0 or (number < again.most and rules.may_go_on(action, again))
    if not left:
        if again.must and goes_on and any(True for _ in further(action, rules.view)):
            return number + 20, Reason(again.span, "it must continue, and can", subject=f"`{action.name}`:")
        rules.view.names[:] = names
        return number + 20, _against(root, rules, action, question)
    best: Against | None = None
    for values in _possible(rules, action, number) if goes_on else ():
        rest = _without(left, _step_text(rules, action, values), _is_free(action))
        if rest is not None:
            after = rules.stepped(action, number == 0)
            found = _follow_steps(root, after, action, rest, number + 1, question)
            best = found if best is None or found[0] > best[0] else best
    return best if best is not None else _against_step(rules, action, left, number, question)


def _possible(rules: Rules, action: model.Action, number: int) -> Iterator[Values]:
    """The choices of the next step."""
    return further(action, rules.view) if number else candidates(action, (), rules.view)


def _against_step(
    rules: Rules, action: model.Action, left: list[str], number: int, question: Question
) -> Against:
    """Why the next of the steps that are left is not possible: the clause that comes furthest of those that are meant.

    It came no further than 0 if nothing says which step is meant.
    """
    again = action.again
    assert again is not None
    after = f" after {number} step" + ("s" if number > 1 else "") if number else ""
    name, verdict = f"`{action.name}`:", f"{' '.join(left)} is not possible{after}"
    if number and (number >= again.most or not rules.may_go_on(action, again)):
        return number + 1, Reason(again.span, "it does not continue", subject=f"{name} {verdict}:")
    best: Against | None = None
    for said in _meant(rules, action, left):
        found = judge_parts(rules.fresh(), action, said, 0, question.depth)
        best = found if best is None or (found is not None and found[0] > best[0]) else best
    if best is None:
        sites = sites_of(rules.game, " ".join(left))
        best = judge_first(rules.fresh(), action, (), sites, question) if sites and not number else None
    if best is None:
        return number, Reason(action.span, verdict, subject=name)
    step = _in_step(best[1], action, f"step {number + 1}:")
    return number + 1, replace(step, subject=f"{name} {verdict}: {step.subject}".rstrip())


def _meant(rules: Rules, action: model.Action, left: list[str]) -> Iterator[dict[int, Any]]:
    """The choices, possible or not, of which the words that are left may speak: each by its slot."""
    domains = [domain(rules, c) for c in action.choices]
    if action.notation is not None:
        domains = mentioned(rules, action, domains, " ".join(left))
    trial = rules.fresh()
    trial.view.viewpoint = trial.mover
    for values in islice(product(*domains), MAX_COMPARED):
        bind(action, values, trial.view)
        if _without(left, _step_text(trial, action, values), _is_free(action)) is not None:
            yield {c.slot: v for c, v in zip(action.choices, values, strict=True)}


def _step_text(rules: Rules, action: model.Action, values: Values) -> str:
    if action.notation is not None:
        return str(rules.view.value(action.notation))
    return " ".join(written(rules.game, v, c.type) for c, v in zip(action.choices, values, strict=True))


def _without(left: list[str], step: str, is_free: bool) -> list[str] | None:
    """The words that are left after those of a step; None if it is not among them."""
    words = steps(step) if is_free else step.lower().split()
    if not is_free:
        return left[len(words) :] if left[: len(words)] == words else None
    rest = list(left)
    for word in words:
        if word not in rest:
            return None
        rest.remove(word)
    return rest


def _against(root: Rules, rules: Rules, action: model.Action, question: Question) -> Reason:
    """What `require`, `prefer` or an earlier group of the turn say against an action whose steps are all possible."""
    rules.view.viewpoint = rules.mover
    rules.effects.do(action.finals)
    settle(action, rules.effects)
    legal = question.legal()
    return (
        against_result(root, action, rules.data, question.depth)
        or comes_first(root, action, legal)
        or preferred(root, action, rules.data, legal)
        or Reason(action.span, "it is the same as another action that is legal", subject=f"`{action.name}`:")
    )


@dataclass(frozen=True, slots=True)
class _Move:
    """A move as it is written: its words, the sites among them, and the actions on offer that it names, or all if it names none.

    `is_named`: it names one. `speaks`: some word of it is one of the game's.
    """

    words: list[str]
    sites: list[int]
    actions: list[str]
    is_named: bool
    speaks: bool

    @property
    def named(self) -> list[str]:
        return self.actions if self.is_named else []


def _read(game: model.Game, text: str, offered: list[str]) -> _Move:
    words = re.findall(r"[A-Za-z_]+\d*|\d+", text)
    sites, lower = sites_of(game, text), {w.lower() for w in words}
    named = [n for n in offered if n.lower() in lower] or [n for n in offered if _begins(text, n)]
    speaks = bool(sites) or not lower.isdisjoint(n.lower() for n in game_words(game))
    return _Move(words, sites, named or offered, bool(named), speaks)


def explain(rules: Rules, question: Question) -> list[Reason]:
    """The reasons against a move, of the action that comes furthest; empty when nothing can be said against it."""
    game, pending = rules.game, rules.data.pending
    turn = game.turn_of(rules.data.phase)
    offered = [w.action for w in pending[0].choices] if pending else list(turn.names)
    move = _read(game, question.text, offered)
    found: list[Against] = []
    if not move.is_named and {*move.words[:1]} & {a.name for a in game.actions}:
        found = _not_offered(rules, offered, move.words)
    for name in () if found else move.actions:
        against = _against_choices(rules, name, move, question)
        if against is None:
            return []  # such an action is legal: what else is said is what cannot be read
        found += against
    reasons = (
        found
        or _no_such_words(game, move)
        or _against_firsts(rules, move, question)
        or _no_sites(game, move.words, turn)
        or (_not_offered(rules, offered, move.words) if move.speaks else [])
    )
    best = max((depth for depth, _ in reasons), default=0)
    found_texts: dict[str, Reason] = {}
    for depth, reason in reasons:
        if depth == best:
            found_texts.setdefault(reason.text, reason)
    return list(found_texts.values())


def _against_choices(rules: Rules, name: str, move: _Move, question: Question) -> list[Against] | None:
    """What stands against an action with the choices that a move says; None if it is legal with them."""
    game, action, given = rules.game, rules.game.action(name), _given(rules, name)
    if action.again is not None and action.form != "move" and not rules.data.pending:
        against = judge_steps(rules, action, question)
        return [against] if move.speaks or against[0] else []
    reasons: list[Against] = []
    in_order = spelt(game, action, question.text)
    known = in_order or filled(game, action, move.sites, move.words)
    if known is not None and (move.sites or in_order or move.is_named):
        found = _judged(rules.fresh(), action, given, known, move.sites, question)
        if found is not None:
            reasons.append(found)
        elif UNSAID not in known and not twofold(game, action, move.words):
            return None
    if action.notation is not None or move.is_named:
        reasons.extend(_by_notation(rules, action, given, question))
    return reasons


def _against_firsts(rules: Rules, move: _Move, question: Question) -> list[Against]:
    """What stands against the first choices of actions, of a move that says only sites."""
    if not move.sites:
        return []
    actions = [rules.game.action(name) for name in move.actions]
    firsts = (judge_first(rules, a, _given(rules, a.name), move.sites, question) for a in actions)
    return [found for found in firsts if found is not None]


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
    left = sites[sum(notation.is_place(c) for c in action.choices) :]
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


def _no_such_words(game: model.Game, move: _Move) -> list[Against]:
    """Words beside an action's name that name neither a site nor anything that it asks for."""
    if game.board.is_growing:
        return []
    return [
        (0, Reason(game.action(name).span, f"`{name}` asks for nothing that is called {word}"))
        for name in move.named
        for word in unknown_words(game, game.action(name), move.words)
    ]


def _no_sites(game: model.Game, words: list[str], turn: model.Turn) -> list[Against]:
    """Words that have the form of sites, and are none."""
    known, form = game.board.lower_site_index, re.compile(r"[a-z]{1,2}\d+")
    if game.board.is_growing or not known or not all(form.fullmatch(name) for name in known):
        return []
    others = {name.lower() for name in game_words(game)}
    lower = [word.lower() for word in words]
    missing = [w for w in lower if form.fullmatch(w) and w not in known and w not in others]
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
