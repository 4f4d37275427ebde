"""Machine code under valgrind: no read or write outside a state's block of bytes and the search's context.

    python benchmarks/memcheck.py zola chess [--plies 30]

Writes a game's object code without the features of this processor, links it to a small driver in C that sets a game up,
lists what is legal and plays random actions, and runs that under `valgrind --error-exitcode`. Needs gcc and valgrind.
Exit 1: valgrind has found something.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm

import gdl
from interpreter.engines.native import NativeEngine
from interpreter.llvm.module import generate

SLACK = 64  # bytes behind a block that machine code may read, as it reads whole words
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void setup(void *, void *) __asm__("f.setup");
extern long legal(void *, void *) __asm__("f.legal");
extern long playout(void *, void *, long) __asm__("f.playout");
int main(int count, char **arguments) {
    FILE *file = fopen(arguments[1], "rb");
    char *state = calloc(1, STATE + SLACK), *context = calloc(1, CONTEXT + SLACK);
    if (fread(state, 1, STATE, file) != STATE) return 2;
    fclose(file);
    setup(state, context);
    long actions = legal(state, context);
    *(long *)(context + RANDOM) = 12345;
    long plies = playout(state, context, PLIES);
    printf("%ld actions at first, %ld plies, error %ld\\n", actions, plies, *(long *)(context + ERROR));
    free(state);
    free(context);
    return 0;
}
"""


def object_code(text: str) -> bytes:
    """For any x86-64 processor, lightly optimised, so that valgrind knows all instructions."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu="x86-64", opt=1, reloc="pic")
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    llvm.create_pass_builder(machine, options).getModulePassManager().run(
        module, llvm.create_pass_builder(machine, options)
    )
    return bytes(machine.emit_object(module))


def check(name: str, plies: int) -> bool:
    """Whether valgrind finds nothing in a game."""
    compiled = NativeEngine(gdl.load(name)).compiled
    sizes = {
        "STATE": compiled.layout.size,
        "CONTEXT": compiled.context.size,
        "SLACK": SLACK,
        "RANDOM": compiled.context.cells["random"].offset,
        "ERROR": compiled.context.cells["error"].offset,
        "PLIES": plies,
    }
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "game.o").write_bytes(object_code(generate(compiled.lowered.program).text))
        (place / "driver.c").write_text(DRIVER)
        (place / "state").write_bytes(compiled.outline.blank)
        defined = [f"-D{key}={value}" for key, value in sizes.items()]
        subprocess.run(
            ["gcc", "-g", "-o", place / "driver", *defined, place / "driver.c", place / "game.o", "-lm"],
            check=True,
        )
        done = subprocess.run(
            ["valgrind", "--error-exitcode=1", "--leak-check=no", "-q", place / "driver", place / "state"],
            capture_output=True,
            text=True,
        )
    print(f"{name:24} {done.stdout.strip()}{'' if done.returncode == 0 else '  FAILED'}", flush=True)
    if done.returncode:
        print(done.stderr[:4000], file=sys.stderr)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--plies", type=int, default=30)
    given = parser.parse_args()
    missing = [tool for tool in ("gcc", "valgrind") if shutil.which(tool) is None]
    if missing:
        print(f"this needs {' and '.join(missing)}", file=sys.stderr)
        return 2
    return 0 if all(check(name, given.plies) for name in given.games) else 1


if __name__ == "__main__":
    sys.exit(main())
