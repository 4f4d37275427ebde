"""Expressions: from the tree to the typed core.

conversions   what an expression must be, and the conversions that happen by themselves
words         what a name means where it is written, and what is said of one that means nothing
pieces        kinds, and sets of pieces such as `own King`
calls         definitions, fields, pools and what else is written with brackets; columns: attributes of kinds
builtins      the language's own functions
predicates    what `x is ...` and the steps of paths ask
operators     arithmetic, comparisons, conditions; sets: filters, quantifiers, floods; texts: templates
paths         lines, walks and leaps
dispatch      one case a form: the function that all of them are given in their context
"""
