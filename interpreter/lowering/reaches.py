"""Who reaches a site: paths that end at a known site are followed back from it, by tables and sets.

`some a in PIECES: s in reach(a)` and `some a in PIECES: some line D from a: empty*, [it = s]` ask whether a piece could
come to s. Of all pieces only those can that stand, on an empty board, on a way to s; a table says for each s which sites
these are. What is left to test is whether the sites between are empty. So nothing is followed site by site.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl import model
from gdl.types import PIECE, SITE, set_of
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.ends import Reach, by_kind, conjuncts, kinds_said
from interpreter.lowering.rays import Rays
from interpreter.lowering.reading import reads, written_out


class Reaches(Rays):
    """Questions about the ends of paths."""

    def reaches(self, body: model.Expr, slot: int) -> list[Reach] | None:
        """A condition on the piece of a name as alternatives of how it comes to a site; definitions are written out."""
        if isinstance(body, model.Or):
            left, right = self.reaches(body.left, slot), self.reaches(body.right, slot)
            return [*left, *right] if left is not None and right is not None else None
        kinds: frozenset[int] | None = None
        found: list[Reach] | None = None
        rest: list[model.Expr] = []
        for e in conjuncts(body):
            said = kinds_said(e, slot)
            if said is not None:
                kinds = said if kinds is None else kinds & said
            elif found is None and (ways := self._ways_in(e, slot)) is not None:
                found = ways
            else:
                rest.append(e)
        if found is None:
            return None
        made = []
        for way in found:
            both = way.kinds if kinds is None else kinds if way.kinds is None else kinds & way.kinds
            if both is None or both:
                made.append(replace(way, kinds=both, rest=tuple(rest)))
        return made

    def _ways_in(self, e: model.Expr, slot: int) -> list[Reach] | None:
        given: list[tuple[frozenset[int] | None, model.Path, model.Expr, model.Expr | None]] = []
        match e:
            case model.Or():
                return self.reaches(e, slot)
            case model.In() if e.element.type.base == "site" and not reads(
                e.element, frozenset({slot}), self.game
            ):
                ways = by_kind(e.set, slot, frozenset(range(self.plan.kinds)))
                if ways is None:
                    return None
                given = [(k, p.path, e.element, self._last(p.path)) for k, p in ways]
            case model.SomePath() if (goal := self._goal(e.path)) is not None:
                if reads(goal[0], frozenset({slot}), self.game):
                    return None
                given = [(None, e.path, *goal)]
            case _:
                return None
        made = []
        for kinds, path, target, last in given:
            is_swept = self._is_swept(path)
            start = path.start
            if not (isinstance(start, model.Local) and start.slot == slot) or isinstance(path, model.Walk):
                return None
            if is_swept is None or (last is not None and reads(last, frozenset({slot}), self.game)):
                ends = model.PathEnds(e.span, set_of(SITE), path)
                test = e if isinstance(e, model.SomePath) else model.In(e.span, e.type, target, ends)
                made.append(Reach(kinds, target, path, None, path.steps[-1].it, None, test))
            else:
                made.append(Reach(kinds, target, path, is_swept, path.steps[-1].it, last))
        return made

    def _goal(self, path: model.Path) -> tuple[model.Expr, model.Expr | None] | None:
        """The site at which a path must end, if its last step says so, and what else that asks."""
        last = path.steps[-1]
        if last.condition is None:
            return None
        target, others = None, []
        for e in conjuncts(last.condition):
            match e:
                case model.Compare(operator="=", left=left, right=right) if target is None:
                    for x, y in ((left, right), (right, left)):
                        if isinstance(x, model.Local) and x.slot == last.it and y.type.base == "site":
                            target = y
                    if target is not None:
                        continue
            others.append(e)
        if target is None or reads(target, frozenset({last.it}), self.game) or len(others) > 1:
            return None
        return target, others[0] if others else None

    # ---- who reaches a site

    def piece_sites(self, e: model.Expr) -> tuple[Expr, bool] | None:
        """The sites of a set of pieces, and whether they all have owners; None where that is not plain."""
        match e:
            case model.Builtin(name="pieces"):
                return self.load("occupied"), False
            case model.Comprehension(value=None):
                source = self.piece_sites(e.source)
                if source is None:
                    return None
                sites, is_owned = source
                for condition in conjuncts(e.condition) if e.condition is not None else ():
                    allowed = self._allowed(condition, e.slot)
                    if allowed is None:
                        return None
                    sites = op.intersection(sites, allowed)
                    is_owned = is_owned or isinstance(condition, model.Compare)
                return self.b.materialize(sites), is_owned
        return None

    def _plain_pieces(self, e: model.Comprehension) -> Expr | None:
        """The sites of the pieces that a set filters by owner and kind alone."""
        if (
            self.is_changing
            or e.value is not None
            or self.element(e).base != "piece"
            or not self.has_cell("own")
        ):
            return None
        if self.board.is_stacking or self.known(e) is not None:
            return None
        b = self.b
        b.blocks.append([])
        found = self.piece_sites(e)
        written = b.blocks.pop()
        if found is None:
            return None
        for statement in written:
            b.emit(statement)
        return found[0]

    def _allowed(self, e: model.Expr, slot: int) -> Expr | None:
        """The sites of pieces that a condition allows: one on the owner, or on the kind."""
        kinds = kinds_said(e, slot)
        if kinds is not None:
            return self.of_kinds(kinds)
        match e:
            case model.Not():
                inner = self._allowed(e.operand, slot)
                return op.complement(inner) if inner is not None else None
            case model.Compare(operator="=", left=model.Builtin(name="owner", arguments=(of,)), right=who):
                if not (isinstance(of, model.Local) and of.slot == slot) or reads(
                    who, frozenset({slot}), self.game
                ):
                    return None
                if who.type.base == "player" and not self.may_be_none(who):
                    return self.load("own", self.b.materialize(self.scalar(who)))
        return None

    def of_kinds(self, kinds: frozenset[int] | None) -> Expr:
        """The sites that hold pieces of some kinds."""
        if kinds is None or self.plan.kinds == 1 or len(kinds) == self.plan.kinds:
            return self.load("occupied")
        made: Expr = Const(0, ir.bits(self.plan.sites))
        for kind in sorted(kinds):
            made = op.union(made, self.load("are", op.number(kind)))
        return made

    def starts_of(self, reach: Reach, pieces: Expr, target: Expr) -> Expr:
        """The pieces that would reach a site on an empty board."""
        found = op.intersection(pieces, self.of_kinds(reach.kinds))
        path = reach.path
        if not self.is_turned(path):
            return op.intersection(found, self.lookup(self.ways_table(path, 0, True), target))
        ways: Expr = Const(0, ir.bits(self.plan.sites))
        for p in range(self.plan.players):
            mine = op.intersection(self.load("own", op.number(p)), self.lookup(self.ways_table(path, p, True), target)
            )
            ways = op.union(ways, mine)
        return op.intersection(found, ways)

    def askable(
        self, e: model.Quantified, by_tables: bool = True
    ) -> tuple[list[Reach], tuple[model.Expr, bool]] | None:
        """What `some piece reaches a site` consists of; None if some of it is not judged `by_tables`."""
        found = self._askable(e)
        if found is None or (by_tables and any(r.test is not None for r in found[0])):
            return None
        return found

    def _askable(self, e: model.Quantified) -> tuple[list[Reach], tuple[model.Expr, bool]] | None:
        if e.is_all or not self.has_reaches or self.element(e.source).base != "piece":
            return None
        key = ("reaches", id(e))
        if key not in self.unit.statics:
            self.unit.alive.append(e)
            body = written_out(e.body, self.game)
            source = written_out(e.source, self.game)
            self.unit.alive.extend((body, source))
            found = self.reaches(body, e.slot)
            if found is not None and not self._are_plain(found, source):
                found = None
            self.unit.statics[key] = (found, source) if found is not None else None
        return self.unit.statics[key]  # type: ignore[return-value]

    def _are_plain(self, found: list[Reach], source: model.Expr) -> bool:
        """Whether the pieces are plain sets, and have owners where that matters."""
        b = self.b
        b.blocks.append([])
        with self.inner():
            pieces = self.piece_sites(source)
        b.blocks.pop()
        if pieces is None:
            return False
        return pieces[1] or not any(self.is_turned(r.path) or r.last is not None for r in found)

    def quantified(self, e: model.Quantified) -> Expr:
        asked = self.askable(e, by_tables=False)
        if asked is None:
            return super().quantified(e)
        reaches, source = asked
        b = self.b
        found = b.variable("reached", op.FALSE)
        pieces = self.piece_sites(source)  # type: ignore[arg-type]
        assert pieces is not None
        plain = [r for r in reaches if self.is_immediate(r)]
        with b.for_range("once", op.ZERO, op.ONE):
            loops = b.loops - 1
            for reach in (*plain, *(r for r in reaches if r not in plain)):
                target = b.materialize(self.scalar(reach.target))
                with b.if_(op.le(op.ZERO, target)):
                    starts = self.starts_of(reach, pieces[0], target)
                    if reach in plain:
                        with b.if_(op.nonempty(starts)):
                            b.assign(found, op.TRUE)
                            b.break_(loops)
                        continue
                    with (
                        b.each_bit("a", starts) as at,
                        self.inner(),
                        b.if_(self.is_reached(reach, e.slot, at, target)),
                    ):
                        b.assign(found, op.TRUE)
                        b.break_(loops)
        return Get(found)

    def is_immediate(self, reach: Reach) -> bool:
        return reach.is_swept is False and reach.last is None and not reach.rest

    def is_reached(self, reach: Reach, slot: int, at: Expr, target: Expr) -> Expr:
        """Whether the piece on a site reaches another, to which it has a way."""
        b = self.b
        piece = at if self.plan.by_site else b.materialize(self.load("first", at))
        self.bind(slot, PIECE, piece, "a")
        if reach.kinds is not None and len(reach.kinds) == 1:
            (self.kinds_known[slot],) = reach.kinds
        holds: Expr = op.TRUE
        if reach.is_swept:
            holds = op.not_(op.nonempty(self.blockers(at, target)))
        if reach.last is not None:
            viewpoint = self.viewpoint
            self.viewpoint = b.materialize(self.owner_of(piece, False))
            self.bind(reach.it, SITE, target, "it")
            holds = self.both(b.materialize(holds), reach.last)
            self.viewpoint = viewpoint
        for e in (*reach.rest, *((reach.test,) if reach.test is not None else ())):
            holds = self.both(b.materialize(holds), e)
        return holds

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        if isinstance(e, model.Comprehension) and (pieces := self._plain_pieces(e)) is not None:
            with self.b.each_bit("s", pieces) as at:
                yield at if self.plan.by_site else self.b.materialize(self.load("first", at), name)
            return
        with super().each(e, name, ordered) as x:
            yield x
