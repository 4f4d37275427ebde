"""What is said of names that mean nothing, of values of the wrong type, and of boards that cannot be: word for word in `said/`."""

import pytest
from checking import assert_said, expression, findings, said

from gdl.loader import examine_source
from gdl.source import Source

# Expressions about the small game.
EXPRESSIONS = r"""
current = White
Next = White
Null = a1
trues
falsee and full
knigt = man or knigt = king
{sites where q is empty}
{sites where sq is empty}
{sites where foo is empty}
{pieces where level > 1}
material(Whit)
material(Foo)
material(mood)
owner(a1) = Blak
worth(kng)
worth(best_)
worth(double_)
score
a1 is own or empty
a1 is not own or empty
a1 is own and empty
rank
kind
site
player
rival + 1
A1
A1 is empty
Z9
aa9
a1n
b2nw
a123
abc1
nn
yes
No
on
off
up
any
way1
back12
way1234
white
hand is empty
connected(a1, b1)
adjacent(a1, b1)
length(pieces)
contains(sites, a1)
doubl(3)
doubl(3) + doubl(4)
doubl(3, 4)
matrial of White
kng of White
kng(White)
foo of White
foo(White)
foo
some k in kinds: k(White)
some k in kinds: some k of White
some s in sites: s of White
some s in sites: s(White)
some p in pieces: p of White
forward(White, Black)
forward of White
forward
box of mover
box(mover)
mood of mover
turns
pieces(White, Black)
man(White, Black)
man of White
hand
hand of man
hand()
hand(mover, mover, mover)
mover()
full()
sites()
count(man)
first(man)
last(king)
nth(man, 1)
some m in man: m is own
{man where it is own}
{m in man where m is own}
{level(m) for m in man}
all m in king: full
count(m in man where m is own)
some man
no man
neighbours(mover)
distance(mover, a1)
neighbours("a1")
distance("a1", b1)
material("White")
double("1")
double(full)
double({1, 2})
double(pieces)
double("1") + double({"1"})
material(players)
material({White, Black})
piece(mover)
piece(players)
crowded(mover)
crowded(sites)
some p in players: material(a1) > 1
mood = quick
mood = clam
style = wild
mood = 1
1 = mood
mood in {fast}
mood is wilde
1 + full
1 + mover
full + full
full = 1
full > true
mood > calm
man > king
a1 < b1
north < south
"a" = 1
"a" < "b"
-full
-sites
not pieces
not a1
1 or full
full or 1
full implies 1
1 implies full
White
a1 if 1 else b1
a1 if full else 1
pieces if full else sites
{1, a1}
{a1, 1, north}
{a1, {b1}}
pieces in pieces
a1 in a1
1 in 1
man in a1
sites in a1
level(man)
level(White)
marked(man)
marked(White)
score(man)
score(a1)
worth(White)
worth(1)
worth(pieces, man)
made(man, king)
walls(man, sites)
walls(north, man)
turn_to(1)
reach(man)
reach(north)
1 is own
White is own
man is own
a1 is ally
a1 is enemy king
a1 is own level
a1 is [it is empty]
a1 is north
a1 is White
man is king
mood is calm | wild
mood is calm | fast
a1 is not knigt
a1 is own | knigt
a1 is worth | own
some line north from a1: empty{2..1}
some line north from a1: empty{1..2000}
some line north from a1: empty{-1}
some line north from a1: empty{full}
some line north from a1: empty{knigt}
some line north up to full from a1: empty
some line north up to 0 from a1: empty
some line north up to 2000 from a1: empty
some line north length 0 from a1: empty
some line north length 3..2 from a1: empty
some line sites from a1: empty
some line {north, a1} from a1: empty
some line 1 from a1: empty
some line any from 1: empty
some line any from pieces: empty
some line any from mover: empty
some line any: empty
some line any from a1: empty as best
some line any from a1: empty as x, enemy as x
some line any from a1: (empty as x)*
some line any from a1: empty as to, enemy
some leap 1, 200 from a1: any
some leap north 1, east 2 from a1: any
some leap forward 1 from a1: any
some leap forward 1, nort 2 from a1: any
some walk any up to 1 from a1: empty
some walk any up to 100 from a1: empty
some walk any up to full from a1: empty
reached from a1 by north while empty
reached from a1 by pieces while empty
reached from a1 while full
reached from pieces while own
reached from 1 while own
reached from {a1, 1} while own
reached from a1 by steps while own
reached from a1 by double(1) while own
can_move
can_move()
can_move(mover)
can_move(put)
can_move(mover, mover)
can_move(mover, put, put)
can_move(1, put)
repeated()
repeated
repeated(same, same)
repeated(mood)
sum(1)
sum(s for s in sites)
sum({full})
min()
min({})
min(sites)
min(1)
max(1, a1)
min(1, 2, 3)
abs(full)
abs()
count()
count(1)
count(none)
first(1)
nth(sites)
nth(sites, a1)
nth(1, sites)
random(1)
size(sites)
distance()
distance(a1, b1, c1)
distance(none, a1)
beside(a1)
beside(a1, 1)
file(full)
rank(1)
rank(sites)
owner()
owner(pieces)
owner(man)
kind(mover)
kind(man)
site(man)
site(pieces)
piece(man)
rival()
rival(a1)
rival(mover, mover)
after(1)
phase
phase = maine
phase = 1
phase(1)
border(a1, north)
borders
cells
nodes
node(a1)
borders(a1)
corners(1)
sides
"{level(a1)}"
"{pieces}"
1/0
1 div 0
1 mod full
1.5 div 2
2..full
full..2
3..1
1..1.5
knigt..3
9223372036854775808
4611686018427387904
own own
own sites
ally pieces
king of knigt
king of man
king of 1
pieces of man
pieces of pieces
White of king
level of hand
level of box
sum(distance(s, t) for s in corners, t in sites where t is piece)
{distance(s, t) for s in corners, t in corners, u in corners where u = t}
{distance(s, t) for s in corners, t in corners}
count({t for s in corners, t in neighbours(s)})
{s for s in corners where s is empty, t in sites}
{1, 2 for s in corners}
borders = 1
nodes = 1
border(a1, north) = 1
cells(a1) = 1
count(nodes) + sites
level of best
worth of full
"""


@pytest.mark.parametrize("text", EXPRESSIONS.strip().splitlines())
def test_an_expression_is_judged_word_for_word(text: str) -> None:
    made, found = expression(text)
    assert_said("help_expressions", text, found, made)


# Clauses in the small game, in place of those of the same name.
CLAUSES = r"""
field a of game: 0..best

field a of game: 0..beste

let a = b
let b = a

let a = b
let b = c
let c = a

let a = 1 + knigt
let b = a + 1

let f(x: number) = f(x - 1)

let same_ = same

relation near(a: piece) = a is own

relation near(a: number, b: piece) = b is own

relation near(a: piece, b: piece) = distance(a, b)

relation near(a: site, b: piece) = distance(a, b) = 1

let f(x: integer) = x

let f(x: Kind) = x

let f(x: tile) = x

let f(x: knd) = x

let f(x: zzz) = x

field a of game: int

field a of piece, piece: bool

field a of game, site: bool

field a of site, site, site: bool

field a of word: bool

field a of kindd: bool

field a of 3..1: bool

field a of 1..size: bool

field a of 1..moves: bool

field a of 1..200000: bool

field a of site, 1..2000: bool

field a of piece, 1..2000: bool

field a of piece, site: bool

field a of bool, kind: 0..3

field a of direction: north, south

field a of game: 0..3 = 7

field a of game: 3..0

field a of game: 0..1.5

field a of game: 0..moves

field a of game: bool = 1

field a of game: calm, calm

field a of game: calm, fast = slow

field a of game: site = a1

field a of game: kind = man

field a of game: player

field a of game: set

field mood of site: bool

field worth of piece: bool

field man of game: bool

field forward of game: bool

field turning of piece: turns of diagonal
field turner of piece: turns of orthogonal

field and of game: bool

pool hand of site

pool hand of piece

pool stock of game seen by owner

pool stock of game seen by everybody

pool bag of player seen by White

pool man of game

players White

players White, White

players White facing up, Black

players White facing north, Black

players White, Black

players 2..3 from White, Black

players 1..2 from White, Black, Red

players White, Black
teams {White, Black}

teams {White}, {White, Black}

teams {White, Red}, {Blak}

teams {White}

players White facing nort, Black

players White facing sideways, Black

players 2..3 from White, Black, Red

players 2, 3 from White, Black, Red

players 0..1 from White, Black

players 3..2 from White, Black, Red

players A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q

board square 5 x 5 with corners

board square 5 x 5 wrapping rows

board square 5 x 5 wrapping files, ranks

board hex side 3 wrapping files

board hex side 61

board hex side 0

board hex side 3 axes east, west

board hex side 3 axes north, eastt

board square 3 x 3 axes east, north

board square moves x 3

board square 1.5 x 3

board square 3 x 3 where moves = 1

board square 3 x 3 where file(it) = 9

board square 3 x 3 where it

board square 1000 x 1000

board hexx 3 x 3

board square side 3

board graph a-b, b-b

board graph a-b, b-north

board graph a-b-c b-c-d

board graph p1-p1

board graph a-b, c at 1, 1

board graph abc-abd, abx at 1, 1

board graph alpha-beta, gamma at 1, 1

board graph a1..c3-d1

kinds man, man

kinds man, White

kinds man, a1

kinds worth made
  man 1 wood
  king 4

kinds worth
  man 1
  king four

kinds worth
  man 1
    king 4

kinds worth worth
  man 1 1

kinds worth
  great man 4

kinds each colour in {red, blue}, n in {1..2}
kinds worth
  man 1

kinds each n in {1..3} where n > 4

kinds each n in {1..3} where m > 4

position same: pieces, movers

position same within 0: pieces

position same within moves: pieces

claim "it ends": always 1

claim "it ends": never draw

claim "it ends": never knigt wins

claim "it ends": value with size = 7: White wins

claim "it ends": value with sizes = 5: White wins

claim "it ends": value with zzz = 5: White wins

claim "it ends": value with style = quick: White wins

claim "it ends": value with style = slow: White wins

claim "it ends": value with style = 1: White wins

claim "it ends": value with size = moves: White wins

claim "it ends": value with size = 5, size = 6: White wins

claim "it ends": value with size = knigt: White wins

hide k in pieces from p where 1

hide k in man from p where owner(k) != p

hide knd of k in pieces from p where owner(k) != p

hide level of s in sites from p where s is empty

hide site of s in sites from p where s is empty

hide k in 3 from p where full

hide k in pieces from k where full

hide kind, kind of k in pieces from p where full

looks
  man "MMMMMM"

looks
  man of Red "M"

looks
  board "lins"

looks
  pieces "disc"

looks
  man "M" bleu

looks
  man "M" ultraviolett

looks
  knigt "N"

looks
  crowd "N"

looks
  double "N"

looks
  man "M"
  man "N"

looks
  board "lines"
  board "chequered"

notation san: man "K"

notation "{piece}{to}": man "K"

notation san: man "", king "K"

notation san: man "M", king "M"

notation san: mann "M"

notation san: man "M", man "N"

notation san: man "MM"

notation san: man "a"

notation san: man "x"

notation coordinates: man "M"

notation sgf

notation sann

notation "{piece}{too}"

notation "{piece}"

notation "{ piece }{ to }"

notation san
notation coordinates

turn: put or stepp

turn: put or zzz

turn: put or push

turn: put if 1

turn: put else win

turn: put else lose if 1

turn: put or put

turn: give

phase late: put
turn: put or step if phase = lat

phase size: put

skip White when 1

skip Red when full

skip mover when full

limit 0 moves: draw

limit moves moves: draw

limit 10 moves: knigt wins

limit 10 moves: draw
limit 11 moves: draw

end mover wins when 1

end knigt wins when full

end man wins when full

end 1 wins when full

setup
  place man of White on a1
  place king of Black on a1

setup
  place man of White on sites
  place king of Black on a1

setup
  for s in sites where file(s) = 1 do place man of White on s
  place king on a3

setup
  place man of White on a1
  move a1 to b1
  place king of Black on a1

setup
  place man of White on a1
  remove a1
  place king of Black on a1

setup
  if size = 5 do place man of White on a1
  place king of Black on a1

setup
  if size = 6 do place man of White on a1
  place king of Black on a1

setup
  let s = a1
  place man of White on s
  place king of Black on {a1, b1}

setup
  random s in sites
  place man of White on s
  place king of Black on a1

setup
  place knigt of White on a1

setup
  place man of Red on a1

setup
  place man of White on z9

setup
  place man in box times knigt

setup
  place man in box times full

setup
  place man in box times moves

setup
  place man in boxx

setup
  place man in hand

setup
  place man on box

setup
  place man on hand(White)

setup
  place man of White in hand(Black)

setup
  mood := 1

setup
  moods := calm

setup
  score(White) := 30

setup
  level(a1) := 4

setup
  size := 5

setup
  best := 5

setup
  man := king

setup
  worth(man) := 3

setup
  then may push

require 1

require after punch: full

require after push: full

prefer 1

prefer most full

prefer most knigt

settle
  if 1 do mood := wild

settle after punch
  mood := wild

settle
  then may push

effect gain(n: number)
  score(mover) := score(mover) + n
effect gain(n: number)
  mood := wild

effect gain(n: number)
  gain(n)

effect gain(n: number)
  score(mover) := n
setup
  gain(full)

effect gain(n: number)
  score(mover) := n
setup
  gain()

setup
  gains(3)

choice give(k: kind)
  do place k of mover in hand(mover)
action put
  choose s in sites
  do then must give

choice give(k: kind)
  do place k of mover in hand(mover)
action put
  choose s in sites
  do then must give(1)

action put
  choose s in sites
  do then must gve(man)

action put
  choose s in sites
  do then must zzz

action put
  choose s in sites
  do then must step

action put
  choose s in {}
  do mood := wild

action put
  choose s in moves
  do mood := wild

action put
  choose s in sites
  choose s in kinds
  do mood := wild

action put
  do mood := wild

action put
  choose s in sites

action put
  choose s in sites
  do mood := wild
  again may up to full

action put
  choose s in sites
  do mood := wild
  again may up to 0

action put
  choose s in sites
  do mood := wild
  again may up to knigt

action put
  choose s in sites
  do mood := wild
  again may where 1

action put
  choose s in sites
  where 1
  do mood := wild

action put
  choose s in sites
  do mood := wild
  notation "{t}"

action put
  choose s in sites
  do mood := wild
  means "{t}"

action put
  choose s in sites
  do mood := wild
action put
  choose s in sites
  do mood := calm

move step by knigt
  line any: empty

move step by man
  line any: empty as best, enemy

move step by man
  along walls

move step by man
  along knigt

move step by man
  line any: empty
  where to is knigt

move step by man
  line any: empty
  do remove piece

move step by man
  line any from a1: empty

move step by man
  line any: empty
  line any: empty

action put
  choose s in sites
  do place man of mover on s
     place king of mover on s

action put
  choose s in sites
  do remove s; move s to a1

action put
  choose s in sites
  do move s to north

action put
  choose s in sites
  do move s to hand

action put
  choose s in sites
  do move north to s

action put
  choose s in sites
  do move pieces to s

action put
  choose s in sites
  do remove north

action put
  choose s in sites
  do remove mover

action put
  choose s in sites
  do swap s with north

action put
  choose s in sites
  do phase := lat

action put
  choose s in sites
  do phase := 1

action put
  choose s in sites
  do score(mover) := full

action put
  choose s in sites
  do score := 1

action put
  choose s in sites
  do score(a1) := 1

action put
  choose s in sites
  do kind(s) := north

action put
  choose s in sites
  do owner(s) := man

action put
  choose s in sites
  do site(s) := a1

action put
  choose s in sites
  do mover := White

action put
  choose s in sites
  do let x = knigt
     let y = x + 1
     score(mover) := y

action put
  choose s in sites
  do let best = 3

action put
  choose s in sites
  do random n in 3
     mood := wild

action put
  choose s in sites
  do random n in {}
     mood := wild

action put
  choose s in sites
  do for t in man do remove t

action put
  choose s in sites
  do for t in 3 do remove s

action put
  choose s in sites
  do for t in sites where 1 do remove t

action put
  choose s in sites
  do if s do remove s

action put
  choose ss: 2..3 of sites
  choose n in 1..100000
  do mood := wild

action put
  choose ss: 2..3 of sites where count(ss) > 2
  choose n in 1..1000000
  do mood := wild

action put
  choose ss: 0..25 of sites
  do mood := wild

action put
  choose ss: 30 of sites
  do mood := wild

action put
  choose ss: 3..2 of sites
  do mood := wild

action put
  choose ss: 2 of neighbours(a1)
  choose s in ss
  do mood := wild

action put
  choose n in 1..10001
  choose m in 1..10000
  where n > m
  do mood := wild

action put
  choose n in 1..10000 where n > 5
  choose m in 1..10000
  choose k in 1..10
  do mood := wild

action put
  choose n in 1..10000 where n > 5
  choose m in 1..10000
  choose k in 1..11
  do mood := wild

move step by man
  line any: empty
move jump by king
  line any: empty
turn: put or step or jump

move step by man
  line any: empty
move jump by any
  line any: empty
turn: put or step or jump

move step by man
  line any: empty
move jump by man
  line any: enemy
turn: put or step or jump

move step by man
  line any: empty
move jump by man
  line any: empty
  where full
turn: put or step or jump

move step by man
  line any: empty
move jump by man
  line any: empty
  notation "jump"
turn: put or step or jump

move step by man
  line any: empty
  notation "{from}-{to}"

move step by man
  line any: empty
  notation "{piece}{to}"

action put
  choose s in sites
  choose t in sites
  do mood := wild
  notation "{s}"

action put
  choose s in {a1}
  choose t in sites
  do mood := wild
  notation "{t}"

action put
  choose s in sites
  do mood := wild
     end draw
     mood := calm

end
  draw when 1 < 2
  mover wins when full

end
  mover wins when 2 < 1
  draw when size > 5
  draw when full

end
  mover wins when full
  draw

require 2 < 1

require 1 < 2

settle
  if 1 < 2 do mood := wild
  if full do mood := calm

field lucky of game: bool
end mover wins when lucky

field lucky of game: bool
setup
  lucky := true

let unused_one = 1
let unused_two = unused_one

effect gain(n: number)
  score(mover) := n

position other: pieces

pool chest of game

option extra = 1 from 1..3

option deeper = true from true, false
when deeper
  limit 7 moves: draw

kinds   reach
  man   (line any from a1: empty)
  king  none
move step by man
  along reach

kinds   reach
  man   (line any: empty)
  king  3
move step by man
  along reach

kinds   reach by orthogonal
  man   (line any: empty) none none none
  king  none none none none
move step by man
  along reach

let around(p: piece) = neighbours(site(p))
let spread = reached from a1 by around while empty

let around(p: player) = sites
let spread = reached from a1 by around while empty

let around(s: site, n: number) = {t in sites where distance(s, t) = n}
let spread = reached from a1 by around(2) while empty

let around(s: site, n: number) = {t in sites where distance(s, t) = n}
let spread = reached from a1 by around(full) while empty

kinds a_, b_, c_, d_, e_, f_, g_, h_, i_, j_, k_, l_, m_
let some_queen = some own queen

kinds a_, b_, c_, d_, e_, f_, g_, h_, i_, j_, k_, l_
let some_queen = some own queen

move step by any
  line any: empty
move jump by man
  line any: empty
turn: put or step or jump

field hit of game: bool until done
position same: pieces, hit

field hit of game: bool until turn
position same: pieces, hit

field hit of game: bool until action
position same: pieces, hit

position same: pieces, {sites where it is own}, kinds, mood, full, mover, last, "text"

position same: pieces, directions, {mood}, north, box, hand(mover), first(pieces)

setup
  place man of White on a1
  if moves > 3 do remove a1
  place king of Black on a1

setup
  place man of White on a1
  if moves > 3 do mood := wild
  place king of Black on a1

setup
  place man of White on a1
  for t in sites where t is own do remove t
  place king of Black on a1

setup
  place man of White on a1
  for t in sites where t is own do marked(t) := true
  place king of Black on a1

setup
  let k = first({k in kinds where moves > 3})
  place k of White on a1
  place king of Black on a1

setup
  place man of White on {t in sites where t is own}
  place king of Black on a1
  place king of White on a1

action put
  choose s in sites
  do end Red wins
"""


@pytest.mark.parametrize("clauses", CLAUSES.strip("\n").split("\n\n"))
def test_a_clause_is_judged_word_for_word(clauses: str) -> None:
    assert_said("help_clauses", clauses, findings(clauses))


# Whole games, each without what the others have.
GAMES = r"""
game "No board"
players A, B
kinds man
setup place man of A on a1
action put
  choose s in {a1, b2}
  do place man of mover on s
turn: put

game "No way"
players A, B
kinds man
setup
  place man of A on ring1
move go by man
  line way1: empty
turn: go

game "No directions"
players A, B
board graph a-b-c, c-d
kinds man
setup
  place man of A on a
move go by man
  line north: empty
turn: go
end draw when full

game "No group"
players A, B
board graph a-b-c, c-d
kinds man
setup
  place man of A on a
move go by man
  line orthogonal: empty
turn: go
end draw when full

game "Ways"
players A, B
board graph a-b-c-a
kinds man
setup
  place man of A on a
move go by man
  line way1: empty
turn: go
end draw when b is empty and way1 = way3

game "Corners"
players A, B
board hex side 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end draw when count(neighbours(a1, north)) = 0

game "Hexes"
players A, B
board hex side 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end draw when z9 is empty or count(neighbours(a1, diagonal)) = 0

game "Borders"
players A, B
board square 3 x 3 with borders, nodes
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end draw when z9 is empty

game "Borders alone"
players A, B
board square 3 x 3 with borders
kinds man
action put
  choose s in borders where s is empty
  do place man of mover on s
turn: put
end draw when z9 is empty and count(nodes) = count(cells(a1))

game "Nodes alone"
players A, B
board square 3 x 3 with nodes
kinds man
action put
  choose s in nodes where s is empty
  do place man of mover on s
turn: put
end draw when count(borders) = count(cells(a1)) and count(cells(border(a1, north))) = 1

game "Few"
players 2..4 from A, B, C, D
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end D wins when full

game "No facing"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty and some line forward from s: empty
  do place man of mover on s
turn: put
end draw when full and count(neighbours(a1, backward)) = 1

game "One faces"
players A facing north, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty and some line forward from s: empty
  do place man of mover on s
turn: put
end draw when full

game "Three face nowhere"
players A, B, C
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty and some line forward from s: empty
  do place man of mover on s
turn: put
end draw when full

game "No kinds"
players A, B
board square 3 x 3
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end draw when full

game "No kinds, but cards"
players A, B
pool hand of player seen by owner
pool deck of game seen by nobody
field points of player: 0..99
action play
  choose c in hand(mover)
  do points(mover) := rank_of(c) + value(c)
turn: play
end draw when no deck

game "No players"
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end draw when full

game "No turn"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
action take
  choose s in sites where s is piece
  do remove s
end draw when full

game "Nothing"

game "No turn but a phase"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
phase late: put
end draw when full

game "Two turns"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
turn: put
end draw when full

game "A phase that lasts"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
phase late: put
end draw when full

game "Broken board"
players A, B
board squares 3 x 3
kinds man
action put
  choose s in {a1, north, way1} where s is empty
  do place man of mover on s
turn: put
end draw when full

game "A board that could not be read"
players A, B
board square 3 by 3
kinds man
action put
  choose s in sites where s is empty and s != a1 and some line north from s: empty
  do place man of mover on s
turn: put
end draw when full

game "Long rows"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end
  mover wins when some line any: own{4}
  mover wins when some line any from a1: own{3}
  mover wins when some line any from a1: own{2}
  mover wins when some line any: own{3}
  mover wins when some line any: (own, enemy){2}
  draw when full

game "Long rows of an option"
option size = 3 from 3..5
players A, B
board square size x size
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end
  mover wins when some line any: own{4}
  draw when full

game "Ranks"
players A, B
board square 3 x 4
kinds man
action put
  choose s in rank(0) + rank(4) + rank(5) + file(4) + file(1) where s is empty
  do place man of mover on s
turn: put
end draw when full

game "Nobody owns"
players A, B
board square 3 x 3
kinds man
setup
  place man on a1
action put
  choose s in sites where s is empty
  do place man on s
turn: put
end mover wins when some own pieces

game "Nobody owns, and a test"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man on s
turn: put
end mover wins when a1 is enemy

game "Somebody gets"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man on s
     owner(s) := mover
turn: put
end mover wins when a1 is enemy

game "Stones are nobody's"
players A, B
board square 3 x 3
kinds man, stone
setup
  place stone on a1
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end mover wins when some own stone and no enemy stone and no own man

game "Stones may be somebody's"
players A, B
board square 3 x 3
kinds man, stone
setup
  place stone on a1
action put
  choose s in sites where s is empty
  choose k in kinds
  do place k of mover on s
turn: put
end mover wins when some own stone

game "Stones become men"
players A, B
board square 3 x 3
kinds man, stone
setup
  place stone on a1
action put
  choose s in sites where s is empty
  do place man of mover on s
     kind(s) := stone
turn: put
end mover wins when some own stone

game "Stones are somebody's as well"
players A, B
board square 3 x 3
kinds man, stone
setup
  place stone on a1
  place stone of A on a2
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
end mover wins when some own stone

game "Bounds"
players A, B
board square 3 x 3
kinds man
field n of game: 1..5 = 1
field c of piece, player: 1..5 = 1
action put
  choose s in sites where s is empty
  do place man of mover on s
     n := n + 1
     c(s, mover) := 2
turn: put
end
  draw when n = 6
  draw when n = 0
  draw when n > 5
  draw when n < 1
  draw when 6 <= n
  draw when n >= 5
  draw when 5 < n
  draw when 1 > n
  draw when n != 3
  draw when c(a1, A) = 9

game "Division"
option k = 0 from 0..2
players A, B
board square 3 x 3
kinds man
field n of game: 0..5
action put
  choose s in sites where s is empty
  do place man of mover on s
     n := n div 0 + n mod 0 + n / 0 + (n div k) + (n div k if k > 0 else 1)
turn: put
end
  draw when n div (1 - 1) = 1
  draw when full

game "Hidden in vain"
players A, B
board square 3 x 3
kinds man, bomb
action put
  choose s in sites where s is empty
  do place bomb of mover on s
     place man of mover on s
turn: put
hide p in pieces from q where p is bomb and owner(p) != q
hide p in pieces from q where owner(p) != q
hide kind of p in pieces from q where p is bomb
end draw when full

game "Hidden with something else"
players A, B
board square 3 x 3
kinds man, bomb
field armed of piece: bool
action put
  choose s in sites where s is empty
  do place bomb of mover on s
     armed(s) := true
turn: put
hide p in pieces from q where p is bomb and owner(p) != q
end draw when some p in own bomb: p is armed

game "Immovable"
players A, B
board square 3 x 3
kinds man, rook, king
setup
  place man of A on a1
  place rook of A on b1
  place king of A on c1
move go by man
  line any up to 1: empty
turn: go
end draw when some p in pieces: p is king

game "Never placed"
players A, B
board square 3 x 3
kinds man, rook, king
field rank_of of piece: 0..3
setup
  place man of A on a1
move go by man
  line any up to 1: empty
  do if to in corners do place rook of mover on from
turn: go
end draw when full

game "Becomes"
players A, B
board square 3 x 3
kinds man, rook, king
setup
  place man of A on a1
move go by man
  line any up to 1: empty
  do kind(piece) := rook
turn: go
end draw when full

game "Becomes one of all"
players A, B
board square 3 x 3
kinds man, rook, king
setup
  place man of A on a1
  place king of A on b1
move go by man
  line any up to 1: empty
  do for k in kinds do if k != man do kind(piece) := k
turn: go
end draw when full

game "In a pool"
players A, B
board square 3 x 3
kinds man, rook, king
pool hand of player
setup
  place man of A on a1
  place rook in hand(A)
  place king of B on b3
move go by man
  line any up to 1: empty
turn: go
end draw when full

game "By all"
players A, B
board square 3 x 3
kinds man, rook
setup
  place man of A on a1
  place rook of A on b1
move go by any
  line any up to 1: empty
turn: go
end draw when full

game "Nobody moves"
players A, B
board square 3 x 3
kinds man, rook
setup
  place man of A on a1
  place rook of A on b1
action take
  choose s in sites where s is piece
  do remove s
turn: take
end draw when no pieces

game "No word of who learns it"
players A, B
board square 3 x 3
kinds man, rook
field level of piece: 0..3
setup
  place man of A on a1 with level = 2
  place rook of B on b1
hide level of p in pieces from q where owner(p) != q
action ask
  choose p in pieces where level(p) > 1
  do remove p
action lift
  choose p in own pieces
  do level(p) := min(3, level(p) + 1)
action lay
  choose n in 0..3
  choose s in sites where s is empty
  do place man of mover on s with level = n
turn: ask or lift or lay
end draw when no pieces

game "Openly what is hidden"
players A, B
board square 3 x 3
kinds man, rook
field level of piece: 0..3
setup
  place man of A on a1 with level = 2
  place rook of B on b1
hide level of p in pieces from q where owner(p) != q
action lay
  choose openly n in 0..3
  choose secretly s in sites where s is empty
  do place man of mover on s with level = n
action know
  choose secretly p in own pieces where level(p) > 1
  choose openly s in neighbours(site(p)) where s is empty
  do move p to s
turn: lay or know
end draw when no pieces or some p in rook of B: full

game "Words without secrets"
players A, B
board square 3 x 3
kinds man
action lay
  choose openly n in 0..3
  choose secretly s in sites where s is empty
  do place man of mover on s
turn: lay
end draw when full

game "Hidden sites"
players A, B
board square 3 x 3
kinds man
hide s in sites from p where no q in pieces of p: distance(site(q), s) <= 1
setup
  place man of A on a1
  place man of B on c3
move go by man
  line any up to 1: not own
  do if to is enemy do capture to
action look
  choose s in sites where s is enemy
  do remove s
turn: go or look
require no q in enemy pieces: distance(site(q), a1) < 2
end mover wins when no enemy pieces

game "Cards"
players A, B
pool hand of player seen by owner
pool deck of game seen by nobody
pool pile of game seen by all
kinds each suit in {cups, swords}, value in {1..3}
setup
  for k in kinds do place k in deck
action draw_card
  where some c in deck: full
  do random c in deck
     move c to hand(mover)
action lay
  choose k in kinds of hand(mover) where no c in hand(rival(mover)): value(c) > value(k)
  do move k from hand(mover) to pile
action ask
  where count(hand(rival(mover))) > 1
  do random c in hand(rival(mover))
     move c to hand(mover)
turn: draw_card or lay or ask else pass
end highest most_cards wins when no deck
let most_cards(p: player) = count(hand(p))

game "Two sets of teams"
players A, B, C, D
teams {A, C}, {B, D}
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty and no t in neighbours(s): t is ally
  do place man of mover on s
turn: put
end mover wins when count(ally man) > 3

game "Skips"
players A, B, C
board square 3 x 3
kinds man
field out of player: bool
action put
  choose s in sites where s is empty
  do place man of mover on s
     if full do out(mover) := true
turn: put
skip p when out(p) or 1 = 1
skip q when count(pieces of q) > 5
end draw when full

game "Together"
players A, B
board square 3 x 3
kinds man
field bid of player: 0..9
action offer
  choose n in 1..9
  do bid(mover) := n
action put
  choose s in sites where s is empty
  do place man of mover on s
turn together: offer
phase late: put
end draw when full

game "Sites of no board"
players A, B
pool hand of player seen by owner
kinds man
setup
  for p in players do place man in hand(p)
action play
  choose k in kinds of hand(mover)
  do remove first(hand(mover))
turn: play else pass
end draw when a1 is empty or b2 is empty or count(neighbours(a1, north)) = 1

game "Ways of no board"
players A, B
pool hand of player seen by owner
kinds man
setup
  for p in players do place man in hand(p)
action play
  choose k in kinds of hand(mover)
  do remove first(hand(mover))
turn: play else pass
end draw when (some line orthogonal: empty) or (some line way1 from a1: empty)
"""


def _games() -> list[str]:
    return GAMES.strip("\n").split("\n\n")


def test_the_files_have_these_texts_and_no_others() -> None:
    assert {*said("help_expressions")} == {*EXPRESSIONS.strip().splitlines()}
    assert {*said("help_clauses")} == {*CLAUSES.strip("\n").split("\n\n")}
    assert {*said("help_games")} == {*_games()}
    assert {*said("help_secrets")} == {*_acts()}


@pytest.mark.parametrize("text", _games(), ids=lambda text: text.split("\n")[0])
def test_a_game_is_judged_word_for_word(text: str) -> None:
    found = examine_source(Source("some.gdl", text + "\n"))[1]
    assert_said("help_games", text, found)


# What others learn of choices: actions of a game with a hand, a pile that all see, a stock, and hidden levels.
SECRETS = """game "Secrets"
players A, B
board square 3 x 3
kinds man, king
pool hand of player seen by owner
pool pile of game seen by all
pool stock of game seen by nobody
field level of piece: 0..3
field bid of player: 0..9
hide level of p in pieces from q where owner(p) != q
setup
  place man of A on a1 with level = 2
  place king of B on b1
  for p in players, k in kinds do place k in hand(p)
  place man in stock
  bid(A) := 1
turn: act
end draw when level(a1) + count(pile) + count(stock) + bid(A) > 9
action act
"""
ACTS = r"""
  choose k in kinds of hand(mover)
  do move k from hand(mover) to pile

  choose openly k in kinds of hand(mover)
  do move k from hand(mover) to pile

  choose secretly k in kinds of hand(mover)
  do move k from hand(mover) to pile

  choose k in kinds of hand(mover)
  do move k from hand(mover) to stock

  choose k in kinds of hand(mover)
  do move k from hand(mover) to hand(rival(mover))

  choose k in kinds of hand(mover)
  choose s in sites where s is empty
  do move k from hand(mover) to s

  choose k in kinds of pile
  do move k from pile to hand(mover)

  choose cs: 1..2 of hand(mover)
  do for c in cs do move c to pile

  choose openly cs: 1..2 of hand(mover)
  do for c in cs do move c to pile

  choose secretly s in sites where s is empty
  choose k in kinds of pile
  do move k from pile to s

  choose n in 0..3
  choose s in sites where s is empty
  do place man of mover on s with level = n

  choose secretly n in 0..3
  choose s in sites where s is empty
  do place man of mover on s with level = n

  choose openly n in 0..3
  choose s in sites where s is empty
  do place man of mover on s with level = n

  choose n in 0..3
  choose s in sites where s is empty
  do place man on s with level = n

  choose n in 0..3
  choose s in sites where s is empty
  do place man of mover on s with level = 1
     bid(mover) := n

  choose n in 0..3
  do place man in stock with level = n

  choose n in 0..3
  do place man in pile with level = n

  choose k in kinds
  do place k in stock

  choose k in kinds
  do place k in pile

  choose p in own pieces
  choose n in 0..3
  do level(p) := n

  choose p in own pieces
  choose secretly n in 0..3
  do level(p) := n

  choose p in own pieces
  choose k in kinds
  do kind(p) := k

  choose p in enemy pieces
  choose n in 0..3
  do level(p) := n

  choose n in 0..3
  where n > level(piece(a1))
  do bid(mover) := n

  choose n in 0..3
  where n > bid(mover)
  do bid(mover) := n

  choose n in 0..3
  where some c in hand(mover): c is king
  do bid(mover) := n

  choose n in 0..3
  where some c in hand(mover): level(c) = n
  do bid(mover) := n

  choose openly n in 0..3
  where some c in hand(mover): level(c) = n
  do bid(mover) := n

  choose p in own pieces where level(p) > 1
  choose n in 0..3
  do bid(mover) := n

  choose p in enemy pieces where level(p) > 1
  do remove p

  choose p in own pieces where some q in enemy pieces: level(q) > level(p)
  do remove p

  choose p in own pieces where some q in own pieces: level(q) > level(p)
  do remove p

  choose n in 0..3 where count(stock) > n and first(stock) is man
  do bid(mover) := n

  choose n in 0..3 where count(hand(rival(mover))) > n
  do bid(mover) := n

  choose k in kinds where some c in hand(rival(mover)): c is king
  do bid(mover) := 1

  choose s in sites where s is piece
  do if level(piece(s)) > 1 do remove s

  choose s in sites where s is piece and owner(s) = mover and level(piece(s)) > 1
  do remove s

  choose s in sites where s is own and level(piece(s)) > 1 or s is enemy
  do remove s

  choose s in sites where s is own implies level(piece(s)) > 1
  do bid(mover) := 1
"""


def _acts() -> list[str]:
    return ACTS.strip("\n").split("\n\n")


@pytest.mark.parametrize("act", _acts())
def test_what_others_learn_of_a_choice_is_judged_word_for_word(act: str) -> None:
    assert_said("help_secrets", act, examine_source(Source("secrets.gdl", SECRETS + act + "\n"))[1])
