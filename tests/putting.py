"""The text of a small game, as many tests need one: players put stones on a board in turn, until it ends."""


def putting(
    *ends: str,
    board: str = "square 3 x 3",
    players: str = "Black, White",
    name: str = "Row",
    sizes: str = "",
) -> str:
    """`ends` are its ends, without their first word. `sizes`: the values of an option `size`, if it has one."""
    option = f"option size = 3 from {sizes}\n" if sizes else ""
    head = f"""game "{name}"
{option}players {players}
board {board}
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
"""
    return head + "".join(f"end {end}\n" for end in ends)
