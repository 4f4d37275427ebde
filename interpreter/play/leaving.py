"""Games that people end before the rules do: by giving up, by agreement, or by the clock."""

from collections.abc import Collection

from gdl.model import Game

AGREED = "The players have agreed on a draw."


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
