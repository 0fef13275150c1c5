inf = float('inf')

def alpha_beta_search(game, state):
    kids = []
    for a in game.actions(state):
        kids.append((a, game.result(state, a)))
    me = game.to_move(state)
    best = None
    alpha = -inf
    beta = inf
    for a, kid in kids:
        if me == 'max':
            v = min_value(game, kid, alpha, beta)
            if best is None or v > alpha:
                best = a
                alpha = v
        else:
            v = max_value(game, kid, alpha, beta)
            if best is None or v < beta:
                best = a
                beta = v
    return best

def max_value(game, state, alpha, beta):
    kids = [game.result(state, a) for a in game.actions(state)]
    if len(kids) == 0:
        return game.utility(state)
    best = -inf
    for kid in kids:
        v = min_value(game, kid, alpha, beta)
        if v > best: best = v
        if best > alpha: alpha = best
        if beta <= alpha: break
    return best

def min_value(game, state, alpha, beta):
    kids = [game.result(state, a) for a in game.actions(state)]
    if len(kids) == 0:
        return game.utility(state)
    best = inf
    for kid in kids:
        v = max_value(game, kid, alpha, beta)
        if v < best: best = v
        if best < beta: beta = best
        if beta <= alpha: break
    return best
