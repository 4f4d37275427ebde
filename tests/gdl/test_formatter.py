"""The formatter changes how a game looks, never what it says."""

import re
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gdl.diagnostics.codes import CODES
from gdl.diagnostics.pages import examples
from gdl.diagnostics.values import Reporter
from gdl.formatter import format_text
from gdl.loader import bundled_directory
from gdl.parsing.parser import parse
from gdl.source import Source, Span
from gdl.text.layout import comments
from gdl.tree import syntax

GAMES = {
    str(p.relative_to(bundled_directory())): p.read_text("utf-8")
    for p in sorted(bundled_directory().rglob("*.gdl"))
}
PAGES = {code: examples(code).good.text for code in CODES}

UNTIDY = """

game   "T"
     author "x"  \t
-- about the kinds
kinds   count, armour  reach
    Rabble 6  -1  2 .. 4  -- the weak
    LightHorse 3 1 none     -- the strong
                        -- and more
    -- the end of them


let f(a:site,b : piece)=a=b and
   (a is b or
    b is   a)     -- hm
let g ( s : site ) = not(s is empty)  -- one
let hh(s: site) = s is empty          -- two
action foo
      choose a in sites where a is empty and
          f(a,a)
      -- inside
      do place checker of mover on {a1,b1};x := 8- 1
     -- still inside
move go by Rabble
   line any up to 2:empty* ,(own|enemy){2}   as to
setup
  for s in sites
      where s is empty
    do place checker of Red on s
board square 8 x 8


"""
TIDY = """\
game "T"
  author "x"
-- about the kinds
kinds         count,  armour  reach
  Rabble      6       -1      2..4  -- the weak
  LightHorse  3       1       none  -- the strong
  -- and more
  -- the end of them

let f(a: site, b: piece) = a = b and
    (a is b or
     b is a)  -- hm
let g(s: site) = not (s is empty)  -- one
let hh(s: site) = s is empty       -- two
action foo
  choose a in sites where a is empty and
      f(a, a)
  -- inside
  do place checker of mover on {a1, b1}; x := 8- 1
  -- still inside
move go by Rabble
  line any up to 2: empty*, (own | enemy){2} as to
setup
  for s in sites
      where s is empty
      do place checker of Red on s
board square 8 x 8
"""

UNTIDY_PARTS = """\
board graph   a1 - d1-g1,b2-d2 -f2
   a1>a4 > a7 , g1 at 1,2   w at -3 , 4.5
board hex rows 5,6,7 axes southeast , northeast where it!=a1
kinds  number exits by orthogonal   left by 0 .. 3 name   -- tiles
   cross 10 south west north east  mountain open open -1 "a b"
   curveLong 2 east north west   south x y z 3..4 none
kinds   orientation by orthogonal,  weight
   pot 1 2 3 4 5
kinds  this by any that by orthogonal
   pan 1 2 3 4 5
kinds each suit in {cups ,swords as S} , value in{1 .. 10}
kinds each mark by orthogonal in{blank as B,sword as W } once  per   rotation
   where some d in orthogonal : mark ( it,d )=blank
kinds  each tens in{10..840  by 10},
     suit in{cups, coins}  named  "card_{tens}"
    heads=7 if tens=50
      else 1
    high   =tens>50
field turn of piece:turns   of orthogonal
pool hand of player   seen  by owner
hide s in sites from viewer where phase=prepare and s in half (rival(viewer))
skip p when no hand( p)
when secret
      kinds  weight by 0..1
           pot 1 200
           pitcher   1   2
      pool prison   of game
setup
   for p in players do place man of p in hand (p) times 9 with turn=1,level = 2
action lay
   choose k in kinds of hand(mover)
   do move k from hand( mover ) to s with turn=r ,level=2
        last:=s
        match mark (last,d) ,mark(over(d),opposite(d))
           sword,blank:remove over(d) ; remove last
           any , any :   remove last
        if some hand(mover) do then lay
        else if no hand(rival(mover)) do
             phase := main
             then turn of first
settle after lay   simultaneously
    for d in orthogonal do
          match a,b
            sword,any:remove over(d)
turn : lay   else highest blanks wins
move go by man
   walk any up to speed(piece):[ free(piece,it) ]*,[ it in edge ]
"""
TIDY_PARTS = """\
board graph a1-d1-g1, b2-d2-f2
    a1>a4>a7, g1 at 1, 2 w at -3, 4.5
board hex rows 5, 6, 7 axes southeast, northeast where it != a1
kinds        number  exits by orthogonal         left by 0..3                name  -- tiles
  cross      10      south  west   north  east   mountain  open  open  -1    "a b"
  curveLong  2       east   north  west   south  x         y     z     3..4  none
kinds  orientation by orthogonal,  weight
  pot  1  2  3  4                  5
kinds  this by any  that by orthogonal
  pan  1            2                   3  4  5
kinds each suit in {cups, swords as S}, value in {1..10}
kinds each mark by orthogonal in {blank as B, sword as W} once per rotation
    where some d in orthogonal: mark(it, d) = blank
kinds each tens in {10..840 by 10},
    suit in {cups, coins} named "card_{tens}"
  heads = 7 if tens = 50
      else 1
  high = tens > 50
field turn of piece: turns of orthogonal
pool hand of player seen by owner
hide s in sites from viewer where phase = prepare and s in half(rival(viewer))
skip p when no hand(p)
when secret
  kinds      weight by 0..1
    pot      1  200
    pitcher  1  2
  pool prison of game
setup
  for p in players do place man of p in hand(p) times 9 with turn = 1, level = 2
action lay
  choose k in kinds of hand(mover)
  do move k from hand(mover) to s with turn = r, level = 2
     last := s
     match mark(last, d), mark(over(d), opposite(d))
       sword, blank: remove over(d); remove last
       any, any: remove last
     if some hand(mover) do then lay
     else if no hand(rival(mover)) do
       phase := main
       then turn of first
settle after lay simultaneously
  for d in orthogonal do
    match a, b
      sword, any: remove over(d)
turn: lay else highest blanks wins
move go by man
  walk any up to speed(piece): [free(piece, it)]*, [it in edge]
"""


def shape(node: object) -> object:
    """A tree without its places."""
    if isinstance(node, tuple):
        return tuple(shape(n) for n in node)
    if isinstance(node, syntax.Node | syntax.Meant):
        parts = (shape(getattr(node, f.name)) for f in fields(node) if f.name != "span")
        return type(node).__name__, *parts
    return None if isinstance(node, Span) else node


def tree(text: str) -> object:
    reporter = Reporter()
    parsed = parse(Source("x.gdl", text.replace("\r\n", "\n")), reporter)
    assert not reporter.found
    return shape(parsed.tree.clauses)


def words(text: str) -> str:
    """All but blanks; what a comment holds keeps its blanks."""
    return re.sub(r"\s+", "", text)


def check(text: str) -> None:
    made = format_text(text)
    assert format_text(made) == made
    assert words(made) == words(text)
    assert [c.rstrip() for _, c in comments(made)] == [
        c.rstrip() for _, c in comments(text.replace("\r\n", "\n"))
    ]
    assert tree(made) == tree(text)
    assert not re.search(r"[ \t]+$|\n\n\n|\A\n|\r|^ *\t", made, re.MULTILINE)
    assert made.endswith("\n") or not made


def test_an_untidy_game_becomes_tidy() -> None:
    assert format_text(UNTIDY) == TIDY
    check(UNTIDY)


def test_boards_tables_and_pools_become_tidy() -> None:
    assert format_text(UNTIDY_PARTS) == TIDY_PARTS
    check(UNTIDY_PARTS)


@pytest.mark.parametrize("name", GAMES)
def test_every_bundled_game_can_be_formatted(name: str) -> None:
    check(GAMES[name])


@pytest.mark.parametrize("code", PAGES)
def test_every_good_example_is_tidy(code: str) -> None:
    assert format_text(PAGES[code]) == PAGES[code]


def test_line_ends_of_windows_become_plain() -> None:
    assert format_text(UNTIDY.replace("\n", "\r\n")) == TIDY


TABLE = """\
when is_big
  kinds    number  left by 0..1  exits by orthogonal
    tile   1       open  water   north  east  south  west
    plain  12      open  open    none   none  none   none
"""


def test_a_heading_stands_over_all_its_columns() -> None:
    assert format_text(re.sub(r"(?<=\w)  +", " ", TABLE)) == TABLE


@pytest.mark.parametrize("text", ["turn step\n", "  game  \n", "let a = (\n", "kinds  a @\n", "\x00"])
def test_a_text_with_syntax_errors_is_left_alone(text: str) -> None:
    assert format_text(text) == text


@pytest.mark.parametrize("text", ["", "\n\n", "   \n"])
def test_nothing_stays_nothing(text: str) -> None:
    assert format_text(text) == ""


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("let a = 1 - -1\n", "let a = 1 - -1\n"),
        ("let a = - - 1\n", "let a = - - 1\n"),
        ("let a = 1 .. 2 * 3\n", "let a = 1..2 * 3\n"),
        ("let a = file (c) and(b)\n", "let a = file(c) and (b)\n"),
        ("let a = { a1 , a2 }\n", "let a = {a1, a2}\n"),
        ("turn : a or b   else pass\n", "turn: a or b else pass\n"),
        (
            "action a\n do for p in pieces do\n       remove p\n       if b do capture p\n                 remove p\n",
            "action a\n  do for p in pieces do\n       remove p\n       if b do capture p\n               remove p\n",
        ),
        (
            "setup\n for s in a\n   where b\n   do\n    remove s\n",
            "setup\n  for s in a\n      where b\n      do\n        remove s\n",
        ),
        (
            'looks+\n  k "K"\nend+ draw when a\nnotation+k "N"\nturn+a-b\nphase x+a\nlet a-{b}\nmove go by-a +b\n',
            'looks +\n  k "K"\nend + draw when a\nnotation + k "N"\nturn + a - b\nphase x + a\nlet a - {b}\nmove go by - a + b\n',
        ),
        ("settle   until   stable\n remove  pieces\n", "settle until stable\n  remove pieces\n"),
        ("board graph rail :a-b , b-c   road: a -c\n", "board graph rail: a-b, b-c road: a-c\n"),
        ("action a\n choose  spot( 1,x )\n do remove s\n", "action a\n  choose spot(1, x)\n  do remove s\n"),
    ],
)
def test_blanks_and_blocks(text: str, made: str) -> None:
    assert format_text(text) == made


@st.composite
def untidy(draw: st.DrawFn) -> str:
    """A game with blanks and comments thrown in where they mean nothing."""
    texts = [*GAMES.values(), TIDY, TIDY_PARTS, *list(PAGES.values())[::5]]
    text = draw(st.sampled_from(sorted(texts, key=len)))  # the first one is what a failure is made smaller to
    lines: list[str] = []
    random = draw(st.randoms(use_true_random=False))
    has_siblings = re.search(
        r"^ +do (if|for)\b", text, re.M
    )  # lines in the column of what stands behind `do`
    stretch = 1 if has_siblings else random.choice((1, 1, 2, 3))
    for line in text.splitlines():
        code = line.lstrip(" ")
        blanks = " " * ((len(line) - len(code)) * stretch)
        if random.random() < 0.3 and '"' not in code and "--" not in code:
            code = re.sub(r"(?<!\Ado) ", lambda m: " " * random.choice((1, 1, 2, 5)), code)
            code = re.sub(r"(?<=[(,{])|(?=[),}:;])", lambda m: " " * random.choice((0, 0, 1, 3)), code)
        if code and random.random() < 0.2 and "--" not in code:
            code += " " * random.choice((0, 1, 2, 9)) + random.choice(("-- x", "--", '-- "a', "--\t y --  z"))
        lines.append(blanks + code + " " * random.choice((0, 0, 0, 3)))
        if random.random() < 0.1:
            lines.append(" " * random.randrange(12) + random.choice(("-- a comment", "", "", "--")))
    return random.choice(("\n", "\n", "\r\n")).join(lines) + random.choice(("", "\n", "\n\n\n"))


@pytest.mark.thorough
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(untidy())
def test_formatting_loses_nothing_and_is_done_at_once(text: str) -> None:
    check(text)


@given(st.text())
def test_any_text_can_be_formatted(text: str) -> None:
    made = format_text(text)
    assert format_text(made) == made


def test_what_stands_beside_the_first_line_of_a_do() -> None:
    text = """\
game "T"
action a
    do   for p in players do
             n := 1
         if n = 1 do
            n := 3
         else
            n := 4
            n := 5
         n := 6
action b
  do for p in players do n := 1
     for p in players do
        if n = 2 do
            n := 5
"""
    made = """\
game "T"
action a
  do for p in players do
       n := 1
     if n = 1 do
       n := 3
     else
       n := 4
       n := 5
     n := 6
action b
  do for p in players do n := 1
     for p in players do
       if n = 2 do
         n := 5
"""
    assert format_text(text) == format_text(made) == made


def test_an_else_stays_under_the_if_behind_a_do() -> None:
    head = 'game "E"\nplayers A, B\nfield n of game: 0..9\n'
    rest = "action no\n  do if n = 1 do n := 2\n     else n := 3\nturn: go or no\n"
    untidy = "action go\n    do   if n = 1 do\n             n := 2\n         else if n = 2 do\n             n := 3\n"
    untidy += "         else\n             n := 4\n         n := n + 1\n"
    tidy = "action go\n  do if n = 1 do\n       n := 2\n     else if n = 2 do\n       n := 3\n     else\n       n := 4\n     n := n + 1\n"
    assert format_text(head + untidy + rest) == head + tidy + rest
    assert format_text(head + tidy + rest) == head + tidy + rest
