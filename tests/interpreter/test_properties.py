"""Games beside plain programs for the same rules, on positions that Hypothesis draws."""

from collections.abc import Iterator

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

Site = tuple[int, int]


def name(site: Site) -> str:
    return "abcdefghijkl"[site[0] - 1] + str(site[1])


def texts(state) -> set[str]:  # type: ignore[no-untyped-def]
    return {state.action_to_string(a) for a in state.legal_actions()}


# ---- draughts: a recursive generator of jumps --------------------------------------------------

Men = dict[Site, tuple[str, bool]]
DARK = [(f, r) for f in range(1, 9) for r in range(1, 9) if (f + r) % 2 == 0]


def directions(owner: str, is_king: bool) -> list[Site]:
    up = 1 if owner == "Black" else -1
    return [(-1, up), (1, up)] + ([(-1, -up), (1, -up)] if is_king else [])


def jumps(men: Men, at: Site, way: list[Site]) -> Iterator[list[Site]]:
    owner, is_king = men[at]
    goes_on = False
    for df, dr in directions(owner, is_king):
        over, to = (at[0] + df, at[1] + dr), (at[0] + 2 * df, at[1] + 2 * dr)
        if to in DARK and to not in men and over in men and men[over][0] != owner:
            goes_on = True
            left = {s: m for s, m in men.items() if s not in (at, over)}
            crowned = not is_king and to[1] == (8 if owner == "Black" else 1)
            left[to] = (owner, is_king or crowned)
            if crowned:
                yield [*way, to]
            else:
                yield from jumps(left, to, [*way, to])
    if not goes_on and len(way) > 1:
        yield way


def draughts_moves(men: Men, owner: str) -> set[str]:
    found = {"x".join(map(name, way)) for s in men if men[s][0] == owner for way in jumps(men, s, [s])}
    if found:
        return found
    return {
        f"{name(s)}-{name((s[0] + df, s[1] + dr))}"
        for s in men
        if men[s][0] == owner
        for df, dr in directions(*men[s])
        if (s[0] + df, s[1] + dr) in DARK and (s[0] + df, s[1] + dr) not in men
    }


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(DARK), st.tuples(st.sampled_from(["Black", "White"]), st.booleans()), max_size=14
    ),
    st.sampled_from(["Black", "White"]),
)
def test_draughts_moves_are_those_of_a_plain_generator(men: Men, owner: str) -> None:
    engine = bundled.native("english_draughts")
    pieces = {name(s): f"{o} {'king' if k else 'man'}" for s, (o, k) in men.items()}
    state = engine.state({"to_move": owner, "pieces": pieces})
    assert texts(state) == draughts_moves(men, owner)


# ---- Zola: distances in integers --------------------------------------------------------------------


def zola_moves(owners: dict[Site, str], mover: str, n: int) -> set[str]:
    def d(s: Site) -> int:
        return (2 * (s[0] - 1) - (n - 1)) ** 2 + (2 * (s[1] - 1) - (n - 1)) ** 2

    found = set()
    for s in owners:
        if owners[s] != mover:
            continue
        for df in (-1, 0, 1):
            for dr in (-1, 0, 1):
                if (df, dr) == (0, 0):
                    continue
                to, steps = (s[0] + df, s[1] + dr), 1
                while 1 <= to[0] <= n and 1 <= to[1] <= n:
                    if to in owners:
                        if owners[to] != mover and d(to) <= d(s):
                            found.add(f"{name(s)}x{name(to)}")
                        break
                    if steps == 1 and d(to) > d(s):
                        found.add(f"{name(s)}-{name(to)}")
                    to, steps = (to[0] + df, to[1] + dr), steps + 1
    return found or {"pass"}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([4, 6, 8]).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.dictionaries(
                st.tuples(st.integers(1, n), st.integers(1, n)), st.sampled_from(["Red", "Blue"]), max_size=20
            ),
        )
    ),
    st.sampled_from(["Red", "Blue"]),
)
def test_zola_moves_are_those_of_the_sheets_integers(drawn: tuple[int, dict[Site, str]], mover: str) -> None:
    size, owners = drawn
    engine = bundled.native("zola", {"size": size})
    state = engine.state({"to_move": mover, "pieces": {name(s): f"{o} checker" for s, o in owners.items()}})
    assert texts(state) == zola_moves(owners, mover, size)


# ---- Stone Towers: from a settled position the order of settling does not matter ---------------------------


def settled(
    level: dict[Site, tuple[str, int]], land: dict[Site, str], n: int, order: list[int]
) -> dict[Site, str]:
    """Settles site by site, in an order of its own, each change at once."""
    sites = [(f, r) for r in range(1, n + 1) for f in range(1, n + 1)]
    level, land = dict(level), dict(land)
    changed = True
    while changed:
        changed = False
        for index in order:
            f, r = sites[index % len(sites)]
            near = [(f, r), (f - 1, r), (f + 1, r), (f, r - 1), (f, r + 1)]
            flags = {
                p: sum(v for s in near if s in level for o, v in [level[s]] if o == p)
                for p in ("Red", "Blue")
            }
            for p, q in (("Red", "Blue"), ("Blue", "Red")):
                if flags[p] > flags[q] and land.get((f, r)) != p:
                    land[f, r] = p
                    level.pop((f, r), None)
                    changed = True
    return land


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**30), st.integers(0, 20), st.permutations(range(16)))
def test_the_order_of_settling_does_not_matter_after_one_turn(
    seed: int, plies: int, order: list[int]
) -> None:
    engine = bundled.native("stone_towers", {"size": 4})
    state = engine.playout(engine.initial_state(), seed, plies).state
    sites = {s.name: (s.file, s.rank) for s in engine.game.board.sites}
    for action in state.legal_actions()[:6]:
        text = state.action_to_string(action)
        if text == "pass":
            continue
        before = state.position()
        verb, at = text.split()
        level = {}
        for where, piece in before["pieces"].items():
            words = piece.split()
            level[sites[where]] = (words[0], int(words[2].split("=")[1]) if len(words) > 2 else 1)
        land = {sites[s]: p for s, p in before["sites"].get("land", {}).items()}
        mover = before["to_move"]
        level[sites[at]] = (mover, level[sites[at]][1] + 1 if verb == "fortify" else 1)
        land[sites[at]] = mover
        after = state.apply(action).position()
        assert {sites[s]: p for s, p in after["sites"]["land"].items()} == settled(level, land, 4, order)


# ---- reversi -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_discs_are_never_lost_in_reversi(seed: int) -> None:
    engine = bundled.native("reversi", {"size": 6})
    state = engine.initial_state()
    game = engine.playout(state, seed)
    for action in game.actions:
        before = len(state.position()["pieces"])
        is_pass = state.action_to_string(action) == "pass"
        state = state.apply(action)
        assert len(state.position()["pieces"]) == before + (not is_pass)
