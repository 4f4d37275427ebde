"""What there is to draw and to say of a position, for text and pictures alike: pieces, colours, cards, tiles, relations."""
