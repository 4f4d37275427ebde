"""Sentences for people: where they may stand, what their braces mean, what becomes of them; and styles of notation."""

from collections.abc import Callable
from pathlib import Path

import pytest

import gdl
from gdl.formatter import format_text
from gdl.loader import examine_source
from gdl.model import Const, Game
from gdl.source import Source
from language.playing import codes, found, moves
from language.sentences import sentence

HEAD = "players Red facing north, Blue facing south\nboard square 4 x 4\nkinds man, king\n"
REST = (
    "setup\n  place man of Red on a1\n  place king of Blue on c3\n"
    "move go\n  line any up to 1: not own\nturn: go else lose\nlimit 20 moves: draw\n"
)
ALL = (
    'option size = 4 from 4..6 means "The board has {size} rows."\n'
    "players Red facing north, Blue facing south\nboard square size x size\n"
    "kinds   speed\n"
    '  man   1  means "A man goes {speed(man)} step."\n'
    "  king  2\n"
    '    means "A king goes"\n      "farther."\n'
    'field seen of piece: bool means "whether it was seen"\n'
    "pool hand of player seen by owner\n"
    '  means "what {mover} holds"\n'
    'relation meets(a: piece, b: piece) = beside(a, b) means "{a} stands beside {b}"\n'
    'let far(s: site) = rank(s) > 2 means "{s} is far away"\n'
    "setup\n  place man of Red on a1\n  place king of Blue on c3\n  place king of Red in hand(Red)\n"
    "move go by man, king\n"
    '  means "{piece} goes from {from} to {to}."\n'
    "  line any up to speed(piece): not own\n"
    "  where not far(from) or not seen(piece) or some p in pieces: meets(piece, p)\n"
    "action drop\n"
    "  choose k in kinds of hand(mover)\n"
    '  means "A {k} comes to {s}."\n'
    "  choose s in sites where s is empty\n"
    "  do move k from hand(mover) to s with seen = true\n"
    "     then either(s)\n"
    'choice either(at: site): mark(at) or leave means "what becomes of {at}"\n'
    'choice mark(at: site)\n  means "{at} is marked"\n  do seen(piece(at)) := true\n'
    'choice leave\n  means "nothing"\n'
    "turn: go or drop else lose\n"
    'require count(pieces) < 9 means "At most eight pieces."\n'
    'prefer captures > 0\n  means "Captures come first."\n'
    'hide seen of p in pieces from v where owner(p) != v means "{v} does not see {p}"\n'
    'known to v: count(hand(v)) means "{v} counts"\n'
    'skip p when no pieces of p means "{p} is out"\n'
    "end\n"
    '  mover wins when no enemy pieces means "Who has taken all wins."\n'
    '  draw when full\n    means "A full board is a draw."\n'
    "end + draw when moves = 19\n"
    '  means "Nineteen are enough."\n'
    'limit 20 moves: draw means "Twenty are too many."\n'
)
WRITTEN = {
    ("option", "size"): "The board has {size} rows.",
    ("kind", "man"): "A man goes {speed(man)} step.",
    ("kind", "king"): "A king goes farther.",
    ("field", "seen"): "whether it was seen",
    ("pool", "hand"): "what {mover} holds",
    ("definition", "meets"): "{a} stands beside {b}",
    ("definition", "far"): "{s} is far away",
    ("action", "go"): "{piece} goes from {from} to {to}.",
    ("action", "drop"): "A {k} comes to {s}.",
    ("action", "either"): "what becomes of {at}",
    ("action", "mark"): "{at} is marked",
    ("action", "leave"): "nothing",
    ("require", ""): "At most eight pieces.",
    ("prefer", ""): "Captures come first.",
    ("hide", ""): "{v} does not see {p}",
    ("known", ""): "{v} counts",
    ("skip", ""): "{p} is out",
    ("limit", ""): "Twenty are too many.",
}
ENDS = ["Who has taken all wins.", "A full board is a draw.", "Nineteen are enough."]


def checked(text: str, **options: object) -> Game:
    game, diagnostics = examine_source(Source("test.gdl", text), options)
    assert game is not None, [d.message for d in diagnostics]
    return game


@sentence(
    '`means "..."` says what a clause means to people.',
    "A sentence stands at the end of its clause, or in a deeper line of its own below it; in an action it is a line among",
    "Several texts that follow each other are one sentence.",
    "A sentence may be given to options, fields, pools, rows of a table of kinds, definitions and relations, actions,",
    "Programs find the sentences in `game.meanings`, each with the form and the name of what it is about,",
    '`game.meaning_of("action", "build")` finds one.',
)
def test_every_sort_of_clause_may_have_a_sentence() -> None:
    assert not [d for d in found(ALL) if d.is_error]
    game = checked(ALL)
    assert {(m.form, m.name): m.written for m in game.meanings if m.form != "end"} == WRITTEN
    assert [m.written for m in game.meanings if m.form == "end"] == ENDS
    found_one = game.meaning_of("action", "drop")
    assert found_one is not None and found_one.written == "A {k} comes to {s}."
    assert "means" in found_one.span.text and found_one.clause.text.startswith("action drop")
    assert game.meaning_of("action", "nothing") is None
    size = game.meaning_of("option", "size")
    assert size is not None
    assert [p.value if isinstance(p, Const) else p for p in size.text.pieces] == [
        "The board has ",
        4,
        " rows.",
    ]


@sentence("It changes nothing of the rules.")
def test_sentences_change_nothing(make: Callable) -> None:
    bare = "".join(
        line
        for line in ALL.replace('\n      "farther."', "").splitlines(True)
        if not line.strip().startswith("means")
    )
    bare = "\n".join(line.partition(" means ")[0] for line in bare.split("\n"))
    assert "means" not in bare
    with_sentences, without = make(ALL).initial_state(), make(bare).initial_state()
    assert moves(with_sentences) == moves(without)
    assert with_sentences.position() == without.position()
    assert make(ALL).perft(with_sentences, 2) == make(bare).perft(without, 2)


def test_the_formatter_keeps_sentences() -> None:
    laid = format_text(ALL)
    assert format_text(laid) == laid
    assert checked(laid).meanings != () and [m.written for m in checked(laid).meanings] == [
        m.written for m in checked(ALL).meanings
    ]
    assert '  man   1      means "A man goes {speed(man)} step."\n' in laid


@sentence(
    "What stands in braces is an expression.",
    "It is checked like the clause itself, and its names are those of the clause:",
)
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{k} comes", "{q} comes", "unknown-name"),
        ("goes from {from}", "goes from {form}", "unknown-name"),
        ("{a} stands", "{c} stands", "unknown-name"),
        ("has {size}", "has {speed(size)}", "type-mismatch"),
        ("{speed(man)} step", "{speed(men)} step", "unknown-name"),
        ("{p} is out", "{p is out", "bad-notation"),
        ("At most eight", "At most {to}", "unknown-name"),
    ],
)
def test_what_stands_in_braces_is_checked(old: str, new: str, code: str) -> None:
    assert codes(ALL.replace(old, new)) == [code]


@sentence("What only a sentence mentions does not count as used.")
def test_what_only_a_sentence_mentions_is_unused() -> None:
    text = HEAD + "let three = 3\n" + REST.replace("move go\n", 'move go\n  means "Goes {three} steps."\n')
    assert [d.code for d in found(text) if d.span.text.startswith("let")] == ["unused-definition"]


@sentence(
    "A sentence belongs to its clause.",
    "Where a file that extends another one replaces the clause, it replaces the sentence as well.",
    "Only an option keeps its sentence when it is given another value.",
)
def test_a_replaced_clause_has_the_sentence_of_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "parent.gdl").write_text(ALL)
    (tmp_path / "child.gdl").write_text(
        'game "Child" extends "parent.gdl"\noption size = 5\nchoice leave\n  do let n = 1\n'
        'require count(pieces) < 7 means "At most six."\nmove go by - king\n'
    )
    game = gdl.load(tmp_path / "child.gdl")
    size = game.meaning_of("option", "size")
    assert size is not None and 5 in [p.value for p in size.text.pieces if isinstance(p, Const)]
    assert game.meaning_of("action", "leave") is None
    go = game.meaning_of("action", "go")
    assert go is not None and go.written == WRITTEN["action", "go"]
    required = {m.written for m in game.meanings if m.form == "require"}
    assert required == {"At most eight pieces.", "At most six."}


# ---- styles of notation


@sentence(
    "The clause `notation` says in which style people write the moves of a game.",
    "The program's own [notation](notation.md) stays as it is.",
    "The clause `notation` says in which [style](meanings.md#styles-of-notation) people write the moves of the game.",
    "`game.style` is the style.",
    "Without it a style takes the first letter of the kind.",
)
def test_a_game_says_in_which_style_people_write_it(make: Callable) -> None:
    text = HEAD + REST + 'notation san: king "K", man ""\n'
    assert (
        moves(make(text).initial_state())
        == moves(make(HEAD + REST).initial_state())
        == ["a1-a2", "a1-b1", "a1-b2"]
    )
    style = checked(text).style
    assert style is not None and (style.name, dict(style.letters)) == ("san", {1: "K", 0: ""})
    bare = checked(HEAD + REST + "notation san\n")
    assert bare.style is not None and [bare.style.letter(i, k) for i, k in enumerate(bare.kinds)] == [
        "M",
        "K",
    ]
    assert checked(HEAD + REST).style is None


@pytest.mark.parametrize(
    ("clause", "name", "row"),
    [
        pytest.param(clause, name, row, marks=sentence(row))
        for clause, name, row in [
            ("notation plain", "plain", "| `notation plain` |"),
            ("notation coordinates", "coordinates", "| `notation coordinates` |"),
            ('notation san: man "M"', "san", "| `notation san` |"),
            ("notation sgf", "sgf", "| `notation sgf` |"),
            ('notation "{piece}{from}{x}{to}"', "template", '| `notation "{piece}{from}{x}{to}"` |'),
        ]
    ],
)
def test_styles_are_named_or_written_out(clause: str, name: str, row: str) -> None:
    style = checked(HEAD + REST + clause + "\n").style
    assert style is not None and style.name == name
    assert style.template == (clause.split('"')[1] if name == "template" else "")
    assert format_text(HEAD + REST + clause + "\n").endswith(clause + "\n")


@sentence(
    "Behind a colon, each kind may have a letter of its own, and a kind with the empty text has none.",
    "The letters of two kinds differ.",
    "`coordinates` and `sgf` write no kinds.",
    "A style fits only a game whose actions say where a piece goes, and `sgf` a board of squares.",
)
@pytest.mark.parametrize(
    ("clause", "code"),
    [
        ('notation san: king "K", man "K"', "bad-notation"),
        ('notation san: queen "Q"', "unknown-piece"),
        ('notation coordinates: king "K"', "bad-notation"),
        ("notation english", "bad-notation"),
        ('notation "{from}-{too}"', "bad-notation"),
        ("notation san\nnotation sgf", "duplicate-clause"),
    ],
)
def test_a_style_that_does_not_fit_is_an_error(clause: str, code: str) -> None:
    assert code in codes(HEAD + REST + clause + "\n")
    assert not codes(HEAD + REST + "notation sgf\n")
    assert codes((HEAD + REST).replace("square 4 x 4", "hex side 3") + "notation sgf\n") == ["bad-notation"]
