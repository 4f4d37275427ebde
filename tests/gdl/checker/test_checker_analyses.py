"""Analyses: what may not be asked where, what is legal without a circle, and warnings."""

import pytest
from checking import SMALL, assert_said, blocks, changed, findings, game_of, marked

from gdl.checker.analyses import terms
from gdl.checker.analyses.terms import MOVER, NOBODY, OTHER, Equal, Fact, Term, is_contradicted
from gdl.loader import examine_source
from gdl.source import Source

# Clauses in the small game, in place of those of the same name.
RIGHT = r"""
action a
  choose s in sites where can_move(mover, put)
  do mood := wild

action act
  choose s in sites
  do mood := wild
settle after put
  if can_move(mover, act) do mood := calm
require full

action act
  choose s in sites
  do mood := wild
settle after act
  if can_move(mover, act) do mood := calm
require after put: full

action act
  choose s in sites
  do random k in {man, king}
     place k of mover on s
settle after put
  random k in {man, king}
require after step: full

action act
  choose s in sites
  do mood := wild
settle after act
  random k in {man, king}
require after step: full
"""

# The same, with the code of what is reported, and the text that is marked.
MISTAKES = r"""
position same: repeated(same) > 1
> no-history {repeated(same)}

action put
  choose s in sites where can_move(mover)
  do mood := wild
> recursive-definition {can_move(mover)}

action put
  choose s in sites where can_move(mover, put)
  do mood := wild
> recursive-definition {can_move(mover, put)}

action put
  choose s in sites where ended
  do mood := wild
> recursive-definition {ended}

action put
  choose s in sites
  do random k in {man, king}
     place k of mover on s
require full
> chance-in-doubt {random k in {man, king}}

action put
  choose s in sites
  do random k in {man, king}
     place k of mover on s
  again may
> chance-in-doubt {random k in {man, king}}

prefer full
action put
  choose s in sites
  do random k in {man, king}
     place k of mover on s
> chance-in-doubt {random k in {man, king}}

setup
  if repeated(same) > 1 do mood := wild
> no-history {repeated(same)}

action a
  choose s in sites where can_move(mover, b)
  do mood := wild
action b
  choose s in sites where can_move(mover, c)
  do mood := wild
action c
  choose s in sites where can_move(mover, a)
  do mood := wild
> recursive-definition {can_move(mover, b)}
> recursive-definition {can_move(mover, c)}
> recursive-definition {can_move(mover, a)}

action put
  choose s in sites
  do mood := wild
     then must push
choice push
  choose s in sites where can_move(mover, put)
  do mood := wild
> recursive-definition {can_move(mover, put)}

position same: cycle(same) > 1
> no-history {cycle(same)}

turn: put or step if repeated(same) = 1
> no-history {repeated(same)}

skip p when ended
> recursive-definition {ended}

end mover wins when can_move(rival(mover)) or ended
> recursive-definition {ended}

action act
  choose s in sites
  do mood := wild
settle after act
  if can_move(mover, act) do mood := calm
require full
> recursive-definition {can_move(mover, act)}

action act
  choose s in sites
  do mood := wild
settle after act
  random k in {man, king}
require after act: full
> chance-in-doubt {random k in {man, king}}

action act
  choose s in sites
  do random k in {man, king}
     then must push
> chance-in-doubt {random k in {man, king}}
"""

# Clauses that nothing is said about.
HARMLESS = r"""
setup
  place man of White on {a1, b1} + {b1}

action act
  choose s in sites
  where size < 6
  do if s is piece do mood := wild
turn: put or step or act

move step by man
  line any up to size - 4: empty, empty

action act
  choose s in sites
  do if s is piece do mood := wild
  notation "put {s}"
turn: put or step or act

action act
  choose p in pieces where p is own
  do mood := wild
hide q in pieces from w where owner(q) != w
turn: put or step or act

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
action act
  choose s in sites
  where count(stock) > 2
  do if s is piece do mood := wild
turn: put or step or act

action act
  choose s in sites where some q in hand(mover): q is king
  do if s is piece do mood := wild
turn: put or step or act

field held of game: piece or none
position same: pieces, mover, held
end draw when repeated(same) > 2
action act
  choose s in sites where held is king
  do if s is piece do held := first(own pieces)
turn: put or step or act
hide q in pieces from w where owner(q) != w

choice pick(p: piece)
  choose s in sites where p is king
  do if s is piece do mood := wild
action act
  choose s in sites
  do then must pick(piece(s))
turn: put or step or act
hide q in pieces from w where owner(q) != w

setup
  place man of White on a1
  place man of Black on {b1, c1}

field seen of piece: bool
position same: pieces, mover, seen
end draw when repeated(same) > 2
action act
  choose p in {q in enemy pieces where q is seen}
  where p is king
  do seen(p) := true
turn: put or step or act
hide q in pieces from w where owner(q) != w and not (q is seen)

action act
  choose p in {q in enemy pieces where phase = late}
  where p is king
  do mood := wild
     phase := main
phase late: act
turn: put or step
hide q in pieces from w where owner(q) != w and phase = main

kinds man, queen
setup
  place queen of White on a1
move step by man
  line any: empty
  finally kind(to) := queen

kinds man, queen
setup
  place queen of White on a1
move step by man
  line any: empty
  finally place queen of mover on from

kinds man, queen
setup
  place queen of White on a1
move step by man
  where no queen of mover
  line any: empty
"""

# Clauses that are doubtful, with what is said.
DOUBTFUL = r"""
option slack = 5 from 5..6
> unused-option {option slack = 5 from 5..6}

let useless = 3
> unused-definition {let useless = 3}

action rest
  do mood := wild
> unused-action {action rest}

choice rest
  do mood := wild
> unused-action {choice rest}

field luck of game: 1..3
> never-read {field luck of game: 1..3}

field luck of game: 1..3
end mover wins when luck = 3
> never-written {field luck of game: 1..3}

field luck of game: 1..3
action act
  choose s in sites
  do if s is piece do luck := 3
turn: put or step or act
> never-read {field luck of game: 1..3}

kinds man, queen
action put
  choose s in sites where s is empty
  do place man of mover on s
     then may push or give(man)
choice give(k: kind)
  do mood := wild
> unused-definition {pool hand of player seen by owner}
> unplaced-kind {queen}

setup
  place man of White on a1
  place man of Black on a1
> setup-conflict {place man of Black on a1}

action act
  choose s in sites
  where 1 < 2
  do if s is piece do mood := wild
turn: put or step or act
> constant-condition {where 1 < 2}

action act
  choose s in sites
  where 2 < 1
  do if s is piece do mood := wild
turn: put or step or act
> impossible-action {where 2 < 1}

action act
  choose s in sites
  where s is empty and 1 < 2
  do if s is piece do mood := wild
turn: put or step or act
> constant-condition {1 < 2}

action act
  choose s in sites
  where s is empty and 2 < 1
  do if s is piece do mood := wild
turn: put or step or act
> impossible-action {2 < 1}

action act
  choose s in {}
  do if s is piece do mood := wild
turn: put or step or act
> impossible-action {choose s in {}}

move step by man
  line {}: empty
> impossible-action {line {}: empty}

move step by man
  line any up to 1: empty, empty
> impossible-action {line any up to 1: empty, empty}

end
  mover wins when 1 < 2
  draw when full
> unreachable-clause {draw when full}

end
  mover wins when 2 < 1
  draw when full
> constant-condition {mover wins when 2 < 1}

end mover wins when 1 < 2
> constant-condition {end mover wins when 1 < 2}

action act
  choose s in sites
  do if s is piece do mood := wild
  notation "put"
turn: put or step or act
> ambiguous-notation {"put"}

move step by man
  line any: empty
  again may
  notation "{from}-{to}"
> ambiguous-notation {"{from}-{to}"}

move step by man
  line any: empty
move jump by man
  line any: empty
turn: put or step or jump
> ambiguous-notation {move jump by man}

action act
  choose s in sites
  do if s is piece do mood := wild
  notation "x"
action pat
  choose s in sites
  do if s is piece do mood := wild
  notation "x"
turn: put or step or act or pat
> ambiguous-notation {"x"}
> ambiguous-notation {action pat}
> ambiguous-notation {"x"}

move step by man
  line any: empty*, enemy as t
  do move t to box
> bad-binding {t}

move step by man
  line any: empty*, enemy as t
  do owner(t) := mover
> bad-binding {t}

let far = all s in sites:
  s is empty
  or s is own
end mover wins when some s in sites: s is empty
  or full
> unused-definition {let far = all s in sites:}

action act
  choose p in pieces where p is king
  do mood := wild
hide q in pieces from w where owner(q) != w
turn: put or step or act
> secret-told {king}

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
action act
  choose s in sites
  where first(stock) is king
  do if s is piece do mood := wild
turn: put or step or act
> secret-told {king}

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
turn: put or step if first(stock) is king
> secret-told {king}

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
require first(stock) is king
> secret-told {king}

action act
  choose p in enemy pieces
  where level(p) > 1
  do mood := wild
hide q in pieces from w where owner(q) != w
turn: put or step or act
> never-written {field level of piece: 1..3 = 1}
> secret-told {level(p)}

action act
  choose s in sites where some q in hand(rival(mover)): q is king
  do if s is piece do mood := wild
turn: put or step or act
> secret-told {king}

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
prefer first(stock) is king
> secret-told {king}

pool stock of game seen by nobody
settle
  if turn > 9 do place king in stock
action act
  choose s in sites where owner(first(stock)) = mover
  do if s is piece do mood := wild
turn: put or step or act
> secret-told {owner(first(stock))}

move step by man
  line any: empty
  notation "{piece}"
> ambiguous-notation {"{piece}"}

move step by man
  line any: empty
  notation "{to}"
> ambiguous-notation {"{to}"}

action act
  choose s in sites where s is marked
  do if s is piece do mood := wild
turn: put or step or act
hide s in sites from w where s is marked
> never-written {field marked of site: bool}

let is_hidden(p: piece) = p is king
action act
  choose p in enemy pieces where is_hidden(p) or not is_hidden(p)
  do mood := wild
turn: put or step or act
hide q in pieces from w where owner(q) != w
> secret-told {king}
"""


@pytest.mark.parametrize("clauses", RIGHT.strip("\n").split("\n\n"))
def test_a_question_is_right(clauses: str) -> None:
    assert marked(d for d in findings(clauses) if d.is_error) == []


@pytest.mark.parametrize(("clauses", "wrong"), blocks(MISTAKES))
def test_a_mistake_is_reported_at_its_place(clauses: str, wrong: list[str]) -> None:
    found = findings(clauses)
    assert marked(d for d in found if d.is_error) == wrong
    assert_said("analyses", clauses, found)


def new_findings(clauses: str) -> list[str]:
    """What is reported that the small game alone does not give rise to."""
    known, found = marked(findings("")), findings(clauses)
    assert_said("analyses", clauses, found)
    return [text for text in marked(found) if text not in known]


@pytest.mark.parametrize("clauses", HARMLESS.strip("\n").split("\n\n"))
def test_nothing_is_said_of_what_is_harmless(clauses: str) -> None:
    assert new_findings(clauses) == []


@pytest.mark.parametrize(("clauses", "said"), blocks(DOUBTFUL))
def test_what_is_doubtful_gives_a_warning(clauses: str, said: list[str]) -> None:
    assert new_findings(clauses) == said


def test_a_game_that_only_its_limit_ends_has_no_winner() -> None:
    endless = SMALL.replace("end mover wins when full\n", "")
    assert "no-end {turn: put or step}" in marked(examine_source(Source("small.gdl", endless))[1])
    for way_out in (
        "turn: put or step else lose",
        "limit 9 moves: White wins",
        "settle\n  if full do end draw",
    ):
        text = changed(way_out).replace("end mover wins when full\n", "")
        assert "no-end" not in {d.code for d in examine_source(Source("small.gdl", text))[1]}


def private(clauses: str) -> set[str]:
    """The actions whose being possible some player may not know."""
    return {a.name for a in game_of(clauses).actions if a.is_private}


def test_an_action_is_private_if_it_reads_what_only_its_player_sees() -> None:
    reads = "action act\n  choose s in sites where some q in hand(mover): q is king\n  do mood := wild\n"
    assert private(reads + "turn: put or step or act") == {"act"}
    assert private(reads + "turn: put or step or act\npool hand of player seen by all") == set()


def test_an_action_is_private_if_one_that_it_must_demand_is() -> None:
    demands = """
choice pick
  choose k in kinds of hand(mover)
  do mood := wild
action act
  choose s in sites
  do then must pick
action ask
  choose s in sites
  do then may pick
turn: put or step or act or ask
"""
    assert private(demands) == {"act", "pick"}


def test_an_action_is_private_if_what_it_is_judged_by_is() -> None:
    assert private("require after step: some q in hand(mover): q is king") == {"step"}


def test_what_takes_too_long_to_follow_counts_as_private_and_gives_no_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each use of a definition is a step that is followed."""
    reads = """
let one(s: site) = s is marked
let two(s: site) = one(s)
let three(s: site) = two(s)
action act
  choose s in sites where three(s)
  do if s is piece do mood := wild
turn: put or step or act
hide q in pieces from w where owner(q) != w
"""
    told = reads.replace("s is marked", "s is king")
    for most, is_private in ((11, True), (12, False)):
        monkeypatch.setattr(terms, "MAX_FOLLOWED", most)
        assert private(reads) == ({"act"} if is_private else set())
    for most, warnings in ((2, 0), (3, 1)):
        monkeypatch.setattr(terms, "MAX_FOLLOWED", most)
        assert [d.code for d in findings(told)].count("secret-told") == warnings


def test_what_a_phase_hides_is_no_secret_in_another() -> None:
    clauses = """
action act
  choose p in pieces where p is king
  do mood := wild
turn: put or step
phase late: act
hide q in pieces from w where owner(q) != w and phase = PHASE
"""
    assert private(clauses.replace("PHASE", "late")) == {"act"}
    assert private(clauses.replace("PHASE", "main")) == set()


def equal(a: Term, b: Term, truth: bool = True) -> Fact:
    return Equal.of(a, b), truth


KIND, OWNER, SITE_1, SITE_2 = ("kind",), ("owner",), ("const", 1), ("const", 2)


@pytest.mark.parametrize(
    ("needed", "known", "is_wrong"),
    [
        (equal(KIND, SITE_1), [], False),
        (equal(KIND, SITE_1), [equal(KIND, SITE_1)], False),
        (equal(KIND, SITE_1), [equal(SITE_2, KIND)], True),
        (equal(KIND, SITE_1), [equal(OWNER, SITE_2)], False),
        (equal(KIND, SITE_1), [equal(KIND, SITE_1, False)], True),
        (equal(KIND, SITE_1, False), [equal(KIND, SITE_1)], True),
        (equal(KIND, SITE_1, False), [equal(KIND, SITE_2)], False),
        (equal(OWNER, OTHER), [equal(OWNER, MOVER)], True),
        (equal(OWNER, MOVER), [equal(OWNER, NOBODY)], True),
        (equal(OWNER, MOVER), [equal(OWNER, ("local", 3))], False),
        ((KIND, True), [(KIND, False)], True),
        ((KIND, True), [(KIND, True)], False),
    ],
)
def test_a_fact_is_contradicted_by_its_opposite_or_another_value(
    needed: Fact, known: list[Fact], is_wrong: bool
) -> None:
    assert is_contradicted(needed, frozenset(known)) is is_wrong
