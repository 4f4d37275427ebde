"""What may be written at a place: names, builtins and words of the language; first what has no mistake there.

The grammar says which words may stand at a place, and the checker which names: it checks the text with a hole in that place.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gdl.boards.building import TILINGS
from gdl.checker.context import Hole
from gdl.core import model
from gdl.core.builtins import BY_NAME, ROWS
from gdl.core.types import ANY, BOOL, DIRECTION, KIND, NUMBER, PIECE, PLAYER, SITE, Type, set_of
from gdl.files.sources import File
from gdl.source import Source
from gdl.text.keywords import CLAUSE_WORDS
from gdl.text.reference import type_word, written
from interpreter.editing.documents import words_at
from interpreter.editing.signatures import call_at, parameter_type
from interpreter.editing.symbols import bound, clause_at, declared


def types_of(game: model.Game) -> dict[str, Type]:
    """The type of what each name stands for: of a function that of its value."""
    found: dict[str, Type] = {name: rows[0].result for name, rows in BY_NAME.items()}
    found |= dict.fromkeys(game.board.sorts, set_of(SITE)) | dict.fromkeys(
        game.board.groups, set_of(DIRECTION)
    )
    found |= {o.name: _of_option(o) for o in game.options}
    found |= {name: column.type for name, column in game.columns.items()}
    found |= {name: field.type for name, field in game.fields.items()}
    found |= dict.fromkeys(game.pools, set_of(PIECE))
    found |= {name: definition.body.type for name, definition in game.definitions.items()}
    found |= {k.name: KIND for k in game.kinds}
    found |= {p.name: PLAYER for p in game.players}
    return found


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value may stand where another type is asked for: a site for its piece, and a set where its elements may."""
    if found.base == wanted.base == "set" and found.element and wanted.element:
        return wanted.element.base == "any" or fits(found.element, wanted.element)
    return found.base == wanted.base or (wanted.base == "piece" and found.base == "site")


def _of_option(option: model.Option) -> Type:
    if option.symbols:
        return Type("symbol", symbols=option.symbols)
    return BOOL if isinstance(option.value, bool) else NUMBER


_TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|--.*')


@dataclass(frozen=True, slots=True)
class Proposal:
    """A word, what it is (`keyword`, `builtin`, or the sort of a symbol), and what it says more.

    `type`: of its value, where it is known; `fits`: it is the type that is asked for here.
    """

    text: str
    sort: str
    detail: str = ""
    type: str = ""
    fits: bool = False


def complete(
    files: Sequence[File],
    source: Source,
    offset: int,
    game: model.Game | None = None,
    hole: Hole | None = None,
) -> tuple[Proposal, ...]:
    """The words that may stand at an offset, each once, the nearest first. At the head of a line, clauses; in texts, none.

    `game`: as it was when it had no errors, for types; `hole`: what the checker says of the place. What fits comes before the rest.
    """
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    if any(m.end() == len(before) and _is_open(m[0]) for m in _TEXT_OR_COMMENT.finditer(before)):
        return ()
    start = re.sub(r"\w*$", "", before)
    if not start:
        return tuple(Proposal(word, "keyword", "clause") for word in CLAUSE_WORDS)
    if re.fullmatch(r"board\s+", start):
        return tuple(_tilings())
    at = offset - len(before) + len(start)
    keywords, takes_names = words_at(source.text[:at])
    named = (
        *_bound(files, source, offset),
        *_declared(files),
        *(_cells(game) if game is not None else ()),
        *_builtins(),
    )
    found: dict[str, Proposal] = {}
    for proposal in (*(named if takes_names else ()), *(Proposal(word, "keyword") for word in keywords)):
        found.setdefault(proposal.text, proposal)
    names = hole.names or () if hole is not None else ()
    local = [Proposal(name, "name of this clause") for name in sorted(names) if name not in found]
    return _by_type(source, at, game, hole, (*local, *found.values()))


def word_before(source: Source, offset: int) -> int:
    """Where the word begins that is being written at an offset."""
    return len(re.sub(r"\w*$", "", source.text[:offset]))


_IN_A_SET = re.compile(r"\bin\s+$")
_IN_A_TURN = re.compile(r"^(?:turn|phase)\b[^\n]*(?::|\bor|\belse)\s+$", re.MULTILINE)


def _by_type(
    source: Source,
    at: int,
    game: model.Game | None,
    hole: Hole | None,
    found: tuple[Proposal, ...],
) -> tuple[Proposal, ...]:
    """The same with types, those that fit first."""
    types = types_of(game) if game is not None else {}
    names, wanted = frozenset[str](), None
    if _IN_A_SET.search(source.text[:at]):
        wanted = set_of(ANY)
    elif hole is not None and hole.wanted != ANY:
        names, wanted = hole.names or names, hole.wanted
    elif (call := call_at(source, at)) is not None:
        wanted = parameter_type(game, call)

    is_offer = _IN_A_TURN.search(source.text[:at]) is not None

    def fitting(proposal: Proposal) -> Proposal:
        kind = types.get(proposal.text)
        does_fit = (
            proposal.text in names
            or (is_offer and proposal.sort in ("action", "move"))
            or (kind is not None and wanted is not None and fits(kind, wanted))
        )
        return replace(proposal, type=str(kind) if kind is not None else "", fits=does_fit)

    return tuple(sorted(map(fitting, found), key=lambda p: not p.fits))


def _is_open(text: str) -> bool:
    """Whether a text still goes on where it ends, as a comment always does."""
    return text.startswith("--") or len(text) == 1 or not text.endswith('"')


def _bound(files: Sequence[File], source: Source, offset: int) -> Iterator[Proposal]:
    own = next((f for f in files if f.source.name == source.name), None)
    clause = clause_at(own, offset) if own is not None else None
    if clause is not None:
        yield from (Proposal(s.name, s.sort) for s in bound(clause) if s.whole.start <= offset <= s.whole.end)


def _declared(files: Sequence[File]) -> Iterator[Proposal]:
    for file in reversed(files):
        yield from (Proposal(s.name, s.sort, s.means) for s in declared(file))


def _tilings() -> Iterator[Proposal]:
    """The boards that there are, with the forms of their sizes."""
    yield from (Proposal(name, "keyword", ", ".join(t.forms.values())) for name, t in TILINGS.items())


def _cells(game: model.Game) -> Iterator[Proposal]:
    """The cells of each form, of a board whose tiling has several."""
    yield from (Proposal(name, "builtin", f"{len(cells)} sites") for name, cells in game.board.sorts.items())


def _builtins() -> Iterator[Proposal]:
    for row in ROWS:
        yield Proposal(row.name, "builtin", f"{written(row)}: {type_word(str(row.result))}. {row.text}")
