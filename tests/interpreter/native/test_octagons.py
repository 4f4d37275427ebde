"""Pieces that move on octagons and squares: both engines agree, and each way of going leads where the tiling says."""

import pytest
from lockstep import agree

pytestmark = pytest.mark.thorough

WATCH = """game "Watch"
players White facing north, Black facing south
board octagons 4 x 4
kinds    reach
  rook   (line orthogonal: empty*, any)
  bishop (line diagonal: empty*, any)
  scout  (walk any up to 2: empty?, any)
  horse  (leap 1, 2: any)
  man    (line forward, forward_diagonal up to 1: any)
setup
  place rook of White on a1
  place bishop of White on b1
  place scout of White on c1
  place horse of White on d1
  place man of White on {a2, b1ne, c2}
  place rook of Black on d4
  place bishop of Black on c4
  place scout of Black on b4
  place horse of Black on a4
  place man of Black on {d3, b3ne, b3}
move go by any
  along reach
move leave by horse
  leap 1, 0: empty
turn: go or leave else lose
end
  mover wins when no enemy pieces
  draw when turn > 60
"""

STACKS = """game "Stacks"
players Red, Blue
board octagons 3 x 3 stacking where it != b2
kinds man
setup
  for s in squares do place man of Red on s
  for s in corners do place man of Blue on s
action climb
  choose s in sites where s is own
  choose t in neighbours(s)
  do move piece(s) to t
turn: climb else draw
end
  mover wins when count(s in octagons where s is own) = 6
  draw when turn > 40
"""


@pytest.mark.parametrize("text", [WATCH, STACKS], ids=["moves", "stacks"])
def test_both_engines_agree_on_octagons(text: str) -> None:
    assert agree(text, effort=2)
