"""The rule sheet of a game, for people: made from its file.

wording    words that need no game: articles, plurals, what builtins say
forms      what a condition shows by its form
english    expressions and paths of the rules in English
deeds      effects in English
moves      how each kind moves, found by running the rules on a board that is empty but for it
sheet      what a rule sheet says: headings, paragraphs, pictures
text, html how it looks in a terminal and on a page
"""
