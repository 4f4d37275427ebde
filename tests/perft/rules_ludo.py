"""Ludo for partners from its rule sheet, in plain Python: where the men may go with a die.

It shares nothing with the program that it is compared with. `Men` has the progress of each player's men: 0 in the yard, 1 to
40 on the ring from their own start, 41 to 44 home. Players are 0 to 3; partners sit opposite.
"""

Men = tuple[tuple[int, ...], ...]


def place(player: int, progress: int) -> tuple[str, int, int]:
    return ("lane", player, progress) if progress > 40 else ("ring", 0, (10 * player + progress - 1) % 40)


def is_home(men: Men, player: int) -> bool:
    return min(men[player]) > 40


def following(men: Men, player: int, die: int) -> set[Men]:
    """What may come of a die; the men as they are, where nobody can go."""
    found = set()
    runner = (player + 2) % 4 if is_home(men, player) else player
    there = {place(p, n): (p, i) for p in range(4) for i, n in enumerate(men[p]) if n}
    for i, n in enumerate(men[runner]):
        goal = n + die if n else 1
        if goal > 44 or (n == 0 and die != 6):
            continue
        if any(place(runner, k) in there for k in range(max(n + 1, 41), goal)):
            continue
        after = [list(m) for m in men]
        if met := there.get(place(runner, goal)):
            if met[0] % 2 == player % 2:
                continue
            after[met[0]][met[1]] = 0
        after[runner][i] = goal
        found.add(tuple(tuple(sorted(m)) for m in after))
    return found or {men}
