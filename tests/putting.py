"""The text of a small game, as many tests need one: players put stones on a board in turn, until it ends."""


def putting(*ends: str, board: str = "square 3 x 3", players: str = "Black, White", name: str = "Row") -> str:
    """`ends` are its ends, without their first word."""
    head = f"""game "{name}"
players {players}
board {board}
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
"""
    return head + "".join(f"end {end}\n" for end in ends)
