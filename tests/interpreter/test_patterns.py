"""Patterns of paths as automata: the same ways as by going through the pattern, in the same order."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.core import nodes as core
from gdl.core.visit import steps
from gdl.source import NOWHERE
from interpreter.shared.path_automaton import Automaton, automaton

Pattern = tuple[core.Step, ...]
Way = tuple[
    tuple[int, ...], int
]  # the steps that met the sites, by their numbers, and how many sites that are


def step(least: int, most: int | None, group: Pattern | None = None) -> core.Step:
    return core.Step(NOWHERE, 0, None, group, least, most, None, "", False)


def repeated(inner: st.SearchStrategy[Pattern | None]) -> st.SearchStrategy[core.Step]:
    often = st.sampled_from(((1, 1), (0, None), (1, None), (0, 1), (2, 2), (1, 3)))
    return st.builds(lambda o, group: step(*o, group), often, inner)


plain = repeated(st.none())
groups = st.lists(plain, min_size=1, max_size=3).filter(lambda g: any(s.least for s in g)).map(tuple)
nested = repeated(st.tuples(repeated(groups)))
patterns = st.lists(plain | repeated(groups) | nested, min_size=1, max_size=3).map(tuple)


def numbered(pattern: Pattern) -> dict[int, int]:
    return {id(s): number for number, s in enumerate(steps(pattern))}


def by_hand(pattern: Pattern, length: int) -> Iterator[Way]:
    """All ways along a row of sites that any step may meet: a repetition is left before it goes on."""
    number = numbered(pattern)

    def match(rest: Pattern, met: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield met
            return
        for after in repeat(rest[0], 0, met):
            yield from match(rest[1:], after)

    def repeat(s: core.Step, done: int, met: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if done >= s.least:
            yield met
        if s.most is not None and done >= s.most:
            return
        if s.group is not None:
            for after in match(s.group, met):
                if len(after) > len(met):
                    yield from repeat(s, done + 1, after)
        elif len(met) < length:
            yield from repeat(s, done + 1, (*met, number[id(s)]))

    for met in match(pattern, ()):
        yield met, len(met)


def by_automaton(machine: Automaton, length: int) -> Iterator[Way]:
    def follow(state: int, met: tuple[int, ...]) -> Iterator[Way]:
        if machine.ends[state]:
            yield met, len(met)
        for edge in machine.edges[state] if len(met) < length else ():
            yield from follow(edge.to, (*met, edge.step))

    return follow(0, ())


@given(patterns, st.integers(0, 4))
@settings(max_examples=300, deadline=None)
def test_an_automaton_gives_the_ways_of_its_pattern_in_their_order(pattern: Pattern, length: int) -> None:
    assert [*by_automaton(automaton(pattern), length)] == [*by_hand(pattern, length)]


@given(patterns, st.integers(0, 4))
@settings(max_examples=200, deadline=None)
def test_a_walk_meets_the_same_sites_and_has_no_edge_twice(pattern: Pattern, length: int) -> None:
    line, walk = automaton(pattern), automaton(pattern, is_walk=True)
    assert all(len(set(edges)) == len(edges) for edges in walk.edges)
    assert {*by_automaton(line, length)} <= {*by_automaton(walk, length)}


def test_patterns_of_one_shape_share_their_automaton() -> None:
    rook, bishop = (step(0, None), step(1, 1)), (step(0, None), step(1, 1))
    assert automaton(rook) is automaton(bishop)
    assert automaton(rook) is not automaton((step(0, None), step(1, 2)))


def test_a_slide_is_two_states() -> None:
    """`empty*, any`: over empty sites and to an end, which is tried first."""
    slide = automaton((step(0, None), step(1, 1)))
    assert [[(e.step, e.to) for e in edges] for edges in slide.edges] == [[(1, 1), (0, 0)], []]
    assert slide.ends == (False, True)


def test_an_edge_names_the_groups_that_its_step_is_in() -> None:
    inner = step(1, 1, (step(0, None), step(1, 1)))
    machine = automaton((step(1, 1), step(0, None, (inner,))))
    deep = [e for edges in machine.edges for e in edges if e.step == 4]
    assert deep
    assert all(e.around == (1, 2) for e in deep)


def test_a_group_that_is_met_once_meets_something_but_at_the_end_of_a_walk() -> None:
    pattern = (step(1, 1), step(1, 1, (step(0, 1),)))
    assert [*by_automaton(automaton(pattern), 3)] == [((0, 2), 2)]
    assert [*by_automaton(automaton(pattern, is_walk=True), 3)] == [((0,), 1), ((0, 2), 2)]
