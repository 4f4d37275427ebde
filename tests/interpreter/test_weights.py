"""What was learnt of a game holds for its rules, however they are told."""

from pathlib import Path

import bundled
import pytest

from gdl.core.model import Game
from gdl.files.library import bundled_directory
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.search import weights
from interpreter.search.weights import Weights

DUEL = """\
game "Duel"
players A, B
board square 3 x 3
option width = 2 from 2..3
kinds foot
setup
  place foot of A on rank(1)
  place foot of B on rank(3)
move walk by foot
  line orthogonal up to 1: (empty | enemy)
turn: walk
end mover wins when count(enemy pieces) < width
limit 60 moves: draw
"""


def made(text: str) -> Game:
    game, diagnostics = examine_source(Source("duel.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return game


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players", "-- Who plays.\n\nplayers"),
        ("option width = 2 from 2..3", 'option width = 2 from 2..3 means "how many must be left"'),
        ("turn: walk", 'turn: walk\n    means "A foot walks one step."'),
        ("end mover wins", 'end "a rout" mover wins'),
        ("setup", 'looks\n  foot "i"\nsetup'),
    ],
)
def test_words_beside_the_rules_lose_no_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    learnt = Weights(({"count(foot of A)": 1.0}, {}), 0.0, 7)
    assert weights.keep(made(DUEL), learnt) is not None
    assert weights.read(made(DUEL.replace(old, new))) == learnt


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("up to 1", "up to 2"),
        ("= 2 from", "= 3 from"),
        ("mover wins", "mover loses"),
        ("rank(3)", "{a3}"),
        ("60", "61"),
    ],
)
def test_other_rules_have_weights_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert weights.keep(made(DUEL), Weights(({}, {}), 0.0, 7)) is not None
    assert weights.read(made(DUEL.replace(old, new))) is None


@pytest.mark.thorough
def test_bundled_weights_fit_the_rules_that_are_bundled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = sorted((bundled_directory() / "learnt").glob("*.json"))
    assert kept
    assert all(weights.bundled_search(bundled.load(path.stem)) is not None for path in kept)
