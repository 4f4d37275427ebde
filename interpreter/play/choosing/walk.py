"""The trie over the legal actions: what may be chosen at each step, and which action a path of choices is.

A path is a list of texts of tokens. Every legal action has a path, and every path that cannot be continued is a legal action.
It has several only where its steps are made in any order: one for each step that can come first. The elements of a chosen set
may be picked in any order, too. Choices that are forced are made by themselves.

The walks of a game's states are found once for each state, from the numbers that its engine lists (`Chooser`). While the steps of
an action that repeats are chosen, a board midway shows how far it has come: only where nothing is hidden, and no chance decides
within a step, else it would tell what nobody may know.
"""

from collections.abc import Iterator, Sequence

from gdl.core.model import Action, Game, Value
from gdl.core.traits import has
from gdl.platform.dataclass import dataclass
from interpreter.engines.answers import Midway
from interpreter.engines.base import Engine, State
from interpreter.play.choosing.tokens import END, Slot, Speller, Spelling, Step, Token
from interpreter.play.scene.names import words
from interpreter.shared.numbering import ActionNumbers, Move

_KEPT = 64  # places of a walk that are remembered


class NoSuchChoice(LookupError):  # noqa: N818 - an answer, not an error
    """A choice that is not offered at its place; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the choices at a place. `count`: how many legal actions remain behind it. `step` is what it answers."""

    token: Token
    count: int
    step: Step | None


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice that has been made: by the player, or by itself as there was no other."""

    token: Token
    step: Step | None
    is_forced: bool


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the walk. `action` is the number of the action that the path is; None while something is open.

    `leaving`: the number of the kind of what goes out of a pool to the place that is chosen, where that is the same for all places
    and the player sees it; `words.with_leaving` finds it.
    """

    path: tuple[Pick, ...]
    options: tuple[Option, ...]
    action: int | None
    count: int
    leaving: int | None = None

    @property
    def may_stop(self) -> bool:
        """Whether the action could end here although more could be chosen: one of the options names or ends it."""
        return any(o.token.sort in ("stop", "end", "action") for o in self.options) and len(self.options) > 1

    @property
    def has_unseen(self) -> bool:
        """Whether values were chosen by themselves behind the player's last choice, so that they should be shown."""
        tail = []
        for made in reversed(self.path):
            if not made.is_forced:
                break
            tail.append(made)
        return any(m.step is not None for m in tail)

    @property
    def texts(self) -> list[str]:
        return [made.token.text for made in self.path]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a walk is: the actions that are left, the slot that is asked for, and the elements of a set picked so far."""

    left: tuple[Spelling, ...]
    slot: int
    picked: tuple[Token, ...]
    path: tuple[Pick, ...]


class Walk:
    """The walks over some actions, which may be spelt in several orders; no spelling is the beginning of another."""

    def __init__(self, actions: Sequence[Spelling]) -> None:
        self._known: dict[tuple[str, ...], _Place] = {(): _Place(tuple(actions), 0, (), ())}

    def at(self, path: Sequence[str] = ()) -> Node:
        """The place that a path leads to, with what is forced behind it. Raises NoSuchChoice."""
        place = self._place(tuple(path))
        options = _options(place)
        while len(options) == 1:
            place = _chosen(place, options[0], is_forced=True)
            options = _options(place)
        is_whole = not options and len(place.left) == 1
        count = len({spelt.number for spelt in place.left})
        return Node(place.path, tuple(options), place.left[0].number if is_whole else None, count)

    def behind(self, node: Node, option: Option) -> list[int]:
        """The numbers of the actions that are left behind an option."""
        left = _chosen(self._place(tuple(node.texts)), option, is_forced=False).left
        return list(dict.fromkeys(spelt.number for spelt in left))

    def actions_by_pool(self, node: Node) -> dict[str, dict[str, str]]:
        """By the text of each option, the pools in which what it means lies, each with the choice of an action that follows for that pool
        alone, or ""."""
        place = self._place(tuple(node.texts))
        found: dict[str, dict[str, set[str]]] = {}
        for spelt in place.left:
            if place.slot >= len(spelt.slots):
                continue
            slot, step, behind = (
                spelt.slots[place.slot],
                spelt.steps[place.slot],
                spelt.slots[place.slot + 1 :],
            )
            if step is None or not step.pools:
                continue
            follows = behind[0] if behind else None
            action = follows.text if isinstance(follows, Token) and follows.sort == "action" else ""
            for token in (slot,) if isinstance(slot, Token) else _further(slot, place.picked):
                for pool in step.pools:
                    found.setdefault(token.text, {}).setdefault(pool, set()).add(action)
        return {
            text: {pool: next(iter(actions)) if len(actions) == 1 else "" for pool, actions in pools.items()}
            for text, pools in found.items()
        }

    def used_up(self, node: Node) -> frozenset[int]:
        """The numbers that were chosen on the way to a place and that nothing behind it chooses again, such as dice that are spent."""
        place = self._place(tuple(node.texts))
        behind = {
            t.value
            for s in place.left
            for t in s.slots[place.slot :]
            if isinstance(t, Token) and t.sort == "number"
        }
        made = [m.token for m in node.path if m.step is not None and m.token.sort == "number"]
        return frozenset(t.value for t in made if isinstance(t.value, int) and t.value not in behind)

    def ahead(self, node: Node) -> list[Token]:
        """The sites behind a place where it is asked how something is turned: it may be laid first, and turned there."""
        if not node.options or any(o.token.sort != "turn" for o in node.options):
            return []
        place = self._place(tuple(node.texts))
        behind = (t for s in place.left for t in s.slots[place.slot :] if isinstance(t, Token))
        return list(dict.fromkeys(t for t in behind if t.site is not None))

    def kinds_ahead(self, node: Node) -> dict[Token, Step]:
        """The kinds of pools that are asked for behind a choice of places: what lies there may be dropped on the place at once."""
        place = self._place(tuple(node.texts))
        is_place = bool(node.options) and all(o.token.site is not None for o in node.options)
        behind = (
            zip(s.slots[place.slot :], s.steps[place.slot :], strict=True) for s in place.left if is_place
        )
        pairs = (pair for pairs in behind for pair in pairs)
        return {
            t: s for t, s in pairs if isinstance(t, Token) and t.sort == "kind" and s is not None and s.pools
        }

    def goals_from(self, site: int) -> list[int]:
        """The sites that may be chosen next when this one is chosen first: where a piece goes, if one is moved. Where the next one
        answers the same choice, it begins another step, and is no goal."""
        found: dict[int, None] = {}
        for spelt in self._place(()).left:
            pairs = zip(spelt.slots, spelt.steps, strict=True)
            sites = [(t.site, step) for t, step in pairs if isinstance(t, Token) and t.site is not None]
            is_first = len(sites) > 1 and sites[0][0] == site and isinstance(spelt.slots[0], Token)
            if is_first and sites[1][0] is not None and sites[1][1] is not sites[0][1]:
                found[sites[1][0]] = None
        return list(found)

    def alone(self, site: int) -> list[int]:
        """The numbers of the actions of which this site is chosen first, and no other one."""
        ways = (
            (s.number, [t for t in s.slots if not isinstance(t, Token) or t.site is not None])
            for s in self._place(()).left
        )
        return [
            n
            for n, sites in ways
            if len(sites) == 1 and isinstance(sites[0], Token) and sites[0].site == site
        ]

    def keeping(self, path: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
        """A path that goes on until wanted choices are made, too: all of them, or as many of the first ones as some action has; the
        path itself where none has. Raises NoSuchChoice."""
        place = self._place(tuple(path))
        for count in range(len(wanted), 0, -1):
            for spelt in place.left:
                if (more := _until(spelt.slots[place.slot :], {*wanted[:count]} - {*path})) is not None:
                    return (*path, *more)
        return tuple(path)

    def _place(self, path: tuple[str, ...]) -> _Place:
        known = self._known.get(path)
        if known is not None:
            return known
        before = self._place(path[:-1])
        options = _options(before)
        found = next((o for o in options if o.token.text == path[-1]), None)
        if found is None:
            said = words(path[-1].partition(" ")[2] or path[-1])  # without the sort of the choice
            raise NoSuchChoice(f"{said} cannot be chosen here")
        place = _chosen(before, found, is_forced=len(options) == 1)
        if len(self._known) < _KEPT:
            self._known[path] = place
        return place


def _until(slots: Sequence[Slot], wanted: set[str]) -> list[str] | None:
    """The choices of some slots until all that is wanted is chosen; None where it is not among single choices."""
    made: list[str] = []
    for slot in slots:
        if wanted <= {*made} or not isinstance(slot, Token):
            break
        made.append(slot.text)
    return made if wanted <= {*made} else None


def _options(place: _Place) -> list[Option]:
    """What may be chosen at a place, in the order of the actions."""
    found: dict[Token, set[int]] = {}  # the actions behind each: one may be reached in several orders
    steps: dict[Token, Step | None] = {}
    for spelt in place.left:
        if place.slot >= len(spelt.slots):
            continue
        slot, step = spelt.slots[place.slot], spelt.steps[place.slot]
        for token in (slot,) if isinstance(slot, Token) else _further(slot, place.picked):
            found.setdefault(token, set()).add(spelt.number)
            steps.setdefault(token, step)
    return [Option(token, len(behind), steps[token]) for token, behind in found.items()]


def _further(elements: tuple[Token, ...], picked: tuple[Token, ...]) -> tuple[Token, ...]:
    """The elements of a set that may be picked next, each once; its end when all are picked, none when others are."""
    rest = list(elements)
    for token in picked:
        if token not in rest:
            return ()
        rest.remove(token)
    return tuple(dict.fromkeys(rest)) or (END,)


def _chosen(place: _Place, option: Option, is_forced: bool) -> _Place:
    """The place behind a choice."""
    token = option.token
    path = (*place.path, Pick(token, option.step, is_forced))
    left = tuple(s for s in place.left if _fits(s, place, token))
    is_element = bool(left) and not isinstance(left[0].slots[place.slot], Token) and token is not END
    if is_element:
        return _Place(left, place.slot, (*place.picked, token), path)
    return _Place(left, place.slot + 1, (), path)


def _fits(spelt: Spelling, place: _Place, token: Token) -> bool:
    if place.slot >= len(spelt.slots):
        return False
    slot = spelt.slots[place.slot]
    if isinstance(slot, Token):
        return slot == token
    return token in _further(slot, place.picked)


# actions of a state that are spelt in other orders, too: more of them would keep people waiting
_MOST_IN_OTHER_ORDERS = 2000


def is_open(game: Game, action: Action) -> bool:
    """Whether a position within an action may be shown, and its choices are single values."""
    return not (game.is_hidden or has(action, "draws")) and all(c.sizes is None for c in action.choices)


def begun(game: Game, node: Node, option: Option | None = None) -> Move | None:
    """The whole steps that are chosen of an action, with those that an option completes; None where there is none, or where
    an option completes none."""
    name = next((m.token.value for m in node.path if m.token.sort == "action"), None)
    if not isinstance(name, int):
        return None
    action = game.actions[name]
    values: list[Value] = [m.token.value for m in node.path if m.step is not None]
    if option is not None:
        if option.step is None:
            return None
        values.append(option.token.value)
    first, further = len(action.choices), len(action.repeated)
    more = len(values) - first
    is_whole = more == 0 or (more > 0 and further > 0 and more % further == 0)
    if more < 0 or not is_open(game, action) or (option is not None and not is_whole):
        return None
    hops = (tuple(values[i : i + further]) for i in range(first, len(values) - further + 1, further or 1))
    return Move(action, tuple(values[:first]), tuple(hops) if further else ())


def so_far(game: Game, node: Node, state: State) -> Midway | None:
    """How far the action that is being chosen has come, if it goes on."""
    move = None if node.action is not None else begun(game, node)
    return None if move is None or move.action.again is None else state.midway(move)


def leads_to(game: Game, node: Node, state: State) -> dict[str, int]:
    """By the text of an option that is no place itself, the site to which it alone takes the piece that was chosen last."""
    start = next((m.token.site for m in reversed(node.path) if m.token.site is not None), None)
    found: dict[str, int] = {}
    for option in node.options if start is not None else ():
        move = begun(game, node, option) if option.token.sort == "number" else None
        reached = state.midway(move) if move is not None else None
        ends = {end for begin, end in reached.went if begin == start} if reached is not None else set()
        if len(ends) == 1:
            found[option.token.text] = ends.pop()
    taken = [*found.values(), *(o.token.site for o in node.options)]
    return {text: site for text, site in found.items() if taken.count(site) == 1}


def led(game: Game, node: Node, state: State, site: int) -> list[int]:
    """The sites to which numbers take the piece of a site behind which a node is: each that may be chosen, or one that is by itself."""
    found = [*leads_to(game, node, state).values()]
    move = begun(game, node)
    reached = state.midway(move) if move is not None else None
    return [*found, *(end for begin, end in (reached.went if reached is not None else ()) if begin == site)]


def other_orders(game: Game, moves: list[Move], state: State) -> Iterator[tuple[int, Move]]:
    """Moves with another of their steps in front, for actions whose steps are made in any order: where that step can be made
    first. With the number of the move in the list."""
    if len(moves) > _MOST_IN_OTHER_ORDERS:
        return
    firsts = {(m.action.index, m.values): True for m in moves}
    for number, move in enumerate(moves):
        again = move.action.again
        is_free = (
            again is not None and again.is_any_order and len(move.action.repeated) == len(move.action.choices)
        )
        if not move.hops or not is_free or not is_open(game, move.action):
            continue
        for hop in dict.fromkeys(move.hops):
            key = (move.action.index, hop)
            if key not in firsts:
                firsts[key] = state.midway(Move(move.action, hop)) is not None
            if hop != move.values and firsts[key]:
                rest = list(move.hops)
                rest.remove(hop)
                yield number, Move(move.action, hop, (move.values, *rest))


class Chooser:
    """Makes the walks of one game."""

    def __init__(self, engine: Engine) -> None:
        self.game = engine.game
        self._numbers = ActionNumbers(engine.game)
        self._speller = Speller(engine.game)

    def walk(self, state: State) -> Walk:
        """The walk over the legal actions of a state, for the player to move; of an action whose steps are made in any order, any
        of them that can be made first may be chosen first."""
        numbers = list(state.legal_actions())
        moves = [self._move(number) for number in numbers]
        spelt = [self._speller.spelt(n, move) for n, move in zip(numbers, moves, strict=True)]
        others = other_orders(self.game, moves, state)
        return Walk([*spelt, *(self._speller.spelt(numbers[at], move) for at, move in others)])

    def spelt(self, number: int) -> Spelling:
        """The choices of an action. Raises ValueError for a number that no action has."""
        return self._speller.spelt(number, self._move(number))

    def _move(self, number: int) -> Move:
        move = self._numbers.decode(number)
        if move is None:
            raise ValueError(f"{number} is not the number of an action of this game")
        return move
