"""Playing: sessions, the loop through a pipe, records and bots."""

from collections.abc import Callable
from pathlib import Path

import bundled
import pytest

import gdl
import interpreter
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.play import record
from interpreter.play.bots import Bot, RandomBot, Seat, SeatError, parse_seat
from interpreter.play.moves import natural, numbered_moves, read_move
from interpreter.play.record import Record
from interpreter.play.session import Session
from interpreter.play.terminal.commands import names_action
from interpreter.play.terminal.lines import Console, Lines
from interpreter.play.terminal.texts import columns


def engine_of(found: Record) -> Engine:
    return interpreter.engine(gdl.load(found.game, found.options), effort=0)


def session(*seats: Bot | None, game: str = "zola", **options: object) -> Session:
    made = bundled.engine(game, options=options or ({"size": 4} if game == "zola" else {}))
    return Session(made, game, 1, seats or (None, None))


@pytest.fixture
def converse() -> Callable[..., str]:
    """Plays a session with lines of input, and gives all that was said."""

    def talk(played: Session, *lines: str) -> str:
        said: list[str] = []
        waiting = list(lines)

        def ask(prompt: str) -> str:
            if not waiting:
                raise EOFError
            said.append(prompt + waiting[0])
            return waiting.pop(0)

        assert Lines(played, Console(ask, said.append), engine_of).play() == 0
        return "\n".join(said)

    return talk


# ---- the loop


def test_a_move_is_a_number_a_notation_or_its_sites(converse: Callable[..., str]) -> None:
    for typed in ("5", "b2xb3", " B2 x B3", "b2 b3", "b2-b3"):
        played = session()
        converse(played, typed)
        assert played.moves == ["b2xb3"], typed


def test_where_moves_are_numbers_the_list_marks_its_own(converse: Callable[..., str]) -> None:
    cards = {"cards": 5, "players": 2}
    said = converse(session(game="goofspiel", **cards), "#6", "#2", "1", "9", "#3")
    assert "#1 1  #2 2  #3 3" in said
    assert "there is no move number 6" in said.lower()
    assert "1. First: 2" in said
    assert "2. Second: 1" in said
    assert "9 is not legal: Bid card: ♦9 is not in your hand.\nThe rule, line" in said
    assert "3. First: 4" in said  # the third of 1, 3, 4, 5
    assert read_move(session().state, "#5") == read_move(session().state, "5")


def test_a_site_lists_the_moves_from_it(converse: Callable[..., str]) -> None:
    played = session()
    assert "5 b2xb3  6 b2xc2" in converse(played, "b2")
    assert played.moves == []


def test_an_illegal_move_is_refused_with_the_reason(converse: Callable[..., str]) -> None:
    played = session()
    said = converse(played, "a1-a4", "99", "nonsense")
    assert "a1-a4 is not legal" in said
    assert "there are 16" in said
    assert "no move is written `nonsense`" in said
    assert played.moves == []


def test_the_end_of_the_input_leaves_the_game_unfinished(converse: Callable[..., str]) -> None:
    assert "the game is unfinished after 1 move." in converse(session(), "1")


def test_quit_stops_at_once(converse: Callable[..., str]) -> None:
    assert "unfinished" in converse(session(), "quit", "1")


def test_undo_goes_back_to_the_last_human_decision(converse: Callable[..., str]) -> None:
    played = session(None, RandomBot(3))
    said = converse(played, "1", "undo", "undo", "redo")
    assert "Took back 2 moves." in said
    assert "There is nothing to undo." in said
    assert "Replayed 2 moves." in said
    assert len(played.moves) == 2


def test_undoing_takes_a_number(converse: Callable[..., str]) -> None:
    said = converse(session(), "1", "undo abc", "redo 0", "undo 1")
    assert "undo takes a number of decisions, as in `undo 2`, not `abc`" in said
    assert "redo takes a number" in said
    assert "Took back 1 move." in said


def test_what_may_be_several_moves_lists_them(converse: Callable[..., str]) -> None:
    played = session(game="chess")
    opening = ["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6"]
    said = converse(played, *opening, "b7a8", "0-0", "e7e5", "b7a8=n", "b7a8q")
    assert "14 b7xa8 queen" in said
    assert "0-0 is not legal: the bishop on f1 is in the way.\nThe rule, line" in said
    assert "e7e5 is not legal: e7 is not yours" in said
    assert played.moves[-2:] == ["h7-h6", "b7xa8 queen"]


def test_why_shows_the_clause(converse: Callable[..., str]) -> None:
    said = converse(session(), "why a1-b2", "why b2xb3", "why")
    assert "zola.gdl:" in said
    assert "b2xb3 is legal." in said
    assert "why needs a move" in said


def test_bots_play_through_and_the_winner_is_named(converse: Callable[..., str]) -> None:
    played = session(RandomBot(1), RandomBot(2))
    said = converse(played)
    assert played.state.is_terminal
    winner = played.game.players[played.state.returns.index(1.0)].name
    assert f"{winner} wins. ({len(played.moves)} moves)" in said


def test_after_the_end_people_may_undo_or_save(converse: Callable[..., str], tmp_path: Path) -> None:
    played = session(game="tic_tac_toe")
    file = tmp_path / "game.yaml"
    said = converse(played, "a1", "a2", "b1", "b2", "c1", "a3", f"save {file}", "undo")
    assert "X wins. (5 moves)" in said
    assert "The game is over: `undo`" in said
    assert len(record.load(file).moves) == 5
    assert len(played.moves) == 4


def test_giving_up_ends_the_game_and_undo_goes_on(converse: Callable[..., str]) -> None:
    played = session(game="tic_tac_toe")
    said = converse(played, "a1", "resign", "moves", "resign", "undo", "b2")
    assert "O resigns: X wins. (1 move)" in said
    assert "The game is over: `undo`" in said
    assert "The game goes on." in said
    assert (played.moves, played.is_over) == (["a1", "b2"], False)


def test_a_saved_game_that_people_ended_says_so_until_it_is_played_on(
    converse: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "game.yaml"
    converse(session(game="tic_tac_toe"), "a1", "resign", f"save {file}")
    ended = "The game ended after 1 move, as its record says: X wins."
    played = session(game="tic_tac_toe")
    assert converse(played, f"load {file}", "quit").count(ended) == 2
    assert played.record().result == {"X": "1", "O": "-1"}
    said = converse(played, "b2", "quit")
    assert ended not in said
    assert "unfinished after 2 moves" in said
    assert played.record().result == {}


def test_people_at_one_screen_agree_on_a_draw_and_bots_do_not(converse: Callable[..., str]) -> None:
    played = session(game="tic_tac_toe")
    assert "The players have agreed on a draw. (1 move)" in converse(played, "a1", "draw")
    assert played.record().result == {"X": "0", "O": "0"}
    played = session(None, RandomBot(1), game="tic_tac_toe")
    assert "it agrees to no draw" in converse(played, "a1", "draw")
    assert not played.is_over


def test_of_several_sides_the_others_play_on_when_one_gives_up(converse: Callable[..., str]) -> None:
    played = session(None, None, None, game="goofspiel", cards=3, players=3)
    assert "First resigns. A bot takes the seat." in converse(played, "resign", "quit")
    assert (played.seats[0] is not None, played.is_over) == (True, False)


def test_what_the_rules_call_an_action_is_no_word_of_the_table() -> None:
    game = bundled.load("tic_tac_toe")
    assert names_action(game, game.actions[0].name)
    assert not names_action(game, "draw")


def test_a_saved_game_is_loaded_with_its_own_options(converse: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    converse(session(size=6), "1", f"save {file}")
    played = session(size=4)
    assert "Loaded 1 move" in converse(played, f"load {file}")
    assert len(played.game.board.sites) == 36


def test_columns_read_downwards() -> None:
    assert columns(["1 a", "2 b", "3 c"], 10) == "1 a  3 c\n2 b"
    assert columns([], 10) == ""


def test_b2_is_listed_before_b10() -> None:
    assert sorted(["b10", "b2", "a3"], key=natural) == ["a3", "b2", "b10"]


def test_moves_are_numbered_from_one() -> None:
    assert [m.number for m in numbered_moves(session().state)] == list(range(1, 17))


# ---- records


def test_a_record_reads_back_equal(tmp_path: Path) -> None:
    made = Record("zola", {"size": 4}, 7, ("b2xb3", "1-1", "on", "pass"))
    record.save(made, tmp_path / "x.yaml")
    back = record.load(tmp_path / "x.yaml")
    assert (back.game, back.seed, back.moves, back.options) == ("zola", 7, made.moves, {"size": "4"})
    assert [p.name for p in tmp_path.iterdir()] == ["x.yaml"]


def test_a_record_replays_to_the_same_states() -> None:
    played = session()
    for _ in range(6):
        played.play(played.state.legal_actions()[0])
    assert record.replay(played.record(), played.engine) == played.states


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "YAML is broken"),
        ("- 1", "expected the keys"),
        ("game: zola", "`moves` missing"),
        ("game: zolo\nmoves: []", "did you mean `zola`"),
        ("game: zola\nmoves: 3", "must be a list"),
        ("game: zola\nseed: x\nmoves: []", "whole number"),
        ("game: zola\nmovs: []", "did you mean `moves`"),
        ("game: zola\noptions: 3\nmoves: []", "`options` must"),
    ],
)
def test_a_bad_record_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(RecordError, match="file") as caught:
        record.parse(text, "file")
    assert message in str(caught.value)


def test_an_illegal_move_in_a_record_is_named_by_number() -> None:
    with pytest.raises(RecordError, match=r"^move 2: b2xb3 is not legal: there is no piece on b2$"):
        record.replay(Record("zola", {"size": 4}, 0, ("b2xb3", "b2xb3")), session().engine)


def test_saving_where_nothing_can_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        record.save(Record("zola"), tmp_path / "missing" / "x.yaml")


# ---- bots


def test_a_random_bot_repeats_itself_for_a_seed() -> None:
    state = session().state
    seat = Seat.of(state)
    assert [RandomBot(5).choose(seat) for _ in range(3)] == [RandomBot(5).choose(seat)] * 3
    assert RandomBot(5).choose(seat) in state.legal_actions()


def test_a_bot_is_given_what_its_seat_may_see() -> None:
    state = bundled.engine("kuhn_poker").initial_state(3)
    seat = Seat.of(state)
    assert "hidden" in seat.observation["pools"]["hand"]["Second"]
    assert (seat.player, seat.notations) == (0, ("check", "bet"))
    imagined = [seat.imagine(n) for n in range(30)]
    assert all(s.observation(0) == seat.observation for s in imagined)
    assert len({s.position()["pools"]["hand"]["Second"][0] for s in imagined}) == 2


def test_seats_are_read() -> None:
    assert parse_seat("human") is None
    bot = parse_seat("random:9")
    assert bot is not None
    assert bot.name == "random:9"


@pytest.mark.parametrize("text", ["minimax", "random:x", "human:1", "", "randm"])
def test_an_unknown_seat_says_what_there_is(text: str) -> None:
    with pytest.raises(SeatError, match="random"):
        parse_seat(text)


def test_a_failed_move_leaves_the_session_as_it_was() -> None:
    played = session()
    with pytest.raises(IllegalAction):
        played.play(-1)
    assert len(played.states) == 1
    assert played.moves == []
