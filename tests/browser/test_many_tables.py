"""The load test with real sockets, in short: `benchmarks/tables.py` is the long one."""

import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent


def test_no_message_is_missed_at_many_tables() -> None:
    spec = importlib.util.spec_from_file_location("tables_benchmark", ROOT / "benchmarks/tables.py")
    assert spec is not None and spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = benchmark
    spec.loader.exec_module(benchmark)
    with ThreadPoolExecutor(1) as pool:  # a browser of another test may have a loop in this thread
        tally = pool.submit(benchmark.measured, tables=20, seconds=6, game="tic_tac_toe").result()
    assert tally.missed == []
    assert tally.moves > 20 and len(tally.answers) > 100
