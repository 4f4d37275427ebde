"""What differs between two games is said clause by clause, of the rules that hold and not of the text."""

from pathlib import Path

import pytest

from gdl.files.differences import Difference, differences
from gdl.loader import bundled_games, load_rules

pytestmark = pytest.mark.thorough

BASE = """game "Base"
option size = 5 from 5, 6
option calm = false
players Red, Blue
board square size x size
kinds    worth  left by 0..1
  man    1      1             2
  tower  2      3             4
let strong = {tower}
let far(s: site) = rank(s) > size - 1
setup
  place man of Red on a1
  place tower of Blue on e5
move go by man, tower
  line any up to 1: empty
move fly by tower
  line any: empty
  where to is empty
action stay
  where some strong
turn: go else lose if far(a1) else draw
end draw when turn = 90
when calm
  require turn < 80
"""


def between(folder: Path, before: str, after: str, **settings: object) -> list[Difference]:
    """The differences of two files, of which `after` is under some settings."""
    for name, text in (("before", before), ("after", after)):
        (folder / f"{name}.gdl").write_text(text)
    return differences(load_rules(folder / "before.gdl"), load_rules(folder / "after.gdl", settings))


def changed(folder: Path, text: str) -> list[Difference]:
    """The differences that a variant makes."""
    return between(folder, BASE, f'game "More" extends "before.gdl"\n{text}')


@pytest.mark.parametrize("name", bundled_games())
def test_a_game_does_not_differ_from_itself(name: str) -> None:
    assert differences(load_rules(name), load_rules(name)) == []


def test_layout_comments_and_order_do_not_differ(tmp_path: Path) -> None:
    lines = BASE.replace("let strong", "-- a comment\nlet strong").replace(
        "up to 1:  empty", "up to 1:\n      empty"
    )
    moved = "let far(s: site) = rank(s) > size - 1\n"
    assert between(tmp_path, BASE, lines.replace(moved, "") + moved) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("worth(tower) = 9\n", [Difference("The kind `tower` differs.", ("worth: 2",), ("worth: 9",))]),
        ("kinds +  worth  left by 0..1\n  man    1      1  9\n", [Difference("The kind `man` differs.", ("left(1): 2",), ("left(1): 9",))]),
        ("kinds +  worth\n  elf    7\n", [Difference("The kind `elf` is new.", (), ("worth: 7",))]),
        ("move fly by + man\n", [Difference("The move `fly` also belongs to man.")]),
        ("move go by - man\n", [Difference("The move `go` no longer belongs to man.")]),
        ("kinds +  worth\n  elf    7\nmove fly by + elf - tower\n", [
            Difference("The move `fly` no longer belongs to tower and also belongs to elf."),
            Difference("The kind `elf` is new.", (), ("worth: 7",)),
        ]),
        ("turn + fly or stay\n", [Difference("The turn also offers fly, stay.")]),
        ("turn: fly else go else draw\n", [
            Difference("The turn no longer offers go and also offers fly."),
            Difference("The turn also offers, where that is not legal, go."),
            Difference("The turn differs.", ("else lose if far(a1)",)),
        ]),
        ("let strong + {man}\n", [Difference("The definition `strong` differs.", ("{tower}",), ("{tower} + {man}",))]),
        ("setup + place man of Red on b1\n", [Difference("The set-up differs.", (), ("place man of Red on b1",))]),
        ("end +\n  mover wins when turn = 80\n", [Difference("How it ends differs.", (), ("mover wins when turn = 80",))]),
        ("require turn < 70\n", [Difference("What is required is new.", (), ("require turn < 70",))]),
        ("option calm = true\n", [
            Difference("The option `calm` is true instead of false."),
            Difference("What is required is new.", (), ("require turn < 80",)),
        ]),
        ("option calm = false only\n", [
            Difference("The option `calm` has other values.", ("false, true",), ("false",)),
        ]),
        ("action rest\n  choose s in sites\n  do if s is empty do\n       place man of Red on s\n", [
            Difference("The action `rest` is new.", (), (
                "choose s in sites", "do if s is empty do\n     place man of Red on s",
            )),
        ]),
    ],
)  # fmt: skip
def test_a_difference_is_said_in_words(tmp_path: Path, text: str, expected: list[Difference]) -> None:
    assert changed(tmp_path, text) == expected


NEW = """game "New"
players Ann, Bob
type gem: ruby, onyx, opal
kinds each n in {10..30 by 10} named "coin_{n}"
  heads = 2 if n = 20 else 1
pool bank of gem
field money of player: 0..50 = 10 seen by owner
setup
  for k in kinds do place k in bank(ruby)
action buy
  choose g in gem
  do money(first(p in players by -money(p))) := 9
let left(p: player) = money(p)
let few(p: player) = 50 - money(p)
turn: buy
end "rich" highest left, then lowest few wins when some k in kinds: heads(k) > 2
limit 60 moves: "time" draw
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("onyx, opal", "onyx, jade", "The type `gem` differs."),
        ("{10..30 by 10}", "{10..30 by 5}", "What makes kinds differs."),
        ("heads = 2", "heads = 3", "What makes kinds differs."),
        ("bank of gem", "bank of gem ordered", "The pool `bank` differs."),
        ("seen by owner", "seen by nobody", "The field `money` differs."),
        ("by -money(p)", "by money(p)", "The action `buy` differs."),
        ("then lowest few", "then highest few", "How it ends differs."),
        ('"rich" highest', '"done" highest', "How it ends differs."),
        ('"time" draw', '"late" draw', "The limit differs."),
    ],
)
def test_every_form_of_the_language_can_differ(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert NEW.count(before) == 1
    assert [d.sentence for d in between(tmp_path, NEW, NEW.replace(before, after))] == [said]


def test_the_order_of_what_or_joins_does_not_differ(tmp_path: Path) -> None:
    rules = """game "A"
  language 3
players X, O
board square 3 x 3
kinds mark
action put
  choose s in sites where s is empty and (turn < 3 or s = a1 or s = b2)
  do place mark of mover on s
turn: put
end draw when full
"""
    assert (
        between(
            tmp_path, rules, rules.replace("turn < 3 or s = a1 or s = b2", "s = b2 or (turn < 3 or s = a1)")
        )
        == []
    )
    assert between(tmp_path, rules, rules.replace(" or s = b2", "")) != []


def test_what_is_left_out_is_gone(tmp_path: Path) -> None:
    found = changed(tmp_path, "without fly\n")
    assert found == [
        Difference("The move `fly` is gone.", ("belongs to tower", "line any: empty", "where to is empty"))
    ]


def test_values_stand_in_place_of_options(tmp_path: Path) -> None:
    assert between(tmp_path, BASE, BASE, size=6) == [
        Difference("The option `size` is 6 instead of 5."),
        Difference("The board differs.", ("board square 5 x 5",), ("board square 6 x 6",)),
        Difference("The definition `far` differs.", ("rank(s) > 5 - 1",), ("rank(s) > 6 - 1",)),
    ]


def test_an_options_value_is_the_same_as_the_number(tmp_path: Path) -> None:
    fixed = BASE.replace("board square size x size", "board square 5 x 5")
    assert fixed != BASE
    assert not [d for d in between(tmp_path, BASE, fixed) if "board" in d.sentence]


def test_players_in_a_rule_are_no_number(tmp_path: Path) -> None:
    (more,) = changed(tmp_path, "let several = count(players) > 1\n")
    assert more.after == ("count(players) > 1",)


def test_passing_is_one_of_the_actions_of_a_turn() -> None:
    found = differences(load_rules("go"), load_rules("atari_go"))
    assert "The turn no longer offers pass." in [d.sentence for d in found]


def test_a_kind_that_is_given_to_a_module_stands_in_place_of_its_name() -> None:
    found = differences(load_rules("reversi"), load_rules("rolit"))
    (play,) = (d for d in found if d.sentence == "The action `play` differs.")
    assert play.before[0].startswith("do place disc") and play.after[0].startswith("do place ball")


NETWORKS = """players A, B
board graph rail: a-b-c, c-d road: a-d
kinds man
choice spot(n: number)
  choose s in sites where s is empty
  where turn > n
action put
  choose spot(1)
  do place man of mover on s
turn: put else pass
end draw when full
"""


def test_networks_and_shared_choices_differ(tmp_path: Path) -> None:
    other = NETWORKS.replace("c-d", "c-d-b").replace("spot(1)", "spot(2)").replace("> n", ">= n")
    assert between(tmp_path, NETWORKS, other) == [
        Difference(
            "The board differs.",
            ("board graph rail: a-b-c, c-d road: a-d",),
            ("board graph rail: a-b-c, c-d-b road: a-d",),
        ),
        Difference("The choice `spot` differs.", ("where turn > n",), ("where turn >= n",)),
        Difference("The action `put` differs.", ("choose spot(1)",), ("choose spot(2)",)),
    ]
    assert between(tmp_path, NETWORKS, NETWORKS) == []
