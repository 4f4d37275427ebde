"""What others learn of choices: what is said of actions in one game with secrets, word for word.

The texts stand in `said/secrets.txt`, each with what is said of it. To add one, write it there with `---` below it, run these
tests with GDL_RECORD=1, and read what is said as an author would.
"""

import pytest
from checking import assert_said, texts

from gdl.loader import examine_source
from gdl.source import Source

# A game with a hand, a pile that all see, a stock, and hidden levels: what others learn of choices in its action.
SECRETS = """game "Secrets"
players A, B
board square 3 x 3
kinds man, king
pool hand of player seen by owner
pool pile of game seen by all
pool stock of game seen by nobody
field level of piece: 0..3
field bid of player: 0..9
hide level of p in pieces from q where owner(p) != q
setup
  place man of A on a1 with level = 2
  place king of B on b1
  for p in players, k in kinds do place k in hand(p)
  place man in stock
  bid(A) := 1
turn: act
end draw when level(a1) + count(pile) + count(stock) + bid(A) > 9
action act
"""


@pytest.mark.parametrize("act", texts("secrets"))
def test_what_others_learn_of_a_choice_is_judged_word_for_word(act: str) -> None:
    assert_said("secrets", act, examine_source(Source("secrets.gdl", SECRETS + act + "\n"))[1])
