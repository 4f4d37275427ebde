"""The native engine gives what the reference engine gives: on the bundled games, and on rule files drawn at random."""

import threading
from functools import cache
from random import Random

import bundled
import pytest
from drawn_rules import draw, drawn, with_secrets
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import (
    agree,
    agree_on_secrets,
    checked,
    counts_agree,
    play,
    random_game_agrees,
    random_picks,
    stays_in_its_memory,
)
from small import SMALL

import gdl
import interpreter
from gdl.diagnostics.values import GameError
from gdl.loader import option_settings
from interpreter.engines.base import Engine
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.machine import EFFORT, QUICK
from interpreter.shared.hashing import Random as Seeds

NAMES = bundled.in_layers()
FAMILIES = bundled.in_layers(bundled.one_of_each_family())


@cache
def engine(name: str, is_checked: bool = False) -> NativeEngine:
    """The code of a checked build is not optimised, like nearly all that is compiled in tests. The other one is: of the core games,
    which have all constructs, as in play, and of the others as for the first seconds of play."""
    options = SMALL.get(name, {})
    if is_checked:
        return bundled.native(name, options, True)
    made = NativeEngine(bundled.load(name, options), effort=EFFORT if name in bundled.CORE else QUICK)
    return bundled.lowered_once(made, name, options)


# ---- the bundled games


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_game_has_machine_code(name: str) -> None:
    assert engine(name).compiled.is_lowered


@pytest.mark.parametrize("name", FAMILIES)
@settings(max_examples=3, deadline=None)
@given(picks=st.lists(st.integers(0, 1000), max_size=40), seed=st.integers(0, 2**32))
def test_both_engines_play_the_same_game(name: str, picks: list[int], seed: int) -> None:
    play(engine(name), picks, seed, again=7)


@pytest.mark.thorough
@pytest.mark.parametrize("name", FAMILIES)
def test_no_index_is_out_of_its_range(name: str) -> None:
    stays_in_its_memory(engine(name, True), random_picks(Random(1)), 1, plies=60)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_in_machine_code_is_a_game_of_the_reference_engine(name: str) -> None:
    random_game_agrees(engine(name), 5, 40)
    counts_agree(engine(name), 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_in_the_best_code_is_a_game_of_the_reference_engine(name: str) -> None:
    options = SMALL.get(name, {})
    random_game_agrees(NativeEngine(bundled.load(name, options), effort=EFFORT), 5, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_both_engines_agree_under_every_value_of_an_option(name: str) -> None:
    for options in option_settings(gdl.load(name)):
        native = NativeEngine(gdl.load(name, options=options), checked=True)
        for seed in range(2):
            play(native, random_picks(Random(seed)), seed, plies=400, again=25 * seed)
        random_game_agrees(native, 3)
        counts_agree(native, 2)


@pytest.mark.parametrize("name", ["zola", "pig", "hearts"])
def test_a_series_in_machine_code_is_its_games_added_up(name: str) -> None:
    native = engine(name)
    assert native.series(Seeds(9), 4, 300) == Engine.series(native, Seeds(9), 4, 300)


@pytest.mark.parametrize("name", ["zola", "pig"])
def test_a_series_is_the_same_on_any_number_of_threads(name: str) -> None:
    native, found = engine(name), []
    for threads in (1, 2, 3, 50):
        seeds = Seeds(9)
        found.append((native.series(seeds, 41, 300, threads), seeds.state))
    assert found[1:] == found[:1] * 3


def test_a_rule_that_goes_wrong_in_a_thread_is_reported() -> None:
    text = BOARD + HEAD + "field n of game: 0..3\n" + PUT.format("n := turn") + END.format("put")
    game = checked(text)
    assert game is not None
    with pytest.raises(GameError):
        NativeEngine(game, effort=0).series(Seeds(1), 10, 300, 2)


def test_counting_stops_where_a_rule_goes_wrong() -> None:
    """This game leaves its window in one of very many ways to go on."""
    game = checked(draw(Random(10317)))
    assert game is not None
    counts_agree(NativeEngine(game, effort=0), 2)


def test_ways_with_one_outcome_are_one_action_where_sites_hold_several_pieces() -> None:
    game = checked(
        'game "Stacks"\nplayers Red, Blue\nboard square 4 x 4 stacking\nkinds man\nfield hops of piece: 0..9\n'
        "setup\n  place man of Red on {a1, c1, b2}\n  place man of Blue on {b1, c3, c3, d2}\n"
        "move hop\n  line any up to 2: any+\n  do hops(piece) := min(hops(piece) + 1, 9)\n"
        "  again may up to 3 once per outcome\nturn: hop else lose\nlimit 6 moves: draw\n"
    )
    assert game is not None
    native = NativeEngine(game, True, effort=0)
    assert native.compiled.is_lowered
    play(native, random_picks(Random(1)), 1)
    counts_agree(native, 1)


def test_the_way_with_the_least_number_stays_where_pieces_are_chosen_on_stacks() -> None:
    game = checked(
        'game "Stacks"\nplayers Red, Blue\nboard square 2 x 1 stacking\nkinds man, king\n'
        "setup\n  for p in players do place man of p on {a1, b1}\n  place king of Red on b1\n"
        "action lift\n  choose x in pieces\n  do remove x\n  again may up to 2 once per outcome\n"
        "turn: lift else lose\nlimit 6 moves: draw\n"
    )
    assert game is not None
    native = NativeEngine(game, True, effort=0)
    assert native.compiled.is_lowered
    state = native.reference.initial_state()
    written = [state.action_to_string(a) for a in state.legal_actions()]
    assert "a1 Red man a1 Blue man" in written and "a1 Blue man a1 Red man" not in written
    play(native, random_picks(Random(1)), 1)
    counts_agree(native, 1)


@pytest.mark.parametrize("name", ["pig", "kuhn_poker"])
def test_outcomes_are_those_of_the_reference_engine(name: str) -> None:
    native = engine(name)
    state, other = native.initial_state(4), native.reference.initial_state(4)
    for action in state.legal_actions():
        mine = [(p, s.position()) for p, s in state.outcomes(action)]
        assert mine == [(p, s.position()) for p, s in other.outcomes(action)]


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 9), ("english_draughts", 6), ("reversi", 5)])
def test_a_count_is_the_same_on_any_number_of_threads(name: str, depth: int) -> None:
    native = bundled.native(name)
    start = native.initial_state()
    assert len({native.perft(start, depth, threads) for threads in (1, 2, 3)}) == 1


def test_threads_do_not_disturb_each_other() -> None:
    native = engine("zola")
    alone = [native.playout(native.initial_state(k), k).actions for k in range(8)]
    found: dict[int, object] = {}

    def run(k: int) -> None:
        for _ in range(20):
            found[k] = native.playout(native.initial_state(k), k).actions

    threads = [threading.Thread(target=run, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert [found[k] for k in range(8)] == alone


# ---- drawn rule files

_BLOCKS = [0, *(pytest.param(b, marks=pytest.mark.thorough) for b in range(1, 6))]


@pytest.mark.parametrize("block", _BLOCKS)
def test_both_engines_agree_on_drawn_rules(block: int) -> None:
    seeds = range(10 * block, 10 * block + 10)
    found = [agree(drawn(seed), effort=2 if seed % 5 == 0 else 0) for seed in seeds]
    assert sum(found) >= 7  # most of what is drawn is a game


@pytest.mark.slow
@pytest.mark.parametrize("block", range(40))
def test_both_engines_agree_on_many_drawn_rules(block: int) -> None:
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        agree(drawn(seed), effort=2)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_both_engines_agree_on_any_drawn_rules(seed: int) -> None:
    agree(drawn(seed), games=2)


@pytest.mark.thorough
def test_both_engines_keep_what_waits_in_turns_together() -> None:
    """Every tenth file has such a turn."""
    assert sum(agree_on_secrets(drawn(seed), seed) for seed in range(9, 300, 10)) > 100


@pytest.mark.parametrize("block", [0, *(pytest.param(b, marks=pytest.mark.thorough) for b in (1, 2))])
def test_both_engines_hide_the_fields_of_players_and_of_the_game(block: int) -> None:
    texts = {seed: with_secrets(drawn(seed)) for seed in range(114 + 16 * block, 130 + 16 * block)}
    secret = {seed: text for seed, text in texts.items() if " seen by " in text}
    assert sum(agree(text, games=1) for text in secret.values()) > 4
    assert sum(agree_on_secrets(text, seed) for seed, text in secret.items()) > 15


# ---- what was found so, and what is rare


HEAD = """game "Found"
players Red, Blue
kinds man, king
setup
  place man of Red on a1
  place king of Blue on c3
"""
BOARD = "board square 3 x 4\n"
PUT = "action put\n  choose s in sites where s is empty\n  do\n    place man of mover on s\n    {}\n"
END = "turn: {} or pass\nlimit 8 moves: draw\n"

FOUND = {
    "a repeated group with repetitions inside": BOARD + HEAD
    + "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
    + "move go\n  line any: (empty{1..2}, any?)+ as met, empty | enemy\n  do place man of Red on first(met)\n"
    + "turn: go or put\nlimit 8 moves: draw\n",
    "a group that is not met binds nothing": BOARD + HEAD
    + "field n of game: 0..99\n"
    + PUT.format("for line any from s: (own as a){0..2}, any as b do n := (n + count(a)) mod 50") + END.format("put"),
    "the order of a path": BOARD + HEAD
    + "field last of game: site or none\n"
    + PUT.format("for line any from s: any+ as met do\n      last := first(met)\n      for m in met do last := m") + END.format("put"),
    "the order of a path in a group": BOARD + HEAD
    + "move go\n  line west: (any as met){2}\n  do move piece to last(met)\n" + END.format("go"),
    "new pieces on sites that depend on what stands there": BOARD + HEAD
    + "action put\n  do\n    place man of mover on {step(s, east) for s in sites where s is man} where it is empty\n"
    + "    place king on {neighbours(s) for s in sites where s is king} where it is empty\n" + END.format("put"),
    "the order of sites between": BOARD + HEAD
    + "field last of game: site or none\n" + PUT.format("let v = between(c4, s) + {b2}\n    last := last(v)") + END.format("put"),
    "the order of a set given to a choice": BOARD + HEAD
    + "field near of game: site or none\n"
    + "choice look(these: sites)\n  choose n in 0..1\n  do near := last(these)\n"
    + PUT.format("then look({s, a1, c3} - {b2})") + END.format("put"),
    "the order of what a definition is given": BOARD + HEAD
    + "field near of game: site or none\nlet end_of(these: sites) = last(these)\n"
    + PUT.format("near := end_of({c4, s})") + END.format("put"),
    "sites of a growing board": "board square growing within 6\n"
    + HEAD.replace("a1", "site_at(0, 0)").replace("c3", "site_at(1, 0)")
    + "action put\n  choose s in sites where s is empty and file(s) < 2\n  choose t in rank(rank(s)) where t in sites\n"
    + "  do place man of mover on s\n" + END.format("put"),
    "a growing board of more words": "board hex growing within 11\n"
    + HEAD.replace("a1", "site_at(0, 0)").replace("c3", "site_at(1, 0)")
    + "action put\n  choose s in (sites where it is empty)\n  do if s in neighbours(site_at(0, 0)) do place man of mover on s\n"
    + END.format("put"),
    "a move to the rim of a growing board that is tried": "board square growing within 7\n"
    + HEAD.replace("a1", "site_at(-2, 0)").replace("c3", "site_at(1, 0)")
    + "move go\n  line any: not own\n" + "turn: go\nprefer captures > 0\nlimit 8 moves: draw\n",
    "a site of a growing board in a computed file and rank": "board hex growing within 5\n"
    + HEAD.replace("a1", "site_at(0, 0)").replace("c3", "site_at(1, 0)")
    + "action put\n  choose n in -3..3\n  choose m in -3..3\n  choose s in {site_at(n, m)} where s is empty and not full\n"
    + "  do place man of mover on s\n" + END.format("put"),
    "a very large board": "board square growing within 30\n"
    + HEAD.replace("a1", "site_at(0, 0)").replace("c3", "site_at(1, 0)")
    + "action put\n  choose s in sites where s is empty and not full\n  choose p in pieces where p is own\n"
    + "  do if some q in stack(s): q is own do place king of mover on s\n" + END.format("put"),
    "what has no value is no element": BOARD + HEAD
    + "field who of game: player or none\n"
    + "action ask\n  choose p in {owner(piece(a1)), owner(piece(b2)), Blue}\n  do who := p\n"
    + PUT.format("for k in {kind(piece(b1)), king} do who := mover") + END.format("put or ask"),
    "none that is written is an element": BOARD + HEAD
    + "field who of game: player or none\n"
    + "action ask\n  choose p in {none, owner(piece(a1))}\n  do who := p\n" + END.format("ask"),
    "a definition that is none on this board is no element": BOARD + HEAD
    + "let beyond = step(c4, north)\n" + PUT.format("").replace("sites where s is empty", "{beyond, b2, b3}") + END.format("put"),
    "fractions": BOARD + HEAD.replace("kinds man, king", "kinds worth\n  man 1.5\n  king 2")
    + "field n of game: 0..9\n"
    + "action ask\n  choose s in file(count(pieces) / 2)\n  where even(count(pieces) / 2) or worth(piece(s)) > 1\n"
    + "  do\n    if turn > 3 do n := turn / 2\n" + PUT.format("n := sum(worth(p) for p in pieces) div 1")
    + "prefer most sum(worth(p) for p in own pieces)\n" + END.format("put or ask"),
    "fractions given to a choice": BOARD + HEAD.replace("kinds man, king", "kinds worth\n  man 1.5\n  king 2")
    + "field n of game: 0..9\nchoice look(a: number, these: numbers)\n  choose m in 0..9 where m < a + sum(these)\n  do n := m\n"
    + PUT.format("then look(worth(piece(s)), {turn / 2, 2})") + END.format("put"),
    "fractions in a set that is written": BOARD + HEAD + "field n of game: 0..9\n"
    + "action ask\n  choose m in 0..9 where m < max({turn / 2, 1})\n  do n := m\n" + END.format("ask"),
    "the piece that moves is one that has a number of its own": BOARD + HEAD
    + "pool hand of player\nmove go by man, king\n  line any: empty\n  where piece = last(pieces)\n"
    + "action drop\n  choose s in sites where s is empty\n  do place man of mover on s\n"
    + "action keep\n  choose s in sites where s is own\n  do move piece(s) to hand(mover)\n" + END.format("go or drop or keep"),
    "what a fraction leaves where it is divided by 0": BOARD + HEAD.replace("kinds man, king", "kinds worth\n  man 1.5\n  king 2")
    + "field n of game: 0..9\naction ask\n  choose s in sites\n  where worth(piece(s)) mod n = 0 and worth(piece(s)) div n = 0\n"
    + "  do n := 1 - n\n" + END.format("ask"),
    "a definition that is given a half, and one that is given a whole number": BOARD + HEAD
    + "let beyond(r: site, n: number) = r in rank(1) or n > 2\nfield n of game: 0..9\n"
    + "action put\n  choose s in sites where s is empty and beyond(s, count(pieces) / 2)\n  do place man of mover on s\n"
    + "action ask\n  choose s in sites where beyond(s, 2)\n  do n := 1 - n\n" + END.format("put or ask"),
    "a loop over no player in what settles until nothing changes": BOARD + HEAD
    + PUT.format("n := 1").replace("action", "field n of game: 0..9\naction", 1)
    + "settle until stable\n  for p in players - players, s in sites where s is own do remove piece(s)\n" + END.format("put"),
    "a field outside its range, and a kind that is none": BOARD + HEAD
    + "field n of game: 0..3\n" + PUT.format("n := turn") + "action turn_all\n  choose s in sites\n  do kind(piece(s)) := kind(piece(b2))\n"
    + END.format("put or turn_all"),
    "nothing to write to": BOARD + HEAD
    + "field n of piece: 0..3\n" + PUT.format("n(piece(b2)) := turn + 7") + END.format("put"),
    "a leap goes on where it repeats": BOARD + HEAD + "move hop\n  leap 0, 1: any{1..2}\nmove far\n  leap 0, 1: any{2}\n" + END.format("hop or far"),
    "riders, and what they meet on the way": BOARD.replace("3 x 4", "5 x 5") + HEAD
    + "move ride\n  leap 1, 2: (empty, not own as met)*, any as to, any?\n"
    + "move hop\n  leap 0, 1: enemy+ as over, empty\n  do capture over\n"
    + PUT.format("for leap 1, 1 from s: any* as met, own do kind(piece(s)) := king")
    + "turn: ride or hop or put\nend mover wins when some leap 0, 1: own{3}\nlimit 30 moves: draw\n",
    "leaps by directions, and paths of one kind that another walks": BOARD.replace("3 x 4", "5 x 5")
    + HEAD.replace("Red, Blue", "Red facing north, Blue facing south").replace(
        "kinds man, king",
        "kinds   reach\n  man   (leap forward 2, left 1: any) + (leap backward 1: any+)\n  king  (leap {north, east} 1, sideways 1: any)",
    )
    + "move ride\n  leap forward 1, right 1: (empty, not own as met)*, any as to, any?\n"
    + "move hop by king\n  leap sideways 2: not own\nmove go\n  along reach\n  where to is not own\n"
    + "action lend\n  choose p in own pieces\n  choose k in kinds\n  choose s in reach(k, p) where s is empty\n  do move p to s\n"
    + PUT.format("for leap backward 1, sideways 1 from piece(s): any* as met, own do kind(piece(s)) := king")
    + "turn: ride or hop or go or lend or put\n"
    + "end mover wins when (some leap forward 2, left 1: own{3}) or some a in pieces of rival(mover): b2 in reach(a)\n"
    + "limit 30 moves: draw\n",
    "choices together, of every kind, some of which are gone by then": BOARD.replace(
        "\n", "\npool box of game\nfield hits of player: 0..9\nfield calm of game: 0..40\n"
    )
    + HEAD.replace("Red, Blue", "Red, Blue, Green")
    + "action go\n  choose p in pieces\n  choose d in orthogonal where some {step(site(p), d)}\n"
    + "  do\n    let goal = step(site(p), d)\n    if goal is enemy do capture goal\n    if goal is empty do move p to goal\n"
    + "    if p is king do then may cheer(2)\n"
    + "action make\n  choose k in kinds\n  choose t in players\n  choose n in 1..2\n  choose b in {false, true}\n"
    + "  where some s in sites: s is empty\n"
    + "  do\n    random s in sites where it is empty\n    place k of t on s\n    if b do hits(mover) := min(hits(mover) + n, 9)\n"
    + "choice cheer(m: number)\n  choose n in 1..2 where n <= m\n  do hits(mover) := min(hits(mover) + n, 9)\n"
    + "settle calm := calm + 1\nsettle after make\n  if count(pieces) > 9 do remove pieces where it is king\n"
    + "skip p when hits(p) = 4\nturn together: go or make else draw\n"
    + "end mover wins when hits(mover) > 6\nlimit 40 moves: draw\n",
    "ordered pools, their tops and bottoms": BOARD.replace(
        "\n", "\npool deck of player ordered\npool box of game\nfield tag of piece: 0..20\n"
    )
    + HEAD
    + "action top\n  choose k in kinds of deck(mover)\n  do move k from deck(mover) to deck(mover) with tag = turn mod 20\n"
    + "action sink\n  choose p in own pieces\n  do\n    if count(deck(mover)) > 1 do\n      move first(deck(mover)) to deck(rival(mover))\n"
    + "      kind(last(deck(mover))) := king\n    move p under deck(mover)\n"
    + "action deal\n  where some deck(mover)\n  do\n    random c in deck(mover)\n    move c to box\n    place king in deck(mover) times 2\n    simultaneously move last(deck(mover)) to box; move c to deck(mover)\n"
    + PUT.format("for c in last(deck(mover), 2) do move c to deck(rival(mover))")
    + "position same within 20: pieces, deck, mover\nturn: put or top or sink or deal\n"
    + "end mover wins when repeated(same) = 2 or tag(last(deck(mover))) > 5\nlimit 30 moves: draw\n",
    "steps of an action that is done while another one is asked for": BOARD + HEAD
    + "field n of game: 0..9\naction go\n  choose d in {east, west} where steps = 0\n  do\n    if d = west do then must look(1)\n    then next(1)\n"
    + "choice look(m: number)\n  choose k in 0..1 where m > steps\n  do n := k + steps\n"
    + "choice next(m: number)\n  where m > steps\n  do n := 3 + steps\n"
    + END.format("go") + "end draw when not can_move(mover) and turn > 2\n",
    "a definition that is given a piece that an effect has taken away": BOARD + HEAD
    + "field mark of site: bool\nfield tag of piece: player or none\nfield held of piece: piece or none\n"
    + "let whose(p: piece) = owner(p) if owner(p) != tag(p) else tag(held(p))\nlet lonely(s: site) = s is empty and mark(s)\n"
    + "field n of game: 0..9\n"
    + "action take\n  choose p in pieces\n  do\n    remove p\n    if whose(p) = mover or lonely(site(p)) do n := 1\n" + END.format("take"),
    "equal choices are one action": BOARD + HEAD
    + "move go\n  line any: empty*, any, any*\n" + END.format("go"),
    "settling with a field that holds a piece": BOARD + HEAD
    + "field star of game: piece or none\n" + PUT.format("star := piece(s)")
    + "settle until stable\n  if star is man and file(site(star)) < 3 do\n    move star to first({step(site(star), east)} where it is empty)\n"
    + END.format("put"),
    "the order of a pool": BOARD.replace("\n", "\npool hand of player\nfield tag of piece: 0..20 or none\n") + HEAD
    + "  place man in hand(Red) with tag = 10\n  place man of Red in hand(Red) with tag = 2\n  place man of Red in hand(Red)\n"
    + "action drop\n  choose k in kinds of hand(mover)\n  choose s in sites where s is empty\n  do move k from hand(mover) to s\n"
    + "action back\n  choose p in own pieces\n  do move p to hand(mover) with tag = turn\n" + END.format("drop or back"),
    "names inside `simultaneously`": BOARD + HEAD
    + PUT.format("simultaneously\n      for q in own pieces, t in corners where t is own do\n        move q to t\n        move piece(t) to site(q)") + END.format("put"),
    "a preference among what is offered with other actions elsewhere": BOARD + HEAD
    + "move go\n  line any: any\nmove far\n  line any: own{1..2}, any?\n" + "turn: go or pass else far or go\n"
    + "prefer most count(pieces)\nlimit 8 moves: draw\n",
    "diagonal lines of octagons are longer than the board is wide": "board octagons 2 x 2\n" + HEAD.replace("c3", "b2")
    + "move go\n  line any: not own+\n" + END.format("go"),
    "a preference among ways of one outcome, of which the shorter one stays": BOARD + HEAD
    + "action put\n  choose s in {b2}\n  do place man of mover on s where it is empty\n  again may up to 2 in any order once per outcome\n"
    + "turn: put or pass\nprefer most steps\nlimit 8 moves: draw\n",
    "leaps that meet at one site, as one of them repeats": BOARD + HEAD
    + "move go\n  leap orthogonal 1, any 1: man?, not own\nmove far\n  leap orthogonal 1, orthogonal 2: any{2}\n"
    + END.format("go or far"),
    "no step is done where a choice is demanded, and where it is asked whether there is one": BOARD + HEAD
    + "field n of game: 0..99\nchoice more(k: number)\n  choose m in 1..3 where m > k + steps\n  do n := (n + m + steps) mod 50\n"
    + "choice once\n  where steps = 0\n  do n := n + steps\naction other\n  where steps = 0\n  do n := 0\n"
    + PUT.format("if can_move(mover, other) do n := n + 1\n    then must more(2)\n    then must once") + END.format("other or put"),
    "several numbers of players, all of whom may lose": BOARD + HEAD.replace("Red, Blue", "Red, Blue, Green")
    + PUT.format("if moves = 4 do end players - {mover} loses") + "skip p when no pieces of p\n"
    + "turn: put else lose\nend draw when full\nlimit 30 moves: draw\n",
}  # fmt: skip


@pytest.mark.parametrize("text", FOUND.values(), ids=[n.replace(" ", "_") for n in FOUND])
def test_what_was_found_stays_equal(text: str) -> None:
    assert agree(text, games=4)


def test_a_position_tells_the_set_that_a_demand_is_given_in_its_own_order() -> None:
    """Also where no rule asks for that order."""
    text = (
        BOARD
        + HEAD
        + "choice look(these: sites)\n  choose n in 0..1\n  do if n = 1 do remove piece(first(corners - these))\n"
    )
    assert agree_on_secrets(text + PUT.format("then look({s, c2, b1})") + END.format("put"), 1) > 10


UNLOWERED = (
    BOARD
    + HEAD
    + PUT.format("")
    + "prefer most count({x / 2 for x in {turn, count(pieces)}})\n"
    + END.format("put")
)


def test_what_has_no_machine_code_is_run_by_the_reference_engine() -> None:
    game = checked(UNLOWERED)
    assert game is not None
    native = NativeEngine(game, effort=0)
    assert not native.compiled.is_lowered
    assert agree(UNLOWERED)
    assert interpreter.engine(game).playout(native.initial_state(), 3).actions
    assert native.series(Seeds(1), 3).actions == native.reference.series(Seeds(1), 3).actions


def test_the_ends_of_a_path_on_a_very_large_board_need_no_machine_code() -> None:
    text = (
        "board square 30 x 30\n" + HEAD + "action put\n  choose p in own pieces\n"
        "  choose s in (leap 1, 2 from p: empty)\n  do for t in (leap 1, 2 from s: empty) do place man of mover on t\n"
    )
    assert agree(text + END.format("put"))


CROWD = "board square 2 x 2 stacking\n" + HEAD.replace("a1", "a2").replace("c3", "b2") + (
    "action put\n  choose s in sites\n  do place man of mover on s\n" + END.format("put")
)  # fmt: skip


def test_a_position_with_more_pieces_than_fit_is_run_by_the_reference_engine() -> None:
    game = checked(CROWD)
    assert game is not None
    native = NativeEngine(game, effort=0)
    many = native.compiled.facts.pieces.capacity + 5
    state = native.state({"to_move": "Red", "pieces": {"a1": ["Red man"] * many}})
    other = native.reference.state(state.position())
    assert state.legal_actions() == other.legal_actions()
    action = state.legal_actions()[0]
    assert state.apply(action).position() == other.apply(action).position()
    assert native.perft(state, 2) == native.reference.perft(other, 2)
    assert (
        native.playout(state, 1, 5).state.position() == native.reference.playout(other, 1, 5).state.position()
    )


WIDE = "board square 16 x 16\n" + HEAD + (
    "action pair\n  choose s in sites\n  choose t in sites\n  choose u in sites where file(u) < 2\n"
    "  do if s is empty do place man of mover on s\n" + END.format("pair")
)  # fmt: skip


def test_a_list_of_actions_that_is_too_long_is_made_by_the_reference_engine() -> None:
    game = checked(WIDE.replace("16 x 16", "8 x 8"))
    assert game is not None
    native = NativeEngine(game, checked=True, effort=0)
    state = native.initial_state()
    legal = state.legal_actions()
    assert legal == native.reference.initial_state().legal_actions()
    assert state.apply(legal[-1]).position() == native.reference.initial_state().apply(legal[-1]).position()
    assert native.compiled.machine.take_violation() == 0


@pytest.mark.parametrize("bad", [-1, 10**30, "a1", None, 1.0, True])
def test_a_bad_action_is_refused(bad: object) -> None:
    with pytest.raises(interpreter.IllegalAction):
        engine("zola").initial_state().apply(bad)  # type: ignore[arg-type]
