"""Rummy against a program of its own: what is legal at every step of random games, where cards go, and what is paid."""

from collections import Counter
from itertools import combinations
from random import Random

import bundled
import pytest

import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.games

HEIGHTS = {name: i + 1 for i, name in enumerate("A23456789TJQK")}
Cards = frozenset[str]


def is_group(cards: Cards) -> bool:
    return len({c[1] for c in cards}) == 1


def is_run(cards: Cards) -> bool:
    heights = sorted(HEIGHTS[c[1]] for c in cards)
    return len({c[0] for c in cards}) == 1 and heights == [*range(heights[0], heights[0] + len(cards))]


def is_meld(cards: Cards) -> bool:
    return len(cards) >= 3 and (is_group(cards) or is_run(cards))


def cost(card: str) -> int:
    return min(HEIGHTS[card[1]], 10)


class Table:
    """A game of rummy, written without the language. It is told which card was drawn."""

    def __init__(self, hands: list[set[str]], top: str, stock: set[str], melds_a_turn: int) -> None:
        self.hands, self.top, self.stock = hands, [top], stock
        self.melds: list[set[str]] = []
        self.melds_a_turn = melds_a_turn
        self.mover, self.passes = 0, 0
        self.start()

    def start(self) -> None:
        self.has_drawn, self.laid, self.taken = False, 0, ""

    @property
    def is_over(self) -> bool:
        return any(not hand for hand in self.hands) or self.passes == len(self.hands)

    def legal(self) -> Counter[str]:
        """The actions, as words in order: elements of melds sorted."""
        if not self.has_drawn:
            beneath = len(self.top) > 1
            drawing = [*(["draw_card"] if self.stock or beneath else []), *(["take"] if self.top else [])]
            return Counter(drawing or ["pass"])
        hand = self.hands[self.mover]
        found = [c for c in hand if c != self.taken or len(hand) == 1]
        found += [
            f"{c} {n}" for c in hand for n, meld in enumerate(self.melds, 1) if is_meld(frozenset({*meld, c}))
        ]
        if self.laid < self.melds_a_turn:
            sizes = range(3, min(10, len(hand)) + 1)
            melds = (frozenset(cards) for size in sizes for cards in combinations(hand, size))
            found += ["+".join(sorted(cards)) for cards in melds if is_meld(cards)]
        return Counter(found)

    def play(self, text: str, drawn: str) -> None:
        hand = self.hands[self.mover]
        if text == "pass":
            self.passes += 1
            self.end_turn()
            return
        self.passes = 0
        if text == "draw_card":
            if not self.stock:
                self.stock, self.top = {*self.top[:-1]}, self.top[-1:]
            self.stock.remove(drawn)
            hand.add(drawn)
            self.has_drawn = True
        elif text == "take":
            self.taken = self.top.pop()
            hand.add(self.taken)
            self.has_drawn = True
        elif "+" in text:
            self.melds.append({*text.split("+")})
            hand.difference_update(self.melds[-1])
            self.laid += 1
        elif " " in text:
            card, number = text.split()
            self.melds[int(number) - 1].add(card)
            hand.remove(card)
        else:
            hand.remove(text)
            self.top.append(text)
            self.end_turn()

    def end_turn(self) -> None:
        self.mover = (self.mover + 1) % len(self.hands)
        self.start()

    def returns(self) -> list[float]:
        held = [sum(map(cost, hand)) for hand in self.hands]
        return [sum(held) if not hand else -own for hand, own in zip(self.hands, held, strict=True)]


def table_of(state: State, melds_a_turn: int) -> Table:
    pools = state.position()["pools"]
    hands = [{*hand} for hand in pools["hand"].values()]
    return Table(hands, pools["top"][0], {*pools["stock"]}, melds_a_turn)


def words(text: str) -> str:
    """A notation with the elements of a set in the order of the alphabet."""
    return "+".join(sorted(text.split("+")))


def drawn_card(before: State, after: State) -> str:
    """The card that came into the hand of the player who acts."""
    player = before.engine.game.players[before.current_player].name
    new = Counter(after.position()["pools"]["hand"].get(player, []))
    new.subtract(before.position()["pools"]["hand"].get(player, []))
    return next((card for card, count in new.items() if count > 0), "")


@pytest.mark.parametrize(("players", "melds_a_turn", "seed"), [(2, 1, 1), (2, 4, 2), (3, 2, 3), (4, 1, 4)])
def test_random_games_are_those_of_a_program_of_its_own(
    kind: str, players: int, melds_a_turn: int, seed: int
) -> None:
    game = bundled.load("rummy", {"players": players, "melds_a_turn": melds_a_turn})
    state: State = interpreter.engine(game, kind).initial_state(seed)
    table, chance = table_of(state, melds_a_turn), Random(seed)
    melds = 0
    for _ in range(400):
        if state.is_terminal:
            break
        assert state.current_player == table.mover
        actions = {words(state.action_to_string(a)): a for a in state.legal_actions()}
        assert Counter(actions.keys()) == table.legal()
        laying = [text for text in actions if "+" in text or " " in text]
        text = chance.choice(sorted(laying if laying and chance.random() < 0.7 else actions))
        after = state.apply(actions[text])
        table.play(text, drawn_card(state, after))
        melds += "+" in text
        state = after
        held = [{*hand} for hand in hands_of(state)]
        assert held == table.hands
        assert sorted(state.position()["pools"].get("melds", [])) == sorted(
            f"{card} meld_of={n}" for n, meld in enumerate(table.melds, 1) for card in meld
        )
    assert state.is_terminal == table.is_over and melds
    if table.is_over:
        assert state.returns == table.returns()


def hands_of(state: State) -> list[list[str]]:
    held = state.position()["pools"].get("hand", {})
    return [held.get(p.name, []) for p in state.engine.game.players]
