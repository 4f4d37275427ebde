"""The recipes do what they say: each complete game of docs/recipes.md has cases in recipes.yaml, and plays to its end."""

import json
import re
from pathlib import Path

import pytest

import interpreter
from gdl.loader import examine_source, load, option_settings
from gdl.source import Source
from interpreter.analysis.cases import run_file
from interpreter.positions import Document

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "recipes.md"
CASES = Document((HERE / "recipes.yaml").read_text("utf-8"), "recipes.yaml").value
PLAYOUTS = 5


def games() -> dict[str, str]:
    """The complete games of the page, by the heading above each."""
    text = PAGE.read_text("utf-8")
    found: dict[str, str] = {}
    for match in re.finditer(r"^```gdl\n(.*?)^```$", text, re.M | re.S):
        heading = re.findall(r"^### (.*)$", text[: match.start()], re.M)[-1]
        assert heading not in found, f"two complete games under `{heading}`"
        found[heading] = match[1]
    return found


GAMES = games()
each = pytest.mark.parametrize("heading", GAMES)


def test_every_complete_game_has_cases() -> None:
    assert set(CASES) == set(GAMES)


@each
def test_a_recipe_does_what_it_says(heading: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / "recipe.gdl").write_text(GAMES[heading], "utf-8")
    (tmp_path / "recipe.yaml").write_text(json.dumps(CASES[heading]), "utf-8")
    assert [m for r in run_file(tmp_path / "recipe.gdl", kind) for m in r.messages] == []


@each
def test_a_recipe_plays_to_its_end(heading: str, tmp_path: Path) -> None:
    path = tmp_path / "recipe.gdl"
    path.write_text(GAMES[heading], "utf-8")
    for options in option_settings(load(path)):
        engine = interpreter.engine(load(path, options))
        for seed in range(PLAYOUTS):
            assert engine.playout(engine.initial_state(seed), seed).state.is_terminal


def test_what_a_recipe_hides_is_hidden() -> None:
    def observed(heading: str, moves: list[str], player: int) -> dict[str, object]:
        game, _ = examine_source(Source("recipe.gdl", GAMES[heading]))
        assert game is not None
        state = interpreter.engine(game, "reference").initial_state()
        for move in moves:
            state = state.apply(state.action_from_string(move))
        return dict(state.observation(player))

    assert observed("Simultaneous choices", ["rock"], 1)["pools"] == {"fist": {"Left": ["hidden"]}}
    secret = observed("Secret set-up", ["captain a1"], 1)
    assert secret["pieces"] == {"a1": "hidden", "b1": "hidden", "c1": "hidden", "d1": "hidden"}
    known = observed("Who knows what", ["c3"], 0)["pieces"]
    assert isinstance(known, dict)
    assert (known["c3"], known["b3"]) == ("Blue king known=true", "Blue hidden")
