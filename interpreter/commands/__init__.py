"""The commands of `gdl`, one function each, by subject. `interpreter.cli` gathers them."""
