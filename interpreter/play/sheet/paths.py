"""Ways in English: how a path goes, and over what; a step, and a direction that is turned."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gdl.boards.tiling import Direction
from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.settled import is_const
from interpreter.play.scene.names import words
from interpreter.play.sheet.elements import called_mark, in_plural, mark
from interpreter.play.sheet.nouns import relative
from interpreter.play.sheet.speech import Speech
from interpreter.play.sheet.wording import SHORT, alone, joined

_PLAIN = {
    "empty": ("an empty place", "empty places"), "enemy": ("an enemy piece", "enemy pieces"),
    "own": ("a piece of one's own", "pieces of one's own"), "occupied": ("an occupied place", "occupied places"),
    "any": ("any place", "places"),
}  # fmt: skip
WAYS = {
    "any": "in any direction", "orthogonal": "along rows and columns", "diagonal": "along diagonals",
    "forward diagonal": "diagonally forward", "backward diagonal": "diagonally backward",
}  # fmt: skip

_PARTS = {2: "half turns", 4: "quarter turns", 6: "sixths of a turn", 8: "eighths of a turn"}


class Paths:
    """Says how the paths of one game go."""

    def __init__(self, speech: Speech, game: Game) -> None:
        self._speech, self._game = speech, game
        self._networks = {words(d.network) for d in game.board.directions if d.network}

    def path(self, path: core.Path, is_anywhere: bool = False) -> str:
        """A path as a noun: how it goes, and over what. `is_anywhere`: a line may start on any place, and that place counts, too."""
        unit = "place" if is_anywhere and path.start is None else "step"
        over = self._pattern(path.steps)
        is_moved = isinstance(path.start, core.Local) and path.start.name == "piece"  # as is understood
        if path.start is not None and not is_moved:
            over = f"from {self._speech.apart(path.start)} {over}".rstrip()
        match path:
            case core.Leap():
                said = f"a leap of {self._leap(path)} {over}"
            case core.Line() if _is_one_step(path):
                said = f"one step {self._ways(path.directions)}{over}{self._unless_none(path.most)}"
            case core.Line():
                long = self._long(path.least, path.most, unit)
                said = f"a straight line{long} {self._ways(path.directions)}{over}"
            case core.Walk():
                said = f"a walk{self._long(path.least, path.most)} {self._ways(path.directions)}{over}"
        return said

    def _unless_none(self, most: core.Expr | None) -> str:
        """When there is no step at all, where a line over one step may be no longer than a number."""
        match most:
            case None | core.Const():
                return ""
            case core.GetField(field=name) if (self._game.fields[name].bounds or (0, 0))[0] > 0:
                return ""
            case core.Arithmetic(operator="+", right=core.Const()):
                return ""
        return f", unless {self._speech.apart(most)} is 0"

    def _long(self, least: core.Expr | None, most: core.Expr | None, unit: str = "step") -> str:
        say = self._speech.say
        if least is not None and most is not None:
            low, high = say(least), say(most)
            return f" of {_steps(low, unit)}" if low == high else f" of {low} to {high} {unit}s"
        if most is not None:
            return f" of at most {_steps(say(most), unit)}"
        return f" of at least {_steps(say(least), unit)}" if least is not None else ""

    def ways(self, directions: core.Expr) -> str:
        """Directions as a step takes them: `along diagonals or forward`."""
        if isinstance(directions, core.Const):
            groups, written = self._game.board.groups, words(directions.span.text.strip())
            if name := next((n for n in WAYS if n in groups and groups[n] == directions.value), ""):
                return f"by {written}" if written in self._networks else WAYS[name]
        return self._ways(directions).strip()

    def way(self, direction: Direction) -> str:
        """A direction by its name; one of a bent track as people go along it."""
        name = direction.name.removeprefix(f"{direction.network}_") if direction.network else direction.name
        by = f" by {words(direction.network)}" if direction.network else ""
        if (track := re.fullmatch(r"(way|back)(\d+)", name)) is None:
            return words(name) + by
        tracks = [d for d in self._game.board.directions if re.fullmatch(rf"(\w+_)?{track[1]}\d+", d.name)]
        return f"{'on' if track[1] == 'way' else 'back'} along {'the track' if len(tracks) == 1 else f'track {track[2]}'}{by}"

    def turned(self, direction: core.Expr, by: core.Expr, order: Sequence[core.Expr]) -> str:
        """A direction that is turned by so many parts of a full turn."""
        parts = (
            order[0].value if order and isinstance(order[0], core.Const) else self._game.board.tiling.turns
        )
        many = parts_of_turn(parts) if isinstance(parts, int) else "steps"
        match by:
            case core.Const(value=int() as number):
                said = f"{abs(number)} {_one(many) if abs(number) == 1 else many}{' anti' if number < 0 else ' '}"
            case core.Arithmetic(operator="-", left=core.Const(value=0), right=number):
                said = f"as many {many} as {self._speech.apart(number)} anti"
            case _:
                said = f"as many {many} as {self._speech.apart(by)} "
        return f"the direction {said}clockwise from {self._speech.apart(direction)}"

    def step(self, start: core.Expr, direction: core.Expr, far: Sequence[core.Expr]) -> str:
        """The place some steps from another one: `the place north of a1`."""
        number, origin = self._speech.apart(far[0]) if far else "1", self._speech.apart(start)
        if isinstance(start, core.Builtin) and start.name == "step":
            origin = f"({origin})"
        steps = (
            ""
            if number == "1"
            else f"{number} steps "
            if number.isdecimal()
            else f"as many steps as {number} "
        )
        if isinstance(direction, core.Const):
            said = self._speech.say(direction)
            if " " in said:  # along a track
                return f"the place {steps or '1 step '}{said} from {origin}"
            return f"the place {steps}{said} of {origin}"
        return f"the place {steps or '1 step '}from {origin} {self.towards(direction)}"

    def towards(self, direction: core.Expr) -> str:
        """Which way something goes: `in the direction of the heading`."""
        said = self._speech.apart(direction)
        is_named = isinstance(direction, core.Local) or said.startswith(("the direction ", "that direction"))
        return f"in {said}" if is_named else f"in the direction of {said}"

    def _ways(self, directions: core.Expr) -> str:
        """The directions of a path, with a blank behind them; of several in a list each is said."""
        listed = _listed(directions)
        if len(listed) > 1:
            return f"{joined([self._ways(d).strip() for d in listed], 'or')} "
        one = alone(directions) or directions
        if isinstance(one, core.Local | core.GetField) and one.type.element is None:
            return f"{self.towards(one)} "
        if isinstance(one, core.Local):
            return f"in {self._speech.say(one)} "
        written = directions.span.text.strip()
        meant = self._game.definitions.get(written)
        text = words(written)
        if meant is not None and not meant.parameters and meant.body.span.text.strip() != written:
            return self._ways(meant.body)
        if text in WAYS:
            return f"{WAYS[text]} "
        if text in self._networks:
            return f"by {text} "
        if re.fullmatch(r"[a-z ]+", text):
            return f"{text} "
        said = self._speech.apart(directions)
        is_one = isinstance(directions, core.Const) and (directions.type.element is None or " along " in said)
        is_relative = isinstance(directions, core.Builtin) and directions.name == "relative"
        if said.startswith("along ") or is_one or is_relative:
            return f"{said} "
        if isinstance(directions, core.Apply | core.GetField):
            return f"in a direction among {said} "
        return f"in the directions {said} " if directions.type.element is not None else f"in {said} "

    def _pattern(self, steps: Sequence[core.Step]) -> str:
        """What a path goes over: `over any number of empty places, to an enemy piece`."""
        said = [self._step(step) for step in steps]
        if not said:
            return ""
        over = f"over {', then '.join(said[:-1])}, " if said[:-1] else ""
        return f"{over}to {said[-1]}"

    def _step(self, step: core.Step) -> str:
        """What a step may meet, and how often."""
        only = step.group[0] if step.group is not None and len(step.group) == 1 else None
        if only is not None and (only.least, only.most) == (1, 1) and step.slot is None:
            return self._step(replace(only, least=step.least, most=step.most))
        if step.group is not None:
            one = "(" + ", then ".join(self._step(s) for s in step.group) + ")"
            several = f"times {one}"
        else:
            one, several = self._places(step)
        match step.least, step.most:
            case 1, 1:
                return one
            case 0, 1:
                return f"perhaps {one}"
            case 0, None:
                return f"any number of {several}"
            case least, None:
                return f"{least} or more {several}"
            case least, most:
                return f"{least} {several}" if least == most else f"{least} to {most} {several}"

    def _places(self, step: core.Step) -> tuple[str, str]:
        """One and several of the places that a step may meet."""
        name = called_mark(step.slot) if step.slot is not None and step.name not in ("it", "to") else ""
        if step.condition is None or is_const(step.condition, True):
            return f"any place{name}", f"places{name}"
        plain = [_PLAIN.get(c.span.text.strip()) for c in _alternatives(step.condition)]
        is_letter = name != "" and step.name is not None and len(step.name) <= SHORT
        if all(plain) and not (is_letter and "piece" in str(plain)):
            one, several = (joined([p[i] for p in plain if p is not None], "or") for i in (0, 1))
            return f"{one}{name}", f"{several}{name}"
        self._speech.enter(step.it, "place")
        said = self._speech.part(step.condition)
        only = re.fullmatch(rf"{mark(step.it)} holds (.+)", said)
        if (
            only is not None
            and not is_letter
            and only[1].startswith(("a ", "an ", "one of "))
            and mark(step.it) not in said[1:]
        ):
            return f"{only[1]}{name}", f"places{name} that hold {only[1]}"
        clause = relative(said, step.it)
        if clause:
            return f"a place{name} that {clause}", f"places{name} that {in_plural(clause)}"
        letter, where = self._speech.where(step.condition, step.it)
        return f"a place{letter}{name} {where}", f"places{letter}{name} {where}"

    def _leap(self, path: core.Leap) -> str:
        """How far a leap goes: along each of its directions, where it has them."""
        written = path.span.text.removeprefix("leap").partition(":")[0].partition(" from ")[0]
        legs = [_LEG.fullmatch(leg.strip()) for leg in written.split(",")]
        if all(legs):
            return " and ".join(f"{leg[2]} {words(leg[1])}" for leg in legs if leg is not None)
        found = {(abs(a), abs(b)) for offsets in path.offsets for a, b in offsets}
        sizes = sorted({(min(o), max(o)) for o in found})
        return joined([f"{a} and {b}" for a, b in sizes], "or")


def parts_of_turn(order: int) -> str:
    """So many of which are a full turn, in the plural."""
    return _PARTS.get(order, f"turns by 1/{order}")


def _one(many: str) -> str:
    """One of several: `quarter turn` of `quarter turns`, `sixth of a turn` of `sixths of a turn`."""
    return re.sub(r"s\b", "", many, count=1)


def _alternatives(condition: core.Expr) -> list[core.Expr]:
    """The conditions of which a place meets one: `empty | enemy` has the text of its last one alone."""
    if isinstance(condition, core.Or) and not isinstance(condition.left, core.Not):
        return [c for side in (condition.left, condition.right) for c in _alternatives(side)]
    return [condition]


_LEG = re.compile(r"(.+?)\s+(\d+)")


def _steps(number: str, unit: str) -> str:
    if not number.isdecimal():
        return f"as many {unit}s as {number}"
    return f"{number} {unit}{'' if number == '1' else 's'}"


def _listed(directions: core.Expr) -> list[core.Expr]:
    """The sets of directions that a path lists."""
    if isinstance(directions, core.Builtin) and directions.name == "union":
        return [d for part in directions.arguments for d in _listed(part)]
    return [directions]


def _is_one_step(path: core.Line) -> bool:
    """Whether a line is one step long, however long it might be."""
    most = path.most.value if isinstance(path.most, core.Const) else 1
    is_short = isinstance(most, int) and most > 0
    only = path.steps[0] if len(path.steps) == 1 else None
    is_single = only is not None and only.group is None and only.most == 1
    return is_short and is_single and path.least is None
