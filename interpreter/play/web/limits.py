"""How much may come from outside: each limit with its reason."""

MESSAGE_BYTES = 64 * 1024
"""Of one message: a position to be edited is the longest, at most some 20 kB."""

HEARD_BYTES = 16 * 1024 * 1024
"""Of a request that is too long, so that who sends it reads the answer: many read none before all is sent. The rest is cut off."""

MESSAGES_A_SECOND = 25.0
"""Of one socket, in the long run. A person who drags quickly sends five; a page that replays a game, twenty."""

BURST = 80.0
"""Messages that one socket may send at once, before that rate holds."""

SOCKETS_A_TOKEN = 8
"""Pages of one seat that are open at once: a few devices, and some that have not noticed that they are closed."""

SOCKETS_OF_SPECTATORS = 200
"""Pages of one table's spectators."""

TABLES_A_CLIENT = 60
"""Tables that one address may open in an hour: more than people do, fewer than would fill the memory."""

TABLES = 20_000
"""Tables that a server keeps; the oldest finished ones make room."""

TABLES_IN_MEMORY = 1_000
"""Tables whose states are kept in memory; the others are read again from disk when somebody comes back."""

ENGINES = 64
"""Engines that are kept for the next table or question: each setting of a game has one, of some megabytes."""

AT_WORK = 16
"""Requests of one address that are worked at or wait: a browser asks for six at a time, and others want their turn."""

WAITING = 24
"""Messages that wait for one socket, some kilobytes each: the socket of a page that takes none is closed."""

NAME_LETTERS = 40

PATH = 64
"""Choices of one walk: the longest action of a bundled game has some twenty."""

FRAMES = 200
"""Positions of a game in a picture that moves: each takes some 20 kB; of a longer game the end is shown."""

SET_UP = 500
"""Decisions of a set-up that is loaded: the longest of a bundled game has some 60."""

TEXT_LETTERS = 300
"""Of a choice, or of a move that is asked about."""

THINKING_SECONDS = 5.0
"""Of a bot for a move: several share the cores."""

ITERATIONS = 100_000
"""Of a bot for a move, where it counts them instead of seconds."""

ANALYSIS_SECONDS = 10.0
"""Of the analysis of one position."""

REVIEW_SECONDS_A_MOVE = 0.5
REVIEW_SECONDS = 60.0
"""Of the review of a game: for each position, and of all together; a long game gets less for each."""

ANALYSES = 4
"""Analyses and reviews that run at once: each holds the memory of a search, and they share one thread."""

WORKERS = 2
"""Threads that compile, search and answer slow questions; more would take the cores from those who play."""

PLANS = 40
"""Conditional lines of a player: more than people write down for one game."""

MINUTES = 60 * 24 * 14
"""Of a clock: two weeks, for games by correspondence."""

MOST_MOVES = 10_000
"""Moves of a game that can be stepped through; games end before."""

HEAD_SECONDS = 10.0
"""For the head of a request: a page sends it at once, and who sends it letter by letter holds a connection."""

BODY_SECONDS = 20.0
"""For the body of a request, of at most some 60 kB."""

OPENING_SECONDS = 2.0
"""For which whoever opens a table waits until it is on disk."""

LISTED = 100
"""Tables that the first page lists for whoever comes; the oldest make room."""
