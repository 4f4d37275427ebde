"""How every bundled game tells its end: each end has a name, and a sentence that nobody needs the file for."""

import random
import re

import bundled
import pytest

from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.limits import DEFAULT_LIMIT
from gdl.loader import bundled_games, examine_source, option_settings
from gdl.source import Source
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.engines.reference.view import told
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.reasons import end_of

NAMES = bundled_games()
OF_THE_FILE = re.compile(r"such that|the last mover|the mark|no legal move|[a-z]_[a-z]|[{}]|\bnone\b")
PLAYED = (
    "arimaa",
    "breakthrough",
    "dominoes",
    "five_hundred",
    "kuhn_poker",
    "liars_dice",
    "pentago",
    "quax",
    "tic_tac_toe",
    "zola",
)
PLIES = 2000


def unnamed(game: Game) -> list[str]:
    """The ends of a game without a name: clauses, ends within actions, what becomes of whoever can do nothing, and its own limit."""
    finishes = [n.result for n in nodes(game.actions) if isinstance(n, core.Finish)]
    results = [end.result for end in game.ends] + finishes
    if game.limit != DEFAULT_LIMIT:
        results.append(game.limit_result)
    found = [result.span.text for result in results if not result.name]
    for turn in game.turns.values():
        over = [f for f in turn.fallbacks if f.word != "pass"]
        found += [turn.span.text for f in over if not (f.name or (f.result is not None and f.result.name))]
    return found


def tellings(game: Game) -> list[str]:
    """What is told of each end and of the limit, in play and on the sheet; "" where there is no sentence."""
    view = ReferenceEngine(game).initial_state(0).rules().view
    clauses = [end.span for end in game.ends]
    if game.limit != DEFAULT_LIMIT:
        limit = game.meaning_of("limit", "")
        assert limit is not None, "the limit has no sentence"
        clauses.append(limit.clause)
    sentences = AuthorSentences(game)
    return [text for span in clauses for text in (told(span, view, ""), sentences.at(span))]


def bare_names(game: Game, text: str) -> list[str]:
    """Fields and variables that a sentence speaks of as the file does: one letter, or a name that a clause begins with and compares.
    "the stage is over" and "24 seeds for each player" are what people say, and so is "after it is taken"."""
    variables = {n.name for n in nodes((game.ends, game.definitions)) if isinstance(n, core.Local)}
    known = {*game.fields, *variables} - {"a", "it", "one"}
    letters = "|".join(n for n in known if len(n) == 1) or "(?!)"
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or "(?!)"
    compared = rf"(?:^|[:,;(] |\b(?:when|if|and|or|where|that|while) )({names}) (?:is\b|becomes\b|[=<>])"
    return re.findall(rf"(?<![\w'])({letters})(?![\w'])", text) + re.findall(compared, text, re.I)


def check(game: Game) -> None:
    assert unnamed(game) == []
    for text in tellings(game):
        assert text, "an end has no sentence"
        assert not OF_THE_FILE.search(text), text
        assert bare_names(game, text) == [], text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Stage is over.", ["Stage"]),
        ("Red wins: stand = kept.", ["stand"]),
        ("You win when p has all discs.", ["p"]),
        ("It ends if taken is 5 and stage is over.", ["taken", "stage"]),
        ("The stage is over; a stand is kept, the last disc is taken.", []),
        ("Whoever has taken 5 discs wins, and after a pass it is a draw.", []),
    ],
)
def test_a_bare_field_or_variable_in_a_sentence_is_found(text: str, names: list[str]) -> None:
    rules = (
        'game "Bare"\nplayers Red, Blue\nboard square 2 x 2\nkinds disc\nfield stage of game: 0..9\nfield stand of game: 0..9\n'
        "field taken of player: 0..9\naction put\n  choose s in sites where s is empty\n  do place disc of mover on s\n"
        "turn: put else draw\nend draw when some p in players: taken(p) = 9\n"
    )
    game, problems = examine_source(Source("bare.gdl", rules))
    assert game is not None, problems
    assert bare_names(game, text) == names


@pytest.mark.parametrize("name", NAMES)
def test_each_end_has_a_name_and_a_sentence_for_people(name: str) -> None:
    check(bundled.load(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_end_has_them_under_any_value_of_an_option(name: str) -> None:
    for options in option_settings(bundled.load(name)):
        check(bundled.load(name, options))


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_told_when_a_game_is_over_is_for_people(name: str) -> None:
    for seed in range(6):
        state, chooser = bundled.native(name).initial_state(seed), random.Random(seed)
        for _ in range(PLIES):
            if state.is_terminal:
                break
            state = state.apply(chooser.choice(state.legal_actions()))
        if state.is_terminal:
            text = end_of(state)
            assert text and not OF_THE_FILE.search(text), text


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_player_may_do_has_a_sentence(name: str) -> None:
    game = bundled.load(name)
    assert game.headings.get("notes")
    offered = {a for turn in game.turns.values() for a in turn.names} - {"pass"}
    demanded = {a.name for a in game.actions if a.form == "choice"} - {"done"}
    assert [a for a in sorted(offered | demanded) if game.meaning_of("action", a) is None] == []
    options = [o.name for o in game.options if len(o.values) > 1 and o.name != "players"]
    assert [o for o in options if game.meaning_of("option", o) is None] == []
    clauses = (*game.settles, *game.requires, *game.prefers, *game.skips, *game.hides, *game.knowns)
    assert [c.span.text for c in clauses if game.meaning_at(c.span) is None] == []


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("no enemy king", "Red wins: Blue has no kings"),
        (
            "some k in own king: site(k) = site_at(3, 5 if mover = Red else 1)",
            "Red's kings is on the place in column 3 and row 5",
        ),
    ],
)
def test_an_end_without_a_name_says_what_holds_of_whoever_has_moved(end: str, said: str) -> None:
    rules = (
        'game "Ends"\nplayers Red facing north, Blue facing south\nboard square 5 x 5\nkinds king\nsetup\n'
        "  place king of Red on c4\n  place king of Blue on c5\nmove go\n  line forward: any\n"
        f"turn: go else pass\nend mover wins when {end}\n"
    )
    game, found = examine_source(Source("ends.gdl", rules), {})
    assert game is not None, found
    state = ReferenceEngine(game).initial_state(0)
    assert said in end_of(state.apply(state.legal_actions()[0]))


def test_who_gains_what_others_lose_is_told_as_a_sentence_and_an_end_without_a_name_by_its_action() -> None:
    rules = (
        'game "Pot"\nplayers Red, Blue\nfield paid of player: 0..9 = 2\naction stay_in\n  do end payoff gain\n'
        "turn: stay_in\nlet gain(p: player) = paid(p) if p = Blue else -paid(p)\n"
    )
    for text, said in (
        (rules, "Blue gains 2 and Red loses 2: stay in"),
        (rules.replace("= 2", "= 0"), "Nobody gains anything: stay in"),
    ):
        game, found = examine_source(Source("pot.gdl", text), {})
        assert game is not None, found
        state = ReferenceEngine(game).initial_state(0)
        assert end_of(state.apply(state.legal_actions()[0])) == said


def test_an_end_that_several_players_may_win_is_told_in_words() -> None:
    rules = (
        'game "Race"\nplayers Red, Blue\nfield gold of player: 0..9\naction dig\n  do gold(mover) := 2\nturn: dig\n'
        "end {p in players where gold(p) = 2} wins when some p in players: gold(p) = 2\n"
    )
    game, found = examine_source(Source("race.gdl", rules), {})
    assert game is not None, found
    state = ReferenceEngine(game).initial_state(0)
    assert end_of(state.apply(state.legal_actions()[0])) == "Red wins: Red's gold is 2"
