"""Changes of a text after which a mistake is gone: what helps offer, and habits of other languages said as they are written here."""
