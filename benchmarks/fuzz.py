"""Fuzzing for as long as you like: text, conditions, positions, cases, saved games, typed moves and messages.

    python benchmarks/fuzz.py --seconds 60 [--targets text record] [--log fuzz.jsonl] [--keep] [--guided]

Draws inputs (`tests/fuzzing.py`) for each target by turns, and goes on where the log ends, so that no input is drawn twice.
A line of the log is what one round has done: the target, its inputs, seconds, and those that failed. The last lines printed
are its sums over all runs. With `--keep`, inputs that fail go to `tests/corpus`. Exit 1: something failed.

`--guided` has Google's atheris look for inputs that run lines which none has run before; it must be installed (`[fuzz]`).
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import fuzzing

ROUND = 5.0  # seconds for one target, then comes the next


def read_log(path: Path) -> list[dict[str, object]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def play_round(target: str, first: int, seconds: float, keep: bool) -> dict[str, object]:
    """Runs drawn inputs from number `first` on, as many as fit into the time."""
    begun, number, failed = time.monotonic(), first, []
    while time.monotonic() - begun < seconds:
        text = fuzzing.drawn(target, number)
        try:
            fuzzing.run(target, text)
        except fuzzing.Failure as failure:
            failed.append({"number": number, "what": str(failure)})
            print(f"{target} {number}: {failure}", file=sys.stderr, flush=True)
            if keep:
                _keep(target, text)
        number += 1
    spent = round(time.monotonic() - begun, 1)
    return {"target": target, "first": first, "inputs": number - first, "seconds": spent, "failed": failed}


def _keep(target: str, text: str) -> None:
    folder = fuzzing.CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "surrogatepass")
    (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


def run(targets: Sequence[str], seconds: float, log: Path, keep: bool) -> None:
    after = Counter(dict.fromkeys(targets, 0))
    for row in read_log(log):
        after[str(row["target"])] += int(str(row["inputs"]))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for target in targets:
            share = min(ROUND, max(1.0, (end - time.monotonic()) / len(targets)))
            row = play_round(target, after[target], share, keep)
            after[target] += int(str(row["inputs"]))
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            if time.monotonic() >= end:
                break


def report(rows: Sequence[dict[str, object]]) -> int:
    """Prints the sums of a log; gives how many inputs have failed."""
    inputs: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for row in rows:
        target = str(row["target"])
        inputs[target] += int(str(row["inputs"]))
        seconds[target] += float(str(row["seconds"]))  # type: ignore[assignment]
        failed[target] += len(row["failed"])  # type: ignore[arg-type]
    for target in inputs:
        print(f"{target:10} {inputs[target]:9} inputs {seconds[target]:9.0f} s {failed[target]:4} failed")
    print(f"{sum(inputs.values())} inputs, {sum(failed.values())} failed")
    return sum(failed.values())


def guided(target: str, seconds: float) -> None:
    """Lets atheris draw the inputs, led by the lines that they run."""
    import atheris

    atheris.instrument_all()
    folder = fuzzing.CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)

    def one(data: bytes) -> None:
        fuzzing.run(target, data.decode("utf-8", "surrogateescape"))

    limits = [f"-max_total_time={int(seconds)}", f"-timeout={int(5 * fuzzing.SECONDS)}", "-max_len=4000"]
    atheris.Setup([sys.argv[0], *limits, str(folder)], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--targets", nargs="*", choices=list(fuzzing.TARGETS), default=list(fuzzing.TARGETS))
    parser.add_argument("--log", type=Path, default=Path("fuzz.jsonl"))
    parser.add_argument("--keep", action="store_true", help="keep what fails in tests/corpus")
    parser.add_argument(
        "--guided", action="store_true", help="let atheris draw the inputs of the first target"
    )
    given = parser.parse_args()
    if given.guided:
        guided(given.targets[0], given.seconds)
        return 0
    run(given.targets, given.seconds, given.log, given.keep)
    return 1 if report(read_log(given.log)) else 0


if __name__ == "__main__":
    sys.exit(main())
