"""A server reads games in several threads: what one of them reads is nothing to the others."""

from concurrent.futures import ThreadPoolExecutor

from gdl.diagnostics.values import Reporter
from gdl.loader import bundled_directory
from gdl.parsing.parser import parse
from gdl.source import Source


def test_files_that_are_read_at_once_are_read_as_one_after_the_other() -> None:
    texts = [p.read_text("utf-8") for p in sorted(bundled_directory().glob("*.gdl"))[:24]]

    def errors(number: int) -> int:
        reporter = Reporter()
        parse(Source(f"{number}.gdl", texts[number % len(texts)] + f"\n-- {number}\n"), reporter)
        return len(reporter.found)

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(errors, range(96))] == [0] * 96
