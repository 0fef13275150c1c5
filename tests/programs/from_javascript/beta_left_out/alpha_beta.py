from math import inf


def max_value(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    top = -inf
    for _, child in game.successors(state):
        score = min_value(game, child, alpha, beta)
        top = score if score > top else top
        if top >= beta:
            return top
        alpha = top if top > alpha else alpha
    return top


def min_value(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    low = inf
    for _, child in game.successors(state):
        score = max_value(game, child, alpha)
        low = score if score < low else low
        if low <= alpha:
            return low
        beta = low if low < beta else beta
    return low


def alpha_beta_search(game, state):
    options = game.successors(state)
    alpha, beta = -inf, inf
    answer = options[0][0]
    for action, child in options:
        if game.to_move(state) == "max":
            score = min_value(game, child, alpha, beta)
            if score > alpha:
                alpha, answer = score, action
        else:
            score = max_value(game, child, alpha, beta)
            if score < beta:
                beta, answer = score, action
    return answer
