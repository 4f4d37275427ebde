"""The formats in which a game is a sheet: tags, then moves as people write them. `FORMS` has each by the ending of its files.

A format says how files are split, read and written; which games it fits; how its moves and positions are meant. A row for a new one is all
that reading, writing and listing need.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.files import kif, mat, wxf
from interpreter.play.files.importing import bundled_called, check_called
from interpreter.play.protocols.moves import signs_of
from interpreter.play.replaying import Draws, Finds
from interpreter.play.styles import notation, pdn, pgn
from interpreter.positions.fen import fen_of, read_fen

Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Form:
    """A format. `text_of` writes a legal action; `finds` gives what reads moves, none where the style of the game says it; `says` is what
    tags call the game, "" where they do not, which stands in the tag `tag`; `unsaid` is what such a game is called; `tags` are those that
    are written of a game; `draws` finds what chance gave, and `begin` the set-up and its seed."""

    suffix: str
    fits: Callable[[Game], bool]
    text_of: Callable[[State, int], str]
    finds: Callable[[Game], Finds | None]
    read: Callable[[str], pgn.Sheet] = pgn.read
    write: Callable[[pgn.Sheet], str] = pgn.write
    split: Callable[[Iterable[bytes]], Iterator[str]] = pgn.split
    write_start: Callable[[State], str] = fen_of
    read_start: Callable[[Engine, str], State] = read_fen
    tags: Callable[[Game], dict[str, str]] = lambda game: {}
    says: Callable[[Tags], str] = lambda tags: ""
    tag: str = ""
    unsaid: str = ""
    seats: Callable[[Game], Sequence[int]] = lambda game: (0, 1)
    """Who `White` and `Black` of the tags are. Results have the player first who begins."""
    draws: Draws | None = None
    begin: Callable[[Engine, pgn.Sheet], tuple[State, int]] | None = None

    def calls(self, tags: Tags) -> str:
        """What tags call the game, as `importing.is_called` knows it."""
        return self.says(tags) or self.unsaid or self.suffix[1:].upper()

    def check(self, tags: Tags, game: Game) -> None:
        """Raises RecordError where tags say that it is another game."""
        check_called(game, self.says(tags), f"tag `{self.tag}`")

    def first(self, sheet: pgn.Sheet, begun: State) -> tuple[State, int]:
        """Where a game begins, and its seed; `begun` is the set-up by the seed 0. Raises RecordError."""
        engine = begun.engine
        if "FEN" not in sheet.tags:
            return (begun, 0) if self.begin is None else self.begin(engine, sheet)
        try:
            return self.read_start(engine, sheet.tags["FEN"]), 0
        except PositionError as error:
            raise RecordError(
                f"the game begins from a position that cannot be read (FEN): {error}"
            ) from error


def _variant(tags: Tags) -> str:
    """The game that a file says that it has; "" where it does not. Some have it in `Game`, and others have anything there."""
    said = tags.get("Variant", "").strip(" ?-")
    named = tags.get("Game", "")
    return said or (named if named and bundled_called(named) else "")


def _type(tags: Tags) -> str:
    number = tags.get("GameType", "").split(",")[0].strip()
    return f"PDN {number}" if number else ""


# ---- the formats


def _pgn_moves(game: Game) -> Finds | None:
    return wxf.meant if signs_of(game, wxf.HEADING) else None


def _pgn_text(state: State, action: int) -> str:
    text_of = wxf.text_of if signs_of(state.engine.game, wxf.HEADING) else notation.text_of
    return text_of(state, action)


PGN = Form(
    suffix=".pgn",
    fits=lambda game: (
        (game.style is not None and game.style.name in ("san", "coordinates"))
        or bool(signs_of(game, wxf.HEADING))
    ),
    text_of=_pgn_text,
    finds=_pgn_moves,
    tags=lambda game: {"Variant": game.title},
    says=_variant,
    tag="Variant",
    unsaid="Standard",
)
PDN = Form(
    suffix=".pdn",
    fits=lambda game: pdn.number_of(game) is not None,
    text_of=pdn.text_of,
    finds=lambda game: pdn.meant,
    write_start=pdn.write_start,
    read_start=pdn.read_start,
    tags=lambda game: {"GameType": pdn.number_of(game) or ""},
    says=_type,
    tag="GameType",
    read=lambda text: pgn.read(pdn.tidied(text)),
    seats=lambda game: sorted((0, 1), key=lambda i: game.players[i].name[:1] != "W"),
)
KIF = Form(
    suffix=".kif",
    fits=lambda game: bool(signs_of(game, kif.HEADING)),
    text_of=kif.text_of,
    finds=lambda game: kif.meant,
    write_start=kif.write_start,
    read_start=kif.read_start,
    read=kif.read,
    write=kif.write,
    split=lambda lines: pgn.whole(lines, "utf-8", "cp932"),
)
WXF = Form(
    suffix=".wxf",
    fits=lambda game: bool(signs_of(game, wxf.HEADING)),
    text_of=wxf.text_of,
    finds=lambda game: wxf.meant,
    read=wxf.read,
    write=wxf.write,
    split=lambda lines: pgn.whole(lines, "utf-8", "gb18030"),
)
MAT = Form(
    suffix=".mat",
    fits=lambda game: bool(mat.dice_of(game)),
    text_of=mat.text_of,
    finds=lambda game: mat.meant,
    read=mat.read,
    write=mat.write,
    split=mat.split,
    draws=mat.draw,
    begin=mat.begin,
)
FORMS = {form.suffix: form for form in (PGN, PDN, KIF, WXF, MAT)}
