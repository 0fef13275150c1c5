INFINITY = float("inf")


def alpha_beta_search(game, state):
    best_move = None
    if game.to_move(state) == "max":
        best_score = -999
        for move, after in game.successors(state):
            score = min_value(game, after, best_score, INFINITY)
            if score > best_score:
                best_score = score
                best_move = move
    else:
        best_score = 999
        for move, after in game.successors(state):
            score = max_value(game, after, -INFINITY, best_score)
            if score < best_score:
                best_score = score
                best_move = move
    return best_move


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = -INFINITY
    for _, after in game.successors(state):
        score = min_value(game, after, alpha, beta)
        if score > best:
            best = score
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
    return best


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = INFINITY
    for _, after in game.successors(state):
        score = max_value(game, after, alpha, beta)
        if score < best:
            best = score
        if best <= alpha:
            return best
        if best < beta:
            beta = best
    return best
