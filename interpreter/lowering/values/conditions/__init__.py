"""Conditions as sets: all sites (players, kinds, ...) for which a condition on a name holds, by set algebra.

`s is empty` is a complement, `own pieces` a cell of the state, what depends on the board alone a constant.
"""
