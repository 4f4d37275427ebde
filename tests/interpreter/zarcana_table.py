"""A second opinion on Zarcana: some of its powers, written in plain Python from the rule sheet alone.

A `Table` is never changed. Each power gives all tables that may follow from it, so that none means that it cannot be
used. Chance is one of several ways, too.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

Site = tuple[int, int]
Card = tuple[str, str]  # its name, and up, down or blind
WAYS: dict[str, Site] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SIZES = ("small", "medium", "large")


@dataclass(frozen=True)
class Minion:
    owner: str
    size: int
    facing: str  # "" standing
    site: Site


@dataclass(frozen=True)
class Table:
    mover: str
    lands: Mapping[Site, tuple[Card, ...]]  # bottom first; only sites that hold cards
    minions: Mapping[int, Minion]
    stash: Counter[tuple[str, int]]
    hands: Mapping[str, Counter[str]]
    deck: Counter[str]
    discards: Counter[str]

    # ---- the board

    def is_land(self, site: Site) -> bool:
        return site in self.lands

    def is_void(self, site: Site) -> bool:
        return site not in self.lands and not any(n in self.lands for n in around(site))

    def at(self, site: Site) -> list[int]:
        return [i for i, m in self.minions.items() if m.site == site]

    def has_room(self, site: Site) -> bool:
        return len(self.at(site)) < 3

    def target(self, i: int) -> Site:
        m = self.minions[i]
        return moved(m.site, WAYS[m.facing]) if m.facing else m.site

    # ---- changes

    def with_minion(self, i: int, minion: Minion | None) -> "Table":
        """The table with another minion under a number, or without it; what stands in the void goes home."""
        minions = dict(self.minions)
        stash = self.stash.copy()
        old = minions.pop(i, None)
        if old is not None:
            stash[old.owner, old.size] += 1
        if minion is not None:
            minions[i] = minion
            stash[minion.owner, minion.size] -= 1
            assert stash[minion.owner, minion.size] >= 0
        return replace(self, minions=minions, stash=stash).settled()

    def settled(self) -> "Table":
        lost = [i for i, m in self.minions.items() if self.is_void(m.site)]
        return self.with_minion(lost[0], None) if lost else self

    def on_top(self, site: Site, card: Card) -> "Table":
        return replace(self, lands={**self.lands, site: (*self.lands.get(site, ()), card)})

    def tossed(self, site: Site) -> "Table":
        lands = dict(self.lands)
        *rest, (card, _) = lands.pop(site)
        if rest:
            lands[site] = tuple(rest)
        return replace(self, lands=lands, discards=self.discards + Counter([card])).settled()

    def drawn(self) -> Iterator[tuple[str, "Table"]]:
        """Each card that may come from the deck, which is made of the discards when it is empty."""
        table = self
        if not self.deck:
            table = replace(self, deck=self.discards, discards=Counter())
        for card in table.deck:
            yield card, replace(table, deck=table.deck - Counter([card]))

    def in_hand(self, card: str, times: int = 1) -> "Table":
        hand = self.hands.get(self.mover, Counter[str]()).copy()
        hand[card] += times
        return replace(self, hands={**self.hands, self.mover: +hand})

    def key(self) -> Any:
        """All that counts, without the numbers of minions."""
        return (
            frozenset(self.lands.items()),
            frozenset(Counter((m.owner, m.size, m.facing, m.site) for m in self.minions.values()).items()),
            frozenset((+self.stash).items()),
            frozenset((p, frozenset(h.items())) for p, h in self.hands.items() if h),
            frozenset((+self.deck).items()),
            frozenset((+self.discards).items()),
        )


def moved(site: Site, by: Site) -> Site:
    return site[0] + by[0], site[1] + by[1]


def around(site: Site) -> list[Site]:
    return [moved(site, by) for by in WAYS.values()]


# ---- the powers: each gives every table that may follow

Power = Callable[[Table, int], Iterator[Table]]


def cups(t: Table, i: int, limited: bool = True) -> Iterator[Table]:
    m = t.minions[i]
    if m.facing or not t.is_land(m.site):
        return
    if t.stash[m.owner, m.size + 1]:
        yield t.with_minion(i, replace(m, size=m.size + 1))
    if limited and not t.has_room(m.site):
        return
    for size in range(1, m.size + 1):
        for facing in ("", *WAYS):
            if t.stash[m.owner, size]:
                yield t.with_minion(max(t.minions) + 1, Minion(m.owner, size, facing, m.site))


def wands(t: Table, i: int, limited: bool = True) -> Iterator[Table]:
    goal = t.target(i)
    if t.minions[i].facing and not t.is_void(goal) and (t.has_room(goal) or not limited):
        yield t.with_minion(i, replace(t.minions[i], site=goal, facing=""))


def swords(t: Table, i: int) -> Iterator[Table]:
    m, goal = t.minions[i], t.target(i)
    others = [j for j in t.at(goal) if j != i]
    for j in others:
        victim = t.minions[j]
        if m.size >= victim.size:
            yield t.with_minion(j, None)
        elif t.stash[victim.owner, victim.size - 1]:
            yield t.with_minion(j, replace(victim, size=victim.size - 1))
    if not others and goal != m.site and t.is_land(goal):
        yield t.tossed(goal)


def discs(t: Table, i: int, under_others: bool = False, face: str = "up") -> Iterator[Table]:
    m, goal = t.minions[i], t.target(i)
    if not t.is_land(m.site):
        return
    if under_others or all(t.minions[j].owner == m.owner for j in t.at(goal)):
        for card, after in t.drawn():
            yield after.on_top(goal, (card, face))


def twice(power: Power) -> Power:
    """Once, and once more if that is possible."""

    def both(t: Table, i: int) -> Iterator[Table]:
        for once in power(t, i):
            again = list(power(once, i)) if i in once.minions else []
            yield from again or [once]

    return both


def step(t: Table, i: int) -> Iterator[Table]:
    for goal in around(t.minions[i].site):
        if not t.is_void(goal) and t.has_room(goal):
            yield t.with_minion(i, replace(t.minions[i], site=goal, facing=""))


def tower(t: Table, i: int) -> Iterator[Table]:
    if t.is_land(t.target(i)):
        yield t.tossed(t.target(i))


def hanged_man(t: Table, i: int) -> Iterator[Table]:
    if t.is_land(t.minions[i].site):
        yield t.tossed(t.minions[i].site)


def moon(t: Table, i: int) -> Iterator[Table]:
    here = t.minions[i].site
    if not t.is_land(here):
        return
    rest = {s: c for s, c in t.lands.items() if s != here}
    for goal in {n for s in rest for n in around(s)} - set(t.lands):
        if t.at(goal) and len(t.at(goal)) + len(t.at(here)) > 3:
            continue
        minions = {j: replace(m, site=goal) if m.site == here else m for j, m in t.minions.items()}
        yield replace(t, lands={**rest, goal: t.lands[here]}, minions=minions).settled()


def sun(t: Table, i: int) -> Iterator[Table]:
    m, goal = t.minions[i], t.target(i)
    if t.is_land(m.site) and all(t.minions[j].owner == m.owner for j in t.at(goal)):
        for card in t.hands[t.mover]:
            yield t.in_hand(card, -1).on_top(goal, (card, "up"))


def draw(t: Table, n: int) -> Iterator[Table]:
    found = {t.key(): t}
    for _ in range(n):
        found = {
            after.in_hand(card).key(): after.in_hand(card)
            for u in found.values()
            for card, after in u.drawn()
        } or found
    yield from found.values()


def star(t: Table, i: int) -> Iterator[Table]:
    if t.deck or t.discards:
        yield from draw(t, 4)


POWERS: dict[str, Power] = {
    "cups": cups,
    "wands": wands,
    "swords": swords,
    "discs": discs,
    "Empress": lambda t, i: cups(t, i, limited=False),
    "Chariot": twice(step),
    "Strength": twice(cups),
    "Hermit": lambda t, i: wands(t, i, limited=False),
    "Wheel": lambda t, i: discs(t, i, face="down"),
    "HangedMan": hanged_man,
    "Death": twice(swords),
    "Temperance": lambda t, i: discs(t, i, under_others=True),
    "Tower": tower,
    "Star": star,
    "Moon": moon,
    "Sun": sun,
}


def any_suit(t: Table, i: int) -> Iterator[Table]:
    for power in (cups, wands, swords, discs):
        yield from power(t, i)


def power_of(card: str, by_hand: bool) -> Power:
    suit, _, rank = card.partition("_")
    if card == "Magician" or (by_hand and rank in ("page", "knight", "queen", "king")):
        return any_suit
    return POWERS[suit]


def played(t: Table, card: str) -> Iterator[Table]:
    """All that may follow when the mover plays a card of the hand, with any own minion that can."""
    held = t.in_hand(card, -1)
    army = [i for i, m in t.minions.items() if m.owner == t.mover]
    for i in army if card != "Star" else [0]:
        for after in power_of(card, True)(held, i):
            yield replace(after, discards=after.discards + Counter([card]))


def commanded(t: Table, i: int) -> Iterator[Table]:
    """All that may follow when a minion uses the card on which it stands."""
    m = t.minions[i]
    if t.is_land(m.site) and t.lands[m.site][-1][1] == "up":
        yield from power_of(t.lands[m.site][-1][0], False)(t, i)


# ---- tables and the engine's positions


def read(position: Mapping[str, Any]) -> Table:
    lands: dict[Site, tuple[Card, ...]] = {}
    minions: dict[int, Minion] = {}
    for where, texts in position["pieces"].items():
        x, y = where.split(",")
        site = int(x), int(y)
        for text in [texts] if isinstance(texts, str) else texts:
            words = text.split()
            fields = dict(w.split("=") for w in words if "=" in w)
            if words[1:] and words[1] in SIZES:
                size = SIZES.index(words[1]) + 1
                minions[len(minions)] = Minion(words[0], size, fields.get("facing", ""), site)
            else:
                lands[site] = (*lands.get(site, ()), (words[0], fields.get("face", "up")))
    pools = position["pools"]
    return Table(
        position["to_move"],
        lands,
        minions,
        Counter(
            (p, SIZES.index(k.split()[0]) + 1) for p, kinds in pools.get("stash", {}).items() for k in kinds
        ),
        {p: Counter(cards) for p, cards in pools.get("hand", {}).items()},
        Counter(pools.get("deck", ())),
        Counter(pools.get("discards", ())),
    )


def written(t: Table) -> dict[str, Any]:
    """The position of a table, for the engine."""
    pieces: dict[str, list[str]] = {}
    for (x, y), stack in t.lands.items():
        pieces[f"{x},{y}"] = [f"{card} face={face}" for card, face in stack]
    for m in t.minions.values():
        facing = f" facing={m.facing}" if m.facing else ""
        pieces.setdefault(f"{m.site[0]},{m.site[1]}", []).append(f"{m.owner} {SIZES[m.size - 1]}{facing}")
    stash: dict[str, list[str]] = {}
    for (player, size), number in t.stash.items():
        stash.setdefault(player, []).extend([SIZES[size - 1]] * number)
    return {
        "to_move": t.mover,
        "pieces": pieces,
        "pools": {
            "stash": stash,
            "hand": {p: list(h.elements()) for p, h in t.hands.items()},
            "deck": list(t.deck.elements()),
            "discards": list(t.discards.elements()),
        },
    }
