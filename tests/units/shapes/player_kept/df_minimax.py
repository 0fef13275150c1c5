def df_minimax_search(game, state):
    player = game.to_move(state)
    other = "min" if player == "max" else "max"
    values = [df_minimax(game, child, other) for _, child in game.successors(state)]
    best = max(values) if player == "max" else min(values)
    return game.actions(state)[values.index(best)]


def df_minimax(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    if player == "min":
        return min(df_minimax(game, c, "min") for _, c in game.successors(state))
    return max(df_minimax(game, c, "max") for _, c in game.successors(state))
