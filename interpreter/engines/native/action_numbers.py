"""The numbers of listed actions, many at once."""

import numpy as np

from interpreter.engines.batches import as_words, too_long
from interpreter.engines.native.calls import Calls
from interpreter.shared.lazy_numpy import Ints
from interpreter.shared.numbering import WORD

_STEPS = 3  # the words of a row before those of further steps
_MOST_KNOWN = 1 << 16  # numbers that are remembered


def numbers_of(rows: Ints, calls: Calls) -> Ints:
    """The numbers of actions from the rows by which machine code knows them: an array of actions by words.

    The number of an action that repeats is composed of the digits of its steps. Raises OverflowError beyond 64 bits.
    """
    numbers = rows[:, 0].copy()
    if calls.numbers.total > WORD:
        is_plain = numbers >= 0
        numbers[is_plain] = as_words([calls.numbers.of_code(int(code)) for code in numbers[is_plain]])
    for which in np.unique(numbers[numbers < 0]):
        action = calls.game.actions[-1 - which]
        assert action.again is not None
        first, radix = calls.numbers.span(action), calls.numbers.hop_radix(action)
        if first[1] > WORD:
            raise too_long()
        chosen = numbers == which
        of_action = rows[chosen]
        code, depth = of_action[:, 2].copy(), of_action[:, 1]
        for k in range(action.again.most - 1):
            code = code * radix + np.where(k < depth, of_action[:, 3 + k] + 1, 0)
        numbers[chosen] = first[0] + code
    return numbers


def places_of(records: "memoryview[int]", count: int, calls: Calls) -> dict[int, int]:
    """The places of listed actions by their numbers, however long these are. What was once composed is remembered."""
    width, known, found = calls.compiled.outline.row_words, calls.known_numbers, dict[int, int]()
    for place, word in enumerate(records[: count * width : width].tolist()):
        key: int | bytes = word
        if word < 0:
            row = records[place * width : (place + 1) * width]
            key = row[: _STEPS + row[1]].tobytes()
        number = known.get(key)
        if number is None:
            if len(known) == _MOST_KNOWN:
                known.clear()
            number = known[key] = calls.number(tuple(records[place * width : (place + 1) * width].tolist()))
        found[number] = place
    return found
