import numbers
from math import inf


def minimax_search(game, state):
    """Given a state in a game, calculate the best move by searching
    forward all the way to the terminal states. (after aima-python)"""

    player = game.to_move(state)

    def max_value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        v = -inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a)))
        return v

    def min_value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        v = inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a)))
        return v

    # whoever moves at the root is "max" from his own point of view
    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))


def max_value(game, state) -> numbers.Real:
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, game.result(state, a)) for a in game.actions(state))


def min_value(game, state) -> numbers.Real:
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, game.result(state, a)) for a in game.actions(state))
