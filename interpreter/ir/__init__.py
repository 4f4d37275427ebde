"""The intermediate representation (IR): a small structured language between the rules of a game and LLVM.

It knows no games. `nodes` holds its types and nodes, which this package hands on, so that one writes `ir.Load`.
`op` builds operations, `builder` builds functions, `text` prints programs, `verify` finds what is not well-formed,
`visit` walks and rewrites trees, and `passes` make programs smaller.
"""

from interpreter.ir.nodes import BOOL as BOOL
from interpreter.ir.nodes import INT as INT
from interpreter.ir.nodes import NONE as NONE
from interpreter.ir.nodes import OPERATIONS as OPERATIONS
from interpreter.ir.nodes import VOID as VOID
from interpreter.ir.nodes import Allocate as Allocate
from interpreter.ir.nodes import Assign as Assign
from interpreter.ir.nodes import Block as Block
from interpreter.ir.nodes import BlockAt as BlockAt
from interpreter.ir.nodes import BlockOf as BlockOf
from interpreter.ir.nodes import Break as Break
from interpreter.ir.nodes import Call as Call
from interpreter.ir.nodes import Cell as Cell
from interpreter.ir.nodes import CompareAll as CompareAll
from interpreter.ir.nodes import Const as Const
from interpreter.ir.nodes import Continue as Continue
from interpreter.ir.nodes import Copy as Copy
from interpreter.ir.nodes import Expr as Expr
from interpreter.ir.nodes import ForEachBit as ForEachBit
from interpreter.ir.nodes import ForRange as ForRange
from interpreter.ir.nodes import Function as Function
from interpreter.ir.nodes import Get as Get
from interpreter.ir.nodes import If as If
from interpreter.ir.nodes import Invoke as Invoke
from interpreter.ir.nodes import Layout as Layout
from interpreter.ir.nodes import Load as Load
from interpreter.ir.nodes import Lookup as Lookup
from interpreter.ir.nodes import Loop as Loop
from interpreter.ir.nodes import Op as Op
from interpreter.ir.nodes import Program as Program
from interpreter.ir.nodes import Push as Push
from interpreter.ir.nodes import Return as Return
from interpreter.ir.nodes import SetLength as SetLength
from interpreter.ir.nodes import Stmt as Stmt
from interpreter.ir.nodes import Store as Store
from interpreter.ir.nodes import Table as Table
from interpreter.ir.nodes import Tail as Tail
from interpreter.ir.nodes import Type as Type
from interpreter.ir.nodes import Var as Var
from interpreter.ir.nodes import bits as bits
from interpreter.ir.nodes import block as block
from interpreter.ir.nodes import cell_type as cell_type
from interpreter.ir.nodes import list_ as list_
