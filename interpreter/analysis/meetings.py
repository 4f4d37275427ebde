"""Many random games at once in machine code, and what they meet: actions, kinds and ends.

The code is made without optimisation, which takes a tenth of the time. Where there is none for a game, nothing is played. Of
what was never met, some positions of the games are looked at by the reference engine, which tells what is to blame.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, TypedDict

from gdl import model, static
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.evaluate import observed
from gdl.limits import DEFAULT_LIMIT
from gdl.source import Span
from gdl.traits import has
from gdl.visit import followed, nodes
from interpreter import arrays
from interpreter import engine as make_engine
from interpreter.analysis import endless, late, never_acted, scored, shown, skipped_turns, unmade
from interpreter.analysis.blame import Blame, Noted
from interpreter.engines.base import State
from interpreter.engines.batches import draw
from interpreter.engines.reference.engine import ReferenceState
from interpreter.hashing import Random
from interpreter.numbering import WORD, ActionNumbers

GAMES = 300  # played to their end
ENOUGH = 200  # before something that was never met is worth a note
ROWS = 64  # games at once
SHORT = 12  # moves of a limit that hardly any game is meant to have
LOOKS = 150  # positions that are looked at for what is to blame
_SEED = 1
_PLACED = model.Action | model.Ending | model.Definition | model.Condition

Look: TypeAlias = tuple[State, int]  # a state, and the action that is done there


class Data(TypedDict):
    """`Meetings` as they are kept."""

    games: int
    longest: int
    actions: list[int]
    kinds: list[int]
    ends: list[int]
    blamed: dict[str, list[Any]]
    late: dict[str, list[int]]
    scores: list[list[object]]
    never: list[Any]
    unending: list[Any]
    lasting: int
    skipped: list[Any]


Told = tuple[
    str, int, int, str, str
]  # where what is to blame stands: a file, from where to where; a label and a way out


@dataclass
class Meetings:
    """What random games have met so far: how many came to an end, the actions of the longest one, and the indices of actions,
    kinds and ends.

    `blamed`: what is to blame that an action or end was never met, by the sort of clause and its index. `late`: of ends by which the
    mover wins, how often they held before the last action, and how often they were looked at. `lasting`: how many of some further
    games went on for very long.
    """

    games: int = 0
    longest: int = 0
    actions: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)
    blamed: dict[str, Told] = field(default_factory=dict)
    late: dict[str, list[int]] = field(default_factory=dict)
    scores: scored.Scores = field(default_factory=scored.Scores)
    never: never_acted.NeverActed = field(default_factory=never_acted.NeverActed)
    unending: endless.Endless = field(default_factory=endless.Endless)
    lasting: int = 0
    skipped: skipped_turns.SkippedTurns = field(default_factory=skipped_turns.SkippedTurns)

    def as_data(self) -> Data:
        return {
            "games": self.games,
            "longest": self.longest,
            "actions": sorted(self.actions),
            "kinds": sorted(self.kinds),
            "ends": sorted(self.ends),
            "blamed": {name: list(told) for name, told in self.blamed.items()},
            "late": self.late,
            "scores": self.scores.as_data(),
            "never": [self.never.times, self.never.what],
            "unending": self.unending.as_data(),
            "lasting": self.lasting,
            "skipped": self.skipped.as_data(),
        }

    @staticmethod
    def of_data(data: Data) -> "Meetings":
        blamed = {
            name: (str(f), int(a), int(b), str(c), str(d)) for name, (f, a, b, c, d) in data["blamed"].items()
        }
        return Meetings(
            data["games"],
            data["longest"],
            set(data["actions"]),
            set(data["kinds"]),
            set(data["ends"]),
            blamed,
            data["late"],
            scored.Scores.of_data(data["scores"]),
            never_acted.NeverActed(*data["never"]),
            endless.of_data(data["unending"]),
            data["lasting"],
            skipped_turns.of_data(data["skipped"]),
        )


def play(game: model.Game, met: Meetings, looks: list[Look]) -> None:
    """Plays random games and adds what they meet, and to `looks` some of what is done. Raises GameError where a rule goes wrong."""
    numbers = ActionNumbers(game)
    if numbers.total > WORD:
        return  # such actions have no numbers in arrays
    engine = make_engine(game, effort=0, keep=False)
    batch, places = engine.batch(ROWS, seed=_SEED), Random(_SEED)
    firsts = arrays.np.array(numbers.offsets, arrays.np.int64)
    _note_pieces(engine.initial_state(_SEED), met)
    acted: list[set[int]] = [set() for _ in range(ROWS)]
    steps, begun = 0, arrays.np.zeros(ROWS, arrays.np.int64)
    while met.games < GAMES:
        counts, legal = batch.legal()
        met.actions.update(arrays.np.unique(arrays.np.searchsorted(firsts, legal, side="right") - 1).tolist())
        before = [batch.state(row) for row in range(ROWS)]
        for row, state in enumerate(before):
            acted[row].add(state.current_player)
        was_over, chosen = batch.is_terminal, draw(places, counts)
        starts: arrays.Ints = arrays.np.cumsum(counts) - counts
        batch.step(chosen)
        over = arrays.np.flatnonzero(batch.is_terminal & ~was_over).tolist()
        for row in over:
            action = int(legal[starts[row] + chosen[row]])
            last = before[row].apply(action)
            _note_end(before[row], last, game, met)
            met.unending.note(before[row], action, last, game)
            met.skipped.note(action, last, game)
            met.never.note(last, acted[row], game)
            acted[row] = set()
        if len(looks) < LOOKS:
            rows = [r for r in (*over[:1], steps % ROWS) if not was_over[r]]
            looks.extend((before[row], int(legal[starts[row] + chosen[row]])) for row in rows)
        steps += 1
        met.longest = max((met.longest, *(steps - begun[over]).tolist()))
        begun[batch.is_terminal] = steps
        batch.reset(batch.is_terminal)
        if steps == endless.EARLY and game.limit == DEFAULT_LIMIT and 2 * int((begun == 0).sum()) > ROWS:
            met.lasting = endless.lasting(engine)


def look_for_blame(game: model.Game, met: Meetings, looks: list[Look]) -> None:
    """Adds what is to blame for what was never met, as far as the positions that are looked at tell."""
    unmet = {unmet.key for unmet in _unmet(game, met)}
    if met.games < ENOUGH or not unmet:
        return
    noted, reference = Noted(game), make_engine(game, kind="reference")
    try:
        with observed(noted.note):
            for state, action in looks:
                own = reference.from_bytes(bytes(state))
                assert isinstance(own, ReferenceState)
                noted.see(own)
                if action in own.legal_actions():
                    own.apply(action).legal_actions()
    finally:  # what was seen until time is up counts
        for key, found in _blames(game, noted):
            if key in unmet and found is not None and found.span.source.name != "":
                span = found.span
                met.blamed[key] = span.source.name, span.start, span.end, found.label, found.help


def is_blame_lacking(game: model.Game, met: Meetings) -> bool:
    """Whether something was never met, and nothing is known that is to blame."""
    return any(unmet.key not in met.blamed for unmet in _unmet(game, met))


def _blames(game: model.Game, noted: Noted) -> Iterator[tuple[str, Blame | None]]:
    for action in game.actions:
        yield f"action {action.index}", noted.of_action(action)
    for index in range(len(game.kinds)):
        yield f"kind {index}", noted.of_kind(index)
    for index, end in enumerate(game.ends):
        yield f"end {index}", noted.blame(end.condition) if noted.never(end.condition) else None


def _note_end(before: State, state: State, game: model.Game, met: Meetings) -> None:
    met.games += 1
    _note_pieces(state, met)
    if state.ended is None:
        return
    met.scores.note(state, game)
    held = {i for i, end in enumerate(game.ends) if _is_in(state.ended.span, end.span)}
    met.ends.update(held or _held_beside(state, before.current_player, game, met))
    for index in held & late.candidates(game):
        times = met.late.setdefault(str(index), [0, 0])
        if times[1] < late.ENOUGH and times[0] == times[1]:
            own = make_engine(game, kind="reference").from_bytes(bytes(before))
            assert isinstance(own, ReferenceState)
            times[0] += late.held_before(game.ends[index], own)
            times[1] += 1


def _held_beside(state: State, mover: int, game: model.Game, met: Meetings) -> set[int]:
    """The ends that no game has met before and that hold where `else lose` has decided, which comes before them: what they say came about
    all the same."""
    own = getattr(state, "reference", state)
    assert isinstance(own, ReferenceState)
    found: set[int] = set()
    for index, end in enumerate(game.ends):
        if index not in met.ends:
            with suppress(GameError):
                if own.rules(mover).view.value(end.condition):
                    found.add(index)
    return found


def _is_in(span: Span, clause: Span) -> bool:
    return span.source == clause.source and clause.start <= span.start < clause.end


def _note_pieces(state: State, met: Meetings) -> None:
    """The kinds of all pieces, those of pools included."""
    own = getattr(state, "reference", state)
    assert isinstance(own, ReferenceState)
    met.kinds.update(own.data.kind.values())


def never_met(game: model.Game, met: Meetings) -> tuple[Diagnostic, ...]:
    """Notes about what no game has met, if there were enough of them, at what is to blame where that is known."""
    stuck = endless.found(met.unending, met.games, met.actions, game)
    if stuck is not None and (met.unending.nowhere or met.games < ENOUGH):
        return (stuck,)
    if (given := skipped_turns.found(met.skipped, met.games, game)) is not None:
        return (given,)
    if (lasting := endless.found_lasting(met.lasting, game)) is not None:
        return (lasting,)
    if met.games < ENOUGH:
        return ()
    found = tuple(_unmet(game, met))
    known = shown.reached(game, (u.span for u in found))
    found = tuple(u for u in found if u.key not in known)
    causes = tuple(u for u in found if not u.follows or _is_certain(u, met)) or found
    if (unheard := never_acted.found(met.never, met.games, game)) is not None:
        return (unheard,)
    if (over := _over_in_a_round(game, met)) is not None:
        return (over,)
    notes = (_note(unmet, game, met) for unmet in causes)
    warned = tuple(
        late.warning(game.ends[int(index)])
        for index, (held, looked_at) in met.late.items()
        if held == looked_at == late.ENOUGH
    )
    if not causes:
        warned += tuple(scored.found(met.scores, game))
    return warned + tuple({(d.span, d.code): d for d in reversed(tuple(notes))}.values())[::-1]


def _over_in_a_round(game: model.Game, met: Meetings) -> Diagnostic | None:
    """That no game went on until somebody acted twice, at the end that came about."""
    if met.longest > len(game.players) or len(game.players) < 2 or len(met.ends) != 1:
        return None
    end = game.ends[min(met.ends)]
    return Diagnostic(
        "over-at-once",
        f"each of {met.games} random games was over before anybody acted twice",
        end.condition.span if end.span.source == end.condition.span.source else end.span,
        "held when it was first asked",
        help=_contrary(end.condition)
        + "ask for what comes later: ends are looked at behind every action, after all that settles",
    )


def _contrary(condition: model.Expr) -> str:
    """The beginning of a way out: the contrary of a condition that is `some ...` or `no ...` and nothing else."""
    for n in nodes(condition):
        if not isinstance(n, model.Quantified | model.Compare) or n.span.end != condition.span.end:
            continue
        words = n.span.in_one_line.split(" ", 1)
        turned = {"some": "no", "no": "some"}.get(words[0])
        if turned is not None and n.span.source.text[: n.span.start].endswith(" when "):
            return f"if its contrary ends the game, write `{turned} {words[1]}`; else "
    return ""


@dataclass(frozen=True, slots=True)
class _Unmet:
    """What was never met: the sort of clause and its index, the message's beginning, the place, a label and a help.

    `follows`: whether it may be so because of something else that was never met.
    """

    key: str
    what: str
    span: Span
    label: str
    help: str
    follows: bool = False


def _is_certain(unmet: _Unmet, met: Meetings) -> bool:
    """Whether a way out of its own is known for what may also follow from something else."""
    return unmet.key in met.blamed and met.blamed[unmet.key][-1].startswith("write ")


def _note(unmet: _Unmet, game: model.Game, met: Meetings) -> Diagnostic:
    message = f"{unmet.what} in {met.games} random games"
    told = met.blamed.get(unmet.key)
    sort, index = unmet.key.split()
    if sort == "action" and told is not None:
        cause = unmade.found(game.actions[int(index)], message, met.kinds, told[1:3], game)
        if cause is not None:
            return cause
    span = _span(told, game) if told is not None else None
    others: tuple[Label, ...] = ()
    if told is None or span is None or (span.start, span.end) == (unmet.span.start, unmet.span.end):
        span, label, help = unmet.span, unmet.label, unmet.help
    else:
        label, help = told[3:]
        label, help = f"never held: {label}" if label.startswith("`") else label, help or unmet.help
        others = () if span.line == unmet.span.line else (Label(unmet.span, unmet.label),)
    return Diagnostic("never-met", message, span, label, others, help=help)


def _span(told: Told, game: model.Game) -> Span | None:
    """Where what is to blame stands, in the text of the game as it is now."""
    name, start, end = told[:3]
    sources = (
        n.span.source
        for n in nodes((game.actions, game.ends, tuple(game.definitions.values())))
        if isinstance(n, _PLACED)
    )
    source = next((s for s in sources if s.name == name), None)
    return Span(source, start, end) if source is not None else None


def _unmet(game: model.Game, met: Meetings) -> Iterator[_Unmet]:
    """What was never met, unless an option decides over it."""
    turns = {name for turn in game.turns.values() for name in turn.names}
    absent = set(range(len(game.kinds))) - met.kinds
    moved = {
        k for a in game.actions if a.name in turns and a.kinds and absent.issuperset(a.kinds) for k in a.kinds
    }
    is_stuck = False
    demanded = _demanded(game, met)
    for action in game.actions:
        is_offered = (
            (action.name in turns or action.name in demanded)
            and action.form != "pass"
            and not absent.issuperset(action.kinds or (-1,))
        )
        if is_offered and action.index not in met.actions and not _asks_options(game, action):
            help = (
                f"see what it asks for: `gdl why GAME MOVE`; or reach it in a case of `{_cases(action.span)}`"
            )
            is_stuck = True
            what = f"`{action.name}` was never possible"
            yield _Unmet(f"action {action.index}", what, action.span, "never possible", help)
    for index, kind in enumerate(game.kinds):
        if index in absent and index in _made(game) | moved and not unmade.is_unmade(index, game):
            help = f"see when it comes into play; or reach it in a case of `{_cases(kind.span)}`"
            yield _Unmet(
                f"kind {index}",
                f"`{kind.name}` never came into play",
                kind.span,
                "never in play",
                help,
                is_stuck,
            )
    if not met.ends and 0 < game.limit <= SHORT:
        help = "raise it, if the game is to go on for longer"
        what = f"no end but the limit of {game.limit} moves came about"
        yield _Unmet("limit 0", what, game.limit_result.span, "ends every game", help)
        return
    for index, end in enumerate(game.ends):
        is_rare = end.result.form == "draw" or end.span.source.name != game.actions[0].span.source.name
        if index not in met.ends and not is_rare and not _asks_options(game, end):
            help = f"see whether it can hold; or reach it in a case of `{_cases(end.span)}`"
            if _asks_pieces(game, end) and not _takes_pieces(game):
                help = "no rule takes a piece off the board: `capture` it where it is taken, or leave this end out"
            yield _Unmet(
                f"end {index}",
                "this end never came about",
                end.span,
                "never the end",
                help,
                is_stuck or bool(moved or absent & _made(game)),
            )


def _asks_pieces(game: model.Game, end: model.Ending) -> bool:
    """Whether an end asks how many pieces there are."""
    return any(
        isinstance(n, model.Builtin) and n.name == "count" and any(map(_is_pieces, nodes(n.arguments)))
        for n in followed(end.condition, game.definitions)
    )


def _is_pieces(part: object) -> bool:
    return isinstance(part, model.Builtin) and part.name == "pieces"


def _takes_pieces(game: model.Game) -> bool:
    """Whether some rule may take a piece off the board, change its owner or kind, or capture by where a piece goes."""
    if has((game.actions, game.settles), "removes", "changes"):
        return True
    if any(
        isinstance(n, model.Swap) or (isinstance(n, model.MoveTo) and isinstance(n.to, model.PoolOf))
        for n in nodes((game.actions, game.settles))
    ):
        return True
    lasts = (
        p.path.steps[-1] if p.path.steps else None
        for a in game.actions
        if a.form == "move"
        for p in a.parts
        if isinstance(p, model.Along)
    )
    return any(
        last is None or not isinstance(last.condition, model.Builtin) or last.condition.name != "empty"
        for last in lasts
    )


def _demanded(game: model.Game, met: Meetings) -> set[str]:
    """The choices with something to choose that actions which were met demand."""
    demands = (
        n
        for a in game.actions
        if a.index in met.actions
        for n in nodes((a.effects, a.finals))
        if isinstance(n, model.Demand)
    )
    names = {wanted.action for demand in demands for wanted in demand.choices}
    return {name for name in names if game.action(name).choices}


def _cases(span: Span) -> str:
    """The file of cases beside a game."""
    return Path(span.source.name).with_suffix(".yaml").name


def _asks_options(game: model.Game, part: object) -> bool:
    """Whether options say if a part of the rules ever holds: a condition that they decide, or a set in a definition that is
    empty under their present values. A number says how much is asked for, whether it stands there or in a definition."""
    own = {id(n) for n in nodes(part)}
    for n in followed(part, game.definitions):
        if not isinstance(n, model.Expr) or not static.varies(n):
            continue
        is_decided = n.type.base == "bool" and static.known(n, game.board) is not None
        is_set = n.type.base == "set" and id(n) not in own
        if is_decided or (is_set and static.known(n, game.board) == ((), True)):
            return True
    return False


def _made(game: model.Game) -> set[int]:
    """The kinds that an effect names where it makes a piece, or changes its kind."""
    found: set[int] = set()
    for effect in nodes((game.actions, game.settles)):
        if isinstance(effect, model.Place | model.Stock | model.SetField):
            kinds = (n for n in nodes(effect) if isinstance(n, model.Const) and n.type.base == "kind")
            found.update(n.value for n in kinds if isinstance(n.value, int))
    return found
