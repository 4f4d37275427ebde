"""Turkish draughts once more, straight from its rules: what may follow from a position. Nothing here is shared with the engines."""

Square = tuple[int, int]
Pieces = dict[Square, tuple[str, str]]  # the square's column and row: whose piece, and which
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def following(pieces: Pieces, mover: str) -> list[Pieces]:
    """Every position after an action; one for each start and outcome."""
    captures: list[tuple[int, Square, Pieces]] = []
    for start, (owner, _) in pieces.items():
        if owner == mover:
            captures += [(n, start, crowned(p, mover)) for n, p in chains(pieces, start, mover, None)]
    most = max((n for n, _, _ in captures), default=0)
    if most:
        found = {(start, frozenset(p.items())) for n, start, p in captures if n == most}
        return [dict(p) for _, p in found]
    return [crowned(p, mover) for p in quiet(pieces, mover)]


def ahead(mover: str) -> int:
    return 1 if mover == "White" else -1


def crowned(pieces: Pieces, mover: str) -> Pieces:
    last = 8 if mover == "White" else 1
    return {s: (o, "king" if o == mover and s[1] == last else k) for s, (o, k) in pieces.items()}


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def ways(kind: str, mover: str) -> list[Square]:
    return [w for w in WAYS if kind == "king" or w[1] != -ahead(mover)]


def quiet(pieces: Pieces, mover: str) -> list[Pieces]:
    found = []
    for start, (owner, kind) in pieces.items():
        if owner != mover:
            continue
        for dx, dy in ways(kind, mover):
            at = (start[0] + dx, start[1] + dy)
            while on_board(at) and at not in pieces:
                found.append({**{s: p for s, p in pieces.items() if s != start}, at: (owner, kind)})
                if kind == "man":
                    break
                at = (at[0] + dx, at[1] + dy)
    return found


def chains(pieces: Pieces, start: Square, mover: str, came: Square | None) -> list[tuple[int, Pieces]]:
    """All captures of one piece to their ends, with how much each takes."""
    found = []
    _, kind = pieces[start]
    for way in ways(kind, mover):
        if came is not None and way == (-came[0], -came[1]):
            continue
        at = (start[0] + way[0], start[1] + way[1])
        while kind == "king" and on_board(at) and at not in pieces:
            at = (at[0] + way[0], at[1] + way[1])
        victim = at
        if victim not in pieces or pieces[victim][0] == mover:
            continue
        at = (at[0] + way[0], at[1] + way[1])
        while on_board(at) and at not in pieces:
            after = {s: p for s, p in pieces.items() if s not in (start, victim)}
            after[at] = (mover, kind)
            more = chains(after, at, mover, way)
            found += [(n + 1, p) for n, p in more] or [(1, after)]
            if kind == "man":
                break
            at = (at[0] + way[0], at[1] + way[1])
    return found
