def depth_limited_alpha_beta_search(game, state, depth):
    best_action = None
    alpha, beta = float('-inf'), float('inf')
    maximizing = game.to_move(state) == 'max'
    depth -= 1
    for action in game.actions(state):
        child = game.result(state, action)
        if maximizing:
            score = min_value(game, child, alpha, beta, depth)
            if score > alpha:
                alpha = score
                best_action = action
        else:
            score = max_value(game, child, alpha, beta, depth)
            if score < beta:
                beta = score
                best_action = action
    return best_action


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    value = float('-inf')
    for action in game.actions(state):
        depth -= 1
        value = max(value, min_value(game, game.result(state, action), alpha, beta, depth))
        if value >= beta:
            break
        alpha = max(alpha, value)
    return value


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    value = float('inf')
    for action in game.actions(state):
        depth -= 1
        value = min(value, max_value(game, game.result(state, action), alpha, beta, depth))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value
