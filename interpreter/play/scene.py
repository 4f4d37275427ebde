"""What there is to draw in a position, whether it is drawn in characters or in shapes.

In go a game and a position (`state.position()` or `state.observation(player)`); out comes a `Scene`: the pieces
of each site, the fields of the sites, pools, who is to move, and the fields that matter. Nothing here knows how
it will look. A part that is `hidden` in an observation stays so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl import model
from gdl.board import Board, cropped
from gdl.builtins import PURE
from gdl.visit import followed, nodes
from interpreter.engines.base import HIDDEN as SECRET
from interpreter.engines.base import Engine, State
from interpreter.play.looks import Piece, read_piece


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces off the board: the pool's name, whose it is (or ""), and its pieces in order."""

    name: str
    owner: str
    pieces: tuple[Piece, ...]

    @property
    def label(self) -> str:
        return self.name + (f" of {self.owner}" if self.owner else "")

    @property
    def counted(self) -> list[tuple[Piece, int]]:
        """Equal pieces together, each with how many there are."""
        return [(p, self.pieces.count(p)) for p in dict.fromkeys(self.pieces)]


@dataclass(frozen=True, slots=True)
class Fact:
    """A field's value at a site, as a position writes it. `base` is that of the field's type."""

    name: str
    base: str
    value: str

    @property
    def is_hidden(self) -> bool:
        return self.value == SECRET


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a graph board between two sites, by index. `one_way`: no step leads back."""

    a: int
    b: int
    one_way: bool


def signs_of(engine: Engine, state: State, position: Mapping[str, Any]) -> dict[str, str]:
    """The sites that show a sign, each with the first definition that holds there; none where it would tell a secret.

    Of relations that are drawn the two sites stand together, with a blank between them.
    """
    game = engine.game
    is_secret = bool(game.signs) and contains_hidden(position)
    sites = game.board.sites
    found: dict[str, str] = {}
    for sign in reversed(game.signs):
        if is_secret and not is_printed(game, sign.definition):
            continue
        if sign.is_relation:
            pairs = engine.related(state, sign.definition)
            found |= {f"{sites[a].name} {sites[b].name}": sign.definition for a, b in pairs}
            continue
        found |= dict.fromkeys(
            (sites[s].name for s in engine.holding(state, sign.definition)), sign.definition
        )
    return found


_PLAIN = (
    model.Const, model.Local, model.And, model.Or, model.Not, model.Compare, model.Arithmetic, model.If, model.In,
    model.MakeSet, model.Comprehension, model.Quantified,
)  # fmt: skip


def is_printed(game: model.Game, name: str) -> bool:
    """Whether a definition asks about the board alone, so that it holds whatever a player may not see."""
    for node in nodes(game.definitions[name].body):
        if isinstance(node, model.Apply):
            if not is_printed(game, node.definition):
                return False
        elif isinstance(node, model.Builtin):
            if node.name not in PURE or game.board.is_growing:
                return False
        elif not isinstance(node, _PLAIN):
            return False
    return True


def shown_board(game: model.Game, position: Mapping[str, Any]) -> Board:
    """The board to draw; of a growing one the part around what it holds."""
    if not game.board.is_growing:
        return game.board
    return cropped(game.board, [str(n) for n in position.get("pieces") or ()])


class Scene:
    """A position, sorted for drawing. Sites are named, as in positions.

    `stacks` has the pieces of each site, bottom first; of `hidden_sites` not even that is known.
    """

    def __init__(
        self, game: model.Game, position: Mapping[str, Any], signs: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.board = shown_board(game, position)
        signs = signs or {}
        # the sites that show a sign: which definition holds there
        self.signs = {site: name for site, name in signs.items() if " " not in site}
        self.joints = self._joints(signs)
        self.players = [p.name for p in game.players]
        self._ranks = {k.name: i for i, k in enumerate(game.kinds)}
        self.fields: Mapping[str, Any] = position.get("fields") or {}
        pieces = position.get("pieces") or {}
        # One word stands for a site that is hidden and for a lone piece of nobody that is: the rules tell which it is.
        is_piece = bool(game.hides) and all(_is_about_pieces(h) for h in game.hides)
        self.hidden_sites = {name for name, held in pieces.items() if held == SECRET and not is_piece}
        self.stacks = {n: self._stack(held) for n, held in pieces.items() if n not in self.hidden_sites}
        self.pools = self._pools(position.get("pools") or {})
        fields = self._site_fields(position.get("sites") or {})
        self.site_fields = {
            n: values for n, values in fields.items() if n not in self.told and not self._passes(n)
        }
        self.mover = str(position.get("to_move") or "")

    def _passes(self, name: str) -> bool:
        """Whether a field of sites tells only how the last action went."""
        declared = self.declared(name)
        return declared is not None and declared.until in ("done", "action")

    # ---- pieces

    def _stack(self, held: Any) -> list[Piece]:
        texts = held if isinstance(held, list | tuple) else [held]
        return [read_piece(str(t), self.players) for t in texts]

    def _pools(self, pools: Mapping[str, Any]) -> list[Pool]:
        found = []
        for name, held in pools.items():
            is_owned = isinstance(held, Mapping) and all(owner in self.players for owner in held)
            for owner, content in held.items() if is_owned else [("", held)]:
                texts = _listed(content)
                if not texts:
                    continue
                declared = self.game.pools.get(str(name))
                holder = str(owner) if declared is None or declared.is_owned else ""
                pieces = [Piece(p.owner or holder, p.kind, p.fields) for p in self._stack(texts)]
                pieces.sort(key=lambda p: self._ranks.get(p.kind, len(self._ranks)))
                found.append(Pool(str(name), str(owner), tuple(pieces)))
        return found

    @property
    def every_piece(self) -> list[Piece]:
        """All pieces on the board and off it."""
        return [p for stack in self.stacks.values() for p in stack] + [
            p for pool in self.pools for p in pool.pieces
        ]

    # ---- relations that are drawn

    def _joints(self, signs: Mapping[str, str]) -> list[tuple[int, int, model.Sign]]:
        """Pairs of sites, by index, each once, with what is drawn between them."""
        drawn = {s.definition: s for s in self.game.signs if s.is_relation}
        found: dict[tuple[int, int, str], model.Sign] = {}
        for pair, name in signs.items():
            sites = [s for s in map(self.board.site, pair.split(" ")) if s is not None]
            if len(sites) == 2:
                found[min(sites), max(sites), name] = drawn[name]
        return [(a, b, sign) for (a, b, _), sign in sorted(found.items(), key=lambda item: item[0])]

    @cached_property
    def told(self) -> frozenset[str]:
        """The fields of sites that a drawn relation tells, so that they need not be drawn themselves."""
        drawn = tuple(self.game.definitions[s.definition] for s in self.game.signs if s.is_relation)
        found = followed(drawn, self.game.definitions)
        return frozenset(node.field for node in found if isinstance(node, model.GetField))

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
        found: dict[str, Mapping[str, Any]] = {}
        for name, values in sections.items():
            if isinstance(values, Mapping):
                found[name] = values
            elif values == SECRET:
                found[name] = {s.name: SECRET for s in self.board.sites}
        for field in self.game.fields.values():
            if field.holder == "site" and field.type.base == "number" and field.default:
                filled = {
                    s.name: field.default for s in self.board.sites
                }  # seeds in a house, say: not nothing
                found[field.name] = filled | dict(found.get(field.name, {}))
        return found

    def declared(self, name: str) -> model.Field | None:
        return self.game.fields.get(name)

    def facts(self, site: str) -> list[Fact]:
        """The fields of a site that differ from their defaults."""
        found = []
        for name, values in self.site_fields.items():
            if site in values:
                declared = self.declared(name)
                value = values[site]
                text = str(value).lower() if isinstance(value, bool) else str(value)
                found.append(Fact(name, declared.type.base if declared else "", text))
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
        return [_pending(item) for item in self.fields.get("pending") or ()]

    @property
    def known(self) -> list[str]:
        """The fields of the game and of players, and of the counters those that tell something."""
        fields = {**self.fields, **{n: v for n, v in self._unchanged() if n not in self.fields}}
        return [f"{n} {value_text(v)}" for n, v in fields.items() if self._matters(n, v)]

    def _unchanged(self) -> Iterator[tuple[str, str]]:
        """Words and players that are always something, so that their defaults tell something: a suit that is called."""
        for field in self.game.fields.values():
            if field.holder == "game" and not field.type.is_optional and isinstance(field.default, int):
                if field.type.base == "symbol":
                    yield field.name, field.type.symbols[field.default]
                elif field.type.base == "player":
                    yield field.name, self.game.players[field.default].name

    def _matters(self, name: str, value: Any) -> bool:
        if name == "turn":
            return True
        if name == "phase":
            return bool(value != "main")
        return name in self.game.fields


def _is_about_pieces(hide: model.Hide) -> bool:
    element = hide.source.type.element
    return element is not None and element.base == "piece"


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
            return [SECRET] * content
        case _:
            return [str(content)] if content else []


def _pending(item: Mapping[str, Any]) -> str:
    """Who is to choose what; what several alternatives have in common is said once."""
    word = {"may": "may now", "must": "must now"}.get(str(item.get("word")), "is now to")
    choices = item.get("choices", [item])
    names = list(dict.fromkeys(str(c.get("action")).replace("_", " ") for c in choices))
    told = [_told(c) for c in choices]
    common = [t for t in told[0] if all(t in other for other in told)]
    listed = ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0]
    return f"{item.get('player')} {word} {listed}" + (f" ({', '.join(common)})" if common else "")


def _told(item: Mapping[str, Any]) -> list[str]:
    """The arguments of a demanded choice that tell people something: `true` alone says nothing."""
    return [value_text(v) for v in item.get("arguments") or () if not isinstance(v, bool)]


def counted_text(texts: Sequence[str]) -> str:
    """Texts with equal ones counted: `2 × king, castle`."""
    counts = {t: texts.count(t) for t in dict.fromkeys(texts)}
    return ", ".join(f"{n} × {t}" if n > 1 else t for t, n in counts.items())


def value_text(value: Any) -> str:
    """A value of a position in one line."""
    match value:
        case Mapping():
            return "(" + ", ".join(f"{k} {value_text(v)}" for k, v in value.items()) + ")"
        case list() | tuple():
            return "{" + ", ".join(value_text(v) for v in value) + "}"
        case bool():
            return str(value).lower()
        case None:
            return "none"
        case _:
            return str(value)


def links(board: Board) -> list[Link]:
    """The lines of a graph board, each once, in the order of their sites."""
    ways = {(s, t) for row in board.steps for s, t in enumerate(row) if t >= 0 and t != s}
    found = []
    for s, t in sorted(ways):
        back = (t, s) in ways
        if not back or s < t:
            found.append(Link(s, t, not back))
    return found


def reveals(game: model.Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a player, whose observations these are, sees what was hidden from him before: a site, or one more piece
    of a kind. What he made himself meanwhile counts, too, as nobody can tell the one from the other."""
    if not contains_hidden(before):
        return False
    earlier, later = Scene(game, before), Scene(game, after)
    seen = Counter((p.owner, p.kind) for p in later.every_piece if p.kind != SECRET)
    seen.subtract((p.owner, p.kind) for p in earlier.every_piece)
    return bool(earlier.hidden_sites - later.hidden_sites) or any(n > 0 for n in seen.values())


def contains_hidden(position: Any) -> bool:
    """Whether anything of a position is hidden from whom it is shown to."""
    match position:
        case Mapping():
            return any(contains_hidden(v) for v in position.values())
        case list() | tuple():
            return any(contains_hidden(v) for v in position)
        case str():
            return SECRET in position.split() or f"={SECRET}" in position
        case _:
            return False
