"""Expressions: from the tree to the typed core.

dispatch      one case a form: the function that every context carries
conversions   required types, and implicit conversions
lookup        names without brackets: what they mean; known: why one means nothing
calls         names with brackets; builtins: the language's own functions; attributes: definitions, fields and columns
pieces        kinds, and sets of pieces such as `own King`
predicates    what `x is ...` and the steps of paths ask
operators     conditions, comparisons, arithmetic; sets: filters, quantifiers
paths         lines, walks and leaps; floods: `reached from`
texts         templates, and sentences for people
"""
