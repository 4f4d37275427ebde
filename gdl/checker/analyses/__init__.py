"""Analyses of the checked clauses: errors that only several clauses together show, and warnings.

legality          what decides which actions are legal depends neither on itself nor on chance
information_flow  what is legal reveals no secret; openness: what is told of choices;
                  reading: what is read, and who does not see it; terms: what is known where something is read
lints             warnings: all of them in one list; unused, impossible, notation: the larger groups
"""
