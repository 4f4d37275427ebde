"""How a file is laid out: clauses, blocks, long lines, names."""

from pathlib import Path

import pytest

from gdl.text.keywords import CLAUSE_WORDS
from interpreter import cli
from language.playing import HEAD, codes, field, found, moves, play
from language.sentences import sentence

TEN_LINES = """game "Tic-tac-toe"
players X, O
board square 3 x 3
kinds mark

action play
  choose s in sites where s is empty
  do place mark of mover on s

turn: play
end
  mover wins when some line any: own{3}
  draw when full
"""
PUT = """
action put
  choose s in sites where s is empty
  do place man of mover on s
"""


@sentence("Nothing else is needed")
def test_ten_lines_are_a_game(make) -> None:
    state = make(TEN_LINES).initial_state()
    assert state.current_player == 0
    assert len(moves(state)) == 9
    state = play(state, "b2")
    assert state.current_player == 1
    assert len(moves(state)) == 8
    won = play(state, "a1", "b1", "a2", "b3")
    assert won.is_terminal
    assert won.returns == [1, -1]
    drawn = play(make(TEN_LINES).initial_state(), *["a1", "b1", "c1", "a2", "b2", "c2", "b3", "a3"])
    assert not drawn.is_terminal
    full = play(make(TEN_LINES).initial_state(), *["a1", "b1", "c1", "a2", "b2", "a3", "b3", "c3", "c2"])
    assert full.is_terminal
    assert full.returns == [0, 0]


@sentence(
    "A game is one text file, a list of **clauses**.",
    "A game is one text file, a list of **clauses**.",
    "A clause begins in the first column",
)
@pytest.mark.parametrize("word", CLAUSE_WORDS)
def test_a_clause_begins_in_the_first_column(word: str) -> None:
    lines = HEAD + PUT + "turn: put\n"
    assert codes(lines) == []
    moved = HEAD + " " + PUT.lstrip() + "turn: put\n"
    assert "syntax" in codes(moved)
    assert (
        codes(lines + f"{word} ~\n") != []
    )  # each of the words begins a clause of its own, which is wrong here


@sentence(
    "Their order matters in two cases only.",
    "Settlings, requirements, preferences and ends apply as they are written.",
)
def test_the_order_of_clauses_does_not_matter(make) -> None:
    clauses = ["turn: put", PUT.strip(), "players Red, Blue", "kinds man, king", "board square 5 x 5"]
    states = [make("\n".join(order) + "\n").initial_state() for order in (clauses, clauses[::-1])]
    assert moves(states[0]) == moves(states[1])
    assert play(states[0], "b2").position() == play(states[1], "b2").position()


@pytest.mark.parametrize(("first", "second", "left"), [("2", "n + 3", 5), ("n + 3", "2", 2)])
@sentence("Settlings, requirements, preferences and ends apply as they are written.")
def test_settlings_happen_in_the_order_of_the_file(make, first: str, second: str, left: int) -> None:
    text = HEAD + f"field n of game: 0..9\n{PUT}settle\n  n := {first}\nsettle\n  n := {second}\nturn: put\n"
    assert field(play(make(text).initial_state(), "a1"), "n") == left


@sentence("Settlings, requirements, preferences and ends apply as they are written.")
@pytest.mark.parametrize("swapped", [False, True])
def test_preferences_filter_in_the_order_of_the_file(make, swapped: bool) -> None:
    order = ["prefer most -file(last)", "prefer most rank(last)"]
    text = HEAD + "field last of game: site or none\naction put\n  choose s in {a1, b2}\n  do last := s\n"
    state = make(text + "\n".join(order[::-1] if swapped else order) + "\nturn: put\n").initial_state()
    assert moves(state) == (["b2"] if swapped else ["a1"])


@sentence("Settlings, requirements, preferences and ends apply as they are written.")
@pytest.mark.parametrize("swapped", [False, True])
def test_ends_are_tested_in_the_order_of_the_file(make, swapped: bool) -> None:
    ends = ["end mover wins when moves = 1", "end draw when some man of Red"]
    text = HEAD + PUT + "turn: put\n" + "\n".join(ends[::-1] if swapped else ends) + "\n"
    assert play(make(text).initial_state(), "a1").returns == ([0, 0] if swapped else [1, -1])


@sentence("Settlings, requirements, preferences and ends apply as they are written.")
def test_the_first_requirement_that_fails_is_the_reason(make) -> None:
    text = HEAD + PUT + "require after put: no man of Red\nrequire after put: moves = 0\nturn: put or wait\n"
    text += "action wait\n  where moves < 9\n"
    state = make(text).initial_state()
    assert moves(state) == ["wait"]
    assert state.why("a1")[0].span.text == "require after put: no man of Red"


@sentence("And the game begins in the phase that is written first.")
@pytest.mark.parametrize("swapped", [False, True])
def test_the_first_phase_written_begins(make, swapped: bool) -> None:
    phases = ["phase placing: put", "phase waiting: wait"]
    text = HEAD + PUT + "action wait\n  where moves < 9\n  do phase := placing\n"
    text += "\n".join(phases[::-1] if swapped else phases) + "\nturn: wait\n"
    assert (moves(make(text).initial_state()) == ["wait"]) == swapped


@sentence("The lines of a block are indented, all by the same amount")
def test_the_lines_of_a_block_are_indented_alike() -> None:
    fine = (
        HEAD
        + "action put\n    choose s in sites where s is empty\n    do place man of mover on s\nturn: put\n"
    )
    assert codes(fine) == []
    assert codes(fine.replace("    do", "   do")) == ["bad-indentation"]
    assert codes(fine.replace("    do", "do")) != []


@sentence("**Long lines.** A deeper line continues the line above when that line opens no")
@pytest.mark.parametrize(
    "condition",
    [
        "s is empty\n      and s != a1",
        "s is empty and\n      s != a1",
        "(s is empty\n and s != a1)",
        "s in {a1,\n      b2} + {c3}",
        "s in {a1}\n      + {b2, c3}",
        "s is empty\n      implies s != a1",
        "s != a1 if s is empty\n      else false",
        "s is own\n      or s != a1",
    ],
)  # fmt: skip
def test_a_deeper_line_goes_on_with_the_line_above(make, condition: str) -> None:
    text = (
        HEAD
        + f"action put\n  choose s in {{a1, b2, c3}}\n  where {condition}\n  do place man of mover on s\nturn: put\n"
    )
    flat = text.replace(condition, " ".join(condition.split()))
    assert moves(make(text).initial_state()) == moves(make(flat).initial_state()) != []


@sentence("**Long lines.** A deeper line continues the line above when that line opens no")
@pytest.mark.parametrize("effect", ["let start = from", "remove from", "last := from"])
def test_the_start_of_a_move_ends_a_line_as_any_value_does(effect: str) -> None:
    text = (
        HEAD
        + f"field last of game: site or none\nmove go\n  line any: empty\n  do {effect}\n     last := to\nturn: go\n"
    )
    assert "syntax" not in codes(text)
    wide = text.replace("last := to", "move man from\n       pieces to a1")
    assert "syntax" not in codes(wide)


@sentence("Inside brackets the end of a line has no meaning.")
def test_inside_brackets_lines_may_end_anywhere(make) -> None:
    text = (
        HEAD
        + "action put\n  choose s in {a1,\n b2\n     ,\n  c3\n }\n  do place man of mover on s\nturn: put\n"
    )
    assert moves(make(text).initial_state()) == ["a1", "b2", "c3"]


@sentence("**Comments** run from `--` to the end of the line")
def test_a_comment_runs_to_the_end_of_its_line(make) -> None:
    text = (
        HEAD
        + "-- turn: nothing\naction put -- where false\n  choose s in {a1} -- , b2\n  do place man of mover on s\nturn: put\n"
    )
    assert moves(make(text).initial_state()) == ["a1"]


@sentence(
    "**Names** consist of the letters a-z and A-Z, digits and `_`.",
    "They do not begin with a digit.",
    "Case matters",
)
def test_names_are_made_of_letters_digits_and_underscores() -> None:
    text = HEAD + "let {} = 1\naction go\n  choose n in 1..2 where n = {}\nturn: go\nlimit 9 moves: draw\n"
    for name in ("a", "Z", "_", "aZ09_", "__9"):
        assert codes(text.replace("{}", name)) == [], name
    for name in ("9a", "ä", "a-b", "a.b", "a b"):
        assert codes(text.replace("{}", name)) != [], name
    assert codes(text.replace("let {}", "let One").replace("{}", "one")) == ["unknown-name"]


@sentence("`gdl fmt` brings a file into the usual layout")
def test_gdl_fmt_lays_a_file_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.gdl"
    path.write_text(
        HEAD + PUT.replace("  choose", "        choose").replace("  do", "        do") + "turn:   put\n"
    )
    with pytest.raises(SystemExit) as stop:
        cli.main(["fmt", str(path)])
    assert stop.value.code == 0
    assert "\n  choose s in sites where s is empty\n  do place" in path.read_text()
    assert "\nturn: put\n" in path.read_text()
    capsys.readouterr()


@sentence("A name is declared once")
def test_a_name_is_declared_once() -> None:
    for one, other in (
        ("field x of game: bool", "let x = 1"),
        ("pool x of game", "option x = 1"),
        ("let x = 1", "let x = 2"),
    ):
        assert "duplicate-name" in codes(HEAD + f"{one}\n{other}\n{PUT}turn: put\n"), (one, other)


@sentence("A name of your own hides a builtin or a site of that name.")
def test_a_name_of_ones_own_hides_a_builtin(make) -> None:
    text = HEAD + "let neighbours(s: site) = {c3}\nlet full = false\nlet distance = 7\n"
    text += "action go\n  choose s in neighbours(a1) where not full and distance = 7\n  do place man of mover on s\nturn: go\n"
    assert moves(make(text).initial_state()) == ["c3"]


@sentence("A name of your own hides a builtin or a site of that name.")
def test_a_column_with_an_index_hides_a_builtin(make) -> None:
    table = "kinds side by orthogonal\n  man east none none west\n"
    text = HEAD.replace("kinds man, king\n", table) + "setup\n  place man of Red on c3\n"
    text += "action go\n  choose s in sites where s is empty and side(man, west) = west and side(c3, north) = east\n"
    text += "  do place man of mover on s\nturn: go\nend draw when full\n"
    state = make(text).initial_state()
    assert len(moves(state)) == len(state.engine.game.board.sites) - 1
    assert (
        codes(text.replace("side(c3, north) = east", "a1 in side(west)")) == []
    )  # the builtin takes one direction


@sentence(
    "`-- allow CODE: why`, behind a line or alone above it, allows a warning that `gdl check` gives of that line: it is not told any more.",
    "Errors are never allowed.",
)
@pytest.mark.parametrize(
    ("above", "behind", "expected"),
    [
        ("", "", ["never-written"]),
        ("", "  -- allow never-written: puzzles give it", []),
        ("-- allow never-written: puzzles give it\n", "", []),
        ("", "  -- allow duplicate-name: puzzles give it", ["bad-allow", "never-written"]),
    ],
)
def test_a_warning_is_allowed_beside_its_line_and_an_error_never(
    above: str, behind: str, expected: list[str]
) -> None:
    lines = "field mood of game: 0..3", "end mover wins when mood = 3\n"
    text = f"{HEAD.replace(', king', '')}{above}{lines[0]}{behind}\n{PUT}turn: put\n{lines[1]}"
    assert sorted(d.code for d in found(text)) == expected
    twice = text.replace(lines[1], f"{lines[1]}{above}{lines[0]}{behind}\n")
    assert "duplicate-name" in [d.code for d in found(twice)]


@sentence("**Texts** are written in double quotes, on one line.")
def test_texts_stand_in_double_quotes_on_one_line() -> None:
    text = 'game "A game"\n' + HEAD + PUT + "turn: put\n"
    assert codes(text) == []
    assert codes(text.replace('"', "'")) == ["bad-character"]
    assert "unclosed" in codes(text.replace("A game", "A\n game"))


@sentence("Nor is an action called `done`, which declines a [demanded choice](demands.md).")
def test_no_action_is_called_done() -> None:
    text = HEAD + PUT.replace("action put", "action done") + "turn: done\n"
    assert codes(text) == ["reserved-name"]
    assert codes(HEAD + "let done = 3\nlimit done moves: draw\n" + PUT + "turn: put\n") == []


@sentence(
    "Some words cannot be declared: `all and div do draw else enemy false for from if implies in is it kind kinds lose main mod mover no none not of or own owner pass piece pieces players reached sites some to true where win`"
)
@pytest.mark.parametrize(
    "word",
    [
        "all",
        "and",
        "div",
        "do",
        "draw",
        "else",
        "enemy",
        "false",
        "for",
        "from",
        "if",
        "implies",
        "in",
        "is",
        "it",
        "kind",
        "kinds",
        "lose",
        "main",
        "mod",
        "mover",
        "no",
        "none",
        "not",
        "of",
        "or",
        "own",
        "owner",
        "pass",
        "piece",
        "pieces",
        "players",
        "reached",
        "sites",
        "some",
        "to",
        "true",
        "where",
        "win",
    ],
)
def test_reserved_words_cannot_be_declared(word: str) -> None:
    assert codes(HEAD + f"let {word} = 1\n{PUT}turn: put\n") != []


@sentence(
    "A choice of an action may still be called `from`, `to` or `piece`, as in a move: `choose to in sites`"
)
@pytest.mark.parametrize("word", ["from", "to", "piece"])
def test_a_choice_may_be_called_as_in_a_move(word: str) -> None:
    action = (
        f"action put\n  choose {word} in sites where {word} is empty\n  do place man of mover on {word}\n"
    )
    assert codes(HEAD + f"{action}turn: put\nend mover wins when full\n") == []


@sentence("A field cannot have the name of a word that begins or continues a line of a block either:")
@pytest.mark.parametrize(
    "word",
    [
        "choose",
        "place",
        "move",
        "remove",
        "capture",
        "let",
        "then",
        "end",
        "line",
        "walk",
        "leap",
        "along",
        "again",
        "notation",
        "means",
        "finally",
        "match",
        "random",
        "simultaneously",
    ],
)
def test_a_field_is_not_named_like_the_beginning_of_a_line(word: str) -> None:
    assert codes(HEAD + f"field {word} of game: bool\n{PUT}turn: put\n") != []


@sentence("A field cannot have the name of a word that begins or continues a line of a block either:")
@pytest.mark.parametrize("word", ["until"])
def test_a_field_is_not_named_like_a_word_that_continues_a_line(word: str) -> None:
    declared = HEAD + f"field {word} of game: bool\n{PUT}"
    assert codes(declared + "turn: put\n") == ["reserved-name"]
    assert codes(declared + f"     {word} := true\nturn: put\n") == ["reserved-name"]
    assert "syntax" in codes(HEAD + PUT + f"     {word} := true\nturn: put\n")


@sentence("All other words (`limit`, `turn`, ...) are free for names.")
@pytest.mark.parametrize("word", ["limit", "turn", "board", "phase", "looks", "setup", "game", "steps"])
def test_other_words_are_free(make, word: str) -> None:
    text = (
        HEAD
        + f"let {word} = 3\naction go\n  choose s in sites where file(s) = {word} and rank(s) = {word}\nturn: go\nlimit 9 moves: draw\n"
    )
    assert moves(make(text).initial_state()) == ["c3"]
