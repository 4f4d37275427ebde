"""What effects give names to: `let x = E`, and what a declared effect is given.

A name whose value stays the same while it is used is told by its value. Any other one is told by a clause of its own.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from gdl.core import nodes as core
from gdl.core.builtins import PURE
from gdl.core.model import Choose, ChooseSet, Game
from gdl.core.visit import nodes, reads, substituted
from interpreter.play.scene.names import words

_FEW = 6  # nodes of a value that may be told more than once
_STEADY = (core.Const, core.Local, core.Arithmetic, core.If, core.And, core.Or, core.Not, core.Compare, core.In,
           core.MakeSet, core.Attribute)  # fmt: skip


class Bindings:
    """The names that the effects of one game give values to."""

    def __init__(self, game: Game) -> None:
        scopes = (*game.actions, *game.settles)
        self._times = Counter(n.slot for n in nodes(scopes) if isinstance(n, core.Bind))
        self.names: dict[int, str] = {}
        """The names that effects give values to, by their slots: two of one scope are told apart."""
        for scope in scopes:
            self._name(scope)

    def settled(self, effects: Sequence[core.Effect]) -> list[core.Effect]:
        """Effects with values in place of the names that need not be told."""
        done: list[core.Effect] = []
        rest = tuple(effects)
        while rest:
            first, rest = rest[0], rest[1:]
            if isinstance(first, core.Bind) and self._times[first.slot] == 1:
                used = _uses(rest, first.slot)
                if not used:
                    continue
                if self._may_stand(first, rest, used):
                    rest = substituted(rest, {first.slot: first.value})
                    continue
            done.append(first)
        return done

    def name(self, slot: int) -> str:
        return self.names.get(slot, "")

    def verb(self, slot: int) -> str:
        """How a name is said to have a value: one that has others too becomes what it is."""
        return "becomes" if self._times[slot] > 1 else "means"

    def _may_stand(self, bind: core.Bind, rest: tuple[core.Effect, ...], used: int) -> bool:
        """Whether the value of a name may stand wherever the name does."""
        size = sum(1 for _ in nodes(bind.value))
        if used > 1 and size > _FEW:
            return False
        return self._is_steady(bind.value) or used == _uses(_at_once(rest), bind.slot)

    def _is_steady(self, value: core.Expr) -> bool:
        """Whether nothing that happens changes a value."""
        return all(
            isinstance(n, _STEADY) or (isinstance(n, core.Builtin) and n.name in PURE) for n in nodes(value)
        ) and not reads(value, self._changing())

    def _changing(self) -> set[int]:
        return {slot for slot, times in self._times.items() if times > 1}

    def _name(self, scope: object) -> None:
        """Names for what the effects of a scope give values to."""
        said = _names_of(scope)
        taken = Counter(said.values())
        for node in nodes(scope):
            if isinstance(node, core.Bind) and node.slot in said and node.slot not in self.names:
                name = words(said[node.slot])
                if taken[said[node.slot]] > 1:
                    name = _another(name, {words(n) for n in said.values()} | set(self.names.values()))
                self.names[node.slot] = name


def _another(name: str, taken: set[str]) -> str:
    return next(f"{name}{n}" for n in range(2, len(taken) + 3) if f"{name}{n}" not in taken)


def _names_of(scope: object) -> Mapping[int, str]:
    """The names of a scope as they are written, by their slots."""
    found = {n.slot: n.name for n in nodes(scope) if isinstance(n, Choose | ChooseSet)}
    return found | {n.slot: n.name for n in nodes(scope) if isinstance(n, core.Local)}


def _uses(part: object, slot: int) -> int:
    return sum(1 for n in nodes(part) if isinstance(n, core.Local) and n.slot == slot)


def _at_once(effects: Sequence[core.Effect]) -> list[object]:
    """What of effects is computed before anything changes."""
    found: list[object] = []
    for effect in effects:
        match effect:
            case core.Bind():
                found.append(effect)
                continue
            case core.Branch():
                found.append(effect.condition)
            case core.ForEach():
                found.append(effect.generators[0][1])
            case core.ForPath() | core.Acting() | core.Simultaneously():
                pass
            case _:
                found.append(effect)
        break
    return found
