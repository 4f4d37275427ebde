"""How a game's states lie in memory, and what a search needs beside them: cells one behind the other, by the game's plan."""

from collections.abc import Iterable
from dataclasses import replace

from gdl import model
from gdl.visit import nodes
from interpreter import ir
from interpreter.lowering.plan import Plan

MAX_PENDING = 64
RECORDS = 1 << 16  # words for lists of actions
BATCHES = 1 << 12  # of candidates that are counted together
OUTER_NAMES = 6  # names that are chosen before a batch
BATCH_WORDS = 2 + OUTER_NAMES


def width_for(low: int, high: int) -> int:
    return next(w for w in (8, 16, 32, 64) if -(1 << (w - 1)) <= low and high < 1 << (w - 1))


def field_width(plan: Plan, field: model.Field) -> int:
    """The width of a field's cell; the least value it can hold stands for `none` among numbers."""
    if field.bounds is not None:
        return width_for(field.bounds[0] - 1, field.bounds[1])
    match field.type.base:
        case "site":
            return width_for(-1, plan.sites)
        case "piece":
            return plan.piece_width
        case "kind":
            return width_for(-1, plan.kinds)
        case "number":
            return 64
    return 8


def stored_default(plan: Plan, layout: ir.Layout, f: model.Field) -> int:
    """How a field's default stands in its cell."""
    if f.default is None:
        width = layout.cells[f"{f.holder}.{f.name}"].width
        return -(1 << (width - 1)) if f.type.base == "number" else -1
    return int(f.default)  # type: ignore[arg-type]


def state_layout(plan: Plan) -> ir.Layout:
    """The cells of a state, the wide ones first, the demands that wait and what is remembered last."""
    cells: list[ir.Cell] = []

    def cell(name: str, count: int = 1, width: int = 8, size: int = 0) -> None:
        cells.append(ir.Cell(name, count, width, size))

    n, game = plan.sites, plan.game
    if plan.has_many_sites:
        cell("occupied", (n + 63) // 64, size=64)
    elif n:
        cell("occupied", size=n)
    if n and not plan.has_many_sites and (plan.keeps_tops or not game.board.is_stacking):
        cell("own", plan.players, size=n)  # where sites hold several pieces, of the topmost ones
        if plan.kinds > 1:
            cell("are", plan.kinds, size=n)
        if game.histories and not game.board.is_stacking:
            cell("standing", 1, 64)  # the sum that a position's number has of the pieces on the board
    if plan.by_site:
        if plan.kinds > 1:
            cell("kind", n, width_for(-1, plan.kinds))
    else:
        wide = plan.piece_width
        cell("first", plan.places, wide)
        if game.board.is_stacking or game.pools:
            cell("next", plan.capacity, wide)
        if plan.keeps_tops:
            cell("top", n, wide)
            cell("below", plan.capacity, wide)
        cell("kind", plan.capacity, width_for(-1, plan.kinds))
        cell("owner", plan.capacity)
        cell("place", plan.capacity, width_for(-1, plan.places))
        cell("newest", 1, 16)
    for f in game.fields.values():
        if f.holder == "piece":
            count = n if plan.by_site else plan.capacity
        else:
            count = {"game": 1, "player": plan.players, "site": n}[f.holder]
        cell(f"{f.holder}.{f.name}", max(1, count), field_width(plan, f))
    cell("mover")
    cell("phase")
    cell("over")
    cell("follows")  # who is next, by an effect
    cell("turn", 1, 32)
    cell("moves", 1, 32)
    cell("passes", 1, 32)
    if plan.game.has_chance or any(isinstance(e, model.Chance) for e in nodes(plan.rules)):
        cell("seed", 1, 64)
    if "steps" in plan.builtins:
        cell("steps", 1, 16)
    if plan.counts_captures:
        cell("captures", 1, 16)
        cell("captured", size=plan.kinds)
    cell("result", plan.players, 64 if plan.has_payoffs else 8)
    if plan.has_payoffs:
        cell("parts", plan.players, 64)  # denominators
    if plan.has_demands:
        cell("waiting", 1, 64)
    if game.histories:
        cell("remembered")
        for history in game.histories.values():
            cell(f"recorded.{history.name}", 1, 16)
            if plan.keeps_number(history):
                cell(f"present.{history.name}", 1, 64)
                cell(f"fresh.{history.name}")  # for whose turn the number was made, plus 1; 0: it is not
    cells.sort(key=lambda c: -(64 if c.size else c.width))
    if plan.has_demands:
        cell("demands", MAX_PENDING * plan.demand_words, 64)
    for remembered in game.histories.values():
        cell(f"history.{remembered.name}", remembered.most, 64)
    return placed("state", cells)


def context_layout(plan: Plan, row: int, seen: int) -> ir.Layout:
    """What a search keeps beside its states. `row`: the words of one action in a list."""
    cells = [
        ir.Cell("mode", 1, 64),
        ir.Cell("count", 1, 64),
        ir.Cell("skip", 1, 64),
        ir.Cell("found", 1, 64),
        ir.Cell("error", 1, 64),
        ir.Cell("tries", 1, 64),
        ir.Cell("listed", 1, 64),  # how many rows `which` has left in the list, to be used once
        ir.Cell("random", 1, 64),
        ir.Cell("depth", 1, 64),
        ir.Cell("base", 1, 64),
        ir.Cell("total", 1, 64),
        ir.Cell("seeds", 1, 64),
        ir.Cell("plies", 1, 64),
        ir.Cell("cut", 1, 64),
        ir.Cell("tally", 3 * plan.players, 64),  # of each player: losses, draws, wins
        ir.Cell("wanted", row, 64),
        ir.Cell("sure", 1, 64),  # whether the wanted action is one that was listed
        ir.Cell("row", row, 64),
        ir.Cell("live", max(1, (plan.sites + 63) // 64), size=64),
        ir.Cell("seen", seen, 64),
        ir.Cell("slots", seen, 64),
        ir.Cell("used", 1, 64),
        ir.Cell("era", 1, 64),
        ir.Cell("noted", 1, 64),
        ir.Cell("batches", BATCHES * BATCH_WORDS, 64),
        ir.Cell("records", RECORDS, 64),
        ir.Cell("worth", RECORDS, 64),
        ir.Cell("parts", RECORDS, 64),
    ]
    return placed("context", cells)


def placed(name: str, cells: Iterable[ir.Cell]) -> ir.Layout:
    """Cells one behind the other, each at a multiple of its width."""
    at = 0
    made = {}
    for c in cells:
        each = 8 if c.size else c.width // 8
        at = (at + each - 1) // each * each
        made[c.name] = replace(c, offset=at)
        at += c.bytes_each * c.count
    return ir.Layout(name, made, (at + 7) // 8 * 8)
