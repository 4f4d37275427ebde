"""Networks of a graph in machine code."""

from lockstep import agree

TOWN = """game "Town"
players Anna, Bert
board graph tram: a1-b1-c1, b1-c2 boat: a1-b1, c2>c1
kinds man
setup
  place man of Anna on a1
  place man of Bert on c1
action ride
  choose m in own pieces
  choose s in neighbours(site(m), tram if turn mod 2 = 1 else boat) where s is empty and distance(s, a1, tram) < 3
  do move m to s
move sail by man
  line boat up to 1: empty
move cross by man
  walk tram up to 2: any, empty
turn: ride or sail or cross else pass
limit 20 moves: draw
"""


def test_both_engines_go_by_networks() -> None:
    assert agree(TOWN, games=4)
