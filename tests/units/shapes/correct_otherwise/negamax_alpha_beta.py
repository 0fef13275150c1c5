INF = float("inf")


def negamax_alpha_beta_search(game, state):
    side, best, choice = game.to_move(state), -INF, None
    for action, child in game.successors(state):
        score = look(game, side, child, best, INF)
        if choice is None or score > best:
            best, choice = score, action
    return choice


def look(game, side, child, alpha, beta):
    """What a child is worth to `side`."""
    if game.to_move(child) == side:
        return negamax(game, child, alpha, beta)
    return -negamax(game, child, -beta, -alpha)


def negamax(game, state, alpha, beta):
    side = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, side)
    best = -INF
    for _, child in game.successors(state):
        best = max(best, look(game, side, child, max(alpha, best), beta))
        if best >= beta:
            break
    return best
