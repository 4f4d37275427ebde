"""Conditions that are always true or always false, whatever the position is: each way in which that is proved, one after the other.

One condition is one fault: what stands inside a place of which something is said already, or around it, is left out.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from gdl.boards.board import Board
from gdl.checker import forms
from gdl.checker.analyses import contradictions, intervals, redundancy
from gdl.checker.analyses.analysis import Find, Finding, GameFacts
from gdl.checker.analyses.ends import counter
from gdl.checker.forms import conjuncts
from gdl.checker.tree import mentioned, of_sort
from gdl.core import evaluate, model, static
from gdl.core.visit import followed, nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

Made = Sequence[model.Place | model.Stock]
Asked = tuple[model.Expr, ...]  # conditions that hold together


def _of_nobody(facts: GameFacts) -> Iterator[Finding]:
    made = [e for e in facts.effects if isinstance(e, model.Place | model.Stock)]
    given = {e.field for e in facts.effects if isinstance(e, model.SetField)}
    if not made or "owner" in given:
        return
    if all(e.owner is None for e in made):
        yield from _no_owners(made, facts)
    elif "kind" not in given:
        yield from _unowned_kinds(made, facts)


def _no_owners(made: Made, facts: GameFacts) -> Iterator[Finding]:
    """The first place that asks whose a piece is, in a game in which no piece ever has an owner."""
    for node in nodes(facts.resolved.clauses):
        match node:
            case syntax.Test(form="own" | "enemy" as side) | syntax.Holding(side="own" | "enemy" as side):
                yield Finding(
                    node.span,
                    f"no piece ever has an owner, so nothing is {'own' if side == 'own' else 'an enemy'}",
                    "never holds",
                    others=((made[0].span, "a piece without an owner"),),
                    help="say whose pieces they are, such as `place man of mover on s`",
                )
                return


def _unowned_kinds(made: Made, facts: GameFacts) -> Iterator[Finding]:
    """`own K` and `enemy K` of a kind of which no piece ever has an owner."""
    if any(e.owner is not None and not isinstance(e.kind, model.Const) for e in made):
        return  # any kind may be placed there
    unowned: dict[str, Span] = {}
    owned: set[str] = set()
    for effect in made:
        if isinstance(effect.kind, model.Const) and isinstance(effect.kind.value, int):
            name = facts.game.kinds[effect.kind.value].name
            if effect.owner is None:
                unowned.setdefault(name, effect.span)
            else:
                owned.add(name)
    for node in nodes(facts.resolved.clauses):
        if isinstance(node, syntax.Holding) and node.noun.name in unowned.keys() - owned:
            name = node.noun.name
            yield Finding(
                node.span,
                f"no {name} ever has an owner, so this holds nothing",
                "always empty",
                others=((unowned[name], "placed without an owner"),),
                help=f"say whose it is, `place {name} of mover on s`, or ask for all of them: `pieces where it is {name}`",
            )
            return


_MOST_SITES = 1024  # of a board whose lines are measured


def _off_board(facts: GameFacts) -> Iterator[Finding]:
    yield from _long_rows(facts)
    if all(o.value == o.default for o in facts.resolved.options):
        yield from _lines_off_board(facts)


def _long_rows(facts: GameFacts) -> Iterator[Finding]:
    """Conditions on rows that no line of the board has room for, unless an option says how large the board is."""
    board, resolved = facts.game.board, facts.resolved
    options = {o.name for o in resolved.options}
    depends = any(mentioned(clause) & options for clause in of_sort(resolved.clauses, syntax.Board))
    is_default = all(o.value == o.default for o in resolved.options)
    if (depends and not is_default) or not board.sites or board.is_growing or len(board.sites) > _MOST_SITES:
        return
    longest = _longest_line(board)
    for e in facts.parts:
        if not (isinstance(e, model.SomePath) and isinstance(e.path, model.Line)):
            continue
        room = longest + (e.path.start is None)
        needed = _least(e.path.steps)
        if needed > room:
            yield Finding(
                e.span,
                f"this never holds: it needs {needed} sites in a row, and no line of the board has more than {room}"
                + (" by default" if depends else ""),
                "too long for the board",
            )


def _longest_line(board: Board) -> int:
    """How many sites follow each other in one direction at most, without the first."""
    lines = (board.line(s, d) for d in range(len(board.directions)) for s in range(len(board.sites)))
    return max(map(len, lines), default=0)


def _least(steps: tuple[model.Step, ...]) -> int:
    """How many sites a pattern meets at least."""
    return sum(s.least * (1 if s.group is None else _least(s.group)) for s in steps)


def _lines_off_board(facts: GameFacts) -> Iterator[Finding]:
    """Ranks and files with a number that the board does not have, and sites in one of them."""
    board = facts.game.board
    yield from _sites_off_board(facts)
    for e in facts.parts:
        match e:
            case model.Builtin(name="rank_of" | "file_of", arguments=(number,)):
                name = e.name.removesuffix("_of")
            case _:
                continue
        numbers = {s.rank if name == "rank" else s.file for s in board.cells}
        wrong = [v for v in _possible(number, board) if v not in numbers]
        if not wrong or board.is_growing or static.varies(number):
            continue
        is_choice = isinstance(number, model.If)
        yield Finding(
            e.span,
            f"the board has no {name} {wrong[0]}, so this holds no site" + (" then" if is_choice else ""),
            "may be empty" if is_choice else "always empty",
            help=f"the {name}s are {min(numbers, default=0)} to {max(numbers, default=0)}",
        )


def _sites_off_board(facts: GameFacts) -> Iterator[Finding]:
    """`site_at` with numbers at which the board has no site: who counts from 0 places nothing."""
    board = facts.game.board
    for e in facts.parts:
        if not isinstance(e, model.Builtin) or e.name != "site_at" or board.is_growing or static.varies(e):
            continue
        if static.known(e, board) == (None, False):
            files, ranks = {s.file for s in board.cells} or {0}, {s.rank for s in board.cells} or {0}
            yield Finding(
                e.span,
                "the board has no such site, so this is `none`",
                "no site",
                help=f"the files are {min(files)} to {max(files)}, and the ranks {min(ranks)} to {max(ranks)}",
            )


def _possible(number: model.Expr, board: Board) -> Iterator[object]:
    """The values that a number may have, as far as they are known before the game: of `A if C else B` both."""
    if isinstance(number, model.If):
        yield from _possible(number.then, board)
        yield from _possible(number.otherwise, board)
    elif (found := static.known(number, board)) is not None:
        yield found[0]


def _after_arrival(facts: GameFacts) -> Iterator[Finding]:
    """`if to is enemy` and `if to is empty` in the effects of a move, which come when the piece has arrived."""
    for action in facts.game.actions if not facts.game.board.is_stacking else ():
        if action.form == "move":
            for condition in _asked_first(action.effects):
                yield from _of_destination(condition, action.to)


def _asked_first(effects: Sequence[model.Effect]) -> Iterator[model.Expr]:
    """The conditions of effects before which no piece comes, goes or changes."""
    for effect in effects:
        match effect:
            case model.Branch():
                yield effect.condition
                yield from _asked_first(effect.otherwise[:1])
                return
            case model.Bind() | model.Demand():
                continue
            case model.SetField() if effect.field != "owner":
                continue
        return


def _of_destination(condition: model.Expr, to: int) -> Iterator[Finding]:
    for e in nodes(condition):
        match e:
            case model.Builtin(name="empty", arguments=(model.Local(slot=slot) as place,)) if slot == to:
                pass
            case model.And(
                left=model.Not(
                    operand=model.Compare(
                        left=model.Builtin(
                            name="owner",
                            arguments=(
                                model.Builtin(name="piece", arguments=(model.Local(slot=slot) as place,)),
                            ),
                        )
                    )
                ),
                right=model.Not(operand=model.Compare(right=model.Role())),
            ) if slot == to:
                pass
            case _:
                continue
        yield Finding(
            e.span,
            f"this never holds: by now the piece that moves stands on `{place.name}`, and what stood there is captured",
            "never true",
            help="what a move has captured is in `captured`, and `captures > 0` says whether there was anything",
        )


@dataclass(frozen=True, slots=True)
class Decided:
    """A condition, or (`is_part`) one of several that are joined by `and`, and whether it holds."""

    span: Span
    holds: bool
    is_part: bool


def decided(action: model.Action, board: Board) -> Iterator[Decided]:
    for part in action.parts:
        if isinstance(part, model.Condition):
            found = static.known(part.condition, board)
            if found is None:
                yield from _sides(part.condition, board)
            elif not found[1]:
                yield Decided(part.span, bool(found[0]), False)


def _sides(condition: model.Expr, board: Board) -> Iterator[Decided]:
    if not isinstance(condition, model.And):
        return
    for side in (condition.left, condition.right):
        found = static.known(side, board)
        if found is None:
            yield from _sides(side, board)
        elif not found[1]:
            yield Decided(side.span, bool(found[0]), True)


def find(facts: GameFacts) -> Iterator[Finding]:
    told: list[Finding] = []
    for found in (f for search in _SEARCHES for f in search(facts)):
        if not any(found.is_about(t.span) for t in told):
            told.append(found)
            yield found


def _known(facts: GameFacts) -> Iterator[Finding]:
    """Conditions of actions that are known before the game to hold. Where one never holds, its action is impossible."""
    for action in facts.game.actions:
        for d in decided(action, facts.game.board):
            if d.holds:
                what = "part of the condition" if d.is_part else "condition"
                yield Finding(d.span, f"this {what} always holds", "always true", help="take it out")


def _ends(facts: GameFacts) -> Iterator[Finding]:
    """Ends that are known before the game never to hold; and the last one, if it always does."""
    for ending in facts.game.ends:
        found = static.known(ending.condition, facts.game.board)
        if found is not None and not found[1] and (not found[0] or ending is facts.game.ends[-1]):
            word = "always" if found[0] else "never"
            yield Finding(ending.span, f"this end is {word} reached", f"{word} true")


def _passes(facts: GameFacts) -> Iterator[Finding]:
    """The first end that counts passes, where nobody ever can pass."""
    game = facts.game
    if any("pass" in turn.names or turn.can_end("pass") for turn in game.turns.values()):
        return
    for end in game.ends:
        for node in followed(end.condition, game.definitions):
            if isinstance(node, model.Compare) and counter(node) == "passes":
                yield Finding(
                    node.span,
                    "nobody can pass in this game, so `passes` stays 0",
                    "decided",
                    others=((next(iter(game.turns.values())).span, "offers no `pass`"),),
                    help="offer `pass` in the turn, where it may be done; or `else pass`, where nothing else can be",
                )
                return


def _positions(facts: GameFacts) -> Iterator[Finding]:
    """Positions that count the actions: none of them comes again."""
    for history in facts.game.histories.values():
        for feature in history.features:
            match feature.value:
                case model.Builtin(name="moves" | "turn" as name, arguments=()):
                    yield Finding(
                        feature.value.span,
                        f"`{name}` grows as the game goes on, so no position of this kind comes again",
                        "another number each time",
                        help="leave it out",
                    )


def _viewers(facts: GameFacts) -> Iterator[Finding]:
    """`mover` beside the viewer in a `hide`, where it is the viewer."""
    for hide in facts.game.hides:
        for part in forms.conjuncts(hide.condition):
            asked = part.operand if isinstance(part, model.Not) else part
            sides = (asked.left, asked.right) if isinstance(asked, model.Compare) else ()
            is_viewer = any(isinstance(s, model.Local) and s.slot == hide.viewer for s in sides)
            if is_viewer and any(isinstance(s, model.Role) for s in sides):
                word = "never" if isinstance(part, model.Not) else "always"
                yield Finding(
                    part.span,
                    f"in a `hide`, `mover` is the viewer, so this {word} holds",
                    f"{word} true",
                    help="say whose pieces are hidden: `for p in players where p != viewer`, or `owner(x) != viewer`",
                )


def _elsewhere(facts: GameFacts) -> Iterator[Finding]:
    """Conditions of effects about where a move ends, which are true of no site at which its path ends."""
    for action in facts.game.actions:
        for never in never_met(action, [*_branches(action.effects, ())], facts.game):
            message = f"this never holds: `{action.name}` never ends on such a site{never.who}"
            yield Finding(
                never.span, message, "never holds where it ends", ((never.path, ENDS_ELSEWHERE),), never.help
            )


def _branches(effects: Sequence[model.Effect], around: Asked) -> Iterator[Asked]:
    """The conditions of effects, each behind those in which it stands."""
    for effect in effects:
        if isinstance(effect, model.Branch):
            asked = (*around, effect.condition)
            yield asked
            yield from _branches(effect.body, asked)


# ---- where paths of moves end


ENDS_ELSEWHERE = "ends elsewhere, from wherever it begins"


@dataclass(frozen=True, slots=True)
class NeverMet:
    """A condition that is true of no site where a path ends."""

    span: Span
    path: Span
    help: str
    who: str = ""  # who moves then, where the conditions leave some players out


def never_met(action: model.Action, conditions: Iterable[Asked], game: model.Game) -> Iterator[NeverMet]:
    """The conditions about the end of a move, or parts of them joined by `and`, that never hold, whoever moves.

    A pawn that goes forward never arrives on its own first rank: `where to in home_rank(mover)` never holds, nor does `rank(to) = 1
    and mover = White`. Of conditions that hold together, each last one is judged; those of the action hold with all of them.
    """
    along = next((part for part in action.parts if isinstance(part, model.Along)), None)
    if along is None:
        return
    own = [c for p in action.parts if isinstance(p, model.Condition) for c in conjuncts(p.condition)]
    for asked in conditions:
        about = [c for c in conjuncts(asked[-1]) if _is_about(along.to, c)]
        try:
            ends = {s: _path_ends(along.path, game, s) for s in range(len(game.players))} if about else {}
        except static.NotStatic:
            return
        beside = [*own, *(c for each in asked for c in conjuncts(each))]
        seats = [s for s in ends if not any(_is_never_of(s, c, game) for c in beside)]
        names = " or ".join(game.players[s].name for s in seats)
        for condition in about if seats else ():
            with suppress(static.NotStatic):
                if not any(_holds_somewhere(condition, along.to, ends[s], game, s) for s in seats):
                    who = f" when {names} moves" if len(seats) < len(ends) else ""
                    yield NeverMet(condition.span, along.path.span, _help_for_end(condition), who)


def _is_never_of(seat: int, condition: model.Expr, game: model.Game) -> bool:
    """Whether a condition is known not to hold when a player moves."""
    if static.varies(condition):
        return False
    try:
        return not evaluate.value(condition, static.Static(game.board, {}, static.table_of(game), game, seat))
    except static.NotStatic:
        return False


def _is_about(to: int, condition: model.Expr) -> bool:
    is_named = any(isinstance(n, model.Local) and n.slot == to for n in nodes(condition))
    return is_named and not static.varies(condition)


def _path_ends(path: model.Path, game: model.Game, seat: int) -> Collection[int]:
    """All sites at which the last step of a path may arrive. Raises NotStatic."""
    board = game.board
    if not isinstance(path, model.Line | model.Walk) or not sum(s.least for s in path.steps):
        raise static.NotStatic
    if board.is_growing or static.varies(path.directions):
        raise static.NotStatic
    directions = evaluate.value(path.directions, static.Static(board, {}, static.table_of(game), game, seat))
    assert isinstance(directions, tuple)
    return {site for d in directions if d is not None for site in board.steps[d] if site >= 0}


def _holds_somewhere(
    condition: model.Expr, to: int, sites: Collection[int], game: model.Game, seat: int
) -> bool:
    """Whether a condition holds of some site. Raises NotStatic."""
    table = static.table_of(game)
    return any(
        evaluate.value(condition, static.Static(game.board, {to: site}, table, game, seat)) for site in sites
    )


def _help_for_end(condition: model.Expr) -> str:
    if any(isinstance(n, model.Builtin) and n.name == "home_rank" for n in nodes(condition)):
        return "the rank at which a piece that goes forward arrives is `last_rank(mover)`"
    return ""


_SEARCHES: tuple[Find, ...] = (
    _known,
    _of_nobody,
    _off_board,
    _after_arrival,
    redundancy.find,
    intervals.find,
    contradictions.find,
    _passes,
    _positions,
    _viewers,
    _elsewhere,
    _ends,
)
