"""Candidates by the set: where every candidate of an action is a member of a few sets of sites, they are counted by
counting members, and the n-th one is the n-th member; nothing is tried site by site.

It suits actions that choose one site by conditions that are set algebra, and moves along lines and leaps: for every
direction and length of the way, one set of destinations.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl import model, static
from gdl.types import PIECE, SITE
from interpreter import ir
from interpreter.ir import Const, Expr, op
from interpreter.lowering.reading import needs_loops, reads, resolved, written_out
from interpreter.lowering.simultaneous import Simultaneous

MAX_FAMILIES = 96
MAX_WORDS = 4  # of a set of sites: larger boards are cheaper to walk


@dataclass(frozen=True, slots=True)
class Family:
    """A set of candidates, and what binds the action's names to a member of it."""

    members: Expr
    bind: Callable[[Expr], None]


@dataclass(frozen=True, slots=True)
class Way:
    """The steps of a path of one length, in one direction; `offset` tells leaps apart."""

    steps: tuple[model.Step, ...]
    to: dict[int, int]  # one step of the way: from each site to the next


class Bulk(Simultaneous):
    """Finds the sets that an action's candidates are."""

    def is_bulk(self, action: model.Action) -> bool:
        """Whether an action's candidates are members of sets."""
        key = ("bulk", action.name)
        if key not in self.unit.statics:
            self.unit.statics[key] = self._is_bulk(action)
        return bool(self.unit.statics[key])

    def _is_bulk(self, action: model.Action) -> bool:
        if self.plan.has_many_sites or not self.plan.sites or self.plan.sites > 64 * MAX_WORDS:
            return False
        if self.board.is_stacking:
            return False
        return self._is_line(action) if action.form == "move" else self._is_choice(action)

    # ---- one site is chosen

    def _is_choice(self, action: model.Action) -> bool:
        choices = [p for p in action.parts if isinstance(p, model.Choose)]
        if len(choices) != 1 or [c.slot for c in action.choices] != [choices[0].slot]:
            return False
        (choice,) = choices
        if self.domain(choice.source) is None or choice.source.type.base != "set":
            return False
        if self.element(choice.source).base not in ("site", "piece", "player", "kind", "direction"):
            return False
        if isinstance(choice.source, model.Comprehension) and not self.filtered_cheaply(choice.source):
            return False
        slots = frozenset({choice.slot})
        return all(
            self.is_mask(p.condition, slots) or not reads(p.condition, slots, self.game)
            for p in action.parts
            if isinstance(p, model.Condition)
        )

    # ---- a piece moves along a line or leaps

    def _is_line(self, action: model.Action) -> bool:
        ways = [p for p in action.parts if isinstance(p, model.Along)]
        if len(ways) != 1 or any(isinstance(p, model.Choose) for p in action.parts):
            return False
        path = ways[0].path
        if isinstance(path, model.Walk) or not self._is_own_site(action):
            return False
        if isinstance(path, model.Line) and (
            path.least is not None or (path.most is not None and self.known(path.most) is None)
        ):
            return False
        if any(s.name == "to" for s in path.steps):
            return False
        is_single = sum(s.least != s.most for s in path.steps) == 1
        for step in path.steps:
            if step.condition is None or not self.is_mask(step.condition, frozenset({step.it})):
                return False
            if step.least != step.most and not (step.slot is None and (is_single or self._is_empty(step))):
                return False
            if step.collects or reads(step.condition, self._bound(action), self.game):
                return False
        if (
            not isinstance(path, model.Leap)
            and self._directions(path, None) is None
            and self._directions(path, 0) is None
        ):
            return False
        seen_path = False
        for part in action.parts:
            if isinstance(part, model.Along):
                seen_path = True
            elif isinstance(part, model.Condition) and not self._is_side_condition(
                action, part.condition, seen_path
            ):
                return False
        if isinstance(path, model.Leap):
            return len(path.steps) == 1 and path.steps[0].least == path.steps[0].most == 1
        if self.board.shape == "graph" and not self._has_plain_tracks(path):
            return False
        count = len(list(self._expansions(path))) * len(self._any_directions(path))
        return 0 < count <= MAX_FAMILIES

    def _has_plain_tracks(self, path: model.Path) -> bool:
        """Whether the lines of a graph's directions end, and none leads where another one leads to from the same site."""
        for player in range(self.plan.players):
            directions = self._directions(path, player) or ()
            for s in range(self.plan.sites):
                met = [t for d in directions for t in self.board.line(s, d)]
                lines = (self.board.line(s, d) for d in directions)
                ends = zip(directions, (line[-1] if line else s for line in lines), strict=True)
                if len(set(met)) < len(met) or any(self.board.steps[d][t] >= 0 for d, t in ends):
                    return False
        shifts = {
            (d, t - s)
            for d in self._any_directions(path)
            for s, t in enumerate(self.board.steps[d])
            if t >= 0
        }
        return len(shifts) <= MAX_FAMILIES

    def _is_own_site(self, action: model.Action) -> bool:
        """Whether a move's choices are its start and destination alone."""
        return all(c.slot in (action.piece, action.origin, action.to) for c in action.choices)

    def _bound(self, action: model.Action) -> frozenset[int]:
        slots = {action.piece, action.origin, action.to}
        for part in action.parts:
            if isinstance(part, model.Along):
                slots |= {s.slot for s in part.path.steps if s.slot is not None}
        return frozenset(slots)

    def _is_empty(self, step: model.Step) -> bool:
        """What several steps pass over must be empty, so that no site is met in two ways."""
        e = step.condition
        return isinstance(e, model.Builtin) and e.name == "empty"

    def _is_side_condition(self, action: model.Action, e: model.Expr, after_path: bool) -> bool:
        bound = self._bound(action)
        if not reads(e, bound, self.game):
            return not needs_loops(e)
        for slot in (action.piece, action.origin, action.to):
            if not reads(e, bound - {slot}, self.game) and self.is_mask(e, frozenset({slot})):
                return slot != action.to or after_path
        if not after_path or reads(e, bound - {action.origin, action.to}, self.game):
            return False
        return self.static_pairs(action, e) is not None

    def static_pairs(self, action: model.Action, e: model.Expr) -> "Callable[[int, int], bool] | None":
        """A condition on start and destination that asks about the board alone."""
        flat = resolved(written_out(e, self.game), self.game)

        def holds(start: int, to: int) -> bool:
            return bool(static.value(flat, self.board, {action.origin: start, action.to: to}, self.column))

        try:
            holds(0, 0)
        except (static.NotStatic, TypeError, KeyError):
            return None
        return holds

    def _directions(self, path: model.Path, player: int | None) -> "tuple[int, ...] | None":
        """The directions of a path, if they are known, for a player if they depend on who moves."""
        assert not isinstance(path, model.Leap)
        known = self.known(path.directions)
        if known is not None:
            return tuple(d for d in known[0] if isinstance(d, int)) if isinstance(known[0], tuple) else None
        if player is None:
            return None
        return self._directions_of(path.directions, player)

    def _directions_of(self, e: model.Expr, player: int) -> "tuple[int, ...] | None":
        """Directions that depend on nothing but whose they are."""
        key = ("directions", id(e), player)
        if key not in self.unit.statics:
            self.unit.alive.append(e)
            flat = written_out(e, self.game, {}, player)
            try:
                found = static.value(flat, self.board, None, self.column)
            except (static.NotStatic, TypeError, KeyError):
                found = None
            self.unit.statics[key] = found if isinstance(found, tuple) else None
        return self.unit.statics[key]  # type: ignore[return-value]

    def _any_directions(self, path: model.Path) -> "tuple[int, ...]":
        return self._directions(path, None) or self._directions(path, 0) or ()

    def depends_on_mover(self, action: model.Action) -> bool:
        """Whether the directions of a move are known only when it is known who moves."""
        for part in action.parts:
            if isinstance(part, model.Along) and not isinstance(part.path, model.Leap):
                return self._directions(part.path, None) is None
        return False

    def _expansions(self, path: model.Path) -> "Iterator[tuple[model.Step, ...]]":
        """The pattern with every repetition written out, for all lengths that fit on the board."""
        longest = max(self.board.files, self.board.ranks) - 1
        if self.board.shape == "graph":
            ways = self._any_directions(path)
            longest = max(
                (len(self.board.line(s, d)) for d in ways for s in range(self.plan.sites)), default=0
            )
        if not isinstance(path, model.Leap) and path.most is not None:
            known = self.known(path.most)
            assert known is not None and isinstance(known[0], int)
            longest = min(longest, known[0])

        def expand(steps: "tuple[model.Step, ...]", room: int) -> "Iterator[tuple[model.Step, ...]]":
            if not steps:
                yield ()
                return
            step = steps[0]
            most = room if step.most is None else min(step.most, room)
            for times in range(step.least, most + 1):
                for rest in expand(steps[1:], room - times):
                    yield (step,) * times + rest

        for made in expand(path.steps, longest):
            if made:
                yield made

    # ---- the sets

    def families(self, action: model.Action, player: int | None) -> Iterator[Family]:
        """The sets of an action's candidates, computed as they are asked for."""
        if action.form == "move":
            yield from self._line_families(action, player)
        else:
            yield self._choice_family(action)

    def _choice_family(self, action: model.Action) -> Family:
        b = self.b
        choice = next(p for p in action.parts if isinstance(p, model.Choose))
        size = self.domain(choice.source)
        assert size is not None
        slots = frozenset({choice.slot})
        members: Expr = Const((1 << size) - 1, ir.bits(size))
        for part in action.parts:
            match part:
                case model.Choose():
                    members = op.intersection(members, self.as_bits(part.source))
                case model.Condition() if reads(part.condition, slots, self.game):
                    members = op.intersection(members, self.mask(part.condition, slots, size))
                case model.Condition():
                    nothing = Const(0, ir.bits(size))
                    members = op.select(b.materialize(self.truth(part.condition)), b.materialize(members), nothing)
        kind = self.element(choice.source)

        def bind(x: Expr) -> None:
            self.bind(choice.slot, kind.or_none if kind.base == "piece" else kind, x, choice.name)

        return Family(b.materialize(members), bind)

    def _line_families(self, action: model.Action, player: int | None) -> Iterator[Family]:
        b, n = self.b, self.plan.sites
        along = next(p for p in action.parts if isinstance(p, model.Along))
        path = along.path
        origins = self._origins(action)
        masks: dict[int, Expr] = {}
        for step in path.steps:
            assert step.condition is not None
            masks[id(step)] = b.materialize(self.mask(step.condition, frozenset({step.it}), n))
        onto: Expr | None = None
        pairs = []
        for part in action.parts:
            if not isinstance(part, model.Condition):
                continue
            e = part.condition
            if reads(e, frozenset({action.to}), self.game):
                if reads(e, frozenset({action.origin}), self.game):
                    holds = self.static_pairs(action, e)
                    assert holds is not None
                    pairs.append(holds)
                else:
                    mask = self.mask(e, frozenset({action.to}), n)
                    onto = b.materialize(mask if onto is None else op.intersection(onto, mask))
        steps_of = [(list(map(dict, [moves])), expansions) for moves, expansions in self._ways(path, player)]
        for (moves,), expansions in steps_of:
            reached: dict[tuple[int, ...], Expr] = {(): origins}
            for steps in expansions:
                key: tuple[int, ...] = ()
                for step in steps:
                    following = (*key, id(step))
                    if following not in reached:
                        moved = self.moved(reached[key], moves, None)
                        reached[following] = b.materialize(op.intersection(moved, masks[id(step)]))
                    key = following
                back = self._back(moves, len(steps))
                members = reached[key]
                if onto is not None:
                    members = op.intersection(members, onto)
                if pairs:
                    allowed = sum(1 << t for t, s in back.items() if all(holds(s, t) for holds in pairs))
                    members = op.intersection(members, Const(allowed, ir.bits(n)))
                yield Family(b.materialize(members), self._binder(action, along, steps, moves, back))

    def _ways(
        self, path: model.Path, player: int | None
    ) -> "Iterator[tuple[dict[int, int], list[tuple[model.Step, ...]]]]":
        if isinstance(path, model.Leap):
            for moves in self._leaps(*path.offsets):
                yield moves, [tuple(path.steps)]
            return
        expansions = list(self._expansions(path))
        for d in self._directions(path, player) or ():
            yield {s: t for s, t in enumerate(self.board.steps[d]) if t >= 0}, expansions

    def _leaps(self, a: int, c: int) -> Iterator[dict[int, int]]:
        """Leaps by their distance between site numbers on the plane: one table for each offset."""
        offsets: dict[object, dict[int, int]] = {}
        for s in range(self.plan.sites):
            here = self.board.sites[s]
            for t in self.board.leap(s, a, c):
                there = self.board.sites[t]
                offsets.setdefault((there.ax - here.ax, there.ay - here.ay), {})[s] = t
        yield from offsets.values()

    def _origins(self, action: model.Action) -> Expr:
        """The mover's pieces that can make a move."""
        n = self.plan.sites
        mine = self.load("own", self.mover)
        if self.narrowed is not None:
            mine = op.intersection(mine, self.narrowed)
        if action.kinds is not None and len(action.kinds) < self.plan.kinds:
            of_kind: Expr = Const(0, mine.type)
            for k in action.kinds:
                of_kind = op.union(of_kind, self.load("are", op.number(k)))
            mine = op.intersection(mine, of_kind)
        for part in action.parts:
            if isinstance(part, model.Condition) and not reads(
                part.condition, frozenset({action.to}), self.game
            ):
                slots = frozenset({action.piece, action.origin})
                if reads(part.condition, slots, self.game):
                    mine = op.intersection(mine, self.mask(part.condition, slots, n))
                else:
                    allowed = self.b.materialize(self.truth(part.condition))
                    mine = op.select(allowed, self.b.materialize(mine), Const(0, mine.type))
        return self.b.materialize(mine)

    def _back(self, moves: dict[int, int], length: int) -> dict[int, int]:
        """From each destination the start, `length` steps away."""
        found = {}
        for s in range(self.plan.sites):
            t: int | None = s
            for _ in range(length):
                t = moves.get(t) if t is not None else None
            if t is not None:
                found[t] = s
        return found

    def _binder(
        self,
        action: model.Action,
        along: model.Along,
        steps: "tuple[model.Step, ...]",
        moves: dict[int, int],
        back: dict[int, int],
    ) -> Callable[[Expr], None]:
        def bind(to: Expr) -> None:
            start = self._mapped(to, back)
            self.bind(action.origin, SITE, start, "from")
            origin = self.local(action.origin)
            piece = origin if self.plan.by_site else self.load("first", origin)
            self.bind(action.piece, PIECE, piece, "piece")
            self.bind(along.to, SITE, to, "to")
            for k, step in enumerate(steps):
                if step.slot is not None:
                    self.bind(
                        step.slot, SITE, self._mapped(to, self._back(moves, len(steps) - 1 - k)), step.name
                    )

        return bind

    def _mapped(self, site: Expr, table: dict[int, int]) -> Expr:
        """A site by a table over sites, by one sum where that is enough."""
        distances = {s - t for t, s in table.items()}
        if len(distances) == 1:
            return op.add(site, op.number(distances.pop()))
        values = tuple(table.get(t, 0) for t in range(self.plan.sites))
        return self.b.materialize(self.lookup(self.unit.constant("back", values), site))

    # ---- what is done with them

    @contextmanager
    def by_player(self, action: model.Action) -> "Iterator[list[tuple[int | None, Expr]]]":
        """The cases of who moves that must be told apart: those for whom the directions differ."""
        if self.depends_on_mover(action):
            yield [(p, op.number(p)) for p in range(self.plan.players)]
        else:
            yield [(None, self.mover)]

    def each_family(self, action: model.Action, use: Callable[[Family], None]) -> None:
        """Goes through the sets of an action's candidates."""
        b, mover, viewpoint = self.b, self.mover, self.viewpoint
        with self.by_player(action) as cases:
            for player, who in cases:
                with b.if_(op.eq(mover, who)), self.inner():
                    self.mover = self.viewpoint = who
                    for family in self.families(action, player):
                        use(family)
                    self.mover, self.viewpoint = mover, viewpoint
