"""Hints: by the search that suits a game, as far as it is known, and in the style in which its moves are written."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import bundled
import pytest

import interpreter
from interpreter.engines.base import Engine, State
from interpreter.play import hints
from interpreter.play.deeds import deed
from interpreter.play.hints import Adviser, Hint, hint, hint_text, move_text
from interpreter.positions.documents import read_state
from interpreter.search import methods
from interpreter.search.methods import AlphaBetaMethod, MctsMethod
from interpreter.search.running import Budget, Thought
from interpreter.search.weights import bundled_search

pytestmark = pytest.mark.thorough


def test_a_hint_is_sought_by_what_suits_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "FINDS", True)
    monkeypatch.setattr(methods, "best_bot", lambda game: "alphabeta")
    game = bundled.as_own("tic_tac_toe")
    adviser = Adviser()
    assert isinstance(adviser.way(game), MctsMethod)
    adviser.find(game)
    while adviser.suitor.known(game) is None:
        sleep(0.01)
    assert isinstance(adviser.way(game), AlphaBetaMethod)
    assert adviser.way(game) is adviser.way(game)


def test_a_hint_waits_for_the_code_that_is_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    began, may_go, order = Event(), Event(), list[str]()

    class Slow(MctsMethod):
        def run(self, *given: Any, **more: Any) -> Thought:
            began.set()
            assert may_go.wait(20)
            order.append("ran")
            return super().run(*given, **more)

    monkeypatch.setattr(hints, "FINDS", True)
    slow = Slow()
    monkeypatch.setattr(Adviser, "way", lambda self, game: slow)
    state = bundled.engine("kalah").initial_state(1)
    with ThreadPoolExecutor(2) as threads:
        preparing = threads.submit(hints.prepare, state)
        assert began.wait(20)
        asked = threads.submit(hint, state, 1)
        sleep(0.1)
        assert not asked.done()
        may_go.set()
        assert asked.result(20).best
        preparing.result(20)
    assert order == ["ran", "ran"]  # the second time by the same search


def test_tree_search_gives_hints_until_it_is_known_what_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_GROW", Budget(seconds=0.1))
    state = bundled.engine("tic_tac_toe").initial_state(1)
    for text in ("a1", "b1", "a2", "b2"):
        state = state.apply(state.action_from_string(text))
    found = hint(state, 1)
    assert state.action_to_string(found.best[0][0]) == "a3"


def test_a_hint_is_written_as_people_write_moves() -> None:
    state = bundled.engine("chess").initial_state(1)
    knight, pawn = (state.action_from_string(t) for t in ("g1-f3", "e2-e4"))
    assert move_text(state, knight) == "Nf3"
    assert hint_text(state, Hint(10, ((knight, 0.75), (pawn, 0.25)))) == "Best: Nf3. Also thought of: e4."
    assert hint_text(state, Hint(10, ((knight, 0.5), (pawn, 0.4)))) == "None stands out: Nf3, e4."
    assert hint_text(state, Hint(10, ((knight, 1.0),))) == "Best: Nf3."
    assert hint_text(state, Hint(0, ())) == "Too much is hidden here for a hint."


def test_a_hint_says_what_the_move_does() -> None:
    engine = bundled.engine("chess")
    state = read_state(engine, "4k3/8/8/3r4/4P3/8/8/R3K3 w - - 0 1")
    taking = state.action_from_string("e4xd5")
    assert hint_text(state, Hint(10, ((taking, 1.0),))) == "Best: exd5, which takes the rook."
    state = read_state(engine, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    mating = state.action_from_string("a1-a8")
    assert hint_text(state, Hint(10, ((mating, 1.0),))) == "Best: Ra8#, which wins."


def _after(name: str, *moves: str) -> State:
    state = bundled.engine(name).initial_state(1)
    for text in moves:
        state = state.apply(state.action_from_string(text))
    return state


def test_a_hint_says_which_win_a_move_stops_or_threatens() -> None:
    state = _after("tic_tac_toe", "a1", "c3", "b1")
    assert (
        deed(state, state.action_from_string("c1"))
        == "threatens to win by c2 and stops c1, with which X would win"
    )
    state = _after("tic_tac_toe", "a1", "b2", "b1")
    assert (
        deed(state, state.action_from_string("c1"))
        == "threatens to win by a3 and stops c1, with which X would win"
    )
    assert deed(state, state.action_from_string("a3")) == ""  # X wins all the same
    state = _after("tic_tac_toe", "a1", "c3")
    assert deed(state, state.action_from_string("c1")) == "threatens to win by b1"
    state = _after("tic_tac_toe", "a1", "b1", "b2", "c3")
    assert deed(state, state.action_from_string("a2")) == "wins with the next move whatever the answer"


@pytest.mark.parametrize(
    ("moves", "move", "does"),
    [
        (("b1", "a4", "b2", "a5", "d2", "a6"), "c2", "joins b1 and d2"),
        (("e2", "a4"), "e1", "connects e2 to the bottom row"),
        (("f1", "a4", "f2", "b3"), "g8", ""),
        (("d5", "c1", "d6", "e1"), "d1", "takes the place where Blue would join c1 and e1"),
        (("e2", "a4"), "e3", ""),
    ],
)
def test_a_hint_says_what_a_stone_does_to_chains(moves: tuple[str, ...], move: str, does: str) -> None:
    """The board is large enough that nobody threatens to win."""
    state = bundled.engine("hex").initial_state(1)
    for text in moves:
        state = state.apply(state.action_from_string(text))
    assert deed(state, state.action_from_string(move)) == does


ROPES = """
game "Ropes"
players Red, Blue, White
board square 5 x 5
kinds peg
field last of game: site or none until action
relation tied(a: site, b: site) = b in (leap 1, 2 from a: any) and a is peg and b is peg and owner(piece(a)) = owner(piece(b))
let ties(s: site) = {t in sites where tied(s, t)}
action put
  choose s in sites where s is empty
  do
    place peg of mover on s
    last := s
turn: put else draw
end mover wins when count(reached from last by ties while own) > 4
"""


@pytest.mark.parametrize(
    ("move", "does"), [("c2", "is tied with a1 and e1"), ("b3", "is tied with a1"), ("d4", "")]
)
def test_a_hint_says_with_what_a_piece_is_linked(move: str, does: str, make: Callable[..., Engine]) -> None:
    """Chains go on by a relation; with three players nobody is asked what others threaten."""
    state = make(ROPES).initial_state(1)
    for text in ("a1", "c3", "c4", "e1", "c5", "b5"):
        state = state.apply(state.action_from_string(text))
    assert deed(state, state.action_from_string(move)) == does


def test_of_hidden_things_a_hint_says_only_what_is_seen() -> None:
    engine = bundled.reference("dark_chess")
    white = {"e1": "White king", "d4": "White rook"}
    seen = engine.state({"pieces": {**white, "d6": "Black pawn", "h8": "Black king"}})
    assert deed(seen, seen.action_from_string("d4xd6")) == "takes the pawn"
    assert deed(seen, seen.action_from_string("d4-d5")) == ""


def test_the_first_hint_of_a_bundled_game_comes_from_the_search_that_suits_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(hints, "FINDS", True)
    monkeypatch.setattr(
        hints, "_LOOK", Budget(60_000)
    )  # as many positions as people get, however slow the code
    game = bundled.load("chess")
    assert bundled_search(game) == "alphabeta"
    assert isinstance(Adviser().way(game), AlphaBetaMethod)
    state = interpreter.engine(game, effort=2).initial_state(
        0
    )  # as fast as for people, who get as many positions
    assert hint_text(state, hint(state, 0)) in {f"Best: {m}." for m in ("e4", "d4", "Nf3", "c4", "Nc3")}


def test_a_hint_names_what_a_piece_does_where_it_stands(make: Callable[[str], Engine]) -> None:
    rules = (
        'game "Turns"\nplayers Red, Blue\nboard square 2 x 2\nkinds robot\nfield heading of piece: direction = north\n'
        "setup\n  place robot of Red on a1\naction drive\n  choose p in pieces\n  choose s in neighbours(site(p))\n"
        "  do move p to s\naction turn_round\n  choose p in pieces\n  do heading(p) := opposite(heading(p))\n"
        "turn: drive or turn_round\nend Red wins when some p in pieces: heading(p) = south\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(0)
    turned, driven = (state.action_from_string(text) for text in ("a1", "a1 b1"))
    assert move_text(state, turned) == "a1"  # as it is written and read
    assert hint_text(state, Hint(9, ((turned, 0.9), (driven, 0.1)))).startswith("Best: a1 (turn round)")
    assert "a1 b1." in hint_text(state, Hint(9, ((turned, 0.9), (driven, 0.1))))


def test_a_hint_tells_names_as_words(make: Callable[[str], Engine]) -> None:
    rules = (
        'game "Orders"\nplayers Red, Blue\nfield heat of game: 0..9\naction stand_by\n  do heat := 1\naction turn_on\n'
        "  do heat := 2\nturn: stand_by or turn_on\nend Red wins when heat = 3\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(0)
    one, two = (state.action_from_string(text) for text in ("stand_by", "turn_on"))
    assert hint_text(state, Hint(9, ((one, 0.9), (two, 0.1)))) == "Best: stand by. Also thought of: turn on."
