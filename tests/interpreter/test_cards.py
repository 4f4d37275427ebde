"""Games of cards: none gets lost, and nobody learns from anything but what he sees."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import bundled
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.cli import cli
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import HIDDEN, Position
from interpreter.play.bots import RandomBot
from interpreter.play.session import Session
from interpreter.play.terminal.lines import Console, Lines

GAMES: dict[str, dict[str, Any]] = {"hearts": {}, "crazy_eights": {"players": 3}, "mau_mau": {"players": 4}}
SECRET = ("stock", "deck", "hand", "given")  # pools that not everybody sees


@cache
def engine(name: str) -> Engine:
    return bundled.native(name, GAMES[name])


def played(name: str, seed: int, stop: int) -> State:
    return engine(name).playout(engine(name).initial_state(seed), seed, stop).state


def places(position: Position) -> Iterator[tuple[str, str, list[str]]]:
    """Every pool: its name, whose it is or "", and what it holds."""
    for name, held in position.get("pools", {}).items():
        parts: dict[str, Any] = held if isinstance(held, dict) else {"": held}
        for owner, cards in parts.items():
            if isinstance(cards, dict):
                cards = [card for card, n in cards.items() for _ in range(n)]
            yield name, owner, cards


def shuffled(position: Position, viewer: str, random: Random) -> Position:
    """The same position with the cards that a player does not see in other places that he does not see."""
    unseen = [(n, o, c) for n, o, c in places(position) if n in SECRET and o != viewer]
    cards = [card for _, _, held in unseen for card in held]
    random.shuffle(cards)
    pools = {n: dict(h) if isinstance(h, dict) else h for n, h in position["pools"].items()}
    for name, owner, held in unseen:
        taken = [cards.pop() for _ in held]
        if owner:
            pools[name][owner] = taken
        else:
            pools[name] = taken
    return {**position, "pools": pools}


each_game = pytest.mark.parametrize("name", GAMES)
moments = given(st.integers(0, 2**32), st.integers(1, 150))


@each_game
@settings(max_examples=25, deadline=None)
@moments
def test_no_card_is_lost(name: str, seed: int, stop: int) -> None:
    position = played(name, seed, stop).position()
    cards = Counter(card for _, _, held in places(position) for card in held)
    assert cards == Counter(k.name for k in engine(name).game.kinds)


@each_game
@settings(max_examples=25, deadline=None)
@moments
def test_only_the_own_hand_is_seen(name: str, seed: int, stop: int) -> None:
    state = played(name, seed, stop)
    known = {(n, o): held for n, o, held in places(state.position())}
    for seat, player in enumerate(engine(name).game.players):
        for pool, owner, held in places(state.observation(seat)):
            if pool in SECRET and owner != player.name:
                assert set(held) == {HIDDEN} and len(held) == len(known[pool, owner])
            else:
                assert held == known[pool, owner]


@each_game
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 150), st.randoms(use_true_random=False))
def test_cards_that_a_player_does_not_see_may_be_exchanged(
    name: str, seed: int, stop: int, random: Random
) -> None:
    state = played(name, seed, stop)
    for seat, player in enumerate(engine(name).game.players):
        other = engine(name).state(shuffled(state.position(), player.name, random))
        assert other.observation(seat) == state.observation(seat)
        if seat == state.current_player and not state.is_terminal:
            assert other.legal_actions() == state.legal_actions()


@each_game
def test_random_games_end_and_nobody_gains_what_nobody_loses(name: str) -> None:
    for seed in range(3):
        state = played(name, seed, 10_000)
        assert state.is_terminal
        if name == "crazy_eights":
            assert sum(state.returns) == 0


def test_all_points_of_hearts_are_given_out() -> None:
    """Twenty-six a deal, or three times as many when somebody has taken them all."""
    scores = played("hearts", 1, 10_000).position()["fields"]
    assert sum(scores["score"].values()) % 26 == 0
    assert max(scores["score"].values()) >= 100


def test_who_still_sits_at_the_screen_is_not_told_what_the_next_one_may_know() -> None:
    """North, a bot, gives the last card to East while South is still looking."""
    seats = ["North=random:1", "East=human", "South=human", "West=random:2"]
    arguments = ["play", "hearts", "--seed", "5", *(word for seat in seats for word in ("--seat", seat))]
    told = CliRunner().invoke(cli, arguments, input="1\n" * 6).output.split("may look now")
    assert "seed" not in told[0]  # from it all cards follow
    assert "13. North: give ?" in told[2]
    assert "North: give ? (3 times)" in told[3]
    assert "give D6" not in told[3]


def test_people_read_and_type_cards_by_their_signs() -> None:
    """What goes through a pipe is as the rules write it."""
    lines: list[str] = []
    said: list[str] = []

    def ask(_: str) -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    for is_terminal in (True, False):
        lines = ["moves ♣" if is_terminal else "moves C2", "♣2", "history"]
        seats = (RandomBot(1), RandomBot(2), None, RandomBot(3))
        session = Session(engine("hearts"), "hearts", 3, seats)
        Lines(session, Console(ask, said.append, is_terminal=is_terminal), lambda _: engine("hearts")).play()
    shown, piped = "\n".join(said).split("The input has ended", 1)
    assert "1 give ♣2" in shown and "5. South: give ♣2" in shown and "C2" not in shown
    assert "1 give C2" in piped and "5. South: give C2" in piped


def test_cards_have_short_names_and_their_picture_needs_no_legend() -> None:
    assert [k.name for k in engine("hearts").game.kinds][7:14] == ["C9", "CT", "CJ", "CQ", "CK", "CA", "D2"]
    position = {"pools": {"top": ["C5"], "hand": {"First": ["C7"], "Second": ["CA"]}}}
    drawn = CliRunner().invoke(cli, ["show", "crazy_eights", "--position", "-"], input=json.dumps(position))
    assert drawn.output.splitlines()[:2] == ["First to move", "turn 1, called clubs"]
