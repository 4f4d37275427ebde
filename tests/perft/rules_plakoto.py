"""Plakoto from its rule sheet, in plain Python: where the men may go with two dice, and what a game is worth.

It shares nothing with the program that it is compared with. `Points` maps 1 to 24, counted as White bears off, to the owners
of the men there, the lowest first; players are 0 for White and 1 for Black.
"""

from collections.abc import Iterator

Points = tuple[tuple[int, ...], ...]


def seen_by(player: int, at: int) -> int:
    """A point as this player counts it, or the other way round."""
    return at if player == 0 else 25 - at


def single_steps(points: Points, player: int, die: int) -> Iterator[Points]:
    mine = [seen_by(player, at + 1) for at in range(24) for who in points[at] if who == player]
    for at in range(24):
        if not points[at] or points[at][-1] != player:
            continue
        here = seen_by(player, at + 1)
        there = here - die
        after = list(points)
        after[at] = points[at][:-1]
        if there <= 0:
            if max(mine) <= 6 and (there == 0 or here == max(mine)):
                yield tuple(after)
            continue
        goal = seen_by(player, there) - 1
        if len(after[goal]) > 1 and after[goal][-1] != player:
            continue
        after[goal] = (*after[goal], player)
        yield tuple(after)


def ways_on(points: Points, player: int, dice: tuple[int, ...]) -> Iterator[tuple[int, Points]]:
    """The pips spent and the points after each number of steps."""
    yield 0, points
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for after in single_steps(points, player, die):
            for pips, last in ways_on(after, player, tuple(rest)):
                yield pips + die, last


def following(points: Points, player: int, dice: tuple[int, int]) -> set[Points]:
    """The points after each play: both dice where that is possible, else the higher one that can be used."""
    found = set(ways_on(points, player, dice * 2 if dice[0] == dice[1] else dice))
    most = max(pips for pips, _ in found)
    return {after for pips, after in found if pips == most}


def gains(points: Points) -> list[int] | None:
    """What each player has won once the game is over, else none."""
    starts = (points[23], points[0])
    caught = [bool(s) and s[0] == p and s[-1] != p for p, s in enumerate(starts)]
    if all(caught):
        return [0, 0]
    for player in (0, 1):
        if caught[1 - player] and player not in starts[player]:
            return [2, -2] if player == 0 else [-2, 2]
        if not any(player in stack for stack in points):
            left = sum(stack.count(1 - player) for stack in points)
            won = 2 if left == 15 else 1
            return [won, -won] if player == 0 else [-won, won]
    return None
