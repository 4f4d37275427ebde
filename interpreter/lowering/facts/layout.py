"""The memory layouts of states and of a search's context: their cells in a row."""

from collections.abc import Iterable
from dataclasses import replace

from gdl.core import builtins, model
from gdl.core.rules import with_effects
from gdl.core.visit import followed, nodes
from gdl.limits import MAX_PENDING
from gdl.platform.dataclass import dataclass
from gdl.tree.words import DemandWord
from interpreter import ir
from interpreter.lowering.facts.domains import Domains, Features
from interpreter.lowering.facts.piece_plan import PiecePlan

# ---- demands that wait
#
# Each is a row of words: the player, the word (`WORDS`), the number of alternatives, then for each of them its action and arguments.

WORDS: tuple[DemandWord, ...] = ("", "may", "must")
HEAD = 3  # words before the alternatives
GONE = -2  # stands in a demand for a piece that has left the game


@dataclass(frozen=True, slots=True)
class DemandPlan:
    """`actions`: those that some demand names. `alternatives`: the most that one demand has."""

    actions: tuple[model.Action, ...]
    alternatives: int
    argument_words: int  # the most words that the arguments of one action take

    @property
    def alternative_words(self) -> int:
        return 1 + self.argument_words

    @property
    def row_words(self) -> int:
        return HEAD + self.alternatives * self.alternative_words


def demand_plan(game: model.Game, domains: Domains) -> DemandPlan:
    demands = [e for e in nodes(with_effects(game)) if isinstance(e, model.Demand)]
    named = {c.action for e in demands for c in e.choices}
    sizes = [sum(domains.argument_words(t, slot) for _, slot, t in a.parameters) for a in game.actions]
    return DemandPlan(
        actions=tuple(a for a in game.actions if a.name in named),
        alternatives=max((len(e.choices) for e in demands), default=1),
        argument_words=max(sizes, default=0),
    )


# ---- cells

RECORDS = 1 << 16  # words for lists of actions
BATCHES = 1 << 12  # batches of candidates that are counted together
OUTER_NAMES = 6  # names that are chosen before a batch
BATCH_WORDS = 2 + OUTER_NAMES
SMALL_SET = 128  # sites of a board whose sets are noted with the batches
NUMBERS_AT_ONCE = 256  # of remembered positions, that are compared side by side
MANY_NUMBERS = 32  # of which the last digits are compared before
SEEN = 1 << 15  # places in the table of beginnings


class Cells:
    """The cells of a layout, gathered one by one."""

    def __init__(self) -> None:
        self.found: list[ir.Cell] = []

    def add(self, name: str, count: int = 1, width: int = 8) -> None:
        self.found.append(ir.Cell(name, count, width))

    def add_sets(self, name: str, size: int, count: int = 1) -> None:
        self.found.append(ir.Cell(name, count, size=size))


def width_for(low: int, high: int) -> int:
    """The least width of a cell that holds these numbers."""
    return next(w for w in (8, 16, 32, 64) if -(1 << (w - 1)) <= low and high < 1 << (w - 1))


def state_layout(
    game: model.Game, features: Features, pieces: PiecePlan, domains: Domains, demands: DemandPlan
) -> ir.Layout:
    """The cells of a state, the wide ones first; the demands that wait and the positions remembered come last."""
    cells = Cells()
    _add_occupancy(cells, game, pieces, domains)
    _add_pieces(cells, pieces, domains)
    for f in game.fields.values():
        _add_field(cells, f, pieces, domains)
    _add_counters(cells, features, domains)
    if game.histories:
        cells.add("remembered")
    for history in game.histories.values():
        cells.add(f"recorded.{history.name}", 1, 16)
        # where the oldest one is; the others follow, round the end
        cells.add(f"oldest.{history.name}", 1, 16)
        if keeps_number(history, game, features):
            cells.add(f"present.{history.name}", 1, 64)
            cells.add(f"fresh.{history.name}")  # for whose turn the number was made, plus 1; 0: it is not
    cells.found.sort(key=lambda c: -(64 if c.size else c.width))
    if features.has_demands:
        cells.add("demands", MAX_PENDING * demands.row_words, 64)
    for history in game.histories.values():
        cells.add(f"history.{history.name}", history.most, 64)
    noted = [h.name for h in game.histories.values() if MANY_NUMBERS <= h.most <= NUMBERS_AT_ONCE]
    for name in noted:
        cells.add(f"digits.{name}", game.histories[name].most, 16)
    tails = [ir.Tail("demands", "waiting", demands.row_words)] if features.has_demands else []
    tails += [ir.Tail(f"history.{name}", f"recorded.{name}", 1) for name in game.histories]
    tails += [ir.Tail(f"digits.{name}", f"recorded.{name}", 1) for name in noted]
    return replace(placed("state", cells.found), tails=tuple(tails))


def _add_occupancy(cells: Cells, game: model.Game, pieces: PiecePlan, domains: Domains) -> None:
    """Sets of sites: where something stands, whose it is, and of which kind; of stacks the topmost piece."""
    if pieces.is_huge:
        cells.add_sets("occupied", 64, (domains.sites + 63) // 64)
    elif domains.sites:
        cells.add_sets("occupied", domains.sites)
    if pieces.has_sets:
        cells.add_sets("own", domains.sites, domains.players)
        if pieces.has_kind_sets:
            cells.add_sets("are", domains.sites, domains.kinds)
        if game.histories and not pieces.is_stacking:
            cells.add("pieces_code", 1, 64)  # the sum of the codes of the pieces on the board


def _add_pieces(cells: Cells, pieces: PiecePlan, domains: Domains) -> None:
    if pieces.are_named_by_site:
        if pieces.has_kind_cells:
            cells.add("kind", domains.sites, width_for(-1, domains.kinds))
        return
    if pieces.are_kinds:
        cells.add_sets("pooled", domains.kinds, pieces.places)
        if pieces.has_owners:
            cells.add("owner", domains.kinds)
        cells.add("place", domains.kinds, width_for(-1, pieces.places))
        return
    cells.add("first", pieces.places, pieces.width)
    if pieces.has_chains:
        cells.add("next", pieces.capacity, pieces.width)
    if pieces.keeps_tops:
        cells.add("top", domains.sites, pieces.width)
        cells.add("below", pieces.capacity, pieces.width)
    cells.add("kind", pieces.capacity, width_for(-1, domains.kinds))
    cells.add("owner", pieces.capacity)
    cells.add("place", pieces.capacity, width_for(-1, pieces.places))
    cells.add("newest", 1, 16)
    if pieces.counts_pools:
        cells.add("held", pieces.places - domains.sites, 16)


def _add_field(cells: Cells, field: model.Field, pieces: PiecePlan, domains: Domains) -> None:
    match field.holder:
        case "piece":
            count = domains.sites if pieces.are_named_by_site else pieces.capacity
        case "player":
            count = domains.players
        case "site":
            count = domains.sites
        case "table":
            count = field.entries
        case _:
            count = 1
    cells.add(field_cell(field), max(1, count), _field_width(field, pieces, domains))


def field_cell(field: model.Field) -> str:
    """The name of a field's cell."""
    return f"{field.holder}.{field.name}"


def default_in_cell(layout: ir.Layout, field: model.Field) -> int:
    """What stands in a cell for a field's default."""
    if field.default is None:
        width = layout.cells[field_cell(field)].width
        return -(1 << (width - 1)) if field.type.base == "number" else ir.NONE
    assert isinstance(field.default, int)
    return int(field.default)


def _field_width(field: model.Field, pieces: PiecePlan, domains: Domains) -> int:
    """The least value that a cell can hold stands for `none` among numbers."""
    if field.bounds is not None:
        return width_for(field.bounds[0] - 1, field.bounds[1])
    match field.type.base:
        case "site":
            return width_for(-1, domains.sites)
        case "piece":
            return pieces.width
        case "kind":
            return width_for(-1, domains.kinds)
        case "number":
            return 64
    return 8


def _add_counters(cells: Cells, features: Features, domains: Domains) -> None:
    cells.add("mover")
    cells.add("phase")
    cells.add("over")
    cells.add("follows")  # the next player, by an effect
    cells.add("turn", 1, 32)
    cells.add("moves", 1, 32)
    cells.add("passes", 1, 32)
    if features.has_chance:
        cells.add("seed", 1, 64)
    if "steps" in features.builtins:
        cells.add("steps", 1, 16)
    if features.counts_captures:
        cells.add("captures", 1, 16)
        cells.add_sets("captured", domains.kinds)
    cells.add("result", domains.players, 64 if features.has_payoffs else 8)
    if features.has_payoffs:
        cells.add("denominator", domains.players, 64)
    if features.has_demands:
        cells.add("waiting", 1, 64)


def keeps_number(history: model.History, game: model.Game, features: Features) -> bool:
    """Whether a position's number, once asked for, holds until the next action.

    It does if nothing that it reads changes when the turn passes on, and no demand is made by itself in between.
    """
    if features.has_demands or any(f.until in ("done", "turn") for f in game.fields.values()):
        return False
    return not any(
        isinstance(e, model.CanMake) or (isinstance(e, model.Builtin) and builtins.facts(e.name).passes)
        for e in followed(history.features, game.definitions)
    )


def context_layout(features: Features, domains: Domains, row: int, notes_walks: bool) -> ir.Layout:
    """What a search keeps beside its states. `row`: the words of one action in a list."""
    seen = SEEN if features.is_any_order else 1
    cells = [
        ir.Cell("mode", 1, 64),
        ir.Cell("count", 1, 64),
        ir.Cell("skip", 1, 64),
        ir.Cell("found", 1, 64),
        ir.Cell("error", 1, 64),
        ir.Cell("tries", 1, 64),
        ir.Cell("listed", 1, 64),  # how many rows counting has left in the list, to be used once
        ir.Cell("random", 1, 64),
        ir.Cell("depth", 1, 64),
        ir.Cell("base", 1, 64),  # the row at which the present list begins
        ir.Cell("total", 1, 64),
        ir.Cell("seeds", 1, 64),
        ir.Cell("plies", 1, 64),
        ir.Cell("cut", 1, 64),
        ir.Cell("tally", 3 * domains.players, 64),  # of each player: losses, draws, wins
        ir.Cell("wanted", row, 64),
        ir.Cell("sure", 1, 64),  # whether the wanted action is one that was listed
        ir.Cell("decision", 1, 64),  # whose actions were listed
        ir.Cell("row", row, 64),
        ir.Cell("live", max(1, (domains.sites + 63) // 64), size=64),
        ir.Cell("seen", seen, 64),
        ir.Cell("slots", seen, 64),
        ir.Cell("used", 1, 64),
        ir.Cell("enumeration", 1, 64),
        ir.Cell("noted", 1, 64),
        ir.Cell("batches", BATCHES * BATCH_WORDS, 64),
        ir.Cell("records", RECORDS, 64),
        ir.Cell("worth", RECORDS, 64),
        ir.Cell("worth_denominator", RECORDS, 64),
    ]
    if row > 1:
        # of listed actions, where they are composed of those of steps
        cells.append(ir.Cell("numbers", RECORDS, 64))
    if 0 < domains.sites <= SMALL_SET:
        cells.append(ir.Cell("batch_members", BATCHES, size=domains.sites))  # the last choice of a batch
    if notes_walks:  # pieces near which the next one may stand: whoever reads them looks whether it does
        cells += [ir.Cell("linked", 1, 64), ir.Cell("passed", 1, 64)]
    if features.has_demands:
        cells.append(ir.Cell("asked", 1, 64))  # demands that would wait if what is judged had been done
    return placed("context", cells)


def placed(name: str, cells: Iterable[ir.Cell]) -> ir.Layout:
    """Cells in a row, each at a multiple of its width."""
    at = 0
    made = {}
    for c in cells:
        each = 8 if c.size else c.width // 8
        at = (at + each - 1) // each * each
        made[c.name] = replace(c, offset=at)
        at += c.bytes_each * c.count
    return ir.Layout(name, made, (at + 7) // 8 * 8)
