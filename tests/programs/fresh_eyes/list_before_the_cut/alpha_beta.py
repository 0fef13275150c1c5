def alpha_beta_search(game, state):
    alpha = float("-inf")
    beta = float("inf")
    turn = game.to_move(state)
    answer = None
    for action, succ in game.successors(state):
        if turn == "max":
            v = min_value(game, succ, alpha, beta)
            if v > alpha:
                alpha = v
                answer = action
        else:
            v = max_value(game, succ, alpha, beta)
            if v < beta:
                beta = v
                answer = action
    return answer


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("-inf")
    values = [min_value(game, s, alpha, beta) for _, s in game.successors(state)]
    for v in values:
        best = max(best, v)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("inf")
    values = [max_value(game, s, alpha, beta) for _, s in game.successors(state)]
    for v in values:
        best = min(best, v)
        if best <= alpha:
            break
        beta = min(beta, best)
    return best
