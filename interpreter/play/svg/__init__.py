"""Positions as SVG pictures.

shapes, animation     SVG as text: the few shapes that pictures are made of; pictures that move
geometry, grounds     where sites are; what boards and sites are made of
tiles, pieces, icons, cards
                      what stands and lies on boards and in pools; dice
counters              what numbers count, as chips or as seeds in pits
board, yards          the board with its lines, and what stands between its cells; what waits in its corners
position, pools, captions
                      the blocks of a picture: the board with all that is on it and over it, pools, writing and legend
picture               all of them together; one piece alone
"""
