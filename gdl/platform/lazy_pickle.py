"""What a pickled game carries along, and most who read it never ask for: it stays a string of bytes until then."""

import pickle
from functools import cached_property


class Pickled:
    """A pickled value. `value` makes it when it is first asked for."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def value(self) -> object:
        made: object = pickle.loads(self.data)
        return made

    def __reduce__(self) -> tuple[type["Pickled"], tuple[bytes]]:
        return Pickled, (self.data,)
