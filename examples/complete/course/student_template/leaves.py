"""How many leaves has a tree in which each position has so many moves?"""


def leaves(moves, plies):
    """The leaves of a tree with `moves` in each position, `plies` deep."""
    raise NotImplementedError("a power")
