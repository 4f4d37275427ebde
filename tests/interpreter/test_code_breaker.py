"""Code breaker against a second program that knows only the rules as people tell them: rows of pegs, and a sum of two counts."""

import random
from collections import Counter

import bundled
import pytest

pytestmark = pytest.mark.games

COLOURS = ("red", "green", "blue", "yellow", "white", "black")


def answer(code: list[str], guess: list[str]) -> tuple[int, int]:
    """How many pegs are right, and how many more colours are in another place: taken away one by one."""
    right = [c == g for c, g in zip(code, guess, strict=True)]
    left = Counter(c for c, is_right in zip(code, right, strict=True) if not is_right)
    nearly = 0
    for colour in (g for g, is_right in zip(guess, right, strict=True) if not is_right):
        if left[colour]:
            left[colour] -= 1
            nearly += 1
    return sum(right), nearly


def test_all_guesses_lie_there_with_the_answers_that_people_give(kind: str) -> None:
    engine = bundled.engine("code_breaker", kind)
    for seed in range(1):
        chance = random.Random(seed)
        code = chance.choices(COLOURS, k=4)
        state = engine.initial_state(seed)
        state = state.apply(state.action_from_string("hide_code " + " ".join(code)))
        rows: dict[str, str] = {}
        for row in range(1, 11):
            assert not state.is_terminal
            guess = chance.choices(COLOURS, k=4)
            state = state.apply(state.action_from_string("ask " + " ".join(guess)))
            right, nearly = answer(code, guess)
            rows |= {f"{file}{row}": colour for file, colour in zip("abcd", guess, strict=True)}
            pegs = ["black"] * right + ["white"] * nearly
            rows |= {f"{file}{row}": peg for file, peg in zip("fghi", pegs, strict=False)}
            assert state.position()["pieces"] == rows
            if right == 4:
                break
        assert state.is_terminal
        assert state.returns == ([-1, 1] if right == 4 else [1, -1])


def test_the_code_is_seen_by_whoever_made_it_until_the_end() -> None:
    state = bundled.reference("code_breaker", {"guesses": 1}).initial_state()
    state = state.apply(state.action_from_string("hide_code red green blue blue"))
    held = [state.observation(viewer)["pools"]["code"]["Maker"] for viewer in (0, 1)]
    assert [str(p).split()[-1] for p in held[0]] == ["red", "green", "blue", "blue"]
    assert "red" not in str(held[1])
    state = state.apply(state.action_from_string("ask red red red red"))
    assert state.is_terminal
    assert state.observation(1)["pools"] == state.observation(0)["pools"]
