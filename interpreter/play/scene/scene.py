"""What there is to draw in a position, whether it is drawn in characters or in shapes.

A `Scene` is made of a game and a position (`state.position()` or `state.observation(player)`): the pieces of each site,
the fields of the sites, pools, who is to move, and the fields that matter. Nothing here knows how it will look. A part
that is `hidden` in an observation stays hidden.
"""

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from gdl.core import model
from gdl.core.arithmetic import plain_value
from gdl.core.piece_flows import secret_pools
from gdl.core.visit import followed
from interpreter.engines.position_parts import HIDDEN, contains_hidden
from interpreter.play.scene.boards import shown_board
from interpreter.play.scene.cards import has_cards, is_card, tricks
from interpreter.play.scene.fields import (
    Stake,
    agreements,
    bids,
    bookkeeping,
    counters,
    has_chosen,
    rows_of_dice,
    stakes,
    throws,
)
from interpreter.play.scene.names import Piece, demand_text, read_piece, value_text, words


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces off the board: the pool's name, whose it is (or ""), and its pieces in order.

    `is_ordered`: the order is that of the rules, the lowest piece first, and not by kinds.
    """

    name: str
    owner: str
    pieces: tuple[Piece, ...]
    is_ordered: bool = False

    @property
    def label(self) -> str:
        return self.name + (f" of {self.owner}" if self.owner else "")

    @property
    def counted(self) -> list[tuple[Piece, int]]:
        """Equal pieces together, each with how many there are."""
        return [(p, self.pieces.count(p)) for p in dict.fromkeys(self.pieces)]

    @property
    def in_order(self) -> list[tuple[Piece, int]]:
        """Equal pieces that follow each other together, each with how many they are."""
        return [(piece, len(list(run))) for piece, run in groupby(self.pieces)]


@dataclass(frozen=True, slots=True)
class Heap:
    """Things that a number counts: the field, the player who has them or "", and how many they are; None where that is not seen."""

    name: str
    owner: str
    count: int | None

    @property
    def label(self) -> str:
        said = words(self.name)
        return f"{said.removesuffix(' of')} of {self.owner}" if self.owner else said


@dataclass(frozen=True, slots=True)
class Note:
    """What is told where there is no board: the name of a field, and its word, number or player, with what its author says of it."""

    name: str
    said: str
    owner: str = ""
    meaning: str = ""

    @property
    def label(self) -> str:
        return words(self.name)


@dataclass(frozen=True, slots=True)
class Fact:
    """A field's value at a site, as a position writes it. `base` is that of the field's type."""

    name: str
    base: str
    value: str

    @property
    def is_hidden(self) -> bool:
        return self.value == HIDDEN


@dataclass(frozen=True, slots=True)
class Signs:
    """What the definitions in `looks` say. `on`: the sites that show a sign, each with the first definition that holds there. `between`: pairs of sites,
    each with the first relation that holds from one to the other. Sites are named. `below`: numbers with their words,
    which are written below the board."""

    on: Mapping[str, str] = dataclasses.field(default_factory=dict)
    between: Mapping[tuple[str, str], str] = dataclasses.field(default_factory=dict)
    below: tuple[str, ...] = ()


class Scene:
    """A position, sorted for drawing. Sites are named, as in positions.

    `stacks` has the pieces of each site, bottom first; of `hidden_sites` not even that is known. `joints` are pairs of
    sites, by index, each once, with what is drawn between them.
    """

    def __init__(
        self, game: model.Game, position: Mapping[str, Any], signs: Signs | None = None, viewer: str = ""
    ) -> None:
        self.game, self._viewer = game, viewer
        self.board = shown_board(game, position)
        signs = signs or Signs()
        self.signs = signs.on
        self._below = signs.below
        self.joints = self._joints(signs)
        self.players = [p.name for p in game.players]
        self._ranks = {k.name: i for i, k in enumerate(game.kinds)}
        self.fields: Mapping[str, Any] = position.get("fields") or {}
        pieces = position.get("pieces") or {}
        self.hidden_sites = (
            set() if _hides_pieces_alone(game) else {n for n, h in pieces.items() if h == HIDDEN}
        )
        self.stacks = {
            n: [self._facing(p) for p in self._stack(held)]
            for n, held in pieces.items()
            if n not in self.hidden_sites
        }
        self.pools = self._pools(position.get("pools") or {})
        self.site_fields = self._site_fields(position.get("sites") or {})
        self.mover = str(position.get("to_move") or "")

    # ---- pieces

    def _stack(self, held: Any) -> list[Piece]:
        texts = held if isinstance(held, list | tuple) else [held]
        return [read_piece(str(t), self.players) for t in texts]

    def _facing(self, piece: Piece) -> Piece:
        """A piece with the way that it points, which a position leaves out where it is the usual one."""
        pointing = [
            (f.name, self.board.directions[f.default].name)
            for f in self.game.fields.values()
            if f.holder == "piece" and f.type.base == "direction" and isinstance(f.default, int)
        ]
        written = {name for name, _ in piece.fields}
        usual = tuple((n, d) for n, d in pointing if HIDDEN not in piece.kind and n not in written)
        return dataclasses.replace(piece, fields=piece.fields + usual) if usual else piece

    def _pools(self, pools: Mapping[str, Any]) -> list[Pool]:
        found = []
        for name, held in pools.items():
            of_table = str(name) in self.game.pools and self.game.pools[str(name)].key is not None
            is_owned = isinstance(held, Mapping) and (
                of_table or all(owner in self.players for owner in held)
            )
            for owner, content in held.items() if is_owned else [("", held)]:
                texts = _listed(content)
                if not texts:
                    continue
                declared = self.game.pools.get(str(name))
                holder = str(owner) if declared is None or declared.is_owned else ""
                pieces = [Piece(p.owner or holder, p.kind, p.fields) for p in self._stack(texts)]
                is_ordered = declared is not None and declared.is_ordered
                if not is_ordered:
                    pieces.sort(key=lambda p: self._ranks.get(p.kind, len(self._ranks)))
                found.append(Pool(str(name), str(owner), tuple(pieces), is_ordered))
        return found

    @property
    def every_piece(self) -> list[Piece]:
        """All pieces on the board and off it."""
        return [p for stack in self.stacks.values() for p in stack] + [
            p for pool in self.pools for p in pool.pieces
        ]

    @cached_property
    def heaps(self) -> list[Heap]:
        """What numbers count, such as chips."""
        found = []
        for name in counters(self.game):
            field, value = self.game.fields[name], self.fields.get(name)
            of_players = value if isinstance(value, Mapping) else dict.fromkeys(self.players, value)
            held = {"": value} if field.holder == "game" else {p: of_players.get(p) for p in self.players}
            for owner, number in held.items():
                count = field.default if number is None else number
                found.append(Heap(name, owner, count if isinstance(count, int) else None))
        return found

    @property
    def called(self) -> Mapping[str, Piece]:
        """The cards that fields of the game name, such as the face that was bid, as if they lay on a table without a board."""
        if self.board.sites:
            return {}
        fields = (f for f in self.game.fields.values() if f.holder == "game" and f.type.base == "kind")
        named = ((f.name, Piece("", str(self.fields[f.name]), ())) for f in fields if f.name in self.fields)
        return {name: piece for name, piece in named if is_card(self.game, piece)}

    @cached_property
    def agreed(self) -> list[Note]:
        """What is played for at a table of cards, such as trumps and a bid. A bid without trumps says so."""
        held = {name: self._at_table.get(name) for name in agreements(self.game)}
        is_bid = any(held[name] is not None for name in bids(self.game))
        words_bid = [n for n in bids(self.game) if self.game.fields[n].type.base == "symbol"]
        absent = {name: "none" for name in words_bid if is_bid and held[name] is None}
        found = {n: str(v) for n, v in held.items() if isinstance(v, str | int) and v != HIDDEN}
        said = {**absent, **found}
        return [Note(n, said[n]) for n in held if n in said]

    @cached_property
    def roles(self) -> list[Note]:
        """The players whom the game names at a table of cards, such as a dealer and whose the bid is: all where players
        sit about a table, else those who are named only at times."""
        named = (
            f.name
            for f in self.game.fields.values()
            if f.holder == "game" and f.type.base == "player" and (f.type.is_optional or tricks(self.game))
        )
        held = ((n, self._at_table.get(n)) for n in named if self._matters(n, None))
        return [Note(n, str(v)) for n, v in held if v in self.players]

    @cached_property
    def _at_table(self) -> Mapping[str, Any]:
        """The fields of a game of cards without a board, with those that mean something at their default."""
        return {} if self.board.sites or not has_cards(self.game) else self._all_fields

    @cached_property
    def _all_fields(self) -> Mapping[str, Any]:
        """The fields, with those that mean something at their default."""
        return {**dict(self._unchanged()), **self.fields}

    @cached_property
    def noted(self) -> list[Note]:
        """What the game counts and names where players have all the rest, such as the points of this turn."""
        if not self.is_scored or has_cards(self.game):
            return []
        shown = {
            f.name: f for f in self.game.fields.values() if f.holder == "game" and self._matters(f.name, None)
        }
        plain = {n: f.default for n, f in shown.items() if f.type.base == "number"}
        drawn = {*throws(self.game), *counters(self.game)}  # a die that does not lie there is no number
        held = {n: self._all_fields.get(n, plain.get(n)) for n in shown if n not in drawn}
        said = {n: str(v) for n, v in held.items() if isinstance(v, str | int) and v != HIDDEN}
        return [Note(n, v, meaning=_meaning(self.game, n)) for n, v in said.items()]

    @property
    def is_scored(self) -> bool:
        """Whether what players have is most of what there is to see: there is neither a board nor a table with cards."""
        return not self.board.sites and not (has_cards(self.game) and self.pools)

    @cached_property
    def viewer(self) -> str:
        """Who looks: as it was said, else the only player whose hand is seen; "" where that is nobody or several."""
        held = [pool for pool in self.pools if pool.name in self.hands]
        unseen = {p.owner for p in held if any(piece.kind not in self._ranks for piece in p.pieces)}
        seen = {p.owner for p in held} - unseen if unseen else set()
        return self._viewer or (seen.pop() if len(seen) == 1 else "")

    @cached_property
    def hands(self) -> frozenset[str]:
        """The names of the players' pools that others do not see."""
        pools = (self.game.pools[name] for name in secret_pools(self.game))
        return frozenset(p.name for p in pools if p.holder == "player")

    @property
    def has_cards_on_board(self) -> bool:
        """The trait of a board that is drawn as a table of cards: its sites are squares, and a card lies on one."""
        has_squares = self.board.tiling.is_rectangular and not self.board.places
        return has_squares and any(is_card(self.game, p) for stack in self.stacks.values() for p in stack)

    @cached_property
    def kinds_besides_cards(self) -> list[str]:
        """The kinds of the pieces that are no cards, in the order of their declaration."""
        found = {p.kind for p in self.every_piece if not is_card(self.game, p)}
        return [k.name for k in self.game.kinds if k.name in found]

    # ---- relations that are drawn

    def _joints(self, signs: Signs) -> list[tuple[int, int, model.Sign]]:
        drawn = {s.definition: s for s in self.game.signs if s.is_relation}
        found: dict[tuple[int, int, str], model.Sign] = {}
        for pair, name in signs.between.items():
            sites = [s for s in map(self.board.site, pair) if s is not None]
            if len(sites) == 2:
                found[min(sites), max(sites), name] = drawn[name]
        return [(a, b, sign) for (a, b, _), sign in sorted(found.items(), key=lambda item: item[0])]

    @cached_property
    def joined_fields(self) -> frozenset[str]:
        """The fields of sites that a drawn relation depends on, so that they need not be drawn themselves."""
        drawn = tuple(self.game.definitions[s.definition] for s in self.game.signs if s.is_relation)
        found = followed(drawn, self.game.definitions)
        return frozenset(node.field for node in found if isinstance(node, model.GetField))

    @cached_property
    def edged_fields(self) -> frozenset[str]:
        """The tables that say what is true of sites in directions, such as walls, which are drawn at their sides."""
        tables = (f for f in self.game.fields.values() if f.holder == "table" and f.type.base == "bool")
        return frozenset(f.name for f in tables if [k.type.base for k in f.keys] == ["site", "direction"])

    @property
    def edges(self) -> Iterator[tuple[str, int, int]]:
        """What is true of sites in directions: the field, the site, the direction."""
        for name in sorted(self.edged_fields - self.joined_fields):
            held = self.fields.get(name)
            for site, ways in held.items() if isinstance(held, Mapping) else ():
                found = self.board.site(str(site))
                true = (
                    [way for way, value in ways.items() if value is True] if isinstance(ways, Mapping) else []
                )
                for direction in map(self.board.direction, map(str, true)):
                    if found is not None and direction is not None:
                        yield name, found, direction

    @property
    def edges_in_words(self) -> list[str]:
        """The same in words, where it is not drawn."""
        tables = sorted(self.edged_fields - self.joined_fields)
        return [self._said(name, self.fields[name]) for name in tables if self.fields.get(name)]

    # ---- sites

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The sites that may be used: of a growing board those that hold something and those next to them."""
        sites = self.board.sites
        held = [s.index for s in sites if s.name in self.stacks or s.name in self.hidden_sites]
        if not self.game.board.is_growing:
            return frozenset(s.name for s in sites)
        near = {self.board.steps[d][s] for s in held for d in self.board.adjacent}
        return frozenset(sites[s].name for s in {*held, *near} if s >= 0)

    def _site_fields(self, sections: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
        """The fields of sites that are drawn, each with the values that differ from the default or mean something."""
        found: dict[str, Mapping[str, Any]] = {}
        for name, values in sections.items():
            if isinstance(values, Mapping):
                found[name] = values
            elif values == HIDDEN:
                found[name] = {s.name: HIDDEN for s in self.board.sites}
        for field in self.game.fields.values():
            if field.holder == "site" and field.type.base == "number" and field.default:
                filled = {s.name: field.default for s in self.board.cells}  # seeds in a house: not nothing
                found[field.name] = filled | dict(found.get(field.name, {}))
        return {n: v for n, v in found.items() if (f := self.declared(n)) is None or self.draws(f)}

    def draws(self, field: model.Field) -> bool:
        """Whether a field of sites is drawn there where it means something."""
        return field.name not in self.joined_fields and field.until not in ("done", "action")

    def declared(self, name: str) -> model.Field | None:
        return self.game.fields.get(name)

    def facts(self, site: str) -> list[Fact]:
        """The fields of a site that differ from their defaults."""
        found = []
        for name, values in self.site_fields.items():
            if site in values:
                declared = self.declared(name)
                found.append(Fact(name, declared.type.base if declared else "", plain_value(values[site])))
        return found

    # ---- what is said beside the board

    @property
    def result(self) -> str:
        """How the game ended, or ""."""
        result = self.fields.get("result")
        return str(result.get("because") or "the game is over") if isinstance(result, Mapping) else ""

    @property
    def pending(self) -> list[str]:
        """Sentences about the choices that are demanded now."""
        return [demand_text(item) for item in self.fields.get("pending") or ()]

    def known(self, drawn: Collection[str] = ()) -> list[str]:
        """The fields of the game and of players, but for those that are `drawn`, the counters that matter, and the numbers that `looks`
        shows."""
        fields = {**self.fields, **{n: v for n, v in self._unchanged() if n not in self.fields}}
        found = [self._said(n, v) for n, v in fields.items() if n not in drawn and self._matters(n, v)]
        chosen = (v for n, v in fields.items() if isinstance(v, Mapping) and has_chosen(self.game, n))
        waiting = [f"{' and '.join(v)} {'has' if len(v) == 1 else 'have'} chosen" for v in chosen if v]
        return [*found, *waiting, *self._below]

    @cached_property
    def stakes(self) -> list[Stake]:
        """What players have at places without a piece there."""
        return stakes(self.game, self.fields, any(p.owner for stack in self.stacks.values() for p in stack))

    def _staked(self, name: str) -> str:
        """What players have at places, in words."""
        held = groupby((s for s in self.stakes if s.field == name), key=lambda s: s.player)
        said = [" ".join([p, ", ".join(f"{s.site} {s.text}".strip() for s in sites)]) for p, sites in held]
        return f"{words(name)}: {'; '.join(said)}"

    def _said(self, name: str, value: Any) -> str:
        """A field in words; of what is true of players only who they are, of a number what each of them has."""
        field = self.game.fields.get(name)
        if any(stake.field == name for stake in self.stakes):
            return self._staked(name)
        if isinstance(value, Mapping) and field is not None and (counts(field) or _gives_word(field)):
            first = field.default
            default = field.type.symbols[first] if field.type.symbols and isinstance(first, int) else first
            value = {player: value.get(player, default) for player in self.players}
        elif isinstance(value, Mapping) and field is not None and _is_row_with_a_default(field):
            known = {str(k): v for k, v in value.items()}
            value = {word: known.get(word, field.default) for word in field.keys[0].words}
        if isinstance(value, Mapping) and value and all(v is True for v in value.values()):
            return f"{words(name)}: {', '.join(map(str, value))}"
        said = value_text(value)
        is_name = field is not None and field.type.base in ("kind", "symbol")
        return f"{words(name)} {words(said) if is_name else said}"

    @cached_property
    def thrown(self) -> Mapping[str, int]:
        """What has been thrown last, by the names of fields: a die that shows the default of its field, too."""
        found: dict[str, int] = {}
        for name, numbers in throws(self.game).items():
            value = self.fields.get(name)
            if value is None and self.fields.get("turn", 1) != 1:
                value = self.game.fields[name].default
            if isinstance(value, int) and (name in self.fields or value in numbers):
                found[name] = value
        return found

    @cached_property
    def thrown_rows(self) -> Mapping[str, Mapping[str, int]]:
        """What has been thrown last, of fields that are several dice: what each of them shows."""
        found: dict[str, Mapping[str, int]] = {}
        for name, each in rows_of_dice(self.game).items():
            value = self.fields.get(name, {} if self.fields.get("turn", 1) != 1 else None)
            if isinstance(value, Mapping) and all(isinstance(v, int) for v in value.values()):
                known = {str(k): v for k, v in value.items()}
                default = self.game.fields[name].default
                found[name] = {e: v for e in each if isinstance(v := known.get(e, default), int)}
        return found

    def _unchanged(self) -> Iterator[tuple[str, Any]]:
        """What lies so, and what means something at its default: a suit that is called, a player to deal, two coins to begin with."""
        yield from self.thrown.items()
        for field in self.game.fields.values():
            if (counts(field) and field.default) or (
                _is_row_with_a_default(field) and field.keys[0].type.symbols
            ):
                yield field.name, {}
            elif field.holder == "game" and not field.type.is_optional and isinstance(field.default, int):
                if field.type.base == "symbol":
                    yield field.name, field.type.symbols[field.default]
                elif field.type.base == "player":
                    yield field.name, self.game.players[field.default].name

    def _matters(self, name: str, value: Any) -> bool:
        if name == "turn":
            return True
        if name == "phase":
            return bool(value != "main")
        if name in self.edged_fields or (name in self.joined_fields and _is_of_sites(self.game.fields[name])):
            return False
        is_staked = any(stake.field == name for stake in self.stakes)
        return name in self.game.fields and (is_staked or name not in bookkeeping(self.game))


def _meaning(game: model.Game, field: str) -> str:
    """What the author says of a field, or "": "who calls first"."""
    said = game.meaning_of("field", field)
    return said.written.removesuffix(".") if said is not None else ""


def _is_of_sites(field: model.Field) -> bool:
    """Whether each site has a value of its own, in a table perhaps."""
    return field.holder == "site" or any(k.type.base == "site" for k in field.keys)


def counts(field: model.Field | None) -> bool:
    """Whether a field gives each player a number."""
    if field is None or field.holder != "player" or field.type.is_optional:
        return False
    return field.type.base == "number" and isinstance(field.default, int)


def _gives_word(field: model.Field) -> bool:
    """Whether a field gives each player a word, such as an order; its default is one of them."""
    return field.holder == "player" and field.type.base == "symbol" and field.default is not None


def counts_each(field: model.Field) -> bool:
    """Whether a field gives each player a number for each word of a type or number of a range, such as gems of each colour."""
    keys = [key.type.base for key in field.keys]
    is_plain = field.type.base == "number" and not field.type.is_optional
    return is_plain and keys in (["player", "symbol"], ["player", "number"])


def _is_row_with_a_default(field: model.Field) -> bool:
    """Whether a field gives each number of a range, or word of a type, a number that is not 0 to begin with, so that its default means
    something: four dice, a supply of gems."""
    is_row = (
        field.holder == "table" and len(field.keys) == 1 and field.keys[0].type.base in ("number", "symbol")
    )
    return is_row and field.type.base == "number" and not field.type.is_optional and bool(field.default)


def _hides_pieces_alone(game: model.Game) -> bool:
    """Whether only pieces are hidden by rule, not sites. A hidden site and a lone hidden piece of nobody are written alike."""
    return bool(game.hides) and not any(h.hides_sites for h in game.hides)


def _listed(content: Any) -> list[str]:
    """The pieces of a pool, however it is written: a list, counts by piece, or only how many there are."""
    match content:
        case Mapping():
            return [str(text) for text, count in content.items() for _ in range(int(count))]
        case list() | tuple():
            return [str(text) for text in content]
        case bool() | None:
            return []
        case int():
            return [HIDDEN] * content
        case _:
            return [str(content)] if content else []


def reveals(game: model.Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a player sees what was hidden from them before: a site, or one more piece of a kind.

    `before` and `after` are the player's observations. Pieces that the player has made meanwhile count, too, as they
    cannot be told from pieces that were uncovered.
    """
    if not contains_hidden(before):
        return False
    earlier, later = Scene(game, before), Scene(game, after)
    seen = Counter((p.owner, p.kind) for p in later.every_piece if p.kind != HIDDEN)
    seen.subtract((p.owner, p.kind) for p in earlier.every_piece)
    return bool(earlier.hidden_sites - later.hidden_sites) or any(n > 0 for n in seen.values())
