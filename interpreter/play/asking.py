"""The questions of a review in sentences: what may be done in a position, what comes of an action, and which clauses say so.

A review is the tool of a game's author, so it shows what is hidden from players, and says that it does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from gdl.core import model
from gdl.core.traits import has
from gdl.diagnostics.values import GameError
from gdl.source import Span
from interpreter.analysis.mutating import Mutant
from interpreter.analysis.review.chances import Odds
from interpreter.analysis.review.judging import act_of
from interpreter.analysis.review.places import Place, apart, places, value_at
from interpreter.analysis.review.questions import Question, group_of
from interpreter.analysis.tracing import trace
from interpreter.engines.errors import IllegalAction
from interpreter.engines.notation import word
from interpreter.engines.reference.engine import ReferenceState
from interpreter.play.moves import natural
from interpreter.play.scene.names import words
from interpreter.play.sheet.reasons import draw_reasons, end_of
from interpreter.play.sheet.wording import joined

OPEN = "All that players do not see is laid open here: a review is for the author."
NOT_KEPT = "This game is bundled, so answers are not kept: review a copy in a file of your own."
_FEW = 6  # sites, of which more are told as a whole
_BUT = 3  # sites that such a whole lacks, at most
_CHANGES = 14  # of a position, that are told
_DEPTH = 3  # of reasons


@dataclass(frozen=True, slots=True)
class Wording:
    """`lead`: how the position came about and whose turn it is; `claims`: what the rules say, a line each."""

    lead: str
    claims: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join((self.lead, *(f"  {claim}" for claim in self.claims)))


def worded(question: Question) -> Wording:
    """A question in sentences; that it asks whether these are right is left to whoever shows it."""
    state = question.situation.state
    player = state.game.players[state.current_player].name
    moves = question.situation.moves
    if question.situation.is_start:
        lead = "At the start"
    elif question.situation.root is None and moves:
        lead = f"After {joined(list(moves), 'and')}"
    else:
        lead = "In this position"
    if question.about == "setup":
        return Wording("The game begins by chance:", tuple(_chances(question.odds)))
    if question.about == "result":
        return Wording(f"{lead} {player} plays {_done(question)}. Then", tuple(_comes_of(question)))
    if not question.acts:
        return Wording(f"{lead} {player} may not do this:", (_group(question),))
    which = f"of `{_group(question)}` exactly this" if question.group else "exactly this"
    return Wording(f"{lead} {player} may do {which}:", tuple(_may(question)))


def _done(question: Question) -> str:
    """The action of a result, with its name where its notation does not tell it."""
    state = question.situation.state
    text = state.action_to_string(question.acts[0])
    name = next((move.action.name for number, move in state.moves() if number == question.acts[0]), text)
    # with `pass` and `done`, which all games have
    is_told = text.startswith(name) or len(state.game.actions) == 3
    return f"`{text}`" if is_told else f"`{text}` ({words(name)})"


def _group(question: Question) -> str:
    """What a group of actions begins with."""
    state, group = question.situation.state, question.group
    action = state.game.action(group[0])
    if len(group) == 1:
        return words(action.name)
    return f"{words(action.name)} {word(state.game, group[1], action.choices[0].type)}"


# ---- what may be done


def _may(question: Question) -> Iterator[str]:
    """The moves, those that begin alike in one line."""
    state, wanted = question.situation.state, set(question.acts)
    groups: dict[tuple[object, ...], list[tuple[str, object]]] = {}
    for number, move in state.moves():
        if number in wanted:
            first = move.values[0] if len(move.values) == 1 else None
            groups.setdefault(group_of(act_of(move)), []).append((state.action_to_string(number), first))
    for group, moves in groups.items():
        action = state.game.action(str(group[0]))
        texts = sorted((text for text, _ in moves), key=natural)
        if action.form in ("pass", "done"):
            yield action.name
            continue
        said = ""
        if len(action.choices) == 1 and action.choices[0].type.base in ("site", "piece"):
            said = _on_sites(state, [s for _, s in moves if isinstance(s, int)])
        shown = said or ", ".join(text.removeprefix(f"{action.name} ") for text in texts)
        yield shown if shown == action.name else f"{words(action.name)}: {shown}"


def _on_sites(state: ReferenceState, sites: Sequence[int]) -> str:
    """Many sites as a whole with what it lacks; "" for few."""
    if len(sites) < _FEW:
        return ""
    known = state.game.board.sites
    every = range(len(known))
    empty = [s for s in every if not state.data.cells[s]]
    for name, whole in (("sites", list(every)), ("empty sites", empty)):
        lacking = [known[s].name for s in whole if s not in set(sites)]
        if set(sites) <= set(whole) and len(lacking) <= min(_BUT, len(sites) // 2):
            but = f" but {joined(lacking, 'and')}" if lacking else ""
            return f"each of the {len(whole)} {name}{but}"
    return ""


# ---- what comes of an action


def _comes_of(question: Question) -> Iterator[str]:
    before, after = question.situation.state, question.after
    assert after is not None
    one, two = places(before.position()), places(after.position())
    apart_now = [p for p in apart(two, one) if p != ("to_move",)]
    every = [p for p in apart_now if not _is_waiting(p)]
    changed = [p for p in every if p not in question.by_chance]
    yield from _chances(question.odds)
    told = {place for given in question.odds for place, _ in given}
    if drawn := [p for p in every if p in question.by_chance - told]:
        more = f" and {len(drawn) - _FEW} places more" if len(drawn) > _FEW else ""
        yield f"chance decides {joined([_named(p) for p in drawn[:_FEW]], 'and')}{more}"
    for place in changed[:_CHANGES]:
        is_now, was = (_value(before.game, place, found.get(place)) for found in (two, one))
        yield f"{_named(place)} {is_now} (before: {was.removeprefix('is ').removeprefix('holds ')})"
    if len(changed) > _CHANGES:
        yield f"and {len(changed) - _CHANGES} places more change, as the picture shows"
    if any(_is_waiting(p) and p in two for p in apart_now):
        yield "the choice waits until all have chosen"
    yield "nothing else changes" if apart_now else "nothing changes"
    if after.is_terminal:
        yield f"the game is over: {end_of(after)}"
    elif ("to_move",) in question.by_chance:
        yield "the game goes on" + ", and chance decides who is to move" * (("to_move",) not in told)
    else:
        yield f"the game goes on: {after.game.players[after.current_player].name} is to move"


def _is_waiting(place: Place) -> bool:
    """Whether a place holds a choice that waits for those of the others in a turn together: what is done with it is told instead."""
    return place[0] == "fields" and (place[1] == "together" or "." in place[1])


def _chances(odds: Odds) -> Iterator[str]:
    """What chance may give. Of several places together, the one that may hold the fewest things begins a line."""
    lines: dict[tuple[str, Fraction], list[str]] = {}
    for given, p in odds.items():
        lead, *others = sorted(given, key=lambda pair: len({g for o in odds for g in o if g[0] == pair[0]}))
        if others:
            begun = f"{_named(lead[0])} {lead[1]}, {joined([_named(place) for place, _ in others], 'and')}"
        else:
            begun = _named(lead[0])
        lines.setdefault((begun, p), []).append(" ".join(value for _, value in others or [lead]))
    for (begun, p), many in lines.items():
        yield f"chance gives {begun} {joined(many, 'or')}{', each' if len(many) > 1 else ''} with probability {p}"


def _named(place: Place) -> str:
    match place:
        case ("pieces", site):
            return site
        case ("pools" | "sites" | "fields", name, of):
            return f"{words(name)} of {of}"
        case ("fields", "phase"):
            return "the phase"
    return "the player to move" if place == ("to_move",) else " ".join(words(p) for p in place[1:])


def _value(game: model.Game, place: Place, value: object) -> str:
    """What is at a place now."""
    if place[0] in ("pieces", "pools"):
        if value is None:
            return "is empty"
        return f"holds {joined([str(v) for v in value], 'and') if isinstance(value, list) else value}"
    return f"is {value_at(game, place, value)}"


# ---- which clauses say so


def clauses(question: Question) -> list[Span]:
    """The clauses by which a question says what it says: of its actions, and of what has followed on one."""
    state = question.situation.state
    game = state.game
    names = {move.action.name for number, move in state.moves() if number in set(question.acts)}
    found = [a.span for a in game.actions if a.name in names and a.span.source.name]
    if question.about == "setup":
        return [e.span for e in game.setup if has(e, "draws")]
    if question.about == "legal":
        return [*([] if question.group else [game.turn_of(state.data.phase).span]), *found]
    try:
        step = next(iter(trace(state.engine, state, [state.action_to_string(question.acts[0])])))
    except (GameError, IllegalAction):
        return found
    return [*found, *(s.span for s in step.settled), *(e.span for e in step.ends if e.held)]


def quoted(span: Span) -> str:
    """A clause with its place."""
    lines = span.text.splitlines()
    return "\n".join([f"{span}:", *(f"    | {line.rstrip()}" for line in lines)])


def why(question: Question, move: str, colour: bool = False) -> str:
    """Why a move is not legal in the position of a question, clause by clause; of a legal one the clause that offers it."""
    state = question.situation.state
    try:
        reasons = state.why(move, _DEPTH)
        if reasons:
            return draw_reasons(reasons, colour)
        number = state.action_from_string(move)
    except (IllegalAction, GameError) as error:
        return str(error)
    span = next((m.action.span for n, m in state.moves() if n == number), None)
    clause = f"\n{quoted(span)}" if span is not None and span.source.name else ""
    return f"`{move}` is legal by these rules:{clause}"


def change_in_words(mutant: Mutant, own: Path) -> str:
    """A small change of the rules, with its place."""
    before, after = (" ".join(text.split()) for text in (mutant.before, mutant.after))
    place = (
        f"line {mutant.line}" if mutant.file == str(own) else f"{Path(mutant.file).name}, line {mutant.line}"
    )
    if not before:
        return f"{place}: with `{after}` behind the rules"
    return f"{place}: " + (f"`{after}` in place of `{before}`" if after else f"without `{before}`")
