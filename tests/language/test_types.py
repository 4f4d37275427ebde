"""Types of words: as sets, values, holders of fields, parameters, indices of columns and the values of generated kinds."""

from typing import Any

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.errors import PositionError
from language.playing import codes, field, found, holding, moves, play
from language.sentences import sentence
from tests.interpreter.native.lockstep import agree, agree_on_secrets

GEMS = (
    "players Red, Blue\nboard square 5 x 5\n"
    "type gem: diamond, ruby, onyx\ntype shade: light, dark, ruby\n"
    "kinds   gem   worth back   cost by gem\n"
    "  mine  ruby  3     dark   0 1 2\n"
    "  cave  none  1     light  3 0 0\n"
    "  pit   onyx  2     ruby   0 0 0\n"
    "kinds each shade in shade, size in {1..2}\n"
    "  gift = onyx if shade = dark else none if size = 1 else ruby\n"
    "field supply of gem: 0..7 = 4\nfield tokens of player, gem: 0..7\nfield holds of gem, player: bool\n"
    "field likes of piece, gem: 0..3\nfield near of site, gem: 0..3\nfield last of game: gem or none\n"
    "field favour of player: gem = onyx\nfield called of game: diamond, ruby, onyx\n"
    "let total(p: player, g: gem) = tokens(p, g) + supply(g)\n"
)
POSITION: dict[str, Any] = {
    "pieces": {"a1": "Red mine likes(ruby)=2", "b1": "Blue cave", "c1": "Red dark_2", "d1": "Blue light_1"},
    "fields": {
        "supply": {"onyx": 1},
        "tokens": {"Red": {"ruby": 2}, "Blue": {"onyx": 3}},
        "holds": {"diamond": {"Blue": True}},
        "near": {"c3": {"ruby": 1}},
        "last": "ruby",
        "favour": {"Red": "ruby"},
    },
}
CLAIMS = [
    ("WORD, ...` makes words of your own the values of a type, chosen, gone through and compared like any others.", "last = ruby and favour(Red) = ruby and favour(Blue) = onyx and favour(Red) != diamond"),
    ("Its name stands for the set of them, in the order of the text.", "count(gem) = 3 and gem = {onyx, ruby, diamond} and first(gem) = diamond and nth(gem, 2) = ruby and last(gem) = onyx and last in gem and count(shade) = 3"),
    ("WORD, ...` makes words of your own the values of a type, chosen, gone through and compared like any others.", "sum(supply(g) for g in gem) = 9 and (some g in gem: g = last) and {g for g in gem where supply(g) < 4} = {onyx} and ({diamond, onyx} where it != last) = {diamond, onyx}"),
    ("A type may be what a field holds or what has a field, alone or in a pair,", "supply(ruby) = 4 and tokens(Red, ruby) = 2 and tokens(Blue, ruby) = 0 and holds(diamond, Blue) and not holds(onyx, Blue) and likes(a1, ruby) = 2 and likes(a1, onyx) = 0 and near(c3, ruby) = 1"),
    ("the type of a parameter, and the [index of a column]", "total(Red, ruby) = 6 and total(Blue, onyx) = 4"),
    ("Types with the same words in the same order are one.", "called = diamond and last != called and total(Red, called) = 4"),
    ("to each word of a type,", "supply(onyx) = 1 and supply(favour(Blue)) = 1 and supply(first(g in gem where g = ruby)) = 4"),
    ("the type of a parameter, and the [index of a column]", "cost(mine, diamond) = 0 and cost(a1, onyx) = 2"),
    ("Words that a field or a column lists in place are a type without a name.", "called in gem and {g for g in gem where called = g} = {diamond}"),
    ("for each word of a [type](fields.md#types-of-words) (`by gem`),", "cost(mine, onyx) = 2 and cost(a1, ruby) = 1 and cost(cave, diamond) = 3 and cost(pit, last) = 0 and cost(a2, ruby) = 0 and sum(cost(mine, g) for g in gem) = 3"),
    ("A column with the name of a [type of words](fields.md#types-of-words) holds its words", "gem(mine) = ruby and gem(a1) = last and gem(cave) = none and gem(pit) = onyx and shade(c1) = dark and shade(a1) = none"),
    ("`kinds each NAME in TYPE` takes all words of a type.", "count(kinds) = 9 and shade(ruby_1) = ruby and size(dark_2) = 2 and shade(d1) = light"),
    ("Columns below, `NAME = VALUE`, follow from the others.", "gift(dark_1) = onyx and gift(d1) = none and gift(light_2) = ruby and back(pit) = ruby and back(mine) = dark"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in CLAIMS])
def test_words_of_a_type_are_values(kind: str, claim: str) -> None:
    assert claim in holding(kind, GEMS, [c for _, c in CLAIMS], POSITION)


@sentence(
    "WORD, ...` makes words of your own the values of a type, chosen, gone through and compared like any others."
)
def test_words_are_chosen_and_matched(make) -> None:
    text = GEMS + (
        "action take\n  choose g in gem where supply(g) > 1\n"
        "  do supply(g) := supply(g) - 1\n     tokens(mover, g) := tokens(mover, g) + 1\n     last := g\n"
        "     for h in gem where h != g do near(c3, h) := near(c3, h) + 1\n"
        "     match g\n       ruby: favour(mover) := diamond\n       onyx: favour(mover) := none_of(g)\n       diamond: called := g\n"
        "let none_of(g: gem) = first(h in gem where h != g)\nturn: take\n"
    )
    state = make(text).state(POSITION)
    assert moves(state) == ["diamond", "ruby"]
    state = play(state, "ruby", "diamond")
    assert field(state, "supply") == {"diamond": 3, "ruby": 3, "onyx": 1}
    assert field(state, "tokens") == {"Red": {"ruby": 3}, "Blue": {"diamond": 1, "onyx": 3}}
    assert field(state, "near") == {"c3": {"diamond": 1, "ruby": 2, "onyx": 2}}
    assert field(state, "last") == "diamond"
    assert field(state, "favour") == {"Red": "diamond"}
    assert make(text).state(state.position()).position() == state.position()


def test_a_word_of_two_types_is_what_its_place_wants() -> None:
    rest = "let a(g: gem) = g = ruby\nlet b(s: shade) = s = ruby\naction go\n  where {} and moves < 9\nturn: go\n"
    assert codes(GEMS + rest.format("a(ruby) and b(ruby) and a(last)")) == []
    assert codes(GEMS + rest.format("b(last)")) == ["type-mismatch"]
    assert codes(GEMS + rest.format("a(dark)")) == ["type-mismatch"]


def test_what_is_wrong_with_a_type_is_said_once() -> None:
    text = (
        "players Red, Blue\nboard square 5 x 5\ntype gem: diamond, ruby, onyx\nkinds  cost by gem\n  mine 0 1 2\n"
        "field supply of gem: 0..7\nfield last of game: gem or none\nlet rest(g: gem) = supply(g) - cost(mine, g)\n"
        "action go\n  choose g in gem where rest(g) < 9\n  do last := g; supply(ruby) := 3\nturn: go\n"
    )
    assert codes(text) == []
    for wrong in ("gem: {diamond, ruby, onyx}", "gem: diamond ruby, onyx", 'gem: "ruby"'):
        said = codes(text.replace("gem: diamond, ruby, onyx", wrong, 1))
        assert said == ["syntax"], wrong


@pytest.mark.parametrize("name", ["type", "types"])
def test_the_word_type_is_a_name_like_others(name: str) -> None:
    text = (
        f"players A, B\nboard square 3 x 3\nkinds  {name}   gone\n  man  walker 1\n  king rider  2\n"
        f"{name}(man) = rider\nfield of_{name} of game: 0..3\n"
        f"action go\n  choose {name} in 1..3\n  where some p in own pieces: {name}(p) = rider\n  do of_{name} := {name}\nturn: go\n"
    )
    game, said = examine_source(Source("a.gdl", text))
    assert game is not None, [d.message for d in said]
    assert len({k.attributes[name] for k in game.kinds}) == 1


def test_a_file_that_extends_another_gives_a_type_anew(tmp_path) -> None:
    (tmp_path / "base.gdl").write_text(
        'game "Base"\n' + GEMS + "action go\n  choose g in gem\n  do last := g\nturn: go\n"
    )
    more = 'game "More" extends "base.gdl"\ntype gem: diamond, ruby, onyx, opal\nkinds pawn\nkinds each shade in shade, size in {1..2}\n'
    more += "field called of game: diamond, ruby\n"
    (tmp_path / "more.gdl").write_text(more)
    game, said = examine_source(Source(str(tmp_path / "more.gdl"), more))
    assert game is not None, [d.message for d in said]
    assert game.types["gem"].symbols == ("diamond", "ruby", "onyx", "opal")
    assert [d for d in found(more) if d.code == "syntax"] == []


# ---- pools

BANK = (
    "players Red, Blue\nboard square 5 x 5\ntype gem: diamond, ruby, onyx\nkinds   worth\n  token 1\n  card  2\n"
    "pool box of game\npool bank of gem\npool deck of 0..2 ordered\npool kept of gem seen by nobody\npool hand of player\n"
    "let least(g: gem) = count(bank(g)) <= 1\n"
)
LAID: dict[str, Any] = {
    "pieces": {"a1": "Red token"},
    "pools": {
        "box": ["card"],
        "bank": {"diamond": ["token", "token"], "onyx": ["Red card"]},
        "deck": {0: ["token", "card"], 2: ["card", "token", "token"]},
        "kept": {"ruby": ["card"]},
        "hand": {"Blue": ["Blue token"]},
    },
}
POOLS = [
    ("`pool NAME of player` makes one for each player, `pool NAME of game` one for all, `pool NAME of TYPE` one for each word of a [type](fields.md#types-of-words), and `pool NAME of 1..3` one for each number of the range: at most 64.", "count(bank(diamond)) = 2 and no bank(ruby) and owner(first(bank(onyx))) = Red and count(kept(ruby)) = 1 and no kept(onyx) and {g for g in gem where least(g)} = {ruby, onyx}"),
    ("and `pool NAME of 1..3` one for each number of the range: at most 64.", "count(deck(0)) = 2 and no deck(1) and count(deck(2)) = 3 and kind(first(deck(2))) = card and kind(last(deck(0))) = card and sum(count(deck(n)) for n in 0..2) = 5"),
    ("For a number outside the range there is no pool.", "no deck(3) and no deck(-1) and no deck(1/2) and no bank(first(g in gem where count(bank(g)) = 9))"),
    ("`NAME(p)`, or `NAME` for a pool of the game, is the set of its pieces; so is `NAME(ruby)` or `NAME(2)` of a word or a number.", "sum(worth(c) for c in bank(diamond)) = 2 and (some c in bank(onyx): worth(c) = 2) and first(box) not in bank(onyx) and count(kinds of deck(2)) = 2"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in POOLS])
def test_words_and_numbers_have_pools(kind: str, claim: str) -> None:
    assert claim in holding(kind, BANK, [c for _, c in POOLS], LAID)


PLAYED = (
    BANK + "action trade\n  choose g in gem where some bank(g)\n  choose n in 0..3\n"
    "  do move first(bank(g)) to deck(n)\n     place token in bank(first(h in gem where h != g)) times n\n"
    "action draw_from\n  choose n in 0..2\n  choose k in kinds of deck(n)\n  do move k from deck(n) to hand(mover)\n"
    "action bury\n  choose k in kinds of hand(mover)\n  do move first(c in hand(mover) where kind(c) = k) under deck(1)\n"
    "action keep\n  choose secretly some_cards: 1..2 of deck(2)\n  do for c in some_cards do move c to kept(onyx)\n"
    "turn: trade or draw_from or bury or keep\n"
)


def test_pieces_go_in_and_out_of_pools_of_words_and_numbers(make) -> None:
    state = make(PLAYED).state(LAID)
    state = play(state, "trade diamond 1", "trade onyx 2", "draw_from 2 card", "bury token")
    assert state.position()["pools"] == {
        "box": ["card"],
        "bank": {"diamond": ["token"] * 3, "ruby": ["token"]},
        "deck": {0: ["token", "card"], 1: ["Blue token", "token"], 2: ["token", "token", "Red card"]},
        "kept": {"ruby": ["card"]},
        "hand": {"Red": ["card"]},
    }
    assert make(PLAYED).state(state.position()).position() == state.position()
    hidden = state.observation(1)["pools"]
    assert hidden["kept"] == {"ruby": ["hidden"]}


def test_what_is_wrong_with_a_position_of_such_pools_is_said(make) -> None:
    engine = make(PLAYED)
    for pools, said in (
        (
            {"bank": ["token"]},
            "`bank` is a mapping from gems to lists of pieces: `bank: {diamond: [token], ...}`",
        ),
        ({"bank": {"opal": ["token"]}}, "`bank` is diamond or ruby or onyx, not `opal`"),
        ({"deck": {3: ["token"]}}, "`deck` belongs to 0..2, not to 3"),
    ):
        with pytest.raises(PositionError) as caught:
            engine.state({"pools": pools})
        assert said in str(caught.value)


def test_both_engines_agree_on_pools_of_words_and_numbers() -> None:
    setup = (
        "setup\n  place card in box times 3\n  for g in gem do place token in bank(g) times 2\n"
        "  for n in 0..2 do\n    place card in deck(n)\n    random c in box\n    move c to deck(n)\n"
    )
    hidden = "hide c in deck(1) from v where c != last(deck(1))\nlimit 30 moves: draw\n"
    assert agree('game "Bank"\n' + PLAYED + setup + hidden, games=3, plies=30)
    assert agree_on_secrets('game "Bank"\n' + PLAYED + setup + hidden, 2, 8)
