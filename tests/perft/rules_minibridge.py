"""Minibridge from its rule sheet, in plain Python: who declares, what may be played, who takes a trick, what it scores.

It shares nothing with the program that it is compared with. A card is its suit and rank, such as `SQ`; seats are 0 to 3,
clockwise from North.
"""

from dataclasses import dataclass, field

SEATS = ("North", "East", "South", "West")
RANKS = "23456789TJQKA"
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass
class Deal:
    """The play of one deal. `trumps`: a letter, or "" for none; `trick`: cards in the order in which they were played."""

    hands: list[set[str]]
    dealer: int
    declarer: int | None = None
    trumps: str = ""
    is_game: bool = False
    leader: int = 0
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])  # of North and South, of East and West

    def choose_declarer(self) -> None:
        points = [sum(HONOURS.get(card[1], 0) for card in hand) for hand in self.hands]
        for side in (0, 1):
            if points[side] + points[side + 2] >= 21:
                clockwise = [(self.dealer + i) % 4 for i in range(4)]
                mine = [seat for seat in clockwise if seat % 2 == side]
                self.declarer = max(mine, key=lambda seat: points[seat])  # the first of equals

    @property
    def dummy(self) -> int:
        assert self.declarer is not None
        return (self.declarer + 2) % 4

    def begin(self, trumps: str, is_game: bool) -> None:
        assert self.declarer is not None
        self.trumps, self.is_game = trumps, is_game
        self.leader = (self.declarer + 1) % 4

    @property
    def seat(self) -> int:
        """Whose card is next."""
        return (self.leader + len(self.trick)) % 4

    @property
    def actor(self) -> int:
        """Who plays it."""
        assert self.declarer is not None
        return self.declarer if self.seat == self.dummy else self.seat

    def playable(self) -> set[str]:
        hand = self.hands[self.seat]
        following = {card for card in hand if self.trick and card[0] == self.trick[0][1][0]}
        return following or set(hand)

    def play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < 4:
            return
        suits = {c[0] for _, c in self.trick}
        winning = self.trumps if self.trumps in suits else self.trick[0][1][0]
        held = [(RANKS.index(c[1]), seat) for seat, c in self.trick if c[0] == winning]
        self.leader = max(held)[1]
        self.tricks[self.leader % 2] += 1
        self.trick = []

    @property
    def is_over(self) -> bool:
        return not any(self.hands) and not self.trick

    def scores(self) -> list[int]:
        """What the two sides get."""
        assert self.declarer is not None
        side = self.declarer % 2
        made = self.tricks[side]
        goal = 7
        if self.is_game:
            goal = {"": 9, "S": 10, "H": 10, "D": 11, "C": 11}[self.trumps]
        found = [0, 0]
        if made < goal:
            found[1 - side] = 50 * (goal - made)
        else:
            over = made - 6
            each = 20 if self.trumps and self.trumps in "CD" else 30
            found[side] = over * each + (0 if self.trumps else 10) + (300 if self.is_game else 50)
        return found
