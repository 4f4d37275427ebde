"""Paths: followed site by site, matched everywhere at once by shifting sets, or looked up where the board decides.

`path_plans` asks about them; every other module holds a way to answer.
"""
