from collections import UserList
from math import inf


class Ranking(UserList):
    """A list of actions that knows how to rank itself."""

    def rank(self, key, reverse):
        self.data.sort(key=key, reverse=reverse)
        return self


def order(game, state, actions):
    return Ranking(actions).rank(
        lambda a: game.evaluate(game.result(state, a)), game.to_move(state) == "max"
    )


def worth(game, state, alpha, beta, depth, maximizing):
    if game.is_terminal(state):
        return game.utility(state)
    if not depth:
        return game.evaluate(state)
    v = -inf if maximizing else inf
    for action in moves(game, state, depth):
        w = worth(game, game.result(state, action), alpha, beta, depth - 1, not maximizing)
        if maximizing:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v


def moves(game, state, depth):
    actions = game.actions(state)
    return order(game, state, actions) if depth > 1 else actions


def max_value(game, state, alpha, beta, depth):
    return worth(game, state, alpha, beta, depth, True)


def min_value(game, state, alpha, beta, depth):
    return worth(game, state, alpha, beta, depth, False)


def ordering_search(game, state, depth):
    window, kept = [-inf, inf], None
    maximizing = game.to_move(state) == "max"
    for action in moves(game, state, depth):
        w = worth(game, game.result(state, action), *window, depth - 1, not maximizing)
        if window[0] < w < window[1]:
            window[not maximizing], kept = w, action
    return kept
