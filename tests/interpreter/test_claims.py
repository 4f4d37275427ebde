"""Claims are proved, refuted by moves that can be replayed, or hold wherever they were looked at."""

import json
import re
from pathlib import Path

import pytest
from putting import putting

import interpreter
from gdl.core.model import Game, Value
from gdl.files.library import find
from gdl.loader import bundled_games, examine_source
from gdl.source import Source
from interpreter.analysis.claims import check_claims
from interpreter.analysis.verdicts import Verdict
from interpreter.commands.claims import check_file_claims
from interpreter.commands.options import Setup
from interpreter.engines.reference.engine import ReferenceEngine

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent.parent
PLAIN = Setup({}, None, "native", None)

ROW = putting(
    "mover wins when some line any: own{3}",
    players="A, B", board="square size x size", sizes="2, 3",
)  # fmt: skip

DICE = """\
game "Dice"
players A, B
board square 3 x 1
kinds stone
field sum of game: 0..100 = 0
action roll
  do
    random n in 1..6
    sum := min(100, sum + n)
turn: roll
end draw when sum > 90
"""


def game_of(text: str) -> Game:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return game


def verdicts(text: str, *claims: str, seconds: float = 1.0) -> list[Verdict]:
    """What becomes of claims about a game."""
    lines = [f'claim "claim {i}": {claim}\n' for i, claim in enumerate(claims)]
    game = game_of(text + "".join(lines))

    def under(settings: tuple[tuple[str, Value], ...]) -> Game:
        found, _ = examine_source(Source("test.gdl", text + "".join(lines)), dict(settings))
        assert found is not None
        return found

    return [c.verdict for c in check_claims(game, under, seconds, again=True)]


def after(text: str, verdict: Verdict) -> interpreter.engines.base.State:
    """The position that a refutation leads to, on the reference engine."""
    state = interpreter.engine(game_of(text), kind="reference").initial_state(verdict.seed)
    for move in verdict.moves:
        state = state.apply(state.action_from_string(move))
    return state


def test_a_small_game_is_looked_at_as_a_whole_and_refutations_are_shortest() -> None:
    few, some, first, draw, dear = verdicts(
        ROW,
        "always count(pieces of A) <= count(pieces of B) + 1",
        "always count(pieces) <= 5",
        "never A wins",
        "never draw",
        "never no pieces and turn > 1",
    )
    assert (few.status, some.status, first.status, draw.status, dear.status) == (
        "proved", "refuted", "refuted", "refuted", "proved",
    )  # fmt: skip
    assert len(some.moves) == 6
    assert len(first.moves) == 5
    assert after(ROW, first).returns == [1.0, -1.0]
    assert len(draw.moves) == 9
    assert after(ROW, draw).returns == [0.0, 0.0]


def test_the_value_is_solved_under_the_options_of_the_claim() -> None:
    drawn, won, small = verdicts(ROW, "value: draw", "value: A wins", "value with size = 2: draw", seconds=5)
    assert (drawn.status, won.status, small.status) == ("proved", "refuted", "proved")
    assert after(ROW, won).returns == [0.0, 0.0]


def test_a_game_of_chance_is_refuted_by_a_game_that_can_be_replayed() -> None:
    low, right = verdicts(DICE, "always sum < 40", "always sum <= 96", seconds=0.5)
    assert low.status == "refuted"
    assert after(DICE, low).position()["fields"]["sum"] >= 40
    assert right.status == "held"
    assert right.positions > 1000


def test_the_value_of_a_game_of_chance_has_held_and_says_why() -> None:
    (found,) = verdicts(DICE, "value: draw")
    assert found.status == "held"
    assert "chance" in found.note


def test_results_are_those_of_the_rules() -> None:
    text = ROW.replace("turn: put\n", "let size_of(p: player) = count(pieces of p)\nturn: put\n")
    lost, most, mover = verdicts(text, "never B loses", "never highest size_of wins", "never mover wins")
    # `mover` is the player to act, who has not made the last row
    assert (lost.status, most.status, mover.status) == ("refuted", "refuted", "proved")
    assert after(text, lost).returns == [1.0, -1.0]
    assert len(most.moves) == 5


def test_a_claim_may_be_about_ties() -> None:
    text = ROW.replace(
        "turn: put\n",
        "let size_of(p: player) = count(pieces of p)\nlet place(p: player) = index(p, players)\nturn: put\n",
    )
    first, second = verdicts(
        text,
        "never highest size_of, then lowest place wins",
        "never highest size_of, then highest place wins",
    )
    assert (first.status, second.status) == ("refuted", "refuted")
    engine = ReferenceEngine(game_of(text))
    for found, p in ((first, 0), (second, 1)):
        state = after(text, found)
        sizes = engine.scores(engine.state(state.position()), "size_of")
        best = max(range(2), key=lambda q: (sizes[q], -abs(q - p)))
        assert state.returns[best] == 1.0


def test_a_directed_search_finds_what_random_games_do_not() -> None:
    game = "reversi"
    text = (ROOT / "games" / f"{game}.gdl").read_text("utf-8")
    (found,) = verdicts(text, "never no pieces of White", seconds=4)
    assert found.status == "refuted"
    assert "White" not in str(after(text, found).position()["pieces"])


def run(*arguments: str) -> tuple[int, str, str]:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_says_what_it_found_and_check_counts_what_was_never_checked(tmp_path: Path) -> None:
    path = tmp_path / "row.gdl"
    path.write_text(
        ROW + f'claim "few {tmp_path}": always count(pieces) <= 9\nclaim "{tmp_path}": never A wins\n'
    )
    assert "2 claims never checked" in run("check", str(path))[2]
    code, out, _ = run("claims", str(path), "--json")
    assert code == 1
    first, second = json.loads(out)
    assert first == {
        "claim": f"few {tmp_path}",
        "status": "proved",
        "moves": [],
        "positions": first["positions"],
    }
    assert second["status"] == "refuted"
    assert len(second["moves"]) == 5
    code, out, _ = run("claims", str(path))
    assert code == 1
    assert f"proved: few {tmp_path} (" in out
    assert f"REFUTED: {tmp_path}" in out
    assert "the game is over: A wins" in out
    assert "never checked" not in run("check", str(path))[2]
    path.with_suffix(".yaml").write_text("- name: begin\n  count: 9\n")
    code, out, _ = run("test", str(path))
    assert code == 1
    assert "1 passed, 1 failed (1 claim proved, 1 claim refuted)" in out


def test_a_game_that_claims_nothing_says_so(tmp_path: Path) -> None:
    path = tmp_path / "row.gdl"
    path.write_text(ROW)
    code, out, _ = run("claims", str(path))
    assert code == 0
    assert "claims nothing" in out


def claims_something(name: str) -> bool:
    """As its text says: to load all games takes as long as hundreds of tests."""
    text = find(name).read_text("utf-8")
    extended = re.search(r' extends "([^"]+)"', text)
    return "\nclaim" in text or (extended is not None and claims_something(extended[1]))


@pytest.mark.claims
@pytest.mark.parametrize("name", [n for n in bundled_games() if claims_something(n)])
def test_no_bundled_claim_is_refuted(name: str) -> None:
    for checked in check_file_claims(find(name), PLAIN, 0.7, again=True):
        assert checked.verdict.status != "refuted", checked.verdict
        assert checked.verdict.positions > 0


FALSE = {
    "chess": (
        "always count(pieces of Black) >= 15",
        "never no queen of White",
        "always count(pieces) >= 28",
        "never some p in pieces: p is king and owner(p) = White and rank(site(p)) = 4",
    ),
    "reversi": ("never no pieces of White", "always count(pieces of Black) >= 2"),
    "connect_four": ("never some s in rank(6): s is occupied", "never Yellow wins"),
    "nine_mens_morris": ("always count(pieces of White) + count(pieces of Black) >= moves",),
    "go": ("always count(pieces) >= turn - 1", "never count(pieces of White) = 0 and turn > 8"),
    "breakthrough": ("always count(pieces of White) >= 14", "never some s in rank(7): s is White"),
    "hex": ("never turn > 9",),
    "zola": ("always count(pieces of Red) >= 14", "never count(pieces) < 26"),
    "english_draughts": (
        "always count(pieces) >= 22",
        "never some p in pieces: rank(site(p)) = 4 and turn > 3",
    ),
    "backgammon": ("never turn > 11",),
    "lines_of_action": ("always count(pieces) >= 21",),
}


@pytest.mark.claims
def test_at_least_eighteen_of_twenty_false_claims_are_refuted() -> None:
    """Each of them fails within twelve plies."""
    open_, count = [], 0
    for name, claims in FALSE.items():
        text = (ROOT / "games" / f"{name}.gdl").read_text("utf-8")
        text = "\n".join(line for line in text.splitlines() if not line.startswith("claim")) + "\n"
        for claim, verdict in zip(claims, verdicts(text, *claims, seconds=4), strict=True):
            count += 1
            open_ += [(name, claim)] if verdict.status != "refuted" else []
    assert count == 20
    assert len(open_) <= 2, open_
