"""What a typed text may mean for an action: the choices that its sites and words give, or whose notation it is."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from gdl.core import model
from gdl.core.evaluate import topmost
from gdl.core.types import SITE
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_COMPARED
from gdl.platform.dataclass import dataclass
from interpreter.engines import notation
from interpreter.engines.notation import loose, plain, word
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import written
from interpreter.shared.numbering import Move, Values

UNSAID = object()  # stands for a choice of which nothing is said


@dataclass(frozen=True, slots=True)
class Question:
    """Why a text is no legal action. `legal` gives those that are, asked only where they matter; `depth` is how many
    levels of reasons behind reasons are wanted."""

    text: str
    legal: Callable[[], Sequence[Move]]
    depth: int = 0


def sites_of(game: model.Game, text: str) -> list[int]:
    """The sites that a text names, in order."""
    if game.board.is_growing:
        found = (game.board.site(w) for w in re.findall(r"-?\d+,-?\d+", text))
        return [site for site in found if site is not None]
    names = game.board.lower_site_index
    return [names[w] for w in notation.words(game, _spaced(text)) if w in names]


def _spaced(text: str) -> str:
    """A text with blanks for the signs that stand between words."""
    return re.sub(r"[-x:>](?=[a-z]+\d)|[^\w\s]", " ", text.lower())


def game_words(game: model.Game) -> list[str]:
    """The words about the game, beside its sites."""
    return [*(a.name for a in game.actions), *(k.name for k in game.kinds)]


def filled(game: model.Game, action: model.Action, sites: list[int], words: list[str]) -> Values | None:
    """The choices that sites and words give to an action, `UNSAID` where no word does; None if the sites are too few
    or too many."""
    asked = sum(notation.is_place(c) and c.sizes is None for c in action.choices)
    waiting, said = _told_apart(game, action, sites, words, asked)
    takes_more = action.again is not None or any(notation.is_place(c) and c.sizes for c in action.choices)
    if len(waiting) < asked or (len(waiting) > asked and not takes_more):
        return None
    more = len(waiting) - asked
    found: list[Any] = []
    for choice in action.choices:
        if not notation.is_place(choice):
            found.append(_value(game, choice, said))
        elif choice.sizes is None:
            found.append(waiting.pop(0))
        else:  # a set is given all the sites that no other choice takes
            found.append(tuple(waiting[:more]) or UNSAID)
            del waiting[:more]
            more = 0
    return tuple(found)


def spelt(game: model.Game, action: model.Action, text: str) -> Values | None:
    """The choices of an action that is written with its name, if its notation has it, and a word for each of them, in their order;
    else None."""
    name, said = action.name.lower(), text.lower().split()
    for parts in ([name], name.split("_"), *(() if action.is_named else ([],))):
        words = said[len(parts) :]
        if said[: len(parts)] != parts or len(words) != len(action.choices):
            continue
        found = [_meant(game, c, w) for c, w in zip(action.choices, words, strict=True)]
        if UNSAID not in found:
            return tuple(found)
    return None


def _meant(game: model.Game, choice: model.Choice, said: str) -> Any:
    """The value of a choice that a word means."""
    if choice.sizes is not None:
        parts = said.split("+")
        found: Any = UNSAID if notation.is_place(choice) else _value(game, choice, parts)
        return found if found is UNSAID or len(found) == len(parts) else UNSAID
    if notation.is_place(choice):
        return game.board.lower_site_index.get(said, UNSAID)
    return _value(game, choice, [said])


def unknown_words(game: model.Game, action: model.Action, words: Iterable[str]) -> list[str]:
    """The words that name neither the action, nor a site, nor what one of its choices may be."""
    known = {*game.board.lower_site_index, *action.name.lower().split("_"), action.name.lower()}
    known |= {part for o in _other_values(game, action) for part in (plain(o), *o.lower().split())}
    known |= set(notation.SPELT_TRUTHS)
    return [w for w in words if w.lower() not in known]


def begun(action: model.Action, sites: list[int]) -> Values | None:
    """The choices of an action of which sites are only the first, as when they are pointed at one by one; all else is
    `UNSAID`. None if they are more than the action asks for."""
    waiting = list(sites)
    found = tuple(
        waiting.pop(0) if waiting and notation.is_place(c) and c.sizes is None else UNSAID
        for c in action.choices
    )
    return None if waiting else found


def _told_apart(
    game: model.Game, action: model.Action, sites: list[int], words: list[str], asked: int
) -> tuple[list[int], list[str]]:
    """The sites and the other words of a text: a word that names a site and a value is a value as long as sites are left."""
    others = _other_values(game, action)
    names, kept, said = game.board.lower_site_index, list(sites), list(words)
    both = [w for w in twofold(game, action, words) if names[w.lower()] in kept]
    for both_ways in sorted(both, key=lambda w: w not in others):  # first what is spelt exactly like a value
        if len(kept) > asked:
            kept.remove(names[both_ways.lower()])
        elif both_ways in said:
            said.remove(both_ways)
    return kept, said


def twofold(game: model.Game, action: model.Action, words: Iterable[str]) -> list[str]:
    """The words that name both a site and what another choice of the action may be, such as a kind `A1`."""
    names, others = game.board.lower_site_index, {plain(o) for o in _other_values(game, action)}
    return [w for w in words if w.lower() in names and plain(w) in others]


def _other_values(game: model.Game, action: model.Action) -> list[str]:
    """How all that the choices beside sites may be is written."""
    choices = [c for c in action.choices if not notation.is_place(c)]
    return [written(game, v, c.type.element or c.type) for c in choices for v in c.values]


def _value(game: model.Game, choice: model.Choice, words: list[str]) -> Any:
    if choice.sizes is not None and choice.type.element is not None:
        names = {plain(word(game, v, choice.type.element)): v for v in choice.values}
        return tuple(names[plain(w)] for w in words if plain(w) in names) or UNSAID
    for value in choice.values:
        if any(plain(written(game, value, choice.type)) == plain(w) for w in words):
            return value
        if choice.type.base == "bool" and any(notation.SPELT_TRUTHS.get(w.lower()) is value for w in words):
            return value
    return UNSAID


# ---- by notation


def by_notation(rules: Rules, action: model.Action, given: Values, text: str) -> Iterable[Values]:
    """The choices that would be written so, legal or not; where nothing but the action's name is said, all of them."""
    is_name = plain(text) == plain(action.name)
    domains = [domain(rules, c) for c in action.choices]
    if not is_name:
        domains = mentioned(rules, action, domains, text)
    for values in islice(product(*domains), MAX_COMPARED):
        if is_name or is_written(rules, action, given, values, text):
            yield values


def mentioned(
    rules: Rules, action: model.Action, domains: Sequence[Iterable[Any]], text: str
) -> list[Iterable[Any]]:
    """What choices may be if a text is the notation of an action, or begins or ends with it: those whose words occur."""
    always = written_in(action)
    return [
        [v for v in domain if occurs(rules.game, c, v, text)] if c.slot in always else domain
        for c, domain in zip(action.choices, domains, strict=True)
    ]


def written_in(action: model.Action) -> set[int]:
    """The slots of the choices whose words are always part of an action's notation."""
    if action.notation is None:
        return set()
    return set.intersection(
        *({p.slot for p in t if isinstance(p, model.Local)} for t in _ways(action.notation))
    )


def _ways(notation: model.Expr) -> Iterator[tuple[model.Expr | str, ...]]:
    """The ways in which a notation may be written, each as its pieces."""
    match notation:
        case model.If():
            yield from _ways(notation.then)
            yield from _ways(notation.otherwise)
        case model.Template():
            yield notation.pieces
        case _:
            yield (notation,)


def occurs(game: model.Game, choice: model.Choice, value: Any, text: str) -> bool:
    """Whether the word of a choice occurs in a text, whatever signs are between the sites. A set may be meant by any text."""
    if value is UNSAID:
        return True
    kind = SITE if choice.type.base == "piece" else choice.type
    return _bare(written(game, value, kind)) in _bare(text)


def _bare(text: str) -> str:
    return re.sub(r"[-x:]", "", _rounded(text))


def domain(rules: Rules, choice: model.Choice) -> Iterable[Any]:
    """What a choice may be thought to be: a piece is on the board, and the mover's or nobody's."""
    if choice.sizes is not None:
        return (UNSAID,)
    if choice.type.base != "piece":
        return choice.values
    data = rules.data
    return [
        site for site, cell in enumerate(data.cells) if cell and data.owner[cell[-1]] in (rules.mover, None)
    ]


def is_written(rules: Rules, action: model.Action, given: Values, values: Values, text: str) -> bool:
    if action.notation is None or UNSAID in values:
        return False
    trial = rules.fresh()
    trial.view.viewpoint = trial.mover
    trial.view.give(action.parameters, given)
    for choice, value in zip(action.choices, values, strict=True):
        trial.view.names[choice.slot] = topmost(trial.view, value) if choice.type.base == "piece" else value
    if action.form == "move":
        trial.view.names[action.piece] = topmost(trial.view, values[0])
        trial.view.names[action.origin] = values[0]
    try:
        shown = str(trial.view.value(action.notation))
    except (GameError, LookupError, TypeError, AttributeError):
        return False  # it names what only the action's clauses bind
    return _rounded(shown) == _rounded(text)


def _rounded(text: str) -> str:
    return loose(text).replace("0", "o")
