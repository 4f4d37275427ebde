"""A game at a table, for the terminal and the browser alike: both are views of it.

table          seats, moves, clocks, consent, ends by people, chat; knows nothing of screens and sockets
secret_setup   set-ups laid out in secret
disclosure     what spectators see, and what an action is seen to do, without a secret
"""
