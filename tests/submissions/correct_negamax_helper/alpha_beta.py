def negamax(game, state, alpha, beta, colour):
    if game.is_terminal(state):
        return colour * game.utility(state)
    best = float("-inf")
    for _, child in game.successors(state):
        best = max(best, -negamax(game, child, -beta, -alpha, -colour))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def max_value(game, state, alpha, beta):
    return negamax(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -negamax(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    colour = 1 if game.to_move(state) == "max" else -1
    alpha, choice = float("-inf"), None
    for action, child in game.successors(state):
        score = -negamax(game, child, float("-inf"), -alpha, -colour)
        if score > alpha:
            alpha, choice = score, action
    return choice
