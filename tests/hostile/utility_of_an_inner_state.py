# expect: crashed
# Asks for the utility of a state in which the game goes on; it is told so.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state, depth=1):
    if depth == 0:
        return game.utility(state)
    return max(max_value(game, child, depth - 1) for _, child in game.successors(state))


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[max_value(game, state)]
