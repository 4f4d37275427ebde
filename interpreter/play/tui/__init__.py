"""`gdl play` on a terminal of people: the whole screen, with mouse and keys.

    choices   what may be chosen now, and what a typed line does
    widgets   the board, whose places can be pointed at; the panes beside it; the curtain between people
    sight     what the person in front may see
    app       all together: turns, bots, clocks, commands

Line by line, as through a pipe, it is played by `interpreter.play.terminal`.
"""
