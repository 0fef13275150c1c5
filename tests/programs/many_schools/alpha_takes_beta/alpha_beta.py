inf = float('inf')

def alpha_beta_search(game, state):
    alpha, beta = -inf, inf
    best = None
    if game.to_move(state) == 'max':
        v = -inf
        for a, s in game.successors(state):
            u = min_value(game, s, alpha, beta)
            if u > v:
                v = u
                best = a
            alpha = max(alpha, v)
    else:
        v = inf
        for a, s in game.successors(state):
            u = max_value(game, s, alpha, beta)
            if u < v:
                v = u
                best = a
            beta = min(beta, v)
    return best

def max_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state)
    v = -inf
    for a, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, beta)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state)
    v = inf
    for a, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha: return v
        beta = min(beta, v)
    return v
