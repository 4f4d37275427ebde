"""The command `gdl`: loads the command that is asked for, and turns every error into a message and an exit code.

Exit codes: 0 fine, 1 findings (errors in a file, failed tests, an illegal move), 2 could not work, 130 stopped.
"""

import errno
import gc
import io
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

import gdl
from gdl.diagnostics.characters import visible
from gdl.diagnostics.render import render
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import GameError
from gdl.platform.gc_pause import none_sought
from interpreter.commands.options import COULD_NOT, FINDINGS, FINE, has_colour, with_limits
from interpreter.engines.errors import PositionError, ProgramError
from interpreter.shared import stopping

_NEW_OBJECTS = 20_000  # after which garbage is looked for: most of what a command makes stays
_SHORT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENAMETOOLONG)  # the system has no more of something
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # nothing more can be written

# The summary of each command in `gdl --help`. A command's module, of the same name, is loaded when it is run, as many are
# slow to load.
SUMMARIES = {
    "bench": "Measure how fast games are: all bundled ones, or those named.",
    "check": "Report all that is wrong with games, under every value of their options.",
    "claims": "Check what a game claims about itself.",
    "compare": "Compare games, variants or settings (B is A, if left out).",
    "coverage": "Say which rules are ever used: by the tests beside a game, by random games, and by a bot.",
    "diff": "Say what differs between the rules of A and of B, clause by clause. Exit 0: nothing; 1: something.",
    "explain": "Print the page of a diagnostic's code, or all codes.",
    "fmt": "Bring games into the usual layout. `-` reads the input and prints.",
    "gallery": "Write games as a site: pictures of all, and their rule sheets.",
    "games": "List the games of .pgn, .sgf, .pdn, .kif, .wxf, .mat and saved .yaml files: players, result, date, moves; find, check and compare them.",
    "gtp": "Be an engine that plays a game on another program's board: GTP, over standard input and output.",
    "list": "List the bundled games: title, author, year, players, options.",
    "lsp": "Serve an editor: errors as you type, hover, completion, definitions, formatting.",
    "match": "Let two bots play against each other: A and B, such as level:3, auto:1s, mcts:1000 or random.",
    "moves": "List the legal moves in notation, one a line, sorted.",
    "mutate": "Change rules a little, and say which changes the tests beside a game do not notice. Exit 1: there are such.",
    "new": "Write a game to begin with, and its tests: NAME.gdl and NAME.yaml, which play and pass.",
    "perft": "Count sequences of actions: lines `depth count` for 1..DEPTH.",
    "play": "Play in the terminal, or with --web in the browser.",
    "playout": "Play random games: how many a second, how long, who wins.",
    "report": "Write a page about a game for its designer: fairness, depth, length, moves, what is never used.",
    "review": "Ask about chosen positions whether the rules say what you mean, and keep each yes as a test. Exit 1: an answer was no.",
    "rules": "Print the rules of a game for people, made from its file.",
    "serve": "Hold tables for many players in the browser.",
    "show": "Draw a position, or print a stage of the compilation.",
    "solve": "Prove what best play leads to.",
    "test": "Run the examples and puzzles beside games: files or directories.",
    "trace": "Follow a game step by step: what was on offer, what rejected the rest, what settled, which ends were judged.",
    "train": "Learn what positions are worth, by games of a bot against itself.",
    "uci": "Be an engine that plays a game on another program's board: UCI, USI, UCCI and that of XBoard (CECP).",
    "verify": "Check the proof that `gdl solve --certificate` has written. Exit 1: it proves nothing.",
    "watch": "Check, test and draw a game each time that its file is saved, until Ctrl-C.",
    "why": "Explain why a move is (not) legal, clause by clause. Exit 0: legal; 1: not.",
}

_MODULES = {"games": "game_files"}  # where a module has another name than its command


class Commands(click.Group):
    """The commands, each loaded when it is run. An unknown name is answered with the most similar one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUMMARIES:
            return None
        with none_sought():
            found: click.Command = import_module(
                f"interpreter.commands.{_MODULES.get(cmd_name, cmd_name)}"
            ).command
        return with_limits(found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = formatter.width - 6 - max(map(len, SUMMARIES))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=text).get_short_help_str(width))
                    for name, text in SUMMARIES.items()
                ]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            help = near(args[0], self.list_commands(ctx)) or "`gdl --help` lists them"
            ctx.fail(f"there is no command `{args[0]}`: {help}")
        return super().resolve_command(ctx, args)


@click.group(name="gdl", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(gdl.__version__, prog_name="gdl", message="%(prog)s %(version)s")
def cli() -> None:
    """Check, explain and play board games written in a small rules language.

    GAME is a path to a .gdl file or the name of a bundled game (`gdl list` shows them), behind it, if wanted, a colon and
    values of options or the name of a variant: `zola:size=8`.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point: runs a command and exits with its code. Nobody ever sees a traceback."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        # Boards are drawn with signs that some terminals' encodings lack: those become `?`.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    stopping.listen()
    gc.set_threshold(_NEW_OBJECTS)
    code = _run(arguments)
    if arguments is None:
        gc.freeze()  # the process ends: to look through all that it has made once more takes a third of a second
    try:
        if not sys.stdout.closed:  # servers of editors close it themselves
            sys.stdout.flush()
    except BrokenPipeError:
        _let_go()
    except OSError as error:
        _let_go()
        code = _unwritten(error)
    is_busy = any(t.name == stopping.BUSY for t in threading.enumerate())
    if is_busy or (code == stopping.reason()[1] and threading.active_count() > 1):
        os._exit(code)  # machine code still runs in a thread, and its memory must stay until the process ends
    sys.exit(code)


def _open_what_is_closed() -> None:
    """Whoever closes the input or an output wants none: what is written there is discarded, and no file takes its place."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _run(arguments: Sequence[str] | None) -> int:
    try:
        # Not `cli.main`, which handles closed pipes and Ctrl-C in its own way.
        with cli.make_context("gdl", list(sys.argv[1:] if arguments is None else arguments)) as context:
            cli.invoke(context)
        return FINE
    except click.exceptions.Exit as done:
        return done.exit_code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FINE
    except (KeyboardInterrupt, click.Abort):
        _say(stopping.reason()[0])
        return stopping.reason()[1]
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)  # what a message quotes comes from files and arguments
        _say(visible(shown.getvalue(), keep="\n").removesuffix("\n"))
        return COULD_NOT
    except GameError as error:
        _say(render(error.diagnostics, has_colour(sys.stderr)).removesuffix("\n"))
        return FINDINGS
    except PositionError as error:
        _say(visible(f"error: {error}", keep="\n"))
        return FINDINGS
    except ProgramError as error:
        _say(visible(f"error: {error}"))
        return COULD_NOT
    except BrokenPipeError:
        _let_go()
        return FINE
    except MemoryError:
        _say("error: this needs more memory than there is, or than `--max-memory` allows")
        return COULD_NOT
    except OSError as error:
        return _system(error)
    except Exception as error:
        return _internal(error)


def _system(error: OSError) -> int:
    """What is said of an error of the system that no command has expected."""
    if error.errno in _FULL:
        _let_go()
        return _unwritten(error)
    if error.errno in _SHORT:
        _say(visible(f"error: {error.strerror}: {str(error.filename)[:300]}"))
        return COULD_NOT
    if "llvmlite" in str(error):
        _say(
            "error: LLVM cannot be loaded: is there memory for it? `--engine reference` does without machine code"
        )
        return COULD_NOT
    return _internal(error)


def _internal(error: Exception) -> int:
    _say("internal error: a bug in gdl, not in your game")
    _say(visible(f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]))
    if os.environ.get("GDL_DEBUG") == "1":
        import traceback

        traceback.print_exc()
    else:
        _say("set GDL_DEBUG=1 to see where, and please report it")
    return COULD_NOT


def _unwritten(error: OSError) -> int:
    _say(f"error: the output cannot be written: {error.strerror}")
    return COULD_NOT


def _say(text: str) -> None:
    """A line for people; where even that cannot be written, the exit code says enough."""
    with suppress(OSError):
        click.echo(text, err=True)


def _let_go() -> None:
    """Discards the rest of the output, which nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
