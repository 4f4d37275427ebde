"""Sentences for people: where they may stand, what their braces mean, what becomes of them; and styles of notation."""

from collections.abc import Callable
from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.core.model import Const, Game
from gdl.formatter import format_text
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.play.moves import why
from interpreter.play.scene.names import meaning
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.blocks import about, draw_sheet
from interpreter.play.sheet.reasons import end_of, reason_in_words
from interpreter.play.sheet.sheet import sheet
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
    'type tone: low, high means "how it sounds"\n'
    "pool hand of player seen by owner\n"
    '  means "what {mover} holds"\n'
    'relation meets(a: piece, b: piece) = beside(a, b) means "{a} stands beside {b}"\n'
    'let far(s: site) = rank(s) > 2 means "{s} is far away"\n'
    "effect take(q: piece)\n"
    '  means "{q} comes to the hand of its owner."\n'
    "  move q to hand(owner(q))\n"
    "setup\n"
    '  means "Each has a king."\n'
    "  place man of Red on a1\n  place king of Blue on c3\n  place king of Red in hand(Red)\n"
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
    'choice either(at: site): mark(at) or leave\n  means "what becomes of {at}"\n'
    'choice mark(at: site)\n  means "{at} is marked"\n  do seen(piece(at)) := true; take(piece(at))\n'
    'choice leave\n  means "nothing"\n'
    'turn: go or drop else lose means "One of these."\n'
    "settle after go\n"
    '  means "{piece} may stay on {to}."\n'
    "  remove d4\n"
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
    ("type", "tone"): "how it sounds",
    ("pool", "hand"): "what {mover} holds",
    ("definition", "meets"): "{a} stands beside {b}",
    ("definition", "far"): "{s} is far away",
    ("effect", "take"): "{q} comes to the hand of its owner.",
    ("action", "go"): "{piece} goes from {from} to {to}.",
    ("action", "drop"): "A {k} comes to {s}.",
    ("action", "either"): "what becomes of {at}",
    ("action", "mark"): "{at} is marked",
    ("action", "leave"): "nothing",
    ("setup", ""): "Each has a king.",
    ("turn", ""): "One of these.",
    ("settle", ""): "{piece} may stay on {to}.",
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
    '`means "..."` says what a clause means to people, and changes no rule.',
    "It stands at the end of its clause, or in a deeper line below it; in an action it is a line among the others.",
    "Several texts that follow each other are one sentence.",
    "A sentence may be given to options, fields, pools, types, rows of a table of kinds, `kinds each`, definitions and relations, effects, the set-up,",
    "In the set-up, in a settling and in an effect of your own it is the first line of the block.",
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


@sentence(
    "In the sentence of `kinds each`, `it` is the kind.",
    "Each kind that the rule makes has the sentence.",
)
def test_each_kind_that_a_rule_makes_has_the_sentence_of_the_rule() -> None:
    game = checked(
        "players Red, Blue\nboard square 2 x 2\n"
        'kinds each suit in {sun as S, moon as M}, worth in {1..2} means "A {suit(it)}, worth {worth(it)}."\n'
        "kinds each mark by orthogonal in {bar, dot} once per rotation\n"
        '  means "{mark(it, north)} in the north"\n'
        "kinds stone\n"
        "action put\n  choose k in kinds\n  choose s in sites where s is empty\n  do place k of mover on s\n"
        "turn: put else draw\n"
    )
    assert meaning(game, "M2") == "A moon, worth 2."
    assert {meaning(game, k.name) for k in game.kinds if k.made_of == () and k.name != "stone"} == {
        "bar in the north",
        "dot in the north",
    }
    assert game.meaning_of("kind", "stone") is None


@sentence("A move is told of each kind with its values")
def test_a_move_is_told_of_each_kind_with_its_values() -> None:
    game = checked(
        "players Red, Blue\nboard square 4 x 4\nkinds   speed\n  snail  1\n  hare   3\n"
        "setup\n  place snail of Red on a1\n  place hare of Blue on d4\n"
        'move go\n  means "{piece} goes up to {speed(piece)} steps."\n  line any up to speed(piece): empty*, any\n'
        "turn: go else lose\nlimit 9 moves: draw\n"
    )
    blocks = sheet(interpreter.engine(game, "reference"), with_moves=False)
    said = draw_sheet(game, blocks, 100, False)
    assert "The piece goes up to 1 step." in said and "The piece goes up to 3 steps." in said
    assert (
        AuthorSentences(game).of("action", "go")
        == "The piece goes up to as many steps as the speed of the piece."
    )


def test_what_is_filled_in_behind_an_article_of_the_author_has_none_of_its_own() -> None:
    game = checked(
        f"{HEAD}setup\n  place man of Red on a1\n"
        'action put\n  means "The {k} of {mover} comes to the {s}, {s} being empty."\n  choose k in kinds\n'
        "  choose s in sites where s is empty\n  do place k of mover on s\nturn: put\nend draw when full\n"
    )
    assert AuthorSentences(game).of("action", "put") == (
        "The chosen kind of the player to move comes to the chosen place, the chosen place being empty."
    )


@sentence("Each definition with a sentence is told among the terms.")
def test_a_definition_with_a_sentence_is_a_term() -> None:
    game = checked(
        f'{HEAD}relation meets(a: piece, b: piece) = beside(a, b) means "{{a}} is next to {{b}}"\n{REST}'
    )
    said = draw_sheet(game, sheet(interpreter.engine(game, "reference"), with_moves=False), 100, False)
    assert "- meets: Piece a is next to piece b." in said


@sentence(
    "So is an effect with a sentence where the sheet speaks of it:",
    "actions and settlings without sentences name it with what it is given.",
)
def test_an_effect_with_a_sentence_is_told_once_and_named_where_it_is_used() -> None:
    text = _sheet_of(
        HEAD
        + """field score of player: 0..99
let gain(p: player) = count(pieces of p) means "How many pieces {p} has."
effect pay(p: player, n: number)
  means "{p} gets {n} points, and their gain."
  score(p) := score(p) + n + gain(p)
effect tidy(s: site, t: site)
  means "What stands on {s} comes to {t}."
  if s is occupied do move piece(s) to t
effect clean
  means "Nothing stays on a1."
  remove a1
action put
  choose s in sites where s is empty
  do place man of mover on s
     for p in players do pay(p, 2)
     tidy(a1, s)
     if full do clean()
effect sweep
  means "All is swept."
  remove sites
action drop
  means "The board is swept."
  do sweep()
turn: put or drop else pass
settle after put
  pay(mover, 1)
limit 9 moves: draw
"""
    )
    for said in (
        "(for each player: “pay” is done with that player and 2), “tidy” is done with a1 and the place and if the board is full, “clean” is done.",
        "- After put, “pay” is done with you and 1.",
        "- pay: The player gets as many points as the number, and their gain.",
        "- tidy: What stands on place s comes to place t.",
        "- clean: Nothing stays on a1.",
    ):
        assert text.count(said) == 1, said
    assert "drop: The board is swept." in text and "- sweep:" not in text


@sentence('`means "..."` says what a clause means to people, and changes no rule.')
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


@sentence("In play a refusal without such a sentence gets one made from the clause.")
def test_a_refusal_in_play_is_a_sentence_made_from_its_clause(make: Callable) -> None:
    state = make(
        f"{HEAD}action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        "require after put: a2 is empty\nturn: put\nlimit 5 moves: draw\n"
    ).initial_state()
    (reason,) = why(state, "put a2")
    assert reason_in_words(state.engine.game, reason).said == "Put: after it a2 is not empty"


@sentence(
    "There, and where a condition ends the game, a condition that is a definition with a sentence is told by it."
)
def test_a_refusal_tells_a_definition_by_its_sentence(make: Callable) -> None:
    state = make(
        f'{HEAD}let fits(s: site) = s = a1\n  means "A man can stand on {{s}}."\n'
        "action put\n  choose s in sites where s is empty\n  where fits(s)\n  do place man of mover on s\n"
        "turn: put\nlimit 5 moves: draw\n"
    ).initial_state()
    (reason,) = why(state, "put a2")
    assert reason_in_words(state.engine.game, reason).said == "Put: a man cannot stand on a2"
    ended = make(
        f'{HEAD}let stuck(p: player) = count(pieces of p) > 0 means "{{p}} cannot go on."\n'
        "action put\n  do place man of mover on a1\nturn: put\nend mover wins when stuck(mover)\n"
        "limit 5 moves: draw\n"
    ).initial_state()
    assert end_of(ended.apply(ended.legal_actions()[0])) == "Red wins: Red cannot go on"


def test_the_formatter_keeps_sentences() -> None:
    laid = format_text(ALL)
    assert format_text(laid) == laid
    assert checked(laid).meanings != () and [m.written for m in checked(laid).meanings] == [
        m.written for m in checked(ALL).meanings
    ]
    assert '  man   1      means "A man goes {speed(man)} step."\n' in laid


@sentence(
    "What stands in braces is an expression, checked like the clause itself.",
    "Its names are those of the clause: the choices of an action, with `piece`, `from` and `to` of a move",
)
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{k} comes", "{q} comes", "unknown-name"),
        ("goes from {from}", "goes from {form}", "unknown-name"),
        ("{a} stands", "{c} stands", "unknown-name"),
        ("{q} comes", "{p} comes", "unknown-name"),
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
    "Where a file that extends another one replaces a clause, it replaces the sentence as well.",
    "An option keeps its sentence when it is given another value.",
    "A turn that offers more or fewer actions has none.",
)
def test_a_replaced_clause_has_the_sentence_of_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "parent.gdl").write_text(ALL)
    (tmp_path / "child.gdl").write_text(
        'game "Child" extends "parent.gdl"\noption size = 5\nchoice leave\n  do let n = 1\n'
        'require count(pieces) < 7 means "At most six."\nmove go by - king\nturn - drop\n'
    )
    game = gdl.load(tmp_path / "child.gdl")
    size = game.meaning_of("option", "size")
    assert size is not None and 5 in [p.value for p in size.text.pieces if isinstance(p, Const)]
    assert game.meaning_of("action", "leave") is None
    go = game.meaning_of("action", "go")
    assert go is not None and go.written == WRITTEN["action", "go"]
    required = {m.written for m in game.meanings if m.form == "require"}
    assert required == {"At most eight pieces.", "At most six."}
    assert game.meaning_of("turn", "") is None


ENDING = HEAD + (
    "setup\n  place man of Red on a1\n  place king of Blue on c3\n  place man of Red on d3\n"
    "move go\n  line any up to 2: empty\n"
    "turn: go else lose\n"
    'require d4 is empty means "Nobody stands on d4."\n'
    "end\n"
    '  Red wins when b2 is own man means "Red stands on b2 with {count(own pieces)} men after {moves} move."\n'
    "  Blue wins when a2 is own man\n"
    'limit 3 moves: draw means "{moves} moves are enough."\n'
)


@sentence(
    "When the game ends, its name says why, and its sentence follows:",
    "The sentence of an [end](ends.md#names) or of the limit is filled in with the last position, and all players read it.",
)
def test_the_end_is_told_by_its_sentence(make: Callable) -> None:
    state = make(ENDING).initial_state()
    won = state.apply(state.action_from_string("a1-b2"))
    assert won.ended is not None and won.ended.text == "Red wins: Red stands on b2 with 2 men after 1 move."
    for move in ("a1-b1", "c3-c2", "b1-c1"):
        state = state.apply(state.action_from_string(move))
    assert state.ended is not None and state.ended.text == "draw: 3 moves are enough."


@sentence("`gdl why` gives the sentence of a `require` or a `prefer` as the reason.")
def test_a_reason_is_the_sentence_of_what_forbids(make: Callable) -> None:
    assert [r.text for r in make(ENDING).initial_state().why("d3-d4")] == ["`go`: Nobody stands on d4."]
    preferring = ENDING + 'prefer b1 is own man means "Go to b1."\n'
    reasons = make(preferring).initial_state().why("a1-a2")
    assert [r.text for r in reasons] == ["`go`: another one is preferred: Go to b1."]


# ---- where people read them


def _sheet_of(rules: str) -> str:
    game = checked(rules)
    blocks = sheet(interpreter.engine(game, "reference"), with_moves=False)
    return " ".join(draw_sheet(game, blocks, 100, False).split())


@sentence(
    "`gdl rules` and the rules in play tell a clause by its sentence.",
    "They make up the words for a clause without one.",
    "In braces, what is known before the play is filled in, and what is chosen is named:",
)
def test_clauses_are_told_by_the_sentences_of_their_author() -> None:
    text = _sheet_of("""game "Test"
  author "me"
option size = 4 from 4..6 means "The board has {size} rows."
players Red, Blue
board square size x size
kinds  speed
  man  2  means "A man goes {speed(man)} steps."
pool hand of player means "what is kept for later"
let near(s: site) = distance(s, a1) < 2 means "{s} is beside the corner"
let far(s: site) = distance(s, a1) > 2
setup
  means "Each has one man, on {corners}."
  place man of Red on a1
  place man of Blue on d4
move go by man
  line any up to 2: empty*, enemy
  where near(to)
action drop
  means "Put {n} men on {s}, if {s} has room and {far(s)}."
  choose s in sites where s is empty
  choose n in 1..3
  do place man of mover on s
action swap
  do for p in pieces do owner(p) := rival(owner(p))
choice either: left or right
  means "Left or right."
choice left
  do remove a1
choice right
  do remove d4
turn: go or drop or swap else pass means "Go or drop."
settle
  means "Nothing stays on b2."
  remove b2
end mover wins when no enemy pieces means "Who has taken all wins."
limit 50 moves: draw means "Fifty are enough."
""")
    for said in (
        "SETTINGS They are chosen before a game. The rules above hold for the values that come first here. - size: 4 (or 5, 6). The board has 4 rows.",
        "SET-UP Each has one man, on a1, d1, a4 and d4.",
        "man A man goes 2 steps.",
        "Only if the destination is near.",
        "A TURN Go or drop. WHAT CAN BE DONE",
        "drop: Put 1 to 3 men on the chosen place, if the chosen place has room and the chosen place counts as “far”.",
        "swap: Then for each",
        "either: Left or right.",
        "MUST HOLD - Nothing stays on b2.",
        "THE GOAL AND THE END - Who has taken all wins. - Fifty are enough.",
        "hand: What is kept for later.",
        "near: The place is beside the corner.",
        "far: Of a place: the distance from the place to a1 is more than 2.",
    ):
        assert said in text, (said, text)
    assert "For whoever can do nothing" not in text and "Then a man" not in text


@sentence("`gdl rules` and the rules in play tell a clause by its sentence.")
def test_a_name_is_looked_up_in_a_sheet() -> None:
    engine = interpreter.engine(gdl.load("zarcana"), "reference")
    blocks = sheet(engine, with_moves=False)
    kind, values, action = draw_sheet(engine.game, about(blocks, "HangedMan"), 200, False).splitlines()
    assert kind == "- Hanged Man: Discard the top card of this minion's space. Minions stay."
    assert values == "- Hanged Man: size 0; trump yes; number 12; power hanged man"
    assert action.startswith("- hanged man: ")
    chess = interpreter.engine(gdl.load("chess"), effort=0)  # which plays a first game
    assert "Where a knight may go" in draw_sheet(chess.game, about(sheet(chess), "knight"), 200, False)
    assert about(blocks, "knot") == []


# ---- styles of notation


@sentence(
    "The clause `notation` says how people write the moves of a game, beside the program's own form.",
    "beside the program's own form.",
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
