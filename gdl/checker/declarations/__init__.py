"""Declarations: they fill the symbol table.

players           players and teams; boards, fields, pools, definitions
tables            kinds by name and in tables; generated: kinds made by a rule; computed: what follows from their values
columns           what a column is, and the values of kinds in columns that their own table lacks
cells             the values in tables, and changes of them
"""
