"""What is to blame where a condition never held: the smallest part of it that never did, with what its sides were.

The reference engine evaluates positions while `Noted` looks on. Then a condition is gone down into: of an `and` the part that
never held, of a definition its body, of `some x in S: C` the part C, or S where it was always empty. Where several parts held,
but never together, the whole of them is to blame.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from gdl import model
from gdl.arithmetic import in_digits
from gdl.flows import emptied
from gdl.noted import noted
from gdl.source import Span
from gdl.visit import nodes
from interpreter.analysis.raising import way_out
from interpreter.engines.reference.engine import ReferenceState

_OF_NUMBERS = (
    "see whether its sign and its numbers are right, and whether it asks of the right player or place"
)
_TURNED = {">": "<=", "<": ">="}
_CONTRARY = {"forward": "backward", "backward": "forward"}
_OTHERWISE = {"always held": "never held", "never held": "always held"}
_IN_PARTS = "held in parts, but never as a whole"
_WHERE_THE_REST_HELD = " where the rest held"
_NO_LIMIT = 10_000  # moves: that of a game that says nothing
_DEEPEST = 12  # parts inside each other that are gone down into


@dataclass
class _Values:
    """What one expression gave: how often, with which truths, the numbers' bounds, and some other values."""

    times: int = 0
    truths: set[bool] = field(default_factory=set)
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    is_filled: bool = False  # a set that had elements, or a value that was not none
    is_there: bool = False  # a value that was not none, which may be the first site
    is_gone: bool = False  # a value that was none

    def note(self, value: object) -> None:
        self.times += 1
        if isinstance(value, bool):
            self.truths.add(value)
        elif isinstance(value, int | Fraction):
            self.low = value if self.low is None else min(self.low, value)
            self.high = value if self.high is None else max(self.high, value)
        self.is_filled = self.is_filled or value not in (None, (), False)
        self.is_there = self.is_there or value is not None
        self.is_gone = self.is_gone or value is None


@dataclass(frozen=True, slots=True)
class Blame:
    """The part that never held, what was seen of it, and a way out, or ""."""

    span: Span
    label: str
    help: str = ""


@dataclass
class Noted:
    """What was evaluated, by the identity of the expressions of one game."""

    game: model.Game
    values: dict[int, _Values] = field(default_factory=dict)
    armies: set[int] = field(
        default_factory=set
    )  # the kinds of which a player to act had a piece on the board

    def see(self, state: ReferenceState) -> None:
        """Notes which pieces whoever acts in a position could move."""
        data = state.data
        self.armies.update(
            data.kind[p] for held in data.cells for p in held if data.owner[p] == state.current_player
        )

    def note(self, e: model.Expr, value: object) -> None:
        """Notes a value: for `gdl.evaluate.observed`."""
        if id(e) not in self.values:
            self.values[id(e)] = _Values()
        self.values[id(e)].note(value)

    def of(self, e: model.Expr) -> _Values:
        return self.values.get(id(e), _Values())

    def never(self, e: model.Expr, truth: bool = True) -> bool:
        """Whether a condition was asked, and never had this truth."""
        found = self.of(e)
        return found.times > 0 and truth not in found.truths

    # ---- conditions

    def blame(self, e: model.Expr, truth: bool = True, depth: int = _DEEPEST) -> Blame:
        """What is to blame that a condition never had this truth."""
        match e:
            case model.Not():
                found = self.blame(e.operand, not truth, depth)
                is_whole = (
                    found.label in _OTHERWISE and found.span == e.span
                )  # `no ...` and `!=` are what is not so
                return replace(found, label=_OTHERWISE[found.label]) if is_whole else found
            case model.And() | model.Or() if truth == isinstance(e, model.And):
                if depth and self.never(e.left, truth):
                    return self.blame(e.left, truth, depth - 1)
                if depth and self.never(e.right, truth):
                    found = self.blame(e.right, truth, depth - 1)
                    is_after = (
                        len(self.of(e.left).truths) > 1
                    )  # it was asked only where the left side did not decide
                    is_said = found.label.endswith(_WHERE_THE_REST_HELD)
                    return (
                        Blame(
                            found.span,
                            f"{found.label}{_WHERE_THE_REST_HELD}",
                            self._of_rest(found, e.left),
                        )
                        if is_after and truth and not is_said
                        else found
                    )
                return Blame(
                    e.span,
                    _IN_PARTS if truth else "always held",
                    "if one of them is enough, write `or` in place of `and`" if truth else "",
                )
            case model.Or() if truth and depth:
                sides = [(side, self.blame(side, truth, depth - 1)) for side in (e.left, e.right)]
                inner = [found for side, found in sides if self.never(side) and found.span != side.span]
                return inner[-1] if inner else Blame(e.span, "never held")
            case model.In() if truth and self.of(e.set).times and not self.of(e.set).is_filled:
                return self._of_nothing(e.set)
            case model.Apply():
                body = self.game.definitions[e.definition].body
                if depth and self.never(body, truth) and body.type.base == "bool":
                    return self.blame(body, truth, depth - 1)
            case model.Quantified(is_all=True, body=model.And() as body) if truth and self._is_narrowed(
                e, body
            ):
                test = body.left.span.in_one_line
                return Blame(
                    e.span,
                    "never held, as all of them must pass it",
                    f"if only those are meant for which `{test}` holds, write `implies` in place of the `and` behind it",
                )
            case model.Quantified():
                if truth != e.is_all and self.of(e.source).times and not self.of(e.source).is_filled:
                    return self._of_nothing(e.source)
                if depth and self.never(e.body, truth):  # not even of one of them
                    return self.blame(e.body, truth, depth - 1)
            case model.Compare():
                return self._of_sides(e, truth)
            case model.Builtin(name="empty" | "occupied", arguments=(asked,)) if (
                truth and self.of(asked).is_gone
            ):
                return self._of_none(asked, e.name == "empty")
        return Blame(e.span, "never held" if truth else "always held")

    def _is_narrowed(self, e: model.Expr, body: model.And) -> bool:
        """Whether the first condition of an `all` was false of some of them, and so seems to say which are meant."""
        return self.never(e) and False in self.of(body.left).truths

    def _of_nothing(self, source: model.Expr) -> Blame:
        """A set that never had an element."""
        if isinstance(source, model.Comprehension) and source.condition is not None:
            if self.of(source.source).is_filled and self.never(source.condition):
                return self.blame(source.condition, True)
            if not self.of(source.source).is_filled and self.of(source.source).times:
                return self._of_nothing(source.source)
        if (
            isinstance(source, model.Apply)
            and not self.of(self.game.definitions[source.definition].body).is_filled
        ):
            return self._of_nothing(self.game.definitions[source.definition].body)
        if isinstance(source, model.Reached) and self.never(source.condition):
            help = f"what is reached begins with {source.start.span.in_one_line} itself, which must pass the test behind `while`"
            return Blame(source.condition.span, "was never met where it starts", help)
        return Blame(source.span, "was always empty")

    def _of_none(self, e: model.Expr, is_asked_empty: bool) -> Blame:
        """A site that was none, each time or where nothing else decided: in a definition, what it is there."""
        while isinstance(e, model.Apply) and self.of(self.game.definitions[e.definition].body).is_gone:
            e = self.game.definitions[e.definition].body
        else_ = (" or occupied" if is_asked_empty else " or empty") if self.of(e).is_there else ""
        if isinstance(e, model.Builtin) and e.name == "step":
            return Blame(
                e.span,
                f"was off the board{else_} each time",
                "see where its direction leads from where the pieces stand: the contrary one may be meant",
            )
        return Blame(e.span, f"was none{else_} each time", "see what it asks for")

    def _of_sides(self, e: model.Compare, truth: bool) -> Blame:
        """What the sides of a comparison were."""
        if (counted := _counted(e)) is not None:
            is_some = e.operator != "="
            if is_some and truth and not self.of(counted).is_filled:
                return self._of_nothing(counted)
            if is_some == truth:
                return Blame(e.span, "was always empty")
            return Blame(e.span, "was never empty", self._of_lasting(counted))
        sides = sorted((e.left, e.right), key=lambda s: s.span.start)
        said = [f"`{s.span.in_one_line}` {shown}" for s in sides if (shown := self._shown(s))]
        label = ", ".join(said) or ("never held" if truth else "always held")
        raised = way_out(e, self.game) if truth else ""
        help = (
            self._of_counters(sides)
            or raised
            or self._of_nothing_left(e)
            or self._of_order(e)
            or self._of_most(e)
            or self._of_too_much(e)
            or _OF_NUMBERS
        )
        return Blame(e.span, label, help if said and truth else "")

    def _of_counters(self, sides: Sequence[model.Expr]) -> str:
        """The way out where turns or moves are counted beyond the end of all games."""
        for side, other in (sides, sides[::-1]):
            high, asked = self.of(side).high, self.of(other).low
            is_counter = isinstance(side, model.Builtin) and side.name in ("turn", "moves")
            if is_counter and high is not None and asked is not None and high < asked:
                return (
                    f"every game was over by {side.span.in_one_line} {in_digits(high)}: ask for a number up to that, "
                    f"or see what ends games before ({self._earlier()})"
                )
        return ""

    def _of_most(self, e: model.Compare) -> str:
        """The way out of a count that never reached the number that is written: the most that there was."""
        left, sign, right = (
            e.span.text.rpartition(" = ") if e.operator == "=" else e.span.text.rpartition(" >= ")
        )
        counted = next((s for s in (e.left, e.right) if s.span.text == left), None)
        if counted is None or not right.isdecimal() or not self._is_count(counted):
            return ""
        high = self.of(counted).high
        if high is None or not 0 < high < int(right):
            return ""
        text = " ".join(left.split())
        named = [f"`{text}{sign}{n}`" for n in noted(self.game, 1, int(high) - 1)]
        noted_ = f", or {' or '.join(named)}, as in the notes" if named else ""
        return f"there were never more than {in_digits(high)}: write `{text}{sign}{in_digits(high)}`, if all of them are meant{noted_}; else see what keeps more from being there"

    def _of_too_much(self, e: model.Compare) -> str:
        """The way out of an end that asks for more than there was in any game: the most that there was, and what the notes name."""
        sides = (
            ((e.left, e.right, ">="),)
            if e.operator != "="
            else ((e.right, e.left, "="), (e.left, e.right, "="))
        )
        for bound, asked, sign in sides:
            high, wanted = self.of(asked).high, self.of(bound).low
            is_number = bound.span.text.isdecimal() and asked.span != e.span and _stands_in(e, self.game.ends)
            if not is_number or high is None or wanted is None or not 0 < high < wanted:
                continue
            text = asked.span.in_one_line
            named = [f"`{text} {sign} {n}`" for n in noted(self.game, 1, int(high))]
            ways = (
                f": {' or '.join(named)}, as in the notes"
                if named
                else f", such as `{text} {sign} {in_digits(high)}`"
            )
            return f"ask for a number that is met{ways}; else see what keeps it from being more"
        return ""

    def _of_lasting(self, of: model.Expr) -> str:
        """The way out of a pool that is never empty, as no action takes anything out of it."""
        taken = emptied(self.game)
        if not isinstance(of, model.PoolOf) or of.name in taken or not self.game.pools:
            return ""
        others = [p for p in self.game.pools.values() if p.name in taken]
        ways = [
            f"`no p in players: some {p.name}(p)`" if p.holder == "player" else f"`no {p.name}`"
            for p in others
        ]
        said = f"no action takes a piece out of `{of.name}`: "
        return said + (
            f"ask for what gets empty, {' or '.join(ways)}"
            if ways
            else "let one do so, or ask for something else"
        )

    def _is_count(self, e: model.Expr) -> bool:
        """Whether a number says how many there are, by itself or by its definition."""
        while isinstance(e, model.Apply):
            e = self.game.definitions[e.definition].body
        return isinstance(e, model.Builtin) and e.name == "count"

    def _of_rest(self, found: Blame, left: model.Expr) -> str:
        """The way out of what never held where the left side of an `and` did."""
        is_denied = found.label == "never held" and re.match(r"no\b", found.span.text) is not None
        if is_denied or found.label.startswith("always held"):
            return f"where `{left.span.in_one_line}` holds, this never does: if one of them is enough, write `or` in place of `and`"
        return found.help if found.help.startswith("what is reached") else ""

    def _earlier(self) -> str:
        """What may end games before an end holds."""
        others = "a player who cannot act, another end"
        limit = self.game.limit
        return f"the limit of {in_digits(limit)} moves, {others}" if limit < _NO_LIMIT else others

    def _shown(self, e: model.Expr) -> str:
        """The numbers that an expression was; "" of what stands in the text as it is, and of what is no number."""
        found = self.of(e)
        if found.low is None or found.high is None or e.type.base != "number" or e.span.text.isdecimal():
            return ""
        if found.low == found.high:
            return f"was {in_digits(found.low)}"
        return f"was {in_digits(found.low)} to {in_digits(found.high)}"

    def _of_nothing_left(self, e: model.Compare) -> str:
        """The way out of a count that was never more than a number, and came down to 0."""
        text, sign, most = e.span.in_one_line.rpartition(" > ")
        counted = next((s for s in (e.left, e.right) if s.span.in_one_line == text), None)
        is_count = isinstance(counted, model.Builtin) and counted.name == "count"
        if not (sign and is_count and counted is not None and most.isdecimal() and int(most) > 0):
            return ""
        found = self.of(counted)
        if found.low != 0 or not found.high:
            return ""
        return f"write `{text} = 0`, if none is to be left; else see what keeps more from being there"

    def _of_order(self, e: model.Compare) -> str:
        """The way out of a comparison whose sides came to be equal, and no further."""
        left, right = self.of(e.left), self.of(e.right)
        is_near = left.low is not None and left.low == right.high
        if e.operator != "<" or not is_near:
            return ""
        between = e.span.text[1:-1]
        sign = next((s for s in (" > ", " < ") if between.count(s) == 1), "")
        if not sign:
            return ""
        equal = e.span.text.replace(sign, f" {sign.strip()}= ")
        if "0" in (e.left.span.in_one_line, e.right.span.in_one_line):
            turned = e.span.text.replace(sign, " < " if sign == " > " else " > ")
            return f"write `{turned}`, if the contrary is meant, or `{equal}`, if being equal is enough"
        if _stands_in(e, self.game.ends):  # the contrary always held
            return f"write `{equal}`, if being equal is enough, or ask for a number that is met{self._noted(e, equal)}"
        least = e.span.text.replace(sign, f" {_TURNED[sign.strip()]} ")
        return f"write `{equal}`, if being equal is enough, or `{least}`, if the contrary is meant"

    def _noted(self, e: model.Compare, equal: str) -> str:
        """The comparison of an end with a number that was met and that the notes of the game name."""
        left, right = self.of(e.left), self.of(e.right)
        text, sign, number = equal.rpartition(" >= ")
        if not number.isdecimal() or right.low is None or right.high is None or left.low != int(number):
            return ""
        ways = [f"`{text}{sign}{n}`" for n in noted(self.game, int(right.low) + 1, int(number) - 1)]
        return f", such as {' or '.join(ways)} of the notes" if ways else ""

    # ---- actions

    def of_action(self, action: model.Action) -> Blame | None:
        """What is to blame that an action was never possible, if one of its own clauses is."""
        for part in action.parts:
            match part:
                case model.Condition() if self.never(part.condition):
                    return self.blame(part.condition)
                case model.Choose() | model.ChooseSet() if self._is_empty(part.source):
                    return self._of_nothing(part.source)
                case model.ChooseSet() if part.condition is not None and self.never(part.condition):
                    return self.blame(part.condition)
                case model.Along():
                    steps = [
                        n for n in nodes(part.path) if isinstance(n, model.Step) and n.condition is not None
                    ]
                    has_moved = any(self.of(s.condition).times for s in steps if s.condition is not None)
                    if steps and not has_moved and self.armies.intersection(action.kinds or ()):
                        return _off_board(part)
                    last = steps[-1].condition if steps else None
                    if last is not None and steps[-1].least > 0 and self.never(last):
                        return Blame(steps[-1].span, "was never met")
        for demand in nodes(action.effects):
            if isinstance(demand, model.Demand) and demand.word == "must":
                found = [self.of_action(self.game.action(w.action)) for w in demand.choices]
                if found and all(f is not None for f in found):
                    return found[0]
        return None

    def of_kind(self, kind: int) -> Blame | None:
        """What is to blame that no effect has made a piece of a kind: a condition around the one that would."""
        for around in nodes((self.game.actions, self.game.settles)):
            if not isinstance(around, model.ForEach | model.Branch) or around.condition is None:
                continue
            if self.never(around.condition) and any(_makes(n, kind) for n in nodes(around.body)):
                return self.blame(around.condition)
        return None

    def _is_empty(self, source: model.Expr) -> bool:
        found = self.of(source)
        return found.times > 0 and not found.is_filled

    def requirements(self, action: model.Action) -> Iterator[tuple[model.Require, int]]:
        """The `require` clauses that rejected all that an action may do, and how much they rejected."""
        for require in self.game.requires:
            about = not require.after or action.name in require.after
            if about and self.never(require.condition):
                yield require, self.of(require.condition).times


def _stands_in(e: model.Expr, ends: Sequence[model.Ending]) -> bool:
    """Whether an expression is part of an end."""
    return any(
        end.span.source == e.span.source and end.span.start <= e.span.start < end.span.end for end in ends
    )


def _makes(effect: object, kind: int) -> bool:
    """Whether an effect makes a new piece of a kind."""
    match effect:
        case model.Place(kind=model.Const(value=made)) | model.Stock(kind=model.Const(value=made)):
            return made == kind
        case _:
            return False


def _off_board(path: model.Along) -> Blame:
    """A path that meets no site, whatever piece it starts from."""
    text = path.span.in_one_line
    other = re.sub(r"\b(forward|backward)", lambda m: _CONTRARY[m[1]], text)
    help = (
        f"write `{other}`, if the other way is meant: a player faces the side that stands behind their name"
        if other != text
        else "look at where the set-up places the pieces, and at where this leads from there"
    )
    return Blame(path.span, "leads off the board from every piece", help)


def _counted(e: model.Compare) -> model.Expr | None:
    """The set of `some S` and `no S`, which the core counts, and of `count(S) > 0` and `count(S) = 0`."""
    match e:
        case model.Compare(
            operator="<", left=model.Const(value=0), right=model.Builtin(name="count") as count
        ):
            pass
        case model.Compare(
            operator="=", left=model.Builtin(name="count") as count, right=model.Const(value=0)
        ):
            pass
        case _:
            return None
    return count.arguments[0]
