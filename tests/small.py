"""Options that make the bundled games small, for tests that go through all of them."""

SMALL = {
    "gomoku": {"size": 6}, "hex": {"size": 5, "swap": True}, "stone_towers": {"size": 4, "turns": 6},
    "zola": {"size": 4, "pie": True}, "reversi": {"size": 6}, "english_draughts": {"size": 6},
    "breakthrough": {"width": 5, "height": 5}, "amazons": {"size": 6}, "go": {"size": 5}, "havannah": {"size": 4},
    "quoridor": {"size": 5}, "y": {"size": 6}, "twixt": {"size": 6},
    "dots_and_boxes": {"width": 3, "height": 3}, "homesteads": {"side": 2}, "polyominoes": {"size": 5},
    "dvonn": {"start": "mixed"}, "roads_and_towns": {"size": 5},
}  # fmt: skip
