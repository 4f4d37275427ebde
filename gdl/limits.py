"""The limits of the language, of its checker and of play: one number each, and why it is there.

What only says how machine code or a message is made (the size of a table, how many names a help lists) stays where it is.
"""

# ---- numbers ---------------------------------------------------------------------------------------

LARGEST = (1 << 62) - 1
"""The largest number of the language, written or computed, and the largest lower part of a fraction: sums of two fit
into 64 bits."""

MAX_DIGITS = 4_000
"""Digits of a written number that are read: a longer one is beyond `LARGEST` anyway, and Python reads no longer ones."""

MAX_RANGE = 100_000
"""Numbers in a range such as `0..n`: a longer one is never meant, and each is an element of a set."""

MAX_OPTION_VALUES = 10_000
"""Values of an option that are written as a range: they are listed for people and tried by `gdl check`."""

MAX_COMPUTED = 100_000
"""Elements that are gone through to compute one value before the game begins: what takes more is left to the play."""

MAX_COMPUTED_IN_ALL = 3_000_000
"""Elements that are gone through before the game begins by all of a game's expressions: two seconds or three."""

MAX_WRITTEN_OUT = 20_000
"""Parts of a definition with those that it uses written out: thirty times as many as the longest of the bundled games has."""

MAX_DEPTH = 250
"""How deeply rules may be nested, with definitions written out: six times as deeply as the bundled games."""

FRAMES = 5_000
"""Calls within calls that Python must allow (`sys.setrecursionlimit`): engines go through rules by functions that call
themselves, up to eight for a level. Python's own limit of 1,000 would do for a hundred levels."""

MAX_TEXT = 4_000_000
"""Bytes of a game's file: a hundred times as many as the longest of the bundled games has."""

MAX_PEOPLE_WRITE = 4_000_000
"""Bytes of a position or of the tests beside a game that are read: fifty times as many as the longest has."""

# ---- declarations ----------------------------------------------------------------------------------

MAX_SITES = 4_096
"""Sites of a board: a table of all distances, two bytes each, takes 32 megabytes then."""

MANY_SITES = 576
"""Sites (24 x 24) up to which every board is handled as a set of bits; a larger one that grows, or holds stacks, is an
array where its rules allow it.

Positions on larger boards are numbered by a sum over their pieces, so the limit is part of what records hold.
"""

DEFAULT_WINDOW = 64
"""The width of the window of a growing board that gives none: with it the board has `MAX_SITES` sites."""

MAX_PLAYERS = 8
"""Players of a game: the owner of a piece takes four bits of the number by which positions are told apart."""

MAX_KINDS = 1_000
"""Kinds of a game, most of them made by a rule: each has a row of a table and a name."""

MAX_ENTRIES = 65_536
"""Values of a field of pairs: each state holds a byte or more for each of them."""

MAX_PARTS = 64
"""Values that a field pairs with each piece: a piece has a field for each, and a rule asks which one is meant."""

MAX_COMBINATIONS = 200_000
"""Combinations of values that a rule for kinds goes through: about a second."""

MAX_INDEX = 1_000
"""Numbers for which an attribute with an index has values."""

MAX_NESTING = 60
"""Brackets within brackets: the tree of an expression is walked by functions that call themselves."""

MAX_EXTENSIONS = 20
"""Files that extend each other: more are a circle."""

# ---- rules -----------------------------------------------------------------------------------------

MAX_REPEAT = 1_000
"""How often a step of a pattern may have to be met: a longer row is never meant."""

MAX_PATTERN_STEPS = 1_000
"""Steps of a pattern with repetitions written out: each is a state of an automaton."""

MAX_AGAIN = 200
"""How often an action may be said to continue: each further step is a digit of the action's number."""

DEFAULT_AGAIN = 40
"""How often an action repeats where it does not say; on a board with fewer sites as often as it has sites."""

DEFAULT_LIMIT = 10_000
"""Actions after which a game ends where it sets no limit: so every game ends."""

MAX_LIMIT = 1_000_000
"""The largest limit that a game may set: a random game of so many actions takes about a second in machine code."""

DEFAULT_REMEMBERED = 1_000
"""Earlier positions that a `position` clause remembers where it does not say."""

MAX_REMEMBERED = 4_096
"""Earlier positions that a `position` clause may remember: each state holds a word for each of them."""

MAX_CHOICES = 100_000_000
"""Combinations of an action's choices before its first condition: more cannot be tried by any engine."""

MAX_WITH_CONDITIONS = 1_000_000_000
"""Combinations of an action's choices whatever conditions stand between: three sites of a board of 32 x 32."""

MAX_ROUNDS = 10_000_000
"""Rounds of loops within loops over ranges of numbers: an effect takes a millionth of a second or more."""

# ---- play ------------------------------------------------------------------------------------------

MAX_TYPED = 4_000
"""Letters of a typed action: more than any notation has, and what is longer is compared with no rule."""

MAX_PENDING = 64
"""Demanded decisions that wait: rules that demand more go round in a circle."""

MAX_DEMANDS = 1_000
"""Demanded choices that are made by themselves within one action: more would never end."""

MAX_IN_POOL = MAX_SITES
"""Pieces in a pool: rules that make more of them than a board has sites make them without end."""

MAX_SETTLINGS = 10_000
"""Rounds of a settling: one that takes more never comes to rest."""

MAX_TRIES = 30_000
"""Tentative applications of actions that one question may take: more branch without end."""

MAX_CANDIDATES = 1_000_000
"""Values that are tried for the choices of one action: each takes some millionths of a second."""

MAX_OUTCOMES = 20_000
"""Ways in which chance may end an action that are listed: `apply` follows one of any number."""

MAX_PLIES = 10_000
"""Actions after which a random game is cut off, where the caller does not say."""

# ---- patience --------------------------------------------------------------------------------------

MAX_ERRORS = 20
"""Errors of syntax that one clause may have: behind them the reading goes astray."""

MAX_SETTINGS = 24
"""Settings of a game's options that `gdl check` goes through, so that it answers at once."""

MAX_PLACEMENTS = 100 * MAX_SETTINGS
"""Placements of one set-up that are followed to find two pieces on one site, so that large ones are checked at once."""

MAX_FOLLOWED = 20_000
"""Definitions within definitions that are followed to find out who sees what: warnings are worth no long wait."""

MAX_IMAGINED = 60
"""Exchanges of what is hidden that are drawn for one imagined state that must agree with what a player knows."""

MAX_REPAIRS = 3
"""Draws of what is hidden that are mended where none of them looks the same to the player."""

MAX_REPAIR_STEPS = 60
"""Changes that are tried to mend a draw. Where what is seen depends on what stands in its way, a sixteenth of the draws failed
without, and none of 208 with them."""

MAX_READINGS = 200
"""Ways to divide a typed text into sites that are compared with the legal actions."""

MAX_COMPARED = 20_000
"""Choices of one action whose notation is compared with a typed text, to say why it is not legal."""

MAX_COUNTED = 1_000_000_000
"""Turns, actions and passes before a position: engines count on in 32 bits, and a game has far fewer."""

MAX_FIXES = 100
"""Sure fixes that `gdl check --fix` makes one after the other: each is followed by a check of the whole file."""

MAX_TRIED_FIXES = 12
"""Fixes of a file that are tried before they are offered: each takes a check of the whole file."""

MAX_STEPS = 12_000
"""Steps of the parser's automaton that the search for edits of one line takes: beyond it no way out is told."""
