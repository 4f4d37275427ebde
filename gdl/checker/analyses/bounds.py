"""Warnings about comparisons that the least and the greatest value of both sides decide: a field that is asked for a number
beyond its range, a count of more pieces than the board has sites, a position that was there less than once.

A side whose range nobody knows before the game, or that an option decides, decides nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

from gdl import model, static
from gdl.builtins import PURE
from gdl.checker.analyses.one_way import Beginning, beginnings, sources
from gdl.diagnostics import Reporter
from gdl.noted import noted
from gdl.rules import stated
from gdl.source import NOWHERE, Span
from gdl.visit import nodes

_MOST_SITES = 1024  # of a board whose neighbourhoods are counted
_DEEPEST = 8  # definitions that use each other


@dataclass(frozen=True, slots=True)
class _Range:
    """The least and the greatest value of a number; `what` says so of a number that is asked for, and `place` where."""

    low: float
    high: float
    what: str = ""
    place: Span = NOWHERE
    begins: Beginning | None = None  # of a field that only ever gets less, or more

    @property
    def shown(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


def warn(game: model.Game, reporter: Reporter, board_varies: bool) -> None:
    """Reports comparisons of which one side is always less, or always more. `board_varies`: an option says how large the board
    is."""
    ranges, told = _Ranges(game, board_varies, beginnings(game), sources(game)), set[Span]()
    for e, is_denied in _comparisons(stated(game)):
        left, right = (ranges.of(side) for side in (e.left, e.right))
        if left is None and right is not None and right.begins is not None:
            left = ranges.of_local(e.left)
        if right is None and left is not None and left.begins is not None:
            right = ranges.of_local(e.right)
        if left is None or right is None or not (left.what or right.what):
            continue
        if static.known(e, game.board) is not None or any(_is_in(e.span, d.span) for d in reporter.found):
            continue  # that is told already
        holds = _decided(e, left, right)
        if holds is None:
            continue
        asked = left if left.what else right
        begun = next((r for r in (left, right) if r.begins is not None), None)
        if begun is not None and (begun.place in told or _is_unpaid(begun, reporter)):
            continue  # one declaration is one mistake
        if holds == is_denied:
            message, label = f"this never holds: {_why(left, right)}", "never true"
        elif asked.place is NOWHERE or asked.low < asked.high:
            message, label = f"this always holds: {_why(left, right)}", "always true"
        else:
            continue
        if begun is not None:
            told.add(begun.place)
        reporter.report(
            "constant-condition",
            e.span,
            message,
            label,
            others=[(r.place, "its range") for r in (left, right) if r.place is not NOWHERE][:1],
            help=_of_the_beginning(begun)
            if begun is not None
            else _help(e, asked, left is asked, holds, game),
        )


def _is_unpaid(asked: _Range, reporter: Reporter) -> bool:
    """Whether it is told that a field grows where it was to be paid with."""
    name = asked.what.split("`")[1]
    return any(d.code == "unpaid" and f"`{name}" in d.message for d in reporter.found)


def _of_the_beginning(asked: _Range) -> str:
    """The way out where a field never leaves what it begins with: another value to begin with."""
    declared = asked.place.in_one_line
    bounds = re.search(r":\s*(-?\d+)\s*\.\.\s*(-?\d+)", declared)
    if asked.begins is None or bounds is None:
        return "say what it begins with, behind `=` in its declaration"
    end = bounds[2] if asked.begins.only == "less" else bounds[1]
    head, sign, moment = declared.partition(" until ")
    return f"say what it begins with, such as `{head.split(' = ')[0]} = {end}{sign}{moment}`; or give it {'more' if asked.begins.only == 'less' else 'less'} in an effect"


def _is_in(span: Span, other: Span) -> bool:
    """Whether a place is inside another one."""
    return span.source == other.source and other.start <= span.start and span.end <= other.end


def _comparisons(part: object) -> Iterator[tuple[model.Compare, bool]]:
    """The comparisons of numbers in a part, and whether each is the inner half of `!=`."""
    denied = {id(n.operand) for n in nodes(part) if isinstance(n, model.Not) and n.operand.span == n.span}
    for e in nodes(part):
        if isinstance(e, model.Compare):
            yield e, id(e) in denied


def _decided(e: model.Compare, left: _Range, right: _Range) -> bool | None:
    """The value that a comparison has whatever the values of its sides are, if there is one."""
    match e.operator:
        case "=":
            is_apart = left.high < right.low or right.high < left.low
            return False if is_apart else None
        case "<":
            return _order(left.high < right.low, left.low >= right.high)
        case _:
            return _order(left.high <= right.low, left.low > right.high)


def _order(is_always: bool, is_never: bool) -> bool | None:
    return True if is_always else False if is_never else None


def _why(left: _Range, right: _Range) -> str:
    """What decides a comparison, in words."""
    return ", and ".join(r.what for r in (left, right) if r.what)


def _sign(e: model.Compare, is_left: bool) -> str:
    """The sign of a comparison as its author has written it, seen from what is asked for."""
    between = e.span.source.text[
        min(e.left.span.end, e.right.span.end) : max(e.left.span.start, e.right.span.start)
    ]
    is_first = (e.left if is_left else e.right).span.start < (e.right if is_left else e.left).span.start
    return between.strip() if is_first else ""


def _left(e: model.Compare, asked: _Range, game: model.Game) -> list[int]:
    """The ranks or files that the other placements of the set-up do not ask for, where all ask for numbers on the same sites."""
    if not isinstance(e.right, model.Const) or not asked.low > -inf or not asked.high < inf:
        return []
    text, taken = e.left.span.in_one_line, set[object]()
    for place in nodes(game.setup):
        if not isinstance(place, model.Place) or not isinstance(place.sites, model.Comprehension):
            continue
        condition = place.sites.condition
        if condition is None or not condition.span.text.startswith(text) or condition.span == e.span:
            continue
        taken |= {
            n.value if not isinstance(n.value, tuple) else None
            for n in nodes(condition)
            if isinstance(n, model.Const)
        }
        taken |= {
            v
            for n in nodes(condition)
            if isinstance(n, model.Const) and isinstance(n.value, tuple)
            for v in n.value
        }
    return [n for n in range(int(asked.low), int(asked.high) + 1) if n not in taken] if taken else []


def _help(e: model.Compare, asked: _Range, is_left: bool, holds: bool, game: model.Game) -> str:
    """The way out: the same comparison with a number that it decides."""
    if asked.what.startswith("`repeated`"):
        asks = (e.left if is_left else e.right).span.in_one_line
        return f"a position that is new is `{asks} = 1`, one that is there for the third time `{asks} >= 3`"
    side, other = (e.left, e.right) if is_left else (e.right, e.left)
    divided = isinstance(side, model.Arithmetic) and side.operator == "mod"
    if divided and isinstance(other, model.Const) and not holds and other.value == asked.high + 1:
        return f"what {other.value} divides leaves 0: `{side.span.in_one_line} = 0`"
    text, number = side.span.in_one_line, other.value if isinstance(other, model.Const) else None
    wider = ""
    if asked.place is not NOWHERE and isinstance(number, int):
        sign = _sign(e, is_left)  # what is asked for is beyond the number, or it itself
        low = min(asked.low, number - (sign == "<"))
        high = max(asked.high, number + (sign == ">"))
        wider = f", or widen the range of the field to `{low:g}..{high:g}`"
    if side.span == e.span or not isinstance(number, int):
        return f"ask for another number{wider or (', or widen the range of the field' if asked.place is not NOWHERE else '')}"
    if asked.place is NOWHERE and asked.high < inf and not holds and asked.low < asked.high:
        sign = _sign(e, is_left)
        if sign in ("<", ">"):
            end = f"more than {asked.low:g}" if sign == "<" else f"less than {asked.high:g}"
            return f"ask for another number, {end}: `{text} {sign} N`"
        free = _left(e, asked, game)
        if (number > asked.high or number < asked.low) and len(free) == 1:
            return f"what the other lines leave is {free[0]}: `{text} {sign} {free[0]}`"
    if number >= asked.high < inf:
        sign = _sign(e, is_left)
        if not holds and sign in ("=", ">=", ">"):
            return _at_most(text, sign, asked, _is_of_end(e, game), game) + wider
        sign = "<" if holds and asked.low < asked.high else "="
        return f"the greatest is {asked.high:g}: `{text} {sign} {asked.high:g}`{'' if holds else wider}"
    if number <= asked.low:
        sign = ">" if holds else "="
        turned = (
            f", or `{text} > {number:g}`, or less than a greater number, `{text} < {number + 1:g}`"
            if not holds and _sign(e, is_left) == "<"
            else ""
        )
        return f"the least is {asked.low:g}: `{text} {sign} {asked.low:g}`{turned}{'' if holds else wider}"
    return f"ask for another number{wider}"


def _at_most(text: str, sign: str, asked: _Range, is_end: bool, game: model.Game) -> str:
    """The way out where more is asked for than there is: the greatest number, for an end one that the notes name, and for an action
    the contrary."""
    sign = ">=" if sign == ">" else sign
    said = f"the greatest is {asked.high:g}: `{text} {sign} {asked.high:g}`"
    named = noted(game, asked.low + 1, asked.high - 1) if is_end else []
    if named:
        return f"{said}, or {' or '.join(f'`{text} {sign} {n}`' for n in named)}, as in the notes"
    smaller = ", or a smaller number" if asked.high > asked.low + 1 else ""
    return said + smaller + (f", or `{text} < {asked.high:g}`" if sign == ">=" and not is_end else "")


def _is_of_end(e: model.Compare, game: model.Game) -> bool:
    """Whether a comparison stands in an end."""
    return any(_is_in(e.span, end.span) for end in game.ends)


@dataclass(frozen=True, slots=True)
class _Ranges:
    """What is known of numbers before the game. `board_varies`: an option says how large the board is."""

    game: model.Game
    board_varies: bool
    beginnings: Mapping[str, Beginning]
    sources: Mapping[int, model.Expr]  # of names that are chosen or drawn

    def of(self, e: model.Expr, depth: int = _DEEPEST) -> _Range | None:
        """The least and the greatest value of a number, if they are known."""
        if e.type.base != "number" or depth <= 0:
            return None
        match e:
            case model.Const():
                is_number = isinstance(e.value, int) and not isinstance(e.value, bool) and not e.varies
                return (
                    _Range(float(e.value), float(e.value)) if is_number and isinstance(e.value, int) else None
                )
            case model.GetField(field=name) if (bounds := self.game.fields[name].bounds) is not None:
                field = self.game.fields[name]
                if (begun := self.beginnings.get(name)) is not None:
                    said = f"`{field.declared}` begins with {begun.value} and only ever gets {begun.only}"
                    return _Range(*begun.narrowed(*bounds), said, field.span, begun)
                return _Range(*bounds, f"`{field.declared}` is {bounds[0]} to {bounds[1]}", field.span)
            case model.Builtin():
                return self._of_builtin(e)
            case model.Attribute(index=None):
                return self._of_column(e)
            case model.Apply():
                return self.of(self.game.definitions[e.definition].body, depth - 1)
            case model.Arithmetic(operator="+" | "-"):
                return self._sum(e, depth)
            case model.Arithmetic(operator="mod", right=model.Const(value=int(by))) if by > 0:
                return _Range(0, by - 1, f"what `mod {by}` leaves is 0 to {by - 1}")
        return None

    def _of_column(self, e: model.Attribute) -> _Range | None:
        """The least and the greatest number in a column of the table of kinds."""
        values = [kind.attributes.get(e.name) for kind in self.game.kinds]
        numbers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
        if not numbers or len(numbers) < len(values):
            return None
        known = _Range(min(numbers), max(numbers))
        return _Range(known.low, known.high, f"`{e.name}` is {known.shown} in the table of kinds")

    def of_local(self, e: model.Expr) -> _Range | None:
        """The least and the greatest of the numbers among which one is chosen or drawn, if they are known."""
        source = self.sources.get(e.slot) if isinstance(e, model.Local) else None
        known = static.known(source, self.game.board) if source is not None else None
        values = known[0] if known is not None else None
        if not isinstance(values, tuple) or not values or (source is not None and static.varies(source)):
            return None
        numbers = [v for v in values if isinstance(v, int)]
        return _Range(min(numbers), max(numbers)) if len(numbers) == len(values) else None

    def _sum(self, e: model.Arithmetic, depth: int) -> _Range | None:
        """The range of a sum or a difference, in which `none` counts as 0."""
        found = []
        for side in (e.left, e.right):
            known = self.of(side, depth - 1)
            if known is None:
                return None
            is_less = side.type.is_optional
            low = min(known.low, 0) if is_less else known.low
            found.append((low, max(known.high, 0) if is_less else known.high, known.what))
        (a, b, what), (c, d, other) = found
        low, high = (a + c, b + d) if e.operator == "+" else (a - d, b - c)
        said = what or other
        if not said:
            return _Range(low, high)
        made = _Range(low, high)
        text = e.span.in_one_line
        return _Range(low, high, f"`{text}` is {made.shown}" if abs(low) < inf and abs(high) < inf else said)

    def _of_builtin(self, e: model.Builtin) -> _Range | None:
        match e.name:
            case "turn":
                return _Range(1, inf, "the first turn is `turn` 1")
            case "repeated":
                return _Range(1, inf, "`repeated` counts the present position, so it is at least 1")
            case "index":
                return _Range(1, inf, "the first element has the `index` 1")
            case "count":
                most = self._most_of(e.arguments[0])
                if most is None:
                    return _Range(0, inf, "a count is never less than 0")
                return _Range(0, most, f"there are at most {most} of these")
            case "rank" | "file" if (
                self.game.board.cells and not self.game.board.is_growing and not self.board_varies
            ):
                numbers = [s.rank if e.name == "rank" else s.file for s in self.game.board.cells]
                known = _Range(min(numbers), max(numbers))
                return _Range(known.low, known.high, f"the {e.name}s are {known.shown}")
        return None

    def _most_of(self, of: model.Expr) -> int | None:
        """How many elements a set has at most, where the board or the players say so."""
        board = self.game.board
        match of:
            case model.Comprehension(source=source, value=None):
                return self._most_of(source)
            case model.Builtin(name="neighbours", arguments=(_,)) if 0 < len(board.cells) <= _MOST_SITES:
                return max(len(PURE["neighbours"](board, s.index)) for s in board.cells)
            case model.Builtin(name="pieces") if (
                board.sites and not board.is_growing and not board.is_stacking
            ):
                return None if self.board_varies else len(board.sites)
            case model.Builtin(name="sites") if board.sites and not board.is_growing:
                return None if self.board_varies else len(board.sites)
            case model.Builtin(name="players"):
                return len(self.game.players)
            case _ if (found := static.known(of, board)) is not None and not found[1]:
                return len(found[0]) if isinstance(found[0], tuple) else None
        return None
