"""`-- allow CODE: why` silences a warning at its place, and nothing else."""

import pytest

from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source
from gdl.text.allow import allowing

GAME = """players Red, Blue
board square 3 x 3
kinds stone
{above}field mood of game: 0..3{behind}

action put
  choose s in sites where s is empty
  do place stone of mover on s

turn: put else lose
end mover wins when mood = 3
"""


def found(text: str) -> list[Diagnostic]:
    return [*examine_source(Source("some.gdl", text))[1]]


@pytest.mark.parametrize(
    ("above", "behind", "codes"),
    [
        ("", "", ["never-written"]),
        ("", "  -- allow never-written: puzzles give it", []),
        ("-- allow never-written: puzzles give it\n", "", []),
        ("-- allow never-written: puzzles give it\n-- and so on\n", "", []),
        ("", "  -- allow never-written", ["bad-allow"]),
        ("", "  -- allow never-read: puzzles give it", ["idle-allow", "never-written"]),
        ("", "  -- allow captures of kings", ["never-written"]),
        ("", "  -- allow never-met: it is rare", ["never-written"]),
        ("", "  -- allow untried: it is long", ["never-written"]),
    ],
)
def test_a_warning_is_allowed_at_its_place(above: str, behind: str, codes: list[str]) -> None:
    assert sorted(d.code for d in found(GAME.format(above=above, behind=behind))) == codes


def test_an_error_is_never_allowed() -> None:
    text = GAME.format(above="", behind="  -- allow unknown-type: later").replace("0..3", "zero")
    assert any(d.is_error for d in found(text))


def test_the_change_that_allows_a_warning_silences_it() -> None:
    text = GAME.format(above="", behind="")
    [told] = found(text)
    fix = allowing(told)
    assert fix is not None
    assert found(fix.applied(Source("some.gdl", text)).text) == []
