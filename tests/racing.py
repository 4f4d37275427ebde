"""A game whose players choose together how far their cars go, which takes effect in rounds."""

RACE = """game "Race"
players Red, Blue
board square 4 x 2
kinds car
field speed of player: 0..3
setup
  place car of Red on a1
  place car of Blue on a2
action program
  choose n in 1..3
  do speed(mover) := n
settle after program
  for r in 1..3 do
    for p in players, c in pieces of p where r <= speed(p) and step(site(c), east) is empty do
      move c to step(site(c), east)
turn together: program
limit 6 moves: draw
"""
