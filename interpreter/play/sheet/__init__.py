"""The rule sheet of a game, for people: made from its file.

wording    words that need no game: articles, plurals, lists; what an expression shows by its form
blocks     what a sheet is made of: headings, paragraphs, lists, pictures, and signs; how it looks in a terminal
clauses, calls
           simple clauses that can be denied; what the language's own functions say
elements, sorts
           what rules give names to, as nouns
speech, nouns, paths, conditions, english
           expressions of the rules in English, the one place that makes it; `english` says them
folding    rules without what is settled before the play
actions    actions, moves and effects in English
author_sentences
           the author's sentences, filled in
trials     how each kind of piece moves, found by running the rules
kinds      the pieces: what is said of them, with pictures of how they move
samples    what a random game shows: which way pieces go, and how moves are written
first_game each action once, with the position before and after it
sheet      what a rule sheet says, from the goal to the settings
html       how it looks on a page, and as a site of many games
reasons    why a move is refused and why a game is over, in play
"""
