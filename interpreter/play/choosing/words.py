"""What choices are called on a button or in a list."""

import re

from gdl.core.model import Game
from interpreter.engines.notation import plain_value, word
from interpreter.play.choosing.tokens import Token
from interpreter.play.choosing.walk import Node, Option
from interpreter.play.scene.cards import drawn_cards
from interpreter.play.scene.names import spoken, words

_NOTHING = {"direction": "no direction", "site": "no place", "piece": "no piece", "player": "nobody"}

_SIGN = 3  # letters of a card's sign, such as `♠10`
CODE = re.compile(r"[A-Z]{2,}|.*\d")  # a name that is no word


def label(game: Game, option: Option, node: Node) -> str:
    """What an option is called on a button or in a list."""
    token = option.token
    match token.sort:
        case "stop" | "end":
            return "Done"
        case "action" if node.may_stop and node.path:
            return "Stop here" if _goes_on(node) else sentence(_name(game, token))
        case "action":
            return sentence(_name(game, token))
        case "none":
            return _NOTHING.get(option.step.choice.type.base, "none") if option.step is not None else "none"
        case "turn":
            return _turn(option)
        case "truth":
            name = words(option.step.choice.name.rpartition(".")[2]) if option.step is not None else "yes"
            return name if token.value else f"not {name}"
        case "kind":
            return kind_name(game, game.kinds[_index(token)].name)
        case "site" | "player" | "direction" | "piece" | "number" | "word":
            return _plain(game, option)


def kind_name(game: Game, name: str) -> str:
    """A kind as people call it: a card by what is drawn of it, unless that is a word."""
    sign = drawn_cards(game).get(name, "")
    return sign if sign and (len(sign) <= _SIGN or CODE.fullmatch(name)) else words(name)


def towards(game: Game, option: Option, node: Node) -> int | None:
    """The site next to the one chosen last, in a direction: it may be clicked for it."""
    start = next((m.token.site for m in reversed(node.path) if m.token.site is not None), None)
    if start is None or option.token.sort != "direction" or not isinstance(option.token.value, int):
        return None
    to = game.board.steps[option.token.value][start]
    return to if to >= 0 else None


def sentence(text: str) -> str:
    """Words with a capital letter in front."""
    return text[:1].upper() + text[1:]


def wants_a_look(node: Node) -> bool:
    """Whether a whole action is shown before it is made: something of it, or all, was chosen by itself, or a piece turned."""
    if node.action is None:
        return False
    ends_turned = any(m.token.sort == "turn" for m in node.path[-2:])
    return node.has_unseen or not node.path or ends_turned


def _goes_on(node: Node) -> bool:
    """Whether the action that could end here is the one that could continue."""
    return any(o.step is not None and o.step.action.again is not None for o in node.options)


def _name(game: Game, token: Token) -> str:
    return words(game.actions[_index(token)].name)


def _index(token: Token) -> int:
    assert isinstance(token.value, int)
    return token.value


def _turn(option: Option) -> str:
    """A rotation of a tile by steps of its field."""
    steps = option.token.value
    if steps == 0:
        return "as it lies"
    return f"turned {steps} step{'s' if steps != 1 else ''}" if isinstance(steps, int) else str(steps)


def _plain(game: Game, option: Option) -> str:
    step = option.step
    if step is None:
        return option.token.text
    choice = step.choice
    kind = choice.type.element if choice.sizes is not None and choice.type.element else choice.type
    if option.token.sort == "number":
        return plain_value(option.token.value)
    said = word(game, option.token.value, kind)
    return said if kind.base == "site" else spoken(said)
