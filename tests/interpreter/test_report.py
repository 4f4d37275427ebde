"""The designer's page: figures by their definitions, and a page that needs nothing else."""

import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import gdl
import interpreter
from interpreter.commands.report import command
from interpreter.play.contest import pair_shares
from interpreter.play.report.games import RecordedGames
from interpreter.play.report.gathered import weaker
from interpreter.play.report.measures import drama, figures
from interpreter.play.self_play import MatchGames


def row(**given: object) -> dict[str, object]:
    """A recorded game: the first player wins in four actions, unless something else is given."""
    plain: dict[str, object] = {
        "points": [1.0, 0.0], "is_draw": False, "plies": 4, "branching": 2.5, "counts": [1, 10, 10, 1], "values": [],
        "filled": {"a1": 1, "b1": 2}, "repeated": 0.25,
    }  # fmt: skip
    return plain | given


def values(rows: list[dict[str, object]], players: int = 2) -> dict[str, float]:
    return {f.name: f.estimate.value for f in figures(rows, players, 4) if f.estimate is not None}


def test_figures_follow_their_definitions() -> None:
    found = values([row(), row(points=[0.5, 0.5], is_draw=True, plies=8), row(points=None, is_draw=None)])
    assert found["Completion"] == pytest.approx(2 / 3)
    assert found["Draws"] == 0.5
    assert found["First player's share"] == 0.75
    assert found["Length"] == pytest.approx(16 / 3)
    assert found["Decisions"] == 0.5
    assert found["Game tree"] == pytest.approx(2)
    assert found["Repetition"] == 0.25
    assert found["Board used"] == 0.5
    assert "Drama" not in found
    assert "First player's share" not in values([row()], players=1)


def test_drama_lead_changes_and_decisiveness_follow_their_definitions() -> None:
    """The first player wins after being behind twice: by 0.36 (square root 0.6) and by 0.64 (0.8)."""
    one = row(values=[0.6, 0.32, 0.18, 0.7, 0.9, 0.95])
    found = values([one])
    assert drama(one) == pytest.approx(0.7)
    assert found["Drama"] == pytest.approx(0.7)
    assert found["Lead changes"] == pytest.approx(2 / 5)
    assert found["Decisiveness"] == pytest.approx(
        2 / 6
    )  # ahead further than 0.82, the most that the loser had
    other = row(points=[0.0, 1.0], values=[0.5, 0.4, 0.1])
    assert drama(other) == 0
    assert values([other])["Decisiveness"] == pytest.approx(2 / 3)
    assert values([row(values=[0.5], points=[0.5, 0.5], is_draw=True)]).get("Drama") is None


def test_recorded_games_repeat_themselves_and_can_be_replayed() -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"))
    one, two = (RecordedGames(engine, "mcts:10", 3, 5)([0, 1]) for _ in range(2))
    assert one == two
    for game in one:
        state = engine.initial_state(game["seed"])
        for count, text in zip(game["counts"], game["actions"], strict=True):
            assert count == len(state.legal_actions())
            state = state.apply(state.action_from_string(text))
        assert state.is_terminal
        assert len(game["values"]) == game["plies"]
        assert all(0 <= v <= 1 for v in game["values"])


def test_a_stronger_bot_scores_more_and_equal_ones_half() -> None:
    engine = interpreter.engine(gdl.load("connect_four"))
    shares = pair_shares(MatchGames(engine, ("mcts:60", "random"), 1)(range(8)))
    assert len(shares) == 4
    assert sum(shares) / 4 > 0.8
    three = MatchGames(interpreter.engine(gdl.load("yavalath")), ("random", "random"), 1)(range(2))
    assert math.isclose(pair_shares(three)[0] % 0.125, 0)
    assert weaker("mcts:200") == ["mcts:16", "mcts:64"]
    assert weaker("mcts:30") == ["mcts:16"]
    assert weaker("mcts:1s") == ["mcts:16", "mcts:64"]


def test_the_page_needs_nothing_else_and_says_how_much_it_knows(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file, rows = tmp_path / "page.html", tmp_path / "rows"
    arguments = [
        "zola",
        "--set",
        "size=4",
        "--html",
        str(file),
        "-n",
        "3",
        "--bot",
        "mcts:5",
        "--random",
        "40",
        "--pairs",
        "2",
    ]
    done = CliRunner().invoke(command, [*arguments, "--resume", str(rows), "--executor", "processes:1"])
    assert done.exit_code == 0, done.output
    text = file.read_text("utf-8")
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text)
    assert text.count("<svg") >= 6
    for heading in (
        "Verdict",
        "Figures",
        "Fairness and depth",
        "The course of a game",
        "Moves",
        "The board",
        "Never used",
        "Games",
    ):
        assert f"<h2>{heading}</h2>" in text
    assert "From 3 games of mcts:5 against itself" in text
    assert 'class="replay"' in text
    assert "currentColor" in text
    count = len(rows.read_text().splitlines())
    CliRunner().invoke(command, [*arguments, "--resume", str(rows), "--executor", "processes:1"])
    assert len(rows.read_text().splitlines()) == count


@pytest.mark.parametrize("game", ["kuhn_poker", "peg_solitaire", "yavalath"])
def test_games_of_chance_secrets_one_and_three_players_have_a_page(game: str, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file = tmp_path / "page.html"
    quick = ["-n", "2", "--bot", "random", "--random", "10", "--pairs", "1", "--executor", "processes:1"]
    done = CliRunner().invoke(command, [game, "--html", str(file), *quick])
    assert done.exit_code == 0, done.output
    assert "<h2>Figures</h2>" in file.read_text("utf-8")
