"""Paths in English: how they go, and over what."""

import re
from collections.abc import Callable, Sequence

from gdl.core import nodes as core
from interpreter.play.scene.names import words
from interpreter.play.sheet.expressions import is_const
from interpreter.play.sheet.wording import joined, plural

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
                sizes = sorted({tuple(sorted(map(abs, o))) for offsets in path.offsets for o in offsets})
                return f"a leap of {joined([f'{a} and {b}' for a, b in sizes], 'or')} {over}"
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


def _is_one_step(path: core.Line) -> bool:
    """Whether a line is one step long."""
    is_short = path.most is None or is_const(path.most, 1)
    only = path.steps[0] if len(path.steps) == 1 else None
    is_single = only is not None and only.group is None and only.most == 1
    return is_short and is_single and path.least is None


def _is_moved(start: core.Expr) -> bool:
    """Whether a path starts from the piece that moves, as is understood."""
    return isinstance(start, core.Local) and start.name == "piece"
