"""Positions as text, for terminals and pipes.

styled, cells         text with styles; what a site shows
rows, lattice, graph, card_board
                      boards by their form
legend, pools         what stands below a board
drawing               all of it together
"""
