"""What a random game shows of the rules: which way the pieces of each player go, and how moves are written.

Both follow from the rules, but hardly any clause says them: a direction is the value of a definition, and a notation
counts points from where its player sits.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gdl.core import nodes as core
from gdl.core.visit import nodes
from interpreter.engines.base import Engine
from interpreter.engines.position_parts import stacks
from interpreter.play.choosing.tokens import Spelling, Token
from interpreter.play.choosing.walk import Chooser
from interpreter.play.scene.names import words
from interpreter.play.sheet.blocks import Block, Heading, Items
from interpreter.play.sheet.wording import joined

_PLIES = 30
_SEED = 1
_FEW = 3  # moves of a player that show a direction
_LONG = 4  # sites of a way that is worth telling
_SHOWN = 3  # sites of a way that are named at each end


@dataclass(frozen=True, slots=True)
class Played:
    """An action of a random game: who made it, how it is written, its choices, and their own pieces before and after it."""

    player: int
    text: str
    spelt: Spelling
    before: Mapping[str, int]
    after: Mapping[str, int]


class Samples:
    """Looks at one random game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game = engine, engine.game

    def ways(self) -> list[str]:
        """Which way the pieces of each player go, where all of them go one way of a drawn graph."""
        board = self.game.board
        if board.tiling.has_lattice or not board.directions:
            return []
        chains = list(dict.fromkeys(chain for row in board.steps for chain in _chains(row)))
        found = []
        for number, player in enumerate(self.game.players):
            moves = [p for p in self._played if p.player == number and p.before != p.after]
            named = [[board.sites[s].name for s in chain] for chain in chains]
            fitting = [names for names in named if _follow(moves, names)]
            if len(fitting) == 1:
                found.append(f"The pieces of {player.name} go {_way(fitting[0])}.")
        return found

    def notation(self) -> Iterator[Block]:
        """How moves are written that call places otherwise, by a definition: an example of each player."""
        told = {
            a.name for a in self.game.actions if any(isinstance(n, core.Apply) for n in nodes(a.notation))
        }
        if not told:
            return
        shown: dict[tuple[str, int], tuple[str, str]] = {}
        for played in self._played:
            action, player = played.spelt.action, self.game.players[played.player].name
            chosen = list(_chosen(played.spelt))
            is_plain = all(t.sort != "site" or _value(t) in played.text for _, t in chosen)
            if action.name not in told or is_plain:
                continue
            said = joined([f"{name} {_value(t)}" for name, t in chosen], "and")
            shown.setdefault(
                (action.name, played.player), (played.text, f"{words(action.name)} by {player}: {said}.")
            )
        if shown:
            yield Heading("How moves are written")
            yield Items(tuple(shown[key] for key in sorted(shown)))

    @cached_property
    def _played(self) -> Sequence[Played]:
        chooser, chance = Chooser(self.engine), random.Random(_SEED)
        state, found = self.engine.initial_state(_SEED), list[Played]()
        while len(found) < _PLIES and not state.is_terminal:
            player, number = state.current_player, chance.choice(state.legal_actions())
            after = state.apply(number)
            name = self.game.players[player].name
            found.append(
                Played(
                    player,
                    state.action_to_string(number),
                    chooser.spelt(number),
                    _own(state.position(), name),
                    _own(after.position(), name),
                )
            )
            state = after
        return found


def _own(position: Mapping[str, object], player: str) -> dict[str, int]:
    """How many pieces of a player are on each site."""
    counts = {s: sum(t.startswith(f"{player} ") for t in texts) for s, texts in stacks(position).items()}
    return {site: count for site, count in counts.items() if count}


def _chains(steps: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ways that steps in a direction make from an end to the other one."""
    entered = {s for s in steps if s >= 0}
    for start in range(len(steps)):
        chain = [start]
        while start not in entered and (at := steps[chain[-1]]) >= 0:
            chain.append(at)
        if len(chain) >= _LONG:
            yield tuple(chain)


def _follow(moves: Sequence[Played], chain: Sequence[str]) -> bool:
    """Whether all moves go along a way: each piece that comes to a site has left one before it."""
    at = {name: number for number, name in enumerate(chain)}
    seen = 0
    for move in moves:
        change = {s: move.after.get(s, 0) - move.before.get(s, 0) for s in {**move.before, **move.after}}
        if any(s not in at for s, n in change.items() if n):
            return False
        left = sorted(at[s] for s, n in change.items() for _ in range(-n))
        reached = sorted(at[s] for s, n in change.items() for _ in range(n))
        if len(left) == len(reached):
            seen += 1
            if any(a > b for a, b in zip(left, reached, strict=True)):
                return False
    return seen >= _FEW


def _way(names: Sequence[str]) -> str:
    """A way by the sites at its ends."""
    shown = [words(n) for n in names]
    if len(shown) <= 2 * _SHOWN + 1:
        return f"from {shown[0]} by {', '.join(shown[1:-1])} to {shown[-1]}"
    first, last = ", ".join(shown[1:_SHOWN]), ", ".join(shown[-_SHOWN:-1])
    return f"from {shown[0]} by {first} and so on to {last} and {shown[-1]}"


def _chosen(spelt: Spelling) -> Iterator[tuple[str, Token]]:
    """The choices of an action with their names."""
    for slot, step in zip(spelt.slots, spelt.steps, strict=True):
        if isinstance(slot, Token) and step is not None:
            yield words(step.choice.name), slot


def _value(token: Token) -> str:
    """What is chosen, without the word for its sort."""
    return words(token.text.partition(" ")[2] or token.text)
