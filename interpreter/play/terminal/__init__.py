"""`gdl play` in the terminal: one model of the game in front of people, and two views of it.

texts     moves and results as text: columns, folded lists, tables
choices   what may be chosen now, step by step
model     who looks, what they see, what a typed line means and what comes of it, as values to be shown
commands  the words that can be typed: `undo`, `why`, `save` and so on
lines     the view line by line: through a pipe, and on terminals that cannot be drawn on
widgets   of the whole screen: the board, whose places can be pointed at, the panes beside it, the curtain between people
screen    the view on the whole screen, with mouse and keys
"""
