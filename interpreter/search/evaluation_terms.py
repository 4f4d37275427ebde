"""What a position may be evaluated by, derived from the rules: numbers of the language, each with the text that people read.

For every player: how many pieces of each kind they have, on the board and off it; where these stand, by rank and by how far
they are from the sides, and where there is only one kind by the very place; their fields that are numbers, and the scores that decide
results, in whole numbers; for each way in which the game may end how far it is from coming true for them; and who is near what must
not be captured. Of a whole pack of
kinds they are counted together, and so are the numbers that the table of kinds gives them: to learn the worth of each would take more games than there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias, cast

from gdl.boards.tiling import Site
from gdl.checker import measured
from gdl.core import model
from gdl.core.types import NUMBER, PLAYER
from gdl.core.visit import followed, nodes, rewritten
from gdl.diagnostics.values import GameError
from interpreter.search.distances import until_holding
from interpreter.search.rule_features import links_of, precious_kinds, rows_of
from interpreter.shared.search_measures import choices, number

MOST_KINDS = 40
_PLAYER = "\0"  # stands for a player in a template
_DOWN = 270  # degrees
_PLACED = 16  # kinds of which places are looked at as well
_MOST_SITES = 100  # of a board of which each place counts
_NEAR = 2  # steps to what must not be captured


_Text: TypeAlias = tuple[int, str, str, bool]  # the player, the template, the text, whether it counts pieces
_SIGNS = {"highest": 1, "lowest": -1}


@dataclass(frozen=True)
class Term:
    """A number that is asked of positions. `text` says it in the language, or in words. `is_material`: it counts pieces.
    `is_plain`: the language has a text for it. Terms of one `template` ask the same for each `player`. `score`: 1 or -1 where the
    player who has most of it wins, or who has least, else 0. `is_doubtful`: it counts only where what was learnt is sure that it matters.
    `is_dear`: so, too, since it costs more than all others. The others stand first, and these last."""

    text: str
    number: model.Expr
    is_material: bool = False
    is_plain: bool = True
    player: int = 0
    template: str = ""
    score: int = 0
    is_dear: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True)
class Terms:
    """All terms of a game, and how many names the rules and the terms have together."""

    terms: tuple[Term, ...]
    slots: int

    @property
    def breaks(self) -> set[int]:
        """The first of the doubtful terms, and the first of the dear ones."""
        doubtful = next((i for i, t in enumerate(self.terms) if t.is_doubtful), None)
        dear = next((i for i, t in enumerate(self.terms) if t.is_dear), None)
        return {i for i in (doubtful, dear) if i is not None}


def terms_of(game: model.Game) -> Terms:
    """The terms of a game, in an order that depends on its rules alone."""
    found, slots = list[Term](), game.slots
    for player, template, text, is_material in (*_written(game), *_of_places(game)):
        try:
            expr, slots = measured(replace(game, slots=slots), text)
        except GameError:
            continue  # what is not asked of such a board or kind
        found.append(Term(text, expr, is_material, True, player, template))
    for name, sign in _scores(game).items():
        for p, who in enumerate(game.players):
            text = f"{name}({who.name})"
            expr, slots = measured(replace(game, slots=slots), text)
            found.append(Term(text, _whole(expr), False, True, p, f"{name}({_PLAYER})", sign))
    lines, slots = _lines(game, slots)
    links, slots = _links(game, slots)
    safe, slots = _safety(game, slots)
    return Terms((*found, *_ends(game), *lines, *links, *safe, *_mobility(game)), slots)


def _safety(game: model.Game, slots: int) -> tuple[list[Term], int]:
    """How many own pieces and how many rivals are near those that must not be captured."""
    found = list[Term]()
    for kind in (game.kinds[k].name for k in precious_kinds(game)):
        for p, player in enumerate(game.players):
            me = f"{kind} of {player.name}"
            rivals = ", ".join(q.name for i, q in enumerate(game.players) if i not in game.team_of(p))
            beside = f"owner(x) = {player.name} and (some k in {me}: beside(site(x), site(k)))"
            near = f"owner(x) in {{{rivals}}} and (some k in {me}: distance(site(x), site(k)) <= {_NEAR})"
            for said, condition in (
                (f"own pieces beside {kind} of {_PLAYER}", beside),
                (f"rivals within {_NEAR} of {kind} of {_PLAYER}", near),
            ):
                try:
                    expr, slots = measured(
                        replace(game, slots=slots), f"count(x in pieces where {condition})"
                    )
                except GameError:
                    continue  # of such a board there is no distance
                text = said.replace(_PLAYER, player.name)
                found.append(Term(text, expr, False, False, p, said, is_doubtful=True))
    return found, slots


def _links(game: model.Game, slots: int) -> tuple[list[Term], int]:
    """How many empty sites are missing to ways that ends ask for, to each player who may come to such an end."""
    found = list[Term]()
    for ending in game.ends:
        links = links_of(ending.condition, game) if ending.result.form in ("wins", "loses") else []
        if not links:
            continue
        gaps = [link.gap(slots + i) for i, link in enumerate(links)]
        slots += len(gaps)
        missing = reduce(lambda a, b: model.Arithmetic(a.span, NUMBER, "+", a, b), gaps)
        template = f"sites until `{' '.join(ending.span.text.split())}`, for {_PLAYER}"
        named = {n.value for n in nodes(ending.result.who) if isinstance(n, model.Const) and n.type == PLAYER}
        for p, player in enumerate(game.players):
            if not named or p in named:
                text = template.replace(_PLAYER, player.name)
                found.append(Term(text, as_seen_by(missing, p), False, False, p, template))
    return found, slots


def _lines(game: model.Game, slots: int) -> tuple[list[Term], int]:
    """How many empty sites make lines that ends ask for, or nearly do; and how many names there are with theirs."""
    found = list[Term]()
    for row in rows_of(game):
        said = row.wanted.span.in_one_line
        for missing, what in ((1, "complete"), (2, "leave one site of")):
            count = row.short(game.board, slots, missing)
            slots += 1
            template = f"sites that {what} `{said}`, for {_PLAYER}"
            for p, player in enumerate(game.players):
                text = template.replace(_PLAYER, player.name)
                found.append(Term(text, as_seen_by(count, p), False, False, p, template))
    return found, slots


def _mobility(game: model.Game) -> Iterator[Term]:
    """How many actions each player would have if it were their turn, where none has to be tried to know that it is legal."""
    is_tried = game.requires or game.prefers or any(a.again is not None for a in game.actions)
    if is_tried or not game.actions:
        return
    template = f"actions of {_PLAYER}"
    for p, player in enumerate(game.players):
        span = game.actions[0].span
        number = choices(model.Const(span, PLAYER, p))
        yield Term(template.replace(_PLAYER, player.name), number, False, False, p, template, 0, True)


def _whole(e: model.Expr) -> model.Expr:
    """A number rounded down."""
    return model.Arithmetic(e.span, NUMBER, "div", e, number(1, e))


def _written(game: model.Game) -> Iterator[_Text]:
    """The terms that have a text in the language, but for those of single places."""
    for player, template, is_material in _templates(game):
        yield player, template, template.replace(_PLAYER, game.players[player].name), is_material


def _of_places(game: model.Game) -> Iterator[_Text]:
    """For each place how many pieces a player has there, where all are of one kind. A place is two sites, as far from the left side as
    from the right one; of who goes down it is counted from the other end."""
    board = game.board
    is_plain = board.tiling.is_rectangular and not (board.round or board.is_growing or board.is_stacking)
    if not is_plain or len(game.kinds) != 1 or len(board.cells) > _MOST_SITES:
        return
    kind = game.kinds[0].name
    places: dict[tuple[int, int], list[Site]] = {}
    for site in board.cells:
        places.setdefault((site.rank, min(site.file, board.files + 1 - site.file)), []).append(site)
    for p, player in enumerate(game.players):
        for (rank, side), sites in places.items():
            ahead = board.ranks + 1 - rank if player.facing == _DOWN else rank
            names = ", ".join(site.name for site in sites)
            text = f"count(x in {kind} of {player.name} where site(x) in {{{names}}})"
            yield p, f"{kind} of {_PLAYER} at {ahead}, {side}", text, False


def _templates(game: model.Game) -> Iterator[tuple[int, str, bool]]:
    """The player, a text in the language with a sign for the player, whether it counts pieces."""
    kinds = [k.name for k in game.kinds] if len(game.kinds) <= MOST_KINDS else []
    files, ranks = game.board.files, game.board.ranks
    for p, player in enumerate(game.players):
        for kind in kinds:
            yield p, f"count({kind} of {_PLAYER})", True
        for pool in game.pools.values():
            if pool.holder == "player":
                for kind in kinds:
                    yield p, f"count(x in {pool.name}({_PLAYER}) where x is {kind})", True
        if not kinds:
            yield from ((p, text, is_material) for text, is_material in _together(game))
        for kind in kinds[:_PLACED]:
            if ranks > 1:
                forward = f"{ranks + 1} - rank(site(x))" if player.facing == _DOWN else "rank(site(x))"
                yield p, f"sum({forward} for x in {kind} of {_PLAYER})", False
            if files > 1:
                side = f"min(file(site(x)), {files + 1} - file(site(x)))"
                yield p, f"sum({side} for x in {kind} of {_PLAYER})", False
        for field in game.fields.values():
            if field.holder == "player" and field.type.base == "number" and not field.type.is_optional:
                yield p, f"{field.name}({_PLAYER})", False


def _together(game: model.Game) -> Iterator[tuple[str, bool]]:
    """What a player has of all kinds together."""
    pools = [f"{pool.name}({_PLAYER})" for pool in game.pools.values() if pool.holder == "player"]
    numbers = [c.name for c in game.columns.values() if c.type.base == "number" and not c.by]
    for pieces in (f"{{x in pieces where owner(x) = {_PLAYER}}}", *pools):
        yield f"count({pieces})", True
        yield from ((f"sum({column}(x) for x in {pieces})", False) for column in numbers)


def _scores(game: model.Game) -> dict[str, int]:
    """The definitions by which results are decided: 1 if the highest one wins, -1 if the lowest one does."""
    rules = (game.ends, game.limit_result, tuple(game.turns.values()), game.actions, game.settles)
    results = [n for n in followed(rules, game.definitions) if isinstance(n, model.Result) and n.score]
    behind = {id(r.ties) for r in results}  # what only decides among equal ones
    found = sorted({(r.score, r.form) for r in results if id(r) not in behind})
    return {score: _SIGNS.get(form, 0) for score, form in found}


def _ends(game: model.Game) -> Iterator[Term]:
    """For each end and player how far it is from coming true, where that is more than yes or no."""
    for ending in game.ends:
        if ending.result.form not in ("wins", "loses"):
            continue
        distance = until_holding(ending.condition, game)
        if not isinstance(distance, model.If):
            for p, player in enumerate(game.players):
                template = f"until `{' '.join(ending.span.text.split())}`, for {_PLAYER}"
                text = template.replace(_PLAYER, player.name)
                yield Term(text, as_seen_by(distance, p), False, False, p, template)


def as_seen_by(e: model.Expr, player: int) -> model.Expr:
    """An expression of which a certain player is the mover."""

    def change(part: object) -> object:
        if isinstance(part, model.Role):
            return model.Const(part.span, PLAYER, player)
        return rewritten(part, change)

    return cast(model.Expr, change(e))
