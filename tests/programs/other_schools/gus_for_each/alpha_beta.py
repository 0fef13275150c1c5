def alpha_beta_search(game, state):
    best = {"value": None, "action": None}
    window = {"alpha": float("-inf"), "beta": float("inf")}
    is_max = game.to_move(state) == "max"

    def visit(action, child):
        v = evaluate(game, child, **window)
        if is_max and v > window["alpha"]:
            window["alpha"], best["action"] = v, action
        if not is_max and v < window["beta"]:
            window["beta"], best["action"] = v, action

    for pair in game.successors(state):
        visit(*pair)
    return best["action"]


def evaluate(game, state, alpha, beta):
    return {"max": max_value, "min": min_value}[game.to_move(state)](game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("-inf")

    def visit(child):
        nonlocal best, alpha
        if best >= beta:
            return best
        best = max(best, evaluate(game, child, alpha, beta))
        alpha = max(alpha, best)

    for _, child in game.successors(state):
        visit(child)
    return best


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("inf")

    def visit(child):
        nonlocal best, beta
        best = min(best, evaluate(game, child, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            return best

    for _, child in game.successors(state):
        visit(child)
    return best
