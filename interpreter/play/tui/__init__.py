"""`gdl play` on a terminal of people: the whole screen, with mouse and keys.

    painting  a drawn position as styled text, and what stands where on it
    board     the board as a widget: pointing at places
    choices   what may be chosen now, and what a typed line means
    panes     what stands beside the board: choices, moves, rules, what was said
    curtain   between people who may not see the same
    app       all together: turns, bots, clocks, commands

Line by line, as through a pipe, it is played by `interpreter.play.terminal`.
"""
