"""Which fields of a game are shown beside the board, which of them are dice, and what players have at places without a piece there.

Bookkeeping is left out: fields of the game that name a place or a piece, or hold a truth, that last no longer than an
action, and counters that only a draw asks about; fields of players that name a place or a piece, or hold a choice that waits.
What chance alone gives a number from 1 to 6 is a die.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.rules import with_effects
from gdl.core.visit import followed, nodes
from interpreter.engines.position_parts import HIDDEN
from interpreter.play.memo import by_game

_SILENT = ("site", "piece", "direction", "bool")
_PLACES = ("site", "piece", "direction")
_SHORT = ("done", "action")  # lifetimes
_FACES = range(1, 7)


@by_game
def bookkeeping(game: model.Game) -> frozenset[str]:
    """The fields that are of no use to players who look at the board."""
    found = set()
    asked = _asked_but_for_draws(game)
    secret = game.secret_fields
    for field in game.fields.values():
        if field in secret:
            continue  # nobody could see it elsewhere
        if field.holder == "player" and (field.type.base in _PLACES or _waits(game, field)):
            found.add(field.name)  # where something was, or a choice that waits for the others'
        if field.holder != "game":
            continue
        is_counter = field.type.base == "number" and field.name not in asked
        if field.type.base in _SILENT or field.until in _SHORT or is_counter:
            found.add(field.name)
    return frozenset(found) - set(throws(game)) - set(dice(game))


@by_game
def truths(game: model.Game) -> tuple[str, ...]:
    """The fields of pieces that become true in play and that the rules read, such as that a piece lies turned over. Rights that are
    only lost are none, nor is what only says who sees a piece."""
    rules = (game.actions, game.settles)
    given = {name for name, value in _assignments(rules) if not isinstance(value, core.Const) or value.value}
    whole = (*rules, game.requires, game.ends, tuple(game.turns.values()))
    read = {node.field for node in followed(whole, game.definitions) if isinstance(node, core.GetField)}
    told = {node.field for node in followed(game.hides, game.definitions) if isinstance(node, core.GetField)}
    fields = (f for f in game.fields.values() if f.holder == "piece" and f.type.base == "bool")
    return tuple(
        f.name
        for f in fields
        if f.name in (given & read) - told and f.until not in _SHORT and "(" not in f.name
    )


@by_game
def filled_in_play(game: model.Game) -> frozenset[tuple[str, str]]:
    """The pools of players into which pieces come in play, and not in the set-up alone, to stay, each with a player who may get some."""
    effects = (*nodes((game.actions, game.settles)),)
    loops = [pair for e in effects if isinstance(e, core.ForEach) for pair in e.generators]
    each = {slot: source.name for slot, source in loops if isinstance(source, core.PoolOf)}
    moved = (e.piece.slot for e in effects if isinstance(e, core.MoveTo) and isinstance(e.piece, core.Local))
    emptied = {each[slot] for slot in moved if slot in each}
    places = [e.to for e in effects if isinstance(e, core.MoveTo)]
    places += [e.pool for e in effects if isinstance(e, core.Stock)]
    return frozenset(
        (place.name, player.name)
        for place in places
        if isinstance(place, core.PoolOf) and game.pools[place.name].holder == "player"
        if place.name not in emptied
        for i, player in enumerate(game.players)
        if not isinstance(place.holder, core.Const) or place.holder.value == i
    )


@by_game
def streaks(game: model.Game) -> Mapping[str, int]:
    """The counters that either count up or begin anew, at 0 or 1: how often something came in a row. Each with what tells nothing yet."""
    found: dict[str, int] = {}
    for node in nodes(with_effects(game)):
        match node:
            case core.SetField(field=name, value=core.If(then=one, otherwise=other)):
                if 0 in (_number(one), _number(other)):
                    found[name] = 0
            case core.Branch(body=body, otherwise=otherwise):
                ways = _fields_set(body), _fields_set(otherwise)
                for name in [name for name in ways[0] if name in ways[1]]:
                    here, there = (way[name] for way in ways)
                    for counted, begun in ((here, there), (there, here)):
                        if _counts_up(counted, name) and (start := _number(begun)) in (0, 1):
                            found[name] = start
    return found


def _fields_set(effects: Sequence[core.Effect]) -> Mapping[str, core.Expr]:
    return {e.field: e.value for e in effects if isinstance(e, core.SetField)}


def _number(value: core.Expr) -> int | None:
    """A whole number that is written."""
    return value.value if isinstance(value, core.Const) and isinstance(value.value, int) else None


def _counts_up(value: core.Expr, field: str) -> bool:
    match value:
        case core.Arithmetic(operator="+", left=core.GetField(field=name), right=core.Const(value=1)):
            return name == field
    return False


@by_game
def sides(game: model.Game) -> Mapping[str, tuple[str, str]]:
    """The truths that turn pieces over, or say which face of a new one lies up, each with the columns of what they show: where it does not hold, and where it does."""
    found: dict[str, tuple[str, str]] = {}
    laid = (e for e in nodes((game.actions, game.settles)) if isinstance(e, core.Place | core.MoveTo))
    chosen = {name for e in laid for name, value in e.settings if not isinstance(value, core.Const)}
    flags = {*truths(game), *(n for n in chosen if game.fields[n].type.base == "bool")}
    for node in nodes((with_effects(game), game.requires, game.ends, tuple(game.definitions.values()))):
        match node:
            case core.If(
                condition=core.GetField(field=name)
                | core.Not(operand=core.GetField(field=name)) as condition,
                then=core.Attribute(name=one),
                otherwise=core.Attribute(name=other),
            ) if name in flags:
                found[name] = (one, other) if isinstance(condition, core.Not) else (other, one)
    return found


def lying_down(game: model.Game, held: Sequence[tuple[str, str]]) -> set[str]:
    """The columns of the faces that do not lie up, of a piece with these fields and values."""
    return {faces[(truth, "true") not in held] for truth, faces in sides(game).items()}


def _waits(game: model.Game, field: model.Field) -> bool:
    """Whether a player's field holds what they have chosen while the choices of all wait: the action, or a choice of it."""
    if not any(turn.is_together for turn in game.turns.values()):
        return False
    actions = {a.name for a in game.actions}
    return "." in field.name or (field.type.base == "symbol" and {*field.type.symbols} <= actions)


def has_chosen(game: model.Game, name: str) -> bool:
    """Whether a player with a value of this field has made a choice that waits for those of the others."""
    field = game.fields.get(name)
    return field is not None and "." not in name and field.holder == "player" and _waits(game, field)


def _asked_but_for_draws(game: model.Game) -> set[str]:
    """The fields that something else than a draw, or an assignment to themselves, asks about."""
    rules: list[object] = [
        game.actions, game.settles, game.requires, game.prefers, tuple(game.turns.values()), game.limit_result,
        tuple(e for e in game.ends if e.result.form != "draw"),
    ]  # fmt: skip
    found: set[str] = set()
    for part in rules:
        own = {
            id(read)
            for node in nodes(part)
            if isinstance(node, core.SetField)
            for read in nodes(node.value)
            if isinstance(read, core.GetField) and read.field == node.field
        }
        for node in followed(part, game.definitions):
            if isinstance(node, core.GetField) and id(node) not in own:
                found.add(node.field)
    return found


_THINGS = {"chip", "chips", "coin", "coins", "token", "tokens", "gem", "gems", "gold", "money", "cash", "pot"}


@by_game
def counters(game: model.Game) -> tuple[str, ...]:
    """The numbers of players and of the game that count things which lie on the table, by their names or by what the author says of
    them: `chips`, or "the seeds that a player has taken"."""
    found = (f for f in game.fields.values() if f.holder in ("player", "game") and f.until not in _SHORT)
    numbers = (f for f in found if f.type.base == "number" and not f.type.is_optional)
    return tuple(f.name for f in numbers if isinstance(f.default, int) and _is_of_things(game, f))


def _is_of_things(game: model.Game, field: model.Field) -> bool:
    said = game.meaning_of("field", field.name)
    means = said.written.split() if said is not None else []
    named = {*field.name.split("_")} if "." not in field.name else set()
    is_said = means[:1] == ["the"] and bool({*means[1:2]} & {*_THINGS, "seeds"})
    return bool(_THINGS & named) or "pot" in means or is_said


@by_game
def dice(game: model.Game) -> tuple[str, ...]:
    """The fields of the game that are dice, in their order."""
    return tuple(name for name in _given(game) if name in _thrown(game))


@by_game
def rows_of_dice(game: model.Game) -> Mapping[str, tuple[str, ...]]:
    """The fields of a range or of words whose numbers are dice, such as `die of 1..5`, each with what these belong to."""
    rows = (game.fields[name] for name in _thrown(game) if game.fields[name].holder == "table")
    return {
        f.name: f.keys[0].words for f in rows if [k.type.base for k in f.keys] in (["number"], ["symbol"])
    }


@by_game
def _thrown(game: model.Game) -> tuple[str, ...]:
    """The fields of the game, and of words and numbers, that get nothing but what a die shows."""
    thrown = {n.slot for n in nodes(with_effects(game)) if isinstance(n, core.Chance) and _is_die(n.source)}
    return tuple(
        name
        for name, given in _given(game, ("game", "table")).items()
        if all(isinstance(v, core.Local) and v.slot in thrown for v in given)
    )


@by_game
def throws(game: model.Game) -> Mapping[str, range]:
    """The fields of the game that chance alone gives their numbers, each with what may come: dice, and sums of what was drawn."""
    return {
        name: range(
            min(sum(r.start for r in terms) for terms in sums),
            max(sum(r.stop - 1 for r in terms) for terms in sums) + 1,
        )
        for name, sums in _drawn(game).items()
    }


@by_game
def two_sided(game: model.Game) -> Mapping[str, int]:
    """The throws to which things come of which each counts 0 or 1, as sticks and coins do, with how many these are."""
    found = dict[str, int]()
    for name, sums in _drawn(game).items():
        counts = {len(terms) for terms in sums}
        if len(counts) == 1 and all(r == range(2) for terms in sums for r in terms):
            found[name] = counts.pop()
    return found


@by_game
def _drawn(game: model.Game) -> Mapping[str, list[list[range]]]:
    """The fields of the game that chance alone gives their numbers, each with the parts of the sums that it is given."""
    drawn = {n.slot: _numbers(n.source) for n in nodes(with_effects(game)) if isinstance(n, core.Chance)}
    found = {name: [_terms(v, drawn) for v in given] for name, given in _given(game).items()}
    return {name: sums for name, sums in found.items() if all(sums)}


@by_game
def agreements(game: model.Game) -> tuple[str, ...]:
    """The words and numbers of the game that say what is played for, such as the suit that is trumps, or the tricks that a
    bid promises. A number that is only counted up or down says nothing of the kind."""
    given = _given(game)
    other = {*bookkeeping(game), *throws(game), *counters(game)}
    return tuple(
        field.name
        for field in game.fields.values()
        if field.holder == "game" and field.name not in other
        if field.type.base == "symbol"
        or (field.name in given and not any(_reads(value, field.name) for value in given[field.name]))
    )


@by_game
def bids(game: model.Game) -> frozenset[str]:
    """What is played for that an action says together with something else, such as trumps with the promised tricks."""
    found = set[str]()
    for action in game.actions:
        said = {name for name, value in _assignments(action) if not isinstance(value, core.Const)}
        together = said & {*agreements(game)}
        found |= together if len(together) > 1 else set()
    return frozenset(found)


def _reads(value: core.Expr, field: str) -> bool:
    return any(isinstance(node, core.GetField) and node.field == field for node in nodes(value))


def _given(game: model.Game, holders: Sequence[str] = ("game",)) -> Mapping[str, list[core.Expr]]:
    """The values that the rules give to the numbers of the game, but for constants; without fields that get no others."""
    given: dict[str, list[core.Expr]] = {}
    for name, value in _assignments(with_effects(game)):
        field = game.fields.get(name)
        is_number = field is not None and field.holder in holders and field.type.base == "number"
        if is_number and not isinstance(value, core.Const):
            given.setdefault(name, []).append(value)
    return given


def _terms(value: core.Expr, drawn: Mapping[int, range]) -> list[range]:
    """What each part of a sum of drawn numbers may be; nothing for any other value."""
    match value:
        case core.Local(slot=slot) if drawn.get(slot):
            return [drawn[slot]]
        case core.Arithmetic(operator="+", left=left, right=right):
            one, other = _terms(left, drawn), _terms(right, drawn)
            return one + other if one and other else []
    return []


def _numbers(source: core.Expr) -> range:
    """The numbers of which one is drawn, from the least to the greatest; none where they are known only in play."""
    match source:
        case core.Arithmetic(
            operator="..", left=core.Const(value=int() as low), right=core.Const(value=int() as high)
        ):
            return range(low, high + 1)
        case core.Const(value=tuple() as values) if values and all(isinstance(v, int) for v in values):
            known = [v for v in values if isinstance(v, int)]
            return range(min(known), max(known) + 1)
        case core.Comprehension(source=within, value=None):
            return _numbers(within)
    return range(0)


def _assignments(rules: object) -> Iterator[tuple[str, core.Expr]]:
    for node in nodes(rules):
        if isinstance(node, core.SetField):
            yield node.field, node.value


def _is_die(source: core.Expr) -> bool:
    """Whether a set is that of the numbers from 1 to 6, or a part of it from which one was taken before."""
    for node in nodes(source):
        match node:
            case core.Arithmetic(operator="..", left=core.Const(value=low), right=core.Const(value=high)):
                return (low, high) == (_FACES[0], _FACES[-1])
            case core.Const(value=tuple() as values):
                return values == tuple(_FACES)
    return False


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's value of a field at a site; `text` is "" where it is only true. `is_place`: it says where the player is."""

    field: str
    player: str
    site: str
    text: str
    is_place: bool = False


def stakes(game: model.Game, fields: Mapping[str, Any], has_owned: bool) -> list[Stake]:
    """All of a position, in the order of the fields and of the players. `has_owned`: a player has a piece on the board."""
    found: list[Stake] = []
    for field in game.fields.values():
        values = fields.get(field.name)
        if field.until in _SHORT or not isinstance(values, Mapping):
            continue
        if field.holder == "player" and field.type.base == "site" and not has_owned:
            sites = {s.name for s in game.board.sites}
            found += [Stake(field.name, p, str(s), "", True) for p, s in values.items() if s in sites]
        elif field.holder == "table" and (pairs := _pairs(field, values)) is not None:
            found += [
                Stake(field.name, p, s, _text(v)) for p, s, v in pairs if v not in (HIDDEN, None, False)
            ]
    order = {p.name: i for i, p in enumerate(game.players)}
    return sorted((s for s in found if s.player in order), key=lambda s: order[s.player])


def _pairs(field: model.Field, values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]] | None:
    """A player, a site and a value for each pair that has one; None for pairs of anything else."""
    match [key.type.base for key in field.keys]:
        case ["player", "site"]:
            return ((str(p), str(s), v) for p, held in values.items() for s, v in _items(held))
        case ["site", "player"]:
            return ((str(p), str(s), v) for s, held in values.items() for p, v in _items(held))
    return None


def _items(held: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(held, Mapping):
        yield from held.items()


def _text(value: Any) -> str:
    return "" if value is True else str(value)
