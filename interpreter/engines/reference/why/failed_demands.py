"""Why a demanded choice is impossible: of each alternative, the clause at which its candidates come furthest."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.engines.answers import Reason
from interpreter.engines.reference.candidates import chosen, elements_alike, may_move, sets_of, sizes
from interpreter.engines.reference.data import Data, Pending
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import told
from interpreter.engines.reference.why.because import because, clause_text, fact, nothing_of, unmet
from interpreter.shared.numbering import Values


def against_result(rules: Rules, action: model.Action, after: Data, depth: int) -> Reason | None:
    """What `require` or a demand that must be met says against the position after an action; None if nothing does."""
    name, judge = f"`{action.name}`:", rules.fresh(after)
    for require in rules.broken_requirements(action, after):
        judge.view.viewpoint = rules.mover
        if sentence := told(require.span, judge.view, ""):
            behind = because(require.condition, judge.view, depth)
            return Reason(require.span, sentence, behind, subject=name)
        against = unmet(require, require.condition, judge.view, depth, f"{name} after it")
        return replace(against, verdict="this would not hold")
    demand = rules.impossible_demand(after)
    if demand is None:
        return None
    wanted = " or ".join(f"`{w.action}`" for w in demand.choices)
    behind = (
        tuple(_against_demand(rules.fresh(after, demand.player).when_asked(demand), demand, depth - 1))
        if depth > 0
        else ()
    )
    span = rules.game.action(demand.choices[0].action).span
    return Reason(span, f"{wanted} must follow and could not", behind, subject=name)


def _against_demand(rules: Rules, demand: Pending, depth: int) -> Iterator[Reason]:
    """Why each alternative of a demand is impossible."""
    for wanted in demand.choices:
        action = rules.game.action(wanted.action)
        if not rules.is_possible(wanted):
            yield Reason(action.span, "it is about a piece that is gone", subject=f"`{action.name}`:")
        else:
            found = _Furthest(rules.fresh(), action, wanted.arguments, depth).reason()
            if found is not None:
                yield found


@dataclass(frozen=True, slots=True)
class _Halt:
    """Where a candidate came no further: the part, or none where its own clauses allow it, and the names there."""

    part: model.Part | None
    names: list[Any]


class _Furthest:
    """The search for the candidate of an action that comes furthest, of those that all fail."""

    def __init__(self, rules: Rules, action: model.Action, given: Values, depth: int) -> None:
        self.rules, self.view = rules, rules.view
        self.action, self.depth = action, depth
        self.best: tuple[int, _Halt] | None = None
        self.view.viewpoint = rules.mover
        self.view.is_choosing = True
        self.view.give(action.parameters, given)

    def reason(self) -> Reason | None:
        if self.action.form == "move":
            for site, cell in enumerate(self.view.data.cells):
                for piece in cell[-1:]:
                    if self.view.owner(piece) == self.rules.mover and may_move(self.action, piece, self.view):
                        self.view.names[self.action.piece] = piece
                        self.view.names[self.action.origin] = site
                        self._go(0)
        else:
            self._go(0)
        if self.best is None:
            return Reason(self.action.span, "no piece can make this move", subject=f"`{self.action.name}`:")
        halt = self.best[1]
        self.view.names[:] = halt.names
        return self._at(halt.part) if halt.part is not None else self._after()

    def _halt(self, index: int, part: model.Part | None) -> None:
        if self.best is None or index > self.best[0]:
            self.best = index, _Halt(part, self.view.names[:])

    def _go(self, index: int) -> None:
        """Tries the candidates from a part on, until one passes all parts."""
        if index == len(self.action.parts):
            self._halt(index, None)
            return
        part = self.action.parts[index]
        is_met = False
        for _ in self._ways(part):
            is_met = True
            self._go(index + 1)
            if self.best is not None and self.best[1].part is None:
                return
        if not is_met:
            self._halt(index, part)

    def _ways(self, part: model.Part) -> Iterator[None]:
        """The ways to meet a part, with their names bound."""
        view = self.view
        match part:
            case model.Condition():
                if view.value(part.condition):
                    yield
            case model.Choose():
                for value in view.elements(part.source):
                    view.names[part.slot] = value
                    yield
            case model.ChooseSet():
                for found in sets_of(elements_alike(part, view), sizes(part)):
                    view.names[part.slot] = found
                    if part.condition is None or view.value(part.condition):
                        yield
            case model.Along():
                start = view.data.place[view.names[self.action.piece]]
                for to in ways(part.path, view, start):
                    if not any(s.name == "to" for s in part.path.steps):
                        view.names[part.to] = to
                    yield

    def _at(self, part: model.Part) -> Reason:
        """What a part says, at which nothing comes further."""
        name, text = f"`{self.action.name}`:", clause_text(part)
        match part:
            case model.Condition():
                return unmet(part, part.condition, self.view, self.depth, name)
            case model.Choose() | model.ChooseSet():
                behind = self._candidates(part.source)
                facts = (fact(part.source, None, self.view),)
                verdict = "nothing can be chosen"
                return Reason(part.span, verdict, behind, facts, subject=name, clause=text, form="candidates")
            case model.Along():
                facts = (fact(part.path, None, self.view),)
                verdict = "no path leads anywhere"
                return Reason(part.span, verdict, (), facts, subject=name, clause=text, form="path")

    def _candidates(self, source: model.Expr) -> tuple[Reason, ...]:
        """Why the only candidate of a choice does not pass its condition, or that there is none."""
        if self.depth <= 0 or not isinstance(source, model.Comprehension) or source.condition is None:
            return ()
        found = self.view.elements(source.source)
        if not found:
            return (nothing_of(source.source, self.view),)
        if len(found) > 1:
            return ()
        self.view.names[source.slot] = found[0]
        return because(source.condition, self.view, self.depth)

    def _after(self) -> Reason | None:
        """What follows from a candidate that its own clauses allow."""
        values = chosen(self.action, self.view)
        found: Reason | None = None
        for _, after in self.rules.stepped(self.action, True).go_on(self.action, (values,), None, set()):
            found = against_result(self.rules, self.action, after, self.depth)
            break
        said = self._said()
        if found is None or not said:
            return found
        if found.clause:
            return replace(found, clause=f"{found.clause}{said}")
        return replace(found, verdict=f"{found.verdict}{said}")

    def _said(self) -> str:
        """The choices of a candidate, in words."""
        words = [f"{c.name} = {self.view.text(self.view.names[c.slot], c.type)}" for c in self.action.choices]
        return f" with {', '.join(words)}" if words else ""
