"""Clauses other than declarations: each becomes a part of the checked game.

actions       actions, choices and moves; choices: what is chosen, and its public domain; moves: kinds and paths
setup         the first position
turns         the actions on offer, phases, skipping
following     what follows actions: settling, `require`, `prefer`
ends          ends and the limit
hiding        what a player does not see
positions     which positions are remembered
required      what every game has
claims, looks what is no part of the rules
"""
