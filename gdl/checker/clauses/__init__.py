"""Clauses: what is played becomes parts of the checked game.

actions       actions, choices and moves; choices: their choices and public domains; moves: whose path, along which way
setup         the first position
turns         what is on offer, phases, skipping
following     what follows actions: settling, `require`, `prefer`
ends          ends and the limit
hiding        what a player does not see
positions     which positions are remembered
claims, looks what has no part in the rules
"""
