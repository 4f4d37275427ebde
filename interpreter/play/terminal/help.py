"""What can be typed at a table."""

COMMANDS = {
    "help": "what can be typed",
    "moves [WORD]": "all legal moves, or those with this word",
    "kinds": "the table of the pieces",
    "rules [NAME]": "the rules of the game, or what they say of a kind, an action or a word",
    "show": "the board again",
    "undo [N]": "back to your last decision, or N decisions",
    "redo [N]": "forward again",
    "hint": "the moves that a search finds best",
    "history": "the moves so far",
    "resign": "give up; with more than two sides a bot takes the seat",
    "draw": "all players at this screen agree on a draw; `undo` goes on after both",
    "relation [NAME]": "show a relation between pieces, and what can be captured; again: hide it",
    "why MOVE": "why a move is not legal",
    "save FILE": "write the game down; in a .pgn or .sgf file for other programs",
    "seal FILE": "the same; what is hidden cannot be read by chance until the game is over",
    "load FILE": "continue a saved game",
    "quit": "stop",
}

_MOVES = (
    "  a move: its number (`#5` where moves are numbers themselves), its notation, its sites (`b4 a5`) or its\n"
    "  action's name and choices; a site alone lists its moves; several moves with commas between them"
)


def help_text() -> str:
    """Moves, then each command with its meaning."""
    return "\n".join([_MOVES, *(f"  {name:<10} {meaning}" for name, meaning in COMMANDS.items())])
