INF = float("inf")


def negamax_alpha_beta_search(game, state):
    side, best, choice = game.to_move(state), None, None
    for action, child in game.successors(state):
        score = negamax(game, child, -INF, INF)
        if game.to_move(child) != side:
            score = -score
        if best is None or score > best:
            best, choice = score, action
    return choice


def negamax(game, state, alpha, beta):
    side = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, side)
    best = -INF
    for _, child in game.successors(state):
        if game.to_move(child) == side:
            score = negamax(game, child, alpha, beta)
        else:
            score = -negamax(game, child, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
