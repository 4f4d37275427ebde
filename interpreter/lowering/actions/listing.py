"""The list of actions: a row of words for each, its number or its steps' digits, and a number for its outcome.

    write_row(context, word, depth, code, outcome) -> at    its place, -1 if the row is there already
    add_row(context, word, depth, code, outcome) -> at      the same where no row can be there already

An action that does not repeat has the row (its number). One that does has -1 minus its index, how many further steps there
are, and the numbers of its steps' choices. Actions that may be found more than once are listed before they are counted. What
`prefer` says of an action is kept beside its row, and only the best rows stay.
"""

from collections.abc import Iterable
from itertools import chain

from gdl.core import model, visit
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.actions import choices
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.search_mode import CODE, DEPTH
from interpreter.lowering.ending.positions import identity, mixed
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.geometry import known_directions, known_number
from interpreter.lowering.facts.layout import RECORDS, field_cell
from interpreter.lowering.function import CONTEXT, STATE, Function, Scope
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.paths.path_plans import is_single
from interpreter.shared.numbering import ListDomain

# ---- which are listed, and how


def may_meet_again(action: model.Action, scope: Scope) -> bool:
    """Whether two candidates of a step may have the same choices."""
    chosen = {c.slot for c in action.choices}
    board = scope.game.board
    for part in action.parts:
        match part:
            case model.Choose() if part.slot not in chosen:
                return not isinstance(part.source, model.Const)
            case model.Choose() if part.source.type.base == "set" and board.is_stacking:
                if element_of(part.source).base == "piece":
                    return True
            case model.Along():
                if _may_meet_twice(part.path, scope):
                    return True
                if not isinstance(part.path, model.Walk) and not is_single(part.path.steps):
                    return True
            case _:
                pass
    return False


def _may_meet_twice(path: model.Path, scope: Scope) -> bool:
    """Whether two rays from a site may meet at one, or a ray meets one twice: on boards with circles, and leaps that repeat."""
    board = scope.game.board
    sites = range(scope.facts.sites)
    rays: Iterable[list[tuple[int, ...]]]
    match path:
        case model.Leap() if not board.has_circles:
            if not visit.repeats(path.steps):
                return False
            # of a way of one length only its end counts
            length = (
                sum(s.least for s in path.steps)
                if all(s.is_fixed and s.group is None for s in path.steps)
                else 0
            )
            ends = slice(length - 1, length) if length else slice(None)
            rays = ([ride[ends] for ride in board.rides(s, seen)] for seen in path.offsets for s in sites)
        case model.Line() if board.has_circles:
            longest, directions = known_number(path.most), known_directions(path)
            if (path.most is not None and longest is None) or not directions:
                return True
            rays = ([board.line(s, d)[:longest] for d in directions] for s in sites)
        case _:
            return board.has_circles
    return any(len(met) > len(set(met)) for met in (list(chain(*each)) for each in rays))


def is_preferred(action: model.Action, game: model.Game) -> bool:
    """Whether `prefer` judges an action."""
    return bool(game.prefers) and any(action.name in t.names for t in game.turns.values())


def are_worths_whole(scope: Scope) -> bool:
    """Whether what preferences compare is never a fraction."""
    return all(is_whole_worth(p, scope) for p in scope.game.prefers)


def is_whole_worth(prefer: model.Prefer, scope: Scope) -> bool:
    return not prefer.word or scope.is_whole(prefer.value)


def is_replayed(action: model.Action, scope: Scope) -> bool:
    """Whether a listed action can be done from its number: its steps are choices alone, and it says them all.

    Of a move's path a number says where it ends, not how it went. What a further step of a move begins with is not a choice.
    """
    is_move = action.form == "move"
    if action.parameters if action.again is None else is_move:
        return False
    chosen = [part for part in action.parts if isinstance(part, model.Choose)]
    if not all(isinstance(part, model.Choose | model.Condition) for part in action.parts):
        return False
    if [action.piece] * is_move + [part.slot for part in chosen] != [c.slot for c in action.choices]:
        return False
    domains = scope.facts.numbers.domains[action.index]
    return all(
        isinstance(d, ListDomain) and bool(d.values) and not (c.type.base == "piece" and None in d.values)
        for d, c in zip(domains, action.choices, strict=True)
    )


# ---- rows


_WORD, _OUTCOME = Var("word", INT), Var("outcome", INT)
FIRST_STEP = 2  # the word of a row that holds the first step's choices; the further ones follow


def room(f: Function) -> Expr:
    """The last row for which there is room."""
    return op.number(RECORDS // f.facts.row - 1)


def write_plain_row(f: Function, number: Expr) -> None:
    """Appends an action that does not repeat."""
    at = f.b.materialize(op.add(f.load_context("base"), f.load_context("count")))
    with f.b.if_else(op.lt(room(f), at)) as branch:
        f.fail("too-many-ways", None)
        branch.otherwise()
        base = f.b.materialize(op.mul(at, op.number(f.facts.row)))
        f.store_context("records", number, base)
        f.count_up("count")


def list_number(f: Function, plan: ActionPlan, number: Expr) -> None:
    """Appends an action that does not repeat; once, if it can be found twice."""
    if plan.may_repeat:
        write_row(f, plan, (number, op.NONE, op.ZERO, op.ZERO))
    else:
        write_plain_row(f, number)


def row_of(f: Function, action: model.Action, depth: Expr) -> tuple[Expr, Expr, Expr]:
    """The word, the depth and the code of the action that is done here."""
    if action.again is None:
        return choices.number(f, action, Get(CODE)), op.NONE, op.ZERO
    return op.number(-1 - action.index), depth, Get(CODE)


def write_row(f: Function, plan: ActionPlan, row: tuple[Expr, Expr, Expr, Expr]) -> Expr:
    """Appends a row, and gives its place; -1 if it is there already.

    A depth of -1 says that the action does not repeat; else the further steps' codes are in `row`. Of rows with the same
    outcome the one with the least number stays, in the place of the first; the outcome is the last word of a row.
    """
    return append_row(f, row, plan.comes_once)


def append_row(f: Function, row: tuple[Expr, Expr, Expr, Expr], comes_once: bool = True) -> Expr:
    """Appends a row; where it may come more than once, only if it is not there already."""

    def write(g: Function) -> None:
        _write_row(g, comes_once)

    name = f.define(
        "add_row" if comes_once else "write_row", (CONTEXT, _WORD, DEPTH, CODE, _OUTCOME), INT, write
    )
    return f.b.materialize(ir.Call(name, (f.context, *row), INT))


def _write_row(f: Function, comes_once: bool) -> None:
    b, width = f.b, f.facts.row
    at = b.materialize(op.add(f.load_context("base"), f.load_context("count")))
    base = b.materialize(op.mul(at, op.number(width)))
    with b.if_(op.lt(room(f), at)):
        f.fail("too-many-ways", None)
        b.ret(op.NONE)
    f.store_context("records", Get(_WORD), base)
    length = b.variable("length", op.ONE)
    if width > 1:
        with b.if_(op.is_some(Get(DEPTH))):
            f.store_context("records", Get(DEPTH), op.add(base, op.ONE))
            f.store_context("records", Get(CODE), op.add(base, op.number(FIRST_STEP)))
            with b.for_range("i", op.ZERO, Get(DEPTH)) as i:
                at_step = op.add(i, op.number(FIRST_STEP + 1))
                f.store_context("records", f.load_context("row", at_step), op.add(base, at_step))
            b.assign(length, op.add(Get(DEPTH), op.number(FIRST_STEP + 1)))
    if f.facts.features.is_once and not comes_once:
        f.store_context("records", Get(_OUTCOME), op.add(base, op.number(width - 1)))
        _leave_if_same_outcome(f, base, at)
    if not comes_once:
        _leave_if_same_row(f, base, at, Get(length))
    f.count_up("count")
    b.ret(at)


def _leave_if_same_row(f: Function, base: Expr, at: Expr, length: Expr) -> None:
    b, width = f.b, op.number(f.facts.row)
    with b.for_range("k", f.load_context("base"), at) as k:
        is_same = b.variable("same", op.TRUE)
        loops = b.loops
        with b.for_range("i", op.ZERO, length) as i:
            own = f.load_context("records", op.add(base, i))
            with b.if_(op.ne(own, f.load_context("records", op.add(op.mul(k, width), i)))):
                b.assign(is_same, op.FALSE)
                b.break_(loops)
        with b.if_(Get(is_same)):
            b.ret(op.NONE)


def _leave_if_same_outcome(f: Function, base: Expr, at: Expr) -> None:
    """If an earlier row has the same outcome, the lesser one of the two is kept in its place."""
    b, width = f.b, f.facts.row
    with b.if_(op.ne(Get(_OUTCOME), op.ZERO)), b.for_range("k", f.load_context("base"), at) as k:
        other = b.materialize(op.mul(k, op.number(width)))

        def own(i: Expr) -> Expr:
            return f.load_context("records", op.add(base, i))

        def theirs(i: Expr) -> Expr:
            return f.load_context("records", op.add(other, i))

        is_same, last = op.eq(own(op.ZERO), theirs(op.ZERO)), op.number(width - 1)
        with b.if_(op.and_(is_same, op.eq(own(last), theirs(last)))):
            is_less = b.variable("less", op.lt(own(op.ONE), theirs(op.ONE)))
            loops = b.loops
            steps = op.add(op.ONE, op.min_(own(op.ONE), theirs(op.ONE)))
            with b.for_range("i", op.ZERO, steps) as i:
                digit = b.materialize(op.add(i, op.number(FIRST_STEP)))
                with b.if_(op.ne(own(digit), theirs(digit))):
                    b.assign(is_less, op.lt(own(digit), theirs(digit)))
                    b.break_(loops)
            with b.if_(Get(is_less)):
                with b.for_range("i", op.ZERO, op.number(width)) as i:
                    f.store_context("records", own(i), op.add(other, i))
                b.ret(k)  # what is said of the other one does not hold of it
            b.ret(op.NONE)


def move_row(f: Function, row: Expr, to: Expr) -> None:
    """Writes a row in another's place."""
    width = op.number(f.facts.row)
    with f.b.for_range("j", op.ZERO, width) as j:
        word = f.load_context("records", op.add(op.mul(row, width), j))
        f.store_context("records", word, op.add(op.mul(to, width), j))


def want(f: Function, k: Expr) -> None:
    """Makes the k-th listed action the wanted one."""
    width = op.number(f.facts.row)
    base = f.b.materialize(op.mul(op.add(f.load_context("base"), k), width))
    with f.b.for_range("i", op.ZERO, width) as i:
        f.store_context("wanted", f.load_context("records", op.add(base, i)), i)
    f.store_context("sure", op.ONE)


# ---- outcomes


def outcome(f: Function, action: model.Action) -> Expr:
    """A number for what an action leads to, where it is done once per outcome; else 0."""
    if action.again is None or not action.again.is_once:
        return op.ZERO
    start: Expr = op.ZERO
    if action.form == "move":
        others = 1
        for domain in f.facts.numbers.domains[action.index][1:]:
            others *= domain.size
        start = op.div(Get(CODE), op.number(others))
    after: Expr = ir.Call(identity(f, f.game.whole), (*f.arguments, f.mover), INT)
    if f.game.pools and f.facts.piece_fields:
        after = op.add(after, _off_board(f))
    made = f.b.materialize(mixed(op.add(after, start)))
    return op.select(op.eq(made, op.ZERO), op.ONE, made)


def _off_board(f: Function) -> Expr:
    """A number for what `identity` leaves out: the fields of pieces in pools, and what pieces are that a field names."""

    def write(g: Function) -> None:
        b, facts = g.b, g.facts
        total = b.variable("sum", op.ZERO)
        names_pieces = any(x.type.base == "piece" for x in facts.piece_fields)
        first = op.ZERO if names_pieces else op.number(facts.sites)
        places = b.for_range("place", first, op.number(facts.pieces.places))
        with places as place, g.pieces.each_in(g, place, False, "p") as p:
            b.assign(total, op.add(Get(total), _with_all_fields(g, p)))
        for field in g.game.fields.values():
            if field.holder != "piece" and field.type.base == "piece":
                cell = facts.state.cells[field_cell(field)]
                with b.for_range("i", op.ZERO, op.number(cell.count)) as i:
                    named = op.add(_named(g, g.load(cell.name, i)), i)
                    b.assign(total, op.add(Get(total), mixed(named)))
        b.ret(Get(total))

    return ir.Call(f.define("off_board", (STATE, CONTEXT), INT, write), f.arguments, INT)


def _with_all_fields(f: Function, piece: Expr) -> Expr:
    """A number for where a piece is, and what, with all its fields."""
    made = _without_names(f, piece)
    for field in f.facts.piece_fields:
        if field.type.base == "piece":
            named = _named(f, f.load(field_cell(field), piece))
            made = f.b.materialize(mixed(op.add(made, named)))
    return made


def _named(f: Function, piece: Expr) -> Expr:
    """A number for a piece that a field names, without its identity; -1 if it has left the game."""
    b = f.b
    piece, found = b.materialize(piece), b.variable("known", op.NONE)
    with b.if_(op.is_some(piece)), b.if_(op.is_some(f.load("place", piece))):
        b.assign(found, _without_names(f, piece))
    return Get(found)


def _without_names(f: Function, piece: Expr) -> Expr:
    """A number for where a piece is, and what, but for the pieces that its fields name."""
    fields = [field_cell(x) for x in f.facts.piece_fields if x.type.base != "piece"]
    made: Expr = op.ZERO
    for cell in ("place", "owner", "kind", *fields):
        made = f.b.materialize(mixed(op.add(made, f.load(cell, piece))))
    return made


# ---- what `prefer` says of listed actions


def list_row(f: Function, plan: ActionPlan, depth: Expr, values: tuple[model.Expr, ...] = ()) -> None:
    """Lists the action that is done here, once, with what `prefer` says of it: by these `values`, if they are given."""
    b, action, prefers = f.b, plan.action, f.game.prefers
    row = (*row_of(f, action, depth), outcome(f, action))
    if not plan.is_preferred:
        write_row(f, plan, row)
        return
    f = f.seen_by_mover()
    asked = values or tuple(p.value for p in prefers)
    worths = [numbers.rational(_worth(f, p, e)) for p, e in zip(prefers, asked, strict=True)]
    is_wanted = _is_as_good(f, [worth.top for worth in worths]) if plan.keeps_best else op.TRUE
    with b.if_(is_wanted):
        at = write_row(f, plan, row)
        with b.if_(op.is_some(at)):
            for k, (prefer, worth) in enumerate(zip(prefers, worths, strict=True)):
                place = op.add(op.mul(at, op.number(len(prefers))), op.number(k))
                f.store_context("worth", worth.top, place)
                if not is_whole_worth(prefer, f.scope):
                    f.store_context("worth_denominator", worth.bottom, place)
                elif worth.bottom != op.ONE:
                    raise NotLowered("a preference that may be a fraction after all")


def _worth(f: Function, prefer: model.Prefer, asked: model.Expr) -> Value:
    g = f.inner()
    value = numbers.operand(g, asked) if prefer.word else g.truth(asked)
    return value if isinstance(value, Rational) else as_number(value)


def _is_as_good(f: Function, worths: list[Expr]) -> Expr:
    """Whether no listed action is better. If this one is better than they, the list begins anew."""
    b, count = f.b, len(worths)
    worths = [b.materialize(worth) for worth in worths]
    found = b.variable("as_good", op.TRUE)
    with b.if_(op.lt(op.ZERO, f.load_context("count"))):
        is_better: Expr = op.FALSE
        is_worse: Expr = op.FALSE
        base = b.materialize(op.mul(f.load_context("base"), op.number(count)))
        for k in reversed(range(count)):
            best = b.materialize(f.load_context("worth", op.add(base, op.number(k))))
            is_same = b.materialize(op.eq(best, worths[k]))
            less, more = op.lt(worths[k], best), op.lt(best, worths[k])
            is_worse = b.materialize(op.or_(less, op.and_(is_same, is_worse)))
            is_better = b.materialize(op.or_(more, op.and_(is_same, is_better)))
        b.assign(found, op.not_(is_worse))
        with b.if_(is_better):
            f.store_context("count", op.ZERO)
    return Get(found)


# ---- the best of all


def keep_preferred(f: Function) -> None:
    """Of the listed actions only those that `prefer` wants remain, clause after clause."""
    base = f.b.materialize(f.load_context("base"))
    for k in range(len(f.game.prefers)):
        _keep_best(f, base, k)


class _Worths:
    """What one clause says of the rows of the list."""

    def __init__(self, f: Function, base: Expr, k: int) -> None:
        self.f, self.base, self.k = f, base, k
        self.clauses = op.number(len(f.game.prefers))
        self.is_whole = is_whole_worth(f.game.prefers[k], f.scope)

    def place(self, row: Expr) -> Expr:
        return op.add(op.mul(op.add(self.base, row), self.clauses), op.number(self.k))

    def of(self, row: Expr) -> Rational:
        b = self.f.b
        bottom: Expr = op.ONE
        if not self.is_whole:
            bottom = b.materialize(self.f.load_context("worth_denominator", self.place(row)))
        return Rational(b.materialize(self.f.load_context("worth", self.place(row))), bottom)

    def move(self, row: Expr, to: Expr) -> None:
        for cell in ("worth",) if self.is_whole else ("worth", "worth_denominator"):
            self.f.store_context(cell, self.f.load_context(cell, self.place(row)), self.place(to))


def _keep_best(f: Function, base: Expr, k: int) -> None:
    b, prefer = f.b, f.game.prefers[k]
    n = b.materialize(f.load_context("count"))
    worths = _Worths(f, base, k)
    later = [_Worths(f, base, c) for c in range(k + 1, len(f.game.prefers))]
    top = b.variable("best", op.ONE)
    bottom = None if worths.is_whole else b.variable("best_denominator", op.ONE)
    best = Rational(Get(top), op.ONE if bottom is None else Get(bottom))
    if prefer.word:
        _find_best(f, worths, n, best, (top, bottom))
    kept = b.variable("kept", op.ZERO)
    with b.for_range("i", op.ZERO, n) as i, b.if_(numbers.same(worths.of(i), best)):
        with b.if_(op.lt(Get(kept), i)):
            move_row(f, b.materialize(op.add(base, i)), b.materialize(op.add(base, Get(kept))))
            for others in later:
                others.move(i, Get(kept))
        b.assign(kept, op.add(Get(kept), op.ONE))
    with b.if_(op.lt(op.ZERO, Get(kept))):
        f.store_context("count", Get(kept))


def _find_best(
    f: Function,
    worths: _Worths,
    n: Expr,
    best: Rational,
    variables: tuple[Var, Var | None],
) -> None:
    """The greatest worth, into two variables."""
    b, (top, bottom) = f.b, variables
    with b.for_range("i", op.ZERO, n) as i:
        x = worths.of(i)
        better = numbers.less(f, best, x)
        with b.if_(op.or_(op.eq(i, op.ZERO), better)):
            b.assign(top, x.top)
            if bottom is not None:
                b.assign(bottom, x.bottom)
