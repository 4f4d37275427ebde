"""Declarations: they fill the symbol table.

order             all of them, each after those that it needs
players, boards, fields, pools, definitions
tables            kinds by name and in tables; generated: kinds made by a rule
columns           what a column is, and what kinds have in columns that their own table lacks
cells             the values in tables; path_columns: columns of paths, which are definitions
"""
