def minimax(game, state, maximizing):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, s, not maximizing) for _, s in game.successors(state)]
    return max(values) if maximizing else min(values)
