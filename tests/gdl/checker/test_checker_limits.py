"""Limits of the language: the last thing that is allowed, and the first one that is not."""

import pytest
from checking import SMALL, expression, findings

from gdl.checker.analyses import extent as depths
from gdl.checker.check import condition
from gdl.checker.declarations import columns, definitions, generated
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source


def errors(clauses: str) -> list[str]:
    return [d.code for d in findings(clauses) if d.is_error]


CHOOSING = "action put\n  choose a in 1..{}\n  choose b in 1..{}\n  do score(mover) := min(20, a + b)\n"
AGAIN = "action put\n  choose s in sites\n  do mood := wild\n  again may up to {}\n"


@pytest.mark.parametrize(
    ("clause", "allowed", "not_allowed"),
    [
        ("field a of 1..{}: bool", (1, 65_536), (0, 65_537, 100_001)),
        ("field a of {}: bool", ("50000..60000", "-3..3", "0..0"), ("0..100000", "1..1/2", "3..2")),
        ("field a of piece, 1..{}: bool", (1, 64), (0, 65)),
        ("field a of site, 1..{}: bool", (1, 2_621), (0, 2_622)),
        ("field a of game: 0..{}", (0, 4_611_686_018_427_387_903), (-1,)),
        ("limit {} moves: draw", (1, 1_000_000), (0, 1_000_001, "1/2")),
        ("position same within {}: pieces", (1, 4_096), (0, 4_097, "1/2")),
        (AGAIN, (1, 200), (0, 201, "1/2")),
        ("players {}", ("A, B, C, D, E, F, G, H",), ("A, B, C, D, E, F, G, H, I",)),
        ("board square {} x 1", (1, 4_096), (0, 4_097)),
        ("kinds each n in {{1..2}}, m by {} in {{0, 1}}", ("1..2",), ("2..1", "1..1001")),
        ("kinds far\n  man {}\n  king 1..2", ("1..1", "1..1000"), ("2..1", "1..1001")),
    ],
)  # fmt: skip
def test_a_clause_keeps_within_its_limits(
    clause: str, allowed: tuple[object, ...], not_allowed: tuple[object, ...]
) -> None:
    base = errors(
        clause.format(allowed[0])
    )  # of what the rest of the small game lacks without the old clause
    assert all(errors(clause.format(n)) == base for n in allowed)
    assert all(len(errors(clause.format(n))) > len(base) for n in not_allowed)


def test_an_action_has_as_many_choices_as_the_limit_says() -> None:
    assert errors(CHOOSING.format(10_000, 10_000)) == []
    assert errors(CHOOSING.format(10_000, 10_001)) != []


@pytest.mark.parametrize(
    ("text", "is_allowed"),
    [
        ("some line any from a1: empty{1000}", True),
        ("some line any from a1: empty{1001}", False),
        ("some line any from a1: empty{0..1000}, own", False),
        ("some line any from a1: empty{0..999}, own", True),
        ("some line any from a1: (empty{500}){2}", True),
        ("some line any from a1: (empty, own){501}", False),
        ("some line any from a1: empty{998}, own+", True),
        ("some line any from a1: empty{999}, own+", False),
        ("some line any from a1: empty{999}, own*", True),
        ("1..100000", True),
        ("1..100001", False),
        ("0..99999", True),
        ("60000..70000", True),
        ("4611686018427387903", True),
        ("4611686018427387904", False),
        ("-4611686018427387903", True),
    ],
)
def test_an_expression_keeps_within_its_limits(text: str, is_allowed: bool) -> None:
    assert (expression(text)[1] == ()) is is_allowed


@pytest.mark.parametrize(("most", "count"), [(6, 0), (5, 1)])
def test_a_rule_makes_as_many_kinds_as_the_limit_says(
    most: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SMALL[: SMALL.index("kinds ")] + "kinds each n in {1..3}, m in {1..2}\n"
    text += "action put\n  choose s in sites\n  do place n1_1 of mover on s\nturn: put\nend draw when full\n"
    text = text.replace("n1_1", "k1_1")
    monkeypatch.setattr(generated, "MAX_KINDS", most)
    assert [d.code for d in examine_source(Source("some.gdl", text))[1] if d.is_error] == [
        "bad-table"
    ] * count


@pytest.mark.parametrize(("most", "count"), [(6, 0), (5, 1)])
def test_a_rule_goes_through_as_many_combinations_as_the_limit_says(
    most: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SMALL[: SMALL.index("kinds ")] + "kinds each n in {1..3}, m in {1..2} where it is k1_1\n"
    text = text.replace(" where it is k1_1", " where n(it) = 1")
    text += "action put\n  choose s in sites\n  do place k1_1 of mover on s\nturn: put\nend draw when full\n"
    monkeypatch.setattr(generated, "MAX_COMBINATIONS", most)
    assert len([d for d in examine_source(Source("some.gdl", text))[1] if d.is_error]) >= count
    assert (not [d for d in examine_source(Source("some.gdl", text))[1] if d.is_error]) is (count == 0)


@pytest.mark.parametrize(("most", "is_allowed"), [(3, True), (2, False)])
def test_a_column_has_as_many_values_as_the_limit_says(
    most: int, is_allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "MAX_INDEX", most)
    found = errors("kinds cost by 2..4\n  man 1 2 3\n  king 4 5 6\n")
    assert ("bad-range" not in found) is is_allowed


SUM = " + ".join(["1"] * 15)  # 29 parts


@pytest.mark.parametrize(("most", "found"), [(29, []), (28, ["too-deep"])])
def test_a_definition_is_as_long_as_the_limit_says(
    most: int, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(definitions, "MAX_WRITTEN_OUT", most)
    assert errors(f"let long = {SUM}\n") == found


def test_of_definitions_that_are_too_long_the_first_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of those that use it, nor of what uses these in a wrong way."""
    monkeypatch.setattr(definitions, "MAX_WRITTEN_OUT", 28)
    clauses = f"let long = {SUM}\nlet longer = long + long\nlet longest = longer + 1\n"
    assert errors(clauses) == ["too-deep"]
    assert errors(clauses + "end mover wins when longest\n") == ["too-deep"]
    assert errors(clauses + "end mover wins when longer is empty\n") == ["too-deep"]


def least_limit(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The least limit of this name that lets a condition about the small game pass."""
    game = examine_source(Source("small.gdl", SMALL))[0]
    assert game is not None
    low, high = 1, 250
    while low < high:
        middle = (low + high) // 2
        monkeypatch.setattr(depths, name, middle)
        try:
            condition(game, text)
            high = middle
        except GameError as error:
            assert [d.code for d in error.diagnostics] == ["too-deep"]
            low = middle + 1
    monkeypatch.undo()
    return low


def longer(text: str, than: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """By how many parts a condition is longer than another one, and by how many levels deeper."""
    by = [
        least_limit(limit, text, monkeypatch) - least_limit(limit, than, monkeypatch)
        for limit in ("MAX_WRITTEN_OUT", "MAX_DEPTH")
    ]
    return by[0], by[1]


@pytest.mark.parametrize(
    ("text", "than", "by"),
    [
        ("moves + 1 = 1", "moves = 1", (2, 1)),
        ("moves + 1 + 1 = 1", "moves = 1", (4, 2)),
        ("1 + (1 + moves) = 1", "moves = 1", (4, 2)),
        ("(moves + 1) + (moves + 1) = 1", "moves + moves = 1", (4, 1)),
        ("double(moves) = 1", "moves + moves = 1", (3, 2)),
        ("double(moves + 1) = 1", "double(moves) = 1", (4, 1)),
        ("double(moves + 1 + 1) = 1", "double(moves) = 1", (8, 2)),
        ("double(double(moves)) = 1", "double(moves) = 1", (10, 3)),
        ("not full", "full", (1, 1)),
        ("full and full", "full", (2, 1)),
    ],
)
def test_what_is_given_to_a_definition_counts_as_often_as_it_stands_there(
    text: str, than: str, by: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert longer(text, than, monkeypatch) == by
