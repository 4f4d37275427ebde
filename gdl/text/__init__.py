"""The text of a file: lines and indentation, the grammar and its words, comments that allow a warning."""
