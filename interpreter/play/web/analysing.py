"""Analysis of a position, and review of a game: long work that gives one message after the other, and can be stopped.

A position is analysed from the seat of the player to move there: in states that this player cannot tell from the real one.
While a game with secrets goes on, only the positions of a person's own decisions are analysed for them.
"""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import TypeAlias

from interpreter.analysis.evaluating import Candidate, Evaluation, Evaluator
from interpreter.engines.base import State
from interpreter.engines.errors import RecordError
from interpreter.play.bots import Seat, Unimagined
from interpreter.play.files.opening_book import NO_BOOK, OpeningBook
from interpreter.play.hints import move_text
from interpreter.play.tables.disclosure import own_sites
from interpreter.play.tables.table import Json, Refused
from interpreter.play.web import limits
from interpreter.play.web.new_table import settings
from interpreter.play.web.protocol import Data, Viewer
from interpreter.play.web.views import Views
from interpreter.positions.documents import written
from interpreter.search.running import Imagine

LOOK = 0.4  # seconds between two messages about one position
_BEST = 5  # moves that are named
_PLAYED = 12  # moves of other games that are named
_TURNING = 0.25  # of the span of payoffs: how much a move must cost to be a turning point
_MOST_TURNING = 6
_JUDGING = 0.8  # seconds for each of the two positions around a move
_SHOWN = 3  # moves of a refutation
_KNOWN = 40  # games through a move, before its value is more than noise

Known: TypeAlias = tuple[Evaluation, State]


class Analyst:
    """Analyses for one table, which tell of the games of a book, too."""

    def __init__(self, views: Views, book: OpeningBook = NO_BOOK) -> None:
        self.views, self.table, self.game, self.book = views, views.table, views.game, book

    def analysis(self, viewer: Viewer, ply: int) -> Iterator[Data]:
        """Better and better knowledge of a position, for some seconds. Raises Refused."""
        state = self._state(viewer, ply)
        if (games := self._games(state, ply)) is not None:
            yield games
        steps = Evaluator(self.game, ply).steps(_imagining(state), LOOK)
        most = int(limits.ANALYSIS_SECONDS / LOOK)
        for number, found in enumerate(islice(steps, most), 1):
            yield self._thinking(state, ply, found, is_done=number == most or found.is_certain)

    def review(self, viewer: Viewer) -> Iterator[Data]:
        """The value of every position of the game so far, one message each, and at last the turning points. Raises Refused."""
        plies = len(self.table.session.moves)
        if not plies:
            raise Refused("there is nothing to review yet")
        states = [self._state(viewer, ply) for ply in range(plies + 1)]
        known: list[Known] = []
        evaluator = Evaluator(self.game)
        seconds = min(limits.REVIEW_SECONDS_A_MOVE, limits.REVIEW_SECONDS / plies)
        for ply, state in enumerate(states):
            found = next(evaluator.steps(_imagining(state), seconds))
            known.append((found, state))
            yield {
                "type": "review",
                "ply": ply,
                "plies": plies,
                "values": [round(v, 3) for v in found.values],
            }
        yield {
            "type": "reviewed",
            "turning": self._turning(known, viewer),
            "scale": round(_span(known), 3),
            "game": self.table.source,
            "options": {**settings(self.game)},
        }

    def judgement(self, viewer: Viewer, ply: int) -> Iterator[Data]:
        """How good the move behind a position was: what it has cost, a clearly better one, and how it is refuted. Raises Refused."""
        state = self._state(viewer, ply)
        if ply >= len(self.table.session.moves):
            raise Refused("no move has been made there yet")
        evaluator, played = Evaluator(self.game), self.table.session.actions[ply]
        before = after = next(evaluator.steps(_imagining(state), _JUDGING))
        is_open = not self.game.has_chance and not self.game.is_hidden
        if is_open:
            after = next(evaluator.steps(_imagining(self.table.state_at(ply + 1)), _JUDGING))
        lost = 0.0
        if before.best and before.best[0].action != played:
            lost = max(0.0, self._lost(before, after, state.current_player, played))
        span = max(1.0, *map(abs, (*before.values, *after.values)))
        told: Data = {
            "type": "judged",
            "ply": ply,
            "played": self.views.boards.notation(ply, viewer),
            "lost": round(lost, 3),
            "bad": lost >= _TURNING * span,
        }
        if lost >= _TURNING / 2 * span:  # less is noise of a short search
            told["best"] = move_text(state, before.best[0].action)
        if told["bad"] and is_open:
            answers = self._refutation(evaluator, self.table.state_at(ply + 1), after)
            told["answers"] = [move_text(*move) for move in answers]
            told["paths"] = [[*self.table.chooser.spelt(action).path] for _, action in answers]
            told["sites"] = [*own_sites(*answers[0])] if answers else []
        yield told

    def _refutation(self, evaluator: Evaluator, state: State, found: Evaluation) -> list[tuple[State, int]]:
        """The best moves from a position on, each with the state in which it is made."""
        made: list[tuple[State, int]] = []
        while found.best and len(made) < _SHOWN:
            made.append((state, found.best[0].action))
            state = state.apply(found.best[0].action)
            if state.is_terminal or len(made) == _SHOWN:
                break
            found = next(evaluator.steps(_imagining(state), LOOK))
        return made

    def _state(self, viewer: Viewer, ply: int) -> State:
        """A state of the game, if the viewer may have it analysed."""
        table = self.table
        if table.lesson is not None:
            raise Refused("a lesson has hints instead")
        if viewer is None or not self.views.may_ask_machine(viewer):
            raise Refused("no analysis while others play against you")
        state = table.state_at(ply)
        if self.game.is_hidden and not table.is_over and state.current_player != viewer:
            raise Refused("the others' decisions are analysed when the game is over")
        return state

    def _games(self, state: State, ply: int) -> Data | None:
        """What others played in a position, those moves first that were played most."""
        session = self.table.session
        try:
            node = self.book.after(session.states[0], session.actions[:ply], self.table.source)
        except RecordError as error:
            raise Refused(str(error)) from error
        if node is None:
            return None
        often = sorted(node.after.items(), key=lambda item: (-item[1].games, item[0]))[:_PLAYED]
        moves: list[Json] = [
            {
                "text": move_text(state, a),
                "games": n.games,
                "average": [*n.average],
                "sites": [*own_sites(state, a)],
            }
            for a, n in often
        ]
        return {"type": "games", "ply": ply, "games": node.games, "average": [*node.average], "moves": moves}

    def _thinking(self, state: State, ply: int, found: Evaluation, is_done: bool) -> Data:
        return {
            "type": "thinking",
            "ply": ply,
            "iterations": found.iterations,
            "values": [round(v, 3) for v in found.values],
            "by": None if state.is_terminal else state.current_player,
            "best": [self._candidate(state, c) for c in found.best[:_BEST]],
            "done": is_done,
            "certain": found.is_certain,
        }

    def _candidate(self, state: State, found: Candidate) -> Json:
        return {
            "text": move_text(state, found.action),
            "share": round(found.share, 3),
            "value": round(found.value, 3),
            "sites": [*own_sites(state, found.action)],
        }

    def _turning(self, known: list[Known], viewer: Viewer) -> Json:
        """The moves after which their player could expect much less than before, in the order of the game."""
        found = list[tuple[float, Data]]()
        for ply, ((before, state), (after, _)) in enumerate(pairwise(known)):
            played, best = self.table.session.actions[ply], before.best[0] if before.best else None
            if best is None or best.action == played:
                continue
            lost = self._lost(before, after, state.current_player, played)
            if lost < _TURNING * _span(known):
                continue
            told: Data = {
                "ply": ply + 1,
                "by": state.current_player,
                "played": self.views.boards.notation(ply, viewer),
                "best": move_text(state, best.action),
                "lost": round(lost, 3),
            }
            good = _good(before, _TURNING / 2 * _span(known), played)
            # a position with secrets would tell them; where every other move is good, nothing is to be found
            if not self.game.is_hidden and len(state.legal_actions()) > len(good) + 1:
                told |= {
                    "position": written(state.position()),
                    "good": [move_text(state, a) for a in good],
                }
            found.append((lost, told))
        worst = sorted(found, key=lambda f: -f[0])[:_MOST_TURNING]
        return [told for _, told in found if any(told is w for _, w in worst)]

    def _lost(self, before: Evaluation, after: Evaluation, by: int, played: int) -> float:
        """What a move has cost its player. Where chance or secrets come between, what followed tells of luck: then the move's
        own value counts, if it was tried often enough to be known."""
        if not self.game.has_chance and not self.game.is_hidden:
            return before.values[by] - after.values[by]
        own = next((c for c in before.best if c.action == played), None)
        if own is None or own.share * before.iterations < _KNOWN:
            return 0.0
        return before.best[0].value - own.value


def _good(found: Evaluation, margin: float, played: int) -> list[int]:
    """The moves that are known to promise nearly as much as the best one, that one first; never the one that was played."""
    best, *others = found.best
    tried = (c for c in others if c.share * found.iterations >= _KNOWN and c.action != played)
    return [best.action, *(c.action for c in tried if best.value - c.value <= margin)]


def _imagining(state: State) -> Imagine:
    """States that the player to move cannot tell from this one; it alone where the game is over."""
    if state.is_terminal:
        return lambda seed: state
    seat = Seat.of(state)

    def imagine(seed: int) -> State:
        try:
            return seat.imagine(seed)
        except Unimagined:
            raise Refused("too much is hidden here to be analysed") from None

    return imagine


def _span(known: list[Known]) -> float:
    """How far the payoffs go from 0, at least 1: what a curve is drawn to."""
    return max(1.0, *(abs(v) for found, _ in known for v in found.values))
