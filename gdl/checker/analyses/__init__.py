"""Analyses of what is checked: errors of rules that rest on each other or on chance, and warnings.

questions         what may not be asked where: history, `can_move`, `ended`
circles           what is legal does not rest on itself; chance: nor on what chance decides
lints             warnings about wrong games: unused, impossible, notation
information_flow  what is legal tells nobody what is hidden from them; terms: what is known where something is read
"""
