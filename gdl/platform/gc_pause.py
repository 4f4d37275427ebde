"""Rest from the search for garbage while many objects are made that stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
            if not gc.get_freeze_count():  # what a server has frozen stays so
                gc.freeze()
                gc.unfreeze()
            gc.enable()
