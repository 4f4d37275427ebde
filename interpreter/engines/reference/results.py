"""How a game ends: who has won, in numbers and in words."""

from collections.abc import Sequence
from typing import Any, assert_never

from gdl.core import model
from gdl.core import nodes as core
from gdl.tree.words import ResultForm
from interpreter.engines.reference.data import Outcome
from interpreter.engines.reference.view import View, told


def outcome(result: model.Result, because: str, view: View) -> Outcome:
    """The end of a game with a result. `because`: what is said of an end without a name, or a sentence behind its name."""
    count = view.player_count
    everyone = range(count)
    match result.form:
        case "wins" | "loses":
            assert result.who is not None
            named = view.game.with_partners(p for p in view.elements(result.who) if p is not None)
            winners = named if result.form == "wins" else set(everyone) - named
            returns = payoffs(winners, count)
        case "highest" | "lowest":
            found = [scores(rank.score, view) for rank in result.ranks]
            best = set(everyone)
            for rank, of_rank in zip(result.ranks, found, strict=True):
                wanted = (max if rank.form == "highest" else min)(of_rank[p] for p in best)
                best = {p for p in best if of_rank[p] == wanted}
            winners = view.game.with_partners(best)
            returns = payoffs(winners, count)
            because = f"{because.removesuffix('.')} ({figures(result, found, view.game)})"
        case "payoff":
            returns = tuple(float(s) for s in scores(result.score, view))
        case "draw":
            returns = (0.0,) * count
        case _:
            assert_never(result.form)
    return Outcome(returns, result.span, sentence(view.game, returns, result.form, because), result.name)


def figures(result: model.Result, found: Sequence[Sequence[Any]], game: model.Game) -> str:
    """The scores of all players, of each rank: "Ann 5, Bob 2", or "Ann 15 points (12 cards), Bob 15 (14)"."""
    nouns = [rank.score.removesuffix("_of").replace("_", " ") for rank in result.ranks]
    said = []
    for p, player in enumerate(game.players):
        first, *others = (
            f"{of_rank[p]} {noun}" if p == 0 and len(nouns) > 1 else str(of_rank[p])
            for noun, of_rank in zip(nouns, found, strict=True)
        )
        said.append(f"{player.name} {first}" + (f" ({', '.join(others)})" if others else ""))
    return ", ".join(said)


def reason(name: str, told: str, otherwise: str) -> str:
    """Why a game is over: by the name of the end and the sentence of the clause; by what is written where it has neither."""
    return ". ".join(filter(None, (name, told))) or otherwise


def without_action(fallback: model.Fallback, view: View) -> Outcome:
    """The end of a game in which the player to act has no action, where the turn says no other result."""
    count, mover = view.player_count, view.mover
    turn = view.game.turn_of(view.data.phase)
    because = reason(fallback.name, *nothing_offered(turn, view))
    if fallback.result is not None:
        return outcome(fallback.result, because, view)
    match fallback.word:
        case "lose":
            returns = payoffs(set(range(count)) - view.game.with_partners((mover,)), count)
        case "win":
            returns = payoffs(view.game.with_partners((mover,)), count)
        case "" | "pass" | "draw":
            returns = (0.0,) * count
        case _:
            assert_never(fallback.word)
    return Outcome(returns, turn.span, sentence(view.game, returns, "wins", because), fallback.name)


def nothing_offered(turn: model.Turn, view: View) -> tuple[str, str]:
    """Why the player to act can do nothing: the sentence of a definition that the conditions of a turn deny, or "", where they
    leave no group of actions on offer; and what is said where there is none."""
    mover = view.game.players[view.mover].name
    conditions = [o.condition for o in turn.offers]
    view.viewpoint = view.mover
    if not all(c is not None and not view.value(c) for c in conditions):
        return "", f"{mover} has no legal move"
    nothing = f"the turn offers {mover} nothing"
    for condition in conditions:
        if isinstance(condition, core.Not) and isinstance(condition.operand, core.Apply):
            meaning = view.game.meaning_of("definition", condition.operand.definition)
            if meaning is not None and not condition.operand.arguments:
                return told(meaning.clause, view, ""), nothing
    return "", nothing


def scores(name: str, view: View) -> list[Any]:
    """What a definition gives each player."""
    definition = view.game.definitions[name]
    found = []
    for player in range(view.player_count):
        for parameter in definition.parameters:
            view.names[parameter[1]] = player
        score = view.value(definition.body)
        found.append(0 if score is None else score)
    return found


def sentence(game: model.Game, returns: tuple[float, ...], form: ResultForm, because: str) -> str:
    names = [p.name for p in game.players]
    if form == "payoff":
        head = ", ".join(f"{n} {r:g}" for n, r in zip(names, returns, strict=True))
    else:
        winners = [n for n, r in zip(names, returns, strict=True) if r > 0]
        *first, last = winners or [""]
        head = f"{', '.join(first)} and {last} win" if first else f"{last} wins" if last else "draw"
        if not winners and len(names) == 1 and returns[0] < 0:
            head = f"{names[0]} loses"
    return f"{head}: {' '.join(because.split())}" if because else head


def payoffs(winners: set[int], count: int) -> tuple[float, ...]:
    """1 for winners and -1 for the others; 0 for all when all or none win."""
    if count > 1 and len(winners) in (0, count):
        return (0.0,) * count
    return tuple(1.0 if p in winners else -1.0 for p in range(count))
