from math import inf

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = -inf
    todo = list(game.actions(state))
    while todo:
        action = todo.pop()
        value = max(value, min_value(game, game.result(state, action), alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = inf
    todo = list(game.actions(state))
    while todo:
        action = todo.pop()
        value = min(value, max_value(game, game.result(state, action), alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value

def alpha_beta_search(game, state):
    best, choice = None, None
    alpha, beta = -inf, inf
    todo = list(game.actions(state))
    while todo:
        action = todo.pop()
        if game.to_move(state) == "max":
            value = min_value(game, game.result(state, action), alpha, beta)
            if best is None or value > best:
                best, choice = value, action
            alpha = max(alpha, best)
        else:
            value = max_value(game, game.result(state, action), alpha, beta)
            if best is None or value < best:
                best, choice = value, action
            beta = min(beta, best)
    return choice
