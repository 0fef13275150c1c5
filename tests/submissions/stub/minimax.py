"""Minimax search. Write the three functions below."""


def minimax_search(game, state):
    """The best action for the player to move."""
    raise NotImplementedError("return the best action, not its value")


def max_value(game, state):
    """The minimax value of a state in which MAX is to move."""
    raise NotImplementedError("return the largest successor value")


def min_value(game, state):
    """The minimax value of a state in which MIN is to move."""
    raise NotImplementedError("return the smallest successor value")
