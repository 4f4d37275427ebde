"""Rest from the search for garbage: while many objects are made that stay, and over those that a long-lived process has."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_settled: list[bool] = []  # to count what is frozen takes 50 ms where it is much


def settle() -> None:
    """Lets the garbage collector pass over all that is there now, for good: programs, rules, machine code.

    To go through them takes 60 to 200 ms, now and then, in the middle of some click. What has become garbage since the last
    time is collected here.
    """
    if _settled:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
    _settled[:] = [True]


@contextmanager
def none_sought() -> Iterator[None]:
    """Lets Python look for no cycles of garbage meanwhile: what rules become stays, and looking through it takes a while. So it
    counts as old behind, and is looked through when all is."""
    was_sought = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_sought:
            if not _settled:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
