"""Positions as text, for terminals and pipes.

styled, cells         text with styles; what a site shows
grid, graph, card_board
                      boards by their form
legend                what the signs on a board mean
drawing               all of it together, with the pools below
"""
