"""NumPy, loaded when the first array is made: a start that asks for none is shorter by a third.

`arrays.pyi` says to type checkers what `arrays.np`, `arrays.NDArray`, `arrays.ArrayLike` and `arrays.Ints` are.
"""

from importlib import import_module


def __getattr__(name: str) -> object:
    if name not in ("np", "NDArray", "ArrayLike", "Ints"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    np, typing = import_module("numpy"), import_module("numpy.typing")
    found = {
        "np": np,
        "NDArray": typing.NDArray,
        "ArrayLike": typing.ArrayLike,
        "Ints": typing.NDArray[np.int64],
    }
    globals().update(found)
    return found[name]
