"""What there is to draw and to say of a position, for text and pictures alike.

names, colours, boards    words and numbers; colours; the part of a board that is drawn
looks, tiles, cards       how pieces look, what tiles and cards show
fields                    what is said beside the board
scene                     all of it together
observer                  what an observer may know beside the pieces: signs, scores, threats, relations
"""
