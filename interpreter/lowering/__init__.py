"""From a checked game to machine code: `lower(game) -> Program`, then `generate(program)` writes LLVM's language."""
