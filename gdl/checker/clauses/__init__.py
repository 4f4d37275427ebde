"""Clauses other than declarations: each becomes a part of the checked game.

actions       actions, choices and moves; choices: what is chosen, and its public domain
turns         the actions on offer, phases, skipping; together: turns in which all choose
course        the set-up, settling, `require` and `prefer`, ends and the limit
knowledge     what a player does not see, and which positions are remembered
required      what every game has
claims, looks, notation   what is no part of the rules
"""
