"""Reasons in play: why a move is refused, in sentences for people, with the rule behind it, or clause by clause for authors; and why a
game is over.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from gdl.core import nodes as core
from gdl.core.model import Ending, Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from interpreter.engines.answers import NO_SUCH_MOVE, Ended, Fact, Reason
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction
from interpreter.play.moves import why
from interpreter.play.scene.cards import drawn_cards, with_signs
from interpreter.play.scene.names import capital, words
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.clauses import VAGUE, be
from interpreter.play.sheet.english import English
from interpreter.play.sheet.nouns import Sets, conjuncts
from interpreter.play.sheet.wording import alone, is_loose, is_verb, joined, named, with_article
from interpreter.play.text.styled import painted
from interpreter.shared.numbering import ActionNumbers

_MOST_LINES = 6  # of a rule
_SHORT = 60  # letters of a reason that is told rather than the sentence that it contradicts


@dataclass(frozen=True, slots=True)
class Quoted:
    """A reason in two parts: `said` without the words of the rule; `rule`: the lines of the file that hold the clause; `line`: the number of the first
    of them, None where the rules are no file."""

    said: str
    rule: str
    line: int | None


def _lines(reason: Reason) -> str:
    """The lines of a clause, moved to the left together; of a long one the first."""
    span = reason.span
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    lines = text[start : end if end >= 0 else None].rstrip().splitlines()
    deep = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    shown = [line[deep:].rstrip() for line in lines[:_MOST_LINES]]
    return "\n".join([*shown, "..."] if len(lines) > _MOST_LINES else shown)


_FEW = 6  # actions of a turn that are all named
# How what might be chosen follows on what stands before it, by the forms of reasons; what is preferred stands behind a colon.
_NAMED = {"choice": ": only {} can be", "path": " by {}", "candidates": " of {}"}


def reason_in_words(game: Game, reason: Reason, possible: Collection[str] = ()) -> Quoted:
    """A reason in words, and the rule behind it. `possible`: the actions that can be done instead, where that is known."""
    span = reason.span
    return Quoted(_said(game, reason, possible), _lines(reason), span.line if span.source.name else None)


def _said(game: Game, reason: Reason, possible: Collection[str]) -> str:
    """The nearest thing that is wrong: what stands in the way, what the destination lacks, which condition fails."""
    if reason.obstacle is not None and reason.obstacle[1]:
        site, kind = reason.obstacle
        return f"the {words(kind)} on {site} is in the way"
    if said := _offered(game, reason, possible) or _not_in_pool(game, reason):
        return said
    if reason.verdict[:1].isupper() and not reason.facts:
        return reason.verdict.rstrip(".")  # the sentence of an author
    lead = _lead(game, reason)
    said_so = dict.fromkeys(filter(None, (_fact(game, f) for f in _least(reason.facts))))
    facts = _neither(game, reason.facts) or joined(list(said_so), "and")
    if len(said_so) == 1:
        facts = facts.replace(VAGUE, "it must hold that", 1)
    if not facts:
        return lead
    if reason.is_stated:
        return facts
    told_of, is_choice, _ = reason.verdict.partition(" cannot be chosen")
    if reason.form in ("condition", "target") or (
        is_choice and reason.facts[0].holds is not None and words(told_of) in facts
    ):
        return f"{_named(game, reason.subject)} {facts}"
    if reason.piece and (said := _going(game, reason, joined(list(said_so), "or"))):
        return said
    if all(f.holds is None for f in reason.facts):
        if reason.form != "choice" or not is_loose(facts):
            return lead + _NAMED.get(reason.form, ": {}").format(facts)
        if reason.obstacle is not None:
            return _named(game, f"{reason.subject} there is no piece on {reason.obstacle[0]}")
        return f"{lead}; it is not one of {facts}"
    return f"{lead}: {facts}"


def _going(game: Game, reason: Reason, ways: str) -> str:
    """How the piece goes that does not come to a place, by the sentence of its kind or by its paths; "" where neither is known."""
    is_path = reason.form == "path"
    to = reason.verdict.rpartition(" ")[2] if is_path else reason.verdict.partition(" ")[0]
    piece, how = with_article(words(reason.piece)), AuthorSentences(game).of("kind", reason.piece)
    how = (how[:1].lower() + how[1:]).split(". ")[0].rstrip(".")  # what else is said is not about its way
    if is_verb(how.partition(" ")[0]) or how.startswith("never "):
        return f"{_named(game, reason.subject)} {piece} does not go to {to}: it {how}"
    return f"{_named(game, reason.subject)} {piece} goes by {ways}, and not to {to}" if is_path else ""


def reason_in_short(game: Game, reason: Reason, possible: Collection[str] = ()) -> str:
    """A reason in words, without its rule."""
    return reason_in_words(game, reason, possible).said


def reason_with_rule(game: Game, reason: Reason, possible: Collection[str] = ()) -> str:
    """A reason in words, with the first line of its rule below it, where it is a clause that forbids."""
    found = reason_in_words(game, reason, possible)
    place = "The rule" if found.line is None else f"The rule, line {found.line}"
    has_clause = bool(found.rule and (reason.clause or reason.facts))
    return f"{found.said}.\n{place}: {found.rule.splitlines()[0]}" if has_clause else found.said


def refusal(state: State, text: str, error: IllegalAction, is_read: bool = True) -> str:
    """Why a typed move is refused, in words where a clause forbids it. `is_read`: on a screen, where cards are shown as they are drawn and
    `why` shows the rule; else the rule is quoted."""
    game = state.engine.game
    shown = with_signs(game, text.strip()) if is_read else text.strip()
    try:
        reasons = why(state, text)
    except IllegalAction:
        return str(error)
    if not reasons or reasons[0].verdict == NO_SUCH_MOVE:
        return str(error)
    numbers = ActionNumbers(game)
    possible = {move.action.name for move in map(numbers.decode, state.legal_actions()) if move is not None}
    tell = reason_in_short if is_read else reason_with_rule
    return f"{shown} is not legal: {tell(game, reasons[0], possible)}"


def _offered(game: Game, reason: Reason, possible: Collection[str]) -> str:
    """What there is instead of a move that nothing in the turn looks like, or that is not on offer; "" for any other reason."""
    wanted = re.fullmatch(r"now (.*) is to be chosen", reason.verdict)
    turn = next((t for t in game.turns.values() if t.span == reason.span), None)
    if wanted:
        names = re.findall(r"`(\w+)`", wanted[1])
    elif reason.form == "unwritten" or (turn is not None and reason.verdict.startswith("`")):
        names = [] if turn is None else [n for n in turn.names if not possible or n in possible]
    else:
        return ""
    if not names or len(names) > _FEW:
        return "there is no such move now"
    return f"there is no such move now, only {joined([words(n) for n in names], 'or')}"


def _not_in_pool(game: Game, reason: Reason) -> str:
    """That a piece is not in the pool, or among the pieces, that it would be taken from, or a place not on the board; "" for any other
    reason."""
    if len(reason.facts) != 1 or reason.facts[0].holds is not None or reason.form != "choice":
        return ""
    english = _speaker(game, *reason.facts)
    match reason.facts[0].part:
        case (core.PoolOf() as pool) | core.Comprehension(
            value=core.Builtin(name="kind"), source=core.PoolOf() as pool, condition=None
        ):
            where = f"in {english.say(pool)}"
        case (
            core.Comprehension(value=core.Builtin(name="kind", arguments=(core.Local(slot=of),))) as found
        ) if of == found.slot:
            pieces = replace(found, value=None, type=found.source.type)
            where = f"one of {english.finished(english.sets.group(pieces).all(article=True))}"
        case core.Builtin(name="sites"):
            where = "on the board"
        case _:
            return ""
    told_of = reason.verdict.partition(" cannot be chosen")[0]
    return f"{_named(game, f'{reason.subject} {told_of}')} is not {where}"


def _lead(game: Game, reason: Reason) -> str:
    """What stands before the facts, with actions called as people call them."""
    if reason.at:
        return _named(game, f"{reason.subject} {reason.at} has nowhere to go")
    return _named(game, reason.lead)


def _named(game: Game, said: str) -> str:
    """A text with actions, pieces and places called as people call them; one that begins so begins with a capital letter."""
    names = {a.name for a in game.actions}
    known = {k.name: words(k.name) for k in game.kinds} | {s.name: words(s.name) for s in game.board.sites}
    known |= drawn_cards(game)
    lead = re.sub(r"`(\w+)`", lambda m: words(m[1]) if m[1] in names else m[0], said)
    lead = lead.replace("it must continue, and can", "it can go on, and so it must")
    lead = lead.replace(" must follow and could not", " must follow, and is not possible")
    lead = re.sub(r" [^:]* is not possible( after \d+ steps?)?: step (\d+):", _step, lead)
    lead = re.sub(r"\b\w+\b", lambda m: known.get(m[0], m[0]), lead)
    return capital(lead) if said.startswith("`") else lead


def _step(found: re.Match[str]) -> str:
    """Which step of a move is meant, where it is not the first."""
    return f" step {found[2]}:" if found[2] != "1" else ""


def _speaker(game: Game, *facts: Fact) -> English:
    """Who says facts about a position: names in them stand for what they stand for there."""
    english = English(game, tells_terms=True)
    for fact in facts:
        for slot, name in fact.names:
            said = [drawn_cards(game).get(n, words(n)) for n in name.strip("{}").split(", ")]
            english.given[slot] = joined(said, "and")
    return english


def _neither(game: Game, facts: tuple[Fact, ...]) -> str:
    """That something is none of several values, each of which is a fact of its own; "" for other facts."""
    if any(f.holds not in (False, "false") for f in facts):
        return ""
    english = _speaker(game, *facts)
    parts = [f.part for f in facts if isinstance(f.part, core.Expr) and not isinstance(f.part, core.Const)]
    telling = [p for p in parts if not _is_between_places(p)]
    if len(telling) == 1 and len(parts) > 1:
        return english.finished(english.conditions.denied(telling[0]))
    return english.finished(english.conditions.neither(parts))


def _least(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Facts, as one of two that together say that something is less: it is not more, and it is not equal."""
    match facts:
        case (
            Fact(part=core.Compare(operator="<") as less, holds=False | "false") as one,
            Fact(part=core.Compare(operator="=") as equal, holds=False | "false"),
            *others,
        ) if {less.left.span.text, less.right.span.text} == {equal.left.span.text, equal.right.span.text}:
            return (replace(one, part=replace(less, left=less.right, right=less.left), holds=True), *others)
        case _:
            return facts


def _is_between_places(part: core.Expr) -> bool:
    """Whether a condition compares places: that a place which is named is no other one needs no words."""
    return isinstance(part, core.Compare) and part.operator == "=" and part.left.type.base == "site"


def _fact(game: Game, fact: Fact) -> str:
    """A fact in words; "" where nothing can be said of it."""
    english = _speaker(game, fact)
    match fact.part, fact.holds:
        case core.Const(), True | False | "true" | "false":
            return ""  # an option decides it
        case (((core.Line() | core.Leap() | core.Walk()) as path), _) | (core.PathEnds(path=path), None):
            said = english.path(path)
        case core.Comprehension(value=None) as part, None:
            said = english.sets.group(part).all()
        case part, None:
            said = english.say(part).removeprefix("all ")
        case part, "":
            said = f"there are no {english.say(part)}"
        case core.Compare(operator="=", left=core.Local(slot=slot), right=core.Const() as only), (
            False | "false"
        ) if slot in english.given:
            said = f"only {english.say(only)} is possible here"
        case core.Not(operand=core.Compare(operator="=", left=core.Local(slot=slot), right=core.Const())), (
            False | "false"
        ) if slot in english.given:
            said = f"{english.given[slot]} is not possible here"
        case part, (True | False | "true" | "false") as holds if part.type.base == "bool":
            said = english.say(part) if holds in (True, "true") else english.conditions.denied(part)
            behind = _neither(game, fact.behind) or joined(
                list(dict.fromkeys(filter(None, (_fact(game, f) for f in fact.behind)))), "and"
            )
            said = _explained(said, behind, isinstance(part, core.Apply) and bool(english.term(part)))
        case part, value:
            noun = english.say(part)
            said = f"{noun} {be(noun)} {value}"
    return " ".join(english.finished(said).split())


def _explained(said: str, behind: str, is_told: bool) -> str:
    """A condition with what its definition lacks, unless an author's sentence says it, or the lack has no plain words."""
    if not behind or (is_told and not said.startswith(VAGUE)):
        return said
    if is_told:
        return behind if len(behind) < _SHORT else said
    return said if VAGUE in behind else f"{said}: {behind}"


# ---- ends


def end_of(state: State) -> str:
    """The sentence about the end of a finished game, such as "Red wins: the board is full"; empty while it goes on."""
    ended = state.ended
    if ended is None:
        return ""
    said = _in_gains(state, ended, ended.text)
    for ending in state.engine.game.ends:
        source = ending.condition.span.text
        before, colon, behind = said.partition(f": {source}")
        if ending.result.span == ended.span and colon and (not behind or behind.startswith(" (")):
            return f"{before}: {_why_over(state, ending, before)}{behind}"
    # an effect that ends the game says no more than its result
    return _in_gains(state, ended, ended.text.replace(f": {ended.span.text}", ""))


def _in_gains(state: State, ended: Ended, said: str) -> str:
    """The result of a game in which some gain what others lose, as a sentence instead of numbers, with the action if nothing else is told."""
    pairs = list(zip(state.engine.game.players, state.returns, strict=True))
    numbers = ", ".join(f"{p.name} {r:g}" for p, r in pairs)
    if not said.startswith(numbers) or (min(state.returns) >= 0 and any(state.returns)):
        return said
    pairs.sort(key=lambda pair: -pair[1])
    gains = [f"{p.name} {'gains' if r > 0 else 'loses'} {abs(r):g}" for p, r in pairs if r]
    ends = {
        n.result.span: f": {words(a.name)}"
        for a in state.engine.game.actions
        for n in nodes(a)
        if isinstance(n, core.Finish)
    }
    because = said.removeprefix(numbers) or ends.get(ended.span, "")
    return (joined(gains, "and") or "Nobody gains anything") + because


def _why_over(state: State, ending: Ending, result: str) -> str:
    """The condition of an end in one line, of the player for whom it holds."""
    game, condition = state.engine.game, ending.condition
    while isinstance(condition, core.And) and condition.left.span == condition.span:
        condition = condition.right  # what the checker adds is no reason of the author's
    others = [c for c in conjuncts(condition) if not _is_of_phase(c)]
    if others:
        condition = reduce(lambda a, b: core.And(a.span, a.type, a, b), others)
    english = English(game, tells_terms=True, you=_last_mover(game, ending, result))
    if isinstance(condition, core.Quantified) and (found := _player_of(state, condition)):
        english.given[condition.slot] = found
        condition = condition.body
    return " ".join(english.finished(english.say(condition)).split())


def _is_of_phase(e: core.Expr) -> bool:
    """Whether a condition asks for a phase: which one it was is no reason of an end."""
    return isinstance(e, core.Compare) and isinstance(e.left, core.Builtin) and e.left.name == "phase"


def _last_mover(game: Game, ending: Ending, result: str) -> str:
    """The player who has brought about an end, as far as its result tells it; nobody is to move any more."""
    names = [p.name for p in game.players]
    winner = next((n for n in names if result.startswith(f"{n} wins")), "")
    if winner and len(names) == 2:
        other = names[1 - names.index(winner)]
        who = ending.result.who and (alone(ending.result.who) or ending.result.who)
        match who, ending.result.form:
            case core.Role(name="mover"), "wins":
                return winner
            case (core.Role(name="mover"), "loses") | (core.Builtin(name="rival"), "wins"):
                return other
    return "whoever moved last"


def _player_of(state: State, condition: core.Quantified) -> str:
    """The one player of whom it is true what some player must be; "" where there are others, or the condition speaks of who moved."""
    game = state.engine.game
    is_asked = not condition.is_all and Sets(game, English(game)).is_everything(condition.source)
    name = named(condition.slot, condition.body)
    if not is_asked or not name or any(isinstance(n, core.Role) for n in nodes(condition.body)):
        return ""
    try:
        found = [
            p.name
            for p in game.players
            if state.engine.evaluate(state, f"some {name} in {{{p.name}}}: {condition.body.span.text}")
        ]
    except GameError:
        return ""
    return found[0] if len(found) == 1 else ""


_MOST_OF_CLAUSE = 6  # of a clause


def draw_reasons(reasons: Iterable[Reason], colour: bool, say: Callable[[Reason], str] | None = None) -> str:
    """Why a move is rejected, clause by clause, each with the reasons behind it. `say`: how people are told a reason, without
    its place in the file; otherwise authors are."""
    say = say or (lambda reason: _placed(reason, colour))
    lines = []
    for reason in reasons:
        lines.append(say(reason))
        clause = [line.rstrip() for line in reason.span.text.splitlines()]
        lines += [painted(f"    | {line}", "dim", colour) for line in clause[:_MOST_OF_CLAUSE]]
        lines += [painted("    | ...", "dim", colour)] if len(clause) > _MOST_OF_CLAUSE else []
        lines += _behind(reason, 1, say)
    return "\n".join(lines)


def _behind(reason: Reason, level: int, say: Callable[[Reason], str]) -> Iterator[str]:
    """The reasons behind one, each level further to the right."""
    for other in reason.because:
        yield f"{'  ' * level}because {say(other)}"
        yield from _behind(other, level + 1, say)


def _placed(reason: Reason, colour: bool) -> str:
    """A reason with the place of its clause."""
    place = f"{reason.span}: " if reason.span.source.name else ""
    return painted(place, "cyan", colour) + reason.text
