"""What is asked of the player to move, and why just that: the condition under which the rules offer an action."""

from collections.abc import Iterator

from gdl.core import nodes as core
from gdl.core.model import Action, Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from interpreter.engines.answers import Reason
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction
from interpreter.engines.position_parts import stacks
from interpreter.play.choosing.walk import Node
from interpreter.play.choosing.words import begun_action, prompt
from interpreter.play.moves import action_text, why
from interpreter.play.scene.cards import piece_noun
from interpreter.play.scene.names import capital, words
from interpreter.play.sheet.english import English
from interpreter.play.sheet.reasons import reason_in_words
from interpreter.play.sheet.wording import NOUNS
from interpreter.shared.numbering import ActionNumbers

_QUICK = 5000  # ways to choose that are gone through while somebody waits


def question(state: State, node: Node) -> str:
    """What is asked at a place of a walk, and why, where nothing but one action is possible; of the only move that it is so."""
    if node.action is not None and all(made.is_forced for made in node.path):
        return only_move_text(state, node.action)
    asked = prompt(state.engine.game, node)
    if node.action is not None or any(o.step is None for o in node.options):
        return asked
    action = begun_action(node)
    reason = because(state, action) if action is not None else ""
    if not reason:
        return asked
    return f"{asked} {capital(reason)}." if ":" in asked else f"{asked[:-1]}: {reason}."


def because(state: State, action: Action) -> str:
    """Why the rules ask for an action, and not for what else there is in a turn, in words; "" where no condition that still holds
    says so. That something is not the case, as for most of a game, is no reason."""
    game = state.engine.game
    fields = state.position()["fields"]
    if fields.get("pending"):
        return ""
    found = _offering(game, action, str(fields.get("phase", "main")))
    if found is None or isinstance(found, core.Not) or any(isinstance(n, core.Local) for n in nodes(found)):
        return ""
    try:
        if not state.engine.evaluate(state, found.span.text):
            return ""
    except GameError:
        return ""
    english = English(game, tells_terms=True)
    return " ".join(english.finished(english.say(found)).split())


def _offering(game: Game, action: Action, phase: str) -> core.Expr | None:
    """The condition under which a turn offers an action, and without which it would offer another; None where it does so at several places."""
    turn = game.turn_of(phase)
    offers = [o for o in turn.offers if action.name in o.names]
    return offers[0].condition if len(offers) == 1 and {*turn.names} - {action.name} else None


# ---- the only move


def only_move_text(state: State, action: int) -> str:
    """What is said of the only move there is, with what is done where its notation leaves that out: where it is to pass, also why each
    action of the turn is not possible."""
    said, move = action_text(state, action), ActionNumbers(state.engine.game).decode(action)
    is_named = (
        move is None or move.action.is_named or move.action.form == "move" or move.action.notation is not None
    )
    done = "" if is_named or move is None else words(move.action.name)
    named = said if not done or f" {done} " in f" {said} " else f"{done} {said}"
    found = f"Only one move is possible: {named}."
    return " ".join([found, *_against(state)]) if said == "pass" else found


def _against(state: State) -> Iterator[str]:
    """Why the actions of a turn are not possible, as far as that is told quickly and the player to move may know it.

    What is wrong with one of several choices is no reason: there may be another, with which something else is wrong.
    """
    game = state.engine.game
    phase = str(state.position()["fields"].get("phase", "main"))
    for name in game.turn_of(phase).names:
        action = next((a for a in game.actions if a.name == name), None)
        if action is None or _ways(game, action) > _QUICK:
            continue
        try:
            reasons = why(state, name)
        except IllegalAction:
            continue
        if not reasons or not (reasons[0].facts or reasons[0].obstacle):
            continue
        if not action.choices or _is_general(reasons[0]) or _has_one_piece(state):
            yield f"{capital(reason_in_words(game, reasons[0]).said)}."
        else:
            yield f"{capital(words(name))}: no {_noun(game, action)} can be chosen."


def _is_general(reason: Reason) -> bool:
    """Whether a reason speaks of no choice."""
    return reason.form == "condition" and not any(f.names for f in reason.facts)


def _has_one_piece(state: State) -> bool:
    """Whether there is no choice between pieces of the player to move."""
    name = state.engine.game.players[state.current_player].name
    seen = stacks(state.observation(state.current_player))
    return sum(t.startswith(f"{name} ") for texts in seen.values() for t in texts) == 1


def _noun(game: Game, action: Action) -> str:
    """What an action begins with."""
    first = action.choices[0]
    if first.is_by_kind or first.type.base == "kind":
        return piece_noun(game)
    return "piece" if action.form == "move" else NOUNS[first.type.base]


def _ways(game: Game, action: Action) -> int:
    """About how many ways there are to choose what an action asks for."""
    places = sum(c.type.base in ("site", "piece") for c in action.choices)
    return int(max(1, len(game.board.sites)) ** places * 6 ** (len(action.choices) - places))
