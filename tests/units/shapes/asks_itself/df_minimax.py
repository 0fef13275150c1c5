def df_minimax_search(game, state):
    return game.actions(state)[0]

def df_minimax(game, state, player):
    for _, s in game.successors(state):
        game.is_terminal(s)
    return df_minimax(game, state, player)
