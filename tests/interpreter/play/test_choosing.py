"""Moves as walks through typed choices: each legal action by one walk, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterator

import bundled
import pytest

import interpreter
from interpreter.engines.base import Engine
from interpreter.play.choosing.tokens import END
from interpreter.play.choosing.walk import Chooser, Node, NoSuchChoice, Walk, leads_to, so_far
from interpreter.play.choosing.words import label, prompt, unmarked
from interpreter.play.sheet.questions import question
from interpreter.play.tables.disclosure import change
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import ActionNumbers, Move

PLIES = 4
MOST = 400  # actions of a state whose walks are all gone


def walked(walk: Walk, path: tuple[str, ...] = (), above: str = "") -> Iterator[int]:
    """The actions at the ends of all walks. The elements of a set are picked in one order only: that of their texts."""
    node = walk.at(path)
    if node.action is not None:
        if is_in_order(node):
            yield node.action
        return
    assert node.options, f"the walk {node.texts} ends without an action"
    for option in node.options:
        is_element = option.step is not None and option.step.choice.sizes is not None
        if is_element and option.token is not END and option.token.text < above:
            continue
        further = option.token.text if is_element and option.token is not END else ""
        yield from walked(walk, (*node.texts, option.token.text), further)


def is_in_order(node: Node) -> bool:
    """Whether the elements of each set were picked in the order of their texts, the last one perhaps by itself."""
    before, above = None, ""
    for made in node.path:
        is_element = made.step is not None and made.step.choice.sizes is not None and made.token is not END
        if is_element and made.step is before and made.token.text < above:
            return False
        before, above = (made.step, made.token.text) if is_element else (None, "")
    return True


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_every_legal_action_is_reached_by_its_walks_and_nothing_else_is(name: str) -> None:
    engine = bundled.asking(name)
    chooser, random, state = Chooser(engine), Random(11), engine.initial_state(5)
    for _ in range(PLIES):
        legal = state.legal_actions()
        if not legal:
            break
        walk = chooser.walk(state)
        root = walk.at()
        assert root.count == len(legal)
        assert prompt(engine.game, root).endswith(".")
        if len(legal) <= MOST:
            found = Counter(walked(walk))
            assert sorted(found) == legal
            # the last element of a set may be forced, whatever its place among the others
            assert all(n == 1 or has_set(chooser, k) or is_free(chooser, k) for k, n in found.items())
        else:  # a walk for one action in many
            for number in legal[:: len(legal) // 25]:
                assert gone(walk, chooser, number).action == number
        state = state.apply(legal[random.below(len(legal))])


def is_free(chooser: Chooser, number: int) -> bool:
    """Whether the steps of an action are made in any order: each that can come first begins a walk."""
    again = chooser.spelt(number).action.again
    return again is not None and again.is_any_order


def has_set(chooser: Chooser, number: int) -> bool:
    return any(isinstance(slot, tuple) for slot in chooser.spelt(number).slots)


def gone(walk: Walk, chooser: Chooser, number: int) -> Node:
    """The end of the walk that an action's own choices name."""
    texts: list[str] = []
    for slot in chooser.spelt(number).slots:
        texts += [t.text for t in (slot if isinstance(slot, tuple) else (slot,))]
        if isinstance(slot, tuple):
            texts.append(END.text)
    return walk.at(texts)


def made(text: str) -> Engine:
    from gdl.loader import examine_source
    from gdl.source import Source

    game, found = examine_source(Source("test.gdl", text), {})
    assert game is not None, found
    return interpreter.engine(game, "reference")


TWO = """game "Two Ways"
  author "me"
players A, B
board square 3 x 3
kinds stone, rock
action put
  choose s in sites where s is empty
  choose k in kinds
  do place k of mover on s
action twice
  choose s in sites where s is empty
  choose t in sites where t is empty and t != s and t in neighbours(s)
  do place stone of mover on s
     place stone of mover on t
turn: put or twice else pass
end draw when full
"""


def test_sites_are_asked_for_first_and_the_action_only_where_it_is_open() -> None:
    engine = made(TWO)
    walk = Chooser(engine).walk(engine.initial_state())
    assert {o.token.sort for o in walk.at().options} == {"site"}
    node = walk.at(["site a1"])
    assert [o.token.text for o in node.options if o.token.sort == "action"] == ["action put"]
    assert {o.token.text for o in node.options} == {"action put", "site a2", "site b1"}
    kinds = walk.at(["site a1", "action put"])
    assert [label(engine.game, o, kinds) for o in kinds.options] == ["stone", "rock"]
    done = walk.at(["site a1", "site a2"])
    assert done.action is not None
    assert done.texts == ["site a1", "site a2", "action twice"]
    assert not done.has_unseen


@pytest.mark.parametrize(("name", "before"), [("put", "Put: choose"), ("place", "Choose")])
def test_a_question_names_the_action_that_the_board_is_for_and_the_field_that_is_chosen(
    name: str, before: str
) -> None:
    engine = made(
        'game "G"\nplayers Red, Blue\nboard square 2 x 2\nkinds stone\nfield aim of piece: direction or none\n'
        f"action {name}\n  choose s in sites where s is empty\n  choose d in {{north, east}}\n"
        f"  do place stone of mover on s with aim = d\naction rest\nturn: {name} or rest\nend draw when full\n"
    )
    walk = Chooser(engine).walk(engine.initial_state())
    assert prompt(engine.game, walk.at()) == f"{before} where to place the stone, or what else to do."
    assert prompt(engine.game, walk.at(["site a1"])) == "Choose the aim."


def test_what_the_game_notes_of_a_piece_is_no_name_for_it_before_it_is_chosen() -> None:
    engine = made(
        'game "G"\nplayers Red, Blue\nboard square 2 x 2\nkinds stone\nfield last of game: site or none\n'
        "field is_up of piece: bool\nsetup\n  place stone of Red on {a1, a2}\n  place stone of Blue on {b1, b2}\n"
        "action flip\n  choose p in own pieces where site(p) != last\n  do is_up(p) := not is_up(p)\n     last := site(p)\n"
        "turn: flip\nend draw when all p in pieces: is_up(p)\nlimit 9 moves: draw\n"
    )
    assert prompt(engine.game, Chooser(engine).walk(engine.initial_state()).at()) == "Choose a piece."


GATHERING = """
game "Gathering"
  language 3
players Red, Blue
board square 2 x 1
type berry: sloe, rowan, elder
field has of player, berry: 0..9
action pick
  choose b: 2 of berry
  do for g in b do has(mover, g) := min(9, has(mover, g) + 1)
action rest
turn: pick or rest
end draw when all g in berry: has(Red, g) > 3
limit 40 moves: draw
"""


def test_of_a_set_as_many_are_asked_for_as_it_has() -> None:
    engine = made(GATHERING)
    walk = Chooser(engine).walk(engine.initial_state())
    assert prompt(engine.game, walk.at(["action pick"])) == "Choose 2 berries."
    assert prompt(engine.game, walk.at(["action pick", "word rowan"])) == "Choose another berry."
    of_keys = made(GATHERING.replace("berry", "key"))
    assert (
        prompt(of_keys.game, Chooser(of_keys).walk(of_keys.initial_state()).at(["action pick"]))
        == "Choose 2 keys."
    )


@pytest.mark.parametrize(
    ("name", "picks", "asked"),
    [
        ("stratego", 0, "Choose where to put a piece from the camp."),
        ("shut_the_box", 1, "Choose another tile from the box."),
    ],
)
def test_what_comes_out_of_a_pool_is_asked_for_by_its_name(name: str, picks: int, asked: str) -> None:
    engine = bundled.reference(name)
    walk = Chooser(engine).walk(engine.initial_state(1))
    path = [o.token.text for o in walk.at().options if o.count > 1][:picks]
    assert prompt(engine.game, walk.at(path)) == asked


def test_what_is_turned_and_how_far_is_asked_for_in_words() -> None:
    engine = bundled.reference("pentago")
    node = Chooser(engine).walk(engine.initial_state()).at(["site a1", "site b2"])
    assert prompt(engine.game, node) == "Choose the rotation."
    assert {label(engine.game, o, node) for o in node.options} == {"left", "right"}


def test_a_question_says_why_just_this_is_asked_and_never_speaks_of_a_name_of_the_rules() -> None:
    engine = made(
        'game "Rows"\nplayers Red, Blue\nboard square 3 x 1\nkinds man, king\nfield stock of player: 0..3 = 3\n'
        "setup\n  place man of Red on a1\n  stock(Red) := 0\n"
        "action crown\n  choose p in own man\n  choose k in kinds\n  do kind(p) := k\n"
        "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        "turn: crown if stock(mover) = 0 else put\nlimit 9 moves: draw\n"
    )
    state = engine.initial_state()
    walk = Chooser(engine).walk(state)
    assert question(state, walk.at()) == "Choose what it becomes: your stock is 0."
    state = state.apply(state.action_from_string("a1 king"))
    assert question(state, Chooser(engine).walk(state).at()) == "Choose where to place the man."


def test_counts_say_how_many_actions_remain() -> None:
    engine = made(TWO)
    node = Chooser(engine).walk(engine.initial_state()).at(["site a1"])
    assert {o.token.text: o.count for o in node.options}["action put"] == 2
    assert node.count == sum(o.count for o in node.options)


def test_a_choice_that_is_not_offered_is_refused_by_name() -> None:
    engine = made(TWO)
    walk = Chooser(engine).walk(engine.initial_state())
    with pytest.raises(NoSuchChoice, match=r"^z9 cannot be chosen here"):
        walk.at(["site z9"])
    with pytest.raises(NoSuchChoice):
        walk.at(["site a1", "site a2", "action twice", "site a3"])


def test_what_is_forced_is_made_and_said() -> None:
    engine = bundled.reference("tic_tac_toe")
    state = engine.initial_state()
    for text in ["a1", "b1", "a2", "b2", "c1", "c2", "b3", "a3"]:
        state = state.apply(state.action_from_string(text))
    node = Chooser(engine).walk(state).at()
    assert node.action is not None
    assert node.has_unseen  # the last free site was nobody's click
    assert [m.is_forced for m in node.path] == [True] * len(node.path)


def test_the_elements_of_a_set_may_be_picked_in_any_order() -> None:
    engine = bundled.asking("rummy")
    chooser, random = Chooser(engine), Random(4)
    for seed in range(40):
        state = engine.initial_state(seed)
        for _ in range(30):
            legal = state.legal_actions()
            chosen = [chooser.spelt(n) for n in legal]
            sets = [s for s in chosen if any(isinstance(slot, tuple) and len(slot) > 1 for slot in s.slots)]
            if sets:
                elements = next(slot for slot in sets[0].slots if isinstance(slot, tuple))
                walk = chooser.walk(state)
                for order in (elements, elements[::-1]):
                    node = walk.at([t.text for t in order])
                    assert sets[0].number == node.action or END in [o.token for o in node.options]
                return
            if not legal:
                break
            state = state.apply(legal[random.below(len(legal))])
    raise AssertionError("no set was ever chosen")


def test_an_action_that_goes_on_may_be_stopped_where_the_rules_allow_it() -> None:
    engine = made("""game "Hops"
  author "me"
players A, B
board square 5 x 1
kinds man
setup
  place man of A on a1
move hop by man
  line orthogonal up to 1: empty
  again may up to 3
turn: hop else pass
end draw when turn > 20
""")
    walk = Chooser(engine).walk(engine.initial_state())
    node = walk.at(["site a1"])
    assert "site c1" in [o.token.text for o in node.options] or "action hop" in [
        o.token.text for o in node.options
    ]
    stop = next(o for o in node.options if o.token.sort == "action")
    assert label(engine.game, stop, node) == "Stop here"
    assert walk.at([*node.texts, stop.token.text]).action is not None


def test_of_two_dice_either_is_played_first_where_the_rules_allow_it(kind: str) -> None:
    engine = bundled.engine("backgammon", kind)
    chooser, random, state = Chooser(engine), Random(3), engine.initial_state(5)
    numbers, swapped = ActionNumbers(engine.game), 0
    for _ in range(8):
        legal, walk = state.legal_actions(), chooser.walk(state)
        moves = {n: numbers.decode(n) for n in legal}
        for number, move in moves.items():
            if move is None or len(move.hops) != 1:
                continue
            (hop,) = move.hops
            other = Move(move.action, hop, (move.values,))
            spelt = chooser._speller.spelt(number, other)
            if state.midway(other) is None:  # such as a man that must enter first
                continue
            swapped += 1
            assert walk.at(spelt.path).action == number
        state = state.apply(legal[random.below(len(legal))])
    assert swapped > 50


def test_what_a_step_has_moved_is_seen_before_the_next_one_and_where_a_die_leads(kind: str) -> None:
    engine = bundled.engine("backgammon", kind)
    state = engine.initial_state(5)
    walk = Chooser(engine).walk(state)
    node = walk.at(("site p17",))
    sites = engine.game.board.sites
    assert {text: sites[s].name for text, s in leads_to(engine.game, node, state).items()} == {
        "number 3": "p20",
        "number 6": "p23",
    }
    assert so_far(engine.game, node, state) is None
    begun = so_far(engine.game, walk.at((*node.texts, "number 6")), state)
    assert begun is not None
    assert [(sites[a].name, sites[b].name) for a, b in begun.went] == [("p17", "p23")]
    assert begun.position != state.position()
    assert (
        state.midway(
            Move(engine.game.action("play"), (next(i for i, s in enumerate(sites) if s.name == "p2"), 6))
        )
        is None
    )


TOKENS = """
game "Tokens"
  language 3
players Ann, Bob
type gem: ruby, jade, onyx
field stock of gem: 0..9 = 4
action take
  choose gems: 2..3 of gem
  choose n in 1..2
  do for g in gems do stock(g) := stock(g) - n
turn: take
end draw when stock(jade) < 2
"""


def test_what_is_chosen_and_marked_nowhere_is_said(make: Callable[[str], Engine]) -> None:
    engine = make(TOKENS)
    walk = Chooser(engine).walk(engine.initial_state())
    game = engine.game
    path = walk.at().texts
    assert unmarked(game, walk.at(path)) == ""
    assert unmarked(game, walk.at([*path, "word ruby"])) == "Ruby. "
    assert unmarked(game, walk.at([*path, "word ruby", "word onyx", "end"])) == "Ruby, onyx. "


def test_a_piece_that_gets_another_value_on_its_way_or_becomes_another_one_has_moved() -> None:
    before = {
        "pieces": {
            "e1": "White king castles=true",
            "a7": "White pawn",
            "b8": "Black rook",
            "h1": "White rook turns=1",
        }
    }
    after = {"pieces": {"f1": "White king", "b8": "White queen", "h1": "White rook turns=2"}}
    seen = change(before, after)
    assert dict(seen.moved) == {"e1": "f1", "a7": "b8"}
    assert (seen.captured, seen.changed) == (("b8",), ("h1",))
