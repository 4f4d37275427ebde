"""What choices are called, and what is asked at each step of a walk: sentences made from the rules."""

from gdl.core import nodes as core
from gdl.core.model import Action, Game
from gdl.core.visit import nodes
from interpreter.engines.notation import plain_value, word
from interpreter.play.choosing.tokens import Step, Token
from interpreter.play.choosing.walk import Made, Node, Option
from interpreter.play.scene.cards import has_cards
from interpreter.play.scene.names import words

_NOTHING = {"direction": "no direction", "site": "no place", "piece": "no piece", "player": "nobody"}
_SHORT = 2  # letters: a name so short says nothing to people


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
            name = words(option.step.choice.name) if option.step is not None else "yes"
            return name if token.value else f"not {name}"
        case "kind":
            return words(game.kinds[_index(token)].name)
        case "site" | "player" | "direction" | "piece" | "number" | "word":
            return _plain(game, option)


def prompt(game: Game, node: Node) -> str:
    """What is asked at a place of a walk, in one sentence."""
    if node.action is not None:
        return "This is your move."
    asked = [o for o in node.options if o.step is not None]
    if not asked:
        return "Choose what to do."
    steps = {id(o.step): o.step for o in asked if o.step is not None}  # many options answer the same step
    named = _by_action(game, list(steps.values()), node)
    if named:
        return named if len(node.options) == len(asked) else f"{named} Or choose what else to do."
    parts = list(dict.fromkeys(_asked(game, step, node) for step in steps.values()))
    said = _either(parts)
    if len(node.options) == len(asked):
        return f"Choose {said}."
    action = asked_action(node)
    whose = (
        f"{sentence(words(action.name))}: choose"
        if action is not None and action.form != "move"
        else "Choose"
    )
    return f"{whose} {said}, or what else to do."


def _by_action(game: Game, steps: list[Step], node: Node) -> str:
    """What several actions that are no moves ask for, each with its name; "" where there is no such choice between actions."""
    if len({s.action.name for s in steps}) < 2 or any(s.action.form == "move" for s in steps):
        return ""
    asked: dict[str, list[str]] = {}
    for step in steps:
        names = asked.setdefault(_asked(game, step, node), [])
        if (name := words(step.action.name)) not in names:
            names.append(name)
    return " ".join(f"{sentence(_either(names))}: choose {what}." for what, names in asked.items())


def _either(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]


def asked_action(node: Node) -> Action | None:
    """The action that is asked about: the one that all choices of a value belong to at the beginning of a walk, or the only one
    that is left; None if there are several."""
    if node.action is not None and all(made.is_forced for made in node.path):
        return next((made.step.action for made in node.path if made.step is not None), None)
    found = {o.step.action.name: o.step.action for o in node.options if o.step is not None}
    return next(iter(found.values())) if len(found) == 1 and not node.path else None


def begun_action(node: Node) -> Action | None:
    """The action that is asked about, or the only one that the choices which are made have left."""
    asked = asked_action(node)
    if asked is not None or not node.path:
        return asked
    steps = (o.step for o in node.options) if node.options else (m.step for m in node.path)
    found = {s.action.name: s.action for s in steps if s is not None}
    return next(iter(found.values())) if len(found) == 1 else None


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
    return (
        words(word(game, option.token.value, kind))
        if kind.base != "site"
        else word(game, option.token.value, kind)
    )


# ---- what a step asks for


def _asked(game: Game, step: Step, node: Node) -> str:
    """The object of "Choose ...": from what the action does with the choice, else from its name and its type."""
    action, choice = step.action, step.choice
    if action.form == "move":
        if choice.slot in (action.piece, action.origin):
            return "a piece to move"
        if choice.slot == action.to:
            return "where it goes"
    done = _done_with(game, step, node)
    if done:
        return done
    name = choice.name.rpartition(".")[
        2
    ]  # of a choice that belongs to a player among those who choose at once
    if step.sort == "truth":
        return f"{words(name)} or not"
    if len(name) > _SHORT:
        return f"{'one of' if choice.sizes is not None else 'the'} {words(name)}"
    return _field_of(step) or _noun(game, step)


def _field_of(step: Step) -> str:
    """The field that gets a chosen value: which way a piece faces is its facing."""
    for effect in nodes((step.action.effects, step.action.finals)):
        match effect:
            case core.Place(settings=settings) | core.MoveTo(settings=settings):
                named = next((name for name, value in settings if _is_about(value, step)), "")
            case core.SetField(field=named, value=value) if _is_about(value, step):
                pass
            case _:
                continue
        if named:
            return f"the {words(named)}"
    return ""


def _done_with(game: Game, step: Step, node: Node) -> str:
    """What an effect of the action does with a chosen site: a piece is placed there, or goes there."""
    if step.sort != "site":
        return ""
    for effect in _effects(step.action):
        match effect:
            case core.Place(kind=kind, sites=sites) if _is_about(sites, step):
                return f"where to place {_piece(game, kind, node)}"
            case core.MoveTo(piece=piece, to=core.PoolOf()) if any(_is_about(n, step) for n in _parts(piece)):
                continue
            case core.MoveTo(piece=piece) if any(_is_about(n, step) for n in _parts(piece)):
                return "a piece to move"
            case core.MoveTo(piece=piece, to=to) if _is_about(to, step):
                held = next((n.kind for n in nodes(piece) if isinstance(n, core.Place)), None)
                return f"where {_piece(game, held, node) if held is not None else _moved(game, node)} goes"
    return ""


def _parts(piece: core.Expr) -> list[core.Expr]:
    """What the piece that goes somewhere is taken from: the top of a chosen place, for one."""
    return [n for n in nodes(piece) if isinstance(n, core.Local)]


def _effects(action: Action) -> list[object]:
    return [n for n in nodes((action.effects, action.finals)) if isinstance(n, core.Place | core.MoveTo)]


def _is_about(expr: core.Expr, step: Step) -> bool:
    """Whether an expression is the choice itself, or a set of it."""
    if isinstance(expr, core.MakeSet) and len(expr.items) == 1:
        expr = expr.items[0]
    return isinstance(expr, core.Local) and expr.slot == step.choice.slot


def _piece(game: Game, kind: core.Expr, node: Node) -> str:
    """A kind as it is said in a question: by name where it is known by now."""
    if isinstance(kind, core.Const) and isinstance(kind.value, int):
        return f"the {words(game.kinds[kind.value].name)}"
    if isinstance(kind, core.Local):
        made = _made(node, kind.slot)
        if made is not None and made.token.sort == "kind":
            return f"the {words(game.kinds[_index(made.token)].name)}"
    return "it"


def _moved(game: Game, node: Node) -> str:
    """What has been chosen last, if it is a kind: it is what moves."""
    kinds = [m.token for m in node.path if m.token.sort == "kind"]
    return f"the {words(game.kinds[_index(kinds[-1])].name)}" if kinds else "it"


def _made(node: Node, slot: int) -> Made | None:
    return next((m for m in node.path if m.step is not None and m.step.choice.slot == slot), None)


def _noun(game: Game, step: Step) -> str:
    match step.sort:
        case "site":
            return "a place"
        case "piece":
            return "a piece"
        case "kind" if step.pools:
            are_cards = has_cards(game) and not game.pools[step.pools[0]].is_owned
            piece, where = "card" if are_cards else "piece", words(step.pools[0])
            return (
                f"{piece}s of the {where}" if step.choice.sizes is not None else f"a {piece} of the {where}"
            )
        case "kind":
            return "pieces" if step.choice.sizes is not None else "a kind"
        case "turn":
            return "how it is turned"
        case "truth":
            return "whether or not"
        case "word":
            return "a word"
        case other:
            return f"a {other}"
