KNOWN = {}
def alpha_beta_search(game, state):
    return game.actions(state)[0]

def value(game, state, alpha, beta):
    return 0

def max_value(game, state, alpha, beta):
    for _, s in game.successors(state):
        KNOWN[str(s)] = value(game, s, alpha, beta)
    return KNOWN.get(str(state), 0)

min_value = max_value
