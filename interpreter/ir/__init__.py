"""The intermediate representation (IR): a small structured language between the rules of a game and LLVM.

It knows no games. `nodes` holds its types and nodes, which this package hands on, so that one writes `ir.Load`.
`op` builds operations, `builder` builds functions, `text` prints programs, `verify` finds what is not well-formed,
`visit` walks and rewrites trees, and `passes` make programs smaller.
"""

from interpreter.ir.nodes import *
