"""Programs that play: matches, and positions in which a move is right or wrong."""
