"""Where a choice needs one of the words `openly` and `secretly`, and where it probably does."""

import pytest

from gdl.loader import examine_source
from gdl.source import Source

GAME = """players Red, Blue, Green
board square 3 x 3
kinds king, man, duke
field level of piece: 0..9
field said of game: 0..9
pool hand of player seen by owner
pool shown of player
pool deck of game seen by nobody
pool table of game
{hide}
setup
  for p in players, k in kinds do place k of p in hand(p)
  for k in kinds do place k in deck
let holds(p: player, k: kind) = some c in hand(p): kind(c) = k
action act
{lines}
action rest
  choose n in 1..3
  do said := n
turn: act or rest
end mover wins when moves > 20 and said > level(a1)
"""
PIECES = "hide p in pieces from v where owner(p) != v"
SITES = "hide s in sites from v where rank(s) = 1 and v = Red"
CODES = {"choice-in-doubt", "shown-choice", "told-choice"}


def codes(lines: str, hide: str = PIECES) -> set[str]:
    _, found = examine_source(Source("g.gdl", GAME.format(hide=hide, lines=lines)))
    assert {d.code for d in found if d.is_error} <= {"choice-in-doubt"}, [d.message for d in found]
    return {d.code for d in found} & CODES


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("choose k in kinds\nwhere holds(mover, k)\ndo said := 1", "choice-in-doubt"),
        ("choose openly k in kinds\nwhere holds(mover, k)\ndo said := 1", ""),
        ("choose secretly k in kinds\nwhere holds(mover, k)\ndo said := 1", ""),
        ("choose k in kinds where holds(mover, k)\ndo said := 1", ""),  # its own `where`: closed
        ("choose k in kinds\nwhere said < 3\ndo said := 1", ""),
        ("choose k in kinds\nwhere some hand(mover)\ndo said := 1", ""),  # how many there are, all see
        ("choose k in kinds\nwhere holds(mover, king)\ndo said := 1", ""),  # nothing of the choice
        ("choose n in 1..3\nchoose k in kinds\nwhere holds(mover, k)\ndo said := n", "choice-in-doubt"),
        ("choose s in sites\nwhere s is own king\ndo said := 1", ""),  # all see the site
        ("choose k: 1..2 of kinds\nwhere holds(mover, first(k))\ndo said := 1", "choice-in-doubt"),
        ("choose k: 1..2 of kinds where holds(mover, first(k))\ndo said := 1", ""),  # its own `where`: closed
        ("choose openly k: 1..2 of kinds\nwhere holds(mover, first(k))\ndo said := 1", ""),
        ("choose c: 1..2 of hand(mover)\nwhere count(c) = 1 or kind(first(c)) = king\ndo said := 1", ""),
        ("choose k in kinds of hand(mover)\nchoose n in 1..3\nwhere n < 3 or holds(mover, king) and n > 1\ndo said := n", ""),
    ],
)  # fmt: skip
def test_a_condition_of_a_choice_that_reads_what_is_hidden_needs_a_word(lines: str, code: str) -> None:
    assert codes("  " + lines.replace("\n", "\n  ")) == ({code} if code else set())


def test_sites_need_a_word_where_sites_may_be_hidden() -> None:
    lines = "  choose s in sites\n  where file(s) = 1 or holds(mover, king) and s is corners\n  do said := 1"
    assert codes(lines) == set()
    assert codes(lines, SITES) == {"choice-in-doubt"}


@pytest.mark.parametrize(
    ("lines", "is_doubtful"),
    [
        ("choose k in kinds of hand(mover)\ndo move k from hand(mover) to table", True),
        ("choose openly k in kinds of hand(mover)\ndo move k from hand(mover) to table", False),
        ("choose secretly k in kinds of hand(mover)\ndo move k from hand(mover) to deck", False),
        ("choose k in kinds of hand(mover)\ndo move k from hand(mover) to deck", False),
        ("choose k in kinds of hand(mover)\ndo move k from hand(mover) to a1", False),  # where `hide` applies
        ("choose k in kinds of shown(mover)\ndo move k from shown(mover) to table", False),
        ("choose j in kinds of hand(mover)\nchoose k in kinds of shown(mover)\n"
         "do move j from hand(mover) to deck\n   move k from shown(mover) to table", True),  # behind a closed choice
        ("choose secretly n in 1..3\nchoose k in kinds of shown(mover)\n"
         "do said := n\n   move k from shown(mover) to table", True),
        ("choose k in kinds of hand(mover)\ndo if said > 1 do move k from hand(mover) to table", True),
        ("choose c: 1..2 of hand(mover)\ndo move c to table", True),
        ("choose openly c: 1..2 of hand(mover)\ndo move c to table", False),
        ("choose c: 1..2 of hand(mover)\ndo move c to deck", False),
        ("choose c: 1..2 of shown(mover)\ndo move c to table", False),
    ],
)  # fmt: skip
def test_a_closed_choice_that_goes_where_all_see_it_is_warned_of(lines: str, is_doubtful: bool) -> None:
    assert ("shown-choice" in codes("  " + lines.replace("\n", "\n  "))) == is_doubtful


@pytest.mark.parametrize(
    ("lines", "hide", "is_doubtful"),
    [
        ("choose k in kinds\ndo place k of mover in hand(mover)", PIECES, True),
        ("choose secretly k in kinds\ndo place k of mover in hand(mover)", PIECES, False),
        ("choose openly k in kinds\ndo place k of mover in hand(mover)", PIECES, False),
        ("choose k in kinds\ndo place k of mover in shown(mover)", PIECES, False),
        ("choose k in kinds\ndo place k of mover on a1", PIECES, True),
        ("choose k in kinds\ndo place k on a1", "hide p in pieces from v where owner(p) = v", False),
        ("choose k in kinds\ndo place k of mover on a1", "hide p in pieces from v where owner(p) = v", False),
        ("choose p in own pieces\nchoose n in 1..3\ndo level(p) := n", PIECES, True),
        ("choose p in own pieces\nchoose k in kinds\ndo kind(p) := k", PIECES, True),
        ("choose p in enemy pieces\nchoose n in 1..3\ndo level(p) := n", "hide p in pieces from v where owner(p) = none", False),
        ("choose n in 1..3\ndo place king of mover in hand(mover) with level = n", PIECES, True),
        ("choose n in 1..3\ndo said := n", PIECES, False),
        ("choose k in kinds of hand(mover)\ndo place k of mover in hand(mover)", PIECES, False),  # closed
    ],
)  # fmt: skip
def test_an_open_choice_of_which_something_hidden_is_made_is_warned_of(
    lines: str, hide: str, is_doubtful: bool
) -> None:
    assert ("told-choice" in codes("  " + lines.replace("\n", "\n  "), hide)) == is_doubtful
