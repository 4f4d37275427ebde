"""Slips in whole games: `gdl/slips/` has the games, and its `.yaml` files what is written wrong in them, and what is said."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import yaml

FOLDER = Path(__file__).parent / "gdl" / "slips"


class Slip(NamedTuple):
    """`before` stands in the game of this name, and `after` is written for it; `told` is what the message says."""

    game: str
    before: str
    after: str
    told: str

    @property
    def text(self) -> str:
        """The whole game, as it is right."""
        text = (FOLDER / f"{self.game}.gdl").read_text("utf-8")
        assert self.before in text
        return text

    def written(self, folder: Path) -> Path:
        """The game with the slip, in a folder."""
        path = folder / "slip.gdl"
        path.write_text(self.text.replace(self.before, self.after, 1), "utf-8")
        return path


def slips(name: str, told: str) -> list[Slip]:
    """The rows of a file; `told`: the key of what is said."""
    rows: Iterable[dict[str, str]] = yaml.safe_load((FOLDER / name).read_text("utf-8"))
    return [Slip(row["in"], row["for"], row["write"], row[told]) for row in rows]
