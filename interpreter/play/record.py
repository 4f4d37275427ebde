"""A game written down: the rules, their options, the seed and the moves in notation, as a YAML file.

`save` leaves the old file whole if it is interrupted; `load` explains what is wrong with a file; `replay` plays the moves
again, which gives the same states, as chance follows from the seed. Of the rules a record holds a mark by which changed ones are
known, and the texts of files that are not bundled: so a game can be continued where its file has moved, and by the rules that it
began with.
"""

import base64
import hashlib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import GameError, Reporter
from gdl.files.library import bundled_directory, bundled_games, find_named
from gdl.platform.safe_io import read_at_most, reason, write_whole
from gdl.source import Source
from interpreter.caching import game_cache
from interpreter.caching.stamps import LANGUAGE
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.play.chance import Drawn, applied
from interpreter.play.scene.names import shortened
from interpreter.positions.documents import Document, dumped, loaded

_BUNDLED = Source(str(bundled_directory() / "any.gdl"), "")  # beside which bundled files are found
_MARK = 32  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """`mark`: the same for the same rules, whatever their comments say. `text`: that of the game's file, None if it is
    bundled. `files`: those of files that it extends or uses and that are not bundled, by the names that it gives them."""

    mark: str
    text: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)


def rule_texts(name: str) -> RuleTexts:
    """The texts of a game as they are now. Raises FileNotFoundError, GameError."""
    path = find_named(name)
    return game_cache.remembered("texts", path, partial(_rule_texts, path), LANGUAGE)


def _rule_texts(path: Path, reader: game_cache.Reader) -> RuleTexts:
    """The texts of a file and of those that it names, which `reader` reads."""
    from gdl.files.sources import read_all  # slow to load, and not needed for texts that are kept
    from gdl.loader import read_source

    reporter = Reporter()
    source = read_source(path, reporter)
    if source is None:
        raise GameError(reporter.sorted())
    others: dict[str, Source] = {}

    def read(wanted: str, by: Source, is_module: bool) -> Source:
        others[wanted] = reader(wanted, by, is_module)
        return others[wanted]

    read_all(source, read, set(), Reporter())
    mark = _mark(source.text, {n: s.text for n, s in others.items()})
    if _is_bundled(source):
        return RuleTexts(mark)
    return RuleTexts(mark, source.text, {n: s.text for n, s in others.items() if not _is_bundled(s)})


def _is_bundled(source: Source) -> bool:
    return bundled_directory().resolve() in Path(source.name).resolve().parents


def _mark(text: str, others: Mapping[str, str]) -> str:
    from gdl.text.layout import blank_comments  # loads the parser

    found = hashlib.sha256()
    for name, one in (("", text), *sorted(others.items())):
        lines = (line.rstrip() for line in blank_comments(one).split("\n"))
        found.update(repr((name, [line for line in lines if line])).encode())
    return found.hexdigest()[:_MARK]


def game_from(name: str, texts: RuleTexts, options: Mapping[str, Any]) -> Game:
    """The game by the texts that were kept; of a bundled one as it is now. Raises GameError, FileNotFoundError."""
    from gdl.loader import examine_source, load, read_named  # slow to load

    if texts.text is None:
        return load(name, options)

    def read(wanted: str, by: Source, is_module: bool) -> Source:
        if wanted in texts.files:
            return Source(wanted, texts.files[wanted])
        return read_named(wanted, _BUNDLED, is_module)

    game, diagnostics = examine_source(Source(name, texts.text), options, None, read)
    if game is None:
        raise GameError(d for d in diagnostics if d.is_error)
    return game


def rule_change(name: str, texts: RuleTexts) -> str:
    """What is to be said of rules that have changed since these texts were kept; nothing where they have not."""
    try:
        now = rule_texts(name)
    except (OSError, ValueError, GameError):
        return "" if texts.text is not None else f"the rules of {name} are not there any more"
    if not texts.mark or now.mark == texts.mark:
        return ""
    if texts.text is None:
        return f"the rules of {name} have changed since this game was saved"
    return (
        f"{name} has changed since this game was saved, which continues with the rules that it was saved with"
    )


_MOST = 8_000_000  # bytes of a saved game

# of files that are written; those of format 1 have only the game, its options, the seed and the moves
FORMAT = 2
_KEYS = (
    "format", "game", "title", "rules", "options", "seed", "seats", "names", "date", "result", "end", "moves", "text", "files",
    "sealed", "position", "drawn",
)  # fmt: skip
_OPEN = ("format", "game", "title", "date")  # what a sealed game still tells
_SECRETS = "# The seed and the moves tell what is hidden in this game.\n"


@dataclass(frozen=True, slots=True)
class Record:
    """`game` is a path or a bundled name; `options` those that differ from their defaults.

    `seats`: who sits there, as `--seat` takes it; `names`: what people call themselves; `result`: what each player got,
    once the game is over. All three are by the names of players. `end`: the name of the end that it came to, or how people ended it. `date`: when the game began. `is_hidden`: the seed and the
    moves tell what players may not know. `position`: where it began, as YAML; "" for the set-up of the rules. `drawn`: what chance gave
    behind so many moves, where it does not follow from the seed, as in games that others have played.
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    moves: tuple[str, ...] = ()
    title: str = ""
    rules: RuleTexts = field(default_factory=lambda: RuleTexts(""))
    seats: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    result: Mapping[str, str] = field(default_factory=dict)
    end: str = ""
    is_hidden: bool = False
    position: str = ""
    drawn: Mapping[int, Drawn] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return bool(self.result)

    def called(self, player: str) -> str:
        """Who played, for files of other programs: the name of a person, or `level 3 (bot)`; `?` for a person without a name. No
        colon is in the name of a bot: it parts several names."""
        seat = self.seats.get(player, "human")
        return f"{seat.replace(':', ' ')} (bot)" if seat != "human" else self.names.get(player) or "?"

    def to_yaml(self, is_sealed: bool = False) -> str:
        """The text of the file, with one move a line. Sealed, what is secret cannot be read by chance, until the game is
        over; that is no encryption, as the program opens it without a key."""
        if is_sealed and self.is_hidden and not self.is_over:
            return self._sealed()
        return (_SECRETS if self.is_hidden else "") + self._opened()

    def _opened(self) -> str:
        data: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "title": self.title,
            "rules": self.rules.mark,
            "options": {n: _plain(v) for n, v in self.options.items()},
            "seed": self.seed,
            "seats": dict(self.seats),
            "names": dict(self.names),
            "date": self.date,
            "result": dict(self.result),
            "end": self.end,
        }
        needed = ("format", "game", "options", "seed")
        head = {k: v for k, v in data.items() if v or k in needed}
        text = dumped(head, default_flow_style=None, width=1000)
        rest: dict[str, object] = {"moves": list(self.moves)}
        if self.position:
            rest["position"] = self.position
        if self.drawn:
            rest["drawn"] = {number: dict(fields) for number, fields in self.drawn.items()}
        if self.rules.text is not None:
            rest["text"] = self.rules.text
        if self.rules.files:
            rest["files"] = dict(self.rules.files)
        more = dumped(rest, default_flow_style=False, width=1000)
        return text + more

    def _sealed(self) -> str:
        head = {"format": FORMAT, "game": self.game, "title": self.title, "date": self.date}
        inner = base64.b85encode(zlib.compress(self._opened().encode())).decode()
        shown = dumped(head)
        return f"# This game is sealed until it is over: what is hidden in it is not to be read.\n{shown}sealed: '{inner}'\n"


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def save(record: Record, path: Path, is_sealed: bool = False) -> None:
    """Writes a record. Raises RecordError when the file cannot be written, or holds something else already."""
    try:
        is_there, is_file = path.exists(), path.is_file()
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be written: {reason(error)}") from error
    if is_there:
        other = f"{path} exists and is no saved game; take another name"
        if not is_file:  # a pipe would be read until somebody writes into it
            raise RecordError(other)
        try:
            load(path)
        except RecordError as error:
            raise RecordError(other) from error
    write(path, record.to_yaml(is_sealed), 0o644)


def write(path: Path, text: str, mode: int) -> None:
    """Writes a text so that the file always holds the old one or the new one as a whole. Raises RecordError."""
    try:
        write_whole(path, text.encode("utf-8"), mode)
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be written: {reason(error)}") from error


def load(path: Path) -> Record:
    """Reads a record. Raises RecordError: unreadable, not YAML, missing keys, an unknown game."""
    try:
        text = read_at_most(path, _MOST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not UTF-8 text") from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be read: {reason(error)}") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> Record:
    """The record that a text holds; `name` is what messages call it. Raises RecordError."""
    data = _mapping(text, name)
    _check_version(data, name)
    if "sealed" in data:
        data = _mapping(_unsealed(data, name), name)
        _check_version(data, name)
    _check_keys(data, name)
    game, moves = data["game"], data["moves"] or []
    if not isinstance(game, str) or not game:
        raise RecordError(f"{name}: `game` must be the name or the path of a game")
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        raise RecordError(f"{name}: `moves` must be a list of moves in notation")
    options = _texts(data, "options", "must give each option one value, such as {size: 4}", name)
    seats, names, result, files = (
        _texts(data, key, "must give each name one text", name)
        for key in ("seats", "names", "result", "files")
    )
    seed = _seed(data.get("seed", "0"), name)
    mark, title, date, end, own, position = (
        _text(data, key, name) for key in ("rules", "title", "date", "end", "text", "position")
    )
    if own is None:
        _check_game(game, name)
    _check_shown(
        (game, title, date, end, *moves, *seats.values(), *names.values(), *names, *result.values()), name
    )
    return Record(
        game,
        options,
        seed,
        tuple(moves),
        title or "",
        RuleTexts(mark or "", own, files),
        seats,
        names,
        date or "",
        result,
        end or "",
        position=position or "",
        drawn=_drawn(data.get("drawn") or {}, name),
    )


def _drawn(data: Any, name: str) -> dict[int, Drawn]:
    """Raises RecordError."""
    try:
        return {
            int(number): {str(f): int(value) for f, value in fields.items()}
            for number, fields in data.items()
        }
    except (AttributeError, TypeError, ValueError):
        raise RecordError(
            f"{name}: `drawn` gives numbers of moves the fields that chance gave, `3: {{die: 6}}`"
        ) from None


def _mapping(text: str, name: str) -> dict[Any, Any]:
    """What a text says, without duplicates of lists by references, of which a short text could hold millions."""
    try:
        data = loaded(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        problem = getattr(error, "problem", None) or "cannot be parsed"
        raise RecordError(f"{place}: not a saved game: the YAML is broken: {problem}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{name}: not a saved game: expected the keys game, options, seed and moves")
    return data


def _check_version(data: Mapping[Any, Any], name: str) -> None:
    given = data.get("format", "1")
    if given not in [str(k) for k in range(1, FORMAT + 1)]:
        raise RecordError(f"{name}: this program reads saved games up to format {FORMAT}, and not {given!r}")


def _unsealed(data: Mapping[Any, Any], name: str) -> str:
    wrong = f"{name}: not a saved game: what is sealed cannot be read"
    if not isinstance(data["sealed"], str) or set(data) - {*_OPEN, "sealed"}:
        raise RecordError(wrong)
    opened = zlib.decompressobj()
    try:
        text = opened.decompress(base64.b85decode(data["sealed"]), _MOST).decode()
    except (ValueError, zlib.error) as error:
        raise RecordError(wrong) from error
    if opened.unconsumed_tail or not opened.eof:
        raise RecordError(wrong)
    return text


def _texts(data: Mapping[Any, Any], key: str, must: str, name: str) -> dict[str, str]:
    found = data.get(key) or {}
    if not isinstance(found, dict) or not all(isinstance(v, str) for kv in found.items() for v in kv):
        raise RecordError(f"{name}: `{key}` {must}")
    return found


def _text(data: Mapping[Any, Any], key: str, name: str) -> str | None:
    found = data.get(key)
    if found is not None and not isinstance(found, str):
        raise RecordError(f"{name}: `{key}` must be a text")
    return found


def _check_shown(texts: Iterable[str | None], name: str) -> None:
    """What people are shown commands no terminal. Raises RecordError."""
    if any(visible(text or "") != (text or "") for text in texts):
        raise RecordError(f"{name}: not a saved game: it holds characters that are commands to a terminal")


def _check_keys(data: Mapping[Any, Any], name: str) -> None:
    for key in data:
        if key not in _KEYS:
            help = near(str(key), _KEYS) or f"the keys are {', '.join(_KEYS)}"
            raise RecordError(f"{name}: a saved game has no key `{shortened(str(key))}`; {help}")
    missing = [k for k in ("game", "moves") if k not in data]
    if missing:
        raise RecordError(f"{name}: not a saved game: {' and '.join(f'`{k}`' for k in missing)} missing")


def _seed(value: Any, name: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise RecordError(f"{name}: `seed` must be a whole number, not {shortened(str(value))}") from None


def _check_game(game: str, name: str) -> None:
    """Raises RecordError for a game that does not exist."""
    try:
        find_named(game)
    except (OSError, ValueError):
        help = near(game, bundled_games()) or "`gdl list` names the bundled ones"
        raise RecordError(f"{name}: there is no game `{shortened(game)}`; {help}") from None


def chosen_options(game: Game) -> dict[str, object]:
    """The options of a game that differ from their defaults, as a record holds them."""
    return {
        o.name: (o.symbols[o.value] if o.symbols and isinstance(o.value, int) else o.value)
        for o in game.options
        if o.value != o.default
    }


def beginning(record: Record, engine: Engine) -> State:
    """The state in which a record begins. Raises RecordError."""
    if not record.position:
        return engine.initial_state(record.seed)
    try:
        return engine.state(Document(record.position, "position").value or {})
    except PositionError as error:
        raise RecordError(f"the position in which the game begins cannot be read: {error}") from error


def replay(record: Record, engine: Engine) -> list[State]:
    """The states of a record, from the one before any move. Raises RecordError naming the move that fails."""
    states = [beginning(record, engine)]
    for number, move in enumerate(record.moves, 1):
        if states[-1].is_terminal:
            raise RecordError(f"move {number}: the game is over before it")
        try:
            action = states[-1].action_from_string(move)
            states.append(applied(states[-1], action, record.drawn.get(number, {})))
        except IllegalAction as error:
            raise RecordError(f"move {number}: {error}") from error
        except GameError as error:
            raise RecordError(f"move {number}, `{move}`: the rules go wrong: {error}") from error
    return states
