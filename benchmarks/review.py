"""How many small changes of bundled games twenty answers of a review exclude, and how long the choice of the questions takes.

    python benchmarks/review.py [GAME...] [--alone]

All questions are answered by yes. The tests beside a game are places to look at, not answers; `--alone` leaves them out, as for a
game that is new. A row for each game: small changes, how many answers there were, what they exclude, seconds of processor time to
the first question and in all.
"""

import sys
from time import process_time

from gdl.files.library import find
from gdl.loader import load
from interpreter.analysis.review.answers import read_tests
from interpreter.analysis.review.review import QUESTIONS, Review
from interpreter.analysis.review.rivals import Rules

GAMES = (
    "tic_tac_toe", "hex", "zola", "kuhn_poker", "stone_towers", "reversi", "backgammon", "hearts", "go", "chess",
    "cyvasse",
)  # fmt: skip


def row(name: str, alone: bool) -> str:
    path = find(name)
    rules = Rules(path, load(path), {})
    begun = process_time()
    review = Review(rules, () if alone else read_tests(rules)[0])
    asked = first = 0.0
    while asked < QUESTIONS and (question := review.next()) is not None:
        asked, first = asked + 1, first or process_time() - begun
        review.confirm(question)
    excluded, total = len(review.excluded), review.total
    share = f"{excluded / max(1, total):.0%}"
    return f"| {name} | {total} | {asked:.0f} | {excluded} ({share}) | {first:.1f} | {process_time() - begun:.0f} |"


if __name__ == "__main__":
    alone = "--alone" in sys.argv
    names = [a for a in sys.argv[1:] if not a.startswith("-")] or GAMES
    print(
        "| game | small changes | answers | excluded | first question, s | all, s |\n|---|--:|--:|--:|--:|--:|"
    )
    for name in names:
        print(row(name, alone), flush=True)
