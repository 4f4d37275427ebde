"""`gdl play` line by line: through a pipe, and on terminals that cannot be drawn on.

screen                lines in and out; what the person in front may see
commands              `undo`, `why`, `save` and so on
table                 the loop
"""
