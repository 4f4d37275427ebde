"""Small games: options that make the bundled ones small, for tests that go through all of them, and pieces of chess on 25 squares."""

SMALL = {
    "gomoku": {"size": 6}, "hex": {"size": 5, "swap": True}, "quax": {"size": 4, "swap": True}, "stone_towers": {"size": 4, "turns": 6},
    "zola": {"size": 4, "pie": True}, "reversi": {"size": 6}, "english_draughts": {"size": 6},
    "breakthrough": {"width": 5, "height": 5}, "amazons": {"size": 6}, "go": {"size": 5}, "havannah": {"size": 4},
    "quoridor": {"size": 5}, "y": {"size": 6}, "twixt": {"size": 6},
    "dots_and_boxes": {"width": 3, "height": 3}, "homesteads": {"side": 2}, "polyominoes": {"size": 5},
    "dvonn": {"start": "mixed"}, "roads_and_towns": {"size": 5}, "trax": {"span": 4}, "ludo": {"men": 1}, "euchre": {"goal": 1},
    "rummy_500": {"goal": 50}, "five_hundred": {"goal": 100}, "minibridge": {"deals": 1},
}  # fmt: skip

KINGS = """
players White facing north, Black facing south
board square 5 x 5
kinds    reach
  king   (line any up to 1: any)
  rook   (line orthogonal: empty*, any)
  bishop (line diagonal: empty*, any)
  horse  (leap 1, 2: any)
  man    (line forward_diagonal up to 1: any)
setup
  place king of White on c1
  place rook of White on c2
  place bishop of White on b2
  place horse of White on d2
  place man of White on {a2, e2}
  place king of Black on c5
  place rook of Black on {c4, a5}
  place bishop of Black on e3
  place horse of Black on d4
  place man of Black on b4
"""
