"""The rule sheet of a game, for people: made from its file.

wording    words that need no game: articles, plurals, what builtins say
blocks     what a sheet is made of: headings, paragraphs, lists, pictures, and signs
forms      what a condition shows by its form
sets, conditions, paths, english
           expressions of the rules in English; `speech` is what the parts ask of each other
told       the author's sentences, filled in
deeds      effects in English
choices    actions and moves in English
moves      how each kind moves, found by running the rules on a board that is empty but for it
samples    what a random game shows: which way pieces go, and how moves are written
opening, kinds
           the sections about the set-up and the pieces
sheet      what a rule sheet says, from the goal to the settings
text, html how it looks in a terminal and on a page
refusals, endings
           why a move is refused and why a game is over, in play
"""
