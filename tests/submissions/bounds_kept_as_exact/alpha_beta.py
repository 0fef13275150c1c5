table = {}

def max_value(game, state, alpha, beta):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    table[state] = v
    return v

def min_value(game, state, alpha, beta):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            break
        beta = min(beta, v)
    table[state] = v
    return v

def alpha_beta_search(game, state):
    is_max = game.to_move(state) == "max"
    value = min_value if is_max else max_value
    ends = float("-inf"), float("inf")
    worth = [value(game, child, *ends) for _, child in game.successors(state)]
    return game.actions(state)[worth.index((max if is_max else min)(worth))]
