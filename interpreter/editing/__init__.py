"""What an editor asks about a file of the language. Only `server` knows the protocol; the rest is functions over texts."""
