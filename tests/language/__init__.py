"""The reference, sentence by sentence: a module for each section, a test for each claim, on both engines where it is
about play. `sentences` has the mark that quotes the sentence; `test_sentences` finds what no test quotes."""
