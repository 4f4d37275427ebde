"""Why a move is not legal: its clauses judged one by one, until one rejects it.

A move is read from its notation: the sites in it fill the choices of sites in order, other words the other choices.
Where an action has a notation of its own, the choices are sought that would be written so. Of several actions that
could be meant the one speaks that comes furthest.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from gdl import model
from gdl.diagnostics import GameError
from gdl.evaluate import topmost
from gdl.limits import MAX_COMPARED
from gdl.types import SITE
from interpreter.engines import typed
from interpreter.engines.base import Reason
from interpreter.engines.notation import loose, plain, steps, word
from interpreter.engines.reference.candidates import candidates, chosen, further, may_move
from interpreter.engines.reference.chosen import elements_alike, known_as, set_named
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.settling import settle
from interpreter.engines.reference.view import written
from interpreter.numbering import Move, Values

# How far an action came. What says most is how many of its choices fit.
_NO_PIECE, _NOT_OWN, _NO_SUCH_MOVE, _CHOICE, _MOVES, _ALL = 4, 5, 8, 10, 5, 1000
_UNSAID = object()  # stands for a choice of which nothing is said


Legal = Callable[[], Sequence[Move]]


def explain(rules: Rules, text: str, legal: Legal) -> list[Reason]:
    """The reasons against a move, of the action that comes furthest; empty when nothing can be said against it.

    `legal` gives the legal actions; it is asked only where they matter.
    """
    game = rules.game
    words = re.findall(r"[A-Za-z_]+\d*|\d+", text)
    sites = _sites(game, text)
    turn = game.turn_of(rules.data.phase)
    names = list(turn.names)
    if rules.data.pending:
        names = [w.action for w in rules.data.pending[0].choices]
    lower = [w.lower() for w in words]
    named = [n for n in names if n.lower() in lower]
    speaks = bool(sites) or not {*lower}.isdisjoint(n.lower() for n in _names(game))
    reasons: list[tuple[int, Reason]] = []
    for name in named or names:
        action = game.action(name)
        given = rules.data.pending[0].arguments(name) if rules.data.pending else ()
        if action.again is not None and action.form != "move" and not rules.data.pending:
            reasons.extend([_judge_steps(rules.fresh(), action, text, legal)] if speaks else [])
            continue
        known = _filled(game, action, sites, words)
        if known is not None and (sites or name in named):
            found = _judge(rules.fresh(), action, given, known, legal)
            if found is None and _UNSAID not in known:
                return []  # such an action is legal: what else is said is what cannot be read
            reasons.extend([found] if found is not None else [])
        if action.notation is not None or name in named:
            reasons.extend(_by_notation(rules, action, given, text, legal))
    if not reasons:
        reasons.extend(_no_sites(game, lower, turn))
    if not reasons and speaks:
        reasons.extend(_not_offered(rules, names, words))
    best = max((depth for depth, _ in reasons), default=0)
    found_texts: dict[str, Reason] = {}
    for depth, reason in reasons:
        if depth == best:
            found_texts.setdefault(reason.text, reason)
    return list(found_texts.values())


def _no_sites(game: model.Game, words: list[str], turn: model.Turn) -> list[tuple[int, Reason]]:
    """Words that have the form of sites, and are none."""
    known, form = typed.site_names(game), re.compile(r"[a-z]{1,2}\d+")
    if game.board.is_growing or not known or not all(form.fullmatch(name) for name in known):
        return []
    others = {name.lower() for name in _names(game)}
    missing = [w for w in words if form.fullmatch(w) and w not in known and w not in others]
    return [(0, Reason(turn.span, f"there is no site {word}")) for word in missing]


def _names(game: model.Game) -> list[str]:
    """The words that speak of the game, beside its sites."""
    return [*(a.name for a in game.actions), *(k.name for k in game.kinds)]


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
    """The sites that a text names, in order."""
    if game.board.is_growing:
        found = (game.board.site(w) for w in re.findall(r"-?\d+,-?\d+", text))
        return [site for site in found if site is not None]
    names = typed.site_names(game)
    return [names[w] for w in typed.words(game, _spaced(text)) if w in names]


def _spaced(text: str) -> str:
    """A text with blanks for the signs that stand between words."""
    return re.sub(r"[-x:>](?=[a-z]+\d)|[^\w\s]", " ", text.lower())


def _filled(game: model.Game, action: model.Action, sites: list[int], words: list[str]) -> Values | None:
    """The choices that sites and words give to an action, `_UNSAID` where no word does; None if the sites are too few
    or too many."""
    asked = sum(typed.is_place(c) and c.sizes is None for c in action.choices)
    waiting, said = _told_apart(game, action, sites, words, asked)
    takes_more = action.again is not None or any(typed.is_place(c) and c.sizes for c in action.choices)
    if len(waiting) < asked or (len(waiting) > asked and not takes_more):
        return None
    more = len(waiting) - asked
    found: list[Any] = []
    for choice in action.choices:
        if not typed.is_place(choice):
            found.append(_value(game, choice, said))
        elif choice.sizes is None:
            found.append(waiting.pop(0))
        else:  # a set is given all the sites that no other choice takes
            found.append(tuple(waiting[:more]) or _UNSAID)
            del waiting[:more]
            more = 0
    return tuple(found)


def _told_apart(
    game: model.Game, action: model.Action, sites: list[int], words: list[str], asked: int
) -> tuple[list[int], list[str]]:
    """The sites and the other words of a text: a word that names a site and a value is a value as long as sites are left."""
    others = [
        written(game, v, c.type.element or c.type)
        for c in action.choices
        if not typed.is_place(c)
        for v in c.values
    ]
    names, kept, said = typed.site_names(game), list(sites), list(words)
    both = [w for w in words if plain(w) in map(plain, others) and names.get(w.lower()) in kept]
    for both_ways in sorted(both, key=lambda w: w not in others):  # first what is spelt exactly like a value
        if len(kept) > asked:
            kept.remove(names[both_ways.lower()])
        elif both_ways in said:
            said.remove(both_ways)
    return kept, said


def _value(game: model.Game, choice: model.Choice, words: list[str]) -> Any:
    if choice.sizes is not None and choice.type.element is not None:
        names = {plain(word(game, v, choice.type.element)): v for v in choice.values}
        return tuple(names[plain(w)] for w in words if plain(w) in names) or _UNSAID
    for value in choice.values:
        if any(plain(written(game, value, choice.type)) == plain(w) for w in words):
            return value
        if choice.type.base == "bool" and any(typed.SPELT_TRUTHS.get(w.lower()) is value for w in words):
            return value
    return _UNSAID


def _by_notation(
    rules: Rules, action: model.Action, given: Values, text: str, legal: Legal
) -> Iterator[tuple[int, Reason]]:
    """What stands against the choices that would be written so, legal or not.

    Without a notation: against all choices, where nothing but the action's name is said.
    """
    if action.again is not None or rules.board.is_growing:
        return
    is_name = plain(text) == plain(action.name)
    domains = [_domain(rules, c) for c in action.choices]
    if not is_name:
        written_in = _written_in(action)
        domains = [
            [v for v in domain if c.slot not in written_in or _occurs(rules.game, c, v, text)]
            for c, domain in zip(action.choices, domains, strict=True)
        ]
    for values in islice(product(*domains), MAX_COMPARED):
        if is_name or _is_written(rules, action, given, values, text):
            found = _judge(rules.fresh(), action, given, values, legal)
            if found is not None:
                yield found


def _domain(rules: Rules, choice: model.Choice) -> Iterable[Any]:
    """What a choice may be thought to be: a piece is on the board, and the mover's or nobody's."""
    if choice.sizes is not None:
        return (_UNSAID,)
    if choice.type.base != "piece":
        return choice.values
    data = rules.data
    return [
        site for site, cell in enumerate(data.cells) if cell and data.owner[cell[-1]] in (rules.mover, None)
    ]


def _written_in(action: model.Action) -> set[int]:
    """The slots of the choices whose words are always part of an action's notation."""
    notation = action.notation
    pieces = notation.pieces if isinstance(notation, model.Template) else (notation,)
    return {p.slot for p in pieces if isinstance(p, model.Local)}


def _occurs(game: model.Game, choice: model.Choice, value: Any, text: str) -> bool:
    """Whether the word of a choice occurs in a text, whatever signs are between the sites."""
    kind = SITE if choice.type.base == "piece" else choice.type
    return _bare(written(game, value, kind)) in _bare(text)


def _bare(text: str) -> str:
    return re.sub(r"[-x:]", "", _rounded(text))


def _is_written(rules: Rules, action: model.Action, given: Values, values: Values, text: str) -> bool:
    if action.notation is None or _UNSAID in values:
        return False
    trial = rules.fresh()
    trial.view.viewpoint = trial.mover
    for (_, slot, _), value in zip(action.parameters, given, strict=True):
        trial.view.names[slot] = value
    for choice, value in zip(action.choices, values, strict=True):
        trial.view.names[choice.slot] = topmost(trial.view, value) if choice.type.base == "piece" else value
    if action.form == "move":
        trial.view.names[action.piece], trial.view.names[action.origin] = (
            topmost(trial.view, values[0]),
            values[0],
        )
    try:
        shown = str(trial.view.value(action.notation))
    except (GameError, LookupError, TypeError, AttributeError):
        return False  # it names what only the action's clauses bind
    return _rounded(shown) == _rounded(text)


def _rounded(text: str) -> str:
    return loose(text).replace("0", "o")


def _judge(
    rules: Rules, action: model.Action, given: Values, values: Values, legal: Legal
) -> tuple[int, Reason] | None:
    """What stands against an action with these choices, and how far it came; None if nothing does.

    `given` are a demanded one's arguments; a piece is given by its site.
    """
    game = rules.game
    for (_, slot, _), value in zip(action.parameters, given, strict=True):
        rules.view.names[slot] = value
    rules.view.viewpoint = rules.mover
    waiting = dict(zip((c.slot for c in action.choices), values, strict=True))
    depth = base = -1 if _UNSAID in values else 0
    if action.form == "move":
        against = _judge_piece(rules, action, values[0])
        if against is not None:
            return against
        depth = base + _CHOICE + _MOVES
    for part in action.parts:
        match part:
            case model.Along():
                to = waiting[part.to]
                if not _follow(rules, action, part, to):
                    return depth, Reason(
                        part.span,
                        f"`{action.name}`: no path leads to {game.board.sites[to].name}: {_text(part)}",
                    )
                depth += _CHOICE
            case model.Choose():
                choice = next(c for c in action.choices if c.slot == part.slot)
                value = waiting[part.slot]
                if value is _UNSAID:
                    return None
                possible = rules.view.elements(part.source)
                chosen = value
                if choice.type.base == "piece":
                    cell = rules.data.cells[value]
                    chosen = next((p for p in reversed(cell) if p in possible), topmost(rules.view, value))
                rules.view.names[part.slot] = chosen  # judging the source may have used the slot
                if chosen not in possible:
                    shown = written(game, value, SITE if choice.type.base == "piece" else choice.type)
                    clause = _text(part)
                    said = (
                        f"{shown} cannot be chosen: {clause}"
                        if clause.startswith("choose")
                        else f"no path leads to {shown}: along {clause}"
                    )
                    came = depth + 2 * _is_nearly(rules, part, chosen)
                    return came, Reason(part.span, f"`{action.name}`: {said}")
                depth += _CHOICE
            case model.ChooseSet():
                if waiting[part.slot] is _UNSAID or (rules.board.is_stacking and not part.is_by_kind):
                    return None  # a site does not say which of its pieces are meant
                refused = _judge_set(rules, action, part, waiting[part.slot])
                if refused is not None:
                    return depth, refused
                depth += _CHOICE
            case model.Condition():
                if not rules.view.value(part.condition):
                    return depth + 1, Reason(part.span, f"`{action.name}`: this does not hold: {_text(part)}")
    return _consequence(rules, action, given, legal, _ALL)


def _judge_set(
    rules: Rules, action: model.Action, part: model.ChooseSet, names: tuple[Any, ...]
) -> Reason | None:
    """What stands against a set of elements, each given by what it is chosen by; if nothing does, its name is bound."""
    choice = next(c for c in action.choices if c.slot == part.slot)
    if not part.least <= len(names) <= part.most:
        return Reason(part.span, f"`{action.name}`: {len(names)} cannot be chosen at once: {_text(part)}")
    found = set_named(elements_alike(part, rules.view), names, part, rules.view)
    chosen = known_as(choice, found, rules.view)
    for name in names:
        if chosen.count(name) < names.count(name):
            shown = written(rules.game, name, SITE if typed.is_place(choice) else choice.type.element or SITE)
            return Reason(part.span, f"`{action.name}`: {shown} cannot be chosen: {_text(part)}")
    rules.view.names[part.slot] = found
    if part.condition is not None and not rules.view.value(part.condition):
        return Reason(part.span, f"`{action.name}`: this does not hold: {_text(part.condition)}")
    return None


def _judge_piece(rules: Rules, action: model.Action, start: int) -> tuple[int, Reason] | None:
    """What stands against a move of what is on a site; if nothing does, the move's names are bound."""
    game = rules.game
    name = game.board.sites[start].name
    cell = rules.data.cells[start]
    if not cell:
        return _NO_PIECE, Reason(action.span, f"there is no piece on {name}")
    piece = cell[-1]
    owner = rules.data.owner[piece]
    if owner != rules.mover:
        whose = game.players[owner].name if owner is not None else "nobody"
        return _NOT_OWN, Reason(action.span, f"{name} is not yours: the piece there belongs to {whose}")
    kind = game.kinds[rules.data.kind[piece]].name
    if not may_move(action, piece, rules.view):
        return _NO_SUCH_MOVE, Reason(action.span, f"`{action.name}`: a {kind} does not make this move")
    rules.view.names[action.piece] = piece
    rules.view.names[action.origin] = start
    return None


def _is_nearly(rules: Rules, part: model.Choose, value: Any) -> bool:
    """Whether what cannot be chosen lacks nothing but the condition of the choice."""
    source = part.source
    return (
        isinstance(source, model.Comprehension)
        and source.condition is not None
        and source.source.type == source.type
        and value in rules.view.elements(source.source)
    )


def _follow(rules: Rules, action: model.Action, part: model.Along, to: int) -> bool:
    start = rules.data.place[rules.view.names[action.piece]]
    for end in ways(part.path, rules.view, start):
        if not any(s.name == "to" for s in part.path.steps):
            rules.view.names[part.to] = end
        if rules.view.names[part.to] == to:
            return True
    return False


def _consequence(
    rules: Rules, action: model.Action, given: Values, legal: Legal, depth: int
) -> tuple[int, Reason] | None:
    """What `require` and `prefer`, or an earlier group of the turn, say against it."""
    values, after = chosen(action, rules.view), None
    for after in _begun(rules.fresh(), action, given, values):
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
    if any(m.action.name == action.name and m.values == values for m in legal()):
        return None
    against = _comes_first(rules.fresh(), action, legal())
    if against is None and after is not None:
        against = _preferred(rules, action, after, legal())
    return None if against is None else (depth + 5, against)


def _begun(rules: Rules, action: model.Action, given: Values, values: Values) -> Iterator[Data]:
    """The positions to which an action leads that begins with these choices."""
    for _ in candidates(action, given, rules.view, values):
        for _, after in rules.stepped(action, True).go_on(action, (values,), None, set()):
            yield after


def _comes_first(rules: Rules, action: model.Action, legal: Sequence[Move]) -> Reason | None:
    """The earlier group of the turn that has a legal action."""
    turn = rules.game.turn_of(rules.data.phase)
    names = {m.action.name for m in legal}
    first = next((group for group in rules.on_offer(turn) if names & {*group}), ())
    if rules.data.pending or not first or action.name in first:
        return None
    better = next(name for name in first if name in names)
    return Reason(turn.span, f"`{action.name}`: `{better}` is possible and comes first")


def _preferred(rules: Rules, action: model.Action, after: Data, legal: Sequence[Move]) -> Reason | None:
    """The first `prefer` that wants a legal action rather than this one, which leads to the position `after`."""
    best = rules.fresh().play(legal[0], ()) if legal and rules.game.prefers else None
    for prefer in rules.game.prefers if best is not None else ():
        mine, theirs = (rules.fresh(d).view.value(prefer.value) for d in (after, best))
        if mine != theirs:
            return Reason(prefer.span, f"`{action.name}`: another one is preferred: {_text(prefer)}")
    return None


def _judge_steps(root: Rules, action: model.Action, text: str, legal: Legal) -> tuple[int, Reason]:
    """An action that repeats, step by step as it is written, as far as it can be followed."""
    words = [w for w in steps(text) if w != action.name] if _is_free(action) else text.lower().split()
    return _follow_steps(root, root, action, words, 0, legal)


def _is_free(action: model.Action) -> bool:
    return action.again is not None and action.again.is_any_order


def _follow_steps(
    root: Rules, rules: Rules, action: model.Action, left: list[str], number: int, legal: Legal
) -> tuple[int, Reason]:
    """The reason against the steps that are left, of the way that comes farthest: `number` are made."""
    again = action.again
    assert again is not None
    name = f"`{action.name}`"
    names = rules.view.names[:]
    goes_on = number == 0 or (number < again.most and rules.may_go_on(action, again))
    if not left:
        if again.must and goes_on and any(True for _ in further(action, rules.view)):
            return number + 20, Reason(again.span, f"{name}: it is to go on, and can")
        rules.view.names[:] = names
        return number + 20, _against(root, rules, action, legal)
    best: tuple[int, Reason] | None = None
    ways = (
        (further(action, rules.view) if number else candidates(action, (), rules.view))
        if goes_on
        else iter(())
    )
    for values in ways:
        rest = _without(left, _step_text(rules, action, values), _is_free(action))
        if rest is not None:
            found = _follow_steps(root, rules.stepped(action, number == 0), action, rest, number + 1, legal)
            best = found if best is None or found[0] > best[0] else best
    if best is not None:
        return best
    after = f" after {number} step" + ("s" if number > 1 else "") if number else ""
    return number, Reason(action.span, f"{name}: {' '.join(left)} is not possible{after}")


def _step_text(rules: Rules, action: model.Action, values: Values) -> str:
    if action.notation is not None:
        return str(rules.view.value(action.notation))
    return " ".join(written(rules.game, v, c.type) for c, v in zip(action.choices, values, strict=True))


def _without(left: list[str], step: str, is_free: bool) -> list[str] | None:
    """The words that are left after those of a step; None if it is not among them."""
    words = steps(step) if is_free else step.lower().split()
    if not is_free:
        return left[len(words) :] if left[: len(words)] == words else None
    rest = list(left)
    for said in words:
        if said not in rest:
            return None
        rest.remove(said)
    return rest


def _against(root: Rules, rules: Rules, action: model.Action, legal: Legal) -> Reason:
    """What `require`, `prefer` or an earlier group of the turn say against an action whose steps are all possible."""
    rules.view.viewpoint = rules.mover
    rules.effects.do(action.finals)
    settle(action, rules.effects)
    broken = root.broken_requirement(action, rules.data)
    if broken is not None:
        return Reason(broken.span, f"`{action.name}`: after it this would not hold: {_text(broken)}")
    against = _comes_first(root, action, legal()) or _preferred(root, action, rules.data, legal())
    return against or Reason(action.span, f"`{action.name}`: it is the same as another action that is legal")


def _text(node: Any) -> str:
    return " ".join(node.span.text.split())
