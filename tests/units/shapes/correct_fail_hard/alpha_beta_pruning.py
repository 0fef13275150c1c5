"""The other way here: the lecture's own is fail-hard, and this one is fail-soft."""


def alpha_beta_pruning_search(game, state, alpha, beta):
    chosen = None
    for action, child in game.successors(state):
        v = alpha_beta_pruning(game, child, alpha, beta)
        is_max = game.to_move(state) == "max"
        if chosen is None or (v > alpha if is_max else v < beta):
            chosen = action
        alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        if alpha >= beta:
            break
    return chosen


def alpha_beta_pruning(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    seen = []
    for _, child in game.successors(state):
        seen.append(alpha_beta_pruning(game, child, alpha, beta))
        if game.to_move(state) == "max":
            alpha = max(alpha, seen[-1])
        else:
            beta = min(beta, seen[-1])
        if alpha >= beta:
            break
    return max(seen) if game.to_move(state) == "max" else min(seen)
