"""The whole tree of a small game with secrets for two players: every sequence of actions and of chance.

What a player knows at a decision is what they see there, and what they saw and did at their decisions before. A policy says how likely
they do what then. Its exploitability is what best answers to it gain on average, 0 for an equilibrium.
"""

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import thread_time

from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position
from interpreter.search.running import SearchError
from interpreter.shared.hashing import Random

MOST_NODES = 400_000
_BEGINNINGS = 100
_SAMPLES, _LONGEST = 40, 200  # random games, and their plies
_BLINK = 64  # places between two looks at the clock

Policy = Mapping[str, Sequence[float]]
"""For what a player knows, the probability of each legal action, in the order of their numbers."""


@dataclass(slots=True)
class Node:
    """A place in the tree. `player` is -1 where chance decides and at the end; `known` is what the player knows."""

    player: int
    known: str = ""
    children: list["Node"] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    payoff: float = 0.0  # of the first player


@dataclass(frozen=True)
class Tree:
    """The whole game. `actions`: how many there are where a player knows something; `owners`: who that is."""

    root: Node
    actions: Mapping[str, int]
    owners: Mapping[str, int]
    nodes: int


def known_at(before: str, seen: Position) -> str:
    """What a player knows who knew something before, and sees a position now: a hash of all of it."""
    text = before + json.dumps(seen, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def after_doing(known: str, action: int) -> str:
    """What a player knows who knew something and acts."""
    return f"{known}>{action};"


def tree_of(engine: Engine, most: int = MOST_NODES, seconds: float = math.inf) -> Tree:
    """The tree of a game. Raises SearchError for one that is too large, takes longer (in seconds of this thread), or is not of this
    sort."""
    game = engine.game
    if len(game.players) != 2:
        raise SearchError(f"{game.title} is not for two players; only such games have an equilibrium here")
    actions, owners, count = dict[str, int](), dict[str, int](), 0
    until = thread_time() + seconds

    def grown(state: State, known: tuple[str, str]) -> Node:
        nonlocal count
        count += 1
        if count > most or (count % _BLINK == 0 and thread_time() > until):
            raise SearchError(f"the tree of {game.title} has more than {min(count, most)} places")
        if state.is_terminal:
            first, second = state.returns
            if first + second:
                raise SearchError("the payoffs of the two players do not add up to 0")
            return Node(-1, payoff=first)
        player, legal = state.current_player, state.legal_actions()
        here = known_at(known[player], state.observation(player))
        actions[here], owners[here] = len(legal), player
        node = Node(player, here)
        for action in legal:
            mine = after_doing(here, action)
            then = (mine, known[1]) if player == 0 else (known[0], mine)
            node.children.append(by_chance(state.outcomes(action), then))
        return node

    def by_chance(outcomes: list[tuple[float, State]], known: tuple[str, str]) -> Node:
        if len(outcomes) == 1:
            return grown(outcomes[0][1], known)
        children = [grown(state, known) for _, state in outcomes]
        return Node(-1, "", children, [p for p, _ in outcomes])

    try:
        root = by_chance(engine.initial_outcomes(max(_BEGINNINGS, most // 20)), ("", ""))
    except (ValueError, GameError) as error:  # too many ways of chance
        raise SearchError(str(error)) from None
    except RecursionError:
        raise SearchError(f"games of {game.title} are too long for a tree") from None
    return Tree(root, actions, owners, count)


def places_about(engine: Engine, games: int = _SAMPLES) -> float:
    """How many places the tree of a game has, without those of chance: the mean over random games, each of which counts the places
    of a tree that has as many ways everywhere as it has met (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).
    """
    random, total = Random(0), 0.0
    for _ in range(games):
        state, width = engine.initial_state(random.below(1 << 32)), 1.0
        for _ in range(_LONGEST):
            total += width
            if state.is_terminal:
                break
            legal = state.legal_actions()
            width *= len(legal)
            state = state.apply(legal[random.below(len(legal))])
    return total / games


# ---- how good a policy is


def exploitability(tree: Tree, policy: Policy) -> float:
    """What best answers to a policy gain: half of the sum over both players."""
    return (best_answer(tree, policy, 0) + best_answer(tree, policy, 1)) / 2


def best_answer(tree: Tree, policy: Policy, me: int) -> float:
    """What a player gets who knows the policy of the other one, and answers it as well as they can."""
    places: dict[str, list[tuple[Node, float]]] = {}

    def reached(node: Node, chance: float) -> None:
        """Notes how likely the others lead to each decision of the player."""
        if node.player == me:
            places.setdefault(node.known, []).append((node, chance))
        shares = node.chances if node.player < 0 else policy[node.known]
        for i, child in enumerate(node.children):
            reached(child, chance if node.player == me else chance * shares[i])

    chosen: dict[str, int] = {}

    def best(known: str) -> int:
        if known not in chosen:
            totals = [0.0] * tree.actions[known]
            for node, chance in places[known]:
                for i, child in enumerate(node.children):
                    totals[i] += chance * valued(child)
            chosen[known] = max(range(len(totals)), key=totals.__getitem__)
        return chosen[known]

    def valued(node: Node) -> float:
        if not node.children:
            return node.payoff if me == 0 else -node.payoff
        if node.player == me:
            return valued(node.children[best(node.known)])
        shares = node.chances if node.player < 0 else policy[node.known]
        return sum(p * valued(c) for p, c in zip(shares, node.children, strict=True) if p)

    reached(tree.root, 1.0)
    return valued(tree.root)


def policy_of(tree: Tree, choose: Callable[[str], int], times: int) -> Policy:
    """The policy of whoever chooses, by so many choices at each decision. `choose` gets what the player knows."""
    found = {}
    for known, n in tree.actions.items():
        counts = [0] * n
        for _ in range(times):
            counts[choose(known)] += 1
        found[known] = [c / times for c in counts]
    return found
