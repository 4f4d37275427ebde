"""Relations are told in sentences, marked on the board, and drawn into files."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from drawn import game

from gdl import boards
from interpreter.cli import cli
from interpreter.engines.position_parts import contains_hidden
from interpreter.play.scene.observer import Relation, by_target, passive, sentences
from interpreter.play.scene.scene import Scene
from interpreter.play.text.drawing import Layout, draw

RULES = """\
game "Guns"
players Red, Blue
board square 3 x 3
kinds light_gun, tower

relation covers(a: piece, b: piece) = owner(a) != owner(b) and beside(a, b)
relation joins(s: site, t: site) = s is own and t is own and beside(s, t)

setup
  place light_gun of Red on {a1, a2}
  place tower of Blue on b1

move go by light_gun, tower
  line any up to 1: empty
turn: go
"""


@pytest.fixture
def guns(tmp_path: Path) -> str:
    file = tmp_path / "guns.gdl"
    file.write_text(RULES)
    return str(file)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="gdl")


@pytest.mark.parametrize(
    ("verb", "wanted"),
    [
        ("engages", "engaged by"), ("attacks", "attacked by"), ("lobs", "lobbed by"), ("covers", "covered by"),
        ("carries", "carried by"), ("touches", "touched by"), ("holds", "held by"), ("passes", "passed by"),
        ("stands_by", "stands by: from"), ("chess", "chess: from"),
    ],
)  # fmt: skip
def test_a_relation_is_said_from_the_target(verb: str, wanted: str) -> None:
    assert passive(verb) == wanted


def test_a_line_a_target_with_its_sources() -> None:
    pieces = {"a1": "Red castle", "b1": "Red LightHorse", "c3": "Blue king", "a3": "Blue king"}
    scene = Scene(game(boards.square(3, 3)), {"pieces": pieces})
    assert sentences(scene, Relation("engages", [(1, 8), (0, 8), (8, 4)])) == [
        "b2: engaged by c3 king",
        "c3 Blue king: engaged by a1 castle, b1 Light Horse (2)",
    ]
    assert sentences(scene, Relation("engages", [(0, 8), (6, 8)])) == [
        "c3 Blue king: engaged by a1 Red castle, a3 Blue king (2)"
    ]
    assert sentences(scene, Relation("engages", [])) == ["nothing engages anything here"]


def test_sources_are_gathered_by_target() -> None:
    assert by_target([(3, 1), (2, 1), (0, 3)]) == {1: [2, 3], 3: [0]}


def test_targets_are_marked_on_the_board() -> None:
    text = draw(
        game(boards.square(3, 3)),
        {"pieces": {"a1": "Red king"}},
        Layout(colour=False, relation=Relation("sees", [(0, 4)])),
    )
    assert text.splitlines()[1].split() == ["2", "·", "!·", "·"]


def test_show_tells_a_relation(guns: str) -> None:
    shown = run("show", guns, "--relation", "covers").output
    assert "b1 Blue tower: covered by a1 light gun" in shown
    assert "a1 Red light gun: covered by b1 tower" in shown
    assert "a1 Red light gun: joined by: from" not in shown
    assert "joined by a2 light gun" in run("show", guns, "--relation", "joins").output


def test_show_draws_a_relation(guns: str, tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    done = run("show", guns, "--relation", "covers", "--svg", str(file))
    assert (done.exit_code, done.output) == (0, "")
    assert file.read_text("utf-8").count("data-arrow=") == 2
    assert run("show", guns, "--svg", "-").stdout.startswith("<svg ")


def test_show_gives_a_relation_as_data(guns: str) -> None:
    assert (
        '"relation": [["a1", "b1"], ["b1", "a1"]]'
        in run("show", guns, "--relation", "covers", "--json").output
    )


def test_an_unknown_relation_and_a_file_that_cannot_be_written(guns: str) -> None:
    unknown = run("show", guns, "--relation", "cover")
    assert unknown.exit_code == 2
    assert "the relations are: covers, joins" in unknown.output
    unwritable = run("show", guns, "--svg", "/nowhere/x.svg")
    assert unwritable.exit_code == 2
    assert "/nowhere/x.svg cannot be written" in unwritable.output


def test_what_is_hidden_is_found_anywhere_in_a_position() -> None:
    assert contains_hidden({"pieces": {"a1": "Red hidden"}})
    assert contains_hidden({"pools": {"hand": {"Red": ["king", "hidden"]}}})
    assert contains_hidden({"pieces": {"a1": "Red king level=hidden"}})
    assert not contains_hidden({"pieces": {"a1": "Red king"}, "fields": {"turn": 3}})


def test_what_can_be_captured_is_told_and_marked(tmp_path: Path) -> None:
    file = tmp_path / "guns.gdl"
    file.write_text(RULES.replace("line any up to 1: empty", "line any up to 1: empty | enemy"))
    shown = run("show", str(file), "--relation", "covers").output
    assert "Red can capture: b1 Blue tower" in shown
    assert "!Lxt" in shown
