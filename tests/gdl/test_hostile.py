"""What a hostile game may ask for before it is played: huge numbers, loops without end, orders to the terminal.

Each is refused, with a message, in little time.
"""

import time
from collections.abc import Callable

import pytest

import interpreter
from gdl.checker.check import condition, measured
from gdl.core.model import Game
from gdl.diagnostics.characters import INSTEAD, visible
from gdl.diagnostics.render import MAX_SHOWN, render
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.limits import MAX_COMPUTED_IN_ALL
from gdl.loader import examine_source
from gdl.source import Source, Span
from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

SECONDS = 5.0  # two at most on a machine that does nothing else

GAME = """game "Hostile"
players A, B
board square 3 x 3
kinds man
{lets}action put
  choose s in sites where s is empty
  where {where}
  do place man of mover on s
turn: put
end draw when full
"""

LONG = "count({a in 1..100000 where count({b in 1..100000 where a * b = a + b}) > 3})"


def found(lets: str = "", where: str = "file(s) > turn") -> tuple[Diagnostic, ...]:
    begun = time.process_time()
    diagnostics = examine_source(Source("hostile.gdl", GAME.format(lets=lets, where=where)))[1]
    assert time.process_time() - begun < SECONDS
    return diagnostics


@pytest.mark.parametrize(
    ("lets", "where"),
    [
        ("", f"{LONG} > 5"),
        (f"let long = {LONG}\n", "long > 5"),
        ("", " + ".join([LONG] * 100) + " > 5"),
        (f"let long(n: number) = n + {LONG}\n", "long(long(long(1))) > 5"),
        ("", "some a in 1..100000: some b in 1..100000: a + b = 300000"),
    ],
)
def test_what_takes_long_to_compute_is_left_to_the_play(lets: str, where: str) -> None:
    assert [d.code for d in found(lets, where) if d.is_error] == []


def test_a_board_that_takes_long_to_decide_is_refused() -> None:
    assert MAX_COMPUTED_IN_ALL < 100_000 * 4_096
    text = GAME.format(lets="", where="file(s) > turn").replace(
        "3 x 3", f"64 x 64 where {LONG} + rank(it) > 5"
    )
    begun = time.process_time()
    codes = {d.code for d in examine_source(Source("hostile.gdl", text))[1]}
    assert "not-static" in codes
    assert time.process_time() - begun < SECONDS


def test_ten_thousand_mistakes_on_one_line_are_drawn_at_once() -> None:
    line = "where " + " ".join(f"x{i}" for i in range(10_000))
    source = Source("long.gdl", line)
    starts = [m for m in range(len(line)) if line[m] == "x"]
    many = [
        Diagnostic("unknown-name", "nothing has this name", Span(source, s, s + 2), "here") for s in starts
    ]
    begun = time.process_time()
    drawn = render(many)
    assert time.process_time() - begun < 1.0
    assert drawn.count("error[unknown-name]") == MAX_SHOWN
    assert drawn.endswith(f"\n... and {10_000 - MAX_SHOWN} more\n")


def test_ten_thousand_mistakes_in_one_text_are_found_soon() -> None:
    lets = "".join(f"let x{i} = blah{i}\n" for i in range(3_000))
    assert len(found(lets)) == 3_000


@pytest.mark.parametrize(
    "command", ["\x1b[2J", "\x07", "\x9b31m", "\u202e", "\u2066", "\x7f", "\u2028", "\r"]
)
def test_no_command_to_a_terminal_stands_in_a_text(command: str) -> None:
    text = GAME.replace("Hostile", f"Hos{command}tile").format(lets="", where="file(s) > turn")
    diagnostics = examine_source(Source("hostile.gdl", text))[1]
    assert [d.code for d in diagnostics] in (["bad-character"], ["unclosed"])
    assert command not in render(diagnostics)


@pytest.mark.parametrize("text", ["é", "日本", "♜", "👩‍🚀", "e\u0301", "नमस्ते", "a b"])
def test_texts_of_all_scripts_are_texts(text: str) -> None:
    assert found() == ()
    assert (
        examine_source(
            Source("good.gdl", GAME.replace("Hostile", text).format(lets="", where="file(s) > turn"))
        )[1]
        == ()
    )
    assert visible(text) == text


def test_a_place_in_a_file_with_a_hostile_name_is_drawn_without_commands() -> None:
    source = Source("\x1b]0;pwned\x07.gdl", "x")
    drawn = render([Diagnostic("syntax", "no \x1b[2J clause", Span(source, 0, 1), "\x1b[5m")])
    assert "\x1b" not in drawn and drawn.count(INSTEAD) == 4


NESTED = {
    "a sum": lambda n: ("", " + ".join(["turn"] * n) + " > 0"),
    "a union": lambda n: ("", "count(" + " + ".join(["{s}"] * n) + ") > 0"),
    "conditions": lambda n: ("", " or ".join(f"turn > {n - k}" for k in range(1, n + 2))),
    "definitions": lambda n: (chained(n, "a{k}(s)", "turn"), f"a{n}(s) > 0"),
    "quantifiers": lambda n: (chained(n, "count(x in {{s}} where a{k}(x) > 0)", "turn"), f"a{n}(s) > 0"),
    "arguments": lambda n: (
        "let f(n: number) = n + 1 + 1 + 1 + 1\n",
        "f(" * (n // 7) + "turn" + ")" * (n // 7) + " > 0",
    ),
    "arguments used twice": lambda n: (
        "let f(n: number) = max(n, n) + 1\n",
        "f(" * (n // 15) + "turn" + ")" * (n // 15) + " > 0",
    ),
    "choices": lambda n: (chained(n, "a{k}(s) if turn > 1 else 0", "turn"), f"a{n}(s) >= 0"),
}


def chained(n: int, use: str, first: str) -> str:
    """Definitions of which each uses the one before it."""
    lets = (f"let a{k + 1}(s: site) = " + use.format(k=k) + "\n" for k in range(n))
    return f"let a0(s: site) = {first}\n" + "".join(lets)


@pytest.mark.parametrize("form", NESTED)
def test_what_is_nested_too_deeply_for_engines_is_refused_and_all_else_is_played(form: str) -> None:
    refused, played = 0, 0
    for n in (20, 40, 80, 120, 240, 360):
        lets, where = NESTED[form](n)
        game, diagnostics = examine_source(Source("deep.gdl", GAME.format(lets=lets, where=where)))
        if game is None:
            assert [d.code for d in diagnostics if d.is_error] == ["too-deep"]
            refused += 1
            continue
        assert not refused
        played += 1
        for made in (interpreter.engine(game, "reference"), NativeEngine(game, effort=0, keep=False)):
            assert made.initial_state(0).legal_actions()
    assert refused and played > 1


@pytest.mark.parametrize("ask", [condition, measured])
@pytest.mark.parametrize("number", ["1 + " * 2000 + "1", "d0 + d0 + d0"])
def test_what_is_asked_may_be_nested_too_deeply(ask: Callable[[Game, str], object], number: str) -> None:
    lets = "\n".join(f"let d{i} = d{i + 1} + d{i + 1}" for i in range(11)) + "\nlet d11 = turn\n"
    game, _ = examine_source(Source("doubled.gdl", GAME.format(lets=lets, where="turn < 2")))
    assert game is not None
    more = " > 1" if ask is condition else ""
    assert ask(game, f"d0{more}")
    with pytest.raises(GameError) as raised:
        ask(game, number + more)
    assert [d.code for d in raised.value.diagnostics] == ["too-deep"]


OF_BOARDS = ("sites", "edge", "corners", "north_side", "south_side", "east_side", "west_side")
CARDS = """game "Cards"
players A, B
kinds c
pool hand of player
field done of player: bool
setup
  for p in players do place c of p in hand(p)
action go
  choose k in kinds of hand(mover)
  where not some s in {asked}: s is occupied
  do done(mover) := true
turn: go
end draw when done(A) and done(B)
"""


@pytest.mark.parametrize("asked", [*OF_BOARDS, "last_rank(mover)", "home_rank(mover)"])
def test_a_game_without_a_board_may_ask_for_its_sides(asked: str, kind: str) -> None:
    game, diagnostics = examine_source(Source("cards.gdl", CARDS.format(asked=asked)))
    assert game is not None or diagnostics
    if game is not None:
        assert interpreter.engine(game, kind).initial_state(0).legal_actions()
