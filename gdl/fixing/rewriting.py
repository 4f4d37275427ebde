"""Habits of other languages, said anew: what a line says as it is written elsewhere, and how it is written here.

Helps say such things with an example about other names. Each row is tried on the line of the mistake; the checker decides.
"""

from gdl.fixing.foreign import FORMS, rows, with_signs
from gdl.fixing.mistakes import Fix, Mistake, narrowed

_TERM = r"[\w]+(?: of \w+|\([^()]*\))?"  # a value without operators
_ROWS = rows(
    *FORMS,
    *((pattern.replace("TERM", _TERM), said) for pattern, said in (
        # values and conditions
        (r"(TERM) (<=?|>=?) (TERM) (<=?|>=?) (TERM)", r"\1 \2 \3 and \3 \4 \5"),
        (r"(.+?) \? (.+?) : (.+)", r"\2 if \1 else \3"),
        (r"\b(for |for each |each )all\b", "all"),
        (r"\bfor all\b", "all"),
        (r"kind\(([^()]+)\) = (\w+)", r"\2 in kinds of \1"),
        (r"(?<=in )(TERM) kinds\b", r"kinds of \1"),
        (r"\brandom\(([^()]+)\)", r"random n in \1"),
        # choices, effects and turns
        (r"choose (\w+), (\w+) in (.+?)( where .*)?$", "choose \\1 in \\3\\4\nchoose \\2 in \\3"),
        (r"\bthen (?:turn of )?next(?: player)?\b", "then turn of rival(mover)"),
        (r"\bthen (?:turn of )?next(?: player)?\b", "then turn of after(mover)"),
        (r"\bplace (\d+) (.+)", r"place \2 times \1"),
        (r" times \d+$", ""),
        (r"\bplace (\w+) in\b", r"move \1 to"),
        (r"\bremove (\w+) from (TERM)", r"remove first(x in \2 where kind(x) = \1)"),
        (r"\bremove (\w+) from (TERM)", r"remove first(x in \2 where x is \1)"),
        (r"\bif (.+?):$", r"where \1"),
        (r" or pass\b|\bpass or ", ""),
        (r"else (\w+) else (\w+)$", r"else \2 else \1"),
        (r"(.+) else \w+$", r"\1"),
        # ends
        (r"\b(?:max|maximum|most) (\w+) (wins|loses)", r"highest \1 \2"),
        (r"\b(?:min|minimum|least|fewest) (\w+) (wins|loses)", r"lowest \1 \2"),
        (r"(?:the )?player with (highest|lowest) (\w+) (wins|loses)", r"\1 \2 \3"),
        (r"\b(highest|lowest) (\w+)\([^()]*\)", r"\1 \2"),
        # declarations
        (r"^(\w+) = ", r"let \1 = "),
        (r'^(game ".*") extend ', r"\1 extends "),
        (r"(kinds each \w+) in (\d+\.\.\d+)", r"\1 in {\2}"),
        (r"(?<= in )((?:\w+ as \w+, )*\w+ as \w+)", r"{\1}"),
        (r"(?<=\d)x(?=\d)", ", "),
        (r"leap (\d+), (\d+), \d+", r"leap \1, \2"),
        (r"leap (\d+)(?=:)", r"leap \1, 0"),
        (r"->", "-"),
        (r"->", ">"),
        (r"^(board graph \w+(?:, \w+)+)$", r"\1"),
        (r"^(board graph .+?) where .*", r"\1"),
        (r" axes .*", ""),
        (r"\b[A-Z](?=\d+\b)", "LOWER"),
        (r"^(\w+) (\w+) (?:\w+ )?in (.+?) from (\w+) where", r"\1 \2 of p in \3 from \4 where"),
        (r"^hide (\w+) (\w+) in", r"hide \1 of \2 in"),
        (r"^(phase|turn) ?(\w*)$", r"\1 \2: pass"),
        (r" [+-] \w+$", ""),
    ))
)  # fmt: skip


def rewritten(m: Mistake) -> tuple[Fix, ...]:
    """The line of the mistake with one habit said as it is said here, everywhere in the line."""
    line = m.line(m.number)
    indent = " " * (line.start - m.source.offset(m.number, 1))
    plain = with_signs(line.text)
    alternatives = [narrowed(line, plain)] if plain != line.text else []
    for pattern, said in _ROWS:
        found = pattern.search(line.text)
        if found is not None and found.start() <= m.span.end - line.start:
            made = pattern.sub((lambda f: f[0].lower()) if said == "LOWER" else said, line.text)
            alternatives.append(narrowed(line, made.replace("\n", f"\n{indent}")))
    return tuple(alternatives)
