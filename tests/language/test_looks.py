"""Looks: signs and colours, as `gdl show` draws them on paper and in pictures."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import bundled
import pytest

import gdl
import interpreter
from interpreter import cli
from interpreter.engines.base import State
from interpreter.play.scene.cards import has_cards
from interpreter.play.scene.colours import TRUTHS
from interpreter.play.scene.fields import two_sided
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.tiles import has_ways, meadow
from interpreter.play.svg.icons import icons
from interpreter.play.svg.picture import picture as svg_of
from interpreter.play.svg.picture import picture_of
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.position import Framing
from language.playing import codes, engine_of, found, moves
from language.sentences import sentence

GAME = """players Red facing north, Blue facing south
board square 4 x 4
kinds man, king
field land of site: none_, water
field wall of site: bool
relation barred(a: site, b: site) = beside(a, b) and wall(a) and wall(b)
let blocked(s: site) = s = d4 or s = a1
setup
  place man of Red on a1
  place king of Blue on b2
  place king of Red on d1
  place man on c3
  land(c1) := water
  wall(a3) := true; wall(a4) := true
move go by man, king
  line any: empty
  where not barred(from, to) and land(to) != water and not blocked(to)
turn: go else lose
"""
COLOURS = [
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "orange",
    "purple",
    "violet",
    "pink",
    "magenta",
    "cyan",
    "brown",
    "grey",
    "gold",
    "silver",
    "sand",
    "turquoise",
    "ivory",
]
Draw = Callable[..., str]


def drawn(state: State) -> str:
    return svg_of(state.engine.game, state.position(), framing=Framing())


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Draw:
    """What `gdl show` says of a game: a board as text, or with `--svg -` a picture."""

    def drawn(text: str, *options: str) -> str:
        path = tmp_path / "game.gdl"
        path.write_text(text)
        with pytest.raises(SystemExit) as stop:
            cli.main(["show", str(path), "--engine", "reference", *options])
        out, err = capsys.readouterr()
        assert (stop.value.code, err) == (0, "")
        return out

    return drawn


@pytest.fixture
def picture(show: Draw) -> Draw:
    return lambda text, *options: show(text, "--svg", "-", *options)


def row(board: str, number: int) -> list[str]:
    """The cells of a row of a board as text."""
    line = next(x for x in board.splitlines() if x.startswith(f"{number} "))
    return line.split()[1:]


def colours(svg: str) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}", svg))


def looks(*lines: str) -> str:
    return GAME + "looks\n" + "".join(f"  {line}\n" for line in lines)


@sentence(
    "| `KIND of PLAYER TEXT COLOUR` | TEXT is the sign of a piece; the player and",
)
def test_a_sign_stands_for_a_piece(show: Draw, picture: Draw) -> None:
    drawn = show(looks('king of Blue "♚" ivory'))
    assert row(drawn, 2)[1] == "♚"
    assert "♚" not in row(drawn, 1)
    assert "♚" in show(looks('king "♚"')).splitlines()[3]  # both kings
    assert colours(picture(looks('king of Blue "♚" ivory'))) != colours(picture(looks('king of Blue "♚"')))


@sentence("| `PLAYER TEXT COLOUR` | the sign of all pieces of a player |")
def test_a_look_of_a_player_is_for_all_of_their_pieces(show: Draw, picture: Draw) -> None:
    drawn = show(looks('Red "r" red'))
    assert "Red" in drawn
    assert colours(picture(looks('Red "r" green'))) != colours(picture(looks('Red "r" red')))
    assert colours(picture(looks('Blue "b" orange'))) - colours(picture(GAME)) != set()


@sentence("| `WORD TEXT COLOUR` | the sign of a word of an enumeration, such as a terrain")
def test_a_word_has_a_sign(show: Draw) -> None:
    assert row(show(looks('water "~" blue')), 1)[2] == "~"
    assert row(show(GAME), 1)[2] == "w"


@sentence("| `DEFINITION TEXT COLOUR` | a sign on the empty sites for which the")
def test_a_definition_has_a_sign_where_it_holds_on_empty_sites(show: Draw) -> None:
    drawn = show(looks('blocked "#" grey'))
    assert row(drawn, 4)[3] == "#"
    assert row(drawn, 1)[0] == "M"  # though it holds on a1
    assert "# blocked" in drawn
    assert codes(
        GAME.replace(
            "let blocked(s: site) = s = d4 or s = a1",
            "let blocked(s: site) = s = d4\nlet odd_one(p: player) = p = Red",
        )
        + 'looks\n  odd_one "#"\n'
    ) == ["type-mismatch"]


def joints(svg: str, name: str = "barred") -> list[dict[str, str]]:
    """The lines that are drawn for a relation."""
    found = re.search(rf'<g data-joint="{name}">(.*?)</g>', svg, re.S)
    return (
        [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<line ([^>]*)/>", found[1])]
        if found
        else []
    )


@sentence("A truth of sites paints them where no field of words does.")
@sentence("A number of sites up to 5 is drawn as so many steps.")
def test_truths_and_small_numbers_of_sites_are_seen_at_once(picture: Draw) -> None:
    plain = (
        'game "Levels"\nplayers Red, Blue\nboard square 2 x 2\nkinds man\nfield level of site: 0..9\nfield pit of site: bool\n'
        "setup\n  {}\naction build\n  choose s in sites where s is empty and not pit(s)\n  do place man on s\n"
        "     level(s) := level(s) + 1\n     pit(s) := level(s) > 8\nturn: build\nlimit 9 moves: draw\n"
    )
    steps = [picture(plain.format(f"level(a1) := {n}")).count("<polygon") for n in (0, 3, 5, 6)]
    assert [n - steps[0] for n in steps] == [0, 3, 5, 0]
    assert (
        colours(picture(plain.format("pit(a1) := true"))) - colours(picture(plain.format("level(a1) := 0")))
        != set()
    )


@sentence('| `RELATION "bar" COLOUR` | a bar between two neighbours for which the relation')
@sentence(
    '| `RELATION "line" COLOUR` | a line from one site to the other, such as a',
    '| `RELATION "line" COLOUR` | a line from one site to the other, such as a',
)
def test_a_relation_is_a_bar_or_a_line(picture: Draw, show: Draw) -> None:
    (bar,) = joints(picture(looks('barred "bar" brown')))
    (line,) = joints(picture(looks('barred "line" brown')))
    assert bar["y1"] == bar["y2"]  # between the one above and the one below
    assert line["x1"] == line["x2"]  # from the one to the other
    assert bar["stroke"] == line["stroke"]
    assert joints(picture(looks('barred "bar" green')))[0]["stroke"] != bar["stroke"]
    assert "───" in show(looks('barred "bar" brown'))
    owned = GAME.replace(
        "a4) := true\n", "a4) := true\n  place king of Blue on a3\n  place king of Blue on a4\n"
    ).replace("wall(a) and", "a is piece and wall(a) and")
    (led,) = joints(picture(owned + 'looks\n  barred "line"\n  Blue "b" orange\n'))
    assert led["stroke"] != joints(picture(owned + 'looks\n  barred "line"\n  Blue "b" green\n'))[0]["stroke"]


@sentence(
    '| `NETWORK "line" COLOUR` | the lines of a [network](boards.md#networks) |',
    "A network is drawn in its colour, with a legend: the one that its name is, or that",
)
def test_a_network_is_drawn_in_the_colour_that_it_is_given(picture: Draw) -> None:
    town = 'game "Town"\nplayers Red, Blue\nboard graph tram: a1-b1 boat: a1-a2\nkinds man\nsetup place man of Red on a1\nturn: pass\n'
    assert "#7a4ba6" in picture(town + 'looks\n  tram "line" purple\n')
    assert "#7a4ba6" not in picture(town)


@sentence('| `RELATION "ruled"` | a thin line of the board itself |')
def test_a_ruled_relation_is_a_line_of_the_board(picture: Draw) -> None:
    ruled = picture(looks('barred "ruled"'))
    assert joints(ruled) == []
    assert ruled.count("<path") == picture(GAME).count("<path") + 1


@sentence("Fields of sites that a drawn relation asks for are not drawn separately, nor")
def test_fields_that_a_relation_draws_are_not_drawn_by_themselves(show: Draw) -> None:
    assert "wall" in show(GAME)
    assert "wall" not in show(looks('barred "bar" brown'))
    brief = GAME.replace("field wall of site: bool", "field wall of site: bool until action")
    assert "wall" not in show(brief)


NUMBERS = """let left = 9 - moves
let army(p: player) = count(pieces of p)
looks
  left "moves left"
  army "pieces"
"""


@sentence(
    "| `DEFINITION TEXT` | a number below the board, in the browser beside the players, with TEXT before it"
)
def test_a_number_is_written_below_the_board(show: Draw, picture: Draw) -> None:
    drawn = show(GAME + NUMBERS)
    assert "turn 1, moves left 9, pieces: Red 2, Blue 1" in drawn
    assert "moves left 9" in picture(GAME + NUMBERS)
    secret = GAME + NUMBERS + "hide p in pieces from viewer where owner(p) != viewer\n"
    assert "moves left" in show(secret)
    assert "moves left" not in show(secret, "--observer", "Red")
    assert "pieces: Red" not in show(secret, "--observer", "Red")
    fixed = secret.replace("9 - moves", "9 - 2")
    assert "moves left 7" in show(fixed, "--observer", "Red")  # it asks for nothing


@sentence("A player from whom something is hidden sees only those definitions, relations and numbers")
def test_who_does_not_see_all_is_shown_what_asks_about_the_board_alone(show: Draw) -> None:
    secret = (
        looks('blocked "#" grey', 'barred "bar" brown')
        + "hide p in pieces from viewer where owner(p) != viewer\n"
    )
    assert "───" in show(secret)
    seen = show(secret, "--observer", "Red")
    assert "#" in row(seen, 4)  # it asks for sites only
    assert "───" in seen  # it asks for a field of sites that nobody hides
    of_pieces = secret.replace("wall(a) and wall(b)\n", "wall(a) and wall(b) and a is empty\n")
    assert "───" in show(of_pieces)
    assert "───" not in show(of_pieces, "--observer", "Red")


@sentence(
    '| `board "lines"` | squares as crossings of lines, on which the pieces are placed |',
    '| `board "plain"`, `board "chequered"` | squares of one colour; light and dark squares |',
    "Without a `board` line, the board is drawn as suits the play: squares on which a card lies as a table of cards, those whose pieces are joined by lines as points.",
)
def test_a_board_is_drawn_as_it_is_said(picture: Draw) -> None:
    def grounds(svg: str) -> set[str]:
        return set(re.findall(r'data-site="[abd]\d"><title>[^<]*</title><rect[^>]*fill="([^"]*)"', svg))

    plain, chequered, lines = (picture(looks(f'board "{b}"')) for b in ("plain", "chequered", "lines"))
    assert (len(grounds(plain)), len(grounds(chequered)), len(grounds(lines))) == (1, 2, 1)
    assert lines.count("<path") > plain.count("<path")
    assert picture(GAME) in (plain, chequered)
    assert codes(looks('board "stripes"')) == ["unknown-surface"]


@sentence('| `board "wells"` | squares as holes into which pieces drop |')
def test_a_board_of_wells_has_a_hole_on_each_square(picture: Draw) -> None:
    assert (
        picture(looks('board "wells"')).count("<circle")
        >= picture(looks('board "plain"')).count("<circle") + 16
    )


PYRAMIDS = """players Red facing north
board square 3 x 1
kinds  size
  low     1
  high    2
field look of piece: direction or none
setup
  place low of Red on a1
  place high of Red on b1
  look(piece(b1)) := east
turn: pass
looks
  pieces "pyramids"
"""


@sentence(
    '| `pieces "pyramids"` | the players\' pieces as pyramids: each lies in the direction of its first field for'
)
def test_pyramids_stand_or_lie(picture: Draw) -> None:
    drawn = picture(PYRAMIDS)
    corners = [len(points.split()) for points in re.findall(r'<polygon [^>]*points="([^"]*)"', drawn)]
    assert {3, 4} <= set(corners)  # one lies, one stands
    same = PYRAMIDS.replace("high    2", "high    1")
    assert picture(same) != drawn  # without a difference all have one size


CARD_TABLE = """players Red, Blue
board square 3 x 2
kinds ace, two
pool deck of game seen by nobody
setup
  place ace in deck times 3
  CARD
turn: pass
"""


@sentence(
    "Without a `board` line, the board is drawn as suits the play: squares on which a card lies as a table of cards, those whose pieces are joined by lines as points."
)
def test_a_board_with_a_card_is_a_table(show: Draw) -> None:
    with_card = show(CARD_TABLE.replace("CARD", "place ace on a1"))
    assert row(with_card, 1)[0] == "[ace]"
    assert row(show(CARD_TABLE.replace("CARD", "place ace of Red on a1")), 1)[0] == "A"


@sentence(
    '| `pieces "blocks"` | pieces that fill their squares, in the colour of their look or their owner |',
)
def test_blocks_fill_their_squares(picture: Draw) -> None:
    discs, blocks = picture(looks('pieces "discs"')), picture(looks('pieces "blocks"'))
    assert blocks.count("<rect") > discs.count("<rect")
    assert blocks.count("<circle") < discs.count("<circle")


@sentence(
    '| `pieces "wedges"` | pieces that point where their owner faces, with signs in',
    '| `pieces "discs"` | pieces as they are drawn without this line |',
)
def test_pieces_are_drawn_as_wedges_or_discs(picture: Draw) -> None:
    wedges, discs = picture(looks('pieces "wedges"')), picture(looks('pieces "discs"'))
    # with the legend; nobody's piece points nowhere
    assert wedges.count("<polygon") == picture(GAME).count("<polygon") + 5
    assert "rotate(-180" in wedges or "rotate(180" in wedges
    assert discs == picture(GAME)
    assert colours(picture(looks('pieces "wedges"', 'king of Red "K" green'))) != colours(
        picture(looks('pieces "wedges"', 'king of Red "K" purple'))
    )


@sentence("A game without it is drawn all the same.")
def test_without_looks_a_game_is_drawn(show: Draw, picture: Draw) -> None:
    assert row(show(GAME), 2)[1] == "k"
    assert picture(GAME).startswith("<svg")


@sentence("`looks` says how the game is drawn", "`looks` says how the game is drawn, and changes no rule.")
def test_looks_change_no_rule() -> None:
    plain, drawn = (
        engine_of(GAME, "reference"),
        engine_of(looks('king "K" red', 'board "lines"', 'barred "bar"'), "reference"),
    )
    assert moves(plain.initial_state()) == moves(drawn.initial_state())
    assert plain.initial_state().position() == drawn.initial_state().position()


# ---- cards

CARDS = """players Red, Blue
kinds each suit in {clubs as C, hearts as H}, height in {2..4}
pool deck of game seen by nobody
pool hand of player seen by owner
setup
  for k in kinds do place k in deck
  move H4 from deck to hand(Red)
  move C3 from deck to hand(Red)
  move H2 from deck to hand(Red)
  move C2 from deck to hand(Red)
action draw_one
  do random c in deck
     move c to hand(mover)
turn: draw_one
end draw when no deck
"""


@sentence(
    "Cards need no clause.",
    "Pieces without an owner are drawn as cards when the game has a pool of such",
)
@sentence(
    "A card of a [generated kind](kinds.md#generated-kinds) shows its values.",
    "If there are other values, the first of its words is its suit, and hands are",
)
def test_cards_are_drawn_and_sorted_by_suits(show: Draw) -> None:
    assert "hand of Red: clubs 2 3   hearts 2 4" in show(CARDS)
    open_game = CARDS.replace(" seen by nobody", "").replace(" seen by owner", "")
    assert "clubs 2 3" in show(open_game)  # a pack without a board
    assert "clubs 2 3" not in show(open_game.replace("\nkinds", "\nboard square 2 x 2\nkinds"))
    assert "clubs 2 3" not in show(CARDS.replace("place k in deck", "place k of Red in deck"))


@sentence("So are those of a game without a board, each of whose kinds is a word and other values.")
def test_a_pack_that_all_see_is_cards_where_there_is_no_board() -> None:
    lots = bundled.load("lots")
    assert has_cards(lots)
    assert not has_cards(replace(lots, board=bundled.load("tic_tac_toe").board))
    assert not has_cards(bundled.load("rock_paper_scissors"))


@sentence("The sign and the colour of a suit are the look of that word")
def test_a_suit_has_a_sign(show: Draw) -> None:
    drawn = show(CARDS + 'looks\n  clubs "♣" black\n  hearts "♥" red\n')
    assert "♣" in drawn
    assert "♥" in drawn
    assert drawn.index("♣") < drawn.index("♥")


# ---- colours


@sentence(
    "The colours are `red`, `blue`, `green`, `yellow`",
    "Any other word gives no colour, and the checker warns of it.",
)
def test_each_colour_is_another_one_and_other_words_give_none(picture: Draw) -> None:
    drawn = {c: picture(looks(f'king of Blue "K" {c}')) for c in COLOURS}
    without = picture(looks('king of Blue "K"'))
    assert picture(looks('king of Blue "K" colourless')) == without
    assert "unknown-colour" in [d.code for d in found(looks('king of Blue "K" colourless'))]
    assert [c for c in COLOURS if drawn[c] == without] == ["blue"]  # Blue's pieces are blue as it is
    assert picture(looks('king of Red "K" blue')) != picture(looks('king of Red "K"'))
    drawn.pop("violet")  # another word for purple
    assert len(set(drawn.values())) == len(drawn)


CHIPS = """
game "Chips"
players A, B
kinds each rank in {1..4} named "card_{rank}"
pool deck of game seen by nobody
pool hand of player seen by owner
field paid of player: 0..40 = 7 means "what a player has paid into the pot"
field purse of player: 0..40 = 3 seen by owner means "the coins of a player"
field best of game: kind or none
setup
  for k in kinds do place k in deck
  for p in players do
    random c in deck
    move c to hand(p)
action wait
  do best := kind(first(hand(mover)))
turn: wait
limit 9 moves: draw
"""


@sentence(
    "A number of players or of the game whose name or meaning says that it counts chips, coins,",
    "tokens, gems, gold or seeds is drawn as these.",
)
def test_what_numbers_count_is_drawn_as_chips_and_not_said_again(tmp_path: Path) -> None:
    path = tmp_path / "chips.gdl"
    path.write_text(CHIPS, "utf-8")
    state = interpreter.engine(gdl.load(path), "reference").initial_state(1).apply(0)
    made = picture_of(state, state.observation(1), framing=Framing(viewer="B"))
    numbers = r'data-pool="(p[^"]*)">.*?font-weight="bold"[^>]*>([0-9?]+)</text>'
    heaps = dict(re.findall(numbers, made, re.DOTALL))
    assert heaps == {
        "paid of A": "7", "paid of B": "7", "purse of A": "?", "purse of B": "3",
    }  # fmt: skip
    assert "paid (" not in made and "purse (" not in made
    assert re.search(r'data-pool="best">.*data-kind="card_', made)


@sentence(
    "Without a `board` line, the board is drawn as suits the play: squares on which a card lies as a table of cards, those whose pieces are joined by lines as points."
)
def test_pieces_that_lines_join_stand_on_points_between_the_sides_that_players_join() -> None:
    made = drawn(bundled.reference("twixt").initial_state(3))
    assert re.findall(r'data-goal="(\w+)"', made) == ["Red", "Red", "Black", "Black"]
    assert re.search(r'data-site="a2"><title>a2[^<]*</title><circle[^>]*></g>', made)


@sentence("On tiles, words such as `road` and `river` lead to the middle.")
def test_ways_lead_to_the_middle_of_tiles() -> None:
    assert meadow(bundled.load("roads_and_towns")) == "green" and has_ways(bundled.load("roads_and_towns"))
    assert not has_ways(bundled.load("trax"))


@sentence("Kinds that are all called by colours are plain.")
def test_kinds_that_are_colours_have_no_letters() -> None:
    pieces = PiecePicture(
        game := bundled.load("code_breaker"), Looks(game, colour=True), ["black"], 10, is_stone=False
    )
    assert pieces.letters(Piece("", "black", ())) == ""


MARKED = """
game "Marked"
players A, B
board square 3 x 3
kinds man, king
field aim of piece: site or none
field due of piece: kind or none
field foe of piece: piece or none
field turned of piece: turns of orthogonal
field is_tired of piece: bool
setup
  place man of A on a1
  place king of B on c3
action go
  choose p in own pieces where not is_tired(p) and foe(p) is none
  choose t in sites where it is empty and aim(p) != it and due(p) is none and turned(p) = 0
  do aim(p) := t
     due(p) := king
     foe(p) := first(enemy pieces)
     turned(p) := 1
     is_tired(p) := true
turn: go
limit 9 moves: draw
"""


@sentence("Other fields of pieces are written at their rim.")
def test_all_that_rules_read_of_a_piece_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "marked.gdl"
    path.write_text(MARKED, "utf-8")
    state = interpreter.engine(gdl.load(path), "reference").initial_state(1)
    made = drawn(state.apply(state.action_from_string("go a1 b2")))
    piece = re.findall(r'<g data-piece="A man[^"]*"(.*?)</g>', made)[0]
    assert ">b2,k,c3,1</text>" in piece and TRUTHS[-1] in piece


@sentence("players whom the game names, such as a dealer, are told at their seats.")
def test_players_whom_the_game_names_are_told_at_their_seats() -> None:
    state = bundled.reference("euchre").initial_state(3)
    made = re.sub(r"<title>.*?</title>", "", drawn(state))
    dealer = re.findall(r">West</text><text[^>]*>dealer</text>", made)
    assert len(dealer) == 1 and "dealer West" not in made


@sentence(
    "The words and numbers of the game that say what is played for, such as trumps and a bid, lie in a corner"
)
def test_what_is_played_for_lies_in_the_corner_of_a_table_and_not_below() -> None:
    state = bundled.reference("euchre").initial_state(3)
    while not state.position()["fields"].get("trumps"):
        state = state.apply(state.legal_actions()[-1])
    made = re.sub(r"<title>.*?</title>", "", drawn(state))
    (note,) = re.findall(r'<g data-agreed="">.*?</g></g>', made)
    sign = {r.symbol: r.glyph for r in state.engine.game.looks}[state.position()["fields"]["trumps"]]
    assert re.findall(r">([^<>]+)</text>", note) == ["trumps", sign]
    assert {"dealer", "maker", "leader"} <= set(re.findall(r">([^<>]+)</text>", made))
    assert not re.search("maker [A-Z]|trumps [a-z]", made)


@sentence("or beside the stock")
def test_a_suit_that_is_called_lies_beside_the_stock() -> None:
    made = re.sub(r"<title>.*?</title>", "", drawn(bundled.reference("crazy_eights").initial_state(3)))
    assert re.search(r'<g data-pool="called">', made)
    assert "called spades" not in made


@sentence("Where bars come in play, squares lie apart.")
def test_squares_lie_apart_where_bars_come_between_them_in_play() -> None:
    def width(name: str) -> float:
        return float(
            re.findall(
                r'data-site="a1">.*?<rect[^>]* width="([\d.]+)"',
                drawn(bundled.reference(name).initial_state(3)),
            )[0]
        )

    boards = {name: bundled.load(name).board.files for name in ("quoridor", "pentago")}
    assert width("quoridor") < 0.9 * 540 / boards["quoridor"]
    assert width("pentago") == 72  # whose bars are always there


@sentence("A throw of things that each count 0 or 1 shows each of them.")
def test_a_throw_of_two_sided_things_shows_each_and_what_they_come_to() -> None:
    assert two_sided(bundled.load("royal_game_of_ur")) == {"throw": 4}
    assert two_sided(bundled.load("backgammon")) == {} == two_sided(bundled.load("pig"))
    state = bundled.reference("royal_game_of_ur").initial_state(3)
    thrown = state.position()["fields"]["throw"]
    (die,) = re.findall(r'<g data-die="\d">.*?</g>', re.sub(r"<title>.*?</title>", "", drawn(state)))
    assert die.count("<rect") == 4
    assert die.count("<circle") == thrown + 1 and f">{thrown}</text>" in die


@sentence("Beside signs such as `♔`, icons are figures.")
def test_icons_beside_figures_are_figures() -> None:
    made = svg_of(bundled.load("seirawan"), {"pieces": {"a1": "White hawk", "b1": "White rook"}})
    whole = f'href="#gdl-whole-{ord(icons(bundled.load("seirawan"))["hawk"]):x}"'
    assert made.count(whole) == 4 and "gdl-sign" in made  # outline and ground, on the board and in the legend
    assert re.findall(r'<circle[^>]*fill="#fffdf6"', made.partition("data-site")[2]) == []
