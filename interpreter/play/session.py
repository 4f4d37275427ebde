"""A game in progress: its states and moves, who sits on which seat, undo and redo.

A session knows nothing of terminals.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError
from interpreter.engines.position_parts import Position
from interpreter.play import record
from interpreter.play.autosave import Autosave
from interpreter.play.bots import Bot, Seat
from interpreter.play.chance import Drawn
from interpreter.play.record import Record, RuleTexts
from interpreter.play.scene.cards import tricks
from interpreter.play.scene.scene import reveals

AGREED = "The players have agreed on a draw."
_STAGES = 40  # that are shown of one action

Shown = tuple[State, Position]  # a state with what somebody sees of it


def new_seed() -> int:
    """A seed for a game that is played: 64 bits that nobody can guess, so that what is open does not tell what is hidden."""
    return secrets.randbits(64)


def seed_of_bot(seed: int, seat: int) -> int:
    """The seed of a bot in a game with a seed: 32 bits, as its name tells them, from which that of the game does not follow."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {seat}".encode(), digest_size=4).digest())


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game begins otherwise than with the set-up of its rules: a state, and its position as YAML, for the record.

    `follow`: what the state after a move becomes, in puzzles that skip the turns of the others.
    """

    state: State
    text: str
    follow: Callable[[State], State] = lambda state: state


class Session:
    """One game being played. `seats` has a bot per player, or None for a person, and `names` what people call themselves.

    `keeper`: where the game is kept after every move, if anywhere. `agreed`: what each player gets where people have ended
    the game before its rules did, and `verdict` how.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        seed: int,
        seats: Sequence[Bot | None],
        names: Mapping[str, str] | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        self.engine = engine
        self.name = name
        self.seed = seed
        self.seats = list(seats)
        self.names = dict(names or {})
        self.date = datetime.now(UTC).isoformat(timespec="seconds")
        self.keeper: Autosave | None = None
        self.agreed: tuple[float, ...] = ()
        self.verdict = ""
        self._rules: RuleTexts | None = None
        self._said: tuple[int, Mapping[str, str]] = (0, {})  # a result that a record had after so many moves
        self.beginning = beginning
        self.states: list[State] = [engine.initial_state(seed) if beginning is None else beginning.state]
        self.moves: list[str] = []
        self.actions: list[int] = []
        self._undone: list[tuple[str, int, State]] = []
        self._drawn: dict[int, Drawn] = {}  # what chance gave behind so many moves, as a record says

    @property
    def game(self) -> Game:
        return self.engine.game

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move, or None."""
        return None if self.is_over else self.seats[self.state.current_player]

    @property
    def people(self) -> list[int]:
        """The players whose seats people have."""
        return [i for i, seat in enumerate(self.seats) if seat is None]

    @property
    def has_people(self) -> bool:
        return None in self.seats

    def player(self, state: State | None = None) -> str:
        return self.game.players[(state or self.state).current_player].name

    def chosen(self) -> int:
        """What the bot to move chooses. It gets what its seat may see, and not the state."""
        assert self.bot is not None
        return self.bot.choose(Seat.of(self.state))

    def play(self, action: int) -> str:
        """Plays an action; gives its notation. Raises IllegalAction, GameError and leaves the game as it was."""
        text = self.state.action_to_string(action)
        after = self.state.apply(action)
        self.states.append(after if self.beginning is None else self.beginning.follow(after))
        self._drawn = {n: fields for n, fields in self._drawn.items() if n <= len(self.moves)}
        self.moves.append(text)
        self.actions.append(action)
        self._undone.clear()
        self._keep()
        return text

    def _keep(self) -> None:
        if self.keeper is not None:
            self.keeper.keep(self.record())

    def end(self, returns: Sequence[float], verdict: str = "") -> None:
        """Ends a game otherwise than by its rules: by giving up, by agreement, or by the clock. `verdict` says how."""
        self.agreed, self.verdict = tuple(returns), verdict
        self._keep()

    def vacate(self) -> str:
        """The bot that is to move leaves its seat to a person, and the game is kept from now on. The name of the player."""
        self.seats[self.state.current_player] = None
        self.keeper = self.keeper or Autosave()
        self._keep()
        return self.player()

    def go_on(self) -> None:
        """Goes on with a game that people have ended."""
        self.agreed, self.verdict = (), ""
        self._keep()

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal or bool(self.agreed)

    @property
    def stated(self) -> dict[str, str]:
        """What each player got by the record that goes on here, where its game ended otherwise than by the rules."""
        length, result = self._said
        return dict(result) if not self.is_over and len(self.moves) == length else {}

    @property
    def viewer(self) -> int | None:
        """The person who may look now: the one to move, else the first; None when only bots play."""
        people, player = self.people, self.state.current_player
        return player if player in people else next(iter(people), None)

    @property
    def has_secrets(self) -> bool:
        """Whether several people play and may not see the same."""
        return self.game.is_hidden and self.seats.count(None) > 1

    def must_hand_over(self, seen_by: int | None) -> bool:
        """Whether another person than who has looked last is to look now, and people do not see the same."""
        if not self.has_secrets or self.viewer == seen_by:
            return False
        first, *others = (self.state.observation(p) for p in self.people)
        return any(seen != first for seen in others)

    def seen(self, index: int, viewer: int) -> str:
        """A move of the game as a player has learnt of it by now."""
        return self.states[index].action_seen(self.actions[index], viewer, self.all_chose(index))

    def stages(self, index: int, viewer: int | None) -> list[Shown]:
        """The stages in which a move of the game took effect, as a viewer sees them."""
        return shown_stages(self.states[index], self.actions[index], viewer)

    def all_chose(self, index: int) -> bool:
        """Whether nobody is left to choose of those who chose together with a move of the game."""
        if self.game.together is None:
            return False
        return any(not state.choices_wait for state in self.states[index + 1 :])

    def _is_human(self, state: State) -> bool:
        return not state.is_terminal and self.seats[state.current_player] is None

    def _target(self) -> int | None:
        """The number of moves before the last decision of a person: undoing goes back to it."""
        return next((i for i in range(len(self.moves) - 1, -1, -1) if self._is_human(self.states[i])), None)

    def would_reveal(self) -> bool:
        """Whether undoing would go back behind a moment at which a person saw something hidden, or chance decided
        something, so that they would know it beforehand."""
        target = self._target()
        if target is None:
            return False
        states = self.states[target:]
        if len({s.position()["fields"].get("seed") for s in states}) > 1:
            return True
        people = {*self.people} if self.game.is_hidden else set()
        if not self.state.is_terminal:  # only those who have been to act since then have looked
            people &= {s.current_player for s in states}
        if len(people) > 1 and any(s.is_sight_secret for s in states):
            return True  # whether it reveals something to another one is not to be told either
        return any(
            reveals(self.game, before.observation(p), after.observation(p))
            for p in people
            for before, after in pairwise(states)
        )

    def has_uncovered(self, viewer: int) -> bool:
        """Whether the last move of a person has shown them something that was hidden."""
        mine = (i for i in range(len(self.moves) - 1, -1, -1) if self.states[i].current_player == viewer)
        last = next(mine, None)
        if last is None or not self.game.is_hidden:
            return False
        before, after = self.states[last], self.states[last + 1]
        return reveals(self.game, before.observation(viewer), after.observation(viewer))

    def undo(self) -> int:
        """Back to the last decision of a person; the number of moves taken back, 0 if there was none."""
        before = len(self.moves)
        target = self._target()
        if target is None:
            return 0
        while len(self.moves) > target:
            self._undone.append((self.moves.pop(), self.actions.pop(), self.states.pop()))
        self._keep()
        return before - target

    def restart(self) -> None:
        """Back to the beginning, as if nothing had been played."""
        self.states, self.moves, self.actions, self._drawn = self.states[:1], [], [], {}
        self._undone.clear()

    @property
    def can_undo(self) -> bool:
        """Whether a person has decided anything."""
        return self._target() is not None

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> int:
        """Forward to a person's next decision, or as far as moves were undone."""
        count = 0
        while self._undone:
            move, action, state = self._undone.pop()
            self.moves.append(move)
            self.actions.append(action)
            self.states.append(state)
            count += 1
            if self._is_human(state):
                break
        if count:
            self._keep()
        return count

    def record(self) -> Record:
        players = [p.name for p in self.game.players]
        seats = {p: bot.name if bot else "human" for p, bot in zip(players, self.seats, strict=True)}
        returns = self.state.returns if self.state.is_terminal else self.agreed
        result = {p: f"{value:g}" for p, value in zip(players, returns, strict=bool(returns))} or self.stated
        return Record(
            self.name,
            record.chosen_options(self.game),
            self.seed,
            tuple(self.moves),
            title=self.game.title,
            rules=self.rules,
            seats=seats,
            names=self.names,
            date=self.date,
            result=result,
            end=self.verdict if self.state.ended is None else self.state.ended.name,
            is_hidden=self.game.is_hidden,
            position="" if self.beginning is None else self.beginning.text,
            drawn={n: fields for n, fields in self._drawn.items() if n <= len(self.moves)},
        )

    @property
    def rules(self) -> RuleTexts:
        """What a saved game holds of the rules, as they were when this one began."""
        if self._rules is None:
            try:
                self._rules = record.rule_texts(self.name)
            except (OSError, ValueError, GameError):
                self._rules = RuleTexts("")  # the file has gone
        return self._rules

    def save(self, path: Path, is_sealed: bool = False) -> None:
        """Raises RecordError."""
        record.save(self.record(), path, is_sealed)

    def resume(self, saved: Record, engine: Engine) -> None:
        """Continues a record, played on `engine`. Raises RecordError, and then leaves the game as it was."""
        if engine.game.title != self.engine.game.title:
            raise RecordError(
                f"that is a game of {engine.game.title}, not of {self.engine.game.title}: "
                f"continue it with `gdl play {saved.game} --load FILE`"
            )
        if len(engine.game.players) != len(self.seats):
            raise RecordError(
                f"that game has {len(engine.game.players)} players and this one {len(self.seats)}: "
                f"start it with `gdl play {saved.game}`"
            )
        try:
            states = record.replay(saved, engine)
        except RecordError as error:
            changed = record.rule_change(saved.game, saved.rules)
            raise RecordError(
                f"{changed}, and its moves fit no longer: {error}" if changed else str(error)
            ) from error
        self.engine, self.name, self.seed = engine, saved.game, saved.seed
        self.beginning = Beginning(states[0], saved.position) if saved.position else None
        self.states, self.moves, self._undone = states, list(saved.moves), []
        self.agreed, self.verdict = (), ""
        self._said, self._drawn = (len(saved.moves), dict(saved.result)), dict(saved.drawn)
        self.actions = [s.action_from_string(m) for s, m in zip(states, saved.moves, strict=False)]
        self.names, self.date = dict(saved.names), saved.date or self.date
        self._rules = saved.rules if saved.rules.text is not None else None


# ---- games that people end before the rules do: by giving up, by agreement, or by the clock


def resignation(game: Game, player: int) -> str:
    """The sentence about a player who gives up."""
    name = game.players[player].name
    others = [p.name for i, p in enumerate(game.players) if i not in game.team_of(player)]
    if len(game.teams) != 2:
        return f"{name} resigns."
    return f"{name} resigns: {' and '.join(others)} {'wins' if len(others) == 1 else 'win'}."


def goes_on(game: Game, player: int, people: Collection[int]) -> bool:
    """Whether the others play on without a player who gives up: several sides are left, and people play for them."""
    return len(game.teams) > 2 and any(p not in game.team_of(player) for p in people)


def returns_without(game: Game, loser: int | None) -> list[float]:
    """What each player gets when one has lost otherwise than by the rules: where there are two sides, the other one wins.
    Nobody wins or loses a draw (None)."""
    lost = () if loser is None else game.team_of(loser)
    won = 1.0 if loser is not None and len(game.teams) == 2 else 0.0
    return [-1.0 if p in lost else won for p in range(len(game.players))]


# ---- what players have chosen together takes effect in stages


def shown_stages(before: State, action: int, viewer: int | None) -> list[Shown]:
    """The stages between a state and that after an action, with what a viewer (None: a spectator) sees of each; without those that
    look like the one before, or like the end."""
    game = before.engine.game
    if game.hides or (game.together is None and not tricks(game)):
        return []  # there are none, or none that people wait for: most games need not look for them at each move
    stages, found = before.stages(action)[:_STAGES], list[Shown]()
    if not stages:
        return found
    last, end = (_pieces(_seen(state, viewer)) for state in (before, before.apply(action)))
    for stage in stages:
        seen = _seen(stage, viewer)
        if (pieces := _pieces(seen)) not in (last, end):
            found.append((stage, seen))
            last = pieces
    return found


def _seen(state: State, viewer: int | None) -> Position:
    return state.public() if viewer is None else state.observation(viewer)


def _pieces(seen: Position) -> object:
    """Where the pieces are, and what is on them and on sites: fields of the game and of players alone make no stage."""
    return seen.get("pieces"), seen.get("sites"), seen.get("pools")
