"""A sitting of a review: one question after the other, until so many were asked. What follows on a yes is found while people read."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal, TypeAlias

from interpreter.analysis.review.questions import Question
from interpreter.analysis.review.review import Following, Review

Answer: TypeAlias = Literal["yes", "no", "unknown"]


class Sitting:
    """`keep` is given each question that is answered by yes. `question` is None when there are no more."""

    def __init__(self, review: Review, most: int, keep: Callable[[Question], None]) -> None:
        self.review, self.most, self._keep = review, most, keep
        self.question: Question | None = None
        self.number = self.right = self.wrong = 0
        self.is_exhausted = False  # no position was found whose answer would exclude more
        self._ahead = ThreadPoolExecutor(1)
        self._following: Future[Following] | None = None

    def begin(self) -> None:
        """Finds the first question."""
        self.number, self.question = 1, self.review.next()
        self.is_exhausted = self.question is None

    def think(self) -> None:
        """Begins to look for what follows on a yes: nothing else may ask the rules anything until `rest`."""
        if self.question is not None and self._following is None:
            self._following = self._ahead.submit(self.review.foresee, self.question)

    def rest(self) -> None:
        """Waits until what follows on a yes is known."""
        if self._following is not None:
            self._following.result()

    def answer(self, answer: Answer) -> None:
        """Takes the answer to the question, and finds the next one."""
        if self.question is None:
            return
        self.think()
        assert self._following is not None
        following, self._following = self._following.result(), None
        if answer == "yes":
            self._keep(self.question)
            self.right += 1
            self.question = self.review.follow(following)
        else:
            self.wrong += answer == "no"
            self.question = self.review.next() if self.number < self.most else None
        self.number += 1
        self.is_exhausted = self.question is None and self.number <= self.most
        if self.number > self.most:
            self.question = None

    def stop(self) -> None:
        self._ahead.shutdown(wait=False, cancel_futures=True)

    # ---- how far it is

    @property
    def progress(self) -> str:
        """How much the answers exclude, in a sentence."""
        answers = len(self.review.kept) + self.right
        return (
            f"After {counted(answers, 'answer')} {len(self.review.excluded)} of {self.review.total} "
            "small changes of your rules would be noticed."
        )


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
