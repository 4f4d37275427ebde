"""How long checking takes, as a text grows: it is to be linear in the text.

    python benchmarks/checking.py [--least 100] [--doublings 4]

Draws texts of one shape and growing length, such as a sum of n terms or n definitions, checks each in a process that has
read the grammar already, and prints microseconds of processor time for each character. In a row they stay about the same.
"""

import argparse
import time
from collections.abc import Callable, Iterator

from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source

DEEPEST = 50  # brackets within brackets: more are refused
LONGEST = 180  # operands in one expression: more are refused as nested too deeply


def game(
    *,
    head: str = "",
    lets: str = "",
    where: str = "true",
    effects: str = "",
    actions: int = 0,
    rest: str = "",
) -> str:
    """A small game with long parts. `actions`: how many there are beside the first one."""
    more = "".join(
        f"action p{i}\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        for i in range(actions)
    )
    turn = " or ".join(["put", *(f"p{i}" for i in range(actions))])
    return (
        f'game "Drawn"\n{head}players A, B\nboard square 3 x 3\nkinds man\n{lets}'
        f"action put\n  choose s in sites where s is empty\n  where {where}\n"
        f"  do place man of mover on s\n{effects}{more}turn: {turn}\n{rest}end draw when full\n"
    )


def _chain(first: str, step: str, n: int) -> str:
    """Definitions, each of which uses the one before it."""
    return f"let x0{first}\n" + "".join(f"let x{i}{step.format(before=i - 1)}\n" for i in range(1, n))


def _nested(opening: str, inner: str, closing: str, n: int) -> str:
    return opening * min(n, DEEPEST) + inner + closing * min(n, DEEPEST)


def _joined(operand: str, operator: str, n: int) -> str:
    return f" {operator} ".join([operand] * min(n, LONGEST))


SHAPES: dict[str, Callable[[int], str]] = {
    "sum": lambda n: game(where=_joined("file(s)", "+", n) + " > 0"),
    "difference": lambda n: game(where=_joined("file(s)", "-", n) + " > 0"),
    "product": lambda n: game(where=_joined("1", "*", n) + " > file(s) - 9"),
    "union": lambda n: game(where=f"some t in {_joined('{s}', '+', n)}: t = s"),
    "and": lambda n: game(where=_joined("file(s) > 0", "and", n)),
    "or": lambda n: game(where=_joined("file(s) > 0", "or", n)),
    "tests": lambda n: game(where="s is " + " | ".join(["empty"] * n)),
    "elements": lambda n: game(where="s in {" + ", ".join(["a1"] * n) + "}"),
    "parentheses": lambda n: game(where=_nested("(1 + ", "file(s)", ")", n) + " > 0"),
    "equations": lambda n: game(where=_nested("(", "s = a1", ") = true", n)),
    "words": lambda n: game(
        lets="field f of site: x, y\n", where="x = " + _nested("(x if s is empty else ", "f(s)", ")", n)
    ),
    "steps": lambda n: game(where="some line any from s: " + ", ".join(["empty"] * n)),
    "options": lambda n: game(
        head="".join(f"option o{i} = 0 from 0..9\n" for i in range(n)),
        where=" + ".join(f"o{i}" for i in range(min(n, LONGEST))) + " = 0",
    ),
    "constants": lambda n: game(lets=_chain(" = 1", " = x{before} + 1", n)),
    "definitions": lambda n: game(
        lets=_chain("(s: site) = s is empty", "(s: site) = x{before}(s) and file(s) > 0", n)
    ),
    "fields": lambda n: game(
        lets="".join(f"field f{i} of game: 0..9\n" for i in range(n)),
        effects="".join(f"     f{i} := f{i}\n" for i in range(n)),
    ),
    "actions": lambda n: game(actions=n),
    "ends": lambda n: game(
        rest="".join(f"end mover wins when count(pieces of mover) > {i + 5}\n" for i in range(n))
    ),
    "mistakes": lambda n: game(lets="".join(f"let x{i} = blah{i}\n" for i in range(n))),
    "one mistake": lambda n: game(where=_joined("blah(s)", "+", n) + " > 0"),
}


def check(text: str) -> tuple[Diagnostic, ...]:
    return examine_source(Source("drawn.gdl", text))[1]


def timed(shape: str, n: int) -> float:
    """Microseconds of processor time for each character: the least of three runs, as other programs only slow it down."""

    def seconds(k: int) -> float:
        text = SHAPES[shape](n) + "\n" * k  # another text each time, as trees of the same text are kept
        begun = time.process_time()
        check(text)
        return time.process_time() - begun

    return min(map(seconds, range(3))) * 1e6 / len(SHAPES[shape](n))


def rows(least: int, doublings: int) -> Iterator[tuple[str, list[float]]]:
    check(game())
    for shape in SHAPES:
        yield shape, [timed(shape, least << k) for k in range(doublings + 1)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--least", type=int, default=50)
    parser.add_argument("--doublings", type=int, default=4)
    given = parser.parse_args()
    heads = [given.least << k for k in range(given.doublings + 1)]
    print(f"{'us/character':14}" + "".join(f"{n:>8}" for n in heads))
    for shape, found in rows(given.least, given.doublings):
        print(f"{shape:14}" + "".join(f"{t:8.1f}" for t in found), flush=True)


if __name__ == "__main__":
    main()
