inf = float("inf")


def value(game, state, alpha, beta):
    if not game.is_terminal(state):
        agent = game.to_move(state)
        f = {"max": max_value, "min": min_value}[agent]
        return f(game, state, alpha, beta)
    return game.utility(state)


def max_value(game, state, alpha, beta):
    # berkeley: do not prune on equality
    v = -inf
    for _, succ in game.successors(state):
        v = max(v, value(game, succ, max(alpha, v), beta))
        if v > beta:
            break
    return v


def min_value(game, state, alpha, beta):
    v = inf
    for _, succ in game.successors(state):
        v = min(v, value(game, succ, alpha, min(beta, v)))
        if v < alpha:
            break
    return v


def alpha_beta_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    a, b = -inf, inf
    chosen = None
    bestScore = -inf
    for action, succ in game.successors(state):
        score = sign * value(game, succ, a, b)
        if score > bestScore:
            bestScore = score
            chosen = action
            if sign == 1:
                a = score
            else:
                b = -score
    return chosen
