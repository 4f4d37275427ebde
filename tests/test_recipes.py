"""The recipes do what they say: each complete game of docs/recipes.md has cases in recipes.yaml, and plays to its end."""

import json
import re
from pathlib import Path

import pytest
from test_docs import SKELETON

import interpreter
from gdl.loader import examine_source, load, option_settings
from gdl.source import Source
from interpreter.analysis.cases import run_file
from interpreter.positions.documents import Document

pytestmark = pytest.mark.thorough

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
        engine = interpreter.engine(load(path, options), effort=0)
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

    chosen = observed("Simultaneous choices", ["rock"], 1)["fields"]
    assert chosen == {"turn": 2, "together": {"Left": "choose_sign"}, "choose_sign.k": {"Left": "hidden"}}
    ordered = observed("Secret orders", ["b1 b2", "c3"], 1)["pieces"]
    assert isinstance(ordered, dict)
    assert ordered["b1"] == "Red man order=hidden goal=hidden"
    assert observed("Secret orders", ["b1 b2"], 1)["fields"] == {"turn": 2, "together": {"Red": "hidden"}}
    secret = observed("Secret set-up", ["captain a1"], 1)
    assert secret["pieces"] == {"a1": "hidden", "b1": "hidden", "c1": "hidden", "d1": "hidden"}
    fog = observed("Fog on a map that all know", ["b1-b2"], 1)
    assert fog["sites"] == {"ground": dict.fromkeys(("b2", "d2", "b3", "d3", "b4", "d4"), "wood")}
    assert isinstance(fog["pieces"], dict)
    assert [fog["pieces"].get(site) for site in ("a1", "b2", "b3", "b4")] == [
        "Red scout",
        "hidden",
        "hidden",
        None,
    ]
    known = observed("Who knows what", ["c3"], 0)["pieces"]
    assert isinstance(known, dict)
    assert (known["c3"], known["b3"]) == ("Blue king knows(Red)=true", "Blue hidden")


# What holds of the definitions in fragments: the heading, White's and Black's men on the skeleton's board, a condition.
FACTS = [
    ("N in a row", "b2 c2 d2 e2", "", "exactly_four"),
    ("N in a row", "b2 c2 d2 e2 f2", "", "not exactly_four"),
    ("N in a row", "e5 f6 g7 h8", "", "exactly_four"),
    ("N in a row", "b2 c2 d2", "", "not exactly_four"),
    ("A board that goes round", "", "", "below(a8) = b1 and below(a1) = a2 and below(h8) = none"),
    ("A board that goes round", "a4 b8", "", "open_ways(piece(a4)) = {a5} and open_ways(piece(b8)) = {c1}"),
    ("A board that goes round", "a4 a5", "", "open_ways(piece(a4)) = {}"),
    ("Borders as sites", "", "", "ways(a1) = {a2, b1}"),
    ("Terrain", "", "", "not passable(b4) and passable(b5)"),
    ("Connection", "c1 c2 c3 c4 c5 c6 c7 c8", "", "joined(north_side, south_side)"),
    ("Connection", "c1 c2 c3 c5 c6 c7 c8", "c4", "not joined(north_side, south_side)"),
    ("Area", "c1 c2 c3 c4 c5 c6 c7 c8", "f1", "territory(White) = 24 and territory(Black) = 1"),
]


def fragment(heading: str) -> str:
    """The last fragment under a heading that has no complete game, or behind its complete game."""
    section = re.split(rf"^### {heading}$", PAGE.read_text("utf-8"), flags=re.M)[1].partition("\n### ")[0]
    return re.findall(r"^```gdl part\n(.*?)^```$", section, re.M | re.S)[-1]


@pytest.mark.parametrize(("heading", "white", "black", "condition"), FACTS)
def test_a_fragment_means_what_it_says(
    heading: str, white: str, black: str, condition: str, kind: str, tmp_path: Path
) -> None:
    (tmp_path / "skeleton.gdl").write_text(SKELETON, "utf-8")
    path = tmp_path / "part.gdl"
    path.write_text(f'game "Part" extends "skeleton.gdl"\n{fragment(heading)}', "utf-8")
    engine = interpreter.engine(load(path), kind, effort=0)
    men = dict.fromkeys(white.split(), "White man") | dict.fromkeys(black.split(), "Black man")
    start = engine.initial_state().position()
    assert engine.evaluate(engine.state({**start, "pieces": men}), condition)
