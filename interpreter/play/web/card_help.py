"""What the rules say of the choice at hand: of the card that is chosen or played, and of the action that is asked about."""

from collections.abc import Mapping
from typing import Any

from gdl.core.model import Game
from interpreter.play.choosing.walk import Made, Node
from interpreter.play.choosing.words import begun_action
from interpreter.play.scene.names import meaning, words
from interpreter.play.sheet.author_sentences import AuthorSentences


def of_kind(game: Game, sentences: AuthorSentences, kind: str) -> str:
    """What the rules say of a kind, in the words of their author."""
    return meaning(game, kind) or sentences.of("kind", kind)


def tip(game: Game, sentences: AuthorSentences, node: Node, shown: Mapping[str, Any]) -> str:
    """The sentence of the card that was chosen last, or that a demand is about, and that of the action; "" without any."""
    kind = _chosen_kind(game, node) or _demanded_kind(game, shown)
    about = of_kind(game, sentences, kind) if kind else ""
    action = begun_action(node)
    said = sentences.of("action", action.name) if action is not None else ""
    return " ".join(filter(None, (f"{words(kind)}: {about}" if about else "", said)))


def is_card_alone(game: Game, sentences: AuthorSentences, node: Node) -> bool:
    """Whether an action is whole by one card of a pool, and the card has a sentence that is to be read before it is played."""
    made = _last_made(node)
    if node.action is None or made is None or made.step is None or not made.step.pools:
        return False
    kind = _chosen_kind(game, node)
    return bool(kind) and bool(of_kind(game, sentences, kind))


def touches_own_unnamed(root: Node, node: Node, own: frozenset[int]) -> bool:
    """Whether one click on an own piece is a whole action, one of several on offer, and no move of it: then it is shown first."""
    made = _last_made(node)
    if node.action is None or made is None or made.step is None or made.step.action.form == "move":
        return False
    actions = {o.step.action.name for o in root.options if o.step is not None}
    several = len(actions) > 1 or any(o.step is None for o in root.options)
    return several and made.token.site in own and sum(not m.is_forced for m in node.path) == 1


def _last_made(node: Node) -> Made | None:
    return next((m for m in reversed(node.path) if not m.is_forced), None)


def _chosen_kind(game: Game, node: Node) -> str:
    made = next((m for m in reversed(node.path) if m.token.sort == "kind"), None)
    if made is None or made.step is None or not made.step.pools or not isinstance(made.token.value, int):
        return ""
    return game.kinds[made.token.value].name


def _demanded_kind(game: Game, shown: Mapping[str, Any]) -> str:
    """The kind that the demand at hand was given, such as the card that is played."""
    demands = shown.get("fields", {}).get("pending") or ()
    if not demands:
        return ""
    given = [a for c in demands[0].get("choices", demands[:1]) for a in c.get("arguments") or ()]
    kinds = {k.name for k in game.kinds}
    return next((a for a in given if isinstance(a, str) and a in kinds), "")
