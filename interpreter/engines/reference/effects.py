"""Effects: how a position changes. In order, one after the other; `simultaneously` judges everything first."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, assert_never

from gdl.core import model
from gdl.core.types import NUMBER
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_IN_POOL, MAX_PENDING
from interpreter.engines.reference.data import Data, Pending, Wanted
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.results import outcome
from interpreter.engines.reference.simultaneous import Block, Journey, Settings, meeting
from interpreter.engines.reference.view import View, trouble
from interpreter.shared.hashing import roll

_stage: ContextVar[Callable[[Data], None] | None] = ContextVar("stage", default=None)
_effect: ContextVar[Callable[[Data], None] | None] = ContextVar("effect", default=None)


@contextmanager
def at_stages(note: Callable[[Data], None]) -> Iterator[None]:
    """Shows the position after each stage of the effects inside: what another mover does, a round of a loop over numbers, a round
    of settling."""
    with _noting(_stage, note):
        yield


@contextmanager
def at_effects(note: Callable[[Data], None]) -> Iterator[None]:
    """Shows the position before each of the effects inside."""
    with _noting(_effect, note):
        yield


@contextmanager
def _noting(
    moment: ContextVar[Callable[[Data], None] | None], note: Callable[[Data], None]
) -> Iterator[None]:
    token = moment.set(note)
    try:
        yield
    finally:
        moment.reset(token)


Chance = Callable[[Data, int], int]  # decides among so many, in a position


def by_seed(data: Data, n: int) -> int:
    """What chance decides in play: it follows from the state's seed."""
    data.seed, index = roll(data.seed, n)
    return index


class Effects:
    """Applies effects to the position of a view. `actor` is the piece that moves: it never captures itself."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.game = view.game
        self.board = view.board
        self.data = view.data
        self.chance = chance
        self.actor: int | None = None

    def do(self, effects: tuple[model.Effect, ...]) -> None:
        note = _effect.get()
        for effect in effects:
            if note is not None:
                note(self.data)
            self.effect(effect)

    def effect(self, e: model.Effect) -> None:
        data = self.data
        match e:
            case model.Acting():
                self.acting(e)
            case model.MoveTo():
                self.move_to(self.view.value(e.piece), self.goal(e.to), self.given(e.settings), e)
            case model.Stock():
                self.stock(e)
            case model.SetField():
                self.write(
                    e, self.view.value(e.holder) if e.holder is not None else None, self.view.value(e.value)
                )
            case model.Remove():
                self.remove(self.view.elements(e.pieces), e.is_capture)
            case model.Place():
                self.put(e)
            case model.Bind():
                self.view.names[e.slot] = self.view.value(e.value)
            case model.Chance():
                self.draw(e)
            case model.ForEach() | model.ForPath():
                self.loop(e)
            case model.Branch():
                self.do(e.body if self.view.value(e.condition) else e.otherwise)
            case model.Simultaneously():
                self.at_once(e)
            case model.SetPhase():
                data.phase = e.phase
            case model.NextTurn():
                data.next_player = self.view.value(e.player)
            case model.Demand():
                self.demand(e)
            case model.Finish():
                data.outcome = outcome(e.result, e.result.name or e.result.span.text, self.view)
            case _:
                assert_never(e)

    def put(self, e: model.Place) -> None:
        """New pieces, one on each site."""
        kind, owner, settings = self.new(e)
        for site in self.view.elements(e.sites):
            self.place(e, kind, owner, site, settings)

    def draw(self, e: model.Chance) -> None:
        """One element of a set, by chance; none of an empty one."""
        among = self.view.elements(e.source)
        self.view.names[e.slot] = among[self.chance(self.data, len(among))] if among else None

    def end_stage(self) -> None:
        """Says that what follows is another stage, to whoever looks at them."""
        note = _stage.get()
        if note is not None:
            note(self.data)

    def loop(self, e: model.ForEach | model.ForPath) -> None:
        """What a loop goes through is judged before its first round."""
        if isinstance(e, model.ForPath):
            for frame in self.path_frames(e.path):
                self.view.names[:] = frame
                self.do(e.body)
            return
        for values in list(self.combinations(e.generators, 0, e.condition)):
            for (slot, _), value in zip(e.generators, values, strict=True):
                self.view.names[slot] = value
            self.do(e.body)
            if e.generators[0][1].type.element == NUMBER:
                self.end_stage()

    def acting(self, e: model.Acting) -> None:
        """Effects with another mover."""
        view, was = self.view, (self.view.mover, self.view.viewpoint)
        view.mover = view.viewpoint = view.value(e.player)
        self.do(e.body)
        view.mover, view.viewpoint = was
        self.end_stage()

    def demand(self, e: model.Demand) -> None:
        player = self.view.mover if e.player is None else self.view.value(e.player)
        if player is None:
            return
        if len(self.data.pending) >= MAX_PENDING:
            raise trouble(
                "pending-overflow",
                e.span,
                f"more than {MAX_PENDING} decisions are waiting",
                "demanded here",
            )
        wanted = tuple(map(self.demanded, e.choices))
        self.data.pending = (*self.data.pending, Pending(player, e.word, wanted))

    def demanded(self, choice: model.Demanded) -> Wanted:
        for slot, value in choice.binds:
            self.view.names[slot] = self.view.value(value)
        return Wanted(choice.action, tuple(self.view.value(a) for a in choice.arguments))

    def combinations(
        self, generators: tuple[tuple[int, model.Expr], ...], index: int, condition: model.Expr | None
    ) -> Iterator[tuple[Any, ...]]:
        if index == len(generators):
            if condition is None or self.view.value(condition):
                yield ()
            return
        slot, source = generators[index]
        for value in self.view.elements(source):
            self.view.names[slot] = value
            for rest in self.combinations(generators, index + 1, condition):
                yield (value, *rest)

    def path_frames(self, path: model.Path) -> list[list[Any]]:
        """The frames of all ways to follow a path, judged before anything changes."""
        viewpoint = self.view.viewpoint
        frames = [self.view.names.copy() for _ in ways(path, self.view)]
        self.view.viewpoint = viewpoint
        return frames

    # ---- single changes

    def new(self, e: model.Place | model.Stock) -> tuple[Any, Any, Settings]:
        """Kind, owner and fields of new pieces."""
        owner = self.view.value(e.owner) if e.owner is not None else None
        return self.view.value(e.kind), owner, self.given(e.settings)

    def stock(self, e: model.Stock) -> None:
        kind, owner, settings = self.new(e)
        place = self.goal(e.pool)
        if place is not None:
            for _ in range(self.stocked(e, place)):
                self.place(e, kind, owner, place, settings)

    def stocked(self, e: model.Stock, place: int) -> int:
        """How many pieces go into a pool."""
        times = max(0, int(self.view.value(e.times)))
        if len(self.data.pools[place - len(self.data.cells)]) + times > MAX_IN_POOL:
            raise trouble(
                "pool-overflow",
                e.span,
                f"`{e.pool.name}` is to hold more than {MAX_IN_POOL} pieces",
                "put in here",
                "move pieces instead of placing new ones, or say when it is enough",
            )
        return times

    def given(self, settings: tuple[tuple[str, model.Expr], ...]) -> Settings:
        return [(n, self.view.value(v)) for n, v in settings]

    def goal(self, to: model.Expr) -> int | None:
        """The place that a destination means: a site, or a pool beyond the sites."""
        if isinstance(to, model.PoolOf):
            seat = self.view.value(to.holder) if to.holder is not None else 0
            return None if seat is None else len(self.data.cells) + self.game.pools[to.name].slot + seat
        site: int | None = self.view.value(to)
        return site

    def is_taken(self, place: int) -> bool:
        return not self.board.is_stacking and place < len(self.data.cells) and bool(self.data.cells[place])

    def check_window(self, place: int, span: Any) -> None:
        """A growing board is finite all the same: nothing may come to the rim of its window."""
        if self.board.is_growing and place < len(self.data.cells) and place in self.board.edge:
            raise trouble(
                "window-left",
                span,
                f"the board has grown to {self.board.sites[place].name}, the rim of its window",
                "put there",
                "declare a wider window: `growing within N`",
            )

    def move_to(self, piece: int | None, to: int | None, settings: Settings, e: model.MoveTo) -> None:
        data = self.data
        if piece is None or to is None or piece not in data.place:
            return
        if data.place[piece] == to and not data.is_ordered(to):
            self.set_fields(piece, settings, e)
            return
        if self.is_taken(to):
            name = self.board.sites[to].name
            loops = (
                n for n in nodes((self.game.actions, self.game.routines)) if isinstance(n, model.ForEach)
            )
            raise trouble(
                "occupied-site",
                e.span,
                f"a piece is moved to {name}, where another one stands",
                "moved here",
                "move them `simultaneously`, if that piece is to move on, too; else capture or remove it first"
                if any(loop.span.contains(e.span) for loop in loops)
                else "capture or remove that piece first",
            )
        data.lift(piece)
        data.put(piece, to, e.is_under)
        self.check_window(to, e.span)
        self.set_fields(piece, settings, e)

    def set_fields(self, piece: int, settings: Settings, e: model.Effect) -> None:
        for name, value in settings:
            self.check_range(name, value, e.span)
            if value is None and not self.game.fields[name].type.is_optional:
                raise self.no_value(name, e.span)
            self.set_field(name, piece, value)

    def set_field(self, name: str, piece: int, value: Any) -> None:
        """A field of a piece; its default is not written down, so that equal pieces are equal."""
        if value == self.game.fields[name].default:
            self.data.piece_fields[name].pop(piece, None)
        else:
            self.data.piece_fields[name][piece] = value

    def remove(self, pieces: tuple[int, ...], is_capture: bool) -> None:
        for piece in pieces:
            if piece in self.data.place and not (is_capture and piece == self.actor):
                if is_capture:
                    self.data.captured = (*self.data.captured, self.data.kind[piece])
                self.data.remove(piece)

    def place(
        self, e: model.Place | model.Stock, kind: Any, owner: Any, place: int, settings: Settings
    ) -> None:
        if kind is None:
            return
        if self.is_taken(place):
            name = self.board.sites[place].name
            raise trouble(
                "occupied-site",
                e.span,
                f"a piece is placed on {name}, where another one stands",
                "placed here",
                "ask for an empty site, or remove what stands there first",
            )
        self.check_window(place, e.span)
        self.set_fields(self.data.add(kind, owner, place), settings, e)

    def check_range(self, name: str, value: Any, span: Any) -> None:
        field = self.game.fields[name]
        if field.bounds is None or value is None:
            return
        low, high = field.bounds
        if not low <= value <= high or value != int(value):
            raise trouble(
                "field-overflow",
                span,
                f"`{name}` is given {value}, but holds "
                + ("" if value == int(value) else "whole numbers ")
                + f"{low}..{high}",
                "given here",
                "widen its range, or see to it that the value stays inside",
            )

    def write(self, e: model.SetField, holder: Any, value: Any) -> None:
        data = self.data
        if e.field in ("owner", "kind") and e.field not in self.game.fields:
            if holder is not None and holder in data.place:
                if value is None and e.field == "kind":
                    raise self.no_value(e.field, e.span)
                (data.owner if e.field == "owner" else data.kind)[holder] = value
            return
        field = self.game.fields[e.field]
        if e.holder is not None and (
            holder is None or (field.holder == "piece" and holder not in data.place)
        ):
            return
        self.check_range(e.field, value, e.span)
        if value is None and not field.type.is_optional:
            raise self.no_value(e.field, e.span)
        match field.holder:
            case "game":
                data.game_fields[e.field] = value
            case "site":
                data.site_fields[e.field][holder] = value
            case "player":
                data.player_fields[e.field][holder] = value
            case "piece":
                self.set_field(e.field, holder, value)
            case "table":
                data.tables[e.field][holder] = value
            case _:
                assert_never(field.holder)

    def no_value(self, name: str, span: Any) -> GameError:
        return trouble(
            "no-value",
            span,
            f"`{name}` is given no value, and it must have one",
            "given `none` here",
            "see to it that there is a value, or declare the field with `or none`",
        )

    # ---- simultaneously

    def at_once(self, e: model.Simultaneously) -> None:
        """All changes are judged on the position as it is now, and made then."""
        block = Block()
        self.judge_all(e.body, block)
        for change in block.changes:
            change()
        for journey, is_made in zip(block.journeys, block.depart(self.data), strict=True):
            self.arrive(journey, is_made, block)
        for come in block.newcomers:
            come()

    def judge_all(self, effects: Iterable[model.Effect], block: Block) -> None:
        for effect in effects:
            self.judge(effect, block)

    def judge(self, e: model.Effect, block: Block) -> None:
        """Adds to a block what an effect is going to change."""
        match e:
            case model.SetField():
                self.judge_field(e, block)
            case model.MoveTo():
                self.judge_move(e, block)
            case model.Remove():
                block.changes.append(partial(self.remove, self.view.elements(e.pieces), e.is_capture))
            case model.Place():
                kind, owner, settings = self.new(e)
                for site in self.view.elements(e.sites):
                    block.newcomers.append(partial(self.appear, e, kind, owner, site, settings, block))
            case model.Branch():
                self.judge_all(e.body if self.view.value(e.condition) else e.otherwise, block)
            case model.ForEach():
                for values in list(self.combinations(e.generators, 0, e.condition)):
                    for (slot, _), value in zip(e.generators, values, strict=True):
                        self.view.names[slot] = value
                    self.judge_all(e.body, block)
            case model.ForPath():
                for frame in self.path_frames(e.path):
                    self.view.names[:] = frame
                    self.judge_all(e.body, block)
            case model.Bind() | model.Chance() | model.Finish():
                self.effect(e)
            case model.Stock():
                block.newcomers.append(partial(self.effect_with, self.view.names.copy(), e))
            case (
                model.SetPhase() | model.NextTurn() | model.Demand() | model.Acting() | model.Simultaneously()
            ):
                block.changes.append(partial(self.effect_with, self.view.names.copy(), e))
            case _:
                assert_never(e)

    def judge_field(self, e: model.SetField, block: Block) -> None:
        holder = self.view.value(e.holder) if e.holder is not None else None
        value = self.view.value(e.value)
        if e.holder is None or holder is not None:
            block.write(e.field, holder, value, e.span)
            block.changes.append(partial(self.write, e, holder, value))

    def judge_move(self, e: model.MoveTo, block: Block) -> None:
        piece, to, settings = self.view.value(e.piece), self.goal(e.to), self.given(e.settings)
        here = self.data.place.get(piece)
        if here is None or to is None:
            return
        block.travel(Journey(piece, here, to, e, settings), self.data, self.game)
        for name, value in settings:
            block.write(name, piece, value, e.span)

    def arrive(self, journey: Journey, is_made: bool, block: Block) -> None:
        """A piece that has left its place comes to another one; one that is there already may get fields."""
        data, piece, to, span = self.data, journey.piece, journey.to, journey.effect.span
        if is_made and piece not in data.place:
            if self.is_taken(to):
                raise meeting(journey, to, span, block, data, self.game)
            data.put(piece, to, journey.effect.is_under)
            block.came[to] = journey, span
            self.check_window(to, span)
        if piece in data.place:
            self.set_fields(piece, journey.settings, journey.effect)

    def appear(
        self, e: model.Place, kind: Any, owner: Any, site: int, settings: Settings, block: Block
    ) -> None:
        """A new piece comes to a site, behind all that is moved."""
        if kind is None:
            return
        if self.is_taken(site):
            raise meeting(None, site, e.span, block, self.data, self.game)
        self.place(e, kind, owner, site, settings)
        block.came[site] = None, e.span

    def effect_with(self, names: list[Any], e: model.Effect) -> None:
        """An effect by the values that names had when it was judged."""
        self.view.names[:] = names
        self.effect(e)
