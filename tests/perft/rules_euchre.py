"""Euchre from its rule sheet, in plain Python: who acts, what is legal, and what a hand scores.

It shares nothing with the program that it is compared with. Seats are 0 to 3, clockwise from North; a card is its suit
and rank, such as `SJ`.
"""

from dataclasses import dataclass, field

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
OTHER = {"C": "S", "S": "C", "D": "H", "H": "D"}  # of the same colour
RANKS = "9TJQKA"


@dataclass
class Hand:
    """One hand, from the cards dealt to the points. `calls`: how many have spoken."""

    hands: list[set[str]]
    turned_up: str
    dealer: int
    calls: int = 0
    maker: int | None = None
    alone: bool = False
    trumps: str = ""
    must_bury: bool = False
    leader: int = 0
    trick: dict[int, str] = field(default_factory=dict)
    taken: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def idle(self) -> int | None:
        return (self.maker + 2) % 4 if self.alone and self.maker is not None else None

    def next_of(self, seat: int) -> int:
        seat = (seat + 1) % 4
        return (seat + 1) % 4 if seat == self.idle else seat

    @property
    def actor(self) -> int:
        if self.must_bury:
            return self.dealer
        if self.maker is None:
            return (self.dealer + 1 + self.calls) % 4
        seat = self.leader
        for _ in self.trick:
            seat = self.next_of(seat)
        return seat

    def legal(self) -> set[tuple[str, ...]]:
        if self.must_bury:
            return {("bury", card) for card in self.hands[self.dealer]}
        if self.maker is None:
            if self.calls < 4:
                calls = {("order_up", "false"), ("order_up", "true")}
            else:
                suits = [suit for suit, letter in SUITS.items() if letter != self.turned_up[0]]
                calls = {("call", suit, alone) for suit in suits for alone in ("false", "true")}
            return calls if self.calls == 7 else calls | {("pass",)}
        mine = self.hands[self.actor]
        following = set()
        if self.trick:
            following = {card for card in mine if self.suit(card) == self.suit(self.trick[self.leader])}
        return {("play", card) for card in following or mine}

    def suit(self, card: str) -> str:
        return self.trumps if card == OTHER.get(self.trumps, "?") + "J" else card[0]

    def strength(self, card: str) -> int:
        if card == self.trumps + "J":
            return 100
        if card == OTHER[self.trumps] + "J":
            return 99
        if card[0] == self.trumps:
            return 50 + RANKS.index(card[1])
        return RANKS.index(card[1]) if card[0] == self.suit(self.trick[self.leader]) else -1

    def do(self, move: tuple[str, ...]) -> None:
        seat = self.actor
        if move[0] == "pass":
            self.calls += 1
        elif move[0] == "bury":
            self.hands[seat].remove(move[1])
            self.must_bury = False
        elif move[0] == "play":
            self.hands[seat].remove(move[1])
            self.trick[seat] = move[1]
            if len(self.trick) == (3 if self.alone else 4):
                self.leader = max(self.trick, key=lambda s: self.strength(self.trick[s]))
                self.taken[self.leader] += 1
                self.trick = {}
        else:
            self.maker, self.alone = seat, move[-1] == "true"
            self.trumps = self.turned_up[0] if move[0] == "order_up" else SUITS[move[1]]
            if move[0] == "order_up":
                self.hands[self.dealer].add(self.turned_up)
                self.must_bury = True
            self.leader = self.next_of(self.dealer)

    @property
    def is_over(self) -> bool:
        return sum(self.taken) == 5

    def points(self) -> list[int]:
        """What each seat gains."""
        assert self.maker is not None
        made = self.taken[self.maker] + self.taken[(self.maker + 2) % 4]
        if made < 3:
            return [2 * (seat % 2 != self.maker % 2) for seat in range(4)]
        gain = 1 if made < 5 else 4 if self.alone else 2
        return [gain * (seat % 2 == self.maker % 2) for seat in range(4)]
