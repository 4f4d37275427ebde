"""Why a move is not legal: its clauses judged one by one, until one rejects it.

A move is read from its notation: the sites in it fill the choices of sites in order, other words the other choices.
"""

import re
from typing import Any

from gdl import model
from gdl.types import SITE
from interpreter.engines.base import Reason
from interpreter.engines.notation import plain, steps
from interpreter.engines.numbers import Move, Values
from interpreter.engines.reference.expressions import written
from interpreter.engines.reference.rules import Rules


def explain(rules: Rules, text: str) -> list[Reason]:
    """The reasons against a move, the likeliest action first; empty when nothing can be said against it."""
    game = rules.game
    words = re.findall(r"[A-Za-z_]+\d*|\d+", text)
    sites = _sites(game, text)
    turn = game.turn_of(rules.data.phase)
    names = list(turn.names)
    if rules.data.pending:
        names = [w.action for w in rules.data.pending[0].choices]
    named = [n for n in names if n in words]
    reasons: list[tuple[int, Reason]] = []
    for name in named or names:
        action = game.action(name)
        given = rules.data.pending[0].arguments(name) if rules.data.pending else ()
        if action.again is not None and action.form != "move" and not rules.data.pending:
            reasons.append(_judge_steps(rules.fresh(), action, text))
            continue
        found = _judge(rules.fresh(), action, given, sites, words)
        if found is not None and (sites or name in words or not action.parts):
            reasons.append(found)
    if not reasons:
        reasons.extend(_not_offered(rules, names, words))
    reasons.sort(key=lambda r: -r[0])
    best = reasons[0][0] if reasons else 0
    return [r for depth, r in reasons if depth == best]


def _not_offered(rules: Rules, offered: list[str], words: list[str]) -> list[tuple[int, Reason]]:
    """Actions that are named, but not on offer now, or what must be decided first."""
    game = rules.game
    if rules.data.pending:
        wanted = [w.action for w in rules.data.pending[0].choices]
        first = game.action(wanted[0])
        return [(0, Reason(first.span, "now " + " or ".join(f"`{n}`" for n in wanted) + " is to be chosen"))]
    turn = game.turn_of(rules.data.phase)
    named = [a.name for a in game.actions if a.name in words and a.name not in offered]
    where = f" in the phase `{rules.data.phase}`" if len(game.phases) > 1 else ""
    return [(0, Reason(turn.span, f"`{name}` is not on offer{where}")) for name in named]


def _sites(game: model.Game, text: str) -> list[int]:
    found = []
    pattern = r"-?\d+,-?\d+" if game.board.is_growing else r"[a-z]+\d+"
    for word in re.findall(pattern, text.lower().replace("x", " x")):
        site = game.board.site(word)
        if site is None and word.startswith("x"):
            site = game.board.site(word[1:])
        if site is not None:
            found.append(site)
    return found


def _judge(
    rules: Rules, action: model.Action, given: Values, sites: list[int], words: list[str]
) -> tuple[int, Reason] | None:
    """What stands against an action, and how much of it could be read; `given` are a demanded one's arguments."""
    game = rules.game
    for (_, slot, _), value in zip(action.parameters, given, strict=True):
        rules.frame[slot] = value
    waiting = list(sites)
    asked = sum(c.type.base in ("site", "piece") for c in action.choices)
    if len(sites) < asked or (len(sites) > asked and action.again is None):
        return None
    if action.form == "move":
        if not waiting:
            return None
        start = waiting.pop(0)
        name = game.board.sites[start].name
        cell = rules.data.cells[start]
        if not cell:
            return 0, Reason(action.span, f"`{action.name}`: there is no piece on {name}")
        piece = cell[-1]
        owner = rules.data.owner[piece]
        if owner != rules.mover:
            whose = game.players[owner].name if owner is not None else "nobody"
            return 0, Reason(action.span, f"`{action.name}`: the piece on {name} belongs to {whose}")
        kind = game.kinds[rules.data.kind[piece]].name
        if not rules.may_move(action, piece):
            return 1, Reason(action.span, f"`{action.name}`: a {kind} does not make this move")
        rules.frame[action.piece] = piece
        rules.frame[action.origin] = start
    depth = 2
    for index, part in enumerate(action.parts):
        match part:
            case model.Along():
                if not waiting:
                    return None
                to = waiting.pop(0)
                if not _follow(rules, action, part, to):
                    return depth, Reason(
                        part.span,
                        f"`{action.name}`: no path leads to {game.board.sites[to].name}: {_text(part)}",
                    )
            case model.Choose():
                choice = next(c for c in action.choices if c.slot == part.slot)
                value = _value(game, choice, waiting, words)
                if value is None:
                    return None
                possible = rules.elements(part.source)
                chosen = value
                if choice.type.base == "piece":
                    cell = rules.data.cells[value]
                    chosen = next((p for p in reversed(cell) if p in possible), rules.top(value))
                rules.frame[part.slot] = chosen  # judging the source may have used the slot
                if chosen not in possible:
                    shown = written(game, value, SITE if choice.type.base == "piece" else choice.type)
                    return depth + index, Reason(
                        part.span, f"`{action.name}`: {shown} cannot be chosen: {_text(part)}"
                    )
            case model.Condition():
                if not rules.value(part.condition):
                    return depth + index, Reason(
                        part.span, f"`{action.name}`: this does not hold: {_text(part)}"
                    )
    return _consequence(rules, action, given, depth + len(action.parts))


def _follow(rules: Rules, action: model.Action, part: model.Along, to: int) -> bool:
    start = rules.data.place[rules.frame[action.piece]]
    for end in rules.ends(part.path, start):
        if not any(s.name == "to" for s in part.path.steps):
            rules.frame[part.to] = end
        if rules.frame[part.to] == to:
            return True
    return False


def _value(game: model.Game, choice: model.Choice, waiting: list[int], words: list[str]) -> Any:
    if choice.type.base in ("site", "piece"):
        return waiting.pop(0) if waiting else None
    for value in choice.values:
        if any(plain(written(game, value, choice.type)) == plain(w) for w in words):
            return value
    return None


def _consequence(rules: Rules, action: model.Action, given: Values, depth: int) -> tuple[int, Reason] | None:
    """What `require` and `prefer`, or an earlier group of the turn, say against it."""
    values = rules.chosen(action)
    for hops, after in rules.fresh().sequences(action, given):
        if hops[0] != values:
            continue
        broken = rules.broken_requirement(action, after)
        if isinstance(broken, model.Require):
            return depth + 10, Reason(
                broken.span, f"`{action.name}`: after it this would not hold: {_text(broken)}"
            )
        if broken is not None:
            return depth + 10, Reason(
                broken.span, f"`{action.name}`: `{broken.name}` must follow and could not"
            )
        break
    legal, _ = rules.fresh().offers()
    if any(a.name == action.name and v == values for a, v, _ in legal):
        return None
    turn = rules.game.turn_of(rules.data.phase)
    better = next((a for a, _, _ in legal), None)
    if better is not None and better.name != action.name:
        return depth + 5, Reason(turn.span, f"`{action.name}`: `{better.name}` is possible and comes first")
    if rules.game.prefers:
        return depth + 5, Reason(rules.game.prefers[0].span, f"`{action.name}`: another one is preferred")
    return None


def _judge_steps(root: Rules, action: model.Action, text: str) -> tuple[int, Reason]:
    """An action that goes on, step by step as it is written, as far as it can be followed."""
    words = [w for w in steps(text) if w != action.name] if _is_free(action) else text.lower().split()
    return _follow_steps(root, root, action, words, 0)


def _is_free(action: model.Action) -> bool:
    return action.again is not None and action.again.is_any_order


def _follow_steps(
    root: Rules, rules: Rules, action: model.Action, left: list[str], number: int
) -> tuple[int, Reason]:
    """The reason against the steps that are left, of the way that comes farthest: `number` are made."""
    again = action.again
    assert again is not None
    name = f"`{action.name}`"
    goes_on = number == 0 or (number < again.most and rules.may_go_on(action, again))
    if not left:
        if again.must and goes_on and any(True for _ in rules.further(action)):
            return number + 20, Reason(again.span, f"{name}: it is to go on, and can")
        return number + 20, _against(root, rules, action)
    best: tuple[int, Reason] | None = None
    ways = (rules.further(action) if number else rules.candidates(action)) if goes_on else iter(())
    for values in ways:
        rest = _without(left, _step_text(rules, action, values), _is_free(action))
        if rest is not None:
            found = _follow_steps(root, rules.stepped(action, number == 0), action, rest, number + 1)
            best = found if best is None or found[0] > best[0] else best
    if best is not None:
        return best
    after = f" after {number} step" + ("s" if number > 1 else "") if number else ""
    return number, Reason(action.span, f"{name}: {' '.join(left)} is not possible{after}")


def _step_text(rules: Rules, action: model.Action, values: Values) -> str:
    if action.notation is not None:
        return str(rules.value(action.notation))
    return " ".join(written(rules.game, v, c.type) for c, v in zip(action.choices, values, strict=True))


def _without(left: list[str], step: str, is_free: bool) -> list[str] | None:
    """The words that are left after those of a step; None if it is not among them."""
    words = steps(step) if is_free else step.lower().split()
    if not is_free:
        return left[len(words) :] if left[: len(words)] == words else None
    rest = list(left)
    for word in words:
        if word not in rest:
            return None
        rest.remove(word)
    return rest


def _against(root: Rules, rules: Rules, action: model.Action) -> Reason:
    """What `require`, `prefer` or an earlier group of the turn say against an action whose steps are all possible."""
    rules.viewpoint = rules.mover
    rules.do(action.finals)
    rules.settle(action)
    broken = root.broken_requirement(action, rules.data)
    if broken is not None:
        return Reason(broken.span, f"`{action.name}`: after it this would not hold: {_text(broken)}")
    legal, _ = root.offers()
    better = next((f for f in legal), None)
    if better is not None and better[0].name == action.name:
        values, hops = better[1:]
        follows = root.play(Move(action, values, hops), ())
        for prefer in root.game.prefers if follows is not None else ():
            mine, best = (root.fresh(d).value(prefer.value) for d in (rules.data, follows) if d is not None)
            if mine != best:
                return Reason(prefer.span, f"`{action.name}`: another one is preferred: {_text(prefer)}")
    turn = root.game.turn_of(root.data.phase)
    return Reason(turn.span, f"`{action.name}`: another action comes first")


def _text(node: Any) -> str:
    return " ".join(node.span.text.split())
