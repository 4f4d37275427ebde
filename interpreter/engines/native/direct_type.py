"""The type of machine code that CPython calls directly (`direct`), made once. `direct_type.pyi` says what it has."""

from interpreter.engines.native.direct import made

Direct = made()
