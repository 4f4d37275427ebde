"""A review in the browser: the same questions as on a terminal, with pictures.

The page writes test cases beside a game, so only `gdl review --web` has it: for one game, on this machine, and for whoever has the
key that its address ends with. `gdl serve` has no such page.
"""

import secrets
from threading import Lock

from interpreter.analysis.review.answers import Keeper
from interpreter.analysis.review.review import Answer, Sitting
from interpreter.engines.errors import PositionError
from interpreter.engines.reference.engine import ReferenceState
from interpreter.play.asking import NOT_KEPT, OPEN, change_in_words, clauses, quoted, why, worded
from interpreter.play.sheet.reasons import end_of
from interpreter.play.svg.picture import picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.tables.table import Json, Refused
from interpreter.play.web import limits
from interpreter.play.web.protocol import Data, read_request

ANSWERS: dict[str, Answer] = {"yes": "yes", "no": "no", "unknown": "unknown"}
_SHOWN = 30  # small changes that are left, which the end names


def replied(reviewing: "Reviewing | None", body: bytes) -> Data:
    """What a page of a review is answered. Raises Refused for whoever has no key."""
    found = read_request(body)
    key = found.get("key")
    if reviewing is None or not isinstance(key, str) or not reviewing.has_key(key):
        raise Refused("there is no review here")
    number, answer, move = found.get("number"), found.get("answer"), found.get("why")
    if isinstance(move, str):
        return reviewing.why(move[: limits.TEXT_LETTERS])
    if answer is None:
        return reviewing.asked()
    if answer not in ANSWERS or not isinstance(number, int):
        raise Refused("an `answer` is yes, no or unknown, and has the `number` of its question")
    return reviewing.answered(number, ANSWERS[answer])


class Reviewing:
    """A sitting that a page asks about. One request at a time is answered."""

    def __init__(self, sitting: Sitting, keeper: Keeper, name: str) -> None:
        self.sitting, self.keeper, self.name = sitting, keeper, name
        self.key = secrets.token_urlsafe(18)
        self._one = Lock()

    @property
    def path(self) -> str:
        return f"/review/{self.name}?key={self.key}"

    def has_key(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self.key.encode())

    def notes(self) -> list[str]:
        """What is said above all questions."""
        hidden = [OPEN] if self.keeper.rules.game.is_hidden else []
        return hidden if self.keeper.is_kept else [*hidden, NOT_KEPT]

    def asked(self) -> Data:
        """The present question, the first one if there was none."""
        with self._one:
            if not self.sitting.number:
                self.sitting.begin()
            return self._told()

    def answered(self, number: int, answer: Answer) -> Data:
        """Takes an answer to the question of this number, and gives the next one. An answer to another question counts nothing,
        as it comes from a page that is out of date. Raises Refused where a case cannot be kept."""
        with self._one:
            if number == self.sitting.number:
                try:
                    self.sitting.answer(answer)
                except (OSError, PositionError) as error:
                    raise Refused(f"the answer cannot be kept: {error}") from error
            return self._told()

    def why(self, move: str) -> Data:
        """The clauses behind the present question, or why a move is legal or not."""
        with self._one:
            self.sitting.rest()
            question = self.sitting.question
            if question is None:
                return {"why": ""}
            if move:
                return {"why": why(question, move)}
            return {"why": "\n".join(quoted(span) for span in clauses(question))}

    def _told(self) -> Data:
        sitting = self.sitting
        sitting.rest()
        question = sitting.question
        data: Data = {"number": sitting.number, "of": sitting.most, "progress": sitting.progress}
        if question is None:
            left = sitting.review.left
            named: list[Json] = [change_in_words(m, self.keeper.rules.path) for m in left[:_SHOWN]]
            more: list[Json] = [f"and {len(left) - _SHOWN} more"] if len(left) > _SHOWN else []
            return {**data, "done": True, "exhausted": sitting.is_exhausted, "left": [*named, *more]}
        said = worded(question)
        states = [question.situation.state, *([question.after] if question.after is not None else [])]
        pictures: list[Json] = [_picture(state) for state in states]
        claims: list[Json] = [*said.claims]
        told: Data = {
            **data,
            "about": question.about,
            "lead": said.lead,
            "claims": claims,
            "pictures": pictures,
        }
        sitting.think()
        return told


def _picture(state: ReferenceState) -> str:
    return picture_of(state, ended=end_of(state), framing=Framing(is_page=False))
