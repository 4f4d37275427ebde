"""Backgammon against a generator of its own: in random positions, with every roll, the same positions follow.

The generator is written for backgammon alone and tries everything: it knows nothing of the language.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

import pytest

from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position
from interpreter.shared.numbering import ActionNumbers

pytestmark = pytest.mark.thorough

MEN = 15
BAR = 25
ROLLS = list(combinations_with_replacement(range(1, 7), 2))

# A side is a tuple of counts by the side's own numbers: 0 borne off, 1 to 24 the points, 25 the bar.
Side = tuple[int, ...]
Sides = tuple[Side, Side]  # the player to move, and the other


def one_step(sides: Sides, start: int, die: int) -> Sides | None:
    """The sides after one man has moved, or None if he may not."""
    own, other = list(sides[0]), list(sides[1])
    if not own[start] or (own[BAR] and start != BAR):
        return None
    end = max(0, start - die)
    if end == 0:
        farthest = max(n for n in range(1, BAR + 1) if own[n])
        if farthest > 6 or (die > start and farthest > start):
            return None
    else:
        facing = BAR - end
        if other[facing] > 1:
            return None
        other[BAR] += other[facing]
        other[facing] = 0
    own[start] -= 1
    own[end] += 1
    return tuple(own), tuple(other)


def lines(sides: Sides, dice: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Sides]]:
    """Every way to use the dice in this order, as far as one likes: the dice used, and what follows."""
    yield (), sides
    if dice:
        for start in range(1, BAR + 1):
            after = one_step(sides, start, dice[0])
            if after is not None:
                for used, end in lines(after, dice[1:]):
                    yield (dice[0], *used), end


def generated(sides: Sides, roll: tuple[int, int]) -> set[Sides]:
    """The positions after all legal turns; none if nobody can move."""
    a, b = roll
    orders = [(a,) * 4] if a == b else [(a, b), (b, a)]
    found = {way for dice in orders for way in lines(sides, dice)}
    longest = max(len(used) for used, _ in found)
    if longest == 0:
        return set()
    best = max(sum(used) for used, _ in found if len(used) == longest)
    return {end for used, end in found if len(used) == longest and sum(used) == best}


def random_side(chance: random.Random, taken: set[int]) -> Side:
    """Men on points that the other side does not hold, some on the bar, some borne off."""
    counts = [0] * (BAR + 1)
    deep = chance.random() < 0.4  # all or nearly all at home
    free = [n for n in range(1, 7 if deep else BAR) if BAR - n not in taken]
    points = chance.sample(free, min(len(free), chance.randint(1, 9)))
    counts[0] = chance.choice((0, 0, 0, 3, 9, 12, 13)) if deep else 0
    counts[BAR] = chance.choice((0, 0, 0, 0, 1, 2))
    if deep and chance.random() < 0.3:
        points.append(chance.choice([n for n in range(7, BAR) if BAR - n not in taken]))
    for _ in range(MEN - counts[0] - counts[BAR]):
        counts[chance.choice(points)] += 1
    return tuple(counts)


def random_sides(chance: random.Random) -> Sides:
    first = random_side(chance, set())
    return first, random_side(chance, {n for n in range(1, BAR) if first[n]})


def site(white: bool, number: int) -> str:
    """The name of a site by its number from a player's home."""
    if number == BAR:
        return "white_bar" if white else "black_bar"
    return f"p{number if white else BAR - number}"


def written(sides: Sides, roll: tuple[int, int], white: bool) -> Position:
    pieces: dict[str, list[str]] = {}
    off: dict[str, list[str]] = {}
    for side, is_white in ((sides[0], white), (sides[1], not white)):
        name = "White" if is_white else "Black"
        off[name] = ["man"] * side[0]
        for number in range(1, BAR + 1):
            if side[number]:
                pieces[site(is_white, number)] = [f"{name} man"] * side[number]
    fields = {"die1": roll[0], "die2": roll[1]}
    return {
        "to_move": "White" if white else "Black",
        "pieces": pieces,
        "pools": {"off": off},
        "fields": fields,
    }


def read(position: Position, white: bool) -> Sides:
    sides = []
    for is_white in (white, not white):
        name = "White" if is_white else "Black"
        counts = [len(position["pools"].get("off", {}).get(name, []))]
        for number in range(1, BAR + 1):
            held = position["pieces"].get(site(is_white, number), [])
            texts = [held] if isinstance(held, str) else held
            counts.append(sum(t.startswith(name) for t in texts))
        sides.append(tuple(counts))
    return sides[0], sides[1]


def disagreement(engine: Engine, sides: Sides, roll: tuple[int, int], white: bool) -> str:
    """What the engine and the generator see differently, or ""."""
    state = engine.state(written(sides, roll, white))
    expected = generated(sides, roll)
    actions = state.legal_actions()
    names = [state.action_to_string(a) for a in actions[:1]]
    if not expected:
        return "" if names == ["pass"] else f"{sides} {roll}: {names} instead of a pass"
    found = {read(state.apply(a).position(), white) for a in actions}
    return "" if found == expected else f"{sides} {roll}: {len(found)} positions, not {len(expected)}"


def compare(engine: Engine, seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    found = []
    for number in range(count):
        sides = random_sides(chance)
        found += [disagreement(engine, sides, roll, number % 2 == 0) for roll in ROLLS]
    return [text for text in found if text]


def test_turns_are_those_of_the_generator(make: Callable[..., Engine]) -> None:
    assert compare(make("backgammon"), 1, 4) == []


@pytest.mark.slow
def test_turns_are_those_of_the_generator_in_many_positions(make: Callable[..., Engine]) -> None:
    assert compare(make("backgammon"), 2, 300) == []


def test_positions_of_play_agree_too(make: Callable[..., Engine]) -> None:
    engine = make("backgammon")
    state: State = engine.initial_state(5)
    chance = random.Random(5)
    for number in range(60):
        if state.is_terminal:
            break
        position = state.position()
        white = position["to_move"] == "White"
        if number % 6 == 0:
            roll = chance.choice(ROLLS)
            assert disagreement(engine, read(position, white), roll, white) == ""
        state = state.apply(chance.choice(state.legal_actions()))


def test_the_numbers_of_actions_fit_64_bits(make: Callable[..., Engine]) -> None:
    assert ActionNumbers(make("backgammon").game).total < 2**63


def test_an_opening_roll_is_never_a_double_and_the_higher_die_begins(make: Callable[..., Engine]) -> None:
    engine = make("backgammon")
    seen = set()
    for seed in range(200):
        position = engine.initial_state(seed).position()
        dice = [position["fields"].get(name, 1) for name in ("die1", "die2")]
        assert dice[0] != dice[1]
        assert position["to_move"] == ("White" if dice[0] > dice[1] else "Black")
        seen.add(tuple(dice))
    assert len(seen) == 30


def test_each_step_of_a_double_is_written_where_it_is_made(make: Callable[..., Engine]) -> None:
    """Many turns begin alike, and are written together."""
    men = {6: 5, 8: 3, 13: 5, 24: 2}
    side = tuple(men.get(number, 0) for number in range(BAR + 1))
    engine = make("backgammon")
    state, numbers = engine.state(written((side, side), (2, 2), True)), ActionNumbers(engine.game)
    actions = state.legal_actions()
    for action in actions:
        move = numbers.decode(action)
        assert move is not None
        starts = [int(engine.game.board.sites[step[0]].name[1:]) for step in (move.values, *move.hops)]
        assert state.action_to_string(action) == " ".join(f"{n}/{n - 2}" for n in starts)
    assert len(actions) == 75
