"""Conditions that are always true or always false, whatever the position is: each way in which that is proved, one after the other.

One condition is one fault: what stands inside a place of which something is said already, or around it, is left out.
"""

from collections.abc import Iterator

from gdl.checker import forms
from gdl.checker.analyses import board_limits, contradictions, intervals, ownership, redundancy
from gdl.checker.analyses.constants import decided
from gdl.checker.analyses.finding import Find, Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.analyses.not_yet_counted import counter
from gdl.core import model, static
from gdl.core.visit import followed


def find(facts: GameFacts) -> Iterator[Finding]:
    told: list[Finding] = []
    for found in (f for search in _SEARCHES for f in search(facts)):
        if not any(found.is_about(t.span) for t in told):
            told.append(found)
            yield found


def _known(facts: GameFacts) -> Iterator[Finding]:
    """Conditions of actions that are known before the game to hold. Where one never holds, its action is impossible."""
    for action in facts.game.actions:
        for d in decided(action, facts.game.board):
            if d.holds:
                what = "part of the condition" if d.is_part else "condition"
                yield Finding(d.span, f"this {what} always holds", "always true", help="take it out")


def _ends(facts: GameFacts) -> Iterator[Finding]:
    """Ends that are known before the game never to hold; and the last one, if it always does."""
    for ending in facts.game.ends:
        found = static.known(ending.condition, facts.game.board)
        if found is not None and not found[1] and (not found[0] or ending is facts.game.ends[-1]):
            word = "always" if found[0] else "never"
            yield Finding(ending.span, f"this end is {word} reached", f"{word} true")


def _passes(facts: GameFacts) -> Iterator[Finding]:
    """The first end that counts passes, where nobody ever can pass."""
    game = facts.game
    if any("pass" in turn.names or turn.can_end("pass") for turn in game.turns.values()):
        return
    for end in game.ends:
        for node in followed(end.condition, game.definitions):
            if isinstance(node, model.Compare) and counter(node) == "passes":
                yield Finding(
                    node.span,
                    "nobody can pass in this game, so `passes` stays 0",
                    "decided",
                    others=((next(iter(game.turns.values())).span, "offers no `pass`"),),
                    help="offer `pass` in the turn, where it may be done; or `else pass`, where nothing else can be",
                )
                return


def _positions(facts: GameFacts) -> Iterator[Finding]:
    """Positions that count the actions: none of them comes again."""
    for history in facts.game.histories.values():
        for feature in history.features:
            match feature.value:
                case model.Builtin(name="moves" | "turn" as name, arguments=()):
                    yield Finding(
                        feature.value.span,
                        f"`{name}` grows as the game goes on, so no position of this kind comes again",
                        "another number each time",
                        help="leave it out",
                    )


def _viewers(facts: GameFacts) -> Iterator[Finding]:
    """`mover` beside the viewer in a `hide`, where it is the viewer."""
    for hide in facts.game.hides:
        for part in forms.conjuncts(hide.condition):
            asked = part.operand if isinstance(part, model.Not) else part
            sides = (asked.left, asked.right) if isinstance(asked, model.Compare) else ()
            is_viewer = any(isinstance(s, model.Local) and s.slot == hide.viewer for s in sides)
            if is_viewer and any(isinstance(s, model.Role) for s in sides):
                word = "never" if isinstance(part, model.Not) else "always"
                yield Finding(
                    part.span,
                    f"in a `hide`, `mover` is the viewer, so this {word} holds",
                    f"{word} true",
                    help="say whose pieces are hidden: `for p in players where p != viewer`, or `owner(x) != viewer`",
                )


_SEARCHES: tuple[Find, ...] = (
    _known,
    ownership.find,
    board_limits.find,
    redundancy.find,
    intervals.find,
    contradictions.find,
    _passes,
    _positions,
    _viewers,
    _ends,
)
