"""A lesson that somebody works at: the task in words, a verdict on what they have done, hints, moves that are found.

In a lesson with a goal only the learner moves. In one with a win the program replies. In one with legal moves nothing moves:
the learner names moves, and those that are not legal get the reasons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic

from gdl.core import nodes as core
from gdl.core.model import Action
from gdl.core.visit import nodes
from interpreter.analysis.puzzles import Stopped, alone, moves_to_win, way_to_goal
from interpreter.engines.base import Engine, State
from interpreter.engines.single_states import followed
from interpreter.play.bots import Seat, Unimagined
from interpreter.play.lessons.cases import Lesson
from interpreter.play.sheet.english import English

IsStopped = Callable[[], bool]


def to_win(state: State, player: int, most: int, is_stopped: IsStopped = lambda: False) -> int | None:
    """To a win that the player can force, whoever is to move. Raises Stopped."""
    if is_stopped():
        raise Stopped
    if state.is_terminal:
        return 0 if state.returns[player] > 0 else None
    if state.current_player == player:
        return moves_to_win(state, most) if most else None
    longest = 0
    for action in state.legal_actions():
        found = to_win(state.apply(action), player, most, is_stopped)
        if found is None:
            return None
        longest = max(longest, found)
    return longest


def best_win(state: State, most: int, is_stopped: IsStopped = lambda: False) -> int | None:
    """The action of the player to move that wins soonest, None if none wins in `most` moves. Raises Stopped."""
    player = state.current_player
    known: dict[int, int] = {}
    for action in state.legal_actions():
        found = to_win(state.apply(action), player, most - 1, is_stopped)
        if found is not None:
            known[action] = found
    return min(known, key=lambda a: known[a], default=None)


class Defender:
    """Answers in a lesson: the reply to which no win follows in so few moves, else the one that lasts longest."""

    name = "the lesson"

    def __init__(self, learner: int, most: int) -> None:
        self.learner, self.most = learner, most

    def choose(self, seat: Seat) -> int:
        try:
            state = seat.imagine(0)
        except Unimagined:
            return seat.legal[0]
        after = {a: followed(state, a) for a in seat.legal}
        lasting = {a: 0 if s is None else self._lasts(s) for a, s in after.items()}
        return max(lasting, key=lambda a: lasting[a])

    def _lasts(self, state: State) -> int:
        found = to_win(state, self.learner, self.most)
        return self.most + 1 if found is None else found


SECONDS = 8.0
"""How long a verdict or a hint is searched for; after that the lesson goes on without it."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the moves made so far. `is_right`: None where it is not known; `is_solved`: nothing is left to do."""

    text: str
    is_right: bool | None = None
    is_solved: bool = False


@dataclass
class Attempt:
    """A lesson at a table. `found`: the legal moves that have been named, in a lesson about these."""

    engine: Engine
    lesson: Lesson
    of: int  # how many lessons there are
    found: list[int] = field(default_factory=list)
    seconds: float = SECONDS

    @cached_property
    def start(self) -> State:
        return self.lesson.start(self.engine)

    @property
    def learner(self) -> int:
        """The player whose part the learner has."""
        return self.start.current_player

    @cached_property
    def task(self) -> str:
        """What is to be done, in a sentence or two."""
        return f"{self._task()}{'' if self.lesson.is_helped else ' There are no hints.'}"

    def _task(self) -> str:
        lesson, who = self.lesson, self.engine.game.players[self.learner].name
        if lesson.form == "moves":
            return lesson.means or f"{who} is to move. Find {self._sought()}."
        has_spare, given = lesson.moves > lesson.least, _count(lesson.moves)
        if lesson.form == "win":
            wins = f"{who} is to move and wins in {_count(lesson.least)}, whatever the answers are."
            return f"{lesson.means or wins}{f' You have {given}.' if has_spare else ''}"
        said = lesson.means or f"Reach this: {self._goal()}."
        spare = f" {_number(lesson.least).capitalize()} would do." if has_spare else ""
        if len(self.engine.game.players) == 1:
            return f"{said} You have {given}.{spare}"
        return f"{said} {who} alone moves and has {given}.{spare}"

    def _sought(self) -> str:
        """Which legal moves are to be found; without help, nobody says how many there are."""
        lesson = self.lesson
        if lesson.moves < lesson.least:
            return f"{_number(lesson.moves)} of the {_count(lesson.least).replace(' moves', ' legal moves')}"
        return _all(lesson.moves) if lesson.is_helped else "all legal moves"

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The sites that the goal names."""
        if self.lesson.form != "goal":
            return ()
        from gdl.checker import condition  # slow to load, and not needed for a game that is kept

        goal, sites = condition(self.engine.game, self.lesson.goal)[0], self.engine.game.board.sites
        named = (n.value for n in nodes(goal) if isinstance(n, core.Const) and n.type.base == "site")
        return tuple(dict.fromkeys(sites[s].name for s in named if isinstance(s, int)))

    def _goal(self) -> str:
        from gdl.checker import condition  # slow to load, and not needed for a game that is kept

        english = English(self.engine.game)
        return english.finished(english.say(condition(self.engine.game, self.lesson.goal)[0]))

    def follow(self, state: State) -> State:
        """What a state after a move becomes: where only the learner moves, they are to move again."""
        return alone(state, self.learner) if self.lesson.form == "goal" else state

    def made(self, states: Sequence[State]) -> int:
        """How many moves the learner has made, in the states of a game so far."""
        return sum(s.current_player == self.learner for s in states[:-1])

    # ---- verdicts

    def verdict(self, states: Sequence[State]) -> Verdict:
        """What is said of the moves so far. It is searched for, so it may take some seconds."""
        if self.lesson.form == "moves":
            return self._of_found()
        made, state = self.made(states), states[-1]
        left = self.lesson.moves - made
        if self._is_reached(state):
            is_best = made <= self.lesson.least
            better = "" if is_best else f" It can be done in {_number(self.lesson.least)}."
            return Verdict(f"Solved in {_count(made)}.{better}", True, True)
        if state.is_terminal and self.lesson.form == "win":
            return Verdict("The game is over, and it is not won. Take back, or begin again.", False)
        if left <= 0:
            return Verdict(f"That were {_count(made)}, and it is not done. Take back, or begin again.", False)
        if not made:
            return Verdict(self.task)
        if not self.lesson.is_helped:
            return Verdict(f"{_count(left, capital=True)} left.")
        try:
            needed = self._needed(state, left)
        except Stopped:
            return Verdict(f"{_count(left, capital=True)} left.")
        if needed is None:
            return Verdict(
                f"From here it cannot be done in {_count(left)}. Take back, or begin again.", False
            )
        return Verdict(f"Right. {_count(left, capital=True)} left.", True)

    def _is_reached(self, state: State) -> bool:
        if self.lesson.form == "goal":
            return self.engine.evaluate(state, self.lesson.goal)
        return state.is_terminal and state.returns[self.learner] > 0

    def _needed(self, state: State, left: int) -> int | None:
        """The moves that are needed from a state, None if they are more than what is left. Raises Stopped."""
        if self.lesson.form == "goal":
            way = way_to_goal(self.engine, state, self.lesson.goal, left, self._limit())
            return None if way is None else len(way)
        return to_win(state, self.learner, left, self._limit())

    def _limit(self) -> Callable[[], bool]:
        end = monotonic() + self.seconds
        return lambda: monotonic() > end

    # ---- hints

    def hint(self, states: Sequence[State]) -> int | None:
        """A move on a shortest way; None where there is none, it takes long to find, or the setting has no hints."""
        state, left = states[-1], self.lesson.moves - self.made(states)
        if not self.lesson.is_helped:
            return None
        if self.lesson.form == "moves":
            return next((a for a in state.legal_actions() if a not in self.found), None)
        if state.is_terminal or state.current_player != self.learner or left <= 0:
            return None
        try:
            if self.lesson.form == "win":
                return best_win(state, left, self._limit())
            way = way_to_goal(self.engine, state, self.lesson.goal, left, self._limit())
            return way[0] if way else None
        except Stopped:
            return None

    def advice(self, states: Sequence[State]) -> tuple[int | None, str]:
        """A hint, or why there is none."""
        if not self.lesson.is_helped:
            return None, "this setting of the lesson has no hints"
        found = self.hint(states)
        return found, "there is no hint here: take back, or begin again" if found is None else ""

    # ---- legal moves

    @cached_property
    def unplaced(self) -> tuple[str, ...]:
        """The actions that are on offer, or demanded, and have nothing that can be clicked: they have buttons."""
        game, fields = self.engine.game, self.start.position()["fields"]
        demands = fields.get("pending")
        if demands:
            offered = [str(c["action"]) for c in demands[0].get("choices", demands[:1])]
        else:
            offered = list(game.turn_of(str(fields.get("phase", game.phase_order[0]))).names)
        actions = {a.name: a for a in game.actions}
        return tuple(n for n in dict.fromkeys(offered) if n not in actions or not _is_placed(actions[n]))

    def name(self, action: int) -> Verdict:
        """A legal move has been named."""
        text = self.start.action_to_string(action)
        if action in self.found:
            return Verdict(f"{text} has been found before.", True)
        self.found.append(action)
        verdict = self._of_found()
        return Verdict(f"{text} is legal. {verdict.text}", True, verdict.is_solved)

    def _of_found(self) -> Verdict:
        of, least, found = self.lesson.moves, self.lesson.least, len(self.found)
        if found >= least:
            return Verdict(f"All {least} are found." if least > 1 else "That is the only one.", True, True)
        if found >= of:
            return Verdict(f"{found} are found, as many as were asked for; there are {least}.", True, True)
        if not found:
            return Verdict(self.task)
        return Verdict(f"{found} of {of}." if self.lesson.is_helped else f"{found} found.")


def _is_placed(action: Action) -> bool:
    """Whether something of an action is chosen on the board or among pieces."""
    kinds = [c.type.element or c.type for c in action.choices]
    return any(k.base in ("site", "piece", "kind") for k in kinds)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _count(moves: int, capital: bool = False) -> str:
    number = _number(moves)
    return f"{number.capitalize() if capital else number} move{'' if moves == 1 else 's'}"


def _all(moves: int) -> str:
    return "the only legal move" if moves == 1 else f"all {_count(moves).replace(' moves', ' legal moves')}"
