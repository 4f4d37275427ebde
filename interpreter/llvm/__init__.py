"""From the IR to LLVM assembly. Knows the IR only: no games, and nothing of how code is run."""
