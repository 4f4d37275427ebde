"""A sheet loses nothing: what is different is told by other words, in every bundled game, without the sentences of its author.

Two laws. No two conditions, sets, numbers, paths or effects of a game read the same, unless they mean the same. And of the names that
an action gives to what is chosen in it, each is told apart from the others: with one in place of another, the action reads otherwise.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

import bundled
import pytest

from gdl.core import nodes as core
from gdl.core.model import Action, Choose, ChooseSet, Game
from gdl.core.rules import as_written
from gdl.core.settled import always, never
from gdl.core.visit import nodes, rewritten, substituted
from gdl.source import Span
from interpreter.play.sheet.actions import Choices, Effects
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.english import English
from interpreter.play.sheet.folding import by_name, folded

EFFECTS = get_args(core.Effect)
VALUES = get_args(core.Expr)


def rules(name: str) -> Game:
    """The rules of a game as its sheet tells them, without the sentences of its author."""
    return by_name(folded(as_written(replace(bundled.load(name), meanings=()))))


# ---- what rules mean


def meant(part: Any, slots: dict[int, int]) -> Any:
    """What a part of rules says, so that two that mean the same are equal: wherever they stand, and whatever their names are.

    `slots`: the names so far, in their order.
    """

    def numbered(slot: int) -> int:
        return slots.setdefault(slot, len(slots)) if slot >= 0 else slot

    match part:
        case core.Local():
            return "name", part.type.base, numbered(part.slot)
        case core.Const(value=tuple() as values):
            return "set", frozenset(("value", v) for v in values)
        case core.Const():
            return "value", part.value
        case core.MakeSet(items=(one,)) | core.Builtin(name="single", arguments=(one,)):
            return meant(one, slots)
        case core.MakeSet():
            return "set", frozenset(meant(i, slots) for i in part.items)
        case core.Comprehension(condition=None, value=None):
            return meant(part.source, slots)
        case core.Not(operand=core.Not(operand=inner)):
            return meant(inner, slots)
        case core.Not(operand=core.Compare(operator="<" | "<=" as sign, left=left, right=right)):
            other = core.Compare(part.span, part.type, "<=" if sign == "<" else "<", right, left)
            return meant(other, slots)
        case core.Compare(operator="<=", right=core.Const(value=0)):
            return meant(replace(part, operator="="), slots)  # of what is never negative
        case core.Branch(condition=condition, body=(one,)) if always(condition):
            return meant(one, slots)
        case core.Branch(condition=condition, otherwise=(one,)) if never(condition):
            return meant(one, slots)
        case core.Compare(operator="=", left=core.Builtin(name="owner") as owner, right=core.Role()):
            return "own", meant(owner, slots)  # in an action the mover's view is taken
        case core.Demanded(binds=(*first, (slot, value))):
            arguments = substituted(part.arguments, {slot: value})
            return meant(replace(part, arguments=arguments, binds=tuple(first)), slots)
        case core.ForEach():
            over = tuple((numbered(slot), meant(source, slots)) for slot, source in part.generators)
            return "each", over, meant(part.condition, slots), meant(part.body, slots)
        case tuple():
            return tuple(meant(p, slots) for p in part)
        case _ if is_dataclass(part) and not isinstance(part, Span | type):
            said = (
                f
                for f in fields(part)
                if f.name not in ("span", "type", "varies")
                and not (f.name == "name" and isinstance(part, core.Result))
            )
            return type(part).__name__, *(
                numbered(v) if f.name in ("slot", "it") and isinstance(v, int) else meant(v, slots)
                for f, v in ((f, getattr(part, f.name)) for f in said)
            )
        case _:
            return part


def parts(game: Game) -> Iterator[object]:
    """All that can be told by itself: effects, conditions, values that are worked out, places that paths lead to."""
    scopes = (game.actions, game.ends, game.settles, game.requires, game.prefers, game.skips, game.setup)
    for node in nodes((scopes, tuple(game.definitions.values()), game.routines)):
        if isinstance(node, core.Local | core.Const | core.Bind):
            continue
        if isinstance(node, EFFECTS) or (
            isinstance(node, VALUES) and node.type.base not in ("text", "entry")
        ):
            yield node


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_no_two_parts_of_rules_read_the_same_unless_they_mean_the_same(name: str) -> None:
    game = rules(name)
    english = English(game)
    effects = Effects(english)
    found = dict[tuple[bool, str], tuple[Any, str]]()
    for part in parts(game):
        is_done = isinstance(part, EFFECTS)
        said = english.finished(effects.one(part) if is_done else english.say(part))  # type: ignore[arg-type]
        if said.isdecimal():
            continue  # a number that is known is told as one, however it is worked out
        meaning, written = meant(part, {}), str(part.span.text)
        before, text = found.setdefault((is_done, said), (meaning, written))
        assert before == meaning, f"{said}: `{text}`, `{written}`"


# ---- names within one action


def with_another(action: Action, old: int, new: core.Local) -> Action:
    """An action in which the first mention of a name is one of another thing."""
    is_left = True

    def change(node: object) -> object:
        nonlocal is_left
        if is_left and isinstance(node, core.Local) and node.slot == old:
            is_left = False
            return replace(node, slot=new.slot, name=new.name)
        return rewritten(node, change)

    changed = change(action)
    assert isinstance(changed, Action)
    return changed


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_no_two_names_of_an_action_are_told_by_the_same_words(name: str) -> None:
    game = rules(name)

    def told(action: Action) -> str:
        english = English(game)
        return Choices(english, Effects(english), AuthorSentences(game)).action(action)

    for action in game.actions:
        known = {p.slot for p in action.parts if isinstance(p, Choose | ChooseSet)}
        known |= {slot for _, slot, _ in action.parameters} | {action.piece, action.origin, action.to}
        standing_for = {s for n in nodes(action) if isinstance(n, core.Demanded) for s, _ in n.binds}
        spoken = {
            n.slot: n
            for n in nodes(action)
            if isinstance(n, core.Local) and n.name != "it" and n.slot not in standing_for
        }
        before = told(action)
        for old, one in spoken.items():
            for new, other in spoken.items():
                if old != new and new in known and one.type == other.type:
                    assert told(with_another(action, old, other)) != before, (
                        action.name,
                        one.name,
                        other.name,
                    )
