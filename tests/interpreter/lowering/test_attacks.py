"""Whether pieces reach a site, asked in all the ways in which `and` and `or` join paths and conditions: both engines agree."""

from random import Random

import pytest
from small import KINGS

from tests.interpreter.native.lockstep import agree

pytestmark = pytest.mark.thorough

HEAD = f"""{KINGS}field last of game: 0..9
move go
  along reach
  where to is not own
"""
WAYS = (
    "t in reach(a)",
    "(some line orthogonal from a: empty*, [it = t])",
    "(some line diagonal up to 2 from a: empty*, [it = t])",
    "(some leap 1, 2 from a: [it = t])",
    "(some line forward from a: empty*, [it = t and odd(file(it))])",
)
CONDITIONS = (
    "a is rook", "a is king | man", "a is bishop", "turn > 3", "owner(a) = mover", "owner(a) != mover", "odd(turn)",
    "t is piece", "t is enemy", "file(t) > 2", "rank(site(a)) < 4", "t is empty", "site(a) in edge", "turn < 4", "not t in edge",
)  # fmt: skip
PIECES = (
    "pieces",
    "enemy pieces",
    "own pieces",
    "pieces of rival(mover)",
    "enemy rook",
    "(pieces where it is king | rook)",
)
ACTIONS = 5
GAMES, PLIES = 2, 12


def condition(r: Random, depth: int, joint: str) -> str:
    """Ways and conditions, joined by turns with `and` and `or`; it holds only where a piece has a way."""
    if depth == 0:
        return r.choice(WAYS)
    other = "or" if joint == "and" else "and"
    parts = [condition(r, depth - 1, other)]
    parts.append(r.choice(CONDITIONS) if joint == "and" else condition(r, r.randrange(depth), other))
    r.shuffle(parts)
    return f"({f' {joint} '.join(parts)})"


def drawn(seed: int) -> str:
    """A game with actions that choose sites which pieces reach, and a king that may not be reached."""
    r, lines = Random(seed), []
    for n in range(ACTIONS):
        lines += [
            f"let seen{n}(t: site) = {r.choice(('some', 'no'))} a in {r.choice(PIECES)}: {condition(r, r.randint(0, 4), r.choice(('and', 'or')))}",
            f"action mark{n}",
            r.choice(
                (
                    f"  choose s in sites where seen{n}(s)",
                    f"  where some k in own pieces: seen{n}(site(k))",
                    f"  choose k in own pieces\n  where seen{n}(site(k))",
                )
            ),
            f"  do last := {n}",
        ]
    if r.random() < 0.5:
        lines.append(f"require no k in own king: seen{r.randrange(ACTIONS)}(site(k))")
    offered = " or ".join(f"mark{n}" for n in range(ACTIONS))
    return HEAD + "\n".join([*lines, f"turn: go or {offered} else draw", "limit 12 moves: draw\n"])


@pytest.mark.parametrize("seed", range(7))
def test_both_engines_see_the_same_attacks(seed: int) -> None:
    assert agree(drawn(seed), games=GAMES, plies=PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_both_engines_see_the_same_attacks_in_many_games(block: int) -> None:
    for seed in range(100 + 25 * block, 125 + 25 * block):
        assert agree(drawn(seed), games=GAMES, plies=PLIES)
