import math

# As in project 2: "you should not prune on equality".


def alpha_beta_search(game, state):
    alpha, beta = -math.inf, math.inf
    scores = {}
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            scores[action] = min_value(game, child, alpha, beta)
            alpha = max(alpha, scores[action])
        else:
            scores[action] = max_value(game, child, alpha, beta)
            beta = min(beta, scores[action])
    if game.to_move(state) == "max":
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = -math.inf
    for _, child in game.successors(state):
        value = max(value, min_value(game, child, alpha, beta))
        if value > beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = math.inf
    for _, child in game.successors(state):
        value = min(value, max_value(game, child, alpha, beta))
        if value < alpha:
            return value
        beta = min(beta, value)
    return value
