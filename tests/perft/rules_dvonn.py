"""DVONN's second phase once more, straight from its rules. Nothing here is shared with the engines.

A space is its half column and its row, so that neighbours are two columns apart or one column and one row. A stack is a
text of W, B and R (red), its lowest piece first.
"""

Space = tuple[int, int]
Stacks = dict[Space, str]

WAYS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
WIDTHS = (9, 10, 11, 10, 9)
SPACES = {(2 * i - width + 1, row) for row, width in enumerate(WIDTHS) for i in range(width)}


def beyond(space: Space, way: Space, steps: int) -> Space:
    return space[0] + way[0] * steps, space[1] + way[1] * steps


def moves(stacks: Stacks, mover: str) -> set[tuple[Space, Space]]:
    """From where to where the mover may go."""
    found = set()
    for space, stack in stacks.items():
        if stack[-1] != mover or all(beyond(space, way, 1) in stacks for way in WAYS):
            continue
        ends = (beyond(space, way, len(stack)) for way in WAYS)
        found |= {(space, end) for end in ends if end in stacks}
    return found


def after(stacks: Stacks, start: Space, end: Space) -> Stacks:
    """The board after a move, without what has lost touch with the red pieces."""
    moved = {space: stack for space, stack in stacks.items() if space != start}
    moved[end] += stacks[start]
    alive = {space for space, stack in moved.items() if "R" in stack}
    while True:
        more = {beyond(space, way, 1) for space in alive for way in WAYS} & moved.keys() | alive
        if more == alive:
            return {space: stack for space, stack in moved.items() if space in alive}
        alive = more


def scores(stacks: Stacks) -> tuple[int, int]:
    """How many pieces White and Black have in their stacks."""
    white, black = (sum(len(s) for s in stacks.values() if s[-1] == colour) for colour in "WB")
    return white, black
