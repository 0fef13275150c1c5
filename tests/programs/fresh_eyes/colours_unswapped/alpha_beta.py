"""Alpha-beta done as negamax inside, with a colour."""


def _nega(game, node, a, b, colour):
    if game.is_terminal(node):
        return colour * game.utility(node)
    best = float("-inf")
    for move in game.actions(node):
        best = max(best, -_nega(game, game.result(node, move), -a, -b, -colour))
        a = max(a, best)
        if a >= b:
            break
    return best


def max_value(game, state, alpha, beta):
    return _nega(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -_nega(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    a, b = float("-inf"), float("inf")
    best, best_move = float("-inf"), None
    colour = 1 if game.to_move(state) == "max" else -1
    for move in game.actions(state):
        v = -_nega(game, game.result(state, move), -b, -a, -colour)
        if v > best:
            best, best_move = v, move
        a = max(a, best)
    return best_move
