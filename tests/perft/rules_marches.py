"""A round of Marches once more, straight from its rules. Nothing here is shared with the engines.

A region is its half column and its row, so that neighbours are two columns apart or one column and one row. `armies` has
the owner of each army by its region, `orders` a region next to it for each army that marches.
"""

Region = tuple[int, int]
Armies = dict[Region, str]
Orders = dict[Region, Region]

WAYS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))


def around(region: Region) -> set[Region]:
    return {(region[0] + x, region[1] + y) for x, y in WAYS}


def force(armies: Armies, orders: Orders, army: Region, at: Region) -> int:
    """An army and those of its side that stay next to a region."""
    lent = (r for r, owner in armies.items() if owner == armies[army] and r != army and r not in orders)
    return 1 + sum(at in around(r) for r in lent)


def round_of(armies: Armies, orders: Orders) -> Armies:
    """The armies after a round."""
    power = {army: force(armies, orders, army, goal) for army, goal in orders.items()}
    entered: dict[Region, Region] = {}
    for army, goal in orders.items():
        rivals = [a for a, g in orders.items() if g == goal and a != army]
        if any(power[a] >= power[army] for a in rivals):
            continue
        if goal in armies:
            guard = 1 if goal in orders else force(armies, orders, goal, goal)
            if armies[goal] == armies[army] or guard >= power[army]:
                continue
        entered[army] = goal
    lost = {goal for goal in entered.values() if goal in armies and goal not in entered}
    kept = {r: owner for r, owner in armies.items() if r not in entered and r not in lost}
    return kept | {goal: armies[army] for army, goal in entered.items()}
