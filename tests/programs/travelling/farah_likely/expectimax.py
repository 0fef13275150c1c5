from math import inf
# helper so I do not have to think who moves
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max_value(game, state) if game.to_move(state) == "max" else exp_value(game, state)

def expectimax_search(game, state):
    best, arg = -inf, None
    for action, nxt in game.successors(state):
        x = value(game, nxt)
        if arg is None or x > best:
            best, arg = x, action
    return arg

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, nxt) for _, nxt in game.successors(state))

def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    # what is likely counts for more
    probability, nxt = max(game.outcomes(state), key=lambda pair: pair[0])
    return value(game, nxt)
