"""What may be written at a place: the names that hold there, the language's builtins, and its words; what fits in type first."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gdl.boards.tilings import TILINGS
from gdl.core import model
from gdl.core.builtins import BY_NAME, ROWS
from gdl.core.types import BOOL, KIND, NUMBER, PIECE, PLAYER, SITE, Type, set_of
from gdl.files.sources import File
from gdl.source import Source
from gdl.text.keywords import CLAUSE_WORDS
from gdl.text.reference import type_word, written
from interpreter.editing.symbols import bound, clause_at, declared, words

_COMPARED = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:\([^()]*\)|\s+of\s+\w+)?\s*(?::=|!=|=|<=|>=|<|>)\s*$")
_CALLED = re.compile(r"(?P<name>[A-Za-z_]\w*)\((?P<before>[^()]*)$")
_WORDS: tuple[tuple[re.Pattern[str], Type], ...] = tuple(
    (re.compile(pattern + r"\s+$"), kind)
    for pattern, kind in (
        (r"\b(?:place|stock)\s+[A-Za-z_]\w*\s+of", PLAYER),
        (r"\b(?:place|stock|by)", KIND),
        (r"\b(?:remove|capture|move)", PIECE),
        (r"\b(?:on|to)", SITE),
        (r"\b(?:some|all|no|every|choose)\s+[A-Za-z_]\w*\s+in", set_of(SITE)),
        (r"\b(?:where|when|if|and|or|not|require|while|always|never)", BOOL),
        (r"[-+*/]", NUMBER),
    )
)


def expected(game: model.Game, before: str) -> Type | None:
    """The type that is asked for behind a text of a line; None where the words do not say."""
    types = types_of(game)
    compared = _COMPARED.search(before)
    if compared is not None:
        return types.get(compared["name"])
    called = _CALLED.search(before)
    if called is not None and not called["before"].strip().endswith(("=", "in")):
        return _parameter(game, called["name"], called["before"].count(","))
    return next((kind for pattern, kind in _WORDS if pattern.search(before)), None)


def types_of(game: model.Game) -> dict[str, Type]:
    """The type of what each name stands for: of a function that of its value."""
    found: dict[str, Type] = {name: rows[0].result for name, rows in BY_NAME.items()}
    found |= dict.fromkeys(game.board.sorts, set_of(SITE))
    found |= {o.name: _of_option(o) for o in game.options}
    found |= {name: column.type for name, column in game.columns.items()}
    found |= {name: field.type for name, field in game.fields.items()}
    found |= {name: definition.body.type for name, definition in game.definitions.items()}
    found |= {k.name: KIND for k in game.kinds}
    found |= {p.name: PLAYER for p in game.players}
    return found


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value may stand where another type is asked for: where a set is, any set may."""
    return found.base == wanted.base or (wanted.base == "piece" and found.base == "site")


def _of_option(option: model.Option) -> Type:
    if option.symbols:
        return Type("symbol", symbols=option.symbols)
    return BOOL if isinstance(option.value, bool) else NUMBER


def _parameter(game: model.Game, name: str, index: int) -> Type | None:
    """The type of a parameter of a definition or a builtin."""
    if name in game.definitions:
        parameters = [kind for _, _, kind in game.definitions[name].parameters]
    else:
        rows = BY_NAME.get(name)
        parameters = list(rows[0].parameters) if rows else []
    return parameters[index] if index < len(parameters) else None


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
    files: Sequence[File], source: Source, offset: int, game: model.Game | None = None
) -> tuple[Proposal, ...]:
    """The words that may stand at an offset, each once, the nearest first. At the head of a line, clauses; in texts, none.

    With a game, as it was when it had no errors, what fits in type comes before the rest.
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
    found: dict[str, Proposal] = {}
    of_board = _cells(game) if game is not None else ()
    for proposal in (
        *_bound(files, source, offset),
        *_declared(files),
        *of_board,
        *_builtins(),
        *_keywords(),
    ):
        found.setdefault(proposal.text, proposal)
    return tuple(found.values()) if game is None else _by_type(game, tuple(found.values()), start)


def _by_type(game: model.Game, found: tuple[Proposal, ...], before: str) -> tuple[Proposal, ...]:
    """The same with types, those that fit first."""
    wanted, types = expected(game, before), types_of(game)
    typed = [
        replace(p, type=str(kind), fits=wanted is not None and fits(kind, wanted))
        if (kind := types.get(p.text)) is not None
        else p
        for p in found
    ]
    return tuple(sorted(typed, key=lambda p: not p.fits))


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


def _keywords() -> Iterator[Proposal]:
    yield from (Proposal(word, "keyword") for word in words())
