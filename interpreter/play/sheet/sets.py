"""Sets in English: places, pieces and players, with what is asked of them.

A set is said by what its elements are and which of them are in it: `enemy pieces`, `places that are empty`.
"""

from gdl.core import nodes as core
from gdl.core.model import Game
from interpreter.play.sheet.expressions import Speech, side
from interpreter.play.sheet.wording import NOUNS, joined, several, with_article


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
        element = source.type.element.base if source.type.element is not None else "any"
        noun = NOUNS.get(element, "one") + ("s" if is_plural else "")
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
        ) or self.is_everybody(source):
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
        """The set of all players, of all directions or of all cells of a form; "" for anything else."""
        element = e.type.element
        if self.is_everybody(e):
            return "the players"
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

    def is_everybody(self, e: core.Expr) -> bool:
        """Whether an expression is the set of all players."""
        element = e.type.element
        if not isinstance(e, core.Const) or element is None or element.base != "player":
            return False
        return isinstance(e.value, tuple) and len(e.value) == len(self._game.players)


def _is_element(e: core.Expr, of: core.Comprehension) -> bool:
    return isinstance(e, core.Local) and e.slot == of.slot
