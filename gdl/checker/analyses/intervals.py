"""Comparisons that the least and the greatest value of both sides decide: a field that is asked for a number beyond its range, a
count of more pieces than the board has sites, a position that was there less than once (interval analysis).

A side whose range nobody knows before the game, or that an option decides, decides nothing.
"""

from collections.abc import Iterator, Mapping
from math import inf

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.field_values import Limits, drawn, limits, only_values
from gdl.checker.analyses.unused import only_default
from gdl.checker.tree import mentioned, of_sort
from gdl.core import model, static
from gdl.core.builtins import PURE
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span
from gdl.tree import syntax

_MOST_SITES = 1024  # of a board whose neighbourhoods are counted
_DEEPEST = 8  # definitions that use each other


@dataclass(frozen=True, slots=True)
class _Range:
    """The least and the greatest value of a number; `what` says so of a number that is asked for, and `place` where."""

    low: float
    high: float
    what: str = ""
    place: Span = NOWHERE

    @property
    def shown(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


def find(facts: GameFacts) -> Iterator[Finding]:
    """Comparisons of which one side is always less, or always more, or never the value that is asked for."""
    options = {option.name for option in facts.resolved.options}
    boards = of_sort(facts.resolved.clauses, syntax.Board)
    board_varies = any(mentioned(clause) & options for clause in boards)
    ranges = _Ranges(facts.game, board_varies, limits(facts), drawn(facts))
    for e, is_denied in _comparisons(facts.parts):
        if (
            static.known(e, facts.game.board) is None
            and (found := _decided(e, is_denied, ranges)) is not None
        ):
            yield found
    yield from _never_given(facts)
    yield from _never_none(facts)


def _comparisons(parts: tuple[object, ...]) -> Iterator[tuple[model.Compare, bool]]:
    """The comparisons among some parts, and whether each is the inner half of `!=`."""
    denied = {id(n.operand) for n in parts if isinstance(n, model.Not) and n.operand.span == n.span}
    for e in parts:
        if isinstance(e, model.Compare):
            yield e, id(e) in denied


def _decided(e: model.Compare, is_denied: bool, ranges: "_Ranges") -> Finding | None:
    """What is said of a comparison that has one value, whatever the values of its sides are."""
    left, right = ranges.of(e.left), ranges.of(e.right)
    if left is None or right is None or not (left.what or right.what):
        return None
    holds = _value(e.operator, left, right)
    if holds is None:
        return None
    asked = left if left.what else right
    if holds != is_denied and asked.place is not NOWHERE and asked.low == asked.high:
        return None  # a field that has one value anyway
    word = "never" if holds == is_denied else "always"
    why = ", and ".join(r.what for r in (left, right) if r.what)
    return Finding(
        e.span,
        f"this {word} holds: {why}",
        f"{word} true",
        others=tuple((r.place, "its range") for r in (left, right) if r.place is not NOWHERE)[:1],
    )


def _value(operator: str, left: _Range, right: _Range) -> bool | None:
    match operator:
        case "=":
            return False if left.high < right.low or right.high < left.low else None
        case "<":
            return _order(left.high < right.low, left.low >= right.high)
        case _:
            return _order(left.high <= right.low, left.low > right.high)


def _order(is_always: bool, is_never: bool) -> bool | None:
    return True if is_always else False if is_never else None


# ---- values that nothing gives


def _never_given(facts: GameFacts) -> Iterator[Finding]:
    """Comparisons of a field with a value that no effect ever gives it."""
    idle = facts.once(only_default)  # that is told of the field itself
    values = {name: known for name, known in only_values(facts) if name not in idle}
    for e, is_denied in _comparisons(facts.parts):
        for asked, other in ((e.left, e.right), (e.right, e.left)):
            if e.operator != "=" or not isinstance(asked, model.GetField) or asked.field not in values:
                continue
            field, known = facts.game.fields[asked.field], static.known(other, facts.game.board)
            is_judged = facts.is_own(e.span) and facts.is_own(field.span)
            if known is None or known[1] or not is_judged or field.declared in facts.elsewhere:
                continue
            if known[0] not in values[asked.field]:
                writes = [n for n in facts.effects if isinstance(n, model.SetField) and n.field == field.name]
                shown = ", ".join(dict.fromkeys(f"`{w.value.span.in_one_line}`" for w in writes))
                word = "always" if is_denied else "never"
                yield Finding(
                    e.span,
                    f"`{field.declared}` is given nothing but {shown}, so this {word} holds",
                    f"{word} true",
                    others=((writes[0].span, "given here"),),
                )


def _never_none(facts: GameFacts) -> Iterator[Finding]:
    """Comparisons of a field with none, which its type does not allow. A field of nothing has its default."""
    for e, is_denied in _comparisons(facts.parts):
        for asked, other in ((e.left, e.right), (e.right, e.left)):
            if not isinstance(asked, model.GetField) or not isinstance(other, model.Const):
                continue
            field = facts.game.fields[asked.field]
            if other.value is None and not other.varies and not field.type.is_optional:
                word = "always" if is_denied else "never"
                yield Finding(
                    e.span,
                    f"this {word} holds: `{field.declared}` always has a value",
                    f"{word} true",
                    others=((field.span, "without `or none`"),),
                    help=f"if it may have none, declare it so: `{field.type.base} or none`"
                    if field.type.base in ("player", "site", "direction", "kind", "piece")
                    else "",
                )


# ---- ranges


@dataclass(frozen=True, slots=True)
class _Ranges:
    """What is known of numbers before the game. `board_varies`: an option says how large the board is."""

    game: model.Game
    board_varies: bool
    limits: Mapping[str, Limits]
    drawn: Mapping[int, tuple[int, int]]

    def of(self, e: model.Expr, depth: int = _DEEPEST) -> _Range | None:
        """The least and the greatest value of a number, if they are known."""
        if e.type.base != "number" or depth <= 0:
            return None
        match e:
            case model.Const(value=int(value)):
                return None if isinstance(e.value, bool) or e.varies else _Range(float(value), float(value))
            case model.GetField(field=name) if (known := self.limits.get(name)) is not None:
                field = self.game.fields[name]
                said = known.why or f"`{field.declared}` is {known.low} to {known.high}"
                return _Range(known.low, known.high, said, field.span)
            case model.Local() if e.slot in self.drawn:
                low, high = self.drawn[e.slot]
                return _Range(low, high, f"`{e.name}` is {low} to {high}")
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
        made = _Range(low, high)
        if not said:
            return made
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
                return _Range(0, most, f"there are 0 to {most} of these")
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
