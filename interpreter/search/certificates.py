"""Certificates: strategies as tables that prove what best play leads to, and the check of such a proof.

A strategy says what one player does wherever it leads them, whatever the others do: a move for each position that may come about.
The check knows nothing of how it was found. It only plays: on the reference engine it goes through all positions to which the table
leads, and looks at each end. A table from anywhere, by any program, is a proof if it passes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction

FORMAT = 1
_DIGITS = 8  # bytes of the key of a position


class NoProof(Exception):  # noqa: N818 - an answer about a certificate, not a failure of the program
    """A certificate does not prove what it says; the message says where."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What a player gets at least, and their moves by the keys of the positions in which they act."""

    player: str
    least: float
    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Certificate:
    """`game`: what its rules are loaded from, under these `options`. `position`: where it begins, None for the set-up."""

    game: str
    options: Mapping[str, str]
    position: Mapping[str, Any] | None
    strategies: Sequence[Strategy]

    def to_json(self) -> dict[str, Any]:
        strategies = [{"player": s.player, "least": s.least, "moves": dict(s.moves)} for s in self.strategies]
        return {
            "certificate": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "position": self.position,
            "strategies": strategies,
        }

    @staticmethod
    def of_json(data: Any) -> "Certificate":
        """Raises NoProof where it is none."""
        try:
            if data["certificate"] != FORMAT:
                raise NoProof(f"this is a certificate of the format {data['certificate']}, not {FORMAT}")
            strategies = [
                Strategy(str(s["player"]), float(s["least"]), {str(k): str(m) for k, m in s["moves"].items()})
                for s in data["strategies"]
            ]
            if not strategies:
                raise NoProof("it has no strategy")
            options = {str(name): str(value) for name, value in data["options"].items()}
            return Certificate(str(data["game"]), options, data["position"], strategies)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise NoProof("this is no certificate: `gdl solve GAME --certificate FILE` writes one") from error


def key_of(state: State) -> str:
    """The key of a position. Two positions with one key would not make a false proof: the check looks at both."""
    return blake2b(bytes(state), digest_size=_DIGITS).hexdigest()


def check(strategy: Strategy, start: State) -> int:
    """Goes through all positions to which a strategy leads; how many there are. Raises NoProof."""
    game = start.engine.game
    if game.is_hidden or game.has_chance:
        raise NoProof(f"{game.title} has chance or secrets in it, which no such table is about")
    seats = {player.name: seat for seat, player in enumerate(game.players)}
    if strategy.player not in seats:
        raise NoProof(f"{game.title} has no player {strategy.player}")
    me, seen, way = seats[strategy.player], {bytes(start)}, [bytes(start)]
    on_way, left, moves = {bytes(start)}, [_follow(start, me, strategy, ())], list[str]()
    while left:
        step = next(left[-1], None)
        if step is None:
            left.pop()
            on_way.discard(way.pop())
            del moves[-1:]
            continue
        move, state = step
        place = bytes(state)
        if place in on_way:
            raise NoProof(f"play may go on for ever: {' '.join((*moves, move))} leads back")
        if place not in seen:
            seen.add(place)
            moves.append(move)
            way.append(place)
            on_way.add(place)
            left.append(_follow(state, me, strategy, moves))
    return len(seen)


def _follow(state: State, me: int, strategy: Strategy, moves: Sequence[str]) -> Iterator[tuple[str, State]]:
    """What may come next: behind the move of the table, or behind each one where another player acts. Raises NoProof."""
    behind = f"after {' '.join(moves)}" if moves else "at the beginning"
    if state.is_terminal:
        if state.returns[me] < strategy.least:
            raise NoProof(f"{behind} {strategy.player} gets {state.returns[me]:g}, not {strategy.least:g}")
    elif state.current_player != me:
        for action in state.legal_actions():
            yield state.action_to_string(action), state.apply(action)
    else:
        move = strategy.moves.get(key_of(state))
        if move is None:
            raise NoProof(f"{behind} the table says nothing of what {strategy.player} does")
        try:
            yield move, state.apply(state.action_from_string(move))
        except IllegalAction as error:
            raise NoProof(f"{behind} `{move}` is not legal") from error
