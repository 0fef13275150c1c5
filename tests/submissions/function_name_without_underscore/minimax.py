def minimax_search(game, state):
    succ = game.successors(state)
    if game.to_move(state) == "max":
        return max(succ, key=lambda p: minvalue(game, p[1]))[0]
    return min(succ, key=lambda p: maxvalue(game, p[1]))[0]


def maxvalue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(minvalue(game, s) for _, s in game.successors(state))


def minvalue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(maxvalue(game, s) for _, s in game.successors(state))
