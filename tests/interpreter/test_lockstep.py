"""Two games in lock step: what differs is found, by a short way, and the clause that makes it is named."""

from pathlib import Path

import pytest
from changing import write_changed

import gdl
import interpreter
from gdl.files.differences import differences
from gdl.loader import load_rules
from interpreter.analysis.lockstep.judging import Judge, Line, at_end, follow
from interpreter.analysis.lockstep.search import Explored, explore
from interpreter.analysis.lockstep.vocabulary import NONE, Vocabulary
from interpreter.commands.comparison_report import difference_lines
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


def explored(folder: Path, game: str, old: str, new: str, positions: int = 30_000) -> Explored:
    rules = load_rules(game), load_rules(write_changed(folder, game, old, new))
    a, b = (interpreter.engine(r.game, effort=0, keep=False) for r in rules)
    return explore(a, b, differences(*rules), 0, positions)


CASES = [
    ("chess", " or en_passant or", " or", "legal", 4, "The turn no longer offers en_passant."),
    ("chess", " and is_safe(k, r)", "", "legal", 14, "The definition `may_castle` differs."),
    ("chess", "line_up(knight, {2, 7})", "line_up(bishop, {2, 7})", "legal", 0, "The set-up differs."),
    ("chess", "{queen, rook, bishop, knight}", "{queen, rook, knight}", "legal", 14, "The definition `officers` differs."),
    ("pig", "d in 1..6", "d in 1..4", "chance", 1, "The action `roll` differs."),
    ("kuhn_poker", " or folded(p) or folded(rival(p))", "", "hidden", 2, "What is hidden differs."),
    ("reversi", "highest score wins", "lowest score wins", "result", 60, "How it ends differs."),
    ("go", "option komi = 7.5", "option komi = 6.5", "score", 0, "The definition `score` differs."),
    ("oware", "in 2..3", "in 2..4", "legal", 8, "The definition `prey` differs."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "old", "new", "about", "most", "sentence"), CASES)
def test_a_changed_rule_is_found_and_named(
    game: str, old: str, new: str, about: str, most: int, sentence: str, tmp_path: Path
) -> None:
    found = explored(tmp_path, game, old, new).first
    assert found is not None
    assert found.about == about
    assert len(found.moves) <= most
    assert sentence in [c.sentence for c in found.clauses]


def test_a_difference_can_be_replayed_and_its_position_loaded(tmp_path: Path) -> None:
    """The moves lead both games to a position in which just one of them allows what is named."""
    found = explored(tmp_path, "chess", " or en_passant or", " or").first
    assert found is not None
    assert found.only_b == ()
    a, b = (interpreter.engine(gdl.load(n), kind="reference") for n in ("chess", tmp_path / "chess.gdl"))
    one, two = a.initial_state(found.seed), b.initial_state(found.seed)
    for move in found.moves:
        one, two = (s.apply(s.action_from_string(move)) for s in (one, two))
    for move in found.only_a:
        assert one.why(move) == []
        assert two.why(move) != []
    assert a.state(found.position) == one
    assert [b.move for b in found.why_b] == list(found.only_a)
    assert (
        found.why_b[0].text == "`take`: this does not hold: where to is enemy and not must_promote(mover, to)"
    )


def test_each_change_has_a_difference_of_its_own(tmp_path: Path) -> None:
    path = write_changed(tmp_path, "breakthrough", "1: empty | enemy", "1: enemy")
    text = path.read_text("utf-8").replace(
        "mover wins when some s in last", "mover loses when some s in last"
    )
    path.write_text(text, "utf-8")
    rules = load_rules("breakthrough"), load_rules(path)
    a, b = (interpreter.engine(r.game, effort=0, keep=False) for r in rules)
    found = explore(a, b, differences(*rules), 0, 60_000)
    sentences = [[c.sentence for c in d.clauses] for d in found.differences]
    assert sentences == [["The move `slant` differs."], ["How it ends differs."]]
    assert found.unseen == ()


def test_a_game_does_not_differ_from_itself() -> None:
    for name in ("chess", "pig", "kuhn_poker", "english_draughts", "hive"):
        engine = interpreter.engine(gdl.load(name), effort=0)
        found = explore(engine, engine, (), 1, 4_000)
        assert found.first is None
        assert found.positions >= 1_000


def test_lock_step_repeats_for_a_seed(tmp_path: Path) -> None:
    one, two = (explored(tmp_path, "oware", "in 2..3", "in 2..4", 5_000) for _ in range(2))
    assert one == two


def test_numbers_are_those_of_the_same_action_in_the_other_game(tmp_path: Path) -> None:
    """A kind more, an action more, and another number for each action."""
    path = write_changed(tmp_path, "chess", "let officers = {queen,", "let officers = {amazon, queen,")
    text = path.read_text("utf-8").replace(
        "  queen   (line any: empty*, any)\n",
        "  amazon  (line any: empty*, any) + (leap 1, 2: any)\n  queen   (line any: empty*, any)\n",
    )
    path.write_text(text.replace("go by king, queen,", "go by amazon, king, queen,"), "utf-8")
    a, b = (interpreter.engine(gdl.load(n), effort=0, keep=False) for n in ("chess", path))
    words, random = Vocabulary(a.game, b.game), Random(3)
    one, two = a.initial_state(), b.initial_state()
    for _ in range(20):
        legal = one.legal_actions()
        meant = [words.one(n) for n in legal]
        assert words.many(one.legal_array()).tolist() == meant
        assert [two.action_to_string(n) for n in meant] == [one.action_to_string(n) for n in legal]
        action = random.pick(legal)
        one, two = one.apply(action), two.apply(words.one(action))
    assert not words.is_identity
    back = Vocabulary(b.game, a.game)
    lacking = [back.numbers[0].decode(n) for n in range(b.actions.count) if back.one(n) == NONE]
    assert len(lacking) == 2 * 64 * 64  # promotions to an amazon, with a capture and without
    assert {b.game.kinds[m.values[-1]].name for m in lacking if m is not None} == {"amazon"}


def test_lines_that_cannot_be_played_lead_nowhere() -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"), kind="reference")
    judge = Judge(engine, engine)
    legal = engine.initial_state().legal_actions()
    assert at_end(judge, Line(0, (legal[0], legal[0]))) is None
    assert follow(judge, Line(0, (legal[0], legal[0]))) is None


def test_games_for_other_numbers_of_players_differ_at_once() -> None:
    a, b = (interpreter.engine(gdl.load("zarathustra", {"players": n}), kind="reference") for n in (2, 3))
    found = explore(a, b)
    assert found.first is not None
    assert found.first.text == "A has 2 players, B 3"


TWIN = """game "Dash"
  language 3
players Light facing north, Dark facing south
board square 5 x 6
kinds man
setup
  for p in players do place man of p on sites where abs(rank(it) - rank(first(home_rank(p)))) < 2
move ahead by man
  line forward up to 1: empty
move sidle by man
  line forward_diagonal up to 1: empty
move hit by man
  line forward_diagonal up to WAY
turn: hit or ahead or sidle else lose
end
  mover wins when no enemy pieces or some s in last_rank(mover): s is own
"""


def against_twin(folder: Path, way: str, positions: int) -> Explored:
    (folder / "dash.gdl").write_text(TWIN.replace("WAY", way))
    rules = load_rules("breakthrough", {"width": 5, "height": 6}), load_rules(folder / "dash.gdl")
    a, b = (interpreter.engine(r.game, effort=0, keep=False) for r in rules)
    return explore(a, b, differences(*rules), 0, positions)


def test_a_game_in_other_words_and_clauses_does_not_differ(tmp_path: Path) -> None:
    """Players, kinds and actions have other names, and one action has become two."""
    found = against_twin(tmp_path, "1: enemy", 20_000)
    assert (found.differences, found.cut) == ((), ())
    assert found.positions >= 20_000


def test_a_change_behind_other_words_is_found(tmp_path: Path) -> None:
    """The half of an action that has become two goes further."""
    found = against_twin(tmp_path, "2: empty*, enemy", 20_000)
    assert found.first is not None
    assert found.first.about == "legal"
    assert found.first.only_b and not found.first.only_a


def test_what_could_not_be_looked_at_is_said(tmp_path: Path) -> None:
    found = explored(tmp_path, "english_draughts", 'author "', 'author "not ', 60_000)
    assert found.first is None
    assert found.cut and "positions were compared" in found.cut[0]


COINS = """game "Coins"
  language 3
players Ann, Bob
field coins of player: 0..9 = 5

action earn
  where coins(mover) < 9
  do coins(mover) := coins(mover) + 1

action toss
  where coins(mover) > 0
  do random n in 1..2
     if n = 1 do coins(mover) := coins(mover) - 1

turn: earn or toss
end mover wins when turn > 20
"""


def of_coins(folder: Path, *changes: tuple[str, str]) -> Explored:
    """The game of coins and a changed one in lock step."""
    text = COINS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    for name, rules in (("one", COINS), ("two", text)):
        (folder / f"{name}.gdl").write_text(rules, "utf-8")
    rules = [load_rules(folder / f"{name}.gdl") for name in ("one", "two")]
    a, b = (interpreter.engine(r.game, effort=0, keep=False) for r in rules)
    return explore(a, b, differences(*rules), 0, 10_000)


def test_rules_that_go_wrong_on_one_side_are_a_difference(tmp_path: Path) -> None:
    found = of_coins(tmp_path, ("field coins of player: 0..9", "field coins of player: 0..7"))
    first = found.first
    assert first is not None and first.about == "failure"
    assert first.text.startswith("B goes wrong at earn: `coins` is given 8, but holds 0..7 (")
    assert len(first.moves) <= 8 and found.cut[0].startswith("rules go wrong in play")


def test_what_an_action_without_chance_changes_is_not_told_as_chance(tmp_path: Path) -> None:
    found = of_coins(
        tmp_path,
        (
            "coins(mover) < 9\n  do coins(mover) := coins(mover) + 1",
            "coins(mover) < 8\n  do coins(mover) := coins(mover) + 2",
        ),
    )
    assert found.differences and all(d.about != "chance" for d in found.differences)


def explored_texts(folder: Path, one: str, two: str, positions: int) -> Explored:
    """Two games of so small rules that the reference engine plays them quickly."""
    for name, text in (("one", one), ("two", two)):
        (folder / f"{name}.gdl").write_text(text, "utf-8")
    rules = [load_rules(folder / f"{name}.gdl") for name in ("one", "two")]
    a, b = (interpreter.engine(r.game, kind="reference") for r in rules)
    return explore(a, b, differences(*rules), 0, positions)


GUARD = """game "Guard"
  language 3
players Light facing north, Dark facing south
board square 5 x 6
kinds man
setup
  for p in players do place man of p on sites where abs(rank(it) - rank(first(home_rank(p)))) < 2
move walk by man
  line (forward + forward_diagonal) up to 1: any
  where to is empty
move take by man
  line forward_diagonal up to 1: [it is enemy and count(neighbours(from) where it is own) >= 2]
turn: take or walk else lose
end
  mover wins when no enemy pieces or some s in last_rank(mover): s is own
"""


def test_reasons_are_about_the_action_that_differs(tmp_path: Path) -> None:
    """`walk` is written like `take`, and comes further before it is refused."""
    first = explored_texts(tmp_path, GUARD, GUARD.replace(">= 2", ">= 1"), 2_000).first
    assert first is not None and first.only_b and not first.only_a
    assert first.why_a and all(b.text.startswith("`take`: ") for b in first.why_a)


LAID_OUT = """game "Laid out"
  language 3
players Light, Dark
board square 4 x 8
kinds man
let home(p: player) = {s in sites where rank(s) <= 4 and p = Light or rank(s) > 4 and p = Dark}
hide s in home(rival(p)) from p where phase = prepare
setup
  phase := prepare
action post
  choose s in home(mover) where s is empty
  do place man of mover on s
     if turn >= 14 do phase := main
phase prepare: post
action lift
  choose s in sites where s is own
  do remove piece(s)
turn: lift
end mover wins when phase = main and count(own pieces) < 5
"""


def test_a_set_up_in_secret_is_not_played_move_by_move(tmp_path: Path) -> None:
    changed = LAID_OUT.replace("where s is own", "where s is own and count(own pieces) < 7")
    found = explored_texts(tmp_path, LAID_OUT, changed, 2_000)
    assert found.first is not None and found.first.in_secret == len(found.first.moves) == 14
    assert "after 14 moves of a set-up in secret (the shortest way" in "\n".join(
        difference_lines(found, is_drawn=False)
    )


RUN = """game "Run"
  language 3
players Ann, Bob
kinds number
  one 20
  two 10
pool deck of game
pool hand of player
let score(p: player) = count(hand(p)) + (9 if count(c in hand(p) where kind(c) = two) >= 4 else 0)
setup
  for k in kinds do place k in deck times number(k)
action draw_card
  do random c in deck
     move c to hand(mover)
action rest
turn: draw_card or rest
end highest score wins when turn > 40
"""


def test_scores_tell_games_apart_before_they_are_counted(tmp_path: Path) -> None:
    """What chance brings is otherwise when actions are left out, so the rest is made playable again."""
    first = explored_texts(tmp_path, RUN, RUN.replace(">= 4", ">= 3"), 3_000).first
    assert first is not None and first.about == "score"
    assert len(first.moves) <= 10


POINTS = """
game "Points"
players Ann, Bob
board square 1 x 1
kinds marker
field points of player: 0..99
action gain
  choose n in 1..3
  do points(mover) := points(mover) + n
turn: gain
end highest points wins when turn > 6
"""
THROWS = """
game "Throws"
players Ann, Bob
board square 1 x 1
kinds marker
field die of game: 0..6
action throw
  do random d in 1..6
     die := d
action hold
  where die >= 5
  do die := 0
turn: throw or hold
end mover wins when turn > 12
"""


def test_a_score_that_is_a_field_tells_games_apart_before_it_is_counted(tmp_path: Path) -> None:
    first = explored_texts(tmp_path, POINTS, POINTS.replace("+ n", "+ n + n div 3"), 3_000).first
    assert first is not None and first.about == "score"
    assert len(first.moves) == 1


def test_of_one_course_of_chance_it_is_not_said_that_no_shorter_way_exists(tmp_path: Path) -> None:
    """The first throw tells these games apart, but not each first throw."""
    found = explored_texts(tmp_path, THROWS, THROWS.replace("die >= 5", "die >= 6"), 3_000)
    assert found.first is not None and len(found.first.moves) == 1
    assert found.complete_to == -1
    assert not any("no shorter way" in line for line in difference_lines(found))
    same = explored_texts(tmp_path, THROWS, THROWS.replace("die >= 5", "5 <= die"), 3_000)
    assert not any("of the start" in line for line in difference_lines(same))
