"""What a move does, in a few words that everybody at the table can check: it wins, takes, turns over, gives check, stops a win or
threatens one.

Only what is sure is said. Where things are hidden, what the move changes among pieces that its player sees; where chance decides,
what is the same in several worlds that it may bring. In a game that is won by chains, which an end shows that follows what is reached
over one's own pieces in fixed directions, a new piece joins two groups, parts those of a rival, or brings a group to a side.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Game
from gdl.core.visit import followed, nodes
from interpreter.engines.base import State
from interpreter.engines.position_parts import Position, stacks
from interpreter.play.bots import Seat, Unimagined
from interpreter.play.memo import by_game
from interpreter.play.scene.names import Piece, read_piece, several, words
from interpreter.play.scene.observer import score
from interpreter.play.sheet.clauses import is_state
from interpreter.play.sheet.english import English
from interpreter.play.sheet.wording import joined, side, with_article
from interpreter.play.styles.notation import text_of

_WORLDS = 8  # that chance may bring
_MOST = 3_000  # actions that are tried for a threat
_MOST_MOVES = 100  # among which few may bring another move
_FEW = 3  # other moves that show what would happen without the move


def deed(state: State, action: int, wins_in: int | None = None) -> str:
    """What a move does, as in "takes the rook"; "" where nothing can be said. `wins_in`: actions after which it has won, if that is known."""
    game = state.engine.game
    if not (game.is_hidden or game.has_chance):
        return _Move(state, action).said(wins_in)
    try:
        worlds = [Seat.of(state).imagine(seed) for seed in range(_WORLDS)]
    except Unimagined:
        return ""
    moves = [_Move(world, action) for world in worlds]
    said = {move.public if game.is_hidden else move.seen for move in moves}
    return said.pop() if len(said) == 1 else ""


@dataclass(frozen=True)
class _Move:
    """A move from a state in which nothing is hidden."""

    before: State
    action: int

    @cached_property
    def after(self) -> State:
        return self.before.apply(self.action)

    @property
    def mover(self) -> int:
        return self.before.current_player

    def said(self, wins_in: int | None) -> str:
        """What the move does, with what others could do."""
        if _has_won(self.after, self.mover):
            return "wins"
        defence = "" if wins_in else self._defence()
        return joined([*filter(None, (self.seen, self._threat(wins_in), defence))], "and")

    @cached_property
    def seen(self) -> str:
        """What is seen on the board."""
        if self.after.is_terminal:
            return "wins" if _has_won(self.after, self.mover) else ""
        changes = self._changes()
        told = [*changes, *self._check()] or [*self._connections()]
        return joined(told or [*self._sent(), *self._score(), *self._again()], "and")

    @property
    def public(self) -> str:
        """What the move changes, where its player has seen all that stood there before."""
        shown = self.before.observation(self.mover)
        seen, old, new = _read(self.before, shown), _pieces(self.before), _pieces(self.after)
        changed = [site for site in old.keys() | new.keys() if old.get(site) != new.get(site)]
        is_seen = all(seen.get(site) == old.get(site) for site in changed)
        return joined([*self._changes()], "and") if is_seen and not self.after.is_terminal else ""

    def _connections(self) -> Iterator[str]:
        """What one more piece on the board, where nothing else has changed, does to chains."""
        game = self.before.engine.game
        me = game.players[self.mover].name
        old, new = _placed(self.before), _placed(self.after)
        placed = [*(new - old).elements()]
        if ways_of_chains(game) and len(placed) == 1 and placed[0][1] == me and not old - new:
            sites = game.board.site_index
            owners = {sites[site]: held[-1].owner for site, held in _pieces(self.before).items()}
            yield from connections(game, owners, me, sites[placed[0][0]])
        elif len(placed) == 1 and placed[0][1] == me:
            for name in links_of_chains(game):
                yield from self._links(name, game.board.site_index[placed[0][0]])

    def _links(self, relation: str, site: int) -> Iterator[str]:
        """The sites with which a new piece has come into a relation."""
        engine = self.before.engine
        new = {*engine.related(self.after, relation)} - {*engine.related(self.before, relation)}
        others = sorted({a if b == site else b for a, b in new if site in (a, b)})
        if others:
            yield f"is {words(relation)} with {joined([engine.game.board.sites[s].name for s in others], 'and')}"

    def _changes(self) -> Iterator[str]:
        """Pieces that are taken, turned over or become others; nothing where others have won some."""
        me = self.before.engine.game.players[self.mover].name
        old, new = _kinds(_pieces(self.before)), _kinds(_pieces(self.after))
        mine, theirs = _by_side(old - new, me)
        made, won = _by_side(new - old, me)
        if won:
            return
        takes = f"takes {joined([_several(kind, n) for kind, n in theirs.items()], 'and')}"
        is_turned = not theirs.keys().isdisjoint(made)
        if not mine and len(theirs) == 1:
            (kind, count), gain = next(iter(theirs.items())), sum(made.values())
            if is_turned and (gain == count + 1 or gain == count > 1):
                yield f"takes over {with_article(words(kind)) if count == 1 else _several(kind, count)}"
            elif gain <= 1:
                yield takes
        elif not mine and not made and theirs:
            yield takes
        if [*mine.values()] == [*made.values()] == [1] and not is_turned:
            if theirs:
                yield takes
            yield f"turns the {words(*mine)} into {with_article(words(*made))}"

    def _check(self) -> Iterator[str]:
        """What a rule calls a threat, such as a check."""
        pairs = [pair for _, found in self.before.engine.threats(self.after) for pair in found]
        held = _pieces(self.after)
        sites = self.before.engine.game.board.sites
        kinds = {p.kind for _, at in pairs for p in held.get(sites[at].name, ())}
        if self.after.current_player != self.mover and len(kinds) == 1:
            yield f"attacks the {words(kinds.pop())}"

    def _sent(self) -> Iterator[str]:
        """Pieces of another player that are sent to one other place."""
        me = self.before.engine.game.players[self.mover].name
        old, new = (_placed(s) for s in (self.before, self.after))
        left, came = old - new, new - old
        theirs = [(site, owner, kind) for site, owner, kind in left if owner not in ("", me)]
        there = [place for place in came if place[1] not in ("", me)]
        if len(there) == 1 and {place[1:] for place in theirs} == {there[0][1:]}:
            site, owner, kind = there[0]
            count = sum(left[place] for place in theirs)
            what = words(kind) if count == 1 else several(words(kind))
            whose = f"{owner}'s {what}" if count == 1 else f"{count} of {owner}'s {what}"
            if count == came[there[0]]:
                yield f"sends {whose} to {words(site)}"

    def _again(self) -> Iterator[str]:
        """That the player moves again, where few moves bring that."""
        every = self.before.legal_actions()
        if self.after.current_player == self.mover and len(every) <= _MOST_MOVES:
            again = sum(self.before.apply(a).current_player == self.mover for a in every)
            if 2 * again < len(every):
                yield "moves again"

    def _score(self) -> Iterator[str]:
        """What the move brings, where most other moves bring less and nobody else gets anything."""
        every = self.before.legal_actions()
        gain = self._gain(self.after)
        if gain > 0 and len(every) <= _MOST_MOVES:
            less = sum(self._gain(self.before.apply(a)) < gain for a in every)
            if 2 * less > len(every):
                yield f"scores {gain}"

    def _gain(self, after: State) -> int:
        """By how much the mover's score has risen; 0 where that of others has changed."""
        engine = self.before.engine
        rows = [score(engine, s, s.position()) for s in (self.before, after)]
        if rows[0] is None or rows[1] is None:
            return 0
        me = engine.game.players[self.mover].name
        old, new = rows[0].values, rows[1].values
        is_whole = old[me].isdecimal() and new[me].isdecimal()
        is_alone = all(old[p] == new[p] for p in old if p != me)
        return int(new[me]) - int(old[me]) if is_whole and is_alone else 0

    # ---- what others could do

    def _defence(self) -> str:
        """The win of another player that the move stops, as the other moves show; "" for none. What must be answered at once may
        only put it off."""
        others = [a for a in self.before.legal_actions() if a != self.action]
        answers = len(self.after.legal_actions()) if not self.after.is_terminal else 0
        if (
            len(self.before.engine.game.players) != 2
            or self.after.current_player == self.mover
            or any(self._check())
        ):
            return ""
        few = others[:: max(1, len(others) * max(1, answers) // _MOST + 1)]
        if len(few) < min(_FEW, len(others)) or not few or _wins(self.after):
            return ""
        wins = Counter[str]()
        for other in few:
            after = self.before.apply(other)
            if not after.is_terminal and after.current_player != self.mover:
                wins.update({text_of(after, a) for a in _wins(after)})
        win, count = max(wins.items(), key=lambda pair: pair[1], default=("", 0))
        rival = self.before.engine.game.players[1 - self.mover].name
        return f"stops {win}, with which {rival} would win" if 2 * count > len(few) else ""

    def _threat(self, wins_in: int | None) -> str:
        """The win that the move forces or threatens; "" for none."""
        if wins_in is not None and wins_in > 1 and wins_in % 2:
            return f"wins in {wins_in // 2 + 1} moves whatever the answers"
        if len(self.before.engine.game.players) != 2 or self.after.current_player == self.mover:
            return ""
        wins, answers = Counter[str](), self.after.legal_actions()
        if len(answers) * len(self.before.legal_actions()) > _MOST:
            return ""
        for answer in answers:
            then = self.after.apply(answer)
            if then.is_terminal or then.current_player != self.mover:
                return ""
            wins.update({text_of(then, a) for a in _wins(then)} or {""})
        win, count = max(wins.items(), key=lambda pair: pair[1], default=("", 0))
        if "" not in wins:
            return "wins with the next move whatever the answer"
        return f"threatens to win by {win}" if win and 2 * count > len(answers) else ""


def _has_won(state: State, player: int) -> bool:
    return state.is_terminal and state.returns[player] > 0


def _wins(state: State) -> list[int]:
    """The actions with which the player to move wins at once."""
    return [a for a in state.legal_actions() if _has_won(state.apply(a), state.current_player)]


def _pieces(state: State) -> dict[str, list[Piece]]:
    """What stands on each site."""
    return _read(state, state.position())


def _read(state: State, position: Position) -> dict[str, list[Piece]]:
    """The pieces of a position, or of what is seen of it."""
    players = [p.name for p in state.engine.game.players]
    return {site: [read_piece(text, players) for text in texts] for site, texts in stacks(position).items()}


def _placed(state: State) -> Counter[tuple[str, str, str]]:
    """How many pieces of each owner and kind stand on each site."""
    return Counter((site, p.owner, p.kind) for site, held in _pieces(state).items() for p in held)


def _kinds(pieces: dict[str, list[Piece]]) -> Counter[tuple[str, str]]:
    """How many pieces of each owner and kind there are."""
    return Counter((p.owner, p.kind) for held in pieces.values() for p in held)


def _by_side(pieces: Counter[tuple[str, str]], me: str) -> tuple[dict[str, int], dict[str, int]]:
    """How many pieces of each kind are of a player, and of the others."""
    mine = {kind: n for (owner, kind), n in pieces.items() if owner == me}
    return mine, {kind: n for (owner, kind), n in pieces.items() if owner not in ("", me)}


def _several(kind: str, count: int) -> str:
    return f"the {words(kind)}" if count == 1 else f"{count} {several(words(kind))}"


# ---- chains


Owners = Mapping[int, str]
"""Whose piece is on top of each occupied site, by the names of players."""

_SIDES = {"side", "rank", "file", "north_side", "south_side", "east_side", "west_side"}


@by_game
def ways_of_chains(game: Game) -> tuple[int, ...]:
    """The directions in which the chains that win a game go on; none where it is not won so."""
    for end in game.ends:
        for node in followed((end.condition,), game.definitions):
            if isinstance(node, core.Reached) and node.steps is None and side(node.condition) == "own":
                directions = node.directions
                if isinstance(directions, core.Const) and isinstance(directions.value, tuple):
                    return tuple(d for d in directions.value if isinstance(d, int))
    return ()


@by_game
def links_of_chains(game: Game) -> tuple[str, ...]:
    """The relations along which the chains that win a game go on, where their names say a state, as `linked`."""
    found = dict[str, None]()
    for end in game.ends:
        for node in followed((end.condition,), game.definitions):
            if isinstance(node, core.Reached) and node.steps is not None and side(node.condition) == "own":
                steps = followed((node.steps,), game.definitions)
                found |= dict.fromkeys(n.definition for n in steps if isinstance(n, core.Apply))
    return tuple(n for n in found if game.definitions[n].is_relation and is_state(words(n)))


def connections(game: Game, owners: Owners, mover: str, site: int) -> Iterator[str]:
    """What a piece of the mover does on a site that was empty. `owners`: of the position before."""
    ways = ways_of_chains(game)
    names, near = game.board.sites, _near(game, ways, site)
    own = _groups(game, ways, owners, near, mover)
    if len(own) > 1:
        yield f"joins {joined([names[s].name for s in own], 'and')}"
    elif own and (edge := _edge(game, ways, owners, own, mover, site)):
        ((stone, _),) = own.items()
        yield f"connects {names[stone].name} to {edge}"
    for rival in (p.name for p in game.players if p.name != mover):
        if len(theirs := _groups(game, ways, owners, near, rival)) > 1:
            yield f"takes the place where {rival} would join {joined([names[s].name for s in theirs], 'and')}"


def _near(game: Game, ways: Collection[int], site: int) -> list[int]:
    return sorted(to for d in ways if (to := game.board.steps[d][site]) >= 0)


def _groups(
    game: Game, ways: Collection[int], owners: Owners, near: Collection[int], player: str
) -> dict[int, frozenset[int]]:
    """The groups of a player that a site is next to, each by the first of its stones there."""
    found: dict[int, frozenset[int]] = {}
    for stone in near:
        if owners.get(stone) == player and not any(stone in group for group in found.values()):
            group, waiting = {stone}, [stone]
            while waiting:
                further = (s for s in _near(game, ways, waiting.pop()) if owners.get(s) == player)
                new = {*further} - group
                group |= new
                waiting += new
            found[stone] = frozenset(group)
    return found


def _edge(
    game: Game,
    ways: Collection[int],
    owners: Owners,
    own: Mapping[int, frozenset[int]],
    mover: str,
    site: int,
) -> str:
    """A side of the board that counts for the mover, to which a site brings the one group beside it; "" for none."""
    ((_, group),) = own.items()
    found = (name for name, sites in _sides(game, mover) if site in sites and not sites & group)
    return next(found, "")


def _sides(game: Game, mover: str) -> Iterator[tuple[str, frozenset[int]]]:
    """The sides of the board of which the ends speak that the mover may bring about, as people call them."""
    english, me = English(game), [p.name for p in game.players].index(mover)
    for end in game.ends:
        asked = [
            n for n in nodes(end.condition) if isinstance(n, core.Compare) and isinstance(n.left, core.Role)
        ]
        if any(isinstance(c.right, core.Const) and c.right.value != me for c in asked):
            continue
        for node in nodes(end.condition):
            if isinstance(node, core.Builtin) and node.name in _SIDES and (sites := _sites(node, game)):
                yield words(english.say(node)), sites


def _sites(e: core.Expr, game: Game) -> frozenset[int]:
    """The sites of a set that is known before the play; none of another."""
    match static.known(e, game.board):
        case (tuple() as found, _):
            return frozenset(s for s in found if isinstance(s, int))
    return frozenset()
