"""Sets and paths in English: what their elements are and which of them are in it, as `enemy pieces` or `places that are empty`; how
a path goes, and over what.
"""

import re
from collections.abc import Callable, Sequence

from gdl.core import nodes as core
from gdl.core.model import Game
from interpreter.play.scene.names import words
from interpreter.play.sheet.wording import (
    Speech,
    is_const,
    joined,
    noun_of,
    plural,
    several,
    side,
    with_article,
)


class Sets:
    """Says what the sets of one game hold."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self._game, self._speech = game, speech

    def one_of(self, source: core.Expr, name: str) -> str:
        """One element of a set that is chosen, with its name: `an empty place s`, `a piece m of one's own`."""
        if isinstance(source, core.Comprehension) and source.value is None and source.condition is not None:
            condition = source.condition
            if isinstance(condition, core.Builtin) and condition.name in ("empty", "occupied"):
                return with_article(f"{condition.name} {self.elements(source.source, name)}")
        found = self.elements(source, name)
        first, _, rest = found.partition(" ")
        if first == "own":
            noun, _, more = rest.partition(" where ")
            return f"a {noun} of one's own" + (f" where {more}" if more else "")
        return with_article(found)

    def among(self, e: core.Expr) -> str:
        if isinstance(e, core.MakeSet):
            return joined([self._speech.say(i) for i in e.items], "or")
        if isinstance(e, core.Arithmetic) and e.operator == "..":
            return f"between {self._speech.say(e.left)} and {self._speech.say(e.right)}"
        if isinstance(e, core.Builtin) and e.name == "sites":
            return "on the board"
        return f"one of {self._speech.say(e)}"

    def selected(self, e: core.Comprehension) -> str:
        parts = (
            *((e.condition,) if e.condition is not None else ()),
            *((e.value,) if e.value is not None else ()),
        )
        name = self._speech.named(e.slot, parts)
        found = self.elements(e.source, name, is_plural=True)
        if e.condition is not None:
            found = self._where(found, e.condition)
        if (
            isinstance(e.value, core.Builtin)
            and e.value.name == "kind"
            and _is_element(e.value.arguments[0], e)
        ):
            return f"the kinds of {found}"
        return found if e.value is None else f"{self._speech.whole(e.value)} for {found}"

    def elements(self, source: core.Expr, name: str, is_plural: bool = False) -> str:
        """The elements of a set, with the name by which they are spoken of."""
        called = "" if name in ("it", "") else f" {name}"
        if sort := self._cells(source):
            return sort[: None if is_plural else -1] + called
        element = source.type.element
        noun = (noun_of(element, "one") if element is not None else "one") + ("s" if is_plural else "")
        if (
            isinstance(source, core.Builtin)
            and source.name
            in (
                "sites",
                "pieces",
                "players",
                "kinds",
                "directions",
            )
        ) or self.is_everything(source):
            return noun + called
        if isinstance(source, core.Builtin) and source.name in ("borders", "nodes") and not source.arguments:
            return source.name[: None if is_plural else -1] + called
        if isinstance(source, core.Comprehension) and source.value is None and source.condition is not None:
            inner = self.elements(
                source.source,
                self._speech.named(source.slot, source.condition) if not called else name,
                is_plural,
            )
            return self._where(inner, source.condition)
        return f"{noun}{called} among {self._speech.say(source)}"

    def _where(self, elements: str, condition: core.Expr) -> str:
        """Elements that pass a condition: `enemy pieces`, `places that are empty`, `pieces where ...`."""
        whose = side(condition)
        if whose:
            return f"{whose} {elements}"
        known = self._sort(condition)
        if known is not None and elements.split(" ")[0] in ("piece", "pieces"):
            owner, kind, is_whose = known
            one, _, rest = elements.partition(" ")
            noun = (several(kind) if one == "pieces" else kind) if kind else one
            return f"{owner + ' ' if is_whose else ''}{noun}{' ' + rest if rest else ''}" + (
                "" if is_whose or not owner else f" of {owner}"
            )
        said = self._speech.say(condition)
        is_one = (
            said.startswith("it is ")
            and not said.startswith("it is not so that")
            and not isinstance(condition, core.And | core.Or)
        )
        return f"{elements} that are {said[6:]}" if is_one else f"{elements} where {said}"

    def _sort(self, condition: core.Expr) -> tuple[str, str, bool] | None:
        """The owner and the kind of pieces, where a condition says nothing else of them; whether the owner is `own` or `enemy`."""
        match condition:
            case core.And() if not side(condition):
                left, right = self._sort(condition.left), self._sort(condition.right)
                if left is None or right is None or (left[0] and right[0]) or (left[1] and right[1]):
                    return None
                return left[0] or right[0], left[1] or right[1], left[2] or right[2]
            case core.Compare(operator="=", left=core.Builtin(name="owner"), right=whose) if not side(
                condition
            ):
                return self._speech.say(whose), "", False
            case core.Compare(operator="=", left=core.Builtin(name="kind"), right=core.Const() as kind):
                return "", self._speech.say(kind), False
        return (side(condition), "", True) if side(condition) else None

    def everything(self, e: core.Const) -> str:
        """The set of all players, of all words of a type, of all directions or of all cells of a form; "" for anything else."""
        element = e.type.element
        if element is not None and self.is_everything(e):
            return f"all {noun_of(element, '')}s" if element.name else "the players"
        if sort := self._cells(e):
            return f"the {sort}"
        if element is None or element.base != "direction" or not isinstance(e.value, tuple):
            return ""
        return "all directions" if len(e.value) == len(self._game.board.directions) > 1 else ""

    def _cells(self, e: core.Expr) -> str:
        """The form of which a set has all cells, in the plural; "" for any other set."""
        if not isinstance(e, core.Const) or e.type.element is None or e.type.element.base != "site":
            return ""
        return next((name for name, cells in self._game.board.sorts.items() if cells == e.value), "")

    def is_everything(self, e: core.Expr) -> bool:
        """Whether an expression is the set of all players, or of all words of a type with a name."""
        element = e.type.element
        if element is None or not isinstance(e, core.Const) or not isinstance(e.value, tuple):
            return False
        every = (
            len(self._game.players)
            if element.base == "player"
            else len(element.symbols)
            if element.name
            else 0
        )
        return len(e.value) == every > 0


def _is_element(e: core.Expr, of: core.Comprehension) -> bool:
    return isinstance(e, core.Local) and e.slot == of.slot


_MANY = {"empty": "empty places", "enemy": "enemy pieces", "own": "pieces of one's own", "occupied": "pieces"}


class Paths:
    """Says how paths go. `say`: how an expression is said, `apart`: how it is said as a part of a noun; `meant`: what a name
    of the rules stands for."""

    def __init__(
        self,
        say: Callable[[core.Expr], str],
        apart: Callable[[core.Expr], str],
        meant: Callable[[str], core.Expr | None],
    ) -> None:
        self._say, self._apart, self._meant = say, apart, meant

    def path(self, path: core.Path) -> str:
        """A path as a noun: how it goes, and over what."""
        over = self._pattern(path.steps)
        if path.start is not None and not _is_moved(path.start):
            over = f"from {self._apart(path.start)} {over}".rstrip()
        match path:
            case core.Leap():
                return f"a leap of {_leap(path)} {over}"
            case core.Line() if _is_one_step(path):
                return f"one step {self._ways(path.directions)}{over}"
            case core.Line():
                return (
                    f"a straight line{self._long(path.least, path.most)} {self._ways(path.directions)}{over}"
                )
            case core.Walk():
                stop = "" if path.stopping is None else f", which stops where {self._say(path.stopping)}"
                return f"a walk{self._long(path.least, path.most)} {self._ways(path.directions)}{over}{stop}"

    def _long(self, least: core.Expr | None, most: core.Expr | None) -> str:
        if least is not None and most is not None:
            low, high = self._say(least), self._say(most)
            return f" of {low} steps" if low == high else f" of {low} to {high} steps"
        if most is not None:
            return f" of at most {self._say(most)} step{'' if self._say(most) == '1' else 's'}"
        return f" of at least {self._say(least)} steps" if least is not None else ""

    def _ways(self, directions: core.Expr) -> str:
        """The directions of a path, with a blank behind them; of several in a list each is said."""
        listed = _listed(directions)
        if len(listed) > 1:
            return f"{joined([self._ways(d).strip() for d in listed], 'or')} "
        written = directions.span.text.strip()
        meant = self._meant(written)
        text = words(written)
        known = {
            "any": "in any direction ",
            "orthogonal": "along rows and columns ",
            "diagonal": "along diagonals ",
        }
        if meant is not None and words(meant.span.text.strip()) in known:
            return known[words(meant.span.text.strip())]
        if text in known or re.fullmatch(r"[a-z ]*", text):
            return known.get(text, f"{text} " if text else "")
        return f"in {self._say(directions)} "

    def _pattern(self, steps: Sequence[core.Step]) -> str:
        """What a path goes over: `over any number of empty places, to an enemy piece`."""
        said = [self._step(step) for step in steps]
        if not said:
            return ""
        over = f"over {', then '.join(said[:-1])}, " if said[:-1] else ""
        return f"{over}to {said[-1]}"

    def _step(self, step: core.Step) -> str:
        many = _MANY.get(step.condition.span.text.strip()) if step.condition is not None else None
        if many and step.group is None and step.most is None:
            return f"any number of {many}" if step.least == 0 else f"{step.least} or more {many}"
        if step.group is not None:
            what = "(" + ", then ".join(self._step(s) for s in step.group) + ")"
        else:
            what = self._place(step)
        match step.least, step.most:
            case 1, 1:
                return what
            case 0, 1:
                return f"perhaps {what}"
            case 0, None:
                return f"any number of {plural(what)}"
            case least, None:
                return f"{least} or more {plural(what)}"
            case least, most:
                return f"{least} {plural(what)}" if least == most else f"{least} to {most} {plural(what)}"

    def _place(self, step: core.Step) -> str:
        """A place that a step may meet."""
        name = f" ({words(step.name)})" if step.name and step.name not in ("it", "to") else ""
        if step.condition is None or isinstance(step.condition, core.Const):
            return f"any place{name}"
        plain = step.condition.span.text.strip()
        if plain in ("empty", "enemy", "own", "occupied", "ally"):
            return {"empty": "an empty place", "enemy": "an enemy piece", "own": "a piece of one's own",
                    "occupied": "an occupied place", "ally": "a piece of an ally"}[plain] + name  # fmt: skip
        return f"a place{name} where {self._say(step.condition)}"


_LEG = re.compile(r"(.+?)\s+(\d+)")


def _leap(path: core.Leap) -> str:
    """How far a leap goes: along each of its directions, where it has them."""
    written = path.span.text.removeprefix("leap").partition(":")[0].partition(" from ")[0]
    legs = [_LEG.fullmatch(leg.strip()) for leg in written.split(",")]
    if all(legs):
        return " and ".join(f"{leg[2]} {words(leg[1])}" for leg in legs if leg is not None)
    sizes = sorted({tuple(sorted(map(abs, o))) for offsets in path.offsets for o in offsets})
    return joined([f"{a} and {b}" for a, b in sizes], "or")


def _listed(directions: core.Expr) -> list[core.Expr]:
    """The sets of directions that a path lists."""
    if isinstance(directions, core.Builtin) and directions.name == "union":
        return [d for part in directions.arguments for d in _listed(part)]
    return [directions]


def _is_one_step(path: core.Line) -> bool:
    """Whether a line is one step long."""
    is_short = path.most is None or is_const(path.most, 1)
    only = path.steps[0] if len(path.steps) == 1 else None
    is_single = only is not None and only.group is None and only.most == 1
    return is_short and is_single and path.least is None


def _is_moved(start: core.Expr) -> bool:
    """Whether a path starts from the piece that moves, as is understood."""
    return isinstance(start, core.Local) and start.name == "piece"
