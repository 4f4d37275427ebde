"""Rules that are too large: nested too deeply or too long once the definitions that they use stand in their place, and loops of
effects that go round too often. And ranges that are gone through and hold nothing.

What is given to a definition stands there as often as the definition uses it. A range whose ends are known only in play counts
as one element.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field

from gdl.boards.board import Board
from gdl.checker.analyses.analysis import Clauses, Finding, GameFacts
from gdl.core import model, static
from gdl.core.rules import stated
from gdl.core.visit import children
from gdl.limits import MAX_DEPTH, MAX_ROUNDS, MAX_WRITTEN_OUT
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span

CODE = "too-deep"
_USE = 2  # levels that the use of a definition counts for, beside its own


@dataclass()
class _Extent:
    """How large a part is with its definitions written out: its parts, and how deeply they are nested.

    `names`: how often each name stands in it, and how deep at most.
    """

    length: int = 1
    depth: int = 1
    names: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, inner: "_Extent", times: int = 1, below: int = 1) -> None:
        """Something stands so often in it, so many levels below it."""
        self.length += times * inner.length
        self.depth = max(self.depth, below + inner.depth)
        for slot, (count, depth) in inner.names.items():
            before, deepest = self.names.get(slot, (0, 0))
            self.names[slot] = before + times * count, max(deepest, below + depth)

    @property
    def is_too_large(self) -> bool:
        return self.length > MAX_WRITTEN_OUT or self.depth > MAX_DEPTH


def find_deep(facts: GameFacts) -> Iterator[Finding]:
    """The first definition, or else each rule, that is too long or nested too deeply."""
    game = facts.game
    known: dict[str, _Extent] = {}
    for name, definition in game.definitions.items():  # each behind those that it uses
        known[name] = _extent(definition.body, game, known)
        if known[name].is_too_large:
            yield _told(known[name], definition.span)
            return
    for rule in _rules(stated(game)):
        found = _extent(rule, game, known)
        if found.is_too_large:
            yield _told(found, _place(rule))


def deep_expression(expr: model.Expr, span: Span, game: model.Game) -> Iterator[Finding]:
    """Whether an expression about a checked game is too long or nested too deeply."""
    known: dict[str, _Extent] = {}
    for name, definition in game.definitions.items():
        known[name] = _extent(definition.body, game, known)
    found = _extent(expr, game, known)
    if found.is_too_large:
        yield _told(found, span)


def _rules(parts: object) -> Iterator[object]:
    """The clauses among some parts, and the parts that are none."""
    for part in children(parts):
        if not isinstance(part, model.Definition):
            yield part


def _extent(part: object, game: model.Game, known: Mapping[str, _Extent]) -> _Extent:
    """How large a part is. One that is too large already is not gone through to its end."""
    if isinstance(part, model.Local):
        return _Extent(names={part.slot: (1, 0)})
    found = _Extent()
    if isinstance(part, model.Apply):
        definition = known[part.definition]
        found.add(_Extent(definition.length, definition.depth), 1, _USE)
        for (_, slot, _), argument in zip(
            game.definitions[part.definition].parameters, part.arguments, strict=True
        ):
            times, depth = definition.names.get(slot, (0, 0))
            found.add(_extent(argument, game, known), max(1, times), _USE + depth)
        return found
    for inner in children(part):
        found.add(_extent(inner, game, known))
        if found.is_too_large:
            break
    return found


def _place(part: object) -> Span:
    found = getattr(part, "span", NOWHERE)
    return found if isinstance(found, Span) else NOWHERE


def _told(found: _Extent, span: Span) -> Finding:
    is_deep = found.depth > MAX_DEPTH
    return Finding(
        span,
        f"with all definitions written out, this is nested more than {MAX_DEPTH} deep"
        if is_deep
        else f"with all definitions written out, this has more than {MAX_WRITTEN_OUT} parts",
        "nested too deeply" if is_deep else "too long",
        help="count or compare over a set or a table instead of term by term, or use fewer definitions of definitions",
    )


def find_too_many(clauses: Clauses) -> Iterator[Finding]:
    """Each loop that, with those around it, goes round more than `MAX_ROUNDS` times."""
    game = clauses.game
    for loop, rounds in _loops((game.setup, clauses.actions, clauses.settles), 1, game.board):
        yield Finding(
            loop.generators[-1][1].span.to(loop.generators[0][1].span),
            f"the effects in this loop are done {rounds} times, and {MAX_ROUNDS} times are the most",
            "goes round too often",
            help="go through fewer numbers, or through the sites or pieces that are meant",
        )


_LISTED = 8  # numbers of a list that is told as a way out


def find_backwards(facts: GameFacts) -> Iterator[Finding]:
    """Ranges between written numbers, or values of options, that hold none whatever is chosen."""
    values = {o.name: [v for v in o.values if type(v) is int] for o in facts.resolved.options}
    for part in facts.parts:
        match part:
            case model.Arithmetic(operator="..", left=model.Const() as left, right=model.Const() as right):
                pass
            case _:
                continue
        highs, lows = (_values(end, values) for end in (left, right))
        if not (highs and lows and min(highs) > max(lows)):
            continue
        if not (left.varies or right.varies):
            yield _backwards(part.span, highs[0], lows[0])
        elif min(highs) > max(lows) + 1:  # `1..extra` with none of them is meant
            names = f"{left.span.text} to {right.span.text}"
            yield Finding(
                part.span, f"a range from {names} holds no number, whatever is chosen", "empty", help=_UPWARDS
            )


def _values(end: model.Const, options: Mapping[str, list[int]]) -> list[int]:
    """What the end of a range may be; nothing where that is not known: a name may be worth more elsewhere."""
    text = end.span.text
    return [int(text)] if text.isdecimal() else options.get(text, [])


_UPWARDS = "a range goes from the lower number to the higher one"


def _backwards(span: Span, high: int, low: int) -> Finding:
    listed = ", ".join(str(n) for n in range(high, low - 1, -1))
    downwards = f"list numbers that go downwards: `{{{listed}}}`; " if high - low < _LISTED else ""
    message = f"a range from {high} to {low} holds no number"
    return Finding(span, message, "empty", help=f"{downwards}{_UPWARDS}: `{low}..{high}`")


def _loops(part: object, around: int, board: Board) -> Iterator[tuple[model.ForEach, int]]:
    """The outermost loops that go round too often. `around`: how often those around a part go round."""
    if isinstance(part, model.ForEach):
        for _, source in part.generators:
            around *= _size(source, board)
        if around > MAX_ROUNDS:
            yield part, around
            return
    for inner in children(part):
        yield from _loops(inner, around, board)


def _size(source: model.Expr, board: Board) -> int:
    """How many elements a set is known to have at most; 1 where that is not known."""
    match source:
        case model.Comprehension():
            return _size(source.source, board)
        case model.Builtin(name="sites"):
            return len(board.cells)
    known = static.known(source, board)
    return max(1, len(known[0])) if known is not None and isinstance(known[0], tuple) else 1
