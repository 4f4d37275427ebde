"""From text to tree: the parser, the builders of nodes, and the errors of syntax."""
