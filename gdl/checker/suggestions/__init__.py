"""Suggestions: what may be meant where a name is unknown or a value has the wrong type.

way_out      what is offered: a sentence, and the change that it speaks of
trial        whether a text has no mistake of its own in a place
foreign      words of other games and languages, as tables
names        candidates for a name, as one ranked list
types        what has a type that is wanted
conversions  what leads from a value of one type to one of another
arguments    calls with other arguments
centre       the middle of the board, which is a point and no site

A suggestion is right or is not made: a candidate that does not fit its place is left out, and several that are as likely are no
answer. Where nothing is known, a message says only what was found and what is wanted.
"""
