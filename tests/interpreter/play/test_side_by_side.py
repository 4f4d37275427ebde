"""Two settings side by side: the same moves on both boards, and where they differ."""

import bundled
import pytest
from tables import client

from interpreter.play.tables.table import Refused
from interpreter.play.web.side_by_side import MOST_MOVES, compare


def test_the_same_moves_are_played_on_both_boards_and_what_only_one_has_is_named() -> None:
    small, large = (bundled.engine("zola", "reference", {"size": size}) for size in (4, 6))
    begun = compare(small, large, [], ())
    only = begun["onlyB"]
    assert isinstance(only, dict) and isinstance(only["count"], int) and only["count"] > 0
    assert begun["next"]
    same = compare(small, small, ["a1xb1"], ())
    assert same["onlyA"] == {"count": 0, "moves": []} == same["onlyB"]
    assert same["a"] == {k: v for k, v in dict(same["b"]).items() if k != "trouble"}  # type: ignore[call-overload]


def test_the_second_board_stands_still_where_a_move_is_not_legal_there() -> None:
    large, small = (bundled.engine("hex", "reference", {"size": size}) for size in (5, 3))
    told = compare(large, small, ["a1", "e5", "b2"], ())["b"]
    assert isinstance(told, dict) and told["trouble"] == "Move 2, e5, does not exist here."
    told = compare(
        bundled.engine("antichess", "reference"), bundled.engine("antichess", "reference"), ["e2-e3"], ()
    )["b"]
    assert isinstance(told, dict) and told["trouble"] == ""


def test_what_is_not_legal_in_the_first_game_and_secrets_are_refused() -> None:
    zola, poker = bundled.engine("zola", "reference"), bundled.engine("kuhn_poker", "reference")
    with pytest.raises(Refused, match="move 1"):
        compare(zola, zola, ["a1-z9"], ())
    with pytest.raises(Refused, match="at most"):
        compare(zola, zola, ["a1xb1"] * (MOST_MOVES + 1), ())
    with pytest.raises(Refused, match="secrets"):
        compare(poker, poker, [], ())


def test_the_page_asks_for_both_boards() -> None:
    with client() as at:
        assert 'id="board-b"' in at.get("/compare/zola").text
        assert at.get("/compare/nothing").status_code == 404
        asked = {"game": "zola", "a": {"options": {"size": "4"}}, "b": {"options": {"size": "6"}}}
        found = at.post("/api/compare", json=asked).json()
        assert "<svg" in found["a"]["svg"] and "<svg" in found["b"]["svg"]
        for wrong in (
            "{",
            "[]",
            '{"game": "zola", "moves": 3}',
            '{"game": "zola", "a": {"options": {"size": "5"}}}',
        ):
            assert at.post("/api/compare", content=wrong).status_code == 400
        refused = at.post("/api/compare", json={"game": "zola", "path": ["site z9"]})
        assert "cannot be chosen" in refused.json()["error"]
