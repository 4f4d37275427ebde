"""What choices are called on a button or in a list, and what is asked at each step of a walk: one sentence, from what the action does with
the choice, else from its name or its type.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gdl.core import nodes as core
from gdl.core.arithmetic import plain_value
from gdl.core.model import Action, Choice, Game, Value
from gdl.core.visit import nodes
from interpreter.engines.base import State
from interpreter.engines.notation import word
from interpreter.play.choosing.tokens import Step, Token
from interpreter.play.choosing.walk import Node, Option, Pick, Walk
from interpreter.play.scene.cards import are_cards, drawn_cards, holds_cards, piece_noun
from interpreter.play.scene.names import capital, is_participle, several, spoken, words

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
            return "Stop here" if _goes_on(node) else capital(_name(game, token))
        case "action":
            return capital(_name(game, token))
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


def unmarked(game: Game, node: Node) -> str:
    """What has been chosen and is marked nowhere, neither on the board nor in a pool; of numbers those of a set."""
    picks = [(m.token, m.step) for m in node.path if m.step is not None and not m.step.is_clicked]
    said = [
        label(game, Option(token, 0, step), node)
        for token, step in picks
        if token.sort in ("word", "player", "kind") or (token.sort == "number" and step.choice.sizes)
    ]
    return f"{capital(', '.join(said))}. " if said else ""


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


# ---- what is asked at each step


_SHORT = 2  # letters: a name so short says nothing to people
_OF_PIECE = ("piece", "site", "single", "top")  # what is asked of a choice that stays the same piece or place


def prompt(game: Game, node: Node) -> str:
    """What is asked at a place of a walk, in one sentence."""
    if node.action is not None:
        return "This is your move."
    asked = [o.step for o in node.options if o.step is not None]
    if not asked:
        return "Choose what to do."
    # many options answer the same step
    steps = list({id(step): step for step in asked}.values())
    is_all = len(node.options) == len(asked)
    named = _by_action(game, steps, node)
    if named:
        return named if is_all else f"{named} Or choose what else to do."
    parts = _apart(dict.fromkeys(_asked(game, step, node) for step in steps), not node.path)
    if is_all and all(s.sort == "truth" for s in steps):
        return f"{capital(_either(parts))}?"
    said = f"{_either(parts)}{'' if is_all else ', or what else to do'}."
    action, is_vague = asked_action(node), f"{parts[0]}.".startswith(_VAGUE)
    if action is None and len(steps) == 1 and is_vague:
        action = steps[0].action
    is_named = f" {words(action.name)} " in f" {said} " if action is not None else False
    if action is None or action.form == "move" or (not is_vague and (is_all or is_named)):
        return f"Choose {said}"
    return f"{capital(words(action.name))}: choose {said}"


_VAGUE = ("a place", "a number", "a word", "a player", "a direction", "a kind", "a card.")
"""Questions that say nothing without the action that asks them."""


def _apart(parts: dict[str, None], is_first: bool) -> list[str]:
    """Questions without those that another one asks, too: "a piece to move" is "a piece"."""
    rest = [p for p in parts if not any(p != other and p.startswith(f"{other} to ") for other in parts)]
    if is_first or len(rest) == 1 or "a piece" not in rest:
        return rest
    return [*(p for p in rest if p != "a piece"), "another piece"]


def _by_action(game: Game, steps: list[Step], node: Node) -> str:
    """What several actions that are no moves ask for, each with its name; "" where there is no such choice between actions."""
    if len({s.action.name for s in steps}) < 2 or any(s.action.form == "move" for s in steps):
        return ""
    asked: dict[str, list[str]] = {}
    for step in steps:
        names = asked.setdefault(_asked(game, step, node), [])
        if (name := words(step.action.name)) not in names:
            names.append(name)
    return " ".join(f"{capital(_either(names))}: choose {what}." for what, names in asked.items())


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


# ---- what a step asks for


def _asked(game: Game, step: Step, node: Node) -> str:
    """The object of "Choose ...", with the number of the choice where the action asks for several things alike."""
    said = _one(game, step, node)
    among = [c for c in step.action.choices if c.slot != step.choice.slot and _is_alike(c, step.choice)]
    if not among or not said.startswith(("what to place", *_VAGUE)):
        return said
    earlier = sum(c.slot < step.choice.slot for c in among)
    return f"{said} ({earlier + 1} of {len(among) + 1})"


def _is_alike(one: Choice, other: Choice) -> bool:
    return one.type == other.type and max(len(one.name), len(other.name)) <= _SHORT


def _one(game: Game, step: Step, node: Node) -> str:
    action, choice = step.action, step.choice
    if action.form == "move":
        if choice.slot in (action.piece, action.origin):
            return "a piece to move"
        if choice.slot == action.to:
            return "where it goes"
    effects = _effects(game, action)
    done = _done_with(game, effects, step, node)
    if done:
        return done
    name = choice.name.rpartition(".")[2]  # of a choice that is one of a demand
    if step.sort == "truth":
        return f"{words(name)} or not"
    if step.sort == "kind" and step.pools:
        return _from_pool(game, step, node)
    if step.sort == "turn":
        return "how it is turned"
    if len(name) > _SHORT and not is_participle(name):  # what has been done is no noun
        return f"{'one of' if choice.sizes is not None else 'the'} {words(name)}"
    return _field_of(game, effects, step) or _noun(game, step, node)


def _effects(game: Game, action: Action) -> list[object]:
    """What an action does; one that is chosen together with those of others, as it is written."""
    together = game.together.actions if game.together is not None else ()
    written = next((a for a in together if a.name == action.name), action)
    return [*nodes((written.effects, written.finals))]


def _field_of(game: Game, effects: list[object], step: Step) -> str:
    """The field that gets a chosen value: which way a piece faces is its facing. What the game notes of a place or a piece, such as the
    last one, is no name for it before it is chosen."""
    for effect in effects:
        match effect:
            case core.Place(settings=settings) | core.MoveTo(settings=settings):
                named = next((name for name, value in settings if _is_about(value, step)), "")
            case core.SetField(field=named, value=value) if _is_about(value, step):
                pass
            case _:
                continue
        field = game.fields.get(named)
        is_note = field is not None and field.holder == "game" and field.type.base in ("site", "piece")
        if named and not is_note and not is_participle(named):
            return f"the {words(named)}"
    return ""


def _done_with(game: Game, effects: list[object], step: Step, node: Node) -> str:
    """What the effects of an action do with a choice: a piece is placed there, goes there, or is taken."""
    same = _same_slots(effects, step.choice.slot)

    def is_about(expr: core.Expr) -> bool:
        return _about(expr) in same

    found = ""
    for effect in effects:
        match effect:
            case core.Place(kind=kind) | core.Stock(kind=kind) if (
                step.sort == "kind" and not step.pools and is_about(kind)
            ):
                return "what to place"
            case core.SetField(field="kind", value=kind) if step.sort == "kind" and is_about(kind):
                return "what it becomes"
            case _ if step.sort not in ("site", "piece"):
                continue
            case core.Place(kind=kind, sites=sites) if is_about(sites):
                return f"where to place {_piece(game, kind, node)}"
            case core.Remove(pieces=pieces, is_capture=is_capture) if is_about(pieces):
                found = f"a piece to {'capture' if is_capture else 'remove'}"
            case core.MoveTo(piece=piece, to=core.PoolOf()) if any(is_about(n) for n in _parts(piece)):
                continue
            case core.MoveTo(piece=piece) if any(is_about(n) for n in _parts(piece)):
                return "a piece to move"
            case core.MoveTo(piece=piece, to=to) if is_about(to):
                return _goes(game, piece, node)
    return found


def _same_slots(effects: list[object], slot: int) -> set[int]:
    """The slots of a choice and of the names that are given to its piece or place."""
    found = {slot}
    for effect in effects:
        if isinstance(effect, core.Bind) and _about(effect.value) in found:
            found.add(effect.slot)
    return found


def _about(expr: core.Expr) -> int | None:
    """The slot of the choice that an expression is: itself, a set of it, its piece or its place; None for any other."""
    while True:
        match expr:
            case core.MakeSet(items=(one,)):
                expr = one
            case core.Builtin(name=name, arguments=(one,)) if name in _OF_PIECE:
                expr = one
            case core.Local(slot=slot):
                return slot
            case _:
                return None


def _is_about(expr: core.Expr, step: Step) -> bool:
    """Whether an expression is the choice itself, or a set of it."""
    return _about(expr) == step.choice.slot


def _parts(piece: core.Expr) -> list[core.Expr]:
    """What the piece that goes somewhere is taken from: the top of a chosen place, for one."""
    return [n for n in nodes(piece) if isinstance(n, core.Local)]


def _goes(game: Game, piece: core.Expr, node: Node) -> str:
    """Where a piece goes: one out of a pool is put there."""
    new = next((n.kind for n in nodes(piece) if isinstance(n, core.Place)), None)
    if new is not None:
        return f"where to put {_piece(game, new, node)}"
    taken = _taken(piece, node)
    if taken is not None:
        pool, kind = taken
        is_fixed = _is_fixed(piece)
        if kind is None and is_fixed:
            kind = node.leaving
        if kind is not None:
            return f"where to put {_kind(game, kind)}"
        if is_fixed:
            name, noun = words(pool), piece_noun(game)
            return f"where to put a {f'{name} {noun}' if is_participle(name) else f'{noun} from the {name}'}"
    return "where it goes"


def _is_fixed(piece: core.Expr) -> bool:
    """Whether a piece is the same whatever is chosen."""
    chosen = {n.slot for n in nodes(piece) if isinstance(n, core.Local)}
    return chosen <= {n.slot for n in nodes(piece) if isinstance(n, core.Comprehension)}


def _taken(piece: core.Expr, node: Node) -> tuple[str, Value] | None:
    """The pool that a piece is taken from, and its kind where it is chosen or fixed; None for a piece of no pool."""
    pool = next((n.name for n in nodes(piece) if isinstance(n, core.PoolOf)), None)
    if pool is None:
        return None
    chosen = {n.slot for n in nodes(piece) if isinstance(n, core.Local)}
    made = next((m for m in node.path if m.step is not None and m.step.choice.slot in chosen), None)
    if made is not None and made.token.sort == "kind":
        return pool, made.token.value
    fixed = next((n for n in nodes(piece) if isinstance(n, core.Const) and n.type.base == "kind"), None)
    return pool, fixed.value if fixed is not None else None


class Put(NamedTuple):
    """The pool of a piece that goes to a place that is chosen, its kind where the choices tell it, and whether it is the same piece
    whatever is chosen."""

    pool: str
    kind: Value
    is_fixed: bool


def puts(game: Game, node: Node) -> Iterator[tuple[Option, Put]]:
    """What goes out of pools to the places that are offered, each with one of them."""
    steps = {id(o.step): o for o in node.options if o.token.site is not None}
    for option in steps.values():
        put = _put_from(game, option.step, node) if option.step is not None else None
        if put is not None:
            yield option, put


def with_leaving(walk: Walk, node: Node, state: State, viewer: int) -> Node:
    """A place of a walk with what leaves a pool there, as a player sees it: found by doing one of the actions."""
    game = state.engine.game
    found = [*puts(game, node)]
    if len(found) != 1 or found[0][1].kind is not None or not found[0][1].is_fixed:
        return node
    (option, put), name = found[0], game.players[viewer].name
    after = state.apply(walk.behind(node, option)[0])
    held = [s.observation(viewer)["pools"].get(put.pool) for s in (state, after)]
    lying, left = (Counter(h.get(name, ()) if isinstance(h, dict) else h or ()) for h in held)
    gone = [word for text in (lying - left).elements() for word in text.split()]
    kinds = [i for i, kind in enumerate(game.kinds) if kind.name in gone]
    return replace(node, leaving=kinds[0]) if len(kinds) == 1 else node


def _put_from(game: Game, step: Step, node: Node) -> Put | None:
    """What goes out of a pool to a place that is chosen; None where nothing does."""
    effects = _effects(game, step.action)
    same = _same_slots(effects, step.choice.slot)
    moves = (e.piece for e in effects if isinstance(e, core.MoveTo) and _about(e.to) in same)
    return next((Put(*t, _is_fixed(p)) for p in moves if (t := _taken(p, node)) is not None), None)


def _piece(game: Game, kind: core.Expr, node: Node) -> str:
    """A kind as it is said in a question: by name where it is known by now."""
    if isinstance(kind, core.Const):
        return _kind(game, kind.value)
    if isinstance(kind, core.Local):
        made = _made(node, kind.slot)
        if made is not None and made.token.sort == "kind":
            return _kind(game, made.token.value)
    return "it"


def _kind(game: Game, value: object) -> str:
    """A kind by its name, one whose name is a code by what it is."""
    if not isinstance(value, int):
        return "it"
    name = kind_name(game, game.kinds[value].name)
    return f"the {piece_noun(game) if CODE.fullmatch(name) else name}"


def _made(node: Node, slot: int) -> Pick | None:
    return next((m for m in node.path if m.step is not None and m.step.choice.slot == slot), None)


def _from_pool(game: Game, step: Step, node: Node) -> str:
    """A piece out of a pool, or several: how many, where that is certain."""
    pool = game.pools[step.pools[0]]
    noun = piece_noun(game)
    if noun == "card" and not holds_cards(game, pool.name):
        noun = "piece"
    if noun == "piece" and not pool.is_owned and holds_cards(game, pool.name):
        noun = "card"
    called = words(step.choice.name.rpartition(".")[2])
    is_called = len(called) > _SHORT and not is_participle(called)
    where = f"{'your' if step.is_own else 'the'} {words(pool.name)}"
    if is_participle(words(pool.name)):
        where = f"{where} {noun}s"
    if step.choice.sizes is None:
        one = called if is_called else noun
        return f"one of {where}" if where.endswith(f" {one}s") else f"a {one} from {where}"
    if _made(node, step.choice.slot) is not None:
        is_plural = is_called and called.endswith("s") and not called.endswith(("ies", "hes", "xes", "ses"))
        return f"another {called[:-1] if is_plural else noun} from {where}"
    least, most = step.choice.sizes
    number = f"{least} " if least == most else ""
    several = noun if most == 1 else called if is_called and called.endswith("s") else f"{noun}s"
    return f"{number}{several} from {where}"


def _noun(game: Game, step: Step, node: Node) -> str:
    """A thing of the sort that is chosen; of a set as many as it has, and then another one."""
    noun = _called(game, step, node)
    if step.choice.sizes is None:
        return f"a {noun}"
    if _made(node, step.choice.slot) is not None:
        return f"another {noun}"
    least, most = step.choice.sizes
    many = noun if most == 1 else several(noun)
    return f"{least} {many}" if least == most else many


def _called(game: Game, step: Step, node: Node) -> str:
    match step.sort:
        case "site":
            return "place"
        case "kind":
            among = [o.token.value for o in node.options if isinstance(o.token.value, int)]
            return "card" if are_cards(game, among) else "kind"
        case "word":
            kind = (step.choice.type.element or step.choice.type).name
            return words(kind) if kind else "word"
        case other:
            return other
