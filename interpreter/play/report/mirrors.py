"""Mirror play: how far a player comes who answers what the other does by its image, and what it brings.

The image is taken by a turn of the board that undoes itself when made twice, half a turn or a reflection, and the players change
places: each of the player's actions leaves a position that is its own image, but for places that lie on themselves (Berlekamp,
Conway and Guy, Winning Ways for Your Mathematical Plays, 1982, call it the Tweedledum and Tweedledee strategy). Where no action does,
a bot goes on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from gdl.boards.turns import turns_of
from gdl.core.model import Game
from gdl.limits import MAX_PLIES
from interpreter.analysis.intervals import Estimate, Share
from interpreter.analysis.samples import Played, Rows, seed_of
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position
from interpreter.play.bots import Seat
from interpreter.play.contest import copies
from interpreter.shared.hashing import Random

LOOKS, LOOKED_AT = (
    4,
    60,
)  # random games that say how long each mirror lasts, and the actions of each that are looked at
LASTS = 0.5  # of the choices of such games, from which on a bot plays it
MOST = 4  # mirrors that are looked at, of each player


@dataclass(frozen=True, slots=True)
class Mirror:
    """What a player answers by: the image of each cell of the board. `player`: their seat."""

    player: int
    sites: tuple[int, ...]
    is_half_turn: bool

    def on(self, game: Game) -> str:
        """What it is, with an example."""
        site, image = next((s, t) for s, t in enumerate(self.sites) if s != t)
        how = "half a turn" if self.is_half_turn else "a reflection"
        return f"{how} ({game.board.sites[site].name} by {game.board.sites[image].name})"


@dataclass(frozen=True, slots=True)
class Mirrored:
    """What a mirror brought: the share of the points of who played so, how many games that was, which part of their choices was answered
    so; and the share of the bot itself in their seat."""

    mirror: Mirror
    share: Estimate | None
    games: int
    lasted: float
    plain: Estimate | None

    @property
    def is_better(self) -> bool:
        """Whether it was better than the bot itself for sure."""
        if self.share is None or self.plain is None:
            return False
        low, high = self.share.low, self.plain.high
        return low is not None and high is not None and low > high


def mirrors(game: Game) -> list[Mirror]:
    """The mirrors that are looked at: none in games of chance, with secrets, or for other numbers than two."""
    board = game.board
    if len(game.players) != 2 or game.is_hidden or game.has_chance or board.is_growing or board.places:
        return []
    found = dict.fromkeys(
        (
            turn.sites,
            all(
                _is_opposite(a.angle, board.directions[b].angle)
                for a, b in zip(board.directions, turn.directions, strict=True)
            ),
        )
        for turn in turns_of(board)
        if turn.sites != tuple(range(len(turn.sites)))
        and all(turn.sites[t] == s for s, t in enumerate(turn.sites))
    )
    ranked = sorted(found, key=lambda sites: not sites[1])[:MOST]
    return [Mirror(player, *turn) for turn in ranked for player in (1, 0)]


def _is_opposite(one: int, other: int) -> bool:
    return (one - other) % 360 == 180


@dataclass(frozen=True)
class MirrorGames:
    """Work for an executor: games of a bot against itself, in which one of the two answers by images as long as they can. Games of more
    than `most` actions are cut off.

    `images` of a row: how many of their `choices` were answered so.
    """

    engine: Engine
    bot: str
    mirror: Mirror
    seed: int
    most: int = MAX_PLIES

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._row(key) for key in keys]

    def _row(self, key: int) -> dict[str, Any]:
        seed = seed_of(self.seed, key)
        bots, state = copies(self.bot, self.engine, Random(seed)), self.engine.initial_state(seed)
        last, goes_on, plies, choices, images = tuple[int, ...](), True, 0, 0, 0
        while not state.is_terminal and plies < self.most:
            action = None
            if state.current_player == self.mirror.player:
                choices += 1
                action = _image(state, last, self.mirror) if goes_on else None
                goes_on = action is not None
                images += goes_on
            if action is None:
                action = bots[state.current_player].choose(Seat.of(state))
            last, plies = state.action_sites(action), plies + 1
            state = state.apply(action)
        return Played(state.returns, plies, not state.is_terminal, None).row(key) | {
            "images": images,
            "choices": choices,
        }


def _image(state: State, last: Sequence[int], mirror: Mirror) -> int | None:
    """An action that leaves a position which is its own image. `last`: the sites of what the other has done."""
    wanted = tuple(mirror.sites[s] for s in last)
    sites = {action: state.action_sites(action) for action in state.legal_actions()}
    images = [a for a, on in sites.items() if on == wanted]
    images += [a for a, on in sites.items() if on != wanted and all(mirror.sites[s] == s for s in on)]
    return next(
        (a for a in images if is_own_image(state.apply(a).position(), mirror, state.engine.game)), None
    )


def is_own_image(position: Position, mirror: Mirror, game: Game) -> bool:
    """Whether what stands on the board, but for places that lie on themselves, and in pools is the other player's behind the mirror."""
    names = [p.name for p in game.players]
    exchanged = dict(zip(names, reversed(names), strict=True))

    def image(text: str) -> str:
        return re.sub(r"\w+", lambda word: exchanged.get(word[0], word[0]), text)

    def piece(held: object) -> object:
        return [image(str(h)) for h in held] if isinstance(held, list) else image(str(held)) if held else held

    board, pieces = game.board, position["pieces"]
    for site, there in enumerate(mirror.sites):
        if site != there and piece(pieces.get(board.sites[site].name)) != pieces.get(board.sites[there].name):
            return False
    pools = {name: sorted(map(str, held)) for name, held in position["pools"].items()}
    return {image(name): sorted(map(image, held)) for name, held in pools.items()} == pools


def lasting(found: Sequence[tuple[Mirror, Rows]]) -> Iterator[Mirror]:
    """Of each player the mirror that lasts longest in random games, if it lasts for long."""
    for player in (1, 0):
        ranked = [(lasted(rows), mirror) for mirror, rows in found if mirror.player == player]
        longest, mirror = max(ranked, key=lambda pair: pair[0], default=(0.0, None))
        if mirror is not None and longest >= LASTS:
            yield mirror


def lasted(rows: Rows) -> float:
    """Which part of the choices were answered by images, as the mean of games."""
    return fmean([row["images"] / row["choices"] for row in rows if row["choices"]] or [0.0])


def mirrored(mirror: Mirror, rows: Rows, plain: Rows) -> Mirrored:
    """What games of a mirror say. `plain`: those of the bot against itself."""
    shares = [
        Share(sum(p), len(p))
        for p in (
            [r["points"][mirror.player] for r in some if r["points"] is not None] for some in (rows, plain)
        )
    ]
    return Mirrored(mirror, shares[0].estimate(), int(shares[0].whole), lasted(rows), shares[1].estimate())
