"""Suggestions: what may be meant where a name is unknown or a value has the wrong type.

foreign      words of other games and languages, as tables
names        candidates for a name, as one ranked list, each tried in its place
by_type      what has a type that is wanted, and what leads to it from a value of another one, or may be meant in its place

A suggestion is right or is not made: a candidate that does not fit its place is left out, and several that are as likely are no
answer. Where nothing is known, a message says only what was found and what is wanted.
"""
