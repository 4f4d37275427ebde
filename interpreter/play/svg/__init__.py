"""Positions as SVG pictures.

shapes, animation     SVG as text: the few shapes that pictures are made of; pictures that move
geometry, grounds     where sites are; what boards and sites are made of
discs, tiles, pieces, cards
                      what stands and lies on boards and in pools; dice
lines, board, marks   the board with its lines, what stands between its cells, what lies over its sites
position, pools, captions
                      the blocks of a picture: the board with all that is on it, pools, writing and legend
picture               all of them together; one piece alone
"""
