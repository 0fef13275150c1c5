"""Adversarial search: two functions that return the best move in a state.

A game has `actions(state)`, `result(state, move)`, `terminal_test(state)`,
`utility(state, player)` and `to_move(state)`.
"""


def minmax_decision(state, game):
    """The best move of the player to move, searching to the ends of the game."""
    raise NotImplementedError


def alpha_beta_search(state, game):
    """The same move, without the states that cannot matter."""
    raise NotImplementedError
