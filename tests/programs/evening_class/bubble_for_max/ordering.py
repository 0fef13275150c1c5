def ordering_search(game, state, depth):
    big = float("inf")
    if game.to_move(state) == "max":
        chosen, alpha = None, -big
        for a in in_order(game, state, depth):
            got = value(game, game.result(state, a), alpha, big, depth - 1)
            if got > alpha:
                chosen, alpha = a, got
        return chosen
    chosen, beta = None, big
    for a in in_order(game, state, depth):
        got = value(game, game.result(state, a), -big, beta, depth - 1)
        if got < beta:
            chosen, beta = a, got
    return chosen


def in_order(game, state, depth):
    if depth <= 1:
        return game.actions(state)
    return order(game, state, game.actions(state))


def value(game, state, alpha, beta, depth):
    who = max_value if game.to_move(state) == "max" else min_value
    return who(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    result = float("-inf")
    for a in in_order(game, state, depth):
        result = max(result, value(game, game.result(state, a), alpha, beta, depth - 1))
        alpha = max(alpha, result)
        if alpha >= beta:
            break
    return result


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    result = float("inf")
    for a in in_order(game, state, depth):
        result = min(result, value(game, game.result(state, a), alpha, beta, depth - 1))
        beta = min(beta, result)
        if beta <= alpha:
            break
    return result


def order(game, state, actions):
    """Bubble sort by the estimate, the largest in front."""
    rated = [[game.evaluate(game.result(state, a)), a] for a in actions]
    for i in range(len(rated)):
        for j in range(len(rated) - 1 - i):
            if rated[j][0] < rated[j + 1][0]:
                rated[j], rated[j + 1] = rated[j + 1], rated[j]
    return [a for _, a in rated]
