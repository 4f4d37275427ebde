"""Zarcana beside a plain program written from its rule sheet: random games, and powers on random tables.

Random games are only worth something when everything happens in them: what happened is counted, and asserted.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import bundled
import pytest
from zarcana_table import POWERS, SIZES, WAYS, Minion, Table, commanded, draw, played, read, written

from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position

pytestmark = pytest.mark.thorough

PLAYERS = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
SUITS = ("cups", "wands", "swords", "discs")
TRUMPS = [
    "Fool",
    "Magician",
    "HighPriestess",
    "Empress",
    "Emperor",
    "Hierophant",
    "Lovers",
    "Chariot",
    "Strength",
    "Hermit",
    "Wheel",
    "Justice",
    "HangedMan",
    "Death",
    "Temperance",
    "Devil",
    "Tower",
    "Star",
    "Moon",
    "Sun",
    "Judgement",
    "World",
]
EXTRAS = {
    "doppelganger": 8,
    "gateway": 9,
    "assassin": 13,
    "evil_eye": 15,
    "harvest": 18,
    "miser": 20,
    "plague": 12,
    "holy_grail": 14,
}
ROYALTY = ("page", "knight", "queen", "king")
DECK = frozenset(
    [f"{s}_{r}" for s in SUITS for r in (*range(1, 11), *ROYALTY)] + TRUMPS,
)
OPTIONS = ("arrive", "play", "command", "reorient", "draw_cards", "discard_hand", "pass", "declare")
WEIGHTS = {"declare": 0.05, "play": 6, "command": 4, "pass": 0.3, "discard_hand": 0.2}


@cache
def engine(players: int = 2, **options: Any) -> Engine:
    return bundled.native("zarcana", {"players": players, **options})


# ---- random games


def pool(position: Position, name: str, player: str | None = None) -> list[str]:
    found = position["pools"].get(name, [] if player is None else {})
    listed = found if player is None else found.get(player, [])
    return [text.split()[0] for text in listed]


def stacks(position: Position) -> dict[str, list[str]]:
    return {s: [t] if isinstance(t, str) else list(t) for s, t in position["pieces"].items()}


def minions(stack: list[str]) -> list[str]:
    return [t for t in stack if t.split()[0] in PLAYERS]


def top(stack: list[str]) -> str | None:
    return next((t for t in reversed(stack) if t not in minions(stack)), None)


def value(card: str) -> int:
    name = card.split()[0]
    if name in TRUMPS:
        return TRUMPS.index(name)
    rank = name.split("_")[1]
    return 11 if rank in ROYALTY else int(rank)


def scores(position: Position, names: tuple[str, ...]) -> list[int]:
    """The sum of the top cards on which a player stands alone; a card that an Evil Eye has turned is worth nothing."""
    found = dict.fromkeys(names, 0)
    for stack in stacks(position).values():
        owners = {m.split()[0] for m in minions(stack)}
        card = top(stack)
        if len(owners) == 1 and card is not None and "face=blind" not in card:
            found[owners.pop()] += value(card)
    return list(found.values())


class Follower:
    """A random game, of which every position is checked against the sheet; `seen` counts what happened."""

    def __init__(self, players: int, seed: int, seen: Counter[str], **options: Any) -> None:
        self.names = PLAYERS[:players]
        self.too = bool(options.get("declarer_too"))
        self.has_extras = bool(options.get("extra_powers"))
        self.chance = random.Random(seed)
        self.state: State = engine(players, **options).initial_state(seed)
        self.seen = seen
        self.used: set[str] = set()  # the cards whose powers were used in this turn
        self.order: list[str] = []  # the players whose turns came after the declaration
        self.declarer: str | None = None
        self.reshuffled = False

    def go(self, plies: int) -> int:
        for ply in range(plies):
            position = self.state.position()
            self.check_position(position)
            if self.state.is_terminal:
                self.check_end(position)
                return ply
            action = self.pick()
            text = self.state.action_to_string(action)
            self.state = self.state.apply(action)
            self.check_change(position, text, self.state.position())
        return plies

    def pick(self) -> int:
        """Any sort of action as often as any other, but for these weights; of cards those that were used least."""
        sorts: dict[str, list[int]] = {}
        texts = {a: self.state.action_to_string(a) for a in self.state.legal_actions()}
        for action, text in texts.items():
            sorts.setdefault(text.split()[0], []).append(action)
        found = self.chance.choices(list(sorts.values()), [WEIGHTS.get(s, 1) for s in sorts])[0]
        if not texts[found[0]].startswith(("play", "command")):
            return self.chance.choice(found)
        board = stacks(self.state.position())
        named = {a: texts[a].split()[1] for a in found}
        cards = {a: (top(board[n]) or "" if n in board else n) for a, n in named.items()}
        return min(found, key=lambda a: (self.seen[cards[a].split("_")[0]], self.chance.random()))

    def check_position(self, position: Position) -> None:
        board = stacks(position)
        on_board = [t.split()[0] for stack in board.values() for t in stack if t not in minions(stack)]
        in_hands = [c for p in self.names for c in pool(position, "hand", p)]
        cards = on_board + in_hands + [c for n in ("deck", "discards", "in_play") for c in pool(position, n)]
        assert len(cards) == 78 and set(cards) == DECK
        for player in self.names:
            sizes = [m.split()[1] for s in board.values() for m in minions(s) if m.startswith(player)]
            assert Counter(sizes + pool(position, "stash", player)) == dict.fromkeys(SIZES, 5)
        lands = {s for s, stack in board.items() if top(stack) is not None}
        for where in board:
            x, y = map(int, where.split(","))
            near = {f"{x + dx},{y + dy}" for dx, dy in WAYS.values()}
            assert where in lands or near & lands
        self.check_observations(position, board)

    def check_observations(self, position: Position, board: dict[str, list[str]]) -> None:
        """Cards are unique, so the name of one that a player may not know must not stand in what he sees."""
        buried = {t.split()[0] for stack in board.values() for t in stack if "face=down" in t}
        viewer = self.chance.randrange(len(self.names))
        secret = {*buried, *pool(position, "deck")}
        for player in self.names:
            secret |= set(pool(position, "hand", player)) if player != self.names[viewer] else set()
        observation = self.state.observation(viewer)
        fields = {
            k: v for k, v in observation["fields"].items() if k != "last_discard"
        }  # of the open discards
        shown = set(re.findall(r"\w+", json.dumps([{**observation, "fields": fields}])))
        over = self.state.is_terminal
        assert over or not shown & secret
        for player, cards in observation["pools"].get("hand", {}).items():
            assert over or player == self.names[viewer] or set(cards) == {"hidden"}

    def check_change(self, before: Position, text: str, after: Position) -> None:
        word, mover = text.split()[0], self.names[self.turn_of(before)]
        known = set(self.used)
        self.note_use(before, word, text, after)
        self.check_room(before, after)
        self.check_hands(before, after, mover)
        self.check_deck(before, after)
        if word == "declare":
            assert before["fields"].get("reshuffled") and self.declarer is None
            self.declarer = mover
        if after["fields"]["turn"] == before["fields"]["turn"] and not self.state.is_terminal:
            return
        is_extra = "HighPriestess" in self.used and after["to_move"] == mover
        if self.declarer is not None and not self.state.is_terminal and not is_extra:
            self.order.append(after["to_move"])
        assert known <= self.used
        self.used = set()

    def turn_of(self, position: Position) -> int:
        pending = position["fields"].get("pending")
        return self.names.index(pending[0]["player"] if pending else position["to_move"])

    def note_use(self, before: Position, word: str, text: str, after: Position) -> None:
        """Which cards' powers are at work: played, turned up, stood on, or copied."""
        if word in OPTIONS and not before["fields"].get("pending"):
            self.seen[word] += 1
        used = {*pool(before, "in_play"), *pool(after, "in_play")}
        if word == "play":
            used.add(text.split()[1])
        elif word in ("command", "world", "world_of_hand"):
            card = top(stacks(before)[text.split()[1]])
            assert card is not None and "face" not in card
            used.add(card.split()[0])
        gone = set(pool(before, "deck"))
        if "Fool" in self.used | used:  # what was turned up and put away within one ply
            used |= gone & set(pool(after, "discards"))
        if self.has_extras:  # the Doppelganger is the last card discarded
            last = before["fields"].get("last_discard")
            used |= {last} if last else set()
        for card in used - self.used:
            self.seen[card.split("_")[0]] += 1
        self.used |= used

    def check_room(self, before: Position, after: Position) -> None:
        """At most three in a space, but for those who ignore the limit, and a space that was too full and moves."""
        old, new = stacks(before), stacks(after)
        for where, stack in new.items():
            count = len(minions(stack))
            if count > 3 and count > len(minions(old.get(where, []))):
                self.seen["crowd"] += 1
                assert self.used & {"Empress", "Hermit", "Moon"}
                if not self.used & {"Empress", "Hermit"}:
                    assert count in [len(minions(s)) for s in old.values()]

    def check_hands(self, before: Position, after: Position, mover: str) -> None:
        """Nobody comes to hold more than six, but the mover by the Star, and anybody by Justice."""
        old, new = ({p: len(pool(q, "hand", p)) for p in self.names} for q in (before, after))
        for player in self.names:
            if new[player] > max(6, old[player]):
                self.seen["large hand"] += 1
                if not ("Star" in self.used and player == mover):
                    assert "Justice" in self.used and new[player] in old.values()

    def check_deck(self, before: Position, after: Position) -> None:
        """The discards come back only when the deck is used up and a card of the new one is taken at once."""
        old, new, heap = (
            set(cards) for cards in (pool(before, "deck"), pool(after, "deck"), pool(before, "discards"))
        )
        is_new = bool(new - old) or (self.reshuffled != bool(after["fields"].get("reshuffled")))
        self.reshuffled = bool(after["fields"].get("reshuffled"))
        if is_new:
            self.seen["reshuffle"] += 1
            assert self.reshuffled
            if "Fool" not in self.used:
                assert not old & new and new < heap | set(pool(before, "in_play"))

    def check_end(self, position: Position) -> None:
        self.seen["end"] += 1
        assert self.declarer is not None
        first = self.names.index(self.declarer) + 1
        others = [self.names[(first + k) % len(self.names)] for k in range(len(self.names) - 1)]
        asked = [*others, self.declarer] if self.too else others
        assert self.order[: len(asked)] == asked and len(self.order) <= len(asked) + 1
        found = scores(position, self.names)
        won = [s == max(found) for s in found]
        assert self.state.returns == ([0] * len(won) if all(won) else [1 if w else -1 for w in won])


def follow(players: int, seeds: range, plies: int, **options: Any) -> Counter[str]:
    """Games one after the other, so many plies in all for each seed."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        left, number = plies, 0
        while left > 0:
            left -= Follower(players, 1000 * seed + number, seen, **options).go(left) or 1
            number += 1
    return seen


EVERYTHING = {*OPTIONS, *SUITS, *TRUMPS, "end", "reshuffle", "large hand"}


def test_random_games_follow_the_sheet_and_everything_happens() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1, 5):  # the first one is enough as the game stands
        for players in (2, 3, 4, 6):
            seen += follow(players, range(seed, seed + 1), 250)
        if set(seen) >= EVERYTHING:
            break
    assert set(seen) >= EVERYTHING


def test_a_random_game_with_extra_powers_follows_the_sheet() -> None:
    seen = follow(3, range(1), 250, extra_powers=True, **EXTRAS)
    assert len({TRUMPS[number] for number in EXTRAS.values()} & set(seen)) > 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_thousands_of_plies_follow_the_sheet_and_everything_happens(players: int) -> None:
    seen = follow(players, range(3), 1500, declarer_too=players == 3)
    assert set(seen) >= EVERYTHING


@pytest.mark.slow
def test_thousands_of_plies_with_extra_powers_follow_the_sheet() -> None:
    seen = follow(3, range(2), 1500, extra_powers=True, **EXTRAS)
    assert set(seen) >= EVERYTHING


# ---- powers on random tables, beside the plain program


def random_table(chance: random.Random, card: str) -> Table:
    """A few lands close together, crowded with minions of two players, and a card in the mover's hand."""
    sites = [(x, y) for x in range(-1, 2) for y in range(-1, 2)]
    cards = [c for c in DECK if c != card]
    cards.sort()
    chance.shuffle(cards)
    usable = [c for c in cards if c.split("_")[0] in (*POWERS, "Magician")]
    lands = {
        s: tuple((usable.pop(), "up") for _ in range(chance.choice([1, 1, 2])))
        for s in chance.sample(sites, chance.randint(2, 5))
    }
    named = {c for stack in lands.values() for c, _ in stack}
    rest = [c for c in cards if c not in named]
    stash = Counter({(p, k): chance.choice([0, 1, 5]) for p in ("Red", "Blue") for k in (1, 2, 3)})
    table = Table("Red", lands, {}, stash, {}, Counter(), Counter())
    minions: dict[int, Minion] = {}
    places = [s for s in ((x, y) for x in range(-2, 3) for y in range(-2, 3)) if not table.is_void(s)]
    for i in range(chance.randint(2, 8)):
        owner = "Red" if i == 0 else chance.choice(["Red", "Blue"])
        site = chance.choice([*lands, *places])
        if sum(m.site == site for m in minions.values()) < chance.choice([3, 3, 3, 4]):
            minions[i] = Minion(owner, chance.randint(1, 3), chance.choice(["", "", *WAYS]), site)
    deck, heap, hand = (rest[i * 10 : i * 10 + chance.choice([0, 1, 2, 3])] for i in range(3))
    hands = {"Red": Counter([card, *hand]), "Blue": Counter(rest[40:42])}
    return Table("Red", lands, minions, stash, hands, Counter(deck), Counter(heap))


def results(state: State) -> Iterator[Any]:
    """All positions with which the turn may end."""
    turn = state.position()["fields"]["turn"]
    waiting, known = [state], {state}
    while waiting:
        for action in (one := waiting.pop()).legal_actions():
            for _, after in one.outcomes(action):
                if after.position()["fields"]["turn"] > turn:
                    yield read(after.position()).key()
                elif after not in known:
                    known.add(after)
                    waiting.append(after)


def agree(seed: int, card: str) -> int:
    """Compares all that may follow from a card of the hand, and from the cards that minions stand on."""
    chance = random.Random(f"{seed} {card}")
    table = random_table(chance, card)
    position = written(table)
    state = engine().state({**position, "fields": {"turn": 1}})
    found: dict[str, set[Any]] = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        if text == f"play {card}" or text.startswith("command"):
            ways = found.setdefault(text.split()[0], set())
            for _, after in state.outcomes(action):
                is_done = after.position()["fields"]["turn"] > 1
                ways |= {read(after.position()).key()} if is_done else set(results(after))
    army = [i for i, m in table.minions.items() if m.owner == "Red"]
    assert found.get("play", set()) == {t.key() for t in played(table, card)}, position
    assert found.get("command", set()) == {t.key() for i in army for t in commanded(table, i)}, position
    return len(found.get("play", ()))


CARDS = ["cups_1", "wands_2", "swords_3", "discs_4", "wands_queen", "Magician"]
CARDS += [p for p in POWERS if p not in SUITS]


@pytest.mark.parametrize("card", CARDS)
def test_what_a_power_does_on_random_tables_is_what_the_sheet_says(card: str) -> None:
    ways = [agree(seed, card) for seed in range(8)]
    assert any(ways) and max(ways) > 1


@pytest.mark.slow
@pytest.mark.parametrize("card", CARDS)
def test_what_a_power_does_on_many_random_tables(card: str) -> None:
    ways = [agree(seed, card) for seed in range(100, 400)]
    assert any(ways) and (0 in ways or card == "Chariot")  # who can always drive somewhere


@pytest.mark.parametrize("seed", range(30))
def test_drawing_is_what_the_sheet_says(seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(chance, "Fool")
    more = chance.choice([0, 2, 3, 4])
    table = Table(**{**vars(table), "hands": {"Red": Counter(TRUMPS[:more] + ["Fool"] * 2)}})
    state = engine().state(written(table))
    texts = {state.action_to_string(a): a for a in state.legal_actions()}
    for n in (1, 2, 3):
        left = table.deck.total() + table.discards.total()
        assert (f"draw_cards {n}" in texts) == (n <= 4 - more and n <= left)
        if f"draw_cards {n}" in texts:
            found = {read(s.position()).key() for _, s in state.outcomes(texts[f"draw_cards {n}"])}
            assert found == {t.key() for t in draw(table, n)}
