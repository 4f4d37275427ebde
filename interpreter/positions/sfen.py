"""SFEN, which the protocol USI writes (Romstad, 2007), as FEN and back: what is in hand stands behind the player, `b` begins, and
moves of each player are counted.

It tells what a FEN of pieces and a pool tells, in another order: `.../... b 2P3p 5` is `.../...[PPppp] w 3`.
"""

import re

from interpreter.engines.errors import PositionError

_SFEN = re.compile(r"(?:sfen\s+)?([^\s\[\]]+)\s+([bw])\s+(-|(?:\d{0,2}[A-Za-z])+)(?:\s+(\d{1,6}))?\s*")
_HELD = re.compile(r"(\d*)([A-Za-z])")
_FEN = re.compile(r"(\S+)\[(\S*)\] ([wb]) .*?(\d+)")


def fen_from(text: str) -> str | None:
    """The FEN of a text that is SFEN; None for another text."""
    found = _SFEN.fullmatch(text.strip())
    if found is None:
        return None
    board, side, hand, number = found.groups()
    held = "".join(letter * int(count or 1) for count, letter in _HELD.findall(hand))
    return f"{board}[{held}] {'w' if side == 'b' else 'b'} {(int(number or 1) + 1) // 2}"


def sfen_from(fen: str) -> str:
    """The SFEN of a FEN of pieces and a pool. Raises PositionError for one that tells something else."""
    found = _FEN.fullmatch(fen)
    if found is None:
        raise PositionError("SFEN tells what stands on the board and is in hand, and nothing else")
    board, hand, side, number = found.groups()
    held = "".join(
        f"{n}{p}" if (n := hand.count(p)) > 1 else p for p in sorted(dict.fromkeys(hand), key=str.islower)
    )
    begins = side == "w"
    return f"{board} {'b' if begins else 'w'} {held or '-'} {2 * int(number) - begins}"
