"""Positions in: from the mapping of docs/language/positions.md to the engine's own data. Every mistake is a
PositionError with its place."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from gdl.boards.site_names import no_site
from gdl.core import model
from gdl.core.arithmetic import Number, is_too_large, read_number
from gdl.core.types import PIECE, SITE, Type
from gdl.diagnostics.similar_names import possible
from gdl.limits import MAX_COUNTED, MAX_IN_POOL
from gdl.tree.words import DEMAND_WORDS, word_of
from interpreter.engines.errors import PositionError
from interpreter.engines.notation import SPELT_TRUTHS
from interpreter.engines.position_parts import (
    HIDDEN,
    POSITION_PARTS,
    example,
    example_holder,
    in_braces,
    no_part,
    swapped,
)
from interpreter.engines.reference.data import Data, Outcome, Pending, Wanted
from interpreter.engines.reference.position_writer import Writer
from interpreter.shared.hashing import MASK64


class Reader:
    """Reads one position. Every mistake is a PositionError with its place."""

    def __init__(self, game: model.Game, position: Mapping[str, Any]) -> None:
        self.game = game
        self.position = position
        self.players = [p.name for p in game.players]
        self.kinds = [k.name for k in game.kinds]
        self.naming: list[tuple[int, model.Field, str, tuple[str | int, ...]]] = []  # fields that name pieces

    def read(self) -> Data:
        if not isinstance(self.position, Mapping):
            raise PositionError("a position is a mapping with " + ", ".join(f"`{p}`" for p in POSITION_PARTS))
        for section in self.position:
            if section not in POSITION_PARTS:
                raise PositionError(no_part(self.game, str(section), self.position[section]), (str(section),))
        data = Data(self.game)
        data.phase = "main" if "main" in self.game.phases else self.game.phases[0]
        self.pieces(data)
        self.pools(data)
        for (
            piece,
            field,
            value,
            place,
        ) in self.naming:  # a field may name a piece that is written further down
            self.piece_field(data, piece, field, value, place)
        self.sites(data)
        to_move = self.position.get("to_move", self.players[0])
        data.mover = self.player(to_move, ("to_move",))
        self.fields(data)
        return data

    def unknown(self, what: str, name: str, known: Any, place: tuple[str | int, ...]) -> NoReturn:
        raise PositionError(f"{what} `{name}`: {possible(name, [str(k) for k in known])}", place)

    def section(self, name: str) -> Mapping[Any, Any]:
        part = self.position.get(name) or {}
        if not isinstance(part, Mapping):
            raise PositionError(f"`{name}` is a mapping{example(self.game, name)}, not {part!r}", (name,))
        return part

    def player(self, name: Any, place: tuple[str | int, ...]) -> int:
        if name not in self.players:
            self.unknown("no player is named", str(name), self.players, place)
        return self.players.index(name)

    def site(self, name: Any, place: tuple[str | int, ...]) -> int:
        found = self.game.board.site(str(name))
        if found is None:
            raise PositionError(no_site(self.game.board, str(name)), place)
        return found

    def pieces(self, data: Data) -> None:
        for name, text in self.section("pieces").items():
            place: tuple[str | int, ...] = ("pieces", name)
            if way := swapped(self.game, "pieces", str(name), text):
                raise PositionError(way, place)
            site = self.site(name, place)
            items = text if isinstance(text, list) else [text]
            if len(items) > 1 and items[0] in self.players and items[1] in self.kinds:
                raise PositionError(f"a piece is one text: write `{' '.join(map(str, items))}`", place)
            if len(items) > 1 and not self.game.board.is_stacking:
                raise PositionError(f"{name} holds {len(items)} pieces; a site of this game holds one", place)
            if data.cells[site]:
                raise PositionError(f"{name} is given twice", place)
            for item in items:
                self.piece(data, item, site, place)

    def piece(
        self, data: Data, text: Any, at: int, place: tuple[str | int, ...], holder: int | None = None
    ) -> None:
        """Reads one piece into the place `at`. `holder`: the owner of all that is in the place, if the rules say so."""
        if not isinstance(text, str) or not text.split():
            raise PositionError(
                f"a piece is a text such as `{self.players[0]} {self.kinds[0] if self.kinds else 'piece'}`, not {text!r}",
                place,
            )
        words = text.split()
        owner = self.owner(text, words, place, holder)
        piece = data.add(self.kind(text, words, place), owner, at)
        self.values(data, piece, words, text, place)

    def owner(
        self, text: str, words: list[str], place: tuple[str | int, ...], holder: int | None
    ) -> int | None:
        """Takes the owner from the words of a piece."""
        if HIDDEN in words:
            raise PositionError("what is hidden cannot be played on: give the whole position", place)
        owner = holder
        if words[0] in self.players:
            owner = self.players.index(words.pop(0))
        if holder is not None and owner != holder:
            raise PositionError(
                f"`{text}` is in a pool of {self.players[holder]}, which holds pieces of that player: leave the owner out",
                place,
            )
        return owner

    def kind(self, text: str, words: list[str], place: tuple[str | int, ...]) -> int:
        """Takes the kind from the words of a piece behind its owner."""
        if not words:
            raise PositionError(f"`{text}` names no kind of piece", place)
        if text in ("empty", "nothing", "none", "-"):
            raise PositionError(
                f"`{text}` is no piece: an empty site is left out, or is `none` in `expect`", place
            )
        if words[0].isdecimal() and words[1:] and words[-1] in self.kinds:
            raise PositionError(
                f"how many there are stands behind: `{{{' '.join(words[1:])}: {words[0]}}}`", place
            )
        if words[0] not in self.kinds:
            self.unknown("no player or kind of piece is named", words[0], [*self.kinds, *self.players], place)
        return self.kinds.index(words.pop(0))

    def values(
        self, data: Data, piece: int, words: Sequence[str], text: str, place: tuple[str | int, ...]
    ) -> None:
        """Reads the fields of a piece."""
        given: set[str] = set()
        for number, word in enumerate(words):
            name, equals, value = word.partition("=")
            if not equals and word in self.players:
                message = f"the owner of a piece stands before its kind: write `{word} {self.kinds[data.kind[piece]]}`"
                raise PositionError(message, place)
            if not equals:
                next_word = next(iter(words[number + 1 :]), "")
                is_field = word in self.game.fields and next_word and "=" not in next_word
                way = f": write `{word}={next_word}`" if is_field else ""
                raise PositionError(f"`{word}` in `{text}` is not of the form field=value{way}", place)
            field = self.game.fields.get(name)
            if field is None or field.holder != "piece":
                known = [f.name for f in self.game.fields.values() if f.holder == "piece"]
                self.unknown("pieces have no field", name, known, place)
            assert field is not None
            if name in given:
                raise PositionError(f"`{text}` gives `{name}` twice", place)
            given.add(name)
            if field.type.base == "piece":
                self.naming.append((piece, field, value, place))
            else:
                self.piece_field(data, piece, field, value, place)

    def piece_field(
        self, data: Data, piece: int, field: model.Field, value: str, place: tuple[str | int, ...]
    ) -> None:
        made = self.value(data, value, field, place)
        if made != field.default:
            data.piece_fields[field.name][piece] = made

    def sites(self, data: Data) -> None:
        for name, values in self.section("sites").items():
            if way := swapped(self.game, "sites", str(name), values):
                raise PositionError(way, ("sites", name))
            field = self.game.fields.get(name)
            if field is None or field.holder != "site":
                known = [f.name for f in self.game.fields.values() if f.holder == "site"]
                self.unknown("sites have no field", str(name), known, ("sites", str(name)))
            assert field is not None
            if not isinstance(values, Mapping):
                site = self.game.board.sites[0].name if self.game.board.sites else "a1"
                raise PositionError(
                    f"`{name}` is a mapping from sites to values: `{name}: {{{site}: {in_braces(values)}, ...}}`",
                    ("sites", name),
                )
            for site, value in values.items():
                place = ("sites", name, site)
                data.site_fields[name][self.site(site, place)] = self.value(data, value, field, place)

    def pools(self, data: Data) -> None:
        for name, held in self.section("pools").items():
            pool = self.game.pools.get(name)
            place = ("pools", str(name))
            if pool is None:
                self.unknown("this game has no pool", str(name), self.game.pools, place)
            assert pool is not None
            if pool.holder == "game":
                self.pool(data, held, pool.slot, None, place)
                continue
            if not isinstance(held, Mapping):
                held_by = f"{example_holder(self.game, pool)}: {in_braces(held)}"
                holders = "players" if pool.key is None else f"{pool.key.type}s"
                raise PositionError(
                    f"`{name}` is a mapping from {holders} to lists of pieces: `{name}: {{{held_by}, ...}}`",
                    place,
                )
            for player, pieces in held.items():
                seat = self.entry(data, player, pool, (*place, str(player)))
                holder = seat if pool.is_owned else None
                self.pool(data, pieces, pool.slot + seat, holder, (*place, str(player)))

    def entry(self, data: Data, held_by: Any, pool: model.Pool, place: tuple[str | int, ...]) -> int:
        """Which of the pools of a name it is that somebody or something has."""
        if pool.key is None:
            return self.player(held_by, place)
        value = self.typed(data, held_by, pool.key.type, place, pool.name)
        if value not in pool.key.values:
            least, most = pool.key.values[0], pool.key.values[-1]
            raise PositionError(f"`{pool.name}` belongs to {least}..{most}, not to {value}", place)
        return pool.key.values.index(value)

    def pool(
        self, data: Data, held: Any, slot: int, holder: int | None, place: tuple[str | int, ...]
    ) -> None:
        """A list of pieces, or a mapping from pieces to how many there are of each."""
        if isinstance(held, Mapping):
            if held and all(times is None for times in held.values()):
                message = f"a list of pieces stands in brackets: write `[{', '.join(map(str, held))}]`"
                raise PositionError(message, place)
            for text, times in held.items():
                if type(times) is not int or times < 0:
                    raise PositionError(
                        f"how many there are of `{text}` is a whole number, not {times!r}", place
                    )
            if sum(held.values()) > MAX_IN_POOL:
                raise PositionError(
                    f"a pool holds at most {MAX_IN_POOL} pieces, not {sum(held.values())}", place
                )
            held = [text for text, times in held.items() for _ in range(times)]
        items = held if isinstance(held, list) else [] if held is None else [held]
        if len(items) > MAX_IN_POOL:
            raise PositionError(f"a pool holds at most {MAX_IN_POOL} pieces, not {len(items)}", place)
        for i, text in enumerate(items):
            self.piece(data, text, len(data.cells) + slot, (*place, i), holder)

    def fields(self, data: Data) -> None:
        section = self.section("fields")
        for name, value in section.items():
            place = ("fields", str(name))
            if name in model.COUNTERS:
                self.counter(data, str(name), value, place)
                continue
            field = self.game.fields.get(name)
            if field is None or field.holder not in ("game", "player", "table"):
                if field is not None:
                    raise PositionError(_of_others(field, value), place)
                if way := swapped(self.game, "fields", str(name), value):
                    raise PositionError(way, place)
                known = [f.name for f in self.game.fields.values() if f.holder in ("game", "player", "table")]
                self.unknown("the game has no field", str(name), [*known, *model.COUNTERS], place)
            assert field is not None
            if field.holder == "game":
                data.game_fields[field.name] = self.value(data, value, field, place)
                continue
            if field.holder == "table":
                self.table(data, value, field, field.keys, 0, place)
                continue
            if not isinstance(value, Mapping):
                each = ", ".join(f"{p.name}: {in_braces(value)}" for p in self.game.players)
                raise PositionError(
                    f"`{name}` is a mapping from players to values: `{name}: {{{each}}}`", place
                )
            for player, item in value.items():
                inner = (*place, str(player))
                data.player_fields[field.name][self.player(player, inner)] = self.value(
                    data, item, field, inner
                )
        if "moves" not in section:
            data.moves = data.turn - 1
        data.is_remembered = data.is_remembered and not data.pending

    def table(
        self,
        data: Data,
        value: Any,
        field: model.Field,
        keys: tuple[model.Key, ...],
        before: int,
        place: tuple[str | int, ...],
    ) -> None:
        """Reads the entries of a table below the present key; `before`: where in the table they begin."""
        if not keys:
            data.tables[field.name][before] = self.value(data, value, field, place)
            return
        key, *rest = keys
        if not isinstance(value, Mapping):
            raise PositionError(f"`{field.name}` is a mapping from {key.type}s to values", place)
        for name, item in value.items():
            inner = (*place, str(name))
            found = self.typed(data, name, key.type, inner, field.name)
            if found not in key.values:
                raise PositionError(
                    f"`{field.name}` has no entry {name}: it has {key.values[0]}..{key.values[-1]}", inner
                )
            at = before * len(key.values) + key.values.index(found)
            self.table(data, item, field, tuple(rest), at, inner)

    def counter(self, data: Data, name: str, value: Any, place: tuple[str | int, ...]) -> None:
        if name == "phase":
            if value not in self.game.phases:
                self.unknown("there is no phase", str(value), self.game.phases, place)
            data.phase = value
        elif name == "pending":
            data.pending = tuple(
                self.pending(data, p, (*place, i))
                for i, p in enumerate(value if isinstance(value, list) else [value])
            )
        elif name == "next":
            data.next_player = self.player(value, place)
        elif name == "result":
            self.result(data, value, place)
        elif name == "history":
            self.history(data, value, place)
        else:
            setattr(data, name, _counted(name, value, place))

    def history(self, data: Data, value: Any, place: tuple[str | int, ...]) -> None:
        if not isinstance(value, Mapping):
            raise PositionError("`history` is a mapping from the names of `position` clauses to lists", place)
        for name, numbers in value.items():
            if name not in self.game.histories:
                self.unknown("there is no `position`", str(name), self.game.histories, place)
            try:
                made = tuple(int(n, 16) for n in numbers)
            except (TypeError, ValueError):
                made = (-1,)
            if not all(0 <= n < 1 << 64 for n in made):
                raise PositionError(
                    f"`{name}` lists earlier positions, each a text of 16 digits 0-9 and a-f",
                    (*place, str(name)),
                )
            data.histories[name] = made[-self.game.histories[name].most :]
        data.is_remembered = True

    def pending(self, data: Data, item: Any, place: tuple[str | int, ...]) -> Pending:
        word = word_of(str(item.get("word")), DEMAND_WORDS) if isinstance(item, Mapping) else None
        if word is None:
            raise PositionError(
                "a pending decision has a `player`, a `word` (may, must or empty), an `action` and `arguments`",
                place,
            )
        choices = item.get("choices", [item])
        if not isinstance(choices, list) or not choices:
            raise PositionError("`choices` is a list of actions with arguments", place)
        wanted = tuple(self.wanted(data, c, place) for c in choices)
        return Pending(self.player(item.get("player"), place), word, wanted)

    def wanted(self, data: Data, item: Any, place: tuple[str | int, ...]) -> Wanted:
        names = {a.name: a for a in self.game.actions}
        name = item.get("action") if isinstance(item, Mapping) else None
        if name not in names:
            self.unknown("there is no action", str(name), names, place)
        action = names[str(name)]
        given = item.get("arguments", [])
        if not isinstance(given, list) or len(given) != len(action.parameters):
            raise PositionError(f"`{action.name}` takes {len(action.parameters)} arguments", place)
        arguments = tuple(
            self.typed(data, v, k, place) for v, (_, _, k) in zip(given, action.parameters, strict=True)
        )
        return Wanted(action.name, arguments)

    def result(self, data: Data, value: Any, place: tuple[str | int, ...]) -> None:
        returns = value.get("returns") if isinstance(value, Mapping) else None
        if (
            not isinstance(returns, Mapping)
            or set(returns) != set(self.players)
            or not all(isinstance(r, int | float) for r in returns.values())
        ):
            raise PositionError("a result has `returns`, a number for every player", place)
        turn = self.game.turns["main"]
        data.outcome = Outcome(
            tuple(float(returns[p]) for p in self.players),
            turn.span,
            str(value.get("because", "")),
            str(value.get("end", "")),
        )

    def told(self, data: Data, text: str, place: tuple[str | int, ...]) -> int:
        """The piece of which a text such as `a1: Red king` or `hand Red: Red king` tells where and what it is."""
        writer = Writer(self.game, data)
        found = next((p for p in sorted(data.place) if f"{writer.place(p)}: {writer.piece(p)}" == text), None)
        if found is None:
            raise PositionError(f"there is no piece `{text}`", place)
        return found

    def named(self, data: Data, text: str, place: tuple[str | int, ...]) -> int | None:
        """The piece on a site, or that a text such as `a1:2`, `box:1` or `hand:Red:2` names in the text of another piece."""
        name, *rest = text.split(":")
        pool = self.game.pools.get(name) if self.game.board.site(name) is None else None
        if pool is None:
            held, usual = data.cells[self.site(name, place)], -1
        else:
            holder = rest.pop(0) if rest and pool.holder != "game" else name
            seat = 0 if pool.holder == "game" else self.entry(data, holder, pool, place)
            held, usual = data.pools[pool.slot + seat], 0
        if not rest:
            return held[usual] if held else None
        found = [p for number, p in enumerate(held, 1) if [str(number)] == rest]
        if not found:
            raise PositionError(f"there is no piece `{text}`", place)
        return found[0]

    def value(self, data: Data, value: Any, field: model.Field, place: tuple[str | int, ...]) -> Any:
        made = self.typed(data, value, field.type, place, field.name)
        if field.bounds is not None and made is not None and not field.bounds[0] <= made <= field.bounds[1]:
            raise PositionError(
                f"`{field.name}` holds {field.bounds[0]}..{field.bounds[1]}, not {value}", place
            )
        return made

    def typed(
        self, data: Data, value: Any, kind: Type, place: tuple[str | int, ...], name: str = "value"
    ) -> Any:
        if value is None or value == "none":
            if not kind.is_optional and kind.base != "piece":
                raise PositionError(f"`{name}` cannot be none", place)
            return None
        text = str(value)
        match kind.base:
            case "set" if isinstance(value, list) and kind.element is not None:
                return tuple(self.typed(data, v, kind.element, place, name) for v in value)
            case "bool" if text.lower() in SPELT_TRUTHS:
                return SPELT_TRUTHS[text.lower()]
            case "number":
                return _number(value, place, name)
            case "player":
                return self.player(value, place)
            case SITE.base:
                return self.site(value, place)
            case "kind":
                if text not in self.kinds:
                    self.unknown("no kind of piece is named", text, self.kinds, place)
                return self.kinds.index(text)
            case "direction":
                return self.direction(text, place)
            case "symbol":
                if text not in kind.symbols:
                    raise PositionError(f"`{name}` is {' or '.join(kind.symbols)}, not `{text}`", place)
                return kind.symbols.index(text)
            case PIECE.base if ": " in text:
                return self.told(data, text, place)
            case PIECE.base:
                return self.named(data, text, place)
        raise PositionError(f"`{name}` is {kind}, not {value!r}", place)

    def direction(self, text: str, place: tuple[str | int, ...]) -> int:
        board = self.game.board
        found = board.direction(text)
        if found is None:
            self.unknown("the board has no direction", text, [d.name for d in board.directions], place)
        return found


def _number(value: object, place: tuple[str | int, ...], name: str) -> Number:
    number = read_number(str(value))
    if number is None:
        raise PositionError(f"`{name}` is a number, not {repr(value)[:60]}", place)
    if is_too_large(number):
        raise PositionError(f"`{name}` is larger than any number of the language", place)
    return number


def _counted(name: str, value: Any, place: tuple[str | int, ...]) -> int:
    """What a game counts, or the seed of its chance. Raises PositionError beyond what both engines count."""
    least, most = 1 if name == "turn" else 0, MASK64 if name == "seed" else MAX_COUNTED
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    end = f" to {most}" if isinstance(value, int) and value > most else ""
    raise PositionError(f"`{name}` is a whole number from {least}{end}, not {value!r}", place)


def _of_others(field: model.Field, value: object) -> str:
    """Where the values of a field of sites or of pieces stand in a position."""
    place, given = next(iter(value.items()), ("b2", "1")) if isinstance(value, Mapping) else ("b2", value)
    given = in_braces(given)
    if field.holder == "site":
        return f"`{field.name}` is a field of sites, and stands among the `sites`: `sites: {{{field.name}: {{{place}: {given}}}}}`"
    return f"`{field.name}` is a field of pieces, and stands behind its piece: `pieces: {{{place}: OWNER KIND {field.name}={given}}}`"
