"""Moves in the style in which people write them (`notation STYLE`), and the files in which other programs keep games.

`notation` writes and reads single moves; `pgn` and `sgf` know their formats and no game.
"""
