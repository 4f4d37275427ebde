"""Games in which something looks like a slip and is none: nothing is said of them. A false alarm is worse than silence."""

from pathlib import Path

import pytest

from gdl.loader import examine

SOUND = sorted((Path(__file__).parent / "sound").glob("*.gdl"))


@pytest.mark.parametrize("path", SOUND, ids=[p.stem for p in SOUND])
def test_a_sound_game_is_told_nothing(path: Path) -> None:
    game, found = examine(path)
    assert game is not None
    assert [f"{d.code}: {d.message}" for d in found] == []
