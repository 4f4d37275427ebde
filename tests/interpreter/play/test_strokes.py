"""What stands on borders is a stroke, on the board and in a pool."""

from pathlib import Path

import gdl
import interpreter
from interpreter.play.scene.looks import pools_of_strokes
from interpreter.play.svg.picture import picture

WALLS = """game "Walls"
  language 3
players Red, Blue
board square 3 x 3 with borders
kinds wall, man
pool walls of player
pool men of player

setup
  for p in players do
    place wall of p in walls(p) times 3
    place man of p in men(p) times 3

turn: build or enter

action build
  choose b in {source} where b is empty
  do move first(walls(mover)) to b

action enter
  choose s in sites where s is empty
  do move first(men(mover)) to s

end draw when moves >= 4
"""


def test_pieces_of_a_pool_that_go_to_borders_alone_are_strokes_there(tmp_path: Path) -> None:
    rules = tmp_path / "walls.gdl"
    for source in ("borders", "borders(a1)", "{b in borders where b is empty}"):
        rules.write_text(WALLS.replace("{source}", source))
        game = gdl.load(rules)
        assert pools_of_strokes(game) == {"walls"}, source
    drawn = picture(game, interpreter.engine(game, "reference").initial_state(1).position())
    walls, _, men = drawn.partition('data-pool="walls of Red"')[2].partition('data-pool="men of Red"')
    wall, man = (part.partition("</g>")[0] for part in (walls, men))
    assert "<circle" not in wall
    assert 'width="28' in wall  # room for a finger about it
    assert "<circle" in man
    assert "<line" in wall
