"""Love Letter against a second program that knows only the rules as people tell them: plain lists, no clauses.

Chance is read off the engine's states: what a player holds that they did not hold before.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

import bundled
import pytest

from interpreter.engines.base import State
from interpreter.engines.position_parts import HIDDEN, Position

pytestmark = pytest.mark.games

NAMES = ("Ann", "Bob", "Cora", "Dan")
RANK = {
    "guard": 1,
    "priest": 2,
    "baron": 3,
    "handmaid": 4,
    "prince": 5,
    "king": 6,
    "countess": 7,
    "princess": 8,
}
NUMBER = {
    "guard": 5,
    "priest": 2,
    "baron": 2,
    "handmaid": 2,
    "prince": 2,
    "king": 1,
    "countess": 1,
    "princess": 1,
}
ASKS = {
    "priest": "peek",
    "baron": "duel",
    "king": "trade",
    "prince": "replace",
}  # the cards that choose a player


@dataclass
class Table:
    """A round as people play it."""

    hands: list[list[str]]
    played: list[list[str]]
    deck: int
    turn: int = 0
    card: str = ""  # whose effect is being decided
    out: set[int] = field(default_factory=set)
    safe: set[int] = field(default_factory=set)
    seen: set[tuple[int, int]] = field(default_factory=set)  # who knows the one card of whom
    is_over: bool = False

    @property
    def players(self) -> range:
        return range(len(self.hands))

    def targets(self) -> list[int]:
        others = [p for p in self.players if p not in self.out | self.safe | {self.turn}]
        return sorted([*others, self.turn]) if self.card == "prince" else others

    def legal(self) -> set[str]:
        if self.is_over:
            return set()
        if not self.card:
            mine = self.hands[self.turn]
            is_bound = "countess" in mine and ("king" in mine or "prince" in mine)
            return {"countess"} if is_bound else set(mine)
        if self.card == "guard":
            return {f"{NAMES[p]} {card}" for p in self.targets() for card in RANK if card != "guard"}
        return {f"{ASKS[self.card]} {NAMES[p]}" for p in self.targets()}

    def lose(self, player: int) -> None:
        self.out.add(player)
        self.played[player] += self.hands[player]
        self.hands[player] = []

    def do(self, text: str, drawn: list[str]) -> None:
        """An action; `drawn` are the cards that come out of the deck or from aside, in order."""
        me = self.turn
        if not self.card:
            self.safe.discard(me)
            if text == self.hands[me][0]:  # the card that was there before the draw, or one like it
                self.forget(me)
            self.hands[me].remove(text)
            self.played[me].append(text)
            self.card = text
            if text == "handmaid":
                self.safe.add(me)
            if text == "princess":
                self.lose(me)
            if text in ("handmaid", "countess", "princess") or not self.targets():
                self.end_turn(drawn)
            return
        word, last = text.split()
        if self.card == "guard":
            victim = NAMES.index(word)
            if last in self.hands[victim]:
                self.lose(victim)
        else:
            self.strike(NAMES.index(last), drawn)
        self.end_turn(drawn)

    def forget(self, player: int) -> None:
        """Nobody knows the card of a player any more."""
        self.seen = {(a, b) for a, b in self.seen if b != player}

    def strike(self, other: int, drawn: list[str]) -> None:
        """The effects of the cards that choose a player."""
        me = self.turn
        match self.card:
            case "priest":
                self.seen.add((me, other))
            case "baron":
                self.seen |= {(me, other), (other, me)}
                mine, theirs = RANK[self.hands[me][0]], RANK[self.hands[other][0]]
                if mine != theirs:
                    self.lose(me if mine < theirs else other)
            case "king":
                self.hands[me], self.hands[other] = self.hands[other], self.hands[me]
                swap = {me: other, other: me}
                self.seen = {(a, swap.get(b, b)) for a, b in self.seen} | {(me, other), (other, me)}
            case "prince":
                self.forget(other)
                card = self.hands[other][0]
                if card == "princess":
                    self.lose(other)
                else:
                    self.played[other].append(self.hands[other].pop())
                    self.hands[other].append(drawn.pop(0))
                    self.deck = max(0, self.deck - 1)

    def end_turn(self, drawn: list[str]) -> None:
        self.card = ""
        self.is_over = len(self.out) == len(self.hands) - 1 or self.deck == 0
        if not self.is_over:
            self.turn = next(p for i in (1, 2, 3) if (p := (self.turn + i) % len(self.hands)) not in self.out)
            self.hands[self.turn].append(drawn.pop(0))
            self.deck -= 1

    def winners(self) -> set[int]:
        left = [p for p in self.players if p not in self.out]
        best = max((RANK[self.hands[p][0]], sum(RANK[c] for c in self.played[p])) for p in left)
        return {p for p in left if (RANK[self.hands[p][0]], sum(RANK[c] for c in self.played[p])) == best}


def cards(position: Position, pool: str, player: str) -> list[str]:
    held = position["pools"].get(pool, {}).get(player, [])
    return [text.split()[0] for text in held]


def held(position: Position, names: list[str]) -> Counter[str]:
    """All that players hold or have played."""
    return Counter(c for n in names for pool in ("hand", "played") for c in cards(position, pool, n))


def new_cards(before: Position, after: Position, now: int, table: Table, text: str) -> list[str]:
    """The cards that were drawn, in order: a prince's before that of the next turn, of the player `now`."""
    names = [NAMES[p] for p in table.players]
    new = list((held(after, names) - held(before, names)).elements())
    if len(new) == 2 and text.startswith("replace"):
        victim = text.split()[1]
        mine = cards(after, "hand", victim)
        kept = Counter(table.hands[now]) if NAMES[now] != victim else Counter()
        theirs = Counter(cards(after, "hand", NAMES[now])) - kept
        if NAMES[now] != victim:
            return [mine[0], next(iter(theirs.elements()))]
    return new


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounds_go_as_people_play_them(players: int, kind: str) -> None:
    engine = bundled.engine("love_letter", kind, {"players": players})
    names = NAMES[:players]
    for seed in range(40):
        chance = random.Random(seed)
        state = engine.initial_state(seed)
        position = state.position()
        hands = [cards(position, "hand", n) for n in names]
        start = Counter(c for hand in hands for c in hand)
        assert start <= Counter(NUMBER)
        table = Table(hands, [[] for _ in names], 16 - 1 - 3 * (players == 2) - players - 1)
        while not state.is_terminal:
            legal = {state.action_to_string(a): a for a in state.legal_actions()}
            assert set(legal) == table.legal()
            text = chance.choice(sorted(legal))
            state, before = state.apply(legal[text]), position
            position = state.position()
            table.do(text, new_cards(before, position, state.current_player, table, text))
            assert [sorted(h) for h in table.hands] == [sorted(cards(position, "hand", n)) for n in names], (
                text
            )
            assert [Counter(p) for p in table.played] == [
                Counter(cards(position, "played", n)) for n in names
            ]
            assert table.deck == len(position["pools"].get("deck", ()))
            assert {names[p] for p in table.out} == set(position["fields"].get("is_out", {}))
            if not state.is_terminal:
                assert state.current_player == table.turn
                assert {names[p] for p in table.safe - table.out} == set(
                    position["fields"].get("is_safe", {})
                ) - {names[p] for p in table.out}
                assert_seen(state, table)
        assert table.is_over
        best = table.winners()
        assert {p for p, r in enumerate(state.returns) if r == max(state.returns)} == best


def assert_seen(state: State, table: Table) -> None:
    """Everybody sees their own hand, and of another one the card that they got to know."""
    for viewer in table.players:
        hands = state.observation(viewer)["pools"].get("hand", {})
        for player in table.players:
            shown = [text.split()[0] for text in hands.get(NAMES[player], ())]
            hidden = shown.count(HIDDEN)
            if viewer == player:
                assert not hidden
            elif (viewer, player) in table.seen and player not in table.out:
                assert len(shown) - hidden == 1
            else:
                assert hidden == len(shown)
