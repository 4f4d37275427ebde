"""The rules at work, in the language's one order of evaluation.

(1) candidates from the position; (2) each applied and settled; (3) `require` rejects; (4) `prefer` filters; (5) equal
choices are one action; (6) the chosen one is committed; (7) ends are tested in order. Steps that a game does not use
are left out.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, assert_never

from gdl import model
from gdl.limits import MAX_CANDIDATES, MAX_SETTLINGS, MAX_TRIES
from gdl.traits import musts
from gdl.words import PreferWord, ResultForm
from interpreter.engines.reference.data import Data, Outcome, Pending, Wanted
from interpreter.engines.reference.expressions import trouble, written
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.remembering import Remembering
from interpreter.numbering import ListDomain, Move, Values

Steps = frozenset[tuple[Values, int]]  # the steps of an action without their order: how often each is made


class Rules(Remembering):
    """One position of one game, and what its rules say about it."""

    def __init__(self, game: model.Game, data: Data, mover: int) -> None:
        super().__init__(game, data, mover)
        self.can_move = self.player_can_move
        self.can_make = self.player_can_make
        # what was bound when a candidate was found, by action and choices, so that playing it need not look again
        self.found: dict[tuple[str, Values], tuple[list[Any], int]] = {}
        # what follows the legal actions that were tried, for `prefer`
        self.follows: dict[tuple[str, tuple[Values, ...]], Data] = {}
        self.looked_at = 0  # how many values were tried for the choices of one action
        self.tries = [0]  # how many tentative applications one question took, shared by all that it asks

    def fresh(self, data: Data | None = None, mover: int | None = None) -> "Rules":
        """The rules for another position or player, with a frame of their own."""
        position = self.data if data is None else data
        new = Rules(self.game, position, self.mover if mover is None else mover)
        new.tries = self.tries
        new.chance = self.chance
        return new

    def count_try(self, action: model.Action) -> None:
        """Keeps what branches without end from hanging."""
        self.tries[0] += 1
        if self.tries[0] > MAX_TRIES:
            raise trouble(
                "too-many-ways",
                action.again.span if action.again is not None else action.span,
                f"`{action.name}` can go on in more than {MAX_TRIES} ways",
                "branches without end",
                "bound it with `up to`, or let each step use something up",
            )

    # ---- candidates

    def candidates(self, action: model.Action, arguments: Values = ()) -> Iterator[Values]:
        """The choices that pass an action's own clauses. The frame holds them while they are looked at."""
        self.viewpoint = self.mover
        self.is_choosing = True
        self.looked_at = 0
        for (_, slot, _), value in zip(action.parameters, arguments, strict=True):
            self.frame[slot] = value
        if action.form != "move":
            yield from self.parts(action, 0)
            return
        for site, cell in enumerate(self.data.cells):
            for piece in cell[-1:]:
                if self.data.owner[piece] == self.mover and self.may_move(action, piece):
                    self.frame[action.piece] = piece
                    self.frame[action.origin] = site
                    self.viewpoint = self.mover
                    yield from self.parts(action, 0)

    def may_move(self, action: model.Action, piece: int) -> bool:
        return action.kinds is None or self.data.kind[piece] in action.kinds

    def parts(self, action: model.Action, index: int) -> Iterator[Values]:
        if index == len(action.parts):
            yield self.chosen(action)
            return
        match action.parts[index]:
            case model.Condition() as part:
                if self.value(part.condition):
                    yield from self.parts(action, index + 1)
            case model.Choose() as part:
                self.look_at(action, part)
                for value in self.elements(part.source):
                    self.frame[part.slot] = value
                    yield from self.parts(action, index + 1)
            case model.Along() as part:
                start = self.data.place[self.frame[action.piece]]
                for to in self.ends(part.path, start):
                    if not any(s.name == "to" for s in part.path.steps):
                        self.frame[part.to] = to
                    yield from self.parts(action, index + 1)
            case part:
                assert_never(part)

    def look_at(self, action: model.Action, part: model.Choose) -> None:
        """Counts what is tried for a choice, so that too many candidates are an error before they take too long."""
        source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
        if not isinstance(source, model.Const | model.Arithmetic | model.Builtin):
            return
        self.looked_at += len(self.elements(source))
        if self.looked_at > MAX_CANDIDATES:
            raise trouble(
                "too-many-ways",
                part.span,
                f"`{action.name}` has more than {MAX_CANDIDATES} candidates",
                "too many to be tried",
                "choose among fewer, or put a `where` between the choices",
            )

    def chosen(self, action: model.Action) -> Values:
        """The values of an action's choices; a piece is given by its site."""
        return tuple(
            self.known_by(self.frame[c.slot]) if c.type.base == "piece" else self.frame[c.slot]
            for c in action.choices
        )

    def known_by(self, piece: int | None) -> Any:
        """What a piece is chosen by: its site; where sites hold several, its description too."""
        if piece is None or not self.board.is_stacking:
            return self.data.site(piece)
        return self.data.described(piece, self.game)

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
            self.frame[:], self.viewpoint = known
        for values in self.candidates(action, arguments) if known is None or only is None else (only.values,):
            if only is not None and values != only.values:
                continue
            self.count_try(action)
            yield from self.stepped(action, True).go_on(action, (values,), only, seen)

    def begin(self, action: model.Action) -> None:
        """What an action starts with: fields that last until the next action are reset."""
        self.data.captured = ()
        self.data.steps = 0
        self.data.is_remembered = False
        self.reset("action")

    def reset(self, until: str) -> None:
        data = self.data
        for field in self.game.fields.values():
            if field.until != until:
                continue
            match field.holder:
                case "game":
                    data.game_fields[field.name] = field.default
                case "player":
                    data.player_fields[field.name] = [field.default] * len(self.game.players)
                case "site":
                    data.site_fields[field.name] = [field.default] * len(self.board.sites)
                case "piece":
                    data.piece_fields[field.name] = {}
                case _:
                    assert_never(field.holder)

    def carry_out(self, action: model.Action) -> None:
        """A move takes its piece to its destination, capturing what stands there; then the effects, in order."""
        self.data.steps += 1
        if action.form == "move":
            piece, to = self.frame[action.piece], self.frame[action.to]
            self.actor = piece
            if self.data.place[piece] != to:
                if not self.board.is_stacking:
                    self.remove(tuple(p for p in self.data.cells[to] if p != piece), True)
                self.data.lift(piece)
                self.data.put(piece, to)
                self.check_window(to, action.span)
        self.do(action.effects)

    def go_on(
        self, action: model.Action, hops: tuple[Values, ...], only: Move | None, seen: set[Steps]
    ) -> Iterator[tuple[tuple[Values, ...], Data]]:
        """The action goes on where the rule says so; else it is finished and settled.

        `seen` are the beginnings that went on already, where the order of the steps does not matter.
        """
        again = action.again
        goes_on = False
        names = self.frame[:]  # those of this step, which a further one takes for its own
        if again is not None and len(hops) < again.most and self.may_go_on(action, again):
            for values in self.further(action):
                goes_on = True
                steps = (*hops, values)
                if only is not None and only.hops[len(hops) - 1 : len(hops)] != (values,):
                    continue
                if again.is_any_order:
                    beginning = frozenset(Counter(steps).items())
                    if beginning in seen:
                        continue
                    seen.add(beginning)
                self.count_try(action)
                yield from self.stepped(action, False).go_on(action, steps, only, seen)
        if goes_on and again is not None and again.must:
            return
        self.frame[:] = names
        self.viewpoint = self.mover
        self.do(action.finals)
        self.actor = None
        self.settle(action)
        yield hops, self.data

    def may_go_on(self, action: model.Action, again: model.Again) -> bool:
        """Whether an action may be done once more: a move only while its piece is on the board."""
        self.viewpoint = self.mover
        here = self.data.site(self.frame[action.piece]) if action.form == "move" else None
        if action.form == "move" and here is None:
            return False
        if again.condition is not None and not self.value(again.condition):
            return False
        if here is not None:
            self.frame[action.origin] = here
        return True

    def further(self, action: model.Action) -> Iterator[Values]:
        """The choices of one more step."""
        first = len(action.choices) - len(action.repeated)
        for values in self.parts(action, 0):
            yield values[first:]

    def texts(self, move: Move, arguments: Values) -> Iterator[str]:
        """What an action's own notation says of each of its steps, in the position before that step."""
        action, rules = move.action, self
        assert action.notation is not None
        for number, wanted in enumerate((move.values, *move.hops)):
            ways = rules.further(action) if number else rules.candidates(action, arguments)
            if not any(values == wanted for values in ways):
                return
            yield str(rules.value(action.notation))
            rules = rules.stepped(action, not number)

    def stepped(self, action: model.Action, is_first: bool) -> "Rules":
        """The rules after one step with the choices that the frame holds."""
        after = self.fresh(self.data.copy())
        after.frame[:] = self.frame
        after.viewpoint = self.viewpoint
        if is_first:
            after.begin(action)
        after.carry_out(action)
        return after

    # ---- settling

    def settle(self, action: model.Action) -> None:
        for clause in self.game.settles:
            if clause.after and action.name not in clause.after:
                continue
            self.viewpoint = self.mover
            if clause.piece >= 0:
                piece = self.frame[action.piece]
                self.frame[clause.piece] = piece if piece in self.data.place else None
                self.frame[clause.origin] = self.frame[action.origin]
                self.frame[clause.to] = self.frame[action.to]
            if not clause.until_stable:
                self.do(clause.body)
                continue
            seen = [self.data.board_key()]
            while True:
                self.do(clause.body)
                key = self.data.board_key()
                if key == seen[-1]:
                    break
                if key in seen or len(seen) > MAX_SETTLINGS:
                    length = len(seen) - seen.index(key) if key in seen else len(seen)
                    raise trouble(
                        "settle-cycle",
                        clause.span,
                        f"this settling never comes to rest: the position after {len(seen)} rounds returns every {length}",
                        "goes round in a circle",
                        "make each round only remove, or only raise, something",
                    )
                seen.append(key)

    # ---- what is legal

    def offers(self) -> tuple[list[tuple[model.Action, Values, tuple[Values, ...]]], str]:
        """The legal actions of the decision at hand, and the fallback that holds when there is none."""
        data = self.data
        if data.pending:
            return self.legal_of_demand(data.pending[0]), "demand"
        turn = self.game.turn_of(data.phase)
        for names in self.on_offer(turn):
            found: list[tuple[model.Action, Values, tuple[Values, ...]]] = []
            for name in names:
                found.extend(self.legal_of(self.game.action(name), ()))
            found = self.preferred(found)
            if found:
                return found, ""
        return [], self.fallback(turn).word

    def on_offer(self, turn: model.Turn) -> Iterator[tuple[str, ...]]:
        """The groups of actions whose condition holds."""
        for offer in turn.offers:
            self.viewpoint = self.mover
            if offer.condition is None or self.value(offer.condition):
                yield offer.names

    def fallback(self, turn: model.Turn) -> model.Fallback:
        """What stands when nothing is legal."""
        for fallback in turn.fallbacks:
            self.viewpoint = self.mover
            if fallback.condition is None or self.value(fallback.condition):
                return fallback
        return model.Fallback("")

    def legal_of(
        self, action: model.Action, arguments: Values
    ) -> list[tuple[model.Action, Values, tuple[Values, ...]]]:
        found: dict[tuple[Values, ...], None] = {}
        by_outcome: dict[Hashable, tuple[Values, ...]] = {}
        rules = self.fresh()
        if action.again is None and not self.must_apply(action):
            for values in rules.candidates(action, arguments):
                found[(values,)] = None
                self.found.setdefault((action.name, values), (rules.frame.copy(), rules.viewpoint))
        else:
            for hops, after in rules.sequences(action, arguments):
                if hops not in found and self.allowed(action, after):
                    if action.again is not None and action.again.is_once:
                        key = outcome_of(action, hops, after)
                        best = by_outcome.setdefault(key, hops)
                        if rank(action, best) < rank(action, hops):
                            continue
                        by_outcome[key] = hops
                        found.pop(best, None)
                    found[hops] = None
                    if self.game.prefers:
                        self.follows[action.name, hops] = after
        return [(action, hops[0], hops[1:]) for hops in found]

    def legal_of_demand(self, demand: Pending) -> list[tuple[model.Action, Values, tuple[Values, ...]]]:
        """The legal actions among those that are demanded; what is about a piece that is gone lapses."""
        return [
            found
            for wanted in demand.choices
            if self.is_possible(wanted)
            for found in self.legal_of(self.game.action(wanted.action), wanted.arguments)
        ]

    def must_apply(self, action: model.Action) -> bool:
        """Whether an action is only legal if what follows from it is."""
        return any(True for _ in musts(action.effects)) or any(
            not r.after or action.name in r.after for r in self.game.requires
        )

    def allowed(self, action: model.Action, after: Data) -> bool:
        return self.broken_requirement(action, after) is None

    def broken_requirement(self, action: model.Action, after: Data) -> model.Require | model.Action | None:
        rules = self.fresh(after)
        for require in self.game.requires:
            if not require.after or action.name in require.after:
                rules.viewpoint = self.mover
                if not rules.value(require.condition):
                    return require
        new = after.pending[len(self.data.pending) :]
        for demand in new:
            if demand.word == "must" and not rules.when_asked(demand).legal_of_demand(demand):
                return self.game.action(demand.choices[0].action)
        return None

    def preferred(
        self, found: list[tuple[model.Action, Values, tuple[Values, ...]]]
    ) -> list[tuple[model.Action, Values, tuple[Values, ...]]]:
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
                value = self.fresh(self.follows[key]).value(prefer.value)
                worth.append(0 if value is None else value)
            best = _best(prefer.word, worth)
            chosen = [f for f, w in zip(found, worth, strict=True) if w == best]
            found = chosen or found
        return found

    def player_can_move(self, player: int) -> bool:
        rules = self.fresh(mover=player)
        turn = self.game.turn_of(self.data.phase)
        names = (n for group in rules.on_offer(turn) for n in group if n != "pass")
        return any(rules.legal_of(self.game.action(n), ()) for n in names)

    def player_can_make(self, player: int, actions: tuple[str, ...]) -> bool:
        rules = self.fresh(mover=player)
        return any(rules.legal_of(self.game.action(name), ()) for name in actions)

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
            if not self.is_gone(demand) and rules.legal_of_demand(demand):
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
        rules = self.fresh(self.data.copy())
        rules.reset("done")
        return rules

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
        for _ in after.candidates(action, wanted.arguments):
            after.is_choosing = False
            after.do(action.effects)
            after.do(action.finals)
            after.settle(action)
            break
        after.queue(self.data)
        return after.data

    def is_gone(self, demand: Pending) -> bool:
        """Whether every alternative is about a piece that is no more."""
        return not any(map(self.is_possible, demand.choices))

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
        data.mover = self.next_in_order(data.mover) if following is None else following
        data.next_player = None
        self.reset("turn")
        self.remember()

    def next_in_order(self, player: int) -> int:
        """The next player who is not passed over; simply the next one when all would be."""
        count = len(self.game.players)
        order = [(player + k) % count for k in range(1, count + 1)]
        return next((p for p in order if not self.is_skipped(p)), order[0])

    def is_skipped(self, player: int) -> bool:
        for skip in self.game.skips:
            self.viewpoint = self.mover
            self.frame[skip.slot] = player
            if self.value(skip.condition):
                return True
        return False

    # ---- what is seen

    def hidden_from(self, viewer: int) -> Hidden:
        """What a player may not see."""
        data = self.data
        hidden: dict[str, set[int]] = {"site": set(), "piece": set()}
        for hide in self.game.hides:
            self.frame[hide.viewer] = viewer
            source = hide.source.type.element
            for item in self.elements(hide.source):
                self.viewpoint = viewer
                self.frame[hide.slot] = item
                if self.value(hide.condition):
                    hidden["piece" if source is not None and source.base == "piece" else "site"].add(item)
        pools = set()
        for pool in self.game.pools.values():
            for seat in range(len(self.game.players) if pool.holder == "player" else 1):
                if pool.viewers == "nobody" or (pool.viewers == "owner" and seat != viewer):
                    pools.add(pool.slot + seat)
                    hidden["piece"].update(data.pools[pool.slot + seat])
        for site in hidden["site"]:
            hidden["piece"].update(data.cells[site])
        return Hidden(frozenset(hidden["site"]), frozenset(hidden["piece"]), frozenset(pools))

    def pairs(self, definition: model.Definition) -> Iterator[tuple[int, int]]:
        """The pairs of sites for which a relation holds."""
        domains = []
        for _, _, kind in definition.parameters:
            sites = range(len(self.data.cells))
            domains.append(
                [(s, s) for s in sites]
                if kind.base == "site"
                else [(s, p) for s in sites for p in self.data.cells[s]]
            )
        (_, first, _), (_, second, _) = definition.parameters
        for a, x in domains[0]:
            for b, y in domains[1]:
                self.frame[first], self.frame[second] = x, y
                self.viewpoint = self.mover
                if (a, x) != (b, y) and self.value(definition.body):
                    yield a, b

    # ---- ends

    def finish(self, result: model.Result) -> None:
        self.data.outcome = self.outcome(result, result.span.text)

    def find_end(self) -> Outcome | None:
        """The first end that holds, for the player who has just acted."""
        for ending in self.game.ends:
            self.viewpoint = self.mover
            if self.value(ending.condition):
                return self.outcome(ending.result, ending.condition.span.text)
        if self.data.moves >= self.game.limit:
            return self.outcome(self.game.limit_result, f"the limit of {self.game.limit} moves")
        return None

    def outcome(self, result: model.Result, because: str) -> Outcome:
        count = len(self.game.players)
        everyone = range(count)
        match result.form:
            case "wins" | "loses":
                assert result.who is not None
                named = set(self.elements(result.who))
                winners = named if result.form == "wins" else set(everyone) - named
                returns = ranked(winners, count)
            case "highest" | "lowest":
                scores = self.scores(result.score)
                best = max(scores) if result.form == "highest" else min(scores)
                winners = {p for p in everyone if scores[p] == best}
                returns = ranked(winners, count)
                because += (
                    " (" + ", ".join(f"{self.game.players[p].name} {scores[p]}" for p in everyone) + ")"
                )
            case "payoff":
                returns = tuple(float(s) for s in self.scores(result.score))
            case "draw":
                returns = (0.0,) * count
            case _:
                assert_never(result.form)
        return Outcome(returns, result.span, self.sentence(returns, result.form, because))

    def scores(self, name: str) -> list[Any]:
        definition = self.game.definitions[name]
        scores = []
        for player in range(len(self.game.players)):
            self.frame[definition.parameters[0][1]] = player
            score = self.value(definition.body)
            scores.append(0 if score is None else score)
        return scores

    def sentence(self, returns: tuple[float, ...], form: ResultForm, because: str) -> str:
        names = [p.name for p in self.game.players]
        if form == "payoff":
            head = ", ".join(f"{n} {r:g}" for n, r in zip(names, returns, strict=True))
        else:
            winners = [n for n, r in zip(names, returns, strict=True) if r > 0]
            head = " and ".join(winners) + (" wins" if len(winners) == 1 else " win") if winners else "draw"
            if not winners and len(names) == 1 and returns[0] < 0:
                head = f"{names[0]} loses"
        return f"{head}: {' '.join(because.split())}" if because else head

    def nothing_legal(self) -> Outcome:
        """The end of a game in which the player to act has no action."""
        count = len(self.game.players)
        turn = self.game.turn_of(self.data.phase)
        because = f"{self.game.players[self.mover].name} has no legal move"
        fallback = self.fallback(turn)
        if fallback.result is not None:
            return self.outcome(fallback.result, because)
        match fallback.word:
            case "lose":
                returns = ranked(set(range(count)) - {self.mover}, count)
            case "win":
                returns = ranked({self.mover}, count)
            case "" | "pass" | "draw":
                returns = (0.0,) * count
            case _:
                assert_never(fallback.word)
        return Outcome(returns, turn.span, self.sentence(returns, "wins", because))

    def text(self, value: Any, expr: model.Expr) -> str:
        return written(self.game, value, expr.type, self.data)


def outcome_of(action: model.Action, ways: tuple[Values, ...], after: Data) -> Hashable:
    """What makes two ways of carrying out an action the same, where it is done `once per outcome`."""
    return ways[0][0] if action.form == "move" else None, after.board_key()


def rank(action: model.Action, ways: tuple[Values, ...]) -> tuple[tuple[int, ...], ...]:
    """The choices of each step as in the action's number, to compare ways by."""
    return tuple(
        tuple(
            0 if isinstance(value, tuple) else ListDomain(choice.values).rank(value)
            for choice, value in zip(action.repeated if step else action.choices, values, strict=True)
        )
        for step, values in enumerate(ways)
    )


def _best(word: PreferWord, worth: list[Any]) -> Any:
    """What a preference wants of these values."""
    match word:
        case "":
            return True
        case "most":
            return max(worth)
        case "least":
            return min(worth)
        case _:
            assert_never(word)


def ranked(winners: set[int], count: int) -> tuple[float, ...]:
    """1 for winners and -1 for the others; 0 for all when all or none win."""
    if count > 1 and len(winners) in (0, count):
        return (0.0,) * count
    return tuple(1.0 if p in winners else -1.0 for p in range(count))
