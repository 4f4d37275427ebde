"""Why a rule is run element by element: every plan that does so says which strategy did not suit, and for what reason."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from gdl.core.model import Game
from gdl.loader import examine_source, load
from gdl.source import Source
from interpreter.commands.stages import plans
from interpreter.engines.native.engine import NativeEngine
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.comprehensions import FilterPlan
from interpreter.lowering.values.paths.floods import Judged
from interpreter.lowering.values.paths.path_plans import Followed, FollowedEnds
from interpreter.lowering.values.quantifiers import ByLoop

RULES = """game "Reasons"
players Black, White
board square 5 x 5
kinds man, king
field holder of site: player or none
field marks of site: 0..3
setup place man of Black on {a1, b1}
let past(s: site) = {n in neighbours(s) where step(s, turned(towards(s, n), 1)) is not piece}
let busy(s: site) = count(neighbours(s) where it is piece) > 1
action put
  choose s in sites where s is empty and CONDITION
  do place man of mover on s
     holder(s) := mover
     marks(s) := 1
turn: put
end mover wins when full
"""
HELD = "`holder` is compared with what may be none, or asked some steps away"
STEP = "the site is neither the element nor a known number of steps away from it"


def game(condition: str) -> Game:
    rules = RULES.replace("CONDITION", condition)
    found, diagnostics = examine_source(Source("reasons.gdl", rules))
    assert found is not None, [d.message for d in diagnostics]
    return found


def printed(rules: Game) -> str:
    compiled = NativeEngine(rules, effort=0).compiled
    return plans(compiled.prepared, compiled.lowered)


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("holder(s) = owner(piece(a1))", HELD),
        ("some t in neighbours(s): holder(t) = owner(piece(a1))", HELD),
        ("sum(turn for n in neighbours(s)) > 2", "one of the numbers is no known one"),
        ("step(s, towards(s, a1)) is empty", STEP),
        ("(file(s) + turn) mod 2 = 1", "no strategy combines sets for a condition of this form"),
        ("marks(s) = rank(s)", "both sides depend on the element"),
        ("no walk orthogonal up to 2 from s: empty+, own", "only lines are matched by shifting sets"),
    ],
)
def test_an_author_reads_why_a_condition_is_judged_one_by_one(condition: str, why: str) -> None:
    text = printed(game(condition))
    assert "one by one" in text or "not candidate sets" in text
    assert why in text, text


def test_a_condition_that_is_set_algebra_has_no_reasons() -> None:
    text = printed(game("step(s, north) is empty and holder(s) = Black"))
    assert "LineSets" in text or "ChoiceSet" in text
    assert " not " not in text


def test_steps_past_a_gap_are_open_ways_in_each_direction() -> None:
    """What lies beside the way from one site to the next is known for each direction, before the game."""
    rules = game("s in reached from a1 by past while [it is empty]")
    text = printed(rules)
    assert "OpenWay" in text and "not open ways" not in text


def values(plan: object) -> Iterator[object]:
    """A plan and all that is in it."""
    yield plan
    if is_dataclass(plan):
        held = [getattr(plan, field.name) for field in fields(plan)]
    elif isinstance(plan, tuple):
        held = list(plan)
    else:
        held = list(plan.values()) if isinstance(plan, dict) else []
    for value in held:
        if type(value).__module__.startswith(("interpreter.lowering", "builtins")):
            yield from values(value)


@pytest.mark.parametrize("name", ["chess", "backgammon", "quoridor", "hive", "cyvasse", "go"])
def test_every_plan_that_takes_elements_one_by_one_says_why(name: str) -> None:
    lowered = NativeEngine(load(name), effort=0).compiled.lowered
    slow = 0
    for decision in lowered.decisions:
        for plan in values(decision.plan):
            match plan:
                case FilterPlan(rest=rest, refused=refused) if rest is not None:
                    pass
                case ByLoop(refused=refused) | Judged(refused=refused):
                    pass
                case FollowedEnds(refused=refused) | Followed(refused=refused):
                    pass
                case ActionPlan(sets=None, refused=refused):
                    pass
                case _:
                    continue
            slow += 1
            assert refused, (decision.span.text, plan)
            assert all(isinstance(r, Refused) and r.why and not r.why.endswith(".") for r in refused)
    assert slow
