"""The command `gdl review`."""

import sys
from pathlib import Path
from typing import Any

import click

from gdl.files.library import bundled_directory
from gdl.platform.safe_io import reason
from interpreter.analysis.review.answers import Keeper, read_tests
from interpreter.analysis.review.questions import Question
from interpreter.analysis.review.review import QUESTIONS, Answer, Review, Sitting, counted
from interpreter.analysis.review.rivals import Rules
from interpreter.commands.games import load
from interpreter.commands.options import (
    FINDINGS,
    CannotWork,
    Setup,
    Whole,
    find,
    has_colour,
    json_option,
    parted,
    settings_option,
)
from interpreter.commands.output import print_json, width
from interpreter.commands.web import announce, listen, web_or_refuse
from interpreter.play.asking import NOT_KEPT, OPEN, change_in_words, clauses, quoted, why, worded
from interpreter.play.text.drawing import Layout, draw
from interpreter.play.text.styled import side_by_side
from interpreter.positions.documents import written

_SHOWN = 12  # small changes that are left, which the end names
_ANSWERS: dict[str, Answer] = {"y": "yes", "n": "no", "d": "unknown"}
_HELP = "y: it is right, n: it is wrong, d: I don't know, q: stop here"


@click.command("review")
@click.argument("game")
@settings_option("--set", "set_", "Set an option of the game; may be repeated.")
@click.option("--variant", metavar="NAME", help="A variant that the game names.")
@click.option(
    "--questions",
    type=Whole(1, 200),
    default=QUESTIONS,
    show_default=True,
    help="How many are asked at most.",
)
@click.option("--web", is_flag=True, help="Ask in the browser, on this machine alone.")
@click.option("--port", type=Whole(0, 65535), default=0, help="The port of --web; 0 takes a free one.")
@click.option("--no-browser", is_flag=True, help="With --web: only say where the page is.")
@json_option
def command(
    game: str, set_: dict[str, str], variant: str | None, questions: int, web: bool, port: int, no_browser: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Ask about chosen positions whether the rules say what you mean, and keep each yes as a test. Exit 1: an answer was no.

    The next question is the one whose answer excludes most small changes of the rules that no answer excludes yet. A yes goes to the end of the tests beside the game; a no shows the clauses that say so. A later review goes on from there.
    """
    name, setup = parted(game, Setup(set_, variant, "reference", None))
    path = find(name)
    rules = Rules(path, load(name, setup), setup.settings, setup.variant)
    if as_json:
        print_json(_all_answered(Review(rules, read_tests(rules)[0]), questions))
        return
    cases, kept = read_tests(rules)
    keeper = Keeper(rules, not _is_bundled(name, path), [*cases])
    sitting = Sitting(Review(rules, cases, kept), questions, keeper)
    try:
        if web:
            _ask_in_browser(sitting, keeper, path.stem, port, not no_browser)
        else:
            _ask(sitting, keeper)
    except OSError as error:
        raise CannotWork(
            f"the answer cannot be kept in {path.with_suffix('.yaml')}: {reason(error)}"
        ) from error
    finally:
        sitting.stop()
    if sitting.wrong:
        sys.exit(FINDINGS)


def _is_bundled(game: str, path: Path) -> bool:
    """Whether a game was meant by its bare name, so that its files are the program's and not the author's."""
    return not Path(game).is_file() and path.resolve().parent == bundled_directory().resolve()


def _all_answered(review: Review, most: int) -> dict[str, Any]:
    """The review as it would be if all answers were yes."""
    asked = []
    for _ in range(most):
        question = review.next()
        if question is None:
            break
        before = len(review.excluded)
        review.confirm(question)
        state = question.situation.state
        asked.append({
            "moves": list(question.situation.moves), "position": written(state.position()), "about": question.about,
            "text": worded(question).text, "excludes": len(review.excluded) - before,
        })  # fmt: skip
    review.complete()
    return {"mutants": review.total, "excluded": len(review.excluded), "questions": asked}


def _ask_in_browser(sitting: Sitting, keeper: Keeper, name: str, number: int, opens_browser: bool) -> None:
    """Serves the page, on this machine alone, until Ctrl-C. Raises CannotWork."""
    web_or_refuse("`gdl review --web`")
    port = listen("127.0.0.1", number)
    from interpreter.commands.web_server import Serving, serve  # takes long to load
    from interpreter.play.web.reviewing import Reviewing

    reviewing = Reviewing(sitting, keeper, name)
    serve(Serving({}, [], port, review=reviewing), lambda: announce(port, opens_browser, reviewing.path))


def _ask(sitting: Sitting, keeper: Keeper) -> None:
    """The questions, one after the other, on a terminal or through a pipe."""
    review, game = sitting.review, keeper.rules.game
    click.echo(f"{game.title}: is that what you mean? {_HELP}")
    if not keeper.is_kept:
        click.echo(NOT_KEPT)
    if review.kept:
        click.echo(f"{counted(len(review.kept), 'answer')} of earlier reviews. {sitting.progress}")
    if game.is_hidden:
        click.echo(OPEN)
    sitting.begin()
    while sitting.question is not None:
        asked = sitting.question
        click.echo(
            f"\nQuestion {sitting.number} of {sitting.most}\n\n{_drawn(asked)}\n\n{worded(asked).text}\n"
        )
        sitting.think()
        word = _answer()
        if word == "q":
            break
        if word == "n":
            sitting.rest()
            _explain(asked)
        sitting.answer(_ANSWERS[word])
        if word == "y":
            click.echo(sitting.progress)
    _end(sitting, keeper)


def _end(sitting: Sitting, keeper: Keeper) -> None:
    """What the answers have brought, and what is left."""
    click.echo("")
    if sitting.is_exhausted:
        click.echo("No position was found whose answer would exclude more.")
    click.echo(sitting.progress)
    if sitting.right and keeper.is_kept:
        click.echo(f"{counted(sitting.right, 'case')} more in {keeper.rules.path.with_suffix('.yaml')}.")
    if sitting.wrong:
        click.echo(f"{counted(sitting.wrong, 'answer')} no: change the rules there, and review them again.")
    left = sitting.review.left
    if left:
        click.echo(
            "Not told apart by any position that was found:"
            if sitting.is_exhausted
            else "Not told apart yet:"
        )
    for mutant in left[:_SHOWN]:
        click.echo(f"  {change_in_words(mutant, keeper.rules.path)}")
    if len(left) > _SHOWN:
        click.echo(f"  and {len(left) - _SHOWN} more")


def _answer() -> str:
    """y, n, d or q, as somebody types it; the end of the input stops."""
    while True:
        try:
            text = click.prompt("Is that right? [y/n/d/q]", prompt_suffix=" ", default="", show_default=False)
        except (EOFError, click.Abort):
            click.echo("")
            return "q"
        word = text.strip().lower()
        if word[:1] in ("y", "n", "d", "q") and word in (
            "y", "yes", "n", "no", "d", "don't know", "dont know", "q", "quit",
        ):  # fmt: skip
            return word[0]
        if word in ("?", "i don't know", "i dont know"):
            return "d"
        click.echo(_HELP)


def _explain(question: Question) -> None:
    """The clauses that say what the author did not mean; of a move that somebody names, why it is legal or not."""
    if question.about == "legal":
        try:
            move = click.prompt(
                "Which move is wrong, or missing?", prompt_suffix=" ", default="", show_default=False
            )
        except (EOFError, click.Abort):
            move = ""
        if move.strip():
            click.echo(why(question, move.strip(), has_colour(sys.stdout)))
            return
    click.echo("These clauses say so:")
    for span in clauses(question):
        click.echo(quoted(span))


def _drawn(question: Question) -> str:
    """The position; of a result also that behind it."""
    game, most = question.situation.state.game, width()
    states = [question.situation.state, *([question.after] if question.after is not None else [])]
    both = len(states) == 2
    layout = Layout(
        colour=has_colour(sys.stdout) and not both, width=most // 2 - 2 if both else most, is_tight=True
    )
    drawn = [draw(game, state.position(), layout) for state in states]
    return side_by_side(f"before\n{drawn[0]}", f"after\n{drawn[1]}", most) if both else drawn[0]
