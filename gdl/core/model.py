"""The checked game: what the engines run. Names are resolved, types are known, sugar is gone.

What its clauses are made of, expressions, paths and effects, is in `gdl.core.nodes`, and what it declares in `gdl.core.declared`. All of both is
given on here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TypeAlias

from gdl.boards.board import Board
from gdl.core.declared import *
from gdl.core.nodes import *
from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span
from gdl.tree.words import (
    ActionForm,
    ChoiceWord,
    ClaimForm,
    FallbackWord,
    MeaningForm,
    NotationStyle,
    PreferWord,
    Shape,
    Surface,
)

# What every game counts by itself, beside its fields: names that a position's `fields` may have.
COUNTERS = ("turn", "moves", "passes", "phase", "pending", "result", "next", "seed", "history")

# ---- clauses -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice: a slot and the set it is taken from. `word`: whether others learn it, where the rules say so."""

    span: Span
    name: str
    slot: int
    source: Expr
    word: ChoiceWord = ""


@dataclass(frozen=True, slots=True)
class ChooseSet:
    """A choice of several elements of a set at once: its value is a set, with `least` to `most` of them, that passes a
    condition.

    `is_by_kind`: the elements are pieces off the board. Those of one kind are alike, so the first of them are taken.
    """

    span: Span
    name: str
    slot: int
    source: Expr
    least: int
    most: int
    condition: Expr | None
    is_by_kind: bool
    word: ChoiceWord = ""


@dataclass(frozen=True, slots=True)
class Along:
    """A path of a move, from its piece. Destinations go into the slot `to`."""

    span: Span
    path: Path
    to: int


@dataclass(frozen=True, slots=True)
class Condition:
    span: Span
    condition: Expr


Part: TypeAlias = Choose | ChooseSet | Along | Condition


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the choices that make an action what it is: `values` is its public domain, in order.

    A piece is chosen by its site. An action's number is made of the ranks of its choices in their domains. Where a set is
    chosen, `values` are what its elements may be, and `sizes` how many they may be at least and at most. Pieces off the
    board are chosen by their kinds, so the elements are kinds then, and one may come several times.
    """

    name: str
    slot: int
    type: Type
    values: tuple[Value, ...]
    sizes: tuple[int, int] | None = None
    is_by_kind: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """The action repeats, a move with the same piece: its parts and effects are gone through at most `most` times.

    `is_any_order`: of several beginnings that are the same steps in different orders, only the first one continues.
    `is_once`: of several ways of one piece that lead to the same position, only the one with the least number is legal.
    """

    span: Span
    must: bool
    most: int
    condition: Expr | None
    is_any_order: bool = False
    is_once: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    index: int
    span: Span
    form: ActionForm
    parameters: tuple[tuple[str, int, Type], ...]
    kinds: tuple[int, ...] | None  # of a move: the kinds that make it
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...]
    effects: tuple[Effect, ...]
    finals: tuple[Effect, ...]
    again: Again | None
    notation: Expr | None
    piece: int = -1  # slots of a move
    origin: int = -1
    to: int = -1
    is_named: bool = True  # the default notation begins with the action's name
    captures: bool = False  # an effect captures
    is_private: bool = False  # some other player may not see whether it is possible

    @property
    def repeated(self) -> tuple[Choice, ...]:
        """The choices that each further step makes: of a move all but its piece."""
        return self.choices[1:] if self.form == "move" else self.choices


@dataclass(frozen=True, slots=True)
class Offer:
    """A group of actions, on offer when the condition holds."""

    names: tuple[str, ...]
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class Fallback:
    """What holds when nothing is legal: a word, or a result; and what people call this end."""

    word: FallbackWord
    result: Result | None = None
    condition: Expr | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions offered: those of the first group with a legal one; else the first fallback that applies."""

    span: Span
    offers: tuple[Offer, ...]
    fallbacks: tuple[Fallback, ...]
    is_together: bool = False  # the choices of all players wait, and take effect at once

    @property
    def names(self) -> tuple[str, ...]:
        """All actions that may be on offer."""
        return tuple(n for o in self.offers for n in o.names)

    def can_end(self, *words: FallbackWord) -> bool:
        """Whether one of these words, or a result, may hold when nothing is legal."""
        return any(f.word in words or f.result is not None for f in self.fallbacks)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a clause means to people: `written` is the sentence with its braces, `text` the same as an expression.

    `span` is where the sentence stands, `clause` what it is about: the clause, or a row or line of it, of this form and, where
    it has one, this name. The names in the text have the slots that they have in the clause.
    """

    span: Span
    clause: Span
    form: MeaningForm
    name: str
    written: str
    text: Template


@dataclass(frozen=True, slots=True)
class Performance:
    """A place where rules use a declared effect. The rules hold `effects` there, written out."""

    span: Span
    name: str
    arguments: tuple[Expr, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Routine:
    """A declared effect by itself, for whoever tells people of it."""

    name: str
    parameters: tuple[tuple[str, int, Type], ...]  # name, slot, type
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class FenField:
    """A field, or a pool, that stands in positions written as FEN. `letters` of the sites where a truth holds, by site: each of them
    says it, and the last one is written where none of them stands there for a field before. Without letters a truth is written
    by the file of its site, or as a `sign` behind the letter of the piece there."""

    name: str
    letters: Mapping[int, str]
    sign: str = ""

    def shares_letters(self, other: "FenField") -> bool:
        """Whether both stand in one part."""
        return not {*"".join(self.letters.values())}.isdisjoint("".join(other.letters.values()))


@dataclass(frozen=True, slots=True)
class Style:
    """How people write the moves of a game. It changes nothing of the notation by which programs know them.

    `letters`: what stands for a kind, by its number; without one a style takes its own. `template`: of the style `template`
    a text with `{piece}`, `{from}`, `{x}` and `{to}`.
    """

    span: Span
    name: NotationStyle
    letters: Mapping[int, str]
    template: str = ""
    fen: tuple[FenField, ...] | None = (
        None  # what positions written as FEN say of fields; None where they are not written so
    )

    def fen_letter(self, number: int, kind: Kind) -> str:
        """The letter of a kind in FEN, a capital: that of moves, or where they have none the first one of its name."""
        return (self.letters.get(number) or kind.name[:1]).upper()

    def letter(self, number: int, kind: Kind) -> str:
        """What stands for the kind of this number: the letter that the rules give it, or the first one of its name."""
        return self.letters.get(number, kind.name[:1].upper())


@dataclass(frozen=True, slots=True)
class Together:
    """What waits while players choose together: fields of players, the `marker` with the action and the others with its
    choices. A player who has chosen is one for whom the marker is set.

    `unnamed`: the actions of which others are not even told the name, since a turn offers several and none of its choices is
    made openly. `actions`: those that are chosen together, as they are written, with what they do in the end. `sealed`: those
    of them that are told when all have chosen, but for what is chosen secretly.
    """

    marker: str
    fields: tuple[str, ...]
    unnamed: frozenset[str]
    actions: tuple["Action", ...]
    sealed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Settle:
    """Effects that follow actions. Behind moves alone, slots for the move's piece, start and destination."""

    span: Span
    after: tuple[str, ...]
    until_stable: bool
    body: tuple[Effect, ...]
    piece: int = -1
    origin: int = -1
    to: int = -1

    def applies_to(self, action: str) -> bool:
        """Whether the effects follow an action: one of those that are named, or any."""
        return not self.after or action in self.after


@dataclass(frozen=True, slots=True)
class Require:
    span: Span
    after: tuple[str, ...]
    condition: Expr

    def applies_to(self, action: str) -> bool:
        """Whether an action must meet the condition: one of those that are named, or any."""
        return not self.after or action in self.after


@dataclass(frozen=True, slots=True)
class Prefer:
    span: Span
    word: PreferWord
    value: Expr


@dataclass(frozen=True, slots=True)
class Ending:
    span: Span
    result: Result
    condition: Expr


@dataclass(frozen=True, slots=True)
class Claim:
    span: Span
    text: str
    form: ClaimForm
    condition: Expr | None
    result: Result | None
    settings: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Game:
    """A checked game with its options chosen. Immutable."""

    title: str
    name: str
    headings: Mapping[str, str]
    options: tuple[Option, ...]
    variants: Mapping[str, Mapping[str, Value]]
    players: tuple[Player, ...]
    teams: tuple[tuple[int, ...], ...]  # each player is in one; alone where the rules name no teams
    board: Board
    types: Mapping[str, Type]  # of words that the rules name
    kinds: tuple[Kind, ...]
    columns: Mapping[str, Column]
    fields: Mapping[str, Field]
    pools: Mapping[str, Pool]
    hides: tuple[Hide, ...]
    knowns: tuple[Known, ...]
    together: Together | None
    histories: Mapping[str, History]
    definitions: Mapping[str, Definition]
    setup: tuple[Effect, ...]
    actions: tuple[Action, ...]
    phases: tuple[str, ...]  # the first one is where the game begins; `main` is the ordinary one
    turns: Mapping[str, Turn]
    skips: tuple[Skip, ...]
    settles: tuple[Settle, ...]
    requires: tuple[Require, ...]
    prefers: tuple[Prefer, ...]
    ends: tuple[Ending, ...]
    limit: int
    limit_result: Result
    claims: tuple[Claim, ...]
    style: Style | None  # in which people write moves; None for the notation of the program
    meanings: tuple[Meaning, ...]  # sentences for people, in the order of the text
    routines: tuple[Routine, ...]
    performances: tuple[Performance, ...]  # for whoever tells people of effects by their names
    looks: tuple[Look, ...]
    signs: tuple[Sign, ...]
    captions: tuple[Caption, ...]
    surface: Surface | None  # how the board is to be drawn; None for what suits the play
    shape: Shape | None  # how pieces are to be drawn; None for what suits them
    slots: int
    has_chance: bool  # an action, or what settles after it, has a part that chance decides
    names: object = field(compare=False, repr=False)  # the checker's symbol table, for conditions read later

    def action(self, name: str) -> Action:
        return next(a for a in self.actions if a.name == name)

    def settles_after(self, action: str) -> tuple[Settle, ...]:
        """The clauses that settle what follows an action."""
        return tuple(s for s in self.settles if s.applies_to(action))

    def requires_after(self, action: str) -> tuple[Require, ...]:
        """The requirements that an action must meet."""
        return tuple(r for r in self.requires if r.applies_to(action))

    def meaning_of(self, form: MeaningForm, name: str) -> Meaning | None:
        """The sentence of what has a name: a kind, an action, an option, a field, a pool, a definition or an effect."""
        return next((m for m in self.meanings if (m.form, m.name) == (form, name)), None)

    def meaning_at(self, clause: Span) -> Meaning | None:
        """The sentence of the clause, or the line of it, that stands there."""
        return next((m for m in self.meanings if m.clause == clause), None)

    def turn_of(self, phase: str) -> Turn:
        """What is offered in a phase; `main` where the phase says nothing."""
        return self.turns.get(phase) or self.turns["main"]

    def team_of(self, player: int) -> tuple[int, ...]:
        """The players who win and lose together with a player, who is one of them."""
        return next(team for team in self.teams if player in team)

    def with_partners(self, players: Iterable[int]) -> set[int]:
        """These players, and all others of their teams."""
        return {partner for player in players for partner in self.team_of(player)}

    @property
    def secret_fields(self) -> tuple[Field, ...]:
        """The fields of players and of the game that a clause hides from somebody."""
        hidden = {name for hide in self.hides if hide.hides_values for name in hide.aspects}
        return tuple(f for f in self.fields.values() if f.name in hidden)

    @property
    def phase_order(self) -> tuple[str, ...]:
        """The phases by their numbers, `main` first."""
        return "main", *(p for p in self.phases if p != "main")

    @property
    def whole(self) -> History:
        """What tells two positions apart, whoever moves in them: all on the board, all pools and all fields."""
        pools = (Feature("pool", name) for name in self.pools)
        fields = (Feature("field", name) for name in self.fields)
        return History(NOWHERE, "", (Feature("pieces"), *pools, *fields), 0)

    @property
    def pool_slots(self) -> int:
        """How many places off the board there are."""
        return sum(len(self.slots_of(pool)) for pool in self.pools.values())

    def slots_of(self, pool: Pool) -> range:
        """The numbers of a pool's places."""
        return pool.places(len(self.players))

    @property
    def ordered_slots(self) -> frozenset[int]:
        """The places off the board whose pieces stay in the order in which they came."""
        return frozenset(s for p in self.pools.values() if p.is_ordered for s in self.slots_of(p))

    @property
    def is_hidden(self) -> bool:
        """Whether some player does not see everything."""
        return (
            bool(self.hides)
            or self.together is not None
            or any(p.viewers != "all" for p in self.pools.values())
        )

    @property
    def settings(self) -> dict[str, Value]:
        return {o.name: o.value for o in self.options}
