"""The engine and its states. What a state has found once it keeps, since it never changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias
from weakref import ref

from gdl.core import model
from gdl.core.model import Game
from gdl.core.traits import has_luck
from gdl.core.world import NotStatic
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_DEMANDS, MAX_OUTCOMES, MAX_PLIES, MAX_TYPED
from interpreter.engines import notation
from interpreter.engines.answers import NO_SUCH_MOVE, Ended, KnownScore, Midway, Reason
from interpreter.engines.arguments import at_least, check_player, whole
from interpreter.engines.base import Batch, Engine, MutableState, Playout, State
from interpreter.engines.errors import Ambiguous, IllegalAction, PositionError, RecordError, Unreadable
from interpreter.engines.position_parts import Position
from interpreter.engines.reference import position_writer, relation_pairs, resampling, witnesses
from interpreter.engines.reference.data import Data, Outcome
from interpreter.engines.reference.effects import Chance, at_effects, at_stages, by_seed
from interpreter.engines.reference.exchange import Exchange
from interpreter.engines.reference.hidden import Hidden, hidden_from
from interpreter.engines.reference.knowledge import hidden_from_spectators, known_scores
from interpreter.engines.reference.notations import Context, Legal, Notations, brings, sites_of, too_long
from interpreter.engines.reference.outcomes import TooManyOutcomes, every_way, too_many
from interpreter.engines.reference.position_reader import Reader
from interpreter.engines.reference.position_writer import midway, packed, unpacked
from interpreter.engines.reference.public_notation import ObservedPosition, Told
from interpreter.engines.reference.repetition import hashed, next_in_order, remember
from interpreter.engines.reference.resampling import Secret, secrets
from interpreter.engines.reference.results import scores
from interpreter.engines.reference.rules import Found, Rules
from interpreter.engines.reference.view import trouble
from interpreter.engines.reference.why import Question, explain
from interpreter.engines.single_states import KeptStates, random_game, sequences
from interpreter.shared.hashing import MASK64, Random
from interpreter.shared.numbering import ActionNumbers, Move, Values

Listing: TypeAlias = Callable[[Data], Iterable[int] | None]

_MOST_ASKED = 64  # conditions that an engine keeps checked


class ReferenceState(State):
    """An immutable state: a position that is never changed, and what the rules say of it, when asked."""

    engine: "ReferenceEngine"

    def __init__(self, engine: "ReferenceEngine", data: Data) -> None:
        self.engine = engine
        self.game = engine.game
        self.data = data
        self._found: Found = {}
        self._answers: dict[object, Any] = {}  # what definitions give in this position
        self._hidden: dict[int, Hidden] = {}
        self._seen: dict[int, tuple[Hidden, Position]] = {}
        self._secrets: dict[int, tuple[Secret, ...]] = {}
        self._last_told: ReferenceState | None = None
        # the action that was applied last, and the state after it as long as somebody has it
        self._applied: tuple[int, ref[ReferenceState] | None] = -1, None

    def rules(self, mover: int | None = None, chance: Chance = by_seed) -> Rules:
        player = self.current_player if mover is None else mover
        rules = Rules(self.game, self.data, player, chance, is_over=lambda: self.is_terminal)
        rules.view.kept = self._answers
        return rules

    @property
    def current_player(self) -> int:
        return self.data.pending[0].player if self.data.pending else self.data.mover

    @property
    def _legal(self) -> dict[int, tuple[Move, Values]]:
        """The legal actions. Raises GameError where a rule goes wrong, which is found once, too."""
        if isinstance(self._listed, GameError):
            raise self._listed.with_traceback(None)
        return self._listed

    @cached_property
    def _listed(self) -> dict[int, tuple[Move, Values]] | GameError:
        try:
            return self._find_legal()
        except GameError as error:
            return error

    @cached_property
    def _numbers(self) -> Sequence[int] | None:
        """The numbers of the legal actions, where something quicker than these rules lists them."""
        listing = self.engine.listing
        found = None if listing is None or self.data.outcome is not None else listing(self.data)
        return None if found is None else [*found]

    def _find_legal(self) -> dict[int, tuple[Move, Values]]:
        if self.data.outcome is not None:
            return {}
        if self._numbers is not None:
            return {
                n: (move, self._arguments(move))
                for n in self._numbers
                if (move := self.engine.numbers.decode(n))
            }
        encode = self.engine.numbers.encode
        rules = self.rules()
        found, fallback = rules.offers()
        self._found = rules.found
        legal: dict[int, tuple[Move, Values]] = {}
        for action, values, hops in found:
            move = Move(action, values, hops)
            legal[encode(move)] = (move, self._arguments(move))
        extra = ""
        if fallback == "demand":
            extra = "done" if self.data.pending[0].word == "may" else ""
        elif fallback == "pass" and not legal:
            extra = "pass"
        if extra:
            move = Move(self.game.action(extra), ())
            legal[encode(move)] = (move, ())
        return dict(sorted(legal.items()))

    def _moves(self) -> list[Move]:
        """The legal actions."""
        return [move for _, move in self.moves()]

    def _arguments(self, move: Move) -> Values:
        """What the demand at hand gives to an action."""
        return self.data.pending[0].arguments(move.action.name) if self.data.pending else ()

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self.data.outcome is not None:
            return self.data.outcome
        if self._numbers or self._legal:
            return None
        return self.rules().nothing_legal()

    @property
    def is_terminal(self) -> bool:
        return self._outcome is not None

    @property
    def returns(self) -> list[float]:
        outcome = self._outcome
        return list(outcome.returns) if outcome is not None else [0.0] * len(self.game.players)

    @property
    def ended(self) -> Ended | None:
        found = self._outcome
        return Ended(found.span, found.text, found.name) if found is not None else None

    def legal_actions(self) -> list[int]:
        return list(self._legal)

    def apply(self, action: int) -> "ReferenceState":
        number = whole(action)
        if number is None or number not in self._legal:
            raise IllegalAction(self._refusal(action))
        known, made = self._applied
        after = made() if known == number and made is not None else None
        if after is None:
            after = self._after(number, by_seed)
            self._applied = number, ref(after)
        return after

    def _after(self, action: int, chance: Chance) -> "ReferenceState":
        """The state after a legal action, when chance decides so."""
        move, arguments = self._legal[action]
        before = self.data
        rules = self.rules(chance=chance)
        rules.found = self._found
        if move.action.form == "done":
            data = before.copy()
            data.pending = before.pending[1:]
            rules.fresh(data).begin(move.action)
        else:
            after = rules.play(move, arguments)
            assert after is not None
            data = after
            rules = rules.fresh(data)
            rules.queue(before)
        data.moves += 1
        data.passes = data.passes + 1 if move.action.form == "pass" else 0
        return ReferenceState(self.engine, self._conclude(rules.fresh(data)))

    def _conclude(self, rules: Rules) -> Data:
        """Ends, demanded decisions and the next turn, after an action is committed."""
        for _ in range(MAX_DEMANDS):
            data = rules.data
            is_said = data.outcome is not None
            if not is_said:
                data.outcome = rules.find_end()
            rules.lapse()
            if data.outcome is not None or not rules.is_made_by_itself():
                break
            rules = rules.fresh(rules.make_by_itself())
        else:
            action = self.game.action(data.pending[0].choices[0].action)
            raise trouble(
                "endless-demands",
                action.span,
                f"`{action.name}` and what it demands never end",
                "demanded again and again",
                "let each step use something up, or leave something to choose",
            )
        ended = data.outcome
        data.steps = 0
        data.reset("done", self.game)
        if not data.pending:
            data.captured = ()  # where the next turn is chosen, nothing has been captured yet
            rules.next_turn()
        if ended is None or is_said:
            return data
        return self.unless_lost(data, ended)

    def unless_lost(self, data: Data, ended: Outcome) -> Data:
        """The position of a game that has ended; who is to move and can only lose has lost, whatever else holds."""
        data.outcome = ended
        turn = self.game.turn_of(data.phase)
        if any(f.word == "lose" for f in turn.fallbacks) and not data.pending:
            data.outcome = None
            after = ReferenceState(self.engine, data)
            loses = not after._legal and after.rules().fallback(turn).word == "lose"
            data.outcome = after._outcome if loses else ended
        return data

    def _refusal(self, action: int) -> str:
        if self.is_terminal:
            return "the game is over: " + (self._outcome.text if self._outcome else "")
        move = self.engine.numbers.decode(action)
        if move is None:
            return f"{action!r} is not the number of an action of this game"
        try:
            text = notation.write(move, self._context({}))
        except (LookupError, TypeError):
            text = move.action.name
        reasons = explain(self.rules(), Question(text, self._moves))
        return f"{text} is not legal here" + (f": {reasons[0].text}" if reasons else "")

    # ---- notation

    @cached_property
    def _notations(self) -> Notations:
        return Notations(self._context(self._legal), self._leads)

    def _context(self, legal: Legal) -> Context:
        is_signed = any(a.form == "move" and a.notation is None for a in self.game.actions)
        seen = self._in_sight if self.game.is_hidden and is_signed and not self.is_terminal else None
        return Context(self.game, self.data, legal, self.rules, self._arguments, seen)

    @cached_property
    def _in_sight(self) -> Rules:
        """The rules with what the player to act sees; what they do not see cannot be read."""
        return ObservedPosition(self.rules(), self.hidden_from(self.current_player)).watched()

    def _leads(self, action: int, start: int, to: int) -> bool:
        """Whether what stands on a site is on another one after an action that is no move. Not asked where the answer
        could depend on a secret or on chance."""
        game, data = self.game, self.data
        if game.is_hidden or game.has_chance or game.board.is_stacking or not data.cells[start]:
            return False
        if self._legal[action][0].action.form == "move":
            return False
        return brings(data, self.apply(action).data, start, to)

    def mutable(self) -> MutableState:
        return KeptStates(self)

    def action_to_string(self, action: int) -> str:
        if action in self._legal:
            return self._notations.texts[action]
        move = self.engine.numbers.decode(action)
        if move is None:
            raise IllegalAction(f"{action!r} is not the number of an action of this game")
        return notation.write(move, self._context({}))

    def action_seen(self, action: int, viewer: int, all_chose: bool = False) -> str:
        check_player(self.game, viewer)
        told = self.told(action, viewer, all_chose)
        return self.action_to_string(action) if told is None else told.text()

    def told(self, action: int, viewer: int, all_chose: bool = False) -> Told | None:
        """What a player learns of an action; None where they know all of it."""
        if viewer == self.current_player or not self.game.is_hidden or action not in self._legal:
            return None
        after = self._followed(action)
        return self._told(action, self.hidden_from(viewer), after.hidden_from(viewer), all_chose)

    def _followed(self, action: int) -> "ReferenceState":
        """The state after an action; kept, since several viewers learn of one action."""
        self._last_told = self.apply(action)
        return self._last_told

    def follow(self, action: int, after: "ReferenceState") -> None:
        """Takes over what another engine has found to follow a legal action."""
        self._applied = action, ref(after)
        self._last_told = after

    def _told(self, action: int, before: Hidden, after: Hidden, all_chose: bool) -> Told:
        """An action as it is told to whom so much is hidden from before it and after it."""
        move, arguments = self._legal[action]
        seen = ObservedPosition(self.rules(), before)
        later = ObservedPosition(self._followed(action).rules(), after)
        return Told(move, arguments, seen, later, all_chose)

    def action_public(self, action: int, all_chose: bool = False) -> tuple[str, tuple[int, ...]]:
        if not self.game.is_hidden or action not in self._legal:
            return self.action_to_string(action), self.action_sites(action)
        told = self._told(action, self._unseen[0], self._followed(action)._unseen[0], all_chose)
        return told.text(), told.sites()

    def _are_alike(self, actions: Sequence[int]) -> bool:
        """Whether actions are written the same and do the same, so that nobody need tell them apart."""
        first, *others = actions
        if any(self._notations.texts[n] != self._notations.texts[first] for n in others):
            return False
        return all(self._followed(n) == self._followed(first) for n in others)

    def action_from_string(self, text: str) -> int:
        if len(text) > MAX_TYPED:
            raise Unreadable(too_long(text))
        found = self._notations.read(text)
        if len(found) == 1 or (found and self._are_alike(found)):
            return found[0]
        if found:
            shown = ", ".join(self._notations.texts[n] for n in found[:12])
            raise Ambiguous(f"{text.strip()} may be any of {shown}", tuple(found))
        if self.is_terminal:
            raise IllegalAction("the game is over: " + (self._outcome.text if self._outcome else ""))
        reasons = explain(self.rules(), Question(text, self._moves))
        if reasons:
            raise IllegalAction(f"{text.strip()} is not legal: {reasons[0].text}")
        raise Unreadable(f"{text.strip()!r} is no legal move here")

    @property
    def choices_wait(self) -> bool:
        together = self.game.together
        return together is not None and any(a is not None for a in self.data.player_fields[together.marker])

    def stages(self, action: int) -> "list[ReferenceState]":
        game, last = self.game, self.apply(action)
        move = self._legal[action][0]
        is_together = game.together is not None and move.action.name in {
            a.name for a in game.together.actions
        }
        if last.choices_wait or game.hides:
            return []
        found: list[Data] = []

        def note_passing(data: Data) -> None:
            """Notes the first position with what is laid now and gone when the action is over."""
            was, will = self.data.place, last.data.place
            if not found and any(was.get(p) != at != will.get(p) for p, at in data.place.items()):
                found.append(data.copy())

        with at_stages(lambda data: found.append(data.copy())) if is_together else at_effects(note_passing):
            self._after(action, by_seed)
        before = self._closed(self.data)
        closed = {p for p in self._closed(last.data) if p in before or p not in self.data.place}
        return [
            ReferenceState(self.engine, data)
            for data in found
            if closed & data.place.keys() <= self._closed(data)  # nobody has seen these, nor will
        ]

    def _closed(self, data: Data) -> set[int]:
        """The pieces in pools that not everybody sees."""
        pools = [p for p in self.game.pools.values() if p.viewers != "all"]
        slots = {len(data.cells) + slot for p in pools for slot in self.game.slots_of(p)}
        return {piece for piece, place in data.place.items() if place in slots}

    def action_sites(self, action: int, viewer: int | None = None) -> tuple[int, ...]:
        told = self.told(action, viewer) if viewer is not None else None
        if told is not None:
            return told.sites()
        move = self._legal[action][0] if action in self._legal else self.engine.numbers.decode(action)
        return () if move is None else sites_of(move)

    def midway(self, move: Move) -> Midway | None:
        return midway(self.rules(), move, self._arguments(move))

    def why(self, text: str, depth: int = 0) -> list[Reason]:
        if len(text) > MAX_TYPED:
            return [Reason(self.game.turn_of(self.data.phase).span, too_long(text))]
        if self._notations.read(text):
            return []
        if self._outcome is not None:
            return [Reason(self._outcome.span, "the game is over: " + self._outcome.text)]
        turn = self.game.turn_of(self.data.phase)
        return explain(self.rules(), Question(text, self._moves, depth)) or [
            Reason(turn.span, NO_SUCH_MOVE, form="unwritten")
        ]

    # ---- positions

    def position(self) -> Position:
        return position_writer.write(self.game, self.data)

    def observation(self, player: int) -> Position:
        return position_writer.Writer(self.game, self.data, self.hidden_from(player)).position()

    def public(self) -> Position:
        return position_writer.Writer(self.game, self.data, self._unseen[0]).position()

    @property
    def is_sight_secret(self) -> bool:
        return self.game.is_hidden and self._unseen[1]

    @cached_property
    def _unseen(self) -> tuple[Hidden, bool]:
        """What spectators do not see, and whether some player does not know what the others see."""
        return hidden_from_spectators(self.rules(), self.engine.exchange.told)

    @property
    def public_hidden(self) -> Hidden:
        """What spectators do not see."""
        return self._unseen[0]

    def hidden_from(self, player: int) -> Hidden:
        check_player(self.game, player)
        if player not in self._hidden:
            self._hidden[player] = hidden_from(player, self.rules(player).view)
        return self._hidden[player]

    def seen(self, player: int) -> tuple[Hidden, Position]:
        """What a player may not see, and the player's observation; found once. Not to be changed."""
        if player not in self._seen:
            hidden = self.hidden_from(player)
            self._seen[player] = hidden, position_writer.Writer(self.game, self.data, hidden).position()
        return self._seen[player]

    def secrets(self, player: int) -> tuple[Secret, ...]:
        """What the others chose for their pieces unseen by a player; found once."""
        fields = self.exchange.chosen
        if fields and player not in self._secrets:
            self._secrets[player] = secrets(self, player, self.hidden_from(player), fields)
        return self._secrets.get(player, ())

    def resample(self, player: int, seed: int) -> "ReferenceState":
        random = Random(seed)
        made = self.exchanged(player, random, lambda other: self._looks_like(other, player))
        return made or self.reseeded(random)

    def imagine(self, player: int, seed: int) -> "ReferenceState | None":
        return self.exchanged(player, Random(seed), lambda other: self._looks_like(other, player))

    def exchanged(
        self, player: int, random: Random, fits: "Callable[[ReferenceState], bool]"
    ) -> "ReferenceState | None":
        """Another position that looks the same to a player and that `fits`; None if none is found."""
        return resampling.exchanged(self, player, random, fits)

    def reseeded(self, random: Random) -> "ReferenceState":
        """The same position, with other chance to come."""
        return resampling.reseeded(self, random)

    @property
    def exchange(self) -> Exchange:
        """What of the game may be exchanged."""
        return self.engine.exchange

    def moves(self) -> list[tuple[int, Move]]:
        """The numbers of the legal actions, and what they stand for."""
        return [(number, move) for number, (move, _) in self._legal.items()]

    def with_data(self, data: Data) -> "ReferenceState":
        """A state of the same engine."""
        return ReferenceState(self.engine, data)

    def _looks_like(self, other: "ReferenceState", player: int) -> bool:
        """Whether a player cannot tell another state from this one."""
        if other.seen(player)[1] != self.seen(player)[1] or other.returns != self.returns:
            return False
        if other.is_terminal != self.is_terminal or player != self.current_player:
            return other.is_terminal == self.is_terminal
        return self.written_alike(other)

    def written_alike(self, other: "ReferenceState") -> bool:
        """Whether the legal actions of both are written the same."""
        return other._notations.texts == self._notations.texts

    def are_written_in_sight(self, actions: Iterable[int]) -> bool:
        """Whether the notations of legal actions follow from what the player to act sees."""
        rules = self._in_sight
        moves = {n: move for n in actions if (move := self.engine.numbers.decode(n)) is not None}
        legal = {n: (move, self._arguments(move)) for n, move in moves.items()}
        context = Context(self.game, rules.data, legal, rules.fresh, self._arguments, rules)
        try:
            for move in moves.values():
                notation.write(move, context)
        except NotStatic:
            return False
        return True

    def outcomes(self, action: int, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        if not self.game.has_chance:
            return [(1.0, self.apply(action))]
        if action not in self._legal:
            raise IllegalAction(self._refusal(action))
        try:
            found = every_way(lambda chance: self._after(action, chance), most)
        except TooManyOutcomes:
            raise too_many(self._legal[action][0].action, most) from None
        return [(float(p), state) for state, p in found]

    def __bytes__(self) -> bytes:
        return packed(self.engine.fingerprint, self.position())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceState) and self.data.key(self.game) == other.data.key(self.game)

    def __hash__(self) -> int:
        return self.hash64()

    def hash64(self) -> int:
        """64 bits of the whole state, the same in both engines."""
        return hashed(self.rules().view)


class ReferenceEngine(Engine):
    """The engine for one game."""

    def __init__(self, game: Game, listing: Listing | None = None) -> None:
        """`listing`: gives the numbers of the legal actions of a position where another engine can find them, else None."""
        self.game = game
        self.listing = listing
        self.numbers = ActionNumbers(game)
        self._asked: dict[str, tuple[model.Expr, int]] = {}  # conditions by their texts

    @cached_property
    def _has_luck(self) -> bool:
        return has_luck(self.game)

    @cached_property
    def fingerprint(self) -> str:
        """What a state's bytes belong to: the game's name and its options."""
        return self.game.name + "".join(f";{k}={v}" for k, v in sorted(self.game.settings.items()))

    @cached_property
    def exchange(self) -> Exchange:
        """What of the game players may not see, and where it may be instead."""
        return Exchange(self.game)

    @property
    def state_size(self) -> int:
        return len(bytes(self.initial_state()))

    def initial_state(self, seed: int = 0) -> ReferenceState:
        return self._begun(seed, by_seed)

    def initial_outcomes(self, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        try:
            found = every_way(lambda chance: self._begun(0, chance), most)
        except TooManyOutcomes:
            message = f"chance can set this game up in more than {most} ways"
            raise ValueError(message) from None
        return [(float(p), state) for state, p in found]

    def _begun(self, seed: int, chance: Chance) -> ReferenceState:
        """The first state, set up as chance decides."""
        data = Data(self.game)
        if self._has_luck:
            data.seed = seed & MASK64
        rules = Rules(self.game, data, data.mover, chance)
        rules.effects.do(self.game.setup)
        if data.next_player is not None:
            data.mover, data.next_player = data.next_player, None
        data.captured = ()
        remember(rules.view)
        return ReferenceState(self, data)

    def state(self, position: Mapping[str, Any]) -> ReferenceState:
        data = Reader(self.game, position).read()
        if self.game.histories and not data.pending and not any(data.histories.values()):
            remember(Rules(self.game, data, data.mover).view)
        return ReferenceState(self, data)

    def judge(self, state: State) -> ReferenceState:
        own = self._own(state)
        data, rules = own.data, own.rules()
        if data.outcome is not None or data.pending or data.next_player is not None or own == self._first:
            return own
        before = [p for p in range(rules.view.player_count) if self._follows(data, p)]
        ended = rules.fresh(data.copy(), before[0]).find_end() if len(before) == 1 else None
        return own if ended is None else ReferenceState(self, own.unless_lost(data.copy(), ended))

    def _follows(self, data: Data, player: int) -> bool:
        """Whether the player to act is the one whose turn follows that of another."""
        return next_in_order(player, Rules(self.game, data, player).view) == data.mover

    @cached_property
    def _first(self) -> ReferenceState:
        return self.initial_state()

    def from_bytes(self, data: bytes) -> ReferenceState:
        found = unpacked(data)
        try:
            fingerprint, position = found
            if fingerprint == self.fingerprint:
                return self.state(position)
        except (PositionError, ValueError, TypeError) as error:
            raise RecordError(f"the saved state does not fit the game: {error}") from error
        raise RecordError(f"this state belongs to `{fingerprint}`, not to `{self.fingerprint}`")

    def batch(self, n: int, seed: int = 0) -> Batch:
        from interpreter.engines.reference.batch import PlainBatch  # which needs NumPy

        return PlainBatch(self, n, self._own, seed)

    def batch_of(self, states: Sequence[ReferenceState]) -> Batch:
        from interpreter.engines.reference.batch import PlainBatch

        self.refuse_others(*states)
        return PlainBatch(self, states, self._own)

    def perft(self, state: State, depth: int, threads: int = 1) -> int:
        if self.game.has_chance:
            raise ValueError("sequences of actions are not counted in a game of chance")
        self.refuse_others(state)
        at_least("depth", depth, 0)
        at_least("threads", threads, 1)
        return sequences(state, depth)

    def playout(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        self.refuse_others(state)
        return random_game(state, Random(seed), max_plies)

    def related(self, state: State, relation: str) -> list[tuple[int, int]]:
        view = self._own(state).rules().view
        definition = self.game.definitions[relation]
        if not definition.is_relation:
            raise KeyError(relation)
        return sorted(relation_pairs.pairs(definition, view))

    def holding(self, state: State, definition: str) -> list[int]:
        return relation_pairs.holding(self.game.definitions[definition], self._own(state).rules().view)

    def decided(self, state: State) -> list[tuple[int, ...]]:
        own = self._own(state)
        if own.ended is None:
            return []
        return witnesses.rows_of_end(self.game, own.ended.span, lambda p: own.rules(p).view)

    def threats(self, state: State) -> list[witnesses.Threat]:
        own = self._own(state)
        if own.ended is not None and any(e.result.span == own.ended.span for e in self.game.ends):
            return []
        return witnesses.threats(self.game, own.rules().view)

    def scores(self, state: State, definition: str) -> list[Any]:
        return scores(definition, self._own(state).rules().view)

    def known_scores(self, state: State, definition: str, viewer: int | None) -> list[KnownScore]:
        own = self._own(state)
        return known_scores(
            definition, own.rules(), own.public_hidden if viewer is None else own.hidden_from(viewer)
        )

    def evaluate(self, state: State, text: str) -> bool:
        view = self._own(state).rules().view
        expr, slots = self._condition(text)
        view.names.extend([None] * max(0, slots - len(view.names)))
        return bool(view.value(expr))

    def _own(self, state: State) -> ReferenceState:
        """A state of this engine. Raises ValueError for any other one."""
        self.refuse_others(state)
        assert isinstance(state, ReferenceState)
        return state

    def _condition(self, text: str) -> tuple[model.Expr, int]:
        """A condition, checked: of thousands of positions the same ones are asked, by puzzles, and by claims when a position is read."""
        from gdl.checker import condition  # the checker is not needed to play

        found = self._asked.get(text)
        if found is None:
            if len(self._asked) == _MOST_ASKED:
                self._asked.clear()
            found = self._asked[text] = condition(self.game, text)
        return found
