"""A review: the next question is the one whose answer tells the game apart from most of the rivals that no answer excludes yet.

How much is looked at for a question is an amount of work, counted in expressions, so the questions about a file are the same on
every machine. The first question is chosen with a sample of the rivals, so that it comes soon.

In a sitting one question comes after the other, until so many were asked. What follows on a yes is found while people read.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Literal, TypeAlias

from interpreter.analysis.cases import is_passed
from interpreter.analysis.mutating import Mutant
from interpreter.analysis.review.judging import Kind, Look, look_at
from interpreter.analysis.review.questions import Option, Question, Starts, options, question
from interpreter.analysis.review.rivals import Key, Rival, Rules, rivals, small_changes
from interpreter.analysis.review.situations import Situations
from interpreter.engines.reference.engine import ReferenceEngine

QUESTIONS = 20
SAMPLE = 24  # small changes that the first question goes by
WORK = 1_500_000  # expressions for each question
LOOKS = 40  # situations that are new to a question
ROUNDS = 5  # of so much work, until something is found
FEW = 24  # rivals that are left, for which games are looked at more closely
_PATIENCE = 2  # how often a rival is asked where all is as before; doubled whenever nothing was found
_CHOICE = 12  # situations of which the next one is chosen
_WAITING = 150  # looks that are kept though they tell nothing apart yet
_ENOUGH = 4  # rivals that a question excludes, or it is looked further for
_MORE = 2  # times
_BASE = 12.0  # what a question costs its reader, however little there is to look at
_TRIALS = 8  # options that are tried where the case of the best one does not hold


@dataclass(frozen=True, slots=True)
class Following:
    """What follows on a yes: the rivals that it excludes, by number, and the next question."""

    excluded: frozenset[int]
    question: Question | None


@dataclass
class Review:
    """The state of a review: which rivals are excluded, and which questions were asked."""

    rules: Rules
    cases: Sequence[Mapping[str, Any]] = ()  # tests beside the game: places to look at
    kept: Sequence[Mapping[str, Any]] = ()  # answers of earlier reviews
    work: int = WORK
    changes: Sequence[Mutant] | None = None  # those that are to be told apart; None for all
    rivals: dict[int, Rival] = field(default_factory=dict)
    excluded: set[int] = field(default_factory=set)
    _asked: set[tuple[int, str, object]] = field(default_factory=set)
    _looks: list[Look] = field(default_factory=list)
    _often: Counter[tuple[Key, Kind]] = field(default_factory=Counter)  # each value that was seen
    _shown: Counter[tuple[int, tuple[Key, Kind]]] = field(
        default_factory=Counter
    )  # to each rival that was asked
    _patience: int = _PATIENCE

    def __post_init__(self) -> None:
        self._engine = ReferenceEngine(self.rules.game)
        self._changes = small_changes(self.rules) if self.changes is None else list(self.changes)
        self._coming = Situations(self._engine, self.cases)
        self._starts, self._unlike = Starts(self._coming.start), set[int]()  # rivals that begin elsewhere
        self._add(self._changes[:SAMPLE], 0)
        self._is_whole = self._is_begun = False
        if self.kept:
            self.complete()

    def complete(self) -> None:
        """Makes the rivals that the first question did without."""
        if not self._is_whole:
            self._is_whole = True
            self._add(self._changes[SAMPLE:], SAMPLE)

    def _add(self, changes: Sequence[Mutant], first: int) -> None:
        for rival in rivals(self.rules, changes, first):
            self.rivals[rival.number] = rival
            if self._starts.are_unlike(rival):
                self._unlike.add(rival.number)
            if any(not is_passed(rival.engine, case) for case in self.kept):
                self.excluded.add(rival.number)

    # ---- what is known

    @property
    def total(self) -> int:
        return len(self.rivals)

    @property
    def left(self) -> list[Mutant]:
        """The small changes that no answer excludes, in the order of the files."""
        found = [r.mutant for n, r in self.rivals.items() if n not in self.excluded]
        return sorted(found, key=lambda m: (m.file, m.start, m.end, m.after))

    def excluded_by(self, case: Mapping[str, Any]) -> set[int]:
        """The rivals that are excluded by nothing yet, and for which a case does not hold."""
        alive = (r for n, r in self.rivals.items() if n not in self.excluded)
        return {r.number for r in alive if not is_passed(r.engine, case)}

    # ---- asking and answering

    def next(self) -> Question | None:
        """The next question; None where nothing more is found that would exclude a rival."""
        is_first = not self._is_begun
        self._is_begun = True
        if not is_first:
            self.complete()
        for count in range(ROUNDS):
            self._look_further(is_near=is_first and count == 0)
            left = self.total - len(self.excluded)
            enough = 1 if is_first or count >= _MORE else max(1, min(_ENOUGH, left))
            found = self._best(enough)
            if found is not None:
                return found
            self._patience *= 2
        return self.next() if is_first else None

    def _best(self, enough: int) -> Question | None:
        """The best question of those that are known, and that exclude so many rivals."""
        alive = self.rivals.keys() - self.excluded
        every = (o for look in self._looks for o in options(self._with_start(look)))
        fresh = ((o, len(o.rivals & alive)) for o in every if _name(o) not in self._asked)
        best = sorted(((o, n) for o, n in fresh if n >= enough), key=lambda p: -p[1] / (_BASE + p[0].effort))
        for option, _ in best[:_TRIALS]:
            found = question(option, self.rivals)
            self._asked.add(_name(option))
            if found is not None and (not found.by_chance or self.excluded_by(found.case)):
                return found
        return None

    def confirm(self, asked: Question) -> None:
        """The author says yes: what the case excludes is excluded."""
        self.complete()
        self.excluded |= self.excluded_by(asked.case)

    def foresee(self, asked: Question) -> Following:
        """What follows if the author says yes, found before they do."""
        self.complete()
        excluded, known = set(self.excluded), set(self._asked)
        found = self.excluded_by(asked.case)
        self.excluded |= found
        try:
            return Following(frozenset(found), self.next())
        finally:
            self.excluded, self._asked = excluded, known

    def follow(self, following: Following) -> Question | None:
        """The author has said yes: the next question."""
        self.excluded |= following.excluded
        if following.question is not None:
            self._asked.add(_name_of(following.question))
        return following.question

    def _with_start(self, look: Look) -> Look:
        """The look at the start of the game, which shows where the set-ups of rivals differ."""
        if look.situation.is_start:
            if self._starts.odds:
                look.starts = self._unlike
            for number in self._unlike:
                look.only.setdefault(number, None)
        return look

    def _look_further(self, is_near: bool) -> None:
        """Asks rivals about situations, those first that show them most, for so much work."""
        alive = [r for n, r in sorted(self.rivals.items()) if n not in self.excluded]
        left, asked = self.work, set[int]()
        for _ in range(LOOKS):
            look = self._newest(alive, asked, is_near)
            if left <= 0 or look is None:
                break
            asked.add(id(look))
            left = self._ask(look, alive, left - look.cost - sum(s.cost for s in look.steps))
        telling = {id(look) for look in self._looks if look.tells_apart(alive)}
        recent = {id(look) for look in self._looks[-_WAITING:]}
        self._looks = [look for look in self._looks if id(look) in telling or id(look) in recent]

    def _newest(self, alive: Sequence[Rival], asked: Set[int], is_near: bool) -> Look | None:
        """Of the situations that are known or come next the one that shows most to these rivals, for the work that it takes to ask them."""
        while sum(not look.judged for look in self._looks) < (1 if is_near else _CHOICE):
            situation = self._coming.near() if is_near else self._coming.next(closely=len(alive) <= FEW)
            if situation is None:
                break
            if (found := look_at(situation, self._often)) is not None:
                self._looks.append(found)
        known = (look for look in self._looks if id(look) not in asked)
        return max(known, key=lambda look: self._news(look, alive) / look.cost, default=None)

    def _news(self, look: Look, alive: Sequence[Rival]) -> float:
        """How much a situation shows to rivals that were not asked about it, and that they were not shown before."""
        fresh = (r for r in alive if r.number not in look.judged)
        return fsum(1 / (1 + self._shown[r.number, pair]) ** 2 for r in fresh for pair in look.shows(r))

    def _ask(self, look: Look, alive: Sequence[Rival], left: int) -> int:
        """Asks rivals about a look that may show them something new; how much work is left."""
        for rival in alive:
            if left <= 0:
                break
            if rival.number not in look.judged and look.concerns(rival):
                shown = [(rival.number, pair) for pair in look.shows(rival)]
                if not rival.touched or any(self._shown[pair] < self._patience for pair in shown):
                    self._shown.update(shown)
                    left -= look.ask(rival)
        return left


def _name(option: Option) -> tuple[int, str, object]:
    """What tells a question from others."""
    step = option.look.steps[option.step].number if option.about == "result" else option.group
    return (hash(option.look.situation.state), option.about, step)


def _name_of(asked: Question) -> tuple[int, str, object]:
    step = asked.acts[0] if asked.about == "result" else asked.group
    return (hash(asked.situation.state), asked.about, step)


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
