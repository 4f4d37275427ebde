"""The letters of a file that another program has written: by its mark of byte order, by the name that it gives its charset, as
UTF-8, else as ISO 8859-1, in which every byte is a letter."""

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(data: bytes, *charsets: str) -> str:
    """`charsets`: the one that the file names, or those that such files have."""
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    for name in (marked, *charsets, "utf-8"):
        try:
            if name and codecs.lookup(name)._is_text_encoding:
                return data.decode(name)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode("iso-8859-1")
