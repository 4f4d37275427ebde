"""What `interpreter.shared.lazy_numpy` offers, for type checkers: at run time NumPy is loaded when it is first asked for."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import NDArray as NDArray

__all__ = ["ArrayLike", "Ints", "NDArray", "np"]

Ints: TypeAlias = NDArray[np.int64]
