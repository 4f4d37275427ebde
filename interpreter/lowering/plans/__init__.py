"""Plans for actions: how their candidates are found, counted, drawn, tried and listed. No code is written here.

`actions` makes one plan for each action; every other module plans one side of it.
"""
