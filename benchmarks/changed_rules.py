"""Small changes of rules, and how many of them the lock step of `gdl compare` finds, how fast, and whether it names the clause.

    python benchmarks/changed_rules.py [--positions 200000] [--seed 0] [NAME ...]

Each change replaces a text in a bundled game. Printed are what differs, the length of the line to it, the seconds for
searching (without reading and compiling the games), and `named` where the sentence about the changed clause is given.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from changing import write_changed

import interpreter
from gdl.diagnostics.values import GameError
from gdl.files.differences import differences
from gdl.loader import load_rules
from interpreter.analysis.lockstep.search import POSITIONS, explore


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a bundled game: a text in place of another. `clause` is part of the sentence that must be named."""

    name: str
    game: str
    old: str
    new: str
    clause: str


CHANGES = (
    Change("castling through check", "chess", " and is_safe(k, r)", "", "may_castle"),
    Change("no en passant", "chess", " or en_passant or", " or", "The turn"),
    Change("one pawn less", "chess", "fill_ranks(pawn, {2})", "fill_ranks(pawn, {2})\n  remove c2", "set-up"),
    Change("no promotion to bishops", "chess", "{queen, rook, bishop, knight}", "{queen, rook, knight}", "officers"),
    Change("rooks that moved castle", "chess", "  do stop_castling(piece)\n", "", "The move `go`"),
    Change("stalemate loses", "chess", 'else "checkmate" lose if in_check(mover) else "stalemate" draw', "else lose", "The turn"),
    Change("fewer quiet moves", "chess", "draw when quiet = 100", "draw when quiet = 99", "ends"),
    Change("four repetitions", "chess", "repeated(same) = 3", "repeated(same) = 4", "ends"),
    Change("kings step ahead only", "english_draughts", "  line diagonal up to 1: empty",
           "  line forward_diagonal up to 1: empty", "The move `walk`"),
    Change("the lower score wins", "reversi", "highest score wins", "lowest score wins", "ends"),
    Change("overlines do not win", "gomoku", "overlines = true", "overlines = false", "overlines"),
    Change("komi less by one", "go", "option komi = 7.5", "option komi = 6.5", "komi"),
    Change("slants capture only", "breakthrough", "1: empty | enemy", "1: enemy", "The move `slant`"),
    Change("flying with four men", "nine_mens_morris", "men(mover) = 3 else slide", "men(mover) <= 4 else slide",
           "The turn"),
    Change("mills protect nobody", "nine_mens_morris",
           "  where in_mill(m, rival(mover)) implies all e in enemy pieces: in_mill(e, rival(mover))\n", "", "`take`"),
    Change("dice with five faces", "pig", "d in 1..6", "d in 1..5", "`roll`"),
    Change("cards shown after the game only", "kuhn_poker", " or folded(p) or folded(rival(p))", "", "hidden"),
    Change("three evil ghosts", "geister", "taken(evil) = 4", "taken(evil) = 3", "ends"),
    Change("a tiger goes back two", "onitama", "(leap forward 2: any) + (leap backward 1: any)", "(leap forward 2: any) + (leap backward 2: any)",
           "tiger"),
    Change("fours are taken", "oware", "in 2..3", "in 2..4", "prey"),
    Change("backgammons from one point less", "backgammon", "> 18", "> 17", "is_far_behind"),
    Change("the second player may swap", "hex", "swap = false", "swap = true", "swap"),
    Change("two-rank leaps from everywhere", "chess", "  where from in second_rank(mover)\n", "", "The move `advance`"),
    Change("feeding is not required", "oware", "require some s in row(rival(mover)): seeds(s) > 0",
           "require some s in row(rival(mover)): seeds(s) >= 0", "required"),
    # drawn up later, as a check: nobody had looked at these when the search was written
    Change("queen by turn five", "hive", "turn in 7..8", "turn in 9..10", "`place`"),
    Change("grasshoppers need two", "hive", "piece+, empty) if s is grass", "piece, piece+, empty) if s is grass", "reach"),
    Change("silver goes back", "shogi", "(line forward, diagonal up to 1: any)", "(line backward, diagonal up to 1: any)",
           "silver"),
    Change("elephants cross", "xiangqi", "(line diagonal: empty, [it in bank(owner(piece))])",
           "(line diagonal: empty, any)", "elephant"),
    Change("horses leap", "xiangqi", "(leap 1, 2: [free_leg(piece, it)])", "(leap 1, 2: any)", "horse"),
    Change("cannons hop at once", "xiangqi", "(line orthogonal: empty*, piece, empty*, any)",
           "(line orthogonal: empty*, piece, any)", "cannon"),
    Change("generals may face", "xiangqi", "a is general and b is general", "a is general and b is elephant", "face"),
    Change("a bonus from seven cards", "lost_cities", "count(j) >= 8", "count(j) >= 7", "points"),
    Change("what was dropped is taken", "lost_cities", " where k != dropped", "", "`take`"),
    Change("any card is led", "hearts", " else may_lead(k)", " else true", "`play`"),
    Change("equal ranks lose", "love_letter", "rank(card(p)) < rank(card(mover))", "rank(card(p)) <= rank(card(mover))",
           "`"),
    Change("guards guess guards", "love_letter", " where k != guard", "", "`"),
    Change("walls may block", "quoridor", "some s in reached from p by ways while any: s in last_rank(owner(p))",
           "some s in reached from p by ways while any: s in sites", "require"),
    Change("a box is no other turn", "dots_and_boxes", "     if some done do then turn of mover\n", "", "`"),
    Change("the store is no other turn", "kalah", "     else if last = store(mover) do then turn of mover\n", "", "`"),
    Change("all go to the corners", "brandubh", "  where piece is king or to not in reserved\n", "", "`"),
    Change("arrows fly one step", "amazons", "from bow: empty*, [it", "from bow: [it", "`shoot`"),
    Change("rows are longer by one", "yavalath", "length n", "length n + 1", "has_row"),
)  # fmt: skip


def tried(change: Change, folder: Path, positions: int, seed: int) -> tuple[bool, bool, float]:
    """Whether a change was found and its clause named, and the seconds that it took. Prints a line."""
    here = folder / change.name
    here.mkdir()
    try:
        path = write_changed(here, change.game, change.old, change.new)
        rules = load_rules(change.game), load_rules(path)
    except (AssertionError, GameError) as error:  # the game has changed since
        print(f"{change.name:34} {change.game:18} cannot be made: {error}", flush=True)
        return False, False, 0.0
    a, b = (interpreter.engine(r.game) for r in rules)
    for engine in (a, b):
        engine.batch(1, 0).legal()  # compiled here
    begun = time.perf_counter()
    found = explore(a, b, differences(*rules), seed, positions)
    seconds = time.perf_counter() - begun
    first = found.first
    is_named = first is not None and any(change.clause in c.sentence for c in first.clauses)
    what = "nothing" if first is None else f"{first.about} after {len(first.moves)}"
    named = "named" if is_named else "not named"
    print(
        f"{change.name:34} {change.game:18} {what:22} {found.positions:8} positions {seconds:6.1f} s  {named}",
        flush=True,
    )
    return first is not None, is_named, seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="parts of the names of changes")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    chosen = [c for c in CHANGES if not given.names or any(n in c.name for n in given.names)]
    with tempfile.TemporaryDirectory() as folder:
        results = [tried(c, Path(folder), given.positions, given.seed) for c in chosen]
    found, named = sum(f for f, _, _ in results), sum(n for _, n, _ in results)
    print(f"{found} of {len(results)} found, {named} named, {sum(s for _, _, s in results):.1f} s")


if __name__ == "__main__":
    main()
