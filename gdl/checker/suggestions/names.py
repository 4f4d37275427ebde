"""Candidates for a name that means nothing: one list from several sources, ranked.

Each source gives candidates that it would put in place of the name, with a rank, of which the least is the likeliest. The best
rank that has a candidate without a mistake of its own wins, if it is clearly better: more than two as likely ones are no answer.
A new source is one function more in `_SOURCES`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field, replace
from enum import IntEnum
from itertools import groupby

from gdl.checker.context import Context
from gdl.checker.forms import convert
from gdl.checker.names import Usage
from gdl.checker.suggestions import foreign
from gdl.core.builtins import BY_NAME, RELATIVE_WORDS
from gdl.core.types import ANY, BOOL, Type
from gdl.diagnostics.similar_names import Likeness, spelling
from gdl.diagnostics.values import NO_SUGGESTION, Reporter, Suggestion, meaning, writing
from gdl.parsing.parser import parse_expression
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.tree import syntax


class Rank(IntEnum):
    """Why a candidate may be meant, the likeliest reason first."""

    CAPITALS = 0  # the same letters, some of them capital
    SLIP = 1  # one letter wrong, missing or too many
    ORDER = 2  # the same words in another order
    FOREIGN = 3  # what other games or languages call it
    PART = 4  # one word of several
    ALIKE = 5  # most letters in their order


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """What may be meant. `help`: a sentence in place of the question whether it is; `label`: of the place where it is declared."""

    rank: Rank
    unlikeness: float  # within a rank
    text: str
    help: str = field(default="", compare=False)
    place: Span | None = field(default=None, compare=False)
    label: str = field(default="this one is declared here", compare=False)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name that means nothing in its place. `known`: the names that may stand there; `fits`: whether a text has no mistake there."""

    name: str
    span: Span
    known: Collection[str]
    fits: Callable[[str], bool]
    context: Context
    words: foreign.Table = field(default_factory=dict)
    sources: "Sources" = ()  # all of them, if none are named
    wanted: Type | None = None  # ANY: whatever its type


Sources = tuple[Callable[[Unknown], Iterator["Candidate"]], ...]


def of_value(name: str, span: Span, wanted: Type | None, context: Context) -> Unknown:
    """A name in the place of a value of a type; of any type for None."""
    known = _values(context)
    is_way = wanted is not None and wanted.base == "direction"
    return Unknown(
        name,
        span,
        known,
        lambda text: is_sound(text, wanted, context),
        context,
        foreign.DIRECTIONS if is_way else foreign.VALUES,
        wanted=wanted or ANY,
    )


def of_test(name: str, span: Span, subject: Type, context: Context) -> Unknown:
    """A name in the place of a test, which is asked of a subject."""
    known = _values(context) | BY_NAME.keys() | {"own", "enemy", "any", "none"}
    return Unknown(
        name, span, known, lambda text: is_sound_test(text, subject, context), context, foreign.VALUES
    )


def of_call(name: str, span: Span, arguments: Sequence[str], context: Context) -> Unknown:
    """A name with brackets, in whose place others are tried with the same arguments, which are given as texts."""
    names = context.names
    fields = {f.declared for f in names.fields.values()}
    known = {
        n
        for table in (names.definitions, names.defined, fields, names.columns, names.pools, BY_NAME)
        for n in table
    }
    given = ", ".join(arguments)

    def fits(text: str) -> bool:
        if text in names.defined and text not in names.definitions:  # it stands below, and is not checked yet
            lets = (c for c in context.rules.clauses if isinstance(c, syntax.Let) and c.name.name == text)
            return next((len(c.parameters) for c in lets), 0) == len(arguments)
        return is_sound(f"{text}({given})", None, context)

    return Unknown(name, span, known, fits, context, foreign.FUNCTIONS)


def of_words(name: str, span: Span, words: Collection[str], context: Context) -> Unknown:
    """A name in whose place one of some words may stand, whatever they mean."""
    return Unknown(name, span, words, lambda text: text in words, context)


def _values(context: Context) -> set[str]:
    board = context.names.board
    sites = (
        {site.name for site in board.cells} if board is not None and not board.tiling.has_lattice else set()
    )
    alone = {word for word, rows in BY_NAME.items() if any(not r.parameters for r in rows)}
    return context.everything() | alone | RELATIVE_WORDS | sites | {"true", "false", "none"}


def meant(unknown: Unknown) -> Suggestion:
    """What is offered in place of a name: the candidates of the best rank that fit, if they are few."""
    hole = unknown.context.hole
    if hole is not None and unknown.name == hole.name:
        hole.wanted = unknown.wanted
        is_set = unknown.wanted is not None and unknown.wanted.base == "set"
        forms = ("{}", "{{{}}}") if is_set else ("{}",)  # an element may stand where a set is wanted
        hole.names = frozenset(n for n in unknown.known if any(unknown.fits(f.format(n)) for f in forms))
    if not unknown.context.seeks_ways_out:
        return NO_SUGGESTION
    ranked = sorted(candidate for source in unknown.sources or _SOURCES for candidate in source(unknown))
    for _, of_rank in groupby(ranked, key=lambda c: c.rank):
        fitting = [c for c in of_rank if unknown.fits(c.text)]
        fitting = list({c.text: c for c in fitting}.values())
        if fitting:
            return _offered(unknown, fitting)
    return NO_SUGGESTION


def _offered(unknown: Unknown, found: list[Candidate]) -> Suggestion:
    best = found[0]
    clear = len(found) == 1 or found[1].unlikeness - best.unlikeness >= _CLEARLY
    if not clear and (len(found) > _FEW or best.rank >= Rank.PART):
        return NO_SUGGESTION
    offered = [best] if clear else found
    if best.help:
        return writing(unknown.span, best.text, best.help)
    places = [(c.place, c.label) for c in offered if c.place is not None]
    return meaning(unknown.span, [c.text for c in offered], places)


_CLEARLY = 0.1  # by how much one candidate is more alike than the next
_FEW = 2  # candidates of one rank that are offered


# ---- sources -------------------------------------------------------------------------------------


def _spelt(unknown: Unknown) -> Iterator[Candidate]:
    """Names that are spelt much alike."""
    places = unknown.context.names.declared
    for word in unknown.known:
        found = spelling(unknown.name, word)
        if found is not None and word != unknown.name:
            likeness, unlikeness = found
            yield Candidate(_RANKS[likeness], unlikeness, word, place=places.get(word))


_RANKS = {
    Likeness.CAPITALS: Rank.CAPITALS,
    Likeness.SLIP: Rank.SLIP,
    Likeness.ORDER: Rank.ORDER,
    Likeness.PART: Rank.PART,
    Likeness.ALIKE: Rank.ALIKE,
}


def _foreign(unknown: Unknown) -> Iterator[Candidate]:
    board = unknown.context.names.board
    more = {"borders": board.borders, "nodes": board.nodes} if board is not None else {}
    for row in unknown.words.get(unknown.name.lower(), ()):
        if row.text:  # `edges` is a slip of `edge`, but hardly on a board with borders
            rank = Rank.CAPITALS if more.get(row.text) else Rank.FOREIGN
            yield Candidate(rank, 0, row.text, row.help)


def _misspelt(unknown: Unknown) -> Iterator[Candidate]:
    """Names of which one that has a meaning may be a slip; a word of the language is hardly one."""
    is_word = unknown.name in BY_NAME
    for candidate in _spelt(unknown):
        if candidate.rank != Rank.ALIKE and not (is_word and candidate.rank == Rank.SLIP):
            yield candidate


_SOURCES: Sources = (_spelt, _foreign)
OF_KNOWN: Sources = (_misspelt,)  # of a name that has a meaning, and one that does not fit


# ---- what is no candidate, and yet known ---------------------------------------------------------


def said_elsewhere(unknown: Unknown) -> str:
    """The sentence of a foreign word for which nothing can be written in its place."""
    rows = unknown.words.get(unknown.name.lower(), ())
    return next((row.help for row in rows if not row.text), "")


def is_sound(text: str, wanted: Type | None, context: Context) -> bool:
    """Whether a text is an expression of the type that is wanted; of any type for None."""
    unheard = _unheard(context)
    node = parse_expression(Source("suggestion", text), 0, len(text), unheard.reporter)
    if node is None or unheard.reporter.has_errors:
        return False
    made = unheard.expression(node, wanted)
    if unheard.reporter.has_errors or made.type == ANY:
        return False
    return wanted is None or convert(made, wanted, unheard) is not None


def is_sound_test(text: str, subject: Type, context: Context) -> bool:
    """Whether a text is a test that may be asked of a subject of a type, as behind `is` or in the step of a path."""
    unheard = _unheard(context).inner()
    unheard.local("it", subject, unheard.names.board_span)
    return is_sound(f"it is {text}", BOOL, unheard)


def _unheard(context: Context) -> Context:
    """A context that learns of names as this one does, and forgets all that is done in it."""
    names = replace(context.names, failed=set(context.names.failed))
    return replace(context, names=names, reporter=Reporter(is_heard=False), usage=Usage())
