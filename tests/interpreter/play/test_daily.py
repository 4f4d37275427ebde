"""The puzzle of the day: one move alone wins by force, all who come find the same one, and what is made is kept."""

from pathlib import Path

import bundled
import pytest

from gdl.files.library import find
from interpreter.caching import cache
from interpreter.engines.base import Engine
from interpreter.play.report.tasks import only_way, searches_of
from interpreter.play.tables.table import Refused
from interpreter.play.web import daily
from interpreter.positions.documents import read_state

pytest.importorskip("starlette")

import tables

DAY = 739_947


def never() -> bool:
    return False


@pytest.mark.thorough
def test_a_puzzle_is_made_once_a_day_and_has_one_way_to_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, path = bundled.engine("tic_tac_toe"), find("tic_tac_toe")
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    found = daily.puzzle(path, engine, DAY, never)
    assert found is not None
    state = read_state(engine, str(found["position"]))
    search = searches_of(engine)[state.current_player]
    assert only_way(search, state) == found["wins"] == 2
    good = state.action_from_string(str(found["good"][0]))
    assert search.is_won(state.apply(good), 1)

    monkeypatch.setattr(daily, "RecordedGames", None)  # nothing is played again
    assert daily.puzzle(path, engine, DAY, never) == found


@pytest.mark.thorough
def test_what_is_forced_is_no_puzzle_although_it_wins() -> None:
    engine = bundled.engine("minishogi")
    pieces = "c1: Black silver, c2: Black bishop, e2: White pawn, c4: Black gold, b5: White bishop, c5: Black rook, d5: White silver, e5: White king"
    hands = "pools: {hand: {Black: [gold], White: [pawn]}}"
    attacked = f"to_move: Black\npieces: {{a1: White dragon, b1: Black king, {pieces}}}\n{hands}\n"
    state = read_state(engine, attacked)
    search = searches_of(engine)[state.current_player]
    search.allow(300_000)
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["b1xa1"] and search.is_won(state, 3)
    assert only_way(search, state) is None


def test_who_stops_the_server_does_not_wait_and_nothing_is_kept() -> None:
    engine, path = bundled.engine("tic_tac_toe"), find("tic_tac_toe")
    with pytest.raises(Refused, match="about to stop"):
        daily.puzzle(path, engine, DAY + 1, lambda: True)
    assert (
        daily.puzzle(find("hearts"), bundled.reference("hearts"), DAY, never) is None
    )  # what is hidden is not told


def test_a_page_is_given_the_puzzle_with_how_its_game_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(path: Path, engine: Engine, day: int, is_stopped: object) -> dict[str, object]:
        return {"who": "X", "wins": 2, "position": "to_move: X", "good": ["a3"]}

    monkeypatch.setattr(daily, "puzzle", made)
    at = tables.client()
    name = next(iter(at.get("/api/games").json()))["name"]
    told = at.get(f"/api/puzzle/{name}").json()["puzzle"]
    assert (told["game"], told["options"], told["wins"], told["good"]) == (name, {}, 2, ["a3"])
    assert at.get("/api/puzzle/nothing").status_code == 404
