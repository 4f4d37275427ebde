"""What random games say about how long games are: games without an end, and games that are over too soon.

Each finding says what happened, at the clause that it is about; why it happened is not guessed. None hides another.
"""

from collections.abc import Iterator
from contextlib import suppress

from gdl.core import model
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.limits import DEFAULT_LIMIT
from interpreter import engine as make_engine
from interpreter.analysis.trial.games import Met, turns_given
from interpreter.analysis.trial.never_met import offered, rounded
from interpreter.engines.answers import Ended
from interpreter.shared.hashing import Random

ENOUGH = 20  # games before what all of them have in common says something


def about_lengths(game: model.Game, met: Met) -> Iterator[Diagnostic]:
    """The warnings, the gravest first."""
    found = (
        _all_pass(game, met),
        _one_action_for_ever(game, met),
        _endless(game, met),
        _over_early(game, met) or _player_without_actions(game, met),
        _passed_over(game, met),
    )
    return (d for d in found if d is not None)


# ---- games without an end


def _all_pass(game: model.Game, met: Met) -> Diagnostic | None:
    if met.still is None:
        return None
    return Diagnostic(
        "no-end",
        f"after {met.still} actions of a random game nobody could do anything but pass, and no end came about: it would go on for ever",
        game.turn_of(game.phases[0]).span,
        "all pass",
        tuple(Label(end.condition.span, "does not hold then") for end in game.ends[:2]),
        help="let it end then: `draw when passes = count(players)`, or with another result",
    )


def _one_action_for_ever(game: model.Game, met: Met) -> Diagnostic | None:
    """That every game went on until its limit with one action alone, while others were waited for."""
    index, times = max(met.lonely.items(), key=lambda item: item[1], default=(-1, 0))
    if times < max(met.games, 1) or times < ENOUGH // 2 or game.actions[index].form == "pass":
        return None
    waiting = [a.name for a in offered(game, met) if a.index not in met.actions]
    if not waiting:
        return None
    action = game.actions[index]
    names = " and ".join(f"`{name}`" for name in waiting[:2])
    message = f"{_all_games(met)} went on until it was stopped: `{action.name}` was possible for ever, and {names} never"
    help = f"see what it asks for, and what takes that away: {names} must become possible at some time"
    return Diagnostic("no-end", message, action.span, "possible for ever", help=help)


def _endless(game: model.Game, met: Met) -> Diagnostic | None:
    """That no game came to its end."""
    if met.ended or met.still is not None:
        return None
    message = f"no random game ended within {rounded(met.played):,} actions"
    has_limit, turn = game.limit != DEFAULT_LIMIT, game.turn_of(game.phases[0])
    if not has_limit and not met.is_short:
        return Diagnostic(
            "no-end",
            f"{message}, and no limit is written, so it is {DEFAULT_LIMIT:,} moves",
            turn.span,
            "goes on for ever",
            tuple(Label(end.condition.span, "never held") for end in game.ends[:2]),
            help="see whether an end can hold, and whether what must be used up gets less; else write a limit, such as `limit 200 moves: draw`",
        )
    return Diagnostic(
        "untried",
        f"{message}: what comes at the end of a game was not looked at",
        game.limit_result.span if has_limit else turn.span,
        f"comes after {game.limit:,} moves" if has_limit else "takes long",
        help="`gdl check --deep` looks ten times as long; `gdl playout GAME` says how long games are",
    )


# ---- games that are over too soon


def _player_without_actions(game: model.Game, met: Met) -> Diagnostic | None:
    """That somebody never acts, although games come to their end."""
    idle = [player.name for seat, player in enumerate(game.players) if seat not in met.players]
    if met.ended < ENOUGH or not idle:
        return None
    names = " and ".join(filter(None, (", ".join(idle[:-1]), idle[-1])))
    skips = "whom `skip` passes over, " if game.skips else ""
    given = [n.span for n in nodes((game.actions, game.settles)) if isinstance(n, model.NextTurn)]
    return Diagnostic(
        "over-at-once",
        f"{_all_games(met)} was over before {names} did anything",
        game.turn_of(game.phases[0]).span,
        f"it was never the turn of {names}",
        tuple(Label(span, "says whose turn it is") for span in given[:1]),
        help=f"see to whom the turn is given, {skips}and what {names} can do then"
        if given
        else f"see what {names} can do after the first actions, {skips}and what the set-up gives them",
    )


def _over_early(game: model.Game, met: Met) -> Diagnostic | None:
    """That no game went on until somebody acted twice."""
    is_one_round = any(turn.is_together for turn in game.turns.values())
    if met.ended < ENOUGH or len(game.players) < 2 or met.longest > len(game.players) or is_one_round:
        return None
    how = "after one action" if met.longest == 1 else "before anybody acted twice"
    ended = _one_end(game, met.longest)
    if ended is None or game.limit_result.span.contains(ended.span):
        return None
    is_end = any(end.span.contains(ended.span) for end in game.ends)
    return Diagnostic(
        "over-at-once",
        f"{_all_games(met)} was over {how}: {ended.text}",
        ended.span,
        "holds then" if is_end else "nothing here is possible then",
        help="ask for what comes later: ends are looked at behind every action, after all that settles, and before what it "
        "demands with `then`"
        if is_end
        else "see what the players can do after the first actions, and what the set-up gives them",
    )


def _one_end(game: model.Game, actions: int) -> Ended | None:
    """How a random game of a few actions ended."""
    state, random = make_engine(game, "reference").initial_state(1), Random(1)
    with suppress(GameError):
        for _ in range(actions):
            if not state.is_terminal:
                state = state.apply(random.pick(state.legal_actions()))
        return state.ended
    return None


def _passed_over(game: model.Game, met: Met) -> Diagnostic | None:
    """That some game ended because the turn was given to a player whom a `skip` passes over."""
    if not met.skipped:
        return None
    times, names = sum(met.skipped.values()), [game.actions[i].name for i in sorted(met.skipped)]
    given, *others = dict.fromkeys(turns_given(i, game)[k].span for (i, k), _ in met.given.most_common())
    behind = " and ".join(f"`{name}`" for name in names[:2])
    return Diagnostic(
        "skipped-turn",
        f"in {times} of {met.ended} random games the turn was given, behind {behind}, to a player whom `skip` passes over, which ended the game",
        given,
        "given to somebody who is passed over",
        (
            *(Label(o, "or here") for o in others),
            *(Label(skip.span, "passes over them") for skip in game.skips[:1]),
        ),
        help="`then turn of` is not held up by `skip`: ask for a player who is not passed over, or leave it out, so that the turn goes on by itself",
    )


def _all_games(met: Met) -> str:
    return f"each of {met.games} random games"
