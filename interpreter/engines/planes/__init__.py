"""Positions as planes for networks: what a player sees of a board, one layer of numbers for each thing that may be there.

grid      where each site is in a layer: rows and columns
sight     what a player sees of many positions, in arrays: each engine makes it in its own way
groups    the layers of pieces, pools, fields and turns, and how each is filled from a sight
plan      all layers of a game, with their names
"""
