"""The rules at work, in the language's one order of evaluation.

(1) candidates from the position; (2) each applied and settled; (3) `require` rejects; (4) `prefer` filters; (5) equal
choices are one action; (6) the chosen one is committed; (7) ends are tested in order. Steps that a game does not use
are left out.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from gdl.core import model
from gdl.core.traits import has_musts
from gdl.limits import MAX_TRIES
from gdl.tree.words import PreferWord
from interpreter.engines.notation import is_written_by_choices
from interpreter.engines.reference.candidates import (
    bind,
    candidates,
    further,
    names_choices_alone,
    take,
)
from interpreter.engines.reference.data import Data, Outcome, Pending, Wanted
from interpreter.engines.reference.effects import Chance, Effects, by_seed
from interpreter.engines.reference.repetition import cycle, next_in_order, remember, repeated
from interpreter.engines.reference.results import outcome, reason, without_action
from interpreter.engines.reference.settling import settle
from interpreter.engines.reference.view import View, told, trouble
from interpreter.shared.numbering import Domain, Move, Values, domain_of

Found = dict[tuple[str, Values], tuple[list[Any], int]]  # names and viewpoint, by action and choices
Legal = tuple[model.Action, Values, tuple[Values, ...]]  # an action, its choices, those of further steps
Written = dict[tuple[str, Values, tuple[Values, ...]], tuple["str | None", "Rules"]]
"""By an action's name, what a demand gives to it, and its first steps: how the last of them is written, None where it cannot be
made, and the rules in the position before it."""
Steps = frozenset[tuple[Values, int]]  # the steps of an action without their order: how often each is made


class Rules:
    """One position of one game, and what its rules say about it: the judge of its view."""

    def __init__(
        self,
        game: model.Game,
        data: Data,
        mover: int,
        chance: Chance = by_seed,
        tries: list[int] | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        """`is_over`: whether the game is over, where more than the position decides it."""
        self.game = game
        self.board = game.board
        self.data = data
        self.view = View(game, data, mover, self)
        self.effects = Effects(self.view, chance)
        self.ended = is_over
        self._answers: dict[object, Any] = {}  # what definitions give those who do not ask `is_over`
        # what was bound when a candidate was found, by action and choices, so that playing it need not look again
        self.found: Found = {}
        # what follows the legal actions that were tried, for `prefer`
        self.follows: dict[tuple[str, tuple[Values, ...]], Data] = {}
        self.tries = [0] if tries is None else tries  # tentative applications that one question took, in all

    @property
    def mover(self) -> int:
        return self.view.mover

    def fresh(self, data: Data | None = None, mover: int | None = None) -> "Rules":
        """The rules for another position or player, with names of their own."""
        position = self.data if data is None else data
        player = self.mover if mover is None else mover
        made = Rules(self.game, position, player, self.effects.chance, self.tries)
        if data is None and self.view.kept is not None:
            made.view.kept = self.view.kept if self.ended is None else self._answers
        return made

    def settled(self, data: Data | None = None, mover: int | None = None) -> "Rules":
        """The rules for a position that stays as it is as long as these are asked: what definitions give is kept."""
        made = self.fresh(data, mover)
        if made.view.kept is None:
            made.view.kept = {}
        return made

    def count_try(self, action: model.Action) -> None:
        """Keeps what branches without end from hanging."""
        self.tries[0] += 1
        if self.tries[0] > MAX_TRIES:
            raise trouble(
                "too-many-ways",
                action.again.span if action.again is not None else action.span,
                f"`{action.name}` can continue in more than {MAX_TRIES} ways",
                "branches without end",
                "bound it with `up to`, or let each step use something up",
            )

    # ---- applying

    def play(self, move: Move, arguments: Values) -> Data | None:
        """The position after an action with all its steps, settled; None if its clauses do not allow it."""
        last: Data | None = None
        for hops, data in self.sequences(move.action, arguments, move):
            if hops == (move.values, *move.hops):
                last = data
                break
        return last

    def sequences(
        self, action: model.Action, arguments: Values, only: Move | None = None
    ) -> Iterator[tuple[tuple[Values, ...], Data]]:
        """Every way to carry out an action: the choices of each step, and the position after it, settled.

        With `only`, just the ways that begin like that one.
        """
        seen: set[Steps] = set()
        known = self.found.get((action.name, only.values)) if only is not None else None
        if known is not None and only is not None:
            self.view.names[:], self.view.viewpoint = known
        wanted = only.values if only is not None else None
        for values in (
            (wanted,)
            if known is not None and wanted is not None
            else candidates(action, arguments, self.view, wanted)
        ):
            self.count_try(action)
            yield from self.stepped(action, True).go_on(action, (values,), only, seen)

    def begin(self, action: model.Action) -> None:
        """What an action starts with: fields that last until the next action are reset."""
        self.data.captured = ()
        self.data.steps = 0
        self.data.is_remembered = False
        self.data.reset("action", self.game)

    def carry_out(self, action: model.Action) -> None:
        """A move takes its piece to its destination, capturing what stands there; then the effects, in order."""
        self.data.steps += 1
        if action.form == "move":
            piece, to = self.view.names[action.piece], self.view.names[action.to]
            self.effects.actor = piece
            if self.data.place[piece] != to:
                if not self.board.is_stacking:
                    self.effects.remove(tuple(p for p in self.data.cells[to] if p != piece), True)
                self.data.lift(piece)
                self.data.put(piece, to)
                self.effects.check_window(to, action.span)
        self.effects.do(action.effects)

    def go_on(
        self, action: model.Action, hops: tuple[Values, ...], only: Move | None, seen: set[Steps]
    ) -> Iterator[tuple[tuple[Values, ...], Data]]:
        """The action repeats where the rule says so; else it is finished and settled.

        `seen` are the beginnings that went on already, where the order of the steps does not matter.
        """
        again = action.again
        goes_on = False
        names = self.view.names[:]  # those of this step, which a further one takes for its own
        if again is not None and len(hops) < again.most and self.may_go_on(action, again):
            is_done = only is not None and len(only.hops) < len(hops)
            wanted = only.hops[len(hops) - 1] if only is not None and not is_done else None
            for values in further(action, self.view, wanted):
                goes_on = True
                if is_done:
                    break
                steps = (*hops, values)
                if again.is_any_order:
                    beginning = frozenset(Counter(steps).items())
                    if beginning in seen:
                        continue
                    seen.add(beginning)
                self.count_try(action)
                yield from self.stepped(action, False).go_on(action, steps, only, seen)
        if goes_on and again is not None and again.must:
            return
        self.view.names[:] = names
        self.view.viewpoint = self.mover
        self.effects.do(action.finals)
        self.effects.actor = None
        settle(action, self.effects)
        yield hops, self.data

    def may_go_on(self, action: model.Action, again: model.Again) -> bool:
        """Whether an action may be done once more: a move only while its piece is on the board."""
        self.view.viewpoint = self.mover
        here = self.data.site(self.view.names[action.piece]) if action.form == "move" else None
        if action.form == "move" and here is None:
            return False
        if again.condition is not None and not self.view.value(again.condition):
            return False
        if here is not None:
            self.view.names[action.origin] = here
        return True

    def texts(self, move: Move, arguments: Values, known: Written | None = None) -> Iterator[str]:
        """What an action's own notation says of each of its steps, in the position before that step.

        `known`: what was found in this position before, as most of many legal actions begin like another one. Only legal
        actions may be asked for then.
        """
        action, rules, steps = move.action, self, (move.values, *move.hops)
        is_plain = known is not None and names_choices_alone(action)
        known = {} if known is None else known
        assert action.notation is not None
        if is_written_by_choices(action):
            bind(action, move.values, self.view)
            yield str(self.view.value(action.notation))
            return
        for number, wanted in enumerate(steps):
            key = (action.name, arguments, steps[: number + 1])
            if key not in known:
                if number:
                    rules = rules.stepped(action, number == 1)
                is_way = rules.binds(action, None if number else arguments, wanted, is_plain)
                known[key] = (str(rules.view.value(action.notation)) if is_way else None, rules)
            text, rules = known[key]
            if text is None:
                return
            yield text

    def binds(self, action: model.Action, arguments: Values | None, wanted: Values, is_plain: bool) -> bool:
        """Binds the choices of a step, and what is given to the first one (`arguments`); whether the clauses allow them. Of
        a legal action that names nothing else (`is_plain`) they are not asked."""
        if is_plain:
            take(action, arguments, self.view, wanted)
            return True
        if arguments is None:
            ways = further(action, self.view, wanted)
        else:
            ways = candidates(action, arguments, self.view, wanted)
        return any(True for _ in ways)  # a generator that is left keeps its names bound

    def stepped(self, action: model.Action, is_first: bool) -> "Rules":
        """The rules after one step with the choices that the frame holds."""
        after = self.fresh(self.data.copy())
        after.view.names[:] = self.view.names
        after.view.viewpoint = self.view.viewpoint
        if is_first:
            after.begin(action)
        after.carry_out(action)
        return after

    # ---- what is legal

    def offers(self) -> tuple[list[Legal], str]:
        """The legal actions of the decision at hand, and the fallback that holds when there is none."""
        data = self.data
        if data.pending:
            return self.legal_of_demand(data.pending[0]), "demand"
        turn = self.game.turn_of(data.phase)
        for names in self.on_offer(turn):
            found: list[Legal] = []
            for name in names:
                found.extend(self.legal_of(self.game.action(name), ()))
            found = self.preferred(found)
            if found:
                return found, ""
        return [], self.fallback(turn).word

    def on_offer(self, turn: model.Turn) -> Iterator[tuple[str, ...]]:
        """The groups of actions whose condition holds."""
        for offer in turn.offers:
            self.view.viewpoint = self.mover
            if offer.condition is None or self.view.value(offer.condition):
                yield offer.names

    def fallback(self, turn: model.Turn) -> model.Fallback:
        """What stands when nothing is legal."""
        for fallback in turn.fallbacks:
            self.view.viewpoint = self.mover
            if fallback.condition is None or self.view.value(fallback.condition):
                return fallback
        return model.Fallback("")

    def legal_of(self, action: model.Action, arguments: Values) -> list[Legal]:
        found: dict[tuple[Values, ...], None] = {}
        by_outcome: dict[Hashable, tuple[Values, ...]] = {}
        is_once = action.again is not None and action.again.is_once
        domains = [domain_of(choice, self.game) for choice in action.choices] if is_once else []
        rules = self.fresh()
        if action.again is None and not self.must_apply(action):
            for values in candidates(action, arguments, rules.view):
                found[(values,)] = None
                self.found.setdefault((action.name, values), (rules.view.names.copy(), rules.view.viewpoint))
        else:
            for hops, after in rules.sequences(action, arguments):
                if hops not in found and self.allowed(action, after):
                    if is_once:
                        key = outcome_of(action, hops, after)
                        best = by_outcome.setdefault(key, hops)
                        if rank(domains, best) < rank(domains, hops):
                            continue
                        by_outcome[key] = hops
                        found.pop(best, None)
                    found[hops] = None
                    if self.game.prefers:
                        self.follows[action.name, hops] = after
        return [(action, hops[0], hops[1:]) for hops in found]

    def is_some_legal(self, action: model.Action, arguments: Values) -> bool:
        """Whether there is a legal way to carry out an action. The first one will do."""
        rules = self.settled()
        if action.again is None and not self.must_apply(action):
            return any(True for _ in candidates(action, arguments, rules.view))
        return any(self.allowed(action, after) for _, after in rules.sequences(action, arguments))

    def can_be_met(self, demand: Pending) -> bool:
        """Whether one of the actions that are demanded is legal."""
        return any(
            self.is_possible(w) and self.is_some_legal(self.game.action(w.action), w.arguments)
            for w in demand.choices
        )

    def legal_of_demand(self, demand: Pending) -> list[Legal]:
        """The legal actions among those that are demanded; what is about a piece that is gone lapses."""
        return [
            found
            for wanted in demand.choices
            if self.is_possible(wanted)
            for found in self.legal_of(self.game.action(wanted.action), wanted.arguments)
        ]

    def must_apply(self, action: model.Action) -> bool:
        """Whether an action is only legal if what follows from it is."""
        return has_musts(action.effects) or bool(self.game.requires_after(action.name))

    def allowed(self, action: model.Action, after: Data) -> bool:
        """Whether the position after an action passes `require`, and what must follow is possible."""
        is_broken = any(True for _ in self.broken_requirements(action, after))
        return not is_broken and self.impossible_demand(after) is None

    def broken_requirements(self, action: model.Action, after: Data) -> Iterator[model.Require]:
        rules = self.settled(after)
        for require in self.game.requires_after(action.name):
            rules.view.viewpoint = self.mover
            if not rules.view.value(require.condition):
                yield require

    def impossible_demand(self, after: Data) -> Pending | None:
        """The first new demand of a position that must be met and cannot be."""
        for demand in after.pending[len(self.data.pending) :]:
            asked = self.fresh(after, demand.player).when_asked(demand)
            if demand.word == "must" and not asked.can_be_met(demand):
                return demand
        return None

    def preferred(self, found: list[Legal]) -> list[Legal]:
        """Among the legal actions only those that `prefer` wants, clause by clause."""
        for prefer in self.game.prefers:
            if len(found) < 2:
                return found
            worth: list[Any] = []
            for action, values, hops in found:
                key = action.name, (values, *hops)
                if key not in self.follows:
                    after = self.fresh().play(Move(action, values, hops), ())
                    assert after is not None
                    self.follows[key] = after
                value = self.fresh(self.follows[key]).view.value(prefer.value)
                worth.append(0 if value is None else value)
            best = _best(prefer.word, worth)
            chosen = [f for f, w in zip(found, worth, strict=True) if w == best]
            found = chosen or found
        return found

    def can_move(self, player: int) -> bool:
        rules = self.fresh(mover=player)
        return any(rules.is_some_legal(action, ()) for offer in rules.offered() for action in offer)

    def choices(self, player: int) -> int:
        rules = self.fresh(mover=player)
        counts = (sum(len(rules.legal_of(a, ())) for a in offer) for offer in rules.offered())
        return next(filter(None, counts), 0)

    def offered(self) -> Iterator[list[model.Action]]:
        """The actions that the turn offers, by groups, passing aside."""
        for group in self.on_offer(self.game.turn_of(self.data.phase)):
            yield [self.game.action(name) for name in group if name != "pass"]

    def can_make(self, player: int, actions: tuple[str, ...]) -> bool:
        rules = self.fresh(mover=player)
        return any(rules.is_some_legal(self.game.action(name), ()) for name in actions)

    # ---- after an action

    def queue(self, before: Data) -> None:
        """Newly demanded decisions come before those that already waited; ones about pieces that are gone lapse."""
        data = self.data
        waiting = before.pending[1:] if before.pending else ()
        new = data.pending[len(before.pending) :]
        data.pending = (*new, *waiting)

    def lapse(self) -> None:
        """Drops demanded decisions that are impossible.

        One that may be declined stays where its lapsing would tell others what they cannot see: `done` says it.
        """
        data = self.data
        while data.pending:
            demand = data.pending[0]
            rules = self.fresh(mover=demand.player).when_asked(demand)
            if rules.can_be_met(demand):
                return
            if demand.word == "may" and any(self.game.action(w.action).is_private for w in demand.choices):
                return
            data.pending = data.pending[1:]

    def when_asked(self, demand: Pending) -> "Rules":
        """The rules for the position in which a demand is to be met.

        The action that demanded it is over then, and what lasts until it is done is reset, unless the demand is made by
        itself and so is a part of the action.
        """
        if self.leaves_nothing(demand) or all(f.until != "done" for f in self.game.fields.values()):
            return self
        data = self.data.copy()
        data.reset("done", self.game)
        return self.fresh(data)

    def leaves_nothing(self, demand: Pending) -> bool:
        """Whether a demand leaves nothing to choose and nothing to decline."""
        actions = [self.game.action(w.action) for w in demand.choices]
        return demand.word != "may" and len(actions) == 1 and not actions[0].choices

    def is_made_by_itself(self) -> bool:
        """Whether the demand at hand leaves nothing to choose and nothing to decline."""
        return bool(self.data.pending) and self.leaves_nothing(self.data.pending[0])

    def make_by_itself(self) -> Data:
        """The position after such a demand is carried out, as a part of the action that demanded it."""
        demand = self.data.pending[0]
        wanted = demand.choices[0]
        action = self.game.action(wanted.action)
        after = self.fresh(self.data.copy(), demand.player)
        for _ in candidates(action, wanted.arguments, after.view):
            after.view.is_choosing = False
            after.effects.do(action.effects)
            after.effects.do(action.finals)
            settle(action, after.effects)
            break
        after.queue(self.data)
        return after.data

    def is_possible(self, wanted: Wanted) -> bool:
        parameters = self.game.action(wanted.action).parameters
        return not any(
            kind.base == "piece" and value is not None and value not in self.data.place
            for (_, _, kind), value in zip(parameters, wanted.arguments, strict=True)
        )

    def next_turn(self) -> None:
        data = self.data
        data.turn += 1
        following = data.next_player
        data.mover = next_in_order(data.mover, self.view) if following is None else following
        data.next_player = None
        data.reset("turn", self.game)
        remember(self.view)

    # ---- ends

    def is_over(self) -> bool:
        return self.ended() if self.ended is not None else self.data.outcome is not None

    def find_end(self) -> Outcome | None:
        """The first end that holds, for the player who has just acted."""
        asked = self.settled()
        for ending in self.game.ends:
            asked.view.viewpoint = self.mover
            if asked.view.value(ending.condition):
                because = reason(
                    ending.result.name, told(ending.span, asked.view, ""), ending.condition.span.text
                )
                return outcome(ending.result, because, asked.view)
        if self.data.moves >= self.game.limit:
            meaning = self.game.meaning_of("limit", "")
            said = told(meaning.clause, self.view, "") if meaning is not None else ""
            because = reason(self.game.limit_result.name, said, f"the limit of {self.game.limit} moves")
            return outcome(self.game.limit_result, because, self.view)
        return None

    def nothing_legal(self) -> Outcome:
        """The end of a game in which the player to act has no action."""
        return without_action(self.fallback(self.game.turn_of(self.data.phase)), self.view)

    # ---- what comes again

    def repeated(self, history: str) -> int:
        return repeated(history, self.view)

    def cycle(self, history: str) -> int:
        return cycle(history, self.view)


def outcome_of(action: model.Action, ways: tuple[Values, ...], after: Data) -> Hashable:
    """What makes two ways of carrying out an action the same, where it is done `once per outcome`."""
    return ways[0][0] if action.form == "move" else None, after.board_key()


def rank(domains: Sequence[Domain], ways: tuple[Values, ...]) -> list[list[int]]:
    """The choices of each step as in the action's number, to compare ways by; a further step makes the last ones anew."""
    return [
        [
            domain.rank(value)
            for domain, value in zip(domains[len(domains) - len(values) :], values, strict=True)
        ]
        for values in ways
    ]


def _best(word: PreferWord, worth: list[Any]) -> Any:
    """What a preference wants of these values."""
    return max(worth) if word else True
