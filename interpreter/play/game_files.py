"""What the files of other programs say of their games, without the rules: who played, the result, how many moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.play.foreign import game_texts
from interpreter.play.styles import pgn, sgf


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a file, by its number from 1. `calls`: what the file calls the game, `SGF 1` where it has a number for it;
    `broken`: why its text is in no order."""

    number: int
    text: str
    players: tuple[str, str] = ("", "")
    result: str = ""
    date: str = ""
    length: int = 0
    calls: str = ""
    broken: str = ""


def entries(path: Path) -> Iterator[Entry]:
    """The games of a file, one after the other; none of them is kept in memory. Raises RecordError."""
    read = _of_pgn if path.suffix.lower() == ".pgn" else _of_sgf
    for number, text in enumerate(game_texts(path), 1):
        try:
            yield read(number, text)
        except pgn.BrokenError as error:
            yield Entry(number, text, broken=str(error))


def _of_pgn(number: int, text: str) -> Entry:
    sheet = pgn.read(text)
    tags = sheet.tags
    result = sheet.result if sheet.result not in ("", "*") else tags.get("Result", "*")
    players = tags.get("White", ""), tags.get("Black", "")
    return Entry(
        number, text, players, result, tags.get("Date", ""), len(sheet.moves), tags.get("Variant", "Standard")
    )


def _of_sgf(number: int, text: str) -> Entry:
    tree = sgf.read(text, "BW")

    def said(name: str, instead: str = "") -> str:
        return (tree.root.get(name) or [instead])[0].strip()

    calls = f"SGF {said('GM', '1')}"
    return Entry(number, text, (said("PB"), said("PW")), said("RE"), said("DT"), len(tree.moves), calls)
