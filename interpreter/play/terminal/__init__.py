"""`gdl play` line by line: through a pipe, and on terminals that cannot be drawn on.

console, texts        lines in and out; lists of moves, results, help
screen, commands      what the person in front may see; `undo`, `why`, `save` and so on
table                 the loop
"""
