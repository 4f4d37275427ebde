"""Pieces of games that are not in the library: numbers on cards that share a word, and sides of tiles."""

import re
from typing import Any

import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source, load
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.play.choosing.walk import Chooser
from interpreter.play.scene.observer import lost_kinds, standings
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.trails import trails
from interpreter.play.session import Session
from interpreter.play.svg.picture import picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.tables.table import Seat, Table
from interpreter.play.web.views import Views

MARKET = """game "Market"
  language 3
players Ann, Bob
type gem: ruby, jade
kinds each bonus in gem, nr in {3..5}
  cost = nr
  points = nr - 2
pool deck of game seen by nobody
pool market of game
pool bought of player
field scored of player: 0..99
setup
  for k in kinds do place k in deck
  for n in 1..4 do
    random c in deck
    move c to market
action buy
  choose k in kinds of market where cost(k) < 9
  do move k from market to bought(mover)
     scored(mover) := scored(mover) + points(k)
turn: buy
end draw when no market
"""
SIDES = """game "Sides"
  language 3
players Ann, Bob
board square 3 x 3
kinds tile
type side: sun, moon
field up of piece: side = sun
pool box of game
setup
  place tile in box times 9
action lay
  choose s in sites where s is empty
  choose f in {sun, moon}
  do move first(box) to s with up = f
turn: lay
end draw when full
"""

EDGES = """
game "Edges"
players Ann, Bob
board square 2 x 2
kinds   day by orthogonal           night by orthogonal
  lane  meal  heath meal  heath     heath meal  meal  meal
field is_over of piece: bool

setup
  place lane of Ann on a1
  place lane of Bob on b2

let shows(p: piece, d: direction) = night(p, d) if is_over(p) else day(p, d)

action turn_over
  choose p in pieces where shows(p, north) != shows(p, east)
  do is_over(p) := not is_over(p)

turn: turn_over else draw
limit 9 moves: draw
"""
FACES = """game "Faces"
  language 3
players Ann, Bob
board square 5 x 3
kinds  front back strength weak_strength
  wolf red   blue 4        2
type colour: red, blue
field turned_over of piece: bool
let shown(t: piece) = STRENGTHback(t) if turned_over(t) else front(t)
setup
  place wolf of Ann on a1
  place wolf of Bob on b2
action flip
  choose t in pieces
  do turned_over(t) := not turned_over(t)
turn: flip
end Ann wins when all t in pieces: shown(t) = VALUE
limit 9 moves: draw
"""

PRICES = """game "Prices"
  language 3
players Ann, Bob
type spice: pepper, clove
kinds   price by spice  gives   points
  booth 1 0             pepper  0
  shop  3 1             clove   2
pool deck of game seen by nobody
pool market of game
pool built of player
field purse of player, spice: 0..9 = 1
field mood of player: calm, well_fed
let income(p: player, s: spice) = count(c in built(p) where gives(c) = s)
let payable(k: kind) = all s in spice: purse(mover, s) + income(mover, s) >= price(k, s)
let score(p: player) = sum(points(c) for c in built(p))
setup
  for k in kinds do place k in deck times 3
  place booth in built(Ann)
  for n in 1..4 do
    random c in deck
    move c to market
action buy
  choose k in kinds of market where payable(k)
  do move k from market to built(mover)
     mood(mover) := well_fed
action earn
  choose s in spice
  do purse(mover, s) := min({9, purse(mover, s) + 2})
turn: buy or earn
end highest score wins when no market
limit 20 moves: highest score wins
"""


def game_of(text: str) -> Game:
    game, found = examine_source(Source("unseen.gdl", text))
    assert game is not None, found
    return game


def test_the_numbers_of_a_card_stand_apart_from_its_word_which_is_seen_in_its_colour() -> None:
    drawn = picture_of(interpreter.engine(game_of(MARKET), "reference").initial_state(1))
    cards = re.findall(r'<g data-piece="(ruby|jade)[^>]*>(.*?)</g>', drawn)
    assert len(cards) == 4
    for word, card in cards:
        texts = re.findall(r'y="([-.\d]+)"[^>]*>([^<]+)</text>', card)
        rows = {text.split(" ")[0]: float(y) for y, text in texts}
        assert {word, "cost", "points"} <= {*rows}
        assert rows["cost"] < rows[word] < rows["points"] - 10
        assert "<circle" in card


def test_facts_of_a_card_leave_room_for_its_name_below_its_number() -> None:
    long = PRICES.replace("pepper, clove", "cinnamon, cardamom, saffron").replace("clove", "cardamom")
    long = long.replace("pepper", "cinnamon").replace("1 0  ", "1 1 1").replace("3 1  ", "3 2 2")
    long = long.replace("0\n  shop", "4\n  shop").replace("booth", "Bathhouse")
    drawn = picture_of(interpreter.engine(game_of(long), "reference").initial_state(1))
    card = max(re.findall(r'<g data-piece="Bathhouse[^>]*>(.*?)</g>', drawn), key=len)
    texts = re.findall(r'y="([-.\d]+)" font-size="([.\d]+)"[^>]*>([^<]+)</text>', card)
    rows = {text: (float(y), float(size)) for y, size, text in texts}
    (number, high), (name, tall) = rows["4"], rows["Bathhouse"]
    assert number + 0.4 * high < name - 0.4 * tall
    assert "saffron" in " ".join(rows)


def test_what_lies_beside_a_board_takes_no_more_room_than_it_needs() -> None:
    def size(kinds: str) -> tuple[float, float]:
        named = "\n  ".join(f"place {kind} of Ann in box" for kind in kinds.split())
        text = f"""game "Beside"
players Ann, Bob
board square 8 x 8
kinds {", ".join(kinds.split())}
pool box of game
setup
  {named}
action lay
  choose k in kinds of box
  choose s in sites where s is empty
  do move k from box to s
turn: lay
end draw when full
"""
        state = interpreter.engine(game_of(text), "reference").initial_state(0)
        drawn = picture_of(state, framing=Framing(is_page=False, is_wide=True))
        found = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
        assert found
        return float(found[1]), float(found[2])

    few, many = (
        size(" ".join(f"{a}{b}x" for a in "qwz" for b in "abcdefghijklmnoprst"[:n])) for n in (1, 19)
    )
    assert many[0] - few[0] == 80 and few[0] < 600 + 230


def test_what_numbers_of_sites_mean_is_told() -> None:
    text = """game "Tolls"
players Ann, Bob
board graph a1-c1, c1-b3, b3-a1
kinds cart
field tax of site: 0..9
setup
  tax(c1) := 7
action lay
  choose s in sites where s is empty and tax(s) < 5
  do place cart of mover on s
turn: lay
end draw when full
"""
    drawn = picture_of(interpreter.engine(game_of(text), "reference").initial_state(0))
    assert ">7</text>" in drawn and ">tax</text>" in drawn


def test_cards_of_a_market_lie_apart_and_are_large_enough_to_be_read_on_a_phone() -> None:
    state = interpreter.engine(game_of(PRICES.replace("1..4", "1..5")), "reference").initial_state(1)
    for is_wide, rows in ((True, 1), (False, 2)):
        drawn = picture_of(state, framing=Framing(is_page=False, is_wide=is_wide))
        (market,) = re.findall(r'data-pool="market".*?(?=data-pool=|$)', drawn, re.DOTALL)
        cards = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', market)
        places = [(float(x), float(y)) for x, y, _, _ in cards[:5]]
        wide = float(cards[0][2])
        assert wide >= 72
        assert len({y for _, y in places}) == rows
        assert all(abs(a - c) >= wide or b != d for a, b in places for c, d in places if (a, b) != (c, d))


def test_both_sides_of_a_tile_are_seen() -> None:
    state = interpreter.engine(game_of(SIDES), "reference").initial_state(0)
    for move in ("a1 sun", "b1 moon"):
        state = state.apply(state.action_from_string(move))
    drawn = picture_of(state)
    shown = [re.search(rf'data-on="{site}".*?data-sign="(.)"', drawn) for site in ("a1", "b1")]
    assert [found and found[1] for found in shown] == ["☀", "🌙"]


def test_a_piece_that_can_be_turned_over_shows_both_faces_and_which_lies_up() -> None:
    colours = FACES.replace("STRENGTH", "").replace("VALUE", "blue")
    numbers = FACES.replace("STRENGTHback(t) if", "weak_strength(t) if").replace(
        "front(t)\n", "strength(t)\n"
    )
    for text, up, down in ((colours, "red", "blue"), (numbers.replace("VALUE", "2"), "4", "2")):
        state = interpreter.engine(game_of(text), "reference").initial_state(0)
        state = state.apply(state.action_from_string("b2"))
        drawn = picture_of(state)
        assert f"a1: Ann wolf showing {up}, behind it {down}" in drawn
        assert f"b2: Bob wolf showing {down}, behind it {up}" in drawn
        assert "turned over" not in drawn
        explained = re.findall(r">([^<]* and [^<]*: what lies up is large)<", drawn)
        assert explained == (["strength and weak strength: what lies up is large"] if up == "4" else [])
    assert drawn.count(">4</text>") == 2


def test_a_long_name_in_a_legend_is_broken_where_it_is_wider_than_the_picture() -> None:
    numbers = FACES.replace("STRENGTHback(t) if", "weak_strength(t) if").replace(
        "front(t)\n", "strength(t)\n"
    )
    text = numbers.replace("VALUE", "2").replace("5 x 3", "2 x 2")
    drawn = picture_of(interpreter.engine(game_of(text), "reference").initial_state(0))
    written = re.findall(r">([^<]*)</text>", drawn)
    assert "strength and weak strength: what lies up is large" not in written
    assert "strength and weak strength: what lies up is large" in " ".join(written)


def test_words_on_the_faces_of_a_piece_leave_its_sign_free() -> None:
    text = (
        FACES.replace("STRENGTH", "").replace("VALUE", "blue").replace("red", "sun").replace("blue", "frost")
    )
    drawn = picture_of(interpreter.engine(game_of(text), "reference").initial_state(0))
    found = re.search(r'data-on="a1".*?</g></g></g>', drawn)
    assert found
    radius = float(re.findall(r' r="([\d.]+)"', found[0])[0])
    y = float(re.findall(r"translate\([-\d.]+ ([-\d.]+)\) scale", found[0])[0])
    ends = [
        (float(t), float(t) + float(h))
        for t, h in re.findall(r'<rect x="\S+" y="(\S+)" width="\S+" height="(\S+)"', found[0])
    ]
    (_, below), (top, _) = sorted(ends)
    assert below < y - 0.4 * radius and y + 0.4 * radius < top


def test_a_tile_with_edges_that_can_be_turned_over_shows_those_of_the_face_that_lies_up() -> None:
    state = interpreter.engine(game_of(EDGES), "reference").initial_state(0)
    shown = []
    for move in ("a1", "a1"):
        drawn = picture_of(state)
        assert "(" not in "".join(re.findall(r">([^<>]*)</text>", drawn))
        found = re.search(r'data-on="a1".*?</g></g>', drawn)
        assert found
        shown.append(sorted(re.findall(r">([a-z])</text>", found[0])))
        state = state.apply(state.action_from_string(move))
    assert shown == [["h", "h", "m", "m"], ["h", "m", "m", "m"]]


def test_which_face_of_a_tile_lies_up_is_chosen_by_its_picture() -> None:
    laid = EDGES.partition("setup")[0].replace("field", "  yard" + 8 * "  meal" + "\nfield") + (
        "let shows(p: piece, d: direction) = night(p, d) if is_over(p) else day(p, d)\naction lay\n  choose k in kinds\n"
        "  choose s in sites where s is empty\n  choose over in {false, true}\n  do place k of mover on s with is_over = over\n"
        "turn: lay\nend mover wins when full and some p in pieces: shows(p, west) = heath\n"
    )
    engine = interpreter.engine(game_of(laid), "reference")
    seats = [Seat(f"seat {i}", "open", f"{i}") for i in range(2)]
    table = Table("t", "edges", Session(engine, "edges", 1, [None, None]), seats, "watch")
    walk = table.walk()
    node = walk.at(["action lay", "kind lane", "site a1"])
    told: Any = Views(table).choices.next(tuple(node.texts), table.state, 0)
    shown = [sorted(re.findall(r">([a-z])</text>", option["icon"])) for option in told["options"]]
    assert shown == [["h", "h", "m", "m"], ["h", "m", "m", "m"]]


def test_prices_by_words_and_what_a_card_gives_stand_on_it_and_are_told_where_it_is_pointed_at() -> None:
    drawn = picture_of(interpreter.engine(game_of(PRICES), "reference").initial_state(1))
    pool = drawn.partition('data-pool="market"')[2].partition("data-pool=")[0]
    shop = pool.partition('data-piece="shop"')[2].partition("data-piece=")[0].replace("\xa0", " ")
    assert "<title>shop: points 2; price pepper 3, clove 1; gives clove</title>" in shop
    assert {"pepper 3,", "clove 1", "gives clove"} <= {*re.findall(r">(?:price )?([^<>]+)</text>", shop)}
    built = drawn.partition('data-pool="built of Ann"')[2].partition("data-pool=")[0].replace("\xa0", " ")
    said = " ".join(re.findall(r">([^<>]+)</text>", built))
    assert "gives pepper" in said and "price" not in said  # what is paid no longer matters on a small card


def test_prices_by_colours_are_discs_with_numbers_and_the_colour_that_a_card_gives_is_seen_on_a_small_one() -> (
    None
):
    text = PRICES.replace("pepper", "red").replace("clove", "blue")
    drawn = picture_of(interpreter.engine(game_of(text), "reference").initial_state(1))
    market, built = (
        drawn.partition(f'data-pool="{name}"')[2].partition("data-pool=")[0]
        for name in ("market", "built of Ann")
    )
    shop = market.partition('data-piece="shop"')[2].partition("data-piece=")[0].replace("\xa0", " ")
    red, blue = "#c9372c", "#2a6bb5"
    colours = f"({red}|{blue})"
    assert "<title>shop: points 2; price red 3, blue 1; gives blue</title>" in shop
    assert re.findall(rf'<rect[^>]*fill="{colours}"[^>]*/><text[^>]*>(\d*)', shop) == [
        (red, "3"),
        (blue, "1"),
        (blue, ""),
    ]
    assert re.findall(rf'<rect[^>]*fill="{colours}"', built) == [red]


def test_pools_are_called_in_words_and_what_players_have_by_the_name_that_is_left_without_its_last_word() -> (
    None
):
    text = (
        PRICES.replace("market", "late_market")
        .replace("let score(p", "let worth_of(p")
        .replace(" score(", " worth_of(")
    )
    engine = interpreter.engine(game_of(text.replace("highest score", "highest worth_of")), "reference")
    first = engine.initial_state(1)
    found = [s.name for s in standings(engine, first, first.position(), first.position())]
    assert found[0] == "worth"
    assert ">late market</text>" in picture_of(first)


def test_dice_under_a_cup_are_dice() -> None:
    engine = interpreter.engine(load("liars_dice"), "reference")
    state = engine.playout(engine.initial_state(1), 1, 2).state
    hidden = picture_of(state, state.observation(0)).partition('data-pool="cup of Second"')[2]
    assert hidden.partition("data-pool")[0].count(">?</text>") == 5


def test_what_each_player_has_of_each_word_stands_beside_their_names_and_a_word_of_a_player_with_its_default() -> (
    None
):
    engine = interpreter.engine(game_of(PRICES), "reference")
    first = engine.initial_state(1)
    state = first.apply(first.action_from_string("pepper"))
    found = {s.name: s.values for s in standings(engine, state, state.position(), first.position())}
    assert found["purse"] == ("pepper 3, clove 1", "pepper 1, clove 1")
    state = state.apply(state.action_from_string("booth"))
    drawn = picture_of(state, framing=Framing(has_numbers=False))
    assert "mood (Ann calm, Bob well fed)" in drawn and "purse" not in drawn


def test_a_choice_is_taken_from_the_pools_that_it_names_and_not_from_those_that_its_condition_asks_about() -> (
    None
):
    state = interpreter.engine(game_of(PRICES), "reference").initial_state(1)
    options = Chooser(state.engine).walk(state).at().options
    assert {o.step.pools for o in options if o.token.sort == "kind" and o.step is not None} == {("market",)}


def test_a_piece_of_nobody_is_told_with_the_way_that_it_points_by_default() -> None:
    text = """game "Belts"
  language 3
players Red, Blue
board square 2 x 2
kinds belt
field heading of piece: direction = north
setup
  place belt on a1
  place belt on b2 with heading = east
action turn_it
  choose p in pieces
  choose d in directions where d != heading(p)
  do heading(p) := d
turn: turn_it
end Red wins when some p in pieces: heading(p) = west
limit 40 moves: draw
"""
    drawn = picture_of(interpreter.engine(game_of(text), "reference").initial_state(0))
    assert {"a1: belt heading north", "b2: belt heading east"} <= {
        *re.findall("<title>([^<]*)</title>", drawn)
    }


HUNT = """game "Hunt"
  language 3
players Fox, Hen
board square 4 x 4
kinds walker, runner
pool den of player
field eaten of player: 0..9
field silent of player: 0..9
field lurks of player: 0..9
setup
  place walker of Fox on {a1, b1}
  place runner of Fox on c1
  place walker of Hen on {a4, b4}
  place runner of Hen on c4
action take
  choose s in sites where s is enemy
  do remove s
     eaten(mover) := eaten(mover) + 1
action hold
  choose s in sites where s is enemy
  do move piece(s) to den(mover)
action wait
  do silent(mover) := silent(mover) + 1 if mover = Fox else 0
action lurk
  choose k in kinds
  do if k = walker do lurks(mover) := lurks(mover) + 1
     else lurks(mover) := 1
turn: take or hold or wait or lurk
end mover wins when eaten(mover) = 3
"""


def test_losses_are_told_by_kinds_and_neither_twice_nor_where_what_was_taken_lies_in_hands() -> None:
    engine = interpreter.engine(game_of(HUNT), "reference")
    first = engine.initial_state(1)

    def told(state: State) -> dict[str, tuple[str, ...]]:
        return {s.name: s.values for s in standings(engine, state, state.position(), first.position())}

    def after(*moves: str) -> State:
        state = first
        for move in moves:
            state = state.apply(state.action_from_string(move))
        return state

    assert told(first) == {
        "eaten": ("0", "0")
    }  # a count of what comes in a row is told once something has come
    assert told(after("wait", "wait")) == {"eaten": ("0", "0"), "silent": ("1", "0")}
    assert told(after("hold a4")) == {"eaten": ("0", "0")}
    assert told(after("runner", "walker")) == {"eaten": ("0", "0")}
    assert told(after("runner", "walker", "walker")) == {"eaten": ("0", "0"), "lurks": ("2", "1")}
    taken = after("take a4", "wait", "take c4")
    assert told(taken) == {"eaten": ("2", "0"), "pieces": ("3", "1")}
    assert lost_kinds(engine.game, taken.position(), first.position()) == [{}, {"walker": 1, "runner": 1}]
    # what the pieces that are gone are counted by says it already, and of one kind their number is enough
    plain = HUNT.replace("runner of", "walker of").replace("eaten(mover) +", "eaten(rival(mover)) +")
    plain = plain.replace("eaten(mover) :=", "eaten(rival(mover)) :=")
    engine = interpreter.engine(game_of(plain), "reference")
    first = engine.initial_state(1)
    assert told(after("take a4")) == {"eaten": ("0", "1")}
    assert lost_kinds(engine.game, after("take a4").position(), first.position()) == []


TOWNS = """game "Towns"
  language 3
players Teal, Crimson
type ware: tin, salt
board graph a-b-c
  a at 0, 0, b at 1, 0, c at 2, 0
kinds cart
field wanted of site: ware or none
field stock of site: ware or none
setup
  wanted(a) := tin
  stock(b) := tin
action sell
  choose s in sites where wanted(s) = tin or stock(s) = salt
  do wanted(s) := none
turn: sell
end draw when no s in sites: wanted(s) = tin
"""


def test_of_two_fields_with_the_same_words_one_paints_the_ground_and_the_other_is_written() -> None:
    picture = picture_of(interpreter.engine(game_of(TOWNS), "reference").initial_state(1))
    assert ">wanted: tin</text>" in picture and ">stock tin</text>" in picture
    assert picture.count(">tin</text>") == 0


SNAKES = """game "Snakes"
  language 3
players Sun, Moon
board square 3 x 3
kinds       leads by orthogonal
  straight  south  west   north  east
  bend      west   south  east   north
field up of piece: turns of orthogonal
field tip of player: site or none
field way of player: direction
setup
  place straight on {a1, c1}
  place bend on a2
  tip(Sun) := b2
  way(Sun) := east
  tip(Moon) := c2
  way(Moon) := north
action lay
  choose k in kinds
  choose r in turns(k)
  do place k on tip(mover) with up = r
     way(mover) := leads(tip(mover), opposite(way(mover)))
     tip(mover) := step(tip(mover), way(mover))
turn: lay
end mover loses when tip(mover) = none
"""


def test_the_paths_whose_ends_fields_keep_are_drawn_over_the_tiles_in_the_colours_of_their_players() -> None:
    state = interpreter.engine(game_of(SNAKES), "reference").initial_state(1)
    scene = Scene(state.engine.game, state.position())
    sites, sides = scene.board.sites, scene.board.directions

    def told(of: Scene) -> dict[str, list[str]]:
        return {
            owner: [f"{sites[s].name} {sides[a].name} {sides[b].name}" for s, a, b in trail]
            for owner, trail in trails(of)
        }

    assert told(scene) == {"Sun": ["a2 east south", "a1 north south"], "Moon": ["c1 north south"]}
    picture = picture_of(state)
    assert picture.count("data-trail=") == 2
    # a path of the game that has left the board is followed from where it began
    state = interpreter.engine(load("black_path"), "reference").initial_state(1)
    for move in ("cross 0", "curve 1"):
        state = state.apply(state.action_from_string(move))
    assert state.is_terminal and sum(map(len, told(Scene(state.engine.game, state.position())).values())) == 2
