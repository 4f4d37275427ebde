"""Demands that wait, to and from the words of a native state. `interpreter/lowering/facts/layout.py` has their layout."""

from collections.abc import Mapping, Sequence
from typing import Any

from gdl.core.types import Type
from interpreter.engines.reference.data import Pending, Wanted
from interpreter.lowering.facts.domains import ARGUMENT_ITEMS
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import GONE, HEAD, WORDS
from interpreter.lowering.memory import Cells
from interpreter.lowering.refusals import Capacity
from interpreter.shared.hashing import MASK64, signed64
from interpreter.shared.numbering import NO_NUMBER


def write_demands(facts: Facts, pending: Sequence[Pending], cells: Cells, names: Mapping[int, int]) -> None:
    """`names`: what stands for each piece in memory. Raises Capacity."""
    words = facts.demands.row_words
    if len(pending) * words > facts.state.cells["demands"].count:
        raise Capacity("more decisions are waiting than fit")
    cells.set("waiting", len(pending))
    for k, demand in enumerate(pending):
        at = k * words
        for i, v in enumerate((demand.player, WORDS.index(demand.word), len(demand.choices))):
            cells.set("demands", v, at + i)
        for c, wanted in enumerate(demand.choices):
            _write_choice(facts, wanted, cells, names, at + HEAD + c * facts.demands.alternative_words)


def _write_choice(facts: Facts, wanted: Wanted, cells: Cells, names: Mapping[int, int], at: int) -> None:
    action = facts.game.action(wanted.action)
    cells.set("demands", action.index, at)
    at += 1
    for (_, slot, kind), value in zip(action.parameters, wanted.arguments, strict=True):
        for i, word in enumerate(_argument(facts, slot, kind, value, names)):
            cells.set("demands", word, at + i)
        at += facts.domains.argument_words(kind, slot)


def _argument(facts: Facts, slot: int, kind: Type, value: Any, names: Mapping[int, int]) -> list[int]:
    if kind.base != "set":
        if value is None:
            return [NO_NUMBER if kind.base == "number" else -1]
        return [names.get(value, GONE) if kind.base == "piece" else int(value)]
    element = kind.element or kind
    codes = [names.get(v, GONE) for v in value] if element.base == "piece" else [int(v) for v in value]
    if facts.domains.type_in_name(kind, slot).name == "list":
        if len(codes) > ARGUMENT_ITEMS:
            raise Capacity("a set is too large to be given to a decision that waits")
        return [len(codes), *codes]
    bits = sum(1 << c for c in codes)
    return [signed64(bits >> 64 * i & MASK64) for i in range(facts.domains.argument_words(kind, slot))]


def read_demands(facts: Facts, cells: Cells) -> tuple[Pending, ...]:
    return tuple(_demand(facts, cells, k) for k in range(cells.get("waiting")))


def _demand(facts: Facts, cells: Cells, k: int) -> Pending:
    at = k * facts.demands.row_words
    player, word, count = (cells.get("demands", at + i) for i in range(HEAD))
    choices = []
    for c in range(count):
        base = at + HEAD + c * facts.demands.alternative_words
        action = facts.game.actions[cells.get("demands", base)]
        base += 1
        arguments = []
        for _, slot, kind in action.parameters:
            arguments.append(_given(facts, cells, slot, kind, base))
            base += facts.domains.argument_words(kind, slot)
        choices.append(Wanted(action.name, tuple(arguments)))
    return Pending(player, WORDS[word], tuple(choices))


def _given(facts: Facts, cells: Cells, slot: int, kind: Type, base: int) -> Any:
    value = cells.get("demands", base)
    if kind.base != "set":
        if kind.base == "number":
            return None if value == NO_NUMBER else value
        if value < 0:
            return None if value != GONE else -1
        return bool(value) if kind.base == "bool" else value
    if facts.domains.type_in_name(kind, slot).name == "list":
        return tuple(cells.get("demands", base + 1 + i) for i in range(value))
    words = range(facts.domains.argument_words(kind, slot))
    bits = sum((cells.get("demands", base + i) & MASK64) << 64 * i for i in words)
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)
