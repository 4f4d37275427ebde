"""The auction of lots against a program of its own: who may bid what, who pays, and who wins."""

from collections import Counter
from random import Random

import bundled
import pytest

import gdl
from interpreter.engines.base import State


class Auction:
    """The game without the language. It is told which lot comes next."""

    def __init__(self, players: int, gold: int, rounds: int, lot: str) -> None:
        self.gold = [gold] * players
        self.bought: list[list[str]] = [[] for _ in range(players)]
        self.lots_left, self.lot = rounds - 1, lot
        self.mover = 0
        self.open()

    def open(self) -> None:
        self.price, self.bidder = 0, -1
        self.bidding = {*range(len(self.gold))}

    @property
    def is_over(self) -> bool:
        return not self.lot

    def legal(self) -> set[str]:
        return {"drop_out", *(str(n) for n in range(self.price + 1, self.gold[self.mover] + 1))}

    def play(self, text: str, next_lot: str) -> None:
        if text == "drop_out":
            self.bidding.discard(self.mover)
        else:
            self.price, self.bidder = int(text), self.mover
        if self.bidding <= {self.bidder}:
            self.sell(next_lot)
            return
        self.pass_on()

    def sell(self, next_lot: str) -> None:
        """The lot goes to the one who is left, or to nobody; the next one is opened by who has just bought."""
        last = self.mover
        if self.bidder >= 0:
            self.gold[self.bidder] -= self.price
            self.bought[self.bidder].append(self.lot)
            self.mover = self.bidder
        else:
            self.mover = (last + 1) % len(self.gold)
        self.open()
        self.lot = next_lot if self.lots_left else ""
        self.lots_left = max(0, self.lots_left - 1)

    def pass_on(self) -> None:
        count = len(self.gold)
        self.mover = next(p for k in range(1, count + 1) if (p := (self.mover + k) % count) in self.bidding)

    def score(self, player: int) -> int:
        goods = Counter(lot.split("_")[0] for lot in self.bought[player])
        quality = sum(int(lot.split("_")[1]) for lot in self.bought[player])
        return quality + sum(n * (n - 1) for n in goods.values()) + self.gold[player] // 4

    def winners(self) -> set[int]:
        scores = [self.score(p) for p in range(len(self.gold))]
        return {p for p, s in enumerate(scores) if s == max(scores)}


def lot_of(state: State) -> str:
    return next(iter(state.position()["pools"].get("lot", [])), "")


@pytest.mark.parametrize(
    ("players", "gold", "rounds", "seed"),
    [(2, 24, 12, 1), (3, 32, 5, 2), (4, 16, 9, 3), (6, 8, 16, 4), (6, 16, 3, 5)],
)
def test_random_auctions_are_those_of_a_program_of_its_own(
    kind: str, players: int, gold: int, rounds: int, seed: int
) -> None:
    options = {"players": players, "gold_each": gold, "rounds": rounds}
    state: State = bundled.engine("lots", kind, options).initial_state(seed)
    auction, chance = Auction(players, gold, rounds, lot_of(state)), Random(seed)
    while not state.is_terminal:
        assert not auction.is_over and state.current_player == auction.mover
        actions = {state.action_to_string(a): a for a in state.legal_actions()}
        assert {*actions} == auction.legal()
        low = [t for t in actions if t != "drop_out" and int(t) <= auction.price + 3]
        text = chance.choice(low) if low and chance.random() < 0.6 else "drop_out"
        state = state.apply(actions[text])
        auction.play(text, lot_of(state))
        held = state.position()["pools"].get("bought", {})
        names = [p.name for p in state.engine.game.players]
        assert [sorted(held.get(name, [])) for name in names] == [sorted(lots) for lots in auction.bought]
    assert auction.is_over
    best = auction.winners()
    assert {p for p, r in enumerate(state.returns) if r == max(state.returns)} == best


@pytest.mark.parametrize(("players", "gold"), [(2, 8), (4, 24), (4, 32)])
def test_what_players_may_have_depends_on_how_many_they_are(players: int, gold: int) -> None:
    with pytest.raises(gdl.GameError, match="gold_each"):
        bundled.load("lots", {"players": players, "gold_each": gold})


@pytest.mark.parametrize("players", [1, 5, 7])
def test_only_some_numbers_of_players_are_allowed(players: int) -> None:
    with pytest.raises(gdl.GameError, match="players"):
        bundled.load("lots", {"players": players})
