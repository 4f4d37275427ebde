"""What other languages write and this one says otherwise, said once: signs, wherever they stand, and forms of a line.

`rewording` seeks the line to tell in them, and `rewriting` the changes that editors offer.
"""

import re

NAME = r"[A-Za-z_]\w*"
CALL = rf"{NAME}(?:\((?:[^()]|\([^()]*\))*\))?"  # a value without operators
_NO_TEXT = r'(?=(?:[^"]*"[^"]*")*[^"]*$)'  # outside of quotation marks


def rows(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns, in which CALL and NAME stand for a value and a name, with what is said in their place."""
    filled = ((p.replace("CALL", CALL).replace("NAME", NAME), said) for p, said in pairs)
    return tuple((re.compile(pattern), said) for pattern, said in filled)


# Signs that have no meaning here, wherever they stand.
SIGNS = rows(
    (r"^([^\"']*\b(?:game|extends|use|means|author|source|notes|rules|notation)) ?'([^'\"]*)'", r'\1 "\2"'),
    (r"[“”]([^“”\"]*)[“”]", r'"\1"'),
    (r"/\*\s*(.*?)\s*\*/$", r"-- \1"),
    (rf"/\*.*?\*/{_NO_TEXT}", ""),
    (rf"(?<=[\w)])\s*//\s*(?=\d|\w+\s*[-+*=<>,)]){_NO_TEXT}", " div "),
    (rf"(?://|#)+ *(.*){_NO_TEXT}", r"-- \1"),
    (r"^(CALL)\s*(?:\+\+|--+)$", r"\1 := \1 @+ 1"),
    (r"(CALL) := \1\s*([-+*])=\s*", r"\1 := \1 \2 "),
    (r"(NAME of CALL|CALL)\s*([-+*])=\s*", r"\1 := \1 \2 "),
    (rf"!==?{_NO_TEXT}", "!="),
    (rf"={{2,}}{_NO_TEXT}", "="),
    (rf"<>{_NO_TEXT}", "!="),
    (rf"=<{_NO_TEXT}", "<="),
    (rf"(?<!=)=>{_NO_TEXT}", ">="),
    (rf"\s*&&?\s*{_NO_TEXT}", " and "),
    (rf"\s*\|\|\s*{_NO_TEXT}", " or "),
    (rf"!\s*(?=[\w(]){_NO_TEXT}", "not "),
    (r"([=<>]|\bis|\bnot|:=|,|\{) ?[\"'](NAME)[\"']", r"\1 \2"),
    (rf"\b(NAME)\.(NAME)\b{_NO_TEXT}", r"\2(\1)"),
    (r"\s*;+\s*$", ""),
    (rf"\bnull\b|\bNone\b|\bnil\b{_NO_TEXT}", "none"),
    (rf"\bTrue\b|\bTRUE\b{_NO_TEXT}", "true"),
    (rf"\bFalse\b|\bFALSE\b{_NO_TEXT}", "false"),
    (rf"\bAND\b{_NO_TEXT}", "and"),
    (rf"\bOR\b{_NO_TEXT}", "or"),
    (rf"\bNOT\b{_NO_TEXT}", "not"),
)  # fmt: skip

# Forms of a line, as patterns for `rows`.
FORMS = (
    (r"\((.+?) \? (.+?) : (.+?)\)(?= where|$)", r"(\2 if \1 else \3)"),
    (r"(?<== )(.+?) \? (.+?) : (.+)$", r"\2 if \1 else \3"),
    (r"^(?:def|function|func|fn|proc|procedure|define|void|sub|macro) (NAME) ?\( ?\) ?[:{]?$", r"effect \1"),
    (r"^(?:def|function|func|fn|proc|procedure|define|void|sub|macro) (NAME ?\(.+\)) ?[:{]?$", r"effect \1"),
)  # fmt: skip


def with_signs(line: str) -> str:
    """A line with all foreign signs said anew."""
    for pattern, said in SIGNS:
        line = pattern.sub(lambda f, said=said: expanded(f, said), line)  # type: ignore[misc]
    return " ".join(line.split())


def expanded(found: re.Match[str], said: str) -> str:
    """What is written in place of a match; `@+` is the sign that it doubles."""
    return found.expand(said).replace("@+", "-" if "--" in found[0] else "+")
