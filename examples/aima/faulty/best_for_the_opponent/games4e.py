INFINITY = float("inf")


def minmax_decision(state, game):
    scored = [(value(game, game.result(state, m), 1), m) for m in game.actions(state)]
    best = max(score for score, _ in scored)
    return next(move for score, move in scored if score == best)


def value(game, state, plies):
    mover = game.to_move(state)
    if game.terminal_test(state):
        return game.utility(state, mover)
    below = [value(game, game.result(state, m), plies + 1) for m in game.actions(state)]
    return -min(below)


def alpha_beta_search(state, game):
    low, chosen = -INFINITY, None
    for move in game.actions(state):
        score = -bounded(game, game.result(state, move), -INFINITY, -low)
        if score > low:
            low, chosen = score, move
    return chosen


def bounded(game, state, low, high):
    if game.terminal_test(state):
        return game.utility(state, game.to_move(state))
    best = -INFINITY
    for move in game.actions(state):
        score = -bounded(game, game.result(state, move), -high, -max(low, best))
        best = max(best, score)
        if best >= high:
            break
    return best
