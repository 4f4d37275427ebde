"""Openness: whether others learn what is chosen, where a clause does not make it plain, or tells what is then hidden.

A choice is open where its set, with its own `where`, reads nothing hidden from another player, and no choice before it is
closed. In play the engine finds that in the position; here the clauses are judged. Sites, and pieces on them, are told to
whoever sees them, so they are judged only where sites may be hidden. `hidden_reads` has what each action reads of secrets, also for
`secret_told`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import partial
from typing import TypeAlias

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.reading import (
    Phases,
    Point,
    Watch,
    follow_part,
    has_hidden_sites,
    hiding,
    owned_by,
    phases_of,
    points,
    read,
    read_value,
    watch_of,
)
from gdl.checker.analyses.terms import (
    NOBODY,
    OTHER,
    Facts,
    Term,
    Terms,
    TooManyError,
    Where,
    place_of,
    term_of,
)
from gdl.core import model
from gdl.core.visit import nodes
from gdl.diagnostics.values import Edit, Fix
from gdl.platform.dataclass import dataclass
from gdl.source import Span

# ---- what each action reads that players other than the mover do not see: part by part, and a part to the first such read


Read: TypeAlias = tuple[Span, Span]  # where something hidden is read, and where it is hidden


class HiddenReadError(Exception):
    """A read of something hidden, behind which nothing is followed."""

    def __init__(self, read: Read) -> None:
        super().__init__()
        self.read = read


@dataclass(frozen=True, slots=True)
class Followed:
    """An action as others than the mover see it: what its parts read that is hidden from them, the first read of each."""

    watch: Watch
    hides_sites: bool
    by_part: tuple[Read | None, ...]

    @property
    def reads_hidden(self) -> bool:
        return self.hides_sites or any(self.by_part)


Reads: TypeAlias = Mapping[
    str, Followed | None
]  # by the name of an action; None where it has too much to follow


def hidden_reads(facts: GameFacts) -> Reads:
    """What each action of a game reads that is hidden from others; empty where nothing is hidden."""
    game = facts.game
    if not game.is_hidden:
        return {}
    phases = phases_of(game)
    return {action.name: followed(action, game, phases) for action in game.actions}


def followed(action: model.Action, game: model.Game, phases: Phases) -> Followed | None:
    """What an action reads that is hidden from others; None where it has too much to follow."""
    watch = watch_of(game, OTHER, phases, raise_found)
    hides_sites = has_hidden_sites(action, watch)
    by_part: list[Read | None] = []
    try:
        for at in points(action, watch):
            watch.followed.clear()  # each part is judged by what it reads itself
            try:
                follow_part(at)
                by_part.append(None)
            except HiddenReadError as found:
                by_part.append(found.read)
    except TooManyError:
        return None
    return Followed(watch, hides_sites, tuple(by_part[:-1]))  # behind the last part nothing is asked


def raise_found(clause: str, span: Span, label: str, other: Span) -> None:
    """Stops at the first read of something hidden. Raises HiddenReadError."""
    raise HiddenReadError((span, other))


# ---- what is open


Chosen = model.Choose | model.ChooseSet
NEW: Term = ("new",)  # a piece that comes to a place
_HIDEABLE = ("site", "piece", "player", "game")  # what has fields that `hide` may name


def find_in_doubt(facts: GameFacts) -> Iterator[Finding]:
    """Choices that need one of the words `openly` and `secretly`."""
    yield from (found for choices in facts.once(_choices) for found in choices.in_doubt)


def find_shown(facts: GameFacts) -> Iterator[Finding]:
    """Choices that are not told to others, and then they see what was chosen."""
    yield from (found for choices in facts.once(_outcomes) for found in choices.shown)


def find_told(facts: GameFacts) -> Iterator[Finding]:
    """Choices that are told to all, and what they make is hidden from some."""
    yield from (found for choices in facts.once(_outcomes) for found in choices.told)


def _choices(facts: GameFacts) -> tuple["_Choices", ...]:
    """The choices of each action, judged by their sets and conditions; what is not followed to its end is not."""
    found = []
    for action in facts.game.actions if facts.game.is_hidden else ():
        reads = facts.once(hidden_reads)[action.name]
        if reads is not None:
            choices = _Choices(action, reads)
            choices.judge_parts()
            found.append(choices)
    return tuple(found)


def _outcomes(facts: GameFacts) -> tuple["_Choices", ...]:
    """The same, judged by what the effects make of them as well."""
    found = facts.once(_choices)
    for choices in found:
        with suppress(TooManyError):
            choices.judge_outcome()
    return found


def sealed(game: model.Game) -> frozenset[str]:
    """The actions chosen together that may be told when all have chosen: others then see all that comes of them, but for what
    is chosen secretly."""
    if game.together is None:
        return frozenset()
    phases, found = phases_of(game), set[str]()
    for action in game.together.actions:
        reads = followed(action, game, phases)
        if reads is None:
            continue
        choices = _Choices(action, reads)
        choices.judge_parts()
        try:
            choices.judge_outcome()
        except TooManyError:
            continue
        if choices.is_plain(action.name in game.together.unnamed):
            found.add(action.name)
    return frozenset(found)


def _with_word(part: Chosen, word: str) -> Fix:
    """The fix that writes a word behind `choose`."""
    at = part.span.start + len("choose")
    return Fix((Edit(Span(part.span.source, at, at), f" {word}"),))


@dataclass(slots=True)
class _Choices:
    """The choices of one action, as another player is told of them: `closed` and `opened` are those without a word."""

    action: model.Action
    reads: Followed
    in_doubt: list[Finding] = field(default_factory=list)
    shown: list[Finding] = field(default_factory=list)
    told: list[Finding] = field(default_factory=list)
    closed: dict[int, Span] = field(default_factory=dict)  # why each is: where something hidden is read
    opened: dict[int, Chosen] = field(default_factory=dict)
    cause: Span | None = None  # why all further ones are closed
    uncovered: set[int] = field(
        default_factory=set
    )  # closed ones that go where all see what they were, or are written there
    kept: list[model.Effect] = field(
        default_factory=list
    )  # effects of which others do not see what they make

    def judge_parts(self) -> None:
        for part, hidden in zip(self.action.parts, self.reads.by_part, strict=True):
            match part:
                case model.Choose() | model.ChooseSet():
                    self.judge(part, hidden)
                case model.Condition() if hidden is not None:
                    self.demand_word(part, hidden)

    def judge_outcome(self) -> None:
        """Judges the choices by what the effects make of them. Raises TooManyError."""
        *_, at = points(self.action, self.reads.watch)
        self.look_for_shown(at)
        self.look_for_kept(at)

    def is_plain(self, is_unnamed: bool) -> bool:
        """Whether others see all that comes of the action but for what is chosen secretly; if it `is_unnamed`, all of it."""
        open_ones = {p.slot for p in self.parts() if p.word != "secretly"}
        is_told = not (self.closed.keys() - self.uncovered) and not self.in_doubt
        return is_told and not any(
            is_unnamed or any(_mentions(effect, slot) for slot in open_ones) for effect in self.kept
        )

    def judge(self, part: Chosen, hidden: Read | None) -> None:
        """Whether a choice is open or closed."""
        if part.word == "secretly":
            self.cause = self.cause or part.span
        elif part.word == "" and not self.goes_by_sight(part):
            self.cause = self.cause or (hidden[0] if hidden is not None else None)
            if self.cause is not None:
                self.closed[part.slot] = self.cause
            else:
                self.opened[part.slot] = part

    def goes_by_sight(self, part: Chosen) -> bool:
        """Whether a choice is open to all who see a site, and all see it."""
        if isinstance(part, model.ChooseSet) and part.is_by_kind:
            return False
        element = part.source.type.element or part.source.type
        return element.base in ("site", "piece") and not self.reads.hides_sites

    def demand_word(self, condition: model.Condition, hidden: Read) -> None:
        """A choice that is open by its set alone, and of which a line of its own asks something hidden."""
        for part in self.opened.values():
            if not _mentions(condition.condition, part.slot):
                continue
            span, other = hidden
            self.in_doubt.append(
                Finding(
                    part.span,
                    f"`{part.name}` of `{self.action.name}` would be told to all, and a condition of it reads what they do not see",
                    "said aloud, or kept?",
                    others=((span, "reads what others do not see"), (other, "hidden here")),
                    help=f"write `choose openly {part.name}` if all may know it, or `choose secretly {part.name}`",
                    fixes=(_with_word(part, "openly"), _with_word(part, "secretly")),
                )
            )

    def look_for_shown(self, at: Point) -> None:
        """Choices that are closed, though what is chosen goes where all see it."""
        for effect in nodes((self.action.effects, self.action.finals)):
            if not isinstance(effect, model.MoveTo) or not self.is_public(effect.to, at):
                continue
            for choice in self.action.choices:
                cause = self.closed.get(choice.slot)
                is_kind = choice.type.base == "kind" or choice.is_by_kind
                if cause is not None and is_kind and self.moves(effect, choice.slot):
                    self.uncovered.add(choice.slot)
                    self.shown.append(
                        Finding(
                            effect.span,
                            f"`{choice.name}` of `{self.action.name}` is not told to others, and then they see it",
                            "goes where all see it",
                            others=((cause, "closed to others, because of this"),),
                            help=f"write `choose openly {choice.name}`, so that all may know it",
                            fixes=tuple(
                                _with_word(part, "openly")
                                for part in self.parts()
                                if part.slot == choice.slot
                            ),
                        )
                    )

    def parts(self) -> Iterator[Chosen]:
        return (part for part in self.action.parts if isinstance(part, model.Choose | model.ChooseSet))

    def moves(self, effect: model.MoveTo, slot: int) -> bool:
        """Whether an effect moves what was chosen, or an element of it."""
        loops = (n for n in nodes((self.action.effects, self.action.finals)) if isinstance(n, model.ForEach))
        elements = {s for loop in loops for s, source in loop.generators if _mentions(source, slot)}
        return any(_mentions(effect.piece, each) for each in (slot, *elements))

    def is_public(self, to: model.Expr, at: Point) -> bool:
        """Whether everybody sees a piece that goes there."""
        where = place_of(to, at.terms, at.watch.ledger)
        if where.pool is None or where.is_secret or (where.pool == "" and self.reads.hides_sites):
            return False
        return hiding("", NEW, where, at.watch, at.facts) is None

    def look_for_kept(self, at: Point) -> None:
        """Choices that are open, though what is made of them is hidden."""
        for effect in nodes((self.action.effects, self.action.finals)):
            match effect:
                case model.Place() | model.Stock():
                    values = [("", effect.kind), *effect.settings]
                    kept = [e for name, e in values if self.is_new_hidden(effect, name, at)]
                case model.SetField(holder=model.Local() as holder) if holder.slot in self.chosen():
                    name = "" if effect.field == "kind" else effect.field
                    is_read = _is_hidden(partial(read, name, holder, effect.span), at)
                    kept = [effect.value] if is_read and holder.type.base == "piece" else []
                case model.SetField(field=name) if self.is_value(name):
                    is_read = _is_hidden(partial(read_value, name, effect.holder, effect.span), at)
                    kept = [effect.value] if is_read else []
                case model.MoveTo() if not self.is_public(effect.to, at):
                    self.kept.append(effect)
                    continue
                case _:
                    continue
            self.kept += [effect] * bool(kept)
            if isinstance(effect, model.SetField) and isinstance(effect.value, model.Local) and not kept:
                self.uncovered.add(effect.value.slot)
            self.report_kept(effect, kept)

    def is_counted(self, slot: int) -> bool:
        """Whether the action shows what was chosen by a field that nothing hides, such as how many of each kind are left."""
        fields = self.reads.watch.ledger.game.fields
        return any(
            isinstance(e, model.SetField)
            and e.holder is not None
            and _mentions(e.holder, slot)
            and fields[e.field].holder not in _HIDEABLE
            for e in (*self.action.effects, *self.action.finals)
            if not isinstance(e, model.SetField) or e.field in fields
        )

    def is_value(self, name: str) -> bool:
        """Whether a name is that of a field of players or of the game."""
        field = self.reads.watch.ledger.game.fields.get(name)
        return field is not None and field.holder in ("player", "game")

    def chosen(self) -> set[int]:
        return {c.slot for c in self.action.choices} | {self.action.piece}

    def is_new_hidden(self, effect: model.Place | model.Stock, name: str, at: Point) -> bool:
        """Whether another player does not see the kind ("") or a field of a new piece."""
        where = Where("")
        if isinstance(effect, model.Stock):
            where = place_of(effect.pool, at.terms, at.watch.ledger)
        return where.is_secret or (
            hiding(name, NEW, where, at.watch, at.facts | _owned(effect, at)) is not None
        )

    def report_kept(self, effect: model.Effect, kept: Iterable[model.Expr]) -> None:
        for value in kept:
            for slot, part in self.opened.items():
                if _mentions(value, slot) and not self.is_counted(slot):
                    self.told.append(
                        Finding(
                            part.span,
                            f"`{part.name}` of `{self.action.name}` is open to all, and what it makes is hidden from some",
                            "told to all",
                            others=((effect.span, "hidden from others"),),
                            help=f"write `choose secretly {part.name}`, or `choose openly {part.name}` if it is said aloud",
                            fixes=(_with_word(part, "secretly"), _with_word(part, "openly")),
                        )
                    )


def _is_hidden(read: Callable[[Watch, Terms, Facts], None], at: Point) -> bool:
    """Whether others do not see what is read there."""
    try:
        read(at.watch, at.terms, at.facts)
    except HiddenReadError:
        return True
    return False


def _mentions(part: object, slot: int) -> bool:
    return any(isinstance(n, model.Local) and n.slot == slot for n in nodes((part,)))


def _owned(effect: model.Place | model.Stock, at: Point) -> Facts:
    """Whose a new piece is, as a fact."""
    ledger = at.watch.ledger
    whose = term_of(effect.owner, at.terms, ledger) if effect.owner is not None else NOBODY
    return owned_by(NEW, whose, ledger)
