"""Kalah beside a plain program: fourteen numbers in a ring, counted anew."""

import random

import pytest

import gdl
import interpreter
from interpreter.engines.base import Engine, State

pytestmark = pytest.mark.games

HOUSES = ("a1", "b1", "c1", "d1", "e1", "f1", "s", "f2", "e2", "d2", "c2", "b2", "a2", "n")
Board = tuple[int, ...]
STORES = (6, 13)


def rows(player: int) -> range:
    return range(6) if player == 0 else range(7, 13)


def sown(board: Board, player: int, house: int) -> tuple[Board, int, bool]:
    """The board after a house is sown, who plays then, and whether the game is over."""
    seeds = list(board)
    left, at = seeds[house], house
    seeds[house] = 0
    while left:
        at = (at + 1) % 14
        if at != STORES[1 - player]:
            seeds[at] += 1
            left -= 1
    facing = 12 - at
    if at in rows(player) and seeds[at] == 1 and seeds[facing]:
        seeds[STORES[player]] += 1 + seeds[facing]
        seeds[at] = seeds[facing] = 0
    is_over = any(not any(seeds[i] for i in rows(p)) for p in (0, 1))
    if is_over:
        for p in (0, 1):
            seeds[STORES[p]] += sum(seeds[i] for i in rows(p))
            for i in rows(p):
                seeds[i] = 0
    return tuple(seeds), player if at == STORES[player] else 1 - player, is_over


def engine() -> Engine:
    return interpreter.engine(gdl.load("kalah"), effort=0)


def board_of(state: State) -> Board:
    found = state.position()["sites"].get("seeds", {})
    return tuple(found.get(h, 4) for h in HOUSES)


def test_random_games_are_those_of_the_plain_program() -> None:
    made, laps = engine(), 0
    for seed in range(60):
        chance, state = random.Random(seed), made.initial_state()
        board, player, is_over = board_of(state), 0, False
        while not is_over:
            assert board == board_of(state) and player == state.current_player
            legal = {HOUSES[i]: i for i in rows(player) if board[i]}
            assert sorted(map(state.action_to_string, state.legal_actions())) == sorted(legal)
            text = chance.choice(sorted(legal))
            laps += board[legal[text]] > 13
            board, player, is_over = sown(board, player, legal[text])
            state = state.apply(state.action_from_string(text))
        gain = board[6] - board[13]
        assert board == board_of(state) and state.is_terminal
        assert state.returns == ([0, 0] if gain == 0 else [1, -1] if gain > 0 else [-1, 1])
    assert laps  # seeds went all round at least once


def count(board: Board, player: int, depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for house in rows(player):
        if board[house]:
            after, mover, is_over = sown(board, player, house)
            found += int(depth == 1) if is_over else count(after, mover, depth - 1)
    return found


def test_counts_are_those_of_the_plain_program() -> None:
    made = engine()
    start = (4,) * 6 + (0,) + (4,) * 6 + (0,)
    for depth in range(1, 6):
        assert made.perft(made.initial_state(), depth) == count(start, 0, depth)
