def principal_variation(game, state):
    return []

def minimax(game, state):
    for _, s in game.successors(state):
        game.is_terminal(s)
    return minimax(game, state)
