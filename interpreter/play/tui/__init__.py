"""`gdl play` on a terminal of people: the whole screen, with mouse and keys.

    choices   what may be chosen now
    talk      what a typed line does
    board     the board as a widget: a drawing whose places can be pointed at
    panes     what stands beside the board: choices, moves, rules, what was said; the curtain between people
    app       all together: turns, bots, clocks, commands

Line by line, as through a pipe, it is played by `interpreter.play.terminal`.
"""
