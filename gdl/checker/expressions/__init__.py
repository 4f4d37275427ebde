"""Expressions: from the tree to the typed core.

dispatch      one case a form: the function that every context carries
conversions   required types, and implicit conversions
lookup        names without brackets: what they mean, and why one means nothing
calls         names with brackets: definitions, fields, pools; columns: attributes; builtins: the language's own functions
definitions   uses of definitions; pieces: kinds, and sets of pieces such as `own King`
predicates    what `x is ...` and the steps of paths ask
operators     conditions, comparisons, arithmetic; sets: filters, quantifiers; floods: `reached from`; texts: templates
paths         lines, walks and leaps; leaps: where these lead on the lattice
"""
