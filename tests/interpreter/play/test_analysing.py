"""Analysis and review: what they find, who may have them, and that they can be stopped."""

import time
from pathlib import Path

import bundled
import pytest
from tables import Page, client, lobby, opened

from interpreter.analysis.evaluating import Evaluator
from interpreter.play import record
from interpreter.play.bots import Seat
from interpreter.play.files.opening_book import OpeningBook
from interpreter.play.record import Record
from interpreter.play.tables.table import Refused
from interpreter.play.web import limits
from interpreter.play.web.analysing import LOOK, Analyst
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough


def test_a_win_in_one_is_the_best_move_and_worth_a_win(kind: str) -> None:
    made = bundled.engine("tic_tac_toe", kind)
    state = made.state(
        {"to_move": "X", "pieces": {"a1": "X mark", "b1": "X mark", "a3": "O mark", "c3": "O mark"}}
    )
    steps = Evaluator(made.game).steps(Seat.of(state).imagine, 0.05)
    first = next(steps)
    second = next(steps, first)
    assert state.action_to_string(second.best[0].action) == "c1"
    assert second.values[0] > 0.8 and second.values == (second.values[0], -second.values[0])
    assert second.iterations >= first.iterations >= 0


def test_of_three_players_and_of_chance_each_has_a_value_of_their_own() -> None:
    three = bundled.engine("yavalath", "native", {"players": "3"})
    found = next(Evaluator(three.game).steps(Seat.of(three.initial_state()).imagine, 0.05))
    assert len(found.values) == 3
    pig = bundled.engine("pig", "native")
    found = next(Evaluator(pig.game).steps(Seat.of(pig.initial_state(1)).imagine, 0.05))
    assert {c.action for c in found.best} <= set(pig.initial_state(1).legal_actions())


def analysed(moves: str, game: str = "tic_tac_toe") -> Analyst:
    place = Lobby({game: game}, lambda name, options, variant: bundled.native(name), Store(None)).open(
        Wish(game, seats=("human", "human"), seed=1)
    )
    for move in moves.split():
        place.table.play(place.table.state.action_from_string(move))
    return Analyst(place.views)


def test_a_review_has_every_position_and_names_the_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REVIEW_SECONDS_A_MOVE", 0.15)
    *curve, end = analysed("b2 a1 b1 c1 c3 b3 a2 c2").review(
        0
    )  # O does not stop b1-b2-b3 and X lets it be stopped
    assert [v["ply"] for v in curve] == list(range(9))
    assert end["type"] == "reviewed"
    *curve, end = analysed("a1 b2 a2 c3 a3").review(0)
    assert curve[-1]["values"] == [1.0, -1.0]
    turning = end["turning"]
    assert isinstance(turning, list)
    blunders = [t for t in turning if isinstance(t, dict) and t["played"] == "c3"]
    assert blunders and blunders[0]["best"] == "a3" and blunders[0]["by"] == 1


def test_a_mistake_is_no_exercise_where_every_other_move_was_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """O has two moves at last, of which one loses: nothing is to be found."""
    monkeypatch.setattr(limits, "REVIEW_SECONDS_A_MOVE", 0.15)
    *_, end = analysed("a1 a3 b2 a2 b3 c3 c2 c1 b1").review(0)
    turning = end["turning"]
    assert isinstance(turning, list)
    last = [t for t in turning if isinstance(t, dict) and t["ply"] == 8]
    assert last and "position" not in last[0]


def test_the_others_decisions_are_not_analysed_while_secrets_last() -> None:
    analyst = analysed("bet", "kuhn_poker")
    table = analyst.table
    other = 1 - table.state.current_player
    with pytest.raises(Refused, match="when the game is over"):
        next(analyst.analysis(other, 1))
    assert next(analyst.analysis(table.state.current_player, 1))["best"]
    with pytest.raises(Refused, match="others' decisions"):
        next(analyst.review(0))
    table.end("Agreed.")
    assert next(analyst.review(0))["ply"] == 0


def test_who_plays_against_others_gets_no_analysis() -> None:
    place = lobby().open(Wish("tic_tac_toe", seats=("open", "open")))
    for viewer in (0, None):
        with pytest.raises(Refused, match="while others play against you"):
            next(Analyst(place.views).analysis(viewer, 0))
    with pytest.raises(Refused, match="nothing to review"):
        next(Analyst(lobby().open(Wish("zola")).views).review(0))


def test_an_analysis_over_a_socket_comes_bit_by_bit_and_is_stopped() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            assert page.view()["analysable"] is True
            first = page.ask("thinking", type="analyse", ply=0)
            assert first["best"] and not first["done"]
            page.ask("thinking", type="analyse", ply=0)  # another one takes its place
            socket.send_json({"type": "stop"})
            start = time.monotonic()
            assert page.view()["plies"] == 0  # nothing more comes but the answer
            assert time.monotonic() - start < 2
            assert "9 moves" not in page.ask("refused", type="analyse", ply=3)["text"]
            assert page.ask("refused", type="review")["text"] == "There is nothing to review yet"


def test_few_analyses_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANALYSES", 0)
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            assert "Others have games analysed" in Page(socket).ask("refused", type="review")["text"]


def test_an_analysis_tells_how_games_of_others_went_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANALYSIS_SECONDS", LOOK)
    games = ("b2 a1 b1", "b2 a1 c1", "b2 c3", "a1 b2")
    for number, moves in enumerate(games):
        record.save(
            Record("tic_tac_toe", moves=tuple(moves.split()), result={"X": "1", "O": "-1"}),
            tmp_path / f"{number}.yaml",
        )
    book = OpeningBook([*tmp_path.iterdir()], lambda saved: bundled.native("tic_tac_toe"))
    analyst = Analyst(analysed("b2").views, book)
    told, *_ = analyst.analysis(0, 1)
    assert {name: told[name] for name in ("type", "ply", "games", "average")} == {
        "type": "games", "ply": 1, "games": 3, "average": [1.0, -1.0]
    }  # fmt: skip
    moves = told["moves"]
    assert isinstance(moves, list)
    assert [(m["text"], m["games"]) for m in moves if isinstance(m, dict)] == [("a1", 2), ("c3", 1)]
    first, *_ = Analyst(analysed("c3").views, book).analysis(0, 1)
    assert first["type"] == "thinking"
