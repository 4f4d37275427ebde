"""Expressions: the types of all forms, spellings that mean the same, and mistakes with their places."""

import pytest
from checking import expression, marked, rows

from gdl.core import model
from gdl.core.visit import same

# What is written, and its type.
TYPES = r"""
1 > number
1.5 > number
"text" > text
"{best} is best" > text
none > none
size > number
style > word of fast, slow
White > player
mover > player
players > set of players
man > kind
kinds > set of kinds
a1 > site
sites > set of sites
north > direction
orthogonal > set of directions
forward > set of directions
forward(Black) > set of directions
best > number
double(2) > number
mood > word of calm, wild
last > site or none
box > set of pieces
hand(mover) > set of pieces
level(a1) > number
level of piece(a1) > number
marked of a1 > bool
score of mover > number
worth(man) > number
worth(a1) > number
made(man) > word of wood, stone
turn_to(a1) > direction or none
walls(a1, north) > bool
turns(man) > set of numbers
reach(a1) > set of sites
pieces of White > set of pieces
own pieces > set of pieces
enemy king > set of pieces
king of Black > set of pieces
count(pieces) > number
sum(worth(p) for p in pieces) > number
first(pieces) > piece or none
kinds(pieces) > set of kinds
file(a1) > number
file(1) > set of sites
phase > word of main, late
repeated(same) > number
can_move(mover, put, step) > bool
a1 is own | enemy king > bool
some s in sites: s is empty > bool
no own pieces > bool
some line any from a1: empty > bool
(walk any up to 2 from a1: empty+) > set of sites
{sites where it is empty} > set of sites
{file(s) for s in sites where s is own} > set of numbers
{neighbours(s) for s in sites} > set of sites
{1, 2} > set of numbers
{none, a1} > set of sites
{} > set
{} + {1} > set
1..3 > set of numbers
-1 > number
7 div 2 > number
sites - a1 > set of sites
1 >= 2 > bool
a1 = piece(a1) > bool
style = slow > bool
a1 not in sites > bool
full implies true > bool
1 if full else 2 > number
a1 if full else none > site or none
first(pieces) if full else none > piece or none
reached from a1 by steps_of while empty > set of sites
reached from a1 by neighbours(it) while empty > set of sites
reached from a1 by ({north} if file(it) = 1 else {east}) while empty > set of sites
{1, 2} + {none} > set of numbers
{none} + sites > set of sites
none = mood > bool
pieces = sites > bool
last in sites > bool
some k in kinds: some k of White > bool
{k of White for k in kinds} > set of pieces
a1 is any > bool
north is any > bool
some leap 1, 2 from a1: any as x > bool
"""

# Two spellings of one thing.
SAME = r"""
king of Black == {pieces where owner(it) = Black and kind(it) = king}
pieces of White == {pieces where owner(it) = White}
a1 is man == kind(a1) = man
a1 is White == owner(a1) = White
a1 is none == a1 is empty
a1 is piece == a1 is occupied
a1 is own man == a1 is own and kind(a1) = man
a1 is not man == not (a1 is man)
a1 is man | king == a1 is man or a1 is king
a1 is crowded == crowded(a1)
a1 is beside(b1) == beside(a1, b1)
a1 is edge == a1 in edge
first(pieces) is kinds(pieces) == kind(first(pieces)) in kinds(pieces)
last is none == last = none
last is a1 == last = a1
mood is calm == mood = calm
full is true == full = true
a1 != b1 == not (a1 = b1)
3 > 2 == 2 < 3
3 >= 2 == 2 <= 3
full implies true == not full or true
-best == 0 - best
a1 not in sites == not (a1 in sites)
no s in sites: s is empty == not (some s in sites: s is empty)
no line any from a1: empty == not (some line any from a1: empty)
some pieces == 0 < count(pieces)
no pieces == count(pieces) = 0
level of a1 == level(piece(a1))
worth(a1) == worth(kind(a1))
a1 in pieces == piece(a1) in pieces
piece(a1) in sites == site(piece(a1)) in sites
kinds(pieces) == {kind(it) for it in pieces}
sites - a1 == sites - {a1}
a1 in a1 == a1 in {a1}
guards(a1, b1) == guards(piece(a1), piece(b1))
a1 is any == true
mover is any == true
"""

# What is written, the code of what is reported, and the text that is marked.
MISTAKES = r"""
fulll > unknown-name {fulll}
hand > unknown-name {hand}
level > unknown-name {level}
worth > unknown-name {worth}
marked > unknown-name {marked}
neighbours > wrong-arguments {neighbours}
piece_ > unknown-name {piece_}
z9 > unknown-name {z9}
a9 > unknown-name {a9}
northeast + 1 > type-mismatch {northeast}
up_ > unknown-name {up_}
forth > unknown-name {forth}
knigt > unknown-name {knigt}
White(1) > unknown-name {White}
best(1) > wrong-arguments {best}
double > wrong-arguments {double}
double(1, 2) > wrong-arguments {double}
double(north) > type-mismatch {north}
mood(a1) > unknown-name {mood}
box(mover) > unknown-name {box}
score(a1, b1) > wrong-arguments {score(a1, b1)}
score(north) > type-mismatch {north}
hand(mover, mover) > wrong-arguments {hand(mover, mover)}
hand(north) > type-mismatch {north}
pieces(mover, mover) > wrong-arguments {pieces(mover, mover)}
man(mover, mover) > wrong-arguments {man(mover, mover)}
turns(a1, b1) > wrong-arguments {turns(a1, b1)}
turning(a1) > unknown-name {turning}
worth(man, north) > wrong-arguments {worth(man, north)}
walls(man) > wrong-arguments {walls(man)}
walls(man, 1) > type-mismatch {1}
walls(man, 1, 2) > wrong-arguments {walls(man, 1, 2)}
worth(mover) > type-mismatch {mover}
worth(pieces) > type-mismatch {pieces}
own queen > unknown-piece {queen}
own knigt > unknown-piece {knigt}
own mann > unknown-piece {mann}
can_move(mover, punch) > unknown-action {punch}
can_move(mover, 1 + 1) > unknown-action {1 + 1}
can_move(mover, give) > wrong-arguments {give}
repeated(sama) > unknown-name {sama}
repeated(1 + 1) > unknown-name {1 + 1}
kind(pieces) > type-mismatch {kind(pieces)}
distance(a1) > wrong-arguments {distance(a1)}
distance(a1, north) > type-mismatch {distance(a1, north)}
rival > wrong-arguments {rival}
count(1, 2) > wrong-arguments {count(1, 2)}
a1 is frozen > unknown-name {frozen}
a1 is mann > unknown-piece {mann}
a1 is rank > type-mismatch {rank}
a1 is worth > type-mismatch {worth}
mover is own > type-mismatch {own}
mover is crowded > type-mismatch {mover}
mover is empty > type-mismatch {empty}
mover is level > type-mismatch {level}
north is beside(a1) > type-mismatch {beside(a1)}
1 is [it = 0] > type-mismatch {[it = 0]}
mood is man > type-mismatch {man}
mood is fast > type-mismatch {fast}
a1 is double > type-mismatch {a1}
a1 is own mann > unknown-piece {mann}
1 + north > type-mismatch {north}
pieces + 1 > type-mismatch {pieces}
pieces - sites > type-mismatch {sites}
north - 1 > type-mismatch {north}
1..200000 > bad-range {1..200000}
4611686018427387903 + 1 > bad-range {4611686018427387903 + 1}
1 and 2 > type-mismatch {1}
pieces and full > type-mismatch {pieces}
count(pieces) and full > type-mismatch {count(pieces)}
north in sites > type-mismatch {north in sites}
1 in sites > type-mismatch {1 in sites}
a1 = north > type-mismatch {a1 = north}
a1 = empty > wrong-arguments {empty}
pieces = 1 > type-mismatch {pieces = 1}
1 if full else north > type-mismatch {1 if full else north}
1 if 1 else 2 > type-mismatch {1}
{1, north} > type-mismatch {north}
some s in 3: s is empty > type-mismatch {empty}
some s in sites: 1 > type-mismatch {1}
reached from north while empty > type-mismatch {north}
reached from a1 by 3 while empty > type-mismatch {3}
reached from a1 by neighbours(a1) while empty > type-mismatch {neighbours(a1)}
reached from a1 by file(it) while empty > type-mismatch {file(it)}
reached from a1 by double while empty > wrong-arguments {double}
"{best" > bad-notation {"{best"}
"{bst}" > unknown-name {bst}
some line up from a1: empty > unknown-name {up}
some line nort from a1: empty > unknown-direction {nort}
some line any from north: empty > type-mismatch {north}
some line any from a1: empty* > bad-path {line any from a1: empty*}
some line any from a1: (empty*)* > bad-path {line any from a1: (empty*)*}, bad-path {(empty*)*}
some line any from a1: empty{2..1} > bad-path {empty{2..1}}
some line any from a1: empty{moves} > not-static {moves}
some line any from a1: empty{0..2000} > bad-path {line any from a1: empty{0..2000}}, bad-range {2000}
some leap 0, 0 from a1: any > bad-path {leap 0, 0 from a1: any}
some walk any from a1: empty > bad-path {walk any from a1: empty}
some walk any up to 3 from a1: empty as x, empty > bad-binding {x}
some line any up to 2 up to 3 from a1: empty > bad-path {line any up to 2 up to 3 from a1: empty}
some line any up to north from a1: empty > type-mismatch {north}
- north > type-mismatch {north}
not 1 > type-mismatch {1}
sum(north for s in sites) > type-mismatch {north}
kinds(1) > type-mismatch {kinds(1)}
min(north, 1) > type-mismatch {min(north, 1)}
phase = early > unknown-name {early}
guards(a1) > wrong-arguments {guards}
guards(a1, north) > type-mismatch {north}
material(a1) > type-mismatch {a1}
reached from a1 by crowded while empty > type-mismatch {crowded}
reached from a1 by material while empty > wrong-arguments {material}
a1 in kinds > type-mismatch {a1 in kinds}
sum(pieces) > type-mismatch {sum(pieces)}
file(north) > type-mismatch {file(north)}
"a {1 + } b" > syntax {+}
some k in kinds: some k(White, Black) > unknown-name {k}
"""


@pytest.mark.parametrize(("text", "kind"), rows(TYPES, " > "))
def test_an_expression_has_its_type(text: str, kind: str) -> None:
    made, found = expression(text)
    assert found == ()
    assert str(made.type) == kind


@pytest.mark.parametrize(("text", "other"), rows(SAME, " == "))
def test_two_spellings_mean_the_same(text: str, other: str) -> None:
    (one, found), (two, also) = expression(text), expression(other)
    assert found == also == ()
    assert same(one, two)


@pytest.mark.parametrize(("text", "wrong"), rows(MISTAKES, " > "))
def test_a_mistake_is_reported_at_its_place(text: str, wrong: str) -> None:
    _, found = expression(text)
    assert ", ".join(marked(found)) == wrong


def test_a_mistake_has_the_type_any_so_that_nothing_more_is_said_of_it() -> None:
    made, found = expression("(knigt + 1) * 2 = 4 and knigt is empty")
    assert [d.code for d in found] == ["unknown-name"]
    assert made.type.base == "bool"


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("fulll", "did you mean `full`?"),
        ("own queen", "the kinds are man, king"),
        (
            "walls(man)",
            "it is asked as in `walls(k, north)`",
        ),
        ("hand", "say it in parentheses, such as `hand(mover)`"),
        ("pieces and full", "whether there are any is `some pieces`, and whether there are none `no pieces`"),
        ("pieces = 1", "how many there are is `count(pieces)`"),
    ],
)
def test_help_shows_the_way_out(text: str, help: str) -> None:
    assert expression(text)[1][0].help == help


def test_a_local_name_hides_all_others() -> None:
    made, found = expression("some best in sites: best is empty")
    assert found == ()
    assert isinstance(made, model.Quantified)
    assert isinstance(made.body, model.Builtin)
    assert isinstance(made.body.arguments[0], model.Local)


def test_a_word_means_what_the_place_wants() -> None:
    made, _ = expression("mood = calm")
    assert isinstance(made, model.Compare)
    assert isinstance(made.right, model.Const)
    assert made.right.value == 0


def test_an_option_varies_and_a_constant_does_not() -> None:
    assert isinstance(size := expression("size")[0], model.Const)
    assert (size.value, size.varies) == (5, True)
    assert isinstance(best := expression("best")[0], model.Const)
    assert (best.value, best.varies) == (3, False)


def test_what_a_turned_piece_shows_is_turned_with_it() -> None:
    asked, _ = expression("walls(a1, north)")
    assert isinstance(asked, model.Attribute)
    assert isinstance(asked.index, model.Builtin)
    assert asked.index.name == "turned"
    shown, _ = expression("turn_to(a1)")
    assert isinstance(shown, model.Builtin)
    assert shown.name == "turned"
    plain, _ = expression("walls(man, north)")
    assert isinstance(plain, model.Attribute)
    assert isinstance(plain.index, model.Const)
