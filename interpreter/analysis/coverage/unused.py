"""What nobody has used: clauses, conditions of one side, cells of tables, kinds, actions, ends, sentences, values of options.

An option does nothing where the game is played under a value of it as under another one, as far as the rules or much play say.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from gdl.core import model
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from gdl.files.differences import Rules, differences
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.coverage.looking import TESTS, Cell, Place, Usage
from interpreter.analysis.lockstep.search import explore
from interpreter.caching.fingerprint import played_rules
from interpreter.engines.notation import option_text
from interpreter.positions.documents import Document


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules, and how often what is most used in it was evaluated, by who used it."""

    what: str
    span: Span
    times: dict[str, int]


@dataclass(frozen=True, slots=True)
class OneSided:
    """A condition that was always true, or never, whoever evaluated it."""

    span: Span
    value: bool
    times: int


def clauses(game: Game, seen: Mapping[str, Usage]) -> list[Clause]:
    """The clauses of a game in the order of its text, each with how often it was used."""
    found = [
        Clause(what, span, {name: max(map(one.used, places)) for name, one in seen.items()})
        for what, span, part in _parts(game)
        if (places := _places(part, span))
    ]
    return sorted(found, key=lambda c: (c.span.source.name, c.span.start))


def _parts(game: Game) -> Iterator[tuple[str, Span, object]]:
    for action in game.actions:
        if action.form not in ("pass", "done"):
            yield f"{action.form} {action.name}", action.span, action
    for definition in game.definitions.values():
        yield f"definition {definition.name}", definition.span, definition
    for end in game.ends:
        yield "end", end.span, (end.condition, end.result)
    for settle in game.settles:
        yield "settle", settle.span, settle
    for require in game.requires:
        yield "require", require.span, require
    for prefer in game.prefers:
        yield "prefer", prefer.span, prefer
    for skip in game.skips:
        yield "skip", skip.span, skip
    for hide in game.hides:
        yield "hide", hide.span, hide


def _places(part: object, clause: Span) -> set[Place]:
    """The places of expressions inside a clause."""
    return {
        (n.span.source.name, n.span.start, n.span.end)
        for n in nodes(part)
        if isinstance(n, model.Expr) and n.span.source == clause.source
    }


def one_sided(game: Game, seen: Mapping[str, Usage]) -> list[OneSided]:
    """The conditions that were evaluated and always had one value, by their places; options decide nothing here."""
    found: dict[Place, OneSided] = {}
    # what the language makes of a kind's name alone is no condition of the author's, nor of a whole clause, as of a turn together,
    # nor of an effect, as where it is asked whether there is something to move
    kinds = {k.name for k in game.kinds}
    effects = (n.span for _, _, part in _parts(game) for n in nodes(part) if isinstance(n, model.Effect))
    spans = (*(span for _, span, _ in _parts(game)), *effects)
    wholes = {(span.source.name, span.start, span.end) for span in spans}
    for _, clause, part in _parts(game):
        for node in nodes(part):
            if not isinstance(node, model.Expr) or isinstance(node, model.Const) or node.type.base != "bool":
                continue
            place = (node.span.source.name, node.span.start, node.span.end)
            times = sum(one.times[place] for one in seen.values())
            truths = set[bool]().union(*(one.truths.get(place, set()) for one in seen.values()))
            is_own = node.span.source == clause.source and node.span.text not in kinds and place not in wholes
            if times and len(truths) == 1 and is_own:
                found[place] = OneSided(node.span, True in truths, times)
    # of conditions inside each other that never change, the outermost says it
    return [
        c
        for c in sorted(found.values(), key=lambda c: (c.span.source.name, c.span.start, -c.span.end))
        if not any(_is_inside(c.span, other.span) for other in found.values() if other is not c)
    ]


def _is_inside(a: Span, b: Span) -> bool:
    return (
        a.source.name == b.source.name
        and b.start <= a.start
        and a.end <= b.end
        and (a.start, a.end) != (b.start, b.end)
    )


def untested_values(game: Game, path: Path) -> dict[str, list[model.Value]]:
    """For each option the values that no case beside the game chooses; the default counts as chosen if a case has none."""
    if not path.exists():
        return {}
    cases = Document(path.read_text("utf-8-sig"), str(path)).value
    chosen: dict[str, set[str]] = {o.name: {str(o.default)} for o in game.options}
    for case in cases if isinstance(cases, list) else []:
        settings = dict(game.variants.get(case.get("variant") or "", {})) | dict(case.get("options") or {})
        for name, value in settings.items():
            chosen.setdefault(name, set()).add(str(value))
    few = 12  # values; of ranges nobody tests all
    return {
        o.name: left
        for o in game.options
        if len(o.values) <= few and (left := [v for v in o.values if _said(o, v) not in chosen[o.name]])
    }


def _said(option: model.Option, value: model.Value) -> str:
    return option.symbols[value] if option.symbols and isinstance(value, int) else str(value)


def kinds_never(game: Game, seen: Mapping[str, Usage]) -> list[str]:
    """The kinds of which no game had a piece; tests do not say."""
    games = [one for name, one in seen.items() if name != TESTS]
    met = set[int]().union(*(one.kinds for one in games))
    return [k.name for i, k in enumerate(game.kinds) if i not in met] if games else []


def kinds_still(game: Game, seen: Mapping[str, Usage]) -> list[str]:
    """The kinds that were in play and never went anywhere, where there are moves, and others did."""
    moved = set[int]().union(*(one.moved for one in seen.values()))
    met = set[int]().union(*(one.kinds for one in seen.values()))
    return [k.name for i, k in enumerate(game.kinds) if moved and i in met - moved]


def actions_never(game: Game, seen: Mapping[str, Usage]) -> list[str]:
    """The actions that no game had; tests do not say. What is forced is done in passing, so that its effects alone tell of it."""
    games = [one for name, one in seen.items() if name != TESTS]
    done = {name for one in games for name in one.done}
    never = [a for a in game.actions if a.form not in ("pass", "done") and a.name not in done]
    return [a.name for a in never if not _is_done_in_passing(a, games)] if games else []


def _is_done_in_passing(action: model.Action, games: Sequence[Usage]) -> bool:
    """Whether an action without choices may have been done where nobody looked, as what is forced is."""
    places = _places(action.effects, action.span)
    is_forced = action.form == "choice" and not action.choices
    return is_forced or (not action.choices and any(one.used(p) for one in games for p in places))


def cells_never(game: Game, seen: Mapping[str, Usage]) -> dict[str, list[str]]:
    """The cells of the table of kinds that no rule has read, by column: the kinds that were in play, or all without games.

    Columns that no rule asks for while a game is played are left out: what is known before is put in their place.
    """
    asked = {n.name for n in nodes(_rules(game)) if isinstance(n, model.Attribute)}
    read = set[Cell]().union(*(one.cells for one in seen.values()))
    met = set[int]().union(*(one.kinds for one in seen.values())) or set(range(len(game.kinds)))
    found: dict[str, list[str]] = {}
    for column in game.columns:
        kinds = [i for i, k in enumerate(game.kinds) if i in met and k.attributes.get(column) is not None]
        left = [game.kinds[i].name for i in kinds if (column, i) not in read]
        if column in asked and left:
            found[column] = left
    return found


def _rules(game: Game) -> tuple[object, ...]:
    """All that is evaluated while a game is played."""
    clauses = (game.actions, game.settles, game.requires, game.prefers, game.ends, game.skips, game.hides)
    return (*clauses, tuple(game.definitions.values()))


def ends_never(game: Game, seen: Mapping[str, Usage]) -> list[model.Ending]:
    """The ends whose condition never held, whoever judged it."""
    return [end for end in game.ends if not _was(True, end.condition.span, seen)]


def sentences_never(game: Game, seen: Mapping[str, Usage]) -> list[model.Meaning]:
    """The sentences that nobody would have read: of ends that never came, and of requirements that refused nothing."""
    unused = {end.span for end in ends_never(game, seen)}
    unused |= {r.span for r in game.requires if not _was(False, r.condition.span, seen)}
    return [m for m in game.meanings if m.form in ("end", "require") and m.clause in unused]


def _was(truth: bool, span: Span, seen: Mapping[str, Usage]) -> bool:
    """Whether a condition ever had a truth."""
    place = (span.source.name, span.start, span.end)
    return any(truth in one.truths.get(place, ()) for one in seen.values())


VALUES = 6  # of an option, that are tried
POSITIONS = 5_000  # that are compared for a value


@dataclass(frozen=True, slots=True)
class IdleValue:
    """A value of an option that changes nothing. `positions`: in how many nothing differed; 0: the rules are the same."""

    option: str
    value: str
    default: str
    positions: int

    @property
    def text(self) -> str:
        """A sentence for people."""
        how = (
            f"changed nothing in {self.positions:,} positions"
            if self.positions
            else "changes nothing that is played"
        )
        return f"option {self.option} = {self.value} {how} (compared with {self.default})"


def idle_values(
    game: model.Game,
    rules_of: Callable[[dict[str, object]], Rules],
    seed: int,
    seconds: float,
    positions: int = POSITIONS,
) -> Iterator[IdleValue]:
    """The values of options that change nothing, each alone beside the present ones. `rules_of` gives rules under settings.

    Values under which the rules are not valid are left out. After so many seconds only rules are compared, and not play.
    """
    until = perf_counter() + seconds
    present = rules_of({})
    engine = make_engine(game, effort=0)
    for option in game.options:
        others = [v for v in option.values if v != option.value]
        if len(option.values) > VALUES:
            others = [others[0], others[-1]]
        for value in others:
            shown, was = option_text(option, value), option_text(option, option.value)
            try:
                other = rules_of({option.name: shown})
            except GameError:  # the rules forbid the value
                continue
            if played_rules(other.game) == played_rules(game):
                yield IdleValue(option.name, shown, was, 0)
            elif perf_counter() < until:
                changed = differences(present, other)
                found = explore(engine, make_engine(other.game, effort=0), changed, seed, positions)
                if found.first is None:
                    yield IdleValue(option.name, shown, was, found.positions)
