"""How long games are: words, numbers and texts of their files, without comments; beside Ludii's counts, where known.

    python benchmarks/tokens.py [GAME...]

`rules` leaves out what is no rule: headings, looks and claims. What a game takes from modules is not counted.
"""

import re
import sys

from gdl.loader import bundled_games, find

LUDII = {"chess": 363, "backgammon": 251, "go": 69, "english_draughts": 88, "reversi": 82, "shogi": 998}
_HEADING = re.compile(r" +(author|year|source|notes|rules|version|license|link|language) ")
_TOKEN = re.compile(r'"[^"\n]*"|\w+(?:\.\d+)?')


def tokens(text: str) -> int:
    """The words, numbers and texts of a file, without its comments."""
    return len(_TOKEN.findall(re.sub(r"--.*", "", text)))


def rules_alone(text: str) -> str:
    """A file without its headings, looks and claims."""
    kept, is_in = [], True
    for line in text.splitlines():
        if line[:1].strip():
            is_in = not line.startswith(("looks", "claim"))
        if is_in and not _HEADING.match(line):
            kept.append(line)
    return "\n".join(kept)


def main() -> None:
    print(f"{'game':24}{'file':>7}{'rules':>7}{'Ludii':>7}")
    for name in sys.argv[1:] or bundled_games():
        text = find(name).read_text("utf-8")
        other = LUDII.get(name, "")
        print(f"{name:24}{tokens(text):7}{tokens(rules_alone(text)):7}{other:>7}")


if __name__ == "__main__":
    main()
