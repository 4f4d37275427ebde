"""Sets that are chosen under a condition on the whole set: those are left out, and those alone, that cannot pass it."""

import pytest

import interpreter
from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.reference import candidates
from interpreter.shared.set_bounds import Bounds, set_bounds
from language.sentences import sentence

HEAD = """game "Sets"
players Red, Blue
kinds each suit in {sun, moon, star}, value in {1..4}
  owed = value - 3
pool hand of player
field price of game: 0..9 = 5
field rebate of piece: 1..3 or none
let paid(c: piece) = value(c) - rebate(c)
setup
  for k in kinds where value(k) != 2 or suit(k) = sun do place k in hand(Red)
  place sun_2 in hand(Red)
let heights(cards: pieces) = {value(c) for c in cards}
let is_group(cards: pieces) = count(heights(cards)) = 1
let is_run(cards: pieces) = count({suit(c) for c in cards}) = 1 and max(heights(cards)) - min(heights(cards)) = count(cards) - 1
let costs(cards: pieces, most: number) = sum(value(c) for c in cards) <= most
"""
BOUND = (
    "sum(value(c) for c in cards) = 5",
    "sum(value(c) for c in cards) <= price",
    "price > sum(value(c) for c in cards) + 1",
    "costs(cards, price - 1)",
    "count(cards) = price - 2",
    "2 <= count(cards) and count(cards) < 4 and costs(cards, 6)",
    "is_group(cards)",
    "is_group(cards) or is_run(cards)",
    "all a in cards: all b in cards: value(a) <= value(b) + 1",
    "no c in cards: suit(c) = sun",
    "count(kinds of cards) = count(cards)",
    "all m in {sun, moon, star}: count(c in cards where suit(c) = m) <= 1",
    "not (sum(value(c) for c in cards) > 4)",
    "max(value(c) for c in cards) = 3",
    "sum(owed(c) for c in cards) <= 0",
    "sum(owed(c) for c in cards) = -2",
    "sum(value(c) for c in cards) >= 9",
    "sum(value(c) for c in cards) - count(cards) > 7",
    "sum(paid(c) for c in cards) = 4",
    "sum((value(c) * owed(c) if suit(c) = sun else -1) for c in cards where value(c) > 1) < -3",
    "count(c in cards where suit(c) = moon) >= 3",
    "count({suit(c) for c in cards}) = 3",
)
FREE = (
    "some c in cards: value(c) = 4",
    "sum(value(c) for c in cards) mod 7 = 0",
    "count(kinds of cards) < count(cards)",
    "sun_1 in kinds of cards implies moon_1 in kinds of cards",
    "sum(value(c) for c in cards) != 5",
    "(sum(value(c) for c in cards) = 5) != (count(cards) = 2)",
)


def checked(text: str) -> model.Game:
    game, found = examine_source(Source("t.gdl", text))
    assert game is not None, found
    return game


def _game(conditions: tuple[str, ...]) -> str:
    actions = "".join(
        f"action a{i}\n  choose cards: 0..5 of hand(mover) where {c}\n  do move cards to hand(rival(mover))\n"
        f"action b{i}\n  choose n in 1..2\n  choose cards: 1..3 of hand(mover)\n  where {c}\n  where count(cards) > n\n"
        for i, c in enumerate(conditions)
    )
    offers = " or ".join(f"{letter}{i}" for i in range(len(conditions)) for letter in "ab")
    return f"{HEAD}{actions}turn: {offers} else pass\nlimit 9 moves: draw\n"


@pytest.mark.thorough
@sentence("What `where` says of the whole set also ends the search for sets that cannot pass any more")
def test_no_set_is_lost_and_none_is_won(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = checked(_game(BOUND + FREE))
    found = interpreter.engine(game, kind).initial_state().legal_actions()
    monkeypatch.setattr(candidates, "set_bounds", lambda *given: Bounds((), (), None))
    assert list(found) == list(interpreter.engine(game, "reference").initial_state().legal_actions())


@pytest.mark.parametrize("condition", BOUND + FREE)
def test_what_a_condition_says_of_first_elements_is_known(condition: str) -> None:
    game = checked(_game((condition,)))
    bounds = set_bounds(game.actions[0], game.actions[0].parts[0], game)  # type: ignore[arg-type]
    assert (bounds != Bounds((), (), None)) == (condition in BOUND)


@sentence("With such a condition one may choose from many")
def test_a_large_pool_is_searched_where_the_sum_is_small(kind: str) -> None:
    text = _game(("sum(value(c) for c in cards) = 3",)).replace(
        "place sun_2 in hand(Red)",
        "place sun_4 in hand(Red) times 20\n  for k in kinds do place k in hand(Red) times 3",
    )
    text = text.replace("0..5 of", "0..12 of")
    state = interpreter.engine(checked(text), kind).initial_state()
    by_size = {1: 3, 2: 9, 3: 10}  # a three; a two and a one; three ones
    assert len(state.legal_actions()) == sum(by_size.values()) + by_size[2] + 2 * by_size[3]
