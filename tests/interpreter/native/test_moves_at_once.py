"""Blocks of moves that happen at once: both engines agree on drawn ones, on every sort of place that pieces have."""

from random import Random

import pytest
from lockstep import agree

pytestmark = pytest.mark.thorough

BOARDS = {
    "one a site": "board square 3 x 2\n",
    "stacks": "board square 3 x 2 stacking\n",
    "round": "board square 4 x 1 wrapping files\n",
    "many": "board square 9 x 9\n",
    "growing": "board square growing within 9 stacking\n",
}
POOLS = "pool box of game\npool deck of game ordered\npool hand of player seen by owner\n"
FIELDS = "field level of piece: 0..9\nfield lit of site: 0..9\nfield n of game: 0..99\n"
LIKES = "field likes of piece: piece or none\n"  # which of two pieces in a pool does so is left open
IN_POOLS = "  place man of Blue in deck times 2 with level = 3\n  place king of Red in deck\n  for p in players do place man of p in hand(p) times 2\n"


class Blocks:
    """Draws games whose actions are blocks of effects that happen at once."""

    def __init__(self, seed: int, board: str, has_pools: bool) -> None:
        self.r, self.has_pools = Random(seed), has_pools
        self.board = board
        self.names = (
            ("site_at(0, 0)", "site_at(1, 0)", "site_at(2, 0)") if board == "growing" else ("a1", "b1", "c1")
        )

    def text(self) -> str:
        pools = POOLS if self.has_pools else LIKES
        actions = "".join(f"action go{i}\n  choose s in sites\n  do\n{self.block()}" for i in range(3))
        turn = "turn: go0 or go1 or go2\nend draw when moves = 40\n"
        head = f"players Red, Blue\n{BOARDS[self.board]}kinds man, king\n"
        a, b, c = self.names
        setup = f"setup\n  place man of Red on {{{a}, {b}}}\n  place king of Blue on {c}\n"
        in_pools = IN_POOLS if self.has_pools else ""
        return head + pools + FIELDS + setup + in_pools + actions + self.after() + turn

    def block(self) -> str:
        lines = [self.effect() for _ in range(self.r.randint(1, 4))]
        return "    simultaneously\n" + "".join(f"      {line}\n" for line in lines)

    def after(self) -> str:
        if self.r.random() < 0.7:
            return ""
        return "settle until stable\n  simultaneously\n    for t in sites where step(t, east) != none and level(t) > 6 do move piece(t) to step(t, east) with level = level(t) - 1\n"

    def site(self) -> str:
        return self.r.choice(["s", "s", *self.names, "step(s, east)", "step(s, west)"])

    def piece(self) -> str:
        if self.has_pools and self.r.random() < 0.3:
            return self.r.choice(["first(hand(mover))", "first(deck)", "last(deck)", "first(box)"])
        if self.board == "stacks" and self.r.random() < 0.3:
            return f"first(pieces where site(it) = {self.site()})"  # the lowest
        return f"piece({self.site()})"

    def given(self) -> str:
        level = f" with level = {self.r.randint(0, 9)}"
        return self.r.choice(
            [level, level if self.has_pools else f" with likes = {self.piece()}", "", "", ""]
        )

    def effect(self) -> str:
        r, p = self.r, self.piece
        to_pool = ["to box", "to deck", "under deck", "to hand(mover)", f"to hand(owner({p()}))"]
        to = f"to {self.site()}"
        ways = [
            f"move {p()} {to}{self.given()}",
            f"move {p()} {to}{self.given()}",
            f"move {p()} {r.choice(to_pool) if self.has_pools else to}{self.given()}",
            f"let c = {p()}; let e = {p()}; let from = site(c); move c to site(e); move e to from",
            f"{r.choice(['remove', 'capture'])} {p()}",
            f"place {r.choice(['man', 'king'])} of mover on {self.site()} where it is empty",
            f"level({p()}) := {r.randint(0, 9)}",
            f"{'level' if self.has_pools else 'likes'}({self.piece()}) := {3 if self.has_pools else f'piece({self.site()})'}",
            f"owner({p()}) := {r.choice(['Red', 'Blue', 'none'])}",
            f"kind({p()}) := {r.choice(['man', 'king'])}",
            f"n := captures + {r.randint(0, 1)}",
            f"lit({self.site()}) := level({p()})",
            f"for t in sites do move piece(t) to nth(sites, (index(t, sites) + {r.randint(0, 3)}) mod count(sites) + 1){self.given()}",
            f"for p in pieces where site(p) != none do move p to step(site(p), {r.choice(['east', 'west'])})",
            f"if {self.site()} is piece do move {p()} {to}",
        ]
        if self.has_pools:
            ways += [
                f"place king of mover in {r.choice(['box', 'deck'])}{self.given()}",
                "for c in box do move c to deck",
            ]
        return r.choice(ways)


@pytest.mark.parametrize("has_pools", [False, True], ids=["", "pools"])
@pytest.mark.parametrize("board", BOARDS)
def test_both_engines_agree_on_blocks_of_moves(board: str, has_pools: bool) -> None:
    is_large = board in ("many", "growing")
    games, plies = (1, 10) if is_large else (3, 20)
    found = [
        agree(Blocks(seed, board, has_pools).text(), games, plies) for seed in range(1 if is_large else 3)
    ]
    assert any(found)  # most of what is drawn is a game
