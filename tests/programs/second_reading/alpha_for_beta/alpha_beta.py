def search_node(game, node, alpha, beta, maximizing):
    if game.is_terminal(node):
        return game.utility(node), None
    best_move = None
    if maximizing:
        value = float('-inf')
        for move in game.actions(node):
            score, _ = search_node(game, game.result(node, move), alpha, beta, False)
            if score > value:
                value, best_move = score, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value, best_move
    else:
        value = float('inf')
        for move in game.actions(node):
            score, _ = search_node(game, game.result(node, move), alpha, beta, True)
            if score < value:
                value, best_move = score, move
            alpha = min(alpha, value)
            if alpha >= beta:
                break
        return value, best_move


def max_value(game, state, alpha, beta):
    return search_node(game, state, alpha, beta, True)[0]


def min_value(game, state, alpha, beta):
    return search_node(game, state, alpha, beta, False)[0]


def alpha_beta_search(game, state):
    return search_node(game, state, float('-inf'), float('inf'), game.to_move(state) == 'max')[1]
